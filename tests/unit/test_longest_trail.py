"""The longest trail against brute force: many small nets of sides, cut by blocked corners.

A set of sides can be walked in one go, none twice, where NetworkX finds an Eulerian path through it. A
blocked corner can end a way and not carry it on: each side that touches it gets an end of its own there.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx as nx
import pytest

from interpreter.play.faults import RuleFault
from interpreter.play.trails import longest_trail

Net = list[tuple[int, int]]

CORNERS = 7
NETS = 1_500


def drawn_net(chance: Random) -> tuple[Net, set[int]]:
    """Some sides between corners that lie near each other, and blocked corners."""
    possible = [(a, b) for a in range(CORNERS) for b in range(a + 1, CORNERS) if b - a in (1, 2, 5)]
    sides = chance.sample(possible, chance.randint(0, 8))
    return sides, {corner for corner in range(CORNERS) if chance.random() < 0.2}


def cut(sides: Net, blocked: set[int]) -> list[tuple[object, object]]:
    """The sides with an end of its own at each blocked corner."""
    return [
        tuple((end, number) if end in blocked else end for end in side)  # type: ignore[misc]
        for number, side in enumerate(sides)
    ]


def brute_force(sides: Net, blocked: set[int], weights: list[int]) -> int:
    """The most that a set of sides counts which has an Eulerian path."""
    ends = list(enumerate(cut(sides, blocked)))
    sets = (chosen for count in range(1, len(ends) + 1) for chosen in combinations(ends, count))
    by_worth = sorted(
        ((sum(weights[n] for n, _ in chosen), chosen) for chosen in sets), reverse=True, key=worth
    )
    for found, chosen in by_worth:
        if nx.has_eulerian_path(nx.MultiGraph([side for _, side in chosen])):
            return found
    return 0


def worth(found: tuple[int, object]) -> int:
    return found[0]


@pytest.mark.parametrize("part", range(6))
def test_the_longest_trail_is_that_of_brute_force(part: int) -> None:
    chance = Random(part)
    for _ in range(NETS // 6):
        sides, blocked = drawn_net(chance)
        found = longest_trail(sides, range(len(sides)), blocked, lambda _: None)
        assert found == brute_force(sides, blocked, [1] * len(sides)), (sides, blocked)


@pytest.mark.parametrize("part", range(2))
def test_sides_that_count_more_or_nothing(part: int) -> None:
    chance = Random(100 + part)
    for _ in range(NETS // 6):
        sides, blocked = drawn_net(chance)
        weights = [chance.choice((0, 1, 1, 2, 5)) for _ in sides]
        found = longest_trail(sides, range(len(sides)), blocked, lambda _: None, weights)
        assert found == brute_force(sides, blocked, weights), (sides, blocked, weights)


def test_a_side_given_twice_counts_once() -> None:
    assert longest_trail([(1, 2), (2, 3)], [0, 1, 0], (), lambda _: None, [3, 4, 3]) == 7


def test_a_side_cannot_count_less_than_nothing() -> None:
    with pytest.raises(RuleFault, match="less than nothing"):
        longest_trail([(1, 2)], [0], (), lambda _: None, [-1])
