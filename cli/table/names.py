"""Names of pieces, counters and places in lines of text: each with its picture, and what is known of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup

from cli.draw.counters import counter_signs
from cli.draw.faces import faces_of
from cli.draw.pieces import piece_picture
from cli.seen.pieces import within

if TYPE_CHECKING:
    from interpreter import Component, Game, Kind

# A shorter name is a word as others.
_SHORTEST = 3
_SIZE = 20
# Every line has points.
_POINTS = "points"
# A corner or side that is known by its name alone, which no board shows.
_AT = '<i title="It is ringed on the board while you point at the line">the ringed place</i>'
_NUMBERED = re.compile(r"^\d+ ")
_PICTURE = '#log i[data-look="{look}"]::before {{ background-image: url("data:image/svg+xml,{drawn}") }}'


def with_names(game: Game, text: str) -> Markup:
    """Return a line as markup, in which what it names can be pointed at."""
    names, pattern = game.once(_names)
    found, end = list[Markup](), 0
    for match in pattern.finditer(text) if names else ():
        look = names.get(match[0].lower(), "")
        inner = Markup('<i data-look="{}">{}</i>').format(look, match[0]) if look else Markup(_AT)
        found += [Markup.escape(text[end : match.start()]), inner]
        end = match.end()
    return Markup("").join([*found, Markup.escape(text[end:])])


def name_styles(game: Game) -> str:
    """Return the styles that put its picture before each name; they are made once."""
    return game.once(_name_styles)


def _names(game: Game) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return what names mean, as `kinds/NAME`, and the pattern that finds them, the longest first.

    Corners and sides have names too, which mean nothing but where they are.
    """
    names: dict[str, str] = {}
    for look, words in _called(game):
        for each in words:
            names.setdefault(each.lower(), look)
    # So many of something that has a name are what has that name.
    alone = {each for each in names if not _NUMBERED.match(each)}
    names = {
        each: look
        for each, look in names.items()
        if len(each) >= _SHORTEST and (each in alone or _NUMBERED.sub("", each) not in alone)
    }
    places = {
        node.name
        for board in game.boards.values()
        for layout in board.layouts
        for node in layout.nodes
        if node.type != board.name and node.name[-1:].isdigit()
    }
    every = sorted([*names, *places], key=len, reverse=True)
    # Names of places are as they are written, others may begin a sentence.
    parts = [rf"\({each}\)|\b{each}" if each in places else rf"\b(?i:{re.escape(each)})" for each in every]
    return names, re.compile(rf"(?:{'|'.join(parts)})(?!\w)")


def _called(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what has a picture, with what it is called."""
    from interpreter import singular

    for made in game.components.values():
        for kind in _pictured(game, made):
            yield f"kinds/{kind.name}", (within(kind), kind.plural)
    for name in _counted(game):
        words = within(game.counters[name])
        yield f"counters/{name}", (words, singular(words))


def _pictured(game: Game, made: Component) -> Sequence[Kind]:
    """Return the kinds that one knows by their faces: those of players wear a colour only with an owner."""
    if made.per is not None:
        return ()
    faces = faces_of(game, made.name)
    return [kind for kind in made.kinds if faces[kind.name].path or faces[kind.name].things]


def _counted(game: Game) -> dict[str, str]:
    """Return the counters that have a sign, with it."""
    return {name: sign for name, sign in counter_signs(game).items() if name != _POINTS}


def _name_styles(game: Game) -> str:
    drawn = {
        f"kinds/{kind.name}": piece_picture(game, made.name, kind.name, _SIZE)
        for made in reversed(list(game.components.values()))
        for kind in _pictured(game, made)
    }
    drawn |= {f"counters/{name}": sign for name, sign in _counted(game).items()}
    return "\n".join(
        _PICTURE.format(look=look, drawn=quote(_whole(picture), safe=" ='/:"))
        for look, picture in drawn.items()
    )


def _whole(picture: str) -> str:
    """Return a picture as a file of its own."""
    return picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace('"', "'")
