"""Ratings of entrants out of who won against whom, after Bradley and Terry, with several at a table Luce.

A table has one of entrant `a` against copies of `b`; each seat is as likely to win as its entrant's skill
over the sum of all. 400 points of rating are ten times the skill.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from random import Random

ANCHOR, TENFOLD = 1000.0, 400.0
ROUNDS, RESAMPLES = 300, 200
Pair = tuple[int, int]
# By pair: for each seed how many games, and how many of them `a` won (a shared victory is shared).
Results = Mapping[Pair, Sequence[tuple[int, float]]]


def skills(entrants: int, rivals: int, won: Mapping[Pair, tuple[float, float]]) -> list[float]:
    """The likeliest skills; won: by pair the games and those that `a` won, against so many rivals.

    One game shared evenly is added to each pair, or who always wins would be rated without bound.
    """
    found = [1.0] * entrants
    counted = {pair: (games + 1, wins + 1 / (rivals + 1)) for pair, (games, wins) in won.items()}
    for _ in range(ROUNDS):
        wins, shares = [0.0] * entrants, [0.0] * entrants
        for (a, b), (games, own) in counted.items():
            share = games / (found[a] + rivals * found[b])
            wins[a] += own
            wins[b] += games - own
            shares[a] += share
            shares[b] += rivals * share
        found = [win / share if share else 1.0 for win, share in zip(wins, shares, strict=True)]
        found = [skill / found[0] for skill in found]
    return found


def ratings(entrants: int, rivals: int, anchor: int, results: Results) -> list[tuple[float, float, float]]:
    """Each entrant's rating with the ends of its 95 % interval; the anchor has 1000.

    The interval is that of a bootstrap over seeds, for the games of one seed go together; it is the same
    whenever it is worked out.
    """

    def rated(chosen: Results) -> list[float]:
        sums = {pair: (sum(g for g, _ in each), sum(w for _, w in each)) for pair, each in chosen.items()}
        found = skills(entrants, rivals, sums)
        return [ANCHOR + TENFOLD * log10(skill / found[anchor]) for skill in found]

    chance = Random(0)
    drawn = [
        rated({pair: chance.choices(each, k=len(each)) for pair, each in results.items() if each})
        for _ in range(RESAMPLES)
    ]
    low, high = RESAMPLES // 40, RESAMPLES - 1 - RESAMPLES // 40
    ranges = [sorted(sample[entrant] for sample in drawn) for entrant in range(entrants)]
    return [(rating, line[low], line[high]) for rating, line in zip(rated(results), ranges, strict=True)]
