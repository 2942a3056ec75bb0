"""Parse trees of statements to checked ones: choices, calls, structure.

In: a statement and its scope. Out: the checked statement; names that it binds are in the scope afterwards.
The checkers that this one builds on know counters and pieces, rules, and what may stand where.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.language import tree as t
from interpreter.language.check_blocks import block, me
from interpreter.language.check_calls import check_arguments
from interpreter.language.check_names import (
    bind,
    check,
    fault,
    no_such,
    order_key,
    parameter_type,
    set_for,
    typed,
    want,
)
from interpreter.language.check_pieces import origin_of_value
from interpreter.language.checked import (
    AfterEx,
    Asking,
    CallSt,
    ChooseSt,
    ClauseEx,
    ConstEx,
    DoEffectSt,
    EndSt,
    Ex,
    ForSt,
    GainSt,
    GatherEx,
    IfSt,
    LetSt,
    LocalEx,
    LogicEx,
    MaySt,
    MeEx,
    NotEx,
    OneOfSt,
    PerformSt,
    PickSt,
    RepeatSt,
    RequireSt,
    SaySt,
    ScoreSt,
    SettleSt,
    St,
    StBlock,
    Text,
    ZoneEx,
)
from interpreter.language.checking import Checking, checks
from interpreter.language.facts import statements_in
from interpreter.language.scope import Scope
from interpreter.language.types import ANY, NUMBER, PLAYER, TRUTH, Type, phrase, set_of
from interpreter.model.resolve_rules import NO_STEPS
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position

# What a replacement calls the effect that it stands for.
ORIGINAL = "original"


# -- statements of the precondition
@checks(t.Require)
def _require(ctx: Checking, s: t.Require, scope: Scope) -> St:
    return RequireSt(s.position, typed(ctx, s.condition, TRUTH, scope), reason_of(ctx, s.because))


def reason_of(ctx: Checking, because: t.Text | None) -> str:
    """What the author says where a condition fails."""
    said = because.parts if because is not None else ()
    if because is not None and not all(isinstance(part, str) for part in said):
        message = "a reason has no values in it: `why` lists what the condition reads beneath it"
        fault(ctx, "type", message, because.position)
    return "".join(part for part in said if isinstance(part, str))


@checks(t.Choose)
def _choose(ctx: Checking, s: t.Choose, scope: Scope) -> St:
    source = set_for(ctx, "choose", s.source, scope)
    element = source.type.of or ANY
    by = typed(ctx, s.by, PLAYER, scope) if s.by is not None else me(ctx, s.position, scope)
    outer = scope.inner() if s.body is not None else scope
    many = s.quantity is not None
    origin = source if isinstance(source, ZoneEx) else None
    single = bind(ctx, outer, s.name, element, s.position, origin, source)
    where = wished = typed(ctx, s.where, TRUTH, outer) if s.where is not None else None
    if s.if_possible:
        where = or_nothing_does(ctx, s, source, wished, scope)
    asking = asking_of(ctx, s, scope, outer, element)
    if asking is not None and asking.always and many:
        fault(ctx, "type", "only one thing is always asked for, not several", asking.position)
    if many:
        single.type = set_of(element)
    low = high = None
    greedy = repeats = False
    if s.quantity is not None:
        low = typed(ctx, s.quantity.low, NUMBER, scope) if s.quantity.low is not None else None
        high = typed(ctx, s.quantity.high, NUMBER, scope) if s.quantity.high is not None else None
        greedy, repeats = s.quantity.greedy, s.quantity.repeats
    body = block(ctx, s.body, outer) if s.body is not None else None
    otherwise = otherwise_of(ctx, s.otherwise, scope)
    limits = (many, low, high, greedy, repeats)
    made = ChooseSt(s.position, single, source, where, by, *limits, body, otherwise, asking)
    return replace(made, wished=wished if s.if_possible else None, because=reason_of(ctx, s.because))


def or_nothing_does(ctx: Checking, s: t.Choose, source: Ex, wished: Ex | None, scope: Scope) -> Ex:
    """The condition of `where … if possible`: it holds, or it holds for none of the set."""
    assert wished is not None and s.where is not None
    if s.quantity is not None:
        fault(ctx, "type", "`if possible` goes with a choice of one thing", s.where.position)
    again = scope.inner()
    other = bind(ctx, again, s.name, source.type.of or ANY, s.position, source=source)
    clause = ClauseEx(s.source.position, other.python, source)
    does = GatherEx(s.where.position, TRUTH, "any", typed(ctx, s.where, TRUTH, again), (clause,), None, ())
    return LogicEx(s.where.position, TRUTH, "or", (wished, NotEx(s.where.position, TRUTH, does)))


@checks(t.ForSome)
def _forsome(ctx: Checking, s: t.ForSome, scope: Scope) -> St:
    one = t.Choose(s.position, None, s.name, s.source, s.where, False, None, s.by, s.body, (), s.asking)
    made = _choose(ctx, one, scope)
    assert isinstance(made, ChooseSt)
    if s.quantity is None:
        return replace(made, one_by_one=True)
    low = typed(ctx, s.quantity.low or t.Number(s.position, 0), NUMBER, scope)
    high = typed(ctx, s.quantity.high, NUMBER, scope) if s.quantity.high is not None else None
    return replace(made, low=low, high=high, repeats=s.quantity.repeats, one_by_one=True)


@checks(t.Let)
def _let(ctx: Checking, s: t.Let, scope: Scope) -> St:
    value = check(ctx, s.value, scope)
    origin = origin_of_value(value)
    if isinstance(s.value, t.Name):
        known = scope.find(s.value.name)
        origin = known.origin if known is not None else origin
    return LetSt(s.position, bind(ctx, scope, s.name, value.type, s.position, origin), value)


@checks(t.Pick)
def _pick(ctx: Checking, s: t.Pick, scope: Scope) -> St:
    source = set_for(ctx, "pick", s.source, scope)
    origin = source if isinstance(source, ZoneEx) else None
    variable = bind(ctx, scope, s.name, source.type.of or ANY, s.position, origin, source)
    where = typed(ctx, s.where, TRUTH, scope) if s.where is not None else None
    return PickSt(s.position, variable, source, where)


# -- calls
@checks(t.Invoke)
def _invoke(ctx: Checking, s: t.Invoke, scope: Scope) -> St | None:
    arguments = effect_arguments(ctx, s.effect, scope)
    if arguments is None:
        return None
    name = s.effect.name
    if name == ORIGINAL and ctx.replaced:
        name = f"{ORIGINAL}_{ctx.replaced}"
        ctx.originals[name] = ctx.replaced
    whom = whose(ctx, s.whom, s.effect.name, s.effect.position, scope)
    return CallSt(s.position, name, arguments, whom, s.must)


def whom(ctx: Checking, node: t.Expression | None, position: Position, scope: Scope) -> Ex:
    """Who does an effect: the one after `for`, else me; a fault where nobody is at turn."""
    if node is not None:
        return typed(ctx, node, PLAYER, scope)
    return me(ctx, position, scope)


def whose(ctx: Checking, node: t.Expression | None, effect: str, position: Position, scope: Scope) -> Ex:
    """Whose a called effect is: `for` whom, else the caller's.

    It is nobody's only where the effect has no need of a `me`.
    """
    if node is not None:
        return typed(ctx, node, PLAYER, scope)
    if scope.has_me:
        ctx.handed_on.add(effect)
        return MeEx(position, PLAYER)
    ctx.nobodys.append((effect, position))
    return ConstEx(position, PLAYER, -1)


def effect_arguments(ctx: Checking, call: t.Call, scope: Scope) -> tuple[Ex, ...] | None:
    """Check a called effect's name and arguments; None (and a problem) if there is none."""
    called = ctx.replaced if call.name == ORIGINAL and ctx.replaced else call.name
    declared = ctx.model.effects.get(called)
    if declared is None:
        no_such(
            ctx, f"there is no effect or action '{call.name}'", call.position, call.name, ctx.model.effects
        )
        return None
    wants = [parameter_type(ctx, p, quiet=True) for p in declared.parameters]
    return check_arguments(ctx, call, wants, scope, [p.name for p in declared.parameters])


@checks(t.After)
def _after(ctx: Checking, node: t.After, scope: Scope, wanted: Type | None) -> Ex:
    effect = node.effect
    if isinstance(effect, t.Name):
        effect = t.Call(effect.position, effect.name, ())
    if not isinstance(effect, t.Call):
        return fault(ctx, "type", "after `after` comes an effect or action", node.effect.position)
    value = check(ctx, node.value, scope, wanted)
    arguments = effect_arguments(ctx, effect, scope)
    if arguments is None or effect.name not in ctx.model.effects:
        return value
    ctx.foreseen[node.position] = effect.name
    does = whose(ctx, node.player, effect.name, effect.position, scope)
    return AfterEx(node.position, value.type, value, effect.name, arguments, does)


@checks(t.Perform)
def _perform(ctx: Checking, s: t.Perform, scope: Scope) -> St | None:
    arguments = effect_arguments(ctx, s.effect, scope)
    if arguments is None:
        return None
    whom = whose(ctx, s.whom, s.effect.name, s.position, scope)
    if s.at_once:
        return CallSt(s.position, s.effect.name, arguments, whom, False)
    for argument in arguments:
        if argument.type.kind == "set":
            fault(ctx, "type", "an action that waits cannot keep a set", argument.position)
    return PerformSt(s.position, s.effect.name, arguments, whom)


@checks(t.DoEffect)
def _doeffect(ctx: Checking, s: t.DoEffect, scope: Scope) -> St | None:
    piece = check(ctx, s.piece, scope)
    if piece.type.kind != "component":
        if piece.type != ANY:
            fault(ctx, "type", f"{phrase(piece.type)} has no effect", s.piece.position)
        return None
    made = ctx.model.components[piece.type.name]
    wants = [parameter_type(ctx, p, quiet=True) for p in made.effect_parameters]
    call = t.Call(s.position, f"do effect of {made.name}", s.arguments)
    return DoEffectSt(
        s.position,
        s.must,
        made.name,
        piece,
        check_arguments(ctx, call, wants, scope),
        whom(ctx, s.whom, s.position, scope),
    )


@checks(t.Score)
def _score(ctx: Checking, s: t.Score, scope: Scope) -> St:
    ctx.sources.setdefault(s.source)
    return ScoreSt(
        s.position, typed(ctx, s.amount, NUMBER, scope), s.source, whom(ctx, s.whom, s.position, scope)
    )


@checks(t.End)
def _end(ctx: Checking, s: t.End, scope: Scope) -> St:
    for name in (s.what, s.after):
        if name is not None and name != "game" and name not in ctx.model.steps:
            message = f"there is no step '{name}' in the flow"
            hint = hint_for(name, ["game", *ctx.model.steps])
            fault(ctx, "unknown-name", message, s.position, hint or (None if ctx.model.steps else NO_STEPS))
    if s.what in ctx.model.steps and (s.won_by is not None or s.undecided):
        fault(ctx, "type", f"only the game is won or undecided: '{s.what}' just ends", s.position)
    won_by = check(ctx, s.won_by, scope) if s.won_by is not None else None
    if won_by is not None and won_by.type != set_of(PLAYER):
        won_by = want(ctx, won_by, PLAYER, "who has won")
    return EndSt(s.position, s.what, s.after, won_by, s.undecided)


# -- structure
@checks(t.OneOf)
def _oneof(ctx: Checking, s: t.OneOf, scope: Scope) -> St:
    by = typed(ctx, s.by, PLAYER, scope) if s.by is not None else me(ctx, s.position, scope)
    seen: dict[str, Position] = {}
    branches = []
    for branch in s.branches:
        if branch.name in seen:
            ctx.problems.error(
                "defined-twice",
                f"two branches are called '{branch.name}'",
                branch.position,
                also=[seen[branch.name]],
            )
        seen[branch.name] = branch.position
        branches.append((branch.name, block(ctx, branch.body, scope.inner())))
    asking = asking_of(ctx, s, scope)
    return OneOfSt(s.position, by, tuple(branches), otherwise_of(ctx, s.otherwise, scope), asking)


@checks(t.May)
def _may(ctx: Checking, s: t.May, scope: Scope) -> St:
    by = typed(ctx, s.by, PLAYER, scope) if s.by is not None else me(ctx, s.position, scope)
    body = block(ctx, s.body, scope.inner())
    asking = asking_of(ctx, s, scope)
    return MaySt(s.position, by, body, otherwise_of(ctx, s.otherwise, scope), asking)


@checks(t.Say)
def _say(ctx: Checking, s: t.Say, scope: Scope) -> St:
    return SaySt(s.position, text_of(ctx, s.text, scope))


def asking_of(
    ctx: Checking,
    s: t.Choose | t.OneOf | t.May,
    scope: Scope,
    each: Scope | None = None,
    element: Type = ANY,
) -> Asking | None:
    """Check how something is asked; each: the scope of an option, where options are things of a type.

    Without it the options are branches, or yes and no.
    """
    asking = s.asking
    branches = s.branches if isinstance(s, t.OneOf) else ()
    titles = tuple(text_of(ctx, branch.title, scope) if branch.title else None for branch in branches)
    if asking is None:
        return Asking(s.position, None, (), titles, None, False) if any(titles) else None
    question = text_of(ctx, asking.question, scope) if asking.question is not None else None
    if asking.notes and each is None:
        message = 'branches say themselves what they are: `NAME as "WORDS":`'
        fault(ctx, "type", message, asking.notes[0].position)
    notes = tuple(text_of(ctx, note, each or scope) for note in asking.notes)
    default: Ex | str | None = None
    if asking.default is not None and each is not None:
        default = typed(ctx, asking.default, element, scope)
    elif asking.default is not None:
        labels = [branch.name for branch in branches] or ["no", "yes"]
        default = asking.default.name if isinstance(asking.default, t.Name) else ""
        if default not in labels:
            no_such(ctx, "there is no branch of this name", asking.default.position, default, labels)
    showing = tuple(shown_of(ctx, shown, scope) for shown in asking.showing)
    return Asking(asking.position, question, notes, titles, default, asking.always, showing)


def shown_of(ctx: Checking, shown: t.Expression, scope: Scope) -> Ex:
    """Check what is to be shown with a question; a gathered set has no name that people could read."""
    found = check(ctx, shown, scope)
    if isinstance(found, GatherEx):
        hint = "declare it under `values`, and write the name of the value here"
        return fault(ctx, "wrong-shape", "this has no name to be shown by", found.position, hint)
    return found


def text_of(ctx: Checking, text: t.Text, scope: Scope) -> Text:
    """Check a text for people."""
    parts = (part if isinstance(part, str) else check(ctx, part, scope) for part in text.parts)
    return Text(text.position, tuple(parts))


def otherwise_of(ctx: Checking, statements: t.Block, scope: Scope) -> StBlock:
    """Check what is done where a choice is not made."""
    return block(ctx, statements, scope.inner(), late="in `otherwise`")


@checks(t.If)
def _if(ctx: Checking, s: t.If, scope: Scope) -> St:
    tests = tuple(
        (typed(ctx, c, TRUTH, scope), block(ctx, b, scope.inner(), late="in `if`")) for c, b in s.tests
    )
    return IfSt(s.position, tests, block(ctx, s.otherwise, scope.inner(), late="in `else`"))


@checks(t.For)
def _for(ctx: Checking, s: t.For, scope: Scope) -> St:
    source = set_for(ctx, "for", s.source, scope)
    inner = scope.inner()
    origin: Ex | None = source if isinstance(source, ZoneEx) else None
    if isinstance(source, LocalEx) and isinstance(s.source, t.Name):
        known = scope.find(s.source.name)
        origin = known.origin if known is not None else None
    variable = bind(ctx, inner, s.name, source.type.of or ANY, s.position, origin, source)
    where = typed(ctx, s.where, TRUTH, inner) if s.where is not None else None
    by = tuple(order_key(ctx, key, inner) for key in s.by)
    return ForSt(s.position, variable, source, where, by, block(ctx, s.body, inner, late="in `for`"))


@checks(t.Repeat)
def _repeat(ctx: Checking, s: t.Repeat, scope: Scope) -> St:
    condition = typed(ctx, s.condition, TRUTH, scope) if s.condition is not None else None
    return RepeatSt(
        s.position,
        typed(ctx, s.amount, NUMBER, scope),
        condition,
        block(ctx, s.body, scope.inner(), late="in `repeat`"),
    )


@checks(t.Settle)
def _settle(ctx: Checking, s: t.Settle, scope: Scope) -> St:
    body = block(ctx, s.body, scope.inner(), late="in `settle`")
    for each in statements_in(body):
        if isinstance(each, GainSt) and each.all_or_none:
            message = "`all or none` says nothing in `settle`, which itself says what is done with too little"
            fault(ctx, "type", message, each.position)
    return SettleSt(s.position, s.rule, body)
