"""A thing that a ruleset declares, in words: what it is, where it stands, and which rules concern it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter import Game, Position


@dataclass(frozen=True, slots=True)
class Declared:
    """A named thing of a game: the word for what it is, its name, its place and what it says of itself."""

    word: str
    name: str
    declaration: Any

    @property
    def position(self) -> Position:
        """Where it stands."""
        place: Position = self.declaration.about.position
        return place


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
            action = word == "effect" and declaration.action
            yield Declared("action" if action else word, name, declaration)
    for name, (component, kind) in model.kinds.items():
        yield Declared(f"kind of {component.name}", name, kind)
