"""Boards drawn from the geometry that the ruleset gives."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from cli.show.hints import Hints, hints_of, pawns_on, zones_on
from cli.show.ink import WIDTH, Line, Run, filled, length, plain, running
from cli.show.picture import Cell, picture
from cli.show.pieces import Drawn, called, drawn_piece, joined, owner_colour, things_line

if TYPE_CHECKING:
    from interpreter import Board, Game, Space

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Content:
    """What is on one owner's board, by the names of spaces, as a view tells it.

    pawns: who or what stands there by a counter, each as a run; called: what the signs of things mean;
    values: counters that each space has;
    offered: spaces that can be chosen now; marked: spaces of which a value is true, by its name;
    names: corners and sides bear their names; listed: there is no picture, but a list in words.
    """

    held: Mapping[str, Any] = field(default_factory=dict)
    pawns: Mapping[str, Sequence[Run]] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    zones: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    offered: Collection[str] = ()
    marked: Mapping[str, Collection[str]] = field(default_factory=dict)
    names: bool = False
    listed: bool = False


def board_text(game: Game, name: str, layout: str | None = None, *, names: bool = False) -> str:
    """Return an empty board as plain text, as `draw_board` draws it; names: of corners and sides too."""
    return plain(draw_board(game, name, layout, Content(names=names)))


def draw_board(
    game: Game, name: str, layout: str | None = None, content: Content | None = None, width: int = WIDTH
) -> list[Line]:
    """Return a board as a picture: each space with its name and what lies there or else what its fields say.

    `layout` is the first if not given.
    """
    lines, legend = board_parts(game, name, layout, content or Content(), width)
    return [*lines, *legend_lines([legend], width)]


def board_parts(
    game: Game, name: str, layout: str | None, content: Content, width: int
) -> tuple[list[Line], list[Line]]:
    """Return a board without its legend, and the words of that."""
    drawing = _Drawing(game, name, layout, content, width)
    lines = [] if drawing.empty_list else drawing.picture()
    return [*lines, *drawing.lists()], drawing.legend()


def board_labels(game: Game, name: str, layout: str, content: Content) -> dict[str, str]:
    """Return what is written on the spaces of a board, not on corners and sides, while nothing lies there."""
    drawing = _Drawing(game, name, layout, content, WIDTH)
    return {node.name: drawing.label(node)[1] for node in drawing.nodes if node.type == name}


def legend_lines(legends: Iterable[list[Line]], width: int) -> list[Line]:
    """Return the legends of some boards as one, each word once."""
    words = {plain([word]): word for legend in legends for word in legend}
    return running(words.values(), width=width) if words else []


class Labels:
    """What fields and counters say of the spaces of one board, in words and in short."""

    def __init__(self, game: Game, board: Board, hints: Hints, content: Content) -> None:
        self.game, self.board, self.hints, self.content = game, board, hints, content

    def value(self, node: Space, name: str) -> str:
        """Return what a field or counter says of a space; empty where it says nothing."""
        if name in self.hints.counters:
            if node.type != self.hints.counters[name]:
                return ""
            value = self.content.values.get(name, {}).get(node.name)
            return "" if value in (None, 0, "none", "false") else str(value)
        if node.type != self.board.name:
            return ""
        number = node.values.get(name)
        kind = self.hints.shown[name]
        if not isinstance(number, int) or (number < 0 and kind.kind != "number"):
            return number if isinstance(number, str) else ""
        return self.game.value_id(kind, number)

    def mark(self, name: str, value: str) -> str:
        """Return a value in short; of true and false only what is true."""
        if self.hints.shown[name].kind == "truth":
            return name[:1].upper() if value == "true" else ""
        return self.hints.letters.get(value, value)

    def tells(self, node: Space, name: str) -> bool:
        """Whether a counter of a corner or side says anything: it is other than at the start."""
        if self.hints.counters.get(name) != node.type:
            return False
        return self.value(node, name) not in ("", self.game.start_id(name))


class _Drawing:
    """One board that is being drawn."""

    def __init__(self, game: Game, name: str, layout: str | None, content: Content, width: int) -> None:
        self.game, self.name, self.content, self.width = game, name, content, width
        self.board = game.boards[name]
        self.hints: Hints = hints_of(game, name)
        chosen = (each for each in self.board.layouts if each.name == layout)
        self.layout = next(chosen, self.board.layouts[0])
        self.labels = Labels(game, self.board, self.hints, content)
        self.nodes = self.layout.nodes
        self.pieces: dict[str, Drawn] = {}
        self.starred = False

    @property
    def empty_list(self) -> bool:
        """Whether a picture would show nothing but names that the lists below it show again."""
        return bool(
            zones_on(self.game, self.name)
            and any(self.content.zones.values())
            and not (self.board.holds or self.hints.shown or self.hints.picture)
            and not (self.content.pawns or pawns_on(self.game, self.name))
        )

    # -- the picture
    def picture(self) -> list[Line]:
        """Return the picture; where it is too wide with the names above the spaces, or its spaces in rows."""
        if self.content.listed:
            return self._listing()
        spaces = [node for node in self.nodes if node.type == self.name]
        lines = {node.name: self._space(node) for node in spaces}
        if self.hints.picture:
            drawn = picture(self._as_said(lines), self.width)
            return drawn if drawn is not None else self._rows(spaces, lines)
        if self.board.shape == "graph":
            return [*self._rows(spaces, lines), *(self._links() if self.content.names else [])]
        drawn = self._grid(spaces, lines)
        # Where it is too wide, what is written on spaces gives way, or their names; at last the picture.
        if drawn is None and self.content.names:
            # Who asks for names wants to choose by them: they and the pieces stay.
            self.hints = replace(self.hints, label=(), beside=(), color="", marks={})
            drawn = self._grid(spaces, {node.name: self._space(node) for node in spaces})
        elif drawn is None:
            drawn = self._grid(spaces, {node.name: self._shortened(node) for node in spaces})
        return drawn if drawn is not None else [*self._rows(spaces, lines), *self._edges()]

    def _grid(self, spaces: Sequence[Any], lines: Mapping[str, Line]) -> list[Line] | None:
        """Return spaces where they lie, with the corners and sides; None where that is too wide."""
        places = self._places(spaces)
        edges = [self._edge(node) for node in self.nodes if node.type != self.name]
        drawn = picture(
            [*(Cell(*places[name], line) for name, line in self._even(lines).items()), *edges], self.width
        )
        if drawn is None and not edges:
            drawn = picture(self._in_two_lines(spaces, places), self.width)
        return drawn

    def _even(self, lines: Mapping[str, Line]) -> Mapping[str, Line]:
        """Return the lines of a grid all of one length, so that they begin below each other."""
        return _filled_up(lines) if self.board.shape in ("hex", "square") else lines

    def _in_two_lines(self, spaces: Sequence[Any], places: Mapping[str, tuple[float, float]]) -> list[Cell]:
        """Return cells of spaces whose names stand above what lies there."""
        lines = {(node.name, 0): self._named(node) for node in spaces}
        lines |= {(node.name, 1): self._content(node, boxed=False) for node in spaces}
        return [
            Cell(places[name][0], 2 * places[name][1] + row, line)
            for (name, row), line in _filled_up(lines).items()
        ]

    def _places(self, spaces: Sequence[Any]) -> dict[str, tuple[float, float]]:
        """Return where spaces lie; a ring is closed: one half goes there, the other comes back below."""
        if self.board.shape != "ring" or len(spaces) < 4:
            return {node.name: (node.x, node.y) for node in spaces}
        half = (len(spaces) + 1) // 2
        there, back = spaces[:half], spaces[half:]
        places = {node.name: (number * 2.0, 0.0) for number, node in enumerate(there)}
        return places | {node.name: ((half - 1 - number) * 2.0, 1.0) for number, node in enumerate(back)}

    def _as_said(self, lines: Mapping[str, Line]) -> list[Cell]:
        """Return the cells of the picture in the hints: names of spaces, and anything else as it stands."""
        cells = []
        for row, text in enumerate(self.hints.picture.split("\n")):
            for found in re.finditer(r"\S+", text):
                line = lines.get(found[0], [Run(found[0], "dim")])
                cells.append(Cell(found.start() + len(found[0]) / 2, row, line))
        return cells

    def _rows(self, spaces: Sequence[Any], lines: Mapping[str, Line]) -> list[Line]:
        """Return spaces row by row, as many as a line holds."""
        found: list[Line] = []
        rows = dict.fromkeys(node.row for node in spaces)
        for row in rows:
            words = [lines[node.name] for node in spaces if node.row == row]
            found += running(words, width=self.width)
        return found

    def _links(self) -> list[Line]:
        """Return which spaces are linked, where no picture shows it."""
        words = [[Run(f"{one}-{other}")] for one, other in self.layout.links]
        return running(words, [Run("linked: ", "dim")], self.width) if words else []

    def _edges(self) -> list[Line]:
        """Return the corners and sides where anything is, or that can be chosen, if no picture has them."""
        words = []
        for node in (node for node in self.nodes if node.type != self.name):
            told = [run for name in self.hints.label if (run := self._told(node, name)).text]
            found = [*self._held(node), *told, *self._pawns(node.name)]
            if found or node.name in self.content.offered:
                words.append([*self._named(node), *found])
        return running(words, [Run("  ")], self.width) if words else []

    def _space(self, node: Any) -> Line:
        """Return a space: its name, a star where it can be chosen, and what lies or is written there."""
        content = self._content(node)
        apart = node.name in self.content.offered or self.content.held.get(node.name)
        # A bracket tells itself from the name.
        plainly = content and not apart and content[0].text != "<"
        return [*self._named(node), *([Run(" ")] if plainly else []), *content]

    def _shortened(self, node: Any) -> Line:
        """Return what is on a space without its name; of one to choose from the name and what lies there."""
        if node.name not in self.content.offered:
            return self._content(node, boxed=False)
        return [*self._named(node), *self._held(node, boxed=False), *self._pawns(node.name)]

    def _named(self, node: Any) -> Line:
        if node.name in self.content.offered:
            self.starred = True
            return [Run(node.name, "bold reverse"), Run("*", "bold")]
        return [Run(node.name, "dim")]

    def _content(self, node: Any, *, boxed: bool = True) -> Line:
        """Return what lies on a space, else what is written there, then marks and who stands there."""
        held = self._held(node, boxed=boxed)
        if held:
            for written in (self._written(node, name) for name in self.hints.beside):
                apart = "." if held[-1].text[-1:].isdigit() and written.text[:1].isdigit() else ""
                held += [Run(apart), written] if written.text else []
        else:
            colour, label = self.label(node)
            held = [Run(label, colour)] if label else []
        found = [*held, *self._marks(node.name), *self._pawns(node.name)]
        return [run for run in found if run.text]

    def _held(self, node: Any, *, boxed: bool = True) -> Line:
        """Return what lies on a space: its piece, or the top of its stack and how high that is."""
        pieces = self.content.held.get(node.name)
        if not pieces:
            return []
        top = pieces[-1] if isinstance(pieces, list) else pieces
        drawn = drawn_piece(self.game, self.board.holds[node.type], top, self.hints.glyphs)
        self.pieces[drawn.sign] = drawn
        sign = f"{drawn.sign}/{len(pieces)}" if isinstance(pieces, list) and len(pieces) > 1 else drawn.sign
        return [Run(f"[{sign}]" if boxed else sign, drawn.on_board().style)]

    def _marks(self, space: str) -> Line:
        return [
            Run(mark.sign, mark.color or "bold")
            for name, mark in self.hints.marks.items()
            if space in self.content.marked.get(name, ())
        ]

    def _pawns(self, space: str) -> Line:
        found = self.content.pawns.get(space, ())
        if not found:
            return []
        wide = any(len(run.text) > 1 for run in found)
        runs = [run for each in found for run in (Run(" " if wide else ""), each)]
        return [Run("<"), *runs[1:], Run(">")]

    def _written(self, node: Any, name: str) -> Run:
        """Return a field or counter as it is written behind a piece."""
        value = self.labels.value(node, name)
        colour = (
            owner_colour(value)
            if self.hints.shown[name].kind == "player"
            else self.hints.colors.get(value, "")
        )
        return Run(self.labels.mark(name, value), colour)

    def label(self, node: Any) -> tuple[str, str]:
        """Return the colour of an empty space and what is written there."""
        colour = (
            self.hints.colors.get(self.labels.value(node, self.hints.color), "") if self.hints.color else ""
        )
        names = [self.hints.color, *(name for name in self.hints.label if name != self.hints.color)]
        text = ""
        for name in filter(None, names):
            mark = self.labels.mark(name, self.labels.value(node, name))
            text += f".{mark}" if text[-1:].isdigit() and mark[:1].isdigit() else mark
        return colour, text

    def _edge(self, node: Any) -> Cell:
        """Return a corner or side of hexes: what lies there or is told of it, its name, or else a stroke."""
        told = [*self._held(node, boxed=False), *(self._told(node, name) for name in self.hints.label)]
        line = [*told, *self._marks(node.name), *self._pawns(node.name)]
        line = [run for run in line if run.text]
        if node.name in self.content.offered:
            line = [Run(node.name, "bold reverse"), *([Run(":"), *line] if line else [])]
        elif self.content.names:
            line = [Run(node.name, "dim"), *([Run(":"), *line] if line else [])]
        if not line:
            beside = [each for each in self.layout.beside(node) if each.type == self.name]
            line = [Run(_stroke(node, beside, self._is_side(node)), "dim")]
        return Cell(node.x, node.y, line)

    def _told(self, node: Any, name: str) -> Run:
        """Return a counter of a corner or side in short; nothing while it is as it was at the start."""
        return self._written(node, name) if self.labels.tells(node, name) else Run("")

    def _is_side(self, node: Any) -> bool:
        return bool(node.part == "side")

    def _listing(self) -> list[Line]:
        """Return what lies on each space that is not empty or can be chosen, in words, a line for each."""
        lines: list[Line] = []
        for node in self.nodes:
            self._held(node)
            pieces = self.content.held.get(node.name) or []
            pieces = pieces if isinstance(pieces, list) else [pieces]
            words = [
                drawn_piece(self.game, self.board.holds[node.type], piece, self.hints.glyphs).words
                for piece in pieces
            ]
            words += [run.text for run in self.content.pawns.get(node.name, ())]
            words += ["can be chosen"] if node.name in self.content.offered else []
            if words:
                lines.append([Run(f"  {node.name}: {', '.join(words)}")])
        return lines or [[Run("  nothing lies here")]]

    # -- what stands below it
    def lists(self) -> list[Line]:
        """Return what the picture does not hold: zones of the spaces."""
        found: list[Line] = []
        for space in dict.fromkeys(space for zone in self.content.zones.values() for space in zone):
            words = [
                [
                    Run(f"{called(self.game.zones[name])}: ", "dim"),
                    *joined(things_line(self.game, holds, things)),
                ]
                for name, zone in self.content.zones.items()
                if (things := zone.get(space))
                for holds in [self.game.zones[name].holds]
            ]
            if words:
                found += running(words, [Run(f"  {space}  ", "bold")], self.width, "     ")
        return found

    def legend(self) -> list[Line]:
        """Return what letters and signs mean, of those that are drawn, each as a word."""
        words: list[Line] = []
        if self.content.listed:
            return words
        if not self.empty_list:
            names = [name for name in dict.fromkeys([self.hints.color, *self.hints.label]) if name]
            used = {self.labels.value(node, name) for node in self.nodes for name in names}
            for value, letter in self.hints.letters.items():
                told = self.hints.legend.get(value, value.replace("_", " "))
                # A letter that is the whole name needs no word.
                if value in used and letter.strip() and letter.lower() != told.lower():
                    words.append([Run(f"{letter} {told}", self.hints.colors.get(value, ""))])
        words += [
            [Run(f"[{sign}]", filled(drawn.colour)), Run(f" {drawn.words}")]
            for sign, drawn in sorted(self.pieces.items())
        ]
        words += [
            [Run(f"{mark.sign} {mark.title}", mark.color or "bold")]
            for name, mark in self.hints.marks.items()
            if self.content.marked.get(name)
        ]
        words += [[Run(f"<{sign}> {name}")] for sign, name in self.content.called.items()]
        if self.content.offered:
            # Corners and sides of a picture have names only while they can be chosen.
            what = "*" if self.starred else "corners and sides with a name"
            words.append([Run(f"{what} can be chosen", "bold")])
        return words


def _filled_up(lines: Mapping[Key, Line]) -> dict[Key, Line]:
    """Return lines with spaces behind them that make them all as long as the longest."""
    longest = max(map(length, lines.values()), default=0)
    return {key: [*line, Run(" " * (longest - length(line)))] for key, line in lines.items()}


def _stroke(node: Any, beside: Sequence[Any], side: bool) -> str:
    """Return the stroke of a side as it lies to a hex it belongs to; of a corner a dot."""
    if not side or not beside:
        return "."
    aside, down = node.x - beside[0].x, node.y - beside[0].y
    if down == 0:
        return "|"
    return "\\" if (aside > 0) == (down < 0) else "/"
