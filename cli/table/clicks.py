"""What can be clicked on a page, where it lies, and what it means: options, and ways of several choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cli.draw.board import ClickTarget

if TYPE_CHECKING:
    from cli.seen.model import Option, Place, Question, Way

# What is between an option and the ids of those after it, where one click answers several questions.
THEN = "/"
# What follows an option whose only thing was clicked itself.
ALONE = "!"


class Clicks:
    """What can be clicked, by where it lies; words: what each click means; does: what it does.

    A click sends the place of an option, or of an option and the ids of those that are taken after it.
    """

    def __init__(self, question: Question | None) -> None:
        self.words: dict[str, str] = {}
        self.does: dict[str, str] = {}
        self.at: dict[Place, list[str]] = {}
        self.ways: dict[str, Way] = {}
        # What a click answers last, or what is chosen of itself with it.
        self.last: dict[str, frozenset[str]] = {}
        options = question.options if question is not None else ()
        # The options that lie somewhere by themselves.
        self.mapped = {number for number, option in enumerate(options) if option.places}
        if question is None:
            return
        for number, option in enumerate(options):
            title, note = option.named, note_of(option)
            self._add(str(number), f"{title} ({note})" if note else title, option.does, option.places)
            self.last[str(number)] = frozenset([_answered(option.id)])
        for way in question.ways:
            click = THEN.join([str(way.first), *way.then])
            if way.then:
                self.ways[click] = way
                self._add(click, way.title, way.does, way.places)
                self.last[click] = frozenset([_answered(way.then[-1])])
            elif places := _of_itself(question.options[way.first], way):
                # Who clicks the only thing that can be chosen with an option means it.
                self._add(f"{click}{ALONE}", self.words[click], self.does[click], places)
                self.last[f"{click}{ALONE}"] = frozenset(each[-1] for each in places if each[0] == "thing")

    def _add(self, click: str, words: str, does: str, places: Iterable[Place]) -> None:
        self.words[click], self.does[click] = words, does
        for place in places:
            self.at.setdefault(place, []).append(click)

    def on_board(self, board: str, owner: str) -> dict[str, ClickTarget]:
        """Return the targets on an owner's board by the names of spaces."""
        return {
            key[3]: replace(self._target(clicks), things=self._things(key[3], clicks))
            for key, clicks in self.at.items()
            if key[:3] == ("space", board, owner)
        }

    def _target(self, clicks: Sequence[str]) -> ClickTarget:
        return ClickTarget(clicks, "; ".join(map(self._said, _nearest(clicks))), _is_ahead(clicks))

    def _things(self, space: str, clicks: Sequence[str]) -> dict[str, ClickTarget]:
        """Return the targets of the things on a space by name, if no click means the space itself."""
        if any(space in self.last[click] or not self.last[click] for click in clicks):
            return {}
        named = sorted(frozenset[str]().union(*(self.last[click] for click in clicks)))
        return {each: self._target([click for click in clicks if each in self.last[click]]) for each in named}

    def _said(self, click: str) -> str:
        """Return what a click means and does."""
        does = self.does.get(click)
        return f"{self.words[click]}: {does}" if does else self.words[click]


def _of_itself(option: Option, way: Way) -> Sequence[Place]:
    """Return the places that mean an option because of what is chosen of itself with it.

    An option with a place is meant there; one that is a thing beside the boards also on the space to which it
    leads.
    """
    if any(place[0] != "thing" for place in option.places):
        return ()
    return [each for each in way.places if not option.places or each[0] == "space"]


def _answered(option: str) -> str:
    """Return the value of an option by its id."""
    return option.partition("=")[2]


def _nearest(clicks: Sequence[str]) -> list[str]:
    """Return the clicks that go on from no other of the same place."""
    return [each for each in clicks if not any(each.startswith(f"{other}{THEN}") for other in clicks)]


def note_of(option: Option) -> str:
    """Return the note of an option; what is beside a corner or side is said in words."""
    short, words = option.beside
    if not words:
        return option.note
    parts = option.note.split(", ") if option.note else []
    bare = option.title == option.id.partition("=")[2]
    return ", ".join([*(part for part in parts if part != short), *([] if bare else [f"beside {words}"])])


def without_payment(does: str) -> str:
    """Return what an option does without what it pays: of `pay 1 of these and get 2 of those` the latter."""
    parts = [
        part.partition(" and get ") if part.startswith("pay ") else ("", "", part)
        for part in does.split("; ")
    ]
    return "; ".join(f"{'get ' * bool(both)}{rest}" for _, both, rest in parts if rest)


def _is_ahead(clicks: Sequence[str]) -> bool:
    """Whether all that a place can mean takes several choices."""
    return bool(clicks) and all(THEN in click for click in clicks)
