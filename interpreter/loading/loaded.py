"""A ruleset loaded for one number of players, and what `load` and `check` return."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from interpreter.checks.layouts import check_layouts
from interpreter.collecting import nothing_collected
from interpreter.loading.counting import Counting
from interpreter.loading.finding import find_target
from interpreter.loading.kept_rules import KeptRules, RulesToKeep
from interpreter.loading.making import compiled_game, game_of
from interpreter.loading.reading_once import Reading
from interpreter.loading.sources import Sources, read_sources, usual_players
from interpreter.model.located_data import FIRST_CHOICE, text_of
from interpreter.model.resolve import player_range
from interpreter.overlays.locations import definition_of
from interpreter.overlays.merge import MergedRuleset, Origin
from interpreter.play.game import Game
from interpreter.problems.position import Position
from interpreter.problems.problem import Problem, Problems
from interpreter.problems.usage_fault import UsageFault
from interpreter.reading import Located, Plain

T = TypeVar("T")


@dataclass
class Loaded:
    """What `load` and `check` return: a game, or None and the problems that stand in its way."""

    game: Game | None
    problems: list[Problem]
    sources: Sources | None = field(default=None, repr=False)
    # The same in code that counts what happens, where wanted.
    counting: Counting | None = field(default=None, repr=False)

    @property
    def ok(self) -> bool:
        """Whether nothing stands in the way of a game; there may be warnings."""
        return all(problem.severity != "error" for problem in self.problems)

    def not_accepted(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return problems by their places, without the warnings that the rules accept."""
        return self.sources.not_accepted(problems) if self.sources is not None else list(problems)

    @property
    def folders(self) -> frozenset[Path]:
        """The folders of the files that it was read from."""
        return frozenset(self.sources.folders.values()) if self.sources is not None else frozenset()

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

        def texts(placed: Located, owner: T | None) -> Iterator[tuple[str, tuple[int, int], int, T]]:
            owner = things.get(placed.position, owner)
            place = placed.position
            if owner is not None and placed.line_places is not None:
                for line in placed.line_places:
                    at = line.position
                    yield at.file, (at.line, at.column), at.line, owner
            elif owner is not None:
                lines = placed.value.count("\n") + 1 if isinstance(placed.value, str) else 0
                yield place.file, (place.line, place.column), place.line + lines, owner
            for key, value in placed.items():
                yield from texts(value, things.get(placed.key_position(key), owner))
            for entry in placed.entries():
                yield from texts(entry, owner)

        if self._merged is not None:
            yield from texts(self._merged, None)


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

    for_scenario: of an option that is usually drawn the first choice is taken. reading: what was read
    before in the same run. Raises UsageFault when the target, an overlay or an option does not exist or the
    players do not fit.
    """
    found = find_target(target, overlays, search)
    given = sorted((options or {}).items())
    asked = (players, found.overlays, [str(each) for each in search], given, for_scenario)
    keeping = RulesToKeep(found.path, *asked) if reading is None else None
    if keeping is not None and (kept := keeping.kept()) is not None:
        made = compiled_game(kept.model, kept.program, kept.sources, kept.pictures, {})
        return Loaded(made, kept.problems, kept.sources)
    sources = read_sources(found, players, options, reading=reading)
    if sources.merged is None:
        return Loaded(None, sources.by_place(sources.problems), sources)
    low, high = player_range(sources.merged)
    count = players if players is not None else usual_players(low, high)
    if not low <= count <= high:
        allowed = f"{low} to {high}" if low < high else f"{low}"
        raise UsageFault(f"{sources.base.id} is for {allowed} players, not {count}")
    usual = dict.fromkeys(_single_options(sources.merged), FIRST_CHOICE) if for_scenario else {}
    problems = Problems(sources.problems)
    game = game_of(sources, count, {**usual, **(options or {})}, problems)
    if game is None:
        return Loaded(None, sources.by_place(problems), sources)
    problems.extend(check_layouts(game, every=False))
    loaded = Loaded(game if problems.ok else None, sources.not_accepted(problems), sources)
    if keeping is not None and loaded.ok:
        keeping.keep(KeptRules(game.model, game.program, game.pictures, sources, loaded.problems))
    return loaded


def _single_options(root: Located) -> list[str]:
    """The options that are no sets."""
    options = root.get("options")
    return [
        name
        for name, option in (options.items() if options is not None else ())
        if not text_of(option.get("type")).startswith("set of ")
    ]
