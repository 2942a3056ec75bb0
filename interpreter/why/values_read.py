"""What a condition read, in words, and which components and overlays made the values what they are.

In: a condition that failed, with the situation it failed in. Out: each counter, zone, value and the like in
it with its value, and the rules in play and things declared behind them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from interpreter.compiler.snippets import Snippets, variables_in
from interpreter.in_words.expressions import listed
from interpreter.language.checked import (
    AfterEx,
    BuiltInEx,
    ConditionalEx,
    ConstEx,
    CounterEx,
    Ex,
    FieldEx,
    GatherEx,
    LocalEx,
    OptionEx,
    RepeatsEx,
    StateEx,
    TableEx,
    TimesEx,
    ValueCallEx,
    ZoneEx,
)
from interpreter.language.facts import expressions_in, only_counts
from interpreter.language.origins import is_hidden_place
from interpreter.language.program import RuleEx
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game
from interpreter.play.view import owner_of, sees_zone
from interpreter.problems.position import Position
from interpreter.why.refusals import Situation

SHOWN = (
    AfterEx
    | CounterEx
    | ZoneEx
    | ValueCallEx
    | TableEx
    | OptionEx
    | RepeatsEx
    | TimesEx
    | FieldEx
    | StateEx
    | LocalEx
    | GatherEx
    | BuiltInEx
)
MAX_MEMBERS = 8
MAX_DEPTH = 8
SECTIONS = {CounterEx: "counters", ZoneEx: "zones", TableEx: "tables", OptionEx: "options"}


@dataclass(frozen=True, slots=True)
class Read:
    """A part of a condition as it stands in the file, and its value in words."""

    expression: Ex
    value: str


@dataclass(frozen=True, slots=True)
class InForce:
    """A rule that changed a value: what was changed, the rule, whose it is (-1: nobody's)."""

    value: str
    rule: RuleEx
    owner: int


class Readings:
    """Evaluates the parts of conditions that failed; seat: who reads it."""

    def __init__(self, game: Game, snippets: Snippets, seat: int) -> None:
        self.game = game
        self.snippets = snippets
        self.seat = seat

    def reads(self, condition: Ex, situation: Situation) -> list[Read]:
        """Every part of a condition that is worth showing, each once, outer ones first."""
        found: dict[Position, Read] = {}
        for ex, value in self.parts(condition, situation):
            if isinstance(ex, SHOWN) and ex is not condition and self.is_shown(ex):
                found.setdefault(ex.position, Read(ex, self.words(ex, value, situation)))
        return list(found.values())

    def is_shown(self, ex: Ex) -> bool:
        """Whether a part says more than the parts inside it."""
        if not isinstance(ex, BuiltInEx) or ex.name != "size":
            return True
        counted = ex.arguments[0]
        # A size that nobody wrote is where what it counts is.
        return isinstance(counted, Ex) and not isinstance(counted, ZoneEx) and ex.position != counted.position

    def parts(self, ex: Ex, situation: Situation) -> Iterator[tuple[Ex, Any]]:
        """The parts of an expression that have a value in a situation, with the value, outer ones first."""
        if isinstance(ex, ConstEx):
            return
        try:
            value = self.snippets.value_with(ex, situation.slots, situation.me, situation.variables)
        except RuleFault:
            value = None
        if value is not None:
            yield ex, value
        inside = tuple(expressions_in(ex))
        if isinstance(ex, LocalEx) and ex.name in situation.lets:  # a `let` is read where its name is
            inside = (situation.lets[ex.name],)
        if isinstance(ex, ConditionalEx):  # what was not taken was not read
            test, yes, no = ex.condition, ex.then, ex.otherwise
            inside = (
                test,
                yes
                if self.snippets.value_with(test, situation.slots, situation.me, situation.variables)
                else no,
            )
        if isinstance(ex, AfterEx):  # its value is read in another position
            inside = (ex.whom, *ex.arguments)
        bound = {clause.variable for clause in ex.clauses} if isinstance(ex, GatherEx) else set()
        for inner in inside:
            if not variables_in(inner) & bound and variables_in(inner) <= situation.variables.keys():
                yield from self.parts(inner, situation)

    # -- in words
    def words(self, ex: Ex, value: Any, situation: Situation) -> str:
        """A value for people; of what the seat may not see only how much there is."""
        if not isinstance(ex, ZoneEx | CounterEx) and self.is_unseen(ex, situation):
            return "hidden"
        if isinstance(value, (tuple, list, range)):
            count = f"{len(value)}" if value else "nothing"
            if isinstance(ex, ZoneEx) and self.is_hidden(ex, situation):
                return f"{count} hidden" if value else count
            kind = ex.type.of or ex.type
            named = [self.game.label(kind, each)[1] for each in value[:MAX_MEMBERS]]
            more = [f"{len(value) - MAX_MEMBERS} more"] if len(value) > MAX_MEMBERS else []
            return listed([*named, *more], "and") if value else count
        if isinstance(ex, CounterEx) and self.is_hidden(ex, situation):
            return "hidden"
        return self.game.label(ex.type, value)[1]

    def is_hidden(self, ex: CounterEx | ZoneEx, situation: Situation) -> bool:
        """Whether the seat that is told does not see a counter or zone; one that was revealed it does."""
        declared = ex.declared
        if declared.visible == "everyone":
            return False
        place = self.place(ex, situation)
        if place is None:
            return True
        if isinstance(ex, ZoneEx):
            return not sees_zone(self.game, situation.slots, ex.declared, place, self.seat)
        return declared.visible != "owner" or owner_of(self.game, declared.per, place) != self.seat

    def is_own(self, ex: Ex, situation: Situation) -> bool:
        """Whether a counter or zone is the seat's own to see, whichever of its own it is."""
        if not isinstance(ex, CounterEx | ZoneEx) or ex.declared.visible != "owner":
            return False
        whose = [each for each in ex.indexes if each.type.kind == "player"]
        if len(whose) != 1 or not variables_in(whose[0]) <= situation.variables.keys():
            return False
        return self.arguments(whose, situation) == (self.seat,)

    def place(self, ex: CounterEx | ZoneEx, situation: Situation) -> int | None:
        """Which of its family a counter or zone is; None where what it would belong to is not there."""
        place = 0
        for kind, index in zip(ex.declared.per, ex.indexes, strict=True):
            value = self.snippets.value_with(index, situation.slots, situation.me, situation.variables)
            if value is None or value < 0:
                return None
            value = self.game.layout.kind_table[value] if kind.kind == "component" else value
            place = place * self.game.model.index_size(kind) + value
        return place

    def is_unseen(self, ex: Ex, situation: Situation, depth: int = 0) -> bool:
        """Whether an expression reads what the seat cannot see.

        Values and names given by `let` are looked through. Where it cannot be known whose zone or counter is
        read, it counts as somebody else's.
        """
        if only_counts(ex):
            return False
        if depth > MAX_DEPTH:
            return True
        known = variables_in(ex) <= situation.variables.keys()
        if is_hidden_place(self.game.model, ex) and not self.is_own(ex, situation):
            return not known or not isinstance(ex, CounterEx | ZoneEx) or self.is_hidden(ex, situation)
        inside = [(each, situation) for each in expressions_in(ex)]
        if isinstance(ex, LocalEx) and ex.name in situation.lets:
            inside.append((situation.lets[ex.name], situation))
        if isinstance(ex, ValueCallEx):
            declared = self.game.program.values[ex.name]
            # What an `any` goes through is not known, but what else is handed over is.
            handed = [
                (variable.python, each)
                for variable, each in zip(declared.parameters, ex.arguments, strict=False)
                if variables_in(each) <= situation.variables.keys()
            ]
            arguments = self.arguments([each for _, each in handed], situation)
            if arguments is not None:
                bound = dict(zip([name for name, _ in handed], arguments, strict=True))
                inside.append((declared.body, replace(situation, variables=bound, lets={})))
        return any(
            self.is_unseen(each, where, depth + (isinstance(ex, ValueCallEx))) for each, where in inside
        )

    def arguments(self, given: Sequence[Ex], situation: Situation) -> tuple[Any, ...] | None:
        """The values of arguments; None where they cannot be worked out, in the branch not taken, say."""
        try:
            return tuple(
                self.snippets.value_with(a, situation.slots, situation.me, situation.variables) for a in given
            )
        except RuleFault:
            return None

    # -- what made it so
    def things(self, condition: Ex, situation: Situation) -> dict[str, None]:
        """The named things that a condition reads, values looked through: `section/name`."""
        found: dict[str, None] = {}
        for ex, _, _ in self.looked_through(condition, situation, 0):
            if isinstance(ex, ValueCallEx):
                found.setdefault(f"values/{ex.name}")
            elif isinstance(ex, CounterEx | ZoneEx | TableEx | OptionEx):
                found.setdefault(f"{SECTIONS[type(ex)]}/{ex.declared.name}")
        return found

    def modifiers(self, condition: Ex, situation: Situation) -> list[InForce]:
        """The rules that changed a value which a condition reads."""
        found: dict[tuple[str, int, int], InForce] = {}
        for ex, arguments, inner in self.looked_through(condition, situation, 0):
            if isinstance(ex, ValueCallEx):
                for rule, owner in self.snippets.changes(ex.name, inner.slots, arguments):
                    found.setdefault((ex.name, rule.order, owner), InForce(ex.name, rule, owner))
        return list(found.values())

    def looked_through(
        self, ex: Ex, situation: Situation, depth: int
    ) -> Iterator[tuple[Ex, tuple[Any, ...], Situation]]:
        """All that is read, inside of values too; of a value with its arguments."""
        for part, _ in self.parts(ex, situation):
            if not isinstance(part, ValueCallEx):
                yield part, (), situation
                continue
            name, given = part.name, part.arguments
            arguments = self.arguments(given, situation)
            if arguments is None:
                continue
            yield part, arguments, situation
            declared = self.game.program.values[name]
            if depth < MAX_DEPTH:
                bound = dict(zip([v.python for v in declared.parameters], arguments, strict=True))
                yield from self.looked_through(declared.body, replace(situation, variables=bound), depth + 1)
