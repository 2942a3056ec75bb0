"""Sheets to print and cut: every board, card and piece of a game as one page of HTML, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cli.draw.board import board_svg
from cli.draw.pieces import form_of, piece, shown_in_frame
from cli.draw.svg import element, escaped
from cli.show.pieces import drawn_piece
from cli.show.sight import Sight

if TYPE_CHECKING:
    from interpreter import Component, Game, Kind

# Width and height of what is cut out, by the form of pieces.
_SIZES = {"card": (44, 67), "tile": (25, 25), "hex": (36, 36), "round": (18, 18), "bar": (25, 25)}
# A text of more letters is written smaller.
_LONG = 90


def sheets_html(game: Game) -> str:
    """Return all sheets of a game: empty boards, and each kind as often as there are copies."""
    sight = Sight(game.new(0), None)
    boards = [
        element("section", element("h2", escaped(seen.heading)), board_svg(game, seen), class_="board")
        for name in sight.board_names()
        for owner in sight.owners(game.boards[name])
        for seen in [sight.empty_board(name, owner)]
    ]
    types = [_cut_out(game, made) for made in game.components.values()]
    said = "Made from the rules as data; no product of a publisher, and with none of a publisher's art."
    body = [element("h1", escaped(game.title)), element("p", said), *types, *boards]
    style = Path(__file__).with_name("sheets.css").read_text(encoding="utf-8")
    head = element("title", escaped(game.title)) + element("style", style)
    page = element("html", element("head", '<meta charset="utf-8">', head), element("body", *body), lang="en")
    return f"<!doctype html>\n{page}\n"


def _cut_out(game: Game, made: Component) -> str:
    """Return the pieces of a type, to be cut along the dashed lines."""
    pieces = list(_pieces(game, made))
    heading = made.about.title or made.name.replace("_", " ").capitalize()
    cut = element("div", *pieces, class_="cut")
    return element("section", element("h2", escaped(f"{heading} ({len(pieces)})")), cut) if pieces else ""


def _pieces(game: Game, made: Component) -> Iterator[str]:
    """Yield each copy of each kind; of pieces that each player has, for each."""
    owners = made.states.get("owner", ()) if made.per is not None else ("",)
    rest = [members[0] for state, members in made.states.items() if made.per is None or state != "owner"]
    for owner in owners:
        for kind in made.kinds:
            called = "-".join([*filter(None, [owner]), kind.name, *rest])
            one = _one(game, made.name, kind, called)
            yield from [one] * kind.copies


def _one(game: Game, component: str, kind: Kind, called: str) -> str:
    form = form_of(game, component)
    wide, high = _SIZES[form]
    size = f"width:{wide}mm;height:{high}mm"
    picture = shown_in_frame(
        piece(game, component, called, (0, 0), 20), 20, size=100 if form == "card" else wide * 3.3
    )
    if form != "card":
        return element("div", picture, class_="one", style=size)
    about = kind.about.about
    words = element("b", escaped(drawn_piece(game, component, called).words)) + (
        element("p", escaped(about)) if about else ""
    )
    rules = element("span", escaped(", ".join(kind.about.rules)), class_="rules") if kind.about.rules else ""
    return element(
        "div", picture, words, rules, class_=f"one card{' long' if len(about) > _LONG else ''}", style=size
    )
