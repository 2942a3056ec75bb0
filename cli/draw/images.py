"""Pictures that need a browser: sheets as PDF, each card and tile as PNG, and decks for a virtual tabletop.

A deck sheet has ten faces across and seven down, at most 4,096 pixels a side; Tabletop Simulator keeps
the last place for itself. The saved object beside the sheets puts the decks on its table.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.draw.pieces import size_of
from cli.draw.sheets import Face, any_back, faces_of, heading_of, html_page, sheets_html
from cli.draw.svg import element

if TYPE_CHECKING:
    from interpreter import Component, Game

_ACROSS, _DOWN, _MOST_PIXELS = 10, 7, 4096
_PLACES = _ACROSS * _DOWN - 1
_TRANSFORM = {f"{what}{axis}": float(what == "scale") for what in ("pos", "rot", "scale") for axis in "XYZ"}
# So far apart decks lie on the table, so many in a row; a card there is 2.2 wide and 3.2 high.
_APART, _IN_A_ROW = (3.0, 4.0), 6
_FLAGS = ["--headless", "--disable-gpu", "--hide-scrollbars"]


def write_pdf(game: Game, file: Path) -> list[str]:
    """Write the sheets of a game as PDF; return the file."""
    with chromium() as browser:
        page = browser.new_page()
        page.set_content(sheets_html(game))
        page.pdf(path=file, prefer_css_page_size=True, print_background=True)
    return [str(file)]


def write_images(game: Game, folder: Path) -> list[str]:
    """Write a PNG for each kind and back, deck sheets of each type, and a saved object; return the files."""
    files: list[Path] = []
    decks: list[dict[str, Any]] = []
    with chromium() as browser:
        for number, made in enumerate(game.components.values()):
            deck = _Deck(game, made, folder / made.name, 1 + 100 * number)
            if deck.faces:
                files += deck.photograph(browser)
                decks.append(deck.saved(len(decks)))
    saved = folder / f"{game.id}.json"
    saved.write_text(json.dumps({"SaveName": game.title, "ObjectStates": decks}, indent=1), encoding="utf-8")
    return [*map(str, files), str(saved)]


class _Deck:
    """All pieces of a type, as pictures in a folder of their own; number: that of its first sheet."""

    def __init__(self, game: Game, made: Component, folder: Path, number: int) -> None:
        self.game, self.title, self.folder, self.number = game, heading_of(made), folder, number
        self.faces = [face for face in faces_of(game, made) if face.copies]
        self.back = any_back(game, made)
        self.size = size_of(game, made)
        self.sheets = [self.faces[first : first + _PLACES] for first in range(0, len(self.faces), _PLACES)]

    def sheet(self, at: int) -> Path:
        """Return the file of a sheet."""
        return self.folder / f"sheet-{at + 1}.png"

    def photograph(self, browser: Any) -> list[Path]:
        """Write all pictures; return the files."""
        self.folder.mkdir(parents=True, exist_ok=True)
        wide, high = self.size
        # A pixel of CSS is a 96th of an inch; the picture is cut to whole pixels, which may be some more.
        sharp = (_MOST_PIXELS - 6) / max(_ACROSS * wide, _DOWN * high) * 25.4 / 96
        files: list[Path] = []
        with browser.new_context(device_scale_factor=sharp) as context:
            page = context.new_page()
            for at, faces in enumerate(self.sheets):
                page.set_content(self._html(faces))
                page.locator("#deck").screenshot(path=self.sheet(at))
                shown = [*faces, self.back]
                pictures = [self.folder / f"{face.name}.png" for face in shown]
                for index, picture in enumerate(pictures):
                    page.locator(".one, .back").nth(index).screenshot(path=picture)
                files += [*pictures, self.sheet(at)]
        return list(dict.fromkeys(files))

    def _html(self, faces: Sequence[Face]) -> str:
        """Return a page with a sheet, and below it the back."""
        wide, high = self.size
        cells = [element("div", face.markup) for face in faces]
        grid = f"repeat({_DOWN},{high}mm)/repeat({_ACROSS},{wide}mm)"
        style = f"display:grid;grid-template:{grid};width:max-content"
        last = element("div", self.back.markup, style="margin-top:5mm")
        return html_page(self.game, self.title, [element("div", *cells, id="deck", style=style), last])

    def saved(self, place: int) -> dict[str, Any]:
        """Return the deck as Tabletop Simulator keeps it, at a place of its own.

        The program looks for the pictures where they lie now.
        """
        down, aside = divmod(place, _IN_A_ROW)
        lies = {"posX": _APART[0] * aside, "posY": 1.0, "posZ": -_APART[1] * down}
        cards = [
            (face.name.replace("_", " "), (self.number + at) * 100 + place)
            for at, faces in enumerate(self.sheets)
            for place, face in enumerate(faces)
            for _ in range(face.copies)
        ]
        deck = {
            "Nickname": self.title,
            "Transform": {**_TRANSFORM, **lies},
            "CustomDeck": {str(self.number + at): self._sheet_saved(at) for at in range(len(self.sheets))},
        }
        if len(cards) == 1:
            # One card is no deck.
            return {**deck, "Name": "CardCustom", "CardID": cards[0][1]}
        return {
            **deck,
            "Name": "DeckCustom",
            "DeckIDs": [card for _, card in cards],
            "ContainedObjects": [
                {"Name": "Card", "Nickname": name, "CardID": card, "Transform": _TRANSFORM}
                for name, card in cards
            ],
        }

    def _sheet_saved(self, at: int) -> dict[str, Any]:
        face = self.sheet(at).resolve().as_uri()
        back = (self.folder / "back.png").resolve().as_uri()
        size = {"NumWidth": _ACROSS, "NumHeight": _DOWN}
        return {"FaceURL": face, "BackURL": back, **size, "BackIsHidden": True}


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser; without one, or without what drives it, a wrong use that names what is missing."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ModuleNotFoundError:
        from interpreter import to_install

        raise click.UsageError(f"this needs a browser: {to_install('browser')}") from None
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        raise click.UsageError("this needs Chromium: on Debian, apt install chromium")
    with sync_playwright() as started:
        try:
            # Chromium keeps pages in a sandbox, which it has not for root.
            boxed = not hasattr(os, "geteuid") or os.geteuid() != 0
            browser = started.chromium.launch(executable_path=program, args=_FLAGS, chromium_sandbox=boxed)
        except Error as error:
            raise click.UsageError(f"Chromium does not start: {error.message.splitlines()[0]}") from None
        yield browser
        browser.close()
