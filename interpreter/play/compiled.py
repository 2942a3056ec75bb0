"""A compiled game: immutable, shared by all its plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import FrameType
from typing import Any, Concatenate, NamedTuple, ParamSpec, Self, TypeVar

from interpreter.compiler.ir import Compiled
from interpreter.language.index import index_of
from interpreter.language.origins import Origins
from interpreter.language.program import Program
from interpreter.language.reads import read_when_asked
from interpreter.language.types import Type
from interpreter.layout import Counted, SlotLayout
from interpreter.model.about import About
from interpreter.model.adjacency import FORMATS
from interpreter.model.declarations import (
    NONE,
    ComponentDecl,
    Credits,
    FieldDecl,
    LayoutCheck,
    Model,
    OptionDecl,
    SpaceDecl,
    Target,
)
from interpreter.model.public import (
    Board,
    Component,
    Counter,
    DeclaredRule,
    Enum,
    Field,
    Kind,
    Table,
    Thing,
    Zone,
)
from interpreter.model.public import (
    Step as FlowStep,
)
from interpreter.play.decision import Site
from interpreter.play.event import EventSource
from interpreter.play.hidden_locations import HiddenCounter, HiddenLocation, hidden_locations
from interpreter.play.runtime import Kept
from interpreter.play.shared import MAX_WORK
from interpreter.reading import SourceTexts
from interpreter.reading.pictures import Picture

Step = Callable[..., Any]
# What a step of the flow costs besides what it counts: so many may follow each other without a question.
STEP_WORK = MAX_WORK // 100_000


P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OperationInfo:
    """One operation of the flow; agenda: what runs instead while something is on the agenda.

    Of a step of actions, open_options: which are open (a position back as it was); does_sole: does the sole
    one or ends the step, given what is open; false, and nothing done, where that may ask.
    """

    run: Step
    asks: bool
    secret: bool
    step: str
    me_slot: int
    agenda: Step | None
    open_options: Callable[[list[Any]], Sequence[int]] | None
    does_sole: Callable[[list[Any], Sequence[int]], bool] | None


# The points of a line for a person.
Line = Callable[[list[Any], int], int]


@dataclass(frozen=True, slots=True)
class FinalLine:
    """A line of the final scoring; rule: mask word and bit of the kind that carries it.

    shows: what the points are for, a value of the type `shown`.
    """

    source: str
    points: Line
    rule: tuple[int, int] | None
    copies: int
    on_table: bool
    shows: Callable[[list[Any], int], Any] | None
    shown: Type | None


@dataclass(frozen=True, slots=True)
class WorthLines:
    """Lines of the final scoring and of the outlook that read the same.

    places: where the weight of each line of the outlook stands; kept: what was found, None where that is
    quicker worked out each time.
    """

    final: tuple[FinalLine, ...]
    places: tuple[int, ...]
    outlook: tuple[Line, ...]
    kept: Kept | None


# The name of a board, the check, and what finds out whether it holds.
LayoutTest = tuple[str, LayoutCheck, Callable[[list[Any]], int]]


@dataclass(frozen=True, slots=True)
class Beginning:
    """What of a game runs before play: the list that it begins with, and the checks of layouts."""

    model: Model
    program: Program
    layout: SlotLayout
    start: tuple[Any, ...]
    layout_checks: tuple[LayoutTest, ...]


# Of a fingerprint people are shown so many digits.
SHOWN_DIGITS = 12


class Course(NamedTuple):
    """How a play went: how many turns there were, of the step that gave most; rounds; who began, from 0.

    rounds: how often the step began that is the game's round; 0, and the starter none, where it has none.
    counted: how often what is counted happened, in the order of the game's `counted`.
    """

    turns: int
    rounds: int
    starter: int
    counted: tuple[int, ...]


class MadeOf(NamedTuple):
    """A ruleset or overlay of a game: its id and version, a hash of its rules, and its folder."""

    id: str
    version: str
    fingerprint: str
    path: str

    @property
    def shown(self) -> str:
        """What people call it."""
        return f"{self.id} {self.version or '(no version)'}, fingerprint {self.fingerprint[:SHOWN_DIGITS]}"


@dataclass(frozen=True, eq=False, repr=False)
class CompiledGame:
    """A game in compiled code: everything about it that does not change while it is played."""

    model: Model
    program: Program
    layout: SlotLayout
    fingerprint: str
    start: tuple[Any, ...]
    operations: tuple[OperationInfo, ...]
    # For each operation the one that is really next, past those that only lead on; and that one's function,
    # if it asks nothing.
    unasked: tuple[Step | None, ...]
    destinations: tuple[int, ...]
    run_agenda: Step
    agenda_width: int
    sites: tuple[Site, ...]
    final: tuple[FinalLine, ...]
    outlook: tuple[Line, ...]
    # The lines of both, by what they read.
    worth: tuple[WorthLines, ...]
    # What a point counts for bots, then each of `outlook`.
    weights: tuple[int, ...]
    ties: tuple[tuple[bool, Callable[[list[Any], int], int]], ...]
    layout_checks: tuple[LayoutTest, ...]
    hidden_counters: tuple[HiddenCounter, ...]
    step_starts: Mapping[str, int]
    me_slots: Mapping[str, int]
    # They count together how often a player's turn has begun or ended.
    turn_slots: tuple[int, ...]
    # Where it is found how often something happened in a play.
    counted: Mapping[Counted, int]
    namespace: Mapping[str, Any]
    compiled: Compiled
    trace_origins: Callable[[], Origins]
    compile_listened: Callable[[CompiledGame], CompiledGame]
    # The places of code that tells what happens; other code has none.
    event_sources: tuple[EventSource, ...] = ()
    # Whether the code counts what happens, for checks and reports.
    counts: bool = False
    path: str = ""
    own_files: Mapping[str, str] = field(default_factory=dict)
    # What it was made from, so that other processes can make it too.
    read_from: tuple[SourceTexts, ...] = ()
    # The ruleset, then its overlays.
    made_of: tuple[MadeOf, ...] = ()
    # The pictures that the ruleset brings, by what they show.
    pictures: Mapping[tuple[str, ...], Picture] = field(default_factory=dict)
    # What functions found out about it; see `once`.
    found_out: dict[tuple[Any, ...], Any] = field(default_factory=dict, init=False)

    def once(self, function: Callable[Concatenate[Self, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What a function finds out about this game and hashable arguments, worked out once.

        The answer is kept as long as the game is, and keeps no game in memory.
        """
        key = (function, *args, *kwargs.items())
        if key not in self.found_out:
            self.found_out[key] = function(self, *args, **kwargs)
        found: R = self.found_out[key]
        return found

    @property
    def rules_in_use(self) -> str:
        """The ruleset and its overlays with their versions, and the fingerprint of all together."""
        named = ", ".join(f"{each.id} {each.version}".rstrip() for each in self.made_of)
        return f"{named}; fingerprint {self.fingerprint[:SHOWN_DIGITS]}"

    @cached_property
    def course_slots(self) -> tuple[int, ...]:
        """Where it is found how a play went."""
        layout = self.layout
        rounds = (layout.rounds, layout.starter) if layout.rounds != NONE else ()
        return (*rounds, *self.turn_slots, *self.counted.values())

    def course(self, numbers: Sequence[int]) -> Course:
        """How a play went, given what its `course_slots` hold."""
        rounds, starter, rest = 0, 0, numbers
        if self.layout.rounds != NONE:
            rounds, starter, *rest = numbers
        turns = len(self.turn_slots)
        return Course(max(rest[:turns], default=0), rounds, starter - 1, tuple(rest[turns:]))

    @property
    def sources(self) -> tuple[str, ...]:
        """The names of what points come from."""
        return tuple(self.layout.sources)

    def source_title(self, source: str) -> str:
        """What people call what points come from: by a title, or by its name in words."""
        return self.once(_source_titles).get(source) or source.replace("_", " ")

    @property
    def targets(self) -> Sequence[Target]:
        """What the ruleset wants of many games."""
        return self.model.targets

    @property
    def has_points(self) -> bool:
        """Whether anything gives points, in play or at the end."""
        return bool(self.final or self.program.sources)

    @property
    def has_outlook(self) -> bool:
        """Whether the ruleset says what a position is worth to bots besides its points."""
        return bool(self.outlook)

    @property
    def round(self) -> str:
        """The name of the step that is the game's round; empty where none is."""
        step = index_of(self.program).round
        return step.name if step is not None else ""

    @cached_property
    def most_operations(self) -> range:
        """So many operations may follow on each other without a question.

        Where much is in a position, copying it is most of their work.
        """
        return range(MAX_WORK // (STEP_WORK + len(self.start) // 10))

    @cached_property
    def origins(self) -> Origins:
        """Where the options of choices come from; found out when it is first asked."""
        return self.trace_origins()

    def runs(self, frame: FrameType) -> bool:
        """Whether a frame is one of this game's code, in whichever variant."""
        return frame.f_globals.get("LAYOUT") is self.layout

    @cached_property
    def listened(self) -> CompiledGame:
        """The same game in code that tells what happens; made when somebody first listens."""
        return self.compile_listened(self)

    @cached_property
    def families(self) -> Mapping[int, tuple[str, int]]:
        """For each slot of a counter, zone or board its name with that word before it, and its first slot."""
        return {
            slot: (name, first)
            for name, first, count in self.layout.names
            if name.startswith(("counter ", "zone ", "board "))
            for slot in range(first, first + count)
        }

    @cached_property
    def backs(self) -> tuple[str, ...]:
        """For each token what everybody sees of it where it lies face down; empty where that is nothing."""
        found: list[str] = []
        for made in self.model.components.values():
            for token in made.tokens:
                kind = made.kind_of(token)
                found.append(" ".join(self.field_id(made.fields[name], kind) for name in made.back))
        return tuple(found)

    @cached_property
    def hidden_locations(self) -> tuple[HiddenLocation, ...]:
        """The places that somebody does not see."""
        return hidden_locations(self.model, self.layout, self.backs)

    def __repr__(self) -> str:
        """Show which game it is, not all that it holds."""
        return f"<CompiledGame {self.model.id} for {self.model.players}>"

    @property
    def id(self) -> str:
        """The ruleset's id, as it says it itself."""
        return self.model.id

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.model.title

    @property
    def players(self) -> int:
        """The number of seats; automata have none."""
        return self.model.players

    @property
    def scored(self) -> int:
        """How many are scored and compared: the players, and with `scoring: automata` also the automata."""
        return self.model.persons if self.model.automata_scored else self.model.players

    @property
    def overlays(self) -> tuple[str, ...]:
        """The ids of the expansions and variants in the game, sorted."""
        return self.model.overlays

    @property
    def chosen(self) -> dict[str, str]:
        """The options that were given, as given."""
        given = {name: option.chosen for name, option in self.model.options.items() if option.chosen}
        return {**given, **self.own_files}

    @property
    def options(self) -> dict[str, str]:
        """The options of this game as words."""
        return {
            **{name: self.option_word(option) for name, option in self.model.options.items()},
            **self.chosen,
        }

    def option_word(self, option: OptionDecl) -> str:
        """The default of an option as `--set` would have it."""
        if isinstance(option.default, int):
            return self.value_id(option.type, option.default)
        return ",".join(self.value_id(option.type.of, v) for v in option.default) or "none"

    # -- what the ruleset declares
    @property
    def about(self) -> About:
        """What the ruleset says of the game to people."""
        return self.model.about

    @property
    def credits(self) -> Credits:
        """Whose game it is: designers, publisher, edition, year."""
        return self.model.credits

    @property
    def min_players(self) -> int:
        """The least number of players that the game is for."""
        return self.model.min_players

    @property
    def max_players(self) -> int:
        """The greatest number of players that the game is for."""
        return self.model.max_players

    @property
    def teams(self) -> int:
        """How many teams there are; without teams every player is one."""
        return self.model.teams

    @property
    def automata(self) -> Mapping[str, About]:
        """Opponents without a seat, by name; they own things and decide nothing."""
        return self.model.automata

    @property
    def enums(self) -> Mapping[str, Enum]:
        """Types that are a list of words, by name."""
        return self.model.enums

    @property
    def components(self) -> Mapping[str, Component]:
        """The types of pieces by name."""
        return self.model.components

    @property
    def boards(self) -> Mapping[str, Board]:
        """The boards by name."""
        return self.model.boards

    @property
    def zones(self) -> Mapping[str, Zone]:
        """The zones and families of zones by name."""
        return self.model.zones

    @property
    def counters(self) -> Mapping[str, Counter]:
        """The counters and families of counters by name."""
        return self.model.counters

    @property
    def tables(self) -> Mapping[str, Table]:
        """The tables of the ruleset by name."""
        return self.model.tables

    @property
    def page(self) -> Mapping[str, str]:
        """The place on the page of zones, counters, values and boards by name: a word, or `in BOARD`."""
        return self.model.page

    @cached_property
    def read_when_asked(self) -> frozenset[str]:
        """The names of counters, zones, boards and values that rules read which people are asked by."""
        return read_when_asked(self.program)

    @property
    def steps(self) -> Mapping[str, FlowStep]:
        """The steps of the flow by name, in order."""
        return self.model.steps

    @property
    def loops(self) -> tuple[str, ...]:
        """The counters that steps of the flow are repeated for, the outermost first, such as the round."""
        return self.model.loops

    @property
    def turns(self) -> frozenset[str]:
        """The names of the steps that players take in turn: of those within each other the outermost."""
        return frozenset(index_of(self.program).turn_around.values())

    @property
    def things(self) -> tuple[Thing, ...]:
        """Everything in the game that has a name, section by section."""
        return self.model.things

    @property
    def rules(self) -> tuple[DeclaredRule, ...]:
        """The rules that hear or change something."""
        return self.model.rules

    def board_with(self, space_type: Type | None) -> Board | None:
        """Return the board that has spaces (or corners, or sides) of a type; None: that is no such type."""
        if space_type is None or space_type.kind != "space":
            return None
        return self.model.node_boards.get(space_type.name)

    def zones_offered(self, site: Site) -> Sequence[str]:
        """Return the names of the zones in which the options of a question lie."""
        return list(self.origins.zones(site.position))

    @cached_property
    def zones_chosen_from(self) -> frozenset[str]:
        """The names of the zones in which options of some question lie."""
        return frozenset(zone for asked in self.origins.asked for zone in self.origins.zones(asked))

    def start_id(self, counter: str) -> str:
        """Return what a counter says when a play begins, before the set-up; of a family its first."""
        return self.value_id(self.model.counters[counter].type, self.start[self.layout.counters[counter]])

    # -- names of values
    def board_graph(self, board: str, layout: str | None = None, form: str = "graphml") -> str:
        """Write what lies beside what on a board, as `graphml` or `dot`.

        Raises KeyError with the unknown name and those that there are.
        """
        layouts = {each.name: each for each in _named(board, self.model.boards).layouts}
        chosen = _named(layout, layouts) if layout is not None else next(iter(layouts.values()))
        fields = self.model.boards[board].fields

        def shown(name: str, value: Any) -> str:
            values = value if isinstance(value, tuple) else (value,)
            return " ".join(str(self.value_id(fields[name].type, each)) for each in values)

        return _named(form, FORMATS)(chosen, shown)

    def value_id(self, value_type: Type | None, value: int) -> str:
        """The stable id of a value."""
        return self.label(value_type, value)[0]

    def shown(self, value_type: Type | None, value: Any) -> str:
        """The title of a value, or of each of a set."""
        if value_type is not None and value_type.kind == "set":
            return ", ".join(self.label(value_type.of, each)[1] for each in value)
        return self.label(value_type, value)[1]

    def label(self, value_type: Type | None, value: int) -> tuple[str, str]:
        """The id and the title of a value of a type."""
        if value_type is None or value_type.kind in ("number", "any"):
            return str(value), str(value)
        if value < 0:
            return "none", "none"
        if value_type.kind == "truth":
            return ("true", "yes") if value else ("false", "no")
        if value_type.kind == "player":
            return self.person(value)
        if value_type.kind == "team":
            return f"team{value + 1}", f"team {value + 1}"
        if value_type.kind == "enum":
            return self.member(value_type, value)
        if value_type.kind == "component":
            return self.once(CompiledGame.piece, value_type.name, value)
        return self.once(CompiledGame.space, value)

    def name(self, value_type: Type | None, value: int) -> tuple[str, str]:
        """The id and the title of a value within a sentence: of a space its name alone."""
        found, title = self.label(value_type, value)
        space = value_type is not None and value_type.kind == "space" and value >= 0
        return found, found.replace("_", " ") if space else title

    def person(self, value: int) -> tuple[str, str]:
        """The id and the title of an owner: a seat (from 0) or, after the last seat, an automaton."""
        if value < self.players:
            return f"p{value + 1}", f"Player {value + 1}"
        name = list(self.model.automata)[value - self.players]
        return name, self.model.automata[name].title or name.replace("_", " ")

    def member(self, value_type: Type, value: int) -> tuple[str, str]:
        """The id and the title of a member of an enum, or of a component's state (`component.state`)."""
        declared = self.model.enums.get(value_type.name)
        if declared is None:
            made, state = value_type.name.split(".")
            word = self.model.components[made].states[state][value]
        else:
            word = declared.members[value]
            board = self.model.boards.get(declared.name.removesuffix("_layout"))
            if board is not None and board.several and board.layouts[value].about.title:
                return word, board.layouts[value].about.title
        return word, word.replace("_", " ")

    def piece(self, component: str, token: int) -> tuple[str, str]:
        """The id and the title of a piece; states other than the first of each are told, and whose it is."""
        made = self.model.components[component]
        kind = made.kind_of(token)
        owner = f"{self.owner_word(made, token)}-" if made.per is not None else ""
        own = {
            state: members for state, members in made.states.items() if state != "owner" or made.per is None
        }
        states = [members[made.state_of(token, state)] for state, members in own.items()]
        starts = [members[0] for members in own.values()]
        whose = self.owner_title(made, token) if owner else ""
        title = f"{kind.about.title} of {whose}" if owner else kind.about.title
        if states == starts:
            return owner + kind.name, title
        # Of what is true or not its own name says more than a yes.
        named = [state if word == "yes" else word for state, word in zip(own, states, strict=True)]
        said = ", ".join(word.replace("_", " ") for word in named if word != "no")
        return "-".join([owner + kind.name, *states]), f"{title} ({said})" if said else title

    def plural(self, value_type: Type | None, value: int) -> str:
        """What several of a value are called; only pieces have a plural."""
        title = self.label(value_type, value)[1]
        if value_type is None or value_type.kind != "component" or value < 0:
            return title
        kind = self.model.components[value_type.name].kind_of(value)
        return title.replace(kind.about.title, kind.plural, 1)

    def owner_word(self, made: ComponentDecl, token: int) -> str:
        """The id of the player, automaton or team whose piece a token is; its type must say `per`."""
        owner = made.state_of(token, "owner")
        return (
            f"team{owner + 1}" if made.per is not None and made.per.kind == "team" else self.person(owner)[0]
        )

    def owner_title(self, made: ComponentDecl, token: int) -> str:
        """The same for people."""
        owner = made.state_of(token, "owner")
        team = made.per is not None and made.per.kind == "team"
        return f"team {owner + 1}" if team else self.person(owner)[1]

    def space(self, space: int) -> tuple[str, str]:
        """The name of a space, and with it what its fields say."""
        for board in self.model.boards.values():
            if space in board.ids:
                _, layout, node = board.locate(space)
                found = board.layouts[layout].nodes[node]
                fields = board.label_fields if found.type == board.name else ()
                return found.name, self._with_fields(found, [board.fields[field] for field in fields])
        return str(space), str(space)

    def _with_fields(self, space: SpaceDecl, fields: Sequence[FieldDecl]) -> str:
        """The name of a space and what its fields say; of several numbers each by its name."""
        numbers = [each for each in fields if each.type.kind == "number"]
        words = []
        for each in fields:
            value = space.values.get(each.name)
            word = self.field_title(each, value)
            if word and word != space.name and not (each in numbers and value == 0):
                named = each in numbers and len(numbers) > 1
                words.append(f"{each.name.replace('_', ' ')} {word}" if named else word)
        name = space.name.replace("_", " ")
        return f"{name} ({(', ' if len(numbers) > 1 else ' ').join(words)})" if words else name

    def field_id(self, field: Field, kind: Kind) -> str:
        """The id of what a kind has in a field; of a list those of its entries."""
        value = kind.values[field.name]
        values = value if isinstance(value, tuple) else (value,)
        if field.optional and values == (NONE,):
            return "none"
        return ",".join(each if isinstance(each, str) else self.value_id(field.type, each) for each in values)

    def field_title(self, field: FieldDecl, value: object) -> str:
        """A field's value in words, for the title of a space; empty where it says nothing."""
        if field.list or not isinstance(value, int) or (value < 0 and field.type.kind != "number"):
            return ""
        if field.type.kind == "truth":
            return field.name.replace("_", " ") if value else ""
        return self.label(field.type, value)[1]


def _named(name: str, among: Mapping[str, T]) -> T:
    """Return what has a name; raises KeyError with the name and all names there are."""
    if name not in among:
        raise KeyError(name, tuple(among))
    return among[name]


def _source_titles(game: CompiledGame) -> dict[str, str]:
    """The titles of what points come from, by name: of counters, kinds, lines of scoring, and others."""
    model = game.model
    kinds = [kind for made in model.components.values() for kind in made.kinds if kind.scoring]
    lines = [*model.final, *(line for kind in kinds for line in kind.scoring)]
    return {
        **{name: each.about.title for name, each in model.counters.items()},
        **{kind.name: kind.about.title for kind in kinds},
        **{line.source: line.about.title for line in lines if line.about.title},
        **{name: title for name, (title, _) in model.source_titles.items()},
    }
