"""How far somebody is ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from interpreter.bots.position import SearchPosition
from interpreter.play.game import Game, State
from interpreter.play.standings import VICTORY, final_standings


@runtime_checkable
class _HeldElsewhere(Protocol):
    def state(self) -> State: ...


def lead(game: Game, standings: Sequence[int], seat: int) -> int:
    """A seat's standing less that of its best rival; without rivals the standing itself.

    In a game that was broken off nobody is ahead of anybody.
    """
    if standings[seat] < -VICTORY // 2:
        return -VICTORY
    teams = game.model.teams
    rivals = [
        worth
        for other, worth in enumerate(standings)
        if other >= game.players or other % teams != seat % teams
    ]
    return standings[seat] - max(rivals, default=0)


def judged(position: SearchPosition) -> list[int]:
    """What a position is worth to each; when the game is over nothing is to come, so no outlook counts."""
    if not position.finished:
        return position.standings()
    state = position.state() if isinstance(position, _HeldElsewhere) else position
    assert isinstance(state, State)
    return final_standings(state.game, state.scores(), state.winners(), broken_off=state.broken_off)
