"""What a module that is built for other hosts says of a position: options and views as JSON.

Only such a module has these functions. A text is one number, as a sequence is, of bytes.
"""

from __future__ import annotations

from interpreter.layout import STEP
from interpreter.play.shared import last
from interpreter.wasm.dialect import Numbers, Rows, address, copy, fail, load, m, numbers_at, value_at
from interpreter.wasm.library.deals import sees
from interpreter.wasm.library.memory import push
from interpreter.wasm.library.sequences import sorted_
from interpreter.wasm.library.writing import write_byte, write_number


def out() -> int:
    """Where texts lie that are told."""
    return m.OUT


def about() -> int:
    """What the module is, at OUT: how many bytes."""
    began()
    write_text(m.ABOUT)
    return m.written - m.OUT


def began() -> None:
    m.written = m.OUT


def write_text(text: Numbers) -> None:
    if m.written + len(text) > m.OUT_END:
        fail()
    copy(m.written, address(text), len(text))
    m.written = m.written + len(text)


def write_word(words: Rows, value: int) -> None:
    """The word for a value: of those that begin with the one for none; without words, the number."""
    place = value + 1
    if words and place >= 0 and place < len(words) and words[place]:
        write_text(words[place])
    else:
        write_number(value)


def quoted(words: Rows, value: int) -> None:
    write_byte(34)
    write_word(words, value)
    write_byte(34)


def site_part(site: int, part: int) -> Numbers:
    return numbers_at(m.SITE_WORDS + (site * 4 + part) * 8)


def options(block: int) -> int:
    """The options of a position, at OUT: how many bytes."""
    began()
    site = load(block + m.OF_SITE)
    place = 0
    write_byte(91)
    for value in numbers_at(block + m.OF_OPTIONS):
        if place:
            write_byte(44)
        write_text(m.OPTION_ID)
        if value is None:
            write_text(m.OPTION_DONE)
        else:
            write_text(site_part(site, 0))
            write_word(site_part(site, 1), value)
            write_text(m.OPTION_TITLE)
            write_word(site_part(site, 2), value)
            write_lying(block + m.SLOTS * 8, site_part(site, 3), value)
            write_byte(34)
        write_byte(125)
        place = place + 1
    write_byte(93)
    return m.written - m.OUT


def write_lying(base: int, words: Rows, value: int) -> None:
    """What lies on a space that is an option."""
    if words == () or value < 0:
        return
    slot = load(m.SLOTS_OF_SPACES + value * 8)
    if slot < 0:
        return
    piece = value_at(base + slot * 8)
    if load(m.HOLDS + slot * 8):
        piece = last(piece)
    if piece >= 0:
        write_byte(58)
        write_byte(32)
        write_word(words, piece)


def view(block: int, seat: int) -> int:
    """What a seat (from 0; -1: a spectator) sees of a position, at OUT: how many bytes."""
    base = block + m.SLOTS * 8
    if load(block + m.OF_BY) >= 0 and load(m.SECRET_STEPS + load(block + STEP * 8) * 8):
        base = block
    began()
    first_one = 1
    place = 0
    while place < m.VIEW_SIZE:
        at_ = m.VIEW + place * 48
        kind = load(at_)
        place = place + 1
        if kind == m.VIEW_OPEN:
            write_byte(123)
            first_one = 1
        elif kind == m.VIEW_CLOSE:
            write_byte(125)
            first_one = 0
        elif kind == m.VIEW_KEY:
            if first_one == 0:
                write_byte(44)
            first_one = 0
            write_text(numbers_at(at_ + 8))
        elif kind == m.VIEW_ONLY:
            if load(base + load(at_ + 8) * 8) != load(at_ + 16):
                place = place + load(at_ + 24)
        elif kind == m.VIEW_SEAT:
            if seat < 0:
                write_text(m.NULL)
            else:
                write_number(seat + 1)
        elif kind == m.VIEW_COUNTER:
            view_counter(base, at_, seat)
        elif kind == m.VIEW_ZONE:
            view_zone(base, at_, seat)
        else:
            first_one = view_space(base, at_, first_one)
    return m.written - m.OUT


def view_counter(base: int, at_: int, seat: int) -> None:
    owner = load(at_ + 16)
    value = load(base + load(at_ + 8) * 8)
    if owner not in (m.VIEW_ALL, seat):
        write_text(m.NULL)
    elif load(at_ + 24):
        quoted(numbers_at(at_ + 24), value)
    else:
        write_number(value)


def view_zone(base: int, at_: int, seat: int) -> None:
    content = numbers_at(base + load(at_ + 8) * 8)
    owner = load(at_ + 24)
    if owner == m.VIEW_ALL or sees(base, load(at_ + 16), owner, seat):
        write_list(content, numbers_at(at_ + 32))
    elif load(at_ + 40) == 0:
        write_number(len(content))
    else:
        found: Numbers = ()
        for piece in content:
            found = push(found, load(m.BACKS + piece * 8))
        if load(at_ + 40) == 2:
            found = sorted_(found)
        write_list(found, m.BACK_WORDS)


def write_list(values: Numbers, words: Rows) -> None:
    place = 0
    write_byte(91)
    for value in values:
        if place:
            write_byte(44)
        quoted(words, value)
        place = place + 1
    write_byte(93)


def view_space(base: int, at_: int, first_one: int) -> int:
    """A space, if something lies there."""
    slot = load(at_ + 8)
    content = value_at(base + slot * 8)
    stack = load(m.HOLDS + slot * 8)
    if stack:
        if len(content) == 0:
            return first_one
    elif content < 0:
        return first_one
    if first_one == 0:
        write_byte(44)
    write_text(numbers_at(at_ + 16))
    if stack == 0:
        quoted(numbers_at(at_ + 24), content)
        return 0
    place = 0
    write_byte(91)
    while place < len(content):
        if place:
            write_byte(44)
        if load(at_ + 32) and place < len(content) - 1:
            quoted(m.BACK_WORDS, load(m.BACKS + content[place] * 8))
        else:
            quoted(numbers_at(at_ + 24), content[place])
        place = place + 1
    write_byte(93)
    return 0
