"""Rules on the table and on components: what fires, in which order, how often, and for whom."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from interpreter import RuleFault, State
from tests.language.small_rulesets import TURNS, game_of, ids, play, value

# Everybody has a house, where charms work, and a bag, where they do not; `told` writes events down.
CHARMS = (
    TURNS
    + """\
zones:
  house: {per: player, holds: charm, active: true}
  bag: {per: player, holds: charm}
  market: {holds: charm, active: true}
  told: {holds: word, order: row}
counters:
  coins: {per: player, start: 5}
  wood: {per: player}
components:
  word:
    kinds: {first: {copies: 9}, second: {copies: 9}, third: {copies: 9}, fourth: {copies: 9}}
  charm:
    kinds:
%s
effects:
  earn(number n): gain n coins
  tell(word w): move w from box(word) to told
"""
)


def start(folder: Path, kinds: str, text: str, *, act: str = "call earn(1)", players: int = 2) -> State:
    base = CHARMS % indent(dedent(kinds).strip(), " " * 6)
    own = f"actions:\n  act:\n    do: |\n{indent(dedent(act).strip(), ' ' * 6)}\n{text}"
    return game_of(folder, own, base=base, players=players).new(1)


def test_a_trigger_before_runs_before_the_effect_and_one_after_runs_after_it(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        early: {triggers: [{on: "earn(me, number n)", when: before, do: set wood(me) to coins(me)}]}
        late: {triggers: [{on: "earn(me, number n)", do: set coins(me) to coins(me) * 10 + n}]}
        """,
        "",
        act="move early from box(charm) to house(me)\nmove late from box(charm) to house(me)\ncall earn(2)",
    )
    play(state, ["act"])
    assert (value(state, "wood(me)"), value(state, "coins(me)")) == (5, 72)


def test_triggers_fire_in_turn_order_from_the_events_player_then_in_order_of_declaration(
    tmp_path: Path,
) -> None:
    state = start(
        tmp_path,
        """
        one: {copies: 3, triggers: [{on: earn, do: call tell(first)}]}
        two:
          copies: 3
          triggers: [{on: earn, do: call tell(if me == p1 then second else third)}]
        """,
        "triggers: [{on: earn, do: call tell(fourth)}]\n",
        act="""
        for p in players:
          move two from box(charm) to house(p)
        move one from box(charm) to house(p3)
        call earn(1) for p2
        """,
        players=3,
    )
    play(state, ["act"])
    # The table first; then p2 (two), p3 (one, declared before two), p1.
    assert value(state, "told") == ["fourth", "third", "first", "third", "second"]


def test_equal_carriers_fire_once_each(tmp_path: Path) -> None:
    kinds = "lamp: {copies: 3, triggers: [{on: earn(me), do: gain 10 wood}]}"
    state = start(tmp_path, kinds, "", act="move lamp from box(charm) to house(me)\ncall earn(1)")
    found = [value(play(state, ["act"]), "wood(me)") for _ in range(3)]
    assert found == [10, 30, 60]


def test_a_rule_ends_when_its_last_carrier_leaves_the_active_zone(tmp_path: Path) -> None:
    kinds = "lamp: {copies: 2, triggers: [{on: earn(me), do: gain 1 wood}]}"
    state = start(
        tmp_path, kinds, "",
        act="""
        move 2 lamp from box(charm) to house(me)
        call earn(1)
        move lamp from house(me) to bag(me)
        call earn(1)
        draw 1 from house(me) to bag(p2)
        call earn(1)
        move all from bag(me) to house(me)
        move all from house(me) to house(p2)
        call earn(1)
        """,
    )  # fmt: skip
    assert value(play(state, ["act"]), "wood(me)") == 2 + 1
    assert value(state, "wood(p2)") == 0


def test_all_ways_to_enter_and_leave_an_active_zone_are_counted(tmp_path: Path) -> None:
    kinds = "lamp: {copies: 2, modifiers: [{value: light(me), plus: 1}]}"
    state = start(
        tmp_path, kinds, "values: {light(player p): 0}\ncounters: {seen: {}}\n",
        act="""
        draw 2 from box(charm) to house(me)
        set seen to light(me)
        swap coins(p1) with coins(p2)
        choose exactly 2 c in house(me): move c to house(p2)
        set seen to seen * 10 + light(p2)
        for c in house(p2): move c to box(charm)
        set seen to seen * 10 + light(p2)
        """,
    )  # fmt: skip
    assert value(play(state, ["act"]), "seen") == 220


def test_each_copy_of_a_modifier_that_names_no_player_counts(tmp_path: Path) -> None:
    kinds = "lamp: {copies: 3, modifiers: [{value: light, plus: 1}]}"
    act = "draw 2 from box(charm) to house(me)\ndraw 1 from box(charm) to house(p2)\nset seen to light"
    state = start(tmp_path, kinds, "values: {light: 0}\ncounters: {seen: {}}\n", act=act)
    assert value(play(state, ["act"]), "seen") == 3


def test_a_piece_that_is_paid_takes_its_rule_along(tmp_path: Path) -> None:
    kinds = "lamp: {copies: 2, triggers: [{on: earn(me), do: gain 1 wood}]}"
    text = "effects: {sell_lamp: {do: 'pay lamp from house(me)'}}\n"
    state = start(
        tmp_path, kinds, text, act="move lamp from box(charm) to house(me)\ncall sell_lamp()\ncall earn(1)"
    )
    assert value(play(state, ["act"]), "wood(me)") == 0


def test_rules_count_for_the_owner_of_the_zone_and_in_shared_zones_for_everybody(tmp_path: Path) -> None:
    kinds = "lamp: {copies: 9, triggers: [{on: earn(me), do: gain 1 wood}]}"
    state = start(
        tmp_path, kinds, "",
        act="""
        move lamp from box(charm) to house(p2)
        call earn(1)
        move 2 lamp from box(charm) to market
        for p in players: call earn(1) for p
        """,
    )  # fmt: skip
    play(state, ["act"])
    assert (value(state, "wood(p1)"), value(state, "wood(p2)")) == (2, 3)


def test_modifiers_fold_by_rank_then_instead_plus_times(tmp_path: Path) -> None:
    modifiers = """\
values: {"price(player p)": 10}
modifiers:
  - {value: price(me), times: 2}
  - {value: price(me), plus: 3}
  - {value: price(me), instead: 4}
  - {value: price(me), plus: 1, rank: 5}
  - {value: price(me), times: 100, rank: -1}
  - {value: price(p2), instead: 7, rank: 9}
"""
    state = start(tmp_path, "lamp: {}", modifiers)
    # Rank -1: 10 * 100; rank 0: instead 4, plus 3, times 2; rank 5: plus 1.
    assert value(state, "price(p1)") == (4 + 3) * 2 + 1
    assert value(state, "price(p2)") == 7


def test_a_modifier_counts_for_its_owner_and_once_for_each_copy(tmp_path: Path) -> None:
    kinds = "lamp: {copies: 3, modifiers: [{value: 'price(me, number n)', plus: n, where: n > 1}]}"
    text = "values: {'price(player p, number n)': 1}\n"
    state = start(tmp_path, kinds, text, act="move lamp from box(charm) to house(p2)")
    play(state, ["act", "act"])
    assert [value(state, f"price({who})") for who in ("p1, 5", "p2, 5", "p2, 1")] == [1, 11, 1]


def test_a_modifier_with_equal_arguments_leaves_others_alone(tmp_path: Path) -> None:
    text = """\
enums: {good: [ore, wool]}
values: {"price(player p, good g)": 2, flat: 3}
modifiers:
  - {value: "price(me, wool)", instead: 9}
  - {value: "price(player q, good g)", plus: coins(q), where: g == ore}
  - {value: flat, plus: 1}
"""
    state = start(tmp_path, "lamp: {}", text)
    assert [value(state, text) for text in ("price(p1, wool)", "price(p1, ore)", "flat")] == [9, 7, 4]


def test_an_action_that_a_carrier_grants_is_offered_while_it_is_in_force(tmp_path: Path) -> None:
    kinds = "lamp: {copies: 2, grants: [{action: dance, in: turn, where: coins(me) < 9}]}"
    text = "  dance: {do: gain 2 coins}\n"
    state = start(tmp_path, kinds, text, act="move lamp from box(charm) to house(me)")
    assert ids(state) == ["act", "rest"]
    play(state, ["act"])
    assert ids(state) == ["act", "rest", "dance"]
    play(state, ["dance", "dance"])
    assert ids(state) == ["act", "rest"], "its `where` fails now"
    play(state, ["rest"])
    assert ids(state) == ["act", "rest"], "it is not p2's"


def test_two_grants_of_one_action_offer_it_once(tmp_path: Path) -> None:
    kinds = (
        "lamp: {copies: 2, grants: [{action: dance}]}\nlute: {copies: 2, grants: [{action: dance, in: turn}]}"
    )
    act = "move 2 lamp from box(charm) to house(me)\nmove lute from box(charm) to house(me)"
    state = start(tmp_path, kinds, "  dance: {do: gain 2 coins}\n", act=act)
    play(state, ["act"])
    assert ids(state) == ["act", "rest", "dance"]


def test_one_replacement_of_the_highest_rank_takes_the_place_of_an_event(tmp_path: Path) -> None:
    kinds = """
    mill: {replacements: [{of: "earn(me, number n)", do: gain n wood}]}
    loom: {replacements: [{of: "earn(me, number n)", rank: 2, where: n > 3, do: gain 100 wood}]}
    """
    act = (
        "move mill from box(charm) to house(me)\n"
        "move loom from box(charm) to house(me)\n"
        "call earn(2)\n"
        "call earn(4)\n"
        "call earn(1) for p2"
    )
    state = start(tmp_path, kinds, "", act=act)
    play(state, ["act"])
    assert (value(state, "coins(p1)"), value(state, "wood(p1)")) == (5, 102)
    assert (value(state, "coins(p2)"), value(state, "wood(p2)")) == (6, 0)


def test_a_replacement_that_causes_its_event_again_is_not_replaced_for_ever(tmp_path: Path) -> None:
    kinds = "mill: {replacements: [{of: 'earn(me, number n)', do: gain n * 2 coins}]}"
    state = start(tmp_path, kinds, "", act="move mill from box(charm) to house(me)\ncall earn(3)")
    assert value(play(state, ["act"]), "coins(me)") == 11


def test_a_lasting_rule_keeps_the_locals_of_the_moment(tmp_path: Path) -> None:
    act = """
    let n = coins(me)
    until end of turn:
      on earn(me): gain n wood
    set coins(me) to 100
    call earn(1)
    """
    state = start(tmp_path, "lamp: {}", "", act=act)
    assert value(play(state, ["act"]), "wood(me)") == 5


def test_a_lasting_rule_made_twice_counts_twice_and_ends_with_its_step(tmp_path: Path) -> None:
    act = """
    let n = coins(me)
    until end of turn:
      on earn(me): gain n wood
      modify price(me) plus n
      modify price(p2) plus 1000
    gain 1 coins
    """
    own = """\
  help: {do: call earn(1)}
  help_other: {do: call earn(1) for p2}
values: {"price(player p)": 0}
grants: [{action: help}, {action: help_other}]
"""
    state = start(tmp_path, "lamp: {}", own, act=act)
    play(state, ["act", "act"])
    assert value(state, "price(p1)") == 5 + 6
    play(state, ["help", "help_other"])
    assert (value(state, "wood(p1)"), value(state, "wood(p2)")) == (11, 0)
    play(state, ["rest"])
    assert (value(state, "price(p1)"), value(state, "price(p2)")) == (0, 0)
    play(state, ["help_other", "help"])
    assert (value(state, "wood(p1)"), value(state, "wood(p2)")) == (11, 0)


AUTOMATIC = """\
triggers:
  - {on: "gained coins(player p, number n)", do: set gains to gains * 10 + n}
  - {on: "lost coins(player p, number n)", do: set losses to losses * 10 + n}
  - {on: "entered house(player p, charm c)", do: set entered_at to p}
  - {on: "left bag(player p, charm c)", do: set left_at to p}
  - {on: began turn(player p), do: set begun to begun * 10 + p.index}
  - {on: ended turn(player p), do: set ended_by to ended_by * 10 + p.index}
counters:
  gains: {}
  losses: {}
  begun: {}
  ended_by: {}
  entered_at: {type: player}
  left_at: {type: player}
"""


def test_statements_cause_their_events(tmp_path: Path) -> None:
    act = """
    pay 1 coins
    gain 2 coins
    lose 3 coins for p2
    move lamp from box(charm) to bag(p2)
    move lamp from bag(p2) to house(me)
    """
    state = start(tmp_path, "lamp: {copies: 4}", AUTOMATIC, act=act)
    play(state, ["act"])
    assert (value(state, "gains"), value(state, "losses")) == (2, 13)
    assert (value(state, "entered_at"), value(state, "left_at")) == ("p1", "p2")


def test_steps_tell_that_they_begin_and_end(tmp_path: Path) -> None:
    state = start(tmp_path, "lamp: {}", AUTOMATIC)
    play(state, ["rest", "rest"])
    assert (value(state, "begun"), value(state, "ended_by")) == (121, 12)


def test_an_event_tells_how_much_was_really_gained_or_lost(tmp_path: Path) -> None:
    text = """\
counters:
  grain: {per: player, supply: 3}
  iron: {per: player, max: 2}
  heard: {}
triggers:
  - {on: "gained grain(player p, number n)", do: set heard to heard * 10 + n}
  - {on: "gained iron(player p, number n)", do: set heard to heard * 10 + n}
  - {on: "lost coins(player p, number n)", do: set heard to heard * 10 + n}
"""
    state = start(tmp_path, "lamp: {}", text, act="gain 9 grain\ngain 9 iron\nlose 9 coins")
    assert value(play(state, ["act"]), "heard") == 325


def test_a_counter_that_is_set_takes_from_its_supply_and_gives_back(tmp_path: Path) -> None:
    """How many there are over all holders stays as it is, what they have at the start included."""
    text = """\
counters:
  grain: {per: player, supply: 9, start: 2}
  iron: {per: player, supply: 9, start: 2, reset: turn}
"""

    def after(act: str) -> list[int]:
        state = start(tmp_path, "lamp: {}", text, act=act)
        play(state, ["act", "rest"])
        return [value(state, f"{name}({who})") for name in ("grain", "iron") for who in ("p1", "p2")]

    assert after("gain 9 grain for p2") == [2, 7, 2, 2]
    assert after("set grain(me) to 7\ngain 9 grain for p2") == [7, 2, 2, 2]
    assert after("set grain(me) to 0\ngain 9 grain for p2") == [0, 9, 2, 2]
    # The next turn begins with a new start: only then is there anything to gain again.
    assert after("gain 9 iron\ngain 1 iron for p2") == [2, 2, 2, 2]
    with pytest.raises(RuleFault, match="only 5 more"):
        after("set grain(me) to 8")


def test_each_piece_that_moves_with_others_causes_an_event(tmp_path: Path) -> None:
    text = "triggers: [{on: 'entered bag(me, charm c)', do: gain 1 wood}]\n"
    act = (
        "move 2 lamp from box(charm) to bag(me)\n"
        "move all from bag(me) to bag(p2)\n"
        "draw 3 from box(charm) to bag(me)"
    )
    state = start(tmp_path, "lamp: {copies: 5}", text, act=act)
    play(state, ["act"])
    assert (value(state, "wood(p1)"), value(state, "wood(p2)")) == (5, 2)


def test_a_trigger_that_asks_makes_the_effect_ask(tmp_path: Path) -> None:
    kinds = "lamp: {triggers: [{on: earn(me), do: 'may: gain 1 wood'}]}"
    state = start(
        tmp_path, kinds, "", act="move lamp from box(charm) to house(me)\ncall earn(1)\ngain 10 wood"
    )
    play(state, ["act"])
    assert ids(state) == ["yes", "no"]
    assert value(play(state, ["yes"]), "wood(me)") == 11


def test_a_trigger_of_an_action_hears_the_action_done_by_a_player(tmp_path: Path) -> None:
    text = "triggers:\n  - {on: act(me), do: gain 1 wood}\n  - {on: act(p2), do: gain 10 wood(p2)}\n"
    state = start(tmp_path, "lamp: {}", text)
    play(state, ["act", "rest", "act"])
    assert (value(state, "wood(p1)"), value(state, "wood(p2)")) == (1, 11)


def test_scoring_of_a_carrier_counts_for_its_owner_once_for_each_copy(tmp_path: Path) -> None:
    kinds = "lamp: {copies: 3, scoring: [{source: lamps, points: coins(me)}]}"
    act = "move 2 lamp from box(charm) to house(me)\nmove lamp from box(charm) to bag(p2)\nend game"
    state = start(tmp_path, kinds, "", act=act)
    play(state, ["act"])
    assert state.finished
    assert state.scores() == [10, 0]
    assert state.breakdown() == [{"seat": 1, "source": "lamps", "points": 10}]


def test_a_board_of_ones_own_may_be_active(tmp_path: Path) -> None:
    text = "boards: {yard: {shape: track, per: player, holds: charm, active: true, spaces: 3}}\n"
    kinds = "lamp: {copies: 3, triggers: [{on: earn(me), do: gain 1 wood}]}"
    act = (
        "move lamp from box(charm) to yard(p2, 1)\n"
        "call earn(1)\n"
        "call earn(1) for p2\n"
        "move on(yard(p2, 1)) to yard(me, 3)\n"
        "call earn(1)"
    )
    state = start(tmp_path, kinds, text, act=act)
    play(state, ["act"])
    assert (value(state, "wood(p1)"), value(state, "wood(p2)")) == (1, 1)


def test_a_piece_whose_state_changes_stays_in_force(tmp_path: Path) -> None:
    base = (
        TURNS
        + """\
zones: {house: {per: player, holds: charm, active: true}}
counters: {wood: {per: player}}
effects: {earn: gain 0 wood}
components:
  charm:
    states: {face: [up, down]}
    kinds: {lamp: {copies: 2, triggers: [{on: earn(me), do: gain 1 wood}]}}
"""
    )
    text = """\
actions:
  act:
    do: |
      move lamp from box(charm) to house(me)
      choose c in house(me) where c.face == up:
        set c.face to down
      call earn()
"""
    state = game_of(tmp_path, text, base=base).new(1)
    assert value(play(state, ["act"]), "wood(me)") == 1
    assert value(play(state, ["act"]), "wood(me)") == 3


def test_rules_follow_pieces_that_change_places_on_active_boards(tmp_path: Path) -> None:
    text = "boards: {yard: {shape: track, per: player, holds: charm, active: true, spaces: 3}}\n"
    kinds = "lamp: {copies: 3, triggers: [{on: earn(me), do: gain 1 wood}]}"
    act = (
        "move lamp from box(charm) to yard(me, 1)\n"
        "swap yard(me, 1) with yard(p2, 2)\n"
        "call earn(1)\n"
        "call earn(1) for p2"
    )
    state = start(tmp_path, kinds, text, act=act)
    play(state, ["act"])
    assert (value(state, "wood(p1)"), value(state, "wood(p2)")) == (0, 1)


def test_a_piece_hears_that_it_enters_itself(tmp_path: Path) -> None:
    kinds = "lamp: {copies: 2, triggers: [{on: 'entered house(me, charm c)', do: gain 1 wood}]}"
    state = start(tmp_path, kinds, "", act="move lamp from box(charm) to house(me)")
    assert [value(play(state, ["act"]), "wood(me)") for _ in range(2)] == [1, 3]


def test_points_and_payments_with_pieces_cause_events(tmp_path: Path) -> None:
    text = """\
triggers:
  - {on: "gained points(me, number n)", do: gain n wood}
  - {on: "left bag(me, charm c)", do: gain 10 wood}
  - {on: "entered market(charm c)", do: gain 100 wood(p1)}
effects: {sell: pay lamp from bag(me) to market}
"""
    state = start(
        tmp_path,
        "lamp: {copies: 2}",
        text,
        act="score 4 as fame\nmove lamp from box(charm) to bag(me)\ncall sell()",
    )
    assert value(play(state, ["act"]), "wood(me)") == 114


def test_what_is_claimed_and_not_given_is_no_gain(tmp_path: Path) -> None:
    text = """\
counters: {grain: {per: player, supply: 3}}
triggers: [{on: "gained grain(me, number n)", do: gain n wood}]
"""
    act = (
        "settle none:\n"
        "  for p in players: gain 2 grain for p\n"
        "settle in order:\n"
        "  for p in players: gain 2 grain for p"
    )
    state = start(tmp_path, "lamp: {}", text, act=act)
    play(state, ["act"])
    assert (value(state, "wood(p1)"), value(state, "wood(p2)")) == (2, 1)


def test_times_counts_since_a_step_began_for_each_player(tmp_path: Path) -> None:
    text = "values: {'often(player p)': 'times(earn, turn, p) * 10 + times(earn, round, p)'}\n"
    state = start(tmp_path, "lamp: {}", text, act="call earn(1)\ncall earn(1)\ncall earn(1) for p2")
    play(state, ["act"])
    assert (value(state, "often(p1)"), value(state, "often(p2)")) == (22, 11)
    play(state, ["rest"])
    assert (value(state, "often(p1)"), value(state, "often(p2)")) == (2, 1)
    play(state, ["rest"])
    assert (value(state, "often(p1)"), value(state, "often(p2)")) == (0, 0)


def test_a_counter_starts_again_when_its_step_begins(tmp_path: Path) -> None:
    text = "counters: {energy: {per: player, start: 3, reset: turn}}\n"
    state = start(tmp_path, "lamp: {}", text, act="lose 2 energy\nlose 1 energy for p2")
    assert (value(play(state, ["act"]), "energy(me)"), value(state, "energy(p2)")) == (1, 2)
    assert value(play(state, ["rest"]), "energy(p2)") == 3


def test_a_trigger_of_the_table_may_fire_under_a_condition_only(tmp_path: Path) -> None:
    text = "triggers: [{on: 'earn(player q, number n)', where: n > 1 and q != p2, do: gain n wood(q)}]\n"
    state = start(tmp_path, "lamp: {}", text, act="call earn(1)\ncall earn(3)\ncall earn(3) for p2")
    play(state, ["act"])
    assert (value(state, "wood(p1)"), value(state, "wood(p2)")) == (3, 0)


def test_what_happens_to_nobody_is_heard_in_seat_order(tmp_path: Path) -> None:
    """A round has no player: components and lasting rules of everybody hear its end."""
    kinds = "bell: {copies: 9, triggers: [{on: ended round, do: gain coins(p1) + coins(p2) wood}]}"
    act = """
    for p in players: move bell from box(charm) to house(p)
    gain 1 coins
    until end of round:
      on ended round: gain 10 coins for p2
    """
    state = start(tmp_path, kinds, "", act=act)
    play(state, ["act", "rest", "rest"])
    assert [value(state, word) for word in ("wood(p1)", "wood(p2)", "coins(p2)")] == [11, 21, 15]
