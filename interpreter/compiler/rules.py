"""Triggers, modifiers, grants, replacements: each compiled where it can matter, tested by the rules in play.

A rule of a component counts for a player while the component lies in one of that player's active places; the
mask of a player's rules in play is one number, tested first. Order: the event's player and then in turn
order, and for each player in the order of declaration; rules of the table come before those of components.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import prod

from interpreter.compiler import ir
from interpreter.compiler.built_in_code import players_from
from interpreter.compiler.context import Context, fresh
from interpreter.compiler.events import told_within
from interpreter.compiler.guards import emit
from interpreter.compiler.ir import Arithmetic, Expr, Function, GameCall, Item, Local, Stmt
from interpreter.compiler.signatures import KEPT, NONE, NUMBERS
from interpreter.compiler.slots import MAY_BE_NONE, lower, metered, ordinal, static_table
from interpreter.compiler.statements import lower_block, lower_body
from interpreter.compiler.tallies import tally
from interpreter.language.checked import LastingSt, MeEx, PatternEx, StBlock, Variable
from interpreter.language.index import Unit
from interpreter.language.node import find
from interpreter.language.program import EffectEx, RuleEx, ValueEx
from interpreter.language.reads import things_read
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
    word, bit = ctx.layout.bits[rule.carrier]
    first = ctx.layout.masks + word * ctx.layout.owners
    masks = _held_by(ctx, rule, owner, first)
    mask = masks[0] if len(masks) == 1 else Arithmetic("|", masks[0], masks[1])
    return Arithmetic("&", mask, ir.const(bit))


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
        rule_function(ctx, rule)
    for rule in (*table, *nobodys):
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
    """Run one trigger if it is in force for an owner (None: for all) and the event fits."""
    assert rule.pattern is not None
    pattern = rule.pattern
    me = owner if owner is not None else (arguments[pattern.me] if pattern.me is not None else ir.const(-1))
    body = rule_call(ctx, rule, arguments, me)
    if owner is None and is_nobodys(ctx, rule) and says_me(rule):
        body = [for_nobody(rule)]
    return where_in_force(ctx, rule, owner, matches(ctx, pattern, arguments, owner), body)


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


def rule_function(ctx: Context, rule: RuleEx) -> None:
    """Make the rule's own function: its body, under its `where`."""
    known = _known_to(rule)
    word, place = f"rule_{rule.order}", place_of(rule.body, rule.position)
    inside = replace(ctx, unit=("rule", str(rule.order)))
    body = [*tally(ctx, "rule", rule.position), *lower_block(inside, rule.body, [ir.local("me"), *known])]
    if rule.title or rule.carrier is not None:
        body = told_within(inside, says_rule(ctx, rule), place, body)
    if rule.once:
        body = once(ctx, rule, body)
    if rule.where is not None:
        body = [ir.When(lower(ctx, rule.where), body)]
    body = counted(ctx, ("rule", str(rule.order)), body)
    asks = ("rule", str(rule.order)) in ctx.asking
    emit(ctx, Function(word, [ir.local("me"), *known], body, place.file, place.line, asks))


def rule_call(ctx: Context, rule: RuleEx, arguments: Sequence[Expr], me: Expr) -> list[Stmt]:
    """A call of the rule's own function."""
    assert rule.pattern is not None
    kept = _known_to(rule)[: len(rule.kept)]
    values = [arguments[place] for place, _ in rule.pattern.bind]
    asks = ("rule", str(rule.order)) in ctx.asking
    return [ir.Run(GameCall(f"rule_{rule.order}", [me, *kept, *values], NONE, asks))]


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
        rule_function(ctx, stored)
        call = rule_call(ctx, stored, arguments, owner)
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
