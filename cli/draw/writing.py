"""What is written on the spaces of a board: values, names, and badges behind a piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.draw.canvas import EMPTY, Canvas, badge, disc, line
from cli.draw.colours import CREAM, INK, ink_on, mixed, seat_colour
from cli.draw.figures import figure
from cli.draw.geometry import Place
from cli.draw.letters import APART, SIGN, broken, width_of
from cli.draw.signs import SIGN_IN_TEXT, sign_at, sign_named
from cli.draw.svg import Spot, element, fitted, group, text
from cli.seen.sides import Said

if TYPE_CHECKING:
    from interpreter import Space


_STRONG = "#b3261e"
# How large a sign is that says whose a space is.
_BANNER = 23.0


def written(canvas: Canvas, place: Place, *, up: bool) -> str:
    """Return what is written on an empty space: one number as a disc, all else in rows."""
    space, hints = place.space, canvas.hints
    if space.part != "space":
        return _outside(canvas, place)
    ground = canvas.colour(space) or EMPTY
    of_ground = canvas.labels.value(space, hints.color) if hints.color else ""
    values = _values(canvas, space, of_ground)
    x, y = place.spot(0.3 if up else 0.15) if place.form == "sector" else (place.x, place.y)
    if up:
        y -= place.room * 0.5 if place.form == "box" else 0
    if len(values) == 1 and hints.shown[values[0][0]].kind == "number":
        path = canvas.sign(of_ground)
        return _numbered(canvas, (x, y), values[0], room=place.room, ground=ground, path=path)
    if not values:
        return _signed(canvas, (x, y), place.room, of_ground, ground)
    size = min(place.room * 0.62, place.room * 1.7 / len(values))
    down, ink = (len(values) - 1) / 2, ink_on(ground)
    return "".join(
        _row(canvas, (x, y + (row - down) * size * 1.12), each, room=place.room, size=size, ink=ink)
        for row, each in enumerate(values)
    )


def _values(canvas: Canvas, space: Space, of_ground: str) -> list[tuple[str, str]]:
    """Return the fields and counters to be written on a space, each with its value."""
    hints, labels = canvas.hints, canvas.labels
    values = [(name, labels.value(space, name)) for name in hints.label if name != hints.color]
    values = [(name, value) for name, value in values if value and labels.mark(name, value)]
    alone = len(values) == 1 and of_ground and hints.color in hints.label
    if alone and hints.shown[values[0][0]].kind == "component":
        # Of two things neither is the ground of the other.
        values.insert(0, (hints.color, of_ground))
    # Of one number a zero is written, among several it says nothing.
    return [(name, value) for name, value in values if len(values) == 1 or value != "0"]


def _numbered(
    canvas: Canvas, at: Spot, written: tuple[str, str], *, room: float, ground: str, path: str
) -> str:
    """Return a number as a disc, below the sign of the ground if that has one."""
    (x, y), (name, value) = at, written
    faint = mixed(ground, ink_on(ground), 0.62)
    above = sign_at(path, x, y - room * 0.62, room * 0.8, faint) if path else ""
    table = canvas.hints.dots.get(name, {})
    dots = table.get(int(value), 0)
    ink = _STRONG if dots and dots == max(table.values()) else INK
    y += room * 0.34 if path else 0
    return above + disc(x, y, value, room * (0.56 if path else 0.6), ink, dots=dots)


def _signed(canvas: Canvas, at: Spot, room: float, of_ground: str, ground: str) -> str:
    """Return the sign or letter of what gives a space its colour."""
    (x, y), ink, path = at, ink_on(ground), canvas.sign(of_ground)
    if path:
        return sign_at(path, x, y, room * 1.1, mixed(ground, ink, 0.5))
    # Where other spaces have something written on them, a letter would be read as such.
    lettered = of_ground and not set(canvas.hints.label) - {canvas.hints.color}
    mark = canvas.labels.mark(canvas.hints.color, of_ground) if lettered else ""
    return text(x, y, mark, fitted(mark, room * 1.5, room * 0.6), mixed(ground, ink, 0.6)) if mark else ""


def _row(canvas: Canvas, at: Spot, written: tuple[str, str], *, room: float, size: float, ink: str) -> str:
    """Return one value of a space, with the sign of its field before a number."""
    (x, y), (name, value) = at, written
    shown = canvas.hints.shown[name]
    if shown.kind == "player":
        colour = seat_colour(value)
        return element(
            "circle",
            cx=float(x),
            cy=float(y),
            r=size * 0.5,
            fill=colour,
            stroke="#ffffff",
            stroke_width=1.2,
        ) + text(x, y, value[-1:], size * 0.7, ink_on(colour))
    icon = canvas.hints.icons.get(value, "") if shown.kind == "component" else ""
    if SIGN_IN_TEXT.search(icon):
        return _signs(canvas, icon, at, (room * 1.75, size * 1.1), ink)
    mark = canvas.labels.mark(name, value)
    path, many = (canvas.sign(name), "") if shown.kind == "number" else canvas.face(name, value)
    if path and shown.kind == "number":
        return sign_at(path, x - size * 0.5, y, size * 0.9, ink) + text(
            x + size * 0.42, y, mark, fitted(mark, room, size * 0.86), ink
        )
    if many:
        aside = size * 0.48
        large = fitted(many, size * 1.3, size * 0.8)
        return sign_at(path, x - aside, y, size * 0.9, ink) + text(x + aside, y, many, large, ink)
    if path:
        return sign_at(path, x, y, size * 1.05, ink)
    return text(x, y, mark, fitted(mark, room * 1.8, size * 0.86), ink)


def _signs(canvas: Canvas, said: str, at: Spot, space: Spot, ink: str) -> str:
    """Return a text with signs between colons as large as it fits a space around a spot, in lines."""
    split = enumerate(SIGN_IN_TEXT.split(said))
    parts = [Said(each, is_sign=place % 2 == 1) for place, each in split if each]
    lines = broken(parts, *space, largest=space[1], smallest=space[1] / 4, bold=True)
    size, drawn = lines.size, list[str]()
    for number, (row, wide) in enumerate(zip(lines.rows, lines.widths, strict=True)):
        y = at[1] + (number - (len(lines.rows) - 1) / 2) * size * APART
        for start, part in row:
            own = SIGN * size if part.is_sign else width_of(part.words, bold=True) * size
            middle = at[0] - wide / 2 + start + own / 2
            if part.is_sign:
                drawn.append(sign_at(canvas.sign(part.words), middle, y, size, ink))
            else:
                drawn.append(text(middle, y, part.words, size * 0.9, ink))
    return "".join(drawn)


def _outside(canvas: Canvas, place: Place) -> str:
    """Return what is written of a corner or side; where nothing lies beside it, outside on two piers."""
    values = [
        (name, canvas.labels.value(place.space, name))
        for name in canvas.hints.label
        if canvas.labels.says(place.space, name)
    ]
    if not values:
        return ""
    x, y = place.x + place.away[0] * 32, place.y + place.away[1] * 32
    piers = [
        element(
            "path",
            d=line((x, y), end),
            stroke="#8d7c55",
            stroke_width=3,
            stroke_dasharray="2 3",
            fill="none",
        )
        for end in (place.outline if any(place.away) else ())
    ]
    drawn = []
    for name, value in values:
        path, mark = canvas.sign(value), canvas.labels.mark(name, value).strip(":./+")
        drawn.append(element("circle", cx=x, cy=y, r=16, fill=CREAM, stroke="#6f6140", stroke_width=1.6))
        drawn.append(sign_at(path, x, y - 4, 15, INK) if path else "")
        drawn.append(text(x, y + (9 if path else 0), mark, fitted(mark, 27, 8 if path else 11), INK))
    words = ", ".join(canvas.hints.legend.get(value, value).replace("_", " ") for _, value in values)
    return group(*piers, *drawn, title=words)


def name_of(canvas: Canvas, place: Place) -> str:
    """Return the name of a space below or outside what lies there."""
    if not canvas.named:
        return ""
    ink = ink_on(canvas.colour(place.space) or EMPTY)
    words = place.space.name.replace("_", " ")
    # Above the edge that glows where the space can be chosen.
    x, y = place.x, max(y for _, y in place.outline) - 11
    large = 9.0
    if place.form == "sector":
        # On a ring a short name is often what is asked for, and has room outside what lies there.
        x, y = place.spot(max(1.42 - 0.06 * len(words), 1.14))
        large = max(14.5 - 2 * len(words), 9.0)
    return text(x, y, words, fitted(words, place.room * 2.2, large), ink, bold=False, dim=True)


def said_beside(canvas: Canvas, space: Space) -> list[tuple[str, str]]:
    """Return what is written of a space behind a piece too."""
    beside = ((name, canvas.labels.value(space, name)) for name in canvas.hints.beside)
    return [(name, value) for name, value in beside if value not in ("", "0")]


def beside(canvas: Canvas, x: float, y: float, name: str, value: str) -> str:
    """Return a badge with a field or counter of a space that a piece covers."""
    if canvas.hints.shown[name].kind == "player":
        colour, path = seat_colour(value), sign_named(canvas.hints.icons.get(name, ""))
        shown = (
            figure(path, (x, y), _BANNER, colour)
            if path
            else element("circle", cx=x, cy=y, r=8, fill=colour, stroke="#ffffff", stroke_width=1.4)
        )
        # On a figure it is above the middle, where a banner is.
        return shown + text(x, y - (_BANNER / 7 if path else 0), value[-1:], 10, ink_on(colour))
    path = canvas.sign(value)
    if path:
        return element("circle", cx=x, cy=y, r=8, fill=CREAM, stroke=INK, stroke_width=0.6) + sign_at(
            path, x, y, 11, INK
        )
    return badge(x, y, canvas.labels.mark(name, value)[:3])
