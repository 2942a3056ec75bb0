"""Lines across a grid between rows or columns, the figures at its margins, and the letters of its rows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cli.draw.canvas import Canvas, disc, line
from cli.draw.colours import CREAM, INK
from cli.draw.geometry import Place
from cli.draw.svg import Spot, element, fitted, text

# How wide a margin is; how far a line reaches beyond the spaces.
_MARGIN, _BEYOND = 34.0, 6.0
# Names of a row and a column; of how many spaces at least; how far before them letters are; their size.
_COORDINATES, _MANY, _BEFORE, _LETTER = re.compile(r"([a-z])(\d+)"), 8, 8.0, 14.0


def with_margins(canvas: Canvas) -> tuple[float, float, float, float]:
    """Return the frame of a board - left, top, width, height - with room for figures at its margins."""
    left, top, width, height = canvas.geometry.frame
    called = list(_coordinates(canvas))
    aside = max(0.0, left - min((x for x, _, _ in called), default=left + _LETTER) + _LETTER / 2)
    above = max(0.0, top - min((y for _, y, _ in called), default=top + _LETTER) + _LETTER / 2)
    left, top, width, height = left - aside, top - above, width + aside, height + above
    rows = _MARGIN if canvas.hints.margins.get("rows") else 0.0
    columns = _MARGIN if canvas.hints.margins.get("columns") else 0.0
    return left - rows, top, width + rows, height + columns


def over(canvas: Canvas) -> Iterator[str]:
    """Yield the lines of a board, the figures at its margins, and how rows and columns are called."""
    for x, y, called in _coordinates(canvas):
        yield element("g", text(x, y, called, _LETTER, INK, bold=False, dim=True), pointer_events="none")
    if not canvas.hints.lines and not canvas.hints.margins:
        return
    corners = [spot for place in canvas.geometry.places for spot in place.outline]
    ends = [(min(spot[way] for spot in corners), max(spot[way] for spot in corners)) for way in (0, 1)]
    for way, across in (("columns", 0), ("rows", 1)):
        middles = sorted({round(spot, 1) for spot in _middles(canvas, across)})
        low, high = ends[1 - across][0] - _BEYOND, ends[1 - across][1] + _BEYOND
        for after, words in canvas.hints.lines.get(way, {}).items():
            if not 0 < after < len(middles):
                continue
            cut = (middles[after - 1] + middles[after]) / 2
            spots = [(far, cut) if across else (cut, far) for far in (low, high)]
            yield from _line(spots[0], spots[1], words)
        for number, figure in canvas.hints.margins.get(way, {}).items():
            if 0 < number <= len(middles):
                beside = ends[0][0] - _MARGIN / 2 if across else ends[1][1] + _MARGIN / 2
                x, y = (beside, middles[number - 1]) if across else (middles[number - 1], beside)
                yield disc(x, y, str(figure), 12)


def _coordinates(canvas: Canvas) -> Iterator[tuple[float, float, str]]:
    """Yield where the letters of rows and numbers of columns stand by which spaces such as `b3` are called.

    They stand before the first space of a row or column, where there is nothing else; where spaces of one
    letter lie in no row, nothing is written.
    """
    spaces = [place for place in canvas.geometry.places if place.form in ("hex", "box")]
    named = [
        (place, found) for place in spaces if (found := _COORDINATES.fullmatch(place.space.name)) is not None
    ]
    if len(named) < len(spaces) or len(spaces) < _MANY:
        return
    for across, part in ((1, 1), (0, 2)):
        lines: dict[str, list[Place]] = {}
        for place, found in named:
            lines.setdefault(found[part], []).append(place)
        aligned = all(len({round((each.x, each.y)[across]) for each in line}) == 1 for line in lines.values())
        if not aligned or f"{'rows' if across else 'columns'}" in canvas.hints.margins:
            continue
        for called, several in lines.items():
            edge = min(spot[1 - across] for place in several for spot in place.outline) - _BEFORE
            middle = (several[0].x, several[0].y)[across]
            yield (edge, middle, called) if across else (middle, edge, called)


def _middles(canvas: Canvas, across: int) -> Iterator[float]:
    yield from ((place.x, place.y)[across] for place in canvas.geometry.places)


def _line(one: Spot, other: Spot, words: str) -> Iterator[str]:
    path = line(one, other)
    yield element("path", d=path, stroke=CREAM, stroke_width=7, stroke_linecap="round", pointer_events="none")
    yield element("path", d=path, stroke=INK, stroke_width=3.5, stroke_linecap="round", pointer_events="none")
    if words:
        x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        wide = 9.0 + 6.2 * len(words)
        look = {"fill": CREAM, "stroke": INK, "stroke_width": 0.8}
        box = element("rect", x=x - wide / 2, y=y - 9, width=wide, height=18, rx=6, **look)
        yield element("g", box, text(x, y, words, fitted(words, wide, 11), INK), pointer_events="none")
