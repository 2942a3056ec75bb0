"""The first back end: the intermediate representation as Python, each node at its place in a rule file.

In: functions of the intermediate representation. Out: Python's own syntax trees, compiled into a namespace
under the names of the rule files, so that tracebacks, debuggers and coverage speak of these.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from interpreter.compiler import ir
from interpreter.compiler.signatures import STATE, signature_of


class At(TypedDict):
    """Where what is being written stands in a rule file."""

    lineno: int
    col_offset: int
    end_lineno: int
    end_col_offset: int


_LOAD, _STORE = ast.Load(), ast.Store()
_STATE = "s"
_ARITHMETIC: dict[str, ast.operator] = {
    "+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "//": ast.FloorDiv(), "%": ast.Mod(), "&": ast.BitAnd(),
    "|": ast.BitOr(), "<<": ast.LShift(),
}  # fmt: skip
_COMPARISONS: dict[str, ast.cmpop] = {
    "==": ast.Eq(), "!=": ast.NotEq(), "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(), ">=": ast.GtE(),
}  # fmt: skip
_LOGIC: dict[str, ast.boolop] = {"and": ast.And(), "or": ast.Or()}


def load(functions: Sequence[ir.Function], file: str, namespace: dict[str, Any]) -> None:
    """Compile functions of a rule file, which are ours, and put them into a namespace."""
    module = ast.Module([_function(each) for each in functions], [])
    exec(compile(module, file, "exec"), namespace)


def _function(function: ir.Function) -> ast.stmt:
    line = max(function.line, 1)
    at = At(lineno=line, col_offset=0, end_lineno=line, end_col_offset=0)
    body = _block(function.body, at)
    if function.asks:
        # What asks is a generator, even where nothing in its body yields.
        never = ast.Expr(ast.Yield(None, **at), **at)
        body.append(ast.If(ast.Constant(False, **at), [never], [], **at))
    words = [_STATE, *(each.name for each in function.parameters)]
    return ast.FunctionDef(function.name, _parameters(words, at), body, [], **at)


def _parameters(words: Sequence[str], at: At) -> ast.arguments:
    given = [ast.arg(word, **at) for word in words]
    return ast.arguments(posonlyargs=[], args=given, kwonlyargs=[], kw_defaults=[], defaults=[])


def _at(node: ir.Node, around: At) -> At:
    """Where a node stands: at its own place, else where what it is in does."""
    place = node.place
    if place is None:
        return around
    return {
        "lineno": max(place.line, 1),
        "col_offset": max(place.column - 1, 0),
        "end_lineno": max(place.last_line, 1),
        "end_col_offset": (place.end_column or place.column + 1) - 1,
    }


def _name(word: str, at: At) -> ast.expr:
    return ast.Name(word, _LOAD, **at)


def _stored(word: str, at: At) -> ast.expr:
    return ast.Name(word, _STORE, **at)


def _called(word: str, given: list[ast.expr], at: At) -> ast.expr:
    return ast.Call(_name(word, at), given, [], **at)


# ---- statements


def _block(block: Sequence[ir.Stmt], at: At) -> list[ast.stmt]:
    """Statements; an empty block becomes `pass`."""
    return _lines(block, at) or [ast.Pass(**at)]


def _lines(block: Sequence[ir.Stmt], at: At) -> list[ast.stmt]:
    return [line for each in block for line in _STATEMENTS[type(each)](each, _at(each, at))]


def _let(node: ir.Let, at: At) -> list[ast.stmt]:
    return [ast.Assign([_stored(node.name, at)], _value(node.value, at), **at)]


def _put(node: ir.Put, at: At) -> list[ast.stmt]:
    slot = ast.Subscript(_name(_STATE, at), _value(node.index, at), _STORE, **at)
    return [ast.Assign([slot], _value(node.value, at), **at)]


def _add_to(node: ir.AddTo, at: At) -> list[ast.stmt]:
    slot = ast.Subscript(_name(_STATE, at), _value(node.index, at), _STORE, **at)
    return [ast.AugAssign(slot, _ARITHMETIC[node.operator], _value(node.value, at), **at)]


def _when(node: ir.When, at: At) -> list[ast.stmt]:
    otherwise = _block(node.otherwise, at) if node.otherwise else []
    return [ast.If(_value(node.condition, at), _block(node.body, at), otherwise, **at)]


def _loop(node: ir.Loop, at: At) -> list[ast.stmt]:
    otherwise = _block(node.otherwise, at) if node.otherwise else []
    source = _value(node.source, at)
    return [ast.For(_stored(node.variable, at), source, _block(node.body, at), otherwise, **at)]


def _return(node: ir.Return, at: At) -> list[ast.stmt]:
    return [ast.Return(None if node.value is None else _value(node.value, at), **at)]


def _fail(node: ir.Fail, at: At) -> list[ast.stmt]:
    return [ast.Raise(_called("RuleFault", [ast.Constant(node.text, **at)], at), None, **at)]


def _run(node: ir.Run, at: At) -> list[ast.stmt]:
    call = node.call
    if isinstance(call, ir.PieceCall) and call.asks:
        return _run_on("result__", _piece_call(call, _at(call, at)), at)
    return [ast.Expr(_value(call, at), **at)]


def _run_on(result: str, call: ast.expr, at: At) -> list[ast.stmt]:
    """A call of what may be a generator: then that is run to its end."""
    asks = ast.Compare(_name(result, at), [ast.IsNot()], [ast.Constant(None, **at)], **at)
    delegated = ast.Expr(ast.YieldFrom(_name(result, at), **at), **at)
    return [ast.Assign([_stored(result, at)], call, **at), ast.If(asks, [delegated], [], **at)]


def _append(node: ir.Append, at: At) -> list[ast.stmt]:
    return [_appended(node.name, _value(node.value, at), at)]


def _appended(name: str, value: ast.expr, at: At) -> ast.stmt:
    append = ast.Attribute(_name(name, at), "append", _LOAD, **at)
    return ast.Expr(ast.Call(append, [value], [], **at), **at)


def _claim(node: ir.Claim, at: At) -> list[ast.stmt]:
    parts = [_value(each, at) for each in (node.target, node.source, node.piece, node.amount)]
    for each in (node.mover, node.listener):
        if each is None:
            parts.append(ast.Constant(None, **at))
        else:
            given = ast.Tuple([_value(part, at) for part in each.arguments], _LOAD, **at)
            parts.append(ast.Tuple([_name(each.function, at), given], _LOAD, **at))
    return [_appended(node.claims, ast.Tuple(parts, _LOAD, **at), at)]


def _settle(node: ir.Settle, at: At) -> list[ast.stmt]:
    word = "settle_told" if node.places else "settle"
    given = [_name(_STATE, at), _name(node.claims, at), ast.Constant(node.rule, **at)]
    settled = _called(word, [*given, *(_value(each, at) for each in node.places)], at)
    listener = [
        ast.Subscript(_name("told__", at), ast.Constant(place, **at), _LOAD, **at) for place in (0, 1)
    ]
    heard = [_name(_STATE, at), ast.Starred(listener[1], _LOAD, **at), _name("got__", at)]
    call = ast.Call(listener[0], heard, [], **at)
    alone: list[ast.stmt] = [ast.Expr(call, **at)]
    body = _run_on("result__", call, at) if node.asks else alone
    body += _lines(node.after, at)
    pair = ast.Tuple([_stored("told__", at), _stored("got__", at)], _STORE, **at)
    return [ast.For(pair, settled, body, [], **at)]


_STATEMENTS: dict[type[ir.Stmt], Callable[[Any, At], list[ast.stmt]]] = {
    ir.Let: _let, ir.Put: _put, ir.AddTo: _add_to, ir.When: _when, ir.Loop: _loop, ir.Return: _return,
    ir.Break: lambda _node, at: [ast.Break(**at)], ir.Fail: _fail, ir.Run: _run, ir.Append: _append,
    ir.Claim: _claim, ir.Settle: _settle,
}  # fmt: skip


# ---- expressions


def _value(node: ir.Expr, around: At) -> ast.expr:
    return _EXPRESSIONS[type(node)](node, _at(node, around))


def _values(nodes: Sequence[ir.Expr], at: At) -> list[ast.expr]:
    return [_value(each, at) for each in nodes]


def _const(node: ir.Const, at: At) -> ast.expr:
    return ast.Constant(node.value, **at)


def _item(of: ast.expr, index: ast.expr, at: At) -> ast.expr:
    return ast.Subscript(of, index, _LOAD, **at)


def _arithmetic(node: ir.Arithmetic, at: At) -> ast.expr:
    return ast.BinOp(_value(node.left, at), _ARITHMETIC[node.operator], _value(node.right, at), **at)


def _joined(node: ir.Joined, at: At) -> ast.expr:
    return ast.BinOp(_value(node.left, at), _ARITHMETIC["+"], _value(node.right, at), **at)


def _times(node: ir.Times, at: At) -> ast.expr:
    return ast.BinOp(_value(node.of, at), _ARITHMETIC["*"], _value(node.amount, at), **at)


def _compare(node: ir.Compare, at: At) -> ast.expr:
    return ast.Compare(_value(node.left, at), [_COMPARISONS[node.operator]], [_value(node.right, at)], **at)


def _is_none(node: ir.IsNone, at: At) -> ast.expr:
    operator = ast.IsNot() if node.negated else ast.Is()
    return ast.Compare(_value(node.operand, at), [operator], [ast.Constant(None, **at)], **at)


def _between(node: ir.Between, at: At) -> ast.expr:
    parts = _values([node.value, node.high], at)
    return ast.Compare(_value(node.low, at), [_COMPARISONS["<="]] * 2, parts, **at)


def _contains(node: ir.Contains, at: At) -> ast.expr:
    operator = ast.NotIn() if node.negated else ast.In()
    return ast.Compare(_value(node.item, at), [operator], [_value(node.of, at)], **at)


def _logic(node: ir.Logic, at: At) -> ast.expr:
    return ast.BoolOp(_LOGIC[node.operator], _values(node.parts, at), **at)


def _not(node: ir.Not, at: At) -> ast.expr:
    return ast.UnaryOp(ast.Not(), _value(node.operand, at), **at)


def _choice(node: ir.Choice, at: At) -> ast.expr:
    condition, then, otherwise = _values([node.condition, node.then, node.otherwise], at)
    return ast.IfExp(condition, then, otherwise, **at)


def _numbers(node: ir.Numbers, at: At) -> ast.expr:
    kind = ast.List if node.open else ast.Tuple
    return kind(_values(node.parts, at), _LOAD, **at)


def _pair(node: ir.Pair, at: At) -> ast.expr:
    keys = _values(node.keys, at)
    key = keys[0] if len(keys) == 1 else ast.Tuple(keys, _LOAD, **at)
    return ast.Tuple([key, _value(node.value, at)], _LOAD, **at)


def _gather(node: ir.Gather, at: At) -> ast.expr:
    clauses = [
        ast.comprehension(_stored(each.variable, at), _value(each.source, at), [], 0) for each in node.clauses
    ]
    clauses[-1].ifs = _values(node.conditions, at)
    element = ast.Constant(1, **at) if node.word == "count" else _value(node.element, at)
    found = ast.ListComp(element, clauses, **at)
    if node.word == "list":
        return found
    given = [ast.keyword("default", ast.Constant(0, **at), **at)] if node.word in ("min", "max") else []
    return ast.Call(_name("len" if node.word == "count" else node.word, at), [found], given, **at)


def _call(node: ir.Call, at: At) -> ast.expr:
    signature, given = signature_of(node.function), _values(node.arguments, at)
    if node.function == "count":
        return ast.Call(ast.Attribute(given[0], "count", _LOAD, **at), given[1:], [], **at)
    if node.function == "fromkeys":
        return ast.Call(ast.Attribute(_name("dict", at), "fromkeys", _LOAD, **at), given, [], **at)
    if signature.parameters[:1] == (STATE,):
        given.insert(0, _name(_STATE, at))
    return _delegated(_called(node.function, given, at), signature.asks, at)


def _delegated(call: ast.expr, asks: bool, at: At) -> ast.expr:
    """A call of what may ask stands behind `yield from`."""
    return ast.YieldFrom(call, **at) if asks else call


def _game_call(node: ir.GameCall, at: At) -> ast.expr:
    given = [_name(_STATE, at), *_values(node.arguments, at)]
    return _delegated(_called(node.function, given, at), node.asks, at)


def _piece_call(node: ir.PieceCall, at: At) -> ast.expr:
    function = _item(_name(node.table, at), _value(node.piece, at), at)
    return ast.Call(function, [_name(_STATE, at), *_values(node.arguments, at)], [], **at)


def _ask(node: ir.Ask, at: At) -> ast.expr:
    return ast.Yield(_called("ask", _values([node.by, node.site, node.options, node.scope], at), at), **at)


def _arguments(node: ir.Arguments, at: At) -> ast.expr:
    state = [_name(_STATE, at)] if node.state else []
    return ast.Tuple([*state, *_values(node.parts, at)], _LOAD, **at)


def _remembered(node: ir.Remembered, at: At) -> ast.expr:
    key = ast.Tuple(_values(node.arguments, at), _LOAD, **at)
    return _item(_name(node.table.name, at), key, at)


def _kept(node: ir.Kept, at: At) -> ast.expr:
    given = [_name(_STATE, at), _name(node.table.name, at), _value(node.cell, at), _name(node.function, at)]
    given.append(ast.Tuple(_values(node.arguments, at), _LOAD, **at))
    return _called("unless_changed", given, at)


def _imagined(node: ir.Imagined, at: At) -> ast.expr:
    can = ast.Constant(None, **at) if node.can is None else _name(node.can, at)
    arguments = ast.Tuple(_values(node.arguments, at), _LOAD, **at)
    value = ast.Lambda(_parameters([_STATE], at), _value(node.value, at), **at)
    given = [_name(_STATE, at), ast.Constant(node.steps, **at), can, _name(node.do, at), arguments, value]
    return _called("imagined", given, at)


def _tracer(node: ir.Tracer, at: At) -> ast.expr:
    method = ast.Attribute(_name("w", at), node.method, _LOAD, **at)
    found: ast.expr = ast.Call(method, _values(node.arguments, at), [], **at)
    if node.called is not None:
        found = ast.Call(found, [_name(_STATE, at), *_values(node.called, at)], [], **at)
    return found


_EXPRESSIONS: dict[type[ir.Expr], Callable[[Any, At], ast.expr]] = {
    ir.Const: _const, ir.Arithmetic: _arithmetic, ir.Joined: _joined, ir.Times: _times, ir.Compare: _compare,
    ir.IsNone: _is_none, ir.Between: _between, ir.Contains: _contains, ir.Logic: _logic, ir.Not: _not,
    ir.Choice: _choice, ir.Numbers: _numbers, ir.Pair: _pair, ir.Gather: _gather, ir.Call: _call,
    ir.GameCall: _game_call, ir.PieceCall: _piece_call, ir.Ask: _ask, ir.Arguments: _arguments,
    ir.Remembered: _remembered, ir.Kept: _kept, ir.Imagined: _imagined, ir.Tracer: _tracer,
    ir.Local: lambda node, at: _name(node.name, at),
    ir.FunctionName: lambda node, at: _name(node.name, at),
    ir.Static: lambda node, at: _name(node.table.name, at),
    ir.Slot: lambda node, at: _item(_name(_STATE, at), _value(node.index, at), at),
    ir.Entry: lambda node, at: _item(_name(node.table.name, at), _value(node.index, at), at),
    ir.Item: lambda node, at: _item(_value(node.of, at), _value(node.index, at), at),
    ir.Negative: lambda node, at: ast.UnaryOp(ast.USub(), _value(node.operand, at), **at),
}  # fmt: skip

_MISSING = ir.kinds() - {kind.__name__ for table in (_EXPRESSIONS, _STATEMENTS) for kind in table}
if _MISSING:
    raise LookupError(f"nothing emits {', '.join(sorted(_MISSING))}")
