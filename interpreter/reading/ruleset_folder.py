"""Reads a ruleset or an overlay: its main file and the files that it names, merged into one placed map."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Literal

from interpreter.problems import Position, Problems, hint_for
from interpreter.reading.groups import expand_groups
from interpreter.reading.part_merge import merge_overlay_parts, merge_ruleset_parts
from interpreter.reading.placed_value import Placed
from interpreter.reading.search_path import (
    MAX_OVERLAYS,
    OVERLAY_FILE,
    RULESET_FILE,
    OverlayFolder,
    RulesetFolder,
    data_folder,
    find_overlay,
    find_ruleset,
    list_overlays,
    list_rulesets,
)
from interpreter.reading.yaml_reader import MAX_BYTES, Allowance, read_yaml, split_lines

MAX_FILES = 200


@dataclass(slots=True)
class RulesetSource:
    """What was read of one ruleset or overlay: its files, and their sections merged into one map."""

    kind: Literal["ruleset", "overlay"]
    path: Path
    main: Placed
    parts: tuple[Placed, ...]
    merged: Placed
    texts: dict[str, str] = field(default_factory=dict)
    # False where an empty map stands for a main file that could not be read.
    main_read: bool = True
    _lines: dict[str, list[str]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def id(self) -> str:
        """The id that the main file gives itself, or else the folder's name."""
        given = self.main.get("id")
        return given.value if given is not None and isinstance(given.value, str) else self.path.name

    @property
    def holds_operations(self) -> bool:
        """True for an overlay, and for a ruleset that extends another."""
        return self.kind == "overlay" or self.main.get("extends") is not None

    def lines_of(self, file: str) -> list[str] | None:
        """Return the lines of one of the files by the name that positions bear; None for any other."""
        text = self.texts.get(file)
        if text is not None and file not in self._lines:
            self._lines[file] = split_lines(text)
        return self._lines.get(file)


def read_ruleset(path: Path | str, problems: Problems) -> RulesetSource:
    """Read the ruleset in a folder; whatever cannot be read is a problem, and an empty map stands for it."""
    source = _read_folder("ruleset", Path(path), RULESET_FILE, problems)
    count = len(RulesetFolder(source.path).overlay_folders())
    if count > MAX_OVERLAYS:
        message = f"a ruleset has at most {MAX_OVERLAYS} overlays in `expansions`, not {count}"
        problems.error("file-too-large", message, source.main.position)
    return source


def read_overlay(path: Path | str, problems: Problems) -> RulesetSource:
    """Read the overlay in a folder, likewise."""
    return _read_folder("overlay", Path(path), OVERLAY_FILE, problems)


def fingerprint(placed: Placed) -> str:
    """Return a hash of the data, equal on every machine, whatever the files and lines it came from.

    The order of keys counts: the order in which rules are declared decides the order in which they work.
    """
    text = json.dumps(placed.plain(), ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def shown_path(path: Path) -> str:
    """Return a path as the user would write it: relative where it lies below the working folder."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow symbolic links
    try:
        return str(absolute.relative_to(Path.cwd()))
    except (ValueError, FileNotFoundError):
        return str(absolute)


def _read_folder(
    kind: Literal["ruleset", "overlay"], folder: Path, main_file: str, problems: Problems
) -> RulesetSource:
    if folder.name == main_file:
        folder = folder.parent
    reader = _FolderReader(folder, problems)
    start = Position(shown_path(folder / main_file), 1, 1)
    found = reader.read_map(main_file, start)
    if found is not None and not found.value:
        problems.error("missing-key", "the file is empty", start, hint="it begins with `id:` and `title:`")
        found = None
    main = found or Placed(start, {}, {})
    parts = []
    for name in _part_names(main, main_file, problems):
        part = reader.read_map(str(name.value), name.position)
        if part is not None:
            parts.append(part)
    source = RulesetSource(kind, folder, main, tuple(parts), main, reader.texts, found is not None)
    source.merged = merged_parts(source, problems)
    return source


def merged_parts(source: RulesetSource, problems: Problems) -> Placed:
    """Return the sections of all files of a source as one map."""
    merge = merge_overlay_parts if source.holds_operations else merge_ruleset_parts
    return merge(source.main, list(source.parts), problems)


def read_file(path: Path, problems: Problems) -> tuple[Placed, dict[str, str]]:
    """Read one file that is no part of a ruleset: its map, empty where it cannot be read, and its text."""
    start = Position(shown_path(path), 1, 1)
    reader = _FolderReader(path.parent, problems)
    return reader.read_map(path.name, start) or Placed(start, {}, {}), reader.texts


def _part_names(main: Placed, main_file: str, problems: Problems) -> list[Placed]:
    """Return the entries of `files:` that are texts; the schema check tells of those that are not."""
    files = main.get("files")
    names = [] if files is None else [name for name in files.entries() if isinstance(name.value, str)]
    seen: dict[PurePosixPath, Position] = {PurePosixPath(main_file): main.key_position("files")}
    kept = []
    for name in names:
        normal = PurePosixPath(str(name.value))
        if normal in seen:
            message = f"the file '{name.value}' is read already"
            problems.error("defined-twice", message, name.position, also=[seen[normal]])
            continue
        seen[normal] = name.position
        kept.append(name)
    if len(kept) > MAX_FILES:
        message = f"a ruleset has at most {MAX_FILES} files"
        problems.error("file-too-large", message, kept[MAX_FILES].position)
    return kept[:MAX_FILES]


def path_inside(
    folder: Path, name: str, named_at: Position, problems: Problems, *, beside: str = "*.yaml"
) -> Path | None:
    """Return the path of a file in a folder; what lies outside it, or is no file, is a problem.

    beside: which files may have been meant by a name that is none.
    """
    relative = PurePosixPath(name)
    outside = relative.is_absolute() or ".." in relative.parts or "\\" in name
    path = folder / relative
    try:
        # resolve() follows symbolic links: what counts is where the bytes really lie.
        outside = outside or not path.resolve().is_relative_to(folder.resolve())
        is_file = not outside and path.is_file()
    except (OSError, ValueError, RuntimeError):
        is_file = False
    if outside:
        message = f"'{name}' lies outside the folder of the ruleset"
        problems.error("outside-folder", message, named_at)
        return None
    if not is_file:
        message = f"there is no file '{name}' in {shown_path(folder)}"
        problems.error(
            "file-not-found", message, named_at, hint=hint_for(name, _files_like(folder, path, beside))
        )
        return None
    return path


def _files_like(folder: Path, path: Path, pattern: str) -> list[str]:
    """Return the names, as rulesets have them, of what lies where a missing file is sought."""
    try:
        found = sorted(path.parent.glob(pattern))[:MAX_FILES]
        return [file.relative_to(folder).as_posix() for file in found]
    except (OSError, ValueError):
        return []


class _FolderReader:
    """Reads files of one folder and nothing outside it."""

    __slots__ = ("_allowance", "_bytes_read", "_folder", "_problems", "texts")

    def __init__(self, folder: Path, problems: Problems) -> None:
        self.texts: dict[str, str] = {}
        self._folder = folder
        self._problems = problems
        self._bytes_read = 0
        self._allowance = Allowance()

    def read_map(self, name: str, named_at: Position) -> Placed | None:
        """Read one file that holds a map; an empty file is an empty map."""
        path = path_inside(self._folder, name, named_at, self._problems)
        if path is None:
            return None
        shown = shown_path(path)
        text = self._text(path, shown, named_at)
        if text is None:
            return None
        self.texts[shown] = text
        before = len(self._problems)
        placed = read_yaml(text, shown, self._problems, self._allowance)
        if any(problem.code == "alias" for problem in list(self._problems)[before:]):
            return None  # of a tree with holes much would be said that is not so
        if placed is not None and placed.kind == "map":
            expand_groups(placed, self._read_table, self._problems)
            return placed
        if placed is None:
            return None
        if placed.kind == "null":
            return Placed(placed.position, {}, {})
        message = (
            f"the file must hold a map of sections, not {'a list' if placed.kind == 'list' else placed.kind}"
        )
        self._problems.error("wrong-type", message, placed.position)
        return None

    def _read_table(self, name: Placed) -> tuple[str, str] | None:
        """Read a file of rows, by the value that names it: its name for people and its text."""
        if name.kind != "text":
            self._problems.error("wrong-type", "this should be the name of a file", name.position)
            return None
        path = path_inside(self._folder, str(name.value), name.position, self._problems)
        if path is None:
            return None
        shown = shown_path(path)
        text = self._text(path, shown, name.position)
        if text is not None:
            self.texts[shown] = text
        return None if text is None else (shown, text)

    def _text(self, path: Path, shown: str, named_at: Position) -> str | None:
        try:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            message = f"'{shown}' cannot be read: {error.strerror or error}"
            self._problems.error("file-unreadable", message, named_at)
            return None
        self._bytes_read += len(data)
        if self._bytes_read > MAX_BYTES:
            message = f"with '{shown}', the files are larger than {MAX_BYTES // 1_000_000} MB together"
            self._problems.error("file-too-large", message, named_at)
            return None
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = split_lines(data[: error.start].decode("utf-8"))
            place = Position(shown, len(before), len(before[-1]) + 1)
            self._problems.error("not-utf-8", "the file is not text in UTF-8", place, hint="save it as UTF-8")
            return None


__all__ = [
    "OverlayFolder",
    "RulesetFolder",
    "RulesetSource",
    "data_folder",
    "find_overlay",
    "find_ruleset",
    "fingerprint",
    "list_overlays",
    "list_rulesets",
    "path_inside",
    "read_file",
    "read_overlay",
    "read_ruleset",
    "shown_path",
]
