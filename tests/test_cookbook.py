"""Every pattern of docs/cookbook.md is a small ruleset without faults that plays and does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import check, check_scenarios, load, run_scenarios, simulate
from tests.test_docs import FENCE

PAGE = Path(__file__).parent.parent / "docs" / "cookbook.md"
FENCES = FENCE.findall(PAGE.read_text("utf-8"))
FILES = {info.strip(): text for language, info, text in FENCES if language == "yaml"}
PATTERNS = [name.removesuffix("/ruleset.yaml") for name in FILES if name.endswith("/ruleset.yaml")]
MOST_LINES = 40


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_is_a_small_game_that_works(pattern: str, tmp_path: Path) -> None:
    own = {name: text for name, text in FILES.items() if name.startswith(f"{pattern}/")}
    for name, text in own.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    folder = tmp_path / pattern
    assert len(own[f"{pattern}/ruleset.yaml"].splitlines()) <= MOST_LINES
    assert [str(problem) for problem in (*check(folder).problems, *check_scenarios(folder))] == []
    results = run_scenarios(folder)
    assert results
    assert [result.message for result in results if not result.passed] == []
    game = load(folder).game
    assert game is not None
    assert simulate(game, ["random"] * game.players, seed=1, games=5).finished == 5


def test_every_pattern_has_a_place_in_the_list_and_a_scenario() -> None:
    page = PAGE.read_text("utf-8")
    assert [page.count(f"](#{name.replace('_', '-')})") for name in PATTERNS] == [1] * len(PATTERNS)
    assert len(PATTERNS) == len([name for name in FILES if "/scenarios/" in name])
