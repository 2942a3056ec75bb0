"""The intermediate representation: what compiled rules consist of, and short words that make it.

The compiler makes these nodes; `emit_python` turns them into Python, `wasm/` into WebAssembly. Each
expression knows its type (signatures.py) from the checked rule that it was made of; a call knows its callee,
an entry its table. `place` is where a node is in a rule file; what has none is where its parent is. A node
may be part of several others.
"""

from __future__ import annotations

import operator as operator_functions
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from interpreter.compiler.signatures import (
    ARGUMENTS,
    CARRIED,
    CARRIERS,
    DECLARED,
    FUNCTION,
    FUNCTIONS,
    KEPT,
    KNOWN,
    NONE,
    NUMBER,
    NUMBERS,
    PAIRS,
    ROW,
    ROWS,
    SPANS,
    TEXT,
    signature_of,
)
from interpreter.language.checked import Variable
from interpreter.language.types import Type
from interpreter.problems.position import Position
from interpreter.reading.yaml_reader import MAX_NUMBER


@dataclass(slots=True, eq=False)
class Node:
    """Anything with a place."""

    place: Position | None = field(default=None, kw_only=True, repr=False)


@dataclass(slots=True, eq=False)
class Expr(Node):
    """A value."""

    @property
    def type(self) -> str:
        """The type of the value."""
        return NUMBER


@dataclass(slots=True, eq=False)
class Stmt(Node):
    """Something that is done."""


Located = TypeVar("Located", bound=Node)


# ---- static tables


@dataclass(frozen=True, slots=True)
class Table:
    """A static table: its name in the namespace, the type of table, what an entry is, and the entries.

    nothing: it has NOTHING, for `none`; type KNOWN and KEPT have no entries before play.
    """

    name: str
    type: str
    entry: str
    nothing: bool
    content: Any


def table_of(name: str, content: Any, type: str | None = None) -> Table:
    """A static table; its type is found from its entries where none is given."""
    if type in (KNOWN, KEPT):
        return Table(name, type, NUMBER, False, content)
    entries = list(content.values()) if isinstance(content, Mapping) else content
    entry = NUMBERS if any(isinstance(each, tuple) for each in entries) else NUMBER
    nothing = any(not isinstance(each, int | tuple) for each in entries)
    if type == FUNCTIONS:
        return Table(name, type, FUNCTION, False, content)
    if type == CARRIERS:
        return Table(name, type, CARRIED, True, content)
    if type is None and isinstance(content, Mapping):
        return Table(name, DECLARED, entry, False, content)
    if type is None:
        type = ROWS if entry == NUMBERS else ROW if nothing else NUMBERS
    return Table(name, type, entry, nothing, content)


# ---- values


@dataclass(slots=True, eq=False)
class Const(Expr):
    """A number, a truth, a text, None, numbers, or spans of slots."""

    value: Any

    @property
    def type(self) -> str:
        """As the literal is."""
        if isinstance(self.value, tuple):
            return SPANS if self.value and isinstance(self.value[0], tuple) else NUMBERS
        return NONE if self.value is None else TEXT if isinstance(self.value, str) else NUMBER


@dataclass(slots=True, eq=False)
class Local(Expr):
    """A parameter or a local variable."""

    name: str
    type: str = NUMBER


@dataclass(slots=True, eq=False)
class Slot(Expr):
    """What a slot of the state holds."""

    index: Expr
    type: str = NUMBER


@dataclass(slots=True, eq=False)
class Static(Expr):
    """A whole static table: a set that never changes, or what the run time looks into."""

    table: Table

    @property
    def type(self) -> str:
        """As the table is."""
        return self.table.type


@dataclass(slots=True, eq=False)
class Entry(Expr):
    """An entry of a static table."""

    table: Table
    index: Expr

    @property
    def type(self) -> str:
        """As the table's entries are."""
        return self.table.entry


@dataclass(slots=True, eq=False)
class Item(Expr):
    """One of some numbers, by its place from 0, which must be there."""

    of: Expr
    index: Expr


@dataclass(slots=True, eq=False)
class Arithmetic(Expr):
    """Two numbers, by + - * // % & | <<; // and % where the right one cannot be 0.

    grows: they are numbers of the rules, of which none but those that are kept has a bound.
    """

    operator: str
    left: Expr
    right: Expr
    grows: bool = False


@dataclass(slots=True, eq=False)
class Negative(Expr):
    """A number with the other sign."""

    operand: Expr


@dataclass(slots=True, eq=False)
class Joined(Expr):
    """Numbers, and then others."""

    left: Expr
    right: Expr

    @property
    def type(self) -> str:
        """Numbers."""
        return NUMBERS


@dataclass(slots=True, eq=False)
class Times(Expr):
    """Numbers, so many times."""

    of: Expr
    amount: Expr

    @property
    def type(self) -> str:
        """Numbers."""
        return NUMBERS


@dataclass(slots=True, eq=False)
class Compare(Expr):
    """Two numbers, by == != < <= > >=."""

    operator: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class IsNone(Expr):
    """Whether something is None."""

    operand: Expr
    negated: bool = False


@dataclass(slots=True, eq=False)
class Between(Expr):
    """Whether low <= value <= high."""

    low: Expr
    value: Expr
    high: Expr


@dataclass(slots=True, eq=False)
class Contains(Expr):
    """Whether a number is among some."""

    item: Expr
    of: Expr
    negated: bool = False


@dataclass(slots=True, eq=False)
class Logic(Expr):
    """Truths by `and` or `or`, from left to right as far as needed; used as a truth alone."""

    operator: str
    parts: Sequence[Expr]


@dataclass(slots=True, eq=False)
class Not(Expr):
    """Whether something is not true: 0, or no numbers."""

    operand: Expr


@dataclass(slots=True, eq=False)
class Choice(Expr):
    """One of two values of one type, by a truth."""

    condition: Expr
    then: Expr
    otherwise: Expr

    @property
    def type(self) -> str:
        """That of either."""
        return self.otherwise.type if self.then.type == NONE else self.then.type


@dataclass(slots=True, eq=False)
class Numbers(Expr):
    """Numbers, one by one; open: they can be appended to."""

    parts: Sequence[Expr]
    open: bool = False
    type: str = NUMBERS


@dataclass(slots=True, eq=False)
class Pair(Expr):
    """A key of one or several numbers, with a value: an element to be ordered by its key."""

    keys: Sequence[Expr]
    value: Expr


@dataclass(slots=True, eq=False)
class Clause(Node):
    """A variable that is each of some numbers in turn."""

    variable: str
    source: Expr


@dataclass(slots=True, eq=False)
class Gather(Expr):
    """What is worked out for each of some numbers that meet conditions, as one value.

    word: list, any, all, count, sum, min, max (0 of none); the conditions are asked at the last clause.
    """

    word: str
    element: Expr
    clauses: Sequence[Clause]
    conditions: Sequence[Expr]

    @property
    def type(self) -> str:
        """A list's elements, else a number."""
        if self.word != "list":
            return NUMBER
        return PAIRS if isinstance(self.element, Pair) else NUMBERS


# ---- calls


@dataclass(slots=True, eq=False)
class Call(Expr):
    """A call of the run time, by a name of signatures.py; the state is not among the arguments."""

    function: str
    arguments: Sequence[Expr]

    @property
    def type(self) -> str:
        """What the function gives."""
        return signature_of(self.function).result

    @property
    def asks(self) -> bool:
        """Whether the function may ask."""
        return signature_of(self.function).asks

    @property
    def faults(self) -> bool:
        """Whether the function may raise RuleFault, or counts work, of which there can be too much."""
        return signature_of(self.function).fails


@dataclass(slots=True, eq=False)
class GameCall(Expr):
    """A call of a compiled function; the state is not among the arguments."""

    function: str
    arguments: Sequence[Expr]
    type: str = NUMBER
    asks: bool = False


@dataclass(slots=True, eq=False)
class PieceCall(Expr):
    """A call of the function that a piece has in a table: its effect, or that effect's guard."""

    table: str
    piece: Expr
    arguments: Sequence[Expr]
    type: str = NONE
    asks: bool = False


@dataclass(slots=True, eq=False)
class Ask(Expr):
    """What a player answers; site: where in the rules; scope: what is known there."""

    by: Expr
    site: Expr
    options: Expr
    scope: Expr


@dataclass(slots=True, eq=False)
class FunctionName(Expr):
    """A compiled function, handed on to the run time."""

    name: str

    @property
    def type(self) -> str:
        """A function."""
        return FUNCTION


@dataclass(slots=True, eq=False)
class Arguments(Expr):
    """What a function is called with later, or what is known at a question; state: and first the state."""

    parts: Sequence[Expr]
    state: bool = True

    @property
    def type(self) -> str:
        """Arguments."""
        return ARGUMENTS


@dataclass(slots=True, eq=False)
class Remembered(Expr):
    """The result of a value that reads nothing but its arguments, looked up or worked out by a function."""

    table: Table
    function: str
    arguments: Sequence[Expr]
    type: str = NUMBER


@dataclass(slots=True, eq=False)
class Kept(Expr):
    """A kept value: looked up in a cell of a table where what it reads lies as it did, else worked out."""

    table: Table
    cell: Expr
    function: str
    arguments: Sequence[Expr]
    type: str = NUMBER


@dataclass(slots=True, eq=False)
class Imagined(Expr):
    """A value as it would be after an effect; steps: its work; can, do: its guard and function."""

    steps: int
    can: str | None
    do: str
    arguments: Sequence[Expr]
    value: Expr

    @property
    def type(self) -> str:
        """That of the value."""
        return self.value.type


@dataclass(slots=True, eq=False)
class Tracer(Expr):
    """A call of the tracer of a guard, which only Python's code has; called: and then what it gives."""

    method: str
    arguments: Sequence[Expr]
    called: Sequence[Expr] | None = None
    type: str = NUMBER


# ---- statements


@dataclass(slots=True, eq=False)
class Let(Stmt):
    """A local variable gets a value."""

    name: str
    value: Expr


@dataclass(slots=True, eq=False)
class Put(Stmt):
    """A slot gets a value."""

    index: Expr
    value: Expr


@dataclass(slots=True, eq=False)
class AddTo(Stmt):
    """A slot gets more (+) or less (-); numbers get others after them."""

    index: Expr
    operator: str
    value: Expr


@dataclass(slots=True, eq=False)
class When(Stmt):
    """Statements where a condition holds, and others where it does not."""

    condition: Expr
    body: Sequence[Stmt]
    otherwise: Sequence[Stmt] = ()


@dataclass(slots=True, eq=False)
class Loop(Stmt):
    """Statements for each of some numbers; otherwise: where no Break has ended it."""

    variable: str
    source: Expr
    body: Sequence[Stmt]
    otherwise: Sequence[Stmt] = ()


@dataclass(slots=True, eq=False)
class Break(Stmt):
    """Out of the innermost loop."""


@dataclass(slots=True, eq=False)
class Return(Stmt):
    """What the function gives; None where it gives nothing."""

    value: Expr | None = None


@dataclass(slots=True, eq=False)
class Fail(Stmt):
    """A fault of the rules."""

    text: str


@dataclass(slots=True, eq=False)
class Run(Stmt):
    """A call for its effect."""

    call: Expr


@dataclass(slots=True, eq=False)
class Append(Stmt):
    """One number more in an open sequence (None: the option that ends a choice)."""

    name: str
    value: Expr


@dataclass(slots=True, eq=False)
class Listener(Node):
    """A function that is given how much was settled, and its first arguments."""

    function: str
    arguments: Sequence[Expr]


@dataclass(slots=True, eq=False)
class Claim(Stmt):
    """Something claimed in a `settle`.

    The list of claims; the slot that gets it, the slot it is taken from, the piece (-1: a number), how many;
    what moves the pieces where more than a sorted zone changes; who listens.
    """

    claims: str
    target: Expr
    source: Expr
    piece: Expr
    amount: Expr
    mover: Listener | None = None
    listener: Listener | None = None


@dataclass(slots=True, eq=False)
class Settle(Stmt):
    """What was claimed is given out by a rule; those who listen hear of it, and may ask.

    places: where in the rules this is told from, in code that tells; after: what is done after each who
    hears.
    """

    claims: str
    rule: str
    asks: bool
    places: Sequence[Expr] = ()
    after: Sequence[Stmt] = ()


@dataclass(slots=True, eq=False)
class Function(Node):
    """A compiled function: its parameters after the state, its body, its file; asks: whether it may ask."""

    name: str
    parameters: Sequence[Local]
    body: Sequence[Stmt]
    file: str
    line: int
    asks: bool = False


# ---- the whole of a game


@dataclass(frozen=True, slots=True)
class Waiting:
    """How an action that waits is carried out: its function, its guard, parameters after `me`, work."""

    do: str
    can: str | None
    parameters: int
    work: int


@dataclass(frozen=True, slots=True)
class Compiled:
    """A compiled game: its functions by name, static tables by name, and what is between functions.

    agenda: what each number on the agenda means; points: for each piece its scoring lines; effects: for each
    table of functions the one for each piece, None where nothing is to be done.
    """

    functions: Mapping[str, Function]
    tables: Mapping[str, Table]
    agenda: tuple[Waiting, ...]
    points: tuple[tuple[str, ...], ...]
    effects: Mapping[str, tuple[str | None, ...]]


# ---- what is inside a node


_HOLDING = ("Expr", "Stmt", "Clause", "Listener", "Local")
# The fields that may hold nodes, for each kind of node seen so far.
_PARTS: dict[str, tuple[str, ...]] = {}


def _parts_of(node: Node) -> tuple[str, ...]:
    kind = type(node).__name__
    if kind not in _PARTS:
        held = (each.name for each in fields(node) if any(word in str(each.type) for word in _HOLDING))
        _PARTS[kind] = tuple(held)
    return _PARTS[kind]


def inside(node: Node) -> Iterator[Node]:
    """Yield the nodes directly inside one, in the order in which they stand."""
    for name in _parts_of(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif value:
            yield from value


def within(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes inside it."""
    left = [node]
    while left:
        part = left.pop()
        yield part
        for name in _PARTS.get(type(part).__name__) or _parts_of(part):
            value = getattr(part, name)
            if isinstance(value, Node):
                left.append(value)
            elif value:
                left.extend(value)


def kinds() -> set[str]:
    """The names of all kinds of expressions and statements."""
    found = (kind for base in (Expr, Stmt) for kind in base.__subclasses__())
    return {kind.__name__ for kind in found if kind.__module__ == __name__}


# ---- short words


def kind_of(type: Type) -> str:
    """The type of a value of the rules."""
    return NUMBERS if type.kind == "set" else NUMBER


def local(word: str, type: str = NUMBER) -> Local:
    """A variable, read."""
    return Local(word, type)


def const(value: object) -> Const:
    """A literal: a number, truth, text, None, or tuple of these."""
    return Const(value)


def is_const(node: Expr | None, kind: type = int) -> bool:
    """Tell whether a node is a literal of a Python type."""
    return isinstance(node, Const) and isinstance(node.value, kind)


def entry(table: Table, index: Expr) -> Entry:
    """An entry of a static table."""
    return Entry(table, index)


def static(table: Table) -> Static:
    """A whole static table."""
    return Static(table)


def names_of(variables: Iterable[Variable]) -> list[Local]:
    """Variables of the rules, read."""
    return [Local(variable.python, kind_of(variable.type)) for variable in variables]


def call(function: str, *arguments: Expr) -> Call:
    """A call of the run time."""
    return Call(function, arguments)


def slot(index: Expr, type: str = NUMBER) -> Slot:
    """A slot of the state, read."""
    return Slot(index, type)


_FOLDED = {"+": operator_functions.add, "-": operator_functions.sub, "*": operator_functions.mul}
_TESTS = {
    "==": operator_functions.eq, "!=": operator_functions.ne, "<": operator_functions.lt,
    "<=": operator_functions.le, ">": operator_functions.gt, ">=": operator_functions.ge,
}  # fmt: skip


def binary(left: Expr, operator: str, right: Expr, *, grows: bool = False) -> Expr:
    """An operation on two numbers; sums, differences and products of literals are folded, within bounds."""
    if isinstance(left, Const) and isinstance(right, Const) and operator in _FOLDED:
        a, b = left.value, right.value
        if isinstance(a, int) and isinstance(b, int) and abs(_FOLDED[operator](a, b)) <= MAX_NUMBER:
            return Const(_FOLDED[operator](a, b))
    return Arithmetic(operator, left, right, grows)


def plus(left: Expr, right: Expr, *, grows: bool = False) -> Expr:
    """A sum; adding a constant 0 vanishes."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Const) and one.value == 0:
            return other
    return binary(left, "+", right, grows=grows)


def times(left: Expr, right: Expr) -> Expr:
    """A product; multiplying by a constant 1 vanishes."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Const) and one.value == 1:
            return other
    return binary(left, "*", right)


def compare(left: Expr, operator: str, right: Expr) -> Expr:
    """A comparison of two numbers; of two that are known the outcome is."""
    if isinstance(left, Const) and isinstance(right, Const) and is_const(left) and is_const(right):
        return Const(_TESTS[operator](left.value, right.value))
    return Compare(operator, left, right)


def both(parts: Sequence[Expr]) -> Expr:
    """The parts joined by `and`; there must be one at least."""
    return parts[0] if len(parts) == 1 else Logic("and", parts)


def either(parts: Sequence[Expr]) -> Expr:
    """The parts joined by `or`; there must be one at least."""
    return parts[0] if len(parts) == 1 else Logic("or", parts)


def if_else(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """`then` where the condition holds; where that is known, one of both."""
    if isinstance(condition, Const):
        return then if condition.value else otherwise
    return Choice(condition, then, otherwise)


def numbers(parts: Sequence[Expr]) -> Numbers:
    """A sequence made of its parts."""
    return Numbers(parts)


def listed(element: Expr, clauses: Sequence[tuple[str, Expr]], conditions: Sequence[Expr]) -> Gather:
    """A list of what is gathered."""
    return gathered("list", element, clauses, conditions)


def gathered(
    word: str, element: Expr, clauses: Sequence[tuple[str, Expr]], conditions: Sequence[Expr]
) -> Gather:
    """What is gathered over numbers; the conditions are asked at the last clause."""
    return Gather(word, element, [Clause(variable, source) for variable, source in clauses], conditions)


def located(node: Located, position: Position) -> Located:
    """Give a node that has no place yet a place in a rule file; what stays without gets its parent's."""
    if node.place is None:
        node.place = position
    return node
