"""How large what a ruleset declares may be: positions are copied often, tables have a row for everything.

In: declarations as they are made. Out: problems where they are larger than the limits.
"""

from __future__ import annotations

from interpreter.model.declarations import ComponentDecl, CounterDecl, Model, ZoneDecl
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems

# Spaces of one board in one layout, and of all boards for all owners in all layouts.
MAX_SPACES = 2_000
MAX_ALL_SPACES = 20_000
# Pieces of all types; and kinds, each in every state that it can be in.
MAX_PIECES = 20_000
MAX_KINDS_IN_STATES = 20_000
# Values of all counters, zones and rules of a position.
MAX_SLOTS = 50_000
# Steps of the flow, in one another or not: each is compiled, and many can follow on each other unasked.
MAX_STEPS = 1_000
# Entries of all tables over spaces and pieces that the rules of one game look things up in.
MAX_TABLE_ENTRIES = 2_000_000


class TooLarge(Exception):
    """What a ruleset needs is larger than the limits, which nobody could know before it was compiled."""


def check_components(made: ComponentDecl, kinds: int, pieces: int, problems: Problems) -> None:
    """Tell of a component type with which there are too many kinds in all their states, or pieces, so far."""
    if kinds > MAX_KINDS_IN_STATES:
        message = f"all kinds in all their states may be {MAX_KINDS_IN_STATES}, not {kinds}"
        problems.error("too-large", message, made.about.position)
    if pieces > MAX_PIECES:
        message = f"a game may have at most {MAX_PIECES} pieces, not {pieces}"
        problems.error("too-large", message, made.about.position)


def check_spaces(total: int, place: Position, problems: Problems) -> bool:
    """Whether there are not too many spaces so far; else it is told."""
    if total > MAX_ALL_SPACES:
        message = f"all boards may have {MAX_ALL_SPACES} spaces in all their layouts, not {total}"
        problems.error("too-large", message, place)
    return total <= MAX_ALL_SPACES


def check_holders(model: Model, problems: Problems) -> None:
    """Tell of the zone or counter with which a position has too many values."""
    total = 0
    places: list[ZoneDecl | CounterDecl] = [*model.zones.values(), *model.counters.values()]
    for declared in places:
        total += model.family_size(declared.per)
        if total > MAX_SLOTS:
            message = f"all zones and counters may have {MAX_SLOTS} values, not {total}"
            problems.error("too-large", message, declared.about.position)
            return


def check_steps(model: Model, problems: Problems) -> None:
    """Tell of the first step of the flow that is one too many."""
    if len(model.steps) > MAX_STEPS:
        beyond = list(model.steps.values())[MAX_STEPS]
        message = f"a flow may have at most {MAX_STEPS} steps, not {len(model.steps)}"
        problems.error("too-large", message, beyond.about.position)
