"""Names that a ruleset has given up: a problem about one says what is meant now, and mends itself if it can.

In: problems, and what was renamed. Out: the same problems, those about a former name with its fix.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from interpreter.problems.position import Position
from interpreter.problems.problem import Fix, Problem

LinesOf = Callable[[str], Sequence[str] | None]


def with_new_names(
    problems: Iterable[Problem], renamed: Mapping[str, str], lines_of: LinesOf
) -> list[Problem]:
    """Return the problems; where one quotes a former name, its hint is the new name and its fix writes it.

    renamed: the new name of each former one, or a sentence that says what to write instead: that is the hint,
    and nothing is mended. lines_of: the lines of a file, None where it is not known.
    """
    return [
        # A warning is about a name that means something here, such as a variable that hides a board.
        _renamed(problem, renamed, lines_of) if problem.severity == "error" else problem
        for problem in problems
    ]


def _renamed(problem: Problem, renamed: Mapping[str, str], lines_of: LinesOf) -> Problem:
    place = problem.position
    for former, name in renamed.items():
        lines = lines_of(place.file) if f"'{former}'" in problem.message else None
        if lines is None or place.line > len(lines):
            continue
        found = re.compile(rf"(?<!\w){former}(?!\w)").search(lines[place.line - 1], place.column - 1)
        if found is not None:
            if not name.isidentifier():
                return replace(problem, hint=name)
            here = Position(place.file, place.line, found.start() + 1, found.end() + 1)
            hint = f"'{former}' is called '{name}' now: `rulewright upgrade` writes it"
            return replace(problem, hint=hint, fix=Fix(here, name))
    return problem
