"""The flow of a game as numbered operations: each a function of the state that sets the number of the next.

Each step of the flow becomes: test `when`; set up and advance its loops (`for`, then `players`, then
`while`); begin (counters with `reset` start again); its content; end (lasting rules run out); and back to its
innermost loop.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from interpreter.compiler import python_ast as py
from interpreter.compiler.asking import units
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.compiler.rules import RuleCompiler, place_of
from interpreter.compiler.work import ROOT
from interpreter.language.checked import EndSt, Ex, RuleEx, StepEx, statements_in
from interpreter.layout import AGENDA, ENDING, FINISHED
from interpreter.layout import STEP as STEP_SLOT
from interpreter.model.declarations import BoardDecl, OptionDecl
from interpreter.play.decision import Site
from interpreter.problems.position import Position

# So many conditions of the flow may be asked in one operation.
MAX_THREADED = 6


@dataclass(slots=True)
class Operation:
    """One operation: its function's name, the step it belongs to, and what play must know of it.

    asks: whether it may ask; me_slot: the slot that holds `me`, or -1; agenda: the function that runs while
    something is on the agenda, or empty; at: where its text stands, if not where its step does.
    """

    word: str
    step: str
    asks: bool = False
    secret: bool = False
    # Where it goes on at once if it does nothing else.
    target: int | None = None
    me_slot: int = -1
    agenda: str = ""
    at: Position | None = None
    # Of a step of actions: what is open, and the sole one where it asks nothing.
    offers: str = ""
    alone: str = ""


@dataclass(slots=True)
class _Marks:
    """Addresses of a step that others jump to."""

    end: int = 0
    again: int = 0
    after: int = 0
    begin: int = 0
    content: int = 0
    children: list[int] = field(default_factory=list)


def steps_of(steps: list[StepEx]) -> Iterator[StepEx]:
    """Yield steps and all inside them."""
    for step in steps:
        yield step
        yield from steps_of(step.steps)


def jump_of(code: list[Stmt]) -> Expr | None:
    """Where an operation goes on, if it does nothing else: a number, or a choice between numbers."""
    *before, last = code
    plain = all(isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) for s in before)
    if not plain or not isinstance(last, ast.Assign) or not isinstance(last.targets[0], ast.Subscript):
        return None
    goes = isinstance(last.targets[0].slice, ast.Constant) and last.targets[0].slice.value == STEP_SLOT
    return last.value if goes and isinstance(last.value, ast.Constant | ast.IfExp) else None


class FlowCompiler(RuleCompiler):
    """Lays the flow out (addresses first, then code, for effects may jump to a step's end)."""

    operations: list[Operation]
    plans: list[Callable[[], list[Stmt]]]

    def lay_out_flow(self) -> None:
        """Give every step its addresses."""
        self.operations, self.plans, self.op_after_when = [], [], {}
        bodies = [*units(self.program).values(), *(step.body for step in steps_of(self.program.flow))]
        # Steps with which `end game after` may end the game.
        self.last_steps = {s.after for body in bodies for s in statements_in(body) if isinstance(s, EndSt)}
        self.marks: dict[str, _Marks] = {}
        self.me_slots: dict[str, int] = {}
        asked = [option for option in self.model.options.values() if option.value is None and option.ask]
        if asked:
            self.add("options", "", lambda: self.ask_options(asked), asks=True)
        boards = [b for b in self.model.boards.values() if b.option and self.is_open(b.option)]
        if boards:
            here = len(self.operations)
            self.add("layouts", "", lambda: [self.go(py.const(here + 1)), *self.take_layouts(boards)])
        for step in self.program.flow:
            self.add_step(step, -1)
        self.finish_at = self.add("finish", "", self.finish)

    def is_open(self, option: str) -> bool:
        """Whether an option is drawn or asked, so that its value lies in the state."""
        return self.model.options[option].value is None

    def take_layouts(self, boards: list[BoardDecl]) -> list[Stmt]:
        """Boards are arranged as the options say that were drawn or asked."""
        return [
            py.put(
                py.const(self.layout.counters[f"{board.name}_layout"] + owner),
                py.slot(py.const(self.layout.options[board.option])),
            )
            for board in boards
            for owner in range(board.owners)
        ]

    def ask_options(self, asked: list[OptionDecl]) -> list[Stmt]:
        """The first player chooses the options that are to be asked."""
        code: list[Stmt] = [self.go(py.const(1))]
        for option in asked:
            self.sites.append(
                Site(option.name, option.type, (), option.about.title or option.name, option.about.position)
            )
            site = py.const(len(self.sites) - 1)
            code += [
                py.let("options", self.constant(option.choices)),
                py.put(
                    py.const(self.layout.options[option.name]), self.one_or_ask(py.const(0), site, "options")
                ),
            ]
        return code

    def add(
        self,
        word: str,
        step: str,
        plan: Callable[[], list[Stmt]],
        *,
        asks: bool = False,
        secret: bool = False,
        me_slot: int = -1,
        at: Position | None = None,
    ) -> int:
        """Add an operation, whose code is made when all addresses are known; returns its number."""
        self.operations.append(
            Operation(
                f"op_{len(self.operations)}_{word}", step, asks=asks, secret=secret, me_slot=me_slot, at=at
            )
        )
        self.plans.append(plan)
        return len(self.operations) - 1

    def loop_slots(self, step: StepEx) -> int:
        """Six slots of a step: set and place of its `for`, set and place of its `players`, me, one spare."""
        return next(first for name, first, _ in self.layout.names if name == f"loop {step.name}")

    def add_step(self, step: StepEx, me_slot: int) -> None:
        """Add the operations of a step and all inside it; me_slot: what holds `me` around it, or -1."""
        marks = self.marks[step.name] = _Marks()
        first = self.loop_slots(step)
        inner_me = first + 4 if step.players is not None else me_slot
        self.me_slots[step.name] = inner_me
        me = self.me_reader(me_slot)
        if step.when is not None:
            when = step.when
            self.add(
                "when",
                step.name,
                lambda: [
                    *self.charged(self.work.of(when), me, ROOT),
                    py.put(
                        py.const(STEP_SLOT),
                        py.if_else(
                            self.expr(when), py.const(self.op_after_when[step.name]), py.const(marks.after)
                        ),
                    ),
                ],
                me_slot=me_slot,
                at=when.position,
            )
            self.op_after_when[step.name] = len(self.operations)
        if step.loop is not None:
            name, source = step.loop
            slot = self.layout.counters[name]
            self.add_loop(step, source, first, slot, me)
        if step.players is not None and not step.secretly:
            self.add_loop(step, step.players, first + 2, inner_me, me)
        marks.again = marks.again or len(self.operations)
        inside = me if step.secretly else self.me_reader(inner_me)
        if step.condition is not None and step.kind != "actions":
            condition, here = step.condition, len(self.operations)
            self.add(
                "while",
                step.name,
                lambda: [
                    *self.charged(self.work.of(condition), inside, ROOT),
                    self.go(
                        py.if_else(self.expr(condition), py.const(here + 1), py.const(self.loop_exit(step)))
                    ),
                ],
                me_slot=me_slot if step.secretly else inner_me,
                at=condition.position,
            )
        begin_here = len(self.operations)
        marks.begin = self.add(
            "begin",
            step.name,
            lambda: self.begin(step, inside, begin_here),
            asks=self.event_asks(f"began {step.name}"),
            me_slot=inner_me,
        )
        self.add_content(step, inner_me, inside)
        marks.end = self.add(
            "end",
            step.name,
            lambda: self.end(step, inside),
            asks=self.event_asks(f"ended {step.name}"),
            me_slot=inner_me,
        )
        self.step_ends[step.name] = marks.end
        marks.after = len(self.operations)

    op_after_when: dict[str, int]

    def loop_exit(self, step: StepEx) -> int:
        """Where a step goes when its `while` fails: on with an outer loop of its own, or past it."""
        marks = self.marks[step.name]
        looping = step.loop is not None or (step.players is not None and not step.secretly)
        return marks.again if looping else marks.after

    def me_reader(self, me_slot: int) -> list[Stmt]:
        """Code that reads `me` out of its slot; nothing where nobody is at turn."""
        return [py.let("me", py.slot(py.const(me_slot)))] if me_slot >= 0 else []

    def go(self, where: Expr) -> Stmt:
        """Set the number of the next operation."""
        return py.put(py.const(STEP_SLOT), where)

    def add_loop(self, step: StepEx, source: Ex, slots: int, variable: int, me: list[Stmt]) -> None:
        """Add a loop's start and advance.

        slots: the first of two, for its set and the place in it; variable: the slot where each of the set
        goes in turn.
        """
        marks = self.marks[step.name]
        outer = marks.again
        here = len(self.operations)
        self.add("start", step.name, lambda: [
            *self.charged(self.work.of(source) + self.work.size(source) // 10, me, ROOT),
            py.put(py.const(slots), py.call("tuple", self.expr(source))),
            py.put(py.const(slots + 1), py.const(0)),
            self.go(py.const(here + 1)),
        ], at=source.position)  # fmt: skip

        def advance() -> list[Stmt]:
            past = outer if outer else marks.after
            turn = [
                py.put(py.const(variable), py.item(py.slot(py.const(slots)), py.slot(py.const(slots + 1)))),
                py.add_to(py.const(slots + 1), ast.Add(), py.const(1)),
                self.go(py.const(here + 2)),
            ]
            more = py.compare(
                py.slot(py.const(slots + 1)), ast.Lt(), py.call("len", py.slot(py.const(slots)))
            )
            return [py.when(more, turn, [self.go(py.const(past))])]

        marks.again = self.add("next", step.name, advance)

    # -- begin and end
    def event_asks(self, event: str) -> bool:
        """Whether what listens to an event may ask."""
        return any(u in self.asking for u in self.listeners.get(event, ()))

    def begin(self, step: StepEx, me: list[Stmt], here: int) -> list[Stmt]:
        """Code for the beginning of a step: counters and histories start again, listeners are told.

        These may end the step, or one around it, so it goes on before they are told.
        """
        code: list[Stmt] = list(me)
        for counter in self.model.counters.values():
            if counter.reset == step.name:
                code += self.reset(counter.name)
        for (_, since), slot in self.layout.histories.items():
            if since == step.name:
                code += [py.put(py.const(slot + p), py.const(0)) for p in range(self.model.persons)]
        return [*code, self.go(py.const(here + 1)), *self.step_event("began", step, me)]

    def reset(self, name: str) -> list[Stmt]:
        """Set every slot of a counter, and of its supply, back to what a game starts with."""
        return [
            py.put(py.const(slot), py.const(self.start_list[slot]))
            for word, first, count in self.layout.names
            if word in (f"counter {name}", f"supply {name}")
            for slot in range(first, first + count)
        ]

    start_list: list[object]

    def step_event(self, word: str, step: StepEx, me: list[Stmt]) -> list[Stmt]:
        """Tell those who listen to a step's beginning or end (word: began, ended)."""
        event = f"{word} {step.name}"
        if event not in self.listeners:
            return []
        call = self.invoke(f"hear_{event.replace(' ', '_')}", event, [py.name("me") if me else py.const(-1)])
        return self.charged(self.work.heard(event), [call], ROOT)

    def end(self, step: StepEx, me: list[Stmt]) -> list[Stmt]:
        """Code for a step's end: listeners are told, lasting rules run out, the flow goes on or is over.

        Listeners may end a step around it, or the game: then it goes on there.
        """
        marks = self.marks[step.name]
        told = self.step_event("ended", step, me)
        here = self.go(py.const(marks.end))
        code = [*me, *((here, *told) if told else ())]
        spent = {r.lasting for r in self.program.rules if r.until == step.name and r.lasting is not None}
        for number in sorted(spent):
            code += [
                py.put(py.const(self.layout.lasting[number] + p), py.const(()))
                for p in range(self.model.persons)
            ]
        looping = step.loop is not None or (step.condition is not None and step.kind != "actions")
        looping = looping or (step.players is not None and not step.secretly)
        target: Expr = py.const(marks.again if looping else marks.after)
        if step.name in self.last_steps:
            ends_game = py.compare(
                py.slot(py.const(ENDING)), ast.Eq(), py.const(list(self.model.steps).index(step.name))
            )
            target = py.if_else(ends_game, py.const(self.finish_at), target)
        if not told:
            return [*code, self.go(target)]
        still = py.compare(py.slot(py.const(STEP_SLOT)), ast.Eq(), py.const(marks.end))
        return [*code, py.when(still, [self.go(target)])]

    def finish(self) -> list[Stmt]:
        """Code that ends the game."""
        return [py.put(py.const(FINISHED), py.const(1)), py.put(py.const(AGENDA), py.const(()))]

    # -- content
    def add_content(self, step: StepEx, me_slot: int, me: list[Stmt]) -> None:
        """Add the operations of what a step consists of: inner steps, statements or actions."""
        if step.kind == "steps":
            for child in step.steps:
                self.add_step(child, me_slot)
        elif step.kind == "do":
            here = len(self.operations)
            asks = self.asks(step.body) or step.secretly
            self.add(
                "do",
                step.name,
                lambda: self.do(step, here, me),
                asks=asks,
                secret=step.secretly,
                me_slot=me_slot,
                at=place_of(step.body, step.position),
            )
        else:
            here = len(self.operations)
            self.add("act", step.name, lambda: self.act(step, here, me), asks=True, me_slot=me_slot)
            if self.anytime_actions(step):
                self.operations[here].agenda = f"agenda_{step.name}"

    def do(self, step: StepEx, here: int, me: list[Stmt]) -> list[Stmt]:
        """Carry a step's statements out; a secret one asks player after player before anything is seen."""
        self.unit_title = step.title
        me = self.charged(self.work.body(step.body), me, ROOT)
        if not step.secretly or step.players is None:
            body = self.block(step.body, ["s", "me"] if me else ["s"], f"step_{step.name}")
            return [*me, self.go(py.const(here + 1)), *body]
        body = self.body(f"step_{step.name}", step.body, [])
        word, place = f"secret_{step.name}", place_of(step.body, step.position)
        self.emit(place.file, py.function(word, ["s", "me"], body, place.line, asks=True))
        everyone = py.call("tuple", self.expr(step.players))
        return [
            *me,
            self.go(py.const(here + 1)),
            py.delegate(py.call("secretly", py.name("s"), everyone, py.name(word))),
        ]

    def step_actions(self, step: StepEx) -> list[tuple[str, list[RuleEx]]]:
        """The actions a step may offer, each with the grants it needs (none: always)."""
        found: list[tuple[str, list[RuleEx]]] = [(name, []) for name in step.actions]
        for rule in self.program.rules:
            if rule.kind == "grant" and rule.step in ("", step.name) and rule.action not in step.actions:
                for name, grants in found:
                    if name == rule.action:
                        grants.append(rule)
                        break
                else:
                    found.append((rule.action, [rule]))
        return found

    def anytime_actions(self, step: StepEx) -> list[tuple[str, list[RuleEx]]]:
        """The actions of a step that are open while others wait on the agenda."""
        return [
            (name, grants) for name, grants in self.step_actions(step) if self.program.effects[name].anytime
        ]

    def offered(self, name: str, grants: list[RuleEx]) -> Expr | None:
        """The test that an action is offered; None: always."""
        tests: list[Expr] = []
        if grants:
            each = []
            for rule in grants:
                parts = [
                    t
                    for t in (
                        self.in_force(rule, py.name("me")),
                        self.expr(rule.where) if rule.where is not None else None,
                    )
                    if t is not None
                ]
                each.append(py.both(parts) if parts else py.const(True))
            tests.append(py.either(each))
        if self.guarded.get(name):
            tests.append(py.call(f"can_{name}", py.name("s"), py.name("me")))
        return py.both(tests) if tests else None

    def offer_code(self, actions: list[tuple[str, list[RuleEx]]], first_number: int = 0) -> list[Stmt]:
        """Code that appends the numbers of the actions that are offered to `options`."""
        code: list[Stmt] = []
        for number, (name, grants) in enumerate(actions, first_number):
            test = self.offered(name, grants)
            add = py.run(py.call(ast.Attribute(py.name("options"), "append", ast.Load()), py.const(number)))
            code.append(add if test is None else py.when(test, [add]))
        return code

    def choose_action(self, step: StepEx, names: list[str], titles: list[str]) -> Stmt:
        """Ask for one of `options` and put its number into `chosen`; names and titles by number."""
        self.sites.append(Site("", None, tuple(names), step.title, step.position, tuple(titles)))
        site = py.const(len(self.sites) - 1)
        return py.let("chosen", self.one_or_ask(py.name("me"), site, "options"))

    def dispatch(self, names: list[str], otherwise: list[Stmt], first_number: int = 0) -> list[Stmt]:
        """Code that does the action whose number was chosen, else something otherwise."""
        code = otherwise
        for number, name in reversed(list(enumerate(names, first_number))):
            call = self.effect_call(name, py.name("me"), [])
            code = [py.when(py.compare(py.name("chosen"), ast.Eq(), py.const(number)), [call], code)]
        return code

    def act(self, step: StepEx, here: int, me: list[Stmt]) -> list[Stmt]:
        """Offer the actions; none open ends the step, and so does `pass`.

        What is offered, and a sole action that asks nothing, have functions of their own, for these need no
        copy of the position to go back to.
        """
        actions = self.step_actions(step)
        names = [name for name, _ in actions]
        offers, alone = f"offers_{step.name}", f"alone_{step.name}"
        self.operations[here].offers, self.operations[here].alone = offers, alone
        file, line = step.position.file, step.position.line
        self.emit(file, py.function(offers, ["s"], self.offers(step, actions, me), line))
        leave = [self.go(py.const(here + 1))]
        quiet = [name for name in names if ("effect", name) not in self.asking]
        first = [py.let("chosen", py.item("options", py.const(0)))]
        asks = [py.give(py.const(False))]
        code: list[Stmt] = leave
        for number, name in reversed(list(enumerate(names))):
            call = [self.effect_call(name, py.name("me"), [])]
            call = self.charged(self.work.unit(("effect", name)), call, ROOT) if name in quiet else asks
            code = [py.when(py.compare(py.name("chosen"), ast.Eq(), py.const(number)), call, code)]
        none = py.negated(py.name("options"))
        code = [*me, py.when(none, leave, [*first, *code]), py.give(py.const(True))]
        self.emit(file, py.function(alone, ["s", "options"], code, line))
        given = py.when(
            py.compare(py.name("options"), ast.Is(), py.const(None)),
            [py.let("options", py.call(offers, py.name("s")))],
        )
        titles = [*(self.title_of(name) for name in names), "pass"]
        return [
            *me,
            given,
            py.when(none, [*leave, py.give(py.const(None))]),
            self.choose_action(step, [*names, "pass"], titles),
            *self.dispatch(names, leave),
        ]

    def offers(self, step: StepEx, actions: list[tuple[str, list[RuleEx]]], me: list[Stmt]) -> list[Stmt]:
        """Code that returns the numbers of the actions that are open, none if the step is over."""
        tests = [step.condition, step.passing, *(rule.where for _, grants in actions for rule in grants)]
        steps = sum(self.work.of(test) for test in tests if test is not None)
        me = self.charged(steps + sum(self.work.guard(name) for name, _ in actions), me, ROOT)
        code = [*me, py.let("options", ast.List([], ast.Load())), *self.offer_code(actions)]
        if step.condition is not None:  # asked before every offer
            over = py.negated(self.expr(step.condition))
            code = [*me, py.when(over, [py.give(py.const(()))]), *code[len(me) :]]
        if step.passing is not None:
            add = py.call(ast.Attribute(py.name("options"), "append", ast.Load()), py.const(len(actions)))
            code.append(py.when(self.expr(step.passing), [py.run(add)]))
        return [*code, py.give(py.name("options"))]

    def title_of(self, name: str) -> str:
        """An action's name for people."""
        return self.program.effects[name].title or name.replace("_", " ")

    def agenda_with(self, step: StepEx) -> None:
        """Make the function that offers what waits together with what is open at any time.

        Before an action on the agenda runs, the player at turn may take an action of the step that is
        `anytime`.
        """
        actions = self.anytime_actions(step)
        waiting = list(self.effect_numbers)
        names = [*waiting, *(name for name, _ in actions)]
        titles = [self.title_of(name) for name in names]
        first = py.item(py.slot(py.const(AGENDA)), py.const(0))
        code = [*self.me_reader(self.me_slots[step.name]), py.let("options", ast.List([first], ast.Load()))]
        code += self.offer_code(actions, len(waiting))
        code.append(self.choose_action(step, names, titles))
        run_first = [py.delegate(py.call("run_agenda", py.name("s")))]
        code += self.dispatch(names[len(waiting) :], run_first, len(waiting))
        self.emit(step.position.file, py.function(f"agenda_{step.name}", ["s"], code, step.position.line))

    def compile_flow(self) -> None:
        """Make the code of every operation."""
        codes = [plan() for plan in self.plans]
        self.jumps = [
            None if operation.asks else jump_of(code)
            for operation, code in zip(self.operations, codes, strict=True)
        ]
        for operation, code, jump in zip(self.operations, codes, self.jumps, strict=True):
            place = self.place_of_operation(operation)
            if isinstance(jump, ast.IfExp):
                code[-1] = self.go(self.threaded(jump, operation, MAX_THREADED))
            elif isinstance(jump, ast.Constant):
                operation.target = int(jump.value)  # type: ignore[arg-type]
            given = ["s", "options"] if operation.offers else ["s"]
            self.emit(place.file, py.function(operation.word, given, code, place.line, asks=operation.asks))
        self.agendas(self.program.flow)

    jumps: list[Expr | None]

    def place_of_operation(self, operation: Operation) -> Position:
        """Where an operation's text stands."""
        step = self.model.steps.get(operation.step)
        return operation.at or (step.about.position if step is not None else Position("<flow>", 1, 1))

    def threaded(self, where: Expr, start: Operation, left: int) -> Expr:
        """Where the flow goes on after conditions that follow on each other, asked in one operation.

        Nothing changes between them. They must be for the same player and stand in the same file, for there
        faults are placed; left: how many more may be taken in.
        """
        if isinstance(where, ast.IfExp):
            ways = [self.threaded(way, start, left - 1) for way in (where.body, where.orelse)]
            return ast.copy_location(ast.IfExp(where.test, *ways), where)
        assert isinstance(where, ast.Constant)
        number = int(where.value)  # type: ignore[arg-type]
        jump, next_one = self.jumps[number], self.operations[number]
        if next_one.word.endswith("_begin"):  # where scenarios look for a step
            return where
        if isinstance(jump, ast.Constant):
            return self.threaded(jump, start, left)
        alike = next_one.me_slot == start.me_slot and (
            self.place_of_operation(next_one).file == self.place_of_operation(start).file
        )
        return self.threaded(jump, start, left) if jump is not None and alike and left > 0 else where

    def agendas(self, steps: list[StepEx]) -> None:
        """Make those functions for all steps that need one."""
        for step in steps:
            if step.kind == "actions" and self.anytime_actions(step):
                self.agenda_with(step)
            self.agendas(step.steps)
