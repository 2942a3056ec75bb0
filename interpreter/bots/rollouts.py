"""Positions played on by chance to the end.

WebAssembly does this in one call; here it is done with any position, with the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from interpreter.bots.position import SearchPosition
from interpreter.bots.simple import RandomBot
from interpreter.play.chance import Chance, mixed
from interpreter.play.game import State


@runtime_checkable
class _PlaysOut(Protocol):
    def playouts(self, plays: int, seed: int, /) -> Sequence[Any]: ...


@runtime_checkable
class _HasTwins(Protocol):
    def twins(self, count: int, /) -> list[SearchPosition]: ...


def in_other_memories(position: SearchPosition, count: int) -> list[SearchPosition]:
    """A position as often as wanted, so that as many threads can play on; once where that cannot be had."""
    if count > 1 and isinstance(position, _HasTwins):
        return [position, *position.twins(count - 1)]
    return [position]


def chances(position: SearchPosition, plays: int, seed: int) -> list[float]:
    """How often each seat wins where chance plays so many games to the end: -1 never, 1 always.

    Play n has the chance of `seed + n`; a shared victory counts in part. Raises RuleFault.
    """
    if isinstance(position, _PlaysOut):
        won = [outcome.winners for outcome in position.playouts(plays, seed)]
    else:
        assert isinstance(position, State)
        won = [_won_by_chance(position, seed + number) for number in range(plays)]
    shares = [sum(1 / len(seats) for seats in won if seat in seats) for seat in range(position.game.players)]
    return [2 * share / plays - 1 for share in shares]


def _won_by_chance(position: State, seed: int) -> Sequence[int]:
    """The seats that win where chance plays to the end."""
    state = position.reseeded(seed)
    bot = RandomBot()
    by_bot = [Chance(mixed(seed) + seat) for seat in range(state.game.players)]
    while not state.finished:
        state.choose(bot.choose(state, by_bot[state.seat]))
    return state.winners()
