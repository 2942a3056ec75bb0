"""A card, tile or token as a whole, as it is cut out: its face or back as SVG, in millimetres.

Sheets, images and the page take `card_svg` from here, and how large it is from `size_of` (in `pieces`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cli.draw.colours import CREAM, HIDDEN
from cli.draw.default_sides import default_back, default_face, gist
from cli.draw.letters import TYPEFACES
from cli.draw.pictures import image
from cli.draw.pieces import around_of, cut_of, face_of, form_of, picture_of, piece_colour, side_of, size_of
from cli.draw.sides import BEYOND, Side
from cli.draw.svg import element, number
from cli.seen.pieces import piece_look

if TYPE_CHECKING:
    from interpreter import Component, Game


def card_svg(game: Game, component: str, called: str, side: str = "face", *, bleed: float = 0) -> str:
    """Return a side of a piece as a whole SVG picture, as large as it is cut out.

    called: the piece as a view calls it, such as `p1-house-up` (see `first_called`); side: `face` or `back`;
    bleed: so many mm are drawn beyond each cut, 4 at most, and the picture is larger by them.
    """
    made = game.components[component]
    wide, high = size_of(game, made)
    paper, inner = _side(game, made, called, side)
    all_wide, all_high = wide + 2 * BEYOND, high + 2 * BEYOND
    ground = element("rect", x=-BEYOND, y=-BEYOND, width=all_wide, height=all_high, fill=paper)
    across, down = wide + 2 * bleed, high + 2 * bleed
    return element(
        "svg",
        ground,
        inner,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(-bleed)} {number(-bleed)} {number(across)} {number(down)}",
        width=f"{number(across)}mm",
        height=f"{number(down)}mm",
    )


def gist_svg(game: Game, component: str, called: str) -> str:
    """Return what a card costs and is worth as a line of numbers and signs; empty where it says neither."""
    drawn = piece_look(game, component, called)
    line = gist(side_of(game, component, drawn, ())) if drawn.kind is not None else None
    if line is None:
        return ""
    wide, high = map(number, line.size)
    return element("svg", line.drawn(), viewBox=f"0 0 {wide} {high}", class_="gist", aria_hidden="true")


def first_called(made: Component, kind: str, owner: str = "") -> str:
    """Return a kind as a view calls a piece of it in its first states; owner: whose, by id."""
    rest = [members[0] for state, members in made.states.items() if made.per is None or state != "owner"]
    return "-".join([*filter(None, [owner]), kind, *rest])


def printed_side(game: Game, component: str, called: str, side: str) -> Side | None:
    """Return the areas of a side, laid out by the ruleset or by default; None: it has none, but a sign."""
    made, drawn = game.components[component], piece_look(game, component, called)
    assert drawn.kind is not None
    if side in made.areas:
        laid_out = side_of(game, component, drawn, made.areas[side], side)
        # The colour of a back does not give away which piece it is.
        return replace(laid_out, paper=HIDDEN) if side == "back" else laid_out
    if side == "back":
        return default_back(side_of(game, component, drawn, (), side))
    if form_of(game, component) == "card":
        return default_face(side_of(game, component, drawn, (), side))
    return None


def _side(game: Game, made: Component, called: str, side: str) -> tuple[str, str]:
    """Return the colour of the paper and what is on it."""
    drawn, size = piece_look(game, made.name, called), size_of(game, made)
    assert drawn.kind is not None
    own = picture_of(game, made.name, drawn) if side == "face" and "face" not in made.areas else None
    colour = piece_colour(game, made.name, drawn)
    if own is not None:
        return CREAM, image(own, (-BEYOND, -BEYOND), (size[0] + 2 * BEYOND, size[1] + 2 * BEYOND))
    laid_out, form = printed_side(game, made.name, called, side), cut_of(game, made.name)
    inner = laid_out.drawn() if laid_out is not None else ""
    if side == "face" and form != "card":
        drawn_on = around_of if laid_out is not None else face_of
        middle = f"translate({number(size[0] / 2)} {number(size[1] / 2)})"
        shown = drawn_on(game, made.name, drawn, form, min(size) / 2)
        inner += element("g", shown, transform=middle, font_family=TYPEFACES)
    return laid_out.paper if laid_out is not None else colour, inner
