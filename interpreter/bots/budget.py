"""What a bot may spend on a decision: steps, which are the same everywhere, or time."""

from __future__ import annotations

import time
from dataclasses import dataclass

from interpreter.play.ends import STEPS_OF_WRONG


@dataclass(frozen=True, slots=True)
class Budget:
    """So many steps (options taken on trial) a decision; with `ms` so many milliseconds instead."""

    steps: int
    ms: int = 0

    @property
    def reproducible(self) -> bool:
        """Whether it is spent alike on every machine."""
        return not self.ms


class Spending:
    """What has been spent of a budget on one decision."""

    def __init__(self, budget: Budget) -> None:
        self.steps = 0
        self._budget = budget
        self._begun = time.monotonic() if budget.ms else 0.0

    def waste(self) -> None:
        """A trial has gone wrong, perhaps after much work."""
        self.steps += STEPS_OF_WRONG

    @property
    def spent(self) -> float:
        """What share of the budget has been spent; 1 or more when nothing is left."""
        if not self._budget.ms:
            return self.steps / self._budget.steps
        return (time.monotonic() - self._begun) * 1000 / self._budget.ms

    @property
    def over(self) -> bool:
        """Whether nothing is left."""
        return self.spent >= 1
