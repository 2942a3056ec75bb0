"""Where the options of a decision lie on the table, so that they can be clicked there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cli.draw.board import Target
from cli.show.sight import Sight, things_in

if TYPE_CHECKING:
    from interpreter import Decision

# A space: board, owner, name. A thing: zone, place, id. A player: the id.
Key = tuple[str, ...]


@dataclass
class Targets:
    """The options of a decision by where they lie; words: what each option is, by its place."""

    words: list[str] = field(default_factory=list)
    found: dict[Key, list[int]] = field(default_factory=dict)

    @property
    def mapped(self) -> set[int]:
        """The options that lie somewhere."""
        return {option for options in self.found.values() for option in options}

    def on_board(self, board: str, owner: str) -> dict[str, Target]:
        """Return the targets on an owner's board by the names of spaces."""
        return {
            key[3]: Target(options, "; ".join(self.words[option] for option in options))
            for key, options in self.found.items()
            if key[:3] == ("space", board, owner)
        }

    def options(self, *key: str) -> list[int]:
        """Return the options that lie at a place."""
        return self.found.get(key, [])


def targets_of(sight: Sight, words: list[str]) -> Targets:
    """Return where options lie, for the seat that decides; words: of each option."""
    decision = sight.state.decision
    targets = Targets(words)
    if decision is None or decision.seat != sight.seat or decision.site.labels:
        return targets
    for option, value in enumerate(decision.values):
        if isinstance(value, int):
            for key in _keys(sight, decision, option, value):
                targets.found.setdefault(key, []).append(option)
    return targets


def _keys(sight: Sight, decision: Decision, option: int, value: int) -> Iterator[Key]:
    """Yield the places at which an option lies."""
    kind, game = decision.site.type, sight.game
    assert kind is not None
    word = decision.options[option].id.partition("=")[2]
    board = game.board_with(kind)
    if board is not None:
        if value in board.ids:
            owner, layout, place = board.locate(value)
            node = board.layouts[layout].nodes[place]
            yield "space", board.name, sight.owners(board)[owner], node.name
    elif kind.kind == "player":
        yield "player", word
    else:
        for zone in game.zones_offered(decision.site):
            yield from _in_zone(sight, zone, word)


def _in_zone(sight: Sight, zone: str, word: str) -> list[Key]:
    """Return the places of a zone or family where a thing lies: one's own, else common ones, else any."""
    found: list[Any] = [
        place
        for place, things in things_in(sight.view["zones"][zone])
        if isinstance(things, list) and word in things
    ]
    own = [place for place in found if place.partition(" ")[0] == sight.me]
    common = [place for place in found if place.partition(" ")[0] not in sight.persons]
    return [("thing", zone, place, word) for place in own or common or found]
