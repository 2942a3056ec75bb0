"""The shape of a game, found by playing it at random: how many decisions one turn takes."""

from __future__ import annotations

from random import Random

from interpreter.play.faults import RuleFault
from interpreter.play.game import Game

GAMES, MOST_DECISIONS = 2, 500
# Of turns longer than this in the mean there are too many ends for a tree with the others' answers in it.
LONG_TURN = 2.5


def decisions_a_turn(game: Game) -> float:
    """How often the player at turn decides within the turn, in the mean over random games."""
    decided: dict[tuple[int, int, int], tuple[int, int]] = {}
    for seed in range(GAMES):
        chance = Random(seed)
        try:
            state = game.new(seed)
            while state.seat >= 0 and state.decisions < MOST_DECISIONS:
                seat, count = decided.get((seed, *state.turn), (state.seat, 0))
                decided[seed, *state.turn] = seat, count + (seat == state.seat)
                ways = state.ways
                state.choose(ways[int(chance.random() * len(ways))])
        except RuleFault:
            continue
    return sum(count for _, count in decided.values()) / max(1, len(decided))


def has_long_turns(game: Game) -> bool:
    """Whether a turn is several decisions."""
    return game.once(decisions_a_turn) > LONG_TURN
