"""What a person sees at the terminal is what the seat may see: log, why, `?`, score and position."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from cli.show.decision import decision_text
from cli.show.explained import Rulebook
from cli.show.ink import plain
from cli.show.log import Log
from cli.show.position import position_text
from cli.show.score import score_text
from cli.show.why import why_text
from interpreter import Game, State, load
from tests.playing import ROOT, SHIPPED, TOYS, game_of, random_play

WHISPERS = ROOT / "tests" / "cases" / "toy" / "whispers"
HARD = tuple(sorted(path.parent for path in (ROOT / "tests" / "cases" / "hard").glob("*/ruleset.yaml")))
WIDE = 80


def game_at(path: Path) -> Game:
    game = load(path).game
    assert game is not None
    return game


def told(state: State, seat: int) -> str:
    """All that can be had at the prompt without a choice."""
    decision = state.decision
    assert decision is not None
    book = Rulebook(state.game)
    parts = [position_text(state, seat), score_text(state)]
    actions = [name for name, effect in state.game.program.effects.items() if effect.action]
    parts += [why_text(state, name, seat=seat) for name in [*actions, "pass"]]
    if decision.seat == seat:
        parts += [decision_text(decision), plain(book.question(decision, WIDE))]
        parts += [plain(book.option(decision, option, WIDE)) for option in decision.options]
    return "\n".join(parts)


@pytest.mark.parametrize("path", [*SHIPPED, *TOYS, *HARD, ROOT / "tests" / "cases" / "reference"], ids=str)
def test_what_is_told_is_the_same_whatever_is_hidden(path: Path) -> None:
    """A position and one that looks the same to a seat, with what it does not see dealt again, read alike."""
    game, compared = game_at(path), 0
    for state in islice(random_play(game, 5), 0, 300, 5):
        if state.decision is None:
            break
        for seat in range(game.players):
            other = state.guess(seat, 7)
            assert other.decision is not None
            ids = [option.id for option in other.decision.options]
            alike = other.seat == state.seat and ids == [option.id for option in state.decision.options]
            # Where a deal left one option only, the step went on by itself.
            if not alike or other.view(seat) != state.view(seat):
                continue
            assert told(other, seat) == told(state, seat)
            compared += 1
    assert compared


def log_of(choices: list[str], seat: int) -> str:
    log, state = Log.of(game_of(WHISPERS, 2), 0, ["coins=1", "coins=2", *choices])
    return plain(log.told(state, seat, (), WIDE, len(choices)))


def test_a_choice_out_of_a_hidden_place_is_not_told_to_others() -> None:
    """From a hand, through a parameter, or a value that counts what is there; the chooser is told."""
    state = Log.of(game_of(WHISPERS, 2), 0, ["coins=1", "coins=2"])[1]
    assert state.view(0)["zones"]["ears"]["p1"] == ["baker", "cook"]
    cases = {
        "pass_on": "word",
        "hide_away": "paper",
        "swear": "oath",
    }
    for action, name in cases.items():
        choices = [action, f"{name}=cook"]
        hidden = log_of(choices, 1)
        assert "cook" not in hidden, action
        assert f"{name}: hidden" in hidden, action
        assert f"{name}: cook" in log_of(choices, 0), action


def test_what_came_into_sight_may_be_chosen_openly() -> None:
    """The cry itself came out of a hand; whoever takes it back takes what all could see."""
    rounds = ["pass_on", "word=cook", "shout", "coins=0", "coins=0", "take_back"]
    game = game_of(WHISPERS, 2)
    log, state = Log.of(game, 0, ["coins=1", "coins=2", *rounds])
    assert plain(log.told(state, 1, (), WIDE, 1)) == "Player 1: take back"


def test_a_secret_choice_is_told_when_its_step_is_over() -> None:
    """To the one who made it at once."""
    game = game_of(WHISPERS, 2)
    log, state = Log.of(game, 0, ["coins=1"])
    assert plain(log.told(state, 1, (), WIDE, 9)) == "Player 1: something secret"
    assert plain(log.told(state, 0, (), WIDE, 9)) == "Player 1: coins: 1"
    log, state = Log.of(game, 0, ["coins=1", "coins=2"])
    assert plain(log.told(state, 1, (), WIDE, 9)) == "Player 1: coins: 1\nPlayer 2: coins: 2"


HASTY = """\
id: hasty
title: Hasty
players: 2
components:
  paper: {kinds: {duke: {copies: 3}, cook: {copies: 3}, page: {copies: 3}}}
zones:
  ears: {per: player, holds: paper, visible: owner, pool: papers}
  drawer: {holds: paper, visible: nobody, pool: papers}
flow:
  - step: set_up
    do: |
      move all from box(paper) to drawer
      for p in players: draw 3 from drawer to ears(p)
  - step: turn
    players: players
    do: |
      choose exactly 2 cards in ears(me):
        move cards from ears(me) to drawer
"""


def test_a_guess_in_the_middle_of_a_choice_keeps_what_was_chosen(tmp_path: Path) -> None:
    """What another has picked lies in that hand in every guess, however few deals have it there."""
    (tmp_path / "ruleset.yaml").write_text(HASTY, encoding="utf-8")
    state = game_at(tmp_path).new(1)
    state.choose(0)
    for seed in range(9):
        other = state.guess(1, seed)
        assert other.seat == state.seat
        assert other.decision is not None


SECRET = """\
id: discards
title: Discards
players: 2
components:
  paper: {kinds: {duke: {copies: 3}, cook: {copies: 3}, page: {copies: 3}}}
zones:
  ears: {per: player, holds: paper, visible: owner, pool: papers}
  drawer: {holds: paper, visible: nobody, pool: papers}
flow:
  - step: set_up
    do: |
      move all from box(paper) to drawer
      for p in players: draw 3 from drawer to ears(p)
  - step: discard
    secretly: true
    players: players
    do: |
      choose card in ears(me):
        move card from ears(me) to drawer
        if card == duke and size(ears(me)) > 1:
          choose more in ears(me):
            move more from ears(me) to drawer
"""


def test_a_guess_stands_at_the_same_question(tmp_path: Path) -> None:
    """Where another's answers were given before, no deal of that hand leads to another question."""
    (tmp_path / "ruleset.yaml").write_text(SECRET, encoding="utf-8")
    game = game_at(tmp_path)
    for seed in range(20):
        state = game.new(seed)
        state.choose(0)
        while state.decision is not None:
            other = state.guess(state.seat, seed)
            assert other.decision is not None
            ids = [option.id for option in other.decision.options]
            assert (other.seat, ids) == (state.seat, [option.id for option in state.decision.options])
            state.choose(ids[-1])
