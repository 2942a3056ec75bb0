"""Colours as `#rrggbb`: those that rulesets name, those of players, and which ink can be read on them."""

from __future__ import annotations

from functools import lru_cache

from cli.colours import SEATS, SOFT, hex_of, named_colour, seat_of

CREAM, INK = "#f7f1e1", "#23262b"
HIDDEN = "#8a8272"
TINTS = ("#c7d6c3", "#d8cdb4", "#c3d0de", "#dbc5c4", "#d0c7dc", "#c2d8d4", "#e2d4a4", "#cccccc", "#dfc0a5")
VALUES = ("#7da7c8", "#c98b6d", "#ddbd75", "#91b389", "#b294c2", "#8dbab3", "#d09aa5", "#a9b1bc")


def colour_in(name: str) -> str:
    """Return the colour that a word of a name calls, or nothing."""
    word = next((word for word in (name, *reversed(name.split("_"))) if word in SOFT), "")
    return hex_of(word or named_colour(name))


def seat_colour(owner: str) -> str:
    """Return the colour of a player by the id (`p1`); of anybody else grey."""
    seat = seat_of(owner)
    return seat.board if seat is not None else "#70747b"


def seat_styles() -> str:
    """Return the colours of seats as CSS.

    Within an element of the class `p1` or `s1`, `--me` is the colour of the words of seat 1, `--deep` that of
    a ground below white words.
    """
    light = "".join(f"--p{number}: {seat.light}; " for number, seat in enumerate(SEATS, 1))
    dark = "".join(f"--p{number}: {seat.dark}; " for number, seat in enumerate(SEATS, 1))
    classes = "".join(
        f".p{number}, .s{number} {{ --me: var(--p{number}); --deep: {seat.light}; }}\n"
        for number, seat in enumerate(SEATS, 1)
    )
    return f":root {{ {light}}}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark}}} }}\n{classes}"


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _light(colour: str) -> float:
    """Return the relative luminance, 0 to 1, as contrast is reckoned with."""
    linear = [
        part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4
        for part in (each / 255 for each in _parts(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache(1000)
def ink_on(ground: str) -> str:
    """Return the ink, dark or white, that reads better on a ground."""
    light = _light(ground) + 0.05
    return INK if light / (_light(INK) + 0.05) >= 1.05 / light else "#ffffff"


@lru_cache(1000)
def mixed(one: str, other: str, share: float) -> str:
    """Return a colour with a share (0 to 1) of another in it."""
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
