"""Rules that are in force for others than the owner of a piece; effects that replacements fall back on."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import State, load
from tests.language.small_rulesets import faults_of, game_of, ids, play, value

CHARMS = """\
components:
  charm:
    kinds:
      amulet:
        triggers: [{on: earn(me), do: gain 10 coins}]
        scoring: [{source: charms, points: 3 + coins(me)}]
      ring:
        replacements:
          - of: "earn(me, number n)"
            do: |
              one of:
                double: gain 2 * n coins
                usual: call original(n)
zones:
  house: {per: player, holds: charm, active: true}
  mirror: {per: player, holds: charm, active: true, copies: true}
counters: {coins: {per: player}}
effects:
  earn(number n): gain n coins
flow:
  - step: round
    for: number in 1..9
    steps: [{step: turn, players: players, actions: [act, look, forget, rest]}]
actions:
  rest: {do: end turn}
  look: {do: fill mirror(me) with house(p2)}
  forget: {do: fill mirror(me) with set(c for c in charm where false)}
"""
EARN = "actions: {act: {do: call earn(1)}}\n"


def start(folder: Path, given: str, more: str = "") -> State:
    text = EARN + f"triggers: [{{on: began round, do: '{given}'}}]\n" + more
    return game_of(folder, text, base=CHARMS).new(1)


def test_rules_of_copies_are_in_force_until_the_copies_are_gone(tmp_path: Path) -> None:
    state = start(tmp_path, "if number == 1: move amulet from box(charm) to house(p2)")
    play(state, ["act", "look", "act"])
    assert value(state, "coins(me)") == 1 + 11
    assert value(state, "size(house(p2))") == 1
    play(state, ["forget", "act"])
    assert value(state, "coins(me)") == 13


def test_a_copy_and_the_piece_itself_both_count_and_score(tmp_path: Path) -> None:
    given = "if number == 1: move amulet from box(charm) to house(p2)"
    state = start(tmp_path, given)
    play(state, ["look", "rest", "look", "act"])
    assert value(state, "coins(p2)") == 21
    assert [state.preview(seat) for seat in (0, 1)] == [3, 2 * (3 + 21)]
    play(state, ["forget", "act"])
    assert value(state, "coins(p2)") == 32


def test_nothing_but_fill_changes_a_zone_of_copies(tmp_path: Path) -> None:
    text = "actions: {act: {do: move amulet from box(charm) to mirror(me)}}"
    assert faults_of(tmp_path, text, base=CHARMS) == [("type", 1)]


@pytest.mark.parametrize(("choice", "coins"), [("double", 2), ("usual", 1)])
def test_a_replacement_may_do_what_it_stands_for(tmp_path: Path, choice: str, coins: int) -> None:
    state = start(tmp_path, "if number == 1: move ring from box(charm) to house(p1)")
    play(state, ["act", choice])
    assert value(state, "coins(me)") == coins


def test_only_a_replacement_has_an_original(tmp_path: Path) -> None:
    assert faults_of(tmp_path, "actions: {act: {do: call original(1)}}", base=CHARMS) == [("unknown-name", 1)]


def test_scoring_lines_of_pieces_may_count_at_once_and_not_at_the_end(tmp_path: Path) -> None:
    more = "scoring: {pieces: false}\nvalues: {now: 'final_points(amulet, p1)'}\n"
    state = start(tmp_path, "if number == 1: move amulet from box(charm) to house(p1)", more)
    play(state, ["act"])
    assert value(state, "now") == 3 + 11
    assert state.preview(0) == 0


TEAMS = """\
teams: {size: 2}
components: {charm: {kinds: {amulet: {triggers: [{on: earn(me), do: gain 10 coins}]}}}}
boards: {hall: {shape: track, per: team, holds: charm, active: true, spaces: 2}}
counters: {coins: {per: player}}
effects: {earn: gain 1 coins}
flow: [{step: turn, players: players, actions: [act, lay, take]}]
actions:
  act: {do: "call earn()\\nend turn"}
  lay: {do: "require amulet in box(charm)\\nmove amulet from box(charm) to hall(me, 1)"}
  take: {do: "require occupied(hall(me, 1))\\nmove on(hall(me, 1)) from hall(me, 1) to box(charm)"}
"""


def test_rules_on_a_teams_board_are_in_force_for_each_of_its_members(tmp_path: Path) -> None:
    state = game_of(tmp_path, "", base=TEAMS, players=4).new(1)
    play(state, ["lay", "act", "act"])  # the others have no choice
    assert [value(state, f"coins(p{seat})") for seat in (1, 2, 3, 4)] == [11, 1, 11, 1]


def test_an_overlay_may_say_that_players_form_teams(tmp_path: Path) -> None:
    folder = tmp_path / "expansions" / "pairs"
    folder.mkdir(parents=True)
    (folder / "overlay.yaml").write_text(
        "id: pairs\ntitle: Pairs\nbase: small\nplayers: 4\nteams: {size: 2}\n", encoding="utf-8"
    )
    game_of(tmp_path, EARN, base=CHARMS)
    found = load(tmp_path, players=4, overlays=["pairs"])
    assert found.game is not None, found.problems
    assert value(found.game.new(1), "mates(p1)") == ["p1", "p3"]
    assert "act" in ids(found.game.new(1))


def test_a_list_of_which_nothing_is_said_is_empty(tmp_path: Path) -> None:
    base = CHARMS.replace("  charm:\n", "  charm:\n    fields: {friends: list of charm?}\n", 1)
    state = game_of(tmp_path, EARN, base=base).new(1)
    assert value(state, "size(amulet.friends)") == 0
