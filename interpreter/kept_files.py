"""What is kept on disk, so that the next process need not make it again: compiled modules, games by chance.

Each thing is kept under a hash of all that it is made of, this program included. So it cannot be stale: what
is made of other things has another name.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import time

_DIGEST = 16
# When this program began to be read, or a little later.
_BEGUN = time()


def cache_folder(what: str) -> Path:
    """The folder for things of a kind."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "rulewright" / what


def kept(file: Path) -> bytes | None:
    """What is kept in a file, which counts as used now; None where there is nothing, or not all of it."""
    with suppress(OSError):
        content = file.read_bytes()
        if content[:_DIGEST] == _digest(content[_DIGEST:]):
            os.utime(file)
            return content[_DIGEST:]
    return None


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=_DIGEST).digest()


def keep(file: Path, content: bytes, most: int) -> None:
    """Keep a file, and of its kind so many, those that were used last. Raises OSError.

    Nobody sees half of it, and no other user may put another there.
    """
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with NamedTemporaryFile(dir=file.parent, delete=False) as made:
        made.write(_digest(content) + content)
    Path(made.name).replace(file)
    kept = sorted(file.parent.glob(f"*{file.suffix}"), key=lambda each: each.stat().st_mtime)
    for old in kept[:-most]:
        old.unlink(missing_ok=True)


@cache
def hash_of_program() -> str:
    """A hash of this program and of what it runs on."""
    try:
        engine = version("wasmtime")
    except PackageNotFoundError:
        engine = "none"
    found = blake2b(f"{sys.version} {engine}".encode(), digest_size=_DIGEST)
    for file in _files_of_program():
        found.update(str(file.relative_to(Path(__file__).parent)).encode() + file.read_bytes())
    return found.hexdigest()


def _files_of_program() -> list[Path]:
    files = sorted(Path(__file__).parent.rglob("*"))
    return [file for file in files if file.suffix in (".py", ".lark", ".yaml")]


def changed_meanwhile() -> bool:
    """Whether the program was edited while it runs: what it makes is not what its files say now."""
    return max(file.stat().st_mtime for file in _files_of_program()) > _BEGUN
