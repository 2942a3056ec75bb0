"""A thing that a ruleset declares, in words: its title and the text that declares it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cli.show.ink import columns, left

if TYPE_CHECKING:
    from interpreter import Loaded, Thing

# A definition begins at most so many lines below its name.
_FURTHEST = 4


def title_of(thing: Thing) -> str:
    """Return a thing's title, where that says more than the name."""
    title = thing.about.title
    return "" if title.lower() in (thing.name.lower(), thing.name.lower().replace("_", " ")) else title


def source_text(loaded: Loaded, thing: Thing) -> str:
    """Return what declares a thing: the lines of its file, or how overlays have changed them.

    Empty where they are not found.
    """
    changed = loaded.changed_definition(thing.section, thing.name)
    if changed is not None:
        return _yaml_text(changed)
    lines = loaded.lines_of(thing.about.position.file) or []
    last = min(thing.about.position.line, len(lines)) - 1
    # A definition of several lines begins below the line that bears its name.
    key = re.compile(rf"(?:^[\s-]*|[{{,]\s*)(?:step:\s*)?{re.escape(thing.name)}\s*(?:[(:,}}]|$)")
    start = next((at for at in range(last, max(last - _FURTHEST, -1), -1) if key.search(lines[at])), None)
    if start is None:
        return ""
    depth = _depth(lines[start])
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or _depth(lines[end]) > depth):
        end += 1
    return "\n".join(line[depth:] for line in lines[start:end]).rstrip()


def _yaml_text(definition: Any) -> str:
    """Return a definition as it would be in a file, texts of several lines line by line."""
    from yaml import SafeDumper, ScalarNode, SequenceNode, dump

    class Dumper(SafeDumper):
        pass

    def text_node(dumper: SafeDumper, text: str) -> ScalarNode:
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, "|" if "\n" in text else None)

    def list_node(dumper: SafeDumper, entries: list[Any]) -> SequenceNode:
        plain = not any(isinstance(entry, dict | list) for entry in entries)
        return dumper.represent_sequence("tag:yaml.org,2002:seq", entries, flow_style=plain)

    Dumper.add_representer(str, text_node)
    Dumper.add_representer(list, list_node)
    return dump(definition, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=100).rstrip()


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def listing_text(things: Sequence[Thing]) -> str:
    """Return titles, or names in words, and the names behind them, one a line."""
    rows = [(thing.about.title or thing.name.replace("_", " "), thing.name) for thing in things]
    width = max((columns(title) for title, _ in rows), default=0)
    return "\n".join(
        f"  {left(title, width)}  {'' if title == name else name}".rstrip() for title, name in rows
    )
