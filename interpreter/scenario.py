"""Scenarios: a position, the choices taken, and what must then hold; YAML beside a ruleset, run as tests.

A file is read and checked like a ruleset's. Every text in it is compiled against the game before anything is
played, so that a misspelt name is told as such. Only then is the game set up, the position changed, and
played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from interpreter.compiler.snippets import SnippetError, Snippets
from interpreter.language.checked import Ex, StepEx
from interpreter.language.types import TRUTH, Type
from interpreter.layout import AGENDA, DRAWN, FINISHED, PENDING, STEP
from interpreter.loading import UsageFault, load
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game
from interpreter.play.state import State
from interpreter.problems import Position, Problem, Problems, hint_for
from interpreter.reading import (
    OverlayFolder,
    Placed,
    RulesetFolder,
    find_overlay,
    find_ruleset,
    list_rulesets,
    read_yaml,
    shown_path,
)
from interpreter.reading.search_path import OVERLAY_FILE, RULESET_FILE
from interpreter.reading.yaml_reader import MAX_BYTES, split_lines
from interpreter.schema_check import check_against

DEFAULT_SEED = 1
MAX_CHOICES = 10_000
MOST_OPTIONS_LISTED = 12


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """How a scenario went; line: where it stands, or, of a failed one, the line that does not hold."""

    name: str
    file: str
    line: int
    passed: bool
    message: str
    rules: tuple[str, ...]
    shows: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Scenario:
    """One scenario as it was read, with what its file says for all."""

    name: str
    position: Position
    rules: tuple[str, ...]
    shows: tuple[str, ...]
    game: str
    players: int | None
    overlays: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    body: Placed
    head: Placed
    lines: Sequence[str] = field(repr=False)


def run_scenarios(
    target: str | Path, search: Sequence[Path] = (), *, only: str | None = None
) -> list[ScenarioResult]:
    """Run the scenarios of a ruleset and its expansions, of an overlay, or of one scenario file.

    only: a part of the name, or a pattern of it with *. A faulty file or ruleset gives failed results.
    Raises UsageFault when there is no such target.
    """
    games = _Games(search)
    results = []
    for file in scenario_files(target, search):
        problems = Problems()
        found = read_scenarios(file, problems)
        results += [_failed_file(file, problem) for problem in problems.errors]
        for scenario in found if problems.ok else ():
            if only is None or _is_named(scenario.name, only):
                results.append(_result(scenario, games))
    return results


def check_scenarios(target: str | Path, search: Sequence[Path] = ()) -> list[Problem]:
    """Check the same scenarios without playing: the files' shape, and every name and text in them.

    Faults of the ruleset itself are told once for each scenario's place, not one by one.
    """
    games = _Games(search)
    problems = Problems()
    for file in scenario_files(target, search):
        of_file = Problems()
        for scenario in read_scenarios(file, of_file):
            if of_file.ok:
                found = games.game_of(scenario)
                problems.extend([found] if isinstance(found, Problem) else _text_problems(scenario, *found))
        problems.extend(of_file)
    return problems.sorted()


# --- Reading ----------------------------------------------------------------------------------


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
    names = [folder.id for folder in list_rulesets(search)]
    hint = hint_for(str(target), names) or (f"there are: {', '.join(names)}" if names else None)
    raise UsageFault(f"there is no game or scenario file '{target}'", hint)


def _files_in(overlay: Path) -> list[Path]:
    return sorted((overlay / "scenarios").glob("*.yaml"))


def read_scenarios(file: Path, problems: Problems) -> list[Scenario]:
    """Read and check one file; with problems, what could be read may be less than the file holds."""
    shown = shown_path(file)
    start = Position(shown, 1, 1)
    try:
        data = file.read_bytes()[: MAX_BYTES + 1]
        text = data.decode("utf-8")
    except OSError as error:
        problems.error("file-unreadable", f"'{shown}' cannot be read: {error.strerror or error}", start)
        return []
    except UnicodeDecodeError:
        problems.error("not-utf-8", "the file is not text in UTF-8", start)
        return []
    if len(data) > MAX_BYTES:
        problems.error("file-too-large", f"'{shown}' is larger than {MAX_BYTES // 1_000_000} MB", start)
        return []
    head = read_yaml(text, shown, problems)
    if head is None:
        return []
    check_against(head, "scenario", problems)
    entries = head.get("scenarios")
    if not problems.ok or entries is None:
        return []
    home, own = _home(file)
    lines = split_lines(text)
    return [_scenario(entry, head, home, own, lines) for entry in entries.entries()]


def _home(file: Path) -> tuple[str, tuple[str, ...]]:
    """Return the ruleset that a file lies in, and the overlay, by the nearest folder that is one."""
    overlay: Path | None = None
    for folder in file.resolve().parents:
        if (folder / OVERLAY_FILE).is_file() and overlay is None:
            overlay = folder
        elif (folder / RULESET_FILE).is_file():
            return str(folder), () if overlay is None else (OverlayFolder(overlay).id,)
    return "" if overlay is None else str(overlay), ()


def _scenario(body: Placed, head: Placed, home: str, own: tuple[str, ...], lines: Sequence[str]) -> Scenario:
    def said(key: str) -> Placed | None:
        given = body.get(key)
        return given if given is not None else head.get(key)

    named, players, seed, overlays, options = (said(k) for k in ("game", "players", "seed", "with", "set"))
    game = home
    if named is not None and not (home and RulesetFolder(Path(home)).id == named.value):
        game = str(named.value)
    chosen = [str(entry.value) for entry in overlays.entries()] if overlays is not None else []
    return Scenario(
        name=str(_value(body.get("name"))),
        position=body.position,
        rules=_texts(said("rules")),
        shows=_texts(body.get("shows")),
        game=game,
        players=_whole(players),
        overlays=tuple(dict.fromkeys([*own, *chosen])),
        options={name: _word(value) for name, value in options.items()} if options is not None else {},
        seed=DEFAULT_SEED if seed is None else _whole(seed) or 0,
        body=body,
        head=head,
        lines=lines,
    )


def _value(placed: Placed | None) -> object:
    return None if placed is None else placed.value


def _whole(placed: Placed | None) -> int | None:
    return placed.value if placed is not None and isinstance(placed.value, int) else None


def _texts(placed: Placed | None) -> tuple[str, ...]:
    if placed is None:
        return ()
    return tuple(str(entry.value) for entry in (placed.entries() if placed.kind == "list" else [placed]))


def _word(placed: Placed) -> str:
    """An option's value as --set would have it."""
    return str(placed.value).lower() if isinstance(placed.value, bool) else str(placed.value)


def _is_named(name: str, only: str) -> bool:
    return only.casefold() in name.casefold() or _fits(name, only)


# --- Games and texts --------------------------------------------------------------------------


class _Games:
    """The games that scenarios play, each loaded once."""

    def __init__(self, search: Sequence[Path]) -> None:
        self.search = search
        self.known: dict[tuple[object, ...], tuple[Game, Snippets] | UsageFault] = {}

    def game_of(self, scenario: Scenario) -> tuple[Game, Snippets] | Problem:
        """Return the scenario's game, or what is wrong with it, at the scenario's place."""
        key = (scenario.game, scenario.players, scenario.overlays, tuple(sorted(scenario.options.items())))
        if key not in self.known:
            self.known[key] = self.loaded(scenario)
        found = self.known[key]
        if isinstance(found, UsageFault):
            return Problem("unknown-name", found.message, scenario.position, hint=found.hint)
        return found

    def loaded(self, scenario: Scenario) -> tuple[Game, Snippets] | UsageFault:
        if not scenario.game:
            return UsageFault("this file lies in no ruleset, and does not say its `game`")
        try:
            loaded = load(
                scenario.game,
                players=scenario.players,
                overlays=scenario.overlays,
                options=scenario.options,
                search=self.search,
            )
        except UsageFault as fault:
            return fault
        if loaded.game is None:
            errors = [problem for problem in loaded.problems if problem.severity == "error"]
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            message = f"the ruleset has faults: {errors[0].position}: {errors[0].message}{more}"
            return UsageFault(message, errors[0].hint)
        return loaded.game, Snippets(loaded.game)


def _text_problems(scenario: Scenario, game: Game, snippets: Snippets) -> list[Problem]:
    """Everything in a scenario's texts and names that does not fit its game."""
    problems = Problems()
    seats = [f"p{seat + 1}" for seat in range(game.players)]

    def tried(compiling: Callable[[], object]) -> None:
        try:
            compiling()
        except SnippetError as error:
            problems.extend(error.problems)

    def expression(text: Placed | None) -> None:
        if text is not None and text.kind != "truth":
            tried(lambda: snippets.expression(text, TRUTH))

    def known(what: str, name: str, names: Iterable[str], position: Position) -> None:
        if name not in names:
            message = f"there is no {what} '{name}'"
            problems.error("unknown-name", message, position, hint=hint_for(name, names))

    def step(name: Placed | None) -> None:
        if name is not None:
            known("step", str(name.value), game.step_starts, name.position)

    def seat(name: Placed | None) -> None:
        if name is not None:
            known("player", str(name.value), seats, name.position)

    def seats_of(points: Placed | None) -> None:
        if points is not None:
            for name, _ in points.items():
                known("player", name, seats, points.key_position(name))

    def source_names(points: Placed | None) -> None:
        for _, sources in points.items() if points is not None else ():
            for name, _ in sources.items():
                known("source of points", name, game.layout.sources, sources.key_position(name))

    body = scenario.body
    given, at = body.get("given"), body.get("at")
    if given is not None:
        tried(lambda: snippets.block(given))
    if at is not None:
        step(at.get("step") if at.kind == "map" else at)
        seat(at.get("player"))
    for entry in _entries(body, "when"):
        step(entry.get("until"))
        seat(entry.get("by"))
        expression(entry.get("check"))
    for entry in _entries(body, "then"):
        if entry.kind != "map":
            expression(entry)
        for winner in _entries(entry, "winner"):
            seat(winner)
        for name in ("scores", "preview", "source"):
            seats_of(entry.get(name))
        source_names(entry.get("source"))
    return problems.sorted()


def _entries(owner: Placed, key: str) -> list[Placed]:
    found = owner.get(key)
    return found.entries() if found is not None else []


# --- Running ----------------------------------------------------------------------------------


class _Failed(Exception):
    """What does not hold, and where."""

    def __init__(self, position: Position, message: str) -> None:
        super().__init__(message)
        self.position = position
        self.message = message


def _result(scenario: Scenario, games: _Games) -> ScenarioResult:
    position, message = scenario.position, ""
    found = games.game_of(scenario)
    problems = [found] if isinstance(found, Problem) else _text_problems(scenario, *found)
    if problems:
        hint = f"\n{problems[0].hint}" if problems[0].hint is not None else ""
        position, message = problems[0].position, problems[0].message + hint
    elif not isinstance(found, Problem):
        try:
            _Play(scenario, *found).run()
        except _Failed as failed:
            position, message = failed.position, failed.message
    passed = not message
    return ScenarioResult(
        scenario.name, position.file, position.line, passed, message, scenario.rules, scenario.shows
    )


def _failed_file(file: Path, problem: Problem) -> ScenarioResult:
    hint = f"\n{problem.hint}" if problem.hint is not None else ""
    place = problem.position
    return ScenarioResult(file.stem, place.file, place.line, False, problem.message + hint, (), ())


class _Play:
    """One scenario being played."""

    def __init__(self, scenario: Scenario, game: Game, snippets: Snippets) -> None:
        self.scenario = scenario
        self.game = game
        self.snippets = snippets
        self.state: State

    def run(self) -> None:
        """Go through given, at, when and then; raises _Failed at the first thing that does not hold."""
        body = self.scenario.body
        self.guarded(self.scenario.position, lambda: self.begin(body.get("given"), body.get("at")))
        for entry in _entries(body, "when"):
            self.event(entry)
        for entry in _entries(body, "then"):
            self.claim(entry)

    def guarded(self, position: Position, playing: Callable[[], None]) -> None:
        """Let a rule that goes wrong fail the scenario at the line that led to it."""
        try:
            playing()
        except RuleFault as fault:
            here = fault.position is not None and fault.position.file == position.file
            place = fault.position if here and fault.position is not None else position
            text = fault.message if here else str(fault)
            raise _Failed(place, f"this cannot be carried out: {text}") from fault

    @property
    def me(self) -> int:
        return max(self.state.seat, 0)

    # -- the position
    def begin(self, given: Placed | None, at: Placed | None) -> None:
        """Set the game up and put it into the position."""
        self.state = State.begin(self.game, self.scenario.seed)
        if given is None and at is None:
            return
        slots = self.state.checkpoint[:]
        if given is not None:
            before = slots[:]
            self.snippets.run(given, slots, self.me)
            slots[DRAWN] = ()
            self.loops_follow(before, slots)
        if at is not None:
            self.jump(slots, at)
        # The step that stood, or the one gone to, starts afresh: it may offer other things now.
        self.state = State(self.game, slots)
        self.state._advance()

    def step_at(self, slots: list[Any]) -> str:
        name: str = self.game.operations[slots[STEP]].step
        return name

    def chain(self, name: str) -> list[StepEx]:
        """Return the steps around a step of the flow, the outermost first, itself last."""

        def search(steps: Sequence[StepEx]) -> list[StepEx]:
            for step in steps:
                inner = [step] if step.name == name else search(step.steps)
                if inner:
                    return inner if step.name == name else [step, *inner]
            return []

        return search(self.game.program.flow)

    def loop_slots(self, step: StepEx) -> int:
        return next(first for word, first, _ in self.game.layout.names if word == f"loop {step.name}")

    def loops_follow(self, before: list[Any], slots: list[Any]) -> None:
        """Where `given` set the variable of a loop that is running, the loop goes on from that value."""
        for step in self.chain(self.step_at(slots)):
            if step.loop is None:
                continue
            variable, first = self.game.layout.counters[step.loop[0]], self.loop_slots(step)
            now, values = slots[variable], slots[first]
            if now != before[variable] and now in values:
                slots[first + 1] = values.index(now) + 1

    def jump(self, slots: list[Any], at: Placed) -> None:
        """Go to the beginning of a step; loops around it that are not running begin."""
        target = str(_value(at.get("step")) if at.kind == "map" else at.value)
        named = at.get("player")
        player = int(str(named.value)[1:]) - 1 if named is not None else None
        running = {step.name for step in self.chain(self.step_at(slots))}
        inner_me = self.game.me_slots[target]
        if player is not None and inner_me < 0:
            raise _Failed(at.position, f"the step '{target}' is not a step of one player after another")
        me = -1
        for step in self.chain(target):
            first = self.loop_slots(step)
            if step.loop is not None and step.name not in running:
                self.begin_loop(slots, step, first, me, at)
            if step.players is not None:
                wanted = player if first + 4 == inner_me else None
                fresh = step.name not in running or step.name == target
                if fresh:
                    slots[first + 2] = tuple(self.snippets.value(step.players, slots, me))
                if fresh or wanted is not None:
                    self.begin_turns(slots, step, wanted, at)
                me = slots[first + 4]
        slots[STEP] = self.game.step_starts[target]
        slots[AGENDA] = slots[PENDING] = ()
        slots[FINISHED] = 0

    def begin_loop(self, slots: list[Any], step: StepEx, first: int, me: int, at: Placed) -> None:
        """Begin a `for` at the value its variable has, if it is one of the loop's, else at the first."""
        assert step.loop is not None
        name, source = step.loop
        values = tuple(self.snippets.value(source, slots, me))
        if not values:
            raise _Failed(at.position, f"the step '{step.name}' has nothing to run for")
        variable = self.game.layout.counters[name]
        if slots[variable] not in values:
            slots[variable] = values[0]
        slots[first], slots[first + 1] = values, values.index(slots[variable]) + 1

    def begin_turns(self, slots: list[Any], step: StepEx, player: int | None, at: Placed) -> None:
        """Put the turns of a step where a player has theirs; the loop goes on with the next one after."""
        first = self.loop_slots(step)
        seats = slots[first + 2]
        if player is None and seats:
            player = seats[0]
        if player not in seats:
            who = ", ".join(f"p{seat + 1}" for seat in seats) or "nobody"
            raise _Failed(at.position, f"the step '{step.name}' is now for: {who}")
        slots[first + 3], slots[first + 4] = seats.index(player) + 1, player

    # -- what is done
    def event(self, entry: Placed) -> None:
        """Carry out one entry of `when`; a map's keys in their order."""
        if entry.kind != "map":
            self.choose(str(entry.value), None, entry.position)
            return
        for key, value in entry.items():
            if key == "choose":
                by = entry.get("by")
                self.choose(str(value.value), str(by.value) if by is not None else None, value.position)
            elif key == "check":
                self.holds(value)
            elif key in ("offered", "not_offered"):
                self.offered(value, wanted=key == "offered")
            elif key == "until":
                self.until(str(value.value), value.position)

    def choose(self, pattern: str, by: str | None, position: Position) -> None:
        """Take the first option that has the id, or else that fits the pattern."""
        decision = self.state.decision
        if decision is None:
            raise _Failed(position, f"expected: the choice '{pattern}'\nactual: the game is over")
        who = f"p{decision.seat + 1}"
        if by is not None and by != who:
            raise _Failed(position, f"expected: {by} decides\nactual: {who} decides ({decision.prompt})")
        ids = [option.id for option in decision.options]
        fitting = [place for place, name in enumerate(ids) if name == pattern]
        fitting = fitting or [place for place, name in enumerate(ids) if _fits(name, pattern)]
        if not fitting:
            hint = hint_for(pattern, ids)
            lines = [f"expected: '{pattern}' is offered", f"actual: {self.offer_text()}"]
            if hint is None and not self.is_like_asked(pattern, ids):
                hint = "a sole option is not asked: leave such a choice out"
            raise _Failed(position, "\n".join([*lines, *([hint] if hint is not None else [])]))
        self.guarded(position, lambda: self.state.choose(fitting[0]))

    def is_like_asked(self, pattern: str, ids: Sequence[str]) -> bool:
        """Tell whether the same thing is asked, only without the option wanted."""
        word, equals, _ = pattern.partition("=")
        return bool(equals) and word in {name.partition("=")[0] for name in ids}

    def until(self, step: str, position: Position) -> None:
        """Take first options until a step has begun and somebody is asked again, or the game is over."""
        state = self.state
        begun: list[str] = []
        state.game = _watched(self.game, step, begun)
        try:
            for _ in range(MAX_CHOICES):
                if state.finished:
                    return
                self.guarded(position, lambda: state.choose(0))
                if begun:
                    return
        finally:
            state.game = self.game
        raise _Failed(
            position, f"expected: the step '{step}' begins\nactual: not after {MAX_CHOICES} choices"
        )

    # -- what must hold
    def claim(self, entry: Placed) -> None:
        """Check one entry of `then`."""
        if entry.kind != "map":
            self.holds(entry)
            return
        for key, value in entry.items():
            if key in ("offered", "not_offered"):
                self.offered(value, wanted=key == "offered")
            elif key == "winner":
                self.winner(value)
            elif key in ("scores", "preview"):
                self.points(key, value)
            elif key == "source":
                self.sources(value)

    def holds(self, text: Placed) -> None:
        """Check that an expression is true; say which part is not, and what its sides are."""
        if text.kind == "truth":
            if not text.value:
                raise _Failed(text.position, "expected: true\nactual: false")
            return
        expression = self.snippets.expression(text, TRUTH)
        self.guarded(text.position, lambda: self.is_true(expression, text))

    def is_true(self, expression: Ex, text: Placed) -> None:
        slots, me = self.state.slots, self.me
        if self.snippets.value(expression, slots, me):
            return
        part = expression
        while part.op == "logic" and part.parts[0] == "and":
            part = next(inner for inner in part.parts[1:] if not self.snippets.value(inner, slots, me))
        words = self.words(part, text) if part is not expression else " ".join(str(text.value).split())
        expected, actual = self.sides(part)
        raise _Failed(part.position, f"this does not hold: {words}\nexpected: {expected}\nactual: {actual}")

    def sides(self, part: Ex) -> tuple[str, str]:
        """Say what a false expression expects and what there is instead."""
        if part.op == "compare":
            operator, left, right = part.parts
            expected, actual = self.shown(right), self.shown(left)
            if operator != "==" or expected == actual:
                expected = {"!=": "not", "==": "another"}.get(operator, operator) + f" {expected}"
            return expected, actual
        if part.op == "same_kind":
            _, left, right, negated = part.parts
            return ("not " if negated else "") + self.shown(right), self.shown(left)
        if part.op == "in":
            item, source, negated = part.parts
            return f"{'not ' if negated else ''}{self.shown(item)} among them", self.shown(source)
        return "true", "false"

    def shown(self, expression: Ex) -> str:
        return _shown(self.game, expression.type, self.snippets.value(expression, self.state.slots, self.me))

    def words(self, part: Ex, text: Placed) -> str:
        """Return the words of a part of an expression as they stand in the file."""
        place, lines = part.position, self.scenario.lines
        if text.text_lines is None or place.end_column is None or not 0 < place.line <= len(lines):
            return " ".join(str(text.value).split())
        return lines[place.line - 1][place.column - 1 : place.end_column - 1].strip()

    def ids(self) -> list[str]:
        decision = self.state.decision
        return [option.id for option in decision.options] if decision is not None else []

    def offer_text(self) -> str:
        """Say what is offered now, to whom."""
        decision = self.state.decision
        if decision is None:
            return "the game is over"
        ids = self.ids()
        more = f" and {len(ids) - MOST_OPTIONS_LISTED} more" if len(ids) > MOST_OPTIONS_LISTED else ""
        listed = ", ".join(ids[:MOST_OPTIONS_LISTED])
        return f"p{decision.seat + 1} is offered {listed}{more} ({decision.prompt})"

    def offered(self, patterns: Placed, *, wanted: bool) -> None:
        """Check that options are offered, or that they are not."""
        ids = self.ids()
        for pattern in patterns.entries():
            found = [name for name in ids if _fits(name, str(pattern.value))]
            if bool(found) != wanted:
                words = "is offered" if wanted else "is not offered"
                message = f"expected: '{pattern.value}' {words}\nactual: {self.offer_text()}"
                raise _Failed(pattern.position, message)

    def winner(self, wanted: Placed) -> None:
        expected = ", ".join(sorted(str(entry.value) for entry in wanted.entries())) or "nobody"
        if not self.state.finished:
            raise _Failed(wanted.position, f"expected: {expected} won\nactual: the game is not over")
        found: list[int] = []
        self.guarded(wanted.position, lambda: found.extend(self.state.winners()))
        actual = ", ".join(f"p{seat + 1}" for seat in sorted(found)) or "nobody"
        if actual != expected:
            raise _Failed(wanted.position, f"expected: {expected} won\nactual: {actual} won")

    def points(self, what: str, wanted: Placed) -> None:
        """Check points by seat: those scored (all, when the game is over), or as if it ended now."""
        found: list[int] = []

        def count() -> None:
            state = self.state
            seats = range(self.game.players)
            found.extend(state.scores() if what == "scores" else [state.preview(seat) for seat in seats])

        self.guarded(wanted.position, count)
        for name, points in wanted.items():
            actual = found[int(name[1:]) - 1]
            if actual != points.value:
                message = f"expected: {name} has {points.value} points\nactual: {actual}"
                raise _Failed(points.position, message)

    def sources(self, wanted: Placed) -> None:
        """Check points by seat and source; before the end the final scoring does not count."""
        found: list[dict[str, Any]] = []
        self.guarded(wanted.position, lambda: found.extend(self.state.breakdown()))
        for name, sources in wanted.items():
            actual = {line["source"]: line["points"] for line in found if line["seat"] == int(name[1:])}
            for source, points in sources.items():
                if actual.get(source, 0) != points.value:
                    lines = ", ".join(f"{word} {value}" for word, value in actual.items()) or "nothing"
                    message = (
                        f"expected: {name} has {points.value} points from {source}\n"
                        f"actual: {actual.get(source, 0)} (of all: {lines})"
                    )
                    raise _Failed(points.position, message)


def _watched(game: Game, step: str, begun: list[str]) -> Game:
    """Return the same game, which also notes when a step begins."""
    place = game.step_starts[step]
    watched = game.operations[place]

    def run(slots: list[Any]) -> Any:
        begun.append(step)
        return watched.run(slots)

    operations = list(game.operations)
    operations[place] = replace(watched, run=run)
    return replace(game, operations=tuple(operations))


def _fits(name: str, pattern: str) -> bool:
    """Tell whether an id fits a pattern, in which only * is special."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), name, re.DOTALL) is not None


def _shown(game: Game, shown: Type, value: Any) -> str:
    """Return a value of the effect language as its authors write it."""
    if shown.kind == "set" and shown.of is not None:
        inner = [_shown(game, shown.of, each) for each in value]
        return f"[{', '.join(inner)}]" if inner else "nothing"
    if shown.kind == "truth":
        return "true" if value else "false"
    return game.value_id(shown, value)
