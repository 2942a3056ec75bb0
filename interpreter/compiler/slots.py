"""Where things lie in the flat state: slots of counters, zones and spaces, and the names of static tables.

In: checked expressions that name a counter, zone or space. Out: expressions of slot numbers. The
compiler of each module that follows in this package builds on the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from interpreter.compiler import ir
from interpreter.compiler.context import EXPRESSIONS, Context
from interpreter.compiler.ir import Const, Expr, Local, Stmt, Table
from interpreter.compiler.work import FREE
from interpreter.language.checked import ConstEx, CounterEx, Ex, LocalEx, LogicEx, ZoneEx
from interpreter.language.facts import is_present
from interpreter.language.types import Type
from interpreter.model.declarations import NONE, BoardDecl
from interpreter.play.faults import Nothing

# Who a player is in a rule, for the fault of there being none.
CHOOSING, DOING = "who is to choose", "whom this is called for"
MAY_BE_NONE = ("player", "team", "enum", "space", "component")


# What a static table was asked for, and of what, for the fault of asking for that of none.
_ASKED = {
    "PIECE": ("'{}'", "piece"),
    "STATE": ("'{}'", "piece"),
    "TURNED": ("'{}'", "piece"),
    "EFFECTS": ("the effect", "piece"),
    "POINTS": ("the points", "piece"),
    "RULES_OF": ("the rules", "piece"),
    "KIND": ("the kind", "piece"),
    "COPIES": ("the number of copies", "piece"),
    "SPACE": ("'{}'", "space"),
    "OWNER": ("the owner", "space"),
    "SLOT": ("what lies on it", "space"),
    "NEXT_TO": ("a neighbour", "space"),
    "DIRECTIONS": ("a neighbour", "space"),
    "TOWARDS": ("a neighbour", "space"),
    "REGION": ("the region", "space"),
    "REFLECT": ("the mirror image", "space"),
    "ALONG": ("the next one", "space"),
    "PLACE": ("the place", "space"),
    "OTHERS": ("another player", "player"),
    "MATES": ("a mate", "player"),
    "PLAYERS_FROM": ("the seat", "player"),
}


def guarded(word: str, table: Any) -> Any:
    """A table in whose last entry, that of none, is what must not be used."""
    if not isinstance(table, tuple) or not table or table[-1] is not None:
        return table
    head = next((head for head in _ASKED if word == head or word.startswith(f"{head}_")), "")
    asked, whom = _ASKED.get(head, ("what belongs", "thing"))
    return (*table[:-1], Nothing(f"{asked.format(word[len(head) + 1 :])} of a {whom}"))


# -- work
def metered(steps: int, code: list[Stmt], least: int = FREE) -> list[Stmt]:
    """Code whose work is counted at its beginning where it can be much: more than the least."""
    if steps <= least:
        return code
    return [ir.Run(ir.call("count_work", ir.const(steps))), *code]


def counted_values(ctx: Context, values: Expr, each: int, total: int) -> Expr:
    """What a loop runs over, so many steps for each; counted where it can be much work in all."""
    return ir.call("metered", values, ir.const(each)) if ctx.work.is_heavy(total) else values


# -- names of static tables
def static_table(ctx: Context, word: str, make: Any, type: str | None = None) -> Table:
    """Return a static table, made when first asked for; type: of table, where its entries do not say it."""
    table = ctx.tables.get(word)
    if table is None:
        content = ctx.namespace[word] = guarded(word, make())
        table = ctx.tables[word] = ir.table_of(word, content, type)
    return table


def space_table(ctx: Context, field: str) -> Table:
    """The table of a field over all spaces."""
    return static_table(ctx, f"SPACE_{field}", lambda: ctx.layout.space_field(field))


def constant(ctx: Context, values: tuple[int, ...]) -> Expr:
    """A tuple that never changes; long ones become a name, so that they are made once."""
    if len(values) < 8:
        return ir.numbers([ir.const(v) for v in values])
    if values not in ctx.sets:
        number = len(ctx.sets)
        while f"SET_{number}" in ctx.namespace:  # a namespace may begin as a copy of another's
            number += 1
        ctx.sets[values] = f"SET_{number}"
    return ir.static(static_table(ctx, ctx.sets[values], lambda: values))


# -- slots
def index_code(ctx: Context, of: str, types: Iterable[Type], parts: Iterable[Ex]) -> Expr:
    """Fold the indexes of a zone or counter into one number; of: its name."""
    result: Expr = ir.const(0)
    for index_type, part in zip(types, parts, strict=True):
        whose = f"'{of}' of a {index_type.name or index_type.kind}"
        message = f"{whose} that is not there was used"
        there = surely(ctx, part, message) if index_type.kind in MAY_BE_NONE else lower(ctx, part)
        result = ir.plus(
            ir.times(result, ir.const(ctx.model.index_size(index_type))), ordinal(ctx, index_type, there)
        )
    return result


def surely(ctx: Context, ex: Ex, message: str) -> Expr:
    """A value that must not be none, else that is told; a name is looked at before anything is called."""
    part = lower(ctx, ex)
    if known_present(ctx, ex) or isinstance(ex, ConstEx) or (isinstance(part, Const) and part.value != NONE):
        return part  # `none` itself is for nobody on purpose, as in a step without a player
    fault = ir.call("there", part, ir.const(message))
    if not isinstance(part, Local):
        return fault
    return ir.if_else(ir.compare(part, ">=", ir.const(0)), part, fault)


def known_present(ctx: Context, ex: Ex) -> bool:
    """Whether a value is surely not none where the code stands that is being compiled."""
    return is_present(ex) or (isinstance(ex, LocalEx) and ex.name in ctx.present)


def somebody(ctx: Context, player: Ex, what: str) -> Expr:
    """A player who must be there; what: who they are in the rule, such as `who is to choose`."""
    return surely(ctx, player, f"the player {what} is not there")


def first_of(wanted: Type, values: Expr) -> Expr:
    """The first of some values, or none; of what cannot be none, as numbers, there must be one."""
    if wanted.kind in MAY_BE_NONE:
        return ir.call("first", values)
    return ir.call("nth", values, ir.const(1), ir.const("place"))


def ordinal(ctx: Context, index_type: Type, part: Expr) -> Expr:
    """A value of an index type as a number from 0."""
    if index_type.kind == "component":
        made = ctx.model.components[index_type.name]
        if made.combinations == 1:
            return ir.binary(part, "-", ir.const(made.first)) if made.first else part
        return ir.entry(static_table(ctx, "KIND", lambda: ctx.layout.kind_table), part)
    if index_type.kind == "space":
        board = ctx.model.node_boards[index_type.name]
        first = board.first_in_a_row(index_type.name)
        if board.owners == 1 and first is not None:
            return ir.binary(part, "-", ir.const(first)) if first else part
        return ir.entry(static_table(ctx, "PLACE", lambda: ctx.layout.place_of_space), part)
    return part


def counter_slot(ctx: Context, ex: CounterEx) -> Expr:
    """The slot index of a counter expression."""
    declared = ex.declared
    index = index_code(ctx, declared.name, declared.per, ex.indexes)
    return located(ctx, ir.plus(index, ir.const(ctx.layout.counters[declared.name])), ex)


def supply_slot(ctx: Context, ex: CounterEx) -> Expr:
    """The slot index of the supply that a counter draws on: one for all its holders."""
    declared = ex.declared
    pairs = [
        (t, p) for t, p in zip(declared.per, ex.indexes, strict=True) if t.kind not in ("player", "team")
    ]
    index = index_code(ctx, declared.name, [t for t, _ in pairs], [p for _, p in pairs])
    return ir.plus(index, ir.const(ctx.layout.supplies[declared.name]))


def zone_slot(ctx: Context, ex: ZoneEx) -> Expr:
    """The slot index of a zone expression."""
    declared = ex.declared
    index = index_code(ctx, declared.name, declared.per, ex.indexes)
    return located(ctx, ir.plus(index, ir.const(ctx.layout.zones[declared.name])), ex)


def is_late(ctx: Context, place: Ex) -> bool:
    """Whether a place is a stack whose order may be decided as it is drawn."""
    return isinstance(place, ZoneEx) and ctx.layout.zones[place.declared.name] in ctx.layout.late


def space_slot(ctx: Context, place: Ex) -> Expr:
    """The slot of what lies on a space: one piece, or a stack."""
    space, stacked = lower(ctx, place), is_stack(ctx, place.type)
    if isinstance(space, Const) and isinstance(space.value, int) and space.value >= 0:
        return ir.const(ctx.layout.slot_of_space[space.value])
    word = "STACK" if stacked else "SLOT"
    return ir.entry(static_table(ctx, word, lambda: ctx.layout.slots_of_spaces(stacked)), space)


def is_stack(ctx: Context, space_type: Type) -> bool:
    """Whether the spaces of a type hold stacks."""
    board = ctx.model.node_boards.get(space_type.name)
    return board is not None and space_type.name in board.stacked


def holder(ctx: Context, place: Ex) -> tuple[Expr, str]:
    """The slot of a zone or space, and how it holds pieces: set, row, stack or one."""
    if isinstance(place, ZoneEx):
        return zone_slot(ctx, place), place.declared.order
    return space_slot(ctx, place), "stack" if is_stack(ctx, place.type) else "one"


def board_key(ctx: Context, board: BoardDecl, owner: Ex | None) -> Expr:
    """Owner and layout in one number."""
    owner_code: Expr = lower(ctx, owner) if owner is not None else ir.const(0)
    count = len(board.layouts)
    if count == 1:
        return owner_code
    counter = ir.slot(ir.plus(owner_code, ir.const(ctx.layout.counters[f"{board.name}_layout"])))
    return ir.plus(ir.times(owner_code, ir.const(count)), counter)


# -- expressions
def filtered(ctx: Context, source: Ex, where: Ex | None) -> tuple[Expr, list[Expr]]:
    """A source, and the conditions that its members must meet, one by one."""
    return lower(ctx, source), [lower(ctx, condition) for condition in conjuncts(where)]


def located(ctx: Context, node: Expr, ex: Ex) -> Expr:
    """Give a node the place of the expression it comes from."""
    return ir.located(node, ctx.inlined_at or ex.position)


def lower(ctx: Context, ex: Ex) -> Expr:
    """Compile one expression."""
    made: Expr = EXPRESSIONS[type(ex)](ctx, ex)
    return located(ctx, made, ex)


def conjuncts(where: Ex | None) -> Iterator[Ex]:
    """Yield the conditions that `and` connects."""
    if isinstance(where, LogicEx) and where.operator == "and":
        for operand in where.operands:
            yield from conjuncts(operand)
    elif where is not None:
        yield where
