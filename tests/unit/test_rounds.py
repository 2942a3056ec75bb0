"""Turns with `rounds`: each form stands for a step `round` around them, for rules and overlays too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter import Problems, load
from interpreter.reading import Located, read_yaml
from interpreter.reading.rounds import wrap_in_rounds
from tests.language.small_rulesets import faults_of, game_of

TURN = "{step: turn, players: players, one_of: [act]}"


def wrapped(text: str) -> Any:
    root = read_yaml(text, "f.yaml", Problems())
    assert isinstance(root, Located)
    wrap_in_rounds(root)
    return root.plain()


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("flow: [{step: a, players: players, rounds: true}]",
         "flow: [{step: round, while: true, steps: [{step: a, players: players}]}]"),
        ("flow: [{step: a, players: players, rounds: coins(p1) in 1..3}]",
         "flow: [{step: round, while: coins(p1) in 1..3, steps: [{step: a, players: players}]}]"),
        ("flow: [{step: b}, {step: a, players: n in players, rounds: r in 1..3, when: true}]",
         "flow: [{step: b}, "
         "{step: round, for: r in 1..3, steps: [{step: a, players: n in players, when: true}]}]"),
        ("flow: [{step: year, steps: [{step: a, players: players, rounds: true, steps: [{step: c}]}]}]",
         "flow: [{step: year, steps: [{step: round, while: true, "
         "steps: [{step: a, players: players, steps: [{step: c}]}]}]}]"),
        ("insert: [{after: x, steps: [{step: a, players: players, rounds: true}]}]",
         "insert: [{after: x, steps: [{step: round, while: true, steps: [{step: a, players: players}]}]}]"),
        ("flow: [{step: a, rounds: true}]", "flow: [{step: a, rounds: true}]"),
        ("flow: {step: a}", "flow: {step: a}"),
    ],
)  # fmt: skip
def test_each_form_stands_for_a_step_around_it(short: str, long: str) -> None:
    assert wrapped(short) == wrapped(long)


def test_rules_and_overlays_know_the_round(tmp_path: Path) -> None:
    text = f"""
    actions:
      act:
        do: |
          gain 1 coins
          if coins(me) == 3: end game after round
      rest: {{do: end turn}}
    flow:
      - {TURN.replace("one_of: [act]", "rounds: true, one_of: [act, rest]")}
    """
    state = game_of(tmp_path, text).new(1)
    ended = []
    while not state.finished:
        state.choose(0)
        ended.append(state.finished)
    assert ended == [False] * 5 + [True]
    folder = tmp_path / "expansions" / "late"
    folder.mkdir(parents=True)
    (folder / "overlay.yaml").write_text(
        "id: late\ntitle: Late\nbase: small\n"
        "insert: [{after: round, steps: [{step: end, do: gain 9 wood(p1)}]}]\n",
        encoding="utf-8",
    )
    found = load(tmp_path, overlays=["late"])
    assert found.game is not None, found.problems


@pytest.mark.parametrize(
    ("flow", "code"),
    [
        ("{step: turn, rounds: true, one_of: [act]}", "missing-key"),
        (f"{{step: round, steps: [{TURN.replace('one_of', 'rounds: true, one_of')}]}}", "defined-twice"),
    ],
)
def test_what_is_wrong_has_its_place(tmp_path: Path, flow: str, code: str) -> None:
    text = f"\nactions:\n  act: {{do: gain 1 coins}}\nflow:\n  - {flow}\n"
    assert faults_of(tmp_path, text) == [(code, 5)]
