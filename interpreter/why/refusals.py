"""Why a precondition cannot be done: which condition fails first, and for which candidates.

In: the plan of a precondition and the position. Out: a Refusal, a tree with a branch for each candidate of a
choice. The guard itself is run, with a Tracer that learns the outcome of each condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.compiler.context import Look
from interpreter.compiler.snippets import Snippets, variables_in
from interpreter.in_words.expressions import SHORT, in_words, noun
from interpreter.language.checked import (
    ArithmeticEx,
    BuiltInEx,
    CallSt,
    ChooseSt,
    CompareEx,
    ConditionalEx,
    ConstEx,
    DoEffectSt,
    Ex,
    GatherEx,
    InEx,
    LetSt,
    LocalEx,
    LogicEx,
    OneOfSt,
    PayPieceSt,
    PaySt,
    RequireSt,
    SpacesEx,
    St,
    ValueCallEx,
    Variable,
    ZoneEx,
)
from interpreter.language.index import Unit, index_of
from interpreter.language.node import find
from interpreter.language.plan import Plan, Stage, plan_of, total
from interpreter.language.types import NUMBER, TRUTH, Type
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game
from interpreter.play.shared import payable
from interpreter.problems.position import Position

MAX_TRIED = 50_000


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a condition is looked at: the slots, who is at turn, what the variables are.

    owner: the thing whose rule it is (`section/name`); chosen: what was chosen on the way, in words; held:
    how many conditions have held so far; lets: what variables stand for that were bound by `let`.
    """

    slots: list[Any]
    me: int
    variables: Mapping[str, Any]
    owner: str
    chosen: tuple[str, ...] = ()
    held: int = 0
    lets: Mapping[str, Ex] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done: a condition that is false, or one refusal for each candidate.

    what: require, where, pay, piece, none (nothing to choose from), few, absent (the option asked for is not
    among the candidates), much and rest (of a split payment: more than is due, too little for the others),
    fit (no subset satisfies what follows), given (said by the caller), later (another question comes first),
    veiled (it rests with what the seat cannot see, or comes after that), choose or branch (with candidates).
    A refusal with candidates has no condition. because: the author's sentence, where there is one. short: of
    payments that follow each other, how much is missing of what.
    """

    what: str
    position: Position
    situation: Situation
    condition: Ex | None = None
    name: str = ""
    candidates: tuple[tuple[str, Refusal], ...] = ()
    numbers: tuple[int, int] = (0, 0)
    because: str = ""
    short: tuple[tuple[int, str], ...] = ()

    def leaves(self) -> Iterator[Refusal]:
        """Go through all conditions that failed, candidate by candidate."""
        if not self.candidates:
            yield self
        for _, refusal in self.candidates:
            yield from refusal.leaves()


@dataclass(slots=True)
class Way:
    """One way of doing something, and how far it came.

    plan: of the body that is looked at; met: whether the option asked for was chosen on it; veil: the refusal
    that hides all others, once something was read that the seat cannot see; refusal: the first.
    """

    owner: str
    lets: Mapping[str, Ex]
    plan: Plan = None
    chosen: tuple[str, ...] = ()
    held: int = 0
    met: bool = False
    veil: Refusal | None = None
    refusal: Refusal | None = None

    def refuse(self, refusal: Refusal) -> None:
        """Note a refusal: the first counts."""
        self.refusal = self.refusal or self.veil or refusal


class Tracer:
    """Sees a guard run, for somebody; what it notes is why.

    unseen: whether an expression reads what that person cannot see; target: the id of an option of a choice
    on the way that is asked for. Without it nothing is refused that can be done; with it nothing through
    which that option can be chosen.
    """

    def __init__(
        self, game: Game, snippets: Snippets, unseen: Callable[[Ex, Situation], bool], target: str = ""
    ) -> None:
        self.game = game
        self.snippets = snippets
        self.unseen = unseen
        self.target = target
        self.tried = 0
        self.way = Way("", {})

    def done(self, plan: Plan, situation: Situation) -> bool:
        """Whether a precondition can be done; if not, `way.refusal` says why.

        It is None where the target is not met at all.
        """
        self.way = Way(situation.owner, lets_of(plan), plan)
        return self._runs(plan, situation)

    def _runs(self, plan: Plan, situation: Situation) -> bool:
        return self.snippets.holds(plan, situation.slots, situation.me, self, situation.variables)

    # -- what guards tell
    def holds(self, number: int, slots: list[Any], me: int, values: Sequence[Any], value: Any) -> bool:
        """A condition has an outcome."""
        look, situation = self._at(number, slots, me, values)
        assert look.condition is not None
        if not value:
            refusal = self.fails(look.what, look.condition, situation, self.name_of(look.s, situation))
            if refusal.what == "pay":
                name = self.name_of(look.s, situation, refusal.numbers[0])
                refusal = replace(refusal, name=name, short=tuple(self._short(look.s, situation)))
            if isinstance(look.s, RequireSt | ChooseSt) and refusal.what == look.what:
                refusal = replace(refusal, because=look.s.because)
            self.way.refuse(refusal)
        elif self.way.veil is None and self.unseen(look.condition, situation):
            # That it holds is as hidden as that it does not: what follows is told as if it did not.
            self.way.veil = veiled(look.condition.position, situation)
        self.way.held += 1
        return bool(value)

    def fits(self, number: int, slots: list[Any], me: int, values: Sequence[Any], value: Any) -> bool:
        """Whether there is a subset with which the rest can be done."""
        look, situation = self._at(number, slots, me, values)
        assert isinstance(look.s, ChooseSt)
        if not value:
            self.way.refuse(Refusal("fit", look.s.position, situation, name=self.name_of(look.s, situation)))
        return bool(value)

    def holding(self, rest: Callable[..., bool], value: int) -> Callable[..., bool]:
        """What comes after a choice of several is looked at for subsets alone that hold something."""
        return lambda slots, *arguments: value in arguments[-1] and rest(slots, *arguments)

    def each(
        self, number: int, slots: list[Any], me: int, values: Sequence[Any], pool: Iterable[int]
    ) -> Iterator[int]:
        """Candidates are tried one after the other, until one will do; equal ones once."""
        look, situation = self._at(number, slots, me, values)
        way, s, found = self.way, look.s, []
        there = list(dict.fromkeys(pool))
        sought = [value for value in there if self.target and self._named(s, value)[0] == self.target]
        if isinstance(s, ChooseSt) and not (sought if self.seeks(s.variable.name) else there):
            way.refuse(self._absent(s, situation) if there else self._none(s, situation))
            return
        for value in sought or there:
            self.tried += 1
            if self.tried > MAX_TRIED:
                raise RuleFault("too many combinations of choices must be tried here", s.position)
            words = self._named(s, value)[1]
            self.way = replace(way, chosen=(*way.chosen, words), met=way.met or bool(sought), refusal=None)
            self.way.held += look.what == "choose"
            yield value
            if self.way.refusal is not None:
                found.append((words, self.way.refusal))
        self.way = way
        if not found:
            return
        refusal = Refusal(look.what, s.position, situation, None, self.name_of(s, situation), tuple(found))
        hidden = look.condition is not None and self.unseen(look.condition, situation)
        way.refuse(veiled(s.position, situation) if hidden else refusal)

    def calls(
        self, number: int, slots: list[Any], _me: int, _values: Sequence[Any], called: str | int, *given: int
    ) -> bool:
        """An effect is called, or that of a piece, by somebody (the first given) with arguments."""
        s, way = self.snippets.looks[number].s, self.way
        parameters, plan, owner = self._called(s, called)
        variables = dict(zip(parameters, given[1:], strict=False))
        self.way = replace(way, owner=owner, lets=lets_of(plan), plan=plan, refusal=None)
        done = self._runs(plan, Situation(slots, given[0], variables, owner))
        inner, self.way = self.way, way
        if not done and inner.refusal is not None:
            way.refuse(inner.refusal)
        return done

    def _called(self, s: St, called: str | int) -> tuple[list[str], Plan, str]:
        program = self.game.program
        if isinstance(s, CallSt):
            effect = program.effects[s.effect]
            unit: Unit = ("effect", s.effect)
            parameters, body = effect.parameters, effect.body
        else:
            assert isinstance(s, DoEffectSt) and isinstance(called, int)
            unit = ("kind", s.component, self.game.model.components[s.component].kind_of(called).name)
            parameters, body = program.kind_effects.get((unit[1], unit[2]), ((), ()))
        names = [variable.python for variable in parameters]
        return names, index_of(program).plan(body), owner_of(self.game, unit)

    def ends(self) -> bool:
        """A precondition is at its end: it can be done, and the option asked for was met."""
        return self.way.met or not self.target

    def seeks(self, name: str) -> bool:
        """Whether the option asked for belongs to a choice."""
        return self.target.partition("=")[0] == name

    def paid(self, rest: Callable[..., bool]) -> Callable[..., bool]:
        """What comes after a payment is looked at in a position of its own, which stays as it is."""
        return lambda slots, *arguments: rest(slots[:], *arguments)

    # -- refusals
    def _at(self, number: int, slots: list[Any], me: int, values: Sequence[Any]) -> tuple[Look, Situation]:
        look, way = self.snippets.looks[number], self.way
        variables = dict(zip(look.names, values, strict=True))
        return look, Situation(slots, me, variables, way.owner, way.chosen, way.held, way.lets)

    def value(self, ex: Ex, situation: Situation) -> Any:
        """The value of an expression."""
        return self.snippets.value_with(ex, situation.slots, situation.me, situation.variables)

    def fails(self, what: str, condition: Ex, situation: Situation, name: str = "") -> Refusal:
        """The refusal by a condition that does not hold; of several joined by `and`, the first of those."""
        if self.unseen(condition, situation):
            return veiled(condition.position, situation)
        while isinstance(condition, LogicEx) and condition.operator == "and":
            condition = next(part for part in condition.operands if not self.value(part, situation))
            situation = replace(situation, held=situation.held + 1)
        numbers = (0, 0)
        if what in ("pay", "few"):
            assert isinstance(condition, CompareEx)
            numbers = (self.value(condition.right, situation), self.value(condition.left, situation))
        return Refusal(what, condition.position, situation, condition, name, numbers=numbers)

    def _short(self, s: St, situation: Situation) -> Iterator[tuple[int, str]]:
        """What is missing of a payment and of those that follow it, as far as it is to be seen."""
        stage, named = stage_with(self.way.plan, s), set[str]()
        while stage is not None and stage.what == "pay" and isinstance(stage.condition, CompareEx):
            due, name, missing = stage.condition, "", 0
            bound = {clause.variable for each in find(due, GatherEx) for clause in each.clauses}
            known = variables_in(due) - bound <= situation.variables.keys()
            if known and not self.unseen(due, situation):
                missing = self.value(due.right, situation) - self.value(due.left, situation)
                name = self.name_of(stage.s, situation, missing)
            if named & set(name.split(" or ")):
                return  # what both take of it is not known from each
            if missing > 0:
                yield missing, name
            named |= set(name.split(" or "))
            stage = stage.rest

    def name_of(self, s: St, situation: Situation, count: int = 1) -> str:
        """What a statement chooses, or pays with; count: so many of it."""
        if isinstance(s, PaySt):
            return " or ".join(counter.declared.name for counter in s.counters)
        if isinstance(s, PayPieceSt):
            piece = self.value(s.piece, situation)
            if s.amount is not None and count > 1:
                return self.game.plural(s.piece.type, piece)
            return self.game.label(s.piece.type, piece)[1]
        return noun(s.variable.name, element(s.variable)) if isinstance(s, ChooseSt) else ""

    def _named(self, s: St, value: int) -> tuple[str, str]:
        """The id of a candidate, and its words."""
        if isinstance(s, OneOfSt):
            name = s.branches[value][0]
            return name, name.replace("_", " ")
        assert isinstance(s, ChooseSt)
        name, kind = s.variable.name, element(s.variable)
        word, title = self.game.label(kind, value)
        called = in_words(name) if len(name) > SHORT else noun(name, kind)
        return f"{name}={word}", f"{called} {title}"

    def _none(self, s: ChooseSt, situation: Situation) -> Refusal:
        """The refusal of a choice of which there is nothing to choose."""
        here = s.source.position
        size = BuiltInEx(here, NUMBER, "size", (s.source,))
        some = CompareEx(here, TRUTH, ">", size, ConstEx(here, NUMBER, 0))
        return Refusal("none", here, situation, some, self.name_of(s, situation))

    def _absent(self, s: ChooseSt, situation: Situation) -> Refusal:
        """The refusal of an option that is not among the candidates of a choice."""
        kind, here = element(s.variable), s.source.position
        value = value_of(self.game, kind, self.target.partition("=")[2])
        among = InEx(here, TRUTH, ConstEx(s.position, kind, value), s.source, False)
        words = self._named(s, value)[1]
        refusal = Refusal("absent", here, situation, among, words)
        if self.unseen(s.source, situation):
            return refusal
        with suppress(RuleFault):
            found = self._left_out(s.source, value, replace(situation, chosen=(*situation.chosen, words)))
            return found or refusal
        return refusal

    def _left_out(self, source: Ex, value: int, situation: Situation) -> Refusal | None:
        """The condition for which a set that is gathered leaves a value out, where there is one.

        Values are looked through, and so is what the set is gathered from.
        """
        if isinstance(source, ValueCallEx):
            declared = self.game.program.values[source.name]
            given = [self.value(each, situation) for each in source.arguments]
            names = [variable.python for variable in declared.parameters]
            inside = replace(situation, variables=dict(zip(names, given, strict=True)), lets={})
            found = self._left_out(declared.body, value, inside)
            if found is None or is_reckoned(found):
                # What is reckoned inside says less than the name of the whole.
                titled = self.game.model.values[source.name].about.title
                return self._not_in(source, value, situation) if titled else found
            return found
        if isinstance(source, ConditionalEx):
            taken = source.then if self.value(source.condition, situation) else source.otherwise
            return self._left_out(taken, value, situation)
        if isinstance(source, BuiltInEx) and source.name in ("both", "without"):
            return self._taken_off(source, value, situation)
        next_to = isinstance(source, BuiltInEx) and source.name == "neighbours"
        if next_to or isinstance(source, SpacesEx | ZoneEx):
            return self._not_in(source, value, situation)
        if not isinstance(source, GatherEx) or len(source.clauses) != 1:
            return None
        (clause,), chosen = source.clauses, source.element
        if not isinstance(chosen, LocalEx) or chosen.name != clause.variable:
            return None
        if value not in self.value(clause.source, situation):
            return self._left_out(clause.source, value, situation)
        bound = replace(situation, variables={**situation.variables, clause.variable: value})
        if source.where is None or self.value(source.where, bound):
            return None
        return self.fails("where", source.where, bound)

    def _not_in(self, source: Ex, value: int, situation: Situation, negated: bool = False) -> Refusal:
        """The refusal of what is not in a set, or is in it."""
        here, kind = source.position, source.type.of or source.type
        among = InEx(here, TRUTH, ConstEx(here, kind, value), source, negated)
        return Refusal("absent", here, situation, among, situation.chosen[-1])

    def _taken_off(self, source: BuiltInEx, value: int, situation: Situation) -> Refusal | None:
        """The set of two that leaves a value out, where it is what both hold or one holds alone."""
        whole, other = source.arguments
        assert isinstance(whole, Ex) and isinstance(other, Ex)
        if value not in self.value(whole, situation):
            return self._left_out(whole, value, situation)
        if source.name == "both":
            return self._left_out(other, value, situation)
        return self._not_in(other, value, situation, negated=True)

    def part(
        self, stage: Stage, place: int, situation: Situation, slots: Sequence[int], left: int
    ) -> Refusal | None:
        """Why so much cannot be paid with one counter of several, when that is asked.

        The target is the id of an option of that choice. Counters named earlier have paid already; slots:
        those of the others, left: what is due.
        """
        s, (slot, *further) = stage.s, slots
        assert isinstance(s, PaySt)
        part = value_of(self.game, NUMBER, self.target.partition("=")[2])
        have, rest = situation.slots[slot], sum(situation.slots[other] for other in further)

        def refused(what: str, size: Ex, wanted: int, there: int, name: str) -> Refusal:
            enough = CompareEx(s.position, TRUTH, ">=", size, ConstEx(s.position, NUMBER, wanted))
            return Refusal(what, s.position, situation, enough, name, numbers=(wanted, there))

        if part > left:
            due = s.amount if self.value(s.amount, situation) == left else ConstEx(s.position, NUMBER, left)
            return refused("much", due, part, left, s.names[place])
        if part > have:
            return refused("pay", s.counters[place], part, have, s.names[place])
        if left - part > rest:
            others = " or ".join(s.names[place + 1 :])
            return refused("rest", total(s.counters[place + 1 :]), left - part, rest, others)
        after, self.way = situation.slots[:], Way(situation.owner, {}, met=True)
        after[slot] -= part

        def looked(slots: list[Any]) -> bool:
            return self._runs(stage.rest, replace(situation, slots=slots))

        payable(after, left - part, further, self.paid(looked), (after,), 0)
        return self.way.refusal

    # -- which choices lie on the way
    def leads_to(self, plan: Plan, seen: frozenset[str] = frozenset()) -> bool:
        """Tell whether the option asked for may be met in a precondition."""
        return plan is not None and any(self._offers(stage.s, seen) for stage in plan.stages())

    def _offers(self, s: St, seen: frozenset[str]) -> bool:
        program, plan = self.game.program, index_of(self.game.program).plan
        if isinstance(s, ChooseSt):
            return self.seeks(s.variable.name) and "=" in self.target
        if isinstance(s, OneOfSt):
            return any(name == self.target or self.leads_to(plan(body), seen) for name, body in s.branches)
        if isinstance(s, CallSt) and s.effect not in seen:
            return self.leads_to(plan(program.effects[s.effect].body), seen | {s.effect})
        if isinstance(s, DoEffectSt) and s.component not in seen:
            bodies = [body for (made, _), (_, body) in program.kind_effects.items() if made == s.component]
            return any(self.leads_to(plan(body), seen | {s.component}) for body in bodies)
        return False


def is_reckoned(refusal: Refusal) -> bool:
    """Whether a refusal is by a condition in which something is worked out."""
    return refusal.condition is not None and any(True for _ in find(refusal.condition, ArithmeticEx))


def stage_with(plan: Plan, s: St) -> Stage | None:
    """The stage of a statement in a plan, or in that of a branch of it."""
    for stage in plan.stages() if plan is not None else ():
        if stage.s is s:
            return stage
        for _, body in stage.s.branches if isinstance(stage.s, OneOfSt) else ():
            if (found := stage_with(plan_of(body), s)) is not None:
                return found
    return None


def lets_of(plan: Plan) -> dict[str, Ex]:
    """What the variables stand for that a plan binds by `let`."""
    stages = plan.stages() if plan is not None else ()
    return {stage.s.variable.python: stage.s.value for stage in stages if isinstance(stage.s, LetSt)}


def owner_of(game: Game, unit: Unit) -> str:
    """The thing that a unit belongs to: `section/name`; empty for a rule of the table."""
    if unit[0] == "step":
        return f"steps/{unit[1]}"
    if unit[0] == "effect":
        return f"{'actions' if game.program.effects[unit[1]].action else 'effects'}/{unit[1]}"
    carrier = unit[1:] if unit[0] == "kind" else index_of(game.program).rules[unit].carrier
    return f"kinds/{carrier[1]}" if carrier is not None else ""


def element(variable: Variable) -> Type:
    """The type of one thing chosen."""
    return variable.type.of if variable.type.kind == "set" and variable.type.of else variable.type


def veiled(position: Position, situation: Situation) -> Refusal:
    """The refusal by what cannot be seen: it tells nothing but where that is asked for."""
    return Refusal("veiled", position, situation, ConstEx(position, TRUTH, 0))


def value_of(game: Game, kind: Type, word: str) -> int:
    """The value of a type that has an id; raises KeyError with all ids where none has."""
    if kind.kind == "number" and word.lstrip("-").isdecimal() and len(word) < 16:
        return int(word)
    ids = {game.value_id(kind, value): value for value in values_of(game, kind)}
    if word not in ids:
        raise KeyError(word, tuple(ids))
    return ids[word]


def values_of(game: Game, kind: Type) -> Iterable[int]:
    """All values of a type; of numbers none."""
    model = game.model
    if kind.kind == "truth":
        return (0, 1)
    if kind.kind == "player":
        return range(model.persons)
    if kind.kind == "team":
        return range(model.teams)
    if kind.kind == "component":
        return model.components[kind.name].tokens
    if kind.kind == "space":
        nodes = (n for board in model.boards.values() for n in spaces_in(board))
        return tuple(nodes)
    if kind.kind == "enum" and kind.name in model.enums:
        return range(len(model.enums[kind.name].members))
    if kind.kind == "enum":
        made, state = kind.name.split(".")
        return range(len(model.components[made].states[state]))
    return ()


def spaces_in(board: Any) -> Iterator[int]:
    """The numbers of the spaces that a board really has, the first owner's last, so that names mean those."""
    for owner in reversed(range(board.owners)):
        for number, layout in enumerate(board.layouts):
            yield from (board.space(owner, number, place) for place in range(len(layout.nodes)))
