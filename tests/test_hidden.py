"""What a person sees at the terminal, and what a bot plays on, is what the seat may see."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import islice
from math import prod
from pathlib import Path
from random import Random

import pytest

from cli.seen.as_json import seen_json
from cli.seen.lines import plain
from cli.seen.log import Log
from cli.seen.questions import question_for
from cli.seen.score import scores_of
from cli.seen.seeing import see
from cli.seen.sight import Sight
from cli.seen.ways import find_ways
from cli.seen.why import why_text
from cli.show.decision import question_lines
from cli.show.explained import Rulebook
from cli.show.log import happened_lines
from cli.show.look import Looking
from cli.show.position import position_text
from cli.show.score import score_text
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
    sampled,
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


def told(state: State, seat: int, words: Sequence[str] = ()) -> str:
    """All that can be had at the prompt without a choice; words: what else is asked about."""
    decision = state.decision
    assert decision is not None
    book = book_of(state.game)
    parts = [position_text(state, seat), score_text(scores_of(state))]
    if state.decisions % 4 == 0:  # what looks alike has had as many choices; it takes long
        parts.append(json.dumps(seen_json(see(state, seat))))
    actions = [name for name, effect in state.game.program.effects.items() if effect.action]
    look = Looking(state, seat, book, WIDE, listed=False)
    parts += [
        plain(look.at(thing.name)) for thing in state.game.things if thing.section in ("zones", "counters")
    ]
    parts += [plain(look.at(thing.name)) for thing in state.game.things if thing.section == "kinds"][::9]
    parts += [why_text(state, name, seat=seat) for name in [*actions, "pass", *words]]
    if decision.seat == seat:
        asked = question_for(Sight(state, seat))
        assert asked is not None
        parts += [plain(question_lines(asked)), plain(book.question(decision, WIDE))]
        parts += map(str, find_ways(Sight(state, seat)))
        parts += [plain(book.option(decision, option, WIDE)) for option in decision.options]
    return "\n".join(parts)


def told_alike(path: Path, every: int) -> None:
    """A position and one that looks the same to a seat, with what it does not see dealt again, read alike."""
    game, compared = game_of(path), 0
    for number, state in enumerate(islice(random_play(game, 5), 300)):
        if state.decision is None:
            break
        if number % every and (state.option_count > 1 or number % 5):
            continue
        for seat in {state.seat, (state.decisions + 1) % game.players}:
            other = state.guess(seat, 7)
            assert other.decision is not None
            ids = [[option.id for option in each.options] for each in (state.decision, other.decision)]
            # Among what another may choose need not be the same, and asking about it must not show that.
            assert seat != state.seat or ids[0] == ids[1]
            words = {word for word in (*ids[0][::7], *ids[1][::7]) for word in (word, word[:-1])}
            assert other.view(seat) == state.view(seat)
            assert told(other, seat, sorted(words)) == told(state, seat, sorted(words))
            compared += 1
    assert compared


@pytest.mark.parametrize(
    "path", [*SHIPPED, *TOYS, *sampled(HARD, 2), ROOT / "tests" / "cases" / "reference"], ids=str
)
def test_what_is_told_is_the_same_whatever_is_hidden(path: Path) -> None:
    told_alike(path, 11 if path in TOYS else 160)


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=str)
def test_what_is_told_is_the_same_at_many_more_positions(path: Path) -> None:
    told_alike(path, 3)


def log_of(choices: list[str], seat: int) -> str:
    log, state = Log.of(game_of(WHISPERS, 2), 0, ["coins=1", "coins=2", *choices])
    return said(log, state, seat, len(choices))


def said(log: Log, state: State, seat: int, back: int = 0) -> str:
    """What happened with the last choices, as a seat reads it."""
    return plain(happened_lines(log.news(state.game, seat, back), (), WIDE))


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
        assert "cook" not in hidden.replace("Player 2 takes the cook", ""), action
        assert f"{name}: " not in hidden, action
        assert "cook" in log_of(choices, 0), action


def test_what_came_into_sight_may_be_chosen_openly() -> None:
    """The cry itself came out of a hand; whoever takes it back takes what all could see."""
    rounds = ["pass_on", "word=cook", "shout", "coins=0", "coins=0", "take_back"]
    game = game_of(WHISPERS, 2)
    log, state = Log.of(game, 0, ["coins=1", "coins=2", *rounds])
    assert said(log, state, 1, 1).startswith("Player 1: take back: takes the baker")


def test_a_secret_choice_is_told_when_its_step_is_over() -> None:
    """To the one who made it at once."""
    game = game_of(WHISPERS, 2)
    log, state = Log.of(game, 0, ["coins=1"])
    assert said(log, state, 1, 9) == "Player 1: something secret."
    assert said(log, state, 0, 9) == "Player 1: coins 1."
    log, state = Log.of(game, 0, ["coins=1", "coins=2"])
    assert said(log, state, 1, 9).splitlines() == [
        *("Player 1 gets 1 stake (now 1).", "Player 2 gets 2 stake (now 2)."),
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


def test_why_shows_nobody_among_what_another_chooses() -> None:
    """Whether it lies in the hand that is chosen from or not, and whatever it is nearly called."""
    state = Log.of(game_of(WHISPERS, 2), 0, ["coins=1", "coins=2", "pass_on"])[1]
    assert state.decision is not None
    assert [option.id for option in state.decision.options] == ["word=baker", "word=cook"]
    words = ("word=cook", "word=duke", "word=cok")
    said_of = {why_text(state, word, seat=1).replace(word.partition("=")[2], "WORD") for word in words}
    assert len(said_of) == 1
    assert "not your turn" in why_text(state, "word=cook", seat=1)
    assert "is no action" in why_text(state, "cook", seat=1)


# ---- notes of options

USING = """\
id: using
title: Using
players: 2
components:
  card: {kinds: {duke: {}, cook: {}, page: {}, king: {}}}
zones:
  dice: {per: player, holds: number}
  used: {holds: number}
  deck: {holds: card, visible: nobody, order: stack}
  hand: {per: player, holds: card, visible: owner}
  pile: {holds: card}
counters: {rounds: {}}
actions:
  use:
    do: |
      choose die in dice(me)
      move die from dice(me) to used
      gain 1 rounds
      if rounds mod 2 == 1: end turn
  swap:
    do: |
      choose card in hand(me)
      move card from hand(me) to pile
      draw 2 from deck to hand(me)
      end turn
  rest:
    do: |
      require me == p1 and size(pile) == 0
      end turn
flow:
  - step: set_up
    do: |
      fill dice(p1) with 6
      fill dice(p2) with 1, 5
      move all from box(card) to deck
      shuffle deck
      draw 1 from deck to hand(p1)
  - step: round
    while: size(dice(p2)) > 0 or size(hand(p1)) > 0
    steps:
      - {step: turn, players: "PLAYS", actions: [ACTIONS]}
"""


def test_a_note_names_nothing_that_comes_after_its_action(tmp_path: Path) -> None:
    """Neither the dice of who is next, who has but one thing to do, nor the cards that will be drawn."""
    for actions, plays, note in (
        ("use, rest", "players_from(p1)", "with a die of 6"),
        ("swap, rest", "{p1}", "cook"),
    ):
        text = USING.replace("ACTIONS", actions).replace("PLAYS", plays)
        (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
        state = game_at(tmp_path).new(3)
        asked = question(state)
        assert [option.id for option in state.decision.options] == actions.split(", ")  # type: ignore[union-attr]
        assert asked.notes == (note, "")


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
    # What was answered is not to be had there, or answers what another card asks.
    except (RuleFault, StopIteration, LookupError, TypeError):
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
