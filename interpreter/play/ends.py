"""What a search tries at a decision: whole actions, up to where whoever is next has a free choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from interpreter.play.faults import RuleFault
from interpreter.play.running import Running

# How many ways of going on are tried at each further question of an action.
MAX_WAYS = 6
# How many ends of actions are looked at: behind one option, and behind all of them (each has one at least).
MAX_ENDS, MOST_ENDS = 40, 200
# So many sole options are taken in a row.
MOST_SOLE = 100
# When so many trials have gone wrong, perhaps after much work, nothing else is tried; each counts as so many
# steps.
MOST_WRONG, STEPS_OF_WRONG = 8, 100

Reached = TypeVar("Reached")
Play = TypeVar("Play", bound=Running)


class End(NamedTuple, Generic[Reached]):
    """A position where an action is over.

    option: the place of the option that began it; values: what was chosen on the way, from it on.
    """

    option: int
    values: tuple[Any, ...]
    position: Reached


def spread(ways: range, most: int) -> Sequence[int]:
    """All places of some options, or no more than so many (0: all), spread over them.

    The last is always among them: of a subset it is to have enough.
    """
    count = len(ways)
    return [ways[(way + 1) * count // most - 1] for way in range(most)] if 0 < most < count else ways


def share_of(ways: int) -> int:
    """How many ends are looked at behind each of so many options."""
    return max(1, min(MAX_ENDS, MOST_ENDS // ways))


def tried_of(ways: range, ends: int) -> list[tuple[int, int]]:
    """Which options of a further question are tried, and how many of the ends are looked at behind each."""
    tried = spread(ways, min(MAX_WAYS, ends))
    return [(way, (ends + place) // len(tried)) for place, way in enumerate(tried)]


def ends_of(state: Play) -> tuple[list[End[Play]], int]:
    """What `State.ends` returns."""
    search = _Ends(state)
    ways = [(option, share_of(len(state.ways))) for option in state.ways]
    search.try_out(state, (), ways)
    if search.wrong and not search.found:
        raise search.wrong[-1]
    return search.found, search.steps


class _Ends(Generic[Play]):
    """The search for the ends of the actions of one decision."""

    def __init__(self, state: Play) -> None:
        self.seat, self.turn = state.seat, state.turn
        self.option = self.steps = 0
        self.found: list[End[Play]] = []
        self.wrong: list[RuleFault] = []

    def try_out(self, state: Play, values: tuple[Any, ...], ways: Sequence[tuple[int, int]]) -> None:
        """Take options, each with how many ends are looked at behind it; what goes wrong has none."""
        for place, (way, ends) in enumerate(ways, 1):
            if len(self.wrong) >= MOST_WRONG:
                break
            value = state.values[way]
            # A position within the action is nobody else's, so what is tried last is tried there.
            child = state if values and place == len(ways) else state.fork()
            self.option = self.option if values else way
            try:
                child.choose(way)
                self.follow(child, (*values, value), 1, ends)
            except RuleFault as fault:
                self.wrong.append(fault)
                self.steps += STEPS_OF_WRONG

    def follow(self, state: Play, values: tuple[Any, ...], steps: int, ends: int) -> None:
        """Look at so many ends from a position within the action.

        In a secret step, where nothing counts before all have chosen, the others take their first option.
        """
        while steps < MOST_SOLE and (
            len(state.ways) == 1 and (state.inside or state.turn == self.turn)
            if state.seat == self.seat
            else state.inside and state.secret
        ):
            state.choose(state.ways[0])
            steps += 1
        self.steps += steps
        if state.seat != self.seat or not state.inside:
            self.found.append(End(self.option, values, state))
            return
        self.try_out(state, values, tried_of(state.ways, ends))
