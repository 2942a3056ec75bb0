"""The checked tree: names resolved, types known. The compiler reads nothing else.

An expression is an operation with its type; `parts` holds further expressions and plain values as the
operation needs them (listed in OPERATIONS). A local variable is known by a name that is unique within its
function.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.language.node import node
from interpreter.language.types import NUMBER, Type
from interpreter.model.declarations import LayoutCheck
from interpreter.problems.position import Position

OPERATIONS = {
    "const": "value",
    "const_set": "tuple of values",
    "me": "",
    "var": "python name",
    "players": "",
    "counter": "declaration, *indexes",
    "zone": "declaration, *indexes",
    "spaces": "board, node type, owner or None",
    "space": "board, node type, owner or None, name or number expression",
    "option": "declaration",
    "field": "object, field name, list index or None",
    "state": "object, component, state name",
    "value": "name, *arguments",
    "table": "declaration, argument",
    "arithmetic": "operator, left, right",
    "compare": "operator, left, right",
    "piece_of": "component, kind, player",
    "same_kind": "component, left, right, negated",
    "logic": "operator, *parts",
    "not": "operand",
    "negative": "operand",
    "choice": "condition, then, otherwise",
    "range": "low, high",
    "listing": "*entries",
    "in": "item, set, negated",
    "gather": "word, element, clauses, where, by",
    "built_in": "name, *arguments",
    "times": "effect, step, player",
}


@node
class Ex:
    """A checked expression."""

    op: str
    type: Type
    position: Position
    parts: tuple[Any, ...] = ()


@node
class ClauseEx:
    """`for x in source` of a gathering; variable is x's python name."""

    variable: str
    source: Ex


@dataclass(slots=True)
class Variable:
    """A local variable; origin: the zone or space expression its piece was taken from."""

    name: str
    python: str
    type: Type
    origin: Ex | None = None


@node
class PatternEx:
    """What a rule listens to; event: `effect draw_card`, `gained coins`, ...

    equal: (place, value) of arguments that must match; bind: (place, variable) of those that are named; me:
    the place of `me` or None.
    """

    event: str
    equal: tuple[tuple[int, Ex], ...]
    bind: tuple[tuple[int, Variable], ...]
    me: int | None
    position: Position


@node
class St:
    """A checked statement: what it is and where it stands."""

    position: Position


StBlock = tuple[St, ...]


@node
class RequireSt(St):
    """`require`: what follows is possible only if the condition holds."""

    condition: Ex


@node
class PaySt(St):
    """counters: counter expressions; with several the split is asked (names: their option names)."""

    amount: Ex
    counters: tuple[Ex, ...]
    names: tuple[str, ...]


@node
class PayPieceSt(St):
    """`pay` of a piece out of a zone or off a space; target None: a number or member, which is then gone.

    amount: so many of a kind, out of a zone; None: one.
    """

    amount: Ex | None
    piece: Ex
    source: Ex
    target: Ex | None


@node
class ChooseSt(St):
    """low/high: a subset; both None and not many: one option; repeats: each may be taken several times."""

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


def different_needed(s: ChooseSt) -> Ex | None:
    """How many different things a choice of several needs; None: none."""
    if s.low is None or not s.repeats:
        return s.low
    one = Ex("const", NUMBER, s.low.position, (1,))
    return Ex("built_in", NUMBER, s.low.position, ("min", s.low, one))


@node
class GainSt(St):
    """sign +1 or -1."""

    amount: Ex
    counter: Ex
    sign: int
    all_or_none: bool


@node
class AssignSt(St):
    """target: a counter expression, or a state expression with the place its piece lies (where)."""

    target: Ex
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
    target: Ex


@node
class FillSt(St):
    """`fill`: the zone's contents are replaced by the values."""

    zone: Ex
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
    """what: a step or `game`; after: the step at whose end the game ends."""

    what: str
    after: str | None


@node
class OneOfSt(St):
    """`one of`: a branch whose guard holds is chosen; otherwise: when there is none."""

    by: Ex
    branches: tuple[tuple[str, StBlock], ...]
    otherwise: StBlock


@node
class MaySt(St):
    """`may`: yes or no, asked if the body's guard holds; otherwise: when it is not done."""

    by: Ex
    body: StBlock
    otherwise: StBlock


@node
class IfSt(St):
    """`if`: the first block whose condition holds, else otherwise."""

    tests: tuple[tuple[Ex, StBlock], ...]
    otherwise: StBlock


@node
class ForSt(St):
    """`for`: the body for each of the source as it was at the beginning, in the order of `by`."""

    variable: Variable
    source: Ex
    where: Ex | None
    by: Ex | None
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
    """A checked rule value."""

    name: str
    parameters: tuple[Variable, ...]
    body: Ex
    type: Type
    position: Position


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


@dataclass(slots=True)
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
    winner: Ex | None = None
    broken_off: Ex | None = None
    layout_checks: list[tuple[str, LayoutCheck, Ex]] = field(default_factory=list)
    starts: dict[str, Ex] = field(default_factory=dict)
    limits: dict[tuple[str, str], Ex] = field(default_factory=dict)
    sources: list[str] = field(default_factory=list)
    histories: set[tuple[str, str]] = field(default_factory=set)
