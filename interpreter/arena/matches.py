"""A round robin of bots.

At each table one entrant sits in every place in turn, the others are copies of its rival; every rotation has
the same seeds. With two at a table each pair meets once, with more both ways round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import combinations, permutations
from statistics import fmean, stdev
from typing import Any

from interpreter.arena.ratings import Pair, ratings
from interpreter.bots import Thought, is_reproducible
from interpreter.play.game import Game
from interpreter.simulation import (
    INTERRUPTED,
    GamesBatch,
    Note,
    Played,
    Seeds,
    Workers,
    WorkersLost,
    engine_wanted,
    mean_interval,
    play_batches,
    share_interval,
)

ANCHOR_BOT = "greedy"


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game of a pair: the number of its seed (from 0) and in which place `a` sat."""

    pair: Pair
    rotation: int
    number: int


@dataclass(frozen=True, slots=True)
class Met:
    """What came of a meeting.

    share: of the victory, what `a` has; difference: the mean points of its seats less those of the others;
    thought: decisions, steps and seconds of `a`, then of the rivals; failed: how it went wrong, else empty.
    """

    share: float
    difference: float
    thought: tuple[tuple[int, int, float], tuple[int, int, float]]
    failed: str = ""


# Is told of each meeting as soon as it is over.
Listener = Callable[[Meeting, Met], None]


@dataclass(frozen=True, slots=True)
class PairFigures:
    """How `a` did against `b`; even: the share of equals; difference_interval: None for too few games."""

    a: str
    b: str
    games: int
    share: float
    low: float
    high: float
    even: float
    score_difference: float
    difference_interval: tuple[float, float] | None

    @property
    def told_apart(self) -> bool:
        """Whether the share is surely not that of equals."""
        return not self.low <= self.even <= self.high


@dataclass(frozen=True, slots=True)
class BotFigures:
    """How an entrant did over all its games; steps and ms are those of a decision, in the mean."""

    bot: str
    wins: float
    games: int
    share: float
    low: float
    high: float
    rating: float
    rating_low: float
    rating_high: float
    steps: float
    ms: float


_PAIR_KEYS = ("a", "b", "games", "share", "low", "high", "even", "score_difference", "difference_interval")


class Arena:
    """The meetings of some entrants, and what came of those that are over."""

    def __init__(self, game: Game, bots: Sequence[str], games: int, seed: int) -> None:
        self.game, self.bots = game, tuple(bots)
        self.sides = game.model.teams
        self.numbers = -(-games // self.sides)
        self.seeds = Seeds(seed, self.numbers)
        meet = combinations if self.sides == 2 else permutations
        self.pairs: tuple[Pair, ...] = tuple(meet(range(len(bots)), 2))
        self.met: dict[Meeting, Met] = {}

    @property
    def total(self) -> int:
        """How many games there are to be."""
        return len(self.pairs) * self.sides * self.numbers

    @property
    def reproducible(self) -> bool:
        """Whether the games would be the same again; those of bots that play by time are not."""
        return all(map(is_reproducible, self.bots))

    def as_json(self) -> dict[str, Any]:
        """Return the figures as `rulewright arena --json` prints them."""
        pairs = [self.pair_figures(pair) for pair in self.pairs]
        return {
            "game": self.game.id,
            "players": self.game.players,
            "seed": self.seeds.seed,
            "games": len(self.met),
            "reproducible": self.reproducible,
            "bots": [asdict(bot) for bot in self.bot_figures()],
            "pairs": [
                {**{key: getattr(pair, key) for key in _PAIR_KEYS}, "told_apart": pair.told_apart}
                for pair in pairs
            ],
        }

    def seats(self, pair: Pair, rotation: int) -> list[str]:
        """Who sits where; team mates are copies of one bot."""
        a, b = pair
        return [self.bots[a if seat % self.sides == rotation else b] for seat in range(self.game.players)]

    def play(
        self,
        jobs: int,
        listener: Listener,
        engine: str = "auto",
        *,
        workers: Workers | None = None,
        note: Note = lambda _done, _workers: None,
    ) -> str | None:
        """Play what has not been played; return why it was stopped, None if it was not.

        jobs, engine, workers and note: as in `simulate`; raises NoEngine and Refused as it does.
        """
        due = [meetings for meetings in self._due() if meetings]
        batches = [self._batch(meetings, engine) for meetings in due]
        try:
            with closing(play_batches(self.game, batches, jobs, workers, note)) as games:
                for batch, number, played, *_ in games:
                    assert isinstance(played, Played), "every game is wanted"
                    meeting = due[batch][number]
                    self.met[meeting] = self._met(meeting, played)
                    listener(meeting, self.met[meeting])
        except KeyboardInterrupt:
            return INTERRUPTED
        except WorkersLost as why:
            return str(why)
        return None

    def _due(self) -> Iterator[list[Meeting]]:
        """The meetings that have not been, by who sits where."""
        for pair in self.pairs:
            for rotation in range(self.sides):
                each = (Meeting(pair, rotation, number) for number in range(self.numbers))
                yield [meeting for meeting in each if meeting not in self.met]

    def _batch(self, meetings: Sequence[Meeting], engine: str) -> GamesBatch:
        seats = self.seats(meetings[0].pair, meetings[0].rotation)
        seeds = [self.seeds[meeting.number] for meeting in meetings]
        return GamesBatch(tuple(seats), seeds, engine_wanted(seats, len(seeds), engine), 0, rows=True)

    def _met(self, meeting: Meeting, played: Played) -> Met:
        """What a game means for its pair."""
        own = [seat for seat in range(self.game.players) if seat % self.sides == meeting.rotation]
        others = [seat for seat in range(self.game.players) if seat not in own]
        share = sum(seat in own for seat in played.winners) / max(1, len(played.winners))
        points = [fmean(played.scores[seat] for seat in seats) for seats in (own, others)]
        return Met(
            share,
            points[0] - points[1],
            (_together(played, own), _together(played, others)),
            "" if played.finished else played.ending,
        )

    # -- figures
    def _of(self, pair: Pair) -> Iterator[list[Met]]:
        """The games of a pair that came to an end, by seed."""
        for number in range(self.numbers):
            found = [self.met.get(Meeting(pair, rotation, number)) for rotation in range(self.sides)]
            whole = [met for met in found if met is not None and not met.failed]
            if whole:
                yield whole

    def pair_figures(self, pair: Pair) -> PairFigures:
        """How the first of a pair did against the second."""
        by_seed = list(self._of(pair))
        games = sum(map(len, by_seed))
        wins = sum(met.share for each in by_seed for met in each)
        differences = [fmean(met.difference for met in each) for each in by_seed]
        mean = fmean(differences) if differences else 0.0
        spread = stdev(differences) if len(differences) > 1 else 0.0
        return PairFigures(
            self.bots[pair[0]],
            self.bots[pair[1]],
            games,
            *_share(wins, games),
            even=1 / self.sides,
            score_difference=round(mean, 3),
            difference_interval=mean_interval(mean, spread, len(differences)),
        )

    def bot_figures(self) -> list[BotFigures]:
        """How each entrant did."""
        results = {
            pair: [(len(each), sum(met.share for met in each)) for each in self._of(pair)]
            for pair in self.pairs
        }
        anchor = self.bots.index(ANCHOR_BOT) if ANCHOR_BOT in self.bots else 0
        rated = ratings(len(self.bots), self.sides - 1, anchor, results)
        return [self._bot_figures(entrant, rated[entrant]) for entrant in range(len(self.bots))]

    def _bot_figures(self, entrant: int, rated: tuple[float, float, float]) -> BotFigures:
        wins, games, decisions, steps, seconds = 0.0, 0, 0, 0, 0.0
        for pair in self.pairs:
            if entrant not in pair:
                continue
            side = pair.index(entrant)
            for each in self._of(pair):
                for met in each:
                    wins += 1 - met.share if side else met.share
                    games += 1
                    decisions += met.thought[side][0]
                    steps += met.thought[side][1]
                    seconds += met.thought[side][2]
        return BotFigures(
            self.bots[entrant],
            round(wins, 2),
            games,
            *_share(wins, games),
            round(rated[0], 1),
            round(rated[1], 1),
            round(rated[2], 1),
            round(steps / max(1, decisions), 1),
            round(1000 * seconds / max(1, decisions), 2),
        )

    @property
    def failures(self) -> Mapping[Meeting, Met]:
        """The games that did not come to the end that their rules want."""
        return {meeting: met for meeting, met in self.met.items() if met.failed}


def _together(played: Played, seats: Sequence[int]) -> Thought:
    """What the bots of several seats have thought in all."""
    thoughts = [played.thoughts[seat] for seat in seats]
    return Thought(
        sum(each.decisions for each in thoughts),
        sum(each.steps for each in thoughts),
        sum(each.seconds for each in thoughts),
    )


def _share(wins: float, games: int) -> tuple[float, float, float]:
    """A share with its interval; without games it may be anything."""
    low, high = share_interval(wins, games) or (0.0, 1.0)
    return (round(wins / games, 4) if games else 0.0), low, high
