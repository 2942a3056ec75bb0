"""A sole possibility that costs something is not taken unasked: at the table and at the prompt."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cli.seen.log import Log
from cli.seen.questions import question_for
from cli.seen.sight import Sight
from cli.session.session import ALWAYS, COSTS, NEVER, Session
from cli.table.hosted import Hosted
from cli.table.limits import Refused
from cli.table.page import parts_of
from interpreter import Journal
from tests.language.small_rulesets import BASE, ids, loaded

ACTIONS = r"""
actions:
  sell:
    title: Sell a card
    do: |
      choose c in hand(me) as "Which card?"
      pay 1 coins
      move c to gone
  wait: {title: Wait, do: "gain 1 coins\nend turn"}
  rest: {title: Rest, do: end turn}
  ride:
    title: Ride
    do: |
      choose n in {2} as "How far?"
      pay n coins or wood
flow:
  - step: deal
    do: |
      for p in players:
        set coins(p) to 3
        move 1 king from box(card) to hand(p)
  - step: round
    for: number in 1..9
    steps:
      - {step: turn, players: players, actions: [sell, wait, rest, ride]}
"""


def session_of(folder: Path, asks: str, text: str = ACTIONS) -> Session:
    """A game whose first seat has one card, so that which one is sold is no question."""
    base = BASE.replace("zones:", "zones:\n  gone: {holds: card}", 1)
    found = loaded(folder, text, base=base)
    assert found.game is not None, found.problems
    log, state = Log.of(found.game, 1, ())
    journal = Journal.unwritten(found.game, 1, ["human", "human"])
    return Session(state, journal, ["human", "human"], log, found, asks_sole=asks)


@pytest.mark.parametrize(("asks", "held"), [(NEVER, False), (COSTS, True), (ALWAYS, True)])
def test_an_option_with_a_sole_possibility_is_held(tmp_path: Path, asks: str, held: bool) -> None:
    session = session_of(tmp_path, asks)
    assert ids(session.state) == ["sell", "wait", "rest", "ride"]
    waits = session.hold(0)
    assert (waits is not None) == held
    assert session.hold(1) is None, "nothing else is chosen with it"
    if waits is not None:
        assert waits.outcome.sole == ("king",)
        assert session.hold(3) is None, "how much, and with what it is paid, is said with the option itself"
    # Who chooses from the list has read what it costs.
    assert (session.hold(0, read=True) is not None) == (asks == ALWAYS)


TURNS = r"""
actions:
  earn: {title: Earn, do: gain 1 coins}
  rest: {title: Rest, do: end turn}
  sell: {title: Sell, do: "pay 1 coins\nend turn"}
flow:
  - step: round
    for: number in 1..9
    steps: [{step: turn, players: players, actions: [earn, rest, sell]}]
"""


def test_what_ends_a_turn_is_held_unless_it_is_there_to_end_it(tmp_path: Path) -> None:
    session = session_of(tmp_path, NEVER, TURNS)
    session.take(0)
    assert ids(session.state) == ["earn", "rest", "sell"]
    assert [session.hold(index, ends=True) is not None for index in range(3)] == [False, False, True]
    assert session.hold(2) is None, "nobody wants to be asked"


def test_the_page_asks_and_the_thing_glows(tmp_path: Path) -> None:
    """The first click chooses nothing; `sure` goes on or back, a second click does neither."""
    session = session_of(tmp_path, COSTS)
    table = Hosted(session, {"x": "p1"})

    async def clicks() -> None:
        await table.choose(0, 0, 0)
        assert session.state.decisions == 0
        shown = parts_of(session, 0)
        assert 'name="sure"' in shown["ask"]
        assert "king" in shown["ask"], "what is chosen of itself is named where it is asked"
        assert "Go on?" in shown["ask"] and "pay 1 coin (then 2)" in shown["ask"]
        assert 'class="thing opt' in shown["player-p1"], "the card glows"
        await table.choose(0, 0, 0)
        assert session.state.decisions == 0, "the second click of two on one place"
        await table.choose(0, 0, 1, sure=True)
        assert session.held is None
        with pytest.raises(Refused):
            await table.choose(0, 0, 0, sure=True)
        await table.choose(0, 0, 0)
        await table.choose(0, 0, 0, sure=True)
        assert session.state.decisions == 1

    asyncio.run(clicks())


OFFERS = r"""
counters:
  asked: {type: truth, per: player, reset: turn}
actions:
  earn:
    title: Earn
    do: |
      require not asked(me)
      gain 1 coins
  offer:
    title: Offer
    do: |
      require not asked(me)
      set asked(me) to true
      end act
  spend: {title: Spend, do: pay 3 coins}
  rest: {title: Rest, do: end turn}
flow:
  - step: round
    for: number in 1..9
    steps:
      - step: turn
        players: players
        steps:
          - step: more
            while: true
            steps:
              - {step: act, actions: [earn, offer, spend, rest]}
              - step: answers
                when: asked(me)
                players: others(me)
                do: |
                  one of as "What do you answer?":
                    no: say "{me} refuses."
                    yes:
                      say "{me} accepts."
                      for p in others(me): gain 3 coins for p
"""


def test_what_others_can_end_by_their_answers_is_held(tmp_path: Path) -> None:
    """After a refusal nothing is left but to rest, so the turn ends of itself."""
    session = session_of(tmp_path, NEVER, OFFERS)
    session.take(0)
    assert ids(session.state)[:2] == ["earn", "offer"]
    held = session.hold(1, ends=True)
    assert held is not None and held.may_end and not held.ends
    assert "may end your turn" in parts_of(session, 0)["ask"]
    assert session.hold(0, ends=True) is None


SOLE_TURNS = r"""
actions:
  sell:
    title: Sell a card
    do: |
      choose c in hand(me) as "Which card?"
      move c to gone
      end turn
  rest: {title: Rest, do: end turn}
flow:
  - step: deal
    do: |
      for p in players: move 1 king from box(card) to hand(p)
  - step: round
    for: number in 1..9
    steps: [{step: turn, players: players, actions: [sell, rest]}]
"""


def test_a_turn_of_one_choice_is_held_where_more_is_chosen_of_itself(tmp_path: Path) -> None:
    """It would have been two choices: who sells did not name the king."""
    session = session_of(tmp_path, NEVER, SOLE_TURNS)
    assert [session.hold(index, ends=True) is not None for index in range(2)] == [True, False]


LEAVING = r"""
counters:
  earned: {type: truth, reset: turn, draw: false}
actions:
  earn: {title: Earn, do: "require not earned\ngain 1 coins\nset earned to true"}
  leave: {title: Roll and leave, do: "pick n at random in 1..6\ngain n coins\nend turn"}
flow:
  - step: round
    for: number in 1..9
    steps:
      - {step: turn, players: players, actions: [earn, leave]}
"""


def test_an_action_that_asks_nothing_is_named_where_it_follows_of_itself(tmp_path: Path) -> None:
    """On the option after which nothing else is left, and where it is asked whether that is meant."""
    session = session_of(tmp_path, NEVER, LEAVING)
    asked = question_for(Sight(session.state, 0), ahead=True)
    assert asked is not None
    does = [option.does for option in asked.options]
    assert does[0].endswith("; then, of itself: roll and leave") and not does[1].endswith("leave"), does
    held = session.hold(0, ends=True)
    assert held is not None and held.after == ("Roll and leave",)
