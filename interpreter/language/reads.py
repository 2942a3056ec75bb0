"""What rule values read of a position, found from the program: so it is known when a kept one may change.

In: a checked program. Out: the names of zones, counters, boards and rules, as the layout names them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.language.checked import (
    AfterEx,
    BuiltInEx,
    CounterEx,
    Ex,
    GatherEx,
    OptionEx,
    RepeatsEx,
    SpaceEx,
    SpacesEx,
    TimesEx,
    ValueCallEx,
    ZoneEx,
)
from interpreter.language.facts import expressions_in, reads_anything, reads_pieces, statements_in, within
from interpreter.language.index import index_of
from interpreter.language.program import Program
from interpreter.language.types import Type
from interpreter.model.declarations import Model
from interpreter.problems.position import Position


def expressions_of(program: Program, name: str) -> Iterator[Ex]:
    """Yield all that a rule value may work out: its own text, its modifiers', those of what they read."""
    return _worked_out(program, [program.values[name].body, *changes_of(program, name)], {name})


def _worked_out(program: Program, waiting: list[Ex], seen: set[str]) -> Iterator[Ex]:
    """Yield all that some expressions may work out; seen: the rule values that are not looked into again."""
    while waiting:
        for ex in within(waiting.pop()):
            yield ex
            if isinstance(ex, ValueCallEx) and ex.name not in seen:
                seen.add(ex.name)
                waiting += [program.values[ex.name].body, *changes_of(program, ex.name)]


def things_read(program: Program, name: str) -> frozenset[str]:
    """Return what a rule value reads of a position, as the layout names it; rather too much.

    `spaces TYPE` is what lies on the spaces of a type: a board, its corners or its sides.
    """
    body = [program.values[name].body, *changes_of(program, name)]
    return read_by(program, body) | set(rules_in_play(program, name))


def read_by(program: Program, expressions: Iterable[Ex]) -> frozenset[str]:
    """Return the same of some expressions, with the rule values that they ask."""
    found: set[str] = set()
    for ex in _worked_out(program, list(expressions), set()):
        found.update(things_in(ex))
        if isinstance(ex, ValueCallEx):
            found.update(rules_in_play(program, ex.name))
    return frozenset(found)


def read_when_asked(program: Program) -> frozenset[str]:
    """Return what rules read that ask people something: actions, what may ask, and the conditions of both.

    The names of counters, zones, boards and rule values.
    """
    index = index_of(program)
    asking = {("effect", name) for name, effect in program.effects.items() if effect.action} | index.asking
    bodies = [body for unit, body in index.units.items() if unit in asking]
    bodies += [step.body for step in index.steps if index.may_ask(step.body)]
    expressions = [ex for body in bodies for s in statements_in(body) for ex in expressions_in(s)]
    values = {ex.name for ex in _worked_out(program, list(expressions), set()) if isinstance(ex, ValueCallEx)}
    return frozenset(name.split()[-1] for name in read_by(program, expressions)) | values


def why_not_kept(program: Program, model: Model, name: str) -> tuple[str, Position] | None:
    """Return why a value cannot be kept, and where that is; None: it can."""
    value = program.values[name]
    for parameter in value.parameters:
        if not is_countable(model, parameter.type) and things_read(program, name):
            return (
                f"the arguments of a kept value must be countable: '{parameter.name}' is not",
                value.position,
            )
    return _unknowable("a kept value", expressions_of(program, name))


def why_not_settled(program: Program, goes_to: Ex) -> tuple[str, Position] | None:
    """Return why nobody can tell when a counter may go to another, and where that is; None if one can."""
    return _unknowable("`goes_to`", _worked_out(program, [goes_to], set()))


def is_knowable(program: Program, ex: Ex) -> bool:
    """Whether it can be told what an expression reads."""
    return _unknowable("", _worked_out(program, [ex], set())) is None


def takes_loops(program: Program, ex: Ex) -> bool:
    """Whether an expression runs over anything each time, beside the values that are kept."""
    kept = {name for name, value in program.values.items() if value.kept}
    return any(
        isinstance(each, GatherEx) or (isinstance(each, BuiltInEx) and each.declared.runs_over_things)
        for each in _worked_out(program, [ex], kept)
    )


def _unknowable(what: str, expressions: Iterable[Ex]) -> tuple[str, Position] | None:
    """The first expression of which cannot be told what it reads, as a fault."""
    for ex in expressions:
        if isinstance(ex, AfterEx):
            return f"{what} tries nothing out: `after` does not belong in it", ex.position
        if isinstance(ex, RepeatsEx):
            return f"{what} cannot look back: `repeats` does not belong in it", ex.position
        if reads_anything(ex):
            return f"{what} cannot ask for `{ex.name}`: they may read anything", ex.position
    return None


def is_countable(model: Model, parameter: Type) -> bool:
    """Whether all values of a type can be numbered: players, teams, members, spaces, kinds without states."""
    if parameter.kind == "component":
        return model.components[parameter.name].combinations == 1
    return parameter.kind in ("player", "team", "enum", "space")


def changes_of(program: Program, name: str) -> Iterator[Ex]:
    """Yield what the modifiers of a rule value work out."""
    for rule in program.rules:
        if rule.kind == "modifier" and rule.pattern is not None and rule.pattern.event == f"value {name}":
            yield from (part for part in (rule.value, rule.where) if part is not None)
            yield from (part for _, part in rule.pattern.equal)


def rules_in_play(program: Program, name: str) -> Iterator[str]:
    """Yield what says how often the modifiers of a rule value are in force."""
    for rule in program.rules:
        if rule.kind == "modifier" and rule.pattern is not None and rule.pattern.event == f"value {name}":
            if rule.lasting is not None:
                yield f"lasting {rule.lasting}"
            if rule.carrier is not None:
                yield from ("rules in play", f"in play {rule.carrier[1]}", f"carried {rule.carrier[0]}")


def things_in(ex: Ex) -> Iterator[str]:
    """Yield what an expression itself reads, without its parts."""
    if isinstance(ex, CounterEx):
        yield f"counter {ex.declared.name}"
    elif isinstance(ex, ZoneEx):
        yield f"zone {ex.declared.name}"
    elif isinstance(ex, TimesEx):
        yield f"history {ex.effect} {ex.step}"
    elif isinstance(ex, OptionEx):
        yield f"option {ex.declared.name}"
    elif isinstance(ex, SpacesEx | SpaceEx) and ex.board.several:
        yield f"counter {ex.board.name}_layout"
    elif reads_pieces(ex):
        yield f"spaces {ex.argument(0).type.name}"
