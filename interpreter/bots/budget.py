"""What a bot may spend on a decision: steps, which are the same everywhere, or time."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from threading import Lock

from interpreter.play.ends import STEPS_OF_WRONG

_AMOUNT = re.compile(r"(?P<number>[0-9]{1,9})(?P<unit>ms|s|)")
_JOBS = re.compile(r"[1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class Budget:
    """So many steps (options taken on trial) a decision; with `ms` so many milliseconds instead.

    jobs: by so many threads at a time, where positions are held in WebAssembly.
    """

    steps: int
    ms: int = 0
    jobs: int = 1

    @property
    def reproducible(self) -> bool:
        """Whether it is spent alike on every machine."""
        return not self.ms


def read_budget(text: str) -> Budget | None:
    """The budget that `STEPS`, `500ms` or `2s` means, each perhaps with `:JOBS`; None if it means nothing."""
    amount, colon, jobs = text.partition(":")
    found = _AMOUNT.fullmatch(amount)
    if found is None or not int(found["number"]) or (colon and not _JOBS.fullmatch(jobs)):
        return None
    number, threads = int(found["number"]), int(jobs or 1)
    if not found["unit"]:
        return Budget(number, 0, threads)
    return Budget(0, number * (1000 if found["unit"] == "s" else 1), threads)


class Spending:
    """What has been spent of a budget on one decision."""

    def __init__(self, budget: Budget) -> None:
        self.steps = 0
        self.stopped = False
        self.jobs = budget.jobs
        self._budget = budget
        self._whole: Spending | None = None
        self._lock = Lock()
        self._begun = time.monotonic() if budget.ms else 0.0

    def without_end(self) -> Spending:
        """One for a part of the decision, which may take all the steps it needs, but no more time."""
        part = Spending(self._budget)
        part._begun, part._whole = self._begun, self
        return part

    def take(self, part: Spending) -> None:
        """Count what was spent on a part."""
        with self._lock:
            self.steps += part.steps

    def waste(self) -> None:
        """A trial has gone wrong, perhaps after much work."""
        self.steps += STEPS_OF_WRONG

    @property
    def spent(self) -> float:
        """What share of the budget has been spent; 1 or more when nothing is left."""
        if self.stopped or (self._whole is not None and self._whole.stopped):
            return 1.0
        if not self._budget.ms:
            return 0.0 if self._whole is not None else self.steps / self._budget.steps
        return (time.monotonic() - self._begun) * 1000 / self._budget.ms

    @property
    def over(self) -> bool:
        """Whether nothing is left."""
        return self.spent >= 1

    @property
    def out_of_time(self) -> bool:
        """Whether nothing is left of what was given in time, or somebody has stopped it."""
        return (self.stopped or bool(self._budget.ms)) and self.over
