"""A scenario played: its position, the choices of `when`, the claims of `then`.

In: a scenario and its game. Out: nothing, or Failed at the first thing that does not hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from interpreter.model.located_data import entries_of
from interpreter.play.faults import RuleFault
from interpreter.play.game import State
from interpreter.problems import Fix, hint_for
from interpreter.reading import Located
from interpreter.scenario.chance import at_once, begins, expect_no_wish, follows, proceed
from interpreter.scenario.claims import check_claim, check_holds, check_offered, show
from interpreter.scenario.context import ScenarioContext, wishes_of
from interpreter.scenario.mismatches import Failed, guarded, offer_text
from interpreter.scenario.patterns import fits
from interpreter.scenario.position import put_into_position

MAX_CHOICES = 10_000


def play_scenario(stage: ScenarioContext) -> None:
    """Go through given, at, when and then; raises Failed at the first thing that does not hold."""
    into_position(stage)
    choose_all(stage)
    for entry in entries_of(stage.scenario.body, "then"):
        check_claim(stage, entry)


def into_position(stage: ScenarioContext) -> None:
    """Put a scenario into its position: given and at."""
    body = stage.scenario.body
    given, at = stage.scenario.given, body.get("at")
    stage.wishes += wishes_of(body)
    guarded(stage.scenario.position, lambda: put_into_position(stage, given, at))
    expect_no_wish(
        stage, " before the first choice\nwrite it as `{choose: ..., chance: ...}` to have it in a choice"
    )
    if stage.heard is not None:
        stage.state.listen()


def choose_all(stage: ScenarioContext) -> None:
    """Go through when."""
    for entry in entries_of(stage.scenario.body, "when"):
        carry_out(stage, entry)


def carry_out(stage: ScenarioContext, entry: Located) -> None:
    """Carry out one entry of `when`; a map's keys in their order."""
    if entry.kind != "map":
        hear_anew(stage, entry)
        take(stage, entry, entry)
        return
    stage.wishes += wishes_of(entry)
    for key, value in entry.items():
        if key in ("choose", "until"):
            hear_anew(stage, value)
        if key == "choose":
            take(stage, entry, value)
        elif key == "check":
            check_holds(stage, value)
        elif key == "show":
            show(stage, value)
        elif key in ("offered", "not_offered"):
            check_offered(stage, value, wanted=key == "offered")
        elif key == "until":
            play_until(stage, entry, value)
    expect_no_wish(stage)


def hear_anew(stage: ScenarioContext, named: Located) -> None:
    """Forget what was heard before a choice, or the choices up to a step."""
    stage.entry = str(named.value)
    if stage.heard is not None:
        stage.heard.clear()


def take(stage: ScenarioContext, entry: Located, chosen: Located) -> None:
    """Take the first option that has the id of an entry, or else that fits its pattern."""
    pattern, position, by = str(chosen.value), chosen.position, entry.get("by")
    decision = stage.state.decision
    if decision is None:
        why = "a sole option is not asked, so the game went on by itself: give somebody one thing more"
        raise Failed(position, f"expected: the choice '{pattern}'\nactual: the game is over\n{why}")
    who = f"p{decision.seat + 1}"
    if by is not None and by.value != who:
        message = f"expected: {by.value} decides\nactual: {who} decides ({decision.prompt})"
        raise with_picks(stage, entry, pattern, Failed(position, message))
    ids = [option.id for option in decision.options]
    fitting = places_of(stage.state, pattern)
    if not fitting:
        hint = hint_for(pattern, ids)
        lines = [f"expected: '{pattern}' is offered", f"actual: {offer_text(stage)}"]
        if hint is None and not is_like_asked(pattern, ids):
            hint = "a sole option is not asked: leave such a choice out"
        failed = Failed(position, "\n".join([*lines, *([hint] if hint is not None else [])]))
        raise with_picks(stage, entry, pattern, failed)

    def step(state: State) -> None:
        state.choose(fitting[0])

    def look() -> None:
        now = entry.get("now")
        if now is not None:
            check_holds(at_once(stage, step, follows)[0], now)

    guarded(position, lambda: proceed(stage, step, look))


def places_of(state: State, pattern: str) -> list[int]:
    """The places of the options that have an id, or else that fit it as a pattern."""
    ids = [option.id for option in state.decision.options] if state.decision is not None else []
    exact = [place for place, name in enumerate(ids) if name == pattern]
    return exact or [place for place, name in enumerate(ids) if fits(name, pattern)]


def with_picks(stage: ScenarioContext, entry: Located, pattern: str, failed: Failed) -> Failed:
    """Return a failure with the picks that are left out before an entry, if these are what it lacks.

    Picks were asked for in their own order once, and those that had to follow were no question.
    """
    state, picks, by = stage.state.fork(), list[str](), entry.get("by")
    with suppress(RuleFault):
        while (asked := state.decision) is not None and len(state.ways) == 1 < state.option_count:
            picks.append(asked.options[state.ways[0]].id)
            state.choose(state.ways[0])
            if (by is None or by.value == f"p{state.seat + 1}") and places_of(state, pattern):
                place = entry.position
                before = stage.scenario.lines[place.line - 1][: place.column - 1]
                between = f"\n{before}" if before.strip() == "-" else ", "
                here = replace(place, end_line=None, end_column=place.column)
                failed.fix = Fix(here, "".join(pick + between for pick in picks))
                failed.message += f"\npicks come in any order: write {', '.join(picks)} before it"
                break
    return failed


def is_like_asked(pattern: str, ids: Sequence[str]) -> bool:
    """Tell whether the same thing is asked, only without the option wanted."""
    word, equals, _ = pattern.partition("=")
    return bool(equals) and word in {name.partition("=")[0] for name in ids}


def play_until(stage: ScenarioContext, entry: Located, named: Located) -> None:
    """Take first options until a step has begun and somebody is asked again, or the game is over."""
    state, step, now = stage.state, str(named.value), entry.get("now")
    state.listen()

    def first_option(state: State) -> None:
        state.choose(0)

    def look() -> None:
        if now is not None:
            looking, there = at_once(stage, first_option, begins(step))
            if there:
                check_holds(looking, now)

    for _ in range(MAX_CHOICES):
        if state.finished and now is not None:
            raise Failed(named.position, f"expected: the step '{step}' begins\nactual: the game is over")
        if state.finished:
            return
        guarded(named.position, lambda: proceed(stage, first_option, look))
        if any(begins(step)(happening.event) for happening in state.happened):
            return
    raise Failed(
        named.position, f"expected: the step '{step}' begins\nactual: not after {MAX_CHOICES} choices"
    )
