"""The face and back of a piece by its layout: areas in millimetres with words, signs and pictures, as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.colours import hex_of
from cli.draw.colours import CREAM, INK, VALUES, colour_in, ink_on
from cli.draw.letters import APART, BASE, SIGN, TYPEFACES, Lines, broken, width_of
from cli.draw.pictures import image
from cli.draw.signs import SIGN_IN_TEXT, common_sign, sign_at, sign_for, sign_ink, sign_named
from cli.draw.svg import element, escaped, number
from cli.seen.sides import Said, ids_in, is_there, said_in, value_words

if TYPE_CHECKING:
    from interpreter import Area, Component, Game, Kind, Type

# The largest letters of a text if nothing is said, and the smallest that people can read, in mm.
LARGEST, SMALLEST = 4.0, 2.1
# So much of an area is left free beside what it holds, and how round the corners of its ground are, in mm.
_ROUND = 1.2
# So far beyond the cut what reaches an edge is drawn, in mm.
BEYOND = 4.0
# Smaller than so many units of a picture no text is drawn on a small piece.
_READABLE = 4.5
_NOTHING = ("", "0", "none", "false")
# A space at which no line ends.
_TIED = "\N{NO-BREAK SPACE}"
# What draws a piece on a piece: its type and name, the middle, half of the room, whether something covers it.
DrawThing = Callable[["Type", str, tuple[float, float], float, bool], str]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a kind of piece: the areas that are there, in their order.

    size: width and height in mm; colour: that of the piece; paper: that behind all areas; thing: draws a
    piece that a field holds; covered: those of them that something lies on; scale: units of the picture for a
    millimetre, where it is so small that some texts cannot be read; None: everything is drawn.
    """

    game: Game
    made: Component
    kind: Kind
    areas: Sequence[Area]
    name: str
    size: tuple[float, float]
    colour: str
    paper: str
    thing: DrawThing
    scale: float | None = None
    covered: Sequence[str] = ()

    def drawn(self) -> str:
        """Return all areas as SVG, in millimetres from the upper left corner."""
        inner = "".join(self._area(area, box) for area, box in self.placed())
        return element("g", inner, font_family=TYPEFACES)

    def placed(self) -> Iterator[tuple[Area, Box]]:
        """Yield the areas that are there for this kind, each with its place; rows share what there is."""
        there = [area for area in self.areas if is_there(self.game, self.made, self.kind, area)]
        rows, (wide, high) = [area for area in there if not area.at and self._holds(area)], self.size
        edge = 0.0 if len(rows) == 1 and rows[0].picture else min(wide, high) / 12
        step = (high - 2 * edge) / max(1, len(rows))
        for area in there:
            if area.at:
                left, top, across, down = area.at
                yield area, (left, top, across, down)
            elif area in rows:
                yield area, (edge, edge + rows.index(area) * step, wide - 2 * edge, step)

    def _holds(self, area: Area) -> bool:
        """Whether anything is in an area for this kind."""
        if area.field in self.made.fields:
            held = ids_in(self.game, self.made, self.kind, area.field)
            return self.made.fields[area.field].type.kind == "number" or not set(held) <= set(_NOTHING)
        return bool(area.field or area.picture or area.ground or self.parts(area))

    def lines(self, area: Area, box: Box) -> Lines | None:
        """Return the words and signs of an area in lines; None: it has none, but a picture or things."""
        parts = self.parts(area)
        if not parts:
            return None
        _, _, wide, high = _turned(box, area.turn)
        largest = area.size or (high if area.field else LARGEST)
        return broken(
            parts, wide, high, largest=largest, smallest=min(SMALLEST, largest), bold=self._bold(area)
        )

    def parts(self, area: Area) -> list[Said]:
        """Return the words and signs of an area."""
        if area.text:
            said = said_in(self.game, self.made, self.kind, area.text)
            return [self._word(each, behind=place > 0) for place, each in enumerate(said)]
        if not area.field or self._is_drawn(area):
            return []
        if area.field == "sign":
            return [] if self.own_sign() else [Said(self.kind.glyph or self.kind.name[:1].upper())]
        words = value_words(self.game, self.made, self.kind, area.field)
        return [] if words in ("", "none") else [Said(words)]

    def _word(self, said: Said, *, behind: bool) -> Said:
        """Return a part as it is, but what has no sign as its word, which stays with what it is behind."""
        if not said.is_sign or self.path(said.words):
            return said
        words = said.words.replace("_", " ")
        return Said(f"{_TIED}{words}" if behind else words)

    def own_sign(self) -> str:
        """Return the path of the sign of the piece: its own, that of its name, or that of its type."""
        return sign_named(self.kind.icon) or sign_for(self.kind.name) or common_sign(self.made)

    def path(self, name: str) -> str:
        """Return the path of a sign that a text names: the type's own, that of a kind, or by a word."""
        own = self._icons.get(name)
        if own:
            return sign_named(own)
        return next(filter(None, self._of_kinds(name)), "") or sign_for(name)

    @property
    def _icons(self) -> dict[str, str]:
        said = self.made.draw.get("icon")
        return dict(said) if isinstance(said, dict) else {}

    def _of_kinds(self, name: str) -> Iterator[str]:
        for made in self.game.components.values():
            kind = made.by_name.get(name)
            if kind is not None and kind.icon:
                yield sign_named(kind.icon)

    def _bold(self, area: Area) -> bool:
        return area.bold or bool(area.field)

    def _is_drawn(self, area: Area) -> bool:
        """Whether the field of an area is drawn as things or signs, not written."""
        field = self.made.fields.get(area.field)
        if field is None or field.type.kind in ("number", "text", "truth"):
            return False
        ids = ids_in(self.game, self.made, self.kind, area.field)
        if field.type.kind == "component":
            return True
        return all(self.path(each) for each in ids if each not in _NOTHING)

    def _area(self, area: Area, box: Box) -> str:
        left, top, wide, high = _turned(box, area.turn)
        shown = self._ground(area, box)
        ink = self.ink(area, box)
        picture = self.game.pictures.get((self.made.name, self.name, area.name, self.kind.name))
        if picture is not None:
            at, size = self._reaching(box) if not area.turn else ((left, top), (wide, high))
            shown += image(picture, at, size)
        lines = self.lines(area, (left, top, wide, high))
        middle = left + wide / 2, top + high / 2
        if lines is not None:
            if self.scale is None or lines.size * self.scale >= _READABLE:
                shown += self._written(area, lines, (left, top, wide, high), ink)
        elif area.field == "sign":
            shown += sign_at(self.own_sign(), *middle, min(wide, high) * 0.94, ink)
        elif area.field:
            shown += self._things(area, (left, top, wide, high), ink)
        if area.turn:
            x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
            return element("g", shown, transform=f"rotate({area.turn} {number(x)} {number(y)})")
        return shown

    def _things(self, area: Area, box: Box, ink: str) -> str:
        """Return the things or signs that a field holds, in as many rows as give them most room."""
        left, top, wide, high = box
        field = self.made.fields[area.field]
        ids = [each for each in ids_in(self.game, self.made, self.kind, area.field) if each not in _NOTHING]
        if not ids:
            return ""
        across = max(range(1, len(ids) + 1), key=lambda n: (min(wide / n, high / -(-len(ids) // n)), -n))
        down = -(-len(ids) // across)
        step, left_over = min(wide / across, high / down), Counter(self.covered)
        drawn = []
        for place, each in enumerate(ids):
            row, column = divmod(place, across)
            in_row = min(across, len(ids) - row * across)
            x = left + wide / 2 + (column - (in_row - 1) / 2) * step
            y = top + high / 2 + (row - (down - 1) / 2) * step
            if field.type.kind == "component":
                drawn.append(self.thing(field.type, each, (x, y), step * 0.46, left_over[each] > 0))
                left_over[each] -= 1
            else:
                own = sign_ink(each) if not area.color else ""
                drawn.append(sign_at(self.path(each), x, y, step * 0.92, own or ink))
        return "".join(drawn)

    # -- colours
    def colour_of(self, said: str) -> str:
        """Return a colour that an area says: a colour itself, or that of what a field holds."""
        if said not in self.made.fields:
            return hex_of(said, INK)
        return field_colour(self.game, self.made, self.kind, said)

    def ground(self, box: Box, before: Area | None) -> str:
        """Return the colour behind the middle of a place: of the last area before that has one there."""
        x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
        found = self.paper
        for area, (left, top, wide, high) in self.placed():
            if area is before:
                break
            if area.ground and left <= x <= left + wide and top <= y <= top + high:
                found = self.colour_of(area.ground)
        return found

    def ink(self, area: Area, box: Box) -> str:
        """Return the colour of the words and signs of an area."""
        if area.color:
            return self.colour_of(area.color)
        return ink_on(self.colour_of(area.ground) if area.ground else self.ground(box, area))

    # -- shapes
    def _reaching(self, box: Box) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return a place with what lies beyond the cut where it reaches an edge: its corner and its size."""
        left, top, wide, high = box
        right, bottom = left + wide, top + high
        left, top = left - BEYOND * (left <= 0), top - BEYOND * (top <= 0)
        right += BEYOND * (right >= self.size[0])
        bottom += BEYOND * (bottom >= self.size[1])
        return (left, top), (right - left, bottom - top)

    def _ground(self, area: Area, box: Box) -> str:
        if not area.ground:
            return ""
        fill = self.colour_of(area.ground)
        left, top, wide, high = box
        if area.shape == "disc":
            return element("circle", cx=left + wide / 2, cy=top + high / 2, r=min(wide, high) / 2, fill=fill)
        at, size = self._reaching(box)
        edge = "" if at != (left, top) or size != (wide, high) else min(_ROUND, wide / 4, high / 4)
        shape = {"width": float(size[0]), "height": float(size[1]), "rx": edge}
        return element("rect", x=float(at[0]), y=float(at[1]), **shape, fill=fill)

    def _written(self, area: Area, lines: Lines, box: Box, ink: str) -> str:
        """Return lines where they belong in an area; of what does not fit the end is left out."""
        left, top, wide, high = box
        size, step = lines.size, lines.size * APART
        count = len(lines.rows) if lines.fits else max(1, int(high / step))
        free = max(0.0, high - min(count, len(lines.rows)) * step)
        y = top + (0 if "top" in area.align else free if "bottom" in area.align else free / 2)
        drawn = []
        for row, width in list(zip(lines.rows, lines.widths, strict=True))[:count]:
            shown = min(width, wide)
            x = left + (wide - shown) * (0 if "left" in area.align else 1 if "right" in area.align else 0.5)
            narrow = shown / width if width else 1
            drawn.append(self._row(area, row, (x, y), size=size, narrow=narrow, ink=ink))
            y += step
        weight = "700" if self._bold(area) else ""
        return element("g", *drawn, font_size=float(size), font_weight=weight, fill=ink)

    def _row(
        self,
        area: Area,
        row: Sequence[tuple[float, Said]],
        at: tuple[float, float],
        *,
        size: float,
        narrow: float,
        ink: str,
    ) -> str:
        """Return a line: its words as one text between signs, each as wide as it was reckoned."""
        drawn, bold = [], self._bold(area)
        for start, words in _runs(row, size, bold):
            x = at[0] + start * narrow
            if isinstance(words, Said):
                own = sign_ink(words.words) if not area.color else ""
                middle = x + SIGN * size / 2, at[1] + size * APART / 2
                drawn.append(sign_at(self.path(words.words), *middle, size * 0.98, own or ink))
            else:
                wide = width_of(words, bold=bold) * size * narrow
                drawn.append(_text(words, x, at[1] + size * (BASE + (APART - 1) / 2), wide))
        return "".join(drawn)


def _runs(row: Sequence[tuple[float, Said]], size: float, bold: bool) -> Iterator[tuple[float, str | Said]]:
    """Yield the words of a line between signs as one, and signs; each with where it begins."""
    begun, words, end = 0.0, "", 0.0
    for at, part in row:
        if part.is_sign:
            if words:
                yield begun, words
            yield at, part
            words = ""
            continue
        if not words:
            begun = at
        elif at > end + 0.05 * size:
            words += " "
        words += part.words
        end = at + width_of(part.words, bold=bold) * size
    if words:
        yield begun, words


def _text(words: str, x: float, y: float, wide: float) -> str:
    fits = {"textLength": f"{wide:.2f}", "lengthAdjust": "spacingAndGlyphs"} if len(words) > 1 else {}
    return element("text", escaped(words.replace(_TIED, " ")), x=f"{x:.2f}", y=f"{y:.2f}", **fits)


def _turned(box: Box, turn: int) -> Box:
    """Return the place that an area has before it is turned around its middle."""
    if turn not in (90, 270):
        return box
    left, top, wide, high = box
    return left + (wide - high) / 2, top + (high - wide) / 2, high, wide


def field_colour(game: Game, made: Component, kind: Kind, field: str) -> str:
    """Return the colour of what a kind holds in a field."""
    said = made.draw.get("color")
    of, name = made.fields[field].type, ids_in(game, made, kind, field)[0]
    if isinstance(said, dict) and name in said:
        return hex_of(str(said[name]), CREAM)
    if of.kind == "component" and name in game.components[of.name].by_name:
        own = game.components[of.name].by_name[name].color
        if own:
            return hex_of(own, CREAM)
    named = colour_in(name)
    if named:
        return named
    members = game.enums[of.name].members if of.kind == "enum" else list(game.components[of.name].by_name)
    return VALUES[members.index(name) % len(VALUES)] if name in members else CREAM


def signs_named(area: Area) -> list[str]:
    """Return the names between colons in the text of an area."""
    return SIGN_IN_TEXT.findall(area.text)
