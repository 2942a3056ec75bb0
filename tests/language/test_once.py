"""Actions and triggers that a player has once in a step."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import State
from tests.language.small_rulesets import faults_of, game_of, value

TEXT = """
components:
  card: {kinds: {bell: {copies: 2, triggers: [{on: earned(me), once: turn, do: gain 10 wood}]}, horn: {}}}
zones: {table: {per: player, holds: card, active: true}}
counters: {coins: {per: player}, wood: {per: player}}
effects:
  earned: {do: gain 1 coins}
triggers:
  - {on: gained coins(me), once: round, where: coins(me) > 1, do: gain 100 wood}
actions:
  renew: {once: turn, do: call earned()}
  work: {do: call earned()}
  rest: {do: end turn}
flow:
  - step: begin
    do: move 2 bell from box(card) to table(p1)
  - step: round
    for: number in 1..3
    steps: [{step: turn, players: players, actions: [renew, work, rest]}]
"""


def ids(state: State) -> list[str]:
    assert state.decision is not None
    return [option.id for option in state.decision.options]


def test_an_action_can_be_done_once_in_its_step(tmp_path: Path) -> None:
    state = game_of(tmp_path, TEXT, base="").new(1)
    assert ids(state) == ["renew", "work", "rest"]
    state.choose("renew")
    assert ids(state) == ["work", "rest"]
    state.choose("rest")
    assert ids(state) == ["renew", "work", "rest"]  # the other player, who has not
    state.choose("rest")
    assert ids(state) == ["renew", "work", "rest"]  # a new turn


def test_a_trigger_runs_once_in_its_step_for_each_copy_of_its_piece(tmp_path: Path) -> None:
    state = game_of(tmp_path, TEXT, base="").new(1)
    state.choose("work")  # both bells ring; one coin is not enough for the rule of the table
    assert value(state, "wood(p1)") == 20
    fork = state.fork()
    for one in (state, fork):
        one.choose("work")  # the bells have rung; the rule of the table has not been used before
        assert value(one, "wood(p1)") == 120
        one.choose("work")
        assert value(one, "wood(p1)") == 120
    assert state.hash() == fork.hash()
    state.choose("rest")
    state.choose("rest")
    state.choose("work")  # a new turn for the bells, and a new round
    assert value(state, "wood(p1)") == 240


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("actions: {renew: {once: turm, do: end turn}}", "unknown-name"),
        ("triggers: [{on: gained coins(me), once: turm, do: gain 1 wood}]", "unknown-name"),
        ("triggers: [{on: 'gained coins(player p)', once: turn, do: end turn}]", "no-me"),
    ],
)
def test_once_needs_a_step_and_somebody(tmp_path: Path, line: str, fault: str) -> None:
    counters = "counters: {coins: {per: player}, wood: {per: player}}\n"
    rules = counters + "flow: [{step: turn, players: players, do: gain 1 coins}]\n"
    assert (fault, 3) in faults_of(tmp_path, rules + line, base="")
