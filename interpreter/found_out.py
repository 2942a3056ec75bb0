"""Answers of functions about a game, kept by the game: they live as long as it does, and keep no game alive.

In: a function of a game and of what can be a key. Out: one that works out each answer once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class Keeper(Protocol):
    """What keeps answers, by function and arguments: a game."""

    @property
    def found_out(self) -> dict[tuple[Any, ...], Any]:
        """The answers so far."""


G = TypeVar("G", bound=Keeper)
P = ParamSpec("P")
R = TypeVar("R")


def once_a_game(function: Callable[Concatenate[G, P], R]) -> Callable[Concatenate[G, P], R]:
    """Let a function work out its answer once for each game and arguments, which must be hashable."""

    @wraps(function)
    def known(game: G, /, *args: P.args, **kwargs: P.kwargs) -> R:
        assert not kwargs
        key = (function, *args)
        if key not in game.found_out:
            game.found_out[key] = function(game, *args, **kwargs)
        answer: R = game.found_out[key]
        return answer

    return known


__all__ = ["once_a_game"]
