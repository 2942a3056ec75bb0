"""Boards, zones and counters: where things lie, and what is counted.

In: located definitions. Out: declarations in the model. The fields of spaces are filled when all boards are
known, for they may name spaces of boards that come later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.language.types import ANY, NUMBER, PLAYER, Type, enum
from interpreter.model.about import About
from interpreter.model.boards import build_layout
from interpreter.model.declarations import (
    POINTS,
    BoardDecl,
    CounterDecl,
    EnumDecl,
    LayoutCheck,
    LayoutDecl,
    Model,
    ZoneDecl,
)
from interpreter.model.limits import check_spaces
from interpreter.model.located_data import about_of, is_drawn, is_true, plain_map, text_of, whole_of
from interpreter.model.resolve_drawing import check_drawing, note_bare
from interpreter.model.resolve_names import field_value, fields, nothing_said, parse, per, scalar, type_named
from interpreter.model.resolve_rules import step_named
from interpreter.model.resolving import Resolving
from interpreter.problems.nearest_name import hint_or_list
from interpreter.problems.position import Position
from interpreter.reading.located_value import Located

# What a letter of a picture stands for, by field and letter.
Letters = dict[str, dict[str, int | tuple[int, ...] | str]]


def layout_enums(ctx: Resolving) -> None:
    """For a board with several layouts declare the enum of their names."""
    boards = ctx.root.get("boards")
    for name, definition in boards.items() if boards is not None else ():
        layouts = definition.get("layouts")
        if layouts is not None:
            members = tuple(key for key, _ in layouts.items())
            ctx.model.enums[f"{name}_layout"] = EnumDecl(f"{name}_layout", members, about_of(layouts))


def resolve_board(ctx: Resolving, name: str, definition: Located) -> None:
    """Declare a board with its layouts; its fields are filled later."""
    shape = text_of(definition.get("shape")) or "graph"
    per = type_named(ctx, definition.get("per"))
    owners = 1 if per is None else (ctx.model.persons if per == PLAYER else ctx.model.teams)
    corner, side = (text_of(definition.get(key)) for key in ("corners", "sides"))
    node_types = tuple(x for x in (name, corner, side) if x)
    holds, stacked = what_spaces_hold(ctx, name, definition, node_types)
    board = BoardDecl(
        name, shape, per, owners, holds, stacked, text_of(definition.get("visible")) == "top",
        is_true(definition.get("active")), {}, node_types,
        [], definition.get("layouts") is not None, text_of(definition.get("option")),
        layout_checks(ctx, definition), ctx.next_space, about_of(definition),
        plain_map(definition.get("draw")), definition.get("names") is not None, is_drawn(definition),
    )  # fmt: skip
    layouts = definition.get("layouts")
    several = dict(layouts.items()) if layouts is not None else {name: definition}
    ctx.model.boards[name] = board
    raws: list[dict[str, dict[str, Located]]] = []
    errors_before = len(ctx.problems.errors)
    spaces = ctx.next_space
    for layout_name, layout in several.items():
        if not check_spaces(spaces, definition.position, ctx.problems):
            break
        graph, raw = build_layout(name, shape, layout, definition, ctx.problems)
        raws.append(raw)
        spaces += board.owners * len(graph)
        board.layouts.append(LayoutDecl(layout_name, graph, about_of(layout)))
    sound = len(ctx.problems.errors) == errors_before

    def fill() -> None:
        board.fields.update(fields(ctx, definition))
        before = len(ctx.problems.errors)
        for owner in (definition, *several.values()):
            own_fields(ctx, board, owner)
        complete = sound and len(ctx.problems.errors) == before
        letters = letters_of(ctx, board, definition.get("legend"))
        for made, raw in zip(board.layouts, raws, strict=True):
            node_fields(ctx, board, made, raw, letters, complete=complete)
        if complete:
            letters_used(ctx, board, definition.get("legend"), raws)

    # The fields of spaces may name spaces of boards that come later.
    ctx.unfilled.append(fill)
    ctx.later.append(lambda: note_bare(board, ctx.model))
    draw = definition.get("draw")
    if draw is not None and draw.kind == "map":
        ctx.later.append(lambda: check_drawing(board, draw, ctx.model, ctx.problems))
    ctx.next_space += board.owners * len(board.layouts) * board.size


def layout_checks(ctx: Resolving, definition: Located) -> list[LayoutCheck]:
    """What must hold of each layout of a board."""
    found = definition.get("checks")
    checks = []
    for entry in found.entries() if found is not None else ():
        require = parse(ctx, entry.get("require"))
        if require is not None:
            error = text_of(entry.get("severity")) != "warning"
            checks.append(LayoutCheck(require, text_of(entry.get("because")), error, about_of(entry)))
    return checks


def what_spaces_hold(
    ctx: Resolving, name: str, definition: Located, node_types: Sequence[str]
) -> tuple[dict[str, str], frozenset[str]]:
    """What the spaces of a board hold, by type of space, and which of them hold stacks."""
    found = definition.get("holds")
    if found is None:
        return {}, frozenset()
    entries = dict(found.items()) if found.kind == "map" else {name: found}
    holds, stacked = {}, set()
    for node_type, placed in entries.items():
        if node_type not in node_types:
            message = f"'{name}' has no spaces of a type '{node_type}'"
            ctx.problems.unknown(message, found.key_position(node_type), node_type, node_types)
            continue
        words = str(placed.value)
        held = words.removeprefix("stack of ")
        if held not in ctx.model.components:
            ctx.problems.unknown(
                f"there is no component type '{held}'", placed.position, held, ctx.model.components
            )
            continue
        holds[node_type] = held
        if held != words:
            stacked.add(node_type)
    return holds, frozenset(stacked)


def fields_known(ctx: Resolving, board: BoardDecl, owner: Located | None) -> None:
    """Tell of keys that should be fields of a board's spaces and are not."""
    for key, _ in owner.items() if owner is not None else ():
        if key not in board.fields:
            assert owner is not None
            ctx.problems.error(
                "unknown-key",
                f"the spaces of '{board.name}' have no field '{key}'",
                owner.key_position(key),
                hint=hint_or_list(key, list(board.fields), "their fields"),
            )


def own_fields(ctx: Resolving, board: BoardDecl, layout: Located) -> None:
    """Tell of pictures and of values of spaces that are of no field."""
    fields_known(ctx, board, layout.get("picture"))
    spaces = layout.get("spaces")
    for _, values in spaces.items() if spaces is not None else ():
        fields_known(ctx, board, values)


def letters_of(ctx: Resolving, board: BoardDecl, legend: Located | None) -> Letters:
    """What the letters of pictures stand for, by field; looked up here, so that faults are told here."""
    fields_known(ctx, board, legend)
    return {
        field.name: {letter: field_value(ctx, field, meant) for letter, meant in own.items()}
        for field in board.fields.values()
        if legend is not None and (own := legend.get(field.name)) is not None
    }


def letters_used(
    ctx: Resolving, board: BoardDecl, legend: Located | None, raws: list[dict[str, dict[str, Located]]]
) -> None:
    """Warn of letters of a legend that stand in no picture: most likely one of them is another."""
    drawn = {
        (field, str(value.value)) for raw in raws for given in raw.values() for field, value in given.items()
    }
    for field, own in legend.items() if legend is not None else ():
        for letter, _ in own.items():
            if field in board.fields and (field, letter) not in drawn:
                ctx.problems.warning(
                    "board", f"no picture has the letter '{letter}'", own.key_position(letter)
                )


def node_fields(
    ctx: Resolving,
    board: BoardDecl,
    layout: LayoutDecl,
    raw: dict[str, dict[str, Located]],
    letters: Letters,
    *,
    complete: bool,
) -> None:
    """Give the spaces of a layout the values of their fields; complete: what is missing is a fault."""
    for field in board.fields.values():
        # Pictures are text, so their words for what is true need to be known; a legend may have others.
        known = letters.setdefault(field.name, {})
        if field.type.kind == "truth" and not field.list:
            letters[field.name] = known = {"true": 1, "false": 0, **known}
        silent = []
        for node in layout.nodes:
            placed = raw.get(node.name, {}).get(field.name)
            if placed is None:
                node.values[field.name] = nothing_said(field)
                if not field.optional and node.type == board.name:
                    silent.append(node.name)
            elif placed.kind in ("text", "number"):
                # What a letter means is looked up once: a wrong one is one fault, wherever it stands.
                letter = str(placed.value)
                if letter not in known:
                    known[letter] = field_value(ctx, field, placed)
                node.values[field.name] = known[letter]
            else:
                node.values[field.name] = field_value(ctx, field, placed)
        if silent and complete:
            more = f" (and {len(silent) - 1} more)" if len(silent) > 1 else ""
            ctx.problems.error(
                "missing-key",
                f"space '{silent[0]}'{more} does not say its {field.name}",
                layout.about.position,
            )


def resolve_zone(ctx: Resolving, name: str, definition: Located) -> None:
    """Declare a zone."""
    holds = type_named(ctx, definition.get("holds")) or ANY
    draw: dict[str, Any] = plain_map(definition.get("draw"))
    ctx.model.zones[name] = ZoneDecl(
        name, per(ctx, definition), holds,
        text_of(definition.get("order")) or "set", text_of(definition.get("visible")) or "everyone",
        is_true(definition.get("active")), text_of(definition.get("pool")),
        whole_of(definition.get("max"), 0),
        faces(ctx, holds, definition), is_true(definition.get("copies")), about_of(definition),
        is_drawn(definition), str(draw.get("as", "")), is_logged(definition),
        tuple((str(die["title"]), str(die.get("color", ""))) for die in draw.get("each", ())),
    )  # fmt: skip


def is_logged(definition: Located) -> bool:
    """Whether the log says how a zone or counter changes."""
    log = definition.get("log")
    return log is None or is_true(log)


def faces(ctx: Resolving, holds: Type, definition: Located) -> tuple[int, ...]:
    """The faces of the dice that are rolled into a zone."""
    found = definition.get("faces")
    if found is None:
        return ()
    if found.kind == "list":
        return tuple(scalar(ctx, holds, face) for face in found.entries())
    return tuple(range(1, min(whole_of(found, 0), 1000) + 1))


def resolve_counter(ctx: Resolving, name: str, definition: Located) -> None:
    """Declare a counter."""
    counter_type = type_named(ctx, definition.get("type")) or NUMBER
    reset = definition.get("reset")
    if reset is not None:
        step_named(ctx, reset)
    low, high = definition.get("min"), definition.get("max")
    least, most = whole_of(low, 0), whole_of(high, 0)
    if low is not None and high is not None and low.kind == high.kind == "number" and least > most:
        message = f"`min` is {least}, which is more than `max`, {most}"
        ctx.problems.error("out-of-range", message, low.position)
    indexes = per(ctx, definition)
    if name == POINTS and definition.get("per") is None:
        indexes = (PLAYER,)
    if name == POINTS and (indexes != (PLAYER,) or counter_type != NUMBER):
        message = "points are a number for each player"
        ctx.problems.error("wrong-shape", message, definition.position, hint="leave `per` and `type` out")
    ctx.model.counters[name] = CounterDecl(
        name, indexes, counter_type, about_of(definition),
        parse(ctx, definition.get("start")), parse(ctx, definition.get("min")),
        parse(ctx, definition.get("max")), parse(ctx, definition.get("supply")),
        text_of(definition.get("visible")) or "everyone", text_of(reset), is_drawn(definition),
        parse(ctx, definition.get("goes_to")), whole_of(definition.get("points"), 0),
        is_logged(definition),
    )  # fmt: skip
    _check_holder(ctx, definition, counter_type)


def own_counters(model: Model) -> None:
    """Declare what every ruleset has: points, and the layout in use for each board with several."""
    place = About(Position("", 0, 0), POINTS.capitalize())
    own = [CounterDecl(POINTS, (PLAYER,), NUMBER, place)]
    for board in model.boards.values():
        if board.several:
            per = (board.per,) if board.per is not None else ()
            name = f"{board.name}_layout"
            own.append(CounterDecl(name, per, enum(name), board.about))
    for counter in own:
        model.counters.setdefault(counter.name, counter)


def _check_holder(ctx: Resolving, definition: Located, counter_type: Type) -> None:
    """Tell of a counter that goes to somebody, or brings points, and cannot."""
    for key in ("goes_to", "points"):
        found = definition.get(key)
        if found is None:
            continue
        if counter_type != PLAYER:
            message = f"`{key}` is for a counter that holds a player: it needs `type: player`"
            ctx.problems.error("type", message, found.position)
        for other in ("start", "reset"):
            if definition.get(other) is not None:
                message = f"a counter with `{key}` begins with nobody and has no `{other}`"
                ctx.problems.error("type", message, definition.key_position(other))
