"""What came of a play that has ended in a module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from interpreter.layout import UNDECIDED
from interpreter.play.game import Game
from interpreter.play.standings import winners_of, with_mates


class Outcome(NamedTuple):
    """scores: points of each who is scored; winners: seats from 0; broken_off: it came to no true end.

    turns: how many turns there were, of the step that gave most; counted: how often what is counted
    happened, in the order of the game's `counted`.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    broken_off: bool
    turns: int
    counted: tuple[int, ...]


def outcome_of(game: Game, numbers: Sequence[int]) -> Outcome:
    """What a play came to, given what a module tells of its end (`ending_of`)."""
    won, *more = numbers
    turns, more = more[: len(game.turn_slots)], more[len(game.turn_slots) :]
    counted, more = more[: len(game.counted)], more[len(game.counted) :]
    scores, ties = more[: game.scored], more[game.scored :]
    broken_off = won == UNDECIDED
    winners = (
        []
        if broken_off
        else winners_of(
            game,
            won,
            lambda: with_mates(game, scores),
            lambda tie, person: ties[tie * game.scored + person],
        )
    )
    return Outcome(tuple(scores), tuple(winners), broken_off, max(turns, default=0), tuple(counted))
