"""A ruleset's own pictures in what is drawn: pages ask for them, files hold each of them once."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING

from cli.draw.svg import Spot, element

if TYPE_CHECKING:
    from interpreter import Game, Picture

# The corners of a hexagon in its box, as shares of width and height.
HEXAGON = ((0.5, 0.0), (0.933, 0.25), (0.933, 0.75), (0.5, 1.0), (0.067, 0.75), (0.067, 0.25))
# What is cut off a picture, by the form of the piece.
_CUT = {
    "token": "circle(50%)",
    "hex": f"polygon({', '.join(f'{x:.1%} {y:.1%}' for x, y in HEXAGON)})",
}
_ASKED = re.compile(r'<image href="image/([0-9a-f]{32})"([^>]*)></image>')


def image(picture: Picture, at: Spot, size: Spot, form: str = "") -> str:
    """Return a picture that fills a place, cut to the form of a piece; a page asks for it by its digest."""
    return element(
        "image",
        href=f"image/{picture.digest}",
        x=float(at[0]),
        y=float(at[1]),
        width=float(size[0]),
        height=float(size[1]),
        preserveAspectRatio="xMidYMid slice",
        clip_path=_CUT.get(form, "inset(0 round 10%)" if form else ""),
    )


def embedded(game: Game, markup: str) -> str:
    """Return an SVG picture or a page of HTML as a file of its own, with all pictures in it.

    Raises OSError where a picture is not what it was when the game was loaded.
    """
    pictures = {picture.digest: picture for picture in game.pictures.values()}
    used = {found[1]: pictures[found[1]] for found in _ASKED.finditer(markup)}
    if not used:
        return markup
    held = "".join(_held(picture) for picture in used.values())
    store = element("svg", held, xmlns="http://www.w3.org/2000/svg", width=0, height=0)
    markup = _ASKED.sub(r'<use href="#image-\1"\2></use>', markup)
    return re.sub(r"<body>|^<svg[^>]*>", lambda start: start[0] + store, markup, count=1)


def _held(picture: Picture) -> str:
    data = base64.b64encode(picture.data()).decode("ascii")
    shown = element(
        "image", href=f"data:{picture.media};base64,{data}", width=picture.width, height=picture.height
    )
    frame = f"0 0 {picture.width} {picture.height}"
    fit = "xMidYMid slice"
    return element("svg", shown, id=f"image-{picture.digest}", viewBox=frame, preserveAspectRatio=fit)
