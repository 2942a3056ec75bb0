"""What an event is: what happened, who may see it, and the place in the code that says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from interpreter.language.checked import Text
from interpreter.language.index import Unit
from interpreter.language.types import Type
from interpreter.problems.position import Position

Seats = frozenset[int]
SPECTATOR = -1
# The kinds of events by which something changes that people see.
CHANGES = ("count", "points", "move", "turn", "swap")
DrawKind = Literal["roll", "draw", "pick"]


class Spot(TypedDict, total=False):
    """Where something lies, in the words of a view: a zone and which of its family, or a space of a board."""

    zone: str
    of: str
    board: str
    owner: str
    space: str


class Event(TypedDict, total=False):
    """One thing that happened; docs/events.md says which kinds there are and what each has."""

    kind: str
    file: str
    line: int
    seat: int | str
    what: str
    name: str
    title: str
    asked: str
    options: list[str]
    titles: list[str]
    type: str
    forced: bool
    performed: bool
    secret: bool
    counter: str
    of: str
    before: Any
    after: Any
    paid: bool
    points: int
    source: str
    pieces: list[str]
    were: list[str]
    at: Spot
    to: Spot
    seen_by: str
    text: str
    said: bool


@dataclass(frozen=True, slots=True)
class Happening:
    """An event, and who may see it: all of it those who `know`; all others what is `veiled`, if anything.

    uncovers: for whom something left a place that they do not see, so that they know more than before.
    """

    event: Event
    know: Seats
    veiled: Event | None = None
    uncovers: Seats = frozenset()

    def seen_by(self, *seats: int | None) -> Event | None:
        """Return what all of these seats may see of it, if anything (None, or no seat: a spectator)."""
        who = {SPECTATOR if seat is None else seat for seat in seats or (None,)}
        return self.event if self.know.issuperset(who) else self.veiled


def seen_by(happened: Sequence[Happening], *seats: int | None) -> list[Event]:
    """Return the events that all of these seats may see (from 0; None, or no seat at all: a spectator).

    What begins and ends with nothing between is left out.
    """
    found: list[Event] = []
    for happening in happened:
        event = happening.seen_by(*seats)
        if event is None:
            continue
        empty = found and event["kind"] == "end" and found[-1]["kind"] == "begin"
        if empty and event["what"] != "step" and found[-1].get("name") == event["name"]:
            found.pop()
        else:
            found.append(event)
    return found


@dataclass(frozen=True, slots=True)
class EventSource:
    """A place in the code that tells: what kind of event, where in the rules, what is always said.

    type: of a value that is told; text: a sentence; values: the names of the functions that work out the
    values in it; unit: what of the program says it.
    """

    kind: str
    position: Position
    says: Event = field(default_factory=Event)
    type: Type | None = None
    text: Text | None = None
    values: Sequence[str] = ()
    unit: Unit = ()

    @property
    def event(self) -> Event:
        """What every event of this place begins with."""
        return Event(kind=self.kind, file=self.position.file, line=self.position.line) | self.says


@dataclass(frozen=True, slots=True)
class Drawing:
    """One draw of several things: what could come, how many came, after how many happenings.

    first: the number of the first single draw; slot, order: for `draw` the place, and how things lie there.
    """

    kind: DrawKind
    pool: tuple[int, ...]
    amount: int
    after: int
    first: int
    slot: int = -1
    order: str = "set"
