"""Overlays that cannot both hold: each kind of conflict is told with the places of both."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import check

HOME = Path(__file__).parent / "cases" / "conflicts"
PAIRS = [line.split() for line in (HOME / "pairs.txt").read_text(encoding="utf-8").splitlines()[1:]]


@pytest.mark.parametrize(("pair", "code"), PAIRS)
@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")], ids="".join)
def test_a_pair(pair: str, code: str, order: tuple[str, str]) -> None:
    """Whatever order they are named in; `-`: they go together."""
    names = [f"{pair}_{one}" for one in order]
    errors = [problem for problem in check(HOME, overlays=names).problems if problem.severity == "error"]
    if code == "-":
        assert errors == []
        return
    assert code in [problem.code for problem in errors], errors
    told = next(problem for problem in errors if problem.code == code)
    files = {Path(place.file).parent.name for place in (told.position, *told.also)}
    assert files == set(names)


def test_overlays_that_exclude_each_other_are_told_of_once() -> None:
    """Their own reason is enough: how they would collide is not told as well."""
    burgundy = Path(__file__).parent.parent / "rulesets" / "burgundy"
    found = check(burgundy, overlays=["team", "solo"]).problems
    assert {problem.code for problem in found} == {"overlay-excludes"}


def test_every_pair_is_told_of() -> None:
    folders = {folder.name.rpartition("_")[0] for folder in (HOME / "expansions").iterdir()}
    assert folders == {pair for pair, _ in PAIRS}
