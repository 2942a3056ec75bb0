"""Figures: a sign that stands by itself, known by its outline on every ground."""

from __future__ import annotations

from cli.draw.colours import INK
from cli.draw.signs import sign_place
from cli.draw.svg import Spot, element

# How far the dark line and the edge inside it reach beyond the outline, in units of the picture.
_LINE, _EDGE = 2.3, 1.3


def figure(path: str, at: Spot, size: float, colour: str, edge: str = "") -> str:
    """Return a sign as a figure: in a colour, with an edge (white if none is said) and a dark line around."""
    place, unit = sign_place(*at, size), 24 / size
    look: dict[str, object] = {"d": path, "transform": place, "stroke_linejoin": "round"}
    return "".join(
        element("path", **look, fill=shade, fill_rule="evenodd", stroke=shade, stroke_width=2 * far * unit)
        for shade, far in ((INK, _LINE + bool(edge)), (edge or "#ffffff", _EDGE + bool(edge)))
    ) + element("path", **look, fill=colour, fill_rule="evenodd")
