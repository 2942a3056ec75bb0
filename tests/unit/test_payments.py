"""What actions cost in any case, affordable or not, and how a page has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.seen.log import Log
from cli.session.session import Session
from cli.table.clicks import without_payment
from cli.table.page import parts_of
from interpreter import Journal, Payment, payments
from tests.language.small_rulesets import BASE, loaded

ACTIONS = r"""
actions:
  sell: {title: Sell, do: "choose c in hand(me) as \"Which?\"\npay c to gone\npay 1 coins"}
  dig: {title: Dig, do: "pay fee(me) coins or wood\npay 2 king from hand(me) to gone"}
  ride: {title: Ride, do: "choose n in 1..2 as \"How far?\"\npay n coins"}
  send: {title: Send, do: pay worker(me) from box(man) to camp}
  rest: {title: Rest, do: end turn}
  wait: {title: Wait, do: "gain 1 wood\nend turn"}
values:
  fee(player p): 4
flow:
  - step: round
    for: number in 1..9
    steps:
      - {step: turn, players: players, actions: [sell, dig, ride, send, wait, rest]}
"""


def test_what_hangs_on_no_choice_is_a_price(tmp_path: Path) -> None:
    base = BASE.replace("zones:", "zones:\n  gone: {holds: card}\n  camp: {holds: man}", 1)
    base = base.replace("zones:", "  man: {per: player, kinds: {worker: {copies: 2}}}\nzones:", 1)
    found = loaded(tmp_path, ACTIONS, base=base)
    assert found.game is not None, found.problems
    log, state = Log.of(found.game, 1, ())
    assert payments(state, "sell") == (Payment(1, "", ("coins",)),), "which card it is is chosen"
    assert payments(state, "dig") == (Payment(4, "", ("coins", "wood")), Payment(2, "card", ("king",)))
    assert payments(state, "ride") == payments(state, "rest") == payments(state, "nothing") == ()
    assert payments(state, "send") == (Payment(1, "man", ("p1-worker",)),)
    journal = Journal.unwritten(found.game, 1, ["human", "human"])
    asked = parts_of(Session(state, journal, ["human", "human"], log, found), 0)["ask"]
    assert 'aria-label="costs 4 coins or wood and 2 king"' in asked, "it cannot be paid now"
    assert 'aria-label="costs 1 worker of Player 1"' in asked


@pytest.mark.parametrize(
    ("does", "left"),
    [
        ("hut to a1; pay 1 wood and 2 coins and get 2 points", "hut to a1; get 2 points"),
        ("pay 1 wood", ""),
        ("get 1 wood; pay 2 coins; end", "get 1 wood; end"),
    ],
)
def test_what_signs_say_is_paid_is_not_said_again(does: str, left: str) -> None:
    assert without_payment(does) == left
