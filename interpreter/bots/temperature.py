"""Which option a bot takes when it knows what each is worth."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from statistics import median

from interpreter.play.standings import VICTORY


def taken_of(worths: Mapping[int, float], temperature: float, chance: Random) -> int:
    """Return the place of the best option; of several that are alike, any.

    temperature: how far a worse one may be taken instead: with 1 one that is behind by as much as the middle
    of all options. A victory in hand is always taken.
    """
    best = max(worths.values())
    reach = temperature * (best - median(worths.values()))
    if not 0 < reach < VICTORY / 2 or best >= VICTORY / 2:
        alike = [option for option, worth in worths.items() if worth == best]
        return alike[int(chance.random() * len(alike))]
    return max(worths, key=lambda option: worths[option] + reach * chance.random())
