"""Positions that the host holds: each is a block of memory, and what it is called by is its address.

What all of them hold lies in one heap, which is tidied between calls. Where a call fails, no position has
changed.
"""

from __future__ import annotations

from interpreter.layout import FINISHED
from interpreter.wasm.dialect import (
    Numbers,
    Rows,
    State,
    copy,
    ending,
    fail,
    load,
    load_byte,
    m,
    numbers_at,
    outlook,
    pack,
    store,
    store_byte,
)
from interpreter.wasm.library.batches import bots_think, start
from interpreter.wasm.library.chance import mixed
from interpreter.wasm.library.deals import guess, reseed_all
from interpreter.wasm.library.flow import advance
from interpreter.wasm.library.hashing import blake_words
from interpreter.wasm.library.held import kept_in, new_block, tidy_held
from interpreter.wasm.library.memory import clear_from, make, put_state
from interpreter.wasm.library.positions import again, loaded, over, put_picks, take, ways_end, ways_first
from interpreter.wasm.library.writing import write_key


def ready() -> None:
    """Nothing runs, and what runs next stops at a question that nobody answers."""
    m.mode = m.AS_GIVEN
    m.keeping = 1
    m.stopped = 0
    m.given_log = ()
    m.log_place = 0
    m.collecting = 0
    m.replaying = 0
    m.outer = 0
    m.tidy_at = m.NEVER
    m.decisions = 0


def new(seed: int) -> int:
    """A position: a new play at its first question."""
    ready()
    tidy_held()
    put_state(m.START)
    store(m.Q_DECISIONS, 0)
    start(mixed(seed))
    if m.stopped == 0:
        over()
    return kept_in(new_block())


def choose(block: int, place: int) -> int:
    """Take an option of a position by its place; how many options there are then."""
    taken_in(block, place)
    kept_in(block)
    return len(numbers_at(m.Q_OPTIONS))


def branch(block: int, place: int, to: int) -> int:
    """The position after an option of another, which stays as it is; to: where, 0 for a new block."""
    taken_in(block, place)
    if to == 0:
        to = new_block()
    return kept_in(to)


def taken_in(block: int, place: int) -> None:
    """Put a position into play and take an option of it by its place."""
    if place < 0:
        fail()
    ready()
    tidy_held()
    loaded(block)
    take(place)


def fork(block: int) -> int:
    to = new_block()
    copy(to, block, m.RECORD * 8)
    return to


def room(many: int) -> int:
    """Room for so many numbers of a position that is about to be restored: where."""
    tidy_held()
    return make(many)


def restored(size: int, picked_before: Numbers, decisions_before: int) -> int:
    """The position whose slots lie at OUT, and behind them its answers."""
    ready()
    copy(m.CHECKPOINT, m.OUT, m.SLOTS * 8)
    log = make(size)
    copy(log, m.OUT + m.SLOTS * 8, size * 8)
    run_again(m.state, pack(size, log))
    if len(picked_before) > 0:
        resume(picked_before)
        put_picks()
    store(m.Q_DECISIONS, decisions_before)
    return kept_in(new_block())


def run_again(s: State, log: Rows) -> None:
    """Come to the question behind some answers, if the game is not over."""
    put_state(m.CHECKPOINT)
    if s[FINISHED]:
        over()
        return
    again(log, m.AS_GIVEN)
    if m.stopped == 0 or m.log_place < len(log):
        fail()


def guessed(block: int, seat: int, seed: int) -> int:
    """A position that looks the same to a seat: what it does not see is dealt again, coming chance is new."""
    ready()
    tidy_held()
    loaded(block)
    guess(seat, seed)
    return kept_in(new_block())


def reseeded(block: int, seed: int) -> int:
    """The same position with another future chance."""
    ready()
    tidy_held()
    loaded(block)
    reseed_all(m.state, seed)
    return kept_in(new_block())


def seat_of(block: int) -> int:
    """Who decides, counted from 0; -1 when the game is over."""
    return load(block + m.OF_BY)


def count_of_options(block: int) -> int:
    return len(numbers_at(block + m.OF_OPTIONS))


def way_range(block: int) -> int:
    """The places of the options in canonical order: the first, and behind the last, in one."""
    loaded(block)
    return ways_end() << 32 | ways_first()


def outlook_of(block: int, seat: int) -> int:
    ready()
    loaded(block)
    return outlook(m.state, seat)


def choose_all(count_of: int) -> int:
    """Take an option in each of many positions; OUT: each with a place. How many were done is in DONE."""
    done = 0
    while done < count_of:
        choose(load(m.OUT + done * 16), load(m.OUT + done * 16 + 8))
        done = done + 1
        store(m.DONE, done)
    return done


def branch_all(count_of: int) -> int:
    """As `choose_all`, but each position stays as it is; its place gives way to what comes of it."""
    done = 0
    while done < count_of:
        block = fork(load(m.OUT + done * 16))
        choose(block, load(m.OUT + done * 16 + 8))
        store(m.OUT + done * 16 + 8, block)
        done = done + 1
        store(m.DONE, done)
    return done


def playouts(block: int, plays: int, seed: int) -> int:
    """Play on from a position to the end, many times with other chance; OUT: for each the numbers of its end.

    The bots are those in BOTS. Playout number n has the chance of the seed and n.
    """
    ready()
    tidy_held()
    done = 0
    while done < plays:
        play_on(block, seed + done, m.OUT + done * m.TOLD * 8)
        done = done + 1
        store(m.DONE, done)
    return done


def play_on(block: int, seed: int, to: int) -> None:
    """Play on with bots, and write what has come of it."""
    floor_before = m.floor
    m.floor = m.top
    ready()
    loaded(block)
    reseed_all(m.state, seed)
    seat = 0
    while seat < m.PLAYERS:
        store(m.CHANCES + seat * 16, mixed(mixed(seed) + seat))
        store(m.CHANCES + seat * 16 + 8, 0)
        seat = seat + 1
    if load(m.Q_BY) >= 0:
        log = numbers_at(m.Q_LOG)
        resume(numbers_at(m.Q_PICKED))
        again(log, m.GOING_ON)
        m.tidy_at = m.top + m.TIDY_EVERY
        m.mode = m.DECIDING
        m.keeping = bots_think()
        advance(m.state)
    ending(to)
    clear_from(m.floor)
    m.floor = floor_before


def resume(picked_before: Numbers) -> None:
    """What is picked of the subset that is asked for where bots take over."""
    m.picks = picked_before


def text_of(block: int) -> int:
    """The JSON of a position's key, of which its hash is made, at OUT: how long it is."""
    m.written = m.OUT
    write_key(block, numbers_at(block + m.OF_LOG), numbers_at(block + m.OF_PICKED))
    return m.written - m.OUT


def hash_of(block: int) -> int:
    """The hash of a position, as letters at OUT: how many."""
    size = text_of(block)
    words = blake_words(m.OUT, size, 16)
    place = 0
    while place < 16:
        byte = load_byte(words + place)
        store_byte(m.OUT + place * 2, hex_letter(byte // 16))
        store_byte(m.OUT + place * 2 + 1, hex_letter(byte & 15))
        place = place + 1
    return 32


def hex_letter(number: int) -> int:
    if number < 10:
        return 48 + number
    return 87 + number
