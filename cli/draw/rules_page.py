"""The rules of a game on pages of their own: what the ruleset says of it, and its numbered rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from cli.draw.svg import element, escaped

if TYPE_CHECKING:
    from interpreter import Game, NumberedRule


def rules_page(game: Game) -> str:
    """Return the rules as a text: what the game is, for how many, the actions, the numbered rules.

    Without numbered rules it is the flow in words, so that one knows in which order things are done.
    """
    numbered = list(_numbered(game))
    several = game.min_players != game.max_players
    players = f"{game.min_players} to {game.max_players}" if several else game.players
    parts = [
        element("h1", f"Rules of {escaped(game.title)}"),
        element("p", escaped(game.about.about)) if game.about.about else "",
        element("p", f"{players} players."),
        *_headed("What you can do", _actions(game)),
        *_headed("Rules", numbered),
        *([] if numbered else _headed("In what order", _sentences(game, "flow", ""))),
    ]
    return element("section", *parts, class_="rules")


def _headed(title: str, lines: Iterable[str]) -> list[str]:
    found = list(lines)
    return [element("h3", title), *found] if found else []


def _actions(game: Game) -> Iterator[str]:
    for thing in game.things:
        if thing.section == "actions":
            title = element("b", escaped(thing.about.title or thing.name.replace("_", " ").capitalize()))
            yield element("p", f"{title}. ", escaped(thing.about.about))
            if not thing.about.about and not thing.about.rules:
                yield from _sentences(game, thing.section, thing.name)


def _sentences(game: Game, section: str, name: str) -> Iterator[str]:
    """Yield what a thing does in words, where nobody has described it."""
    from interpreter import in_sentences

    for passage in in_sentences(game, section, name):
        for depth, line in passage.lines:
            yield element("p", escaped(line), class_="in" if not depth else "in2")


def _numbered(game: Game) -> Iterator[str]:
    for rule in _rules_of(game):
        yield element("p", element("b", escaped(rule.id)), " ", escaped(rule.text))


def _rules_of(game: Game) -> list[NumberedRule]:
    """Return the numbered rules; none where a game has none, or its files have moved since it was loaded."""
    from interpreter import UsageFault, load, read_rules

    with suppress(UsageFault, OSError):
        loaded = load(game.path, players=game.players, overlays=game.overlays, options=game.chosen)
        return list(read_rules(loaded))
    return []
