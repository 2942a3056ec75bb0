"""Writes docs/at_a_glance.md: the whole language on two screens, from its tables and the schema.

.venv/bin/python -m tools.write_glance
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.language.built_ins import BUILT_INS, GATHERINGS
from interpreter.language.constructs import CONSTRUCTS, EVENT_GROUP, STATEMENT_GROUPS, Construct
from tools.glossary import last_line
from tools.write_reference import ROOT

PAGE = ROOT / "docs" / "at_a_glance.md"
SCHEMA = ROOT / "schemas" / "part.schema.json"
WIDTH = 118
# What may come after a block.
CLAUSES = ("elif", "else", "otherwise")
# Keys that nearly everything may have, said once.
COMMON = ("title", "about", "rule", "source", "accept")
OPENING = """\
# The language at a glance

<!-- Written by tools/write_glance.py; do not edit by hand. -->

Everything there is to write, an example each. What it means is in [language.md](language.md) (rule texts) and
[format.md](format.md) (keys); how to begin, in [authoring.md](authoring.md).
"""
EXPRESSIONS = """\
1 + 2 * n / 3 mod 2    a == b  != < <= > >=    a and b   a or b   not a    x in SET   x not in SET
2..5    {red, blue}    if a then b else c    WORD(x for x in SET where x.worth > 1 by most x.worth)
me   players   p1   none   true   false   this   COUNTER(player)   ZONE(player)   BOARD(space)
TABLE(key)   VALUE(a, b)   piece.field   piece.state   piece.owner   space.field   thing.index
box(TYPE)   teams   times(ACTION, STEP)   repeats(STEP, THINGS)
VALUE after EFFECT(a)   VALUE after PLAYER does EFFECT(a)
"""


def page() -> str:
    """Write the whole page."""
    lines = [OPENING, "## Sections and their keys", "", *_sections(), ""]
    lines += ["## Statements", "", "```text", *_statements(), "```", ""]
    lines += ["## Expressions", "", "```text", *EXPRESSIONS.splitlines()]
    lines += _wrapped([*(made.example for made in BUILT_INS.values())])
    lines += _wrapped([made.example for made in GATHERINGS.values()])
    lines += ["```", "", "## Events", "", "```text"]
    lines += _wrapped([entry.example for entry in CONSTRUCTS if entry.group == EVENT_GROUP])
    return "\n".join([*lines, "```", "", last_line(PAGE)]) + "\n"


def _statements() -> Iterator[str]:
    """An example of each statement: of a block the line that begins it."""
    for group in STATEMENT_GROUPS:
        yield from _wrapped([_short(entry) for entry in CONSTRUCTS if entry.group == group], f"{group}: ")


def _short(entry: Construct) -> str:
    word = entry.name.split()[0]
    lines = [line.strip() for line in entry.example.splitlines()]
    line = next((line for line in lines if line.startswith(word)), lines[0])
    line = f"{line} …" if line.endswith(":") else line
    after = [each.partition(":")[0] for each in lines if each.startswith(CLAUSES)]
    return " ".join([line, *(f"{each}: …" for each in after)])


def _wrapped(examples: list[str], head: str = "") -> list[str]:
    """Examples side by side, as many as go on a line."""
    lines = [f"# {head.rstrip(': ')}"] if head else []
    line = ""
    for example in dict.fromkeys(examples):
        joined = f"{line}    {example}" if line else example
        if len(joined) > WIDTH:
            lines.append(line)
            joined = example
        line = joined
    return [*lines, line]


def _sections() -> Iterator[str]:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    yield "| section | keys |"
    yield "| --- | --- |"
    for name, section in schema["properties"].items():
        keys = [key for key in _keys(schema["$defs"], section, ()) if key not in COMMON]
        if keys:
            yield f"| `{name}` | {', '.join(f'`{key}`' for key in keys)} |"
    yield ""
    yield f"Nearly everything may have {', '.join(f'`{key}`' for key in COMMON)} too."


def _keys(definitions: Mapping[str, Any], part: Mapping[str, Any], inside: tuple[str, ...]) -> list[str]:
    """The keys of a section's things, by the schema."""
    found = list[str]()
    name = str(part.get("$ref", "")).rpartition("/")[2]
    if name and name not in inside:
        found += _keys(definitions, definitions[name], (*inside, name))
    found += part.get("properties", {})
    inner = [part.get("additionalProperties"), part.get("items"), *part.get("patternProperties", {}).values()]
    inner += [part.get("then"), part.get("else")]
    inner += [each for word in ("oneOf", "anyOf", "allOf") for each in part.get(word, ())]
    for each in inner:
        if isinstance(each, dict):
            found += _keys(definitions, each, inside)
    return list(dict.fromkeys(found))


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
