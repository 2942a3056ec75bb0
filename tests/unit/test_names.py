"""What lines of the log name, with its picture: longest names first, and nothing lost of the line."""

from __future__ import annotations

import re
from html import unescape

import pytest

from cli.table.names import name_styles, with_names
from interpreter import load
from tests.playing import ROOT


@pytest.mark.parametrize(
    ("game", "line", "named"),
    [
        ("catan", "Player 1 gets 2 wool to begin with (V32).", ["kinds/wool", ""]),
        ("burgundy", "It gets 3 cows, 1 worker & a bank.", ["kinds/cow3", "counters/workers", "kinds/bank"]),
        ("praga", "It gets 2 gold and 2 gold windows.", ["counters/gold", "kinds/gold_window"]),
    ],
)
def test_names_in_a_line(game: str, line: str, named: list[str]) -> None:
    """So many of what has a name are that; corners are ringed on the board; styles have a picture of each."""
    made = load(ROOT / "rulesets" / game).game
    assert made is not None
    markup = str(with_names(made, line))
    assert re.findall(r'<i (?:data-look="([^"]*)"|title)', markup) == named
    assert unescape(re.sub(r"<[^>]*>", "", markup)) == line.replace("(V32)", "the ringed place")
    pictures = name_styles(made)
    assert all(f'[data-look="{each}"]' in pictures for each in named if "/" in each)
