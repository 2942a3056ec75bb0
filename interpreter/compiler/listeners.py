"""What triggers are told of a statement: that a counter changed, or which pieces entered or left.

In: a checked statement and the code that carries it out. Out: that code with what the listeners need
to know, and the calls that tell them. Here too is what all compilers of statements share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.compiler import ir
from interpreter.compiler.context import Context, fresh
from interpreter.compiler.events import is_claim, with_events
from interpreter.compiler.guards import at
from interpreter.compiler.ir import Arguments, Expr, GameCall, Listener, Local, Stmt
from interpreter.compiler.signatures import NONE, NUMBERS
from interpreter.compiler.slots import counter_slot, lower
from interpreter.language.checked import (
    ChooseSt,
    DrawSt,
    GainSt,
    MaySt,
    MoveSt,
    OneOfSt,
    PayPieceSt,
    PaySt,
    ScoreSt,
    St,
    StBlock,
    ZoneEx,
)
from interpreter.language.index import index_of
from interpreter.language.plan import Stage
from interpreter.language.statement_facts import events_of, has_points
from interpreter.language.types import Type
from interpreter.play.decision import Site


def site_of(
    ctx: Context,
    name: str,
    shown: Type | None,
    s: St,
    *,
    names: Sequence[Local],
    labels: Sequence[str] = (),
    stage: Stage | None = None,
) -> Expr:
    """Register a place where something is asked; returns its number."""
    site = Site(name, shown, tuple(labels), ctx.unit_title, s.position, said=ctx.unit in ctx.index.said)
    asking = s.asking if isinstance(s, ChooseSt | OneOfSt | MaySt) else None
    ctx.sites.append(
        replace(site, asking=asking, unit=ctx.unit, stage=stage, scope=tuple(each.name for each in names[1:]))
    )
    return ir.const(len(ctx.sites) - 1)


def scope_of(names: Sequence[Local]) -> Expr:
    """What a question carries for those who ask about it: the position, `me` and the variables."""
    return Arguments(list(names), state=bool(names))


def with_listeners(ctx: Context, s: St, code: list[Stmt]) -> tuple[list[Stmt], list[Stmt]]:
    """A statement's code with what its listeners need to know, and the calls that tell them.

    Of a counter they are told how much it really changed; a change of nothing causes no event.
    """
    if has_points(s):
        return code, []  # the statements that it consists of tell
    code = with_events(ctx, s, code)
    events = [event for event in events_of(s) if event in ctx.listeners]
    if not events:
        return code, []
    if _is_settled_later(ctx, s):
        return code, []  # told when it is settled
    if not isinstance(s, (GainSt, PaySt, ScoreSt)):
        moved = fresh(ctx, "moved")
        tells = at(s, [line for event in events for line in tell_moved(ctx, event, s, moved)])
        return [*code, *at(s, [ir.Let(moved, ir.local("moved", NUMBERS))])], tells
    before: list[Stmt] = []
    after: list[Stmt] = []
    tells = []
    for event in events:
        slot, indexes = told_counter(ctx, event, s)
        kept, change = fresh(ctx, "kept"), fresh(ctx, "change")
        before.append(ir.Let(kept, ir.slot(slot)))
        now, then = ir.slot(told_counter(ctx, event, s)[0]), ir.local(kept)
        pair = (then, now) if event.startswith("lost") else (now, then)
        after.append(ir.Let(change, ir.binary(pair[0], "-", pair[1])))
        call = invoke(ctx, f"hear_{event.replace(' ', '_')}", event, [*indexes, ir.local(change)])
        tells.append(ir.When(ir.compare(ir.local(change), ">", ir.const(0)), [call]))
    return [*at(s, before), *code, *at(s, after)], at(s, tells)


def _is_settled_later(ctx: Context, s: St) -> bool:
    """Whether a statement only asks for something, which is given out when a `settle` is over."""
    if isinstance(s, GainSt):
        return bool(ctx.settling) and s.sign > 0 and s.counter.declared.name in ctx.layout.supplies
    return isinstance(s, MoveSt) and is_claim(ctx, s)


def told_counter(ctx: Context, event: str, s: GainSt | PaySt | ScoreSt) -> tuple[Expr, list[Expr]]:
    """The slot that an event speaks of, and the event's arguments but the amount."""
    if isinstance(s, ScoreSt):
        return ir.plus(lower(ctx, s.whom), ir.const(ctx.layout.counters["points"])), [lower(ctx, s.whom)]
    counters = [s.counter] if isinstance(s, GainSt) else list(s.counters)
    found = next(c for c in counters if c.declared.name == event.split()[1])
    return counter_slot(ctx, found), [lower(ctx, p) for p in found.indexes]


def tell_moved(ctx: Context, event: str, s: St, moved: str) -> list[Stmt]:
    """Code that tells listeners that pieces entered or left, once for each piece."""
    assert isinstance(s, (MoveSt, DrawSt, PayPieceSt))
    place = s.source if event.startswith("left") else s.target
    assert place is not None
    where = [lower(ctx, p) for p in place.indexes] if isinstance(place, ZoneEx) else [lower(ctx, place)]
    each = fresh(ctx, "each")
    call = invoke(ctx, f"hear_{event.replace(' ', '_')}", event, [*where, ir.local(each)])
    return [ir.Loop(each, ir.local(moved, NUMBERS), [call])]


def invoke(ctx: Context, function: str, event: str, arguments: list[Expr]) -> Stmt:
    """Call the function that runs an event's listeners."""
    asks = any(unit in ctx.asking for unit in ctx.listeners.get(event, ()))
    return ir.Run(GameCall(function, arguments, NONE, asks))


def may_ask(ctx: Context, block: StBlock) -> bool:
    """Whether a block may ask, what listens to it included."""
    return index_of(ctx.program).may_ask(block)


def whom_to_tell(ctx: Context, s: GainSt) -> Listener | None:
    """For a claim: the function that hears of what is gained, and its first arguments; None: nobody."""
    event = f"gained {s.counter.declared.name}"
    if event not in ctx.listeners:
        return None
    return Listener(f"hear_{event.replace(' ', '_')}", [lower(ctx, p) for p in s.counter.indexes])
