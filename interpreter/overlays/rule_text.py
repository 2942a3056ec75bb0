"""A rule text whose lines overlays change in place; each finds it as what it is built on has left it.

In: the text, and edits that name a statement by its label or a pattern. Out: the text put together again,
each line with the place that its own file gives it. Lines that an overlay takes away are kept aside, so
overlays that know nothing of each other find their statements in whatever order they come.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Literal

from interpreter.problems import Position
from interpreter.reading.located_value import LinePlace, Located

Verb = Literal["before", "after", "instead", "remove"]
VERBS: tuple[Verb, ...] = ("before", "after", "instead", "remove")
# Keys whose texts are statements: of these an overlay can change single lines.
TEXT_KEYS = frozenset({"do", "effect"})

_TEXT = re.compile(r'"[^"\n]*"')
_COMMENT = re.compile(r"#.*")
# As the grammar has it: a line that begins so goes on with the line before.
_CONTINUED = re.compile(r"(?:and|or|where|by|then|always)\b|(?:else|as|each|default|showing)\b(?![ \t]*:)")
# What belongs to the statement above it, in a block of its own.
_TAIL = re.compile(r"(?:elif\b|(?:else|otherwise)[ \t]*:)")
_NAMED = re.compile(r'(?!(?:may|else|otherwise)\b)([a-z][a-z0-9_]*)(?::(?: |$)| as ")')
_WORD = re.compile(r"\w+|[^\w\s]")
# Of a pattern that fits nothing, so many statements are compared with it, and so many words of each.
_MOST_NEAR = 30
_MOST_COMPARED = 60
_LONGEST_SHOWN = 90
_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as it is written: its words on one line, and its lines in the text, from 0, to the last.

    label: the name of the line, or of a branch; bare: the words without that name and the colon of a block.
    """

    words: str
    first: int
    last: int
    indent: int
    label: str | None
    bare: str


def _statement(words: str, first: int, last: int, indent: int) -> Statement:
    found = _NAMED.match(words)
    label = found[1] if found else None
    bare = words if label is None else words.removeprefix(f"{label}:").lstrip()
    return Statement(words, first, last, indent, label, bare.removesuffix(":"))


def _fitting(pattern: str, there: Sequence[Statement]) -> list[Statement]:
    """The statements meant by a label, or by a pattern in which `*` is whatever else is there."""
    parts = " ".join(pattern.split()).split("*")
    parts = [parts[0], *(part.strip() for part in parts[1:-1]), *parts[1:][-1:]]
    return [
        each
        for each in there
        if each.label == pattern or _has_parts(each.bare, parts) or _has_parts(each.words, parts)
    ]


def _has_parts(words: str, parts: Sequence[str]) -> bool:
    """Whether a text begins with the first part, ends with the last, and has the others between in order."""
    first, *rest = parts
    if not rest:
        return words == first
    if not words.startswith(first) or len(words) < len(first) + len(rest[-1]):
        return False
    at, end = len(first), len(words) - len(rest[-1])
    for part in rest[:-1]:
        found = words.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return words.endswith(rest[-1])


def statements_in(lines: Sequence[str]) -> list[Statement]:
    """Return the statements of a text, each before those inside it."""
    heads: list[tuple[int, int, str]] = []  # the line, how far it is indented, its words
    depth = 0
    for number, line in enumerate(lines):
        bare = line.strip()
        words = " ".join(_without_comment(bare).split())
        if not words:
            continue
        code = _TEXT.sub('""', words)
        if heads and (depth > 0 or _CONTINUED.match(code)):
            at, indent, before = heads[-1]
            heads[-1] = (at, indent, f"{before} {words}")
        else:
            heads.append((number, len(line.expandtabs(8)) - len(line.expandtabs(8).lstrip()), words))
        depth += sum(code.count(sign) for sign in "({") - sum(code.count(sign) for sign in ")}")
    lasts = _last_lines(heads, len(lines))
    return [
        _statement(words, first, _without_blanks(lines, first, last), indent)
        for (first, indent, words), last in zip(heads, lasts, strict=True)
    ]


def _last_lines(heads: Sequence[tuple[int, int, str]], end: int) -> list[int]:
    """Return the line before which each statement ends, with its block and an `else` or `otherwise` below."""
    ends = [end] * len(heads)
    open_heads: list[int] = []
    for at, (first, indent, words) in enumerate(heads):
        tail = _TAIL.match(words) is not None
        kept = None
        while open_heads and heads[open_heads[-1]][1] >= indent:
            above = open_heads.pop()
            if tail and heads[above][1] == indent and not _TAIL.match(heads[above][2]):
                kept = above
                break
            ends[above] = first
        open_heads += [at] if kept is None else [kept, at]
    return ends


def _without_blanks(lines: Sequence[str], first: int, end: int) -> int:
    """Return the last line of a statement, without the blanks and comments below it."""
    last = end - 1
    while last > first and (not lines[last].strip() or lines[last].lstrip().startswith("#")):
        last -= 1
    return last


def _without_comment(line: str) -> str:
    """A line without its comment; the sign of one inside quotes is none."""
    kept = _TEXT.sub(lambda found: found[0].replace("#", "\0"), line)
    return _COMMENT.sub("", kept).replace("\0", "#").strip()


def _last_line(lines: Sequence[str], heads: Sequence[tuple[int, int, str]], at: int) -> int:
    """The last line of a statement: of its block, and of an `else` or `otherwise` below it."""
    _, own, words = heads[at]
    end = len(lines)
    for first, indent, others in heads[at + 1 :]:
        if indent < own or (indent == own and (_TAIL.match(words) or not _TAIL.match(others))):
            end = first
            break
    while end > 0 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return max(end - 1, heads[at][0])


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a text that an overlay asks for; lines: what it puts there, none for `remove`."""

    overlay: str
    verb: Verb
    pattern: Located
    given: Located | None

    def same_as(self, other: Edit) -> bool:
        """Whether both do the same to the same statement."""
        return (self.verb, self.text) == (other.verb, other.text)

    @property
    def text(self) -> str:
        """What it puts there."""
        return "" if self.given is None else str(self.given.value).strip()


@dataclass(slots=True, eq=False)
class _Line:
    """A line with where it stands in its own file.

    by: the edit that put it there; gone: edits that took it away, each with the first line of what it took;
    beside: edits that put something before or after the statement which begins here.
    """

    text: str
    place: LinePlace
    by: Edit | None = None
    gone: list[tuple[Edit, _Line]] = field(default_factory=list)
    beside: list[Edit] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an edit cannot be made: nothing fits, several statements do, or an earlier edit is against it.

    near: what is there now, or the several, with their places; earlier: the edit that took it away, too.
    """

    why: Literal["missing", "several", "conflict", "same"]
    near: tuple[tuple[str, Position], ...] = ()
    earlier: Edit | None = None


class RuleText:
    """A text that is being changed."""

    __slots__ = ("_lines", "_position")

    def __init__(self, text: Located) -> None:
        """Begin with the text as it is."""
        self._position = text.position
        self._lines = list(_lines_of(text))

    def edit(self, edits: Sequence[Edit], built_on: Callable[[str], bool]) -> Iterator[tuple[Edit, Refusal]]:
        """Make the edits of one overlay, which all mean the text as it finds it; yields those that cannot be.

        built_on: whether the overlay is built on another, whose edits it then finds made.
        """
        seen = [line for line in self._lines if _is_there(line, built_on)]
        there = statements_in([line.text for line in seen])
        for edit in edits:
            pattern = str(edit.pattern.value)
            found = _fitting(pattern, there)
            if len(found) == 1:
                refusal = self._make(edit, found[0], seen, built_on)
            else:
                near = found[:_MOST_NEAR] or _near(pattern, there)
                shown = tuple((each.words, seen[each.first].place.position) for each in near)
                lost = None if found or not any(line.gone for line in self._lines) else self._loss_of(pattern)
                refusal = Refusal("several" if found else "missing", shown, lost)
            if refusal is not None:
                yield edit, refusal

    def _make(
        self, edit: Edit, statement: Statement, seen: Sequence[_Line], built_on: Callable[[str], bool]
    ) -> Refusal | None:
        first, last = self._lines.index(seen[statement.first]), self._lines.index(seen[statement.last])
        earlier = self._against(edit, first, last, built_on)
        if earlier is not None:
            return Refusal("same" if edit.same_as(earlier) else "conflict", earlier=earlier)
        head = self._lines[first]
        if edit.verb in ("instead", "remove"):
            for line in self._lines[first : last + 1]:
                line.gone.append((edit, head))
        else:
            head.beside.append(edit)
        at = first if edit.verb == "before" else last + 1
        while edit.verb == "after" and at < len(self._lines) and self._is_newer(self._lines[at], built_on):
            at += 1
        self._lines[at:at] = _indented(edit, statement.indent)
        return None

    def _loss_of(self, pattern: str) -> Edit | None:
        """Return the edit that took a statement away which was there at first."""
        lines = [line for line in self._lines if line.by is None]
        found = _fitting(pattern, statements_in([line.text for line in lines]))
        return next((by for each in found for by, _ in lines[each.first].gone), None)

    def _is_newer(self, line: _Line, built_on: Callable[[str], bool]) -> bool:
        """Whether a line was put here by an overlay that the one at work is not built on, or by itself."""
        return line.by is not None and not built_on(line.by.overlay)

    def _against(self, edit: Edit, first: int, last: int, built_on: Callable[[str], bool]) -> Edit | None:
        """Return an edit, of another overlay or the same one, that cannot hold beside this one."""
        lines = self._lines[first : last + 1]
        head = lines[0]

        def unknown(edits: Iterable[Edit]) -> Iterator[Edit]:
            return (each for each in edits if not built_on(each.overlay))

        if edit.verb not in ("instead", "remove"):
            # Beside a statement that became another one there is still room.
            taken = (by for by, start in head.gone if by.verb == "remove" or start is not head)
            return next(unknown(taken), None)
        inside = (line.by for line in lines if line.by is not None)
        taken = (by for line in lines for by, _ in line.gone)
        beside = (by for line in lines if edit.verb == "remove" or line is not head for by in line.beside)
        return next(unknown([*taken, *inside, *beside]), None)

    def put_together(self) -> Located:
        """Return the text as it is now."""
        lines = [line for line in self._lines if not line.gone]
        return Located(
            self._position,
            "".join(f"{line.text}\n" for line in lines),
            style="literal",
            line_places=tuple(line.place for line in lines) or (LinePlace(self._position, None),),
        )


def _is_there(line: _Line, built_on: Callable[[str], bool]) -> bool:
    """Whether an overlay finds a line: what it is built on has left it there, or put it there."""
    if line.by is not None and not built_on(line.by.overlay):
        return False
    return not any(built_on(by.overlay) for by, _ in line.gone)


def _lines_of(text: Located) -> Iterator[_Line]:
    for number, line in enumerate(str(text.value).rstrip().split("\n"), 1):
        indent = len(line) - len(line.lstrip())
        exact = text.text_lines is not None or text.line_places is not None
        if text.line_places is None and number > 1 and text.style != "literal":
            exact = False
        if text.line_places is not None and text.line_places[number - 1].column is None:
            exact = False
        yield _Line(line, LinePlace(text.position_in_text(number, indent + 1), indent + 1 if exact else None))


def _indented(edit: Edit, indent: int) -> list[_Line]:
    """Return the lines that an edit puts into a text, as far indented as the statement beside them."""
    if edit.given is None:
        return []
    found = []
    lines = list(_lines_of(edit.given))
    own = min((len(line.text) - len(line.text.lstrip()) for line in lines if line.text.strip()), default=0)
    for line in lines:
        place = line.place
        if place.column is not None:
            place = LinePlace(place.position, place.column - own + indent)
        found.append(_Line(" " * indent + line.text[own:] if line.text.strip() else "", place, edit))
    return found


def _near(pattern: str, there: Sequence[Statement]) -> list[Statement]:
    """What may have become of the statement that a pattern was written for; of a label, all that have one."""
    if _NAME.match(pattern):
        return [each for each in there if each.label is not None]
    meant = _words_compared(pattern.replace("*", " "))
    begins = [each for each in there if each.bare.split(" ", 1)[:1] == meant[:1]]
    compared = (begins or there)[:_MOST_NEAR]
    return sorted(compared, key=lambda each: -_likeness(meant, _words_compared(each.bare)))[:1]


def _words_compared(text: str) -> list[str]:
    return _WORD.findall(text)[:_MOST_COMPARED]


def _likeness(some: list[str], others: list[str]) -> float:
    """How much of two statements is the same."""
    return SequenceMatcher(None, some, others, autojunk=False).ratio()


def plain_lines(text: str) -> list[str]:
    """Return the lines of a text without comments, blanks and indentation, to be compared."""
    found = (" ".join(_without_comment(line).split()) for line in text.split("\n"))
    return [line for line in found if line]


def shown_line(words: str) -> str:
    """Return a statement as a message shows it, cut where it is long."""
    return f"`{words}`" if len(words) <= _LONGEST_SHOWN else f"`{words[: _LONGEST_SHOWN - 1]}…`"
