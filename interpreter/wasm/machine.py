"""The small Python in which a module's run time is written, read into the intermediate representation.

In: the syntax trees of `library`, or nodes that `game_functions` makes. Out: functions of the intermediate
representation with a few nodes more, which are nearer to the machine: there values are 64-bit numbers that
nothing checks, a sequence is its length and address, and names in capitals stand for numbers of the module.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from interpreter.compiler import ir
from interpreter.compiler.signatures import NUMBER, NUMBERS


class UnknownName(Exception):
    """A name that nothing gives a value."""


@dataclass(slots=True, eq=False)
class NamedNumber(ir.Expr):
    """A number of the module, by its name."""

    name: str


@dataclass(slots=True, eq=False)
class Cell(ir.Expr):
    """A global variable."""

    name: str


@dataclass(slots=True, eq=False)
class Raw(ir.Expr):
    """A number of a sequence by its place from 0, without a look at how many there are."""

    of: ir.Expr
    index: ir.Expr


@dataclass(slots=True, eq=False)
class Machine(ir.Expr):
    """Two numbers by + - * / & | ^ <<, as the machine does it."""

    operator: str
    left: ir.Expr
    right: ir.Expr


@dataclass(slots=True, eq=False)
class RunTime(ir.Expr):
    """A call of a function or primitive of the run time; the state is the first argument if it takes it."""

    function: str
    arguments: Sequence[ir.Expr]
    type: str = NUMBER


@dataclass(slots=True, eq=False)
class SetCell(ir.Stmt):
    """A global variable gets a value."""

    name: str
    value: ir.Expr


@dataclass(slots=True, eq=False)
class While(ir.Stmt):
    """Statements as long as a condition holds."""

    condition: ir.Expr
    body: Sequence[ir.Stmt]


@dataclass(frozen=True, slots=True)
class RunTimeFunction:
    """A function of the run time; state: whether its callers give it the state first; defaults: of its last
    parameters.
    """

    code: ir.Function
    state: bool = False
    defaults: Sequence[ir.Expr] = ()


# ---- reading


@dataclass(slots=True)
class _Reading:
    """One function while it is read: its name, the names that it gives values to, and what kinds of value.

    sequences, tables over all spaces (the entry of none lies before the others), the one set of spaces.
    """

    name: str
    known: Collection[str]
    sequences: Collection[str]
    tables: Collection[str]
    marks: Collection[str]


def read(node: ast.FunctionDef) -> RunTimeFunction:
    """Read a function, without parameters that are texts. Raises UnknownName."""
    parameters = [each for each in node.args.args if _annotated(each) != "str"]
    given = [each.arg for each in parameters]
    words = [word for word in given if word != "s"]
    stored = {each.id for each in ast.walk(node) if _is_stored(each)}
    kinds = {each.arg: _annotated(each) for each in parameters} | {
        each.target.id: ast.unparse(each.annotation)
        for each in ast.walk(node)
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }
    lists = {word for each in ast.walk(node) for word in _names_of_lists(each)}
    sequences, tables, marks = (
        {word for word, kind in kinds.items() if kind.startswith(wanted)}
        for wanted in (_SEQUENCES, _TABLES, _MARKS)
    )
    assert len(marks) < 2, f"{node.name}: a space has room for one mark"
    reading = _Reading(node.name, {"s", *words, *stored}, sequences | lists, tables, marks)
    code = ir.Function(node.name, [ir.local(word) for word in words], _block(reading, node.body), "", 1)
    defaults = [_value(reading, each) for each in node.args.defaults if not _is_text(each)]
    return RunTimeFunction(code, given[:1] == ["s"], defaults)


_SEQUENCES = ("Numbers", "Rows", "tuple", "Sequence", "Iterable", "list")
_TABLES, _MARKS = ("BySpace",), ("Marks",)


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _names_of_lists(node: ast.AST) -> list[str]:
    """The name that an assignment gives a list or a part of a sequence."""
    match node:
        case ast.Assign([ast.Name(word)], ast.List() | ast.Subscript(_, ast.Slice())):
            return [word]
    return []


def _annotated(parameter: ast.arg) -> str:
    return "" if parameter.annotation is None else ast.unparse(parameter.annotation)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _block(reading: _Reading, block: Sequence[ast.stmt]) -> list[ir.Stmt]:
    return [line for each in block if (line := _statement(reading, each)) is not None]


def _statement(reading: _Reading, node: ast.stmt) -> ir.Stmt | None:
    def value(given: ast.expr) -> ir.Expr:
        return _value(reading, given)

    match node:
        case ast.Assign([ast.Name(word)], given):
            return ir.Let(word, value(given))
        case ast.Assign([ast.Subscript(ast.Name("s"), index)], given):
            return ir.Put(value(index), value(given))
        case ast.AugAssign(ast.Name(word) as name, operator, given):
            return ir.Let(word, value(ast.BinOp(name, operator, given)))
        case ast.AugAssign(ast.Subscript(ast.Name("s"), index), operator, given):
            slot = value(index)
            return ir.Put(slot, Machine(_OPERATORS[type(operator)], ir.slot(slot), value(given)))
        case ast.Raise():
            return ir.Fail("")
        case ast.If(test, body, otherwise):
            return ir.When(value(test), _block(reading, body), _block(reading, otherwise))
        case ast.While(test, body):
            return While(value(test), _block(reading, body))
        case ast.For(ast.Name(word), source, body):
            return ir.Loop(word, value(source), _block(reading, body))
        case ast.Return(given):
            return ir.Return(None if given is None else value(given))
        case ast.Break():
            return ir.Break()
        case ast.AnnAssign(ast.Name(word), _, ast.expr() as given):
            made = value(given)
            changes = word in reading.marks and not (isinstance(made, RunTime) and made.function == "members")
            return ir.Let(word, RunTime("mark", [made]) if changes else made)
        case ast.Assign([ast.Attribute(ast.Name("m"), word)], given):
            return SetCell(word, value(given))
        case ast.Expr(ast.Constant()) | ast.Pass():
            return None
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(word), "append"), [given])):
            return ir.Let(word, RunTime("push", [ir.local(word), value(given)]))
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(word), "add" | "remove" as verb), [given])):
            return ir.Run(RunTime(f"{verb}_mark", [ir.local(word), value(given)]))
        case ast.Expr(given):
            return ir.Run(value(given))
    raise UnknownName(f"{reading.name}: {ast.unparse(node)[:100]}")


_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.BitAnd: "&", ast.BitOr: "|",
    ast.BitXor: "^", ast.LShift: "<<",
}  # fmt: skip
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


# What a function of Python is here; a sequence that is no set of marks is looked through.
_BUILT_INS = {"abs": "size_of", "max": "most_of", "min": "least_of", "sorted": "sorted_"}
_GATHERING = {"all": "all", "any": "any", "sum": "sum", "tuple": "list"}


def _value(reading: _Reading, node: ast.expr) -> ir.Expr:
    def value(given: ast.expr) -> ir.Expr:
        return _value(reading, given)

    match node:
        case ast.Constant(int(number)):
            return ir.const(number)
        case ast.Constant(None):
            return ir.const(None)
        case ast.Tuple([ast.Starred(first), ast.Starred(second)]) | ast.Set(
            [ast.Starred(first), ast.Starred(second)]
        ):
            return RunTime("joined", [value(first), value(second)])
        case ast.Tuple(parts) | ast.List(parts):
            return ir.Numbers([value(each) for each in parts])
        case ast.UnaryOp(ast.USub(), ast.Constant(int(number))):
            return ir.const(-number)
        case ast.UnaryOp(ast.USub(), operand):
            return Machine("-", ir.const(0), value(operand))
        case ast.UnaryOp(ast.Not(), operand):
            return ir.Not(value(operand))
        case ast.Name(word):
            return _name(reading, word)
        case ast.Attribute(ast.Name("m"), word):
            return NamedNumber(word) if word.isupper() else Cell(word)
        case ast.Subscript(ast.Name("s"), index):
            return ir.slot(value(index))
        case ast.Subscript(ast.Name(word), index) if word in reading.tables:
            return RunTime("near", [value(node.value), value(index)])
        case ast.Subscript(ast.Subscript(ast.Name(word)) as row, index) if word in reading.tables:
            return RunTime("item", [value(row), value(index)])
        case ast.Subscript(of, ast.Slice(first, None)) if first is not None:
            return RunTime("cut", [value(of), value(first), RunTime("len", [value(of)])])
        case ast.Subscript(of, ast.UnaryOp(ast.USub(), back)):
            return Raw(value(of), Machine("-", RunTime("len", [value(of)]), value(back)))
        case ast.Subscript(of, index):
            return Raw(value(of), value(index))
        case ast.BinOp(left, ast.Mod(), right):
            return RunTime("remainder", [value(left), value(right)])
        case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS:
            return Machine(_OPERATORS[type(operator)], value(left), value(right))
        case ast.Compare(operand, [ast.Is() | ast.IsNot() as operator], [ast.Constant(None)]):
            return ir.IsNone(value(operand), isinstance(operator, ast.IsNot))
        case ast.Compare(left, [first, second], [middle, right]):
            # The middle is worked out twice: it is a variable or a sum.
            pairs = [ast.Compare(left, [first], [middle]), ast.Compare(middle, [second], [right])]
            return ir.both([value(each) for each in pairs])
        case ast.Compare(left, [operator], [right]) if type(operator) in _COMPARISONS:
            return ir.Compare(_COMPARISONS[type(operator)], value(left), value(right))
        case ast.BoolOp(word, parts):
            return ir.Logic("and" if isinstance(word, ast.And) else "or", [value(each) for each in parts])
        case ast.IfExp(test, then, otherwise):
            return ir.Choice(value(test), value(then), value(otherwise))
        case ast.Compare(left, [ast.In() | ast.NotIn() as operator], [ast.Tuple(parts)]):
            tests = [ir.Compare("==", value(left), value(each)) for each in parts]
            return ir.Not(ir.either(tests)) if isinstance(operator, ast.NotIn) else ir.either(tests)
        case ast.Compare(left, [ast.In() | ast.NotIn() as operator], [ast.Name(word) as held]):
            negated = isinstance(operator, ast.NotIn)
            if word not in reading.marks:
                return ir.Contains(value(left), value(held), negated)
            marked = RunTime("is_marked", [value(held), value(left)])
            return ir.Not(marked) if negated else marked
        case ast.Call(ast.Name("sorted"), [ast.SetComp(element, clauses)]):
            return RunTime("distinct", [_gathered(reading, "list", element, clauses)])
        case ast.Call(ast.Name("sorted"), [ast.Set() as both]):
            return RunTime("distinct", [value(both)])
        case ast.Call(ast.Name(word), [ast.GeneratorExp(element, clauses)]) if word in _GATHERING:
            return _gathered(reading, _GATHERING[word], element, clauses)
        case ast.Call(ast.Name("tuple" | "set"), [given]):
            return value(given)
        case ast.Call(ast.Name("range"), given):
            return ir.call("range", *map(value, given))
        case ast.Call(ast.Name(word), [ast.Starred(given)]) if word in reading.known:
            return RunTime("call1", [ir.local(word), value(given)])
        case ast.Call(ast.Name(word), given):
            word = _BUILT_INS.get(word, word)
            return RunTime(word, [value(each) for each in given if not _is_text(each)])
    raise UnknownName(f"{reading.name}: {ast.unparse(node)[:100]}")


def _gathered(
    reading: _Reading, word: str, element: ast.expr, clauses: Sequence[ast.comprehension]
) -> ir.Gather:
    """What is gathered; conditions belong to the last clause."""
    assert not any(each.ifs for each in clauses[:-1]), f"{reading.name}: a condition before the last clause"
    sources = [
        (each.target.id, _value(reading, each.iter)) for each in clauses if isinstance(each.target, ast.Name)
    ]
    conditions = [_value(reading, each) for each in clauses[-1].ifs]
    return ir.gathered(word, _value(reading, element), sources, conditions)


def _name(reading: _Reading, word: str) -> ir.Expr:
    if word in reading.known:
        return ir.local(word, NUMBERS if word in reading.sequences else NUMBER)
    if word.isupper():
        return NamedNumber(word)
    raise UnknownName(f"{reading.name}: there is no '{word}'")
