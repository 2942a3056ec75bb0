"""What came of a play that has ended in a module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from interpreter.layout import UNDECIDED
from interpreter.play.compiled import Course
from interpreter.play.game import Game
from interpreter.play.standings import winners_of, with_mates


class Outcome(NamedTuple):
    """scores: points of each who is scored; winners: seats from 0; broken_off: it has no true end.

    course: how it went.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    broken_off: bool
    course: Course


def outcome_of(game: Game, numbers: Sequence[int]) -> Outcome:
    """The outcome of a play, given what a module says of its end (`ending_of`)."""
    won, *more = numbers
    told = len(game.course_slots)
    course, more = game.course(more[:told]), more[told:]
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
    return Outcome(tuple(scores), tuple(winners), broken_off, course)
