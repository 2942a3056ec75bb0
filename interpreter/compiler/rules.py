"""Triggers, modifiers, grants, replacements: each compiled where it can matter, tested by the rules in play.

A rule of a component counts for a player while the component lies in one of that player's active places; the
mask of a player's rules in play is one number, tested first. Order: the event's player and then in turn
order, and for each player in the order of declaration; rules of the table come before those of components.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from math import prod

from interpreter.compiler import python_ast as py
from interpreter.compiler.built_in_code import players_from
from interpreter.compiler.context import Context, fresh
from interpreter.compiler.events import told_within
from interpreter.compiler.guards import emit
from interpreter.compiler.python_ast import Expr, Stmt
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
        return py.slot(py.plus(owner, py.const(ctx.layout.lasting[rule.lasting])))
    if rule.carrier is None:
        return None
    word, bit = ctx.layout.bits[rule.carrier]
    first = ctx.layout.masks + word * ctx.layout.owners
    mask = py.slot(py.plus(owner, py.const(first)))
    if on_table(ctx, rule.carrier):
        mask = ast.BinOp(mask, ast.BitOr(), py.slot(py.const(first + ctx.model.persons)))
    return ast.BinOp(mask, ast.BitAnd(), py.const(bit))


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
    count = py.slot(py.plus(owner, py.const(first)))
    return (
        py.plus(count, py.slot(py.const(first + ctx.model.persons))) if on_table(ctx, rule.carrier) else count
    )


def matches(ctx: Context, pattern: PatternEx, arguments: Sequence[Expr], owner: Expr | None) -> list[Expr]:
    """The tests that an event's arguments fit a pattern; owner: who `me` is."""
    tests = [py.compare(arguments[place], ast.Eq(), lower(ctx, value)) for place, value in pattern.equal]
    if pattern.me is not None and owner is not None:
        tests.insert(0, py.compare(arguments[pattern.me], ast.Eq(), owner))
    return tests


def bound_variables(ctx: Context, rule: RuleEx, arguments: Sequence[Expr]) -> list[Stmt]:
    """Assignments of the names that a pattern binds."""
    assert rule.pattern is not None
    return [py.let(variable.python, arguments[place]) for place, variable in rule.pattern.bind]


def each_lasting(ctx: Context, rule: RuleEx, owner: Expr, body: list[Stmt]) -> list[Stmt]:
    """Run a body for each time a lasting rule came into force, with what it kept."""
    width = len(rule.kept) + 1
    assert rule.lasting is not None
    slot = py.plus(owner, py.const(ctx.layout.lasting[rule.lasting]))
    entries, place = fresh(ctx, "entries"), fresh(ctx, "place")
    kept = [
        py.let(v.python, py.item(entries, py.plus(py.name(place), py.const(n))))
        for n, v in enumerate(rule.kept, 1)
    ]
    span = py.call("range", py.const(0), py.call("len", py.name(entries)), py.const(width))
    # The rule itself counts what it does; how often it is in force is known only in play.
    each = 10 + (ctx.work.change(rule) if rule.kind == "modifier" else ctx.work.tests(rule))
    many = py.call("counted", py.name("s"), span, py.const(each))
    return [py.let(entries, py.slot(slot)), py.loop(place, many, [*kept, *body])]


# -- triggers
def listener(ctx: Context, event: str, when_before: bool | None, word: str, parameters: list[str]) -> None:
    """Make the function that runs an event's triggers.

    Its first parameter after `s` is the event's player if it has one; when_before None: triggers of both
    times.
    """
    rules = [r for r in rules_for(ctx, "trigger", event) if when_before is None or r.before == when_before]
    code: list[Stmt] = []
    arguments = [py.name(p) for p in parameters]
    table = [r for r in rules if r.carrier is None and r.lasting is None]
    owned = [r for r in rules if r not in table]
    for rule in table:
        code += fire(ctx, rule, arguments, None)
    player = player_place(ctx, event)
    if owned:
        only_me = player is not None and all(r.pattern is not None and r.pattern.me == player for r in owned)
        inner = [line for rule in owned for line in fire(ctx, rule, arguments, py.name("owner"))]
        if only_me:
            assert player is not None
            code += [py.let("owner", arguments[player]), *inner]
        else:
            order = static_table(ctx, "PLAYERS_FROM", lambda: players_from(ctx))
            start = arguments[player] if player is not None else py.const(0)
            # What happens to nobody, as the end of a round, is heard in seat order.
            nobody = py.compare(start, ast.Lt(), py.const(0))
            start = start if player is None else py.if_else(nobody, py.const(0), start)
            code.append(py.loop("owner", py.item(order, start), inner))
    asks = any(("rule", str(r.order)) in ctx.asking for r in rules)
    first = rules[0].position
    emit(ctx, first.file, py.function(word, ["s", *parameters], code, first.line, asks=asks))


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
    me = owner if owner is not None else (arguments[pattern.me] if pattern.me is not None else py.const(-1))
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
        body = each_lasting(ctx, rule, owner, [py.when(py.both(tests), body)] if tests else body)
        tests = []
    count = copies(ctx, rule, owner) if owner is not None else None
    if count is not None:
        body = [py.loop(fresh(ctx, "copy"), py.call("range", count), body)]
    conditions = [active, *tests] if active is not None else tests
    return [py.when(py.both(conditions), body)] if conditions else body


def rule_body(ctx: Context, rule: RuleEx, arguments: Sequence[Expr], me: Expr) -> list[Stmt]:
    """A call of the rule's own function, under its `where`."""
    assert rule.pattern is not None
    kept = [v.python for v in rule.kept]
    names = [v.python for _, v in rule.pattern.bind]
    word, place = f"rule_{rule.order}", place_of(rule.body, rule.position)
    outside, ctx.unit = ctx.unit, ("rule", str(rule.order))
    body = lower_block(ctx, rule.body, ["s", "me", *kept, *names])
    ctx.unit = outside
    if rule.title or rule.carrier is not None:
        body = told_within(ctx, says_rule(ctx, rule), place, body)
    if rule.once:
        body = once(ctx, rule, body)
    if rule.where is not None:
        body = [py.when(lower(ctx, rule.where), body)]
    body = counted(ctx, ("rule", str(rule.order)), body)
    asks = ("rule", str(rule.order)) in ctx.asking
    parameters = ["s", "me", *kept, *names]
    emit(ctx, place.file, py.function(word, parameters, body, place.line, asks=asks))
    values = [arguments[place] for place, _ in rule.pattern.bind]
    call = py.call(word, py.name("s"), me, *(py.name(k) for k in kept), *values)
    return [py.delegate(call) if asks else py.run(call)]


def once(ctx: Context, rule: RuleEx, body: list[Stmt]) -> list[Stmt]:
    """A trigger's body that each player has once in a step: once for each copy of its carrier."""
    slot = py.plus(py.name("me"), py.const(ctx.layout.once[rule.order]))
    most = copies(ctx, rule, py.name("me")) or py.const(1)
    left = py.compare(py.slot(slot), ast.Lt(), most)
    again = py.plus(py.name("me"), py.const(ctx.layout.once[rule.order]))
    return [py.when(left, [py.add_to(again, ast.Add(), py.const(1)), *body])]


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
        return charged(ctx, steps, body)
    return [
        py.run(py.call("deeper", py.name("s"), py.const(steps))),
        *body,
        py.add_to(py.const(DEPTH), ast.Sub(), py.const(1)),
    ]


# -- effects
def lower_effect(ctx: Context, effect: EffectEx) -> None:
    """Compile an effect or action with all that listens to it."""
    ctx.unit, ctx.unit_title = ("effect", effect.name), effect.title
    names = ["s", "me", *(v.python for v in effect.parameters)]
    event = f"effect {effect.name}"
    body = lower_body(ctx, effect.body, names)
    replacements = sorted(rules_for(ctx, "replacement", event), key=lambda r: (-r.rank, r.order))
    if replacements:
        body = replaced(ctx, effect, replacements, names, body)
    code: list[Stmt] = []
    triggers = rules_for(ctx, "trigger", event)
    if any(r.before for r in triggers):
        code.append(heard_effect(ctx, effect, names, True))
    code += body
    for (name, step), slot in ctx.layout.histories.items():
        if name == effect.name:
            code.append(py.add_to(py.plus(py.name("me"), py.const(slot)), ast.Add(), py.const(1)))
        del step
    if any(not r.before for r in triggers):
        code.append(heard_effect(ctx, effect, names, False))
    code = counted(ctx, ("effect", effect.name), code)
    if effect.title:
        says = Event(what="effect", name=effect.name, title=effect.title)
        code = told_within(ctx, says, effect.position, code)
    asks = ("effect", effect.name) in ctx.asking
    word, place = f"do_{effect.name}", place_of(effect.body, effect.position)
    emit(ctx, place.file, py.function(word, names, code, place.line, asks=asks))


def heard_effect(ctx: Context, effect: EffectEx, names: list[str], before: bool) -> Stmt:
    """Make the function that tells an effect's triggers, and return a call of it."""
    word = f"{'before' if before else 'after'}_{effect.name}"
    event = f"effect {effect.name}"
    listener(ctx, event, before, word, names[1:])
    value = py.call(word, *(py.name(n) for n in names))
    asks = any(
        ("rule", str(r.order)) in ctx.asking for r in rules_for(ctx, "trigger", event) if r.before == before
    )
    return py.delegate(value) if asks else py.run(value)


def replaced(
    ctx: Context, effect: EffectEx, rules: list[RuleEx], names: list[str], body: list[Stmt]
) -> list[Stmt]:
    """The first replacement in force, by rank, stands for the body: at most one for each event."""
    arguments = [py.name(n) for n in names[1:]]
    code = body
    for rule in reversed(rules):
        assert rule.pattern is not None
        owner = py.name("me") if rule.pattern.me == 0 or rule.carrier is None else None
        if owner is None:
            owner = arguments[rule.pattern.me] if rule.pattern.me is not None else py.name("me")
        active = in_force(ctx, rule, owner)
        tests = [t for t in (active, *matches(ctx, rule.pattern, arguments, owner)) if t is not None]
        where = rule.where
        stored = RuleEx(
            rule.kind, rule.position, rule.carrier, rule.pattern, None, body=rule.body, order=rule.order
        )
        call = rule_body(ctx, stored, arguments, owner)
        bound = bound_variables(ctx, rule, arguments)
        condition = py.both(tests) if tests else py.const(True)
        if where is None:
            code = [py.when(condition, call, code)]
        else:
            flag = fresh(ctx, "instead")
            code = [
                py.let(flag, py.const(False)),
                py.when(condition, [*bound, py.let(flag, lower(ctx, where))]),
                py.when(py.name(flag), call, code),
            ]
    return code


# -- values
def lower_value(ctx: Context, value: ValueEx) -> None:
    """Compile a rule value with the modifiers that may change it."""
    names, place = [v.python for v in value.parameters], value.body.position
    code = charged(ctx, ctx.work.value(value.name), value_code(ctx, value))
    word = f"value_{value.name}"
    if value.kept:
        work_out = f"unkept_{value.name}"
        emit(ctx, place.file, py.function(work_out, ["s", *names], code, place.line))
        code = kept_code(ctx, value, work_out)
    emit(ctx, place.file, py.function(word, ["s", *names], code, place.line))


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
    names = [py.name(v.python) for v in value.parameters]
    cell: Expr = py.const(0)
    for index, name in zip(types, names, strict=True):
        cell = py.plus(py.times(cell, py.const(ctx.model.index_size(index))), ordinal(ctx, index, name))

    def made() -> Kept:
        spans = spans_of(ctx, things_read(ctx.program, ctx.model, value.name))
        cells = prod(ctx.model.index_size(index) for index in types)
        ctx.layout.enter(cells * (2 + sum(end - first for first, end in spans)))
        return Kept(spans, cells)

    table = py.name(static_table(ctx, f"KEPT_{value.name}", made))
    given = py.tuple_of(list(names))
    look = py.give(py.call("unless_changed", py.name("s"), table, cell, py.name(work_out), given))
    absent = [
        py.compare(name, ast.Lt(), py.const(0))
        for index, name in zip(types, names, strict=True)
        if index.kind in MAY_BE_NONE
    ]
    if not absent:
        return [look]
    test = absent[0] if len(absent) == 1 else ast.BoolOp(ast.Or(), absent)
    return [py.when(test, [py.give(py.call(work_out, py.name("s"), *names))]), look]


def value_code(ctx: Context, value: ValueEx) -> list[Stmt]:
    """Work a rule value out.

    Modifiers are folded by rank, then instead, plus, times, then in the order of declaration.
    """
    rules = sorted(
        rules_for(ctx, "modifier", f"value {value.name}"),
        key=lambda r: (r.rank, CHANGE_ORDER[r.change], r.order),
    )
    if not rules:
        return [py.give(lower(ctx, value.body))]
    changes = [line for rule in rules for line in modification(ctx, rule, value.parameters)]
    return [py.let("value", lower(ctx, value.body)), *changes, py.give(py.name("value"))]


def modification(ctx: Context, rule: RuleEx, parameters: Sequence[Variable]) -> list[Stmt]:
    """Code that changes `value` where a modifier is in force and fits.

    One that does not say whose value it changes counts for whoever has it in play.
    """
    assert rule.pattern is not None
    arguments = [py.name(v.python) for v in parameters]
    whose = arguments[rule.pattern.me] if rule.pattern.me is not None else None
    of_table = whose is None and rule.carrier is None and rule.lasting is None
    owner = None if of_table else whose or py.name("me")
    body = changed(ctx, rule, owner)
    if rule.where is not None:
        body = [py.when(lower(ctx, rule.where), body)]
    body = [*bound_variables(ctx, rule, arguments), *body]
    if whose is not None:
        body = [py.let("me", whose), *body]
    code = where_in_force(ctx, rule, owner, matches(ctx, rule.pattern, arguments, None), body)
    if of_table or whose is not None:
        return code
    return [py.loop("me", py.call("range", py.const(ctx.model.persons)), code)]


def changed(ctx: Context, rule: RuleEx, owner: Expr | None) -> list[Stmt]:
    """The change itself: `value` plus, times or instead; a witness notes which rule it was, and whose."""
    assert rule.value is not None
    amount, now = lower(ctx, rule.value), py.name("value")
    if rule.change != "instead":
        amount = ast.BinOp(now, ast.Add() if rule.change == "plus" else ast.Mult(), amount)
    change: list[Stmt] = [py.let("value", amount)]
    if ctx.witnessed:
        change.append(py.run(py.call("note", py.const(rule.order), owner or py.const(-1))))
    return change
