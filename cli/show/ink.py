"""Text with styles: made once, shown in colour where a terminal has it and as plain text everywhere else.

A line is a list of runs. What a ruleset says is cleaned of control characters, which a terminal would obey.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

WIDTH = 80
# Given to values in their order, where nothing says a colour.
PALETTE = ("red", "blue", "green", "yellow", "magenta", "cyan", "bright_red", "bright_blue", "bright_green")
# The colours of the players, by seat.
SEATS = ("bright_red", "bright_blue", "bright_green", "bright_yellow", "bright_magenta", "bright_cyan")
_DARK_TEXT_FROM = 110


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line in one style; styles are written as Rich writes them: `bold red on white`."""

    text: str
    style: str = ""


Line = list[Run]


def clean(text: str) -> str:
    """Replace what a terminal would obey or hide, such as control characters; line ends and tabs stay."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "\ufffd" for letter in text)


def plain(lines: Iterable[Line]) -> str:
    """Return lines without their styles."""
    return "\n".join(clean("".join(run.text for run in line)).rstrip() for line in lines)


def length(line: Line) -> int:
    """Count the columns of a line."""
    return sum(len(run.text) for run in line)


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
    for word in (part for whole in words for part in broken(whole, width - len(indent))):
        if (begun or heading) and length(lines[-1]) + 2 * begun + length(word) > width:
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
    for run in word:
        for piece in re.findall(r"\s*\S+\s*", run.text):
            # Behind what has no blank, such as a comma may follow, which is not to begin a line.
            if length(parts[-1]) + len(piece.rstrip()) + (not piece[-1].isspace()) > width and parts[-1]:
                parts.append([])
            parts[-1].append(Run(piece if parts[-1] else piece.lstrip(), run.style))
    return parts


def wrapped_line(line: Line, indent: str = "", width: int = WIDTH) -> list[Line]:
    """Return a line in lines that fit, behind an indent; those after the first are indented more."""
    parts = broken(line, width - len(indent) - 4)
    return [
        without_blanks([Run(indent + " " * 4 * (number > 0)), *part]) for number, part in enumerate(parts)
    ]


def wrapped(text: str, heading: str = "", width: int = WIDTH, style: str = "") -> list[Line]:
    """Return prose in lines that fit, those after the first below the text behind the heading."""
    from textwrap import wrap

    indent = " " * len(heading)
    found = wrap(clean(text), max(width - len(heading), 20)) or [""]
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


@lru_cache(1000)
def named_colour(name: str) -> str:
    """Return the colour that a word of a name calls, such as that of `dark_red`; or nothing."""
    from rich.color import ANSI_COLOR_NAMES

    for word in (name, *reversed(name.split("_"))):
        for called in (word, f"{word}1", f"{word}2", f"{word}50"):
            if called in ANSI_COLOR_NAMES:
                return called
    return ""
