"""What a search tries at a decision: whole actions, up to where whoever is next has a free choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from interpreter.play.state import State

# How many ways of going on are tried at each further question of an action.
MAX_WAYS = 6
# How many ends of actions are looked at: behind one option, and behind all of them (each has one at least).
MAX_ENDS, MOST_ENDS = 40, 200
# So many sole options are taken in a row.
MOST_SOLE = 100

Position = TypeVar("Position")


class End(NamedTuple, Generic[Position]):
    """A position where an action is over.

    option: the place of the option that began it; values: what was chosen on the way, from it on.
    """

    option: int
    values: tuple[Any, ...]
    position: Position


def spread(ways: range, most: int) -> Sequence[int]:
    """All places of some options, or no more than so many (0: all), spread over them."""
    count = len(ways)
    return [ways[way * count // most] for way in range(most)] if 0 < most < count else ways


def share_of(ways: int) -> int:
    """How many ends are looked at behind each of so many options."""
    return max(1, min(MAX_ENDS, MOST_ENDS // ways))


def ends_of(state: State) -> tuple[list[End[State]], int]:
    """What `State.ends` returns."""
    search = _Ends(state)
    for option in state.ways:
        child, value = state.fork(), state.values[option]
        child.choose(option)
        search.option, search.left = option, share_of(len(state.ways))
        search.follow(child, (value,), 1)
    return search.found, search.steps


class _Ends:
    """The search for the ends of the actions of one decision."""

    def __init__(self, state: State) -> None:
        self.seat, self.turn = state.seat, state.turn
        self.option = self.left = self.steps = 0
        self.found: list[End[State]] = []

    def follow(self, state: State, values: tuple[Any, ...], steps: int) -> None:
        """Look at all ends from a position within the action."""
        while (
            state.seat == self.seat
            and len(state.ways) == 1
            and steps < MOST_SOLE
            and (state.inside or state.turn == self.turn)
        ):
            state.choose(state.ways[0])
            steps += 1
        self.steps += steps
        if state.seat != self.seat or not state.inside or self.left <= 0:
            self.left -= 1
            self.found.append(End(self.option, values, state))
            return
        for way in spread(state.ways, MAX_WAYS):
            child, value = state.fork(), state.values[way]
            child.choose(way)
            self.follow(child, (*values, value), 1)
