"""Boards drawn from the geometry that the ruleset gives, and a whole position in plain text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil
from typing import TYPE_CHECKING, Any

from cli.show.score import table_text

if TYPE_CHECKING:
    from interpreter import Game, State

_WIDTH = 100
# Counters with an index are many: those that stand here are left out.
_NOTHING = (0, "none", "false")


@dataclass(frozen=True, slots=True)
class Cell:
    """A space to draw: where it lies and what is written there."""

    x: int
    y: int
    text: str


def picture_text(cells: Sequence[Cell]) -> str:
    """Return spaces as a picture; as running text where they coincide or the picture is too wide."""
    heights = sorted({cell.y for cell in cells})
    rows = [sorted((cell for cell in cells if cell.y == y), key=lambda cell: cell.x) for y in heights]
    gaps = [(right.x - left.x, len(left.text) + 2) for row in rows for left, right in pairwise(row)]
    if any(step == 0 for step, _ in gaps):
        return running_text(cell.text for cell in cells)
    # So many columns for each step to the right that no text meets the next.
    scale = max((ceil(width / step) for step, width in gaps), default=1)
    left_edge = min((cell.x for cell in cells), default=0)
    lines = []
    for row in rows:
        line = ""
        for cell in row:
            line = f"{line:<{(cell.x - left_edge) * scale}}{cell.text}"
        lines.append(line)
    if any(len(line) > _WIDTH for line in lines):
        return running_text(cell.text for cell in cells)
    return "\n".join(lines)


def running_text(words: Iterable[str], heading: str = "") -> str:
    """Return words one after the other behind a heading, with line breaks where a line is full."""
    lines, gap = [heading], ""
    for word in words:
        if gap and len(lines[-1]) + len(gap) + len(word) > _WIDTH:
            lines.append("  " if heading else "")
            gap = ""
        lines[-1] += gap + word
        gap = "  "
    return "\n".join(lines)


def board_text(
    game: Game, name: str, layout: str | None = None, content: Mapping[str, Any] | None = None
) -> str:
    """Return a board as a picture: each space with its name and its fields, in brackets where something lies.

    `layout` is the first if not given; `content` tells what lies on the spaces, by their names.
    """
    board = game.model.boards[name]
    held = content or {}
    chosen = next((each for each in board.layouts if each.name == layout), board.layouts[0])
    cells, others = [], []
    for node in chosen.nodes:
        # Corners and sides would fill the picture; what lies on them is listed below it.
        if node.type == name:
            cells.append(
                Cell(node.x, node.y, _space_text(game, name, node.name, node.values, node.name in held))
            )
        else:
            others.append(node.type)
    lines = [picture_text(cells)] if cells else []
    lines += [f"and {others.count(kind)} spaces of type {kind}" for kind in dict.fromkeys(others) if not held]
    if held:
        lines.append(running_text(f"{space}: {_pieces_text(pieces)}" for space, pieces in held.items()))
    legend = _legend(game, name)
    return "\n".join([*lines, f"({legend})"] if legend else lines)


def position_text(state: State, seat: int | None) -> str:
    """Return all that a seat sees (None: an onlooker): boards, counters, zones."""
    view = state.view(seat)
    parts = []
    for name, owners in view["boards"].items():
        layouts = view["counters"].get(f"{name}_layout")
        for owner, content in owners.items():
            layout = layouts.get(owner) if isinstance(layouts, dict) else layouts
            heading = name if owner == "all" else f"{name} of {owner}"
            parts.append(f"{heading}:\n{board_text(state.game, name, layout, content)}")
    parts += [_counters_text(view["counters"], state.game.players), _zones_text(view["zones"])]
    return "\n\n".join(part for part in parts if part)


def _space_text(game: Game, board: str, name: str, values: Mapping[str, Any], occupied: bool) -> str:
    """Return a space's name and, in short, its fields: `c2 P4`."""
    marks = ""
    for field in game.model.boards[board].fields.values():
        value = values.get(field.name)
        if not isinstance(value, int) or value < 0:
            continue
        if field.type.kind == "number":
            marks += str(value)
        elif field.type.kind == "enum":
            word = game.label(field.type, value)[0]
            marks += _short_forms(game, field.type.name)[word]
    shown = f"[{name}]" if occupied else name
    return f"{shown} {marks}" if marks else shown


def _short_forms(game: Game, enum: str) -> dict[str, str]:
    """Return the shortest beginning of each member of an enum that no other member has, capitalised."""
    members = game.model.enums[enum].members
    forms = {}
    for member in members:
        begun = (member[:length] for length in range(1, len(member)))
        lone = (start for start in begun if sum(other.startswith(start) for other in members) == 1)
        forms[member] = next(lone, member).capitalize()
    return forms


def _legend(game: Game, board: str) -> str:
    """Return what the short forms of field values mean."""
    fields = game.model.boards[board].fields.values()
    enums = dict.fromkeys(field.type.name for field in fields if field.type.kind == "enum")
    forms = [form for enum in enums for form in _short_forms(game, enum).items()]
    return ", ".join(f"{short} {member}" for member, short in forms)


def _pieces_text(pieces: Any) -> str:
    return ", ".join(map(str, pieces)) if isinstance(pieces, list) else str(pieces)


def _counters_text(counters: Mapping[str, Any], players: int) -> str:
    """Return counters of the players as a table, all others one a line; '?' is hidden."""
    seats = [f"p{seat + 1}" for seat in range(players)]
    rows, lines = [["", *seats]], []
    for name, value in counters.items():
        if not isinstance(value, dict):
            lines.append(f"{name}: {_counter_text(value)}")
        elif list(value) == seats:
            rows.append([name, *map(_counter_text, value.values())])
        else:
            told = [f"{place} {_counter_text(each)}" for place, each in value.items() if each not in _NOTHING]
            lines += [running_text(told, f"{name}: ")] if told else []
    table = [table_text(rows)] if len(rows) > 1 else []
    return "\n".join([*table, *lines])


def _counter_text(value: Any) -> str:
    return "?" if value is None else str(value)


def _zones_text(zones: Mapping[str, Any]) -> str:
    """Return what lies in the zones that are not empty; of hidden ones only how much."""
    lines = []
    for name, value in zones.items():
        for place, pieces in value.items() if isinstance(value, dict) else (("", value),):
            if pieces:
                shown = [f"{pieces} hidden"] if isinstance(pieces, int) else _counted(pieces)
                lines.append(running_text(shown, f"{name} {place}".rstrip() + ": "))
    return "\n".join(lines)


def _counted(pieces: Sequence[str]) -> list[str]:
    """Return pieces in their order, equal neighbours counted."""
    runs = [(piece, len(list(run))) for piece, run in groupby(pieces)]
    return [piece if count == 1 else f"{count}× {piece}" for piece, count in runs]
