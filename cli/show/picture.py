"""A picture made of cells, each with its place; every cell is centred there and none touches the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cli.show.ink import Line, Run, length

# The picture grows by halves until its cells fit, but not for ever.
_MOST_HALVES = 80


@dataclass(frozen=True, slots=True)
class Cell:
    """Something to draw: where it lies and what is written there."""

    x: float
    y: float
    line: Line


def picture(cells: Sequence[Cell], width: int) -> list[Line] | None:
    """Return cells as a picture; None where two lie on one place or it is too wide."""
    rows: dict[float, list[Cell]] = {}
    for cell in sorted(cells, key=lambda cell: (cell.y, cell.x)):
        rows.setdefault(cell.y, []).append(cell)
    for halves in range(1, _MOST_HALVES):
        starts = [
            [round(cell.x * halves / 2) - length(cell.line) // 2 for cell in row] for row in rows.values()
        ]
        if _fits(list(rows.values()), starts):
            return _drawn(list(rows.values()), starts, width)
    return None


def _fits(rows: Sequence[Sequence[Cell]], starts: Sequence[Sequence[int]]) -> bool:
    return all(
        at + length(cell.line) < after
        for row, places in zip(rows, starts, strict=True)
        for cell, at, after in zip(row, places, places[1:], strict=False)
    )


def _drawn(rows: Sequence[Sequence[Cell]], starts: Sequence[Sequence[int]], width: int) -> list[Line] | None:
    left = min((place for places in starts for place in places), default=0)
    lines = []
    for row, places in zip(rows, starts, strict=True):
        line: Line = []
        for cell, place in zip(row, places, strict=True):
            line += [Run(" " * (place - left - length(line))), *cell.line]
        lines.append(line)
    return lines if all(length(line) <= width for line in lines) else None
