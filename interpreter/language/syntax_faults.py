"""Syntax errors of effect texts, told to authors.

In: what lark says, and the text it read. Out: a problem with place, what was found, and what would fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark import UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from interpreter.language.habits import advice_for
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems
from interpreter.reading.placed_value import Placed

# A line that begins with one of these continues the line before.
CONTINUING_WORDS = ["and", "or", "where", "by", "then", "else"]

# So many of the words that would fit are listed.
MOST_LISTED = 8
TERMINAL_WORDS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the text",
    "COMPARE": "a comparison",
    "PLUS_MINUS": "+ or -",
    "TIMES": "* / or mod",
    "LPAR": "(",
    "RPAR": ")",
    "COMMA": ",",
    "COLON": ":",
    "EQUAL": "=",
    "DOT": ".",
    "LBRACE": "{",
    "RBRACE": "}",
    "__ANON_0": "..",
}


def start_words(start: str) -> str:
    """What a text should be, in words."""
    return {"block": "statements", "expression": "an expression", "loop_head": "`name in set`"}.get(
        start, f"a {start}"
    )


def tell_fault(fault: UnexpectedInput, text: Placed, source: str, start: str, problems: Problems) -> None:
    """Make a problem of a syntax error, at its place in the file."""
    if isinstance(fault, UnexpectedEOF) or fault.line in (None, -1):
        problems.error("syntax", f"{start_words(start)} that ends too early", text.position)
        return
    shift = int(start == "expression" and fault.line == 1)
    if start == "expression" and fault.line > len(source.rstrip().split("\n")):
        problems.error("syntax", f"{start_words(start)} that ends too early", text.position)
        return
    position = text.position_in_text(fault.line, max(fault.column - shift, 1))
    if isinstance(fault, UnexpectedToken) and fault.token.type == "_INDENT":
        _tell_indent(fault, text, source, problems)
    elif isinstance(fault, UnexpectedToken):
        found, expected = fault.token, _expected(fault.accepts or fault.expected)
        word = str(found).strip()
        seen = (
            TERMINAL_WORDS.get(found.type, f"'{word}'") if found.type.startswith(("_", "$")) else f"'{word}'"
        )
        if word and not found.type.startswith(("_", "$")):
            position = Position(position.file, position.line, position.column, position.column + len(word))
        begins = fault.line > 1 and not _line(source, fault.line)[: fault.column - 1].strip()
        hint = (
            advice_for(_line(source, fault.line), fault.column - 1 - shift)
            or _word_hint(fault, word, CONTINUING_WORDS if begins else [])
            or f"expected {expected}"
        )
        problems.error("syntax", f"{seen} does not fit here", position, hint=hint)
    elif isinstance(fault, UnexpectedCharacters):
        letter = _line(source, fault.line)[max(fault.column - 1 - shift, 0) :][:1]
        problems.error(
            "syntax",
            f"'{letter}' does not fit here",
            position,
            hint=advice_for(_line(source, fault.line), max(fault.column - 1 - shift, 0))
            or _word_hint(fault, _word_at(source, fault)),
        )
    else:  # pragma: no cover - Lark has no other
        problems.error("syntax", "this does not fit here", position)


def _tell_indent(fault: UnexpectedToken, text: Placed, source: str, problems: Problems) -> None:
    """Tell of a line that is indented for no reason, or continues the one before by a misspelt word."""
    number = fault.line + 1
    while not (line := _line(source, number)).split("#")[0].strip() and number < source.count("\n"):
        number += 1
    word = line.strip().partition(" ")[0]
    start = text.position_in_text(number, len(line) - len(line.lstrip()) + 1)
    problems.error(
        "syntax",
        f"the line with '{word}' is indented, but begins no block and continues nothing",
        Position(start.file, start.line, start.column, start.column + len(word)),
        hint=hint_for(word, CONTINUING_WORDS),
    )


def _line(source: str, number: int) -> str:
    """A line as Lark counts them, from 1; empty after the last one."""
    return "".join(source.split("\n")[number - 1 : number])


def _word_at(source: str, fault: UnexpectedInput) -> str:
    rest = _line(source, fault.line)[max(fault.column - 1, 0) :]
    word = ""
    for character in rest:
        if not (character.isalnum() or character == "_"):
            break
        word += character
    return word


def _word_hint(fault: UnexpectedInput, word: str, more: Sequence[str] = ()) -> str | None:
    expected = set(
        getattr(fault, "accepts", None)
        or getattr(fault, "expected", None)
        or getattr(fault, "allowed", None)
        or ()
    )
    words = [name.lower() for name in expected if name.isalpha() and name not in TERMINAL_WORDS]
    return hint_for(word, [*words, *more]) if word else None


def _expected(terminals: Any) -> str:
    words = sorted({TERMINAL_WORDS.get(x, x.lower()) for x in terminals if not x.startswith("__")})
    if len(words) > MOST_LISTED:
        return "a statement, such as `gain`, `move` or `call`" if "gain" in words else "a value"
    return " or ".join(words) if words else "something else"
