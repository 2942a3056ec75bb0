"""What never happened: drawn, offered, affordable, taken, triggered, scored.

Most of it is of games by chance, as `validate` plays them, for these try everything; what was never taken is
of the bots that were looked at.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cli.report.endings import NOT_AGAIN, Again
from cli.report.gathered import Gathered
from cli.report.measures import FEWEST_GAMES, never_taken
from cli.report.summary import Never
from interpreter import try_out_ruleset

if TYPE_CHECKING:
    from interpreter import Component, Loaded, Position, Problem, Trial

# What is never seen in so many games happens in fewer than one of a hundred (95 %, by the rule of three).
GAMES = 300
# So often a piece was there before it says something that it never brought points.
_OFTEN = 100
_CODES = ("not-offered", "not-reached")
# What is proved before anything is played.
_PROVED = ("never-true", "never-paid")


def never_happened(
    loaded: Loaded, found: Gathered | None = None, again: Again = NOT_AGAIN, games: int = GAMES
) -> list[Never]:
    """What no game has shown; loaded: a ruleset checked with counting; found, again: games of bots.

    It is sure where it is proved, or where bots, who go where chance does not, did not show it either.
    """
    problems, trials = try_out_ruleset(loaded, games, besides=again.counted)
    components = _components(loaded, trials)
    tried = again.games >= FEWEST_GAMES
    nor = f", nor in {again.games} games of these bots" if again.games else ""
    return [
        *_drawn(components, trials, _at_the_start(loaded, trials)),
        *(
            Never(_sort(components, trials, each), each.code, each.message, _place(each.position), sure=True)
            for each in loaded.problems
            if each.code in (*_CODES, *_PROVED)
        ),
        *(
            Never(
                _sort(components, trials, each),
                each.code,
                each.message + nor,
                _place(each.position),
                sure=tried and _was_there(again, trials, each),
            )
            for each in problems
            if each.code in _CODES
        ),
        *(_taken(found) if found is not None else ()),
    ]


def _was_there(again: Again, trials: Sequence[Trial], problem: Problem) -> bool:
    """Whether bots often had the piece that bears a line of points, or none bears it."""
    carried = any(
        of.what == "held" and of.place == problem.position for trial in trials for of in trial.counted
    )
    held = sum(
        times for of, times in again.counted.items() if (of.what, of.place) == ("held", problem.position)
    )
    return held >= _OFTEN or not carried


def _place(position: Position) -> str:
    return f"{position.file}:{position.line}"


def _components(loaded: Loaded, trials: Sequence[Trial]) -> Mapping[str, Component]:
    """The types of components of the games that were played."""
    game = loaded.counting.game(trials[0].players, drawing=False) if loaded.counting and trials else None
    return game.components if game is not None else {}


def _sort(components: Mapping[str, Component], trials: Sequence[Trial], problem: Problem) -> str:
    """Which of the six it is, by what is at its place."""
    place = problem.position
    kinds = {kind.about.position for each in components.values() for kind in each.kinds}
    final = {of.place for trial in trials for of in trial.counted if of.what in ("points", "held")}
    if problem.code == "never-paid" or (problem.code == "not-offered" and place in kinds):
        return "affordable"
    if problem.code == "not-offered":
        return "offered"
    return "scored" if place in final else "triggered"


def _at_the_start(loaded: Loaded, trials: Sequence[Trial]) -> set[str]:
    """The names of kinds that lie on a board when the game begins."""
    game = loaded.counting.game(trials[0].players, drawing=False) if loaded.counting and trials else None
    boards = game.new(1).view(0)["boards"] if game is not None else {}
    return set(re.findall(r"\w+", json.dumps(boards)))


def _drawn(
    components: Mapping[str, Component], trials: Sequence[Trial], lying: Collection[str]
) -> Iterator[Never]:
    """Kinds neither drawn nor chosen nor there at once, though others of their type were drawn."""
    drawn, seen = Counter[str](), Counter[str]()
    for trial in trials:
        for of, times in trial.counted.items():
            if of.what == "drawn":
                drawn[of.name] += times
            elif of.what == "fits":
                seen[of.name] += times
    games = sum(trial.games for trial in trials)
    for name, times in drawn.items():
        of_type, _, kind = name.partition(".")
        if times or seen[name] or of_type not in components or kind in lying:
            continue
        about = components[of_type].by_name[kind].about
        often = f"in {games} games by chance, though others of '{of_type}' were"
        message = f"'{about.title}' was never drawn {often}"
        if any(drawn[f"{of_type}.{other.name}"] for other in components[of_type].kinds):
            yield Never("drawn", "not-drawn", message, _place(about.position), sure=False)


def _taken(found: Gathered) -> Iterator[Never]:
    for thing, offers in never_taken(found):
        message = f"'{thing.title}' ({thing.group}) was offered in {offers:,} of {len(found.games):,} games"
        yield Never("taken", "not-taken", f"{message}, and no bot took it", "", sure=False)
