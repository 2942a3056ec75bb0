"""How scenarios proceed: chance gives what they say, and they can look at once at what a choice has done.

In: a stage, and a step of the play to take. Out: the step taken, or Failed where chance cannot give that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.play.dictated import CannotCome, dictate
from interpreter.play.event import Drawing, Event, Happening
from interpreter.play.events import LoggedSlots
from interpreter.play.game import State
from interpreter.scenario.context import ScenarioContext, Wish
from interpreter.scenario.mismatches import Failed, shown

MOST_LISTED = 12
BEGINS = ("begin", "step")


class Halted(Exception):
    """What was waited for has happened."""


def expect_no_wish(stage: ScenarioContext, hint: str = "") -> None:
    """Fail where chance was not asked for something that it was to give; hint: a further line."""
    if stage.wishes:
        wish = stage.wishes[0]
        where = f" in '{wish.inside.value}'" if wish.inside is not None else ""
        message = f"no {wish.kind} came{where} that could give '{wish.text.value}'{hint}"
        raise Failed(wish.text.position, message)


def begin(stage: ScenarioContext, slots: list[object]) -> None:
    """Let the flow run from a position to the first question."""

    def tried() -> State:
        trial = State(stage.game, slots[:])
        trial.listen()
        trial.slots = trial.copied(trial.slots)
        trial.advance()
        trial.note_happened()
        return trial

    fulfil(stage, tried, slots)
    stage.state = State(stage.game, slots)
    stage.state.advance()


def proceed(stage: ScenarioContext, step: Callable[[State], None], look: Callable[[], None]) -> None:
    """Take a step of the play; what chance is asked for in it is as it is wished. look: what comes before."""
    state = stage.state

    def tried() -> State:
        trial = state.fork()
        trial.listen()
        step(trial)
        return trial

    if stage.wishes:
        state.checkpoint = state.checkpoint[:]
        fulfil(stage, tried, state.checkpoint)
        state.rerun()
    seat, past = state.seat, len(stage.heard or ())
    look()
    if stage.heard is not None:
        del stage.heard[past:]  # what was heard while looking comes again
    step(state)
    hear(stage, seat, state.happened)


def hear(stage: ScenarioContext, seat: int, happened: Sequence[Happening]) -> None:
    """Keep what a choice led to, where it is wanted."""
    if stage.heard is not None:
        stage.heard.append((seat, tuple(each.event for each in happened)))


def fulfil(stage: ScenarioContext, tried: Callable[[], State], slots: list[object]) -> None:
    """Make ready, in the position before a step, what chance is to give; tried: the step taken, on a copy."""
    past = 0
    while stage.wishes:
        wish, trial = stage.wishes[0], tried()
        drawings = trial.slots.drawings if isinstance(trial.slots, LoggedSlots) else []
        fitting = (n for n in range(past, len(drawings)) if is_meant(wish, drawings[n], trial.happened))
        number = next(fitting, None)
        if number is None:
            return
        past, drawing = number + 1, drawings[number]
        values: list[int] = []
        while stage.wishes and len(values) < drawing.amount and stage.wishes[0].kind == drawing.kind:
            if stage.wishes[0].inside != wish.inside:
                break
            values.append(value_of(stage, stage.wishes.pop(0), drawing, values))
        dictate(slots, drawing, values)


def is_meant(wish: Wish, drawing: Drawing, happened: Sequence[Happening]) -> bool:
    """Whether a drawing is of the kind of a wish, and where it is to be."""
    if wish.kind != drawing.kind or not drawing.amount:
        return False
    before = [each.event for each in happened[: drawing.after]]
    inside = wish.inside.value if wish.inside is not None else None
    named = [event["kind"] for event in before if event.get("name") == inside]
    return inside is None or named.count("begin") > named.count("end")


def value_of(stage: ScenarioContext, wish: Wish, drawing: Drawing, before: Sequence[int]) -> int:
    """The value that a wish names, which must be able to come after those before it."""
    expression = stage.snippets.expression(wish.text)
    value: int = stage.snippets.value(expression, stage.state.slots, stage.me)
    try:
        dictate(stage.state.slots[:], drawing, [*before, value])
    except CannotCome:
        names = list(dict.fromkeys(shown(stage.game, expression.type, each) for each in drawing.pool))
        more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
        there = ", ".join(names[:MOST_LISTED]) + more
        message = f"this {wish.kind} cannot give '{wish.text.value}'\nthere are: {there}"
        raise Failed(wish.text.position, message) from None
    return value


def at_once(
    stage: ScenarioContext, step: Callable[[State], None], halts: Callable[[Event], bool]
) -> tuple[ScenarioContext, bool]:
    """What there is as soon as something happens in a step, or at its end; whether it happens."""
    trial = stage.state.fork()
    trial.listen()
    trial.rerun()
    assert isinstance(trial.slots, LoggedSlots)

    def watch(event: Event) -> None:
        if halts(event):
            raise Halted

    trial.slots.watch = watch
    looking = ScenarioContext(stage.scenario, stage.game, stage.snippets, stage.told)
    looking.state = trial
    halted = False
    try:
        step(trial)
    except Halted:
        halted = True
    trial.request = stage.state.request  # `me` is still who chose
    hear(stage, stage.state.seat, trial.slots.happened if halted else trial.happened)
    return looking, halted


def follows(event: Event) -> bool:
    """Whether an event is what follows on a choice: another that is forced, or a step."""
    return (event["kind"] == "choice" and event["forced"]) or (event["kind"], event.get("what")) == BEGINS


def begins(step: str) -> Callable[[Event], bool]:
    """Tell of an event whether a step begins with it."""
    return lambda event: (event["kind"], event.get("what"), event.get("name")) == (*BEGINS, step)
