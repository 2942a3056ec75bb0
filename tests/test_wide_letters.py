"""Letters that take two columns of a terminal: tables stay aligned, lines fit, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

from rich.cells import cell_len

from cli.seen.lines import Run, plain
from cli.seen.seeing import see
from cli.show.ink import left, length, right, wrapped
from cli.show.position import position_lines
from cli.show.score import table_text
from interpreter import load

WIDE = """\
id: wide
title: 城
players: 2
components:
  card:
    fields: {cost: number}
    kinds:
      dragon: {title: 城 ドラゴン, cost: 3}
      fox: {title: Fox, cost: 12}
zones:
  row: {title: 市場, holds: card, draw: {as: cards}}
  hand: {title: 手札, per: player, holds: card}
counters:
  gold: {title: 金貨 coins, per: player}
  wood: {title: Wood, per: player}
flow:
  - step: set_up
    do: |
      move all from box(card) to row
      for p in players: gain 12 gold for p
  - step: turn
    players: players
    do: |
      choose card in row as "どれ?":
        move card from row to hand(me)
"""


# How lines begin, and what is in the column of costs.
WORDS = {"   ": "", "金貨": "", "Wood": "", "市場": "cost", "城": "3", "Fox": "12"}


def columns(line: str, word: str) -> int:
    """The column of a terminal in which a word begins."""
    return cell_len(line[: line.index(word)])


def test_tables_are_aligned(tmp_path: Path) -> None:
    """Of players and of cards: what is below each other begins or ends in one column."""
    (tmp_path / "ruleset.yaml").write_text(WIDE, encoding="utf-8")
    game = load(tmp_path).game
    assert game is not None
    state = game.new(1)
    lines = plain(position_lines(see(state, state.seat))).splitlines()
    rows = {word: next(line for line in lines if line.startswith(word)) for word in WORDS}
    assert cell_len(rows["   "]) == cell_len(rows["金貨"]) == cell_len(rows["Wood"])
    ends = [columns(rows[word], figure) + len(figure) for word, figure in WORDS.items() if figure]
    assert len(set(ends)) == 1, ends


def test_figures_are_aligned() -> None:
    rows = [["", "城 ドラゴン", "B"], ["ドラゴン", "1", "2"], ["x", "10", "20"]]
    assert len({cell_len(line) for line in table_text(rows).splitlines()}) == 1


def test_text_is_padded_and_measured_in_columns() -> None:
    assert length([Run("城 ドラゴン"), Run("ab")]) == 13
    assert left("城", 4) == "城  " and right("城", 4) == "  城"
    assert left("城城", 3) == "城城"


def test_text_without_blanks_is_broken_where_a_line_ends() -> None:
    """Nothing is lost, and no line is broader than it may be."""
    text = "ドラゴン" * 20
    lines = [plain([line]) for line in wrapped(text, "  ", 31)]
    assert all(cell_len(line) <= 31 for line in lines)
    assert "".join(line.strip() for line in lines) == text


def test_prose_is_broken_at_blanks_and_hyphens() -> None:
    for letters in ("", "é"):
        lines = wrapped(f"A well-known rule {letters}  says so: nobody takes two.", "", 20)
        assert all(length(line) <= 20 for line in lines)
        assert plain(lines).splitlines()[0] == f"A well-known rule {letters}".strip()
        broken = plain(wrapped(f"a twenty-letters-word that is {letters}", "", 20))
        assert broken.startswith("a twenty-letters-\n")
