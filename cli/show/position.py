"""A whole position as a seat sees it: whose turn it is, boards, counters, dice, zones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from cli.colours import owner_colour
from cli.seen.boards import BoardSeen
from cli.seen.lines import Line, Run, joined, plain
from cli.seen.model import Counter, Seen, Zone
from cli.seen.pieces import boxed, called, things_line, within
from cli.seen.seeing import see
from cli.seen.sight import FEW_KINDS, Sight
from cli.show.board import board_parts, legend_lines
from cli.show.cards import card_table
from cli.show.ink import WIDTH, broken, columns, left, length, right, running, wrap, wrapped

if TYPE_CHECKING:
    from interpreter import Game, State

# So many columns lie between two boards.
_BETWEEN = 4
# So many columns a table has at least for its first.
_NAME = 24
# Of more things than these their kinds are shown, where these are few.
_MANY = 12


def position_text(state: State, seat: int | None) -> str:
    """Return all that a seat sees (None: a spectator) as plain text, with everybody's boards."""
    return plain(position_lines(see(state, seat, ahead=False), owners=None))


def position_lines(
    seen: Seen,
    *,
    owners: Collection[str] | None = (),
    width: int = WIDTH,
    listed: bool = False,
    without: Collection[str] = (),
    apart: Collection[str] = (),
) -> list[Line]:
    """Return a position: the boards of all and those of `owners` (ids; None: everybody's), then the rest.

    listed: boards are lists in words, for those who see no picture. without: boards and zones only named;
    apart: boards that are shown elsewhere.
    """
    whose = "The game is over" if seen.decides < 0 else f"{seen.persons[f'p{seen.decides + 1}']} to choose"
    # Whose turn it is, where another is asked.
    other = (
        seen.persons.get(seen.turn, "") if seen.turn != f"p{seen.decides + 1}" and seen.decides >= 0 else ""
    )
    turn = f"{other}'s turn" if other else ""
    heading = [[Run(" - ".join(filter(None, [seen.where, turn, whose])), "bold")]]
    boards = [
        each
        for each in seen.boards
        if each.board.name not in {*without, *apart} and (owners is None or each.owner in ("all", *owners))
    ]
    left = [within(seen.game.boards.get(name) or seen.game.zones[name]) for name in without]
    unchanged = f"Unchanged: {', '.join(left)} (`board` shows all, `board NAME` one)"
    zones = [zone for zone in seen.zones if zone.count and zone.declared.name not in without]
    return spaced(
        [
            heading,
            *boards_lines(seen.game, boards, width, listed=listed),
            wrapped(unchanged, width=width, style="dim") if left else [],
            _counters(seen, width),
            _zones(seen, zones, width, listed=listed),
            _supplies(seen, width),
        ]
    )


def draw_boards(
    state: State, seat: int | None, name: str = "", width: int = WIDTH, *, listed: bool = False
) -> list[Line]:
    """Return one board, of all its owners, or every board if none is named; corners and sides with names."""
    boards = Sight(state, seat).boards(name)
    return spaced(boards_lines(state.game, boards, width, listed=listed, names=True))


def spaced(parts: Iterable[list[Line]]) -> list[Line]:
    """Return parts one below the other, with a line free between them."""
    lines: list[Line] = []
    for part in parts:
        lines += [*([[]] if lines and part else []), *part]
    return lines


def offered_lines(state: State, seat: int, width: int = WIDTH) -> list[Line]:
    """Return the board on which the spaces lie that can be chosen now; nothing where none can."""
    decision = state.decision
    board = state.game.board_with(decision.site.type) if decision is not None else None
    if decision is None or board is None or not board.holds:
        return []
    spaces = [value for value in decision.values if isinstance(value, int) and value in board.ids]
    owner = f"p{board.locate(spaces[0])[0] + 1}" if board.per is not None and spaces else "all"
    names = [option.id.partition("=")[2] for option in decision.options]
    seen = Sight(state, seat).board(board.name, owner)
    lines, legend = _board_parts(state.game, seen, width, offered=names)
    return [*lines, *legend_lines([legend], width)]


# -- boards
def boards_lines(
    game: Game, boards: Iterable[BoardSeen], width: int, *, listed: bool = False, names: bool = False
) -> list[list[Line]]:
    """Return boards, each with a heading; those of several owners side by side where they fit."""
    found = []
    for _, group in groupby(boards, key=lambda each: each.board.name):
        parts = [_board_parts(game, each, width, listed=listed, names=names) for each in group]
        drawn = _side_by_side([lines for lines, _ in parts], width)
        drawn[-1] += legend_lines([legend for _, legend in parts], width)
        found += drawn
    return found


def _board_parts(
    game: Game,
    seen: BoardSeen,
    width: int,
    *,
    offered: Collection[str] = (),
    listed: bool = False,
    names: bool = False,
) -> tuple[list[Line], list[Line]]:
    """Return a board with its heading, and the words of its legend."""
    heading = [Run(seen.title, "bold")]
    if seen.whose:
        heading += [Run(" of "), Run(seen.whose, f"bold {owner_colour(seen.owner)}")]
    heading += [Run(f": {seen.layout_title}")] if seen.layout_title else []
    lines, legend = board_parts(game, seen, width, offered=offered, listed=listed, names=names)
    return [*broken(heading, width), *lines], legend


def _side_by_side(drawings: list[list[Line]], width: int) -> list[list[Line]]:
    """Return drawings, as many of them beside each other as a line holds."""
    found: list[list[Line]] = []
    for drawing in drawings:
        start = max(map(length, found[-1])) + _BETWEEN if found else 0
        if not found or start + max(map(length, drawing)) > width:
            found.append([list(line) for line in drawing])
            continue
        row = found[-1]
        row += [[] for _ in range(len(drawing) - len(row))]
        for line, more in zip(row, drawing, strict=False):
            line += [Run(" " * (start - length(line))), *more]
    return found


# -- counters
def _counters(seen: Seen, width: int) -> list[Line]:
    """Return the counters of the players as a table, all others after it; '?' is hidden."""
    rows: list[tuple[str, Sequence[str]]] = []
    words: list[Line] = []
    for counter in seen.counters:
        if counter.by_person:
            rows += _rows(counter, len(seen.persons))
        elif said := counter.common():
            words.append([Run(f"{counter.title}: "), Run(said, "bold" if counter.alone else "")])
    table = _table(seen, rows, width) if rows else []
    return [*table, *(running(words, width=width) if words else [])]


def _rows(counter: Counter, persons: int) -> list[tuple[str, Sequence[str]]]:
    """Return the values of persons as rows, a column for each."""
    values = counter.values
    rows = (values[first : first + persons] for first in range(0, len(values), persons))
    return [(counter.heading(row[0]), [each.words for each in row]) for row in rows]


def _table(seen: Seen, rows: Sequence[tuple[str, Sequence[str]]], width: int) -> list[Line]:
    heads = [name + " (you)" * (person == seen.me) for person, name in seen.persons.items()]
    first = max(columns(name) for name, _ in rows)
    if first + sum(columns(head) + 2 for head in heads) > width:
        heads = [head.replace("Player ", "P") for head in heads]
    first = min(first, max(width - sum(columns(head) + 2 for head in heads), _NAME))
    lines: list[Line] = [[Run(" " * first)]]
    lines[0] += [Run(f"  {head}", owner_colour(each)) for head, each in zip(heads, seen.persons, strict=True)]
    for name, cells in rows:
        *more, last = wrap(name, first)
        lines += [[Run(part)] for part in more]
        line = [Run(left(last, first))]
        line += [Run(f"  {right(cell, columns(head))}") for cell, head in zip(cells, heads, strict=True)]
        lines.append(line)
    return lines


# -- zones
def _zones(seen: Seen, zones: Sequence[Zone], width: int, *, listed: bool) -> list[Line]:
    """Return what lies in the zones: first of each player, then of nobody."""
    found: list[Line] = []
    for owner in seen.by_person():
        words = [_zone(seen, zone, zone.heading, width) for zone in zones if zone.owner == owner]
        if words:
            name = seen.persons[owner] + " (you)" * (owner == seen.me)
            found += running(words, [Run(f"{name}:  ", owner_colour(owner))], width)
    commons: list[Line] = []
    tables: list[list[Line]] = []
    common = [zone for zone in zones if not zone.owner]
    for _, family in groupby(common, key=lambda zone: zone.declared.name):
        places = list(family)
        if (cards := None if listed else _cards(seen, places, width)) is not None:
            tables.append(cards)
            continue
        alike: dict[tuple[object, ...], list[Zone]] = {}
        for zone in places:
            alike.setdefault((zone.things, zone.hidden), []).append(zone)
        for same in alike.values():
            each = 1 < len(same) == same[0].family
            where = "(each)" if each else ", ".join(zone.which for zone in same)
            commons.append(_zone(seen, same[0], f"{same[0].title} {where}".strip(), width))
    lines = running(commons, width=width) if commons else []
    return spaced([[*found, *lines], *tables])


def _cards(seen: Seen, places: Sequence[Zone], width: int) -> list[Line] | None:
    """Return a zone that is shown as cards, all places of a family together, as a table; else None."""
    zone = places[0]
    things = [thing for each in places for thing in each.things]
    if zone.declared.shown_as != "cards" or not things:
        return None
    return card_table(seen.game, zone.declared.holds.name, things, zone.title, width)


def _zone(seen: Seen, zone: Zone, title: str, width: int) -> Line:
    heading, holds = Run(f"{title}: ", "dim"), zone.declared.holds
    line = joined(things_line(seen.game, holds, zone.things or zone.hidden))
    # Of a hand one wants to see everything.
    few = length(line) <= width // 2 or len(zone.things) <= _MANY
    if few or zone.declared.visible == "owner":
        return [heading, *line]
    kinds = list(dict.fromkeys(zone.things))
    if len(kinds) > FEW_KINDS:
        return [heading, Run(f"{len(zone.things)} of {len(kinds)} kinds")]
    return [heading, *joined(things_line(seen.game, holds, sorted(zone.things, key=kinds.index)))]


def _supplies(seen: Seen, width: int) -> list[Line]:
    """Return how much lies where nobody sees it, and what can still come out of the box."""
    words: list[Line] = []
    # How much of what belongs to nobody is not in the game is no news.
    supplies = [zone for zone in seen.supplies if not zone.away]
    for (title, holds), family in groupby(supplies, key=lambda zone: (zone.title, zone.declared.holds)):
        places = list(family)
        made = boxed(seen.game, places[0].declared.name)
        heading = f"{called(made)} in the box" if made is not None else title
        if places[0].things:
            line = joined(things_line(seen.game, holds, places[0].things))
            words.append([Run(f"{heading}: ", "dim"), *line])
            continue
        counts = ", ".join(f"{zone.which} {zone.count}".strip() for zone in places)
        words.append([Run(f"{heading}: {counts}", "dim")])
    return running(words, width=width) if words else []
