"""Two rulesets side by side: the same seeds played with both, and what differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cli.report.gathered import GameSeen, Gathered
from cli.report.statistics import CERTAIN, Estimate, holm, mean_of

_Measure = Callable[[GameSeen], float]


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure here and there; change: there less here, by seed; sure: certain with all that is compared."""

    name: str
    before: float
    after: float
    change: Estimate
    sure: bool

    @property
    def sentence(self) -> str:
        """The difference in words."""
        more = "more" if self.change.value > 0 else "less"
        low, high = sorted((abs(self.change.low), abs(self.change.high)))
        name = f"{self.name[:1].upper()}{self.name[1:]}"
        return (
            f"{name}: {self.after:.2f} there, {abs(self.change.value):.2f} {more} than here "
            f"(95 %: {low:.2f} to {high:.2f})."
        )


def compared(here: Gathered, there: Gathered) -> list[Difference]:
    """What is measured of each game, where both are played to the end; certain differences first."""
    others = {game.number: game for game in there.games}
    pairs = [(game, others[game.number]) for game in here.games if game.number in others]
    if not pairs:
        return []
    names = _measures(here, there)
    changes = {
        name: mean_of([after(b) - before(a) for a, b in pairs]) for name, (before, after) in names.items()
    }
    chances = holm([each.p for each in changes.values()])
    made = [
        Difference(
            name,
            mean_of([names[name][0](a) for a, _ in pairs]).value,
            mean_of([names[name][1](b) for _, b in pairs]).value,
            change,
            p < CERTAIN,
        )
        for (name, change), p in zip(changes.items(), chances, strict=True)
    ]
    return sorted(made, key=lambda each: (not each.sure, each.change.p))


def _measures(here: Gathered, there: Gathered) -> dict[str, tuple[_Measure, _Measure]]:
    """By name what is measured of a game here and there."""
    made: dict[str, tuple[_Measure, _Measure]] = {}
    plain: dict[str, _Measure] = {
        "rounds": lambda game: game.rounds,
        "turns of a player": lambda game: game.turns,
        "decisions": lambda game: game.decisions,
        "options of a decision": lambda game: game.options,
        "points of the first": lambda game: max(game.scores),
        "points of a player": lambda game: sum(game.scores) / len(game.scores),
        "lead of the first over the last": lambda game: max(game.scores) - min(game.scores),
        "victories of whoever begins": lambda game: float(game.starter in game.winners),
    }
    made |= {name: (measure, measure) for name, measure in plain.items()}
    for source in here.game.sources:
        if source in there.game.sources:
            both = tuple(_of_source(each.game.sources.index(source)) for each in (here, there))
            made[f"points from {source.replace('_', ' ')}"] = (both[0], both[1])
    for number, thing in enumerate(here.things):
        if thing.sort != "space" and thing in there.things:
            made[f"“{thing.title}” taken ({thing.group})"] = (
                _of_thing(here, number),
                _of_thing(there, there.things.index(thing)),
            )
    return made


def _of_source(place: int) -> _Measure:
    return lambda game: sum(game.sources[place]) / len(game.scores) if game.sources else 0.0


def _of_thing(found: Gathered, number: int) -> _Measure:
    often = dict(zip((game.number for game in found.games), found.taken(number).sum(axis=1), strict=True))
    return lambda game: float(often[game.number])
