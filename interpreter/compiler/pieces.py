"""Statements that change where pieces lie, and their states, to Python; rules in play follow their carriers.

In: a checked statement. Out: the Python code that carries it out. What was moved is left in the variable
`moved`, of which listeners are told.
"""

from __future__ import annotations

import ast

from interpreter.compiler import python_ast as py
from interpreter.compiler.context import Context, fresh, lowers
from interpreter.compiler.counters import assigned
from interpreter.compiler.events import is_claim
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.compiler.slots import (
    constant,
    counter_slot,
    holder,
    index_code,
    is_stack,
    lower,
    somebody,
    space_slot,
    static_table,
    zone_slot,
)
from interpreter.language.checked import (
    AssignSt,
    BuiltInEx,
    CounterEx,
    DrawSt,
    Ex,
    FillSt,
    LocalEx,
    MoveSt,
    PayPieceSt,
    RevealSt,
    RollSt,
    ShuffleSt,
    SwapSt,
    ZoneEx,
)
from interpreter.language.index import events_of
from interpreter.language.types import MAX_NUMBERS, NUMBER, Type
from interpreter.layout import SEED, UNSEEN


# -- places
def active(ctx: Context, place: Ex) -> bool:
    """Whether the rules of components that lie in a place are in force."""
    if isinstance(place, ZoneEx):
        return bool(place.declared.active)
    return ctx.model.node_boards[place.type.name].active


def held_type(ctx: Context, place: Ex) -> Type:
    """The type of what lies in a place."""
    if isinstance(place, ZoneEx):
        return place.type.of or NUMBER
    return Type("component", ctx.model.node_boards[place.type.name].holds[place.type.name])


def rules_change(ctx: Context, function: str, place: Ex, piece: Expr) -> list[Stmt]:
    """Rules of a component come into force or end when it enters or leaves an active place."""
    held = held_type(ctx, place)
    if held.kind != "component" or not ctx.layout.carries_rules(held.name) or not active(ctx, place):
        return []
    table = static_table(ctx, "RULES_OF", lambda: ctx.layout.rule_table)
    owner, kind = place_owner(ctx, place)
    member = fresh(ctx, "member") if kind == "team" else ""
    change = py.run(
        py.call(
            function,
            py.name("s"),
            py.const(ctx.layout.masks),
            py.const(ctx.layout.owners),
            py.item(table, piece),
            py.name(member) if member else owner,
        )
    )
    members = static_table(ctx, "MEMBERS", lambda: members_of_teams(ctx))
    return [py.loop(member, py.item(members, owner), [change])] if member else [change]


def members_of_teams(ctx: Context) -> tuple[tuple[int, ...], ...]:
    """The players of each team."""
    teams = ctx.model.teams
    return tuple(tuple(range(team, ctx.model.players, teams)) for team in range(teams))


def place_owner(ctx: Context, place: Ex) -> tuple[Expr, str]:
    """For whom rules in a place count; whether that is a player, a team or the table (the last owner)."""
    if isinstance(place, ZoneEx):
        for index, part in zip(place.declared.per, place.indexes, strict=True):
            if index.kind in ("player", "team"):
                return lower(ctx, part), index.kind
        return py.const(ctx.model.persons), "table"
    board = ctx.model.node_boards[place.type.name]
    if board.per is None:
        return py.const(ctx.model.persons), "table"
    owners = static_table(ctx, "OWNER", lambda: ctx.layout.owner_of_space)
    return py.item(owners, lower(ctx, place)), board.per.kind


def taken_out(ctx: Context, place: Ex, piece: Expr, end: str | None) -> list[Stmt]:
    """Take a piece out of a place; of a stack the uppermost such piece."""
    slot, kind = holder(ctx, place)
    if kind == "one":
        code: list[Stmt] = [py.run(py.call("lift_from", py.name("s"), slot, piece))]
    else:
        code = [
            py.put(
                slot,
                py.call(
                    "removed_last" if kind == "stack" else "removed",
                    py.slot(holder(ctx, place)[0]),
                    piece,
                ),
            )
        ]
    return code + rules_change(ctx, "rule_out", place, piece)


def put_in(ctx: Context, place: Ex, piece: Expr, end: str | None) -> list[Stmt]:
    """Put a piece into a place, at an end of it where its order counts."""
    piece = at_start(ctx, place, piece)
    slot, kind = holder(ctx, place)
    if kind == "one":
        code: list[Stmt] = [py.run(py.call("settle_on", py.name("s"), slot, piece))]
    elif kind == "set":
        code = [py.put(slot, py.call("added", py.slot(holder(ctx, place)[0]), piece))]
    elif goes_first(ctx, kind, end):
        code = [py.put(slot, py.binary(py.tuple_of([piece]), ast.Add(), py.slot(holder(ctx, place)[0])))]
    else:
        code = [py.put(slot, py.binary(py.slot(holder(ctx, place)[0]), ast.Add(), py.tuple_of([piece])))]
    if isinstance(place, ZoneEx) and place.declared.max:
        full = py.call("within_limit", py.slot(zone_slot(ctx, place)), py.const(place.declared.max))
        code.insert(0, py.run(full))
    return code + rules_change(ctx, "rule_in", place, piece)


def at_start(ctx: Context, place: Ex, piece: Expr) -> Expr:
    """A piece that goes back to its box takes its start states."""
    held = held_type(ctx, place)
    if not isinstance(place, ZoneEx) or held.kind != "component" or place.declared.name != f"box_{held.name}":
        return piece
    made = ctx.model.components[held.name]
    owners = len(made.states["owner"]) if made.per is not None else 1
    if made.combinations == owners:
        return piece
    return py.item(static_table(ctx, "AT_START", lambda: ctx.layout.start_table), piece)


def goes_first(ctx: Context, kind: str, end: str | None) -> bool:
    """Whether an end of a row or stack is the beginning of its tuple."""
    return end in ("bottom", "front")


# -- states
@lowers(AssignSt)
def _assign(ctx: Context, s: AssignSt, names: list[str]) -> list[Stmt]:
    if isinstance(s.target, CounterEx):
        return assigned(ctx, s, s.target)
    assert s.where is not None
    owner, state = s.target.owner, s.target.state
    table = static_table(ctx, f"TURNED_{state}", lambda: ctx.layout.turned_table(state))
    old, new = fresh(ctx, "old"), fresh(ctx, "new")
    code: list[Stmt] = [
        py.let(old, lower(ctx, owner)),
        py.let(new, py.item(py.item(table, py.name(old)), lower(ctx, s.value))),
    ]
    code += exchanged(ctx, s.where, owner, py.name(old), py.name(new))
    if isinstance(owner, LocalEx):
        code.append(py.let(owner.name, py.name(new)))
    return code


def exchanged(ctx: Context, place: Ex, owner: Ex, old: Expr, new: Expr) -> list[Stmt]:
    """A piece in another state, where it lies; its rules stay as they are, for its kind does."""
    slot, kind = holder(ctx, place)
    if kind == "one":
        return [py.put(slot, new)]
    now = py.slot(holder(ctx, place)[0])
    if kind == "set":
        return [py.put(slot, py.call("added", py.call("removed", now, old), new))]
    if isinstance(owner, BuiltInEx) and owner.name == "at":
        return [
            py.put(
                slot,
                py.call(
                    "exchanged", now, py.binary(lower(ctx, owner.argument(1)), ast.Sub(), py.const(1)), new
                ),
            )
        ]
    front = isinstance(owner, BuiltInEx) and owner.name == "front"
    first = kind == "row" if isinstance(owner, LocalEx) else front
    return [py.put(slot, py.call("exchanged", now, py.call("place_of", now, old, py.const(first)), new))]


# -- moves
@lowers(PayPieceSt)
def _paypiece(ctx: Context, s: PayPieceSt, names: list[str]) -> list[Stmt]:
    if s.target is None:
        assert isinstance(s.source, ZoneEx)
        slot = zone_slot(ctx, s.source)
        amount = lower(ctx, s.amount) if s.amount is not None else py.const(1)
        left = py.call("removed_some", py.slot(zone_slot(ctx, s.source)), amount, lower(ctx, s.piece))
        return [py.put(slot, left)]
    return _move(ctx, MoveSt(s.position, s.amount, s.piece, s.source, s.target, None, None), names)


def claim_pieces(ctx: Context, s: MoveSt) -> list[Stmt]:
    """A move inside `settle`: what a zone is asked for, given out when the block is over."""
    assert s.piece is not None
    source, target = holder(ctx, s.source), holder(ctx, s.target)
    amount = lower(ctx, s.amount) if s.amount is not None else py.const(1)
    claim = py.tuple_of(
        [target[0], source[0], lower(ctx, s.piece), amount, py.const(target[1]), py.const(None)]
    )
    return [py.run(py.call(ast.Attribute(py.name("claims"), "append", ast.Load()), claim))]


@lowers(MoveSt)
def _move(ctx: Context, s: MoveSt, names: list[str]) -> list[Stmt]:
    if is_claim(ctx, s):
        return claim_pieces(ctx, s)
    if s.piece is None:
        return move_all(ctx, s)
    piece = fresh(ctx, "piece")
    code: list[Stmt] = [py.let(piece, lower(ctx, s.piece))]
    heard = ctx.telling or any(event in ctx.listeners for event in events_of(s))
    if s.amount is None:
        code += moved(ctx, s, py.name(piece))
        return [*code, py.let("moved", py.tuple_of([py.name(piece)]))] if heard else code
    amount = lower(ctx, s.amount)
    if not isinstance(amount, ast.Constant):
        code.append(py.let(f"{piece}_amount", amount))
        amount = py.name(f"{piece}_amount")
    code += moved_at_once(ctx, s, piece, amount) or [
        py.loop("_", py.call("range", amount), moved(ctx, s, py.name(piece)))
    ]
    if heard:
        code.append(py.let("moved", py.binary(py.tuple_of([py.name(piece)]), ast.Mult(), amount)))
    return code


def moved_at_once(ctx: Context, s: MoveSt, piece: str, amount: Expr) -> list[Stmt]:
    """Move equal pieces from one zone to another that is sorted, where nothing else happens to them."""
    places = (s.source, s.target)
    if s.facing is not None or any(not isinstance(place, ZoneEx) or place.declared.max for place in places):
        return []
    source, kind = holder(ctx, s.source)
    target, target_kind = holder(ctx, s.target)
    changes = [
        change
        for word, place in zip(("rule_out", "rule_in"), places, strict=True)
        for change in rules_change(ctx, word, place, py.name(piece))
    ]
    same_piece = isinstance(at_start(ctx, s.target, py.name(piece)), ast.Name)
    if changes or kind == "stack" or target_kind != "set" or not same_piece:
        return []
    now = [py.slot(holder(ctx, place)[0]) for place in places]
    return [
        py.put(slot, py.call(word, zone, amount, py.name(piece)))
        for word, slot, zone in zip(("removed_some", "added_some"), (source, target), now, strict=True)
    ]


def moved(ctx: Context, s: MoveSt, piece: Expr) -> list[Stmt]:
    """Take a piece out, turn it if `facing` says so, and put it in."""
    code = taken_out(ctx, s.source, piece, None)
    if s.facing is not None:
        assert s.piece is not None
        table = static_table(ctx, "TURNED_facing", lambda: ctx.layout.turned_table("facing"))
        turned = fresh(ctx, "turned")
        code.append(
            py.let(
                turned,
                py.item(py.item(table, piece), py.binary(lower(ctx, s.facing), ast.Sub(), py.const(1))),
            )
        )
        piece = py.name(turned)
    return code + put_in(ctx, s.target, piece, s.place)


def move_all(ctx: Context, s: MoveSt) -> list[Stmt]:
    """Move everything; `moved` then holds the pieces, for listeners."""
    slot, kind = holder(ctx, s.source)
    if kind == "one":
        piece = fresh(ctx, "piece")
        body = [*moved(ctx, s, py.name(piece)), py.let("moved", py.tuple_of([py.name(piece)]))]
        return [
            py.let("moved", py.const(())),
            py.let(piece, py.slot(slot)),
            py.when(py.compare(py.name(piece), ast.GtE(), py.const(0)), body),
        ]
    each = fresh(ctx, "each")
    code: list[Stmt] = [py.let("moved", py.slot(slot)), py.put(holder(ctx, s.source)[0], py.const(()))]
    gone = rules_change(ctx, "rule_out", s.source, py.name(each))
    target, target_kind = holder(ctx, s.target)
    resets = at_start(ctx, s.target, py.name(each))
    if gone or target_kind == "one" or not isinstance(resets, ast.Name):
        code.append(py.loop(each, py.name("moved"), [*gone, *put_in(ctx, s.target, py.name(each), s.place)]))
        return code
    code.append(py.put(target, joined(ctx, s.target, target_kind, s.place)))
    came = rules_change(ctx, "rule_in", s.target, py.name(each))
    return [*code, py.loop(each, py.name("moved"), came)] if came else code


def joined(ctx: Context, target: Ex, kind: str, end: str | None) -> Expr:
    """A zone with the pieces of `moved` added."""
    now = py.slot(holder(ctx, target)[0])
    if kind == "set":
        return py.call("merged", now, py.name("moved"))
    if goes_first(ctx, kind, end):
        return py.binary(py.call("tuple", py.name("moved")), ast.Add(), now)
    return py.binary(now, ast.Add(), py.call("tuple", py.name("moved")))


@lowers(DrawSt)
def _draw(ctx: Context, s: DrawSt, names: list[str]) -> list[Stmt]:
    slot, kind = holder(ctx, s.source)
    each = fresh(ctx, "each")
    code: list[Stmt] = [
        py.let(
            "moved",
            py.call(
                "drawn_from",
                py.name("s"),
                slot,
                py.const(kind),
                lower(ctx, s.amount),
                stream(ctx, s.source),
            ),
        )
    ]
    body = [
        *rules_change(ctx, "rule_out", s.source, py.name(each)),
        *put_in(ctx, s.target, py.name(each), s.place),
    ]
    return [*code, py.loop(each, py.name("moved"), body)]


def stream(ctx: Context, place: Ex) -> Expr:
    """The chance by which things are drawn from a place, rolled into it or shuffled there."""
    unseen = isinstance(place, ZoneEx) and place.declared.visible != "everyone"
    return py.const(UNSEEN if unseen else SEED)


def rolls(ctx: Context, s: RollSt) -> Expr:
    """How many dice a roll rolls: there may be no more than numbers in a range."""
    amount = lower(ctx, s.amount)
    if isinstance(amount, ast.Constant) and ctx.work.rolled(s) < MAX_NUMBERS:
        return amount
    return py.call("len", py.call("times_over", amount))


@lowers(RollSt)
def _roll(ctx: Context, s: RollSt, names: list[str]) -> list[Stmt]:
    slot, kind = holder(ctx, s.target)
    faces = s.target.declared.faces
    return [
        py.put(
            slot,
            py.call(
                "rolled",
                py.name("s"),
                rolls(ctx, s),
                constant(ctx, faces),
                py.const(kind != "set"),
                stream(ctx, s.target),
            ),
        )
    ]


@lowers(FillSt)
def _fill(ctx: Context, s: FillSt, names: list[str]) -> list[Stmt]:
    slot, kind = holder(ctx, s.zone)
    values: Expr = py.tuple_of([lower(ctx, v) for v in s.values])
    if len(s.values) == 1 and s.values[0].type.kind == "set":
        values = py.call("tuple", lower(ctx, s.values[0]))
    values = py.call("tuple", py.call("sorted", values)) if kind == "set" else values
    each = fresh(ctx, "each")
    gone = rules_change(ctx, "rule_out", s.zone, py.name(each))
    came = rules_change(ctx, "rule_in", s.zone, py.name(each))
    if not gone:
        return [py.put(slot, values)]
    return [
        py.loop(each, py.slot(holder(ctx, s.zone)[0]), gone),
        py.put(slot, values),
        py.loop(each, py.slot(holder(ctx, s.zone)[0]), came),
    ]


@lowers(ShuffleSt)
def _shuffle(ctx: Context, s: ShuffleSt, names: list[str]) -> list[Stmt]:
    if isinstance(s.zone, ZoneEx) and s.zone.declared.order == "set":
        return []  # a set has no order
    if isinstance(s.zone, ZoneEx):
        slot = zone_slot(ctx, s.zone)
        once: list[Stmt] = [
            py.put(
                slot,
                py.call("shuffled", py.name("s"), py.slot(zone_slot(ctx, s.zone)), stream(ctx, s.zone)),
            )
        ]
    else:
        once = shuffle_spaces(ctx, s)
    if s.until is None:
        return once
    tries = fresh(ctx, "tries")
    stop = py.when(lower(ctx, s.until), [ast.Break()])
    once = [py.run(py.call("count_work", py.name("s"), py.const(ctx.work.try_of(s)))), *once]
    fault = ast.Raise(py.call("RuleFault", py.const("no order was found that satisfies `until`")), None)
    made = ast.For(ast.Name(tries, ast.Store()), py.call("range", py.const(10_000)), [*once, stop], [fault])
    return [made]


def shuffle_spaces(ctx: Context, s: ShuffleSt) -> list[Stmt]:
    """The pieces on the spaces of a board change places."""
    spaces, values, place = fresh(ctx, "spaces"), fresh(ctx, "values"), fresh(ctx, "place")
    assert s.zone.type.of is not None
    one = LocalEx(s.zone.position, s.zone.type.of, place)
    slots = py.listed(space_slot(ctx, one), [(place, lower(ctx, s.zone))], [])
    slot, index = fresh(ctx, "slot"), fresh(ctx, "index")
    return [
        py.let(spaces, slots),
        py.let(
            values,
            py.call(
                "shuffled",
                py.name("s"),
                py.listed(py.slot(py.name(slot)), [(slot, py.name(spaces))], []),
            ),
        ),
        py.loop(
            index,
            py.call("range", py.call("len", py.name(spaces))),
            [py.put(py.item(spaces, py.name(index)), py.item(values, py.name(index)))],
        ),
    ]


@lowers(RevealSt)
def _reveal(ctx: Context, s: RevealSt, names: list[str]) -> list[Stmt]:
    if not isinstance(s.zone, ZoneEx):
        return []
    zone = s.zone.declared
    if zone.name not in ctx.layout.seen:
        ctx.layout.seen[zone.name] = ctx.layout.reserve(f"seen {zone.name}", ctx.model.family_size(zone.per))
    slot = py.plus(
        index_code(ctx, zone.name, zone.per, s.zone.indexes),
        py.const(ctx.layout.seen[zone.name]),
    )
    if s.hide:
        return [py.put(slot, py.const(0))]
    who = (
        py.const((1 << ctx.model.players) - 1)
        if s.whom is None
        else ast.BinOp(py.const(1), ast.LShift(), somebody(ctx, s.whom, "to whom this is revealed"))
    )
    return [py.put(slot, ast.BinOp(py.slot(slot), ast.BitOr(), who))]


@lowers(SwapSt)
def _swap(ctx: Context, s: SwapSt, names: list[str]) -> list[Stmt]:
    slots = [
        counter_slot(ctx, e) if isinstance(e, CounterEx) else space_slot(ctx, e) for e in (s.left, s.right)
    ]
    kept, one, two = fresh(ctx, "kept"), fresh(ctx, "one"), fresh(ctx, "two")
    return [
        py.let(one, slots[0]),
        py.let(two, slots[1]),
        py.let(kept, py.slot(py.name(one))),
        py.put(py.name(one), py.slot(py.name(two))),
        py.put(py.name(two), py.name(kept)),
        *swapped_rules(ctx, s, one, two),
    ]


def swapped_rules(ctx: Context, s: SwapSt, one: str, two: str) -> list[Stmt]:
    """Rules go where their carriers go."""
    if isinstance(s.left, CounterEx) or is_stack(ctx, s.left.type) or is_stack(ctx, s.right.type):
        return []
    code: list[Stmt] = []
    for slot, left, came in ((one, s.right, s.left), (two, s.left, s.right)):
        piece = py.slot(py.name(slot))
        change = [*rules_change(ctx, "rule_out", left, piece), *rules_change(ctx, "rule_in", came, piece)]
        if change:
            code.append(py.when(py.compare(piece, ast.GtE(), py.const(0)), change))
    return code
