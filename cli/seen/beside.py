"""What corners and sides lie at: the words by which people know them, in place of their names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.seen.boards import Content, Labels, spaces_beside, words_beside
from cli.seen.hints import counters_on

if TYPE_CHECKING:
    from cli.seen.sight import Sight
    from interpreter import Board, Game, Space

# The name of a corner or side in a sentence, perhaps in brackets.
_NAME = re.compile(r"(\(?)\b([A-Z]\d+)\b(\)?)")
# A part of the way to one side counts only if it is so much of the way to the other.
_ASLANT = 0.3


def labels_on(sight: Sight, board: Board, owner: str) -> Labels:
    """Return what counters say of the spaces of an owner's board."""
    values = {each: sight.places("counters", each, owner) for each in counters_on(sight.game, board.name)}
    return Labels(sight.game, board, Content(values=values))


def beside(sight: Sight, spot: Mapping[str, Any]) -> str:
    """Return what a corner or side lies at, which says more than its name; of anything else nothing."""
    board = sight.game.boards[spot["board"]]
    layout = sight.layout(board, spot["owner"])
    node = next(each for each in layout.nodes if each.name == spot["space"])
    if node.type == board.name:
        return ""
    return words_beside(labels_on(sight, board, spot["owner"]), board.layouts.index(layout), node)


def direction(board: Board, layout: int, node: Space) -> str:
    """Return where a corner or side is, seen from the middle of what it lies at: `upper left`."""
    around = spaces_beside(board, layout, node)
    if not around:
        return ""
    across = node.x - sum(each.x for each in around) / len(around)
    down = node.y - sum(each.y for each in around) / len(around)
    aside = "" if abs(across) < _ASLANT * abs(down) else "left" if across < 0 else "right"
    if abs(down) < _ASLANT * abs(across):
        return aside
    if not aside:
        return "top" if down < 0 else "bottom"
    return f"{'upper' if down < 0 else 'lower'} {aside}"


def told_apart(words: Sequence[str], directions: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return what corners and sides lie at; of those that lie at the same, which of them each is.

    That is where it is, seen from there, and its name where even that is the same.
    """
    placed = [
        f"{each} ({where})" if each and where and words.count(each) > 1 else each
        for each, where in zip(words, directions, strict=True)
    ]
    return [
        f"{each} ({name})" if each and placed.count(each) > 1 else each
        for each, name in zip(placed, names, strict=True)
    ]


class Known:
    """What a reader knows corners and sides by: sentences with what these lie at in place of their names.

    named: with their names too, as where these are written on a board.
    """

    def __init__(self, sight: Sight, *, named: bool = True) -> None:
        self.sight, self.named = sight, named

    def sentence(self, text: str) -> str:
        """Return a sentence in which corners and sides go by what they lie at, as far as that is known."""
        boards = self.sight.game.once(_board_by_name)
        return _NAME.sub(lambda found: self._words(found, boards), text) if boards else text

    def _words(self, found: re.Match[str], boards: Mapping[str, str]) -> str:
        opens, name, closes = found.groups()
        board = boards.get(name)
        lies = beside(self.sight, {"board": board, "owner": "all", "space": name}) if board else ""
        if not lies:
            return found[0]
        words = f"beside {lies} ({name})" if self.named else f"beside {lies}"
        # What is in brackets says where something is; else it is the place that is spoken of.
        return words if opens and closes else f"{opens}the place {words}{closes}"


def _board_by_name(game: Game) -> dict[str, str]:
    """Return the board of each corner and side by name, of those boards that are everybody's."""
    return {
        node.name: board.name
        for board in game.boards.values()
        if board.per is None
        for layout in board.layouts
        for node in layout.nodes
        if node.type != board.name
    }
