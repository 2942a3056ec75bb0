"""A large pile that nobody looks at gets its order as it is drawn; the game is the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import Game, layout, load
from interpreter.play import chance
from interpreter.play.faults import RuleFault
from interpreter.simulation.played import play_one
from interpreter.wasm.engine import engine_for

ROOT = Path(__file__).parents[1]
PILE = """id: pile
title: Pile
players: 2
components:
  card:
    fields: {{worth: number}}
    kinds: {{a: {{copies: 20, worth: 1}}, b: {{copies: 15, worth: 2}}, c: {{copies: 5, worth: 9}}}}
zones:
  deck: {{holds: card, order: stack, visible: nobody}}
  gone: {{holds: card, order: row}}
  hand: {{per: player, holds: card}}
actions:
  take: {{do: "draw 3 from deck to hand(me)\\nend turn"}}
  burn: {{do: "draw 2 from deck to gone\\nend turn"}}
  under:
    do: |
      require size(gone) > 0
      move first(gone) from gone to deck bottom
      end turn
  again:
    do: |
      require size(deck) < {few}
      move all from gone to deck
      shuffle deck
      end turn
{more}flow:
  - {{step: set_up, do: "move all from box(card) to deck\\nshuffle deck\\ndraw 4 from deck to gone"}}
  - step: round
    for: round in 1..12
    steps: [{{step: turn, players: players, actions: [take, burn, under, again]}}]
scoring:
  final: [{{source: cards, points: "sum(c.worth for c in hand(me)) + size(deck)"}}]
"""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Piles of two cards and more are large ones."""
    for module in (layout, chance):
        monkeypatch.setattr(module, "LATE", 1)
    yield


def game_of(text: str) -> Game:
    found = load(text, players=2)
    assert found.game is not None, found.problems
    return found.game


def alike(game: Game, games: int) -> None:
    """Games in which nobody looks are those in which the last position is hashed, in both engines."""
    bots = ["random"] * game.players
    seeds = [(seed, [10 * seed + seat for seat in range(game.players)]) for seed in range(games)]
    ends = [
        [(e.decisions, e.ending) for e in engine_for(game).play(iter(seeds), bots, n) if e]
        for n in (0, games)
    ]
    assert ends[0] == ends[1]
    assert len(ends[0]) == games
    for seed in range(games):
        seen, unseen = (play_one(game, bots, seed, hashed=hashed) for hashed in (True, False))
        assert (seen.choices, seen.scores, seen.winners) == (unseen.choices, unseen.scores, unseen.winners)


@pytest.mark.parametrize("most", [200, 7, 0])
def test_a_pile_decided_as_it_is_drawn_is_the_pile_that_was_shuffled(
    small: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, most: int
) -> None:
    """Through empty piles, refilled ones, and where so many are drawn that the rest is decided at once."""
    monkeypatch.setattr(chance, "MOST_LATE", most)
    (tmp_path / "ruleset.yaml").write_text(PILE.format(few=25, more=""))
    game = game_of(str(tmp_path))
    assert game.layout.late
    alike(game, 40)


@pytest.mark.parametrize(
    "more",
    [
        '  look: {{do: "require any(c.worth == 9 for c in deck)\\nend turn"}}\n',
        '  dig: {{do: "choose c in deck\\nmove c from deck to hand(me)\\nend turn"}}\n',
        '  see: {{do: "reveal deck\\nend turn"}}\n',
    ],
)
def test_what_is_looked_at_is_decided_at_once(small: None, tmp_path: Path, more: str) -> None:
    """A pile of which rules read a card, from which one is taken or which is shown is shuffled as before."""
    (tmp_path / "ruleset.yaml").write_text(PILE.replace("{more}", more).format(few=25))
    assert not game_of(str(tmp_path)).layout.late


@pytest.mark.slow
@pytest.mark.parametrize("name", ["catan", "praga"])
def test_shipped_games_are_the_same(small: None, name: str) -> None:
    """With every pile that may be late, small ones too."""
    game = game_of(str(ROOT / "rulesets" / name))
    assert game.layout.late
    alike(game, 4)


def test_what_is_not_drawn_yet_counts_among_the_draws() -> None:
    """A stack that is shuffled late leaves as much chance for the rest of a step as one shuffled at once."""
    cards = tuple(range(20_000))
    for order in ((), (0,)):
        slots: list[object] = [0] * layout.HEAD + [cards, order]
        slots[layout.RESEEDS] = slots[layout.DRAWN] = ()
        chance.shuffle_late(slots, layout.HEAD)
        assert slots[layout.DRAWS] == 19_999
        for _ in range(3):
            chance.below(slots, 6)
        assert (slots[layout.DRAWS], chance.below(slots, 1000)) == (20_002, 40)
        with pytest.raises(RuleFault):
            chance.shuffle_late(slots, layout.HEAD)
