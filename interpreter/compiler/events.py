"""What people are told of a statement: all that it does, as events.

In: a checked statement and the code that carries it out. Out: that code with calls of `tell` (see
play/events.py) around it. This is done only in the variant of a game's code that tells (`Context.telling`);
the other one, for simulations and searches, stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from interpreter.compiler import ir
from interpreter.compiler.context import Context, fresh
from interpreter.compiler.ir import Expr, Stmt, Times
from interpreter.compiler.signatures import ARGUMENTS, NUMBERS
from interpreter.compiler.slots import counter_slot, lower, space_slot, zone_slot
from interpreter.language.checked import (
    AssignSt,
    CallSt,
    ChooseSt,
    CounterEx,
    DoEffectSt,
    DrawSt,
    EndSt,
    Ex,
    FillSt,
    ForSt,
    GainSt,
    IfSt,
    LastingSt,
    LetSt,
    LocalEx,
    MaySt,
    MoveSt,
    OneOfSt,
    PayPieceSt,
    PaySt,
    PerformSt,
    PickSt,
    RepeatSt,
    RequireSt,
    RevealSt,
    RollSt,
    SaySt,
    ScoreSt,
    SettleSt,
    ShuffleSt,
    St,
    SwapSt,
    ZoneEx,
)
from interpreter.language.types import Type
from interpreter.play.events import Event, Telling
from interpreter.problems.position import Position

# What kind of event a statement is, the slots that it changes, what is said besides.
Change = tuple[str, Expr, list[Expr]]
S = TypeVar("S", bound=St)
Changes = Callable[[Context, S], Change | None]

CHANGES: dict[type[St], Changes[Any]] = {}
# Kinds of statements that are no change to be told of, and why.
SILENT: dict[type[St], str] = {
    RequireSt: "it only asks",
    LetSt: "it only looks",
    PickSt: "the draw is told below, without slots",
    SaySt: "its lowering tells it",
    ChooseSt: "a choice is told by who makes it",
    OneOfSt: "a choice is told by who makes it",
    MaySt: "a choice is told by who makes it",
    CallSt: "the effect tells",
    PerformSt: "the effect tells when it is done",
    DoEffectSt: "the effect of the kind tells",
    LastingSt: "the effect that lasts tells when it is done",
    IfSt: "the statements inside it tell",
    ForSt: "the statements inside it tell",
    RepeatSt: "the statements inside it tell",
    SettleSt: "its lowering tells what was settled",
    EndSt: "the flow tells that the game is over",
}


def changes(kind: type[S]) -> Callable[[Changes[S]], Changes[S]]:
    """Enter a function that says what a kind of statement changes; None where one of them changes nothing."""

    def enter(function: Changes[S]) -> Changes[S]:
        CHANGES[kind] = function
        return function

    return enter


def untold() -> list[str]:
    """Name the kinds of statements of which nothing says how they are told, or that they are not."""
    return [kind.__name__ for kind in St.__subclasses__() if kind not in CHANGES and kind not in SILENT]


def place_told(ctx: Context, kind: str, position: Position, says: Event, of: Type | None = None) -> Expr:
    """Register a place that tells; returns its number."""
    ctx.tellings.append(Telling(kind, position, says, of))
    return ir.const(len(ctx.tellings) - 1)


def telling_code(
    ctx: Context, kind: str, position: Position, *values: Expr, says: Event | None = None
) -> list[Stmt]:
    """A call that tells something; nothing in code that does not tell."""
    if not ctx.telling:
        return []
    number = place_told(ctx, kind, position, says or Event())
    return [ir.located(ir.Run(ir.call("tell", number, *values)), position)]


def told_within(
    ctx: Context, says: Event, position: Position, code: list[Stmt], by: Expr | None = None
) -> list[Stmt]:
    """Code between the events that it begins and ends."""
    who = by or ir.local("me")
    begins = telling_code(ctx, "begin", position, who, says=says)
    return [*begins, *code, *telling_code(ctx, "end", position, who, says=says)]


def told_changes(
    ctx: Context, position: Position, change: Change, code: list[Stmt], says: Event
) -> list[Stmt]:
    """Code that changes slots, between a look at what is in them and a call that tells what is new."""
    if not ctx.telling:
        return code
    kind, slots, more = change
    at, was = fresh(ctx, "at"), fresh(ctx, "was")
    places = ir.local(at, NUMBERS)
    before = [ir.Let(at, slots), ir.Let(was, ir.call("contents", places))]
    after = telling_code(ctx, kind, position, places, ir.local(was, ARGUMENTS), *more, says=says)
    return [*(ir.located(line, position) for line in before), *code, *after]


def with_events(ctx: Context, s: St, code: list[Stmt]) -> list[Stmt]:
    """A statement's code with a call that tells what it has done."""
    if not ctx.telling:
        return code
    if isinstance(s, PickSt):
        number = place_told(ctx, "pick", s.position, Event(name=s.variable.name), s.variable.type)
        return [*code, ir.Run(ir.call("tell", number, *ir.names_of([s.variable])))]
    change = None if type(s) in SILENT else CHANGES[type(s)](ctx, s)
    if change is None:
        return code
    says = Event(source=s.source) if isinstance(s, ScoreSt) else Event()
    return told_changes(ctx, s.position, change, code, says)


def _slot(ctx: Context, place: Ex) -> Expr:
    """The slot of a counter, a zone or a space."""
    if isinstance(place, CounterEx):
        return counter_slot(ctx, place)
    return zone_slot(ctx, place) if isinstance(place, ZoneEx) else space_slot(ctx, place)


def _change(ctx: Context, kind: str, *places: Ex, more: list[Expr] | None = None) -> Change:
    return kind, ir.numbers([_slot(ctx, place) for place in places]), more or []


@changes(PaySt)
def _counters_paid(ctx: Context, s: PaySt) -> Change:
    return _change(ctx, "count", *s.counters)


@changes(GainSt)
def _gained(ctx: Context, s: GainSt) -> Change:
    return _change(ctx, "count", s.counter)


@changes(ScoreSt)
def _scored(ctx: Context, s: ScoreSt) -> Change:
    points = ir.plus(lower(ctx, s.whom), ir.const(ctx.layout.counters["points"]))
    return "points", ir.numbers([points]), []


@changes(RollSt)
def _rolled(ctx: Context, s: RollSt) -> Change:
    return _change(ctx, "roll", s.target)


@changes(FillSt)
def _filled(ctx: Context, s: FillSt) -> Change:
    return _change(ctx, "fill", s.zone)


@changes(AssignSt)
def _assigned(ctx: Context, s: AssignSt) -> Change:
    if isinstance(s.target, CounterEx):
        return _change(ctx, "count", s.target)
    assert s.where is not None
    return _change(ctx, "turn", s.where)


def is_claim(ctx: Context, s: MoveSt) -> bool:
    """Whether a move is only asked for now, and done when a `settle` is over."""
    zones = isinstance(s.source, ZoneEx) and isinstance(s.target, ZoneEx)
    return bool(ctx.settling) and s.piece is not None and zones


@changes(MoveSt)
def _moved(ctx: Context, s: MoveSt) -> Change | None:
    if is_claim(ctx, s):
        return None
    return _change(ctx, "move", s.source, s.target, more=[ir.local("moved", NUMBERS)])


@changes(DrawSt)
def _drawn(ctx: Context, s: DrawSt) -> Change:
    return _change(ctx, "move", s.source, s.target, more=[ir.local("moved", NUMBERS)])


@changes(PayPieceSt)
def _paid(ctx: Context, s: PayPieceSt) -> Change:
    if s.target is not None:
        return _change(ctx, "move", s.source, s.target, more=[ir.local("moved", NUMBERS)])
    amount = lower(ctx, s.amount) if s.amount is not None else ir.const(1)
    spent = Times(ir.numbers([lower(ctx, s.piece)]), amount)
    return _change(ctx, "move", s.source, more=[spent])


@changes(ShuffleSt)
def _shuffled(ctx: Context, s: ShuffleSt) -> Change | None:
    if isinstance(s.zone, ZoneEx):
        return None if s.zone.declared.order == "set" else _change(ctx, "shuffle", s.zone)
    assert s.zone.type.of is not None
    one = LocalEx(s.zone.position, s.zone.type.of, fresh(ctx, "place"))
    slots = ir.listed(space_slot(ctx, one), [(one.name, lower(ctx, s.zone))], [])
    return "shuffle", slots, []


@changes(RevealSt)
def _shown(ctx: Context, s: RevealSt) -> Change | None:
    if not isinstance(s.zone, ZoneEx):
        return None
    whom = lower(ctx, s.whom) if s.whom is not None else ir.const(-1)
    return _change(ctx, "hide" if s.hide else "reveal", s.zone, more=[ir.const(-2) if s.hide else whom])


@changes(SwapSt)
def _swapped(ctx: Context, s: SwapSt) -> Change:
    return _change(ctx, "count" if isinstance(s.left, CounterEx) else "swap", s.left, s.right)
