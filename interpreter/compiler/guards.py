"""From the leading part of a body its guard: can all of it be done?

A guard is a chain of functions, one for the stretch after each leading choice; each is told the variables
bound so far. It looks strictly in sequence; a payment that something later may read is made in place and
undone.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from interpreter.compiler import python_ast as py
from interpreter.compiler.context import Context
from interpreter.compiler.expressions import is_pure_value
from interpreter.compiler.leading import leading_part
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.compiler.slots import (
    charged,
    counted_values,
    counter_slot,
    filtered,
    is_stack,
    lower,
    space_slot,
    zone_slot,
)
from interpreter.language.checked import (
    AfterEx,
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
    RepeatsEx,
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


def guard_of(ctx: Context, word: str, body: StBlock, variables: Sequence[str]) -> Expr | None:
    """Return a call of the guard of a body, or None when it always holds."""
    lead = leading_part(body)
    if not lead:
        return None
    return stretch_of(ctx, word, lead, ["s", "me", *variables])


def stretch_of(ctx: Context, word: str, lead: list[St], names: list[str]) -> Expr | None:
    """Compile one stretch of a leading part to a function.

    Returns a call of it, or None when it always holds. Each word is compiled once.
    """
    if word not in ctx.stretches:
        ctx.stretches[word] = make_stretch(ctx, word, lead, names)
    known = ctx.stretches[word]
    return None if known is None else py.call(f"can_{word}", *(py.name(n) for n in known))


def make_stretch(ctx: Context, word: str, lead: list[St], names: list[str]) -> list[str] | None:
    """Emit the function of a stretch; return its parameters, or None when it always holds."""
    code = charged(ctx, ctx.work.lead(lead), lines(ctx, word, lead, list(names)))
    if (
        len(code) == 1
        and isinstance(code[0], ast.Return)
        and isinstance(code[0].value, ast.Constant)
        and code[0].value.value is True
    ):
        return None
    emit(ctx, lead[0].position.file, py.function(f"can_{word}", names, code, lead[0].position.line))
    return names


def emit(ctx: Context, file: str, function: ast.FunctionDef) -> None:
    """Add a function to those of a rule file."""
    ctx.functions.setdefault(file, []).append(function)


def lines(ctx: Context, word: str, lead: list[St], names: list[str]) -> list[Stmt]:
    """The body of a stretch's function: it returns False as soon as one statement cannot be done."""
    code: list[Stmt] = []
    for place, s in enumerate(lead):
        rest = lead[place + 1 :]
        if isinstance(s, RequireSt):
            code.append(py.when(py.negated(lower(ctx, s.condition)), [py.give(py.const(FALSE))]))
        elif isinstance(s, LetSt):
            code.append(py.let(s.variable.python, lower(ctx, s.value)))
            names = [*names, s.variable.python]
        elif isinstance(s, PaySt):
            paid = paying(ctx, f"{word}_{place}", s, rest, names)
            code += paid[0]
            if paid[1]:
                return at(ctx, s, code)
        elif isinstance(s, PayPieceSt):
            code += piece_there(ctx, s)
            if rest and may_read_pieces(ctx, rest, s):
                code += piece_gone(ctx, f"{word}_{place}", s, rest, names)
                return at(ctx, s, code)
        elif isinstance(s, ChooseSt):
            code += choosing(ctx, f"{word}_{place}", s, rest, names)
            return at(ctx, s, code)
        elif isinstance(s, CallSt):
            code.append(py.give(callee_guard(ctx, s) or py.const(TRUE)))
            return at(ctx, s, code)
        elif isinstance(s, DoEffectSt):
            code.append(py.give(kind_guard(ctx, s) or py.const(TRUE)))
            return at(ctx, s, code)
        elif isinstance(s, OneOfSt):
            code.append(py.give(any_branch(ctx, f"{word}_{place}", s, names)))
            return at(ctx, s, code)
    code.append(py.give(py.const(TRUE)))
    return at(ctx, lead[-1], code)


def at(ctx: Context, s: St, code: list[Stmt]) -> list[Stmt]:
    """Give code that has no place yet the place of a statement."""
    return [py.placed(line, s.position) for line in code]


# -- payments
def paying(ctx: Context, word: str, s: PaySt, rest: list[St], names: list[str]) -> tuple[list[Stmt], bool]:
    """Code for a payment; the flag tells that the rest of the guard is inside it."""
    amount = lower(ctx, s.amount)
    slots = [counter_slot(ctx, c) for c in s.counters]
    have: Expr = py.slot(slots[0])
    for other in slots[1:]:
        have = py.plus(have, py.slot(other))
    code: list[Stmt] = [py.when(py.compare(have, ast.Lt(), amount), [py.give(py.const(FALSE))])]
    if not rest or not may_read_counters(ctx, rest, s):
        return code, False
    inner = stretch_of(ctx, word, rest, names)
    if inner is None:
        return code, False
    if len(slots) > 1:
        code.append(py.give(py.call("payable", py.name("s"), amount, *splitting(ctx, slots, rest, inner))))
        return code, True
    code += [
        py.let("price", amount),
        py.add_to(slots[0], ast.Sub(), py.name("price")),
        py.let("fine", inner),
        py.add_to(counter_slot(ctx, s.counters[0]), ast.Add(), py.name("price")),
        py.give(py.name("fine")),
    ]
    return code, True


def splitting(ctx: Context, slots: list[Expr], rest: Sequence[St], inner: Expr) -> list[Expr]:
    """What a split payment gets: its counters, the guard of the rest, its arguments and its steps."""
    assert isinstance(inner, ast.Call)
    return [py.tuple_of(slots), inner.func, py.tuple_of(inner.args), py.const(ctx.work.split(rest))]


def may_read_counters(ctx: Context, rest: list[St], s: PaySt) -> bool:
    """Whether what follows a payment may depend on what was paid."""
    paid = {c.declared.name for c in s.counters}

    def reads(ex: Ex) -> bool:
        if isinstance(ex, AfterEx | RepeatsEx):
            return True
        if isinstance(ex, CounterEx) and ex.declared.name in paid:
            return True
        if isinstance(ex, ValueCallEx) and not is_pure_value(ctx, ex.name):
            return True
        return any(reads(e) for e in expressions_in(ex))

    return any(
        isinstance(t, (CallSt, DoEffectSt, OneOfSt))
        or (isinstance(t, PaySt) and any(c.declared.name in paid for c in t.counters))
        or any(reads(e) for e in expressions_in(t))
        for t in rest
    )


def may_read_pieces(ctx: Context, rest: list[St], s: PayPieceSt) -> bool:
    """Whether what follows may depend on the piece that was paid being gone."""
    if not isinstance(s.source, ZoneEx):
        return any(
            not isinstance(t, (RequireSt, LetSt))
            or any(not isinstance(e, ConstEx) for e in expressions_in(t))
            for t in rest
        )
    return any(depends_on(ctx, t, s) for t in rest)


def depends_on(ctx: Context, t: St, s: PayPieceSt) -> bool:
    """Whether a statement may do otherwise because a piece was paid out of a zone before it."""
    assert isinstance(s.source, ZoneEx)
    zone = s.source.declared
    if isinstance(t, CallSt) and callee_guard(ctx, t) is None:
        return False
    if isinstance(t, (CallSt, DoEffectSt, OneOfSt)) or (isinstance(t, ChooseSt) and t.body is not None):
        return True
    if isinstance(t, PayPieceSt) and isinstance(t.source, ZoneEx):
        kinds = (
            isinstance(s.piece, ConstEx) and isinstance(t.piece, ConstEx) and s.piece.value != t.piece.value
        )
        others = [t.amount] if t.amount is not None else []
        return (t.source.declared is zone and not kinds) or any(reads(ctx, e, zone) for e in others)
    return any(reads(ctx, e, zone) for e in expressions_in(t))


def reads(ctx: Context, ex: Ex, zone: ZoneDecl, through: tuple[str, ...] = ()) -> bool:
    """Whether an expression may look into a zone; through: the values it stands in."""
    if isinstance(ex, AfterEx | RepeatsEx):
        return True
    if isinstance(ex, ZoneEx):
        return ex.declared is zone
    if isinstance(ex, ValueCallEx) and ex.name not in through:
        word = ex.name
        inside = ctx.program.values[word].body
        if f"value {word}" in ctx.modified or reads(ctx, inside, zone, (*through, word)):
            return True
    if isinstance(ex, BuiltInEx) and ex.name == "final_points":
        return True
    return any(reads(ctx, e, zone, through) for e in expressions_in(ex))


def piece_there(ctx: Context, s: PayPieceSt) -> list[Stmt]:
    """A test that a piece which was not chosen from its place lies there."""
    if isinstance(s.piece, LocalEx) and s.amount is None:
        return []
    piece = lower(ctx, s.piece)
    if s.amount is not None:
        assert isinstance(s.source, ZoneEx)
        held = py.call(ast.Attribute(py.slot(zone_slot(ctx, s.source)), "count", ast.Load()), piece)
        return [py.when(py.compare(held, ast.Lt(), lower(ctx, s.amount)), [py.give(py.const(FALSE))])]
    if isinstance(s.source, ZoneEx):
        there: Expr = py.compare(piece, ast.In(), py.slot(zone_slot(ctx, s.source)))
    else:
        slot = py.slot(space_slot(ctx, s.source))
        there = py.compare(piece, ast.In() if is_stack(ctx, s.source.type) else ast.Eq(), slot)
    return [py.when(py.negated(there), [py.give(py.const(FALSE))])]


def piece_gone(ctx: Context, word: str, s: PayPieceSt, rest: list[St], names: list[str]) -> list[Stmt]:
    """Look at the rest with the piece taken away, then put it back."""
    inner = stretch_of(ctx, word, rest, names)
    if inner is None:
        return [py.give(py.const(TRUE))]
    slot = zone_slot(ctx, s.source) if isinstance(s.source, ZoneEx) else space_slot(ctx, s.source)
    single = not isinstance(s.source, ZoneEx) and not is_stack(ctx, s.source.type)
    stacked = (
        is_stack(ctx, s.source.type)
        if not isinstance(s.source, ZoneEx)
        else s.source.declared.order == "stack"
    )
    take = "removed_last" if stacked else "removed"
    taken = [lower(ctx, s.piece)]
    if s.amount is not None:
        take, taken = "removed_some", [lower(ctx, s.amount), *taken]
    gone = py.const(-1) if single else py.call(take, py.name("before"), *taken)
    return [
        py.let("before", py.slot(slot)),
        py.put(slot, gone),
        py.let("fine", inner),
        py.put(slot, py.name("before")),
        py.give(py.name("fine")),
    ]


# -- choices
def options_of(ctx: Context, s: ChooseSt, further: Expr | None) -> tuple[Expr, list[Expr]]:
    """The source of a choice (equal pieces once) and its conditions."""
    source, conditions = filtered(ctx, s.source, s.where)
    if may_repeat(s.source):
        source = py.call(py_dict_fromkeys(), source)
    if further is not None:
        conditions.append(further)
    return source, conditions


def choosing(ctx: Context, word: str, s: ChooseSt, rest: list[St], names: list[str]) -> list[Stmt]:
    """Code that looks for an option with which the rest of the guard holds."""
    if s.many:
        return [py.give(enough(ctx, s))]
    further = stretch_of(ctx, word, rest, [*names, s.variable.python]) if rest else None
    source, conditions = options_of(ctx, s, further)
    if not conditions:
        return [
            py.give(
                py.call("bool", source)
                if isinstance(s.source, ZoneEx)
                else py.compare(py.call("len", source), ast.Gt(), py.const(0))
            )
        ]
    each = ctx.work.option(s, rest)
    tries = TRY_WORK if any(isinstance(t, ChooseSt) for t in rest) else 0
    heavy = ctx.work.is_heavy(ctx.work.size(s.source) * (each + tries))
    count = [py.run(py.call("tried", py.name("s"), py.const(each)))] if heavy else []
    return [
        py.loop(s.variable.python, source, [*count, py.when(py.both(conditions), [py.give(py.const(TRUE))])]),
        py.give(py.const(FALSE)),
    ]


def enough(ctx: Context, s: ChooseSt) -> Expr:
    """A test that so many can be chosen; what the rest of the guard says of them is not looked at."""
    least = different_needed(s)
    if least is None:
        return py.const(TRUE)
    source, conditions = filtered(ctx, s.source, s.where)
    each = ctx.work.option(s, ())
    source = counted_values(ctx, source, each, ctx.work.size(s.source) * each)
    count = py.call(
        "len", py.listed(py.const(1), [(s.variable.python, source)], conditions) if conditions else source
    )
    return py.compare(count, ast.GtE(), lower(ctx, least))


def callee_guard(ctx: Context, s: CallSt) -> Expr | None:
    """A call of the guard of an effect, or None when it always holds."""
    if not ctx.guarded.get(s.effect, False):
        return None
    return py.call(f"can_{s.effect}", py.name("s"), lower(ctx, s.whom), *(lower(ctx, a) for a in s.arguments))


def kind_guard(ctx: Context, s: DoEffectSt) -> Expr | None:
    """A call of the guard of a piece's effect, or None when those of its component type always hold."""
    if not any(component == s.component for component, _ in ctx.guarded_kinds):
        return None
    can = py.item(f"CANS_{s.component}", lower(ctx, s.piece))
    return py.call(can, py.name("s"), lower(ctx, s.whom), *(lower(ctx, a) for a in s.arguments))


def any_branch(ctx: Context, word: str, s: OneOfSt, names: list[str]) -> Expr:
    """A test that one branch at least can be done."""
    guards = [guard_of(ctx, f"{word}_{branch}", body, names[2:]) for branch, body in s.branches]
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
        or (isinstance(source, GatherEx) and source.word in ("sorted", "leaders"))
        or isinstance(source, FieldEx)
    )
