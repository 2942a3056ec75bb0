"""The lines of scoring and of `outlook` for Python, which keeps them: a search comes back to what they read.

In: lines as they were checked, and their functions. Out: functions for all lines that read the same, which
look up what was found for what lies there. A module works each line out again, which is quicker there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from interpreter.compiler.context import Context
from interpreter.compiler.readings import Spans, kept_by, read_by_line, slots_of
from interpreter.language.checked import Ex
from interpreter.language.reads import is_knowable, takes_loops
from interpreter.play.compiled import FinalLine, Line, WorthLines

# What a line reads for each person; nothing: it is not kept.
_Read = tuple[Spans, ...]


def lines_of_worth(
    ctx: Context, final: Sequence[tuple[Ex | None, FinalLine]], outlook: Sequence[tuple[Ex, Line]]
) -> tuple[WorthLines, ...]:
    """All lines, together where all that they read is read by one; first those worked out each time.

    final: each with what was checked of it, None where that is the rule of many kinds.
    """
    finals = [(line, _read_by_final(ctx, ex, line)) for ex, line in final]
    outlooks = [(place, line, _read(ctx, points)) for place, (points, line) in enumerate(outlook, 1)]
    home = _homes({read for _, read in finals} | {read for _, _, read in outlooks})
    return tuple(
        WorthLines(
            tuple(line for line, own in finals if home[own] == read),
            tuple(place for place, _, own in outlooks if home[own] == read),
            tuple(line for _, line, own in outlooks if home[own] == read),
            kept_by(ctx, read) if read else None,
        )
        for read in sorted(set(home.values()))
    )


def _homes(reads: Collection[_Read]) -> dict[_Read, _Read]:
    """For what a line reads what is read together with it: if it can be, more than that."""
    slots = {read: [slots_of(spans) for spans in read] for read in reads}
    homes = dict[_Read, _Read]()
    for read in sorted(reads, key=lambda each: -sum(map(len, slots[each]))):
        around = (home for home in homes if all(map(set.issubset, slots[read], slots[home])))
        homes[read] = next(around, read) if read else read
    return homes


def _read_by_final(ctx: Context, ex: Ex | None, line: FinalLine) -> _Read:
    """What a line of the final scoring reads, and how often it is in force."""
    read = _read(ctx, ex) if ex is not None else ()
    if line.rule is None:
        return read
    firsts = [ctx.layout.masks + line.rule[0] * ctx.layout.owners]
    firsts += [line.copies] if line.copies >= 0 else []
    in_force = tuple((first, first + ctx.layout.owners) for first in firsts)
    return tuple((*spans, *in_force) for spans in read)


def _read(ctx: Context, points: Ex) -> _Read:
    """The slots that a line reads; nothing where it is quicker to work it out, or nobody can tell."""
    if takes_loops(ctx.program, points) and is_knowable(ctx.program, points):
        return read_by_line(ctx, points)
    return ()
