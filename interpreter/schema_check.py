"""Checks located values against the JSON Schemas in schemas/; every fault becomes a problem at its own line.

The schemas tell variants apart by `if`/`then` on the type or a key, never by a bare `oneOf`: so an error
says what is wrong at its own place, and no ranking of errors is needed here.
"""

from __future__ import annotations

import json
import marshal
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from interpreter.former_keys import former_keys, former_outlook, new_name
from interpreter.problems import MAX_PROBLEMS, Fix, Position, Problem, Problems
from interpreter.problems.nearest_name import hint_or_list, nearest
from interpreter.reading import Located, Plain, RulesetSource, data_folder, merged_parts

SCHEMA_NAMES = ("ruleset", "part", "overlay", "overlay-part", "scenario")

# A ValidationError of jsonschema, which is imported only when a schema is needed.
SchemaError = Any
Schema = Any

# How values are called in messages: by their kind, and by the schemas' word for it.
_KIND_WORDS = {
    "text": "text",
    "number": "a number",
    "truth": "true or false",
    "map": "a map",
    "list": "a list",
    "null": "nothing",
}
_KIND_OF_TYPE = {
    "string": "text",
    "integer": "number",
    "boolean": "truth",
    "object": "map",
    "array": "list",
    "null": "null",
}
# Keys that authors write by habit, with the key that is meant and how it is written.
_HABITS = {
    "layout": ("picture", "a board has these keys itself: leave `layout:` out"),
    "until": ("while", "`while: EXPR` goes on as long as something is true: `while: not ...`"),
    "if": ("when", "`when: EXPR` is the condition of a step"),
    "winner": (
        "ties",
        "a rule says it where the game ends: `end game won by PLAYERS`; leave this key out",
    ),
    "broken_off": (
        "ties",
        "a rule says it where the game ends: `end game undecided`; leave this key out",
    ),
    "require": ("do", "`require` is a statement: write it below `do:`"),
    "cost": ("do", "what an action costs is a statement below `do:`, such as `pay 2 COUNTER`"),
    "when": ("do", "`require CONDITION`, below `do:`, says when it is possible"),
    "effect": ("do", "what happens is written below `do:`"),
    "name": ("title", "did you mean 'title'?"),
    "description": ("about", "did you mean 'about'?"),
    "sides": ("faces", "`faces: 6` makes dice of six sides"),
}
# Longer values are looked at again wherever they stand.
_LONGEST_KNOWN = 200
# Below a misspelt key others may be.
_MOST_MENDINGS = 8
# Longer values are not repeated in a hint.
_LONGEST_SHOWN = 60
# Who writes more unknown keys into one map means something else.
_MOST_MISSPELT = 20


def schema_file(name: str) -> Path:
    """Return the file of one of SCHEMA_NAMES, as an editor can be given it."""
    return data_folder() / "schemas" / f"{name}.schema.json"


class Sound:
    """What a run has found nothing wrong with: a ruleset and its overlays share most of their values."""

    def __init__(self, known: Sound | None = None) -> None:
        """Begin with nothing, or with what is known already."""
        self.forget()
        # The schema, by id, and a short value as it is written: ten thousand cards say much that is the same.
        self.short: set[tuple[int, str]] = set()
        if known is not None:
            self._plain |= known._plain
            self.pairs |= known.pairs
            self.short |= known.short

    def forget(self) -> None:
        """Forget everything: a value that was looked at has changed."""
        self._plain: dict[int, tuple[Located, Plain]] = {}
        # The schema and the value, both by id: `_plain` keeps the values, and schemas stay.
        self.pairs: set[tuple[int, int]] = set()

    def plain(self, placed: Located) -> Plain:
        """Return the plain value of a located one, the same object each time."""
        known = self._plain.get(id(placed))
        if known is None:
            value = placed.value
            if isinstance(value, dict):
                known = placed, {key: self.plain(entry) for key, entry in value.items()}
            elif isinstance(value, list):
                known = placed, [self.plain(entry) for entry in value]
            else:
                return value
            self._plain[id(placed)] = known
        return known[1]


_sound: ContextVar[Sound] = ContextVar("sound")
# What this process has found nothing wrong with, as a whole: an editor, or who loads a game with one option
# and then with another, has the same files checked time and again.
_flawless: set[bytes] = set()
_MOST_FLAWLESS = 10_000


def _mark_of(schema_name: str, plain: Plain) -> bytes:
    """Return what a value and a schema are known by; empty where the value is nested too deeply for it."""
    try:
        return sha256(marshal.dumps((schema_name, plain), 2)).digest()
    except ValueError:
        return b""


def check_against(placed: Located, schema_name: str, problems: Problems, sound: Sound | None = None) -> bool:
    """Report everything in which a located value departs from one of SCHEMA_NAMES.

    No input raises: what a schema cannot say is left to the later stages. Returns whether these can go on:
    nothing is wrong, or keys are misspelt, and that so that it is plain which are meant. These then bear
    their right names, so that whatever else is wrong is told in the same run. sound: what need not be looked
    at again.
    """
    sound = sound or Sound()
    _sound.set(sound)
    mark = _mark_of(schema_name, sound.plain(placed))
    if mark in _flawless:
        return True
    for mended in range(_MOST_MENDINGS):
        found: dict[tuple[str, Position, str], Problem] = {}
        misspelt: list[_Misspelt] = []
        for error in _validator(schema_name).iter_errors(sound.plain(placed)):
            for problem in _problems_of(error, placed):
                # A union tells of a wrong type once for itself and once for its branch: the first is kept.
                detail = "" if problem.code in {"wrong-type", "wrong-length"} else problem.message
                found.setdefault((problem.code, problem.position, detail), problem)
                if len(found) > MAX_PROBLEMS:
                    problems.extend(found.values())
                    return False
            misspelt += _misspelt_keys(error, placed)
        for key in misspelt:  # it is there, if under a wrong name
            lacking = f"the key '{key.meant}' is missing"
            place = ("missing-key", key.map.position)
            for at in [at for at in found if at[:2] == place and at[2].startswith(lacking)]:
                del found[at]
        problems.extend(found.values())
        if not found:
            if mark and not mended and len(_flawless) < _MOST_FLAWLESS:
                _flawless.add(mark)
            return True
        if len(misspelt) < len(found):
            return False
        for key in misspelt:
            key.mend()
        sound.forget()
    return False


def check_source(source: RulesetSource, problems: Problems, sound: Sound | None = None) -> bool:
    """Check the main file of a ruleset or overlay and all its parts, each against its own schema.

    Of a main file that could not be read the reason is told, and not that all its keys are missing. Returns
    whether later stages can go on, as `check_against` does.
    """
    part_schema = "overlay-part" if source.holds_operations else "part"
    checks = [(source.main, str(source.kind))] if source.main_read else []
    checks += [(part, part_schema) for part in source.parts]
    before = len(problems)
    goes_on = [check_against(placed, schema, problems, sound) for placed, schema in checks]
    if all(goes_on) and len(problems) > before:
        source.merged = merged_parts(source, Problems())
    return all(goes_on) and source.main_read


@dataclass(frozen=True, slots=True)
class _Misspelt:
    """A key of a map, and the one that must be meant."""

    map: Located
    key: str
    meant: str

    def mend(self) -> None:
        """Give the key its right name, in its place."""
        names = {key: self.meant if key == self.key else key for key in dict(self.map.items())}
        self.map.value = {names[key]: value for key, value in self.map.items()}
        self.map.key_positions = {names.get(key, key): place for key, place in self.map.key_positions.items()}


def _misspelt_keys(error: SchemaError, root: Located) -> Iterator[_Misspelt]:
    """Find the keys that are not known, where it is plain which is meant and that is not there."""
    if str(error.validator) != "additionalProperties" or "propertyNames" in error.absolute_schema_path:
        return
    place, known, taken = _Place(root, error.absolute_path).value, error.schema.get("properties", ()), set()
    unknown = [key for key in error.instance if key not in known]
    for key in unknown if len(unknown) <= _MOST_MISSPELT else ():
        section = key in _sections_of_operations(error.schema)
        meant = _meant(key, error) if not section else None
        if meant is not None and meant not in error.instance and meant not in taken:
            taken.add(meant)
            yield _Misspelt(place, key, meant)


def _meant(key: str, error: SchemaError) -> str | None:
    """Return the key that an unknown one must mean: its new name, the nearest, or the only one missing."""
    if (renamed := new_name(key, error.schema.get("properties", ()))) is not None:
        return renamed
    near = nearest(key, error.schema.get("properties", ()))
    missing = [each for each in error.schema.get("required", ()) if each not in error.instance]
    if near is None and len(missing) == 1 and missing[0][:2] == key[:2]:
        return str(missing[0])
    return near


# --- The validator ----------------------------------------------------------------------------


@cache
def _validator(schema_name: str) -> Any:
    """Build the validator of a schema; imported and built at first use, for both take their time."""
    from jsonschema import Draft202012Validator, validators  # noqa: PLC0415 - see above
    from jsonschema.exceptions import ValidationError  # noqa: PLC0415 - see above

    def properties(validator: Any, properties: Schema, instance: Any, _schema: Schema) -> Iterator[Any]:
        sound = _sound.get()
        for key in [key for key in properties if key in instance] if isinstance(instance, dict) else ():
            # jsonschema's own error for a schema `false` does not say which key it was.
            if properties[key] is False:
                yield ValidationError("not allowed", validator="forbidden", path=[key])
                continue
            short, wrong = (id(properties[key]), repr(instance[key])), False
            if short in sound.short:
                continue
            for error in validator.descend(instance[key], properties[key], path=key, schema_path=key):
                wrong = True
                yield error
            if not wrong and len(short[1]) < _LONGEST_KNOWN:
                sound.short.add(short)

    def reference(validator: Any, target: Schema, instance: Any, _schema: Schema) -> Iterator[Any]:
        pair, sound = (id(target), id(instance)), _sound.get()
        if pair in sound.pairs:
            return
        wrong = False
        for error in validator.descend(instance, target):
            wrong = True
            yield error
        if not wrong and isinstance(instance, (dict, list)):
            sound.pairs.add(pair)

    own: dict[str, Any] = {"properties": properties, "$ref": reference}
    extend: Any = validators.extend
    return extend(Draft202012Validator, own)(_linked_schemas()[f"{schema_name}.schema.json"])


_SCHEMA_MAPS = ("$defs", "properties", "dependentSchemas")
_SUB_SCHEMAS = ("items", "additionalProperties", "propertyNames", "if", "then", "else")
_SCHEMA_LISTS = ("anyOf", "allOf")


@cache
def _linked_schemas() -> dict[str, Schema]:
    """Read all schemas; in place of the text of a `$ref` stands the schema itself that it names."""
    files = [schema_file(name) for name in SCHEMA_NAMES]
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


# --- From the library's errors to problems ----------------------------------------------------


class _Place:
    """The value that an error speaks of, and the key under which it stands."""

    __slots__ = ("key", "key_position", "value")

    def __init__(self, root: Located, path: Iterable[str | int]) -> None:
        self.value = root
        self.key: str | None = None
        self.key_position = root.position
        for step in path:
            content = self.value.value
            if isinstance(content, dict):
                self.key = str(step)
                self.key_position = self.value.key_position(self.key)
                self.value = content[self.key]
            elif isinstance(content, list):
                self.key = None
                self.value = content[int(step)]
                self.key_position = self.value.position

    @property
    def shown(self) -> str:
        """How messages call the value."""
        return "this" if self.key is None else f"'{self.key}'"

    @property
    def inside(self) -> str:
        """The value as a place, after the name of one of its keys."""
        return "" if self.key is None else f" in '{self.key}'"


# The beginning of a pattern that keeps keys of the format from being names.
_KEPT = re.compile(r"\^\(\?!\(\?:([a-z|]+)\)")


def _problems_of(error: SchemaError, root: Located) -> Iterator[Problem]:
    place = _Place(root, error.absolute_path)
    former = _former_face(error, place)
    if former is not None:
        yield former
    elif "propertyNames" in error.absolute_schema_path:
        key = str(error.instance)
        kept = _KEPT.match(str(error.validator_value))
        message, hint = f"'{key}' cannot be a key here: {_expected(error)}", _as_name(key)
        if kept is not None and key.partition("(")[0].strip() in kept[1].split("|"):
            message = f"'{key}' cannot be a name here: it is a key of the format"
            hint = f"these are: {kept[1].replace('|', ', ')}"
        yield Problem("bad-name", message, place.value.key_position(key), hint=hint)
    else:
        yield from _TRANSLATIONS.get(str(error.validator), _other)(error, place)


def _forbidden_key(error: SchemaError, place: _Place) -> Iterator[Problem]:
    path = list(error.absolute_schema_path)
    hint = None
    if "dependentSchemas" in path:
        # ... dependentSchemas, the key it cannot stand beside, properties
        message = f"{place.shown} is not allowed beside '{path[-2]}'"
        if {place.key, path[-2]} <= {"do", "steps", "actions", "one_of"}:
            hint = "a step has one of `do`, `steps`, `actions` and `one_of`; `steps` can hold a step for each"
    else:
        message = f"{place.shown} is not allowed here"
        if len(error.absolute_path) == 1:
            hint = "write operations with `extends`, sections without it"
    yield Problem("unknown-key", message, place.key_position, hint=hint)


def _sections_of_operations(schema: Schema) -> Iterable[str]:
    """The sections that can stand under `add`, where a schema knows that operation."""
    found: dict[str, Any] = schema.get("properties", {}).get("add", {}).get("$ref", {}).get("properties", {})
    return found


def _unknown_keys(error: SchemaError, place: _Place) -> Iterator[Problem]:
    known = list(error.schema.get("properties", ()))
    former = former_keys(place.value, place.key, place.key_position, known)
    yield from former
    told = {problem.position for problem in former}
    for key in error.instance:
        here = place.value.key_position(key)
        if key not in known and here not in told:
            message = f"the key '{key}' is not known{place.inside or ' here'}"
            habit = _HABITS.get(key, ("", ""))
            hint = habit[1] if habit[0] in known else None
            if key in _sections_of_operations(error.schema):
                hint = f"an overlay says what it does with a section: put `{key}:` under `add:`"
            meant = _meant(key, error)
            hint = hint or (f"did you mean '{meant}'?" if meant else hint_or_list(key, known, "known here"))
            yield Problem("unknown-key", message, here, hint=hint)


def _missing_keys(error: SchemaError, place: _Place) -> Iterator[Problem]:
    known = error.schema.get("properties", ())
    closed = error.schema.get("additionalProperties") is False
    meant = {_meant(key, error) for key in error.instance if closed and key not in known}
    lacking = [f"'{key}'" for key in error.validator_value if key not in error.instance and key not in meant]
    if lacking:
        several = f"keys {', '.join(lacking[:-1])} and {lacking[-1]} are"
        message = f"the {several if len(lacking) > 1 else f'key {lacking[0]} is'} missing{place.inside}"
        key = lacking[0].strip("'")
        example = _example(error.schema.get("properties", {}).get(key))
        hint = f"for example `{key}: {example}`" if example is not None else None
        yield Problem("missing-key", message, place.value.position, hint=hint)


def _missing_partners(error: SchemaError, place: _Place) -> Iterator[Problem]:
    for key, partners in error.validator_value.items():
        for partner in partners if key in error.instance else ():
            if partner not in error.instance:
                message = f"'{key}' needs the key '{partner}' beside it"
                yield Problem("missing-key", message, place.value.key_position(key))


def _no_branch(error: SchemaError, place: _Place) -> Iterator[Problem]:
    keys = [key for branch in error.validator_value for key in branch.get("required", ())]
    names = ", ".join(f"'{key}'" for key in keys)
    message = f"one of the keys {names} is missing{place.inside}"
    yield Problem("missing-key", message, place.value.position)


def _former_face(error: SchemaError, place: _Place) -> Problem | None:
    """Return what to write for a `face` that names fields, as it once did: a layout with an area for each."""
    if list(error.absolute_path)[-2:] != ["draw", "face"] or place.value.kind not in ("text", "list"):
        return None
    said, here = place.value, place.value.position
    names = [each.value for each in (said.entries() if said.kind == "list" else [said])]
    if not all(isinstance(name, str) and name.isidentifier() for name in names):
        return None
    layout = "{" + ", ".join(f"{name}: {{field: {name}}}" for name in names) + "}"
    end = said.end_column if said.kind == "list" else here.end_column
    fix = Fix(Position(here.file, here.line, here.column, end), layout) if end is not None else None
    message = "'face' is a layout now: areas by name, each with what is in it"
    hint = f"`face: {layout}`" + ("; `rulewright upgrade` writes it" if fix is not None else "")
    return Problem("wrong-type", message, here, hint=hint, fix=fix)


def _wrong_type(error: SchemaError, place: _Place) -> Iterator[Problem]:
    allowed = [error.validator_value] if isinstance(error.validator_value, str) else error.validator_value
    words = [_KIND_WORDS[_KIND_OF_TYPE[name]] for name in allowed]
    wanted = " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    if place.key == "outlook" and place.value.kind == "list":
        yield from former_outlook(place.value, place.key_position)
        return
    # Nothing at all has no place of its own to show: its key has.
    if place.value.kind == "null":
        yield Problem("wrong-type", f"{place.shown} is empty; it must be {wanted}", place.key_position)
        return
    message = f"{place.shown} must be {wanted}, not {_KIND_WORDS[place.value.kind]}"
    yield Problem("wrong-type", message, place.value.position, hint=_instead(allowed, error.schema, place))


def _instead(allowed: Sequence[str], schema: Schema, place: _Place) -> str | None:
    """Say how to write a value of a type that is allowed, where it has another one."""
    kind, value = place.value.kind, place.value.value
    if "string" in allowed and kind in {"truth", "number"}:
        fits = re.search(str(schema.get("pattern", "")), str(value).lower())
        return "put it in quotes, and it is text" if fits else schema.get("description")
    if "string" in allowed and kind in {"map", "list"}:
        return "a text that begins with { or [ needs quotes; several lines go below a `|`"
    if "integer" in allowed and isinstance(value, str) and value.isdecimal():
        return "leave the quotes out"
    short = isinstance(value, str) and "\n" not in value and len(value) < _LONGEST_SHOWN
    if "array" in allowed and "integer" not in allowed:
        return f"put it in brackets: `[{value}]`" if short else "begin each entry with `- `"
    for key in ("step", "do"):
        if "object" in allowed and short and key in schema.get("properties", ()):
            return f"`{{{key}: {value}}}`"
    if (example := _example(schema)) is not None:
        return f"for example `{example}`"
    if "object" in allowed and kind == "list":
        return "leave the dashes out: `name: ...`"
    return "write it in digits" if "integer" in allowed and kind == "text" else None


def _example(schema: Schema) -> str | None:
    """Return an example of a schema as it is written on one line of YAML; None if it has no short one."""
    examples = schema.get("examples") if isinstance(schema, dict) else None
    shown = json.dumps(examples[0]).replace('"', "") if examples else ""
    return shown if 0 < len(shown) < _LONGEST_SHOWN else None


def _not_one_of(error: SchemaError, place: _Place) -> Iterator[Problem]:
    names = [str(value) for value in error.validator_value]
    given = place.value.plain()
    hint = hint_or_list(str(given), names, "one of")
    shown = f"'{given}'" if isinstance(given, str) else _KIND_WORDS[place.value.kind]
    message = f"{place.shown} cannot be {shown}"
    position = place.key_position if given is None else place.value.position
    yield Problem("not-one-of", message, position, hint=hint)


def _other_format(error: SchemaError, place: _Place) -> Iterator[Problem]:
    """The only constant of the schemas is the version of the format."""
    known, given = error.validator_value, place.value.plain()
    hint = f"this version of Rulewright reads format {known}; a newer one may read {given}"
    yield Problem("not-one-of", f"{place.shown} cannot be {given}", place.value.position, hint=hint)


def _bad_pattern(error: SchemaError, place: _Place) -> Iterator[Problem]:
    # Patterns of names and ids begin with a set of letters, those of short phrases do not.
    code = "bad-name" if error.validator_value.startswith("^[") else "wrong-shape"
    message, example = f"'{error.instance}' is not allowed here: {_expected(error)}", _example(error.schema)
    hint = f"for example `{example}`" if example else None
    if error.validator_value.startswith("^[a-z]"):
        hint = _as_name(error.instance)
    yield Problem(code, message, place.value.position, hint=hint)


def _as_name(text: str) -> str | None:
    """Turn a text that is no name into one."""
    name = re.sub(r"\W+", "_", text.lower()).strip("_")
    sound = name.isascii() and name[:1].isalpha() and "(" not in text
    return f"for example `{name}`" if sound else None


def _out_of_range(error: SchemaError, place: _Place) -> Iterator[Problem]:
    side = "least" if error.validator == "minimum" else "most"
    message = f"{place.shown} must be at {side} {error.validator_value}, not {error.instance}"
    yield Problem("out-of-range", message, place.value.position)


_LENGTHS = {
    "minItems": ("least", "entries"),
    "maxItems": ("most", "entries"),
    "minLength": ("least", "letters"),
    "minProperties": ("least", "keys"),
}


def _wrong_length(error: SchemaError, place: _Place) -> Iterator[Problem]:
    side, things = _LENGTHS[error.validator]
    message = f"{place.shown} must have at {side} {error.validator_value} {things}, not {len(error.instance)}"
    if error.validator_value == 1:
        message = f"{place.shown} must not be empty"
    yield Problem("wrong-length", message, place.value.position)


def _other(error: SchemaError, place: _Place) -> Iterator[Problem]:
    yield Problem("wrong-shape", f"{place.shown} does not fit: {_expected(error)}", place.value.position)


def _expected(error: SchemaError) -> str:
    """Say what the schema wants, in the words of its own description."""
    description: str = error.schema.get("description", error.message)
    return description[0].lower() + description[1:].removesuffix(".")


_TRANSLATIONS: dict[str, Callable[[SchemaError, _Place], Iterator[Problem]]] = {
    "forbidden": _forbidden_key,
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "dependentRequired": _missing_partners,
    "anyOf": _no_branch,
    "type": _wrong_type,
    "enum": _not_one_of,
    "const": _other_format,
    "pattern": _bad_pattern,
    **dict.fromkeys(("minimum", "maximum"), _out_of_range),
    **dict.fromkeys(_LENGTHS, _wrong_length),
}
