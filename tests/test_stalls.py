"""Bots get stuck nowhere: no seat has far fewer points than the same bot has elsewhere in that game.

A bot that takes what is best at once can come to where every single step looks worse than doing nothing.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from interpreter import Game
from interpreter.simulation import Played, simulate
from tests.playing import SHIPPED, Company, counts_of, everything, game_of, game_with, games_of, sampled

# What share of the median is so little that a seat must have been stuck. Who does nothing but take workers in
# Burgundy still has 50 points; Catan is a race, in which who is far behind may have what all begin with.
LITTLE = 1 / 3
LITTLE_IN = {"burgundy": 1 / 2, "catan": 1 / 6}
# Overlays with which points are no measure of what a seat has done: there they begin again at each target.
WITHOUT_MEASURE = {"solo"}
BURGUNDY = next(path for path in SHIPPED if path.name == "burgundy")


def points(game: Game, games: int) -> list[int]:
    """What each seat, or team, has in the end where all are `greedy`."""
    found: list[int] = []

    def note(_: int, __: int, played: Played) -> None:
        assert played.finished, played.ending
        teams = game.model.teams
        found.extend(sum(played.scores[team::teams]) for team in range(teams))

    simulate(game, ["greedy"] * game.players, games, 36, listener=note, engine="wasm")
    return found


def assert_none_is_stuck(path: Path, found: list[int]) -> None:
    least = median(found) * LITTLE_IN.get(path.name, LITTLE)
    assert median(found) > 0
    assert [one for one in found if one < least] == [], f"the median is {median(found)}"


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_no_seat_is_stuck(path: Path) -> None:
    assert_none_is_stuck(path, points(game_of(path), 6))


@pytest.mark.parametrize("estate", sampled(range(1, 11), 10, 2))
def test_no_seat_is_stuck_on_an_estate(estate: int) -> None:
    """On estate 3 twelve seats of twenty filled fewer than 15 spaces of 37 and took workers forty times."""
    found = points(game_of(BURGUNDY), 6) + points(game_of(BURGUNDY, 2, ("duchy", f"duchy_{estate}")), 10)
    assert_none_is_stuck(BURGUNDY, found)


@pytest.mark.slow
@pytest.mark.parametrize("overlaid", [False, True], ids=["alone", "with everything"])
@pytest.mark.parametrize(
    ("path", "players"),
    [(path, players) for path in SHIPPED for players in counts_of(path)],
    ids=lambda value: value.name if isinstance(value, Path) else str(value),
)
def test_no_seat_is_stuck_however_the_game_is_set_up(path: Path, players: int, *, overlaid: bool) -> None:
    company: Company = everything(path, players) if overlaid else ()
    if WITHOUT_MEASURE & {*company} or game_with(path, company, players) is None:
        pytest.skip("there is no such game, or its points are no measure")
    found = [each for game in games_of(path, company, players, 4) for each in points(game, 8)]
    assert_none_is_stuck(path, found)
