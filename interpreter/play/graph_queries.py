"""Questions about boards, answered from tables of neighbours: groups, distances, ways along a track.

In: a table over all spaces, and the numbers of spaces. Out: numbers of spaces, in order; -1 is none. Compiled
rules call these functions; no state comes into it. Both engines run them, as those of `shared`; a set of type
`Marks` holds spaces, and a function has one of them at most.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.play.faults import RuleFault
from interpreter.play.members import members
from interpreter.play.shared import BySpace, Marks


def group(next_to: BySpace, space: int, spaces: Sequence[int]) -> tuple[int, ...]:
    """The spaces of a set that are joined to a space."""
    left: Marks = set(spaces)
    if space not in left:
        return ()
    return tuple(sorted(taken_from(next_to, space, left)))


def groups(next_to: BySpace, spaces: Sequence[int]) -> tuple[int, ...]:
    """The first space of each group of joined spaces."""
    left: Marks = set(spaces)
    firsts: list[int] = []
    for space in sorted(spaces):
        if space in left:
            firsts.append(space)
            taken_from(next_to, space, left)
    return tuple(firsts)


def taken_from(next_to: BySpace, space: int, left: Marks) -> list[int]:
    """A space of those that are left, and all that are joined to it by others of them; they are taken out."""
    left.remove(space)
    found = [space]
    place = 0
    while place < len(found):
        for other in next_to[found[place]]:
            if other in left:
                left.remove(other)
                found.append(other)
        place += 1
    return found


def border(next_to: BySpace, spaces: Sequence[int]) -> tuple[int, ...]:
    """The spaces next to any of a set that are not of it, sorted."""
    seen: Marks = set(spaces)
    found: list[int] = []
    for space in spaces:
        for other in next_to[space]:
            if other not in seen:
                seen.add(other)
                found.append(other)
    return tuple(sorted(found))


def distance(next_to: BySpace, start: int, end: int) -> int:
    """Steps from one space to another; raises RuleFault if there is no way."""
    edge = [start]
    seen: Marks = set(edge)
    steps = 0
    while edge:
        if end in seen:
            return steps
        steps += 1
        further: list[int] = []
        for space in edge:
            for other in next_to[space]:
                if other not in seen:
                    seen.add(other)
                    further.append(other)
        edge = further
    raise RuleFault("there is no way from one of these spaces to the other")


def ray(directions: BySpace, space: int, direction: int, spaces: Sequence[int]) -> tuple[int, ...]:
    """The spaces that follow one in a direction (from 1), nearest first, as long as they are of a set."""
    found: list[int] = []
    if 1 <= direction <= len(directions[space]):
        allowed: Marks = members(spaces)
        following = directions[space][direction - 1]
        while following in allowed:
            found.append(following)
            following = directions[following][direction - 1]
    return tuple(found)


def ray_size(directions: BySpace, space: int, direction: int, spaces: Sequence[int]) -> int:
    """How many spaces `ray` has."""
    size = 0
    if 1 <= direction <= len(directions[space]):
        allowed: Marks = members(spaces)
        following = directions[space][direction - 1]
        while following in allowed:
            size += 1
            following = directions[following][direction - 1]
    return size


def walk(forward: BySpace, back: BySpace, space: int, steps: int) -> int:
    """So many steps along a ring or track; none past its end."""
    table: BySpace = forward if steps >= 0 else back
    left = abs(steps)
    start = space
    gone = 0
    while left and space >= 0:
        space = table[space]
        left -= 1
        gone += 1
        if space == start:
            left %= gone
    return space
