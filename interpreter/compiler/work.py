"""How much work rules can make, told from the program: most loops need no counting while a game is played.

In: checked expressions and statements. Out: the most steps that they take beside what is counted in play.
What can take more than FREE steps is counted in play: a loop by the size of what it runs over, a body when it
is called. It then adds next to nothing here; so what is never counted is small wherever it is called from.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from math import prod
from typing import Any

from interpreter.language.checked import (
    AfterEx,
    ArithmeticEx,
    BuiltInEx,
    CallSt,
    ChooseSt,
    ConditionalEx,
    ConstEx,
    ConstSetEx,
    DoEffectSt,
    DrawSt,
    Ex,
    FieldEx,
    FillSt,
    ForSt,
    GainSt,
    GatherEx,
    InEx,
    LetSt,
    ListingEx,
    LocalEx,
    MeEx,
    MoveSt,
    OneOfSt,
    OptionEx,
    PayPieceSt,
    PickSt,
    PlayersEx,
    RangeEx,
    RepeatsEx,
    RepeatSt,
    RollSt,
    ShuffleSt,
    SpacesEx,
    St,
    StBlock,
    ValueCallEx,
    Variable,
    ZoneEx,
)
from interpreter.language.facts import blocks_in, expressions_in, grows, sought_piece, statements_in
from interpreter.language.index import Unit, index_of
from interpreter.language.plan import Plan
from interpreter.language.program import Program, RuleEx
from interpreter.language.statement_facts import events_of
from interpreter.language.types import MAX_NUMBERS
from interpreter.model.adjacency import most_neighbours
from interpreter.model.declarations import Model

# So many steps take about half a millisecond.
FREE = 20_000
# What one way of paying with several counters takes besides what is worked out for it.
SPLIT_WORK = 40
# Where a question, the flow or the scoring begins to run rules, what can take more than this is counted.
ROOT = 200


class Work:
    """Steps and sizes, each worked out once."""

    def __init__(self, model: Model, program: Program) -> None:
        self.model = model
        self.program = program
        self.index = index = index_of(program)
        self.bodies, self.listeners, self.rules = index.units, index.listeners, index.rules
        self.modifiers: dict[str, list[RuleEx]] = {}
        # The component types whose rules are counted one by one, in play.
        self.crowds = index.crowds
        for rule in program.rules:
            if rule.kind == "modifier" and rule.pattern is not None:
                self.modifiers.setdefault(rule.pattern.event.removeprefix("value "), []).append(rule)
        self.filled = _filled(index.bodies.values())
        self.named = _named(index.bodies.values(), _handed_over(program))
        self._known: dict[tuple[str, ...], int] = {}
        self._counted: dict[str, bool] = {}
        self._degrees: dict[tuple[str, str], int] = {}
        self._spaces: dict[str, int] = {}

    # -- sizes
    def size(self, ex: Ex) -> int:
        """The most members that a set can have, as far as can be told; else the most that a range has."""
        known = SIZES.get(type(ex))
        return known(self, ex) if known is not None else MAX_NUMBERS

    def _size_of_zone(self, ex: ZoneEx) -> int:
        zone = ex.declared
        made = self.model.components.get(zone.holds.name)
        return made.pieces if made is not None else self.filled.get(zone.name, MAX_NUMBERS)

    def _size_of_field(self, ex: FieldEx) -> int:
        made = self.model.components.get(ex.owner.type.name)
        if made is not None:
            lists = [kind.values.get(ex.name) for kind in made.kinds]
        elif (board := self.model.node_boards.get(ex.owner.type.name)) is not None:
            lists = [node.values.get(ex.name) for layout in board.layouts for node in layout.nodes]
        else:
            return MAX_NUMBERS
        return max((len(values) for values in lists if isinstance(values, tuple)), default=0)

    def _size_of_local(self, ex: LocalEx) -> int:
        sources = self.named.get(ex.name)
        if sources is None:
            return MAX_NUMBERS
        # What is named by way of itself has no size that could be told.
        return self._once(("named", ex.name), lambda: max(map(self.size, sources)), unknown=MAX_NUMBERS)

    def _size_of_built_in(self, ex: BuiltInEx) -> int:
        of, element = ex.argument(0), (ex.type.of or ex.type).name
        match ex.declared.members:
            case "all":
                return sum(self.size(each) for each in ex.arguments if isinstance(each, Ex))
            case "players":
                return self.model.persons
            case "first":
                return self.size(of)
            case "stack":
                return self._held(of)
            case "neighbours" if of.type.kind != "set":
                return self.most_neighbours(of.type.name, element)
            case "neighbours" | "spaces":
                return self.spaces(element)
            case None:
                return MAX_NUMBERS

    def most_neighbours(self, node_type: str, other: str) -> int:
        """How many neighbours of a type a space of a type has at most."""
        board = self.model.node_boards.get(node_type)
        if board is None:
            return MAX_NUMBERS
        if (node_type, other) not in self._degrees:
            self._degrees[node_type, other] = max(
                (most_neighbours(layout, node_type, other) for layout in board.layouts), default=0
            )
        return self._degrees[node_type, other]

    def spaces(self, node_type: str) -> int:
        """How many spaces of a type its board has."""
        if node_type not in self._spaces:
            board = self.model.node_boards.get(node_type)
            self._spaces[node_type] = int(board.count(node_type)) if board is not None else MAX_NUMBERS
        return self._spaces[node_type]

    # -- expressions
    def of(self, ex: Ex) -> int:
        """The most steps of an expression beside what is counted."""
        if isinstance(ex, ConstEx | LocalEx | MeEx):
            return 0
        if isinstance(ex, GatherEx):
            return self.gather(ex)
        steps = 1 + sum(map(self.of, expressions_in(ex)))
        if isinstance(ex, AfterEx | RepeatsEx):
            return steps + 10  # what it tries out, or compares, is counted in play
        if isinstance(ex, ValueCallEx):
            return steps + 5 + _beside(self.value(ex.name))
        if isinstance(ex, ArithmeticEx) and (grows(ex) or ex.operator in ("/", "mod")):
            return steps + 2  # it is measured, or it may be a division by zero
        if isinstance(ex, InEx):
            return steps + self.size(ex.source)
        if isinstance(ex, BuiltInEx):
            arguments = [a for a in ex.arguments if isinstance(a, Ex)]
            sets = [a for a in arguments if a.type.kind == "set"]
            cost = ex.declared.cost
            steps += cost.members * sum(map(self.size, sets))
            if cost.spaces:
                places = {(a.type.of or a.type).name for a in arguments} & {*self.model.node_boards}
                steps += cost.spaces * max(map(self.spaces, places))
            if cost.lines:
                steps += 5 + self.final_points(arguments[0].type.name)
        return steps

    def gather(self, ex: GatherEx) -> int:
        """The most steps of a gathering beside what is counted."""
        source, sought = ex.clauses[0].source, sought_piece(ex)
        if sought is not None:
            return 1 + self.of(sought) + self.of(source) + self.size(source) // 4
        loops = self.clauses(ex)
        return self.of(source) + _beside(sum(e * size * each for e, size, each in loops))

    def final_points(self, component: str) -> int:
        """The most steps of the scoring lines of a piece; dear ones count themselves."""
        kinds: dict[tuple[str, str], int] = {}
        for line in self.program.final:
            if line.carrier is not None and line.carrier[0] == component:
                steps = self.of(line.points)
                kinds[line.carrier] = kinds.get(line.carrier, 0) + 5 + (steps if steps <= ROOT else 0)
        return max(kinds.values(), default=0)

    def clauses(self, ex: GatherEx) -> list[tuple[int, int, int]]:
        """For each clause of a gathering: how often it begins, its size, the steps for each member."""
        inner = 1 + sum(self.of(part) for part in (ex.element, ex.where, *ex.by) if part is not None)
        # A member of a set takes memory as well, of which there is less than there is time.
        inner += 10 if ex.type.kind == "set" else 0
        loops, entered = [], 1
        for number, clause in enumerate(ex.clauses):
            size = self.size(clause.source)
            last = number == len(ex.clauses) - 1
            loops.append((entered, size, inner if last else 1 + self.of(ex.clauses[number + 1].source)))
            entered *= size
        return loops

    def value(self, name: str) -> int:
        """The most steps of a rule value with all that may modify it."""
        return self._once(
            ("value", name),
            lambda: (
                self.of(self.program.values[name].body)
                + sum(
                    self.times(rule) * self.change(rule)
                    for rule in self.modifiers.get(name, ())
                    if not self.is_of_crowd(rule)
                )
            ),
        )

    def is_of_crowd(self, rule: RuleEx) -> bool:
        """Whether a rule is looked for only where its carrier lies active, and counted then."""
        return rule.carrier is not None and rule.carrier[0] in self.crowds

    def change(self, rule: RuleEx) -> int:
        """The most steps of a modifier, once."""
        parts = [part for part in (rule.where, rule.value) if part is not None]
        return 2 + self.tests(rule) + sum(map(self.of, parts))

    def tests(self, rule: RuleEx) -> int:
        """The most steps of finding out whether an event fits a rule."""
        return sum(1 + self.of(value) for _, value in rule.pattern.equal) if rule.pattern is not None else 0

    def times(self, rule: RuleEx) -> int:
        """How often a rule may be carried out for one event: for each owner, and each copy of its carrier."""
        owners = self.model.persons if rule.carrier is not None or rule.lasting is not None else 1
        if rule.carrier is None:
            return owners
        component, kind = rule.carrier
        return owners * max(1, self.model.components[component].by_name[kind].copies)

    def is_heavy(self, steps: int) -> bool:
        """Whether so many steps are counted in play."""
        return steps > FREE

    def is_counted(self, name: str) -> bool:
        """Whether a rule value counts anything, itself or through others."""
        if name not in self._counted:
            self._counted[name] = False
            rules = self.modifiers.get(name, ())
            parts = [part for rule in rules for part in (rule.value, rule.where) if part is not None]
            parts += [value for rule in rules if rule.pattern is not None for _, value in rule.pattern.equal]
            parts.append(self.program.values[name].body)
            heavy = self.is_heavy(self.value(name)) or any(map(self.is_of_crowd, rules))
            self._counted[name] = heavy or any(map(self._counts_inside, parts))
        return self._counted[name]

    def _counts_inside(self, ex: Ex) -> bool:
        return (
            (
                isinstance(ex, GatherEx)
                and sought_piece(ex) is None
                and sum(e * size * each for e, size, each in self.clauses(ex)) > FREE
            )
            or isinstance(ex, AfterEx | RepeatsEx)
            or (isinstance(ex, BuiltInEx) and ex.declared.cost.counted)
            or (isinstance(ex, ValueCallEx) and self.is_counted(ex.name))
            or any(map(self._counts_inside, expressions_in(ex)))
        )

    # -- statements
    def block(self, body: Iterable[St]) -> int:
        """The most steps of statements beside what is counted."""
        return sum(map(self.statement, body))

    def body(self, body: StBlock) -> int:
        """The same for a body with a precondition, which is looked through first."""
        plan = self.index.plan(body)
        # Each choice is made among options with which the rest of the precondition can be done.
        stages = plan.stages() if plan is not None else ()
        again = sum(self.lead(stage) for stage in stages if isinstance(stage.s, ChooseSt))
        return self.lead(plan) + again + self.block(body)

    def lead(self, plan: Plan) -> int:
        """The most steps of looking through what is left of a plan beside what is counted."""
        steps = 0
        for stage in plan.stages() if plan is not None else ():
            s = stage.s
            steps += sum(map(self.of, expressions_in(s)))
            if isinstance(s, ChooseSt):
                return steps + _beside(self.size(s.source) * self.option(s, None if s.many else stage.rest))
            if isinstance(s, CallSt):
                steps += self.guard(s.effect)
            elif isinstance(s, OneOfSt):
                steps += sum(_beside(self.lead(self.index.plan(branch))) for _, branch in s.branches)
            elif isinstance(s, DoEffectSt):
                steps += self.of_kinds(s, self.guard_of_kind)
        return steps

    def option(self, s: ChooseSt, rest: Plan) -> int:
        """The steps for each option of a choice, the rest of its precondition looked through with it."""
        return 1 + (self.of(s.where) if s.where is not None else 0) + _beside(self.lead(rest))

    def split(self, rest: Plan) -> int:
        """The steps for each way of paying with several counters, the rest of the precondition with it."""
        return SPLIT_WORK + _beside(self.lead(rest))

    def guard(self, effect: str) -> int:
        """The most steps of finding out whether an effect can be done."""
        plan = self.index.plan(self.program.effects[effect].body)
        return _beside(self._once(("guard", effect), lambda: self.lead(plan)))

    def guard_of_kind(self, kind: tuple[str, str]) -> int:
        """The same for the effect of a kind."""
        plan = self.index.plan(self.program.kind_effects[kind][1])
        return _beside(self._once(("guard of kind", *kind), lambda: self.lead(plan)))

    def of_kinds(self, s: DoEffectSt, steps: Callable[[tuple[str, str]], int]) -> int:
        """The most steps for any kind whose effect a statement may do."""
        return max((steps(kind) for kind in self.program.kind_effects if kind[0] == s.component), default=0)

    def statement(self, s: St) -> int:
        """The most steps of a statement beside what is counted."""
        steps = 5 + sum(map(self.of, expressions_in(s)))
        steps += self.moved(s) * sum(self.heard(event) for event in events_of(s))
        if isinstance(s, (ForSt, RepeatSt)):
            return steps + _beside(self.rounds(s) * self.round(s))
        if isinstance(s, ChooseSt) and s.one_by_one:
            return steps + _beside(self.turns(s) * self.turn(s))
        if isinstance(s, ChooseSt):
            steps += _beside(self.size(s.source) * self.option(s, self.index.plan(s.body or ())))
        elif isinstance(s, CallSt):
            steps += 5 + self.guard(s.effect) + _beside(self.unit(("effect", s.effect)))
        elif isinstance(s, DoEffectSt):
            steps += self.of_kinds(s, self.guard_of_kind)
            steps += self.of_kinds(s, lambda kind: _beside(self.unit(("kind", *kind))))
        elif isinstance(s, RollSt):
            steps += 5 * self.rolled(s)
        elif isinstance(s, (MoveSt, DrawSt)):
            # Each piece that moves copies both places, and a search goes before it.
            held = self._held(s.source) + self._held(s.target)
            steps += held // 10 + (5 + held // 50) * (self.moved(s) - 1)
        elif isinstance(s, PickSt):
            steps += _beside(self.size(s.source) * self.candidate(s))
        elif isinstance(s, GainSt):
            limit = self.program.limits.get((s.counter.declared.name, "max" if s.sign > 0 else "min"))
            steps += self.of(limit) if limit is not None else 0
        elif isinstance(s, ShuffleSt):
            steps += self.try_of(s)
        return steps + sum(self.body(inner) for inner in blocks_in(s))

    def candidate(self, s: PickSt) -> int:
        """The steps for each of those from which one is picked."""
        return 1 + (self.of(s.where) if s.where is not None else 0)

    def moved(self, s: St) -> int:
        """How many pieces a statement moves at most, each of which is told; 1 for what moves none."""
        if isinstance(s, MoveSt | DrawSt | PayPieceSt):
            held = self._held(s.source)
            if isinstance(s, MoveSt) and s.piece is None:
                return held
            if isinstance(s.amount, ConstEx):
                return min(max(s.amount.value, 1), held)
            return 1 if s.amount is None else held
        return 1

    def rounds(self, s: ForSt | RepeatSt) -> int:
        """The most rounds of a loop."""
        if isinstance(s, ForSt):
            return self.size(s.source)
        return max(0, s.amount.value) if isinstance(s.amount, ConstEx) else MAX_NUMBERS

    def round(self, s: ForSt | RepeatSt) -> int:
        """The most steps of one round of a loop."""
        parts = (s.where, *s.by) if isinstance(s, ForSt) else (s.condition,)
        return 1 + self.block(s.body) + sum(self.of(part) for part in parts if part is not None)

    def turns(self, s: ChooseSt) -> int:
        """How often something is taken at most, where each is dealt with before the next."""
        size = self.size(s.source)
        most = s.high.value if isinstance(s.high, ConstEx) else MAX_NUMBERS if s.high is not None else size
        return max(0, most if s.repeats else min(most, size))

    def turn(self, s: ChooseSt) -> int:
        """The most steps of looking for what can be taken, and of what is done with it."""
        body = s.body or ()
        return 10 + self.size(s.source) * self.option(s, self.index.plan(body)) + self.body(body)

    def rolled(self, s: RollSt) -> int:
        """The most dice that a statement rolls."""
        return int(min(s.amount.value, MAX_NUMBERS)) if isinstance(s.amount, ConstEx) else MAX_NUMBERS

    def try_of(self, s: ShuffleSt) -> int:
        """The steps of shuffling once."""
        return 10 * self._held(s.zone) + (self.of(s.until) if s.until is not None else 0)

    def _held(self, place: Ex) -> int:
        if isinstance(place, ZoneEx | SpacesEx):
            return self.size(place)
        board = self.model.node_boards.get(place.type.name)
        if board is None or place.type.name not in board.stacked:
            return 1
        return self.model.components[board.holds[place.type.name]].pieces

    def heard(self, event: str) -> int:
        """The most steps of all that may listen to an event."""
        return sum(
            self.times(self.rules[unit]) * (2 + self.tests(self.rules[unit]) + _beside(self.unit(unit)))
            for unit in self.listeners.get(event, ())
            if not self.is_of_crowd(self.rules[unit])
        )

    def fired(self, rule: RuleEx) -> int:
        """The most steps of one trigger that is in force, beside what it counts itself."""
        return 10 + self.tests(rule) + _beside(self.unit(("rule", str(rule.order))))

    def unit(self, unit: Unit) -> int:
        """The most steps of a body, of an effect with what listens to it, of a rule with its condition.

        One that comes to call itself counts its calls in play.
        """
        return self._once(unit, lambda: 5 + self._around(unit) + self.body(self.bodies[unit]))

    def _around(self, unit: Unit) -> int:
        if unit[0] == "effect":
            return self.heard(f"effect {unit[1]}")
        where = self.rules[unit].where if unit[0] == "rule" else None
        return self.of(where) if where is not None else 0

    def _once(self, key: tuple[str, ...], steps: Callable[[], int], unknown: int = FREE + 1) -> int:
        if key not in self._known:
            # What comes back to itself is counted where it is called, or can never end.
            self._known[key] = unknown
            self._known[key] = steps()
        return self._known[key]


def _size_of_range(_work: Work, ex: RangeEx) -> int:
    if isinstance(ex.low, ConstEx) and isinstance(ex.high, ConstEx):
        return int(max(0, ex.high.value - ex.low.value + 1))
    return MAX_NUMBERS


# The sizes of sets; what is not here has none that could be told.
SIZES: dict[type[Ex], Callable[[Work, Any], int]] = {
    ConstSetEx: lambda _work, ex: len(ex.values),
    PlayersEx: lambda work, _ex: work.model.persons,
    SpacesEx: lambda work, ex: work.spaces(ex.node_type),
    RangeEx: _size_of_range,
    ZoneEx: Work._size_of_zone,
    FieldEx: Work._size_of_field,
    LocalEx: Work._size_of_local,
    OptionEx: lambda _work, ex: len(ex.declared.choices),
    ListingEx: lambda _work, ex: len(ex.entries),
    ConditionalEx: lambda work, ex: max(work.size(ex.then), work.size(ex.otherwise)),
    GatherEx: lambda work, ex: prod(work.size(clause.source) for clause in ex.clauses),
    ValueCallEx: lambda work, ex: work.size(work.program.values[ex.name].body),
    BuiltInEx: Work._size_of_built_in,
}


def _beside(steps: int) -> int:
    """What so many steps come to beside what is counted in play."""
    return steps if steps <= FREE else 1


def _filled(bodies: Collection[StBlock]) -> dict[str, int]:
    """How many numbers a zone of numbers can hold that is only ever rolled and filled."""
    found: dict[str, int] = {}
    for body in bodies:
        for s in statements_in(body):
            if isinstance(s, RollSt) and isinstance(s.target, ZoneEx):
                most = int(min(s.amount.value, MAX_NUMBERS)) if isinstance(s.amount, ConstEx) else MAX_NUMBERS
                found[s.target.declared.name] = max(found.get(s.target.declared.name, 0), most)
            elif isinstance(s, FillSt) and isinstance(s.zone, ZoneEx):
                found[s.zone.declared.name] = max(found.get(s.zone.declared.name, 0), len(s.values))
    for body in bodies:
        for s in statements_in(body):
            target = getattr(s, "target", None) if isinstance(s, (MoveSt, DrawSt, PayPieceSt)) else None
            if target is not None and isinstance(target, ZoneEx):
                found[target.declared.name] = MAX_NUMBERS
    return found


def _handed_over(program: Program) -> set[str]:
    """The names of variables of which only calls and events know what they are."""
    found: list[Variable] = []
    for effect in program.effects.values():
        found += effect.parameters
    for value in program.values.values():
        found += value.parameters
    for variables, _ in program.kind_effects.values():
        found += variables
    for rule in program.rules:
        found += rule.kept
        found += [variable for _, variable in rule.pattern.bind] if rule.pattern is not None else []
    return {variable.python for variable in found}


def _named(bodies: Collection[StBlock], handed_over: set[str]) -> dict[str, list[Ex]]:
    """What variables of a name stand for or are chosen from, over all bodies, where that can be told."""
    found: dict[str, list[Ex]] = {}
    for body in bodies:
        for s in statements_in(body):
            if isinstance(s, LetSt) or (isinstance(s, ChooseSt) and s.many and not s.repeats):
                source = s.value if isinstance(s, LetSt) else s.source
                found.setdefault(s.variable.python, []).append(source)
    return {name: sources for name, sources in found.items() if name not in handed_over}
