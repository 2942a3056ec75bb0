"""Boards drawn from the geometry that the ruleset gives, and a whole position in plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil

_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Cell:
    """A space to draw: its name, where it lies, and what lies on it."""

    name: str
    x: int
    y: int
    content: str = ""

    @property
    def text(self) -> str:
        """What is shown in the space."""
        return f"{self.name}:{self.content}" if self.content else self.name


def board_text(cells: Sequence[Cell]) -> str:
    """Return a board as a picture; as running text where its spaces lie one upon the other or too wide."""
    rows = [sorted(row, key=lambda cell: cell.x) for _, row in groupby(_by_row(cells), key=lambda cell: cell.y)]
    gaps = [(right.x - left.x, len(left.text) + 1) for row in rows for left, right in pairwise(row)]
    if any(step == 0 for step, _ in gaps):
        return running_text(cell.text for cell in cells)
    # So many columns a step that no text meets its right neighbour.
    scale = max((ceil(width / step) for step, width in gaps), default=1)
    left_edge = min((cell.x for cell in cells), default=0)
    lines = []
    for row in rows:
        line = ""
        for cell in row:
            line = f"{line:<{(cell.x - left_edge) * scale}}{cell.text}"
        lines.append(line)
    if any(len(line) > _WIDTH for line in lines):
        return running_text(cell.text for cell in cells)
    return "\n".join(lines)


def running_text(words: Iterable[str]) -> str:
    """Return words one after the other, with line breaks where a line is full."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 2 + len(word) > _WIDTH:
            lines.append("")
        lines[-1] += f"  {word}" if lines[-1] else word
    return "\n".join(lines)


def _by_row(cells: Sequence[Cell]) -> list[Cell]:
    return sorted(cells, key=lambda cell: cell.y)
