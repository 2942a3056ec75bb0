"""What rules listen to, and rules that last until the end of a step.

In: the parse tree of a pattern, or of `until end of`. Out: the event and what its arguments must be or are
called, or a statement that brings the rules into force.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.language import tree as t
from interpreter.language.check_blocks import block, me
from interpreter.language.check_names import fault, no_such, parameter_type, type_of_value, typed
from interpreter.language.checked import LastingSt, PatternEx, St
from interpreter.language.checking import Checking, checks
from interpreter.language.program import RuleEx
from interpreter.language.scope import Scope
from interpreter.language.types import NUMBER, PLAYER, TRUTH, Type, component, fits, phrase
from interpreter.problems.nearest_name import hint_for


# -- patterns
def check_pattern(ctx: Checking, node: t.Pattern, scope: Scope, *, values: bool = False) -> PatternEx | None:
    """Check what a rule listens to; adds the names it binds to the scope."""
    event, types = event_of(ctx, node, values=values)
    if event is None:
        return None
    arguments = node.arguments or ()
    if len(arguments) > len(types):
        fault(
            ctx,
            "arguments",
            f"'{node.name}' has {len(types)} arguments here, not {len(arguments)}",
            node.position,
        )
        return None
    equal, bind, me = [], [], None
    for place, (argument, wanted) in enumerate(zip(arguments, types, strict=False)):
        if isinstance(argument, t.Parameter):
            found = parameter_type(ctx, argument)
            if not fits(wanted, found):
                fault(ctx, "type", f"this is {phrase(wanted)}, not {phrase(found)}", argument.position)
            bind.append((place, scope.add(argument.name, found)))
        elif isinstance(argument, t.Name) and argument.name == "me":
            me = place
        else:
            equal.append((place, typed(ctx, argument, wanted, scope)))
    return PatternEx(node.position, event, tuple(equal), tuple(bind), me)


def event_of(ctx: Checking, node: t.Pattern, *, values: bool) -> tuple[str | None, list[Type]]:
    """The event that a pattern names and the types of its arguments; (None, []) after a fault."""
    model, name = ctx.model, node.name
    if values:
        if name in model.values:
            return f"value {name}", [
                parameter_type(ctx, p, quiet=True) for p in model.values[name].parameters
            ]
        no_such(ctx, f"there is no value '{name}'", node.position, name, model.values)
    elif node.kind is None:
        if name in model.effects:
            return f"effect {name}", [
                PLAYER,
                *(parameter_type(ctx, p, quiet=True) for p in model.effects[name].parameters),
            ]
        no_such(ctx, f"there is no effect or action '{name}'", node.position, name, model.effects)
    elif node.kind in ("gained", "lost"):
        if name in model.counters:
            return f"{node.kind} {name}", [*model.counters[name].per, NUMBER]
        no_such(ctx, f"there is no counter '{name}'", node.position, name, model.counters)
    elif node.kind in ("entered", "left"):
        if name in model.zones:
            return f"{node.kind} {name}", [*model.zones[name].per, model.zones[name].holds]
        board = model.node_boards.get(name)
        if board is not None and name in board.holds:
            return f"{node.kind} {name}", [Type("space", name), component(board.holds[name])]
        no_such(
            ctx,
            f"there is no zone or board '{name}'",
            node.position,
            name,
            [*model.zones, *model.node_boards],
        )
    elif name in model.steps:
        return f"{node.kind} {name}", [PLAYER]
    else:
        no_such(ctx, f"there is no step '{name}' in the flow", node.position, name, model.steps)
    return None, []


# -- lasting rules
@checks(t.Until)
def _until(ctx: Checking, s: t.Until, scope: Scope) -> St | None:
    if s.step not in ctx.model.steps:
        no_such(ctx, f"there is no step '{s.step}' in the flow", s.position, s.step, ctx.model.steps)
    me(ctx, s.position, scope)
    kept = tuple(v for v in scope.all() if v.type.kind != "set")
    number = len(ctx.lasting)
    first = True
    for rule in s.rules:
        made = lasting_rule(ctx, rule, scope)
        if made is None:
            continue
        ctx.lasting.append(replace(made, lasting=number, until=s.step, kept=kept))
        first = False
    return None if first else LastingSt(s.position, number, kept)


def lasting_rule(
    ctx: Checking, rule: t.LastingModifier | t.LastingTrigger | t.LastingGrant, scope: Scope
) -> RuleEx | None:
    """Check one rule under `until end of`; None (and a problem) if its event does not exist."""
    if isinstance(rule, t.LastingGrant):
        actions = [effect.name for effect in ctx.model.effects.values() if effect.action]
        if rule.action not in actions:
            fault(
                ctx,
                "wrong-kind-of-name" if rule.action in ctx.model.effects else "unknown-name",
                f"there is no action '{rule.action}'",
                rule.position,
                hint_for(rule.action, actions),
            )
        return RuleEx("grant", rule.position, None, None, None, action=rule.action)
    inner = scope.inner()
    modifies = isinstance(rule, t.LastingModifier)
    pattern = check_pattern(ctx, rule.pattern, inner, values=modifies)
    if pattern is None:
        return None
    if isinstance(rule, t.LastingModifier):
        wanted = type_of_value(ctx, rule.pattern.name)
        value = typed(ctx, rule.value, wanted, inner)
        where = typed(ctx, rule.where, TRUTH, inner) if rule.where is not None else None
        return RuleEx("modifier", rule.position, None, pattern, where, change=rule.change, value=value)
    body = block(ctx, rule.body, inner, late="in a trigger")
    return RuleEx("trigger", rule.position, None, pattern, None, body=body)
