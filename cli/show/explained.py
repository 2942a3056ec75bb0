"""Answers to `?` and `reconstructed`: what is asked or offered, the rules behind it, what has no source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from cli.show.decision import picked_text
from cli.show.declaration import declared_things
from cli.show.ink import Line, Run, lines_of, wrapped

if TYPE_CHECKING:
    from interpreter import Decision, Game, Loaded, NumberedRule, Option, Position
    from interpreter.reading import Placed

# What a ruleset says of a thing that no source gives.
RECONSTRUCTED = "reconstructed"


@dataclass(frozen=True, slots=True)
class Element:
    """A thing of a ruleset that a choice comes from: its word, its name, and what it says of itself."""

    word: str
    name: str
    about: Any


class Rulebook:
    """Explains the choices of one game; the numbered rules are read when first asked for."""

    def __init__(self, game: Game, loaded: Loaded | None = None) -> None:
        """loaded: what the game was loaded from; without it the files are read when first asked for."""
        self.game = game
        self._given = loaded
        self._rules: dict[str, NumberedRule] | None = None

    @property
    def _loaded(self) -> Loaded | None:
        return self._given or _loaded_again(self.game)

    def question(self, decision: Decision, width: int) -> list[Line]:
        """Explain what is asked, and where that comes from."""
        lines: list[Line] = [[Run(decision.prompt, "bold")]]
        element = self._element_at(decision.site.position)
        if element is not None:
            lines += self._element(element, width)
        if decision.subset is not None:
            lines += wrapped(
                "Picked one at a time, in any order; so far: " + picked_text(decision), "  ", width
            )
        place = decision.site.position
        return [*lines, *wrapped(f"asked at {place.file}:{place.line}", "  ", width, "dim")]

    def option(self, decision: Decision, option: Option, width: int) -> list[Line]:
        """Explain an option: the action, kind or space it stands for, with its rules."""
        lines: list[Line] = [[Run(option.title or option.id, "bold"), Run(f"  {option.id}", "dim")]]
        element = self._of_option(decision, option)
        if element is None:
            return [*lines, *self.question(decision, width)]
        return [*lines, *self._element(element, width)]

    def reconstructed(self, width: int) -> list[Line]:
        """List what is in no source that the ruleset has: numbered rules in words, elements by name."""
        lines: list[Line] = []
        for rule in self._all_rules().values():
            if rule.reconstructed:
                lines += _headed(rule.id, rule.text, width)
        # The box of a type of pieces, and the like, is declared with it.
        elements = {element.about.position: element for element in reversed(list(self._elements()))}
        names: dict[str, list[str]] = {}
        for element in reversed(elements.values()):
            if element.about.source == RECONSTRUCTED:
                names.setdefault(element.word, []).append(element.name)
        for word, found in names.items():
            lines += _headed(word, ", ".join(found), width)
        if not lines:
            return lines_of("Nothing in this game is marked as reconstructed.")
        return [*lines_of("No source that we have gives these; they are reconstructed:"), *lines]

    # -- which element
    def _of_option(self, decision: Decision, option: Option) -> Element | None:
        model, site = self.game.model, decision.site
        if site.labels:
            effect = model.effects.get(option.id)
            return (
                Element("action" if effect.action else "effect", option.id, effect.about) if effect else None
            )
        if site.type is not None and site.type.kind == "component" and option.value is not None:
            kind = model.components[site.type.name].kind_of(option.value)
            return Element(site.type.name, kind.name, kind.about)
        if site.type is not None and site.type.kind == "space" and site.type.name in model.node_boards:
            board = model.node_boards[site.type.name]
            return Element("board", board.name, board.about)
        return None

    def _element_at(self, position: Position) -> Element | None:
        """Return the innermost thing that a place in a file belongs to, as overlays have put it together."""
        before = [
            found for found in self._spans if found[:2] <= (position.file, (position.line, position.column))
        ]
        if not before:
            return None
        file, _, last, element = before[-1]
        return element if file == position.file and position.line <= last else None

    @cached_property
    def _spans(self) -> list[tuple[str, tuple[int, int], int, Element]]:
        """Where the texts of all things stand, sorted: file, line and column, last line, whose it is."""
        owners = {each.about.position: each for each in self._elements()}
        found: list[tuple[str, tuple[int, int], int, Element]] = []
        sources = self._loaded.sources if self._loaded is not None else None

        def walk(placed: Placed, owner: Element | None) -> None:
            owner = owners.get(placed.position, owner)
            place = placed.position
            if owner is not None:
                lines = placed.value.count("\n") + 1 if isinstance(placed.value, str) else 0
                found.append((place.file, (place.line, place.column), place.line + lines, owner))
            for key, value in placed.items():
                walk(value, owners.get(placed.key_position(key), owner))
            for entry in placed.entries():
                walk(entry, owner)

        if sources is not None and sources.merged is not None:
            walk(sources.merged, None)
        return sorted(found, key=lambda each: each[:2])

    def _elements(self) -> Iterator[Element]:
        model = self.game.model
        yield from (
            Element(thing.word, thing.name, thing.declaration.about) for thing in declared_things(self.game)
        )
        rules: Sequence[tuple[str, Sequence[Any]]] = (
            ("trigger", model.triggers),
            ("modifier", model.modifiers),
            ("replacement", model.replacements),
            ("grant", model.grants),
        )
        for word, each in rules:
            yield from (Element(word, rule.carrier[1] if rule.carrier else "", rule.about) for rule in each)

    # -- its words
    def _element(self, element: Element, width: int) -> list[Line]:
        about = element.about
        place = f"{about.position.file}:{about.position.line}"
        lines = wrapped(about.about, "  ", width) if about.about else []
        for name in about.rules or self._rules_of_carrier(element):
            rule = self._rule(name)
            words = rule.text if rule is not None else "(no page has this rule)"
            lines += _headed(name, words, width)
            if rule is not None:
                lines += wrapped(f"{rule.file}:{rule.line}", " " * len(f"  {name}  "), width, "dim")
        if about.source:
            lines += wrapped(f"source: {about.source}", "  ", width)
        called = " ".join(filter(None, [element.word, element.name]))
        return [*lines, *wrapped(f"{called} at {place}", "  ", width, "dim")]

    def _rules_of_carrier(self, element: Element) -> Sequence[str]:
        kind = self.game.model.kinds.get(element.name)
        return kind[1].about.rules if kind is not None else ()

    def _rule(self, name: str) -> NumberedRule | None:
        return self._all_rules().get(name)

    def _all_rules(self) -> dict[str, NumberedRule]:
        if self._rules is None:
            from interpreter import read_rules

            self._rules = {}
            with suppress(OSError):
                rules = read_rules(self._loaded) if self._loaded is not None else ()
                self._rules = {rule.id: rule for rule in rules}
        return self._rules


def _headed(head: str, words: str, width: int) -> list[Line]:
    """Return words behind a head that stands out."""
    told = wrapped(words, f"  {head}  ", width)
    told[0][0] = Run(told[0][0].text, "bold cyan")
    return told


@lru_cache(maxsize=1)
def _loaded_again(game: Game) -> Loaded | None:
    """Read the files of a game; None where they have moved since, for it can be played all the same."""
    from interpreter import UsageFault, load

    with suppress(UsageFault, OSError):
        return load(game.path, players=game.players, overlays=game.overlays, options=game.chosen)
    return None
