"""Who sits in a seat: a person or a bot; and the seed of a game."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from interpreter import Bot, FastStates, Game, State

HUMAN = "human"
# Who plays against people, and for those who have gone, where nobody else is named.
OPPONENT = "normal"
# For these it does not pay to hand a position over to WebAssembly.
_QUICK = ("random", "greedy", "easy")


class Thinking:
    """What a bot thinks about one decision: it may take a while, and another thread can stop it."""

    def __init__(self, name: str, state: State, seed: int) -> None:
        from interpreter import bot_for

        self._bot: Bot = bot_for(state.game, name)
        self._name, self._state, self._seed = name, state, seed

    def choose(self) -> int:
        """Return the index of the option that the bot takes.

        Its chance depends on the seed, the seat and the number of choices only, and it remembers nothing, so
        that a game that is resumed or taken back goes on as it would have. The engine makes no difference.
        """
        from interpreter import EngineStopped, TooManyStates

        state = self._state
        fast = None if self._name in _QUICK else state.game.once(_memory)
        if fast is not None:
            # A table and its copies have one game, and each thinks in another thread.
            with suppress(EngineStopped, TooManyStates), fast.lock:
                return self._bot.choose(fast.states.restore(state), self._chance())
        return self._bot.choose(state, self._chance())

    def stop(self) -> None:
        """Let it take what it holds for best by now."""
        self._bot.stop()

    def _chance(self) -> Random:
        return Random(f"{self._seed}/{self._state.seat}/{self._state.decisions}")


class _Memory(NamedTuple):
    """Where the bots of a game hold positions, and what only one thread at a time has."""

    states: FastStates
    lock: Lock


def _memory(game: Game) -> _Memory | None:
    """Make room for the positions of bots, if WebAssembly is to be had."""
    from interpreter import NoEngine, fast_states

    try:
        return _Memory(fast_states(game), Lock())
    except NoEngine:
        return None


def drawn_seed() -> int:
    """Draw a seed for a user who gave none; short enough to be typed again."""
    import secrets  # slow to load, and few commands draw one

    return secrets.randbelow(10**9)
