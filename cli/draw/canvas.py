"""What all parts of a board's picture share: the board, how it is laid out, and small shapes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.colours import hex_of, seat_of
from cli.draw.colours import CREAM, INK, ink_on, seat_colour
from cli.draw.faces import value_face
from cli.draw.figures import figure
from cli.draw.geometry import Geometry, Place, geometry_of
from cli.draw.signs import sign_at, sign_for, sign_named
from cli.draw.svg import Spot, element, fitted, number, text
from cli.seen.boards import BoardSeen, Labels
from cli.seen.hints import Mark, hints_of

if TYPE_CHECKING:
    from interpreter import Game, Space


EMPTY = "#fbf7ec"


@dataclass(frozen=True, slots=True)
class Lying:
    """A thing of a zone or counter that was drawn on a space.

    thing: what the view calls it; form: as of pieces, or die; at: its middle; room: half of its width.
    """

    thing: str
    form: str
    at: Spot
    room: float


class Canvas:
    """A board that is being drawn.

    brief: sides and corners go without their names; chosen: the spaces that were chosen already; lying: the
    things that were drawn up to now one by one, by the names of their spaces.
    """

    def __init__(self, game: Game, seen: BoardSeen, *, brief: bool, chosen: Collection[str] = ()) -> None:
        self.game, self.seen, self.brief, self.chosen = game, seen, brief, chosen
        self.lying: dict[str, list[Lying]] = {}
        self.board, self.layout, self.content = seen.board, seen.layout, seen.content
        self.hints = hints_of(game, self.board.name)
        self.labels = Labels(game, self.board, self.content)
        self.own = game.pictures.get(("board", self.board.name))
        number = self.board.layouts.index(self.layout)
        self.geometry = game.once(_geometry, self.board.name, number, bool(self.content.zones))

    @property
    def named(self) -> bool:
        """Whether people go by the names of spaces: on rings, tracks and graphs."""
        return self.board.shape not in ("hex", "square")

    def sign(self, word: str) -> str:
        """Return the path of the sign of a field or value: as the ruleset says, else by its name."""
        return sign_named(self.hints.icons.get(word, "")) or sign_for(word)

    def face(self, name: str, value: str) -> tuple[str, str]:
        """Return the sign of a value of a field, and what keeps it apart from others with that sign."""
        own = sign_named(self.hints.icons.get(value, ""))
        return (own, "") if own else value_face(self.game, self.hints.shown[name], value)

    def colour(self, space: Space) -> str:
        """Return the colour that a space has by its field, or nothing."""
        if not self.hints.color or space.part != "space":
            return ""
        value = self.labels.value(space, self.hints.color)
        return hex_of(self.hints.colors.get(value, "")) if value else ""


def _geometry(game: Game, name: str, layout: int, roomy: bool) -> Geometry:
    board, hints = game.boards[name], hints_of(game, name)
    outside = any(hints.counters.get(each, name) != name for each in hints.label)
    return geometry_of(board, board.layouts[layout], roomy=roomy, outside=outside, at=hints.at)


def line(one: tuple[float, float], other: tuple[float, float]) -> str:
    return f"M{number(one[0])} {number(one[1])}L{number(other[0])} {number(other[1])}"


def around(place: Place, share: float) -> list[tuple[float, float]]:
    """Return the corners of a place around its middle, drawn in by a share."""
    return [((x - place.x) * share, (y - place.y) * share) for x, y in place.outline]


def disc(x: float, y: float, number: str, room: float, ink: str = INK, *, dots: int = 0) -> str:
    """Return a disc with a number, and so many dots below that."""
    disc = element(
        "circle", cx=float(x), cy=float(y), r=float(room), fill=CREAM, stroke="#000000", stroke_opacity=0.35
    )
    if not dots:
        return disc + text(x, y, number, fitted(number, room * 1.7, room * 1.15), ink)
    apart = min(room * 0.24, room * 1.2 / dots)
    below = (
        element("circle", cx=x + (dot - (dots - 1) / 2) * apart, cy=y + room * 0.56, r=room * 0.085, fill=ink)
        for dot in range(dots)
    )
    size = fitted(number, room * 1.5, room * 1.0)
    return disc + text(x, y - room * 0.14, number, size, ink) + "".join(below)


def mark_sign(mark: Mark, at: tuple[float, float], path: str, size: float = 13.0, *, owner: str = "") -> str:
    """Return a mark: with the sign of its icon, else with its letter; or as a figure that is so large.

    owner: whose the board is, by id: a figure without a colour of its own wears theirs.
    """
    (x, y), colour = at, hex_of(mark.color, "#33528c")
    if mark.stands and not mark.color and seat_of(owner):
        colour = seat_colour(owner)
    if mark.stands and (standing := path or sign_for(mark.title)):
        return figure(standing, at, size, colour)
    disc = element("circle", cx=float(x), cy=float(y), r=6.5, fill=colour, stroke="#ffffff", stroke_width=1.2)
    return disc + (
        sign_at(path, x, y, 9.5, ink_on(colour)) if path else text(x, y, mark.sign, 9, ink_on(colour))
    )


def badge(x: float, y: float, number: str, room: float = 8.5) -> str:
    disc = element("circle", cx=float(x), cy=float(y), r=room, fill="#fffdf6", stroke=INK, stroke_width=0.8)
    return disc + text(x, y, number, fitted(number, room * 1.75, room * 1.3), INK)
