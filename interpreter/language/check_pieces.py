"""Statements about counters and pieces: what changes, where it lies, where it may go.

In: parse trees. Out: checked statements that know the place of every piece, said or found, or a problem where
nothing tells where a piece lies.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.language import tree as t
from interpreter.language.check_blocks import me
from interpreter.language.check_calls import box_zone, check_arguments, held_by
from interpreter.language.check_names import check, fault, meanings_of, type_of_value, typed, want
from interpreter.language.checked import (
    AssignSt,
    BuiltInEx,
    CounterEx,
    DrawSt,
    Ex,
    FillSt,
    ForSt,
    GainSt,
    LocalEx,
    MoveSt,
    PayPieceSt,
    PaySt,
    RevealSt,
    RollSt,
    ShuffleSt,
    SpacesEx,
    St,
    StateEx,
    SwapSt,
    ZoneEx,
)
from interpreter.language.checking import Checking, checks
from interpreter.language.scope import Scope
from interpreter.language.types import ANY, NUMBER, PLAYER, TRUTH, Type, fits, phrase, set_of
from interpreter.problems.nearest_name import hint_for


# -- counters
@checks(t.Pay)
def _pay(ctx: Checking, s: t.Pay, scope: Scope) -> St | None:
    amount = typed(ctx, s.amount, NUMBER, scope)
    found = [counter_of(ctx, c, None, scope) for c in s.counters]
    counters = tuple(counter for counter in found if counter is not None)
    if len(counters) < len(found):
        return None
    return PaySt(s.position, amount, counters, tuple(c.name for c in s.counters))


def counter_of(ctx: Checking, call: t.Call, whom: t.Expression | None, scope: Scope) -> CounterEx | None:
    """Check the counter of a statement: a player left out is `for` whom, or me; None after a fault."""
    declared = ctx.model.counters.get(call.name)
    if declared is None:
        names = list(ctx.model.counters)
        other = (call.name in ctx.model.zones and "zone") or (call.name in ctx.model.values and "value")
        code = "wrong-kind-of-name" if other else "unknown-name"
        hint = hint_for(call.name, names) or (f"'{call.name}' is a {other}" if other else None)
        fault(ctx, code, f"there is no counter '{call.name}'", call.position, hint)
        return None
    per = declared.per
    if ANY in per:
        return None  # the type was reported where the counter is declared
    holder = next((i for i, p in enumerate(per) if p.kind in ("player", "team")), None)
    if holder is None or len(call.arguments) == len(per):
        if whom is not None:
            fault(
                ctx, "arguments", "`for` does not fit: this counter already says whose it is", whom.position
            )
        return CounterEx(call.position, declared.type, declared, check_arguments(ctx, call, per, scope))
    person = typed(ctx, whom, PLAYER, scope) if whom is not None else me(ctx, call.position, scope)
    rest = tuple(p for i, p in enumerate(per) if i != holder)
    found = list(check_arguments(ctx, call, rest, scope))
    found.insert(holder, want(ctx, person, per[holder]))
    return CounterEx(call.position, declared.type, declared, tuple(found))


@checks(t.Gain)
def _gain(ctx: Checking, s: t.Gain, scope: Scope) -> St | None:
    return gained(ctx, s, scope, 1, all_or_none=s.all_or_none)


@checks(t.Lose)
def _lose(ctx: Checking, s: t.Lose, scope: Scope) -> St | None:
    return gained(ctx, s, scope, -1, all_or_none=False)


def gained(ctx: Checking, s: t.Gain | t.Lose, scope: Scope, sign: int, *, all_or_none: bool) -> St | None:
    """Check a gain or loss; its counter must be one that counts."""
    amount = typed(ctx, s.amount, NUMBER, scope)
    if isinstance(s.amount, t.Negative) and isinstance(s.amount.operand, t.Number):
        written, meant = ("gain", "lose") if sign > 0 else ("lose", "gain")
        message = f"`{written}` says how many, and that is no number below zero"
        fault(ctx, "out-of-range", message, s.amount.position, f"`{meant} {s.amount.operand.value}` ...")
    counter = counter_of(ctx, s.counter, s.whom, scope)
    if counter is None:
        return None
    if counter.type not in (NUMBER, ANY):
        name = s.counter.name
        fault(ctx, "type", f"'{name}' does not count; use `set {name} to ...`", s.counter.position)
    return GainSt(s.position, amount, counter, sign, all_or_none)


@checks(t.Assign)
def _assign(ctx: Checking, s: t.Assign, scope: Scope) -> St | None:
    target: CounterEx | None
    if isinstance(s.target, t.Field):
        return assign_state(ctx, s, s.target, scope)
    if (
        isinstance(s.target, t.Name)
        and scope.find(s.target.name) is None
        and s.target.name in ctx.model.counters
    ):
        target = counter_of(ctx, t.Call(s.target.position, s.target.name, ()), None, scope)
    elif isinstance(s.target, t.Call) and s.target.name in ctx.model.counters:
        target = counter_of(ctx, s.target, None, scope)
    else:
        fault(
            ctx,
            "type",
            "only a counter or a piece's state can be set",
            s.target.position,
            hint_for(getattr(s.target, "name", ""), list(ctx.model.counters)),
        )
        return None
    if target is None:
        return None
    return AssignSt(s.position, target, typed(ctx, s.value, target.type, scope), None)


def assign_state(ctx: Checking, s: t.Assign, node: t.Field, scope: Scope) -> St | None:
    """Check `set PIECE.STATE to ...`: the place of the piece must be known, its token changes there."""
    target = check(ctx, node, scope)
    if not isinstance(target, StateEx):
        if target.type != ANY:
            fault(ctx, "type", f"'{node.name}' never changes; only states can be set", node.position)
        return None
    place = origin(ctx, node.owner, target.owner, scope)
    if place is None:
        return None
    return AssignSt(s.position, target, typed(ctx, s.value, target.type, scope), place)


# -- pieces
def origin(ctx: Checking, node: t.Expression, checked: Ex, scope: Scope) -> Ex | None:
    """Where a piece lies: where its variable was chosen from, or what `on(x)` names."""
    if isinstance(node, t.Name):
        variable = scope.find(node.name)
        if variable is not None and variable.origin is not None:
            return variable.origin
    found = origin_of_value(checked)
    if found is None and checked.type != ANY:
        fault(
            ctx,
            "where-from",
            "where is this piece? nothing here says",
            node.position,
            "say `from ...`, or choose it from a zone or space first",
        )
    return found


def origin_of_value(value: Ex) -> Ex | None:
    """The place in `on(x)`, `top(x)`, `first(x)`, `at(x, i)`; None for other expressions."""
    if isinstance(value, BuiltInEx) and value.declared.gives_piece:
        return value.argument(0)
    return None


def place(ctx: Checking, node: t.Expression, scope: Scope, *, copies: bool = False) -> Ex:
    """Check a zone or a space that holds something; copies: whether it may hold copies of pieces."""
    found = check(ctx, node, scope)
    if isinstance(found, ZoneEx) and found.declared.copies and not copies:
        return fault(ctx, "type", "this zone holds copies; only `fill` changes it", node.position)
    if isinstance(found, ZoneEx) or found.type == ANY:
        return found
    if found.type.kind == "space":
        held_by(ctx, found.type, node.position)
        return found
    return fault(ctx, "type", f"this should be a zone or a space, not {phrase(found.type)}", node.position)


def holds(ctx: Checking, place: Ex) -> Type:
    """The type of what lies in a zone or on a space."""
    if isinstance(place, ZoneEx):
        return place.type.of or ANY
    return held_by(ctx, place.type, place.position)


@checks(t.PayPiece)
def _paypiece(ctx: Checking, s: t.PayPiece, scope: Scope) -> St | None:
    if s.source is None and (said := _no_amount(ctx, s.piece, scope)) is not None:
        fault(ctx, "syntax", "`pay` needs an amount and a counter, or a piece", s.piece.position, said)
        return None
    amount = typed(ctx, s.amount, NUMBER, scope) if s.amount is not None else None
    source = place(ctx, s.source, scope) if s.source is not None else None
    piece = check(ctx, s.piece, scope, holds(ctx, source) if source is not None else None)
    source = source or origin(ctx, s.piece, piece, scope)
    if source is None:
        return None
    target = place(ctx, s.target, scope) if s.target is not None else default_target(ctx, piece)
    if amount is not None and not isinstance(source, ZoneEx):
        fault(ctx, "type", "several pieces can be paid out of a zone only", source.position)
    board = ctx.model.node_boards.get(source.type.name)
    stacked = board is not None and source.type.name in board.stacked
    chosen = scope.find(s.piece.name) if isinstance(s.piece, t.Name) else None
    sought = chosen is None or chosen.origin is not source or not chosen.present
    return PayPieceSt(s.position, amount, piece, source, target, stacked, sought)


def _no_amount(ctx: Checking, node: t.Expression, scope: Scope) -> str | None:
    """What to write where `pay COUNTER` or `pay NUMBER` names no piece; None where it may name one."""
    if isinstance(node, t.Number):
        return f"`pay {node.value} COUNTER`"
    if not isinstance(node, t.Name | t.Call) or scope.find(node.name) is not None:
        return None
    name = node.name
    if name in ctx.model.counters:
        return f"`pay 1 {name}`"
    value = ctx.model.values.get(name)
    if value is not None and type_of_value(ctx, name) == NUMBER:
        return "the counter follows the amount: `pay AMOUNT COUNTER`"
    if isinstance(node, t.Call) or meanings_of(ctx, node, scope):
        return None
    return None if name in {**ctx.model.zones, **ctx.model.node_boards} else f"`pay 1 {name}`"


@checks(t.PayLots)
def _paylots(ctx: Checking, s: t.PayLots, scope: Scope) -> tuple[St, ...]:
    """Each lot is a payment of its own; a guard looks at them one after the other."""
    paid = (
        _paypiece(ctx, t.PayPiece(lot.position, lot.amount, lot.piece, s.source, s.target), scope)
        for lot in s.lots
    )
    return tuple(each for each in paid if each is not None)


def default_target(ctx: Checking, piece: Ex) -> Ex | None:
    """Where a piece that is paid goes if nothing is said: its box; None for what is no piece."""
    if piece.type.kind != "component":
        return None
    return ZoneEx(piece.position, set_of(piece.type), box_zone(ctx.model, piece.type.name), ())


@checks(t.Move)
def _move(ctx: Checking, s: t.Move, scope: Scope) -> St | None:
    amount = typed(ctx, s.amount, NUMBER, scope) if s.amount is not None else None
    target = place(ctx, s.target, scope)
    piece = check(ctx, s.piece, scope, holds(ctx, target)) if s.piece is not None else None
    if piece is not None and piece.type.kind == "space" and s.piece is not None:
        stacked = piece.type.name in ctx.model.node_boards[piece.type.name].stacked
        what_lies_there = t.Call(s.piece.position, "top" if stacked else "on", (s.piece,))
        return _move(ctx, replace(s, piece=what_lies_there), scope)
    if s.source is not None:
        source: Ex | None = place(ctx, s.source, scope)
    else:
        assert s.piece is not None and piece is not None
        source = origin(ctx, s.piece, piece, scope)
    if source is None:
        return None
    if not fits(holds(ctx, source), holds(ctx, target)):
        fault(
            ctx, "type", f"{phrase(holds(ctx, source))} cannot go where {holds(ctx, target)}s lie", s.position
        )
    if piece is not None and piece.type.kind == "set":
        variable = scope.inner().add("each", piece.type.of or ANY)
        one = MoveSt(
            s.position,
            None,
            LocalEx(s.position, variable.type, variable.python),
            source,
            target,
            s.place,
            None,
        )
        return ForSt(s.position, variable, piece, None, (), (one,))
    if piece is not None:
        want(ctx, piece, holds(ctx, source))
    facing = facing_of(ctx, s.facing, piece, scope)
    return MoveSt(s.position, amount, piece, source, target, s.place, facing)


def facing_of(ctx: Checking, node: t.Expression | None, piece: Ex | None, scope: Scope) -> Ex | None:
    """`facing e`: the piece's state called facing, as a number from 1."""
    if node is None:
        return None
    made = ctx.model.components.get(piece.type.name) if piece is not None else None
    if made is None or "facing" not in made.states:
        fault(ctx, "type", "only a piece with states called `facing` can be turned", node.position)
        return None
    return typed(ctx, node, NUMBER, scope)


@checks(t.Draw)
def _draw(ctx: Checking, s: t.Draw, scope: Scope) -> St:
    source, target = place(ctx, s.source, scope), place(ctx, s.target, scope)
    if (
        source.type.kind == "space"
        and source.type.name not in ctx.model.node_boards[source.type.name].stacked
    ):
        fault(
            ctx,
            "type",
            "from a space that holds one piece nothing can be drawn; use `move`",
            s.source.position,
        )
    if not fits(holds(ctx, source), holds(ctx, target)):
        fault(
            ctx, "type", f"{phrase(holds(ctx, source))} cannot go where {holds(ctx, target)}s lie", s.position
        )
    return DrawSt(s.position, typed(ctx, s.amount, NUMBER, scope), source, target, s.place)


@checks(t.Roll)
def _roll(ctx: Checking, s: t.Roll, scope: Scope) -> St | None:
    target = place(ctx, s.target, scope)
    if not isinstance(target, ZoneEx) or not target.declared.faces:
        if target.type != ANY:
            message = "only a zone with `faces` can be rolled into"
            fault(ctx, "type", message, s.target.position, "`{holds: number, faces: 6}` is a zone of dice")
        return None
    return RollSt(s.position, typed(ctx, s.amount, NUMBER, scope), target)


@checks(t.Fill)
def _fill(ctx: Checking, s: t.Fill, scope: Scope) -> St | None:
    zone = place(ctx, s.zone, scope, copies=True)
    held = holds(ctx, zone)
    if held.kind == "component" and not (isinstance(zone, ZoneEx) and zone.declared.copies):
        fault(
            ctx,
            "type",
            "pieces are moved, not made; only a zone of numbers, members or copies can be filled",
            s.zone.position,
        )
    values = tuple(check(ctx, v, scope, held if len(s.values) > 1 else None) for v in s.values)
    several = len(values) == 1 and values[0].type.kind == "set"
    for value in values:
        want(ctx, value, set_of(held) if several else held)
    return FillSt(s.position, zone, values) if isinstance(zone, ZoneEx) else None


@checks(t.Shuffle)
def _shuffle(ctx: Checking, s: t.Shuffle, scope: Scope) -> St:
    zone = check(ctx, s.zone, scope)
    if not isinstance(zone, ZoneEx | SpacesEx) and zone.type != ANY:
        fault(
            ctx,
            "type",
            "only a zone, or the pieces on the spaces of a board, can be shuffled",
            s.zone.position,
        )
    return ShuffleSt(s.position, zone, typed(ctx, s.until, TRUTH, scope) if s.until is not None else None)


@checks(t.Reveal)
def _reveal(ctx: Checking, s: t.Reveal, scope: Scope) -> St:
    zone = place(ctx, s.zone, scope)
    return RevealSt(
        s.position, zone, typed(ctx, s.whom, PLAYER, scope) if s.whom is not None else None, s.hide
    )


@checks(t.Swap)
def _swap(ctx: Checking, s: t.Swap, scope: Scope) -> St:
    left, right = check(ctx, s.left, scope), check(ctx, s.right, scope)
    both = {
        "counter" if isinstance(left, CounterEx) else left.type.kind,
        "counter" if isinstance(right, CounterEx) else right.type.kind,
    }
    if both not in ({"counter"}, {"space"}) and ANY not in (left.type, right.type):
        fault(ctx, "type", "only two spaces or two counters can be swapped", s.position)
    if any(isinstance(each, CounterEx) and each.declared.points for each in (left, right)):
        fault(ctx, "type", "points move with a counter by `set`, not by `swap`", s.position)
    if isinstance(left, CounterEx) and isinstance(right, CounterEx) and left.declared is not right.declared:
        for each in (left.declared, right.declared):
            if each.min is not None or each.max is not None or each.supply is not None:
                message = f"'{each.name}' has its own bounds: its value cannot go to another counter"
                fault(ctx, "type", message, s.position, "use `set`, which stops at them")
                break
    return SwapSt(s.position, left, right)
