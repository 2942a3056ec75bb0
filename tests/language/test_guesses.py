"""What bots play on: a guess asks what the state asks, also where others have answered in secret."""

from __future__ import annotations

from pathlib import Path

from interpreter import State
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
