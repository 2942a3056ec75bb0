"""Colours by name and as `#rrggbb`: those that rulesets name, those of players and of values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

# Given to values in their order, where nothing says a colour.
PALETTE = ("red", "blue", "green", "yellow", "magenta", "cyan", "bright_red", "bright_blue", "bright_green")


@dataclass(frozen=True, slots=True)
class Seat:
    """How one seat looks, everywhere.

    terminal: its colour there, by name; board: on boards; light, dark: as words on a light and a dark page;
    sign: a shape that is this seat's where there are no colours, as a path of SVG on a ground of 24 by 24.
    """

    terminal: str
    board: str
    light: str
    dark: str
    sign: str


SEATS = (
    Seat("bright_red", "#c33b2c", "#b8352a", "#ff9287", "M12 2A10 10 0 1 0 12 22 10 10 0 1 0 12 2Z"),
    Seat("bright_blue", "#2c68b0", "#2661a8", "#85b7f2", "M3 3H21V21H3Z"),
    Seat("bright_green", "#2f7a3b", "#27713a", "#82cc92", "M12 2 23 21H1Z"),
    Seat("bright_yellow", "#b88a12", "#8a6508", "#e6bd54", "M12 0 24 12 12 24 0 12Z"),
    Seat("bright_magenta", "#86458f", "#86458f", "#d9a0e2", "M8 2H16V8H22V16H16V22H8V16H2V8H8Z"),
    Seat("bright_cyan", "#257f80", "#1f7374", "#7fd0d0", "M2 2 12 8 22 2 16 12 22 22 12 16 2 22 8 12Z"),
)

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


def seat_of(owner: str) -> Seat | None:
    """Return how a player looks, by the id (`p1`); of anybody else nothing."""
    number = re.sub(r"\D", "", owner)
    return SEATS[(int(number) - 1) % len(SEATS)] if number else None


def owner_colour(owner: str) -> str:
    """Return the colour of a player at the terminal, by the id."""
    seat = seat_of(owner)
    return seat.terminal if seat is not None else "white"


def value_colours(values: Sequence[str], given: Mapping[str, str]) -> dict[str, str]:
    """Return a colour for each value: as given, as it is called, or one of the palette that is still free."""
    found = {value: given.get(value) or named_colour(value) for value in values}
    free = [colour for colour in PALETTE if colour not in found.values()] or list(PALETTE)
    without = [value for value in values if not found[value]]
    found.update({value: free[number % len(free)] for number, value in enumerate(without)})
    return found
