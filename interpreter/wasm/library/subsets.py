"""What can be picked of a pool, one thing at a time, as `play.subset` finds it."""

from __future__ import annotations

from interpreter.play.shared import bounds, holds_all, last, there, tried
from interpreter.wasm.dialect import Numbers, Rows, State, call1, load, m, numbers_at, pack, store
from interpreter.wasm.library.amounts import least_of
from interpreter.wasm.library.memory import cut, fill, joined, make, push, times_all
from interpreter.wasm.library.sequences import count, fromkeys, has, place_in, same, spliced


def left_of(order: Numbers, pool: Numbers, taken: Numbers) -> Numbers:
    """How many of each value are left of a pool."""
    start = make(len(order))
    fill(start, len(order))
    add_each(order, start, pool, 1)
    add_each(order, start, taken, -1)
    return pack(len(order), start)


def add_each(order: Numbers, start: int, values: Numbers, amount: int) -> None:
    """Add to the number of each value; equal ones mostly follow each other, as in the order."""
    place = 0
    for value in values:
        if order[place] != value:
            place = place + 1
            if place >= len(order) or order[place] != value:
                place = there(place_in(order, value) - 1, "not in the pool")
        store(start + place * 8, load(start + place * 8) + amount)


def in_order_of(order: Numbers, values: Numbers) -> Numbers:
    """Values in the order of a pool."""
    start = make(len(values))
    to = start
    for value in order:
        left = count(values, value)
        while left > 0:
            store(to, value)
            to = to + 8
            left = left - 1
    return pack((to - start) // 8, start)


def one_more(order: Numbers, taken: Numbers, value: int) -> Numbers:
    """What is picked, in the order of its pool, and one thing more."""
    place = 0
    for one in cut(order, 0, there(place_in(order, value) - 1, "not in the pool")):
        while place < len(taken) and taken[place] == one:
            place = place + 1
    return spliced(taken, place, 0, 1, value)


def kinds_in(left: Numbers) -> int:
    found = 0
    for amount in left:
        if amount:
            found = found + 1
    return found


def filled(order: Numbers, pool: Numbers, least_many: int, secret: int, taken: Numbers) -> Numbers:
    """What is picked with all that must be picked besides."""
    if load(m.Q_GOOD):
        return filled_fitting(order, secret, taken)
    if secret or len(taken) >= least_many:
        return taken
    return filled_from(order, pool, left_of(order, pool, taken), least_many, taken)


def filled_from(order: Numbers, pool: Numbers, left: Numbers, least_many: int, taken: Numbers) -> Numbers:
    missing = least_many - len(taken)
    if kinds_in(left) > 1 and len(pool) - len(taken) > missing:
        return taken
    place = 0
    while missing > 0:
        amount = least_of(left[place], missing)
        taken = joined(taken, times_all((order[place],), amount))
        missing = missing - amount
        place = place + 1
    return in_order_of(order, taken)


def not_taken(order: Numbers, left: Numbers) -> Numbers:
    found: Numbers = ()
    place = 0
    while place < len(order):
        if left[place]:
            found = push(found, order[place])
        place = place + 1
    return found


def subset_options(
    order: Numbers, pool: Numbers, least_many: int, most: int, secret: int, taken: Numbers
) -> Rows:
    if len(taken) >= most:
        return ()
    if load(m.Q_GOOD):
        return fitting_options(order, secret, taken)
    return options_of(order, left_of(order, pool, taken), least_many, secret, taken)


def options_of(order: Numbers, left: Numbers, least_many: int, secret: int, taken: Numbers) -> Rows:
    found = not_taken(order, left)
    if len(taken) >= least_many and (len(found) > 0 or secret):
        found = push(found, None)
    return found


def first_way(order: Numbers, taken: Numbers, options: Rows) -> int:
    if load(m.Q_GOOD):
        return first_straight(taken, options)
    if len(taken) == 0:
        return 0
    before = cut(order, 0, place_in(order, last(taken)) - 1)
    found = 0
    for value in options:
        if has(before, value):
            found = found + 1
    return found


def end_of_ways(
    order: Numbers, pool: Numbers, least_many: int, taken: Numbers, options: Rows, first_one: int
) -> int:
    if load(m.Q_GOOD):
        return len(options)
    if least_many - len(taken) <= 1:
        return len(options)
    return end_within(order, left_of(order, pool, taken), least_many - len(taken), options, first_one)


def end_within(order: Numbers, left: Numbers, missing: int, options: Rows, first_one: int) -> int:
    """Behind the last option that still leaves enough behind it for what is missing."""
    end = len(options)
    behind = 0
    while end > first_one and behind + left[place_in(order, options[end - 1]) - 1] < missing:
        end = end - 1
        behind = behind + left[place_in(order, options[end]) - 1]
    return end


def some_fitting(
    s: State,
    pool: Numbers,
    low: int | None,
    high: int | None,
    greedy: bool,
    rest: int,
    arguments: Numbers,
    steps: int,
) -> bool:
    return len(fitting(s, pool, low, high, greedy, rest, arguments, steps, 1)) > 0


def fitting(
    s: State,
    pool: Numbers,
    low: int | None,
    high: int | None,
    greedy: bool,
    rest: int,
    arguments: Numbers,
    steps: int,
    one: int,
) -> Rows:
    """The subsets with which a rest can be done, or one: for each how many it holds, and these."""
    limits = bounds(len(pool), low, high, greedy)
    least_many = limits[0]
    most = limits[1]
    if least_many > len(pool) or least_many > most:
        return ()
    return fitting_from(s, fromkeys(pool), pool, 0, least_many, most, (), rest, arguments, steps, one, ())


def fitting_from(
    s: State,
    order: Numbers,
    pool: Numbers,
    place: int,
    least_many: int,
    most: int,
    taken: Numbers,
    rest: int,
    arguments: Numbers,
    steps: int,
    one: int,
    found: Numbers,
) -> Numbers:
    tried(s, steps)
    if len(taken) >= least_many and call1(rest, push(arguments, taken)):
        found = joined(push(found, len(taken)), taken)
    if len(taken) >= most or (one and len(found) > 0):
        return found
    behind = 0
    at = place
    while at < len(order):
        behind = behind + count(pool, order[at]) - count(taken, order[at])
        at = at + 1
    at = place
    while at < len(order) and len(taken) + behind >= least_many:
        there_are = count(pool, order[at]) - count(taken, order[at])
        if there_are > 0:
            more = joined(taken, (order[at],))
            found = fitting_from(
                s, order, pool, at, least_many, most, more, rest, arguments, steps, one, found
            )
            if one and len(found) > 0:
                return found
        behind = behind - there_are
        at = at + 1
    return found


def begins_with(answer: Numbers, taken: Numbers) -> bool:
    return len(answer) > len(taken) and same(cut(answer, 0, len(taken)), taken)


def fits_all(taken: Numbers) -> int:
    """How many subsets hold all that is picked."""
    good = numbers_at(m.Q_GOOD)
    found = 0
    place = 0
    while place < len(good):
        end = place + 1 + good[place]
        if holds_all(cut(good, place + 1, end), taken):
            found = found + 1
        place = end
    return found


def is_good(taken: Numbers) -> bool:
    good = numbers_at(m.Q_GOOD)
    place = 0
    while place < len(good):
        end = place + 1 + good[place]
        if same(cut(good, place + 1, end), taken):
            return True
        place = end
    return False


def goes_on(taken: Numbers, value: int, straight: int) -> bool:
    """Whether a thing can be picked next; straight: in the order of the pool."""
    good = numbers_at(m.Q_GOOD)
    place = 0
    while place < len(good):
        end = place + 1 + good[place]
        answer = cut(good, place + 1, end)
        if straight:
            if begins_with(answer, taken) and answer[len(taken)] == value:
                return True
        elif count(answer, value) > count(taken, value) and holds_all(answer, taken):
            return True
        place = end
    return False


def fitting_left(order: Numbers, taken: Numbers) -> Numbers:
    """What can be picked next; what follows in the order of the pool comes last."""
    found: Numbers = ()
    straight = 0
    while straight < 2:
        for value in order:
            if goes_on(taken, value, 0) and goes_on(taken, value, 1) == straight:
                found = push(found, value)
        straight = straight + 1
    return found


def fitting_options(order: Numbers, secret: int, taken: Numbers) -> Rows:
    found = fitting_left(order, taken)
    if (len(found) > 0 or secret) and is_good(taken):
        found = push(found, None)
    return found


def first_straight(taken: Numbers, options: Rows) -> int:
    found = 0
    for value in options:
        if value is not None and not goes_on(taken, value, 1):
            found = found + 1
    return found


def only_fitting(taken: Numbers) -> Numbers:
    good = numbers_at(m.Q_GOOD)
    place = 0
    while True:
        end = place + 1 + good[place]
        if holds_all(cut(good, place + 1, end), taken):
            return cut(good, place + 1, end)
        place = end


def filled_fitting(order: Numbers, secret: int, taken: Numbers) -> Numbers:
    while secret == 0:
        if fits_all(taken) == 1:
            return only_fitting(taken)
        options = fitting_options(order, 0, taken)
        if len(options) != 1 or options[0] is None:
            return taken
        taken = one_more(order, taken, options[0])
    return taken
