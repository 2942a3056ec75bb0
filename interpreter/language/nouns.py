"""Nouns of titles: of one, of several, and their article."""

from __future__ import annotations

import re
from collections.abc import Mapping

# Words that are the same of one and of several.
_ENDING_ALIKE = ("series",)
_IRREGULAR = {"die": "dice", "man": "men"}
# What ends the noun of a title: the rest only says which is meant: `cards in hand`, `turns taken`.
_LOCATED = re.compile(
    r"( (?:(?:in|on|of|to|at|for|from|that|which|left|elsewhere|said|taken|won|made|kept|[a-z]{3,}ed)"
    r"(?: |$)|\())"
)
# `use` and `one` begin with consonants, as they are said.
_AN = re.compile(r"(?!eu|uni|us|one)[aeiou]", re.IGNORECASE)


def singular(noun: str) -> str:
    """A title in the plural as it is said of one: `card in hand` for `cards in hand`; any other as it is."""
    head, place, rest = _LOCATED.split(noun, maxsplit=1) if _LOCATED.search(noun) else (noun, "", "")
    if place:
        return f"{singular(head)}{place}{rest}"
    if irregular := _irregular(noun, {more: one for one, more in _IRREGULAR.items()}):
        return irregular
    plural = re.fullmatch(r"(.*[a-z])(ies|[^sui]s)", noun)
    if plural is None or noun.endswith(_ENDING_ALIKE):
        return noun
    return plural[1] + ("y" if plural[2] == "ies" else plural[2][:-1])


def several(noun: str) -> str:
    """A title as it is said of more than one: `cards` for `card`; one in the plural as it is."""
    head, place, rest = _LOCATED.split(noun, maxsplit=1) if _LOCATED.search(noun) else (noun, "", "")
    if place:
        return f"{several(head)}{place}{rest}"
    if singular(noun) != noun or noun.endswith(_ENDING_ALIKE):
        return noun
    if irregular := _irregular(noun, _IRREGULAR):
        return irregular
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}{'es' if re.search(r'(s|x|z|ch|sh)$', noun) else 's'}"


def _irregular(noun: str, forms: Mapping[str, str]) -> str:
    """A title with the other form of its last word; empty where that is a regular one."""
    first, space, last = noun.rpartition(" ")
    return f"{first}{space}{forms[last]}" if last in forms else ""


def is_plural(noun: str) -> bool:
    """Whether a title is one of several: `cards in hand`, `dice`."""
    return singular(noun) != noun


def article(thing: str) -> str:
    """Return the article of a thing; of several, or of one with a number in its name, there is none."""
    if not thing or re.search(r"\d|, | and ", thing):
        return ""
    return "an " if _AN.match(thing) else "a "
