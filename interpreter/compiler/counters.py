"""Statements that change counters: pay, gain and lose, set, score.

In: a checked statement. Out: the code that carries it out; supplies and limits of counters included.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.compiler import ir
from interpreter.compiler.context import Context, fresh, lowers
from interpreter.compiler.guards import depends_on, segment_of
from interpreter.compiler.ir import Const, Expr, FunctionName, GameCall, Local, Stmt
from interpreter.compiler.listeners import scope_of, site_of, whom_to_tell
from interpreter.compiler.slots import counter_slot, located, lower, somebody, supply_slot
from interpreter.compiler.tallies import tally
from interpreter.language.checked import AssignSt, CounterEx, Ex, GainSt, PaySt, ScoreSt
from interpreter.language.plan import Stage, stage_of
from interpreter.language.types import NUMBER
from interpreter.layout import Counted
from interpreter.model.declarations import NONE
from interpreter.reading.yaml_reader import MAX_NUMBER


@lowers(PaySt)
def _pay(ctx: Context, s: PaySt, names: list[Local]) -> list[Stmt]:
    return pay(ctx, s, stage_of(s, None), names)


def pay(ctx: Context, s: PaySt, stage: Stage, names: list[Local]) -> list[Stmt]:
    """Pay, in a way after which the rest of the precondition can be done."""
    slots = [counter_slot(ctx, c) for c in s.counters]
    if len(slots) == 1:
        return [
            ir.Run(ir.call("spent", slots[0], lower(ctx, s.amount))),
            *returned(ctx, s.counters[0], lower(ctx, s.amount)),
        ]
    sites = [site_of(ctx, name, NUMBER, s, names=names, stage=stage) for name in s.names[:-1]]
    kept = {n: fresh(ctx, "kept") for n, c in enumerate(s.counters) if c.declared.name in ctx.layout.supplies}
    further = segment_of(ctx, stage.rest, names, apart=True) if depends_on(ctx, stage.rest, s) else None
    ways: list[Expr] = [ir.numbers(slots), scope_of(names)]
    if isinstance(further, GameCall):
        ways += [FunctionName(further.function), ir.const(ctx.work.split(stage.rest))]
    split = ir.call("pay_split", ir.local("me"), lower(ctx, s.amount), ir.numbers(sites), *ways)
    code: list[Stmt] = [
        ir.Let(before, ir.slot(counter_slot(ctx, s.counters[n]))) for n, before in kept.items()
    ]
    code.append(ir.Run(split))
    for n, before in kept.items():
        gone = ir.binary(ir.local(before), "-", ir.slot(counter_slot(ctx, s.counters[n])))
        code += returned(ctx, s.counters[n], gone)
    return code


def returned(ctx: Context, counter: CounterEx, amount: Expr) -> list[Stmt]:
    """What is paid of a limited supply goes back to it."""
    if counter.declared.name not in ctx.layout.supplies:
        return []
    return [ir.AddTo(supply_slot(ctx, counter), "+", amount)]


@lowers(GainSt)
def _gain(ctx: Context, s: GainSt, _names: list[Local]) -> list[Stmt]:
    name = s.counter.declared.name
    slot = counter_slot(ctx, s.counter)
    if name in ctx.layout.supplies:
        return supplied(ctx, s, slot, measured_code(ctx, s.amount))
    amount = lower(ctx, s.amount)
    limit = limit_of(ctx, s.counter, "max" if s.sign > 0 else "min")
    if s.sign > 0:
        if limit is None:
            return raised(slot, amount)
        more = ir.plus(ir.slot(counter_slot(ctx, s.counter)), amount)
        return [ir.Put(slot, ir.call("measured", ir.call("min", limit, more)))]
    held = ir.slot(counter_slot(ctx, s.counter))
    # Below a minimum that is declared as a number nothing takes it; elsewhere it stays where it is below.
    least = limit if isinstance(limit, Const) else ir.call("min", limit or ir.const(0), held)
    less = ir.call("max", least, ir.binary(held, "-", amount))
    return [ir.Put(slot, ir.call("measured", less))]


def raised(slot: Expr, amount: Expr) -> list[Stmt]:
    """Add to what lies in a slot; what is beyond the bounds of numbers is refused."""
    code = [ir.AddTo(slot, "+", amount)]
    within = ir.Between(ir.const(-MAX_NUMBER), ir.slot(slot), ir.const(MAX_NUMBER))
    return [*code, ir.When(ir.Not(within), [ir.Run(ir.call("measured", ir.slot(slot)))])]


def measured_code(ctx: Context, ex: Ex) -> Expr:
    """A number that is worked out, refused where it is beyond the bounds of numbers."""
    value = lower(ctx, ex)
    if ex.type != NUMBER or isinstance(value, Const):
        return value
    return located(ctx, ir.call("measured", value), ex)


def supplied(ctx: Context, s: GainSt, slot: Expr, amount: Expr) -> list[Stmt]:
    """Gain out of a limited supply or lose into it; inside `settle` a gain is only a claim."""
    supply = supply_slot(ctx, s.counter)
    if s.sign < 0:
        lost = fresh(ctx, "lost")
        return [
            ir.Let(lost, ir.call("min", amount, ir.slot(slot))),
            ir.AddTo(counter_slot(ctx, s.counter), "-", ir.local(lost)),
            ir.AddTo(supply, "+", ir.local(lost)),
        ]
    if ctx.settling:
        return [ir.Claim(ctx.settling, slot, supply, ir.const(NONE), amount, None, whom_to_tell(ctx, s))]
    return [ir.Run(ir.call("granted", slot, supply, amount, ir.const(s.all_or_none)))]


def limit_of(ctx: Context, counter: CounterEx, word: str) -> Expr | None:
    """A counter's declared min or max, for the indexes of this one; None where it has none."""
    declared = counter.declared
    found = ctx.program.limits.get((declared.name, word))
    if found is None:
        return None
    names = (f"{index.name or index.kind}_{place}" for place, index in enumerate(declared.per, 1))
    indexes = [lower(ctx, index) for index in counter.indexes]
    return lower(replace(ctx, substitutes=dict(zip(names, indexes, strict=True))), found)


def assigned(ctx: Context, s: AssignSt, target: CounterEx) -> list[Stmt]:
    """Set a counter; truth is kept as 0 or 1. A limited supply gives or takes the difference."""
    value, code = within_limits(ctx, s, target, measured_code(ctx, s.value))
    if target.declared.name in ctx.layout.supplies:
        slots = (counter_slot(ctx, target), supply_slot(ctx, target))
        return [*code, ir.Run(ir.call("allotted", *slots, value))]
    if target.type.kind not in ("number", "truth") and not isinstance(value, Const | Local):
        value = located(ctx, ir.call("kept", value), s.value)
    if target.type.kind == "truth" and not isinstance(value, Const):
        value = ir.call("int", value)
    elif isinstance(value, Const) and isinstance(value.value, bool):
        value = ir.const(int(value.value))
    return [*code, ir.Put(counter_slot(ctx, target), value)]


def within_limits(ctx: Context, s: AssignSt, target: CounterEx, value: Expr) -> tuple[Expr, list[Stmt]]:
    """What a counter is set to, at most its maximum and at least its minimum, and code that finds it.

    That it stopped there is counted for each place in the rules, in a slot: what simulations name.
    """
    low, high = (limit_of(ctx, target, word) for word in ("min", "max"))
    # A literal within literal bounds is known to fit: one beyond them was refused.
    known = isinstance(value, Const) and all(
        limit is None or isinstance(limit, Const) for limit in (low, high)
    )
    if known or (low is None and high is None):
        return value, []
    wanted, found = fresh(ctx, "wanted"), ir.local(fresh(ctx, "found"))
    within: Expr = ir.local(wanted)
    for limit, word in ((low, "max"), (high, "min")):
        within = within if limit is None else ir.call(word, limit, within)
    code: list[Stmt] = [ir.Let(wanted, value), ir.Let(found.name, within)]
    code += tally(ctx, "set", s.position)
    stopped = ctx.layout.counted.get(Counted("stopped", s.position))
    if stopped is not None:
        count = ir.AddTo(ir.const(stopped), "+", ir.const(1))
        code.append(ir.When(ir.compare(found, "!=", ir.local(wanted)), [count]))
    return found, code


@lowers(ScoreSt)
def _score(ctx: Context, s: ScoreSt, _names: list[Local]) -> list[Stmt]:
    whom, amount = fresh(ctx, "whom"), fresh(ctx, "amount")
    points = ir.plus(ir.local(whom), ir.const(ctx.layout.counters["points"]))
    source = ir.plus(ir.local(whom), ir.const(ctx.layout.sources[s.source]))
    return [
        ir.Let(whom, somebody(ctx, s.whom, "who is to score")),
        ir.Let(amount, lower(ctx, s.amount)),
        *raised(points, ir.local(amount)),
        *raised(source, ir.local(amount)),
    ]
