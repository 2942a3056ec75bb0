"""The examples: the guide's game as the guide leaves it, three that stay as small as they say, and games
that were written from the docs alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import check, check_scenarios, load, run_scenarios, simulate
from tests.test_docs import FENCE

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted(file.parent for file in (ROOT / "examples").glob("*/ruleset.yaml"))
WRITTEN = sorted(file.parent for file in (ROOT / "tests/cases/written").glob("*/ruleset.yaml"))
SMALL = [folder for folder in EXAMPLES if folder.name != "night_market"]
MOST_LINES = 60


def test_the_night_market_is_as_the_guide_leaves_it() -> None:
    """Every file that docs/authoring.md writes, in its last version, and no other."""
    page = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")
    written = {info.strip(): text for language, info, text in FENCE.findall(page) if language == "yaml"}
    folder = ROOT / "examples"
    kept = {
        str(file.relative_to(folder)): file.read_text(encoding="utf-8")
        for file in (folder / "night_market").rglob("*.yaml")
    }
    assert kept == written


@pytest.mark.parametrize("folder", [*EXAMPLES, *WRITTEN], ids=lambda folder: folder.name)
def test_an_example_has_no_faults_and_its_scenarios_hold(folder: Path) -> None:
    """Not even warnings; and greedy bots come to an end."""
    assert check(folder).problems == []
    assert check_scenarios(folder) == []
    results = run_scenarios(folder)
    assert results
    assert [result.message for result in results if not result.passed] == []
    game = load(folder).game
    assert game is not None
    assert simulate(game, ["greedy"] * game.players, seed=1, games=3).finished == 3


@pytest.mark.parametrize("folder", SMALL, ids=lambda folder: folder.name)
def test_a_small_example_stays_small(folder: Path) -> None:
    """One file that fits a screen or two."""
    assert len((folder / "ruleset.yaml").read_text(encoding="utf-8").splitlines()) < MOST_LINES
    assert len(list(folder.glob("*.yaml"))) == 1
