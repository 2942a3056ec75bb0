"""Ways along the sides of a board: the longest, and what can be reached.

In: the corners of each space, the sides of a net and the corners that end a way. Out: what the longest way
counts; the corners that ways lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from interpreter.play.faults import RuleFault

# What looking at one corner costs, in steps of work.
CORNER_WORK = 30


def longest_trail(
    corners_of: Sequence[Any],
    sides: Sequence[int],
    blocked: Iterable[int],
    looked: Callable[[int], None],
    weights: Sequence[int] = (),
) -> int:
    """The most that one way counts which uses no side twice and passes no blocked corner (it may end there).

    weights: what each of the sides counts, which is 1 without them; raises RuleFault for one below 0.
    A longest way that is not a round trip starts and ends at corners with an odd number of sides, else it
    could go on (Euler); so where at most two corners of a connected net are odd it is the whole net.
    Elsewhere ways are tried from the odd corners: there may be very many, and `looked` sees each corner
    that is looked at, and may raise.
    """
    walls, at_corner = set(blocked), dict[int, list[tuple[int, int, int]]]()
    lengths = dict(zip(reversed(sides), reversed(weights), strict=True)) if weights else {}
    if weights and min(weights) < 0:
        raise RuleFault("a side of a way counts less than nothing")
    for number, side in enumerate(dict.fromkeys(sides)):
        # Each side that touches a blocked corner has an end of its own there.
        a, b = (-2 * number - end if c in walls else c for end, c in enumerate(_ends(corners_of, side), 1))
        length = lengths[side] if weights else 1
        at_corner.setdefault(a, []).append((1 << number, b, length))
        at_corner.setdefault(b, []).append((1 << number, a, length))
    nets, seen = [], set[int]()
    for corner in at_corner:
        if corner not in seen:
            net = [corner]
            seen.add(corner)
            for one in net:
                looked(CORNER_WORK)
                for _, other, _ in at_corner[one]:
                    if other not in seen:
                        seen.add(other)
                        net.append(other)
            here = [at_corner[one] for one in net]
            twice = sum(side[2] for each in here for side in each) if weights else sum(map(len, here))
            nets.append((twice // 2, net))
    longest = 0
    for size, net in sorted(nets, reverse=True):
        odd = [corner for corner in net if len(at_corner[corner]) % 2]
        if size <= longest:
            break
        # Of a way between two odd corners every other pair of them leaves out a side at least.
        if len(odd) <= 2:
            longest = size
        else:
            least = min(length for one in net for _, _, length in at_corner[one]) if weights else 1
            most = size - (len(odd) // 2 - 1) * least
            longest = max(longest, _longest_from(odd[:-1], at_corner, most, looked))
    return longest


def _longest_from(
    starts: Iterable[int],
    at_corner: dict[int, list[tuple[int, int, int]]],
    most: int,
    looked: Callable[[int], None],
) -> int:
    """The longest way from one of the starts; there is none longer than `most`."""

    def walk(corner: int, used: int) -> int:
        looked(CORNER_WORK)
        longest = 0
        for bit, other, length in at_corner[corner]:
            if not used & bit:
                longest = max(longest, walk(other, used | bit) + length)
        return longest

    longest = 0
    for start in starts:
        longest = max(longest, walk(start, 0))
        if longest >= most:
            break
    return longest


def _ends(corners_of: Sequence[Any], side: int) -> Sequence[int]:
    """The two corners of a side."""
    ends: Sequence[int] = corners_of[side]
    if len(ends) != 2:
        raise RuleFault("a way leads along sides that join two corners; one here does not")
    return ends


def reach(
    sides_of: Sequence[Any], corner: int, sides: Iterable[int], blocked: Iterable[int]
) -> tuple[int, ...]:
    """The corners joined to a corner along sides of a set; blocked ones can be reached but not passed.

    `sides_of` is the table of each space's corners: a side's corners are its ends.
    """
    ends: dict[int, list[int]] = {}
    for side in sides:
        a, b = _ends(sides_of, side)
        ends.setdefault(a, []).append(b)
        ends.setdefault(b, []).append(a)
    walls = set(blocked)
    found, queue = {corner}, [corner]
    while queue:
        for other in ends.get(queue.pop(), ()):
            if other not in found:
                found.add(other)
                if other not in walls:
                    queue.append(other)
    return tuple(sorted(found - {corner}))
