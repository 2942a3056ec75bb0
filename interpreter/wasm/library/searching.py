"""What a search asks of positions, much in one call: all that comes of one, and what is told of each."""

from __future__ import annotations

from interpreter.layout import DRAWN
from interpreter.play.ends import MAX_ENDS, MAX_WAYS, MOST_ENDS, MOST_SOLE
from interpreter.wasm.dialect import (
    Numbers,
    address,
    copy,
    ending,
    fail,
    load,
    m,
    numbers_at,
    outlook,
    shift,
    store,
    turn_of,
)
from interpreter.wasm.library.amounts import least_of, most_of
from interpreter.wasm.library.deals import hidden_part, shown_backs
from interpreter.wasm.library.held import kept_in, new_block, tidy_held
from interpreter.wasm.library.hosted import ready
from interpreter.wasm.library.memory import clear_from, cut, item, push
from interpreter.wasm.library.positions import (
    asked_of,
    inside,
    loaded,
    saved,
    secret_now,
    take,
    ways_end,
    ways_first,
    whose_turn,
)


def ends(block: int) -> int:
    """The positions where the actions are over that the options of a position begin, as `State.ends`.

    OUT: of each its address, the option, how many values were chosen, its numbers, and these values. How many
    there are is in DONE, and behind it how many options that took.
    """
    ready()
    tidy_held()
    m.written = m.OUT
    store(m.DONE, 0)
    store(m.DONE + 8, 0)
    loaded(block)
    way = ways_first()
    count_of = ways_end() - way
    by = asked_of()
    turn = turn_of(m.state)
    whose = whose_turn()
    m.end_option = way
    while m.end_option < way + count_of:
        loaded(block)
        share = most_of(1, least_of(MAX_ENDS, MOST_ENDS // count_of))
        value = item(numbers_at(m.Q_OPTIONS), m.end_option)
        take(m.end_option)
        ends_from(by, turn, whose, (value,), share)
        m.end_option = m.end_option + 1
    return load(m.DONE)


def ends_from(by: int, turn: int, whose: int, values: Numbers, share: int) -> int:
    """Look at so many ends from the position in play, which is within the action."""
    steps = 1
    while steps < MOST_SOLE and (
        (
            asked_of() == by
            and ways_end() - ways_first() == 1
            and (inside() or (turn_of(m.state) == turn and whose_turn() == whose))
        )
        or (asked_of() != by and inside() and secret_now())
    ):
        take(ways_first())
        steps = steps + 1
    store(m.DONE + 8, load(m.DONE + 8) + steps)
    if asked_of() != by or not inside():
        write_end(values)
        return 0
    here = saved()
    way = ways_first()
    count_of = ways_end() - way
    tried_ways = least_of(count_of, least_of(MAX_WAYS, share))
    one = 0
    while one < tried_ways:
        loaded(here)
        place = way + (one + 1) * count_of // tried_ways - 1
        value = item(numbers_at(m.Q_OPTIONS), place)
        take(place)
        ends_from(by, turn, whose, push(values, value), (share + one) // tried_ways)
        one = one + 1
    return 0


def write_end(values: Numbers) -> None:
    if m.written > m.OUT_END - 100000:
        fail()
    store(m.written, kept_in(new_block()))
    store(m.written + 8, m.end_option)
    store(m.written + 16, len(values))
    tell_position(m.written + 24)
    m.written = m.written + (3 + m.NUMBERS_OF_ONE) * 8
    copy(m.written, address(values), len(values) * 8)
    m.written = m.written + len(values) * 8
    store(m.DONE, load(m.DONE) + 1)


def numbers_of(block: int) -> int:
    """What is told of one position, at OUT."""
    ready()
    tidy_held()
    loaded(block)
    tell_position(m.OUT)
    return 0


def tell_position(to: int) -> None:
    """Write what is told of the position in play."""
    store(to, asked_of())
    store(to + 8, inside() + 2 * secret_now())
    store(to + 16, turn_of(m.state))
    store(to + 24, whose_turn())
    store(to + 32, ways_first())
    store(to + 40, ways_end())
    store(to + 48, key_of())
    base = m.top
    one = 0
    while one < m.SCORED:
        store(to + 56 + one * 8, outlook(m.state, one))
        clear_from(base)
        one = one + 1


def ending_at(block: int) -> int:
    """What is told of the end of a play that is over, at OUT."""
    ready()
    loaded(block)
    ending(m.OUT)
    return 0


def key_of() -> int:
    """A number for the position in play: equal for equal ones, and hardly ever for others."""
    found = 0
    slot = 0
    while slot < m.SLOTS:
        if slot != DRAWN:
            found = blended_slot(found, m.CHECKPOINT, slot)
        slot = slot + 1
    return blended_answers(found)


def look_of(block: int, seat: int) -> int:
    """A number for what a seat sees of a position and its question, as `State.appearance`."""
    ready()
    loaded(block)
    found = blended(blended(0, load(m.Q_BY)), load(m.Q_SITE))
    slot = 0
    while slot < m.SLOTS:
        kind = load(m.SIGHT + slot * 8)
        if kind == m.SIGHT_OPEN:
            found = blended_slot(found, m.STATE, slot)
        elif kind >= 0:
            found = blended_cover(found, kind, slot, seat)
        elif kind <= m.SIGHT_COUNTER and m.SIGHT_COUNTER - kind == seat:
            found = blended(found, load(m.STATE + slot * 8))
        slot = slot + 1
    return blended_answers(found)


def blended_cover(found: int, number: int, slot: int, seat: int) -> int:
    """A place that not everybody sees."""
    content = numbers_at(m.STATE + slot * 8)
    hidden = hidden_part(m.STATE, number, seat)
    if hidden is None:
        return blended_all(found, content)
    found = blended_all(blended(found, 1), shown_backs(number, hidden))
    return blended_all(found, cut(content, len(hidden), len(content)))


def blended_answers(found: int) -> int:
    """The answers of the step, and what is picked."""
    log = numbers_at(m.Q_LOG)
    place = 0
    while place < len(log):
        value = log[place]
        found = blended_all(found, value) if log[place + 1] else blended(found, value)
        place = place + 3
    return blended_all(found, numbers_at(m.Q_PICKED))


def blended_slot(found: int, base: int, slot: int) -> int:
    if load(m.HOLDS + slot * 8):
        return blended_all(found, numbers_at(base + slot * 8))
    return blended(found, load(base + slot * 8))


def blended_all(found: int, values: Numbers) -> int:
    found = blended(found, len(values))
    for value in values:
        found = blended(found, value)
    return found


def blended(found: int, value: int) -> int:
    found = (found ^ value) * -7046029254386353131 + 7146057691288625177
    return found ^ shift(found, 29)
