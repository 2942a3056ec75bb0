"""Effect texts that belong to no ruleset, compiled against a game that is made already: scenarios need it.

Same layout, same tables, a namespace of its own beside the game's: nothing compiled here changes the game. A
snippet cannot need what the layout has no slot for (a lasting rule, a new source of points), and may not ask.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from interpreter.compiler import ir
from interpreter.compiler import lowerings as lowerings  # noqa: PLC0414 - fills the tables
from interpreter.compiler.context import Look, context_for
from interpreter.compiler.emit_python import load
from interpreter.compiler.flow import lay_out_flow, step_actions
from interpreter.compiler.guards import emit, guard_of, segment_of
from interpreter.compiler.rules import in_force, value_code
from interpreter.compiler.signatures import FUNCTION
from interpreter.compiler.slots import lower
from interpreter.compiler.statements import lower_body
from interpreter.language import parser
from interpreter.language.check_blocks import block
from interpreter.language.check_names import check, want
from interpreter.language.checked import Ex, LastingSt, LocalEx, RevealSt, ScoreSt, StBlock, ZoneEx
from interpreter.language.checking import Checking
from interpreter.language.facts import expressions_in, statements_in
from interpreter.language.index import Unit, index_of
from interpreter.language.plan import Plan
from interpreter.language.program import RuleEx, StepEx
from interpreter.language.scope import Scope
from interpreter.language.title_counters import calls_due
from interpreter.language.types import Type
from interpreter.layout import WORK
from interpreter.play.fault_places import placed
from interpreter.play.faults import FAULTS, RuleFault
from interpreter.play.game import Game
from interpreter.problems import Position, Problem, Problems, hint_for
from interpreter.reading import Located

Slots = list[Any]
Key = tuple[Position, str]


class SnippetError(Exception):
    """A text that cannot be compiled, with all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems[0].message)
        self.problems = list(problems)


def snippets_of(game: Game) -> Snippets:
    """Return what runs texts against a game, with what it has compiled already."""
    return game.once(Snippets)


class Snippets:
    """Compiles and runs texts against one game; each text is compiled once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._compiler = _SnippetCompiler(game)
        self._blocks: dict[Key, Callable[[Slots, int], Any]] = {}
        self._checked: dict[tuple[Key, Type | None], Ex] = {}
        self._values: dict[tuple[Ex, tuple[str, ...]], Callable[..., Any]] = {}
        self._of_rules: dict[Unit, Callable[..., Any]] = {}
        self._traced: dict[tuple[Plan, tuple[str, ...]], Callable[..., bool]] = {}

    # -- statements
    def run(self, text: Located, slots: Slots, me: int) -> None:
        """Run a block of statements on a list of slots.

        Raises SnippetError for a text that is wrong, RuleFault where it cannot be done or asks somebody.
        """
        self._run(self._quietly, slots, self.block(text), me)

    def _quietly(self, slots: Slots, function: Callable[[Slots, int], Any], me: int) -> None:
        """Run what could ask, but must not."""
        running = function(slots, me)
        for request in running if isinstance(running, Generator) else ():
            asked = self._compiler.ctx.sites[request[1]]
            word = asked.name or " or ".join(asked.labels)
            raise RuleFault(f"nobody can be asked here, but this asks: {word}?", asked.position)

    def block(self, text: Located) -> Callable[[Slots, int], Any]:
        """Compile a block of statements; raises SnippetError."""
        key = _key(text)
        if key not in self._blocks:
            problems = Problems()
            parsed = parser.parse_block(text, problems)
            checker = self._checker(problems)
            checked = block(checker, parsed, Scope(has_me=True)) if parsed is not None else ()
            self._check_slots(checker, checked, text.position)
            if not problems.ok:
                raise SnippetError(problems.sorted())
            checked += calls_due(index_of(self.game.program), ("snippet",), checked)
            self._blocks[key] = self._compiler.block_function(checked, text.position)
        return self._blocks[key]

    # -- expressions
    def evaluate(self, text: Located, slots: Slots, me: int, wanted: Type | None = None) -> Any:
        """Return the value of an expression; raises SnippetError or RuleFault."""
        return self.value(self.expression(text, wanted), slots, me)

    def expression(self, text: Located, wanted: Type | None = None) -> Ex:
        """Check an expression; raises SnippetError."""
        key = (_key(text), wanted)
        if key not in self._checked:
            problems = Problems()
            parsed = parser.parse_expression(text, problems)
            if parsed is not None:
                checker = self._checker(problems)
                made = check(checker, parsed, Scope(has_me=True), wanted)
                if wanted is not None:
                    made = want(checker, made, wanted)
                self._check_slots(checker, (), text.position)
                self._checked[key] = made
            if not problems.ok:
                self._checked.pop(key, None)
                raise SnippetError(problems.sorted())
        return self._checked[key]

    def value(self, expression: Ex, slots: Slots, me: int) -> Any:
        """Return the value of a checked expression without free variables; raises RuleFault."""
        return self.value_with(expression, slots, me, {})

    def value_with(self, expression: Ex, slots: Slots, me: int, variables: Mapping[str, Any]) -> Any:
        """Return the value of a checked expression, its free variables given; raises RuleFault."""
        names = tuple(sorted(variables_in(expression) & variables.keys()))
        key = (expression, names)
        if key not in self._values:
            self._values[key] = self._compiler.value_function(expression, names)
        return self._run(self._values[key], slots, me, *(variables[name] for name in names))

    # -- preconditions
    def holds(self, plan: Plan, slots: Slots, me: int, tracer: object, variables: Mapping[str, Any]) -> bool:
        """Whether a precondition can be done; the tracer is told how that comes. Raises RuleFault."""
        key = (plan, tuple(variables))
        if key not in self._traced:
            self._traced[key] = self._compiler.traced(plan, key[1])
        return bool(self._run(self._traced[key], slots, me, tracer, *variables.values()))

    # -- rules in play
    def in_force(self, rule: RuleEx, slots: Slots, owner: int) -> bool:
        """Whether a rule counts for a player: always, or while its carrier is in play or it lasts."""
        key = ("in force", str(rule.order))
        if key not in self._of_rules:
            self._of_rules[key] = self._compiler.in_force_function(rule)
        return bool(self._run(self._of_rules[key], slots, owner))

    def changes(self, name: str, slots: Slots, arguments: Sequence[Any]) -> list[tuple[RuleEx, int]]:
        """The modifiers that change a rule value for these arguments, and whose they are (-1: nobody's)."""
        if ("value", name) not in self._of_rules:
            self._of_rules["value", name] = self._compiler.changes_function(name)
        found: dict[tuple[int, int], None] = {}
        with suppress(RuleFault):
            self._run(self._of_rules["value", name], slots, lambda *each: found.setdefault(each), *arguments)
        rules = {rule.order: rule for rule in self.game.program.rules}
        return [(rules[order], owner) for order, owner in found]

    @property
    def looks(self) -> Sequence[Look]:
        """What tracers are told of, by number."""
        return self._compiler.ctx.looks

    def _run(self, function: Callable[..., Any], slots: Slots, *arguments: Any) -> Any:
        try:
            return function(slots, *arguments)
        except FAULTS as fault:
            raise placed(fault, self.game) from fault
        finally:
            slots[WORK] = 0

    def actions_of(self, step: StepEx) -> list[tuple[str, list[RuleEx]]]:
        """The actions that a step may offer, each with the grants it needs (none: always)."""
        return step_actions(self._compiler.ctx, step)

    def _checker(self, problems: Problems) -> Checking:
        made = Checking(self.game.model, problems)
        made.value_types = {name: value.type for name, value in self.game.program.values.items()}
        return made

    def _check_slots(self, checker: Checking, block: StBlock, position: Position) -> None:
        """Report what would need slots that the game does not have."""
        layout, problems = self.game.layout, checker.problems
        for statement in statements_in(block):
            place = statement.position
            if isinstance(statement, LastingSt):
                problems.error("wrong-shape", "no rule can be made here, lasting or other", place)
            elif isinstance(statement, ScoreSt) and statement.source not in layout.sources:
                message = f"no rule scores anything as '{statement.source}'"
                hint = hint_for(statement.source, layout.sources)
                problems.error("unknown-name", message, place, hint=hint)
            elif isinstance(statement, RevealSt) and isinstance(statement.zone, ZoneEx):
                zone = statement.zone.declared.name
                if zone not in layout.seen:
                    message = f"no rule ever reveals or hides '{zone}', so it cannot be done here"
                    problems.error("wrong-shape", message, place)
        for place, effect in checker.foreseen.items():
            why = index_of(self.game.program).uncertain(effect)
            if why is not None:
                problems.error("not-certain", f"'{effect}' cannot be tried out: {why[0]}", place, also=why[1])
        for step, _ in sorted(checker.repeats - set(layout.repeats)):
            message = f"no rule asks for repeats({step}, ...) of this, so it is not kept"
            problems.error("wrong-shape", message, position)
        for effect, step in sorted(checker.histories - set(layout.histories)):
            message = f"no rule asks for times({effect}, {step}), so it is not counted"
            problems.error("wrong-shape", message, position)


def _key(text: Located) -> Key:
    return (text.position, str(text.value))


# What was found of each expression, as long as that is there.
_variables: WeakKeyDictionary[Ex, frozenset[str]] = WeakKeyDictionary()


def variables_in(ex: Ex) -> frozenset[str]:
    """Return the local variables that an expression reads, those that it binds itself among them."""
    found = _variables.get(ex)
    if found is None:
        own = frozenset({ex.name} if isinstance(ex, LocalEx) else ())
        found = _variables[ex] = own.union(*(variables_in(inner) for inner in expressions_in(ex)))
    return found


class _SnippetCompiler:
    """Knows of the game what a compiler must know: addresses of the flow, guards, tables, who may ask."""

    def __init__(self, game: Game) -> None:
        ctx = context_for(game.model, game.program, game.layout)
        lay_out_flow(ctx)
        self.ctx = replace(
            ctx,
            namespace=dict(game.namespace),
            tables=dict(game.compiled.tables),
            guarded={name: f"can_{name}" in game.namespace for name in game.program.effects},
            guarded_kinds={
                key for key, (_, body) in game.program.kind_effects.items() if ctx.index.plan(body)
            },
            # Requests of the game's functions carry the numbers of the game's sites.
            sites=list(game.sites),
            unit=("snippet",),
        )
        self.made = 0

    def block_function(self, block: StBlock, position: Position) -> Callable[[Slots, int], Any]:
        """Compile a block to a function of slots and `me`; it is a generator where it could ask."""
        word = self._word("block")
        guard = guard_of(self.ctx, block, [ir.local("me")])
        code = lower_body(self.ctx, block, [ir.local("me")])
        if guard is not None:
            fault = ir.Fail("what must hold first does not, or cannot be paid")
            code.insert(0, ir.When(ir.Not(guard), [fault]))
        return self._function(word, code, position)

    def value_function(self, expression: Ex, names: Sequence[str] = ()) -> Callable[..., Any]:
        """Compile an expression to a function of slots, `me` and local variables."""
        code = [ir.Return(lower(self.ctx, expression))]
        return self._function(self._word("value"), code, expression.position, ["me", *names])

    def traced(self, plan: Plan, names: Sequence[str]) -> Callable[..., bool]:
        """Compile a plan to a test of slots, `me`, a tracer and local variables."""
        known = [ir.local("me"), ir.local("w", FUNCTION), *map(ir.local, names)]
        call = segment_of(replace(self.ctx, traced=True), plan, known)
        word = self._word("why")
        assert call is not None
        position = plan.s.position if plan is not None else Position("", 1, 1)
        return self._function(word, [ir.Return(call)], position, ["me", "w", *names])

    def in_force_function(self, rule: RuleEx) -> Callable[..., Any]:
        """Compile the test that a rule counts for `me`."""
        test = in_force(self.ctx, rule, ir.local("me")) or ir.const(True)
        return self._function(self._word("in_force"), [ir.Return(test)], rule.position)

    def changes_function(self, name: str) -> Callable[..., Any]:
        """Compile a rule value to a function of slots, what notes the rules that change it, and arguments."""
        value = self.ctx.program.values[name]
        code = value_code(replace(self.ctx, traced=True), value)
        names = ["note", *(v.python for v in value.parameters)]
        return self._function(self._word("changes"), code, value.body.position, names)

    def _word(self, what: str) -> str:
        self.made += 1
        return f"snippet_{what}_{self.made}"

    def _function(
        self,
        word: str,
        code: Sequence[ir.Stmt],
        position: Position,
        names: Sequence[str] = ("me",),
    ) -> Callable[..., Any]:
        parameters = [ir.local(name) for name in names]
        emit(self.ctx, ir.Function(word, parameters, code, position.file, position.line))
        for file, made in self.ctx.functions.items():
            load(made, file or "<snippet>", self.ctx.namespace)
        self.ctx.functions.clear()
        function: Callable[..., Any] = self.ctx.namespace[word]
        return function
