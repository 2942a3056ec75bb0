"""Parse trees of expressions to checked ones: names are resolved, types known, faults become problems.

In: an expression, its scope, and perhaps the type wanted. Out: the checked expression; after a fault one of
type ANY.
"""

from __future__ import annotations

from interpreter.language import tree as t
from interpreter.language.built_ins import GATHERINGS
from interpreter.language.check_names import (
    AMENDS,
    bind,
    check,
    fault,
    meanings_of,
    no_such,
    order_key,
    set_for,
    typed,
    unknown,
    want,
)
from interpreter.language.checked import (
    ArithmeticEx,
    BuiltInEx,
    ClauseEx,
    CompareEx,
    ConditionalEx,
    ConstEx,
    Ex,
    FieldEx,
    GatherEx,
    InEx,
    ListingEx,
    LogicEx,
    NegativeEx,
    NotEx,
    RangeEx,
    SameKindEx,
    StateEx,
)
from interpreter.language.checking import Checking, checks
from interpreter.language.facts import known_number
from interpreter.language.scope import Scope
from interpreter.language.types import (
    ANY,
    MAX_NUMBERS,
    NOTHING,
    NUMBER,
    PLAYER,
    TRUTH,
    Type,
    fits,
    joined,
    phrase,
    set_of,
)
from interpreter.model.declarations import NONE, FieldDecl
from interpreter.problems.nearest_name import hint_or_list
from interpreter.reading.yaml_reader import MAX_NUMBER

SPACE_FIELDS = {"index": NUMBER, "row": NUMBER, "column": NUMBER, "owner": PLAYER}
ORDERED = ("number", "enum")
BEYOND = "a number must lie between -2^53 and 2^53"


@checks(t.Number)
def _number(ctx: Checking, node: t.Number, _scope: Scope, _wanted: Type | None) -> Ex:
    if abs(node.value) > MAX_NUMBER:
        return fault(ctx, "number-too-large", BEYOND, node.position)
    return ConstEx(node.position, NUMBER, node.value)


@checks(t.Truth)
def _truth(_ctx: Checking, node: t.Truth, _scope: Scope, _wanted: Type | None) -> Ex:
    return ConstEx(node.position, TRUTH, int(node.value))


@checks(t.Nothing)
def _nothing(_ctx: Checking, node: t.Nothing, _scope: Scope, _wanted: Type | None) -> Ex:
    return ConstEx(node.position, NOTHING, NONE)


@checks(t.Unread)
def _unread(_ctx: Checking, node: t.Unread, _scope: Scope, _wanted: Type | None) -> Ex:
    return ConstEx(node.position, ANY, 0)


@checks(t.Name)
def _name(ctx: Checking, node: t.Name, scope: Scope, wanted: Type | None) -> Ex:
    meanings = meanings_of(ctx, node, scope)
    if not meanings:
        return unknown(ctx, node.name, node.position, scope)
    if wanted is not None:
        for meaning in meanings:
            if fits(meaning.type, wanted):
                return meaning
    if len(meanings) > 1 and wanted is None and isinstance(meanings[0], ConstEx):
        kinds = " or ".join(phrase(m.type) for m in meanings)
        return fault(ctx, "ambiguous", f"'{node.name}' may be {kinds} here", node.position)
    return meanings[0]


# -- structures
@checks(t.Field)
def _field(ctx: Checking, node: t.Field, scope: Scope, _wanted: Type | None) -> Ex:
    owner = check(ctx, node.owner, scope)
    kind, name = owner.type.kind, node.name
    if kind == "any":
        return ConstEx(node.position, ANY, 0)
    if kind == "component":
        made = ctx.model.components[owner.type.name]
        if name in made.states and isinstance(node.owner, t.Name) and node.owner.name == "this":
            message = f"`this` is the kind, which has no '{name}'; each of its pieces has its own"
            hint = "the owner of the place where it lies is `me`" if name == "owner" else None
            return fault(ctx, "type", message, node.position, hint)
        if name in made.states:
            return StateEx(node.position, made.state_types[name], owner, name)
        if name in made.fields:
            return field_of(owner, made.fields[name], node)
        if name == "index":
            return BuiltInEx(node.position, NUMBER, name, (owner,))
        return fault(
            ctx,
            "unknown-name",
            f"a {made.name} has no '{name}'",
            node.position,
            hint_or_list(name, [*made.fields, *made.states, "index"], "it has"),
        )
    if kind == "player" and name == "index":
        return ArithmeticEx(node.position, NUMBER, "+", owner, ConstEx(node.position, NUMBER, 1))
    if kind == "enum" and name == "index":
        return BuiltInEx(node.position, NUMBER, name, (owner,))
    if kind == "space":
        board = ctx.model.node_boards[owner.type.name]
        if name in SPACE_FIELDS:
            result = board.per if name == "owner" and board.per is not None else SPACE_FIELDS[name]
            return FieldEx(node.position, result, owner, name)
        if name in board.fields:
            return field_of(owner, board.fields[name], node)
        return fault(
            ctx,
            "unknown-name",
            f"a space of {board.name} has no '{name}'",
            node.position,
            hint_or_list(name, [*board.fields, *SPACE_FIELDS], "it has"),
        )
    return fault(ctx, "type", f"{phrase(owner.type)} has no fields", node.position)


def field_of(owner: Ex, field: FieldDecl, node: t.Field) -> Ex:
    """Make the reading of a declared field."""
    result = set_of(field.type) if field.list else field.type
    return FieldEx(node.position, result, owner, field.name)


@checks(t.Arithmetic)
def _arithmetic(ctx: Checking, node: t.Arithmetic, scope: Scope, _wanted: Type | None) -> Ex:
    left, right = (typed(ctx, n, NUMBER, scope) for n in (node.left, node.right))
    if node.operator in ("/", "mod") and isinstance(right, ConstEx) and right.value == 0:
        return fault(ctx, "division", "division by zero", node.position)
    made = ArithmeticEx(node.position, NUMBER, node.operator, left, right)
    if abs(known_number(made) or 0) > MAX_NUMBER:
        return fault(ctx, "number-too-large", BEYOND, node.position)
    return made


@checks(t.Negative)
def _negative(ctx: Checking, node: t.Negative, scope: Scope, _wanted: Type | None) -> Ex:
    return NegativeEx(node.position, NUMBER, typed(ctx, node.operand, NUMBER, scope))


@checks(t.Most)
def _most(ctx: Checking, node: t.Most, scope: Scope, _wanted: Type | None) -> Ex:
    return NegativeEx(node.position, NUMBER, order_key(ctx, node.operand, scope))


@checks(t.Least)
def _least(ctx: Checking, node: t.Least, scope: Scope, _wanted: Type | None) -> Ex:
    return order_key(ctx, node.operand, scope)


def pair(ctx: Checking, left: t.Expression, right: t.Expression, scope: Scope) -> tuple[Ex, Ex]:
    """Check two sides that should be of one type; a bare name is read in the light of the other side."""
    if isinstance(left, t.Name) and scope.find(left.name) is None:
        right_ex = (
            check(ctx, right, scope) if not isinstance(right, t.Name) or scope.find(right.name) else None
        )
        if right_ex is not None:
            return check(ctx, left, scope, right_ex.type), right_ex
        rights = meanings_of(ctx, right, scope) if isinstance(right, t.Name) else []
        both = [(a, b) for a in meanings_of(ctx, left, scope) for b in rights if joined(a.type, b.type)]
        if both:
            return both[0]
    left_ex = check(ctx, left, scope)
    return left_ex, check(ctx, right, scope, left_ex.type)


@checks(t.Comparison)
def _comparison(ctx: Checking, node: t.Comparison, scope: Scope, _wanted: Type | None) -> Ex:
    left, right = pair(ctx, node.left, node.right, scope)
    common = joined(left.type, right.type)
    if common is None:
        message = f"{phrase(left.type)} cannot be compared with {phrase(right.type)}"
        hint = AMENDS.get((right.type.kind, left.type.kind)) or AMENDS.get((left.type.kind, right.type.kind))
        return fault(ctx, "type", message, node.position, hint)
    if node.operator in ("==", "!="):
        if common.kind == "component" and kind_only(ctx, left, right, common):
            made = ctx.model.components[common.name]
            return SameKindEx(node.position, TRUTH, made, left, right, node.operator == "!=")
        return CompareEx(node.position, TRUTH, node.operator, left, right)
    if common.kind not in (*ORDERED, "any"):
        return fault(ctx, "type", f"{phrase(common)} has no order", node.position)
    return CompareEx(node.position, TRUTH, node.operator, left, right)


def kind_only(ctx: Checking, left: Ex, right: Ex, common: Type) -> bool:
    """A piece compared with the name of a kind: its states do not matter."""
    several = ctx.model.components[common.name].combinations > 1
    return several and any(
        isinstance(side, ConstEx) and side.type.kind == "component" for side in (left, right)
    )


@checks(t.Inside)
def _inside(ctx: Checking, node: t.Inside, scope: Scope, _wanted: Type | None) -> Ex:
    hint = None
    if isinstance(node.source, t.Listing) and not (
        isinstance(node.item, t.Name) and scope.find(node.item.name) is None and node.item.name != "me"
    ):
        hint = set_of(check(ctx, node.item, scope).type)
    source = check(ctx, node.source, scope, hint)
    if source.type.kind not in ("set", "any"):
        return fault(ctx, "type", f"`in` needs a set, not {phrase(source.type)}", node.source.position)
    item = check(ctx, node.item, scope, source.type.of)
    if source.type.of is not None and joined(item.type, source.type.of) is None:
        return fault(ctx, "type", f"{phrase(item.type)} is never in {phrase(source.type)}", node.position)
    return InEx(node.position, TRUTH, item, source, node.negated)


@checks(t.Logic)
def _logic(ctx: Checking, node: t.Logic, scope: Scope, _wanted: Type | None) -> Ex:
    return LogicEx(
        node.position, TRUTH, node.operator, tuple(typed(ctx, p, TRUTH, scope) for p in node.parts)
    )


@checks(t.Not)
def _not(ctx: Checking, node: t.Not, scope: Scope, _wanted: Type | None) -> Ex:
    return NotEx(node.position, TRUTH, typed(ctx, node.operand, TRUTH, scope))


@checks(t.Choice)
def _choice(ctx: Checking, node: t.Choice, scope: Scope, wanted: Type | None) -> Ex:
    condition = typed(ctx, node.condition, TRUTH, scope)
    then = check(ctx, node.then, scope, wanted)
    left_out = t.Number(node.position, 0) if then.type == NUMBER else t.Nothing(node.position)
    otherwise = check(ctx, node.otherwise or left_out, scope, wanted or then.type)
    if node.otherwise is None and then.type.kind in ("truth", "set"):
        message = f"`else` can be left out where 0 or none is meant, not {phrase(then.type)}"
        return fault(ctx, "type", message, node.position)
    common = joined(then.type, otherwise.type)
    if common is None:
        return fault(
            ctx, "type", f"one side is {phrase(then.type)}, the other {phrase(otherwise.type)}", node.position
        )
    return ConditionalEx(node.position, common, condition, then, otherwise)


@checks(t.Range)
def _range(ctx: Checking, node: t.Range, scope: Scope, _wanted: Type | None) -> Ex:
    low, high = (typed(ctx, n, NUMBER, scope) for n in (node.low, node.high))
    if isinstance(low, ConstEx) and isinstance(high, ConstEx) and high.value - low.value >= MAX_NUMBERS:
        return fault(ctx, "too-large", f"a set of more than {MAX_NUMBERS} numbers", node.position)
    return RangeEx(node.position, set_of(NUMBER), low, high)


@checks(t.Listing)
def _listing(ctx: Checking, node: t.Listing, scope: Scope, wanted: Type | None) -> Ex:
    of = wanted.of if wanted is not None and wanted.kind == "set" else None
    entries: list[Ex] = []
    for entry in node.entries:
        found = check(ctx, entry, scope, of)
        common = joined(found.type, of) if of is not None else found.type
        if common is None:
            return fault(ctx, "type", f"{phrase(found.type)} among {of}s", entry.position)
        of = common
        entries.append(found)
    return ListingEx(node.position, set_of(of or ANY), tuple(entries))


@checks(t.Comprehension)
def _comprehension(ctx: Checking, node: t.Comprehension, scope: Scope, _wanted: Type | None) -> Ex:
    if node.word not in GATHERINGS:
        return no_such(ctx, f"there is no '{node.word}(... for ...)'", node.position, node.word, GATHERINGS)
    inner = scope.inner()
    clauses = []
    for clause in node.clauses:
        source = set_for(ctx, "for", clause.source, inner)
        variable = bind(ctx, inner, clause.name, source.type.of or ANY, node.position, source=source)
        clauses.append(ClauseEx(clause.source.position, variable.python, source))
    where = typed(ctx, node.where, TRUTH, inner) if node.where is not None else None
    by = tuple(order_key(ctx, key, inner) for key in node.by)
    made, simple = GATHERINGS[node.word], {"truth": TRUTH, "number": NUMBER}
    wanted = simple.get(made.element)
    element = check(ctx, node.element, inner, wanted)
    if wanted is not None:
        element = want(ctx, element, wanted)
    if by and made.by == "never":
        words = ", ".join(name for name, each in GATHERINGS.items() if each.by != "never")
        fault(ctx, "arguments", f"`by` goes with {words} only", node.by[0].position)
    if not by and made.by == "must":
        fault(ctx, "arguments", f"{node.word} needs `by` and a number", node.position)
    if by and made.says_way and not isinstance(node.by[0], t.Most | t.Least | t.Negative):
        fault(
            ctx,
            "arguments",
            f"{node.word} needs `by most` or `by least`",
            node.by[0].position,
            f"`by least NUMBER` gives those with the smallest; a minus is not needed: {made.example}",
        )
    several = set_of(element.type) if made.result == "set" else element.type
    return GatherEx(
        node.position, simple.get(made.result, several), node.word, element, tuple(clauses), where, by
    )
