"""What a ruleset says under values, effects, actions, flow, rules and scoring, with its texts parsed.

In: placed definitions. Out: declarations in the model; rules of the table and of kinds alike.
"""

from __future__ import annotations

from interpreter.language import parser
from interpreter.language import tree as t
from interpreter.model.declarations import (
    EffectDecl,
    GrantDecl,
    ModifierDecl,
    ReplacementDecl,
    ScoreLine,
    StepDecl,
    TriggerDecl,
    ValueDecl,
)
from interpreter.model.placed_data import about_of, entries_of, is_true, text_of, whole_of
from interpreter.model.resolve_names import NameResolver
from interpreter.problems.nearest_name import hint_for
from interpreter.reading.placed_value import Placed

Carrier = tuple[str, str] | None


class RuleResolver(NameResolver):
    """Reads what happens in a game."""

    def value(self, signature: t.Signature, definition: Placed) -> None:
        """Declare a rule value."""
        body = definition.get("is") if definition.kind == "map" else definition
        if body is None:
            self.problems.error(
                "missing-key", f"value '{signature.name}' does not say what it `is`", definition.position
            )
            return
        expression = self.expression(body)
        if expression is not None:
            self.model.values[signature.name] = ValueDecl(
                signature.name, signature.parameters, expression, about_of(definition)
            )

    def effect(self, signature: t.Signature, definition: Placed, *, action: bool) -> None:
        """Declare an effect or an action."""
        body = definition.get("do") if definition.kind == "map" else definition
        twin = self.model.effects.get(signature.name)
        if twin is not None:
            self.problems.error(
                "defined-twice",
                f"'{signature.name}' is both an effect and an action",
                definition.position,
                also=[twin.about.position],
            )
        self.model.effects[signature.name] = EffectDecl(
            signature.name,
            signature.parameters,
            self.block(body),
            action,
            is_true(definition.get("anytime")),
            about_of(definition),
        )

    def step(self, definition: Placed) -> StepDecl | None:
        """Declare a step of the flow, and those in it."""
        name = text_of(definition.get("step"))
        kinds = [key for key in ("do", "steps", "actions") if definition.get(key) is not None]
        if len(kinds) != 1:
            self.problems.error(
                "wrong-shape",
                f"step '{name}' needs exactly one of `do`, `steps`, `actions`",
                definition.position,
            )
            return None
        loop, actions, steps = definition.get("for"), definition.get("actions"), definition.get("steps")
        inner = [self.step(s) for s in steps.entries()] if steps is not None else []
        for action in entries_of(definition, "actions"):
            self.offered(action)
        step = StepDecl(
            name, kinds[0], self.block(definition.get("do")), [s for s in inner if s is not None],
            tuple(str(a.value) for a in actions.entries()) if actions is not None else (),
            parser.parse_loop_head(loop, self.problems) if loop is not None else None,
            self.players_of(definition.get("players")),
            is_true(definition.get("secretly")) or is_true(definition.get("secret")),
            self.expression(definition.get("while")), self.expression(definition.get("when")),
            self.expression(definition.get("pass")), about_of(definition),
        )  # fmt: skip
        if name in self.model.steps:
            self.problems.error(
                "defined-twice",
                f"two steps are called '{name}'",
                definition.position,
                also=[self.model.steps[name].about.position],
            )
        self.model.steps[name] = step
        return step

    def players_of(self, placed: Placed | None) -> t.Expression | None:
        """Whose step it is; what cannot be read stands for all, so that only its own fault is told."""
        expression = self.expression(placed)
        return expression if placed is None or expression is not None else t.Name(placed.position, "players")

    def rules(self, owner: Placed, carrier: Carrier) -> None:
        """Declare the triggers, modifiers, grants and replacements of the table or of a kind."""
        model = self.model
        for definition in entries_of(owner, "triggers"):
            pattern = self.pattern(definition, "on")
            if pattern is not None:
                before = text_of(definition.get("when")) == "before"
                model.triggers.append(
                    TriggerDecl(
                        pattern,
                        before,
                        self.expression(definition.get("where")),
                        self.block(definition.get("do")),
                        about_of(definition),
                        carrier,
                    )
                )
        for definition in entries_of(owner, "modifiers"):
            pattern = self.pattern(definition, "value")
            changes = [key for key in ("plus", "times", "instead") if definition.get(key) is not None]
            value = self.expression(definition.get(changes[0])) if len(changes) == 1 else None
            if len(changes) != 1:
                self.problems.error(
                    "missing-key",
                    "a modifier needs exactly one of `plus`, `times`, `instead`",
                    definition.position,
                )
            if pattern is not None and value is not None:
                model.modifiers.append(
                    ModifierDecl(
                        pattern,
                        changes[0],
                        value,
                        self.expression(definition.get("where")),
                        whole_of(definition.get("rank"), 0),
                        about_of(definition),
                        carrier,
                    )
                )
        for definition in entries_of(owner, "grants"):
            action, step = definition.get("action"), definition.get("in")
            if action is not None:
                self.offered(action)
            if step is not None:
                self.step_named(step, "with actions")
            model.grants.append(
                GrantDecl(
                    text_of(action),
                    text_of(step),
                    self.expression(definition.get("where")),
                    about_of(definition),
                    carrier,
                )
            )
        for definition in entries_of(owner, "replacements"):
            pattern = self.pattern(definition, "of")
            if pattern is not None:
                model.replacements.append(
                    ReplacementDecl(
                        pattern,
                        self.expression(definition.get("where")),
                        whole_of(definition.get("rank"), 0),
                        self.block(definition.get("do")),
                        about_of(definition),
                        carrier,
                    )
                )

    def offered(self, name: Placed) -> None:
        """Look later whether a name that is to be offered is an action, and one that needs no arguments."""

        def look() -> None:
            effects, word = self.model.effects, str(name.value)
            actions = [effect.name for effect in effects.values() if effect.action]
            found = effects.get(word)
            if found is None:
                self.problems.error(
                    "unknown-name",
                    f"there is no action '{word}'",
                    name.position,
                    hint=hint_for(word, actions),
                )
            elif not found.action:
                self.problems.error(
                    "wrong-kind-of-name",
                    f"'{word}' is an effect; only actions can be offered",
                    name.position,
                    hint=hint_for(word, actions),
                    also=[found.about.position],
                )
            elif found.parameters:
                self.problems.error(
                    "arguments",
                    f"action '{word}' takes arguments; only actions without can be offered",
                    name.position,
                    also=[found.about.position],
                )

        self.later.append(look)

    def step_named(self, name: Placed, what: str = "in the flow") -> None:
        """Look later whether a name is that of a step, or of one with actions."""

        def look() -> None:
            steps = self.model.steps
            names = [step for step in steps if what == "in the flow" or steps[step].kind == "actions"]
            if name.value not in names:
                self.problems.error(
                    "unknown-name",
                    f"there is no step '{name.value}' {what}",
                    name.position,
                    hint=hint_for(str(name.value), names),
                )

        self.later.append(look)

    def pattern(self, definition: Placed, key: str) -> t.Pattern | None:
        """Parse what a rule listens to."""
        found = definition.get(key)
        if found is None:
            self.problems.error("missing-key", f"this rule does not say `{key}`", definition.position)
            return None
        return parser.parse_pattern(found, self.problems)

    def rule_count(self) -> int:
        """How many rules are declared so far."""
        m = self.model
        return len(m.triggers) + len(m.modifiers) + len(m.grants) + len(m.replacements)

    def score_lines(self, lines: Placed) -> tuple[ScoreLine, ...]:
        """The lines of a scoring that have points."""
        found = []
        for definition in lines.entries():
            points = self.expression(definition.get("points"))
            if points is not None:
                shows = self.expression(definition.get("shows"))
                found.append(
                    ScoreLine(text_of(definition.get("source")), points, shows, about_of(definition))
                )
        return tuple(found)

    def scoring(self) -> None:
        """Declare the final scoring, ties and winner."""
        scoring = self.root.get("scoring")
        if scoring is None:
            return
        final = scoring.get("final")
        if final is not None:
            self.model.final.extend(self.score_lines(final))
        outlook = scoring.get("outlook")
        if outlook is not None:
            self.model.outlook.extend(self.score_lines(outlook))
        self.model.pieces_scored = scoring.get("pieces") is None or is_true(scoring.get("pieces"))
        self.model.automata_scored = is_true(scoring.get("automata"))
        for tie in entries_of(scoring, "ties"):
            for key in ("most", "least"):
                expression = self.expression(tie.get(key))
                if expression is not None:
                    self.model.ties.append((key, expression))
        self.model.winner = self.expression(scoring.get("winner"))
        self.model.broken_off = self.expression(scoring.get("broken_off"))
        for verdict in entries_of(scoring, "judgement"):
            self.model.judgement.append((whole_of(verdict.get("from"), 0), text_of(verdict.get("says"))))
