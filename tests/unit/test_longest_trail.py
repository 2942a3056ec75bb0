"""The longest trail against brute force: thousands of small nets of sides, cut by blocked corners.

A set of sides can be walked in one go, none twice, where NetworkX finds an Eulerian path through it. A
blocked corner can end a way and not carry it on: each side that touches it gets an end of its own there.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx as nx
import pytest

from interpreter.play.graph_queries import longest_trail

Net = list[tuple[int, int]]

CORNERS = 7
NETS = 3_000


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


def brute_force(sides: Net, blocked: set[int]) -> int:
    """The size of the largest set of sides that has an Eulerian path."""
    ends = cut(sides, blocked)
    for count in range(len(ends), 0, -1):
        for chosen in combinations(ends, count):
            if nx.has_eulerian_path(nx.MultiGraph(list(chosen))):
                return count
    return 0


@pytest.mark.parametrize("part", range(6))
def test_the_longest_trail_is_that_of_brute_force(part: int) -> None:
    chance = Random(part)
    for _ in range(NETS // 6):
        sides, blocked = drawn_net(chance)
        found = longest_trail(sides, range(len(sides)), blocked, lambda _: None)
        assert found == brute_force(sides, blocked), (sides, blocked)
