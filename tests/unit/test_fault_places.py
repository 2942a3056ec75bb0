"""A rule that goes wrong in play is told where its text stands, also a text that an overlay has put there."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import RuleFault, load

BASE = """\
id: base
title: Base
players: 1
components:
  card:
    kinds: {ace: {effect: gain 1 coins}}
zones: {hand: {per: player, holds: card, active: true}}
counters: {coins: {per: player}, zero: {}}
values: {worth: 1}
effects:
  earn: gain 1 coins
actions:
  take:
    do: gain 1 coins
triggers:
  - {on: gained zero, do: set zero to 0}
flow:
  - step: turn
    players: players
    do: |
      move ace from box(card) to hand(me)
      %s
  - step: last
    do: set zero to 0
  - step: spare
    when: zero == 0
    do: set zero to 0
"""
WRONG = "1 / zero"
# What an overlay changes, with one fault at a line of its own; and what the base does to run into it.
CHANGES = {
    "effect": ("effects: {earn: {do: gain %s coins}}", "call earn()"),
    "action": ("actions: {take: {do: gain %s coins}}", "call take()"),
    "guarded effect": ("effects: {earn: {do: require %s > 0}}", "call earn()"),
    "kind": ("kinds: {ace: {effect: gain %s coins}}", "do effect of ace"),
    "value": ("values: {worth: %s}", "gain worth coins"),
    "step": ("steps: {last: {do: gain %s coins(p1)}}", "gain 1 coins"),
    "when": ("steps: {spare: {when: 1 == %s}}", "gain 1 coins"),
    "players": ("steps: {turn: {players: set(p for p in players where %s > 0)}}", "gain 1 coins"),
}


@pytest.mark.parametrize(("change", "doing"), CHANGES.values(), ids=CHANGES)
def test_a_changed_text_is_told_of_in_the_overlay(change: str, doing: str, tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(BASE % doing, encoding="utf-8")
    overlay = tmp_path / "expansions" / "other" / "overlay.yaml"
    overlay.parent.mkdir(parents=True)
    head = "id: other\ntitle: Other\nbase: base\n" + "#\n" * 40
    # `change` sets a key anew; an effect that is a bare text is replaced whole.
    word = "replace" if change.startswith(("effects", "values")) else "change"
    overlay.write_text(f"{head}{word}:\n  {change % WRONG}\n", encoding="utf-8")
    loaded = load(tmp_path, overlays=["other"])
    assert loaded.game is not None, loaded.problems
    with pytest.raises(RuleFault) as fault:
        loaded.game.new(1)
    assert fault.value.position is not None
    assert (Path(fault.value.position.file).name, fault.value.position.line) == ("overlay.yaml", 45)


def test_behind_misspelt_keys_names_and_types_are_told_of_in_the_same_run(tmp_path: Path) -> None:
    """Keys whose meaning is plain hide nothing of what else is wrong, not even inside them."""
    text = (BASE % "gain coin coins").replace("counters:", "countrs:").replace("when: zero", "wen: zro")
    text = text.replace("kinds: {ace: {effect:", "kinds: {ace: {efect:").replace(
        "worth: 1", "worth: zero + ace"
    )
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = [(problem.code, problem.position.line) for problem in load(tmp_path).problems]
    lines = text.splitlines()
    expected = {
        "efect": "unknown-key", "countrs": "unknown-key", "zero + ace": "type", "gain coin": "unknown-name",
        "wen": "unknown-key", "zro": "unknown-name",
    }  # fmt: skip
    places = {
        (code, next(number for number, line in enumerate(lines, 1) if word in line))
        for word, code in expected.items()
    }
    assert set(found) == places


def test_a_key_whose_meaning_is_not_plain_keeps_the_rest_unread(tmp_path: Path) -> None:
    """Else its lack would be told again and again."""
    text = (BASE % "gain coin coins").replace("counters:", "purses:")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert [problem.code for problem in load(tmp_path).problems] == ["unknown-key"]


def test_a_type_of_space_that_holds_and_a_default_are_told_at_their_own_line(tmp_path: Path) -> None:
    """Not where the first piece is laid, nor where the option begins."""
    more = """\
boards:
  land:
    shape: hex
    corners: post
    holds:
      psot: card
    fields: {ground: hue}
    legend: {ground: {R: red}}
    picture: {ground: R}
enums: {hue: [red, blue]}
options:
  hues:
    type: set of hue
    default: redd
"""
    text = BASE % "gain 1 coins" + more
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    told = {problem.position.line for problem in load(tmp_path).problems}
    lines = text.splitlines()
    assert {number for number, line in enumerate(lines, 1) if "psot" in line or "redd" in line} <= told
