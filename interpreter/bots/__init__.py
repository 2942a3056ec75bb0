"""Bots that know no game.

A bot plays on guesses: what its seat cannot see is dealt again, future chance is new.
"""

from __future__ import annotations

from interpreter.bots.budget import Budget
from interpreter.bots.shape import has_long_turns
from interpreter.bots.simple import NO_THOUGHT, Bot, GreedyBot, Measured, RandomBot, Thought
from interpreter.bots.tree_search import TreeSearch
from interpreter.bots.turn_search import TurnSearch
from interpreter.play.game import Game

# How a bot can be asked for.
BOTS = ("random", "greedy", "search[:STEPS|:MSms]")
# Steps of a decision, if nothing is said of it: where a turn is several decisions, and where it is short.
STEPS = 500
STEPS_OF_SHORT_TURNS = 1000

__all__ = [
    "BOTS",
    "NO_THOUGHT",
    "STEPS",
    "Bot",
    "GreedyBot",
    "RandomBot",
    "Thought",
    "bot_for",
    "budget_of",
    "is_bot",
    "is_reproducible",
]


def budget_of(name: str) -> Budget | None:
    """The budget of `search`, `search:STEPS` or `search:MSms`; None where the name is no such thing."""
    kind, colon, amount = name.partition(":")
    if kind != "search":
        return None
    number = amount.removesuffix("ms")
    if not colon:
        return Budget(STEPS)
    if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number)):
        return None
    return Budget(0, int(number)) if amount.endswith("ms") else Budget(int(number))


def is_bot(name: str) -> bool:
    """Whether a seat can be given to this."""
    return name in {"random", "greedy"} or budget_of(name) is not None


def is_reproducible(name: str) -> bool:
    """Whether a bot chooses the same on every machine; one that has so much time does not."""
    budget = budget_of(name)
    return budget is None or budget.reproducible


def bot_for(game: Game, name: str) -> Bot:
    """Make a bot for one seat of one play. Raises ValueError where there is none of this name."""
    if name == "random":
        return RandomBot()
    if name == "greedy":
        return Measured(GreedyBot())
    budget = budget_of(name)
    if budget is None:
        raise ValueError(f"'{name}' is no bot; known are {', '.join(BOTS)}")
    if has_long_turns(game):
        return Measured(TurnSearch(budget))
    return Measured(TreeSearch(Budget(STEPS_OF_SHORT_TURNS) if name == "search" else budget))
