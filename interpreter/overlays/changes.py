"""What an overlay asks for, line by line, and the single changes of the tree that follow from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from interpreter.overlays.locations import NAMELESS_SECTIONS, Path
from interpreter.problems import Position
from interpreter.reading.located_value import Located
from interpreter.reading.part_merge import INNER_SECTIONS, OPERATIONS, bare_name


@dataclass(frozen=True, slots=True)
class Operation:
    """One line of an overlay: do this (`verb`) to the thing called so, which is not yet looked for.

    `key` is the name as written, with parameters where it has any; for `insert` it is `before` or `after`.
    """

    overlay: str
    verb: str
    section: str
    name: str
    key: str
    definition: Located
    position: Position


@dataclass(frozen=True, slots=True)
class Change:
    """One change at one path: a value set, an entry appended, a thing removed, or a thing relied upon.

    "edit" is a change of single lines of the text there.

    `before` is what stood there until then, with all that is lost with it.
    """

    overlay: str
    verb: str
    act: Literal["set", "append", "remove", "need", "edit"]
    path: Path
    value: Located
    position: Position
    before: Located | None = None


def read_operations(overlay_id: str, overlay: Located) -> list[Operation]:
    """Return what an overlay asks for, in the order in which it is to be done.

    What does not have the shape of an operation is left out: the schema check has told of it.
    """
    found: list[Operation] = []
    for verb in OPERATIONS:
        content = overlay.get(verb)
        if content is None:
            continue
        if verb == "insert":
            found.extend(_insertions(overlay_id, content))
            continue
        # What stands inside other things is added after these.
        sections = sorted(content.items(), key=lambda entry: entry[0] in INNER_SECTIONS)
        for section, things in sections:
            found.extend(_of_section(overlay_id, verb, section, things, content.key_position(section)))
    return found


def _of_section(
    overlay_id: str, verb: str, section: str, things: Located, place: Position
) -> Iterator[Operation]:
    if verb == "remove":
        for entry in things.entries():
            if isinstance(entry.value, str):
                text = entry.value
                yield Operation(overlay_id, verb, section, bare_name(text), text, entry, entry.position)
    elif section in NAMELESS_SECTIONS:
        if verb == "add" and things.kind == "list":
            yield Operation(overlay_id, verb, section, "", section, things, place)
    else:
        for key, definition in things.items():
            name, where = bare_name(key), things.key_position(key)
            yield Operation(overlay_id, verb, section, name, key, definition, where)


def _insertions(overlay_id: str, content: Located) -> Iterator[Operation]:
    for entry in content.entries():
        steps = entry.get("steps")
        for side in ("before", "after"):
            anchor = entry.get(side)
            if anchor is not None and isinstance(anchor.value, str) and steps is not None:
                yield Operation(overlay_id, "insert", "steps", anchor.value, side, steps, anchor.position)
