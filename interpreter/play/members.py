"""Sets that are only looked into, made once for several questions about the same spaces.

A module marks the spaces instead (`wasm/library/boards.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.play.shared import Marks

# The sets made last, by the ids of what they were made of, which is held here so that its id stays its own.
_MADE: dict[int, tuple[Sequence[int], Marks]] = {}
_MOST = 8


def members(spaces: Sequence[int]) -> Marks:
    """The spaces as a set, which nobody may change; nor may the spaces be changed afterwards."""
    known = _MADE.get(id(spaces))
    if known is None:
        if len(_MADE) >= _MOST:
            _MADE.clear()
        known = _MADE[id(spaces)] = (spaces, set(spaces))
    return known[1]
