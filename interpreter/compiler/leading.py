"""The leading part of a body: the statements that make its guard.

In: a checked body. Out: those statements, each condition as early as it can be told.
"""

from __future__ import annotations

from interpreter.language.checked import (
    CallSt,
    ChooseSt,
    DoEffectSt,
    Ex,
    LetSt,
    OneOfSt,
    PayPieceSt,
    PaySt,
    RequireSt,
    St,
    StBlock,
    mentions,
)


def leading_part(body: StBlock) -> list[St]:
    """The statements that make the guard.

    They go up to the first change; a closing `must call`, `must do effect` or `one of` is included.
    """
    found: list[St] = []
    for s in body:
        if isinstance(s, (RequireSt, PaySt, PayPieceSt, LetSt)) or (
            isinstance(s, ChooseSt) and s.body is None and not s.many
        ):
            found.append(s)
            continue
        if (
            (isinstance(s, ChooseSt) and s.body is None)
            or (isinstance(s, (CallSt, DoEffectSt)) and s.must)
            or (isinstance(s, OneOfSt) and not s.otherwise)
        ):
            found.append(s)
        break
    while found and isinstance(found[-1], LetSt):
        found.pop()
    return hoisted(found)


def hoisted(lead: list[St]) -> list[St]:
    """Move each `require` up to the first point where its variables exist: hopeless plans end early."""
    result: list[St] = []
    for s in lead:
        place = len(result)
        if isinstance(s, RequireSt):
            while (
                place > 0
                and isinstance(result[place - 1], ChooseSt)
                and not _speaks_of(s.condition, result[place - 1])
            ):
                place -= 1
        result.insert(place, s)
    return result


def _speaks_of(condition: Ex, choice: St) -> bool:
    assert isinstance(choice, ChooseSt)
    return mentions(condition, choice.variable.python)


def expressions_in(s: St) -> list[Ex]:
    """The expressions directly in a statement."""
    found: list[Ex] = []
    for slot in type(s).__dataclass_fields__:
        value = getattr(s, slot)
        if isinstance(value, Ex):
            found.append(value)
        elif isinstance(value, tuple):
            found += [v for v in value if isinstance(v, Ex)]
    return found
