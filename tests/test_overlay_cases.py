"""Overlays that say no more than they mean: lines changed in place, parts for one company, weighed trails.

They lie in cases/overlays, beside each other and apart from their ruleset, as those of a new author do.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import check, load, run_scenarios
from tests.playing import random_play

HOME = Path(__file__).parent / "cases" / "overlays"
NAMES = sorted(folder.name for folder in HOME.iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_their_scenarios(name: str) -> None:
    results = run_scenarios(HOME / name)
    assert results
    assert [result.message for result in results if not result.passed] == []


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_copied(name: str) -> None:
    assert check(HOME / name).problems == []


@pytest.mark.parametrize("others", [(), ("cities_and_knights",)], ids=["", "knights"])
def test_those_that_know_nothing_of_each_other_meet(others: tuple[str, ...]) -> None:
    names = [str(HOME / "fishermen"), str(HOME / "caravans"), *others]
    game = load("catan", overlays=names, players=3).game
    assert game is not None
    assert game.overlays == tuple(sorted(("fishermen", "caravans", *others)))
    assert sum(1 for _ in random_play(game, 4)) > 100
