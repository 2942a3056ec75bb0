"""Text in styles: a line is a list of runs. What a ruleset says is cleaned of what a terminal would obey."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


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


def joined(parts: Iterable[Line], between: str = "") -> Line:
    """Return parts as one line: with commas, or with strokes where the parts have commas themselves."""
    parts, line = list(parts), list[Run]()
    if not between:
        between = " | " if any(re.search("[,;] ", plain([part])) for part in parts) else ", "
    for part in parts:
        line += [*([Run(between)] if line else []), *part]
    return line
