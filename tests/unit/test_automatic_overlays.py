"""Overlays that join by themselves: when, and only in the company they are written for."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import UsageFault, check, load

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


def test_a_condition_is_read_wherever_the_overlay_lies(land: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone"
    alone.mkdir()
    text = "id: alone\ntitle: Alone\nbase: land\nautomatic: bananas == 3\n"
    (alone / "overlay.yaml").write_text(text, encoding="utf-8")
    found = [(p.code, p.message, p.position.line) for p in check(land, overlays=[str(alone)]).problems]
    assert found == [
        ("type", "`automatic` may compare only `players` with numbers, or ask for an overlay: `with(ID)`", 4)
    ]


def test_an_overlay_on_an_overlay_is_a_target(land: Path, tmp_path: Path) -> None:
    """What it builds on is sought beside it; what is not there, or comes back to itself, is said."""
    overlays = {"high": "hill", "hill": "land", "lost": "nowhere", "one": "two", "two": "one"}
    for name, base in overlays.items():
        (tmp_path / name).mkdir()
        text = f"id: {name}\ntitle: {name}\nbase: {base}\nadd: {{counters: {{{name}: {{per: player}}}}}}\n"
        (tmp_path / name / "overlay.yaml").write_text(text, encoding="utf-8")
    game = load(tmp_path / "high").game
    assert game is not None
    assert game.overlays == ("high", "hill")
    with pytest.raises(UsageFault, match="the overlay 'lost' is for 'nowhere', which is not there"):
        load(tmp_path / "lost")
    with pytest.raises(UsageFault, match="builds on more than 8 others"):
        load(tmp_path / "one")


def test_players_that_an_overlay_repeats_are_named(land: Path) -> None:
    file = land / "expansions" / "more" / "overlay.yaml"
    file.write_text(f"{file.read_text(encoding='utf-8')}players: {{min: 2, max: 4}}\n", encoding="utf-8")
    found = check(land, overlays=["more"]).problems
    assert [p.message for p in found] == ["this `players` changes nothing: it is so already"]


def test_a_check_finds_faults_of_an_overlay_that_joins_for_some_numbers_of_players(land: Path) -> None:
    assert check(land).problems == []
    file = land / "expansions" / "big" / "overlay.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("start: 2", "start: coin"), encoding="utf-8")
    assert [(p.code, p.position.file.endswith("big/overlay.yaml")) for p in check(land).problems] == [
        ("unknown-name", True)
    ]


def glue(folder: Path, name: str, text: str) -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / "overlay.yaml").write_text(f"id: {name}\ntitle: {name}\n{text}", encoding="utf-8")


@pytest.mark.parametrize("within", [True, False])
def test_an_overlay_joins_where_others_are_together(land: Path, tmp_path: Path, within: bool) -> None:
    """In the ruleset or beside the others; one that joins may be what the next waits for."""
    home = land / "expansions" if within else tmp_path / "mine"
    glue(home, "one", "base: land\nadd: {counters: {ones: {per: player}}}\n")
    glue(home, "two", "base: land\nadd: {counters: {twos: {per: player}}}\n")
    glue(home, "last", "base: land\nautomatic: with(both)\nadd: {counters: {lasts: {per: player}}}\n")
    both = "automatic: with(one) and with(two)\nneeds: [one, two]\nextend: {counters: {ones: {start: 2}}}\n"
    glue(home, "both", f"base: land\n{both}")
    glue(home, "not_one", "base: land\nautomatic: with(two) and not with(one)\nadd: {counters: {z: {}}}\n")
    chosen = [name if within else str(home / name) for name in ("one", "two")]
    game = load(land, players=2, overlays=chosen).game
    assert game is not None
    assert game.overlays == ("both", "last", "one", "two")
    alone = load(land, players=2, overlays=chosen[1:]).game
    assert alone is not None
    assert alone.overlays == ("not_one", "two")


def test_what_lies_beside_joins_only_if_it_asks_for_others(land: Path, tmp_path: Path) -> None:
    glue(tmp_path / "mine", "one", "base: land\nadd: {counters: {ones: {per: player}}}\n")
    glue(tmp_path / "mine", "other", "base: land\nautomatic: players == 2\nadd: {counters: {z: {}}}\n")
    game = load(land, players=2, overlays=[str(tmp_path / "mine" / "one")]).game
    assert game is not None
    assert game.overlays == ("one",)


def test_a_name_that_an_overlay_removed(land: Path, tmp_path: Path) -> None:
    glue(
        tmp_path,
        "poor",
        "base: land\nremove: {actions: [rest]}\nadd: {actions: {nap: {do: end turn}}}\n"
        "change: {steps: {turn: {actions: [nap]}}}\n",
    )
    glue(tmp_path, "lazy", "base: land\nadd: {grants: [{action: rest, in: turn}]}\n")
    problems = check(land, overlays=[str(tmp_path / "poor"), str(tmp_path / "lazy")]).problems
    assert [problem.hint for problem in problems if problem.severity == "error"] == [
        "'rest' is removed by 'poor'"
    ]
