"""Problems are values: a stage adds them to a collector and goes on as far as sense allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from interpreter.problems.codes import codes
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position

Severity = Literal["error", "warning"]

# Nobody mends more at one time, and a file can be wrong in a hundred thousand places.
MAX_PROBLEMS = 300


@dataclass(frozen=True, slots=True)
class Fix:
    """What mends a problem: the text that belongs at a place, which begins and ends on one line.

    moves: the place is a key that begins its line, and what is below it goes with it, behind the section that
    it is in, into the section that the text names.
    """

    position: Position
    text: str
    moves: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: its stable code, one sentence, its place and other places concerned.

    hint: what may be meant or done; by default what the table of codes says of all problems of the kind.
    fix: what to write instead, where that is certain; `rulewright upgrade` writes it.
    """

    code: str
    message: str
    position: Position
    severity: Severity = "error"
    hint: str | None = None
    also: tuple[Position, ...] = ()
    fix: Fix | None = None

    def __post_init__(self) -> None:
        """Take the hint of the kind, if this one has none."""
        known = codes().get(self.code)
        if self.hint is None and known is not None:
            object.__setattr__(self, "hint", known.hint)


class Problems:
    """Collects problems in the order found; a problem that is found twice is kept once."""

    __slots__ = ("_found",)

    def __init__(self, problems: Iterable[Problem] = ()) -> None:
        """Start with the given problems."""
        # A dict as an ordered set: a ruleset is compiled for every number of players, and a fault
        # that stands in all of them is one fault.
        self._found: dict[Problem, None] = dict.fromkeys(problems)

    def add(self, problem: Problem) -> None:
        """Add one problem; of very many no more are kept."""
        assert problem.code in codes(), f"no such problem code: {problem.code}"
        if not self.full:
            self._found.setdefault(problem)

    @property
    def full(self) -> bool:
        """Whether no more problems are kept: what looks for further ones may stop."""
        return len(self._found) >= MAX_PROBLEMS

    def error(
        self,
        code: str,
        message: str,
        position: Position,
        *,
        hint: str | None = None,
        also: Iterable[Position] = (),
    ) -> None:
        """Add an error: with it no game can be made."""
        self.add(Problem(code, message, position, "error", hint, tuple(also)))

    def unknown(self, message: str, position: Position, name: str, known: Iterable[str]) -> None:
        """Add an error: nothing has this name; the hint is the nearest of those that there are."""
        self.error("unknown-name", message, position, hint=hint_for(name, list(known)))

    def warning(
        self,
        code: str,
        message: str,
        position: Position,
        *,
        hint: str | None = None,
        also: Iterable[Position] = (),
    ) -> None:
        """Add a warning: the game can be played, but something is doubtful."""
        self.add(Problem(code, message, position, "warning", hint, tuple(also)))

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add all problems of another collector or list."""
        for problem in problems:
            self.add(problem)

    @property
    def errors(self) -> list[Problem]:
        """The errors, in the order found."""
        return [problem for problem in self._found if problem.severity == "error"]

    @property
    def warnings(self) -> list[Problem]:
        """The warnings, in the order found."""
        return [problem for problem in self._found if problem.severity == "warning"]

    @property
    def ok(self) -> bool:
        """True while there is no error; warnings do not count."""
        return not any(problem.severity == "error" for problem in self._found)

    def sorted(self) -> list[Problem]:
        """Return all problems by file, line and column; equal places by code and message."""
        return sorted(self._found, key=_place_key)

    def __iter__(self) -> Iterator[Problem]:
        """Go through all problems in the order found."""
        return iter(self._found)

    def __len__(self) -> int:
        """Count errors and warnings together."""
        return len(self._found)

    def __repr__(self) -> str:
        """Show the problems themselves, so that a failing test tells what was found."""
        return f"Problems({list(self._found)!r})"


def _place_key(problem: Problem) -> tuple[str, int, int, str, str]:
    place = problem.position
    return (place.file, place.line, place.column, problem.code, problem.message)
