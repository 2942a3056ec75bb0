"""Names in a ruleset's data to types, and words to the numbers that stand for them.

In: located values and the model as far as it is built. Out: types, members, kinds and spaces as numbers,
parse trees of rule texts, or problems. Here too is what the resolvers share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cache
from typing import Any

from interpreter.language import parser
from interpreter.language import tree as t
from interpreter.language.parse_tables import keywords
from interpreter.language.types import (
    ANY,
    NUMBER,
    SIMPLE_TYPES,
    TEXT,
    TRUTH,
    Type,
    component,
    enum,
    phrase,
    space,
)
from interpreter.model.declarations import NONE, FieldDecl
from interpreter.model.located_data import is_whole, text_of
from interpreter.model.resolving import Resolving
from interpreter.problems.nearest_name import hint_for, hint_or_list
from interpreter.problems.position import Position
from interpreter.reading.located_value import Located
from interpreter.reading.sheet import by_slug, slug

# So many entries may a list have that is written as one text.
MAX_LISTED = 1_000

# Letters of all rule texts of a ruleset, and what each counts besides its own: reading them takes time.
# Of a text that was read before, only little: it is read once, but checked wherever it is.
MAX_LETTERS = 300_000
_LETTERS_OF_ANY, _LETTERS_OF_SAME = 30, 5


# Words that open a statement or belong to expressions and are free as names, for nothing is read wrongly
# there; and words that are none of these and mean something fixed as names.
FREE = {"after", "does", "may", "one"}
FIXED = {"elif", "me", "otherwise", "players", "teams", "this"}
# Sections whose names only stand behind a word such as `call`.
_CALLED = ("effects", "actions")


# -- reading
def section(ctx: Resolving, name: str, read: Callable[[Resolving, str, Located], None]) -> None:
    """Read each definition of a section of the ruleset."""
    found = ctx.root.get(name)
    if found is not None:
        for key, definition in found.items():
            if ctx.problems.full:
                return
            may_be_named(ctx, key, found.key_position(key))
            read(ctx, key, definition)


@cache
def reserved() -> frozenset[str]:
    """Return the words that cannot be a name: rule texts would read them as a word of the language."""
    words = keywords()
    return (words.simple | words.compound | words.expressions | FIXED) - FREE


def may_be_named(ctx: Resolving, name: str, place: Position) -> None:
    """Tell of a name that rule texts would read as a word of the language."""
    if name in reserved():
        message = f"'{name}' is a word of the language and cannot be a name"
        ctx.problems.error("reserved-name", message, place, hint="choose another name")


def signed_section(
    ctx: Resolving, name: str, read: Callable[[Resolving, t.Signature, Located], None]
) -> None:
    """Read each definition of a section whose keys are signatures, such as `pay_for(tile t)`."""
    found = ctx.root.get(name)
    if found is None:
        return
    for key, definition in found.items():
        if ctx.problems.full or not may_read(ctx, definition):
            return
        place = found.key_position(key)
        signature = parser.parse_signature(
            Located(place, key, text_lines=(place.line, place.column)), ctx.problems
        )
        if signature is not None:
            if name not in _CALLED:
                may_be_named(ctx, signature.name, place)
            read(ctx, signature, definition)


def list_of(ctx: Resolving, name: str) -> list[Located]:
    """The entries of a section that is a list."""
    found = ctx.root.get(name)
    return found.entries() if found is not None else []


def may_read(ctx: Resolving, text: Located) -> bool:
    """Whether one more rule text may be read; the first that may not is told."""
    words = text.value if isinstance(text.value, str) else ""
    same = words in ctx.read_texts
    ctx.read_texts.add(words)
    ctx.read_letters += _LETTERS_OF_SAME if same else _LETTERS_OF_ANY + len(words)
    if ctx.read_letters <= MAX_LETTERS:
        return True
    if not ctx.problems.full and not ctx.told_letters:
        ctx.told_letters = True
        message = f"all rule texts together are longer than {MAX_LETTERS} letters"
        ctx.problems.error(
            "too-large", message, text.position, hint=f"each new one counts {_LETTERS_OF_ANY} letters more"
        )
    return False


def parse(ctx: Resolving, placed: Located | None) -> t.Expression | None:
    """Parse an expression; None where there is none."""
    if placed is None or not may_read(ctx, placed):
        return None
    return parser.parse_expression(placed, ctx.problems)


def block(ctx: Resolving, placed: Located | None) -> t.Block:
    """Parse a body; empty where there is none."""
    if placed is None or placed.kind == "null" or not may_read(ctx, placed):
        return ()
    return parser.parse_block(placed, ctx.problems) or ()


# -- types
def type_named(ctx: Resolving, placed: Located | None, what: str = "type") -> Type | None:
    """The type that a located name names; None where there is no name, or a problem."""
    if placed is None:
        return None
    return type_of_name(ctx, str(placed.value), placed, what)


def type_of_name(ctx: Resolving, name: str, placed: Located, what: str = "type") -> Type | None:
    """The type of a name; None and a problem where there is none."""
    found = TEXT if name == "text" else ctx.model.type_named(name)
    if found is None and name in board_node_types(ctx):
        found = space(name)
    if found is not None:
        return found
    names = [*SIMPLE_TYPES, "text", *ctx.model.enums, *ctx.model.components, *board_node_types(ctx)]
    hint = hint_or_list(name, names, "there are")
    ctx.problems.error("unknown-name", f"there is no {what} '{name}'", placed.position, hint=hint)
    return None


def board_node_types(ctx: Resolving) -> list[str]:
    """The names of the types of spaces: boards, their corners and sides."""
    boards = ctx.root.get("boards")
    names: list[str] = []
    for name, definition in boards.items() if boards is not None else ():
        names.append(name)
        names.extend(
            text_of(definition.get(key)) for key in ("corners", "sides") if definition.get(key) is not None
        )
    return names


def guess_type(ctx: Resolving, value: Located) -> Type | None:
    """The type that a key or value of a table shows by itself."""
    if value.kind == "number":
        return NUMBER
    if value.kind == "truth":
        return TRUTH
    name = str(value.value)
    for declared in ctx.model.enums.values():
        if name in declared.members:
            return enum(declared.name)
    if name in ctx.model.kinds:
        return component(ctx.model.kinds[name][0].name)
    ctx.problems.unknown(
        f"there is no member or kind '{name}'", value.position, name, [*ctx.model.members, *ctx.model.kinds]
    )
    return None


def per(ctx: Resolving, definition: Located) -> tuple[Type, ...]:
    """What a zone or counter is there once for each of."""
    found = definition.get("per")
    if found is None:
        return ()
    entries = found.entries() if found.kind == "list" else [found]
    types = [type_named(ctx, entry) or ANY for entry in entries]
    return tuple(x for x in types if x.kind not in ("number", "truth", "text"))


def fields(ctx: Resolving, definition: Located) -> dict[str, FieldDecl]:
    """The fields that a component type or board declares."""
    found = definition.get("fields")
    fields: dict[str, FieldDecl] = {}
    for name, type_name in found.items() if found is not None else ():
        words = str(type_name.value).split()
        many = words[:2] == ["list", "of"]
        text = words[2] if many and len(words) == 3 else str(type_name.value)
        field_type = type_of_name(ctx, text.removesuffix("?"), type_name)
        if field_type is not None:
            fields[name] = FieldDecl(name, field_type, text.endswith("?"), many)
    return fields


# -- values
def nothing_said(field: FieldDecl) -> int | tuple[int, ...] | str:
    """What a field holds of which nothing is said."""
    if field.list:
        return ()
    return "" if field.type == TEXT else NONE


def field_value(ctx: Resolving, field: FieldDecl, value: Located) -> int | tuple[int, ...] | str:
    """The value of a field as the model keeps it."""
    if field.list:
        if value.kind not in ("list", "text", "number"):
            ctx.problems.error("wrong-type", f"'{field.name}' is a list", value.position)
            return ()
        return tuple(scalar(ctx, field.type, entry) for entry in listed(field, value))
    if field.type == TEXT:
        return str(value.value)
    return scalar(ctx, field.type, value)


def listed(field: FieldDecl, value: Located) -> list[Located]:
    """The entries of a list, or the words of a text such as `2 red blue`, each as often as is said."""
    if value.kind == "list":
        return value.entries()
    text, found, count = str(value.value), list[Located](), 1
    # Between commas a name may have spaces.
    words = text.split() if "," not in text else re.findall(r"(?<!\S)\d+(?=\s)|[^,\s](?:[^,]*[^,\s])?", text)
    for word in words:
        if word.isdigit() and field.type.kind != "number":
            count = min(int(word), MAX_LISTED)
            continue
        found += [Located(value.position, int(word) if is_whole(word) else word)] * count
        count = 1
    return found[:MAX_LISTED]


def scalar(ctx: Resolving, wanted: Type, value: Located) -> int:
    """Read a number, truth, member or kind as the number that stands for it."""
    content = value.value
    if wanted.kind == "number":
        if isinstance(content, int) and not isinstance(content, bool):
            return content
        if isinstance(content, str) and is_whole(content):
            if value.style == "quoted":
                message = f"the number {content} is in quotes"
                ctx.problems.warning("quoted-number", message, value.position, hint="take them away")
            return int(content)
        return not_a(ctx, wanted, value)
    if wanted.kind == "truth":
        return int(content) if isinstance(content, bool) else not_a(ctx, wanted, value)
    if content is None or content == "none":
        return NONE
    name = str(content)
    if wanted.kind == "player":
        seats = [f"p{seat + 1}" for seat in range(ctx.model.players)]
        return seats.index(name) if name in seats else not_a(ctx, wanted, value, seats)
    if wanted.kind == "enum":
        members = ctx.model.enums[wanted.name].members
        member = meant(value, members)
        return members.index(member) if member is not None else not_a(ctx, wanted, value, members)
    if wanted.kind == "component":
        made = ctx.model.components[wanted.name]
        kind = meant(value, made.by_name)
        return (
            made.token(made.by_name[kind])
            if kind is not None
            else not_a(ctx, wanted, value, list(made.by_name))
        )
    if wanted.kind == "space":
        return space_named(ctx, wanted, name, value)
    return not_a(ctx, wanted, value)


def meant(value: Located, names: Collection[str]) -> str | None:
    """The name that a value is; in a cell of a sheet it may be written as people do: `Old oak`."""
    name = str(value.value)
    if name in names or not value.position.cell:
        return name if name in names else None
    return by_slug(tuple(names)).get(slug(name))


def space_named(ctx: Resolving, wanted: Type, name: str, value: Located) -> int:
    """A space by its name, on a board that is there once."""
    board = ctx.model.node_boards.get(wanted.name)
    if board is None or board.owners > 1:
        return not_a(ctx, wanted, value)
    for place, node in enumerate(board.layouts[0].nodes):
        if node.name == name and node.type == wanted.name:
            return board.space(0, 0, place)
    return not_a(ctx, wanted, value, [n.name for n in board.layouts[0].nodes])


def not_a(ctx: Resolving, wanted: Type, value: Located, names: Any = ()) -> int:
    """Report a word that is nothing of its type; none stands for it."""
    ctx.problems.error(
        "wrong-kind-of-name" if names else "wrong-type",
        f"'{value.value}' is not {phrase(wanted)}",
        value.position,
        hint=hint_for(str(value.value), list(names)),
    )
    return NONE


def named(ctx: Resolving, value_type: Type, value: int) -> str:
    """The word for a value, for messages."""
    if value_type.kind == "enum":
        return ctx.model.enums[value_type.name].members[value]
    if value_type.kind == "truth":
        return "true" if value else "false"
    if value_type.kind == "player":
        return f"p{value + 1}"
    if value_type.kind == "component":
        return ctx.model.components[value_type.name].kind_of(value).name
    return str(value)
