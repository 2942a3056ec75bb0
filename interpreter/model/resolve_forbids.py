"""What rules forbid: `forbids` of the table and of kinds, made of what the language has.

In: a rule that says what is forbidden, where, and why. Out: a value that is false, a modifier that makes it
true where the rule holds, and a condition on it: before the precondition of the effect, or on the option.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from interpreter.language import parser
from interpreter.language import tree as t
from interpreter.language.node import Node, find, transform
from interpreter.model.about import About
from interpreter.model.declarations import FORBIDDEN, EffectDecl, ModifierDecl, ValueDecl
from interpreter.model.located_data import about_of
from interpreter.model.resolve_names import parse
from interpreter.model.resolving import Resolving
from interpreter.problems.nearest_name import hint_or_list
from interpreter.problems.position import Position
from interpreter.reading.located_value import Located

Carrier = tuple[str, str] | None


def resolve_forbid(ctx: Resolving, definition: Located, carrier: Carrier) -> None:
    """Declare one entry of `forbids`."""
    of, said, where = definition.get("of"), definition.get("option"), parse(ctx, definition.get("where"))
    option, offered = _option(ctx, said)
    for named in (of.entries() or [of]) if of is not None else ():
        pattern = parser.parse_pattern(named, ctx.problems)
        if pattern is None or (said is not None and option is None):
            continue
        if pattern.kind is not None:
            message = "`forbids` takes an action or an effect, no other event"
            ctx.problems.error("wrong-kind-of-name", message, pattern.position)
            continue
        value = f"{FORBIDDEN}{len(ctx.model.values)}_{pattern.name}"
        given = (*([offered] if offered is not None else []), *(pattern.arguments or ()))
        ctx.model.values[value] = ValueDecl(value, (), t.Truth(named.position, False), _about(definition))
        changed = t.Pattern(pattern.position, None, value, given)
        truth = t.Truth(named.position, True)
        rule = ModifierDecl(changed, "instead", truth, where, 0, about_of(definition), carrier)
        ctx.model.modifiers.append(rule)
        because = _place_of(definition.get("because") or definition)
        ctx.later.append(partial(_apply, ctx, pattern, option, offered, rule, because))


def _option(ctx: Resolving, said: Located | None) -> tuple[str | None, t.Parameter | None]:
    """The name of the option that is forbidden, and for what is chosen its type: `TYPE NAME`, or a branch."""
    if said is None:
        return None, None
    if " " not in str(said.value).strip():
        return str(said.value), None
    found = parser.parse_parameters(said, ctx.problems)
    return (found[0].name, found[0]) if found else (None, None)


def _about(definition: Located) -> About:
    about = about_of(definition)
    because = definition.get("because")
    title = str(because.value) if because is not None else about.title
    return About(about.position, title, about.about, (), "")


def _place_of(text: Located) -> Position:
    """Where a sentence is, from its first letter to its last."""
    first = text.position_in_text(1, 1) if text.kind == "text" else text.position
    length = len(str(text.value)) if text.kind == "text" else 1
    return Position(first.file, first.line, first.column, first.column + length)


def _apply(  # noqa: PLR0917 - all that a rule forbids by
    ctx: Resolving,
    pattern: t.Pattern,
    option: str | None,
    offered: t.Parameter | None,
    rule: ModifierDecl,
    because: Position,
) -> None:
    """Put the condition into the effect, once all effects are declared."""
    effect, value = ctx.model.effects.get(pattern.name), rule.pattern.name
    known = (t.Parameter(pattern.position, False, "player", "who"), *(effect.parameters if effect else ()))
    used = known[: len(pattern.arguments or ())]
    if effect is None or len(used) < len(pattern.arguments or ()):
        message = f"there is no effect or action '{pattern.name}'"
        if effect is None:
            ctx.problems.unknown(message, pattern.position, pattern.name, ctx.model.effects)
        else:
            message = f"'{pattern.name}' has {len(known)} arguments here, not {len(pattern.arguments or ())}"
            ctx.problems.error("arguments", message, pattern.position)
        ctx.model.modifiers.remove(rule)
        del ctx.model.values[value]
        return
    declared = ctx.model.values[value]
    parameters = (*([offered] if offered is not None else []), *used)
    ctx.model.values[value] = ValueDecl(value, parameters, declared.body, declared.about)
    arguments = [t.Name(because, "me" if n == 0 else each.name) for n, each in enumerate(used)]
    if offered is not None:
        arguments.insert(0, t.Name(offered.position, offered.name))
    allowed = t.Not(because, t.Call(because, value, tuple(arguments)))
    body = _with_condition(effect, option, offered, allowed)
    if body is None:
        names = {each.name: None for each in find(effect.body, t.Choose)}
        names |= {branch.name: None for each in find(effect.body, t.OneOf) for branch in each.branches}
        message = f"'{effect.name}' has no choice '{option}'"
        hint = hint_or_list(str(option), list(names), "there are")
        ctx.problems.error("unknown-name", message, pattern.position, hint=hint)
        return
    ctx.model.effects[pattern.name] = EffectDecl(
        effect.name, effect.parameters, body, effect.action, effect.anytime, effect.about, effect.said
    )


def _with_condition(
    effect: EffectDecl, option: str | None, offered: t.Parameter | None, allowed: t.Expression
) -> t.Block | None:
    """The body of an effect with a condition, before it or on an option; None where it has no such option."""
    required = t.Require(allowed.position, allowed)
    if option is None:
        return (required, *effect.body)
    changed = 0

    def change(node: Node) -> Node:
        nonlocal changed
        if offered is not None and isinstance(node, t.Choose) and node.name == option:
            changed += 1
            parts = (node.where, allowed) if node.where is not None else (allowed,)
            where = t.Logic(allowed.position, "and", parts) if len(parts) > 1 else allowed
            return replace(node, where=where)
        if offered is None and isinstance(node, t.Branch) and node.name == option:
            changed += 1
            return replace(node, body=(required, *node.body))
        return node

    body = tuple(transform(statement, change) for statement in effect.body)
    return body if changed else None
