"""What does not hold in a scenario, told so that its author sees why.

In: a checked expression, or what is offered now. Out: the words of the file, what was expected, and what
there is instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.compiler.snippets import Snippets
from interpreter.language.checked import CompareEx, Ex, InEx, SameKindEx
from interpreter.language.types import Type
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game
from interpreter.play.state import State
from interpreter.problems import Position
from interpreter.reading import Placed
from interpreter.scenario.files import Scenario

MOST_OPTIONS_LISTED = 12


class Failed(Exception):
    """What does not hold, and where."""

    def __init__(self, position: Position, message: str) -> None:
        super().__init__(message)
        self.position = position
        self.message = message


class ScenarioTeller:
    """A scenario with its game as it stands, and words for it."""

    def __init__(self, scenario: Scenario, game: Game, snippets: Snippets) -> None:
        self.scenario = scenario
        self.game = game
        self.snippets = snippets
        self.state: State

    @property
    def me(self) -> int:
        """Who `me` is in the texts: whoever decides, else the first player."""
        return max(self.state.seat, 0)

    def guarded(self, position: Position, playing: Callable[[], None]) -> None:
        """Let a rule that goes wrong fail the scenario at the line that led to it."""
        try:
            playing()
        except RuleFault as fault:
            here = fault.position is not None and fault.position.file == position.file
            place = fault.position if here and fault.position is not None else position
            text = fault.message if here else str(fault)
            raise Failed(place, f"this cannot be carried out: {text}") from fault

    def shown(self, expression: Ex) -> str:
        """The value of an expression, as its authors write it."""
        return _shown(self.game, expression.type, self.snippets.value(expression, self.state.slots, self.me))

    def words(self, part: Ex, text: Placed) -> str:
        """Return the words of a part of an expression as they stand in the file."""
        found = part.position.excerpt(self.scenario.lines) if text.text_lines is not None else ""
        return found or " ".join(str(text.value).split())

    def sides(self, part: Ex) -> tuple[str, str]:
        """Say what a false expression expects and what there is instead."""
        if isinstance(part, CompareEx):
            operator, left, right = part.operator, part.left, part.right
            expected, actual = self.shown(right), self.shown(left)
            if operator != "==" or expected == actual:
                expected = {"!=": "not", "==": "another"}.get(operator, operator) + f" {expected}"
            return expected, actual
        if isinstance(part, SameKindEx):
            left, right, negated = part.left, part.right, part.negated
            return ("not " if negated else "") + self.shown(right), self.shown(left)
        if isinstance(part, InEx):
            item, source, negated = part.item, part.source, part.negated
            return f"{'not ' if negated else ''}{self.shown(item)} among them", self.shown(source)
        return "true", "false"

    def ids(self) -> list[str]:
        """The ids of the options there are now."""
        decision = self.state.decision
        return [option.id for option in decision.options] if decision is not None else []

    def offer_text(self) -> str:
        """Say what is offered now, to whom."""
        decision = self.state.decision
        if decision is None:
            return "the game is over"
        ids = self.ids()
        more = f" and {len(ids) - MOST_OPTIONS_LISTED} more" if len(ids) > MOST_OPTIONS_LISTED else ""
        listed = ", ".join(ids[:MOST_OPTIONS_LISTED])
        return f"p{decision.seat + 1} is offered {listed}{more} ({decision.prompt})"


def _shown(game: Game, shown: Type, value: Any) -> str:
    """Return a value of the effect language as its authors write it."""
    if shown.kind == "set" and shown.of is not None:
        inner = [_shown(game, shown.of, each) for each in value]
        return f"[{', '.join(inner)}]" if inner else "nothing"
    if shown.kind == "truth":
        return "true" if value else "false"
    return game.value_id(shown, value)
