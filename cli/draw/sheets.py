"""Sheets to print and cut: every board, card and piece of a game as pages of HTML, true to size.

Where pieces and their backs lie is worked out in `paper`; a page is a box of the size of the paper in which
everything has its place in millimetres, so that what is printed on both sides meets. Browsers set nothing but
the first page and the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cli.draw.board import board_svg
from cli.draw.cards import card_svg, first_called
from cli.draw.mats import board_size, empty_boards, parts_of
from cli.draw.paper import A4, Layout, Paper, Size, Spot, laid_out
from cli.draw.pictures import HEXAGON, embedded
from cli.draw.pieces import BACKS, TURNS, cut_of, size_of
from cli.draw.rules_page import rules_page
from cli.draw.svg import element, escaped

if TYPE_CHECKING:
    from interpreter import Component, Game

# How long a cut mark is, and how far it stays from the edge of the paper, in mm.
_MARK, _EDGE = 4.0, 1.0
_HAIR = 0.05
_PRINTED = {
    "long": "Print on both sides, turned over the long edge: behind each page of pieces come their backs.",
    "short": "Print on both sides, turned over the short edge: behind each page of pieces come their backs.",
    "fold": "Backs are beside their fronts: fold along the dashed line, glue, then cut.",
    "none": "",
}


@dataclass(frozen=True, slots=True)
class Face:
    """A side of pieces that are alike: how a view calls such a piece, which side it is, of how many."""

    component: str
    called: str
    copies: int
    side: str = "face"

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.called if self.side == "face" else f"{self.called}-{self.side}"

    @property
    def back(self) -> Face:
        """The back of such a piece, whether it can lie face down or not."""
        return replace(self, side="back")

    def drawn(self, game: Game, bleed: float = 0) -> str:
        """Return it as a picture, with so many mm beyond each cut."""
        return card_svg(game, self.component, self.called, self.side, bleed=bleed)


@dataclass(frozen=True, slots=True)
class _Lying:
    """A side of a piece at its spot on a page."""

    face: Face
    spot: Spot


def sheets_html(game: Game, paper: Paper = A4) -> str:
    """Return all sheets of a game: each kind as often as there are copies, empty boards, the rules."""
    pieces = [page for made in types_printed(game) for page in _pages_of(game, made, paper)]
    boards = [
        page
        for seen in empty_boards(game)
        for page in _parted(seen.heading, board_svg(game, seen), board_size(game, seen), paper)
    ]
    pages = [_page("", _first_page(game, paper, len(boards))), *pieces, *boards]
    if any(map(_is_back, pages)):
        # A page of backs must lie behind its fronts: what has no back has an empty page behind it.
        pages = list(_on_both_sides(pages))
    return html_page(game, game.title, [*pages, rules_page(game)], paper.size)


def html_page(game: Game, title: str, body: Sequence[str], paper: Size | None = None) -> str:
    """Return a whole page of HTML with the style of sheets, and all pictures in it; paper: in mm."""
    style = Path(__file__).with_name("sheets.css").read_text(encoding="utf-8")
    if paper is not None:
        wide, high = map(_mm, paper)
        style += f"@page {{ size: {wide} {high}; margin: 0; }} .page {{ width: {wide}; height: {high}; }}\n"
    head = element("title", escaped(title)) + element("style", style)
    page = element("html", element("head", '<meta charset="utf-8">', head), element("body", *body), lang="en")
    return embedded(game, f"<!doctype html>\n{page}\n")


def types_printed(game: Game) -> list[Component]:
    """Return the types that there are pieces of; one that never leaves its box is there for the rules alone.

    Where nothing ever leaves its box, all are printed: a game may begin with its cards.
    """
    zones = {zone.holds.name for zone in game.zones.values() if zone.name != f"box_{zone.holds.name}"}
    boards = {held for board in game.boards.values() for held in board.holds.values()}
    types = list(game.components.values())
    return [made for made in types if made.name in zones | boards] or types


def faces_of(made: Component) -> Iterator[Face]:
    """Yield the front of each kind; of pieces that each player has, for each."""
    for owner in made.states.get("owner", ()) if made.per is not None else ("",):
        for kind in made.kinds:
            yield Face(made.name, first_called(made, kind.name, owner), kind.copies)


def other_sides(made: Component, face: Face) -> Iterator[Face]:
    """Yield the faces that a piece has in its other states; those that turn or hide it show nothing new."""
    for state, members in made.states.items():
        first, *others = members
        if (state == "owner" and made.per is not None) or {first, *others} & {*BACKS, *TURNS}:
            continue
        words = face.called.split("-")
        for other in others if first in words[1:] else ():
            at = len(words) - 1 - words[::-1].index(first)
            yield Face(made.name, "-".join([*words[:at], other, *words[at + 1 :]]), face.copies)


def behind(game: Game, made: Component, face: Face) -> Face | None:
    """Return what is on the other side of a piece: the other of two faces, or the back of its type."""
    others = list(other_sides(made, face))
    return others[0] if len(others) == 1 else face.back if has_back(game, made) else None


def has_back(game: Game, made: Component) -> bool:
    """Whether pieces of a type can lie face down, or unseen by somebody, or have a back by design."""
    down = any(state in BACKS for members in made.states.values() for state in members)
    hidden = any(
        zone.holds.kind == "component" and zone.holds.name == made.name and zone.visible != "everyone"
        for zone in game.zones.values()
    )
    return down or hidden or "back" in made.areas


def heading_of(made: Component) -> str:
    """Return what a type of pieces is called."""
    return made.about.title or made.name.replace("_", " ").capitalize()


def made_in_all(made: Component) -> int:
    """Return how many pieces there are of a type."""
    owners = len(made.states.get("owner", ())) if made.per is not None else 1
    return owners * sum(kind.copies for kind in made.kinds)


# --- Pages ------------------------------------------------------------------------------------------


def _page(heading: str, *inner: str, class_: str = "page") -> str:
    return element("section", element("h2", escaped(heading)) if heading else "", *inner, class_=class_)


def _is_back(page: str) -> bool:
    return page.startswith('<section class="page backs"')


def _on_both_sides(pages: Sequence[str]) -> Iterator[str]:
    """Yield pages so that each but a page of backs begins a sheet of paper."""
    for page, after in zip(pages, [*pages[1:], ""], strict=True):
        yield page
        if not _is_back(page) and not _is_back(after):
            yield _page("This side stays empty.", class_="page blank")


def _pages_of(game: Game, made: Component, paper: Paper) -> Iterator[str]:
    """Yield the sheets of a type, each followed by that of its backs."""
    fronts = [face for face in faces_of(made) for _ in range(face.copies)]
    backs = [behind(game, made, face) if paper.backs != "none" else None for face in fronts]
    size, form = size_of(game, made), cut_of(game, made.name)
    layout = laid_out(size, paper, form=form, has_back=any(backs))
    if layout is None:
        for face in faces_of(made):
            if face.copies:
                said = f"{heading_of(made)}: {face.name.replace('_', ' ')}, {face.copies} times"
                yield from _parted(said, face.drawn(game), size, paper)
        return
    for first in range(0, len(fronts), len(layout.fronts)):
        sheet = fronts[first : first + len(layout.fronts)]
        lying = [_Lying(*both) for both in zip(sheet, layout.fronts, strict=False)]
        turned = zip(backs[first:], layout.backs[: len(sheet)], strict=False)
        under = [_Lying(back, spot) for back, spot in turned if back is not None]
        said = f"{heading_of(made)} ({first + 1} to {first + len(sheet)} of {len(fronts)})"
        if layout.fold is not None:
            lying += under
        marks = _marks(layout, [one.spot for one in lying], form)
        yield _page(said, *_laid(game, layout, lying, form), marks)
        if under and layout.fold is None:
            yield _page(f"Backs of: {said}", *_laid(game, layout, under, form), class_="page backs")


def _laid(game: Game, layout: Layout, lying: Sequence[_Lying], form: str) -> Iterator[str]:
    """Yield pieces with what is printed beyond their cuts, as far as no other piece lies there."""
    size = layout.size[0] + 2 * layout.bleed, layout.size[1] + 2 * layout.bleed
    shape = {"hex": " hex", "token": " round"}.get(form, "")
    spots = [one.spot for one in lying]
    for one in lying:
        # A hair of it stays, or the paper would show between two pieces on screens.
        hidden = [max(0.0, left_out - _HAIR) for left_out in layout.hidden(one.spot, spots)]
        clip = f";clip-path:inset({' '.join(map(_mm, hidden))})" if any(hidden) else ""
        place = _placed(one.spot, size) + clip
        yield element("div", one.face.drawn(game, layout.bleed), class_=f"piece{shape}", style=place)


def _placed(spot: Spot, size: Size) -> str:
    """Return the place of a box with its middle at a spot."""
    turn = f";transform:rotate({spot.turn}deg)" if spot.turn else ""
    left, top = spot.x - size[0] / 2, spot.y - size[1] / 2
    return f"left:{_mm(left)};top:{_mm(top)};width:{_mm(size[0])};height:{_mm(size[1])}{turn}"


def _mm(length: float) -> str:
    return f"{length:.3f}".rstrip("0").rstrip(".") + "mm"


def _parted(heading: str, picture: str, size: Size, paper: Paper) -> Iterator[str]:
    """Yield the pages of a picture that may be larger than one: each shows a part, with marks where to cut.

    A page is one picture: what lies outside a part must not make the page seem wider than it is.
    """
    scale, lies, parts = parts_of(size, paper.size)
    inner = element("foreignObject", picture, width=_exact(size[0] * scale), height=_exact(size[1] * scale))
    turn = "" if lies == paper.size else f"translate({paper.size[0]} 0) rotate(90)"
    for part in parts:
        said = heading + (f", at {scale:.0%} of its size" if scale < 1 else "")
        if len(parts) > 1:
            said += (
                f" - part {part.row + 1}.{part.column + 1} of {parts[-1].row + 1} x {parts[-1].column + 1}"
            )
            said += ": put each over the strip that it shares with the one before"
        left, top = (lies[0] - part.wide) / 2, (lies[1] - part.high) / 2
        frame = _exact(part.left, part.top, part.wide, part.high)
        where = {"x": left, "y": top, "width": part.wide, "height": part.high}
        shown = element("svg", inner, viewBox=frame, **{key: _exact(at) for key, at in where.items()})
        marks = _crossing((left, left + part.wide), (top, top + part.high), lies)
        yield _page(
            said, _over(paper.size, [element("g", shown, *marks, transform=turn)]), class_="page board"
        )


# --- Marks ------------------------------------------------------------------------------------------


def _marks(layout: Layout, spots: Sequence[Spot], form: str) -> str:
    """Return where to cut, as lines beside the pieces or around them, and where to fold."""
    drawn = [_line(*layout.fold[0], *layout.fold[1], class_="fold")] if layout.fold is not None else []
    if form in ("hex", "token"):
        drawn += [_outline(spot, layout.size, form) for spot in spots]
    else:
        drawn += _crossing(*layout.cuts(spots), layout.paper, layout.bleed)
    return _over(layout.paper, drawn)


def _crossing(down: Sequence[float], across: Sequence[float], paper: Size, bleed: float = 0) -> Iterator[str]:
    """Yield marks at both ends of lines that go down and across a page, outside what is printed."""
    for x in down:
        yield _line(x, max(_EDGE, across[0] - bleed - _MARK), x, across[0] - bleed)
        yield _line(x, across[-1] + bleed, x, min(paper[1] - _EDGE, across[-1] + bleed + _MARK))
    for y in across:
        yield _line(max(_EDGE, down[0] - bleed - _MARK), y, down[0] - bleed, y)
        yield _line(down[-1] + bleed, y, min(paper[0] - _EDGE, down[-1] + bleed + _MARK), y)


def _over(size: Size, drawn: Iterable[str]) -> str:
    style = f"width:{_mm(size[0])};height:{_mm(size[1])}"
    return element("svg", *drawn, viewBox=f"0 0 {size[0]} {size[1]}", class_="marks", style=style)


def _line(x: float, y: float, to_x: float, to_y: float, class_: str = "cut") -> str:
    return element("path", d=f"M{_exact(x, y)}L{_exact(to_x, to_y)}", class_=class_)


def _outline(spot: Spot, size: Size, form: str) -> str:
    corners = ((round((x - 0.5) * size[0], 3), round((y - 0.5) * size[1], 3)) for x, y in HEXAGON)
    place = f"translate({_exact(spot.x, spot.y)}) rotate({spot.turn})"
    if form == "token":
        return element(
            "ellipse", rx=_exact(size[0] / 2), ry=_exact(size[1] / 2), transform=place, class_="cut"
        )
    return element("polygon", points=" ".join(f"{x},{y}" for x, y in corners), transform=place, class_="cut")


def _exact(*values: float) -> str:
    """Return millimetres to the thousandth: a sheet is measured by people."""
    return " ".join(f"{value:.3f}" for value in values)


# --- The first page ---------------------------------------------------------------------------------


def _then(boards: int) -> str:
    """What comes after the pieces; boards: on how many pages."""
    if not boards:
        return "the rules"
    return f"the boards (on {boards} page{'s' if boards > 1 else ''}), then the rules"


def _first_page(game: Game, paper: Paper, boards: int) -> str:
    """Return what is said before the sheets: what this is, what there is to cut, and how to print it."""
    rows = [
        (
            heading_of(made),
            str(made_in_all(made)),
            "{} × {} mm".format(*size_of(game, made)),
            "yes"
            if paper.backs != "none" and any(behind(game, made, face) for face in faces_of(made))
            else "",
        )
        for made in types_printed(game)
        if made_in_all(made)
    ]
    head = element("tr", *(element("th", words) for words in ("Pieces", "Number", "Size", "Backs")))
    table = element(
        "table", head, *(element("tr", *(element("td", escaped(w)) for w in row)) for row in rows)
    )
    printed = _PRINTED[paper.backs] if any(row[3] for row in rows) else ""
    said = [
        "Made from the rules as data; no product of a publisher, and with none of a publisher's art.",
        f"{game.players} players. After the pieces come {_then(boards)}.",
        f"Print at 100 %, without scaling, on paper of {paper.size[0]:g} × {paper.size[1]:g} mm. {printed} "
        "Short lines beside pieces show where to cut; hexes and round pieces have a thin line around them.",
    ]
    paragraphs = [element("p", words) for words in said]
    return element("div", element("h1", escaped(game.title)), *paragraphs, table, class_="text")
