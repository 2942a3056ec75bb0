"""What bots play on: a guess asks what the state asks, also where others have answered in secret."""

from __future__ import annotations

from pathlib import Path
from random import Random

from interpreter import Game, State, load, simulate
from interpreter.bots import bot_for
from interpreter.compiler.snippets import Snippets
from tests.language.small_rulesets import BASE, game_of, ids, placed, value

SECRET = (
    BASE.replace("holds: card}", "holds: card, visible: owner, pool: hands}")
    + """\
actions: {rest: {do: end turn}}
flow:
  - step: deal
    do: |
      for p in players: draw 3 from box(card) to hand(p)
  - step: discard
    players: players
    secretly: true
    do: |
      choose exactly 2 given in hand(me)
      move given to box(card)
  - {step: turn, players: players, actions: [rest]}
"""
)


def asked(state: State) -> tuple[int, list[str]]:
    return state.seat, ids(state)


def test_a_guess_in_a_secret_step_asks_the_same_whatever_the_others_have_answered(tmp_path: Path) -> None:
    game = game_of(tmp_path, "", base=SECRET)
    for seed in range(12):
        state = game.new(seed)
        while state.seat == 0 and not state.finished:
            state.choose(0)
        if state.seat != 1:
            continue
        guesses = [state.guess(1, deal) for deal in range(6)]
        assert all(asked(guess) == asked(state) for guess in guesses)
        assert all(guess.view(1) == state.view(1) for guess in guesses)
        state.choose(0)
        if state.seat == 1:
            assert asked(state.guess(1, 3)) == asked(state)


def test_a_text_for_a_finished_game_skips_what_an_effect_of_a_piece_cannot_do(tmp_path: Path) -> None:
    base = BASE.replace("jack: {}", "jack: {effect: pay 2 coins}")
    text = "actions: {act: {do: end turn}}\nflow: [{step: turn, players: players, actions: [act]}]"
    game = game_of(tmp_path, text, base=base)
    slots = game.new(1).slots[:]
    Snippets(game).run(placed("do effect of jack"), slots, 0)
    assert slots == game.new(1).slots


def test_a_secret_step_that_asks_nobody_anything_is_over_at_once(tmp_path: Path) -> None:
    text = """\
    actions: {act: {do: end turn}, rest: {do: end turn}}
    flow:
      - {step: quiet, players: players, secretly: true, do: gain 2 coins}
      - {step: turn, players: players, actions: [act, rest]}
    """
    state = game_of(tmp_path, text).new(1)
    assert [value(state, f"coins(p{seat})") for seat in (1, 2)] == [2, 2]


DRAWN = """\
actions:
  gamble:
    do: |
      choose a in 1..3
      roll 3 into dice
      choose b in 1..3: gain b coins
      end turn
flow:
  - step: round
    while: true
    steps:
      - {step: turn, players: players, actions: [gamble]}
"""
DICE = "zones:\n  dice: {holds: number, faces: 6}\n"


def dice_of(state: State) -> list[str]:
    found: list[str] = state.view(0)["zones"]["dice"]
    return found


def test_a_guess_of_a_guess_does_not_know_the_coming_dice(tmp_path: Path) -> None:
    """What a guess has rolled is kept in its guesses; what is rolled after them is new in each."""
    game = game_of(tmp_path, DRAWN, base=BASE.replace("zones:\n", DICE))
    state = game.new(1)
    guess = state.guess(0, 77)
    state.choose(0)
    guess.choose(0)
    assert dice_of(guess) != dice_of(state)
    second = guess.guess(0, 101)
    assert dice_of(second) == dice_of(guess)
    coming = set()
    others = [guess, guess.guess(0, 5), second.guess(0, 6), second.reseeded(7), second.fork()]
    assert all(dice_of(other) == dice_of(guess) for other in others)
    for other in others:
        for _ in range(2):
            other.choose(0)
        coming.add(tuple(dice_of(other)))
    assert len(coming) == 5


def test_the_same_position_with_another_future(tmp_path: Path) -> None:
    state = game_of(tmp_path, DRAWN, base=BASE.replace("zones:\n", DICE)).new(1)
    state.choose(0)
    futures = [state.reseeded(seed) for seed in (1, 1, 2)]
    assert all(future.view(0) == state.view(0) for future in futures)
    for future in futures:
        for _ in range(2):
            future.choose(0)
    assert dice_of(futures[0]) == dice_of(futures[1]) != dice_of(futures[2])
    assert State.restore(state.game, futures[2].snapshot()) == futures[2]


LEVELS = """\
id: levels
title: Levels
players: 2
enums: {level: [low, high]}
components:
  card:
    fields: {level: level}
    back: level
    kinds:
      ant: {level: low, copies: 5}
      bee: {level: low, copies: 5}
      cow: {level: high, copies: 5}
      dog: {level: high, copies: 5}
zones:
  deck: {per: level, holds: card, order: stack, visible: nobody}
  hand: {per: player, holds: card, visible: owner}
  aside: {holds: card, visible: nobody, pool: aside}
counters:
  bid: {per: player, visible: owner}
  purse: {per: player, start: 3, min: 1, max: 5, visible: owner}
  gems: {per: player, start: 4, supply: 10, visible: owner}
actions:
  offer:
    do: |
      choose a in 1..6
      gain a bid
      end turn
flow:
  - step: deal
    do: |
      for l in level:
        for c in card where c.level == l: move 5 c from box(card) to deck(l)
        shuffle deck(l)
        draw 1 from deck(l) to aside
        for p in players: draw 2 from deck(l) to hand(p)
  - step: round
    while: true
    steps:
      - {step: turn, players: players, actions: [offer]}
"""


def game_at(folder: Path, text: str) -> Game:
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = load(folder)
    assert found.game is not None, found.problems
    return found.game


def test_hidden_pieces_of_one_type_are_dealt_together_and_keep_their_backs(tmp_path: Path) -> None:
    state = game_at(tmp_path, LEVELS).new(1)
    seen = state.view(0)["zones"]
    assert seen["hand"]["p2"] == ["? high", "? high", "? low", "? low"]
    assert seen["deck"]["low"] == ["? low"] * 5
    hands = set()
    for seed in range(12):
        guess = state.guess(0, seed)
        assert guess.view(0) == state.view(0)
        hands.add(tuple(guess.view(1)["zones"]["hand"]["p2"]))
        assert value(guess, "aside") == value(state, "aside")
    assert len(hands) > 2


def test_hidden_counters_are_dealt_among_what_they_can_hold(tmp_path: Path) -> None:
    state = game_at(tmp_path, LEVELS).new(1)
    state.choose("a=5")
    guesses = [state.guess(1, seed) for seed in range(40)]
    assert {value(guess, "bid(p1)") for guess in guesses} == set(range(7))
    assert {value(guess, "purse(p1)") for guess in guesses} == set(range(1, 6))
    assert {(value(guess, "gems(p1)"), value(guess, "gems(p2)")) for guess in guesses} == {(4, 4)}
    assert {value(guess, "bid(p1)") for guess in (state.guess(0, seed) for seed in range(5))} == {5}
    other = state.game.new(1)
    other.choose("a=1")
    assert [value(other.guess(1, seed), "bid(p1)") for seed in range(9)] == [
        value(guess, "bid(p1)") for guess in guesses[:9]
    ]


# Whoever shows four roses out of four among forty: in next to no deal of what another seat does not see.
ROSES = """\
id: roses
title: Roses
players: 2
components:
  card: {kinds: {rose: {copies: 4}, leaf: {copies: 40}}}
zones:
  deck: {holds: card, visible: nobody, pool: all}
  hand: {per: player, holds: card, visible: owner, pool: all}
counters: {luck: {per: player, visible: owner}}
actions:
  show:
    do: |
      require count(c == rose for c in hand(me)) == 4
      require luck(me) == 7
      choose first in 1..3
      score first as shown
      choose again in 1..3:
        score again as shown
      end turn
  rest: {do: end turn}
  heed:
    do: |
      require luck(next(me)) == 7
      choose n in 1..luck(next(me))
      score n as heeded
      end turn
flow:
  - step: deal
    do: |
      move all from box(card) to deck
      move 4 rose from deck to hand(p1)
      draw 4 from deck to hand(p2)
      set luck(p1) to 7
  - step: round
    for: number in 1..3
    steps:
      - {step: turn, players: players, actions: [show, rest, heed]}
"""


def test_where_no_deal_fits_a_guess_is_the_nearest_and_never_the_truth(tmp_path: Path) -> None:
    state = game_at(tmp_path, ROSES.replace("visible: owner}}", "visible: owner, min: 0, max: 900}}")).new(1)
    assert state.guess(0, 3).contradicts == 0
    for option in ("show", "first=2"):
        state.choose(option)
    guesses = [state.guess(1, seed) for seed in range(9)]
    assert all(guess.contradicts for guess in guesses)
    assert all(guess.view(0)["zones"]["hand"]["p1"] != ["rose"] * 4 for guess in guesses)
    assert len({tuple(guess.view(0)["zones"]["hand"]["p1"]) for guess in guesses}) > 1
    # Of what the seat knows the least is lost: its hand, and the points on the table.
    assert all(guess.view(1)["zones"] == state.view(1)["zones"] for guess in guesses)
    assert guesses[0].fork().contradicts == guesses[0].contradicts


def test_a_bot_for_which_no_guess_asks_the_same_chooses_by_chance(tmp_path: Path) -> None:
    game = game_at(tmp_path, ROSES.replace("visible: owner}}", "visible: owner, min: 0, max: 900}}"))
    state = game.new(1)
    state.choose("rest")
    assert ids(state) == ["rest", "heed"]
    assert state.guess(1, 3).contradicts
    for bot in ("greedy", "search:30"):
        chosen = {bot_for(game, bot).choose(state, Random(seed)) for seed in range(12)}
        assert chosen == {0, 1}
        assert simulate(game, [bot, bot], 3, 1).finished == 3
    for engine in ("python", "auto"):
        assert simulate(game, ["greedy", "random"], 60, 1, engine=engine).finished == 60
