"""Lines of a width: how long text is on a terminal, and where it is broken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from cli.seen.lines import Line, Run, clean

WIDTH = 80
_DARK_TEXT_FROM = 110


def length(line: Line) -> int:
    """Count the columns of a line."""
    return sum(columns(run.text) for run in line)


def columns(text: str) -> int:
    """Count the columns that a text takes on a terminal: some letters take two, some none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def left(text: str, width: int) -> str:
    """Return a text with blanks behind it, as broad as a column."""
    return text + " " * (width - columns(text))


def right(text: str, width: int) -> str:
    """Return a text with blanks before it, as broad as a column."""
    return " " * (width - columns(text)) + text


def shortened(text: str, width: int) -> str:
    """Return a text, or as much of it as a column holds."""
    if columns(text) <= width:
        return text
    from rich.cells import set_cell_size

    return set_cell_size(text, width - 3) + "..."


def wrap(text: str, width: int) -> list[str]:
    """Return prose in lines of so many columns, broken at blanks and hyphens, and words that are too long."""
    from textwrap import TextWrapper

    if text.isascii():
        return TextWrapper(width).wrap(text)
    from rich.cells import chop_cells

    lines = [""]
    for chunk in TextWrapper.wordsep_re.split(re.sub(r"\s", " ", text)):
        for piece in chop_cells(chunk, width) if columns(chunk) > width else [chunk]:
            if lines[-1] and columns(lines[-1]) + columns(piece.rstrip()) > width:
                lines[-1] = lines[-1].rstrip()
                lines.append("")
            lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line for line in lines if line]


def without_blanks(line: Line) -> Line:
    """Return a line without the blanks at its end."""
    end = len(line)
    while end and not line[end - 1].text.strip(" "):
        end -= 1
    return [*line[: end - 1], Run(line[end - 1].text.rstrip(" "), line[end - 1].style)] if end else []


def lines_of(text: str, style: str = "") -> list[Line]:
    """Return a text as lines."""
    return [[Run(line, style)] for line in text.split("\n")]


def running(
    words: Iterable[Line], heading: Sequence[Run] = (), width: int = WIDTH, indent: str = "  "
) -> list[Line]:
    """Return words one after the other behind a heading, two spaces between them, in lines that fit."""
    lines: list[Line] = [list(heading)]
    begun = False
    parts = (each for whole in words for each in enumerate(broken(whole, width - len(indent))))
    for number, word in parts:
        # What is behind a break begins a line.
        full = number > 0 or length(lines[-1]) + 2 * begun + length(word) > width
        if (begun or heading) and full:
            lines.append([Run(indent)] if heading else [])
            begun = False
        if begun:
            lines[-1].append(Run("  "))
        lines[-1] += word
        begun = True
    return lines


def broken(word: Line, width: int) -> list[Line]:
    """Return a word whole, or in parts, broken at its spaces, where it is longer than a line."""
    if length(word) <= width:
        return [word]
    parts: list[Line] = [[]]
    for pieces in _words(word):
        text = "".join(run.text for run in pieces)
        # Behind the last a comma may follow, which is not to begin a line.
        if parts[-1] and length(parts[-1]) + columns(text.rstrip()) + (not text[-1].isspace()) > width:
            parts.append([])
        for run in pieces:
            parts[-1].append(run if parts[-1] else Run(run.text.lstrip(), run.style))
    return parts


def _words(word: Line) -> Iterator[list[Run]]:
    """Yield what has no space within: a bracket or comma in another style stays with what it follows."""
    pieces: list[Run] = []
    for run in word:
        for piece in re.findall(r"\s*\S+\s*|\s+", run.text):
            if pieces and piece[0].isspace() and not piece.isspace():
                yield pieces
                pieces = []
            pieces.append(Run(piece, run.style))
            if piece[-1].isspace():
                yield pieces
                pieces = []
    if pieces:
        yield pieces


def wrapped_line(line: Line, indent: str = "", width: int = WIDTH) -> list[Line]:
    """Return a line in lines that fit, behind an indent; those after the first are indented more."""
    parts = broken(line, width - len(indent) - 4)
    return [
        without_blanks([Run(indent + " " * 4 * (number > 0)), *part]) for number, part in enumerate(parts)
    ]


def wrapped(text: str, heading: str = "", width: int = WIDTH, style: str = "") -> list[Line]:
    """Return prose in lines that fit, those after the first below the text behind the heading."""
    indent = " " * columns(heading)
    found = wrap(clean(text), max(width - len(indent), 20)) or [""]
    return [[Run(indent if number else heading), Run(line, style)] for number, line in enumerate(found)]


def filled(colour: str) -> str:
    """Return the style of a thing that fills its place: its colour as the ground, its text readable."""
    return f"bold {_text_on(colour)} on {colour}" if colour else "bold reverse"


@lru_cache(1000)
def _text_on(colour: str) -> str:
    from rich.color import Color, ColorParseError

    try:
        red, green, blue = Color.parse(colour).get_truecolor()
    except ColorParseError:
        return "white"
    bright = 0.3 * red + 0.59 * green + 0.11 * blue > _DARK_TEXT_FROM
    return "black" if bright else "bright_white"
