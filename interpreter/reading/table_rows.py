"""Tables in text, as spreadsheets write them: with commas, semicolons or tabs, every cell at its place.

In: lines, and what tells the place of a line and column. Out: the rows one by one, each a list of cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from interpreter.problems import Position
from interpreter.reading.located_value import Located

_DIGITS = 15
MAX_COLUMNS = 1_000
# So many lines a row may have.
_MAX_LINES = 200
Place = Callable[[int, int], Position]


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, without quotes and spaces around it, and where; row: as people count them."""

    text: str
    position: Position
    row: int = 0

    def in_sheet(self, header: str, sheet: str) -> Cell:
        """The same cell, whose place people know by the header of its column."""
        place = self.position
        called = f'"{header}", row {self.row} of {sheet}'
        return Cell(self.text, Position(place.file, place.line, place.column, cell=called), self.row)

    def placed(self, *, listed: bool = False) -> Located:
        """The cell as a value: a number, true or false, else a text; listed: several words are a list."""
        if listed and " " in self.text:
            return Located(self.position, [Located(self.position, word) for word in self.text.split()])
        if self.text in ("true", "false", "TRUE", "FALSE"):  # Spreadsheets write capitals.
            return Located(self.position, self.text.lower() == "true")
        digits = self.text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS:
            return Located(self.position, int(self.text))
        start = (self.position.line, self.position.column)
        return Located(self.position, self.text, text_lines=start)


def table_rows(lines: Sequence[str], place: Place) -> Iterator[list[Cell]]:
    """Split lines into rows; the first tells what separates cells. What is empty or begins with # is none.

    Of a row with more cells than `MAX_COLUMNS`, one more than that is given.
    """
    separator, at, row = "", 0, 0
    while at < len(lines):
        line, first, row = lines[at], at + 1, row + 1
        at += 1
        if not line.strip():
            continue
        separator = separator or next((mark for mark in "\t;," if mark in line), ",")
        # A # alone may be a header: that of a column of numbers.
        if line.lstrip().startswith("#") and not line.lstrip()[1:].lstrip(" ").startswith(separator):
            continue
        if line.count('"') % 2 and _is_open(line, separator):
            at = _closing(lines, at)
            line = "\n".join(lines[first - 1 : at])
        cells = islice(_cells(line, separator), MAX_COLUMNS + 1)
        yield [
            Cell(
                text.replace("\n", " "), place(first + line.count("\n", 0, start), _column(line, start)), row
            )
            for text, start in cells
        ]


def _is_open(line: str, separator: str) -> bool:
    """Whether the last cell of a line begins with a quote that is not closed there."""
    *_, (_, start) = _cells(line, separator)
    return line[start - 1 : start] == '"' and '"' not in line[start:].replace('""', "")


def _closing(lines: Sequence[str], at: int) -> int:
    """The first line after a cell that goes on here; this line where nothing closes it: a stray quote."""
    ends = (end for end in range(at, min(at + _MAX_LINES, len(lines))) if lines[end].count('"') % 2)
    return next(ends, at - 1) + 1


def _column(line: str, at: int) -> int:
    return at - line.rfind("\n", 0, at)


def _cells(line: str, separator: str) -> Iterator[tuple[str, int]]:
    """The cells of a row and where in it they begin, from 0; a quoted one may hold separators."""
    at = 0
    while at <= len(line):
        start = at
        while line[start : start + 1] == " ":
            start += 1
        if line[start : start + 1] == '"':
            end = start + 1
            while end < len(line) and (line[end] != '"' or line[end : end + 2] == '""'):
                end += 2 if line[end] == '"' else 1
            yield line[start + 1 : end].replace('""', '"'), start + 1
            stop = line.find(separator, end)
        else:
            stop = line.find(separator, at)
            yield line[start : stop if stop >= 0 else len(line)].strip(), start
        if stop < 0:
            break
        at = stop + 1


__all__ = ["MAX_COLUMNS", "Cell", "table_rows"]
