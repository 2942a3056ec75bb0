"""What a person sees at the terminal, and what a bot plays on, is what the seat may see."""

from __future__ import annotations

from functools import cache
from itertools import islice
from math import prod
from pathlib import Path
from random import Random

import pytest

from cli.show.decision import decision_text
from cli.show.explained import Rulebook
from cli.show.ink import plain
from cli.show.log import Log
from cli.show.look import Looking
from cli.show.position import position_text
from cli.show.score import score_text
from cli.show.why import why_text
from interpreter import Game, RuleFault, State, load, question
from interpreter.bots import bot_for
from interpreter.layout import DRAWS, SEED, UNSEEN
from interpreter.play.view import sees_zone
from tests.playing import (
    ROOT,
    SHIPPED,
    TOYS,
    counts_of,
    everything,
    game_of,
    game_with,
    overlays_of,
    random_play,
)  # fmt: skip

WHISPERS = ROOT / "tests" / "cases" / "toy" / "whispers"
HARD = tuple(sorted(path.parent for path in (ROOT / "tests" / "cases" / "hard").glob("*/ruleset.yaml")))
WIDE = 80
BOTS = ("random", "greedy", "search:40")


def game_at(path: Path) -> Game:
    game = load(path).game
    assert game is not None
    return game


@cache
def book_of(game: Game) -> Rulebook:
    """What the rules say to people is the same wherever the game stands."""
    return Rulebook(game)


def told(state: State, seat: int) -> str:
    """All that can be had at the prompt without a choice."""
    decision = state.decision
    assert decision is not None
    book = book_of(state.game)
    parts = [position_text(state, seat), score_text(state)]
    actions = [name for name, effect in state.game.program.effects.items() if effect.action]
    look = Looking(state, seat, book, WIDE, listed=False)
    parts += [
        plain(look.at(thing.name)) for thing in state.game.things if thing.section in ("zones", "counters")
    ]
    parts += [plain(look.at(thing.name)) for thing in state.game.things if thing.section == "kinds"][::9]
    parts += [why_text(state, name, seat=seat) for name in [*actions, "pass"]]
    if decision.seat == seat:
        parts += [decision_text(decision, question(state)), plain(book.question(decision, WIDE))]
        parts += [plain(book.option(decision, option, WIDE)) for option in decision.options]
    return "\n".join(parts)


def told_alike(path: Path, every: int) -> None:
    """A position and one that looks the same to a seat, with what it does not see dealt again, read alike."""
    game, compared = game_of(path), 0
    for state in islice(random_play(game, 5), 0, 300, every):
        if state.decision is None:
            break
        for seat in {state.seat, (state.decisions + 1) % game.players}:
            other = state.guess(seat, 7)
            assert other.decision is not None
            ids = [option.id for option in other.decision.options]
            # Among what another may choose need not be the same.
            if ids != [option.id for option in state.decision.options]:
                assert seat != state.seat
                continue
            assert other.view(seat) == state.view(seat)
            assert told(other, seat) == told(state, seat)
            compared += 1
    assert compared


@pytest.mark.parametrize("path", [*SHIPPED, *TOYS, *HARD, ROOT / "tests" / "cases" / "reference"], ids=str)
def test_what_is_told_is_the_same_whatever_is_hidden(path: Path) -> None:
    told_alike(path, 160)


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=str)
def test_what_is_told_is_the_same_at_many_more_positions(path: Path) -> None:
    told_alike(path, 3)


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
        # Who gets the paper sees what came.
        assert "cook" not in hidden.replace("cook from ears to your ears", ""), action
        assert f"{name}: hidden" in hidden, action
        assert f"{name}: cook" in log_of(choices, 0), action


def test_what_came_into_sight_may_be_chosen_openly() -> None:
    """The cry itself came out of a hand; whoever takes it back takes what all could see."""
    rounds = ["pass_on", "word=cook", "shout", "coins=0", "coins=0", "take_back"]
    game = game_of(WHISPERS, 2)
    log, state = Log.of(game, 0, ["coins=1", "coins=2", *rounds])
    assert plain(log.told(state, 1, (), WIDE, 1)).startswith("Player 1: take back, echo: baker\n")


def test_a_secret_choice_is_told_when_its_step_is_over() -> None:
    """To the one who made it at once."""
    game = game_of(WHISPERS, 2)
    log, state = Log.of(game, 0, ["coins=1"])
    assert plain(log.told(state, 1, (), WIDE, 9)) == "Player 1: something secret"
    assert plain(log.told(state, 0, (), WIDE, 9)) == "Player 1: coins: 1"
    log, state = Log.of(game, 0, ["coins=1", "coins=2"])
    assert plain(log.told(state, 1, (), WIDE, 9)).splitlines() == [
        *("Player 1: coins: 1", "  stake 1 (+1)"),
        *("Player 2: coins: 2", "  stake 2 (+2)"),
    ]


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


# ---- the law of guesses


def another_truth(state: State, seat: int, chance: Random) -> State | None:
    """The same position with what a seat does not see permuted, and another future.

    None where the choices of the current step do not lead to the same question and view.
    """
    game, slots = state.game, state.checkpoint[:]
    model, layout = game.model, game.layout
    places: dict[tuple[object, ...], list[tuple[int, int]]] = {}
    unordered: set[int] = set()

    def note(slot: int, count: int, holds: str, pool: str) -> None:
        made = model.components[holds]
        for place, piece in enumerate(slots[slot][:count]):
            back = tuple(made.kind_of(piece).values[name] for name in made.back)
            places.setdefault((holds, pool, back), []).append((slot, place))

    for name, zone in model.zones.items():
        if zone.visible == "everyone" or zone.holds.kind != "component" or zone.copies:
            continue
        for number in range(prod(model.index_size(index) for index in zone.per)):
            slot = layout.zones[name] + number
            unordered |= {slot} if zone.order == "set" else set()
            if not sees_zone(game, slots, zone, number, seat):
                note(slot, len(slots[slot]), zone.holds.name, zone.pool)
    for board in model.boards.values():
        for slot in range(layout.spaces.get(board.name, 0), layout.spaces.get(board.name, 0) + board.size):
            if board.covered and isinstance(slots[slot], tuple):
                note(slot, len(slots[slot]) - 1, board.holds[board.name], "")
    for lot in places.values():
        dealt = [slots[slot][place] for slot, place in lot]
        chance.shuffle(dealt)
        for (slot, place), piece in zip(lot, dealt, strict=True):
            slots[slot] = (*slots[slot][:place], piece, *slots[slot][place + 1 :])
    for slot in unordered:
        slots[slot] = tuple(sorted(slots[slot]))
    if state.slots[DRAWS] == slots[DRAWS]:
        slots[SEED] = slots[UNSEEN] = chance.getrandbits(50)
    snapshot = state.snapshot()
    snapshot["slots"] = [list(each) if isinstance(each, tuple) else each for each in slots]
    try:
        other = State.restore(game, snapshot)
    except (RuleFault, StopIteration, LookupError):  # what was answered is not to be had there
        return None
    asked = other.decision is not None and state.decision is not None and other.seat == state.seat
    return other if asked and other.view(seat) == state.view(seat) else None


def guesses_agree(game: Game, seed: int, every: float, *, looking_ahead: float) -> tuple[int, int]:
    """Play at random: where two truths look alike, so are their guesses. Returns how many of how many."""
    chance, compared, tried = Random(seed), 0, 0
    for state in random_play(game, seed, 8_000):
        if state.decision is None or chance.random() > every:
            continue
        seat = state.seat
        other = another_truth(state, seat, chance)
        tried += 1
        if other is None or other.decision is None:
            continue
        ids = [option.id for option in state.decision.options]
        # Answers of others in this step may have come of themselves there.
        if state.inside and [option.id for option in other.decision.options] != ids:
            continue
        assert [option.id for option in other.decision.options] == ids
        compared += 1
        luck = chance.getrandbits(40)
        one, two = state.guess(seat, luck), other.guess(seat, luck)
        assert one.view(seat) == state.view(seat)
        assert one.seat == seat
        assert one.decision is not None
        assert [option.id for option in one.decision.options] == ids
        assert one.slots == two.slots
        assert one.fork().guess(seat, 3).slots == two.guess(seat, 3).slots
        assert state.fork().guess(seat, luck) == one
        if chance.random() < looking_ahead:
            for bot in BOTS:
                left, right = (bot_for(game, bot).choose(truth, Random(luck)) for truth in (state, other))
                assert left == right, bot
            one.choose(0)
            two.choose(0)
            assert one.slots == two.slots
    return compared, tried


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_guess_depends_on_nothing_but_what_its_seat_sees(path: Path) -> None:
    players = 3
    game = game_with(path, everything(path, players), players)
    assert game is not None
    compared, tried = guesses_agree(game, 3, 0.04, looking_ahead=0.1)
    assert compared > tried / 2


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_guesses_of_many_games_depend_on_nothing_but_what_their_seats_see(path: Path) -> None:
    for players in counts_of(path):
        for company in {(), everything(path, players), *((name,) for name in overlays_of(path))}:
            game = game_with(path, company, players)
            if game is None:
                continue
            for seed in range(2):
                compared, tried = guesses_agree(game, seed, 0.2, looking_ahead=0.05)
                assert compared > tried / 2
