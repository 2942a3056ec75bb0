"""Sets are in order, however they are made: what is not sorted was in order before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.small_rulesets import TURNS, game_of, value

BOARD = (
    TURNS
    + """\
boards:
  field: {shape: square, names: {letters: columns}, fields: {hue: number}, picture: "1 2 3 4\\n4 3 2 1"}
values:
  left(field x): ray(x, 4, field)
  right(field x): ray(x, 2, field)
  bright(number n): set(x for x in field where x.hue >= n)
  either(truth t): if t then left(field(d1)) else bright(3)
"""
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("set(x for x in field where x.hue > 2)", ["c1", "d1", "a2", "b2"]),
        ("set(x for x in left(field(d1)) where x.hue > 1)", ["b1", "c1"]),
        ("set(x for x in right(field(a1)) where x.hue > 2)", ["c1", "d1"]),
        ("set(x for x in either(true) where x.hue < 3)", ["a1", "b1"]),
        ("set(x for x in either(false) where x.hue < 4)", ["c1", "b2"]),
        ("set(x for x in bright(4))", ["d1", "a2"]),
        ("set(x for x in both(left(field(d1)), bright(2)))", ["b1", "c1"]),
        ("set(x for x in union(left(field(d1)), bright(4)))", ["a1", "b1", "c1", "d1", "a2"]),
        ("set(x for x in neighbours(field(b1)) where x.hue != 2)", ["a1", "c1", "b2"]),
        ("set(n for n in {3, 1, 2, 3} where n > 1)", [2, 3]),
        ("set(n for n in 2..5 where n mod 2 == 1)", [3, 5]),
        ("set(x.hue for x in field)", [1, 2, 3, 4]),
        ("size(set(x for x in left(field(d1)) where x.hue > 1))", 2),
        ("size(ray(field(d1), 4, bright(2)))", 2),
        ("size(ray(field(a1), 4, field))", 0),
    ],
)
def test_a_set_is_in_order(tmp_path: Path, text: str, found: object) -> None:
    state = game_of(tmp_path, "actions: {act: {do: end turn}}\n", base=BOARD).new(1)
    assert value(state, text) == found
