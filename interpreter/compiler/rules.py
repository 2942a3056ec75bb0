"""Triggers, modifiers, grants, replacements: each compiled where it can matter, tested by the rules in play.

A rule of a component counts for a player while the component lies in one of that player's active places; the
mask of a player's rules in play is one number, tested first. Order: the event's player and then in turn
order, and for each player in the order of declaration; rules of the table come before those of components.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import prod

from interpreter.compiler import ir
from interpreter.compiler.built_in_code import players_from
from interpreter.compiler.context import Context, fresh
from interpreter.compiler.events import told_within
from interpreter.compiler.guards import emit
from interpreter.compiler.ir import Arithmetic, Expr, Function, GameCall, Item, Local, Stmt
from interpreter.compiler.signatures import KEPT, NONE, NUMBERS
from interpreter.compiler.slots import MAY_BE_NONE, charged, lower, ordinal, static_table
from interpreter.compiler.statements import lower_block, lower_body
from interpreter.language.checked import PatternEx, StBlock, Variable
from interpreter.language.index import Unit
from interpreter.language.program import EffectEx, RuleEx, ValueEx
from interpreter.language.reads import things_read
from interpreter.language.types import Type
from interpreter.layout import DEPTH
from interpreter.play.events import Event
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
def in_force(ctx: Context, rule: RuleEx, owner: Expr) -> Expr | None:
    """A test that the rule counts for a player; None for a rule of the table."""
    if rule.lasting is not None:
        return ir.slot(ir.plus(owner, ir.const(ctx.layout.lasting[rule.lasting])), NUMBERS)
    if rule.carrier is None:
        return None
    word, bit = ctx.layout.bits[rule.carrier]
    first = ctx.layout.masks + word * ctx.layout.owners
    mask: Expr = ir.slot(ir.plus(owner, ir.const(first)))
    if on_table(ctx, rule.carrier):
        mask = Arithmetic("|", mask, ir.slot(ir.const(first + ctx.model.persons)))
    return Arithmetic("&", mask, ir.const(bit))


def on_table(ctx: Context, carrier: tuple[str, str]) -> bool:
    """Whether its component can lie in an active place that belongs to nobody."""
    shared_zones = any(
        z.active and z.holds.name == carrier[0] and not any(p.kind in ("player", "team") for p in z.per)
        for z in ctx.model.zones.values()
    )
    return shared_zones or any(
        b.active and b.per is None and carrier[0] in b.holds.values() for b in ctx.model.boards.values()
    )


def copies(ctx: Context, rule: RuleEx, owner: Expr) -> Expr | None:
    """How many copies of the carrier are in play for a player, where there can be several."""
    if rule.carrier is None or rule.carrier not in ctx.layout.copies_in_play:
        return None
    first = ctx.layout.copies_in_play[rule.carrier]
    count = ir.slot(ir.plus(owner, ir.const(first)))
    return (
        ir.plus(count, ir.slot(ir.const(first + ctx.model.persons))) if on_table(ctx, rule.carrier) else count
    )


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
    many = ir.call("counted", span, ir.const(each))
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
    owned = [r for r in rules if r not in table]
    for rule in table:
        code += fire(ctx, rule, arguments, None)
    player = player_place(ctx, event)
    if owned:
        only_me = player is not None and all(r.pattern is not None and r.pattern.me == player for r in owned)
        inner = [line for rule in owned for line in fire(ctx, rule, arguments, ir.local("owner"))]
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


def fire(ctx: Context, rule: RuleEx, arguments: Sequence[Expr], owner: Expr | None) -> list[Stmt]:
    """Run one trigger if it is in force for an owner (None: a rule of the table) and the event fits."""
    assert rule.pattern is not None
    pattern = rule.pattern
    me = owner if owner is not None else (arguments[pattern.me] if pattern.me is not None else ir.const(-1))
    body = rule_body(ctx, rule, arguments, me)
    return where_in_force(ctx, rule, owner, matches(ctx, pattern, arguments, owner), body)


def where_in_force(
    ctx: Context, rule: RuleEx, owner: Expr | None, tests: list[Expr], body: list[Stmt]
) -> list[Stmt]:
    """Code that is run where a rule counts for an owner (None: a rule of the table) and the tests hold.

    It is run once for each copy of what carries the rule, and for each time that the rule lasts.
    """
    active = in_force(ctx, rule, owner) if owner is not None else None
    if rule.lasting is not None and owner is not None:
        # What the rule kept may be in its pattern: tested once that is at hand.
        body = each_lasting(ctx, rule, owner, [ir.When(ir.both(tests), body)] if tests else body)
        tests = []
    count = copies(ctx, rule, owner) if owner is not None else None
    if count is not None:
        body = [ir.Loop(fresh(ctx, "copy"), ir.call("range", count), body)]
    conditions = [active, *tests] if active is not None else tests
    return [ir.When(ir.both(conditions), body)] if conditions else body


def rule_body(ctx: Context, rule: RuleEx, arguments: Sequence[Expr], me: Expr) -> list[Stmt]:
    """A call of the rule's own function, under its `where`."""
    assert rule.pattern is not None
    known = ir.names_of([*rule.kept, *(variable for _, variable in rule.pattern.bind)])
    word, place = f"rule_{rule.order}", place_of(rule.body, rule.position)
    outside, ctx.unit = ctx.unit, ("rule", str(rule.order))
    body = lower_block(ctx, rule.body, [ir.local("me"), *known])
    ctx.unit = outside
    if rule.title or rule.carrier is not None:
        body = told_within(ctx, says_rule(ctx, rule), place, body)
    if rule.once:
        body = once(ctx, rule, body)
    if rule.where is not None:
        body = [ir.When(lower(ctx, rule.where), body)]
    body = counted(ctx, ("rule", str(rule.order)), body)
    asks = ("rule", str(rule.order)) in ctx.asking
    emit(ctx, Function(word, [ir.local("me"), *known], body, place.file, place.line, asks))
    values = [arguments[place] for place, _ in rule.pattern.bind]
    return [ir.Run(GameCall(word, [me, *known[: len(rule.kept)], *values], NONE, asks))]


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
        return charged(steps, body)
    return [
        ir.Run(ir.call("deeper", ir.const(steps))),
        *body,
        ir.AddTo(ir.const(DEPTH), "-", ir.const(1)),
    ]


# -- effects
def lower_effect(ctx: Context, effect: EffectEx) -> None:
    """Compile an effect or action with all that listens to it."""
    ctx.unit, ctx.unit_title = ("effect", effect.name), effect.title
    names = [ir.local("me"), *ir.names_of(effect.parameters)]
    event = f"effect {effect.name}"
    body = lower_body(ctx, effect.body, names)
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


def replaced(
    ctx: Context, rules: list[RuleEx], names: list[Local], body: list[Stmt]
) -> list[Stmt]:
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
        call = rule_body(ctx, stored, arguments, owner)
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
    code = charged(ctx.work.value(value.name), value_code(ctx, value))
    word = f"value_{value.name}"
    if value.kept:
        work_out = f"unkept_{value.name}"
        emit(ctx, Function(work_out, names, code, place.file, place.line))
        code = kept_code(ctx, value, work_out)
    emit(ctx, Function(word, names, code, place.file, place.line))


def spans_of(ctx: Context, things: Collection[str]) -> list[tuple[int, int]]:
    """The slots of what a value reads, as few spans as can be."""
    slots = {slot for first, end in ctx.layout.spans(things) for slot in range(first, end)}
    for word, board in ctx.model.node_boards.items():
        if f"spaces {word}" in things:
            nodes = {node for made in board.layouts for node, n in enumerate(made.nodes) if n.type == word}
            starts_at = [ctx.layout.spaces[board.name] + owner * board.size for owner in range(board.owners)]
            slots.update(first + node for first in starts_at for node in nodes)
    starts = sorted(slot for slot in slots if slot - 1 not in slots)
    ends = sorted(slot + 1 for slot in slots if slot + 1 not in slots)
    return list(zip(starts, ends, strict=True))


def kept_code(ctx: Context, value: ValueEx, work_out: str) -> list[Stmt]:
    """Look a kept value up, or work it out where something that it reads has changed. Of none nothing is."""
    types = [v.type for v in value.parameters]
    names = ir.names_of(value.parameters)
    cell: Expr = ir.const(0)
    for index, name in zip(types, names, strict=True):
        cell = ir.plus(ir.times(cell, ir.const(ctx.model.index_size(index))), ordinal(ctx, index, name))

    def made() -> Kept:
        spans = spans_of(ctx, things_read(ctx.program, value.name))
        cells = prod(ctx.model.index_size(index) for index in types)
        ctx.layout.enter(cells * (2 + sum(end - first for first, end in spans)))
        return Kept(spans, cells)

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
    changes = [line for rule in rules for line in modification(ctx, rule, value.parameters)]
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
    body = changed(ctx, rule, owner)
    if rule.where is not None:
        body = [ir.When(lower(ctx, rule.where), body)]
    body = [*bound_variables(rule, arguments), *body]
    if whose is not None:
        body = [ir.Let("me", whose), *body]
    code = where_in_force(ctx, rule, owner, matches(ctx, rule.pattern, arguments, None), body)
    if of_table or whose is not None:
        return code
    return [ir.Loop("me", ir.call("range", ir.const(ctx.model.persons)), code)]


def changed(ctx: Context, rule: RuleEx, owner: Expr | None) -> list[Stmt]:
    """The change itself: `value` plus, times or instead; a witness notes which rule it was, and whose."""
    assert rule.value is not None
    amount, now = lower(ctx, rule.value), ir.local("value")
    if rule.change != "instead":
        amount = Arithmetic("+" if rule.change == "plus" else "*", now, amount, grows=True)
    change: list[Stmt] = [ir.Let("value", amount)]
    if ctx.witnessed:
        change.append(ir.Run(ir.call("note", ir.const(rule.order), owner or ir.const(-1))))
    return change
