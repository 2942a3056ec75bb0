"""What a ruleset says of how a board is drawn (its `draw`), and what stands where it says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cli.show.pieces import beginnings, value_colours

if TYPE_CHECKING:
    from interpreter import Game

# Types whose values have no names that could be shortened.
_PLAIN = ("number", "text", "truth")


@dataclass(frozen=True, slots=True)
class Hints:
    """How a board is drawn.

    shown: the types of what can be written on a space, by name: its fields, and counters that each space has;
    label: which of these are written there; color: the one that gives the colour;
    colors, letters, legend: by value.
    """

    shown: Mapping[str, Any]
    label: tuple[str, ...]
    color: str
    colors: Mapping[str, str]
    letters: Mapping[str, str]
    legend: Mapping[str, str]
    picture: str
    hidden: bool
    counters: frozenset[str] = field(default_factory=frozenset)


def hints_of(game: Game, board: str) -> Hints:
    """Return how a board is drawn: as its ruleset says, and decently where it says nothing."""
    declared = game.model.boards[board]
    said: Mapping[str, Any] = declared.draw
    counters = counters_on(game, board)
    shown = {each.name: each.type for each in declared.fields.values() if not each.list}
    shown |= {name: game.model.counters[name].type for name in counters}
    named = [name for name, kind in shown.items() if kind.kind not in _PLAIN and kind.kind != "space"]
    color = str(said.get("color", next(iter(named), "")))
    label = said.get("label", [name for name, kind in shown.items() if kind.kind not in ("text", "space")])
    values = _values(game, shown.get(color))
    letters: dict[str, str] = {}
    for name in named:
        letters |= beginnings(_values(game, shown[name]))
    return Hints(
        shown=shown,
        label=tuple(name for name in ([label] if isinstance(label, str) else label) if name in shown),
        color=color if color in shown else "",
        colors=value_colours(values, said.get("colors", {})),
        letters=letters | {str(value): str(text) for value, text in said.get("letters", {}).items()},
        legend=said.get("legend", {}),
        picture=str(said.get("picture", "")),
        hidden=bool(said.get("hidden", False)),
        counters=frozenset(counters),
    )


def counters_on(game: Game, board: str) -> list[str]:
    """Return the counters of which each space of a board has one."""
    types = game.model.boards[board].node_types
    return [
        name
        for name, counter in game.model.counters.items()
        if len(counter.per) == 1 and counter.per[0].kind == "space" and counter.per[0].name in types
    ]


def zones_on(game: Game, board: str) -> list[str]:
    """Return the zones of which each space of a board has one."""
    types = game.model.boards[board].node_types
    return [
        name
        for name, zone in game.model.zones.items()
        if len(zone.per) == 1 and zone.per[0].kind == "space" and zone.per[0].name in types
    ]


def pawns_on(game: Game, board: str) -> list[str]:
    """Return the counters that say on which space of a board something or somebody is."""
    types = game.model.boards[board].node_types
    return [
        name
        for name, counter in game.model.counters.items()
        if counter.type.kind == "space"
        and counter.type.name in types
        and [index.kind for index in counter.per] in ([], ["player"])
    ]


def _values(game: Game, kind: Any) -> list[str]:
    """Return the names of all values of a type."""
    if kind is None or kind.kind in _PLAIN:
        return []
    if kind.kind == "component":
        return [made.name for made in game.model.components[kind.name].kinds]
    enum = game.model.enums.get(kind.name)
    return list(enum.members) if enum is not None else []
