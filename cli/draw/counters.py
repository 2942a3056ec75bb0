"""Signs of counters, so that what somebody has is found by its picture: those of the pieces called alike."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cli.draw.colours import CREAM, INK, colour_in, ink_on
from cli.draw.faces import faces_of
from cli.draw.pieces import piece_colour, shown_in_frame
from cli.draw.signs import sign_at, sign_for
from cli.draw.svg import element
from cli.seen.page_places import place_on_page
from cli.seen.pieces import piece_look

if TYPE_CHECKING:
    from interpreter import Game

_POINTS = "points"
# How large a disc is, and its sign within.
_ROOM, _SIGN, _SIZE = 10, 14, 17


def counter_signs(game: Game) -> dict[str, str]:
    """Return the signs of counters in sight that no other has, by name, as SVG; made once for a game."""
    return game.once(_counter_signs)


def _counter_signs(game: Game) -> dict[str, str]:
    places = {name: place_on_page(game, "counters", name) for name in game.counters}
    found = {name: _sign(game, name) for name, place in places.items() if place in ("first", "last")}
    # Points, which every game has, give way to what is called like them.
    often = Counter(sign for name, sign in found.items() if name != _POINTS)
    own = {name: sign for name, sign in found.items() if sign[0] and often[sign] == (name != _POINTS)}
    return {name: _drawn(*sign) for name, sign in own.items()}


def _sign(game: Game, name: str) -> tuple[str, str]:
    """Return the path of a sign, which may be empty, and the colour of its ground: of a kind called so."""
    singular = {name, name.removesuffix("s")}
    for made in game.components.values():
        for kind in made.kinds:
            if kind.name in singular and (path := faces_of(game, made.name)[kind.name].path):
                return path, piece_colour(game, made.name, piece_look(game, made.name, kind.name))
    return sign_for(name), colour_in(name) or CREAM


def _drawn(path: str, colour: str) -> str:
    disc = element("circle", cx=0.0, cy=0.0, r=9.5, fill=colour, stroke=INK, stroke_width=0.8)
    return shown_in_frame(disc + sign_at(path, 0, 0, _SIGN, ink_on(colour)), _ROOM, size=_SIZE)
