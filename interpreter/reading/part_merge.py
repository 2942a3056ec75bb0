"""Merges the sections of a ruleset's files into one placed map: a name is defined once over all files."""

from __future__ import annotations

from interpreter.problems import Position, Problems
from interpreter.reading.located_value import Located

# Sections whose keys are signatures, `name(type a)`: of these the name alone must be unique.
SIGNATURE_SECTIONS = frozenset({"values", "effects", "actions"})
# Lists whose order is the rules' order: read from several files, it would depend on the order of files.
_LISTS_OF_ONE_FILE = frozenset({"flow", "ties"})
# What only a main file says; the schema check tells of it in another file.
_HEAD_KEYS = frozenset(
    {"id", "title", "players", "about", "files", "extends", "prefix", "teams", "rule", "accept", "renamed"}
    | {"version", "licence", "for"}
)
# Sections that hold lists by name, which several files may add to.
LISTS_IN = frozenset({"scoring", "bots"})
# Sections that stand for things inside other things: where these are, and under which key.
INNER_SECTIONS = {"kinds": "components", "layouts": "boards"}
# What an overlay can do to a ruleset, in the order in which one overlay's operations are applied.
OPERATIONS = ("remove", "replace", "add", "change", "extend", "insert")

# Operations of an overlay for one company only: a list of maps.
PARTS = "when"


def bare_name(signature: str) -> str:
    """Return the name of a signature, `give` of `give(player p)`."""
    return signature.partition("(")[0].strip()


def merge_ruleset_parts(main: Located, parts: list[Located], problems: Problems) -> Located:
    """Return a map with the main file's keys, and each section with the entries of all files."""
    merged = _copy_of_map(main)
    _check_signatures(main, problems)
    for part in parts:
        _check_signatures(part, problems)
        for section, content in part.items():
            if section in _HEAD_KEYS:
                continue
            _merge_section(merged, section, content, part.key_position(section), problems)
    for inner, outer in INNER_SECTIONS.items():
        _things_to_owners(merged, inner, outer, problems)
    return merged


def _things_to_owners(merged: Located, inner: str, outer: str, problems: Problems) -> None:
    """Put each entry of a `kinds` or `layouts` section under the component type or board that it names.

    So many kinds of one type, or layouts of one board, may fill several files.
    """
    assert isinstance(merged.value, dict)
    things = merged.value.pop(inner, None)
    owners = merged.value.get(outer)
    owner_key = outer.removesuffix("s")
    for name, thing in things.items() if things is not None else ():
        of = thing.get(owner_key)
        if of is None or owners is None or things is None:
            continue
        known = _own_things(owners, str(of.value), inner)
        if known is None:
            what = "component type" if outer == "components" else owner_key
            problems.error("unknown-name", f"there is no {what} '{of.value}'", of.position)
            continue
        place = things.key_position(name)
        if known.get(name) is not None:
            _report_twice(name, place, known.key_position(name), problems)
            continue
        assert isinstance(known.value, dict)
        entries = {key: value for key, value in thing.items() if key != owner_key}
        known.value[name] = Located(thing.position, entries, dict(thing.key_positions))
        known.key_positions[name] = place


def _own_things(owners: Located, name: str, inner: str) -> Located | None:
    """Return an owner's kinds or layouts, copied so that they are ours; None without such an owner."""
    found = owners.get(name)
    if found is None or not isinstance(found.value, dict) or not isinstance(owners.value, dict):
        return None
    made = _copy(found)
    assert isinstance(made.value, dict)
    things = made.value.get(inner)
    made.value[inner] = _copy(things) if things is not None else Located(made.position, {}, {})
    owners.value[name] = made
    return made.value[inner]


def merge_overlay_parts(main: Located, parts: list[Located], problems: Problems) -> Located:
    """Return a map with the main file's keys, and each operation with the sections of all files."""
    merged = _copy_of_map(main)
    assert isinstance(merged.value, dict)
    for entries in (found for source in (main, *parts) if (found := source.get(PARTS)) is not None):
        for sections in (found for entry in entries.entries() for _, found in entry.items()):
            _check_signatures(sections, problems)
    for operation in OPERATIONS:
        given = merged.value.get(operation)
        if given is not None and given.kind == "map":
            _check_signatures(given, problems)
            merged.value[operation] = _copy_of_map(given)
    for part in parts:
        for operation, content in part.items():
            if operation not in (*OPERATIONS, PARTS):
                continue
            place = part.key_position(operation)
            if content.kind != "map":
                _merge_section(merged, operation, content, place, problems)
                continue
            _check_signatures(content, problems)
            if operation not in merged.value:
                merged.value[operation] = Located(content.position, {}, {})
                merged.key_positions[operation] = place
            target = merged.value[operation]
            for section, names in content.items() if target.kind == "map" else ():
                _merge_section(target, section, names, content.key_position(section), problems)
    return merged


def _merge_section(
    into: Located, section: str, content: Located, place: Position, problems: Problems
) -> None:
    """Merge one section of a part into a map of sections that is ours to change."""
    assert isinstance(into.value, dict)
    earlier = into.value.get(section)
    if earlier is None or earlier.kind == "null":
        # Copied, for a later part may add to it.
        into.value[section] = _copy(content)
        into.key_positions[section] = place
    elif earlier.kind != content.kind:
        # The schema check tells which of the two has the wrong type.
        return
    elif isinstance(earlier.value, list):
        if section in _LISTS_OF_ONE_FILE:
            _report_twice(section, place, into.key_positions[section], problems)
        elif isinstance(content.value, list):
            # A new list, for the earlier one belongs to its file.
            into.value[section] = Located(earlier.position, [*earlier.value, *content.value])
    elif isinstance(earlier.value, dict):
        _merge_names(earlier, section, content, problems)
    else:
        _report_twice(section, place, into.key_positions[section], problems)


def _merge_names(into: Located, section: str, content: Located, problems: Problems) -> None:
    if section in LISTS_IN:
        assert isinstance(into.value, dict)
        for key, lines in content.items():
            if (earlier_lines := into.value.get(key)) is not None:
                into.value[key] = _copy(earlier_lines)
            _merge_section(into, key, lines, content.key_position(key), problems)
        return
    assert isinstance(into.value, dict)
    places = _places_by_name(into, section)
    for name, definition in content.items():
        place = content.key_position(name)
        earlier = places.get(_name_in(section, name))
        if earlier is not None:
            _report_twice(_name_in(section, name), place, earlier, problems)
            continue
        into.value[name] = definition
        into.key_positions[name] = place


def _check_signatures(sections: Located, problems: Problems) -> None:
    """Report two signatures of one name in one file; equal keys the YAML reader has reported."""
    for section, content in sections.items():
        if section not in SIGNATURE_SECTIONS:
            continue
        seen: dict[str, Position] = {}
        for signature in dict(content.items()):
            name, place = bare_name(signature), content.key_position(signature)
            if name in seen:
                _report_twice(name, place, seen[name], problems)
            seen.setdefault(name, place)


def _places_by_name(section_map: Located, section: str) -> dict[str, Position]:
    return {_name_in(section, key): place for key, place in section_map.key_positions.items()}


def _name_in(section: str, key: str) -> str:
    return bare_name(key) if section in SIGNATURE_SECTIONS else key


def _report_twice(name: str, place: Position, earlier: Position, problems: Problems) -> None:
    message = f"'{name}' is defined already, at {earlier}"
    problems.error("defined-twice", message, place, also=[earlier])


def _copy_of_map(placed: Located) -> Located:
    """Copy a map of sections: its sections too, but not what they hold."""
    sections = {key: _copy(content) for key, content in placed.items()}
    return Located(placed.position, sections, dict(placed.key_positions))


def _copy(placed: Located) -> Located:
    value = placed.value
    if isinstance(value, dict):
        return Located(placed.position, dict(value), dict(placed.key_positions))
    if isinstance(value, list):
        return Located(placed.position, list(value))
    return placed
