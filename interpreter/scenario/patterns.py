"""Patterns of option ids and names. In: an id and a pattern with *. Out: whether they fit."""

from __future__ import annotations

import re


def fits(name: str, pattern: str) -> bool:
    """Tell whether an id fits a pattern, in which only * is special."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), name, re.DOTALL) is not None
