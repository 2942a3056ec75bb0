"""A thing that a ruleset declares, in words: what it is, where it stands, and which rules listen to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter import Game, Loaded, Position


@dataclass(frozen=True, slots=True)
class Declared:
    """A named thing of a game: the word for what it is, its name, and its declaration."""

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
        """Its title, where it says more than the name."""
        title: str = self.declaration.about.title
        return "" if title.lower() in ("", self.name, self.name.replace("_", " ")) else title


@dataclass(frozen=True, slots=True)
class Listener:
    """A rule that hears or changes a thing: a trigger, modifier, replacement or grant, and who carries it."""

    word: str
    carrier: str
    position: Position


def declared_things(game: Game) -> Iterator[Declared]:
    """Go through all named things of a game, section by section."""
    model = game.model
    sections = (
        ("enum", model.enums),
        ("option", model.options),
        ("component", model.components),
        ("board", model.boards),
        ("zone", model.zones),
        ("counter", model.counters),
        ("table", model.tables),
        ("value", model.values),
        ("effect", model.effects),
        ("step", model.steps),
    )
    for word, section in sections:
        for name, declaration in section.items():
            is_action = word == "effect" and declaration.action
            yield Declared("action" if is_action else word, name, declaration)
    for name, (component, kind) in model.kinds.items():
        yield Declared(component.name, name, kind)


def listeners_of(game: Game, name: str) -> list[Listener]:
    """Return the rules that hear a thing of this name, change it, or grant it."""
    model = game.model
    found = []
    for word, rules in (
        ("trigger", model.triggers),
        ("modifier", model.modifiers),
        ("replacement", model.replacements),
    ):
        found += [_listener(word, rule) for rule in rules if rule.pattern.name == name]
    found += [_listener("grant", rule) for rule in model.grants if rule.action == name]
    return found


def rules_carried_by(game: Game, name: str) -> list[Listener]:
    """Return the rules that a kind of component brings into the game."""
    model = game.model
    lists = (
        ("trigger", model.triggers),
        ("modifier", model.modifiers),
        ("replacement", model.replacements),
        ("grant", model.grants),
    )
    return [
        _listener(word, rule) for word, rules in lists for rule in rules if rule.carrier and rule.carrier[1] == name
    ]


def source_text(loaded: Loaded, declared: Declared) -> str:
    """Return the lines of the rule file that declare a thing; empty where nothing declares it."""
    lines = loaded.lines_of(declared.position.file) or []
    start = min(declared.position.line, len(lines)) - 1
    # A definition of several lines begins below the line that bears its name.
    while start > 0 and declared.name not in lines[start]:
        start -= 1
    if start < 0 or declared.position.line - start > _FURTHEST:
        return ""
    depth = _depth(lines[start])
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or _depth(lines[end]) > depth):
        end += 1
    return "\n".join(line[depth:] for line in lines[start:end]).rstrip()


_FURTHEST = 4


def _listener(word: str, rule: Any) -> Listener:
    return Listener(word, rule.carrier[1] if rule.carrier else "the table", rule.about.position)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def names_of(things: Sequence[Declared]) -> str:
    """Return names and titles, one a line."""
    width = max((len(thing.name) for thing in things), default=0)
    return "\n".join(f"  {thing.name:<{width}}  {thing.title}".rstrip() for thing in things)
