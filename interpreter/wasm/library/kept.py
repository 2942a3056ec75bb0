"""Kept values. A cell: whether it holds anything, the work of finding it, the value or how many there are.

Then the values of a sequence, then the slots that were read. Sequences are copied: cells change.
"""

# mypy: ignore-errors
# ruff: noqa: F821, D103


def is_as_it_was(s, cell, spans):
    """Whether a cell holds what would be found now."""
    if load(cell) == 0:
        return 0
    at = cell + 24 + 8 * MOST_KEPT
    place = 0
    while place < len(spans):
        slot = STATE + spans[place] * 8
        end = STATE + spans[place + 1] * 8
        while slot < end:
            if load(slot) != load(at):
                return 0
            at = at + 8
            slot = slot + 8
        place = place + 2
    return 1


def kept_number(s, cell):
    if load(cell + 8) > 0:
        count_work(s, load(cell + 8))
    return load(cell + 16)


def kept_numbers(s, cell):
    count = kept_number(s, cell)
    if count == 0:
        return 0
    start = make(count)
    copy(start, cell + 24, count * 8)
    return pack(count, start)


def keep_number(s, cell, spans, before, found):
    at = cell + 24 + 8 * MOST_KEPT
    place = 0
    while place < len(spans):
        size = (spans[place + 1] - spans[place]) * 8
        carry(at, STATE + spans[place] * 8, size)
        at = at + size
        place = place + 2
    store(cell, 1)
    store(cell + 8, s[WORK] - before)
    store(cell + 16, found)
    return found


def keep_numbers(s, cell, spans, before, found):
    if len(found) > MOST_KEPT:
        store(cell, 0)
        return found
    copy(cell + 24, address(found), len(found) * 8)
    keep_number(s, cell, spans, before, len(found))
    return found
