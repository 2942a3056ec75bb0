"""Counters of type player that go to somebody by themselves, and the points that go with them.

In: a checked program. Out: for each such counter an effect that gives it to whom it goes, called at the end
of each action, of what a step does and of each trigger that may change what this depends on. Such an effect
has a name that no rule can have.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.language import tree as t
from interpreter.language.check_names import fault, typed
from interpreter.language.checked import (
    AssignSt,
    BuiltInEx,
    CallSt,
    CompareEx,
    ConditionalEx,
    ConstEx,
    CounterEx,
    Ex,
    ForSt,
    IfSt,
    InEx,
    LastingSt,
    LetSt,
    LocalEx,
    LogicEx,
    NotEx,
    PerformSt,
    ScoreSt,
    St,
    StBlock,
    Variable,
    ZoneEx,
)
from interpreter.language.checking import Checking
from interpreter.language.facts import statements_in
from interpreter.language.index import Index, Unit, reached
from interpreter.language.program import EffectEx, Program, StepEx
from interpreter.language.reads import read_by, why_not_settled
from interpreter.language.scope import Scope
from interpreter.language.statement_facts import facts_of, has_points
from interpreter.language.types import NUMBER, PLAYER, TRUTH, Type, set_of
from interpreter.model.declarations import NONE, CounterDecl
from interpreter.problems.position import Position

_WORD = "_goes_to_"


def with_points(s: AssignSt, new: Variable, old: Variable) -> StBlock:
    """What `set` does to a counter with points: who had it loses them, whoever has it now gets them."""
    assert isinstance(s.target, CounterEx)
    declared, place = s.target.declared, s.position
    before, after = (LocalEx(place, PLAYER, each.python) for each in (old, new))

    def score(points: int, whom: Ex) -> St:
        scores = ScoreSt(place, ConstEx(place, NUMBER, points), declared.name, whom)
        return IfSt(place, ((_compared("!=", whom, _none(place)), (scores,)),), ())

    plain = replace(s.target, declared=replace(declared, points=0))
    moved: StBlock = (
        LetSt(place, old, s.target),
        score(-declared.points, before),
        AssignSt(place, plain, after, s.where),
        score(declared.points, after),
    )
    return LetSt(place, new, s.value), IfSt(place, ((_compared("!=", after, s.target), moved),), ())


def let_them_go(ctx: Checking, checked: Program) -> Program:
    """A whole program with the effects of such counters, and calls of them where they may be due."""
    made, goes_to_by = [], dict[str, frozenset[str]]()
    for counter in ctx.model.counters.values():
        if counter.goes_to is not None:
            effect, goes_to = _effect(ctx, counter)
            why_not = why_not_settled(checked, goes_to)
            if why_not is not None:
                fault(ctx, "type", *why_not)
            made.append(effect)
            goes_to_by[effect.name] = read_by(checked, [goes_to])
    if not made:
        return checked
    effects = checked.effects | {effect.name: effect for effect in made}
    program = replace(checked, effects=effects, goes_to=goes_to_by)
    index = Index(program)
    due = {unit: calls_due(index, unit, body) for unit, body in _ends(index)}

    def step_with(step: StepEx) -> StepEx:
        body = step.body + due.get(("step", step.name), ())
        return replace(step, body=body, steps=tuple(map(step_with, step.steps)))

    return replace(
        program,
        effects={
            name: replace(each, body=each.body + due.get(("effect", name), ()))
            for name, each in effects.items()
        },
        rules=[
            replace(rule, body=rule.body + due.get(("rule", str(rule.order)), ())) for rule in program.rules
        ],
        flow=[*map(step_with, program.flow)],
    )


def calls_due(index: Index, unit: Unit, body: StBlock) -> StBlock:
    """Return the calls that belong at the end of a body, for the counters that may go elsewhere by it.

    Also for those that may because another does; each is called once, after what it first depends on.
    """
    units = reached(index.calls, index.called(unit, statements_in(body)))
    bodies = [body, *(index.units[each] for each in units)]
    changing = [s for each in bodies for s in statements_in(each)]
    left, due = dict(index.program.goes_to), list[str]()
    while name := next((n for n, read in left.items() if any(_changes(s, read) for s in changing)), ""):
        due.append(name)
        changing += statements_in(index.program.effects[name].body)
        del left[name]
    place = body[-1].position if body else None
    return tuple(
        CallSt(place, name, (), ConstEx(place, PLAYER, -1), False) for name in due if place is not None
    )


def _ends(index: Index) -> Iterable[tuple[Unit, StBlock]]:
    """Yield the bodies at whose end a counter may go to another: all but effects that are only called."""
    performed = {
        s.effect for body in index.bodies.values() for s in statements_in(body) if isinstance(s, PerformSt)
    }
    for unit, body in index.bodies.items():
        effect = index.program.effects.get(unit[1]) if unit[0] == "effect" else None
        if unit[0] in ("step", "rule") or (
            effect is not None and (effect.action or effect.name in performed)
        ):
            yield unit, body


# -- the effect
def _effect(ctx: Checking, counter: CounterDecl) -> tuple[EffectEx, Ex]:
    """The effect that gives a counter to whom it goes, and the set of those who may have it."""
    place, scope = counter.about.position, Scope(has_me=False)
    indexes = [scope.add(each.name or each.kind, each) for each in counter.per]
    assert counter.goes_to is not None
    goes_to = typed(ctx, counter.goes_to, set_of(PLAYER), scope)
    worthy = scope.add("worthy", set_of(PLAYER))
    held = CounterEx(place, PLAYER, counter, tuple(LocalEx(place, v.type, v.python) for v in indexes))
    body: StBlock = (LetSt(place, worthy, goes_to), _given(held, LocalEx(place, worthy.type, worthy.python)))
    for index in reversed(indexes):
        body = (ForSt(place, index, _all_of(ctx, index.type, place), None, (), body),)
    return EffectEx(f"{_WORD}{counter.name}", (), body, False, False, place, ""), goes_to


def _given(held: CounterEx, worthy: Ex) -> St:
    """Whoever has it and is worthy keeps it; else it goes to the only one who is, or to nobody."""
    place = held.position
    sole = _compared("==", BuiltInEx(place, NUMBER, "size", (worthy,)), ConstEx(place, NUMBER, 1))
    first = BuiltInEx(place, PLAYER, "at", (worthy, ConstEx(place, NUMBER, 1)))
    keeps = InEx(place, TRUTH, held, worthy, False)
    lost = LogicEx(place, TRUTH, "or", (_compared("==", held, _none(place)), NotEx(place, TRUTH, keeps)))
    goes = AssignSt(place, held, ConditionalEx(place, PLAYER, sole, first, _none(place)), None)
    return IfSt(place, ((lost, (goes,)),), ())


def _all_of(ctx: Checking, index: Type, place: Position) -> Ex:
    """The set of all values of an index."""
    word = {"player": "players", "team": "teams"}.get(index.kind, index.name)
    return typed(ctx, t.Name(place, word), set_of(index), Scope(has_me=False))


def _none(place: Position) -> Ex:
    return ConstEx(place, PLAYER, NONE)


def _compared(operator: str, left: Ex, right: Ex) -> Ex:
    return CompareEx(left.position, TRUTH, operator, left, right)


# -- what changes
def _changes(s: St, read: frozenset[str]) -> bool:
    """Whether a statement by itself may change something of what is read, as the layout names it."""
    changed = {_name_of(place) for place in facts_of(s).changes(s)}
    if isinstance(s, LastingSt):
        changed.add(f"lasting {s.number}")
    if isinstance(s, ScoreSt) or has_points(s):
        changed.add("counter points")
    elsewhere = any(name.split()[0] not in ("counter", "zone", "spaces") for name in read)
    return not changed.isdisjoint(read) or (bool(changed) and elsewhere)


def _name_of(place: Ex) -> str:
    """What the layout calls a counter, a zone, or what lies on spaces of a type."""
    if isinstance(place, CounterEx):
        return f"counter {place.declared.name}"
    if isinstance(place, ZoneEx):
        return f"zone {place.declared.name}"
    return f"spaces {(place.type.of or place.type).name}"
