"""Who answers a question: bots, a list of answers, a deal that must look the same."""

from __future__ import annotations

from typing import Any

from interpreter.layout import DRAWN, WORK
from interpreter.play.ends import MAX_ENDS, MAX_WAYS
from interpreter.wasm.dialect import (
    Numbers,
    Rows,
    State,
    fail,
    load,
    m,
    numbers_at,
    outlook,
    scaled,
    shift,
    store,
    store_small,
)
from interpreter.wasm.library.amounts import least_of
from interpreter.wasm.library.chance import finalised
from interpreter.wasm.library.deals import deal_choice, guess, held, knows
from interpreter.wasm.library.memory import clear_from, item, make, push, put_state
from interpreter.wasm.library.positions import (
    asked_of,
    inside,
    loaded,
    noted,
    pick,
    put_picks,
    saved,
    secret_now,
    take,
    ways_end,
    ways_first,
)
from interpreter.wasm.library.recording import write_choice
from interpreter.wasm.library.sequences import has
from interpreter.wasm.library.subsets import is_good


def draw_of(seat: int) -> int:
    """The next 64 bits of a seat's own chance."""
    cell = m.CHANCES + seat * 16
    store(cell + 8, load(cell + 8) + 1)
    return finalised(load(cell) * -7046029254386353131 + load(cell + 8) * -3372029247567499371)


def chance_of(seat: int) -> int:
    """The next 53 bits of a seat's own chance."""
    return shift(draw_of(seat), 11)


def decide(seat: int, first_one: int, end: int, count: int) -> int:
    """Which option a bot takes, of those from a place up to another."""
    if m.decisions >= m.MAX_DECISIONS:
        fail()
    place = first_one
    if end - first_one > 1 or count == 1:
        place = first_one + scaled(chance_of(seat), end - first_one)
    return note_choice(place)


def note_choice(place: int) -> int:
    """Keep which option was taken."""
    store_small(m.CHOICES + m.decisions * 4, place)
    m.decisions = m.decisions + 1
    return place


def answered(s: State, value: Any) -> Any:
    """Something was answered: the work and what was drawn are counted anew; in secret, answers are kept."""
    m.asked = 1
    if m.collecting:
        m.collected = push(m.collected, value)
    else:
        s[DRAWN] = 0
        s[WORK] = 0
    return value


def missed() -> Any:
    """What somebody has chosen cannot be chosen in this deal."""
    m.deal_missed = 1
    m.stopped = 1
    return 0


def answer_alike(by: int) -> Any:
    """An answer that would show a seat what that of the step has shown it."""
    value = m.given_log[m.log_place]
    subset = m.given_log[m.log_place + 1]
    m.log_place = m.log_place + 3
    site = load(m.Q_SITE)
    known = m.deal_cautious or by == m.deal_seat
    if known == 0:
        known = knows(m.deal_truth + m.SLOTS * 8, m.deal_truth, m.deal_seat, site)
    if known == 0 and load(m.SITE_PIECES + site * 8):
        known = all_in(m.deal_came, value if subset else (value,))
    if known == 0:
        return answer_by_chance()
    if not fits(value, subset):
        return missed()
    return value


def all_in(came: Numbers, values: Numbers) -> bool:
    return all(has(came, value) for value in values)


def answer_anew(by: int) -> Any:
    """In a secret step: the seat's own answers, and those of others at random."""
    own_left = m.deal_left < len(m.deal_own)
    wanted = load(m.deal_truth + m.OF_BY)
    if by == wanted and (wanted != m.deal_seat or own_left == 0):
        m.stopped = 1
        return 0
    if by == m.deal_seat:
        if own_left == 0:
            return missed()
        value = m.deal_own[m.deal_left]
        subset = m.deal_own[m.deal_left + 1]
        m.deal_left = m.deal_left + 2
        if not fits(value, subset):
            return missed()
        return value
    return answer_by_chance()


def fits(value: Any, subset: int) -> bool:
    """Whether something can be the answer to the question in play."""
    if subset != load(m.Q_SUBSET):
        return False
    if subset == 0:
        return has(numbers_at(m.Q_OPTIONS), value)
    if load(m.Q_GOOD):
        return is_good(value)
    if len(value) < load(m.Q_LEAST) or len(value) > load(m.Q_MOST):
        return False
    return held(value)


def answer_by_chance() -> Any:
    if load(m.Q_SUBSET) == 0:
        return deal_choice(numbers_at(m.Q_OPTIONS))
    while True:
        value = deal_choice(numbers_at(m.Q_OPTIONS))
        if pick(value):
            return load(m.Q_PICKED)


def taken_over(by: int) -> Any:
    """The answers that were given are used up: a bot goes on, with what is picked already."""
    m.mode = m.DECIDING
    if load(m.Q_SUBSET) and len(m.picks) > 0:
        put_picks()
    return decided(by)


def asks(by: int, site: int, options: Rows) -> Any:
    """A question for one value; the answer."""
    store(m.Q_BY, by)
    store(m.Q_SITE, site)
    store(m.Q_OPTIONS, options)
    store(m.Q_SUBSET, 0)
    store(m.Q_ORDER, 0)
    store(m.Q_POOL, 0)
    store(m.Q_PICKED, 0)
    return answer(by)


def asks_many(
    by: int,
    site: int,
    order: Numbers,
    pool: Numbers,
    least_many: int,
    most: int,
    secret: int,
    taken: Numbers,
    options: Rows,
) -> Any:
    """A question for several things; the answer."""
    store(m.Q_BY, by)
    store(m.Q_SITE, site)
    store(m.Q_OPTIONS, options)
    store(m.Q_SUBSET, 1)
    store(m.Q_ORDER, order)
    store(m.Q_POOL, pool)
    store(m.Q_LEAST, least_many)
    store(m.Q_MOST, most)
    store(m.Q_SECRETLY, secret)
    store(m.Q_PICKED, taken)
    return answer(by)


def answer(by: int) -> Any:
    """The answer to the question in play: a bot's, or one that was given; without it all stops here."""
    value = 0
    if m.mode == m.DECIDING:
        value = decided(by)
    elif m.mode == m.ANEW:
        value = answer_anew(by)
    elif m.log_place >= len(m.given_log):
        if m.mode == m.GOING_ON:
            value = taken_over(by)
        else:
            m.stopped = 1
    elif m.mode == m.ALIKE:
        value = answer_alike(by)
    else:
        value = m.given_log[m.log_place]
        m.log_place = m.log_place + 3
    if m.stopped:
        return 0
    subset = load(m.Q_SUBSET)
    store(m.Q_LOG, noted(numbers_at(m.Q_LOG), value, subset, by))
    return answered(m.state, value)


def decided(by: int) -> Any:
    """What the bot of a seat answers."""
    while True:
        way = ways_first()
        end = ways_end()
        place = 0
        kind = load(m.BOTS + by * 8)
        if kind == m.RANDOM:
            place = decide(by, way, end, len(numbers_at(m.Q_OPTIONS)))
        else:
            if m.decisions >= m.MAX_DECISIONS:
                fail()
            place = note_choice(greedy(by, way, end))
        if m.record:
            write_choice(m.state, by, load(m.Q_SITE), numbers_at(m.Q_OPTIONS), place)
        value = item(numbers_at(m.Q_OPTIONS), place)
        if load(m.Q_SUBSET) == 0:
            return value
        if pick(value):
            return load(m.Q_PICKED)


def greedy(by: int, way: int, end: int) -> int:
    """The option after which one's own points are most, as `GreedyBot` finds it."""
    count_of = end - way
    if count_of == 1:
        return way
    base = m.top
    before = kept_registers()
    truth = saved()
    if m.outer:
        put_state(m.outer)
    guess(by, shift(draw_of(by), 16))
    thoughts(by, 1, count_of)
    start = saved()
    most = 0
    best = make(count_of)
    many = 0
    inner = m.top
    one = 0
    while one < count_of:
        loaded(start)
        take(way + one)
        worth = best_within(by, MAX_ENDS)
        clear_from(inner)
        if many == 0 or worth > most:
            most = worth
            many = 0
        if worth == most:
            store(best + many * 8, way + one)
            many = many + 1
        one = one + 1
    found = load(best + scaled(chance_of(by), many) * 8)
    loaded(truth)
    restore_registers(before)
    clear_from(base)
    return found


def best_within(by: int, share: int) -> int:
    """The best that a seat can reach within its action, of so many ends."""
    while inside() and (ways_end() - ways_first() == 1 if asked_of() == by else secret_now()):
        thoughts(by, 0, 1)
        take(ways_first())
    if asked_of() != by or not inside():
        return outlook(m.state, by)
    here = saved()
    base = m.top
    way = ways_first()
    count_of = ways_end() - way
    tried_ways = least_of(count_of, least_of(MAX_WAYS, share))
    most = 0
    one = 0
    while one < tried_ways:
        loaded(here)
        thoughts(by, 0, 1)
        take(way + (one + 1) * count_of // tried_ways - 1)
        worth = best_within(by, (share + one) // tried_ways)
        if one == 0 or worth > most:
            most = worth
        clear_from(base)
        one = one + 1
    return most


def thoughts(by: int, decided_now: int, steps: int) -> None:
    """Count what a seat's bot thinks about."""
    cell = m.THOUGHTS + by * 16
    store(cell, load(cell) + decided_now)
    store(cell + 8, load(cell + 8) + steps)


def kept_registers() -> int:
    """What else belongs to the play in progress, while others are tried."""
    at_ = make(11)
    store(at_, m.mode)
    store(at_ + 8, m.collecting)
    store(at_ + 16, m.collected)
    store(at_ + 24, m.replaying)
    store(at_ + 32, m.given)
    store(at_ + 40, m.given_place)
    store(at_ + 48, m.asked)
    store(at_ + 56, m.tidy_at)
    store(at_ + 64, m.outer)
    store(at_ + 72, m.given_log)
    store(at_ + 80, m.log_place)
    return at_


def restore_registers(at_: int) -> None:
    m.mode = load(at_)
    m.collecting = load(at_ + 8)
    m.collected = numbers_at(at_ + 16)
    m.replaying = load(at_ + 24)
    m.given = numbers_at(at_ + 32)
    m.given_place = load(at_ + 40)
    m.asked = load(at_ + 48)
    m.tidy_at = load(at_ + 56)
    m.outer = load(at_ + 64)
    m.given_log = numbers_at(at_ + 72)
    m.log_place = load(at_ + 80)
    m.stopped = 0
