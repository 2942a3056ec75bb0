"""Calls of built-ins to Python expressions: for each built-in a method `_do_` with its name.

In: the checked call and its arguments (words stay words). Out: a Python expression, mostly a look-up in a
static table or a call of a function in play/.
"""

from __future__ import annotations

import ast
from typing import Any

from interpreter.compiler import python_ast as py
from interpreter.compiler.python_ast import Expr
from interpreter.compiler.slots import SlotCompiler
from interpreter.language.checked import BuiltInEx, Ex, PlayersEx
from interpreter.model.declarations import ComponentDecl


class BuiltInCompiler(SlotCompiler):
    """Compiles calls of built-ins."""

    def _builtinex(self, ex: BuiltInEx) -> Expr:
        made: Expr = getattr(self, "_do_" + ex.name)(ex, *ex.arguments)
        return made

    def _do_size(self, ex: Ex, of: Ex) -> Expr:
        if isinstance(of, PlayersEx):
            return py.const(self.model.players)
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
        where, values = self.expr(number), self.expr(place)
        fixed = isinstance(where, ast.Constant) and isinstance(where.value, int) and where.value > 0
        if fixed and isinstance(values, ast.Subscript):
            there = py.compare(py.call("len", values), ast.GtE(), where)
            return py.if_else(there, py.item(values, py.binary(where, ast.Sub(), py.const(1))), py.const(-1))
        return py.call("at", values, where)

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
            "longest_trail_of",
            py.name("s"),
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

    def players_from(self) -> tuple[Any, ...]:
        """For each person all players in seat order, the person first; none has no entry."""
        n = self.model.players
        rows = [tuple((first + i) % n for i in range(n)) for first in range(n)]
        # An automaton has no seat: for it the players come in seat order.
        rows += [(person, *range(n)) for person in range(n, self.model.persons)]
        return (*rows, None)

    def _do_others(self, ex: Ex, player: Ex) -> Expr:
        return py.item(
            self.table("OTHERS", lambda: (*(row[1:] for row in self.players_from()[:-1]), None)),
            self.expr(player),
        )

    def _do_mates(self, ex: Ex, player: Ex) -> Expr:
        n, teams = self.model.players, self.model.teams
        return py.item(
            self.table(
                "MATES",
                lambda: (
                    *(
                        tuple(q for q in range(n) if q % teams == p % teams)
                        for p in range(self.model.persons)
                    ),
                    None,
                ),
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

    def _do_final_points(self, ex: Ex, piece: Ex, player: Ex) -> Expr:
        return py.call("final_points", py.name("s"), self.expr(piece), self.expr(player))

    def _do_copies(self, ex: Ex, piece: Ex) -> Expr:
        return py.item(self.table("COPIES", lambda: self.layout.copies_table), self.expr(piece))

    def kinds_equal(self, made: ComponentDecl, left: Expr, right: Expr, negated: bool) -> Expr:
        """A comparison of two pieces' kinds, whatever their states."""
        word = self.table("KIND", lambda: self.layout.kind_table)
        operator: ast.cmpop = ast.NotEq() if negated else ast.Eq()
        sides = [
            py.const(self.namespace[word][s.value]) if isinstance(s, ast.Constant) else py.item(word, s)
            for s in (left, right)
        ]
        return py.compare(sides[0], operator, sides[1])

    def _do_same_kind(self, ex: Ex, a: Ex, b: Ex) -> Expr:
        return self.kinds_equal(self.model.components[a.type.name], self.expr(a), self.expr(b), False)

    def _do_ordered(self, ex: Ex, piece: Ex) -> Expr:
        if piece.type.kind == "enum":
            return py.plus(self.expr(piece), py.const(1))
        return py.plus(
            py.item(self.table("KIND", lambda: self.layout.kind_table), self.expr(piece)), py.const(1)
        )
