"""The shape of a game, found by playing it at random: how many decisions a turn takes, and a whole game."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from interpreter.play.faults import RuleFault
from interpreter.play.game import Game

GAMES, MOST_DECISIONS = 2, 500
# Of turns longer than this in the mean there are too many ends for a tree with the others' answers in it.
LONG_TURN = 2.5


# A game of so many decisions can be played to its end time and again.
SHORT_GAME = 100


class Shape(NamedTuple):
    """How many decisions a turn takes, and how many a game, in the mean over random games."""

    of_turn: float
    of_game: float


def shape_of(game: Game) -> Shape:
    """The shape of a game; a game that goes wrong, or on and on, counts as far as it went."""
    decided: dict[tuple[int, int, int], tuple[int, int]] = {}
    decisions = 0
    for seed in range(GAMES):
        chance = Random(seed)
        try:
            state = game.new(seed)
            while state.seat >= 0 and state.decisions < MOST_DECISIONS:
                decisions += 1
                seat, count = decided.get((seed, *state.turn), (state.seat, 0))
                decided[seed, *state.turn] = seat, count + (seat == state.seat)
                ways = state.ways
                state.choose(ways[int(chance.random() * len(ways))])
        except RuleFault:
            continue
    turns = [count for _, count in decided.values()]
    return Shape(sum(turns) / max(1, len(turns)), decisions / GAMES)


def has_long_turns(game: Game) -> bool:
    """Whether a turn is several decisions."""
    return game.once(shape_of).of_turn > LONG_TURN


def has_short_games(game: Game) -> bool:
    """Whether a game is soon over."""
    return game.once(shape_of).of_game <= SHORT_GAME
