"""The checking stage: a model's parse trees become a Program, or problems.

Every effect, value, rule, step and score line is checked, reached or not; nothing is left for play to find.
"""

from __future__ import annotations

from interpreter.language import tree as t
from interpreter.language.check_statements import StatementChecker
from interpreter.language.checked import EffectEx, Program, RuleEx, ScoreEx, StepEx, ValueEx
from interpreter.language.scope import Scope
from interpreter.language.types import ANY, NUMBER, PLAYER, TRUTH, enum, set_of
from interpreter.model.declarations import (
    About,
    BoardDecl,
    CounterDecl,
    GrantDecl,
    Model,
    ModifierDecl,
    ReplacementDecl,
    ScoreLine,
    StepDecl,
    TriggerDecl,
)
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems

START = Position("", 0, 0)


def check_model(model: Model, problems: Problems) -> Program:
    """Check a whole model.

    Adds the counters that exist by themselves to it: points, loop variables, layouts. With errors the Program
    has gaps and must not be compiled.
    """
    return _Checker(model, problems).run()


def add_own_counters(model: Model) -> None:
    """Declare what every ruleset has: points, and the layout in use for each board with several."""
    about = About(START, "points")
    model.counters.setdefault(
        "points", CounterDecl("points", (PLAYER,), NUMBER, None, None, None, None, "everyone", "", about)
    )
    for board in model.boards.values():
        if board.several:
            per = (board.per,) if board.per is not None else ()
            name = f"{board.name}_layout"
            layout_type = enum(name)
            model.counters.setdefault(
                name, CounterDecl(name, per, layout_type, None, None, None, None, "everyone", "", board.about)
            )


class _Checker(StatementChecker):
    def __init__(self, model: Model, problems: Problems) -> None:
        super().__init__(model, problems)
        self.program = Program()
        self.order = 0

    def run(self) -> Program:
        model, program = self.model, self.program
        add_own_counters(model)
        self.loop_variables(model.flow)
        for counter in list(model.counters.values()):
            self.counter_limits(counter)
        for name, value in model.values.items():
            self.value(name, value.parameters, value.body, value.about)
        needs: dict[str, tuple[bool, frozenset[str]]] = {}
        for effect in model.effects.values():
            self.uses_me, self.handed_on = False, set()
            scope = Scope(has_me=True)
            parameters = tuple(scope.add(p.name, self.parameter_type(p)) for p in effect.parameters)
            body = self.block(effect.body, scope)
            needs[effect.name] = (self.uses_me, frozenset(self.handed_on))
            program.effects[effect.name] = EffectEx(
                effect.name,
                parameters,
                body,
                effect.action,
                effect.anytime,
                effect.about.position,
                effect.about.title,
            )
        self.kind_effects()
        self.declared_rules()
        for name, original in self.originals.items():
            known = program.effects[original]
            program.effects[name] = EffectEx(
                name, known.parameters, known.body, False, False, known.position, known.title
            )
        program.flow = [self.step(step, has_me=False) for step in model.flow]
        program.final = [self.score_line(line, None) for line in model.final]
        for made in model.components.values():
            for kind in made.kinds:
                program.final += [self.score_line(line, (made.name, kind.name)) for line in kind.scoring]
        program.outlook = [self.typed(line.points, NUMBER, Scope(has_me=True)) for line in model.outlook]
        self.endings()
        for board in model.boards.values():
            self.board_options(board)
            self.marks(board)
        self.calls_without_me(needs)
        program.rules += self.numbered(self.lasting)
        program.sources = list(self.sources)
        program.histories = set(self.histories)
        return program

    def calls_without_me(self, needs: dict[str, tuple[bool, frozenset[str]]]) -> None:
        """An effect called where nobody is at turn may not, itself or by what it calls, speak of `me`."""
        speaking = {name for name, (uses, _) in needs.items() if uses}
        grown = True
        while grown:
            more = {name for name, (_, called) in needs.items() if name not in speaking and called & speaking}
            speaking |= more
            grown = bool(more)
        for effect, position in self.nobodys:
            if effect in speaking:
                self.fault(
                    "no-me",
                    f"'{effect}' needs a player, but nobody is at turn here",
                    position,
                    "say whose: `for p1`, or give the step `players:`",
                )

    def numbered(self, rules: list[RuleEx]) -> list[RuleEx]:
        for rule in rules:
            rule.order = self.order
            self.order += 1
        return rules

    def loop_variables(self, steps: list[StepDecl]) -> None:
        for step in steps:
            if step.loop is not None:
                source = self.check(step.loop.source, Scope(has_me=False))
                element = source.type.of or ANY
                if step.loop.name in self.model.counters:
                    other = self.model.counters[step.loop.name]
                    if other.about.position != START and other.type != element:
                        self.problems.error(
                            "defined-twice",
                            f"'{step.loop.name}' is a counter already",
                            step.loop.position,
                            also=[other.about.position],
                        )
                else:
                    about = About(step.loop.position, step.loop.name)
                    self.model.counters[step.loop.name] = CounterDecl(
                        step.loop.name, (), element, None, None, None, None, "everyone", "", about
                    )
            self.loop_variables(step.steps)

    def counter_limits(self, counter: CounterDecl) -> None:
        scope = Scope(has_me=False)
        for index in counter.per:
            scope.add(index.name or index.kind, index)
        if counter.start is not None:
            self.program.starts[counter.name] = self.typed(counter.start, counter.type, scope)
        for name, expression in (("min", counter.min), ("max", counter.max), ("supply", counter.supply)):
            if expression is not None:
                self.program.limits[counter.name, name] = self.typed(expression, NUMBER, scope)

    def value(self, name: str, parameters: tuple[t.Parameter, ...], body: t.Expression, about: About) -> None:
        scope = Scope(has_me=False)
        variables = tuple(scope.add(p.name, self.parameter_type(p)) for p in parameters)
        self.pending_values.add(name)
        checked = self.check(body, scope)
        self.pending_values.discard(name)
        self.value_types[name] = checked.type
        self.program.values[name] = ValueEx(name, variables, checked, checked.type, about.position)

    def kind_effects(self) -> None:
        for made in self.model.components.values():
            for kind in made.kinds:
                if kind.effect is None:
                    continue
                scope = Scope(has_me=True)
                parameters = tuple(scope.add(p.name, self.parameter_type(p)) for p in made.effect_parameters)
                self.program.kind_effects[made.name, kind.name] = (parameters, self.block(kind.effect, scope))

    # -- rules
    def declared_rules(self) -> None:
        model = self.model
        made: list[RuleEx] = []
        for trigger in model.triggers:
            made += self.trigger(trigger)
        for modifier in model.modifiers:
            made += self.modifier(modifier)
        for grant in model.grants:
            made += self.grant(grant)
        for replacement in model.replacements:
            made += self.replacement(replacement)
        self.program.rules += self.numbered(made)

    def rule_scope(self, node: t.Pattern, carrier: tuple[str, str] | None) -> Scope:
        """A component's rule has its owner for `me`; a rule of the table has one if its pattern says `me`."""
        says_me = any(isinstance(a, t.Name) and a.name == "me" for a in node.arguments or ())
        return Scope(has_me=carrier is not None or says_me)

    def trigger(self, d: TriggerDecl) -> list[RuleEx]:
        scope = self.rule_scope(d.pattern, d.carrier)
        pattern = self.pattern(d.pattern, scope)
        if pattern is None:
            return []
        where = self.typed(d.where, TRUTH, scope) if d.where is not None else None
        made = RuleEx("trigger", d.about.position, d.carrier, pattern, where, title=d.about.title)
        made.body, made.before = self.block(d.body, scope, late="in a trigger"), d.before
        return [made]

    def modifier(self, d: ModifierDecl) -> list[RuleEx]:
        scope = self.rule_scope(d.pattern, d.carrier)
        pattern = self.pattern(d.pattern, scope, values=True)
        if pattern is None:
            return []
        wanted = self.type_of_value(d.pattern.name)
        if d.change != "instead" and wanted not in (NUMBER, ANY):
            self.fault(
                "type", f"`{d.change}` needs a number, but '{d.pattern.name}' is a {wanted}", d.about.position
            )
        value = self.typed(d.value, wanted, scope)
        where = self.typed(d.where, TRUTH, scope) if d.where is not None else None
        made = RuleEx("modifier", d.about.position, d.carrier, pattern, where, title=d.about.title)
        made.change, made.value, made.rank = d.change, value, d.rank
        return [made]

    def grant(self, d: GrantDecl) -> list[RuleEx]:
        where = self.typed(d.where, TRUTH, Scope(has_me=True)) if d.where is not None else None
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

    def replacement(self, d: ReplacementDecl) -> list[RuleEx]:
        scope = self.rule_scope(d.pattern, d.carrier)
        pattern = self.pattern(d.pattern, scope)
        if pattern is None:
            return []
        if not pattern.event.startswith("effect "):
            self.fault("type", "only an effect or action can be replaced", d.pattern.position)
            return []
        where = self.typed(d.where, TRUTH, scope) if d.where is not None else None
        made = RuleEx("replacement", d.about.position, d.carrier, pattern, where, title=d.about.title)
        self.replaced = d.pattern.name
        made.body, made.rank = self.block(d.body, scope, late="in a replacement"), d.rank
        self.replaced = ""
        return [made]

    # -- flow and scoring
    def step(self, d: StepDecl, *, has_me: bool) -> StepEx:
        outer = Scope(has_me=has_me)
        loop = None
        if d.loop is not None:
            loop = (d.loop.name, self.check(d.loop.source, outer))
        players = self.typed(d.players, set_of(PLAYER), outer) if d.players is not None else None
        me = has_me or players is not None
        scope = Scope(has_me=me)
        if d.kind == "actions" and not me:
            self.fault(
                "no-me", f"step '{d.name}' has actions but no `players:`: whose turn is it?", d.about.position
            )
        return StepEx(
            d.name, d.kind, d.about.title or d.name.replace("_", " "),
            self.block(d.body, scope, late="" if d.secretly else "in a step"),
            [self.step(s, has_me=me) for s in d.steps],
            tuple(a for a in d.actions if a in self.model.effects), loop, players, d.secretly,
            self.typed(d.condition, TRUTH, scope) if d.condition is not None else None,
            self.typed(d.when, TRUTH, outer) if d.when is not None else None,
            self.typed(d.passing, TRUTH, scope) if d.passing is not None else None,
            d.about.position, me,
        )  # fmt: skip

    def score_line(self, line: ScoreLine, carrier: tuple[str, str] | None) -> ScoreEx:
        self.sources.setdefault(line.source)
        points = self.typed(line.points, NUMBER, Scope(has_me=True))
        shows = self.check(line.shows, Scope(has_me=True)) if line.shows is not None else None
        return ScoreEx(line.source, points, shows, carrier, line.about.position)

    def board_options(self, board: BoardDecl) -> None:
        """The option that chooses among a board's layouts, and what must hold of each layout."""
        scope = Scope(has_me=False)
        for made in board.checks:
            self.program.layout_checks.append((board.name, made, self.typed(made.require, TRUTH, scope)))
        option = self.model.options.get(board.option)
        if board.option and (option is None or option.type != enum(f"{board.name}_layout")):
            fitting = [o.name for o in self.model.options.values() if o.type == enum(f"{board.name}_layout")]
            self.fault(
                "unknown-name",
                f"there is no option '{board.option}' of type {board.name}_layout",
                board.about.position,
                hint_for(board.option, fitting),
            )

    def marks(self, board: BoardDecl) -> None:
        """What signs on a board stand for: truth values of a space."""
        said = board.draw.get("marks")
        for name in said if isinstance(said, dict) else ():
            value = self.program.values.get(name)
            if value is not None and (
                value.type != TRUTH or [v.type.name in board.node_types for v in value.parameters] != [True]
            ):
                message = f"'{name}' marks spaces of '{board.name}': it must be true or false of one of them"
                self.fault("type", message, value.position)

    def endings(self) -> None:
        scope = Scope(has_me=True)
        self.program.ties = [(word, self.typed(e, NUMBER, scope)) for word, e in self.model.ties]
        if self.model.winner is not None:
            self.program.winner = self.typed(self.model.winner, TRUTH, scope)
        if self.model.broken_off is not None:
            self.program.broken_off = self.typed(self.model.broken_off, TRUTH, Scope(has_me=False))
