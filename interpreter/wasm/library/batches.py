"""Many games in one call, and how a play begins."""

from __future__ import annotations

from interpreter.layout import SEED, UNSEEN
from interpreter.wasm.dialect import Numbers, State, copy, draw_options, ending, load, m, store
from interpreter.wasm.library.amounts import most_of
from interpreter.wasm.library.chance import mixed
from interpreter.wasm.library.flow import advance
from interpreter.wasm.library.held import tidy_held
from interpreter.wasm.library.memory import clear_from, push, put_state
from interpreter.wasm.library.recording import begin_record, end_record
from interpreter.wasm.library.writing import write_key


def bots_think() -> bool:
    """Whether a bot looks ahead, so that what it needs for it must be kept."""
    seat = 0
    while seat < m.PLAYERS:
        if load(m.BOTS + seat * 8):
            return True
        seat = seat + 1
    return False


def begin() -> None:
    """A new play."""
    m.mode = m.DECIDING
    m.stopped = 0
    m.outer = 0
    put_state(m.START)
    clear_from(m.floor)
    m.tidy_at = m.floor + m.TIDY_EVERY
    m.decisions = 0
    m.collecting = 0
    m.replaying = 0


def play_many(games: int, hashed: int, recorded: int) -> int:
    """Play games between bots; IN: for each game its seed and those of the seats.

    hashed: of how many of them, the first ones, the last position is told; recorded: whether what happens
    is written down. How many were done.
    """
    tidy_held()
    m.floor = m.top
    m.keeping = bots_think()
    m.written = m.OUT
    done = 0
    while done < games and m.written < m.OUT_END - 4000000:
        play_next(m.IN + done * (m.PLAYERS + 1) * 8, done < hashed, recorded)
        done = done + 1
        store(m.DONE, done)
        store(m.DONE + 8, m.written)
    clear_from(m.floor)
    return done


def play_next(seeds: int, hashed: int, recorded: int) -> None:
    """Play one game; OUT: decisions, the length of the text, what is told of the end, thoughts, the text.

    Where it is recorded, behind that how many bytes the record has, and the record.
    """
    seat = 0
    while seat < m.PLAYERS:
        store(m.CHANCES + seat * 16, mixed(load(seeds + 8 + seat * 8)))
        store(m.CHANCES + seat * 16 + 8, 0)
        store(m.THOUGHTS + seat * 16, 0)
        store(m.THOUGHTS + seat * 16 + 8, 0)
        seat = seat + 1
    begin()
    if not hashed and not recorded and not m.keeping:
        let_stacks_be_late(m.state)
    begin_record(recorded)
    start(mixed(load(seeds)))
    head = m.written
    m.written = head + (2 + m.TOLD + 2 * m.PLAYERS) * 8
    if hashed:
        write_key(m.STATE, (), ())
    store(head, m.decisions)
    store(head + 8, m.written - head - (2 + m.TOLD + 2 * m.PLAYERS) * 8)
    m.written = (m.written + 7) & -8
    ending(head + 16)
    copy(head + (2 + m.TOLD) * 8, m.THOUGHTS, 16 * m.PLAYERS)
    if recorded:
        end_record(m.state)
        keep_record()


def keep_record() -> None:
    size = most_of(0, m.record - m.RECORDED)
    store(m.written, size)
    copy(m.written + 8, m.RECORDED, size)
    m.written = m.written + 8 + ((size + 7) & -8)
    m.record = 0


def start(seed: int) -> None:
    set_seed(m.state, seed)
    draw_options(m.state)
    advance(m.state)


def let_stacks_be_late(s: State) -> None:
    """Nobody looks at the position: large stacks get their order as they are drawn."""
    for slot in m.LATE_SLOTS:
        found: Numbers = ()
        s[slot + 1] = push(found, 0)


def set_seed(s: State, seed: int) -> None:
    s[SEED] = seed
    s[UNSEEN] = seed
