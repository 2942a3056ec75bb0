"""The shape of a game, found by playing it at random: how many decisions a turn takes, what is uncertain."""

from __future__ import annotations

from random import Random

from interpreter.layout import DRAWS
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game

GAMES, MOST_DECISIONS = 2, 500
# Of turns longer than this in the mean there are too many ends for a tree with the others' answers in it.
LONG_TURN = 2.5


def decisions_a_turn(game: Game) -> float:
    """How often the player at turn decides within the turn, in the mean over random games."""
    return game.once(_shape)[0]


def has_long_turns(game: Game) -> bool:
    """Whether a turn is several decisions."""
    return decisions_a_turn(game) > LONG_TURN


def is_certain(game: Game) -> bool:
    """Whether all know all, and nothing is left to chance once somebody has decided."""
    hides = game.hidden_locations or game.hidden_counters or any(each.secret for each in game.operations)
    return not hides and game.once(_shape)[1]


def _shape(game: Game) -> tuple[float, bool]:
    """How many decisions a turn takes, and whether nothing was drawn after the first of them."""
    decided: dict[tuple[int, int, int], tuple[int, int]] = {}
    drawn = False
    for seed in range(GAMES):
        chance = Random(seed)
        try:
            state = game.new(seed)
            draws = state.slots[DRAWS]
            while state.seat >= 0 and state.decisions < MOST_DECISIONS:
                seat, count = decided.get((seed, *state.turn), (state.seat, 0))
                decided[seed, *state.turn] = seat, count + (seat == state.seat)
                ways = state.ways
                state.choose(ways[int(chance.random() * len(ways))])
            drawn |= state.slots[DRAWS] != draws
        except RuleFault:
            continue
    return sum(count for _, count in decided.values()) / max(1, len(decided)), not drawn
