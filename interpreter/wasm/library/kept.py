"""Values that are not worked out again: remembered ones, which never change, and kept ones.

A cell of a kept value: the version of the slots for which it was found to hold, 0 if it holds nothing; the
work of finding it, the value or how many there are. Then the values of a sequence, then the slots that were
read. Sequences are copied: cells change.
"""

from __future__ import annotations

from typing import Any

from interpreter.layout import WORK
from interpreter.play.shared import count_work
from interpreter.wasm.dialect import Numbers, State, address, copy, load, m, pack, store
from interpreter.wasm.library.memory import carry, make


def remember(place: int, found: Any) -> Any:
    store(place, found ^ m.REMEMBERED)
    return found


def remember_numbers(place: int, found: Numbers) -> Numbers:
    """Numbers are copied to where nothing is ever tidied up, if they do not lie there already."""
    lasting = found
    if len(found) > 0 and address(found) >= m.positions:
        size = len(found) * 8
        to = m.LASTING + m.lasting
        if to + size > m.LASTING_END:
            return found
        copy(to, address(found), size)
        lasting = pack(len(found), to)
        m.lasting = m.lasting + size
    remember(place, lasting)
    return lasting


def is_as_it_was(cell: int, spans: Numbers) -> bool:
    """Whether a cell holds what would be found now."""
    if load(cell) == m.version:
        return True
    if load(cell) == 0:
        return False
    at = cell + 24 + 8 * m.MOST_KEPT
    place = 0
    while place < len(spans):
        slot = m.STATE + spans[place] * 8
        end = m.STATE + spans[place + 1] * 8
        while slot < end:
            if load(slot) != load(at):
                return False
            at = at + 8
            slot = slot + 8
        place = place + 2
    store(cell, m.version)
    return True


def kept_number(s: State, cell: int) -> int:
    if load(cell + 8) > 0:
        count_work(s, load(cell + 8))
    return load(cell + 16)


def kept_numbers(s: State, cell: int) -> Numbers:
    count = kept_number(s, cell)
    if count == 0:
        return ()
    start = make(count)
    copy(start, cell + 24, count * 8)
    return pack(count, start)


def keep_number(s: State, cell: int, spans: Numbers, before: int, found: int) -> int:
    at = cell + 24 + 8 * m.MOST_KEPT
    place = 0
    while place < len(spans):
        size = (spans[place + 1] - spans[place]) * 8
        carry(at, m.STATE + spans[place] * 8, size)
        at = at + size
        place = place + 2
    store(cell, m.version)
    store(cell + 8, s[WORK] - before)
    store(cell + 16, found)
    return found


def keep_numbers(s: State, cell: int, spans: Numbers, before: int, found: Numbers) -> Numbers:
    if len(found) > m.MOST_KEPT:
        store(cell, 0)
        return found
    copy(cell + 24, address(found), len(found) * 8)
    keep_number(s, cell, spans, before, len(found))
    return found
