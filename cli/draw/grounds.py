"""The ground of each space of a board, and its outline."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.draw.canvas import EMPTY, Canvas, Lying, around, line
from cli.draw.colours import INK
from cli.draw.geometry import Place, hexagon
from cli.draw.svg import element, escaped, moved, number, points
from cli.seen.pieces import piece_look

if TYPE_CHECKING:
    from interpreter import Space


# How much of a space covers the picture of its board.
_SEEN_THROUGH = 0.25
HALO = "#ffffff"
# So far from a thing is the ring around it.
_APART = 3.2
# How far from the middle of a bar the ring around it is.
_BAR = 8.0


def is_plain(canvas: Canvas, place: Place) -> bool:
    """Whether a place needs no element of its own."""
    return canvas.brief and place.form in ("side", "corner")


def plain(places: Sequence[Place]) -> str:
    """Return all sides and corners in two paths: there are hundreds of them."""
    sides = "".join(line(*place.outline) for place in places if place.form == "side")
    spots = "".join(f"M{number(place.x)} {number(place.y)}h0" for place in places if place.form == "corner")
    look: dict[str, object] = {"stroke": "#000000", "stroke_opacity": 0.25, "fill": "none"}
    round_spot = {"stroke": INK, "stroke_opacity": 0.35, "stroke_linecap": "round", "stroke_width": 5.2}
    return (element("path", d=sides, **{**look, "stroke_width": 1.6}) if sides else "") + (
        element("path", d=spots, **round_spot) if spots else ""
    )


def ground(canvas: Canvas, place: Place) -> str:
    colour = canvas.colour(place.space)
    words, name = element("title", escaped(_described(canvas, place.space))), place.space.name
    if place.form == "corner":
        dot = element("circle", cx=place.x, cy=place.y, r=2.6, fill=INK, fill_opacity=0.35)
        return element("g", words, dot, data_n=name)
    if place.form == "side":
        way = element(
            "path",
            d=line(*around(place, 1.0)),
            transform=moved((place.x, place.y)),
            stroke="#000000",
            stroke_width=1.6,
            stroke_opacity=0.25,
            fill="none",
        )
        return element("g", words, way, data_n=name)
    look: dict[str, object] = {"fill": colour or EMPTY, "stroke": "#000000", "stroke_opacity": 0.28}
    if canvas.own is not None:
        look["fill_opacity"] = _SEEN_THROUGH
    if place.form == "sector":
        return element("g", words, element("path", d=place.path, **look), data_n=name)
    if place.form == "hex":
        drawn = points(around(place, 0.97))
        at = moved((place.x, place.y))
        return element("g", words, element("polygon", points=drawn, transform=at, **look), data_n=name)
    (left, top), _, (right, bottom), _ = place.outline
    box = element(
        "rect",
        x=left + 1.5,
        y=top + 1.5,
        width=right - left - 3,
        height=bottom - top - 3,
        rx=7,
        **look,
    )
    return element("g", words, box, data_n=name)


def _described(canvas: Canvas, space: Space) -> str:
    """Return a space in words: its name, what its fields say, and what lies there."""
    words = [space.name.replace("_", " ")]
    for name in dict.fromkeys([canvas.hints.color, *canvas.hints.label]):
        value = canvas.labels.value(space, name) if name else ""
        if value:
            meaning = canvas.hints.legend.get(value, value).replace("_", " ")
            words.append(meaning if name == canvas.hints.color else f"{name.replace('_', ' ')} {meaning}")
    if held := canvas.seen.pieces(space.name):
        holds = canvas.board.holds[space.type]
        words.append(piece_look(canvas.game, holds, held[-1], canvas.hints.glyphs).words)
    return ", ".join(words)


def around_bar(place: Place, **look: object) -> str:
    """Return a ring around the bar on a side."""
    (ax, ay), (bx, by) = place.outline
    half, room = math.hypot(bx - ax, by - ay) * 0.31 + _BAR, _BAR
    turned = f"{moved((place.x, place.y))} rotate({number(math.degrees(math.atan2(by - ay, bx - ax)))})"
    shape = {"width": 2 * half, "height": 2 * room, "rx": room, "transform": turned}
    return element("rect", x=-half, y=-room, **shape, **look)


def outlined(place: Place, **look: object) -> str:
    if place.form == "side":
        ends = [(place.x + (x - place.x) * 0.6, place.y + (y - place.y) * 0.6) for x, y in place.outline]
        wide = {"stroke_width": 12 if look["stroke"] == HALO else 7, "stroke_linecap": "round"}
        return element("path", d=line(*ends), **{**look, **wide})
    if place.form == "corner":
        return element("circle", cx=place.x, cy=place.y, r=place.room, **look)
    if place.form == "sector":
        return element("path", d=place.path, **look)
    drawn, at = points(around(place, 0.96)), moved((place.x, place.y))
    return element("polygon", points=drawn, transform=at, stroke_linejoin="round", **look)


def ringed(lying: Lying, **look: object) -> str:
    """Return a ring around a thing on a space, which leaves all of it in sight."""
    (x, y), room = lying.at, lying.room + _APART
    if lying.form == "hex":
        return element("polygon", points=points(hexagon(x, y, room)), stroke_linejoin="round", **look)
    if lying.form in ("token", "figure"):
        return element("circle", cx=x, cy=y, r=room, **look)
    wide = 2 * room
    return element("rect", x=x - room, y=y - room, width=wide, height=wide, rx=room * 0.3, **look)


def around_piece(place: Place, colour: str, wide: float) -> str:
    """Return what can be seen around a piece on a side or corner, so wide."""
    if place.form == "side":
        ends = [(place.x + (x - place.x) * 0.62, place.y + (y - place.y) * 0.62) for x, y in place.outline]
        path = line(*ends)
        return element("path", d=path, stroke=colour, stroke_width=12 + 2 * wide, stroke_linecap="round")
    half = place.room + wide
    corner = {"x": place.x - half, "y": place.y - half}
    return element("rect", **corner, width=2 * half, height=2 * half, rx=half * 0.4, fill=colour)
