"""What comes of many games: counts that can be merged, and the figures that follow from them.

Everything is counted in whole numbers, so the figures are the same to the last digit however the games were
divided among processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from statistics import NormalDist
from typing import Any, NamedTuple

from interpreter.layout import Counted
from interpreter.play.game import Game
from interpreter.simulation.played import GameSeeds, Played

# Of how many games, the first ones, the last position is hashed if nothing else is asked for.
HASHES = 100
# Of so many games that were cut or went wrong, the first ones, the choices are kept: each may be long.
MOST_FAILED = 5
CONFIDENCE = 0.95
# Student's t at 97.5 % for 1, 2, ... degrees of freedom; from there on a series is exact to three digits.
_T_FOR_FEW = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)


class FailedGame(NamedTuple):
    """A game that was cut or went wrong: its number in the batch (from 1), its seed, its outcome."""

    number: int
    seed: int
    played: Played


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """Points of one seat (from 1) over all finished games; wins count shared victories and those of its team.

    alone: the wins that no other team shared; alone_interval: of their share. The intervals
    hold what would come of endlessly many games with 95 % confidence; None: too few games.
    """

    seat: int
    mean: float
    sd: float
    min: int
    max: int
    wins: int
    mean_interval: tuple[float, float] | None
    win_share: float
    win_share_interval: tuple[float, float] | None
    alone: int
    alone_interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Length:
    """How long finished games are, in rounds or in turns by player; mean_interval as in SeatFigures."""

    mean: float
    sd: float
    min: float
    max: float
    mean_interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class StarterFigures:
    """What became of whoever had the first turn, in finished games; wins and interval as in SeatFigures."""

    games: int
    wins: int
    win_share: float
    win_share_interval: tuple[float, float] | None


_SEAT_KEYS = (
    "seat", "mean", "sd", "min", "max", "wins", "mean_interval", "win_share", "win_share_interval",
    "alone", "alone_interval",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Simulation:
    """The figures of a batch of games.

    ties: games that several teams won together, or several players where there are no teams; endings: how
    many games ended for which cause; stopped: why the batch ended too early, None if it did not; engine: what
    played them, `python` or `wasm`; reason: why not `wasm`, where that was looked for; rounds: how often
    the step began that is the game's round; turns: how many each player had, of the step that gives most;
    None where there is no such step; starter: None where the same seat always begins; counted: how often in
    all games what is counted happened; hashes: of the last positions of as many games, the first ones, as
    were asked for; failed: the first games that were cut or went wrong;
    longest, closest: the numbers of the games with most decisions and with the least lead of the first over
    the second, of equals the first; 0: there is none.
    """

    games: int
    finished: int
    decisions: int
    seconds: float
    scores: tuple[SeatFigures, ...]
    ties: int
    hashes: tuple[str, ...]
    stopped: str | None = None
    endings: Mapping[str, int] = field(default_factory=dict)
    engine: str = "python"
    reason: str | None = None
    rounds: Length | None = None
    turns: Length | None = None
    starter: StarterFigures | None = None
    failed: tuple[FailedGame, ...] = ()
    longest: int = 0
    closest: int = 0
    counted: Mapping[Counted, int] = field(default_factory=dict)

    @property
    def stopped_at_bounds(self) -> dict[str, int]:
        """By the place of a `set` in the rules: how often a counter stopped at its minimum or maximum."""
        return {str(of.place): count for of, count in self.counted.items() if count and of.what == "stopped"}

    def as_json(
        self, game: Game, bots: Sequence[str], seed: int | None, game_seed: int | None = None
    ) -> dict[str, Any]:
        """Return the figures as `rulewright simulate --json` prints them.

        seed: that of the batch; game_seed: that of the one game that was played again instead.
        """
        return {
            "game": game.id,
            "fingerprint": game.fingerprint,
            "players": game.players,
            "with": list(game.overlays),
            "options": dict(game.options),
            "seed": seed,
            "game_seed": game_seed,
            "bots": list(bots),
            "games": self.games,
            "finished": self.finished,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / self.seconds, 1) if self.seconds else 0.0,
            "scores": [{key: getattr(line, key) for key in _SEAT_KEYS} for line in self.scores],
            "ties": self.ties,
            "rounds": {"step": game.round, **asdict(self.rounds)} if self.rounds is not None else None,
            "turns": asdict(self.turns) if self.turns is not None else None,
            "starter": asdict(self.starter) if self.starter is not None else None,
            "endings": dict(self.endings),
            "stopped_at_bounds": dict(self.stopped_at_bounds),
            "teams": game.teams,
            "stopped": self.stopped,
            "engine": self.engine,
            "hashes": list(self.hashes[:HASHES]),
        }


class _Measure:
    """Whole numbers of which the mean, the spread and the ends are wanted."""

    __slots__ = ("greatest", "least", "squares", "total")

    def __init__(self, total: int = 0, squares: int = 0, least: int | None = None, greatest: int = 0) -> None:
        self.total, self.squares, self.least, self.greatest = total, squares, least, greatest

    def add(self, value: int) -> None:
        """Count one."""
        self.total += value
        self.squares += value * value
        if self.least is None:
            self.least = self.greatest = value
        elif value < self.least:
            self.least = value
        elif value > self.greatest:
            self.greatest = value

    @property
    def plain(self) -> tuple[int, int, int | None, int]:
        """The same in numbers alone."""
        return self.total, self.squares, self.least, self.greatest

    def merge(self, other: _Measure) -> None:
        """Count what another has counted."""
        if other.least is None:
            return
        self.total += other.total
        self.squares += other.squares
        self.greatest = other.greatest if self.least is None else max(self.greatest, other.greatest)
        self.least = other.least if self.least is None else min(self.least, other.least)

    def spread(self, count: int, unit: int = 1) -> tuple[float, float]:
        """The mean and the standard deviation in units, 0 where nothing is known of them."""
        mean = self.total / (unit * count) if count else 0.0
        if count < 2:
            return mean, 0.0
        above = count * self.squares - self.total * self.total
        return mean, (above / (unit * unit * count * (count - 1))) ** 0.5


class Tally:
    """What is counted of a batch, or of a range of its games; it does not grow with their number.

    Ranges are merged in their order: where games are equal the first one counts.
    """

    def __init__(
        self,
        players: int,
        teams: int,
        hashes: int,
        plain: Mapping[str, Any] | None = None,
        counted: Iterable[Counted] = (),
    ) -> None:
        """Begin with nothing, or with what another process has counted.

        hashes: of how many games; counted: what is counted in play.
        """
        self.players, self.teams, self.wanted = players, teams, hashes
        self.names = tuple(counted)
        self.counted = [0] * len(self.names)
        self.games = self.finished = self.decisions = self.ties = 0
        self.endings: Counter[str] = Counter()
        self.hashes: list[str] = []
        self.wins, self.shared = [0] * players, [0] * players
        self.points = [_Measure() for _ in range(players)]
        self.turns, self.rounds = _Measure(), _Measure()
        # By seat: in how many games it had the first turn, and how many of these it won.
        self.begun, self.begun_won = [0] * players, [0] * players
        self.failed: list[FailedGame] = []
        # Decisions or lead, and the number of the game.
        self.longest: tuple[int, int] | None = None
        self.closest: tuple[int, int] | None = None
        if plain is not None:
            self._take(plain)

    def add(self, number: int, seeds: GameSeeds, place: int, played: Played) -> None:
        """Count a game, the next one; number: in the whole batch, from 1; place: of its seed among these."""
        self.games += 1
        self.decisions += played.decisions
        if played.counted:
            self.counted = _added(self.counted, played.counted)
        self.endings[played.ending] += 1
        if self.games <= self.wanted:
            self.hashes.append(played.hash)
        if self.longest is None or played.decisions > self.longest[0]:
            self.longest = (played.decisions, number)
        if played.finished:
            self._add_finished(number, played)
        elif played.failed and len(self.failed) < MOST_FAILED:
            self.failed.append(FailedGame(number, seeds[place], played))

    def _add_finished(self, number: int, played: Played) -> None:
        self.finished += 1
        scores, winners = played.scores, played.winners
        for measure, points in zip(self.points, scores, strict=False):
            measure.add(points)
        tied = len(winners) > 1 and len({seat % self.teams for seat in winners}) > 1
        self.ties += tied
        for seat in winners:
            # Where automata are scored they can win too; they have no seat.
            if seat < self.players:
                self.wins[seat] += 1
                self.shared[seat] += tied
        self.turns.add(played.turns)
        self.rounds.add(played.rounds)
        if 0 <= played.starter < self.players:
            self.begun[played.starter] += 1
            self.begun_won[played.starter] += played.starter in winners
        if len(scores) > 1:
            *_, second, first = sorted(scores)
            if self.closest is None or first - second < self.closest[0]:
                self.closest = (first - second, number)

    def merge(self, other: Tally) -> None:
        """Count the games of the next range."""
        self.hashes += other.hashes[: self.wanted - self.games] if self.wanted > self.games else []
        for name in ("games", "finished", "decisions", "ties"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.endings.update(other.endings)
        self.wins, self.shared = _added(self.wins, other.wins), _added(self.shared, other.shared)
        self.counted = _added(self.counted, other.counted)
        for own, more in zip(self.points, other.points, strict=True):
            own.merge(more)
        self.turns.merge(other.turns)
        self.rounds.merge(other.rounds)
        self.begun, self.begun_won = _added(self.begun, other.begun), _added(self.begun_won, other.begun_won)
        self.failed += other.failed[: MOST_FAILED - len(self.failed)]
        if other.longest is not None and (self.longest is None or other.longest[0] > self.longest[0]):
            self.longest = other.longest
        if other.closest is not None and (self.closest is None or other.closest[0] < self.closest[0]):
            self.closest = other.closest

    @property
    def plain(self) -> dict[str, Any]:
        """The same in numbers, texts, lists and tuples alone, to be sent to another process."""
        return {
            "counts": (self.games, self.finished, self.decisions, self.ties),
            "endings": dict(self.endings),
            "hashes": self.hashes,
            "wins": (self.wins, self.shared),
            "counted": self.counted,
            "points": [measure.plain for measure in self.points],
            "turns": self.turns.plain,
            "rounds": self.rounds.plain,
            "begun": (self.begun, self.begun_won),
            "failed": [(number, seed, played.row) for number, seed, played in self.failed],
            "longest": self.longest,
            "closest": self.closest,
        }

    def _take(self, plain: Mapping[str, Any]) -> None:
        self.games, self.finished, self.decisions, self.ties = plain["counts"]
        self.endings = Counter(plain["endings"])
        self.hashes, self.counted = list(plain["hashes"]), list(plain["counted"])
        self.wins, self.shared = map(list, plain["wins"])
        self.points = [_Measure(*numbers) for numbers in plain["points"]]
        self.turns, self.rounds = _Measure(*plain["turns"]), _Measure(*plain["rounds"])
        self.begun, self.begun_won = map(list, plain["begun"])
        self.failed = [FailedGame(number, seed, Played.of(row)) for number, seed, row in plain["failed"]]
        self.longest, self.closest = plain["longest"], plain["closest"]

    def figures(
        self, seconds: float, stopped: str | None = None, engine: str = "python", reason: str | None = None
    ) -> Simulation:
        """The figures; points and victories are those of the finished games."""
        return Simulation(
            games=self.games,
            finished=self.finished,
            decisions=self.decisions,
            seconds=seconds,
            scores=tuple(self._seat_figures(seat) for seat in range(self.players)),
            ties=self.ties,
            hashes=tuple(self.hashes),
            stopped=stopped,
            endings=dict(self.endings.most_common()),
            engine=engine,
            reason=reason,
            rounds=self._length(self.rounds),
            turns=self._length(self.turns, self.players),
            starter=self._starter_figures() if sum(map(bool, self.begun)) > 1 else None,
            failed=tuple(self.failed),
            longest=self.longest[1] if self.longest else 0,
            closest=self.closest[1] if self.closest else 0,
            counted=dict(zip(self.names, self.counted, strict=True)),
        )

    def _length(self, of: _Measure, unit: int = 1) -> Length | None:
        if not of.greatest:
            return None
        middle, sd = of.spread(self.finished, unit)
        least, greatest = (of.least or 0) / unit, of.greatest / unit
        interval = mean_interval(middle, sd, self.finished)
        return Length(round(middle, 3), round(sd, 3), round(least, 3), round(greatest, 3), interval)

    def _starter_figures(self) -> StarterFigures:
        games, wins = sum(self.begun), sum(self.begun_won)
        return StarterFigures(games, wins, round(wins / games, 4), share_interval(wins, games))

    def _seat_figures(self, seat: int) -> SeatFigures:
        measure, count, wins = self.points[seat], self.finished, self.wins[seat]
        middle, sd = measure.spread(count)
        alone = wins - self.shared[seat]
        return SeatFigures(
            seat=seat + 1,
            mean=round(middle, 3),
            sd=round(sd, 3),
            min=measure.least or 0,
            max=measure.greatest,
            wins=wins,
            mean_interval=mean_interval(middle, sd, count),
            win_share=round(wins / count, 4) if count else 0.0,
            win_share_interval=share_interval(wins, count),
            alone=alone,
            alone_interval=share_interval(alone, count),
        )


def tally_for(game: Game, hashes: int, plain: Mapping[str, Any] | None = None) -> Tally:
    """A tally of games of a game; the rest as `Tally` has it."""
    return Tally(game.players, game.model.teams, hashes, plain, game.counted)


def _added(own: Sequence[int], more: Sequence[int]) -> list[int]:
    """The sums of counts; of a game that went wrong before it began there are none."""
    return [a + b for a, b in zip_longest(own, more, fillvalue=0)]


def mean_interval(mean: float, sd: float, count: int) -> tuple[float, float] | None:
    """The 95 % confidence interval of a mean, after Student; None where that is not known."""
    if count < 2:
        return None
    half = student_t(count - 1) * sd / count**0.5
    return round(mean - half, 3), round(mean + half, 3)


def share_interval(hits: float, count: int) -> tuple[float, float] | None:
    """The 95 % confidence interval of a share, after Wilson; None where that is not known."""
    if not count:
        return None
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share, weight = hits / count, z * z / count
    middle = (share + weight / 2) / (1 + weight)
    half = z / (1 + weight) * (share * (1 - share) / count + weight / (4 * count)) ** 0.5
    return max(0.0, round(middle - half, 4)), min(1.0, round(middle + half, 4))


def student_t(freedom: int) -> float:
    """Student's t at 97.5 % for so many degrees of freedom."""
    if freedom <= len(_T_FOR_FEW):
        return _T_FOR_FEW[freedom - 1]
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
