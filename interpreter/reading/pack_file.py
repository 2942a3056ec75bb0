"""A ruleset or overlay in one file: a ZIP archive of its folder, checked and laid out when it is opened.

In: a file from anybody. Out: a folder under the user's cache, or PackFault. Nothing in it is run; what is
written are plain files of known kinds, inside that folder and nowhere else.
"""

from __future__ import annotations

import stat
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from hashlib import blake2b
from io import BytesIO
from pathlib import Path, PurePosixPath

from interpreter.kept_files import cache_folder
from interpreter.problems.usage_fault import UsageFault

SUFFIX = ".rulewright"
MAIN_FILES = ("ruleset.yaml", "overlay.yaml")
# What a pack may hold, by the ends of names; and files that are known by their whole names.
KINDS = frozenset({".yaml", ".yml", ".csv", ".xlsx", ".md", ".txt", ".png", ".jpg", ".jpeg", ".svg"})
KNOWN = frozenset({"LICENSE", "LICENCE", "NOTICE"})
MAX_PACK = 60_000_000
MAX_FILES = 2_000
MAX_FILE = 5_000_000
MAX_DEPTH = 8
MAX_NAME = 200
# The earliest time that the format knows: equal folders make equal files.
_TIME = (1980, 1, 1, 0, 0, 0)


# What lies open already, by path, size and time: many look-ups go through the same folders.
_OPEN: dict[tuple[str, int, int], Path] = {}


class PackFault(UsageFault):
    """A pack that cannot be opened, or a folder that cannot be packed."""


def is_pack(path: Path) -> bool:
    """Whether a path is that of a pack: an ordinary file with its ending."""
    return path.suffix == SUFFIX and path.is_file()


def pack_of(files: Mapping[str, bytes]) -> bytes:
    """Return the pack of some files, by their names in its folder. Raises PackFault."""
    if len(files) > MAX_FILES:
        raise PackFault(f"a pack has at most {MAX_FILES} files, not {len(files)}")
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            _check_name(name, "the folder")
            if len(files[name]) > MAX_FILE:
                raise PackFault(f"'{name}' is larger than {MAX_FILE // 1_000_000} MB")
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type, entry.external_attr, entry.create_system = (
                zipfile.ZIP_DEFLATED,
                0o644 << 16,
                3,
            )
            archive.writestr(entry, files[name])
    if sum(map(len, files.values())) > MAX_PACK:
        raise PackFault(f"these files are larger than {MAX_PACK // 1_000_000} MB together")
    return made.getvalue()


def may_be_packed(name: str) -> bool:
    """Whether a file of this name belongs into a pack: rules, tables, texts and pictures do."""
    path = PurePosixPath(name)
    return path.suffix.lower() in KINDS or path.name in KNOWN


def opened(pack: Path) -> Path:
    """Return the folder in which a pack lies open. Raises PackFault for one that is faulty, or OSError."""
    now = pack.stat()
    if now.st_size > MAX_PACK:
        raise PackFault(f"the pack '{pack}' is larger than {MAX_PACK // 1_000_000} MB")
    key = (str(pack.resolve()), now.st_size, now.st_mtime_ns)
    if key not in _OPEN or not _OPEN[key].is_dir():
        _OPEN[key] = _laid_open(pack)
    return _OPEN[key]


def _laid_open(pack: Path) -> Path:
    content = pack.read_bytes()
    home = cache_folder("packs")
    # In a folder for itself: nothing else lies beside it.
    place = home / blake2b(content, digest_size=16).hexdigest()
    if (place / "open").is_dir():
        return place / "open"
    files = _files_of(content, str(pack))
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    # All at once or not at all: nobody finds half of it.
    with tempfile.TemporaryDirectory(dir=home) as made:
        for name, data in files.items():
            file = Path(made) / "whole" / "open" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        try:
            (Path(made) / "whole").rename(place)
        except OSError:  # another process was first
            if not place.is_dir():
                raise
    return place / "open"


def _files_of(content: bytes, shown: str) -> dict[str, bytes]:
    """Read a pack whole. What it says of itself is not believed: sizes are measured while it is read."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MAX_FILES:
                raise PackFault(
                    f"the pack '{shown}' has {len(entries)} files; at most {MAX_FILES} are allowed"
                )
            files: dict[str, bytes] = {}
            left = MAX_PACK
            for entry in entries:
                _check_entry(entry, files, shown)
                with archive.open(entry) as file:
                    data = file.read(min(MAX_FILE, left) + 1)
                left -= len(data)
                if len(data) > MAX_FILE or left < 0:
                    raise PackFault(f"'{entry.filename}' in the pack '{shown}' is too large")
                files[entry.filename] = data
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as fault:
        hint = "ask for it again: it may not have arrived whole"
        raise PackFault(f"'{shown}' is no pack that can be read ({fault})", hint) from None
    if sum(name in MAIN_FILES for name in files) != 1:
        raise PackFault(f"the pack '{shown}' has no {MAIN_FILES[0]} and no {MAIN_FILES[1]}, or both")
    return files


def _check_entry(entry: zipfile.ZipInfo, files: Mapping[str, bytes], shown: str) -> None:
    mode = entry.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        raise PackFault(f"'{entry.filename}' in the pack '{shown}' is a link or no ordinary file")
    if entry.flag_bits & 1:
        raise PackFault(f"'{entry.filename}' in the pack '{shown}' is encrypted")
    _check_name(entry.filename, f"the pack '{shown}'")
    # Where case does not count, one would be written over the other; and no file can be in another.
    lower = entry.filename.lower()
    for other in files:
        if other.lower() == lower or f"{lower}/".startswith(f"{other.lower()}/"):
            raise PackFault(f"'{entry.filename}' is in the pack '{shown}' twice")
        if other.lower().startswith(f"{lower}/"):
            raise PackFault(f"'{entry.filename}' is in the pack '{shown}' twice")


def _check_name(name: str, where: str) -> None:
    """Raise PackFault for a name that is none of a file of a ruleset, or that leads out of its folder."""
    path = PurePosixPath(name)
    outside = path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name
    if outside or str(path) != name or len(path.parts) > MAX_DEPTH or len(name) > MAX_NAME:
        raise PackFault(f"'{name}' in {where} leads out of it, or too deep")
    if not name.isprintable() or any(part.startswith(".") for part in path.parts) or not may_be_packed(name):
        ends = ", ".join(sorted(KINDS))
        raise PackFault(f"'{name}' in {where} is no file of a ruleset", f"their names end in {ends}")
