"""A place in a file: the one position type from the YAML byte to the traceback."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a file; line and column count from 1, `end_column` is the first column after it."""

    file: str
    line: int
    column: int
    end_column: int | None = None

    def __str__(self) -> str:
        """Show the place as `file:line:column`, which terminals and editors turn into a link."""
        return f"{self.file}:{self.line}:{self.column}"
