"""What an option is said to do: it is what then happens, and shows nobody what they cannot see."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from interpreter import Event, Game, State, outcomes
from tests.playing import CLASSICS, SHIPPED, game_of, random_play

# Each so many positions of so many in a game, and so many options of each.
EVERY, POSITIONS, OPTIONS = 7, 20, 6
CHANGES = ("count", "points", "move", "turn", "swap", "say")


def changes(events: list[Event]) -> list[Event]:
    return [event for event in events if event["kind"] in CHANGES]


def asked(game: Game) -> list[State]:
    """Positions of a game by chance, each with a question."""
    states = islice(random_play(game, 3), 0, EVERY * POSITIONS, EVERY)
    return [state.fork() for state in states if state.decision is not None]


def tried(state: State) -> range:
    return range(min(state.option_count, OPTIONS))


@pytest.mark.parametrize("path", [*SHIPPED, *CLASSICS[::6]], ids=lambda path: path.name)
def test_an_outcome_is_what_then_happens(path: Path) -> None:
    for state in asked(game_of(path)):
        seat = state.seat
        for option, foreseen in outcomes(state, tried(state)).items():
            real = state.fork()
            real.listen()
            real.choose(option)
            happened = changes(real.events(seat))
            sure = changes(list(foreseen.sure))
            assert sure == happened[: len(sure)], (state.decisions, option)
            assert all(each in happened for each in foreseen.moved), (state.decisions, option)


@pytest.mark.parametrize("path", [*SHIPPED, *CLASSICS[3::6]], ids=lambda path: path.name)
def test_an_outcome_is_the_same_whatever_is_hidden(path: Path) -> None:
    for state in asked(game_of(path)):
        other = state.guess(state.seat, Random(state.decisions).randrange(1000))
        if not other.contradicts:
            assert outcomes(other, tried(state)) == outcomes(state, tried(state)), state.decisions
