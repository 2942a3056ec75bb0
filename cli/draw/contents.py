"""What lies and who is on the spaces of a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cli.draw.canvas import Canvas, Lying, badge, line, mark_sign
from cli.draw.colours import INK, colour_in, mixed, seat_colour
from cli.draw.geometry import Place, hexagon
from cli.draw.pieces import die, form_of, pawn, piece, piece_colour, seat_tag, tag
from cli.draw.signs import sign_named
from cli.draw.svg import element, group, moved, points
from cli.draw.writing import beside, name_of, said_beside, written
from cli.seen.boards import Standing
from cli.seen.pieces import piece_look

_LINE = "#b9ad90"
# So many things of zones are drawn on a space one by one; how wide and high they may lie there, and how
# large one is at most, by the room of the space.
_FEW = 6
_ZONES = {
    "sector": (2.7, 2.4, 0.6),
    "box": (2.8, 1.5, 0.45),
    "hex": (1.4, 1.2, 0.3),
    "corner": (2.0, 2.0, 0.7),
    "side": (2.0, 2.0, 0.7),
}
# How large a piece on a space is, by the room of that.
_HELD = {"hex": 1.02, "corner": 1.0, "sector": 0.82, "box": 0.92}
# A figure reaches beyond its space, for there is nothing around its outline.
_FIGURE = 1.24
# How much of a hex a tile takes that shows something at its sides.
_WHOLE = 0.86
# How small what is written on a box gets above those who are there, and how far up it goes.
_ABOVE, _UP = 0.62, 0.46
# So far from each other are badges behind a piece, and marks.
_BESIDE, _MARKS = 15.0, 13.0
# How much is still seen of a piece of which all is done.
_FADED = 0.4
# So far a stack rises for each piece, and as many as are drawn.
_RISE, _HIGH = 5.0, 6


def contained(canvas: Canvas, place: Place) -> str:
    """Return what is on a space, which says which space that is, as its ground does."""
    inner = _contents(canvas, place)
    return element("g", inner, data_n=place.space.name) if inner else inner


def _contents(canvas: Canvas, place: Place) -> str:
    held, zones = canvas.seen.pieces(place.space.name), _shown_zones(canvas, place)
    if held:
        main = _held(canvas, place, held)
        # What is written of a side lies beside it, where no piece covers it.
        main = written(canvas, place, up=False) + main if place.form == "side" else main
    else:
        main = written(canvas, place, up=bool(zones))
        main = _above_standing(place, main) if place.space.name in canvas.seen.standing else main
    figures = _marks(canvas, place, figures=True)
    if _lies_over_figures(canvas, place):
        main, figures = figures + main, ""
    return "".join(
        [
            main,
            name_of(canvas, place),
            _zones(canvas, place, zones, labelled=bool(main)) if zones else "",
            figures,
            _marks(canvas, place, figures=False),
            _standing(canvas, place, covered=bool(held)),
        ]
    )


def _shown_zones(canvas: Canvas, place: Place) -> dict[str, Any]:
    """Return what lies in the zones of a space, but for those that its piece shows itself."""
    held = canvas.seen.pieces(place.space.name)
    return {
        name: things
        for name, spaces in canvas.content.zones.items()
        if not (held and name in canvas.hints.covers) and (things := spaces.get(place.space.name))
    }


def _above_standing(place: Place, written: str) -> str:
    """Return what is written on a box in its upper half, for somebody is there."""
    if place.form != "box" or not written:
        return written
    up = f"{moved((place.x, place.y - place.room * _UP))} scale({_ABOVE}) {moved((-place.x, -place.y))}"
    return element("g", written, transform=up)


def _held(canvas: Canvas, place: Place, stack: Sequence[str]) -> str:
    """Return the piece on a space, or a stack with its height."""
    component = canvas.board.holds[place.space.type]
    if place.form == "side":
        return _bar(canvas, place, component, stack[-1])
    form = {"corner": "round", "hex": "hex"}.get(place.form, "tile")
    below = min(len(stack) - 1, _HIGH)
    x, y, room = _middle(canvas, place, component)
    y += below * _RISE / 2
    drawn, lower = [], stack[-below - 1 : -1]
    for step in range(below):
        # Each of them is seen by its edge.
        edge = piece_colour(canvas.game, component, piece_look(canvas.game, component, lower[step]))
        drawn.append(_lower(place.form, x, y - step * _RISE, room, edge))
    y -= below * _RISE
    form = str(canvas.game.components[component].draw.get("form", form))
    wide, room = room, room * (_FIGURE if form == "figure" else 1.0)
    shown = piece(
        canvas.game, component, stack[-1], (x, y), room, form=form, covered=_covering(canvas, place)
    )
    faded = any(
        mark.faded and place.space.name in canvas.content.marked.get(name, ())
        for name, mark in canvas.hints.marks.items()
    )
    drawn.append(element("g", shown, opacity=_FADED) if faded else shown)
    if len(stack) > 1:
        drawn.append(_height(x, y, wide, stack))
        drawn.append(_owners_in(canvas, component, stack, (x + room * 0.8, y - room * 0.8)))
    for step, (name, value) in enumerate(said_beside(canvas, place.space)):
        # On a hex the corner is another one's, and numbers are below the middle.
        aside, down = (0.62, -0.5) if place.form == "hex" else (1.0, 1.0)
        spot = x - room * aside + step * _BESIDE, y + room * down
        if place.form == "sector":
            # Along the ring and inwards, so that the name at the edge stays readable.
            (ax, ay), far = place.away, room + _BESIDE / 2
            spot = x + ay * far - ax * step * _BESIDE, y - ax * far - ay * step * _BESIDE
        drawn.append(beside(canvas, *spot, name, value))
    return "".join(drawn)


def _middle(canvas: Canvas, place: Place, component: str) -> tuple[float, float, float]:
    """Return where the middle of a single piece on a space is, and half its width."""
    room = _HELD[place.form] * place.room
    if place.form == "hex" and canvas.game.components[component].draw.get("sides"):
        # What is at the sides of a tile lies at those of its space.
        room = max(abs(y - place.y) for _, y in place.outline) * _WHOLE
    x, y = place.spot(0.34) if place.form == "sector" else (place.x, place.y)
    if place.form == "box" and canvas.named:
        # The name of the space stays readable below it.
        room, y = room * 0.88, y - place.room * 0.26
    return x, y, room


def _height(x: float, y: float, room: float, stack: Sequence[str]) -> str:
    """Return how high a stack is, beside what is below the middle of its top piece.

    It is large, for that is often all that counts.
    """
    return badge(x + room, y + room * 0.9, str(len(stack)), 10.5)


def above_targets(canvas: Canvas, place: Place) -> str:
    """Return what the edge of a space that can be chosen would hide.

    That is marks, how high a stack is, what lies on the corner of a piece, and who is there.
    """
    stack, shown = canvas.seen.pieces(place.space.name), _marks(canvas, place, figures=False)
    if not _lies_over_figures(canvas, place):
        shown = _marks(canvas, place, figures=True) + shown
    if place.space.name in canvas.content.held:
        zones = _shown_zones(canvas, place)
        shown += "".join(_on_corner(canvas, place, name, things) for name, things in zones.items())
    if len(stack) > 1 and place.form != "side":
        x, y, room = _middle(canvas, place, canvas.board.holds[place.space.type])
        shown += _height(x, y - min(len(stack) - 1, _HIGH) * _RISE / 2, room, stack)
    shown += _standing(canvas, place, covered=bool(stack))
    return element("g", shown, pointer_events="none", aria_hidden="true") if shown else ""


def _lower(form: str, x: float, y: float, room: float, colour: str) -> str:
    """Return a piece below another, of which only the edge is seen."""
    look: dict[str, object] = {"fill": colour, "stroke": mixed(colour, "#000000", 0.35)}
    if form == "hex":
        return element("polygon", points=points(hexagon(x, y, room)), **look)
    wide = 2 * room
    return element("rect", x=x - room, y=y - room, width=wide, height=wide, rx=room * 0.24, **look)


def _covering(canvas: Canvas, place: Place) -> list[str]:
    """Return what lies in the zones of a space that cover what its piece shows."""
    zones = (canvas.content.zones.get(name, {}).get(place.space.name) for name in canvas.hints.covers)
    return [thing for things in zones if isinstance(things, (list, tuple)) for thing in things]


def _owners_in(canvas: Canvas, component: str, stack: Sequence[str], at: tuple[float, float]) -> str:
    """Return whose pieces a stack has, and how many of each, where they are several people's."""
    owners = Counter(piece_look(canvas.game, component, each).owner for each in stack)
    if len(owners) == 1:
        return ""
    return "".join(
        seat_tag(owner, (at[0], at[1] + row * 13), 6.5) + badge(at[0] + 13, at[1] + row * 13, str(count))
        for row, (owner, count) in enumerate(sorted(owners.items()))
    )


def _bar(canvas: Canvas, place: Place, component: str, called: str) -> str:
    """Return a piece on a side: a bar along it."""
    drawn = piece_look(canvas.game, component, called)
    colour = piece_colour(canvas.game, component, drawn)
    (ax, ay), (bx, by) = (
        (place.x + (x - place.x) * 0.62, place.y + (y - place.y) * 0.62) for x, y in place.outline
    )
    path = line((ax, ay), (bx, by))
    return group(
        *(
            element("path", d=path, stroke=shade, stroke_width=wide, stroke_linecap="round", fill="none")
            for shade, wide in ((INK, 12), ("#ffffff", 10), (colour, 7))
        ),
        seat_tag(drawn.owner, (place.x, place.y), 6.2) if canvas.game.players > 1 else "",
        title=drawn.words,
    )


def _zones(canvas: Canvas, place: Place, zones: Mapping[str, Any], *, labelled: bool) -> str:
    """Return what lies in the zones of a space, each in rows of its own, as large as they fit.

    labelled: something is written there too.
    """
    if place.space.name in canvas.content.held:
        return "".join(_on_corner(canvas, place, name, things) for name, things in zones.items())
    seen = {name: _together(things) for name, things in zones.items()}
    counted = {name for name, things in seen.items() if not things}
    wide, high, largest = (share * place.room for share in _ZONES[place.form])
    high *= 0.6 if labelled else 1.0
    fits = [_fit(seen, across, (wide, high)) for across in range(1, _FEW + 1)]
    size, across = max((min(size, largest), -across) for across, size in enumerate(fits, 1))
    step, drawn = 2 * size + 3, list[str]()
    rows = _rows_of(seen, -across)
    middle, y = place.spot(-0.5 if labelled else -0.25) if place.form == "sector" else (place.x, place.y)
    y += (place.room * 0.3 if labelled and place.form != "sector" else 0) - (len(rows) - 1) * step / 2
    for name, row in rows:
        for at, (thing, many) in enumerate(row):
            x = middle + (at - (len(row) - 1) / 2) * step
            shown = _thing(canvas, place, name, thing, ((x, y), size))
            # Whoever points at one of several means it.
            drawn.append(element("g", shown, data_thing=thing))
            drawn.append(badge(x + size * 0.8, y + size * 0.8, str(many)) if many > 1 else "")
        if name in counted:
            number = zones[name] if isinstance(zones[name], int) else len(zones[name])
            said = f"{name.replace('_', ' ')}: {number}"
            drawn.append(group(badge(middle, y, str(number)), title=said))
        y += step
    return "".join(drawn)


def _together(things: Any) -> list[tuple[str, int]]:
    """Return things with how many of each there are: one by one while they are few, else equal ones once.

    Nothing, where they are not seen or still too many: then they are only counted.
    """
    if isinstance(things, int):
        return []
    shown = [(thing, 1) for thing in things] if len(things) <= _FEW else list(Counter(things).items())
    return shown if len(shown) <= _FEW else []


def _fit(seen: Mapping[str, Sequence[tuple[str, int]]], across: int, room: tuple[float, float]) -> float:
    """Return how large things can be of which so many lie side by side in a room."""
    return (min(room[0] / across, room[1] / len(_rows_of(seen, across))) - 3) / 2


def _on_corner(canvas: Canvas, place: Place, name: str, things: Any) -> str:
    """Return what lies in a zone of a space that a piece covers: it lies on the corner of that."""
    # Far enough out to leave what the piece says in view.
    corner = place.x + place.room * 0.95, place.y - place.room * 0.95
    many = things if isinstance(things, int) else len(things)
    if isinstance(things, int) or many > 1:
        return group(badge(*corner, str(many)), title=f"{name.replace('_', ' ')}: {many}")
    return _thing(canvas, place, name, things[0], (corner, 10.5))


def _thing(canvas: Canvas, place: Place, zone: str, thing: str, at: tuple[tuple[float, float], float]) -> str:
    """Return a small piece or die of a zone, and note where it lies; at: its middle, and half its width."""
    holds, (spot, size) = canvas.game.zones[zone].holds, at
    if holds.kind == "component":
        form = form_of(canvas.game, holds.name)
        form = "tile" if form == "card" else form
        _lies(canvas, place, Lying(thing, form, spot, size))
        return piece(canvas.game, holds.name, thing, spot, size, form=form)
    _lies(canvas, place, Lying(thing, "die", spot, size * 0.9))
    return die(thing, *spot, size * 0.9)


def _lies(canvas: Canvas, place: Place, lying: Lying) -> None:
    canvas.lying.setdefault(place.space.name, []).append(lying)


def _lies_over_figures(canvas: Canvas, place: Place) -> bool:
    """Whether a piece lies over what is beside it: at a corner it is known by its outline."""
    return place.form == "corner" and bool(canvas.seen.pieces(place.space.name))


def _marks(canvas: Canvas, place: Place, *, figures: bool) -> str:
    """Return the marks on a space that are figures, or those that are none."""
    found: list[str] = []
    covered = place.form == "box" and bool(canvas.content.held.get(place.space.name))
    aside = len(said_beside(canvas, place.space)) * _BESIDE if covered else 0.0
    for name, mark in canvas.hints.marks.items():
        shown = place.space.name in canvas.content.marked.get(name, ())
        if mark.printed or mark.stands != figures or not shown:
            continue
        x, y = place.x - place.room * 0.72 + aside + len(found) * _MARKS, place.y + place.room * 0.72
        if place.form == "sector":
            # Beside what lies there, and not over the name at the edge.
            x, y = place.spot(0.1)
            far = place.room * 1.2 - len(found) * _MARKS
            x, y = x + place.away[1] * far, y - place.away[0] * far
        path, size = sign_named(canvas.hints.icons.get(name, "")), 13.0
        if mark.stands:
            x, y, size = _foot(place)
        sign = mark_sign(mark, (x, y), path, size, owner=canvas.seen.owner)
        found.append(group(sign, title=mark.title))
    return "".join(found)


def _foot(place: Place) -> tuple[float, float, float]:
    """Return where a figure is on a space, and how large: in the middle, at a corner beside a piece."""
    if place.form == "corner":
        return place.x - place.room * 1.3, place.y + place.room * 1.2, place.room * 1.5
    return place.x, place.y, place.room * 1.5


def _standing(canvas: Canvas, place: Place, *, covered: bool) -> str:
    """Return who or what is on a space, side by side."""
    standing = canvas.seen.standing.get(place.space.name, ())
    if not standing:
        return ""
    # On a ring there is room at its inner edge for what is as large as one can read.
    most, across = (28.0, 1.7) if place.form == "sector" else (20.0, 2.4)
    size = max(min(most, across * place.room / max(len(standing), 1)), 11.0)
    x, y = place.spot(-1.16) if place.form == "sector" else (place.x, place.y)
    if place.form == "corner" and covered:
        # What stands there is still known by its outline.
        size = 15.0
        x, y = place.x + place.room, place.y - place.room
    if place.form == "hex":
        x, y = (place.x, place.y) if covered else (place.x + place.room * 0.8, place.y - place.room * 0.2)
    if place.form == "box":
        y += place.room * (0.25 if canvas.named else 0.6)
    # On a ring they are side by side along it, so that what lies there is not covered.
    aside, down = (-place.away[1], place.away[0]) if place.form == "sector" else (1.0, 0.0)
    steps = [(at - (len(standing) - 1) / 2) * size * 1.1 for at in range(len(standing))]
    return "".join(
        _pawn(canvas, place, each, (x + step * aside, y + step * down), size)
        for step, each in zip(steps, standing, strict=True)
    )


def _pawn(canvas: Canvas, place: Place, standing: Standing, at: tuple[float, float], size: float) -> str:
    x, y = at
    words = f"{standing.called.replace('_', ' ')}: {standing.words}"
    colour = seat_colour(standing.who) if standing.person else colour_in(standing.who) or "#3b3f47"
    sign = "pawn" if standing.person else canvas.hints.icons.get(standing.called, standing.who)
    drawn = pawn(at, size, colour, sign=sign, number=standing.number, words=words)
    spot = x + size * 0.46, y - size * 0.46
    if standing.person:
        return drawn + (seat_tag(standing.who, spot, size * 0.28) if canvas.game.players > 1 else "")
    _lies(canvas, place, Lying(standing.who, "die" if standing.number else "token", at, size * 0.55))
    # Of what has a number the colour alone would say which it is; all of its face is seen.
    beyond = x + size * 0.62, y - size * 0.62
    number = tag(beyond, size * 0.27, word=standing.sign[:2]) if standing.number else ""
    return element("g", drawn, number, data_thing=standing.who)


def _rows_of(
    seen: Mapping[str, Sequence[tuple[str, int]]], across: int
) -> list[tuple[str, Sequence[tuple[str, int]]]]:
    """Return the rows in which things lie, each with its zone; what is only counted has an empty row."""
    return [
        (name, things[start : start + across])
        for name, things in seen.items()
        for start in range(0, max(len(things), 1), across)
    ]
