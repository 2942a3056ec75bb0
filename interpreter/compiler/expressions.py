"""Checked expressions to Python expressions over the flat state `s`.

Static tables become names in the compiled functions' namespace; what is constant is folded; a set of spaces
filtered by equality on static fields becomes one look-up in an index.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from interpreter.compiler import python_ast as py
from interpreter.compiler.python_ast import Expr
from interpreter.language.checked import Ex, Program
from interpreter.language.types import Type
from interpreter.layout import Layout
from interpreter.model.declarations import NONE, BoardDecl, ComponentDecl, Model, OptionDecl, TableDecl
from interpreter.play import runtime

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
MAY_BE_NONE = ("player", "team", "enum", "space", "component")


_LOOKS_AT_PIECES = ("on", "empty", "occupied", "top", "stack", "height")
MAX_REMEMBERED = 4_096


class Remembered(dict[tuple[Any, ...], Any]):
    """What a value that reads nothing but its arguments came to, by arguments; only so many are kept."""

    def __init__(self, namespace: dict[str, Any], function: str) -> None:
        """Name the compiled function; it is looked up when first needed, for it may be compiled later."""
        super().__init__()
        self.namespace = namespace
        self.function = function

    def __missing__(self, key: tuple[Any, ...]) -> Any:
        """Work it out."""
        value = self.namespace[self.function](None, *key)
        if len(self) < MAX_REMEMBERED:
            self[key] = value
        return value


class ExpressionCompiler:
    """Holds the namespace that compiled functions run in."""

    def __init__(self, model: Model, program: Program, layout: Layout) -> None:
        self.model = model
        self.program = program
        self.layout = layout
        self.namespace: dict[str, Any] = dict(runtime.NAMES)
        self.modified = {
            rule.pattern.event
            for rule in program.rules
            if rule.kind == "modifier" and rule.pattern is not None
        }

    # -- names of static tables
    def table(self, word: str, make: Any) -> str:
        """Return a name for a static table, made when first asked for."""
        if word not in self.namespace:
            self.namespace[word] = make()
        return word

    def space_table(self, field: str) -> str:
        """The name of the table of a field over all spaces."""
        return self.table(f"SPACE_{field}", lambda: self.layout.space_field(field))

    # -- indexes
    def index(self, types: Iterable[Type], parts: Iterable[Expr]) -> Expr:
        """Fold the indexes of a zone or counter into one number."""
        result: Expr = py.const(0)
        for index_type, part in zip(types, parts, strict=True):
            sure = isinstance(part, (ast.Name, ast.Constant))
            there = part if sure or index_type.kind not in MAY_BE_NONE else py.call("there", part)
            result = py.plus(
                py.times(result, py.const(self.model.index_size(index_type))), self.ordinal(index_type, there)
            )
        return result

    def ordinal(self, index_type: Type, part: Expr) -> Expr:
        """A value of an index type as a number from 0."""
        if index_type.kind == "component":
            made = self.model.components[index_type.name]
            if made.combinations == 1:
                return py.binary(part, ast.Sub(), py.const(made.first)) if made.first else part
            return py.item(self.table("KIND", lambda: self.layout.kind_table), part)
        if index_type.kind == "space":
            board = self.model.node_boards[index_type.name]
            if board.owners == 1 and len(board.layouts) == 1:
                return py.binary(part, ast.Sub(), py.const(board.first)) if board.first else part
            return py.item(self.table("PLACE", lambda: self.layout.place_of_space), part)
        return part

    def counter_slot(self, ex: Ex) -> Expr:
        """The slot index of a counter expression."""
        declared = ex.parts[0]
        index = self.index(declared.per, [self.expr(p) for p in ex.parts[1:]])
        return self.located(py.plus(index, py.const(self.layout.counters[declared.name])), ex)

    def supply_slot(self, ex: Ex) -> Expr:
        """The slot index of the supply that a counter draws on: one for all its holders."""
        declared = ex.parts[0]
        pairs = [
            (t, p)
            for t, p in zip(declared.per, ex.parts[1:], strict=True)
            if t.kind not in ("player", "team")
        ]
        index = self.index([t for t, _ in pairs], [self.expr(p) for _, p in pairs])
        return py.plus(index, py.const(self.layout.supplies[declared.name]))

    def zone_slot(self, ex: Ex) -> Expr:
        """The slot index of a zone expression."""
        declared = ex.parts[0]
        index = self.index(declared.per, [self.expr(p) for p in ex.parts[1:]])
        return self.located(py.plus(index, py.const(self.layout.zones[declared.name])), ex)

    def space_slot(self, space: Expr) -> Expr:
        """The slot of what lies on a space."""
        if isinstance(space, ast.Constant) and isinstance(space.value, int) and space.value >= 0:
            return py.const(self.layout.slot_of_space[space.value])
        return py.item(self.table("SLOT", lambda: self.layout.slot_of_space), space)

    def is_stack(self, space_type: Type) -> bool:
        """Whether the spaces of a type hold stacks."""
        board = self.model.node_boards.get(space_type.name)
        return board is not None and space_type.name in board.stacked

    # -- expressions
    def located(self, node: Expr, ex: Ex) -> Expr:
        """Give a Python node the place of the expression it comes from."""
        if not hasattr(node, "lineno"):
            node.lineno = max(ex.position.line, 1)
            node.col_offset = max(ex.position.column - 1, 0)
            node.end_lineno = node.lineno
            node.end_col_offset = (ex.position.end_column or ex.position.column + 1) - 1
        return node

    def expr(self, ex: Ex) -> Expr:
        """Compile one expression."""
        made: Expr = getattr(self, "_" + ex.op)(ex)
        return self.located(made, ex)

    def _const(self, ex: Ex) -> Expr:
        value = ex.parts[0]
        return py.const(bool(value)) if ex.type.kind == "truth" else py.const(value)

    def _const_set(self, ex: Ex) -> Expr:
        return self.constant(ex.parts[0])

    def constant(self, values: tuple[int, ...]) -> Expr:
        """A tuple that never changes; long ones become a name, so that they are made once."""
        return (
            py.tuple_of([py.const(v) for v in values])
            if len(values) < 8
            else py.name(self.table(f"SET_{hash(values) & 0xFFFFFFFF:x}", lambda: values))
        )

    def _me(self, ex: Ex) -> Expr:
        return py.name("me")

    def _var(self, ex: Ex) -> Expr:
        return py.name(ex.parts[0])

    def _players(self, ex: Ex) -> Expr:
        return self.constant(tuple(range(self.model.players)))

    def _counter(self, ex: Ex) -> Expr:
        return py.slot(self.counter_slot(ex))

    def _zone(self, ex: Ex) -> Expr:
        return py.slot(self.zone_slot(ex))

    def _option(self, ex: Ex) -> Expr:
        option: OptionDecl = ex.parts[0]
        if option.value is None:
            return py.slot(py.const(self.layout.options[option.name]))
        return py.const(bool(option.value)) if option.type.kind == "truth" else py.const(option.value)

    # spaces
    def board_key(self, board: BoardDecl, owner: Ex | None) -> Expr:
        """Owner and layout in one number."""
        owner_code: Expr = self.expr(owner) if owner is not None else py.const(0)
        count = len(board.layouts)
        if count == 1:
            return owner_code
        counter = py.slot(py.plus(owner_code, py.const(self.layout.counters[f"{board.name}_layout"])))
        return py.plus(py.times(owner_code, py.const(count)), counter)

    def _spaces(self, ex: Ex) -> Expr:
        board, node_type, owner = ex.parts
        word = self.table(f"SPACES_{node_type}", lambda: self.layout.spaces_of(board, node_type))
        key = self.board_key(board, owner)
        if isinstance(key, ast.Constant):
            place = int(str(key.value))
            flat = f"SPACES_{node_type}_{place}"
            return py.name(self.table(flat, lambda: self.namespace[word][place]))
        return py.item(word, key)

    def _space(self, ex: Ex) -> Expr:
        board, node_type, owner, key = ex.parts
        if isinstance(key, Ex):
            spaces = self._spaces(Ex("spaces", ex.type, ex.position, (board, node_type, owner)))
            return py.call("nth", spaces, self.expr(key))
        word = self.table(f"NAMED_{board.name}_{key}", lambda: self.named_spaces(board, key))
        where = self.board_key(board, owner)
        if isinstance(where, ast.Constant):
            return py.const(self.namespace[word][where.value])
        return py.item(word, where)

    def named_spaces(self, board: BoardDecl, key: str) -> tuple[int, ...]:
        """The space of a name for each owner and layout of a board, none where a layout lacks it."""
        found = []
        for owner in range(board.owners):
            for number, layout in enumerate(board.layouts):
                places = [place for place, node in enumerate(layout.nodes) if node.name == key]
                found.append(board.space(owner, number, places[0]) if places else NONE)
        return tuple(found)

    def _field(self, ex: Ex) -> Expr:
        owner, field, _ = ex.parts
        of = self.expr(owner)
        if owner.type.kind == "component":
            word = self.table(f"PIECE_{field}", lambda: self.layout.component_field(field))
        elif field == "owner":
            word = self.table("OWNER", lambda: self.layout.owner_of_space)
        else:
            word = self.space_table(field)
        if isinstance(of, ast.Constant) and isinstance(of.value, int) and of.value >= 0:
            return py.const(self.namespace[word][of.value])
        return py.item(word, of)

    def _state(self, ex: Ex) -> Expr:
        owner, made, state = ex.parts
        word = self.table(f"STATE_{made.name}_{state}", lambda: self.layout.state_table(made, state))
        found = py.item(word, self.expr(owner))
        return py.compare(found, ast.Eq(), py.const(1)) if ex.type.kind == "truth" else found

    def _piece_of(self, ex: Ex) -> Expr:
        made, kind, player = ex.parts
        share = made.combinations // len(made.states["owner"])
        return py.plus(py.times(self.expr(player), py.const(share)), py.const(made.token(kind)))

    def _same_kind(self, ex: Ex) -> Expr:
        made, left, right, negated = ex.parts
        return self.kinds_equal(made, self.expr(left), self.expr(right), negated)

    def kinds_equal(self, made: ComponentDecl, left: Expr, right: Expr, negated: bool) -> Expr:
        """A comparison of two pieces' kinds, whatever their states."""
        word = self.table("KIND", lambda: self.layout.kind_table)
        operator: ast.cmpop = ast.NotEq() if negated else ast.Eq()
        sides = [
            py.const(self.namespace[word][s.value]) if isinstance(s, ast.Constant) else py.item(word, s)
            for s in (left, right)
        ]
        return py.compare(sides[0], operator, sides[1])

    # values and tables
    def _value(self, ex: Ex) -> Expr:
        word, *arguments = ex.parts
        declared = self.program.values[word]
        if f"value {word}" not in self.modified and declared.body.op == "const":
            return self.expr(declared.body)
        if arguments and self.remembering and self.is_worth_remembering(word):
            known = self.table(f"KNOWN_{word}", lambda: Remembered(self.namespace, f"value_{word}"))
            return py.item(known, py.tuple_of([self.expr(a) for a in arguments]))
        return py.call(f"value_{word}", py.name("s"), *(self.expr(a) for a in arguments))

    remembering = True

    def is_worth_remembering(self, word: str) -> bool:
        """A value that comes to the same for the same arguments, and takes some working out."""
        declared = self.program.values[word]
        simple = declared.body.op in ("table", "field", "compare", "choice")
        sets = any(v.type.kind == "set" for v in declared.parameters) or declared.type.kind == "set"
        return not simple and not sets and self.is_pure_value(word)

    def is_pure_value(self, word: str) -> bool:
        """A value that reads nothing but its arguments."""
        if f"value {word}" in self.modified:
            return False

        def pure(ex: Ex) -> bool:
            if ex.op in ("counter", "zone", "times") or (
                ex.op == "built_in" and ex.parts[0] in _LOOKS_AT_PIECES
            ):
                return False
            if (ex.op in ("spaces", "space") and ex.parts[0].several) or (
                ex.op == "option" and ex.parts[0].value is None
            ):
                return False
            if ex.op == "value" and (ex.parts[0] == word or not self.is_pure_value(ex.parts[0])):
                return False
            return all(pure(e) for e in children(ex))

        return pure(self.program.values[word].body)

    def _table(self, ex: Ex) -> Expr:
        table: TableDecl = ex.parts[0]
        key = self.expr(ex.parts[1])
        word = self.table(f"TABLE_{table.name}", lambda: table.rows)
        if isinstance(key, ast.Constant) and key.value in table.rows:
            value = table.rows[key.value]  # type: ignore[index]
            return py.const(bool(value)) if table.type.kind == "truth" else py.const(value)
        return py.item(word, key)

    # arithmetic and logic
    def _arithmetic(self, ex: Ex) -> Expr:
        operator, left, right = ex.parts
        return py.binary(self.expr(left), ARITHMETIC[operator](), self.expr(right))

    def _negative(self, ex: Ex) -> Expr:
        operand = self.expr(ex.parts[0])
        if isinstance(operand, ast.Constant) and isinstance(operand.value, int):
            return py.const(-operand.value)
        return ast.UnaryOp(ast.USub(), operand)

    def _compare(self, ex: Ex) -> Expr:
        operator, left, right = ex.parts
        return py.compare(self.expr(left), COMPARE[operator](), self.expr(right))

    def _logic(self, ex: Ex) -> Expr:
        operator, *parts = ex.parts
        return (
            py.both([self.expr(p) for p in parts])
            if operator == "and"
            else py.either([self.expr(p) for p in parts])
        )

    def _not(self, ex: Ex) -> Expr:
        return py.negated(self.expr(ex.parts[0]))

    def _choice(self, ex: Ex) -> Expr:
        return py.if_else(*(self.expr(p) for p in ex.parts))

    def _range(self, ex: Ex) -> Expr:
        low, high = (self.expr(p) for p in ex.parts)
        if py.is_const(low) and py.is_const(high):
            return py.call("range", low, py.plus(high, py.const(1)))
        return py.call("span", low, high)

    def _listing(self, ex: Ex) -> Expr:
        return py.tuple_of([self.expr(p) for p in ex.parts])

    def _in(self, ex: Ex) -> Expr:
        member, source, negated = ex.parts
        return py.compare(self.expr(member), ast.NotIn() if negated else ast.In(), self.expr(source))

    def _times(self, ex: Ex) -> Expr:
        effect, step, player = ex.parts
        return py.slot(py.plus(self.expr(player), py.const(self.layout.histories[effect, step])))

    # gatherings
    def filtered(self, variable: str, source: Ex, where: Ex | None) -> tuple[Expr, list[Expr]]:
        """A source and the conditions left, after equalities on static fields went into an index."""
        conditions = _conjuncts(where)
        if source.op == "spaces":
            keys, rest = self.static_keys(variable, source, conditions)
            if keys:
                return self.indexed_spaces(source, keys), [self.expr(c) for c in rest]
        return self.expr(source), [self.expr(c) for c in conditions]

    def static_keys(
        self, variable: str, source: Ex, conditions: list[Ex]
    ) -> tuple[list[tuple[str, Ex]], list[Ex]]:
        """Part conditions into equalities on fields that never change, at most one a field, and the rest."""
        board: BoardDecl = source.parts[0]
        keys: list[tuple[str, Ex]] = []
        rest = []
        for condition in conditions:
            key = _static_equality(condition, variable, board)
            if key is not None and key[0] not in [k for k, _ in keys]:
                keys.append(key)
            else:
                rest.append(condition)
        return keys, rest

    def indexed_spaces(self, source: Ex, keys: list[tuple[str, Ex]]) -> Expr:
        """A look-up of the spaces whose fields have given values."""
        board, node_type, owner = source.parts
        fields = [field for field, _ in keys]
        word = self.table(
            f"INDEX_{node_type}_{'_'.join(fields)}", lambda: self.space_index(board, node_type, fields)
        )
        key = py.tuple_of([self.board_key(board, owner), *(self.expr(e) for _, e in keys)])
        return py.call(ast.Attribute(py.name(word), "get", ast.Load()), key, py.const(()))

    def space_index(
        self, board: BoardDecl, node_type: str, fields: list[str]
    ) -> dict[tuple[object, ...], tuple[int, ...]]:
        """Spaces by board key (owner and layout) and the values of some of their fields."""
        tables = [self.namespace[self.space_table(field)] for field in fields]
        found: dict[tuple[object, ...], list[int]] = {}
        for key, spaces in enumerate(self.layout.spaces_of(board, node_type)):
            for space in spaces:
                found.setdefault((key, *(table[space] for table in tables)), []).append(space)
        return {key: tuple(spaces) for key, spaces in found.items()}

    def _gather(self, ex: Ex) -> Expr:
        word, element, clauses, where, by = ex.parts
        *first, last = clauses
        pairs = [(c.variable, self.expr(c.source)) for c in first]
        source, conditions = self.filtered(last.variable, last.source, where)
        pairs.append((last.variable, source))
        value = self.expr(element)
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
        if by is None:
            return py.call("first", py.listed(value, pairs, conditions))
        keyed = py.listed(py.tuple_of([self.expr(by), value]), pairs, conditions)
        return py.call("least" if word == "first" else "in_order", keyed)

    # built-ins
    def _built_in(self, ex: Ex) -> Expr:
        word, *arguments = ex.parts
        made: Expr = getattr(self, "_do_" + word)(ex, *arguments)
        return made

    def _do_size(self, ex: Ex, of: Ex) -> Expr:
        return py.call("len", self.expr(of))

    def contents(self, place: Ex) -> Expr:
        """What lies on a space, or in a zone or set."""
        return py.slot(self.space_slot(self.expr(place))) if place.type.kind == "space" else self.expr(place)

    def _do_empty(self, ex: Ex, place: Ex) -> Expr:
        if place.type.kind == "space" and not self.is_stack(place.type):
            return py.compare(self.contents(place), ast.Lt(), py.const(0))
        return py.negated(self.contents(place))

    def _do_occupied(self, ex: Ex, place: Ex) -> Expr:
        if place.type.kind == "space" and not self.is_stack(place.type):
            return py.compare(self.contents(place), ast.GtE(), py.const(0))
        return py.compare(py.call("len", self.contents(place)), ast.Gt(), py.const(0))

    def _do_on(self, ex: Ex, place: Ex) -> Expr:
        return self._do_top(ex, place) if self.is_stack(place.type) else self.contents(place)

    def _do_top(self, ex: Ex, place: Ex) -> Expr:
        if place.type.kind == "space" and not self.is_stack(place.type):
            return self.contents(place)
        return py.call("last", self.contents(place))

    def _do_front(self, ex: Ex, place: Ex) -> Expr:
        return py.call("first", self.expr(place))

    def _do_at(self, ex: Ex, place: Ex, number: Ex) -> Expr:
        return py.call("at", self.expr(place), self.expr(number))

    def _do_height(self, ex: Ex, place: Ex) -> Expr:
        return py.call("len", self.contents(place))

    def _do_stack(self, ex: Ex, place: Ex) -> Expr:
        return self.contents(place)

    def _do_abs(self, ex: Ex, number: Ex) -> Expr:
        return py.call("abs", self.expr(number))

    def _do_min(self, ex: Ex, a: Ex, b: Ex) -> Expr:
        return py.call("min", self.expr(a), self.expr(b))

    def _do_max(self, ex: Ex, a: Ex, b: Ex) -> Expr:
        return py.call("max", self.expr(a), self.expr(b))

    def neighbour_table(self, node_type: str) -> str:
        """The name of the table of each space's neighbours of a node type."""
        return self.table(f"NEXT_TO_{node_type}", lambda: self.layout.neighbours(node_type))

    def _do_neighbours(self, ex: Ex, space: Ex, node_type: str | None = None) -> Expr:
        return py.item(self.neighbour_table(node_type or space.type.name), self.expr(space))

    def _do_neighbour(self, ex: Ex, space: Ex, direction: Ex) -> Expr:
        word = self.table("DIRECTIONS", lambda: self.layout.directions)
        return py.call("at", py.item(word, self.expr(space)), self.expr(direction))

    def _do_adjacent(self, ex: Ex, a: Ex, b: Ex) -> Expr:
        return py.compare(self.expr(b), ast.In(), py.item(self.neighbour_table(b.type.name), self.expr(a)))

    def _do_distance(self, ex: Ex, a: Ex, b: Ex) -> Expr:
        return py.call("distance", py.name(self.neighbour_table(a.type.name)), self.expr(a), self.expr(b))

    def _do_region(self, ex: Ex, space: Ex, field: str) -> Expr:
        return py.item(self.table(f"REGION_{field}", lambda: self.layout.regions(field)), self.expr(space))

    def _do_regions(self, ex: Ex, spaces: Ex, field: str) -> Expr:
        word = self.table(f"REGION_{field}", lambda: self.layout.regions(field))
        return py.call("region_firsts", py.name(word), self.expr(spaces))

    def _do_group(self, ex: Ex, space: Ex, spaces: Ex) -> Expr:
        return py.call(
            "group", py.name(self.neighbour_table(space.type.name)), self.expr(space), self.expr(spaces)
        )

    def _do_groups(self, ex: Ex, spaces: Ex) -> Expr:
        assert spaces.type.of is not None
        return py.call("groups", py.name(self.neighbour_table(spaces.type.of.name)), self.expr(spaces))

    def _do_longest_trail(self, ex: Ex, sides: Ex, blocked: Ex) -> Expr:
        assert blocked.type.of is not None
        return py.call(
            "longest_trail",
            py.name(self.neighbour_table(blocked.type.of.name)),
            self.expr(sides),
            self.expr(blocked),
        )

    def _do_reach(self, ex: Ex, corner: Ex, sides: Ex, blocked: Ex) -> Expr:
        table = self.neighbour_table(corner.type.name)
        return py.call("reach", py.name(table), self.expr(corner), self.expr(sides), self.expr(blocked))

    def _do_direction(self, ex: Ex, a: Ex, b: Ex) -> Expr:
        word = self.table("DIRECTIONS", lambda: self.layout.directions)
        return py.call("place_in", py.item(word, self.expr(a)), self.expr(b))

    def _do_reflect(self, ex: Ex, space: Ex, axis: str) -> Expr:
        return py.item(self.table(f"REFLECT_{axis}", lambda: self.layout.reflections(axis)), self.expr(space))

    def _do_next(self, ex: Ex, of: Ex, number: Ex | None = None, sign: int = 1) -> Expr:
        kind = of.type.kind
        if number is None and kind == "space":
            return py.item(
                self.table(f"ALONG_{'ON' if sign > 0 else 'BACK'}", lambda: self.layout.along(sign)),
                self.expr(of),
            )
        steps: Expr = self.expr(number) if number is not None else py.const(1)
        if sign < 0:
            steps = ast.UnaryOp(ast.USub(), steps)
        if kind == "space":
            forward = self.table("ALONG_ON", lambda: self.layout.along(1))
            back = self.table("ALONG_BACK", lambda: self.layout.along(-1))
            return py.call("walk", py.name(forward), py.name(back), self.expr(of), steps)
        if kind == "player":
            return ast.BinOp(
                ast.BinOp(self.expr(of), ast.Add(), steps), ast.Mod(), py.const(self.model.players)
            )
        members = (
            len(self.model.enums[of.type.name].members)
            if kind == "enum" and of.type.name in self.model.enums
            else 0
        )
        return py.call("step_within", py.const(members), self.expr(of), steps)

    def _do_previous(self, ex: Ex, of: Ex, number: Ex | None = None) -> Expr:
        return self._do_next(ex, of, number, -1)

    def _do_players_from(self, ex: Ex, player: Ex) -> Expr:
        return py.item(self.table("PLAYERS_FROM", self.players_from), self.expr(player))

    def players_from(self) -> tuple[tuple[int, ...], ...]:
        """For each person all players in seat order, the person first."""
        n = self.model.players
        rows = [tuple((first + i) % n for i in range(n)) for first in range(n)]
        # An automaton has no seat: for it the players come in seat order.
        rows += [(person, *range(n)) for person in range(n, self.model.persons)]
        return tuple(rows)

    def _do_others(self, ex: Ex, player: Ex) -> Expr:
        return py.item(
            self.table("OTHERS", lambda: tuple(row[1:] for row in self.players_from())), self.expr(player)
        )

    def _do_mates(self, ex: Ex, player: Ex) -> Expr:
        n, teams = self.model.players, self.model.teams
        return py.item(
            self.table(
                "MATES", lambda: tuple(tuple(q for q in range(n) if q % teams == p % teams) for p in range(n))
            ),
            self.expr(player),
        )

    def _do_team(self, ex: Ex, player: Ex) -> Expr:
        return ast.BinOp(self.expr(player), ast.Mod(), py.const(self.model.teams))

    def _do_union(self, ex: Ex, a: Ex, b: Ex) -> Expr:
        return py.call("union", self.expr(a), self.expr(b))

    def _do_both(self, ex: Ex, a: Ex, b: Ex) -> Expr:
        return py.call("both", self.expr(a), self.expr(b))

    def _do_without(self, ex: Ex, a: Ex, b: Ex) -> Expr:
        return py.call("without", self.expr(a), self.expr(b))

    def _do_copies(self, ex: Ex, piece: Ex) -> Expr:
        return py.item(self.table("COPIES", lambda: self.layout.copies_table), self.expr(piece))

    def _do_same_kind(self, ex: Ex, a: Ex, b: Ex) -> Expr:
        return self.kinds_equal(self.model.components[a.type.name], self.expr(a), self.expr(b), False)

    def _do_ordered(self, ex: Ex, piece: Ex) -> Expr:
        if piece.type.kind == "enum":
            return py.plus(self.expr(piece), py.const(1))
        return py.plus(
            py.item(self.table("KIND", lambda: self.layout.kind_table), self.expr(piece)), py.const(1)
        )


def _conjuncts(where: Ex | None) -> list[Ex]:
    if where is None:
        return []
    if where.op == "logic" and where.parts[0] == "and":
        return [c for part in where.parts[1:] for c in _conjuncts(part)]
    return [where]


def _static_equality(condition: Ex, variable: str, board: BoardDecl) -> tuple[str, Ex] | None:
    """`x.field == e`, where the field never changes and e does not speak of x."""
    if condition.op != "compare" or condition.parts[0] != "==":
        return None
    for one, other in (condition.parts[1:], condition.parts[:0:-1]):
        if (
            one.op != "field"
            or one.type.kind == "set"
            or not mentions(one.parts[0], variable)
            or one.parts[0].op != "var"
        ):
            continue
        if (one.parts[1] in board.fields or one.parts[1] in ("index", "row", "column")) and not mentions(
            other, variable
        ):
            return one.parts[1], other
    return None


def mentions(ex: Ex, variable: str) -> bool:
    """Tell whether an expression reads a local variable."""
    if ex.op == "var":
        return bool(ex.parts[0] == variable)
    return any(mentions(e, variable) for e in children(ex))


def children(ex: Ex) -> Iterable[Ex]:
    """Yield the expressions directly inside an expression."""
    for part in ex.parts:
        if isinstance(part, Ex):
            yield part
        elif isinstance(part, tuple):
            for inner in part:
                source = getattr(inner, "source", inner)
                if isinstance(source, Ex):
                    yield source
