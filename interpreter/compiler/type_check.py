"""The type check of the intermediate representation: every operand is what its node takes.

In: a compiled game and the list that it starts from. Raises IllTyped, with file and line, at the first node
that does not fit. Types are not found here: each node was made with its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreter.compiler import ir
from interpreter.compiler.signatures import (
    ARGUMENTS,
    CLAIMS,
    NONE,
    NUMBER,
    NUMBERS,
    STATE,
    signature_of,
)


class IllTyped(Exception):
    """Code whose types do not fit, with its place."""


@dataclass(slots=True)
class _Checking:
    """One function while it is checked: the types of its variables and of slots, and the line reached."""

    compiled: ir.Compiled
    function: ir.Function
    slots: Sequence[str]
    variables: dict[str, str] = field(default_factory=dict)
    line: int = 0

    def refuse(self, why: str) -> IllTyped:
        return IllTyped(f"{self.function.file}:{self.line}: in {self.function.name}: {why}")

    def bind(self, name: str, type: str) -> None:
        known = self.variables.setdefault(name, type)
        if known != type and NONE not in (known, type):
            raise self.refuse(f"'{name}' is both {known} and {type}")

    def want(self, node: ir.Expr, *types: str) -> None:
        if node.type not in types:
            raise self.refuse(f"{' or '.join(types)} is wanted here, not {node.type}")

    def holds(self, index: ir.Expr, type: str) -> None:
        """What a slot holds, where its number is known."""
        if isinstance(index, ir.Const) and self.slots[index.value] != type:
            raise self.refuse(f"slot {index.value} holds {self.slots[index.value]}, not {type}")


def check_types(compiled: ir.Compiled, start: Sequence[object]) -> None:
    """Check a whole game; raises IllTyped."""
    slots = [NUMBERS if isinstance(value, tuple) else NUMBER for value in start]
    for function in compiled.functions.values():
        checking = _Checking(compiled, function, slots, line=function.line)
        for parameter in function.parameters:
            checking.bind(parameter.name, parameter.type)
        _check(checking, function)


def _check(checking: _Checking, node: ir.Node) -> None:
    """Check a node and all inside it, in the order in which variables get their values."""
    if node.place is not None:
        checking.line = node.place.line
    if isinstance(node, ir.Gather):
        _check_gather(checking, node)
        return
    if isinstance(node, ir.Loop):
        checking.want(node.source, NUMBERS)
        checking.bind(node.variable, NUMBER)
    for part in ir.inside(node):
        _check(checking, part)
    rule = _RULES.get(type(node))
    if rule is not None:
        rule(checking, node)
    for name, types in _OPERANDS.get(type(node), {}).items():
        checking.want(getattr(node, name), *types)


def _check_gather(checking: _Checking, node: ir.Gather) -> None:
    """What is gathered over has variables of its own."""
    outside, checking.variables = checking.variables, dict(checking.variables)
    for clause in node.clauses:
        _check(checking, clause.source)
        checking.want(clause.source, NUMBERS)
        checking.variables[clause.variable] = NUMBER
    for part in (*node.conditions, node.element):
        _check(checking, part)
    for each in (*node.conditions, *((node.element,) if node.word in ("any", "all") else ())):
        checking.want(each, *_TRUTH)
    if node.word in ("list", "sum", "min", "max"):
        checking.want(node.element, NUMBER)
    checking.variables = outside


_N, _NS = (NUMBER,), (NUMBERS,)
_TRUTH = (NUMBER, NUMBERS, CLAIMS)
# What the operands of each kind of node are.
_OPERANDS: dict[type[ir.Node], dict[str, tuple[str, ...]]] = {
    ir.Slot: {"index": _N}, ir.Entry: {"index": _N}, ir.Item: {"of": _NS, "index": _N},
    ir.Arithmetic: {"left": _N, "right": _N}, ir.Negative: {"operand": _N},
    ir.Joined: {"left": _NS, "right": _NS}, ir.Times: {"of": _NS, "amount": _N},
    ir.Compare: {"left": _N, "right": _N}, ir.Between: {"low": _N, "value": _N, "high": _N},
    ir.Contains: {"item": _N, "of": _NS}, ir.Not: {"operand": _TRUTH}, ir.Choice: {"condition": _TRUTH},
    ir.PieceCall: {"piece": _N}, ir.Ask: {"by": _N, "site": _N, "options": _NS, "scope": (ARGUMENTS,)},
    ir.Kept: {"cell": _N}, ir.Put: {"index": _N}, ir.AddTo: {"index": _N}, ir.When: {"condition": _TRUTH},
    ir.Claim: {"target": _N, "source": _N, "piece": _N, "amount": _N},
    ir.Append: {"value": (NUMBER, NONE)},
}  # fmt: skip


def _local(checking: _Checking, node: ir.Local) -> None:
    if node.name not in checking.variables:
        raise checking.refuse(f"'{node.name}' has no value")
    checking.bind(node.name, node.type)


def _slot(checking: _Checking, node: ir.Slot) -> None:
    checking.holds(node.index, node.type)


def _put(checking: _Checking, node: ir.Put | ir.AddTo) -> None:
    checking.want(node.value, NUMBER, NUMBERS)
    checking.holds(node.index, node.value.type)


def _choice(checking: _Checking, node: ir.Choice) -> None:
    if NONE not in (node.then.type, node.otherwise.type):
        checking.want(node.otherwise, node.then.type)


def _numbers(checking: _Checking, node: ir.Numbers | ir.Pair) -> None:
    for each in node.parts if isinstance(node, ir.Numbers) else (*node.keys, node.value):
        checking.want(each, NUMBER)


def _logic(checking: _Checking, node: ir.Logic) -> None:
    for each in node.parts:
        checking.want(each, *_TRUTH)


def _call(checking: _Checking, node: ir.Call) -> None:
    try:
        signature = signature_of(node.function)
    except KeyError:
        raise checking.refuse(f"there is no function '{node.function}'") from None
    wanted = signature.parameters[1:] if signature.parameters[:1] == (STATE,) else signature.parameters
    if not len(wanted) - signature.optional <= len(node.arguments) <= len(wanted):
        raise checking.refuse(f"{node.function} is called with {len(node.arguments)} values")
    for given, type in zip(node.arguments, wanted, strict=False):
        if node.function == "bool":
            checking.want(given, *_TRUTH)
        elif given.type != NONE:
            checking.want(given, type)


def _called(checking: _Checking, name: str, given: Sequence[ir.Expr], result: str | None, asks: bool) -> None:
    """A call of a compiled function, after whatever it gets besides."""
    callee = checking.compiled.functions.get(name)
    if callee is None:
        raise checking.refuse(f"there is no function '{name}'")
    if len(callee.parameters) != len(given):
        raise checking.refuse(f"{name} is called with {len(given)} values")
    for each, parameter in zip(given, callee.parameters, strict=True):
        if each.type != NONE:
            checking.want(each, parameter.type)
    if asks != callee.asks:
        raise checking.refuse(f"{name} may{'' if callee.asks else ' not'} ask")
    given_back = {r.value.type for r in ir.within(callee) if isinstance(r, ir.Return) and r.value is not None}
    if result is not None and given_back - {NONE, result}:
        raise checking.refuse(f"{name} gives {' and '.join(sorted(given_back))}, not {result}")


def _piece_call(checking: _Checking, node: ir.PieceCall) -> None:
    for name in sorted({*checking.compiled.effects.get(node.table, ())} - {None}, key=str):
        callee = checking.compiled.functions[str(name)]
        if len(callee.parameters) != len(node.arguments):
            raise checking.refuse(f"{name} is called with {len(node.arguments)} values")


_RULES: dict[type[ir.Node], Callable[[_Checking, Any], None]] = {
    ir.Local: _local, ir.Slot: _slot, ir.Put: _put, ir.AddTo: _put, ir.Choice: _choice,
    ir.Numbers: _numbers, ir.Pair: _numbers, ir.Logic: _logic, ir.Call: _call, ir.PieceCall: _piece_call,
    ir.GameCall: lambda checking, node: _called(
        checking, node.function, node.arguments, None if node.type == NONE else node.type, node.asks
    ),
    ir.Remembered: lambda checking, node: _called(
        checking, node.function, node.arguments, node.type, asks=False
    ),
    ir.Kept: lambda checking, node: _called(checking, node.function, node.arguments, node.type, asks=False),
    ir.Let: lambda checking, node: checking.bind(node.name, node.value.type),
}  # fmt: skip
