"""What each player was offered and took, and how all stood, written down while a game is played.

As `play/record.py` does it, word for word; a word has 32 bits.
"""

from __future__ import annotations

from interpreter.layout import WORK
from interpreter.play.record import FINAL, LONGEST, STANDING
from interpreter.wasm.dialect import (
    Rows,
    State,
    m,
    points_by_source,
    preview,
    store_small,
    turn_of,
)


def begin_record(recorded: int) -> None:
    """From now on write down what happens, or nothing."""
    m.record = 0
    m.record_round = -1
    if recorded:
        m.record = m.RECORDED


def record_number(word: int) -> None:
    store_small(m.record, word)
    m.record = m.record + 4


def write_choice(s: State, by: int, site: int, options: Rows, place: int) -> None:
    """One decision: where it is asked, whose it is, what was taken, and all that was offered."""
    if m.record - m.RECORDED + (len(options) + m.SCORED + 5) * 4 > LONGEST:
        m.record = 0
        return
    rounds = (turn_of(s) + m.PLAYERS - 1) // m.PLAYERS
    if rounds != m.record_round:
        m.record_round = rounds
        write_standing(s)
    record_number(site)
    record_number(by)
    record_number(place)
    record_number(len(options))
    for value in options:
        if value is None:
            record_number(-2147483648)
        else:
            record_number(value)


def write_standing(s: State) -> None:
    """Everybody's points as if the game ended now; the work of the rules in play is counted as before."""
    work = s[WORK]
    record_number(STANDING)
    person = 0
    while person < m.SCORED:
        record_number(preview(s, person))
        person = person + 1
    s[WORK] = work


def end_record(s: State) -> None:
    """Behind all else the points of each person by source."""
    if m.record:
        record_number(FINAL)
        points_by_source(s, m.record)
        m.record = m.record + m.SOURCES * m.SCORED * 4
