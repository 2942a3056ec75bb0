"""Questions about boards, answered from tables of neighbours: groups, distances, trails, ways along a track.

In: a table over all spaces, and the numbers of spaces. Out: numbers of spaces, in order; -1 is none. Compiled
rules call these functions; no state comes into it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from interpreter.play.faults import RuleFault

# What looking at one corner costs, in steps of work.
_CORNER_WORK = 30


def group(next_to: Sequence[Any], space: int, spaces: Iterable[int]) -> tuple[int, ...]:
    """The spaces of a set that are joined to a space."""
    allowed = set(spaces)
    if space not in allowed:
        return ()
    found, queue = {space}, [space]
    while queue:
        for other in next_to[queue.pop()]:
            if other in allowed and other not in found:
                found.add(other)
                queue.append(other)
    return tuple(sorted(found))


def ray(directions: Sequence[Any], space: int, direction: int, spaces: Iterable[int]) -> tuple[int, ...]:
    """The spaces that follow one in a direction (from 1), nearest first, as long as they are of a set."""
    found: list[int] = []
    if 1 <= direction <= len(directions[space]):
        allowed = set(spaces)
        while (space := directions[space][direction - 1]) in allowed:
            found.append(space)
    return tuple(found)


def border(next_to: Sequence[Any], spaces: Iterable[int]) -> tuple[int, ...]:
    """The spaces next to any of a set that are not of it, sorted."""
    inside = set(spaces)
    return tuple(sorted({other for space in inside for other in next_to[space]} - inside))


def groups(next_to: Sequence[Any], spaces: Iterable[int]) -> tuple[int, ...]:
    """The first space of each group of joined spaces."""
    left = sorted(set(spaces))
    firsts = []
    while left:
        firsts.append(left[0])
        joined = set(group(next_to, left[0], left))
        left = [space for space in left if space not in joined]
    return tuple(firsts)


def region_firsts(regions: Sequence[Any], spaces: Iterable[int]) -> tuple[int, ...]:
    """The first space of each region that the spaces belong to."""
    return tuple(sorted({regions[space][0] for space in spaces}))


def distance(next_to: Sequence[Any], start: int, end: int) -> int:
    """Steps from one space to another; raises RuleFault if there is no way."""
    steps, edge, seen = 0, [start], {start}
    while edge:
        if end in seen:
            return steps
        steps += 1
        further = []
        for space in edge:
            for other in next_to[space]:
                if other not in seen:
                    seen.add(other)
                    further.append(other)
        edge = further
    raise RuleFault("there is no way from one of these spaces to the other")


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
                looked(_CORNER_WORK)
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
        looked(_CORNER_WORK)
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


def place_in(values: Sequence[int], value: int) -> int:
    """The place of a value, counted from 1; 0 if it is not there."""
    return values.index(value) + 1 if value in values else 0


def walk(forward: Sequence[int], back: Sequence[int], space: int, steps: int) -> int:
    """So many steps along a ring or track; none past its end."""
    table = forward if steps >= 0 else back
    left, first, gone = abs(steps), space, 0
    while left and space >= 0:
        space = table[space]
        left, gone = left - 1, gone + 1
        if space == first:
            left %= gone
    return space
