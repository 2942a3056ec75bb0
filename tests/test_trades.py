"""What bots do in Catan makes sense: what they give and take, how often they ask, and what they build."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from interpreter import fast_states, load, scenario_state
from interpreter.bots import bot_for
from interpreter.play.chance import Chance
from interpreter.play.game import State

# Player 1 gives all that they have of a kind and asks for one card; player 2 answers first.
OFFER = """
game: catan
players: 3
seed: 1
scenarios:
  - name: offer
    given: |
      set on_turn to me
      move {many} {given} from box(card) to hand(me)
      move 3 ore from box(card) to hand(p2)
      move 2 grain from box(card) to hand(p2)
      move 1 wool from box(card) to hand(p2)
    at: {{step: act, player: p1}}
    when: [offer_trade, {gifts}wishes={wanted}, done]
"""
BOTS = ["greedy", "search:200"]


def offered(folder: Path, many: int, given: str, wanted: str) -> State:
    """Where the owner of a city's cards and one wool is asked for a card."""
    gifts = f"gifts={given}, " * (many - 1)
    file = folder / "offer.yaml"
    file.write_text(OFFER.format(many=many, given=given, wanted=wanted, gifts=gifts), encoding="utf-8")
    _, state = scenario_state(file, "offer", after=True)
    assert state.seat == 1
    assert state.decision is not None
    assert "accept" in [option.id for option in state.decision.options]
    return state


def answers(state: State, bot: str) -> set[str]:
    """What a bot answers, by several guesses and draws."""
    assert state.decision is not None
    ids = [option.id for option in state.decision.options]
    return {ids[bot_for(state.game, bot).choose(state, Random(seed))] for seed in range(8)}


@pytest.mark.parametrize("bot", BOTS)
def test_ore_of_a_city_is_not_given_for_one_wool(tmp_path: Path, bot: str) -> None:
    assert answers(offered(tmp_path, 1, "wool", "ore"), bot) <= {"refuse", "refuse_all"}


@pytest.mark.parametrize("bot", BOTS)
def test_three_ore_are_taken_for_one_wool(tmp_path: Path, bot: str) -> None:
    assert answers(offered(tmp_path, 3, "ore", "wool"), bot) == {"accept"}


@dataclass
class Trading:
    """What was traded in a game: how often the first seat was asked, and each offer.

    offers: who offered, what they gave and wanted, and whether they took an answer.
    """

    asked: int = 0
    offers: list[tuple[int, object, object, bool]] = field(default_factory=list)


@pytest.fixture(scope="module", params=BOTS)
def trading(request: pytest.FixtureRequest) -> Trading:
    """A whole game of one person, whom greedy stands for, and three bots."""
    game = load(Path(__file__).parents[1] / "rulesets" / "catan", players=4).game
    assert game is not None
    bots = [bot_for(game, name) for name in ["greedy", *[request.param] * 3]]
    chances = [Chance(seat) for seat in range(4)]
    position = fast_states(game).new(4)
    state = game.new(4)
    found = Trading()
    laid_out: tuple[int, object, object] | None = None
    while position.seat >= 0:
        seat = position.seat
        place = bots[seat].choose(position, chances[seat])
        assert state.decision is not None
        chosen = state.decision.options[place].id
        found.asked += seat == 0 and any(option.id == "refuse" for option in state.decision.options)
        position.choose(place)
        state.choose(place)
        view = state.view(None)
        counters = view["counters"]
        if counters["offer_open"] != "true":
            if laid_out is not None:
                found.offers.append((*laid_out, chosen.startswith(("agree", "partner"))))
            laid_out = None
        elif laid_out is None:
            laid_out = (seat, sorted(view["zones"]["on_offer"]), counters["asking"])
    return found


def test_a_person_is_seldom_asked(trading: Trading) -> None:
    assert 0 < trading.asked <= 10


def test_what_was_denied_is_not_offered_again(trading: Trading) -> None:
    denied: list[tuple[int, object, object]] = []
    for seat, given, wanted, taken in trading.offers:
        assert (seat, given, wanted) not in denied
        if taken:
            denied = [offer for offer in denied if offer[0] != seat]
        else:
            denied.append((seat, given, wanted))
    assert len(denied) > 1


# Player 1 lives where three hexes meet, has a road to the coast and the four cards of a settlement.
BUILDING = """
game: catan
players: 3
seed: 1
scenarios:
  - name: building
    given: |
      set on_turn to me
      call build(settlement(me), corner(V46))
      call lay_road(side(E65))
      {roads}
      for c in {{lumber, brick, wool, grain}}: move 1 c from box(card) to hand(me)
    at: {{step: act, player: p1}}
"""


def built(folder: Path, roads: str) -> set[str]:
    """What `greedy` does."""
    file = folder / "building.yaml"
    file.write_text(BUILDING.format(roads=roads), encoding="utf-8")
    _, state = scenario_state(file, "building")
    return answers(state, "greedy")


def test_who_can_build_a_settlement_builds_it_even_where_little_grows(tmp_path: Path) -> None:
    """At V54 there is one hex, with an 11: the cards and the place promised more than the settlement."""
    assert built(tmp_path, "call lay_road(side(E71))") == {"build_settlement"}


def test_cards_of_a_settlement_are_not_kept_where_none_can_be_built(tmp_path: Path) -> None:
    """The nearest place is two roads away: the first is laid, unless the next roll seems to bring more."""
    others = "for c in {corner(V53), corner(V51), corner(V38)}: call build(settlement(p2), c) for p2"
    assert "build_road" in built(tmp_path, others)


KNIGHT = """
game: catan
players: 2
with: [cities_and_knights]
seed: 1
scenarios:
  - name: knight
    given: |
      set on_turn to me
      call build(city(me), corner(V46))
      call lay_road(side(E65))
      call post_knight(basic_knight(p2), corner(V1), true)
      for c in {wool, ore}: move 1 c from box(card) to hand(me)
    at: {step: act, player: p1}
"""


def test_a_knight_is_worth_its_cards_though_it_guards_nothing_yet(tmp_path: Path) -> None:
    """As it pays only when it is active, none was recruited, and the barbarians took city after city.

    That of the other player is enough against them for now.
    """
    file = tmp_path / "knight.yaml"
    file.write_text(KNIGHT, encoding="utf-8")
    _, state = scenario_state(file, "knight")
    after = state.fork()
    after.choose("recruit")
    while after.inside:
        after.choose(0)
    assert after.outlook(0) > state.outlook(0)
