"""What our schemas use of JSON Schema: everything in which a value departs from one of them.

Each keyword means what draft 2020-12 says; a test compares this with the library jsonschema, which finds the
same and takes three times as long (docs/decisions/0005-libraries.md).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# A map of keywords, or true or false.
Schema = Any
# A value inside another, the schema for it, and the steps that lead to both.
Inner = tuple[Any, Schema, tuple[str | int, ...], tuple[str, ...]]

_TYPES = {str: "string", int: "integer", bool: "boolean", dict: "object", list: "array", type(None): "null"}
_SCHEMA_MAPS = ("$defs", "properties", "dependentSchemas")
_SUB_SCHEMAS = ("items", "additionalProperties", "propertyNames", "if", "then", "else")
_SCHEMA_LISTS = ("anyOf", "allOf")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A value that is not as a keyword of a schema wants it; `forbidden`: the schema is false.

    path: the keys and numbers that lead to the value; via: the keywords that lead to the schema, behind
    `dependentSchemas` the key that it depends on.
    """

    keyword: str
    wanted: Any
    value: Any
    schema: Schema
    path: tuple[str | int, ...]
    via: tuple[str, ...]


def linked_schemas(files: Iterable[Path]) -> dict[str, Schema]:
    """Read schemas, by the names of their files; in place of the text of a `$ref` stands what it names."""
    schemas = {file.name: json.loads(file.read_text(encoding="utf-8")) for file in files}
    nodes = [(file, node) for file, schema in schemas.items() for node in _schemas_in(schema)]
    for file, node in nodes:
        reference = node.get("$ref")
        if isinstance(reference, str):
            named_file, _, path = reference.partition("#")
            target = schemas[named_file or file]
            for step in path.strip("/").split("/"):
                target = target[step]
            node["$ref"] = target
    return schemas


def _schemas_in(schema: Schema) -> Iterator[dict[str, Any]]:
    """Go through a schema and all that stand in it; `true` and `false` are left out."""
    if not isinstance(schema, dict):
        return
    yield schema
    inner = [schema[keyword] for keyword in _SUB_SCHEMAS if keyword in schema]
    for keyword in _SCHEMA_MAPS:
        inner += schema.get(keyword, {}).values()
    for keyword in _SCHEMA_LISTS:
        inner += schema.get(keyword, ())
    for entry in inner:
        yield from _schemas_in(entry)


def mismatches(value: Any, schema: Schema, sound: set[tuple[int, int]]) -> list[Mismatch]:
    """Return all in which a plain value departs from a linked schema, in the order of the schema's keywords.

    sound: what was found to fit, a schema and a map or list by their ids; it is added to.
    """
    found: list[Mismatch] = []
    _match((value, schema, (), ()), found, sound)
    return found


def _match(at: Inner, found: list[Mismatch], sound: set[tuple[int, int]]) -> None:
    value, schema, path, via = at
    if isinstance(schema, bool):
        if not schema:
            found.append(Mismatch("forbidden", None, value, schema, path, via))
        return
    for keyword, wanted in schema.items():
        if keyword in _FITS and not _FITS[keyword](wanted, value, schema):
            found.append(Mismatch(keyword, wanted, value, schema, path, via))
        elif keyword in _INSIDE:
            for inner, its_schema, steps, keywords in _INSIDE[keyword](wanted, value, schema):
                _match((inner, its_schema, path + steps, via + keywords), found, sound)
        elif keyword == "$ref":
            pair, before = (id(wanted), id(value)), len(found)
            if pair not in sound:
                _match((value, wanted, path, via), found, sound)
                if len(found) == before and isinstance(value, (dict, list)):
                    sound.add(pair)


def _is_sound(value: Any, schema: Schema) -> bool:
    return not mismatches(value, schema, set())


# ---- keywords that say something of the value itself


def _of_type(wanted: str | list[str], value: Any, _schema: Schema) -> bool:
    name = _TYPES.get(type(value))
    return name == wanted if isinstance(wanted, str) else name in wanted


def _known_keys(wanted: Schema, value: Any, schema: Schema) -> bool:
    return wanted is not False or not isinstance(value, dict) or value.keys() <= schema["properties"].keys()


def _required(wanted: list[str], value: Any, _schema: Schema) -> bool:
    return not isinstance(value, dict) or all(key in value for key in wanted)


def _partners(wanted: dict[str, list[str]], value: Any, _schema: Schema) -> bool:
    return not isinstance(value, dict) or all(
        key not in value or all(partner in value for partner in partners) for key, partners in wanted.items()
    )


def _one_of(wanted: list[Any], value: Any, _schema: Schema) -> bool:
    return any(type(each) is type(value) and each == value for each in wanted)


def _pattern(wanted: str, value: Any, _schema: Schema) -> bool:
    return not isinstance(value, str) or re.search(wanted, value) is not None


def _any_of(wanted: list[Schema], value: Any, _schema: Schema) -> bool:
    return any(_is_sound(value, each) for each in wanted)


def _each_once(wanted: bool, value: Any, _schema: Schema) -> bool:
    return not wanted or not isinstance(value, list) or len({*map(json.dumps, value)}) == len(value)


def _least(kind: type, size: Callable[[Any], int]) -> Callable[[int, Any, Schema], bool]:
    return lambda wanted, value, _schema: type(value) is not kind or size(value) >= wanted


def _most(kind: type, size: Callable[[Any], int]) -> Callable[[int, Any, Schema], bool]:
    return lambda wanted, value, _schema: type(value) is not kind or size(value) <= wanted


_FITS: dict[str, Callable[[Any, Any, Schema], bool]] = {
    "type": _of_type,
    "additionalProperties": _known_keys,
    "required": _required,
    "dependentRequired": _partners,
    "enum": _one_of,
    "pattern": _pattern,
    "anyOf": _any_of,
    "uniqueItems": _each_once,
    "minimum": _least(int, int),
    "maximum": _most(int, int),
    "minLength": _least(str, len),
    "maxLength": _most(str, len),
    "minItems": _least(list, len),
    "maxItems": _most(list, len),
    "minProperties": _least(dict, len),
}


# ---- keywords that hold schemas for what is inside


def _properties(wanted: dict[str, Schema], value: Any, _schema: Schema) -> Iterator[Inner]:
    if isinstance(value, dict):
        for key, schema in wanted.items():
            if key in value:
                yield value[key], schema, (key,), ("properties",)


def _others(wanted: Schema, value: Any, schema: Schema) -> Iterator[Inner]:
    known = schema.get("properties", ())
    if isinstance(value, dict) and isinstance(wanted, dict):
        for key in value:
            if key not in known:
                yield value[key], wanted, (key,), ("additionalProperties",)


def _names(wanted: Schema, value: Any, _schema: Schema) -> Iterator[Inner]:
    if isinstance(value, dict):
        for key in value:
            yield key, wanted, (), ("propertyNames",)


def _items(wanted: Schema, value: Any, _schema: Schema) -> Iterator[Inner]:
    if isinstance(value, list):
        for number, each in enumerate(value):
            yield each, wanted, (number,), ("items",)


def _branch(wanted: Schema, value: Any, schema: Schema) -> Iterator[Inner]:
    branch = "then" if _is_sound(value, wanted) else "else"
    if branch in schema:
        yield value, schema[branch], (), (branch,)


def _all_of(wanted: list[Schema], value: Any, _schema: Schema) -> Iterator[Inner]:
    for each in wanted:
        yield value, each, (), ("allOf",)


def _beside(wanted: dict[str, Schema], value: Any, _schema: Schema) -> Iterator[Inner]:
    if isinstance(value, dict):
        for key, schema in wanted.items():
            if key in value:
                yield value, schema, (), ("dependentSchemas", key)


_INSIDE: dict[str, Callable[[Any, Any, Schema], Iterable[Inner]]] = {
    "properties": _properties,
    "additionalProperties": _others,
    "propertyNames": _names,
    "items": _items,
    "if": _branch,
    "allOf": _all_of,
    "dependentSchemas": _beside,
}
