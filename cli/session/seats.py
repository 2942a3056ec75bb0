"""Who sits in a seat: a person or a bot; and the seed of a game."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import State

HUMAN = "human"


def choose_as_bot(name: str, state: State, seed: int) -> int:
    """Return the index of the option that a bot takes.

    Its chance depends on the seed, the seat and the number of choices only, and it remembers nothing, so that
    a game that is resumed or taken back goes on as it would have.
    """
    from interpreter import bot_for

    decision = state.decision
    assert decision is not None, "a finished game asks nobody"
    chance = Random(f"{seed}/{decision.seat}/{state.decisions}")
    return bot_for(state.game, name).choose(state, chance)


def drawn_seed() -> int:
    """Draw a seed for a user who gave none; short enough to be typed again."""
    import secrets  # slow to load, and few commands draw one

    return secrets.randbelow(10**9)
