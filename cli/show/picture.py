"""A picture made of cells, each with its place; every cell is centred there and none touches the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from cli.seen.lines import Line, Run
from cli.show.ink import length, without_blanks

# The picture grows by halves until its cells fit, but not for ever.
_MOST_HALVES = 80


@dataclass(frozen=True, slots=True)
class Cell:
    """Something to draw: where it lies and what is written there."""

    x: float
    y: float
    line: Line


def picture(cells: Sequence[Cell], width: int) -> list[Line] | None:
    """Return cells as a picture; None where two lie on one place or it is too wide.

    Blanks that make cells even are left away where it is too wide with them.
    """
    for each in (cells, [Cell(cell.x, cell.y, without_blanks(cell.line)) for cell in cells]):
        drawn = _grown(each)
        if drawn is not None and all(length(line) <= width for line in drawn):
            return drawn
    return None


def _grown(cells: Sequence[Cell]) -> list[Line] | None:
    """Return cells in the narrowest picture in which none touches the next."""
    rows: dict[float, list[Cell]] = {}
    for cell in sorted(cells, key=lambda cell: (cell.y, cell.x)):
        rows.setdefault(cell.y, []).append(cell)
    for halves in range(1, _MOST_HALVES):
        starts = [
            # Halves go up, so that equal distances stay equal; `round` would lead every other one down.
            [floor((cell.x * halves + 1) / 2) - length(cell.line) // 2 for cell in row]
            for row in rows.values()
        ]
        if _fits(list(rows.values()), starts):
            return _drawn(list(rows.values()), starts)
    return None


def _fits(rows: Sequence[Sequence[Cell]], starts: Sequence[Sequence[int]]) -> bool:
    return all(
        at + length(cell.line) < after
        for row, places in zip(rows, starts, strict=True)
        for cell, at, after in zip(row, places, places[1:], strict=False)
    )


def _drawn(rows: Sequence[Sequence[Cell]], starts: Sequence[Sequence[int]]) -> list[Line]:
    left = min((place for places in starts for place in places), default=0)
    lines = []
    for row, places in zip(rows, starts, strict=True):
        line: Line = []
        for cell, place in zip(row, places, strict=True):
            line += [Run(" " * (place - left - length(line))), *cell.line]
        lines.append(without_blanks(line))
    return lines
