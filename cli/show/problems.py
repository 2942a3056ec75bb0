"""Problems as text for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter import Loaded, Position, Problem


def problems_text(loaded: Loaded) -> str:
    """Return all problems of a ruleset with their lines, a blank line between them."""
    return "\n\n".join(problem_text(problem, loaded) for problem in gathered(loaded.problems).values())


def gathered(problems: Iterable[Problem]) -> dict[Problem, Problem]:
    """Return each problem as it is shown: what is wrong again in its file is a further place of the first."""
    firsts: dict[tuple[str, ...], Problem] = {}
    places: dict[Problem, list[Position]] = {}
    for problem in problems:
        key = (problem.severity, problem.code, problem.message, problem.hint or "", problem.position.file)
        first = firsts.setdefault(key, problem)
        if first is problem:
            places[first] = []
        else:
            places[first].append(problem.position)
    return {first: replace(first, also=(*first.also, *more)) for first, more in places.items()}


def problem_text(problem: Problem, loaded: Loaded) -> str:
    """Return one problem of a ruleset with its lines."""
    from interpreter import render

    return render(problem, loaded.lines_of)


def journal_text(problem: Problem) -> str:
    """Return one problem of a journal with its line."""
    from interpreter import journal_lines, render

    return render(problem, lambda file: journal_lines(Path(file)))


def problem_json(problem: Problem) -> dict[str, Any]:
    """Return a problem with the keys that other tools rely on."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        **place_json(problem.position),
        "hint": problem.hint,
        "also": [place_json(place) for place in problem.also],
    }


def count_text(count: int, noun: str) -> str:
    """Return `1 error`, `2 errors`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def place_json(place: Position) -> dict[str, Any]:
    """Return a place in a file, counted from 1; of a sheet with the cell as its owner calls it."""
    cell = {"cell": place.cell} if place.cell else {}
    return {"file": place.file, "line": place.line, "column": place.column, **cell}
