"""Who is asked what: in secret also where there is only one option; of payments nothing that cannot go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import State, why_not
from tests.language.small_rulesets import BASE, game_of, ids, play, value

# Each asks for what may be the only thing there is, and says what is then offered.
SECRETS = [
    ("choose n in 0..coins(me)\ngain n wood", ["n=0"]),
    ("choose exactly 2 cards in hand(me)\nmove cards to box(card)", ["cards=king"]),
    ("choose up to 2 cards in box(card) where false\nmove cards to hand(me)", ["done"]),
    ("one of:\n  keep: gain 1 wood\n  buy: pay 1 coins", ["keep"]),
    ("pay 1 wood or coins\ngain 1 coins", ["wood=1"]),
]


def secret_step(folder: Path, body: str, *, called: bool) -> State:
    """A secret step of two players: the first has a coin and different cards, the second has not."""
    lines = "\n".join(f"      {line}" for line in body.splitlines())
    do = "call it()" if called else f"|\n{lines}"
    text = (
        f"effects:\n  it: |\n{lines}\n"
        "flow:\n"
        "  - step: deal\n"
        "    do: |\n"
        "      for p in players: set wood(p) to 1\n"
        "      set coins(p1) to 1\n"
        "      move 1 ace from box(card) to hand(p1)\n"
        "      move 2 king from box(card) to hand(p1)\n"
        "      move 2 king from box(card) to hand(p2)\n"
        f"  - step: all_choose\n    players: players\n    secretly: true\n    do: {do}\n"
        "  - {step: turn, players: players, actions: [rest]}\n"
        "actions: {rest: {do: end turn}}\n"
    )
    base = BASE.replace("king: {copies: 2}", "king: {copies: 4}")
    return game_of(folder, text, base=base).new(1)


@pytest.mark.parametrize("called", [False, True], ids=["directly", "in a called effect"])
@pytest.mark.parametrize(("body", "offered"), SECRETS, ids=["choose", "exactly", "up to", "one of", "split"])
def test_in_a_secret_step_a_sole_option_is_asked(
    body: str, offered: list[str], called: bool, tmp_path: Path
) -> None:
    state = secret_step(tmp_path, body, called=called)
    while state.seat == 0:
        state.choose(0)
    assert (state.step, state.seat, ids(state)) == ("all_choose", 1, offered)
    twin = state.fork()
    while state.step == "all_choose":
        state.choose(0)
        if state.step == "all_choose":
            assert ids(state) == offered, "each of several is asked for"
    assert twin.guess(1, 3).seat == 1


PAYMENTS = {
    "at once": "pay 2 red or gold\npay 1 blue or gold\ngain 1 wood",
    "through must call": "must call pays()\ngain 1 wood",
    "a call behind a payment": "pay 2 red or gold\nmust call second()\ngain 1 wood",
    "indexed": "pay 2 gems(coral) or gems(amber)\npay 1 gems(onyx) or gems(amber)\ngain 1 wood",
    "one of three": "pay 2 blue or red or gold\npay 1 gold\ngain 1 wood",
    "less than nothing": "pay red(me) - 3 blue or gold\ngain 1 wood",
    "less than nothing, then something": "pay red(me) - 3 red or gold\npay 1 gold\ngain 1 wood",
    "behind a choice": "choose n in 2..3\npay n red or gold\npay 1 blue or gold\ngain 1 wood",
}


@pytest.mark.parametrize("body", PAYMENTS.values(), ids=PAYMENTS.keys())
def test_no_part_of_a_split_payment_leads_to_a_dead_end(body: str, tmp_path: Path) -> None:
    """Two red and one gold pay for both only where the gold is left for the second."""
    lines = "\n".join(f"      {line}" for line in body.splitlines())
    base = (
        "enums: {gem: [coral, onyx, amber]}\n"
        "counters: {red: {per: player}, blue: {per: player}, gold: {per: player}, wood: {per: player},"
        " gems: {per: [player, gem]}}\n"
        'effects: {pays: {do: "pay 2 red or gold\\npay 1 blue or gold"}, second: {do: pay 1 blue or gold}}\n'
        "flow:\n"
        "  - step: begin\n    do: |\n"
        "      for p in players:\n"
        "        set red(p) to 2\n        set gold(p) to 1\n"
        "        set gems(p, coral) to 2\n        set gems(p, amber) to 1\n"
        "  - {step: turn, players: players, actions: [act, rest]}\n"
        "actions: {rest: {do: end turn}}\n"
    )
    state = play(game_of(tmp_path, f"actions:\n  act:\n    do: |\n{lines}\n", base=base).new(1), ["act"])
    assert "rest" in ids(state), "there is only one way to pay, so nothing is asked"
    assert value(state, "wood(p1)") == 1


def test_the_ways_to_split_that_leave_enough_are_all_offered(tmp_path: Path) -> None:
    base = (
        "counters: {red: {per: player}, gold: {per: player}, wood: {per: player}}\n"
        "flow:\n"
        "  - step: begin\n    do: |\n      for p in players:\n"
        "        set red(p) to 5\n        set gold(p) to 4\n"
        "  - {step: turn, players: players, actions: [act, rest]}\n"
        "actions: {rest: {do: end turn}}\n"
    )
    body = "pay 4 red or gold\npay 2 gold\ngain 1 wood"
    lines = "\n".join(f"      {line}" for line in body.splitlines())
    state = play(game_of(tmp_path, f"actions:\n  act:\n    do: |\n{lines}\n", base=base).new(1), ["act"])
    assert ids(state) == ["red=2", "red=3", "red=4"]
    assert value(play(state, ["red=3"]), "gold(p1)") == 1


def test_where_nobody_is_at_turn_a_choice_knows_the_variables_before_it(tmp_path: Path) -> None:
    """What can be chosen depends on a `let`, in a step without players."""
    rules = """\
    flow:
      - step: prepare
        do: |
          let least = 2
          for p in players:
            choose n in 1..4 by p:
              require n > least
              set coins(p) to n
      - {step: turn, players: players, actions: [act, rest]}
    actions: {act: {do: end turn}, rest: {do: end turn}}
    """
    state = game_of(tmp_path, rules).new(1)
    assert ids(state) == ["n=3", "n=4"]
    assert why_not(state, "n=1") is not None
    assert value(play(state, ["n=4"]), "coins(p1)") == 4


def test_a_guard_knows_what_was_chosen_of_several_before_it(tmp_path: Path) -> None:
    rules = """\
    flow:
      - {step: turn, players: players, actions: [act, rest]}
    actions:
      rest: {do: end turn}
      act:
        do: |
          choose exactly 2 n in 1..3
          may:
            require 3 in n
            gain 1 wood
    """
    game = game_of(tmp_path, rules)
    assert ids(play(game.new(1), ["act", "n=1", "n=3"])) == ["yes", "no"]
    assert ids(play(game.new(1), ["act", "n=1", "n=2"])) == ["act", "rest"]
