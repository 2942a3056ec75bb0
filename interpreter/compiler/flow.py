"""The flow of a game as numbered operations: each a function of the state that sets the number of the next.

Each step of the flow becomes: test `when`; set up and advance its loops (`for`, then `players`, then
`while`); begin (counters with `reset` start again); its content; end (lasting rules run out); and back to its
innermost loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain

from interpreter.compiler import ir
from interpreter.compiler.context import Context
from interpreter.compiler.events import telling_code, told_changes
from interpreter.compiler.expressions import fingerprint
from interpreter.compiler.guards import emit
from interpreter.compiler.ir import Choice, Const, Expr, Function, FunctionName, GameCall, IsNone, Item, Stmt
from interpreter.compiler.listeners import invoke, may_ask
from interpreter.compiler.operations import FlowOperation, Marks
from interpreter.compiler.rules import in_force, place_of
from interpreter.compiler.signatures import NUMBERS
from interpreter.compiler.slots import constant, lower, metered
from interpreter.compiler.statements import effect_call, lower_block, lower_body, sole_or_ask
from interpreter.compiler.tallies import begin_turn, tally, tally_first_look, tally_points
from interpreter.compiler.work import ROOT
from interpreter.language.checked import Asking, EndSt, Ex
from interpreter.language.facts import statements_in
from interpreter.language.index import index_of
from interpreter.language.program import RuleEx, StepEx
from interpreter.layout import AGENDA, DEPTH, ENDING, FINISHED
from interpreter.layout import STEP as STEP_SLOT
from interpreter.model.declarations import NONE, BoardDecl, OptionDecl
from interpreter.play.decision import Site
from interpreter.play.event import Event
from interpreter.problems.position import Position

# So many conditions of the flow may be asked in one operation.
MAX_THREADED = 6
# What can be chosen where a step offers actions.
OPTIONS = ir.local("options", NUMBERS)


def jump_of(code: list[Stmt]) -> Expr | None:
    """Where an operation goes on, if it does nothing else: a number, or a choice between numbers."""
    *before, last = code
    if not all(isinstance(s, ir.Let) for s in before) or not isinstance(last, ir.Put):
        return None
    goes = isinstance(last.index, Const) and last.index.value == STEP_SLOT
    return last.value if goes and isinstance(last.value, Const | Choice) else None


def lay_out_flow(ctx: Context) -> None:
    """Give every step its addresses."""
    # Steps with which `end game after` may end the game.
    statements = chain.from_iterable(map(statements_in, index_of(ctx.program).bodies.values()))
    ctx.flow.last_steps = {s.after for s in statements if isinstance(s, EndSt)}
    asked = [option for option in ctx.model.options.values() if option.value is None and option.ask]
    if asked:
        add(ctx, "options", "", lambda: ask_options(ctx, asked), asks=True)
    boards = [b for b in ctx.model.boards.values() if b.option and is_open(ctx, b.option)]
    if boards:
        here = len(ctx.flow.operations)
        add(ctx, "layouts", "", lambda: [go(ir.const(here + 1)), *take_layouts(ctx, boards)])
    for step in ctx.program.flow:
        add_step(ctx, step, -1)
    ctx.flow.finish_at = add(ctx, "finish", "", lambda: finish(ctx))


def is_open(ctx: Context, option: str) -> bool:
    """Whether an option is drawn or asked, so that its value lies in the state."""
    return ctx.model.options[option].value is None


def take_layouts(ctx: Context, boards: list[BoardDecl]) -> list[Stmt]:
    """Boards are arranged as the options say that were drawn or asked."""
    code: list[Stmt] = []
    for board in boards:
        first = ctx.layout.counters[f"{board.name}_layout"]
        slots = tuple(range(first, first + board.owners))
        chosen = ir.const(ctx.layout.options[board.option])
        taken: list[Stmt] = [ir.Put(ir.const(slot), ir.slot(chosen)) for slot in slots]
        code += told_changes(ctx, board.about.position, ("count", ir.const(slots), []), taken, Event())
    return code


def ask_options(ctx: Context, asked: list[OptionDecl]) -> list[Stmt]:
    """The first player chooses the options that are to be asked."""
    code: list[Stmt] = [go(ir.const(1))]
    for option in asked:
        ctx.sites.append(
            Site(option.name, option.type, (), option.about.title or option.name, option.about.position)
        )
        site = ir.const(len(ctx.sites) - 1)
        code += [
            ir.Let("options", constant(ctx, option.choices)),
            ir.Put(ir.const(ctx.layout.options[option.name]), sole_or_ask(ctx, ir.const(0), site, "options")),
        ]
    return code


def add(
    ctx: Context,
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
    ctx.flow.operations.append(
        FlowOperation(
            f"op_{len(ctx.flow.operations)}_{word}", step, asks=asks, secret=secret, me_slot=me_slot, at=at
        )
    )
    ctx.flow.plans.append(plan)
    return len(ctx.flow.operations) - 1


def add_step(ctx: Context, step: StepEx, me_slot: int) -> None:
    """Add the operations of a step and all inside it; me_slot: what holds `me` around it, or -1."""
    marks = ctx.flow.marks[step.name] = Marks()
    first = ctx.layout.loop_slots(step.name)
    inner_me = first + 4 if step.players is not None else me_slot
    ctx.flow.me_slots[step.name] = inner_me
    me = me_reader(me_slot)
    if step.when is not None:
        when = step.when
        add(
            ctx,
            "when",
            step.name,
            lambda: [
                *metered(ctx.work.of(when), me, ROOT),
                ir.Put(
                    ir.const(STEP_SLOT),
                    ir.if_else(
                        lower(ctx, when), ir.const(ctx.flow.op_after_when[step.name]), ir.const(marks.after)
                    ),
                ),
            ],
            me_slot=me_slot,
            at=when.position,
        )
        ctx.flow.op_after_when[step.name] = len(ctx.flow.operations)
    if step.loop is not None:
        name, source = step.loop
        slot = ctx.layout.counters[name]
        rounds = ctx.layout.rounds if step is ctx.index.round else NONE
        add_loop(ctx, step, source, first, variable=slot, me=me, passes=rounds)
    if step.players is not None and not step.secretly:
        turns = first + 5 if me_slot < 0 else -1
        if turns >= 0:
            ctx.flow.turn_slots.append(turns)
        whose = ctx.layout.counters[step.whose] if step.whose else NONE
        add_loop(ctx, step, step.players, first + 2, variable=inner_me, me=me, passes=turns, whose=whose)
    marks.again = marks.again or len(ctx.flow.operations)
    inside = me if step.secretly else me_reader(inner_me)
    if step.condition is not None and step.kind != "actions":
        condition, here = step.condition, len(ctx.flow.operations)
        add(
            ctx,
            "while",
            step.name,
            lambda: [
                *metered(ctx.work.of(condition), inside, ROOT),
                go(ir.if_else(lower(ctx, condition), ir.const(here + 1), ir.const(loop_exit(ctx, step)))),
            ],
            me_slot=me_slot if step.secretly else inner_me,
            at=condition.position,
        )
    begin_here = len(ctx.flow.operations)
    marks.begin = add(
        ctx,
        "begin",
        step.name,
        lambda: begin(ctx, step, inside, begin_here),
        asks=event_asks(ctx, f"began {step.name}"),
        me_slot=inner_me,
    )
    add_content(ctx, step, inner_me, inside)
    marks.end = add(
        ctx,
        "end",
        step.name,
        lambda: end(ctx, step, inside),
        asks=event_asks(ctx, f"ended {step.name}"),
        me_slot=inner_me,
    )
    ctx.flow.step_ends[step.name] = marks.end
    marks.after = len(ctx.flow.operations)


def loop_exit(ctx: Context, step: StepEx) -> int:
    """Where a step goes when its `while` fails: on with an outer loop of its own, or past it."""
    marks = ctx.flow.marks[step.name]
    looping = step.loop is not None or (step.players is not None and not step.secretly)
    return marks.again if looping else marks.after


def me_reader(me_slot: int) -> list[Stmt]:
    """Code that reads `me` out of its slot; nothing where nobody is at turn."""
    return [ir.Let("me", ir.slot(ir.const(me_slot)))] if me_slot >= 0 else []


def go(where: Expr) -> Stmt:
    """Set the number of the next operation."""
    return ir.Put(ir.const(STEP_SLOT), where)


def add_loop(
    ctx: Context, step: StepEx, source: Ex, slots: int, *,
    variable: int, me: list[Stmt], passes: int = NONE, whose: int = NONE,
) -> None:  # fmt: skip
    """Add a loop's start and advance.

    slots: the first of two, for its set and the place in it; variable: the slot where each of the set
    goes in turn, and whose: another one or none; passes: the slot that counts how often one goes, or none.
    """
    marks = ctx.flow.marks[step.name]
    outer = marks.again
    here = len(ctx.flow.operations)
    add(ctx, "start", step.name, lambda: [
        *metered(ctx.work.of(source) + ctx.work.size(source) // 10, me, ROOT),
        ir.Put(ir.const(slots), ir.call("tuple", lower(ctx, source))),
        ir.Put(ir.const(slots + 1), ir.const(0)),
        *first_turn(ctx, step, slots, passes),
        go(ir.const(here + 1)),
    ], at=source.position)  # fmt: skip

    def advance() -> list[Stmt]:
        past = outer if outer else marks.after
        member = Item(ir.slot(ir.const(slots), NUMBERS), ir.slot(ir.const(slots + 1)))
        turn = [
            *(ir.Put(ir.const(slot), member) for slot in (variable, whose) if slot >= 0),
            ir.AddTo(ir.const(slots + 1), "+", ir.const(1)),
            go(ir.const(here + 2)),
        ]
        more = ir.compare(
            ir.slot(ir.const(slots + 1)), "<", ir.call("len", ir.slot(ir.const(slots), NUMBERS))
        )
        counters = ir.const((whose if whose >= 0 else variable,))
        turn = told_changes(ctx, source.position, ("count", counters, []), turn, Event())
        counted = [ir.AddTo(ir.const(passes), "+", ir.const(1))] if passes >= 0 else []
        return [ir.When(more, [*counted, *turn], [go(ir.const(past))])]

    marks.again = add(ctx, "next", step.name, advance)


def first_turn(ctx: Context, step: StepEx, slots: int, turns: int) -> list[Stmt]:
    """Code that keeps who has the first turn of the first round, where the turns of players begin."""
    around = ctx.index.paths[step.name]
    if turns not in ctx.flow.turn_slots or not any(each is ctx.index.round for each in around):
        return []
    starter, order = ir.const(ctx.layout.starter), ir.slot(ir.const(slots), NUMBERS)
    unknown = ir.compare(ir.slot(starter), "==", ir.const(0))
    first = [ir.Put(starter, ir.plus(Item(order, ir.const(0)), ir.const(1)))]
    return [ir.When(unknown, [ir.When(ir.compare(ir.call("len", order), ">", ir.const(0)), first)])]


# -- begin and end
def event_asks(ctx: Context, event: str) -> bool:
    """Whether what listens to an event may ask."""
    return any(u in ctx.asking for u in ctx.listeners.get(event, ()))


def begin(ctx: Context, step: StepEx, me: list[Stmt], here: int) -> list[Stmt]:
    """Code for the beginning of a step: counters and histories start again, listeners are told.

    These may end the step, or one around it, so it goes on before they are told.
    """
    place = step_place(ctx, step)
    code: list[Stmt] = [*me, *telling_code(ctx, "begin", place, who(me), says=says_step(ctx, step))]
    if step.loop is None and step is ctx.index.round:
        code.append(ir.AddTo(ir.const(ctx.layout.rounds), "+", ir.const(1)))
    code += begin_turn(ctx, step)
    for counter in ctx.model.counters.values():
        if counter.reset == step.name:
            code += reset(ctx, counter.name, place)
    for (_, since), slot in ctx.layout.histories.items():
        if since == step.name:
            code += [ir.Put(ir.const(slot + p), ir.const(0)) for p in range(ctx.model.persons)]
    for rule in ctx.program.rules:
        if rule.once == step.name:
            first = ctx.layout.once[rule.order]
            code += [ir.Put(ir.const(first + p), ir.const(0)) for p in range(ctx.model.persons)]
    for (since, things), slot in ctx.layout.repeats.items():
        if since == step.name:
            now = fingerprint(ctx, things, ir.local("me") if me else ir.const(NONE))
            code.append(ir.AddTo(ir.const(slot), "+", ir.numbers([now])))
    return [*code, go(ir.const(here + 1)), *step_event(ctx, "began", step, me)]


def says_step(ctx: Context, step: StepEx) -> Event:
    """What is said of a step when it begins or ends."""
    said = Event(said=True) if ("step", step.name) in ctx.index.said else Event()
    return Event(what="step", name=step.name, title=step.title) | said


def step_place(ctx: Context, step: StepEx) -> Position:
    """Where a step stands in the rule files."""
    return ctx.model.steps[step.name].about.position


def who(me: list[Stmt]) -> Expr:
    """The player at turn in a step; none where nobody is."""
    return ir.local("me") if me else ir.const(-1)


def reset(ctx: Context, name: str, place: Position) -> list[Stmt]:
    """Set every slot of a counter, and of its supply, back to what a game starts with."""
    slots = [
        slot
        for word, first, count in ctx.layout.names
        if word in (f"counter {name}", f"supply {name}")
        for slot in range(first, first + count)
    ]
    code: list[Stmt] = [ir.Put(ir.const(slot), ir.const(ctx.flow.start_list[slot])) for slot in slots]
    return told_changes(ctx, place, ("count", ir.const(tuple(slots)), []), code, Event())


def step_event(ctx: Context, word: str, step: StepEx, me: list[Stmt]) -> list[Stmt]:
    """Tell those who listen to a step's beginning or end (word: began, ended)."""
    event = f"{word} {step.name}"
    if event not in ctx.listeners:
        return []
    call = invoke(ctx, f"hear_{event.replace(' ', '_')}", event, [who(me)])
    return metered(ctx.work.heard(event), [call], ROOT)


def end(ctx: Context, step: StepEx, me: list[Stmt]) -> list[Stmt]:
    """Code for a step's end: listeners are told, lasting rules run out, the flow goes on or is over.

    Listeners may end a step around it, or the game: then it goes on there.
    """
    marks = ctx.flow.marks[step.name]
    heard = step_event(ctx, "ended", step, me)
    here = go(ir.const(marks.end))
    code = [*me, *((here, *heard) if heard else ())]
    code += telling_code(ctx, "end", step_place(ctx, step), who(me), says=says_step(ctx, step))
    spent = {r.lasting for r in ctx.program.rules if r.until == step.name and r.lasting is not None}
    for number in sorted(spent):
        code += [
            ir.Put(ir.const(ctx.layout.lasting[number] + p), ir.const(())) for p in range(ctx.model.persons)
        ]
    looping = step.loop is not None or (step.condition is not None and step.kind != "actions")
    looping = looping or (step.players is not None and not step.secretly)
    target: Expr = ir.const(marks.again if looping else marks.after)
    if step.name in ctx.flow.last_steps:
        ends_game = ir.compare(
            ir.slot(ir.const(ENDING)), "==", ir.const(list(ctx.model.steps).index(step.name))
        )
        target = ir.if_else(ends_game, ir.const(ctx.flow.finish_at), target)
    if not heard:
        return [*code, go(target)]
    still = ir.compare(ir.slot(ir.const(STEP_SLOT)), "==", ir.const(marks.end))
    return [*code, ir.When(still, [go(target)])]


def finish(ctx: Context) -> list[Stmt]:
    """Code that ends the game; calls that were left when it ended are out of all others again."""
    code = tally_points(ctx)
    code += [ir.Put(ir.const(FINISHED), ir.const(1)), ir.Put(ir.const(AGENDA), ir.const(()))]
    code.append(ir.Put(ir.const(DEPTH), ir.const(0)))
    place = Position(str(ctx.model.about.position.file), 1, 1)
    return [*code, *telling_code(ctx, "over", place, ir.const(-1))]


# -- content
def add_content(ctx: Context, step: StepEx, me_slot: int, me: list[Stmt]) -> None:
    """Add the operations of what a step consists of: inner steps, statements or actions."""
    if step.kind == "steps":
        for child in step.steps:
            add_step(ctx, child, me_slot)
    elif step.kind == "do":
        here = len(ctx.flow.operations)
        asks = may_ask(ctx, step.body) or step.secretly
        add(
            ctx,
            "do",
            step.name,
            lambda: do(ctx, step, here, me),
            asks=asks,
            secret=step.secretly,
            me_slot=me_slot,
            at=place_of(step.body, step.position),
        )
    else:
        here = len(ctx.flow.operations)
        add(ctx, "act", step.name, lambda: act(ctx, step, here, me), asks=True, me_slot=me_slot)
        if anytime_actions(ctx, step):
            ctx.flow.operations[here].agenda = f"agenda_{step.name}"


def do(ctx: Context, step: StepEx, here: int, me: list[Stmt]) -> list[Stmt]:
    """Carry a step's statements out; a secret one asks player after player before anything is seen."""
    ctx = replace(ctx, unit=("step", step.name), unit_title=step.title)
    me = metered(ctx.work.body(step.body), me or [ir.Let("me", ir.const(-1))], ROOT)
    if not step.secretly or step.players is None:
        return [*me, go(ir.const(here + 1)), *lower_block(ctx, step.body, [ir.local("me")])]
    body = lower_body(ctx, step.body, [ir.local("me")])
    word, place = f"secret_{step.name}", place_of(step.body, step.position)
    emit(ctx, Function(word, [ir.local("me")], body, place.file, place.line, asks=True))
    everyone = ir.call("tuple", lower(ctx, step.players))
    return [
        *me,
        go(ir.const(here + 1)),
        ir.Run(ir.call("secretly", everyone, FunctionName(word))),
    ]


def step_actions(ctx: Context, step: StepEx) -> list[tuple[str, list[RuleEx]]]:
    """The actions a step may offer, each with the grants it needs (none: always)."""
    found: list[tuple[str, list[RuleEx]]] = [(name, []) for name in step.actions]
    for rule in ctx.program.rules:
        if rule.kind == "grant" and rule.step in ("", step.name) and rule.action not in step.actions:
            for name, grants in found:
                if name == rule.action:
                    grants.append(rule)
                    break
            else:
                found.append((rule.action, [rule]))
    return found


def anytime_actions(ctx: Context, step: StepEx) -> list[tuple[str, list[RuleEx]]]:
    """The actions of a step that are open while others wait on the agenda."""
    return [(name, grants) for name, grants in step_actions(ctx, step) if ctx.program.effects[name].anytime]


def offered(ctx: Context, name: str, grants: list[RuleEx]) -> Expr | None:
    """The test that an action is offered; None: always."""
    tests: list[Expr] = []
    if grants:
        each = []
        for rule in grants:
            parts = [
                t
                for t in (
                    in_force(ctx, rule, ir.local("me")),
                    lower(ctx, rule.where) if rule.where is not None else None,
                )
                if t is not None
            ]
            each.append(ir.both(parts) if parts else ir.const(True))
        tests.append(ir.either(each))
    if ctx.guarded.get(name):
        tests.append(GameCall(f"can_{name}", [ir.local("me")]))
    return ir.both(tests) if tests else None


def offer_code(ctx: Context, actions: list[tuple[str, list[RuleEx]]], first_number: int = 0) -> list[Stmt]:
    """Code that appends the numbers of the actions that are offered to `options`."""
    code: list[Stmt] = []
    for number, (name, grants) in enumerate(actions, first_number):
        test = offered(ctx, name, grants)
        effect = ctx.program.effects[name]
        add = [*tally(ctx, "action", effect.position, name), ir.Append("options", ir.const(number))]
        code += add if test is None else [ir.When(test, add)]
    return code


def choose_action(ctx: Context, step: StepEx, names: list[str], titles: list[str]) -> Stmt:
    """Ask for one of `options` and put its number into `chosen`; names and titles by number."""
    ctx.sites.append(
        Site(
            "", None, tuple(names), step.title, step.position, tuple(titles),
            unit=("step", step.name), default=step.default, asking=_asking(step),
        )
    )  # fmt: skip
    site = ir.const(len(ctx.sites) - 1)
    return ir.Let("chosen", sole_or_ask(ctx, ir.local("me"), site, "options"))


def _asking(step: StepEx) -> Asking | None:
    """What a step asks in words of its own."""
    if step.question is None:
        return None
    return Asking(step.position, step.question, (), (), step.default or None, always=False)


def dispatch(ctx: Context, names: list[str], otherwise: list[Stmt], first_number: int = 0) -> list[Stmt]:
    """Code that does the action whose number was chosen, else something otherwise."""
    code = otherwise
    for number, name in reversed(list(enumerate(names, first_number))):
        call = effect_call(ctx, name, ir.local("me"), [])
        code = [ir.When(ir.compare(ir.local("chosen"), "==", ir.const(number)), [call], code)]
    return code


def act(ctx: Context, step: StepEx, here: int, me: list[Stmt]) -> list[Stmt]:
    """Offer the actions; none open ends the step, and so does `pass`, or one of them where it is for one.

    What is offered, and a sole action that asks nothing, have functions of their own, for these need no
    copy of the position to go back to.
    """
    actions = step_actions(ctx, step)
    names = [name for name, _ in actions]
    offers, does_sole = f"open_options_{step.name}", f"does_sole_{step.name}"
    ctx.flow.operations[here].open_options, ctx.flow.operations[here].does_sole = offers, does_sole
    file, line = step.position.file, step.position.line
    emit(ctx, Function(offers, [], offers_of(ctx, step, actions, me), file, line))
    leave = [go(ir.const(here + 1))]
    over = leave if step.once else []
    quiet = [name for name in names if ("effect", name) not in ctx.asking]
    first = [ir.Let("chosen", Item(OPTIONS, ir.const(0)))]
    asks: list[Stmt] = [ir.Return(ir.const(False))]
    code: list[Stmt] = leave
    for number, name in reversed(list(enumerate(names))):
        call = [*over, effect_call(ctx, name, ir.local("me"), [])]
        call = metered(ctx.work.unit(("effect", name)), call, ROOT) if name in quiet else asks
        code = [ir.When(ir.compare(ir.local("chosen"), "==", ir.const(number)), call, code)]
    none = ir.Not(OPTIONS)
    code = [*me, ir.When(none, leave, [*first, *code]), ir.Return(ir.const(True))]
    emit(ctx, Function(does_sole, [OPTIONS], code, file, line))
    given = ir.When(
        IsNone(OPTIONS),
        [ir.Let("options", GameCall(offers, [], NUMBERS))],
    )
    titles = [*(title_of(ctx, name) for name in names), step.pass_title or "pass"]
    return [
        *me,
        given,
        ir.When(none, [*leave, ir.Return()]),
        choose_action(ctx, step, [*names, "pass"], titles),
        *over,
        *dispatch(ctx, names, leave),
    ]


def offers_of(
    ctx: Context, step: StepEx, actions: list[tuple[str, list[RuleEx]]], me: list[Stmt]
) -> list[Stmt]:
    """Code that returns the numbers of the actions that are open, none if the step is over."""
    tests = [step.condition, step.passing, *(rule.where for _, grants in actions for rule in grants)]
    steps = sum(ctx.work.of(test) for test in tests if test is not None)
    me = metered(steps + sum(ctx.work.guard(name) for name, _ in actions), me, ROOT)
    code = [*me, ir.Let("options", ir.Numbers([], open=True)), *offer_code(ctx, actions)]
    code += tally_first_look(ctx, step, OPTIONS)
    if step.condition is not None:  # asked before every offer
        over = ir.Not(lower(ctx, step.condition))
        code = [*me, ir.When(over, [ir.Return(ir.const(()))]), *code[len(me) :]]
    if step.passing is not None:
        add = ir.Append("options", ir.const(len(actions)))
        code.append(ir.When(lower(ctx, step.passing), [add]))
    return [*code, ir.Return(OPTIONS)]


def title_of(ctx: Context, name: str) -> str:
    """An action's name for people."""
    return ctx.program.effects[name].title or name.replace("_", " ")


def agenda_with(ctx: Context, step: StepEx) -> None:
    """Make the function that offers what waits together with what is open at any time.

    Before an action on the agenda runs, the player at turn may take an action of the step that is
    `anytime`.
    """
    actions = anytime_actions(ctx, step)
    waiting = list(ctx.effect_numbers)
    names = [*waiting, *(name for name, _ in actions)]
    titles = [title_of(ctx, name) for name in names]
    first = Item(ir.slot(ir.const(AGENDA), NUMBERS), ir.const(0))
    code = [*me_reader(ctx.flow.me_slots[step.name]), ir.Let("options", ir.Numbers([first], open=True))]
    code += offer_code(ctx, actions, len(waiting))
    code.append(choose_action(ctx, step, names, titles))
    run_first: list[Stmt] = [ir.Run(ir.call("run_agenda"))]
    code += dispatch(ctx, names[len(waiting) :], run_first, len(waiting))
    emit(ctx, Function(f"agenda_{step.name}", [], code, step.position.file, step.position.line, asks=True))


def compile_flow(ctx: Context) -> None:
    """Make the code of every operation."""
    codes = [plan() for plan in ctx.flow.plans]
    ctx.flow.jumps = [
        None if operation.asks else jump_of(code)
        for operation, code in zip(ctx.flow.operations, codes, strict=True)
    ]
    for operation, code, jump in zip(ctx.flow.operations, codes, ctx.flow.jumps, strict=True):
        place = place_of_operation(ctx, operation)
        if isinstance(jump, Choice):
            code[-1] = go(threaded(ctx, jump, operation, MAX_THREADED))
        elif isinstance(jump, Const):
            operation.target = number_of(jump)
        given = [OPTIONS] if operation.open_options else []
        emit(ctx, Function(operation.word, given, code, place.file, place.line, operation.asks))
    agendas(ctx, ctx.program.flow)


def number_of(jump: Const) -> int:
    """The operation to which a jump goes that depends on nothing."""
    assert isinstance(jump.value, int)
    return jump.value


def place_of_operation(ctx: Context, operation: FlowOperation) -> Position:
    """Where an operation's text stands."""
    step = ctx.model.steps.get(operation.step)
    return operation.at or (step.about.position if step is not None else Position("<flow>", 1, 1))


def threaded(ctx: Context, where: Expr, start: FlowOperation, left: int) -> Expr:
    """Where the flow goes on after conditions that follow on each other, asked in one operation.

    Nothing changes between them. They must be for the same player and stand in the same file, for there
    faults are placed; left: how many more may be taken in.
    """
    if isinstance(where, Choice):
        ways = [threaded(ctx, way, start, left - 1) for way in (where.then, where.otherwise)]
        return Choice(where.condition, *ways, place=where.place)
    assert isinstance(where, Const)
    number = number_of(where)
    jump, next_one = ctx.flow.jumps[number], ctx.flow.operations[number]
    marks = ctx.flow.marks.get(next_one.step)
    if marks is not None and number == marks.begin:  # where scenarios look for a step
        return where
    if isinstance(jump, Const):
        return threaded(ctx, jump, start, left)
    alike = next_one.me_slot == start.me_slot and (
        place_of_operation(ctx, next_one).file == place_of_operation(ctx, start).file
    )
    return threaded(ctx, jump, start, left) if jump is not None and alike and left > 0 else where


def agendas(ctx: Context, steps: Iterable[StepEx]) -> None:
    """Make those functions for all steps that need one."""
    for step in steps:
        if step.kind == "actions" and anytime_actions(ctx, step):
            agenda_with(ctx, step)
        agendas(ctx, step.steps)
