"""The search bot: what it finds in small games, its budget, and that it chooses the same again."""

from __future__ import annotations

from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from random import Random
from threading import Timer
from time import monotonic

import pytest

from cli.session.seats import Thinking
from interpreter import Arena, Game, fast_states, load, simulate
from interpreter.bots import bot_for, budget_of, is_bot, is_reproducible, play_off, turn_beam
from interpreter.bots.budget import Budget, Spending
from interpreter.bots.position import SearchPosition
from interpreter.bots.shape import decisions_a_turn, has_long_turns, is_certain
from interpreter.bots.standing import judged, lead
from interpreter.bots.tree_search import TreeSearch
from interpreter.bots.turn_beam import TurnBeam
from interpreter.play.game import State
from interpreter.wasm.position import FastStates
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
# What is worth most is the last of many, and of several things one alone.
BASKET = """
enums: {fruit: [apple, banana, cherry, fig, grape, lemon, melon, pear]}
actions:
  fill:
    do: |
      choose from 1 to 3 with repeats basket in fruit
      if size(basket) == 1 and pear in basket: score 1 as pears
  rest: {do: say "Nothing."}
flow:
  - {step: turn, players: players, actions: [fill, rest]}
"""
# Of three decisions a turn those of the first round pay only in the second.
GARDEN = """
counters:
  planted: {per: player}
  done: {per: player, reset: turn}
actions:
  penny:
    do: |
      gain 1 done
      score 1 as pennies
  plant:
    do: |
      require number == 1
      gain 1 done
      gain 1 planted
  rest: {do: gain 1 done}
  reap:
    do: |
      require number == 2 and planted(me) > 0
      gain 1 done
      score 9 * planted(me) as harvest
      lose planted(me) planted
flow:
  - step: round
    for: number in 1..2
    steps:
      - {step: turn, players: players, while: "done(me) < 3", actions: [penny, plant, rest, reap]}
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
# Options and answers that go wrong, first always, then on some guesses; and work without end.
PERILS = """
components: {card: {kinds: {rose: {copies: 3}, thorn: {}}}}
zones:
  deck: {holds: card, order: stack, visible: nobody}
  table: {holds: card}
counters: {done: {per: player, reset: turn}}
actions:
  trip: {do: "gain 1 done\\nscore 8 / points(me) as trip"}
  toil: {do: "gain 1 done\\nscore count(a + points(me) in 1..9000 for a in 1..9000) as toil"}
  penny: {do: "gain 1 done\\nscore 1 as penny"}
  share:
    do: |
      gain 1 done
      choose n in 0..3:
        score 3 / n as shared
  draw:
    do: |
      gain 1 done
      draw 1 from deck to table
      score 2 / count(c == rose for c in table) as drawn
flow:
  - step: prepare
    do: |
      move rose from box(card) to deck
      move thorn from box(card) to deck
      move rose from box(card) to deck
  - step: round
    for: number in 1..2
    steps:
      - step: turn
        players: players
        while: done(me) == 0
        actions: [trip, toil, penny, share, draw]
"""


def chosen(state: State, bot: str, seed: int = 1) -> str:
    """The id of the option that a new bot takes."""
    assert state.decision is not None
    return state.decision.options[bot_for(state.game, bot).choose(state, Random(seed))].id


def test_names_of_bots() -> None:
    for name in (
        "random",
        "greedy",
        "search",
        "search:1",
        "search:5s",
        "search:2s:4",
        "search:9:2",
        "easy",
        "hard",
    ):
        assert is_bot(name), name
    for name in (
        "",
        "human",
        "searching",
        "search:",
        "search:0",
        "search:x",
        "search:0s",
        "search:5s:0",
        "search:5s:100",
        "search:5h",
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


def test_the_last_of_many_and_few_of_many_are_tried(tmp_path: Path) -> None:
    state = game_of(tmp_path, BASKET, base="", players=1).new(1)
    assert max(end.position.scores()[0] for end in state.ends()[0]) == 1


@pytest.mark.parametrize("players", [1, 2, 3])
def test_with_much_to_spend_the_next_turn_is_seen_too(tmp_path: Path, players: int) -> None:
    """What pays only in the next turn is not taken for the little that pays at once."""
    game = game_of(tmp_path, GARDEN, base="", players=players)
    assert has_long_turns(game)
    state = game.new(1)
    assert chosen(state, "search:60") == "penny"
    while not state.finished:
        state.choose(chosen(state, "search:6000"))
    assert state.scores() == [29] * players


def test_options_are_played_on_to_the_end_of_the_same_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """One whose turn was not searched to its end is not judged a turn early, before the others' answer."""
    game = load("burgundy", players=2).game
    assert game is not None
    reached = list[tuple[int, int]]()

    def noted(position: SearchPosition) -> list[int]:
        reached.append(position.turn)
        return judged(position)

    monkeypatch.setattr(play_off, "judged", noted)
    state, chance = fast_states(game).new(3), Random(1)
    for _ in range(6):
        reached.clear()
        place = bot_for(game, "search:20000").choose(state, chance)
        assert len(set(reached)) == (len(state.ways) > 1)
        state.choose(place)


def test_a_wide_search_does_not_run_out_of_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It held all of a depth, so games of Praga with long searches were played in Python."""
    game = load("praga", players=2).game
    assert game is not None
    most = 0
    room_for = FastStates._has_room

    def noted(states: FastStates, count: int) -> None:
        nonlocal most
        most = max(most, states._held)
        room_for(states, count)

    state = fast_states(game).new(1)
    state.choose(bot_for(game, "greedy").choose(state, Random(1)))
    monkeypatch.setattr(FastStates, "_has_room", noted)
    # With 600 it is 637 here, and 710 without a bound.
    monkeypatch.setattr(turn_beam, "CROWD", 100)
    assert TurnBeam(state, Spending(Budget(10**9)), beam=24).positions()
    assert most < 200


def test_a_short_turn_is_searched_with_the_answer_to_it(tmp_path: Path) -> None:
    """From a number that four does not divide the rest goes down to one that it does."""
    game = game_of(tmp_path, STONES, base="")
    assert not has_long_turns(game)
    state = game.new(1)
    for taken in ("n=1", "n=1", "n=3"):
        state.choose(taken)
    assert chosen(state, "search") == "n=3"


@pytest.mark.parametrize("stones", range(5, 13))
def test_an_end_that_is_near_is_proved(tmp_path: Path, stones: int) -> None:
    """Who leaves a multiple of four stones wins, and needs no more steps than the proof."""
    game = game_of(tmp_path, STONES.replace("start: 12", f"start: {stones}"), base="")
    bot, state = TreeSearch(Budget(100_000)), game.new(1)
    option = bot.choose(state, Random(1))
    assert bot.steps < 1_000
    assert stones % 4 in {0, state.values[option]}


def test_tic_tac_toe_is_solved() -> None:
    """After any two marks the bot proves what it takes, and gives no result away."""
    game = load("tic_tac_toe").game
    assert game is not None
    known: dict[Hashable, int] = {}
    # A corner, a side and the middle: the others are these turned.
    for first, second in product((0, 1, 4), range(8)):
        state = fast_states(game).new(1)
        state.choose(first)
        state.choose(second)
        bot = TreeSearch(Budget(50_000))
        place = bot.choose(state, Random(first))
        assert bot.steps < 50_000
        best = result_of(state, known)
        state.choose(place)
        assert result_of(state, known) == best


def result_of(state: SearchPosition, known: dict[Hashable, int]) -> int:
    """What the first seat comes to with best play: 1, or 0 or -1 where it does not win."""
    if state.finished:
        ahead = lead(state.game, judged(state), 0)
        return (ahead > 0) - (ahead < 0)
    if state.key() not in known:
        best = max if state.seat == 0 else min
        known[state.key()] = best(result_of(each, known) for each in state.children())
    return known[state.key()]


@pytest.mark.parametrize(("name", "certain"), [("kalah", True), ("pig", False), ("kuhn_poker", False)])
def test_whether_all_is_certain(name: str, certain: bool) -> None:
    game = load(name).game
    assert game is not None
    assert is_certain(game) is certain


@pytest.mark.slow
@pytest.mark.parametrize("name", ["breakthrough", "connect_four", "kalah"])
def test_a_longer_search_is_not_weaker(name: str) -> None:
    game = load(name).game
    assert game is not None
    arena = Arena(game, ["search:2000", "search:200"], 20, 1)
    assert arena.play(1, lambda *_: None) is None
    assert arena.pair_figures((0, 1)).share >= 0.5


@pytest.mark.parametrize("jobs", [1, 3])
def test_threads_find_the_same(tmp_path: Path, jobs: int) -> None:
    """Of a budget in steps, whatever the number of threads; the engine makes no difference either."""
    game = game_of(tmp_path, LADDER, base="", players=2)
    name, state, fast = f"search:4000:{jobs}", game.new(1), fast_states(game).new(1)
    for _ in range(6):
        place = bot_for(game, name).choose(fast, Random(3))
        assert place == bot_for(game, "search:4000").choose(state, Random(3))
        state.choose(place)
        fast.choose(place)


def test_bots_of_one_game_think_in_several_threads() -> None:
    """As those of a table and of its copies do."""
    game = load("burgundy").game
    assert game is not None
    states = [game.new(seed) for seed in range(6)]
    alone = [Thinking("search:3000", state.fork(), 1).choose() for state in states]
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(lambda state: Thinking("search:3000", state.fork(), 1).choose(), states))
    assert together == alone


def test_a_bot_can_be_stopped() -> None:
    game = load("burgundy").game
    assert game is not None
    bot, state = bot_for(game, "search:60s"), fast_states(game).new(1)
    timer = Timer(0.5, bot.stop)
    timer.start()
    begun = monotonic()
    assert bot.choose(state, Random(1)) in state.ways
    assert monotonic() - begun < 20


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_a_level_takes_a_victory_in_hand(tmp_path: Path, level: str) -> None:
    game = game_of(tmp_path, STONES, base="")
    state = game.new(1)
    for taken in ("n=3", "n=3", "n=3"):
        state.choose(taken)
    assert {chosen(state, level, seed) for seed in range(12)} == {"n=3"}


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


@pytest.mark.parametrize("bot", ["greedy", "search:60"])
def test_a_bot_leaves_aside_what_goes_wrong_on_trial(tmp_path: Path, bot: str) -> None:
    """Division by nothing, too much work, and what comes of a card that only a guess has on top."""
    game = game_of(tmp_path, PERILS, base="")
    for seed in range(3):
        state = game.new(seed)
        assert chosen(state, bot, seed) in {"share", "draw"}
        state.choose("share")
        assert chosen(state, bot, seed) == "n=1"
    played = simulate(game, [bot, bot], 4, 1)
    assert played.finished == 4
    assert played.hashes == simulate(game, [bot, bot], 4, 1, engine="python").hashes


@pytest.mark.parametrize("bot", ["greedy", "search:20"])
def test_a_bot_whose_every_trial_goes_wrong_still_decides(tmp_path: Path, bot: str) -> None:
    """Nothing can be judged here: the outlook divides by nothing."""
    text = STONES + "bots: {outlook: {hope: 1 / points(me)}}\n"
    game = game_of(tmp_path, text, base="")
    assert simulate(game, [bot, bot], 3, 1).finished == 3


# Going round is worth more than ending the game, but the third time it ends in nothing.
ROUNDABOUT = """
counters: {laps: {}}
actions:
  lap:
    do: |
      score 2 as laps
      gain 1 laps
      if laps == 3: end game undecided
  stop: {do: "score 1 as stop\\nend game"}
flow:
  - step: round
    while: true
    steps:
      - {step: turn, players: players, actions: [lap, stop]}
"""


@pytest.mark.parametrize("bot", ["greedy", "search:40"])
def test_a_bot_does_not_break_a_game_off(tmp_path: Path, bot: str) -> None:
    game = game_of(tmp_path, ROUNDABOUT, base="")
    for engine in ("python", "wasm") if bot == "greedy" else ("python",):
        assert simulate(game, [bot, bot], 60, 1, engine=engine).endings == {"finished": 60}
