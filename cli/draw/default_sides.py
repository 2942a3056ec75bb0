"""How cards are laid out of which a ruleset says nothing: from what their fields and rules say.

A card has its title and what it costs in a band, its sign or picture, its text and its points. One that is no
more than a word and a number, or two words, as those of a French deck, has these in its corners.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cli.draw.colours import INK, mixed
from cli.draw.faces import index_of, suit_of
from cli.draw.letters import APART
from cli.draw.sides import Box, Side
from cli.draw.signs import sign_for, sign_ink, sign_table
from cli.seen.sides import ids_in, value_words
from interpreter import Area, Position

if TYPE_CHECKING:
    pass

_NOWHERE = Position("", 1, 1)
_COST = ("cost", "costs", "price", "fee")
_NOTHING = ("", "0", "none", "false")
_BACK = "#4f5d70"
# A longer title takes more lines.
_LONG = 28
# Where the signs of a card lie that shows so many, by column and row of 3 by 7; the lower ones upside down.
_PIPS: dict[int, Sequence[tuple[int, float]]] = {
    1: [(1, 3)],
    2: [(1, 0), (1, 6)],
    3: [(1, 0), (1, 3), (1, 6)],
    4: [(0, 0), (2, 0), (0, 6), (2, 6)],
    5: [(0, 0), (2, 0), (1, 3), (0, 6), (2, 6)],
    6: [(0, 0), (2, 0), (0, 3), (2, 3), (0, 6), (2, 6)],
    7: [(0, 0), (2, 0), (1, 1.5), (0, 3), (2, 3), (0, 6), (2, 6)],
    8: [(0, 0), (2, 0), (1, 1.5), (0, 3), (2, 3), (1, 4.5), (0, 6), (2, 6)],
    9: [(0, 0), (2, 0), (0, 2), (2, 2), (1, 3), (0, 4), (2, 4), (0, 6), (2, 6)],
    10: [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2), (0, 4), (2, 4), (1, 5), (0, 6), (2, 6)],
}


def default_face(side: Side) -> Side:
    """Return the face of a card with areas made from its fields and rules."""
    index = index_of(side.game, side.made, side.kind)
    areas = _indexed(side, *index) if index else _worded(side)
    return replace(side, areas=tuple(areas), paper="#fffdf7" if index else side.paper)


def default_back(side: Side) -> Side:
    """Return a back: what the type is called, and what everybody sees of a piece that lies face down."""
    made, (wide, high) = side.made, side.size
    field = next((name for name in made.back if made.fields[name].type.kind in ("enum", "component")), "")
    ground = mixed(side.colour_of(field), INK, 0.35) if field else _BACK
    edge, heading = min(wide, high) / 12, made.about.title or made.name.replace("_", " ").capitalize()
    inner = (edge, edge, wide - 2 * edge, high - 2 * edge)
    seen = (value_words(side.game, made, side.kind, name) for name in made.back)
    shown = [words for words in seen if words not in _NOTHING]
    large = max(2.5, wide / 9)
    areas = [
        _area("frame", inner, ground=mixed(ground, "#ffffff", 0.14)),
        _area(
            "heading",
            _within(inner, edge, 0, 0.62 if shown else 1),
            text=_plain(heading),
            size=large,
            bold=True,
        ),
    ]
    if shown:
        words = _plain(" · ".join(shown))
        areas.append(_area("seen", _within(inner, edge, 0.62, 1), text=words, size=large * 0.8))
    return replace(side, areas=tuple(areas), paper=ground)


def _indexed(side: Side, word: str, sign: str) -> Iterator[Area]:
    """Yield the areas of a card with an index: corners, and as many signs as its number or a coat of arms."""
    wide, high = side.size
    unit = min(wide / 63, high / 88)
    ink = {"color": _ink(sign)}
    at = (2 * unit, 2 * unit, 14 * unit, 14 * unit)
    yield from _twice(side, "index", at, text=word, size=12.5 * unit, bold=True, **ink)
    at = (3 * unit, 15 * unit, 12 * unit, 11 * unit)
    yield from _twice(side, "suit", at, text=f":{sign}:", size=9.5 * unit, **ink)
    pips = _PIPS.get(int(word), ()) if word.isdigit() else ()
    large, middle = 10 * unit, wide / 2
    for place, (column, row) in enumerate(pips):
        x, y = middle + (column - 1) * 10.5 * unit, 14 * unit + row * (high - 28 * unit) / 6
        at = (x - large / 2, y - large * 0.58, large, large * APART)
        yield _area(f"pip_{place}", at, text=f":{sign}:", size=large, turn=180 if row > 3 else 0, **ink)
    if pips:
        return
    [arms] = [each for name, each in _rank(side) if name] or [""]
    if word.isdigit() or not sign_for(arms):
        size = 30 * unit
        at = (middle - size / 2, high / 2 - size * APART / 2, size, size * APART)
        yield _area("sign", at, text=f":{sign}:", size=size, **ink)
        return
    frame = (19 * unit, 8 * unit, wide - 38 * unit, high - 16 * unit)
    yield _area("frame", frame, ground="#f4ead0")
    shield = 24 * unit
    top = (middle - 7 * unit, 10 * unit, 14 * unit, 14 * unit)
    yield from _twice(side, "arms", top, text=f":{arms}:", size=11 * unit, color="#a9822c")
    at = (middle - shield / 2, 20 * unit, shield, shield * APART)
    yield from _twice(side, "shield", at, text=":shield:", size=shield, **ink)
    small = 11 * unit
    at = (middle - small / 2, 26 * unit, small, small * APART)
    yield from _twice(side, "charge", at, text=f":{sign}:", size=small, color="#fffdf7")


def _ink(sign: str) -> str:
    return sign_ink(sign) or INK


def _rank(side: Side) -> Iterator[tuple[str, str]]:
    suit = suit_of(side.game, side.made)
    for name in side.made.fields:
        if name != suit:
            yield name, ids_in(side.game, side.made, side.kind, name)[0]


def _twice(side: Side, name: str, at: Box, **said: Any) -> Iterator[Area]:
    """Yield an area, and the same at the opposite corner upside down."""
    wide, high = side.size
    left, top, across, down = at
    yield _area(name, at, **said)
    yield _area(f"{name}_below", (wide - left - across, high - top - down, across, down), turn=180, **said)


def _worded(side: Side) -> Iterator[Area]:
    """Yield the areas of a card with a title, costs, a sign, a text and points, as far as it has them."""
    game, made, kind, (wide, high) = side.game, side.made, side.kind, side.size
    unit = min(wide / 63, high / 88)
    costs, points = _costs_and_points(side)
    facts = [name for name in made.fields if name not in (*costs, *points)]
    title = value_words(game, made, kind, "title")
    text = "about" if kind.about.about else "rules"
    has_text = bool(value_words(game, made, kind, text))
    band = (20 if len(title) > _LONG else 13) * unit
    aside = 14 * unit * len(costs)
    yield _area("band", (0, 0, wide, band), ground=side.colour)
    at = (4 * unit, unit, wide - 8 * unit - aside, band - 2 * unit)
    yield _area("title", at, text="{title}", align="left", size=5.4 * unit, bold=True)
    if costs:
        at = (wide - 3 * unit - aside, unit, aside, band - 2 * unit)
        yield _area("cost", at, text=_costs(costs), align="right", size=7 * unit, bold=True)
    foot = 13 * unit if points or _facts(side, facts) else 4 * unit
    rest = high - band - foot
    pictured = (made.name, side.name, "sign", kind.name) in game.pictures
    share = (0.5 if pictured else 0.34) if has_text else 1.0
    edge = rest * (0.1 if has_text else 0.2)
    if pictured:
        yield _area("sign", (0, band, wide, rest * share))
    else:
        at = (wide / 4, band + edge / 2, wide / 2, rest * share - edge)
        yield _area("sign", at, field="sign", color=mixed(side.colour, INK, 0.3))
    if has_text:
        at = (4.5 * unit, band + rest * share, wide - 9 * unit, rest * (1 - share))
        yield _area("text", at, text=f"{{{text}}}", size=4.4 * unit)
    below = high - foot + unit
    if points:
        at = (wide - 24 * unit, below, 21 * unit, 10 * unit)
        yield _area("points", at, text=_points(points), align="right", size=7 * unit, bold=True)
    if words := _facts(side, facts):
        at = (4 * unit, below, wide - (30 if points else 8) * unit, 10 * unit)
        yield _area("facts", at, text=words, align="left", size=3.4 * unit)


def gist(side: Side) -> Side | None:
    """Return what a card costs and is worth as a line of its own, as large as it takes; None: nothing."""
    costs, points = _costs_and_points(side)
    words = "  ".join(filter(None, (_costs(costs), _points(points))))
    line = replace(side, size=(200, 6))
    area = _area("gist", (0.0, 0.0, 200.0, 6.0), text=words, size=4.6, bold=True, align="left")
    lines = line.lines(area, (0.0, 0.0, 200.0, 6.0))
    if lines is None:
        return None
    wide = lines.widths[0] + 2
    areas = (
        _area("ground", (0.0, 0.0, wide, 6.0), ground=side.paper),
        replace(area, at=(1.0, 0.0, wide, 6.0)),
    )
    return replace(line, areas=areas, size=(wide, 6))


def _costs_and_points(side: Side) -> tuple[list[str], list[str]]:
    """Return the fields that say what a card costs and what it is worth, as far as they are not zero."""
    numbers = _numbers(side)
    costs = [name for name in numbers if set(name.split("_")) & set(_COST)]
    return costs, [name for name in numbers if sign_for(name) == sign_table()["star"]["path"]]


def _costs(names: Sequence[str]) -> str:
    return " ".join(map(_cost, names))


def _points(names: Sequence[str]) -> str:
    return " ".join(f"{{{name}}}:star:" for name in names)


def _numbers(side: Side) -> list[str]:
    """Return the fields that hold a number other than zero."""
    fields = side.made.fields.items()
    held = [(name, field) for name, field in fields if field.type.kind == "number" and not field.list]
    # In a field that may be missing, -1 says that it is.
    return [name for name, field in held if side.kind.values[name] not in (0, -1 if field.optional else 0)]


def _cost(name: str) -> str:
    """Return a cost as a text: its number, and the sign or word of what is paid."""
    of = "_".join(word for word in name.split("_") if word not in _COST)
    return f"{{{name}}}:{of or 'coin'}:"


def _facts(side: Side, names: Sequence[str]) -> str:
    """Return what other fields say, as one text."""
    words = []
    for name in names:
        field, said = side.made.fields[name], value_words(side.game, side.made, side.kind, name)
        if said in _NOTHING or field.type.kind == "text":
            continue
        own = field.type.kind in ("enum", "truth", "component") and not field.list
        words.append(_plain(said) if own else f"{name.replace('_', ' ')} {_plain(said)}")
    return " · ".join(words)


def _plain(words: str) -> str:
    """Return words in which nothing is a value or a sign."""
    return re.sub(r"[{}\[\]]|:(?=\w)", "", words)


def _within(box: Box, edge: float, start: float, end: float) -> Box:
    """Return a part of a place from one share of its height to another, within an edge at its sides."""
    left, top, wide, high = box
    return left + edge / 2, top + high * start, wide - edge, high * (end - start)


def _area(name: str, at: Box, **said: Any) -> Area:
    return Area(name, _NOWHERE, at, **said)
