"""Each card, tile and board as a PNG, and a manifest that says what they are, for whatever shows pictures.

A picture that is there already, and would be the same, is not made again: the manifest has a digest of each.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.draw.board import board_svg
from cli.draw.browser import CSS_PIXELS, SHARP
from cli.draw.mats import board_size, empty_boards
from cli.draw.paper import Size
from cli.draw.pieces import cut_of, size_of
from cli.draw.sheets import Face, faces_of, heading_of, html_page, other_sides, types_printed
from cli.draw.svg import element
from cli.seen.pieces import piece_look

if TYPE_CHECKING:
    from interpreter import Component, Game

MANIFEST = "manifest.json"
# A side of a picture in pixels is so long at most: more is not shown by simulators, nor drawn at one time.
MOST_PIXELS = 4096
_MM = 25.4


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture that is to be made: its file, what is on it, its size in mm, its form, dots in an inch."""

    file: str
    markup: str
    size: Size
    form: str = "card"
    dots: float = SHARP

    @property
    def pixels(self) -> tuple[int, int]:
        """Its width and height in pixels."""
        return (round(self.size[0] * self.dots / _MM), round(self.size[1] * self.dots / _MM))

    @property
    def digest(self) -> str:
        """A word for all that it is made of."""
        made_of = repr((self.markup, self.size, self.form, self.dots, _style()))
        return blake2b(made_of.encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class TypePictures:
    """The pictures of a type of pieces: its faces, those they can be turned to, and their backs.

    turned, backs: by what the face is called; kinds whose backs look alike share one.
    """

    made: Component
    size: Size
    form: str
    faces: tuple[Face, ...]
    turned: Mapping[str, tuple[Face, ...]]
    backs: Mapping[str, Face]

    @property
    def one_back(self) -> bool:
        """Whether all backs look alike."""
        return len(set(self.backs.values())) == 1

    def file(self, face: Face) -> str:
        """Return the name of the file of a side."""
        common = face.side == "back" and self.one_back
        return f"{self.made.name}/{'back' if common else face.name}.png"

    def back(self, face: Face) -> str:
        """Return the name of the file of the back of a face."""
        return self.file(self.backs[face.called])

    def shot(self, game: Game, face: Face) -> Shot:
        """Return the picture of a side."""
        return Shot(self.file(face), face.drawn(game), self.size, self.form)

    def shots(self, game: Game) -> Iterator[Shot]:
        """Yield all pictures of the type."""
        others = (each for faces in self.turned.values() for each in faces)
        for face in (*self.faces, *others, *dict.fromkeys(self.backs.values())):
            yield self.shot(game, face)


def types_of(game: Game) -> list[TypePictures]:
    """Return what there is to picture of each type of pieces."""
    found = []
    for made in types_printed(game):
        faces = tuple(face for face in faces_of(made) if face.copies)
        if faces:
            turned = {face.called: others for face in faces if (others := tuple(other_sides(made, face)))}
            size, form = size_of(game, made), cut_of(game, made.name)
            alike: dict[str, Face] = {}
            backs = {face.called: alike.setdefault(face.back.drawn(game), face.back) for face in faces}
            found.append(TypePictures(made, size, form, faces, turned, backs))
    return found


def board_shots(game: Game) -> list[tuple[str, Shot]]:
    """Return each empty board: what it is called, and its picture."""
    found = []
    for seen in empty_boards(game):
        name = seen.board.name if seen.owner == "all" else f"{seen.board.name}-{seen.owner}"
        size = board_size(game, seen)
        dots = min(float(SHARP), MOST_PIXELS * _MM / max(size))
        shot = Shot(f"boards/{name}.png", board_svg(game, seen), size, "board", dots)
        found.append((seen.heading, shot))
    return found


def write_images(game: Game, browser: Any, folder: Path, there: Path) -> list[str]:
    """Write the pictures of a game and their manifest into a folder; return the names of all of them.

    there: where they lie at last; what is the same there is not made again.
    """
    types, boards = types_of(game), board_shots(game)
    shots = [*(shot for each in types for shot in each.shots(game)), *(shot for _, shot in boards)]
    known = _digests(there / MANIFEST)
    new = [shot for shot in shots if known.get(shot.file) != shot.digest or not (there / shot.file).is_file()]
    photographed(game, browser, new, folder)
    manifest = {
        "game": game.id,
        "title": game.title,
        "types": [_type_said(game, each) for each in types],
        "boards": [{"title": title, "file": shot.file, "size_mm": shot.size} for title, shot in boards],
        "digests": {shot.file: shot.digest for shot in shots},
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False), encoding="utf-8")
    for gone in known.keys() - {shot.file for shot in shots}:
        # A manifest may be anybody's: nothing outside the folder is taken for ours.
        if gone.endswith(".png") and (there / gone).resolve().is_relative_to(there.resolve()):
            (there / gone).unlink(missing_ok=True)
    return [*(shot.file for shot in shots), MANIFEST]


def _digests(manifest: Path) -> dict[str, str]:
    """Return the digests of what was made before; none where nothing was, or it cannot be read."""
    try:
        found = json.loads(manifest.read_text(encoding="utf-8"))["digests"]
        return {str(file): str(digest) for file, digest in found.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _type_said(game: Game, each: TypePictures) -> dict[str, Any]:
    return {
        "name": each.made.name,
        "title": heading_of(each.made),
        "form": each.form,
        "size_mm": each.size,
        "pieces": [
            {
                **words_of(game, each.made, face),
                "copies": face.copies,
                "file": each.file(face),
                "back": each.back(face),
                "sides": [each.file(other) for other in each.turned.get(face.called, ())],
            }
            for face in each.faces
        ],
    }


def words_of(game: Game, made: Component, face: Face) -> dict[str, str]:
    """Return what a piece is called, its title and its text."""
    look = piece_look(game, made.name, face.called)
    about = look.kind.about if look.kind is not None else made.about
    return {"name": face.called, "title": about.title or look.words, "text": about.about}


# --- Pictures ---------------------------------------------------------------------------------------


def photographed(game: Game, browser: Any, shots: Iterable[Shot], folder: Path) -> None:
    """Write pictures into a folder: many at a time on one page, which is then cut."""
    from PIL import Image

    for (_, _, dots), alike in groupby(shots, key=lambda shot: (shot.size, shot.form, shot.dots)):
        waiting = list(alike)
        wide, high = waiting[0].pixels
        across = max(1, MOST_PIXELS // (wide + 1))
        at_once = across * max(1, MOST_PIXELS // (high + 1))
        with browser.new_context(device_scale_factor=dots / CSS_PIXELS) as context:
            page = context.new_page()
            for first in range(0, len(waiting), at_once):
                shown = waiting[first : first + at_once]
                places = [(at % across * (wide + 1), at // across * (high + 1)) for at in range(len(shown))]
                page.set_content(_contact_sheet(game, shown, places))
                data = page.locator("#sheet").screenshot(omit_background=True)
                with Image.open(BytesIO(data)) as whole:
                    for shot, (left, top) in zip(shown, places, strict=True):
                        file = folder / shot.file
                        file.parent.mkdir(parents=True, exist_ok=True)
                        cut = whole.crop((left, top, left + wide, top + high))
                        if shot.form not in ("hex", "token"):
                            paper = Image.new("RGB", cut.size, "white")
                            paper.paste(cut, mask=cut)
                            cut = paper
                        cut.save(file)


def _contact_sheet(game: Game, shots: Sequence[Shot], places: Sequence[tuple[int, int]]) -> str:
    """Return a page with pictures, each where a whole pixel begins."""
    pixel = CSS_PIXELS / shots[0].dots
    cells = []
    for shot, (left, top) in zip(shots, places, strict=True):
        wide, high = shot.pixels
        shape = {"hex": " hex", "token": " round"}.get(shot.form, "")
        place = f"left:{left * pixel:.4f}px;top:{top * pixel:.4f}px"
        size = f"width:{wide * pixel:.4f}px;height:{high * pixel:.4f}px"
        cells.append(element("div", shot.markup, class_=f"piece shot{shape}", style=f"{place};{size}"))
    right = max(left for left, _ in places) + shots[0].pixels[0]
    bottom = max(top for _, top in places) + shots[0].pixels[1]
    # Rounded up, so that no part of a pixel is lost.
    style = f"width:{math.ceil(right * pixel)}px;height:{math.ceil(bottom * pixel)}px"
    return html_page(game, game.title, [element("div", *cells, id="sheet", style=style)])


def _style() -> str:
    return Path(__file__).with_name("sheets.css").read_text(encoding="utf-8")
