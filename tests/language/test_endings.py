"""The end of the game is final, and what can never run is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter import RuleFault, simulate
from tests.language.small_rulesets import BASE, TURNS, faults_of, game_of, play

EFFECTS = """\
effects:
  close: |
    score 1 as closing
    end game
  later: score 1 as later
"""


def begun(folder: Path, act: str, more: str = "", turns: str = TURNS) -> tuple[int, ...]:
    """The points of a game in which the first player does an action, which must end it."""
    lines = "".join(f"      {line}\n" for line in act.split("\n"))
    text = f"actions:\n  act:\n    do: |\n{lines}{EFFECTS}{more}"
    state = play(game_of(folder, text, base=BASE + turns).new(1), ["act"])
    assert state.finished
    return tuple(state.scores())


@pytest.mark.parametrize(
    ("act", "points"),
    [
        ("score 1 as stop\nend game\nend turn", 1),
        ("score 1 as stop\nend turn\nend game", 1),
        ("end game\nscore 5 as stop", 0),
        ("if coins(me) == 0: end game\nelse: end game\nscore 5 as stop", 0),
        ("call close()\nend turn", 1),
        ("call close()\nend game after round", 1),
        ("call close()\nperform later()", 1),
        ("perform later()\ncall close()", 1),
        ("for p in players: call close()\nend turn", 1),
    ],
)
def test_nothing_cancels_the_end_of_the_game(tmp_path: Path, act: str, points: int) -> None:
    assert begun(tmp_path, act) == (points, 0)


# An effect that ends the game, three ways: by its own statement, in an effect of a piece, in what hears it.
ENDERS = """\
  outer: |
    call close()
    score 5 as stop
  heard: gain 1 wood
triggers:
  - {on: gained wood(me), do: call close()}
  - {on: gained wood(me), do: score 5 as stop}
  - {on: close(me), do: score 5 as stop}
  - {on: outer(me), do: score 5 as stop}
kinds:
  ten: {component: card, effect: call close()}
"""


@pytest.mark.parametrize("ends", ["call outer()", "gain 1 wood", "call heard()", "do effect of ten", "{}"])
@pytest.mark.parametrize(
    "around",
    [
        "{}\nscore 5 as stop",
        "if coins(me) == 0:\n  {}\nscore 5 as stop",
        "for p in players:\n  {}\n  score 5 as stop",
        "repeat 3: {}",
        "one of:\n  this: {}\nscore 5 as stop",
        "gain 1 coins\nmay:\n  {}\nscore 5 as stop",
        "settle none:\n  {}\nscore 5 as stop",
    ],
)
def test_nothing_is_done_after_the_end_of_the_game(tmp_path: Path, ends: str, around: str) -> None:
    """Whatever called what ended it is left at once, in both engines; what is told says the same."""
    text = around.format(ends.format("call close()"))
    lines = "".join(f"      {line}\n" for line in text.split("\n"))
    game = game_of(tmp_path, f"actions:\n  act:\n    do: |\n{lines}{EFFECTS}{ENDERS}", base=BASE + TURNS)
    state = game.new(1, listen=True)
    while not state.finished:
        state.choose(0)
    assert state.scores() == [1, 0]
    assert [event["points"] for event in state.events(None) if event["kind"] == "points"] == [1]


def test_games_end_alike_in_both_engines(tmp_path: Path) -> None:
    """The game ends in the middle of a loop of whoever acts the third time."""
    pytest.importorskip("wasmtime")
    act = "gain 1 coins\n      for p in players: gain 1 wood for p\n      score 5 as stop"
    late = ENDERS.replace("gained wood(me), do: call", "gained wood(me), where: coins(me) > 2, do: call")
    text = f"actions:\n  act:\n    do: |\n      {act}\n{EFFECTS}{late}"
    game = game_of(tmp_path, text, base=BASE + TURNS)
    found = [simulate(game, ["random", "random"], 20, 1, engine=engine) for engine in ("python", "wasm")]
    assert found[0].scores == found[1].scores


@pytest.mark.parametrize("event", ["ended turn(me)", "began turn(me)"])
def test_a_trigger_of_a_step_may_end_the_game(tmp_path: Path, event: str) -> None:
    trigger = f"triggers:\n  - {{on: {event}, where: coins(p1) > 0, do: call close()}}\n"
    assert sum(begun(tmp_path, "gain 1 coins\nend turn", trigger)) == 1


def test_a_trigger_of_a_step_may_end_a_step_around_it(tmp_path: Path) -> None:
    """The rest of the round is left out; ending what ends already changes nothing."""
    turns = TURNS.replace("1..50", "1..2")
    trigger = 'triggers:\n  - {on: ended turn(me), do: "score 1 as turns\\nend turn\\nend round"}\n'
    text = f"actions:\n  act: {{do: end turn}}\n{EFFECTS}{trigger}"
    state = play(game_of(tmp_path, text, base=BASE + turns).new(1), ["act", "act"])
    assert state.finished
    assert state.scores() == [2, 0]


ELSEWHERE = """\
effects: {stop: end act}
actions:
  halt: {do: call stop()}
  rest: {do: end turn}
  both: {do: "end round\\nend turn\\nend act\\ngain 1 coins"}
flow:
  - step: founding
    players: players
    do: |
      one of:
        quiet: require true
        loud: call stop()
  - step: round
    for: number in 1..2
    steps:
      - step: turn
        players: players
        steps:
          - {step: act, actions: [halt, rest, both]}
          - {step: after, do: gain 10 coins}
scoring: {final: [{source: coins, points: coins(me)}]}
"""


def test_a_step_that_is_not_running_cannot_be_ended(tmp_path: Path) -> None:
    """It was a jump in the flow: the next player was never asked."""
    game = game_of(tmp_path, ELSEWHERE)
    with pytest.raises(RuleFault, match="'act' is not running") as fault:
        game.new(1).choose("loud")
    assert fault.value.position is not None
    assert fault.value.position.line == 1
    assert play(game.new(1), ["quiet", "quiet", "halt", "rest", "halt", "halt"]).scores() == [20, 10]


def test_a_step_within_one_that_was_ended_is_over_already(tmp_path: Path) -> None:
    assert play(game_of(tmp_path, ELSEWHERE).new(1), ["quiet", "quiet", "both", "both"]).scores() == [2, 0]


def test_ending_a_step_elsewhere_is_a_fault_in_both_engines(tmp_path: Path) -> None:
    pytest.importorskip("wasmtime")
    game = game_of(tmp_path, ELSEWHERE)
    found = [simulate(game, ["random", "random"], 20, 1, engine=engine) for engine in ("python", "wasm")]
    assert found[0].endings == found[1].endings
    assert found[0].scores == found[1].scores


@pytest.mark.parametrize(
    ("called", "problems"),
    [
        ("founding", [("not-running", 1)]),
        ("act", []),
    ],
)
def test_ending_a_step_where_it_never_runs_is_an_error(
    tmp_path: Path, called: str, problems: list[tuple[str, int]]
) -> None:
    text = ELSEWHERE.replace("halt: {do: call stop()}", "halt: {do: end turn}") if called == "founding" else (
        ELSEWHERE.replace("loud: call stop()", "loud: gain 1 coins")
    )  # fmt: skip
    assert faults_of(tmp_path, text) == problems


def test_a_trigger_of_another_step_cannot_end_one(tmp_path: Path) -> None:
    text = ELSEWHERE + "triggers: [{on: ended after(me), do: end act}, {on: began turn(me), do: end round}]\n"
    assert faults_of(tmp_path, text) == [("not-running", 22)]


@pytest.mark.parametrize(
    ("act", "lines"),
    [
        ("end game\nend turn", [2]),
        ("end game\ngain 1 coins\ngain 1 coins", [2]),
        ("if coins(me) > 1:\n  end game\n  gain 1 coins", [3]),
        ("if coins(me) > 1: end game\nelse: end game\ngain 1 coins", [3]),
        ("if false: gain 1 coins", [1]),
        ("if true: gain 1 coins\nelif coins(me) > 1: gain 2 coins\nelse: gain 3 coins", [2, 3]),
        ("repeat 0: gain 1 coins", [1]),
        ("for x in 3..1: gain x coins", [1]),
        ("if coins(me) > 1: end game\ngain 1 coins", []),
        ("end game after round\ngain 1 coins", []),
        ("end turn\nend game", []),
    ],
)
def test_what_can_never_run_is_told(tmp_path: Path, act: str, lines: list[int]) -> None:
    """Lines count from 1 in the text of the action."""
    text = "actions:\n  act:\n    do: |\n" + "".join(f"      {line}\n" for line in act.split("\n"))
    expected = [("unreachable", line + 3) for line in lines]
    assert faults_of(tmp_path, text, base=BASE + TURNS) == expected


@pytest.mark.parametrize(
    ("players", "act", "won", "broken_off"),
    [
        (3, "end game won by p2", [1], False),
        (3, "end game won by set(p for p in players where p != p2)", [0, 2], False),
        (3, "end game won by set(p for p in players where points(p) > 9)", [], False),
        (3, "end game undecided", [], True),
        (3, "call first_end()\nend game undecided", [2], False),
        (3, "call close()\nend game won by p2", [0], False),
        (3, "end game won by first(p for p in players where points(p) > 9)", [], False),
        (1, "end game won by me", [0], False),
        (1, "end game undecided", [], True),
    ],
)
def test_the_end_says_who_has_won_whatever_the_points(
    tmp_path: Path, players: int, act: str, won: list[int], broken_off: bool
) -> None:
    text = "score 1 as work\n" + act
    ends = "close: {do: end game}, first_end: {do: end game won by first(p for p in players by most p.index)}"
    rules = f"effects: {{{ends}}}\nactions: {{act: {{do: {json.dumps(text)}}}}}\n"
    state = play(game_of(tmp_path, rules, base=BASE + TURNS, players=players).new(1), ["act"])
    assert (state.finished, state.winners(), state.broken_off) == (True, won, broken_off)


def test_team_mates_win_together(tmp_path: Path) -> None:
    text = "actions: {act: {do: end game won by first(p for p in players by most p.index)}}\n"
    base = "teams: {size: 2}\n" + BASE + TURNS
    state = play(game_of(tmp_path, text, base=base, players=4).new(1), ["act"])
    assert state.winners() == [1, 3]
