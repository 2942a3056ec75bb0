"""Chance, as `play.chance` draws it."""

from __future__ import annotations

from interpreter.layout import DRAWN, DRAWS, RESEEDS, SEED, UNSEEN
from interpreter.play.chance import MAX_DRAWS
from interpreter.play.shared import first
from interpreter.wasm.dialect import Numbers, State, address, copy, fail, load, m, pack, shift, store
from interpreter.wasm.library.amounts import least_of, most_of
from interpreter.wasm.library.memory import cut, make, push
from interpreter.wasm.library.sequences import sorted_, spliced


def finalised(z: int) -> int:
    z = (z ^ shift(z, 30)) * -4658895280553007687
    z = (z ^ shift(z, 27)) * -7723592293110705685
    return z ^ shift(z, 31)


def below(s: State, n: int, stream: int = SEED) -> int:
    draw = s[DRAWS]
    s[DRAWS] = draw + 1
    changes: Numbers = s[RESEEDS]
    while len(changes) > 0 and first(changes) <= draw:
        s[SEED] = changes[1]
        s[UNSEEN] = changes[2]
        changes = cut(changes, 3, len(changes))
        s[RESEEDS] = changes
    z = finalised(s[stream] * -7046029254386353131 + (draw + 1) * -3372029247567499371)
    drawn = len(s[DRAWN])
    if drawn >= MAX_DRAWS:
        fail()
    # What was drawn is not kept, for only a journal asks for it; how much is.
    s[DRAWN] = pack(drawn + 1, 0)
    return high_half(z, n)


def high_half(z: int, n: int) -> int:
    """The upper 64 bits of a product; n is less than 2 ** 31."""
    return shift(shift(z, 32) * n + shift((z & 4294967295) * n, 32), 32)


def rolled(s: State, amount: int, faces: Numbers, ordered: int, stream: int = SEED) -> Numbers:
    found: Numbers = ()
    while amount > 0:
        found = push(found, faces[below(s, len(faces), stream)])
        amount = amount - 1
    if ordered:
        return found
    return sorted_(found)


def picked(s: State, options: Numbers) -> int:
    if len(options) == 0:
        fail()
    if len(options) == 1:
        return options[0]
    return options[below(s, len(options), SEED)]


def shuffled(s: State, values: Numbers, stream: int = SEED) -> Numbers:
    start = make(len(values))
    copy(start, address(values), len(values) * 8)
    place = len(values) - 1
    while place > 0:
        other = start + below(s, place + 1, stream) * 8
        here = start + place * 8
        value = load(here)
        store(here, load(other))
        store(other, value)
        place = place - 1
    return pack(len(values), start)


def drawn_from(s: State, slot: int, order: int, amount: int, stream: int) -> Numbers:
    zone: Numbers = s[slot]
    amount = least_of(most_of(amount, 0), len(zone))
    if order == m.ROW:
        s[slot] = cut(zone, amount, len(zone))
        return cut(zone, 0, amount)
    found: Numbers = ()
    if order == m.STACK:
        place = len(zone) - 1
        while place >= len(zone) - amount:
            found = push(found, zone[place])
            place = place - 1
        s[slot] = cut(zone, 0, len(zone) - amount)
        return found
    while amount > 0:
        place = below(s, len(zone), stream)
        found = push(found, zone[place])
        zone = spliced(zone, place, 1, 0, 0)
        amount = amount - 1
    s[slot] = zone
    return found


def mixed(seed: int) -> int:
    return shift(finalised(seed * -7046029254386353131 + 7146057691288625177), 11)
