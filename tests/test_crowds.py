"""Rules found by the pieces that lie active do what rules do that have a bit each (compiler/crowds.py)."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.language import index
from tools.prove_engines import compare

ROOT = Path(__file__).parents[1]
RULESETS = ("burgundy", "praga", "dragon_castle")
MANY = """id: many
title: Many
players: 2
components:
  card:
    fields: {cost: number, points: number}
    kinds:
%s
zones:
  deck: {holds: card, order: stack, visible: nobody}
  row: {holds: card, order: row}
  own: {per: player, holds: card, active: true}
  fair: {holds: card, active: true}
counters:
  coins: {per: player, start: 2, min: 0, max: 90}
values:
  price(player p, card c): c.cost
actions:
  work: {do: "gain 2 coins\\nend turn"}
  build:
    do: |
      choose c in row as "Which card?"
      pay max(0, price(me, c)) coins
      move c from row to own(me)
      end turn
  show:
    do: |
      choose c in row
      move c from row to fair
      end turn
flow:
  - {step: set_up, do: "move all from box(card) to deck\\nshuffle deck\\ndraw 4 from deck to row"}
  - step: round
    for: round in 1..6
    steps:
      - {step: turn, players: players, actions: [work, build, show]}
      - {step: refill, do: draw 4 - size(row) from deck to row}
scoring:
  final: [{source: coins, points: coins(me)}]
"""
ABILITIES = (
    "triggers: [{on: began turn(me), do: gain this.points coins}]",
    "triggers: [{on: build(me), where: coins(me) > this.cost, do: gain 1 coins}]",
    "modifiers: [{value: 'price(me, card c)', plus: -1, where: c.points < this.points}]",
    "scoring: [{source: cards, points: this.points}, {source: crowd, points: size(own(me))}]",
    "triggers: [{on: gained coins(me), do: 'score 1 as cards'}, {on: build(me), do: 'may: gain 2 coins'}]",
    "scoring: [{source: shown, points: this.cost, showing: this.cost}]",
)


def many(kinds: int) -> str:
    """A game of so many kinds of cards with an ability each, written one by one."""
    chance = random.Random(2)
    lines = [
        f"      k{number}: {{title: Kind {number}, copies: 2, cost: {chance.randint(1, 4)},"
        f" points: {chance.randint(0, 5)}, {ABILITIES[number % len(ABILITIES)]}}}"
        for number in range(kinds)
    ]
    return MANY % "\n".join(lines)


@pytest.fixture
def all_crowds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every kind that carries rules is one of a crowd."""
    monkeypatch.setattr(index, "MOST_WITH_BITS", 0)
    index.index_of.cache_clear()
    yield
    index.index_of.cache_clear()


def game_of(name: Path | str) -> Game:
    found = load(str(name), players=2)
    assert found.game is not None, found.problems
    return found.game


def course(game: Game, seed: int, *, lines: bool = True) -> list[object]:
    """All that is seen of a game that is played by chance and listened to; lines: of the rule files too."""
    chance, state = random.Random(seed), game.new(seed=seed, listen=True)
    seen: list[object] = []
    while not state.finished and len(seen) < 200:
        assert state.decision is not None
        options = state.decision.options
        seen.append([str(option) for option in options])
        state.choose(chance.randrange(len(options)))
        told = [repr(event) for event in state.events(None)]
        seen.append(told if lines else [re.sub(r"'line': \d+", "", each) for each in told])
    return [*seen, state.scores(), state.breakdown()]


def both_engines_agree(game: Game, games: int, *bots: str) -> bool:
    """Whether both engines play the same games."""
    row = compare(game, "", bots, games, time.monotonic() + 60)
    return row.games == games and not row.different and not row.alone


@pytest.mark.parametrize("name", RULESETS)
def test_a_crowd_plays_as_bits_do(name: str, request: pytest.FixtureRequest) -> None:
    """Options, events, scores and what brought them are the same, whichever way rules are found."""
    path = ROOT / "rulesets" / name
    expected = [course(game_of(path), seed) for seed in range(2)]
    request.getfixturevalue("all_crowds")
    game = game_of(path)
    assert game.layout.crowds
    assert [course(game, seed) for seed in range(2)] == expected
    assert both_engines_agree(game, 3, "random", "random")


def test_many_kinds_play_as_with_a_bit_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Triggers, modifiers and scoring of a crowd, some of which ask: the same with bits, in both engines."""
    (tmp_path / "ruleset.yaml").write_text(many(150))
    game = game_of(tmp_path)
    assert list(game.layout.crowds) == ["card"]
    assert both_engines_agree(game, 5, "random", "greedy")
    # Of equal texts the first is named.
    found = [course(game, seed, lines=False) for seed in range(5)]
    monkeypatch.setattr(index, "MOST_WITH_BITS", 1000)
    index.index_of.cache_clear()
    game = game_of(tmp_path)
    assert not game.layout.crowds
    assert [course(game, seed, lines=False) for seed in range(5)] == found
    index.index_of.cache_clear()


def test_equal_texts_are_compiled_once(tmp_path: Path) -> None:
    """A text of many kinds is one function, and what does not lie active has no place in a position."""
    (tmp_path / "ruleset.yaml").write_text(many(600))
    game = game_of(tmp_path)
    # What asks or shows something is made for each kind, as it is asked or shown in the name of one.
    assert len(game.compiled.functions) < 4 * 100 + 60
    assert game.layout.slots < 100
