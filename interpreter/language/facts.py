"""What checked expressions and statements tell of themselves alone: their parts, and what surely holds."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import TypeGuard

from interpreter.language.checked import (
    ArithmeticEx,
    Asking,
    BuiltInEx,
    ChooseSt,
    CompareEx,
    ConditionalEx,
    ConstEx,
    ConstSetEx,
    Ex,
    FieldEx,
    GatherEx,
    ListingEx,
    LocalEx,
    MeEx,
    NegativeEx,
    PlayersEx,
    RangeEx,
    SameKindEx,
    SpacesEx,
    St,
    StBlock,
    Text,
    ValueCallEx,
    ZoneEx,
)
from interpreter.language.node import Node, find
from interpreter.language.types import NUMBER

_KNOWN = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def expressions_in(start: Node) -> Iterator[Ex]:
    """Yield the expressions directly inside a node; statements and words for people inside it keep theirs."""
    for child in start.children():
        if isinstance(child, Ex):
            yield child
        elif not isinstance(child, St | Asking | Text):
            yield from expressions_in(child)


# For each kind of statement its fields that hold blocks: most have none, and programs are walked over often.
_fields_of_blocks: dict[type, tuple[str, ...]] = {}


def blocks_in(s: St) -> Iterator[StBlock]:
    """Yield the blocks directly inside a statement, those that are empty left out."""
    kind = type(s)
    if kind not in _fields_of_blocks:
        _fields_of_blocks[kind] = tuple(each.name for each in fields(kind) if "StBlock" in str(each.type))
    for name in _fields_of_blocks[kind]:
        value = getattr(s, name) or ()
        if value and isinstance(value[0], St):
            yield value
        else:  # pairs of something and a block
            yield from (block for _, block in value if block)


def statements_in(block: Iterable[St]) -> Iterator[St]:
    """Yield every statement of a block, inner blocks too, outer ones first."""
    for s in block:
        yield s
        for inner in blocks_in(s):
            yield from statements_in(inner)


def within(ex: Ex) -> Iterator[Ex]:
    """Yield an expression and all expressions inside it, at any depth."""
    return find(ex, Ex)


def mentions(ex: Ex, variable: str) -> bool:
    """Tell whether an expression reads a local variable."""
    return any(part.name == variable for part in find(ex, LocalEx))


def sought_piece(ex: GatherEx) -> Ex | None:
    """Of `count` or `any` in a given set of what equals one value: that value; else None."""
    element, source, variable = ex.element, ex.clauses[0].source, ex.clauses[0].variable
    if ex.word not in ("count", "any") or len(ex.clauses) > 1 or ex.where is not None:
        return None
    if not isinstance(source, ZoneEx | FieldEx | LocalEx):
        return None
    if (isinstance(element, CompareEx) and element.operator == "==") or (
        isinstance(element, SameKindEx) and element.component.combinations == 1 and not element.negated
    ):
        left, right = element.left, element.right
    else:
        return None
    if isinstance(right, LocalEx) and right.name == variable:
        left, right = right, left
    if not isinstance(left, LocalEx) or left.name != variable or mentions(right, variable):
        return None
    return right


def only_counts(ex: Ex) -> bool:
    """Whether an expression shows of a zone only how much lies there, which is no secret."""
    return isinstance(ex, BuiltInEx) and ex.declared.only_counts and isinstance(ex.argument(0), ZoneEx)


def reads_pieces(ex: Ex) -> TypeGuard[BuiltInEx]:
    """Whether a built-in reads the pieces on spaces; of a zone, the zone itself is read."""
    return isinstance(ex, BuiltInEx) and ex.declared.reads == "pieces" and ex.argument(0).type.kind == "space"


def reads_anything(ex: Ex) -> TypeGuard[BuiltInEx]:
    """Whether a built-in may read all of the position, such as the scoring lines of a piece."""
    return isinstance(ex, BuiltInEx) and ex.declared.reads == "anything"


def is_known_range(source: Ex) -> bool:
    """Whether a set is a range whose bounds are numbers in the rules."""
    return isinstance(source, RangeEx) and all(isinstance(end, ConstEx) for end in source.children())


def lacks_none(source: Ex) -> bool:
    """Whether `none` is surely not among the members of a set."""
    if isinstance(source, ConstSetEx):
        return min(source.values, default=0) >= 0
    if isinstance(source, ListingEx):
        return all(is_present(each) for each in source.entries)
    if isinstance(source, GatherEx):
        return is_present(source.element)
    if isinstance(source, ArithmeticEx | ConditionalEx | BuiltInEx):
        return all(lacks_none(part) for part in expressions_in(source) if part.type.kind == "set")
    return isinstance(source, PlayersEx | ZoneEx | SpacesEx)


def is_present(ex: Ex) -> bool:
    """Whether a value is surely not none."""
    if isinstance(ex, ConstEx):
        return ex.value >= 0
    return isinstance(ex, MeEx) or (isinstance(ex, LocalEx) and ex.present)


def known_number(ex: Ex) -> int | None:
    """The value of a sum, difference or product of numbers in the rules; None where that is not known."""
    if isinstance(ex, ConstEx):
        return ex.value
    if isinstance(ex, NegativeEx):
        operand = known_number(ex.operand)
        return None if operand is None else -operand
    if not isinstance(ex, ArithmeticEx) or ex.operator not in _KNOWN:
        return None
    left, right = known_number(ex.left), known_number(ex.right)
    return None if left is None or right is None else _KNOWN[ex.operator](left, right)


def grows(ex: ArithmeticEx) -> bool:
    """Whether a product could grow beyond all measure from one name to the next, so that it is measured."""
    return ex.operator == "*" and _is_handed_on(ex.left) and _is_handed_on(ex.right)


def _is_handed_on(ex: Ex) -> bool:
    """Whether a number may come out of numbers that were named or handed over and never measured."""
    if isinstance(ex, FieldEx):
        return False
    if isinstance(ex, LocalEx | ValueCallEx) and ex.type == NUMBER:
        return not (isinstance(ex, LocalEx) and ex.bounded)
    return any(map(_is_handed_on, expressions_in(ex)))


def different_needed(s: ChooseSt) -> Ex | None:
    """How many different things a choice of several needs; None: none."""
    if s.low is None or not s.repeats:
        return s.low
    one = ConstEx(s.low.position, NUMBER, 1)
    return BuiltInEx(s.low.position, NUMBER, "min", (s.low, one))
