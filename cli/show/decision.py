"""A question as numbered lines: who is asked, what, and the options with their titles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cli.colours import owner_colour
from cli.seen.lines import Line, Run, plain
from cli.seen.pieces import seat_name
from cli.show.ink import WIDTH, columns, left, length, shortened, wrap, wrapped, wrapped_line

if TYPE_CHECKING:
    from cli.seen.model import Fact, Option, Question
    from interpreter import Credits

# More options than these are put beside each other.
_IN_ONE_COLUMN = 12
# More options than these, all of them places of a board that is drawn beside the question, are only counted.
_LISTED = 24


def question_lines(question: Question, width: int = WIDTH, *, drawn: bool = False) -> list[Line]:
    """Return who is asked what, and the options: number, title, notes, of actions the id.

    They are one a line where they are few. drawn: the board on which places are chosen is beside it.
    """
    enter = "" if question.default is None else f" [Enter: {question.options[question.default].number}]"
    asked = Run(seat_name(question.seat), f"bold {owner_colour(f'p{question.seat + 1}')}")
    return [
        *wrapped_line([asked, Run(f": {question.prompt}{enter}")], "", width),
        *(
            line
            for each in question.shown
            if not _is_said(each, question.prompt)
            for line in wrapped(f"{each.title}: {each.words}", "  ", width)
        ),
        *(wrapped(f"in any case: {question.alike}", "  ", width) if question.alike else []),
        *(wrapped(f"picked so far: {question.picked}", "  ", width) if question.picked else []),
        *(_named_on_board(question, width) if drawn else []),
        *([] if drawn and only_drawn(question) else options_lines(question, width)),
    ]


def _is_said(fact: Fact, prompt: str) -> bool:
    """Whether a question says what a fact says; of a number one must know what it is a number of."""
    words, said = (text.lower().replace(" and ", ", ") for text in (fact.words, prompt))
    return not words.isdigit() and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", said) is not None


def only_drawn(question: Question) -> bool:
    """Whether options are so many places of a board that the board is read sooner than a list."""
    kinds = {each.places[0][0] if each.places else "" for each in question.options}
    return len(question.options) > _LISTED and kinds == {"space"}


def _named_on_board(question: Question, width: int) -> list[Line]:
    """Return in a line which places can be chosen, where there is no list of them."""
    options = question.options
    if not only_drawn(question):
        return []
    name = options[len(options) // 2].places[0][3].replace("_", " ")
    words = f"type the name of one of {len(options)} places on the board, such as {name}; `?` lists them"
    return wrapped(words, "  ", width)


def options_lines(question: Question, width: int = WIDTH) -> list[Line]:
    """Return the options: number, title, notes, of actions the id."""
    options = question.options
    number_width = max(len(str(option.number)) for option in options)
    titles = [_with_note(_title(option, question.seat), _note(option)) for option in options]
    # Of what is no action the title says enough.
    ids = ["" if "=" in option.id or option.id == option.title else option.id for option in options]
    widest = max(width - number_width - 6 - max(map(columns, ids)), 20)
    title_width = min(max(map(columns, titles)), widest)
    many = len(titles) > _IN_ONE_COLUMN
    cells: list[Line] = []
    for title, id_, option in zip(titles, ids, options, strict=True):
        # Where options are beside each other, each is one line.
        first, *more = [shortened(title, title_width)] if many else wrap(title, title_width)
        cells.append(
            [
                Run(f"  {option.number:>{number_width}}  ", "bold"),
                Run(left(first, title_width)),
                *([Run(f"  {id_}", "dim")] if id_ else []),
            ]
        )
        cells += [[Run(f"{' ' * (number_width + 4)}  {line}")] for line in more]
    return _beside(cells, width) if many else cells


def _title(option: Option, seat: int) -> str:
    """Return the title of an option: one's own needs no owner, and what it does may name the piece there."""
    place, colon, piece = option.title.removesuffix(f" of Player {seat + 1}").partition(": ")
    if option.title == str(option.number) and _note(option):
        return ""
    named_again = piece and not option.note and option.does.lower().startswith(f"{piece.lower()} ")
    return place if named_again else f"{place}{colon}{piece}"


def _note(option: Option) -> str:
    """Return the note of an option and what it does."""
    return "; ".join(filter(None, (option.note, option.does)))


def _with_note(title: str, note: str) -> str:
    if not (title and note):
        return title or note
    return f"{title}{', ' if ': ' in title else ': '}{note}"


def _beside(cells: list[Line], width: int) -> list[Line]:
    """Return cells in as many columns as the width has, read downwards."""
    broadest = max(map(length, cells))
    rows = -(-len(cells) // max((width + 2) // (broadest + 2), 1))
    found = []
    for row in range(rows):
        line: Line = []
        for cell in cells[row::rows]:
            line += [*cell, Run(" " * (broadest - length(cell) + 2))]
        found.append(line)
    return found


def players_text(least: int, most: int) -> str:
    """Return for how many a game is."""
    return f"{least} to {most} players" if least != most else f"{least} player{'s' * (least > 1)}"


def mates_text(players: int, teams: int) -> str:
    """Return which seats play together, such as `players 1 and 3, 2 and 4`; empty without teams."""
    together = [" and ".join(map(str, range(team + 1, players + 1, teams))) for team in range(teams)]
    return f"players {', '.join(together)}" if teams < players else ""


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
