"""Parse trees of expressions to checked ones: names are resolved, types known, faults become problems."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language import tree as t
from interpreter.language.built_ins import BUILT_INS, GATHERINGS, BuiltIn
from interpreter.language.checked import ClauseEx, Ex
from interpreter.language.scope import Scope
from interpreter.language.types import (
    ANY,
    NOTHING,
    NUMBER,
    PLAYER,
    TEAM,
    TRUTH,
    Type,
    component,
    enum,
    fits,
    joined,
    set_of,
    space,
)
from interpreter.model.declarations import NONE, BoardDecl, FieldDecl, Model, ZoneDecl
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems

SPACE_FIELDS = {"index": NUMBER, "row": NUMBER, "column": NUMBER, "owner": PLAYER}
ORDERED = ("number", "enum")
MAX_NUMBERS = 10_000


class ExpressionChecker:
    """Checks expressions against a model; `used` collects what unused-name checks want to know."""

    def __init__(self, model: Model, problems: Problems) -> None:
        self.model = model
        self.problems = problems
        self.used: set[str] = set()
        self.histories: set[tuple[str, str]] = set()
        self.value_types: dict[str, Type] = {}
        self.pending_values: set[str] = set()
        self.uses_me = False

    # -- faults
    def fault(self, code: str, message: str, position: Position, hint: str | None = None) -> Ex:
        """Report an error; return a stand-in of type ANY, which fits everywhere: no fault is told twice."""
        self.problems.error(code, message, position, hint=hint)
        return Ex("const", ANY, position, (0,))

    def want(self, found: Ex, wanted: Type, what: str = "") -> Ex:
        """Return the expression if it fits, else report."""
        if fits(found.type, wanted):
            return found
        if wanted == TEAM and found.type == PLAYER:
            return Ex("built_in", TEAM, found.position, ("team", found))
        name = f"{what} should be" if what else "this should be"
        return self.fault("type", f"{name} a {wanted}, not a {found.type}", found.position)

    def typed(self, node: t.Expression, wanted: Type, scope: Scope, what: str = "") -> Ex:
        """Check an expression that must have a type."""
        return self.want(self.check(node, scope, wanted), wanted, what)

    # -- entry
    def check(self, node: t.Expression, scope: Scope, wanted: Type | None = None) -> Ex:
        """Check an expression; `wanted` decides between meanings of an ambiguous name."""
        method = getattr(self, "_" + type(node).__name__.lower())
        checked: Ex = method(node, scope, wanted)
        return checked

    def _number(self, node: t.Number, scope: Scope, wanted: Type | None) -> Ex:
        if abs(node.value) > 2**53:
            return self.fault("number-too-large", "a number must lie between -2^53 and 2^53", node.position)
        return Ex("const", NUMBER, node.position, (node.value,))

    def _truth(self, node: t.Truth, scope: Scope, wanted: Type | None) -> Ex:
        return Ex("const", TRUTH, node.position, (int(node.value),))

    def _nothing(self, node: t.Nothing, scope: Scope, wanted: Type | None) -> Ex:
        return Ex("const", NOTHING, node.position, (NONE,))

    def _name(self, node: t.Name, scope: Scope, wanted: Type | None) -> Ex:
        meanings = self.meanings(node, scope)
        if not meanings:
            return self.unknown(node.name, node.position, scope)
        if wanted is not None:
            for meaning in meanings:
                if fits(meaning.type, wanted):
                    return meaning
        if len(meanings) > 1 and wanted is None and meanings[0].op == "const":
            kinds = " or a ".join(str(m.type) for m in meanings)
            return self.fault("ambiguous", f"'{node.name}' may be a {kinds} here", node.position)
        return meanings[0]

    def meanings(self, node: t.Name, scope: Scope) -> list[Ex]:
        """All that a bare name can stand for, the nearest meaning first."""
        name, position, model = node.name, node.position, self.model
        variable = scope.find(name)
        if variable is not None:
            return [Ex("var", variable.type, position, (variable.python,))]
        if name == "me":
            if not scope.has_me:
                return [self.fault("no-me", "there is no `me` here: nobody is at turn", position)]
            self.uses_me = True
            return [Ex("me", PLAYER, position)]
        if name == "players":
            return [Ex("players", set_of(PLAYER), position)]
        if len(name) == 2 and name[0] == "p" and name[1].isdigit() and 1 <= int(name[1]) <= model.players:
            return [Ex("const", PLAYER, position, (int(name[1]) - 1,))]
        if name in model.automata:
            return [Ex("const", PLAYER, position, (model.players + list(model.automata).index(name),))]
        if name == "teams":
            return [Ex("const_set", set_of(TEAM), position, (tuple(range(model.teams)),))]
        return self.declared_meanings(name, position)

    def declared_meanings(self, name: str, position: Position) -> list[Ex]:
        """What a bare name stands for among the ruleset's declarations."""
        model, found = self.model, []
        if name in model.counters and not model.counters[name].per:
            found.append(Ex("counter", model.counters[name].type, position, (model.counters[name],)))
        if name in model.zones and not model.zones[name].per:
            found.append(Ex("zone", set_of(model.zones[name].holds), position, (model.zones[name],)))
        board = model.node_boards.get(name)
        if board is not None and board.owners == 1 and board.per is None:
            found.append(Ex("spaces", set_of(space(name)), position, (board, name, None)))
        if name in model.values and not model.values[name].parameters:
            found.append(self.value_call(name, (), position))
        if name in model.options:
            found.append(Ex("option", model.options[name].type, position, (model.options[name],)))
        for enum_name, number in model.members.get(name, ()):
            found.append(Ex("const", enum(enum_name), position, (number,)))
        if name in model.kinds:
            made, kind = model.kinds[name]
            found.append(Ex("const", component(made.name), position, (made.token(kind),)))
        if name in model.enums:
            members = tuple(range(len(model.enums[name].members)))
            found.append(Ex("const_set", set_of(enum(name)), position, (members,)))
        if name in model.components:
            made = model.components[name]
            found.append(
                Ex(
                    "const_set",
                    set_of(component(name)),
                    position,
                    (tuple(made.token(k) for k in made.kinds),),
                )
            )
        if found:
            self.used.add(name)
        return found

    def unknown(self, name: str, position: Position, scope: Scope) -> Ex:
        """Report a bare name without meaning, or one that lacks its arguments."""
        model = self.model
        callable_names = {
            **model.counters,
            **model.zones,
            **model.node_boards,
            **model.tables,
            **model.values,
        }
        if name in callable_names or name in BUILT_INS:
            return self.fault(
                "missing-arguments",
                f"'{name}' needs arguments in brackets",
                position,
                f"for example {self.sample(name)}",
            )
        names = (
            [v.name for v in scope.all()]
            + list(callable_names)
            + list(model.members)
            + list(model.kinds)
            + list(model.options)
        )
        names += ["me", "players", *model.automata, *model.enums, *model.components]
        return self.fault("unknown-name", f"there is no '{name}'", position, hint_for(name, names))

    def sample(self, name: str) -> str:
        """A call of a name as an author could write it, for a hint."""
        if name in BUILT_INS:
            return BUILT_INS[name].example
        model = self.model
        per: Sequence[object] = ()
        if name in model.counters or name in model.zones:
            per = (model.counters.get(name) or model.zones[name]).per
        elif name in model.values:
            per = model.values[name].parameters
        elif name in model.tables:
            per = (1,)
        elif name in model.node_boards:
            per = (PLAYER,)
        words = ", ".join(
            "me" if p == PLAYER else (p.name if isinstance(p, (t.Parameter, Type)) else "3") for p in per
        )
        return f"{name}({words})"

    # -- calls
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
            return self.indexed(
                Ex("counter", counter.type, node.position, (counter,)), counter.per, node, scope
            )
        if name in model.zones:
            zone = model.zones[name]
            return self.indexed(Ex("zone", set_of(zone.holds), node.position, (zone,)), zone.per, node, scope)
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
                Ex("piece_of", component(made.name), node.position, (made, kind, *whose))
                if whose
                else Ex("const", ANY, node.position, (0,))
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

    def indexed(self, base: Ex, per: tuple[Type, ...], node: t.Call, scope: Scope) -> Ex:
        """Complete a counter or zone with the indexes of a call."""
        self.used.add(node.name)
        return Ex(base.op, base.type, node.position, (*base.parts, *self.arguments(node, per, scope)))

    def value_call(self, name: str, arguments: tuple[Ex, ...], position: Position) -> Ex:
        """Make the reading of a rule value, whose arguments are checked already."""
        self.used.add(name)
        return Ex("value", self.type_of_value(name), position, (name, *arguments))

    def type_of_value(self, name: str) -> Type:
        """The type of a rule value: that of its body. Values that read each other in a circle are a fault."""
        if name in self.value_types:
            return self.value_types[name]
        declared = self.model.values[name]
        if name in self.pending_values:
            self.fault("circle", f"value '{name}' reads itself", declared.about.position)
            return ANY
        self.pending_values.add(name)
        scope = Scope(has_me=False)
        for parameter in declared.parameters:
            scope.add(parameter.name, self.parameter_type(parameter, quiet=True))
        quiet = ExpressionChecker(self.model, Problems())
        quiet.value_types, quiet.pending_values = self.value_types, self.pending_values
        found = quiet.check(declared.body, scope).type
        self.pending_values.discard(name)
        self.value_types[name] = found
        return found

    def parameter_type(self, parameter: t.Parameter, *, quiet: bool = False) -> Type:
        """The type a parameter declares; ANY for an unknown one, which is reported unless quiet."""
        found = self.type_named(parameter.type)
        if found is None:
            if not quiet:
                model = self.model
                names = [
                    "number",
                    "truth",
                    "player",
                    "team",
                    *model.enums,
                    *model.components,
                    *model.node_boards,
                ]
                self.problems.error(
                    "unknown-name",
                    f"there is no type '{parameter.type}'",
                    parameter.position,
                    hint=hint_for(parameter.type, names),
                )
            return ANY
        return set_of(found) if parameter.set_of else found

    def type_named(self, name: str) -> Type | None:
        """The type of a name, None if there is none; boards name the type of their spaces."""
        model = self.model
        simple = {"number": NUMBER, "truth": TRUTH, "player": PLAYER, "team": TEAM}
        if name in simple:
            return simple[name]
        if name in model.enums:
            return enum(name)
        if name in model.components:
            return component(name)
        return space(name) if name in model.node_boards else None

    def box(self, node: t.Call, scope: Scope) -> Ex:
        """Check `box(tile)`: the zone of a component type's copies that are not in play."""
        if (
            len(node.arguments) == 1
            and isinstance(node.arguments[0], t.Name)
            and node.arguments[0].name in self.model.components
        ):
            name = node.arguments[0].name
            return Ex("zone", set_of(component(name)), node.position, (box_zone(self.model, name),))
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
        return Ex("times", NUMBER, node.position, (names[0], names[1], whose))

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
            return Ex("spaces", set_of(space(node_type)), node.position, (board, node_type, owner))
        if len(arguments) > 1:
            return self.fault("arguments", f"'{node.name}' takes one space at most", node.position)
        key = arguments[0]
        if isinstance(key, t.Name) and scope.find(key.name) is None:
            names = [n.name for layout in board.layouts for n in layout.nodes if n.type == node_type]
            if key.name in names:
                return Ex("space", space(node_type), node.position, (board, node_type, owner, key.name))
            if key.name not in self.model.counters and key.name not in self.model.options:
                return self.fault(
                    "unknown-name",
                    f"'{node.name}' has no space '{key.name}'",
                    key.position,
                    hint_for(key.name, names),
                )
        return Ex(
            "space",
            space(node_type),
            node.position,
            (board, node_type, owner, self.typed(key, NUMBER, scope)),
        )

    def table_call(self, node: t.Call, scope: Scope) -> Ex:
        """Check the look-up in a table."""
        table = self.model.tables[node.name]
        self.used.add(node.name)
        arguments = self.arguments(node, [table.key], scope)
        return Ex("table", table.type, node.position, (table, *arguments))

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
        return Ex("built_in", self.result(made, found, node.position), node.position, (made.name, *found))

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
            return found.op == "zone" or kind == "set"
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
            hint_for(getattr(node, "name", ""), names),
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

    # -- structures
    def _field(self, node: t.Field, scope: Scope, wanted: Type | None) -> Ex:
        owner = self.check(node.owner, scope)
        kind, name = owner.type.kind, node.name
        if kind == "any":
            return Ex("const", ANY, node.position, (0,))
        if kind == "component":
            made = self.model.components[owner.type.name]
            if name in made.states:
                return Ex("state", made.state_types[name], node.position, (owner, made, name))
            if name in made.fields:
                return self.field_of(owner, made.fields[name], node)
            return self.fault(
                "unknown-name",
                f"a {made.name} has no '{name}'",
                node.position,
                hint_for(name, [*made.fields, *made.states]),
            )
        if kind == "player" and name == "index":
            return Ex(
                "arithmetic", NUMBER, node.position, ("+", owner, Ex("const", NUMBER, node.position, (1,)))
            )
        if kind == "space":
            board = self.model.node_boards[owner.type.name]
            if name in SPACE_FIELDS:
                result = board.per if name == "owner" and board.per is not None else SPACE_FIELDS[name]
                return Ex("field", result, node.position, (owner, name, None))
            if name in board.fields:
                return self.field_of(owner, board.fields[name], node)
            return self.fault(
                "unknown-name",
                f"a space of {board.name} has no '{name}'",
                node.position,
                hint_for(name, [*board.fields, *SPACE_FIELDS]),
            )
        return self.fault("type", f"a {owner.type} has no fields", node.position)

    def field_of(self, owner: Ex, field: FieldDecl, node: t.Field) -> Ex:
        """Make the reading of a declared field."""
        result = set_of(field.type) if field.list else field.type
        return Ex("field", result, node.position, (owner, field.name, None))

    def _arithmetic(self, node: t.Arithmetic, scope: Scope, wanted: Type | None) -> Ex:
        left, right = (self.typed(n, NUMBER, scope) for n in (node.left, node.right))
        if node.operator in ("/", "mod") and right.op == "const" and right.parts[0] == 0:
            return self.fault("division", "division by zero", node.position)
        return Ex("arithmetic", NUMBER, node.position, (node.operator, left, right))

    def _negative(self, node: t.Negative, scope: Scope, wanted: Type | None) -> Ex:
        return Ex("negative", NUMBER, node.position, (self.typed(node.operand, NUMBER, scope),))

    def pair(self, left: t.Expression, right: t.Expression, scope: Scope) -> tuple[Ex, Ex]:
        """Check two sides that should be of one type; a bare name is read in the light of the other side."""
        if isinstance(left, t.Name) and scope.find(left.name) is None:
            right_ex = (
                self.check(right, scope) if not isinstance(right, t.Name) or scope.find(right.name) else None
            )
            if right_ex is not None:
                return self.check(left, scope, right_ex.type), right_ex
            rights = self.meanings(right, scope) if isinstance(right, t.Name) else []
            both = [(a, b) for a in self.meanings(left, scope) for b in rights if joined(a.type, b.type)]
            if both:
                return both[0]
        left_ex = self.check(left, scope)
        return left_ex, self.check(right, scope, left_ex.type)

    def _comparison(self, node: t.Comparison, scope: Scope, wanted: Type | None) -> Ex:
        left, right = self.pair(node.left, node.right, scope)
        common = joined(left.type, right.type)
        if common is None:
            return self.fault("type", f"a {left.type} cannot be compared with a {right.type}", node.position)
        if node.operator in ("==", "!="):
            if common.kind == "component" and self.kind_only(left, right, common):
                made = self.model.components[common.name]
                return Ex("same_kind", TRUTH, node.position, (made, left, right, node.operator == "!="))
            return Ex("compare", TRUTH, node.position, (node.operator, left, right))
        if common.kind not in (*ORDERED, "any"):
            return self.fault("type", f"a {common} has no order", node.position)
        return Ex("compare", TRUTH, node.position, (node.operator, left, right))

    def kind_only(self, left: Ex, right: Ex, common: Type) -> bool:
        """A piece compared with the name of a kind: its states do not matter."""
        several = self.model.components[common.name].combinations > 1
        return several and any(side.op == "const" and side.type.kind == "component" for side in (left, right))

    def _inside(self, node: t.Inside, scope: Scope, wanted: Type | None) -> Ex:
        hint = None
        if isinstance(node.source, t.Listing) and not (
            isinstance(node.item, t.Name) and scope.find(node.item.name) is None and node.item.name != "me"
        ):
            hint = set_of(self.check(node.item, scope).type)
        source = self.check(node.source, scope, hint)
        if source.type.kind not in ("set", "any"):
            return self.fault("type", f"`in` needs a set, not a {source.type}", node.source.position)
        item = self.check(node.item, scope, source.type.of)
        if source.type.of is not None and joined(item.type, source.type.of) is None:
            return self.fault("type", f"a {item.type} is never in a {source.type}", node.position)
        return Ex("in", TRUTH, node.position, (item, source, node.negated))

    def _logic(self, node: t.Logic, scope: Scope, wanted: Type | None) -> Ex:
        return Ex(
            "logic", TRUTH, node.position, (node.operator, *(self.typed(p, TRUTH, scope) for p in node.parts))
        )

    def _not(self, node: t.Not, scope: Scope, wanted: Type | None) -> Ex:
        return Ex("not", TRUTH, node.position, (self.typed(node.operand, TRUTH, scope),))

    def _choice(self, node: t.Choice, scope: Scope, wanted: Type | None) -> Ex:
        condition = self.typed(node.condition, TRUTH, scope)
        then = self.check(node.then, scope, wanted)
        otherwise = self.check(node.otherwise, scope, wanted or then.type)
        common = joined(then.type, otherwise.type)
        if common is None:
            return self.fault(
                "type", f"one side is a {then.type}, the other a {otherwise.type}", node.position
            )
        return Ex("choice", common, node.position, (condition, then, otherwise))

    def _range(self, node: t.Range, scope: Scope, wanted: Type | None) -> Ex:
        low, high = (self.typed(n, NUMBER, scope) for n in (node.low, node.high))
        if low.op == high.op == "const" and high.parts[0] - low.parts[0] >= MAX_NUMBERS:
            return self.fault("too-large", f"a set of more than {MAX_NUMBERS} numbers", node.position)
        return Ex("range", set_of(NUMBER), node.position, (low, high))

    def _listing(self, node: t.Listing, scope: Scope, wanted: Type | None) -> Ex:
        of = wanted.of if wanted is not None and wanted.kind == "set" else None
        entries: list[Ex] = []
        for entry in node.entries:
            found = self.check(entry, scope, of)
            common = joined(found.type, of) if of is not None else found.type
            if common is None:
                return self.fault("type", f"a {found.type} among {of}s", entry.position)
            of = common
            entries.append(found)
        return Ex("listing", set_of(of or ANY), node.position, tuple(entries))

    def _comprehension(self, node: t.Comprehension, scope: Scope, wanted: Type | None) -> Ex:
        if node.word not in GATHERINGS:
            return self.fault(
                "unknown-name",
                f"there is no '{node.word}(... for ...)'",
                node.position,
                hint_for(node.word, list(GATHERINGS)),
            )
        inner = scope.inner()
        clauses = []
        for clause in node.clauses:
            source = self.check(clause.source, inner)
            if source.type.kind not in ("set", "any"):
                self.fault("type", f"`for` needs a set, not a {source.type}", clause.source.position)
            variable = inner.add(clause.name, source.type.of or ANY)
            clauses.append(ClauseEx(variable.python, source))
        where = self.typed(node.where, TRUTH, inner) if node.where is not None else None
        by = self.typed(node.by, NUMBER, inner) if node.by is not None else None
        wants = {"any": TRUTH, "all": TRUTH, "count": TRUTH, "sum": NUMBER, "min": NUMBER, "max": NUMBER}
        element = self.check(node.element, inner, wants.get(node.word))
        if node.word in wants:
            element = self.want(element, wants[node.word])
        if by is not None and node.word not in ("first", "sorted"):
            self.fault("arguments", f"`by` does not go with '{node.word}'", node.position)
        if by is None and node.word == "sorted":
            self.fault("arguments", "sorted needs `by` and a number", node.position)
        results = {"any": TRUTH, "all": TRUTH, "first": element.type}
        result = results.get(node.word, set_of(element.type) if node.word in ("set", "sorted") else NUMBER)
        return Ex("gather", result, node.position, (node.word, element, tuple(clauses), where, by))


def box_zone(model: Model, component_name: str) -> ZoneDecl:
    """Return the zone that holds a component type's copies that are not in play."""
    name = f"box_{component_name}"
    if name not in model.zones:
        about = model.components[component_name].about
        model.zones[name] = ZoneDecl(
            name, (), component(component_name), "set", "everyone", False, "", 0, (), about
        )
    return model.zones[name]


def _number_of(things: Sequence[object]) -> str:
    return "no arguments" if not things else f"{len(things)} argument{'s' if len(things) > 1 else ''}"
