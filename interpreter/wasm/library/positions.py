"""Positions that wait for an answer, and how one goes on.

A position is one block: the slots at the start of the step (CHECKPOINT), those of now (STATE), and the
question with the answers since (QUESTION). The one in play lies in three places of these names that follow
each other; others are copies of them. To go on, the step runs again from its start with the answers, and one
more.
"""

from __future__ import annotations

from typing import Any

from interpreter.layout import DRAWN, STEP
from interpreter.wasm.dialect import Rows, State, copy, fail, load, m, numbers_at, store
from interpreter.wasm.library.flow import advance, run_step
from interpreter.wasm.library.memory import item, make, note_change, push, put_state
from interpreter.wasm.library.sequences import same
from interpreter.wasm.library.subsets import end_of_ways, filled, first_way, one_more, subset_options


def put_picks() -> None:
    """Pick what was picked already."""
    store(m.Q_PICKED, m.picks)
    options = subset_options(
        numbers_at(m.Q_ORDER),
        numbers_at(m.Q_POOL),
        load(m.Q_LEAST),
        load(m.Q_MOST),
        load(m.Q_SECRETLY),
        m.picks,
    )
    store(m.Q_OPTIONS, options)


def saved() -> int:
    """A copy of the position in play, in the heap."""
    at_ = make(m.RECORD)
    copy(at_, m.CHECKPOINT, m.RECORD * 8)
    return at_


def loaded(record: int) -> None:
    copy(m.CHECKPOINT, record, m.RECORD * 8)
    note_change()


def asked_of() -> int:
    """Who decides now; -1 when the game is over."""
    return load(m.Q_BY)


def whose_turn() -> int:
    """As the second part of `State.turn`."""
    if load(m.Q_BY) < 0 or load(m.NOBODYS + load(m.CHECKPOINT + STEP * 8) * 8):
        return load(m.Q_BY)
    return m.PLAYERS


def ways_first() -> int:
    if load(m.Q_SUBSET) == 0:
        return 0
    first_one = first_way(numbers_at(m.Q_ORDER), numbers_at(m.Q_PICKED), numbers_at(m.Q_OPTIONS))
    if ways_end_from(first_one) <= first_one:
        return 0
    return first_one


def ways_end() -> int:
    if load(m.Q_SUBSET) == 0:
        return len(numbers_at(m.Q_OPTIONS))
    first_one = first_way(numbers_at(m.Q_ORDER), numbers_at(m.Q_PICKED), numbers_at(m.Q_OPTIONS))
    end = ways_end_from(first_one)
    if end <= first_one:
        return len(numbers_at(m.Q_OPTIONS))
    return end


def ways_end_from(first_one: int) -> int:
    return end_of_ways(
        numbers_at(m.Q_ORDER),
        numbers_at(m.Q_POOL),
        load(m.Q_LEAST),
        numbers_at(m.Q_PICKED),
        numbers_at(m.Q_OPTIONS),
        first_one,
    )


def inside() -> bool:
    """Whether the question comes after other choices of its step."""
    if len(numbers_at(m.Q_LOG)) > 0:
        return True
    if load(m.Q_SUBSET) == 0:
        return False
    return not same(
        numbers_at(m.Q_PICKED),
        filled(numbers_at(m.Q_ORDER), numbers_at(m.Q_POOL), load(m.Q_LEAST), load(m.Q_SECRETLY), ()),
    )


def secret_now() -> int:
    """Whether the question is one of a secret step."""
    if load(m.Q_BY) < 0:
        return 0
    return load(m.SECRET_STEPS + load(m.CHECKPOINT + STEP * 8) * 8)


def take(place: int) -> None:
    """Take an option of the position in play and run to its next question."""
    value = item(numbers_at(m.Q_OPTIONS), place)
    store(m.Q_DECISIONS, load(m.Q_DECISIONS) + 1)
    if load(m.Q_SUBSET):
        if not pick(value):
            set_drawn(m.state, 0)
            return
        value = load(m.Q_PICKED)
    go_on(noted(numbers_at(m.Q_LOG), value, load(m.Q_SUBSET), load(m.Q_BY)))


def pick(value: int | None) -> bool:
    """Pick one more thing of a subset, or no more; whether that is all."""
    if value is None:
        return True
    picked_now = one_more(numbers_at(m.Q_ORDER), numbers_at(m.Q_PICKED), value)
    picked_now = filled(
        numbers_at(m.Q_ORDER), numbers_at(m.Q_POOL), load(m.Q_LEAST), load(m.Q_SECRETLY), picked_now
    )
    store(m.Q_PICKED, picked_now)
    options = subset_options(
        numbers_at(m.Q_ORDER),
        numbers_at(m.Q_POOL),
        load(m.Q_LEAST),
        load(m.Q_MOST),
        load(m.Q_SECRETLY),
        picked_now,
    )
    if len(options) == 0:
        return True
    store(m.Q_OPTIONS, options)
    return False


def noted(log: Rows, value: Any, subset: int, by: int) -> Rows:
    """Answers with one more: each is its value, whether that is a sequence, and whose it is."""
    return push(push(push(log, value), subset), by)


def go_on(log: Rows) -> None:
    """Run the step again from its start with these answers, and on to the next question."""
    again(log, m.AS_GIVEN)
    if m.stopped == 0:
        if m.log_place < len(log):
            fail()
        advance(m.state)
    if m.stopped == 0:
        over()


def again(log: Rows, how: int) -> None:
    """Run the step in play again from its start; how: what comes of the answers."""
    put_state(m.CHECKPOINT)
    m.mode = how
    m.stopped = 0
    m.given_log = log
    m.log_place = 0
    m.collecting = 0
    m.replaying = 0
    m.outer = 0
    m.tidy_at = m.NEVER
    store(m.Q_LOG, 0)
    run_step(m.state, None)


def over() -> None:
    """The game is over: nobody is asked."""
    store(m.Q_BY, -1)
    store(m.Q_LOG, 0)
    store(m.Q_OPTIONS, 0)
    store(m.Q_SUBSET, 0)
    store(m.Q_ORDER, 0)
    store(m.Q_POOL, 0)
    store(m.Q_PICKED, 0)
    copy(m.CHECKPOINT, m.STATE, m.SLOTS * 8)


def set_drawn(s: State, drawn: int) -> None:
    s[DRAWN] = drawn
