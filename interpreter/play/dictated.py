"""Chance that does as it is told: for scenarios, which say what is rolled, drawn or picked.

Code that tells notes each draw with what could come (Drawing). `dictate` then changes a position that comes
before it so that it gives what is wanted: what is random gets a seed for itself that does, in a stack or row
the pieces change places. The play then goes on as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from interpreter.layout import DRAWN, DRAWS, RESEEDS, SEED
from interpreter.play import chance, runtime
from interpreter.play.event import Drawing, DrawKind
from interpreter.play.events import LoggedSlots

Slots = list[Any]
NOWHERE = (-1, "set")


class CannotCome(Exception):
    """What is dictated is not among what can come."""


def dictate(slots: Slots, drawing: Drawing, wanted: Sequence[int]) -> None:
    """Make the first of what a drawing gives what is wanted; raises CannotCome where it cannot be.

    slots: a position before it, from which the play leads to it.
    """
    pool = list(drawing.pool)
    if drawing.order != "set":
        _bring_forward(slots, drawing, wanted)
        return
    for place, value in enumerate(wanted):
        if value not in pool:
            raise CannotCome
        index, size = pool.index(value), len(pool)
        if size > 1 or drawing.kind != "pick":
            _give(slots, drawing.first + place, index, size)
        if drawing.kind == "draw":
            del pool[index]


def _give(slots: Slots, draw: int, index: int, size: int) -> None:
    """Make a single draw give a number below a size: by trying seeds, of which one in so many does."""
    for seed in count(1):
        tried: Slots = [0] * len(slots)
        tried[DRAWS], tried[SEED] = draw, chance.mixed(seed)
        tried[RESEEDS] = tried[DRAWN] = ()
        if chance.below(tried, size) == index:
            break
    given = [slots[RESEEDS][n : n + 3] for n in range(0, len(slots[RESEEDS]), 3)]
    kept = [each for each in given if each[0] != draw]
    new = (draw, chance.mixed(seed), chance.mixed(seed))
    slots[RESEEDS] = tuple(number for each in sorted([*kept, new]) for number in each)


def _bring_forward(slots: Slots, drawing: Drawing, wanted: Sequence[int]) -> None:
    """Let pieces of a stack or row change places, so that those wanted come next."""
    there, step = list(slots[drawing.slot]), 1 if drawing.order == "row" else -1
    from_front = there[::step]
    passed = len(from_front) - len(drawing.pool)
    if passed < 0 or from_front[passed:] != list(drawing.pool)[::step]:
        raise CannotCome
    for place, value in enumerate(wanted, passed):
        if value not in from_front[place:]:
            raise CannotCome
        other = from_front.index(value, place)
        from_front[place], from_front[other] = from_front[other], from_front[place]
    slots[drawing.slot] = tuple(from_front[::step])


# -- what code that tells calls, in place of the functions of the same names
def _note(
    s: Slots, kind: DrawKind, pool: Sequence[int], amount: int, place: tuple[int, str] = NOWHERE
) -> None:
    if isinstance(s, LoggedSlots):
        s.drawings.append(Drawing(kind, tuple(pool), amount, len(s.happened), s[DRAWS], *place))


def rolled(s: Slots, amount: int, faces: Sequence[int], ordered: bool, stream: int = SEED) -> tuple[int, ...]:
    """So many faces at random."""
    _note(s, "roll", faces, amount)
    return chance.rolled(s, amount, faces, ordered, stream)


def picked(s: Slots, options: Sequence[int]) -> int:
    """One of the options at random."""
    _note(s, "pick", options, 1)
    return chance.picked(s, options)


def drawn_from(s: Slots, slot: int, order: str, amount: int, stream: int) -> tuple[int, ...]:
    """Take up to so many pieces out."""
    _note(s, "draw", s[slot], min(max(amount, 0), len(s[slot])), (slot, order))
    return runtime.drawn_from(s, slot, order, amount, stream)


# A play that is listened to has decided the order of each stack.
NAMES: dict[str, Callable[..., Any]] = {
    "rolled": rolled,
    "picked": picked,
    "drawn_from": drawn_from,
    "drawn_late": drawn_from,
}
