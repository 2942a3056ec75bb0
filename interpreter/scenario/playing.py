"""A scenario played: its position, the choices of `when`, the claims of `then`.

In: a scenario and its game. Out: nothing, or Failed at the first thing that does not hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.model.placed_data import entries_of
from interpreter.problems import Position, hint_for
from interpreter.reading import Placed
from interpreter.scenario.claims import check_claim, check_holds, check_offered, show
from interpreter.scenario.patterns import fits
from interpreter.scenario.position import put_into_position
from interpreter.scenario.stage import Stage
from interpreter.scenario.telling import Failed, guarded, offer_text

MAX_CHOICES = 10_000


def play_scenario(stage: Stage) -> None:
    """Go through given, at, when and then; raises Failed at the first thing that does not hold."""
    body = stage.scenario.body
    given, at = stage.scenario.given, body.get("at")
    guarded(stage, stage.scenario.position, lambda: put_into_position(stage, given, at))
    for entry in entries_of(body, "when"):
        carry_out(stage, entry)
    for entry in entries_of(body, "then"):
        check_claim(stage, entry)


def carry_out(stage: Stage, entry: Placed) -> None:
    """Carry out one entry of `when`; a map's keys in their order."""
    if entry.kind != "map":
        take(stage, str(entry.value), None, entry.position)
        return
    for key, value in entry.items():
        if key == "choose":
            by = entry.get("by")
            take(stage, str(value.value), str(by.value) if by is not None else None, value.position)
        elif key == "check":
            check_holds(stage, value)
        elif key == "show":
            show(stage, value)
        elif key in ("offered", "not_offered"):
            check_offered(stage, value, wanted=key == "offered")
        elif key == "until":
            play_until(stage, str(value.value), value.position)


def take(stage: Stage, pattern: str, by: str | None, position: Position) -> None:
    """Take the first option that has the id, or else that fits the pattern."""
    decision = stage.state.decision
    if decision is None:
        raise Failed(position, f"expected: the choice '{pattern}'\nactual: the game is over")
    who = f"p{decision.seat + 1}"
    if by is not None and by != who:
        raise Failed(position, f"expected: {by} decides\nactual: {who} decides ({decision.prompt})")
    ids = [option.id for option in decision.options]
    fitting = [place for place, name in enumerate(ids) if name == pattern]
    fitting = fitting or [place for place, name in enumerate(ids) if fits(name, pattern)]
    if not fitting:
        hint = hint_for(pattern, ids)
        lines = [f"expected: '{pattern}' is offered", f"actual: {offer_text(stage)}"]
        if hint is None and not is_like_asked(stage, pattern, ids):
            hint = "a sole option is not asked: leave such a choice out"
        raise Failed(position, "\n".join([*lines, *([hint] if hint is not None else [])]))
    guarded(stage, position, lambda: stage.state.choose(fitting[0]))


def is_like_asked(stage: Stage, pattern: str, ids: Sequence[str]) -> bool:
    """Tell whether the same thing is asked, only without the option wanted."""
    word, equals, _ = pattern.partition("=")
    return bool(equals) and word in {name.partition("=")[0] for name in ids}


def play_until(stage: Stage, step: str, position: Position) -> None:
    """Take first options until a step has begun and somebody is asked again, or the game is over."""
    state = stage.state
    state.listen()
    for _ in range(MAX_CHOICES):
        if state.finished:
            return
        guarded(stage, position, lambda: state.choose(0))
        events = (happening.event for happening in state.happened)
        if any(e["kind"] == "begin" and (e["what"], e["name"]) == ("step", step) for e in events):
            return
    raise Failed(position, f"expected: the step '{step}' begins\nactual: not after {MAX_CHOICES} choices")
