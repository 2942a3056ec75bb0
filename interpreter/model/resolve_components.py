"""Enums, component types and their kinds, states and fields.

In: located definitions. Out: declarations in the model, with the rules that kinds carry. Names of types and
kinds come first, what needs other names later.
"""

from __future__ import annotations

from interpreter.language import parser
from interpreter.language import tree as t
from interpreter.language.nouns import several
from interpreter.language.types import PLAYER, TRUTH, Type, enum
from interpreter.model.about import About
from interpreter.model.declarations import ComponentDecl, EnumDecl, KindDecl
from interpreter.model.limits import check_components
from interpreter.model.located_data import about_of, is_drawn, plain_map, text_of, whole_of
from interpreter.model.resolve_drawing import coloured_by
from interpreter.model.resolve_faces import areas_of
from interpreter.model.resolve_names import block, field_value, fields, may_be_named, nothing_said, type_named
from interpreter.model.resolve_rules import rule_count, rules, score_lines
from interpreter.model.resolving import Resolving
from interpreter.problems.nearest_name import hint_for, hint_or_list
from interpreter.reading.located_value import Located

KIND_KEYS = (
    "copies", "title", "about", "rule", "source", "accept", "effect", "triggers", "modifiers", "grants",
    "replacements", "forbids", "scoring", "glyph", "color", "icon", "image", "plural",
)  # fmt: skip


def resolve_enum(ctx: Resolving, name: str, definition: Located) -> None:
    """Declare an enum."""
    members = definition if definition.kind == "list" else definition.get("members")
    names = tuple(str(m.value) for m in members.entries()) if members is not None else ()
    seen: set[str] = set()
    for member in members.entries() if members is not None else ():
        may_be_named(ctx, str(member.value), member.position)
        if str(member.value) in seen:
            message = f"the member '{member.value}' is twice in '{name}'"
            ctx.problems.error("defined-twice", message, member.position)
        seen.add(str(member.value))
    ctx.model.enums[name] = EnumDecl(name, names, about_of(definition))


def declare_components(ctx: Resolving) -> None:
    """First the names of all component types and kinds, then (fill_components) what needs other names."""
    found, pieces = ctx.root.get("components"), 0
    for name, definition in found.items() if found is not None else ():
        per = type_named(ctx, definition.get("per"))
        states, state_types = states_of(ctx, name, definition, per)
        parameters: tuple[t.Parameter, ...] = ()
        needs = definition.get("with")
        if needs is not None:
            parameters = parser.parse_parameters(needs, ctx.problems) or ()
        made = ComponentDecl(
            name, {}, states, state_types, per, [], parameters, ctx.next_token, about_of(definition)
        )
        made.draw, made.drawn = plain_map(definition.get("draw")), is_drawn(definition)
        kinds = definition.get("kinds")
        for index, (kind_name, kind) in enumerate(kinds.items() if kinds is not None else ()):
            copies = whole_of(kind.get("copies"), 1)
            about = about_of(kind)
            if not about.title:
                about = About(
                    about.position, kind_name.replace("_", " "), about.about, about.rules, about.source
                )
            made.kinds.append(
                KindDecl(
                    kind_name,
                    index,
                    copies,
                    {},
                    None,
                    about,
                    glyph=text_of(kind.get("glyph")),
                    color=text_of(kind.get("color")),
                    icon=text_of(kind.get("icon")),
                    plural=text_of(kind.get("plural")) or several(about.title),
                )
            )
        ctx.next_token += len(made.kinds) * made.combinations
        ctx.model.components[name] = made
        pieces += made.pieces
        check_components(made, ctx.next_token, pieces, ctx.problems)


def states_of(
    ctx: Resolving, name: str, definition: Located, per: Type | None
) -> tuple[dict[str, tuple[str, ...]], dict[str, Type]]:
    """The states of a component type: listed members, an enum by its name, or truth; the owner first."""
    states: dict[str, tuple[str, ...]] = {}
    types: dict[str, Type] = {}
    if per is not None:
        count = ctx.model.persons if per == PLAYER else ctx.model.teams
        states["owner"], types["owner"] = tuple(f"p{n + 1}" for n in range(count)), per
    found = definition.get("states")
    for state, members in found.items() if found is not None else ():
        if members.kind == "list":
            states[state], types[state] = (
                tuple(str(m.value) for m in members.entries()),
                enum(f"{name}.{state}"),
            )
        elif members.value == "truth":
            states[state], types[state] = ("no", "yes"), TRUTH
        elif str(members.value) in ctx.model.enums:
            states[state], types[state] = (
                ctx.model.enums[str(members.value)].members,
                enum(str(members.value)),
            )
        else:
            ctx.problems.unknown(
                f"there is no enum '{members.value}'", members.position, str(members.value), ctx.model.enums
            )
    return states, types


def fill_components(ctx: Resolving) -> None:
    """Give all component types their fields and rules."""
    found = ctx.root.get("components")
    for name, definition in found.items() if found is not None else ():
        made = ctx.model.components[name]
        made.fields = fields(ctx, definition)
        made.back = fields_named(ctx, made, definition.get("back"))
        draw = definition.get("draw")
        types = {field.name: field.type for field in made.fields.values() if not field.list}
        made.coloured_by = coloured_by(draw, types, ctx.model)
        for key in ("sides", "color"):
            fields_named(ctx, made, draw.get(key) if draw is not None else None)
        corners_known(ctx, made, draw.get("corners") if draw is not None else None)
        made.areas = areas_of(ctx, made, draw)
        defaults, kinds = definition.get("defaults"), definition.get("kinds")
        keys_known(ctx, made, defaults, list(made.fields))
        for kind in made.kinds:
            assert kinds is not None
            placed = kinds.get(kind.name)
            assert placed is not None
            fill_kind(ctx, made, kind, placed, defaults)


def corners_known(ctx: Resolving, made: ComponentDecl, placed: Located | None) -> None:
    """Tell of fields that are to say which corners have a dot, and are no lists of numbers."""
    if placed is None:
        return
    keys = [key for key, _ in placed.items()] if placed.kind == "map" else fields_named(ctx, made, placed)
    if placed.kind == "map":
        keys_known(ctx, made, placed, list(made.fields))
    for key in keys:
        field = made.fields.get(key)
        if field is not None and not (field.list and field.type.kind == "number"):
            where = placed.key_position(key) if placed.kind == "map" else placed.position
            hint = f"corners are named by their numbers: a field such as `{key}: list of number`"
            ctx.problems.error("wrong-type", f"'{key}' is not a list of numbers", where, hint=hint)


def fields_named(ctx: Resolving, made: ComponentDecl, placed: Located | None) -> tuple[str, ...]:
    """The fields of a component type that are named, such as those that its back shows; a map names none."""
    named = [] if placed is None else [placed] if placed.kind == "text" else placed.entries()
    for each in named:
        if each.value not in made.fields:
            ctx.problems.unknown(
                f"'{made.name}' has no field '{each.value}'", each.position, str(each.value), made.fields
            )
    return tuple(str(each.value) for each in named if each.value in made.fields)


def fill_kind(
    ctx: Resolving, made: ComponentDecl, kind: KindDecl, placed: Located, defaults: Located | None
) -> None:
    """Give a kind its values, its effect and its rules."""
    for field in made.fields.values():
        value = placed.get(field.name) or (defaults.get(field.name) if defaults is not None else None)
        if value is None:
            if not field.optional:
                ctx.problems.error(
                    "missing-key", f"'{kind.name}' does not say its {field.name}", placed.position
                )
            kind.values[field.name] = nothing_said(field)
        else:
            kind.values[field.name] = field_value(ctx, field, value)
    keys_known(ctx, made, placed, [*made.fields, *KIND_KEYS])
    effect = placed.get("effect")
    kind.effect = block(ctx, effect) if effect is not None else None
    carrier = (made.name, kind.name)
    before = rule_count(ctx)
    rules(ctx, placed, carrier)
    kind.has_rules = rule_count(ctx) != before
    scoring = placed.get("scoring")
    kind.scoring = score_lines(ctx, scoring) if scoring is not None else ()
    kind.has_rules = kind.has_rules or bool(kind.scoring)


def keys_known(ctx: Resolving, made: ComponentDecl, owner: Located | None, known: list[str]) -> None:
    """Tell of keys of a kind, or of the defaults of all kinds, that are none."""
    for key, _ in owner.items() if owner is not None else ():
        if key not in known:
            assert owner is not None
            ctx.problems.error(
                "unknown-key",
                f"'{made.name}' has no field '{key}'",
                owner.key_position(key),
                hint=hint_or_list(key, list(made.fields), "its fields") or hint_for(key, known),
            )
