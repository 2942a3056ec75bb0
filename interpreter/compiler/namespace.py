"""Puts all that was compiled into the namespace in which it runs, with the tables that it looks things up in.

Functions are grouped by the rule file they come from and compiled with that file's name, so that tracebacks,
debuggers and coverage speak of the rule files.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

from interpreter.compiler import ir
from interpreter.compiler.context import Context
from interpreter.compiler.crowds import load_taken
from interpreter.compiler.emit_python import load
from interpreter.compiler.ir import Compiled, Waiting
from interpreter.compiler.leaving import leave_when_over
from interpreter.compiler.signatures import FUNCTIONS
from interpreter.compiler.slots import guarded
from interpreter.language.checked import DoEffectSt
from interpreter.language.facts import statements_in
from interpreter.language.index import index_of
from interpreter.layout import AGENDA
from interpreter.model.declarations import ComponentDecl
from interpreter.play.compiled import LayoutTest
from interpreter.play.runtime import anything
from interpreter.play.shared import count_work


def load_all(ctx: Context) -> None:
    """Put all that was compiled into the namespace."""
    ctx.namespace["LAYOUT"] = ctx.layout
    load_functions(ctx)
    effects_of_kinds(ctx)
    load_taken(ctx)
    ctx.namespace["final_points"] = _points_of_pieces(ctx)
    ctx.namespace["run_agenda"] = _agenda_runner(ctx)


def effects_of_kinds(ctx: Context) -> None:
    """Make the tables of what the kinds of each component type do, and whether they can."""
    for component in _with_effects(ctx):
        for word, prefix, missing in (
            (f"EFFECTS_{component}", "effect_of_", _nothing),
            (f"CANS_{component}", "can_effect_of_", anything),
        ):
            entries = ctx.namespace[word] = _by_token(ctx, component, prefix, missing)
            ctx.tables[word] = ir.table_of(word, entries, FUNCTIONS)


def compiled_of(ctx: Context) -> Compiled:
    """What was compiled, for other back ends."""
    functions = {function.name: function for made in ctx.functions.values() for function in made}
    effects = {
        table.name: tuple(
            entry.__name__ if entry.__name__ in functions else None for entry in tuple(table.content)[:-1]
        )
        for table in ctx.tables.values()
        if table.type == FUNCTIONS
    }
    return Compiled(functions, ctx.tables, _waiting(ctx), lines_of_pieces(ctx), effects)


def load_functions(ctx: Context) -> None:
    """Compile each file's functions and put them into the namespace."""
    leave_when_over(itertools.chain.from_iterable(ctx.functions.values()))
    for file, functions in ctx.functions.items():
        load(functions, file, ctx.namespace)


def layout_tests(ctx: Context) -> tuple[LayoutTest, ...]:
    """The checks of layouts, as they run."""
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


def lines_of_pieces(ctx: Context) -> tuple[tuple[str, ...], ...]:
    """For each token the functions of its scoring lines."""
    lines: dict[tuple[str, str], tuple[str, ...]] = {}
    for number, line in enumerate(ctx.program.final):
        if line.carrier is not None and line.carrier in ctx.layout.bits:
            lines[line.carrier] = (*lines.get(line.carrier, ()), f"final_{number}")
    table: Any = ctx.layout.over_components(
        lambda made, token: lines.get((made.name, made.kind_of(token).name), ())
    )
    return tuple(table[:-1])


def _points_of_pieces(ctx: Context) -> Callable[[list[Any], int, int], int]:
    """A function that sums what the scoring lines of a piece give a player."""
    lines = [tuple(ctx.namespace[word] for word in words) for words in lines_of_pieces(ctx)]
    for component in ctx.layout.crowds:
        made, word = ctx.model.components[component], f"points_of_{component}"
        for token in made.tokens if word in ctx.namespace else ():
            lines[token] = (partial(ctx.namespace[word], kind__=made.kind_of(token).index),)
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
        count_work(s, steps)
        if can is not None and not can(s, *arguments):
            return
        result = do(s, *arguments)
        if result is not None:
            yield from result

    return run_agenda


def _nothing(*_: object) -> None:
    """The effect of a kind that has none."""
