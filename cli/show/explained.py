"""Answers to `?` and `reconstructed`: what is asked or offered, the rules behind it, what has no source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cli.show.declaration import declared_things
from cli.show.ink import Line, Run, lines_of, wrapped

if TYPE_CHECKING:
    from interpreter import Decision, Game, NumberedRule, Option, Position

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

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules: dict[str, NumberedRule] | None = None

    def question(self, decision: Decision, width: int) -> list[Line]:
        """Explain what is asked, and where that comes from."""
        lines: list[Line] = [[Run(decision.prompt, "bold")]]
        element = self._element_at(decision.site.position)
        if element is not None:
            lines += self._element(element, width)
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
        """Return the innermost thing that a place in a file belongs to: the last that begins before it."""
        before = [
            (each.about.position.line, number, each)
            for number, each in enumerate(self._elements())
            if each.about.position.file == position.file and each.about.position.line <= position.line
        ]
        return max(before, default=(0, 0, None), key=lambda found: found[:2])[2]

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
            from interpreter import UsageFault, read_rules

            try:
                self._rules = {rule.id: rule for rule in read_rules(self.game)}
            except (UsageFault, OSError):
                # The files may have moved since the game was loaded; it can be played all the same.
                self._rules = {}
        return self._rules


def _headed(head: str, words: str, width: int) -> list[Line]:
    """Return words behind a head that stands out."""
    told = wrapped(words, f"  {head}  ", width)
    told[0][0] = Run(told[0][0].text, "bold cyan")
    return told
