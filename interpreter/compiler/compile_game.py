"""The last stage: a checked program becomes a Game. The one place that knows the order of compilation.

Functions are grouped by the rule file they come from and compiled with that file's name, so that tracebacks,
debuggers and coverage speak of the rule files.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from interpreter.compiler import lowerings as lowerings  # noqa: PLC0414 - fills the tables
from interpreter.compiler import python_ast as py
from interpreter.compiler.context import Context, context_for
from interpreter.compiler.counters import measured_code
from interpreter.compiler.events import told_within
from interpreter.compiler.flow import compile_flow, lay_out_flow
from interpreter.compiler.form import Form, Function, Waiting
from interpreter.compiler.guards import emit, guard_of
from interpreter.compiler.leaving import leave_when_over
from interpreter.compiler.origins import Origins, most_chosen
from interpreter.compiler.python_ast import Expr
from interpreter.compiler.rules import counted, listener, lower_effect, lower_value, on_table, place_of
from interpreter.compiler.slots import charged, guarded, lower
from interpreter.compiler.statements import lower_body
from interpreter.compiler.work import ROOT
from interpreter.language.checked import DoEffectSt, Ex, ValueCallEx
from interpreter.language.facts import statements_in, within
from interpreter.language.index import index_of, reached, values_in
from interpreter.language.program import Program, ValueEx
from interpreter.layout import AGENDA, DRAWN, ENDING, NOT_SAID, PENDING, RESEEDS, WON, WORK, lay_out
from interpreter.model.declarations import NONE, ComponentDecl, CounterDecl, Model
from interpreter.play import dictated, events, runtime
from interpreter.play.covers import HiddenCounter, Limit, counter_values
from interpreter.play.events import Event
from interpreter.play.faults import FAULTS, RuleFault, message_of
from interpreter.play.game import Beginning, FinalLine, Game, LayoutTest, OperationInfo
from interpreter.play.runtime import measured, worked
from interpreter.play.state import State


def compile_game(model: Model, program: Program, fingerprint: str) -> Game:
    """Compile everything and return the game."""
    ctx = _begun(model, program)
    _everything(ctx)
    _load(ctx)
    ctx.flow.start_list = _grown(ctx, ctx.flow.start_list)
    return _assembled(ctx, fingerprint)


def compile_checked(model: Model, program: Program) -> Beginning:
    """Compile everything, for its faults, but load only what runs before play: loading takes long."""
    ctx = _begun(model, program)
    _everything(ctx)
    _effects_of_kinds(ctx)
    _lines_of_pieces(ctx)
    return compile_beginning(model, program)


def compile_beginning(model: Model, program: Program) -> Beginning:
    """Compile what runs before play, and nothing else."""
    ctx = _begun(model, program)
    for value in _values_of_layout_checks(ctx):
        lower_value(ctx, value)
    _layout_checks(ctx)
    _load_functions(ctx)
    return Beginning(model, program, ctx.layout, tuple(ctx.flow.start_list), _layout_tests(ctx))


def _begun(model: Model, program: Program) -> Context:
    """Begin a compilation with the list before set-up."""
    ctx = context_for(model, program, lay_out(model, program))
    lay_out_flow(ctx)
    ctx.remembering = False  # nothing is compiled yet that could be remembered
    ctx.flow.start_list = _first_list(ctx)
    ctx.remembering = True
    return ctx


def _everything(ctx: Context) -> None:
    """Compile all there is."""
    _guards_of_effects(ctx)
    for value in ctx.program.values.values():
        lower_value(ctx, value)
    _what_is_carried_out(ctx)
    _final_lines(ctx)
    _ties(ctx)
    _layout_checks(ctx)
    _limits_of_hidden(ctx)


def _values_of_layout_checks(ctx: Context) -> list[ValueEx]:
    """The rule values that checks of layouts read; of values that rules modify any may be read."""
    values, checks = ctx.program.values, ctx.program.layout_checks
    asked = {name for _, _, check in checks for name in values_in(check)}
    read = reached(index_of(ctx.program).value_reads, asked)
    modified = any(f"value {name}" in ctx.modified for name in read)
    return [value for name, value in values.items() if name in read or modified]


def _telling(game: Game) -> Game:
    """The same game in code that tells what happens: all that is only worked out is taken from it."""
    ctx = context_for(game.model, game.program, game.layout)
    ctx.telling = True
    lay_out_flow(ctx)
    ctx.namespace = {**game.namespace, **events.NAMES, **dictated.NAMES}
    ctx.flow.start_list = list(game.start)
    _guards_of_effects(ctx)
    _what_is_carried_out(ctx)
    _load(ctx)
    return replace(game, namespace=ctx.namespace, tellings=tuple(ctx.tellings), **_flow_of(ctx))


def _what_is_carried_out(ctx: Context) -> None:
    """Compile what changes a position: effects, those of kinds, what listens, the flow."""
    for effect in ctx.program.effects.values():
        lower_effect(ctx, effect)
    _kind_effects(ctx)
    _listeners_of_automatic_events(ctx)
    compile_flow(ctx)


def _nothing(*_: object) -> None:
    """The effect of a kind that has none."""


def _always(*_: object) -> bool:
    """The guard of an effect that can always be done."""
    return True


# -- parts
def _guards_of_effects(ctx: Context) -> None:
    """Guards first: effects that call each other need to know whose guard always holds."""
    for effect in ctx.program.effects.values():
        ctx.guarded[effect.name] = ctx.index.plan(effect.body) is not None
    ctx.guarded_kinds = {key for key, (_, body) in ctx.program.kind_effects.items() if ctx.index.plan(body)}
    always: list[str] = []
    for effect in ctx.program.effects.values():
        names = ["s", "me", *(v.python for v in effect.parameters)]
        ctx.unit = ("effect", effect.name)
        if guard_of(ctx, effect.body, names, f"can_{effect.name}") is None and ctx.guarded[effect.name]:
            always.append(effect.name)
    for key in sorted(ctx.guarded_kinds):
        variables, body = ctx.program.kind_effects[key]
        ctx.unit = ("kind", *key)
        guard_of(ctx, body, ["s", "me", *(v.python for v in variables)], f"can_effect_of_{key[1]}")
    for name in always:
        ctx.guarded[name] = False
        effect = ctx.program.effects[name]
        names = ["s", "me", *(v.python for v in effect.parameters)]
        emit(
            ctx,
            effect.position.file,
            py.function(f"can_{name}", names, [py.give(py.const(True))], effect.position.line),
        )


def _kind_effects(ctx: Context) -> None:
    for made in ctx.model.components.values():
        for kind in made.kinds:
            key = (made.name, kind.name)
            if key not in ctx.program.kind_effects:
                continue
            variables, block = ctx.program.kind_effects[key]
            ctx.unit, ctx.unit_title = ("kind", *key), kind.about.title
            names = ["s", "me", *(v.python for v in variables)]
            body = counted(ctx, ("kind", *key), lower_body(ctx, block, names))
            says = Event(what="effect", name=kind.name, title=kind.about.title)
            body = told_within(ctx, says, kind.about.position, body)
            asks = ("kind", *key) in ctx.asking
            word, place = f"effect_of_{kind.name}", place_of(block, kind.about.position)
            emit(ctx, place.file, py.function(word, names, body, place.line, asks=asks))


def _listeners_of_automatic_events(ctx: Context) -> None:
    for event in ctx.listeners:
        kind, name = event.split(" ", 1)
        if kind == "effect":
            continue
        count = {"gained": 1, "lost": 1}.get(kind)
        if count is not None:
            parameters = [f"a{n}" for n in range(len(ctx.model.counters[name].per) + 1)]
        elif kind in ("began", "ended"):
            parameters = ["a0"]
        elif name in ctx.model.zones:
            parameters = [f"a{n}" for n in range(len(ctx.model.zones[name].per) + 1)]
        else:
            parameters = ["a0", "a1"]
        listener(ctx, event, None, f"hear_{event.replace(' ', '_')}", parameters)


def _final_lines(ctx: Context) -> None:
    for number, line in enumerate(ctx.program.final):
        plain_function(ctx, f"final_{number}", ["s", "me"], line.points, measured_code(ctx, line.points))
        if line.shows is not None:
            plain_function(ctx, f"final_shows_{number}", ["s", "me"], line.shows)
    for number, points in enumerate(ctx.program.outlook):
        plain_function(ctx, f"outlook_{number}", ["s", "me"], points)


def _ties(ctx: Context) -> None:
    for number, (_, expression) in enumerate(ctx.program.ties):
        plain_function(ctx, f"tie_{number}", ["s", "me"], expression)


def _layout_checks(ctx: Context) -> None:
    for number, (_, _, expression) in enumerate(ctx.program.layout_checks):
        plain_function(ctx, f"layout_check_{number}", ["s"], expression)


def plain_function(
    ctx: Context, word: str, names: Sequence[str], expression: Ex, code: Expr | None = None
) -> None:
    """Make a function of an expression, or of code that was made of it."""
    place, made = expression.position, [py.give(code or lower(ctx, expression))]
    lines = charged(ctx, ctx.work.of(expression), made, ROOT)
    emit(ctx, place.file, py.function(word, names, lines, place.line))


def _limits_of_hidden(ctx: Context) -> None:
    """What a hidden counter can hold is asked in play, where it is dealt anew."""
    for (name, word), expression in ctx.program.limits.items():
        counter = ctx.model.counters[name]
        if counter.visible != "everyone" and word != "supply":
            names = [f"{index.name or index.kind}_{n}" for n, index in enumerate(counter.per, 1)]
            plain_function(ctx, f"{word}_of_{name}", ["s", *names], expression)


# -- loading
def _load(ctx: Context) -> None:
    """Put all that was compiled into the namespace."""
    ctx.namespace["LAYOUT"] = ctx.layout
    _load_functions(ctx)
    _effects_of_kinds(ctx)
    ctx.namespace["final_points"] = _points_of_pieces(ctx)
    ctx.namespace["run_agenda"] = _agenda_runner(ctx)


def _effects_of_kinds(ctx: Context) -> None:
    """Make the tables of what the kinds of each component type do, and whether they can."""
    for component in _with_effects(ctx):
        ctx.namespace[f"EFFECTS_{component}"] = _by_token(ctx, component, "effect_of_", _nothing)
        ctx.namespace[f"CANS_{component}"] = _by_token(ctx, component, "can_effect_of_", _always)


def _form(ctx: Context) -> Form:
    """What was compiled, for other printers."""
    names, known = (
        ctx.namespace,
        runtime.NAMES.keys() | {"__builtins__", "LAYOUT", "final_points", "run_agenda"},
    )
    functions = {
        function.name: Function(file, function) for file, made in ctx.functions.items() for function in made
    }
    tables = {word: value for word, value in names.items() if word not in known and word not in functions}
    effects = {
        word: tuple(entry.__name__ if entry.__name__ in functions else None for entry in table[:-1])
        for word, table in tables.items()
        if word.startswith(("EFFECTS_", "CANS_"))
    }
    return Form(functions, tables, _waiting(ctx), _lines_of_pieces(ctx), effects)


def _load_functions(ctx: Context) -> None:
    """Compile each file's functions and put them into the namespace."""
    leave_when_over(itertools.chain.from_iterable(ctx.functions.values()))
    for file, functions in ctx.functions.items():
        py.load(functions, file, ctx.namespace)


def _layout_tests(ctx: Context) -> tuple[LayoutTest, ...]:
    return tuple(
        (board, made, ctx.namespace[f"layout_check_{n}"])
        for n, (board, made, _) in enumerate(ctx.program.layout_checks)
    )


def _with_effects(ctx: Context) -> list[str]:
    """The component types whose kinds may have effects that are done somewhere."""
    bodies = index_of(ctx.program).bodies.values()
    done = {s.component for body in bodies for s in statements_in(body) if isinstance(s, DoEffectSt)}
    return sorted(done | {name for name, _ in ctx.program.kind_effects})


def _by_token(ctx: Context, component: str, prefix: str, missing: Callable[..., Any]) -> tuple[Any, ...]:
    """For each token of a component type the compiled function of its kind."""

    def entry(made: ComponentDecl, token: int) -> object:
        kind = made.kind_of(token).name
        has = made.name == component and (made.name, kind) in ctx.program.kind_effects
        return ctx.namespace.get(prefix + kind, missing) if has else missing

    made_for: tuple[Any, ...] = guarded("EFFECTS", ctx.layout.over_components(entry))
    return made_for


def _lines_of_pieces(ctx: Context) -> tuple[tuple[str, ...], ...]:
    """For each token the functions of its scoring lines."""
    lines: dict[tuple[str, str], tuple[str, ...]] = {}
    for number, line in enumerate(ctx.program.final):
        if line.carrier is not None:
            lines[line.carrier] = (*lines.get(line.carrier, ()), f"final_{number}")
    table: Any = ctx.layout.over_components(
        lambda made, token: lines.get((made.name, made.kind_of(token).name), ())
    )
    return tuple(table[:-1])


def _points_of_pieces(ctx: Context) -> Callable[[list[Any], int, int], int]:
    """A function that sums what the scoring lines of a piece give a player."""
    lines = [tuple(ctx.namespace[word] for word in words) for words in _lines_of_pieces(ctx)]
    table: Any = guarded("POINTS", (*lines, None))

    def final_points(s: list[Any], piece: int, player: int) -> int:
        return sum(points(s, player) for points in table[piece])

    return final_points


def _waiting(ctx: Context) -> tuple[Waiting, ...]:
    """How each effect is carried out when it has waited, by its number."""
    return tuple(
        Waiting(
            f"do_{e.name}",
            f"can_{e.name}" if f"can_{e.name}" in ctx.namespace else None,
            len(e.parameters),
            ctx.work.guard(e.name) + ctx.work.unit(("effect", e.name)),
        )
        for e in ctx.program.effects.values()
    )


def _agenda_runner(ctx: Context) -> Callable[[list[Any]], Any]:
    """A function that takes the first entry off the agenda and runs it, if it can be done."""
    width, names = ctx.agenda_width, ctx.namespace
    effects = [
        (names[each.do], names[each.can] if each.can else None, each.parameters, each.work)
        for each in _waiting(ctx)
    ]

    def run_agenda(s: list[Any]) -> Any:
        agenda = s[AGENDA]
        entry = agenda[:width]
        s[AGENDA] = agenda[width:]
        do, can, count, steps = effects[entry[0]]
        arguments = entry[1 : 2 + count]
        worked(s, steps)
        if can is not None and not can(s, *arguments):
            return
        result = do(s, *arguments)
        if result is not None:
            yield from result

    return run_agenda


# -- the first list
def _first_list(ctx: Context) -> list[object]:
    """The list before set-up: everything at its start, all pieces in their boxes."""
    layout, model = ctx.layout, ctx.model
    start: list[object] = [0] * layout.slots
    start[AGENDA] = start[PENDING] = start[DRAWN] = start[RESEEDS] = ()
    start[ENDING] = NONE
    start[WON] = NOT_SAID
    for name, first, count in layout.names:
        kind = name.split(" ", 1)[0]
        if kind in ("zone", "lasting", "repeats"):
            start[first : first + count] = [()] * count
        elif kind == "loop":
            start[first] = start[first + 2] = ()
    for name, first in layout.spaces.items():
        _empty_board(ctx, start, name, first)
    for made in model.components.values():
        owners = len(made.states["owner"]) if made.per is not None else 1
        share = made.combinations // owners
        pieces = [
            made.token(kind) + owner * share
            for kind in made.kinds
            for owner in range(owners)
            for _ in range(kind.copies)
        ]
        start[layout.zones[f"box_{made.name}"]] = tuple(sorted(pieces))
    for counter in model.counters.values():
        _counter_start(ctx, start, counter)
    start[WORK] = 0
    for option in model.options.values():
        if option.value is None:
            start[layout.options[option.name]] = option.default
    for board in model.boards.values():
        if board.option and isinstance(chosen := model.options[board.option].value, int):
            first = layout.counters[f"{board.name}_layout"]
            start[first : first + board.owners] = [chosen] * board.owners
    return start


def _grown(ctx: Context, start: list[object]) -> list[object]:
    """Compiling may have reserved slots for zones that are revealed."""
    return start + [0] * (ctx.layout.slots - len(start))


def _empty_board(ctx: Context, start: list[object], name: str, first: int) -> None:
    board = ctx.model.boards[name]
    for owner in range(board.owners):
        for place in range(board.size):
            nodes = [layout.nodes[place].type for layout in board.layouts if place < len(layout.nodes)]
            start[first + owner * board.size + place] = () if nodes and nodes[0] in board.stacked else NONE


def _counter_start(ctx: Context, start: list[object], counter: CounterDecl) -> None:
    first = ctx.layout.counters[counter.name]
    missing = NONE if counter.type.kind in ("player", "team", "component", "space") else 0
    sizes = [range(ctx.model.index_size(index)) for index in counter.per]
    value = _constant_function(ctx, counter, ctx.program.starts.get(counter.name))
    for place, indexes in enumerate(itertools.product(*sizes)):
        values = [
            _index_value(ctx, index, number) for index, number in zip(counter.per, indexes, strict=True)
        ]
        start[first + place] = int(value(start, *values)) if value is not None else missing
    supply = _constant_function(ctx, counter, ctx.program.limits.get((counter.name, "supply")))
    if supply is not None:
        slot = ctx.layout.supplies[counter.name]
        pairs = [(i, s) for i, s in zip(counter.per, sizes, strict=True) if i.kind not in ("player", "team")]
        for place, indexes in enumerate(itertools.product(*(s for _, s in pairs))):
            chosen = dict(zip([i for i, _ in pairs], indexes, strict=True))
            arguments = [_index_value(ctx, i, chosen.get(i, 0)) for i in counter.per]
            held = sum(
                int(str(start[first + number]))
                for number, holder in enumerate(itertools.product(*sizes))
                if all(chosen.get(i, n) == n for i, n in zip(counter.per, holder, strict=True))
            )
            start[slot + place] = int(supply(start, *arguments)) - held


def _index_value(ctx: Context, index: Any, number: int) -> int:
    """The value of an index type that stands at a place."""
    if index.kind == "component":
        made = ctx.model.components[index.name]
        return made.token(made.kinds[number])
    if index.kind == "space":
        board = ctx.model.node_boards[index.name]
        owner, rank = divmod(number, board.count(index.name))
        return board.space(owner, *board.ranked(index.name, rank))
    return number


def _hidden_counters(ctx: Context) -> Iterator[HiddenCounter]:
    """The counters that their owner alone sees, with what they can hold."""
    chosen = most_chosen(ctx.program, ctx.model)
    for counter in ctx.model.counters.values():
        if counter.visible == "everyone":
            continue
        sizes = [range(ctx.model.index_size(index)) for index in counter.per]
        values = counter_values(ctx.model, counter)
        for place, indexes in enumerate(itertools.product(*sizes)):
            of = list(zip(counter.per, indexes, strict=True))
            arguments = [_index_value(ctx, index, number) for index, number in of]
            rest = tuple(number for index, number in of if index.kind not in ("player", "team"))
            yield HiddenCounter(
                ctx.layout.counters[counter.name] + place,
                next((number for index, number in of if index.kind == "player"), NONE),
                (counter.name, *rest) if counter.supply is not None else None,
                values,
                _limit_of_hidden(ctx, counter, "min", arguments, None) or Limit(),
                _limit_of_hidden(ctx, counter, "max", arguments, chosen.get(counter.name)),
            )


def _limit_of_hidden(
    ctx: Context, counter: CounterDecl, word: str, arguments: Sequence[int], otherwise: int | None
) -> Limit | None:
    limit = ctx.namespace.get(f"{word}_of_{counter.name}")
    if limit is not None:
        return Limit(0, limit, tuple(arguments))
    return None if otherwise is None else Limit(otherwise)


def _constant_function(
    ctx: Context, counter: CounterDecl, expression: Ex | None
) -> Callable[..., int] | None:
    if expression is None:
        return None
    code = lower(ctx, expression)
    if isinstance(code, ast.Constant):
        fixed: Any = code.value
        return lambda *_: fixed
    names = [f"{index.name or index.kind}_{place}" for place, index in enumerate(counter.per, 1)]
    steps = ctx.work.of(expression)
    start = early_function(ctx, "start", names, expression)

    def worked_out(slots: list[Any], *indexes: int) -> int:
        try:
            worked(slots, steps)
            found = measured(int(start(slots, *indexes)))
        except FAULTS as fault:
            raise RuleFault(message_of(fault), expression.position) from fault
        return found

    return worked_out


def early_function(
    ctx: Context, word: str, names: Sequence[str], expression: Ex, steps: int = 0
) -> Callable[..., Any]:
    """Compile a function before all others, and first the values that it reads and nothing modifies.

    steps: what one call of it may take.
    """
    for part in within(expression):
        if isinstance(part, ValueCallEx) and f"value {part.name}" not in ctx.modified:
            value = ctx.program.values[part.name]
            early = f"value_{value.name}"
            if early not in ctx.early_names:
                ctx.early_names[early] = None
                names_of = [v.python for v in value.parameters]
                early_function(ctx, early, names_of, value.body, ctx.work.value(value.name))
    code, place = lower(ctx, expression), expression.position
    lines = charged(ctx, steps, [py.give(code)])
    ctx.early_names.update(ctx.namespace)  # tables that the code needs among them
    py.load([py.function(word, ["s", *names], lines, place.line)], place.file, ctx.early_names)
    made: Callable[..., Any] = ctx.early_names[word]
    return made


# -- assembly
def _destinations(ctx: Context) -> list[int]:
    """For each operation the one that is really next, past those that only lead on."""
    destinations = []
    for number in range(len(ctx.flow.operations)):
        place = number
        while (target := ctx.flow.operations[place].target) is not None:
            place = target
        destinations.append(place)
    return destinations


def _flow_of(ctx: Context) -> dict[str, Any]:
    """What a game holds of its flow, in the code of one variant."""
    names, destinations = ctx.namespace, _destinations(ctx)
    operations = tuple(
        OperationInfo(
            names[o.word],
            o.asks,
            o.secret,
            o.step,
            o.me_slot,
            names.get(o.agenda),
            names.get(o.open_options),
            names.get(o.does_sole),
        )
        for o in ctx.flow.operations
    )
    return {
        "operations": operations,
        "unasked": tuple(None if operations[at].asks else operations[at].run for at in destinations),
        "destinations": tuple(destinations),
        "run_agenda": names["run_agenda"],
    }


def _assembled(ctx: Context, fingerprint: str) -> Game:
    names = ctx.namespace
    final = tuple(
        FinalLine(
            line.source,
            names[f"final_{n}"],
            ctx.layout.bits.get(line.carrier) if line.carrier is not None else None,
            ctx.layout.copies_in_play.get(line.carrier, NONE) if line.carrier is not None else NONE,
            line.carrier is not None and on_table(ctx, line.carrier),
            names.get(f"final_shows_{n}"),
            line.shows.type if line.shows is not None else None,
        )
        for n, line in enumerate(ctx.program.final)
        if line.carrier is None or ctx.model.pieces_scored
    )
    ties = tuple((word == "most", names[f"tie_{n}"]) for n, (word, _) in enumerate(ctx.program.ties))
    return Game(
        model=ctx.model,
        program=ctx.program,
        layout=ctx.layout,
        fingerprint=fingerprint,
        start=tuple(ctx.flow.start_list),
        **_flow_of(ctx),
        agenda_width=ctx.agenda_width,
        sites=tuple(ctx.sites),
        final=final,
        outlook=tuple(names[f"outlook_{n}"] for n in range(len(ctx.program.outlook))),
        weights=tuple(ctx.model.weights),
        ties=ties,
        layout_checks=_layout_tests(ctx),
        hidden_counters=tuple(_hidden_counters(ctx)),
        step_starts={name: marks.begin for name, marks in ctx.flow.marks.items()},
        me_slots=dict(ctx.flow.me_slots),
        turn_slots=tuple(ctx.flow.turn_slots),
        namespace=names,
        form=_form(ctx),
        begin=State.begin,
        trace_origins=partial(Origins, ctx.program, ctx.model),
        compile_telling=_telling,
    )
