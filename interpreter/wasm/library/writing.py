"""What is written into memory: numbers in decimal, JSON, what makes a position what it is."""

from __future__ import annotations

from interpreter.layout import DRAWN
from interpreter.wasm.dialect import Numbers, Rows, fail, load, m, numbers_at, store_byte


def write_byte(byte: int) -> None:
    store_byte(m.written, byte)
    m.written = m.written + 1


def write_comma() -> None:
    write_byte(44)
    write_byte(32)


def write_tuple(values: Numbers) -> None:
    write_byte(40)
    place = 0
    while place < len(values):
        if place:
            write_comma()
        if m.written > m.OUT_END - 100:
            fail()
        write_number(values[place])
        place = place + 1
    if len(values) == 1:
        write_byte(44)
    write_byte(41)


def write_number(number: int) -> None:
    """A number in decimal, at the end of what is written."""
    if number < 0:
        store_byte(m.written, 45)
        m.written = m.written + 1
        number = -number
    digits = 1
    left = number
    while left > 9:
        left = left // 10
        digits = digits + 1
    place = m.written + digits
    m.written = place
    while digits > 0:
        place = place - 1
        store_byte(place, 48 + number - number // 10 * 10)
        number = number // 10
        digits = digits - 1


def write_key(base: int, log: Rows, picks_of: Numbers) -> None:
    """The JSON of what makes a position what it is: its slots, the answers, what is picked."""
    slot = 0
    write_byte(91)
    while slot < m.SLOTS:
        if m.written > m.OUT_END - 100000:
            fail()
        if load(m.HOLDS + slot * 8):
            write_numbers(numbers_at(base + slot * 8) if slot != DRAWN else ())
        else:
            write_number(load(base + slot * 8))
        write_byte(44)
        slot = slot + 1
    write_byte(91)
    place = 0
    while place < len(log):
        if place:
            write_byte(44)
        if log[place + 1]:
            write_numbers(log[place])
        elif log[place] is None:
            write_null()
        else:
            write_number(log[place])
        place = place + 3
    write_byte(93)
    write_byte(44)
    write_numbers(picks_of)
    write_byte(93)


def write_null() -> None:
    """What ends a choice, in JSON."""
    write_byte(110)
    write_byte(117)
    write_byte(108)
    write_byte(108)


def write_numbers(values: Numbers) -> None:
    store_byte(m.written, 91)
    m.written = m.written + 1
    place = 0
    while place < len(values):
        if place:
            store_byte(m.written, 44)
            m.written = m.written + 1
        if m.written > m.OUT_END - 100:
            fail()
        write_number(values[place])
        place = place + 1
    store_byte(m.written, 93)
    m.written = m.written + 1
