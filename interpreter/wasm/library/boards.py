"""What is asked of boards: groups, ways, distances."""

from __future__ import annotations

from typing import Any

from interpreter.play.shared import count_work
from interpreter.wasm.dialect import Numbers, Rows, State, address, fail, load, m, pack, store
from interpreter.wasm.library.amounts import least_of, most_of
from interpreter.wasm.library.memory import cut, fill, make, push, sure
from interpreter.wasm.library.sequences import fromkeys, has, sorted_


def mark(spaces: Numbers) -> int:
    """Write a new stamp at each of some spaces; the stamp, whose last bits say in which of four places.

    Those of the first place are changed while a group grows; in the next two lie the sets asked for last.
    """
    return stamped(spaces, 0)


def members(spaces: Numbers) -> int:
    """The stamp of a set that is only looked into: one that was asked for lately is still there."""
    if spaces == m.members:
        return m.members_stamp
    place = 3 - (m.members_stamp & 3)
    before = m.members
    stamp = m.members_stamp
    m.members = m.members_before
    m.members_stamp = m.members_stamp_before
    m.members_before = before
    m.members_stamp_before = stamp
    if spaces != m.members:
        m.members = spaces
        m.members_stamp = stamped(spaces, place)
    return m.members_stamp


def stamped(spaces: Numbers, place: int) -> int:
    m.stamp = (m.stamp // 4 + 1) * 4 + place
    for space in spaces:
        store(marked(space) + place * 8, m.stamp)
    return m.stamp


def marked(space: int) -> int:
    """Where the stamps of a space lie."""
    if space < 0 or space >= m.SPACES:
        fail()
    return m.MARKS + space * 32


def is_marked(stamp: int, space: int) -> bool:
    return space >= 0 and space < m.SPACES and load(m.MARKS + space * 32 + (stamp & 3) * 8) == stamp


def add_mark(stamp: int, space: int) -> None:
    store(marked(space), stamp)


def remove_mark(_stamp: int, space: int) -> None:
    store(marked(space), 0)


def near(next_to: Rows, space: int) -> Any:
    """What a table of sequences holds for a space; the entry of `none` comes first."""
    if space < -1 or space + 1 >= len(next_to):
        fail()
    return sure(next_to[space + 1])


def reach(sides_of: Rows, corner: int, sides: Numbers, blocked: Numbers) -> Numbers:
    found: Numbers = (corner,)
    one = 0
    for side in sides:
        if len(near(sides_of, side)) != 2:
            fail()
    while one < len(found):
        here = found[one]
        if one == 0 or not has(blocked, here):
            for side in sides:
                ends = near(sides_of, side)
                other = -1
                if ends[0] == here:
                    other = ends[1]
                elif ends[1] == here:
                    other = ends[0]
                if other >= 0 and not has(found, other):
                    found = push(found, other)
        one = one + 1
    return sorted_(cut(found, 1, len(found)))


def longest_trail_of(s: State, corners_of: Rows, sides: Numbers, blocked: Numbers, weights: Numbers) -> int:
    """Nets of sides are looked at one by one; a corner that is blocked is another one for each side.

    Each side has two places in `ends`, one behind the other, for its two corners; one in `lengths`.
    """
    lengths = lengths_of(sides, weights)
    sides = fromkeys(sides)
    if len(sides) > 62:
        fail()
    start = make(2 * len(sides))
    to = start
    number = 0
    for side in sides:
        corners = near(corners_of, side)
        if len(corners) != 2:
            fail()
        a = corners[0]
        b = corners[1]
        if has(blocked, a):
            a = -2 * number - 1
        if has(blocked, b):
            b = -2 * number - 2
        store(to, a)
        store(to + 8, b)
        to = to + 16
        number = number + 1
    ends = pack(2 * number, start)
    return longest_of_nets(s, ends, rings_of(ends), lengths)


def lengths_of(sides: Numbers, weights: Numbers) -> Numbers:
    """What each different side counts: 1 where nothing is said."""
    lengths: Numbers = ()
    seen: Numbers = ()
    place = 0
    while place < len(sides):
        length = 1
        if len(weights) > 0:
            length = weights[place]
        if length < 0:
            fail()
        if not has(seen, sides[place]):
            seen = push(seen, sides[place])
            lengths = push(lengths, length)
        place = place + 1
    return lengths


def rings_of(ends: Numbers) -> Numbers:
    """For each place the next one of the same corner, the first for the last."""
    base = m.stamp + 2
    m.stamp = base + len(ends)
    start = make(len(ends))
    place = 0
    while place < len(ends):
        to = place
        if ends[place] >= 0:
            before = load(marked(ends[place])) - base
            if before >= 0:
                to = load(start + before * 8)
                store(start + before * 8, place)
            store(marked(ends[place]), base + place)
        store(start + place * 8, to)
        place = place + 1
    return pack(len(ends), start)


def longest_of_nets(s: State, ends: Numbers, rings: Numbers, lengths: Numbers) -> int:
    """A net is the first place of each of its corners."""
    nets: Rows = ()
    sizes: Numbers = ()
    seen = make(len(ends))
    fill(seen, len(ends))
    first_one = 0
    while first_one < len(ends):
        if load(seen + first_one * 8) == 0:
            net: Numbers = (first_one,)
            size = see(seen, first_one, rings, lengths)
            one = 0
            while one < len(net):
                count_work(s, m.CORNER_WORK)
                place = net[one]
                going = 1
                while going:
                    other = first_place(rings, place ^ 1)
                    if load(seen + other * 8) == 0:
                        size = size + see(seen, other, rings, lengths)
                        net = push(net, other)
                    place = rings[place]
                    going = place != net[one]
                one = one + 1
            nets = push(nets, net)
            sizes = push(sizes, size // 2)
        first_one = first_one + 1
    return longest_in(s, ends, rings, lengths, nets, sizes)


def see(seen: int, place: int, rings: Numbers, lengths: Numbers) -> int:
    """Note that a corner is seen; what its sides count."""
    size = 0
    while load(seen + place * 8) == 0:
        store(seen + place * 8, 1)
        size = size + lengths[place // 2]
        place = rings[place]
    return size


def first_place(rings: Numbers, place: int) -> int:
    """The first place of a corner that is given by another."""
    while rings[place] > place:
        place = rings[place]
    return rings[place]


def sides_at(rings: Numbers, place: int) -> int:
    size = 1
    one = rings[place]
    while one != place:
        size = size + 1
        one = rings[one]
    return size


def before_net(ends: Numbers, a: Numbers, b: Numbers) -> bool:
    """Whether the corners of a net come before those of another."""
    place = 0
    while place < len(a) and place < len(b):
        if ends[a[place]] != ends[b[place]]:
            return ends[a[place]] < ends[b[place]]
        place = place + 1
    return len(a) < len(b)


def shortest_in(net: Numbers, rings: Numbers, lengths: Numbers) -> int:
    """What the side of a net that counts least counts."""
    least = lengths[net[0] // 2]
    for corner in net:
        place = corner
        going = True
        while going:
            least = least_of(least, lengths[place // 2])
            place = rings[place]
            going = place != corner
    return least


def longest_in(s: State, ends: Numbers, rings: Numbers, lengths: Numbers, nets: Rows, sizes: Numbers) -> int:
    """Nets are looked at by their sizes, larger ones first, then by their corners, falling."""
    longest = 0
    left = len(nets)
    while left > 0:
        chosen = 0
        place = 1
        while place < len(nets):
            if sizes[place] > sizes[chosen] or (
                sizes[place] == sizes[chosen] and before_net(ends, nets[chosen], nets[place])
            ):
                chosen = place
            place = place + 1
        best = nets[chosen]
        size = sizes[chosen]
        store(address(sizes) + chosen * 8, -1)
        left = left - 1
        if size <= longest:
            return longest
        odd: Numbers = ()
        for corner in best:
            if sides_at(rings, corner) & 1:
                odd = push(odd, corner)
        if len(odd) <= 2:
            longest = size
        else:
            most = size - (len(odd) // 2 - 1) * shortest_in(best, rings, lengths)
            longest = most_of(longest, longest_from(s, cut(odd, 0, len(odd) - 1), rings, lengths, most))
    return longest


def longest_from(s: State, starts: Numbers, rings: Numbers, lengths: Numbers, most: int) -> int:
    longest = 0
    for start in starts:
        longest = most_of(longest, trail(s, start, 0, rings, lengths))
        if longest >= most:
            return longest
    return longest


def trail(s: State, corner: int, used: int, rings: Numbers, lengths: Numbers) -> int:
    """The longest way from a corner, one place of which is given, by sides that are not used yet."""
    count_work(s, m.CORNER_WORK)
    longest = 0
    place = corner
    going = 1
    while going:
        bit = 1 << (place // 2)
        if used & bit == 0:
            length = lengths[place // 2]
            longest = most_of(longest, trail(s, place ^ 1, used | bit, rings, lengths) + length)
        place = rings[place]
        going = place != corner
    return longest
