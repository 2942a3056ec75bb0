"""Positions that the host holds, as blocks of memory, and the heap that they share."""

from __future__ import annotations

from interpreter.wasm.dialect import (
    Numbers,
    Rows,
    address,
    copy,
    fail,
    load,
    m,
    numbers_at,
    pack,
    store,
    value_at,
)
from interpreter.wasm.library.amounts import most_of
from interpreter.wasm.library.memory import clear_from, fill, make


def new_block() -> int:
    """Room for one more position."""
    if m.free_block:
        block = m.free_block
        m.free_block = load(block)
        return block
    if m.used_blocks >= m.MAX_POSITIONS:
        fail()
    m.used_blocks = m.used_blocks + 1
    return m.positions + (m.used_blocks - 1) * m.RECORD * 8


def kept_in(block: int) -> int:
    copy(block, m.CHECKPOINT, m.RECORD * 8)
    return block


def drop(block: int) -> None:
    """A position that is not needed any more."""
    store(block, m.free_block)
    store(block + m.OF_BY, m.FREE)
    m.free_block = block


def drop_all(count_of: int) -> int:
    """Positions that are not needed any more; OUT: which."""
    place = 0
    while place < count_of:
        drop(load(m.OUT + place * 8))
        place = place + 1
    return 0


def tidy_held() -> None:
    """Keep what the positions hold and nothing else, where the heap has grown much since the last time.

    What lies in the same place of the position before, or of this one, is copied once.
    """
    if m.top < m.held_limit:
        return
    earlier = make(m.RECORD)
    now_at = make(m.RECORD)
    first_free = m.top
    number = 0
    fill(earlier, m.RECORD)
    fill(now_at, m.RECORD)
    while number < m.used_blocks:
        block = m.positions + number * m.RECORD * 8
        if load(block + m.OF_BY) != m.FREE:
            move_block(block, earlier, now_at, first_free)
        number = number + 1
    size = m.top - first_free
    copy(m.heap_start, first_free, size)
    clear_from(m.heap_start + size)
    m.held_limit = m.top + most_of(size, 16000000)


def move_block(block: int, earlier: int, now_at: int, first_free: int) -> None:
    place = 0
    while place < m.RECORD:
        if load(m.SEQUENCES_IN + place * 8):
            old = value_at(block + place * 8)
            fresh = old
            if len(old) > 0 and old is not None and address(old) >= m.heap_start:
                if numbers_at(earlier + place * 8) == old:
                    fresh = numbers_at(now_at + place * 8)
                elif (
                    place >= m.SLOTS
                    and place < 2 * m.SLOTS
                    and numbers_at(earlier + (place - m.SLOTS) * 8) == old
                ):
                    fresh = numbers_at(now_at + (place - m.SLOTS) * 8)
                else:
                    fresh = moved(old, first_free)
                    if place == 2 * m.SLOTS:
                        move_answers(fresh, first_free)
            store(earlier + place * 8, old)
            store(now_at + place * 8, fresh)
            store(block + place * 8, fresh)
        place = place + 1


def move_answers(log: Rows, first_free: int) -> None:
    """Of the answers of a step, which have just been moved, some are sequences themselves."""
    place = 0
    while place < len(log):
        value = numbers_at(address(log) + first_free - m.heap_start + place * 8)
        if (
            load(address(log) + first_free - m.heap_start + place * 8 + 8)
            and len(value) > 0
            and address(value) >= m.heap_start
        ):
            store(address(log) + first_free - m.heap_start + place * 8, moved(value, first_free))
        place = place + 3


def moved(values: Numbers, first_free: int) -> Numbers:
    """A copy of a sequence behind the others, as it is called when all are put where the heap begins."""
    to = make(len(values))
    copy(to, address(values), len(values) * 8)
    return pack(len(values), to - first_free + m.heap_start)
