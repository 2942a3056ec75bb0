"""What a player is asked, and what is offered, may tell what that player cannot see.

In: a checked program. Out: a warning where the options of a choice, a guard or a text for people reads a
hidden counter or zone of somebody else. Everybody sees how many lie in a zone. What is revealed in play
counts as hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from interpreter.language.checked import (
    CallSt,
    ChooseSt,
    CounterEx,
    DoEffectSt,
    Ex,
    LocalEx,
    MaySt,
    MeEx,
    OneOfSt,
    PayPieceSt,
    PaySt,
    RequireSt,
    St,
    Text,
    ValueCallEx,
    ZoneEx,
)
from interpreter.language.facts import expressions_in, only_counts, statements_in
from interpreter.language.index import Index, index_of
from interpreter.language.plan import Plan
from interpreter.language.program import Program
from interpreter.model.declarations import Model
from interpreter.problems.problem import Problems


@dataclass(frozen=True, slots=True)
class Asker:
    """Who is asked: whether that is `me`, and the variables that mean them."""

    me: bool
    names: frozenset[str] = frozenset()

    def is_meant(self, ex: Ex) -> bool:
        """Whether an expression surely means the one who is asked."""
        return (self.me and isinstance(ex, MeEx)) or (isinstance(ex, LocalEx) and ex.name in self.names)


ME = Asker(True)


def _asker(by: Ex) -> Asker:
    return (
        ME if isinstance(by, MeEx) else Asker(False, frozenset([by.name] if isinstance(by, LocalEx) else ()))
    )


@dataclass(slots=True)
class Looking:
    """One look through a program; seen: the values and plans that were looked into for an asker."""

    program: Program
    index: Index
    problems: Problems
    seen: set[object] = field(default_factory=set)
    found: set[object] = field(default_factory=set)

    def ask(self, s: St, asker: Asker) -> None:
        """Look at what a statement asks."""
        if isinstance(s, ChooseSt):
            # Of the zone itself, and of what its pieces show, `hidden-choice` and `hidden-read` speak.
            source = s.source.indexes if isinstance(s.source, ZoneEx) else (s.source,)
            self.read((*source, *(each for each in (s.where, s.low, s.high) if each is not None)), asker)
        if isinstance(s, ChooseSt | OneOfSt | MaySt) and s.asking is not None:
            texts = (s.asking.question, *s.asking.notes, *s.asking.titles)
            self.read(_values_in(texts), asker)
        if isinstance(s, OneOfSt):
            for _, body in s.branches:
                self.guard(self.index.plan(body), asker)
        elif isinstance(s, ChooseSt | MaySt) and s.body is not None:
            self.guard(self.index.plan(s.body), asker)

    def guard(self, plan: Plan, asker: Asker) -> None:
        """Look at what must hold for something to be offered."""
        for stage in plan.stages() if plan is not None else ():
            s = stage.s
            if (s, asker) in self.seen:
                continue
            self.seen.add((s, asker))
            if isinstance(s, RequireSt | PaySt | PayPieceSt):
                self.read(expressions_in(s), asker)
            elif isinstance(s, DoEffectSt):
                whom = Asker(asker.is_meant(s.whom))
                for (component, _), (_, body) in self.program.kind_effects.items():
                    if component == s.component:
                        self.guard(self.index.plan(body), whom)
            elif isinstance(s, CallSt):
                effect = self.program.effects[s.effect]
                pairs = zip(effect.parameters, s.arguments, strict=False)
                names = frozenset(variable.python for variable, given in pairs if asker.is_meant(given))
                self.guard(self.index.plan(effect.body), Asker(asker.is_meant(s.whom), names))
            else:
                self.ask(s, asker)

    def read(self, expressions: Iterable[Ex], asker: Asker) -> None:
        """Report what of some expressions the one who is asked cannot see."""
        for ex in expressions:
            hidden = self.unseen(ex, asker)
            if hidden is not None and hidden[0].position not in self.found:
                place, name = hidden
                self.found.add(place.position)
                self.problems.warning(
                    "hidden-asked",
                    f"what is asked depends on '{name}', which may be hidden from who is asked",
                    place.position,
                )

    def unseen(self, ex: Ex, asker: Asker) -> tuple[Ex, str] | None:
        """The first part that reads what an asker cannot see, and the name of that; None: there is none."""
        inside: Iterable[Ex] = expressions_in(ex)
        if isinstance(ex, CounterEx | ZoneEx):
            owner = next(
                (place for place, index in enumerate(ex.declared.per) if index.kind == "player"), None
            )
            shown = ex.declared.visible == "everyone"
            own = ex.declared.visible == "owner" and owner is not None and asker.is_meant(ex.indexes[owner])
            if not shown and not own:
                return ex, ex.declared.name
        elif only_counts(ex):
            inside = (part for zone in expressions_in(ex) for part in expressions_in(zone))
        elif isinstance(ex, ValueCallEx):
            value = self.program.values[ex.name]
            pairs = zip(value.parameters, ex.arguments, strict=False)
            names = frozenset(variable.python for variable, given in pairs if asker.is_meant(given))
            key = (ex.name, names)
            if key not in self.seen:
                self.seen.add(key)
                hidden = self.unseen(value.body, Asker(False, names)) or self.modified(ex, asker)
                self.seen.discard(key)
                if hidden is not None:
                    return ex, hidden[1]
        return next(filter(None, (self.unseen(each, asker) for each in inside)), None)

    def modified(self, ex: ValueCallEx, asker: Asker) -> tuple[Ex, str] | None:
        """The same of what may modify a value."""
        for rule in self.program.rules:
            pattern = rule.pattern
            if rule.kind != "modifier" or pattern is None or pattern.event != f"value {ex.name}":
                continue
            meant = [place for place, given in enumerate(ex.arguments) if asker.is_meant(given)]
            names = frozenset(variable.python for place, variable in pattern.bind if place in meant)
            for part in (rule.where, rule.value):
                hidden = self.unseen(part, Asker(pattern.me in meant, names)) if part is not None else None
                if hidden is not None:
                    return hidden
        return None


def _values_in(texts: Iterable[Text | None]) -> Iterator[Ex]:
    for text in texts:
        if text is not None:
            yield from (part for part in text.parts if isinstance(part, Ex))


def hidden_asked(model: Model, program: Program, problems: Problems) -> None:
    """Warn where what somebody is asked depends on what they cannot see."""
    hidden = [thing for things in (model.counters, model.zones) for thing in things.values()]
    if all(thing.visible == "everyone" for thing in hidden):
        return
    index = index_of(program)
    statements = [s for body in index.bodies.values() for s in statements_in(body)]
    looking = Looking(program, index, problems)
    for effect in program.effects.values():
        if effect.action:
            looking.guard(index.plan(effect.body), ME)
    for s in statements:
        if isinstance(s, ChooseSt | OneOfSt | MaySt):
            looking.ask(s, _asker(s.by))
    for step in index.steps:
        if step.passing is not None:
            looking.read([step.passing], ME)
    for rule in program.rules:
        if rule.kind == "grant" and rule.where is not None:
            looking.read([rule.where], ME)
