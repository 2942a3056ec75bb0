"""What happens in a play, in order: each event in words of the rules, with its place and who may see it.

A state that is listened to runs code that logs events, on a list of slots that keeps them. In: the number of
a place in the code, the slots that a statement changes and what was in them. Out: events, which show a seat
what its view does, no more and no less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.language.checked import Ex, LocalEx, MeEx
from interpreter.language.index import index_of
from interpreter.language.node import find
from interpreter.language.types import Type
from interpreter.layout import AGENDA
from interpreter.model.declarations import NONE
from interpreter.play.compiled import CompiledGame
from interpreter.play.event import SPECTATOR, Drawing, Event, EventSource, Happening, Seats, Spot
from interpreter.play.faults import RuleFault
from interpreter.play.runtime import Claim, hand_out, shares
from interpreter.play.texts import filled, words_of
from interpreter.play.view import (
    HIDDEN,
    covered,
    layout_in_use,
    owner_of,
    sees_family,
    sees_what_is_asked,
    sees_zone,
    words_at,
)
from interpreter.problems.position import Position

Slots = list[Any]


class LoggedSlots(list[Any]):
    """Slots of a state that is listened to. A copy of them hears nothing.

    drawings: what was left to chance since the last choice; watch: told each event as it happens.
    """

    __slots__ = ("drawings", "game", "happened", "watch")

    def __init__(self, slots: Slots, game: CompiledGame) -> None:
        super().__init__(slots)
        self.game = game
        self.happened: list[Happening] = []
        self.drawings: list[Drawing] = []
        self.watch: Callable[[Event], None] | None = None

    def note(self, happening: Happening) -> None:
        """Keep what happened."""
        self.happened.append(happening)
        if self.watch is not None:
            self.watch(happening.event)

    @property
    def everyone(self) -> Seats:
        """All seats, and a spectator."""
        return frozenset(range(SPECTATOR, self.game.players))

    def chose(self, by: int, site: int, value: Any, *, secret: bool = False, forced: bool = False) -> None:
        """Note a choice, also one that was not asked since nothing else was possible.

        Others know what was chosen unless it came from a place that they do not see, or is a secret yet.
        """
        asked = self.game.sites[site]
        know = frozenset(() if secret else self.knowing(asked.position)) | {by}
        values = value if isinstance(value, tuple) else (value,)
        event = EventSource("choice", asked.position).event
        event |= Event(seat=by + 1, asked=asked.name or "action", title=asked.title)
        event |= Event(forced=forced, secret=secret)
        if asked.type is not None:
            event |= Event(type=str(asked.type))
        # What waits is asked for by its number on the agenda.
        if asked.titles and self[AGENDA] and value == self[AGENDA][0]:
            event |= Event(performed=True)
        options = [asked.option(each, self.game.label) for each in values]
        if asked.said or (asked.labels and all(self._says_itself(each.id) for each in options)):
            event |= Event(said=True)
        told = Event(options=[each.id for each in options], titles=[each.title for each in options])
        veiled = Event(options=[HIDDEN] * len(options), titles=["hidden"] * len(options))
        self.note(Happening(event | told, know, event | veiled))

    def _says_itself(self, action: str) -> bool:
        """Whether an action has a sentence for the log."""
        effect = self.game.program.effects.get(action)
        return effect is not None and effect.action and ("effect", action) in index_of(self.game.program).said

    def knowing(self, position: Position) -> Seats:
        """The seats that see all that a choice or pick at a place in the rules is made from."""
        return frozenset(
            seat for seat in self.everyone if sees_what_is_asked(self.game, self, position, seat)
        )


# -- what compiled code calls
def tell(s: Slots, number: int, *values: Any) -> None:
    """Note what the code tells at one of its places, where somebody listens."""
    if isinstance(s, LoggedSlots):
        place = s.game.event_sources[number]
        for happening in TELLERS[place.kind](s, place, *values):
            s.note(happening)


def contents(s: Slots, slots: Sequence[int]) -> tuple[Any, ...]:
    """What is in slots that a statement is about to change."""
    return tuple(s[slot] for slot in slots)


def sole(s: Slots, by: int, site: int, options: Sequence[Any]) -> Any:
    """The only option, which is taken without a question."""
    if isinstance(s, LoggedSlots):
        s.chose(by, site, options[0], forced=True)
    return options[0]


def settle_told(s: Slots, claims: list[Claim], rule: str, counts: int, moves: int) -> list[tuple[Any, int]]:
    """Give out what was claimed, and tell it: counters and pieces."""
    given = shares(s, claims, rule)
    came: dict[tuple[int, int], list[int]] = {}
    for (target, source, piece, *_), got in zip(claims, given, strict=True):
        came.setdefault((target, -1 if piece < 0 else source), []).extend([piece] * got)
    was = contents(s, [target for target, _ in came])
    heard = hand_out(s, claims, given)
    for ((target, source), pieces), before in zip(came.items(), was, strict=True):
        if source < 0:
            tell(s, counts, (target,), (before,))
        else:
            tell(s, moves, (source, target), ((), before), tuple(sorted(pieces)))
    return heard


# -- where, who and what
def _person(game: CompiledGame, value: int) -> int | str:
    """A seat from 1, or the name of an automaton."""
    return value + 1 if value < game.players else game.person(value)[0]


@dataclass(frozen=True, slots=True)
class Held:
    """A place that holds things: where it is, what it holds, who sees it; of a covered stack only the top."""

    game: CompiledGame
    spot: Spot
    type: Type
    seen: Seats
    covered: bool = False

    def ids(self, things: Any) -> list[str]:
        """The ids of things that lie there or did; of a space that holds one, of that one."""
        things = things if isinstance(things, tuple | list) else (things,) if things >= 0 else ()
        return [self.game.value_id(self.type, thing) for thing in things]

    def backs(self, things: Any) -> list[str]:
        """What those see of things who do not see the place."""
        things = things if isinstance(things, tuple | list) else ()
        return sorted(covered(self.game, t) if self.type.kind == "component" else HIDDEN for t in things)


def _held_at(s: LoggedSlots, slot: int) -> Held:
    """What the place of a slot is."""
    name, first = s.game.families[slot]
    word, name = name.split(" ", 1)
    if word == "zone":
        zone, place = s.game.model.zones[name], slot - first
        seen = frozenset(seat for seat in s.everyone if sees_zone(s.game, s, zone, place, seat))
        return Held(s.game, Spot(zone=name, of=words_at(s.game, s, zone.per, place)), zone.holds, seen)
    board = s.game.model.boards[name]
    owner, node = divmod(slot - first, board.size)
    found = board.layouts[layout_in_use(s.game, s, board, owner)].nodes[node]
    spot = Spot(board=name, owner=f"p{owner + 1}" if board.per is not None else "all", space=found.name)
    held = Type("component", board.holds[found.type])
    return Held(s.game, spot, held, s.everyone, board.covered and found.type in board.stacked)


# -- the kinds of events
def _begins(s: LoggedSlots, place: EventSource, by: int) -> Iterator[Happening]:
    event = place.event
    yield Happening(event | Event(seat=_person(s.game, by)) if by >= 0 else event, s.everyone)


def _counts(s: LoggedSlots, place: EventSource, at: Sequence[int], was: Sequence[int]) -> Iterator[Happening]:
    """Counters that have changed; those who do not see a counter learn nothing of it."""
    for slot, before in zip(at, was, strict=True):
        name, first = s.game.families.get(slot, ("", 0))
        counter = s.game.model.counters.get(name.removeprefix("counter "))
        if counter is None or s[slot] == before:
            continue
        shown = [
            each if counter.type.kind == "number" else s.game.value_id(counter.type, each)
            for each in (before, s[slot])
        ]
        event = place.event | Event(counter=counter.name, of=words_at(s.game, s, counter.per, slot - first))
        owner = owner_of(s.game, counter.per, slot - first)
        know = s.everyone if counter.visible == "everyone" else s.everyone & {owner} - {SPECTATOR}
        yield Happening(event | Event(before=shown[0], after=shown[1]), know)


def _points(s: LoggedSlots, place: EventSource, at: Sequence[int], was: Sequence[int]) -> Iterator[Happening]:
    for counted in _counts(s, place, at, was):
        seat = _person(s.game, at[0] - s.game.layout.counters["points"])
        yield Happening(place.event | Event(seat=seat, points=s[at[0]] - was[0]), counted.know)


def _moves(
    s: LoggedSlots, place: EventSource, at: Sequence[int], was: Sequence[Any], moved: Sequence[int]
) -> Iterator[Happening]:
    """Pieces have moved: who sees neither where from nor where to knows only how many, and their backs."""
    if not moved:
        return
    source = _held_at(s, at[0])
    know, event = source.seen, place.event | Event(at=source.spot)
    left = source.ids(moved)
    told = Event(pieces=left)
    if len(at) > 1:
        target = _held_at(s, at[1])
        know, event = know | target.seen, event | Event(to=target.spot)
        here, there = s[at[1]], was[1]
        if at[0] != at[1]:
            new = list((Counter(here) - Counter(there)).elements()) if isinstance(here, tuple) else here
            came = target.ids(new)
            told = Event(pieces=came, were=left) if sorted(came) != sorted(left) else told
    if know != s.everyone:
        told |= Event(secret=True)
    uncovers = s.everyone if source.covered and s[at[0]] else s.everyone - source.seen
    yield Happening(event | told, know, event | Event(pieces=source.backs(moved)), uncovers)


def _lies(s: LoggedSlots, place: EventSource, at: Sequence[int], _was: Sequence[Any]) -> Iterator[Happening]:
    """What lies somewhere now: it was rolled, filled in, shuffled or swapped."""
    for slot in at:
        held, now = _held_at(s, slot), s[slot]
        event = place.event | Event(at=held.spot)
        pieces = held.ids(now)
        if held.covered:
            pieces = [*held.backs(now[:-1]), *pieces[-1:]]
        yield Happening(event | Event(pieces=pieces), held.seen, event | Event(pieces=held.backs(now)))


def _shows(
    s: LoggedSlots, place: EventSource, at: Sequence[int], _was: Sequence[Any], whom: int
) -> Iterator[Happening]:
    """A zone is revealed to somebody, or to all (-1); or hidden again (-2)."""
    held = _held_at(s, at[0])
    event = place.event | Event(at=held.spot)
    if whom >= NONE:
        event |= Event(seen_by="everyone" if whom < 0 else s.game.person(whom)[0])
    yield Happening(
        event | Event(pieces=held.ids(s[at[0]])),
        held.seen,
        event | Event(pieces=held.backs(s[at[0]])),
        held.seen,
    )


def _turns(s: LoggedSlots, place: EventSource, at: Sequence[int], was: Sequence[Any]) -> Iterator[Happening]:
    """A piece is in another state where it lies."""
    held = _held_at(s, at[0])
    now, then = (Counter(held.ids(content)) for content in (s[at[0]], was[0]))
    if now != then:
        event = place.event | Event(at=held.spot, pieces=sorted((now - then).elements()))
        yield Happening(event | Event(were=sorted((then - now).elements())), held.seen)


def _picks(s: LoggedSlots, place: EventSource, value: int) -> Iterator[Happening]:
    """Chance has picked something; where from a hidden place, only who sees it knows what."""
    told = place.event | Event(options=[s.game.value_id(place.type, value)])
    yield Happening(told, s.knowing(place.position), place.event | Event(options=[HIDDEN]))


def _laid_open(s: LoggedSlots, place: EventSource, part: Ex, value: Any) -> bool:
    """Whether something out of a hidden place was moved since to where everybody saw it come."""
    if not isinstance(part, LocalEx) or (place.unit, part.name) not in s.game.origins.laid_open:
        return False
    seen = [
        each.event["pieces"]
        for each in s.happened
        if each.event["kind"] == "move" and each.know == s.everyone
    ]
    things = value if isinstance(value, tuple) else (value,)
    kind = part.type.of or part.type
    return all(any(s.game.value_id(kind, each) in pieces for pieces in seen) for each in things)


def _says(s: LoggedSlots, place: EventSource, known: Sequence[Any]) -> Iterator[Happening]:
    """A sentence, the same for all: what not everybody sees is not in it."""
    assert place.text is not None
    functions = iter(place.values)
    own = f" of {s.game.person(known[0])[1]}" if any(find(place.text, MeEx)) else ""

    def word(part: Ex) -> str:
        function = s.game.namespace[next(functions)]
        try:
            value = function(list(s), *known)
        except RuleFault:
            return ""
        hidden = s.game.origins.hidden(place.unit, part, lambda zone: sees_family(s.game, s, zone, SPECTATOR))
        if hidden and not _laid_open(s, place, part, value):
            return ""
        # Whose it is goes without saying where it is theirs who does it.
        return words_of(s.game.name, part.type, value, s.game.plural).removesuffix(own)

    yield Happening(place.event | Event(text=filled(place.text, word, "?")), s.everyone)


TELLERS: dict[str, Callable[..., Iterator[Happening]]] = {
    "begin": _begins,
    "end": _begins,
    "over": _begins,
    "count": _counts,
    "points": _points,
    "move": _moves,
    "roll": _lies,
    "fill": _lies,
    "shuffle": _lies,
    "swap": _lies,
    "reveal": _shows,
    "hide": _shows,
    "turn": _turns,
    "pick": _picks,
    "say": _says,
}
NAMES: dict[str, Callable[..., Any]] = {
    function.__name__: function for function in (tell, contents, sole, settle_told)
}
