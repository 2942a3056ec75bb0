"""The layouts of cards and pieces: named areas on their face and back.

In: the `draw` of a component type with its fields. Out: its areas, and problems. Nothing here changes a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.model.declarations import ComponentDecl
from interpreter.model.located_data import is_true, text_of, whole_of
from interpreter.model.public import Area
from interpreter.model.resolve_drawing import words_of
from interpreter.model.resolving import Resolving
from interpreter.problems.nearest_name import hint_or_list
from interpreter.problems.position import Position
from interpreter.reading.located_value import Located
from interpreter.reading.side_areas import FIELD, LIKE, SIDES, placed_areas, side_of

# What texts may name besides the fields of a piece.
WORDS = ("title", "name", "about", "rules")
# What an area may show besides a field: the sign of the piece.
SIGN = "sign"
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}|(bright_)?(black|red|green|yellow|blue|magenta|cyan|white)")


def areas_of(ctx: Resolving, made: ComponentDecl, draw: Located | None) -> dict[str, tuple[Area, ...]]:
    """Return the areas of each side that has a layout; report fields and types that are none."""
    found, components = dict[str, tuple[Area, ...]](), ctx.root.get("components")
    if draw is None or components is None:
        return found
    if (picture := draw.get("picture")) is not None:
        _check_names(ctx, made, picture)
    for side in SIDES:
        said = side_of(components, made.name, side)
        if said is None:
            continue
        if said.kind == "text":
            found[side] = (Area("picture", said.position, picture=text_of(said)),)
            _check_names(ctx, made, said)
            continue
        _check_like(ctx, made.name, side, said)
        placed = placed_areas(components, made.name, side)
        areas = [
            _area(name, area) for name, (area, own) in placed.items() if _is_sound(ctx, made, area, own=own)
        ]
        found[side] = tuple(area for area in areas if _says(area))
    return found


def _check_like(ctx: Resolving, name: str, side: str, said: Located) -> None:
    """Report that a side is like that of a type which has no layout of it, or like itself."""
    like, components = said.get(LIKE), ctx.root.get("components")
    assert components is not None
    seen = {name}
    while like is not None:
        other = str(like.value)
        if side_of(components, other, side) is None:
            others = [key for key, _ in components.items() if key != name and side_of(components, key, side)]
            message = f"there is no component type '{other}' with a layout of its {side}"
            hint = hint_or_list(other, others, "there are")
            ctx.problems.error("unknown-name", message, like.position, hint=hint)
            return
        if other in seen:
            ctx.problems.error("wrong-shape", f"the {side} of '{name}' is like itself", like.position)
            return
        seen.add(other)
        following = side_of(components, other, side)
        like = following.get(LIKE) if following is not None else None


def _area(name: str, said: Located) -> Area:
    at = said.get("at")
    return Area(
        name,
        said.position,
        tuple(whole_of(each, 0) for each in at.entries()) if at is not None else (),
        field=text_of(said.get("field")),
        text=text_of(said.get("text")),
        picture=text_of(said.get("picture")),
        ground=text_of(said.get("ground")),
        color=text_of(said.get("color")),
        align=text_of(said.get("align")) or "center",
        size=whole_of(said.get("size"), 0),
        bold=is_true(said.get("bold")),
        turn=whole_of(said.get("turn"), 0),
        shape=text_of(said.get("shape")) or "box",
        when=tuple(_conditions(said.get("when"))),
    )


def _says(area: Area) -> bool:
    """Whether there is anything in an area; one that is empty takes away that of another type."""
    return bool(area.field or area.text or area.picture or area.ground)


def _conditions(said: Located | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    if said is not None and said.kind == "text":
        yield str(said.value), ()
    for name, value in said.items() if said is not None else ():
        values = value.entries() if value.kind == "list" else [value]
        yield name, tuple(_word(each) for each in values)


def _word(value: Located) -> str:
    return str(value.value).lower() if isinstance(value.value, bool) else str(value.value)


def _is_sound(ctx: Resolving, made: ComponentDecl, area: Located, *, own: bool) -> bool:
    """Whether an area names only fields that there are; of an area of another type it need not."""
    sound = True
    for name, known, position in _named(ctx, made, area):
        if name not in known:
            sound = False
            if own:
                message = f"'{made.name}' has no field '{name}'"
                hint = hint_or_list(name, known, "there are")
                ctx.problems.error("unknown-name", message, position, hint=hint)
    return sound and not (own and _wrong_values(ctx, made, area))


def _named(ctx: Resolving, made: ComponentDecl, area: Located) -> Iterator[tuple[str, list[str], Position]]:
    """Yield the fields that an area names, each with the names that it may have there."""
    fields = list(made.fields)
    coloured = [name for name, field in made.fields.items() if words_of(field.type, ctx.model)]
    field, when = area.get("field"), area.get("when")
    if field is not None:
        yield str(field.value), [*fields, *WORDS, SIGN], field.position
    for key in ("ground", "color"):
        said = area.get(key)
        if said is not None and not _COLOUR.fullmatch(str(said.value)):
            yield str(said.value), coloured, said.position
    for key, known in (("text", [*fields, *WORDS]), ("picture", [*fields, "name", "image"])):
        said = area.get(key)
        for name in FIELD.findall(str(said.value)) if said is not None else ():
            assert said is not None
            yield name, known, _place_in(said, name)
    if when is not None and when.kind == "text":
        yield str(when.value), fields, when.position
    for name, _ in when.items() if when is not None else ():
        assert when is not None
        yield name, fields, when.key_position(name)


def _check_names(ctx: Resolving, made: ComponentDecl, picture: Located) -> None:
    """Report fields that there are not in the name of a file."""
    known = [*made.fields, "name", "image"]
    for name in FIELD.findall(str(picture.value)):
        if name not in known:
            message = f"'{made.name}' has no field '{name}'"
            hint = hint_or_list(name, known, "there are")
            ctx.problems.error("unknown-name", message, _place_in(picture, name), hint=hint)


def _place_in(said: Located, name: str) -> Position:
    """The place of a name in braces in a text, as far as it is known."""
    line, _, column = _before(str(said.value), f"{{{name}}}")
    return said.position_in_text(line, column) if said.text_lines is not None else said.position


def _before(text: str, part: str) -> tuple[int, str, int]:
    """Return the line in which a part of a text is, what is before it, and its column; both from 1."""
    start = text[: text.index(part) + 1]
    return start.count("\n") + 1, start, len(start) - start.rfind("\n")


def _wrong_values(ctx: Resolving, made: ComponentDecl, area: Located) -> bool:
    """Report values of conditions that a field cannot have; whether there are any."""
    when, wrong = area.get("when"), False
    for name, value in when.items() if when is not None else ():
        field = made.fields[name]
        known = words_of(field.type, ctx.model) or (["true", "false"] if field.type.kind == "truth" else [])
        for each in value.entries() if value.kind == "list" else [value]:
            if known and _word(each) not in [*known, "none"]:
                wrong = True
                message = f"the field '{name}' cannot be '{_word(each)}'"
                hint = hint_or_list(_word(each), known, "one of")
                ctx.problems.error("unknown-name", message, each.position, hint=hint)
    return wrong
