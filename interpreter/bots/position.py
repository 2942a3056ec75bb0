"""What a bot asks of a position, whichever engine holds it: `State` in Python, `FastState` in WebAssembly."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Protocol

from interpreter.play.ends import End
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game


class SearchPosition(Protocol):
    """A play in progress; each member does what the one of its name in `State` does."""

    @property
    def game(self) -> Game:
        """What is played."""

    @property
    def seat(self) -> int:
        """Who decides now (-1 when the game is over)."""

    @property
    def finished(self) -> bool:
        """True when the game is over."""

    @property
    def inside(self) -> bool:
        """Whether the decision stands inside an action or step, after other choices of it."""

    @property
    def secret(self) -> bool:
        """Whether the decision is one of a secret step."""

    @property
    def turn(self) -> tuple[int, int]:
        """What changes exactly where a player's turn begins or ends."""

    @property
    def ways(self) -> range:
        """The places of the options in canonical order."""

    @property
    def values(self) -> Sequence[Any]:
        """The values of the options."""

    @property
    def option_count(self) -> int:
        """How many options there are."""

    def choose(self, option: int, /) -> None:
        """Take an option by its place."""

    def fork(self) -> SearchPosition:
        """Return a copy that goes its own way."""

    def children(self, most: int = 0) -> Iterable[SearchPosition]:
        """The position after each option of `ways`, or after so many of them."""

    def ends(self) -> tuple[list[End[Any]], int]:
        """The positions where the action is over that an option begins; how many options that took in all."""

    def guess(self, seat: int, seed: int, /) -> SearchPosition:
        """A position that looks the same to a seat, or nearly."""

    def reseeded(self, seed: int, /) -> SearchPosition:
        """The same position with another future chance."""

    @property
    def contradicts(self) -> int:
        """Of a guess: how much of what the seat knows is otherwise in it."""

    def key(self) -> Hashable:
        """What makes two positions equal."""

    def appearance(self, seat: int, /) -> Hashable:
        """What a seat sees of a position and its question."""

    def outlook(self, seat: int, /) -> int:
        """What the position is worth to a seat."""

    def standings(self) -> list[int]:
        """What it is worth to each who is scored; a victory counts more than all else."""


def guess_of(state: SearchPosition, seed: int) -> SearchPosition:
    """A guess of who decides, which asks the same. Raises RuleFault where none can be had."""
    guess = state.guess(state.seat, seed)
    if guess.contradicts and (guess.seat, [*guess.values]) != (state.seat, [*state.values]):
        raise RuleFault("no guess asks what is asked")
    return guess
