"""A step of the flow that is over when one of its actions has been taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import simulate
from tests.language.small_rulesets import faults_of, game_of, ids, value

ACTIONS = """
actions:
  dig:
    do: |
      gain 1 wood
      one of:
        deeper: gain 1 wood
        out: gain 1 coins
  sell:
    do: |
      pay 1 wood
      gain 2 coins
  wait: {do: perform tidy}
effects:
  tidy: gain 1 coins
"""
FLOW = """
flow:
  - step: round
    for: number in 1..2
    steps:
      - {step: turn, players: players, KEYS}
"""


def flow(keys: str) -> str:
    return ACTIONS + FLOW.replace("KEYS", keys)


def test_one_action_is_taken_with_all_that_it_asks(tmp_path: Path) -> None:
    state = game_of(tmp_path, flow("one_of: [dig, sell]")).new(1)
    assert ids(state) == ["deeper", "out"]  # there is nothing to sell
    state.choose("out")
    state.choose("out")
    assert ids(state) == ["dig", "sell"]
    state.choose("sell")
    assert ids(state) == ["dig", "sell"]
    state.choose("dig")
    state.choose("deeper")
    assert state.finished
    assert [value(state, f"coins(p{player})") for player in (1, 2)] == [3, 1]


def test_it_is_over_where_somebody_passes_or_nothing_is_offered(tmp_path: Path) -> None:
    assert game_of(tmp_path, flow("one_of: [sell]")).new(1).finished
    state = game_of(tmp_path, flow("one_of: [dig], pass: true")).new(1)
    for _ in range(4):
        assert ids(state) == ["dig", "pass"]
        state.choose("pass")
    assert state.finished


def test_what_an_action_puts_off_is_done_and_a_grant_counts_as_one(tmp_path: Path) -> None:
    text = (
        flow("one_of: [dig]")
        + "triggers: [{on: ended turn, do: gain 1 coins for p1}]\ngrants: [{action: wait}]\n"
    )
    state = game_of(tmp_path, text).new(1)
    for _ in range(4):
        assert ids(state) == ["dig", "wait"]
        state.choose("wait")
    assert state.finished
    assert [value(state, f"coins(p{player})") for player in (1, 2)] == [6, 2]


def test_both_engines_play_it_alike(tmp_path: Path) -> None:
    game = game_of(tmp_path, flow("one_of: [dig, sell, wait], pass: coins(me) > 1"))
    seats = ["random", "random"]
    found = [simulate(game, seats, 20, 3, engine=engine).hashes for engine in ("python", "wasm")]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ("one_of: [dig, fly]", "unknown-name"),
        ("one_of: [dig], actions: [sell]", "unknown-key"),
    ],
)
def test_what_does_not_go_with_it(tmp_path: Path, keys: str, fault: str) -> None:
    assert fault in [code for code, _ in faults_of(tmp_path, flow(keys))]
