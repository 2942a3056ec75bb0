"""A board as a picture: its spaces, what lies, stands and is told there, and what can be chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cli.colours import hex_of
from cli.draw.colours import CREAM, INK, colour_in, ink_on, mixed, seat_colour
from cli.draw.geometry import Place, Plan, plan_of
from cli.draw.pictures import image
from cli.draw.pieces import die, pawn, piece, piece_colour, shown_in_frame
from cli.draw.signs import sign_at, sign_for, sign_named
from cli.draw.svg import element, escaped, fitted, group, moved, number, points, text
from cli.seen.boards import BoardSeen, Labels, Standing
from cli.seen.hints import Mark, hints_of
from cli.seen.pieces import piece_look

if TYPE_CHECKING:
    from interpreter import Game, Space, Type

_GROUND, _LINE = "#e9e0cb", "#b9ad90"
_EMPTY = "#fbf7ec"
_HOT, _HALO, _STRONG, _NEW = "#c2187f", "#ffffff", "#b3261e", "#e08a00"
# How much of a space covers the picture of its board.
_SEEN_THROUGH = 0.25
# Boxes, discs and things lie over what is below them, in this order.
_LAYERS = ("hex", "box", "sector", "side", "corner")
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
# How small what is written on a box gets above those who stand there, and how far up it goes.
_ABOVE, _UP = 0.62, 0.46
# So far from each other are badges behind a piece, and marks.
_BESIDE, _MARKS = 15.0, 13.0
# So far a stack rises for each piece, and as many as are drawn.
_RISE, _HIGH = 5.0, 6


@dataclass(frozen=True, slots=True)
class Target:
    """What a click on a place would send, in words too; ahead: it takes two choices."""

    clicks: Sequence[str]
    words: str
    ahead: bool = False


NO_TARGETS: Mapping[str, Target] = {}


def board_svg(
    game: Game,
    seen: BoardSeen,
    targets: Mapping[str, Target] = NO_TARGETS,
    *,
    scale: float = 1.0,
    brief: bool = False,
) -> str:
    """Return a board as a whole SVG picture.

    targets: of spaces by name; scale: how large it is shown; brief: while nothing can be chosen, sides and
    corners go without their names.
    """
    return _Board(game, seen, targets, brief=brief and not targets).picture(scale)


def _plan(game: Game, name: str, layout: int, roomy: bool) -> Plan:
    board, hints = game.boards[name], hints_of(game, name)
    outside = any(hints.counters.get(told, name) != name for told in hints.label)
    return plan_of(board, board.layouts[layout], roomy=roomy, outside=outside, at=hints.at)


def legend(game: Game, seen: BoardSeen) -> list[tuple[str, str]]:
    """Return the marks that are on a board, each as a small picture and in words."""
    hints = hints_of(game, seen.board.name)
    shown = [
        (mark, sign_named(hints.icons.get(name, "")))
        for name, mark in hints.marks.items()
        if seen.content.marked.get(name)
    ]
    return [(shown_in_frame(_mark(mark, (0, 0), path), 5, size=16), mark.title) for mark, path in shown]


class _Board:
    """A board that is being drawn."""

    def __init__(
        self, game: Game, seen: BoardSeen, targets: Mapping[str, Target], *, brief: bool = False
    ) -> None:
        self.game, self.seen, self.targets, self.brief = game, seen, targets, brief
        self.board, self.layout, self.content = seen.board, seen.layout, seen.content
        self.hints = hints_of(game, self.board.name)
        self.labels = Labels(game, self.board, self.content)
        self.own = game.pictures.get(("board", self.board.name))
        number = self.board.layouts.index(self.layout)
        self.plan = game.once(_plan, self.board.name, number, bool(self.content.zones))

    def picture(self, scale: float) -> str:
        """Return the whole picture, things above grounds and what can be clicked above these."""
        places = sorted(self.plan.places, key=lambda place: _LAYERS.index(place.form))
        lines = [
            element("path", d=_line(*ends), stroke=_LINE, stroke_width=5, fill="none")
            for ends in self.plan.lines
        ]
        left, top, width, height = self.plan.frame
        fill = hex_of(self.hints.ground, _GROUND)
        ground = element("rect", x=left, y=top, width=width, height=height, rx=14, fill=fill, stroke="none")
        if self.own is not None:
            ground += image(self.own, (left, top), (width, height))
        parts = [
            self._plain([place for place in places if self._is_plain(place)]),
            *(self._ground(place) for place in places if not self._is_plain(place)),
            *(
                drawn
                for _, layer in groupby(places, key=lambda place: place.form)
                for drawn in self._layer(list(layer))
            ),
        ]
        return element(
            "svg",
            ground,
            *lines,
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(map(number, self.plan.frame)),
            width=width * scale,
            height=height * scale,
            role="group",
            aria_label=self.seen.heading,
            class_="board",
            font_family="system-ui, sans-serif",
        )

    def _layer(self, places: Sequence[Place]) -> Iterator[str]:
        """Yield what is on places of one form, then what can be clicked there.

        What is on sides and corners comes later, so it lies above the targets of spaces.
        """
        yield from map(self._contained, places)
        for place in places:
            if place.space.name in self.seen.news:
                yield self._outlined(place, stroke=_NEW, stroke_width=5, fill="none", class_="news")
        yield from (self._target(place) for place in places if place.space.name in self.targets)

    def _sign(self, word: str) -> str:
        """Return the path of the sign of a field or value: as the ruleset says, else by its name."""
        return sign_named(self.hints.icons.get(word, "")) or sign_for(word)

    # -- the ground of a space
    def _is_plain(self, place: Place) -> bool:
        """Whether a place needs no element of its own."""
        return self.brief and place.form in ("side", "corner")

    def _plain(self, places: Sequence[Place]) -> str:
        """Return all sides and corners in two paths: there are hundreds of them."""
        sides = "".join(_line(*place.outline) for place in places if place.form == "side")
        spots = "".join(
            f"M{number(place.x)} {number(place.y)}h0" for place in places if place.form == "corner"
        )
        look: dict[str, object] = {"stroke": "#000000", "stroke_opacity": 0.25, "fill": "none"}
        round_spot = {"stroke": INK, "stroke_opacity": 0.35, "stroke_linecap": "round", "stroke_width": 5.2}
        return (element("path", d=sides, **{**look, "stroke_width": 1.6}) if sides else "") + (
            element("path", d=spots, **round_spot) if spots else ""
        )

    def _ground(self, place: Place) -> str:
        colour = self._colour(place.space)
        words, name = element("title", escaped(self._described(place.space))), place.space.name
        if place.form == "corner":
            dot = element("circle", cx=place.x, cy=place.y, r=2.6, fill=INK, fill_opacity=0.35)
            return element("g", words, dot, data_n=name)
        if place.form == "side":
            way = element(
                "path",
                d=_line(*_around(place, 1.0)),
                transform=moved((place.x, place.y)),
                stroke="#000000",
                stroke_width=1.6,
                stroke_opacity=0.25,
                fill="none",
            )
            return element("g", words, way, data_n=name)
        look: dict[str, object] = {"fill": colour or _EMPTY, "stroke": "#000000", "stroke_opacity": 0.28}
        if self.own is not None:
            look["fill_opacity"] = _SEEN_THROUGH
        if place.form == "sector":
            return element("g", words, element("path", d=place.path, **look), data_n=name)
        if place.form == "hex":
            drawn = points(_around(place, 0.97))
            at = moved((place.x, place.y))
            return element("g", words, element("polygon", points=drawn, transform=at, **look), data_n=name)
        (left, top), _, (right, bottom), _ = place.outline
        box = element(
            "rect",
            x=left + 1.5,
            y=top + 1.5,
            width=right - left - 3,
            height=bottom - top - 3,
            rx=7,
            **look,
        )
        return element("g", words, box, data_n=name)

    def _colour(self, space: Space) -> str:
        """Return the colour that a space has by its field, or nothing."""
        if not self.hints.color or space.part != "space":
            return ""
        value = self.labels.value(space, self.hints.color)
        return hex_of(self.hints.colors.get(value, "")) if value else ""

    def _described(self, space: Space) -> str:
        """Return a space in words: its name, what its fields say, and what lies there."""
        words = [space.name.replace("_", " ")]
        for name in dict.fromkeys([self.hints.color, *self.hints.label]):
            value = self.labels.value(space, name) if name else ""
            if value:
                told = self.hints.legend.get(value, value).replace("_", " ")
                words.append(told if name == self.hints.color else f"{name.replace('_', ' ')} {told}")
        if held := self.seen.pieces(space.name):
            holds = self.board.holds[space.type]
            words.append(piece_look(self.game, holds, held[-1], self.hints.glyphs).words)
        return ", ".join(words)

    # -- what is on a space
    def _contained(self, place: Place) -> str:
        """Return what is on a space, which says which space that is, as its ground does."""
        inner = self._contents(place)
        return element("g", inner, data_n=place.space.name) if inner else inner

    def _contents(self, place: Place) -> str:
        held = self.seen.pieces(place.space.name)
        zones = {
            name: things
            for name, spaces in self.content.zones.items()
            if (things := spaces.get(place.space.name))
        }
        if held:
            main = self._held(place, held)
        else:
            main = self._label(place, up=bool(zones))
            main = self._above_standing(place, main) if place.space.name in self.seen.standing else main
        return "".join(
            [
                main,
                self._name(place),
                self._zones(place, zones, told=bool(main)) if zones else "",
                self._marks(place),
                self._standing(place, covered=bool(held)),
            ]
        )

    def _above_standing(self, place: Place, written: str) -> str:
        """Return what is written on a box in its upper half, for somebody stands there."""
        if place.form != "box" or not written:
            return written
        up = f"{moved((place.x, place.y - place.room * _UP))} scale({_ABOVE}) {moved((-place.x, -place.y))}"
        return element("g", written, transform=up)

    def _held(self, place: Place, stack: Sequence[str]) -> str:
        """Return the piece on a space, or a stack with its height."""
        component = self.board.holds[place.space.type]
        if place.form == "side":
            return self._bar(place, component, stack[-1])
        form = {"corner": "round", "hex": "hex"}.get(place.form, "tile")
        room = _HELD[place.form] * place.room
        x, y = place.spot(0.2) if place.form == "sector" else (place.x, place.y)
        below = min(len(stack) - 1, _HIGH)
        if place.form == "box" and self._named:
            # The name of the space stays readable below it.
            room, y = room * 0.88, y - place.room * 0.26
        y += below * _RISE / 2
        drawn = []
        for step in range(below):
            edge = mixed(_LINE, "#000000", 0.12)
            drawn.append(
                element(
                    "rect",
                    x=x - room,
                    y=y - room - step * _RISE,
                    width=2 * room,
                    height=2 * room,
                    rx=room * 0.24,
                    fill=edge,
                    stroke=mixed(edge, "#000000", 0.35),
                )
            )
        y -= below * _RISE
        drawn.append(piece(self.game, component, stack[-1], (x, y), room, form=form))
        if len(stack) > 1:
            drawn.append(_badge(x + room * 0.8, y + room * 0.8, str(len(stack))))
        for step, (name, value) in enumerate(self._said_beside(place.space)):
            drawn.append(self._beside(x - room + step * _BESIDE, y + room, name, value))
        return "".join(drawn)

    def _said_beside(self, space: Space) -> list[tuple[str, str]]:
        """Return what is told of a space behind a piece too."""
        beside = ((name, self.labels.value(space, name)) for name in self.hints.beside)
        return [(name, value) for name, value in beside if value not in ("", "0")]

    def _bar(self, place: Place, component: str, called: str) -> str:
        """Return a piece on a side: a bar along it."""
        drawn = piece_look(self.game, component, called)
        colour = piece_colour(self.game, component, drawn)
        (ax, ay), (bx, by) = (
            (place.x + (x - place.x) * 0.62, place.y + (y - place.y) * 0.62) for x, y in place.outline
        )
        path = _line((ax, ay), (bx, by))
        return group(
            *(
                element("path", d=path, stroke=shade, stroke_width=wide, stroke_linecap="round", fill="none")
                for shade, wide in ((INK, 12), ("#ffffff", 10), (colour, 7))
            ),
            title=drawn.words,
        )

    def _beside(self, x: float, y: float, name: str, value: str) -> str:
        """Return a badge with a field or counter of a space that a piece covers."""
        if self.hints.shown[name].kind == "player":
            colour = seat_colour(value)
            return element("circle", cx=x, cy=y, r=7, fill=colour, stroke="#ffffff", stroke_width=1.4) + text(
                x, y, value[-1:], 9, ink_on(colour)
            )
        path = self._sign(value)
        if path:
            return element("circle", cx=x, cy=y, r=8, fill=CREAM, stroke=INK, stroke_width=0.6) + sign_at(
                path, x, y, 11, INK
            )
        return _badge(x, y, self.labels.mark(name, value)[:3])

    def _label(self, place: Place, *, up: bool) -> str:
        """Return what is written on an empty space: one number as a disc, all else in rows."""
        space = place.space
        if space.part != "space":
            return self._outside(place)
        ground = self._colour(space) or _EMPTY
        ink = ink_on(ground)
        colour_value = self.labels.value(space, self.hints.color) if self.hints.color else ""
        path = self._sign(colour_value)
        told = [
            (name, value)
            for name in self.hints.label
            if name != self.hints.color and (value := self.labels.value(space, name))
        ]
        told = [(name, value) for name, value in told if self.labels.mark(name, value)]
        if (
            len(told) == 1
            and colour_value
            and self.hints.color in self.hints.label
            and self.hints.shown[told[0][0]].kind == "component"
        ):
            # Of two things neither is the ground of the other.
            told.insert(0, (self.hints.color, colour_value))
        # Of one number a zero is told, among several it says nothing.
        told = [(name, value) for name, value in told if len(told) == 1 or value != "0"]
        x, y = place.spot(0.3 if up else 0.15) if place.form == "sector" else (place.x, place.y)
        if up:
            y -= place.room * 0.5 if place.form == "box" else 0
        if len(told) == 1 and self.hints.shown[told[0][0]].kind == "number":
            down = place.room * 0.34 if path else 0
            above = (
                sign_at(path, x, y - place.room * 0.62, place.room * 0.8, mixed(ground, ink, 0.62))
                if path
                else ""
            )
            ink = _STRONG if int(told[0][1]) in self.hints.strong.get(told[0][0], ()) else INK
            return above + _disc(x, y + down, told[0][1], place.room * (0.56 if path else 0.6), ink)
        if not told:
            mark = self.labels.mark(self.hints.color, colour_value) if colour_value else ""
            if path:
                return sign_at(path, x, y, place.room * 1.1, mixed(ground, ink, 0.5))
            size = fitted(mark, place.room * 1.5, place.room * 0.6)
            return text(x, y, mark, size, mixed(ground, ink, 0.6)) if mark else ""
        rows = len(told)
        size = min(place.room * 0.62, place.room * 1.7 / rows)
        return "".join(
            self._row(x, y + (row - (rows - 1) / 2) * size * 1.12, each, room=place.room, size=size, ink=ink)
            for row, each in enumerate(told)
        )

    def _row(self, x: float, y: float, told: tuple[str, str], *, room: float, size: float, ink: str) -> str:
        """Return one value of a space, with the sign of its field before a number."""
        name, value = told
        shown = self.hints.shown[name]
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
        mark = self.labels.mark(name, value)
        path = self._sign(name if shown.kind == "number" else value)
        if path and shown.kind == "number":
            return sign_at(path, x - size * 0.5, y, size * 0.9, ink) + text(
                x + size * 0.42, y, mark, fitted(mark, room, size * 0.86), ink
            )
        many = "".join(re.findall(r"_(\d+)$", value)) if path else ""
        if many not in ("", "1"):
            aside = size * 0.42
            return sign_at(path, x - aside, y, size * 0.9, ink) + text(x + aside, y, many, size * 0.8, ink)
        if path:
            return sign_at(path, x, y, size * 1.05, ink)
        return text(x, y, mark, fitted(mark, room * 1.8, size * 0.86), ink)

    def _outside(self, place: Place) -> str:
        """Return what is told of a corner or side; where nothing lies beside it, outside on two piers."""
        told = [
            (name, self.labels.value(place.space, name))
            for name in self.hints.label
            if self.labels.tells(place.space, name)
        ]
        if not told:
            return ""
        x, y = place.x + place.away[0] * 32, place.y + place.away[1] * 32
        piers = [
            element(
                "path",
                d=_line((x, y), end),
                stroke="#8d7c55",
                stroke_width=3,
                stroke_dasharray="2 3",
                fill="none",
            )
            for end in (place.outline if any(place.away) else ())
        ]
        drawn = []
        for name, value in told:
            path, mark = self._sign(value), self.labels.mark(name, value).strip(":./+")
            drawn.append(element("circle", cx=x, cy=y, r=16, fill=CREAM, stroke="#6f6140", stroke_width=1.6))
            drawn.append(sign_at(path, x, y - 4, 15, INK) if path else "")
            drawn.append(text(x, y + (9 if path else 0), mark, fitted(mark, 27, 8 if path else 11), INK))
        words = ", ".join(self.hints.legend.get(value, value).replace("_", " ") for _, value in told)
        return group(*piers, *drawn, title=words)

    @property
    def _named(self) -> bool:
        """Whether people go by the names of spaces: on rings, tracks and graphs."""
        return self.board.shape not in ("hex", "square")

    def _name(self, place: Place) -> str:
        """Return the name of a space below or outside what lies there."""
        if not self._named:
            return ""
        ink = ink_on(self._colour(place.space) or _EMPTY)
        words = place.space.name.replace("_", " ")
        x, y = place.x, max(y for _, y in place.outline) - 8
        large = 9.0
        if place.form == "sector":
            # On a ring a short name is often what is asked for, and has room outside what lies there.
            x, y = place.spot(max(1.42 - 0.06 * len(words), 1.14))
            large = max(14.5 - 2 * len(words), 9.0)
        return text(x, y, words, fitted(words, place.room * 2.2, large), ink, bold=False, dim=True)

    # -- zones, marks and pawns
    def _zones(self, place: Place, zones: Mapping[str, Any], *, told: bool) -> str:
        """Return what lies in the zones of a space, each in rows of its own, as large as they fit.

        told: something is written there too.
        """
        if place.space.name in self.content.held:
            return "".join(self._on_corner(place, name, things) for name, things in zones.items())
        counted = {
            name: things if isinstance(things, int) else len(things)
            for name, things in zones.items()
            if isinstance(things, int) or len(things) > _FEW
        }
        wide, high, largest = (share * place.room for share in _ZONES[place.form])
        high *= 0.6 if told else 1.0
        fits = [self._fit(zones, counted, across, (wide, high)) for across in range(1, _FEW + 1)]
        size, across = max((min(size, largest), -across) for across, size in enumerate(fits, 1))
        step, drawn = 2 * size + 3, list[str]()
        rows = _rows_of(zones, counted, -across)
        middle, y = place.spot(-0.5 if told else -0.25) if place.form == "sector" else (place.x, place.y)
        y += (place.room * 0.3 if told and place.form != "sector" else 0) - (len(rows) - 1) * step / 2
        for name, row in rows:
            for at, thing in enumerate(row):
                x = middle + (at - (len(row) - 1) / 2) * step
                drawn.append(self._thing(self.game.zones[name].holds, thing, (x, y), size))
            if not row:
                said = f"{name.replace('_', ' ')}: {counted[name]}"
                drawn.append(group(_badge(middle, y, str(counted[name])), title=said))
            y += step
        return "".join(drawn)

    def _fit(
        self, zones: Mapping[str, Any], counted: Mapping[str, int], across: int, room: tuple[float, float]
    ) -> float:
        """Return how large things can be of which so many lie side by side in a room."""
        rows = len(_rows_of(zones, counted, across))
        return (min(room[0] / across, room[1] / rows) - 3) / 2

    def _on_corner(self, place: Place, name: str, things: Any) -> str:
        """Return what lies in a zone of a space that a piece covers: it lies on the corner of that."""
        corner = place.x + place.room * 0.7, place.y - place.room * 0.7
        many = things if isinstance(things, int) else len(things)
        if isinstance(things, int) or many > 1:
            return group(_badge(*corner, str(many)), title=f"{name.replace('_', ' ')}: {many}")
        return self._thing(self.game.zones[name].holds, things[0], corner, 9)

    def _thing(self, holds: Type, thing: str, at: tuple[float, float], size: float) -> str:
        """Return a small piece or die."""
        if holds.kind == "component":
            return piece(self.game, holds.name, thing, at, size, form="tile")
        return die(thing, *at, size * 0.9)

    def _marks(self, place: Place) -> str:
        found: list[str] = []
        covered = place.form == "box" and bool(self.content.held.get(place.space.name))
        aside = len(self._said_beside(place.space)) * _BESIDE if covered else 0.0
        for name, mark in self.hints.marks.items():
            if place.space.name not in self.content.marked.get(name, ()):
                continue
            x = place.x - place.room * 0.72 + aside + len(found) * _MARKS
            y = place.y + place.room * 0.72
            path = sign_named(self.hints.icons.get(name, ""))
            found.append(group(_mark(mark, (x, y), path), title=mark.title))
        return "".join(found)

    def _standing(self, place: Place, *, covered: bool) -> str:
        """Return who or what stands on a space, side by side."""
        standing = self.seen.standing.get(place.space.name, ())
        if not standing:
            return ""
        size = min(20.0, 2.4 * place.room / max(len(standing), 1))
        size = max(size, 11.0)
        x, y = place.spot(-0.85) if place.form == "sector" else (place.x, place.y)
        if place.form == "hex":
            x, y = (place.x, place.y) if covered else (place.x + place.room * 0.8, place.y - place.room * 0.2)
        if place.form == "box":
            y += place.room * (0.25 if self._named else 0.6)
        start = x - (len(standing) - 1) * size * 0.55
        return "".join(self._pawn(each, start + at * size * 1.1, y, size) for at, each in enumerate(standing))

    def _pawn(self, standing: Standing, x: float, y: float, size: float) -> str:
        words = f"{standing.called.replace('_', ' ')}: {standing.words}"
        colour = seat_colour(standing.who) if standing.person else colour_in(standing.who) or "#3b3f47"
        sign = "pawn" if standing.person else self.hints.icons.get(standing.called, standing.who)
        return pawn((x, y), size, colour, sign=sign, told=standing.number, words=words)

    # -- what can be chosen
    def _target(self, place: Place) -> str:
        target = self.targets[place.space.name]
        shapes = [
            self._outlined(
                place, stroke=_HALO, stroke_width=7, stroke_opacity=0.9, fill="none", class_="halo"
            ),
            self._outlined(
                place, stroke=_HOT, stroke_width=3.4, fill="#ffffff", fill_opacity=0.01, class_="hit"
            ),
        ]
        if place.form in ("corner", "side"):
            shapes.append(
                element(
                    "circle", cx=place.x, cy=place.y, r=16, fill="#ffffff", fill_opacity=0.01, stroke="none"
                )
            )
        return element(
            "g",
            *shapes,
            class_="opt ahead" if target.ahead else "opt",
            data_o="|".join(target.clicks),
            data_fine="1" if place.form in ("corner", "side") else "",
            data_x=place.x,
            data_y=place.y,
            role="button",
            tabindex="-1",
            aria_label=target.words,
        )

    def _outlined(self, place: Place, **look: object) -> str:
        if place.form == "side":
            ends = [(place.x + (x - place.x) * 0.6, place.y + (y - place.y) * 0.6) for x, y in place.outline]
            wide = {"stroke_width": 12 if look["stroke"] == _HALO else 7, "stroke_linecap": "round"}
            return element("path", d=_line(*ends), **{**look, **wide})
        if place.form == "corner":
            return element("circle", cx=place.x, cy=place.y, r=place.room, **look)
        if place.form == "sector":
            return element("path", d=place.path, **look)
        drawn, at = points(_around(place, 0.92)), moved((place.x, place.y))
        return element("polygon", points=drawn, transform=at, stroke_linejoin="round", **look)


def _rows_of(
    zones: Mapping[str, Any], counted: Mapping[str, int], across: int
) -> list[tuple[str, Sequence[str]]]:
    """Return the rows in which things lie, each with its zone; what is only counted has an empty row."""
    return [
        (name, things[start : start + across] if name not in counted else ())
        for name, things in zones.items()
        for start in range(0, len(things) if name not in counted else 1, across)
    ]


def _line(one: tuple[float, float], other: tuple[float, float]) -> str:
    return f"M{number(one[0])} {number(one[1])}L{number(other[0])} {number(other[1])}"


def _disc(x: float, y: float, told: str, room: float, ink: str = INK) -> str:
    disc = element(
        "circle", cx=float(x), cy=float(y), r=float(room), fill=CREAM, stroke="#000000", stroke_opacity=0.35
    )
    return disc + text(x, y, told, fitted(told, room * 1.7, room * 1.15), ink)


def _around(place: Place, share: float) -> list[tuple[float, float]]:
    """Return the corners of a place around its middle, drawn in by a share."""
    return [((x - place.x) * share, (y - place.y) * share) for x, y in place.outline]


def _mark(mark: Mark, at: tuple[float, float], path: str) -> str:
    """Return a mark: with the sign of its icon, else with its letter."""
    (x, y), colour = at, hex_of(mark.color, "#33528c")
    disc = element("circle", cx=float(x), cy=float(y), r=6.5, fill=colour, stroke="#ffffff", stroke_width=1.2)
    return disc + (
        sign_at(path, x, y, 9.5, ink_on(colour)) if path else text(x, y, mark.sign, 9, ink_on(colour))
    )


def _badge(x: float, y: float, told: str) -> str:
    disc = element("circle", cx=float(x), cy=float(y), r=8.5, fill="#fffdf6", stroke=INK, stroke_width=0.8)
    return disc + text(x, y, told, fitted(told, 15, 11), INK)
