"""Statements that change where pieces lie, and their states; rules in play follow their carriers.

In: a checked statement. Out: the code that carries it out. What was moved is left in the variable
`moved`, of which listeners are told.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.compiler import ir
from interpreter.compiler.context import Context, fresh, lowers
from interpreter.compiler.counters import assigned
from interpreter.compiler.events import is_claim
from interpreter.compiler.guards import at, emit
from interpreter.compiler.ir import (
    Arithmetic,
    Const,
    Expr,
    Function,
    Item,
    Joined,
    Listener,
    Local,
    Stmt,
    Times,
)
from interpreter.compiler.listeners import tell_moved
from interpreter.compiler.signatures import CARRIERS, NUMBERS
from interpreter.compiler.signatures import NUMBER as ONE_NUMBER
from interpreter.compiler.slots import (
    constant,
    counter_slot,
    holder,
    index_code,
    is_late,
    is_stack,
    lower,
    somebody,
    space_slot,
    static_table,
    zone_slot,
)
from interpreter.compiler.tallies import tally_drawn
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
from interpreter.language.statement_facts import events_of
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
    table = static_table(ctx, "RULES_OF", lambda: ctx.layout.rule_table, CARRIERS)
    owner, kind = place_owner(ctx, place)
    member = fresh(ctx, "member") if kind == "team" else ""
    change = ir.Run(
        ir.call(
            function,
            ir.const(ctx.layout.masks),
            ir.const(ctx.layout.owners),
            ir.entry(table, piece),
            ir.local(member) if member else owner,
        )
    )
    members = static_table(ctx, "MEMBERS", lambda: members_of_teams(ctx))
    return [ir.Loop(member, ir.entry(members, owner), [change])] if member else [change]


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
        return ir.const(ctx.model.persons), "table"
    board = ctx.model.node_boards[place.type.name]
    if board.per is None:
        return ir.const(ctx.model.persons), "table"
    owners = static_table(ctx, "OWNER", lambda: ctx.layout.owner_of_space)
    return ir.entry(owners, lower(ctx, place)), board.per.kind


def taken_out(ctx: Context, place: Ex, piece: Expr) -> list[Stmt]:
    """Take a piece out of a place; of a stack the uppermost such piece."""
    slot, kind = holder(ctx, place)
    if kind == "one":
        code: list[Stmt] = [ir.Run(ir.call("lift_from", slot, piece))]
    else:
        code = [
            ir.Put(
                slot,
                ir.call(
                    "removed_last" if kind == "stack" else "removed",
                    ir.slot(holder(ctx, place)[0], NUMBERS),
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
        code: list[Stmt] = [ir.Run(ir.call("settle_on", slot, piece))]
    elif kind == "set":
        code = [ir.Put(slot, ir.call("added", ir.slot(holder(ctx, place)[0], NUMBERS), piece))]
    elif goes_first(end):
        code = [ir.Put(slot, Joined(ir.numbers([piece]), ir.slot(holder(ctx, place)[0], NUMBERS)))]
    else:
        code = [ir.Put(slot, Joined(ir.slot(holder(ctx, place)[0], NUMBERS), ir.numbers([piece])))]
    if isinstance(place, ZoneEx) and place.declared.max:
        full = ir.call("within_limit", ir.slot(zone_slot(ctx, place), NUMBERS), ir.const(place.declared.max))
        code.insert(0, ir.Run(full))
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
    return ir.entry(static_table(ctx, "AT_START", lambda: ctx.layout.start_table), piece)


def goes_first(end: str | None) -> bool:
    """Whether an end of a row or stack is the beginning of its tuple."""
    return end in ("bottom", "front")


# -- states
@lowers(AssignSt)
def _assign(ctx: Context, s: AssignSt, _names: list[Local]) -> list[Stmt]:
    if isinstance(s.target, CounterEx):
        return assigned(ctx, s, s.target)
    assert s.where is not None
    owner, state = s.target.owner, s.target.state
    table = static_table(ctx, f"TURNED_{state}", lambda: ctx.layout.turned_table(state))
    old, new = fresh(ctx, "old"), fresh(ctx, "new")
    code: list[Stmt] = [
        ir.Let(old, lower(ctx, owner)),
        ir.Let(new, Item(ir.entry(table, ir.local(old)), lower(ctx, s.value))),
    ]
    code += exchanged(ctx, s.where, owner, ir.local(old), ir.local(new))
    if isinstance(owner, LocalEx):
        code.append(ir.Let(owner.name, ir.local(new)))
    return code


def exchanged(ctx: Context, place: Ex, owner: Ex, old: Expr, new: Expr) -> list[Stmt]:
    """A piece in another state, where it lies; its rules stay as they are, for its kind does."""
    slot, kind = holder(ctx, place)
    if kind == "one":
        return [ir.Put(slot, new)]
    now = ir.slot(holder(ctx, place)[0], NUMBERS)
    if kind == "set":
        return [ir.Put(slot, ir.call("added", ir.call("removed", now, old), new))]
    if isinstance(owner, BuiltInEx) and owner.name == "at":
        return [
            ir.Put(
                slot,
                ir.call("exchanged", now, ir.binary(lower(ctx, owner.argument(1)), "-", ir.const(1)), new),
            )
        ]
    front = isinstance(owner, BuiltInEx) and owner.name == "first"
    first = kind == "row" if isinstance(owner, LocalEx) else front
    return [ir.Put(slot, ir.call("exchanged", now, ir.call("place_of", now, old, ir.const(first)), new))]


# -- moves
@lowers(PayPieceSt)
def _paypiece(ctx: Context, s: PayPieceSt, _names: list[Local]) -> list[Stmt]:
    if s.target is None:
        assert isinstance(s.source, ZoneEx)
        slot = zone_slot(ctx, s.source)
        amount = lower(ctx, s.amount) if s.amount is not None else ir.const(1)
        left = ir.call(
            "removed_some", ir.slot(zone_slot(ctx, s.source), NUMBERS), amount, lower(ctx, s.piece)
        )
        return [ir.Put(slot, left)]
    return carried_over(ctx, MoveSt(s.position, s.amount, s.piece, s.source, s.target, None, None))


def claim_pieces(ctx: Context, s: MoveSt) -> list[Stmt]:
    """A move inside `settle`: what a zone is asked for, given out when the block is over.

    Where more than a sorted zone changes, a function of its own moves what is given; another tells it.
    """
    assert s.piece is not None
    amount = lower(ctx, s.amount) if s.amount is not None else ir.const(1)
    later, given = _kept_for_later(ctx, s)
    got = ir.local("got")
    plain = moved_at_once(ctx, later, "piece", got)
    heard = [event for event in events_of(s) if event in ctx.listeners]
    tells = [line for event in heard for line in tell_moved(ctx, event, later, "moved")]
    if tells:
        tells = [ir.Let("moved", Times(ir.numbers([ir.local("piece")]), got)), *tells]
    ways: list[Listener | None] = []
    for word, code in (("give", [] if plain else carried_over(ctx, later)), ("hear", tells)):
        name = fresh(ctx, f"{word}_claimed")
        if code:
            asks = any(
                isinstance(node, ir.GameCall) and node.asks for line in code for node in ir.within(line)
            )
            parameters = [*(ir.local(parameter) for parameter, _ in given), got]
            emit(ctx, Function(name, parameters, at(s, code), s.position.file, s.position.line, asks))
        ways.append(Listener(name, [value for _, value in given]) if code else None)
    source, target = holder(ctx, s.source)[0], holder(ctx, s.target)[0]
    return [ir.Claim(ctx.settling, target, source, lower(ctx, s.piece), amount, *ways)]


def _kept_for_later(ctx: Context, s: MoveSt) -> tuple[MoveSt, list[tuple[str, Expr]]]:
    """A move of `got` pieces, with names for all that it is about, and what these names mean now."""
    assert isinstance(s.source, ZoneEx) and isinstance(s.target, ZoneEx) and s.piece is not None
    given: list[tuple[str, Expr]] = []

    def kept(ex: Ex, word: str) -> Ex:
        given.append((word, lower(ctx, ex)))
        return LocalEx(ex.position, ex.type, word)

    places = [
        replace(place, indexes=tuple(kept(ex, f"{word}_{n}") for n, ex in enumerate(place.indexes)))
        for word, place in (("source", s.source), ("target", s.target))
    ]
    piece = kept(s.piece, "piece")
    facing = kept(s.facing, "facing") if s.facing is not None else None
    got = LocalEx(s.position, NUMBER, "got")
    return MoveSt(s.position, got, piece, places[0], places[1], s.place, facing), given


@lowers(MoveSt)
def _move(ctx: Context, s: MoveSt, _names: list[Local]) -> list[Stmt]:
    return claim_pieces(ctx, s) if is_claim(ctx, s) else carried_over(ctx, s)


def carried_over(ctx: Context, s: MoveSt) -> list[Stmt]:
    """The pieces of a move go where they should now."""
    code: list[Stmt] = []
    if is_late(ctx, s.target):
        code.append(ir.Run(ir.call("order_late", holder(ctx, s.target)[0])))
    if s.piece is None:
        return [*code, *move_all(ctx, s)]
    piece = fresh(ctx, "piece")
    code.append(ir.Let(piece, lower(ctx, s.piece)))
    code += tally_drawn(ctx, s, ir.numbers([ir.local(piece)]))
    heard = ctx.listened or any(event in ctx.listeners for event in events_of(s))
    if s.amount is None:
        code += moved(ctx, s, ir.local(piece))
        return [*code, ir.Let("moved", ir.numbers([ir.local(piece)]))] if heard else code
    amount = lower(ctx, s.amount)
    if not isinstance(amount, Const):
        code.append(ir.Let(f"{piece}_amount", amount))
        amount = ir.local(f"{piece}_amount")
    code += moved_at_once(ctx, s, piece, amount) or [
        ir.Loop("_", ir.call("range", amount), moved(ctx, s, ir.local(piece)))
    ]
    if heard:
        code.append(ir.Let("moved", Times(ir.numbers([ir.local(piece)]), amount)))
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
        for change in rules_change(ctx, word, place, ir.local(piece))
    ]
    same_piece = isinstance(at_start(ctx, s.target, ir.local(piece)), Local)
    if changes or kind == "stack" or target_kind != "set" or not same_piece:
        return []
    now = [ir.slot(holder(ctx, place)[0], NUMBERS) for place in places]
    return [
        ir.Put(slot, ir.call(word, zone, amount, ir.local(piece)))
        for word, slot, zone in zip(("removed_some", "added_some"), (source, target), now, strict=True)
    ]


def moved(ctx: Context, s: MoveSt, piece: Expr) -> list[Stmt]:
    """Take a piece out, turn it if `facing` says so, and put it in."""
    code = taken_out(ctx, s.source, piece)
    if s.facing is not None:
        assert s.piece is not None
        table = static_table(ctx, "TURNED_facing", lambda: ctx.layout.turned_table("facing"))
        turned = fresh(ctx, "turned")
        code.append(
            ir.Let(
                turned,
                Item(ir.entry(table, piece), ir.binary(lower(ctx, s.facing), "-", ir.const(1))),
            )
        )
        piece = ir.local(turned)
    return code + put_in(ctx, s.target, piece, s.place)


def move_all(ctx: Context, s: MoveSt) -> list[Stmt]:
    """Move everything; `moved` then holds the pieces, for listeners."""
    slot, kind = holder(ctx, s.source)
    if kind == "one":
        piece = fresh(ctx, "piece")
        body = [*moved(ctx, s, ir.local(piece)), ir.Let("moved", ir.numbers([ir.local(piece)]))]
        return [
            ir.Let("moved", ir.const(())),
            ir.Let(piece, ir.slot(slot)),
            ir.When(ir.compare(ir.local(piece), ">=", ir.const(0)), body),
        ]
    each = fresh(ctx, "each")
    code: list[Stmt] = [
        ir.Let("moved", ir.slot(slot, NUMBERS)),
        ir.Put(holder(ctx, s.source)[0], ir.const(())),
        *tally_drawn(ctx, s, ir.local("moved", NUMBERS)),
    ]
    gone = rules_change(ctx, "rule_out", s.source, ir.local(each))
    target, target_kind = holder(ctx, s.target)
    resets = at_start(ctx, s.target, ir.local(each))
    if gone or target_kind == "one" or not isinstance(resets, Local):
        code.append(
            ir.Loop(
                each, ir.local("moved", NUMBERS), [*gone, *put_in(ctx, s.target, ir.local(each), s.place)]
            )
        )
        return code
    code.append(ir.Put(target, joined(ctx, s.target, target_kind, s.place)))
    came = rules_change(ctx, "rule_in", s.target, ir.local(each))
    return [*code, ir.Loop(each, ir.local("moved", NUMBERS), came)] if came else code


def joined(ctx: Context, target: Ex, kind: str, end: str | None) -> Expr:
    """A zone with the pieces of `moved` added."""
    now, moved = ir.slot(holder(ctx, target)[0], NUMBERS), ir.local("moved", NUMBERS)
    if kind == "set":
        return ir.call("merged", now, moved)
    moved_now = ir.call("tuple", moved)
    return Joined(moved_now, now) if goes_first(end) else Joined(now, moved_now)


@lowers(DrawSt)
def _draw(ctx: Context, s: DrawSt, _names: list[Local]) -> list[Stmt]:
    slot, kind = holder(ctx, s.source)
    each, late = fresh(ctx, "each"), is_late(ctx, s.source)
    given = [slot, ir.const(kind), lower(ctx, s.amount), stream(s.source)]
    code: list[Stmt] = [ir.Let("moved", ir.call("drawn_late" if late else "drawn_from", *given))]
    body = [
        *rules_change(ctx, "rule_out", s.source, ir.local(each)),
        *put_in(ctx, s.target, ir.local(each), s.place),
    ]
    return [
        *code,
        *tally_drawn(ctx, s, ir.local("moved", NUMBERS)),
        ir.Loop(each, ir.local("moved", NUMBERS), body),
    ]


def stream(place: Ex) -> Expr:
    """The chance by which things are drawn from a place, rolled into it or shuffled there."""
    unseen = isinstance(place, ZoneEx) and place.declared.visible != "everyone"
    return ir.const(UNSEEN if unseen else SEED)


def rolls(ctx: Context, s: RollSt) -> Expr:
    """How many dice a roll rolls: there may be no more than numbers in a range."""
    amount = lower(ctx, s.amount)
    if isinstance(amount, Const) and ctx.work.rolled(s) < MAX_NUMBERS:
        return amount
    return ir.call("len", ir.call("times_over", amount))


@lowers(RollSt)
def _roll(ctx: Context, s: RollSt, _names: list[Local]) -> list[Stmt]:
    slot, kind = holder(ctx, s.target)
    faces = s.target.declared.faces
    return [
        ir.Put(
            slot,
            ir.call(
                "rolled",
                rolls(ctx, s),
                constant(ctx, faces),
                ir.const(kind != "set"),
                stream(s.target),
            ),
        )
    ]


@lowers(FillSt)
def _fill(ctx: Context, s: FillSt, _names: list[Local]) -> list[Stmt]:
    slot, kind = holder(ctx, s.zone)
    values: Expr = ir.numbers([lower(ctx, v) for v in s.values])
    if len(s.values) == 1 and s.values[0].type.kind == "set":
        values = ir.call("tuple", lower(ctx, s.values[0]))
    values = ir.call("tuple", ir.call("sorted", values)) if kind == "set" else values
    each = fresh(ctx, "each")
    gone = rules_change(ctx, "rule_out", s.zone, ir.local(each))
    came = rules_change(ctx, "rule_in", s.zone, ir.local(each))
    if not gone:
        return [ir.Put(slot, values)]
    return [
        ir.Loop(each, ir.slot(holder(ctx, s.zone)[0], NUMBERS), gone),
        ir.Put(slot, values),
        ir.Loop(each, ir.slot(holder(ctx, s.zone)[0], NUMBERS), came),
    ]


@lowers(ShuffleSt)
def _shuffle(ctx: Context, s: ShuffleSt, _names: list[Local]) -> list[Stmt]:
    if isinstance(s.zone, ZoneEx) and s.zone.declared.order == "set":
        return []  # a set has no order
    if is_late(ctx, s.zone):
        return [ir.Run(ir.call("shuffle_late", holder(ctx, s.zone)[0], stream(s.zone)))]
    if isinstance(s.zone, ZoneEx):
        slot = zone_slot(ctx, s.zone)
        once: list[Stmt] = [
            ir.Put(
                slot,
                ir.call("shuffled", ir.slot(zone_slot(ctx, s.zone), NUMBERS), stream(s.zone)),
            )
        ]
    else:
        once = shuffle_spaces(ctx, s)
    if s.until is None:
        return once
    tries = fresh(ctx, "tries")
    stop = ir.When(lower(ctx, s.until), [ir.Break()])
    once = [ir.Run(ir.call("count_work", ir.const(ctx.work.try_of(s)))), *once]
    fault = ir.Fail("no order was found that satisfies `until`")
    return [ir.Loop(tries, ir.call("range", ir.const(10_000)), [*once, stop], [fault])]


def shuffle_spaces(ctx: Context, s: ShuffleSt) -> list[Stmt]:
    """The pieces on the spaces of a board change places."""
    spaces, values, place = fresh(ctx, "spaces"), fresh(ctx, "values"), fresh(ctx, "place")
    assert s.zone.type.of is not None
    one = LocalEx(s.zone.position, s.zone.type.of, place)
    slots = ir.listed(space_slot(ctx, one), [(place, lower(ctx, s.zone))], [])
    slot, index = fresh(ctx, "slot"), fresh(ctx, "index")
    every, mixed = ir.local(spaces, NUMBERS), ir.local(values, NUMBERS)
    return [
        ir.Let(spaces, slots),
        ir.Let(
            values,
            ir.call(
                "shuffled",
                ir.listed(ir.slot(ir.local(slot)), [(slot, every)], []),
            ),
        ),
        ir.Loop(
            index,
            ir.call("range", ir.call("len", every)),
            [ir.Put(Item(every, ir.local(index)), Item(mixed, ir.local(index)))],
        ),
    ]


@lowers(RevealSt)
def _reveal(ctx: Context, s: RevealSt, _names: list[Local]) -> list[Stmt]:
    if not isinstance(s.zone, ZoneEx):
        return []
    zone = s.zone.declared
    if zone.name not in ctx.layout.seen:
        ctx.layout.seen[zone.name] = ctx.layout.reserve(f"seen {zone.name}", ctx.model.family_size(zone.per))
    slot = ir.plus(
        index_code(ctx, zone.name, zone.per, s.zone.indexes),
        ir.const(ctx.layout.seen[zone.name]),
    )
    if s.hide:
        return [ir.Put(slot, ir.const(0))]
    who = (
        ir.const((1 << ctx.model.players) - 1)
        if s.whom is None
        else Arithmetic("<<", ir.const(1), somebody(ctx, s.whom, "to whom this is revealed"))
    )
    return [ir.Put(slot, Arithmetic("|", ir.slot(slot), who))]


@lowers(SwapSt)
def _swap(ctx: Context, s: SwapSt, _names: list[Local]) -> list[Stmt]:
    slots = [
        counter_slot(ctx, e) if isinstance(e, CounterEx) else space_slot(ctx, e) for e in (s.left, s.right)
    ]
    kept, one, two = fresh(ctx, "kept"), fresh(ctx, "one"), fresh(ctx, "two")
    held = NUMBERS if not isinstance(s.left, CounterEx) and is_stack(ctx, s.left.type) else ONE_NUMBER
    return [
        ir.Let(one, slots[0]),
        ir.Let(two, slots[1]),
        ir.Let(kept, ir.slot(ir.local(one), held)),
        ir.Put(ir.local(one), ir.slot(ir.local(two), held)),
        ir.Put(ir.local(two), ir.local(kept, held)),
        *swapped_rules(ctx, s, one, two),
    ]


def swapped_rules(ctx: Context, s: SwapSt, one: str, two: str) -> list[Stmt]:
    """Rules go where their carriers go."""
    if isinstance(s.left, CounterEx) or is_stack(ctx, s.left.type) or is_stack(ctx, s.right.type):
        return []
    code: list[Stmt] = []
    for slot, left, came in ((one, s.right, s.left), (two, s.left, s.right)):
        piece = ir.slot(ir.local(slot))
        change = [*rules_change(ctx, "rule_out", left, piece), *rules_change(ctx, "rule_in", came, piece)]
        if change:
            code.append(ir.When(ir.compare(piece, ">=", ir.const(0)), change))
    return code
