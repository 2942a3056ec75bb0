"""Whether the hints of how a board is drawn speak of fields and values that there are.

In: a board with its fields, and its `draw` as it stands in the file. Out: problems. Nothing here changes a
rule; a misspelt hint would only draw nothing, and nobody would know why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from interpreter.language.types import Type
from interpreter.model.declarations import POINTS, BoardDecl, CounterDecl, Model
from interpreter.problems.nearest_name import hint_or_list
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems
from interpreter.reading.located_value import Located

# Where on the page it is read that an effect happens.
BANNER = "banner"
# A name in a text, in place of its value.
_IN_BRACES = re.compile(r"\{(\w+)\}")


def note_bare(board: BoardDecl, model: Model) -> None:
    """Note the corners and sides where nothing lies, stands or is marked: rules alone speak of them."""
    carry = {board.name, *board.holds}
    for counter in model.counters.values():
        carry |= {index.name for index in (counter.type, *counter.per)}
    for zone in model.zones.values():
        carry |= {index.name for index in zone.per}
    marks = board.draw.get("marks")
    for name in marks if isinstance(marks, dict) else ():
        carry |= {p.type for p in model.values[name].parameters} if name in model.values else set()
    board.bare = frozenset(set(board.node_types) - carry)


def check_drawing(board: BoardDecl, draw: Located, model: Model, problems: Problems) -> None:
    """Report names of fields, counters, values and states in the hints that are none."""
    spaces = {Type("space", name) for name in board.node_types}
    # Counters first: they say what is there now, fields what was there at first.
    shown = {c.name: c.type for c in model.counters.values() if spaces & set(c.per)}
    shown |= {field.name: field.type for field in board.fields.values() if not field.list}

    def known(what: str, name: str, names: list[str], position: Position) -> None:
        if name not in names:
            message = f"the spaces of '{board.name}' have no {what} '{name}'"
            problems.error("unknown-name", message, position, hint=hint_or_list(name, names, "there are"))

    beside = draw.get("beside")
    zones = any(spaces & set(zone.per) for zone in model.zones.values())
    if beside is not None and not board.holds and not zones:
        message = f"nothing can lie on the spaces of '{board.name}', so nothing is written beside it"
        problems.warning(
            "drawing", message, draw.key_position("beside"), hint="`label` is written on the spaces"
        )
    board.coloured_by = coloured_by(draw, shown, model)
    for key in ("label", "beside", "color"):
        said = draw.get(key)
        single = [said] if said is not None and said.kind == "text" else []
        for placed in (*single, *(said.entries() if said is not None else ())):
            known("field", str(placed.value), list(shown), placed.position)
    held = [model.components[name].states for name in board.holds.values()]
    states = [member for each in held for members in each.values() for member in members]
    pawns = [c.name for c in model.counters.values() if c.type in spaces]
    for key, what, names in (
        ("glyph", "pieces in a state", states),
        ("marks", "value", list(model.values)),
        ("pawns", "counter that is there,", pawns),
    ):
        said = draw.get(key)
        for word, number in said.items() if said is not None else ():
            assert said is not None
            known(what, word, names, said.key_position(word))
            if key == "pawns":
                known("number", str(number.value), list(model.counters), number.position)
    text = draw.get("text")
    if text is not None:
        for word in _IN_BRACES.findall(str(text.value)):
            known("field", word, list(shown), text.position)
    _check_pictures(board, draw, model, known)
    values = [word for value_type in shown.values() for word in words_of(value_type, model)]
    coloured = words_of(shown[board.coloured_by], model) if board.coloured_by in shown else values
    numbers = any(value_type.kind == "number" for value_type in shown.values())
    for key, names in (("color", coloured), ("letters", values), ("legend", values)):
        said = draw.get(key)
        for word, _ in said.items() if said is not None and names else ():
            assert said is not None
            if key == "color" or not (numbers and word.removeprefix("-").isdecimal()):
                known("value", word, names, said.key_position(word))


def coloured_by(draw: Located | None, shown: Mapping[str, Type], model: Model) -> str:
    """Return what gives a colour: what is named, else the first that has a value with a colour in the map."""
    said = draw.get("color") if draw is not None else None
    if said is None or said.kind == "text":
        return str(said.value) if said is not None else ""
    given = {word for word, _ in said.items()}
    return next((name for name, of in shown.items() if given.intersection(words_of(of, model))), "")


def check_page(model: Model, page: Located | None, problems: Problems) -> None:
    """Read what a ruleset says of its page; report names of what is not there, or has no such place."""
    for name, said in page.items() if page is not None else ():
        assert page is not None
        place = page.key_position(name)
        if name in model.effects or said.value == BANNER:
            _check_banner(model, name, said, problems)
            continue
        owned = (each.name for each in model.components.values() if each.per is not None)
        known = [*model.boards, *model.zones, *model.counters, POINTS, *model.values, *owned]
        if name not in known:
            message = f"the page has no zone, counter, value or board '{name}'"
            problems.error("unknown-name", message, place, hint=hint_or_list(name, known, "there are"))
            continue
        board, track, places = said.get("in"), said.get("track"), said.get("places")
        if track is not None:
            model.page[name] = f"track {track.value}"
            _check_track(model, name, said, problems)
        elif places is not None:
            _check_places(model, name, places, problems)
        elif board is None:
            model.page[name] = str(said.value)
            if said.value == "board" and name not in model.zones:
                message = f"only a zone can be drawn as a board, and '{name}' is none"
                problems.error("wrong-kind-of-name", message, said.position, hint="`first` puts it in front")
        elif name not in model.zones or model.zones[name].per:
            message = f"only a zone that there is one of can lie in a board, and '{name}' is none"
            problems.error("wrong-kind-of-name", message, place, hint="`board` draws it among the boards")
        elif str(board.value) not in model.boards:
            message, names = f"there is no board '{board.value}'", list(model.boards)
            hint = hint_or_list(str(board.value), names, "there are")
            problems.error("unknown-name", message, board.position, hint=hint)
        else:
            model.page[name] = f"in {board.value}"


def _check_banner(model: Model, name: str, said: Located, problems: Problems) -> None:
    """Read which effect is read over the page when it happens; report another word of it, or no effect."""
    if name not in model.effects:
        message, known = f"there is no effect '{name}'", list(model.effects)
        problems.error("unknown-name", message, said.position, hint=hint_or_list(name, known, "there are"))
    elif said.value != BANNER:
        message = f"an effect has no place on the page, and '{name}' is one"
        problems.error(
            "wrong-kind-of-name", message, said.position, hint=f"`{BANNER}` has it read over the page"
        )
    else:
        model.page[name] = BANNER


def _check_places(model: Model, name: str, said: Located, problems: Problems) -> None:
    """Read what says how many places a zone has; report what people do not see, or what is no zone."""
    shown = [*model.counters, *(value for value, each in model.values.items() if each.shown)]
    if name not in model.zones:
        message = f"only a zone has places, and '{name}' is none"
        problems.error("wrong-kind-of-name", message, said.position, hint="`first` puts it in front")
    elif str(said.value) not in shown:
        message = f"there is no counter or value that is shown '{said.value}'"
        hint = hint_or_list(str(said.value), shown, "there are")
        problems.error("unknown-name", message, said.position, hint=hint)
    else:
        model.page[name] = f"places {said.value}"


def _check_track(model: Model, name: str, said: Located, problems: Problems) -> None:
    """Read which spaces of a track are marked; report what is no number, or no table of numbers."""
    declared = model.counters.get(name) or model.values.get(name)
    if declared is None or (isinstance(declared, CounterDecl) and declared.type.kind != "number"):
        message = f"only numbers can be a track, and '{name}' is none"
        problems.error("wrong-kind-of-name", message, said.position, hint="name a counter of numbers")
    marks = said.get("marks")
    if marks is None:
        return
    numbers = [table for table, each in model.tables.items() if each.type.kind == "number"]
    if str(marks.value) in numbers:
        model.page[name] += f" {marks.value}"
    else:
        message = f"there is no table of numbers '{marks.value}'"
        hint = hint_or_list(str(marks.value), numbers, "there are")
        problems.error("unknown-name", message, marks.position, hint=hint)


def _check_pictures(
    board: BoardDecl, draw: Located, model: Model, known: Callable[[str, str, list[str], Position], None]
) -> None:
    """Report names of zones, tables and values that are none in the hints for pictures alone."""
    spaces = {Type("space", name) for name in board.node_types}
    covers, margins = draw.get("covers"), draw.get("margins")
    zones = [zone.name for zone in model.zones.values() if spaces & set(zone.per)]
    for word, _ in covers.items() if covers is not None else ():
        assert covers is not None
        known("zone", word, zones, covers.key_position(word))
    numbers = [name for name, each in model.tables.items() if each.type.kind == "number"]
    for figures in filter(None, (margins, draw.get("dots"))):
        for _, table in figures.items():
            known("figures in a table", str(table.value), numbers, table.position)
    tables = draw.get("tables")
    for table in tables.entries() if tables is not None else ():
        known("table", str(table.value), list(model.tables), table.position)


def words_of(value_type: Type, model: Model) -> list[str]:
    """Return the names of all values of a type that has names."""
    if value_type.kind == "component":
        return list(model.components[value_type.name].by_name)
    return list(model.enums[value_type.name].members) if value_type.kind == "enum" else []
