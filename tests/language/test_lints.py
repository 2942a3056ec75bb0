"""What can be played but is hardly meant: the cases of lints.yaml, and how overlays are looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter import check
from tests.language.small_rulesets import HEAD, cases, shown

CASES: list[dict[str, Any]] = cases("lints.yaml")


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_a_ruleset(case: dict[str, Any], tmp_path: Path) -> None:
    head = HEAD.replace("files: [own.yaml]\n", "")
    # Lines are counted from the case's own first line.
    (tmp_path / "ruleset.yaml").write_text(case["text"] + head, encoding="utf-8")
    if "page" in case:
        (tmp_path / "rules.md").write_text(case["page"], encoding="utf-8")
    found = check(tmp_path)
    wanted = case.get("problem", [])
    # The head stands below the text; what is reported there is reported at the first line.
    places = [shown(p) for p in found.problems]
    assert [_above(place, case["text"]) for place in places] == (
        [wanted] if isinstance(wanted, str) else wanted
    )
    said = "\n".join(f"{p.message} = {p.hint}" for p in found.problems)
    for words in [case["says"]] if isinstance(case.get("says"), str) else case.get("says", []):
        assert words in said
    assert found.ok


def _above(place: str, text: str) -> str:
    code, line_and_column = place.split()
    line = int(line_and_column.partition(":")[0])
    return place if line <= text.count("\n") else f"{code} 1:1"


BASE = """\
id: tiny
title: Tiny
players: 2
counters: {coins: {start: 3}, spare: {start: 2, accept: [unused]}}
effects: {bonus: {do: score 1 as bonus for p1, accept: [unused]}}
flow: [{step: only, do: score coins as coins for p1}]
"""
OVERLAY = """\
id: rich
title: Rich
base: tiny
add:
  counters:
    gold: {}
    silver: {accept: [unused]}
change:
  flow:
    only: {do: score spare as coins for p1}
"""


def test_of_an_overlay_only_its_own_things_are_spoken_of(tmp_path: Path) -> None:
    """The overlay takes the use from `coins` and gives one to `spare`: neither is its fault."""
    (tmp_path / "ruleset.yaml").write_text(BASE, encoding="utf-8")
    folder = tmp_path / "expansions" / "rich"
    folder.mkdir(parents=True)
    (folder / "overlay.yaml").write_text(
        OVERLAY.replace("flow:\n    only", "steps:\n    only"), encoding="utf-8"
    )
    assert check(tmp_path).problems == []
    (problem,) = check(tmp_path, overlays=["rich"]).problems
    assert (problem.code, Path(problem.position.file).name, problem.position.line) == (
        "unused",
        "overlay.yaml",
        6,
    )
