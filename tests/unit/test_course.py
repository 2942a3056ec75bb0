"""How a play went: rounds, turns, who began. Both engines know the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, LocalWorkers, Simulation, simulate
from tests.language.small_rulesets import game_of

ACT = "{step: turn, players: players, actions: [act]}"
# What the flow is; which step is its round; how many rounds there are, and turns of each of two players.
FLOWS = {
    "turns in a round": (f"- {{step: round, for: n in 1..6, steps: [{ACT}]}}", "round", 6, 6),
    "any other name": (f"- {{step: season, for: n in 1..6, steps: [{ACT}]}}", "season", 6, 6),
    "several turns in a round": (
        f"- {{step: season, for: n in 1..6, steps: [{{step: lap, for: k in 1..3, steps: [{ACT}]}}]}}",
        "season", 6, 18,
    ),
    "the step that is named so": (
        f"- {{step: phase, for: n in 1..6, steps: [{{step: round, for: k in 1..3, steps: [{ACT}]}}]}}",
        "round", 18, 18,
    ),
    "as long as": (
        f"- {{step: play, while: wood(p1) < 4, steps: [{ACT}, {{step: end, do: gain 1 wood(p1)}}]}}",
        "play", 4, 4,
    ),
    "where actions are": (
        "- {step: draft, for: n in 1..9, steps: [{step: pick, players: players, do: gain 1 wood}]}\n"
        f"  - {{step: play, for: k in 1..3, steps: [{ACT}]}}",
        "play", 3, 9,
    ),
    "in secret": (
        "- {step: play, for: n in 1..5, steps: "
        "[{step: bid, players: players, secretly: true, do: choose w in 1..2}]}",
        "play", 5, None,
    ),
    "for and players on one step": (
        "- {step: round, for: n in 1..4, players: players, do: gain 1 wood}", "round", 4, 4
    ),
    "nothing is repeated": (f"- {ACT}", "", None, 1),
    "only the set-up is": (f"- {{step: deal, for: n in 1..4, do: gain 1 wood(p1)}}\n  - {ACT}", "", None, 1),
}  # fmt: skip
REST = """\
actions:
  act:
    do: |
      one of:
        saw: gain 1 coins
        idle: gain 0 coins
      end turn
scoring:
  final: [{source: coins, points: coins(me)}]
"""


def figures(game: Game, engine: str, games: int = 4) -> Simulation:
    return simulate(game, ["random"] * game.players, games, 1, engine=engine)


@pytest.mark.parametrize(("flow", "step", "rounds", "turns"), FLOWS.values(), ids=FLOWS)
def test_rounds_are_those_of_the_ruleset(
    flow: str, step: str, rounds: int | None, turns: int | None, tmp_path: Path
) -> None:
    acting = REST if "act" in flow else REST[REST.index("scoring") :]
    game = game_of(tmp_path, f"flow:\n  {flow}\n{acting}")
    assert game.round == step
    slow = figures(game, "python")
    assert (slow.rounds and slow.rounds.mean, slow.turns and slow.turns.mean) == (rounds, turns)
    assert slow.starter is None
    pytest.importorskip("wasmtime")
    fast = figures(game, "wasm")
    assert (fast.rounds, fast.turns, fast.starter) == (slow.rounds, slow.turns, None)


DRAWN = """\
options:
  first: {type: player, default: random, random: true}
counters:
  coins: {per: player}
flow:
  - step: round
    for: n in 1..2
    steps: [{step: turn, players: players_from(first), actions: [act]}]
actions:
  act:
    do: |
      one of:
        saw: gain 1 coins
        idle: gain 0 coins
      if me == first: gain 9 coins
      end turn
scoring:
  final: [{source: coins, points: coins(me)}]
"""


def test_who_begins_is_known_where_it_is_drawn(tmp_path: Path) -> None:
    """Here whoever begins always wins, and no seat does."""
    game = game_of(tmp_path, DRAWN, base="")
    slow = figures(game, "python", 40)
    assert slow.starter is not None
    assert (slow.starter.games, slow.starter.wins) == (40, 40)
    assert all(0 < seat.wins < 40 for seat in slow.scores)
    with LocalWorkers(2) as workers:
        shared = simulate(game, ["random"] * 2, 40, 1, workers=workers, engine="python")
    assert slow.starter.win_share_interval == (0.9124, 1.0)
    assert (shared.starter, shared.rounds) == (slow.starter, slow.rounds)
    pytest.importorskip("wasmtime")
    assert figures(game, "wasm", 40).starter == slow.starter
