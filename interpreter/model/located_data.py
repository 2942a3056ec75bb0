"""Small readings of located data.

In: a located value, or None. Out: a number, text, truth or list; else what stands for nothing given.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.model.about import About
from interpreter.model.declarations import Credits
from interpreter.reading.located_value import Located
from interpreter.reading.yaml_reader import MAX_NUMBER

# The keys of a table that are none of its rows.
TABLE_KEYS = ("title", "about", "rule", "source", "accept", "rows")
_MOST_DIGITS = len(str(MAX_NUMBER))


def rows_of(table: Located) -> list[tuple[Located, Located]]:
    """The rows of a table, each its key and its value: those beside its own keys, and those in `rows`.

    The rows of a list are counted from 1.
    """
    apart = table.get("rows")
    beside = [(table, key, value) for key, value in table.items() if key not in TABLE_KEYS]
    inside = [(apart, key, value) for key, value in apart.items()] if apart is not None else []
    listed = enumerate(apart.entries(), 1) if apart is not None else ()
    return [
        *((Located(of.key_position(key), key), value) for of, key, value in (*beside, *inside)),
        *((Located(value.position, str(number)), value) for number, value in listed),
    ]


def whole_of(placed: Located | None, default: int) -> int:
    """A whole number, or what it is if none is given."""
    if placed is None or not isinstance(placed.value, int) or isinstance(placed.value, bool):
        return default
    return placed.value


def is_whole(text: str) -> bool:
    """Whether a text is a whole number as YAML files have it, and no larger than one may be."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS and int(digits) <= MAX_NUMBER


def number_of(placed: Located | None) -> float | None:
    """A number, None if there is none."""
    value = None if placed is None else placed.value
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def text_of(placed: Located | None) -> str:
    """A text; empty where none is given."""
    return "" if placed is None or placed.value is None else str(placed.value)


def is_true(placed: Located | None) -> bool:
    """Whether `true` is given."""
    return placed is not None and placed.value is True


def word_of(placed: Located) -> str:
    """The value of an option as --set would have it."""
    return str(placed.value).lower() if isinstance(placed.value, bool) else str(placed.value)


def is_drawn(definition: Located) -> bool:
    """Whether people are told of a board, zone or counter where a position is drawn."""
    draw = definition.get("draw")
    return draw is None or draw.value is not False


# As which options are given in scenarios that do not set them: what is usually drawn has its first choice.
FIRST_CHOICE = "first choice"


def word_for_drawing(option: Located) -> str | None:
    """The word by which an option is drawn at set-up; None where it is not to be drawn."""
    said = option.get("random")
    if said is None or said.value is False:
        return None
    return "random" if said.value is True else str(said.value)


def entries_of(owner: Located, key: str) -> list[Located]:
    """The entries of the list under a key; none where there is no list."""
    found = owner.get(key)
    return found.entries() if found is not None else []


def plain_map(placed: Located | None) -> dict[str, object]:
    """A map as plain values."""
    plain = placed.plain() if placed is not None else None
    return dict(plain) if isinstance(plain, dict) else {}


def credits_of(said: Callable[[str], Located | None]) -> Credits:
    """Whose game it is; `said` gives what stands under a key of the head."""
    designers, year = said("designers"), said("year")
    return Credits(
        tuple(text_of(each) for each in designers.entries()) if designers is not None else (),
        text_of(said("publisher")),
        text_of(said("edition")),
        whole_of(year, 0) or None,
    )


def about_of(definition: Located) -> About:
    """What every declaration may say of itself: title, about, rules, source."""
    rule = definition.get("rule")
    rules: tuple[str, ...] = ()
    if rule is not None:
        rules = tuple(str(r.value) for r in rule.entries()) if rule.kind == "list" else (str(rule.value),)
    return About(
        definition.position,
        text_of(definition.get("title")),
        text_of(definition.get("about")),
        rules,
        text_of(definition.get("source")),
    )
