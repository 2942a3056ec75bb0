"""Points as a table, and figures as aligned columns."""

from __future__ import annotations

from collections.abc import Sequence

from cli.seen.model import Scores
from cli.show.ink import columns, left, right


def outcome_text(scores: Scores) -> str:
    """Return the points of a finished game, who won, and what the ruleset says of the points."""
    return "\n".join([score_text(scores), *scores.verdict])


def score_text(scores: Scores) -> str:
    """Return a table of the points of each source and their total, one column a seat or automaton."""
    return table_text([["", *scores.heads], *([source, *cells] for source, cells in scores.rows)])


def table_text(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as aligned columns: the first to the left, all others to the right."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [right(cell, width) for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([left(first, widths[0]), *cells]).rstrip())
    return "\n".join(lines)
