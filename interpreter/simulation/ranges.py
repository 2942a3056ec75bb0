"""How games are handed to workers: in ranges of about a second, each counted once whatever happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple, Protocol

from interpreter.simulation.parcel import Refused
from interpreter.simulation.tasks import Plain, Task
from interpreter.simulation.workers import Workers, WorkersLost
from interpreter.wasm.engine import NoEngine

# So many seconds of work a range has, by what the ranges before it took, and so many times its games at most;
# towards the end ranges become smaller, so that workers end together, but not smaller than this share.
RANGE, GROWTH, LEAST = 1.0, 8, 0.05
# So many ranges are out for each that is being played, so that nobody waits for the next.
OUT = 2
# Seconds after which it is looked whether workers are lost, and somebody learns how far it is.
TICK = 0.25
# A range is late after so many times the seconds that it should take; a game of a second try, of its own.
LATE, LATE_GAME = 10, 20
# So often a range is handed out at most.
TRIES = 4

# Is called now and then with how many games are done, and how many ranges are played at a time.
Note = Callable[[int, int], None]
_batches = count()


class Batch(Protocol):
    """Games that can be divided into ranges."""

    @property
    def most(self) -> int:
        """Games in a range at most."""

    @property
    def begin(self) -> int:
        """Games in the first ranges."""

    def __len__(self) -> int:
        """Count the games."""

    def task(self, first: int, games: int) -> Task:
        """The task to play a range, counted from 0."""


class Part(NamedTuple):
    """What came of a range: of which batch (by its place), from which game on, how many."""

    batch: int
    first: int
    games: int
    result: Plain


@dataclass(eq=False, slots=True)
class _Range:
    name: str
    order: int
    batch: int
    first: int
    games: int
    task: Plain
    tries: int = 0
    # How often it was handed out: of a try that was refused nothing was played.
    sent: int = 0
    since: float = 0.0
    result: Plain | None = None

    @property
    def sent_as(self) -> str:
        """Under which name it is out."""
        return f"{self.name}-{self.sent}"


@dataclass(slots=True)
class _Pace:
    """How many games of a batch the next range has."""

    size: int
    # Seconds of a game, in the range that had the slowest.
    slowest: float | None = None

    def learn(self, games: int, seconds: float) -> None:
        """A range took so long."""
        each = seconds / games
        self.slowest = max(self.slowest or 0.0, each)
        self.size = max(1, min(GROWTH * max(games, self.size), int(RANGE / each) if each else GROWTH * games))


@dataclass(slots=True)
class _HandOut:
    """Ranges of batches on their way; results in order, nothing counted twice."""

    workers: Workers
    parcel: bytes
    batches: Sequence[Batch]
    note: Note
    # What is done and waits for something before it, by order.
    early: dict[int, _Range] = field(default_factory=dict)
    out: dict[Future[Plain], _Range] = field(default_factory=dict)
    paces: list[_Pace] = field(default_factory=list)
    due: int = 0
    done: int = 0
    looked: float = 0.0

    def results(self) -> Generator[Part, None, None]:
        """Yield what came of all ranges, in order."""
        self.paces = [_Pace(batch.begin) for batch in self.batches]
        coming = self._ranges()
        self.note(0, self.workers.count)
        try:
            more = True
            while more or self.out or self.due in self.early:
                more = more and self._hand_out(coming)
                self._take_in()
                self.note(self.done, self.workers.count)
                while self.due in self.early:
                    ready = self.early.pop(self.due)
                    self.due += 1
                    assert ready.result is not None, "it is early because there is one"
                    yield Part(ready.batch, ready.first, ready.games, ready.result)
        finally:
            for future in self.out:
                future.cancel()

    def _ranges(self) -> Iterator[_Range]:
        """Divide the batches; how large a range is, is said when it is needed."""
        order, run = count(), next(_batches)
        for place, batch in enumerate(self.batches):
            first = 0
            while first < len(batch):
                left, size = len(batch) - first, min(self.paces[place].size, batch.most)
                share = -(-left // (OUT * max(1, self.workers.count)))
                games = min(left, size, max(1, share, int(LEAST * size)))
                number = next(order)
                task = batch.task(first, games).plain
                yield _Range(f"{run}-{number}", number, place, first, games, task)
                first += games

    def _hand_out(self, coming: Iterator[_Range]) -> bool:
        """Hand out ranges while workers may want some; whether there may be more."""
        busy = OUT * max(1, self.workers.count)
        # What waits for something before it is kept, so it is bounded.
        while len(self.out) < busy and len(self.out) + len(self.early) < 32 * busy:
            following = next(coming, None)
            if following is None:
                return False
            self._submit(following)
        return True

    def _submit(self, given: _Range) -> None:
        if given.tries >= TRIES:
            raise WorkersLost(f"workers were lost {TRIES} times over the same {given.games} games")
        slowest = self.paces[given.batch].slowest
        patience = None if slowest is None else max(self.workers.patience, LATE_GAME * slowest)
        given.since = time.monotonic()
        given.sent += 1
        future = self.workers.submit(given.sent_as, self.parcel, given.task, given.tries, patience)
        self.out[future] = given

    def _take_in(self) -> None:
        """Wait for results, a little; what workers have lost is handed out once more."""
        lost = []
        for future in wait(self.out, TICK, FIRST_COMPLETED).done:
            given = self.out.pop(future)
            try:
                result = future.result()
            except Exception as error:
                if not isinstance(error, CancelledError) and not self.workers.is_loss(error):
                    raise
                lost.append(given)
                continue
            if given.result is None:
                self._take(given, result)
        # Another try of the same range may be out.
        lost = [given for given in lost if given not in self.out.values()]
        for given in (*lost, *self._late()):
            if given.result is None:
                given.tries += 1
                self._submit(given)

    def _take(self, given: _Range, result: Plain) -> None:
        if "refused" in result:
            if not self.workers.refused(result):
                raise Refused(result["refused"])
            self._submit(given)
            return
        if "no_engine" in result:
            raise NoEngine(result["no_engine"])
        if "failed" in result:
            raise RuntimeError(result["failed"])
        given.result = result
        self.early[given.order] = given
        # What others make of it is not waited for.
        self.out = {future: other for future, other in self.out.items() if other is not given}
        self.done += given.games
        if not result["tries"]:
            self.paces[given.batch].learn(given.games, result["seconds"])

    def _late(self) -> list[_Range]:
        """The ranges for which nobody waits any longer; looked for now and then."""
        now = time.monotonic()
        if now - self.looked < TICK:
            return []
        self.looked = now
        allowed = {given: self._patience(given) for given in self.out.values()}
        late = {given.sent_as: most for given, most in allowed.items() if now - given.since > most}
        if not late:
            return []
        names = set(self.workers.lost(late))
        return [given for given in set(self.out.values()) if given.sent_as in names]

    def _patience(self, given: _Range) -> float:
        slowest = self.paces[given.batch].slowest
        # A second try finds out itself what does not end, and takes its time to begin.
        if slowest is None or given.tries:
            return LATE * (self.workers.patience + OUT * (slowest or 0.0) * given.games)
        return max(self.workers.patience, LATE * OUT * slowest * given.games)


def play_in_ranges(
    workers: Workers, parcel: bytes, batches: Sequence[Batch], note: Note = lambda _done, _workers: None
) -> Generator[Part, None, None]:
    """Let workers play batches of games of a parcel; yields what came of them, in order.

    Raises Refused where no worker will play them, WorkersLost, NoEngine, and RuntimeError for what went wrong
    in a worker. Closed early, it cancels what is out.
    """
    yield from _HandOut(workers, parcel, batches, note).results()
