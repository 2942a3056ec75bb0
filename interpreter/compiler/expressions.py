"""Checked expressions to Python expressions over the flat state `s`.

In: an expression of a rule. Out: the Python expression, at its place in the rule file. Static tables become
names in the compiled functions' namespace; what is constant is folded.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.compiler import python_ast as py
from interpreter.compiler.built_in_code import BuiltInCompiler
from interpreter.compiler.python_ast import Expr
from interpreter.language.checked import (
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
    SameKindEx,
    SpaceEx,
    SpacesEx,
    StateEx,
    TableEx,
    TimesEx,
    ValueCallEx,
    ZoneEx,
    expressions_in,
    sought_piece,
    within,
)
from interpreter.language.types import NUMBER
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
    if isinstance(ex, FieldEx):
        return False
    return (isinstance(ex, LocalEx | ValueCallEx) and ex.type == NUMBER) or any(
        map(_is_handed_on, expressions_in(ex))
    )


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

    def _constex(self, ex: ConstEx) -> Expr:
        value = ex.value
        return py.const(bool(value)) if ex.type.kind == "truth" else py.const(value)

    def _constsetex(self, ex: ConstSetEx) -> Expr:
        return self.constant(ex.values)

    def _meex(self, ex: MeEx) -> Expr:
        return py.name("me")

    def _localex(self, ex: LocalEx) -> Expr:
        substitute = self.substitutes.get(ex.name)
        return py.name(ex.name) if substitute is None else substitute

    def _playersex(self, ex: PlayersEx) -> Expr:
        return self.constant(tuple(range(self.model.players)))

    def _counterex(self, ex: CounterEx) -> Expr:
        return py.slot(self.counter_slot(ex))

    def _zoneex(self, ex: ZoneEx) -> Expr:
        return py.slot(self.zone_slot(ex))

    def _optionex(self, ex: OptionEx) -> Expr:
        option = ex.declared
        if option.value is None:
            return py.slot(py.const(self.layout.options[option.name]))
        if isinstance(option.value, tuple):
            return self.constant(option.value)
        return py.const(bool(option.value)) if option.type.kind == "truth" else py.const(option.value)

    def _spacesex(self, ex: SpacesEx) -> Expr:
        board, node_type, owner = ex.board, ex.node_type, ex.owner
        word = self.table(f"SPACES_{node_type}", lambda: self.layout.spaces_of(board, node_type))
        key = self.board_key(board, owner)
        if isinstance(key, ast.Constant):
            place = int(str(key.value))
            flat = f"SPACES_{node_type}_{place}"
            return py.name(self.table(flat, lambda: self.namespace[word][place]))
        return py.item(word, key)

    def _spaceex(self, ex: SpaceEx) -> Expr:
        board, node_type, owner, key = ex.board, ex.node_type, ex.owner, ex.key
        if isinstance(key, Ex):
            spaces = self._spacesex(SpacesEx(ex.position, ex.type, board, node_type, owner))
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

    def _fieldex(self, ex: FieldEx) -> Expr:
        owner, field = ex.owner, ex.name
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

    def _stateex(self, ex: StateEx) -> Expr:
        owner, made, state = ex.owner, ex.component, ex.state
        word = self.table(f"STATE_{made.name}_{state}", lambda: self.layout.state_table(made, state))
        found = py.item(word, self.expr(owner))
        return py.compare(found, ast.Eq(), py.const(1)) if ex.type.kind == "truth" else found

    def _pieceofex(self, ex: PieceOfEx) -> Expr:
        made, kind, player = ex.component, ex.kind, ex.player
        share = made.combinations // len(made.states["owner"])
        return py.plus(py.times(self.expr(player), py.const(share)), py.const(made.token(kind)))

    def _samekindex(self, ex: SameKindEx) -> Expr:
        return self.kinds_equal(ex.component, self.expr(ex.left), self.expr(ex.right), ex.negated)

    # -- values and tables
    def _valuecallex(self, ex: ValueCallEx) -> Expr:
        word, arguments = ex.name, ex.arguments
        declared = self.program.values[word]
        if f"value {word}" not in self.modified and isinstance(declared.body, ConstEx):
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
        uses = [part.name for part in inside if isinstance(part, LocalEx)]
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
        return isinstance(ex, MeEx) or (isinstance(ex, GatherEx) and self.looked_up(ex) is None)

    def is_worth_remembering(self, word: str) -> bool:
        """A value that comes to the same for the same arguments, and takes some working out."""
        declared = self.program.values[word]
        simple = isinstance(declared.body, TableEx | FieldEx | CompareEx | ConditionalEx)
        sets = any(v.type.kind == "set" for v in declared.parameters) or declared.type.kind == "set"
        # What is remembered is worked out without a state, where nothing could be counted.
        return not simple and not sets and self.is_pure_value(word) and not self.work.is_counted(word)

    def is_pure_value(self, word: str) -> bool:
        """A value that reads nothing but its arguments."""
        if f"value {word}" in self.modified:
            return False

        def pure(ex: Ex) -> bool:
            if isinstance(ex, CounterEx | ZoneEx | TimesEx) or (
                isinstance(ex, BuiltInEx) and ex.name in _LOOKS_AT_PIECES
            ):
                return False
            if (isinstance(ex, SpacesEx | SpaceEx) and ex.board.several) or (
                isinstance(ex, OptionEx) and ex.declared.value is None
            ):
                return False
            if isinstance(ex, ValueCallEx) and (ex.name == word or not self.is_pure_value(ex.name)):
                return False
            return all(pure(e) for e in expressions_in(ex))

        return pure(self.program.values[word].body)

    def _tableex(self, ex: TableEx) -> Expr:
        table = ex.declared
        key = self.expr(ex.key)
        word = self.table(f"TABLE_{table.name}", lambda: Rows(table.rows, table.name, self.key_title(table)))
        if isinstance(key, ast.Constant) and isinstance(key.value, int) and key.value in table.rows:
            value = table.rows[key.value]
            return py.const(bool(value)) if table.type.kind == "truth" else py.const(value)
        return py.item(word, key)

    def key_title(self, table: TableDecl) -> Callable[[int], str]:
        """What the keys of a table are called in a fault."""
        enum, made = self.model.enums.get(table.key.name), self.model.components.get(table.key.name)

        def title(key: int) -> str:
            if table.key.kind != "number" and key < 0:
                return "none"
            if enum is not None:
                return enum.members[key]
            return made.kind_of(key).name if made is not None else str(key)

        return title

    # -- arithmetic and logic
    def _arithmeticex(self, ex: ArithmeticEx) -> Expr:
        operator, left, right = ex.operator, ex.left, ex.right
        operands = [self.expr(left), self.expr(right)]
        if operator in DIVISIONS and not (isinstance(operands[1], ast.Constant) and operands[1].value):
            return py.call(DIVISIONS[operator], *operands)
        made = py.binary(operands[0], ARITHMETIC[operator](), operands[1])
        # Alone such a product could grow beyond all measure from one name to the next.
        grows = operator == "*" and _is_handed_on(left) and _is_handed_on(right)
        return py.call("measured", made) if grows else made

    def _negativeex(self, ex: NegativeEx) -> Expr:
        operand = self.expr(ex.operand)
        if isinstance(operand, ast.Constant) and isinstance(operand.value, int):
            return py.const(-operand.value)
        return ast.UnaryOp(ast.USub(), operand)

    def _compareex(self, ex: CompareEx) -> Expr:
        operator, left, right = ex.operator, ex.left, ex.right
        return py.compare(self.expr(left), COMPARE[operator](), self.expr(right))

    def _logicex(self, ex: LogicEx) -> Expr:
        operands = [self.expr(operand) for operand in ex.operands]
        return py.both(operands) if ex.operator == "and" else py.either(operands)

    def _notex(self, ex: NotEx) -> Expr:
        return py.negated(self.expr(ex.operand))

    def _conditionalex(self, ex: ConditionalEx) -> Expr:
        return py.if_else(self.expr(ex.condition), self.expr(ex.then), self.expr(ex.otherwise))

    def _rangeex(self, ex: RangeEx) -> Expr:
        low, high = self.expr(ex.low), self.expr(ex.high)
        if py.is_const(low) and py.is_const(high):
            return py.call("range", low, py.plus(high, py.const(1)))
        return py.call("span", low, high)

    def _listingex(self, ex: ListingEx) -> Expr:
        return py.tuple_of([self.expr(entry) for entry in ex.entries])

    def _inex(self, ex: InEx) -> Expr:
        return py.compare(self.expr(ex.item), ast.NotIn() if ex.negated else ast.In(), self.expr(ex.source))

    def _timesex(self, ex: TimesEx) -> Expr:
        return py.slot(py.plus(self.expr(ex.player), py.const(self.layout.histories[ex.effect, ex.step])))

    def looked_up(self, ex: GatherEx) -> Expr | None:
        """The short way to count what equals one piece of a zone, or find any; None where there is none."""
        sought = sought_piece(ex)
        if sought is None:
            return None
        held = self.expr(ex.clauses[0].source)
        if ex.word == "any":
            return py.compare(self.expr(sought), ast.In(), held)
        return ast.Call(ast.Attribute(held, "count", ast.Load()), [self.expr(sought)], [])

    def _gatherex(self, ex: GatherEx) -> Expr:
        short = self.looked_up(ex)
        if short is not None:
            return short
        word, element, clauses, where, by = ex.word, ex.element, ex.clauses, ex.where, ex.by
        *first, last = clauses
        sources = [self.expr(c.source) for c in first]
        source, conditions = self.filtered(last.source, where)
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
