"""A whole position as a seat sees it: whose turn it is, boards, counters, dice, zones."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.show.board import Content, board_labels, board_parts, legend_lines
from cli.show.hints import counters_on, hints_of, zones_on
from cli.show.ink import WIDTH, Line, Run, broken, length, named_colour, plain, running
from cli.show.pieces import beginnings, joined, owner_colour, person_words, things_line

if TYPE_CHECKING:
    from interpreter import Game, State
    from interpreter.model.declarations import BoardDecl

# Values that say nothing where a counter has an index.
_NOTHING = (0, "none", "false")
# So many columns lie between two boards.
_BETWEEN = 4
# So many columns a table may take for its first.
_NAME = 24
# More things than these are told by their kinds, where these are few.
_MANY = 12
_FEW_KINDS = 8
# Of so many of each kind, on the average, not even the box is without interest.
_OF_EACH = 4


def position_text(state: State, seat: int | None) -> str:
    """Return all that a seat sees (None: an onlooker) as plain text, with everybody's boards."""
    return plain(draw_position(state, seat, owners=None))


def draw_position(
    state: State, seat: int | None, *, owners: Collection[str] | None = (), width: int = WIDTH
) -> list[Line]:
    """Return a position: the boards of all and those of `owners` (ids; None: everybody's), then the rest."""
    sight = _Sight(state, seat, width)
    return _spaced(
        [sight.heading(), *sight.boards(owners), sight.counters(), sight.zones(), sight.supplies()]
    )


def draw_boards(state: State, seat: int | None, name: str = "", width: int = WIDTH) -> list[Line]:
    """Return one board, of all its owners, or every board if none is named; corners and sides with names."""
    return _spaced(_Sight(state, seat, width).boards(None, name, names=True))


def _spaced(parts: Iterable[list[Line]]) -> list[Line]:
    """Return parts one below the other, with a line free between them."""
    lines: list[Line] = []
    for part in parts:
        lines += [*([[]] if lines and part else []), *part]
    return lines


def draw_offered(state: State, seat: int, width: int = WIDTH) -> list[Line]:
    """Return the board on which the spaces lie that can be chosen now; nothing where none can."""
    decision = state.decision
    kind = decision.site.type if decision is not None else None
    board = state.game.model.node_boards.get(kind.name) if kind is not None and kind.kind == "space" else None
    if decision is None or board is None or not board.holds:
        return []
    spaces = [value for value in decision.values if isinstance(value, int) and value in board.ids]
    owner = f"p{board.locate(spaces[0])[0] + 1}" if board.per is not None and spaces else "all"
    names = [option.id.partition("=")[2] for option in decision.options]
    return _Sight(state, seat, width).board(board.name, owner, names)


def space_notes(state: State, seat: int | None) -> list[str]:
    """Return for each option of the present choice what is told of it, where it is a space; else nothing."""
    decision = state.decision
    assert decision is not None
    kind = decision.site.type
    board = state.game.model.node_boards.get(kind.name) if kind is not None and kind.kind == "space" else None
    if board is None:
        return [""] * len(decision.values)
    sight = _Sight(state, seat, WIDTH)
    return [
        sight.note(board, value) if isinstance(value, int) and value in board.ids else ""
        for value in decision.values
    ]


class _Sight:
    """What a seat sees of a position, and how wide it may be told."""

    def __init__(self, state: State, seat: int | None, width: int) -> None:
        self.state, self.game, self.seat, self.width = state, state.game, seat, width
        self.view = state.view(seat)
        self.people = [f"p{number + 1}" for number in range(self.game.players)]
        self.loops = list(_loops(self.game.model.flow))
        self.told = {*self.loops, *(f"{name}_layout" for name in self.game.model.boards)}

    def heading(self) -> list[Line]:
        """Return where the game stands and whose turn it is."""
        counters = self.view["counters"]
        words = [
            f"{name.replace('_', ' ')} {counters[name]}"
            for name in self.loops
            if counters.get(name) not in (None, "none") and not isinstance(counters[name], dict)
        ]
        decides = self.state.seat
        whose = "The game is over" if decides < 0 else f"{person_words(f'p{decides + 1}')} to choose"
        return [[Run(" - ".join(filter(None, [", ".join(words), whose])), "bold")]]

    # -- boards
    def boards(
        self, owners: Collection[str] | None, wanted: str = "", *, names: bool = False
    ) -> list[list[Line]]:
        """Return the boards, each with a heading; those of several owners side by side where they fit."""
        found = []
        for name, board in self.game.model.boards.items():
            hints = hints_of(self.game, name)
            shown = board.holds or zones_on(self.game, name) or hints.pawns or hints.counters
            if name != wanted and (wanted or hints.hidden or not shown):
                continue
            parts = [
                self._board_parts(name, owner, names=names)
                for owner in self._owners(board)
                if owner == "all" or owners is None or owner in owners
            ]
            drawn = _side_by_side([lines for lines, _ in parts], self.width)
            if drawn:
                drawn[-1] += legend_lines([legend for _, legend in parts], self.width)
            found += drawn
        return found

    def _owners(self, board: BoardDecl) -> list[str]:
        """Return whose a board is, as a view calls them: automata are numbered after the players."""
        return [f"p{number + 1}" for number in range(board.owners)] if board.per is not None else ["all"]

    def _layout(self, board: str, owner: str) -> str | None:
        """Return the layout of an owner's board that is in use; a team goes by its number here."""
        told: Any = self.view["counters"].get(f"{board}_layout")
        found: str | None = (
            told.get(owner) or told.get(f"team{owner[1:]}") if isinstance(told, dict) else told
        )
        return found

    def board(self, name: str, owner: str, offered: Collection[str]) -> list[Line]:
        """Return a board with its heading and legend."""
        lines, legend = self._board_parts(name, owner, offered=offered)
        return [*lines, *legend_lines([legend], self.width)]

    def _board_parts(
        self, name: str, owner: str, *, offered: Collection[str] = (), names: bool = False
    ) -> tuple[list[Line], list[Line]]:
        """Return a board with its heading, and the words of its legend."""
        from interpreter import marked_spaces

        layout = self._layout(name, owner)
        board = self.game.model.boards[name]
        title = board.about.title or name.replace("_", " ").capitalize()
        named = next((each.about.title for each in board.layouts if each.name == layout), "")
        heading = [Run(title, "bold")]
        if owner != "all":
            heading += [Run(" of "), Run(self._who(owner), f"bold {owner_colour(owner)}")]
        heading += [Run(f": {named}")] if named else []
        number = self._owners(board).index(owner)
        pawns, called = self._pawns(name, owner)
        content = Content(
            held=self.view["boards"].get(name, {}).get(owner, {}),
            pawns=pawns,
            called=called,
            values={each: self._places("counters", each, owner) for each in counters_on(self.game, name)},
            zones={each: self._places("zones", each, owner) for each in zones_on(self.game, name)},
            offered=offered,
            marked={
                value: marked_spaces(self.state, name, number, value)
                for value in hints_of(self.game, name).marks
            },
            names=names,
        )
        lines, legend = board_parts(self.game, name, layout, content, self.width)
        return [*broken(heading, self.width), *lines], legend

    def _places(self, kind: str, name: str, owner: str) -> dict[str, Any]:
        """Return what a counter or zone (kind: `counters` or `zones`) tells of an owner's spaces, by name."""
        whose = "" if owner == "all" else f"{owner} "
        return {
            place.removeprefix(whose): told
            for place, told in self.view[kind][name].items()
            if place.startswith(whose)
        }

    def _pawns(self, board: str, owner: str) -> tuple[dict[str, list[Run]], dict[str, str]]:
        """Return who or what stands on which space of a board, as counters tell it, and what signs mean."""
        found: dict[str, list[Run]] = {}
        called: dict[str, str] = {}
        persons = self._persons()
        for name, number in hints_of(self.game, board).pawns.items():
            value = self.view["counters"][name]
            numbers = self.view["counters"].get(number, {})
            places = value if isinstance(value, dict) else {name: value}
            signs = beginnings(list(places))
            for place, space in places.items():
                # Of several things of one player it is told whose they are; what they are the place tells.
                who = place.partition(" ")[0] if place.partition(" ")[0] in persons else place
                others = who in persons and owner not in ("all", f"p{persons.index(who) + 1}")
                if space in (None, "none") or others:
                    continue
                sign = who[1:] if who in self.people else signs[place] if len(places) > 1 else name[:2]
                told = str(numbers.get(place) or "") if isinstance(numbers, dict) else str(numbers)
                colour = owner_colour(who) if who in persons else named_colour(who)
                run = Run(f"{sign}{told}", f"bold {colour}".strip())
                if run not in found.setdefault(str(space), []):
                    found[str(space)].append(run)
                called |= {} if who in self.people else {sign: who.replace("_", " ")}
        return found, called

    def note(self, board: BoardDecl, space: int) -> str:
        """Return what zones and counters tell of a space, in a few words; the piece on it its title tells."""
        owner, layout, place = board.locate(space)
        node, whose = board.layouts[layout].nodes[place], self._owners(board)[owner]
        words = []
        for zone in zones_on(self.game, board.name):
            things = self._places("zones", zone, whose).get(node.name)
            if things:
                line = joined(things_line(self.game, self.game.model.zones[zone].holds, things))
                words.append("".join(run.text for run in line))
        words += self._beside(board, whose, layout, node)
        hints = hints_of(self.game, board.name)
        for counter in (name for name in hints.label if name in hints.counters):
            value = self._places("counters", counter, whose).get(node.name)
            if value not in (None, *_NOTHING):
                told = hints.legend.get(str(value), str(value)).replace("_", " ")
                words.append(f"{counter.replace('_', ' ')} {told}")
        return ", ".join(words)

    def _beside(self, board: BoardDecl, owner: str, layout: int, node: Any) -> list[str]:
        """Return what is written on the hexes that a corner or side belongs to."""
        if node.type == board.name:
            return []
        values = {
            counter: self._places("counters", counter, owner)
            for counter in counters_on(self.game, board.name)
        }
        written = board_labels(self.game, board.name, board.layouts[layout].name, Content(values=values))
        labels = [written.get(beside.name, "") for beside in board.layouts[layout].beside(node)]
        return [" ".join(filter(None, labels))] if any(labels) else []

    def _who(self, owner: str) -> str:
        number = int(owner[1:]) if re.fullmatch(r"p\d+", owner) else 0
        if number > len(self.people):
            owner = self._persons()[number - 1] if number <= len(self._persons()) else f"team {number}"
        return person_words(owner) + (
            " (you)" if self.seat is not None and owner == f"p{self.seat + 1}" else ""
        )

    # -- counters
    def counters(self) -> list[Line]:
        """Return the counters of the players as a table, all others after it; '?' is hidden."""
        on_boards = {name for board in self.game.model.boards for name in self._on_board(board)}
        # What each player has of each space would be a line for each space.
        on_boards |= {
            name
            for name, counter in self.game.model.counters.items()
            if len(counter.per) > 1 and any(index.kind == "space" for index in counter.per)
        }
        rows: list[tuple[str, list[str]]] = []
        words: list[Line] = []
        for name, value in self.view["counters"].items():
            called = name.replace("_", " ")
            if name in self.told or name in on_boards or not self.game.model.counters[name].drawn:
                continue
            if not isinstance(value, dict):
                said = _shown(value)
                person = said in self._persons() and self.game.model.counters[name].type.kind == "player"
                words.append([Run(f"{called}: "), Run(person_words(said) if person else said, "bold")])
                continue
            by_rest = self._by_person(value)
            if by_rest is None:
                told = [f"{place} {_shown(each)}" for place, each in value.items() if each not in _NOTHING]
                words += [[Run(f"{called}: {', '.join(told)}")]] if told else []
            else:
                rows += [
                    (f"{called} {rest}".strip(), list(map(_shown, cells))) for rest, cells in by_rest.items()
                ]
        table = self._table(rows) if rows else []
        return [*table, *(running(words, width=self.width) if words else [])]

    def _on_board(self, board: str) -> list[str]:
        return [] if hints_of(self.game, board).hidden else [
            *counters_on(self.game, board), *(
                name for pair in hints_of(self.game, board).pawns.items() for name in pair
            )
        ]  # fmt: skip

    def _by_person(self, value: Mapping[str, Any]) -> dict[str, list[Any]] | None:
        """Return the cells of a table by what else their places say; None where it is not about players."""
        owners = [place.partition(" ")[0] for place in value]
        persons = list(dict.fromkeys(owners))
        if not set(self.people) <= set(persons) or persons != self._persons():
            return None
        rests: dict[str, list[Any]] = {}
        for place, each in value.items():
            rests.setdefault(place.partition(" ")[2], []).append(each)
        return {
            rest: cells
            for rest, cells in rests.items()
            if not rest or any(each not in _NOTHING for each in cells)
        }

    def _persons(self) -> list[str]:
        return [*self.people, *self.game.model.automata]

    def _table(self, rows: Sequence[tuple[str, Sequence[str]]]) -> list[Line]:
        heads = [self._who(owner) for owner in self._persons()]
        first = min(max(len(name) for name, _ in rows), _NAME)
        if first + sum(len(head) + 2 for head in heads) > self.width:
            heads = [head.replace("Player ", "P") for head in heads]
        colours = [owner_colour(owner) for owner in self._persons()]
        lines: list[Line] = [[Run(" " * first)]]
        lines[0] += [Run(f"  {head}", colour) for head, colour in zip(heads, colours, strict=True)]
        for name, cells in rows:
            line = [Run(f"{name[:first]:<{first}}")]
            line += [Run(f"  {cell:>{len(head)}}") for cell, head in zip(cells, heads, strict=True)]
            lines.append(line)
        return lines

    # -- zones
    def zones(self) -> list[Line]:
        """Return what lies in the zones: first of each player, then of nobody."""
        found: list[Line] = []
        for owner in sorted(self._persons(), key=lambda owner: owner != f"p{(self.seat or 0) + 1}"):
            words = [
                self._zone(f"{name} {rest}", name, things)
                for name, value in self._shown_zones(_is_of_person)
                for place, things in value.items()
                if things and place.partition(" ")[0] == owner
                for rest in [place.partition(" ")[2]]
            ]
            if words:
                found += running(words, [Run(f"{self._who(owner)}:  ", owner_colour(owner))], self.width)
        commons: list[Line] = []
        for name, value in self._shown_zones(lambda zone: not _is_of_person(zone)):
            alike: dict[Any, list[str]] = {}
            for place, things in value.items() if isinstance(value, dict) else [("", value)]:
                if things:
                    alike.setdefault(things if isinstance(things, int) else tuple(things), []).append(place)
            for things, where in alike.items():
                each = "(each)" if 1 < len(where) == len(value) else ", ".join(where)
                commons.append(self._zone(f"{name} {each}", name, things))
        return [*found, *(running(commons, width=self.width) if commons else [])]

    def _shown_zones(self, wanted: Callable[[Any], bool]) -> list[tuple[str, Any]]:
        on_boards = {
            zone
            for name in self.game.model.boards
            if not hints_of(self.game, name).hidden
            for zone in zones_on(self.game, name)
        }
        return [
            (name, self.view["zones"][name])
            for name, zone in self.game.model.zones.items()
            if zone.drawn and wanted(zone) and name not in on_boards and not _is_supply(self.game, name)
        ]

    def _zone(self, called: str, name: str, things: Any) -> Line:
        line = joined(things_line(self.game, self.game.model.zones[name].holds, things))
        heading = Run(f"{called.strip().replace('_', ' ')}: ", "dim")
        if length(line) <= self.width // 2 or isinstance(things, int):
            return [heading, *line]
        if len(things) <= _MANY:
            return [heading, *line]
        count = Run(f"{len(things)} of {len(set(things))} kinds")
        return [heading, *(self._by_kind(name, things) or [count])]

    def _by_kind(self, name: str, things: Sequence[str]) -> Line:
        """Return how many things of each kind lie in a zone; nothing where the kinds are many."""
        kinds = list(dict.fromkeys(things))
        together = sorted(things, key=kinds.index)
        found = joined(things_line(self.game, self.game.model.zones[name].holds, together))
        return found if len(kinds) <= _FEW_KINDS else []

    def supplies(self) -> list[Line]:
        """Return how much lies where nobody sees it, and in the box."""
        words: list[Line] = []
        for name in self.game.model.zones:
            value = self.view["zones"][name]
            if not (_is_supply(self.game, name) and self.game.model.zones[name].drawn):
                continue
            told = self._by_kind(name, value) if isinstance(value, list) and self._has_plenty(name) else []
            if told:
                words.append([Run(f"{name.replace('_', ' ')}: ", "dim"), *told])
                continue
            places = value.items() if isinstance(value, dict) else [("", value)]
            counts = [
                f"{place} {_count(things)}".strip().replace("_", " ")
                for place, things in places
                if _count(things)
            ]
            if counts:
                words.append([Run(f"{name.replace('_', ' ')}: {', '.join(counts)}", "dim")])
        return running(words, width=self.width) if words else []

    def _has_plenty(self, name: str) -> bool:
        """Whether a box has few kinds and many pieces of each, so that one wants to know what is left."""
        made = self.game.model.components.get(self.game.model.zones[name].holds.name)
        copies = [kind.copies for kind in made.kinds] if made is not None and made.per is None else []
        return 0 < len(copies) <= _FEW_KINDS and sum(copies) > _OF_EACH * len(copies)


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


def _is_of_person(zone: Any) -> bool:
    return bool(zone.per) and zone.per[0].kind == "player"


def _is_supply(game: Game, name: str) -> bool:
    """Whether a zone is no place of the table: nobody sees what lies there, or it is the box of a type."""
    return game.model.zones[name].visible == "nobody" or name.removeprefix("box_") in game.model.components


def _count(things: Any) -> int:
    return things if isinstance(things, int) else len(things)


def _loops(steps: Sequence[Any]) -> Iterator[str]:
    """Yield the names that the steps of a flow are repeated for, the outermost first."""
    for step in steps:
        if step.loop is not None:
            yield step.loop.name
        yield from _loops(step.steps)


def _shown(value: Any) -> str:
    return "?" if value is None else str(value)
