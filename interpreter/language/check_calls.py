"""Calls with arguments, of built-ins and of declared things, to checked expressions.

In: a call of a parse tree. Out: the checked reading of a counter, zone, board, table, value or built-in, or a
problem. What a built-in takes and gives is told by the table in built_ins.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language import tree as t
from interpreter.language.built_ins import BUILT_INS, GATHERINGS, BuiltIn
from interpreter.language.check_names import NameChecker
from interpreter.language.checked import (
    BuiltInEx,
    ConstEx,
    CounterEx,
    Ex,
    PieceOfEx,
    SpaceEx,
    SpacesEx,
    TableEx,
    TimesEx,
    ZoneEx,
)
from interpreter.language.scope import Scope
from interpreter.language.types import ANY, NUMBER, PLAYER, TEAM, TRUTH, Type, component, set_of, space
from interpreter.model.declarations import BoardDecl, Model, ZoneDecl
from interpreter.problems.nearest_name import hint_for, hint_or_list
from interpreter.problems.position import Position


class CallChecker(NameChecker):
    """Checks calls."""

    def _call(self, node: t.Call, scope: Scope, wanted: Type | None) -> Ex:
        name, model = node.name, self.model
        if name in BUILT_INS and not self.shadowed(name):
            return self.built_in(BUILT_INS[name], node, scope)
        if name == "box":
            return self.box(node, scope)
        if name == "times":
            return self.times(node, scope)
        if name in model.counters:
            counter = model.counters[name]
            return CounterEx(node.position, counter.type, counter, self.arguments(node, counter.per, scope))
        if name in model.zones:
            zone = model.zones[name]
            return ZoneEx(node.position, set_of(zone.holds), zone, self.arguments(node, zone.per, scope))
        if name in model.node_boards:
            return self.board_call(model.node_boards[name], name, node, scope)
        if name in model.tables:
            return self.table_call(node, scope)
        if name in model.values:
            declared = model.values[name]
            wants = [self.parameter_type(p) for p in declared.parameters]
            return self.value_call(name, self.arguments(node, wants, scope), node.position)
        if name in model.kinds and model.kinds[name][0].per is not None:
            made, kind = model.kinds[name]
            assert made.per is not None
            whose = self.arguments(node, [made.per], scope)
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
        ]
        if name in model.effects:
            return self.fault(
                "wrong-kind-of-name", f"'{name}' is an effect; use `call {name}`", node.position
            )
        return self.fault(
            "unknown-name", f"there is no '{name}' that takes arguments", node.position, hint_for(name, names)
        )

    def shadowed(self, name: str) -> bool:
        """Tell whether the ruleset has something of its own under a built-in's name."""
        return name in self.model.counters or name in self.model.zones or name in self.model.values

    def arguments(self, node: t.Call, wants: Sequence[Type], scope: Scope) -> tuple[Ex, ...]:
        """Check the arguments of a call against the types wanted, one by one."""
        if len(node.arguments) != len(wants):
            self.fault(
                "arguments",
                f"'{node.name}' takes {_number_of(wants)}, not {len(node.arguments)}",
                node.position,
                f"for example {self.sample(node.name)}",
            )
        return tuple(self.typed(a, w, scope) for a, w in zip(node.arguments, wants, strict=False))

    def box(self, node: t.Call, scope: Scope) -> Ex:
        """Check `box(tile)`: the zone of a component type's copies that are not in play."""
        if (
            len(node.arguments) == 1
            and isinstance(node.arguments[0], t.Name)
            and node.arguments[0].name in self.model.components
        ):
            name = node.arguments[0].name
            return ZoneEx(node.position, set_of(component(name)), box_zone(self.model, name), ())
        return self.fault(
            "arguments",
            "box takes the name of a component type",
            node.position,
            hint_for("", list(self.model.components)),
        )

    def times(self, node: t.Call, scope: Scope) -> Ex:
        """Check `times(effect, step)` or with a player; the history it needs is noted."""
        names = [a.name if isinstance(a, t.Name) else "" for a in node.arguments[:2]]
        if len(names) < 2 or names[0] not in self.model.effects or names[1] not in self.model.steps:
            return self.fault(
                "arguments",
                "times takes an effect or action and a step: times(roll, turn)",
                node.position,
                hint_for(names[0] if names else "", list(self.model.effects)),
            )
        if len(node.arguments) == 3:
            whose = self.typed(node.arguments[2], PLAYER, scope)
        else:
            whose = self.check(t.Name(node.position, "me"), scope)
        self.histories.add((names[0], names[1]))
        return TimesEx(node.position, NUMBER, names[0], names[1], whose)

    def board_call(self, board: BoardDecl, node_type: str, node: t.Call, scope: Scope) -> Ex:
        """Check `board(...)`: all spaces of a node type, or one by name or number.

        The owner stands first where each has a board of their own.
        """
        arguments = list(node.arguments)
        owner = None
        if board.per is not None:
            if not arguments:
                return self.fault(
                    "missing-arguments",
                    f"whose '{node.name}'?",
                    node.position,
                    f"for example {node.name}(me)",
                )
            owner = self.typed(arguments.pop(0), board.per, scope)
        if not arguments:
            return SpacesEx(node.position, set_of(space(node_type)), board, node_type, owner)
        if len(arguments) > 1:
            return self.fault("arguments", f"'{node.name}' takes one space at most", node.position)
        key = arguments[0]
        if isinstance(key, t.Name) and scope.find(key.name) is None:
            names = [n.name for layout in board.layouts for n in layout.nodes if n.type == node_type]
            if key.name in names:
                return SpaceEx(node.position, space(node_type), board, node_type, owner, key.name)
            if key.name not in self.model.counters and key.name not in self.model.options:
                return self.fault(
                    "unknown-name",
                    f"'{node.name}' has no space '{key.name}'",
                    key.position,
                    hint_for(key.name, names),
                )
        number, most = self.typed(key, NUMBER, scope), board.count(node_type)
        if isinstance(number, ConstEx) and number.type == NUMBER and not 1 <= number.value <= most:
            message = f"'{node.name}' has no space {number.value}: they are numbered from 1 to {most}"
            return self.fault("unknown-name", message, key.position)
        return SpaceEx(node.position, space(node_type), board, node_type, owner, number)

    def table_call(self, node: t.Call, scope: Scope) -> Ex:
        """Check the look-up in a table."""
        table = self.model.tables[node.name]
        arguments = self.arguments(node, [table.key], scope)
        return TableEx(node.position, table.type, table, *arguments)

    # -- built-ins
    def built_in(self, made: BuiltIn, node: t.Call, scope: Scope) -> Ex:
        """Check the call of a built-in function."""
        required = [p for p in made.parameters if not p.endswith("?")]
        if not len(required) <= len(node.arguments) <= len(made.parameters):
            return self.fault(
                "arguments",
                f"'{made.name}' takes {_number_of(made.parameters)}, not {len(node.arguments)}",
                node.position,
                f"for example {made.example}",
            )
        found: list[Ex | str] = []
        for parameter, argument in zip(made.parameters, node.arguments, strict=False):
            found.append(self.built_in_argument(made, parameter.removesuffix("?"), argument, found, scope))
        if made.name in ("next", "previous") and isinstance(found[0], Ex):
            self.goes_on(made.name, found[0])
        return BuiltInEx(node.position, self.result(made, found, node.position), made.name, tuple(found))

    def goes_on(self, word: str, of: Ex) -> None:
        """Only players, members and the spaces of rings and tracks come one after the other."""
        kind = of.type.kind
        board = self.model.node_boards.get(of.type.name) if kind == "space" else None
        along = board is not None and board.shape in ("ring", "track")
        if kind not in ("player", "enum", "any") and not along:
            self.fault(
                "type",
                f"'{word}' needs a player, a member of an enum or a space of a ring or track,"
                f" not a {of.type}",
                of.position,
            )

    def built_in_argument(
        self, made: BuiltIn, parameter: str, node: t.Expression, before: list[Ex | str], scope: Scope
    ) -> Ex | str:
        """Check one argument of a built-in; a word argument is returned as the word itself."""
        if parameter == "field":
            return self.field_argument(node, before)
        if parameter == "node_type" or "|" in parameter:
            words = parameter.split("|") if "|" in parameter else list(self.model.node_boards)
            if isinstance(node, t.Name) and node.name in words:
                return node.name
            self.fault(
                "arguments",
                f"'{made.name}' needs one of {', '.join(words)} here",
                node.position,
                hint_for(getattr(node, "name", ""), words),
            )
            return words[0] if words else ""
        if parameter in ("number", "truth", "player"):
            return self.typed(node, {"number": NUMBER, "truth": TRUTH, "player": PLAYER}[parameter], scope)
        first = before[0].type if before and isinstance(before[0], Ex) else None
        wanted = first if parameter in ("set", "piece", "space", "value") else None
        found = self.check(
            node, scope, wanted if parameter != "set" or (wanted and wanted.kind == "set") else None
        )
        if not self.is_a(found, parameter):
            return self.fault(
                "type",
                f"'{made.name}' needs a {parameter} here, not a {found.type}",
                node.position,
                f"for example {made.example}",
            )
        return found

    def is_a(self, found: Ex, parameter: str) -> bool:
        """Tell whether an expression fits a parameter word of built_ins.py."""
        kind = found.type.kind
        if kind == "any" or parameter == "value":
            return True
        if parameter == "piece":
            return kind in ("component", "enum")
        if parameter == "zone":
            return isinstance(found, ZoneEx) or kind == "set"
        if parameter == "place":
            return kind in ("space", "set")
        return kind == parameter

    def field_argument(self, node: t.Expression, before: list[Ex | str]) -> str:
        """Check the name of a field of the board that the first argument speaks of."""
        of = before[0].type if before and isinstance(before[0], Ex) else ANY
        of = of.of if of.kind == "set" and of.of is not None else of
        board = self.model.node_boards.get(of.name)
        names = list(board.fields) if board is not None else []
        if isinstance(node, t.Name) and node.name in names:
            return node.name
        self.fault(
            "arguments",
            "this should be the name of a field of the board",
            node.position,
            hint_or_list(getattr(node, "name", ""), names, "its fields"),
        )
        return names[0] if names else ""

    def result(self, made: BuiltIn, found: list[Ex | str], position: Position) -> Type:
        """The type of a built-in's result, from its word in built_ins.py and the arguments."""
        simple = {"number": NUMBER, "truth": TRUTH, "team": TEAM}
        if made.result in simple:
            return simple[made.result]
        words = made.result.split()
        if made.name == "neighbours" and len(found) == 2:
            return set_of(space(str(found[1])))
        first = found[0].type if isinstance(found[0], Ex) else ANY
        if made.result.startswith("same as"):
            at = found[int(words[2]) - 1]
            return at.type if isinstance(at, Ex) else ANY
        if "held" in words:
            held = self.held_by(first, position)
            return set_of(held) if words[0] == "set" else held
        return set_of(first)

    def held_by(self, place: Type, position: Position) -> Type:
        """The type of what a space holds, or the elements of a set; a fault where nothing can lie."""
        if place.kind == "set":
            return place.of or ANY
        board = self.model.node_boards.get(place.name)
        if board is None or place.name not in board.holds:
            if place != ANY:
                self.fault("type", f"nothing can lie on a {place}", position)
            return ANY
        return component(board.holds[place.name])


def box_zone(model: Model, component_name: str) -> ZoneDecl:
    """Return the zone that holds a component type's copies that are not in play."""
    name = f"box_{component_name}"
    if name not in model.zones:
        about = model.components[component_name].about
        model.zones[name] = ZoneDecl(
            name, (), component(component_name), "set", "everyone", False, "", 0, (), False, about
        )
    return model.zones[name]


def _number_of(things: Sequence[object]) -> str:
    return "no arguments" if not things else f"{len(things)} argument{'s' if len(things) > 1 else ''}"
