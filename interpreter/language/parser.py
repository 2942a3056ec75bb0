"""Effect texts to parse trees. Besides parse_tables.py and syntax_faults.py nothing imports lark.

In: a located text and what it should be (a block, an expression, a signature, a pattern, a loop head).
Out: the tree, every node at its file position, or None and a problem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any, cast

from lark import Token, Transformer, UnexpectedInput, v_args
from lark.exceptions import VisitError
from lark.indenter import DedentError

from interpreter.language import tree as t
from interpreter.language.node import Node, moved, walk
from interpreter.language.parse_tables import effect_parser
from interpreter.language.syntax_faults import start_words, tell_dedent, tell_fault, without_faulty
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems
from interpreter.reading.located_value import LinePlace, Located, Style

MAX_TEXT = 20_000
MAX_NESTING = 60
MAX_JOINED = 150
# What makes the tree of an expression deeper, and what begins another one.
_MARKS = re.compile(r"[(){}\n+*/-]|\b(?:mod|not|else)\b")
_MOST_DIGITS = 17
# Python, to which rules are compiled, nests at most 20 loops.
MAX_BLOCKS = 18
# So many syntax errors of one rule text are reported in one run.
_MOST_FAULTS = 10


# A value inside a text for people.
_VALUE = re.compile(r"\{([^{}]*)\}")


class FaultInText(Exception):
    """A value inside a text for people is no expression."""

    def __init__(self, text: Located, fault: UnexpectedInput) -> None:
        super().__init__(str(fault))
        self.text, self.fault = text, fault


def _field(part: Any) -> Any:
    """A part of a rule as the tree has it: a name or what is between quotes as a text."""
    if not isinstance(part, Token):
        return part
    return str(part)[1:-1] if part.type == "TEXT" else str(part)


# The classes of the tree, by the names that rules have: `lasting_grant` is LastingGrant.
CLASSES: dict[str, Callable[..., Node]] = {
    re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower(): made
    for name, made in vars(t).items()
    if isinstance(made, type) and issubclass(made, Node)
}


@v_args(meta=True, inline=False)
class _Build(Transformer[Token, Any]):
    """One method per grammar rule: (meta, children) to a tree node."""

    def __init__(self, text: Located, shift: int) -> None:
        super().__init__(visit_tokens=False)
        self.text = text
        self.shift = shift  # letters put before the first line

    def file_place(self, line: int, column: int) -> Position:
        return self.text.position_in_text(line, column - self.shift if line == 1 else column)

    def at(self, meta: Any) -> Position:
        if getattr(meta, "empty", True):
            return self.text.position
        start = self.file_place(meta.line, meta.column)
        if meta.end_line == meta.line:
            end_column = start.column + meta.end_column - meta.column
            return Position(start.file, start.line, start.column, end_column, cell=start.cell)
        end = self.file_place(meta.end_line, meta.end_column)
        if end.file != start.file or (end.line, end.column) <= (start.line, start.column):
            return start  # the text does not stand in the file letter by letter, or not in one piece
        return Position(start.file, start.line, start.column, end.column, end.line, start.cell)

    def token_at(self, token: Token) -> Position:
        line, column = token.line or 1, token.column or 1
        start = self.file_place(line, column)
        end = start.column + len(token)
        return Position(start.file, start.line, start.column, end, cell=start.cell)

    def __default__(self, rule: str, c: list[Any], meta: Any) -> Node:
        """A rule named as a class of the tree: its parts are the fields of the class, in order."""
        made: Node = CLASSES[rule](self.at(meta), *map(_field, c))
        return made

    # -- starts
    def block(self, _meta: Any, c: list[Any]) -> t.Block:
        return tuple(c)

    def expression(self, _meta: Any, c: list[Any]) -> Any:
        return c[0]

    def statement(self, _meta: Any, c: list[Any]) -> Any:
        return c[0]

    def labelled(self, _meta: Any, c: list[Any]) -> Any:
        return c[1]

    def body(self, _meta: Any, c: list[Any]) -> t.Block:
        return tuple(c)

    def signature(self, _meta: Any, c: list[Any]) -> t.Signature:
        return t.Signature(self.token_at(c[0]), str(c[0]), tuple(x for x in c[1:] if x is not None))

    def parameters(self, _meta: Any, c: list[Any]) -> tuple[t.Parameter, ...]:
        return tuple(x for x in c if x is not None)

    def parameter(self, meta: Any, c: list[Any]) -> t.Parameter:
        return t.Parameter(self.at(meta), c[0] is not None, str(c[1]), str(c[2]))

    def when_kind(self, _meta: Any, c: list[Any]) -> str:
        return str(c[0])

    def _pattern(self, meta: Any, kind: Any, name: Any, rest: list[Any]) -> t.Pattern:
        arguments = tuple(x for x in rest if x is not None)
        return t.Pattern(self.at(meta), kind, str(name), arguments or None)

    def pattern(self, meta: Any, c: list[Any]) -> t.Pattern:
        return self._pattern(meta, c[0], c[1], c[2:])

    pattern_inline = pattern

    # -- texts for people
    def words(self, token: Token) -> t.Text:
        """Return a text in parts: words and values by turns."""
        here = self.token_at(token)
        exact = here != self.text.position
        return _parts(str(token)[1:-1], here, (here.line, here.column + 1) if exact else None)

    def require(self, meta: Any, c: list[Any]) -> t.Require:
        return t.Require(self.at(meta), c[0], self.words(c[1]) if c[1] is not None else None)

    def say(self, meta: Any, c: list[Any]) -> t.Say:
        return t.Say(self.at(meta), self.words(c[0]))

    def question(self, _meta: Any, c: list[Any]) -> tuple[str, Any]:
        return "question", self.words(c[0])

    def note(self, _meta: Any, c: list[Any]) -> tuple[str, Any]:
        return "note", self.words(c[0])

    def default(self, _meta: Any, c: list[Any]) -> tuple[str, Any]:
        return "default", c[0]

    def showing(self, _meta: Any, c: list[Any]) -> tuple[str, Any]:
        return "showing", tuple(c)

    def always_asked(self, _meta: Any, _c: list[Any]) -> tuple[str, Any]:
        return "always", True

    def asking(self, meta: Any, c: list[Any]) -> t.Asking:
        said = dict(c)
        notes = tuple(value for name, value in c if name == "note")
        always = bool(said.get("always"))
        showing = tuple(each for name, value in c if name == "showing" for each in value)
        return t.Asking(self.at(meta), said.get("question"), notes, (), said.get("default"), always, showing)

    # -- statements
    def pay(self, meta: Any, c: list[Any]) -> t.Pay:
        return t.Pay(self.at(meta), c[0], tuple(c[1:]))

    def pay_piece(self, meta: Any, c: list[Any]) -> t.PayPiece:
        return t.PayPiece(self.at(meta), None, c[0], c[1], c[2])

    def pay_pieces(self, meta: Any, c: list[Any]) -> t.PayPiece:
        return t.PayPiece(self.at(meta), *c)

    def pay_lots(self, meta: Any, c: list[Any]) -> t.PayLots:
        *lots, source, target = c
        return t.PayLots(self.at(meta), tuple(lots), source, target)

    def choose(self, meta: Any, c: list[Any]) -> t.Choose:
        many, name, source, where, wished, because, by, asking, *blocks = c
        body, otherwise = blocks or (None, None)
        wished, because = wished is not None, self.words(because) if because is not None else None
        return t.Choose(
            self.at(meta), many, str(name), source, where, wished, because, by, body, otherwise or (), asking
        )

    choose_block = choose

    def exactly(self, meta: Any, c: list[Any]) -> t.Quantity:
        return t.Quantity(self.at(meta), c[0], c[0], False, c[1] is not None)

    def up_to(self, meta: Any, c: list[Any]) -> t.Quantity:
        return t.Quantity(self.at(meta), None, c[0], False, c[1] is not None)

    def from_to(self, meta: Any, c: list[Any]) -> t.Quantity:
        return t.Quantity(self.at(meta), c[0], c[1], False, c[2] is not None)

    def as_many(self, meta: Any, c: list[Any]) -> t.Quantity:
        return t.Quantity(self.at(meta), None, c[0], True)

    def otherwise(self, _meta: Any, c: list[Any]) -> t.Block:
        return cast(t.Block, c[0])

    def gain(self, meta: Any, c: list[Any]) -> t.Gain:
        return t.Gain(self.at(meta), c[0], c[1], c[2], c[3] == "all or none")

    def shortage(self, _meta: Any, c: list[Any]) -> str:
        return " ".join(c)

    def settle_rule(self, _meta: Any, c: list[Any]) -> str:
        return " ".join(c)

    def place(self, _meta: Any, c: list[Any]) -> str:
        return str(c[0])

    def change(self, _meta: Any, c: list[Any]) -> str:
        return str(c[0])

    def set(self, meta: Any, c: list[Any]) -> t.Assign:
        return t.Assign(self.at(meta), c[0], c[1])

    def move(self, meta: Any, c: list[Any]) -> t.Move:
        return t.Move(self.at(meta), None, c[0], c[1], c[2], c[3], c[4])

    def move_many(self, meta: Any, c: list[Any]) -> t.Move:
        return t.Move(self.at(meta), c[0], c[1], c[2], c[3], c[4], c[5])

    def move_all(self, meta: Any, c: list[Any]) -> t.Move:
        return t.Move(self.at(meta), None, None, c[0], c[1], c[2], None)

    def move_alike(self, meta: Any, c: list[Any]) -> t.Move:
        piece, source, target, place = c
        return t.Move(self.at(meta), t.count_of(piece, source), piece, source, target, place, None)

    def reveal(self, meta: Any, c: list[Any]) -> t.Reveal:
        return t.Reveal(self.at(meta), c[0], c[1], False)

    def hide(self, meta: Any, c: list[Any]) -> t.Reveal:
        return t.Reveal(self.at(meta), c[0], None, True)

    def call(self, meta: Any, c: list[Any]) -> t.Invoke:
        return t.Invoke(self.at(meta), c[0] is not None, c[1], c[2])

    def perform(self, meta: Any, c: list[Any]) -> t.Perform:
        return t.Perform(self.at(meta), c[0], c[1], c[2] is not None)

    def do_effect(self, meta: Any, c: list[Any]) -> t.DoEffect:
        return t.DoEffect(self.at(meta), c[0] is not None, c[1], c[2] or (), c[3])

    def end(self, meta: Any, c: list[Any]) -> t.End:
        return t.End(self.at(meta), str(c[0]), str(c[2]) if c[2] else None, None, False)

    def end_won(self, meta: Any, c: list[Any]) -> t.End:
        return t.End(self.at(meta), str(c[0]), None, c[2], False)

    def end_undecided(self, meta: Any, c: list[Any]) -> t.End:
        return t.End(self.at(meta), str(c[0]), None, None, True)

    def one_of(self, meta: Any, c: list[Any]) -> t.OneOf:
        branches = tuple(x for x in c[1:] if isinstance(x, t.Branch))
        last = c[-1]
        return t.OneOf(self.at(meta), c[0], branches, last if isinstance(last, tuple) else (), c[1])

    def branch(self, _meta: Any, c: list[Any]) -> t.Branch:
        title = self.words(c[1]) if c[1] is not None else None
        return t.Branch(self.token_at(c[0]), str(c[0]), title, c[2])

    def short_branch(self, _meta: Any, c: list[Any]) -> t.Branch:
        name = str(c[0]).rstrip(" \t:")
        place = self.token_at(c[0])
        place = Position(place.file, place.line, place.column, place.column + len(name))
        return t.Branch(place, name, None, (c[1],))

    def may(self, meta: Any, c: list[Any]) -> t.May:
        return t.May(self.at(meta), c[0], c[2], c[3] or (), c[1])

    def if_(self, meta: Any, c: list[Any]) -> t.If:
        *tests, otherwise = c
        pairs = tuple((tests[i], tests[i + 1]) for i in range(0, len(tests), 2))
        return t.If(self.at(meta), pairs, otherwise or ())

    def for_(self, meta: Any, c: list[Any]) -> t.For:
        return t.For(self.at(meta), str(c[0]), c[1], c[2], c[3] or (), c[4])

    def for_all(self, meta: Any, c: list[Any]) -> t.ForSome:
        return t.ForSome(self.at(meta), None, str(c[0]), c[1], c[2], *c[4:])

    def repeat(self, meta: Any, c: list[Any]) -> t.Repeat:
        return t.Repeat(self.at(meta), c[1], c[2], c[3])

    def until(self, meta: Any, c: list[Any]) -> t.Until:
        return t.Until(self.at(meta), str(c[0]), tuple(c[1:]))

    def lasting_modifier(self, meta: Any, c: list[Any]) -> t.LastingModifier:
        *rest, change, value, where = c[1:]
        return t.LastingModifier(self.at(meta), self._pattern(meta, None, c[0], rest), change, value, where)

    def amount_of(self, meta: Any, c: list[Any]) -> t.Call:
        return t.Call(self.at(meta), str(c[0]), c[1] or ())

    named = amount_of

    def arguments(self, _meta: Any, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    call_arguments = order = arguments

    # -- expressions
    def or_expr(self, meta: Any, c: list[Any]) -> t.Logic:
        return t.Logic(self.at(meta), "or", tuple(c))

    def and_expr(self, meta: Any, c: list[Any]) -> t.Logic:
        return t.Logic(self.at(meta), "and", tuple(c))

    def compare(self, meta: Any, c: list[Any]) -> t.Comparison:
        return t.Comparison(self.at(meta), str(c[1]), c[0], c[2])

    def after(self, meta: Any, c: list[Any]) -> t.After:
        value, _, first, does, second = c
        return t.After(self.at(meta), value, first if does else None, second if does else first)

    def inside(self, meta: Any, c: list[Any]) -> t.Inside:
        return t.Inside(self.at(meta), c[0], c[1], False)

    def outside(self, meta: Any, c: list[Any]) -> t.Inside:
        return t.Inside(self.at(meta), c[0], c[1], True)

    def listing(self, meta: Any, c: list[Any]) -> t.Listing:
        return t.Listing(self.at(meta), tuple(c))

    def binary(self, meta: Any, c: list[Any]) -> t.Arithmetic:
        return t.Arithmetic(self.at(meta), str(c[1]), c[0], c[2])

    def number(self, meta: Any, c: list[Any]) -> t.Number:
        # Longer numbers are beyond 2^53, which is told when the number is checked.
        return t.Number(self.at(meta), int(c[0].lstrip("0")[:_MOST_DIGITS] or "0"))

    def true(self, meta: Any, _c: list[Any]) -> t.Truth:
        return t.Truth(self.at(meta), True)

    def false(self, meta: Any, _c: list[Any]) -> t.Truth:
        return t.Truth(self.at(meta), False)

    def none(self, meta: Any, _c: list[Any]) -> t.Nothing:
        return t.Nothing(self.at(meta))

    def call_expr(self, meta: Any, c: list[Any]) -> t.Call:
        return t.Call(self.at(meta), str(c[0]), c[1] or ())

    def weighed(self, meta: Any, c: list[Any]) -> t.Weighed:
        return t.Weighed(self.at(meta), str(c[0]), tuple(c[1]), t.Name(self.token_at(c[2]), str(c[2])))

    def comprehension(self, meta: Any, c: list[Any]) -> t.Comprehension:
        word, element, *clauses, where, by = c
        return t.Comprehension(self.at(meta), str(word), element, tuple(clauses), where, by or ())


for _word in ("if", "for"):  # grammar rules named by Python's own keywords
    setattr(_Build, _word, getattr(_Build, _word + "_"))


def parse_block(text: Located, problems: Problems) -> t.Block | None:
    """A block of statements, or None and a problem."""
    return cast("t.Block | None", _parse(text, "block", problems))


def parse_expression(text: Located, problems: Problems) -> t.Expression | None:
    """An expression; a bare number or truth value in YAML is one too."""
    if text.kind == "number":
        return t.Number(text.position, cast(int, text.value))
    if text.kind == "truth":
        return t.Truth(text.position, cast(bool, text.value))
    return cast("t.Expression | None", _parse(text, "expression", problems))


def parse_text(text: Located, problems: Problems) -> t.Text | None:
    """A text for people on one line, with values in braces."""
    try:
        return _parts(str(text.value), text.position, text.text_lines)
    except FaultInText as fault:
        tell_fault(fault.fault, fault.text, str(fault.text.value), "expression", problems)
    return None


def _parts(written: str, here: Position, first: tuple[int, int] | None) -> t.Text:
    """A text in parts; first: line and column of its first letter, None where they are not known."""
    parts, done = list[Any](), 0
    for found in _VALUE.finditer(written):
        place = (first[0], first[1] + found.start(1)) if first is not None else None
        start = Position(here.file, *place) if place is not None else here
        inner = Located(start, found[1], text_lines=place)
        try:
            value = _tree("expression", found[1], inner.position, inner.style, inner.text_lines, None)
        except UnexpectedInput as fault:
            raise FaultInText(inner, fault) from fault
        parts += [written[done : found.start()], value]
        done = found.end()
    return t.Text(here, tuple(each for each in (*parts, written[done:]) if each != ""))


def parse_signature(text: Located, problems: Problems) -> t.Signature | None:
    """`name` or `name(type a, type b)`."""
    return cast("t.Signature | None", _parse(text, "signature", problems))


def parse_parameters(text: Located, problems: Problems) -> tuple[t.Parameter, ...] | None:
    """`type a, type b`."""
    return cast("tuple[t.Parameter, ...] | None", _parse(text, "parameters", problems))


def parse_pattern(text: Located, problems: Problems) -> t.Pattern | None:
    """What a trigger, modifier or replacement listens to."""
    return cast("t.Pattern | None", _parse(text, "pattern", problems))


def parse_loop_head(text: Located, problems: Problems) -> t.LoopHead | None:
    """`name in EXPR` of a flow step."""
    return cast("t.LoopHead | None", _parse(text, "loop_head", problems))


def _parse(text: Located, start: str, problems: Problems) -> Any:
    if text.kind != "text" or not str(text.value).strip():
        problems.error("syntax", f"expected {start_words(start)} in the effect language", text.position)
        return None
    if text.style == "folded":
        problems.error("syntax", "rule text may not be folded (`>`); use `|`", text.position)
        return None
    source = str(text.value)
    too_large = _too_large(source, start)
    if too_large is not None:
        problems.error("too-large", too_large, text.position)
        return None
    bound, last = set[str](), 0
    for _ in range(_MOST_FAULTS):
        try:
            tree = _tree(start, source, text.position, text.style, text.text_lines, text.line_places)
        except UnexpectedInput as fault:
            found = Problems()
            number = tell_fault(fault, text, source, start, found)
            if number <= last:  # what was put instead of a line does not mend it
                return None
            last = number
            problems.extend(found)
        except DedentError:
            tell_dedent(text, source, problems)
            return None
        except VisitError as fault:
            if not isinstance(fault.orig_exc, FaultInText):
                raise fault.orig_exc from fault
            inner = fault.orig_exc
            tell_fault(inner.fault, inner.text, str(inner.text.value), "expression", problems)
            return None
        else:
            return (*_unread(bound, text, tree), *tree) if bound else tree
        rest = without_faulty(source, number) if start == "block" else None
        if rest is None:
            return None
        # What else is wrong with the text is said in the same run.
        source = rest[0]
        bound |= rest[1]
    return None


def _unread(bound: set[str], text: Located, block: t.Block) -> Iterator[t.Let]:
    """Give the names of lines that cannot be read a meaning, unless another line binds them."""
    known = {
        each.name for each in walk(block) if isinstance(each, (t.Let, t.Pick, t.Choose, t.For, t.ForSome))
    }
    for name in sorted(bound - known):
        yield t.Let(text.position, name, t.Unread(text.position))


@lru_cache(maxsize=32_768)
def _tree(  # noqa: PLR0917 - all that a text is, as one key
    start: str,
    source: str,
    position: Position,
    style: Style,
    text_lines: tuple[int, int] | None,
    line_places: tuple[LinePlace, ...] | None,
) -> Any:
    """The tree of a text: a ruleset is resolved for every number of players, out of the same texts.

    Raises what lark raises; that is not remembered, so a fault is told every time.
    """
    if line_places is None:
        with suppress(UnexpectedInput, DedentError, VisitError):  # these are told by their places
            tree = _tree_of_words(start, source, style, text_lines is not None)
            return moved(tree, _mover(position, text_lines))
    return _read(
        start, Located(position, source, style=style, text_lines=text_lines, line_places=line_places)
    )


# Where a text begins of which only the words are known; in a file lines and columns count from 1.
_NOWHERE = Position("", 0, 0)


@lru_cache(maxsize=4096)
def _tree_of_words(start: str, source: str, style: Style, lettered: bool) -> Any:
    """The tree of a text that may be in many places; lettered: its letters are in the file as they are."""
    return _read(start, Located(_NOWHERE, source, style=style, text_lines=(1, 1) if lettered else None))


def _mover(position: Position, text_lines: tuple[int, int] | None) -> Callable[[Position], Position]:
    """What finds a place in a file from one in a text of which only the words were known."""
    file, cell = position.file, position.cell
    first_line, first_column = text_lines or (1, 1)

    def place(here: Position) -> Position:
        if here is _NOWHERE:
            return position
        down, across = first_line - 1, first_column - 1
        if here.line == 0:  # where the text begins
            down, across = position.line, position.column
        end_column = None if here.end_column is None else here.end_column + across
        end_line = None if here.end_line is None else here.end_line + down
        return Position(file, here.line + down, here.column + across, end_column, end_line, cell)

    return place


def _read(start: str, text: Located) -> Any:
    source = str(text.value)
    # In brackets the ends of lines mean nothing: an expression may be broken anywhere.
    whole = f"({source.rstrip()}\n)\n" if start == "expression" else source.rstrip() + "\n"
    return _Build(text, int(start == "expression")).transform(effect_parser().parse(whole, start=start))


def _too_large(source: str, start: str) -> str | None:
    """What is too much about a text, for its tree would be too deep; None: nothing."""
    if len(source) > MAX_TEXT:
        return f"this rule text has more than {MAX_TEXT} letters"
    # An expression may be broken anywhere, a statement only in brackets.
    depth = deepest = int(start == "expression")
    joined = most = 0
    for mark in _MARKS.findall(source):
        depth += (mark in "({") - (mark in ")}")
        deepest = max(deepest, depth)
        if mark != "\n":
            joined += mark not in "(){}"
        elif depth <= 0:
            joined = 0
        most = max(most, joined)
    if deepest > MAX_NESTING:
        return f"brackets are more than {MAX_NESTING} deep in this rule text"
    if most > MAX_JOINED:
        return f"more than {MAX_JOINED} terms are joined in one expression"
    indents = {len(line) - len(line.lstrip()) for line in source.splitlines() if line.strip()}
    if len(indents) > MAX_BLOCKS:
        return f"blocks are more than {MAX_BLOCKS} deep in this rule text"
    return None
