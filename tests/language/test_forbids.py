"""What rules forbid: an action, an effect, or an option of one, for whom and as long as they are in force."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import State, load, why_not
from tests.language.small_rulesets import faults_of, game_of, ids, play, value

# Each holds two aces and a king, and puts cards down for coins; player 2's rope lies where it works.
BASE = """\
flow:
  - step: deal
    do: |
      for p in players: move 2 ace from box(card) to hand(p)
      for p in players: move 1 king from box(card) to hand(p)
      move 1 rope from box(card) to yard(p2)
  - step: round
    for: number in 1..3
    steps:
      - {step: turn, players: players, actions: [act, wait, rest]}
zones:
  hand: {per: player, holds: card}
  yard: {per: player, holds: card, active: true}
counters: {coins: {per: player}, wind: {}}
components:
  card:
    kinds:
      ace: {copies: 4}
      king: {copies: 2}
      rope:
        title: The rope
        forbids: [{of: act(me), option: card c, where: c == king, because: the rope holds every king}]
"""
OWN = """\
actions:
  wait: {do: gain 1 wind}
  rest: {do: end turn}
  act:
    do: |
      choose c in hand(me)
      pay c
      one of:
        shout: call earn(2)
        wink: call earn(1)
effects:
  earn(number n): gain n coins
"""


def start(folder: Path, forbids: str = "") -> State:
    return game_of(folder, f"{OWN}{forbids}", base=BASE).new(1)


def test_an_action_is_not_offered_where_the_rule_holds(tmp_path: Path) -> None:
    """The condition reads the names that the pattern binds, and is looked at anew each time."""
    state = start(
        tmp_path, "forbids: [{of: act(player q), where: q == p1 and wind > 0, because: it is windy}]\n"
    )
    assert ids(state) == ["act", "wait", "rest"]
    assert ids(play(state, ["wait"])) == ["wait", "rest"]
    assert ids(play(state, ["rest"])) == ["act", "wait", "rest"]


def test_a_component_forbids_an_option_to_its_owner(tmp_path: Path) -> None:
    """Player 1 may put a king down, player 2 may not, until the rope is gone."""
    state = play(start(tmp_path), ["act"])
    assert ids(state) == ["c=ace", "c=king"]
    play(state, ["c=ace", "wink", "rest", "act"])
    assert (state.seat, ids(state)) == (1, ["shout", "wink"]), "of equal cards one is offered, and it alone"


def test_a_branch_and_several_actions_are_forbidden_at_once(tmp_path: Path) -> None:
    """A list of patterns; a branch goes by its name."""
    state = play(start(tmp_path, "forbids: [{of: act, option: shout, because: it is night}]\n"), ["act"])
    assert ids(play(state, ["c=ace"])) == ["act", "wait", "rest"], "the branch that is left is taken"
    assert value(state, "coins(p1)") == 1
    text = "forbids: [{of: [act(me), wait(me)], where: me == p1, because: it is night}]\n"
    assert start(tmp_path, text).seat == 1, "there is nothing but to rest"


def test_an_effect_that_is_forbidden_is_skipped(tmp_path: Path) -> None:
    """As one whose condition fails; with arguments, for some only."""
    text = 'forbids: [{of: "earn(me, number n)", where: n > 1, because: nobody earns so much}]\n'
    state = play(start(tmp_path, text), ["act", "c=ace", "shout"])
    assert value(state, "coins(p1)") == 0
    assert value(play(state, ["act", "c=ace", "wink"]), "coins(p1)") == 1


def test_why_says_so_in_the_words_of_the_rule(tmp_path: Path) -> None:
    """With the component that it comes from, and no word of how it is done."""
    state = play(start(tmp_path), ["rest", "wait"])
    reason = why_not(state, "c=king")
    assert reason is not None
    assert reason.sentence == "king is not offered: it is forbidden: the rope holds every king"
    assert [cause.text for cause in reason.causes] == ["The rope of Player 2"]
    assert "Forbids" not in str(reason)
    lines = (tmp_path / "ruleset.yaml").read_text(encoding="utf-8").splitlines()
    assert "because: the rope holds every king" in lines[reason.position.line - 1]


def test_an_overlay_brings_what_it_forbids(tmp_path: Path) -> None:
    """It is added as other rules are."""
    game_of(tmp_path, OWN, base=BASE)
    storm = tmp_path / "expansions" / "storm"
    storm.mkdir(parents=True)
    (storm / "overlay.yaml").write_text(
        "id: storm\ntitle: Storm\nbase: small\nadd: {forbids: [{of: act(me), because: it is stormy}]}\n"
    )
    game = load(tmp_path, overlays=["storm"], players=2).game
    assert game is not None
    assert ids(game.new(1)) == ["wait", "rest"]
    assert [thing.name for thing in game.things if thing.section == "values"] == []


@pytest.mark.parametrize(
    ("forbids", "code"),
    [
        ("of: akt(me)", "unknown-name"),
        ("of: act(me), option: card d", "unknown-name"),
        ("of: act(me), option: whisper", "unknown-name"),
        ("of: act(me), option: number c", "type"),
        ("of: act(me), option: card c, where: d == king", "unknown-name"),
        ("of: 'act(me, number n)'", "arguments"),
        ("of: gained coins(me)", "wrong-kind-of-name"),
        ("of: act(me), where: wind", "type"),
        ("of: act(me), option: crad c", "unknown-name"),
    ],
)
def test_what_cannot_be_forbidden_is_one_fault_at_its_line(tmp_path: Path, forbids: str, code: str) -> None:
    """The fault is in the rule that forbids, not in the action."""
    line = OWN.count("\n") + 2
    text = f"{OWN}forbids:\n  - {{{forbids}, because: it is so}}\n"
    assert faults_of(tmp_path, text, base=BASE) == [(code, line)]
