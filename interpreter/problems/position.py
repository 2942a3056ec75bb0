"""A place in a file: the one position type from the YAML byte to the traceback."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a file; line and column count from 1.

    `end_column` is the first column after it, None where the end is not known. It lies on `end_line`; None
    means the line on which the place begins. `cell` is what the owner of a sheet calls the place:
    `"Number", row 14 of cards.xlsx`.
    """

    file: str
    line: int
    column: int
    end_column: int | None = None
    end_line: int | None = None
    cell: str = ""

    def __str__(self) -> str:
        """Show the place as `file:line:column`, which terminals and editors turn into a link."""
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def last_line(self) -> int:
        """The line on which the place ends."""
        return self.line if self.end_line is None else self.end_line

    @property
    def ends_on_its_line(self) -> bool:
        """Whether its end is known and lies on the line on which it begins."""
        return self.end_column is not None and self.last_line == self.line

    def excerpt(self, lines: Sequence[str] | None) -> str:
        """Return what the lines of the file hold there, put on one line; without an end the rest of the line.

        Returns an empty text for a place that the lines do not have.
        """
        if lines is None or not 1 <= self.line <= self.last_line <= len(lines):
            return ""
        found = list(lines[self.line - 1 : self.last_line])
        if self.end_column is not None:
            found[-1] = found[-1][: self.end_column - 1]
        found[0] = found[0][self.column - 1 :]
        return " ".join(line.strip() for line in found).strip()
