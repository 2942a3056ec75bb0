"""Short words for building Python `ast` nodes."""

from __future__ import annotations

import ast
import operator as operator_functions
from collections.abc import Sequence
from typing import Any, TypeVar

from interpreter.problems.position import Position

Expr = ast.expr
Stmt = ast.stmt

_NUMBER_TESTS = {
    ast.Eq: operator_functions.eq,
    ast.NotEq: operator_functions.ne,
    ast.Lt: operator_functions.lt,
    ast.LtE: operator_functions.le,
    ast.Gt: operator_functions.gt,
    ast.GtE: operator_functions.ge,
}

Node = TypeVar("Node", ast.expr, ast.stmt)


def name(word: str) -> Expr:
    """A variable, read."""
    return ast.Name(word, ast.Load())


def const(value: object) -> Expr:
    """A literal: a number, truth, text, None, or tuple of these."""
    return ast.Constant(value)  # type: ignore[arg-type]  # its stub knows no tuples, `compile` does


def is_const(node: Expr, kind: type = int) -> bool:
    """Tell whether a node is a literal of a Python type."""
    return isinstance(node, ast.Constant) and isinstance(node.value, kind)


def call(function: str | Expr, *arguments: Expr) -> Expr:
    """A call; a function that is given by a word is looked up by that name."""
    return ast.Call(name(function) if isinstance(function, str) else function, list(arguments), [])


def item(of: str | Expr, index: Expr) -> Expr:
    """`of[index]`, read; a container that is given by a word is looked up by that name."""
    return ast.Subscript(name(of) if isinstance(of, str) else of, index, ast.Load())


def slot(index: Expr) -> Expr:
    """A slot of the state, read."""
    return item("s", index)


def put(index: Expr, value: Expr) -> Stmt:
    """A slot of the state, written."""
    return ast.Assign([ast.Subscript(name("s"), index, ast.Store())], value)


def add_to(index: Expr, operator: ast.operator, value: Expr) -> Stmt:
    """`s[index] operator= value`: a slot of the state, changed."""
    return ast.AugAssign(ast.Subscript(name("s"), index, ast.Store()), operator, value)


def let(variable: str, value: Expr) -> Stmt:
    """An assignment to a local variable."""
    return ast.Assign([ast.Name(variable, ast.Store())], value)


def binary(left: Expr, operator: ast.operator, right: Expr) -> Expr:
    """An operation on two numbers; sums, differences and products of literals are folded."""
    if (
        isinstance(left, ast.Constant)
        and isinstance(right, ast.Constant)
        and isinstance(operator, (ast.Add, ast.Mult, ast.Sub))
    ):
        a, b = left.value, right.value
        if isinstance(a, int) and isinstance(b, int):
            return const(
                a + b if isinstance(operator, ast.Add) else a * b if isinstance(operator, ast.Mult) else a - b
            )
    return ast.BinOp(left, operator, right)


def plus(left: Expr, right: Expr) -> Expr:
    """A sum; adding a constant 0 vanishes."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ast.Constant) and one.value == 0:
            return other
    return binary(left, ast.Add(), right)


def times(left: Expr, right: Expr) -> Expr:
    """A product; multiplying by a constant 1 vanishes."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ast.Constant) and one.value == 1:
            return other
    return binary(left, ast.Mult(), right)


def compare(left: Expr, operator: ast.cmpop, right: Expr) -> Expr:
    """A comparison of two values; of two numbers that are known the outcome is."""
    if is_const(left) and is_const(right) and type(operator) in _NUMBER_TESTS:
        a, b = ast.literal_eval(left), ast.literal_eval(right)
        return const(_NUMBER_TESTS[type(operator)](a, b))
    return ast.Compare(left, [operator], [right])


def between(low: int, value: Expr, high: int) -> Expr:
    """`low <= value <= high`."""
    return ast.Compare(const(low), [ast.LtE(), ast.LtE()], [value, const(high)])


def both(parts: Sequence[Expr]) -> Expr:
    """The parts joined by `and`; there must be one at least."""
    return parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), list(parts))


def either(parts: Sequence[Expr]) -> Expr:
    """The parts joined by `or`; there must be one at least."""
    return parts[0] if len(parts) == 1 else ast.BoolOp(ast.Or(), list(parts))


def negated(operand: Expr) -> Expr:
    """`not operand`."""
    return ast.UnaryOp(ast.Not(), operand)


def if_else(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """`then if condition else otherwise`; where the condition is known, one of them."""
    if isinstance(condition, ast.Constant):
        return then if condition.value else otherwise
    return ast.IfExp(condition, then, otherwise)


def tuple_of(parts: Sequence[Expr]) -> Expr:
    """A tuple made of its parts."""
    return ast.Tuple(list(parts), ast.Load())


def listed(element: Expr, clauses: Sequence[tuple[str, Expr]], conditions: Sequence[Expr]) -> Expr:
    """A list comprehension; the conditions stand at the last clause."""
    made = [ast.comprehension(ast.Name(variable, ast.Store()), source, [], 0) for variable, source in clauses]
    made[-1].ifs = list(conditions)
    return ast.ListComp(element, made)


def loop(variable: str, source: Expr, body: Sequence[Stmt]) -> Stmt:
    """`for variable in source`; an empty body becomes `pass`."""
    return ast.For(ast.Name(variable, ast.Store()), source, list(body) or [ast.Pass()], [])


def when(condition: Expr, body: Sequence[Stmt], otherwise: Sequence[Stmt] = ()) -> Stmt:
    """`if condition`, with an `else` if there is something to do otherwise; an empty body becomes `pass`."""
    return ast.If(condition, list(body) or [ast.Pass()], list(otherwise))


def give(value: Expr) -> Stmt:
    """`return value`."""
    return ast.Return(value)


def run(value: Expr) -> Stmt:
    """An expression for its effect alone."""
    return ast.Expr(value)


def delegate(value: Expr) -> Stmt:
    """`yield from value`."""
    return ast.Expr(ast.YieldFrom(value))


def placed(node: Node, position: Position) -> Node:
    """Give a node that has no place yet a place in a rule file; what stays without gets its parent's."""
    if not hasattr(node, "lineno"):
        node.lineno, node.end_lineno = max(position.line, 1), max(position.last_line, 1)
        node.col_offset = max(position.column - 1, 0)
        node.end_col_offset = (position.end_column or position.column + 1) - 1
    return node


def place_all(node: Any, line: int = 1, column: int = 0, end: tuple[int, int] = (1, 0)) -> None:
    """Give what stays without a place that of its parent: `ast.fix_missing_locations`, twice as fast."""
    for value in vars(node).values():
        if value.__class__ is int or value.__class__ is str:
            continue
        for part in value if value.__class__ is list else (value,):
            if not isinstance(part, _PLACED):
                continue
            if "lineno" in vars(part):
                place_all(part, part.lineno, part.col_offset, (part.end_lineno, part.end_col_offset))
            else:
                part.lineno, part.col_offset = line, column
                part.end_lineno, part.end_col_offset = end
                place_all(part, line, column, end)


def load(functions: Sequence[ast.FunctionDef], file: str, namespace: dict[str, Any]) -> None:
    """Compile functions of a rule file, which are ours, and put them into a namespace."""
    module = ast.Module(list(functions), [])
    place_all(module)
    exec(compile(module, file, "exec"), namespace)


# What has places, or parts that have.
_PLACED: tuple[Any, ...] = (ast.expr, ast.stmt, ast.arguments, ast.arg, ast.comprehension, ast.keyword)


def quick_function(parameter: str, value: Expr) -> Expr:
    """A function without a name, of one parameter."""
    arguments = ast.arguments(
        posonlyargs=[], args=[ast.arg(parameter)], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    return ast.Lambda(arguments, value)


def function(
    word: str, parameters: Sequence[str], body: Sequence[Stmt], line: int, *, asks: bool = False
) -> ast.FunctionDef:
    """A function whose definition stands at a line of a rule file (at least line 1).

    asks: it is to be a generator, even where nothing in its body yields.
    """
    arguments = ast.arguments(
        posonlyargs=[], args=[ast.arg(p) for p in parameters], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    if asks:
        body = [*body, when(const(False), [run(ast.Yield(None))])]
    made = ast.FunctionDef(word, arguments, list(body) or [ast.Pass()], [])
    made.lineno, made.col_offset = max(line, 1), 0
    made.end_lineno, made.end_col_offset = max(line, 1), 0
    return made
