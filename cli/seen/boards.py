"""One board as a seat sees it: what lies and is written on its spaces, and who is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cli.seen.hints import hints_of
from cli.seen.pieces import called, person_words
from cli.seen.sides import filled, plain_words

if TYPE_CHECKING:
    from interpreter import Board, BoardLayout, Game, Space


@dataclass(frozen=True, slots=True)
class Content:
    """What is on one owner's board, by the names of spaces, as a view has it.

    held: pieces; values: counters that each space has; zones: those of spaces; marked: spaces of which a
    value is true, by its name.
    """

    held: Mapping[str, Any] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    zones: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    marked: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """Who or what is on a space, by the value of a counter.

    who: a person by id, else what it is; called: the counter; sign: who it is in short; number: a number of
    it, if it has one; person: whether it is a person; player: one with a seat; words: who or what it is.
    """

    who: str
    called: str
    sign: str
    number: str
    person: bool
    player: bool
    words: str


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """One owner's board: owner is as in a view; whose: the same in words, empty if it is everybody's.

    news: the spaces where something happened since the seat's last choice.
    """

    board: Board
    owner: str
    whose: str
    title: str
    layout: BoardLayout
    layout_title: str
    content: Content = Content()
    standing: Mapping[str, Sequence[Standing]] = field(default_factory=dict)
    news: frozenset[str] = frozenset()

    @property
    def heading(self) -> str:
        """The title with whose it is."""
        return f"{self.title} of {self.whose}" if self.whose else self.title

    def pieces(self, space: str) -> Sequence[str]:
        """Return the pieces on a space, by their ids, from the lowest to the highest."""
        held = self.content.held.get(space) or ()
        return (held,) if isinstance(held, str) else held


def empty_board(game: Game, name: str, layout: str | None = None) -> BoardSeen:
    """Return a board with nothing on it; the first layout if none is named."""
    board = game.boards[name]
    used = next((each for each in board.layouts if each.name == layout), board.layouts[0])
    title = board.about.title or called(board).capitalize()
    return BoardSeen(board, "all", "", title, used, used.about.title if board.several else "")


class Labels:
    """What fields and counters say of the spaces of one board, in words and in short."""

    def __init__(self, game: Game, board: Board, content: Content) -> None:
        self.game, self.board, self.hints, self.content = game, board, hints_of(game, board.name), content

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

    def says(self, node: Space, name: str) -> bool:
        """Whether a counter of a corner or side says anything: it is other than at the start."""
        if self.hints.counters.get(name) != node.type:
            return False
        return self.value(node, name) not in ("", self.game.start_id(name))

    @property
    def _names(self) -> list[str]:
        """What is written on spaces, in order: first what gives them their colour."""
        of = self.hints.color
        return list(filter(None, [of, *(name for name in self.hints.label if name != of)]))

    def words(self, node: Space) -> str:
        """Return what is said of a space, else all that is written there; of several numbers what each is."""
        if self.hints.text and node.type == self.board.name:
            return plain_words(filled(self.hints.text, lambda name: self._spoken(node, name)))
        found = {name: value for name in self._names if (value := self.value(node, name))}
        numbers = [name for name in found if self.hints.shown[name].kind == "number"]
        said = [
            f"{name} {value}" if name in numbers and len(numbers) > 1 else self._titled(name, value)
            for name, value in found.items()
            if value != "0" or len(found) < 2
        ]
        return (", " if len(numbers) > 1 else " ").join(said).replace("_", " ")

    def _spoken(self, node: Space, name: str) -> str:
        """Return what a field or counter says of a space, as people say it; of what is true its name."""
        value = self.value(node, name)
        if self.hints.letters.get(value) == "":
            return ""  # what is written as nothing says nothing
        true = self.hints.shown[name].kind == "truth" and value == "true"
        return (name if true else self._titled(name, value)).replace("_", " ")

    def _titled(self, name: str, value: str) -> str:
        """Return a value as people call it, where it is a kind of piece or a person."""
        kind = self.hints.shown[name]
        if kind.kind in ("player", "team"):
            return person_words(value)
        made = self.game.components[kind.name].by_name.get(value) if kind.kind == "component" else None
        return self.hints.legend.get(value) or (called(made) if made is not None else value)

    def label(self, node: Space) -> tuple[str, str]:
        """Return the colour of an empty space and what is written there."""
        of = self.hints.color
        colour = self.hints.colors.get(self.value(node, of), "") if of else ""
        return colour, self._marks(node, self._names)

    def written(self, node: Space) -> str:
        """Return what is written on a space without the letter of its colour; where nothing is, its words."""
        others = [name for name in self._names if name != self.hints.color]
        return self._marks(node, others) or self.words(node)

    def _marks(self, node: Space, names: Sequence[str]) -> str:
        text = ""
        for name in names:
            mark = self.mark(name, self.value(node, name))
            text += f".{mark}" if text[-1:].isdigit() and mark[:1].isdigit() else mark
        return text


def spaces_beside(board: Board, layout: int, node: Space) -> list[Space]:
    """Return the spaces that a corner or side of a layout lies at; of a space none."""
    if node.type == board.name:
        return []
    return [each for each in board.layouts[layout].beside(node) if each.type == board.name]


def words_of_space(game: Game, name: str, space: str, layout: str = "") -> str:
    """Return what a board always says of one of its spaces; empty where counters say some of it.

    layout: the one in use where that is known; else only what all of them say.
    """
    board = game.boards[name]
    labels = Labels(game, board, Content())
    if not labels.hints.text or labels.hints.counters:
        return ""
    used = [each for each in board.layouts if layout in ("", each.name)]
    said = {labels.words(node) for each in used for node in each.nodes if node.name == space}
    return said.pop() if len(said) == 1 else ""


def words_beside(labels: Labels, layout: int, node: Space) -> str:
    """Return in words what the spaces say that a corner or side lies at, each with its number.

    What a legend explains goes by its name alone.
    """
    brief = Labels(labels.game, labels.board, labels.content)
    brief.hints = replace(labels.hints, legend={})
    said = [brief.words(each) for each in spaces_beside(labels.board, layout, node)]
    *most, last = list(filter(None, said)) or [""]
    return " and ".join(filter(None, (", ".join(most), last)))
