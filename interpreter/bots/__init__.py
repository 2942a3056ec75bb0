"""Bots that know no game.

A bot plays on guesses: what its seat cannot see is dealt again, future chance is new.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.bots.budget import Budget, read_budget
from interpreter.bots.shape import has_long_turns
from interpreter.bots.simple import NO_THOUGHT, Bot, GreedyBot, Measured, RandomBot, Thought
from interpreter.bots.tree_search import TreeSearch
from interpreter.bots.turn_search import TurnSearch
from interpreter.play.game import Game

# How a bot can be asked for.
BOTS = ("easy", "normal", "hard", "random", "greedy", "search[:STEPS|:MSms|:Ss][:JOBS]")
# Steps of a decision, if nothing is said of it: where a turn is several decisions, and where it is short.
STEPS = 500
STEPS_OF_SHORT_TURNS = 1000

__all__ = [
    "BOTS",
    "LEVELS",
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


@dataclass(frozen=True, slots=True)
class _Level:
    """A bot for people: how many steps it searches (0: greedy), and how often it takes something worse."""

    steps: int
    temperature: float


# The weakest first, as docs/bots.md measures it.
LEVELS = {"easy": _Level(0, 1.0), "normal": _Level(STEPS, 0.2), "hard": _Level(40_000, 0.0)}


def budget_of(name: str) -> Budget | None:
    """The budget of `search`, `search:STEPS`, `search:500ms` or `search:2s`, each perhaps with `:JOBS`.

    None where the name is no such thing.
    """
    kind, colon, amount = name.partition(":")
    if kind != "search":
        return None
    return read_budget(amount) if colon else Budget(STEPS)


def is_bot(name: str) -> bool:
    """Whether a seat can be given to this."""
    return name in {"random", "greedy", *LEVELS} or budget_of(name) is not None


def is_reproducible(name: str) -> bool:
    """Whether a bot chooses the same on every machine; one that has so much time does not."""
    budget = budget_of(name)
    return budget is None or budget.reproducible


def bot_for(game: Game, name: str) -> Bot:
    """Make a bot for one seat of one play. Raises ValueError where there is none of this name."""
    if name == "random":
        return RandomBot()
    level = LEVELS.get(name, _Level(0, 0.0))
    if name == "greedy" or (name in LEVELS and not level.steps):
        return Measured(GreedyBot(level.temperature))
    budget = Budget(level.steps) if level.steps else budget_of(name)
    if budget is None:
        raise ValueError(f"'{name}' is no bot; known are {', '.join(BOTS)}")
    if has_long_turns(game):
        return Measured(TurnSearch(budget, level.temperature))
    if budget == Budget(STEPS):
        budget = Budget(STEPS_OF_SHORT_TURNS)
    return Measured(TreeSearch(budget, level.temperature))
