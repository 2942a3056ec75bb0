"""Mistakes that authors make, in a small game: each is named where it is; without any nothing is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter import Problem, check, try_out_ruleset

CASES = Path(__file__).parent / "cases" / "mistakes"
GAMES = 60
MARKET = (CASES / "market.yaml").read_text(encoding="utf-8")
MISTAKES: list[dict[str, Any]] = yaml.load(
    (CASES / "mistakes.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
)


def with_mistake(mistake: dict[str, Any]) -> str:
    """The text of the game with a mistake in it."""
    text = MARKET
    for old, new in ((mistake["from"], mistake["to"]), mistake.get("and", ("", ""))):
        assert old in text
        text = text.replace(old, new, 1)
    return text


def found_in(text: str, folder: Path, *, played: bool = False) -> list[Problem]:
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    checked = check(folder, counting=played)
    found = try_out_ruleset(checked, GAMES)[0] if played else []
    return checked.problems + found


def test_the_game_without_a_mistake_is_faultless(tmp_path: Path) -> None:
    assert found_in(MARKET, tmp_path, played=True) == []


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: str(mistake["name"]))
def test_a_mistake_is_named_where_it_is(mistake: dict[str, Any], tmp_path: Path) -> None:
    text = with_mistake(mistake)
    lines = text.split("\n")
    wanted = {**mistake.get("names", {}), **mistake.get("played", {})}
    found = found_in(text, tmp_path, played="played" in mistake)
    for code, line in wanted.items():
        at = [lines[each.position.line - 1] for each in found if each.code == code]
        assert any(each.strip(" ").startswith(line) for each in at), found
    assert mistake.get("says", "") in "\n".join(f"{each.message}\n{each.hint}" for each in found)
