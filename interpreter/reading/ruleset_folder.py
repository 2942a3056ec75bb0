"""Reads a ruleset or an overlay: its main file and the files that it names, merged into one placed map."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Literal, NamedTuple

from interpreter.problems import Position, Problems, hint_for
from interpreter.reading.groups import expand_groups
from interpreter.reading.located_value import Located
from interpreter.reading.part_merge import merge_overlay_parts, merge_ruleset_parts
from interpreter.reading.rounds import wrap_in_rounds
from interpreter.reading.search_path import (
    MAX_OVERLAYS,
    OVERLAY_FILE,
    RULESET_FILE,
    OverlayFolder,
    RulesetFolder,
    data_folder,
    find_overlay,
    find_ruleset,
    home_of,
    list_overlays,
    list_rulesets,
)
from interpreter.reading.workbook import OTHERS, sheet_text
from interpreter.reading.workbook import SUFFIX as WORKBOOK
from interpreter.reading.yaml_reader import MAX_BYTES, Allowance, read_yaml, split_lines

MAX_FILES = 200
# Between the name of a workbook and that of a sheet.
_SHEET = "#"
# Keys of a head that no rule depends on.
OF_THE_FILES = ("version", "licence", "for", "targets")
_MAIN_FILES = {"ruleset": RULESET_FILE, "overlay": OVERLAY_FILE}


class FileText(NamedTuple):
    """A file as it was read: under which name positions show it, and its text."""

    shown: str
    text: str


# The files of a ruleset, an overlay or an option's value by the names that its main file has for them, the
# main file first.
Files = Mapping[str, FileText]
Kind = Literal["ruleset", "overlay"]


class SourceTexts(NamedTuple):
    """What a ruleset, an overlay or the value of an option was read from; name: of its folder or file.

    It is enough to read it again, on any machine, with the same positions.
    """

    kind: Literal["ruleset", "overlay", "value"]
    name: str
    files: Files


@dataclass(slots=True)
class RulesetSource:
    """What was read of one ruleset or overlay: its files, and their sections merged into one map."""

    kind: Kind
    path: Path
    main: Located
    parts: tuple[Located, ...]
    merged: Located
    files: Files = field(default_factory=dict)
    # False where an empty map stands for a main file that could not be read.
    main_read: bool = True
    _lines: dict[str, list[str]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def id(self) -> str:
        """The id that the main file gives itself, or else the folder's name."""
        given = self.main.get("id")
        return given.value if given is not None and isinstance(given.value, str) else self.path.name

    @property
    def version(self) -> str:
        """The version that the main file gives itself; empty where it gives none."""
        given = self.main.get("version")
        return str(given.value) if given is not None and given.kind in ("text", "number") else ""

    @property
    def texts(self) -> dict[str, str]:
        """The texts of the files by the names that positions bear."""
        return {file.shown: file.text for file in self.files.values()}

    @property
    def paths(self) -> tuple[Path, ...]:
        """Where its files lie; an overlay may have some from the ruleset that it comes with."""
        names = dict.fromkeys(name.partition(_SHEET)[0] for name in self.files)
        homes = [self.path, *filter(None, [home_of(self.path)])]
        found = (next((home / name for home in homes if (home / name).is_file()), None) for name in names)
        return tuple(path for path in found if path is not None)

    @property
    def holds_operations(self) -> bool:
        """True for an overlay, and for a ruleset that extends another."""
        return self.kind == "overlay" or self.main.get("extends") is not None

    def lines_of(self, file: str) -> list[str] | None:
        """Return the lines of one of the files by the name that positions bear; None for any other."""
        if file not in self._lines and (text := self.texts.get(file)) is not None:
            self._lines[file] = split_lines(text)
        return self._lines.get(file)


def read_ruleset(path: Path | str, problems: Problems) -> RulesetSource:
    """Read the ruleset in a folder; whatever cannot be read is a problem, and an empty map stands for it."""
    source = _read_folder("ruleset", Path(path), problems)
    count = len(RulesetFolder(source.path).overlay_folders())
    if count > MAX_OVERLAYS:
        message = f"a ruleset has at most {MAX_OVERLAYS} overlays in `expansions`, not {count}"
        problems.error("file-too-large", message, source.main.position)
    return source


def read_overlay(path: Path | str, problems: Problems) -> RulesetSource:
    """Read the overlay in a folder, likewise."""
    return _read_folder("overlay", Path(path), problems)


def fingerprint(placed: Located) -> str:
    """Return a hash of the data, equal on every machine, whatever the files and lines it came from.

    The order of keys counts: the order in which rules are declared decides the order in which they work.
    What is said of the files themselves, such as their version, does not.
    """
    plain = placed.plain()
    if isinstance(plain, dict):
        plain = {key: value for key, value in plain.items() if key not in OF_THE_FILES}
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def shown_path(path: Path) -> str:
    """Return a path as the user would write it: relative where it lies below the working folder."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow symbolic links
    try:
        return str(absolute.relative_to(Path.cwd()))
    except (ValueError, FileNotFoundError):
        return str(absolute)


def read_texts(kind: Kind, name: str, files: Files, problems: Problems) -> RulesetSource:
    """Read a ruleset or overlay again from its texts alone; name: of its folder."""
    return _read(kind, Path(name), _TextReader(files, problems), problems)


def _read_folder(kind: Kind, folder: Path, problems: Problems) -> RulesetSource:
    if folder.name == _MAIN_FILES[kind]:
        folder = folder.parent
    return _read(kind, folder, _FolderReader(folder, problems), problems)


def _read(kind: Kind, folder: Path, reader: _Reader, problems: Problems) -> RulesetSource:
    main_file = _MAIN_FILES[kind]
    start = Position(reader.shown(main_file), 1, 1)
    found = reader.read_map(main_file, start)
    if found is not None and not found.value:
        problems.error("missing-key", "the file is empty", start, hint="it begins with `id:` and `title:`")
        found = None
    main = found or Located(start, {}, {})
    parts = []
    for name in _part_names(main, main_file, problems):
        part = reader.read_map(str(name.value), name.position)
        if part is not None:
            parts.append(part)
    if kind == "overlay":
        main = _with_base(main)
    source = RulesetSource(kind, folder, main, tuple(parts), main, reader.files, found is not None)
    source.merged = merged_parts(source, problems)
    return source


def _with_base(main: Located) -> Located:
    """Return the head of an overlay with the base that its `for` names first, if it names none itself."""
    made_for = main.get("for")
    first = next(iter(made_for.entries() or [made_for]), None) if made_for is not None else None
    if main.get("base") is not None or first is None or not isinstance(first.value, str):
        return main
    base = Located(first.position, first.value.partition(" ")[0])
    return Located(
        main.position, {**dict(main.items()), "base": base}, {**main.key_positions, "base": first.position}
    )


def merged_parts(source: RulesetSource, problems: Problems) -> Located:
    """Return the sections of all files of a source as one map."""
    merge = merge_overlay_parts if source.holds_operations else merge_ruleset_parts
    return merge(source.main, list(source.parts), problems)


def read_file(path: Path, problems: Problems, files: Files | None = None) -> tuple[Located, Files]:
    """Read one file that is no part of a ruleset: its map, empty where it cannot be read, and what was read.

    files: what it was read from before, if it is not to be read from the disk.
    """
    reader = _FolderReader(path.parent, problems) if files is None else _TextReader(files, problems)
    start = Position(reader.shown(path.name), 1, 1)
    return reader.read_map(path.name, start) or Located(start, {}, {}), reader.files


def _part_names(main: Located, main_file: str, problems: Problems) -> list[Located]:
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

    An overlay that comes with a ruleset may name what lies in its folder too: one sheet serves both.
    beside: which files may have been meant by a name that is none.
    """
    relative = PurePosixPath(name)
    outside = relative.is_absolute() or ".." in relative.parts or "\\" in name
    path = folder / relative
    try:
        home = home_of(folder)
        if home is not None and not outside and not path.exists() and (home / relative).is_file():
            folder, path = home, home / relative
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


def lines_reader() -> Callable[[str], list[str] | None]:
    """Return what gives the lines of a file by the name that positions bear, and reads each file once.

    It is for showing problems: it gives None where there is nothing to be read.
    """

    @cache
    def lines_of(file: str) -> list[str] | None:
        try:
            if not Path(file).is_file():
                return None
            with Path(file).open("rb") as opened:
                return split_lines(opened.read(MAX_BYTES).decode("utf-8", "replace"))
        except (OSError, ValueError):
            return None

    return lines_of


class TextFiles:
    """Reads text files that belong together: those of a ruleset, of its scenarios, of its numbered rules."""

    __slots__ = ("_bytes_read",)

    def __init__(self) -> None:
        """Begin with none read."""
        self._bytes_read = 0

    def text(self, path: Path, problems: Problems, named_at: Position | None = None) -> str | None:
        """Return the text of a file; one that cannot be read, or with which it is too much, is a problem.

        named_at: where the file is named, for a problem of the whole file.
        """
        data = self.data(path, problems, named_at)
        if data is None:
            return None
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = split_lines(data[: error.start].decode("utf-8"))
            place = Position(shown_path(path), len(before), len(before[-1]) + 1)
            problems.error("not-utf-8", "the file is not text in UTF-8", place, hint="save it as UTF-8")
            return None

    def data(self, path: Path, problems: Problems, named_at: Position | None = None) -> bytes | None:
        """Return what is in a file; one that cannot be read, or with which it is too much, is a problem."""
        shown = shown_path(path)
        place = named_at or Position(shown, 1, 1)
        try:
            if not path.is_file():
                problems.error("file-unreadable", f"'{shown}' is not a file", place)
                return None
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            message = f"'{shown}' cannot be read: {error.strerror or error}"
            problems.error("file-unreadable", message, place)
            return None
        self._bytes_read += len(data)
        if self._bytes_read > MAX_BYTES:
            most = f"{MAX_BYTES // 1_000_000} MB"
            message = f"with '{shown}', the files are larger than {most} together"
            if len(data) > MAX_BYTES:
                message = f"'{shown}' is larger than {most}"
            problems.error("file-too-large", message, place)
            return None
        return data


class _Reader:
    """Reads files that belong together, and keeps what it has read."""

    __slots__ = ("_allowance", "_problems", "files")

    def __init__(self, problems: Problems) -> None:
        self.files: dict[str, FileText] = {}
        self._problems = problems
        self._allowance = Allowance()

    def shown(self, name: str) -> str:
        """Return under which name positions show a file."""
        raise NotImplementedError

    def _find(self, name: str, named_at: Position) -> FileText | None:
        """Return a file by the name that the ruleset has for it; None, and a problem, where there is none."""
        raise NotImplementedError

    def _file(self, name: str, named_at: Position) -> FileText | None:
        found = self._find(name, named_at)
        if found is not None:
            self.files[name] = found
        return found

    def read_map(self, name: str, named_at: Position) -> Located | None:
        """Read one file that holds a map; an empty file is an empty map."""
        file = self._file(name, named_at)
        if file is None:
            return None
        before = len(self._problems)
        placed = read_yaml(file.text, file.shown, self._problems, self._allowance)
        if any(problem.code == "alias" for problem in list(self._problems)[before:]):
            return None  # of a tree with holes much would be said that is not so
        if placed is not None and placed.kind == "map":
            expand_groups(placed, self._read_table, self._problems, self._allowance)
            wrap_in_rounds(placed)
            return placed if self._allowance.to_make >= 0 else None
        if placed is None:
            return None
        if placed.kind == "null":
            return Located(placed.position, {}, {})
        message = (
            f"the file must hold a map of sections, not {'a list' if placed.kind == 'list' else placed.kind}"
        )
        self._problems.error("wrong-type", message, placed.position)
        return None

    def _read_table(self, name: Located, sheet: str) -> FileText | None:
        """Read a file of rows, by the value that names it; of a workbook the sheet."""
        if name.kind != "text":
            self._problems.error("wrong-type", "this should be the name of a file", name.position)
            return None
        return self._file(f"{name.value}{_SHEET}{sheet}" if sheet else str(name.value), name.position)


class _TextReader(_Reader):
    """Reads what was read before, perhaps on another machine: no folder, and no file on the disk."""

    __slots__ = ("_given",)

    def __init__(self, given: Files, problems: Problems) -> None:
        super().__init__(problems)
        self._given = given

    def shown(self, name: str) -> str:
        """Return the name of the file that was given."""
        return self._given[name].shown if name in self._given else name

    def _find(self, name: str, named_at: Position) -> FileText | None:
        if name not in self._given:
            self._problems.error("file-not-found", f"there is no file '{name}'", named_at)
        return self._given.get(name)


class _FolderReader(_Reader):
    """Reads files of one folder and nothing outside it."""

    __slots__ = ("_folder", "_texts")

    def __init__(self, folder: Path, problems: Problems) -> None:
        super().__init__(problems)
        self._folder = folder
        self._texts = TextFiles()

    def shown(self, name: str) -> str:
        """Return the path of a file as the user would write it."""
        return shown_path(self._folder / name)

    def _find(self, name: str, named_at: Position) -> FileText | None:
        file, _, sheet = name.partition(_SHEET)
        path = path_inside(self._folder, file, named_at, self._problems)
        if path is None:
            return None
        shown = shown_path(path)
        if path.suffix.lower() == WORKBOOK:
            data = self._texts.data(path, self._problems, named_at)
            text = None if data is None else sheet_text(data, shown, sheet, named_at, self._problems)
            return None if text is None else FileText(f"{shown}{_SHEET}{sheet}" if sheet else shown, text)
        if path.suffix.lower() in OTHERS:
            message = f"'{file}' is a workbook of a kind that is not read"
            self._problems.error("file-unreadable", message, named_at, hint="save it as XLSX or CSV")
            return None
        text = self._texts.text(path, self._problems, named_at)
        return None if text is None else FileText(shown, text)


__all__ = [
    "FileText",
    "Files",
    "OverlayFolder",
    "RulesetFolder",
    "RulesetSource",
    "SourceTexts",
    "TextFiles",
    "data_folder",
    "find_overlay",
    "find_ruleset",
    "fingerprint",
    "home_of",
    "lines_reader",
    "list_overlays",
    "list_rulesets",
    "path_inside",
    "read_file",
    "read_overlay",
    "read_ruleset",
    "read_texts",
    "shown_path",
]
