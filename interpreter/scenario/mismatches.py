"""What does not hold in a scenario, told so that its author sees why.

In: a checked expression, or what is offered now. Out: the words of the file, what was expected, and what
there is instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.language.checked import CompareEx, Ex, InEx, SameKindEx
from interpreter.language.types import Type
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game
from interpreter.problems import Fix, Position
from interpreter.reading import Located
from interpreter.scenario.context import ScenarioContext

MOST_OPTIONS_LISTED = 12


class Failed(Exception):
    """What does not hold, and where; fix: what to write into the file, where that is certain."""

    def __init__(self, position: Position, message: str, fix: Fix | None = None) -> None:
        super().__init__(message)
        self.position = position
        self.message = message
        self.fix = fix


def guarded(position: Position, playing: Callable[[], None]) -> None:
    """Let a rule that goes wrong fail the scenario at the line that led to it."""
    try:
        playing()
    except RuleFault as fault:
        here = fault.position is not None and fault.position.file == position.file
        place = fault.position if here and fault.position is not None else position
        text = fault.message if here else str(fault)
        raise Failed(place, f"this cannot be carried out: {text}") from fault


def shown_value(stage: ScenarioContext, expression: Ex) -> str:
    """The value of an expression, as its authors write it."""
    return shown(stage.game, expression.type, stage.snippets.value(expression, stage.state.slots, stage.me))


def words_of(stage: ScenarioContext, part: Ex, text: Located) -> str:
    """Return the words of a part of an expression as they stand in the file."""
    found = part.position.excerpt(stage.scenario.lines) if text.text_lines is not None else ""
    return found or " ".join(str(text.value).split())


def sides(stage: ScenarioContext, part: Ex) -> tuple[str, str]:
    """Say what a false expression expects and what there is instead."""
    if isinstance(part, CompareEx):
        operator, left, right = part.operator, part.left, part.right
        expected, actual = shown_value(stage, right), shown_value(stage, left)
        if operator != "==" or expected == actual:
            expected = {"!=": "not", "==": "another"}.get(operator, operator) + f" {expected}"
        return expected, actual
    if isinstance(part, SameKindEx):
        left, right, negated = part.left, part.right, part.negated
        return ("not " if negated else "") + shown_value(stage, right), shown_value(stage, left)
    if isinstance(part, InEx):
        item, source, negated = part.item, part.source, part.negated
        return f"{'not ' if negated else ''}{shown_value(stage, item)} among them", shown_value(stage, source)
    return "true", "false"


def offered_ids(stage: ScenarioContext) -> list[str]:
    """The ids of the options there are now."""
    decision = stage.state.decision
    return [option.id for option in decision.options] if decision is not None else []


def offer_text(stage: ScenarioContext) -> str:
    """Say what is offered now, to whom."""
    decision = stage.state.decision
    if decision is None:
        return "the game is over"
    ids = offered_ids(stage)
    more = f" and {len(ids) - MOST_OPTIONS_LISTED} more" if len(ids) > MOST_OPTIONS_LISTED else ""
    listed = ", ".join(ids[:MOST_OPTIONS_LISTED])
    return f"p{decision.seat + 1} is offered {listed}{more} ({decision.prompt})"


def shown(game: Game, of: Type, value: Any) -> str:
    """Return a value of the effect language as its authors write it."""
    if of.kind == "set" and of.of is not None:
        inner = [shown(game, of.of, each) for each in value]
        return f"[{', '.join(inner)}]" if inner else "nothing"
    if of.kind == "truth":
        return "true" if value else "false"
    return game.value_id(of, value)
