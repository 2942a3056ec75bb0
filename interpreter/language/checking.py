"""What all checks share: the context of one check of a model, and the tables of checks.

A check turns one kind of parsed node into a checked one, or reports a problem. It is a function of the
context, the node and its scope, and its decorator puts it into a table; `missing()` names the kinds of nodes
that nothing checks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from interpreter.language import tree as t
from interpreter.language.checked import Ex, St
from interpreter.language.program import Program, RuleEx
from interpreter.language.scope import Scope
from interpreter.language.types import Type
from interpreter.model.declarations import Model
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems


@dataclass(slots=True)
class Checking:
    """One check of a model, and what it has gathered so far.

    uses_me, handed_on: of the effect being checked, whether it speaks of `me` and which effects it calls as
    the same player; nobodys: effects called where nobody is at turn; replaced: the effect that a replacement
    stands for while it is checked; originals: which effects are called as originals.
    """

    model: Model
    problems: Problems
    program: Program = field(default_factory=Program)
    histories: set[tuple[str, str]] = field(default_factory=set)
    # The kind whose rules are being checked: `this` in them.
    carrier: tuple[str, str] | None = None
    # What is looked for among earlier beginnings of a step.
    repeats: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)
    # The effects that are only tried out, by where.
    foreseen: dict[Position, str] = field(default_factory=dict)
    value_types: dict[str, Type] = field(default_factory=dict)
    pending_values: set[str] = field(default_factory=set)
    sources: dict[str, None] = field(default_factory=dict)
    lasting: list[RuleEx] = field(default_factory=list)
    nobodys: list[tuple[str, Position]] = field(default_factory=list)
    handed_on: set[str] = field(default_factory=set)
    originals: dict[str, str] = field(default_factory=dict)
    uses_me: bool = False
    replaced: str = ""
    order: int = 0


# ---- the tables

CheckExpression = Callable[[Checking, Any, Scope, Type | None], Ex]
CheckStatement = Callable[[Checking, Any, Scope], "St | tuple[St, ...] | None"]

EXPRESSIONS: dict[type, CheckExpression] = {}
STATEMENTS: dict[type, CheckStatement] = {}

F = TypeVar("F", bound=Callable[..., Any])


def checks(kind: type[t.Expression] | type[t.Statement]) -> Callable[[F], F]:
    """Enter a function as the check of a kind of parsed node."""

    def enter(function: F) -> F:
        table: dict[type, Any] = EXPRESSIONS if issubclass(kind, t.Expression) else STATEMENTS
        table[kind] = function
        return function

    return enter


def missing() -> list[str]:
    """Name the kinds of parsed nodes that nothing checks."""
    kinds = [*t.Expression.__subclasses__(), *t.Statement.__subclasses__()]
    return [kind.__name__ for kind in kinds if kind not in EXPRESSIONS and kind not in STATEMENTS]
