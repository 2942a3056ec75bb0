"""Who answers a decision: a person who types lines, or a bot by its name."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from cli.seen.questions import option_numbers
from cli.session.seats import HUMAN

if TYPE_CHECKING:
    from interpreter import Decision

# What a person can type besides a choice.
WORDS = {
    "?": "the question, its rules, what you can type; ? NAME: about a piece, space or anything with a name",
    "board": "the position; board 2: of player 2; board all: of everybody; board NAME: one board",
    "why": "why NAME: why an action or option is not offered",
    "log": "what happened last; log 9: during the last nine choices",
    "score": "the points so far",
    "reconstructed": "rules and figures that we found in no source",
    "undo": "take back your last choice; undo 3: the last three",
    "redo": "repeat what you took back",
    "quit": "stop here; you can go on later",
}
# Those that more may follow.
_WITH_MORE = ("board", "help", "why", "log", "undo")
# So many options are named where several are meant.
_FEW = 6


@dataclass(frozen=True, slots=True)
class Choice:
    """An option chosen, by its index."""

    index: int


@dataclass(frozen=True, slots=True)
class Word:
    """One of `WORDS` (`help` for `?`), and what follows it."""

    word: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line that means nothing here, with the reason."""

    message: str


def name_seats(
    given: Sequence[str], players: int, default: Sequence[str], *, people: bool = True
) -> tuple[str, ...]:
    """Return who sits in each seat: as given, the rest by default; its last name fills all further seats."""
    from interpreter import BOTS, is_bot

    for name in (*given, *default):
        if not (is_bot(name) or (people and name == HUMAN)):
            known = [HUMAN, *BOTS] if people else BOTS
            message = f"'{name}' cannot take a seat; known are {', '.join(known)}"
            raise click.BadParameter(message, param_hint="'--seat'")
    if len(given) > players:
        message = f"{len(given)} seats are given, but {players} play"
        raise click.BadParameter(message, param_hint="'--seat'")
    filled = [*given, *default[len(given) : players]]
    return (*filled, *[default[-1]] * (players - len(filled)))


def stdin_is_terminal() -> bool:
    """Whether a person can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def read_answer(line: str, decision: Decision, default: int | None = None) -> Choice | Word | Mistake:
    """Understand what a person typed: a word, a number, an id, or the beginning of one.

    default: the place of the option that an empty line takes, if the rules mark one.
    """
    typed = line.strip().lower()
    if typed.startswith("?"):
        typed = f"help {typed[1:]}".strip()
    word, _, about = typed.partition(" ")
    if typed in WORDS or word in _WITH_MORE:
        return Word(word, about.strip())
    numbers = option_numbers(decision)
    low, high = min(numbers), max(numbers)
    if not typed and default is not None:
        return Choice(default)
    if not typed:
        return Mistake(f"Type a number from {low} to {high}, or ? for help.")
    if typed.isascii() and typed.isdigit():
        number = int(typed[:9])
        if number in numbers:
            return Choice(numbers.index(number))
        if len(numbers) <= high - low or len(numbers) == 2:
            *others, last = map(str, numbers)
            return Mistake(f"Type {', '.join(others)} or {last}, or ? for help.")
        return Mistake(f"Type a number from {low} to {high}, or ? for help.")
    options = decision.options
    return _find_option(line.strip(), [option.id for option in options], [option.title for option in options])


def read_answers(
    line: str, decision: Decision, default: int | None = None
) -> tuple[Choice | Word | Mistake, str]:
    """Understand a line that may hold several answers; returns the first, and what is left of the line."""
    answer = read_answer(line, decision, default)
    first, _, rest = line.strip().partition(" ")
    if isinstance(answer, Mistake) and rest and isinstance(one := read_answer(first, decision), Choice):
        return one, rest.strip()
    return answer, ""


def _find_option(typed: str, ids: Sequence[str], titles: Sequence[str]) -> Choice | Mistake:
    """Find an option by its id, by the value in `name=value`, by its title, or by the beginning of one."""
    if typed in ids:
        return Choice(ids.index(typed))
    low = typed.lower()
    names = [(name.lower(), name.partition("=")[2].lower()) for name in ids]
    found = [index for index, forms in enumerate(names) if low in forms]
    # A beginning of an id counts before one of a title, which may be anything.
    for all_forms in (names, [(title.lower(),) for title in titles]):
        found = found or [
            index for index, forms in enumerate(all_forms) if any(form.startswith(low) for form in forms)
        ]
    if len(found) == 1:
        return Choice(found[0])
    if found:
        more = f" and {len(found) - _FEW} more" if len(found) > _FEW else ""
        return Mistake(f"'{typed}' could be {', '.join(ids[index] for index in found[:_FEW])}{more}.")
    return Mistake(f"'{typed}' is not offered. Type the number of an option, or ? for help.")
