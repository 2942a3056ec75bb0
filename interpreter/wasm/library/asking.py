"""Questions, and how bots that take anything answer them."""

from __future__ import annotations

from typing import Any

from interpreter.language.types import MAX_NUMBERS
from interpreter.layout import DRAWN, ENDING, OVER, SECRET, WORK
from interpreter.play.shared import bounds, last, payable, spent
from interpreter.wasm.dialect import Numbers, Rows, State, address, call1, copy, fail, load, m, store
from interpreter.wasm.library.amounts import least_of, most_of
from interpreter.wasm.library.answering import answered, asks, asks_many, decide
from interpreter.wasm.library.memory import cut, make, push, put_state
from interpreter.wasm.library.recording import write_choice
from interpreter.wasm.library.sequences import fromkeys, place_in
from interpreter.wasm.library.subsets import (
    end_within,
    filled,
    filled_from,
    first_way,
    fitting,
    left_of,
    one_more,
    options_of,
    subset_options,
)


def given_answer() -> Any:
    if m.given_place >= len(m.given):
        fail()
    m.given_place = m.given_place + 1
    return m.given[m.given_place - 1]


def ask(s: State, by: int, site: int, options: Rows) -> Any:
    if len(options) == 0:
        fail()
    if m.replaying:
        return given_answer()
    if m.keeping:
        return asks(by, site, options)
    return answered(s, options[taken_at(s, by, site, options, 0, len(options))])


def taken_at(s: State, by: int, site: int, options: Rows, way: int, end: int) -> int:
    """Which option a bot takes that takes anything; it is written down where that is wanted."""
    place = decide(by, way, end, len(options))
    if m.record:
        write_choice(s, by, site, options, place)
    return place


def choose_many(
    s: State, by: int, site: int, pool: Numbers, low: int | None, high: int | None, greedy: bool
) -> Any:
    store(m.Q_GOOD, 0)
    limits = bounds(len(pool), low, high, greedy)
    least_many = limits[0]
    most = limits[1]
    if least_many > len(pool) or least_many > most:
        fail()
    secret = s[SECRET] != 0
    order = fromkeys(pool)
    taken = filled(order, pool, least_many, secret, ())
    options = subset_options(order, pool, least_many, most, secret, taken)
    if len(options) == 0:
        return taken
    if m.replaying:
        return given_answer()
    if m.keeping:
        return asks_many(by, site, order, pool, least_many, most, secret, taken, options)
    return answered(s, decide_many(s, by, site, order, pool, least_many, most, secret, taken, options))


def choose_fitting(
    s: State,
    by: int,
    site: int,
    pool: Numbers,
    low: int | None,
    high: int | None,
    greedy: bool,
    scope: Numbers,
    rest: int,
    steps: int,
) -> Any:
    """As `choose_many`, but only for a subset with which the rest of a precondition can be done."""
    good = fitting(s, pool, low, high, greedy, rest, scope, steps, 0)
    if len(good) == 0:
        fail()
    store(m.Q_GOOD, good)
    most = bounds(len(pool), low, high, greedy)[1]
    secret = s[SECRET] != 0
    order = fromkeys(pool)
    taken = filled(order, pool, 0, secret, ())
    options = subset_options(order, pool, 0, most, secret, taken)
    if len(options) == 0:
        return taken
    if m.replaying:
        return given_answer()
    if m.keeping:
        return asks_many(by, site, order, pool, 0, most, secret, taken, options)
    while len(options) > 0:
        way = first_way(order, taken, options)
        if way >= len(options):
            way = 0
        value = options[taken_at(s, by, site, options, way, len(options))]
        if value is None:
            return answered(s, taken)
        taken = filled(order, pool, 0, secret, one_more(order, taken, value))
        options = subset_options(order, pool, 0, most, secret, taken)
    return answered(s, taken)


def decide_many(
    s: State,
    by: int,
    site: int,
    order: Numbers,
    pool: Numbers,
    least_many: int,
    most: int,
    secret: int,
    taken: Numbers,
    options: Rows,
) -> Numbers:
    """What a bot takes that takes anything; what is left of the pool is counted once."""
    left = left_of(order, pool, taken)
    while len(options) > 0:
        way = first_way(order, taken, options)
        end = len(options)
        if least_many - len(taken) > 1:
            end = end_within(order, left, least_many - len(taken), options, way)
        if end <= way:
            way = 0
            end = len(options)
        value = options[taken_at(s, by, site, options, way, end)]
        if value is None:
            return taken
        taken = one_more(order, taken, value)
        cell = address(left) + (place_in(order, value) - 1) * 8
        store(cell, load(cell) - 1)
        if secret == 0 and len(taken) < least_many:
            more = filled_from(order, pool, left, least_many, taken)
            if more != taken:
                taken = more
                left = left_of(order, pool, taken)
        options = ()
        if len(taken) < most:
            options = options_of(order, left, least_many, secret, taken)
    return taken


def sum_of_slots(s: State, slots: Numbers) -> int:
    found = 0
    for slot in slots:
        found = found + s[slot]
    return found


def pay_split(
    s: State,
    by: int,
    amount: int,
    sites: Numbers,
    slots: Numbers,
    arguments: Any = 0,
    rest: Any = 0,
    steps: int = 0,
) -> None:
    left = most_of(0, amount)
    place = 0
    while place < len(slots) - 1:
        slot = slots[place]
        others = cut(slots, place + 1, len(slots))
        part = most_of(0, left - sum_of_slots(s, others))
        most = least_of(left, s[slot])
        if most - part >= MAX_NUMBERS:
            fail()
        options: Rows = ()
        while part <= most:
            s[slot] = s[slot] - part
            fine = 1
            if rest:
                fine = payable(s, left - part, others, rest, arguments, steps)
            if fine:
                options = push(options, part)
            s[slot] = s[slot] + part
            part = part + 1
        if len(options) == 1 and s[SECRET] == 0:
            part = options[0]
        else:
            part = ask(s, by, sites[place], options)
            if m.stopped:
                return
        spent(s, slot, part)
        left = left - part
        place = place + 1
    spent(s, last(slots), left)


def secretly(s: State, players: Numbers, body: int) -> None:
    s[SECRET] = 1
    before = make(m.SLOTS)
    answers: Rows = ()
    for player in players:
        copy(before, m.STATE, m.SLOTS * 8)
        m.collected = ()
        m.collecting = 1
        m.outer = before
        call1(body, player)
        m.collecting = 0
        m.outer = 0
        put_state(before)
        if m.stopped:
            return
        if len(m.collected) > 0:
            s[DRAWN] = 0
            s[WORK] = 0
        answers = push(answers, m.collected)
    place = 0
    for player in players:
        m.given = answers[place]
        m.given_place = 0
        m.replaying = 1
        call1(body, player)
        m.replaying = 0
        if m.given_place < len(m.given):
            fail()
        if s[ENDING] == OVER:
            break
        place = place + 1
    s[SECRET] = 0
