"""The heap: room for sequences, and what is done with any of them."""

from __future__ import annotations

from typing import Any

from interpreter.wasm.dialect import (
    Numbers,
    Rows,
    State,
    address,
    copy,
    fail,
    grow,
    load,
    longer,
    m,
    pack,
    store,
)


def make(count: int) -> int:
    """Room for so many numbers: where it begins."""
    start = m.top
    m.top = m.top + count * 8
    if m.top > m.reach_of_memory:
        more_memory()
    return start


def carry(to: int, values: int, size: int) -> None:
    """Copy so many bytes of numbers to where none of them lies; a few without a call, which takes as long."""
    if size > 96:
        copy(to, values, size)
    else:
        end = to + size
        while to < end:
            store(to, load(values))
            to = to + 8
            values = values + 8


def more_memory() -> None:
    while m.top > m.reach_of_memory:
        if m.reach_of_memory >= m.MOST_MEMORY:
            fail()
        if grow(64) < 0:
            fail()
        m.reach_of_memory = m.reach_of_memory + 64 * 65536


def tidy(s: State) -> None:
    """Keep what the state holds and nothing else; only between steps."""
    start = m.top
    slot = 0
    while slot < m.SLOTS:
        if load(m.HOLDS + slot * 8):
            values: Numbers = s[slot]
            if len(values) > 0 and address(values) >= m.floor:
                to = make(len(values))
                copy(to, address(values), len(values) * 8)
                s[slot] = pack(len(values), to - start + m.floor)
        slot = slot + 1
    copy(m.floor, start, m.top - start)
    clear_from(m.floor + m.top - start)
    m.tidy_at = m.top + m.TIDY_EVERY


def push(values: Numbers, value: Any) -> Numbers:
    """Values with one more at the end, which mostly is where free memory begins."""
    end = address(values) + len(values) * 8
    if end != m.top or len(values) == 0:
        return moved_and_pushed(values, value)
    store(make(1), value)
    return longer(values, 1)


def moved_and_pushed(values: Numbers, value: Any) -> Numbers:
    count = len(values)
    start = make(count + 1)
    carry(start, address(values), count * 8)
    store(start + count * 8, value)
    return pack(count + 1, start)


def push_claim(
    claims: Rows, target: int, source: int, piece: int, amount: int, way: int, whom: int
) -> Numbers:
    """One claim more, of six values."""
    if len(claims) == 0 or address(claims) + len(claims) * 8 != m.top:
        start = make(len(claims))
        carry(start, address(claims), len(claims) * 8)
        claims = pack(len(claims), start)
    to = make(6)
    store(to, target)
    store(to + 8, source)
    store(to + 16, piece)
    store(to + 24, amount)
    store(to + 32, way)
    store(to + 40, whom)
    return longer(claims, 6)


def cut(values: Numbers, first: int, end: int) -> Numbers:
    """Values from a place up to another; they stay where they are."""
    if end <= first:
        return ()
    return pack(end - first, address(values) + first * 8)


def item(values: Rows, place: int) -> Any:
    """One of some values; a place below 0 counts from the end."""
    if place < 0:
        place = place + len(values)
    if place < 0 or place >= len(values):
        fail()
    return values[place]


def sure(value: Any) -> Any:
    """A value that is not NOTHING."""
    if value is None:
        fail()
    return value


def joined(a: Numbers, b: Numbers) -> Numbers:
    """One sequence after another."""
    if len(b) == 0:
        return a
    if len(a) == 0:
        return b
    start = make(len(a) + len(b))
    carry(start, address(a), len(a) * 8)
    carry(start + len(a) * 8, address(b), len(b) * 8)
    return pack(len(a) + len(b), start)


def times_all(values: Numbers, times: int) -> Numbers:
    """A sequence so many times."""
    found: Numbers = ()
    while times > 0:
        found = joined(found, values)
        times = times - 1
    return found


def listing(first: int, end: int, step: int) -> Numbers:
    """What `range` gives."""
    found: Numbers = ()
    if step > 0 and end > first:
        count = (end - first + step - 1) // step
        start = make(count)
        found = pack(count, start)
        while first < end:
            store(start, first)
            start = start + 8
            first = first + step
    return found


def fill(at_: int, many: int) -> None:
    while many > 0:
        store(at_, 0)
        at_ = at_ + 8
        many = many - 1


def note_change() -> None:
    """The slots may not be what they were: what was found to be as it was is looked at again."""
    m.version = m.version + 1


def put_state(slots: int) -> None:
    """Take over the slots that lie somewhere."""
    copy(m.STATE, slots, m.SLOTS * 8)
    note_change()


def release(before: int) -> None:
    """Free what only the function that is running has seen."""
    m.top = before


def clear_from(end: int) -> None:
    """Free the heap from a place on; other sequences will lie where those were whose members are marked."""
    m.top = end
    m.members = -1
    m.members_before = -1
