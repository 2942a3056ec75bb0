"""Bots that know no game.

A bot plays on a guess: what its seat cannot see is dealt again, future chance is new.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from interpreter.play.state import State

Bot = Callable[[State, Random], int]


def random_bot(state: State, chance: Random) -> int:
    """Take any option, all alike."""
    return int(chance.random() * state.option_count)


def greedy_bot(state: State, chance: Random) -> int:
    """Take the option after which one's own points, counted as if the game ended now, are most.

    To these comes what the ruleset's `outlook` holds a position to be worth.

    One step is looked ahead, to where the next decision stands; options that are alike are drawn among.
    """
    seat, count = state.seat, state.option_count
    guess = state.guess(seat, chance.getrandbits(48))
    best: list[int] = []
    best_worth: int | None = None
    for option in range(count):
        trial = guess.fork()
        trial.choose(option)
        worth = trial.outlook(seat)
        if best_worth is None or worth > best_worth:
            best, best_worth = [option], worth
        elif worth == best_worth:
            best.append(option)
    return best[int(chance.random() * len(best))]


BOTS: Mapping[str, Bot] = MappingProxyType({"random": random_bot, "greedy": greedy_bot})
