"""Tables: every key of their rows is a row, wherever it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.small_rulesets import TURNS, faults_of, game_of

BASE = "enums: {hue: [red, rule, title]}\ncounters: {coins: {per: player}}\n" + TURNS


def test_a_row_may_be_called_like_a_key_of_the_table(tmp_path: Path) -> None:
    rows = "{title: What it costs, red: 1, rows: {rule: 5, title: 7}}"
    act = "actions: {act: {do: gain cost(red) + cost(rule) * cost(title) coins}}"
    state = game_of(tmp_path, f"tables: {{cost: {rows}}}\n{act}\n", base=BASE).new(1)
    state.choose("act")
    assert state.view(0)["counters"]["coins"]["p1"] == 36


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("{title: Wrong, rows: {1: 5, rule: 7}}", "wrong-type"),
        ("{title: Wrong, red: 5, rows: {1: 7}}", "wrong-kind-of-name"),
        ("{title: Wrong, rows: {1: 5, 2: red}}", "wrong-type"),
    ],
)
def test_rows_of_another_type_are_faults(tmp_path: Path, rows: str, code: str) -> None:
    assert (code, 1) in faults_of(tmp_path, f"tables: {{cost: {rows}}}\n", base=BASE)
