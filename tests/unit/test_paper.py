"""How pieces lie on paper: as many as fit, inside the margins, beside each other, their backs behind them."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import pytest

from cli.draw.mats import OVERLAP, parts_of
from cli.draw.paper import GUTTER, MARGIN, PAPERS, Backs, Layout, Paper, Spot, laid_out, paper_size

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
SIZES = [(63, 88), (44, 67), (70, 120), (25, 25), (110, 20)]


def shown(layout: Layout, spot: Spot) -> tuple[float, float]:
    """Width and height of a piece as it lies."""
    wide, high = layout.size
    return (high, wide) if spot.turn % 180 else (wide, high)


@pytest.mark.parametrize(
    ("size", "paper", "form", "count"),
    [
        ((63, 88), A4, "card", 9),
        ((63, 88), LETTER, "card", 9),
        ((44, 67), A4, "card", 16),
        ((44, 67), LETTER, "card", 18),  # turned by a quarter
        ((36, 36), A4, "hex", 45),  # in rows that lie in each other's gaps; 35 in a grid
        ((63, 88), PAPERS["a3"], "card", 18),
    ],
)
def test_so_many_fit(size: tuple[int, int], paper: tuple[float, float], form: str, count: int) -> None:
    layout = laid_out(size, Paper(paper), form=form, has_back=True)
    assert layout is not None
    assert len(layout.fronts) == count


def test_what_is_larger_than_the_paper_does_not_fit() -> None:
    assert laid_out((300, 200), Paper(A4)) is None


@pytest.mark.parametrize("paper", [A4, LETTER, (297.0, 210.0)])
@pytest.mark.parametrize("backs", ["long", "short", "fold"])
@pytest.mark.parametrize("bleed", [None, 0.0, 3.0])
def test_pieces_lie_beside_each_other_and_backs_behind_them(
    paper: tuple[float, float], backs: Backs, bleed: float | None
) -> None:
    for size in SIZES:
        layout = laid_out(size, Paper(paper, backs, bleed), has_back=True)
        assert layout is not None
        apart = 0.0 if layout.shared else 2 * layout.bleed
        for spot in (*layout.fronts, *layout.backs):
            wide, high = (side / 2 + layout.bleed for side in shown(layout, spot))
            assert spot.x - wide >= MARGIN - 0.001
            assert spot.x + wide <= paper[0] - MARGIN + 0.001
            assert spot.y - high >= MARGIN - 0.001
            assert spot.y + high <= paper[1] - MARGIN + 0.001
        sides = (*layout.fronts, *layout.backs) if backs == "fold" else layout.fronts
        for one, other in combinations(sides, 2):
            wide, high = shown(layout, one)
            free = max(abs(one.x - other.x) - wide, abs(one.y - other.y) - high)
            assert free >= apart - 0.001
        for front, back in zip(layout.fronts, layout.backs, strict=True):
            if layout.axis == "down":
                assert (back.x, back.y) == pytest.approx((paper[0] - front.x, front.y))
                assert (front.turn + back.turn) % 360 == 0
            else:
                assert (back.x, back.y) == pytest.approx((front.x, paper[1] - front.y))
                assert (front.turn + back.turn) % 360 == 180
        if layout.fold is not None:
            ends = [abs(spot.x - layout.fold[0][0]) - shown(layout, spot)[0] / 2 for spot in sides]
            if layout.axis == "across":
                ends = [abs(spot.y - layout.fold[0][1]) - shown(layout, spot)[1] / 2 for spot in sides]
            assert min(ends) == pytest.approx(GUTTER + layout.bleed)


def test_paper_is_turned_over_its_long_or_short_edge() -> None:
    wide = (A4[1], A4[0])
    edges: tuple[Backs, ...] = ("long", "short")
    found = [
        laid_out((63, 88), Paper(paper, backs), has_back=True) for paper in (A4, wide) for backs in edges
    ]
    assert [layout.axis for layout in found if layout is not None] == ["down", "across", "across", "down"]


def test_hexes_do_not_meet() -> None:
    layout = laid_out((36, 36), Paper(A4), form="hex", has_back=True)
    assert layout is not None
    # Two hexes with 2 mm of bleed each are 4 mm farther apart than they are wide.
    least = min(dist((one.x, one.y), (other.x, other.y)) for one, other in combinations(layout.fronts, 2))
    assert least >= 36 * 3**0.5 / 2 + 4 - 0.01


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_bleed_is_left_out_where_another_piece_lies(turn: int) -> None:
    # The other lies to the right: at the side of the piece that shows there when it is turned.
    wide = 88 if turn % 180 else 63
    spots = (Spot(50, 50, turn), Spot(50 + wide, 50, turn))
    layout = Layout(A4, (63, 88), spots, 2.0, shared=True)
    right = {0: 1, 90: 0, 180: 3, 270: 2}[turn]
    assert layout.hidden(spots[0], spots) == tuple(2.0 if side == right else 0.0 for side in range(4))
    assert layout.hidden(spots[0], spots[:1]) == (0.0, 0.0, 0.0, 0.0)


def test_cuts_are_the_edges_of_pieces() -> None:
    layout = laid_out((63, 88), Paper(A4), has_back=True)
    assert layout is not None
    down, across = layout.cuts(layout.fronts)
    assert down == [10.5, 73.5, 136.5, 199.5]
    assert across == [16.5, 104.5, 192.5, 280.5]


@pytest.mark.parametrize(("said", "size"), [("A4", A4), ("letter", LETTER), ("100x150.5", (100.0, 150.5))])
def test_paper_by_name_or_size(said: str, size: tuple[float, float]) -> None:
    assert paper_size(said) == size


@pytest.mark.parametrize("said", ["a9", "10x10", "100", "100x99999", "", "-5x100"])
def test_what_is_no_paper(said: str) -> None:
    assert paper_size(said) is None


@pytest.mark.parametrize(
    ("size", "pages", "least"),
    [
        ((150, 200), 1, 1.0),
        ((200, 150), 1, 1.0),
        ((230, 200), 1, 0.85),
        ((414, 388), 4, 0.85),
        ((900, 900), 9, 0.5),
    ],
)
def test_a_board_goes_on_few_pages_and_all_of_it_is_there(
    size: tuple[float, float], pages: int, least: float
) -> None:
    scale, lies, parts = parts_of(size, A4)
    assert len(parts) == pages
    assert least <= scale <= 1
    assert sorted(lies) == sorted(A4)
    for part in parts:
        assert part.wide <= lies[0] - 2 * MARGIN
        assert part.high <= lies[1] - 2 * MARGIN
    assert max(part.left + part.wide for part in parts) == pytest.approx(size[0] * scale)
    assert max(part.top + part.high for part in parts) == pytest.approx(size[1] * scale)
    for one, other in pairwise(parts):
        if one.row == other.row:
            assert one.left + one.wide - other.left == pytest.approx(OVERLAP)
