"""A decision as numbered lines: who is asked, what, and the options with their titles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from cli.show.ink import WIDTH, Line, Run, length, plain, wrapped, wrapped_line
from cli.show.pieces import owner_colour

if TYPE_CHECKING:
    from interpreter import Credits, Decision, Question

# More options than these stand beside each other.
_IN_ONE_COLUMN = 12


def decision_text(decision: Decision, question: Question) -> str:
    """Return who is asked what and the options as plain text."""
    return plain(decision_lines(decision, question))


def decision_lines(
    decision: Decision, question: Question, width: int = WIDTH, notes: Sequence[str] = ()
) -> list[Line]:
    """Return who is asked what, and the options, one a line where they are few: number, title, notes, id.

    notes: what is to be said of each option beside what the rules say of it.
    """
    numbers = option_numbers(decision)
    number_width = max(len(str(number)) for number in numbers)
    titles = [
        _option_title(decision, title or option.id, ", ".join(filter(None, told)))
        for option, title, *told in zip(
            decision.options,
            question.titles,
            notes or [""] * len(numbers),
            question.notes,
            strict=True,
        )
    ]
    widest = max(width - number_width - 6 - max(len(option.id) for option in decision.options), 20)
    title_width = min(max(map(len, titles)), widest)
    many = len(titles) > _IN_ONE_COLUMN
    cells: list[Line] = []
    for number, title, option in zip(numbers, titles, decision.options, strict=True):
        # Where options stand beside each other, each is one line.
        shortened = title if len(title) <= title_width else title[: title_width - 3] + "..."
        first, *more = [shortened] if many else wrap(title, title_width)
        cells.append(
            [
                Run(f"  {number:>{number_width}}  ", "bold"),
                Run(f"{first:<{title_width}}"),
                Run(f"  {option.id}", "dim"),
            ]
        )
        cells += [[Run(f"{' ' * (number_width + 4)}  {line}")] for line in more]
    enter = "" if question.default is None else f" [Enter: {numbers[question.default]}]"
    asked = Run(seat_name(decision.seat), f"bold {owner_colour(f'p{decision.seat + 1}')}")
    return [
        *wrapped_line([asked, Run(f": {question.prompt}{enter}")], "", width),
        *(wrapped(f"picked so far: {picked_text(decision)}", "  ", width) if decision.picked else []),
        *(_beside(cells, width) if many else cells),
    ]


def picked_text(decision: Decision) -> str:
    """Return what of several things is picked already, and how many can be."""
    subset = decision.subset
    assert subset is not None, "one thing is asked for"
    titles = ", ".join(option.title or option.id for option in decision.picked) or "nothing"
    most = min(subset.most, subset.size)
    return f"{titles} ({len(decision.picked)} of {'up to ' if subset.least < most else ''}{most})"


def option_numbers(decision: Decision) -> list[int]:
    """Return the numbers by which options are chosen: where a number is asked for itself, else from 1 on."""
    values = [option.id.partition("=")[2] for option in decision.options]
    if all(value.isascii() and value.isdigit() for value in values):
        return [int(value) for value in values]
    return list(range(1, len(values) + 1))


def _option_title(decision: Decision, title: str, note: str) -> str:
    """Return the title of an option; a bare number is told from the number by which it is chosen."""
    title = f"{decision.name.replace('_', ' ')} {title}" if title.isdigit() else title
    return f"{title}{', ' if ': ' in title else ': '}{note}" if note else title


def _beside(cells: list[Line], width: int) -> list[Line]:
    """Return cells in as many columns as the width has, read downwards."""
    broadest = max(map(length, cells))
    columns = max((width + 2) // (broadest + 2), 1)
    rows = -(-len(cells) // columns)
    found = []
    for row in range(rows):
        line: Line = []
        for cell in cells[row::rows]:
            line += [*cell, Run(" " * (broadest - length(cell) + 2))]
        found.append(line)
    return found


def seat_name(seat: int) -> str:
    """Name a seat as people count: from 1."""
    return f"Player {seat + 1}"


def players_text(least: int, most: int) -> str:
    """Return for how many a game is."""
    return f"{least} to {most} players" if least != most else f"{least} player{'s' * (least > 1)}"


def credits_text(credits: Credits) -> str:
    """Return whose game it is, in a line; empty where nothing is said."""
    *others, last = credits.designers or ("",)
    by = f"{', '.join(others)} and {last}" if others else last
    said = " ".join(filter(None, [credits.publisher, str(credits.year or "")]))
    rules = f"rules of {credits.edition}" if credits.edition else ""
    return "; ".join(filter(None, [f"by {by}" if by else "", said, rules]))


def words_text(words: Mapping[str, str]) -> str:
    """Return what can be typed at a prompt: a choice, or one of the words."""
    rows = {
        "3": "the option with that number",
        "ID": "an option by its id or title, or the beginning of one",
        "? 3": "what an option means, and its rules",
        **words,
    }
    width = max(len(word) for word in rows)
    lines = [wrapped(meaning, f"  {word:<{width}}  ") for word, meaning in rows.items()]
    return plain([line for each in lines for line in each])
