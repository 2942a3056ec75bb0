"""What a board says of how it is drawn: are there the fields, counters and values that it names?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from interpreter.language.checked import ValueEx
from interpreter.language.types import TRUTH
from interpreter.model.declarations import BoardDecl, Model
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.problem import Problems


def check_drawing(board: BoardDecl, model: Model, values: Mapping[str, ValueEx], problems: Problems) -> None:
    """Report each name in a board's `draw` that is not there, or is of another kind."""
    said: dict[str, Any] = board.draw
    spaces = board.node_types
    labels = [name for key in ("label", "beside", "color") for name in _listed(said.get(key, ()))]
    fields = [
        *board.fields,
        *(c.name for c in model.counters.values() if any(i.name in spaces for i in c.per)),
    ]
    pawns = [c.name for c in model.counters.values() if c.type.kind == "space" and c.type.name in spaces]
    marks = [
        value.name
        for value in values.values()
        if value.type == TRUTH and len(value.parameters) == 1 and value.parameters[0].type.name in spaces
    ]
    cases: Sequence[tuple[str, Iterable[str], Sequence[str]]] = (
        ("no field of it, and no counter of its spaces", labels, fields),
        ("no counter that says which of its spaces", said.get("pawns", ()), pawns),
        ("no counter", said.get("pawns", {}).values(), list(model.counters)),
        ("no truth value whose only parameter is one of its spaces", said.get("marks", ()), marks),
    )
    for fault, names, known in cases:
        for name in names:
            if name not in known:
                problems.error(
                    "unknown-name",
                    f"the drawing of board '{board.name}' names '{name}', but that is {fault}",
                    board.about.position,
                    hint=hint_for(name, known),
                )


def _listed(names: Any) -> Iterable[str]:
    return [names] if isinstance(names, str) else names
