"""All plans of a step, and those that are superfluous: two ways of choosing with one end.

A lint for authors: superfluous plans let bots and people choose between things that are alike. The usual
cause is a parameter asked before the branch that needs it, or pieces taken one by one in any order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.play.state import State

MAX_PLANS = 2_000

Plan = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepPlans:
    """The plans of one step, looked through up to a limit.

    alike: pairs of a plan and an earlier one that ends in an equal state; whole: the limit was not reached.
    """

    step: str
    count: int
    alike: tuple[tuple[Plan, Plan], ...]
    whole: bool


def step_plans(state: State, limit: int = MAX_PLANS) -> StepPlans:
    """Look through the plans from a decision to the end of its step; the state stays as it is."""
    ends: dict[tuple[object, ...], Plan] = {}
    alike: list[tuple[Plan, Plan]] = []
    count = 0
    for plan, end in _plans(state, ()):
        if count == limit:
            return StepPlans(state.step, count, tuple(alike), False)
        count += 1
        key = end.key()
        if key in ends:
            alike.append((plan, ends[key]))
        ends.setdefault(key, plan)
    return StepPlans(state.step, count, tuple(alike), True)


def _plans(state: State, so_far: Plan) -> Iterator[tuple[Plan, State]]:
    decision = state.decision
    assert decision is not None
    for option in decision.options:
        after = state.fork()
        after.play(option.value)
        plan = (*so_far, option.id)
        # While the step goes on its forks share one checkpoint.
        if after.checkpoint is state.checkpoint and not after.finished:
            yield from _plans(after, plan)
        else:
            yield plan, after
