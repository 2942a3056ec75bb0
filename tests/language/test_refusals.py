"""What makes no sense is refused, by a problem when loaded or a fault in play; it is never done wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import RuleFault
from tests.language.small_rulesets import TURNS, game_of, ids, loaded, play, value

BASE = """\
components: {card: {kinds: {ace: {copies: 3, effect: gain 1 wood}, king: {copies: 2}}}}
boards: {field: {shape: track, holds: card, spaces: 3}}
zones:
  hand: {per: player, holds: card}
  rack: {holds: card, max: 2}
counters:
  coins: {per: player, start: 5}
  wood: {per: player, start: 1}
  last: {}
  boss: {type: player}
"""
FLOW = """\
flow:
  - step: prepare
    steps:
      - step: lay_out
        do: |
          set last to 7
%s
  - {step: turn, players: players, actions: [act, rest]}
actions:
  act: {do: gain 1 coins}
  rest: {do: end turn}
"""


def refused(folder: Path, lines: str, more: str = "effects: {}\n") -> bool:
    """Tell whether lines of a step without players are refused, be it only in play."""
    body = "\n".join(f"          {line}" for line in lines.splitlines())
    found = loaded(folder, more, base=BASE + FLOW % body)
    if found.game is None:
        return True
    try:
        found.game.new(1)
    except RuleFault:
        return True
    return False


@pytest.mark.parametrize(
    "lines",
    [
        "score 5 as fame",
        "call pay_out()",
        "perform pay_out()",
        "call ask()",
        "do effect of ace",
        "until end of prepare:\n  modify limit plus 1",
        "until end of prepare:\n  on pay_out(player p): gain 1 coins(p)",
    ],
)
def test_what_needs_somebody_is_refused_where_nobody_is_at_turn(lines: str, tmp_path: Path) -> None:
    more = (
        "effects:\n  pay_out: gain 3 wood\n  ask: |\n    choose n in 1..3\n    gain n wood\n"
        "values: {limit: 1}\n"
    )
    assert refused(tmp_path, lines, more)


@pytest.mark.parametrize(
    "lines",
    [
        "gain 3 wood(boss)",
        "set coins(boss) to 9",
        "move ace from box(card) to hand(boss)",
        "move on(field(1)) to hand(p1)",
        "move ace from box(card) to next(field(3))",
        "score 5 as fame for boss",
        "set last to wood(boss)",
    ],
)
def test_nobody_and_nothing_have_no_slots(lines: str, tmp_path: Path) -> None:
    """`none` must not be read as the last of a list, or as what lies in the slot before."""
    assert refused(tmp_path, lines)


@pytest.mark.parametrize(
    "lines",
    [
        "gain 1 wood(p1)\nrepeat 60: set last to last * 10",
        "set last to 1 / (last - 7)",
        "for n in 1..9999999: gain 1 wood(p1)",
        "repeat 9999999: gain 1 wood(p1)",
    ],
)
def test_numbers_without_measure_are_refused(lines: str, tmp_path: Path) -> None:
    assert refused(tmp_path, lines)


def test_a_zone_holds_no_more_than_its_maximum(tmp_path: Path) -> None:
    assert not refused(tmp_path, "move 2 ace from box(card) to rack")
    assert refused(tmp_path, "move 3 ace from box(card) to rack")


def test_a_draw_from_a_space_draws_what_lies_there_or_is_refused_when_loaded(tmp_path: Path) -> None:
    body = "          move ace from box(card) to field(2)\n          draw 1 from field(2) to hand(p1)"
    found = loaded(tmp_path, "effects: {}\n", base=BASE + FLOW % body)
    assert found.game is None or value(found.game.new(1), "hand(p1)") == ["ace"]


def test_a_set_that_is_shuffled_is_still_the_same_set(tmp_path: Path) -> None:
    """Sets are kept in order, so that equal states are equal; else the load refuses to shuffle one."""
    body = "          move all from box(card) to hand(p1)\n          shuffle hand(p1)"
    found = loaded(tmp_path, "effects: {}\n", base=BASE + FLOW % body)
    if found.game is not None:
        hands = [value(found.game.new(seed), "hand(p1)") for seed in range(5)]
        assert hands == [["ace", "ace", "ace", "king", "king"]] * 5


LATE = [
    "require sum(x for x in n) > 6",
    "pay sum(x for x in n) coins",
    "choose x in n where x > 3",
]


@pytest.mark.parametrize("late", LATE)
def test_what_follows_a_subset_is_looked_through_or_refused_when_loaded(late: str, tmp_path: Path) -> None:
    """The precondition goes on after `choose exactly 2`: no choice may lead to where it cannot end well."""
    act = f"choose exactly 2 n in 1..4\n      {late}\n      set wood(me) to sum(x for x in n)"
    text = f"actions:\n  act:\n    do: |\n      {act}\n"
    base = TURNS + "counters: {coins: {per: player, start: 5}, wood: {per: player}}\n"
    found = loaded(tmp_path, text, base=base)
    if found.game is None:
        assert [(p.code, p.position.line) for p in found.problems] == [("after-change", 5)]
        return
    good = {"require": {7}, "pay": {3, 4, 5}, "choose": {5, 6, 7}}[late.split(maxsplit=1)[0]]
    ends = set()
    for seed in range(20):
        state = play(found.game.new(seed), ["act"])
        while "rest" not in ids(state):
            state.choose(seed * 7 % state.option_count)
        ends.add(value(state, "wood(me)"))
    assert ends <= good


def test_a_game_that_is_refused_in_play_says_where(tmp_path: Path) -> None:
    game = game_of(tmp_path, "effects: {}\n", base=BASE + FLOW % "          set last to 1 / (last - 7)")
    with pytest.raises(RuleFault, match=r"ruleset\.yaml:\d+:\d+: division by zero"):
        game.new(1)
