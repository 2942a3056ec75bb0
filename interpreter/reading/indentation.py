"""Which line of a YAML file is indented wrongly: the parser itself stumbles late, and says little.

In: the lines of a file that could not be read, and where the parser gave up. Out: the first line up to there
that fits neither below the line before it nor beside one further up, and what can be said of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_KEY = re.compile(r"(\"[^\"]*\"|'[^']*'|[^\s#'\"\[\]{},&*!|>%@`-][^#]*?):(?:\s+(.*))?$")
_BLOCK_TEXT = re.compile(r"[|>][-+]?(\d?)[-+]?$")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_REMARK = re.compile(r"(?:^|\s)#.*")


class Misplaced(NamedTuple):
    """A line and its column (from 1), what is wrong with it, what to do, and the place it is seen by."""

    line: int
    column: int
    message: str
    hint: str
    seen_by: tuple[int, int]


class _Beginning(NamedTuple):
    """Where the lines of a map or list begin (from 0), and the first of them."""

    indent: int
    line: int
    word: str


def misplaced_line(lines: Sequence[str], last: int) -> Misplaced | None:
    """Find the first line up to the line `last` that is indented wrongly; None where each has its place."""
    begun: list[_Beginning] = []
    opens, text_of, text_indent, depth, quote = True, None, 0, 0, ""
    above: _Beginning | None = None
    for number, line in enumerate(lines[:last], 1):
        said, indent = line.strip(), len(line) - len(line.lstrip(" "))
        inside = text_of is not None and indent > text_of.indent
        if not said or (said.startswith("#") and not inside):
            continue
        if text_of is not None and inside:
            text_indent = text_indent or indent
            if indent >= text_indent:
                continue
            return _in_text(number, indent, text_of, text_indent)
        if depth > 0 or quote:
            depth += 0 if quote else _brackets(said)
            quote = "" if said.count(quote) % 2 else quote
            continue
        if text_of is not None and _entry(said) is None and not said.startswith("- "):
            return _in_text(number, indent, text_of, text_indent or text_of.indent + 2)
        text_of, text_indent = None, 0
        entry = _entry(said)
        if begun and indent > begun[-1].indent and not opens:
            if entry is None and not said.startswith("- "):
                continue  # a text of several lines
            return _too_deep(number, indent, _word(said), above or begun[-1])
        if not begun or indent > begun[-1].indent:
            begun.append(_Beginning(indent, number, _word(said)))
        elif indent not in {each.indent for each in begun}:
            return _between(number, indent, begun)
        while begun[-1].indent > indent:
            begun.pop()
        outside = indent
        while said.startswith("- "):
            outside, inner = indent, said[1:].lstrip()
            indent += len(said) - len(inner)
            said, entry = inner, _entry(inner)
            if entry is not None or said.startswith("- "):
                begun.append(_Beginning(indent, number, _word(said)))
        value = _REMARK.sub("", (entry[1] or "") if entry is not None else said).strip()
        above = _Beginning(indent, number, _word(said))
        opens = (entry is not None and not value) or said == "-"
        block = _BLOCK_TEXT.match(value)
        if block is not None:
            # Below `- |` the text is indented more than the dash, below `- key: |` more than the key.
            text_of = above if entry is not None else _Beginning(outside, number, "this entry")
            text_indent = text_of.indent + int(block[1]) if block[1] else 0
        depth = max(0, _brackets(value))
        quote = value[0] if value[:1] in ("'", '"') and value.count(value[0]) % 2 else ""
    return None


def _entry(said: str) -> tuple[str, str | None] | None:
    """The key and the value of a line `key: value`."""
    found = _KEY.match(said)
    return (found[1], found[2]) if found else None


def _word(said: str) -> str:
    """What a line is called by: its key in quotes, if it has one."""
    entry = _entry(said.removeprefix("- ").lstrip())
    return f"'{entry[0]}'" if entry is not None else "an entry"


def _brackets(said: str) -> int:
    """How many brackets a line opens more than it closes; quoted text and remarks do not count."""
    plain = _REMARK.sub("", _QUOTED.sub("", said))
    return sum((sign in "[{") - (sign in "]}") for sign in plain)


def _too_deep(number: int, indent: int, word: str, above: _Beginning) -> Misplaced:
    message = f"{word} is indented more than {above.word} above it, which has its value on its own line"
    hint = f"{above.word} begins in column {above.indent + 1}; what belongs beside it begins there too"
    return Misplaced(number, indent + 1, message, hint, (above.line, above.indent + 1))


def _between(number: int, indent: int, begun: Sequence[_Beginning]) -> Misplaced:
    """A line that is indented less than the lines above it, but like none further up."""
    inner = next(each for each in begun if each.indent > indent)
    outer = [each for each in begun if each.indent < indent]
    beside = f"{inner.word} in line {inner.line} begins in column {inner.indent + 1}"
    if outer:
        beside += f", {outer[-1].word} in line {outer[-1].line} in column {outer[-1].indent + 1}"
    hint = f"{beside}: this line begins where one of them does"
    message = "this line is indented like none of the lines it could belong to"
    return Misplaced(number, indent + 1, message, hint, (inner.line, inner.indent + 1))


def _in_text(number: int, indent: int, text_of: _Beginning, wanted: int) -> Misplaced:
    """A line of a text of several lines that is indented less than the text."""
    message = f"this line is indented less than the text of {text_of.word} that it follows"
    hint = f"the lines of that text begin in column {wanted + 1} or further right"
    return Misplaced(number, indent + 1, message, hint, (text_of.line, text_of.indent + 1))
