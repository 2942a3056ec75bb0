"""Turns that are taken round after round: a step with `rounds` stands for a step `round` around it.

In: the map of a file, as it was read. Out: the same map in which `rounds` of a step is the `while`, or the
`for`, of a step named `round` that holds it; overlays and rules know that step by this name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.reading.located_value import Located
from interpreter.reading.part_merge import PARTS

ROUND = "round"
_FOR = re.compile(r"\s*[a-z][a-z0-9_]*\s+in\s")


def wrap_in_rounds(root: Located) -> None:
    """Write out the rounds of a ruleset's or overlay's file, in its own map."""
    parts = root.get(PARTS)
    for sections in (root, *(parts.entries() if parts is not None else ())):
        for steps in _lists_of_steps(sections):
            steps.value = [_wrapped(step) for step in steps.entries()]


def _lists_of_steps(sections: Located) -> Iterator[Located]:
    """Yield the lists of steps of a file, inner ones first."""
    flow, inserted = sections.get("flow"), sections.get("insert")
    owners = [entry for each in (flow, inserted) for entry in (each.entries() if each is not None else ())]
    for owner in owners:
        yield from _inner_lists(owner)
    if flow is not None and flow.kind == "list":
        yield flow


def _inner_lists(owner: Located) -> Iterator[Located]:
    steps = owner.get("steps")
    if steps is not None and steps.kind == "list":
        for step in steps.entries():
            yield from _inner_lists(step)
        yield steps


def _wrapped(step: Located) -> Located:
    """Put a step around one that has `rounds`; what lacks `players` is left for the schema to say so."""
    if not isinstance(step.value, dict) or not {"rounds", "players"} <= step.value.keys():
        return step
    place, again = step.key_position("rounds"), step.value.pop("rounds")
    key = "for" if isinstance(again.value, str) and _FOR.match(again.value) else "while"
    return Located(
        step.position,
        {"step": Located(place, ROUND), key: again, "steps": Located(step.position, [step])},
        {"step": place, key: place, "steps": step.position},
    )
