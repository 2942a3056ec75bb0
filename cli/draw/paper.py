"""How pieces lie on paper, in millimetres: as many as fit, where to cut, and where their backs lie.

In: the size of a piece and the paper. Out: the middles of the pieces, which are the same on every sheet, and
the lines to cut along. A piece may lie turned by a quarter if more fit so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

Size = tuple[float, float]
# By their names; letter and legal are 8.5 by 11 and 14 inches.
PAPERS: dict[str, Size] = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
LEAST_PAPER, MOST_PAPER = 60.0, 1200.0
# What printers leave white at the edges of paper.
MARGIN = 5.0
# So much is printed beyond each cut, unless something else is asked for; so far from a fold pieces begin.
BLEED, GUTTER = 2.0, 4.0
# The height of a hexagon with its top up is this times its width; its rows are three quarters of it apart.
_STEEP = 2 / 3**0.5
_SIZED = re.compile(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\Z")

Backs = Literal["long", "short", "fold", "none"]
# Where a back lies: beside a line that goes down the paper, or across it.
Axis = Literal["down", "across"]


@dataclass(frozen=True, slots=True)
class Paper:
    """What is printed on. backs: behind their fronts when the paper is turned over its long or short edge, or
    beside them at a fold; bleed: what is printed beyond each cut; None: as much as costs no place.
    """

    size: Size = PAPERS["a4"]
    backs: Backs = "long"
    bleed: float | None = None


A4 = Paper()


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a piece lies: its middle, and by how many degrees it is turned, clockwise."""

    x: float
    y: float
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """How pieces of one size lie on a sheet; one that is turned over or folded has its backs at `backs`.

    bleed: how far each is printed beyond its cut; shared: two that meet are parted by one cut; fold: the two
    ends of the line to fold along, if there is one.
    """

    paper: Size
    size: Size
    fronts: tuple[Spot, ...]
    bleed: float
    shared: bool = False
    axis: Axis | None = None
    fold: tuple[Size, Size] | None = None

    @property
    def backs(self) -> tuple[Spot, ...]:
        """Where the back of each front lies on its page, in the same order."""
        return tuple(_mirrored(spot, self.paper, self.axis or "down") for spot in self.fronts)

    def cuts(self, spots: Sequence[Spot]) -> tuple[list[float], list[float]]:
        """Return the lines to cut along: how far from the left they go down, from the top across."""
        down, across = set[float](), set[float]()
        for spot in spots:
            wide, high = _turned(self.size, spot.turn)
            down |= {round(spot.x - wide / 2, 3), round(spot.x + wide / 2, 3)}
            across |= {round(spot.y - high / 2, 3), round(spot.y + high / 2, 3)}
        return sorted(down), sorted(across)

    def hidden(self, spot: Spot, beside: Sequence[Spot]) -> tuple[float, float, float, float]:
        """Return how much of the bleed of a piece is left out for those beside it, which it meets.

        At its top, right, bottom and left, as it is before it is turned.
        """
        if not self.shared:
            return (0.0, 0.0, 0.0, 0.0)
        wide, high = _turned(self.size, spot.turn)
        middles = {(round(each.x, 2), round(each.y, 2)) for each in beside}
        met = [
            (round(spot.x + across * wide, 2), round(spot.y + down * high, 2)) in middles
            for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0))
        ]
        quarters = spot.turn // 90
        top, right, bottom, left = (self.bleed if met[(at + quarters) % 4] else 0.0 for at in range(4))
        return top, right, bottom, left


def paper_size(said: str) -> Size | None:
    """Return the size of a paper by its name, or as it is written: `100x150`; None where it is neither."""
    if said.lower() in PAPERS:
        return PAPERS[said.lower()]
    found = _SIZED.match(said.lower())
    size = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    return size if all(LEAST_PAPER <= side <= MOST_PAPER for side in size) else None


def laid_out(size: Size, paper: Paper, *, form: str = "card", has_back: bool = False) -> Layout | None:
    """Return how most pieces of a size fit on a paper; None: not even one does.

    form: hexes and tokens are not cut along straight lines, so each has its bleed around it.
    """
    shared = form not in ("hex", "token")
    axes: dict[Backs, tuple[Axis, ...]] = {"fold": ("down", "across"), "none": ()}
    mirrored: tuple[Axis | None, ...] = axes.get(paper.backs, (_axis(paper),)) if has_back else ()
    found = [
        layout
        for axis in mirrored or (None,)
        for turn in (0, 90)
        for bleed, gap in _bleeds(paper, shared=shared)
        for layout in _ways(size, paper, turn, bleed, gap, form=form, axis=axis)
    ]
    # The first of the best: with a bleed around each piece, and none of them turned.
    return max(found, key=lambda layout: len(layout.fronts), default=None)


def _axis(paper: Paper) -> Axis:
    """The line that stays where it is when the paper is turned over."""
    tall = paper.size[1] >= paper.size[0]
    return "down" if tall == (paper.backs == "long") else "across"


def _bleeds(paper: Paper, *, shared: bool) -> Iterator[tuple[float, float]]:
    """Yield how far is printed beyond the cuts, and how far pieces are apart for it."""
    bleed = BLEED if paper.bleed is None else paper.bleed
    yield bleed, 2 * bleed
    if paper.bleed is None and shared:
        yield bleed, 0.0


def _ways(
    size: Size, paper: Paper, turn: int, bleed: float, gap: float, *, form: str, axis: Axis | None
) -> Iterator[Layout]:
    folded = paper.backs == "fold" and axis is not None
    wide, high = paper.size
    # The part of the paper that fronts may fill, with their bleed: left, top, right, bottom.
    room = (MARGIN, MARGIN, wide - MARGIN, high - MARGIN)
    fold = None
    if folded and axis == "down":
        room, fold = (MARGIN, MARGIN, wide / 2 - GUTTER, high - MARGIN), ((wide / 2, 0.0), (wide / 2, high))
    elif folded:
        room, fold = (MARGIN, MARGIN, wide - MARGIN, high / 2 - GUTTER), ((0.0, high / 2), (wide, high / 2))
    across, down = _turned(size, turn)
    inside = (room[2] - room[0] - 2 * bleed, room[3] - room[1] - 2 * bleed)
    spots = _grid((across, down), inside, gap)
    if form == "hex":
        honeycomb = _turned_comb(size, inside, gap, turn)
        spots = honeycomb if len(honeycomb) > len(spots) else spots
    if spots:
        layout = Layout(paper.size, size, tuple(spots), bleed, gap == 0 < bleed, axis, fold)
        yield _centred(replace(layout, fronts=tuple(replace(s, turn=turn) for s in spots)), room, folded)


def _grid(size: Size, room: Size, gap: float) -> list[Spot]:
    counts = [int((whole + gap + 1e-6) // (side + gap)) for whole, side in zip(room, size, strict=True)]
    return [
        Spot(size[0] / 2 + column * (size[0] + gap), size[1] / 2 + row * (size[1] + gap))
        for row in range(counts[1])
        for column in range(counts[0])
    ]


def _turned_comb(size: Size, room: Size, gap: float, turn: int) -> list[Spot]:
    """Return hexagons in rows that lie in each other's gaps; turned, the rows go down."""
    if turn:
        return [Spot(spot.y, spot.x) for spot in _comb(size, (room[1], room[0]), gap)]
    return _comb(size, room, gap)


def _comb(size: Size, room: Size, gap: float) -> list[Spot]:
    # A hexagon with its top up fills its height, and of its box so much of the width.
    wide, high = size[1] / _STEEP, size[1]
    apart, rows_apart = wide + gap, 0.75 * (high + gap * _STEEP)
    if high > room[1]:
        return []
    spots = []
    for row in range(int((room[1] - high + 1e-6) // rows_apart) + 1):
        start = wide / 2 + (apart / 2 if row % 2 else 0)
        count = int((room[0] - start - wide / 2 + 1e-6) // apart) + 1
        spots += [Spot(start + column * apart, high / 2 + row * rows_apart) for column in range(count)]
    return spots


def _centred(layout: Layout, room: tuple[float, float, float, float], folded: bool) -> Layout:
    """Return a layout in the middle of its room; along a fold it lies at the fold."""
    xs = [(spot.x, _turned(layout.size, spot.turn)[0]) for spot in layout.fronts]
    ys = [(spot.y, _turned(layout.size, spot.turn)[1]) for spot in layout.fronts]
    ends = [
        (min(at - side / 2 for at, side in both), max(at + side / 2 for at, side in both))
        for both in (xs, ys)
    ]
    shift = [(room[axis] + room[axis + 2] - low - high) / 2 for axis, (low, high) in enumerate(ends)]
    if folded:
        axis = 0 if layout.axis == "down" else 1
        shift[axis] = room[axis + 2] - layout.bleed - ends[axis][1]
    moved = tuple(replace(spot, x=spot.x + shift[0], y=spot.y + shift[1]) for spot in layout.fronts)
    return replace(layout, fronts=moved)


def _mirrored(spot: Spot, paper: Size, axis: Axis) -> Spot:
    """Return where a back lies so that it is behind its front, and the same way up."""
    if axis == "down":
        return Spot(paper[0] - spot.x, spot.y, -spot.turn % 360)
    return Spot(spot.x, paper[1] - spot.y, (180 - spot.turn) % 360)


def _turned(size: Size, turn: int) -> Size:
    return (size[1], size[0]) if turn % 180 else size
