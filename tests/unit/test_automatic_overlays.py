"""Overlays that join by themselves: when, and only in the company they are written for."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import check, load

RULESET = """\
id: land
title: Land
players: {min: 2, max: 4}
counters: {coins: {per: player, start: 1}}
actions: {rest: {do: end turn}}
flow: [{step: turn, players: players, actions: [rest], while: coins(me) < 1}]
"""


@pytest.fixture
def land(tmp_path: Path) -> Path:
    overlays = {
        "big": "base: land\nautomatic: players >= 3\nchange: {counters: {coins: {start: 2}}}\n",
        "more": "base: land\nadd: {counters: {gems: {per: player}}}\n",
        "big_more": "base: more\nautomatic: players >= 3\nextend: {counters: {gems: {start: 1}}}\n",
    }
    for name, text in overlays.items():
        folder = tmp_path / "land" / "expansions" / name
        folder.mkdir(parents=True)
        (folder / "overlay.yaml").write_text(f"id: {name}\ntitle: {name}\n{text}", encoding="utf-8")
    (tmp_path / "land" / "ruleset.yaml").write_text(RULESET, encoding="utf-8")
    return tmp_path / "land"


@pytest.mark.parametrize(
    ("players", "chosen", "there"),
    [
        (2, (), ()),
        (3, (), ("big",)),
        (2, ("more",), ("more",)),
        (4, ("more",), ("big", "big_more", "more")),
    ],
)
def test_an_overlay_joins_where_its_condition_and_its_company_are_there(
    land: Path, players: int, chosen: tuple[str, ...], there: tuple[str, ...]
) -> None:
    game = load(land, players=players, overlays=chosen).game
    assert game is not None
    assert game.overlays == there


def test_a_check_finds_faults_of_an_overlay_that_joins_for_some_numbers_of_players(land: Path) -> None:
    assert check(land).problems == []
    file = land / "expansions" / "big" / "overlay.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("start: 2", "start: coin"), encoding="utf-8")
    assert [(p.code, p.position.file.endswith("big/overlay.yaml")) for p in check(land).problems] == [
        ("unknown-name", True)
    ]
