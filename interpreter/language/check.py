"""The checking stage: a model's parse trees become a Program, or problems.

Every effect, value, rule, step and score line is checked, reached or not; nothing is left for play to find.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.language import check_calls, check_expressions, check_pieces, check_rules, check_statements
from interpreter.language import tree as t
from interpreter.language.check_blocks import block
from interpreter.language.check_names import check, fault, no_such, parameter_type, type_of_value, typed
from interpreter.language.check_rules import check_pattern
from interpreter.language.check_statements import shown_of, text_of
from interpreter.language.checking import Checking, missing
from interpreter.language.program import EffectEx, Program, RuleEx, ScoreEx, StepEx, ValueEx
from interpreter.language.scope import Scope
from interpreter.language.title_counters import let_them_go
from interpreter.language.types import ANY, NUMBER, PLAYER, TRUTH, Type, enum, phrase, set_of
from interpreter.model.about import About
from interpreter.model.declarations import (
    BoardDecl,
    CounterDecl,
    GrantDecl,
    Model,
    ModifierDecl,
    ReplacementDecl,
    ScoreLine,
    StepDecl,
    TriggerDecl,
    ValueDecl,
)
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems

# Importing these fills the tables of checking.py.
CHECKS = (check_calls, check_expressions, check_pieces, check_rules, check_statements)

if missing():
    raise LookupError(f"nothing checks {', '.join(missing())}")


def check_model(model: Model, problems: Problems) -> tuple[Model, Program]:
    """Check a whole model, and return it with the variables of its loops among its counters.

    With errors the Program has gaps and must not be compiled.
    """
    ctx = Checking(model, problems)
    _loop_variables(ctx, model.flow)
    program = _checked(ctx)
    return ctx.model, program if problems.errors else let_them_go(ctx, program)


def _checked(ctx: Checking) -> Program:
    model, program = ctx.model, ctx.program
    for counter in list(model.counters.values()):
        _counter_limits(ctx, counter)
    for value in model.values.values():
        _check_value(ctx, value)
    needs: dict[str, tuple[bool, frozenset[str]]] = {}
    for effect in model.effects.values():
        ctx.uses_me, ctx.handed_on = False, set()
        scope = Scope(has_me=True)
        parameters = tuple(scope.add(p.name, parameter_type(ctx, p)) for p in effect.parameters)
        body = block(ctx, effect.body, scope)
        needs[effect.name] = (ctx.uses_me, frozenset(ctx.handed_on))
        program.effects[effect.name] = EffectEx(
            effect.name,
            parameters,
            body,
            effect.action,
            effect.anytime,
            effect.about.position,
            effect.about.title,
            effect.said,
        )
    _kind_effects(ctx)
    _declared_rules(ctx)
    for name, original in ctx.originals.items():
        known = program.effects[original]
        program.effects[name] = EffectEx(
            name, known.parameters, known.body, False, False, known.position, known.title, known.said
        )
    program.flow = [_check_step(ctx, step, has_me=False) for step in model.flow]
    program.final = [_score_line(ctx, line, None) for line in model.final]
    for made in model.components.values():
        for kind in made.kinds:
            program.final += [_score_line(ctx, line, (made.name, kind.name)) for line in kind.scoring]
    program.outlook = [typed(ctx, line, NUMBER, Scope(has_me=True)) for line in model.outlook.values()]
    _endings(ctx)
    for board in model.boards.values():
        _board_options(ctx, board)
        _marks(ctx, board)
    _calls_without_me(ctx, needs)
    program.rules += _numbered(ctx, ctx.lasting)
    program.sources = list(ctx.sources)
    for name, (_, position) in model.source_titles.items():
        # An overlay may take away what gave them.
        if name not in ctx.sources and not model.overlays:
            no_such(ctx, f"no points come from '{name}'", position, name, ctx.sources)
    program.histories = set(ctx.histories)
    program.repeats = set(ctx.repeats)
    program.foreseen = dict(ctx.foreseen)
    return program


def _calls_without_me(ctx: Checking, needs: dict[str, tuple[bool, frozenset[str]]]) -> None:
    """An effect called where nobody is at turn may not, itself or by what it calls, speak of `me`."""
    speaking = {name for name, (uses, _) in needs.items() if uses}
    grown = True
    while grown:
        more = {name for name, (_, called) in needs.items() if name not in speaking and called & speaking}
        speaking |= more
        grown = bool(more)
    for effect, position in ctx.nobodys:
        if effect in speaking:
            fault(
                ctx,
                "no-me",
                f"'{effect}' needs a player, but it is nobody's turn here",
                position,
                "say whose: `for p1`, or give the step `players:`",
            )


def _numbered(ctx: Checking, rules: list[RuleEx]) -> list[RuleEx]:
    first, ctx.order = ctx.order, ctx.order + len(rules)
    return [replace(rule, order=number) for number, rule in enumerate(rules, first)]


def _loop_variables(ctx: Checking, steps: list[StepDecl]) -> None:
    for step in steps:
        if step.loop is not None:
            source = check(ctx, step.loop.source, Scope(has_me=False))
            _loop_variable(ctx, step.loop.name, source.type.of or ANY, step.loop.position)
        if step.whose and step.players is not None:
            _loop_variable(ctx, step.whose, PLAYER, step.players.position, seen=False)
        _loop_variables(ctx, step.steps)


def _loop_variable(ctx: Checking, name: str, element: Type, position: Position, *, seen: bool = True) -> None:
    other = ctx.model.counters.get(name)
    if other is None:
        own = CounterDecl(name, (), element, About(position, name), drawn=seen, logged=seen)
        ctx.model = replace(ctx.model, counters={**ctx.model.counters, name: own})
    elif other.type != element:
        message = f"'{name}' is a counter already"
        ctx.problems.error("defined-twice", message, position, also=[other.about.position])


def _counter_limits(ctx: Checking, counter: CounterDecl) -> None:
    scope = Scope(has_me=False)
    for index in counter.per:
        scope.add(index.name or index.kind, index)
    if counter.start is not None:
        ctx.program.starts[counter.name] = typed(ctx, counter.start, counter.type, scope)
    if counter.points:
        ctx.sources.setdefault(counter.name)
    for name, expression in (("min", counter.min), ("max", counter.max), ("supply", counter.supply)):
        if expression is not None:
            ctx.program.limits[counter.name, name] = typed(ctx, expression, NUMBER, scope)


def _check_value(ctx: Checking, value: ValueDecl) -> None:
    scope, name = Scope(has_me=False), value.name
    variables = tuple(scope.add(p.name, parameter_type(ctx, p)) for p in value.parameters)
    ctx.pending_values.add(name)
    checked = check(ctx, value.body, scope)
    ctx.pending_values.discard(name)
    ctx.value_types[name] = checked.type
    position = value.about.position
    ctx.program.values[name] = ValueEx(name, variables, checked, checked.type, position, value.kept)


def _kind_effects(ctx: Checking) -> None:
    for made in ctx.model.components.values():
        for kind in made.kinds:
            if kind.effect is None:
                continue
            scope = Scope(has_me=True)
            ctx.carrier = (made.name, kind.name)
            parameters = tuple(scope.add(p.name, parameter_type(ctx, p)) for p in made.effect_parameters)
            ctx.program.kind_effects[made.name, kind.name] = (parameters, block(ctx, kind.effect, scope))
    ctx.carrier = None


# -- rules
def _declared_rules(ctx: Checking) -> None:
    model = ctx.model
    made: list[RuleEx] = []
    for trigger in model.triggers:
        ctx.carrier = trigger.carrier
        made += _check_trigger(ctx, trigger)
    for modifier in model.modifiers:
        ctx.carrier = modifier.carrier
        made += _check_modifier(ctx, modifier)
    for grant in model.grants:
        ctx.carrier = grant.carrier
        made += _check_grant(ctx, grant)
    for replacement in model.replacements:
        ctx.carrier = replacement.carrier
        made += _check_replacement(ctx, replacement)
    ctx.carrier = None
    ctx.program.rules += _numbered(ctx, made)


def _rule_scope(
    ctx: Checking, node: t.Pattern, carrier: tuple[str, str] | None, *, replaces: bool = False
) -> Scope:
    """A component's rule has its owner for `me`; one of the table has one if its pattern says `me`.

    One that lies in active places for all alone has rules of the table; but what it replaces somebody does.
    """
    says_me = any(isinstance(a, t.Name) and a.name == "me" for a in node.arguments or ())
    owned = carrier is not None and (replaces or not _is_the_tables(ctx, carrier[0]))
    return Scope(has_me=owned or says_me)


def _is_the_tables(ctx: Checking, component: str) -> bool:
    return ctx.model.lies_for_all(component) and not ctx.model.lies_for_owner(component)


def _once(ctx: Checking, name: str, place: Position, scope: Scope) -> str:
    """The step in which a trigger runs once for each player, empty after a fault."""
    if name not in ctx.model.steps:
        no_such(ctx, f"there is no step '{name}' in the flow", place, name, ctx.model.steps)
        return ""
    if not scope.has_me:
        fault(ctx, "no-me", "once for whom? The event of this trigger names no `me`", place)
    return name


def _check_trigger(ctx: Checking, d: TriggerDecl) -> list[RuleEx]:
    scope = _rule_scope(ctx, d.pattern, d.carrier)
    pattern = check_pattern(ctx, d.pattern, scope)
    if pattern is None:
        return []
    where = typed(ctx, d.where, TRUTH, scope) if d.where is not None else None
    once = _once(ctx, *d.once, scope) if d.once is not None else ""
    return [
        RuleEx(
            "trigger",
            d.about.position,
            d.carrier,
            pattern,
            where,
            body=block(ctx, d.body, scope, late="in a trigger"),
            before=d.before,
            once=once,
            title=d.about.title,
            said=d.said,
            text=d.text,
        )
    ]


def _check_modifier(ctx: Checking, d: ModifierDecl) -> list[RuleEx]:
    scope = _rule_scope(ctx, d.pattern, d.carrier)
    pattern = check_pattern(ctx, d.pattern, scope, values=True)
    if pattern is None:
        return []
    wanted = type_of_value(ctx, d.pattern.name)
    if d.change != "instead" and wanted not in (NUMBER, ANY):
        fault(
            ctx,
            "type",
            f"`{d.change}` needs a number, but '{d.pattern.name}' is {phrase(wanted)}",
            d.about.position,
        )
    value = typed(ctx, d.value, wanted, scope)
    where = typed(ctx, d.where, TRUTH, scope) if d.where is not None else None
    return [
        RuleEx(
            "modifier",
            d.about.position,
            d.carrier,
            pattern,
            where,
            change=d.change,
            value=value,
            rank=d.rank,
            title=d.about.title,
            text=d.text,
        )
    ]


def _check_grant(ctx: Checking, d: GrantDecl) -> list[RuleEx]:
    where = typed(ctx, d.where, TRUTH, Scope(has_me=True)) if d.where is not None else None
    return [
        RuleEx(
            "grant",
            d.about.position,
            d.carrier,
            None,
            where,
            action=d.action,
            step=d.step,
            title=d.about.title,
        )
    ]


def _check_replacement(ctx: Checking, d: ReplacementDecl) -> list[RuleEx]:
    scope = _rule_scope(ctx, d.pattern, d.carrier, replaces=True)
    pattern = check_pattern(ctx, d.pattern, scope)
    if pattern is None:
        return []
    if not pattern.event.startswith("effect "):
        fault(ctx, "type", "only an effect or action can be replaced", d.pattern.position)
        return []
    where = typed(ctx, d.where, TRUTH, scope) if d.where is not None else None
    ctx.replaced = d.pattern.name
    body = block(ctx, d.body, scope, late="in a replacement")
    ctx.replaced = ""
    return [
        RuleEx(
            "replacement",
            d.about.position,
            d.carrier,
            pattern,
            where,
            body=body,
            rank=d.rank,
            title=d.about.title,
        )
    ]


# -- flow and scoring
def _check_step(ctx: Checking, d: StepDecl, *, has_me: bool) -> StepEx:
    outer = Scope(has_me=has_me)
    loop = None
    if d.loop is not None:
        loop = (d.loop.name, check(ctx, d.loop.source, outer))
    players = typed(ctx, d.players, set_of(PLAYER), outer) if d.players is not None else None
    me = has_me or players is not None
    scope = Scope(has_me=me)
    if d.kind == "actions" and not me:
        fault(
            ctx,
            "no-me",
            f"step '{d.name}' has actions but no `players:`: whose turn is it?",
            d.about.position,
        )
    if d.whose and d.secretly and d.players is not None:
        message = f"all choose at once in step '{d.name}', so there is no '{d.whose}'"
        fault(ctx, "wrong-shape", message, d.players.position)
    return StepEx(
        d.name, d.kind, d.about.title or d.name.replace("_", " "),
        block(ctx, d.body, scope, late="" if d.secretly else "in a step"),
        tuple(_check_step(ctx, s, has_me=me) for s in d.steps),
        tuple(a for a in d.actions if a in ctx.model.effects), loop, players, d.secretly,
        typed(ctx, d.condition, TRUTH, scope) if d.condition is not None else None,
        typed(ctx, d.when, TRUTH, outer) if d.when is not None else None,
        typed(ctx, d.passing, TRUTH, scope) if d.passing is not None else None,
        d.default, d.about.position, me, d.said, d.once,
        tuple(shown_of(ctx, each, scope) for each in d.showing),
        text_of(ctx, d.question, scope) if d.question is not None else None, d.pass_title, d.whose,
    )  # fmt: skip


def _score_line(ctx: Checking, line: ScoreLine, carrier: tuple[str, str] | None) -> ScoreEx:
    ctx.sources.setdefault(line.source)
    ctx.carrier = carrier
    points = typed(ctx, line.points, NUMBER, Scope(has_me=True))
    shows = check(ctx, line.shows, Scope(has_me=True)) if line.shows is not None else None
    ctx.carrier = None
    return ScoreEx(line.source, points, shows, carrier, line.about.position, line.text)


def _board_options(ctx: Checking, board: BoardDecl) -> None:
    """The option that chooses among a board's layouts, and what must hold of each layout."""
    scope = Scope(has_me=False)
    for made in board.checks:
        ctx.program.layout_checks.append((board.name, made, typed(ctx, made.require, TRUTH, scope)))
    option = ctx.model.options.get(board.option)
    if board.option and (option is None or option.type != enum(f"{board.name}_layout")):
        fitting = [o.name for o in ctx.model.options.values() if o.type == enum(f"{board.name}_layout")]
        no_such(
            ctx,
            f"there is no option '{board.option}' of type {board.name}_layout",
            board.about.position,
            board.option,
            fitting,
        )


def _marks(ctx: Checking, board: BoardDecl) -> None:
    """What signs on a board stand for: truth values of a space."""
    said = board.draw.get("marks")
    for name in said if isinstance(said, dict) else ():
        value = ctx.program.values.get(name)
        if value is not None and (
            value.type != TRUTH or [v.type.name in board.node_types for v in value.parameters] != [True]
        ):
            message = f"'{name}' marks spaces of '{board.name}': it must be true or false of one of them"
            fault(ctx, "type", message, value.position)


def _endings(ctx: Checking) -> None:
    scope = Scope(has_me=True)
    ctx.program.ties = [(word, typed(ctx, e, NUMBER, scope)) for word, e in ctx.model.ties]
