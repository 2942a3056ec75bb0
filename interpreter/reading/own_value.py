"""A value of one's own for an option: a file with one layout or kind, given as `--set NAME=FILE`.

In: the file. Out: an overlay that adds what it holds, and the name of the value.
"""

from __future__ import annotations

from pathlib import Path

from interpreter.problems import Problems
from interpreter.reading.located_value import Located
from interpreter.reading.part_merge import INNER_SECTIONS
from interpreter.reading.ruleset_folder import Files, RulesetSource, read_file


def is_file_name(value: str) -> bool:
    """Whether the value given for an option means a file: it ends as YAML files do, or has a slash."""
    return value.endswith((".yaml", ".yml")) or "/" in value


def read_own_value(file: Path, problems: Problems, files: Files | None = None) -> tuple[RulesetSource, str]:
    """Read a file that holds one layout or one kind; files: what it was read from before, as in `read_file`.

    Returns an overlay that adds it, and its name; where the file holds anything else, that is a problem and
    the name is empty.
    """
    found, read = read_file(file, problems, files)
    things = [(section, thing) for section, thing in found.items() if section in INNER_SECTIONS]
    added = Located(found.position, dict(things), dict(found.key_positions))
    adding = Located(found.position, {"add": added}, {"add": found.position})
    source = RulesetSource("overlay", file, found, (), adding, read)
    names = [name for _, thing in things for name, _ in thing.items()]
    if len(names) == 1 and len(things) == len(dict(found.items())):
        return source, names[0]
    if problems.ok:
        message = (
            "a file that is given for an option holds one thing, under `layouts:` or `kinds:`, and no more"
        )
        problems.error("own-value", message, found.position)
    return source, ""
