"""What is on the face of a piece, so that no two kinds of a type look alike where there are no colours."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cli.draw.signs import common_sign, sign_for, sign_named
from cli.seen.pieces import beginnings, piece_look
from cli.seen.sides import ids_in, is_there, plain_words, said_in

if TYPE_CHECKING:
    from interpreter import Component, Game, Kind, Type

_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
# Longer texts are not read on a small piece.
_SHORT = 6
# A number with its sign in the short text that an icon may be.
_NUMBERED = re.compile(r"(?=\d+ ?:([a-z]\w*):)(\d+)")


@dataclass(frozen=True, slots=True)
class Face:
    """What is on the face of a kind.

    path: of its sign; things: what fields hold, each with its type; numbers: those of fields, each with the
    sign of its field, which may be empty; sides: the words there, in turn; corners: which ones have a dot,
    each with its colour, if it has one; said: the short words of its layout; letters: what keeps it apart
    from kinds that are alike else.
    """

    path: str = ""
    things: tuple[tuple[Type, str], ...] = ()
    numbers: tuple[tuple[str, str], ...] = ()
    sides: tuple[str, ...] = ()
    corners: tuple[tuple[int, str], ...] = ()
    said: tuple[str, ...] = ()
    letters: str = ""


def faces_of(game: Game, component: str) -> dict[str, Face]:
    """Return the face of each kind of a type, by its name; made once for a game."""
    return game.once(_faces_of, component)


def _faces_of(game: Game, component: str) -> dict[str, Face]:
    made = game.components[component]
    found = {kind.name: _face(game, made, kind) for kind in made.kinds}
    alike = Counter(found.values())
    letters = {kind.name: piece_look(game, component, _called(made, kind)) for kind in made.kinds}
    common = common_sign(made)
    return {
        name: face
        if (face.path or face.things) and alike[face] == 1
        else replace(
            face,
            path=face.path or ("" if face.things else common),
            letters=letters[name].sign.partition(".")[0] if alike[face] > 1 or not face.numbers else "",
        )
        for name, face in found.items()
    }


def _called(made: Component, kind: Kind) -> str:
    """Return a kind as a view calls a piece of it that is nobody's, and in its first states."""
    states = [members[0] for state, members in made.states.items() if made.per is None or state != "owner"]
    return "-".join([*([""] if made.per is not None else []), kind.name, *states])


def _face(game: Game, made: Component, kind: Kind) -> Face:
    """Return what is on a kind: what the fields that are shown hold, else the sign of its name."""
    index = index_of(game, made, kind) if "face" not in made.areas else None
    if index is not None:
        return Face(sign_for(index[1]), (), (("", index[0]),))
    things, numbers = _held_by(game, made, kind)
    path = "" if things else sign_named(kind.icon) or sign_for(kind.name)
    named = next(iter(re.findall(r"\d+", f"{kind.name} {kind.glyph}")), "")
    if path and not numbers:
        written = [(sign_for(sign), number) for sign, number in _NUMBERED.findall(kind.icon)]
        numbers = tuple(written) or ((("", named),) if named else ())
    return Face(
        path,
        things,
        numbers,
        _listed(game, made, kind, str(made.draw.get("sides", ""))),
        tuple(_dots(game, made, kind)),
        tuple(_short_words(game, made, kind)),
    )


def index_of(game: Game, made: Component, kind: Kind) -> tuple[str, str] | None:
    """Return what is in the corners of a card that is no more than this: a short word and the name of a sign.

    None: it is more. The sign is that of a field whose values all have one, the word a number or letter.
    """
    suit = suit_of(game, made)
    rest = [field for name, field in made.fields.items() if name != suit]
    if not suit or len(rest) != 1 or rest[0].list or any(each.about.about for each in made.kinds):
        return None
    [value], [sign] = ids_in(game, made, kind, rest[0].name), ids_in(game, made, kind, suit)
    if rest[0].type.kind == "number":
        return value, sign
    if rest[0].type.kind != "enum" or value == "none":
        return None
    return short_word(game.enums[rest[0].type.name].members, value), sign


def suit_of(game: Game, made: Component) -> str:
    """Return the field that is a suit: words that have each a sign of their own; empty: there is none."""
    for name, field in made.fields.items():
        members = game.enums[field.type.name].members if field.type.kind == "enum" and not field.list else ()
        signs = {sign_for(each) for each in members}
        if len(members) > 1 and "" not in signs and len(signs) == len(members):
            return name
    return ""


def short_word(members: Sequence[str], name: str) -> str:
    """Return one of some words as a card has it in its corner: a number in digits, else how it begins."""
    if name in _NUMBERS:
        return str(_NUMBERS.index(name))
    return beginnings([each for each in members if each not in _NUMBERS])[name]


def _short_words(game: Game, made: Component, kind: Kind) -> Iterator[str]:
    """Yield the texts of a layout that are short enough to be read on a small piece."""
    for area in made.areas.get("face", ()):
        if area.text and is_there(game, made, kind, area):
            parts = said_in(game, made, kind, area.text)
            if sum(1 if part.is_sign else len(part.words) for part in parts) <= _SHORT:
                yield plain_words(parts)


def _held_by(
    game: Game, made: Component, kind: Kind
) -> tuple[tuple[tuple[Type, str], ...], tuple[tuple[str, str], ...]]:
    """Return what a kind holds in the fields that its layout shows: things, and numbers with their signs."""
    there = [area for area in made.areas.get("face", ()) if is_there(game, made, kind, area)]
    fields = [made.fields[area.field] for area in there if area.field in made.fields]
    held = [(each, name) for each in fields for name in game.field_id(each, kind).split(",")]
    things = [(each.type, name) for each, name in held if each.type.kind != "number"]
    numbers = [(sign_for(each.name), name) for each, name in held if each.type.kind == "number"]
    shown = [thing for thing in things if thing[1] not in ("", "none")]
    return tuple(shown), tuple(each for each in numbers if each[1] != "0")


def _listed(game: Game, made: Component, kind: Kind, field: str) -> tuple[str, ...]:
    return tuple(filter(None, game.field_id(made.fields[field], kind).split(","))) if field else ()


def _dots(game: Game, made: Component, kind: Kind) -> Iterator[tuple[int, str]]:
    """Yield the corners of a tile with a dot, each with the colour that a ruleset gives it, or none."""
    said = made.draw.get("corners", "")
    colours = said if isinstance(said, Mapping) else {str(said): ""}
    for field, colour in colours.items():
        yield from ((int(corner), str(colour)) for corner in _listed(game, made, kind, field))


def value_face(game: Game, of: Type, value: str) -> tuple[str, str]:
    """Return the sign of a value, and the word that keeps it apart from values with that sign."""
    return game.once(_value_faces, of).get(value) or (sign_for(value), "")


def _value_faces(game: Game, of: Type) -> dict[str, tuple[str, str]]:
    if of.kind == "component":
        faces = faces_of(game, of.name)
        return {
            name: (face.path, " ".join(filter(None, [*(number for _, number in face.numbers), face.letters])))
            for name, face in faces.items()
            if face.path
        }
    members = game.enums[of.name].members if of.name in game.enums else ()
    paths, letters = {name: sign_for(name) for name in members}, beginnings(members)
    alike = Counter(paths.values())
    return {name: (path, letters[name] if alike[path] > 1 else "") for name, path in paths.items() if path}
