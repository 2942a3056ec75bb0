"""The position that a scenario begins with.

In: its `given`, blocks of rule text, and its `at`, a step and perhaps a player. Out: the game set up,
changed by the one and gone to the other, its loops at the values that fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.language.index import index_of
from interpreter.language.program import StepEx
from interpreter.layout import AGENDA, DRAWN, FINISHED, PENDING, STEP
from interpreter.play.game import State
from interpreter.play.running import first_slots
from interpreter.reading import Located
from interpreter.scenario.chance import begin
from interpreter.scenario.context import ScenarioContext
from interpreter.scenario.files import value_of
from interpreter.scenario.mismatches import Failed


def put_into_position(stage: ScenarioContext, given: Sequence[Located], at: Located | None) -> None:
    """Set the game up and put it into the position."""
    if not given and at is None and stage.wishes:
        # From the very beginning, so that chance gives what is said in the set-up too.
        slots = first_slots(stage.game, stage.scenario.seed)
        stage.state = State(stage.game, slots)
        begin(stage, slots)
        return
    stage.state = State.begin(stage.game, stage.scenario.seed)
    if not given and at is None:
        return
    slots = stage.state.checkpoint[:]
    if given:
        before = slots[:]
        for block in given:
            stage.snippets.run(block, slots, stage.me)
        slots[DRAWN] = ()
        loops_follow(stage, before, slots)
    places: dict[int, int] = {}
    if at is not None:
        jump(stage, slots, at)
        # A step that only does something is over at once, and rightly.
        if chain(stage, step_at(stage, slots))[-1].actions:
            places = loop_places(stage, slots)
    # The step that stood, or the one gone to, starts afresh: it may offer other things now.
    begin(stage, slots)
    if at is not None:
        expect_still_there(stage, at, places)


def step_at(stage: ScenarioContext, slots: list[Any]) -> str:
    """The name of the step that stands."""
    name: str = stage.game.operations[slots[STEP]].step
    return name


def chain(stage: ScenarioContext, name: str) -> tuple[StepEx, ...]:
    """Return the steps around a step of the flow, the outermost first, itself last."""
    return index_of(stage.game.program).paths.get(name, ())


def loops_follow(stage: ScenarioContext, before: list[Any], slots: list[Any]) -> None:
    """Where `given` set the variable of a loop that is running, the loop goes on from that value."""
    for step in chain(stage, step_at(stage, slots)):
        if step.loop is None:
            continue
        variable, first = stage.game.layout.counters[step.loop[0]], stage.game.layout.loop_slots(step.name)
        now, values = slots[variable], slots[first]
        if now != before[variable] and now in values:
            slots[first + 1] = values.index(now) + 1


def jump(stage: ScenarioContext, slots: list[Any], at: Located) -> None:
    """Go to the beginning of a step; loops around it that are not running begin."""
    target = str(value_of(at.get("step")) if at.kind == "map" else at.value)
    named = at.get("player")
    player = int(str(named.value)[1:]) - 1 if named is not None else None
    running = {step.name for step in chain(stage, step_at(stage, slots))}
    inner_me = stage.game.me_slots[target]
    if player is not None and inner_me < 0:
        raise Failed(at.position, f"the step '{target}' is not a step of one player after another")
    me = -1
    for step in chain(stage, target):
        first = stage.game.layout.loop_slots(step.name)
        if step.loop is not None and step.name not in running:
            begin_loop(stage, slots, step, me, at)
        if step.players is not None:
            wanted = player if first + 4 == inner_me else None
            fresh = step.name not in running or step.name == target
            if fresh:
                slots[first + 2] = tuple(stage.snippets.value(step.players, slots, me))
            if fresh or wanted is not None:
                begin_turns(stage, slots, step, wanted, at)
            me = slots[first + 4]
    slots[STEP] = stage.game.step_starts[target]
    slots[AGENDA] = slots[PENDING] = ()
    slots[FINISHED] = 0


def loop_places(stage: ScenarioContext, slots: list[Any]) -> dict[int, int]:
    """How far the loops around the step that stands have come, by their slots."""
    firsts = [stage.game.layout.loop_slots(step.name) for step in chain(stage, step_at(stage, slots))]
    return {slot: slots[slot] for first in firsts for slot in (first + 1, first + 3)}


def expect_still_there(stage: ScenarioContext, at: Located, places: dict[int, int]) -> None:
    """Refuse an `at` whose step of actions was over before anybody was asked: a later turn or round began."""
    state = stage.state
    if state.finished or all(state.checkpoint[slot] == place for slot, place in places.items()):
        return
    now = " of ".join([f"'{state.step}'", *([f"player {state.seat + 1}"] if state.seat >= 0 else [])])
    message = f"no action is open there: the next question is in the step {now}, a turn or round later"
    raise Failed(at.position, message)


def begin_loop(stage: ScenarioContext, slots: list[Any], step: StepEx, me: int, at: Located) -> None:
    """Begin a `for` at the value its variable has, if it is one of the loop's, else at the first."""
    assert step.loop is not None
    (name, source), first = step.loop, stage.game.layout.loop_slots(step.name)
    values = tuple(stage.snippets.value(source, slots, me))
    if not values:
        raise Failed(at.position, f"the step '{step.name}' has nothing to run for")
    variable = stage.game.layout.counters[name]
    if slots[variable] not in values:
        slots[variable] = values[0]
    slots[first], slots[first + 1] = values, values.index(slots[variable]) + 1


def begin_turns(
    stage: ScenarioContext, slots: list[Any], step: StepEx, player: int | None, at: Located
) -> None:
    """Put the turns of a step where a player has theirs; the loop goes on with the next one after."""
    first = stage.game.layout.loop_slots(step.name)
    seats = slots[first + 2]
    if player is None and seats:
        player = seats[0]
    if player not in seats:
        who = ", ".join(f"p{seat + 1}" for seat in seats) or "nobody"
        raise Failed(at.position, f"the step '{step.name}' is now for: {who}")
    slots[first + 3], slots[first + 4] = seats.index(player) + 1, player
    if step.whose:
        slots[stage.game.layout.counters[step.whose]] = player
