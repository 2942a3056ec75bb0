"""Checked expressions to Python expressions over the flat state `s`.

In: an expression of a rule. Out: the Python expression, at its place in the rule file. Static tables become
names in the compiled functions' namespace; what is constant is folded.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from interpreter.compiler import python_ast as py
from interpreter.compiler.built_in_code import kinds_equal
from interpreter.compiler.context import Context, lowers
from interpreter.compiler.python_ast import Expr
from interpreter.compiler.slots import (
    board_key,
    constant,
    counted_values,
    counter_slot,
    filtered,
    known_present,
    lower,
    somebody,
    space_table,
    static_table,
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
from interpreter.language.facts import expressions_in, grows, sought_piece, within
from interpreter.language.reads import LOOK_AT_PIECES
from interpreter.model.declarations import NONE, BoardDecl, TableDecl
from interpreter.play.runtime import Rows

COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
}
ARITHMETIC: dict[str, type[ast.operator]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "/": ast.FloorDiv,
    "mod": ast.Mod,
}
# What divides by what may be zero.
DIVISIONS = {"/": "divided", "mod": "remainder"}
MAX_REMEMBERED = 4_096
MAX_REMEMBERED_IN_SETS = 100_000
# So many parts may a value have that is worked out where it is asked for.
MAX_INLINED = 16
# So many members of a fixed set are gone through without a loop, and so many parts may come of that.
MAX_AT_ONCE, MAX_PARTS_AT_ONCE = 6, 90
SAFE = {"len", "at", "first", "last", "abs", "min", "max", "count", "any", "all", "sum", "bool"}


class Remembered(dict[tuple[Any, ...], Any]):
    """What a value that reads nothing but its arguments came to, by arguments; only so many are kept."""

    def __init__(self, namespace: dict[str, Any], function: str) -> None:
        """Name the compiled function; it is looked up when first needed, for it may be compiled later."""
        super().__init__()
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
        (isinstance(part, ast.Call) and getattr(part.func, "id", getattr(part.func, "attr", "")) not in SAFE)
        or (isinstance(part, ast.BinOp) and isinstance(part.op, ast.FloorDiv | ast.Mod))
        or (isinstance(part, ast.Name) and part.id.startswith("TABLE_"))
        for part in ast.walk(code)
    )


@lowers(ConstEx)
def _const(ctx: Context, ex: ConstEx) -> Expr:
    value = ex.value
    return py.const(bool(value)) if ex.type.kind == "truth" else py.const(value)


@lowers(ConstSetEx)
def _constset(ctx: Context, ex: ConstSetEx) -> Expr:
    return constant(ctx, ex.values)


@lowers(MeEx)
def _me(ctx: Context, ex: MeEx) -> Expr:
    return py.name("me")


@lowers(LocalEx)
def _local(ctx: Context, ex: LocalEx) -> Expr:
    substitute = ctx.substitutes.get(ex.name)
    return py.name(ex.name) if substitute is None else substitute


@lowers(PlayersEx)
def _players(ctx: Context, ex: PlayersEx) -> Expr:
    return constant(ctx, tuple(range(ctx.model.players)))


@lowers(CounterEx)
def _counter(ctx: Context, ex: CounterEx) -> Expr:
    return py.slot(counter_slot(ctx, ex))


@lowers(ZoneEx)
def _zone(ctx: Context, ex: ZoneEx) -> Expr:
    return py.slot(zone_slot(ctx, ex))


@lowers(OptionEx)
def _option(ctx: Context, ex: OptionEx) -> Expr:
    option = ex.declared
    if option.value is None:
        return py.slot(py.const(ctx.layout.options[option.name]))
    if isinstance(option.value, tuple):
        return constant(ctx, option.value)
    return py.const(bool(option.value)) if option.type.kind == "truth" else py.const(option.value)


@lowers(SpacesEx)
def _spaces(ctx: Context, ex: SpacesEx) -> Expr:
    board, node_type, owner = ex.board, ex.node_type, ex.owner
    word = static_table(ctx, f"SPACES_{node_type}", lambda: ctx.layout.spaces_of(board, node_type))
    key = board_key(ctx, board, owner)
    if isinstance(key, ast.Constant):
        place = int(str(key.value))
        flat = f"SPACES_{node_type}_{place}"
        return py.name(static_table(ctx, flat, lambda: ctx.namespace[word][place]))
    return py.item(word, key)


@lowers(SpaceEx)
def _space(ctx: Context, ex: SpaceEx) -> Expr:
    board, node_type, owner, key = ex.board, ex.node_type, ex.owner, ex.key
    if isinstance(key, Ex):
        spaces = _spaces(ctx, SpacesEx(ex.position, ex.type, board, node_type, owner))
        return py.call("nth", spaces, lower(ctx, key))
    word = static_table(ctx, f"NAMED_{board.name}_{key}", lambda: named_spaces(ctx, board, key))
    where = board_key(ctx, board, owner)
    if isinstance(where, ast.Constant):
        return py.const(ctx.namespace[word][where.value])
    return py.item(word, where)


def named_spaces(ctx: Context, board: BoardDecl, key: str) -> tuple[int, ...]:
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
        word = static_table(ctx, f"PIECE_{field}", lambda: ctx.layout.component_field(field))
    elif field == "owner":
        word = static_table(ctx, "OWNER", lambda: ctx.layout.owner_of_space)
    else:
        word = space_table(ctx, field)
    if isinstance(of, ast.Constant) and isinstance(of.value, int) and of.value >= 0:
        return py.const(ctx.namespace[word][of.value])
    return py.item(word, of)


@lowers(StateEx)
def _state(ctx: Context, ex: StateEx) -> Expr:
    word = static_table(ctx, f"STATE_{ex.state}", lambda: ctx.layout.state_table(ex.state))
    found = py.item(word, lower(ctx, ex.owner))
    return py.compare(found, ast.Eq(), py.const(1)) if ex.type.kind == "truth" else found


@lowers(PieceOfEx)
def _pieceof(ctx: Context, ex: PieceOfEx) -> Expr:
    made, kind, player = ex.component, ex.kind, ex.player
    share = made.combinations // len(made.states["owner"])
    owner = somebody(ctx, player, f"whose '{kind.name}' this is")
    return py.plus(py.times(owner, py.const(share)), py.const(made.token(kind)))


@lowers(SameKindEx)
def _samekind(ctx: Context, ex: SameKindEx) -> Expr:
    return kinds_equal(ctx, ex.component, lower(ctx, ex.left), lower(ctx, ex.right), ex.negated)


# -- values and tables
@lowers(ValueCallEx)
def _valuecall(ctx: Context, ex: ValueCallEx) -> Expr:
    word, arguments = ex.name, ex.arguments
    declared = ctx.program.values[word]
    if f"value {word}" not in ctx.modified and isinstance(declared.body, ConstEx):
        return lower(ctx, declared.body)
    if arguments and ctx.remembering and is_worth_remembering(ctx, word):
        known = static_table(ctx, f"KNOWN_{word}", lambda: Remembered(ctx.namespace, f"value_{word}"))
        return py.item(known, py.tuple_of([lower(ctx, a) for a in arguments]))
    given = [lower(ctx, a) for a in arguments]
    if declared.kept:
        return py.call(f"value_{word}", py.name("s"), *given)
    return inlined(ctx, word, given, ex) or py.call(f"value_{word}", py.name("s"), *given)


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
        uses.count(name) > 1 and not isinstance(given, ast.Name | ast.Constant)
        for name, given in zip(names, arguments, strict=True)
    ):
        return None
    outside = ctx.substitutes, ctx.present, ctx.inlined_at
    elsewhere = declared.body.position.file != call.position.file
    surely = [name for name, given in zip(names, call.arguments, strict=True) if known_present(ctx, given)]
    ctx.substitutes, ctx.present = dict(zip(names, arguments, strict=True)), frozenset(surely)
    ctx.inlined_at = ctx.inlined_at or (call.position if elsewhere else None)
    ctx.inlining.append(word)
    made = lower(ctx, declared.body)
    ctx.inlining.pop()
    ctx.substitutes, ctx.present, ctx.inlined_at = outside
    # A fault would be told of where the value is asked for, not where it stands.
    return None if elsewhere and may_fault(made) else made


def has_names(ctx: Context, ex: Ex) -> bool:
    """Whether an expression names what is only there where it is worked out."""
    return isinstance(ex, MeEx) or (isinstance(ex, GatherEx) and looked_up(ctx, ex) is None)


def is_worth_remembering(ctx: Context, word: str) -> bool:
    """A value that comes to the same for the same arguments, and takes some working out."""
    declared = ctx.program.values[word]
    body = declared.body
    simple = isinstance(body, TableEx | FieldEx | CompareEx | ConditionalEx) or (
        isinstance(body, BuiltInEx) and body.name in ("neighbours", "region") and len(list(within(body))) == 2
    )
    sets = any(v.type.kind == "set" for v in declared.parameters)
    # What is remembered is worked out without a state, where nothing could be counted.
    return not simple and not sets and is_pure_value(ctx, word) and not ctx.work.is_counted(word)


def is_pure_value(ctx: Context, word: str) -> bool:
    """A value that reads nothing but its arguments."""
    if f"value {word}" in ctx.modified:
        return False

    def pure(ex: Ex) -> bool:
        if isinstance(ex, AfterEx | CounterEx | RepeatsEx | ZoneEx | TimesEx) or (
            isinstance(ex, BuiltInEx) and ex.name in LOOK_AT_PIECES
        ):
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
    word = static_table(
        ctx, f"TABLE_{table.name}", lambda: Rows(table.rows, table.name, key_title(ctx, table))
    )
    if isinstance(key, ast.Constant) and isinstance(key.value, int) and key.value in table.rows:
        value = table.rows[key.value]
        return py.const(bool(value)) if table.type.kind == "truth" else py.const(value)
    return py.item(word, key)


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
    operands = [lower(ctx, left), lower(ctx, right)]
    if operator in DIVISIONS and not (isinstance(operands[1], ast.Constant) and operands[1].value):
        return py.call(DIVISIONS[operator], *operands)
    made = py.binary(operands[0], ARITHMETIC[operator](), operands[1])
    return py.call("measured", made) if grows(ex) else made


@lowers(NegativeEx)
def _negative(ctx: Context, ex: NegativeEx) -> Expr:
    operand = lower(ctx, ex.operand)
    if isinstance(operand, ast.Constant) and isinstance(operand.value, int):
        return py.const(-operand.value)
    return ast.UnaryOp(ast.USub(), operand)


@lowers(CompareEx)
def _compare(ctx: Context, ex: CompareEx) -> Expr:
    operator, left, right = ex.operator, ex.left, ex.right
    return py.compare(lower(ctx, left), COMPARE[operator](), lower(ctx, right))


@lowers(LogicEx)
def _logic(ctx: Context, ex: LogicEx) -> Expr:
    operands = [lower(ctx, operand) for operand in ex.operands]
    return py.both(operands) if ex.operator == "and" else py.either(operands)


@lowers(NotEx)
def _not(ctx: Context, ex: NotEx) -> Expr:
    return py.negated(lower(ctx, ex.operand))


@lowers(ConditionalEx)
def _conditional(ctx: Context, ex: ConditionalEx) -> Expr:
    return py.if_else(lower(ctx, ex.condition), lower(ctx, ex.then), lower(ctx, ex.otherwise))


@lowers(RangeEx)
def _range(ctx: Context, ex: RangeEx) -> Expr:
    low, high = lower(ctx, ex.low), lower(ctx, ex.high)
    if py.is_const(low) and py.is_const(high):
        return py.call("range", low, py.plus(high, py.const(1)))
    return py.call("span", low, high)


@lowers(ListingEx)
def _listing(ctx: Context, ex: ListingEx) -> Expr:
    return py.tuple_of([lower(ctx, entry) for entry in ex.entries])


@lowers(InEx)
def _in(ctx: Context, ex: InEx) -> Expr:
    return py.compare(lower(ctx, ex.item), ast.NotIn() if ex.negated else ast.In(), lower(ctx, ex.source))


@lowers(AfterEx)
def _after(ctx: Context, ex: AfterEx) -> Expr:
    if not ctx.remembering:
        return py.call("too_early")
    steps = ctx.layout.slots // 8 + 20 + ctx.work.guard(ex.effect) + ctx.work.unit(("effect", ex.effect))
    can = py.name(f"can_{ex.effect}") if ctx.guarded.get(ex.effect) else py.const(None)
    given = py.tuple_of([lower(ctx, ex.whom), *(lower(ctx, each) for each in ex.arguments)])
    do, value = py.name(f"do_{ex.effect}"), py.quick_function("s", lower(ctx, ex.value))
    return py.call("imagined", py.name("s"), py.const(min(steps, FREE)), can, do, given, value)


def fingerprint(ctx: Context, things: Sequence[str], me: Expr) -> Expr:
    """A number for what lies in some places, and for who is at turn if that is compared too."""
    who = me if "me" in things else py.const(NONE)
    return py.call("fingerprint", py.name("s"), py.const(ctx.layout.spans(things)), who)


@lowers(RepeatsEx)
def _repeats(ctx: Context, ex: RepeatsEx) -> Expr:
    kept = py.slot(py.const(ctx.layout.repeats[ex.step, ex.things]))
    now = fingerprint(ctx, ex.things, lower(ctx, ex.player) if ex.player is not None else py.const(NONE))
    return ast.Call(ast.Attribute(kept, "count", ast.Load()), [now], [])


@lowers(TimesEx)
def _times(ctx: Context, ex: TimesEx) -> Expr:
    return py.slot(py.plus(lower(ctx, ex.player), py.const(ctx.layout.histories[ex.effect, ex.step])))


def sort_key(ctx: Context, by: Sequence[Ex]) -> Expr:
    """What is sorted by: a number, or several, the later ones where the earlier are equal."""
    keys = [lower(ctx, key) for key in by]
    return keys[0] if len(keys) == 1 else py.tuple_of(keys)


def looked_up(ctx: Context, ex: GatherEx) -> Expr | None:
    """The short way to count what equals one value in a set, or find any; None where there is none."""
    sought = sought_piece(ex)
    if sought is None:
        return None
    held = lower(ctx, ex.clauses[0].source)
    if ex.word == "any":
        return py.compare(lower(ctx, sought), ast.In(), held)
    return ast.Call(ast.Attribute(held, "count", ast.Load()), [lower(ctx, sought)], [])


def member_by_member(ctx: Context, ex: GatherEx) -> Expr | None:
    """What a gathering over a small fixed set comes to, without a loop; None where it needs one.

    Only `count` and `sum` look at all members whatever the first of them give, so the others may not fault.
    """
    clause = ex.clauses[0]
    members = fixed_members(lower(ctx, clause.source)) if len(ex.clauses) == 1 and not ex.by else None
    if members is None or ex.word not in ("any", "all", "count", "sum", "first"):
        return None
    inside = [part for part in (ex.element, ex.where) if part is not None]
    parts = len(members) * sum(1 for part in inside for _ in within(part))
    if (ex.word == "first" and not isinstance(ex.element, LocalEx)) or (
        parts * ctx.at_once > MAX_PARTS_AT_ONCE
    ):
        return None
    outside, ctx.at_once = ctx.substitutes, ctx.at_once * len(members)
    each = []
    for member in members:
        ctx.substitutes = {**outside, clause.variable: py.const(member)}
        test = None if ex.where is None else lower(ctx, ex.where)
        each.append((test, lower(ctx, ex.element)))
    ctx.substitutes, ctx.at_once = outside, ctx.at_once // len(members)
    if ex.word in ("any", "all", "first") and any(
        may_fault(code) for pair in each for code in pair if code is not None
    ):
        return None
    joined = JOINED[ex.word](each)
    # The first of what can never be there is looked for in play: there it is a fault to use it.
    return None if ex.word == "first" and isinstance(joined, ast.Constant) else joined


def fixed_members(source: Expr) -> list[int] | None:
    """The members of a set that is known and small, none of them `none`; else None."""
    if isinstance(source, ast.Tuple):
        parts = source.elts
    elif isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "range":
        parts = source.args
    else:
        return None
    if not all(map(py.is_const, parts)):
        return None
    found = [ast.literal_eval(part) for part in parts]
    if isinstance(source, ast.Call):
        found = [*range(*found)]
    return found if 0 < len(found) <= MAX_AT_ONCE and min(found) >= 0 else None


Tested = Sequence[tuple[Expr | None, Expr]]


def _where(test: Expr | None, value: Expr, otherwise: Expr) -> Expr:
    """A value if a test holds."""
    return value if test is None else py.if_else(test, value, otherwise)


def _one_of(each: Tested) -> Expr:
    return py.either([value if test is None else py.both([test, value]) for test, value in each])


def _each_of(each: Tested) -> Expr:
    return py.both([value if test is None else py.either([py.negated(test), value]) for test, value in each])


def _total(each: Tested) -> Expr:
    return reduce(py.plus, (_where(test, value, py.const(0)) for test, value in each))


def _count_of(each: Tested) -> Expr:
    tests = [[part for part in pair if part is not None] for pair in each]
    return reduce(py.plus, (py.if_else(py.both(test), py.const(1), py.const(0)) for test in tests))


def _first_of(each: Tested) -> Expr:
    return reduce(lambda rest, one: _where(one[0], one[1], rest), reversed(each), py.const(NONE))


# What a gathering comes to, given for each member its test, if there is one, and its value.
JOINED: dict[str, Callable[[Tested], Expr]] = {
    "any": _one_of, "all": _each_of, "sum": _total, "count": _count_of, "first": _first_of,
}  # fmt: skip


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
    if word == "any":
        return py.call("any", py.listed(value, pairs, conditions))
    if word == "all":
        return py.call("all", py.listed(value, pairs, conditions))
    if word == "count":
        if not (isinstance(value, ast.Constant) and value.value is True):
            conditions.append(value)
        return py.call("len", py.listed(py.const(1), pairs, conditions))
    if word == "sum":
        return py.call("sum", py.listed(value, pairs, conditions))
    if word in ("min", "max"):
        return ast.Call(
            py.name(word), [py.listed(value, pairs, conditions)], [ast.keyword("default", py.const(0))]
        )
    if word == "set":
        return py.call("distinct", py.listed(value, pairs, conditions))
    if not by:
        return py.call("first", py.listed(value, pairs, conditions))
    keyed = py.listed(py.tuple_of([sort_key(ctx, by), value]), pairs, conditions)
    return py.call({"first": "least", "sorted": "in_order"}.get(word, word), keyed)
