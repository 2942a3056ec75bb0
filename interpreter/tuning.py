"""Weights of the outlook, fitted by self-play.

A bot with weights on trial plays one with the weights that the ruleset has; every seed is played in all
rotations. CMA-ES (Hansen and Ostermeier, 2001) looks for the weights, by powers of two of what they are, so a
weight keeps its sign and one that is 0 stays 0. What it finds is then judged on seeds that were not used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any
from warnings import filterwarnings

from interpreter.bots import bot_for
from interpreter.model.resolve_rules import POINTS
from interpreter.play.chance import Chance
from interpreter.play.game import Game
from interpreter.simulation import derived_seed, share_interval
from interpreter.wasm.engine import fast_states
from interpreter.wasm.position import FastStates

# What a point counts in a file of weights; a line can then count little parts of a point.
POINT = 100
# How far weights are varied at first, in powers of two.
STEP = 1.0
# Seeds of the last match are made from this and the seed, so no trial had them.
HELD_OUT = 1

Weights = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tuned:
    """What came of it: weights by source before and after, and the held-out match of the new against the old.

    share: of victories that the new won; low and high: 95 % interval; even: the share of equals.
    """

    before: dict[str, int]
    after: dict[str, int]
    games: int
    share: float
    low: float
    high: float
    even: float

    @property
    def better(self) -> bool:
        """Whether the new weights are surely better."""
        return self.low > self.even


class NothingToTune(Exception):
    """The game has no lines of an outlook, or no rivals."""


def tune(
    game: Game,
    *,
    bot: str = "greedy",
    rounds: int = 20,
    games: int = 24,
    held_out: int = 200,
    seed: int = 0,
    note: Callable[[int, float], None] = lambda _round, _merit: None,
) -> Tuned:
    """Fit a game's weights; `note` is told of each round and of the merit of its best.

    games: for each trial, and held_out: for the last match, both rounded up to whole rotations. Raises
    NothingToTune, NoEngine, and ImportError where `cma` is not installed.
    """
    if not game.outlook or game.model.teams < 2:
        raise NothingToTune("there are no rivals" if game.outlook else "there are no lines of an `outlook`")
    # It misses what draws its curves.
    filterwarnings("ignore", module="cma")
    import cma  # noqa: PLC0415 - an extra

    factor = POINT if game.weights[0] == 1 else 1
    start = tuple(factor * weight for weight in game.weights)
    game = replace(game, weights=start)
    table = Table(game, bot)
    lines = [place for place in range(1, len(start)) if start[place]]
    search: Any = cma.CMAEvolutionStrategy(
        [0.0] * len(lines), STEP, {"seed": derived_seed(seed) % 2**31 + 1, "verbose": -9, "maxiter": rounds}
    )
    for number in range(rounds):
        tried = search.ask()
        seeds = [derived_seed(seed, 2, number, one) for one in range(-(-games // table.sides))]
        merits = [table.merit(weights_at(start, lines, point), start, seeds) for point in tried]
        search.tell(tried, [-merit for merit in merits])
        note(number + 1, max(merits))
    found = weights_at(start, lines, search.result.xfavorite)
    seeds = [derived_seed(seed, HELD_OUT, one) for one in range(-(-held_out // table.sides))]
    shares = [share for share, _ in table.match(found, start, seeds)]
    low, high = share_interval(sum(shares), len(shares)) or (0.0, 1.0)
    names = [POINTS, *(line.source for line in game.model.outlook)]
    return Tuned(
        dict(zip(names, start, strict=True)),
        dict(zip(names, found, strict=True)),
        len(shares),
        fmean(shares),
        low,
        high,
        1 / table.sides,
    )


def weights_at(start: Weights, lines: Sequence[int], point: Sequence[float]) -> Weights:
    """The weights that lie at a point of the search."""
    found = list(start)
    for place, exponent in zip(lines, point, strict=True):
        found[place] = round(start[place] * 2 ** max(-8.0, min(8.0, exponent)))
    return tuple(found)


class Table:
    """Where two sets of weights meet; all else is the same for both."""

    def __init__(self, game: Game, bot: str) -> None:
        self.game, self.bot = game, bot
        self.sides = game.model.teams
        self.states: FastStates = fast_states(game)

    def merit(self, own: Weights, others: Weights, seeds: Sequence[int]) -> float:
        """What weights are worth: the share of victories, and half as much again by the points."""
        met = self.match(own, others, seeds)
        usual = fmean(abs(difference) for _, difference in met) or 1.0
        return fmean(share + max(-2.0, min(2.0, difference / usual)) / 4 for share, difference in met)

    def match(self, own: Weights, others: Weights, seeds: Sequence[int]) -> list[tuple[float, float]]:
        """Of each game the share of the victory, and by how many points it was won."""
        return [self.play(own, others, seed, rotation) for seed in seeds for rotation in range(self.sides)]

    def play(self, own: Weights, others: Weights, seed: int, rotation: int) -> tuple[float, float]:
        """One game; the weights on trial sit in one place, or in all of one team."""
        seats = range(self.game.players)
        bots = [bot_for(self.game, self.bot) for _ in seats]
        chances = [Chance(derived_seed(seed, seat)) for seat in seats]
        position = self.states.new(seed)
        while not position.finished:
            seat = position.seat
            self.states.weigh(own if seat % self.sides == rotation else others)
            position.choose(bots[seat].choose(position, chances[seat]))
        state = position.state()
        points, winners = state.scores(), state.winners()
        share = sum(seat % self.sides == rotation for seat in winners) / max(1, len(winners))
        own_points = [points[seat] for seat in seats if seat % self.sides == rotation]
        other_points = [points[seat] for seat in seats if seat % self.sides != rotation]
        return share, fmean(own_points) - fmean(other_points)
