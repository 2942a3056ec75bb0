"""Colours by name: those that rulesets name, those of players, and those of values that have none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

# Given to values in their order, where nothing says a colour.
PALETTE = ("red", "blue", "green", "yellow", "magenta", "cyan", "bright_red", "bright_blue", "bright_green")
# The colours of the players, by seat.
SEATS = ("bright_red", "bright_blue", "bright_green", "bright_yellow", "bright_magenta", "bright_cyan")


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
