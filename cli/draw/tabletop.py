"""A saved object for Tabletop Simulator: decks, tiles in bags, boards, and the pictures that they need.

The keys and names are those of the program's own documentation (kb.tabletopsimulator.com, *Save File Format*
and *Asset Creation*; api.tabletopsimulator.com, *Custom Game Objects*). A deck is a sheet of at most ten by
seven faces, whose last place the program may use for hidden cards; a card is known by the number of its sheet
times a hundred and its place there. No picture is larger than 4,096 pixels.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from cli.draw.images import MOST_PIXELS, TypePictures, board_shots, photographed, types_of, words_of
from cli.draw.sheets import Face, has_back, heading_of

if TYPE_CHECKING:
    from interpreter import Game

ACROSS, DOWN = 10, 7
PLACES = ACROSS * DOWN - 1
# Shapes by the form of pieces: of cards in `CustomDeck`, of tiles in `CustomTile`.
_TILES = {"tile": 3, "bar": 0, "hex": 1, "token": 2}
# A card of 88 mm has the size 1; a tile of the size 1 is two inches wide; so thick is it.
_CARD, _TILE, _THICK = 88.0, 2 * 25.4, 0.1
# So far apart things lie on the table, so many in a row.
_APART, _IN_A_ROW = 4.0, 6
_HEAD = {
    "Date": "",
    "VersionNumber": "",
    "GameMode": "",
    "GameType": "",
    "GameComplexity": "",
    "Tags": [],
    "Gravity": 0.5,
    "PlayArea": 0.5,
    "Table": "",
    "Sky": "",
    "Note": "",
    "TabStates": {},
    "LuaScript": "",
    "LuaScriptState": "",
    "XmlUI": "",
}


def write_tabletop(game: Game, browser: Any, folder: Path, there: Path, url: str | None) -> list[str]:
    """Write the pictures and the saved object of a game into a folder; return the names of all of them.

    there: where they lie at last; url: where the pictures will lie, if not there.
    """
    types, boards = types_of(game), board_shots(game)
    shots = [*(shot for each in types for shot in each.shots(game)), *(shot for _, shot in boards)]
    photographed(game, browser, shots, folder)
    sheets = [name for each in types if each.form == "card" for name in _deck_sheets(each, folder)]
    saved = saved_object(game, url.rstrip("/") if url else there.resolve().as_uri())
    name = f"{game.id}.json"
    (folder / name).write_text(json.dumps(saved, indent=1, ensure_ascii=False), encoding="utf-8")
    return [*(shot.file for shot in shots), *sheets, name]


def saved_object(game: Game, base: str) -> dict[str, Any]:
    """Return all that lies on the table, as the program keeps it; base: the address of the pictures."""
    table = _Table(game, base)
    objects = [table.of_type(each) for each in types_of(game)]
    objects += [table.board(title, shot.file) for title, shot in board_shots(game)]
    return {"SaveName": game.title, **_HEAD, "ObjectStates": objects}


def _on_sheets(each: TypePictures) -> list[Sequence[Face]]:
    return [each.faces[first : first + PLACES] for first in range(0, len(each.faces), PLACES)]


def _grid(faces: Sequence[Face]) -> tuple[int, int]:
    """Return how many faces a sheet has across and down: as few as it takes, but two at least."""
    across = min(ACROSS, max(2, len(faces)))
    # The last place stays free.
    return across, max(2, -(-(len(faces) + 1) // across))


def _sheet(each: TypePictures, at: int, side: str = "") -> str:
    return f"{each.made.name}/sheet-{at + 1}{side}.png"


def _back(each: TypePictures, at: int, faces: Sequence[Face]) -> str:
    """Return the picture behind a sheet: one back, or a sheet of them."""
    return each.back(faces[0]) if each.one_back else _sheet(each, at, "-backs")


def _deck_sheets(each: TypePictures, folder: Path) -> Iterator[str]:
    """Put the faces of a type on sheets, and their backs where they differ; yield the names of the sheets."""
    for at, faces in enumerate(_on_sheets(each)):
        sheets = {_sheet(each, at): [each.file(face) for face in faces]}
        if not each.one_back:
            sheets[_back(each, at, faces)] = [each.back(face) for face in faces]
        for name, files in sheets.items():
            _put_together([folder / file for file in files], _grid(faces), folder / name)
            yield name


def _put_together(files: Sequence[Path], grid: tuple[int, int], sheet: Path) -> None:
    """Write a sheet of pictures that are equally large, in rows, as large as it may be."""
    from PIL import Image

    across, down = grid
    with Image.open(files[0]) as first:
        share = min(1.0, MOST_PIXELS / (across * first.width), MOST_PIXELS / (down * first.height))
        wide, high = int(first.width * share), int(first.height * share)
    made = Image.new("RGB", (across * wide, down * high))
    for place, file in enumerate(files):
        with Image.open(file) as one:
            made.paste(one.resize((wide, high)), (place % across * wide, place // across * high))
    made.save(sheet)


class _Table:
    """What lies on the table, each at a place of its own; base: the address of the folder of the pictures."""

    def __init__(self, game: Game, base: str) -> None:
        self.game, self.base = game, base
        self.sheets, self.places, self.made = count(1), count(), count()

    def of_type(self, each: TypePictures) -> dict[str, Any]:
        """Return all pieces of a type: a deck of cards, a bag of other things, or the only piece."""
        pieces = self.cards(each) if each.form == "card" else self.tiles(each)
        if len(pieces) == 1:
            return {**pieces[0], "Transform": self.place(pieces[0]["Transform"]["scaleX"])}
        words = {"title": heading_of(each.made), "text": each.made.about.about}
        if each.form != "card":
            bag = self.thing("Bag", words)
            return {**bag, "MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": pieces}
        decks = {number: deck for card in pieces for number, deck in card["CustomDeck"].items()}
        deck = self.thing("DeckCustom", words, pieces[0]["Transform"]["scaleX"])
        ids = [card["CardID"] for card in pieces]
        held = [{**card, "Name": "Card"} for card in pieces]
        return {**deck, "SidewaysCard": False, "DeckIDs": ids, "CustomDeck": decks, "ContainedObjects": held}

    def cards(self, each: TypePictures) -> list[dict[str, Any]]:
        """Return the cards of a type, each as often as there are copies."""
        found = []
        for at, faces in enumerate(_on_sheets(each)):
            across, down = _grid(faces)
            number = next(self.sheets)
            deck = self.deck(_sheet(each, at), _back(each, at, faces), across, down)
            deck["UniqueBack"] = not each.one_back
            for place, face in enumerate(faces):
                others = enumerate(each.turned.get(face.called, ()), 2)
                back = each.back(face)
                states = {str(state): self.single(each, other, back) for state, other in others}
                for _ in range(face.copies):
                    card = self.card(each, face, 100 * number + place, {str(number): deck})
                    found.append({**card, "States": states} if states else card)
        return found

    def single(self, each: TypePictures, face: Face, back: str) -> dict[str, Any]:
        """Return a card that is on no sheet."""
        number = next(self.sheets)
        deck = self.deck(each.file(face), back, 1, 1)
        return self.card(each, face, 100 * number, {str(number): deck})

    def card(self, each: TypePictures, face: Face, number: int, decks: Mapping[str, Any]) -> dict[str, Any]:
        """Return one card, as it is by itself."""
        words = words_of(self.game, each.made, face)
        thing = self.thing("CardCustom", words, each.size[1] / _CARD, placed=False)
        kept = {"HideWhenFaceDown": True, "Hands": True, "SidewaysCard": False}
        return {**thing, **kept, "CardID": number, "CustomDeck": decks}

    def deck(self, face: str, back: str, across: int, down: int) -> dict[str, Any]:
        """Return a sheet of faces."""
        return {
            "FaceURL": self.url(face),
            "BackURL": self.url(back),
            "NumWidth": across,
            "NumHeight": down,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }

    def tiles(self, each: TypePictures) -> list[dict[str, Any]]:
        """Return the tiles and tokens of a type, each as often as there are copies."""
        has_backs = has_back(self.game, each.made)
        found = []
        for face in each.faces:
            back = each.back(face) if has_backs else ""
            others = each.turned.get(face.called, ())
            states = {str(at): self.tile(each, other, back) for at, other in enumerate(others, 2)}
            for _ in range(face.copies):
                tile = self.tile(each, face, back)
                found.append({**tile, "States": states} if states else tile)
        return found

    def tile(self, each: TypePictures, face: Face, back: str) -> dict[str, Any]:
        """Return one tile."""
        thing = self.thing(
            "Custom_Tile", words_of(self.game, each.made, face), max(each.size) / _TILE, placed=False
        )
        shape = {"Type": _TILES[each.form], "Thickness": _THICK, "Stackable": False, "Stretch": True}
        return {**thing, "CustomImage": {**self.image(each.file(face), back), "CustomTile": shape}}

    def board(self, title: str, file: str) -> dict[str, Any]:
        """Return a board, which stays where it lies."""
        thing = self.thing("Custom_Board", {"title": title, "text": ""})
        return {**thing, "Locked": True, "CustomImage": self.image(file, "")}

    def image(self, file: str, back: str) -> dict[str, Any]:
        """Return a picture with the one behind it, if there is one."""
        behind = self.url(back) if back else ""
        return {
            "ImageURL": self.url(file),
            "ImageSecondaryURL": behind,
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
        }

    def thing(
        self, name: str, words: Mapping[str, str], scale: float = 1.0, *, placed: bool = True
    ) -> dict[str, Any]:
        """Return what every object has; one that lies in another needs no place of its own."""
        known = blake2b(f"{self.game.id} {next(self.made)}".encode(), digest_size=3).hexdigest()
        return {
            "GUID": known,
            "Name": name,
            "Transform": self.place(scale) if placed else _transform(0.0, 0.0, scale),
            "Nickname": words["title"],
            "Description": words["text"],
            "GMNotes": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        }

    def place(self, scale: float) -> dict[str, float]:
        """Return the next place on the table."""
        down, aside = divmod(next(self.places), _IN_A_ROW)
        return _transform(_APART * aside, 0.0 - _APART * down, scale)

    def url(self, file: str) -> str:
        """Return the address of a picture."""
        return f"{self.base}/{quote(file)}"


def _transform(x: float, z: float, scale: float) -> dict[str, float]:
    at = {"posX": x, "posY": 1.0, "posZ": z, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    return {**at, "scaleX": scale, "scaleY": 1.0, "scaleZ": scale}
