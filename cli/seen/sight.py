"""Sees a position for a seat: from its view to boards, counters and zones in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from cli.seen.boards import BoardSeen, Content, Standing, empty_board
from cli.seen.hints import counters_on, hints_of, zones_on
from cli.seen.model import NOTHING, Counter, Value, Zone
from cli.seen.pieces import beginnings, boxed, called, person_words, piece_look

if TYPE_CHECKING:
    from interpreter import Board, BoardLayout, State
    from interpreter import Zone as ZoneDeclared

# So few kinds are shown one by one; of so many of each, on the average, not even the box is without interest.
FEW_KINDS, _OF_EACH = 8, 4
_YES_NO = {"true": "yes", "false": "no"}


class Sight:
    """What a seat sees of a position (None: a spectator); news: places where something happened lately."""

    def __init__(self, state: State, seat: int | None, news: Collection[tuple[str, ...]] = ()) -> None:
        self.state, self.game, self.seat, self.news = state, state.game, seat, news
        self.view = _laid_open(state, seat) if state.finished else state.view(seat)
        self.people = [f"p{number + 1}" for number in range(self.game.players)]
        self.persons = [*self.people, *self.game.automata]
        self.loops = self.game.loops
        self.kinds = {thing.name: thing for thing in self.game.things if thing.section == "kinds"}

    @property
    def me(self) -> str:
        """The id of the seat that looks; of a spectator empty."""
        return f"p{self.seat + 1}" if self.seat is not None else ""

    # -- words
    def whereabouts(self) -> str:
        """Return where the game is: the values of what its steps are repeated for."""
        counters = self.view["counters"]
        return ", ".join(
            f"{name.replace('_', ' ')} {counters[name]}"
            for name in self.loops
            if counters.get(name) not in (None, "none") and not isinstance(counters[name], dict)
        )

    def who(self, owner: str) -> str:
        """Return a person or team in words, by the number that a view gives to owners of boards."""
        number = int(owner[1:]) if re.fullmatch(r"p\d+", owner) else 0
        if number > len(self.people):
            owner = self.persons[number - 1] if number <= len(self.persons) else f"team {number}"
        return person_words(owner) + (" (you)" if owner == self.me else "")

    def _place_words(self, place: str) -> str:
        """Return which of a family, as a view calls it, in words: kinds by their titles, persons by name."""
        words = []
        for word in place.split(" "):
            kind = self.kinds.get(word)
            words.append(
                called(kind) if kind is not None else person_words(word) if word in self.persons else word
            )
        return " ".join(words).replace("_", " ").strip()

    def value_words(self, counter: str, value: object) -> str:
        """Return the value of a counter at one place in words."""
        kind = self.game.counters[counter].type.kind if counter in self.game.counters else ""
        if value is None:
            return "?"
        if kind == "player" and value not in NOTHING:
            return person_words(str(value))
        return _YES_NO.get(str(value), str(value).replace("_", " "))

    def at_place(self, title: str, place: str) -> str:
        """Return a zone or counter with which of its family, as a view calls that: `Hand of Player 1`."""
        whose, rest = self._owner_in(place)
        words = f"{title} {self._place_words(rest)}".strip()
        return f"{words} of {self.who(whose)}".strip().removeprefix("of ") if whose else words

    def _owner_in(self, place: str) -> tuple[str, str]:
        """Return the person whom a place of a family names first, or nobody, and the rest of it."""
        whose, _, rest = place.partition(" ")
        return (whose, rest) if whose in self.persons else ("", place)

    # -- boards
    def board_names(self, wanted: str = "") -> list[str]:
        """Return the boards worth drawing, or the one that is wanted."""
        found = []
        for name, board in self.game.boards.items():
            hints = hints_of(self.game, name)
            shown = board.holds or zones_on(self.game, name) or hints.pawns or hints.counters
            if name == wanted or (not wanted and shown and not hints.hidden):
                found.append(name)
        return found

    def owners(self, board: Board) -> list[str]:
        """Return whose a board is, as a view calls them: automata are numbered after the players."""
        return [f"p{number + 1}" for number in range(board.owners)] if board.per is not None else ["all"]

    def boards(self, wanted: str = "") -> Iterator[BoardSeen]:
        """Yield the boards worth drawing, or the one that is wanted, of all their owners."""
        for name in self.board_names(wanted):
            yield from (self.board(name, owner) for owner in self.owners(self.game.boards[name]))

    def board(self, name: str, owner: str) -> BoardSeen:
        """Return an owner's board with all that is on it."""
        from interpreter import marked_spaces

        board = self.game.boards[name]
        layout = self.layout(board, owner)
        number = self.owners(board).index(owner)
        content = Content(
            held=self.view["boards"].get(name, {}).get(owner, {}),
            values={each: self.places("counters", each, owner) for each in counters_on(self.game, name)},
            zones={each: self.places("zones", each, owner) for each in zones_on(self.game, name)},
            marked={
                value: marked_spaces(self.state, name, number, value)
                for value in hints_of(self.game, name).marks
            },
        )
        return replace(
            empty_board(self.game, name, layout.name),
            owner=owner,
            whose="" if owner == "all" else self.who(owner),
            content=content,
            standing=self._standing(name, owner),
            news=frozenset(place[2] for place in self.news if place[:2] == (name, owner) and place[2:]),
        )

    def layout(self, board: Board, owner: str) -> BoardLayout:
        """Return the layout of an owner's board that is in use; a team goes by its number here."""
        chosen: Any = self.view["counters"].get(f"{board.name}_layout")
        by_owner = isinstance(chosen, dict)
        used = chosen.get(owner) or chosen.get(f"team{owner[1:]}") if by_owner else chosen
        return next((each for each in board.layouts if each.name == used), board.layouts[0])

    def places(self, kind: Literal["counters", "zones"], name: str, owner: str) -> dict[str, Any]:
        """Return what a counter or zone (kind: `counters` or `zones`) says of an owner's spaces, by name."""
        whose = "" if owner == "all" else f"{owner} "
        return {
            place.removeprefix(whose): each
            for place, each in self.view[kind][name].items()
            if place.startswith(whose)
        }

    def _standing(self, board: str, owner: str) -> dict[str, list[Standing]]:
        """Return who or what is on which space of a board, by the values of counters."""
        found: dict[str, list[Standing]] = {}
        for name, of in hints_of(self.game, board).pawns.items():
            value = self.view["counters"][name]
            numbers = self.view["counters"].get(of, {})
            places = value if isinstance(value, dict) else {name: value}
            signs = beginnings(list(places))
            for place, space in places.items():
                # Of several things of one player the sign says whose they are; what they are the place says.
                who = place.partition(" ")[0] if place.partition(" ")[0] in self.persons else place
                person = who in self.persons
                others = person and owner not in ("all", f"p{self.persons.index(who) + 1}")
                if space in (None, "none") or others:
                    continue
                sign = who[1:] if who in self.people else signs[place] if len(places) > 1 else name[:2]
                number = str(numbers.get(place) or "") if isinstance(numbers, dict) else str(numbers)
                words = person_words(who) if person else who.replace("_", " ")
                standing = Standing(who, name, sign, number, person, who in self.people, words)
                alike = [replace(each, called=name) for each in found.setdefault(str(space), [])]
                if standing not in alike:
                    found[str(space)].append(standing)
        return found

    # -- counters
    def counters(self) -> Iterator[Counter]:
        """Yield the counters that no board and no heading shows, then the values that are shown."""
        from interpreter import shown_values

        elsewhere = {*self.loops, *(f"{name}_layout" for name in self.game.boards)}
        elsewhere |= {name for board in self.game.boards for name in self._on_board(board)}
        # What each player has of each space would be a line for each space.
        elsewhere |= {
            name
            for name, counter in self.game.counters.items()
            if len(counter.per) > 1 and any(index.kind == "space" for index in counter.per)
        }
        elsewhere |= set() if self.game.has_points else {"points"}
        for name, value in self.view["counters"].items():
            counter = self.game.counters[name]
            if name not in elsewhere and counter.drawn:
                yield self._counter(f"counters/{name}", called(counter), value)
        titles = {thing.name: thing for thing in self.game.things if thing.section == "values"}
        for name, value in shown_values(self.state, self.seat).items():
            yield self._counter(f"values/{name}", called(titles[name]), value)

    def _on_board(self, board: str) -> list[str]:
        hints = hints_of(self.game, board)
        pawns = (name for pair in hints.pawns.items() for name in pair)
        return [] if hints.hidden else [*counters_on(self.game, board), *pawns]

    def _counter(self, name: str, title: str, value: Any) -> Counter:
        """Return a counter or value; of a family what each of its places says."""
        section, _, counter = name.partition("/")
        of = counter if section == "counters" else ""

        def said(owner: str, place: str, each: Any) -> Value:
            return Value(owner, self._place_words(place), each, self.value_words(of, each))

        if not isinstance(value, dict):
            return Counter(name, title, [said("", "", value)], by_person=False)
        rows = self._by_person(value)
        if rows is None:
            values = [said("", place, each) for place, each in value.items() if each not in NOTHING]
        else:
            values = [
                said(person, rest, each)
                for rest, cells in rows.items()
                for person, each in zip(self.persons, cells, strict=True)
            ]
        return Counter(name, title, values, by_person=rows is not None)

    def _by_person(self, value: Mapping[str, Any]) -> dict[str, list[Any]] | None:
        """Return a counter's values, one a person, by what else their places say; None: not about persons."""
        owners = [place.partition(" ")[0] for place in value]
        persons = list(dict.fromkeys(owners))
        if not set(self.people) <= set(persons) or persons != self.persons:
            return None
        rests: dict[str, list[Any]] = {}
        for place, each in value.items():
            rests.setdefault(place.partition(" ")[2], []).append(each)
        return {
            rest: cells
            for rest, cells in rests.items()
            # Where nothing is said of anybody, a line is worth having only for a number.
            if not (rest or cells[0] in ("none", "false")) or any(each not in NOTHING for each in cells)
        }

    # -- zones
    def zones(self) -> Iterator[Zone]:
        """Yield the zones that lie on the table, but on no board."""
        on_boards = {
            zone
            for name in self.game.boards
            if not hints_of(self.game, name).hidden
            for zone in zones_on(self.game, name)
        }
        for name, zone in self.game.zones.items():
            if zone.drawn and name not in on_boards and not self._is_supply(zone):
                yield from self._zone(zone)

    def supplies(self) -> Iterator[Zone]:
        """Yield what lies where nobody sees it, and what can still come out of the box.

        Of a box with few kinds and many pieces of each, where one wants to know what is left, the things.
        """
        for zone in self.game.zones.values():
            made, plenty = boxed(self.game, zone.name), self._has_plenty(zone)
            for each in self._zone(zone) if zone.drawn and self._is_supply(zone) else ():
                if not each.count:
                    continue
                if plenty and each.things:
                    yield each
                    continue
                away = made is not None and made.per is None
                yield replace(each, things=(), hidden=each.count, away=away)

    def _zone(self, zone: ZoneDeclared) -> Iterator[Zone]:
        """Yield a zone, or each of its family."""
        value = self.view["zones"][zone.name]
        of_person = bool(zone.per) and zone.per[0].kind == "player"
        for place, things in value.items() if isinstance(value, dict) else [("", value)]:
            owner, rest = self._owner_in(place) if of_person else ("", place)
            seen = not isinstance(things, int)
            yield Zone(
                declared=zone,
                title=called(zone),
                owner=owner,
                place=place,
                which=self._place_words(rest),
                family=len(value) if isinstance(value, dict) else 1,
                things=self.arranged(zone, things) if seen else (),
                hidden=0 if seen else things,
                new=((zone.name, place) if place else (zone.name,)) in self.news,
            )

    def arranged(self, zone: ZoneDeclared, things: Sequence[str]) -> tuple[str, ...]:
        """Return things; those without an order by their kinds, as one sorts a hand, numbers by size."""
        if zone.order != "set":
            return tuple(things)
        component = zone.holds.name
        if component not in self.game.components:
            return tuple(sorted(things, key=lambda thing: (len(thing), thing)))
        kinds = {thing: piece_look(self.game, component, thing).kind for thing in things}
        return tuple(sorted(things, key=lambda thing: (kind.index if (kind := kinds[thing]) else -1, thing)))

    def is_beside(self, section: str, name: str) -> bool:
        """Whether a counter, zone or value is something that people know, and lies on no board."""
        on_boards = {
            each
            for board in self.game.boards
            for each in (*zones_on(self.game, board), *self._on_board(board))
        }
        zone, counter = self.game.zones.get(name), self.game.counters.get(name)
        drawn = (section != "zones" or (zone is not None and zone.drawn)) and (
            section != "counters" or (counter is not None and counter.drawn)
        )
        return drawn and (section == "values" or name not in on_boards)

    def _is_supply(self, zone: ZoneDeclared) -> bool:
        """Whether a zone is no place of the table: nobody sees into it, or it is the box of a type."""
        return zone.visible == "nobody" or boxed(self.game, zone.name) is not None

    def _has_plenty(self, zone: ZoneDeclared) -> bool:
        """Whether a box has few kinds and many pieces of each, so that one wants to know what is left."""
        made = self.game.components.get(zone.holds.name)
        copies = [kind.copies for kind in made.kinds] if made is not None and made.per is None else []
        return 0 < len(copies) <= FEW_KINDS and sum(copies) > _OF_EACH * len(copies)


def _laid_open(state: State, seat: int | None) -> Any:
    """Return the view of a game that is over: what any one player saw lies open, and points are totals.

    What nobody saw stays hidden.
    """
    view: Any = state.view(seat)
    for each in range(state.game.players):
        for name, seen in state.view(each)["zones"].items():
            own = view["zones"][name]
            if not isinstance(seen, dict):
                view["zones"][name] = min(own, seen, key=_hidden_in)
                continue
            own.update({place: min(own[place], things, key=_hidden_in) for place, things in seen.items()})
    points, totals = view["counters"]["points"], state.scores()
    if isinstance(points, dict):
        points.update(zip(points, totals, strict=False))
    return view


def _hidden_in(things: Any) -> int:
    """Count the things of a place that are not seen."""
    return things if isinstance(things, int) else sum(str(each).startswith("?") for each in things)


def things_in(value: Any) -> list[tuple[str, Any]]:
    """Return the places of a zone or family that hold anything, with what is seen of it."""
    return [
        (place, things)
        for place, things in (value.items() if isinstance(value, dict) else [("", value)])
        if things
    ]
