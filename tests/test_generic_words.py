"""No word of any game stands in interpreter/ or cli/: what a game needs becomes a general construct.

The words are the ids that rulesets and hard cases declare, without digits; an id of several words counts as
a whole. Left out are the language's own words, the keys of the schemas, and a reviewed list of general words
that some game has for an id, generic_words.txt.
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from interpreter import Problems
from interpreter.language import parser, tree
from interpreter.language.built_ins import BUILT_INS, GATHERINGS
from interpreter.reading import Located
from interpreter.reading.groups import expand_groups
from interpreter.reading.yaml_reader import read_yaml

ROOT = Path(__file__).resolve().parents[1]
REVIEWED = Path(__file__).with_name("generic_words.txt")
RULESETS = [ROOT / "rulesets", ROOT / "tests" / "cases" / "hard"]
SIGNED = ("values", "effects", "actions")
NAMED = ("enums", "options", "components", "boards", "zones", "counters", "tables", *SIGNED)
OPERATIONS = ("add", "replace", "extend")
WORD = re.compile(r"[A-Za-z]+")
SHORTEST = 4


def declared(root: Located) -> Iterator[str]:
    """Yield every id that a file of a ruleset or an overlay declares."""
    for section in NAMED:
        yield from declared_in(section, root.get(section))
    for step in entries(root, "flow"):
        yield from steps(step)
    for name in ("kinds", "layouts"):
        found = root.get(name)
        for key, definition in found.items() if found is not None else ():
            yield key
            yield from sources(definition)
    for inserted in entries(root, "insert"):
        for step in entries(inserted, "steps"):
            yield from steps(step)
    scoring = root.get("scoring")
    yield from sources(scoring) if scoring is not None else ()
    for key in ("id", *OPERATIONS):
        inner = root.get(key)
        if inner is not None and inner.kind == "map":
            yield from declared(inner)
        elif inner is not None:
            yield str(inner.value)


def declared_in(section: str, found: Located | None) -> Iterator[str]:
    for key, definition in found.items() if found is not None else ():
        yield key.partition("(")[0].strip()
        if section == "enums":
            members = definition if definition.kind == "list" else definition.get("members")
            yield from (str(m.value) for m in (members.entries() if members is not None else ()))
        if section == "components":
            for inner in ("kinds", "fields", "states"):
                named = definition.get(inner)
                for name, value in named.items() if named is not None else ():
                    yield name
                    if inner == "states":
                        yield from (str(m.value) for m in value.entries())
                    if inner == "kinds":
                        yield from sources(value)
        if section == "boards":
            for inner in ("layouts", "fields"):
                named = definition.get(inner)
                yield from (name for name, _ in (named.items() if named is not None else ()))
            yield from (
                str(n.value) for n in (definition.get("corners"), definition.get("sides")) if n is not None
            )


def steps(step: Located) -> Iterator[str]:
    name, loop = step.get("step"), step.get("for")
    yield from (str(n.value).split(" in ")[0] for n in (name, loop) if n is not None)
    for inner in entries(step, "steps"):
        yield from steps(inner)


def sources(owner: Located) -> Iterator[str]:
    for key in ("scoring", "final"):
        for line in entries(owner, key):
            source = line.get("source")
            if source is not None:
                yield str(source.value)
    # Points scored by statements name their source there.
    text = json.dumps(owner.plain())
    yield from re.findall(r"\bscore [^\\\n\"]*? as ([a-z_]+)", text)


def entries(owner: Located, key: str) -> list[Located]:
    found = owner.get(key)
    return found.entries() if found is not None else []


@cache
def words_of_games() -> dict[str, str]:
    """Every declared id, with one file that declares it; words apart by blanks."""
    words: dict[str, str] = {}
    for folder in RULESETS:
        for file in sorted(folder.rglob("*.yaml")):
            if "scenarios" in file.parts:
                continue
            problems = Problems()
            root = read_yaml(file.read_text(encoding="utf-8"), str(file), problems)
            assert root is not None, problems.sorted()
            expand_groups(root, lambda *_: None, problems)
            for name in declared(root):
                word = " ".join(WORD.findall(name)).lower()
                if len(word) >= SHORTEST:
                    words.setdefault(word, str(file.relative_to(ROOT)))
    return words


def own_words() -> set[str]:
    """The words of the language and of the files' format."""
    words = {*BUILT_INS, *GATHERINGS}
    words |= {name.lower() for name in vars(tree)} | set(keyword.kwlist)
    words |= set(
        re.findall(r"[a-z]+", Path(parser.__file__).with_name("effects.lark").read_text(encoding="utf-8"))
    )
    for file in (ROOT / "schemas").glob("*.json"):
        words |= {
            part for key in keys(json.loads(file.read_text(encoding="utf-8"))) for part in WORD.findall(key)
        }
    return {part for word in words for part in (*word.split("_"), word.replace("_", " "))}


def keys(schema: object) -> Iterator[str]:
    """Yield the keys and fixed words that a schema knows."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key in ("properties", "$defs") and isinstance(value, dict):
                yield from value
            if key == "enum" and isinstance(value, list):
                yield from map(str, value)
            yield from keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from keys(value)


def reviewed(place: str = "") -> list[str]:
    """The words allowed everywhere or, with a file, those allowed there (`word in file`)."""
    lines = [line.strip() for line in REVIEWED.read_text(encoding="utf-8").splitlines()]
    entries = [line.partition(" in ") for line in lines if line and not line.startswith("#")]
    return [word for word, _, file in entries if file == place]


def reviewed_files() -> set[str]:
    lines = REVIEWED.read_text(encoding="utf-8").splitlines()
    return {line.partition(" in ")[2] for line in lines if " in " in line and not line.startswith("#")}


@cache
def python_words(file: Path) -> dict[str, int]:
    """Every word of a Python file with its first line; names of several words as a whole too."""
    found: dict[str, int] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        for name in re.findall(r"[A-Za-z_][A-Za-z0-9_]*", line):
            parts = [part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]
            for word in (*parts, " ".join(parts)):
                found.setdefault(word, number)
    return found


def test_no_word_of_a_game_in_the_code() -> None:
    """The code speaks of no game."""
    general = own_words() | set(reviewed())
    wanted = {word: file for word, file in words_of_games().items() if word not in general}
    assert wanted
    found = []
    for package in ("interpreter", "cli"):
        for file in sorted((ROOT / package).rglob("*.py")):
            place = str(file.relative_to(ROOT))
            words, allowed = python_words(file), reviewed(place)
            found += [
                f"{place}:{words[w]}: '{w}' is of {wanted[w]}"
                for w in wanted
                if w in words and w not in allowed
            ]
    assert not found, "\n" + "\n".join(sorted(found))


def test_the_reviewed_list_is_sorted_and_needed() -> None:
    """What no ruleset declares, no code uses, or the language knows anyway, need not be on the list."""
    games = words_of_games()
    files = [file for package in ("interpreter", "cli") for file in (ROOT / package).rglob("*.py")]
    code = {word for file in files for word in python_words(file)}
    general = reviewed()
    assert general == sorted(set(general))
    assert set(general) & own_words() == set()
    assert {word for word in general if word not in games or word not in code} == set()
    for place in reviewed_files():
        words = python_words(ROOT / place)
        assert {word for word in reviewed(place) if word not in games or word not in words} == set(), place
