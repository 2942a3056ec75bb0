"""Layouts of cards: what an author writes, what is drawn, and what is said of slips."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.draw.cards import card_svg, first_called
from interpreter import Game, load, upgraded

DEEDS = """
id: deeds
title: Deeds
players: 2
enums: {suit: [farm, mine]}
components:
  deed:
    fields: {suit: suit, price: number, gain: number}
    draw:
      size: [63, 88]
      color: {farm: green, mine: "#8a6b4f"}
      icon: {ore: pick}
      face:
        band: {at: [0, 0, 63, 13], ground: suit}
        title: {at: [4, 2, 42, 9], text: "{title}", size: 5, bold: true, align: left}
        price: {at: [46, 2, 14, 9], text: "{price}:ore:", size: 7, align: right}
        text: {at: [5, 52, 53, 24], text: "{rules}"}
        gain: {at: [40, 77, 20, 9], text: "{gain}:star:", when: gain}
    kinds:
      - each: {triggers: [{on: began turn(me), do: gain 1 coins}]}
        kinds:
          mill: {title: Old mill, suit: farm, price: 2, gain: 3}
          pit: {title: Deep pit, suit: mine, price: 1, gain: 0}
  contract:
    fields: {suit: suit, gain: number}
    draw: {size: [63, 88], face: {like: deed, title: {}, name: {at: [4, 2, 42, 9], text: "{name}"}}}
    kinds: {lease: {suit: mine, gain: 1}}
zones:
  row: {holds: deed, active: true}
  contracts: {holds: contract}
counters:
  coins: {per: player}
flow:
  - {step: turn, players: players, do: gain 1 coins}
"""


def game_of(folder: Path, text: str = DEEDS) -> Game:
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(str(folder))
    assert loaded.game is not None, loaded.problems
    return loaded.game


def words_on(game: Game, component: str, kind: str, side: str = "face") -> list[str]:
    root = ElementTree.fromstring(
        card_svg(game, component, first_called(game.components[component], kind), side)
    )
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]


def test_a_layout_shows_values_signs_and_what_a_card_does(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    assert words_on(game, "deed", "mill") == [
        "Old mill",
        "2",
        "When turn begins for you:",
        "gain 1 coin.",
        "3",
    ]
    assert words_on(game, "deed", "pit")[-1] == "gain 1 coin.", "a gain of nothing is not shown"
    assert 'fill="#8a6b4f"' in card_svg(game, "deed", "pit")


def test_a_layout_like_another_has_its_areas_but_for_its_own(tmp_path: Path) -> None:
    assert words_on(game_of(tmp_path), "contract", "lease") == ["1", "lease"]


@pytest.mark.parametrize(
    ("before", "after", "message", "hint"),
    [
        ('"{gain}:star:"', '"{gian}:star:"', "'deed' has no field 'gian'", "did you mean 'gain'?"),
        ("ground: suit", "ground: sute", "'deed' has no field 'sute'", "did you mean 'suit'?"),
        ("when: gain", "when: {suit: fram}", "the field 'suit' cannot be 'fram'", "did you mean 'farm'?"),
        (
            "like: deed",
            "like: ded",
            "there is no component type 'ded' with a layout of its face",
            "did you mean 'deed'?",
        ),
        ("align: left", "align: lfet", "'align' cannot be 'lfet'", "did you mean 'left'?"),
    ],
)
def test_slips_in_a_layout_are_found(
    tmp_path: Path, before: str, after: str, message: str, hint: str
) -> None:
    (tmp_path / "ruleset.yaml").write_text(DEEDS.replace(before, after), encoding="utf-8")
    [problem] = load(str(tmp_path)).problems
    assert (problem.message, problem.hint) == (message, hint)
    line = DEEDS.replace(before, after).splitlines()[problem.position.line - 1]
    assert re.match(r"\W?(gian|sute|fram|ded|lfet)\b", line[problem.position.column - 1 :])


def test_fields_named_by_a_face_of_former_times_become_a_layout(tmp_path: Path) -> None:
    start, end = DEEDS.index("{size: [63, 88], face: {like"), DEEDS.index("\n    kinds: {lease")
    former = f"{DEEDS[:start]}{{face: [suit, gain]}}{DEEDS[end:]}"
    (tmp_path / "ruleset.yaml").write_text(former, encoding="utf-8")
    outcome = upgraded(tmp_path)
    [text] = outcome.after.values()
    assert "draw: {face: {suit: {field: suit}, gain: {field: gain}}}" in text
    assert not outcome.left
