"""Where options come from: what others may know of a choice, and what a hidden number can be.

In: a checked program. Out: the hidden places behind a choice or value. The rule texts are looked at, through
values, names given by `let` and parameters; a text that may read what is hidden counts as one that does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from interpreter.language.checked import (
    AssignSt,
    BuiltInEx,
    CallSt,
    ChooseSt,
    ConstEx,
    ConstSetEx,
    CounterEx,
    DoEffectSt,
    Ex,
    GainSt,
    LocalEx,
    MoveSt,
    PayPieceSt,
    PaySt,
    PerformSt,
    PickSt,
    RangeEx,
    St,
    ValueCallEx,
    Variable,
    ZoneEx,
)
from interpreter.language.facts import expressions_in, only_counts, statements_in
from interpreter.language.index import Unit, index_of
from interpreter.language.node import find
from interpreter.language.program import Program
from interpreter.language.statement_facts import facts_of
from interpreter.language.types import NUMBER
from interpreter.model.declarations import CounterDecl, Model, ZoneDecl
from interpreter.problems.position import Position

Place = tuple[Unit, Ex]


def is_hidden_place(model: Model, ex: Ex) -> bool:
    """Whether an expression is a zone, counter or covered stack that not everybody sees."""
    if isinstance(ex, ZoneEx | CounterEx):
        return bool(ex.declared.visible != "everyone")
    return (
        isinstance(ex, BuiltInEx)
        and ex.declared.gives_stack
        and model.node_boards[ex.argument(0).type.name].covered
    )


def most_chosen(program: Program, model: Model) -> dict[str, int | None]:
    """For each hidden number without a `max` or a supply the most that the choices behind it allow."""
    wanted = [
        counter
        for counter in model.counters.values()
        if counter.visible != "everyone" and counter.type == NUMBER and not (counter.max or counter.supply)
    ]
    origins = Origins(program, model) if wanted else None
    return {counter.name: origins.chosen_most(counter) for counter in wanted if origins is not None}


class Origins:
    """Where the options of each choice of a game come from."""

    def __init__(self, program: Program, model: Model) -> None:
        self.program, self.model = program, model
        self.asked: dict[Position, tuple[Unit, St]] = {}
        # The statements that can make a counter more, by its name.
        self.written: dict[str, list[tuple[Unit, AssignSt | GainSt]]] = {}
        # The names of what is moved to where everybody sees it, by unit.
        self.laid_open: set[tuple[Unit, str]] = set()
        # What a local variable can stand for, by its unit and name.
        self.bound: dict[tuple[Unit, str], list[Place]] = {}
        for unit, body in index_of(program).bodies.items():
            for s in statements_in(body):
                self._note(unit, s)
        self.behind = cache(self._behind)
        self.zones = cache(self._zones)
        self.is_hidden_value = cache(self._is_hidden_value)

    def _note(self, unit: Unit, s: St) -> None:
        if isinstance(s, (ChooseSt, PaySt, PickSt)):
            self.asked[s.position] = (unit, s)
        if isinstance(s, AssignSt) and isinstance(s.target, CounterEx):
            self.written.setdefault(s.target.declared.name, []).append((unit, s))
        if isinstance(s, GainSt) and s.sign > 0:
            self.written.setdefault(s.counter.declared.name, []).append((unit, s))
        if isinstance(s, MoveSt | PayPieceSt):
            self._note_open(unit, s.piece, s.target)
        for variable, source in facts_of(s).binds(s):
            self._bind(unit, variable, (unit, source))
        if isinstance(s, (CallSt, PerformSt)):
            self._pass(unit, ("effect", s.effect), self.program.effects[s.effect].parameters, s.arguments)
        elif isinstance(s, DoEffectSt):
            for key, (parameters, _) in self.program.kind_effects.items():
                if key[0] == s.component:
                    self._pass(unit, ("kind", *key), parameters, s.arguments)

    def _note_open(self, unit: Unit, piece: Ex | None, target: Ex | None) -> None:
        if isinstance(piece, LocalEx) and target is not None and not is_hidden_place(self.model, target):
            self.laid_open.add((unit, piece.name))

    def _bind(self, unit: Unit, variable: Variable, place: Place) -> None:
        self.bound.setdefault((unit, variable.python), []).append(place)

    def _pass(
        self, unit: Unit, called: Unit, parameters: Iterable[Variable], arguments: Iterable[Ex]
    ) -> None:
        for variable, argument in zip(parameters, arguments, strict=False):
            self._bind(called, variable, (unit, argument))

    def _behind(self, position: Position) -> list[Ex]:
        """The hidden zones and counters that the options of a choice come from, as the texts have it."""
        if position not in self.asked:
            return []
        unit, s = self.asked[position]
        if isinstance(s, PaySt):
            return [found for counter in s.counters for found in self._hidden(unit, counter, set())]
        assert isinstance(s, ChooseSt | PickSt)
        found = list(self._hidden(unit, s.source, set()))
        # A kind that is named because it lies in a hidden place tells of that place.
        if s.where is not None and isinstance(s.source, ConstSetEx):
            found += self._hidden(unit, s.where, set())
        return found

    def _zones(self, position: Position) -> tuple[str, ...]:
        """The zones, or families, that the options of a choice are taken from, as the texts have it."""
        unit, s = self.asked.get(position, (None, None))
        if unit is None or not isinstance(s, ChooseSt):
            return ()
        found = self._places(unit, s.source, set(), lambda ex: isinstance(ex, ZoneEx))
        return tuple(dict.fromkeys(ex.declared.name for ex in found if isinstance(ex, ZoneEx)))

    def chosen_most(self, counter: CounterDecl) -> int | None:
        """The most that a hidden number can be: what is set, and once what is gained; None: nobody knows.

        Both must be chosen, or written, among numbers that can be told; or there is no telling how often.
        """
        tops, gains = [0], [0]
        for unit, s in self.written.get(counter.name, ()):
            ex = s.value if isinstance(s, AssignSt) else s.amount
            most = self._most(unit, ex, set())
            if most is None or (isinstance(s, GainSt) and isinstance(ex, ConstEx)):
                return None
            (tops if isinstance(s, AssignSt) else gains).append(most)
        if counter.start is not None:
            start = self._most(("start", counter.name), self.program.starts[counter.name], set())
            if start is None:
                return None
            tops.append(start)
        return max(tops) + max(gains)

    def _most(self, unit: Unit, ex: Ex, seen: set[tuple[Unit, str]]) -> int | None:
        """The largest number that an expression, or an element of a set, can be; None: nobody knows."""
        if isinstance(ex, ConstEx):
            return int(ex.value)
        if isinstance(ex, ConstSetEx):
            return max(ex.values, default=0)
        if isinstance(ex, RangeEx):
            return self._most(unit, ex.high, seen)
        if isinstance(ex, LocalEx) and (unit, ex.name) not in seen:
            seen.add((unit, ex.name))
            found = [self._most(*place, seen) for place in self.bound.get((unit, ex.name), ())]
            known = [most for most in found if most is not None]
            return max(known) if known and len(known) == len(found) else None
        return None

    def hidden(self, unit: Unit, ex: Ex, seen: Callable[[ZoneDecl], bool]) -> bool:
        """Whether an expression in a unit reads what is not seen; seen: whether all zones of a family are.

        How many are chosen from a zone everybody sees.
        """
        counted = ex.argument(0) if isinstance(ex, BuiltInEx) and ex.declared.only_counts else None
        if isinstance(counted, LocalEx):
            sources = [source for _, source in self.bound.get((unit, counted.name), ())]
            if sources and all(isinstance(source, ZoneEx) for source in sources):
                return False
        places = (*self._hidden(unit, ex, set()), *self._hidden_arguments(unit, ex))
        return any(not isinstance(each, ZoneEx) or not seen(each.declared) for each in places)

    def _hidden_arguments(self, unit: Unit, ex: Ex) -> Iterator[Ex]:
        """What an expression in a trigger reads of an event in which something hidden takes part."""
        rule = index_of(self.program).rules.get(unit)
        if rule is None or rule.pattern is None:
            return
        word, name = rule.pattern.event.split(" ", 1)
        read = {each.name for each in find(ex, LocalEx)}
        bound = [place for place, variable in rule.pattern.bind if variable.python in read]
        if word == "effect":
            effect = self.program.effects[name]
            for place in bound:
                known = effect.parameters[place - 1 : place] if place else ()
                for variable in known:
                    yield from self._hidden(
                        ("effect", name), LocalEx(ex.position, variable.type, variable.python), set()
                    )
        declared = self.model.counters.get(name) or self.model.zones.get(name)
        if declared is not None and declared.visible != "everyone" and len(declared.per) in bound:
            yield ex

    def _is_hidden_value(self, name: str) -> bool:
        """Whether a value reads a hidden place."""
        return any(self._hidden(("value", name), self.program.values[name].body, set()))

    def _hidden(self, unit: Unit, ex: Ex, seen: set[tuple[Unit, str]]) -> Iterator[Ex]:
        return self._places(unit, ex, seen, lambda each: is_hidden_place(self.model, each))

    def _places(
        self, unit: Unit, ex: Ex, seen: set[tuple[Unit, str]], wanted: Callable[[Ex], bool]
    ) -> Iterator[Ex]:
        """The places of a sort that an expression reads, through values and what names stand for."""
        if only_counts(ex):
            return
        if wanted(ex):
            yield ex
        inside = [(unit, each) for each in expressions_in(ex)]
        if isinstance(ex, ValueCallEx):
            inside.append((("value", ex.name), self.program.values[ex.name].body))
        key = (unit, ex.name) if isinstance(ex, LocalEx | ValueCallEx) else None
        if key is not None and key not in seen:
            seen.add(key)
            inside += self.bound.get(key, []) if isinstance(ex, LocalEx) else []
        elif key is not None:
            return
        for place, each in inside:
            yield from self._places(place, each, seen, wanted)
