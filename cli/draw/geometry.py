"""Where the spaces of a layout lie in a picture, from the shape of the board and the places in its rows.

Units are those of the picture; a hex grid is drawn with pointy tops, as layouts are given.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Board, BoardLayout, Space

Spot = tuple[float, float]
_ROOT3 = math.sqrt(3)
# So many boxes a row of a track has at most; of a graph without edges; so many spaces make a ring round.
_IN_A_ROW, _LISTED, _ROUND = 12, 8, 4
_GAP = 8
_NOWHERE: Mapping[str, tuple[int, int]] = {}


@dataclass(frozen=True, slots=True)
class Place:
    """A space in the picture.

    form: hex, box, sector, corner, side; room: half of the width there is for what lies there; outline: its
    corners (of a side its two ends); away: the direction in which nothing lies beside it, if there is one;
    path: the outline of a sector.
    """

    space: Space
    form: str
    x: float
    y: float
    room: float
    outline: Sequence[Spot]
    away: Spot = (0.0, 0.0)
    path: str = ""

    def spot(self, share: float) -> Spot:
        """Return a place beside the middle, along `away`, by a share of the room."""
        return self.x + self.away[0] * self.room * share, self.y + self.away[1] * self.room * share


@dataclass(frozen=True, slots=True)
class Geometry:
    """All places of a layout, lines between those that are joined, and the frame.

    frame: left, top, width, height.
    """

    places: Sequence[Place]
    lines: Sequence[tuple[Spot, Spot]]
    frame: tuple[float, float, float, float]


def geometry_of(
    board: Board,
    layout: BoardLayout,
    *,
    roomy: bool = False,
    outside: bool = False,
    at: Mapping[str, tuple[int, int]] = _NOWHERE,
) -> Geometry:
    """Return where all spaces lie; roomy: for several things each; at: by column and row.

    outside: something is written of corners or sides beyond the hexes.
    """
    nodes, lines = [n for n in layout.nodes if n.type not in board.bare], list[tuple[Spot, Spot]]()
    if board.shape not in ("hex", "square") and all(node.name in at for node in nodes):
        size = (104.0, 84.0) if roomy else (66.0, 58.0)
        places = [_box(node, *at[node.name], size) for node in nodes]
        lines = _joined(layout, places)
    elif board.shape == "hex":
        places = list(_hexes(layout, nodes))
    elif board.shape == "square":
        wide = 76 if roomy else 58
        places = [_box(node, node.x / 2, node.y / 6, (wide, wide), gap=0) for node in nodes]
    elif board.shape == "ring" and len(nodes) >= _ROUND:
        places = list(_sectors(nodes, (112.0, 124.0) if roomy else (104.0, 92.0)))
    elif board.shape == "graph" and layout.links:
        places = list(_circle(nodes))
        lines = _joined(layout, places)
    else:
        places = list(_rows(nodes, _LISTED if board.shape == "graph" else _IN_A_ROW, roomy=roomy))
        lines = _joined(layout, places)
    spots = [spot for place in places for spot in (*place.outline, (place.x, place.y))]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    right, bottom = max(x for x, _ in spots), max(y for _, y in spots)
    edge = 52 if outside else 18 if board.shape == "hex" else 12
    frame = left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge
    return Geometry(places, lines, frame)


def _joined(layout: BoardLayout, places: Sequence[Place]) -> list[tuple[Spot, Spot]]:
    at = {place.space.name: (place.x, place.y) for place in places}
    return [(at[one], at[other]) for one, other in layout.links]


def hexagon(x: float, y: float, radius: float) -> list[Spot]:
    """Return the corners of a hex with its top pointing up."""
    turns = [math.pi / 3 * turn for turn in range(6)]
    return [(x + radius * math.sin(turn), y - radius * math.cos(turn)) for turn in turns]


def _hexes(layout: BoardLayout, nodes: Sequence[Space]) -> Iterator[Place]:
    """Yield hexes, corners and sides; a layout gives places in quarter columns and sixths of rows."""
    rich = any(node.part != "space" for node in nodes)
    radius = 54.0 if rich else 42.0
    middles = {node.name: (node.x * radius * _ROOT3 / 4, node.y * radius / 4) for node in nodes}
    for node in nodes:
        x, y = middles[node.name]
        if node.part == "space":
            room = radius * (0.5 if rich else 0.8)
            yield Place(node, "hex", x, y, room, hexagon(x, y, radius))
            continue
        beside = [middles[each.name] for each in layout.beside(node) if each.part == "space"]
        away = _away((x, y), beside) if len(beside) < (3 if node.part == "corner" else 2) else (0.0, 0.0)
        if node.part == "corner":
            yield Place(node, "corner", x, y, radius * 0.23, (), away)
            continue
        # A side lies across the line from its middle to that of a hex it bounds.
        across_x, across_y = _away((x, y), beside[:1])
        half = radius / 2
        ends = ((x - across_y * half, y + across_x * half), (x + across_y * half, y - across_x * half))
        yield Place(node, "side", x, y, radius * 0.16, ends, away)


def _away(spot: Spot, others: Sequence[Spot]) -> Spot:
    """Return the direction, of length 1, that leads away from others."""
    aside = spot[0] - sum(x for x, _ in others) / max(len(others), 1)
    down = spot[1] - sum(y for _, y in others) / max(len(others), 1)
    far = math.hypot(aside, down)
    return (aside / far, down / far) if far else (0.0, 0.0)


def _box(node: Space, column: float, row: float, size: Spot, *, gap: float = _GAP) -> Place:
    width, height = size
    x, y = column * (width + gap), row * (height + gap)
    left, top, right, bottom = x - width / 2, y - height / 2, x + width / 2, y + height / 2
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Place(node, "box", x, y, min(width, height) * 0.4, corners)


def _rows(nodes: Sequence[Space], most: int, *, roomy: bool) -> Iterator[Place]:
    """Yield boxes in rows of even length, of so many at most."""
    in_a_row = -(-len(nodes) // -(-len(nodes) // most))
    size = (104, 84) if roomy else (66, 58)
    for number, node in enumerate(nodes):
        yield _box(node, number % in_a_row, number // in_a_row, size)


def _circle(nodes: Sequence[Space]) -> Iterator[Place]:
    """Yield spaces on a circle, so that no line between two is hidden by a third."""
    radius = max(len(nodes) * 15.0, 70.0)
    for number, node in enumerate(nodes):
        turn = 2 * math.pi * number / len(nodes)
        yield _box(node, math.sin(turn) * radius / 60, -math.cos(turn) * radius / 60, (56, 56), gap=4)


def _sectors(nodes: Sequence[Space], size: tuple[float, float]) -> Iterator[Place]:
    """Yield sectors clockwise from the top, so deep and so wide in their middle."""
    depth, width = size
    count = len(nodes)
    radius = max(width * count / (2 * math.pi), depth * 1.1)
    inner, outer = radius - depth / 2, radius + depth / 2
    for number, node in enumerate(nodes):
        middle, half = 2 * math.pi * number / count, math.pi / count - 0.012

        def spot(turn: float, far: float, middle: float = middle) -> Spot:
            return far * math.sin(middle + turn), -far * math.cos(middle + turn)

        corners = [spot(-half, outer), spot(half, outer), spot(half, inner), spot(-half, inner)]
        (a, b, c, d) = (f"{x:.1f} {y:.1f}" for x, y in corners)
        path = f"M{a}A{outer:.1f} {outer:.1f} 0 0 1 {b}L{c}A{inner:.1f} {inner:.1f} 0 0 0 {d}Z"
        x, y = spot(0, radius)
        yield Place(
            node, "sector", x, y, depth * 0.31, [*corners, spot(0, outer)], (x / radius, y / radius), path
        )
