"""The precondition of a body as a plan: what must hold before anything changes, statement by statement.

In: a checked body. Out: the first stage of its plan, or None where it has no precondition. What a guard
tests, why it refuses, what it costs and where a choice may stand all come from the plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.language.checked import (
    ArithmeticEx,
    BuiltInEx,
    CallSt,
    ChooseSt,
    ClauseEx,
    CompareEx,
    ConstEx,
    DoEffectSt,
    Ex,
    GatherEx,
    InEx,
    LetSt,
    LocalEx,
    OneOfSt,
    PayPieceSt,
    PaySt,
    RequireSt,
    SaySt,
    St,
    StBlock,
    ZoneEx,
)
from interpreter.language.facts import different_needed, mentions
from interpreter.language.types import NUMBER, TRUTH, set_of


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """A statement of a precondition, what must hold for it, and the stages after it.

    condition: None where nothing but the later stages decides; what: the sort of condition (require, pay,
    piece, few).
    """

    s: St
    rest: Stage | None
    what: str = ""
    condition: Ex | None = None

    def stages(self) -> Iterator[Stage]:
        """Yield this stage and those after it."""
        stage: Stage | None = self
        while stage is not None:
            yield stage
            stage = stage.rest


Plan = Stage | None


def plan_of(body: StBlock) -> Plan:
    """Make the plan of a body: its statements up to the first change.

    A closing choice of several, one after the other, `must call`, `must do effect` or `one of` belongs to it.
    """
    found: list[St] = []
    for s in body:
        if isinstance(s, SaySt):
            continue  # it is said when the precondition is over
        if goes_on(s) or _closes(s):
            found.append(s)
        if not goes_on(s):
            break
    while found and isinstance(found[-1], LetSt):
        found.pop()
    last = found[-1] if found else None
    # Of what is done again and again, once at least must be possible.
    plan: Plan = plan_of(last.body or ()) if isinstance(last, ChooseSt) and last.one_by_one else None
    lead = _hoisted(found)
    for n, s in reversed(list(enumerate(lead))):
        plan = stage_of(s, plan, before=lead[:n])
    return plan


def goes_on(s: St) -> bool:
    """Tell whether a precondition goes on after a statement."""
    return isinstance(s, (RequireSt, PaySt, PayPieceSt, LetSt, SaySt)) or (
        isinstance(s, ChooseSt) and s.body is None
    )


def _closes(s: St) -> bool:
    return (
        (isinstance(s, ChooseSt) and (s.body is None or s.one_by_one))
        or (isinstance(s, (CallSt, DoEffectSt)) and s.must)
        or (isinstance(s, OneOfSt) and not s.otherwise)
    )


def _hoisted(lead: Sequence[St]) -> list[St]:
    """Move each `require` up to the first point where its variables exist: hopeless plans end early."""
    result: list[St] = []
    for s in lead:
        place = len(result)
        while isinstance(s, RequireSt) and place and _is_free_of(s.condition, result[place - 1]):
            place -= 1
        result.insert(place, s)
    return result


def _is_free_of(condition: Ex, s: St) -> bool:
    return isinstance(s, ChooseSt) and not mentions(condition, s.variable.python)


def stage_of(s: St, rest: Plan, before: Sequence[St] = ()) -> Stage:
    """Make the stage of one statement; before: what comes before it in its precondition."""
    if isinstance(s, RequireSt):
        return Stage(s, rest, "require", s.condition)
    if isinstance(s, PaySt):
        return Stage(s, rest, "pay", CompareEx(s.position, TRUTH, ">=", total(s.counters), s.amount))
    if isinstance(s, PayPieceSt) and s.amount is not None:
        held = _counted(s.source, "each", CompareEx(s.position, TRUTH, "==", _each(s), s.piece), None)
        return Stage(s, rest, "pay", CompareEx(s.position, TRUTH, ">=", held, s.amount))
    if isinstance(s, PayPieceSt) and (s.sought or any(_takes_from(s.source, b) for b in before)):
        return Stage(s, rest, "piece", _lies_there(s))
    if isinstance(s, ChooseSt) and s.many and (least := different_needed(s)) is not None:
        return Stage(s, rest, "few", CompareEx(s.position, TRUTH, ">=", _candidates(s), least))
    return Stage(s, rest)


def _takes_from(place: Ex, s: St) -> bool:
    """Whether a payment takes a piece out of a zone: another one may be gone then."""
    return (
        isinstance(s, PayPieceSt)
        and isinstance(s.source, ZoneEx)
        and isinstance(place, ZoneEx)
        and s.source.declared is place.declared
    )


def total(counters: Sequence[Ex]) -> Ex:
    """The sum of some counters."""
    found = counters[0]
    for other in counters[1:]:
        found = ArithmeticEx(found.position, NUMBER, "+", found, other)
    return found


def _each(s: PayPieceSt) -> Ex:
    return LocalEx(s.position, s.piece.type, "each")


def _counted(source: Ex, variable: str, element: Ex, where: Ex | None) -> Ex:
    clause = ClauseEx(source.position, variable, source)
    return GatherEx(source.position, NUMBER, "count", element, (clause,), where, ())


def _candidates(s: ChooseSt) -> Ex:
    """How many things there are to choose from."""
    if s.where is None:
        return BuiltInEx(s.source.position, NUMBER, "size", (s.source,))
    return _counted(s.source, s.variable.python, ConstEx(s.position, TRUTH, 1), s.where)


def _lies_there(s: PayPieceSt) -> Ex:
    """That a piece lies where it is paid from."""
    here = s.source.position
    if isinstance(s.source, ZoneEx):
        return InEx(s.position, TRUTH, s.piece, s.source, False)
    if s.stacked:
        stack = BuiltInEx(here, set_of(s.piece.type), "stack", (s.source,))
        return InEx(s.position, TRUTH, s.piece, stack, False)
    on = BuiltInEx(here, s.piece.type, "on", (s.source,))
    return CompareEx(s.position, TRUTH, "==", on, s.piece)
