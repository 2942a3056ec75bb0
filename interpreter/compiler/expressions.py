"""Checked expressions in the intermediate representation.

In: an expression of a rule. Out: the node, at its place in the rule file; what is constant is folded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import pairwise
from typing import Any

from interpreter.compiler import ir
from interpreter.compiler.built_in_code import kinds_equal
from interpreter.compiler.context import THIS, Context, lowers
from interpreter.compiler.ir import (
    Arithmetic,
    Call,
    Const,
    Contains,
    Entry,
    Expr,
    GameCall,
    Gather,
    Imagined,
    Kept,
    Local,
    Negative,
    Numbers,
    Pair,
    PieceCall,
    Remembered,
    Static,
    Tracer,
    kind_of,
)
from interpreter.compiler.signatures import DECLARED, KNOWN, NUMBERS
from interpreter.compiler.slots import (
    MAY_BE_NONE,
    board_key,
    constant,
    counted_values,
    counter_slot,
    filtered,
    first_of,
    known_present,
    lower,
    somebody,
    space_table,
    static_table,
    surely,
    zone_slot,
)
from interpreter.compiler.work import FREE
from interpreter.language.checked import (
    AfterEx,
    ArithmeticEx,
    BuiltInEx,
    CompareEx,
    ConditionalEx,
    ConstEx,
    ConstSetEx,
    CounterEx,
    Ex,
    FieldEx,
    GatherEx,
    InEx,
    ListingEx,
    LocalEx,
    LogicEx,
    MeEx,
    NegativeEx,
    NotEx,
    OptionEx,
    PieceOfEx,
    PlayersEx,
    RangeEx,
    RepeatsEx,
    SameKindEx,
    SpaceEx,
    SpacesEx,
    StateEx,
    TableEx,
    TimesEx,
    ValueCallEx,
    ZoneEx,
)
from interpreter.language.facts import (
    expressions_in,
    grows,
    reads_anything,
    reads_pieces,
    sought_piece,
    within,
)
from interpreter.language.types import Type
from interpreter.model.declarations import NONE, BoardDecl, TableDecl
from interpreter.play.runtime import Rows

# How operators of the rules are called here, where that is not the same.
ARITHMETIC = {"/": "//", "mod": "%"}
# What divides by what may be zero.
DIVISIONS = {"/": "divided", "mod": "remainder"}
MAX_REMEMBERED = 4_096
MAX_REMEMBERED_IN_SETS = 100_000
# So many parts may a value have that is worked out where it is asked for.
MAX_INLINED = 16
# So many members of a fixed set are gone through without a loop, and so many parts may come of that.
MAX_AT_ONCE, MAX_PARTS_AT_ONCE = 6, 90


class RememberedValues(dict[tuple[Any, ...], Any]):
    """The results of a value that reads nothing but its arguments, by arguments; only so many are kept.

    ends: what each argument is below, 0 where that is not known.
    """

    def __init__(self, namespace: dict[str, Any], function: str, ends: tuple[int, ...]) -> None:
        """Name the compiled function; it is looked up when first needed, for it may be compiled later."""
        super().__init__()
        self.ends = ends
        self.namespace = namespace
        self.function = function
        self.room = MAX_REMEMBERED_IN_SETS

    def __missing__(self, key: tuple[Any, ...]) -> Any:
        """Work it out."""
        value = self.namespace[self.function](None, *key)
        size = 0 if isinstance(value, int) else len(value)
        if len(self) < MAX_REMEMBERED and size <= self.room:
            self[key] = value
            self.room -= size
        return value


def may_fault(code: Expr) -> bool:
    """Whether working an expression out may go wrong: it divides, looks in a table, calls what may raise."""
    return any(
        isinstance(part, GameCall | PieceCall | Kept | Imagined | Tracer)
        or (isinstance(part, Call) and part.faults)
        or (isinstance(part, Gather) and part.word == "list")
        or (isinstance(part, Arithmetic) and part.operator in ("//", "%"))
        or (isinstance(part, Entry) and part.table.type == DECLARED)
        for part in ir.within(code)
    )


@lowers(ConstEx)
def _const(ctx: Context, ex: ConstEx) -> Expr:
    value = ex.value
    if ctx.this is not None and (ex.type.name, value) == ctx.this and ex.type.kind == "component":
        return ir.local(THIS)
    return ir.const(bool(value)) if ex.type.kind == "truth" else ir.const(value)


@lowers(ConstSetEx)
def _constset(ctx: Context, ex: ConstSetEx) -> Expr:
    return constant(ctx, ex.values)


@lowers(MeEx)
def _me(_ctx: Context, _ex: MeEx) -> Expr:
    return ir.local("me")


@lowers(LocalEx)
def _local(ctx: Context, ex: LocalEx) -> Expr:
    substitute = ctx.substitutes.get(ex.name)
    return ir.local(ex.name, kind_of(ex.type)) if substitute is None else substitute


@lowers(PlayersEx)
def _players(ctx: Context, _ex: PlayersEx) -> Expr:
    return constant(ctx, tuple(range(ctx.model.players)))


@lowers(CounterEx)
def _counter(ctx: Context, ex: CounterEx) -> Expr:
    return ir.slot(counter_slot(ctx, ex))


@lowers(ZoneEx)
def _zone(ctx: Context, ex: ZoneEx) -> Expr:
    return ir.slot(zone_slot(ctx, ex), NUMBERS)


@lowers(OptionEx)
def _option(ctx: Context, ex: OptionEx) -> Expr:
    option = ex.declared
    if option.value is None:
        return ir.slot(ir.const(ctx.layout.options[option.name]), kind_of(option.type))
    if isinstance(option.value, tuple):
        return constant(ctx, option.value)
    return ir.const(bool(option.value)) if option.type.kind == "truth" else ir.const(option.value)


@lowers(SpacesEx)
def _spaces(ctx: Context, ex: SpacesEx) -> Expr:
    board, node_type, owner = ex.board, ex.node_type, ex.owner
    table = static_table(ctx, f"SPACES_{node_type}", lambda: ctx.layout.spaces_of(board, node_type))
    spaces: Any = table.content
    key = board_key(ctx, board, owner)
    if isinstance(key, Const):
        place = int(str(key.value))
        flat = f"SPACES_{node_type}_{place}"
        return ir.static(static_table(ctx, flat, lambda: spaces[place]))
    return ir.entry(table, key)


@lowers(SpaceEx)
def _space(ctx: Context, ex: SpaceEx) -> Expr:
    board, node_type, owner, key = ex.board, ex.node_type, ex.owner, ex.key
    if isinstance(key, Ex):
        spaces = _spaces(ctx, SpacesEx(ex.position, ex.type, board, node_type, owner))
        return ir.call("nth", spaces, lower(ctx, key))
    table = static_table(ctx, f"NAMED_{board.name}_{key}", lambda: named_spaces(board, key))
    found: Any = table.content
    where = board_key(ctx, board, owner)
    if isinstance(where, Const):
        return ir.const(found[where.value])
    return ir.entry(table, where)


def named_spaces(board: BoardDecl, key: str) -> tuple[int, ...]:
    """The space of a name for each owner and layout of a board, none where a layout lacks it."""
    found = []
    for owner in range(board.owners):
        for number, layout in enumerate(board.layouts):
            places = [place for place, node in enumerate(layout.nodes) if node.name == key]
            found.append(board.space(owner, number, places[0]) if places else NONE)
    return tuple(found)


@lowers(FieldEx)
def _field(ctx: Context, ex: FieldEx) -> Expr:
    owner, field = ex.owner, ex.name
    of = lower(ctx, owner)
    if owner.type.kind == "component":
        table = static_table(ctx, f"PIECE_{field}", lambda: ctx.layout.component_field(field))
    elif field == "owner":
        table = static_table(ctx, "OWNER", lambda: ctx.layout.owner_of_space)
    else:
        table = space_table(ctx, field)
    fields: Any = table.content
    if isinstance(of, Const) and isinstance(of.value, int) and of.value >= 0:
        return ir.const(fields[of.value])
    return ir.entry(table, of)


@lowers(StateEx)
def _state(ctx: Context, ex: StateEx) -> Expr:
    table = static_table(ctx, f"STATE_{ex.state}", lambda: ctx.layout.state_table(ex.state))
    found = ir.entry(table, lower(ctx, ex.owner))
    return ir.compare(found, "==", ir.const(1)) if ex.type.kind == "truth" else found


@lowers(PieceOfEx)
def _pieceof(ctx: Context, ex: PieceOfEx) -> Expr:
    made, kind, player = ex.component, ex.kind, ex.player
    share = made.combinations // len(made.states["owner"])
    owner = somebody(ctx, player, f"whose '{kind.name}' this is")
    return ir.plus(ir.times(owner, ir.const(share)), ir.const(made.token(kind)))


@lowers(SameKindEx)
def _samekind(ctx: Context, ex: SameKindEx) -> Expr:
    return kinds_equal(ctx, lower(ctx, ex.left), lower(ctx, ex.right), ex.negated)


# -- values and tables
@lowers(ValueCallEx)
def _valuecall(ctx: Context, ex: ValueCallEx) -> Expr:
    word, arguments = ex.name, ex.arguments
    declared = ctx.program.values[word]
    if f"value {word}" not in ctx.modified and isinstance(declared.body, ConstEx):
        return lower(replace(ctx, this=None), declared.body)
    if arguments and ctx.remembering and is_worth_remembering(ctx, word):
        function, ends = f"value_{word}", tuple(end_of(ctx, each.type) for each in declared.parameters)
        known = static_table(
            ctx, f"KNOWN_{word}", lambda: RememberedValues(ctx.namespace, function, ends), KNOWN
        )
        return Remembered(known, function, [lower(ctx, a) for a in arguments], kind_of(ex.type))
    given = [lower(ctx, a) for a in arguments]
    called = GameCall(f"value_{word}", given, kind_of(ex.type))
    return called if declared.kept else inlined(ctx, word, given, ex) or called


def end_of(ctx: Context, of: Type) -> int:
    """What the values of a type are below, as numbers; 0 where that is not known."""
    match of.kind:
        case "space":
            return ctx.layout.all_spaces
        case "component":
            return len(ctx.layout.kind_table) - 1  # the last entry is that of none
        case "truth":
            return 2
        case "player" | "team" | "enum":
            return ctx.model.index_size(of)
    return 0


def inlined(ctx: Context, word: str, arguments: Sequence[Expr], call: ValueCallEx) -> Expr | None:
    """A short value worked out where it is asked for: calling a function costs more than most of them.

    None where that would change what happens: rules modify it, its work is counted, it has variables of
    its own, or an argument that must be worked out would be worked out twice.
    """
    declared = ctx.program.values[word]
    if f"value {word}" in ctx.modified or word in ctx.inlining or ctx.work.is_counted(word):
        return None
    names = [v.python for v in declared.parameters]
    inside = list(within(declared.body))
    uses = [part.name for part in inside if isinstance(part, LocalEx)]
    if len(inside) > MAX_INLINED or any(has_names(ctx, each) for each in inside):
        return None
    if any(
        uses.count(name) > 1 and not isinstance(given, Local | Const | Static)
        for name, given in zip(names, arguments, strict=True)
    ):
        return None
    elsewhere = declared.body.position.file != call.position.file
    surely = [name for name, given in zip(names, call.arguments, strict=True) if known_present(ctx, given)]
    inside_of_it = replace(
        ctx,
        substitutes=dict(zip(names, arguments, strict=True)),
        present=frozenset(surely),
        inlined_at=ctx.inlined_at or (call.position if elsewhere else None),
        inlining=(*ctx.inlining, word),
        this=None,
    )
    made = lower(inside_of_it, declared.body)
    # A fault would be told of where the value is asked for, not where it stands.
    return None if elsewhere and may_fault(made) else made


def has_names(ctx: Context, ex: Ex) -> bool:
    """Whether an expression names what is only there where it is worked out."""
    return isinstance(ex, MeEx) or (isinstance(ex, GatherEx) and looked_up(ctx, ex) is None)


def is_worth_remembering(ctx: Context, word: str) -> bool:
    """A value that is the same for the same arguments, and takes some working out."""
    declared = ctx.program.values[word]
    body = declared.body
    simple = isinstance(body, TableEx | FieldEx | CompareEx | ConditionalEx) or (
        isinstance(body, BuiltInEx) and body.declared.looked_up and len(list(within(body))) == 2
    )
    sets = any(v.type.kind == "set" for v in declared.parameters)
    # What is remembered is worked out without a state, where nothing could be counted.
    return not simple and not sets and is_pure_value(ctx, word) and not ctx.work.is_counted(word)


def is_pure_value(ctx: Context, word: str) -> bool:
    """A value that reads nothing but its arguments."""
    if f"value {word}" in ctx.modified:
        return False

    def pure(ex: Ex) -> bool:
        if isinstance(ex, AfterEx | CounterEx | RepeatsEx | ZoneEx | TimesEx):
            return False
        if reads_pieces(ex) or reads_anything(ex):
            return False
        if (isinstance(ex, SpacesEx | SpaceEx) and ex.board.several) or (
            isinstance(ex, OptionEx) and ex.declared.value is None
        ):
            return False
        if isinstance(ex, ValueCallEx) and (ex.name == word or not is_pure_value(ctx, ex.name)):
            return False
        return all(pure(e) for e in expressions_in(ex))

    return pure(ctx.program.values[word].body)


@lowers(TableEx)
def _table(ctx: Context, ex: TableEx) -> Expr:
    table = ex.declared
    key = lower(ctx, ex.key)
    rows = static_table(
        ctx, f"TABLE_{table.name}", lambda: Rows(table.rows, table.name, key_title(ctx, table))
    )
    if isinstance(key, Const) and isinstance(key.value, int) and key.value in table.rows:
        value = table.rows[key.value]
        return ir.const(bool(value)) if table.type.kind == "truth" else ir.const(value)
    return ir.entry(rows, key)


def key_title(ctx: Context, table: TableDecl) -> Callable[[int], str]:
    """What the keys of a table are called in a fault."""
    enum, made = ctx.model.enums.get(table.key.name), ctx.model.components.get(table.key.name)

    def title(key: int) -> str:
        if table.key.kind != "number" and key < 0:
            return "none"
        if enum is not None:
            return enum.members[key]
        return made.kind_of(key).name if made is not None else str(key)

    return title


# -- arithmetic and logic
@lowers(ArithmeticEx)
def _arithmetic(ctx: Context, ex: ArithmeticEx) -> Expr:
    operator, left, right = ex.operator, ex.left, ex.right
    # The number of a player is the only sum of something that is no number.
    seat = left.type.kind == "player"
    first = (
        surely(ctx, left, "the number of a player that is not there was used") if seat else lower(ctx, left)
    )
    operands = [first, lower(ctx, right)]
    if operator in DIVISIONS and not (isinstance(operands[1], Const) and operands[1].value):
        return ir.call(DIVISIONS[operator], *operands)
    made = ir.binary(operands[0], ARITHMETIC.get(operator, operator), operands[1], grows=True)
    return ir.call("measured", made) if grows(ex) else made


@lowers(NegativeEx)
def _negative(ctx: Context, ex: NegativeEx) -> Expr:
    operand = lower(ctx, ex.operand)
    if isinstance(operand, Const) and isinstance(operand.value, int):
        return ir.const(-operand.value)
    return Negative(operand)


@lowers(CompareEx)
def _compare(ctx: Context, ex: CompareEx) -> Expr:
    operator, left, right = ex.operator, ex.left, ex.right
    return ir.compare(lower(ctx, left), operator, lower(ctx, right))


@lowers(LogicEx)
def _logic(ctx: Context, ex: LogicEx) -> Expr:
    operands = [lower(ctx, operand) for operand in ex.operands]
    return ir.both(operands) if ex.operator == "and" else ir.either(operands)


@lowers(NotEx)
def _not(ctx: Context, ex: NotEx) -> Expr:
    return ir.Not(lower(ctx, ex.operand))


@lowers(ConditionalEx)
def _conditional(ctx: Context, ex: ConditionalEx) -> Expr:
    return ir.if_else(lower(ctx, ex.condition), lower(ctx, ex.then), lower(ctx, ex.otherwise))


@lowers(RangeEx)
def _range(ctx: Context, ex: RangeEx) -> Expr:
    low, high = lower(ctx, ex.low), lower(ctx, ex.high)
    if ir.is_const(low) and ir.is_const(high):
        return ir.call("range", low, ir.plus(high, ir.const(1)))
    return ir.call("span", low, high)


@lowers(ListingEx)
def _listing(ctx: Context, ex: ListingEx) -> Expr:
    return ir.numbers([lower(ctx, entry) for entry in ex.entries])


@lowers(InEx)
def _in(ctx: Context, ex: InEx) -> Expr:
    return Contains(lower(ctx, ex.item), lower(ctx, ex.source), ex.negated)


@lowers(AfterEx)
def _after(ctx: Context, ex: AfterEx) -> Expr:
    if not ctx.remembering:
        return ir.call("too_early")
    steps = ctx.layout.slots // 8 + 20 + ctx.work.guard(ex.effect) + ctx.work.unit(("effect", ex.effect))
    can = f"can_{ex.effect}" if ctx.guarded.get(ex.effect) else None
    given = [lower(ctx, ex.whom), *(lower(ctx, each) for each in ex.arguments)]
    return Imagined(min(steps, FREE), can, f"do_{ex.effect}", given, lower(ctx, ex.value))


def fingerprint(ctx: Context, things: Sequence[str], me: Expr) -> Expr:
    """A number for what lies in some places, and for who is at turn if that is compared too."""
    who = me if "me" in things else ir.const(NONE)
    return ir.call("fingerprint", ir.const(ctx.layout.spans(things)), who)


@lowers(RepeatsEx)
def _repeats(ctx: Context, ex: RepeatsEx) -> Expr:
    kept = ir.slot(ir.const(ctx.layout.repeats[ex.step, ex.things]), NUMBERS)
    now = fingerprint(ctx, ex.things, lower(ctx, ex.player) if ex.player is not None else ir.const(NONE))
    return ir.call("count", kept, now)


@lowers(TimesEx)
def _times(ctx: Context, ex: TimesEx) -> Expr:
    player = somebody(ctx, ex.player, "whose times are counted")
    return ir.slot(ir.plus(player, ir.const(ctx.layout.histories[ex.effect, ex.step])))


def keyed(ctx: Context, by: Sequence[Ex], value: Expr) -> Pair:
    """A value with what it is sorted by: a number, or several, the later ones where the earlier are equal."""
    return Pair([lower(ctx, key) for key in by], value)


def looked_up(ctx: Context, ex: GatherEx) -> Expr | None:
    """The short way to count what equals one value in a set, or find any; None where there is none."""
    sought = sought_piece(ex)
    if sought is None:
        return None
    held = lower(ctx, ex.clauses[0].source)
    if ex.word == "any":
        return Contains(lower(ctx, sought), held)
    return ir.call("count", held, lower(ctx, sought))


def member_by_member(ctx: Context, ex: GatherEx) -> Expr | None:
    """The result of a gathering over a small fixed set, without a loop; None where it needs one.

    Only `count` and `sum` look at all members whatever the first of them give, so the others may not fault.
    """
    clause = ex.clauses[0]
    members = fixed_members(lower(ctx, clause.source)) if len(ex.clauses) == 1 and not ex.by else None
    if members is None or ex.word not in ("any", "all", "count", "sum", "first"):
        return None
    inside = [part for part in (ex.element, ex.where) if part is not None]
    parts = len(members) * sum(1 for part in inside for _ in within(part))
    simple = isinstance(ex.element, LocalEx) and ex.type.kind in MAY_BE_NONE
    if (ex.word == "first" and not simple) or parts * ctx.at_once > MAX_PARTS_AT_ONCE:
        return None
    each = []
    for member in members:
        known = {**ctx.substitutes, clause.variable: ir.const(member)}
        here = replace(ctx, substitutes=known, at_once=ctx.at_once * len(members))
        test = None if ex.where is None else lower(here, ex.where)
        each.append((test, lower(here, ex.element)))
    if ex.word in ("any", "all", "first") and any(
        may_fault(code) for pair in each for code in pair if code is not None
    ):
        return None
    joined = JOINED[ex.word](each)
    # The first of what can never be there is looked for in play: there it is a fault to use it.
    return None if ex.word == "first" and isinstance(joined, Const) else joined


def fixed_members(source: Expr) -> list[int] | None:
    """The members of a set that is known and small, none of them `none`; else None."""
    if isinstance(source, Numbers):
        parts = source.parts
    elif isinstance(source, Call) and source.function == "range":
        parts = source.arguments
    else:
        return None
    found = [part.value for part in parts if isinstance(part, Const) and ir.is_const(part)]
    if len(found) < len(parts):
        return None
    if isinstance(source, Call):
        found = [*range(*found)]
    return found if 0 < len(found) <= MAX_AT_ONCE and min(found) >= 0 else None


Tested = Sequence[tuple[Expr | None, Expr]]


def _where(test: Expr | None, value: Expr, otherwise: Expr) -> Expr:
    """A value if a test holds."""
    return value if test is None else ir.if_else(test, value, otherwise)


def _one_of(each: Tested) -> Expr:
    return ir.either([value if test is None else ir.both([test, value]) for test, value in each])


def _each_of(each: Tested) -> Expr:
    return ir.both([value if test is None else ir.either([ir.Not(test), value]) for test, value in each])


def _total(each: Tested) -> Expr:
    return reduce(partial(ir.plus, grows=True), (_where(test, value, ir.const(0)) for test, value in each))


def _count_of(each: Tested) -> Expr:
    tests = [[part for part in pair if part is not None] for pair in each]
    return reduce(ir.plus, (ir.if_else(ir.both(test), ir.const(1), ir.const(0)) for test in tests))


def _first_of(each: Tested) -> Expr:
    none: Expr = ir.const(NONE)
    return reduce(lambda rest, one: _where(one[0], one[1], rest), reversed(each), none)


# The result of a gathering, given for each member its test, if there is one, and its value.
JOINED: dict[str, Callable[[Tested], Expr]] = {
    "any": _one_of, "all": _each_of, "sum": _total, "count": _count_of, "first": _first_of,
}  # fmt: skip


def rises(ctx: Context, ex: Ex) -> bool:
    """Whether the members of a set surely come in order, each once."""
    match ex:
        case ValueCallEx():
            unsure = f"value {ex.name}" in ctx.modified or ex.name in ctx.inlining
            inside = replace(ctx, inlining=(*ctx.inlining, ex.name))
            return not unsure and rises(inside, ctx.program.values[ex.name].body)
        case GatherEx():
            return ex.word == "set"
        case ConditionalEx():
            return rises(ctx, ex.then) and rises(ctx, ex.otherwise)
        case BuiltInEx(name="union"):
            return True
        case BuiltInEx(name="both" | "without"):
            return rises(ctx, ex.argument(0))
        case SpacesEx() | PlayersEx() | ConstSetEx() | RangeEx() | BuiltInEx(name="neighbours"):
            return _rises(lower(ctx, ex))
    return False


def _rises(code: Expr) -> bool:
    match code:
        case Static(table):
            return all(a < b for a, b in pairwise(table.content))
        case Entry(table):
            return all(a < b for row in table.content if isinstance(row, tuple) for a, b in pairwise(row))
        case Numbers(parts):
            members = [part.value for part in parts if isinstance(part, Const) and ir.is_const(part)]
            return len(members) == len(parts) and all(a < b for a, b in pairwise(members))
        case Call("range" | "span"):
            return True
    return False


@lowers(GatherEx)
def _gather(ctx: Context, ex: GatherEx) -> Expr:
    short = looked_up(ctx, ex)
    if short is not None:
        return short
    word, element, clauses, where, by = ex.word, ex.element, ex.clauses, ex.where, ex.by
    at_once = member_by_member(ctx, ex)
    if at_once is not None:
        return at_once
    *first, last = clauses
    sources = [lower(ctx, c.source) for c in first]
    source, conditions = filtered(ctx, last.source, where)
    loops = ctx.work.clauses(ex)
    total = sum(entered * size * each for entered, size, each in loops)
    pairs = [
        (clause.variable, counted_values(ctx, values, each, total))
        for clause, values, (_, _, each) in zip(clauses, [*sources, source], loops, strict=True)
    ]
    value = lower(ctx, element)
    if word == "count" and not (isinstance(value, Const) and value.value is True):
        conditions.append(value)
    if word in ("any", "all", "count", "sum", "min", "max"):
        return ir.gathered(word, value, pairs, conditions)
    if word == "set":
        listed = ir.listed(value, pairs, conditions)
        kept_order = len(clauses) == 1 and isinstance(value, Local) and value.name == last.variable
        return ir.call("tuple" if kept_order and rises(ctx, last.source) else "distinct", listed)
    if not by:
        return first_of(ex.type, ir.listed(value, pairs, conditions))
    ordered = ir.listed(keyed(ctx, by, value), pairs, conditions)
    if word == "first" and ex.type.kind not in MAY_BE_NONE:
        return first_of(ex.type, ir.call("leaders", ordered))
    return ir.call({"first": "least", "sorted": "in_order"}.get(word, word), ordered)
