"""What never happened: drawn, offered, affordable, taken, triggered, scored.

Most of it is of games by chance, as `validate` plays them, for these try everything; what was never taken is
of the bots that were looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cli.report.gathered import Gathered
from cli.report.measures import never_taken
from cli.report.summary import Never
from interpreter import try_out_ruleset

if TYPE_CHECKING:
    from interpreter import Component, Loaded, Position, Problem, Trial

# What is never seen in so many games happens in fewer than one of a hundred (95 %, by the rule of three).
GAMES = 300
_CODES = ("not-offered", "not-reached")
# What is proved before anything is played.
_PROVED = ("never-true", "never-paid")


def never_happened(loaded: Loaded, found: Gathered | None = None, games: int = GAMES) -> list[Never]:
    """What no game has shown; loaded: a ruleset checked with counting; found: games of bots."""
    problems, trials = try_out_ruleset(loaded, games)
    components = _components(loaded, trials)
    return [
        *_drawn(components, trials),
        *(
            Never(_sort(components, trials, each), each.code, each.message, _place(each.position), sure=True)
            for each in (*loaded.problems, *problems)
            if each.code in (*_CODES, *_PROVED)
        ),
        *(_taken(found) if found is not None else ()),
    ]


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


def _drawn(components: Mapping[str, Component], trials: Sequence[Trial]) -> Iterator[Never]:
    """Kinds that were neither drawn nor could be chosen, though others of their type were drawn."""
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
        if times or seen[name] or of_type not in components:
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
