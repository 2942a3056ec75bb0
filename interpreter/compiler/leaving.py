"""`end game` is final: after a call in which the game may end, what called is left at once.

In: all compiled functions. Out: the same, changed in place. Only where something follows the call is the test
needed, so effects that cannot end the game, and most of those that can, stay as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any

from interpreter.compiler import python_ast as py
from interpreter.compiler.python_ast import Stmt
from interpreter.language.index import reached
from interpreter.layout import ENDING, OVER

# What ends the game itself, and what carries out a body that it is given by name.
ENDS, CARRIES_OUT = "game_over", "secretly"
# Where functions are looked up, and what those are called that may be found there.
LOOKED_UP = {"EFFECTS_": "effect_of_", "told": "hear_"}


def leave_when_over(functions: Iterable[ast.FunctionDef]) -> None:
    """Put the tests behind calls in which the game may end."""
    made = list(functions)
    callers: dict[str, list[str]] = {}
    for function in made:
        for called in set(_called(function)):
            callers.setdefault(called, []).append(function.name)
        callers.setdefault(function.name, []).extend(filter(function.name.startswith, LOOKED_UP.values()))
    ending = reached(callers, [ENDS])
    for function in made:
        if function.name in ending:
            function.body = _left(function.body, ending, _leaves(function), follows=False)


def _called(node: ast.AST) -> Iterator[str]:
    """What code may run: functions by name, and whole families where one is looked up.

    A generator that was made before is run by `yield from` its name.
    """
    for part in _calls(node):
        if isinstance(part, ast.YieldFrom):
            if isinstance(part.value, ast.Name):
                yield from LOOKED_UP.values()
        elif isinstance(part.func, ast.Subscript) and isinstance(part.func.value, ast.Name):
            holder = part.func.value.id
            yield from (family for start, family in LOOKED_UP.items() if holder.startswith(start))
        elif isinstance(part.func, ast.Name):
            yield part.func.id
            if part.func.id == CARRIES_OUT:
                yield from (given.id for given in part.args if isinstance(given, ast.Name))


def _calls(node: ast.AST) -> Iterator[ast.Call | ast.YieldFrom]:
    """The calls in code: `ast.walk` for these alone, in a third of its time."""
    left: list[Any] = [node]
    while left:
        part = left.pop()
        if isinstance(part, ast.Call | ast.YieldFrom):
            yield part
        for value in vars(part).values():
            if value.__class__ is list:
                left += value
            elif isinstance(value, ast.expr):
                left.append(value)


def _leaves(function: ast.FunctionDef) -> ast.Return:
    """How a function is left: it gives what it gives at its end."""
    last = function.body[-1]
    return last if isinstance(last, ast.Return) else ast.Return(None)


def _left(body: list[Stmt], ending: set[str], leave: ast.Return, *, follows: bool) -> list[Stmt]:
    """A block with its tests; follows: whether something is done after it."""
    code: list[Stmt] = []
    for place, line in enumerate(body):
        more = follows or not all(map(_is_idle, body[place + 1 :]))
        code.append(line)
        if isinstance(line, ast.If | ast.For):
            inside = more or isinstance(line, ast.For)
            line.body = _left(line.body, ending, leave, follows=inside)
            line.orelse = _left(line.orelse, ending, leave, follows=inside)
        elif ENDS in (called := set(_called(line))):
            return [*code, _at(line, deepcopy(leave))] if more else code
        elif more and called & ending:
            over = py.compare(py.slot(py.const(ENDING)), ast.Eq(), py.const(OVER))
            code.append(_at(line, py.when(over, [deepcopy(leave)])))
    return code


def _is_idle(line: Stmt) -> bool:
    """Whether a line does nothing: what only makes a generator, and the end of a function."""
    unreached = isinstance(line, ast.If) and isinstance(line.test, ast.Constant) and not line.test.value
    return unreached or (isinstance(line, ast.Return) and isinstance(line.value, ast.Constant))


def _at(line: Stmt, made: Stmt) -> Stmt:
    return ast.copy_location(made, line) if hasattr(line, "lineno") else made
