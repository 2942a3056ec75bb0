"""What a question depends on is in sight when it is asked.

In: a checked program and what its ruleset says of the page. Out: a warning where the conditions of a question
read what the ruleset keeps off the page (`never`) or folds away, and the question does not show it.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.asked_about import asked_about
from interpreter.language.checked import (
    ChooseSt,
    ClauseEx,
    CounterEx,
    Ex,
    LocalEx,
    MaySt,
    OneOfSt,
    PaySt,
    RequireSt,
    ValueCallEx,
    ZoneEx,
)
from interpreter.language.facts import expressions_in, statements_in
from interpreter.language.index import index_of
from interpreter.language.node import find
from interpreter.language.program import Program
from interpreter.language.reads import read_by
from interpreter.model.declarations import Model
from interpreter.problems.problem import Problems


def unseen_asked(model: Model, program: Program, problems: Problems) -> None:
    """Warn of questions that depend on what neither they nor the first screen of the page shows."""
    drawn = {place.split()[1] for place in model.page.values() if place.startswith("places ")}
    away = {name for name, place in model.page.items() if place in ("never", "folded")} - drawn
    for unit, body in index_of(program).bodies.items() if away else ():
        for s in statements_in(body):
            if not isinstance(s, ChooseSt | OneOfSt | MaySt):
                continue
            read = {name.split()[-1] for name in read_by(program, _conditions(program, s))} & away
            if not read:
                continue
            step = unit[1] if unit[0] == "step" else ""
            expressions, _ = asked_about(program, model, s.position, unit, step=step)
            shown = {_name(ex) for ex in expressions if not _is_of_options(ex, s)}
            shown |= {name.split()[-1] for name in read_by(program, _texts(s))}
            for name in sorted(read - shown):
                message = f"the answer depends on '{name}', which the page has '{model.page[name]}'"
                hint = f"show it with the question: `showing {name}`, or elsewhere on the page"
                problems.warning("unseen-asked", message, s.position, hint=hint)


def _name(ex: Ex) -> str:
    """Return the name of a zone, counter or value."""
    if isinstance(ex, CounterEx | ZoneEx):
        return ex.declared.name
    return ex.name if isinstance(ex, ValueCallEx) else ""


def _is_of_options(ex: Ex, s: ChooseSt | OneOfSt | MaySt) -> bool:
    """Whether something is another thing for each option, or for each member of a set."""
    loops = {clause.variable for clause in find(s, ClauseEx)}
    options = {s.variable.python} if isinstance(s, ChooseSt) else set()
    return any(local.name in loops | options for local in find(ex, LocalEx))


def _texts(s: ChooseSt | OneOfSt | MaySt) -> Iterator[Ex]:
    """Yield the values in the texts of a question and its options."""
    asking = s.asking
    for text in (asking.question, *asking.notes, *asking.titles) if asking is not None else ():
        yield from (part for part in (text.parts if text is not None else ()) if isinstance(part, Ex))


def _conditions(program: Program, s: ChooseSt | OneOfSt | MaySt) -> Iterator[Ex]:
    """Yield what decides which options there are, and whether they can be taken."""
    if isinstance(s, ChooseSt):
        yield from (each for each in (s.where, s.low, s.high) if each is not None)
        if not isinstance(s.source, ZoneEx):
            yield s.source
        blocks = [s.body or ()]
    else:
        blocks = [s.body] if isinstance(s, MaySt) else [block for _, block in s.branches]
    for block in blocks:
        plan = index_of(program).plan(block)
        for stage in plan.stages() if plan is not None else ():
            if isinstance(stage.s, RequireSt | PaySt):
                yield from expressions_in(stage.s)
