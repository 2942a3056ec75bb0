"""What a state tells bots: where a turn ends, what a position is worth to all, what follows an option."""

from __future__ import annotations

from pathlib import Path

from interpreter import State, simulate
from interpreter.play.standings import VICTORY
from tests.language.small_rulesets import game_of

TALK = """
actions:
  work: {do: score 1 as work}
  ask:
    do: |
      for p in others(me):
        call answer() for p
  rest: {do: end turn}
effects:
  answer:
    do: |
      one of:
        yes: score 1 as answers
        no: score 2 as answers
flow:
  - step: round
    for: number in 1..3
    steps:
      - {step: turn, players: players, actions: [work, ask, rest]}
"""


def turns_of(state: State, choices: list[str]) -> list[tuple[int, int]]:
    """The marker before each choice and behind the last."""
    found = [state.turn]
    for choice in choices:
        state.choose(choice)
        found.append(state.turn)
    return found


def test_a_turn_ends_where_the_flow_goes_on_to_the_next_player(tmp_path: Path) -> None:
    """What others are asked within it belongs to it."""
    state = game_of(tmp_path, TALK).new(1)
    markers = turns_of(state, ["work", "ask", "yes", "work", "rest", "rest"])
    assert len(set(markers[:5])) == 1
    assert len(set(markers[4:])) == 3


def test_alone_one_turn_after_the_other_has_a_marker_of_its_own(tmp_path: Path) -> None:
    state = game_of(tmp_path, TALK, players=1).new(1)
    markers = turns_of(state, ["work", "rest", "work", "rest", "rest"])
    assert [markers.index(marker) for marker in markers] == [0, 0, 2, 2, 4, 5]


def test_without_a_step_for_the_players_a_turn_is_what_one_decides_in_a_row(tmp_path: Path) -> None:
    text = """
flow:
  - step: all
    do: |
      for p in players:
        call pick() for p
        call pick() for p
effects:
  pick:
    do: |
      one of:
        one: score 1 as picks
        two: score 2 as picks
"""
    state = game_of(tmp_path, text).new(1)
    markers = turns_of(state, ["one", "one", "one"])
    assert markers[0] == markers[1] != markers[2] == markers[3]


RACE = """
flow:
  - step: turn
    players: players
    do: |
      one of:
        low: score 1 as race
        high: score 3 as race
"""


def test_standings_count_mates_and_a_victory_above_all(tmp_path: Path) -> None:
    state = game_of(tmp_path, RACE, base="teams: {size: 2}\n", players=4).new(1)
    for choice in ("low", "high", "high"):
        state.choose(choice)
    assert state.standings() == [4, 3, 4, 3]
    state.choose("high")
    assert state.standings() == [4, 6 + VICTORY, 4, 6 + VICTORY]


def test_standings_count_automata_and_nobody_wins_alone(tmp_path: Path) -> None:
    alone = game_of(tmp_path, RACE, players=1).new(1)
    alone.choose("high")
    assert alone.standings() == [3]
    text = "automata: {crow: {}}\n" + RACE + "scoring: {automata: true, final: [{source: luck, points: 2}]}\n"
    state = game_of(tmp_path, text, players=1).new(1)
    assert state.standings() == [2, 2]
    state.choose("low")
    assert state.standings() == [3 + VICTORY, 2]


def test_standings_know_a_winner_where_there_are_no_points(tmp_path: Path) -> None:
    text = """
flow:
  - step: turn
    players: players
    do: |
      one of:
        take: gain 1 coins
        leave: lose 0 coins
  - {step: last, do: end game won by leaders(p for p in players by most coins(p))}
"""
    state = game_of(tmp_path, text).new(1)
    state.choose("take")
    assert state.standings() == [0, 0]
    state.choose("leave")
    assert state.standings() == [VICTORY, 0]


def test_children_are_the_positions_behind_the_ways(tmp_path: Path) -> None:
    text = """
flow:
  - step: turn
    players: players
    do: |
      choose exactly 2 numbers in 1..3:
        score size(numbers) as sums
"""
    state = game_of(tmp_path, text).new(1)
    before, expected = state.key(), []
    for way in state.ways:
        other = state.fork()
        other.choose(way)
        expected.append(other)
    assert list(state.children()) == expected
    assert len(expected) == len(state.ways) < state.option_count
    assert state.key() == before


def test_the_length_of_a_game_is_told_in_rounds(tmp_path: Path) -> None:
    """Three times round the table, whatever is asked in between and whoever plays."""
    game = game_of(tmp_path, TALK, players=3)
    figures = simulate(game, ["random"] * 3, 6, 1)
    assert figures.rounds is not None
    assert (figures.rounds.min, figures.rounds.mean, figures.rounds.max) == (3, 3, 3)
