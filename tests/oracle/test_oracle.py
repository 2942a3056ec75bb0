"""The classics agree with OpenSpiel, which others wrote: the same moves in every position, the same end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import sampled
from tools.oracle.games import TWINS
from tools.oracle.games_of_chance import TWINS_OF_CHANCE
from tools.oracle.in_step import Twin, count_in_step, play_in_step

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python or machine")
MANY = 200

each_twin = pytest.mark.parametrize("twin", TWINS + TWINS_OF_CHANCE, ids=lambda twin: twin.ruleset)


def oracle_of(twin: Twin) -> Any:
    return pyspiel.load_game(twin.oracle)


@pytest.mark.parametrize("twin", sampled(TWINS + TWINS_OF_CHANCE, 6), ids=lambda twin: twin.ruleset)
def test_a_few_games_go_in_step(twin: Twin) -> None:
    for seed in range(twin.few):
        assert play_in_step(twin, oracle_of(twin), seed)


@pytest.mark.slow
@each_twin
def test_two_hundred_games_go_in_step(twin: Twin) -> None:
    for seed in range(MANY):
        assert play_in_step(twin, oracle_of(twin), seed)


@each_twin
def test_the_ways_to_begin_are_as_many(twin: Twin) -> None:
    """Every way to make the first moves, tried in both."""
    for depth, count in enumerate(twin.counts, 1):
        found = count_in_step(twin, twin.game.new(0), oracle_of(twin).new_initial_state(), depth)
        assert found == count
