"""The statistics of the report: each function with its method. Games are independent of each other.

SciPy has the tests, the intervals and the control of false discoveries; the regression is NumPy's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

# Said as certain: the chance that anything at all is said so in a game where nothing is so (Holm 1979).
CERTAIN = 0.01
# Said as likely: of all that is said so, the share that is not so (Benjamini and Hochberg 1995).
LIKELY = 0.05
CONFIDENCE = 0.95

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval, and the chance of one so far off if there were nothing (`p`)."""

    value: float
    low: float
    high: float
    p: float = 1.0


def mean_of(numbers: Sequence[float] | Floats, even: float = 0.0) -> Estimate:
    """A mean, after Student; p: that the true one is `even`."""
    values = np.asarray(numbers, dtype=float)
    middle = float(values.mean()) if len(values) else 0.0
    if len(values) < 3 or float(values.std()) == 0.0:
        certain = len(values) >= 10 and middle != even
        return Estimate(middle, middle, middle, 0.0 if certain else 1.0)
    test = stats.ttest_1samp(values, even)
    low, high = test.confidence_interval(CONFIDENCE)
    return Estimate(middle, float(low), float(high), float(test.pvalue))


def share_of(hits: int, count: int, even: float = 0.0) -> Estimate:
    """A share, after Wilson; p: the exact binomial test against an even share."""
    if not count:
        return Estimate(0.0, 0.0, 1.0)
    test = stats.binomtest(hits, count, even)
    interval = test.proportion_ci(CONFIDENCE, method="wilson")
    return Estimate(hits / count, float(interval.low), float(interval.high), float(test.pvalue))


def median_of(numbers: Sequence[float], resamples: int = 500) -> Estimate:
    """A median, with the interval of a percentile bootstrap (Efron); the same whenever it is worked out."""
    values = np.asarray(numbers, dtype=float)
    if len(values) < 3 or float(values.std()) == 0.0:
        middle = float(np.median(values)) if len(values) else 0.0
        return Estimate(middle, middle, middle)
    found = stats.bootstrap(
        (values,), np.median, confidence_level=CONFIDENCE, n_resamples=resamples, method="percentile", rng=0
    ).confidence_interval
    return Estimate(float(np.median(values)), float(found.low), float(found.high))


def holm(chances: Sequence[float]) -> list[float]:
    """Chances corrected so that with all of them together one false alarm has the chance that is said."""
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    found, greatest = [1.0] * len(chances), 0.0
    for rank, place in enumerate(order):
        greatest = max(greatest, min(1.0, (len(chances) - rank) * chances[place]))
        found[place] = greatest
    return found


def discoveries(chances: Sequence[float]) -> list[float]:
    """Chances corrected so that of what is said so a share is false, after Benjamini and Hochberg."""
    return [float(each) for each in stats.false_discovery_control(list(chances))] if chances else []


class Worths:
    """What each thing of a group is worth: points ahead of the others by how often it was taken.

    Least squares over games and seats, each with the game's mean taken off, errors clustered by game (Liang
    and Zeger 1986). A worth is read against the mean of the others: who takes one often does not
    take another.
    """

    def __init__(self, taken: Floats, ahead: Floats) -> None:
        """Fit. taken: games × seats × things; ahead: games × seats."""
        games, seats, things = taken.shape
        x = (taken - taken.mean(axis=1, keepdims=True)).reshape(games * seats, things)
        y = (ahead - ahead.mean(axis=1, keepdims=True)).reshape(games * seats)
        bread = np.linalg.pinv(x.T @ x, rcond=1e-9, hermitian=True)
        self.worth = bread @ (x.T @ y)
        left = y - x @ self.worth
        scores = (x * left[:, None]).reshape(games, seats, things).sum(axis=1)
        self.spread = bread @ (scores.T @ scores) @ bread
        self.games = games

    def against(self, thing: int, others: Sequence[int]) -> Estimate:
        """How much more one is worth than the mean of others."""
        contrast = np.zeros(len(self.worth))
        contrast[thing] = 1.0
        contrast[list(others)] -= 1.0 / len(others)
        value = float(contrast @ self.worth)
        error = float(contrast @ self.spread @ contrast) ** 0.5
        if error <= 1e-12:
            return Estimate(value, value, value)
        half = float(stats.t.ppf((1 + CONFIDENCE) / 2, self.games - 1)) * error
        p = float(2 * stats.t.sf(abs(value) / error, self.games - 1))
        return Estimate(value, value - half, value + half, p)

    def outliers(self, level: float, least: float) -> tuple[dict[int, Estimate], list[int]]:
        """Things that are worth more or less than the rest, one after the other, and the rest.

        The one that is furthest off is taken out and the others are compared again, or one strong card would
        make all others weak. level: of one comparison; least: smaller differences are none.
        """
        rest, found = list(range(len(self.worth))), dict[int, Estimate]()
        while len(rest) > 1:
            compared = {one: self.against(one, [other for other in rest if other != one]) for one in rest}
            # Of two each is as far off as the other.
            one = (
                max(rest, key=lambda each: self.worth[each])
                if len(rest) == 2
                else min(rest, key=lambda each: compared[each].p)
            )
            if compared[one].p >= level or abs(compared[one].value) < least:
                break
            found[one] = compared[one]
            rest.remove(one)
        return found, rest
