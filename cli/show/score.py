"""Points as a table, and figures as aligned columns."""

from __future__ import annotations

from collections.abc import Sequence

from cli.seen.lines import plain
from cli.seen.model import Scores
from cli.seen.score import final_scoring
from cli.show.ink import WIDTH, columns, left, lines_of, right, wrapped, wrapped_line


def outcome_text(scores: Scores, width: int = WIDTH) -> str:
    """Return a finished game: what the final scoring brought, the points, who won, what is said of them."""
    final = [line for each in final_scoring(scores) for line in wrapped_line(each, "", width)]
    verdict = [line for each in scores.verdict for line in wrapped(each, width=width)]
    table = lines_of(score_text(scores)) if scores.rows else []
    return plain([*final, *table, *verdict])


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
