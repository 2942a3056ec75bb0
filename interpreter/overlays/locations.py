"""Where named things stand in the tree of a ruleset: a path of names, never of places in a list.

A path goes down maps by key and down the lists of named things by name, as in
('flow', 'round', 'steps', 'turn'). In sections whose keys are signatures, a path has the name alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.reading.located_value import Located
from interpreter.reading.part_merge import INNER_SECTIONS, SIGNATURE_SECTIONS, bare_name

Path = tuple[str, ...]

# Lists of rules without names: an overlay can only append to them.
NAMELESS_SECTIONS = frozenset({"triggers", "modifiers", "grants", "replacements", "forbids"})
# Sections whose definitions have a short form, and the key of the long form that it stands for.
LONG_FORM_KEYS = {"values": "is", "effects": "do", "enums": "members"}


def name_key(path: Path) -> str | None:
    """Return the key that names the entries of the list at a path; None where entries have no names."""
    if path[0] == "flow" and (len(path) == 1 or path[-1] == "steps"):
        return "step"
    return "source" if path == ("scoring", "final") else None


def name_of(entry: Located, list_path: Path) -> str | None:
    """Return the name of an entry of the list at a path."""
    key = name_key(list_path)
    named = entry.get(key) if key is not None else None
    return named.value if named is not None and isinstance(named.value, str) else None


def key_of(parent: Located, parent_path: Path, name: str) -> str | None:
    """Return the key under which a name stands in a map: the signature, in sections of signatures."""
    if parent.get(name) is not None:
        return name
    if len(parent_path) == 1 and parent_path[0] in SIGNATURE_SECTIONS:
        return next((key for key, _ in parent.items() if bare_name(key) == name), None)
    return None


def index_of(parent: Located, parent_path: Path, name: str) -> int | None:
    """Return the place of a named entry in a list."""
    for index, entry in enumerate(parent.entries()):
        if name_of(entry, parent_path) == name:
            return index
    return None


def child(parent: Located, parent_path: Path, name: str) -> Located | None:
    """Return what stands under a name in the map or list at a path."""
    if isinstance(parent.value, dict):
        key = key_of(parent, parent_path, name)
        return None if key is None else parent.value[key]
    if len(parent_path) == 2 and LONG_FORM_KEYS.get(parent_path[0]) == name:
        return parent
    index = index_of(parent, parent_path, name) if parent_path else None
    return None if index is None else parent.entries()[index]


def value_below(placed: Located, path: Path, below: Path) -> Located | None:
    """Return what stands at `below`, a longer path or the same, in the value at `path`."""
    found: Located | None = placed
    for length in range(len(path), len(below)):
        if found is None:
            return None
        found = child(found, below[:length], below[length])
    return found


def paths_of(root: Located, section: str, name: str) -> list[Path]:
    """Return where a thing stands that an overlay calls by section and name: once, if all is well."""
    name = bare_name(name)
    if section in INNER_SECTIONS:
        outer = INNER_SECTIONS[section]
        owners = root.get(outer)
        return [
            (outer, owner, section, name)
            for owner, definition in (owners.items() if owners is not None else ())
            if value_below(definition, (outer, owner), (outer, owner, section, name)) is not None
        ]
    if section == "steps":
        return [path for path, step_name in _steps_below(root.get("flow"), ("flow",)) if step_name == name]
    path = ("scoring", "final", name) if section == "final" else (section, name)
    return [path] if value_below(root, (), path) is not None else []


def definition_of(root: Located, section: str, name: str) -> tuple[str, Located] | None:
    """Return a thing's key as written (empty in a list, whose entries name themselves) and its definition."""
    for path in paths_of(root, section, name)[:1]:
        parent, found = value_below(root, (), path[:-1]), value_below(root, (), path)
        if parent is not None and found is not None:
            return key_of(parent, path[:-1], name) or "", found
    return None


def names_in(root: Located, section: str) -> list[str]:
    """Return the names of all things that an overlay can mean by a section, for hints."""
    if section in INNER_SECTIONS:
        owners = root.get(INNER_SECTIONS[section])
        inner = [owner.get(section) for _, owner in owners.items()] if owners is not None else []
        return [name for things in inner if things is not None for name, _ in things.items()]
    if section == "steps":
        return [name for _, name in _steps_below(root.get("flow"), ("flow",))]
    path = ("scoring", "final") if section == "final" else (section,)
    things = value_below(root, (), path)
    if things is None:
        return []
    lines = [name_of(entry, path) for entry in things.entries()]
    return [name for name in lines if name is not None] + [bare_name(key) for key, _ in things.items()]


def label_of(path: Path) -> str:
    """Return what people call the thing at or above a path: `section/name`."""
    if path[0] == "flow":
        return f"steps/{path[1 + 2 * ((len(path) - 2) // 2)]}" if len(path) > 1 else "flow"
    if len(path) >= 4 and INNER_SECTIONS.get(path[2]) == path[0]:
        return f"{path[2]}/{path[3]}"
    if len(path) >= 3 and path[:2] == ("scoring", "final"):
        return f"final/{path[2]}"
    return "/".join(path[:2])


def labels_in(path: Path, value: Located) -> set[str]:
    """Return the labels of the thing at a path and of all things inside it."""
    found = {label_of(path)}
    if path[0] == "flow":
        found |= {label_of(inner) for inner, _ in _steps_below(value.get("steps"), (*path, "steps"))}
    for section, outer in INNER_SECTIONS.items():
        things = value.get(section)
        if path[0] == outer and len(path) == 2 and things is not None:
            found |= {f"{section}/{name}" for name, _ in things.items()}
    return found


def _steps_below(steps: Located | None, path: Path) -> Iterator[tuple[Path, str]]:
    for step in steps.entries() if steps is not None else ():
        name = name_of(step, path)
        if name is not None:
            yield (*path, name), name
            yield from _steps_below(step.get("steps"), (*path, name, "steps"))
