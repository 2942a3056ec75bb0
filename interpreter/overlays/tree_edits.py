"""Edits of a tree of located values that shares what is not edited: what lies on the way there is copied."""

from __future__ import annotations

from typing import Any, Literal

from interpreter.overlays.locations import Path, index_of, key_of, name_key, value_below
from interpreter.problems import Position
from interpreter.reading.located_value import Located, PlacedContent


def own(root: Located, path: Path) -> Located:
    """Return the map or list at a path, and put copies of it and of all above it in their places."""
    here = root
    for depth, name in enumerate(path):
        content: Any = here.value
        find = key_of if isinstance(content, dict) else index_of
        at = find(here, path[:depth], name)
        if at is not None:  # else it is the short form of a thing, which a key of its long form stands for
            content[at] = here = _copy(content[at])
    return here


def _copy(placed: Located) -> Located:
    value = placed.value
    if isinstance(value, dict):
        return Located(placed.position, dict(value), dict(placed.key_positions))
    return Located(placed.position, list(value)) if isinstance(value, list) else placed


def without_key(definition: Located, key: str) -> Located:
    """Return a map without one of its keys."""
    entries = {name: value for name, value in definition.items() if name != key}
    places = {name: place for name, place in definition.key_positions.items() if name != key}
    return Located(definition.position, entries, places)


def with_key(definition: Located, key: str, value: Located) -> Located:
    """Return a map with one key set, and that first."""
    rest = without_key(definition, key)
    entries = {key: value, **dict(rest.items())}
    return Located(definition.position, entries, {key: value.position, **rest.key_positions})


def put(root: Located, path: Path, value: Located, place: Position, new_key: str | None = None) -> None:
    """Put a value in the place of the old one, or else at the end; `new_key` renames a map's entry."""
    parent_path, name = path[:-1], path[-1]
    parent = container(root, parent_path, "list" if parent_path and name_key(parent_path) else "map")
    if isinstance(parent.value, list):
        index = index_of(parent, parent_path, name)
        if index is None:
            parent.value.append(value)
        else:
            parent.value[index] = value
    elif isinstance(parent.value, dict):
        old_key = key_of(parent, parent_path, name)
        key = new_key or old_key or name
        if old_key is not None and old_key != key:
            _rename_key(parent, old_key, key)
        parent.value[key] = value
        parent.key_positions[key] = place


def take_away(root: Located, path: Path) -> None:
    """Remove what stands at a path."""
    parent_path = path[:-1]
    parent = own(root, parent_path)
    if isinstance(parent.value, dict):
        key = key_of(parent, parent_path, path[-1])
        if key is not None:
            del parent.value[key]
            del parent.key_positions[key]
    elif isinstance(parent.value, list):
        index = index_of(parent, parent_path, path[-1])
        if index is not None:
            del parent.value[index]


def container(root: Located, path: Path, kind: Literal["map", "list"]) -> Located:
    """Return the map or list at a path, to be changed; one that is not there yet is made."""
    if not path:
        return root
    found = value_below(root, (), path)
    if found is not None and found.kind != "null":
        return own(root, path)
    # Sections of things are maps; what is missing between them and a list of lines is a map too.
    parent = container(root, path[:-1], "map")
    content: PlacedContent = [] if kind == "list" else {}
    made = Located(root.position, content, {} if kind == "map" else None)
    if isinstance(parent.value, dict):
        parent.value[path[-1]] = made
        parent.key_positions[path[-1]] = made.position
    return made


def _rename_key(parent: Located, old: str, new: str) -> None:
    """Give an entry another key and leave it in its place, for the order of definitions counts."""
    assert isinstance(parent.value, dict)
    entries = {new if key == old else key: value for key, value in parent.value.items()}
    parent.value.clear()
    parent.value.update(entries)
    del parent.key_positions[old]
