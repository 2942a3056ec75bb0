"""The games that are found, and those of a group apart."""

from __future__ import annotations

import json

from click.testing import CliRunner

from cli.main import rulewright
from interpreter import find_rulesets, named_rulesets
from tests.playing import CLASSICS, SHIPPED


def test_classics_are_a_group_and_the_other_games_stand_by_themselves() -> None:
    groups = {info.path: info.group for info in find_rulesets()}
    assert groups == dict.fromkeys(SHIPPED) | dict.fromkeys(CLASSICS, "classics")


def test_a_group_names_all_its_games() -> None:
    assert named_rulesets(["burgundy", "classics"]) == ["burgundy", *map(str, CLASSICS)]


def test_the_list_shows_groups_apart_and_tells_them_in_json() -> None:
    lines = CliRunner().invoke(rulewright, ["list"]).output.splitlines()
    at = lines.index("classics:")
    assert len(lines) == at + 1 + len(CLASSICS)
    told = json.loads(CliRunner().invoke(rulewright, ["list", "--json"]).output)
    assert {game["id"] for game in told if game["group"] is None} == {path.name for path in SHIPPED}
