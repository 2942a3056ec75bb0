"""Which values of a compiled game may be NOTHING: what was looked up for `none`, and all it is handed to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from interpreter.compiler import ir

# A variable or parameter of a function; the result of a function has no name.
Name = tuple[str, str]
_RESULT = ""


@dataclass(slots=True)
class Absence:
    """The variables and results that may be NOTHING."""

    found: set[Name] = field(default_factory=set)

    def of(self, function: str, node: ir.Expr) -> bool:
        """Whether an expression in a function may be NOTHING."""
        match node:
            case ir.Local():
                return (function, node.name) in self.found
            case ir.Entry():
                return node.table.nothing
            case ir.Choice():
                return self.of(function, node.then) or self.of(function, node.otherwise)
            case ir.GameCall() | ir.Remembered() | ir.Kept():
                return (node.function, _RESULT) in self.found
            case ir.Imagined():
                return self.of(function, node.value)
            case ir.Const():
                return node.value is None
        return False


def absence_in(compiled: ir.Compiled) -> Absence:
    """Look through a game until nothing more is found that may be NOTHING."""
    handed: dict[Name, list[tuple[str, ir.Expr]]] = {}
    for function in compiled.functions.values():
        for name, value in _handed_on(compiled, function):
            if not isinstance(value, ir.Const) or value.value is None:
                handed.setdefault(name, []).append((function.name, value))
    absence = Absence()
    while True:
        more = {
            name
            for name, values in handed.items()
            if name not in absence.found and any(absence.of(*each) for each in values)
        }
        if not more:
            return absence
        absence.found |= more


def _handed_on(compiled: ir.Compiled, function: ir.Function) -> Iterator[tuple[Name, ir.Expr]]:
    """Which values a function gives to its variables and to the parameters of others, and what it returns."""
    for node in ir.within(function):
        match node:
            case ir.Let():
                yield (function.name, node.name), node.value
            case ir.Return(value) if value is not None:
                yield (function.name, _RESULT), value
            case ir.GameCall() | ir.Remembered() | ir.Kept() | ir.Listener():
                yield from _given(compiled, node.function, node.arguments)
            case ir.Imagined():
                for name in filter(None, (node.can, node.do)):
                    yield from _given(compiled, name, node.arguments)
            case ir.PieceCall():
                for called in {*compiled.effects.get(node.table, ())} - {None}:
                    yield from _given(compiled, str(called), node.arguments)
            case ir.Call():
                names = [each.name for each in node.arguments if isinstance(each, ir.FunctionName)]
                known = [each.parts for each in node.arguments if isinstance(each, ir.Arguments)]
                for name, arguments in zip(names, known, strict=False):
                    yield from _given(compiled, name, arguments)


def _given(compiled: ir.Compiled, name: str, arguments: Sequence[ir.Expr]) -> Iterator[tuple[Name, ir.Expr]]:
    # A listener is given more than what stands at its claim.
    for parameter, value in zip(compiled.functions[name].parameters, arguments, strict=False):
        yield (name, parameter.name), value
