"""Whether the hints of how a board is drawn speak of fields and values that there are.

In: a board with its fields, and its `draw` as it stands in the file. Out: problems. Nothing here changes a
rule; a misspelt hint would only draw nothing, and nobody would know why.
"""

from __future__ import annotations

from interpreter.language.types import Type
from interpreter.model.declarations import BoardDecl, Model
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems
from interpreter.reading.placed_value import Placed


def check_drawing(board: BoardDecl, draw: Placed, model: Model, problems: Problems) -> None:
    """Report names of fields, counters, values and members in the hints of a board that are none."""
    shown = {field.name: field.type for field in board.fields.values() if not field.list}
    spaces = {Type("space", name) for name in board.node_types}
    shown |= {c.name: c.type for c in model.counters.values() if spaces & set(c.per)}

    def known(what: str, name: str, names: list[str], position: Position) -> None:
        if name not in names:
            message = f"the spaces of '{board.name}' have no {what} '{name}'"
            problems.error("unknown-name", message, position, hint=hint_for(name, names))

    color = draw.get("color")
    for key in ("label", "beside", "color"):
        named = draw.get(key)
        single = [] if named is None or named.kind == "list" else [named]
        for placed in (*single, *(named.entries() if named is not None else ())):
            known("field", str(placed.value), list(shown), placed.position)
    standing = [c.name for c in model.counters.values() if c.type in spaces]
    pawns, marks = draw.get("pawns"), draw.get("marks")
    for name, number in pawns.items() if pawns is not None else ():
        assert pawns is not None
        known("counter of what stands there,", name, standing, pawns.key_position(name))
        known("counter", str(number.value), list(model.counters), number.position)
    told = [
        v.name
        for v in model.values.values()
        if [p.type for p in v.parameters] in [[n] for n in board.node_types]
    ]
    for name, _ in marks.items() if marks is not None else ():
        assert marks is not None
        known("truth value", name, told, marks.key_position(name))
    values = [word for value_type in shown.values() for word in _words_of(value_type, model)]
    coloured = _words_of(shown[str(color.value)], model) if color and color.value in shown else values
    for key, names in (("colors", coloured), ("letters", values), ("legend", values)):
        said = draw.get(key)
        for word, _ in said.items() if said is not None and names else ():
            assert said is not None
            known("value", word, names, said.key_position(word))


def _words_of(value_type: Type, model: Model) -> list[str]:
    """The names of all values of a type that has names."""
    if value_type.kind == "component":
        return list(model.components[value_type.name].by_name)
    return list(model.enums[value_type.name].members) if value_type.kind == "enum" else []
