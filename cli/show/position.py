"""A whole position as a seat sees it: whose turn it is, boards, counters, dice, zones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.show.board import Content, draw_board
from cli.show.hints import counters_on, hints_of, pawns_on, zones_on
from cli.show.ink import WIDTH, Line, Run, length, plain, running
from cli.show.pieces import joined, owner_colour, person_words, things_line

if TYPE_CHECKING:
    from interpreter import Game, State

# Values that say nothing where a counter has an index.
_NOTHING = (0, "none", "false")
# So many columns a table may take for its first.
_NAME = 24


def position_text(state: State, seat: int | None) -> str:
    """Return all that a seat sees (None: an onlooker) as plain text, with everybody's boards."""
    return plain(draw_position(state, seat, owners=None))


def draw_position(
    state: State,
    seat: int | None,
    *,
    owners: Collection[str] | None = (),
    width: int = WIDTH,
    seats: Sequence[str] = (),
) -> list[Line]:
    """Return a position: the boards of all and those of `owners` (ids; None: everybody's), then the rest."""
    sight = _Sight(state, seat, width, seats)
    parts = [sight.heading(), *sight.boards(owners), sight.counters(), sight.zones(), sight.supplies()]
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
    return _Sight(state, seat, width, ()).board(board.name, owner, names)


class _Sight:
    """What a seat sees of a position, and how wide it may be told."""

    def __init__(self, state: State, seat: int | None, width: int, seats: Sequence[str]) -> None:
        self.state, self.game, self.seat, self.width = state, state.game, seat, width
        self.seats = seats
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
    def boards(self, owners: Collection[str] | None) -> list[list[Line]]:
        """Return the boards, each with a heading; of those that are not drawn, a line that tells so."""
        found, left_out = [], []
        for name, board in self.game.model.boards.items():
            hints = hints_of(self.game, name)
            drawn = board.holds or zones_on(self.game, name) or pawns_on(self.game, name) or hints.counters
            if hints.hidden or not drawn:
                continue
            for owner in self.view["boards"].get(name, {"all": {}}):
                if owner != "all" and owners is not None and owner not in owners:
                    left_out.append(owner)
                    continue
                found.append(self.board(name, owner))
        return found

    def board(self, name: str, owner: str, offered: Collection[str] = ()) -> list[Line]:
        """Return a board with its heading."""
        layout = self.view["counters"].get(f"{name}_layout")
        layout = layout.get(owner) if isinstance(layout, dict) else layout
        board = self.game.model.boards[name]
        title = board.about.title or name.replace("_", " ").capitalize()
        named = next((each.about.title for each in board.layouts if each.name == layout), "")
        heading = [Run(title, "bold")]
        if owner != "all":
            heading += [Run(" of "), Run(self._who(owner), f"bold {owner_colour(owner)}")]
        heading += [Run(f": {named}")] if named else []
        nodes = next((e for e in board.layouts if e.name == layout), board.layouts[0]).nodes

        def places(node_type: str, value: Mapping[str, Any]) -> dict[str, Any]:
            # The places of a view are in the order of the spaces, but bear the names of the largest layout.
            names = [node.name for node in nodes if node.type == node_type]
            count = board.count(node_type)
            first = 0 if owner == "all" else (int(owner[1:]) - 1) * count
            return dict(zip(names, list(value.values())[first : first + count], strict=False))

        counters, zones = self.game.model.counters, self.game.model.zones
        content = Content(
            held=self.view["boards"].get(name, {}).get(owner, {}),
            pawns=self._pawns(name),
            values={
                each: places(counters[each].per[0].name, self.view["counters"][each])
                for each in counters_on(self.game, name)
            },
            zones={
                each: places(zones[each].per[0].name, self.view["zones"][each])
                for each in zones_on(self.game, name)
            },
            offered=offered,
        )
        return [heading, *draw_board(self.game, name, layout, content, self.width)]

    def _pawns(self, board: str) -> dict[str, list[str]]:
        """Return who or what stands on which space of a board, as counters tell it."""
        found: dict[str, list[str]] = {}
        for name in pawns_on(self.game, board):
            value = self.view["counters"][name]
            for who, space in value.items() if isinstance(value, dict) else ((name[:2], value),):
                if space not in (None, "none"):
                    found.setdefault(str(space), []).append(who)
        return found

    def _who(self, owner: str) -> str:
        return person_words(owner) + (
            " (you)" if self.seat is not None and owner == f"p{self.seat + 1}" else ""
        )

    # -- counters
    def counters(self) -> list[Line]:
        """Return the counters of the players as a table, all others after it; '?' is hidden."""
        on_boards = {name for board in self.game.model.boards for name in self._on_board(board)}
        rows: list[tuple[str, list[str]]] = []
        words: list[Line] = []
        for name, value in self.view["counters"].items():
            called = name.replace("_", " ")
            if name in self.told or name in on_boards:
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
            *counters_on(self.game, board), *pawns_on(self.game, board)
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
            if wanted(zone) and name not in on_boards and not _is_supply(self.game, name)
        ]

    def _zone(self, called: str, name: str, things: Any) -> Line:
        line = joined(things_line(self.game, self.game.model.zones[name].holds, things))
        heading = Run(f"{called.strip().replace('_', ' ')}: ", "dim")
        if length(line) <= self.width // 2 or isinstance(things, int):
            return [heading, *line]
        return (
            [heading, Run(f"{len(things)} of {len(set(things))} kinds")]
            if len(things) > 12
            else [heading, *line]
        )

    def supplies(self) -> list[Line]:
        """Return how much lies where nobody sees it, and in the box."""
        words: list[Line] = []
        for name in self.game.model.zones:
            value = self.view["zones"][name]
            if not _is_supply(self.game, name):
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
