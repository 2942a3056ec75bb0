"""What a ruleset declares, as frozen or build-once records.

Bodies are parse trees; nothing here knows how a state is stored.

A component is a token: a number that tells its kind and the states it is in. A space is a number over all
boards, owners and layouts, so that everything static about it is one table look-up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, Literal

from interpreter.language import tree as t
from interpreter.language.types import SIMPLE_TYPES, Type, component, enum, space
from interpreter.model.about import About
from interpreter.model.public import Area, Declaration, DeclaredRule, Space, Thing
from interpreter.problems.position import Position

if TYPE_CHECKING:
    import networkx

    Graph = networkx.Graph[str]

NONE = -1
# The counter that every ruleset has; under `weights` of bots the points themselves.
POINTS = "points"
# So, with a number, `_` and what is forbidden, values are called that say whether a rule forbids it: as no
# author may.
FORBIDDEN = "Forbids"


@dataclass(frozen=True, slots=True)
class Target:
    """What a ruleset wants of many games: a measure, and between which numbers it is to lie; None: no end.

    players: for how many players; None: for any number.
    """

    measure: str
    least: float | None
    most: float | None
    players: int | None


@dataclass(frozen=True, slots=True)
class Credits:
    """Whose game it is, as the head of its ruleset says it; what is not said is empty, the year None.

    edition: the edition whose rules these are, in words; year: when the game first appeared.
    """

    designers: tuple[str, ...] = ()
    publisher: str = ""
    edition: str = ""
    year: int | None = None

    def as_json(self) -> dict[str, object]:
        """Return the four as `list` and `show` give them with `--json`."""
        return {
            "designers": list(self.designers),
            "publisher": self.publisher,
            "edition": self.edition,
            "year": self.year,
        }


@dataclass(frozen=True, slots=True)
class EnumDecl:
    """A list of words that are a type; a member is known by its place, from 0."""

    name: str
    members: tuple[str, ...]
    about: About


@dataclass(frozen=True, slots=True)
class OptionDecl:
    """A value that whoever starts a game may choose.

    value: its number (a set: its numbers) in this game, or None when it is drawn or asked at set-up (then
    from `choices`; a set: `drawn` of them); chosen: the word that was given, empty for the default.
    """

    name: str
    type: Type
    default: int | tuple[int, ...]
    choices: tuple[int, ...]
    value: int | tuple[int, ...] | None
    drawn: int
    chosen: str
    ask: bool
    about: About


@dataclass(frozen=True, slots=True)
class FieldDecl:
    """A field of a component or space; list: several values in order; optional: may be none."""

    name: str
    type: Type
    optional: bool
    list: bool


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points of the final scoring for each player, the source a breakdown names, and what it shows of it."""

    source: str
    points: t.Expression
    shows: t.Expression | None
    about: About
    text: str = ""


@dataclass(frozen=True, slots=True)
class TriggerDecl:
    """A rule that runs its body when an event happens; before: it sees the state before the event.

    once: the step in which it runs once for each player, each copy of its carrier once. carrier: the kind
    that carries it (component type, kind name), or None for a rule of the table. said: a sentence of the log
    says what it does. text: all that is written of it; equal texts mean the same.
    """

    pattern: t.Pattern
    before: bool
    where: t.Expression | None
    body: t.Block
    about: About
    carrier: tuple[str, str] | None
    once: tuple[str, Position] | None = None
    said: bool | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class ModifierDecl:
    """A rule that changes a rule value: change is plus, times or instead; lower ranks are folded first."""

    pattern: t.Pattern
    change: str
    value: t.Expression
    where: t.Expression | None
    rank: int
    about: About
    carrier: tuple[str, str] | None
    text: str = ""


@dataclass(frozen=True, slots=True)
class GrantDecl:
    """A rule that lets its owner take an action in a step of the flow (empty: in every one)."""

    action: str
    step: str
    where: t.Expression | None
    about: About
    carrier: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class ReplacementDecl:
    """A rule whose body stands for an event; of those that are in force, the highest rank wins."""

    pattern: t.Pattern
    where: t.Expression | None
    rank: int
    body: t.Block
    about: About
    carrier: tuple[str, str] | None


@dataclass(slots=True)
class KindDecl:
    """A kind of a component type; values: its fields, numbers for all but texts; effect None: it has none.

    plural: several of it.
    """

    name: str
    index: int
    copies: int
    values: dict[str, int | tuple[int, ...] | str]
    effect: t.Block | None
    about: About
    scoring: tuple[ScoreLine, ...] = ()
    glyph: str = ""
    color: str = ""
    icon: str = ""
    plural: str = ""
    has_rules: bool = False


@dataclass
class ComponentDecl:
    """A component type.

    first: its first token; tokens run kind by kind, within a kind state by state; per: whose pieces there
    are sets of; the owner is then the first state of a piece; back: the fields that everybody sees of a piece
    that lies face down; areas: the layouts of its face and back, by `face` and `back`; coloured_by: the
    field that its `draw` has for colours; drawn: whether people are told what is in its box.
    """

    name: str
    fields: dict[str, FieldDecl]
    states: dict[str, tuple[str, ...]]
    state_types: dict[str, Type]
    per: Type | None
    kinds: list[KindDecl]
    effect_parameters: tuple[t.Parameter, ...]
    first: int
    about: About
    back: tuple[str, ...] = ()
    draw: Mapping[str, object] = field(default_factory=dict)
    areas: Mapping[str, tuple[Area, ...]] = field(default_factory=dict)
    coloured_by: str = ""
    drawn: bool = True

    @cached_property
    def combinations(self) -> int:
        """Count the states a piece can be in."""
        n = 1
        for members in self.states.values():
            n *= len(members)
        return n

    @property
    def pieces(self) -> int:
        """Count all pieces of the type, those of all owners."""
        return sum(kind.copies for kind in self.kinds) * (
            len(self.states["owner"]) if self.per is not None else 1
        )

    @property
    def tokens(self) -> range:
        """All tokens of the type."""
        return range(self.first, self.first + len(self.kinds) * self.combinations)

    @cached_property
    def by_name(self) -> dict[str, KindDecl]:
        """The kinds by their names."""
        return {kind.name: kind for kind in self.kinds}

    def token(self, kind: KindDecl) -> int:
        """Return the token of a kind in its start state."""
        return self.first + kind.index * self.combinations

    def kind_of(self, token: int) -> KindDecl:
        """The kind of a token, whatever its states; the token must be of this type."""
        return self.kinds[(token - self.first) // self.combinations]

    def state_of(self, token: int, name: str) -> int:
        """Return the place of a state's member for a token."""
        rest = (token - self.first) % self.combinations
        for state, members in reversed(self.states.items()):
            rest, value = divmod(rest, len(members))
            if state == name:
                return value
        raise KeyError(name)

    def with_state(self, token: int, name: str, value: int) -> int:
        """Return the token that is the same piece with one state changed."""
        factor = 1
        for state, members in reversed(self.states.items()):
            if state == name:
                break
            factor *= len(members)
        return token + (value - self.state_of(token, name)) * factor


Part = Literal["space", "corner", "side"]


@dataclass(slots=True)
class SpaceDecl:
    """A space of one layout.

    part: what it is of its board; index: which of its type it is, from 1; x and y: the middle, in halves of
    the units that boards.py draws in; values: what its fields hold.
    """

    name: str
    type: str
    part: Part
    index: int
    row: int
    column: int
    x: int
    y: int
    values: dict[str, int | tuple[int, ...] | str] = field(default_factory=dict)


@dataclass
class LayoutDecl:
    """One arrangement of a board's spaces: a graph, as boards.py makes it, whose nodes are in order."""

    name: str
    graph: Graph
    about: About

    @cached_property
    def nodes(self) -> list[SpaceDecl]:
        """The spaces in order; the place in this list is the number of a space within its layout."""
        return [data["space"] for data in self.graph.nodes.values()]

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each space by its name."""
        return {name: place for place, name in enumerate(self.graph)}

    @property
    def links(self) -> list[tuple[str, str]]:
        """The names of each two spaces that touch or are linked."""
        return list(self.graph.edges)

    def beside(self, space: Space) -> list[SpaceDecl]:
        """Return all that a space touches or is linked with, in order."""
        return [self.nodes[place] for place in sorted(map(self.places.__getitem__, self.graph[space.name]))]


@dataclass(frozen=True, slots=True)
class LayoutCheck:
    """What must hold of each layout of a board before the set-up; error: or only a warning."""

    require: t.Expression
    says: str
    error: bool
    about: About


@dataclass
class BoardDecl:
    """A board, and the spaces of all its owners and layouts.

    holds: component type by node type; stacked: those node types whose spaces hold stacks; covered: whether
    what lies below the top of a stack is hidden; owners: 1 when shared; first: its first space; several:
    whether a game chooses between its layouts; option: which option then does, if one does; named: whether
    it says how its squares are called; drawn: whether it is told to
    people in a position; coloured_by: the field or counter that its `draw` has for colours.
    """

    name: str
    shape: str
    per: Type | None
    owners: int
    holds: dict[str, str]
    stacked: frozenset[str]
    covered: bool
    active: bool
    fields: dict[str, FieldDecl]
    node_types: tuple[str, ...]
    layouts: list[LayoutDecl]
    several: bool
    option: str
    checks: list[LayoutCheck]
    first: int
    about: About
    draw: dict[str, object] = field(default_factory=dict)
    named: bool = False
    drawn: bool = True
    bare: frozenset[str] = frozenset()
    coloured_by: str = ""

    @cached_property
    def size(self) -> int:
        """Count the places an owner needs: those of the largest layout."""
        return max((len(layout.nodes) for layout in self.layouts), default=0)

    @cached_property
    def ranks(self) -> list[list[int]]:
        """For each layout the place of each node among those of its type, from 0."""
        found = []
        for layout in self.layouts:
            counts = dict.fromkeys(self.node_types, 0)
            ranks = []
            for node in layout.nodes:
                ranks.append(counts[node.type])
                counts[node.type] += 1
            found.append(ranks)
        return found

    def first_in_a_row(self, node_type: str) -> int | None:
        """The first space of a type where an only layout has them side by side; else None."""
        places = [n for n, node in enumerate(self.layouts[0].nodes) if node.type == node_type]
        if len(self.layouts) > 1 or not places or places[-1] - places[0] >= len(places):
            return None
        return self.first + places[0]

    def count(self, node_type: str) -> int:
        """How many spaces of a type an owner has, in the layout that has most."""
        return self._counts[node_type]

    @cached_property
    def _counts(self) -> Counter[str]:
        found = Counter[str]()
        for layout in self.layouts:
            found |= Counter(node.type for node in layout.nodes)  # the larger of both
        return found

    def ranked(self, node_type: str, rank: int) -> tuple[int, int]:
        """A layout and the node there that has a number (from 0) among those of a type."""
        for number, layout in enumerate(self.layouts):
            for place, node in enumerate(layout.nodes):
                if node.type == node_type and self.ranks[number][place] == rank:
                    return number, place
        raise IndexError(rank)

    @cached_property
    def label_fields(self) -> tuple[str, ...]:
        """The fields that name a space for people: as the ruleset has it drawn, or what can be read there.

        Where pieces lie, numbers and truths are mostly for rules alone, such as how a game begins.
        """
        if "label" not in self.draw:
            bare = ("number", "truth") if self.name in self.holds else ()
            return tuple(name for name, each in self.fields.items() if each.type.kind not in bare)
        said: Any = self.draw["label"]
        names = [self.coloured_by, *(said if isinstance(said, list) else [said])] if said else []
        return tuple(name for name in dict.fromkeys(names) if name in self.fields)

    @property
    def ids(self) -> range:
        """The numbers of all its spaces; layouts smaller than the largest leave some unused."""
        return range(self.first, self.first + self.owners * len(self.layouts) * self.size)

    def space(self, owner: int, layout: int, node: int) -> int:
        """The number of a space: whose, in which layout, and its place there (all from 0)."""
        return self.first + (owner * len(self.layouts) + layout) * self.size + node

    def locate(self, space: int) -> tuple[int, int, int]:
        """Return owner, layout and node of a space."""
        rest, node = divmod(space - self.first, self.size)
        owner, layout = divmod(rest, len(self.layouts))
        return owner, layout, node


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    """A zone or, with `per`, a family of zones that hold components, numbers or members.

    order: set, row or stack; visible: everyone, owner or nobody; pool: what hidden zones of one type are
    dealt again together for a guess; max: how many lie in it at most (0: any number); faces: what a roll into
    it may give; copies: what lies there are copies of pieces that lie elsewhere; drawn: whether it is told to
    people in a position; shown_as: how, in the browser, if not by default; logged: whether the log names it;
    dice: of each die of a row what it is called and its colour, where they differ.
    """

    name: str
    per: tuple[Type, ...]
    holds: Type
    order: str
    visible: str
    active: bool
    pool: str
    max: int
    faces: tuple[int, ...]
    copies: bool
    about: About
    drawn: bool = True
    shown_as: str = ""
    logged: bool = True
    dice: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CounterDecl:
    """A number or another single value, per nothing or per several indexes.

    supply: how many there are over all holders; visible: everyone or owner; reset: the step at whose
    beginning it starts again; drawn: whether it is told to people in a position. goes_to: the players who
    may have it; points: what it is worth to whom it names; logged: whether the log says how it changes.
    """

    name: str
    per: tuple[Type, ...]
    type: Type
    about: About
    start: t.Expression | None = None
    min: t.Expression | None = None
    max: t.Expression | None = None
    supply: t.Expression | None = None
    visible: str = "everyone"
    reset: str = ""
    drawn: bool = True
    goes_to: t.Expression | None = None
    points: int = 0
    logged: bool = True


@dataclass(frozen=True, slots=True)
class TableDecl:
    """A look-up from numbers, members or kinds to values of one type."""

    name: str
    key: Type
    type: Type
    rows: dict[int, int]
    about: About


@dataclass(frozen=True, slots=True)
class ValueDecl:
    """A named expression, which modifiers may change.

    kept: worked out only when what it reads changes; shown: people see it beside the counters.
    """

    name: str
    parameters: tuple[t.Parameter, ...]
    body: t.Expression
    about: About
    kept: bool = False
    shown: bool = False


@dataclass(frozen=True, slots=True)
class EffectDecl:
    """An effect or action: also the event that triggers hear.

    said: a sentence of the log says what it does.
    ."""

    name: str
    parameters: tuple[t.Parameter, ...]
    body: t.Block
    action: bool
    anytime: bool
    about: About
    said: bool | None = None


@dataclass(slots=True)
class StepDecl:
    """One step of the flow; kind: do, steps or actions.

    said: a sentence of the log says what it does; once: it is over when one of its actions has been taken;
    showing: what is shown with its questions; question: what it asks; pass_title: what `pass` is called;
    whose: the name by which everything reads whose turn in it is, or nothing.
    """

    name: str
    kind: str
    body: t.Block
    steps: list[StepDecl]
    actions: tuple[str, ...]
    loop: t.LoopHead | None
    players: t.Expression | None
    secretly: bool
    condition: t.Expression | None
    when: t.Expression | None
    passing: t.Expression | None
    default: str
    about: About
    said: bool | None = None
    once: bool = False
    showing: tuple[t.Expression, ...] = ()
    question: t.Text | None = None
    pass_title: str = ""
    whose: str = ""


def _is_owner(index: Type) -> bool:
    return index.kind in ("player", "team")


@dataclass
class Model:
    """A whole ruleset for one choice of players, overlays and options.

    automata: owners without a seat (an automatic opponent); they are numbered after the players and decide
    nothing.
    """

    id: str
    title: str
    players: int
    min_players: int
    max_players: int
    team_size: int
    prefix: str
    about: About
    credits: Credits = field(default_factory=Credits)
    overlays: tuple[str, ...] = ()
    # Values whose text cannot be read: whatever reads them, that is reported once, at the text.
    faulty: set[str] = field(default_factory=set)
    automata: dict[str, About] = field(default_factory=dict)
    # The place of zones, counters, values and boards on the page, by name: a word, or `in BOARD`; which
    # effects are read over it.
    page: dict[str, str] = field(default_factory=dict)
    enums: dict[str, EnumDecl] = field(default_factory=dict)
    options: dict[str, OptionDecl] = field(default_factory=dict)
    components: dict[str, ComponentDecl] = field(default_factory=dict)
    boards: dict[str, BoardDecl] = field(default_factory=dict)
    zones: dict[str, ZoneDecl] = field(default_factory=dict)
    counters: dict[str, CounterDecl] = field(default_factory=dict)
    tables: dict[str, TableDecl] = field(default_factory=dict)
    values: dict[str, ValueDecl] = field(default_factory=dict)
    effects: dict[str, EffectDecl] = field(default_factory=dict)
    flow: list[StepDecl] = field(default_factory=list)
    steps: dict[str, StepDecl] = field(default_factory=dict)
    triggers: list[TriggerDecl] = field(default_factory=list)
    modifiers: list[ModifierDecl] = field(default_factory=list)
    grants: list[GrantDecl] = field(default_factory=list)
    replacements: list[ReplacementDecl] = field(default_factory=list)
    final: list[ScoreLine] = field(default_factory=list)
    outlook: dict[str, t.Expression] = field(default_factory=dict)
    # What a point counts, then each line of the outlook.
    weights: list[int] = field(default_factory=lambda: [1])
    # How much of an option's worth games by chance say to bots, in per cent.
    by_chance: int = 0
    automata_scored: bool = False
    pieces_scored: bool = True
    ties: list[tuple[str, t.Expression]] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    # What people call the sources of points that no line of scoring names, and where that is said.
    source_titles: dict[str, tuple[str, Position]] = field(default_factory=dict)
    # The least points, and what is said of them.
    judgement: list[tuple[int, str]] = field(default_factory=list)

    def lies_for_all(self, component: str) -> bool:
        """Whether pieces of a type can lie in an active place that belongs to nobody."""
        return any(
            zone.active and zone.holds.name == component and not any(map(_is_owner, zone.per))
            for zone in self.zones.values()
        ) or any(
            board.active and board.per is None and component in board.holds.values()
            for board in self.boards.values()
        )

    def lies_for_owner(self, component: str) -> bool:
        """Whether pieces of a type can lie in an active place of a player or team."""
        return any(
            zone.active and zone.holds.name == component and any(map(_is_owner, zone.per))
            for zone in self.zones.values()
        ) or any(
            board.active and board.per is not None and component in board.holds.values()
            for board in self.boards.values()
        )

    @property
    def persons(self) -> int:
        """Count who owns counters, zones and pieces: the players, then the automata."""
        return self.players + len(self.automata)

    @property
    def teams(self) -> int:
        """Count the teams; every player alone without teams."""
        return self.players // self.team_size

    @cached_property
    def node_boards(self) -> dict[str, BoardDecl]:
        """Boards by the name of each of their node types."""
        return {node_type: board for board in self.boards.values() for node_type in board.node_types}

    @cached_property
    def kinds(self) -> dict[str, tuple[ComponentDecl, KindDecl]]:
        """Every kind by its name, with its component type."""
        return {kind.name: (c, kind) for c in self.components.values() for kind in c.kinds}

    @cached_property
    def loops(self) -> tuple[str, ...]:
        """The names that steps of the flow are repeated for, the outermost first."""
        return tuple(step.loop.name for step in self.steps.values() if step.loop is not None)

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """Everything that has a name, section by section."""
        sections: dict[str, Mapping[str, Declaration]] = {
            "enums": self.enums,
            "options": self.options,
            "components": self.components,
            "boards": self.boards,
            "zones": self.zones,
            "counters": self.counters,
            "tables": self.tables,
            "values": self.values,
            "steps": self.steps,
        }
        found = [
            Thing(section, section.removesuffix("s"), name, declared.about)
            for section, things in sections.items()
            for name, declared in things.items()
            if not name.startswith(FORBIDDEN)
        ]
        for name, effect in self.effects.items():
            word = "action" if effect.action else "effect"
            found.append(Thing(f"{word}s", word, name, effect.about))
        found += [Thing("kinds", made.name, name, kind.about) for name, (made, kind) in self.kinds.items()]
        for board in self.boards.values():
            layouts = board.layouts if board.several else ()
            found += [Thing("layouts", "layout", layout.name, layout.about) for layout in layouts]
        return tuple(found)

    @cached_property
    def rules(self) -> tuple[DeclaredRule, ...]:
        """The rules that hear, change or forbid something: triggers, modifiers, replacements, grants."""
        by_word: dict[str, Sequence[TriggerDecl | ModifierDecl | ReplacementDecl]] = {
            "trigger": self.triggers,
            "modifier": self.modifiers,
            "replacement": self.replacements,
        }
        found = [
            DeclaredRule(word, rule.pattern.name, rule.carrier[1] if rule.carrier else "", rule.about)
            for word, rules in by_word.items()
            for rule in rules
        ]
        found = [
            replace(rule, word="prohibition", hears=rule.hears.partition("_")[2])
            if rule.hears.startswith(FORBIDDEN)
            else rule
            for rule in found
        ]
        found += [
            DeclaredRule("grant", grant.action, grant.carrier[1] if grant.carrier else "", grant.about)
            for grant in self.grants
        ]
        return tuple(found)

    @cached_property
    def members(self) -> dict[str, list[tuple[str, int]]]:
        """Enum members by name: each (enum, number)."""
        found: dict[str, list[tuple[str, int]]] = {}
        for declared in self.enums.values():
            for number, member in enumerate(declared.members):
                found.setdefault(member, []).append((declared.name, number))
        for made in self.components.values():
            for state, members in made.states.items():
                if made.state_types[state] != Type("enum", f"{made.name}.{state}"):
                    continue
                for number, member in enumerate(members):
                    found.setdefault(member, []).append((f"{made.name}.{state}", number))
        return found

    def type_named(self, name: str) -> Type | None:
        """Return the type of a name; boards, their corners and sides name the types of their spaces."""
        if name in SIMPLE_TYPES:
            return SIMPLE_TYPES[name]
        if name in self.enums:
            return enum(name)
        if name in self.components:
            return component(name)
        return space(name) if name in self.node_boards else None

    def family_size(self, per: Iterable[Type]) -> int:
        """Count the zones or counters of a family: the product of what it is per."""
        return prod(map(self.index_size, per))

    def indexes_at(self, per: Sequence[Type], place: int) -> list[tuple[Type, int]]:
        """Return of a place in a family each index with its value, counted from 0."""
        found: list[tuple[Type, int]] = []
        for index in reversed(per):
            place, value = divmod(place, self.index_size(index))
            found.insert(0, (index, value))
        return found

    def index_size(self, index: Type) -> int:
        """Count the values of a type that zones and counters may be `per`."""
        if index.kind == "player":
            return self.persons
        if index.kind == "team":
            return self.teams
        if index.kind == "enum":
            return len(self.enums[index.name].members)
        if index.kind == "component":
            return len(self.components[index.name].kinds)
        if index.kind == "any":
            return 1
        board = self.node_boards[index.name]
        return board.owners * board.count(index.name)
