"""Boards drawn from the geometry that the ruleset gives."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from cli.colours import named_colour, owner_colour
from cli.seen.boards import BoardSeen, Labels, Standing, empty_board
from cli.seen.hints import Hints, hints_of, pawns_on, zones_on
from cli.seen.lines import Line, Run, joined, plain
from cli.seen.pieces import PieceLook, called, person_words, piece_look, things_line
from cli.show.ink import WIDTH, filled, length, running
from cli.show.picture import Cell, picture

if TYPE_CHECKING:
    from interpreter import Game

Key = TypeVar("Key")


def board_text(game: Game, name: str, layout: str | None = None, *, names: bool = False) -> str:
    """Return an empty board as plain text; names: corners and sides bear theirs."""
    return plain(draw_board(game, empty_board(game, name, layout), WIDTH, names=names))


def draw_board(game: Game, seen: BoardSeen, width: int, *, names: bool = False) -> list[Line]:
    """Return a board as a picture: each space with its name, and what lies there or its fields say."""
    lines, legend = board_parts(game, seen, width, names=names)
    return [*lines, *legend_lines([legend], width)]


def board_parts(
    game: Game,
    seen: BoardSeen,
    width: int,
    *,
    offered: Collection[str] = (),
    names: bool = False,
    listed: bool = False,
) -> tuple[list[Line], list[Line]]:
    """Return a board without its legend, and the words of that.

    offered: spaces that can be chosen now; names: corners and sides bear their names; listed: there is no
    picture, but a list in words.
    """
    drawing = _Drawing(game, seen, width, offered, names=names, listed=listed)
    lines = [] if drawing.empty_list else drawing.picture()
    return [*lines, *drawing.lists()], drawing.legend()


def legend_lines(legends: Iterable[list[Line]], width: int) -> list[Line]:
    """Return the legends of some boards as one, each word once."""
    words = {plain([word]): word for legend in legends for word in legend}
    return running(words.values(), width=width) if words else []


class _Drawing:
    """One board that is being drawn."""

    def __init__(
        self,
        game: Game,
        seen: BoardSeen,
        width: int,
        offered: Collection[str],
        *,
        names: bool,
        listed: bool,
    ) -> None:
        self.game, self.seen, self.width, self.offered = game, seen, width, offered
        self.names, self.listed = names, listed
        self.board, self.layout, self.content = seen.board, seen.layout, seen.content
        self.hints: Hints = hints_of(game, self.board.name)
        self.labels = Labels(game, self.board, self.content)
        self.nodes = [node for node in self.layout.nodes if node.type not in self.board.bare]
        self.pieces: dict[str, PieceLook] = {}
        self.starred = False

    @property
    def empty_list(self) -> bool:
        """Whether a picture would show nothing but names that the lists below it show again."""
        return bool(
            zones_on(self.game, self.board.name)
            and any(self.content.zones.values())
            and not (self.board.holds or self.hints.shown or self.hints.picture)
            and not (self.seen.standing or pawns_on(self.game, self.board.name))
        )

    # -- the picture
    def picture(self) -> list[Line]:
        """Return the picture; where it is too wide with the names above the spaces, or its spaces in rows."""
        if self.listed:
            return self._listing()
        spaces = [node for node in self.nodes if node.type == self.board.name]
        lines = {node.name: self._space(node) for node in spaces}
        if self.hints.picture:
            drawn = picture(self._as_said(lines), self.width)
            return drawn if drawn is not None else self._rows(spaces, lines)
        if self.board.shape == "graph":
            return [*self._rows(spaces, lines), *(self._links() if self.names else [])]
        drawn = self._grid(spaces, lines)
        # Where it is too wide, what is written on spaces gives way, or their names; at last the picture.
        if drawn is None and self.names:
            # Who asks for names wants to choose by them: they and the pieces stay.
            self.hints = self.labels.hints = replace(self.hints, label=(), beside=(), color="", marks={})
            drawn = self._grid(spaces, {node.name: self._space(node) for node in spaces})
        elif drawn is None:
            drawn = self._grid(spaces, {node.name: self._shortened(node) for node in spaces})
        return drawn if drawn is not None else [*self._rows(spaces, lines), *self._edges()]

    def _grid(self, spaces: Sequence[Any], lines: Mapping[str, Line]) -> list[Line] | None:
        """Return spaces where they lie, with the corners and sides; None where that is too wide."""
        places = self._places(spaces)
        edges = [self._edge(node) for node in self.nodes if node.type != self.board.name]
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
        """Return cells of spaces whose names are above what lies there."""
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
        """Return the cells of the picture in the hints: names of spaces, and anything else as it is."""
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
        for node in (node for node in self.nodes if node.type != self.board.name):
            written = [run for name in self.hints.label if (run := self._in_short(node, name)).text]
            found = [*self._held(node), *written, *self._pawns(node.name)]
            if found or node.name in self.offered:
                words.append([*self._named(node), *found])
        return running(words, [Run("  ")], self.width) if words else []

    def _space(self, node: Any) -> Line:
        """Return a space: its name, a star where it can be chosen, and what lies or is written there."""
        content = self._content(node)
        apart = node.name in self.offered or self.content.held.get(node.name)
        # A bracket cannot be taken for a part of the name.
        plainly = content and not apart and content[0].text != "<"
        return [*self._named(node), *([Run(" ")] if plainly else []), *content]

    def _shortened(self, node: Any) -> Line:
        """Return what is on a space without its name; of one to choose from the name and what lies there."""
        if node.name not in self.offered:
            return self._content(node, boxed=False)
        return [*self._named(node), *self._held(node, boxed=False), *self._pawns(node.name)]

    def _named(self, node: Any) -> Line:
        if node.name in self.offered:
            self.starred = True
            return [Run(node.name, "bold reverse"), Run("*", "bold")]
        return [Run(node.name, "dim")]

    def _content(self, node: Any, *, boxed: bool = True) -> Line:
        """Return what lies on a space, else what is written there, then marks and who is there."""
        held = self._held(node, boxed=boxed)
        if held:
            for written in (self._written(node, name) for name in self.hints.beside):
                apart = "." if held[-1].text[-1:].isdigit() and written.text[:1].isdigit() else ""
                held += [Run(apart), written] if written.text else []
        else:
            colour, label = self.labels.label(node)
            held = [Run(label, colour)] if label else []
        found = [*held, *self._marks(node.name), *self._pawns(node.name)]
        return [run for run in found if run.text]

    def _held(self, node: Any, *, boxed: bool = True) -> Line:
        """Return what lies on a space: its piece, or the top of its stack and how high that is."""
        pieces = self.seen.pieces(node.name)
        if not pieces:
            return []
        look = piece_look(self.game, self.board.holds[node.type], pieces[-1], self.hints.glyphs)
        self.pieces[look.sign] = look
        sign = f"{look.sign}/{len(pieces)}" if len(pieces) > 1 else look.sign
        return [Run(f"[{sign}]" if boxed else sign, filled(look.colour))]

    def _marks(self, space: str) -> Line:
        return [
            Run(mark.sign, mark.color or "bold")
            for name, mark in self.hints.marks.items()
            if space in self.content.marked.get(name, ())
        ]

    def _pawns(self, space: str) -> Line:
        found = [_pawn(each) for each in self.seen.standing.get(space, ())]
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

    def _edge(self, node: Any) -> Cell:
        """Return a corner or side of hexes: what lies or is written there, its name, or else a stroke."""
        found = [*self._held(node, boxed=False), *(self._in_short(node, name) for name in self.hints.label)]
        line = [*found, *self._marks(node.name), *self._pawns(node.name)]
        line = [run for run in line if run.text]
        if node.name in self.offered:
            line = [Run(node.name, "bold reverse"), *([Run(":"), *line] if line else [])]
        elif self.names:
            line = [Run(node.name, "dim"), *([Run(":"), *line] if line else [])]
        if not line:
            beside = [each for each in self.layout.beside(node) if each.type == self.board.name]
            line = [Run(_stroke(node, beside, self._is_side(node)), "dim")]
        return Cell(node.x, node.y, line)

    def _in_short(self, node: Any, name: str) -> Run:
        """Return a counter of a corner or side in short; nothing while it is as it was at the start."""
        return self._written(node, name) if self.labels.says(node, name) else Run("")

    def _is_side(self, node: Any) -> bool:
        return bool(node.part == "side")

    def _listing(self) -> list[Line]:
        """Return what lies on each space that is not empty or can be chosen, in words, a line for each."""
        lines: list[Line] = []
        for node in self.nodes:
            self._held(node)
            words = [
                piece_look(self.game, self.board.holds[node.type], piece, self.hints.glyphs).words
                for piece in self.seen.pieces(node.name)
            ]
            words += [_pawn(each).text for each in self.seen.standing.get(node.name, ())]
            words += ["can be chosen"] if node.name in self.offered else []
            if words:
                lines.append([Run(f"  {node.name}: {', '.join(words)}")])
        return lines or [[Run("  nothing lies here")]]

    # -- what is below it
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
        if self.listed:
            return words
        if not self.empty_list:
            names = [name for name in dict.fromkeys([self.hints.color, *self.hints.label]) if name]
            used = {self.labels.value(node, name) for node in self.nodes for name in names}
            for value, letter in self.hints.letters.items():
                meaning = self.hints.legend.get(value, value.replace("_", " "))
                # A letter that is the whole name needs no word.
                if value in used and letter.strip() and letter.lower() != meaning.lower():
                    words.append([Run(f"{letter} {meaning}", self.hints.colors.get(value, ""))])
        words += self._pieces_in_words()
        words += [
            [Run(f"{mark.sign} {mark.title}", mark.color or "bold")]
            for name, mark in self.hints.marks.items()
            if self.content.marked.get(name)
        ]
        pawns = (each for found in self.seen.standing.values() for each in found if not each.player)
        signs = {each.sign: each.words for each in pawns}
        words += [[Run(f"<{sign}> {name}")] for sign, name in signs.items()]
        if self.offered:
            # Corners and sides of a picture have names only while they can be chosen.
            what = "*" if self.starred else "corners and sides with a name"
            words.append([Run(f"{what} can be chosen", "bold")])
        return words

    def _pieces_in_words(self) -> Iterator[Line]:
        """Yield what the signs of pieces mean; what several players have of a kind lies together."""
        alike: dict[str, dict[str, PieceLook]] = {}
        for sign, drawn in sorted(self.pieces.items()):
            whose = f" of {person_words(drawn.owner)}" if drawn.owner else ""
            alike.setdefault(drawn.words.replace(whose, "", 1), {})[sign] = drawn
        for words, looks in alike.items():
            signs = [Run(f"[{sign}]", filled(drawn.colour)) for sign, drawn in looks.items()]
            said = words if len(looks) > 1 else next(iter(looks.values())).words
            yield [*(run for each in signs for run in (each, Run(" "))), Run(said)]


def _pawn(standing: Standing) -> Run:
    """Return who or what is on a space as a sign with its number."""
    colour = owner_colour(standing.who) if standing.person else named_colour(standing.who)
    return Run(f"{standing.sign}{standing.number}", f"bold {colour}".strip())


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
