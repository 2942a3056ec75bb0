"""The parse tree of the effect language: frozen dataclasses with file positions; no Lark object goes beyond the parser."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.problems.position import Position


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that stands at a place in a rule file."""

    position: Position


# ---- expressions


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Truth(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """The word `none`."""


@dataclass(frozen=True, slots=True)
class Name(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`name(a, b)`: a counter, zone, board, table, value or built-in."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """`for x in S` of a comprehension."""

    name: str
    source: Expression


@dataclass(frozen=True, slots=True)
class Comprehension(Node):
    """`word(e for x in S where c by k)`."""

    word: str
    element: Expression
    clauses: tuple[Clause, ...]
    where: Expression | None
    by: Expression | None


@dataclass(frozen=True, slots=True)
class Field(Node):
    owner: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Inside(Node):
    """`x in S`, `x not in S`."""

    item: Expression
    source: Expression
    negated: bool


@dataclass(frozen=True, slots=True)
class Logic(Node):
    operator: str
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: Expression


@dataclass(frozen=True, slots=True)
class Negative(Node):
    operand: Expression


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`if c then a else b`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Range(Node):
    low: Expression
    high: Expression


Expression = (
    Number
    | Truth
    | Nothing
    | Name
    | Call
    | Comprehension
    | Field
    | Arithmetic
    | Comparison
    | Inside
    | Logic
    | Not
    | Negative
    | Choice
    | Range
)

# ---- signatures and patterns


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`tile t`, `set of estate group`."""

    set_of: bool
    type: str
    name: str


@dataclass(frozen=True, slots=True)
class Signature(Node):
    name: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """`sell(me, good g)`, `gained coins(player p, number n)`; arguments None: not written."""

    kind: str | None
    name: str
    arguments: tuple[Parameter | Expression, ...] | None


@dataclass(frozen=True, slots=True)
class LoopHead(Node):
    name: str
    source: Expression


# ---- statements

Block = tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class Require(Node):
    condition: Expression


@dataclass(frozen=True, slots=True)
class Pay(Node):
    amount: Expression
    counters: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class PayPiece(Node):
    piece: Expression
    source: Expression | None
    target: Expression | None


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """How many of a set: low..high; high None: all that can be had; greedy: as many as possible."""

    low: Expression | None
    high: Expression | None
    greedy: bool


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """body None: the bare form, which stands in a leading part."""

    quantity: Quantity | None
    name: str
    source: Expression
    where: Expression | None
    by: Expression | None
    body: Block | None
    otherwise: Block


@dataclass(frozen=True, slots=True)
class Gain(Node):
    amount: Expression
    counter: Call
    whom: Expression | None
    all_or_none: bool


@dataclass(frozen=True, slots=True)
class Lose(Node):
    amount: Expression
    counter: Call
    whom: Expression | None


@dataclass(frozen=True, slots=True)
class Assign(Node):
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Move(Node):
    """amount None: one piece; piece None: all of the source."""

    amount: Expression | None
    piece: Expression | None
    source: Expression | None
    target: Expression
    place: str | None
    facing: Expression | None


@dataclass(frozen=True, slots=True)
class Draw(Node):
    amount: Expression
    source: Expression
    target: Expression
    place: str | None


@dataclass(frozen=True, slots=True)
class Roll(Node):
    amount: Expression
    target: Expression


@dataclass(frozen=True, slots=True)
class Fill(Node):
    """`fill dice with 2, 2`: a zone of numbers or members gets these, and only these."""

    zone: Expression
    values: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Pick(Node):
    name: str
    source: Expression
    where: Expression | None


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    zone: Expression
    until: Expression | None


@dataclass(frozen=True, slots=True)
class Reveal(Node):
    """hide: the opposite."""

    zone: Expression
    whom: Expression | None
    hide: bool


@dataclass(frozen=True, slots=True)
class Swap(Node):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Invoke(Node):
    """`call f(x)`; must: it may not fail."""

    must: bool
    effect: Call
    whom: Expression | None


@dataclass(frozen=True, slots=True)
class Perform(Node):
    effect: Call
    whom: Expression | None
    at_once: bool


@dataclass(frozen=True, slots=True)
class DoEffect(Node):
    must: bool
    piece: Expression
    arguments: tuple[Expression, ...]
    whom: Expression | None


@dataclass(frozen=True, slots=True)
class Score(Node):
    amount: Expression
    source: str
    whom: Expression | None


@dataclass(frozen=True, slots=True)
class End(Node):
    """`end turn`, `end game after round`."""

    what: str
    after: str | None


@dataclass(frozen=True, slots=True)
class Branch(Node):
    name: str
    body: Block


@dataclass(frozen=True, slots=True)
class OneOf(Node):
    by: Expression | None
    branches: tuple[Branch, ...]
    otherwise: Block


@dataclass(frozen=True, slots=True)
class May(Node):
    by: Expression | None
    body: Block
    otherwise: Block


@dataclass(frozen=True, slots=True)
class If(Node):
    tests: tuple[tuple[Expression, Block], ...]
    otherwise: Block


@dataclass(frozen=True, slots=True)
class For(Node):
    name: str
    source: Expression
    where: Expression | None
    by: Expression | None
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    amount: Expression
    condition: Expression | None
    body: Block


@dataclass(frozen=True, slots=True)
class LastingModifier(Node):
    pattern: Pattern
    change: str
    value: Expression
    where: Expression | None


@dataclass(frozen=True, slots=True)
class LastingTrigger(Node):
    pattern: Pattern
    body: Block


@dataclass(frozen=True, slots=True)
class LastingGrant(Node):
    action: str


@dataclass(frozen=True, slots=True)
class Until(Node):
    step: str
    rules: tuple[LastingModifier | LastingTrigger | LastingGrant, ...]


@dataclass(frozen=True, slots=True)
class Settle(Node):
    rule: str
    body: Block


Statement = (
    Require
    | Pay
    | PayPiece
    | Choose
    | Gain
    | Lose
    | Assign
    | Move
    | Draw
    | Roll
    | Fill
    | Pick
    | Shuffle
    | Reveal
    | Swap
    | Let
    | Invoke
    | Perform
    | DoEffect
    | Score
    | End
    | OneOf
    | May
    | If
    | For
    | Repeat
    | Until
    | Settle
)
