"""What the index of a program says of statements by their places."""

from __future__ import annotations

from pathlib import Path

from interpreter import load
from interpreter.language.checked import AssignSt, GainSt, IfSt
from interpreter.language.index import index_of

RULES = """\
id: gems
title: Gems
players: 2
components:
  gem:
    kinds:
      - each:
          triggers:
            - on: act(me)
              do: gain 1 coins
        kinds: {ruby: {}, jade: {}}
counters:
  coins: {per: player}
zones:
  bag: {per: player, holds: gem, active: true}
actions:
  act:
    do: |
      if coins(me) > 3:
        gain 2 coins
flow:
  - step: turn
    players: players
    steps:
      - {step: start, do: set coins(me) to 5}
      - {step: choice, actions: [act]}
"""


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(RULES.splitlines(), 1) if text in line)


def test_a_statement_lies_at_its_place_once_for_each_kind_that_shares_it(tmp_path: Path) -> None:
    """What lies within other statements, and in bodies of steps, is there too."""
    (tmp_path / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    game = load(tmp_path).game
    assert game is not None
    statements = index_of(game.program).statements
    found = {place.line: [type(s) for s in of] for place, of in statements.items()}
    assert found == {
        line_of("gain 1 coins"): [GainSt, GainSt],
        line_of("if coins"): [IfSt],
        line_of("gain 2 coins"): [GainSt],
        line_of("set coins"): [AssignSt],
    }
