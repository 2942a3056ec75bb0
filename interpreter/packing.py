"""A folder with a ruleset or an overlay made into one file, to be handed on."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.loading import check
from interpreter.problems import Problem, Problems
from interpreter.problems.usage_fault import UsageFault
from interpreter.reading import RulesetSource, fingerprint, read_overlay, read_ruleset
from interpreter.reading.pack_file import SUFFIX as PACK_SUFFIX
from interpreter.reading.pack_file import PackFault, may_be_packed, pack_of
from interpreter.reading.pictures import read_pictures
from interpreter.reading.search_path import OVERLAY_FILE, RULESET_FILE, home_of


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack: its bytes, what it is a pack of, the fingerprint of its rules, its files and those left out.

    problems: errors because of which there are no bytes, and warnings.
    """

    content: bytes
    id: str
    version: str
    licence: str
    fingerprint: str
    files: tuple[str, ...]
    left_out: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def name(self) -> str:
        """How its file is usually called, without the ending."""
        return f"{self.id}-{self.version}" if self.version else self.id


def packed(folder: str | Path, search: Sequence[Path] = ()) -> Pack:
    """Check a ruleset or overlay, and pack its folder.

    Raises UsageFault where there is none, PackFault for what a pack cannot hold, OSError.
    """
    home = Path(folder)
    kind = next((name for name in (RULESET_FILE, OVERLAY_FILE) if (home / name).is_file()), None)
    if kind is None:
        raise UsageFault(f"'{folder}' is no folder with a {RULESET_FILE} or an {OVERLAY_FILE}")
    source = (read_ruleset if kind == RULESET_FILE else read_overlay)(home, Problems())
    checked = check(home, search=search)
    files, left_out = _files_in(home)
    files = {**_from_ruleset(source, home), **files}
    licence = source.main.get("licence")
    return Pack(
        pack_of(files) if checked.ok else b"",
        source.id,
        source.version,
        str(licence.value) if licence is not None else "",
        fingerprint(source.merged),
        tuple(files),
        left_out,
        tuple(checked.problems),
    )


def _files_in(home: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the files of a folder that belong into a pack, and the names of the others.

    Hidden files and folders are neither. Raises PackFault for a link.
    """
    files: dict[str, bytes] = {}
    left_out: list[str] = []
    for place, folders, names in os.walk(home):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        for name in (*folders, *sorted(names)):
            path = Path(place) / name
            inside = path.relative_to(home).as_posix()
            if path.is_symlink():
                raise PackFault(f"'{inside}' is a link", "put the file itself there")
            if path.is_dir() or name.startswith("."):
                continue
            if may_be_packed(inside) and path.is_file():
                files[inside] = path.read_bytes()
            else:
                left_out.append(inside)
    return files, tuple(left_out)


def _from_ruleset(source: RulesetSource, folder: Path) -> dict[str, bytes]:
    """Return what an overlay shares with the ruleset that it comes with: sheets, and pictures."""
    home = home_of(folder)
    if home is None:
        return {}
    pictures = read_pictures(source.merged, dict.fromkeys(source.texts, folder), Problems()).values()
    used = [path.resolve() for path in (*source.paths, *(picture.path for picture in pictures))]
    shared = [path for path in used if not path.is_relative_to(folder.resolve())]
    return {path.relative_to(home.resolve()).as_posix(): path.read_bytes() for path in shared}


__all__ = ["PACK_SUFFIX", "Pack", "packed"]
