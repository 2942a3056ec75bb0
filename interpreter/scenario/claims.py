"""What must hold in a scenario.

In: entries of `then`, and those of `when` that only look. Out: nothing, or Failed where something does not.
"""

from __future__ import annotations

from typing import Any

from interpreter.language.checked import Ex, LogicEx
from interpreter.language.types import TRUTH
from interpreter.reading import Located
from interpreter.scenario.context import ScenarioContext
from interpreter.scenario.mismatches import (
    Failed,
    guarded,
    offer_text,
    offered_ids,
    shown_value,
    sides,
    words_of,
)
from interpreter.scenario.patterns import fits


def check_claim(stage: ScenarioContext, entry: Located) -> None:
    """Check one entry of `then`."""
    if entry.kind != "map":
        check_holds(stage, entry)
        return
    for key, value in entry.items():
        if key in ("offered", "not_offered"):
            check_offered(stage, value, wanted=key == "offered")
        elif key == "winner":
            check_winner(stage, value)
        elif key == "show":
            show(stage, value)
        elif key in ("scores", "preview"):
            check_points(stage, key, value)
        elif key == "source":
            check_sources(stage, value)


def show(stage: ScenarioContext, text: Located) -> None:
    """Keep the value of an expression now, for people."""
    expression = stage.snippets.expression(text)
    words = " ".join(str(text.value).split())
    guarded(text.position, lambda: stage.told.append(f"{words} = {shown_value(stage, expression)}"))


def check_holds(stage: ScenarioContext, text: Located) -> None:
    """Check that an expression is true; say which part is not, and what its sides are."""
    if text.kind == "truth":
        if not text.value:
            raise Failed(text.position, "expected: true\nactual: false")
        return
    expression = stage.snippets.expression(text, TRUTH)
    guarded(text.position, lambda: is_true(stage, expression, text))


def is_true(stage: ScenarioContext, expression: Ex, text: Located) -> None:
    """Check an expression that stands in the file at `text`."""
    slots, me = stage.state.slots, stage.me
    if stage.snippets.value(expression, slots, me):
        return
    part = expression
    while isinstance(part, LogicEx) and part.operator == "and":
        part = next(inner for inner in part.operands if not stage.snippets.value(inner, slots, me))
    words = words_of(stage, part, text) if part is not expression else " ".join(str(text.value).split())
    expected, actual = sides(stage, part)
    raise Failed(part.position, f"this does not hold: {words}\nexpected: {expected}\nactual: {actual}")


def check_offered(stage: ScenarioContext, patterns: Located, *, wanted: bool) -> None:
    """Check that options are offered, or that they are not."""
    ids = offered_ids(stage)
    for pattern in patterns.entries():
        found = [name for name in ids if fits(name, str(pattern.value))]
        if bool(found) != wanted:
            words = "is offered" if wanted else "is not offered"
            message = f"expected: '{pattern.value}' {words}\nactual: {offer_text(stage)}"
            raise Failed(pattern.position, message)


def check_winner(stage: ScenarioContext, wanted: Located) -> None:
    """Check who has won."""
    expected = ", ".join(sorted(str(entry.value) for entry in wanted.entries())) or "nobody"
    if not stage.state.finished:
        raise Failed(wanted.position, f"expected: {expected} won\nactual: the game is not over")
    found: list[int] = []
    guarded(wanted.position, lambda: found.extend(stage.state.winners()))
    actual = ", ".join(f"p{seat + 1}" for seat in sorted(found)) or "nobody"
    if actual != expected:
        raise Failed(wanted.position, f"expected: {expected} won\nactual: {actual} won")


def persons_in(stage: ScenarioContext) -> dict[str, int]:
    """The players, and automata that are scored, by name."""
    return {stage.game.person(person)[0]: person for person in range(stage.game.scored)}


def check_points(stage: ScenarioContext, what: str, wanted: Located) -> None:
    """Check points by seat: those scored (all, when the game is over), or as if it ended now."""
    found: list[int] = []

    def count() -> None:
        state = stage.state
        persons = range(stage.game.scored)
        found.extend(state.scores() if what == "scores" else [state.preview(one) for one in persons])

    guarded(wanted.position, count)
    for name, points in wanted.items():
        actual = found[persons_in(stage)[name]]
        if actual != points.value:
            message = f"expected: {name} has {points.value} points\nactual: {actual}"
            raise Failed(points.position, message)


def check_sources(stage: ScenarioContext, wanted: Located) -> None:
    """Check points by seat and source; before the end the final scoring does not count."""
    found: list[dict[str, Any]] = []
    guarded(wanted.position, lambda: found.extend(stage.state.breakdown()))
    for name, sources in wanted.items():
        who: int | str = persons_in(stage)[name] + 1 if persons_in(stage)[name] < stage.game.players else name
        actual = {line["source"]: line["points"] for line in found if line["seat"] == who}
        for source, points in sources.items():
            if actual.get(source, 0) != points.value:
                lines = ", ".join(f"{word} {value}" for word, value in actual.items()) or "nothing"
                message = (
                    f"expected: {name} has {points.value} points from {source}\n"
                    f"actual: {actual.get(source, 0)} (of all: {lines})"
                )
                raise Failed(points.position, message)
