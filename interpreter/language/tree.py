"""The parse tree of the effect language: nodes with file positions.

No Lark object goes beyond the parser.
"""

from __future__ import annotations

from interpreter.language.node import Node, node

# ---- expressions


@node
class Number(Node):
    """A whole number."""

    value: int


@node
class Truth(Node):
    """`true` or `false`."""

    value: bool


@node
class Nothing(Node):
    """The word `none`."""


@node
class Name(Node):
    """A bare name, whose meaning the checker finds."""

    name: str


@node
class Call(Node):
    """`name(a, b)`: a counter, zone, board, table, value or built-in."""

    name: str
    arguments: tuple[Expression, ...]


@node
class Clause(Node):
    """`for x in S` of a comprehension."""

    name: str
    source: Expression


@node
class Comprehension(Node):
    """`word(e for x in S where c by k, l)`."""

    word: str
    element: Expression
    clauses: tuple[Clause, ...]
    where: Expression | None
    by: tuple[Expression, ...]


@node
class Field(Node):
    """`x.name`: a field or state of what stands before the dot."""

    owner: Expression
    name: str


@node
class Arithmetic(Node):
    """`a + b`; operator: + - * / mod."""

    operator: str
    left: Expression
    right: Expression


@node
class Comparison(Node):
    """`a < b`; operator: == != < <= > >=."""

    operator: str
    left: Expression
    right: Expression


@node
class Inside(Node):
    """`x in S`, `x not in S`."""

    item: Expression
    source: Expression
    negated: bool


@node
class After(Node):
    """`v after p does effect(x)`; player None: I do it."""

    value: Expression
    player: Expression | None
    effect: Expression


@node
class Logic(Node):
    """`a and b and c`; operator: and, or."""

    operator: str
    parts: tuple[Expression, ...]


@node
class Not(Node):
    """`not a`."""

    operand: Expression


@node
class Negative(Node):
    """`-a`."""

    operand: Expression


@node
class Choice(Node):
    """`if c then a else b`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@node
class Listing(Node):
    """`{a, b}`: a set named one by one."""

    entries: tuple[Expression, ...]


@node
class Range(Node):
    """`a..b`: the numbers from one to the other."""

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
    | After
    | Logic
    | Not
    | Negative
    | Choice
    | Range
    | Listing
)

# ---- signatures and patterns


@node
class Parameter(Node):
    """`card c`, `set of field group`."""

    set_of: bool
    type: str
    name: str


@node
class Signature(Node):
    """`name(tile t, number n)`: the head of an effect, action or value."""

    name: str
    parameters: tuple[Parameter, ...]


@node
class Pattern(Node):
    """`draw_card(me, card c)`, `gained coins(player p, number n)`; arguments None: not written."""

    kind: str | None
    name: str
    arguments: tuple[Parameter | Expression, ...] | None


@node
class LoopHead(Node):
    """`x in S`: what a step of the flow is done for."""

    name: str
    source: Expression


# ---- statements

Block = tuple["Statement", ...]


@node
class Require(Node):
    """`require CONDITION`."""

    condition: Expression


@node
class Pay(Node):
    """`pay 2 coins or gems`."""

    amount: Expression
    counters: tuple[Call, ...]


@node
class PayPiece(Node):
    """`pay tile from zone to space`, `pay 3 ore from zone`; amount None: one."""

    amount: Expression | None
    piece: Expression
    source: Expression | None
    target: Expression | None


@node
class Lot(Node):
    """`3 ore`: so many of a kind."""

    amount: Expression
    piece: Expression


@node
class PayLots(Node):
    """`pay 2 red, 3 blue from zone`."""

    lots: tuple[Lot, ...]
    source: Expression
    target: Expression | None


@node
class Quantity(Node):
    """How many of a set: low..high; high None: all that can be had; greedy: as many as possible.

    repeats: each may be taken several times.
    """

    low: Expression | None
    high: Expression | None
    greedy: bool
    repeats: bool = False


@node
class Text(Node):
    """A text for people, in parts: words, and values between them."""

    parts: tuple[str | Expression, ...]


@node
class Asking(Node):
    """How something is asked: the question, notes for each option, the titles of branches, what Enter takes.

    titles: one for each branch, None where it has none; always: a sole option is asked too.
    """

    question: Text | None
    notes: tuple[Text, ...]
    titles: tuple[Text | None, ...]
    default: Expression | None
    always: bool


@node
class Choose(Node):
    """body None: the bare form, which stands in a leading part."""

    quantity: Quantity | None
    name: str
    source: Expression
    where: Expression | None
    by: Expression | None
    body: Block | None
    otherwise: Block
    asking: Asking | None = None


@node
class Gain(Node):
    """`gain 2 coins for p`; all_or_none: nothing if the supply is short."""

    amount: Expression
    counter: Call
    whom: Expression | None
    all_or_none: bool


@node
class Lose(Node):
    """`lose 1 coins for p`."""

    amount: Expression
    counter: Call
    whom: Expression | None


@node
class Assign(Node):
    """`set x to e`: a counter or a piece's state."""

    target: Expression
    value: Expression


@node
class Move(Node):
    """amount None: one piece; piece None: all of the source."""

    amount: Expression | None
    piece: Expression | None
    source: Expression | None
    target: Expression
    place: str | None
    facing: Expression | None


@node
class Draw(Node):
    """`draw 2 from deck to offer`."""

    amount: Expression
    source: Expression
    target: Expression
    place: str | None


@node
class Roll(Node):
    """`roll 2 into dice`."""

    amount: Expression
    target: Expression


@node
class Fill(Node):
    """`fill dice with 2, 2`: a zone of numbers or members gets these, and only these."""

    zone: Expression
    values: tuple[Expression, ...]


@node
class Pick(Node):
    """`pick x at random in S where c`."""

    name: str
    source: Expression
    where: Expression | None


@node
class Shuffle(Node):
    """`shuffle zone until c`."""

    zone: Expression
    until: Expression | None


@node
class Reveal(Node):
    """hide: the opposite."""

    zone: Expression
    whom: Expression | None
    hide: bool


@node
class Swap(Node):
    """`swap a with b`."""

    left: Expression
    right: Expression


@node
class Let(Node):
    """`let x = e`."""

    name: str
    value: Expression


@node
class Invoke(Node):
    """`call f(x)`; must: it may not fail."""

    must: bool
    effect: Call
    whom: Expression | None


@node
class Perform(Node):
    """`perform f(x) for p`; at_once: it does not wait on the agenda."""

    effect: Call
    whom: Expression | None
    at_once: bool


@node
class DoEffect(Node):
    """`do effect of tile with x for p`; must: its guard closes a leading part."""

    must: bool
    piece: Expression
    arguments: tuple[Expression, ...]
    whom: Expression | None


@node
class Score(Node):
    """`score 3 as source for p`."""

    amount: Expression
    source: str
    whom: Expression | None


@node
class End(Node):
    """`end turn`, `end game after round`, `end game won by p`, `end game undecided`."""

    what: str
    after: str | None
    won_by: Expression | None
    undecided: bool


@node
class Branch(Node):
    """`name: body` of a `one of`."""

    name: str
    title: Text | None
    body: Block


@node
class OneOf(Node):
    """`one of by p:` and its branches."""

    by: Expression | None
    branches: tuple[Branch, ...]
    otherwise: Block
    asking: Asking | None = None


@node
class May(Node):
    """`may by p: body`."""

    by: Expression | None
    body: Block
    otherwise: Block
    asking: Asking | None = None


@node
class Say(Node):
    """`say "text"`: people are told so."""

    text: str


@node
class If(Node):
    """`if c: body`, `elif` and `else`; tests: (condition, body) in order."""

    tests: tuple[tuple[Expression, Block], ...]
    otherwise: Block


@node
class For(Node):
    """`for x in S where c by k, l: body`."""

    name: str
    source: Expression
    where: Expression | None
    by: tuple[Expression, ...]
    body: Block


@node
class ForSome(Node):
    """`for up to n x in S where c by p: body`; quantity None: all of them, in any order."""

    quantity: Quantity | None
    name: str
    source: Expression
    where: Expression | None
    by: Expression | None
    asking: Asking | None
    body: Block


@node
class Repeat(Node):
    """`repeat n while c: body`."""

    amount: Expression
    condition: Expression | None
    body: Block


@node
class LastingModifier(Node):
    """`modify value(x) plus e where c` under `until end of`; change: plus, times, instead."""

    pattern: Pattern
    change: str
    value: Expression
    where: Expression | None


@node
class LastingTrigger(Node):
    """`on event(x): body` under `until end of`."""

    pattern: Pattern
    body: Block


@node
class LastingGrant(Node):
    """`grant action` under `until end of`."""

    action: str


@node
class Until(Node):
    """`until end of step:` and the rules that hold so long."""

    step: str
    rules: tuple[LastingModifier | LastingTrigger | LastingGrant, ...]


@node
class Settle(Node):
    """`settle rule: body`; rule: none, sole claimant, in order."""

    rule: str
    body: Block


Statement = (
    Require
    | Pay
    | PayPiece
    | PayLots
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
    | Say
    | End
    | OneOf
    | May
    | If
    | For
    | ForSome
    | Repeat
    | Until
    | Settle
)


def count_of(piece: Expression, source: Expression) -> Expression:
    """How many pieces of a zone are like a piece. The name of each is one that no text can hold."""
    each = "_each"
    alike = Comparison(piece.position, "==", Name(piece.position, each), piece)
    clause = Clause(source.position, each, source)
    return Comprehension(piece.position, "count", alike, (clause,), None, ())
