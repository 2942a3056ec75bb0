"""What a ruleset says of how a board is drawn (its `draw`), and how it is drawn where it says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cli.colours import value_colours
from cli.seen.pieces import beginnings

if TYPE_CHECKING:
    from interpreter import Game

# Types whose values have no names that could be shortened.
_PLAIN = ("number", "text", "truth")


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign on the spaces of which a value is true, and what it means.

    stands: as a figure; faded: what lies there steps back; printed: a piece there shows it, pictures do not.
    """

    sign: str
    title: str
    color: str
    stands: bool = False
    faded: bool = False
    printed: bool = False


@dataclass(frozen=True, slots=True)
class Hints:
    """How a board is drawn.

    shown: the types of what can be written on a space, by name: its fields, and counters that each space has;
    label: which of these are written there; text: what is said of a space, with names in braces; beside:
    which also behind a piece; color: the one that gives the colour; colors, letters, legend: by value;
    counters: those that spaces have, with the type of space;
    glyphs: by state of a piece; pawns: counters that say where something is, each with one that says a
    number of it, or nothing; marks: by the value of the ruleset. In pictures alone: ground: the colour behind
    the board; place: how large it is beside others; icons: signs by field or value; dots: by field how many
    dots each number has; at: column and row of spaces; covers: zones of spaces whose things cover equal
    entries of a field of the piece there; lines: by `rows` and `columns` the number after which a line runs,
    with its words; margins: the figures of rows and columns; tables: titles of tables with their figures, in
    words.
    """

    shown: Mapping[str, Any]
    label: tuple[str, ...]
    text: str
    color: str
    colors: Mapping[str, str]
    letters: Mapping[str, str]
    legend: Mapping[str, str]
    picture: str
    hidden: bool
    counters: Mapping[str, str]
    beside: tuple[str, ...]
    glyphs: Mapping[str, str]
    pawns: Mapping[str, str]
    marks: Mapping[str, Mark]
    ground: str
    place: str
    icons: Mapping[str, str]
    dots: Mapping[str, Mapping[int, int]]
    at: Mapping[str, tuple[int, int]]
    covers: Mapping[str, str]
    lines: Mapping[str, Mapping[int, str]]
    margins: Mapping[str, Mapping[int, int]]
    tables: Mapping[str, Sequence[tuple[str, str]]]


def hints_of(game: Game, board: str) -> Hints:
    """Return how a board is drawn: as its ruleset says, and decently where it says nothing."""
    return game.once(_hints_of, board)


def _hints_of(game: Game, board: str) -> Hints:
    declared = game.boards[board]
    said: Mapping[str, Any] = declared.draw
    counters = counters_on(game, board)
    shown = {each.name: each.type for each in declared.fields.values() if not each.list}
    shown |= {name: game.counters[name].type for name in counters}
    named = [name for name, kind in shown.items() if kind.kind not in _PLAIN and kind.kind != "space"]
    on_spaces = (name for name in named if counters.get(name, board) == board)
    color = declared.coloured_by or next(on_spaces, "")
    beside = [name for name in _listed(said.get("beside", [])) if name in shown]
    readable = (*declared.label_fields, *counters, *beside)
    short = [name for name, kind in shown.items() if name in readable and kind.kind not in ("text", "space")]
    label = tuple(name for name in _listed(said.get("label", short)) if name in shown)
    letters, legend, icons = _signs(game, [shown[name] for name in named])
    return Hints(
        shown=shown,
        label=label,
        text=str(said.get("text", "")),
        color=color if color in shown else "",
        colors=value_colours(values_named(game, shown.get(color)), _map(said.get("color"))),
        letters=letters | _words(said, "letters"),
        legend=legend | _words(said, "legend"),
        picture=str(said.get("picture", "")),
        hidden=not declared.drawn,
        counters=counters,
        beside=tuple(dict.fromkeys([*beside, *(name for name in label if name in counters)])),
        glyphs=_words(said, "glyph"),
        pawns={name: str(said.get("pawns", {}).get(name, "")) for name in pawns_on(game, board)},
        marks={name: _mark(name, mark) for name, mark in said.get("marks", {}).items()},
        ground=str(said.get("ground", "")),
        place=str(said.get("place", "main")),
        icons=icons | said.get("icon", {}),
        dots={name: game.tables[str(table)].rows for name, table in said.get("dots", {}).items()},
        at={name: (column, row) for name, (column, row) in said.get("at", {}).items()},
        covers=_words(said, "covers"),
        lines={way: _lines(after) for way, after in said.get("lines", {}).items()},
        tables=dict(_table(game, str(name)) for name in said.get("tables", ())),
        margins={way: game.tables[str(table)].rows for way, table in said.get("margins", {}).items()},
    )


def _table(game: Game, name: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the title of a table, and what it gives for what."""
    table = game.tables[name]
    rows = [(game.shown(table.key, key), game.shown(table.type, value)) for key, value in table.rows.items()]
    return table.about.title or name.replace("_", " "), rows


def _lines(after: Any) -> dict[int, str]:
    """Return after which rows or columns a line runs, with what is written at it."""
    return {int(number): str(after[number]) if isinstance(after, Mapping) else "" for number in after}


def _map(said: Any) -> Mapping[str, str]:
    """Return a map where a key holds one, else an empty one."""
    return said if isinstance(said, Mapping) else {}


def _words(said: Mapping[str, Any], key: str) -> dict[str, str]:
    """Return a map of words by words."""
    return {str(value): str(text) for value, text in said.get(key, {}).items()}


def _signs(game: Game, types: Iterable[Any]) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Return letters, words and icons of the values of some types; those of pieces are their own."""
    letters: dict[str, str] = {}
    legend: dict[str, str] = {}
    icons: dict[str, str] = {}
    for each in types:
        letters |= beginnings(values_named(game, each))
        made = game.components.get(each.name)
        for kind in made.kinds if made is not None else ():
            letters |= {kind.name: kind.glyph} if kind.glyph else {}
            legend |= {kind.name: kind.about.title} if kind.about.title else {}
            icons |= {kind.name: kind.icon} if kind.icon else {}
    return letters, legend, icons


def _listed(names: Any) -> Sequence[str]:
    return [names] if isinstance(names, str) else names


def _mark(name: str, said: Any) -> Mark:
    made = said if isinstance(said, Mapping) else {"glyph": said}
    title = str(made.get("title", name.replace("_", " ")))
    color, form = str(made.get("color", "")), made.get("form", "")
    forms = {"stands": form == "figure", "faded": form == "faded", "printed": form == "printed"}
    return Mark(str(made["glyph"]), title, color, **forms)


def counters_on(game: Game, board: str) -> dict[str, str]:
    """Return the counters of which each space of a type has one on a board, with that type."""
    types = game.boards[board].node_types
    return {
        name: counter.per[0].name
        for name, counter in game.counters.items()
        if counter.drawn
        and len(counter.per) == 1
        and counter.per[0].kind == "space"
        and counter.per[0].name in types
    }


def zones_on(game: Game, board: str) -> list[str]:
    """Return the zones of which each space of a board has one."""
    types = game.boards[board].node_types
    return [
        name
        for name, zone in game.zones.items()
        if zone.drawn and len(zone.per) == 1 and zone.per[0].kind == "space" and zone.per[0].name in types
    ]


def pawns_on(game: Game, board: str) -> list[str]:
    """Return the counters that say on which space of a board something or somebody is."""
    types = game.boards[board].node_types
    return [
        name
        for name, counter in game.counters.items()
        if counter.drawn
        and counter.type.kind == "space"
        and counter.type.name in types
        and [index.kind for index in counter.per[:-1]] in ([], ["player"])
        and not any(index.kind == "space" for index in counter.per)
    ]


def values_named(game: Game, kind: Any) -> list[str]:
    """Return the names of all values of a type."""
    if kind is None or kind.kind in _PLAIN:
        return []
    if kind.kind == "component":
        return [made.name for made in game.components[kind.name].kinds]
    enum = game.enums.get(kind.name)
    return list(enum.members) if enum is not None else []
