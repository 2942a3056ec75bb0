"""Counters of type player that go to somebody by themselves, with the points that they are worth."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import State, simulate
from tests.language.small_rulesets import faults_of, game_of, value

TEXT = """
enums: {hill: [near, far]}
counters:
  horses: {per: player}
  flags: {per: [player, hill]}
  marshal: {type: player, points: 2, goes_to: leaders(p for p in players where horses(p) > 1 by -horses(p))}
  keeper:
    {per: hill, type: player, points: 3,
     goes_to: "leaders(p for p in players where flags(p, hill) > 0 by most flags(p, hill))"}
  guest: {type: player, points: 1}
  heard: {}
triggers: [{on: "gained points(player p, number n)", do: gain 1 heard}]
actions:
  ride: {do: gain 1 horses}
  stumble:
    do: |
      let had = horses(me)
      set horses(me) to 0
      gain had horses
  sell: {do: lose 2 horses}
  raise_flag:
    do: |
      choose h in hill
      gain 1 flags(h)
  welcome: {do: set guest to me}
  rest: {do: end turn}
flow:
  - step: round
    for: number in 1..3
    steps: [{step: turn, players: players, actions: [ride, stumble, sell, raise_flag, welcome, rest]}]
"""


BY_POINTS = """
counters:
  prince: {type: player, goes_to: "leaders(p for p in players where points(p) >= 2 by most points(p))"}
  squire: {type: player, points: 2, goes_to: "leaders(p for p in players where horses(p) >= 1 by least 1)"}
  horses: {per: player}
actions:
  earn: {do: score 1 as deeds}
  ride: {do: gain 1 horses}
  rest: {do: end turn}
flow:
  - step: round
    for: number in 1..3
    steps: [{step: turn, players: players, actions: [earn, ride, rest]}]
"""


def played(tmp_path: Path, *options: str) -> State:
    state = game_of(tmp_path, TEXT, base="", players=3).new(1)
    for option in options:
        state.choose(option)
    return state


def held(state: State, *expressions: str) -> list[object]:
    return [value(state, each) for each in expressions]


def test_a_counter_goes_to_the_only_one_who_earns_it(tmp_path: Path) -> None:
    state = played(tmp_path, "ride")
    assert held(state, "marshal == none", "points(p1)") == [True, 0]
    state.choose("ride")
    assert held(state, "marshal == p1", "points(p1)") == [True, 2]


def test_its_holder_keeps_it_in_a_tie_and_loses_it_to_whoever_has_more(tmp_path: Path) -> None:
    state = played(tmp_path, "ride", "ride", "rest", "ride", "ride")
    assert held(state, "marshal == p1", "points(p1)", "points(p2)") == [True, 2, 0]
    state.choose("ride")
    assert held(state, "marshal == p2", "points(p1)", "points(p2)") == [True, 0, 2]


def test_a_holder_who_loses_it_gives_it_to_the_only_one_left_else_to_nobody(tmp_path: Path) -> None:
    state = played(tmp_path, "ride", "ride", "ride", "rest", "ride", "ride", "rest", "rest", "sell")
    assert held(state, "marshal == p2", "points(p1)", "points(p2)") == [True, 0, 2]
    three = ["ride", "ride", "ride", "rest", "ride", "ride", "rest", "ride", "ride", "rest", "sell"]
    state = played(tmp_path, *three)
    assert held(state, "marshal == none", "points(p1)", "points(p2)", "points(p3)") == [True, 0, 0, 0]


def test_what_comes_and_goes_within_an_action_changes_nothing(tmp_path: Path) -> None:
    state = played(tmp_path, "ride", "ride")
    before = value(state, "heard")
    state.choose("stumble")
    assert held(state, "marshal == p1", "points(p1)") == [True, 2]
    assert value(state, "heard") == before


def test_each_index_has_a_holder_of_its_own(tmp_path: Path) -> None:
    state = played(tmp_path, "raise_flag", "h=near", "rest", "raise_flag", "h=far", "raise_flag", "h=near")
    assert held(state, "keeper(near) == p1", "keeper(far) == p2") == [True, True]
    assert held(state, "points(p1)", "points(p2)") == [3, 3]


def test_points_move_with_a_counter_that_rules_set(tmp_path: Path) -> None:
    state = played(tmp_path, "welcome", "welcome", "rest", "welcome")
    assert held(state, "guest == p2", "points(p1)", "points(p2)") == [True, 0, 1]
    assert value(state, "heard") == 2  # a loss of points is no gain of points


@pytest.mark.parametrize(
    "counter",
    [
        "bad: {type: number, points: 2}",
        "bad: {goes_to: players}",
        "bad: {type: player, points: 2, start: p1}",
        "bad: {type: player, goes_to: players, reset: round}",
        "bad: {type: player, goes_to: 3}",
        "bad: {type: player, goes_to: set(p for p in players where (horses(p) > 1 after p does ride()))}",
    ],
)
def test_faults(tmp_path: Path, counter: str) -> None:
    text = TEXT.replace("  heard: {}", f"  heard: {{}}\n  {counter}")
    assert faults_of(tmp_path, text, base="") == [("type", 12)]


def test_a_swap_would_leave_the_points_behind(tmp_path: Path) -> None:
    text = TEXT.replace("set guest to me", "swap guest with marshal")
    assert faults_of(tmp_path, text, base="") == [("type", 25)]


def test_both_engines_agree(tmp_path: Path) -> None:
    pytest.importorskip("wasmtime")
    game = game_of(tmp_path, TEXT, base="", players=3)
    found = [simulate(game, ["random"] * 3, 30, 5, engine=engine) for engine in ("python", "wasm")]
    assert found[0].hashes == found[1].hashes
    assert found[0].scores == found[1].scores


@pytest.mark.parametrize("options", [["earn", "earn"], ["ride"]], ids=["score", "another title"])
def test_points_decide_who_has_it_wherever_they_come_from(tmp_path: Path, options: list[str]) -> None:
    state = game_of(tmp_path, BY_POINTS, base="", players=3).new(1)
    for option in options:
        state.choose(option)
    assert held(state, "points(p1)", "prince == p1") == [2, True]
