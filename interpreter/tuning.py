"""Weights of the outlook, fitted by self-play.

A bot with weights on trial plays one with the weights that the ruleset has; every seed is played in all
rotations. CMA-ES (Hansen and Ostermeier, 2001) looks for the weights, by powers of two of what they are, so a
weight keeps its sign and one that is 0 stays 0. What it finds is then judged on seeds that were not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from itertools import count, islice
from statistics import fmean
from typing import Any, NamedTuple
from warnings import filterwarnings

from interpreter.loading import UsageFault
from interpreter.model.declarations import POINTS
from interpreter.play.game import Game
from interpreter.problems.nearest_name import hint_for
from interpreter.processes import cores
from interpreter.simulation import LocalWorkers, Workers, derived_seed, share_interval
from interpreter.simulation.parcel import pack
from interpreter.simulation.ranges import play_in_ranges
from interpreter.simulation.rivals import Outcome, Rivals, Weights
from interpreter.simulation.tasks import MatchTask

# What a point counts in a file of weights; a line can then count little parts of a point.
POINT = 100
# How far weights are varied at first, in powers of two: with a dozen lines, trials with twice or half the
# weights of an outlook with some thought in it lost three games of four.
STEP = 0.5
# Seeds of the last match are made from this and the seed, so no trial had them.
HELD_OUT = 1


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
    """The outcome: weights by source before and after, and the held-out match of the new against the old.

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
    jobs: int = 1,
    workers: Workers | None = None,
) -> Tuned:
    """Fit a game's weights; `note` is called after each round, and when the last match begins.

    games: for each trial, and held_out: for the last match, both rounded up to whole rotations; keep: sources
    of lines whose weights stay as they are; jobs, workers: as in `simulate`, and what is found is the same
    for any of them. Interrupted (KeyboardInterrupt) after some rounds, it goes on with the last match. Raises
    NothingToTune, UsageFault for a line that is not there, NoEngine, Refused and WorkersLost, and ImportError
    where `cma` is not installed.
    """
    if bot == "random":
        raise NothingToTune("a bot that plays at random has no use for an `outlook`")
    if not game.outlook or game.model.teams < 2:
        raise NothingToTune("there are no rivals" if game.outlook else "there are no lines of an `outlook`")
    factor = POINT if game.weights[0] == 1 else 1
    start = tuple(factor * weight for weight in game.weights)
    names = [POINTS, *game.model.outlook]
    for name in keep:
        if name not in names[1:]:
            raise UsageFault(f"the outlook has no line '{name}'", hint_for(name, names[1:]))
    lines = [place for place, name in enumerate(names) if place and start[place] and name not in keep]
    if not lines:
        raise NothingToTune("no line of the `outlook` is left")
    last = Trials(0, 0.0, 0.0)
    found, sides = start, game.model.teams
    with ExitStack() as stack:
        if workers is None and (jobs or cores()) > 1:
            workers = stack.enter_context(LocalWorkers(jobs or cores()))
        table = Matchmaker(replace(game, weights=start), bot, workers)
        try:
            searched = islice(_rounds(table, start, lines, seed, games), rounds)
            for found, last in searched:  # noqa: B007 - what the last round has
                note(last)
        except KeyboardInterrupt:
            if not last.rounds:
                raise
        note(last._replace(judged=True))
        seeds = [derived_seed(seed, HELD_OUT, one) for one in range(-(-held_out // sides))]
        [met] = table.matches([found], start, seeds)
    shares = [share for share, _ in met]
    low, high = share_interval(sum(shares), len(shares)) or (0.0, 1.0)
    return Tuned(
        last.rounds,
        dict(zip(names, start, strict=True)),
        dict(zip(names, found, strict=True)),
        len(shares),
        fmean(shares),
        low,
        high,
        1 / sides,
    )


def _rounds(
    table: Matchmaker, start: Weights, lines: Sequence[int], seed: int, games: int
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
        met = table.matches([weights_at(start, lines, point) for point in tried], start, seeds)
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


def merit(met: Sequence[Outcome]) -> float:
    """What weights are worth: the share of victories, and half as much again by the points."""
    usual = fmean(abs(difference) for _, difference in met) or 1.0
    return fmean(share + max(-2.0, min(2.0, difference / usual)) / 4 for share, difference in met)


@dataclass(frozen=True, slots=True)
class MatchBatch:
    """The games of a match: one for each seed and rotation."""

    bot: str
    own: Weights
    others: Weights
    games: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.games)

    @property
    def most(self) -> int:
        """Games in a range at most."""
        return len(self.games)

    @property
    def begin(self) -> int:
        """Games in the first ranges."""
        return 1

    def task(self, first: int, games: int) -> MatchTask:
        """The task to play a range."""
        return MatchTask(self.bot, self.own, self.others, self.games[first : first + games])


class Matchmaker:
    """Where sets of weights meet others, in this process or by workers."""

    def __init__(self, game: Game, bot: str, workers: Workers | None = None) -> None:
        """Prepare; raises NoEngine."""
        self.bot, self.sides, self._workers = bot, game.model.teams, workers
        self._parcel = pack(game) if workers is not None else b""
        self._rivals = Rivals(game, bot) if workers is None else None

    def matches(
        self, trials: Sequence[Weights], others: Weights, seeds: Sequence[int]
    ) -> list[list[Outcome]]:
        """For each set of weights the outcome of its games: every seed in every rotation."""
        games = tuple((seed, rotation) for seed in seeds for rotation in range(self.sides))
        if self._rivals is not None:
            return [[self._rivals.play(own, others, *game) for game in games] for own in trials]
        return self._played_there([MatchBatch(self.bot, own, others, games) for own in trials])

    def _played_there(self, batches: Sequence[MatchBatch]) -> list[list[Outcome]]:
        assert self._workers is not None, "somebody plays"
        met: list[list[Outcome]] = [[] for _ in batches]
        with closing(play_in_ranges(self._workers, self._parcel, batches)) as parts:
            for batch, _, _, result in parts:
                met[batch] += [(share, difference) for share, difference in result["rows"]]
        return met
