"""Cards that lie open as a table: a line for each kind, a column for each field that says something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.seen.lines import Line, Run
from cli.seen.pieces import field_words, piece_look
from cli.show.ink import columns, left, right

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
    counts, found = Counter(each.words for each in drawn), dict[str, list[str]]()
    for name, field in made.fields.items():
        said = [" ".join(field_words(game, {name: field}, kind.values)) for kind in kinds.values()]
        called = name.replace("_", " ")
        if any(said):
            # What is true or false is a word of its own; of all else the head says what it is.
            found[called] = [cell.removeprefix(called).strip() or (cell and "yes") for cell in said]
    names = [words if counts[words] == 1 else f"{counts[words]}x {words}" for words in kinds]
    first = max(map(columns, [heading, *names]))
    widths = [max(map(columns, [head, *cells])) for head, cells in found.items()]
    if not found or first + sum(each + _BETWEEN for each in widths) > width:
        return None
    numbers = [all(cell.lstrip("-").isdigit() for cell in filter(None, cells)) for cells in found.values()]

    def line(name: Run, cells: Sequence[str]) -> Line:
        padded = (
            right(cell, width) if number else left(cell, width)
            for cell, width, number in zip(cells, widths, numbers, strict=True)
        )
        return [name, *(Run(" " * _BETWEEN + cell) for cell in padded)]

    colours = {each.words: each.colour for each in drawn}
    rows = zip(kinds, names, *found.values(), strict=True)
    return [
        line(Run(left(heading, first), "bold"), list(found)),
        *(line(Run(left(name, first), colours[words]), cells) for words, name, *cells in rows),
    ]
