"""The search bot: what it finds in small games, its budget, and that it chooses the same again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter import Game, load, simulate
from interpreter.bots import bot_for, budget_of, is_bot, is_reproducible
from interpreter.bots.shape import decisions_a_turn, has_long_turns
from interpreter.play.state import State
from tests.language.small_rulesets import game_of

ROOT = Path(__file__).parents[2]
TOYS = ROOT / "tests" / "cases" / "toy"

# Three decisions a turn; the first pays only with the last, and the greedy bot never begins it.
LADDER = """
counters:
  rungs: {per: player, reset: turn}
  done: {per: player, reset: turn}
actions:
  penny:
    do: |
      gain 1 done
      score 1 as pennies
  climb:
    do: |
      gain 1 done
      gain 1 rungs
      if rungs(me) == 3: score 9 as top
flow:
  - step: round
    for: number in 1..3
    steps:
      - {step: turn, players: players, while: "done(me) < 3", actions: [penny, climb]}
"""
# Who takes the last stone wins: one, two or three of twelve.
STONES = """
counters: {stones: {start: 12}}
flow:
  - step: round
    while: stones > 0
    steps:
      - step: turn
        players: players
        when: stones > 0
        do: |
          choose n in 1..min(3, stones):
            lose n stones
            if stones == 0:
              end game won by me
"""


def chosen(state: State, bot: str, seed: int = 1) -> str:
    """The id of the option that a new bot takes."""
    assert state.decision is not None
    return state.decision.options[bot_for(state.game, bot).choose(state, Random(seed))].id


def test_names_of_bots() -> None:
    assert is_bot("random") and is_bot("greedy") and is_bot("search") and is_bot("search:1")
    for name in (
        "",
        "human",
        "searching",
        "search:",
        "search:0",
        "search:x",
        "search:5s",
        "search:-1",
        "greedy:3",
    ):
        assert not is_bot(name), name
    budget = budget_of("search:200ms")
    assert budget is not None
    assert (budget.ms, is_reproducible("search:200ms"), is_reproducible("search:200")) == (200, False, True)
    with pytest.raises(ValueError, match="no bot"):
        bot_for(the_race(), "search:none")


def the_race() -> Game:
    game = load(TOYS / "race").game
    assert game is not None
    return game


@pytest.mark.parametrize("players", [1, 2])
def test_a_turn_of_several_decisions_is_searched_to_its_end(tmp_path: Path, players: int) -> None:
    """Alone too, where the seat never changes."""
    game = game_of(tmp_path, LADDER, base="", players=players)
    assert decisions_a_turn(game) == 3
    assert has_long_turns(game)
    state = game.new(1)
    assert chosen(state, "greedy") == "penny"
    for _ in range(9 * players):
        state.choose(chosen(state, "search"))
    assert state.finished
    assert state.scores() == [27] * players


def test_a_short_turn_is_searched_with_the_answer_to_it(tmp_path: Path) -> None:
    """From a number that four does not divide the rest goes down to one that it does."""
    game = game_of(tmp_path, STONES, base="")
    assert not has_long_turns(game)
    state = game.new(1)
    for taken in ("n=1", "n=1", "n=3"):
        state.choose(taken)
    assert chosen(state, "search") == "n=3"


def test_search_is_the_same_again_whatever_the_number_of_processes() -> None:
    game = the_race()
    bots = ["search:30", "greedy"]
    alone = simulate(game, bots, 6, 5)
    assert alone.hashes == simulate(game, bots, 6, 5, jobs=2).hashes
    assert alone.finished == 6


@pytest.mark.parametrize("toy", ["race", "whispers"])
@pytest.mark.parametrize("budget", ["search:25", "search:3ms"])
def test_search_plays_whole_games_with_secrets_and_chance(toy: str, budget: str) -> None:
    game = load(TOYS / toy).game
    assert game is not None
    assert simulate(game, [budget] * game.players, 2, 3).finished == 2


def test_steps_stay_near_the_budget(tmp_path: Path) -> None:
    """Every option is looked at once, and what is begun is ended."""
    for name, text in (("long", LADDER), ("short", STONES)):
        (tmp_path / name).mkdir()
        state = game_of(tmp_path / name, text, base="").new(1)
        bot = bot_for(state.game, "search:50")
        bot.choose(state, Random(1))
        assert 0 < bot.thought.steps <= 60
