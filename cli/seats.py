"""Who answers a decision: a person who types lines, or a bot by its name."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from interpreter import Decision, State

HUMAN = "human"
# What a person can type besides a choice.
WORDS = {
    "help": "what can be typed here",
    "board": "the position, as far as the seat may see it",
    "score": "the points so far",
    "undo": "take the last choice back",
    "quit": "stop here; the game can be resumed",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """An option chosen, by its index."""

    index: int


@dataclass(frozen=True, slots=True)
class Word:
    """One of `WORDS`."""

    word: str


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line that means nothing here, with the reason."""

    message: str


def name_seats(given: Sequence[str], players: int, default: Sequence[str], *, people: bool) -> tuple[str, ...]:
    """Return who sits in each seat: as given, the rest by default, whose last name fills all further seats."""
    from interpreter.bots import BOTS

    known = [HUMAN, *BOTS] if people else list(BOTS)
    for name in given:
        if name not in known:
            message = f"'{name}' cannot take a seat; known are {', '.join(known)}"
            raise click.BadParameter(message, param_hint="'--seat'")
    if len(given) > players:
        message = f"{len(given)} seats are given, but {players} play"
        raise click.BadParameter(message, param_hint="'--seat'")
    filled = [*given, *default[len(given) : players]]
    return (*filled, *[default[-1]] * (players - len(filled)))


def stdin_is_terminal() -> bool:
    """Tell whether a person can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def choose_as_bot(name: str, state: State, seed: int) -> int:
    """Return the index of the option that a bot takes.

    Its chance depends on the seed, the seat and the number of choices only, so that a game that is
    resumed or taken back goes on as it would have.
    """
    from interpreter.bots import BOTS

    decision = state.decision
    assert decision is not None, "a finished game asks nobody"
    return BOTS[name](state, Random(f"{seed}/{decision.seat}/{state.decisions}"))


def read_answer(line: str, decision: Decision) -> Choice | Word | Mistake:
    """Understand what a person typed: a word, a number, an id, or the beginning of one."""
    typed = line.strip().lower()
    if typed == "?":
        return Word("help")
    if typed in WORDS:
        return Word(typed)
    count = len(decision.options)
    if not typed:
        return Mistake(f"Type a number from 1 to {count}, or ? for help.")
    if typed.isascii() and typed.isdigit():
        return Choice(int(typed) - 1) if 1 <= int(typed) <= count else Mistake(f"The numbers go from 1 to {count}.")
    return _find_option(typed, [option.id.lower() for option in decision.options])


def _find_option(typed: str, ids: Sequence[str]) -> Choice | Mistake:
    # Ids read `name=value`; the value alone is enough, since one decision asks for one name.
    values = [option_id.partition("=")[2] for option_id in ids]
    for names in (ids, values):
        if names.count(typed) == 1:
            return Choice(names.index(typed))
    begun = [
        index
        for index, (option_id, value) in enumerate(zip(ids, values, strict=True))
        if option_id.startswith(typed) or value.startswith(typed)
    ]
    if len(begun) == 1:
        return Choice(begun[0])
    if begun:
        return Mistake(f"'{typed}' could be {', '.join(ids[index] for index in begun[:6])}{' ...' * (len(begun) > 6)}.")
    return Mistake(f"'{typed}' is not offered. Type a number from 1 to {len(ids)}, or ? for help.")
