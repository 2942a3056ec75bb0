"""Chance, which comes from the state itself: in a state, out numbers drawn, the state's count moved on.

Draw number d of a seed is a fixed number (splitmix64's finaliser over a counter; Steele, Lea and Flood,
2014), so equal states have equal futures and a fork is exact. What happens out of sight, as the shuffle of a
face-down stack, has a seed for itself: in a true game it is the other one, in a guess it is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from struct import Struct
from typing import Any, TypeVar

from interpreter.layout import DRAWN, DRAWS, LATE, RESEEDS, SEED, UNSEEN
from interpreter.play.faults import RuleFault

T = TypeVar("T")

# Between two questions; what was drawn is kept, and told to the journal.
MAX_DRAWS = 30_000
MASK64 = (1 << 64) - 1
# A stack of more pieces than LATE may be shuffled as it is drawn, up to so many of it.
MOST_LATE = 200
# The counter of a seed begins at this many times the seed, and each draw moves it on by the other.
SPREAD, STRIDE = 0x9E3779B97F4A7C15, 0xD1342543DE82EF95


def mixed(seed: int) -> int:
    """Spread a seed over 53 bits."""
    return _finalised((seed * SPREAD + 0x632BE59BD9B4E019) & MASK64) >> 11


def _finalised(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return z ^ (z >> 31)


def reseed(slots: list[Any], draw: int, seed: int) -> None:
    """Make the chance of all draws from a number on another; earlier ones can be made again as they were."""
    if draw == slots[DRAWS]:
        slots[SEED] = slots[UNSEEN] = mixed(seed)
        slots[RESEEDS] = ()
        return
    changes = slots[RESEEDS]
    earlier = [changes[n : n + 3] for n in range(0, len(changes), 3) if changes[n] < draw]
    slots[RESEEDS] = (*(number for change in earlier for number in change), draw, mixed(seed), mixed(seed))


def reseed_unseen(slots: list[Any], seed: int) -> None:
    """Make the chance of what happens out of sight another, whenever else the chance changes."""
    slots[UNSEEN] = mixed(seed)
    changes = slots[RESEEDS]
    slots[RESEEDS] = tuple(slots[UNSEEN] if n % 3 == 2 else each for n, each in enumerate(changes))


def below(s: list[Any], n: int, stream: int = SEED) -> int:
    """Draw a number from 0 to n - 1; stream: SEED, or UNSEEN for what happens out of sight."""
    draw: int = s[DRAWS]
    s[DRAWS] = draw + 1
    while s[RESEEDS] and s[RESEEDS][0] <= draw:
        (_, s[SEED], s[UNSEEN]), s[RESEEDS] = s[RESEEDS][:3], s[RESEEDS][3:]
    seed: int = s[stream]
    z = (seed * SPREAD + (draw + 1) * STRIDE) & MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    result: int = ((z ^ (z >> 31)) * n) >> 64
    drawn = s[DRAWN]
    if len(drawn) >= MAX_DRAWS or (drawn and len(drawn) - drawn[0] > MAX_DRAWS):
        raise _too_many()
    s[DRAWN] = (*drawn, result)
    return result


def _too_many() -> RuleFault:
    return RuleFault(f"chance is asked more than {MAX_DRAWS} times between two questions")


def _all_below(s: list[Any], bounds: Sequence[int], stream: int) -> Sequence[int]:
    """Draw a number below each bound, as one by one: what was drawn is kept in one go."""
    if len(bounds) < _LANES or s[RESEEDS]:
        return [below(s, bound, stream) for bound in bounds]
    if len(s[DRAWN]) + len(bounds) - min((0, *s[DRAWN][:1])) > MAX_DRAWS:
        raise _too_many()
    numbers = chain.from_iterable(_batches((s[stream] * SPREAD + s[DRAWS] * STRIDE) & MASK64))
    found = [number * bound >> 64 for bound, number in zip(bounds, numbers, strict=False)]
    s[DRAWS] += len(found)
    s[DRAWN] = (*s[DRAWN], *found)
    return found


def rolled(
    s: list[Any], amount: int, faces: Sequence[int], ordered: bool, stream: int = SEED
) -> tuple[int, ...]:
    """So many faces at random."""
    numbers = [faces[below(s, len(faces), stream)] for _ in range(amount)]
    return tuple(numbers if ordered else sorted(numbers))


def picked(s: list[Any], options: Sequence[int]) -> int:
    """One of the options at random."""
    if not options:
        raise RuleFault("there is nothing to pick from")
    return options[below(s, len(options))] if len(options) > 1 else options[0]


def shuffled(s: list[Any], values: Sequence[int], stream: int = SEED) -> tuple[int, ...]:
    """The values in a random order (Fisher and Yates)."""
    result = list(values)
    bounds = range(len(result), 1, -1)
    for bound, other in zip(bounds, _all_below(s, bounds, stream), strict=True):
        result[bound - 1], result[other] = result[other], result[bound - 1]
    return tuple(result)


# -- a large stack whose order is decided as it is drawn
#
# Its slot holds the pieces as they were before the shuffle, the next one how far that is: nothing where
# somebody looks into the play; a 0 where the stack lies as its slot says; else the seed, the number of the
# first draw, and for each piece drawn a place and the piece that has come there. What is drawn is what
# `shuffled` would have brought to the top: the numbers are those of the same draws.


def shuffle_late(s: list[Any], slot: int, stream: int = SEED) -> None:
    """Shuffle a stack: now, or as it is drawn where it is large and nobody looks at it."""
    order_late(s, slot)
    stack = s[slot]
    if not s[slot + 1] or len(stack) <= LATE or s[RESEEDS]:
        s[slot] = shuffled(s, stack, stream)
        return
    drawn = s[DRAWN]
    # All but one of the draws are left out of what was drawn, but for their number, which comes first.
    left_out = len(stack) - 1 - (drawn[0] if drawn and drawn[0] < 0 else 0)
    rest = drawn[1:] if drawn and drawn[0] < 0 else drawn
    if left_out + len(rest) > MAX_DRAWS:
        raise _too_many()
    s[DRAWN] = (-left_out, *rest)
    s[slot + 1] = (s[stream], s[DRAWS])
    s[DRAWS] += len(stack) - 1


def size_late(s: list[Any], slot: int) -> int:
    """How many pieces lie in a stack."""
    found: int = len(s[slot]) - _gone(s[slot + 1])
    return found


def _gone(order: tuple[int, ...]) -> int:
    """How many pieces were drawn since the stack was shuffled."""
    return max(len(order) // 2 - 1, 0)


def order_late(s: list[Any], slot: int) -> None:
    """Decide the order of a stack, and put it as it lies now."""
    order = s[slot + 1]
    if len(order) < 2:
        return
    gone = _gone(order)
    stack = list(s[slot])
    for place in range(2, len(order), 2):
        stack[order[place]] = order[place + 1]
    del stack[len(stack) - gone :]
    bounds = range(len(stack), 1, -1)
    numbers = chain.from_iterable(_batches((order[0] * SPREAD + (order[1] + gone) * STRIDE) & MASK64))
    for bound, number in zip(bounds, numbers, strict=False):
        other = number * bound >> 64
        stack[bound - 1], stack[other] = stack[other], stack[bound - 1]
    s[slot], s[slot + 1] = tuple(stack), (0,)


def take_late(s: list[Any], slot: int, amount: int) -> tuple[int, ...] | None:
    """Take so many pieces off a stack whose order is not decided; None: it is decided, if need be by this."""
    order, left = s[slot + 1], size_late(s, slot)
    gone = _gone(order)
    if len(order) < 2 or gone + amount > MOST_LATE or amount > left:
        order_late(s, slot)
        return None
    stack, come, found = s[slot], dict(zip(order[2::2], order[3::2], strict=True)), []
    changes = list(order)
    for draw in range(order[1] + gone, order[1] + gone + amount):
        number = _finalised((order[0] * SPREAD + (draw + 1) * STRIDE) & MASK64)
        place, left = number * left >> 64, left - 1
        found.append(come.get(place, stack[place]))
        come[place] = come.get(left, stack[left])
        changes += (place, come[place])
    s[slot + 1] = tuple(changes)
    return tuple(found)


def _batches(at: int) -> Iterator[tuple[int, ...]]:
    """The numbers of 64 bits that follow a counter, so many at a time.

    All of a batch are finalised at once, each in a lane of 128 bits of one large number: a fifth of the time
    that they take one by one.
    """
    while True:
        z = (at * _ONES + _STEPS) & _LOW
        z = ((z ^ (z >> 30)) & _LOW) * 0xBF58476D1CE4E5B9 & _LOW
        z = ((z ^ (z >> 27)) & _LOW) * 0x94D049BB133111EB & _LOW
        yield _unpacked((z ^ (z >> 31)).to_bytes(_LANES * 16, "little"))[::2]
        at = (at + _LANES * STRIDE) & MASK64


_LANES = 32
_ONES = sum(1 << 128 * lane for lane in range(_LANES))
_LOW = _ONES * MASK64
_STEPS = sum((STRIDE * (lane + 1) & MASK64) << 128 * lane for lane in range(_LANES))
_unpacked = Struct(f"<{2 * _LANES}Q").unpack


class Chance(Random):
    """Chance for whoever plays: number n of a seed is a fixed number, so another engine can draw the same."""

    def __init__(self, seed: int) -> None:
        super().__init__(0)
        self._next = chain.from_iterable(_batches(mixed(seed) * SPREAD & MASK64)).__next__

    def random(self) -> float:
        """A number from 0 up to 1, without 1."""
        return (self._next() >> 11) * 2.0**-53

    def getrandbits(self, k: int, /) -> int:
        """The upper bits of the next draws."""
        found = 0
        for left in range(k, 0, -64):
            found = found << min(left, 64) | self._next() >> max(64 - left, 0)
        return found


class Dealing:
    """Chance for dealing again what is hidden, drawn as `Chance` draws and cheap to begin."""

    __slots__ = ("_at",)

    def __init__(self, seed: int) -> None:
        self._at = mixed(seed) * SPREAD

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._at = (self._at + STRIDE) & MASK64
        return _finalised(self._at) * n >> 64

    def between(self, low: int, high: int) -> int:
        """A number from one to another, both included."""
        return low + self.below(high - low + 1)

    def choice(self, values: Sequence[T]) -> T:
        """One of some values."""
        return values[self.below(len(values))]

    def shuffle(self, values: list[int]) -> None:
        """Put values in a random order (Fisher and Yates)."""
        if len(values) <= _LANES:
            for place in range(len(values) - 1, 0, -1):
                other = self.below(place + 1)
                values[place], values[other] = values[other], values[place]
            return
        at = self._at & MASK64
        numbers = chain.from_iterable(_batches(at))
        for bound, number in zip(range(len(values), 1, -1), numbers, strict=False):
            other = number * bound >> 64
            values[bound - 1], values[other] = values[other], values[bound - 1]
        self._at = (at + STRIDE * (len(values) - 1)) & MASK64
