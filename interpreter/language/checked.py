"""The checked tree: names resolved, types known. The compiler reads nothing else.

Each expression and each statement is a class with typed fields. A local variable is known by a name that is
unique within its function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from interpreter.language.built_ins import BUILT_INS, GATHERINGS, BuiltIn, Gathering
from interpreter.language.node import Node, node
from interpreter.language.nouns import article
from interpreter.language.types import Type
from interpreter.model.declarations import (
    BoardDecl,
    ComponentDecl,
    CounterDecl,
    KindDecl,
    OptionDecl,
    TableDecl,
    ZoneDecl,
)
from interpreter.reading.groups import FORMS


@node
class Ex(Node):
    """A checked expression: one of the classes below."""

    type: Type


@node
class ConstEx(Ex):
    """A value that is known: a number, truth (0 or 1), member, piece, player, or none."""

    value: int


@node
class ConstSetEx(Ex):
    """A set that is known, such as all members of an enumeration."""

    values: tuple[int, ...]


@node
class MeEx(Ex):
    """The player at turn, or the owner of a rule."""


@node
class LocalEx(Ex):
    """A local variable, by its python name; for bounded and present see Variable."""

    name: str
    bounded: bool = False
    present: bool = False


@node
class PlayersEx(Ex):
    """All players, in seat order."""


@node
class CounterEx(Ex):
    """What a counter holds."""

    declared: CounterDecl
    indexes: tuple[Ex, ...]


@node
class ZoneEx(Ex):
    """What lies in a zone."""

    declared: ZoneDecl
    indexes: tuple[Ex, ...]


@node
class SpacesEx(Ex):
    """All spaces of a node type; owner: whose board, where each has one."""

    board: BoardDecl
    node_type: str
    owner: Ex | None


@node
class SpaceEx(Ex):
    """One space of a board, by its name or number."""

    board: BoardDecl
    node_type: str
    owner: Ex | None
    key: Ex | str


@node
class OptionEx(Ex):
    """What an option of the ruleset was set to."""

    declared: OptionDecl


@node
class FieldEx(Ex):
    """A field of a space or piece."""

    owner: Ex
    name: str


@node
class StateEx(Ex):
    """A state of a piece."""

    owner: Ex
    state: str


@node
class ValueCallEx(Ex):
    """A rule value for its arguments."""

    name: str
    arguments: tuple[Ex, ...]


@node
class TableEx(Ex):
    """A look-up in a table."""

    declared: TableDecl
    key: Ex


@node
class ArithmeticEx(Ex):
    """operator: + - * / mod."""

    operator: str
    left: Ex
    right: Ex


@node
class CompareEx(Ex):
    """operator: == != < <= > >=."""

    operator: str
    left: Ex
    right: Ex


@node
class PieceOfEx(Ex):
    """The piece of a kind that belongs to a player."""

    component: ComponentDecl
    kind: KindDecl
    player: Ex


@node
class SameKindEx(Ex):
    """Whether two pieces are of one kind, whatever their states."""

    component: ComponentDecl
    left: Ex
    right: Ex
    negated: bool


@node
class AfterEx(Ex):
    """What a value would be if an effect were done: `value` is worked out in a copy of the position."""

    value: Ex
    effect: str
    arguments: tuple[Ex, ...]
    whom: Ex


@node
class LogicEx(Ex):
    """operator: and, or."""

    operator: str
    operands: tuple[Ex, ...]


@node
class NotEx(Ex):
    """`not`."""

    operand: Ex


@node
class NegativeEx(Ex):
    """A number with its sign turned."""

    operand: Ex


@node
class ConditionalEx(Ex):
    """`if c then a else b`."""

    condition: Ex
    then: Ex
    otherwise: Ex


@node
class RangeEx(Ex):
    """The numbers from low to high."""

    low: Ex
    high: Ex


@node
class ListingEx(Ex):
    """A set named one by one."""

    entries: tuple[Ex, ...]


@node
class InEx(Ex):
    """Whether something is in a set."""

    item: Ex
    source: Ex
    negated: bool


@node
class ClauseEx(Node):
    """`for x in source` of a gathering; variable is x's python name."""

    variable: str
    source: Ex


@node
class GatherEx(Ex):
    """`word(element for ... where ... by ...)`."""

    word: str
    element: Ex
    clauses: tuple[ClauseEx, ...]
    where: Ex | None
    by: tuple[Ex, ...]

    @property
    def declared(self) -> Gathering:
        """The row of the word, with all that is known of it."""
        return GATHERINGS[self.word]


@node
class BuiltInEx(Ex):
    """A built-in; arguments that are words (a field, a type of space) stay words."""

    name: str
    arguments: tuple[Ex | str, ...]

    @property
    def declared(self) -> BuiltIn:
        """The row of the function, with all that is known of it."""
        return BUILT_INS[self.name]

    def argument(self, place: int) -> Ex:
        """Return the argument at a place, which is no word."""
        found = self.arguments[place]
        assert isinstance(found, Ex)
        return found


@node
class TimesEx(Ex):
    """How often a player has done an effect since a step began."""

    effect: str
    step: str
    player: Ex


@node
class RepeatsEx(Ex):
    """How often a step has begun with the same in some places as lies there now.

    things: `board field`, `zone hand`, `counter coins`, `me`, as the layout names them.
    """

    step: str
    things: tuple[str, ...]
    player: Ex | None


@dataclass(slots=True)
class Variable:
    """A local variable; origin: the zone or space expression its piece was taken from.

    bounded: it is one of the numbers of a range in the rules, such as 1..6. present: it is never none.
    """

    name: str
    python: str
    type: Type
    origin: Ex | None = None
    bounded: bool = False
    present: bool = False


@node
class PatternEx(Node):
    """What a rule listens to; event: `effect draw_card`, `gained coins`, ...

    equal: (place, value) of arguments that must match; bind: (place, variable) of those that are named; me:
    the place of `me` or None.
    """

    event: str
    equal: tuple[tuple[int, Ex], ...]
    bind: tuple[tuple[int, Variable], ...]
    me: int | None


@node
class St(Node):
    """A checked statement: one of the classes below."""


StBlock = tuple[St, ...]


@node
class RequireSt(St):
    """`require`: what follows is possible only if the condition holds; because: what people read if not."""

    condition: Ex
    because: str = ""


@node
class PaySt(St):
    """counters: counter expressions; with several the split is asked (names: their option names)."""

    amount: Ex
    counters: tuple[CounterEx, ...]
    names: tuple[str, ...]


@node
class PayPieceSt(St):
    """`pay` of a piece out of a zone or off a space; target None: a number or member, which is then gone.

    amount: so many of a kind, out of a zone; None: one; stacked: it leaves a space that holds a stack.
    sought: it may not lie there; false where it was chosen there.
    """

    amount: Ex | None
    piece: Ex
    source: Ex
    target: Ex | None
    stacked: bool
    sought: bool


_FORMS = re.compile(FORMS)
# The article of a value that follows.
_ARTICLE = re.compile(r"\(a\) $")


@node
class Text(Node):
    """A text for people, in parts: words, and values between them."""

    parts: tuple[str | Ex, ...]

    def worded(self, word: Callable[[Ex], str]) -> Iterator[tuple[Ex | None, str]]:
        """The parts in words, each with its expression if it is a value; word: a value in words.

        A word in two forms, as in `{n} worker(|s)`, agrees with the last number before it, and `(a)` with the
        value behind it.
        """
        words, number = [part if isinstance(part, str) else word(part) for part in self.parts], ""
        for part, said, behind in zip(self.parts, words, [*words[1:], ""], strict=True):
            if isinstance(part, str):
                forms = _FORMS.sub(r"\1" if number == "1" else r"\2", said)
                yield None, _ARTICLE.sub(article(behind), forms)
            else:
                number = said if part.type.kind == "number" else number
                yield part, said


@node
class Asking(Node):
    """How something is asked: the question, notes for each option, titles of branches, what Enter takes.

    It is worked out where people read it, and no part of how a rule is carried out. default: a value, or the
    name of a branch; always: a sole option is asked too; showing: what is shown with it, besides what its
    rules read.
    """

    question: Text | None
    notes: tuple[Text, ...]
    titles: tuple[Text | None, ...]
    default: Ex | str | None
    always: bool
    showing: tuple[Ex, ...] = ()


@node
class ChooseSt(St):
    """low/high: a subset; both None and not many: one option; repeats: each may be taken several times.

    one_by_one: one is taken and the body is done with it, again and again: high times at most, or with all of
    them; from low times on it can be left off, if that is said. wished: what `where … if possible` says;
    because: what people read where nothing fulfils the condition.
    """

    variable: Variable
    source: Ex
    where: Ex | None
    by: Ex
    many: bool
    low: Ex | None
    high: Ex | None
    greedy: bool
    repeats: bool
    body: StBlock | None
    otherwise: StBlock
    asking: Asking | None = None
    one_by_one: bool = False
    wished: Ex | None = None
    because: str = ""


@node
class GainSt(St):
    """sign +1 or -1."""

    amount: Ex
    counter: CounterEx
    sign: int
    all_or_none: bool


@node
class AssignSt(St):
    """target: a counter expression, or a state expression with the place its piece lies (where)."""

    target: CounterEx | StateEx
    value: Ex
    where: Ex | None


@node
class MoveSt(St):
    """piece None: all. amount None: one. source/target: zone, or a space expression."""

    amount: Ex | None
    piece: Ex | None
    source: Ex
    target: Ex
    place: str | None
    facing: Ex | None


@node
class DrawSt(St):
    """`draw`: up to amount things go from one zone to another, put on the target's end called place."""

    amount: Ex
    source: Ex
    target: Ex
    place: str | None


@node
class RollSt(St):
    """`roll`: the target zone's contents are replaced by amount faces at random."""

    amount: Ex
    target: ZoneEx


@node
class FillSt(St):
    """`fill`: the zone's contents are replaced by the values."""

    zone: ZoneEx
    values: tuple[Ex, ...]


@node
class PickSt(St):
    """`pick`: the variable is bound to one of the source at random; none left is a fault in play."""

    variable: Variable
    source: Ex
    where: Ex | None


@node
class ShuffleSt(St):
    """zone: a zone, or the spaces of a board whose pieces change places."""

    zone: Ex
    until: Ex | None


@node
class RevealSt(St):
    """`reveal` and `hide`: who may see a zone from now on; whom None: everyone."""

    zone: Ex
    whom: Ex | None
    hide: bool


@node
class SwapSt(St):
    """`swap`: two counters, or what lies on two spaces, change places."""

    left: Ex
    right: Ex


@node
class LetSt(St):
    """`let`: the variable is bound to a value."""

    variable: Variable
    value: Ex


@node
class CallSt(St):
    """`call`: an effect done at once, skipped when its guard fails; must: a fault instead."""

    effect: str
    arguments: tuple[Ex, ...]
    whom: Ex
    must: bool


@node
class PerformSt(St):
    """`perform`: an effect put on the agenda, to run after the current action."""

    effect: str
    arguments: tuple[Ex, ...]
    whom: Ex


@node
class DoEffectSt(St):
    """`do effect of`: the effect that a piece's kind declares; must: its guard counts in the precondition."""

    must: bool
    component: str
    piece: Ex
    arguments: tuple[Ex, ...]
    whom: Ex


@node
class ScoreSt(St):
    """`score`: points under the name of their source."""

    amount: Ex
    source: str
    whom: Ex


@node
class EndSt(St):
    """what: a step or `game`; after: the step at whose end the game ends.

    won_by: a player or several, who have won; undecided: the game is broken off.
    """

    what: str
    after: str | None
    won_by: Ex | None
    undecided: bool


@node
class OneOfSt(St):
    """`one of`: a branch whose guard holds is chosen; otherwise: when there is none."""

    by: Ex
    branches: tuple[tuple[str, StBlock], ...]
    otherwise: StBlock
    asking: Asking | None = None


@node
class MaySt(St):
    """`may`: yes or no, asked if the body's guard holds; otherwise: when it is not done."""

    by: Ex
    body: StBlock
    otherwise: StBlock
    asking: Asking | None = None


@node
class SaySt(St):
    """`say`: people read it in the log; nothing changes."""

    text: Text


@node
class IfSt(St):
    """`if`: the first block whose condition holds, else otherwise."""

    tests: tuple[tuple[Ex, StBlock], ...]
    otherwise: StBlock


@node
class ForSt(St):
    """`for`: the body for each of the source as it was at the beginning, in the order of `by`.

    by: numbers, the later ones where the earlier are equal; none: the order of the source.
    """

    variable: Variable
    source: Ex
    where: Ex | None
    by: tuple[Ex, ...]
    body: StBlock


@node
class RepeatSt(St):
    """`repeat`: the body amount times, or until the condition fails."""

    amount: Ex
    condition: Ex | None
    body: StBlock


@node
class SettleSt(St):
    """`settle`: gains in the body are claims, given out at its end; rule: none, sole claimant, in order."""

    rule: str
    body: StBlock


@node
class LastingSt(St):
    """A lasting rule comes into force: its number, and the locals it keeps."""

    number: int
    kept: tuple[Variable, ...]
