"""Statements that change counters to Python: pay, gain and lose, set, score.

In: a checked statement. Out: the Python code that carries it out; supplies and limits of counters included.
"""

from __future__ import annotations

import ast

from interpreter.compiler import python_ast as py
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.compiler.telling import ListenerCompiler
from interpreter.language.checked import (
    AssignSt,
    ConstEx,
    CounterEx,
    Ex,
    GainSt,
    MeEx,
    PaySt,
    ScoreSt,
)
from interpreter.language.types import NUMBER
from interpreter.model.declarations import NONE
from interpreter.play.runtime import MAX_NUMBER


class CounterCompiler(ListenerCompiler):
    """Compiles what happens to counters."""

    def pay(self, s: PaySt, further: Expr | None) -> list[Stmt]:
        """Pay; further: a test that the rest of the leading part can be done after a payment."""
        slots = [self.counter_slot(c) for c in s.counters]
        if len(slots) == 1:
            return [
                py.run(py.call("spent", py.name("s"), slots[0], self.expr(s.amount))),
                *self.returned(s.counters[0], self.expr(s.amount)),
            ]
        sites = [self.site(name, NUMBER, s) for name in s.names[:-1]]
        kept = {
            n: self.fresh("kept") for n, c in enumerate(s.counters) if c.declared.name in self.layout.supplies
        }
        ways = self.splitting(slots, further) if further is not None else [py.tuple_of(slots)]
        split = py.call(
            "pay_split", py.name("s"), py.name("me"), self.expr(s.amount), py.tuple_of(sites), *ways
        )
        code: list[Stmt] = [
            py.let(before, py.slot(self.counter_slot(s.counters[n]))) for n, before in kept.items()
        ]
        code.append(py.delegate(split))
        for n, before in kept.items():
            gone = py.binary(py.name(before), ast.Sub(), py.slot(self.counter_slot(s.counters[n])))
            code += self.returned(s.counters[n], gone)
        return code

    def returned(self, counter: CounterEx, amount: Expr) -> list[Stmt]:
        """What is paid of a limited supply goes back to it."""
        if counter.declared.name not in self.layout.supplies:
            return []
        return [py.add_to(self.supply_slot(counter), ast.Add(), amount)]

    def _gainst(self, s: GainSt, word: str, names: list[str]) -> list[Stmt]:
        name = s.counter.declared.name
        slot = self.counter_slot(s.counter)
        if name in self.layout.supplies:
            return self.supplied(s, slot, self.measured(s.amount))
        amount = self.expr(s.amount)
        limit = self.limit(s.counter, "max" if s.sign > 0 else "min")
        if s.sign > 0:
            if limit is None:
                return self.raised(slot, amount)
            more = py.plus(py.slot(self.counter_slot(s.counter)), amount)
            return [py.put(slot, py.call("measured", py.call("min", limit, more)))]
        less = py.binary(py.slot(self.counter_slot(s.counter)), ast.Sub(), amount)
        return [py.put(slot, py.call("measured", py.call("max", limit or py.const(0), less)))]

    def raised(self, slot: Expr, amount: Expr) -> list[Stmt]:
        """Add to what lies in a slot; what is beyond the bounds of numbers is refused."""
        code = [py.add_to(slot, ast.Add(), amount)]
        within = py.between(-MAX_NUMBER, py.slot(slot), MAX_NUMBER)
        return [*code, py.when(py.negated(within), [py.run(py.call("measured", py.slot(slot)))])]

    def measured(self, ex: Ex) -> Expr:
        """A number that is worked out, refused where it is beyond the bounds of numbers."""
        value = self.expr(ex)
        if ex.type != NUMBER or isinstance(value, ast.Constant):
            return value
        return self.located(py.call("measured", value), ex)

    def supplied(self, s: GainSt, slot: Expr, amount: Expr) -> list[Stmt]:
        """Gain out of a limited supply or lose into it; inside `settle` a gain is only a claim."""
        supply = self.supply_slot(s.counter)
        if s.sign < 0:
            lost = self.fresh("lost")
            return [
                py.let(lost, py.call("min", amount, py.slot(slot))),
                py.add_to(self.counter_slot(s.counter), ast.Sub(), py.name(lost)),
                py.add_to(supply, ast.Add(), py.name(lost)),
            ]
        if self.settling:
            claim = py.tuple_of([slot, supply, py.const(NONE), amount, py.const(""), self.whom_to_tell(s)])
            return [py.run(py.call(ast.Attribute(py.name("claims"), "append", ast.Load()), claim))]
        return [py.run(py.call("granted", py.name("s"), slot, supply, amount, py.const(s.all_or_none)))]

    def limit(self, counter: CounterEx, word: str) -> Expr | None:
        """A counter's declared min or max, None where it has none."""
        declared = counter.declared
        found = self.program.limits.get((declared.name, word))
        return self.expr(found) if found is not None else None

    def assigned(self, s: AssignSt, target: CounterEx) -> list[Stmt]:
        """Set a counter; truth is kept as 0 or 1. A limited supply gives or takes the difference."""
        value = self.measured(s.value)
        if target.declared.name in self.layout.supplies:
            slots = (self.counter_slot(target), self.supply_slot(target))
            return [py.run(py.call("allotted", py.name("s"), *slots, value))]
        if target.type.kind not in ("number", "truth") and not isinstance(value, ast.Constant | ast.Name):
            value = self.located(py.call("kept", value), s.value)
        if target.type.kind == "truth" and not isinstance(value, ast.Constant):
            value = py.call("int", value)
        elif isinstance(value, ast.Constant) and isinstance(value.value, bool):
            value = py.const(int(value.value))
        return [py.put(self.counter_slot(target), value)]

    def _scorest(self, s: ScoreSt, word: str, names: list[str]) -> list[Stmt]:
        whom, amount = self.fresh("whom"), self.fresh("amount")
        points = py.plus(py.name(whom), py.const(self.layout.counters["points"]))
        source = py.plus(py.name(whom), py.const(self.layout.sources[s.source]))
        return [
            py.let(
                whom,
                self.expr(s.whom)
                if isinstance(s.whom, MeEx | ConstEx)
                else py.call("there", self.expr(s.whom)),
            ),
            py.let(amount, self.expr(s.amount)),
            *self.raised(points, py.name(amount)),
            *self.raised(source, py.name(amount)),
        ]
