"""Why not: what is not offered has a reason that is really false; what is offered has none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from cli.main import rulewright
from cli.seen.why import why_text
from cli.table.explaining import with_figures
from interpreter import Journal, Loaded, Reason, State, UnknownOption, load, why_not
from interpreter.compiler.snippets import Snippets
from interpreter.in_words.expressions import Phrases, denied
from interpreter.language.index import index_of
from interpreter.play.game import Game
from interpreter.why.refusals import Refusal, values_of
from interpreter.why.values_read import Readings
from tests.language.small_rulesets import game_of
from tests.playing import ROOT, SHIPPED, TOYS, game_with, random_play, sampled

CASES = ROOT / "tests" / "cases"
HARD = tuple(sorted(path.parent for path in (CASES / "hard").glob("*/ruleset.yaml")))
POSITIONS = 200
FURTHER = 40
LIMIT = 400
FEW = 30
EACH = 4


def positions(game: Game, count: int) -> Iterator[State]:
    """Random positions of random plays, as many as wanted."""
    chance, found, seed = Random(count), 0, 0
    while found < count:
        seed += 1
        for state in random_play(game, seed):
            if state.finished or state.decisions > LIMIT:
                break
            if chance.random() < 0.08:
                yield state
                found += 1
                if found == count:
                    return


def actions_of(state: State, snippets: Snippets) -> list[str]:
    """The actions of the step of actions that asks now, and those that can be granted there."""
    assert state.decision is not None
    for step in index_of(state.game.program).steps:
        if step.kind == "actions" and step.position == state.decision.site.position:
            return [name for name, _ in snippets.actions_of(step)]
    return []


def check_reason(reason: Reason, loaded: Loaded, snippets: Snippets) -> None:
    """Every condition of a reason is false where it was looked at, and stands where the reason says."""
    assert reason.refusal is not None
    for leaf in reason.refusal.leaves():
        assert leaf.condition is not None, leaf
        situation = leaf.situation
        assert not snippets.value_with(leaf.condition, situation.slots, situation.me, situation.variables), (
            leaf
        )
    check_candidates(reason.refusal)
    lines = loaded.lines_of(reason.position.file)
    assert lines is not None
    assert reason.condition or any(leaf.what == "given" for leaf in reason.refusal.leaves())
    assert lines[reason.position.line - 1][reason.position.column - 1 :].startswith(reason.condition[:8])
    assert reason.sentence


def check_candidates(refusal: Refusal) -> None:
    """A refusal with candidates tells of each once; kinds of pieces, and rules, may have one title."""
    words = [words for words, _ in refusal.candidates]
    assert len(set(words)) == len(words) or refusal.what in ("grants", "choose")
    for _, inner in refusal.candidates:
        check_candidates(inner)


@pytest.mark.parametrize(
    ("path", "players", "count"),
    [
        *((path, 2, POSITIONS // 2) for path in SHIPPED),
        *sampled([*((path, 2, POSITIONS) for path in TOYS), *((path, None, FURTHER) for path in HARD)], 5),
        (CASES / "reference", 2, FURTHER),
        *(
            pytest.param(path, players, POSITIONS, marks=pytest.mark.slow)
            for path in SHIPPED
            for players in (2, 3)
        ),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_what_is_not_offered_has_a_false_condition(path: Path, players: int | None, count: int) -> None:
    """Every action of the present step, and every option of the present choice."""
    loaded = load(path, players=players)
    game = loaded.game
    assert game is not None, loaded.problems
    reasons, snippets = 0, Snippets(game)
    for number, state in enumerate(positions(game, count)):
        assert state.decision is not None
        before = state.key()
        offered = {option.id for option in state.decision.options}
        options = options_of(state, snippets) if number % EACH == 0 else []
        for name in [*actions_of(state, snippets), *options]:
            reason = why_not(state, name, loaded=loaded)
            assert (reason is None) == (name in offered), (name, reason)
            if reason is not None:
                check_reason(reason, loaded, snippets)
                reasons += 1
        assert all(why_not(state, name, loaded=loaded) is None for name in offered)
        assert state.key() == before
    assert reasons or not any(step.kind == "actions" for step in index_of(game.program).steps)


def options_of(state: State, snippets: Snippets) -> list[str]:
    """The ids of all values of the type that is chosen from, if they are few."""
    assert state.decision is not None
    site = state.decision.site
    if site.type is None or site.labels:
        return [label for label in site.labels if label != "pass" and not actions_of(state, snippets)]
    ids = dict.fromkeys(
        f"{site.name}={state.game.value_id(site.type, v)}" for v in values_of(state.game, site.type)
    )
    return list(ids)[:FEW]


# -- one case after the other, in a small game

STALL = """\
id: stall
title: The Stall
players: 2
enums:
  colour: [red, blue]
components:
  card:
    fields: {colour: colour, worth: number}
    kinds:
      rose: {copies: 2, colour: red, worth: 1}
      lake: {copies: 2, colour: blue, worth: 4}
      mill:
        title: The mill
        colour: red
        worth: 9
        modifiers: [{value: "price(me)", plus: 3}]
        grants: [{action: grind, where: coins(me) > 5}]
zones:
  hand: {per: player, holds: card, visible: owner}
  deck: {holds: card, visible: nobody}
  yard: {per: player, holds: card, active: true}
counters:
  coins: {per: player, start: 1}
  turns: {start: 0}
values:
  price(player p): 2
effects:
  plant(card c): |
    let limit = price(me)
    require c.worth <= limit
    pay c.worth coins
    move c from hand(me) to yard(me)
actions:
  buy:
    do: |
      require coins(me) >= 0 and turns < price(me) - 5
      gain 1 coins
  hire:
    do: |
      pay price(me) coins
      score 1 as hire
  grow:
    do: |
      choose card in hand(me)
      must call plant(card)
  trade:
    do: |
      one of:
        cheap:
          pay 2 coins
          score 1 as trade
        dear:
          require size(deck) > 9
          score 1 as trade
  dig:
    do: |
      choose exactly 5 cards in hand(me)
      move cards from hand(me) to yard(me)
  fetch:
    do: |
      choose card in hand(me) where card.worth > 4
      move card from hand(me) to yard(me)
  spy:
    do: |
      require any(card.worth > 4 for card in hand(next(me)))
      choose card in yard(next(me))
      move card from yard(next(me)) to yard(me)
  swap:
    do: |
      choose card in yard(me)
      move card from yard(me) to deck
  grind: {do: gain 1 coins}
  mend: {do: gain 1 coins}
  paint:
    do: |
      choose card in hand(me)
      move card to yard(me)
  sleep: {do: gain 1 coins}
flow:
  - step: set_up
    do: |
      for p in players:
        move 1 rose from box(card) to hand(p)
        move 1 lake from box(card) to hand(p)
      move 1 mill from box(card) to deck
  - step: night
    players: players
    while: turns > 3
    actions: [mend]
  - step: turn
    players: players
    actions: [buy, hire, grow, trade, dig, fetch, spy, swap, paint, sleep]
    pass: turns > 0
"""
DEAR = """\
id: dear
title: Dear
base: stall
kind: variant
change:
  values:
    price: {is: 4}
"""


def stall(folder: Path, dear: bool = False, mill: bool = False) -> State:
    """The small game at its first decision; mill: with that card in play for player 1."""
    laid = "mill from box(card) to "
    text = STALL.replace(f"{laid}deck", f"{laid}yard(p1)") if mill else STALL
    (folder / "stall" / "expansions" / "dear").mkdir(parents=True)
    (folder / "stall" / "ruleset.yaml").write_text(text, encoding="utf-8")
    (folder / "stall" / "expansions" / "dear" / "overlay.yaml").write_text(DEAR, encoding="utf-8")
    loaded = load(folder / "stall", overlays=["dear"] if dear else [])
    assert loaded.game is not None, loaded.problems
    return loaded.game.new(1)


def reason_for(state: State, name: str, seat: int | None = None) -> Reason:
    """The reason, which must be there."""
    reason = why_not(state, name, seat=seat)
    assert reason is not None
    return reason


@pytest.mark.parametrize(
    ("name", "sentence", "condition", "values"),
    [
        (
            "buy",
            "it is possible only if turns is less than price - 5",
            "turns < price(me) - 5",
            {"turns": "0", "price(me)": "2"},
        ),
        ("hire", "it costs 2 coins, and you have 1", "pay price(me) coins", {"price(me)": "2", "coins": "1"}),
        ("dig", "you must choose 5 cards, and there are only 2", "choose exactly 5 cards in hand(me)", {}),
        ("swap", "there is no card in your yard", "yard(me)", {"yard(me)": "nothing"}),
        (
            "fetch",
            "a card can be chosen only if the worth of the card is more than 4",
            "card.worth > 4",
            {"card.worth": "1"},
        ),
        (
            "trade",
            "cheap: it costs 2 coins, and you have 1; dear: only if the number of deck is more than 9",
            "pay 2 coins",
            {},
        ),
        ("grind", "only The mill allows it, and that is not in force for you", "", {}),
        ("mend", "it belongs to 'night', which is skipped now", "turns > 3", {"turns": "0"}),
        ("pass", "you cannot pass yet", "turns > 0", {"turns": "0"}),
        ("card=mill", "no action that is offered now leads to it", "", {}),
    ],
)
def test_the_first_condition_that_fails(
    name: str, sentence: str, condition: str, values: dict[str, str], tmp_path: Path
) -> None:
    """Each case tells its condition as it stands in the file, and what it read."""
    reason = reason_for(stall(tmp_path), name)
    assert reason.sentence.endswith(f" is not offered: {sentence}") and "=" not in reason.sentence
    assert reason.condition.startswith(condition)
    told = {value.text: value.value for value in reason.values}
    assert values.items() <= told.items(), told
    line = (
        (tmp_path / "stall" / "ruleset.yaml")
        .read_text(encoding="utf-8")
        .splitlines()[reason.position.line - 1]
    )
    assert reason.condition in line


def test_the_authors_reason_comes_in_place_of_the_sentence_that_is_made(tmp_path: Path) -> None:
    """Also where no candidate will do; the condition is shown all the same. What is hidden stays hidden."""
    text = """\
counters:
  luck: {per: player, visible: owner}
actions:
  buy: {do: 'require coins(me) > 9 because "you are too poor"'}
  sell: {do: "choose n in 1..3\\nrequire n > 9 because \\"too little is sold\\"\\ngain 1 coins"}
  rob: {do: 'require luck(p2) > 9 because "the other has no luck"'}
  name_it: {do: 'choose n in 1..3 where n > 9 because "no number is that high"'}
  guess: {do: 'choose n in 1..3 where n > luck(p2) + 9 because "no number is that high"'}
  rest: {do: end turn}
  stay: {do: end turn}
flow: [{step: turn, players: players, actions: [buy, sell, rob, name_it, guess, rest, stay]}]
"""
    state = game_of(tmp_path, text).new(1)
    buy, sell, rob, named, guess = (
        reason_for(state, name) for name in ("buy", "sell", "rob", "name_it", "guess")
    )
    assert (named.sentence, named.condition) == (
        "name it is not offered: no number is that high", "n > 9",
    )  # fmt: skip
    assert "no number" not in guess.sentence
    assert (buy.sentence, buy.condition) == ("buy is not offered: you are too poor", "coins(me) > 9")
    assert sell.sentence == "sell is not offered: too little is sold, whichever n is chosen"
    assert rob.sentence == "rob is not offered: it depends on something you cannot see"


def test_an_action_beside_one_that_was_not_asked_for_as_it_is_the_only_one(tmp_path: Path) -> None:
    """Its own condition is the reason, not the question of the other; after a change it is that question."""
    text = """\
actions:
  buy:
    do: |
      choose n in 1..2
      gain n coins
      choose m in 1..2:
        gain m coins
  sell: {do: 'require coins(me) > 9 because "you are too poor"'}
flow: [{step: turn, players: players, actions: [buy, sell]}]
"""
    state = game_of(tmp_path, text).new(1)
    assert reason_for(state, "sell").sentence == "sell is not offered: you are too poor"
    assert reason_for(state, "pass").sentence == "pass is not offered: you cannot pass here"
    state.choose("n=1")
    waiting = reason_for(state, "sell")
    assert waiting.waits
    assert "first answer '" in waiting.sentence


def test_the_steps_that_an_action_belongs_to(tmp_path: Path) -> None:
    """One that comes later is named, none that is skipped; what cannot be worked out yet counts as open."""
    text = """\
enums: {ware: [silk, salt]}
counters: {leader: {type: player}, goods: {per: [player, ware], visible: owner}}
values: {"owned(player p, ware w)": "goods(p, w)"}
actions:
  rest: {do: end morning}
  wait: {do: end morning}
  sell: {do: 'require any(owned(me, w) > 1 for w in ware) because "you have too little to sell"'}
  bid: {do: "gain 1 goods(me, silk)"}
flow:
  - {step: morning, players: players, actions: [rest, wait, sell]}
  - {step: never, when: size(players) > 2, players: players, actions: [bid]}
  - {step: night, when: size(hand(leader)) > 0, players: players, actions: [bid]}
"""
    state = game_of(tmp_path, text).new(1)
    said = {name: reason_for(state, name).sentence for name in ("bid", "sell")}
    assert said["bid"] == "bid is not offered: it belongs to 'night', and this is 'morning'"
    # What a seat has itself it may know, whatever an `any` goes through.
    assert said["sell"] == "sell is not offered: you have too little to sell"


def test_every_candidate_is_told_with_where_it_fails(tmp_path: Path) -> None:
    """Of the candidates of the first choice each is told, with the conditions that failed."""
    state = stall(tmp_path)
    assert why_not(state, "grow") is None
    assert why_not(state, "card=rose") is None
    reason = reason_for(state, "fetch")
    told = {
        each.text: [(f.count, f.sentence, f.condition) for f in each.failures] for each in reason.candidates
    }
    assert told == {
        f"card {card}": [
            (1, "a card can be chosen only if the worth of the card is more than 4", "card.worth > 4")
        ]
        for card in ("rose", "lake")
    }


def test_a_component_and_an_overlay_are_named(tmp_path: Path) -> None:
    """The piece in play that changed a value is told, and so is the overlay."""
    state = stall(tmp_path, dear=True, mill=True)
    reason = reason_for(state, "hire")
    assert reason.sentence.endswith("it costs 7 coins, and you have 1")
    causes = [(cause.text, Path(cause.position.file).name) for cause in reason.causes]
    assert causes == [
        ("The mill of Player 1: price plus 3", "ruleset.yaml"),
        ("overlay dear: change price", "overlay.yaml"),
    ]
    assert reason_for(state, "grind").condition == "coins(me) > 5"


def test_what_a_let_read_is_told(tmp_path: Path) -> None:
    """A name that `let` gave is told with what it stands for."""
    state = stall(tmp_path)
    state.choose("paint")
    state.choose("card=rose")
    reason = reason_for(state, "grow")
    assert reason.condition == "c.worth <= limit"
    assert {"c.worth": "4", "limit": "2", "price(me)": "2"}.items() <= {
        v.text: v.value for v in reason.values
    }.items()


def test_other_seats_other_choices_and_unknown_names(tmp_path: Path) -> None:
    """It is not your turn; something else is asked; the name means nothing, but one is near."""
    state = stall(tmp_path)
    assert "it is not your turn: Player 1 is to choose" in reason_for(state, "paint", 1).sentence
    state.choose("paint")
    assert "first answer '" in reason_for(state, "sleep").sentence
    gone = reason_for(state, "card=mill")
    assert gone.sentence == "The mill is not offered: it is not in your hand"
    assert [value.value for value in gone.values] == ["rose and lake"]
    with pytest.raises(UnknownOption) as fault:
        why_not(state, "card=rase")
    assert fault.value.hint == "did you mean 'rose'?"
    with pytest.raises(UnknownOption):
        why_not(state, "wherever")
    state.choose("card=rose")
    with pytest.raises(UnknownOption) as fault:
        why_not(state, "slep")
    assert fault.value.hint == "did you mean 'sleep'?"


def test_what_a_seat_may_not_see_is_only_counted(tmp_path: Path) -> None:
    """Of hidden zones nothing is told but how much lies there."""
    state = stall(tmp_path)
    reason = reason_for(state, "trade")
    assert reason.refusal is not None
    counted = next(leaf for leaf in reason.refusal.leaves() if leaf.what == "require")
    assert counted.condition is not None
    readings = Readings(state.game, Snippets(state.game), 0)
    assert [read.value for read in readings.reads(counted.condition, counted.situation)] == ["1 hidden"]
    spying = reason_for(state, "spy")
    assert spying.sentence == "spy is not offered: it depends on something you cannot see"
    assert spying.condition.startswith("any(card.worth > 4 for card in hand(next(me)))")
    assert not spying.candidates and not spying.values and not spying.chosen


def test_pieces_that_are_paid_are_counted(tmp_path: Path) -> None:
    """What it costs, and how much of it there is."""
    text = STALL.replace("  grind: {do: gain 1 coins}", "  grind: {do: pay 2 rose from hand(me)}")
    text = text.replace("actions: [buy,", "actions: [grind, buy,")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.game is not None, loaded.problems
    reason = reason_for(loaded.game.new(1), "grind")
    assert reason.sentence == "grind is not offered: it costs 2 roses, and you have 1"
    assert reason.condition == "pay 2 rose from hand(me)"


SPLIT = """\
id: split
title: Split
players: 1
options:
  pace: {type: speed, default: slow, choices: [slow, fast]}
enums:
  speed: [slow, fast, furious]
counters:
  coins: {per: player, start: 3}
  twigs: {per: player, start: 2}
  straws: {per: player, start: 1}
actions:
  spend:
    do: |
      pay 4 coins or twigs or straws
      score 1 as turns
flow:
  - step: turn
    players: players
    actions: [spend]
"""


@pytest.mark.parametrize(
    ("choices", "name", "sentence", "values"),
    [
        ((), "coins=5", "5 coins would be paid, and only 4 is due", {}),
        ((), "coins=4", "it costs 4 coins, and you have 3", {"coins": "3"}),
        (
            (),
            "coins=0",
            "4 twigs or straws would be left to pay, and you have 3",
            {"twigs": "2", "straws": "1"},
        ),
        (("coins=2",), "twigs=3", "3 twigs would be paid, and only 2 is due", {}),
        (("coins=2",), "twigs=0", "2 straws would be left to pay, and you have 1", {"straws": "1"}),
    ],
)
def test_a_split_payment(
    choices: tuple[str, ...],
    name: str,
    sentence: str,
    values: dict[str, str],
    tmp_path: Path,
) -> None:
    """More than is due, more than there is, or too little left for the others."""
    (tmp_path / "ruleset.yaml").write_text(SPLIT, encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.game is not None, loaded.problems
    state = loaded.game.new(1)
    for choice in choices:
        state.choose(choice)
    reason = reason_for(state, name)
    assert reason.sentence.endswith(f" is not offered: {sentence}") and "=" not in reason.sentence
    check_reason(reason, loaded, Snippets(loaded.game))
    assert reason.condition.startswith("pay 4 coins or twigs or straws")
    assert {value.text: value.value for value in reason.values} == values
    with pytest.raises(UnknownOption):
        why_not(state, name.partition("=")[0] + "=much")


MARKET = """\
components:
  ware:
    fields: {price: number}
    kinds: {silk: {copies: 9, price: 3}, salt: {copies: 9, price: 2}, wood: {copies: 9, price: 1}}
  die: {kinds: {plain: {copies: 4}}}
  stall: {per: player, kinds: {booth: {copies: 4}}}
boards:
  land: {shape: square, size: [2, 3], holds: stall}
zones:
  stock: {title: Wares in stock, per: player, holds: ware}
  dice: {title: Dice, per: player, holds: die}
counters:
  coins: {per: player, start: 0}
  nails: {per: player, start: 1}
  full: {per: player, type: truth, title: Whether the cart is full}
values:
  stalls(player p): {title: Stalls, is: set(l for l in land where occupied(l))}
  room: {title: Where there is room, is: set(l for l in land where empty(l) and size(dice(p1)) > 9)}
  shut: {title: Closed places, is: set(l for l in land where l.row == 1)}
  listed(player p): {title: Whether the guild lists a stall of this player, is: size(stalls(p)) > 0}
actions:
  wait: {do: end turn}
  rest: {do: end turn}
  build: {do: "pay 2 silk from stock(me)\\npay 3 wood from stock(me)\\nend turn"}
  hire: {do: "pay 3 coins\\npay 2 nails\\nend turn"}
  mend: {do: "pay 2 nails\\npay 1 coins or nails\\nend turn"}
  show: {do: "choose ware in stock(me)\\nmove ware to box(ware)"}
  roll: {do: "choose n in 1..2\\nchoose die in dice(me)\\nmove die to box(die)"}
  visit: {do: "choose place in stalls(me)\\nmove on(place) to box(stall)"}
  rent: {do: "choose place in room\\nmove booth(me) from box(stall) to place"}
  join: {do: "require listed(me)\\nend turn"}
  meet: {do: "require size(stalls(me)) > 0\\nend turn"}
  enter: {do: "choose place in if listed(me) then stalls(me) else without(land, shut)\\nend turn"}
  cross: {do: "choose first in land\\nchoose place in neighbours(first)\\nend turn"}
  pair: {do: "choose one in ware\\nchoose other in ware where other != one\\nend turn"}
  haul: {do: "require full(me)\\nend turn"}
  deal: {do: "choose ware in ware\\npay ware.price coins\\nend turn"}
  lend: {do: "choose days in 2..3\\nchoose ware in ware\\npay ware.price + days coins\\nend turn"}
flow:
  - step: turn
    players: players
    actions: [wait, rest, build, hire, mend, show, roll, visit, rent, join, meet, haul, deal, lend, enter,
      cross, pair]
"""


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        # All that is missing is named; where two payments take of the same, only what the first needs.
        ("build", "you need 2 silks and 3 woods more"),
        ("hire", "you need 3 coins and 1 nail more"),
        ("mend", "it costs 2 nails, and you have 1"),
        # Of what one has one has none, whatever was chosen before.
        ("show", "you have no wares in stock"),
        ("roll", "you have no dice"),
        ("visit", "you have no stalls"),
        ("rent", "there is no place where there is room"),
        ("meet", "there are no stalls"),
        # A title that speaks of this player speaks of whoever asks.
        ("join", "it is possible only if the guild lists a stall of yours"),
        ("haul", "it is possible only if the cart is full"),
        # What all ways lack.
        ("deal", "it costs more coins than you have, whichever ware is chosen"),
        # Of pieces that are chosen after something else, what each lacks least.
        (
            "lend",
            "silk: with days 2 it costs 5 coins, and you have none; "
            "salt: with days 2 it costs 4 coins, and you have none; "
            "wood: with days 2 it costs 3 coins, and you have none",
        ),
    ],
)
def test_a_reason_says_what_would_have_to_be_different(name: str, sentence: str, tmp_path: Path) -> None:
    """In one sentence, with the words of the game."""
    state = game_of(tmp_path, "", base=MARKET).new(1)
    reason = reason_for(state, name)
    assert reason.sentence.partition(" is not offered: ")[2] == sentence


@pytest.mark.parametrize(
    ("choices", "name", "sentence"),
    [
        # What is taken off a set, what is no neighbour, what is the same.
        (["enter"], "place=a1", "it is among closed places"),
        (["cross", "first=a1"], "place=b3", "it does not lie next to the place chosen before"),
        (["pair", "one=silk"], "other=silk", "it is chosen already"),
    ],
)
def test_what_keeps_an_option_out(choices: list[str], name: str, sentence: str, tmp_path: Path) -> None:
    """The set or condition that leaves it out, also where the set is put together."""
    state = game_of(tmp_path, "", base=MARKET).new(1)
    for choice in choices:
        state.choose(choice)
    assert reason_for(state, name).sentence.partition(" is not offered: ")[2] == sentence


def test_a_title_that_leads_to_what_it_is_about() -> None:
    """It needs no brackets; a number needs none either."""
    game = game_with(ROOT / "rulesets" / "burgundy", (), 2)
    assert game is not None
    say = Phrases(game)
    assert say.bracketed("steps from", ["a1"]) == " a1"
    assert say.bracketed("depot", ["4"]) == " 4"
    assert say.bracketed("price", ["silk"]) == " (silk)"


@pytest.mark.parametrize(
    ("said", "other"),
    [
        ("a house stands here", "no house stands here"),
        ("there is an offer of Player 2", "there is no offer of Player 2"),
        ("the knight can be promoted", "the knight cannot be promoted"),
        ("the space is free", "the space is not free"),
        ("it has been seen", "it has not been seen"),
        ("the space is free and touches a tile", ""),
    ],
)
def test_what_is_not_so(said: str, other: str) -> None:
    """A word denies a plain title; one of several parts takes more."""
    assert denied(said) == other


SITES = """\
components: {house: {kinds: {hut: {copies: 9}}}}
boards:
  land: {shape: square, size: [2, 3], holds: house}
values:
  built(land l): {title: Whether a house stands here, is: occupied(l)}
  free_sites:
    title: Where there is room
    is: set(l for l in land where not any(built(n) for n in neighbours(l)))
  sites: {title: Where one can build, is: set(l for l in free_sites where empty(l))}
actions:
  build:
    title: Build
    do: |
      choose home in sites as "Where?"
      move 1 hut from box(house) to home
      end turn
  wait: {title: Wait, do: end turn}
flow: [{step: turn, players: players, actions: [build, wait]}]
"""


def test_why_a_set_leaves_out_what_cannot_be_chosen(tmp_path: Path) -> None:
    """Values are looked through, to the first condition that fails."""
    state = game_of(tmp_path, "", base=SITES).new(1)
    state.choose("build")
    state.choose("home=a1")
    state.choose("build")
    reason = reason_for(state, "home=a2")
    assert reason.sentence == "a2 is not offered: a house stands at one of the neighbours of a2"
    assert reason_for(state, "home=a1").sentence == "a1 is not offered: a1 is occupied"


def test_an_option_asked_at_set_up(tmp_path: Path) -> None:
    """What can be chosen for it, and where the ruleset says so."""
    (tmp_path / "ruleset.yaml").write_text(SPLIT, encoding="utf-8")
    loaded = load(tmp_path, options={"pace": "ask"})
    assert loaded.game is not None, loaded.problems
    state = loaded.game.new(1)
    assert why_not(state, "pace=fast") is None
    reason = reason_for(state, "pace=furious")
    check_reason(reason, loaded, Snippets(loaded.game))
    assert reason.sentence == "furious is not offered: only slow or fast can be chosen"
    assert reason.position.line == 5
    assert [(value.text, value.value) for value in reason.values] == [("what there is", "slow and fast")]
    with pytest.raises(UnknownOption) as fault:
        why_not(state, "pace=furius")
    assert fault.value.hint == "did you mean 'furious'?"


# -- at the command line


def run(*arguments: str) -> Result:
    """One command."""
    return CliRunner().invoke(rulewright, ["explain", *arguments])


def test_explain_at_a_journal(tmp_path: Path) -> None:
    """In words and as JSON, at the end of a journal or before."""
    state = stall(tmp_path, dear=True)
    file = tmp_path / "game.jsonl"
    journal = Journal.create(file, state.game, 1, ["random", "random"])
    journal.play(state, "paint")
    game = str(tmp_path / "stall")
    first = run(game, "hire", "--at", f"{file}:0")
    assert first.exit_code == 0
    lines = first.output.splitlines()
    assert lines[0] == "hire is not offered: it costs 4 coins, and you have 1."
    assert lines[-1].startswith("  in the rules: pay price(me) coins at ")
    assert lines[-1].endswith("ruleset.yaml:40:7")
    assert any(line.startswith("  because of overlay dear: change price (") for line in lines)
    told = json.loads(run(game, "card=mill", "--at", str(file), "--json").output)
    assert not told["offered"]
    assert told["condition"] == "hand(me)"
    assert json.loads(run(game, "grow", "--at", f"{file}:0", "--json").output) == {
        "name": "grow",
        "offered": True,
    }
    assert "it is not your turn" in run(game, "buy", "--at", f"{file}:0", "--for", "2").output
    assert why_text(state, "card=rose").startswith("'card=rose' can be chosen")
    assert why_text(state, "wherever").startswith("'wherever' is neither an action nor an option here")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["race", "roll", "--at", "FILE"], "is a journal of 'stall', not of 'race'"),
        (["GAME", "hire", "--at", "nowhere.jsonl:3"], "there is no journal nowhere.jsonl"),
        (["GAME", "hyre", "--at", "FILE"], "did you mean 'hire'?"),
        (["GAME", "hire", "--at", "FILE", "--for", "3"], "2 play"),
        (["GAME", "hire", "--at", "FILE", "--players", "2"], "the journal settles it"),
        (["GAME", "--at", "FILE"], "needs the name"),
        (["GAME", "hire", "--for", "1"], "--for needs --at"),
    ],
)
def test_wrong_uses_are_refused(arguments: list[str], told: str, tmp_path: Path) -> None:
    """Wrong usage ends with status 2 and tells what is wrong."""
    state = stall(tmp_path)
    file = tmp_path / "game.jsonl"
    Journal.create(file, state.game, 1, ["random", "random"])
    words = {"FILE": str(file), "GAME": str(tmp_path / "stall")}
    result = run(*(words.get(word, word) for word in arguments))
    assert result.exit_code == 2
    assert told in result.output


def test_a_page_is_given_the_figures_of_a_reason_in_its_first_line() -> None:
    """The page shows that line alone; what a payment says itself is not said twice."""
    said = "Not offered: you cannot pay.\n    your silver: 1\n    price: 2\n  because of fair"
    assert with_figures(said) == "Not offered: you cannot pay (your silver: 1, price: 2).\n  because of fair"
    paid = "'Build' is not offered: it costs 2 ore, and you have 1.\n    your ore: 1"
    assert with_figures(paid) == paid
    among = "'Lay' is not offered: none fits.\n  closest to working: a1\n    a1:"
    assert with_figures(among) == among
    short = "'Buy' is not offered: you need 1 ore and 1 wood more.\n    your ore: 0"
    assert with_figures(short) == short
    none = "Not offered: you have no right to one.\n    your rights: 0\n    your tiles: a, b and 9 more"
    assert with_figures(none) == "Not offered: you have no right to one."
    listed = "Not offered: it is not in your hand.\n    your hand: rose and lake"
    assert with_figures(listed) == "Not offered: it is not in your hand: rose and lake."
    places = "Not offered: it is not among your stalls.\n    your stalls: a1 and b2"
    assert with_figures(places) == "Not offered: it is not among your stalls."


SHADES = """
enums: {shade: [red, blue, black]}
tables: {bright: {red: true, blue: true, black: false}}
counters:
  stained: {per: player, type: shade, start: black}
actions:
  shine: {title: Shine, do: "require bright(stained(me))\\ngain 1 coins"}
  fade: {title: Fade, do: "require not bright(stained(me))\\ngain 1 coins"}
  stain: {title: Stain, do: "set stained(me) to red"}
flow:
  - step: round
    for: number in 1..3
    steps: [{step: turn, players: players, actions: [shine, fade, stain]}]
"""


def test_a_table_of_what_is_so_is_said_by_its_keys(tmp_path: Path) -> None:
    """`Bright (the shade)` alone would be no reason."""
    state = game_of(tmp_path, SHADES).new(1)
    found = why_not(state, "shine")
    assert found is not None and found.sentence.endswith("it is possible only if your stained is red or blue")
    state.choose("stain")
    state.choose("stain")
    found = why_not(state, "fade")
    assert found is not None and found.sentence.endswith("your stained is red or blue")
