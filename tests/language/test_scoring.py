"""Scoring: what lines show, automata that are compared, and what only bots count."""

from __future__ import annotations

from pathlib import Path
from random import Random

from cli.seen.score import scores_of
from cli.show.score import outcome_text
from interpreter import State, simulate
from interpreter.bots import GreedyBot
from tests.language.small_rulesets import faults_of, game_of

RACE = """\
automata: {crow: {}}
enums: {colour: [red, blue]}
counters:
  favour: {per: [player, colour]}
  seeds: {per: player}
actions:
  take_points: {do: score 1 as race}
  sow: {do: gain 1 seeds}
flow:
  - {step: once, do: "gain %d favour(crow, blue)\\nfor p in players: gain 2 favour(red) for p"}
  - {step: turn, players: players, actions: [take_points, sow], while: "points(me) + seeds(me) < 1"}
  - {step: last, do: "score 1 as race for crow"}
scoring:
  automata: true
  final:
    - source: colours
      points: max(favour(me, c) for c in colour)
      showing: first(c for c in colour by most favour(me, c))
  ties:
    - least: me.index
"""


def played(folder: Path, crow: int) -> State:
    state = game_of(folder, RACE % crow, base="", players=1).new(1)
    state.choose("take_points")
    return state


def test_an_automaton_is_scored_and_can_be_best(tmp_path: Path) -> None:
    state = played(tmp_path, 3)
    assert state.scores() == [3, 4]
    assert state.winners() == []
    assert "The game is lost." in outcome_text(scores_of(state))


def test_a_player_who_is_ahead_of_the_automaton_by_a_tie_break_has_won(tmp_path: Path) -> None:
    state = played(tmp_path, 2)
    assert state.scores() == [3, 3]
    assert state.winners() == [0]


def test_a_line_shows_what_its_points_are_for(tmp_path: Path) -> None:
    state = played(tmp_path, 3)
    assert state.breakdown() == [
        {"seat": 1, "source": "race", "points": 1},
        {"seat": 1, "source": "colours", "points": 2, "shows": "red"},
        {"seat": "crow", "source": "race", "points": 1},
        {"seat": "crow", "source": "colours", "points": 3, "shows": "blue"},
    ]
    assert "3 (blue)" in outcome_text(scores_of(state))


def test_the_outlook_leads_bots_and_is_never_scored(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    plain = game_of(tmp_path / "plain", RACE % 0, base="", players=1).new(1)
    assert plain.decision is not None
    assert plain.decision.options[GreedyBot().choose(plain, Random(1))].id == "take_points"
    text = RACE % 0 + "bots:\n  outlook:\n    seeds: 5 * seeds(me)\n"
    state = game_of(tmp_path, text, base="", players=1).new(1)
    assert state.decision is not None
    assert state.decision.options[GreedyBot().choose(state, Random(1))].id == "sow"
    state.choose("sow")
    assert state.scores()[0] == 2


def test_the_points_of_a_sole_player_are_judged_not_won(tmp_path: Path) -> None:
    verdicts = "  judgement: [{min: 3, about: Well done.}, {min: 0, about: Try again.}]\n"
    text = RACE.replace("automata: true", "automata: false") % 0 + verdicts
    folders = [tmp_path / name for name in ("three", "two", "both")]
    for folder in folders:
        folder.mkdir()
    three = game_of(folders[0], text, base="", players=1).new(1)
    three.choose("take_points")
    assert (three.scores(), three.winners(), three.judgement(0)) == ([3], [], "Well done.")
    assert outcome_text(scores_of(three)).endswith("\nWell done.")
    two = game_of(folders[1], text.replace("min: 3", "min: 4"), base="", players=1).new(1)
    two.choose("take_points")
    assert (two.winners(), two.judgement(0)) == ([], "Try again.")
    both = game_of(folders[2], text, base="", players=2).new(1)
    both.choose("take_points")
    both.choose("sow")
    assert both.winners() == [0]
    verdict = "Player 1 wins with 3 points; Player 2 has 2.\nPlayer 1: Well done.\nPlayer 2: Try again."
    assert outcome_text(scores_of(both)).endswith(verdict)


def test_a_game_that_is_broken_off_has_no_winner_and_does_not_count_as_finished(tmp_path: Path) -> None:
    stop = '  - {step: stop, do: "if seeds(p1) == 0: end game undecided"}\nscoring:\n'
    text = (RACE % 0).replace("scoring:\n", stop)
    game = game_of(tmp_path, text, base="", players=1)
    state = game.new(1)
    state.choose("take_points")
    assert (state.finished, state.broken_off, state.winners()) == (True, True, [])
    assert "broken off" in outcome_text(scores_of(state))
    outcome = simulate(game, ["random"], 20, seed=1)
    assert 0 < outcome.finished < 20


def test_greedy_bots_judge_an_option_where_its_action_is_over(tmp_path: Path) -> None:
    text = """
actions:
  small: {do: score 1 as small}
  great:
    do: |
      choose a in 1..3
      choose b in 1..9
      score b as great
flow: [{step: turn, players: players, actions: [small, great], while: points(me) == 0}]
"""
    state = game_of(tmp_path, text, base="", players=1).new(1)
    while state.decision is not None:
        state.choose(GreedyBot().choose(state, Random(1)))
    assert state.scores() == [9]


def test_points_are_for_each_player_also_where_a_ruleset_says_how_they_are_drawn(tmp_path: Path) -> None:
    text = """
    counters: {points: {draw: false}, flags: {per: player}}
    flow: [{step: turn, players: players, do: score me.index as seats}]
    """
    assert game_of(tmp_path, text, base="").new(1).scores() == [1, 2]
    for wrong in ("points: {per: [player, player]}", "points: {type: player}"):
        folder = tmp_path / wrong[:12].replace(":", "")
        folder.mkdir(exist_ok=True)
        faulty = text.replace("points: {draw: false}", wrong)
        assert "wrong-shape" in [code for code, _ in faults_of(folder, faulty, base="")]
