"""The last stage: a checked program becomes a Game. The one place that knows the order of compilation."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from interpreter.compiler import ir
from interpreter.compiler import lowerings as lowerings  # noqa: PLC0414 - fills the tables
from interpreter.compiler.context import Context, context_for
from interpreter.compiler.counters import measured_code
from interpreter.compiler.crowds import crowd_of, points_in_turn
from interpreter.compiler.events import told_within
from interpreter.compiler.flow import compile_flow, lay_out_flow
from interpreter.compiler.guards import emit, guard_of
from interpreter.compiler.initial_state import grown, index_value, initial_state
from interpreter.compiler.ir import Expr, Function, Stmt
from interpreter.compiler.kept_lines import lines_of_worth
from interpreter.compiler.namespace import (
    compiled_of,
    effects_of_kinds,
    layout_tests,
    lines_of_pieces,
    load_all,
    load_functions,
)
from interpreter.compiler.readings import has_cells
from interpreter.compiler.rules import counted, listener, lower_effect, lower_value, place_of
from interpreter.compiler.slots import lower, metered
from interpreter.compiler.statements import lower_body
from interpreter.compiler.tallies import tally
from interpreter.compiler.work import ROOT
from interpreter.language.checked import Ex
from interpreter.language.index import index_of, reached, values_in
from interpreter.language.origins import Origins, most_chosen
from interpreter.language.program import Program, ValueEx
from interpreter.layout import lay_out
from interpreter.model.declarations import NONE, CounterDecl, Model
from interpreter.play import dictated, events
from interpreter.play.compiled import Beginning, CompiledGame, FinalLine, OperationInfo
from interpreter.play.event import Event
from interpreter.play.game import Game
from interpreter.play.hidden_locations import HiddenCounter, Limit, counter_values
from interpreter.play.runtime import by_arguments


def compile_game(model: Model, program: Program, fingerprint: str) -> Game:
    """Compile everything and return the game."""
    ctx = _begun(model, program)
    _everything(ctx)
    return _loaded(ctx, fingerprint)


def compile_counting(model: Model, program: Program, fingerprint: str) -> Game:
    """Compile everything and return the game in code that counts (`Game.counted`), for no journal."""
    ctx = _begun(model, program, counting=True)
    _everything(ctx)
    return _loaded(ctx, f"counting {fingerprint}")


def compile_checked(model: Model, program: Program) -> Beginning:
    """Compile everything, for its faults, but load only what runs before play: loading takes long."""
    ctx = _begun(model, program)
    _everything(ctx)
    effects_of_kinds(ctx)
    lines_of_pieces(ctx)
    return compile_beginning(model, program)


def _loaded(ctx: Context, fingerprint: str) -> Game:
    """Load what was compiled."""
    load_all(ctx)
    ctx.flow.start_list = grown(ctx, ctx.flow.start_list)
    return _assembled(ctx, fingerprint)


def compile_beginning(model: Model, program: Program) -> Beginning:
    """Compile what runs before play, and nothing else."""
    ctx = _begun(model, program)
    for value in _values_of_layout_checks(ctx):
        lower_value(ctx, value)
    _layout_checks(ctx)
    load_functions(ctx)
    return Beginning(model, program, ctx.layout, tuple(ctx.flow.start_list), layout_tests(ctx))


def _begun(model: Model, program: Program, *, counting: bool = False) -> Context:
    """Begin a compilation with the list before set-up."""
    ctx = context_for(model, program, lay_out(model, program), counting=counting)
    lay_out_flow(ctx)
    # Nothing is compiled yet that could be remembered.
    ctx.flow.start_list = initial_state(replace(ctx, remembering=False))
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


def _listened(game: CompiledGame) -> CompiledGame:
    """The same game in code that tells what happens: all that is only worked out is taken from it."""
    ctx = replace(
        context_for(game.model, game.program, game.layout, listened=True),
        namespace={**game.namespace, **events.NAMES, **dictated.NAMES},
        tables=dict(game.compiled.tables),
    )
    lay_out_flow(ctx)
    ctx.flow.start_list = list(game.start)
    _guards_of_effects(ctx)
    _what_is_carried_out(ctx)
    load_all(ctx)
    return replace(game, namespace=ctx.namespace, event_sources=tuple(ctx.event_sources), **_flow_of(ctx))


def _what_is_carried_out(ctx: Context) -> None:
    """Compile what changes a position: effects, those of kinds, what listens, the flow."""
    for effect in ctx.program.effects.values():
        lower_effect(ctx, effect)
    _kind_effects(ctx)
    _listeners_of_automatic_events(ctx)
    compile_flow(ctx)


# -- parts
def _guards_of_effects(ctx: Context) -> None:
    """Guards first: effects that call each other need to know whose guard always holds."""
    for effect in ctx.program.effects.values():
        ctx.guarded[effect.name] = ctx.index.plan(effect.body) is not None
    ctx.guarded_kinds.update(
        key for key, (_, body) in ctx.program.kind_effects.items() if ctx.index.plan(body)
    )
    always: list[str] = []
    for effect in ctx.program.effects.values():
        names = [ir.local("me"), *ir.names_of(effect.parameters)]
        here = replace(ctx, unit=("effect", effect.name))
        if guard_of(here, effect.body, names, f"can_{effect.name}") is None and ctx.guarded[effect.name]:
            always.append(effect.name)
    for key in sorted(ctx.guarded_kinds):
        variables, body = ctx.program.kind_effects[key]
        names = [ir.local("me"), *ir.names_of(variables)]
        guard_of(replace(ctx, unit=("kind", *key)), body, names, f"can_effect_of_{key[1]}")
    for name in always:
        ctx.guarded[name] = False
        effect = ctx.program.effects[name]
        names = [ir.local("me"), *ir.names_of(effect.parameters)]
        holds, place = [ir.Return(ir.const(True))], effect.position
        emit(ctx, Function(f"can_{name}", names, holds, place.file, place.line))


def _kind_effects(ctx: Context) -> None:
    for made in ctx.model.components.values():
        for kind in made.kinds:
            key = (made.name, kind.name)
            if key not in ctx.program.kind_effects:
                continue
            variables, block = ctx.program.kind_effects[key]
            here = replace(ctx, unit=("kind", *key), unit_title=kind.about.title)
            names = [ir.local("me"), *ir.names_of(variables)]
            code = [*tally(ctx, "effect", kind.about.position, kind.name), *lower_body(here, block, names)]
            body = counted(ctx, ("kind", *key), code)
            says = Event(what="effect", name=kind.name, title=kind.about.title)
            body = told_within(here, says, kind.about.position, body)
            asks = ("kind", *key) in ctx.asking
            word, place = f"effect_of_{kind.name}", place_of(block, kind.about.position)
            emit(ctx, Function(word, names, body, place.file, place.line, asks))


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
        listener(ctx, event, None, f"hear_{event.replace(' ', '_')}", [*map(ir.local, parameters)])


def _final_lines(ctx: Context) -> None:
    points_in_turn(ctx)
    for number, line in enumerate(ctx.program.final):
        if crowd_of(ctx, line):
            continue
        plain_function(ctx, f"final_{number}", ["me"], line.points, measured_code(ctx, line.points))
        if line.shows is not None:
            plain_function(ctx, f"final_shows_{number}", ["me"], line.shows)
    for number, points in enumerate(ctx.program.outlook):
        plain_function(ctx, f"outlook_{number}", ["me"], points)


def _ties(ctx: Context) -> None:
    for number, (_, expression) in enumerate(ctx.program.ties):
        plain_function(ctx, f"tie_{number}", ["me"], expression)


def _layout_checks(ctx: Context) -> None:
    for number, (_, _, expression) in enumerate(ctx.program.layout_checks):
        plain_function(ctx, f"layout_check_{number}", [], expression)


def plain_function(
    ctx: Context, word: str, names: Sequence[str], expression: Ex, code: Expr | None = None
) -> None:
    """Make a function of an expression, or of code that was made of it."""
    place = expression.position
    found: list[Stmt] = [ir.Return(code or lower(ctx, expression))]
    lines = metered(ctx.work.of(expression), found, ROOT)
    emit(ctx, Function(word, [*map(ir.local, names)], lines, place.file, place.line))


def _limits_of_hidden(ctx: Context) -> None:
    """What a hidden counter can hold is asked in play, where it is dealt anew."""
    for (name, word), expression in ctx.program.limits.items():
        counter = ctx.model.counters[name]
        if counter.visible != "everyone" and word != "supply":
            names = [f"{index.name or index.kind}_{n}" for n, index in enumerate(counter.per, 1)]
            plain_function(ctx, f"{word}_of_{name}", names, expression)


# -- assembly
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
            arguments = [index_value(ctx, index, number) for index, number in of]
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


def _lines_of_final(ctx: Context) -> Iterator[tuple[Ex | None, FinalLine]]:
    """The lines of the final scoring as declared; those of a crowd are one for each source, unchecked."""
    names, done = ctx.namespace, set[str]()
    for n, line in enumerate(ctx.program.final):
        if line.carrier is not None and not ctx.model.pieces_scored:
            continue
        word = ctx.scored.get(n, f"final_{n}")
        if word not in done:
            done.add(word)
            made = FinalLine(
                line.source,
                names[word],
                ctx.layout.bits.get(line.carrier) if line.carrier is not None else None,
                ctx.layout.copies_in_play.get(line.carrier, NONE) if line.carrier is not None else NONE,
                line.carrier is not None and ctx.model.lies_for_all(line.carrier[0]),
                names.get(f"final_shows_{n}"),
                line.shows.type if line.shows is not None else None,
            )
            yield None if n in ctx.scored else line.points, made


def _assembled(ctx: Context, fingerprint: str) -> Game:
    names = ctx.namespace
    for value in ctx.program.values.values():
        if value.kept and not has_cells(ctx.model, value):
            names[f"value_{value.name}"] = by_arguments(names[f"value_{value.name}"])
    final = tuple(_lines_of_final(ctx))
    outlook = [(points, names[f"outlook_{n}"]) for n, points in enumerate(ctx.program.outlook)]
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
        final=tuple(line for _, line in final),
        outlook=tuple(line for _, line in outlook),
        worth=lines_of_worth(ctx, final, outlook),
        weights=tuple(ctx.model.weights),
        ties=ties,
        layout_checks=layout_tests(ctx),
        hidden_counters=tuple(_hidden_counters(ctx)),
        step_starts={name: marks.begin for name, marks in ctx.flow.marks.items()},
        me_slots=dict(ctx.flow.me_slots),
        turn_slots=tuple(ctx.flow.turn_slots),
        counted=dict(ctx.layout.counted),
        counts=ctx.counting,
        namespace=names,
        compiled=compiled_of(ctx),
        trace_origins=partial(Origins, ctx.program, ctx.model),
        compile_listened=_listened,
    )
