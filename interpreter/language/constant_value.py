"""The value of an expression before there is a game: numbers and truths, compared and joined.

In: a parsed expression and the names that have a value. Out: its value, or a problem at its place.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from interpreter.language import tree as t
from interpreter.problems.problem import Problems

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class NotConstant(Exception):
    """An expression whose value is only known in play; the part of it that is."""

    def __init__(self, part: t.Expression) -> None:
        super().__init__(str(part.position))
        self.part = part


def constant_value(e: t.Expression, known: Mapping[str, int]) -> int:
    """Return the value of an expression, 0 or 1 for a truth; raises NotConstant."""
    if isinstance(e, (t.Number, t.Truth)):
        return int(e.value)
    if isinstance(e, t.Name) and e.name in known:
        return known[e.name]
    if isinstance(e, t.Comparison):
        left, right = constant_value(e.left, known), constant_value(e.right, known)
        return COMPARISONS[e.operator](left, right)
    if isinstance(e, t.Logic):
        parts = [constant_value(part, known) for part in e.parts]
        return all(parts) if e.operator == "and" else any(parts)
    if isinstance(e, t.Not):
        return not constant_value(e.operand, known)
    raise NotConstant(e)


def holds(e: t.Expression, known: Mapping[str, int], message: str, problems: Problems) -> bool:
    """Whether an expression is true; false, and a problem with this message, where it is not constant."""
    try:
        return bool(constant_value(e, known))
    except NotConstant as fault:
        problems.error("type", message, fault.part.position)
        return False
