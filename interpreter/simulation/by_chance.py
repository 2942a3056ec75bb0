"""What games that chance plays show of a ruleset: what never happens in them, and what goes wrong.

In: a game in code that counts (`compile_game(counting=True)`). Out: what was counted; and from that, problems
at their places. The same games are played on every machine, for their seeds are fixed; only where they are
slow, as without WebAssembly, does the clock say how many there are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from time import process_time

from interpreter.language import checked as c
from interpreter.language.facts import blocks_in, expressions_in
from interpreter.language.index import index_of
from interpreter.language.node import Node, walk
from interpreter.language.program import RuleEx, StepEx
from interpreter.layout import Counted
from interpreter.loading import Loaded
from interpreter.loading.counting import Counting
from interpreter.model.resolve import player_range
from interpreter.play.compiled import Beginning
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game
from interpreter.problems.position import Position
from interpreter.problems.problem import Problem
from interpreter.reading import Located
from interpreter.simulation.played import BROKEN_OFF, CUT, FINISHED, MAX_DECISIONS, OutOfTime, Played, Seeds
from interpreter.simulation.runner import Runner
from interpreter.simulation.trials import Trial, file_of, keep_trial, kept_trial

# What is played in turn: when a game has no end, the first few show it.
_PORTIONS = (2, 10, 48)
# After so many decisions no more games are begun.
_MOST = 600_000
# So long is played at most, in seconds of the processor: rules of strangers may be made to take long.
_SECONDS = 1.5
# After so many seconds no other number of players is tried.
_ALL_SECONDS = {"wasm": 8.0, "python": 1.5}
# So far Python follows a game: one that a module did not end, to see what went wrong, or any.
_FOLLOWED = {"wasm": 2_000, "python": 20_000}
# When so many games went wrong, or had no end, that is known; Python plays each of them once more.
_MOST_WRONG = 3
# For so many numbers of players games are played at most.
_MOST_COUNTS = 4
_SEED = 1
NOTHING: Mapping[Counted, int] = {}
# A cause of an ending that is a fault: its place, and what it says.
_FAULT = re.compile(r"(.+?):(\d+):(\d+): (.*)", re.DOTALL)


def try_out(game: Game, games: int) -> Trial:
    """Play games by chance, as many as are wanted or as there is time for."""
    runner = Runner(game, "auto")
    runner.most = _FOLLOWED[runner.engine]
    bots, played = ("random",) * game.players, list[Played]()
    runner.until = process_time() + _SECONDS
    with suppress(OutOfTime), runner.stopped_after(_SECONDS):
        for portion in _portions(games):
            seeds = Seeds(_SEED, portion, len(played))
            with closing(runner.games(bots, seeds, 0)) as found:
                for each in found:
                    played.append(each)
                    if sum(1 for one in played if one.failed) >= _MOST_WRONG:
                        break
            wrong = sum(1 for each in played if each.failed)
            if wrong >= _MOST_WRONG or sum(each.decisions for each in played) > _MOST:
                break
    totals = [sum(counts) for counts in zip(*(each.counted for each in played if each.counted), strict=True)]
    return Trial(
        game.players, games, len(played), runner.engine, runner.reason,
        dict(zip(game.counted, totals, strict=False)),
        tuple(each.decisions for each in played), Counter(each.ending for each in played),
        _settings(game, played),
    )  # fmt: skip


def _settings(game: Game, played: Sequence[Played]) -> dict[str, str]:
    """For each cause that is a fault the options of a game that were drawn otherwise than they are."""
    found: dict[str, list[str]] = {}
    drawn = [option for option in game.model.options.values() if option.value is None]
    for number, each in enumerate(played):
        if each.failed:
            with suppress(RuleFault):  # it may go wrong before it begins
                slots = game.new(Seeds(_SEED, 1, number)[0]).slots
                values = [(o, slots[game.layout.options[o.name]]) for o in drawn]
                said = [f"{o.name}={game.value_id(o.type, v)}" for o, v in values if v != o.default]
                found[each.ending] = min(found.get(each.ending, said), said, key=len)
    return {cause: ", ".join(said) for cause, said in found.items()}


def _portions(games: int) -> Iterator[int]:
    for portion in (*_PORTIONS, games):
        now = min(portion, games)
        if now:
            yield now
        games -= now


def try_out_ruleset(
    loaded: Loaded, games: int, besides: Mapping[Counted, int] = NOTHING
) -> tuple[list[Problem], list[Trial]]:
    """Play games by chance of a ruleset that was checked, and return what they show, and the trials.

    They are for the greatest number of players, with the options drawn; where something never happens, as
    many are played for the least above one, with the options as they are, for those between, and for one
    alone. Only what stands in the files that were checked is reported, and nothing that is accepted.
    besides: what was counted in other games: what happened there is not said to happen never.
    """
    sources, counting = loaded.sources, loaded.counting
    if counting is None or sources is None or sources.merged is None:
        return [], []
    least, high = player_range(sources.merged)
    begun, trials, found = process_time(), list[Trial](), list[Problem]()
    low, high = min(high, max(least, 2)), min(high, least + 11)
    others = (*range(low + 1, min(high, low + _MOST_COUNTS)), least)
    ways = ((high, True), (low, True), (high, not counting.drawn), *((players, True) for players in others))
    for players, drawing in dict.fromkeys(ways):
        trial = _trial(counting, players, games, drawing=drawing)
        if trial is not None:
            trials.append(trial)
            found = findings_of(sources.merged, counting, trials, loaded.problems, besides)
            files = {file for source in sources.checked for file in source.texts}
            found = loaded.not_accepted(each for each in found if each.position.file in files)
        late = process_time() - begun > _ALL_SECONDS[trials[-1].engine] if trials else False
        if late or not any(each.code in NEVER for each in found):
            break
    return found, trials


def _trial(counting: Counting, players: int, games: int, *, drawing: bool) -> Trial | None:
    """Play games for so many players, or find what came of them when nothing was different."""
    file = file_of(counting.read_from(players), sorted(counting.options.items()), players, games, drawing)
    found = kept_trial(file)
    if found is None and (game := counting.game(players, drawing=drawing)) is not None:
        found = try_out(game, games)
        keep_trial(file, found)
    return found


# ---- what is to be said of them

# Fewer games show nothing.
_FEWEST = 10
# What was carried out so often has shown all that is likely in it.
_ENOUGH = 100
# What more games may find to happen after all.
NEVER = frozenset({"not-offered", "not-reached"})


def findings_of(
    root: Located,
    counting: Counting,
    trials: Sequence[Trial],
    proved: Iterable[Problem] = (),
    besides: Mapping[Counted, int] = NOTHING,
) -> list[Problem]:
    """Return what is doubtful in trials of a merged ruleset, for some numbers of players, as problems.

    proved: what is known already, and is not said again of what follows from it; besides: what was counted
    in other games.
    """
    counted: Counter[Counted] = Counter(besides)
    for trial in trials:
        counted.update(trial.counted)
    found = _Findings(
        root, counting, counted, sum(trial.games for trial in trials), {p.position for p in proved}
    )
    enough = sum(trial.games for trial in trials) >= _FEWEST
    return [*_of_ends(counting.rules, trials), *(found.all() if enough else ())]


def _of_ends(game: Game | Beginning, trials: Sequence[Trial]) -> Iterator[Problem]:
    """How games ended: in a fault, never, or before anybody had decided anything."""
    endings = dict.fromkeys(cause for trial in trials for cause in trial.endings)
    faults = [cause for cause in endings if cause not in (FINISHED, BROKEN_OFF, CUT)]
    for cause in faults:
        said = _FAULT.fullmatch(cause)
        place, message = game.model.about.position, cause
        if said is not None:
            place, message = _place_in_rules(game, said[1], int(said[2]), int(said[3])), said[4]
        settings = next((each.settings[cause] for each in trials if each.settings.get(cause)), "")
        where = f" with {settings}" if settings else ""
        yield Problem("play-fault", f"{message}, in a game played by chance{where}", place)
    games = sum(trial.games for trial in trials)
    cut = sum(trial.endings.get(CUT, 0) for trial in trials)
    if cut:
        most = MAX_DECISIONS if trials[0].engine == "wasm" else _FOLLOWED["python"]
        message = f"{cut} of {games} games by chance had no end after {most:,} decisions"
        yield Problem("no-end", message, _place_of_flow(game), "warning")
    idle = sum(1 for trial in trials for decisions in trial.decisions if not decisions)
    if idle and not faults:
        message = f"in {idle} of {games} games by chance nobody had anything to decide"
        yield Problem("no-decisions", message, _place_of_flow(game), "warning")


def _place_in_rules(game: Game | Beginning, file: str, line: int, column: int) -> Position:
    """The whole of what begins at a place in the rules, as far as it is known."""
    bodies = index_of(game.program).bodies.values()
    values = [value.body for value in game.program.values.values()]
    nodes = walk([*(s for body in bodies for s in body), *values])
    places = (each.position for each in nodes if isinstance(each, c.Ex | c.St))
    here = (place for place in places if (place.file, place.line, place.column) == (file, line, column))
    return next(here, Position(file, line, column))


def _place_of_flow(game: Game | Beginning) -> Position:
    return game.program.flow[0].position if game.program.flow else game.model.about.position


class _Findings:
    """What was counted in all games of a ruleset."""

    def __init__(
        self,
        root: Located,
        counting: Counting,
        counted: Mapping[Counted, int],
        games: int,
        proved: set[Position],
    ) -> None:
        self.proved = proved
        rules, self.drawn = counting.rules, counting.drawn
        self.root, self.program, self.model = root, rules.program, rules.model
        self.index, self.counted = index_of(rules.program), counted
        self.games = f"in {games} games by chance"

    def all(self) -> Iterator[Problem]:
        """Yield everything that is to be said."""
        yield from self.idle_turns()
        yield from self.past_bounds()
        yield from self.actions()
        yield from self.kinds()
        yield from self.steps(self.program.flow)
        for effect in self.program.effects.values():
            yield from self.blocks(effect.body, self.count("effect", effect.position, effect.name))
        for (of_type, kind), (_, body) in self.program.kind_effects.items():
            place = self.model.components[of_type].by_name[kind].about.position
            yield from self.blocks(body, self.count("effect", place, kind))
        for rule, places in self.rules():
            if times := sum(self.count("rule", place) for place in places):
                yield from self.blocks(rule.body, times)
            elif not self.excused(rule.where):
                yield self.problem("not-reached", "this rule never ran", rule.position)
        for line in self.program.final:
            held = self.count("held", line.position, line.source)
            if self.count("points", line.position, line.source) or self.excused(line.points):
                continue
            if line.carrier is None:
                yield self.problem("not-reached", "nobody had any of these points", line.position)
            elif held >= _ENOUGH:
                kind = f"though '{line.carrier[1]}' was there {held:,} times at the end,"
                yield self.problem("not-reached", f"nobody had any of these points, {kind}", line.position)

    def rules(self) -> Iterator[tuple[RuleEx, set[Position]]]:
        """The triggers and replacements with their places; equal texts of a crowd are one, in many places."""
        found: dict[tuple[object, ...], tuple[RuleEx, set[Position]]] = {}
        for unit, rule in self.index.rules.items():
            crowd = rule.text and rule.carrier is not None and rule.carrier[0] in self.index.crowds
            found.setdefault((rule.text,) if crowd else unit, (rule, set()))[1].add(rule.position)
        yield from found.values()

    def problem(self, code: str, message: str, place: Position) -> Problem:
        never = code == "not-reached"
        hint = f"`accept: [{code}]` at it says that chance need not come to it" if never else None
        return Problem(code, f"{message} {self.games}", place, "warning", hint)

    def count(self, what: str, place: Position, name: str = "") -> int:
        return self.counted.get(Counted(what, place, name), 0)

    def excused(self, *nodes: Node | None, options: int = 1) -> bool:
        """Whether something was proved, or depends on an option that was not drawn, or more than so many."""
        waiting, seen = [node for node in nodes if node is not None], set[str]()
        read: set[str] = set()
        while waiting:
            for each in walk(waiting.pop()):
                if each.position in self.proved:
                    return True
                if isinstance(each, c.OptionEx):
                    read.add(each.declared.name)
                if isinstance(each, c.ValueCallEx) and each.name not in seen:
                    seen.add(each.name)
                    waiting.append(self.program.values[each.name].body)
        return len(read) > options or not read <= self.drawn

    def idle_turns(self) -> Iterator[Problem]:
        """Steps that players mostly only pass through."""
        for step in self.index.steps:
            turns, idle = (self.count(what, step.position, step.name) for what in ("turns", "idle"))
            if turns and 2 * idle > turns:
                share = f"in {_percent(idle, turns)} of the turns of '{step.name}' there was nothing to do,"
                yield self.problem("idle-turns", share, step.position)

    def past_bounds(self) -> Iterator[Problem]:
        """Statements that would take a counter past its bounds."""
        for of, times in self.counted.items():
            if of.what == "stopped" and times:
                share = f"{_percent(times, self.count('set', of.place))} of all,"
                message = f"`set` would have passed a bound of its counter {times:,} times, {share}"
                yield self.problem("past-bound", message, of.place)

    def actions(self) -> Iterator[Problem]:
        """Actions that were never open."""
        declared = self.root.get("actions")
        for name in dict.fromkeys(name for step in self.index.steps for name in step.actions):
            effect = self.program.effects[name]
            if not self.count("action", effect.position, name) and not self.excused(*effect.body):
                place = declared.key_position(name) if declared is not None else effect.position
                steps = [step for step in self.index.steps if name in step.actions]
                turns = sum(self.count("turns", step.position, step.name) for step in steps)
                often = f" in {turns:,} turns," if turns else ""
                yield self.problem("not-offered", f"'{name}' was never offered{often}", place)

    def kinds(self) -> Iterator[Problem]:
        """Kinds that met the condition of a choice and could never be chosen: what follows was impossible."""
        times: dict[str, Counter[str]] = {what: Counter() for what in ("fits", "option")}
        for of, count in self.counted.items():
            if of.what in times:
                times[of.what][of.name] += count
        for name, fits in times["fits"].items():
            of_type, _, kind = name.partition(".")
            made = self.model.components.get(of_type)
            few = _FEWEST if made is not None else 1  # one of many kinds may just have been dear
            if fits < few or times["option"][name]:
                continue
            if made is None:
                here = {of.place: n for of, n in self.counted.items() if of[::2] == ("fits", name)}
                place = max(here, key=lambda place: here[place])
                message = f"nobody could ever choose '{kind}' here, in {fits:,} choices,"
            else:
                place = made.by_name[kind].about.position
                message = f"nobody could ever choose '{kind}', which lay there {fits:,} times,"
            if place not in self.proved:
                yield self.problem("not-offered", message, place)

    def steps(self, steps: Iterable[StepEx]) -> Iterator[Problem]:
        """Steps that never begin, and what is never reached in the others."""
        for step in steps:
            if times := self.count("step", step.position, step.name):
                yield from self.blocks(step.body, times)
                yield from self.steps(step.steps)
            elif not self.excused(step.when, step.condition, step.players):
                yield self.problem("not-reached", f"the step '{step.name}' never began", step.position)

    def blocks(self, block: c.StBlock, times: int) -> Iterator[Problem]:
        """The outermost blocks in one that were never reached, though it was carried out often."""
        if times < _ENOUGH:
            return
        for s in block:
            branches = {body[0].position for _, body in s.branches} if isinstance(s, c.OneOfSt) else ()
            conditions = list(expressions_in(s))
            for inner in blocks_in(s):
                place = inner[0].position
                if place in branches:
                    often = sum(n for of, n in self.counted.items() if of[:2] == ("branch", place))
                else:
                    often = self.count("block", place) if _is_counted(s) else times
                if often:
                    yield from self.blocks(inner, often)
                elif not self.excused(*conditions, *inner[:1], options=0):
                    offered = place in branches
                    never = "this branch was never offered" if offered else "this was never reached"
                    message = f"{never}, though what it is in was carried out {times:,} times"
                    yield self.problem("not-offered" if offered else "not-reached", message, place)


def _percent(some: int, of: int) -> str:
    return f"{100 * some // of} %" if 100 * some >= of else "less than 1 %"


def _is_counted(s: c.St) -> bool:
    """Whether code that counts says how often the blocks of a statement are reached."""
    if isinstance(s, c.ChooseSt):
        return not s.many and not s.one_by_one
    return isinstance(s, c.IfSt | c.ForSt | c.RepeatSt | c.MaySt | c.OneOfSt)
