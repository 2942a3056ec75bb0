"""Checked statements to Python statements: bodies, choices, calls, structure.

In: a checked body. Out: the Python code of its function, whose statements have their places in the rule file.
A body that may ask becomes a generator that yields requests.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import takewhile

from interpreter.compiler import python_ast as py
from interpreter.compiler.context import STATEMENTS, Context, fresh, lowers
from interpreter.compiler.counters import pay
from interpreter.compiler.events import place_told, telling_code
from interpreter.compiler.expressions import sort_key
from interpreter.compiler.guards import at, callee_guard, guard_of, kind_guard, options_of, stretch_of
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.compiler.slots import CHOOSING, DOING, counted_values, filtered, lower, somebody
from interpreter.compiler.telling import may_ask, scope_of, site_of, with_listeners
from interpreter.language.checked import (
    AssignSt,
    CallSt,
    ChooseSt,
    DoEffectSt,
    EndSt,
    ForSt,
    IfSt,
    LastingSt,
    LetSt,
    MaySt,
    OneOfSt,
    PaySt,
    PerformSt,
    PickSt,
    RepeatSt,
    RequireSt,
    SaySt,
    SettleSt,
    St,
    StBlock,
    Variable,
)
from interpreter.language.holders import with_points
from interpreter.language.index import ends_game, has_points
from interpreter.language.plan import Plan, Stage, stage_of
from interpreter.language.types import PLAYER
from interpreter.layout import ENDING, NOT_SAID, OVER, SECRET, UNDECIDED
from interpreter.layout import STEP as STEP_SLOT
from interpreter.play.events import Event
from interpreter.play.subset import DONE


# -- bodies
def lower_body(ctx: Context, block: StBlock, names: Sequence[str]) -> list[Stmt]:
    """Compile a body that has a leading part of its own; names: what is known before it."""
    plan = ctx.index.plan(block)
    stages = (
        list(takewhile(lambda stage: not _one_by_one(stage.s), plan.stages())) if plan is not None else []
    )
    names, code, tells = list(names), list[Stmt](), list[Stmt]()
    for stage in stages:
        s = stage.s
        if isinstance(s, ChooseSt) and not s.many:
            code += at(ctx, s, ask_one(ctx, s, stage, names))
            names.append(s.variable.python)
            continue
        if isinstance(s, PaySt):
            done, listening = with_listeners(ctx, s, at(ctx, s, pay(ctx, s, stage, names)))
        else:
            done, listening = with_listeners(ctx, s, lower_statement(ctx, s, names))
        code += done
        tells += listening
        if isinstance(s, LetSt | ChooseSt):
            names.append(s.variable.python)
    return code + tells + lower_block(ctx, block[len(stages) :], names)


def _one_by_one(s: St) -> bool:
    return isinstance(s, ChooseSt) and s.one_by_one


def lower_block(ctx: Context, block: StBlock, names: Sequence[str]) -> list[Stmt]:
    """Compile statements that stand after a change."""
    code: list[Stmt] = []
    names = list(names)
    for s in block:
        done, tells = with_listeners(ctx, s, lower_statement(ctx, s, names))
        code += [*done, *tells]
        if ends_game(s):
            break
        if isinstance(s, (LetSt, PickSt)) or (isinstance(s, ChooseSt) and s.body is None):
            names.append(s.variable.python)
    return code


def lower_statement(ctx: Context, s: St, names: list[str]) -> list[Stmt]:
    """Compile one statement, without telling listeners."""
    if has_points(s):
        assert isinstance(s, AssignSt)
        new, old = (Variable(word, fresh(ctx, word), PLAYER) for word in ("new", "old"))
        return lower_block(ctx, with_points(s, new, old), names)
    return at(ctx, s, STATEMENTS[type(s)](ctx, s, names))


# -- leading statements, when carried out
@lowers(RequireSt)
def _require(ctx: Context, s: RequireSt, names: list[str]) -> list[Stmt]:
    return []


@lowers(SaySt)
def _say(ctx: Context, s: SaySt, names: list[str]) -> list[Stmt]:
    return telling_code(ctx, "say", s.position, says=Event(text=s.text))


@lowers(LetSt)
def _let(ctx: Context, s: LetSt, names: list[str]) -> list[Stmt]:
    return [py.let(s.variable.python, lower(ctx, s.value))]


@lowers(PickSt)
def _pick(ctx: Context, s: PickSt, names: list[str]) -> list[Stmt]:
    source, conditions = filtered(ctx, s.source, s.where)
    each = ctx.work.candidate(s)
    source = counted_values(ctx, source, each, ctx.work.size(s.source) * each)
    options = (
        py.listed(py.name(s.variable.python), [(s.variable.python, source)], conditions)
        if conditions
        else source
    )
    return [py.let(s.variable.python, py.call("picked", py.name("s"), options))]


def one_or_ask(ctx: Context, s: ChooseSt | OneOfSt, site: Expr, options: str, names: Sequence[str]) -> Expr:
    """The sole option, or what the player answers; where the rules say so a sole one is asked too."""
    by = somebody(ctx, s.by, CHOOSING)
    if s.asking is not None and s.asking.always:
        return ast.Yield(py.call("ask", by, site, py.name(options), scope_of(names)))
    return sole_or_ask(ctx, by, site, options, names)


def sole_or_ask(ctx: Context, by: Expr, site: Expr, options: str, names: Sequence[str] = ()) -> Expr:
    """The sole option, or what the player answers; in secret that is asked too."""
    many = ast.Yield(py.call("ask", by, site, py.name(options), scope_of(names)))
    one = py.item(options, py.const(0))
    if ctx.telling:
        one = py.call("sole", py.name("s"), by, site, py.name(options))
    sole = py.compare(py.call("len", py.name(options)), ast.Eq(), py.const(1))
    return py.if_else(py.both([sole, py.negated(py.slot(py.const(SECRET)))]), one, many)


def ask_one(ctx: Context, s: ChooseSt, stage: Stage, names: list[str]) -> list[Stmt]:
    """Choose one of those with which the rest of the leading part can be done."""
    inner = [*names, s.variable.python]
    source, conditions = options_of(ctx, s, stretch_of(ctx, stage.rest, inner))
    options = fresh(ctx, "options")
    site = site_of(ctx, s.variable.name, s.variable.type, s, names=names, stage=stage)
    return [
        py.let(options, option_list(ctx, s, counted_options(ctx, s, source, stage.rest), conditions)),
        py.let(s.variable.python, one_or_ask(ctx, s, site, options, names)),
    ]


def counted_options(ctx: Context, s: ChooseSt, source: Expr, rest: Plan) -> Expr:
    """What a choice is made from, counted where looking through it can be much work."""
    each = ctx.work.option(s, rest)
    return counted_values(ctx, source, each, ctx.work.size(s.source) * each)


def option_list(ctx: Context, s: ChooseSt, source: Expr, conditions: list[Expr]) -> Expr:
    """The list of what can be chosen."""
    if not conditions:
        return py.call("list", source)
    return py.listed(py.name(s.variable.python), [(s.variable.python, source)], conditions)


@lowers(ChooseSt)
def _choose(ctx: Context, s: ChooseSt, names: list[str]) -> list[Stmt]:
    if s.many:
        return choose_many(ctx, s, names)
    if s.one_by_one:
        return choose_one_by_one(ctx, s, names)
    assert s.body is not None
    listed, chosen = ask_one(ctx, s, stage_of(s, ctx.index.plan(s.body)), names)
    assert isinstance(listed, ast.Assign) and isinstance(listed.targets[0], ast.Name)
    body = lower_body(ctx, s.body, [*names, s.variable.python])
    otherwise = lower_block(ctx, s.otherwise, names)
    return [listed, py.when(py.name(listed.targets[0].id), [chosen, *body], otherwise)]


def choose_many(ctx: Context, s: ChooseSt, names: list[str]) -> list[Stmt]:
    """Choose a subset; the block form is skipped when there are not enough."""
    source, conditions = filtered(ctx, s.source, s.where)
    source = counted_options(ctx, s, source, None)
    pool = option_list(ctx, s, source, conditions)
    limits = [lower(ctx, e) if e is not None else py.const(None) for e in (s.low, s.high)]
    assert s.variable.type.of is not None
    site = site_of(ctx, s.variable.name, s.variable.type.of, s, names=names, stage=stage_of(s, None))
    pool_name = fresh(ctx, "pool")
    ask = py.call(
        "choose_many",
        py.name("s"),
        somebody(ctx, s.by, CHOOSING),
        site,
        py.name(pool_name),
        *limits,
        py.const(s.greedy),
        scope_of(names),
    )
    chosen = py.let(s.variable.python, ast.YieldFrom(ask))
    if s.repeats:
        pool = py.call("repeated", pool, limits[1])
    code: list[Stmt] = [py.let(pool_name, pool)]
    if s.body is None:
        return [*code, chosen]
    enough = (
        py.compare(py.call("len", py.name(pool_name)), ast.GtE(), limits[0])
        if s.low is not None
        else py.name(pool_name)
    )
    return [
        *code,
        py.when(
            enough,
            [chosen, *lower_block(ctx, s.body, [*names, s.variable.python])],
            lower_block(ctx, s.otherwise, names),
        ),
    ]


def choose_one_by_one(ctx: Context, s: ChooseSt, names: list[str]) -> list[Stmt]:
    """Take one and do the body with it, then look anew: until enough are taken or nothing is left."""
    assert s.body is not None
    taken, options, number = fresh(ctx, "taken"), fresh(ctx, "options"), fresh(ctx, "round")
    variable = s.variable.python
    inner = [*names, variable]
    stage = stage_of(s, ctx.index.plan(s.body))
    source, conditions = options_of(ctx, s, stretch_of(ctx, stage.rest, inner))
    if not s.repeats:
        conditions.insert(0, py.compare(py.name(variable), ast.NotIn(), py.name(taken)))
    site = site_of(ctx, s.variable.name, s.variable.type, s, names=names, stage=stage)
    most = lower(ctx, s.high) if s.high is not None else py.call("len", lower(ctx, s.source))
    code: list[Stmt] = [py.let(taken, ast.List([], ast.Load()))]
    body: list[Stmt] = []
    if ctx.work.is_heavy(ctx.work.turns(s) * ctx.work.turn(s)):
        body.append(py.run(py.call("count_work", py.name("s"), py.const(ctx.work.turn(s)))))
    body += [
        py.let(options, option_list(ctx, s, source, conditions)),
        py.when(py.negated(py.name(options)), [ast.Break()]),
    ]
    answer = one_or_ask(ctx, s, site, options, names)
    if s.low is None:
        body.append(py.let(variable, answer))
    else:
        least = fresh(ctx, "least")
        code.append(py.let(least, lower(ctx, s.low)))
        enough = py.compare(py.name(number), ast.Gt(), py.name(least))
        body += [
            py.when(enough, [appended(options, py.const(DONE))]),
            py.let(variable, answer),
            py.when(py.compare(py.name(variable), ast.Is(), py.const(DONE)), [ast.Break()]),
        ]
    body += [appended(taken, py.name(variable)), *lower_body(ctx, s.body, inner)]
    return [*code, py.loop(number, py.call("times_over", most), body)]


def appended(variable: str, value: Expr) -> Stmt:
    """`variable.append(value)`."""
    return py.run(py.call(ast.Attribute(py.name(variable), "append", ast.Load()), value))


# -- calls
def effect_call(ctx: Context, effect: str, whom: Expr, arguments: list[Expr]) -> Stmt:
    """Call an effect for somebody, through `yield from` if it may ask."""
    value = py.call(f"do_{effect}", py.name("s"), whom, *arguments)
    return py.delegate(value) if ("effect", effect) in ctx.asking else py.run(value)


@lowers(CallSt)
def _call(ctx: Context, s: CallSt, names: list[str]) -> list[Stmt]:
    call = effect_call(ctx, s.effect, somebody(ctx, s.whom, DOING), [lower(ctx, a) for a in s.arguments])
    guard = callee_guard(ctx, s)
    if guard is None:
        return [call]
    if s.must:
        fault = ast.Raise(py.call("RuleFault", py.const(f"'{s.effect}' must be done, but cannot be")), None)
        return [py.when(guard, [call], [fault])]
    return [py.when(guard, [call])]


@lowers(PerformSt)
def _perform(ctx: Context, s: PerformSt, names: list[str]) -> list[Stmt]:
    parts = [
        py.const(ctx.effect_numbers[s.effect]),
        somebody(ctx, s.whom, DOING),
        *(lower(ctx, a) for a in s.arguments),
    ]
    parts += [py.const(0)] * (ctx.agenda_width - len(parts))
    return [py.run(py.call("wait", py.name("s"), py.tuple_of(parts)))]


@lowers(DoEffectSt)
def _doeffect(ctx: Context, s: DoEffectSt, names: list[str]) -> list[Stmt]:
    arguments = [py.name("s"), somebody(ctx, s.whom, DOING), *(lower(ctx, a) for a in s.arguments)]
    value = py.call(py.item(f"EFFECTS_{s.component}", lower(ctx, s.piece)), *arguments)
    if any(u[0] == "kind" and u[1] == s.component for u in ctx.asking):
        result = fresh(ctx, "result")
        run: list[Stmt] = [
            py.let(result, value),
            py.when(py.compare(py.name(result), ast.IsNot(), py.const(None)), [py.delegate(py.name(result))]),
        ]
    else:
        run = [py.run(value)]
    guard = kind_guard(ctx, s)
    if guard is None:
        return run
    fault = ast.Raise(py.call("RuleFault", py.const("this effect must be done, but cannot be")), None)
    return [py.when(guard, run, [fault] if s.must else [])]


def won(ctx: Context, s: EndSt) -> Expr:
    """Who has won, as the state keeps it."""
    if s.won_by is None:
        return py.const(UNDECIDED if s.undecided else NOT_SAID)
    players = lower(ctx, s.won_by)
    return py.call("players_mask", players if s.won_by.type.kind == "set" else py.tuple_of([players]))


@lowers(EndSt)
def _end(ctx: Context, s: EndSt, names: list[str]) -> list[Stmt]:
    if s.after is not None:
        ends = py.put(py.const(ENDING), py.const(list(ctx.model.steps).index(s.after)))
    elif s.what == "game":
        return [py.run(py.call("game_over", py.name("s"), py.const(ctx.flow.finish_at), won(ctx, s)))]
    else:
        ends = py.put(py.const(STEP_SLOT), py.const(ctx.flow.step_ends[s.what]))
    # The end of the game is final.
    return [py.when(py.compare(py.slot(py.const(ENDING)), ast.NotEq(), py.const(OVER)), [ends])]


# -- structure
@lowers(OneOfSt)
def _oneof(ctx: Context, s: OneOfSt, names: list[str]) -> list[Stmt]:
    options, chosen = fresh(ctx, "options"), fresh(ctx, "branch")
    code: list[Stmt] = [py.let(options, ast.List([], ast.Load()))]
    for number, (_, body) in enumerate(s.branches):
        guard = guard_of(ctx, body, names)
        offer = appended(options, py.const(number))
        code.append(offer if guard is None else py.when(guard, [offer]))
    labels = [branch for branch, _ in s.branches]
    site = site_of(ctx, "", None, s, names=names, labels=labels, stage=stage_of(s, None))
    act: list[Stmt] = []
    for number, (_, body) in reversed(list(enumerate(s.branches))):
        this = py.compare(py.name(chosen), ast.Eq(), py.const(number))
        act = [py.when(this, lower_body(ctx, body, names), act)]
    picked = [py.let(chosen, one_or_ask(ctx, s, site, options, names)), *act]
    return [*code, py.when(py.name(options), picked, lower_block(ctx, s.otherwise, names))]


@lowers(MaySt)
def _may(ctx: Context, s: MaySt, names: list[str]) -> list[Stmt]:
    guard = guard_of(ctx, s.body, names)
    site = site_of(ctx, "", None, s, names=names, labels=["no", "yes"])
    answer = ast.Yield(py.call("ask", somebody(ctx, s.by, CHOOSING), site, py.const((1, 0)), scope_of(names)))
    condition = answer if guard is None else py.both([guard, answer])
    return [py.when(condition, lower_body(ctx, s.body, names), lower_block(ctx, s.otherwise, names))]


@lowers(IfSt)
def _if(ctx: Context, s: IfSt, names: list[str]) -> list[Stmt]:
    code = lower_block(ctx, s.otherwise, names)
    for condition, block in reversed(s.tests):
        code = [py.when(lower(ctx, condition), lower_block(ctx, block, names), code)]
    return code


@lowers(ForSt)
def _for(ctx: Context, s: ForSt, names: list[str]) -> list[Stmt]:
    source, conditions = filtered(ctx, s.source, s.where)
    each = ctx.work.round(s)
    source = counted_values(ctx, source, each, ctx.work.rounds(s) * each)
    variable = s.variable.python
    if s.by:
        keyed = py.listed(
            py.tuple_of([sort_key(ctx, s.by), py.name(variable)]), [(variable, source)], conditions
        )
        source = py.call("in_order", keyed)
    elif conditions:
        source = py.listed(py.name(variable), [(variable, source)], conditions)
    return [py.loop(variable, source, lower_block(ctx, s.body, [*names, variable]))]


@lowers(RepeatSt)
def _repeat(ctx: Context, s: RepeatSt, names: list[str]) -> list[Stmt]:
    body = lower_block(ctx, s.body, names)
    if s.condition is not None:
        body = [py.when(py.negated(lower(ctx, s.condition)), [ast.Break()]), *body]
    each = ctx.work.round(s)
    if ctx.work.is_heavy(ctx.work.rounds(s) * each):
        body = [py.run(py.call("count_work", py.name("s"), py.const(each))), *body]
    return [py.loop(fresh(ctx, "round"), py.call("times_over", lower(ctx, s.amount)), body)]


@lowers(SettleSt)
def _settle(ctx: Context, s: SettleSt, names: list[str]) -> list[Stmt]:
    ctx.settling = True
    body = lower_block(ctx, s.body, names)
    ctx.settling = False
    listener, got, result = fresh(ctx, "told"), fresh(ctx, "got"), fresh(ctx, "result")
    hear = py.let(
        result,
        py.call(
            py.item(listener, py.const(0)),
            py.name("s"),
            ast.Starred(py.item(listener, py.const(1)), ast.Load()),
            py.name(got),
        ),
    )
    lines: list[Stmt] = [hear]
    if may_ask(ctx, (s,)):
        lines.append(
            py.when(py.compare(py.name(result), ast.IsNot(), py.const(None)), [py.delegate(py.name(result))])
        )
    pair = ast.Tuple([ast.Name(listener, ast.Store()), ast.Name(got, ast.Store())], ast.Store())
    settled = py.call("settle", py.name("s"), py.name("claims"), py.const(s.rule))
    if ctx.telling:
        places = [place_told(ctx, kind, s.position, Event()) for kind in ("count", "move")]
        settled = py.call("settle_told", py.name("s"), py.name("claims"), py.const(s.rule), *places)
    give = ast.For(pair, settled, lines, [])
    return [py.let("claims", ast.List([], ast.Load())), *body, py.when(py.name("claims"), [give])]


@lowers(LastingSt)
def _lasting(ctx: Context, s: LastingSt, names: list[str]) -> list[Stmt]:
    slot = py.plus(py.name("me"), py.const(ctx.layout.lasting[s.number]))
    kept = py.tuple_of([py.const(1), *(py.name(v.python) for v in s.kept)])
    return [py.put(slot, py.call("piled", py.slot(slot), kept))]
