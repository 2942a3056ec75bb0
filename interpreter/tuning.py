"""Weights of the outlook, fitted by self-play.

A bot with weights on trial plays one with the weights that the ruleset has; every seed is played in all
rotations. CMA-ES (Hansen and Ostermeier, 2001) looks for the weights, by powers of two of what they are, so a
weight keeps its sign and one that is 0 stays 0. What it finds is then judged on seeds that were not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from statistics import fmean
from typing import Any, NamedTuple
from warnings import filterwarnings

from interpreter.bots import bot_for
from interpreter.loading import UsageFault
from interpreter.model.resolve_rules import POINTS
from interpreter.play.chance import Chance
from interpreter.play.game import Game
from interpreter.problems.nearest_name import hint_for
from interpreter.simulation import derived_seed, share_interval
from interpreter.wasm.engine import fast_states
from interpreter.wasm.position import FastStates

# What a point counts in a file of weights; a line can then count little parts of a point.
POINT = 100
# How far weights are varied at first, in powers of two: with a dozen lines, trials with twice or half the
# weights of an outlook with some thought in it lost three games of four.
STEP = 0.5
# Seeds of the last match are made from this and the seed, so no trial had them.
HELD_OUT = 1

Weights = tuple[int, ...]


class Trials(NamedTuple):
    """How far it has come: the rounds done, and what share of victories the trials of the last one won.

    best: the share of the one that was worth most; judged: true where the last match begins now.
    """

    rounds: int
    share: float
    best: float
    judged: bool = False


@dataclass(frozen=True, slots=True)
class Tuned:
    """What came of it: weights by source before and after, and the held-out match of the new against the old.

    rounds: how many were done; share: of victories that the new won; low and high: 95 % interval; even: the
    share of equals.
    """

    rounds: int
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
    """The game has no lines of an outlook, or no rivals, or the bot takes no heed of them."""


def tune(
    game: Game,
    *,
    bot: str = "greedy",
    rounds: int = 20,
    games: int = 24,
    held_out: int = 200,
    seed: int = 0,
    keep: Sequence[str] = (),
    note: Callable[[Trials], None] = lambda _trials: None,
) -> Tuned:
    """Fit a game's weights; `note` is told of each round, and when the last match begins.

    games: for each trial, and held_out: for the last match, both rounded up to whole rotations; keep: sources
    of lines whose weights stay as they are. Interrupted (KeyboardInterrupt) after some rounds, it goes on
    with the last match. Raises NothingToTune, UsageFault for a line that is not there,
    NoEngine, and ImportError where `cma` is not installed.
    """
    if bot == "random":
        raise NothingToTune("a bot that plays at random has no use for an `outlook`")
    if not game.outlook or game.model.teams < 2:
        raise NothingToTune("there are no rivals" if game.outlook else "there are no lines of an `outlook`")
    factor = POINT if game.weights[0] == 1 else 1
    start = tuple(factor * weight for weight in game.weights)
    names = [POINTS, *(line.source for line in game.model.outlook)]
    for name in keep:
        if name not in names[1:]:
            raise UsageFault(f"the outlook has no line '{name}'", hint_for(name, names[1:]))
    lines = [place for place, name in enumerate(names) if place and start[place] and name not in keep]
    if not lines:
        raise NothingToTune("no line of the `outlook` is left")
    table = Table(replace(game, weights=start), bot)
    last = Trials(0, 0.0, 0.0)
    found = start
    try:
        searched = islice(_rounds(table, start, lines, seed, games), rounds)
        for found, last in searched:  # noqa: B007 - what the last round has
            note(last)
    except KeyboardInterrupt:
        if not last.rounds:
            raise
    note(last._replace(judged=True))
    seeds = [derived_seed(seed, HELD_OUT, one) for one in range(-(-held_out // table.sides))]
    shares = [share for share, _ in table.match(found, start, seeds)]
    low, high = share_interval(sum(shares), len(shares)) or (0.0, 1.0)
    return Tuned(
        last.rounds,
        dict(zip(names, start, strict=True)),
        dict(zip(names, found, strict=True)),
        len(shares),
        fmean(shares),
        low,
        high,
        1 / table.sides,
    )


def _rounds(
    table: Table, start: Weights, lines: Sequence[int], seed: int, games: int
) -> Iterator[tuple[Weights, Trials]]:
    """Yield the weights found after each round, without end."""
    # It misses what draws its curves.
    filterwarnings("ignore", module="cma")
    import cma  # noqa: PLC0415 - an extra

    options = {"seed": derived_seed(seed) % 2**31 + 1, "verbose": -9}
    search: Any = cma.CMAEvolutionStrategy([0.0] * len(lines), STEP, options)
    for number in count():
        tried = search.ask()
        seeds = [derived_seed(seed, 2, number, one) for one in range(-(-games // table.sides))]
        met = [table.match(weights_at(start, lines, point), start, seeds) for point in tried]
        merits = [merit(each) for each in met]
        search.tell(tried, [-each for each in merits])
        shares = [fmean(share for share, _ in each) for each in met]
        best = shares[merits.index(max(merits))]
        yield weights_at(start, lines, search.result.xfavorite), Trials(number + 1, fmean(shares), best)


def weights_at(start: Weights, lines: Sequence[int], point: Sequence[float]) -> Weights:
    """The weights that lie at a point of the search."""
    found = list(start)
    for place, exponent in zip(lines, point, strict=True):
        found[place] = round(start[place] * 2 ** max(-8.0, min(8.0, exponent)))
    return tuple(found)


def merit(met: Sequence[tuple[float, float]]) -> float:
    """What weights are worth: the share of victories, and half as much again by the points."""
    usual = fmean(abs(difference) for _, difference in met) or 1.0
    return fmean(share + max(-2.0, min(2.0, difference / usual)) / 4 for share, difference in met)


class Table:
    """Where two sets of weights meet; all else is the same for both."""

    def __init__(self, game: Game, bot: str) -> None:
        self.game, self.bot = game, bot
        self.sides = game.model.teams
        self.states: FastStates = fast_states(game)

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
