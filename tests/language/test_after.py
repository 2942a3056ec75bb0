"""What would be after an effect: guards that look ahead, chance and questions refused, work bounded."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import RuleFault
from tests.language.small_rulesets import faults_of, game_of, loaded, value

# Two kings in a row of six spaces: nobody may step next to the other's king.
KINGS = """
components:
  man: {per: player, kinds: {king: {copies: 1}}}
boards:
  row: {shape: track, holds: man, spaces: 6}
values:
  place(player p): first(x for x in row where on(x) == king(p))
  in_check(player p): any(on(x) == king(q) for q in others(p) for x in neighbours(place(p)))
effects:
  walk(row target): {do: move king(me) from place(me) to target}
actions:
  step:
    do: |
      choose target in neighbours(place(me)) where empty(target)
      require not in_check(me) after walk(target)
      call walk(target)
      end turn
  rest: {do: end turn}
flow:
  - step: begin
    do: |
      move king(p1) from box(man) to row(2)
      move king(p2) from box(man) to row(5)
  - step: round
    for: number in 1..3
    steps: [{step: turn, players: players, actions: [step, rest]}]
"""


def test_a_guard_looks_at_what_would_be_and_leaves_the_position_as_it_is(tmp_path: Path) -> None:
    state = game_of(tmp_path, KINGS, base="").new(1)
    before = state.hash()
    assert state.decision is not None
    assert [option.id for option in state.decision.options] == ["step", "rest"]
    assert state.hash() == before


def test_two_forks_agree_after_looking_ahead(tmp_path: Path) -> None:
    state = game_of(tmp_path, KINGS, base="").new(1)
    state.choose("step")
    assert state.decision is not None
    assert [option.id for option in state.decision.options] == ["target=1", "target=3"]
    state.choose("target=3")
    other = state.fork()
    for one in (state, other):
        one.choose("step")  # to 4 is next to p1's king, so p2 goes to 6
    assert state.hash() == other.hash()
    assert [value(state, f"on(row({place})).owner") for place in (3, 6)] == ["p1", "p2"]


def test_a_payment_that_comes_before_is_made_in_what_is_looked_at(tmp_path: Path) -> None:
    text = """
counters: {coins: {per: player, start: 2}}
effects: {earn: {do: gain 1 coins}}
actions:
  buy:
    do: |
      pay 2 coins
      require coins(me) == 1 after earn()
      end turn
  cheat:
    do: |
      pay 2 coins
      require coins(me) == 3 after earn()
      end turn
  rest: {do: end turn}
flow: [{step: turn, players: players, actions: [buy, cheat, rest]}]
"""
    decision = game_of(tmp_path, text, base="").new(1).decision
    assert decision is not None
    assert [option.id for option in decision.options] == ["buy", "rest"]


@pytest.mark.parametrize(
    "effect",
    [
        "pick n at random in 1..3\n      gain n coins",
        "roll 1 into dice",
        "choose n in 1..3:\n        gain n coins",
        "call deeper()",
    ],
)
def test_what_asks_or_is_left_to_chance_cannot_be_tried_out(tmp_path: Path, effect: str) -> None:
    text = f"""
counters: {{coins: {{per: player}}}}
zones: {{dice: {{holds: number, faces: 6}}}}
effects:
  deeper: |
      may: gain 1 coins
  try: |
      {effect}
actions:
  act:
    do: |
      require coins(me) > 2 after try()
      end turn
flow: [{{step: turn, players: players, actions: [act]}}]
"""
    assert ("not-certain", 12 + effect.count("\n")) in faults_of(tmp_path, text, base="")


def test_what_is_tried_out_within_itself_ends_in_a_fault(tmp_path: Path) -> None:
    text = """
counters: {coins: {per: player}}
effects:
  more:
    do: |
      if coins(me) > 0 after more(): gain 1 coins
      else: gain 2 coins
actions: {act: {do: call more()}, rest: {do: end turn}}
flow: [{step: turn, players: players, actions: [act, rest]}]
"""
    state = game_of(tmp_path, text, base="").new(1)
    with pytest.raises(RuleFault, match="call each other without end"):
        state.choose("act")


def test_nothing_is_tried_out_for_the_start_of_a_counter(tmp_path: Path) -> None:
    text = """
counters:
  coins: {per: player}
  wealth: {start: coins(p1) after p1 does earn()}
effects: {earn: {do: gain 1 coins}}
flow: [{step: turn, players: players, do: call earn()}]
"""
    problems = loaded(tmp_path, text, base="").problems
    assert [problem.code for problem in problems if problem.severity == "error"] == ["rule-fault"]
