"""Boards, zones and counters: where things lie, and what is counted.

In: placed definitions. Out: declarations in the model. The fields of spaces are filled when all boards are
known, for they may name spaces of boards that come later.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.language.types import NUMBER, PLAYER, TEXT, Type
from interpreter.model.boards import build_layout
from interpreter.model.declarations import (
    NONE,
    BoardDecl,
    CounterDecl,
    EnumDecl,
    LayoutCheck,
    LayoutDecl,
    Model,
    NodeDecl,
    ZoneDecl,
)
from interpreter.model.placed_data import about_of, is_true, plain_map, text_of, whole_of
from interpreter.model.resolve_components import ComponentResolver
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.problem import Problems
from interpreter.reading.placed_value import Placed


class PlaceResolver(ComponentResolver):
    """Reads boards, zones and counters."""

    next_space = 0

    def __init__(self, root: Placed, model: Model, problems: Problems) -> None:
        super().__init__(root, model, problems)
        self.unfilled: list[Callable[[], None]] = []

    def layout_enums(self) -> None:
        """For a board with several layouts declare the enum of their names."""
        boards = self.root.get("boards")
        for name, definition in boards.items() if boards is not None else ():
            layouts = definition.get("layouts")
            if layouts is not None:
                members = tuple(key for key, _ in layouts.items())
                self.model.enums[f"{name}_layout"] = EnumDecl(f"{name}_layout", members, about_of(layouts))

    def board(self, name: str, definition: Placed) -> None:
        """Declare a board with its layouts; its fields are filled later."""
        shape = text_of(definition.get("shape")) or "graph"
        per = self.type_named(definition.get("per"))
        owners = 1 if per is None else (self.model.persons if per == PLAYER else self.model.teams)
        corner, side = (text_of(definition.get(key)) for key in ("corners", "sides"))
        node_types = tuple(x for x in (name, corner, side) if x)
        holds, stacked = self.holds(name, definition)
        board = BoardDecl(
            name, shape, per, owners, holds, stacked, text_of(definition.get("visible")) == "top",
            is_true(definition.get("active")), {}, node_types,
            [], definition.get("layouts") is not None, text_of(definition.get("option")),
            self.layout_checks(definition), self.next_space, about_of(definition),
            plain_map(definition.get("draw")),
        )  # fmt: skip
        layouts = definition.get("layouts")
        several = (
            dict(layouts.items()) if layouts is not None else {name: definition.get("layout") or definition}
        )
        legend = definition.get("legend")
        self.model.boards[name] = board
        raws: list[dict[str, dict[str, Placed]]] = []
        for layout_name, layout in several.items():
            nodes, raw = build_layout(name, shape, layout, definition, self.problems)
            raws.append(raw)
            board.layouts.append(LayoutDecl(layout_name, nodes, about_of(layout)))

        def fill() -> None:
            board.fields.update(self.fields(definition))
            for made, raw in zip(board.layouts, raws, strict=True):
                self.node_fields(board, made.nodes, raw, legend)

        # The fields of spaces may name spaces of boards that come later.
        self.unfilled.append(fill)
        self.next_space += board.owners * len(board.layouts) * board.size

    def layout_checks(self, definition: Placed) -> list[LayoutCheck]:
        """What must hold of each layout of a board."""
        found = definition.get("checks")
        checks = []
        for entry in found.entries() if found is not None else ():
            require = self.expression(entry.get("require"))
            if require is not None:
                error = text_of(entry.get("severity")) != "warning"
                checks.append(LayoutCheck(require, text_of(entry.get("says")), error, about_of(entry)))
        return checks

    def holds(self, name: str, definition: Placed) -> tuple[dict[str, str], frozenset[str]]:
        """What the spaces of a board hold, by type of space, and which of them hold stacks."""
        found = definition.get("holds")
        if found is None:
            return {}, frozenset()
        entries = dict(found.items()) if found.kind == "map" else {name: found}
        holds, stacked = {}, set()
        for node_type, placed in entries.items():
            words = str(placed.value)
            held = words.removeprefix("stack of ")
            if held not in self.model.components:
                self.problems.error(
                    "unknown-name",
                    f"there is no component type '{held}'",
                    placed.position,
                    hint=hint_for(held, list(self.model.components)),
                )
                continue
            holds[node_type] = held
            if held != words:
                stacked.add(node_type)
        return holds, frozenset(stacked)

    def node_fields(
        self,
        board: BoardDecl,
        nodes: list[NodeDecl],
        raw: dict[str, dict[str, Placed]],
        legend: Placed | None,
    ) -> None:
        """Give the spaces of a layout the values of their fields."""
        for node in nodes:
            given = raw.get(node.name, {})
            for key, value in given.items():
                if key not in board.fields:
                    self.problems.error(
                        "unknown-key",
                        f"the spaces of '{board.name}' have no field '{key}'",
                        value.position,
                        hint=hint_for(key, list(board.fields)),
                    )
            for field in board.fields.values():
                placed = given.get(field.name)
                if placed is None:
                    if not field.optional and node.type == board.name:
                        self.problems.error(
                            "missing-key",
                            f"space '{node.name}' does not say its {field.name}",
                            board.about.position,
                        )
                    node.values[field.name] = "" if field.type == TEXT else NONE
                    continue
                node.values[field.name] = self.field_value(
                    field, self.through_legend(field.name, placed, legend)
                )

    def through_legend(self, field: str, placed: Placed, legend: Placed | None) -> Placed:
        """The value that a letter of a picture stands for."""
        own = legend.get(field) if legend is not None else None
        meant = own.get(str(placed.value)) if own is not None and placed.kind in ("text", "number") else None
        return placed if meant is None else Placed(placed.position, meant.value)

    def zone(self, name: str, definition: Placed) -> None:
        """Declare a zone."""
        holds = self.type_named(definition.get("holds"))
        if holds is None:
            return
        self.model.zones[name] = ZoneDecl(
            name, self.per(definition), holds,
            text_of(definition.get("order")) or "set", text_of(definition.get("visible")) or "everyone",
            is_true(definition.get("active")), text_of(definition.get("pool")),
            whole_of(definition.get("max"), 0),
            self.faces(holds, definition), is_true(definition.get("copies")), about_of(definition),
        )  # fmt: skip

    def faces(self, holds: Type, definition: Placed) -> tuple[int, ...]:
        """The faces of the dice that are rolled into a zone."""
        found = definition.get("faces")
        if found is None:
            return ()
        if found.kind == "list":
            return tuple(self.scalar(holds, face) for face in found.entries())
        return tuple(range(1, min(whole_of(found, 0), 1000) + 1))

    def counter(self, name: str, definition: Placed) -> None:
        """Declare a counter."""
        counter_type = self.type_named(definition.get("type")) or NUMBER
        self.model.counters[name] = CounterDecl(
            name, self.per(definition), counter_type,
            self.expression(definition.get("start")), self.expression(definition.get("min")),
            self.expression(definition.get("max")), self.expression(definition.get("supply")),
            text_of(definition.get("visible")) or "everyone", text_of(definition.get("reset")),
            about_of(definition),
        )  # fmt: skip
