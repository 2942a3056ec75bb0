"""What a YAML parser says of a file that it cannot read: in words for authors, at the place that is wrong.

In: the parser's error and the lines of the file. Out: one problem. The parser stumbles late, often lines
below the slip: a bracket or quote that is never closed is reported where it opens.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import yaml

from interpreter.problems import Position, Problems
from interpreter.reading.indentation import misplaced_line

QUOTES_NEEDED = "inside { } and [ ] a text with a comma, colon or bracket in it needs quotes"
_CLOSING = {"{": "}", "[": "]"}
_TABS = "indent with spaces, not with tabs"


class _Words(NamedTuple):
    """What is wrong, and what to do."""

    message: str
    hint: str


# By what the parser says.
_WORDS = {
    "mapping values are not allowed": _Words(
        "the ':' does not fit here",
        "a text with ': ' in it needs quotes; a rule text of several lines goes below `do: |`",
    ),
    "found a tab character": _Words("a tab is not allowed here", _TABS),
    "did not find expected key": _Words(
        "this line is indented like none of the lines it could belong to",
        "compare the indentation with the lines above",
    ),
    "could not find expected ':'": _Words(
        "this line is no `key: value`", "a key ends with a colon, and a space follows"
    ),
    "did not find expected '-' indicator": _Words(
        "this line is no entry of the list above it",
        "compare the indentation with the lines above; each entry begins with `- `",
    ),
    "did not find expected ',' or": _Words(
        "a comma or a closing bracket is missing before this", QUOTES_NEEDED
    ),
}
# What the parser says where a line may be indented wrongly, at its place or above it.
_INDENTED = (
    "mapping values are not allowed",
    "did not find expected key",
    "could not find expected ':'",
    "did not find expected '-' indicator",
    "did not find expected <document start>",
)
# The end of a line up to a colon, where a key follows on a value that is whole: a number, a quote, brackets.
_ENTRY = re.compile(r"(?:[\s:]-?\d+|[\"'\])}])\s+(\w+)$")
# By a character that cannot begin a value where it stands.
_CHARACTER_HINTS = {
    "\t": _TABS,
    "|": "a block is not allowed inside { } or [ ]",
    ">": "a text that begins with > needs quotes",
    "@": "a text that begins with @ needs quotes",
    "`": "a text that begins with ` needs quotes",
    "%": "a text that begins with % needs quotes",
}


def report_syntax(error: yaml.MarkedYAMLError, lines: Sequence[str], file: str, problems: Problems) -> None:
    """Make a problem of what the parser could not read."""
    said, context = error.problem or "", error.context or ""
    place, began = _place_of(error.problem_mark, lines, file), _place_of(error.context_mark, lines, file)
    sign = lines[place.line - 1][place.column - 1 : place.column]
    also = [began] if began != place and error.context_mark is not None else []
    words = next((words for start, words in _WORDS.items() if start in said), None)
    if "quoted scalar" in context:
        words, place, also = _Words("this quote is never closed", "put the other one"), began, []
    elif said.startswith(_INDENTED) and (found := misplaced_line(lines, place.line)) is not None:
        words, place = _Words(found.message, found.hint), Position(file, found.line, found.column)
        also = [Position(file, *found.seen_by)]
    elif "simple key" in context:
        # The parser stumbles over what follows; what is wrong is the line without a colon before it.
        place, also = began, []
    elif "flow" in context and (opens := _bracket(lines, began)) is not None:
        closing = _CLOSING[opens]
        words, place, also = _Words(f"the bracket '{opens}' is never closed", f"put a `{closing}`"), began, []
    elif sign and sign in _CLOSING.values():
        words, also = _Words(f"the bracket '{sign}' closes nothing", "take it away"), []
    elif sign == ":" and (entry := _ENTRY.search(lines[place.line - 1][: place.column - 1])) is not None:
        # Two entries without a comma between them: the second one's key was read as part of a value.
        key = entry.group(1)
        words = _Words(f"a comma is missing before '{key}'", "inside { } entries have commas between them")
        place, also = Position(file, place.line, place.column - len(key), place.column), []
    elif "cannot start any token" in said:
        advice = _CHARACTER_HINTS.get(sign, f"a text that begins with {sign} needs quotes")
        shown = "a tab" if sign == "\t" else f"'{sign}'"
        words = _Words(f"{shown} cannot begin anything here", advice)
    message = words.message if words else said or "this is not well-formed YAML"
    problems.error("yaml-syntax", message, place, hint=words.hint if words else None, also=also)


def _bracket(lines: Sequence[str], place: Position) -> str | None:
    """Return the bracket at a place if nothing closes it; quoted text and remarks are passed over."""
    first = lines[place.line - 1][place.column - 1 :]
    depth, quote = 0, ""
    for line in [first, *lines[place.line :]]:
        for at, sign in enumerate(line):
            if quote:
                quote = "" if sign == quote else quote
            elif sign in "'\"" and line[at - 1 : at] in (" ", "[", "{", ""):
                quote = sign
            elif sign == "#" and line[at - 1 : at] in (" ", ""):
                break
            elif sign in _CLOSING:
                depth += 1
            elif sign in _CLOSING.values():
                depth -= 1
                if depth == 0:
                    return None
    return first[:1] if first[:1] in _CLOSING else None


def _place_of(mark: yaml.error.Mark | None, lines: Sequence[str], file: str) -> Position:
    """Return the place of a mark; one behind the last letter of the file moves back to it."""
    if mark is None:
        return Position(file, 1, 1)
    if mark.line < len(lines) and (mark.column or mark.line == 0 or lines[mark.line].strip()):
        return Position(file, mark.line + 1, mark.column + 1)
    filled = [number for number, line in enumerate(lines[: mark.line], 1) if line.strip()]
    last = filled[-1] if filled else 1
    return Position(file, last, max(1, len(lines[last - 1].rstrip())))
