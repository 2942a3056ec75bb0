"""Calls with arguments, of built-ins and of declared things, to checked expressions.

In: a call of a parse tree. Out: the checked reading of a counter, zone, board, table, value or built-in, or a
problem. What a built-in takes and gives is told by the table in built_ins.py.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace

from interpreter.language import tree as t
from interpreter.language.built_ins import BUILT_INS, GATHERINGS, BuiltIn
from interpreter.language.check_names import (
    check,
    fault,
    no_such,
    parameter_type,
    sample,
    set_for,
    typed,
    value_call,
)
from interpreter.language.checked import (
    BuiltInEx,
    ConstEx,
    CounterEx,
    Ex,
    GatherEx,
    PieceOfEx,
    RepeatsEx,
    SpaceEx,
    SpacesEx,
    TableEx,
    TimesEx,
    ZoneEx,
)
from interpreter.language.checking import Checking, checks
from interpreter.language.scope import Scope
from interpreter.language.syntax_hints import advice_for_name
from interpreter.language.types import (
    ANY,
    NUMBER,
    PLAYER,
    TEAM,
    TRUTH,
    Type,
    component,
    phrase,
    set_of,
    space,
)
from interpreter.model.declarations import BoardDecl, CounterDecl, Model, ZoneDecl
from interpreter.problems.nearest_name import hint_for, hint_or_list
from interpreter.problems.position import Position

# What a parameter word of built_ins.py is called in a fault, where it is not called so.
_ARGUMENT_WORDS = {"spaces": "space or set of spaces"}

# What calls with two arguments are short for.
_LONGER = {"copies": t.count_of, "places": t.places_of}


@checks(t.Call)
def _call(ctx: Checking, node: t.Call, scope: Scope, _wanted: Type | None) -> Ex:
    name, model = node.name, ctx.model
    own = shadowed(ctx, name)
    if name in GATHERINGS and GATHERINGS[name].element == "number" and len(node.arguments) == 1 and not own:
        return of_numbers(ctx, node, scope)
    if name in BUILT_INS and not BUILT_INS[name].as_field and not own:
        return built_in(ctx, BUILT_INS[name], node, scope)
    if name == "box":
        return box(ctx, node)
    if name == "times":
        return times(ctx, node, scope)
    if name == "repeats" and not shadowed(ctx, name):
        return repeats(ctx, node, scope)
    if name in model.counters:
        counter = model.counters[name]
        return CounterEx(node.position, counter.type, counter, check_arguments(ctx, node, counter.per, scope))
    if name in model.zones:
        zone = model.zones[name]
        return ZoneEx(node.position, set_of(zone.holds), zone, check_arguments(ctx, node, zone.per, scope))
    if name in model.node_boards:
        return board_call(ctx, model.node_boards[name], name, node, scope)
    if name in model.tables:
        return table_call(ctx, node, scope)
    if name in model.values:
        declared = model.values[name]
        wants = [parameter_type(ctx, p) for p in declared.parameters]
        names = [p.name for p in declared.parameters]
        return value_call(ctx, name, check_arguments(ctx, node, wants, scope, names), node.position)
    if name in model.kinds and model.kinds[name][0].per is not None:
        made, kind = model.kinds[name]
        assert made.per is not None
        whose = check_arguments(ctx, node, [made.per], scope)
        return (
            PieceOfEx(node.position, component(made.name), made, kind, *whose)
            if whose
            else ConstEx(node.position, ANY, 0)
        )
    names = [
        *BUILT_INS,
        *GATHERINGS,
        *model.counters,
        *model.zones,
        *model.node_boards,
        *model.tables,
        *model.values,
        "box",
        "times",
        "repeats",
    ]
    if name in model.effects:
        return fault(ctx, "wrong-kind-of-name", f"'{name}' is an effect; use `call {name}`", node.position)
    hint = advice_for_name(name) or hint_for(name, names)
    return fault(ctx, "unknown-name", f"there is no '{name}' that takes arguments", node.position, hint)


# The name of each member of a set that is gone through without one; nothing that is declared can have it.
MEMBER = "Member_"


def shadowed(ctx: Checking, name: str) -> bool:
    """Tell whether the ruleset has something of its own under a built-in's name."""
    return name in ctx.model.counters or name in ctx.model.zones or name in ctx.model.values


@checks(t.Argument)
def _argument(ctx: Checking, node: t.Argument, _scope: Scope, _wanted: Type | None) -> Ex:
    message = "only the arguments of effects, actions and values have names, the others come in order"
    return fault(ctx, "arguments", message, node.position)


def in_order(ctx: Checking, node: t.Call, names: Sequence[str]) -> t.Call | None:
    """Put arguments with names where the others would stand; None, and a fault, where one does not fit."""
    if not names or not any(isinstance(each, t.Argument) for each in node.arguments):
        return node
    found: dict[str, t.Expression] = {}
    for name, each in itertools.zip_longest(names, node.arguments):
        if isinstance(each, t.Argument):
            if each.name not in names:
                no_such(ctx, f"'{node.name}' has no '{each.name}'", each.position, each.name, names)
                return None
            if each.name in found:
                fault(ctx, "arguments", f"'{each.name}' is given twice", each.position)
                return None
            found[each.name] = each.value
        elif each is not None and (name is None or found.keys() - names[: names.index(name)]):
            fault(ctx, "arguments", "arguments with names come last", each.position)
            return None
        elif each is not None:
            found[name] = each
    return replace(node, arguments=tuple(found[name] for name in names if name in found))


def check_arguments(
    ctx: Checking, node: t.Call, wants: Sequence[Type], scope: Scope, names: Sequence[str] = ()
) -> tuple[Ex, ...]:
    """Check the arguments of a call against the types wanted; names: those by which they can be given."""
    ordered = in_order(ctx, node, names)
    if ordered is None:
        return ()
    node = ordered
    if len(node.arguments) != len(wants):
        fault(
            ctx,
            "arguments",
            f"'{node.name}' takes {_number_of(wants)}, not {len(node.arguments)}",
            node.position,
            f"for example {sample(ctx, node.name)}",
        )
    return tuple(typed(ctx, a, w, scope) for a, w in zip(node.arguments, wants, strict=False))


def box(ctx: Checking, node: t.Call) -> Ex:
    """Check `box(tile)`: the zone of a component type's copies that are not in play."""
    if (
        len(node.arguments) == 1
        and isinstance(node.arguments[0], t.Name)
        and node.arguments[0].name in ctx.model.components
    ):
        name = node.arguments[0].name
        return ZoneEx(node.position, set_of(component(name)), box_zone(ctx.model, name), ())
    return fault(
        ctx,
        "arguments",
        "box takes the name of a component type",
        node.position,
        hint_for("", list(ctx.model.components)),
    )


def times(ctx: Checking, node: t.Call, scope: Scope) -> Ex:
    """Check `times(effect, step)` or with a player; the history it needs is noted."""
    names = [a.name if isinstance(a, t.Name) else "" for a in node.arguments[:2]]
    if len(names) > 1 and names[0] in ctx.model.effects and names[1] not in ctx.model.steps:
        message = f"there is no step '{names[1]}' in the flow"
        return no_such(ctx, message, node.arguments[1].position, names[1], ctx.model.steps)
    if len(names) < 2 or names[0] not in ctx.model.effects or names[1] not in ctx.model.steps:
        return fault(
            ctx,
            "arguments",
            "times takes an effect or action and a step: times(roll, turn)",
            node.position,
            hint_for(names[0] if names else "", list(ctx.model.effects)),
        )
    if len(node.arguments) == 3:
        whose = typed(ctx, node.arguments[2], PLAYER, scope)
    else:
        whose = check(ctx, t.Name(node.position, "me"), scope)
    ctx.histories.add((names[0], names[1]))
    return TimesEx(node.position, NUMBER, names[0], names[1], whose)


def repeats(ctx: Checking, node: t.Call, scope: Scope) -> Ex:
    """Check `repeats(step, board, zone, counter, me)`; what is to be kept of each beginning is noted."""
    names = [a.name if isinstance(a, t.Name) else "" for a in node.arguments]
    if len(names) < 2 or names[0] not in ctx.model.steps:
        example = "repeats takes a step and what is compared: repeats(turn, field, me)"
        hint = hint_for(names[0] if names else "", list(ctx.model.steps))
        return fault(ctx, "arguments", example, node.position, hint)
    found, player = [], None
    for name, argument in zip(names[1:], node.arguments[1:], strict=True):
        if name == "me":
            player = check(ctx, argument, scope)
            found.append(name)
            continue
        sections: dict[str, Mapping[str, object]] = {
            "board": ctx.model.boards,
            "zone": ctx.model.zones,
            "counter": ctx.model.counters,
        }
        kind = next((kind for kind, section in sections.items() if name in section), None)
        if kind is None:
            every = [known for section in sections.values() for known in section]
            message = "only boards, zones and counters as a whole are compared, and `me`"
            return fault(ctx, "arguments", message, argument.position, hint_for(name, every))
        declared = sections[kind][name]
        if (isinstance(declared, BoardDecl) and declared.covered) or (
            isinstance(declared, ZoneDecl | CounterDecl) and declared.visible != "everyone"
        ):
            message = f"'{name}' is hidden: nobody could see whether it is as it was"
            return fault(ctx, "type", message, argument.position)
        found.append(f"{kind} {name}")
    key = (names[0], tuple(sorted(found)))
    ctx.repeats.add(key)
    return RepeatsEx(node.position, NUMBER, *key, player)


def board_call(ctx: Checking, board: BoardDecl, node_type: str, node: t.Call, scope: Scope) -> Ex:
    """Check `board(...)`: all spaces of a node type, or one by name or number.

    The owner stands first where each has a board of their own.
    """
    arguments = list(node.arguments)
    owner = None
    if board.per is not None:
        if not arguments:
            return fault(
                ctx,
                "missing-arguments",
                f"whose '{node.name}'?",
                node.position,
                f"for example {node.name}(me)",
            )
        owner = typed(ctx, arguments.pop(0), board.per, scope)
    if not arguments:
        return SpacesEx(node.position, set_of(space(node_type)), board, node_type, owner)
    if len(arguments) > 1:
        return fault(ctx, "arguments", f"'{node.name}' takes one space at most", node.position)
    key = arguments[0]
    if isinstance(key, t.Name) and scope.find(key.name) is None:
        names = [n.name for layout in board.layouts for n in layout.nodes if n.type == node_type]
        if key.name in names:
            return SpaceEx(node.position, space(node_type), board, node_type, owner, key.name)
        if key.name not in ctx.model.counters and key.name not in ctx.model.options:
            return no_such(ctx, f"'{node.name}' has no space '{key.name}'", key.position, key.name, names)
    number, most = typed(ctx, key, NUMBER, scope), board.count(node_type)
    if isinstance(number, ConstEx) and number.type == NUMBER and not 1 <= number.value <= most:
        message = f"'{node.name}' has no space {number.value}: they are numbered from 1 to {most}"
        return fault(ctx, "unknown-name", message, key.position)
    return SpaceEx(node.position, space(node_type), board, node_type, owner, number)


def table_call(ctx: Checking, node: t.Call, scope: Scope) -> Ex:
    """Check the look-up in a table."""
    table = ctx.model.tables[node.name]
    arguments = check_arguments(ctx, node, [table.key], scope)
    return TableEx(node.position, table.type, table, *arguments)


# -- built-ins
def built_in(ctx: Checking, made: BuiltIn, node: t.Call, scope: Scope) -> Ex:
    """Check the call of a built-in function."""
    required = [p for p in made.parameters if not p.endswith("?")]
    if not len(required) <= len(node.arguments) <= len(made.parameters):
        return fault(
            ctx,
            "arguments",
            f"'{made.name}' takes {_number_of(made.parameters)}, not {len(node.arguments)}",
            node.position,
            f"for example {made.example}",
        )
    if made.name in _LONGER and len(node.arguments) > 1:
        return check(ctx, _LONGER[made.name](*node.arguments), scope)
    found: list[Ex | str] = []
    for parameter, argument in zip(made.parameters, node.arguments, strict=False):
        found.append(built_in_argument(ctx, made, parameter.removesuffix("?"), argument, found, scope))
    if made.successive and isinstance(found[0], Ex):
        goes_on(ctx, made.name, found[0])
    return BuiltInEx(node.position, result(ctx, made, found, node.position), made.name, tuple(found))


def of_numbers(ctx: Checking, node: t.Call, scope: Scope) -> Ex:
    """`sum(SET)`, `min(SET)`, `max(SET)`: of the numbers of a set themselves."""
    (numbers,) = node.arguments
    if set_for(ctx, node.name, numbers, scope).type.kind == "any":
        return ConstEx(node.position, ANY, 0)
    clause = t.Clause(numbers.position, MEMBER, numbers)
    element = t.Name(numbers.position, MEMBER)
    return check(ctx, t.Comprehension(node.position, node.name, element, (clause,), None, ()), scope)


@checks(t.Weighed)
def _weighed(ctx: Checking, node: t.Weighed, scope: Scope, wanted: Type | None) -> Ex:
    """Check a call with weights: the built-in gets what each member of its first set counts."""
    weighing = [name for name, each in BUILT_INS.items() if each.parameters[-1] == "weights?"]
    if node.name not in weighing or len(node.arguments) != len(BUILT_INS[node.name].parameters) - 1:
        words = ", ".join(weighing)
        example = f"for example {BUILT_INS[weighing[0]].example}"
        return fault(ctx, "arguments", f"`by` and a value end a call of {words}", node.position, example)
    of, place = node.arguments[0], node.weight.position
    member = t.Name(place, MEMBER)
    value = t.Call(place, node.weight.name, (member,))
    same_order = (t.Number(place, 0),)
    weights = t.Comprehension(place, "sorted", value, (t.Clause(place, MEMBER, of),), None, same_order)
    return check(ctx, t.Call(node.position, node.name, (*node.arguments, weights)), scope, wanted)


def goes_on(ctx: Checking, word: str, of: Ex) -> None:
    """Only players, members and the spaces of rings and tracks come one after the other."""
    kind = of.type.kind
    board = ctx.model.node_boards.get(of.type.name) if kind == "space" else None
    along = board is not None and board.shape in ("ring", "track")
    if kind not in ("player", "enum", "any") and not along:
        fault(
            ctx,
            "type",
            f"'{word}' needs a player, a member of an enum or a space of a ring or track, "
            f"not {phrase(of.type)}",
            of.position,
        )


def built_in_argument(  # noqa: PLR0917 - all of them are the argument's surroundings
    ctx: Checking, made: BuiltIn, parameter: str, node: t.Expression, before: list[Ex | str], scope: Scope
) -> Ex | str:
    """Check one argument of a built-in; a word argument is returned as the word itself."""
    if parameter == "field":
        return field_argument(ctx, node, before)
    if parameter == "node_type" or "|" in parameter:
        words = parameter.split("|") if "|" in parameter else list(ctx.model.node_boards)
        if isinstance(node, t.Name) and node.name in words:
            return node.name
        fault(
            ctx,
            "arguments",
            f"'{made.name}' needs one of {', '.join(words)} here",
            node.position,
            hint_for(getattr(node, "name", ""), words),
        )
        return words[0] if words else ""
    if parameter in ("number", "truth", "player"):
        return typed(ctx, node, {"number": NUMBER, "truth": TRUTH, "player": PLAYER}[parameter], scope)
    first = before[0].type if before and isinstance(before[0], Ex) else None
    wanted = first if parameter in ("set", "piece", "space", "spaces", "value") else None
    found = check(
        ctx, node, scope, wanted if parameter != "set" or (wanted and wanted.kind == "set") else None
    )
    if not is_a(found, parameter):
        wanted_word = _ARGUMENT_WORDS.get(parameter, parameter)
        return fault(
            ctx,
            "type",
            f"'{made.name}' needs a {wanted_word} here, not {phrase(found.type)}",
            node.position,
            f"for example {made.example}",
        )
    return found


def is_a(found: Ex, parameter: str) -> bool:
    """Tell whether an expression fits a parameter word of built_ins.py."""
    kind = found.type.kind
    if kind == "any" or parameter == "value":
        return True
    if parameter == "piece":
        return kind in ("component", "enum")
    if parameter == "weights":
        counts = found.element.type.kind if isinstance(found, GatherEx) and found.word == "sorted" else ""
        return counts in ("number", "any")
    if parameter == "zone":
        return isinstance(found, ZoneEx) or kind == "set"
    if parameter == "place":
        return kind in ("space", "set")
    if parameter == "spaces":
        of = found.type.of if kind == "set" else found.type
        return of is not None and of.kind in ("space", "any")
    return kind == parameter


def field_argument(ctx: Checking, node: t.Expression, before: list[Ex | str]) -> str:
    """Check the name of a field of the board that the first argument speaks of."""
    of = before[0].type if before and isinstance(before[0], Ex) else ANY
    of = of.of if of.kind == "set" and of.of is not None else of
    board = ctx.model.node_boards.get(of.name)
    names = list(board.fields) if board is not None else []
    if isinstance(node, t.Name) and node.name in names:
        return node.name
    fault(
        ctx,
        "arguments",
        "this should be the name of a field of the board",
        node.position,
        hint_or_list(getattr(node, "name", ""), names, "its fields"),
    )
    return names[0] if names else ""


def result(ctx: Checking, made: BuiltIn, found: list[Ex | str], position: Position) -> Type:
    """The type of a built-in's result, from its word in built_ins.py and the arguments."""
    simple = {"number": NUMBER, "truth": TRUTH, "team": TEAM}
    if made.result in simple:
        return simple[made.result]
    first = found[0].type if isinstance(found[0], Ex) else ANY
    if made.result == "set of spaces 2" and len(found) > 1:
        return set_of(space(str(found[1])))
    if made.result.startswith("same as"):
        same = found[int(made.result.split()[-1]) - 1]
        return same.type if isinstance(same, Ex) else ANY
    if made.gives_piece or made.gives_stack:
        held = held_by(ctx, first, position)
        return set_of(held) if made.gives_stack else held
    return first if first.kind == "set" else set_of(first)


def held_by(ctx: Checking, place: Type, position: Position) -> Type:
    """The type of what a space holds, or the elements of a set; a fault where nothing can lie."""
    if place.kind == "set":
        return place.of or ANY
    board = ctx.model.node_boards.get(place.name)
    if board is None or place.name not in board.holds:
        if place != ANY:
            fault(ctx, "type", f"nothing can lie on a {place}", position)
        return ANY
    return component(board.holds[place.name])


def box_zone(model: Model, component_name: str) -> ZoneDecl:
    """Return the zone that holds a component type's copies that are not in play."""
    name = f"box_{component_name}"
    if name not in model.zones:
        made = model.components[component_name]
        model.zones[name] = ZoneDecl(
            name, (), component(component_name), "set", "everyone", False, "", 0, (), False, made.about,
            drawn=made.drawn,
        )  # fmt: skip
    return model.zones[name]


def _number_of(things: Sequence[object]) -> str:
    return "no arguments" if not things else f"{len(things)} argument{'s' if len(things) > 1 else ''}"
