"""Texts for people with values in them: values in words, and what is left out where there are none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from interpreter.language.checked import Ex, Text
from interpreter.language.types import Type

# Gives the id and the title of a value.
Labeller = Callable[[Type | None, int], tuple[str, str]]
_BRACKET = re.compile(r"([\[\]])")


def words_of(
    label: Labeller, kind: Type, value: Any, plural: Callable[[Type | None, int], str] | None = None
) -> str:
    """Return a value for people, empty for none; of several things each once, with how many.

    plural: what several of a value are called.
    """
    if kind.kind != "set":
        word = label(kind, value)[1]
        return "" if word == "none" and kind.kind != "number" else word
    titles = [label(kind.of, each)[1] for each in value]
    if kind.of is None or kind.of.kind != "number":
        times, things = Counter(titles), dict(zip(titles, value, strict=True))
        titles = [
            title if count == 1 else f"{count} {plural(kind.of, things[title]) if plural else title}"
            for title, count in times.items()
        ]
    return " and ".join(filter(None, [", ".join(titles[:-1]), *titles[-1:]]))


def filled(text: Text, word: Callable[[Ex], str], missing: str = "") -> str:
    """Return a text with its values; without what is in brackets where all values there are 0 or nothing.

    word: a value in words. missing: what comes for a value outside of brackets that is empty; if this is
    empty too, so is the text.
    """
    said, kept = [""], None
    for ex, part in text.worded(word):
        if ex is not None:
            if not part and len(said) == 1 and not missing:
                return ""
            said[-1] += part or (missing if len(said) == 1 else "")
            kept = kept or part not in ("", "0")
            continue
        for mark in _BRACKET.split(part):
            if mark == "[":
                said, kept = [*said, ""], None
            elif mark == "]" and len(said) > 1:
                inside = said.pop()
                said[-1] += f"[{inside}]" if kept is None else inside if kept else ""
            else:
                said[-1] += mark
    return "".join(said).strip()
