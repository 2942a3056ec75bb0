"""Workers: processes that play ranges of games for this one, through a `concurrent.futures.Executor`.

Here that is a process pool. `rulewright.cluster` has the same for other machines; nothing else knows of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from types import TracebackType
from typing import Self

from interpreter.processes import WorkerContext, begin_processes, begin_worker, interrupts_held_back
from interpreter.simulation.playing import play_range
from interpreter.simulation.tasks import Plain

# After so many seconds without an answer a worker counts as lost, unless games are known to take long.
PATIENCE = 60.0


class WorkersLost(Exception):
    """A sentence that says why no workers are left to play."""


class Workers(ABC):
    """Processes that play ranges of games.

    patience: seconds without an answer after which a worker counts as lost; notice: called with sentences
    about workers, for people.
    """

    def __init__(self) -> None:
        self.patience = PATIENCE
        self.notice: Callable[[str], None] = lambda _sentence: None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    @abstractmethod
    def count(self) -> int:
        """How many ranges they play at a time; 0: none of them is there now."""

    @abstractmethod
    def submit(
        self, name: str, parcel: bytes, task: Plain, tries: int, patience: float | None
    ) -> Future[Plain]:
        """Let one of them play a range with `play_range`; name: another for each try of each range.

        Raises WorkersLost.
        """

    @abstractmethod
    def is_loss(self, error: Exception) -> bool:
        """Whether what a future raised means that its worker was lost; raises WorkersLost for what lasts."""

    @abstractmethod
    def lost(self, waiting: Mapping[str, float]) -> Iterable[str]:
        """Return which ranges will have no answer, and let others play from now on.

        waiting: names of ranges that are late, and how many seconds each may be out.
        """

    @abstractmethod
    def refused(self, result: Plain) -> bool:
        """Give a worker that refused no more tasks; whether there are others."""

    @abstractmethod
    def close(self) -> None:
        """End what was begun here; what is being played is given up."""


class LocalWorkers(Workers):
    """Processes of this machine, which begin with the first task.

    They are forked from a process that has no threads and nothing but what games need.
    """

    def __init__(self, jobs: int) -> None:
        """Begin to prepare; jobs: how many processes."""
        super().__init__()
        self._jobs = jobs
        self._context = WorkerContext()
        self._pool: Executor | None = None
        begin_processes()

    @property
    def count(self) -> int:
        """How many processes."""
        return self._jobs

    def submit(
        self, _name: str, parcel: bytes, task: Plain, tries: int, patience: float | None
    ) -> Future[Plain]:
        """Let a process of the pool play."""
        for _ in range(2):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self._jobs, self._context, begin_worker)
            try:
                with interrupts_held_back():
                    return self._pool.submit(play_range, parcel, task, tries, patience)
            except BrokenExecutor:
                self._end_pool()
        raise WorkersLost("the processes that play end as soon as they begin")

    def is_loss(self, error: Exception) -> bool:
        """One process that ends breaks the whole pool."""
        return isinstance(error, BrokenExecutor)

    def lost(self, waiting: Mapping[str, float]) -> Iterable[str]:
        """Begin again with other processes; the futures of these ranges break with the pool."""
        if waiting:
            self._end_pool()
        return ()

    def refused(self, _result: Plain) -> bool:
        """All are alike."""
        return False

    def close(self) -> None:
        """End the processes."""
        self._end_pool()

    def _end_pool(self) -> None:
        self._context.kill()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
