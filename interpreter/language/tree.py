"""The parse tree of the effect language: nodes with file positions.

No Lark object goes beyond the parser.
"""

from __future__ import annotations

from interpreter.language.node import Node, node

# ---- expressions


@node
class Expression(Node):
    """One of the classes below."""


@node
class Number(Expression):
    """A whole number."""

    value: int


@node
class Truth(Expression):
    """`true` or `false`."""

    value: bool


@node
class Nothing(Expression):
    """The word `none`."""


@node
class Unread(Expression):
    """What a name has from a line that cannot be read: it fits everywhere, so nothing is said of it again."""


@node
class Name(Expression):
    """A bare name, whose meaning the checker finds."""

    name: str


@node
class Call(Expression):
    """`name(a, b)`: a counter, zone, board, table, value or built-in."""

    name: str
    arguments: tuple[Expression, ...]


@node
class Argument(Expression):
    """`name = a` among the arguments of a call."""

    name: str
    value: Expression


@node
class Clause(Node):
    """`for x in S` of a comprehension."""

    name: str
    source: Expression


@node
class Comprehension(Expression):
    """`word(e for x in S where c by k, l)`."""

    word: str
    element: Expression
    clauses: tuple[Clause, ...]
    where: Expression | None
    by: tuple[Expression, ...]


@node
class Field(Expression):
    """`x.name`: a field or state of what stands before the dot."""

    owner: Expression
    name: str


@node
class Arithmetic(Expression):
    """`a + b`; operator: + - * / mod."""

    operator: str
    left: Expression
    right: Expression


@node
class Comparison(Expression):
    """`a < b`; operator: == != < <= > >=."""

    operator: str
    left: Expression
    right: Expression


@node
class Inside(Expression):
    """`x in S`, `x not in S`."""

    item: Expression
    source: Expression
    negated: bool


@node
class After(Expression):
    """`v after p does effect(x)`; player None: I do it."""

    value: Expression
    player: Expression | None
    effect: Expression


@node
class Weighed(Expression):
    """`longest_trail(a, b by worth)`: a call in which each member of its first set counts as a value says."""

    name: str
    arguments: tuple[Expression, ...]
    weight: Name


@node
class Logic(Expression):
    """`a and b and c`; operator: and, or."""

    operator: str
    parts: tuple[Expression, ...]


@node
class Not(Expression):
    """`not a`."""

    operand: Expression


@node
class Negative(Expression):
    """`-a`."""

    operand: Expression


@node
class Most(Expression):
    """`by most a`: the greatest comes first."""

    operand: Expression


@node
class Least(Expression):
    """`by least a`: the smallest comes first."""

    operand: Expression


@node
class Choice(Expression):
    """`if c then a else b`; without `else` it is 0, or none."""

    condition: Expression
    then: Expression
    otherwise: Expression | None


@node
class Listing(Expression):
    """`{a, b}`: a set named one by one."""

    entries: tuple[Expression, ...]


@node
class Range(Expression):
    """`a..b`: the numbers from one to the other."""

    low: Expression
    high: Expression


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


@node
class Statement(Node):
    """One of the classes below."""


Block = tuple[Statement, ...]


@node
class Require(Statement):
    """`require CONDITION [because "REASON"]`."""

    condition: Expression
    because: Text | None = None


@node
class Pay(Statement):
    """`pay 2 coins or gems`."""

    amount: Expression
    counters: tuple[Call, ...]


@node
class PayPiece(Statement):
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
class PayLots(Statement):
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

    titles: one for each branch, None where it has none; always: a sole option is asked too; showing: what is
    shown with it.
    """

    question: Text | None
    notes: tuple[Text, ...]
    titles: tuple[Text | None, ...]
    default: Expression | None
    always: bool
    showing: tuple[Expression, ...] = ()


@node
class Choose(Statement):
    """body None: the bare form, which stands in a precondition.

    if_possible: where nothing fulfils the condition, all can be chosen. because: the reason if not.
    """

    quantity: Quantity | None
    name: str
    source: Expression
    where: Expression | None
    if_possible: bool
    because: Text | None
    by: Expression | None
    body: Block | None
    otherwise: Block
    asking: Asking | None = None


@node
class Gain(Statement):
    """`gain 2 coins for p`; all_or_none: nothing if the supply is short."""

    amount: Expression
    counter: Call
    whom: Expression | None
    all_or_none: bool


@node
class Lose(Statement):
    """`lose 1 coins for p`."""

    amount: Expression
    counter: Call
    whom: Expression | None


@node
class Assign(Statement):
    """`set x to e`: a counter or a piece's state."""

    target: Expression
    value: Expression


@node
class Move(Statement):
    """amount None: one piece; piece None: all of the source."""

    amount: Expression | None
    piece: Expression | None
    source: Expression | None
    target: Expression
    place: str | None
    facing: Expression | None


@node
class Draw(Statement):
    """`draw 2 from deck to offer`."""

    amount: Expression
    source: Expression
    target: Expression
    place: str | None


@node
class Roll(Statement):
    """`roll 2 into dice`."""

    amount: Expression
    target: Expression


@node
class Fill(Statement):
    """`fill dice with 2, 2`: a zone of numbers or members gets these, and only these."""

    zone: Expression
    values: tuple[Expression, ...]


@node
class Pick(Statement):
    """`pick x at random in S where c`."""

    name: str
    source: Expression
    where: Expression | None


@node
class Shuffle(Statement):
    """`shuffle zone until c`."""

    zone: Expression
    until: Expression | None


@node
class Reveal(Statement):
    """hide: the opposite."""

    zone: Expression
    whom: Expression | None
    hide: bool


@node
class Swap(Statement):
    """`swap a with b`."""

    left: Expression
    right: Expression


@node
class Let(Statement):
    """`let x = e`."""

    name: str
    value: Expression


@node
class Invoke(Statement):
    """`call f(x)`; must: it may not fail."""

    must: bool
    effect: Call
    whom: Expression | None


@node
class Perform(Statement):
    """`perform f(x) for p`; at_once: it does not wait on the agenda."""

    effect: Call
    whom: Expression | None
    at_once: bool


@node
class DoEffect(Statement):
    """`do effect of tile with x for p`; must: its guard closes a precondition."""

    must: bool
    piece: Expression
    arguments: tuple[Expression, ...]
    whom: Expression | None


@node
class Score(Statement):
    """`score 3 as source for p`."""

    amount: Expression
    source: str
    whom: Expression | None


@node
class End(Statement):
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
class OneOf(Statement):
    """`one of by p:` and its branches."""

    by: Expression | None
    branches: tuple[Branch, ...]
    otherwise: Block
    asking: Asking | None = None


@node
class May(Statement):
    """`may by p: body`."""

    by: Expression | None
    body: Block
    otherwise: Block
    asking: Asking | None = None


@node
class Say(Statement):
    """`say "text"`: people read it in the log."""

    text: Text


@node
class If(Statement):
    """`if c: body`, `elif` and `else`; tests: (condition, body) in order."""

    tests: tuple[tuple[Expression, Block], ...]
    otherwise: Block


@node
class For(Statement):
    """`for x in S where c by k, l: body`."""

    name: str
    source: Expression
    where: Expression | None
    by: tuple[Expression, ...]
    body: Block


@node
class ForSome(Statement):
    """`for up to n x in S where c by p: body`; quantity None: all of them, in any order."""

    quantity: Quantity | None
    name: str
    source: Expression
    where: Expression | None
    by: Expression | None
    asking: Asking | None
    body: Block


@node
class Repeat(Statement):
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
class Until(Statement):
    """`until end of step:` and the rules that hold so long."""

    step: str
    rules: tuple[LastingModifier | LastingTrigger | LastingGrant, ...]


@node
class Settle(Statement):
    """`settle rule: body`; rule: none, sole claimant, in order."""

    rule: str
    body: Block


def count_of(piece: Expression, source: Expression) -> Expression:
    """How many pieces of a zone are like a piece. The name of each is one that no text can hold."""
    each = "_each"
    alike = Comparison(piece.position, "==", Name(piece.position, each), piece)
    clause = Clause(source.position, each, source)
    return Comprehension(piece.position, "count", alike, (clause,), None, ())


def places_of(piece: Expression, source: Expression) -> Expression:
    """The spaces of a set on which a piece like this lies."""
    here = Name(source.position, "_space")
    alike = Comparison(piece.position, "==", Call(source.position, "on", (here,)), piece)
    return Comprehension(
        source.position, "set", here, (Clause(source.position, here.name, source),), alike, ()
    )
