"""The checked tree: names resolved, types known. The compiler reads nothing else.

Each expression and each statement is a class with typed fields. A local variable is known by a name that is
unique within its function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields

from interpreter.language.node import Node, find, node
from interpreter.language.types import NUMBER, Type
from interpreter.model.declarations import (
    BoardDecl,
    ComponentDecl,
    CounterDecl,
    KindDecl,
    LayoutCheck,
    OptionDecl,
    TableDecl,
    ZoneDecl,
)
from interpreter.problems.position import Position


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


@node
class BuiltInEx(Ex):
    """A built-in; arguments that are words (a field, a type of space) stay words."""

    name: str
    arguments: tuple[Ex | str, ...]

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


def expressions_in(start: Node) -> Iterator[Ex]:
    """Yield the expressions directly inside a node; statements and words for people inside it keep theirs."""
    for child in start.children():
        if isinstance(child, Ex):
            yield child
        elif not isinstance(child, St | Asking):
            yield from expressions_in(child)


# For each kind of statement its fields that hold blocks: most have none, and programs are walked over often.
_fields_of_blocks: dict[type, tuple[str, ...]] = {}


def blocks_in(s: St) -> Iterator[StBlock]:
    """Yield the blocks directly inside a statement, those that are empty left out."""
    kind = type(s)
    if kind not in _fields_of_blocks:
        _fields_of_blocks[kind] = tuple(each.name for each in fields(kind) if "StBlock" in str(each.type))
    for name in _fields_of_blocks[kind]:
        value = getattr(s, name) or ()
        if value and isinstance(value[0], St):
            yield value
        else:  # pairs of something and a block
            yield from (block for _, block in value if block)


def statements_in(block: Iterable[St]) -> Iterator[St]:
    """Yield every statement of a block, inner blocks too, outer ones first."""
    for s in block:
        yield s
        for inner in blocks_in(s):
            yield from statements_in(inner)


def within(ex: Ex) -> Iterator[Ex]:
    """Yield an expression and all expressions inside it, at any depth."""
    return find(ex, Ex)


def mentions(ex: Ex, variable: str) -> bool:
    """Tell whether an expression reads a local variable."""
    return any(part.name == variable for part in find(ex, LocalEx))


def sought_piece(ex: GatherEx) -> Ex | None:
    """Of `count` or `any` in a given set of what equals one value: that value; else None."""
    element, source, variable = ex.element, ex.clauses[0].source, ex.clauses[0].variable
    if ex.word not in ("count", "any") or len(ex.clauses) > 1 or ex.where is not None:
        return None
    if not isinstance(source, ZoneEx | FieldEx | LocalEx):
        return None
    if (isinstance(element, CompareEx) and element.operator == "==") or (
        isinstance(element, SameKindEx) and element.component.combinations == 1 and not element.negated
    ):
        left, right = element.left, element.right
    else:
        return None
    if isinstance(right, LocalEx) and right.name == variable:
        left, right = right, left
    if not isinstance(left, LocalEx) or left.name != variable or mentions(right, variable):
        return None
    return right


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
    """`require`: what follows is possible only if the condition holds."""

    condition: Ex


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
    """

    amount: Ex | None
    piece: Ex
    source: Ex
    target: Ex | None
    stacked: bool


@node
class Text(Node):
    """A text for people, in parts: words, and values between them."""

    parts: tuple[str | Ex, ...]


@node
class Asking(Node):
    """How something is asked: the question, notes for each option, titles of branches, what Enter takes.

    It is worked out where people read it, and no part of how a rule is carried out. default: a value, or the
    name of a branch; always: a sole option is asked too.
    """

    question: Text | None
    notes: tuple[Text, ...]
    titles: tuple[Text | None, ...]
    default: Ex | str | None
    always: bool


@node
class ChooseSt(St):
    """low/high: a subset; both None and not many: one option; repeats: each may be taken several times.

    one_by_one: one is taken and the body is done with it, again and again: high times at most, or with all of
    them; from low times on it can be left off, if that is said.
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


def is_known_range(source: Ex) -> bool:
    """Whether a set is a range whose bounds are numbers in the rules."""
    return isinstance(source, RangeEx) and all(isinstance(end, ConstEx) for end in source.children())


def lacks_none(source: Ex) -> bool:
    """Whether `none` is surely not among the members of a set."""
    if isinstance(source, ConstSetEx):
        return min(source.values, default=0) >= 0
    if isinstance(source, ListingEx):
        return all(is_present(each) for each in source.entries)
    if isinstance(source, GatherEx):
        return is_present(source.element)
    if isinstance(source, ArithmeticEx | ConditionalEx | BuiltInEx):
        return all(lacks_none(part) for part in expressions_in(source) if part.type.kind == "set")
    return isinstance(source, PlayersEx | ZoneEx | SpacesEx)


def is_present(ex: Ex) -> bool:
    """Whether a value is surely not none."""
    if isinstance(ex, ConstEx):
        return ex.value >= 0
    return isinstance(ex, MeEx) or (isinstance(ex, LocalEx) and ex.present)


def grows(ex: ArithmeticEx) -> bool:
    """Whether a product could grow beyond all measure from one name to the next, so that it is measured."""
    return ex.operator == "*" and _is_handed_on(ex.left) and _is_handed_on(ex.right)


def _is_handed_on(ex: Ex) -> bool:
    """Whether a number may come out of numbers that were named or handed over and never measured."""
    if isinstance(ex, FieldEx):
        return False
    if isinstance(ex, LocalEx | ValueCallEx) and ex.type == NUMBER:
        return not (isinstance(ex, LocalEx) and ex.bounded)
    return any(map(_is_handed_on, expressions_in(ex)))


def different_needed(s: ChooseSt) -> Ex | None:
    """How many different things a choice of several needs; None: none."""
    if s.low is None or not s.repeats:
        return s.low
    one = ConstEx(s.low.position, NUMBER, 1)
    return BuiltInEx(s.low.position, NUMBER, "min", (s.low, one))


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
    """`do effect of`: the effect that a piece's kind declares; must: its guard counts in the leading part."""

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
    """`say`: people are told so; nothing changes."""

    text: str


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


@dataclass(slots=True)
class RuleEx:
    """A trigger, modifier, grant or replacement, checked.

    carrier: the kind that carries it, or None; lasting: its number among lasting rules, or None (then `kept`
    are the variables stored when it came into force).
    """

    kind: str
    position: Position
    carrier: tuple[str, str] | None
    pattern: PatternEx | None
    where: Ex | None
    change: str = ""
    value: Ex | None = None
    body: StBlock = ()
    before: bool = False
    rank: int = 0
    order: int = 0
    action: str = ""
    step: str = ""
    lasting: int | None = None
    until: str = ""
    kept: tuple[Variable, ...] = ()
    title: str = ""
    once: str = ""


@dataclass(slots=True)
class EffectEx:
    """A checked effect or action."""

    name: str
    parameters: tuple[Variable, ...]
    body: StBlock
    action: bool
    anytime: bool
    position: Position
    title: str


@dataclass(slots=True)
class ValueEx:
    """A checked rule value; kept: worked out again only when what it reads changes."""

    name: str
    parameters: tuple[Variable, ...]
    body: Ex
    type: Type
    position: Position
    kept: bool = False


@dataclass(slots=True)
class StepEx:
    """A checked flow step."""

    name: str
    kind: str
    title: str
    body: StBlock
    steps: list[StepEx]
    actions: tuple[str, ...]
    loop: tuple[str, Ex] | None
    players: Ex | None
    secretly: bool
    condition: Ex | None
    when: Ex | None
    passing: Ex | None
    default: str
    position: Position
    has_me: bool


@dataclass(slots=True)
class ScoreEx:
    """A checked scoring line; carrier as in RuleEx."""

    source: str
    points: Ex
    shows: Ex | None
    carrier: tuple[str, str] | None
    position: Position


@dataclass(slots=True, eq=False)
class Program:
    """Everything checked: what the compiler compiles."""

    effects: dict[str, EffectEx] = field(default_factory=dict)
    values: dict[str, ValueEx] = field(default_factory=dict)
    kind_effects: dict[tuple[str, str], tuple[tuple[Variable, ...], StBlock]] = field(default_factory=dict)
    rules: list[RuleEx] = field(default_factory=list)
    flow: list[StepEx] = field(default_factory=list)
    final: list[ScoreEx] = field(default_factory=list)
    outlook: list[Ex] = field(default_factory=list)
    ties: list[tuple[str, Ex]] = field(default_factory=list)
    layout_checks: list[tuple[str, LayoutCheck, Ex]] = field(default_factory=list)
    starts: dict[str, Ex] = field(default_factory=dict)
    limits: dict[tuple[str, str], Ex] = field(default_factory=dict)
    sources: list[str] = field(default_factory=list)
    # By effect that gives a counter to whom it goes: what this depends on.
    goes_to: dict[str, frozenset[str]] = field(default_factory=dict)
    histories: set[tuple[str, str]] = field(default_factory=set)
    repeats: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)
    foreseen: dict[Position, str] = field(default_factory=dict)
