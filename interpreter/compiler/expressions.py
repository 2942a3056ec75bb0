"""Checked expressions to Python expressions over the flat state `s`.

In: an expression of a rule. Out: the Python expression, at its place in the rule file. Static tables become
names in the compiled functions' namespace; what is constant is folded.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from interpreter.compiler import python_ast as py
from interpreter.compiler.built_in_code import BuiltInCompiler
from interpreter.compiler.python_ast import Expr
from interpreter.language.checked import Ex
from interpreter.language.subexpressions import children, mentions, within
from interpreter.language.types import NUMBER
from interpreter.model.declarations import NONE, BoardDecl, OptionDecl, TableDecl

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
_LOOKS_AT_PIECES = ("on", "empty", "occupied", "top", "stack", "height", "final_points")
MAX_REMEMBERED = 4_096
# So many parts may a value have that is worked out where it is asked for.
MAX_INLINED = 16
SAFE = {"len", "at", "first", "last", "abs", "min", "max", "count", "any", "all", "sum", "bool"}


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


def _is_handed_on(ex: Ex) -> bool:
    """Whether a number may come out of numbers that were named or handed over and never measured."""
    if ex.op == "field":
        return False
    return (ex.op in ("var", "value") and ex.type == NUMBER) or any(map(_is_handed_on, children(ex)))


def may_fault(code: Expr) -> bool:
    """Whether working an expression out may go wrong: it divides, looks in a table, calls what may raise."""
    return any(
        (isinstance(part, ast.Call) and getattr(part.func, "id", getattr(part.func, "attr", "")) not in SAFE)
        or (isinstance(part, ast.BinOp) and isinstance(part.op, ast.FloorDiv | ast.Mod))
        or (isinstance(part, ast.Name) and part.id.startswith("TABLE_"))
        for part in ast.walk(code)
    )


class ExpressionCompiler(BuiltInCompiler):
    """Compiles expressions: a method for each kind, named as the kind."""

    def _const(self, ex: Ex) -> Expr:
        value = ex.parts[0]
        return py.const(bool(value)) if ex.type.kind == "truth" else py.const(value)

    def _const_set(self, ex: Ex) -> Expr:
        return self.constant(ex.parts[0])

    def _me(self, ex: Ex) -> Expr:
        return py.name("me")

    def _var(self, ex: Ex) -> Expr:
        substitute = self.substitutes.get(ex.parts[0])
        return py.name(ex.parts[0]) if substitute is None else substitute

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
        if isinstance(option.value, tuple):
            return self.constant(option.value)
        return py.const(bool(option.value)) if option.type.kind == "truth" else py.const(option.value)

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

    # -- values and tables
    def _value(self, ex: Ex) -> Expr:
        word, *arguments = ex.parts
        declared = self.program.values[word]
        if f"value {word}" not in self.modified and declared.body.op == "const":
            return self.expr(declared.body)
        if arguments and self.remembering and self.is_worth_remembering(word):
            known = self.table(f"KNOWN_{word}", lambda: Remembered(self.namespace, f"value_{word}"))
            return py.item(known, py.tuple_of([self.expr(a) for a in arguments]))
        given = [self.expr(a) for a in arguments]
        return self.inlined(word, given, ex) or py.call(f"value_{word}", py.name("s"), *given)

    remembering = True

    def inlined(self, word: str, arguments: Sequence[Expr], call: Ex) -> Expr | None:
        """A short value worked out where it is asked for: calling a function costs more than most of them.

        None where that would change what happens: rules modify it, its work is counted, it has variables of
        its own, or an argument that must be worked out would be worked out twice.
        """
        declared = self.program.values[word]
        if f"value {word}" in self.modified or word in self.inlining or self.work.is_counted(word):
            return None
        names = [v.python for v in declared.parameters]
        inside = list(within(declared.body))
        uses = [part.parts[0] for part in inside if part.op == "var"]
        if len(inside) > MAX_INLINED or any(map(self.has_names, inside)):
            return None
        if any(
            uses.count(name) > 1 and not isinstance(given, ast.Name | ast.Constant)
            for name, given in zip(names, arguments, strict=True)
        ):
            return None
        outside = self.substitutes, self.inlined_at
        elsewhere = declared.body.position.file != call.position.file
        self.substitutes = dict(zip(names, arguments, strict=True))
        self.inlined_at = self.inlined_at or (call.position if elsewhere else None)
        self.inlining.append(word)
        made = self.expr(declared.body)
        self.inlining.pop()
        self.substitutes, self.inlined_at = outside
        # A fault would be told of where the value is asked for, not where it stands.
        return None if elsewhere and may_fault(made) else made

    def has_names(self, ex: Ex) -> bool:
        """Whether an expression names what is only there where it is worked out."""
        return ex.op == "me" or (ex.op == "gather" and self.looked_up(ex) is None)

    def is_worth_remembering(self, word: str) -> bool:
        """A value that comes to the same for the same arguments, and takes some working out."""
        declared = self.program.values[word]
        simple = declared.body.op in ("table", "field", "compare", "choice")
        sets = any(v.type.kind == "set" for v in declared.parameters) or declared.type.kind == "set"
        # What is remembered is worked out without a state, where nothing could be counted.
        return not simple and not sets and self.is_pure_value(word) and not self.work.is_counted(word)

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
        if isinstance(key, ast.Constant) and isinstance(key.value, int) and key.value in table.rows:
            value = table.rows[key.value]
            return py.const(bool(value)) if table.type.kind == "truth" else py.const(value)
        return py.item(word, key)

    # -- arithmetic and logic
    def _arithmetic(self, ex: Ex) -> Expr:
        operator, left, right = ex.parts
        made = py.binary(self.expr(left), ARITHMETIC[operator](), self.expr(right))
        # Alone such a product could grow beyond all measure from one name to the next.
        grows = operator == "*" and _is_handed_on(left) and _is_handed_on(right)
        return py.call("measured", made) if grows else made

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

    def looked_up(self, ex: Ex) -> Expr | None:
        """The short way to count what equals one piece of a zone, or find any; None where there is none."""
        word, element, clauses, where, _ = ex.parts
        source, variable = clauses[0].source, clauses[0].variable
        if word not in ("count", "any") or len(clauses) > 1 or where is not None or source.op != "zone":
            return None
        if element.op == "compare" and element.parts[0] == "==":
            left, right = element.parts[1:]
        elif element.op == "same_kind" and element.parts[0].combinations == 1 and not element.parts[3]:
            left, right = element.parts[1:3]
        else:
            return None
        if right.op == "var" and right.parts[0] == variable:
            left, right = right, left
        if left.op != "var" or left.parts[0] != variable or mentions(right, variable):
            return None
        held = self.expr(source)
        if word == "any":
            return py.compare(self.expr(right), ast.In(), held)
        return ast.Call(ast.Attribute(held, "count", ast.Load()), [self.expr(right)], [])

    def _gather(self, ex: Ex) -> Expr:
        short = self.looked_up(ex)
        if short is not None:
            return short
        word, element, clauses, where, by = ex.parts
        *first, last = clauses
        sources = [self.expr(c.source) for c in first]
        source, conditions = self.filtered(last.variable, last.source, where)
        loops = self.work.clauses(ex)
        total = sum(entered * size * each for entered, size, each in loops)
        pairs = [
            (clause.variable, self.counted_values(values, each, total))
            for clause, values, (_, _, each) in zip(clauses, [*sources, source], loops, strict=True)
        ]
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
