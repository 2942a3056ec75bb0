"""All plans of a step, and those that are superfluous: two ways of choosing with one end.

A lint for authors: superfluous plans let bots and people choose between things that are alike. The usual
cause is a parameter asked before the branch that needs it, or pieces taken one by one in any order. Of a
subset each is one plan: that it may be picked in any order is no fault of its author.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from interpreter.play.faults import RuleFault
from interpreter.play.game import Game, State
from interpreter.problems.problem import Problem

MAX_PLANS = 2_000
# A random play is followed so far, and the plans of every few decisions are looked through, up to a number.
MAX_DECISIONS, EVERY, FEW_PLANS = 700, 7, 300
# So many games are played; of the first alone the plans are looked through.
GAMES = 5
# Of a hundred plans of a step so many may be superfluous.
TOLERATED = 5

Choices = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepPlans:
    """The plans of one step, looked through up to a limit.

    alike: pairs of a plan and an earlier one that ends in an equal state; whole: the limit was not reached.
    """

    step: str
    count: int
    alike: tuple[tuple[Choices, Choices], ...]
    whole: bool


def step_plans(state: State, limit: int = MAX_PLANS) -> StepPlans:
    """Look through the plans from a decision to the end of its step; the state stays as it is."""
    ends: dict[tuple[object, ...], Choices] = {}
    alike: list[tuple[Choices, Choices]] = []
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


def played_findings(game: Game, seed: int = 1) -> list[Problem]:
    """Return what random games show: a rule that goes wrong, and steps in which many plans end alike."""
    seen: dict[str, list[StepPlans]] = {}
    try:
        _play(game, seed, seen)
        for more in range(seed + 1, seed + GAMES):
            _play(game, more, None)
    except RuleFault as fault:
        place = fault.position or game.model.about.position
        message = f"{fault.message}, in a game played at random"
        return [Problem("play-fault", message, place)]
    return [problem for step, plans in seen.items() if (problem := _warning(game, step, plans)) is not None]


def _play(game: Game, seed: int, seen: dict[str, list[StepPlans]] | None) -> None:
    """Play a random game; seen: the plans of every few decisions are put here, by step."""
    chance = Random(seed)
    state = game.new(seed)
    while state.decision is not None and state.decisions < MAX_DECISIONS:
        declared = game.model.steps.get(state.step)
        looked_at = state.decisions % EVERY == 0 and declared is not None and not declared.secretly
        if seen is not None and looked_at:
            seen.setdefault(state.step, []).append(step_plans(state, FEW_PLANS))
        state.choose(chance.choice(state.ways))


def _warning(game: Game, step: str, found: list[StepPlans]) -> Problem | None:
    count, alike = sum(plans.count for plans in found), [pair for plans in found for pair in plans.alike]
    if len(alike) * 100 <= count * TOLERATED:
        return None
    one, other = (" ".join(plan) for plan in min(alike, key=lambda pair: len(pair[0]) + len(pair[1])))
    return Problem(
        "alike-plans",
        f"of {count} ways to choose in the step '{step}' {len(alike)} end as others do:"
        f" {one} is the same as {other}",
        game.model.steps[step].about.position,
        "warning",
    )


def _plans(state: State, so_far: Choices) -> Iterator[tuple[Choices, State]]:
    decision = state.decision
    assert decision is not None
    for option in decision.options:
        if not option.canonical:
            continue
        after = state.fork()
        after.play(option.value)
        plan = (*so_far, option.id)
        # While the step goes on its forks share one checkpoint.
        if after.checkpoint is state.checkpoint and not after.finished:
            yield from _plans(after, plan)
        else:
            yield plan, after
