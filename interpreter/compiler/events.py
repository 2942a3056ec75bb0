"""What people are told of a statement: all that it does, as events.

In: a checked statement and the Python code that carries it out. Out: that code with calls of `tell` (see
play/events.py) around it. This is done only in the variant of a game's code that tells (`Context.telling`);
the other one, for simulations and searches, stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from interpreter.compiler import python_ast as py
from interpreter.compiler.context import Context, fresh
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.compiler.slots import counter_slot, lower, space_slot, zone_slot
from interpreter.language.checked import (
    AssignSt,
    CounterEx,
    DrawSt,
    Ex,
    FillSt,
    GainSt,
    LocalEx,
    MoveSt,
    PayPieceSt,
    PaySt,
    PickSt,
    RevealSt,
    RollSt,
    ScoreSt,
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


def place_told(ctx: Context, kind: str, position: Position, says: Event, of: Type | None = None) -> Expr:
    """Register a place that tells; returns its number."""
    ctx.tellings.append(Telling(kind, position, says, of))
    return py.const(len(ctx.tellings) - 1)


def told(ctx: Context, kind: str, position: Position, *values: Expr, says: Event | None = None) -> list[Stmt]:
    """A call that tells something; nothing in code that does not tell."""
    if not ctx.telling:
        return []
    number = place_told(ctx, kind, position, says or Event())
    return [py.placed(py.run(py.call("tell", py.name("s"), number, *values)), position)]


def told_within(
    ctx: Context, says: Event, position: Position, code: list[Stmt], by: Expr | None = None
) -> list[Stmt]:
    """Code between the events that it begins and ends."""
    who = by or py.name("me")
    begins = told(ctx, "begin", position, who, says=says)
    return [*begins, *code, *told(ctx, "end", position, who, says=says)]


def told_changes(
    ctx: Context, position: Position, change: Change, code: list[Stmt], says: Event
) -> list[Stmt]:
    """Code that changes slots, between a look at what is in them and a call that tells what is new."""
    if not ctx.telling:
        return code
    kind, slots, more = change
    at, was = fresh(ctx, "at"), fresh(ctx, "was")
    before = [py.let(at, slots), py.let(was, py.call("contents", py.name("s"), py.name(at)))]
    after = told(ctx, kind, position, py.name(at), py.name(was), *more, says=says)
    return [*(py.placed(line, position) for line in before), *code, *after]


def with_events(ctx: Context, s: St, code: list[Stmt]) -> list[Stmt]:
    """A statement's code with a call that tells what it has done."""
    if not ctx.telling:
        return code
    if isinstance(s, PickSt):
        number = place_told(ctx, "pick", s.position, Event(name=s.variable.name), s.variable.type)
        return [*code, py.run(py.call("tell", py.name("s"), number, py.name(s.variable.python)))]
    change = CHANGES[type(s)](ctx, s) if type(s) in CHANGES else None
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
    return kind, py.tuple_of([_slot(ctx, place) for place in places]), more or []


def _assigned(ctx: Context, s: AssignSt) -> Change:
    if isinstance(s.target, CounterEx):
        return _change(ctx, "count", s.target)
    assert s.where is not None
    return _change(ctx, "turn", s.where)


def is_claim(ctx: Context, s: MoveSt) -> bool:
    """Whether a move is only asked for now, and done when a `settle` is over."""
    zones = isinstance(s.source, ZoneEx) and isinstance(s.target, ZoneEx)
    return ctx.settling and s.piece is not None and zones


def _moved(ctx: Context, s: MoveSt | DrawSt) -> Change | None:
    if isinstance(s, MoveSt) and is_claim(ctx, s):
        return None
    return _change(ctx, "move", s.source, s.target, more=[py.name("moved")])


def _paid(ctx: Context, s: PayPieceSt) -> Change:
    if s.target is not None:
        return _change(ctx, "move", s.source, s.target, more=[py.name("moved")])
    amount = lower(ctx, s.amount) if s.amount is not None else py.const(1)
    spent = py.binary(py.tuple_of([lower(ctx, s.piece)]), ast.Mult(), amount)
    return _change(ctx, "move", s.source, more=[spent])


def _shuffled(ctx: Context, s: ShuffleSt) -> Change | None:
    if isinstance(s.zone, ZoneEx):
        return None if s.zone.declared.order == "set" else _change(ctx, "shuffle", s.zone)
    assert s.zone.type.of is not None
    one = LocalEx(s.zone.position, s.zone.type.of, fresh(ctx, "place"))
    slots = py.listed(space_slot(ctx, one), [(one.name, lower(ctx, s.zone))], [])
    return "shuffle", slots, []


def _shown(ctx: Context, s: RevealSt) -> Change | None:
    if not isinstance(s.zone, ZoneEx):
        return None
    whom = lower(ctx, s.whom) if s.whom is not None else py.const(-1)
    return _change(ctx, "hide" if s.hide else "reveal", s.zone, more=[py.const(-2) if s.hide else whom])


def _swapped(ctx: Context, s: SwapSt) -> Change:
    return _change(ctx, "count" if isinstance(s.left, CounterEx) else "swap", s.left, s.right)


CHANGES: dict[type[St], Callable[..., Change | None]] = {
    PaySt: lambda ctx, s: _change(ctx, "count", *s.counters),
    GainSt: lambda ctx, s: _change(ctx, "count", s.counter),
    ScoreSt: lambda ctx, s: (
        "points",
        py.tuple_of([py.plus(lower(ctx, s.whom), py.const(ctx.layout.counters["points"]))]),
        [],
    ),
    AssignSt: _assigned,
    SwapSt: _swapped,
    MoveSt: _moved,
    DrawSt: _moved,
    PayPieceSt: _paid,
    RollSt: lambda ctx, s: _change(ctx, "roll", s.target),
    FillSt: lambda ctx, s: _change(ctx, "fill", s.zone),
    ShuffleSt: _shuffled,
    RevealSt: _shown,
}
