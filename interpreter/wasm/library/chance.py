"""Chance, as `play.chance` draws it."""

from __future__ import annotations

from interpreter.layout import DRAWN, DRAWS, LATE, RESEEDS, SEED, UNSEEN
from interpreter.play.chance import MAX_DRAWS, MOST_LATE
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


def shuffle_late(s: State, slot: int, stream: int = SEED) -> None:
    order_late(s, slot)
    stack: Numbers = s[slot]
    if len(s[slot + 1]) == 0 or len(stack) <= LATE or len(s[RESEEDS]) > 0:
        s[slot] = shuffled(s, stack, stream)
        return
    drawn = len(s[DRAWN]) + len(stack) - 1
    if drawn > MAX_DRAWS:
        fail()
    s[DRAWN] = pack(drawn, 0)
    found: Numbers = ()
    s[slot + 1] = push(push(found, s[stream]), s[DRAWS])
    s[DRAWS] = s[DRAWS] + len(stack) - 1


def gone_of(order: Numbers) -> int:
    return most_of(len(order) // 2 - 1, 0)


def size_late(s: State, slot: int) -> int:
    return len(s[slot]) - gone_of(s[slot + 1])


def piece_at(stack: Numbers, order: Numbers, place: int) -> int:
    """What lies at a place of a stack of which some were drawn."""
    last = len(order) - 2
    while last >= 2:
        if order[last] == place:
            return order[last + 1]
        last = last - 2
    return stack[place]


def late_draw(order: Numbers, gone: int, left: int) -> int:
    """The place of the next piece of so many that are left, after so many are gone."""
    z = finalised(order[0] * -7046029254386353131 + (order[1] + gone + 1) * -3372029247567499371)
    return high_half(z, left)


def order_late(s: State, slot: int) -> None:
    order: Numbers = s[slot + 1]
    if len(order) < 2:
        return
    gone = gone_of(order)
    stack: Numbers = s[slot]
    start = make(len(stack))
    copy(start, address(stack), len(stack) * 8)
    place = 2
    while place < len(order):
        store(start + order[place] * 8, order[place + 1])
        place = place + 2
    left = len(stack) - gone
    s[slot] = cut(pack(len(stack), start), 0, left)
    while left > 1:
        here = start + (left - 1) * 8
        other = start + late_draw(order, gone, left) * 8
        value = load(here)
        store(here, load(other))
        store(other, value)
        left = left - 1
        gone = gone + 1
    found: Numbers = ()
    s[slot + 1] = push(found, 0)


def drawn_late(s: State, slot: int, order: int, amount: int, stream: int) -> Numbers:
    changes: Numbers = s[slot + 1]
    left = size_late(s, slot)
    gone = gone_of(changes)
    amount = least_of(most_of(amount, 0), left)
    if len(changes) < 2 or gone + amount > MOST_LATE:
        order_late(s, slot)
        return drawn_from(s, slot, order, amount, stream)
    stack: Numbers = s[slot]
    start = make(amount)
    many = 0
    while many < amount:
        place = late_draw(changes, gone + many, left)
        left = left - 1
        store(start + many * 8, piece_at(stack, changes, place))
        changes = push(push(changes, place), piece_at(stack, changes, left))
        many = many + 1
    s[slot + 1] = changes
    return pack(amount, start)


def mixed(seed: int) -> int:
    return shift(finalised(seed * -7046029254386353131 + 7146057691288625177), 11)
