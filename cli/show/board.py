"""Boards drawn from the geometry that the ruleset gives."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cli.show.hints import Hints, hints_of, pawns_on, zones_on
from cli.show.ink import WIDTH, Line, Run, filled, length, plain, running
from cli.show.picture import Cell, picture
from cli.show.pieces import Drawn, drawn_piece, joined, owner_colour, things_line

if TYPE_CHECKING:
    from interpreter import Game


@dataclass(frozen=True, slots=True)
class Content:
    """What is on one owner's board, by the names of spaces, as a view tells it.

    pawns: who or what stands there by a counter; values: counters that each space has;
    offered: spaces that can be chosen now.
    """

    held: Mapping[str, Any] = field(default_factory=dict)
    pawns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    zones: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    offered: Collection[str] = ()


def board_text(game: Game, name: str, layout: str | None = None) -> str:
    """Return an empty board as plain text, as `draw_board` draws it."""
    return plain(draw_board(game, name, layout))


def draw_board(
    game: Game, name: str, layout: str | None = None, content: Content | None = None, width: int = WIDTH
) -> list[Line]:
    """Return a board as a picture: each space with its name and what lies there or else what its fields say.

    `layout` is the first if not given.
    """
    drawing = _Drawing(game, name, layout, content or Content(), width)
    lines = [] if drawing.empty_list else drawing.picture()
    return [*lines, *drawing.lists(), *drawing.legend()]


class _Drawing:
    """One board that is being drawn."""

    def __init__(self, game: Game, name: str, layout: str | None, content: Content, width: int) -> None:
        self.game, self.name, self.content, self.width = game, name, content, width
        self.board = game.model.boards[name]
        self.hints: Hints = hints_of(game, name)
        chosen = (each for each in self.board.layouts if each.name == layout)
        self.nodes = next(chosen, self.board.layouts[0]).nodes
        self.pieces: dict[str, Drawn] = {}

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
        """Return the picture, or its spaces in rows where it is too wide."""
        spaces = [node for node in self.nodes if node.type == self.name]
        lines = {node.name: self._space(node) for node in spaces}
        if self.board.shape in ("hex", "square"):
            broadest = max(map(length, lines.values()), default=0)
            for line in lines.values():
                line.append(Run(" " * (broadest - length(line))))
        if self.hints.picture:
            drawn = picture(self._as_said(lines), self.width)
            if drawn is not None:
                return drawn
        cells = [Cell(*place, lines[name]) for name, place in self._places(spaces).items()]
        cells += [self._edge(node) for node in self.nodes if node.type != self.name]
        drawn = picture(cells, self.width) if self.board.shape != "graph" else None
        return drawn if drawn is not None else self._rows(spaces, lines)

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
            words = [_trimmed(lines[node.name]) for node in spaces if node.row == row]
            found += running(words, width=self.width)
        return found

    def _space(self, node: Any) -> Line:
        """Return a space: its name, a star where it can be chosen, and what lies or is written there."""
        offered = node.name in self.content.offered
        colour, label = self._label(node)
        line = [Run(node.name, "bold reverse" if offered else "dim"), Run("*" if offered else " ", "bold")]
        held = self._held(node)
        pawns = self._pawns(node.name)
        if held:
            return [*([line[0], line[1]] if offered else line[:1]), *held, *pawns]
        return [*line, Run(label, colour), *pawns] if label or pawns else line[: 2 if offered else 1]

    def _held(self, node: Any) -> Line:
        """Return what lies on a space: its piece, or the top of its stack and how high that is."""
        pieces = self.content.held.get(node.name)
        if not pieces:
            return []
        top = pieces[-1] if isinstance(pieces, list) else pieces
        drawn = drawn_piece(self.game, self.board.holds[node.type], top)
        self.pieces[drawn.sign] = drawn
        run = drawn.on_board()
        if isinstance(pieces, list) and len(pieces) > 1:
            run = Run(f"[{drawn.sign}/{len(pieces)}]", run.style)
        return [run]

    def _pawns(self, space: str) -> Line:
        found = self.content.pawns.get(space, ())
        if not found:
            return []
        signs = [Run(who.lstrip("p") or who, f"bold {owner_colour(who)}") for who in found]
        return [Run("<"), *signs, Run(">")]

    def _label(self, node: Any) -> tuple[str, str]:
        """Return the colour of an empty space and what is written there."""
        colour = self.hints.colors.get(self._value(node, self.hints.color), "") if self.hints.color else ""
        names = [self.hints.color, *(name for name in self.hints.label if name != self.hints.color)]
        text = ""
        for name in filter(None, names):
            mark = self._mark(name, self._value(node, name))
            text += f".{mark}" if text[-1:].isdigit() and mark[:1].isdigit() else mark
        return colour, text

    def _value(self, node: Any, name: str) -> str:
        """Return what a field or counter says of a space; empty where it says nothing."""
        if name in self.hints.counters:
            value = self.content.values.get(name, {}).get(node.name)
            return "" if value in (None, 0, "none", "false") else str(value)
        value = node.values.get(name)
        kind = self.hints.shown[name]
        if not isinstance(value, int) or (value < 0 and kind.kind != "number"):
            return value if isinstance(value, str) else ""
        return self.game.value_id(kind, value)

    def _mark(self, name: str, value: str) -> str:
        """Return a value in short; of true and false only what is true."""
        if self.hints.shown[name].kind == "truth":
            return name[:1].upper() if value == "true" else ""
        return self.hints.letters.get(value, value)

    def _edge(self, node: Any) -> Cell:
        """Return a corner or side of hexes: what lies there, its name where it can be chosen, or a stroke."""
        held = self._held(node)
        if held:
            return Cell(node.x, node.y, [Run(held[0].text.strip("[]"), held[0].style)])
        if node.name in self.content.offered:
            return Cell(node.x, node.y, [Run(node.name, "bold reverse")])
        beside = [self.nodes[place] for place in node.neighbours if self.nodes[place].type == self.name]
        return Cell(node.x, node.y, [Run(_stroke(node, beside, self._is_side(node)), "dim")])

    def _is_side(self, node: Any) -> bool:
        return bool(node.name.startswith("E"))

    # -- what stands below it
    def lists(self) -> list[Line]:
        """Return what the picture does not hold: zones of the spaces."""
        found: list[Line] = []
        for space in dict.fromkeys(space for zone in self.content.zones.values() for space in zone):
            words = [
                [Run(f"{name.replace('_', ' ')}: ", "dim"), *joined(things_line(self.game, holds, things))]
                for name, zone in self.content.zones.items()
                if (things := zone.get(space))
                for holds in [self.game.model.zones[name].holds]
            ]
            if words:
                found += running(words, [Run(f"  {space}  ", "bold")], self.width, "     ")
        return found

    def legend(self) -> list[Line]:
        """Return what letters and signs mean, of those that are drawn."""
        words: list[Line] = []
        if not self.empty_list:
            names = [name for name in dict.fromkeys([self.hints.color, *self.hints.label]) if name]
            used = {
                self._value(node, name) for node in self.nodes for name in names if node.type == self.name
            }
            for value, letter in self.hints.letters.items():
                if value in used:
                    told = self.hints.legend.get(value, value.replace("_", " "))
                    words.append([Run(f"{letter} {told}", self.hints.colors.get(value, ""))])
        words += [
            [Run(f"[{sign}]", filled(drawn.colour)), Run(f" {drawn.words}")]
            for sign, drawn in sorted(self.pieces.items())
        ]
        if self.content.offered:
            words.append([Run("* can be chosen", "bold")])
        return running(words, width=self.width) if words else []


def _trimmed(line: Line) -> Line:
    """Return a line without the spaces that made it as long as others."""
    return line[:-1] if line and not line[-1].text.strip() else line


def _stroke(node: Any, beside: Sequence[Any], side: bool) -> str:
    """Return the stroke of a side as it lies to a hex it belongs to; of a corner a dot."""
    if not side or not beside:
        return "."
    aside, down = node.x - beside[0].x, node.y - beside[0].y
    if down == 0:
        return "|"
    return "\\" if (aside > 0) == (down < 0) else "/"
