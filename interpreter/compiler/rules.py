"""Triggers, modifiers, grants, replacements: each compiled where it can matter, tested by the rules in play.

A rule of a component counts for a player while the component lies in one of that player's active places; the
mask of a player's rules in play is one number, tested first. Order: the event's player and then in turn
order, and for each player in the order of declaration; rules of the table come before those of components.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from interpreter.compiler import ir
from interpreter.compiler.built_in_code import players_from
from interpreter.compiler.context import TURN, Context, fresh
from interpreter.compiler.crowds import (
    Run,
    carried_names,
    crowd_of,
    kind_of,
    kinds_active,
    one_by_one,
    run_of,
    runs,
    take_all,
    taken,
)
from interpreter.compiler.events import place_told, told_within
from interpreter.compiler.guards import emit
from interpreter.compiler.ir import Arithmetic, Expr, Function, GameCall, Item, Local, Stmt
from interpreter.compiler.readings import has_cells, kept_value
from interpreter.compiler.signatures import KEPT, NONE, NUMBERS
from interpreter.compiler.slots import MAY_BE_NONE, lower, metered, ordinal, static_table
from interpreter.compiler.statements import lower_block, lower_body
from interpreter.compiler.tallies import tally
from interpreter.language.checked import LastingSt, MeEx, PatternEx, StBlock, Variable
from interpreter.language.index import Unit
from interpreter.language.node import find
from interpreter.language.program import EffectEx, RuleEx, ValueEx
from interpreter.language.types import Type
from interpreter.layout import DEPTH
from interpreter.play.event import Event
from interpreter.play.runtime import Kept
from interpreter.problems.position import Position

CHANGE_ORDER = {"instead": 0, "plus": 1, "times": 2}


def place_of(body: StBlock, declared: Position) -> Position:
    """Where a body stands: not where it is declared, if an overlay has changed it."""
    return body[0].position if body else declared


def rules_for(ctx: Context, kind: str, event: str) -> list[RuleEx]:
    """The rules of a kind that listen to an event, in the order of declaration."""
    return [
        r for r in ctx.program.rules if r.kind == kind and r.pattern is not None and r.pattern.event == event
    ]


# -- is a rule in force for a player?
def in_force(ctx: Context, rule: RuleEx, owner: Expr | None) -> Expr | None:
    """A test that the rule counts for a player; None for a rule of the table.

    owner None: that its carrier lies in a place for all.
    """
    if rule.lasting is not None and owner is not None:
        return ir.slot(ir.plus(owner, ir.const(ctx.layout.lasting[rule.lasting])), NUMBERS)
    if rule.carrier is None:
        return None
    if crowd_of(ctx, rule):
        return ir.Contains(ir.const(kind_of(ctx, rule).index), _kinds_active(ctx, rule, owner))
    word, bit = ctx.layout.bits[rule.carrier]
    first = ctx.layout.masks + word * ctx.layout.owners
    masks = _held_by(ctx, rule, owner, first)
    mask = masks[0] if len(masks) == 1 else Arithmetic("|", masks[0], masks[1])
    return Arithmetic("&", mask, ir.const(bit))


def _kinds_active(ctx: Context, rule: RuleEx, owner: Expr | None) -> Expr:
    """The kinds of the crowd of a rule that are in force for an owner; None: where they are for all."""
    component = crowd_of(ctx, rule)
    shared = ctx.model.lies_for_all(component) and not is_nobodys(ctx, rule)
    return kinds_active(ctx, component, owner, shared=shared)


def _held_by(ctx: Context, rule: RuleEx, owner: Expr | None, first: int) -> list[Expr]:
    """The slots that say of a rule's carrier that it is in force for an owner, for all, or either.

    first: the slot of the first owner; that of the table is the last.
    """
    assert rule.carrier is not None
    table = ir.slot(ir.const(first + ctx.model.persons))
    if owner is None:
        return [table]
    own = ir.slot(ir.plus(owner, ir.const(first)))
    shared = ctx.model.lies_for_all(rule.carrier[0]) and not is_nobodys(ctx, rule)
    return [own, table] if shared else [own]


def is_nobodys(ctx: Context, rule: RuleEx) -> bool:
    """Whether a rule counts once where its carrier lies in a place for all: its event has no `me`."""
    listens = rule.kind in ("trigger", "modifier") and rule.pattern is not None and rule.pattern.me is None
    return listens and rule.carrier is not None and ctx.model.lies_for_all(rule.carrier[0])


def may_be_owned(ctx: Context, rule: RuleEx) -> bool:
    """Whether a rule can be somebody's: it lasts for them, or its carrier lies in a place of theirs."""
    return rule.carrier is None or not is_nobodys(ctx, rule) or ctx.model.lies_for_owner(rule.carrier[0])


def copies(ctx: Context, rule: RuleEx, owner: Expr | None) -> Expr | None:
    """How many copies of the carrier are in play for a player, or for all, where there can be several."""
    if crowd_of(ctx, rule):
        return ir.call("count", _kinds_active(ctx, rule, owner), ir.const(kind_of(ctx, rule).index))
    if rule.carrier is None or rule.carrier not in ctx.layout.copies_in_play:
        return None
    counts = _held_by(ctx, rule, owner, ctx.layout.copies_in_play[rule.carrier])
    return counts[0] if len(counts) == 1 else ir.plus(counts[0], counts[1])


def matches(ctx: Context, pattern: PatternEx, arguments: Sequence[Expr], owner: Expr | None) -> list[Expr]:
    """The tests that an event's arguments fit a pattern; owner: who `me` is."""
    tests = [ir.compare(arguments[place], "==", lower(ctx, value)) for place, value in pattern.equal]
    if pattern.me is not None and owner is not None:
        tests.insert(0, ir.compare(arguments[pattern.me], "==", owner))
    return tests


def bound_variables(rule: RuleEx, arguments: Sequence[Expr]) -> list[Stmt]:
    """Assignments of the names that a pattern binds."""
    assert rule.pattern is not None
    return [ir.Let(variable.python, arguments[place]) for place, variable in rule.pattern.bind]


def each_lasting(ctx: Context, rule: RuleEx, owner: Expr, body: list[Stmt]) -> list[Stmt]:
    """Run a body for each time a lasting rule came into force, with what it kept."""
    width = len(rule.kept) + 1
    assert rule.lasting is not None
    slot = ir.plus(owner, ir.const(ctx.layout.lasting[rule.lasting]))
    entries, place = fresh(ctx, "entries"), fresh(ctx, "place")
    all_kept = ir.local(entries, NUMBERS)
    kept = [
        ir.Let(v.python, Item(all_kept, ir.plus(ir.local(place), ir.const(n))))
        for n, v in enumerate(rule.kept, 1)
    ]
    span = ir.call("range", ir.const(0), ir.call("len", all_kept), ir.const(width))
    # The rule itself counts what it does; how often it is in force is known only in play.
    each = 10 + (ctx.work.change(rule) if rule.kind == "modifier" else ctx.work.tests(rule))
    many = ir.call("metered", span, ir.const(each))
    return [ir.Let(entries, ir.slot(slot, NUMBERS)), ir.Loop(place, many, [*kept, *body])]


# -- triggers
def listener(
    ctx: Context, event: str, when_before: bool | None, word: str, parameters: Sequence[Local]
) -> None:
    """Make the function that runs an event's triggers.

    Its first parameter after `s` is the event's player if it has one; when_before None: triggers of both
    times.
    """
    rules = [r for r in rules_for(ctx, "trigger", event) if when_before is None or r.before == when_before]
    code: list[Stmt] = []
    arguments = parameters
    table = [r for r in rules if r.carrier is None and r.lasting is None]
    nobodys = [r for r in rules if is_nobodys(ctx, r)]
    owned = [r for r in rules if r not in table and may_be_owned(ctx, r)]
    for rule in rules:
        if not crowd_of(ctx, rule):
            rule_function(ctx, rule, f"rule_{rule.order}")
    code += fire_all(ctx, (*table, *nobodys), arguments, None)
    player = player_place(ctx, event)
    if owned:
        only_me = player is not None and all(r.pattern is not None and r.pattern.me == player for r in owned)
        inner = fire_all(ctx, owned, arguments, ir.local("owner"))
        if only_me:
            assert player is not None
            code += [ir.Let("owner", arguments[player]), *inner]
        else:
            order = static_table(ctx, "PLAYERS_FROM", lambda: players_from(ctx))
            start: Expr = arguments[player] if player is not None else ir.const(0)
            # What happens to nobody, as the end of a round, is heard in seat order.
            nobody = ir.compare(start, "<", ir.const(0))
            start = start if player is None else ir.if_else(nobody, ir.const(0), start)
            code.append(ir.Loop("owner", ir.entry(order, start), inner))
    asks = any(("rule", str(r.order)) in ctx.asking for r in rules)
    first = rules[0].position
    emit(ctx, Function(word, list(parameters), code, first.file, first.line, asks))


def player_place(ctx: Context, event: str) -> int | None:
    """Which argument of an event is its player."""
    kind, name = event.split(" ", 1)
    if kind in ("effect", "began", "ended"):
        return 0
    per: tuple[Type, ...] = ()
    if kind in ("gained", "lost"):
        per = ctx.model.counters[name].per
    elif name in ctx.model.zones:
        per = ctx.model.zones[name].per
    return next((place for place, p in enumerate(per) if p.kind == "player"), None)


def fire_all(
    ctx: Context, rules: Iterable[RuleEx], arguments: Sequence[Local], owner: Local | None
) -> list[Stmt]:
    """Run triggers in their order; those of a crowd are found by what lies active."""
    code: list[Stmt] = []
    for each in runs(ctx, rules, lambda rule: is_nobodys(ctx, rule)):
        if isinstance(each, RuleEx):
            code += fire(ctx, each, arguments, owner)
        else:
            code += fire_in_turn(ctx, each, arguments, owner)
    return code


def fire_in_turn(
    ctx: Context, run: Run[RuleEx], arguments: Sequence[Local], owner: Local | None
) -> list[Stmt]:
    """Run the triggers of a crowd that are in force for an owner."""
    given = [*arguments, *([owner] if owner is not None else [])]
    places = told_in_turn(ctx, run)

    def make(here: Context, rule: RuleEx, word: str) -> tuple[list[Stmt], bool]:
        rule_function(here, rule, f"{word}_rule", places)
        assert rule.pattern is not None
        tests = matches(here, rule.pattern, arguments, owner)
        body = carried_out(here, rule, arguments, owner, f"{word}_rule")
        return ([ir.When(ir.both(tests), body)] if tests else body), ("rule", str(rule.order)) in ctx.asking

    take_all(ctx, run, given, make)
    first = run.rules[0]
    each = max(ctx.work.fired(rule) for rule in run.rules)
    asks = any(("rule", str(rule.order)) in ctx.asking for rule in run.rules)
    call = ir.Run(taken(run, given, NONE, asks=asks))
    return one_by_one(ctx, run, _kinds_active(ctx, first, owner), each, [call])


def told_in_turn(ctx: Context, run: Run[RuleEx]) -> tuple[int, int]:
    """Register the places that tell of the rules of a run, by number; returns the first of each kind."""
    if not ctx.listened:
        return 0, 0
    firsts = []
    for kind in ("begin", "end"):
        firsts.append(len(ctx.event_sources))
        for rule in run.rules:
            here = replace(ctx, unit=("rule", str(rule.order)))
            place_told(here, kind, place_of(rule.body, rule.position), says_rule(ctx, rule))
    return firsts[0], firsts[1]


def fire(ctx: Context, rule: RuleEx, arguments: Sequence[Expr], owner: Expr | None) -> list[Stmt]:
    """Run one trigger if it is in force for an owner (None: for all) and the event fits."""
    assert rule.pattern is not None
    body = carried_out(ctx, rule, arguments, owner, f"rule_{rule.order}")
    return where_in_force(ctx, rule, owner, matches(ctx, rule.pattern, arguments, owner), body)


def carried_out(
    ctx: Context, rule: RuleEx, arguments: Sequence[Expr], owner: Expr | None, word: str
) -> list[Stmt]:
    """What a trigger that is in force for an owner does once; word: its function."""
    assert rule.pattern is not None
    if owner is None and is_nobodys(ctx, rule) and says_me(rule):
        return [for_nobody(rule)]
    place = rule.pattern.me
    me = owner if owner is not None else (arguments[place] if place is not None else ir.const(-1))
    return rule_call(ctx, rule, arguments, me, word)


def says_me(rule: RuleEx) -> bool:
    """Whether what a rule does is somebody's."""
    parts = [part for part in (rule.where, rule.value, *rule.body) if part is not None]
    return bool(rule.once) or any(True for part in parts for _ in (*find(part, MeEx), *find(part, LastingSt)))


def for_nobody(rule: RuleEx) -> Stmt:
    """The fault of a rule that says `me` where its carrier lies in a place that is nobody's."""
    assert rule.carrier is not None
    return ir.Fail(f"the rule of '{rule.carrier[1]}' says `me`, and where it lies it is nobody's")


def where_in_force(
    ctx: Context, rule: RuleEx, owner: Expr | None, tests: list[Expr], body: list[Stmt]
) -> list[Stmt]:
    """Code that is run where a rule counts for an owner (None: for all) and the tests hold.

    It is run once for each copy of what carries the rule, and for each time that the rule lasts.
    """
    active = in_force(ctx, rule, owner)
    if rule.lasting is not None and owner is not None:
        # What the rule kept may be in its pattern: tested once that is at hand.
        body = each_lasting(ctx, rule, owner, [ir.When(ir.both(tests), body)] if tests else body)
        tests = []
    count = copies(ctx, rule, owner)
    if count is not None:
        body = [ir.Loop(fresh(ctx, "copy"), ir.call("range", count), body)]
    conditions = [active, *tests] if active is not None else tests
    return [ir.When(ir.both(conditions), body)] if conditions else body


def _known_to(rule: RuleEx) -> list[Local]:
    """The variables of a rule: what it kept, and what its pattern binds."""
    assert rule.pattern is not None
    return ir.names_of([*rule.kept, *(variable for _, variable in rule.pattern.bind)])


def rule_function(ctx: Context, rule: RuleEx, word: str, places: tuple[int, int] = (0, 0)) -> None:
    """Make the rule's own function: its body, under its `where`.

    places: what tells of it, where that is found by whose turn it is.
    """
    names = [ir.local("me"), *_known_to(rule), *carried_names(ctx)]
    place = place_of(rule.body, rule.position)
    inside = replace(ctx, unit=("rule", str(rule.order)))
    body = [*tally(ctx, "rule", rule.position), *lower_block(inside, rule.body, names)]
    if ctx.this is not None and ctx.listened:
        numbers = [ir.plus(ir.local(TURN), ir.const(number)) for number in places]
        begin, end = (ir.located(ir.Run(ir.call("tell", each, ir.local("me"))), place) for each in numbers)
        body = [begin, *body, end]
    elif rule.title or rule.carrier is not None:
        body = told_within(inside, says_rule(ctx, rule), place, body)
    if rule.once:
        body = once(ctx, rule, body)
    if rule.where is not None:
        body = [ir.When(lower(ctx, rule.where), body)]
    body = counted(ctx, ("rule", str(rule.order)), body)
    asks = ("rule", str(rule.order)) in ctx.asking
    emit(ctx, Function(word, names, body, place.file, place.line, asks))


def rule_call(ctx: Context, rule: RuleEx, arguments: Sequence[Expr], me: Expr, word: str) -> list[Stmt]:
    """A call of the rule's own function."""
    assert rule.pattern is not None
    kept = _known_to(rule)[: len(rule.kept)]
    values = [arguments[place] for place, _ in rule.pattern.bind]
    asks = ("rule", str(rule.order)) in ctx.asking
    return [ir.Run(GameCall(word, [me, *kept, *values, *carried_names(ctx)], NONE, asks))]


def once(ctx: Context, rule: RuleEx, body: list[Stmt]) -> list[Stmt]:
    """A trigger's body that each player has once in a step: once for each copy of its carrier."""
    slot = ir.plus(ir.local("me"), ir.const(ctx.layout.once[rule.order]))
    most = copies(ctx, rule, ir.local("me")) or ir.const(1)
    left = ir.compare(ir.slot(slot), "<", most)
    again = ir.plus(ir.local("me"), ir.const(ctx.layout.once[rule.order]))
    return [ir.When(left, [ir.AddTo(again, "+", ir.const(1)), *body])]


def says_rule(ctx: Context, rule: RuleEx) -> Event:
    """What is said of a trigger or replacement when it is carried out: what carries it, or its own title."""
    if rule.carrier is None:
        return Event(what="rule", name=rule.title, title=rule.title)
    kind = ctx.model.components[rule.carrier[0]].by_name[rule.carrier[1]]
    return Event(what="rule", name=kind.name, title=kind.about.title)


def counted(ctx: Context, unit: Unit, body: list[Stmt]) -> list[Stmt]:
    """The body of what can come to call itself: how deep it is in its own calls is counted."""
    steps = ctx.work.unit(unit)
    if unit not in ctx.recursive:
        return metered(steps, body)
    return [
        ir.Run(ir.call("deeper", ir.const(steps))),
        *body,
        ir.AddTo(ir.const(DEPTH), "-", ir.const(1)),
    ]


# -- effects
def lower_effect(ctx: Context, effect: EffectEx) -> None:
    """Compile an effect or action with all that listens to it."""
    ctx = replace(ctx, unit=("effect", effect.name), unit_title=effect.title)
    names = [ir.local("me"), *ir.names_of(effect.parameters)]
    event = f"effect {effect.name}"
    body = [*tally(ctx, "effect", effect.position, effect.name), *lower_body(ctx, effect.body, names)]
    replacements = sorted(rules_for(ctx, "replacement", event), key=lambda r: (-r.rank, r.order))
    if replacements:
        body = replaced(ctx, replacements, names, body)
    code: list[Stmt] = []
    triggers = rules_for(ctx, "trigger", event)
    if any(r.before for r in triggers):
        code.append(heard_effect(ctx, effect, names, True))
    code += body
    for (name, step), slot in ctx.layout.histories.items():
        if name == effect.name:
            code.append(ir.AddTo(ir.plus(ir.local("me"), ir.const(slot)), "+", ir.const(1)))
        del step
    if any(not r.before for r in triggers):
        code.append(heard_effect(ctx, effect, names, False))
    code = counted(ctx, ("effect", effect.name), code)
    if effect.title:
        says = Event(what="effect", name=effect.name, title=effect.title)
        code = told_within(ctx, says, effect.position, code)
    asks = ("effect", effect.name) in ctx.asking
    word, place = f"do_{effect.name}", place_of(effect.body, effect.position)
    emit(ctx, Function(word, names, code, place.file, place.line, asks))


def heard_effect(ctx: Context, effect: EffectEx, names: list[Local], before: bool) -> Stmt:
    """Make the function that tells an effect's triggers, and return a call of it."""
    word = f"{'before' if before else 'after'}_{effect.name}"
    event = f"effect {effect.name}"
    listener(ctx, event, before, word, names)
    asks = any(
        ("rule", str(r.order)) in ctx.asking for r in rules_for(ctx, "trigger", event) if r.before == before
    )
    return ir.Run(GameCall(word, names, NONE, asks))


def replaced(ctx: Context, rules: list[RuleEx], names: list[Local], body: list[Stmt]) -> list[Stmt]:
    """The first replacement in force, by rank, stands for the body: at most one for each event."""
    arguments = names
    code = body
    for rule in reversed(rules):
        assert rule.pattern is not None
        owner = ir.local("me") if rule.pattern.me == 0 or rule.carrier is None else None
        if owner is None:
            owner = arguments[rule.pattern.me] if rule.pattern.me is not None else ir.local("me")
        active = in_force(ctx, rule, owner)
        tests = [t for t in (active, *matches(ctx, rule.pattern, arguments, owner)) if t is not None]
        where = rule.where
        stored = RuleEx(
            rule.kind, rule.position, rule.carrier, rule.pattern, None, body=rule.body, order=rule.order
        )
        word = f"rule_{rule.order}"
        rule_function(ctx, stored, word)
        call = rule_call(ctx, stored, arguments, owner, word)
        bound = bound_variables(rule, arguments)
        condition = ir.both(tests) if tests else ir.const(True)
        if where is None:
            code = [ir.When(condition, call, code)]
        else:
            flag = fresh(ctx, "instead")
            code = [
                ir.Let(flag, ir.const(False)),
                ir.When(condition, [*bound, ir.Let(flag, lower(ctx, where))]),
                ir.When(ir.local(flag), call, code),
            ]
    return code


# -- values
def lower_value(ctx: Context, value: ValueEx) -> None:
    """Compile a rule value with the modifiers that may change it."""
    names, place = ir.names_of(value.parameters), value.body.position
    code = metered(ctx.work.value(value.name), value_code(ctx, value))
    word = f"value_{value.name}"
    if value.kept and has_cells(ctx.model, value):
        work_out = f"unkept_{value.name}"
        emit(ctx, Function(work_out, names, code, place.file, place.line))
        code = kept_code(ctx, value, work_out)
    emit(ctx, Function(word, names, code, place.file, place.line))


def kept_code(ctx: Context, value: ValueEx, work_out: str) -> list[Stmt]:
    """Look a kept value up, or work it out where something that it reads has changed. Of none nothing is."""
    types = [v.type for v in value.parameters]
    names = ir.names_of(value.parameters)
    cell: Expr = ir.const(0)
    for index, name in zip(types, names, strict=True):
        cell = ir.plus(ir.times(cell, ir.const(ctx.model.index_size(index))), ordinal(ctx, index, name))

    def made() -> Kept:
        kept = kept_value(ctx, value)
        ctx.layout.enter(len(kept.cells) * (2 + sum(end - first for first, end in kept.spans)))
        return kept

    table = static_table(ctx, f"KEPT_{value.name}", made, KEPT)
    result = ir.kind_of(value.type)
    look = ir.Return(ir.Kept(table, cell, work_out, names, result))
    absent = [
        ir.compare(name, "<", ir.const(0))
        for index, name in zip(types, names, strict=True)
        if index.kind in MAY_BE_NONE
    ]
    if not absent:
        return [look]
    return [ir.When(ir.either(absent), [ir.Return(GameCall(work_out, names, result))]), look]


def value_code(ctx: Context, value: ValueEx) -> list[Stmt]:
    """Work a rule value out.

    Modifiers are folded by rank, then instead, plus, times, then in the order of declaration.
    """
    rules = sorted(
        rules_for(ctx, "modifier", f"value {value.name}"),
        key=lambda r: (r.rank, CHANGE_ORDER[r.change], r.order),
    )
    if not rules:
        return [ir.Return(lower(ctx, value.body))]
    changes: list[Stmt] = []
    # A tracer learns of each rule which it is, so it goes through them one by one.
    together = rules if ctx.traced else runs(ctx, rules, lambda rule: _folded_with(ctx, rule))
    for each in together:
        if isinstance(each, RuleEx):
            changes += modification(ctx, each, value.parameters)
        else:
            changes += changes_in_turn(ctx, each, value)
    return [
        ir.Let("value", lower(ctx, value.body)),
        *changes,
        ir.Return(ir.local("value", ir.kind_of(value.type))),
    ]


def modification(ctx: Context, rule: RuleEx, parameters: Sequence[Variable]) -> list[Stmt]:
    """Code that changes `value` where a modifier is in force and fits.

    One that does not say whose value it changes counts for whoever has it in play.
    """
    assert rule.pattern is not None
    arguments = ir.names_of(parameters)
    whose = arguments[rule.pattern.me] if rule.pattern.me is not None else None
    of_table = whose is None and rule.carrier is None and rule.lasting is None
    owner: Expr | None = None if of_table else whose or ir.local("me")
    tests = matches(ctx, rule.pattern, arguments, None)

    def modified(owner: Expr | None) -> list[Stmt]:
        if owner is None and is_nobodys(ctx, rule) and says_me(rule):
            return where_in_force(ctx, rule, owner, tests, [for_nobody(rule)])
        body = changed(ctx, rule, owner)
        if rule.where is not None:
            body = [ir.When(lower(ctx, rule.where), body)]
        body = [*bound_variables(rule, arguments), *body]
        if whose is not None:
            body = [ir.Let("me", whose), *body]
        return where_in_force(ctx, rule, owner, tests, body)

    if of_table or whose is not None:
        return modified(owner)
    code = modified(None) if is_nobodys(ctx, rule) else []
    if may_be_owned(ctx, rule):
        code.append(ir.Loop("me", ir.call("range", ir.const(ctx.model.persons)), modified(owner)))
    return code


def _folded_with(ctx: Context, rule: RuleEx) -> tuple[object, ...]:
    """What modifiers of a crowd have in common that are folded in one go."""
    return rule.rank, rule.change, rule.pattern is None or rule.pattern.me, is_nobodys(ctx, rule)


def changes_in_turn(ctx: Context, run: Run[RuleEx], value: ValueEx) -> list[Stmt]:
    """Code that changes `value` by the modifiers of a crowd that are in force, as `modification` does."""
    first, arguments = run.rules[0], ir.names_of(value.parameters)
    assert first.pattern is not None
    me = ir.local("me")
    if first.pattern.me is not None:
        return [ir.Let("me", arguments[first.pattern.me]), *_changed_in_turn(ctx, run, value, me)]
    code = _changed_in_turn(ctx, run, value, None) if is_nobodys(ctx, first) else []
    if may_be_owned(ctx, first):
        again = run_of(ctx, run.component, run.rules)
        inner = _changed_in_turn(ctx, again, value, me)
        code.append(ir.Loop("me", ir.call("range", ir.const(ctx.model.persons)), inner))
    return code


def _changed_in_turn(ctx: Context, run: Run[RuleEx], value: ValueEx, owner: Local | None) -> list[Stmt]:
    arguments, now = ir.names_of(value.parameters), ir.local("value", ir.kind_of(value.type))

    def make(here: Context, rule: RuleEx, _word: str) -> tuple[list[Stmt], bool]:
        body: list[Stmt] = changed(here, rule, owner)
        if owner is None and is_nobodys(ctx, rule) and says_me(rule):
            body = [for_nobody(rule)]
        elif rule.where is not None:
            body = [ir.When(lower(here, rule.where), body)]
        body = [*bound_variables(rule, arguments), *body]
        assert rule.pattern is not None
        tests = matches(here, rule.pattern, arguments, None)
        return [*([ir.When(ir.both(tests), body)] if tests else body), ir.Return(now)], False

    given = [now, *arguments, *([owner] if owner is not None else [])]
    take_all(ctx, run, given, make)
    each = max(10 + ctx.work.change(rule) for rule in run.rules)
    call: list[Stmt] = [ir.Let("value", taken(run, given, now.type))]
    return one_by_one(ctx, run, _kinds_active(ctx, run.rules[0], owner), each, call)


def changed(ctx: Context, rule: RuleEx, owner: Expr | None) -> list[Stmt]:
    """The change itself: `value` plus, times or instead; a tracer notes which rule it was, and whose."""
    assert rule.value is not None
    amount, now = lower(ctx, rule.value), ir.local("value")
    if rule.change != "instead":
        amount = Arithmetic("+" if rule.change == "plus" else "*", now, amount, grows=True)
    change: list[Stmt] = [ir.Let("value", amount)]
    if ctx.traced:
        change.append(ir.Run(ir.call("note", ir.const(rule.order), owner or ir.const(-1))))
    return change
