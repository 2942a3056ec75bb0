"""The layouts of the sides of pieces as they are written: areas by name, some of them those of another type.

In: the components of a ruleset, merged. Out: located areas; what is wrong with them is found elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.reading.located_value import Located

SIDES = ("face", "back")
# The key of a side whose areas are those of another type.
LIKE = "like"
# The area of a face that no layout is written for, which has the type's `picture`, in place of its sign.
BY_DEFAULT = "sign"
# A value in a text.
FIELD = re.compile(r"\{(\w*)\}")


def side_of(components: Located | None, name: str, side: str) -> Located | None:
    """Return what a component type says of one of its SIDES."""
    return _inside(_inside(_inside(components, name), "draw"), side)


def placed_areas(components: Located, name: str, side: str) -> dict[str, tuple[Located, bool]]:
    """Return the areas of a side by name, and whether they are the type's own; empty: it is no map."""
    found: dict[str, tuple[Located, bool]] = {}
    for of, said in reversed(list(_lineage(components, name, side))):
        found |= {area: (placed, of == name) for area, placed in said.items() if area != LIKE}
    return found


def _lineage(components: Located, name: str, side: str) -> Iterator[tuple[str, Located]]:
    """Yield a type and those that its side is like, each with what it says of the side; none twice."""
    seen, following = set[str](), name
    while following not in seen:
        seen.add(following)
        said = side_of(components, following, side)
        if said is None:
            return
        yield following, said
        like = said.get(LIKE)
        if like is None:
            return
        following = str(like.value)


def _inside(placed: Located | None, key: str) -> Located | None:
    return placed.get(key) if placed is not None else None
