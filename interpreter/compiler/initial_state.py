"""The list that a game begins with, before set-up: everything at its start, all pieces in their boxes.

What counters start with is worked out here, by functions that are compiled before all others.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.compiler import ir
from interpreter.compiler.context import Context
from interpreter.compiler.emit_python import load
from interpreter.compiler.ir import Const, Function, Local
from interpreter.compiler.slots import lower, metered
from interpreter.language.checked import Ex, ValueCallEx
from interpreter.language.facts import within
from interpreter.layout import AGENDA, DRAWN, ENDING, NOT_SAID, PENDING, RESEEDS, WON, WORK
from interpreter.model.declarations import NONE, CounterDecl
from interpreter.play.faults import FAULTS, RuleFault, message_of
from interpreter.play.shared import count_work, measured


def initial_state(ctx: Context) -> list[object]:
    """The list before set-up: everything at its start, all pieces in their boxes."""
    layout, model = ctx.layout, ctx.model
    start: list[object] = [0] * layout.slots
    start[AGENDA] = start[PENDING] = start[DRAWN] = start[RESEEDS] = ()
    start[ENDING] = NONE
    start[WON] = NOT_SAID
    for name, first, count in layout.names:
        kind = name.split(" ", 1)[0]
        if kind in ("zone", "lasting", "repeats", "carried"):
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


def grown(ctx: Context, start: list[object]) -> list[object]:
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
        values = [index_value(ctx, index, number) for index, number in zip(counter.per, indexes, strict=True)]
        start[first + place] = int(value(start, *values)) if value is not None else missing
    supply = _constant_function(ctx, counter, ctx.program.limits.get((counter.name, "supply")))
    if supply is not None:
        slot = ctx.layout.supplies[counter.name]
        pairs = [(i, s) for i, s in zip(counter.per, sizes, strict=True) if i.kind not in ("player", "team")]
        for place, indexes in enumerate(itertools.product(*(s for _, s in pairs))):
            chosen = dict(zip([i for i, _ in pairs], indexes, strict=True))
            arguments = [index_value(ctx, i, chosen.get(i, 0)) for i in counter.per]
            held = sum(
                int(str(start[first + number]))
                for number, holder in enumerate(itertools.product(*sizes))
                if all(chosen.get(i, n) == n for i, n in zip(counter.per, holder, strict=True))
            )
            start[slot + place] = int(supply(start, *arguments)) - held


def index_value(ctx: Context, index: Any, number: int) -> int:
    """The value of an index type that stands at a place."""
    if index.kind == "component":
        made = ctx.model.components[index.name]
        return made.token(made.kinds[number])
    if index.kind == "space":
        board = ctx.model.node_boards[index.name]
        owner, rank = divmod(number, board.count(index.name))
        return board.space(owner, *board.ranked(index.name, rank))
    return number


def _constant_function(
    ctx: Context, counter: CounterDecl, expression: Ex | None
) -> Callable[..., int] | None:
    if expression is None:
        return None
    code = lower(ctx, expression)
    if isinstance(code, Const):
        fixed: Any = code.value
        return lambda *_: fixed
    names = [ir.local(f"{index.name or index.kind}_{place}") for place, index in enumerate(counter.per, 1)]
    steps = ctx.work.of(expression)
    start = early_function(ctx, "start", names, expression)

    def worked_out(slots: list[Any], *indexes: int) -> int:
        try:
            count_work(slots, steps)
            found = measured(int(start(slots, *indexes)))
        except FAULTS as fault:
            raise RuleFault(message_of(fault), expression.position) from fault
        return found

    return worked_out


def early_function(
    ctx: Context, word: str, names: Sequence[Local], expression: Ex, steps: int = 0
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
                early_function(
                    ctx, early, ir.names_of(value.parameters), value.body, ctx.work.value(value.name)
                )
    code, place = lower(ctx, expression), expression.position
    lines = metered(steps, [ir.Return(code)])
    ctx.early_names.update(ctx.namespace)  # tables that the code needs among them
    load([Function(word, names, lines, place.file, place.line)], place.file, ctx.early_names)
    made: Callable[..., Any] = ctx.early_names[word]
    return made
