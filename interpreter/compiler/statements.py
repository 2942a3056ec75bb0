"""Checked statements in the intermediate representation: bodies, choices, calls, structure.

In: a checked body. Out: the code of its function, whose statements have their places in the rule file.
A body that may ask becomes a generator that yields requests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from interpreter.compiler import ir
from interpreter.compiler.context import STATEMENTS, Context, fresh, lowers
from interpreter.compiler.counters import pay
from interpreter.compiler.events import place_told, sentence_code
from interpreter.compiler.expressions import keyed
from interpreter.compiler.guards import (
    at,
    callee_guard,
    fitting,
    guard_of,
    kind_guard,
    option_list,
    options_of,
    pool_of,
    segment_of,
)
from interpreter.compiler.ir import Ask, Contains, Expr, GameCall, IsNone, Item, Local, PieceCall, Stmt
from interpreter.compiler.listeners import may_ask, scope_of, site_of, with_listeners
from interpreter.compiler.signatures import CLAIMS, NONE, NUMBERS
from interpreter.compiler.slots import CHOOSING, DOING, counted_values, filtered, lower, somebody
from interpreter.compiler.tallies import tally, tally_block, tally_options
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
from interpreter.language.index import ends_game
from interpreter.language.plan import Plan, Stage, goes_on, stage_of
from interpreter.language.statement_facts import has_points
from interpreter.language.title_counters import with_points
from interpreter.language.types import PLAYER
from interpreter.layout import ENDING, NOT_SAID, OVER, SECRET, UNDECIDED
from interpreter.layout import STEP as STEP_SLOT
from interpreter.play.event import Event
from interpreter.play.subset import DONE

# Things that one statement takes one after the other: nobody wants to be asked more often.
MAX_TAKEN = 500


# -- bodies
def lower_body(ctx: Context, block: StBlock, names: Sequence[Local]) -> list[Stmt]:
    """Compile a body that has a precondition of its own; names: what is known before it."""
    plan = ctx.index.plan(block)
    stages = (
        list(takewhile(lambda stage: not _one_by_one(stage.s), plan.stages())) if plan is not None else []
    )
    names, code, tells = list(names), list[Stmt](), list[Stmt]()
    size = _size_of(block, len(stages))
    said = [s for s in block[:size] if isinstance(s, SaySt)]
    for stage in stages:
        s = stage.s
        if not goes_on(s):  # it closes the precondition
            code += [line for each in said for line in sentence_code(ctx, each, names)]
            said = []
        if isinstance(s, ChooseSt):
            ask = choose_many if s.many else ask_one
            code += at(s, ask(ctx, s, names, stage))
            names += ir.names_of([s.variable])
            continue
        if isinstance(s, PaySt):
            done, listening = with_listeners(ctx, s, at(s, pay(ctx, s, stage, names)))
        else:
            done, listening = with_listeners(ctx, s, lower_statement(ctx, s, names))
        code += done
        tells += listening
        if isinstance(s, LetSt | ChooseSt):
            names += ir.names_of([s.variable])
    code += [line for each in said for line in sentence_code(ctx, each, names)]
    return code + tells + lower_block(ctx, block[size:], names)


def _size_of(block: StBlock, stages: int) -> int:
    """How many statements a precondition of some stages has: what is said in it is none."""
    places = [place for place, s in enumerate(block) if not isinstance(s, SaySt)]
    return places[stages - 1] + 1 if stages else 0


def _one_by_one(s: St) -> bool:
    return isinstance(s, ChooseSt) and s.one_by_one


def lower_block(ctx: Context, block: StBlock, names: Sequence[Local]) -> list[Stmt]:
    """Compile statements that stand after a change."""
    code: list[Stmt] = []
    names = list(names)
    for s in block:
        done, tells = with_listeners(ctx, s, lower_statement(ctx, s, names))
        code += [*done, *tells]
        if ends_game(s):
            break
        if isinstance(s, (LetSt, PickSt)) or (isinstance(s, ChooseSt) and s.body is None):
            names += ir.names_of([s.variable])
    return code


def lower_statement(ctx: Context, s: St, names: list[Local]) -> list[Stmt]:
    """Compile one statement, without calling listeners."""
    if has_points(s):
        assert isinstance(s, AssignSt)
        new, old = (Variable(word, fresh(ctx, word), PLAYER) for word in ("new", "old"))
        return lower_block(ctx, with_points(s, new, old), names)
    return at(s, STATEMENTS[type(s)](ctx, s, names))


# -- statements of the precondition, when carried out
@lowers(RequireSt)
def _require(_ctx: Context, _s: RequireSt, _names: list[Local]) -> list[Stmt]:
    return []


@lowers(SaySt)
def _say(ctx: Context, s: SaySt, names: list[Local]) -> list[Stmt]:
    return sentence_code(ctx, s, names)


@lowers(LetSt)
def _let(ctx: Context, s: LetSt, _names: list[Local]) -> list[Stmt]:
    return [ir.Let(s.variable.python, lower(ctx, s.value))]


@lowers(PickSt)
def _pick(ctx: Context, s: PickSt, _names: list[Local]) -> list[Stmt]:
    source, conditions = filtered(ctx, s.source, s.where)
    each = ctx.work.candidate(s)
    source = counted_values(ctx, source, each, ctx.work.size(s.source) * each)
    options = (
        ir.listed(ir.local(s.variable.python), [(s.variable.python, source)], conditions)
        if conditions
        else source
    )
    return [ir.Let(s.variable.python, ir.call("picked", options))]


def one_or_ask(ctx: Context, s: ChooseSt | OneOfSt, site: Expr, options: str, names: Sequence[Local]) -> Expr:
    """The sole option, or what the player answers; where the rules say so a sole one is asked too."""
    by = somebody(ctx, s.by, CHOOSING)
    if s.asking is not None and s.asking.always:
        return Ask(by, site, ir.local(options, NUMBERS), scope_of(names))
    return sole_or_ask(ctx, by, site, options, names)


def sole_or_ask(ctx: Context, by: Expr, site: Expr, options: str, names: Sequence[Local] = ()) -> Expr:
    """The sole option, or what the player answers; in secret that is asked too."""
    there_are = ir.local(options, NUMBERS)
    many = Ask(by, site, there_are, scope_of(names))
    one: Expr = Item(there_are, ir.const(0))
    if ctx.listened:
        one = ir.call("sole", by, site, there_are)
    sole = ir.compare(ir.call("len", there_are), "==", ir.const(1))
    return ir.if_else(ir.both([sole, ir.Not(ir.slot(ir.const(SECRET)))]), one, many)


def ask_one(ctx: Context, s: ChooseSt, names: list[Local], stage: Stage) -> list[Stmt]:
    """Choose one of those with which the rest of the precondition can be done."""
    inner = [*names, *ir.names_of([s.variable])]
    source, conditions = options_of(ctx, s, segment_of(ctx, stage.rest, inner))
    options = fresh(ctx, "options")
    site = site_of(ctx, s.variable.name, s.variable.type, s, names=names, stage=stage)
    return [
        *(tally_candidates(ctx, s) if ctx.counting else ()),
        ir.Let(options, option_list(s, counted_options(ctx, s, source, stage.rest), conditions)),
        *tally_options(ctx, "option", s, ir.local(options, NUMBERS)),
        ir.Let(s.variable.python, one_or_ask(ctx, s, site, options, names)),
    ]


def tally_candidates(ctx: Context, s: ChooseSt) -> list[Stmt]:
    """Code that counts what meets the condition of a choice, whatever can be done with it."""
    source, conditions = filtered(ctx, s.source, s.where)
    return tally_options(ctx, "fits", s, option_list(s, source, conditions))


def counted_options(ctx: Context, s: ChooseSt, source: Expr, rest: Plan) -> Expr:
    """What a choice is made from, counted where looking through it can be much work."""
    each = ctx.work.option(s, rest)
    return counted_values(ctx, source, each, ctx.work.size(s.source) * each)


@lowers(ChooseSt)
def _choose(ctx: Context, s: ChooseSt, names: list[Local]) -> list[Stmt]:
    if s.many:
        return choose_many(ctx, s, names, stage_of(s, ctx.index.plan(s.body) if s.body is not None else None))
    if s.one_by_one:
        return choose_one_by_one(ctx, s, names)
    if s.body is None:  # where there is always something to choose
        return ask_one(ctx, s, names, stage_of(s, None))
    *listed, chosen = ask_one(ctx, s, names, stage_of(s, ctx.index.plan(s.body)))
    (options,) = (each.name for each in listed if isinstance(each, ir.Let))
    body = [*tally_block(ctx, s.body), *lower_body(ctx, s.body, [*names, *ir.names_of([s.variable])])]
    otherwise = [*tally_block(ctx, s.otherwise), *lower_block(ctx, s.otherwise, names)]
    return [*listed, ir.When(ir.local(options, NUMBERS), [chosen, *body], otherwise)]


def choose_many(ctx: Context, s: ChooseSt, names: list[Local], stage: Stage) -> list[Stmt]:
    """Choose a subset with which the rest of a precondition can be done, if there is one with a block."""
    pool, limits = pool_of(ctx, s)
    ways = fitting(ctx, s, stage.rest, names)
    assert s.variable.type.of is not None
    site = site_of(ctx, s.variable.name, s.variable.type.of, s, names=names, stage=stage)
    there_are = ir.local(fresh(ctx, "pool"), NUMBERS)
    by, scope = somebody(ctx, s.by, CHOOSING), scope_of(names)
    function = "choose_many" if ways is None else "choose_fitting"
    ask = ir.call(function, by, site, there_are, *limits, scope, *(ways or ()))
    code: list[Stmt] = [ir.Let(there_are.name, pool), *tally_options(ctx, "option", s, there_are)]
    chosen = ir.Let(s.variable.python, ask)
    if s.body is None:
        return [*code, chosen]
    enough: Expr = there_are
    if ways is not None:
        enough = ir.call("some_fitting", there_are, *limits, ways[0], scope, ways[1])
    elif s.low is not None:
        enough = ir.compare(ir.call("len", there_are), ">=", limits[0])
    body = lower_body(ctx, s.body, [*names, *ir.names_of([s.variable])])
    return [*code, ir.When(enough, [chosen, *body], lower_block(ctx, s.otherwise, names))]


def choose_one_by_one(ctx: Context, s: ChooseSt, names: list[Local]) -> list[Stmt]:
    """Take one and do the body with it, then look anew: until enough are taken or nothing is left."""
    assert s.body is not None
    taken, options, number = fresh(ctx, "taken"), fresh(ctx, "options"), fresh(ctx, "round")
    variable = s.variable.python
    inner = [*names, *ir.names_of([s.variable])]
    stage = stage_of(s, ctx.index.plan(s.body))
    source, conditions = options_of(ctx, s, segment_of(ctx, stage.rest, inner))
    if not s.repeats:
        source = ir.call("without", source, ir.local(taken, NUMBERS))
    site = site_of(ctx, s.variable.name, s.variable.type, s, names=names, stage=stage)
    most = lower(ctx, s.high) if s.high is not None else ir.call("len", lower(ctx, s.source))
    code: list[Stmt] = [ir.Let(taken, ir.Numbers([], open=True))]
    body: list[Stmt] = []
    if ctx.work.is_heavy(ctx.work.turns(s) * ctx.work.turn(s)):
        body.append(ir.Run(ir.call("count_work", ir.const(ctx.work.turn(s)))))
    body += [
        ir.Let(options, option_list(s, source, conditions)),
        ir.When(ir.Not(ir.local(options, NUMBERS)), [ir.Break()]),
        *tally_options(ctx, "option", s, ir.local(options, NUMBERS)),
    ]
    if not s.repeats and ctx.work.turns(s) > MAX_TAKEN:
        message = f"more than {MAX_TAKEN} things are taken one after the other"
        body.append(ir.When(ir.compare(ir.local(number), ">", ir.const(MAX_TAKEN)), [ir.Fail(message)]))
    answer = one_or_ask(ctx, s, site, options, names)
    if s.low is None:
        body.append(ir.Let(variable, answer))
    else:
        least = fresh(ctx, "least")
        code.append(ir.Let(least, lower(ctx, s.low)))
        enough = ir.compare(ir.local(number), ">", ir.local(least))
        body += [
            ir.When(enough, [ir.Append(options, ir.const(DONE))]),
            ir.Let(variable, answer),
            ir.When(IsNone(ir.local(variable)), [ir.Break()]),
        ]
    body += [ir.Append(taken, ir.local(variable)), *lower_body(ctx, s.body, inner)]
    return [*code, ir.Loop(number, ir.call("times_over", most), body)]


# -- calls
def effect_call(ctx: Context, effect: str, whom: Expr, arguments: list[Expr]) -> Stmt:
    """Call an effect for somebody."""
    return ir.Run(GameCall(f"do_{effect}", [whom, *arguments], NONE, ("effect", effect) in ctx.asking))


@lowers(CallSt)
def _call(ctx: Context, s: CallSt, _names: list[Local]) -> list[Stmt]:
    call = effect_call(ctx, s.effect, somebody(ctx, s.whom, DOING), [lower(ctx, a) for a in s.arguments])
    guard = callee_guard(ctx, s)
    if guard is None:
        return [call]
    if s.must:
        return [ir.When(guard, [call], [ir.Fail(f"'{s.effect}' must be done, but cannot be")])]
    return [ir.When(guard, [call])]


@lowers(PerformSt)
def _perform(ctx: Context, s: PerformSt, _names: list[Local]) -> list[Stmt]:
    parts = [
        ir.const(ctx.effect_numbers[s.effect]),
        somebody(ctx, s.whom, DOING),
        *(lower(ctx, a) for a in s.arguments),
    ]
    parts += [ir.const(0)] * (ctx.agenda_width - len(parts))
    return [ir.Run(ir.call("wait", ir.numbers(parts)))]


@lowers(DoEffectSt)
def _doeffect(ctx: Context, s: DoEffectSt, _names: list[Local]) -> list[Stmt]:
    arguments = [somebody(ctx, s.whom, DOING), *(lower(ctx, a) for a in s.arguments)]
    asks = any(unit[0] == "kind" and unit[1] == s.component for unit in ctx.asking)
    run = ir.Run(PieceCall(f"EFFECTS_{s.component}", lower(ctx, s.piece), arguments, asks=asks))
    guard = kind_guard(ctx, s)
    if guard is None:
        return [run]
    fault = ir.Fail("this effect must be done, but cannot be")
    return [ir.When(guard, [run], [fault] if s.must else [])]


def won(ctx: Context, s: EndSt) -> Expr:
    """Who has won, as the state keeps it."""
    if s.won_by is None:
        return ir.const(UNDECIDED if s.undecided else NOT_SAID)
    players = lower(ctx, s.won_by)
    return ir.call("players_mask", players if s.won_by.type.kind == "set" else ir.numbers([players]))


def end_step(ctx: Context, name: str) -> Stmt:
    """The flow goes to the end of a step, which must be running; with one around it, it has ended already."""
    marks, here = ctx.flow.marks[name], ir.slot(ir.const(STEP_SLOT))
    runs = ir.Between(ir.const(marks.begin + 1), here, ir.const(marks.end))
    otherwise: Stmt = ir.Fail(f"the step '{name}' is not running, so it cannot be ended")
    around = [ctx.flow.marks[step.name].end for step in ctx.index.paths[name][:-1]]
    if around:
        otherwise = ir.When(Contains(here, ir.const(tuple(around)), negated=True), [otherwise])
    return ir.When(runs, [ir.Put(ir.const(STEP_SLOT), ir.const(marks.end))], [otherwise])


@lowers(EndSt)
def _end(ctx: Context, s: EndSt, _names: list[Local]) -> list[Stmt]:
    count = tally(ctx, "end", s.position) if s.what == "game" else []
    if s.after is not None:
        ends: Stmt = ir.Put(ir.const(ENDING), ir.const(list(ctx.model.steps).index(s.after)))
    elif s.what == "game":
        return [*count, ir.Run(ir.call("game_over", ir.const(ctx.flow.finish_at), won(ctx, s)))]
    else:
        ends = end_step(ctx, s.what)
    # The end of the game is final.
    return [*count, ir.When(ir.compare(ir.slot(ir.const(ENDING)), "!=", ir.const(OVER)), [ends])]


# -- structure
@lowers(OneOfSt)
def _oneof(ctx: Context, s: OneOfSt, names: list[Local]) -> list[Stmt]:
    options, chosen = fresh(ctx, "options"), fresh(ctx, "branch")
    code: list[Stmt] = [ir.Let(options, ir.Numbers([], open=True))]
    labels = [branch for branch, _ in s.branches]
    for number, (_, body) in enumerate(s.branches):
        guard = guard_of(ctx, body, names)
        offer = [*tally_block(ctx, body, "branch", labels[number]), ir.Append(options, ir.const(number))]
        code += offer if guard is None else [ir.When(guard, offer)]
    site = site_of(ctx, "", None, s, names=names, labels=labels, stage=stage_of(s, None))
    act: list[Stmt] = []
    for number, (_, body) in reversed(list(enumerate(s.branches))):
        this = ir.compare(ir.local(chosen), "==", ir.const(number))
        act = [ir.When(this, lower_body(ctx, body, names), act)]
    picked = [ir.Let(chosen, one_or_ask(ctx, s, site, options, names)), *act]
    otherwise = [*tally_block(ctx, s.otherwise), *lower_block(ctx, s.otherwise, names)]
    return [*code, ir.When(ir.local(options, NUMBERS), picked, otherwise)]


@lowers(MaySt)
def _may(ctx: Context, s: MaySt, names: list[Local]) -> list[Stmt]:
    guard = guard_of(ctx, s.body, names)
    site = site_of(ctx, "", None, s, names=names, labels=["no", "yes"])
    answer = Ask(somebody(ctx, s.by, CHOOSING), site, ir.const((1, 0)), scope_of(names))
    condition = answer if guard is None else ir.both([guard, answer])
    body = [*tally_block(ctx, s.body), *lower_body(ctx, s.body, names)]
    otherwise = [*tally_block(ctx, s.otherwise), *lower_block(ctx, s.otherwise, names)]
    return [ir.When(condition, body, otherwise)]


@lowers(IfSt)
def _if(ctx: Context, s: IfSt, names: list[Local]) -> list[Stmt]:
    code = [*tally_block(ctx, s.otherwise), *lower_block(ctx, s.otherwise, names)]
    for condition, block in reversed(s.tests):
        body = [*tally_block(ctx, block), *lower_block(ctx, block, names)]
        code = [ir.When(lower(ctx, condition), body, code)]
    return code


@lowers(ForSt)
def _for(ctx: Context, s: ForSt, names: list[Local]) -> list[Stmt]:
    source, conditions = filtered(ctx, s.source, s.where)
    each = ctx.work.round(s)
    source = counted_values(ctx, source, each, ctx.work.rounds(s) * each)
    variable = s.variable.python
    if s.by:
        ordered = ir.listed(keyed(ctx, s.by, ir.local(variable)), [(variable, source)], conditions)
        source = ir.call("in_order", ordered)
    elif conditions:
        source = ir.listed(ir.local(variable), [(variable, source)], conditions)
    body = [*tally_block(ctx, s.body), *lower_block(ctx, s.body, [*names, ir.local(variable)])]
    return [ir.Loop(variable, source, body)]


@lowers(RepeatSt)
def _repeat(ctx: Context, s: RepeatSt, names: list[Local]) -> list[Stmt]:
    body = [*tally_block(ctx, s.body), *lower_block(ctx, s.body, names)]
    if s.condition is not None:
        body = [ir.When(ir.Not(lower(ctx, s.condition)), [ir.Break()]), *body]
    each = ctx.work.round(s)
    if ctx.work.is_heavy(ctx.work.rounds(s) * each):
        body = [ir.Run(ir.call("count_work", ir.const(each))), *body]
    return [ir.Loop(fresh(ctx, "round"), ir.call("times_over", lower(ctx, s.amount)), body)]


@lowers(SettleSt)
def _settle(ctx: Context, s: SettleSt, names: list[Local]) -> list[Stmt]:
    claims = fresh(ctx, "_claims")
    body = lower_block(replace(ctx, settling=claims), s.body, names)
    told = ("count", "move") if ctx.listened else ()
    places = [place_told(ctx, kind, s.position, Event()) for kind in told]
    give = ir.Settle(claims, s.rule, may_ask(ctx, (s,)), places)
    begun = ir.Let(claims, ir.Numbers([], open=True, type=CLAIMS))
    return [begun, *body, ir.When(ir.local(claims, CLAIMS), [give])]


@lowers(LastingSt)
def _lasting(ctx: Context, s: LastingSt, _names: list[Local]) -> list[Stmt]:
    slot = ir.plus(ir.local("me"), ir.const(ctx.layout.lasting[s.number]))
    kept = ir.numbers([ir.const(1), *ir.names_of(s.kept)])
    return [ir.Put(slot, ir.call("piled", ir.slot(slot, NUMBERS), kept))]
