"""Calls of built-ins as expressions of the intermediate representation: a function for each.

In: the checked call and its arguments (words stay words). Out: mostly a look-up in a static table or a
call of a function in play/.
"""

from __future__ import annotations

from typing import Any

from interpreter.compiler import ir
from interpreter.compiler.context import BUILT_IN_CALLS, Context, built_in, lowers
from interpreter.compiler.ir import Arithmetic, Call, Const, Entry, Expr, Item, Negative, Slot, Table
from interpreter.compiler.signatures import NUMBER, NUMBERS
from interpreter.compiler.slots import (
    MAY_BE_NONE,
    first_of,
    holder,
    is_late,
    is_stack,
    lower,
    space_slot,
    static_table,
    surely,
)
from interpreter.language.checked import BuiltInEx, Ex, PlayersEx


@lowers(BuiltInEx)
def _builtin(ctx: Context, ex: BuiltInEx) -> Expr:
    made: Expr = BUILT_IN_CALLS[ex.name](ctx, ex, *ex.arguments)
    return made


def _plain(ctx: Context, ex: BuiltInEx, *arguments: Ex) -> Expr:
    return ir.call(ex.name, *[lower(ctx, each) for each in arguments])


# What a function of the run time with the same name does.
for name in ("abs", "min", "max", "union", "both", "without", "final_points"):
    built_in(name)(_plain)


@built_in("size")
def _size(ctx: Context, ex: Ex, of: Ex) -> Expr:
    if isinstance(of, PlayersEx):
        return ir.const(ctx.model.players)
    if of.type.kind == "space" and not is_stack(ctx, of.type):
        return ir.if_else(_occupied(ctx, ex, of), ir.const(1), ir.const(0))
    if is_late(ctx, of):
        return ir.call("size_late", holder(ctx, of)[0])
    found = contents(ctx, of)
    if isinstance(found, Call) and found.function == "ray":
        return Call("ray_size", found.arguments)
    if isinstance(found, Call) and found.function == "tuple":
        return ir.call("len", *found.arguments)  # what is only counted need not be made
    return ir.call("len", found)


def contents(ctx: Context, place: Ex) -> Expr:
    """What lies on a space, or in a zone or set."""
    if place.type.kind != "space":
        return lower(ctx, place)
    return ir.slot(space_slot(ctx, place), NUMBERS if is_stack(ctx, place.type) else NUMBER)


@built_in("empty")
def _empty(ctx: Context, ex: Ex, place: Ex) -> Expr:
    if place.type.kind == "space" and not is_stack(ctx, place.type):
        return ir.compare(contents(ctx, place), "<", ir.const(0))
    return ir.compare(_size(ctx, ex, place), "==", ir.const(0))


@built_in("occupied")
def _occupied(ctx: Context, ex: Ex, place: Ex) -> Expr:
    if place.type.kind == "space" and not is_stack(ctx, place.type):
        return ir.compare(contents(ctx, place), ">=", ir.const(0))
    return ir.compare(_size(ctx, ex, place), ">", ir.const(0))


@built_in("on")
def _on(ctx: Context, ex: Ex, place: Ex) -> Expr:
    return _top(ctx, ex, place) if is_stack(ctx, place.type) else contents(ctx, place)


@built_in("top")
def _top(ctx: Context, ex: Ex, place: Ex) -> Expr:
    if place.type.kind == "space" and not is_stack(ctx, place.type):
        return contents(ctx, place)
    values = contents(ctx, place)
    if ex.type.kind in MAY_BE_NONE:
        return ir.call("last", values)
    return ir.call("nth", values, ir.call("len", values), ir.const("place"))


@built_in("first")
def _first(ctx: Context, ex: Ex, place: Ex) -> Expr:
    return first_of(ex.type, lower(ctx, place))


@built_in("at")
def _at(ctx: Context, ex: Ex, place: Ex, number: Ex) -> Expr:
    where, values = lower(ctx, number), lower(ctx, place)
    none = ir.call("at", values, where)
    if ex.type.kind not in MAY_BE_NONE:
        none = ir.call("nth", values, where, ir.const("place"))
    fixed = isinstance(where, Const) and isinstance(where.value, int) and where.value > 0
    if fixed and isinstance(values, Slot | Entry):
        there = ir.compare(ir.call("len", values), ">=", where)
        return ir.if_else(there, Item(values, ir.binary(where, "-", ir.const(1))), none)
    return none


@built_in("stack")
def _stack(ctx: Context, _ex: Ex, place: Ex) -> Expr:
    return contents(ctx, place)


def neighbour_table(ctx: Context, node_type: str) -> Table:
    """The table of each space's neighbours of a node type."""
    return static_table(ctx, f"NEXT_TO_{node_type}", lambda: ctx.layout.neighbours(node_type))


@built_in("neighbours")
def _neighbours(ctx: Context, _ex: Ex, space: Ex, node_type: str | None = None) -> Expr:
    if space.type.kind != "set":
        return ir.entry(neighbour_table(ctx, node_type or space.type.name), lower(ctx, space))
    of = space.type.of
    table = neighbour_table(ctx, node_type or (of.name if of is not None else ""))
    return ir.call("border", ir.static(table), lower(ctx, space))


@built_in("neighbour")
def _neighbour(ctx: Context, _ex: Ex, space: Ex, direction: Ex) -> Expr:
    word = static_table(ctx, "DIRECTIONS", lambda: ctx.layout.directions)
    return ir.call("at", ir.entry(word, lower(ctx, space)), lower(ctx, direction))


@built_in("distance")
def _distance(ctx: Context, _ex: Ex, a: Ex, b: Ex) -> Expr:
    return ir.call("distance", ir.static(neighbour_table(ctx, a.type.name)), lower(ctx, a), lower(ctx, b))


@built_in("region")
def _region(ctx: Context, _ex: Ex, space: Ex, field: str) -> Expr:
    return ir.entry(
        static_table(ctx, f"REGION_{field}", lambda: ctx.layout.regions(field)), lower(ctx, space)
    )


@built_in("group")
def _group(ctx: Context, _ex: Ex, space: Ex, spaces: Ex) -> Expr:
    return ir.call(
        "group", ir.static(neighbour_table(ctx, space.type.name)), lower(ctx, space), lower(ctx, spaces)
    )


@built_in("groups")
def _groups(ctx: Context, _ex: Ex, spaces: Ex) -> Expr:
    assert spaces.type.of is not None
    return ir.call("groups", ir.static(neighbour_table(ctx, spaces.type.of.name)), lower(ctx, spaces))


@built_in("longest_trail")
def _longest_trail(ctx: Context, _ex: Ex, sides: Ex, blocked: Ex, weights: Ex | None = None) -> Expr:
    assert blocked.type.of is not None
    return ir.call(
        "longest_trail_of",
        ir.static(neighbour_table(ctx, blocked.type.of.name)),
        lower(ctx, sides),
        lower(ctx, blocked),
        lower(ctx, weights) if weights is not None else ir.numbers([]),
    )


@built_in("reach")
def _reach(ctx: Context, _ex: Ex, corner: Ex, sides: Ex, blocked: Ex) -> Expr:
    table = neighbour_table(ctx, corner.type.name)
    return ir.call("reach", ir.static(table), lower(ctx, corner), lower(ctx, sides), lower(ctx, blocked))


@built_in("direction")
def _direction(ctx: Context, _ex: Ex, a: Ex, b: Ex) -> Expr:
    word = static_table(ctx, f"TOWARDS_{b.type.name}", lambda: ctx.layout.towards(b.type.name))
    return ir.call("place_in", ir.entry(word, lower(ctx, a)), lower(ctx, b))


@built_in("ray")
def _ray(ctx: Context, _ex: Ex, space: Ex, direction: Ex, spaces: Ex) -> Expr:
    word = static_table(ctx, "DIRECTIONS", lambda: ctx.layout.directions)
    return ir.call("ray", ir.static(word), lower(ctx, space), lower(ctx, direction), lower(ctx, spaces))


@built_in("reflect")
def _reflect(ctx: Context, _ex: Ex, space: Ex, axis: str) -> Expr:
    return ir.entry(
        static_table(ctx, f"REFLECT_{axis}", lambda: ctx.layout.reflections(axis)), lower(ctx, space)
    )


@built_in("next")
def _next(ctx: Context, _ex: Ex, of: Ex, number: Ex | None = None, sign: int = 1) -> Expr:
    kind = of.type.kind
    if number is None and kind == "space":
        return ir.entry(
            static_table(ctx, f"ALONG_{'ON' if sign > 0 else 'BACK'}", lambda: ctx.layout.along(sign)),
            lower(ctx, of),
        )
    steps: Expr = lower(ctx, number) if number is not None else ir.const(1)
    if sign < 0:
        steps = Negative(steps)
    if kind == "space":
        forward = static_table(ctx, "ALONG_ON", lambda: ctx.layout.along(1))
        back = static_table(ctx, "ALONG_BACK", lambda: ctx.layout.along(-1))
        return ir.call("walk", ir.static(forward), ir.static(back), lower(ctx, of), steps)
    from_here = surely(ctx, of, f"the next one of a {of.type.name or kind} that is not there was used")
    if kind == "player":
        return ir.binary(Arithmetic("+", from_here, steps), "%", ir.const(ctx.model.players))
    members = (
        len(ctx.model.enums[of.type.name].members)
        if kind == "enum" and of.type.name in ctx.model.enums
        else 0
    )
    return ir.call("step_within", ir.const(members), from_here, steps)


@built_in("previous")
def _previous(ctx: Context, ex: Ex, of: Ex, number: Ex | None = None) -> Expr:
    return _next(ctx, ex, of, number, -1)


@built_in("players_from")
def _players_from(ctx: Context, _ex: Ex, player: Ex) -> Expr:
    return ir.entry(static_table(ctx, "PLAYERS_FROM", lambda: players_from(ctx)), lower(ctx, player))


def players_from(ctx: Context) -> tuple[Any, ...]:
    """For each person all players in seat order, the person first; none has no entry."""
    n = ctx.model.players
    rows = [tuple((first + i) % n for i in range(n)) for first in range(n)]
    # An automaton has no seat: for it the players come in seat order.
    rows += [(person, *range(n)) for person in range(n, ctx.model.persons)]
    return (*rows, None)


@built_in("others")
def _others(ctx: Context, _ex: Ex, player: Ex) -> Expr:
    return ir.entry(
        static_table(ctx, "OTHERS", lambda: (*(row[1:] for row in players_from(ctx)[:-1]), None)),
        lower(ctx, player),
    )


@built_in("mates")
def _mates(ctx: Context, _ex: Ex, player: Ex) -> Expr:
    n, teams = ctx.model.players, ctx.model.teams
    return ir.entry(
        static_table(
            ctx,
            "MATES",
            lambda: (
                *(tuple(q for q in range(n) if q % teams == p % teams) for p in range(ctx.model.persons)),
                None,
            ),
        ),
        lower(ctx, player),
    )


@built_in("team")
def _team(ctx: Context, _ex: Ex, player: Ex) -> Expr:
    here = surely(ctx, player, "the team of a player that is not there was used")
    return ir.binary(here, "%", ir.const(ctx.model.teams))


@built_in("copies")
def _copies(ctx: Context, _ex: Ex, piece: Ex) -> Expr:
    return ir.entry(static_table(ctx, "COPIES", lambda: ctx.layout.copies_table), lower(ctx, piece))


def kinds_equal(ctx: Context, left: Expr, right: Expr, negated: bool) -> Expr:
    """A comparison of two pieces' kinds, whatever their states."""
    table = static_table(ctx, "KIND", lambda: ctx.layout.kind_table)
    kinds: Any = table.content
    operator = "!=" if negated else "=="
    sides = [ir.const(kinds[s.value]) if isinstance(s, Const) else ir.entry(table, s) for s in (left, right)]
    return ir.compare(sides[0], operator, sides[1])


@built_in("index")
def _index(ctx: Context, _ex: Ex, piece: Ex) -> Expr:
    if piece.type.kind == "enum":
        missing = f"the place of a {piece.type.name} that is not there was used"
        return ir.plus(surely(ctx, piece, missing), ir.const(1))
    return ir.plus(
        ir.entry(static_table(ctx, "KIND", lambda: ctx.layout.kind_table), lower(ctx, piece)), ir.const(1)
    )
