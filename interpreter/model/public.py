"""What everybody may read of a game's declarations; docs/library.md lists it.

The records of declarations.py fit these descriptions, so nothing is copied; what is not named here is for the
interpreter alone. Nothing may be changed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from interpreter.language.types import Type
from interpreter.model.about import About
from interpreter.problems.position import Position


class Declaration(Protocol):
    """Anything that a ruleset declares by name."""

    @property
    def name(self) -> str:
        """Its name in the rules."""

    @property
    def about(self) -> About:
        """What the ruleset says of it to people: title, description, rules, source, place."""


class Enum(Declaration, Protocol):
    """A list of words that are a type."""

    @property
    def members(self) -> Sequence[str]:
        """The words."""


class Field(Protocol):
    """A field that each kind of a component type, or each space of a board, has."""

    @property
    def name(self) -> str:
        """Its name in the rules."""

    @property
    def type(self) -> Type:
        """The type of its values; of a list that of each entry."""

    @property
    def list(self) -> bool:
        """Whether it has several values in order."""

    @property
    def optional(self) -> bool:
        """Whether its value may be missing, which is -1."""


class Kind(Declaration, Protocol):
    """A kind of piece, such as one card of a deck."""

    @property
    def index(self) -> int:
        """Its place among the kinds of its type, from 0."""

    @property
    def copies(self) -> int:
        """How many pieces there are of it, or how many each owner has."""

    @property
    def values(self) -> Mapping[str, int | tuple[int, ...] | str]:
        """What its fields hold, as numbers (but texts as they are); `Game.field_id` puts them in words."""

    @property
    def glyph(self) -> str:
        """The sign with which the ruleset has it drawn; may be empty."""

    @property
    def color(self) -> str:
        """The colour in which the ruleset has it drawn; may be empty."""

    @property
    def icon(self) -> str:
        """The name of its sign, or a path of SVG on a ground of 24 by 24; may be empty."""

    @property
    def plural(self) -> str:
        """What several of it are called."""


@dataclass(frozen=True, slots=True)
class Area:
    """A named area on the face or back of a piece, as its layout has it.

    at: left, top, width and height in mm; empty: the rows without a place share the side.
    field, text, picture: what is there, a field, a text with values and signs inline, or a file.
    ground, color: a colour, or the field that gives one; size: of the largest letters, in mm, 0: not said.
    when: fields, each with the words one of which it must hold; none: anything but nothing.
    """

    name: str
    position: Position
    at: tuple[float, ...] = ()
    field: str = ""
    text: str = ""
    picture: str = ""
    ground: str = ""
    color: str = ""
    align: str = "center"
    size: float = 0
    bold: bool = False
    turn: int = 0
    shape: str = "box"
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Component(Declaration, Protocol):
    """A type of pieces."""

    @property
    def kinds(self) -> Sequence[Kind]:
        """Its kinds, in order."""

    @property
    def by_name(self) -> Mapping[str, Kind]:
        """Its kinds by their names."""

    @property
    def fields(self) -> Mapping[str, Field]:
        """The fields of its kinds, by name."""

    @property
    def states(self) -> Mapping[str, Sequence[str]]:
        """What each piece can be, as `face` can be `up` or `down`; the first is how it starts."""

    @property
    def per(self) -> Type | None:
        """Whose pieces there are sets of; None: they are nobody's."""

    @property
    def draw(self) -> Mapping[str, object]:
        """How its pieces are drawn, as the ruleset says it: `form`, and `size` in mm."""

    @property
    def coloured_by(self) -> str:
        """The field that gives its pieces their colour, if the ruleset says so; may be empty."""

    @property
    def back(self) -> Sequence[str]:
        """The fields that everybody sees of a piece that lies face down."""

    @property
    def areas(self) -> Mapping[str, Sequence[Area]]:
        """The layouts of its sides, `face` and `back`; what is not there is laid out by default."""

    def kind_of(self, token: int) -> Kind:
        """Return the kind of a piece, by its number (the value of an option)."""


class Space(Protocol):
    """A space, corner or side of one layout of a board."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def type(self) -> str:
        """The name of its type: the board's, or that of its corners or sides."""

    @property
    def part(self) -> str:
        """Which part of the board it is: `space`, `corner` or `side`."""

    @property
    def row(self) -> int:
        """The row in which it lies."""

    @property
    def x(self) -> int:
        """Where its middle is from left to right, in halves of the units in which boards are drawn."""

    @property
    def y(self) -> int:
        """Where its middle is from top to bottom, likewise."""

    @property
    def values(self) -> Mapping[str, int | tuple[int, ...] | str]:
        """What its fields hold, as numbers (but texts as they are); `Game.value_id` puts them in words."""


class BoardLayout(Protocol):
    """One arrangement of a board's spaces."""

    @property
    def name(self) -> str:
        """Its name in the rules."""

    @property
    def about(self) -> About:
        """What the ruleset says of it to people."""

    @property
    def nodes(self) -> Sequence[Space]:
        """All its spaces, corners and sides, in order."""

    @property
    def links(self) -> Sequence[tuple[str, str]]:
        """The names of each two spaces that touch or are linked."""

    def beside(self, space: Space) -> Sequence[Space]:
        """Return all that a space touches or is linked with, in order."""


class Board(Declaration, Protocol):
    """A board, of nobody or one for each owner."""

    @property
    def shape(self) -> str:
        """How its spaces lie: `hex`, `square`, `ring`, `track` or `graph`."""

    @property
    def per(self) -> Type | None:
        """Who has one each; None: there is one for all."""

    @property
    def owners(self) -> int:
        """How many there are; 1 where it is shared."""

    @property
    def holds(self) -> Mapping[str, str]:
        """Which component type lies on which type of space."""

    @property
    def fields(self) -> Mapping[str, Field]:
        """The fields of its spaces, by name."""

    @property
    def label_fields(self) -> Sequence[str]:
        """The fields that name a space for people: as the ruleset has it drawn, or what can be read there."""

    @property
    def node_types(self) -> Sequence[str]:
        """The types of its spaces: its own name, and the names of its corners and sides."""

    @property
    def bare(self) -> Collection[str]:
        """The types of corners and sides where nothing ever lies, stands or is marked: not drawn."""

    @property
    def layouts(self) -> Sequence[BoardLayout]:
        """Its layouts; at least one."""

    @property
    def several(self) -> bool:
        """Whether a game chooses between its layouts."""

    @property
    def draw(self) -> Mapping[str, object]:
        """How the ruleset has it drawn (docs/drawing.md)."""

    @property
    def drawn(self) -> bool:
        """Whether people are told of it where a position is drawn."""

    @property
    def coloured_by(self) -> str:
        """The field or counter that gives its spaces their colour, if the ruleset says so; may be empty."""

    @property
    def ids(self) -> range:
        """The numbers of all its spaces; a space that is chosen has its number as value."""

    def locate(self, space: int) -> tuple[int, int, int]:
        """Return of a space's number: whose it is, which layout, and its place in `nodes`; all from 0."""


class Zone(Declaration, Protocol):
    """A place for pieces, numbers or members, or a family of such places."""

    @property
    def per(self) -> Sequence[Type]:
        """What there is one for each of; empty: there is one."""

    @property
    def holds(self) -> Type:
        """The type of what lies in it."""

    @property
    def order(self) -> str:
        """How it lies there: as a `set`, `row` or `stack`."""

    @property
    def visible(self) -> str:
        """Who sees it: `everyone`, `owner` or `nobody`."""

    @property
    def drawn(self) -> bool:
        """Whether the ruleset has it shown in a position."""

    @property
    def logged(self) -> bool:
        """Whether the ruleset has its changes shown in the log."""

    @property
    def shown_as(self) -> str:
        """How it is shown in the browser: `cards`, `row`, `stack`, `count`, or empty."""

    @property
    def dice(self) -> Sequence[tuple[str, str]]:
        """Of each die of a row what people call it and its colour, or empty; nothing where they are alike."""


class Counter(Declaration, Protocol):
    """A number or another single value, or a family of such."""

    @property
    def per(self) -> Sequence[Type]:
        """What there is one for each of; empty: there is one."""

    @property
    def type(self) -> Type:
        """The type of the value."""

    @property
    def visible(self) -> str:
        """Who sees it: `everyone` or `owner`."""

    @property
    def drawn(self) -> bool:
        """Whether the ruleset has it shown in a position."""

    @property
    def logged(self) -> bool:
        """Whether the ruleset has its changes shown in the log."""

    @property
    def points(self) -> int:
        """What it is worth to whom it names; 0 if nothing."""

    @property
    def reset(self) -> str:
        """The step at whose beginning and end it goes back to its start; empty: none."""


class Table(Declaration, Protocol):
    """A look-up table of the ruleset; `rows` are numbers, which `key` and `type` tell how to read."""

    @property
    def key(self) -> Type:
        """The type of what is looked up."""

    @property
    def type(self) -> Type:
        """The type of what is found."""

    @property
    def rows(self) -> Mapping[int, int]:
        """What is found for what."""


class Step(Declaration, Protocol):
    """A step of the flow."""

    @property
    def secretly(self) -> bool:
        """Whether all choose in it before anybody learns what the others chose."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A named thing of a game, whatever it is.

    section: where a ruleset declares it, such as `components`; word: what it is, for people; of a kind of
    piece that is the name of its type.
    """

    section: str
    word: str
    name: str
    about: About


@dataclass(frozen=True, slots=True)
class DeclaredRule:
    """A rule that hears, changes or forbids something.

    word: `trigger`, `modifier`, `prohibition`, `replacement` or `grant`; hears: the event, value, effect or
    action; carrier: the kind of piece that brings it into the game, or empty: it is always in force.
    """

    word: str
    hears: str
    carrier: str
    about: About
