"""From the plan of a leading part its guard: can all of it be done? And, from the same code, why it cannot.

A guard is a chain of functions, one for the stretch after each leading choice; each is told the variables
bound so far. It looks strictly in sequence; a payment that something later may read is made in place and
undone. Compiled once more as `witnessed`, the same functions are given a witness `w`, which is told what each
condition came to and which candidates of a choice were tried, and notes what is in the way.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from interpreter.compiler import python_ast as py
from interpreter.compiler.context import Context, Look
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.compiler.slots import DOING, charged, counter_slot, filtered, holder, lower, somebody
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
)
from interpreter.language.facts import expressions_in
from interpreter.language.plan import Plan, Stage
from interpreter.model.declarations import CounterDecl, ZoneDecl
from interpreter.play.runtime import TRY_WORK

TRUE, FALSE = True, False
# So many nodes may a guard have that is worked out where it is asked for.
MAX_IN_PLACE = 60


def guard_of(ctx: Context, body: StBlock, names: Sequence[str], word: str = "") -> Expr | None:
    """Return a call of the guard of a body, or None when it always holds; word: what it is to be called."""
    return stretch_of(ctx, ctx.index.plan(body), names, word)


def stretch_of(
    ctx: Context, plan: Plan, names: Sequence[str], word: str = "", *, apart: bool = False
) -> Expr | None:
    """Compile what is left of a plan to a function of these names.

    Returns a call of it, or what it gives where that is one short expression; None when it always holds.
    Each is compiled once. apart: a function is needed.
    """
    if plan is None:
        return witness(ctx, "ends") if ctx.witnessed else None
    # What an effect does may also be another's, which has a guard of its own name.
    apart = apart or bool(word) or ctx.witnessed
    key = (plan, ctx.witnessed, word, apart)
    if key not in ctx.stretches:
        word = word or f"{'why' if ctx.witnessed else 'can'}_{'_'.join(ctx.unit)}_{len(ctx.stretches)}"
        ctx.stretches[key] = None
        code = charged(ctx, ctx.work.lead(plan), lines(ctx, plan, list(names)))
        if not apart and (test := one_test(code)) is not None:
            ctx.stretches[key] = py.placed(test, plan.s.position)
        elif not (isinstance(code[0], ast.Return) and py.is_const(code[0].value or py.const(None), bool)):
            emit(ctx, plan.s.position.file, py.function(word, names, code, plan.s.position.line))
            ctx.stretches[key] = word
    known = ctx.stretches[key]
    return py.call(known, *map(py.name, names)) if isinstance(known, str) else known


def one_test(code: list[Stmt]) -> Expr | None:
    """The body of a guard as one short expression; None where it is none."""
    parts = []
    for line in code:
        if isinstance(line, ast.If) and isinstance(line.test, ast.UnaryOp):
            parts.append(line.test.operand)
        elif isinstance(line, ast.Return) and line.value is not None:
            parts.append(line.value)
        else:
            return None
    if any(isinstance(part, ast.Constant) and not part.value for part in parts):
        return None
    parts = [part for part in parts if not isinstance(part, ast.Constant)]
    nodes = sum(1 for part in parts for _ in ast.walk(part))
    return py.both(parts) if parts and nodes <= MAX_IN_PLACE else None


def emit(ctx: Context, file: str, function: ast.FunctionDef) -> None:
    """Add a function to those of a rule file."""
    ctx.functions.setdefault(file, []).append(function)


def lines(ctx: Context, plan: Stage, names: list[str]) -> list[Stmt]:
    """The body of a stretch's function: it returns False as soon as one statement cannot be done."""
    code: list[Stmt] = []
    s = plan.s
    for stage in plan.stages():
        s = stage.s
        if ctx.witnessed and isinstance(s, ChooseSt) and s.many:
            code += one_of_several(ctx, s, names)
        if stage.condition is not None:
            code.append(unless(held(ctx, stage.what, stage.condition, s, names)))
        if isinstance(s, LetSt):
            code.append(py.let(s.variable.python, lower(ctx, s.value)))
            names = [*names, s.variable.python]
        last = closing(ctx, stage, names)
        if last is not None:
            return at(ctx, s, [*code, *last])
    return at(ctx, s, [*code, py.give(stretch_of(ctx, None, names) or py.const(TRUE))])


def closing(ctx: Context, stage: Stage, names: list[str]) -> list[Stmt] | None:
    """Code for a statement with all that follows it; None where what follows does not depend on it."""
    s, rest = stage.s, stage.rest
    if isinstance(s, PaySt | PayPieceSt) and depends_on(ctx, rest, s):
        inner = stretch_of(ctx, rest, names, apart=True)
        return paid(ctx, s, rest, inner) if isinstance(inner, ast.Call) else None
    if isinstance(s, ChooseSt) and not s.many:
        return choosing(ctx, s, rest, names)
    if isinstance(s, CallSt):
        return [py.give(callee_guard(ctx, s, names) or py.const(TRUE))]
    if isinstance(s, DoEffectSt):
        return [py.give(kind_guard(ctx, s, names) or py.const(TRUE))]
    if isinstance(s, OneOfSt):
        return any_branch(ctx, s, names)
    return None


def unless(condition: Expr) -> Stmt:
    """The end of a guard where a condition does not hold."""
    return py.when(py.negated(condition), [py.give(py.const(FALSE))])


def at(ctx: Context, s: St, code: list[Stmt]) -> list[Stmt]:
    """Give code that has no place yet the place of a statement."""
    return [py.placed(line, s.position) for line in code]


# -- the witness
def witness(ctx: Context, method: str, *arguments: Expr) -> Expr:
    """Tell the witness something; what it returns goes on."""
    return py.call(ast.Attribute(py.name("w"), method, ast.Load()), *arguments)


def look(ctx: Context, what: str, condition: Ex | None, s: St, names: Sequence[str]) -> list[Expr]:
    """What a witness is told first: the number of the look, and the position with its variables."""
    ctx.looks.append(Look(what, condition, s, tuple(names[3:])))
    number = py.const(len(ctx.looks) - 1)
    return [number, py.name("s"), py.name("me"), py.tuple_of([py.name(n) for n in names[3:]])]


def held(ctx: Context, what: str, condition: Ex, s: St, names: Sequence[str]) -> Expr:
    """The test of a condition."""
    test = lower(ctx, condition)
    return witness(ctx, "holds", *look(ctx, what, condition, s, names), test) if ctx.witnessed else test


def one_of_several(ctx: Context, s: ChooseSt, names: list[str]) -> list[Stmt]:
    """Where a thing is sought among those that a choice of several picks from, it alone is looked at."""
    sought = witness(ctx, "seeks", py.const(s.variable.name))
    return [
        py.when(sought, trying(ctx, s, [*names, s.variable.python], witness(ctx, "ends"), [])),
        unless(witness(ctx, "ends")),
    ]


# -- payments
def paid(ctx: Context, s: PaySt | PayPieceSt, rest: Plan, inner: ast.Call) -> list[Stmt]:
    """Look at the rest with something paid, then put it back."""
    if ctx.witnessed:
        inner = ast.Call(witness(ctx, "paid", inner.func), inner.args, [])
    if isinstance(s, PaySt) and len(s.counters) > 1:
        slots = py.tuple_of([counter_slot(ctx, c) for c in s.counters])
        ways = [inner.func, py.tuple_of(inner.args), py.const(ctx.work.split(rest))]
        return [py.give(py.call("payable", py.name("s"), lower(ctx, s.amount), slots, *ways))]
    slot = counter_slot(ctx, s.counters[0]) if isinstance(s, PaySt) else holder(ctx, s.source)[0]
    if isinstance(s, PaySt):
        left = py.binary(py.name("before"), ast.Sub(), lower(ctx, s.amount))
    else:
        left = without_piece(ctx, s)
    return [
        py.let("before", py.slot(slot)),
        py.put(slot, left),
        py.let("fine", inner),
        py.put(slot, py.name("before")),
        py.give(py.name("fine")),
    ]


def without_piece(ctx: Context, s: PayPieceSt) -> Expr:
    """What is left of `before` where a piece was paid."""
    order = holder(ctx, s.source)[1]
    before, piece = py.name("before"), lower(ctx, s.piece)
    if s.amount is not None:
        return py.call("removed_some", before, lower(ctx, s.amount), piece)
    if order == "one":
        return py.const(-1)
    return py.call("removed_last" if order == "stack" else "removed", before, piece)


def depends_on(ctx: Context, rest: Plan, s: PaySt | PayPieceSt) -> bool:
    """Whether what follows a payment may do otherwise because of it."""
    following = [stage.s for stage in rest.stages()] if rest is not None else []
    if isinstance(s, PaySt):
        paid: list[CounterDecl | ZoneDecl] = [c.declared for c in s.counters]
    elif isinstance(s.source, ZoneEx):
        paid = [s.source.declared]
    else:
        return any(
            not isinstance(t, (RequireSt, LetSt))
            or any(not isinstance(e, ConstEx) for e in expressions_in(t))
            for t in following
        )
    return any(does_otherwise(ctx, t, s, paid) for t in following)


def does_otherwise(
    ctx: Context, t: St, s: PaySt | PayPieceSt, paid: Sequence[CounterDecl | ZoneDecl]
) -> bool:
    """Whether a statement may do otherwise because something was paid before it."""
    if isinstance(t, CallSt):
        return ctx.guarded.get(t.effect, False)
    if isinstance(t, (DoEffectSt, OneOfSt)):
        return True
    parts = list(expressions_in(t))
    if isinstance(t, PayPieceSt) and isinstance(s, PayPieceSt) and isinstance(t.source, ZoneEx):
        kinds = [p.value for p in (t.piece, s.piece) if isinstance(p, ConstEx)]
        if len(set(kinds)) > 1:  # not the same pieces, for sure
            parts = [t.amount] if t.amount is not None else []
    return any(reads(ctx, e, paid) for e in parts)


def reads(
    ctx: Context, ex: Ex, declared: Sequence[CounterDecl | ZoneDecl], through: tuple[str, ...] = ()
) -> bool:
    """Whether an expression may look at one of some counters or zones; through: the values it stands in."""
    if isinstance(ex, AfterEx | RepeatsEx):
        return True
    if isinstance(ex, CounterEx | ZoneEx) and any(ex.declared is each for each in declared):
        return True
    if isinstance(ex, ValueCallEx) and ex.name not in through:
        inside = ctx.program.values[ex.name].body
        if f"value {ex.name}" in ctx.modified or reads(ctx, inside, declared, (*through, ex.name)):
            return True
    if isinstance(ex, BuiltInEx) and ex.name == "final_points":
        return True
    return any(reads(ctx, e, declared, through) for e in expressions_in(ex))


# -- choices
def options_of(ctx: Context, s: ChooseSt, further: Expr | None) -> tuple[Expr, list[Expr]]:
    """The source of a choice (equal pieces once) and its conditions."""
    source, conditions = filtered(ctx, s.source, s.where)
    if may_repeat(s.source):
        source = py.call(py_dict_fromkeys(), source)
    return source, conditions if further is None else [*conditions, further]


def choosing(ctx: Context, s: ChooseSt, rest: Plan, names: list[str]) -> list[Stmt]:
    """Code that looks for an option with which the rest of the guard holds."""
    inner = [*names, s.variable.python]
    further = stretch_of(ctx, rest, inner)
    source, conditions = options_of(ctx, s, further)
    if not conditions:
        some = py.compare(py.call("len", source), ast.Gt(), py.const(0))
        return [py.give(py.call("bool", source) if isinstance(s.source, ZoneEx) else some)]
    each = ctx.work.option(s, rest)
    tries = TRY_WORK if any(isinstance(t.s, ChooseSt) for t in (rest.stages() if rest else ())) else 0
    heavy = ctx.work.is_heavy(ctx.work.size(s.source) * (each + tries))
    count = [py.run(py.call("tried", py.name("s"), py.const(each)))] if heavy else []
    if ctx.witnessed:
        return trying(ctx, s, inner, further, count)
    return [
        py.loop(s.variable.python, source, [*count, py.when(py.both(conditions), [py.give(py.const(TRUE))])]),
        py.give(py.const(FALSE)),
    ]


def trying(
    ctx: Context, s: ChooseSt, names: list[str], further: Expr | None, count: list[Stmt]
) -> list[Stmt]:
    """The same with a witness, who is told of each candidate."""
    conditions = [] if s.where is None else [held(ctx, "where", s.where, s, names)]
    conditions += [] if further is None else [further]
    candidates = witness(ctx, "each", *look(ctx, "choose", s.source, s, names[:-1]), lower(ctx, s.source))
    return [
        py.loop(names[-1], candidates, [*count, py.when(py.both(conditions), [py.give(py.const(TRUE))])]),
        py.give(py.const(FALSE)),
    ]


def callee_guard(ctx: Context, s: CallSt, names: Sequence[str] = ()) -> Expr | None:
    """A call of the guard of an effect, or None when it always holds."""
    given = [somebody(ctx, s.whom, DOING), *(lower(ctx, a) for a in s.arguments)]
    if ctx.witnessed:
        return witness(ctx, "calls", *look(ctx, "call", None, s, names), py.const(s.effect), *given)
    return py.call(f"can_{s.effect}", py.name("s"), *given) if ctx.guarded.get(s.effect, False) else None


def kind_guard(ctx: Context, s: DoEffectSt, names: Sequence[str] = ()) -> Expr | None:
    """A call of the guard of a piece's effect, or None when those of its component type always hold."""
    given = [somebody(ctx, s.whom, DOING), *(lower(ctx, a) for a in s.arguments)]
    if ctx.witnessed:
        return witness(ctx, "calls", *look(ctx, "call", None, s, names), lower(ctx, s.piece), *given)
    if not any(component == s.component for component, _ in ctx.guarded_kinds):
        return None
    return py.call(py.item(f"CANS_{s.component}", lower(ctx, s.piece)), py.name("s"), *given)


def any_branch(ctx: Context, s: OneOfSt, names: list[str]) -> list[Stmt]:
    """A test that one branch at least can be done."""
    guards = [guard_of(ctx, body, names) for _, body in s.branches]
    open_guards = [g for g in guards if g is not None]
    if not ctx.witnessed:
        return [py.give(py.const(TRUE) if len(open_guards) < len(guards) else py.either(open_guards))]
    numbers = py.tuple_of([py.const(n) for n in range(len(guards))])
    tests = [
        py.both([py.compare(py.name("branch"), ast.Eq(), py.const(number)), guard])
        for number, guard in enumerate(open_guards)
    ]
    return [
        py.loop(
            "branch",
            witness(ctx, "each", *look(ctx, "branch", None, s, names), numbers),
            [py.when(py.either(tests), [py.give(py.const(TRUE))])],
        ),
        py.give(py.const(FALSE)),
    ]


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
