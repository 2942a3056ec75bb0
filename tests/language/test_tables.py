"""Tables: every key of their rows is a row, wherever it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.small_rulesets import TURNS, faults_of, game_of, value

BASE = "enums: {hue: [red, rule, title]}\ncounters: {coins: {per: player}}\n" + TURNS


def test_a_row_may_be_called_like_a_key_of_the_table(tmp_path: Path) -> None:
    rows = "{title: What it costs, red: 1, rows: {rule: 5, title: 7}}"
    act = "actions: {act: {do: gain cost(red) + cost(rule) * cost(title) coins}}"
    state = game_of(tmp_path, f"tables: {{cost: {rows}}}\n{act}\n", base=BASE).new(1)
    state.choose("act")
    assert state.view(0)["counters"]["coins"]["p1"] == 36


def test_the_rows_of_a_list_are_counted_from_1(tmp_path: Path) -> None:
    text = "tables: {cost: {rows: [5, 3, 2]}, shade: {rows: [red, title]}}\n"
    state = game_of(tmp_path, text + "actions: {act: {do: end turn}}\n", base=BASE).new(1)
    found = {"cost(1)": 5, "cost(3)": 2, "shade(2) == title": True}
    assert {each: value(state, each) for each in found} == found


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("{title: Wrong, rows: {1: 5, rule: 7}}", "wrong-type"),
        ("{title: Wrong, red: 5, rows: {1: 7}}", "wrong-kind-of-name"),
        ("{title: Wrong, rows: {1: 5, 2: red}}", "wrong-type"),
        ("{title: Wrong, rows: [5, red]}", "wrong-type"),
        ("{title: Wrong, rows: []}", "board"),
    ],
)
def test_rows_of_another_type_are_faults(tmp_path: Path, rows: str, code: str) -> None:
    assert (code, 1) in faults_of(tmp_path, f"tables: {{cost: {rows}}}\n", base=BASE)
