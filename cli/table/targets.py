"""Where the options of a decision lie on the table, so that they can be clicked there.

What a click sends is the place of an option, or of an option and the id of the one that is taken after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cli.draw.board import Target
from cli.show.hints import pawns_on
from cli.show.sight import Sight, things_in

if TYPE_CHECKING:
    from interpreter import Decision, Type

# A space: board, owner, name. A thing: zone, place, id. A player: the id.
Key = tuple[str, ...]
# What stands between an option and the id of the one after it.
THEN = "/"
# So many actions are looked through.
_ACTIONS = 16


@dataclass
class Targets:
    """What can be clicked, by where it lies; words: what each click means."""

    words: dict[str, str] = field(default_factory=dict)
    found: dict[Key, list[str]] = field(default_factory=dict)

    @property
    def mapped(self) -> set[int]:
        """The options that lie somewhere by themselves."""
        return {int(click) for clicks in self.found.values() for click in clicks if THEN not in click}

    @property
    def shared(self) -> dict[str, str]:
        """The clicks for two choices that lie where others lie too, so that a menu tells them apart."""
        clicks = [click for clicks in self.found.values() if len(clicks) > 1 for click in clicks]
        return {click: self.words[click] for click in clicks if THEN in click}

    def on_board(self, board: str, owner: str) -> dict[str, Target]:
        """Return the targets on an owner's board by the names of spaces."""
        return {
            key[3]: Target(clicks, "; ".join(self.words[click] for click in clicks), is_ahead(clicks))
            for key, clicks in self.found.items()
            if key[:3] == ("space", board, owner)
        }

    def at(self, *key: str) -> list[str]:
        """Return the clicks that lie at a place."""
        return self.found.get(key, [])


def is_ahead(clicks: Sequence[str]) -> bool:
    """Whether all that a place can mean takes two choices."""
    return bool(clicks) and all(THEN in click for click in clicks)


def targets_of(sight: Sight, words: list[str]) -> Targets:
    """Return where options lie, for the seat that decides; words: of each option."""
    decision = sight.state.decision
    if decision is None or decision.seat != sight.seat:
        return Targets()
    targets = Targets({str(option): said for option, said in enumerate(words)})
    if decision.site.labels:
        _look_ahead(sight, targets)
        return targets
    for option, key in _placed(sight, decision):
        targets.found.setdefault(key, []).append(str(option))
    return targets


def _placed(sight: Sight, decision: Decision) -> Iterator[tuple[int, Key]]:
    """Yield the options that lie somewhere, each with a place."""
    for option, value in enumerate(decision.values):
        if isinstance(value, int):
            yield from ((option, key) for key in _keys(sight, decision, option, value))


def _look_ahead(sight: Sight, targets: Targets) -> None:
    """Add what the same seat would be asked after each option, where that is a place and comes at once.

    It is looked for on a guess, so it shows nothing that the seat cannot know.
    """
    from interpreter import RuleFault, after_option

    assert sight.seat is not None
    try:
        guess = sight.state.guess(sight.seat, 0)
    except RuleFault:
        return
    asked = guess.decision if not guess.contradicts else None
    for option in range(min(len(asked.values), _ACTIONS) if asked is not None else 0):
        after, _ = after_option(guess, option)
        following = after.decision if after is not None else None
        if after is None or following is None or following.site.labels:
            continue
        for then, key in _placed(Sight(after, sight.seat), following):
            found = following.options[then]
            click = f"{option}{THEN}{found.id}"
            targets.words[click] = f"{targets.words[str(option)]}: {found.title or found.id}"
            targets.found.setdefault(key, []).append(click)


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
    elif kind.kind == "enum" and not game.zones_offered(decision.site):
        yield from _pawns(sight, kind, word)
    else:
        for zone in game.zones_offered(decision.site):
            yield from _in_zone(sight, zone, word)


def _pawns(sight: Sight, kind: Type, word: str) -> Iterator[Key]:
    """Yield the spaces on which counters put what a word means."""
    for name, board in sight.game.boards.items():
        for counter in pawns_on(sight.game, name):
            per = sight.game.counters[counter].per
            if not per or per[-1] != kind:
                continue
            place = word if len(per) == 1 else f"{sight.me} {word}"
            space = sight.view["counters"][counter].get(place)
            if space not in (None, "none"):
                yield "space", name, sight.me if board.per is not None else "all", str(space)


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
