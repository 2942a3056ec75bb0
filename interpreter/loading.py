"""From a name or path to a Game: the whole way, in the order of the stages.

Bad input gives problems, never an exception.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from interpreter.checks.acceptance import vain_acceptances, without_accepted
from interpreter.checks.doubts import doubts, missing_rows
from interpreter.checks.hidden_asked import hidden_asked
from interpreter.checks.layouts import check_layouts
from interpreter.checks.proofs import proofs
from interpreter.checks.soundness import check_hidden, check_soundness, kept_values
from interpreter.collecting import nothing_collected
from interpreter.compiler.compile_game import (
    compile_beginning,
    compile_checked,
    compile_counting,
    compile_game,
)
from interpreter.language import parser
from interpreter.language import tree as t
from interpreter.language.check import check_model
from interpreter.language.program import Program
from interpreter.model.declarations import Model
from interpreter.model.limits import TooLarge
from interpreter.model.placed_data import entries_of, word_of
from interpreter.model.resolve import player_range, resolve
from interpreter.numbered_rules.pages import page_of, unknown_rules
from interpreter.overlays import apply_overlays
from interpreter.overlays.locations import definition_of
from interpreter.overlays.merge import MergedRuleset, Origin
from interpreter.play.faults import RuleFault
from interpreter.play.game import Beginning, Game
from interpreter.problems.former_names import with_new_names
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.problems.problem import Problem, Problems
from interpreter.reading import (
    Placed,
    Plain,
    RulesetFolder,
    RulesetSource,
    SourceTexts,
    find_overlay,
    find_ruleset,
    fingerprint,
    list_overlays,
    list_rulesets,
    read_overlay,
    read_ruleset,
    shown_path,
)
from interpreter.reading.own_value import is_file_name, read_own_value
from interpreter.reading.pictures import read_pictures
from interpreter.reading.search_path import OVERLAY_FILE, RULESET_FILE
from interpreter.schema_check import Sound, check_against, check_source

T = TypeVar("T")
Made = TypeVar("Made")

MAX_CHAIN = 8
# Where a game has no overlays at all.
_NO_OVERLAYS = "it belongs into expansions/, whatever its kind, or is named by its path: ./NAME"


class UsageFault(Exception):
    """A target, overlay or option that does not exist, or a number of players the game does not allow."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass
class Sources:
    """All that was read for one choice of overlays; texts by the file names that positions bear."""

    path: Path
    base: RulesetSource
    overlays: list[RulesetSource]
    merged: MergedRuleset | None
    problems: Problems
    # Files given as values of options: by option the name of the value that the file adds.
    own_values: dict[str, str] = field(default_factory=dict)
    own_files: list[RulesetSource] = field(default_factory=list)
    # What is checked: the overlays that were named or, without any, the ruleset.
    checked: list[RulesetSource] = field(default_factory=list)

    @property
    def folders(self) -> dict[str, Path]:
        """The folder of each file that was read, by the name that positions bear."""
        read = (self.base, *self.overlays, *self.own_files)
        return {
            file: source.path.parent if source.path.is_file() else source.path
            for source in read
            for file in source.texts
        }

    def lines_of(self, file: str) -> list[str] | None:
        """The lines of a file, for showing problems."""
        for source in (self.base, *self.overlays, *self.own_files):
            lines = source.lines_of(file)
            if lines is not None:
                return lines
        return None

    @property
    def renamed(self) -> dict[str, str]:
        """The new name of each former one, by what the ruleset and its overlays say."""
        found: dict[str, str] = {}
        for source in (self.base, *self.overlays):
            renamed = source.main.get("renamed")
            found |= {old: str(new.value) for old, new in (renamed.items() if renamed else ())}
        return found

    def by_place(self, problems: Problems) -> list[Problem]:
        """Return problems by their places; those about former names say the new ones."""
        return with_new_names(problems.sorted(), self.renamed, self.lines_of)

    def not_accepted(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return problems by their places, without the warnings that are meant."""
        return without_accepted(self.by_place(Problems(problems)), (self.base, *self.overlays))

    @property
    def read_from(self) -> tuple[SourceTexts, ...]:
        """The texts of all that was read, the ruleset first."""
        own = [SourceTexts("value", source.path.name, source.files) for source in self.own_files]
        read = (self.base, *self.overlays)
        return (*(SourceTexts(source.kind, source.path.name, source.files) for source in read), *own)

    @property
    def overlay_ids(self) -> tuple[str, ...]:
        """The ids of the overlays, sorted: what a Game tells and the model is resolved with."""
        return tuple(sorted(source.id for source in self.overlays))


@dataclass
class Loaded:
    """What `load` and `check` return: a game, or None and the problems that stand in its way."""

    game: Game | None
    problems: list[Problem]
    sources: Sources | None = field(default=None, repr=False)
    # By a number of players the same game in code that counts what happens (`Game.counted`), where wanted.
    counting: Callable[[int], Game | None] | None = field(default=None, repr=False)

    @property
    def ok(self) -> bool:
        """Whether nothing stands in the way of a game; there may be warnings."""
        return all(problem.severity != "error" for problem in self.problems)

    def not_accepted(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return problems by their places, without the warnings that the rules accept."""
        return self.sources.not_accepted(problems) if self.sources is not None else list(problems)

    def lines_of(self, file: str) -> list[str] | None:
        """The lines of a rule file, for showing problems."""
        return self.sources.lines_of(file) if self.sources is not None else None

    def changed_definition(self, section: str, name: str) -> Plain:
        """How a thing is defined that overlays have changed, as in a file; None where its file still says it.

        For an entry of a list: a list of that entry.
        """
        sources = self.sources
        now = definition_of(sources.merged, section, name) if sources and sources.merged else None
        if sources is None or sources.merged is None or now is None:
            return None
        key, definition = now
        before = definition_of(sources.base.merged, section, name)
        origins = sources.merged.origin.get(f"{section}/{name}", [])
        same = before is None or (before[0], before[1].plain()) == (key, definition.plain())
        if same and all(origin.operation == "add" for origin in origins):
            return None
        return {key: definition.plain()} if key else [definition.plain()]

    @property
    def _merged(self) -> MergedRuleset | None:
        return self.sources.merged if self.sources is not None else None

    def changes(self, section: str, name: str) -> tuple[Origin, ...]:
        """What overlays did to a thing (its section and name, as in `Game.things`), in order."""
        return tuple(self._merged.origin.get(f"{section}/{name}", ())) if self._merged is not None else ()

    def removal(self, name: str) -> Origin | None:
        """The change of an overlay that removed a thing of this name."""
        return self._merged.removed_by(name) if self._merged is not None else None

    def innermost(self, place: Position, things: Mapping[Position, T]) -> T | None:
        """Of things by where they are declared, the innermost to whose text a place in a file belongs.

        The files count as overlays have put them together.
        """
        here = (place.file, (place.line, place.column))
        before = sorted((each for each in self._texts(things) if each[:2] <= here), key=lambda each: each[:2])
        if not before:
            return None
        file, _, last, thing = before[-1]
        return thing if file == place.file and place.line <= last else None

    def _texts(self, things: Mapping[Position, T]) -> Iterator[tuple[str, tuple[int, int], int, T]]:
        """Where the texts of things lie: file, line and column, last line, and what each belongs to."""

        def texts(placed: Placed, owner: T | None) -> Iterator[tuple[str, tuple[int, int], int, T]]:
            owner = things.get(placed.position, owner)
            place = placed.position
            if owner is not None:
                lines = placed.value.count("\n") + 1 if isinstance(placed.value, str) else 0
                yield place.file, (place.line, place.column), place.line + lines, owner
            for key, value in placed.items():
                yield from texts(value, things.get(placed.key_position(key), owner))
            for entry in placed.entries():
                yield from texts(entry, owner)

        if self._merged is not None:
            yield from texts(self._merged, None)


class Reading:
    """What was read in one run: a ruleset or overlay that several checks need is read and looked at once."""

    def __init__(self) -> None:
        """Begin with nothing; files that change afterwards are not read again."""
        self._read: dict[tuple[object, Path], tuple[RulesetSource, Problems]] = {}
        self._checked: dict[int, tuple[bool, Problems]] = {}
        self.sound = Sound()

    def source(
        self, read: Callable[[Path, Problems], RulesetSource], path: Path, problems: Problems
    ) -> RulesetSource:
        """Read a folder; what was wrong with it is told each time."""
        key = (read, path)
        if key not in self._read:
            found = Problems()
            self._read[key] = (read(path, found), found)
        source, faults = self._read[key]
        problems.extend(faults)
        return source

    def check(self, source: RulesetSource, problems: Problems) -> bool:
        """Check a source that was read here against its schemas; returns whether later stages can go on."""
        if id(source) not in self._checked:
            found = Problems()
            self._checked[id(source)] = (check_source(source, found, self.sound), found)
        goes_on, faults = self._checked[id(source)]
        problems.extend(faults)
        return goes_on


@nothing_collected()
def load(
    target: str | Path,
    *,
    players: int | None = None,
    overlays: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    search: Sequence[Path] = (),
    for_scenario: bool = False,
    reading: Reading | None = None,
) -> Loaded:
    """Load a ruleset by id or path for a number of players (default: the least above one that it allows).

    for_scenario: options that are not given are as the ruleset has them in scenarios. reading: what was read
    before in the same run. Raises UsageFault when the target, an overlay or an option does not exist or the
    players do not fit.
    """
    sources = read_sources(target, overlays, search, players, options or {}, reading=reading)
    if sources.merged is None:
        return Loaded(None, sources.by_place(sources.problems), sources)
    low, high = player_range(sources.merged)
    count = players if players is not None else min(max(low, 2), high)
    if not low <= count <= high:
        allowed = f"{low} to {high}" if low < high else f"{low}"
        raise UsageFault(f"{sources.base.id} is for {allowed} players, not {count}")
    usual = _options_in_scenarios(sources.merged) if for_scenario else {}
    loaded = _built(sources, count, {**usual, **(options or {})})
    if loaded.game is None:
        return loaded
    found = Problems([*loaded.problems, *check_layouts(loaded.game, every=False)])
    return Loaded(loaded.game if found.ok else None, sources.not_accepted(found), sources)


@nothing_collected()
def check(
    target: str | Path,
    *,
    overlays: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    search: Sequence[Path] = (),
    reading: Reading | None = None,
    with_game: bool = False,
    counting: bool = False,
) -> Loaded:
    """Check a ruleset whole, for every number of players.

    A layout must pass its board's checks for one number of players at least. reading: what other checks of
    the same run have read. with_game: return the game of the greatest number of players as well. counting:
    and what makes it in code that counts.
    """
    reading = reading or Reading()
    sources = read_sources(target, overlays, search, None, options or {}, reading=reading)
    if sources.merged is None:
        return Loaded(None, sources.by_place(sources.problems), sources)
    low, high = player_range(sources.merged)
    found = Problems(sources.problems)
    game: Game | None = None
    faults: list[dict[Problem, None]] = []
    doubtful: list[Problem] | None = None
    varying = bool(_joining(sources.path, sources.overlays, reading))
    greatest = min(high, low + 11)
    counts: dict[int, Game | None] = {}
    for count in range(low, greatest + 1):
        if varying:
            sources = read_sources(target, overlays, search, count, options or {}, reading=reading)
        # Of what is compiled besides, only the tables differ, which are largest for the greatest number.
        made: Game | Beginning | None
        if count == greatest and with_game:
            loaded = _built(sources, count, options or {})
            made = game = loaded.game
            found.extend(loaded.problems)
        elif count == greatest and counting:
            trial = Problems()
            made = counts[count] = _made(sources, count, options or {}, trial, compile_counting)
            if made is None:  # loading has bounds that checking has not
                made = _made(sources, count, options or {}, found, compile_checked)
            else:
                found.extend(trial)
            if sources.merged is not None:
                read_pictures(sources.merged, sources.folders, found)
        elif count == greatest:
            made = _made(sources, count, options or {}, found, compile_checked)
            if sources.merged is not None:
                read_pictures(sources.merged, sources.folders, found)
        else:
            made = _made(sources, count, options or {}, found, compile_beginning)
        if made is not None:
            faults.append(dict.fromkeys(check_layouts(made, every=True)))
            # What one number of players has no use for another may need.
            if doubtful is None or doubtful:
                known = _doubts(made, sources)
                doubtful = known if doubtful is None else [each for each in doubtful if each in known]
    found.extend(p for p in (faults[0] if faults else ()) if all(p in others for others in faults))
    if found.ok:
        found.extend(doubtful or ())
        found.extend(missing_rows(sources.base.merged, [each.merged for each in sources.checked]))
        found.extend(unknown_rules(sources.checked, _pages_for(sources)))
        found.extend(vain_acceptances(found.warnings, sources.checked))
    checked = Loaded(game if found.ok else None, sources.not_accepted(found), sources)

    def counted(players: int) -> Game | None:
        if players not in counts:
            read = read_sources(target, overlays, search, players, options or {}, reading=reading)
            counts[players] = _made(read, players, options or {}, Problems(), compile_counting)
        return counts[players]

    if counting and found.ok:
        checked.counting = counted
    return checked


def _doubts(game: Game | Beginning, sources: Sources) -> list[Problem]:
    """What is doubtful in what is checked."""
    files = {file for source in sources.checked for file in source.texts}
    assert sources.merged is not None
    proved = proofs(sources.merged, game.model, game.program)
    found = [problem for problem in proved if problem.position.file in files]
    return found + doubts(sources.merged, game.model, game.program, lambda place: place.file in files)


def _pages_for(sources: Sources) -> list[Path]:
    """The pages on which a rule that is cited may be: those of all overlays, chosen or not."""
    folders = {source.path: source.id for source in (sources.base, *sources.overlays)}
    folders |= {folder.path: folder.id for folder in RulesetFolder(sources.path).overlays()}
    pages = (page_of(folder, name) for folder, name in folders.items())
    return [page for page in pages if page is not None]


def _options_in_scenarios(root: Placed) -> dict[str, str]:
    """The options that scenarios have otherwise than plays, as words."""
    options = root.get("options")
    found = {name: option.get("in_scenarios") for name, option in (options.items() if options else ())}
    return {name: word_of(said) for name, said in found.items() if said is not None}


def _built(sources: Sources, players: int, options: Mapping[str, str]) -> Loaded:
    problems = Problems(sources.problems)
    pictures = read_pictures(sources.merged, sources.folders, problems) if sources.merged is not None else {}

    def compiled(model: Model, program: Program) -> Game:
        assert sources.merged is not None
        return replace(
            compile_game(model, program, fingerprint(sources.merged)),
            pictures=pictures,
            path=str(sources.path.resolve()),
            read_from=sources.read_from,
            own_files={name: str(Path(options[name]).resolve()) for name in sources.own_values},
        )

    game = _made(sources, players, options, problems, compiled)
    return Loaded(game, sources.by_place(problems), sources)


def _made(
    sources: Sources,
    players: int,
    options: Mapping[str, str],
    problems: Problems,
    compiled: Callable[[Model, Program], Made],
) -> Made | None:
    """Resolve, check and compile for a number of players; None where something is wrong."""
    if sources.merged is None:
        return None
    start, faults = sources.merged.position, Problems(sources.problems)
    try:
        model = model_of(sources, players, options, faults)
        if model is not None and faults.ok:
            return compiled(*model)
    except RuleFault as fault:
        faults.error("rule-fault", fault.message, fault.position or start)
    except TooLarge as fault:
        faults.error("too-large", str(fault), start)
    except RecursionError:
        message = "these rules are nested, or lead to one another, more deeply than can be compiled"
        faults.error("too-large", message, start)
    finally:
        problems.extend(faults)
    return None


def model_of(
    sources: Sources, players: int, options: Mapping[str, str], problems: Problems
) -> tuple[Model, Program] | None:
    """Resolve and check one choice of players and options; None after faults that leave nothing to check."""
    assert sources.merged is not None
    known = sources.merged.get("options")
    names = [name for name, _ in known.items()] if known is not None else []
    for name in options:
        if name not in names:
            raise UsageFault(f"{sources.base.id} has no option '{name}'", hint_for(name, names))
    chosen = {**options, **sources.own_values}
    model = resolve(sources.merged, players, sources.overlay_ids, chosen, problems)
    program = check_model(model, problems)
    if problems.ok:
        check_soundness(program, problems)
        check_hidden(model, program, problems)
        hidden_asked(model, program, problems)
        kept_values(model, program, problems)
    return model, program


def read_sources(
    target: str | Path,
    overlays: Sequence[str],
    search: Sequence[Path],
    players: int | None,
    options: Mapping[str, str] | None = None,
    *,
    reading: Reading | None = None,
) -> Sources:
    """Read a ruleset, what it extends, its overlays, and files given for options; merge them."""
    path, overlays = _locate(target, overlays, search)
    problems, reading = Problems(), reading or Reading()
    chain = _chain(path, search, reading, problems)
    base, named = chain[0], _named_overlays(path, overlays, search, reading, problems)
    found = [*chain[1:], *named]
    misspelt = Problems()
    for source in (base, *found):
        faults = Problems()
        (misspelt if reading.check(source, faults) else problems).extend(faults)
    count = players if players is not None else _default_players(base.merged)
    for source in named:  # of others it is asked when they may join
        _holds(source.main.get("automatic"), count, problems)
    found += _automatic(path, found, count, reading, problems)
    sources = Sources(path, base, found, None, problems, checked=named or chain[-1:])
    _read_own_values(sources, options or {}, problems)
    if problems.errors:
        problems.extend(misspelt)
        return sources
    added = [*found, *sources.own_files]
    merged = apply_overlays(base.merged, [(source.id, source.merged) for source in added], problems)
    if problems.ok and added:
        check_against(merged, "ruleset", problems, reading.sound)
    low, high = player_range(merged)
    if problems.ok and low > high:
        place = merged.get("players") or merged
        problems.error("out-of-range", f"`min` is {low}, which is more than `max`, {high}", place.position)
    sources.merged = merged if problems.ok else None
    problems.extend(misspelt)
    return sources


def _read_own_values(sources: Sources, options: Mapping[str, str], problems: Problems) -> None:
    """Read the files that stand where options have values."""
    for name, value in options.items():
        if not is_file_name(value):
            continue
        if not Path(value).is_file():
            raise UsageFault(f"there is no file '{value}' for the option '{name}'")
        source, word = read_own_value(Path(value), problems)
        check_against(source.main, "part", problems)
        sources.own_files.append(source)
        sources.own_values[name] = word


def _default_players(base: Placed) -> int:
    low, high = player_range(base)
    return min(max(low, 2), high)


def _locate(
    target: str | Path, overlays: Sequence[str], search: Sequence[Path]
) -> tuple[Path, Sequence[str]]:
    path = find_ruleset(target, search)
    if path is not None:
        return path, overlays
    overlay = find_overlay(target, None, search)
    if overlay is not None:
        home, below = _based_on(str(target), overlay, search)
        return home, [*below, str(target), *overlays]
    if os.path.isdir(target):  # noqa: PTH112 - unlike Path, it takes names that no file can have
        inside = sorted(str(file.parent) for file in Path(target).glob(f"*/{RULESET_FILE}"))
        hint = f"did you mean '{inside[0]}'?" if inside else "`ruleset.yaml` makes a folder a ruleset"
        raise UsageFault(f"the folder '{target}' has no {RULESET_FILE}", hint)
    names = [ruleset.id for ruleset in list_rulesets(search)]
    raise UsageFault(
        f"there is no game '{target}'", hint_for(str(target), names) or f"there are: {', '.join(names)}"
    )


def _based_on(target: str, overlay: Path, search: Sequence[Path]) -> tuple[Path, list[str]]:
    """The ruleset that an overlay is for, and the overlays below it, the lowest first. Raises UsageFault."""
    below: list[str] = []
    while len(below) < MAX_CHAIN:
        search = (overlay.parent, *search)
        base = read_overlay(overlay, Problems()).main.get("base")
        if base is None:
            raise UsageFault(
                f"the overlay '{overlay.name}' does not say what it is for", "`base: RULESET` does"
            )
        home = find_ruleset(str(base.value), search)
        if home is not None:
            return home, below
        found = find_overlay(str(base.value), None, search)
        if found is None:
            hint = "--rulesets DIR says where else to look"
            raise UsageFault(f"the overlay '{overlay.name}' is for '{base.value}', which is not there", hint)
        below.insert(0, str(found))
        overlay = found
    raise UsageFault(f"the overlay '{target}' builds on more than {MAX_CHAIN} others", "or on itself")


def _chain(path: Path, search: Sequence[Path], reading: Reading, problems: Problems) -> list[RulesetSource]:
    """A ruleset and all that it extends, the base first."""
    chain = [reading.source(read_ruleset, path, problems)]
    while (extends := chain[0].main.get("extends")) is not None and len(chain) <= MAX_CHAIN:
        found = find_ruleset(str(extends.value), [path.parent, *search])
        if found is None or any(found == other.path for other in chain):
            problems.error(
                "unknown-name", f"there is no ruleset '{extends.value}' to extend", extends.position
            )
            break
        chain.insert(0, reading.source(read_ruleset, found, problems))
    return chain


def _named_overlays(
    path: Path, overlays: Sequence[str], search: Sequence[Path], reading: Reading, problems: Problems
) -> list[RulesetSource]:
    found: dict[str, RulesetSource] = {}
    for name in dict.fromkeys(overlays):
        folder = find_overlay(name, path, search)
        if folder is None:
            names = [overlay.id for overlay in (*RulesetFolder(path).overlays(), *list_overlays(search))]
            raise UsageFault(
                f"there is no overlay '{name}'",
                hint_for(name, names) or (f"there are: {', '.join(names)}" if names else _NO_OVERLAYS),
            )
        other = Path(name) / OVERLAY_FILE
        if other.is_file() and not other.samefile(folder / OVERLAY_FILE) and Path(name).name == name:
            message = f"'{name}' means the overlay in {shown_path(folder)}, not the one in this folder"
            problems.warning(
                "defined-twice", message, Position(str(other), 1, 1), hint=f"this one is './{name}'"
            )
        source = reading.source(read_overlay, folder, problems)
        found.setdefault(source.id, source)
    return list(found.values())


def _automatic(
    path: Path, found: list[RulesetSource], players: int, reading: Reading, problems: Problems
) -> list[RulesetSource]:
    """Overlays that join by themselves for this number of players, if what they are written for is there."""
    joined: list[RulesetSource] = []
    overlays = {folder.id for folder in RulesetFolder(path).overlays()}
    for source in _joining(path, found, reading):
        there = {other.id for other in (*found, *joined)}
        needed = [source.main.get("base"), *entries_of(source.main, "needs")]
        missing = any(n is not None and n.value in overlays and n.value not in there for n in needed)
        if not missing and _holds(source.main.get("automatic"), players, problems):
            reading.check(source, problems)
            joined.append(source)
    return joined


def _joining(path: Path, found: Sequence[RulesetSource], reading: Reading) -> list[RulesetSource]:
    """Return the overlays of a ruleset, not chosen yet, that say when they join by themselves."""
    chosen = {source.id for source in found}
    folders = [f for f in RulesetFolder(path).overlays() if f.may_join and f.id not in chosen]
    sources = [reading.source(read_overlay, folder.path, Problems()) for folder in folders]
    return [source for source in sources if source.main.get("automatic") is not None]


def _holds(condition: Placed | None, players: int, problems: Problems) -> bool:
    """Evaluate `automatic:`: comparisons of `players` with numbers, joined by and, or, not."""
    parsed = parser.parse_expression(condition, problems) if condition is not None else None
    return parsed is not None and bool(_value(parsed, players, problems))


def _value(e: t.Expression, players: int, problems: Problems) -> int | bool:
    if isinstance(e, (t.Number, t.Truth)):
        return e.value
    if isinstance(e, t.Name) and e.name == "players":
        return players
    if isinstance(e, t.Comparison):
        left, right = _value(e.left, players, problems), _value(e.right, players, problems)
        results = {
            "==": left == right,
            "!=": left != right,
            "<": left < right,
            "<=": left <= right,
            ">": left > right,
            ">=": left >= right,
        }
        return results[e.operator]
    if isinstance(e, t.Logic):
        parts = [bool(_value(p, players, problems)) for p in e.parts]
        return all(parts) if e.operator == "and" else any(parts)
    if isinstance(e, t.Not):
        return not _value(e.operand, players, problems)
    problems.error("type", "`automatic` may compare only `players` with numbers", e.position)
    return False


__all__ = ["Loaded", "Reading", "Sources", "UsageFault", "check", "load", "model_of", "read_sources"]
