"""The index of a checked program: its bodies and steps, who calls whom, who hears what, who may ask.

Whoever wants to know something of the whole program asks here; nothing else walks over it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

from interpreter.language.checked import (
    BuiltInEx,
    CallSt,
    CounterEx,
    DoEffectSt,
    DrawSt,
    EndSt,
    Ex,
    IfSt,
    MoveSt,
    PayPieceSt,
    PaySt,
    PerformSt,
    PickSt,
    SaySt,
    ScoreSt,
    ShuffleSt,
    St,
    StBlock,
    ValueCallEx,
    ZoneEx,
)
from interpreter.language.facts import statements_in
from interpreter.language.node import Node, find, walk
from interpreter.language.plan import Plan, plan_of
from interpreter.language.program import Program, RuleEx, StepEx
from interpreter.language.statement_facts import events_of, facts_of
from interpreter.problems.position import Position

Unit = tuple[str, ...]
# What the step is named that is the game's round, where it is not the outermost that is repeated.
_ROUND = "round"
# Up to so many kinds of a component type that carry rules have a bit each, which is tested for each rule. Of
# more, those that lie active are kept as numbers, and rules are found by way of these (compiler/crowds.py).
MOST_WITH_BITS = 100
K = TypeVar("K")


def within(step: StepEx) -> Iterator[StepEx]:
    """Yield a step and all that it is made of."""
    yield step
    for inner in step.steps:
        yield from within(inner)


def repeats(step: StepEx) -> bool:
    """Whether a step is done again and again for the whole table; `while` beside `players` is not for it."""
    again = step.condition is not None and step.kind != "actions" and step.players is None
    return step.loop is not None or again


def _left_to_others(body: StBlock) -> list[CallSt | PerformSt | DoEffectSt] | None:
    """The calls to which a body leaves what the log shows; None where it changes something of that itself.

    What it pays is for the sentences of what it calls; points are shown in any case.
    """
    found: list[CallSt | PerformSt | DoEffectSt] = []
    for s in statements_in(body):
        if isinstance(s, CallSt | PerformSt | DoEffectSt):
            found.append(s)
        elif isinstance(s, PickSt) or (not isinstance(s, PaySt | PayPieceSt | ScoreSt) and _is_logged(s)):
            return None
    return found


def _all_within(leads_to: Mapping[K, set[K]], found: set[K]) -> set[K]:
    """Those that lead to nothing but each other and what was found; they may do so in a circle."""
    left = set(leads_to)
    while outside := {each for each in left if not leads_to[each] <= found | left}:
        left -= outside
    return left


def _is_logged(s: St) -> bool:
    """Whether the log shows what a statement changes."""
    if not facts_of(s).shows(s):
        return False
    places = list(facts_of(s).changes(s))
    kept_quiet = [
        isinstance(each, CounterEx | ZoneEx) and not (each.declared.drawn and each.declared.logged)
        for each in places
    ]
    return not places or not all(kept_quiet)


class Index:
    """What a program consists of, each question answered once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._plans: dict[StBlock, Plan] = {}

    def plan(self, body: StBlock) -> Plan:
        """The plan of a body's precondition, the same each time; None: it has none."""
        if body not in self._plans:
            self._plans[body] = plan_of(body)
        return self._plans[body]

    @cached_property
    def units(self) -> dict[Unit, StBlock]:
        """Everything with a body: effects, effects of kinds, rules (by their order number)."""
        program = self.program
        found: dict[Unit, StBlock] = {
            ("effect", name): effect.body for name, effect in program.effects.items()
        }
        found |= {("kind", *key): body for key, (_, body) in program.kind_effects.items()}
        return found | {unit: rule.body for unit, rule in self.rules.items()}

    @cached_property
    def rules(self) -> dict[Unit, RuleEx]:
        """The triggers and replacements, as units."""
        heard = (rule for rule in self.program.rules if rule.kind in ("trigger", "replacement"))
        return {("rule", str(rule.order)): rule for rule in heard}

    @cached_property
    def crowds(self) -> list[str]:
        """The component types of which too many kinds carry rules or scoring for a bit each."""
        carriers = [each.carrier for each in self.program.rules]
        carriers += [each.carrier for each in self.program.final]
        many = Counter(carrier[0] for carrier in dict.fromkeys(carriers) if carrier is not None)
        return [component for component, count in many.items() if count > MOST_WITH_BITS]

    @cached_property
    def only_drawn(self) -> frozenset[str]:
        """The zones that are shuffled and otherwise only filled, drawn from and counted."""
        program, named, plainly = self.program, Counter[str](), Counter[str]()
        shuffled = set[str]()
        written: dict[object, RuleEx] = {}  # equal texts of kinds name the same
        for rule in program.rules:
            written.setdefault((rule.carrier and rule.carrier[0], rule.kind, rule.text or rule.order), rule)
        others = [getattr(program, part.name) for part in fields(program) if part.name != "rules"]
        for each in walk(_nodes_of([*others, *written.values()])):
            if isinstance(each, ZoneEx):
                named[each.declared.name] += 1
                continue
            place = _plainly_used(each)
            if isinstance(place, ZoneEx):
                plainly[place.declared.name] += 1
                if isinstance(each, ShuffleSt):
                    shuffled.add(place.declared.name)
        return frozenset(name for name in shuffled if named[name] == plainly[name])

    @cached_property
    def paths(self) -> dict[str, tuple[StepEx, ...]]:
        """By the name of each step, outer ones first: the steps around it from the outside, then itself."""

        def inside(steps: Iterable[StepEx], around: tuple[StepEx, ...]) -> Iterator[tuple[StepEx, ...]]:
            for step in steps:
                yield (path := (*around, step))
                yield from inside(step.steps, path)

        return {path[-1].name: path for path in inside(self.program.flow, ())}

    @cached_property
    def turn_around(self) -> dict[str, str]:
        """By the name of each step the outermost that players take in turn, of those around it and itself."""
        found: dict[str, str] = {}
        for name, path in self.paths.items():
            taken = (each.name for each in path if each.players is not None and not each.secretly)
            if outermost := next(taken, ""):
                found[name] = outermost
        return found

    @cached_property
    def steps(self) -> list[StepEx]:
        """All steps of the flow, outer ones first."""
        return [path[-1] for path in self.paths.values()]

    @cached_property
    def round(self) -> StepEx | None:
        """The step that is the game's round: the one named so or, without it, the outermost that is repeated.

        It holds the turns of players; of several the first in which actions are taken. None: nothing of the
        kind is repeated.
        """
        found = [
            path[-1]
            for path in self.paths.values()
            if repeats(path[-1]) and (path[-1].name == _ROUND or not any(map(repeats, path[:-1])))
        ]
        held = [step for step in found if any(inner.players is not None for inner in within(step))]
        named = [step for step in held if step.name == _ROUND]
        with_actions = [step for step in held if any(inner.actions for inner in within(step))]
        return next(iter([*named, *with_actions, *held]), None)

    @cached_property
    def bodies(self) -> dict[Unit, StBlock]:
        """The units and the bodies of the steps."""
        return self.units | {("step", step.name): step.body for step in self.steps}

    @cached_property
    def statements(self) -> dict[Position, list[St]]:
        """The statements by their places: a text that several kinds share is checked for each of them."""
        found: dict[Position, list[St]] = {}
        for body in self.bodies.values():
            for s in statements_in(body):
                found.setdefault(s.position, []).append(s)
        return found

    @cached_property
    def listeners(self) -> dict[str, list[Unit]]:
        """The units that an event may run."""
        found: dict[str, list[Unit]] = {}
        for unit, rule in self.rules.items():
            if rule.pattern is not None:
                found.setdefault(rule.pattern.event, []).append(unit)
        return found

    @cached_property
    def calls(self) -> dict[Unit, set[Unit]]:
        """What each unit may call, however conditionally, and what listens to it."""
        return {unit: self.called(unit, statements_in(body)) for unit, body in self.units.items()}

    def called(self, unit: Unit, statements: Iterable[St]) -> set[Unit]:
        """What statements call, and what listens to the unit that they are of and to them."""
        found = set(self.listeners.get(f"effect {unit[1]}", ())) if unit[0] == "effect" else set()
        for s in statements:
            if isinstance(s, CallSt):
                found.add(("effect", s.effect))
            elif isinstance(s, DoEffectSt):
                found |= {u for u in self.units if u[0] == "kind" and u[1] == s.component}
            found |= {u for event in events_of(s) for u in self.listeners.get(event, ())}
        return found

    @cached_property
    def said(self) -> set[Unit]:
        """The units of which a sentence says what they do, so that their changes need not be told.

        They have a `log`, say something themselves, or leave what they do to such effects and to those of
        pieces; and what has no title and is called by these alone. `log: true` takes one out.
        """
        effects = self.program.effects
        asked: dict[Unit, bool | None] = {("effect", name): effect.said for name, effect in effects.items()}
        asked |= {unit: rule.said for unit, rule in self.rules.items()}
        asked |= {("step", step.name): step.said for step in self.steps}
        open_to = {unit: body for unit, body in self.bodies.items() if asked.get(unit) is None}
        found = {unit for unit, said in asked.items() if said}
        found |= {u for u, body in open_to.items() if any(isinstance(s, SaySt) for s in statements_in(body))}
        settled: set[Unit] = {("effect", name) for name in self.program.goes_to}
        leaving = ((unit, _left_to_others(body)) for unit, body in open_to.items())
        handed: dict[Unit, set[Unit]] = {
            unit: set[Unit](("effect", s.effect) for s in to if not isinstance(s, DoEffectSt)) - settled
            for unit, to in leaving
            if to
        }
        calls = {unit: self.called(unit, statements_in(body)) for unit, body in self.bodies.items()}
        callers: dict[Unit, set[Unit]] = {}
        for unit, called in calls.items():
            for each in called - {unit}:
                callers.setdefault(each, set()).add(unit)
        untitled = {("effect", name) for name, each in effects.items() if not each.action and not each.title}
        size = -1
        while len(found) > size:
            size = len(found)
            found |= {unit for unit in untitled - settled if unit in callers and callers[unit] <= found}
            found |= _all_within(handed, found)
        return found

    @cached_property
    def recursive(self) -> set[Unit]:
        """The units that can come to call themselves, however conditionally."""
        return {unit for unit in self.calls if unit in reached(self.calls, self.calls[unit])}

    @cached_property
    def asking(self) -> set[Unit]:
        """The units that may ask a player, triggers included."""
        asks = {unit for unit, body in self.units.items() if _asks_itself(body)}
        callers: dict[Unit, set[Unit]] = {}
        for unit, called in self.calls.items():
            for each in called:
                callers.setdefault(each, set()).add(unit)
        return asks | reached(callers, asks)

    def may_ask(self, block: StBlock) -> bool:
        """Tell whether a block may ask, what it calls and what listens included."""
        return _asks_itself(block) or not self.asking.isdisjoint(
            self.called(("block",), statements_in(block))
        )

    @cached_property
    def running_in(self) -> dict[Unit, set[str]]:
        """The steps in which each unit may be carried out; an action that waits, where it is performed."""
        edges = {unit: self.called(unit, statements_in(body)) for unit, body in self.bodies.items()}
        for unit, body in self.bodies.items():
            edges[unit] |= {("effect", s.effect) for s in statements_in(body) if isinstance(s, PerformSt)}
        found: dict[Unit, set[str]] = {}
        for step in self.steps:
            acts = {("effect", name) for name in step.actions}
            if step.kind == "actions":
                for rule in self.program.rules:
                    if rule.kind == "grant" and rule.step in ("", step.name):
                        acts.add(("effect", rule.action))
            heard = {
                *self.listeners.get(f"began {step.name}", ()),
                *self.listeners.get(f"ended {step.name}", ()),
            }
            for unit in reached(edges, {("step", step.name)} | acts | heard):
                found.setdefault(unit, set()).add(step.name)
        return found

    def uncertain(self, effect: str) -> tuple[str, list[Position]] | None:
        """Why nobody can tell beforehand what an effect does, and where in it; None: it can be told."""
        if ("effect", effect) in self.asking:
            return "it asks somebody", []
        for unit in reached(self.calls, [("effect", effect)]):
            for s in statements_in(self.units[unit]):
                if facts_of(s).chance:
                    return "something in it is left to chance", [s.position]
        return None

    @cached_property
    def value_reads(self) -> dict[str, set[str]]:
        """The rule values that each rule value reads itself."""
        return {name: values_in(value.body) for name, value in self.program.values.items()}


@lru_cache(maxsize=4)
def index_of(program: Program) -> Index:
    """Return the index of a program, the same each time."""
    return Index(program)


def _nodes_of(part: object) -> Iterator[Node]:
    """Yield the outermost nodes in a part of a program."""
    if isinstance(part, Node):
        yield part
    elif isinstance(part, dict):
        yield from _nodes_of(list(part.values()))
    elif isinstance(part, list | tuple):
        for each in part:
            yield from _nodes_of(each)
    elif is_dataclass(part):
        yield from _nodes_of([getattr(part, each.name) for each in fields(part)])


def _plainly_used(node: Node) -> Ex | str | None:
    """The place that is shuffled, filled, drawn from or counted by a node."""
    match node:
        case ShuffleSt(until=None):
            return node.zone
        case MoveSt():
            return node.target
        case DrawSt():
            return node.source
        case BuiltInEx(name="size" | "empty" | "occupied"):
            return node.arguments[0]
    return None


def _asks_itself(block: StBlock) -> bool:
    """Tell whether a block asks, what it calls left out."""
    return any(facts_of(s).asks(s) for s in statements_in(block))


def values_in(ex: Ex) -> set[str]:
    """The rule values that an expression reads itself."""
    return {each.name for each in find(ex, ValueCallEx)}


def reached(edges: Mapping[K, Iterable[K]], start: Iterable[K]) -> set[K]:
    """All that can be come to from somewhere, the beginnings included."""
    found: set[K] = set()
    queue = list(start)
    while queue:
        one = queue.pop()
        if one not in found:
            found.add(one)
            queue += edges.get(one, ())
    return found


def ends_game(s: St) -> bool:
    """Whether a statement ends the game in any case: nothing behind it in its block is ever carried out."""
    if isinstance(s, EndSt):
        return s.what == "game" and s.after is None
    if isinstance(s, IfSt):
        return all(any(map(ends_game, block)) for block in (*(block for _, block in s.tests), s.otherwise))
    return False
