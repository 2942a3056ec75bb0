"""What rules listen to, and rules that last until the end of a step.

In: the parse tree of a pattern, or of `until end of`. Out: the event and what its arguments must be or are
called, or a statement that brings the rules into force.
"""

from __future__ import annotations

from interpreter.language import tree as t
from interpreter.language.check_blocks import BlockChecker
from interpreter.language.checked import LastingSt, PatternEx, RuleEx, St
from interpreter.language.scope import Scope
from interpreter.language.types import NUMBER, PLAYER, TRUTH, Type, component, fits
from interpreter.problems.nearest_name import hint_for


class RuleChecker(BlockChecker):
    """Checks patterns and lasting rules."""

    # -- patterns
    def pattern(self, node: t.Pattern, scope: Scope, *, values: bool = False) -> PatternEx | None:
        """Check what a rule listens to; adds the names it binds to the scope."""
        event, types = self.event(node, values=values)
        if event is None:
            return None
        arguments = node.arguments or ()
        if len(arguments) > len(types):
            self.fault(
                "arguments",
                f"'{node.name}' has {len(types)} arguments here, not {len(arguments)}",
                node.position,
            )
            return None
        equal, bind, me = [], [], None
        for place, (argument, wanted) in enumerate(zip(arguments, types, strict=False)):
            if isinstance(argument, t.Parameter):
                found = self.parameter_type(argument)
                if not fits(wanted, found):
                    self.fault("type", f"this is a {wanted}, not a {found}", argument.position)
                bind.append((place, scope.add(argument.name, found)))
            elif isinstance(argument, t.Name) and argument.name == "me":
                me = place
            else:
                equal.append((place, self.typed(argument, wanted, scope)))
        return PatternEx(node.position, event, tuple(equal), tuple(bind), me)

    def event(self, node: t.Pattern, *, values: bool) -> tuple[str | None, list[Type]]:
        """The event that a pattern names and the types of its arguments; (None, []) after a fault."""
        model, name = self.model, node.name
        if values:
            if name in model.values:
                return f"value {name}", [
                    self.parameter_type(p, quiet=True) for p in model.values[name].parameters
                ]
            self.fault(
                "unknown-name",
                f"there is no value '{name}'",
                node.position,
                hint_for(name, list(model.values)),
            )
        elif node.kind is None:
            if name in model.effects:
                return f"effect {name}", [
                    PLAYER,
                    *(self.parameter_type(p, quiet=True) for p in model.effects[name].parameters),
                ]
            self.fault(
                "unknown-name",
                f"there is no effect or action '{name}'",
                node.position,
                hint_for(name, list(model.effects)),
            )
        elif node.kind in ("gained", "lost"):
            if name in model.counters:
                return f"{node.kind} {name}", [*model.counters[name].per, NUMBER]
            self.fault(
                "unknown-name",
                f"there is no counter '{name}'",
                node.position,
                hint_for(name, list(model.counters)),
            )
        elif node.kind in ("entered", "left"):
            if name in model.zones:
                return f"{node.kind} {name}", [*model.zones[name].per, model.zones[name].holds]
            board = model.node_boards.get(name)
            if board is not None and name in board.holds:
                return f"{node.kind} {name}", [Type("space", name), component(board.holds[name])]
            self.fault(
                "unknown-name",
                f"there is no zone or board '{name}'",
                node.position,
                hint_for(name, [*model.zones, *model.node_boards]),
            )
        elif name in model.steps:
            return f"{node.kind} {name}", [PLAYER]
        else:
            self.fault(
                "unknown-name",
                f"there is no step '{name}' in the flow",
                node.position,
                hint_for(name, list(model.steps)),
            )
        return None, []

    # -- lasting rules
    def _until(self, s: t.Until, scope: Scope) -> St | None:
        if s.step not in self.model.steps:
            self.fault(
                "unknown-name",
                f"there is no step '{s.step}' in the flow",
                s.position,
                hint_for(s.step, list(self.model.steps)),
            )
        self.me(s.position, scope)
        kept = tuple(v for v in scope.all() if v.type.kind != "set")
        number = len(self.lasting)
        first = True
        for rule in s.rules:
            made = self.lasting_rule(rule, scope, s.step)
            if made is None:
                continue
            made.lasting, made.until, made.kept = number, s.step, kept
            self.lasting.append(made)
            first = False
        return None if first else LastingSt(s.position, number, kept)

    def lasting_rule(
        self, rule: t.LastingModifier | t.LastingTrigger | t.LastingGrant, scope: Scope, step: str
    ) -> RuleEx | None:
        """Check one rule under `until end of`; None (and a problem) if its event does not exist."""
        if isinstance(rule, t.LastingGrant):
            actions = [effect.name for effect in self.model.effects.values() if effect.action]
            if rule.action not in actions:
                self.fault(
                    "wrong-kind-of-name" if rule.action in self.model.effects else "unknown-name",
                    f"there is no action '{rule.action}'",
                    rule.position,
                    hint_for(rule.action, actions),
                )
            return RuleEx("grant", rule.position, None, None, None, action=rule.action)
        inner = scope.inner()
        modifies = isinstance(rule, t.LastingModifier)
        pattern = self.pattern(rule.pattern, inner, values=modifies)
        if pattern is None:
            return None
        if isinstance(rule, t.LastingModifier):
            wanted = self.type_of_value(rule.pattern.name)
            value = self.typed(rule.value, wanted, inner)
            where = self.typed(rule.where, TRUTH, inner) if rule.where is not None else None
            return RuleEx("modifier", rule.position, None, pattern, where, change=rule.change, value=value)
        body = self.block(rule.body, inner, late="in a trigger")
        return RuleEx("trigger", rule.position, None, pattern, None, body=body)
