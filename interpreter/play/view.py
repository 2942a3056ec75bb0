"""What a seat may see. Views are derived from declared visibility, never filtered by hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, TypedDict

from interpreter.language.checked import ZoneEx
from interpreter.language.index import index_of
from interpreter.language.types import Type
from interpreter.layout import FINISHED, STEP
from interpreter.model.declarations import BoardDecl, ZoneDecl
from interpreter.play.compiled import CompiledGame
from interpreter.problems.position import Position


class View(TypedDict):
    """What a seat sees of a position, as plain data.

    seat: from 1; None: a spectator. counters: by name the value; None is hidden. zones: by name what lies
    there, by its ids; a number tells how many where they are not seen. Of a family of counters or zones there
    is an entry for each place, named in words such as `p1`, `p2 red`. boards: by name and owner (`p1`, or
    `all` of a shared board) what lies on each space that is not empty: the id of a piece, or those of a stack
    from below.
    """

    seat: int | None
    counters: dict[str, Any]
    zones: dict[str, Any]
    boards: dict[str, dict[str, dict[str, str | list[str]]]]


# What a view shows for a piece that a seat does not see; behind it what its back shows.
HIDDEN = "?"


def sees_zone(game: CompiledGame, slots: list[Any], zone: ZoneDecl, place: int, seat: int) -> bool:
    """Whether a seat sees what is in a zone (place: which of the zone family)."""
    if zone.name in game.layout.seen:
        knowers = slots[game.layout.seen[zone.name] + place]
        if knowers == (1 << game.players) - 1 or (seat >= 0 and knowers >> seat & 1):
            return True
    if zone.visible == "everyone":
        return True
    return seat >= 0 and zone.visible == "owner" and owner_of(game, zone.per, place) == seat


def sees_family(game: CompiledGame, slots: list[Any], zone: ZoneDecl, seat: int) -> bool:
    """Whether a seat sees what is in all zones of a family."""
    return all(sees_zone(game, slots, zone, place, seat) for place in range(game.model.family_size(zone.per)))


def sees_what_is_asked(game: CompiledGame, slots: list[Any], position: Position, seat: int) -> bool:
    """Whether a seat sees all that a choice or pick at a place in the rules is made from."""
    behind = game.origins.behind(position)
    return all(isinstance(each, ZoneEx) and sees_family(game, slots, each.declared, seat) for each in behind)


def owner_of(game: CompiledGame, per: tuple[Type, ...], place: int) -> int:
    """The player whose zone or counter is at a place of its family; -1 if nobody's."""
    indexes = reversed(game.model.indexes_at(per, place))
    return next((value for index, value in indexes if index.kind == "player"), -1)


def view(game: CompiledGame, slots: list[Any], seat: int | None) -> View:
    """All that a seat sees, as plain data (None: a spectator, who sees what everyone sees)."""
    who = -1 if seat is None else seat
    zones = {}
    for name, zone in game.model.zones.items():
        entries: dict[str, Any] = {}
        for place, words in places(game, slots, zone.per):
            pieces = slots[game.layout.zones[name] + place]
            seen = sees_zone(game, slots, zone, place, who)
            if seen:
                entries[words] = [game.value_id(zone.holds, p) for p in pieces]
            elif zone.holds.kind == "component" and game.model.components[zone.holds.name].back:
                shown = [covered(game, p) for p in pieces]
                entries[words] = shown if zone.order != "set" else sorted(shown)
            else:
                entries[words] = len(pieces)
        zones[name] = entries if zone.per else entries[""]
    return {
        "seat": seat + 1 if seat is not None else None,
        "counters": counters(game, slots, who),
        "zones": zones,
        "boards": {
            name: board_view(game, slots, board) for name, board in game.model.boards.items() if board.holds
        },
    }


def counters(game: CompiledGame, slots: list[Any], seat: int) -> dict[str, Any]:
    """Every counter a seat may see; None for what is hidden."""
    found: dict[str, Any] = {}
    for name, counter in game.model.counters.items():
        first = game.layout.counters[name]
        entries = {}
        for place, words in places(game, slots, counter.per):
            seen = counter.visible == "everyone" or owner_of(game, counter.per, place) == seat
            value = slots[first + place]
            shown = value if counter.type.kind == "number" else game.value_id(counter.type, value)
            entries[words] = shown if seen else None
        found[name] = entries if counter.per else entries[""]
    return found


def places(game: CompiledGame, slots: list[Any], per: tuple[Type, ...]) -> Sequence[tuple[int, str]]:
    """The places of a zone or counter family with their words: `p1`, `p2 red`.

    Those of spaces that the layouts in use do not have are left out.
    """
    used = tuple(_layouts_in_use(game, slots, index) for index in per)
    return game.once(_places, per, used)


def _places(
    game: CompiledGame, per: tuple[Type, ...], used: tuple[tuple[int, ...], ...]
) -> Sequence[tuple[int, str]]:
    words = [_index_words(game, index, each) for index, each in zip(per, used, strict=True)]
    return [
        (place, " ".join(filter(None, each)))
        for place, each in enumerate(product(*words))
        if None not in each
    ]


def _layouts_in_use(game: CompiledGame, slots: list[Any], index: Type) -> tuple[int, ...]:
    """The layout that each owner of the board has which an index is of; of another index none."""
    if index.kind != "space":
        return ()
    board = game.model.node_boards[index.name]
    return tuple(layout_in_use(game, slots, board, owner) for owner in range(board.owners))


def words_at(game: CompiledGame, slots: list[Any], per: Sequence[Type], place: int) -> str:
    """The words for one place of a zone or counter family."""
    indexes = game.model.indexes_at(per, place)
    words = (
        _index_words(game, index, _layouts_in_use(game, slots, index))[value] for index, value in indexes
    )
    return " ".join(filter(None, words))


def _index_words(game: CompiledGame, index: Type, used: Sequence[int]) -> list[str | None]:
    """The words for all values of an index; None for a space that is in another layout only.

    used: the layout that each owner has, of spaces.
    """
    if index.kind == "component":
        return [kind.name for kind in game.model.components[index.name].kinds]
    if index.kind != "space":
        return [game.value_id(index, value) for value in range(game.model.index_size(index))]
    board = game.model.node_boards[index.name]
    found: list[str | None] = []
    for owner, number in enumerate(used):
        names = [node.name for node in board.layouts[number].nodes if node.type == index.name]
        found += [f"p{owner + 1} {name}" if board.per is not None else name for name in names]
        found += [None] * (board.count(index.name) - len(names))
    return found


def covered(game: CompiledGame, piece: int) -> str:
    """What a view shows for a piece that a seat does not see: `?`, or `? low` where its back says low."""
    return f"{HIDDEN} {game.backs[piece]}".strip()


def layout_in_use(game: CompiledGame, slots: list[Any], board: BoardDecl, owner: int) -> int:
    """The number of the layout that an owner of a board has."""
    number: int = slots[game.layout.counters[f"{board.name}_layout"] + owner] if board.several else 0
    return number


def board_view(
    game: CompiledGame, slots: list[Any], board: BoardDecl
) -> dict[str, dict[str, str | list[str]]]:
    """What lies on the spaces of a board, by owner and space; empty spaces are left out."""
    found: dict[str, dict[str, str | list[str]]] = {}
    for owner in range(board.owners):
        number = layout_in_use(game, slots, board, owner)
        spaces: dict[str, str | list[str]] = {}
        for place, node in enumerate(board.layouts[number].nodes):
            held = board.holds.get(node.type)
            content = slots[game.layout.spaces[board.name] + owner * board.size + place]
            if held is None or content in (-1, ()):
                continue
            made = Type("component", held)
            if not isinstance(content, tuple):
                spaces[node.name] = game.value_id(made, content)
                continue
            below = len(content) - 1 if board.covered else 0
            shown = [covered(game, c) for c in content[:below]]
            spaces[node.name] = shown + [game.value_id(made, c) for c in content[below:]]
        found[f"p{owner + 1}" if board.per is not None else "all"] = spaces
    return found


def whose_turn(game: CompiledGame, slots: list[Any]) -> int | None:
    """Whose turn it is (from 0): who takes the outermost step that players take in turn; None: nobody."""
    if slots[FINISHED]:
        return None
    step = game.operations[slots[STEP]].step
    slot = game.once(_turn_slot, step)
    return slots[slot] if slot >= 0 else None


def _turn_slot(game: CompiledGame, step: str) -> int:
    """The slot with who is on turn in a step; -1: nobody is."""
    name = index_of(game.program).turn_around.get(step)
    return -1 if name is None else game.layout.loop_slots(name) + 4
