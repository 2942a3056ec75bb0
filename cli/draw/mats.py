"""Boards on paper: how large they are, so that the pieces fit, and the pages that a large one is put on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from typing import TYPE_CHECKING

from cli.draw.canvas import Canvas
from cli.draw.geometry import Place
from cli.draw.margins import with_margins
from cli.draw.paper import BLEED, MARGIN, Size
from cli.draw.pieces import size_of
from cli.seen.boards import BoardSeen, Content
from cli.seen.sight import Sight

if TYPE_CHECKING:
    from interpreter import Game

# How large a picture unit is in mm where no piece says it; how much more room than it needs a piece has.
_UNIT, _LOOSE = 0.35, 1.03
# How deep a sector is, by its room.
_DEEP = 3.2
# So much of a picture is on both of two pages that meet.
OVERLAP = 8.0
# A picture fills so many pages at most, and is made so much smaller at most where that saves a page.
_MOST_PAGES, _LEAST_SHRUNK = 9, 0.85


@dataclass(frozen=True, slots=True)
class Part:
    """A page of a picture: its row and column, from 0, and what of the picture it shows, in mm."""

    row: int
    column: int
    left: float
    top: float
    wide: float
    high: float


def empty_boards(game: Game) -> list[BoardSeen]:
    """Return every board without anything on it."""
    return [replace(each, content=Content(), standing={}) for each in Sight(game.new(0), None).boards()]


def board_size(game: Game, seen: BoardSeen) -> Size:
    """Return width and height of a board, in mm: pieces fit on the spaces where they may lie."""
    canvas, held = Canvas(game, seen, brief=False), game.boards[seen.board.name].holds
    units = [
        _unit(place, size_of(game, game.components[held[place.space.type]]))
        for place in canvas.geometry.places
        if held.get(place.space.type)
    ]
    unit = _LOOSE * max(units) if units else _UNIT
    _, _, wide, high = with_margins(canvas)
    return wide * unit, high * unit


def _unit(place: Place, size: Size) -> float:
    """Return how large a picture unit must be for a piece to fit on a place."""
    if place.form == "side":
        one, other = place.outline
        return size[0] / dist(one, other)
    if place.form == "corner":
        return size[0] / (2 * place.room)
    if place.form == "sector":
        return max(size) / (_DEEP * place.room)
    wide, high = (max(ends) - min(ends) for ends in zip(*place.outline, strict=True))
    return float(size[1] / high if place.form == "hex" else max(size[0] / wide, size[1] / high))


def parts_of(size: Size, paper: Size) -> tuple[float, Size, tuple[Part, ...]]:
    """Return how a picture goes on pages: its scale, the paper as it lies, and the parts, equally large.

    It goes on the fewest pages on which it is at least 85 % of its size; if nine are too few, it is as large
    as they allow.
    """
    ways = [
        (scale >= _LEAST_SHRUNK, -across * down if scale >= _LEAST_SHRUNK else 0, scale, lies, (across, down))
        for lies in (paper, (paper[1], paper[0]))
        for across in range(1, _MOST_PAGES + 1)
        for down in range(1, _MOST_PAGES // across + 1)
        for scale in [min(1.0, *_fits(size, lies, (across, down)))]
    ]
    _, _, scale, lies, counts = max(ways, key=lambda way: way[:3])
    shares = []
    for length, count in zip(size, counts, strict=True):
        share = (length * scale + (count - 1) * OVERLAP) / count
        shares.append([(at * (share - OVERLAP), share) for at in range(count)])
    parts = tuple(
        Part(row, column, left, top, wide, high)
        for row, (top, high) in enumerate(shares[1])
        for column, (left, wide) in enumerate(shares[0])
    )
    return scale, lies, parts


def _fits(size: Size, lies: Size, counts: tuple[int, int]) -> list[float]:
    """Return by how much a picture must become smaller to fit on pages, in width and height."""
    rooms = [side - 2 * (MARGIN + BLEED) for side in lies]
    return [
        (count * room - (count - 1) * OVERLAP) / length
        for count, room, length in zip(counts, rooms, size, strict=True)
    ]
