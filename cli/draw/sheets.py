"""Sheets to print and cut: every board, card and piece of a game as one page of HTML, in millimetres.

Behind each sheet of pieces that can lie face down come their backs, in mirror order, so that printing on both
sides puts each behind its front.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cli.draw.board import board_svg
from cli.draw.cards import card_svg, first_called
from cli.draw.colours import mixed
from cli.draw.pictures import embedded
from cli.draw.pieces import piece_colour, size_of
from cli.draw.svg import element, escaped
from cli.seen.boards import Content
from cli.seen.pieces import piece_look
from cli.seen.sight import Sight

if TYPE_CHECKING:
    from interpreter import Component, Game

# What an A4 page holds inside its margins and below a heading, in mm.
_WIDE, _HIGH = 190, 262
# So much is printed beyond each cut, in mm.
_BLEED = 2


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a piece, as it is cut out, and of how many; ground: the colour beyond the cut."""

    name: str
    markup: str
    copies: int
    ground: str


def sheets_html(game: Game) -> str:
    """Return all sheets of a game: each kind as often as there are copies, and empty boards."""
    sight = Sight(game.new(0), None)
    boards = [
        element("section", element("h2", escaped(seen.heading)), board_svg(game, seen), class_="board")
        for each in sight.boards()
        for seen in [replace(each, content=Content(), standing={})]
    ]
    types = [sheet for made in game.components.values() for sheet in _sheets_of(game, made)]
    return html_page(game, game.title, [*_first_page(game, len(boards)), *types, *boards])


def _first_page(game: Game, boards: int) -> list[str]:
    """Return what is said before the sheets: what this is, what there is to cut, and how to print it."""
    rows = [
        (
            heading_of(made),
            str(made_in_all(made)),
            "{} × {} mm".format(*size_of(game, made)),
            "yes" if back_of(game, made) is not None else "",
        )
        for made in game.components.values()
        if made_in_all(made)
    ]
    head = element("tr", *(element("th", words) for words in ("Pieces", "Number", "Size", "Backs")))
    table = element(
        "table", head, *(element("tr", *(element("td", escaped(w)) for w in row)) for row in rows)
    )
    said = [
        "Made from the rules as data; no product of a publisher, and with none of a publisher's art.",
        f"{game.players} players. {boards} boards follow the pieces, one a page.",
        "Print at 100 %, without scaling, on A4. A page of backs follows each page of pieces that have one: "
        "print on both sides, turned over the long edge. The two short lines at each corner show where to "
        "cut; 2 mm are printed beyond it.",
    ]
    return [element("h1", escaped(game.title)), *(element("p", words) for words in said), table]


def html_page(game: Game, title: str, body: Sequence[str]) -> str:
    """Return a whole page of HTML with the style of sheets, and all pictures in it."""
    style = Path(__file__).with_name("sheets.css").read_text(encoding="utf-8")
    head = element("title", escaped(title)) + element("style", style)
    page = element("html", element("head", '<meta charset="utf-8">', head), element("body", *body), lang="en")
    return embedded(game, f"<!doctype html>\n{page}\n")


def faces_of(game: Game, made: Component) -> Iterator[Face]:
    """Yield the front of each kind; of pieces that each player has, for each."""
    owners = made.states.get("owner", ()) if made.per is not None else ("",)
    for owner in owners:
        for kind in made.kinds:
            called = first_called(made, kind.name, owner)
            colour = piece_colour(game, made.name, piece_look(game, made.name, called))
            ground = mixed(colour, "#ffffff", 0.2)
            markup = _cut_out(game, made, card_svg(game, made.name, called), "one whole")
            yield Face(called, markup, kind.copies, ground)


def back_of(game: Game, made: Component) -> Face | None:
    """Return the back of a type whose pieces can lie where not everybody sees them; None: it has none."""
    hidden = any(
        zone.holds.kind == "component" and zone.holds.name == made.name and zone.visible != "everyone"
        for zone in game.zones.values()
    )
    return any_back(game, made) if hidden else None


def any_back(game: Game, made: Component) -> Face:
    """Return a back for a type, whether its pieces can lie face down or not."""
    called = first_called(made, made.kinds[0].name, next(iter(made.states.get("owner", ())), ""))
    markup = _cut_out(game, made, card_svg(game, made.name, called, "back"), "back")
    return Face("back", markup, made_in_all(made), "#5a6778")


def heading_of(made: Component) -> str:
    """Return what a type of pieces is called."""
    return made.about.title or made.name.replace("_", " ").capitalize()


def made_in_all(made: Component) -> int:
    """Return how many pieces there are of a type."""
    owners = len(made.states.get("owner", ())) if made.per is not None else 1
    return owners * sum(kind.copies for kind in made.kinds)


def _sheets_of(game: Game, made: Component) -> Iterator[str]:
    """Yield the sheets of a type, each followed by that of its backs."""
    wide, high = (side + 2 * _BLEED for side in size_of(game, made))
    across, down = _WIDE // wide, _HIGH // high
    fronts = [face for face in faces_of(game, made) for _ in range(face.copies)]
    back = back_of(game, made)
    for first in range(0, len(fronts), across * down):
        sheet = fronts[first : first + across * down]
        rows = [sheet[at : at + across] for at in range(0, len(sheet), across)]
        said = f"{heading_of(made)} ({first + 1} to {first + len(sheet)} of {len(fronts)})"
        yield _sheet(said, rows, across, wide)
        if back is not None:
            # A row that is not full leaves its gap at the other side of the paper.
            gaps = [[None] * (across - len(row)) + [back] * len(row) for row in rows]
            yield _sheet(f"Backs of: {said}", gaps, across, wide)


def _sheet(heading: str, rows: Sequence[Sequence[Face | None]], across: int, wide: int) -> str:
    cells = [
        element("div", face.markup, class_="cell", style=f"background-color:{face.ground}")
        if face is not None
        else element("div")
        for row in rows
        for face in row
    ]
    grid = element("div", *cells, class_="sheet", style=f"grid-template-columns:repeat({across},{wide}mm)")
    return element("section", element("h2", escaped(heading)), grid, class_="pieces")


def _cut_out(game: Game, made: Component, inner: str, form: str) -> str:
    wide, high = size_of(game, made)
    return element("div", inner, class_=form, style=f"width:{wide}mm;height:{high}mm")
