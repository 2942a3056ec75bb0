"""What a game can ever offer: so that a misspelt option of a scenario is told before anything is played.

In: a game, and the id of an option or a pattern of ids. Out: nothing, or why no rule ever offers it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from interpreter.language.types import Type
from interpreter.play.game import Game
from interpreter.problems import hint_for
from interpreter.scenario.patterns import fits

DONE = "done"


class Offers:
    """The words and values of all choices in the rules of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.words = {DONE, *(label for site in game.sites for label in site.labels)}
        self.types: defaultdict[str, list[Type | None]] = defaultdict(list)
        self.values: dict[str, set[str] | None] = {}
        for site in game.sites:
            if not site.labels:
                self.types[site.name].append(site.type)

    def fault(self, pattern: str) -> tuple[str, str | None] | None:
        """Why no rule ever offers an option, with a hint; None where one may."""
        word, equals, value = pattern.partition("=")
        if not equals:
            if "*" in word or word in self.words:
                return None
            return f"no rule offers '{word}'", hint_for(word, [*self.words, *self.types])
        if "*" in word:
            return None
        if word not in self.types:
            return f"nothing that is chosen is called '{word}'", hint_for(word, self.types)
        known = self.known(word)
        if known is None or any(fits(name, value) for name in known):
            return None
        return f"'{word}' is never '{value}'", hint_for(value, known)

    def known(self, word: str) -> set[str] | None:
        """The ids of all that can be chosen by a word; None where that is anything."""
        if word not in self.values:
            found = [self.ids(value_type) for value_type in self.types[word]]
            self.values[word] = None if None in found else {name for ids in found for name in ids or ()}
        return self.values[word]

    def ids(self, value_type: Type | None) -> list[str] | None:
        """The ids of all values of a type; None where there are too many to tell."""
        model = self.game.model
        kind, name = (value_type.kind, value_type.name) if value_type is not None else ("", "")
        values: Iterable[int]
        if kind == "truth":
            values = (0, 1)
        elif kind == "enum" and name in model.enums:
            values = range(len(model.enums[name].members))
        elif kind == "component":
            values = model.components[name].tokens
        elif kind == "space":
            # Every owner's have the same names; what their titles would say is not worked out.
            nodes = (node for layout in model.node_boards[name].layouts for node in layout.nodes)
            return ["none", *(node.name for node in nodes)]
        else:
            return None
        return [self.game.value_id(value_type, value) for value in (-1, *values)]
