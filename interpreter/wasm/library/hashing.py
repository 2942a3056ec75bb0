"""Fingerprints and hashes: BLAKE2b (RFC 7693) of what Python's `repr` writes."""

from __future__ import annotations

from interpreter.play.shared import count_work
from interpreter.wasm.dialect import Numbers, State, load, m, shift, store
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


def turned(value: int, bits: int) -> int:
    """Bits turned to the right."""
    return shift(value, bits) | (value << (64 - bits))


def stirred(v: int, a: int, b: int, c: int, d: int, x: int, y: int) -> None:
    """The mixing of four of the sixteen words."""
    a = v + a * 8
    b = v + b * 8
    c = v + c * 8
    d = v + d * 8
    store(a, load(a) + load(b) + x)
    store(d, turned(load(d) ^ load(a), 32))
    store(c, load(c) + load(d))
    store(b, turned(load(b) ^ load(c), 24))
    store(a, load(a) + load(b) + y)
    store(d, turned(load(d) ^ load(a), 16))
    store(c, load(c) + load(d))
    store(b, turned(load(b) ^ load(c), 63))


def word_of(block: int, round_of: int, place: int) -> int:
    return load(block + m.SIGMA[round_of * 16 + place] * 8)


def blake_block(h: int, block: int, done: int, final: int) -> None:
    v = make(16)
    place = 0
    while place < 8:
        store(v + place * 8, load(h + place * 8))
        store(v + 64 + place * 8, m.BLAKE_START[place])
        place = place + 1
    store(v + 96, load(v + 96) ^ done)
    if final:
        store(v + 112, load(v + 112) ^ -1)
    r = 0
    while r < 12:
        k = r - r // 10 * 10
        stirred(v, 0, 4, 8, 12, word_of(block, k, 0), word_of(block, k, 1))
        stirred(v, 1, 5, 9, 13, word_of(block, k, 2), word_of(block, k, 3))
        stirred(v, 2, 6, 10, 14, word_of(block, k, 4), word_of(block, k, 5))
        stirred(v, 3, 7, 11, 15, word_of(block, k, 6), word_of(block, k, 7))
        stirred(v, 0, 5, 10, 15, word_of(block, k, 8), word_of(block, k, 9))
        stirred(v, 1, 6, 11, 12, word_of(block, k, 10), word_of(block, k, 11))
        stirred(v, 2, 7, 8, 13, word_of(block, k, 12), word_of(block, k, 13))
        stirred(v, 3, 4, 9, 14, word_of(block, k, 14), word_of(block, k, 15))
        r = r + 1
    place = 0
    while place < 8:
        store(h + place * 8, load(h + place * 8) ^ load(v + place * 8) ^ load(v + 64 + place * 8))
        place = place + 1


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
