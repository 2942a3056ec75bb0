"""Sequences looked through, sorted and made from others."""

from __future__ import annotations

from typing import Any

from interpreter.layout import WORK
from interpreter.play.runtime import MAX_WAITING
from interpreter.play.shared import deeper
from interpreter.wasm.dialect import Numbers, Rows, State, address, copy, fail, load, m, pack, store
from interpreter.wasm.library.amounts import most_of
from interpreter.wasm.library.memory import carry, joined, make, push, put_state, release, sure


def same(a: Numbers, b: Numbers) -> bool:
    """Whether two sequences are equal."""
    if a == b:
        return True
    if len(a) != len(b):
        return False
    place = 0
    while place < len(a):
        if a[place] != b[place]:
            return False
        place = place + 1
    return True


def has(values: Numbers, value: int) -> bool:
    at_ = address(values)
    end = at_ + len(values) * 8
    while at_ < end:
        if load(at_) == value:
            return True
        at_ = at_ + 8
    return False


def count(values: Numbers, value: int) -> int:
    found = 0
    for one in values:
        # A branch here would often be guessed wrong by the processor.
        found = found + (one == value)
    return found


def place_in(values: Numbers, value: int) -> int:
    place = 0
    while place < len(values):
        if values[place] == value:
            return place + 1
        place = place + 1
    return 0


def before_of(a: Any, b: Any, deep: int) -> Any:
    """Whether a key comes before another; deep: they are sequences."""
    if deep == 0:
        return a < b
    place = 0
    while place < len(a) and place < len(b):
        if a[place] != b[place]:
            return a[place] < b[place]
        place = place + 1
    return len(a) < len(b)


def sort_run(start: int, end: int, width: int, deep: int) -> None:
    """Sort a few entries in place, by insertion."""
    if turned_round(start, end, width, deep):
        return
    one = start + width
    while one < end:
        key = load(one)
        value = load(one + width - 8)
        to = one
        while to > start and before_of(key, load(to - width), deep):
            store(to + width - 8, load(to - 8))
            store(to, load(to - width))
            to = to - width
        store(to + width - 8, value)
        store(to, key)
        one = one + width


def turned_round(start: int, end: int, width: int, deep: int) -> bool:
    """Turn entries round where each comes before the one in front of it; whether they did."""
    one = start + width
    while one < end:
        if not before_of(load(one), load(one - width), deep):
            return False
        one = one + width
    end = end - width
    while start < end:
        key = load(start)
        value = load(start + width - 8)
        store(start + width - 8, load(end + width - 8))
        store(start, load(end))
        store(end + width - 8, value)
        store(end, key)
        start = start + width
        end = end - width
    return True


def merge_sort(start: int, end: int, width: int, deep: int) -> None:
    """Sort entries (a key, or a key and a value) in place; equal ones keep their order."""
    if end - start <= 16 * width:
        sort_run(start, end, width, deep)
        return
    half = start + (end - start) // width // 2 * width
    merge_sort(start, half, width, deep)
    merge_sort(half, end, width, deep)
    before = m.top
    left = make((half - start) // 8)
    carry(left, start, half - start)
    left_end = left + half - start
    to = start
    while left < left_end:
        if half < end and before_of(load(half), load(left), deep):
            carry(to, half, width)
            half = half + width
        else:
            carry(to, left, width)
            left = left + width
        to = to + width
    release(before)


def sorted_(values: Numbers) -> Numbers:
    start = make(len(values))
    carry(start, address(values), len(values) * 8)
    merge_sort(start, start + len(values) * 8, 8, 0)
    return pack(len(values), start)


def distinct(values: Numbers) -> Numbers:
    if len(values) == 0:
        return ()
    ordered = sorted_(values)
    read = address(ordered) + 8
    end = address(ordered) + len(ordered) * 8
    write = read
    while read < end:
        if load(read) != load(write - 8):
            store(write, load(read))
            write = write + 8
        read = read + 8
    return pack((write - address(ordered)) // 8, address(ordered))


def fromkeys(values: Numbers) -> Numbers:
    """The different values in their order."""
    if len(values) < 2:
        return values
    start = make(len(values))
    found = 0
    rising = 1
    for value in values:
        if found == 0:
            store(start, value)
            found = 1
        else:
            before = load(start + found * 8 - 8)
            if value != before:
                if value < before:
                    rising = 0
                new = 1
                if rising == 0 and has(pack(found, start), value):
                    new = 0
                if new:
                    store(start + found * 8, value)
                    found = found + 1
    return pack(found, start)


def sorted_pairs(pairs: Rows, deep: int) -> int:
    start = make(len(pairs))
    carry(start, address(pairs), len(pairs) * 8)
    merge_sort(start, start + len(pairs) * 8, 16, deep)
    return start


def in_order(pairs: Rows, deep: int) -> Numbers:
    start = sorted_pairs(pairs, deep)
    many = len(pairs) // 2
    place = 0
    while place < many:
        store(start + place * 8, load(start + place * 16 + 8))
        place = place + 1
    return pack(many, start)


def least(pairs: Rows, deep: int) -> Any:
    if len(pairs) == 0:
        return -1
    best = pairs[0]
    found = pairs[1]
    place = 2
    while place < len(pairs):
        if before_of(pairs[place], best, deep):
            best = pairs[place]
            found = pairs[place + 1]
        place = place + 2
    return found


def leaders(pairs: Rows, deep: int) -> Numbers:
    if len(pairs) == 0:
        return ()
    best = pairs[0]
    place = 2
    while place < len(pairs):
        if before_of(pairs[place], best, deep):
            best = pairs[place]
        place = place + 2
    found: Numbers = ()
    place = 0
    while place < len(pairs):
        if not before_of(best, pairs[place], deep):
            found = push(found, pairs[place + 1])
        place = place + 2
    return found


def spliced(zone: Numbers, place: int, gone: int, amount: int, piece: int) -> Numbers:
    """A sequence in which some values from a place on give way to equal pieces."""
    size = len(zone) - gone + amount
    if size == 0:
        return ()
    start = make(size)
    carry(start, address(zone), place * 8)
    to = start + place * 8
    end = to + amount * 8
    while to < end:
        store(to, piece)
        to = to + 8
    rest = place + gone
    carry(to, address(zone) + rest * 8, (len(zone) - rest) * 8)
    return pack(size, start)


def bisect(zone: Numbers, piece: int) -> int:
    low = 0
    high = len(zone)
    while low < high:
        middle = (low + high) // 2
        if piece < zone[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def added(zone: Numbers, piece: int) -> Numbers:
    return spliced(zone, bisect(zone, sure(piece)), 0, 1, piece)


def added_some(zone: Numbers, amount: int, piece: int) -> Numbers:
    return spliced(zone, bisect(zone, sure(piece)), 0, most_of(amount, 0), piece)


def removed(zone: Numbers, piece: int) -> Numbers:
    place = place_in(zone, piece)
    if place == 0:
        fail()
    return spliced(zone, place - 1, 1, 0, 0)


def removed_some(zone: Numbers, amount: int, piece: int) -> Numbers:
    """Without the first pieces of a kind; those that follow each other go at once."""
    while amount > 0:
        place = place_in(zone, piece)
        if place == 0:
            fail()
        gone = 1
        while gone < amount and place + gone <= len(zone) and zone[place + gone - 1] == piece:
            gone = gone + 1
        zone = spliced(zone, place - 1, gone, 0, 0)
        amount = amount - gone
    return zone


def removed_last(zone: Numbers, piece: int) -> Numbers:
    place = len(zone) - 1
    while place >= 0 and zone[place] != piece:
        place = place - 1
    if place < 0:
        fail()
    return spliced(zone, place, 1, 0, 0)


def place_of(zone: Numbers, piece: int, lowest: int) -> int:
    found = place_in(zone, piece) - 1
    if found < 0:
        fail()
    if lowest == 0:
        found = len(zone) - 1
        while zone[found] != piece:
            found = found - 1
    return found


def exchanged(zone: Numbers, place: int, piece: int) -> Numbers:
    if place < 0 or place >= len(zone):
        fail()
    return spliced(zone, place, 1, 1, piece)


def merged(zone: Numbers, pieces: Numbers) -> Numbers:
    return sorted_(joined(zone, pieces))


def piled(entries: Numbers, values: Numbers) -> Numbers:
    if len(entries) > MAX_WAITING:
        fail()
    for value in values:
        sure(value)
    return joined(entries, values)


def kept_state(s: State, steps: int) -> int:
    """A copy of the state, made before something is only tried."""
    before = make(m.SLOTS)
    copy(before, m.STATE, m.SLOTS * 8)
    deeper(s, steps)
    return before


def put_back(s: State, before: int) -> None:
    """The state as it was; the work that was done counts."""
    work = s[WORK]
    put_state(before)
    s[WORK] = work


def row_of(keys: Numbers, rows: Numbers, key: int) -> int:
    """The row of a table whose keys are in order; without a row it is a fault."""
    low = 0
    high = len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low == len(keys):
        fail()
    if keys[low] != key:
        fail()
    return rows[low]
