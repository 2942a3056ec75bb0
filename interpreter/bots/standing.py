"""How far somebody is ahead."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.play.game import Game
from interpreter.play.standings import VICTORY


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
