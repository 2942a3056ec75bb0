"""One piece, card, die or pawn as SVG."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from cli.colours import hex_of, seat_of
from cli.draw.colours import CREAM, HIDDEN, INK, TINTS, colour_in, ink_on, mixed, seat_colour
from cli.draw.faces import Face, faces_of
from cli.draw.figures import figure
from cli.draw.geometry import hexagon
from cli.draw.pictures import image
from cli.draw.sides import Side, field_colour
from cli.draw.signs import sign_at, sign_for, sign_named
from cli.draw.svg import Spot, element, escaped, fitted, group, moved, points, text
from cli.draw.svg import number as decimal
from cli.seen.hints import hints_of
from cli.seen.pieces import PieceLook, piece_look, state_looks

if TYPE_CHECKING:
    from interpreter import Area, Component, Game, Picture, Type

# Where the pips of a die lie, by how many there are; 3 x 3 fields, counted from the upper left.
_PIPS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
# Width and height of what is cut out, in mm, by the form of pieces.
SIZES = {
    "card": (63, 88),
    "tile": (25, 25),
    "hex": (36, 36),
    "token": (18, 18),
    "bar": (25, 25),
    "figure": (18, 18),
}
# Where a state points to, in degrees from above, clockwise.
TURNS = {
    "north": 0,
    "north_east": 30,
    "east": 90,
    "south_east": 150,
    "south": 180,
    "south_west": 210,
    "west": 270,
    "north_west": 330,
}
# How much of a form is there for its face.
_NARROW = 0.76
# So many units of a picture are a millimetre on sheets.
_ON_SHEETS = 2.5
_TICK = "M3 12 6 9 10 14 19 4 22 7 10 20Z"
_INNER = {"card": 0.84}
# How wide a hex is beside its height.
_HEX_WIDE = 0.866
# So many numbers lie side by side, so many things in two columns.
_IN_A_ROW = 2
_SQUARE = 4
BACKS = ("down", "face_down", "hidden")
# How large a figure is, by half of the width there is.
_STANDS = 2.1
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


def cut_of(game: Game, component: str) -> str:
    """Return the form in which pieces are cut out of paper: a figure is on a token."""
    form = form_of(game, component)
    return "token" if form == "figure" else form


def size_of(game: Game, made: Component) -> tuple[int, int]:
    """Return width and height of a piece of a type, in mm."""
    said: Any = made.draw.get("size", SIZES[form_of(game, made.name)])
    wide, high = said
    return wide, high


def picture_of(game: Game, component: str, drawn: PieceLook) -> Picture | None:
    """Return the ruleset's own picture of a piece as a whole, or of the back of one that lies face down."""
    if drawn.kind is None or is_down(drawn):
        sides = (key for key in game.pictures if key[:3] == (component, "back", "picture"))
        return next((game.pictures[key] for key in sides), None)
    return game.pictures.get(("kind", component, drawn.kind.name))


def is_down(drawn: PieceLook) -> bool:
    """Whether a piece lies face down, by its state."""
    return any(state in BACKS for state in drawn.states)


def piece_colour(game: Game, component: str, drawn: PieceLook) -> str:
    """Return the colour of a piece: its owner's, its kind's, one that its name calls, or one of its own."""
    kind = drawn.kind
    if kind is None or is_down(drawn):
        return HIDDEN
    if kind.color or drawn.owner:
        return hex_of(kind.color, HIDDEN) if kind.color else seat_colour(drawn.owner)
    made = game.components[component]
    if kind.name in (grounds := game.once(_grounds, component)):
        return hex_of(grounds[kind.name], HIDDEN)
    if made.coloured_by:
        return field_colour(game, made, kind, made.coloured_by)
    named = colour_in(kind.name)
    if named:
        return named
    for name, field in made.fields.items():
        if field.type.kind == "enum" and not field.list and kind.values.get(name, -1) != -1:
            return field_colour(game, made, kind, name)
    return TINTS[kind.index % len(TINTS)]


def _grounds(game: Game, component: str) -> Mapping[str, str]:
    """Return the colours that a board gives to its spaces by the kinds that are their ground."""
    for name, board in game.boards.items():
        hints, given = hints_of(game, name), board.draw.get("color")
        if isinstance(given, Mapping) and hints.color and hints.shown[hints.color].name == component:
            return hints.colors
    return {}


def piece(
    game: Game,
    component: str,
    called: str,
    at: Spot,
    room: float,
    *,
    form: str = "",
    covered: Sequence[str] = (),
    whose: str = "",
) -> str:
    """Return a piece as a view calls it, with its middle at a spot and of half a width of `room`.

    covered: the things on its face that something lies on: they are ticked and step back; whose: the person,
    by id, with whose things it lies: a figure that has no colour wears theirs.
    """
    form = form or form_of(game, component)
    whose = whose if form == "figure" and seat_of(whose) else ""
    # Around its origin a piece is drawn once for a game, wherever it lies.
    inner = game.once(_around_origin, component, called, room, form, covered=tuple(covered), whose=whose)
    return element("g", inner, transform=moved(at))


def _around_origin(
    game: Game, component: str, called: str, room: float, form: str, *, covered: Sequence[str], whose: str
) -> str:
    """Return a piece with its words, its middle at the origin."""
    x = y = 0.0
    drawn = piece_look(game, component, called)
    colour = piece_colour(game, component, drawn)
    own = picture_of(game, component, drawn)
    if form == "figure":
        standing = _figure(game, component, drawn, room, whose) if own is None else ""
        if standing:
            return element("title", escaped(drawn.words)) + standing
        form = "token"
    hollow = drawn.kind is not None and any(
        look.hollow for look in state_looks(game, component, drawn.kind, drawn.states)
    )
    body = [_body(form, x, y, room, mixed(colour, "#ffffff", 0.7) if hollow else colour)]
    if own is not None:
        # The edge keeps the colour, which says whose it is.
        wide = room * (1.84 if drawn.owner else 1.94)
        body.append(image(own, (x - wide / 2, y - wide / 2), (wide, wide), form))
        body += _states(game, component, drawn, (x, y), room)
    elif colour == HIDDEN and drawn.kind is None and drawn.sign != "?":
        body.append(text(x, y, drawn.sign, fitted(drawn.sign, room * 1.6, room), ink_on(colour)))
    elif is_down(drawn) or drawn.kind is None:
        corners = [(x, y - room * 0.5), (x + room * 0.5, y), (x, y + room * 0.5), (x - room * 0.5, y)]
        body.append(element("polygon", points=points(corners), fill="none", stroke=CREAM, stroke_width=1.6))
    else:
        body.append(face_of(game, component, drawn, form, room, covered=covered))
    if drawn.owner and game.players > 1:
        bare = _is_bare(game, component, drawn)
        spot = (x, y) if bare else (x - room * 0.72, y + room * 0.72)
        body.append(seat_tag(drawn.owner, spot, room * (0.55 if bare else 0.36)))
    return element("title", escaped(drawn.words)) + "".join(body)


def _figure(game: Game, component: str, drawn: PieceLook, room: float, whose: str) -> str:
    """Return a piece whose outline is its sign, with whose it is and its numbers; empty: it has no sign."""
    if drawn.kind is None or is_down(drawn):
        return ""
    face = faces_of(game, component)[drawn.kind.name]
    if not face.path:
        return ""
    plain = whose and not drawn.kind.color and not drawn.owner
    colour = seat_colour(whose) if plain else piece_colour(game, component, drawn)
    looks = state_looks(game, component, drawn.kind, drawn.states)
    edge, colour = (colour, CREAM) if any(look.hollow for look in looks) else ("", colour)
    shown = [figure(face.path, (0, 0), room * _STANDS, colour, edge)]
    words, low = " ".join([*(number for _, number in face.numbers), face.letters]).strip(), room * 0.52
    owned = bool(drawn.owner and game.players > 1)
    if owned:
        shown.append(seat_tag(drawn.owner, (-room * 0.42 if words else 0, low), room * 0.38))
    if words:
        size = fitted(words, room * (0.8 if owned else 1.3), room * 0.84)
        shown.append(text(room * 0.38 if owned else 0, low, words, size, ink_on(colour)))
    return "".join([*shown, *_states(game, component, drawn, (0, 0), room)])


def face_of(
    game: Game, component: str, drawn: PieceLook, form: str, room: float, *, covered: Sequence[str] = ()
) -> str:
    """Return what is on a piece that lies face up, around the origin: by its layout if it is no card."""
    assert drawn.kind is not None
    made, face = game.components[component], faces_of(game, component)[drawn.kind.name]
    inner = room * (0.8 if face.sides else _INNER.get(form, 1.0))
    if form != "card" and "face" in made.areas:
        wide, high = size_of(game, made)
        scale = 2 * room / max(wide / (_HEX_WIDE if form == "hex" else 1), high)
        side = side_of(game, component, drawn, made.areas["face"], scale=scale, covered=covered)
        place = f"translate({decimal(-wide * scale / 2)} {decimal(-high * scale / 2)}) scale({scale:.3f})"
        shown = element("g", side.drawn(), transform=place)
        if face.letters:
            shown += tag((-room * 0.72, room * 0.72), room * 0.3, word=face.letters)
    else:
        shown = _face(game, component, drawn, (0, 0), inner, covered=covered)
    return shown + around_of(game, component, drawn, form, room)


def around_of(game: Game, component: str, drawn: PieceLook, form: str, room: float) -> str:
    """Return what is at the sides and corners of a piece, as it is turned, and the signs of its states."""
    assert drawn.kind is not None
    around = _around(faces_of(game, component)[drawn.kind.name], drawn, form, (0, 0), room)
    return "".join([around, *_states(game, component, drawn, (0, 0), room)])


def side_of(
    game: Game,
    component: str,
    drawn: PieceLook,
    areas: Sequence[Area],
    name: str = "face",
    *,
    scale: float | None = None,
    covered: Sequence[str] = (),
) -> Side:
    """Return a side of a piece with areas; scale: units of the picture for a millimetre, if it is small."""
    assert drawn.kind is not None
    made, form = game.components[component], form_of(game, component)
    colour = piece_colour(game, component, drawn)
    paper = mixed(colour, "#fffdf7", 0.86) if form == "card" else colour

    # Its lines are as thin as those of other pieces in the picture.
    unit = scale or _ON_SHEETS

    def thing(of: Type, one: str, at: Spot, room: float, ticked: bool) -> str:
        form, room = form_of(game, of.name), room * unit
        shown = piece(game, of.name, one, (0, 0), room, form="tile" if form == "card" else form)
        if ticked:
            shown = element("g", shown, opacity=0.3) + tag((0, 0), room * 0.65, path=_TICK)
        return element("g", shown, transform=f"{moved(at)} scale({1 / unit:.3f})")

    size = size_of(game, made)
    return Side(game, made, drawn.kind, areas, name, size, colour, paper, thing, scale, covered)


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
    # A card is narrow, a tile is square.
    half, rounded = room * (_NARROW if form == "card" else 1.0), room * 0.24
    shape = {"width": 2 * half, "height": float(2 * room), "rx": rounded}
    at = {"x": x - half, "y": y - room}
    shade = element("rect", x=x - half, y=y - room + 1.8, **shape, fill="#000000", fill_opacity=0.25)
    tile = element("rect", **at, **shape, fill=colour, stroke=line, stroke_width=1.4)
    frame = element(
        "rect",
        x=x - half + room * 0.14,
        y=y - room * 0.86,
        width=2 * half - room * 0.28,
        height=room * 1.72,
        rx=rounded * 0.8,
        fill="none",
        stroke=edge,
        stroke_width=1.1,
    )
    return shade + tile + frame


def _face(
    game: Game, component: str, drawn: PieceLook, at: Spot, room: float, *, covered: Sequence[str]
) -> str:
    """Return what is on a piece: things in rows or a sign, numbers and letters below it."""
    assert drawn.kind is not None
    (x, y), ink = at, ink_on(piece_colour(game, component, drawn))
    face = faces_of(game, component)[drawn.kind.name]
    if _is_bare(game, component, drawn):
        return ""
    if face.letters and not (face.path or face.things or face.numbers):
        return text(x, y, face.letters, fitted(face.letters, room * 1.7, room * 0.95), ink)
    below = [*face.numbers, *([("", face.letters)] if face.letters else [])]
    many = len(below) > _IN_A_ROW
    share = 0.55 if many else 0.74 if below else 1.0
    above = x, y - room * (0.45 if many else 0.24 if below else 0)
    main = _grid(game, face.things, above, room * share, ink, covered=covered) if face.things else ""
    if face.path:
        main = sign_at(face.path, *above, room * (0.85 if many else 1.1 if below else 1.25), ink)
    return main + _below(below, at, room, ink)


def _is_bare(game: Game, component: str, drawn: PieceLook) -> bool:
    """Whether whose it is, is all there is to say of a piece: nothing else is on its face."""
    kinds = game.components[component].kinds
    if drawn.kind is None or not drawn.owner or game.players == 1 or len(kinds) > 1:
        return False
    face = faces_of(game, component)[drawn.kind.name]
    return not (face.path or face.things or face.numbers)


def _below(words: Sequence[tuple[str, str]], at: Spot, room: float, ink: str) -> str:
    """Return numbers or letters in rows of two below the middle, each behind its sign if it has one."""
    if len(words) > _IN_A_ROW:
        upper, lower = words[:_IN_A_ROW], words[_IN_A_ROW:]
        return _row(upper, (at[0], at[1] + room * 0.18), room, ink, 0.44) + _below(
            lower, (at[0], at[1] + room * 0.1), room, ink
        )
    return _row(words, (at[0], at[1] + room * 0.56), room, ink, 0.62 if len(words) == 1 else 0.5)


def _row(words: Sequence[tuple[str, str]], at: Spot, room: float, ink: str, share: float) -> str:
    """Return numbers or letters in one row around a spot; share: how high they are, of the room."""
    step, size, y = room * (1.6 if len(words) == 1 else 1.72) / max(len(words), 1), room * share, at[1]
    drawn = []
    for number, (path, word) in enumerate(words):
        x = at[0] + (number - (len(words) - 1) / 2) * step
        large = fitted(word, step * (0.56 if path else 0.94), size)
        if path:
            # The two lie close together, so that it can be seen what belongs together.
            drawn.append(sign_at(path, x - size * 0.4, y, size * 0.84, ink))
            x += size * 0.36
        drawn.append(text(x, y, word, large, ink))
    return "".join(drawn)


def _grid(
    game: Game,
    shown: Sequence[tuple[Type, str]],
    at: Spot,
    room: float,
    ink: str,
    *,
    covered: Sequence[str] = (),
) -> str:
    """Return things in rows: pieces as such, other words as their signs; those that are covered ticked."""
    left = Counter(covered)
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
            form = form_of(game, of.name)
            one = piece(game, of.name, name, (x, y), step * 0.46, form="tile" if form == "card" else form)
        else:
            path = sign_for(name)
            letter = text(x, y, name[:1].upper(), step * 0.7, ink)
            one = sign_at(path, x, y, step * 0.9, ink) if path else letter
        if left[name]:
            left[name] -= 1
            one = element("g", one, opacity=0.3) + tag((x, y), step * 0.3, path=_TICK)
        drawn.append(one)
    return "".join(drawn)


def _states(game: Game, component: str, drawn: PieceLook, at: Spot, room: float) -> list[str]:
    """Return a dot on the edge a piece looks to, or the sign or letters of a state that says something."""
    made = game.components[component]
    declared = cast("Mapping[str, Any]", made.draw.get("states", {}))
    said = {
        state: look.get("icon", "") if isinstance(look, Mapping) else look for state, look in declared.items()
    }
    ink, found = ink_on(piece_colour(game, component, drawn)), []
    letters = drawn.sign.rpartition(".")[2] if drawn.states else ""
    for state in drawn.states:
        if state in TURNS and not made.draw.get("sides"):
            x, y = _turned(at, room * 0.7, TURNS[state])
            found.append(
                element("circle", cx=x, cy=y, r=room * 0.15, fill=ink, stroke="#ffffff", stroke_width=0.6)
            )
        elif state not in TURNS and said.get(state, state not in _SAID_NOTHING):
            # A round piece has no corner to write it in.
            form = form_of(game, component)
            far = room * (0.46 if form in ("token", "hex") else 0.72)
            spot = at[0] + far, at[1] - far
            path = sign_named(said.get(state, ""))
            shown = letters if len(drawn.states) == 1 else state[0]
            size = room * (0.5 if form == "figure" else 0.36)
            found.append(tag(spot, size, path=path, word=said.get(state, shown).upper()))
    return found


def _turned(at: Spot, far: float, turn: float) -> Spot:
    """Return the spot that lies so far from another, in degrees from above, clockwise."""
    angle = math.radians(turn)
    return at[0] + far * math.sin(angle), at[1] - far * math.cos(angle)


def _around(face: Face, drawn: PieceLook, form: str, at: Spot, room: float) -> str:
    """Return the signs at the sides of a piece and a spot at each corner that is named, as it is turned."""
    step = 60 if form == "hex" else 90
    first = next((TURNS[state] for state in drawn.states if state in TURNS), 30 if form == "hex" else 0)
    size, shown = room * 0.3, []
    for number, word in enumerate(face.sides):
        path = sign_for(word)
        if path:
            spot = _turned(at, room * 0.68, first + number * step)
            disc = element(
                "circle", cx=spot[0], cy=spot[1], r=size * 0.6, fill=CREAM, stroke=INK, stroke_width=0.6
            )
            shown.append(disc + sign_at(path, *spot, size * 0.9, INK))
    for corner, colour in face.corners:
        x, y = _turned(at, room * 0.9, first + (corner - 0.5) * step)
        look = {"fill": hex_of(colour, INK), "stroke": CREAM, "stroke_width": 1.0}
        shown.append(element("circle", cx=x, cy=y, r=room * (0.16 if colour else 0.12), **look))
    return "".join(shown)


def tag(at: Spot, room: float, *, path: str = "", word: str = "") -> str:
    """Return a small disc with a sign or letters, on what it says something of."""
    disc = element("circle", cx=at[0], cy=at[1], r=float(room), fill="#ffffff", stroke=INK)
    if path:
        return disc + sign_at(path, *at, room * 1.5, INK)
    return disc + text(*at, word, fitted(word, room * 1.5, room * 1.3), INK)


def seat_tag(owner: str, at: Spot, room: float) -> str:
    """Return the shape of a player in a small disc; of anybody else nothing."""
    seat = seat_of(owner)
    if seat is None:
        return ""
    disc = element("circle", cx=at[0], cy=at[1], r=float(room), fill="#ffffff", stroke=INK, stroke_width=0.6)
    return disc + sign_at(seat.sign, *at, room * 1.25, seat.board)


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
        # A light edge keeps it apart from a ground of its own colour.
        edge = size / 2 + 1.8
        at_edge = {"x": x - edge, "y": y - edge, "width": 2 * edge, "height": 2 * edge, "rx": edge * 0.36}
        back = element("rect", **at_edge, fill="#ffffff")
        return group(back, die(number, x, y, size / 2, colour), title=words)
    disc = element(
        "circle", cx=float(x), cy=float(y), r=size * 0.55, fill=colour, stroke="#ffffff", stroke_width=1.6
    )
    path = sign_named(sign)
    if path:
        return group(disc, sign_at(path, x, y, size * 0.74, ink), title=words)
    return group(disc, text(x, y, sign[:2], fitted(sign[:2], size * 0.8, size * 0.6), ink), title=words)


def piece_picture(game: Game, component: str, called: str, size: float, *, whose: str = "") -> str:
    """Return a piece as a picture of its own that is so many pixels wide; whose: as in `piece`."""
    return shown_in_frame(piece(game, component, called, (0, 0), 20, whose=whose), 20, size=size)


def shown_in_frame(inner: str, room: float, *, label: str = "", size: float | None = None) -> str:
    """Return drawn things as a picture, around the origin; without a label screen readers skip it."""
    edge, wide = room + 3, size if size is not None else 2 * room + 6
    role = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    frame = " ".join(f"{part:.1f}" for part in (-edge, -edge, 2 * edge, 2 * edge))
    return element("svg", inner, viewBox=frame, width=float(wide), height=float(wide), **role)
