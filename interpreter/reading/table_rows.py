"""Tables in text, as spreadsheets write them: with commas, semicolons or tabs, every cell at its place.

In: lines, and what tells the place of a line and column. Out: the rows one by one, each a list of cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from interpreter.problems import Position
from interpreter.reading.located_value import Located

_DIGITS = 15
MAX_COLUMNS = 1_000
Place = Callable[[int, int], Position]


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, white space and quotes left out, and where it begins."""

    text: str
    position: Position

    def placed(self, *, listed: bool = False) -> Located:
        """The cell as a value: a number, true or false, else a text; listed: several words are a list."""
        if listed and " " in self.text:
            return Located(self.position, [Located(self.position, word) for word in self.text.split()])
        if self.text in ("true", "false"):
            return Located(self.position, self.text == "true")
        digits = self.text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS:
            return Located(self.position, int(self.text))
        start = (self.position.line, self.position.column)
        return Located(self.position, self.text, text_lines=start)


def table_rows(lines: Iterable[str], place: Place) -> Iterator[list[Cell]]:
    """Split lines into rows; the first tells what separates cells. What is empty or begins with # is none.

    Of a row with more cells than `MAX_COLUMNS`, one more than that is given.
    """
    separator = ""
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        separator = separator or next((mark for mark in "\t;," if mark in line), ",")
        cells = islice(_cells(line, separator), MAX_COLUMNS + 1)
        yield [Cell(text, place(number, column)) for text, column in cells]


def _cells(line: str, separator: str) -> Iterator[tuple[str, int]]:
    """The cells of a line with the columns, from 1, where they begin; a quoted one may hold separators."""
    at = 0
    while at <= len(line):
        start = at
        while line[start : start + 1] == " ":
            start += 1
        if line[start : start + 1] == '"':
            end = start + 1
            while end < len(line) and (line[end] != '"' or line[end : end + 2] == '""'):
                end += 2 if line[end] == '"' else 1
            yield line[start + 1 : end].replace('""', '"'), start + 2
            stop = line.find(separator, end)
        else:
            stop = line.find(separator, at)
            yield line[start : stop if stop >= 0 else len(line)].strip(), start + 1
        if stop < 0:
            break
        at = stop + 1


__all__ = ["MAX_COLUMNS", "Cell", "table_rows"]
