"""What the index of a program says of statements by their places."""

from __future__ import annotations

from pathlib import Path

from interpreter import load
from interpreter.in_words.rules import in_sentences
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


DECK = """\
id: deck
title: Deck
players: 1
components:
  card: {kinds: {seven: {copies: 3}, ace: {copies: 2}}}
zones:
  deck: {title: Cards to draw, holds: card, order: stack, visible: nobody}
  hand: {holds: card}
flow:
  - step: deal
    do: |
      move all from box(card) to deck
      shuffle deck
  - {step: turn, players: players, rounds: not empty(deck), do: draw 1 from deck to hand}
"""


def test_a_deck_that_is_asked_whether_it_is_empty_is_only_drawn_from(tmp_path: Path) -> None:
    """As one that is asked how many it has: its order need not be known before."""
    (tmp_path / "ruleset.yaml").write_text(DECK, encoding="utf-8")
    game = load(tmp_path).game
    assert game is not None
    assert index_of(game.program).only_drawn == {"deck"}


def test_of_several_things_it_is_said_that_there_are_some_or_none(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(DECK, encoding="utf-8")
    game = load(tmp_path).game
    assert game is not None
    lines = [line for passage in in_sentences(game, "flow", "") for _, line in passage.lines]
    assert "Round, as long as there are cards to draw:" in lines
