"""A question for several things of a pool. They are picked one at a time, in any order.

What is picked so far is kept in the order of the pool, so that two orders lead to one position. Whoever looks
through all subsets takes only the ways in canonical order, that of the pool, and reaches each subset once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from interpreter.play.chance import Dealing
from interpreter.play.shared import holds_all

DONE = None
Picked = tuple[int, ...]


class Subset:
    """What is asked for: from `least` to `most` things of a pool, which may hold equal ones.

    In secret it is asked too where there is only one answer, for that there is only one tells something.
    first: what must be picked whatever else is; first_options: what can be picked next then.
    """

    __slots__ = ("counts", "first", "first_options", "least", "most", "places", "secret", "size")

    def __init__(self, pool: Sequence[int], least: int, most: int, *, secret: bool) -> None:
        self.counts = Counter(pool)
        self.places = {value: place for place, value in enumerate(self.counts)}
        self.size = len(pool)
        self.least = least
        self.most = most
        self.secret = secret
        self.first = self.filled(())
        self.first_options = self.options(self.first)

    def holds(self, picked: Picked) -> bool:
        """Whether all that is picked lies in the pool."""
        return Counter(picked) <= self.counts

    def left(self, picked: Picked) -> dict[int, int]:
        """How many of each value are left, in the order of the pool."""
        left = dict(self.counts)
        for value in picked:
            if left[value] == 1:
                del left[value]
            else:
                left[value] -= 1
        return left

    def options(self, picked: Picked) -> list[Any]:
        """What can be picked next, and DONE where that can be all; nothing: the answer is complete."""
        if len(picked) >= self.most:
            return []
        options: list[Any] = list(self.left(picked))
        if len(picked) >= self.least and (options or self.secret):
            options.append(DONE)
        return options

    def ways(self, picked: Picked, options: Sequence[Any]) -> range:
        """The places of the options in canonical order: nothing that comes before what is picked already.

        Where there is none, for another order led here, all options are.
        """
        first, end = 0, len(options)
        if picked:
            last = end - (DONE in options[-1:])
            first = bisect_left(options, self.places[picked[-1]], hi=last, key=self.places.__getitem__)
        missing = self.least - len(picked)
        if missing > 1:  # of what comes last there may not be enough
            left = self.left(picked)
            behind = 0
            while end > first and behind + left[options[end - 1]] < missing:
                end -= 1
                behind += left[options[end]]
        return range(first, end) or range(len(options))

    def missing(self, picked: Picked) -> int:
        """How many more must be picked at least."""
        return max(0, self.least - len(picked))

    def with_one(self, picked: Picked, value: int) -> Picked:
        """What is picked with one thing more, and with all that must then be picked."""
        return self.filled(self.in_order((*picked, value)))

    def filled(self, picked: Picked) -> Picked:
        """What is picked with all that must be picked besides, because nothing else is possible."""
        missing = self.least - len(picked)
        if self.secret or missing <= 0:
            return picked
        left = self.left(picked)
        if len(left) > 1 and self.size - len(picked) > missing:
            return picked
        return self.in_order((*picked, *islice(Counter(left).elements(), missing)))

    def in_order(self, picked: Picked) -> Picked:
        """What is picked in the order of the pool."""
        return tuple(sorted(picked, key=self.places.__getitem__))

    def __contains__(self, answer: object) -> bool:
        """Whether something can be the answer."""
        return isinstance(answer, tuple) and self.least <= len(answer) <= self.most and self.holds(answer)

    def some(self, chance: Dealing) -> Picked:
        """An answer by chance."""
        picked = self.first
        while options := self.options(picked):
            value = chance.choice(options)
            if value is DONE:
                break
            picked = self.with_one(picked, value)
        return picked


class Fitting(Subset):
    """A question for several things of which only some subsets will do: those in `good`.

    Each is in the order of the pool. What is offered leads to one of them.
    """

    __slots__ = ("good",)

    def __init__(self, pool: Sequence[int], good: Sequence[Picked], most: int, *, secret: bool) -> None:
        self.good = good
        super().__init__(pool, 0, most, secret=secret)

    def further(self, picked: Picked) -> list[Picked]:
        """The subsets that hold all that is picked."""
        return [answer for answer in self.good if holds_all(answer, picked)]

    def missing(self, picked: Picked) -> int:
        """How many more must be picked at least."""
        return min(len(answer) for answer in self.further(picked)) - len(picked)

    def holds(self, picked: Picked) -> bool:
        """Whether what is picked can become one that will do."""
        return any(holds_all(answer, picked) for answer in self.good)

    def left(self, picked: Picked) -> dict[int, int]:
        """What can be picked next, as often as any subset has it."""
        left = Counter[int]()
        for answer in self.further(picked):
            left |= Counter(answer) - Counter(picked)
        straight = self._straight(picked)
        return {
            value: left[value]
            for follows in (False, True)
            for value in self.counts
            if left[value] and (value in straight) is follows
        }

    def _straight(self, picked: Picked) -> set[int]:
        """What can be picked next if things are picked in the order of the pool."""
        size = len(picked)
        return {answer[size] for answer in self.good if len(answer) > size and answer[:size] == picked}

    def options(self, picked: Picked) -> list[Any]:
        """What can be picked next, what follows in canonical order last, and DONE where that can be all."""
        if len(picked) >= self.most:
            return []
        options: list[Any] = list(self.left(picked))
        if picked in self.good and (options or self.secret):
            options.append(DONE)
        return options

    def ways(self, picked: Picked, options: Sequence[Any]) -> range:
        """The places of the options in canonical order; all, where another order led here."""
        straight = self._straight(picked)
        first = sum(value is not DONE and value not in straight for value in options)
        return range(first, len(options)) or range(len(options))

    def filled(self, picked: Picked) -> Picked:
        """What is picked with all that must be picked besides, because nothing else is possible."""
        while not self.secret:
            further = self.further(picked)
            if len(further) == 1:
                return further[0]
            options = self.options(picked)
            if len(options) != 1 or options[0] is DONE:
                break
            picked = self.in_order((*picked, options[0]))
        return picked

    def __contains__(self, answer: object) -> bool:
        """Whether something can be the answer."""
        return answer in self.good


def subsets(pool: Sequence[int], least: int, most: int, looked: Callable[[], None]) -> Iterator[Picked]:
    """Yield the subsets of a pool that have so many things, in its order; equal ones once.

    looked: is called for each that is looked at, those that are too small among them.
    """
    counts = Counter(pool)
    order = list(counts)

    def larger(taken: Picked, place: int) -> Iterator[Picked]:
        looked()
        if len(taken) >= least:
            yield taken
        if len(taken) >= most:
            return
        behind = sum(counts[value] for value in order[place:]) - (
            taken.count(order[place]) if place < len(order) else 0
        )
        for at in range(place, len(order)):
            if len(taken) + behind < least:
                return
            value = order[at]
            there = counts[value] - taken.count(value)
            if there:
                yield from larger((*taken, value), at)
            behind -= there

    yield from larger((), 0)
