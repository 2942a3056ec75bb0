"""Names in expressions: what a bare name can stand for, what to say of one that means nothing.

In: a name of a parse tree and the scope it stands in. Out: checked expressions, one for each meaning, or a
problem with the nearest right name. Here too is what all checkers share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from interpreter.language import tree as t
from interpreter.language.built_ins import BUILT_INS
from interpreter.language.checked import (
    BuiltInEx,
    ConditionalEx,
    ConstEx,
    ConstSetEx,
    CounterEx,
    Ex,
    LocalEx,
    MeEx,
    OptionEx,
    PlayersEx,
    SpacesEx,
    ValueCallEx,
    Variable,
    ZoneEx,
)
from interpreter.language.checking import EXPRESSIONS, Checking
from interpreter.language.scope import Scope
from interpreter.language.syntax_hints import advice_for_name
from interpreter.language.types import (
    ANY,
    MAX_CHAIN,
    NUMBER,
    PLAYER,
    SIMPLE_TYPES,
    TEAM,
    TRUTH,
    Type,
    component,
    enum,
    fits,
    phrase,
    set_of,
    space,
)
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems

# How to make what is wanted out of what is there, by the kinds of both types.
AMENDS = {
    ("truth", "number"): "compare it: `... > 0`",
    ("truth", "set"): "compare it: `size(...) > 0`, or ask `any(... for x in ...)`",
    ("number", "set"): "`size(...)` counts its members, `first(ZONE)` is the first",
    ("number", "truth"): "`if ... then 1 else 0` makes a number of it",
    ("player", "number"): "a player is `me`, `p1`, or a name from `for q in players`",
    ("set", "number"): "`1..5` is the numbers from 1 to 5",
}


# -- faults
def fault(ctx: Checking, code: str, message: str, position: Position, hint: str | None = None) -> Ex:
    """Report an error; return a stand-in of type ANY, which fits everywhere: no fault is told twice."""
    ctx.problems.error(code, message, position, hint=hint)
    return ConstEx(position, ANY, 0)


def no_such(ctx: Checking, message: str, position: Position, name: str, known: Iterable[str]) -> Ex:
    """Report a name that nothing has, with the nearest of those that there are; returns a stand-in."""
    ctx.problems.unknown(message, position, name, known)
    return ConstEx(position, ANY, 0)


def want(ctx: Checking, found: Ex, wanted: Type, what: str = "") -> Ex:
    """Return the expression if it fits, else report."""
    if fits(found.type, wanted):
        return found
    if wanted == TEAM and found.type == PLAYER:
        return BuiltInEx(found.position, TEAM, "team", (found,))
    message = f"{what or 'this'} should be {phrase(wanted)}, not {phrase(found.type)}"
    return fault(ctx, "type", message, found.position, AMENDS.get((wanted.kind, found.type.kind)))


def set_for(ctx: Checking, word: str, node: t.Expression, scope: Scope) -> Ex:
    """Check what a word such as `choose` goes through, which must be a set."""
    source = check(ctx, node, scope)
    if source.type.kind in ("set", "any"):
        return source
    return fault(
        ctx,
        "type",
        f"`{word}` needs a set, not {phrase(source.type)}",
        node.position,
        AMENDS.get(("set", source.type.kind)),
    )


def typed(ctx: Checking, node: t.Expression, wanted: Type, scope: Scope, what: str = "") -> Ex:
    """Check an expression that must have a type."""
    return want(ctx, check(ctx, node, scope, wanted), wanted, what)


def order_key(ctx: Checking, node: t.Expression, scope: Scope) -> Ex:
    """What things are put in order by: a number, or a condition, which counts 1 where it is true."""
    key, place = check(ctx, node, scope, NUMBER), node.position
    if key.type == TRUTH:
        return ConditionalEx(place, NUMBER, key, ConstEx(place, NUMBER, 1), ConstEx(place, NUMBER, 0))
    return want(ctx, key, NUMBER)


# -- any expression
def check(ctx: Checking, node: t.Expression, scope: Scope, wanted: Type | None = None) -> Ex:
    """Check an expression; `wanted` decides between meanings of an ambiguous name."""
    return EXPRESSIONS[type(node)](ctx, node, scope, wanted)


# -- names
def meanings_of(ctx: Checking, node: t.Name, scope: Scope) -> list[Ex]:
    """All that a bare name can stand for, the nearest meaning first."""
    name, position, model = node.name, node.position, ctx.model
    variable = scope.find(name)
    if variable is not None:
        return [LocalEx(position, variable.type, variable.python, variable.bounded, variable.present)]
    if name == "me":
        if not scope.has_me:
            why, hint = "it is nobody's turn", None
            if ctx.carrier is not None:
                why = f"the rules of this {ctx.carrier[0]} are in force in places that are nobody's"
                hint = (
                    "name `me` in the event or value, as in `began turn(me)`, or somebody, as in "
                    "`began turn(player p)`; a rule without a player counts once, and needs no `me`"
                )
            return [fault(ctx, "no-me", f"there is no `me` here: {why}", position, hint)]
        ctx.uses_me = True
        return [MeEx(position, PLAYER)]
    if name == "this" and ctx.carrier is not None:
        return declared_meanings(ctx, ctx.carrier[1], position)
    if name == "players":
        return [PlayersEx(position, set_of(PLAYER))]
    if len(name) == 2 and name[0] == "p" and name[1].isdigit() and 1 <= int(name[1]) <= model.players:
        return [ConstEx(position, PLAYER, int(name[1]) - 1)]
    if name in model.automata:
        return [ConstEx(position, PLAYER, model.players + list(model.automata).index(name))]
    if name == "teams":
        return [ConstSetEx(position, set_of(TEAM), tuple(range(model.teams)))]
    return declared_meanings(ctx, name, position)


def bind(  # noqa: PLR0917 - as many as a variable has sides
    ctx: Checking,
    scope: Scope,
    name: str,
    variable_type: Type,
    position: Position,
    origin: Ex | None = None,
    source: Ex | None = None,
) -> Variable:
    """Make a variable of a statement; a warning where it hides what the ruleset declares by that name.

    source: the set whose members it stands for.

    A type gives its name to many a variable (`for card in hand(me)`): that hides nothing that is missed.
    """
    model = ctx.model
    declared: dict[str, Mapping[str, object]] = {
        "counter": model.counters,
        "zone": model.zones,
        "board": model.node_boards,
        "value": model.values,
        "option": model.options,
    }
    hidden = next((word for word, names in declared.items() if name in names), None)
    if hidden is not None:
        ctx.problems.warning(
            "shadowed-name",
            f"'{name}' hides the {hidden} of the same name from here on",
            position,
            hint="choose another name, of one letter or one that says more",
        )
    return scope.add(name, variable_type, origin, source)


def declared_meanings(ctx: Checking, name: str, position: Position) -> list[Ex]:
    """What a bare name stands for among the ruleset's declarations."""
    model = ctx.model
    found: list[Ex] = []
    if name in model.counters and not model.counters[name].per:
        found.append(CounterEx(position, model.counters[name].type, model.counters[name], ()))
    if name in model.zones and not model.zones[name].per:
        found.append(ZoneEx(position, set_of(model.zones[name].holds), model.zones[name], ()))
    board = model.node_boards.get(name)
    if board is not None and board.owners == 1 and board.per is None:
        found.append(SpacesEx(position, set_of(space(name)), board, name, None))
    if name in model.values and not model.values[name].parameters:
        found.append(value_call(ctx, name, (), position))
    if name in model.options:
        found.append(OptionEx(position, model.options[name].type, model.options[name]))
    for enum_name, number in model.members.get(name, ()):
        found.append(ConstEx(position, enum(enum_name), number))
    if name in model.kinds:
        made, kind = model.kinds[name]
        found.append(ConstEx(position, component(made.name), made.token(kind)))
    if name in model.enums:
        members = tuple(range(len(model.enums[name].members)))
        found.append(ConstSetEx(position, set_of(enum(name)), members))
    if name in model.components:
        made = model.components[name]
        found.append(ConstSetEx(position, set_of(component(name)), tuple(made.token(k) for k in made.kinds)))
    return found


def unknown(ctx: Checking, name: str, position: Position, scope: Scope) -> Ex:
    """Report a bare name without meaning, or one that lacks its arguments."""
    model = ctx.model
    callable_names = {
        **model.counters,
        **model.zones,
        **model.node_boards,
        **model.tables,
        **model.values,
    }
    if name in callable_names or name in BUILT_INS:
        return fault(
            ctx,
            "missing-arguments",
            f"'{name}' needs arguments in brackets",
            position,
            f"for example {sample(ctx, name)}",
        )
    names = (
        [v.name for v in scope.all()]
        + list(callable_names)
        + list(model.members)
        + list(model.kinds)
        + list(model.options)
    )
    names += ["me", "players", *model.automata, *model.enums, *model.components]
    hint = advice_for_name(name) or hint_for(name, names)
    return fault(ctx, "unknown-name", f"there is no '{name}'", position, hint)


def sample(ctx: Checking, name: str) -> str:
    """A call of a name as an author could write it, for a hint."""
    if name in BUILT_INS:
        return BUILT_INS[name].example
    model = ctx.model
    per: Sequence[object] = ()
    if name in model.counters or name in model.zones:
        per = (model.counters.get(name) or model.zones[name]).per
    elif name in model.values:
        per = model.values[name].parameters
    elif name in model.effects:
        per = model.effects[name].parameters
    elif name in model.tables:
        per = (1,)
    elif name in model.node_boards:
        per = (PLAYER,)
    words = ", ".join("me" if _is_player(p) else getattr(p, "name", "3") for p in per)
    return f"{name}({words})"


def _is_player(index: object) -> bool:
    return index == PLAYER or (isinstance(index, t.Parameter) and index.type == "player")


def value_call(ctx: Checking, name: str, arguments: tuple[Ex, ...], position: Position) -> Ex:
    """Make the reading of a rule value, whose arguments are checked already."""
    return ValueCallEx(position, type_of_value(ctx, name), name, tuple(arguments))


def type_of_value(ctx: Checking, name: str) -> Type:
    """The type of a rule value: that of its body. Values that read each other in a circle are a fault."""
    if name in ctx.value_types:
        return ctx.value_types[name]
    if name in ctx.model.faulty:
        return ANY
    declared = ctx.model.values[name]
    if len(ctx.pending_values) > MAX_CHAIN:
        return ANY  # soundness tells of the chain
    if name in ctx.pending_values:
        fault(ctx, "circle", f"value '{name}' reads itself", declared.about.position)
        return ANY
    ctx.pending_values.add(name)
    scope = Scope(has_me=False)
    for parameter in declared.parameters:
        scope.add(parameter.name, parameter_type(ctx, parameter, quiet=True))
    quiet = Checking(ctx.model, Problems())
    quiet.value_types, quiet.pending_values = ctx.value_types, ctx.pending_values
    found = check(quiet, declared.body, scope).type
    ctx.pending_values.discard(name)
    ctx.value_types[name] = found
    return found


# -- types
def parameter_type(ctx: Checking, parameter: t.Parameter, *, quiet: bool = False) -> Type:
    """The type a parameter declares; ANY for an unknown one, which is reported unless quiet."""
    found = ctx.model.type_named(parameter.type)
    if found is None:
        if not quiet:
            names = [*SIMPLE_TYPES, *ctx.model.enums, *ctx.model.components, *ctx.model.node_boards]
            message = f"there is no type '{parameter.type}'"
            ctx.problems.unknown(message, parameter.position, parameter.type, names)
        return ANY
    return set_of(found) if parameter.set_of else found
