"""Many games between bots.

Game i uses a seed of its own made from the seed and i, so the number of jobs changes nothing.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import Protocol

from interpreter.bots import NO_THOUGHT, Thought, bot_for
from interpreter.journal import Journal
from interpreter.play.chance import Chance
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game
from interpreter.play.state import State
from interpreter.wasm.engine import FEW, Ended, Engine, NoEngine, engine_for, plays_alone
from interpreter.wasm.outcome import outcome_of
from interpreter.wasm.position import EngineStopped, FastState, FastStates, TooManyStates

MAX_DECISIONS = 100_000
# So few games are not worth making a module for where bots think long.
FEW_THOUGHT = 4
# How a game can end, besides by a fault of its rules, which is a cause in its own words.
FINISHED = "finished"
BROKEN_OFF = "broken off"
CUT = f"cut after {MAX_DECISIONS:,} decisions"
# Of how many games, the first ones, the last position is hashed if nothing else is asked for.
HASHES = 100
# Seconds between what a helping process tells.
TELLING = 0.1
CONFIDENCE = 0.95
# Student's t at 97.5 % for 1, 2, ... degrees of freedom; from there on a series is exact to three digits.
_T_FOR_FEW = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)


@dataclass(frozen=True, slots=True)
class Played:
    """One game; a game that did not finish has no winners.

    hash: of its last position, empty where none was asked for;
    ending: FINISHED, BROKEN_OFF (by its rules), CUT, or place and message of the rule fault that stopped it;
    choices: the options taken, as indices; a batch keeps those of games that are cut or fail; thoughts: what
    each seat's bot has thought; turns: how many the step had that gave most turns.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    ending: str
    hash: str
    choices: tuple[int, ...] = ()
    thoughts: tuple[Thought, ...] = field(default=(), compare=False)
    turns: int = 0

    @property
    def finished(self) -> bool:
        """Whether the game came to the end that its rules want."""
        return self.ending == FINISHED

    @property
    def failed(self) -> bool:
        """Whether the game was cut or went wrong: it says nothing of the game but that it has a fault."""
        return self.ending not in (FINISHED, BROKEN_OFF)


# Is told of each game, in order, as soon as it is done: its number (from 1), its seed, what came of it.
Listener = Callable[[int, int, Played], None]


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """Points of one seat (from 1) over all finished games; wins count shared victories and those of its team.

    The intervals hold what would come of endlessly many games with 95 % confidence; None: too few games.
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


@dataclass(frozen=True, slots=True)
class Rounds:
    """How long finished games are, in turns by player, of the step that gives most turns.

    interval: of the mean, as in SeatFigures.
    """

    mean: float
    sd: float
    min: float
    max: float
    mean_interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Simulation:
    """The figures of a batch of games.

    ties: games that several teams won together, or several players where there are no teams; endings: how
    many games ended for which cause; stopped: why the batch ended too early, None if it did not; engine: what
    played them, `python` or `wasm`; reason: why not `wasm`, where that was looked for; rounds: None where no
    step has turns; hashes: of the last positions of as many games, the first ones, as were asked for.
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
    rounds: Rounds | None = None


INTERRUPTED = "interrupted"
HELPER_LOST = "a helping process was ended from outside"


@lru_cache(4096)
def derived_seed(*parts: int) -> int:
    """A seed made from numbers, equal on every machine."""
    digest = blake2b(" ".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 11


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class GameSeeds(Protocol):
    """The seed of each game of a batch."""

    def __len__(self) -> int:
        """Count the games."""

    def __getitem__(self, number: int, /) -> int:
        """Return the seed of a game, counted from 0."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """The seeds of a batch of games, made when they are asked for."""

    seed: int
    games: int

    def __len__(self) -> int:
        return self.games

    def __getitem__(self, number: int) -> int:
        return derived_seed(self.seed, number)


def play_one(game: Game, bots: Sequence[str], seed: int, held: FastStates | None = None) -> Played:
    """Play one game until it ends, or is cut, or its rules go wrong.

    held: where positions are held in WebAssembly; raises EngineStopped and TooManyStates where it stops.
    """
    chances = [Chance(derived_seed(seed, seat)) for seat in range(len(bots))]
    players = [bot_for(game, name) for name in bots]
    choices: list[int] = []
    try:
        position: State | FastState = game.new(seed) if held is None else held.new(seed)
    except RuleFault as fault:
        return Played((0,) * game.players, (), 0, fault.cause, "", (), (NO_THOUGHT,) * game.players)
    try:
        while (seat := position.seat) >= 0 and position.decisions < MAX_DECISIONS:
            option = players[seat].choose(position, chances[seat])
            position.choose(option)
            choices.append(option)
        state = position if isinstance(position, State) else position.state()
        scores, winners = state.scores(), state.winners()
        ending = (BROKEN_OFF if state.broken_off else FINISHED) if state.finished else CUT
    except RuleFault as fault:
        state = position if isinstance(position, State) else position.state()
        scores, winners, ending = [0] * game.players, [], fault.cause
    return Played(
        tuple(scores[: game.players]),
        tuple(winners) if ending == FINISHED else (),
        state.decisions,
        ending,
        state.hash(),
        tuple(choices),
        tuple(bot.thought for bot in players),
        max((state.slots[slot] for slot in game.turn_slots), default=0),
    )


def keep_journal(path: Path, game: Game, bots: Sequence[str], seed: int, choices: Sequence[int]) -> None:
    """Write the journal of a game that was played. Raises OSError."""
    journal = Journal.create(path, game, seed, bots)
    if choices:
        state = game.new(seed)
        for option in choices:
            journal.play(state, option)


def simulate(  # noqa: PLR0917 - the names of the four that must be given are plain at the call
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 1,
    listener: Listener | None = None,
    engine: str = "auto",
    hashes: int = HASHES,
) -> Simulation:
    """Play games between bots (one name for each seat) and count; jobs 0: one for each processor.

    A game that is cut or goes wrong counts under its cause in `endings`, and the next is played.
    Interrupted (KeyboardInterrupt) it returns the figures of the games done so far, and says that it was
    stopped; they are the first ones, so they equal those of that many games.

    engine: `python`; `wasm`, which raises NoEngine where it cannot play these; `auto`: `wasm` where there
    are many games and it can. The figures are the same. hashes: of how many games, the first ones, the last
    position is hashed; that takes a tenth of the time of a quick game.
    """
    return simulate_seeds(game, bots, Seeds(seed, games), jobs, listener, engine, hashes)


def simulate_seeds(  # noqa: PLR0917 - as `simulate`
    game: Game,
    bots: Sequence[str],
    seeds: GameSeeds,
    jobs: int = 1,
    listener: Listener | None = None,
    engine: str = "auto",
    hashes: int = HASHES,
) -> Simulation:
    """Play one game of each seed; for the rest as `simulate`."""
    start = time.perf_counter()
    played: list[Played] = []
    stopped = None
    jobs = min(jobs or cores(), len(seeds))
    native, reason = _native_engine(game, bots, len(seeds), engine)
    table = _Table(game, bots, seeds, native)
    if native is not None and plays_alone(bots):
        results = _natively(native, bots, seeds, jobs, hashes, alone=engine == "wasm")
    else:
        results = table.outcomes() if jobs == 1 else _together(table, jobs)
    try:
        with _loaded_stays(), closing(results):
            for result in results:
                if len(played) >= hashes and result.hash:
                    result = replace(result, hash="")  # noqa: PLW2901 - as the other engine tells it
                played.append(replace(result, choices=()) if result.choices else result)
                if listener is not None:
                    listener(len(played), seeds[len(played) - 1], result)
    except KeyboardInterrupt:
        stopped = INTERRUPTED
    except _HelperLost:
        stopped = HELPER_LOST
    found = figures(played, time.perf_counter() - start, game, stopped, hashes)
    return replace(found, engine="wasm" if native is not None else "python", reason=reason)


@contextmanager
def _loaded_stays() -> Iterator[None]:
    """Look for no garbage among what is there already: it takes as long as a thousand games."""
    if gc.get_freeze_count():
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _native_engine(
    game: Game, bots: Sequence[str], games: int, wanted: str
) -> tuple[Engine | None, str | None]:
    """The WebAssembly engine where it is to play; else, where it was looked for, why not."""
    few = FEW if plays_alone(bots) else FEW_THOUGHT
    if wanted == "python" or (wanted == "auto" and games < few):
        return None, None
    try:
        return engine_for(game), None
    except NoEngine as why:
        if wanted == "wasm":
            raise
        return None, str(why)


def _natively(
    engine: Engine, bots: Sequence[str], seeds: GameSeeds, jobs: int, hashes: int, *, alone: bool
) -> Generator[Played, None, None]:
    """Play in WebAssembly; where a game cannot go on, it is played again in Python, which says why.

    alone: where nothing is wrong, but the game is too large for a module, or a bot tries out what goes wrong,
    NoEngine is raised.
    """
    seats = (
        (seed, [derived_seed(seed, seat) for seat in range(len(bots))])
        for seed in (seeds[number] for number in range(len(seeds)))
    )
    with closing(engine.play(seats, jobs, bots, hashes)) as results:
        for number, ended in enumerate(results):
            played = _played(engine.game, ended) if ended else _outcome(engine.game, bots, seeds[number])
            if ended is None and alone and not played.failed:
                raise NoEngine(
                    f"the game of --game-seed {seeds[number]} is too large for it, or goes wrong on trial"
                )
            yield played


def _played(game: Game, ended: Ended) -> Played:
    """What a game that has ended in WebAssembly came to."""
    outcome = outcome_of(game, ended.ending)
    return Played(
        outcome.scores[: game.players],
        outcome.winners,
        ended.decisions,
        BROKEN_OFF if outcome.broken_off else FINISHED,
        ended.hash,
        (),
        ended.thoughts,
        outcome.turns,
    )


class _Table:
    """The games of a batch, and where their positions are held: each process has its own memory."""

    def __init__(self, game: Game, bots: Sequence[str], seeds: GameSeeds, engine: Engine | None) -> None:
        self.game, self.bots, self.seeds = game, bots, seeds
        self._engine = engine
        self._held: FastStates | None = None

    def outcomes(self) -> Generator[Played, None, None]:
        """Play the games in order."""
        for number in range(len(self.seeds)):
            yield self.outcome(number)

    def outcome(self, number: int) -> Played:
        """What came of a game; where WebAssembly cannot go on, Python plays it."""
        if self._engine is not None:
            self._held = self._held or FastStates(self._engine)
            with suppress(EngineStopped, TooManyStates):
                played = play_one(self.game, self.bots, self.seeds[number], self._held)
                return played if played.failed else replace(played, choices=())
            self._held = None
        return _outcome(self.game, self.bots, self.seeds[number])


def _outcome(game: Game, bots: Sequence[str], seed: int) -> Played:
    """What came of a game; what went wrong in us rather than in the rules names the game."""
    try:
        played = play_one(game, bots, seed)
    except Exception as error:
        error.add_note(f"in the game of --game-seed {seed}")
        raise
    return played if played.failed else replace(played, choices=())


# -- several processes
class _HelperLost(Exception):
    """A helping process has ended without a word: it was killed, perhaps for want of memory."""


class _Team:
    """Forked helpers: they have the compiled functions, which could not be sent to them.

    Each takes the next game that nobody plays yet, and sends what came of its games with their numbers, some
    times a second, for the process that counts needs a processor too while it listens. Neither an interrupt
    nor the end of the process that counts makes them say anything: the first is not for them, after the
    second they find nobody to write to.
    """

    def __init__(self, table: _Table, jobs: int) -> None:
        context = get_context("fork")
        self.helpers: list[ForkProcess] = []
        self.readers: list[Connection] = []
        self._table = table
        self._next = context.Value("q", 0)
        with _interrupts_held_back():
            for _ in range(jobs):
                reader, writer = context.Pipe(duplex=False)
                self.readers.append(reader)
                helper = context.Process(target=self._help, args=(writer,), daemon=True)
                helper.start()
                self.helpers.append(helper)
                # The helper alone may hold it, so that its end is noticed.
                writer.close()

    def _help(self, writer: Connection) -> None:
        """Play games until none is left. Runs in a helper."""
        for reader in self.readers:
            reader.close()
        table = self._table
        done: list[tuple[int, Played | Exception]] = []
        due = time.monotonic() + TELLING
        with suppress(OSError):
            while True:
                with self._next.get_lock():
                    number = self._next.value
                    self._next.value += 1
                if number >= len(table.seeds):
                    break
                done.append((number, _sent_outcome(table, number)))
                if time.monotonic() >= due:
                    writer.send(done)
                    done, due = [], time.monotonic() + TELLING
            writer.send(done)
            writer.send(None)

    def outcomes(self) -> Iterator[tuple[int, Played | Exception]]:
        """Yield what came of each game with its number, in the order in which they end."""
        waiting = list(self.readers)
        while waiting:
            for reader in wait(waiting):
                assert isinstance(reader, Connection)
                try:
                    results = reader.recv()
                except (EOFError, OSError):
                    raise _HelperLost from None
                if results is None:
                    waiting.remove(reader)
                else:
                    yield from results

    def end(self) -> None:
        """End the helpers, whatever they do."""
        for helper in self.helpers:
            helper.kill()
        for helper in self.helpers:
            helper.join()
        for reader in self.readers:
            reader.close()


def _sent_outcome(table: _Table, number: int) -> Played | Exception:
    """What came of a game, or what went wrong; only what can be sent to another process."""
    try:
        return table.outcome(number)
    except Exception as error:
        return RuntimeError("; ".join([f"{type(error).__name__}: {error}", *error.__notes__]))


def _together(table: _Table, jobs: int) -> Generator[Played, None, None]:
    """Play with helpers; results come in the order of the seeds."""
    team = _Team(table, jobs)
    early: dict[int, Played | Exception] = {}
    due = 0
    try:
        for number, outcome in team.outcomes():
            early[number] = outcome
            while due in early:
                result = early.pop(due)
                if isinstance(result, Exception):
                    raise result
                yield result
                due += 1
    finally:
        team.end()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Hold back what ends a batch; processes forked meanwhile never hear it, for it is not for them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- figures
def figures(
    played: Sequence[Played],
    seconds: float,
    game: Game,
    stopped: str | None = None,
    hashes: int = HASHES,
) -> Simulation:
    """Count a batch; points and victories are those of the finished games."""
    finished = [p for p in played if p.finished]
    rounds = [p.turns / game.players for p in finished]
    teams = game.model.teams
    return Simulation(
        games=len(played),
        finished=len(finished),
        decisions=sum(p.decisions for p in played),
        seconds=seconds,
        scores=tuple(_seat_figures(finished, seat) for seat in range(game.players)),
        ties=sum(len({seat % teams for seat in p.winners}) > 1 for p in finished),
        hashes=tuple(p.hash for p in played[:hashes]),
        stopped=stopped,
        endings=dict(Counter(p.ending for p in played).most_common()),
        rounds=_rounds(rounds) if any(rounds) else None,
    )


def _spread(values: Sequence[float]) -> tuple[float, float]:
    """The mean and the standard deviation, 0 where there is no telling."""
    return (fmean(values) if values else 0.0), (stdev(values) if len(values) > 1 else 0.0)


def _rounds(rounds: Sequence[float]) -> Rounds:
    middle, sd = _spread(rounds)
    interval = mean_interval(middle, sd, len(rounds))
    return Rounds(round(middle, 3), round(sd, 3), round(min(rounds), 3), round(max(rounds), 3), interval)


def _seat_figures(finished: Sequence[Played], seat: int) -> SeatFigures:
    points = [p.scores[seat] for p in finished]
    count = len(points)
    middle, sd = _spread(points)
    wins = sum(seat in p.winners for p in finished)
    return SeatFigures(
        seat=seat + 1,
        mean=round(middle, 3),
        sd=round(sd, 3),
        min=min(points, default=0),
        max=max(points, default=0),
        wins=wins,
        mean_interval=mean_interval(middle, sd, count),
        win_share=round(wins / count, 4) if count else 0.0,
        win_share_interval=share_interval(wins, count),
    )


def mean_interval(mean: float, sd: float, count: int) -> tuple[float, float] | None:
    """The 95 % confidence interval of a mean, after Student; None where there is no telling."""
    if count < 2:
        return None
    half = student_t(count - 1) * sd / count**0.5
    return round(mean - half, 3), round(mean + half, 3)


def share_interval(hits: float, count: int) -> tuple[float, float] | None:
    """The 95 % confidence interval of a share, after Wilson; None where there is no telling."""
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
