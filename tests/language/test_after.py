"""What would be after an effect: guards that look ahead, chance and questions refused, work bounded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter import RuleFault, State
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


# Two players move one stone each to and fro in a row of spaces.
TO_AND_FRO = """
components:
  man: {per: player, kinds: {stone: {copies: 1}}}
boards:
  row: {shape: track, holds: man, spaces: 4}
values:
  place(player p): first(x for x in row where on(x) == stone(p))
effects:
  walk(row target): {do: move stone(me) from place(me) to target}
actions:
  step:
    do: |
      choose target in neighbours(place(me)) where empty(target)
      CONDITION
      call walk(target)
      end turn
  stay: {do: end turn}
flow:
  - step: begin
    do: |
      move stone(p1) from box(man) to row(1)
      move stone(p2) from box(man) to row(4)
  - step: round
    for: number in 1..9
    steps:
      - step: turn
        players: players
        steps:
          - {step: again, do: "if repeats(turn, row, me) >= 3: end game undecided"}
          - {step: act, actions: [step, stay]}
"""


def test_a_game_ends_when_a_position_comes_back_for_the_third_time(tmp_path: Path) -> None:
    state = game_of(tmp_path, TO_AND_FRO.replace("      CONDITION\n", ""), base="").new(1)
    for number in range(4):
        assert not state.finished, number
        state.choose("stay")
    assert state.finished  # p1 is at turn for the third time, and nothing has moved
    assert state.broken_off


def test_who_is_at_turn_tells_positions_apart_only_where_it_is_asked(tmp_path: Path) -> None:
    text = TO_AND_FRO.replace("      CONDITION\n", "").replace("row, me)", "row)")
    state = game_of(tmp_path, text, base="").new(1)
    for _ in range(2):
        state.choose("stay")
    assert state.finished


def test_no_move_may_bring_an_earlier_position_back(tmp_path: Path) -> None:
    ko = "require repeats(turn, row) == 0 after walk(target)"
    state = game_of(tmp_path, TO_AND_FRO.replace("CONDITION", ko), base="").new(1)
    state.choose("step")  # from 1 to 2
    state.choose("step")  # from 4 to 3
    other = state.fork()
    for one in (state, other):
        assert one.decision is not None
        assert [option.id for option in one.decision.options] == ["step", "stay"]
        one.choose("step")  # p1 back to 1: with p2 at 3 that is new
        assert one.decision is not None
        assert [option.id for option in one.decision.options] == ["step", "stay"]
        # p2 may go on to 2, but not back to 4, where both began.
        one.choose("step")
    assert value(state, "on(row(2)).owner") == "p2"
    assert state.hash() == other.hash()


def test_a_snapshot_keeps_the_positions_that_were(tmp_path: Path) -> None:
    game = game_of(tmp_path, TO_AND_FRO.replace("      CONDITION\n", ""), base="")
    state = game.new(1)
    for _ in range(3):
        state.choose("stay")
    again = State.restore(game, json.loads(json.dumps(state.snapshot())))
    again.choose("stay")
    assert again.finished
