"""Positions played on: for some turns by bots in haste, or by chance to the end.

WebAssembly does this in one call; here it is done with any position, with the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Protocol, runtime_checkable

from interpreter.bots.position import SearchPosition
from interpreter.bots.simple import HastyBot, RandomBot
from interpreter.play.chance import Chance, mixed
from interpreter.play.game import State
from interpreter.play.standings import final_standings


@runtime_checkable
class _RollsOut(Protocol):
    def rollouts(self, plays: int, seed: int, turns: int, /) -> tuple[list[list[int]], int]: ...


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


def judged(position: SearchPosition) -> list[int]:
    """What a position is worth to each; when the game is over nothing is to come, so no outlook counts."""
    if not position.finished:
        return position.standings()
    state = position if isinstance(position, State) else position.state()
    return final_standings(state.game, state.scores(), state.winners(), broken_off=state.broken_off)


def rollouts(position: SearchPosition, plays: int, seed: int, turns: int) -> tuple[list[list[int]], int]:
    """Play on from a position for so many turns, so many times; return the standings and the steps in all.

    Play n has the chance of `seed + n`. A game that is over counts by its points and who has won. Raises
    RuleFault where rules go wrong in one.
    """
    if isinstance(position, _RollsOut):
        return position.rollouts(plays, seed, turns)
    assert isinstance(position, State)
    found, steps = [], 0
    for number in range(plays):
        state = position.reseeded(seed + number)
        bots = [HastyBot() for _ in range(state.game.players)]
        _play_on(state, seed + number, bots, turns)
        steps += sum(bot.steps for bot in bots)
        found.append(
            final_standings(state.game, state.scores(), state.winners(), broken_off=state.broken_off)
            if state.finished
            else state.standings()
        )
    return found, steps


def _play_on(state: State, seed: int, bots: Sequence[HastyBot | RandomBot], turns: float = inf) -> None:
    """Play on for so many turns, or to the end."""
    by_bot = [Chance(mixed(seed) + seat) for seat in range(state.game.players)]
    turn = state.turn
    while not state.finished:
        if state.turn != turn:
            turn, turns = state.turn, turns - 1
            if turns <= 0:
                break
        state.choose(bots[state.seat].choose(state, by_bot[state.seat]))


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
    _play_on(state, seed, [RandomBot()] * state.game.players)
    return state.winners()
