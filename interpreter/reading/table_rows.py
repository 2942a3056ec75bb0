"""Tables in text, as spreadsheets write them: with commas, semicolons or tabs, every cell at its place.

In: lines, and what tells the place of a line and column. Out: the rows, each a list of cells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interpreter.problems import Position
from interpreter.reading.placed_value import Placed

_DIGITS = 15
Place = Callable[[int, int], Position]


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, white space and quotes left out, and where it begins."""

    text: str
    position: Position

    def placed(self, *, listed: bool = False) -> Placed:
        """The cell as a value: a number, true or false, else a text; listed: several words are a list."""
        if listed and " " in self.text:
            return Placed(self.position, [Placed(self.position, word) for word in self.text.split()])
        if self.text in ("true", "false"):
            return Placed(self.position, self.text == "true")
        digits = self.text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS:
            return Placed(self.position, int(self.text))
        start = (self.position.line, self.position.column)
        return Placed(self.position, self.text, text_lines=start)


def table_rows(lines: Sequence[str], place: Place) -> list[list[Cell]]:
    """Split lines into rows; the first tells what separates cells. What is empty or begins with # is none."""
    found: list[list[Cell]] = []
    separator = ""
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        separator = separator or next((mark for mark in "\t;," if mark in line), ",")
        found.append([Cell(text, place(number, column)) for text, column in _cells(line, separator)])
    return found


def _cells(line: str, separator: str) -> list[tuple[str, int]]:
    """The cells of a line with the columns, from 1, where they begin; a quoted one may hold separators."""
    found: list[tuple[str, int]] = []
    at = 0
    while at <= len(line):
        start = at + len(line[at:]) - len(line[at:].lstrip(" "))
        if line[start : start + 1] == '"':
            end = start + 1
            while end < len(line) and (line[end] != '"' or line[end : end + 2] == '""'):
                end += 2 if line[end] == '"' else 1
            found.append((line[start + 1 : end].replace('""', '"'), start + 2))
            stop = line.find(separator, end)
        else:
            stop = line.find(separator, at)
            found.append((line[start : stop if stop >= 0 else len(line)].strip(), start + 1))
        if stop < 0:
            break
        at = stop + 1
    return found


__all__ = ["Cell", "table_rows"]
