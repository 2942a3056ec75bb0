"""A part of a board as a picture: a space with what lies there, and what is around it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cli.draw.canvas import Canvas
from cli.draw.contents import contained
from cli.draw.grounds import ground, is_plain, plain
from cli.draw.svg import element, number
from cli.seen.boards import BoardSeen
from cli.seen.model import Laid

if TYPE_CHECKING:
    from interpreter import Game

# As far as so many times the room of the space, its surroundings are drawn.
_REACH = 2.5


def after(seen: BoardSeen, laid: Laid) -> BoardSeen:
    """Return a board with what would lie on one of its spaces, and the marks around it then."""
    held = {**seen.content.held, laid.space: list(laid.pieces)}
    marked = dict(seen.content.marked)
    for value, true in laid.marked:
        elsewhere = [name for name in marked.get(value, ()) if name not in laid.around]
        marked[value] = [*elsewhere, *true]
    return replace(seen, content=replace(seen.content, held=held, marked=marked))


def ghost(game: Game, seen: BoardSeen, laid: Laid) -> str:
    """Return what would lie on a space, as it is drawn on the board."""
    canvas = Canvas(game, after(seen, laid), brief=True)
    places = canvas.geometry.places
    return "".join(contained(canvas, each) for each in places if each.space.name == laid.space)


def cutout(game: Game, seen: BoardSeen, laid: Laid, size: float) -> str:
    """Return a space and its surroundings as they would be, as a whole SVG picture of so many pixels."""
    canvas = Canvas(game, after(seen, laid), brief=True)
    middle = next((each for each in canvas.geometry.places if each.space.name == laid.space), None)
    if middle is None:
        return ""
    reach = middle.room * _REACH
    near = [
        each
        for each in canvas.geometry.places
        if max(abs(each.x - middle.x), abs(each.y - middle.y)) < reach + each.room
    ]
    return element(
        "svg",
        plain([each for each in near if is_plain(canvas, each)]),
        *(ground(canvas, each) for each in near if not is_plain(canvas, each)),
        *(contained(canvas, each) for each in near),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (middle.x - reach, middle.y - reach, 2 * reach, 2 * reach))),
        width=size,
        height=size,
        class_="cutout",
        aria_hidden="true",
        font_family="system-ui, sans-serif",
    )
