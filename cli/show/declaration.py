"""A thing that a ruleset declares, in words: what it is, where it stands, and which rules listen to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter import Game, Loaded, Position

# A definition begins at most so many lines below its name.
_FURTHEST = 4


@dataclass(frozen=True, slots=True)
class Declared:
    """A named thing of a game: where it stands, the word for what it is, its name and declaration."""

    section: str
    word: str
    name: str
    declaration: Any

    @property
    def position(self) -> Position:
        """Where it stands."""
        place: Position = self.declaration.about.position
        return place

    @property
    def title(self) -> str:
        """Its title, where that says more than the name."""
        title: str = self.declaration.about.title
        return "" if title.lower() in (self.name.lower(), self.name.lower().replace("_", " ")) else title


@dataclass(frozen=True, slots=True)
class Listener:
    """A rule that hears or changes a thing: a trigger, modifier, replacement or grant, and who carries it."""

    word: str
    carrier: str
    position: Position


@dataclass(frozen=True, slots=True)
class Change:
    """What an overlay did to a thing, and where that stands."""

    overlay: str
    operation: str
    position: Position


def declared_things(game: Game) -> Iterator[Declared]:
    """Go through all named things of a game, section by section."""
    model = game.model
    sections: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
        ("enums", "enum", model.enums),
        ("options", "option", model.options),
        ("components", "component", model.components),
        ("boards", "board", model.boards),
        ("zones", "zone", model.zones),
        ("counters", "counter", model.counters),
        ("tables", "table", model.tables),
        ("values", "value", model.values),
        ("steps", "step", model.steps),
    )
    for section, word, things in sections:
        for name, declaration in things.items():
            yield Declared(section, word, name, declaration)
    for name, effect in model.effects.items():
        yield Declared(
            "actions" if effect.action else "effects", "action" if effect.action else "effect", name, effect
        )
    for name, (component, kind) in model.kinds.items():
        yield Declared("kinds", component.name, name, kind)


def listeners_of(game: Game, name: str) -> list[Listener]:
    """Return the rules that hear a thing of this name, change it, or grant it."""
    found = []
    for word, rule in _rules(game):
        heard = rule.action if word == "grant" else rule.pattern.name
        if heard == name:
            found.append(_listener(word, rule))
    return found


def rules_carried_by(game: Game, name: str) -> list[Listener]:
    """Return the rules that a kind of component brings into the game."""
    return [_listener(word, rule) for word, rule in _rules(game) if rule.carrier and rule.carrier[1] == name]


def _rules(game: Game) -> Iterator[tuple[str, Any]]:
    model = game.model
    yield from (("trigger", rule) for rule in model.triggers)
    yield from (("modifier", rule) for rule in model.modifiers)
    yield from (("replacement", rule) for rule in model.replacements)
    yield from (("grant", rule) for rule in model.grants)


def _listener(word: str, rule: Any) -> Listener:
    return Listener(word, rule.carrier[1] if rule.carrier else "the table", rule.about.position)


def source_text(loaded: Loaded, declared: Declared) -> str:
    """Return what declares a thing: the lines of its file, or how overlays have changed them.

    Empty where they are not found.
    """
    changed = loaded.changed_definition(declared.section, declared.name)
    if changed is not None:
        return _yaml_text(changed)
    lines = loaded.lines_of(declared.position.file) or []
    last = min(declared.position.line, len(lines)) - 1
    # A definition of several lines begins below the line that bears its name.
    key = re.compile(rf"(?:^[\s-]*|[{{,]\s*)(?:step:\s*)?{re.escape(declared.name)}\s*(?:[(:,}}]|$)")
    start = next((at for at in range(last, max(last - _FURTHEST, -1), -1) if key.search(lines[at])), None)
    if start is None:
        return ""
    depth = _depth(lines[start])
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or _depth(lines[end]) > depth):
        end += 1
    return "\n".join(line[depth:] for line in lines[start:end]).rstrip()


def _yaml_text(definition: Any) -> str:
    """Return a definition as it would stand in a file, texts of several lines line by line."""
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


def listing_text(things: Sequence[Declared]) -> str:
    """Return names and titles, one a line."""
    width = max((len(thing.name) for thing in things), default=0)
    return "\n".join(f"  {thing.name:<{width}}  {thing.title}".rstrip() for thing in things)


def changes_of(loaded: Loaded, thing: Declared) -> list[Change]:
    """Return what overlays did to a thing, in order."""
    merged = loaded.sources.merged if loaded.sources is not None else None
    origins = merged.origin.get(f"{thing.section}/{thing.name}", []) if merged is not None else []
    return [Change(origin.overlay, origin.operation, origin.position) for origin in origins]


def removal_of(loaded: Loaded, name: str) -> Change | None:
    """Return the change of an overlay that removed a thing of this name."""
    merged = loaded.sources.merged if loaded.sources is not None else None
    origin = merged.removed_by(name) if merged is not None else None
    return None if origin is None else Change(origin.overlay, origin.operation, origin.position)
