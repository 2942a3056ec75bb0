"""Looking at things before they are chosen: what they do in words, where they lie, nothing that is hidden."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from cli.draw.board import board_svg, legend
from cli.draw.colours import CREAM
from cli.draw.rules_page import rules_page
from cli.seen.lines import plain
from cli.seen.sight import Sight
from cli.show.explained import Rulebook
from cli.show.look import Looking
from cli.show.position import position_text
from cli.table.signs import signs_of
from interpreter import Game, State, in_sentences, load, scenario_state, shown_values, space_values
from tests.playing import CLASSICS, SHIPPED, everything, game_of, game_with, sampled

RULESET = """
id: shop
title: Shop
players: 2
enums: {hue: {members: [red, blue]}}
counters:
  coins: {title: Coins, per: player, start: 3, min: 0}
  workers: {title: Workers, per: player}
components:
  card:
    fields: {cost: number, hues: list of hue}
    defaults: {cost: 0, hues: []}
    kinds:
      guild:
        title: guild
        about: Trade feeds it.
        glyph: Gu
        cost: 2
        hues: [red, blue]
        copies: 2
        triggers:
          - {on: gained coins(me), where: coins(me) > 4, do: gain 1 workers}
        scoring:
          - {source: guild, points: 2 * workers(me)}
      fair:
        title: fair
        cost: 1
        copies: 3
        effect: |
          may: pay 1 coins
          if coins(me) == 0: gain 2 coins
          else: score 1 as fairs
        modifiers:
          - {value: wage(me), plus: 1}
      secret: {title: secret, copies: 2}
      gate:
        title: gate
        copies: 1
        effect: |
          if not empty(both(market, market)): gain 1 workers
          if not (coins(me) < 2): gain 1 workers
values:
  wage(player p): {title: What a worker earns, is: 1}
  held(player p, hue h): {title: Cards in hand, shown: true, is: count(h in c.hues for c in hand(p))}
  open_cards: {title: Open cards, shown: true, is: size(market)}
  richest: {title: Richest, shown: true, is: leaders(p for p in players by most coins(p))}
boards:
  town:
    shape: square
    holds: card
    fields: {ground: hue}
    legend: {ground: {R: red, B: blue}}
    picture: {ground: "R B\\nB R"}
zones:
  hand: {title: Hand, per: player, holds: card, visible: owner}
  built: {title: Built cards, per: player, holds: card, active: true}
  market: {title: Market, holds: card, order: row}
flow:
  - step: deal
    do: |
      move 2 secret from box(card) to hand(p2)
      move 2 guild from box(card) to market
      move 1 fair from box(card) to market
      move fair from box(card) to hand(p1)
      move fair from box(card) to town(a1)
  - step: turn
    players: players
    do: |
      choose c in market as "Which card?":
        move c to built(me)
        gain wage(me) coins
        do effect of c
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("rules") / "shop"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(RULESET, encoding="utf-8")
    loaded = load(folder)
    assert loaded.game is not None, loaded.problems
    return loaded.game


def looking(state: State, seat: int = 0) -> Looking:
    return Looking(state, seat, Rulebook(state.game, places=False), 80, listed=False)


def said(state: State, word: str, seat: int = 0) -> str:
    return plain(looking(state, seat).at(word))


def words_of(game: Game, name: str) -> list[str]:
    return ["  " * depth + line for each in in_sentences(game, "kinds", name) for depth, line in each.lines]


def test_the_flow_is_sentences(tmp_path: Path) -> None:
    """Each step with when and for whom it is, and the steps within it."""
    text = """\
id: small
title: Small
players: 2
accept: [unused]
counters: {coins: {title: Coins, per: player}, bid: {title: Bid, per: player}}
actions:
  earn: {title: Earn a coin, do: gain 1 coins}
  rest: {do: end turn}
flow:
  - {step: set_up, do: "for p in players: gain 2 coins for p"}
  - step: bidding
    when: coins(p1) > 1
    players: players
    secretly: true
    do: "choose n in 1..2\\nset bid(me) to n"
  - step: day
    title: A day
    for: day_number in 1..3
    steps:
      - {step: turn, players: players, actions: [earn, rest]}
      - {step: evening, while: coins(p1) > 5, do: lose 1 coins for p1}
"""
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    game = load(tmp_path).game
    assert game is not None
    said = ["  " * depth + line for each in in_sentences(game, "flow", "") for depth, line in each.lines]
    assert (
        "\n".join(said)
        == """\
Set up: for each player p of all players: player p gains 2 coins
Bidding, if coins of Player 1 is more than 1, for all players at once, in secret:
  Choose n from 1 to 2
  Your bid becomes n
A day, for each day number of 1 to 3:
  Turn, for all players in turn: earn a coin or rest, again and again
  Evening, as long as coins of Player 1 is more than 5: Player 1 loses 1 coin"""
    )
    assert "In what order" in rules_page(game)
    assert "<h3>Rules</h3>" not in rules_page(game)


def test_rules_are_sentences(shop: Game) -> None:
    assert words_of(shop, "guild") == [
        "When you gain coins, if your coins is more than 4: gain 1 worker",
        "Points at the end: 2 × your workers",
    ]
    assert words_of(shop, "fair") == [
        "You may: pay 1 coin",
        "If your coins is 0: gain 2 coins",
        "Otherwise: score 1 point (fairs)",
        "What a worker earns: +1",
    ]


def test_a_denial_is_said_of_what_is_denied(shop: Game) -> None:
    """Not of the first "is" in the sentence."""
    assert words_of(shop, "gate") == [
        "If what is in both market and market is not empty: gain 1 worker",
        "If your coins is at least 2: gain 1 worker",
    ]


def test_a_piece_tells_its_fields_what_it_does_and_where_it_lies(shop: Game) -> None:
    text = said(shop.new(1), "guild")
    for part in ("cost 2, hues red blue", "Trade feeds it.", "gain 1 worker", "now: 2 in Market"):
        assert part in text, text
    assert said(shop.new(1), "gu") == text == said(shop.new(1), "GUI")
    fair = said(shop.new(1), "fair")
    assert "now: Hand of Player 1 (you)" in fair and "town a1" in fair


def test_what_is_hidden_is_not_found(shop: Game) -> None:
    state = shop.new(1)
    assert "now:" not in said(state, "secret") and "now: 2 in Hand" in said(state, "secret", 1)
    assert "fair" not in said(state, "hand", 1)
    assert "1 hidden" in said(state, "hand", 1)


def test_spaces_zones_and_several_of_a_name(shop: Game) -> None:
    state = shop.new(1)
    assert "here: fair" in said(state, "a1") and "next to: a2, b1" in said(state, "a1")
    assert "ground red" in said(state, "a1")
    assert re.search(r"2x guild +cost 2", said(state, "market"))
    assert "Coins" in said(state, "coins") and "Player 1 (you): 3, Player 2: 3" in said(state, "coins")
    assert not looking(state).at("nothing such")


def test_values_that_are_shown_are_beside_the_counters(shop: Game) -> None:
    """Each by its title and what its parameters can be; what is read of a hidden place stays hidden."""
    state = shop.new(1)
    state.choose("c=guild")
    assert shown_values(state, 0)["richest"] == "Player 1"
    assert shown_values(state, 0)["held"] == {"p1 red": 0, "p1 blue": 0, "p2 red": None, "p2 blue": None}
    assert shown_values(state, None)["held"]["p1 red"] is None
    text = position_text(state, 1)
    assert "Open cards: 2" in text and "Richest: Player 1" in text
    assert re.search(r"Cards in hand red +\? +0", text)


def test_what_a_value_reads_is_seen_once_it_is_revealed(tmp_path: Path) -> None:
    for said_to, spectator in (("", 0), (" to p2", None)):
        shown = RULESET.replace(
            "  - step: turn\n", f"  - step: show\n    do: reveal hand(p1){said_to}\n  - step: turn\n"
        )
        (tmp_path / "ruleset.yaml").write_text(shown, encoding="utf-8")
        loaded = load(tmp_path)
        assert loaded.game is not None, loaded.problems
        state = loaded.game.new(1)
        assert shown_values(state, 1)["held"] == {"p1 red": 0, "p1 blue": 0, "p2 red": 0, "p2 blue": 0}
        assert shown_values(state, None)["held"] == {
            "p1 red": spectator,
            "p1 blue": spectator,
            "p2 red": None,
            "p2 blue": None,
        }


def test_secret_points_of_a_winner_are_open_when_the_game_is_over() -> None:
    catan = next(path for path in SHIPPED if path.name == "catan")
    for after, points in ((False, None), (True, 10)):
        _, state = scenario_state(catan, "a bought victory point wins too", after=after)
        assert state.finished == after
        assert shown_values(state, None)["victory_points"]["p1"] == points
        assert shown_values(state, 1)["victory_points"]["p1"] == points


def test_what_cannot_be_listed_is_not_shown(tmp_path: Path) -> None:
    text = RULESET.replace("open_cards: {", "open_cards(number n): {")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    (problem,) = load(tmp_path).problems
    assert problem.message == "a number cannot be listed: a value that is shown has a line for each"


SPACES = """
id: yard
title: Yard
players: 2
enums: {hue: [red, white]}
boards:
  plot: {shape: square, per: player, holds: stone, fields: {hue: hue},
         picture: "R W", legend: {hue: {R: red, W: white}},
         draw: {color: {red: red, white: white}, legend: {red: roses}}}
components:
  stone: {kinds: {pebble: {copies: 4}}}
zones: {hand: {per: player, holds: stone, visible: owner}}
values:
  beside(player p, plot x):
    {title: Stones beside it, shown: true, is: count(occupied(y) for y in neighbours(x))}
  worth(plot x): {title: Worth, shown: true, is: count(c == pebble for c in hand(p1))}
actions:
  lay:
    do: |
      choose x in plot(me) where empty(x)
      move 1 pebble from box(stone) to x
flow: [{step: turn, players: players, while: true, actions: [lay], pass: true}]
scoring: {final: [{source: laid, points: count(occupied(x) for x in plot(me))}]}
"""


def test_values_of_spaces_are_seen_by_who_looks_at_one(tmp_path: Path) -> None:
    """A value for its owner says of each space what it is; what reads a hidden hand is left out, as is 0."""
    (tmp_path / "ruleset.yaml").write_text(SPACES, encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.game is not None, loaded.problems
    state = loaded.game.new(1)
    assert state.decision is not None
    state.choose("lay")
    state.choose("x=a1")
    for seat, worth in ((0, 0), (1, None), (None, None)):
        assert space_values(state, seat, "plot", 0, "a2") == {"beside": 1, "worth": worth}
        assert space_values(state, seat, "plot", 1, "a2")["beside"] == 0
    looking = Looking(state, 1, Rulebook(loaded.game, loaded, places=False, brief=True), 80, listed=False)
    assert plain(looking.space("plot", "p1", "a2")) == "White\n  Stones beside it: 1\n    Plot of Player 1"
    assert plain(looking.space("plot", "p2", "a1")).splitlines()[0] == "Roses"


WATCH = """
id: watch
title: Watch
players: 2
enums: {duty: {members: [idle, awake]}, ground: [grass, sand]}
components:
  man:
    per: player
    fields: {force: number}
    defaults: {force: 0}
    states: {duty: duty}
    draw:
      form: figure
      states:
        idle: {title: asleep, form: hollow, when: force, about: He sees nothing.}
        awake: {title: on watch, icon: sun, when: force}
    kinds: {guard: {force: 2, icon: house}, hut: {icon: crate}}
boards:
  yard:
    shape: square
    holds: man
    fields: {ground: ground, light: number}
    legend: {ground: {g: grass, s: sand}}
    draw: {text: "{ground}[, {light} lamp(|s)][, of {whose}]", letters: {sand: ""}}
    picture: {ground: "g g\\ns g", light: "1 0\\n2 2"}
counters: {whose: {title: Whose, per: yard, type: player}}
flow:
  - step: begin
    do: |
      for p in players: move guard(p) from box(man) to free_space
      for p in players: move hut(p) from box(man) to free_space
      set whose(yard(b2)) to p1
  - {step: turn, players: players, while: true, actions: [rouse], pass: true}
values: {free_space: {is: first(x for x in yard where empty(x))}}
actions:
  rouse:
    do: |
      require on(yard(a1)).duty == idle
      set on(yard(a1)).duty to awake
      set whose(yard(a1)) to me
"""


def test_what_is_said_of_a_space_is_a_text_and_of_a_piece_whose_it_is_and_its_state(tmp_path: Path) -> None:
    """Ids, names of fields and what says nothing are no part of it; one without the field has no state."""
    (tmp_path / "ruleset.yaml").write_text(WATCH, encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.game is not None, loaded.problems
    state = loaded.game.new(1)
    book = Rulebook(loaded.game, loaded, places=False, brief=True)

    def said(space: str) -> list[str]:
        return plain(Looking(state, 0, book, 80, listed=False).space("yard", "all", space)).splitlines()

    assert said("a1")[:2] == ["Guard of Player 1 (asleep)", "  He sees nothing."]
    assert said("a1")[-2:] == ["Grass, 1 lamp", "    Yard"]
    assert said("b1")[0] == "Hut of Player 1" and "asleep" not in said("b1")[0]
    assert said("b2")[-2:] == ["Grass, 2 lamps, of Player 1", "    Yard"]
    drawn = board_svg(loaded.game, Sight(state, 0).board("yard", "all"))
    state.choose("rouse")
    assert said("a1")[0] == "Guard of Player 1 (on watch)"
    assert said("a1")[-2] == "Grass, 1 lamp, of Player 1"
    # What is below the board and what signs mean tell pieces by their kind and state.
    shown = [words for _, words in legend(loaded.game, Sight(state, 0).board("yard", "all"))]
    assert shown == ["guard, asleep", "guard, on watch"]
    meant = next(signs for title, _, signs in signs_of(loaded.game) if title == "man")
    assert [(each.words, each.about) for each in meant][2:] == [
        ("asleep", "He sees nothing."),
        ("on watch", ""),
    ]
    # One that is asleep is not filled with the colour of its player.
    awake = board_svg(loaded.game, Sight(state, 0).board("yard", "all"))
    assert drawn.count(f'fill="{CREAM}" fill-rule="evenodd"') == 2
    assert awake.count(f'fill="{CREAM}" fill-rule="evenodd"') == 1


def test_signs_that_mean_the_same_are_one_entry_with_each_picture() -> None:
    groups = signs_of(game_of(next(path for path in SHIPPED if path.name == "praga"), 2))
    for title, _, signs in groups:
        meant = [(each.words, each.about) for each in signs]
        assert len(set(meant)) == len(meant), title
    assert any(each.picture.count("<svg") > 1 for _, _, signs in groups for each in signs)


def test_what_is_on_a_space_by_a_counter_is_said_by_what_it_is() -> None:
    """Not by what lies on that space."""
    game = game_of(next(path for path in SHIPPED if path.name == "red_cathedral"), 2)
    state = game.new(1)
    looked = Looking(state, 0, Rulebook(game, brief=True), 80, listed=False)
    place, pips = (state.view(0)["counters"][each]["white"] for each in ("place_of", "pips"))
    said = plain(looked.space("market", "all", place, "white")).splitlines()
    assert said[:2] == ["White die", f"  Value of die: {pips}"]
    assert said[-1].strip() == f"Market, {place}"


def test_of_several_things_beside_each_other_on_a_space_it_is_the_space_that_is_meant() -> None:
    """Whoever points at one of them means that one."""
    looked = Looking((game := game_of(SHIPPED[0], 2)).new(1), 0, Rulebook(game, brief=True), 80, listed=False)

    def said(*pointed: str) -> list[str]:
        return plain(looked.space("depot", "all", "3", *pointed)).splitlines()

    sheep, market = said("sheep3"), said("market")
    assert said()[0] == "Numbered depots, 3"
    assert {sheep[0], market[0]} == {"3 sheep", "Market"} < set(said())


def test_an_option_is_looked_at_before_it_is_taken(shop: Game) -> None:
    state = shop.new(1)
    assert state.decision is not None
    option = next(each for each in state.decision.options if "guild" in each.id)
    text = plain(looking(state).option(state.decision, option))
    assert "gain 1 worker" in text and "c=guild" in text


@pytest.mark.parametrize("path", sampled([*SHIPPED, *CLASSICS], 10), ids=lambda path: path.name)
def test_everything_of_every_ruleset_can_be_put_into_words(path: Path) -> None:
    """No sentence holds an id of the rules, or the name of a class of the program."""
    game = game_with(path, everything(path, 3), 3) if path in SHIPPED else game_of(path, _least(path))
    game = game or game_of(path, _least(path))
    for thing in game.things:
        for passage in in_sentences(game, thing.section, thing.name):
            assert passage.lines
            for _, line in passage.lines:
                assert line[:1] == line[:1].upper() and not re.search(r"\w_\w|Ex\b|St\b|None", line), line


def _least(path: Path) -> int:
    return game_of(path).min_players


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_each_thing_of_a_game_can_be_looked_at(path: Path) -> None:
    game = game_of(path, 2)
    state, chance = game.new(3), Random(3)
    for _ in range(60):
        state.choose(int(chance.random() * state.option_count))
    look = looking(state)
    for thing in game.things:
        if thing.section in ("kinds", "zones", "counters", "boards", "actions"):
            lines = look.at(thing.name)
            assert lines, thing
            assert all(len(line) <= 80 for line in plain(lines).splitlines()), thing
