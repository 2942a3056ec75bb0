"""Where everything lies in a state, one flat list of numbers and tuples; and the static tables beside it.

In: a checked model. Out: a SlotLayout: the first slot of each counter, zone, board and rule, and tables over
all spaces and all components. Tables end with one more entry, None, so that a look-up for `none` (-1) never
finds a neighbour's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from interpreter.language.check_calls import box_zone
from interpreter.language.checked import AssignSt, ConstEx, CounterEx
from interpreter.language.facts import statements_in
from interpreter.language.index import index_of
from interpreter.language.program import Program, RuleEx
from interpreter.language.types import Type
from interpreter.model.adjacency import directions, neighbours, regions
from interpreter.model.declarations import NONE, BoardDecl, ComponentDecl, Model, SpaceDecl, ZoneDecl
from interpreter.model.limits import MAX_TABLE_ENTRIES, TooLarge
from interpreter.problems.position import Position

# Slots that every state has.
STEP, FINISHED, SEED, UNSEEN, DRAWS, RESEEDS, AGENDA, PENDING, ENDING, DRAWN, WORK, DEPTH = range(12)
# Whether what is asked now is asked in secret.
SECRET = 12
# Who has won, if `end game` said it: the sum of 2 ** player; else one of the two below.
WON = 13
HEAD = 14
NOT_SAID, UNDECIDED = -1, -2
# What ENDING holds once the game is over by `end game`; else the step after which it ends, or none.
OVER = -2
# In place of a neighbour, where none is asked for.
EDGE = -2
# In place of the slot of its counts: a kind is one of a crowd.
CROWD = -2
RULES_PER_MASK = 50
# A stack of a component type of more pieces than this may be shuffled as it is drawn (play/chance.py).
LATE = 1000

Entries = tuple[object, ...]


class Counted(NamedTuple):
    """Something that is counted in play: what, at which place in the rules, and of what name there.

    In every game: `stopped`, how often a `set` stopped at a bound of its counter. In code that counts
    (compiler/tallies.py) much more, as docs/library.md lists it.
    """

    what: str
    place: Position
    name: str = ""


@dataclass
class SlotLayout:
    """slots: how many; start: the list a game starts from (before its set-up runs)."""

    model: Model
    program: Program
    slots: int = HEAD
    names: list[tuple[str, int, int]] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)
    supplies: dict[str, int] = field(default_factory=dict)
    zones: dict[str, int] = field(default_factory=dict)
    # The slots of zones whose order may be decided as they are drawn; the slot behind says how far it is.
    late: list[int] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)
    # What is counted while a game is played, each in a slot of its own.
    counted: dict[Counted, int] = field(default_factory=dict)
    spaces: dict[str, int] = field(default_factory=dict)
    options: dict[str, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    histories: dict[tuple[str, str], int] = field(default_factory=dict)
    repeats: dict[tuple[str, tuple[str, ...]], int] = field(default_factory=dict)
    once: dict[int, int] = field(default_factory=dict)
    lasting: dict[int, int] = field(default_factory=dict)
    # How often the step that is the game's round began, and who had the first turn in it: the seat from 1,
    # 0 for nobody yet.
    rounds: int = NONE
    starter: int = NONE
    masks: int = 0
    mask_words: int = 0
    # The kinds that carry rules or scoring, in the order of declaration.
    carriers: dict[tuple[str, str], None] = field(default_factory=dict)
    bits: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    copies_in_play: dict[tuple[str, str], int] = field(default_factory=dict)
    # For component types of which too many kinds carry rules for a bit each: the kinds that lie active, by
    # owner, each as often as there are pieces of it, in order.
    crowds: dict[str, int] = field(default_factory=dict)
    entries: int = 0

    def reserve(self, name: str, count: int) -> int:
        """Reserve slots; returns the first."""
        first = self.slots
        self.slots += count
        self.names.append((name, first, count))
        return first

    def count_of(self, what: Counted) -> int:
        """The slot in which something is counted; it is reserved when it is first asked for."""
        if what not in self.counted:
            self.counted[what] = self.reserve(f"counted {len(self.counted)}", 1)
        return self.counted[what]

    def spans(self, things: Iterable[str]) -> tuple[tuple[int, int], ...]:
        """The first slot of each of some boards, zones and counters, and the slot behind its last."""
        wanted = set(things)
        return tuple((first, first + count) for name, first, count in self.names if name in wanted)

    def loop_slots(self, step: str) -> int:
        """The first of six slots of a step: set and place of its `for` and of its `players`, me, turns."""
        return next(first for name, first, _ in self.names if name == f"loop {step}")

    @property
    def owners(self) -> int:
        """Owners of rules in play: each player, and the table (the last)."""
        return self.model.persons + 1

    def enter(self, count: int) -> None:
        """Count the entries of a table that is about to be made; raises TooLarge when all have too many."""
        self.entries += count
        if self.entries > MAX_TABLE_ENTRIES:
            message = f"rules look things up in tables of more than {MAX_TABLE_ENTRIES} entries"
            raise TooLarge(f"{message}: there are too many spaces, kinds or states for so many fields")

    # -- static tables over spaces
    @cached_property
    def all_spaces(self) -> int:
        """How many spaces there are, over all boards, owners and layouts: the length of a table, less one."""
        return sum(len(board.ids) for board in self.model.boards.values())

    def over_spaces(
        self, boards: Iterable[BoardDecl], entry: Callable[[BoardDecl, int, int, int], object]
    ) -> Entries:
        """A table over all spaces: entry(board, owner, layout, node) for those of the boards, else None."""
        self.enter(self.all_spaces + 1)
        table: list[object] = [None] * (self.all_spaces + 1)
        for board in boards:
            for owner in range(board.owners):
                for number, layout in enumerate(board.layouts):
                    first = board.space(owner, number, 0)
                    for node in range(len(layout.nodes)):
                        table[first + node] = entry(board, owner, number, node)
        return tuple(table)

    @cached_property
    def slot_of_space(self) -> Entries:
        """The slot of what lies on each space that holds something."""
        return self.over_spaces(
            [b for b in self.model.boards.values() if b.holds],
            lambda b, owner, _layout, node: self.spaces[b.name] + owner * b.size + node,
        )

    def slots_of_spaces(self, stacked: bool) -> Entries:
        """The slot of each space that holds a stack, or of each that holds one piece."""

        def entry(board: BoardDecl, owner: int, layout: int, node: int) -> object:
            stacks = board.layouts[layout].nodes[node].type in board.stacked
            return self.slot_of_space[board.space(owner, layout, node)] if stacks == stacked else None

        return self.over_spaces([b for b in self.model.boards.values() if b.holds], entry)

    @cached_property
    def place_of_space(self) -> Entries:
        """Owner and rank in one number: the index for zones and counters that are per space of a type."""

        def entry(board: BoardDecl, owner: int, layout: int, node: int) -> object:
            node_type = board.layouts[layout].nodes[node].type
            return owner * board.count(node_type) + board.ranks[layout][node]

        return self.over_spaces(self.model.boards.values(), entry)

    @cached_property
    def owner_of_space(self) -> Entries:
        """The player or team (from 0) to whom each space's board belongs; none for shared boards."""
        return self.over_spaces(
            self.model.boards.values(), lambda b, owner, _layout, _node: owner if b.per is not None else NONE
        )

    def space_field(self, name: str) -> Entries:
        """A declared field of spaces, or index, row, column."""

        def entry(board: BoardDecl, _owner: int, layout: int, node: int) -> object:
            found = board.layouts[layout].nodes[node]
            if name in board.fields:
                return found.values[name]
            return getattr(found, name) if name in ("index", "row", "column") else None

        return self.over_spaces(self.model.boards.values(), entry)

    def neighbours(self, node_type: str) -> Entries:
        """For each space its neighbours of a node type."""

        def entry(board: BoardDecl, owner: int, layout: int, node: int) -> object:
            nodes = board.layouts[layout].nodes
            return tuple(
                board.space(owner, layout, other)
                for other in neighbours(board.layouts[layout], node)
                if nodes[other].type == node_type
            )

        return self.over_spaces([self.model.node_boards[node_type]], entry)

    @cached_property
    def directions(self) -> Entries:
        """For each space its neighbours in the order of the grid's directions, none at an edge."""

        def entry(board: BoardDecl, owner: int, layout: int, node: int) -> object:
            made = board.layouts[layout]
            found = directions(made, node, made.nodes[node].type)
            return tuple(board.space(owner, layout, other) if other >= 0 else NONE for other in found)

        return self.over_spaces(self.model.boards.values(), entry)

    def towards(self, node_type: str) -> Entries:
        """The same of a type of spaces, to find a direction: nothing, not even none, is equal to an edge."""

        def entry(board: BoardDecl, owner: int, layout: int, node: int) -> object:
            found = directions(board.layouts[layout], node, node_type)
            return tuple(board.space(owner, layout, other) if other >= 0 else EDGE for other in found)

        return self.over_spaces(self.model.boards.values(), entry)

    def regions(self, name: str) -> Entries:
        """For each space the spaces joined to it that have the same value in a field."""

        boards = [board for board in self.model.boards.values() if name in board.fields]
        found = {
            (board.name, number): regions(layout, lambda space: space.values[name])
            for board in boards
            for number, layout in enumerate(board.layouts)
        }

        def entry(board: BoardDecl, owner: int, layout: int, node: int) -> object:
            return tuple(board.space(owner, layout, other) for other in found[board.name, layout][node])

        return self.over_spaces(boards, entry)

    def reflections(self, axis: str) -> Entries:
        """For each space of a grid its mirror image (axis rows: top and bottom change places)."""

        def images(nodes: Sequence[SpaceDecl]) -> list[int | None]:
            """For each node the place of its image among those of its type."""
            at: dict[tuple[str, int, int], int] = {}
            ends: dict[str, list[int]] = {}
            for place, node in enumerate(nodes):
                at.setdefault((node.type, node.x, node.y), place)
                ends.setdefault(node.type, []).append(node.y if axis == "rows" else node.x)
            sums = {name: min(found) + max(found) for name, found in ends.items()}
            if axis == "rows":
                return [at.get((n.type, n.x, sums[n.type] - n.y)) for n in nodes]
            return [at.get((n.type, sums[n.type] - n.x, n.y)) for n in nodes]

        boards = self.model.boards.values()
        found = {board.name: [images(layout.nodes) for layout in board.layouts] for board in boards}

        def entry(board: BoardDecl, owner: int, layout: int, node: int) -> object:
            image = found[board.name][layout][node]
            return NONE if image is None else board.space(owner, layout, image)

        return self.over_spaces(boards, entry)

    def along(self, steps: int) -> Entries:
        """For each space of a ring or track the one a step on (-1: back)."""

        def entry(board: BoardDecl, owner: int, layout: int, node: int) -> object:
            count = len(board.layouts[layout].nodes)
            other = node + steps
            if board.shape == "ring":
                return board.space(owner, layout, other % count)
            return board.space(owner, layout, other) if 0 <= other < count else NONE

        return self.over_spaces(
            [b for b in self.model.boards.values() if b.shape in ("ring", "track")], entry
        )

    def spaces_of(self, board: BoardDecl, node_type: str) -> tuple[tuple[int, ...], ...]:
        """The spaces of a node type, for each owner and layout (owner * layouts + layout)."""
        return tuple(
            tuple(
                board.space(owner, number, place)
                for place, node in enumerate(layout.nodes)
                if node.type == node_type
            )
            for owner in range(board.owners)
            for number, layout in enumerate(board.layouts)
        )

    # -- static tables over components
    def over_components(self, entry: Callable[[ComponentDecl, int], object]) -> Entries:
        """Make a table over all tokens."""
        table: list[object] = []
        self.enter(sum(len(made.tokens) for made in self.model.components.values()))
        for made in self.model.components.values():
            table += [entry(made, token) for token in made.tokens]
        return (*table, None)

    def component_field(self, name: str) -> Entries:
        """For each token the value of a field of its kind; None where the kind has no such field."""
        return self.over_components(lambda made, token: made.kind_of(token).values.get(name))

    @cached_property
    def kind_table(self) -> Entries:
        """The place of each token's kind within its component type."""
        return self.over_components(lambda made, token: (token - made.first) // made.combinations)

    @cached_property
    def start_table(self) -> Entries:
        """For each token the same piece in its start states, its owner kept."""

        def entry(made: ComponentDecl, token: int) -> object:
            start = made.token(made.kind_of(token))
            return (
                start if made.per is None else made.with_state(start, "owner", made.state_of(token, "owner"))
            )

        return self.over_components(entry)

    def state_table(self, state: str) -> Entries:
        """For each token the number of the member that a state has; None where its type has no such state."""
        return self.over_components(
            lambda made, token: made.state_of(token, state) if state in made.states else None
        )

    def turned_table(self, state: str) -> Entries:
        """For each token the tokens it becomes for each member of a state, likewise."""

        def entry(made: ComponentDecl, token: int) -> object:
            members = range(len(made.states.get(state, ())))
            return tuple(made.with_state(token, state, member) for member in members) or None

        return self.over_components(entry)

    @cached_property
    def copies_table(self) -> Entries:
        """For each token how many copies of its kind the game has."""
        return self.over_components(lambda made, token: made.kind_of(token).copies)

    @cached_property
    def rule_table(self) -> Entries:
        """For each token (mask word, bit, slot of its counts or -1), or None when it carries no rule.

        Of a crowd: (the slot of its first owner, the number of the kind, CROWD).
        """

        def entry(made: ComponentDecl, token: int) -> object:
            kind = made.kind_of(token)
            key = (made.name, kind.name)
            if made.name in self.crowds:
                return (self.crowds[made.name], kind.index, CROWD) if key in self.carriers else None
            if key not in self.bits:
                return None
            word, bit = self.bits[key]
            return (word, bit, self.copies_in_play.get(key, NONE))

        return self.over_components(entry)

    def carries_rules(self, component_name: str) -> bool:
        """Whether a component type has a kind with rules or scoring of its own."""
        return any(name == component_name for name, _ in self.carriers)

    def slots_of_rules(self) -> tuple[tuple[int, int], ...]:
        """The slots that say which rules are in play: first and how many."""
        by_owner = (*self.copies_in_play.values(), *self.crowds.values())
        return ((self.masks, self.mask_words * self.owners), *((first, self.owners) for first in by_owner))


def lay_out(model: Model, program: Program) -> SlotLayout:
    """Give everything its slots, in the order of declaration."""
    made = SlotLayout(model, program)
    for step in model.steps:
        made.reserve(f"loop {step}", 6)
    for name, counter in model.counters.items():
        made.counters[name] = made.reserve(f"counter {name}", model.family_size(counter.per))
        if (name, "supply") in program.limits:
            made.supplies[name] = made.reserve(f"supply {name}", _supply_count(model, counter.per))
    for name in model.components:
        box_zone(model, name)
    for name, zone in model.zones.items():
        late = _may_be_late(model, zone) and name in index_of(program).only_drawn
        made.zones[name] = made.reserve(f"zone {name}", 2 if late else model.family_size(zone.per))
        if late:
            made.late.append(made.zones[name])
    for name, board in model.boards.items():
        if board.holds:
            made.spaces[name] = made.reserve(f"board {name}", board.owners * board.size)
    for name, option in model.options.items():
        if option.value is None:
            made.options[name] = made.reserve(f"option {name}", 1)
    for source in program.sources:
        made.sources[source] = made.reserve(f"source {source}", model.persons)
    for key in sorted(program.histories):
        made.histories[key] = made.reserve(f"history {key[0]} {key[1]}", model.persons)
    for step, things in sorted(program.repeats):
        made.repeats[step, things] = made.reserve(f"repeats {step}", 1)
    _lay_out_rules(made)
    if index_of(program).round is not None:
        made.rounds, made.starter = made.reserve("rounds", 1), made.reserve("starter", 1)
    _lay_out_bounds(made)
    return made


def _may_be_late(model: Model, zone: ZoneDecl) -> bool:
    """Whether a zone is a large stack that nobody sees, so that its order may be decided as it is drawn."""
    if zone.per or zone.order != "stack" or zone.visible != "nobody" or zone.max or zone.active:
        return False
    made = model.components.get(zone.holds.name) if zone.holds.kind == "component" else None
    return made is not None and sum(kind.copies for kind in made.kinds) > LATE


def _lay_out_bounds(made: SlotLayout) -> None:
    """Each `set` that may stop at a bound counts how often it does."""
    bounded = {name for name, word in made.program.limits if word != "supply"}
    for body in index_of(made.program).bodies.values():
        for s in statements_in(body):
            target = s.target if isinstance(s, AssignSt) and not isinstance(s.value, ConstEx) else None
            bound = isinstance(target, CounterEx) and target.declared.name in bounded
            if bound:
                made.count_of(Counted("stopped", s.position))


def _lay_out_rules(made: SlotLayout) -> None:
    model, program = made.model, made.program
    rules: list[RuleEx] = program.rules
    for rule in rules:
        if rule.carrier is not None:
            made.carriers.setdefault(rule.carrier)
        if rule.once:
            made.once[rule.order] = made.reserve(f"once {rule.once}", model.persons)
        if rule.lasting is not None and rule.lasting not in made.lasting:
            made.lasting[rule.lasting] = made.reserve(f"lasting {rule.lasting}", model.persons)
    for line in program.final:
        if line.carrier is not None:
            made.carriers.setdefault(line.carrier)
    crowds = index_of(program).crowds
    alone = [each for each in made.carriers if each[0] not in crowds]
    for number, carrier in enumerate(alone):
        made.bits[carrier] = (number // RULES_PER_MASK, 1 << number % RULES_PER_MASK)
        copied = any(zone.copies and zone.holds.name == carrier[0] for zone in model.zones.values())
        if copied or model.components[carrier[0]].by_name[carrier[1]].copies > 1:
            made.copies_in_play[carrier] = made.reserve(f"in play {carrier[1]}", made.owners)
    for component in crowds:
        made.crowds[component] = made.reserve(f"carried {component}", made.owners)
    made.mask_words = (len(alone) + RULES_PER_MASK - 1) // RULES_PER_MASK
    made.masks = made.reserve("rules in play", made.mask_words * made.owners)


def _supply_count(model: Model, per: tuple[Type, ...]) -> int:
    """A supply is one for all holders: it is per everything but players and teams."""
    return model.family_size(tuple(p for p in per if p.kind not in ("player", "team")))
