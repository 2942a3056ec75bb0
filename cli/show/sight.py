"""What a seat sees of a position, ready to be drawn: as text at the terminal, as pictures elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from cli.show.board import Content
from cli.show.hints import counters_on, hints_of, zones_on
from cli.show.pieces import beginnings, boxed, called, person_words

if TYPE_CHECKING:
    from interpreter import Board, BoardLayout, State

# Values that say nothing where a counter has an index.
NOTHING = (0, "none", "false")
# So few kinds are told one by one; of so many of each, on the average, not even the box is without interest.
FEW_KINDS, _OF_EACH = 8, 4


@dataclass(frozen=True, slots=True)
class Standing:
    """Who or what stands on a space, as a counter tells it.

    who: a person by id, else what it is; called: the counter; sign: who it is in short; told: a number of it,
    if it has one; person: whether it is a person; player: one with a seat; words: who or what it is.
    """

    who: str
    called: str
    sign: str
    told: str
    person: bool
    player: bool
    words: str


@dataclass(frozen=True, slots=True)
class Told:
    """A counter or a value that is shown.

    name: its section and name; called: what people call it; value: what a view says of it; person: that is
    one.
    """

    name: str
    called: str
    value: Any
    person: bool


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """One owner's board: owner is as in a view; whose: the same in words, empty if it is everybody's."""

    board: Board
    owner: str
    whose: str
    title: str
    layout: BoardLayout
    layout_title: str
    content: Content
    standing: Mapping[str, Sequence[Standing]]

    @property
    def heading(self) -> str:
        """The title with whose it is."""
        return f"{self.title} of {self.whose}" if self.whose else self.title


class Sight:
    """What a seat sees of a position (None: an onlooker)."""

    def __init__(self, state: State, seat: int | None) -> None:
        self.state, self.game, self.seat = state, state.game, seat
        self.view = state.view(seat)
        self.people = [f"p{number + 1}" for number in range(self.game.players)]
        self.persons = [*self.people, *self.game.automata]
        self.loops = self.game.loops
        self.kinds = {thing.name: thing for thing in self.game.things if thing.section == "kinds"}

    @property
    def me(self) -> str:
        """The id of the seat that looks; of an onlooker empty."""
        return f"p{self.seat + 1}" if self.seat is not None else ""

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

    def place_words(self, place: str) -> str:
        """Return which of a family, as a view calls it, in words: kinds by their titles, persons by name."""
        words = []
        for word in place.split(" "):
            kind = self.kinds.get(word)
            words.append(
                called(kind) if kind is not None else person_words(word) if word in self.persons else word
            )
        return " ".join(words).replace("_", " ").strip()

    def value_words(self, counter: str, value: object) -> str:
        """Return the value of a counter in words, as it is told of one place."""
        told = str(value)
        return (
            person_words(told)
            if self.game.counters[counter].type.kind == "player"
            else told.replace("_", " ")
        )

    def at_place(self, title: str, place: str) -> str:
        """Return a zone or counter with which of its family, as a view calls that: `Hand of Player 1`."""
        whose, _, rest = place.partition(" ")
        if whose not in self.persons:
            whose, rest = "", place
        words = f"{title} {self.place_words(rest)}".strip()
        return f"{words} of {self.who(whose)}".removeprefix("of ").strip() if whose else words

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

    def board(
        self, name: str, owner: str, *, offered: Collection[str] = (), names: bool = False
    ) -> BoardSeen:
        """Return an owner's board with all that is on it; offered: spaces that can be chosen."""
        from interpreter import marked_spaces

        board = self.game.boards[name]
        layout = self._layout(board, owner)
        number = self.owners(board).index(owner)
        content = Content(
            held=self.view["boards"].get(name, {}).get(owner, {}),
            values={each: self.places("counters", each, owner) for each in counters_on(self.game, name)},
            zones={each: self.places("zones", each, owner) for each in zones_on(self.game, name)},
            offered=offered,
            marked={
                value: marked_spaces(self.state, name, number, value)
                for value in hints_of(self.game, name).marks
            },
            names=names,
        )
        return BoardSeen(
            board=board,
            owner=owner,
            whose="" if owner == "all" else self.who(owner),
            title=board.about.title or called(board).capitalize(),
            layout=layout,
            layout_title=layout.about.title if board.several else "",
            content=content,
            standing=self._standing(name, owner),
        )

    def empty_board(self, name: str, owner: str) -> BoardSeen:
        """Return an owner's board with nothing on it but what its fields say."""
        return replace(self.board(name, owner), content=Content(), standing={})

    def _layout(self, board: Board, owner: str) -> BoardLayout:
        """Return the layout of an owner's board that is in use; a team goes by its number here."""
        told: Any = self.view["counters"].get(f"{board.name}_layout")
        used = told.get(owner) or told.get(f"team{owner[1:]}") if isinstance(told, dict) else told
        return next((each for each in board.layouts if each.name == used), board.layouts[0])

    def places(self, kind: Literal["counters", "zones"], name: str, owner: str) -> dict[str, Any]:
        """Return what a counter or zone (kind: `counters` or `zones`) tells of an owner's spaces, by name."""
        whose = "" if owner == "all" else f"{owner} "
        return {
            place.removeprefix(whose): told
            for place, told in self.view[kind][name].items()
            if place.startswith(whose)
        }

    def _standing(self, board: str, owner: str) -> dict[str, list[Standing]]:
        """Return who or what stands on which space of a board, as counters tell it."""
        found: dict[str, list[Standing]] = {}
        for name, number in hints_of(self.game, board).pawns.items():
            value = self.view["counters"][name]
            numbers = self.view["counters"].get(number, {})
            places = value if isinstance(value, dict) else {name: value}
            signs = beginnings(list(places))
            for place, space in places.items():
                # Of several things of one player it is told whose they are; what they are the place tells.
                who = place.partition(" ")[0] if place.partition(" ")[0] in self.persons else place
                person = who in self.persons
                others = person and owner not in ("all", f"p{self.persons.index(who) + 1}")
                if space in (None, "none") or others:
                    continue
                sign = who[1:] if who in self.people else signs[place] if len(places) > 1 else name[:2]
                told = str(numbers.get(place) or "") if isinstance(numbers, dict) else str(numbers)
                words = person_words(who) if person else who.replace("_", " ")
                standing = Standing(who, name, sign, told, person, who in self.people, words)
                alike = [replace(each, called=name) for each in found.setdefault(str(space), [])]
                if standing not in alike:
                    found[str(space)].append(standing)
        return found

    # -- counters
    def told_counters(self) -> Iterator[Told]:
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
        for name, value in self.view["counters"].items():
            counter = self.game.counters[name]
            if name not in elsewhere and counter.drawn:
                yield Told(f"counters/{name}", called(counter), value, counter.type.kind == "player")
        titles = {thing.name: thing for thing in self.game.things if thing.section == "values"}
        for name, value in shown_values(self.state, self.seat).items():
            yield Told(f"values/{name}", called(titles[name]), value, person=False)

    def _on_board(self, board: str) -> list[str]:
        return [] if hints_of(self.game, board).hidden else [
            *counters_on(self.game, board), *(
                name for pair in hints_of(self.game, board).pawns.items() for name in pair
            )
        ]  # fmt: skip

    def by_person(self, value: Mapping[str, Any]) -> dict[str, list[Any]] | None:
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
    def shown_zones(self, wanted: Callable[[Any], bool]) -> list[tuple[str, Any]]:
        """Return the zones of a sort that lie on the table, but on no board, with what is seen of them."""
        on_boards = {
            zone
            for name in self.game.boards
            if not hints_of(self.game, name).hidden
            for zone in zones_on(self.game, name)
        }
        return [
            (name, self.view["zones"][name])
            for name, zone in self.game.zones.items()
            if zone.drawn and wanted(zone) and name not in on_boards and not self.is_supply(name)
        ]

    def is_supply(self, name: str) -> bool:
        """Whether a zone is no place of the table: nobody sees into it, or it is the box of a type."""
        return self.game.zones[name].visible == "nobody" or boxed(self.game, name) is not None

    def has_plenty(self, name: str) -> bool:
        """Whether a box has few kinds and many pieces of each, so that one wants to know what is left."""
        made = self.game.components.get(self.game.zones[name].holds.name)
        copies = [kind.copies for kind in made.kinds] if made is not None and made.per is None else []
        return 0 < len(copies) <= FEW_KINDS and sum(copies) > _OF_EACH * len(copies)


def is_of_person(zone: Any) -> bool:
    """Whether each person has a zone of a family."""
    return bool(zone.per) and zone.per[0].kind == "player"


def things_in(value: Any) -> list[tuple[str, Any]]:
    """Return the places of a zone or family that hold anything, with what is seen of it."""
    return [
        (place, things)
        for place, things in (value.items() if isinstance(value, dict) else [("", value)])
        if things
    ]
