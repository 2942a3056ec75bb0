"""Rules of pieces in active places that are nobody's: they are the table's, and both engines agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import RuleFault, State, simulate
from tests.language.small_rulesets import TURNS, faults_of, game_of, play, value

BASE = """\
components:
  event: {kinds: {rain: {copies: 4, RULES}}}
zones:
  sky: {holds: event, active: true}
  own: {per: player, holds: event, active: OWNED}
counters:
  wet: {}
  damp: {per: player}
  seen: {}
values:
  rate: 1
  tax(player p): 1
effects:
  storm: gain 1 seen
"""
LASTING = 'triggers: [{on: began round, do: "until end of round:\\n  modify rate plus 1"}]'
ACT = "actions:\n  act:\n    do: |\n"
TO_SKY = "move 1 rain from box(event) to sky"


def base_of(rules: str, owned: str = "true") -> str:
    return BASE.replace("RULES", rules).replace("OWNED", owned)


def acted(folder: Path, rules: str, act: str) -> State:
    """The position after an action of player 1; in random games both engines come to the same."""
    text = ACT + "".join(f"      {line}\n" for line in act.split("\n"))
    game = game_of(folder, text, base=base_of(rules) + TURNS.replace("1..50", "1..3"))
    pytest.importorskip("wasmtime")
    found = [simulate(game, ["random", "random"], 5, 1, engine=engine) for engine in ("python", "wasm")]
    assert found[0].hashes == found[1].hashes
    return play(game.new(1), ["act"])


def test_a_trigger_without_me_runs_once_for_each_copy(tmp_path: Path) -> None:
    """It ran once for each player. What lies with a player runs besides."""
    rules = "triggers: [{on: 'storm(player p)', do: gain 1 wet}]"
    more = "move 1 rain from box(event) to sky\nmove 1 rain from box(event) to own(p2)"
    assert value(acted(tmp_path, rules, f"{TO_SKY}\ncall storm()"), "wet") == 1
    assert value(acted(tmp_path, rules, f"{TO_SKY}\n{more}\ncall storm()"), "wet") == 3


def test_a_trigger_with_me_runs_for_whoever_it_happens_to(tmp_path: Path) -> None:
    rules = "triggers: [{on: storm(me), do: gain 1 damp}]"
    state = acted(tmp_path, rules, f"{TO_SKY}\ncall storm()\ncall storm() for p2\ncall storm() for p2")
    assert (value(state, "damp(p1)"), value(state, "damp(p2)")) == (1, 2)


def test_a_modifier_without_me_counts_once_for_each_copy(tmp_path: Path) -> None:
    rules = "modifiers: [{value: rate, plus: 1}]"
    more = "move 1 rain from box(event) to sky\nmove 1 rain from box(event) to own(p2)"
    assert value(acted(tmp_path, rules, f"{TO_SKY}\nset wet to rate"), "wet") == 2
    assert value(acted(tmp_path, rules, f"{TO_SKY}\n{more}\nset wet to rate"), "wet") == 4


def test_a_modifier_with_me_counts_for_everybody(tmp_path: Path) -> None:
    rules = "modifiers: [{value: tax(me), plus: me.index}]"
    state = acted(tmp_path, rules, f"{TO_SKY}\nset damp(p1) to tax(p1)\nset damp(p2) to tax(p2)")
    assert (value(state, "damp(p1)"), value(state, "damp(p2)")) == (2, 3)


def test_what_a_common_piece_replaces_is_done_by_somebody(tmp_path: Path) -> None:
    rules = "replacements: [{of: 'storm(player p)', do: gain 2 damp}]"
    state = acted(tmp_path, rules, f"{TO_SKY}\ncall storm() for p2")
    assert (value(state, "damp(p1)"), value(state, "damp(p2)"), value(state, "seen")) == (0, 2, 0)


@pytest.mark.parametrize(
    "rules",
    [
        "triggers: [{on: 'storm(player p)', do: gain 1 damp}]",
        "triggers: [{on: 'storm(player p)', where: damp(me) > 3, do: gain 1 wet}]",
        "modifiers: [{value: rate, plus: damp(me)}]",
        LASTING.replace("began round", "'storm(player p)'"),
    ],
)
def test_me_is_a_fault_where_a_piece_that_may_be_somebodys_lies_for_all(tmp_path: Path, rules: str) -> None:
    """With a player it means them."""
    owned = TO_SKY.replace("sky", "own(p2)")
    state = acted(tmp_path, rules, f"{owned}\ncall storm()\nset wet to rate")
    assert value(state, "damp(p2)") + value(state, "wet") > 0
    with pytest.raises(RuleFault, match="'rain' says `me`"):
        acted(tmp_path, rules, f"{TO_SKY}\ncall storm()\nset wet to rate")


@pytest.mark.parametrize(
    ("rules", "owned", "problems"),
    [
        ("triggers: [{on: 'storm(player p)', do: gain 1 damp}]", "false", ["no-me"]),
        ("triggers: [{on: 'storm(player p)', do: gain 1 damp}]", "true", []),
        ("triggers: [{on: 'storm(player p)', where: damp(me) > 1, do: gain 1 wet}]", "false", ["no-me"]),
        (LASTING, "false", ["no-me"]),
        ("triggers: [{on: 'storm(player p)', once: turn, do: gain 1 wet}]", "false", ["no-me"]),
        ("modifiers: [{value: 'tax(player p)', plus: damp(me)}]", "false", ["no-me"]),
        ("triggers: [{on: 'storm(player p)', do: gain 1 damp for p}]", "true", []),
        ("triggers: [{on: storm(me), once: turn, do: gain 1 damp}]", "true", []),
        ("grants: [{action: act, where: damp(me) == 0}]", "true", []),
    ],
)
def test_me_is_refused_where_nobody_is_meant(
    tmp_path: Path, rules: str, owned: str, problems: list[str]
) -> None:
    base = base_of(rules, owned) + TURNS
    found = faults_of(tmp_path, ACT + f"      {TO_SKY}\n      gain rate + tax(me) wet\n", base=base)
    assert [code for code, _ in found if code not in ("unused", "no-scoring")] == problems


def test_a_step_that_is_nobodys_begins_for_no_me(tmp_path: Path) -> None:
    rules = "triggers: [{on: began round(me), do: gain 1 wet}, {on: ended turn(me), do: gain 1 wet}]"
    text = ACT + f"      {TO_SKY}\n      gain rate + tax(me) wet\n"
    found = faults_of(tmp_path, text, base=base_of(rules) + TURNS)
    assert [code for code, _ in found if code not in ("unused", "no-scoring")] == ["no-me"]


def test_this_has_no_states_and_no_owner(tmp_path: Path) -> None:
    """It was always the first player's, in its start state."""
    text = """\
components:
  card:
    per: player
    states: {face: [up, down]}
    kinds: {ace: {triggers: [{on: began turn(me), where: this.face == up, do: gain 1 wet(this.owner)}]}}
zones: {own: {per: player, holds: card, active: true}}
counters: {wet: {per: player}}
flow: [{step: turn, players: players, do: gain 1 wet}]
"""
    assert [code for code, _ in faults_of(tmp_path, text, base="") if code == "type"] == ["type", "type"]
