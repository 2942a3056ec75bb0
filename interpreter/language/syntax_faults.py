"""Syntax errors of effect texts, told to authors.

In: what lark says, and the text it read. Out: a problem with place, what was found, and what would fit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lark import UnexpectedInput
from lark.exceptions import UnexpectedEOF, UnexpectedToken

from interpreter.language.syntax_hints import advice_for, begins_statement
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.problem import Problems
from interpreter.reading.located_value import Located

# A line that begins with one of these continues the line before.
CONTINUING_WORDS = ["and", "or", "where", "by", "then", "else", "as", "each", "default", "because", "always"]

# More words that would fit are not listed: the form of the statement says more.
MOST_LISTED = 2
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
# What ends too early where one of these does not fit.
_ENDS = {"_NL": "the line", "_DEDENT": "the block", "$END": "the text"}
# What can go on any value, and so says nothing of what is missing.
_AFTER_A_VALUE = {"PLUS_MINUS", "TIMES", "COMPARE", "DOT", "LPAR", "AND", "OR", "IN", "NOT", "AFTER", "DOES"}
_AFTER_A_VALUE |= {"__ANON_0", "_CONTINUED"}
_BRACKETS = {"(": ")", "{": "}"}
# Names that a statement gives to something.
_BINDING = re.compile(
    r"(?:\b(?:let|pick|choose|for)\s+(?:[^:=]*?\s)??(\w+)\s+(?:in|im|on|of|from|at)\b|\blet\s+(\w+))"
)


def start_words(start: str) -> str:
    """What a text should be, in words."""
    return {"block": "statements", "expression": "an expression", "loop_head": "`name in set`"}.get(
        start, f"a {start}"
    )


def tell_fault(fault: UnexpectedInput, text: Located, source: str, start: str, problems: Problems) -> int:
    """Make a problem of a syntax error, at its place in the file; return which line of the text is wrong."""
    lines = source.rstrip().split("\n")
    early = isinstance(fault, UnexpectedEOF) or fault.line in (None, -1)
    early = early or (start == "expression" and fault.line > len(lines))
    shift = int(start == "expression" and fault.line == 1)
    number = len(lines) if early else fault.line
    column = len(lines[-1]) if early else max(fault.column - 1 - shift, 0)
    lone = _lone_bracket(source, number, column)
    if lone is not None:
        bracket, at_line, at_column = lone
        said = "is never closed" if bracket in _BRACKETS else "closes nothing"
        place = text.position_in_text(at_line, at_column + 1)
        other = _BRACKETS.get(bracket) or next(each for each in _BRACKETS if _BRACKETS[each] == bracket)
        hint = f"put a `{other}`" if bracket in _BRACKETS else f"take it away, or put a `{other}` before it"
        problems.error("syntax", f"the bracket '{bracket}' {said}", place, hint=hint)
        return at_line
    if early:
        problems.error("syntax", f"{start_words(start)} that ends too early", text.position)
    elif isinstance(fault, UnexpectedToken) and fault.token.type == "_INDENT":
        return _tell_indent(fault, text, source, problems)
    else:
        _tell_misfit(fault, text, source, column, start, problems)
    return number


def without_faulty(source: str, number: int) -> tuple[str, set[str]] | None:
    """Return statements with the one at a line (from 1) made to do nothing, and the names that it may bind.

    Other lines keep their places, so that what else is wrong with them can be reported. None: the line has
    no statement that could be replaced.
    """
    lines = source.split("\n")
    number = min(number, len(lines))
    while number > 1 and (_indent(lines[number - 1]) < 0 or _continues(lines, number)):
        number -= 1
    line, width = lines[number - 1], _indent(lines[number - 1])
    last = number
    while last < len(lines) and _continues(lines, last + 1):
        last += 1
    opens = lines[last - 1].partition("#")[0].rstrip().endswith(":")
    instead = (
        f"let unread_{number} = true"
        if not opens
        else "elif true:"
        if line.lstrip().startswith("elif")
        else "if true:"
    )
    if width < 0 or line.strip() == instead:
        return None
    faulty = " ".join(lines[number - 1 : last])
    lines[number - 1 : last] = [" " * width + instead, *[""] * (last - number)]
    return "\n".join(lines), {name for names in _BINDING.findall(faulty) for name in names if name}


def _indent(line: str) -> int:
    """How far a line is indented; -1 where it holds no statement."""
    return len(line) - len(line.lstrip()) if line.partition("#")[0].strip() else -1


def _continues(lines: Sequence[str], number: int) -> bool:
    """Whether a line (from 1) goes on with the statement before it: indented more, and in no block."""
    before, here = lines[number - 2] if number > 1 else "", lines[number - 1]
    if number < 2 or _indent(here) < 0 or _indent(before) < 0:
        return False
    return _indent(here) > _indent(before) and not before.partition("#")[0].rstrip().endswith(":")


def tell_dedent(text: Located, source: str, problems: Problems) -> None:
    """Make a problem of a line that is indented less than its block, but like no block around it."""
    indents = [
        (number, len(line) - len(line.lstrip()))
        for number, line in enumerate(source.split("\n"), 1)
        if line.partition("#")[0].strip()
    ]
    open_blocks, place = [0], text.position
    for number, width in indents:
        if width > open_blocks[-1]:
            open_blocks.append(width)
        elif width not in open_blocks:
            place = text.position_in_text(number, width + 1)
            break
        else:
            del open_blocks[open_blocks.index(width) + 1 :]
    problems.error(
        "syntax",
        "this line is indented like none of the blocks above it",
        place,
        hint="a line that ends a block begins below the word that began it",
    )


def _tell_misfit(  # noqa: PLR0917 - what was read, and where it goes wrong
    fault: UnexpectedInput, text: Located, source: str, column: int, start: str, problems: Problems
) -> None:
    """Tell of a word or sign that does not fit: what it is, and what to write instead."""
    line = _line(source, fault.line)
    position = text.position_in_text(fault.line, column + 1)
    advice = advice_for(line, column)
    begins = fault.line > 1 and not line[:column].strip()
    more = CONTINUING_WORDS if begins else []
    if isinstance(fault, UnexpectedToken):
        kind, word = fault.token.type, str(fault.token).strip()
        marked = bool(word) and not kind.startswith(("_", "$"))
        message = f"{_ENDS[kind]} ends too early" if kind in _ENDS else f"'{word}' does not fit here"
        if marked:
            position = replace(position, end_column=position.column + len(word), end_line=None)
        wanted = {*(fault.accepts or fault.expected)}
        fallback = _what_fits(wanted, line[:column], start)
        if (
            marked
            and start == "expression"
            and "RPAR" in wanted
            and not _in_brackets(source, fault.line, column)
        ):
            message = f"the expression ends before '{word}'"
            fallback = f"leave out '{word}', or join the two: `+`, `*`, `and`, ..."
    else:
        word, fallback = _word_at(source, fault), None
        message = f"'{line[column : column + 1]}' does not fit here"
    if advice is not None:
        problems.error("syntax", advice.message or message, position, hint=advice.hint)
    else:
        problems.error("syntax", message, position, hint=_word_hint(fault, word, more) or fallback)


def _lone_bracket(source: str, number: int, column: int) -> tuple[str, int, int] | None:
    """Return the bracket to blame for an error at a place: its sign, line (from 1) and column (from 0).

    It opens before the place and is closed nowhere, or it is at the place and closes nothing.
    """
    opened: list[tuple[str, int, int]] = []
    for at_line, line in enumerate(source.split("\n"), 1):
        for at_column, letter in enumerate(line.partition("#")[0]):
            if letter in _BRACKETS:
                opened.append((letter, at_line, at_column))
            elif letter in _BRACKETS.values():
                if opened and _BRACKETS[opened[-1][0]] == letter:
                    opened.pop()
                elif (at_line, at_column) == (number, column):
                    return letter, at_line, at_column
    return next((found for found in opened if found[1:] < (number, column)), None)


def _in_brackets(source: str, number: int, column: int) -> bool:
    """Whether a place in a text (line from 1, column from 0) is inside brackets of the text."""
    lines = source.split("\n")
    before = "\n".join([*lines[: number - 1], _line(source, number)[:column]])
    return sum((sign in _BRACKETS) - (sign in _BRACKETS.values()) for sign in before) > 0


def _tell_indent(fault: UnexpectedToken, text: Located, source: str, problems: Problems) -> int:
    """Tell of a line that is indented for no reason, or continues the one before by a misspelt word."""
    number = fault.line + 1
    while not (line := _line(source, number)).split("#")[0].strip() and number < source.count("\n"):
        number += 1
    word = line.strip().partition(" ")[0]
    start = text.position_in_text(number, len(line) - len(line.lstrip()) + 1)
    problems.error(
        "syntax",
        f"the line with '{word}' is indented, but begins no block and continues nothing",
        replace(start, end_column=start.column + len(word)),
        hint=hint_for(word, CONTINUING_WORDS) or _indent_hint(line),
    )
    return number


def _indent_hint(line: str) -> str:
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return "indent with spaces, not with tabs"
    return "only what follows a `:` at the end of a line is indented"


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
    return hint_for(word, [*words, *more]) if word and not begins_statement(word) else None


def _what_fits(terminals: set[str], before: str, start: str) -> str | None:
    """Say what belongs at a place: a statement, a value, a word, or how the statement is written."""
    if "GAIN" in terminals:
        return "a statement begins here, such as `gain`, `move` or `call`"
    if terminals >= {"NAME", "NUMBER", "LPAR"}:
        return "a value belongs here, such as `3`, a name, or `size(ZONE)`"
    if terminals >= {"COMMA", "RPAR"}:
        return "put a `,` between two values, or an operator: `+`, `*`, `and`, ..."
    wanted = {word for word in terminals - _AFTER_A_VALUE if not word.startswith("__")}
    if wanted == {"COLON"} or ("COLON" in wanted and before.split()[:2] == ["one", "of"]):
        return "a `:` belongs here, before what is done"
    if wanted == {"_INDENT"} or "_INDENT" in wanted:
        return "an indented block belongs here"
    if wanted == {"NAME"} and start in ("signature", "parameters"):
        return "each argument has a type and a name: `number n`"
    if start == "expression" and re.match(r"x?\s*if\b", before):
        return "it reads `if CONDITION then ONE else OTHER`"
    if (form := _form_of(before)) is not None:
        return f"it reads `{form}`"
    words = sorted(TERMINAL_WORDS.get(word, word.lower()) for word in wanted)
    return f"{' or '.join(words)} belongs here" if 0 < len(words) <= MOST_LISTED else None


def _form_of(before: str) -> str | None:
    """Return how the statement is written that a part of a line begins; None: it begins none."""
    # Read only for a message: the list of forms is long.
    from interpreter.language.constructs import CONSTRUCTS, STATEMENT_GROUPS  # noqa: PLC0415 - see above

    first = re.match(r"\s*([a-z]+)\b", before.rpartition(":")[2])
    made = (
        (each.syntax for each in CONSTRUCTS if each.group in STATEMENT_GROUPS and each.name == first[1])
        if first
        else ()
    )
    return next(iter(made), None)
