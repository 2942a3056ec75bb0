"""What a seat sees and is asked, as data: terminal, page and JSON are renderings of one `Seen`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from cli.seen.lines import Line

if TYPE_CHECKING:
    from cli.seen.boards import BoardSeen
    from interpreter import Game, Type
    from interpreter import Zone as ZoneDeclared

# Values that say nothing where a counter has an index.
NOTHING = (0, "none", "false")
# A space: `space`, board, owner, name. A thing: `thing`, zone, which of a family, id. A player: `player`, id.
Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """What a counter says of one place.

    owner: the person whose it is, by id, or empty; place: which else of a family, in words; value: as a view
    has it (None: hidden); words: for people.
    """

    owner: str
    place: str
    value: Any
    words: str

    @property
    def silent(self) -> bool:
        """Whether it says nothing that one would miss."""
        return self.value in NOTHING


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter, or a value that is shown, with what it says of each place.

    name: its section and name; by_person: whether each person has such values, in the same order.
    """

    name: str
    title: str
    values: Sequence[Value]
    by_person: bool

    def heading(self, value: Value) -> str:
        """Return the title with which of a family."""
        return f"{self.title} {value.place}".strip()

    @property
    def alone(self) -> bool:
        """Whether it is no family."""
        return len(self.values) == 1 and not self.values[0].place

    def common(self) -> str:
        """Return what a counter that is no person's says, in words; nothing while that is no news."""
        return "" if self.alone and self.values[0].value in ("none", "false") else _listed(self.values)

    def said_of(self, owner: str) -> str:
        """Return what is worth saying of one person, in words: of a family each with which it is."""
        return _listed(self.of(owner))

    def of(self, owner: str) -> list[Value]:
        """Return the values of one person that are worth a line."""
        return [
            each
            for each in self.values
            if each.owner == owner and each.value != "false" and not (each.place and each.silent)
        ]


def _listed(values: Sequence[Value]) -> str:
    """Return values in words, each behind which of a family it is; what is true of one goes by its name."""
    return ", ".join(
        each.place if each.place and each.value == "true" else f"{each.place} {each.words}".strip()
        for each in values
    )


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone, or one of a family.

    title: what people call the zone; owner: the person whose it is, by id, or empty; place: which of a
    family as a view has it, which: the same in words without the owner; family: how many there are; things:
    by their ids; hidden: how many things the seat does not see, or that are only counted; new: something
    happened there since its last choice; away: pieces of nobody that are not in the game; left: what a person
    has left of their pieces.
    """

    declared: ZoneDeclared
    title: str
    owner: str
    place: str
    which: str
    family: int
    things: tuple[str, ...]
    hidden: int
    new: bool
    away: bool = False
    left: bool = False

    @property
    def heading(self) -> str:
        """The title with which of a family it is."""
        return f"{self.title} {self.which}".strip()

    @property
    def count(self) -> int:
        """How many things there are."""
        return len(self.things) + self.hidden


@dataclass(frozen=True, slots=True)
class Way:
    """Several choices after one another that one click on a place makes.

    first: the place of the first among the options; then: the ids of those after it; titles: each of them
    in words; does: what surely happens by them; paid: how much less one has then, of all things together;
    places: where the last lies.
    """

    first: int
    then: tuple[str, ...]
    titles: tuple[str, ...]
    does: str
    paid: int
    places: Sequence[Place]

    @property
    def costs(self) -> bool:
        """Whether who goes there has less of something by it."""
        return self.paid > 0

    @property
    def title(self) -> str:
        """All of them in words: what is begun, and what is chosen for it."""
        return f"{self.titles[0]}: {self.chosen}" if self.chosen else self.titles[0]

    @property
    def chosen(self) -> str:
        """What is chosen for what is begun, in words."""
        return ", ".join(self.titles[1:])


@dataclass(frozen=True, slots=True)
class Laid:
    """What would lie on a space of a board, from the lowest to the highest, by the ids of a view.

    around: the names of the space and of the sides and corners that it has; marked: on which of these each
    value that the board marks would be true then.
    """

    board: str
    owner: str
    space: str
    pieces: tuple[str, ...]
    around: frozenset[str] = frozenset()
    marked: tuple[tuple[str, frozenset[str]], ...] = ()


def _named(choice: str) -> str:
    """Return what is chosen by its title; of a number one must know what it is a number of."""
    what, _, value = choice.rpartition(": ")
    return f"{what} {value}" if value.isdigit() else value


def _is_said(choice: str, said: str) -> bool:
    """Whether a text names what is chosen; of a number it may also say `a die of 4`."""
    what, _, value = choice.lower().rpartition(": ")
    each_is = all(part in said for part in _named(choice).lower().split(", "))
    return each_is or (value.isdigit() and f"{what} of {value}" in said)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an option would surely do, as far as who is asked can know it.

    words: what changes and moves; sole: what is chosen then because nothing else can be, in words; paid:
    how much less who chooses has by it, of all things together; taken: where these things lie; laid: what
    would lie on spaces that something is laid on, or turned; left: the zones, each with which of a family,
    that things would leave; reached: the spaces to which pawns would come.
    """

    words: str = ""
    sole: tuple[str, ...] = ()
    paid: int = 0
    taken: tuple[Place, ...] = ()
    laid: tuple[Laid, ...] = ()
    left: frozenset[tuple[str, str]] = frozenset()
    reached: tuple[Place, ...] = ()

    @property
    def costs(self) -> bool:
        """Whether who chooses has less of something by it."""
        return self.paid > 0

    @property
    def text(self) -> str:
        """All of it in words."""
        return "; ".join(filter(None, (", ".join(self.unsaid("")), self.words)))

    def unsaid(self, title: str) -> list[str]:
        """Return what is chosen with it because nothing else can be, as far as a title leaves that out."""
        said = f"{title}; {self.words}".lower()
        return [each.replace(": ", " ", 1) for each in self.sole if not _is_said(each, said)]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a question.

    number: by which it is chosen at a prompt; note: what is to be said of it beside its title; piece: the
    type and id of the piece that it is; places: where it lies on the table; outcome: what it would do, if
    that was looked for and anything is known; beside: of a corner or side what its hexes say, as the note has
    it and in words.
    """

    id: str
    number: int
    title: str
    note: str
    piece: tuple[str, str] | None
    places: Sequence[Place]
    outcome: Outcome = Outcome()
    beside: tuple[str, str] = ("", "")

    @property
    def does(self) -> str:
        """What it would do, in words."""
        return self.outcome.words

    @property
    def named(self) -> str:
        """What it is called: by what lies there, or of an empty corner or side what is beside it.

        The id of its space comes last.
        """
        value = self.id.partition("=")[2]
        if self.beside[1] and self.title == value:
            return f"beside {self.beside[1]}"
        held = self.title.removeprefix(f"{value}: ") if value else self.title
        if held == self.title:
            return self.title
        return f"{held} beside {self.beside[1]}" if self.beside[1] else f"{held}, {value}"


@dataclass(frozen=True, slots=True)
class Held:
    """A choice that waits until a person says again that it is meant.

    option: its place among the options; then: the ids of what is chosen after it in one go; outcome: what it
    would do; ends: whether it ends the turn; may_end: whether others can end it by their answers; after: what
    is begun after it because nothing else can be; final: why it cannot be taken back, which nobody has read
    yet.
    """

    option: int
    then: tuple[str, ...] = ()
    outcome: Outcome = Outcome()
    ends: bool = False
    may_end: bool = False
    after: tuple[str, ...] = ()
    final: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A zone, counter or value that belongs to a question.

    name: its section and name (`zones/hand`; empty: any other value); title: with which of a family, and
    whose where it is another person's; holds: what its things are; things: pieces by their ids, in order;
    words: the same for people.
    """

    name: str
    title: str
    holds: Type
    things: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Amounts:
    """How many things are still to be picked in one answer: from `least` to `most`.

    left: how many there are of what each option is, 0 of one that is no thing.
    """

    least: int
    most: int
    left: Sequence[int]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a seat.

    seat: who is asked, from 0; name: what the options are values of, empty where they are actions; about:
    what was chosen already for what is being done; picked: what of several things is picked so far, in words;
    default: the place of the option that the rules mark; refused: actions that are not offered, by name with
    their titles, where actions are asked for; shown: what one must know to answer; alike: what
    every option does, of which none says it again; amounts: how many of what can be picked at once, where
    several things are asked for; ways: what can be reached by several choices; chosen: where that lies
    on the table which was chosen already for what is being done; recalls: the prompt has values
    in it, such as what was chosen before.
    """

    seat: int
    prompt: str
    name: str
    about: Sequence[str]
    picked: str
    options: Sequence[Option]
    default: int | None
    refused: dict[str, str] = field(default_factory=dict)
    shown: Sequence[Fact] = ()
    alike: str = ""
    amounts: Amounts | None = None
    ways: Sequence[Way] = ()
    chosen: frozenset[Place] = frozenset()
    recalls: bool = False

    @property
    def steps(self) -> list[str]:
        """What is being done and what was chosen for it, in order; what the next step says is left out."""
        head, _, rest = self.prompt.partition(": ")
        steps = [*([head] if rest else []), *self.about]
        return [
            step
            for step, following in zip_longest(steps, steps[1:], fillvalue="")
            if not following.lower().startswith(step.lower())
        ]


@dataclass(frozen=True, slots=True)
class Happened:
    """What one seat (from 0; -1: nobody) chose for one thing that it began, and what came of it, in lines.

    place: a mark of it that stays the same while the game goes on.
    """

    seat: int
    chosen: Sequence[str]
    came: Sequence[Line]
    place: str = ""

    @property
    def said(self) -> str:
        """What was chosen, in words: a sentence where nothing more is to be said."""
        words = ", ".join(self.chosen)
        return words if self.came or not words or words.endswith((".", "?", "!")) else f"{words}."


@dataclass(frozen=True, slots=True)
class Rank:
    """How somebody (a seat or automaton, by id) did in the end; place: from 1, the same for who did alike."""

    place: int
    who: str
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Scores:
    """The points: heads of the columns (seats, then automata), a row for each source with the total last.

    counted: the same as numbers, without the total. Of a game that is over: verdict: the sentences about the
    result; ranking: the best first, of all who are scored; final: those points that only the end brought, by
    source; ended: why it is over, as a sentence. A game without points ranks by who has won.
    """

    heads: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]
    verdict: Sequence[str]
    counted: Sequence[tuple[str, Sequence[int]]] = ()
    ranking: Sequence[Rank] = ()
    final: Sequence[tuple[str, Sequence[int]]] = ()
    ended: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """A position as a seat sees it (None: a spectator).

    decisions: how many choices were made; where: where the game is, in words; decides: the seat that is
    asked, from 0, -1 when the game is over; stocks: what each person has left of their pieces; persons: seats
    and automata by id, with their names; turn: whose turn it is, whoever is asked, by id, or empty; since:
    the choice of the log from which on all is new.
    """

    game: Game
    seat: int | None
    decisions: int
    where: str
    decides: int
    persons: dict[str, str]
    question: Question | None
    boards: Sequence[BoardSeen]
    counters: Sequence[Counter]
    zones: Sequence[Zone]
    supplies: Sequence[Zone]
    stocks: Sequence[Zone]
    log: Sequence[Happened]
    scores: Scores
    turn: str = ""
    since: int = 0

    @property
    def me(self) -> str:
        """The id of the seat that looks; of a spectator empty."""
        return f"p{self.seat + 1}" if self.seat is not None else ""

    def by_person(self) -> list[str]:
        """Return all persons, the one who looks first."""
        return sorted(self.persons, key=lambda person: person != (self.me or "p1"))
