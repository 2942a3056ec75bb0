"""From the leading part of a body its guard: can all of it be done?

A guard is a chain of functions, one for the stretch after each leading choice; each is told the variables
bound so far. It looks strictly in sequence; a payment that something later may read is made in place and
undone.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from interpreter.compiler import python_ast as py
from interpreter.compiler.expressions import ExpressionCompiler
from interpreter.compiler.leading import leading_part
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.language.checked import (
    BuiltInEx,
    CallSt,
    ChooseSt,
    ConditionalEx,
    ConstEx,
    CounterEx,
    DoEffectSt,
    Ex,
    FieldEx,
    GatherEx,
    LetSt,
    ListingEx,
    LocalEx,
    OneOfSt,
    PayPieceSt,
    PaySt,
    RequireSt,
    St,
    StBlock,
    ValueCallEx,
    ZoneEx,
    different_needed,
    expressions_in,
)
from interpreter.model.declarations import ZoneDecl
from interpreter.play.runtime import TRY_WORK

TRUE, FALSE = True, False


class GuardCompiler(ExpressionCompiler):
    """Makes guard functions; `functions` collects them by the file they belong to."""

    functions: dict[str, list[ast.FunctionDef]]
    guarded: dict[str, bool]
    guarded_kinds: set[tuple[str, str]]
    stretches: dict[str, list[str] | None]

    def guard(self, word: str, body: StBlock, variables: Sequence[str]) -> Expr | None:
        """Return a call of the guard of a body, or None when it always holds."""
        lead = leading_part(body)
        if not lead:
            return None
        return self.stretch(word, lead, ["s", "me", *variables])

    def stretch(self, word: str, lead: list[St], names: list[str]) -> Expr | None:
        """Compile one stretch of a leading part to a function.

        Returns a call of it, or None when it always holds. Each word is compiled once.
        """
        if word not in self.stretches:
            self.stretches[word] = self.make_stretch(word, lead, names)
        known = self.stretches[word]
        return None if known is None else py.call(f"can_{word}", *(py.name(n) for n in known))

    def make_stretch(self, word: str, lead: list[St], names: list[str]) -> list[str] | None:
        """Emit the function of a stretch; return its parameters, or None when it always holds."""
        code = self.charged(self.work.lead(lead), self.lines(word, lead, list(names)))
        if (
            len(code) == 1
            and isinstance(code[0], ast.Return)
            and isinstance(code[0].value, ast.Constant)
            and code[0].value.value is True
        ):
            return None
        self.emit(lead[0].position.file, py.function(f"can_{word}", names, code, lead[0].position.line))
        return names

    def emit(self, file: str, function: ast.FunctionDef) -> None:
        """Add a function to those of a rule file."""
        self.functions.setdefault(file, []).append(function)

    def lines(self, word: str, lead: list[St], names: list[str]) -> list[Stmt]:
        """The body of a stretch's function: it returns False as soon as one statement cannot be done."""
        code: list[Stmt] = []
        for place, s in enumerate(lead):
            rest = lead[place + 1 :]
            if isinstance(s, RequireSt):
                code.append(py.when(py.negated(self.expr(s.condition)), [py.give(py.const(FALSE))]))
            elif isinstance(s, LetSt):
                code.append(py.let(s.variable.python, self.expr(s.value)))
                names = [*names, s.variable.python]
            elif isinstance(s, PaySt):
                paid = self.paying(f"{word}_{place}", s, rest, names)
                code += paid[0]
                if paid[1]:
                    return self.at(s, code)
            elif isinstance(s, PayPieceSt):
                code += self.piece_there(s)
                if rest and self.may_read_pieces(rest, s):
                    code += self.piece_gone(f"{word}_{place}", s, rest, names)
                    return self.at(s, code)
            elif isinstance(s, ChooseSt):
                code += self.choosing(f"{word}_{place}", s, rest, names)
                return self.at(s, code)
            elif isinstance(s, CallSt):
                code.append(py.give(self.callee_guard(s) or py.const(TRUE)))
                return self.at(s, code)
            elif isinstance(s, DoEffectSt):
                code.append(py.give(self.kind_guard(s) or py.const(TRUE)))
                return self.at(s, code)
            elif isinstance(s, OneOfSt):
                code.append(py.give(self.any_branch(f"{word}_{place}", s, names)))
                return self.at(s, code)
        code.append(py.give(py.const(TRUE)))
        return self.at(lead[-1], code)

    def at(self, s: St, code: list[Stmt]) -> list[Stmt]:
        """Give code that has no place yet the place of a statement."""
        return [py.placed(line, s.position) for line in code]

    # -- payments
    def paying(self, word: str, s: PaySt, rest: list[St], names: list[str]) -> tuple[list[Stmt], bool]:
        """Code for a payment; the flag tells that the rest of the guard is inside it."""
        amount = self.expr(s.amount)
        slots = [self.counter_slot(c) for c in s.counters]
        have: Expr = py.slot(slots[0])
        for other in slots[1:]:
            have = py.plus(have, py.slot(other))
        code: list[Stmt] = [py.when(py.compare(have, ast.Lt(), amount), [py.give(py.const(FALSE))])]
        if not rest or not self.may_read_counters(rest, s):
            return code, False
        inner = self.stretch(word, rest, names)
        if inner is None:
            return code, False
        if len(slots) > 1:
            code.append(py.give(py.call("payable", py.name("s"), amount, *self.splitting(slots, inner))))
            return code, True
        code += [
            py.let("price", amount),
            py.add_to(slots[0], ast.Sub(), py.name("price")),
            py.let("fine", inner),
            py.add_to(self.counter_slot(s.counters[0]), ast.Add(), py.name("price")),
            py.give(py.name("fine")),
        ]
        return code, True

    def splitting(self, slots: list[Expr], inner: Expr) -> list[Expr]:
        """What a split payment is told: with which counters, and the guard of the rest with its arguments."""
        assert isinstance(inner, ast.Call)
        return [py.tuple_of(slots), inner.func, py.tuple_of(inner.args)]

    def may_read_counters(self, rest: list[St], s: PaySt) -> bool:
        """Whether what follows a payment may depend on what was paid."""
        paid = {c.declared.name for c in s.counters}

        def reads(ex: Ex) -> bool:
            if isinstance(ex, CounterEx) and ex.declared.name in paid:
                return True
            if isinstance(ex, ValueCallEx) and not self.is_pure_value(ex.name):
                return True
            return any(reads(e) for e in expressions_in(ex))

        return any(
            isinstance(t, (CallSt, DoEffectSt, OneOfSt))
            or (isinstance(t, PaySt) and any(c.declared.name in paid for c in t.counters))
            or any(reads(e) for e in expressions_in(t))
            for t in rest
        )

    def may_read_pieces(self, rest: list[St], s: PayPieceSt) -> bool:
        """Whether what follows may depend on the piece that was paid being gone."""
        if not isinstance(s.source, ZoneEx):
            return any(
                not isinstance(t, (RequireSt, LetSt))
                or any(not isinstance(e, ConstEx) for e in expressions_in(t))
                for t in rest
            )
        return any(self.depends_on(t, s) for t in rest)

    def depends_on(self, t: St, s: PayPieceSt) -> bool:
        """Whether a statement may do otherwise because a piece was paid out of a zone before it."""
        assert isinstance(s.source, ZoneEx)
        zone = s.source.declared
        if isinstance(t, CallSt) and self.callee_guard(t) is None:
            return False
        if isinstance(t, (CallSt, DoEffectSt, OneOfSt)) or (isinstance(t, ChooseSt) and t.body is not None):
            return True
        if isinstance(t, PayPieceSt) and isinstance(t.source, ZoneEx):
            kinds = (
                isinstance(s.piece, ConstEx)
                and isinstance(t.piece, ConstEx)
                and s.piece.value != t.piece.value
            )
            others = [t.amount] if t.amount is not None else []
            return (t.source.declared is zone and not kinds) or any(self.reads(e, zone) for e in others)
        return any(self.reads(e, zone) for e in expressions_in(t))

    def reads(self, ex: Ex, zone: ZoneDecl, through: tuple[str, ...] = ()) -> bool:
        """Whether an expression may look into a zone; through: the values it stands in."""
        if isinstance(ex, ZoneEx):
            return ex.declared is zone
        if isinstance(ex, ValueCallEx) and ex.name not in through:
            word = ex.name
            inside = self.program.values[word].body
            if f"value {word}" in self.modified or self.reads(inside, zone, (*through, word)):
                return True
        if isinstance(ex, BuiltInEx) and ex.name == "final_points":
            return True
        return any(self.reads(e, zone, through) for e in expressions_in(ex))

    def piece_there(self, s: PayPieceSt) -> list[Stmt]:
        """A test that a piece which was not chosen from its place lies there."""
        if isinstance(s.piece, LocalEx) and s.amount is None:
            return []
        piece = self.expr(s.piece)
        if s.amount is not None:
            assert isinstance(s.source, ZoneEx)
            held = py.call(ast.Attribute(py.slot(self.zone_slot(s.source)), "count", ast.Load()), piece)
            return [py.when(py.compare(held, ast.Lt(), self.expr(s.amount)), [py.give(py.const(FALSE))])]
        if isinstance(s.source, ZoneEx):
            there: Expr = py.compare(piece, ast.In(), py.slot(self.zone_slot(s.source)))
        else:
            slot = py.slot(self.space_slot(self.expr(s.source)))
            there = py.compare(piece, ast.In() if self.is_stack(s.source.type) else ast.Eq(), slot)
        return [py.when(py.negated(there), [py.give(py.const(FALSE))])]

    def piece_gone(self, word: str, s: PayPieceSt, rest: list[St], names: list[str]) -> list[Stmt]:
        """Look at the rest with the piece taken away, then put it back."""
        inner = self.stretch(word, rest, names)
        if inner is None:
            return [py.give(py.const(TRUE))]
        slot = (
            self.zone_slot(s.source) if isinstance(s.source, ZoneEx) else self.space_slot(self.expr(s.source))
        )
        single = not isinstance(s.source, ZoneEx) and not self.is_stack(s.source.type)
        stacked = (
            self.is_stack(s.source.type)
            if not isinstance(s.source, ZoneEx)
            else s.source.declared.order == "stack"
        )
        take = "removed_last" if stacked else "removed"
        taken = [self.expr(s.piece)]
        if s.amount is not None:
            take, taken = "removed_some", [self.expr(s.amount), *taken]
        gone = py.const(-1) if single else py.call(take, py.name("before"), *taken)
        return [
            py.let("before", py.slot(slot)),
            py.put(slot, gone),
            py.let("fine", inner),
            py.put(slot, py.name("before")),
            py.give(py.name("fine")),
        ]

    # -- choices
    def options(self, s: ChooseSt, further: Expr | None) -> tuple[Expr, list[Expr]]:
        """The source of a choice (equal pieces once) and its conditions."""
        source, conditions = self.filtered(s.source, s.where)
        if may_repeat(s.source):
            source = py.call(py_dict_fromkeys(), source)
        if further is not None:
            conditions.append(further)
        return source, conditions

    def choosing(self, word: str, s: ChooseSt, rest: list[St], names: list[str]) -> list[Stmt]:
        """Code that looks for an option with which the rest of the guard holds."""
        if s.many:
            return [py.give(self.enough(s))]
        further = self.stretch(word, rest, [*names, s.variable.python]) if rest else None
        source, conditions = self.options(s, further)
        if not conditions:
            return [
                py.give(
                    py.call("bool", source)
                    if isinstance(s.source, ZoneEx)
                    else py.compare(py.call("len", source), ast.Gt(), py.const(0))
                )
            ]
        each = self.work.option(s, rest)
        tries = TRY_WORK if any(isinstance(t, ChooseSt) for t in rest) else 0
        heavy = self.work.is_heavy(self.work.size(s.source) * (each + tries))
        count = [py.run(py.call("tried", py.name("s"), py.const(each)))] if heavy else []
        return [
            py.loop(
                s.variable.python, source, [*count, py.when(py.both(conditions), [py.give(py.const(TRUE))])]
            ),
            py.give(py.const(FALSE)),
        ]

    def enough(self, s: ChooseSt) -> Expr:
        """A test that so many can be chosen; what the rest of the guard says of them is not looked at."""
        least = different_needed(s)
        if least is None:
            return py.const(TRUE)
        source, conditions = self.filtered(s.source, s.where)
        each = self.work.option(s, ())
        source = self.counted_values(source, each, self.work.size(s.source) * each)
        count = py.call(
            "len", py.listed(py.const(1), [(s.variable.python, source)], conditions) if conditions else source
        )
        return py.compare(count, ast.GtE(), self.expr(least))

    def callee_guard(self, s: CallSt) -> Expr | None:
        """A call of the guard of an effect, or None when it always holds."""
        if not self.guarded.get(s.effect, False):
            return None
        return py.call(
            f"can_{s.effect}", py.name("s"), self.expr(s.whom), *(self.expr(a) for a in s.arguments)
        )

    def kind_guard(self, s: DoEffectSt) -> Expr | None:
        """A call of the guard of a piece's effect, or None when those of its component type always hold."""
        if not any(component == s.component for component, _ in self.guarded_kinds):
            return None
        can = py.item(f"CANS_{s.component}", self.expr(s.piece))
        return py.call(can, py.name("s"), self.expr(s.whom), *(self.expr(a) for a in s.arguments))

    def any_branch(self, word: str, s: OneOfSt, names: list[str]) -> Expr:
        """A test that one branch at least can be done."""
        guards = [self.guard(f"{word}_{branch}", body, names[2:]) for branch, body in s.branches]
        open_guards = [g for g in guards if g is not None]
        return py.const(TRUE) if len(open_guards) < len(guards) else py.either(open_guards)


def py_dict_fromkeys() -> Expr:
    """`dict.fromkeys`: the different values in their order."""
    return ast.Attribute(py.name("dict"), "fromkeys", ast.Load())


def may_repeat(source: Ex) -> bool:
    """Zones and stacks may hold equal pieces."""
    return (
        isinstance(source, ZoneEx | LocalEx | ConditionalEx | ListingEx)
        or (isinstance(source, BuiltInEx) and source.name in ("stack", "without", "both"))
        or (isinstance(source, GatherEx) and source.word == "sorted")
        or isinstance(source, FieldEx)
    )
