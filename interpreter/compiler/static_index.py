"""Sets of spaces filtered by what never changes: an index instead of a search.

In: the source of a gathering, choice or loop and its conditions. Out: the Python expression of the source and
the conditions that are left to test, after equalities on static fields went into an index.
"""

from __future__ import annotations

import ast

from interpreter.compiler import python_ast as py
from interpreter.compiler.python_ast import Expr
from interpreter.compiler.slots import SlotCompiler
from interpreter.language.checked import Ex
from interpreter.language.subexpressions import mentions
from interpreter.model.declarations import BoardDecl


class StaticIndexCompiler(SlotCompiler):
    """Compiles the sources of gatherings."""

    def board_key(self, board: BoardDecl, owner: Ex | None) -> Expr:
        """Owner and layout in one number."""
        owner_code: Expr = self.expr(owner) if owner is not None else py.const(0)
        count = len(board.layouts)
        if count == 1:
            return owner_code
        counter = py.slot(py.plus(owner_code, py.const(self.layout.counters[f"{board.name}_layout"])))
        return py.plus(py.times(owner_code, py.const(count)), counter)

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
