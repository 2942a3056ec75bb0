"""Scenario files, found and read.

In: a ruleset, an overlay or one file. Out: its scenarios, each with what its file says for all of them and
the game it is of, or problems. A file is read and checked like a ruleset's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from interpreter.loading import no_such_game
from interpreter.model.located_data import word_of
from interpreter.problems import Position, Problems, hint_for
from interpreter.reading import (
    Located,
    OverlayFolder,
    RulesetFolder,
    TextFiles,
    find_overlay,
    find_ruleset,
    read_yaml,
    shown_path,
)
from interpreter.reading.search_path import OVERLAY_FILE, RULESET_FILE, scenarios_in
from interpreter.reading.yaml_reader import Allowance, split_lines
from interpreter.schema_check import check_against

DEFAULT_SEED = 1
# The file of positions that the scenarios of its folder, and those of overlays inside it, share.
SETUPS_FILE = "setups.yaml"
# A name by itself is no statement: so an entry of `given` that is one names a setup.
_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
# What a ruleset may have with its overlays.
MAX_FILES, MAX_SCENARIOS = 200, 2_000


@dataclass(frozen=True, eq=False)
class Scenario:
    """One scenario as it was read, with what its file says for all.

    given: the blocks that lead to its position, those of setups among them.
    """

    name: str
    position: Position
    rules: tuple[str, ...]
    shows: tuple[str, ...]
    game: str
    players: int | None
    overlays: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    given: tuple[Located, ...]
    body: Located
    head: Located
    lines: Sequence[str] = field(repr=False)
    # Where overlays are looked for as well: beside the overlay that the file lies in.
    beside: tuple[Path, ...] = ()

    def lines_of(self, file: str) -> Sequence[str] | None:
        """Return the lines of the scenario's file, and nothing of others, such as that of its setups."""
        return self.lines if file == self.position.file else None


def scenario_files(target: str | Path, search: Sequence[Path] = ()) -> list[Path]:
    """Return the scenario files of a target; raises UsageFault when there is no such target."""
    path = Path(target)
    if path.is_file() and path.name not in (RULESET_FILE, OVERLAY_FILE):
        return [path]
    ruleset = find_ruleset(target, search)
    if ruleset is not None:
        folder = RulesetFolder(ruleset)
        overlays = [file for overlay in folder.overlays() for file in _files_in(overlay.path)]
        return [*folder.scenario_files(), *overlays]
    overlay = find_overlay(target, None, search)
    if overlay is not None:
        return _files_in(overlay)
    if path.is_dir() and any(path.glob("*.yaml")):
        return sorted(path.glob("*.yaml"))
    raise no_such_game(target, search, "game or scenario file")


def _files_in(overlay: Path) -> list[Path]:
    return list(scenarios_in(overlay))


def read_all(files: Iterable[Path]) -> Iterator[tuple[Path, list[Scenario], Problems]]:
    """Yield each file with its scenarios and problems; where there are too many the last problem says so."""
    total = 0
    heads = _Heads()
    for number, file in enumerate(files):
        problems = Problems()
        found = _read_scenarios(file, heads, problems) if number < MAX_FILES else []
        total += len(found)
        if number == MAX_FILES or total > MAX_SCENARIOS:
            message = f"of more than {MAX_FILES} files or {MAX_SCENARIOS} scenarios the rest is not read"
            problems.error("file-too-large", message, Position(shown_path(file), 1, 1))
            yield file, [], problems
            return
        yield file, found, problems


def _read_scenarios(file: Path, heads: _Heads, problems: Problems) -> list[Scenario]:
    """Check one file; with problems, what could be read may be less than the file holds."""
    read = heads.of(file, problems)
    if read is None:
        return []
    head, lines = read
    entries = head.get("scenarios")
    if entries is None:
        return []
    home, own = _home(file)
    setups = _setups(file, head, heads, problems)
    found = [_scenario(entry, head, home, own, lines, setups, problems) for entry in entries.entries()]
    overlay = next((folder for folder in file.resolve().parents if (folder / OVERLAY_FILE).is_file()), None)
    beside = (overlay.parent,) if overlay is not None else ()
    return [replace(scenario, beside=beside) for scenario in found] if problems.ok else []


class _Heads:
    """The files of scenarios and setups, each read once; the limits are for all of them together."""

    def __init__(self) -> None:
        self._files = TextFiles()
        self._allowance = Allowance()
        self._read: dict[Path, tuple[tuple[Located, Sequence[str]] | None, Problems]] = {}

    def of(self, file: Path, problems: Problems) -> tuple[Located, Sequence[str]] | None:
        """Read one file and check its shape; return it with its lines, or None after faults."""
        path = file.resolve()
        if path not in self._read:
            faults = Problems()
            self._read[path] = (self._head(file, faults), faults)
        head, faults = self._read[path]
        problems.extend(faults)
        return head

    def _head(self, file: Path, problems: Problems) -> tuple[Located, Sequence[str]] | None:
        text = self._files.text(file, problems)
        head = read_yaml(text, shown_path(file), problems, self._allowance) if text is not None else None
        if head is None or text is None:
            return None
        check_against(head, "scenario", problems)
        return (head, split_lines(text)) if problems.ok else None


def _setups(file: Path, head: Located, heads: _Heads, problems: Problems) -> dict[str, Located]:
    """Return the setups that a file can name: its own, its folder's, and those of the ruleset around it."""
    found = dict(_entries(head.get("setups")))
    ruleset = next((each for each in file.resolve().parents if (each / RULESET_FILE).is_file()), None)
    for folder in dict.fromkeys([file.resolve().parent, *([ruleset / "scenarios"] if ruleset else [])]):
        shared = folder / SETUPS_FILE
        if shared.is_file() and shared != file.resolve():
            read = heads.of(shared, problems)
            found = {**dict(_entries(read[0].get("setups") if read is not None else None)), **found}
    return found


def _entries(placed: Located | None) -> Iterable[tuple[str, Located]]:
    return placed.items() if placed is not None else ()


def _given(placed: Located | None, setups: Mapping[str, Located], problems: Problems) -> Iterator[Located]:
    """Yield the blocks of a `given`: a text, or a list of texts and names of setups."""
    for entry in (placed.entries() if placed.kind == "list" else [placed]) if placed is not None else ():
        name = str(entry.value)
        if placed is None or not _NAME.match(name) or (placed.kind != "list" and name not in setups):
            yield entry
        elif placed.kind != "list":
            message, hint = f"'{name}' is a setup, and setups are named in a list", f"given: [{name}]"
            problems.error("wrong-type", message, entry.position, hint=hint)
        elif name in setups:
            yield setups[name]
        else:
            message = f"there is no setup '{name}'"
            problems.error("unknown-name", message, entry.position, hint=hint_for(name, setups))


def _home(file: Path) -> tuple[str, tuple[str, ...]]:
    """Return the ruleset that a file lies in, and the overlay, by the nearest folder that is one."""
    overlay: Path | None = None
    for folder in file.resolve().parents:
        if (folder / OVERLAY_FILE).is_file() and overlay is None:
            overlay = folder
        elif (folder / RULESET_FILE).is_file():
            return str(folder), () if overlay is None else (OverlayFolder(overlay).id,)
    return "" if overlay is None else str(overlay), ()


def _scenario(  # noqa: PLR0917 - each is one side of a scenario
    body: Located,
    head: Located,
    home: str,
    own: tuple[str, ...],
    lines: Sequence[str],
    setups: Mapping[str, Located],
    problems: Problems,
) -> Scenario:
    def said(key: str) -> Located | None:
        given = body.get(key)
        return given if given is not None else head.get(key)

    named, players, seed, overlays, options = (said(k) for k in ("game", "players", "seed", "with", "set"))
    game = home
    if named is not None and not (home and RulesetFolder(Path(home)).id == named.value):
        game = str(named.value)
    chosen = [str(entry.value) for entry in overlays.entries()] if overlays is not None else []
    return Scenario(
        name=str(value_of(body.get("name"))),
        position=body.position,
        rules=_texts(said("rules")),
        shows=_texts(body.get("shows")),
        game=game,
        players=_whole(players),
        overlays=tuple(dict.fromkeys([*own, *chosen])),
        options={name: word_of(value) for name, value in options.items()} if options is not None else {},
        seed=DEFAULT_SEED if seed is None else _whole(seed) or 0,
        given=tuple(
            block for owner in (head, body) for block in _given(owner.get("given"), setups, problems)
        ),
        body=body,
        head=head,
        lines=lines,
    )


def value_of(placed: Located | None) -> object:
    """The value that is given, or None."""
    return None if placed is None else placed.value


def _whole(placed: Located | None) -> int | None:
    return placed.value if placed is not None and isinstance(placed.value, int) else None


def _texts(placed: Located | None) -> tuple[str, ...]:
    if placed is None:
        return ()
    return tuple(str(entry.value) for entry in (placed.entries() if placed.kind == "list" else [placed]))
