"""What every option of a question does is said once, and of each option only what is its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.seen.lines import plain
from cli.seen.log import Log
from cli.seen.seeing import see
from tests.language.small_rulesets import game_of

GAME = """
zones:
  taken: {per: player, holds: card}
boards:
  field: {shape: square, holds: card, size: [2, 1]}
actions:
  act: {do: call act_on}
effects:
  act_on:
    do: |
      choose c in hand(me) as "Which card?" EACH
      BODY
      end turn
flow:
  - step: deal
    do: |
      for p in players:
        set coins(p) to 3
        move 1 ace from box(card) to hand(p)
        move 1 king from box(card) to hand(p)
      move 1 jack from box(card) to taken(p1)
  - step: round
    for: number in 1..9
    steps: [{step: turn, players: players, actions: [act]}]
"""
# What options do and say besides: what is said of both, and what of each.
CASES = {
    "a payment": (
        "pay 1 coins\nif c == ace: gain 2 wood",
        "",
        "pay 1 coin (then 2)",
        ["get 2 wood (then 2)", ""],
    ),
    "all of it": (
        "gain 1 wood\nmove all from taken(me) to hand(me)",
        "",
        "get 1 wood (then 1); jack to hand",
        ["", ""],
    ),
    "the same with what each is": ("move c to box(card)", "", "lose what you choose", ["", ""]),
    "a move that the text names": (
        "move all from taken(me) to hand(me)",
        'each "brings the jack"',
        "",
        ["", ""],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_every_option_does_is_said_once(tmp_path: Path, case: str) -> None:
    body, each, alike, does = CASES[case]
    text = GAME.replace("BODY", body.replace("\n", "\n      ")).replace(" EACH", f" {each}".rstrip())
    game = game_of(tmp_path, text)
    question = see(game.new(1), 0, Log.of(game, 1, ())[0], asks=True).question
    assert question is not None
    assert (question.alike, [option.does for option in question.options]) == (alike, does)


def test_a_sentence_says_what_was_paid_unless_it_does_so_itself(tmp_path: Path) -> None:
    """It is what its own action, and what has no sentence there, was paid for; nothing else."""
    text = """
actions:
  hire:
    log: "{me} hires a hand."
    do: |
      pay 1 coins
      call feed()
      call boast()
      end turn
  sing: {log: "{me} sings for 2 coins.", do: "pay 2 coins\\nend turn"}
effects:
  feed: {title: Food, log: false, do: pay 2 wood}
  boast: {title: Pride, log: "{me} boasts.", do: pay 1 wood}
flow:
  - step: deal
    do: |
      for p in players:
        set coins(p) to 3
        set wood(p) to 3
  - step: round
    for: number in 1..9
    steps: [{step: turn, players: players, actions: [hire, sing]}]
"""
    game = game_of(tmp_path, text)
    log, _ = Log.of(game, 1, ["hire", "sing"])
    said = plain([line for each in log.passages([]) for line in log.in_words(game, each, -1).came])
    assert "Player 1 hires a hand for 1 coin and 2 wood.\nPlayer 1 boasts for 1 wood." in said
    assert "Player 2 sings for 2 coins.\n" in f"{said}\n"


def test_points_of_options_are_followed_by_what_they_are_for(tmp_path: Path) -> None:
    """And what comes from elsewhere to who chooses is taken."""
    body = "if c == ace: score 1 as sets\n      move all from pile to hand(me)"
    text = GAME.replace(" EACH", "").replace("BODY", body)
    text = text.replace("zones:\n", "zones:\n  pile: {holds: card}\n").replace("to taken(p1)", "to pile")
    game = game_of(tmp_path, text)
    question = see(game.new(1), 0, Log.of(game, 1, ())[0], asks=True).question
    assert question is not None
    assert question.alike == "take jack from pile"
    assert [option.does for option in question.options] == ["get 1 point (sets)", ""]


def test_what_was_chosen_reads_as_words(tmp_path: Path) -> None:
    """A number is said with what it is of, without where from, and that one said yes not at all."""
    asked = """choose from_row in 1..3
      may as "Really?":
        choose c in hand(me) as "Which card?":
          move c to box(card)
"""
    parts = GAME.replace("act_on:", "act_on:\n    title: Acting").partition("choose c in")
    game = game_of(tmp_path, f"{parts[0]}{asked}      end turn\nflow:{parts[2].partition('flow:')[2]}")
    log, state = Log.of(game, 1, ["from_row=2", "yes"])
    question = see(state, 0, log, asks=True).question
    assert question is not None
    assert list(question.about) == ["row 2"]
