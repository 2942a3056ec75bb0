"""`accept: [CODE]` at a thing: warnings of these codes inside it are meant.

In: the files of rulesets as located values, and problems. Out: the problems that are left, and a warning for
each `accept` that silences nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.problems import Position, Problem, codes, hint_for
from interpreter.reading import Located, RulesetSource

# What is reported only where it is asked for.
_SELDOM = frozenset(
    {
        "alike-plans",
        "vain-claim",
        "not-offered",
        "not-reached",
        "idle-turns",
        "past-bound",
        "no-end",
        "no-decisions",
    }
)
_END_OF_LINE = 1_000_000


@dataclass(frozen=True, slots=True)
class _Acceptance:
    """A code that a thing accepts, and from where to where the thing goes in its file (line, column)."""

    code: str
    position: Position
    first: tuple[int, int]
    last: tuple[int, int]

    def silences(self, problem: Problem) -> bool:
        """Whether a problem is a warning that is meant."""
        place = problem.position
        return (
            problem.severity == "warning"
            and problem.code == self.code
            and place.file == self.position.file
            and self.first <= (place.line, place.column) <= self.last
        )


def without_accepted(problems: Iterable[Problem], sources: Iterable[RulesetSource]) -> list[Problem]:
    """Return the problems that no `accept` in the sources silences."""
    found = list(problems)
    if all(problem.severity == "error" for problem in found):
        return found
    accepted = list(_acceptances_of(sources))
    return [problem for problem in found if not any(each.silences(problem) for each in accepted)]


def vain_acceptances(problems: Sequence[Problem], sources: Iterable[RulesetSource]) -> list[Problem]:
    """Return a warning for each `accept` in the sources that silences none of the problems."""
    vain, accepted = [], list(_acceptances_of(sources))
    # What is under `each` of a group is there once for each of the group.
    used = {one.position for one in accepted for problem in problems if one.silences(problem)}
    for each in accepted:
        code = codes().get(each.code)
        if code is None:
            hint = hint_for(each.code, [name for name, code in codes().items() if code.severity == "warning"])
            message = f"there is no code '{each.code}' to accept"
        elif code.severity == "error":
            message, hint = f"[{each.code}] is an error, which cannot be accepted", None
        elif each.code in _SELDOM or each.position in used:
            continue
        else:
            message, hint = f"there is no [{each.code}] here to accept", "take it away"
        vain.append(Problem("vain-accept", message, each.position, "warning", hint))
    return vain


def _acceptances_of(sources: Iterable[RulesetSource]) -> Iterator[_Acceptance]:
    for source in sources:
        for file in (source.main, *source.parts):
            yield from _acceptances_in(file, file.position)


def _acceptances_in(thing: Located, start: Position) -> Iterator[_Acceptance]:
    """Go through a tree; start: where the thing begins, with its key."""
    accept = thing.get("accept")
    if accept is not None and accept.kind in ("list", "text"):
        # What a kind has from the `each` of its group lies before the kind itself.
        here = (start, *(value.position for _, value in thing.items() if value.position.file == start.file))
        first, last = min((place.line, place.column) for place in here), _end_of(thing)
        for code in accept.entries() or [accept]:
            yield _Acceptance(str(code.value), code.position, first, last)
    for key, value in thing.items():
        if value.kind in ("map", "list"):
            yield from _acceptances_in(value, thing.key_position(key))
    for entry in thing.entries():
        yield from _acceptances_in(entry, entry.position)


def _end_of(thing: Located) -> tuple[int, int]:
    """Return line and column at which a thing ends in its file."""
    place = thing.position
    parts = (*dict(thing.items()).values(), *thing.entries())
    # Kinds out of a sheet have their places there.
    inside = [_end_of(each) for each in parts if each.position.file == place.file]
    if inside:
        return max(inside)
    below = str(thing.value).count("\n") if thing.style == "literal" else 0
    return place.last_line + below, place.end_column or _END_OF_LINE
