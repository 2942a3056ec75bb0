"""Fingerprints and hashes: BLAKE2b (RFC 7693) of what Python's `repr` writes."""

from __future__ import annotations

from interpreter.play.shared import count_work
from interpreter.wasm.dialect import Numbers, State, blake_block, load, m, shift, store
from interpreter.wasm.library.memory import make, release
from interpreter.wasm.library.writing import write_byte, write_comma, write_number, write_tuple


def fingerprint(s: State, spans: Numbers, player: int) -> int:
    """The upper 52 bits of a hash of the slots between pairs of places, and of a player."""
    size = 0
    place = 0
    while place < len(spans):
        size = size + 30 + spans[place + 1] - spans[place]
        place = place + 2
    count_work(s, size)
    before = m.written
    base = m.top
    m.written = m.OUT_END - 3000000
    start = m.written
    write_byte(40)
    write_byte(91)
    place = 0
    while place < len(spans):
        if place:
            write_comma()
        write_byte(91)
        slot = spans[place]
        while slot < spans[place + 1]:
            if slot > spans[place]:
                write_comma()
            if load(m.HOLDS + slot * 8):
                write_tuple(s[slot])
            else:
                write_number(s[slot])
            slot = slot + 1
        write_byte(93)
        place = place + 2
    write_byte(93)
    write_comma()
    write_number(player)
    write_byte(41)
    found = blake(start, m.written - start)
    m.written = before
    release(base)
    return found


def blake(start: int, size: int) -> int:
    """The first eight bytes of the hash, as the upper end comes first, without their last 12 bits."""
    word = load(blake_words(start, size, 8))
    found = 0
    place = 0
    while place < 8:
        found = (found << 8) | (shift(word, place * 8) & 255)
        place = place + 1
    return shift(found, 12)


def blake_words(start: int, size: int, digest: int) -> int:
    """A hash of so many bytes, without a key: where its words lie."""
    h = make(8)
    place = 0
    while place < 8:
        store(h + place * 8, m.BLAKE_START[place])
        place = place + 1
    store(h, load(h) ^ (16842752 + digest))
    end = start + size
    # What comes after the end counts as zeros.
    place = 0
    while place < 16:
        store(end + place * 8, 0)
        place = place + 1
    done = 0
    while size - done > 128:
        blake_block(h, start + done, done + 128, 0)
        done = done + 128
    blake_block(h, start + done, size, 1)
    return h
