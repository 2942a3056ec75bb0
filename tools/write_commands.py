"""Writes docs/commands.md from the commands and from the schemas of their `--json`.

.venv/bin/python -m tools.write_commands
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from cli.main import COMMANDS, rulewright
from tools.glossary import last_line

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "commands.md"
SCHEMAS = ROOT / "schemas" / "output"
# An option that so many commands have is described once.
_SHARED = 3

OPENING = """\
# Commands

<!-- Written by tools/write_commands.py from the commands themselves; do not edit by hand. -->

`rulewright COMMAND --help` shows the same at the terminal.

GAME is the id of a game, such as `burgundy`, or the path of a ruleset folder, such as `./my-game`. TARGET
is either of them, or a group of games, such as `classics`.

## Exit status

| status | meaning |
| --- | --- |
| 0 | done |
| 1 | the input has faults (a ruleset, a scenario, a journal), and each is reported |
| 2 | wrong usage |
| 3 | an internal error, reported in one line with the place of the journal, which is safe |
| 130 | interrupted, after the journal is safe |

## Environment

| variable | meaning |
| --- | --- |
| `RULEWRIGHT_PATH` | more folders to look for rulesets in, separated as in `PATH` |
| `XDG_STATE_HOME` | where journals are kept; `~/.local/state` if not set |
| `XDG_CACHE_HOME` | where what was made once is kept; `~/.cache` if not set |
| `NO_COLOR` | set to anything: no colours; boards are still drawn (`play --plain` lists them in words) |
| `TERM` | `dumb`: plain text, no colours |

## Folders

| folder | holds |
| --- | --- |
| those of `--rulesets`, of `RULEWRIGHT_PATH`, and of the package | rulesets, found by id in this order |
| `rulewright/` in `XDG_STATE_HOME` | the last 500 journals that no `--save` names a place for |
| `rulewright/` in `XDG_CACHE_HOME` | what can be made again; it may be deleted at any time |

## For programs

With `--json` a command prints one JSON value on standard output and nothing else there; notices go to
standard error. Each has a JSON Schema in [schemas/output/](../schemas/output), and the tests hold all output
to it. New keys may come with a new version; those that are here stay.

## Options that several commands share
"""


def page() -> str:
    """Write the whole page."""
    records = [record for name in COMMANDS for record in _options(name)]
    shared = [record for record in dict.fromkeys(records) if records.count(record) >= _SHARED]
    lines = [OPENING, *_table("option", [(f"`{option}`", text) for option, text in shared])]
    lines += ["", "## The commands", ""]
    lines += [f"- [{name}](#{name}): {_command(name).get_short_help_str(200)}" for name in COMMANDS]
    for name in COMMANDS:
        lines += ["", *_entry(name, _command(name), shared)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join([*lines, "", last_line(PAGE)])) + "\n"


def _options(name: str) -> list[tuple[str, str]]:
    """Return what the help page says of each option of a command; what needs no word is left out."""
    command = _command(name)
    context = click.Context(command)
    found = [option.get_help_record(context) for option in command.params]
    return [record for record in found if record is not None and record[1]]


def schema_of(name: str) -> Path:
    """Return the file of the schema of what a command prints with `--json`."""
    return SCHEMAS / f"{name}.schema.json"


def _command(name: str) -> click.Command:
    found = rulewright.get_command(click.Context(rulewright), name)
    assert found is not None, name
    return found


def _entry(name: str, command: click.Command, shared: Sequence[tuple[str, str]]) -> Iterator[str]:
    context = click.Context(command, info_name=f"rulewright {name}")
    yield f"## {name}"
    yield from (
        "",
        "```text",
        context.command_path + " " + " ".join(command.collect_usage_pieces(context)),
        "```",
        "",
    )
    examples = []
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b\nExample"):
            examples += [line.partition(": ")[2] for line in paragraph.splitlines()[1:]]
        else:
            yield from (paragraph.removeprefix("\b\n"), "")
    if examples:
        yield from ("```text", *examples, "```", "")
    own = [(f"`{option}`", text) for option, text in _options(name) if (option, text) not in shared]
    yield from [*_table("option", own), ""] if own else []
    also = [f"`{option}`" for option, text in _options(name) if (option, text) in shared]
    yield from [f"Shared options: {', '.join(also)}.", ""] if also else []
    if schema_of(name).exists():
        yield from ("", f"`--json` prints, by [its schema](../schemas/output/{name}.schema.json):", "")
        yield from _keys(json.loads(schema_of(name).read_text(encoding="utf-8")))


def _table(what: str, rows: Iterable[tuple[str, str]]) -> list[str]:
    cells = [(what, "meaning"), ("---", "---"), *rows]
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in cells]


def _keys(schema: Mapping[str, Any]) -> Iterator[str]:
    """Write the keys of what a schema describes, a table for each kind of object there may be."""
    kinds = list(schema.get("$defs", {}).values()) if "if" in schema else [schema]
    for kind in kinds:
        listed = kind.get("type") == "array"
        if listed or len(kinds) > 1:
            yield from ("A list, each entry with" if listed else kind["description"], "")
        keys = _described(kind["items"] if listed else kind, schema)
        yield from [*_table("key", ((f"`{key}`", text) for key, text in keys)), ""]


def _described(
    kind: Mapping[str, Any], schema: Mapping[str, Any], before: str = ""
) -> Iterator[tuple[str, str]]:
    for key, value in kind["properties"].items():
        yield before + key, value.get("description", "")
        inner = value.get("items", value)
        if "$ref" in inner:
            inner = schema["$defs"][inner["$ref"].rpartition("/")[2]]
        if "properties" in inner:
            yield from _described(inner, schema, f"{before}{key}{'[]' if 'items' in value else ''}.")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
