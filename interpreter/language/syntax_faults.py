"""Syntax errors of effect texts, told to authors.

In: what lark says, and the text it read. Out: a problem with place, what was found, and what would fit.
"""

from __future__ import annotations

from typing import Any

from lark import UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems
from interpreter.reading.placed_value import Placed

STATEMENT_WORDS = [
    "require", "pay", "choose", "gain", "lose", "set", "move", "draw", "roll", "fill", "pick", "shuffle",
    "reveal", "hide", "swap", "let", "call", "must", "perform", "do", "score", "end", "one", "may", "if",
    "for", "repeat", "until", "settle", "otherwise", "elif", "else",
]  # fmt: skip

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
    if start == "expression" and fault.line > len(source.splitlines()):
        problems.error("syntax", f"{start_words(start)} that ends too early", text.position)
        return
    position = text.position_in_text(fault.line, max(fault.column - shift, 1))
    if isinstance(fault, UnexpectedToken):
        found, expected = fault.token, _expected(fault.accepts or fault.expected)
        word = str(found).strip()
        seen = (
            TERMINAL_WORDS.get(found.type, f"'{word}'") if found.type.startswith(("_", "$")) else f"'{word}'"
        )
        if word and not found.type.startswith(("_", "$")):
            position = Position(position.file, position.line, position.column, position.column + len(word))
        hint = _word_hint(fault, word) or f"expected {expected}"
        problems.error("syntax", f"{seen} does not fit here", position, hint=hint)
    elif isinstance(fault, UnexpectedCharacters):
        letter = source.splitlines()[fault.line - 1][max(fault.column - 1 - shift, 0) :][:1]
        problems.error(
            "syntax",
            f"'{letter}' does not fit here",
            position,
            hint=_word_hint(fault, _word_at(source, fault)),
        )
    else:  # pragma: no cover - Lark has no other
        problems.error("syntax", "this does not fit here", position)


def _word_at(source: str, fault: UnexpectedInput) -> str:
    rest = source.splitlines()[fault.line - 1][max(fault.column - 1, 0) :]
    word = ""
    for character in rest:
        if not (character.isalnum() or character == "_"):
            break
        word += character
    return word


def _word_hint(fault: UnexpectedInput, word: str) -> str | None:
    expected = set(
        getattr(fault, "accepts", None)
        or getattr(fault, "expected", None)
        or getattr(fault, "allowed", None)
        or ()
    )
    words = [w for w in STATEMENT_WORDS if w.upper() in expected]
    return hint_for(word, words) if word and words else None


def _expected(terminals: Any) -> str:
    words = sorted({TERMINAL_WORDS.get(x, x.lower()) for x in terminals if not x.startswith("__")})
    if len(words) > 8:
        return "something else"
    return " or ".join(words) if words else "something else"
