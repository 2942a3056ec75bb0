"""From the plan of a precondition its guard: can all of it be done? And, from the same code, why it cannot.

A guard is a chain of functions, one for each segment between choices of the precondition; each takes the
variables bound so far. It looks strictly in sequence; a payment that something later may read is made in
place and undone. Compiled once more as `traced`, the same functions are given a tracer `w`, which learns the
outcome of each condition and which candidates of a choice were tried, and notes what is in the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.compiler import ir
from interpreter.compiler.context import Context, Look
from interpreter.compiler.ir import (
    Arguments,
    Const,
    Expr,
    Function,
    FunctionName,
    GameCall,
    Local,
    Not,
    PieceCall,
    Return,
    Stmt,
    Tracer,
    When,
)
from interpreter.compiler.signatures import FUNCTION, NUMBER, NUMBERS, STATE
from interpreter.compiler.slots import (
    DOING,
    counted_values,
    counter_slot,
    filtered,
    holder,
    lower,
    metered,
    somebody,
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
)
from interpreter.language.facts import expressions_in, reads_anything
from interpreter.language.plan import Plan, Stage
from interpreter.model.declarations import CounterDecl, ZoneDecl
from interpreter.play.shared import TRY_WORK

TRUE, FALSE = True, False
# So many nodes may a guard have that is worked out where it is asked for.
MAX_IN_PLACE = 26


def guard_of(ctx: Context, body: StBlock, names: Sequence[Local], word: str = "") -> Expr | None:
    """Return a call of the guard of a body, or None when it always holds; word: what it is to be called."""
    return segment_of(ctx, ctx.index.plan(body), names, word)


def segment_of(
    ctx: Context, plan: Plan, names: Sequence[Local], word: str = "", *, apart: bool = False
) -> Expr | None:
    """Compile what is left of a plan to a function of these names.

    Returns a call of it, or what it gives where that is one short expression; None when it always holds.
    Each is compiled once. apart: a function is needed.
    """
    if plan is None:
        return tracer("ends") if ctx.traced else None
    # What an effect does may also be another's, which has a guard of its own name.
    apart = apart or bool(word) or ctx.traced
    key = (plan, ctx.traced, word, apart)
    if key not in ctx.segments:
        word = word or f"{'why' if ctx.traced else 'can'}_{'_'.join(ctx.unit)}_{len(ctx.segments)}"
        ctx.segments[key] = None
        code = metered(ctx.work.lead(plan), lines(ctx, plan, list(names)))
        if not apart and (test := one_test(code)) is not None:
            ctx.segments[key] = ir.located(test, plan.s.position)
        elif not (isinstance(code[0], Return) and ir.is_const(code[0].value, bool)):
            emit(ctx, Function(word, list(names), code, plan.s.position.file, plan.s.position.line))
            ctx.segments[key] = word
    known = ctx.segments[key]
    return GameCall(known, list(names)) if isinstance(known, str) else known


def one_test(code: list[Stmt]) -> Expr | None:
    """The body of a guard as one short expression; None where it is none."""
    parts = []
    for line in code:
        if isinstance(line, When) and isinstance(line.condition, Not):
            parts.append(line.condition.operand)
        elif isinstance(line, Return) and line.value is not None:
            parts.append(line.value)
        else:
            return None
    if any(isinstance(part, Const) and not part.value for part in parts):
        return None
    parts = [part for part in parts if not isinstance(part, Const)]
    nodes = sum(1 for part in parts for _ in ir.within(part))
    return ir.both(parts) if parts and nodes <= MAX_IN_PLACE else None


def emit(ctx: Context, function: Function) -> None:
    """Add a function to those of its rule file."""
    ctx.functions.setdefault(function.file, []).append(function)


def lines(ctx: Context, plan: Stage, names: list[Local]) -> list[Stmt]:
    """The body of a segment's function: it returns False as soon as one statement cannot be done."""
    code: list[Stmt] = []
    s = plan.s
    for stage in plan.stages():
        s = stage.s
        if ctx.traced and isinstance(s, ChooseSt) and s.many:
            code += one_of_several(ctx, s, stage.rest, names)
        if stage.condition is not None:
            code.append(unless(held(ctx, stage.what, stage.condition, s, names)))
        if isinstance(s, LetSt):
            code.append(ir.Let(s.variable.python, lower(ctx, s.value)))
            names = [*names, *ir.names_of([s.variable])]
        last = closing(ctx, stage, names)
        if last is not None:
            return at(s, [*code, *last])
    return at(s, [*code, ir.Return(segment_of(ctx, None, names) or ir.const(TRUE))])


def closing(ctx: Context, stage: Stage, names: list[Local]) -> list[Stmt] | None:
    """Code for a statement with all that follows it; None where what follows does not depend on it."""
    s, rest = stage.s, stage.rest
    if isinstance(s, PaySt | PayPieceSt) and depends_on(ctx, rest, s):
        inner = segment_of(ctx, rest, names, apart=True)
        return paid(ctx, s, rest, inner) if isinstance(inner, GameCall) else None
    if isinstance(s, ChooseSt) and not s.many:
        return choosing(ctx, s, rest, names)
    if isinstance(s, ChooseSt):
        return choosing_several(ctx, s, rest, names)
    if isinstance(s, CallSt):
        return [ir.Return(callee_guard(ctx, s, names) or ir.const(TRUE))]
    if isinstance(s, DoEffectSt):
        return [ir.Return(kind_guard(ctx, s, names) or ir.const(TRUE))]
    if isinstance(s, OneOfSt):
        return any_branch(ctx, s, names)
    return None


def unless(condition: Expr) -> Stmt:
    """The end of a guard where a condition does not hold."""
    return ir.When(ir.Not(condition), [ir.Return(ir.const(FALSE))])


def at(s: St, code: list[Stmt]) -> list[Stmt]:
    """Give code that has no place yet the place of a statement."""
    return [ir.located(line, s.position) for line in code]


# -- the tracer
def tracer(method: str, *arguments: Expr) -> Expr:
    """Tell the tracer something; what it returns goes on."""
    return Tracer(method, arguments)


def look(ctx: Context, what: str, condition: Ex | None, s: St, names: Sequence[Local]) -> list[Expr]:
    """What a tracer is told first: the number of the look, and the position with its variables."""
    variables = names[2:]  # after `me` and the tracer itself
    ctx.looks.append(Look(what, condition, s, tuple(each.name for each in variables)))
    number = ir.const(len(ctx.looks) - 1)
    return [number, ir.local("s", STATE), ir.local("me"), Arguments(variables, state=False)]


def held(ctx: Context, what: str, condition: Ex, s: St, names: Sequence[Local]) -> Expr:
    """The test of a condition."""
    test = lower(ctx, condition)
    return tracer("holds", *look(ctx, what, condition, s, names), test) if ctx.traced else test


def one_of_several(ctx: Context, s: ChooseSt, rest: Plan, names: list[Local]) -> list[Stmt]:
    """Where a thing is sought among those that a choice of several picks from, it alone is looked at.

    Where something follows, a subset must hold it with which that can be done.
    """
    sought = tracer("seeks", ir.const(s.variable.name))
    found, ends = some_fitting(ctx, s, rest, names, holding=True), tracer("ends")
    further = ends if found is None else ir.both([found, ends])
    return [
        ir.When(sought, trying(ctx, s, [*names, *ir.names_of([s.variable])], further, [])),
        unless(ends),
    ]


# -- payments
def paid(ctx: Context, s: PaySt | PayPieceSt, rest: Plan, inner: GameCall) -> list[Stmt]:
    """Look at the rest with something paid, then put it back."""
    function: Expr = FunctionName(inner.function)
    if ctx.traced:
        function = Tracer("paid", [function], type=FUNCTION)
    if isinstance(s, PaySt) and len(s.counters) > 1:
        slots = ir.numbers([counter_slot(ctx, c) for c in s.counters])
        ways = [function, Arguments(inner.arguments), ir.const(ctx.work.split(rest))]
        return [ir.Return(ir.call("payable", lower(ctx, s.amount), slots, *ways))]
    if isinstance(s, PaySt):
        slot, before = counter_slot(ctx, s.counters[0]), ir.local("before")
        left = ir.binary(before, "-", lower(ctx, s.amount))
    else:
        slot, order = holder(ctx, s.source)
        before = ir.local("before", NUMBER if order == "one" else NUMBERS)
        left = without_piece(ctx, s, before)
    tried = Tracer("paid", [FunctionName(inner.function)], inner.arguments) if ctx.traced else inner
    return [
        ir.Let("before", ir.slot(slot, before.type)),
        ir.Put(slot, left),
        ir.Let("fine", tried),
        ir.Put(slot, before),
        ir.Return(ir.local("fine")),
    ]


def without_piece(ctx: Context, s: PayPieceSt, before: Expr) -> Expr:
    """What is left of what lay there before where a piece was paid."""
    order, piece = holder(ctx, s.source)[1], lower(ctx, s.piece)
    if s.amount is not None:
        return ir.call("removed_some", before, lower(ctx, s.amount), piece)
    if order == "one":
        return ir.const(-1)
    return ir.call("removed_last" if order == "stack" else "removed", before, piece)


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
    if reads_anything(ex):
        return True
    return any(reads(ctx, e, declared, through) for e in expressions_in(ex))


# -- choices
def options_of(ctx: Context, s: ChooseSt, further: Expr | None) -> tuple[Expr, list[Expr]]:
    """The source of a choice (equal pieces once) and its conditions."""
    source, conditions = filtered(ctx, s.source, s.where)
    if may_repeat(s.source):
        source = ir.call("fromkeys", source)
    return source, conditions if further is None else [*conditions, further]


def choosing(ctx: Context, s: ChooseSt, rest: Plan, names: list[Local]) -> list[Stmt]:
    """Code that looks for an option with which the rest of the guard holds."""
    inner = [*names, *ir.names_of([s.variable])]
    further = segment_of(ctx, rest, inner)
    source, conditions = options_of(ctx, s, further)
    if not conditions:
        some = ir.compare(ir.call("len", source), ">", ir.const(0))
        return [ir.Return(ir.call("bool", source) if isinstance(s.source, ZoneEx) else some)]
    each = ctx.work.option(s, rest)
    tries = TRY_WORK if any(isinstance(t.s, ChooseSt) for t in (rest.stages() if rest else ())) else 0
    heavy = ctx.work.is_heavy(ctx.work.size(s.source) * (each + tries))
    count: list[Stmt] = [ir.Run(ir.call("tried", ir.const(each)))] if heavy else []
    if ctx.traced:
        return trying(ctx, s, inner, further, count)
    return [
        ir.Loop(
            s.variable.python, source, [*count, ir.When(ir.both(conditions), [ir.Return(ir.const(TRUE))])]
        ),
        ir.Return(ir.const(FALSE)),
    ]


def choosing_several(ctx: Context, s: ChooseSt, rest: Plan, names: list[Local]) -> list[Stmt] | None:
    """Code that looks for a subset with which the rest of the guard holds; None where any will do."""
    found = some_fitting(ctx, s, rest, names)
    if found is None:
        return None
    return [unless(found), ir.Return(tracer("ends"))] if ctx.traced else [ir.Return(found)]


def some_fitting(
    ctx: Context, s: ChooseSt, rest: Plan, names: list[Local], *, holding: bool = False
) -> Expr | None:
    """Whether there is a subset with which the rest can be done, which a tracer is told; None: any will do.

    holding: one that holds the candidate that the variable means here.
    """
    plain, unwatched = [names[0], *names[2:]] if ctx.traced else names, replace(ctx, traced=False)
    ways = fitting(unwatched, s, rest, plain)
    pool, limits = pool_of(unwatched, s)
    if ways is None:
        return None
    function, steps = ways
    if holding:
        function = Tracer("holding", [function, ir.local(s.variable.python)], type=FUNCTION)
    found = ir.call("some_fitting", pool, *limits, function, Arguments(plain), steps)
    return tracer("fits", *look(ctx, "fit", None, s, names), found) if ctx.traced else found


def fitting(ctx: Context, s: ChooseSt, rest: Plan, names: Sequence[Local]) -> tuple[Expr, Expr] | None:
    """The guard of what comes after a choice of several, and its work; None where there is none."""
    if rest is None:
        return None
    further = segment_of(ctx, rest, [*names, *ir.names_of([s.variable])], apart=True)
    if not isinstance(further, GameCall):
        return None
    return FunctionName(further.function), ir.const(ctx.work.option(s, rest))


def pool_of(ctx: Context, s: ChooseSt) -> tuple[Expr, list[Expr]]:
    """What a choice of several is made from, and its bounds: at least, at most, as many as possible."""
    source, conditions = filtered(ctx, s.source, s.where)
    each = ctx.work.option(s, None)
    source = counted_values(ctx, source, each, ctx.work.size(s.source) * each)
    pool = option_list(s, source, conditions)
    low, high = (lower(ctx, e) if e is not None else ir.const(None) for e in (s.low, s.high))
    if s.repeats:
        pool = ir.call("repeated", pool, high)
    return pool, [low, high, ir.const(s.greedy)]


def option_list(s: ChooseSt, source: Expr, conditions: list[Expr]) -> Expr:
    """The list of what can be chosen."""
    if not conditions:
        return ir.call("list", source)
    return ir.listed(ir.local(s.variable.python), [(s.variable.python, source)], conditions)


def trying(
    ctx: Context, s: ChooseSt, names: list[Local], further: Expr | None, count: list[Stmt]
) -> list[Stmt]:
    """The same with a tracer, which sees each candidate."""
    conditions = [] if s.where is None else [held(ctx, "where", s.where, s, names)]
    conditions += [] if further is None else [further]
    looked = look(ctx, "choose", s.source, s, names[:-1])
    candidates = Tracer("each", [*looked, lower(ctx, s.source)], type=NUMBERS)
    return [
        ir.Loop(
            names[-1].name, candidates, [*count, ir.When(ir.both(conditions), [ir.Return(ir.const(TRUE))])]
        ),
        ir.Return(ir.const(FALSE)),
    ]


def callee_guard(ctx: Context, s: CallSt, names: Sequence[Local] = ()) -> Expr | None:
    """A call of the guard of an effect, or None when it always holds."""
    given = [somebody(ctx, s.whom, DOING), *(lower(ctx, a) for a in s.arguments)]
    if ctx.traced:
        return tracer("calls", *look(ctx, "call", None, s, names), ir.const(s.effect), *given)
    return GameCall(f"can_{s.effect}", given) if ctx.guarded.get(s.effect, False) else None


def kind_guard(ctx: Context, s: DoEffectSt, names: Sequence[Local] = ()) -> Expr | None:
    """A call of the guard of a piece's effect, or None when those of its component type always hold."""
    given = [somebody(ctx, s.whom, DOING), *(lower(ctx, a) for a in s.arguments)]
    if ctx.traced:
        return tracer("calls", *look(ctx, "call", None, s, names), lower(ctx, s.piece), *given)
    if not any(component == s.component for component, _ in ctx.guarded_kinds):
        return None
    return PieceCall(f"CANS_{s.component}", lower(ctx, s.piece), given, NUMBER)


def any_branch(ctx: Context, s: OneOfSt, names: list[Local]) -> list[Stmt]:
    """A test that one branch at least can be done."""
    guards = [guard_of(ctx, body, names) for _, body in s.branches]
    open_guards = [g for g in guards if g is not None]
    if not ctx.traced:
        return [ir.Return(ir.const(TRUE) if len(open_guards) < len(guards) else ir.either(open_guards))]
    numbers = ir.numbers([ir.const(n) for n in range(len(guards))])
    tests = [
        ir.both([ir.compare(ir.local("branch"), "==", ir.const(number)), guard])
        for number, guard in enumerate(open_guards)
    ]
    return [
        ir.Loop(
            "branch",
            Tracer("each", [*look(ctx, "branch", None, s, names), numbers], type=NUMBERS),
            [ir.When(ir.either(tests), [ir.Return(ir.const(TRUE))])],
        ),
        ir.Return(ir.const(FALSE)),
    ]


def may_repeat(source: Ex) -> bool:
    """Zones and stacks may hold equal pieces."""
    return (
        isinstance(source, ZoneEx | LocalEx | ConditionalEx | ListingEx)
        or (isinstance(source, BuiltInEx | GatherEx) and source.declared.may_repeat)
        or isinstance(source, FieldEx)
    )
