"""One piece, card, die or pawn as SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from cli.colours import hex_of
from cli.draw.colours import CREAM, HIDDEN, INK, TINTS, VALUES, colour_in, ink_on, mixed, seat_colour
from cli.draw.geometry import hexagon
from cli.draw.pictures import image
from cli.draw.signs import sign_at, sign_for, sign_named
from cli.draw.svg import Spot, element, fitted, group, points, text
from cli.seen.pieces import PieceLook, piece_look

if TYPE_CHECKING:
    from interpreter import Component, Game, Kind, Picture, Type

# Where the pips of a die lie, by how many there are; 3 x 3 fields, counted from the upper left.
_PIPS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
# Width and height of what is cut out, in mm, by the form of pieces.
SIZES = {"card": (44, 67), "tile": (25, 25), "hex": (36, 36), "token": (18, 18), "bar": (25, 25)}
# Where a state points to, in degrees from above, clockwise.
_TURNS = {
    "north": 0,
    "north_east": 30,
    "east": 90,
    "south_east": 150,
    "south": 180,
    "south_west": 210,
    "west": 270,
    "north_west": 330,
}
# So many things lie in two columns.
_SQUARE = 4
_BACKS = ("down", "face_down", "hidden")
_SAID_NOTHING = ("up", "face_up", "no", "false", "none")


def form_of(game: Game, component: str) -> str:
    """Return the form of pieces: as said, else that of the spaces they lie on, else a card."""
    said = game.components[component].draw.get("form")
    if said:
        return str(said)
    for board in game.boards.values():
        for kind, held in board.holds.items():
            if held == component:
                part = next(node.part for node in board.layouts[0].nodes if node.type == kind)
                forms = {"corner": "token", "side": "bar"}
                return forms.get(part, "hex" if board.shape == "hex" else "tile")
    return "card"


def size_of(game: Game, made: Component) -> tuple[int, int]:
    """Return width and height of a piece of a type, in mm."""
    said: Any = made.draw.get("size", SIZES[form_of(game, made.name)])
    wide, high = said
    return wide, high


def picture_of(game: Game, component: str, drawn: PieceLook) -> Picture | None:
    """Return the ruleset's own picture of a piece, or of the back of one that lies face down."""
    if drawn.kind is None or any(state in _BACKS for state in drawn.states):
        return game.pictures.get(("back", component))
    return game.pictures.get(("kind", component, drawn.kind.name))


def card_picture(game: Game, component: str, drawn: PieceLook, width: float) -> str:
    """Return a card that has its own picture as a whole, of a width; empty where it has none."""
    own = picture_of(game, component, drawn)
    if own is None:
        return ""
    wide, high = size_of(game, game.components[component])
    shown = image(own, (0, 0), (wide, high))
    return element(
        "svg",
        shown,
        viewBox=f"0 0 {wide} {high}",
        width=float(width),
        height=width * high / wide,
        aria_hidden="true",
    )


def piece_colour(game: Game, component: str, drawn: PieceLook) -> str:
    """Return the colour of a piece: its owner's, its kind's, one that its name calls, or one of its own."""
    kind = drawn.kind
    if kind is None or any(state in _BACKS for state in drawn.states):
        return HIDDEN
    if kind.color or drawn.owner:
        return hex_of(kind.color, HIDDEN) if kind.color else seat_colour(drawn.owner)
    named = colour_in(kind.name)
    if named:
        return named
    made = game.components[component]
    for field in made.fields.values():
        value = kind.values.get(field.name)
        if field.type.kind == "enum" and isinstance(value, int) and value >= 0:
            member = game.enums[field.type.name].members[value]
            return colour_in(member) or VALUES[value % len(VALUES)]
    return TINTS[kind.index % len(TINTS)]


def piece(game: Game, component: str, called: str, at: Spot, room: float, *, form: str = "") -> str:
    """Return a piece as a view calls it, with its middle at a spot and of half a width of `room`."""
    x = y = 0.0
    drawn = piece_look(game, component, called)
    colour = piece_colour(game, component, drawn)
    form = form or form_of(game, component)
    body = [_body(form, x, y, room, colour)]
    own = picture_of(game, component, drawn)
    if own is not None:
        # The edge keeps the colour, which says whose it is.
        wide = room * (1.84 if drawn.owner else 1.94)
        body.append(image(own, (x - wide / 2, y - wide / 2), (wide, wide), form))
        body += _states(drawn, x, y, room, colour)
    elif colour == HIDDEN and drawn.kind is None and drawn.sign != "?":
        body.append(text(x, y, drawn.sign, fitted(drawn.sign, room * 1.6, room), ink_on(colour)))
    elif any(state in _BACKS for state in drawn.states) or drawn.kind is None:
        corners = [(x, y - room * 0.5), (x + room * 0.5, y), (x, y + room * 0.5), (x - room * 0.5, y)]
        body.append(element("polygon", points=points(corners), fill="none", stroke=CREAM, stroke_width=1.6))
    else:
        body.append(_face(game, component, drawn, (x, y), room))
        body += _states(drawn, x, y, room, colour)
    return group(*body, title=drawn.words, at=at)


def _body(form: str, x: float, y: float, room: float, colour: str) -> str:
    line, edge = mixed(colour, "#000000", 0.42), mixed(colour, "#ffffff", 0.3)
    if form == "hex":
        outer, inner = hexagon(x, y, room), hexagon(x, y, room * 0.86)
        shade = element(
            "polygon", points=points(hexagon(x, y + 1.8, room)), fill="#000000", fill_opacity=0.25
        )
        return (
            shade
            + element("polygon", points=points(outer), fill=colour, stroke=line, stroke_width=1.5)
            + element("polygon", points=points(inner), fill="none", stroke=edge, stroke_width=1.2)
        )
    if form == "token":
        shade = element("circle", cx=float(x), cy=y + 1.8, r=float(room), fill="#000000", fill_opacity=0.25)
        ring = element(
            "circle", cx=float(x), cy=float(y), r=room + 1.2, fill="none", stroke=line, stroke_width=0.8
        )
        disc = element(
            "circle", cx=float(x), cy=float(y), r=float(room), fill=colour, stroke="#ffffff", stroke_width=1.6
        )
        return shade + disc + ring
    wide, rounded = float(2 * room), room * 0.24
    shade = element(
        "rect",
        x=x - room,
        y=y - room + 1.8,
        width=wide,
        height=wide,
        rx=rounded,
        fill="#000000",
        fill_opacity=0.25,
    )
    tile = element(
        "rect",
        x=x - room,
        y=y - room,
        width=wide,
        height=wide,
        rx=rounded,
        fill=colour,
        stroke=line,
        stroke_width=1.4,
    )
    frame = element(
        "rect",
        x=x - room * 0.86,
        y=y - room * 0.86,
        width=room * 1.72,
        height=room * 1.72,
        rx=rounded * 0.8,
        fill="none",
        stroke=edge,
        stroke_width=1.1,
    )
    return shade + tile + frame


def _face(game: Game, component: str, drawn: PieceLook, at: Spot, room: float) -> str:
    """Return what is on a piece: the sign of its name with the number in it, else its letters.

    Where the ruleset says which fields are on it, it is what these hold.
    """
    assert drawn.kind is not None
    (x, y), kind, ink = at, drawn.kind, ink_on(piece_colour(game, component, drawn))
    shown, value = _held_by(game, component, kind)
    if shown:
        above, share = ((x, y - room * 0.2), 0.74) if value else (at, 1.0)
        return _grid(game, shown, above, room * share, ink) + _below(value, at, room, ink)
    path = sign_named(kind.icon) or sign_for(kind.name)
    number = value or next(iter(re.findall(r"\d+", kind.name)), "")
    common = sign_named(str(game.components[component].draw.get("icon", "")))
    if not path:
        sign = drawn.sign.partition(".")[0]
        if drawn.owner:
            sign = re.sub(r"\d+$", "", sign)
        if common:
            return sign_at(common, x, y - room * 0.2, room, ink) + _below(sign, at, room, ink)
        return text(x, y, sign, fitted(sign, room * 1.7, room * 0.95), ink)
    if not number:
        return sign_at(path, x, y, room * 1.25, ink)
    return sign_at(path, x, y - room * 0.2, room, ink) + _below(number, at, room, ink)


def _below(number: str, at: Spot, room: float, ink: str) -> str:
    return text(at[0], at[1] + room * 0.56, number, room * 0.62, ink) if number else ""


def _held_by(game: Game, component: str, kind: Kind) -> tuple[list[tuple[Type, str]], str]:
    """Return what a kind holds in the fields that its pieces show, and the number of one of them."""
    made = game.components[component]
    said = made.draw.get("face", ())
    fields = [
        made.fields[name] for name in ([said] if isinstance(said, str) else cast("Sequence[str]", said))
    ]
    held = [(each.type, name) for each in fields for name in game.field_id(each, kind).split(",")]
    things = [(of, name) for of, name in held if of.kind != "number" and name not in ("", "none")]
    numbers = [name for of, name in held if of.kind == "number" and name not in ("0", "1")]
    return things, next(iter(numbers), "")


def _grid(game: Game, shown: Sequence[tuple[Type, str]], at: Spot, room: float, ink: str) -> str:
    """Return things in rows: pieces as such, other words as their signs."""
    across = 1 if len(shown) == 1 else 2 if len(shown) <= _SQUARE else 3
    down = -(-len(shown) // across)
    step = room * 1.5 / max(across, down)
    drawn = []
    for number, (of, name) in enumerate(shown):
        row, column = divmod(number, across)
        in_row = min(across, len(shown) - row * across)
        x = at[0] + (column - (in_row - 1) / 2) * step
        y = at[1] + (row - (down - 1) / 2) * step
        if of.kind == "component":
            drawn.append(piece(game, of.name, name, (x, y), step * 0.46, form="tile"))
        else:
            path = sign_for(name)
            drawn.append(
                sign_at(path, x, y, step * 0.9, ink)
                if path
                else text(x, y, name[:1].upper(), step * 0.7, ink)
            )
    return "".join(drawn)


def _states(drawn: PieceLook, x: float, y: float, room: float, colour: str) -> list[str]:
    """Return a dot on the edge a piece looks to, or a letter for a state that says something."""
    import math

    found = []
    for state in drawn.states:
        ink = ink_on(colour)
        if state in _TURNS:
            turn = math.radians(_TURNS[state])
            at = x + room * 0.7 * math.sin(turn), y - room * 0.7 * math.cos(turn)
            found.append(
                element("circle", cx=at[0], cy=at[1], r=room * 0.15, fill=ink, stroke=colour, stroke_width=1)
            )
        elif state not in _SAID_NOTHING:
            at = x + room * 0.72, y - room * 0.72
            disc = element("circle", cx=at[0], cy=at[1], r=room * 0.34, fill="#ffffff", stroke=INK)
            found.append(disc + text(*at, state[0].upper(), room * 0.44, INK))
    return found


def die(face: str, x: float, y: float, room: float, colour: str = "#fffdf6") -> str:
    """Return a die: with pips up to six, else with its number."""
    line, ink = mixed(colour, "#000000", 0.5), ink_on(colour)
    wide = float(2 * room)
    body = element(
        "rect",
        x=x - room,
        y=y - room,
        width=wide,
        height=wide,
        rx=room * 0.34,
        fill=colour,
        stroke=line,
        stroke_width=1.4,
    )
    pips = _PIPS.get(int(face), ()) if face.isascii() and face.isdigit() else ()
    if not pips:
        return body + text(x, y, face, fitted(face, room * 1.6, room * 1.2), ink)
    step = room * 0.52
    return body + "".join(
        element("circle", cx=x + (at % 3 - 1) * step, cy=y + (at // 3 - 1) * step, r=room * 0.17, fill=ink)
        for at in pips
    )


def pawn(at: Spot, size: float, colour: str, *, sign: str, number: str, words: str) -> str:
    """Return who or what is on a space: a small die where it has a number, else a pawn or a sign."""
    (x, y), ink = at, ink_on(colour)
    if number:
        return group(die(number, x, y, size / 2, colour), title=words)
    disc = element(
        "circle", cx=float(x), cy=float(y), r=size * 0.55, fill=colour, stroke="#ffffff", stroke_width=1.6
    )
    path = sign_named(sign)
    if path:
        return group(disc, sign_at(path, x, y, size * 0.74, ink), title=words)
    return group(disc, text(x, y, sign[:2], fitted(sign[:2], size * 0.8, size * 0.6), ink), title=words)


def shown_in_frame(inner: str, room: float, *, label: str = "", size: float | None = None) -> str:
    """Return drawn things as a picture, around the origin; without a label screen readers skip it."""
    edge, wide = room + 3, size if size is not None else 2 * room + 6
    role = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    frame = " ".join(f"{part:.1f}" for part in (-edge, -edge, 2 * edge, 2 * edge))
    return element("svg", inner, viewBox=frame, width=float(wide), height=float(wide), **role)
