"""Where results are kept, of rule values and of lines of scoring and `outlook`: by the slots that they read.

In: what was checked of them. Out: a `Kept` for each, which reads for a person what belongs to others only
where it must; what reads the same slots shares a `Reading`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from interpreter.compiler.context import Context
from interpreter.language.checked import Ex
from interpreter.language.own_reads import ME, own_reads
from interpreter.language.program import ValueEx
from interpreter.language.reads import changes_of, is_countable, things_read
from interpreter.language.types import Type
from interpreter.model.declarations import Model
from interpreter.play.runtime import Kept, Reading

Spans = tuple[tuple[int, int], ...]


def kept_value(ctx: Context, value: ValueEx) -> Kept:
    """Where the results of a kept value lie, by its arguments."""
    read = dict.fromkeys(things_read(ctx.program, value.name), False)
    types = [each.type for each in value.parameters]
    place = next((n for n, each in enumerate(types) if _is_own(ctx, each)), -1)
    if place >= 0 and not any(changes_of(ctx.program, value.name)):
        read = own_reads(ctx.program, value.body, value.parameters[place].python)
    owners = _owners(ctx, types[place]) if place >= 0 else 1
    spans = [spans_of(ctx, read, owner) for owner in range(owners)]
    sizes = [ctx.model.index_size(each) for each in types]
    share = sizes[place] // owners if place >= 0 else 1
    cells = [cell[place] // share if place >= 0 else 0 for cell in product(*map(range, sizes))]
    return kept_by(ctx, [spans[owner] for owner in cells])


def has_cells(model: Model, value: ValueEx) -> bool:
    """Whether a kept value has a place for each of its arguments; else it reads nothing but these."""
    return all(is_countable(model, each.type) for each in value.parameters)


def read_by_line(ctx: Context, points: Ex) -> tuple[Spans, ...]:
    """The slots that a line reads for each person."""
    read = own_reads(ctx.program, points, ME)
    return tuple(spans_of(ctx, read, person) for person in range(ctx.model.persons))


def kept_by(ctx: Context, spans: Sequence[Spans]) -> Kept:
    """Where results lie, given what each of them reads."""
    readings = [ctx.readings.setdefault(each, Reading(each)) for each in spans]
    return Kept(readings, _joined(set().union(*map(slots_of, spans))))


def spans_of(ctx: Context, read: Mapping[str, bool], person: int) -> Spans:
    """The slots of what is read, as few spans as can be; of what is true, only those of a person."""
    slots = set[int]()
    for name, first, count in ctx.layout.names:
        if name in read:
            owners = _owners(ctx, _first_index(ctx, name)) if read[name] else 1
            share = count // owners
            start = first + person * share if owners > 1 else first
            slots.update(range(start, start + share))
    for word, board in ctx.model.node_boards.items():
        if f"spaces {word}" in read:
            nodes = {node for made in board.layouts for node, n in enumerate(made.nodes) if n.type == word}
            own = read[f"spaces {word}"] and _owners(ctx, board.per) > 1
            starts = [
                ctx.layout.spaces[board.name] + owner * board.size
                for owner in ([person] if own else range(board.owners))
            ]
            slots.update(first + node for first in starts for node in nodes)
    return _joined(slots)


def _first_index(ctx: Context, name: str) -> Type | None:
    """What a family of counters or zones is first of all for each of, by its name in the layout."""
    word, _, declared = name.partition(" ")
    counter, zone = ctx.model.counters.get(declared), ctx.model.zones.get(declared)
    family = counter if word == "counter" else zone if word == "zone" else None
    return next(iter(family.per), None) if family is not None else None


def _joined(slots: set[int]) -> Spans:
    """Slots as few spans as can be."""
    starts = sorted(slot for slot in slots if slot - 1 not in slots)
    ends = sorted(slot + 1 for slot in slots if slot + 1 not in slots)
    return tuple(zip(starts, ends, strict=True))


def slots_of(spans: Spans) -> set[int]:
    """All slots of some spans."""
    return {slot for first, end in spans for slot in range(first, end)}


def _is_own(ctx: Context, type_: Type) -> bool:
    """Whether each value of a type is a person or belongs to one."""
    return _owners(ctx, type_) > 1


def _owners(ctx: Context, type_: Type | None) -> int:
    """How many persons the values of a type belong to, as many each; 1: to none of them alone."""
    if type_ is None or ctx.model.persons < 2:
        return 1
    if type_.kind == "space":
        board = ctx.model.node_boards[type_.name]
        return board.owners if board.owners == _owners(ctx, board.per) else 1
    return ctx.model.persons if type_.kind == "player" else 1
