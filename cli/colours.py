"""Colours by name and as `#rrggbb`: those that rulesets name, those of players and of values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

# Given to values in their order, where nothing says a colour.
PALETTE = ("red", "blue", "green", "yellow", "magenta", "cyan", "bright_red", "bright_blue", "bright_green")
# The colours of the players, by seat.
SEATS = ("bright_red", "bright_blue", "bright_green", "bright_yellow", "bright_magenta", "bright_cyan")

# The names of terminals, whose own shades are too glaring for a board.
SOFT = {
    "black": "#33363c",
    "red": "#bf4a3c",
    "green": "#4d8c50",
    "yellow": "#dcb245",
    "blue": "#4274ad",
    "magenta": "#95548f",
    "cyan": "#3f9a98",
    "white": "#efeadb",
    "bright_black": "#7b7e85",
    "bright_red": "#d2503f",
    "bright_green": "#62a95c",
    "bright_yellow": "#ecca55",
    "bright_blue": "#578cc9",
    "bright_magenta": "#b06ba9",
    "bright_cyan": "#5cb2ae",
    "bright_white": "#fbf8f0",
    "brown": "#8b5e3c",
}


@lru_cache(1000)
def hex_of(colour: str, default: str = "") -> str:
    """Return a colour that a ruleset gives, by name or as #rrggbb; the default where it is none."""
    if re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        return colour.lower()
    if colour in SOFT:
        return SOFT[colour]
    from rich.color import Color, ColorParseError

    try:
        return Color.parse(colour).get_truecolor().hex if colour else default
    except ColorParseError:
        return default


@lru_cache(1000)
def named_colour(name: str) -> str:
    """Return the colour that a word of a name calls, such as that of `dark_red`; or nothing."""
    from rich.color import ANSI_COLOR_NAMES

    for word in (name, *reversed(name.split("_"))):
        for called in (word, f"{word}1", f"{word}2", f"{word}50"):
            if called in ANSI_COLOR_NAMES:
                return called
    return ""


def owner_colour(owner: str) -> str:
    """Return the colour of a player, by the id."""
    number = re.sub(r"\D", "", owner)
    return SEATS[(int(number) - 1) % len(SEATS)] if number else "white"


def value_colours(values: Sequence[str], given: Mapping[str, str]) -> dict[str, str]:
    """Return a colour for each value: as given, as it is called, or one of the palette that is still free."""
    found = {value: given.get(value) or named_colour(value) for value in values}
    free = [colour for colour in PALETTE if colour not in found.values()] or list(PALETTE)
    without = [value for value in values if not found[value]]
    found.update({value: free[number % len(free)] for number, value in enumerate(without)})
    return found
