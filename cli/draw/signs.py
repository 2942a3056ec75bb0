"""Signs of things, found by a word of their name; our own, on a ground of 24 by 24."""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cli.draw.svg import element, number

if TYPE_CHECKING:
    from interpreter import Component

# A sign in a text.
SIGN_IN_TEXT = re.compile(r":([a-z]\w*):")


@cache
def sign_table() -> dict[str, dict[str, str]]:
    """Return all signs by name: the `path`, the `words` that have it, and its own `ink` on light ground."""
    table: dict[str, dict[str, str]] = json.loads(
        Path(__file__).with_name("signs.json").read_text(encoding="utf-8")
    )
    return table


@cache
def _signs() -> dict[str, dict[str, str]]:
    """The sign that each word has."""
    return {word: sign for sign in sign_table().values() for word in sign["words"].split()}


@lru_cache(1000)
def sign_for(name: str) -> str:
    """Return the path of the sign that a word of a name has; the last word first; empty if none has."""
    return _sign(name).get("path", "")


def sign_ink(name: str) -> str:
    """Return the colour that a sign has by itself on light ground, as red suits do; empty: it has none."""
    return _sign(name).get("ink", "")


def _sign(name: str) -> dict[str, str]:
    words = re.findall(r"[a-z]+", name.lower())
    forms = [form for word in reversed(words) for form in (word, word.removesuffix("s"))]
    return next((_signs()[form] for form in forms if form in _signs()), {})


def sign_named(icon: str) -> str:
    """Return the path of an icon of a ruleset: a sign's by its name, or itself; empty if it is neither.

    Of a text with signs between colons it is the first of these.
    """
    if found := SIGN_IN_TEXT.search(icon):
        return sign_for(found[1])
    return icon if icon[:1] in ("M", "m") and not icon.isalpha() else sign_for(icon)


def common_sign(made: Component) -> str:
    """Return the path of the sign of those kinds of a type that have none of their own; it may be empty."""
    said = made.draw.get("icon")
    return sign_named(said) if isinstance(said, str) else ""


def sign_at(path: str, x: float, y: float, size: float, fill: str) -> str:
    """Return a sign with its middle at a spot."""
    return element("path", d=path, transform=sign_place(x, y, size), fill=fill, fill_rule="evenodd")


def sign_place(x: float, y: float, size: float) -> str:
    """Return the transform that puts the middle of a sign at a spot and makes it so large."""
    return f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({size / 24:.3f})"
