"""A value read from a file that still knows where it stands, down to the letter inside a text."""

from __future__ import annotations

from collections.abc import ItemsView
from typing import Literal, NamedTuple, TypeAlias

from interpreter.problems import Position

Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | int | bool | None"
PlacedContent: TypeAlias = "dict[str, Located] | list[Located] | str | int | bool | None"
Kind = Literal["map", "list", "text", "number", "truth", "null"]
Style = Literal["plain", "literal", "quoted", "folded"]

_NO_POSITIONS: dict[str, Position] = {}


class LinePlace(NamedTuple):
    """Where a line of a text begins: the place of its first letter, and in which column of the text that is.

    Without a column the line does not stand in the file letter by letter.
    """

    position: Position
    column: int | None

    def at(self, column: int) -> Position:
        """Return the file's place of a column of the line."""
        place = self.position
        if self.column is None:
            return place
        return Position(place.file, place.line, max(place.column + column - self.column, 1))


class Located:
    """A map, list or scalar with the position at which it begins.

    `text_lines` is, for a text whose letters stand in the file as they are, the file's line and column
    of the first letter of its first line; None where letters were folded or escaped. `line_places` is for a
    text whose lines come from several places: where each begins. `end_column` is, for a list or
    map on one line, the first column after it.
    """

    __slots__ = ("end_column", "key_positions", "line_places", "position", "style", "text_lines", "value")

    def __init__(
        self,
        position: Position,
        value: PlacedContent,
        key_positions: dict[str, Position] | None = None,
        style: Style = "plain",
        text_lines: tuple[int, int] | None = None,
        *,
        line_places: tuple[LinePlace, ...] | None = None,
    ) -> None:
        """Place a value; `key_positions` is for maps, `style`, `text_lines` and `line_places` for texts."""
        self.position = position
        self.value = value
        self.key_positions = _NO_POSITIONS if key_positions is None else key_positions
        self.style = style
        self.text_lines = text_lines
        self.line_places = line_places
        self.end_column: int | None = None

    @property
    def kind(self) -> Kind:
        """Name the kind of value in the words of the error messages."""
        return _KIND_OF_TYPE[type(self.value)]

    def get(self, key: str) -> Located | None:
        """Return the value of a key; None when the key is missing or this is no map."""
        return self.value.get(key) if isinstance(self.value, dict) else None

    def items(self) -> ItemsView[str, Located]:
        """Return keys and values of a map in the file's order; nothing for anything but a map."""
        return self.value.items() if isinstance(self.value, dict) else _NO_ITEMS

    def entries(self) -> list[Located]:
        """Return the entries of a list; nothing for anything but a list."""
        return self.value if isinstance(self.value, list) else []

    def key_position(self, key: str) -> Position:
        """Return the place of a key, or of the whole map where the key is missing."""
        return self.key_positions.get(key, self.position)

    def position_in_text(self, line: int, column: int) -> Position:
        """Return the file's place of a line and column, both from 1, inside this text.

        Where the text does not stand in the file letter by letter, the place where it begins is returned.
        """
        if self.line_places is not None:
            return self.line_places[min(line, len(self.line_places)) - 1].at(column)
        if self.text_lines is None or (line > 1 and self.style != "literal"):
            return self.position
        first_line, first_column = self.text_lines
        place = self.position
        return Position(place.file, first_line + line - 1, first_column + column - 1, cell=place.cell)

    def count(self) -> int:
        """Count the values in it, itself among them."""
        inside = self.entries() or [value for _, value in self.items()]
        return 1 + sum(value.count() for value in inside)

    def plain(self) -> Plain:
        """Return the value as ordinary Python data, without places."""
        value = self.value
        if isinstance(value, dict):
            return {key: entry.plain() for key, entry in value.items()}
        if isinstance(value, list):
            return [entry.plain() for entry in value]
        return value

    def __repr__(self) -> str:
        """Show kind, place and plain value."""
        return f"<{self.kind} at {self.position}: {self.plain()!r}>"


_NO_ITEMS: ItemsView[str, Located] = {}.items()
_KIND_OF_TYPE: dict[type, Kind] = {
    dict: "map",
    list: "list",
    str: "text",
    int: "number",
    bool: "truth",
    type(None): "null",
}
