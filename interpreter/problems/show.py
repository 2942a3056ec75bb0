"""A problem as plain text: place, sentence, the line itself with a caret, hint, other places."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.problems.position import Position
from interpreter.problems.problem import Problem

_BROADEST = 400
# A message names things, and names are a stranger's.
_LONGEST = 4_000

ReadLines = Callable[[str], Sequence[str] | None]


def render(problem: Problem, read_lines: ReadLines) -> str:
    """Return the problem as text of several lines, without a final line break.

    `read_lines` gives the lines of a file, or None where it cannot; the source line is then left out.
    """
    said = problem.message
    if len(said) > _LONGEST:
        said = f"{said[: _LONGEST // 2]} … {said[-_LONGEST // 2 :]}"
    heading = f"{problem.position}: {problem.severity} [{problem.code}] {said}{_cell(problem.position)}"
    shown = [heading, *_excerpt(problem.position, read_lines)]
    if problem.hint is not None:
        shown.append(f"  hint: {problem.hint}")
    for place in problem.also:
        shown.append(f"  see also {place}{_cell(place)}")
        shown.extend(_excerpt(place, read_lines))
    return "\n".join(_harmless(line) for line in shown)


def _cell(place: Position) -> str:
    return f" ({place.cell})" if place.cell else ""


def _harmless(line: str) -> str:
    """Replace control characters: the text is a stranger's, and a terminal obeys them."""
    if line.isprintable():
        return line
    return "".join(letter if letter.isprintable() or letter == "\t" else "\ufffd" for letter in line)


def _excerpt(place: Position, read_lines: ReadLines) -> list[str]:
    lines = read_lines(place.file)
    if lines is None or not 1 <= place.line <= len(lines):
        return []
    line = lines[place.line - 1].rstrip("\r\n")
    # Of a very long line what stands around the place.
    cut = max(0, place.column - 1 - _BROADEST // 2) if len(line) > _BROADEST else 0
    line = line[cut : cut + _BROADEST]
    start = min(place.column - 1 - cut, len(line))
    # Tabs are repeated under the line, for only so does the caret stand right at any tab width.
    margin = "".join("\t" if letter == "\t" else " " for letter in line[:start])
    return [f"    {line}", f"    {margin}{'^' * _width(place, line, start)}"]


def _width(place: Position, line: str, start: int) -> int:
    if place.end_column is None:
        return 1
    width = place.end_column - place.column if place.ends_on_its_line else len(line)
    return max(1, min(width, len(line.rstrip()) - start))
