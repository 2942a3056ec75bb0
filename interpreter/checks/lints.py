"""What can be played but is hardly meant, found over a whole checked program: above all what nothing uses.

In: a merged ruleset with its model and program. Out: warnings. What a text names counts as used, wherever
that text stands; only its own body does not count for an effect.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from interpreter.language import checked as c
from interpreter.language.check_calls import box_zone
from interpreter.language.facts import reads_anything
from interpreter.language.index import index_of
from interpreter.language.node import Node, walk
from interpreter.language.program import Program, StepEx
from interpreter.language.statement_facts import events_of
from interpreter.language.types import Type
from interpreter.model.declarations import NONE, FieldDecl, Model
from interpreter.model.located_data import entries_of, rows_of
from interpreter.problems.nearest_name import one_slip_apart
from interpreter.problems.position import Position
from interpreter.problems.problem import Problem
from interpreter.reading.located_value import Located

_HINT = "`accept: [unused]` at it says that this is meant"
_RULES = ("triggers", "replacements", "modifiers", "grants", "forbids", "scoring")


def lints(root: Located, model: Model, program: Program, is_own: Callable[[Position], bool]) -> list[Problem]:
    """Return what is doubtful in a ruleset; is_own: whether to speak of a place."""
    uses = _Uses(model, program)
    unused = [
        (message, place)
        for section, name, place in _declared(root)
        if is_own(place) and (message := uses.lack_of(section, name))
    ]
    unused += [*uses.idle_rules(), *_idle_pieces(root, uses)]
    found = [Problem("unused", message, place, "warning", _HINT) for message, place in unused]
    if root.get("flow") is None:
        message, hint = "this game has no `flow`, so nothing ever happens in it", "`flow:` lists its steps"
        found.append(Problem("no-flow", message, root.position, "warning", hint))
    found += [*_lone_labels(uses), *_no_outlook(root, uses), *_drawn_nowhere(model)]
    found += [*_unshuffled(uses), *_repeating_nothing(uses)]
    return [problem for problem in found if is_own(problem.position)]


def missing_rows(base: Located, overlays: Iterable[Located]) -> list[Problem]:
    """Return a warning for each table that replaces one with more rows; overlays: their merged files."""
    found = []
    for overlay in overlays:
        tables = _inside(overlay, "replace", "tables")
        for name, table in tables.items() if tables is not None else ():
            earlier = _inside(base, "tables", name)
            kept = set(_rows(table))
            lost = [row for row in _rows(earlier) if row not in kept] if earlier is not None else []
            if lost:
                assert tables is not None
                message = (
                    f"the table '{name}' has no row for {', '.join(lost[:6])}, as the one it replaces has"
                )
                hint = "a look-up of one of them goes wrong in play"
                found.append(Problem("missing-rows", message, tables.key_position(name), "warning", hint))
    return found


def _inside(thing: Located, *keys: str) -> Located | None:
    found: Located | None = thing
    for key in keys:
        found = found.get(key) if found is not None else None
    return found


def _rows(table: Located) -> list[str]:
    """The keys of a table's rows."""
    return [str(key.value) for key, _ in rows_of(table)]


# What is declared under names, as messages call it.
_SECTIONS = {
    "enums": "enumeration",
    "options": "option",
    "components": "component type",
    "zones": "zone",
    "counters": "counter",
    "tables": "table",
    "values": "value",
    "effects": "effect",
    "actions": "action",
}


def _declared(root: Located) -> Iterator[tuple[str, str, Position]]:
    """Yield section, name and place of what is declared; a kind or member as `type.name`."""
    for section in _SECTIONS:
        found = root.get(section)
        for key, definition in found.items() if found is not None else ():
            assert found is not None
            name = key.partition("(")[0].strip()
            yield section, name, found.key_position(key)
            if section == "enums":
                members = definition.entries() or entries_of(definition, "members")
                yield from (("members", f"{name}.{each.value}", each.position) for each in members)
            kinds = definition.get("kinds") if section == "components" else None
            for kind, _ in kinds.items() if kinds is not None else ():
                assert kinds is not None
                yield "kinds", f"{name}.{kind}", kinds.key_position(kind)


class _Uses:
    """What the texts and data of a ruleset use, by section and name."""

    def __init__(self, model: Model, program: Program) -> None:
        self.model, self.program = model, program
        self.read: set[tuple[str, str]] = set()
        self.changed: set[tuple[str, str]] = set()
        self.raised: set[str] = set()
        self.done: set[str] = set()
        # Expressions that only say what is changed, or where a piece that is named comes from.
        self.targets: set[int] = set()
        # Of an enum the numbers of members, of a component type the names of kinds.
        self.members: defaultdict[str, set[int]] = defaultdict(set)
        self.kinds: defaultdict[str, set[str]] = defaultdict(set)
        self.whole: set[Type] = set()
        self.scored = False
        # What is done with each zone: moved or dealt (into it), drawn (from it), shuffled.
        self.handled: dict[str, set[str]] = {}
        # The zones into which all of another was moved, in the order that it had.
        self.poured: set[str] = set()
        # Where labels stand that their use declares: sources of points, and pools.
        self.labels: dict[str, list[Position]] = {}
        self.look_at_program()
        self.look_at_data()
        self.named_members = {
            name: {made.members[number] for number in self.members[name]}
            for name, made in model.enums.items()
        }

    # -- texts
    def look_at_program(self) -> None:
        program = self.program
        for name, effect in program.effects.items():
            self.look(effect.body, inside=name)
            if effect.anytime:
                self.read.add(("effects", name))
        for value in program.values.values():
            self.look((value.body,))
        for _, body in program.kind_effects.values():
            self.look(body)
        for rule in program.rules:
            self.look([each for each in (rule.pattern, rule.where, rule.value) if each is not None])
            self.look([argument for _, argument in rule.pattern.equal] if rule.pattern is not None else ())
            self.look(rule.body)
            self.read.add(("effects", rule.action))
            if rule.pattern is not None:
                self.hear(rule.pattern.event)
        self.look_at_steps(index_of(program).steps)
        for line in program.final:
            self.label(line.source, line.position)
            self.look([line.points, *([line.shows] if line.shows is not None else [])])
        self.look([*program.outlook, *(each for _, each in program.ties)])
        self.look([each for _, _, each in program.layout_checks])
        self.look([*program.starts.values(), *program.limits.values()])

    def look_at_steps(self, steps: Iterable[StepEx]) -> None:
        for step in steps:
            said = (
                step.players,
                step.condition,
                step.when,
                step.passing,
                step.loop[1] if step.loop else None,
            )
            self.look([each for each in said if each is not None])
            self.look(step.body)
            self.read |= {("effects", action) for action in step.actions}

    def hear(self, event: str) -> None:
        """A rule that listens to a counter or zone reads it."""
        word, _, name = event.partition(" ")
        if word != "effect":
            self.read |= {("counters", name), ("zones", name)}

    def look(self, nodes: Iterable[Node], inside: str = "") -> None:
        for each in walk(nodes):
            note = _NOTES.get(type(each))
            if note is not None:
                note(self, each, inside)
            if isinstance(each, c.St):
                self.raised.update(events_of(each))

    def place(self, place: c.Ex | None) -> None:
        """Something is put into a zone."""
        if isinstance(place, c.ZoneEx):
            self.changed.add(("zones", place.declared.name))
            self.targets.add(id(place))

    def handle(self, done: str, place: c.Ex | None) -> None:
        """Something is done with a zone."""
        if isinstance(place, c.ZoneEx):
            self.handled.setdefault(place.declared.name, set()).add(done)

    def change(self, counter: c.Ex, *, reads: bool) -> None:
        """A counter changes; reads: so that it matters what it was."""
        if isinstance(counter, c.CounterEx):
            self.changed.add(("counters", counter.declared.name))
            if not reads:
                self.targets.add(id(counter))

    def call(self, name: str, inside: str) -> None:
        """An effect is done, by another than itself."""
        if name != inside:
            self.read.add(("effects", name.removeprefix("original_")))
            self.read.add(("effects", name))

    def label(self, name: str, position: Position) -> None:
        """A label is used, and by that declared."""
        if name:
            self.labels.setdefault(name, []).append(position)

    def value(self, value_type: Type, value: int) -> None:
        """A member or kind is named."""
        if value == NONE:
            return
        if value_type.kind == "enum":
            self.members[value_type.name].add(value)
        elif value_type.kind == "component":
            made = self.model.components[value_type.name]
            self.kinds[made.name].add(made.kind_of(value).name)

    def zone(self, ex: c.ZoneEx) -> None:
        """A zone is read. Whoever reads a whole box can meet with every kind."""
        if id(ex) in self.targets:
            return
        self.read.add(("zones", ex.declared.name))
        held = ex.declared.holds
        if held.kind == "component" and ex.declared is box_zone(self.model, held.name):
            self.whole.add(held)

    # -- data
    def look_at_data(self) -> None:
        """Whatever the data names is used."""
        self.look_at_kinds()
        self.look_at_places()
        model = self.model
        self.read |= {("values", value.name) for value in model.values.values() if value.shown}
        for table in model.tables.values():
            for value in table.rows.values():
                self.value(table.type, value)
        for option in model.options.values():
            of = option.type.of if option.type.kind == "set" and option.type.of is not None else option.type
            for value in option.choices:
                self.value(of, value)
        for counter in model.counters.values():
            if counter.start is None:
                self.value(counter.type, 0 if counter.type.kind == "enum" else NONE)

    def look_at_kinds(self) -> None:
        """What the fields and states of kinds name."""
        for made in self.model.components.values():
            for kind in made.kinds:
                self.fields(made.fields, kind.values)
            for state, members in made.states.items():
                of = made.state_types[state]
                if of.kind == "enum":
                    self.members[of.name].update(range(len(members) if state == "facing" else 1))

    def look_at_places(self) -> None:
        """What boards and zones name."""
        for board in self.model.boards.values():
            for layout in board.layouts:
                for space in layout.nodes:
                    self.fields(board.fields, space.values)
            self.read.add(("options", board.option))
            for word in _words(board.draw):
                self.read |= {("counters", word), ("values", word)}
        for zone in self.model.zones.values():
            self.label(zone.pool, zone.about.position)
            for face in zone.faces:
                self.value(zone.holds, face)

    def fields(self, declared: dict[str, FieldDecl], values: dict[str, int | tuple[int, ...] | str]) -> None:
        """The values of fields name members and kinds."""
        for name, field in declared.items():
            if field.type.kind in ("enum", "component"):
                value = values.get(name, NONE)
                for each in value if isinstance(value, tuple) else (value,):
                    if isinstance(each, int):
                        self.value(field.type, each)

    # -- what is lacking
    def lack_of(self, section: str, name: str) -> str:
        """What a declaration lacks, as a sentence; empty where it is of use."""
        word = _SECTIONS.get(section, "")
        if section == "enums":
            idle = not self.members[name] and Type("enum", name) not in self.whole
            return f"nothing uses the {word} '{name}'" if idle else ""
        if section == "members":
            enum, _, member = name.partition(".")
            used = self.named_members[enum]
            lacks = used and member not in used and Type("enum", enum) not in self.whole
            return f"nothing uses the member '{member}' of '{enum}'" if lacks else ""
        if section in ("components", "kinds"):
            return self.lack_of_kind(*name.partition(".")[::2])
        key = ("effects" if section == "actions" else section, name)
        if section == "counters":
            return self.lack_of_counter(name)
        if section == "zones":
            return "" if key in self.changed else f"nothing is ever put into the {word} '{name}'"
        if key in self.read:
            return ""
        if section == "actions":
            return f"no step offers the {word} '{name}', and nothing grants or performs it"
        return f"nothing {'calls' if section == 'effects' else 'reads'} the {word} '{name}'"

    def lack_of_kind(self, name: str, kind: str) -> str:
        """What a component type, or one of its kinds, lacks."""
        made = self.model.components[name]
        if Type("component", name) in self.whole or not made.kinds:
            return ""
        used = self.kinds[name]
        if not kind:
            return "" if used else f"nothing brings a piece of the component type '{name}' into play"
        return f"nothing brings the kind '{kind}' into play" if used and kind not in used else ""

    def lack_of_counter(self, name: str) -> str:
        if ("counters", name) not in self.read:
            return f"nothing reads the counter '{name}'"
        idle = ("counters", name) not in self.changed and self.model.counters[name].start is None
        return f"nothing changes the counter '{name}', and it has no start" if idle else ""

    def idle_rules(self) -> Iterator[tuple[str, Position]]:
        """Yield the rules whose event nothing raises."""
        for rule in self.program.rules:
            event = rule.pattern.event if rule.pattern is not None else ""
            # Of an effect that nothing calls this is reported at the effect.
            if event.partition(" ")[0] in ("gained", "lost", "entered", "left") and event not in self.raised:
                yield f"nothing raises '{event}', so this rule never runs", rule.position

    def active_types(self) -> set[str]:
        """The component types whose pieces' rules can come into force somewhere."""
        boards = (board for board in self.model.boards.values() if board.active)
        return {zone.holds.name for zone in self.model.zones.values() if zone.active}.union(
            *(board.holds.values() for board in boards)
        )


def _idle_pieces(root: Located, uses: _Uses) -> Iterator[tuple[str, Position]]:
    """Yield the rules and effects of kinds that never come into force, or that nothing does."""
    active_types = uses.active_types()
    for made in uses.model.components.values():
        found = root.get("components")
        placed = found.get(made.name) if found is not None else None
        kinds = placed.get("kinds") if placed is not None else None
        active = made.name in active_types
        for kind, definition in kinds.items() if kinds is not None else ():
            if uses.lack_of_kind(made.name, kind) or uses.lack_of_kind(made.name, ""):
                continue
            if definition.get("effect") is not None and made.name not in uses.done:
                yield f"nothing does the effect of '{kind}'", definition.key_position("effect")
            for section in _RULES if not active else ():
                if definition.get(section) is not None and not (section == "scoring" and uses.scored):
                    message = f"no place where '{kind}' can lie is `active`, so these {section} never count"
                    yield message, definition.key_position(section)


def _lone_labels(uses: _Uses) -> Iterator[Problem]:
    """Yield a warning for each label that occurs once, beside one that differs by one slip."""
    seen: list[str] = []
    for name, places in uses.labels.items():
        twin = next((other for other in uses.labels if one_slip_apart(name, other)), None)
        # Of two that occur once each, one is enough to be looked at.
        if twin is not None and len(places) == 1 and (len(uses.labels[twin]) > 1 or twin in seen):
            message, also = f"'{name}' occurs only here, '{twin}' elsewhere", (uses.labels[twin][0],)
            yield Problem("lone-label", message, places[0], "warning", f"did you mean '{twin}'?", also)
        seen.append(name)


def _repeating_nothing(uses: _Uses) -> Iterator[Problem]:
    """Yield a warning for each `while` that is only read before each turn of its step."""
    for path in index_of(uses.program).paths.values():
        step = path[-1]
        goes_through = "players" if step.players is not None else "for" if step.loop is not None else ""
        goes_through = goes_through or ("one_of" if step.once else "")
        if goes_through and step.condition is not None and (step.once or not step.actions):
            each = (
                "each player has one turn at most"
                if goes_through == "players"
                else "each is gone through once"
                if goes_through == "for"
                else "the step is over when one action has been taken"
            )
            message = f"`while` beside `{goes_through}` repeats nothing: {each}"
            yield Problem("while-repeats-nothing", message, step.condition.position, "warning")


def _no_outlook(root: Located, uses: _Uses) -> Iterator[Problem]:
    """Yield a warning if `won by` decides and nothing tells bots what a position is worth."""
    bots = root.get("bots")
    statements = index_of(uses.program).statements
    won = [
        s.position
        for twins in statements.values()
        for s in twins
        if isinstance(s, c.EndSt) and s.won_by is not None
    ]
    if not won or (bots is not None and bots.get("outlook") is not None):
        return
    if (
        not uses.program.final
        and "gained points" not in uses.raised
        and ("counters", "points") not in uses.changed
    ):
        message = "only the end of the game says who has won: bots cannot know which position is better"
        hint = "`bots: {outlook: {NAME: EXPR}}` says what a position is worth to them"
        yield Problem("no-outlook", message, won[-1], "warning", hint)


def _drawn_nowhere(model: Model) -> Iterator[Problem]:
    """Yield a warning for each counter with a space among several indexes: nothing shows it."""
    for counter in model.counters.values():
        if counter.drawn and len(counter.per) > 1 and any(index.kind == "space" for index in counter.per):
            per = " and ".join(str(index) for index in counter.per)
            message = f"people never see the counter '{counter.name}': nothing draws a number for each {per}"
            hint = "`draw: {hidden: true}` says that this is meant"
            yield Problem("drawing", message, counter.about.position, "warning", hint)


def _unshuffled(uses: _Uses) -> Iterator[Problem]:
    """Yield a warning for each stack to draw from whose order is that of the moves into it."""
    for zone in uses.model.zones.values():
        # Who fills an open stack piece by piece says the order.
        doubtful = zone.order == "stack" and (zone.visible == "nobody" or zone.name in uses.poured)
        if doubtful and uses.handled.get(zone.name) == {"moved", "drawn"}:
            seen = "" if zone.visible == "nobody" else ", and everybody sees what comes next"
            seen = ", and its owner sees what comes next" if zone.visible == "owner" else seen
            message = (
                f"nobody shuffles the stack '{zone.name}': its order is that in which it was filled{seen}"
            )
            hint = f"`shuffle {zone.name}`; `accept: [unshuffled]` at it says that the order is meant"
            yield Problem("unshuffled", message, zone.about.position, "warning", hint)


def _words(said: object) -> Iterator[str]:
    """Yield the words of plain data, keys too."""
    if isinstance(said, dict):
        for key, value in said.items():
            yield str(key)
            yield from _words(value)
    elif isinstance(said, list):
        for value in said:
            yield from _words(value)
    else:
        yield str(said)


# -- what each kind of node uses; statements come before the expressions inside them


def _const_set(uses: _Uses, ex: c.ConstSetEx) -> None:
    of = ex.type.of
    if of is not None and of.kind in ("enum", "component"):
        uses.whole.add(of)


def _built_in(uses: _Uses, ex: c.BuiltInEx) -> None:
    if ex.declared.successive and ex.type.kind == "enum":
        uses.whole.add(ex.type)
    uses.scored = uses.scored or reads_anything(ex)


def _move(uses: _Uses, s: c.MoveSt | c.PayPieceSt) -> None:
    uses.place(s.target)
    uses.handle("moved", s.target)
    if isinstance(s, c.MoveSt) and s.piece is None and isinstance(s.target, c.ZoneEx):
        uses.poured.add(s.target.declared.name)
    # A piece that is named is taken out of the box by its name.
    if s.piece is not None and isinstance(s.source, c.ZoneEx):
        held = s.source.declared.holds
        if held.kind == "component" and s.source.declared is box_zone(uses.model, held.name):
            uses.targets.add(id(s.source))


def _draw(uses: _Uses, s: c.DrawSt) -> None:
    uses.place(s.target)
    uses.handle("drawn", s.source)
    uses.handle("dealt", s.target)


def _pay(uses: _Uses, s: c.PaySt) -> None:
    for counter in s.counters:
        uses.change(counter, reads=True)


def _swap(uses: _Uses, s: c.SwapSt) -> None:
    uses.change(s.left, reads=True)
    uses.change(s.right, reads=True)


def _counter(uses: _Uses, ex: c.CounterEx) -> None:
    if id(ex) not in uses.targets:
        uses.read.add(("counters", ex.declared.name))


def _compared(uses: _Uses, things: Iterable[str]) -> None:
    """The boards, zones and counters among what is compared are read; `me` is none of them."""
    for kind, *names in map(str.split, things):
        uses.read.update((f"{kind}s", name) for name in names)


_NOTES: dict[type, Callable[[_Uses, Any, str], object]] = {
    c.GainSt: lambda u, s, _: u.change(s.counter, reads=False),
    c.AssignSt: lambda u, s, _: u.change(s.target, reads=False),
    c.PaySt: lambda u, s, _: _pay(u, s),
    c.SwapSt: lambda u, s, _: _swap(u, s),
    c.MoveSt: lambda u, s, _: _move(u, s),
    c.PayPieceSt: lambda u, s, _: _move(u, s),
    c.DrawSt: lambda u, s, _: _draw(u, s),
    c.ShuffleSt: lambda u, s, _: u.handle("shuffled", s.zone),
    c.RollSt: lambda u, s, _: u.place(s.target),
    c.FillSt: lambda u, s, _: u.place(s.zone),
    c.CallSt: lambda u, s, inside: u.call(s.effect, inside),
    c.PerformSt: lambda u, s, inside: u.call(s.effect, inside),
    c.AfterEx: lambda u, e, inside: u.call(e.effect, inside),
    c.ScoreSt: lambda u, s, _: u.label(s.source, s.position),
    c.DoEffectSt: lambda u, s, _: u.done.add(s.component),
    c.CounterEx: lambda u, e, _: _counter(u, e),
    c.ZoneEx: lambda u, e, _: u.zone(e),
    c.ConstEx: lambda u, e, _: u.value(e.type, e.value),
    c.ConstSetEx: lambda u, e, _: _const_set(u, e),
    c.PieceOfEx: lambda u, e, _: u.kinds[e.component.name].add(e.kind.name),
    c.ValueCallEx: lambda u, e, _: u.read.add(("values", e.name)),
    c.RepeatsEx: lambda u, e, _: _compared(u, e.things),
    c.TableEx: lambda u, e, _: u.read.add(("tables", e.declared.name)),
    c.OptionEx: lambda u, e, _: u.read.add(("options", e.declared.name)),
    c.BuiltInEx: lambda u, e, _: _built_in(u, e),
}
