"""Statements that change counters to Python: pay, gain and lose, set, score.

In: a checked statement. Out: the Python code that carries it out; supplies and limits of counters included.
"""

from __future__ import annotations

import ast

from interpreter.compiler import python_ast as py
from interpreter.compiler.context import Context, fresh, lowers
from interpreter.compiler.guards import depends_on, stretch_of
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.compiler.slots import counter_slot, located, lower, somebody, supply_slot
from interpreter.compiler.telling import scope_of, site_of, whom_to_tell
from interpreter.language.checked import AssignSt, CounterEx, Ex, GainSt, PaySt, ScoreSt
from interpreter.language.plan import Stage, stage_of
from interpreter.language.types import NUMBER
from interpreter.model.declarations import NONE
from interpreter.play.runtime import MAX_NUMBER


@lowers(PaySt)
def _pay(ctx: Context, s: PaySt, names: list[str]) -> list[Stmt]:
    return pay(ctx, s, stage_of(s, None), names)


def pay(ctx: Context, s: PaySt, stage: Stage, names: list[str]) -> list[Stmt]:
    """Pay, in a way after which the rest of the leading part can be done."""
    slots = [counter_slot(ctx, c) for c in s.counters]
    if len(slots) == 1:
        return [
            py.run(py.call("spent", py.name("s"), slots[0], lower(ctx, s.amount))),
            *returned(ctx, s.counters[0], lower(ctx, s.amount)),
        ]
    sites = [site_of(ctx, name, NUMBER, s, names=names, stage=stage) for name in s.names[:-1]]
    kept = {n: fresh(ctx, "kept") for n, c in enumerate(s.counters) if c.declared.name in ctx.layout.supplies}
    further = stretch_of(ctx, stage.rest, names, apart=True) if depends_on(ctx, stage.rest, s) else None
    ways = [py.tuple_of(slots), scope_of(names)]
    if isinstance(further, ast.Call):
        ways += [further.func, py.const(ctx.work.split(stage.rest))]
    split = py.call("pay_split", py.name("s"), py.name("me"), lower(ctx, s.amount), py.tuple_of(sites), *ways)
    code: list[Stmt] = [
        py.let(before, py.slot(counter_slot(ctx, s.counters[n]))) for n, before in kept.items()
    ]
    code.append(py.delegate(split))
    for n, before in kept.items():
        gone = py.binary(py.name(before), ast.Sub(), py.slot(counter_slot(ctx, s.counters[n])))
        code += returned(ctx, s.counters[n], gone)
    return code


def returned(ctx: Context, counter: CounterEx, amount: Expr) -> list[Stmt]:
    """What is paid of a limited supply goes back to it."""
    if counter.declared.name not in ctx.layout.supplies:
        return []
    return [py.add_to(supply_slot(ctx, counter), ast.Add(), amount)]


@lowers(GainSt)
def _gain(ctx: Context, s: GainSt, names: list[str]) -> list[Stmt]:
    name = s.counter.declared.name
    slot = counter_slot(ctx, s.counter)
    if name in ctx.layout.supplies:
        return supplied(ctx, s, slot, measured_code(ctx, s.amount))
    amount = lower(ctx, s.amount)
    limit = limit_of(ctx, s.counter, "max" if s.sign > 0 else "min")
    if s.sign > 0:
        if limit is None:
            return raised(ctx, slot, amount)
        more = py.plus(py.slot(counter_slot(ctx, s.counter)), amount)
        return [py.put(slot, py.call("measured", py.call("min", limit, more)))]
    less = py.binary(py.slot(counter_slot(ctx, s.counter)), ast.Sub(), amount)
    return [py.put(slot, py.call("measured", py.call("max", limit or py.const(0), less)))]


def raised(ctx: Context, slot: Expr, amount: Expr) -> list[Stmt]:
    """Add to what lies in a slot; what is beyond the bounds of numbers is refused."""
    code = [py.add_to(slot, ast.Add(), amount)]
    within = py.between(-MAX_NUMBER, py.slot(slot), MAX_NUMBER)
    return [*code, py.when(py.negated(within), [py.run(py.call("measured", py.slot(slot)))])]


def measured_code(ctx: Context, ex: Ex) -> Expr:
    """A number that is worked out, refused where it is beyond the bounds of numbers."""
    value = lower(ctx, ex)
    if ex.type != NUMBER or isinstance(value, ast.Constant):
        return value
    return located(ctx, py.call("measured", value), ex)


def supplied(ctx: Context, s: GainSt, slot: Expr, amount: Expr) -> list[Stmt]:
    """Gain out of a limited supply or lose into it; inside `settle` a gain is only a claim."""
    supply = supply_slot(ctx, s.counter)
    if s.sign < 0:
        lost = fresh(ctx, "lost")
        return [
            py.let(lost, py.call("min", amount, py.slot(slot))),
            py.add_to(counter_slot(ctx, s.counter), ast.Sub(), py.name(lost)),
            py.add_to(supply, ast.Add(), py.name(lost)),
        ]
    if ctx.settling:
        claim = py.tuple_of([slot, supply, py.const(NONE), amount, py.const(""), whom_to_tell(ctx, s)])
        return [py.run(py.call(ast.Attribute(py.name("claims"), "append", ast.Load()), claim))]
    return [py.run(py.call("granted", py.name("s"), slot, supply, amount, py.const(s.all_or_none)))]


def limit_of(ctx: Context, counter: CounterEx, word: str) -> Expr | None:
    """A counter's declared min or max, None where it has none."""
    declared = counter.declared
    found = ctx.program.limits.get((declared.name, word))
    return lower(ctx, found) if found is not None else None


def assigned(ctx: Context, s: AssignSt, target: CounterEx) -> list[Stmt]:
    """Set a counter; truth is kept as 0 or 1. A limited supply gives or takes the difference."""
    value = measured_code(ctx, s.value)
    if target.declared.name in ctx.layout.supplies:
        slots = (counter_slot(ctx, target), supply_slot(ctx, target))
        return [py.run(py.call("allotted", py.name("s"), *slots, value))]
    if target.type.kind not in ("number", "truth") and not isinstance(value, ast.Constant | ast.Name):
        value = located(ctx, py.call("kept", value), s.value)
    if target.type.kind == "truth" and not isinstance(value, ast.Constant):
        value = py.call("int", value)
    elif isinstance(value, ast.Constant) and isinstance(value.value, bool):
        value = py.const(int(value.value))
    return [py.put(counter_slot(ctx, target), value)]


@lowers(ScoreSt)
def _score(ctx: Context, s: ScoreSt, names: list[str]) -> list[Stmt]:
    whom, amount = fresh(ctx, "whom"), fresh(ctx, "amount")
    points = py.plus(py.name(whom), py.const(ctx.layout.counters["points"]))
    source = py.plus(py.name(whom), py.const(ctx.layout.sources[s.source]))
    return [
        py.let(whom, somebody(ctx, s.whom, "who is to score")),
        py.let(amount, lower(ctx, s.amount)),
        *raised(ctx, points, py.name(amount)),
        *raised(ctx, source, py.name(amount)),
    ]
