"""What people are told of a statement: all that it does, as events.

In: a checked statement and the code that carries it out. Out: that code with calls of `tell` (see
play/events.py) around it. This is done only in the variant of a game's code that tells (`Context.listened`);
the other one, for simulations and searches, stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiler import ir
from interpreter.compiler.context import Context, fresh
from interpreter.compiler.ir import Arguments, Expr, Function, Local, Stmt, Times
from interpreter.compiler.signatures import ARGUMENTS, NUMBERS
from interpreter.compiler.slots import counter_slot, lower, space_slot, zone_slot
from interpreter.language.checked import (
    CounterEx,
    DrawSt,
    Ex,
    LocalEx,
    MeEx,
    MoveSt,
    PayPieceSt,
    PaySt,
    PickSt,
    RevealSt,
    SaySt,
    ScoreSt,
    ShuffleSt,
    St,
    ZoneEx,
)
from interpreter.language.node import find
from interpreter.language.statement_facts import facts_of
from interpreter.language.types import Type
from interpreter.play.event import Event, EventSource
from interpreter.problems.position import Position

# What kind of event a statement is, the slots that it changes, what is said besides.
Change = tuple[str, Expr, list[Expr]]


def place_told(ctx: Context, kind: str, position: Position, says: Event, of: Type | None = None) -> Expr:
    """Register a place that tells; returns its number."""
    if ctx.unit in ctx.index.said:
        says = says | Event(said=True)
    ctx.event_sources.append(EventSource(kind, position, says, of))
    return ir.const(len(ctx.event_sources) - 1)


def telling_code(
    ctx: Context, kind: str, position: Position, *values: Expr, says: Event | None = None
) -> list[Stmt]:
    """A call that tells something; nothing in code that does not tell."""
    if not ctx.listened:
        return []
    number = place_told(ctx, kind, position, says or Event())
    return [ir.located(ir.Run(ir.call("tell", number, *values)), position)]


def sentence_code(ctx: Context, s: SaySt, names: Sequence[Local]) -> list[Stmt]:
    """A call that tells a sentence; its values are functions of their own, run where somebody listens."""
    if not ctx.listened:
        return []
    read = {each.name for each in find(s.text, LocalEx)} | {"me" for _ in find(s.text, MeEx)}
    known = [name for name in names if name.name in read]
    values = []
    for part in s.text.parts:
        if isinstance(part, str):
            continue
        values.append(fresh(ctx, "said"))
        place = part.position
        body: list[Stmt] = [ir.Return(lower(ctx, part))]
        made = Function(values[-1], known, body, place.file, place.line)
        ctx.functions.setdefault(place.file, []).append(made)
    says = Event(said=True) if ctx.unit in ctx.index.said else Event()
    source = EventSource("say", s.position, says, None, s.text, tuple(values), ctx.unit)
    ctx.event_sources.append(source)
    number = ir.const(len(ctx.event_sources) - 1)
    return [ir.located(ir.Run(ir.call("tell", number, Arguments(known, state=False))), s.position)]


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
    if not ctx.listened:
        return code
    kind, slots, more = change
    at, was = fresh(ctx, "at"), fresh(ctx, "was")
    places = ir.local(at, NUMBERS)
    before = [ir.Let(at, slots), ir.Let(was, ir.call("contents", places))]
    after = telling_code(ctx, kind, position, places, ir.local(was, ARGUMENTS), *more, says=says)
    return [*(ir.located(line, position) for line in before), *code, *after]


def with_events(ctx: Context, s: St, code: list[Stmt]) -> list[Stmt]:
    """A statement's code with a call that tells what it has done."""
    if not ctx.listened:
        return code
    if isinstance(s, PickSt):
        number = place_told(ctx, "pick", s.position, Event(name=s.variable.name), s.variable.type)
        return [*code, ir.Run(ir.call("tell", number, *ir.names_of([s.variable])))]
    kind = facts_of(s).shows(s)
    if not kind or is_claim(ctx, s):
        return code
    says = Event(source=s.source) if isinstance(s, ScoreSt) else Event()
    says |= Event(paid=True) if isinstance(s, PaySt | PayPieceSt) else Event()
    change = kind, _changed_slots(ctx, s), _said_besides(ctx, s)
    return told_changes(ctx, s.position, change, code, says)


def _slot(ctx: Context, place: Ex) -> Expr:
    """The slot of a counter, a zone or a space."""
    if isinstance(place, CounterEx):
        return counter_slot(ctx, place)
    return zone_slot(ctx, place) if isinstance(place, ZoneEx) else space_slot(ctx, place)


def is_claim(ctx: Context, s: St) -> bool:
    """Whether a move is only asked for now, and done when a `settle` is over."""
    if not ctx.settling or not isinstance(s, MoveSt) or s.piece is None:
        return False
    return isinstance(s.source, ZoneEx) and isinstance(s.target, ZoneEx)


def _changed_slots(ctx: Context, s: St) -> Expr:
    """The slots that a statement changes."""
    if isinstance(s, ScoreSt):
        return ir.numbers([ir.plus(lower(ctx, s.whom), ir.const(ctx.layout.counters["points"]))])
    if isinstance(s, ShuffleSt) and not isinstance(s.zone, ZoneEx):
        assert s.zone.type.of is not None
        one = LocalEx(s.zone.position, s.zone.type.of, fresh(ctx, "place"))
        return ir.listed(space_slot(ctx, one), [(one.name, lower(ctx, s.zone))], [])
    places = (s.zone,) if isinstance(s, RevealSt) else facts_of(s).changes(s)
    return ir.numbers([_slot(ctx, place) for place in places])


def _said_besides(ctx: Context, s: St) -> list[Expr]:
    """What is said of a change besides the slots: which pieces moved, to whom something is shown."""
    if isinstance(s, PayPieceSt) and s.target is None:
        amount = lower(ctx, s.amount) if s.amount is not None else ir.const(1)
        return [Times(ir.numbers([lower(ctx, s.piece)]), amount)]
    if isinstance(s, MoveSt | DrawSt | PayPieceSt):
        return [ir.local("moved", NUMBERS)]
    if isinstance(s, RevealSt):
        whom = lower(ctx, s.whom) if s.whom is not None else ir.const(-1)
        return [ir.const(-2) if s.hide else whom]
    return []
