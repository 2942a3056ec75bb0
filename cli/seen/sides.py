"""What is on the face and back of a piece as its layout has it, before anything is drawn: words and signs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from cli.seen.pieces import value_in

if TYPE_CHECKING:
    from interpreter import Area, Component, Game, Kind

# What in a text is no text: a value, a sign between colons, a word in two forms; and what may be left out.
_PART = re.compile(r"\{(\w+)\}|:([a-z]\w*):|\(([^()|{}:]*)\|([^()|{}:]*)\)")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_NOTHING = ("", "0", "none", "false")


@dataclass(frozen=True, slots=True)
class Said:
    """A part of a text: words as they are, or the name of a sign."""

    words: str
    is_sign: bool = False


def is_there(game: Game, made: Component, kind: Kind, area: Area) -> bool:
    """Whether the conditions of an area hold for a kind."""
    for name, wanted in area.when:
        held = set(ids_in(game, made, kind, name))
        if wanted and not held & set(wanted):
            return False
        if not wanted and held <= set(_NOTHING):
            return False
    return True


def ids_in(game: Game, made: Component, kind: Kind, field: str) -> list[str]:
    """Return the ids of what a kind holds in a field: one, or those of a list."""
    return game.field_id(made.fields[field], kind).split(",")


def said_in(game: Game, made: Component, kind: Kind, text: str) -> list[Said]:
    """Return a text of a layout with its values: what is in brackets is left out where these are nothing.

    A word in two forms agrees with the last number before it.
    """
    return filled(
        text, partial(value_words, game, made, kind), lambda name: _signs_in(game, made, kind, name)
    )


def filled(
    text: str, value: Callable[[str], str], signs: Callable[[str], Sequence[str]] = lambda name: (name,)
) -> list[Said]:
    """Return a text with its values as `said_in` does; value, signs: what names in braces and colons mean."""

    def kept(found: re.Match[str]) -> str:
        names = [name for name, *_ in _PART.findall(found[1]) if name]
        says = any(value(name) not in _NOTHING for name in names)
        return found[1] if says else "" if names else found[0]

    text = _OPTIONAL.sub(kept, text)
    parts, at, number = [], 0, ""
    for found in _PART.finditer(text):
        parts.append(Said(text[at : found.start()]))
        at = found.end()
        if found[1]:
            words = value(found[1])
            number = words if words.lstrip("-").isdigit() else number
            parts.append(Said(words))
        elif found[2]:
            parts += [Said(name, is_sign=True) for name in signs(found[2])]
        else:
            parts.append(Said(found[3] if number == "1" else found[4]))
    return [part for part in (*parts, Said(text[at:])) if part.words]


def _signs_in(game: Game, made: Component, kind: Kind, name: str) -> list[str]:
    """Return the names of the signs that a word between colons means: those of values where it is a field."""
    field = made.fields.get(name)
    if field is None or field.type.kind not in ("enum", "component"):
        return [name]
    return [value for value in ids_in(game, made, kind, name) if value not in _NOTHING]


def value_words(game: Game, made: Component, kind: Kind, name: str) -> str:
    """Return what a name in braces is for a kind, in words; equal values of a list are counted."""
    field = made.fields.get(name)
    if field is None:
        return {
            "title": kind.about.title or kind.name.replace("_", " "),
            "name": kind.name.replace("_", " "),
            "about": kind.about.about,
            "rules": "\n".join(_sentences(game, kind)) if name == "rules" else "",
        }.get(name, "")
    value = kind.values[field.name]
    if field.type.kind == "truth" and not field.list:
        return field.name.replace("_", " ") if value == 1 else ""
    each = value if isinstance(value, tuple) else (value,)
    words = Counter(value_in(game, field, one) for one in each)
    return ", ".join(word if count == 1 else f"{count} {word}" for word, count in words.items())


def _sentences(game: Game, kind: Kind) -> Iterator[str]:
    """Yield what a kind does, as `?` says it, a sentence for each passage."""
    from interpreter import in_sentences

    for passage in in_sentences(game, "kinds", kind.name):
        line = ""
        for (depth, words), (before, _) in zip(passage.lines, ((0, ""), *passage.lines), strict=False):
            line += (" " if depth > before or line.endswith(":") else "; ") + words if line else words
        yield f"{line}." if line[-1:].isalnum() or line.endswith(")") else line


def plain_words(parts: Sequence[Said]) -> str:
    """Return parts as text alone: a sign as its name in words."""
    text = ""
    for part in parts:
        words = part.words.replace("_", " ")
        text += f" {words} " if part.is_sign else part.words
    return re.sub(r" +([,.;:)]|$)", r"\1", re.sub(r" {2,}", " ", text)).strip()
