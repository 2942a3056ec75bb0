"""Cards that lie open as a table: a line for each kind, a column for each field that says something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.seen.lines import Line, Run
from cli.seen.pieces import field_words, piece_look

if TYPE_CHECKING:
    from interpreter import Game

# So many columns lie between two others.
_BETWEEN = 2


def card_table(
    game: Game, component: str, pieces: Sequence[str], heading: str, width: int
) -> list[Line] | None:
    """Return pieces as a table below a heading; None where their kinds have no fields, or it is too wide."""
    made = game.components.get(component)
    drawn = [piece_look(game, component, piece) for piece in pieces]
    kinds = {each.words: each.kind for each in drawn if each.kind is not None}
    if made is None or any(each.kind is None for each in drawn):
        return None
    counts, columns = Counter(each.words for each in drawn), dict[str, list[str]]()
    for name, field in made.fields.items():
        said = [" ".join(field_words(game, {name: field}, kind.values)) for kind in kinds.values()]
        called = name.replace("_", " ")
        if any(said):
            # What is true or false is a word of its own; of all else the head says what it is.
            columns[called] = [cell.removeprefix(called).strip() or (cell and "yes") for cell in said]
    names = [words if counts[words] == 1 else f"{counts[words]}x {words}" for words in kinds]
    first = max(map(len, [heading, *names]))
    widths = [max(map(len, [head, *cells])) for head, cells in columns.items()]
    if not columns or first + sum(each + _BETWEEN for each in widths) > width:
        return None
    rights = [all(cell.lstrip("-").isdigit() for cell in filter(None, cells)) for cells in columns.values()]

    def line(name: Run, cells: Sequence[str]) -> Line:
        padded = (
            f"{cell:>{width}}" if right else f"{cell:<{width}}"
            for cell, width, right in zip(cells, widths, rights, strict=True)
        )
        return [name, *(Run(" " * _BETWEEN + cell) for cell in padded)]

    colours = {each.words: each.colour for each in drawn}
    rows = zip(kinds, names, *columns.values(), strict=True)
    return [
        line(Run(f"{heading:<{first}}", "bold"), list(columns)),
        *(line(Run(f"{name:<{first}}", colours[words]), cells) for words, name, *cells in rows),
    ]
