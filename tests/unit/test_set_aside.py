"""Scenarios of a game with somebody else's overlay: what it changes is set aside, what it breaks fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import companies_of, run_scenarios

RULESET = """\
id: land
title: Land
players: 2
counters: {coins: {per: player}}
flow:
  - step: turn
    players: players
    do: |
      one of:
        take: gain 2 coins
        rest: gain 1 coins
"""
SCENARIOS = """\
scenarios:
  - {name: two coins, when: [take], then: [coins(p1) == 2]}
  - {name: one coin, when: [rest], then: [coins(p1) < 9]}
  - {name: always wrong, then: [coins(p1) == 5]}
  - {name: with the sea, with: [sea], when: [rest], then: [coins(p1) < 9]}
"""
SEA = "id: sea\ntitle: Sea\nbase: land\nadd: {counters: {fish: {per: player, start: 1}}}\n"


@pytest.fixture
def land(tmp_path: Path) -> Path:
    home = tmp_path / "land"
    for folder, name, text in (
        (home, "ruleset.yaml", RULESET),
        (home / "scenarios", "all.yaml", SCENARIOS),
        (home / "expansions" / "sea", "overlay.yaml", SEA),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return home


def outcome(land: Path, overlay: str) -> dict[str, str]:
    """How each scenario goes with an overlay."""
    folder = land.parent / "mine"
    folder.mkdir()
    text = f"id: mine\ntitle: Mine\nbase: land\n{overlay}\n"
    (folder / "overlay.yaml").write_text(text, encoding="utf-8")
    results = run_scenarios(land, overlays=[str(folder)])
    return {
        each.name: "passed" if each.passed else "aside" if each.set_aside else "failed" for each in results
    }


def test_what_it_changes_is_set_aside(land: Path) -> None:
    assert outcome(land, "extend: {counters: {coins: {start: 1}}}") == {
        "two coins": "aside",
        "one coin": "passed",
        "always wrong": "failed",
        "with the sea": "passed",
    }


def test_a_scenario_of_what_the_overlay_takes_away_is_set_aside(land: Path) -> None:
    """Its own statements do not even compile then."""
    ruleset = land / "ruleset.yaml"
    ruleset.write_text(
        RULESET.replace("coins: {per: player}", "coins: {per: player}, gems: {}"), encoding="utf-8"
    )
    scenarios = SCENARIOS.replace("{name: one coin,", "{name: one coin, given: set gems to 1,")
    (land / "scenarios" / "all.yaml").write_text(scenarios, encoding="utf-8")
    assert outcome(land, "remove: {counters: [gems]}")["one coin"] == "aside"


def test_an_option_that_is_gone_is_set_aside(land: Path) -> None:
    found = outcome(land, "change: {steps: {turn: {do: [{remove: take}]}}}")
    assert found["two coins"] == "aside"


def test_what_it_breaks_has_failed(land: Path) -> None:
    found = outcome(
        land, "change: {steps: {turn: {do: [{instead: rest, do: 'rest: gain 6 / coins(me) coins'}]}}}"
    )
    assert found == {
        "two coins": "passed",
        "one coin": "failed",
        "always wrong": "failed",
        "with the sea": "failed",
    }


def test_an_overlay_with_faults_fails_everywhere(land: Path) -> None:
    found = outcome(land, "change: {steps: {turn: {do: gian 2 coins}}}")
    assert {*found.values()} == {"failed"}


def test_a_company_that_it_refuses_is_set_aside(land: Path) -> None:
    found = outcome(land, "excludes: [{id: sea}]\nextend: {counters: {coins: {max: 50}}}")
    assert (found["with the sea"], found["two coins"]) == ("aside", "passed")


def test_an_overlay_is_checked_in_the_companies_that_it_has_parts_for(land: Path) -> None:
    outcome(land, "when: [{with: sea, remove: {counters: [fish]}}, {with: gone, remove: {counters: [fish]}}]")
    sea = str(land / "expansions" / "sea")
    assert companies_of(land.parent / "mine") == [(sea,)]
    assert companies_of(land) == [("sea",)]
