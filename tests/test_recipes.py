"""The recipes of CONTRIBUTING.md, held against the tree.

Of each, one thing that was made so is looked for: the files that name it are those of the recipe, no others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
# Where something could have to be added by hand.
PLACES = ("interpreter", "cli", "rulewright", "schemas", "docs")
SUFFIXES = {".py", ".lark", ".yaml", ".json", ".md"}
# Pages about reasons and tables that tools write name all kinds of things.
APART = ("interpreter/language/effects.tables.json", "docs/decisions/*", "docs/errors*", "docs/cookbook.md")
# By recipe: the word that its example is, and how code and data name that.
EXAMPLES = {
    "A statement": ("settle", r"\b(?:t\.Settle|SettleSt|class Settle)\b|^ *settle:"),
    "A built-in": ("reflect", r'"reflect["(]'),
    "A key of the format": ("reset", r'"reset"|\.reset\b|\breset: str|def reset\(self|`reset` \|'),
    "A command": ("upgrade", r'^ *"upgrade": "[A-Z][a-z]+ [a-z]|^(?:cli/commands|schemas/output)/upgrade'),
}


def files_of(recipe: str) -> list[str]:
    """The files, some with a star, that the steps of a recipe begin with."""
    section = TEXT.partition(f"\n### {recipe}\n")[2].partition("\n#")[0]
    return re.findall(r"^\d+\. `([^`]+)`", section, re.MULTILINE)


@cache
def sources() -> dict[str, str]:
    """Each file where something could have to be added, by its path: path and text."""
    files = [file for place in PLACES for file in (ROOT / place).rglob("*") if file.suffix in SUFFIXES]
    paths = {str(file.relative_to(ROOT)): file for file in files}
    return {
        path: f"{path}\n{file.read_text(encoding='utf-8')}"
        for path, file in paths.items()
        if not any(fnmatch(path, each) for each in APART)
    }


@pytest.mark.parametrize("recipe", EXAMPLES)
def test_a_recipe_names_the_files_that_know_its_example(recipe: str) -> None:
    word, pattern = EXAMPLES[recipe]
    steps = files_of(recipe)
    named = [step for step in steps if not step.startswith("tests/")]
    knowing = [path for path, text in sources().items() if re.search(pattern, text, re.MULTILINE)]
    by_step = {step: [path for path in knowing if fnmatch(path, step)] for step in named}
    assert [step for step, paths in by_step.items() if not paths] == []
    assert set(knowing) == {path for paths in by_step.values() for path in paths}
    for step in steps:
        if step.startswith("tests/"):
            files = [ROOT / step.replace("*", word)]
            assert all(re.search(rf"\b{word}\b", file.read_text(encoding="utf-8")) for file in files), step


def keys_in(schema: Any) -> Iterator[str]:
    """The names of all properties of a schema."""
    if isinstance(schema, dict):
        properties = schema.get("properties")
        yield from properties if isinstance(properties, dict) else ()
        for each in schema.values():
            yield from keys_in(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from keys_in(each)


def test_every_key_of_the_format_is_used() -> None:
    keys = set(keys_in(json.loads((ROOT / "schemas" / "part.schema.json").read_text(encoding="utf-8"))))
    files = [file for place in ("rulesets", "examples", "tests") for file in (ROOT / place).rglob("*.*")]
    texts = [file.read_text(encoding="utf-8") for file in files if file.suffix in (".yaml", ".py")]
    used = {key for text in texts for key in re.findall(r"\b([a-z_]+)\"?:", text)}
    assert sorted(keys - used) == []
