"""A whole position as a seat sees it: whose turn it is, boards, counters, dice, zones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from cli.show.board import Content, board_labels, board_parts, legend_lines
from cli.show.cards import card_table
from cli.show.hints import counters_on, hints_of, zones_on
from cli.show.ink import WIDTH, Line, Run, broken, length, named_colour, plain, running, wrapped
from cli.show.pieces import (
    boxed,
    called,
    drawn_piece,
    joined,
    owner_colour,
    person_words,
    things_line,
    within,
)
from cli.show.sight import FEW_KINDS, NOTHING, Sight, Standing, is_of_person, things_in

if TYPE_CHECKING:
    from interpreter import Board, State

# So many columns lie between two boards.
_BETWEEN = 4
# So many columns a table has at least for its first.
_NAME = 24
_SAID = {"true": "yes", "false": "no"}
# More things than these are told by their kinds, where these are few.
_MANY = 12


def position_text(state: State, seat: int | None) -> str:
    """Return all that a seat sees (None: an onlooker) as plain text, with everybody's boards."""
    return plain(draw_position(state, seat, owners=None))


def draw_position(
    state: State,
    seat: int | None,
    *,
    owners: Collection[str] | None = (),
    width: int = WIDTH,
    listed: bool = False,
    without: Collection[str] = (),
) -> list[Line]:
    """Return a position: the boards of all and those of `owners` (ids; None: everybody's), then the rest.

    listed: boards are lists in words, for those who see no picture. without: boards and zones only named.
    """
    sight = _Position(state, seat, width, listed=listed, without=without)
    names = [name for name in sight.sight.board_names() if name not in without]
    boards = [each for name in names for each in sight.boards(owners, name)]
    left = [called(state.game.boards.get(name) or state.game.zones[name]) for name in without]
    unchanged = f"Unchanged: {', '.join(left)} (`board` shows all, `board NAME` one)"
    parts = [*boards, wrapped(unchanged, width=width, style="dim") if left else []]
    return spaced([sight.heading(), *parts, sight.counters(), sight.zones(), sight.supplies()])


def draw_boards(
    state: State, seat: int | None, name: str = "", width: int = WIDTH, *, listed: bool = False
) -> list[Line]:
    """Return one board, of all its owners, or every board if none is named; corners and sides with names."""
    return spaced(_Position(state, seat, width, listed=listed).boards(None, name, names=True))


def spaced(parts: Iterable[list[Line]]) -> list[Line]:
    """Return parts one below the other, with a line free between them."""
    lines: list[Line] = []
    for part in parts:
        lines += [*([[]] if lines and part else []), *part]
    return lines


def draw_offered(state: State, seat: int, width: int = WIDTH) -> list[Line]:
    """Return the board on which the spaces lie that can be chosen now; nothing where none can."""
    decision = state.decision
    board = state.game.board_with(decision.site.type) if decision is not None else None
    if decision is None or board is None or not board.holds:
        return []
    spaces = [value for value in decision.values if isinstance(value, int) and value in board.ids]
    owner = f"p{board.locate(spaces[0])[0] + 1}" if board.per is not None and spaces else "all"
    names = [option.id.partition("=")[2] for option in decision.options]
    return _Position(state, seat, width).board(board.name, owner, names)


def space_notes(state: State, seat: int | None) -> list[str]:
    """Return for each option of the present choice what is told of it, where it is a space; else nothing."""
    decision = state.decision
    assert decision is not None
    board = state.game.board_with(decision.site.type)
    if board is None:
        return [""] * len(decision.values)
    sight = _Position(state, seat, WIDTH)
    return [
        sight.note(board, value) if isinstance(value, int) and value in board.ids else ""
        for value in decision.values
    ]


class _Position:
    """A position as text of a width."""

    def __init__(
        self,
        state: State,
        seat: int | None,
        width: int,
        *,
        listed: bool = False,
        without: Collection[str] = (),
    ) -> None:
        self.sight, self.width, self.listed, self.without = Sight(state, seat), width, listed, without
        self.state, self.game, self.view = state, state.game, self.sight.view

    def heading(self) -> list[Line]:
        """Return where the game stands and whose turn it is."""
        decides = self.state.seat
        whose = "The game is over" if decides < 0 else f"{person_words(f'p{decides + 1}')} to choose"
        return [[Run(" - ".join(filter(None, [self.sight.whereabouts(), whose])), "bold")]]

    # -- boards
    def boards(
        self, owners: Collection[str] | None, wanted: str = "", *, names: bool = False
    ) -> list[list[Line]]:
        """Return the boards, each with a heading; those of several owners side by side where they fit."""
        found = []
        for name in self.sight.board_names(wanted):
            parts = [
                self._board_parts(name, owner, names=names)
                for owner in self.sight.owners(self.game.boards[name])
                if owner == "all" or owners is None or owner in owners
            ]
            drawn = _side_by_side([lines for lines, _ in parts], self.width)
            if drawn:
                drawn[-1] += legend_lines([legend for _, legend in parts], self.width)
            found += drawn
        return found

    def board(self, name: str, owner: str, offered: Collection[str]) -> list[Line]:
        """Return a board with its heading and legend."""
        lines, legend = self._board_parts(name, owner, offered=offered)
        return [*lines, *legend_lines([legend], self.width)]

    def _board_parts(
        self, name: str, owner: str, *, offered: Collection[str] = (), names: bool = False
    ) -> tuple[list[Line], list[Line]]:
        """Return a board with its heading, and the words of its legend."""
        seen = self.sight.board(name, owner, offered=offered, names=names)
        heading = [Run(seen.title, "bold")]
        if owner != "all":
            heading += [Run(" of "), Run(seen.whose, f"bold {owner_colour(owner)}")]
        heading += [Run(f": {seen.layout_title}")] if seen.layout_title else []
        pawns = {space: [_pawn(each) for each in found] for space, found in seen.standing.items()}
        every = [each for found in seen.standing.values() for each in found if not each.player]
        signs = {each.sign: each.words for each in every}
        content = replace(seen.content, pawns=pawns, called=signs, listed=self.listed)
        lines, legend = board_parts(self.game, name, seen.layout.name, content, self.width)
        return [*broken(heading, self.width), *lines], legend

    def note(self, board: Board, space: int) -> str:
        """Return what zones and counters tell of a space, in a few words; the piece on it its title tells."""
        owner, layout, place = board.locate(space)
        node, whose = board.layouts[layout].nodes[place], self.sight.owners(board)[owner]
        words = []
        for zone in zones_on(self.game, board.name):
            things = self.sight.places("zones", zone, whose).get(node.name)
            if things:
                line = joined(things_line(self.game, self.game.zones[zone].holds, things))
                words.append("".join(run.text for run in line))
        words += self._beside(board, whose, layout, node)
        hints = hints_of(self.game, board.name)
        for counter in (name for name in hints.label if name in hints.counters):
            value = self.sight.places("counters", counter, whose).get(node.name)
            if value not in (None, *NOTHING):
                told = hints.legend.get(str(value)) or self.sight.value_words(counter, value)
                words.append(f"{within(self.game.counters[counter])} {told}")
        return ", ".join(words)

    def _beside(self, board: Board, owner: str, layout: int, node: Any) -> list[str]:
        """Return what is written on the hexes that a corner or side belongs to."""
        if node.type == board.name:
            return []
        values = {
            counter: self.sight.places("counters", counter, owner)
            for counter in counters_on(self.game, board.name)
        }
        written = board_labels(self.game, board.name, board.layouts[layout].name, Content(values=values))
        labels = [written.get(beside.name, "") for beside in board.layouts[layout].beside(node)]
        return [" ".join(filter(None, labels))] if any(labels) else []

    # -- counters
    def counters(self) -> list[Line]:
        """Return the counters of the players as a table, all others after it; '?' is hidden."""
        rows: list[tuple[str, list[str]]] = []
        words: list[Line] = []
        for told in self.sight.told_counters():
            value = told.value
            if not isinstance(value, dict):
                said = _person(value) if told.person else _shown(value)
                words.append([Run(f"{told.called}: "), Run(said, "bold")])
                continue
            by_rest = self.sight.by_person(value)
            if by_rest is None:
                each = [
                    f"{self.sight.place_words(place)} {_person(one) if told.person else _shown(one)}"
                    for place, one in value.items()
                    if one not in NOTHING
                ]
                words += [[Run(f"{told.called}: {', '.join(each)}")]] if each else []
            else:
                rows += [
                    (f"{told.called} {self.sight.place_words(rest)}".strip(), list(map(_shown, cells)))
                    for rest, cells in by_rest.items()
                ]
        table = self._table(rows) if rows else []
        return [*table, *(running(words, width=self.width) if words else [])]

    def _table(self, rows: Sequence[tuple[str, Sequence[str]]]) -> list[Line]:
        heads = [self.sight.who(owner) for owner in self.sight.persons]
        first = max(len(name) for name, _ in rows)
        if first + sum(len(head) + 2 for head in heads) > self.width:
            heads = [head.replace("Player ", "P") for head in heads]
        first = min(first, max(self.width - sum(len(head) + 2 for head in heads), _NAME))
        colours = [owner_colour(owner) for owner in self.sight.persons]
        lines: list[Line] = [[Run(" " * first)]]
        lines[0] += [Run(f"  {head}", colour) for head, colour in zip(heads, colours, strict=True)]
        for name, cells in rows:
            *more, last = wrap(name, first)
            lines += [[Run(part)] for part in more]
            line = [Run(f"{last:<{first}}")]
            line += [Run(f"  {cell:>{len(head)}}") for cell, head in zip(cells, heads, strict=True)]
            lines.append(line)
        return lines

    # -- zones
    def zones(self) -> list[Line]:
        """Return what lies in the zones: first of each player, then of nobody."""
        found: list[Line] = []
        for owner in sorted(self.sight.persons, key=lambda owner: owner != (self.sight.me or "p1")):
            words = [
                self._zone(self._zone_title(name, rest), name, things)
                for name, value in self._shown_zones(is_of_person)
                for place, things in value.items()
                if things and place.partition(" ")[0] == owner
                for rest in [place.partition(" ")[2]]
            ]
            if words:
                found += running(words, [Run(f"{self.sight.who(owner)}:  ", owner_colour(owner))], self.width)
        commons: list[Line] = []
        tables: list[list[Line]] = []
        for name, value in self._shown_zones(lambda zone: not is_of_person(zone)):
            if (cards := self._cards(name, value)) is not None:
                tables.append(cards)
                continue
            alike: dict[Any, list[str]] = {}
            for place, things in value.items() if isinstance(value, dict) else [("", value)]:
                if things:
                    alike.setdefault(things if isinstance(things, int) else tuple(things), []).append(place)
            for things, where in alike.items():
                each = (
                    "(each)"
                    if 1 < len(where) == len(value)
                    else ", ".join(map(self.sight.place_words, where))
                )
                commons.append(self._zone(self._zone_title(name, each), name, things))
        listed = running(commons, width=self.width) if commons else []
        return spaced([[*found, *listed], *tables])

    def _shown_zones(self, wanted: Callable[[Any], bool]) -> list[tuple[str, Any]]:
        return [each for each in self.sight.shown_zones(wanted) if each[0] not in self.without]

    def _cards(self, name: str, value: Any) -> list[Line] | None:
        """Return a zone that is shown as cards, all places of a family together, as a table; else None."""
        zone = self.game.zones[name]
        things = [piece for _, each in things_in(value) if isinstance(each, list) for piece in each]
        if zone.shown_as != "cards" or self.listed or not things:
            return None
        return card_table(self.game, zone.holds.name, things, called(zone), self.width)

    def _zone_title(self, name: str, place: str) -> str:
        return f"{called(self.game.zones[name])} {self.sight.place_words(place)}".strip()

    def _zone(self, title: str, name: str, things: Any) -> Line:
        zone = self.game.zones[name]
        if isinstance(things, list) and zone.order == "set":
            things = self._sorted(zone.holds.name, things)
        line = joined(things_line(self.game, self.game.zones[name].holds, things))
        heading = Run(f"{title}: ", "dim")
        if length(line) <= self.width // 2 or isinstance(things, int):
            return [heading, *line]
        if len(things) <= _MANY or self._is_own(name):
            return [heading, *line]
        count = Run(f"{len(things)} of {len(set(things))} kinds")
        return [heading, *(self._by_kind(name, things) or [count])]

    def _sorted(self, component: str, things: list[str]) -> list[str]:
        """Return pieces in the order of their kinds, as one sorts a hand; numbers by their size."""
        made = self.game.components.get(component)
        if made is None:
            return sorted(things, key=lambda thing: (len(thing), thing))
        places = {thing: drawn_piece(self.game, component, thing).kind for thing in things}
        return sorted(things, key=lambda thing: (kind.index if (kind := places[thing]) else -1, thing))

    def _is_own(self, name: str) -> bool:
        """Whether only its owner sees a zone: of a hand one wants to see everything."""
        return self.game.zones[name].visible == "owner"

    def _by_kind(self, name: str, things: Sequence[str]) -> Line:
        """Return how many things of each kind lie in a zone; nothing where the kinds are many."""
        kinds = list(dict.fromkeys(things))
        together = sorted(things, key=kinds.index)
        found = joined(things_line(self.game, self.game.zones[name].holds, together))
        return found if len(kinds) <= FEW_KINDS else []

    def supplies(self) -> list[Line]:
        """Return how much lies where nobody sees it, and what can still come out of the box."""
        words: list[Line] = []
        for name in self.game.zones:
            value = self.view["zones"][name]
            if not (self.sight.is_supply(name) and self.game.zones[name].drawn):
                continue
            told = (
                self._by_kind(name, value) if isinstance(value, list) and self.sight.has_plenty(name) else []
            )
            if told:
                words.append([Run(f"{called(self.game.zones[name])}: ", "dim"), *told])
            if told or self._is_put_away(name):
                continue
            places = value.items() if isinstance(value, dict) else [("", value)]
            counts = [
                f"{self.sight.place_words(place)} {_count(things)}".strip()
                for place, things in places
                if _count(things)
            ]
            if counts:
                title = called(self.game.zones[name])
                # A box goes by the title of what it holds, if that has one.
                of_box = boxed(self.game, name) is not None and not title.startswith("box ")
                words.append([Run(f"{'Box of ' * of_box}{title}: {', '.join(counts)}", "dim")])
        return running(words, width=self.width) if words else []

    def _is_put_away(self, name: str) -> bool:
        """Whether a zone is the box of what belongs to nobody: how much is not in the game is no news."""
        made = boxed(self.game, name)
        return made is not None and made.per is None


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


def _count(things: Any) -> int:
    return things if isinstance(things, int) else len(things)


def _pawn(standing: Standing) -> Run:
    """Return who or what stands on a space as a sign with its number."""
    colour = owner_colour(standing.who) if standing.person else named_colour(standing.who)
    return Run(f"{standing.sign}{standing.told}", f"bold {colour}".strip())


def _person(value: Any) -> str:
    return _shown(value) if value is None or value in NOTHING else person_words(str(value))


def _shown(value: Any) -> str:
    return "?" if value is None else _SAID.get(value, str(value))
