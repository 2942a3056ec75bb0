"""What everybody did in a game: how often each action was taken, and what was rolled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.seen.pieces import called

if TYPE_CHECKING:
    from cli.seen.log import Log
    from interpreter import Event, Game

# Of fewer rolls one learns nothing.
_FEW_ROLLS = 10


@dataclass(frozen=True, slots=True)
class Doings:
    """How often each seat took each action, and how often dice that are rolled together showed each sum."""

    seats: int
    actions: Sequence[tuple[str, Sequence[int]]]
    rolls: Sequence[tuple[int, int]]


def doings_of(game: Game, log: Log) -> Doings:
    """Return what everybody may know of what was done so far; an action nobody took is left out."""
    events = [event for happened in log.seen([]) for event in happened]
    taken = Counter(_taken(events))
    titles = {thing.name: called(thing) for thing in game.things if thing.section == "actions"}
    actions = [
        (title, [taken[name, seat] for seat in range(game.players)])
        for name, title in titles.items()
        if any(taken[name, seat] for seat in range(game.players))
    ]
    rolls = Counter(_rolled(game, events))
    seen = range(min(rolls), max(rolls) + 1) if sum(rolls.values()) >= _FEW_ROLLS else range(0)
    return Doings(game.players, actions, [(number, rolls[number]) for number in seen])


def _taken(events: Sequence[Event]) -> Iterator[tuple[str, int]]:
    """Yield each effect that began, with the seat that is at it: a sole action is taken without a choice."""
    for event in events:
        if event["kind"] == "begin" and event["what"] == "effect" and isinstance(event.get("seat"), int):
            yield str(event["name"]), int(event["seat"]) - 1


def _rolled(game: Game, events: Sequence[Event]) -> Iterator[int]:
    """Yield the sums of dice of everybody, several of which are rolled together."""
    for event in events:
        if event["kind"] != "roll" or len(event["pieces"]) < 2:
            continue
        zone = game.zones[event["at"]["zone"]]
        if zone.holds.kind == "number" and not zone.per:
            yield sum(map(int, event["pieces"]))
