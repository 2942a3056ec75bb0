"""Checks of a whole program: faults that no single text shows, such as endless calls or values in a circle.

Each check is one function of (program, problems), listed in CHECKS.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import TypeVar

from interpreter.language.checked import (
    AssignSt,
    ChooseSt,
    ConstEx,
    CounterEx,
    DrawSt,
    EndSt,
    Ex,
    FieldEx,
    ForSt,
    IfSt,
    LocalEx,
    MaySt,
    MeEx,
    MoveSt,
    NegativeEx,
    OneOfSt,
    PayPieceSt,
    PaySt,
    RangeEx,
    RepeatSt,
    RevealSt,
    St,
    StateEx,
    StBlock,
    ZoneEx,
)
from interpreter.language.facts import blocks_in, expressions_in, statements_in
from interpreter.language.index import Unit, ends_game, index_of, reached, values_in
from interpreter.language.origins import most_chosen
from interpreter.language.program import Program, RuleEx
from interpreter.language.reads import why_not_kept
from interpreter.language.types import MAX_CHAIN, NUMBER
from interpreter.model.declarations import Model, ZoneDecl
from interpreter.play.hidden_locations import counter_values
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems

DEEP = 4
Name = TypeVar("Name", bound=Hashable)


def check_soundness(program: Program, problems: Problems) -> None:
    """Run every check."""
    for check in CHECKS:
        check(program, problems)


def check_hidden(model: Model, program: Program, problems: Problems) -> None:
    """Whether hidden things stay hidden: from who chooses among them, and from bots.

    What cannot be dealt again is seen by bots, as no guess can hold anything else.
    """
    hidden_choices(model, program, problems)
    chosen = most_chosen(program, model)
    for counter in model.counters.values():
        if counter.visible == "everyone" or counter.max is not None or counter.supply is not None:
            continue
        most = chosen.get(counter.name) if counter.type == NUMBER else counter_values(model, counter)
        if most is None:
            problems.warning(
                "unbounded-hidden",
                f"'{counter.name}' is hidden, and nothing says what it can hold: bots see it",
                counter.about.position,
                hint="give it a `max`",
            )
    for zone in model.zones.values():
        if zone.visible != "everyone" and zone.holds == NUMBER and not zone.faces:
            problems.warning(
                "fixed-hidden",
                f"'{zone.name}' is hidden, and nothing says what numbers can be there: bots see them",
                zone.about.position,
                hint="give it `faces`",
            )


# ---- calls without end


def endless_calls(program: Program, problems: Problems) -> None:
    """Effects that call each other in a circle in which nothing is asked, paid or moved never end."""
    index = index_of(program)
    rules = index.rules
    idle = {
        unit: body
        for unit, body in index.units.items()
        if not any(isinstance(s, _MOVING) for s in statements_in(body))
    }
    certain = {unit for unit in idle if index.plan(idle[unit]) is None and _always_heard(rules.get(unit))}
    # Only what is carried out in any case: what is inside an `if` or a loop may come to an end.
    calls = {unit: index.called(unit, body) & certain for unit, body in idle.items()}
    for unit in _in_circles(calls):
        place = _place(unit, program, rules)
        problems.error(
            "endless",
            f"{_name(unit)} calls itself without end: nothing in the circle is asked, paid or moved",
            place,
        )


_MOVING = (ChooseSt, OneOfSt, MaySt, PaySt, PayPieceSt, MoveSt, DrawSt)


def _always_heard(rule: RuleEx | None) -> bool:
    """Whether a rule runs whenever its event happens: nothing in it but `me` tells when it does not."""
    return rule is None or (rule.where is None and rule.pattern is not None and not rule.pattern.equal)


def _in_circles(calls: dict[Unit, set[Unit]]) -> list[Unit]:
    """The units that can reach themselves, one for each circle."""
    found: list[Unit] = []
    reported: set[Unit] = set()
    for start, called in calls.items():
        around = reached(calls, called)
        if start in around and start not in reported:
            found.append(start)
            reported |= around
    return found


def _place(unit: Unit, program: Program, rules: dict[Unit, RuleEx]) -> Position:
    if unit[0] == "effect":
        return program.effects[unit[1]].position
    if unit[0] == "rule":
        return rules[unit].position
    body = program.kind_effects[unit[1], unit[2]][1]
    return body[0].position


def _name(unit: Unit) -> str:
    return {"effect": f"'{unit[-1]}'", "kind": f"the effect of '{unit[-1]}'", "rule": "this rule"}[unit[0]]


# ---- chains


def long_chains(program: Program, problems: Problems) -> None:
    """Effects and values lead to others only so far: each call in a call is one more on the stack."""
    rules: dict[Unit, RuleEx] = {("rule", str(rule.order)): rule for rule in program.rules}
    # What can come to call itself is counted in play.
    circles = index_of(program).recursive
    graph = index_of(program).calls
    calls = {unit: {c for c in called if not {unit, c} <= circles} for unit, called in graph.items()}
    found = _longest_chain(calls)
    if found is not None:
        unit, length = found
        message = f"{_name(unit)} begins a chain of {length} effects and rules, each of which calls the next"
        problems.error("too-large", f"{message}; at most {MAX_CHAIN} may", _place(unit, program, rules))
    bodies = index_of(program).value_reads
    if not any(name in reached(bodies, read) for name, read in bodies.items()):
        values = _longest_chain(bodies)
        if values is not None:
            name, length = values
            message = f"value '{name}' begins a chain of {length} values, each of which reads the next"
            problems.error("too-large", f"{message}; at most {MAX_CHAIN} may", program.values[name].position)


def _longest_chain(calls: Mapping[Name, set[Name]]) -> tuple[Name, int] | None:
    """Where the longest chain begins, and its length, if it is too long; nothing may lead back to itself."""
    lengths: dict[Name, int] = {}
    for one in TopologicalSorter(calls).static_order():
        lengths[one] = 1 + max((lengths[called] for called in calls.get(one, ())), default=0)
    longest = max(lengths, key=lambda one: lengths[one], default=None)
    return (longest, lengths[longest]) if longest is not None and lengths[longest] > MAX_CHAIN else None


# ---- values that read each other


def value_circles(program: Program, problems: Problems) -> None:
    """A modifier may not read, directly or not, the value it modifies."""
    bodies = index_of(program).value_reads
    reads = {name: set(inside) for name, inside in bodies.items()}
    for rule in program.rules:
        if rule.kind == "modifier" and rule.pattern is not None:
            name = rule.pattern.event.removeprefix("value ")
            for part in (rule.value, rule.where):
                if part is not None:
                    reads[name] |= values_in(part)
    reported: set[str] = set()
    for value in program.values.values():
        if value.name in reported:
            continue
        if value.name in reached(bodies, bodies[value.name]):
            problems.error("circle", f"value '{value.name}' reads itself", value.body.position)
            reported |= reached(reads, bodies[value.name])
    for rule in program.rules:
        if rule.kind != "modifier" or rule.pattern is None:
            continue
        name = rule.pattern.event.removeprefix("value ")
        inside = {v for part in (rule.value, rule.where) if part is not None for v in values_in(part)}
        if name in reached(reads, inside):
            problems.error("circle", f"this modifier of '{name}' reads '{name}' itself", rule.position)


# ---- what is only tried out


def foreseen_effects(program: Program, problems: Problems) -> None:
    """What is tried out must be certain: nobody is asked, nothing is left to chance."""
    for place, effect in program.foreseen.items():
        why = index_of(program).uncertain(effect)
        if why is not None:
            problems.error("not-certain", f"'{effect}' cannot be tried out: {why[0]}", place, also=why[1])


# ---- what is kept


def kept_values(model: Model, program: Program, problems: Problems) -> None:
    """A kept value must be found by its arguments, and what it reads must be known."""
    for value in program.values.values():
        why = why_not_kept(program, model, value.name) if value.kept else None
        if why is not None:
            problems.error("not-kept", why[0], why[1])


# ---- look-ahead


def deep_lookahead(program: Program, problems: Problems) -> None:
    """Many choices in a row before a condition are all tried out: that grows by multiplication."""
    index = index_of(program)
    for body in index.bodies.values():
        choices, plan = 0, index.plan(body)
        for s in (stage.s for stage in plan.stages()) if plan is not None else ():
            if isinstance(s, ChooseSt):
                choices += _picks(s)
            elif choices >= DEEP and any(expressions_in(s)):
                problems.warning(
                    "lookahead",
                    f"{choices} choices are tried in every combination before this is known",
                    s.position,
                    hint="put the condition into the `where` of the first choice that decides it",
                )
                break


def _picks(s: ChooseSt) -> int:
    """How many things a choice picks that are tried in every combination, DEEP where nobody knows."""
    if not s.many:
        return 1
    high = _literal(s.high)
    return DEEP if high is None else high


# ---- choosing what cannot be seen


def hidden_choices(model: Model, program: Program, problems: Problems) -> None:
    """Who chooses among pieces that they cannot see would be told of them by the options.

    Of another player's pieces a condition may read what their back shows, and no more.
    """
    bodies = index_of(program).bodies.values()
    revealed = {
        s.zone.declared.name
        for body in bodies
        for s in statements_in(body)
        if isinstance(s, RevealSt) and isinstance(s.zone, ZoneEx)
    }
    for body in bodies:
        for s in statements_in(body):
            if not isinstance(s, ChooseSt) or not isinstance(s.source, ZoneEx):
                continue
            zone = s.source.declared
            own = any(_same(part, s.by) for part in s.source.indexes)
            if zone.visible == "everyone" or zone.name in revealed or (zone.visible == "owner" and own):
                continue
            if zone.visible == "owner" and not _reads_backs(model, s, zone, problems):
                continue
            problems.warning(
                "hidden-choice",
                f"the options show what lies in '{zone.name}', which is hidden from who chooses",
                s.position,
                hint="`pick ... at random` takes one unseen; `reveal` shows them first",
            )


def _reads_backs(model: Model, s: ChooseSt, zone: ZoneDecl, problems: Problems) -> bool:
    """Whether a choice among hidden pieces reads no more of them than their backs; else it is a problem."""
    made = model.components.get(zone.holds.name)
    back = made.back if made is not None else ()
    read = _unseen(s.where, s.variable.python, back) if s.where is not None else None
    if read is None:
        return True
    what = read.name if isinstance(read, FieldEx) else read.state if isinstance(read, StateEx) else "kind"
    seen = f"only its back ({', '.join(back)})" if back else "nothing of it"
    problems.error(
        "hidden-read",
        f"the {what} of a {zone.holds} in '{zone.name}' is hidden from who chooses: {seen} is seen",
        read.position,
        hint=f"`reveal` shows '{zone.name}' first; with `by` its owner chooses",
    )
    return False


def _unseen(part: Ex, piece: str, back: Sequence[str]) -> Ex | None:
    """The first part of a condition that reads of a piece what its back does not show."""
    if isinstance(part, FieldEx | StateEx) and _is_local(part.owner, piece):
        return None if isinstance(part, FieldEx) and part.name in back else part
    inside = (_unseen(each, piece, back) for each in expressions_in(part))
    return part if _is_local(part, piece) else next(filter(None, inside), None)


def _is_local(part: Ex, name: str) -> bool:
    return isinstance(part, LocalEx) and part.name == name


def _same(a: Ex, b: Ex) -> bool:
    if isinstance(a, LocalEx) and isinstance(b, LocalEx):
        return a.name == b.name
    if isinstance(a, ConstEx) and isinstance(b, ConstEx):
        return a.value == b.value
    return isinstance(a, MeEx) and isinstance(b, MeEx)


# ---- what can never run


def never_run(program: Program, problems: Problems) -> None:
    """Statements behind the end of the game, or under a condition that never holds."""
    for body in index_of(program).bodies.values():
        blocks = [body, *(inner for s in statements_in(body) for inner in blocks_in(s))]
        for block in blocks:
            for s, behind in pairwise(block):
                if ends_game(s):
                    problems.warning(
                        "unreachable",
                        "this never runs: the game has ended before it",
                        behind.position,
                        hint="what is still to be done belongs before `end game`",
                    )
                    break
        for s in statements_in(body):
            for why, idle in _idle_blocks(s):
                if idle:
                    problems.warning("unreachable", f"this never runs: {why}", idle[0].position)


def _idle_blocks(s: St) -> Iterator[tuple[str, StBlock]]:
    """The blocks of a statement that it never carries out as it is written, each with the reason."""
    if isinstance(s, IfSt):
        decided = False
        for condition, block in s.tests:
            if decided or _is_const(condition, False):
                yield "a condition before it always holds" if decided else "its condition never holds", block
            decided = decided or _is_const(condition, True)
        if decided:
            yield "a condition before it always holds", s.otherwise
    elif isinstance(s, RepeatSt) and isinstance(s.amount, ConstEx) and s.amount.value <= 0:
        yield "it is repeated 0 times", s.body
    elif isinstance(s, ForSt) and isinstance(s.source, RangeEx):
        low, high = s.source.low, s.source.high
        if isinstance(low, ConstEx) and isinstance(high, ConstEx) and low.value > high.value:
            yield f"there are no numbers from {low.value} to {high.value}", s.body


def _is_const(condition: Ex, value: bool) -> bool:
    return isinstance(condition, ConstEx) and bool(condition.value) is value


def nobodys_steps(program: Program, problems: Problems) -> None:
    """A rule that listens for `me` to a step that is nobody's: it would never run."""
    paths = index_of(program).paths
    for rule in program.rules:
        if rule.pattern is None or rule.pattern.me != 0:
            continue
        event, _, name = rule.pattern.event.partition(" ")
        if event not in ("began", "ended"):
            continue
        *around, step = paths[name]
        # A secret step begins before its players are asked.
        if not any(each.players for each in around) and (step.players is None or step.secretly):
            message = f"the step '{name}' is nobody's: it does not begin or end for a `me`"
            problems.error("no-me", message, rule.pattern.position, hint="leave the brackets out")


def set_beyond(program: Program, problems: Problems) -> None:
    """A counter that is set to a literal beyond its literal bounds."""
    for body in index_of(program).bodies.values():
        for s in statements_in(body):
            if not isinstance(s, AssignSt) or not isinstance(s.target, CounterEx):
                continue
            value, name = _literal(s.value), s.target.declared.name
            low, high = (_literal(program.limits.get((name, word))) for word in ("min", "max"))
            if value is None:
                continue
            if low is not None and value < low:
                problems.error("out-of-range", f"'{name}' is never below {low}", s.value.position)
            if high is not None and value > high:
                problems.error("out-of-range", f"'{name}' is never above {high}", s.value.position)


def _literal(ex: Ex | None) -> int | None:
    """The number that an expression is as it is written; None where it is none."""
    if isinstance(ex, NegativeEx):
        value = _literal(ex.operand)
        return None if value is None else -value
    return ex.value if isinstance(ex, ConstEx) and ex.type == NUMBER else None


def ended_elsewhere(program: Program, problems: Problems) -> None:
    """A step that is ended where it never runs."""
    index = index_of(program)
    for unit, body in index.bodies.items():
        for s in statements_in(body):
            if not isinstance(s, EndSt) or s.what not in index.paths:
                continue
            here = {path[-1].name for path in index.paths.values() if s.what in [step.name for step in path]}
            runs = index.running_in.get(unit, set())
            if runs and not runs & here:
                where = " or ".join(f"'{name}'" for name in sorted(runs))
                message = f"this is done in the step {where}, and '{s.what}' does not run then"
                problems.error("not-running", message, s.position)


Check = Callable[[Program, Problems], None]
CHECKS: tuple[Check, ...] = (
    endless_calls,
    long_chains,
    value_circles,
    foreseen_effects,
    deep_lookahead,
    never_run,
    ended_elsewhere,
    nobodys_steps,
    set_beyond,
)
