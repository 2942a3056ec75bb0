"""Bots that know no game.

A bot plays on a guess: what its seat cannot see is dealt again, future chance is new.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from interpreter.play.state import State

# How many ways of going on are tried at each further question of an action, and how many ends of it.
MAX_WAYS = 6
MAX_ENDS = 40

Bot = Callable[[State, Random], int]


def random_bot(state: State, chance: Random) -> int:
    """Take any option in canonical order, all alike; where others are left out and one remains, no chance."""
    ways = state.ways
    if len(ways) == 1 < state.option_count:
        return ways[0]
    return ways[int(chance.random() * len(ways))]


def greedy_bot(state: State, chance: Random) -> int:
    """Take the option after which one's own points, counted as if the game ended now, are most.

    To these comes what the ruleset's `outlook` holds a position to be worth. An option is judged where the
    action it begins is over: what else is asked within it is tried, a bounded number of ways. Options that
    are alike are drawn among.
    """
    seat, ways = state.seat, state.ways
    if len(ways) == 1:
        return ways[0]
    guess = state.guess(seat, chance.getrandbits(48))
    best: list[int] = []
    best_worth: int | None = None
    for option in ways:
        trial = guess.fork()
        trial.choose(option)
        worth = _best_within(trial, seat, [MAX_ENDS])
        if best_worth is None or worth > best_worth:
            best, best_worth = [option], worth
        elif worth == best_worth:
            best.append(option)
    return best[int(chance.random() * len(best))]


def _best_within(state: State, seat: int, ends: list[int]) -> int:
    """The best that a seat can reach within its action; ends: how many more ends may be looked at.

    The state is its own to play on.
    """
    while state.seat == seat and state.inside and len(state.ways) == 1:
        state.choose(state.ways[0])
    if state.seat != seat or not state.inside or ends[0] <= 0:
        ends[0] -= 1
        return state.outlook(seat)
    ways = state.ways
    tried = ways if len(ways) <= MAX_WAYS else [ways[way * len(ways) // MAX_WAYS] for way in range(MAX_WAYS)]
    worths = []
    for way in tried:
        trial = state.fork()
        trial.choose(way)
        worths.append(_best_within(trial, seat, ends))
    return max(worths)


BOTS: Mapping[str, Bot] = MappingProxyType({"random": random_bot, "greedy": greedy_bot})
