"""What an option would do, as far as who is asked can know it: found by playing it on guesses.

In: a state that asks a seat. Out: for each option the events that surely follow, as that seat will see them:
up to the first thing that chance decides, that comes out of a place the seat does not see, that may depend
on such a place, that another seat chooses, or that belongs to the next step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from interpreter.checks.hidden_asked import ME, Looking
from interpreter.language.checked import StBlock
from interpreter.language.facts import blocks_in, expressions_in, statements_in
from interpreter.language.index import Unit, index_of
from interpreter.play.event import Event, Happening, seen_by
from interpreter.play.events import LoggedSlots
from interpreter.play.faults import RuleFault, UnknownOption
from interpreter.play.game import Game, State
from interpreter.play.view import View
from interpreter.problems.problem import Problems

# A line of a rule file.
Place = tuple[str, int]
# On so many guesses is each option played; what follows is said as far as it is the same on all.
GUESSES = 2


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What follows an option.

    sure: what the seat can know; moved: moves and turns that come behind what chance does, and are the same
    on all guesses, of pieces that the seat sees before it chooses; after: the guesses as they are then;
    ending: what surely happens behind the step in which it was asked, as long as steps of its turn follow.
    """

    sure: Sequence[Event] = ()
    moved: Sequence[Event] = ()
    after: Sequence[State] = field(default=(), compare=False, repr=False)
    ending: Sequence[Event] = ()


@dataclass(frozen=True, slots=True)
class Tried:
    """An option taken on a guess: the state it led to, what surely followed, and what came later.

    all_sure: whether that is all that happened; ending: what surely follows in other steps of the turn.
    """

    state: State
    sure: list[Event]
    later: list[Event]
    all_sure: bool = False
    ending: Sequence[Event] = ()


def outcomes(state: State, options: Iterable[int]) -> dict[int, Foreseen]:
    """Return what options lead to by their places, without the choice itself; nothing in a secret step.

    Two positions that look alike to the seat that is asked have the same outcomes.
    """
    seat = state.seat
    if seat < 0 or state.secret:
        return {}
    try:
        guesses = [state.guess(seat, seed) for seed in range(GUESSES)]
    except RuleFault:
        return {}
    if any(guess.contradicts or guess.option_count != state.option_count for guess in guesses):
        return {}
    known = _pieces(state.view(seat))
    return {option: _foreseen([_known(guess, option) for guess in guesses], known) for option in options}


def after_option(guess: State, option: int | str) -> tuple[State | None, list[Event]]:
    """Return where a seat goes on with what an option of a guess begins, and what surely happens until then.

    None where the seat cannot know all of it, others have a part, or the action is over.
    """
    tried = _known(guess, option)
    goes_on = tried.all_sure and tried.state.inside and tried.state.seat == guess.seat
    return tried.state if goes_on else None, tried.sure


def _foreseen(found: Sequence[Tried], known: set[str]) -> Foreseen:
    """Return what is the same on all guesses."""
    sure, ending = _alike([each.sure for each in found]), _alike([each.ending for each in found])
    # A loss alone would be half of what is said where points may follow that depend on hidden things.
    if any(event["kind"] == "points" for each in found for event in each.later):
        sure = [event for event in sure if event["kind"] != "points" or event["points"] >= 0]
    known = known.union(*(event.get("pieces", ()) for event in sure))
    moved = []
    for event in found[0].later:
        kept = event["kind"] in ("move", "turn") and known.issuperset(event.get("were", event["pieces"]))
        if kept and all(event in each.later for each in found):
            moved.append(event)
            known |= set(event["pieces"])
    return Foreseen(sure, moved, [each.state for each in found], ending)


def _alike(found: Sequence[Sequence[Event]]) -> list[Event]:
    """Return what is the same of all, up to what is not."""
    alike = takewhile(lambda events: all(each == events[0] for each in events), zip(*found, strict=False))
    return [events[0] for events in alike]


def _known(guess: State, option: int | str) -> Tried:
    """Return what surely follows an option of a guess, and what does then until somebody else has a part."""
    tried, seat = guess.fork(), guess.seat
    tried.listen()
    try:
        tried.choose(option)
    except (RuleFault, UnknownOption):
        return Tried(guess, [], [])
    drawn = tried.slots.drawings if isinstance(tried.slots, LoggedSlots) else []
    unsure = guess.game.once(_after_hidden)
    own = list(takewhile(lambda each: _is_own(each.event, seat), tried.happened[1:]))
    first = own[: drawn[0].after - 1] if drawn else own
    sure = list(takewhile(lambda each: _is_sure(each, seat, unsure), first))
    later = seen_by(own[len(sure) :], seat)
    ending: list[Happening] = []
    if len(sure) == len(own) and guess.whose_turn == seat:
        known = tried.happened[: drawn[0].after] if drawn else tried.happened
        of_turn = takewhile(_OfTurn(seat), known[1:])
        ending = list(takewhile(lambda each: _is_sure(each, seat, unsure), of_turn))[len(sure) :]
    return Tried(
        tried,
        seen_by(sure, seat),
        later,
        len(sure) + 1 == len(tried.happened),
        seen_by(ending, seat),
    )


def _pieces(view: View) -> set[str]:
    """Return the ids of all pieces that a seat sees."""
    found: set[str] = set()
    for zone in view["zones"].values():
        places = zone.values() if isinstance(zone, dict) else [zone]
        found.update(piece for things in places if isinstance(things, list) for piece in things)
    for owners in view["boards"].values():
        for spaces in owners.values():
            for held in spaces.values():
                found.update([held] if isinstance(held, str) else held)
    return found


def _is_own(event: Event, seat: int) -> bool:
    """Whether something belongs to what a seat does now."""
    if event["kind"] == "begin" and event["what"] == "step":
        return False
    return event["kind"] != "over" and (event["kind"] != "choice" or event["seat"] == seat + 1)


class _OfTurn:
    """Whether what happens belongs to a seat's turn still: until a step begins again, or is of others."""

    def __init__(self, seat: int) -> None:
        self.seat, self.ended = seat, set[str]()

    def __call__(self, happening: Happening) -> bool:
        event = happening.event
        if event["kind"] not in ("begin", "end") or event["what"] != "step":
            return _is_own(event, self.seat)
        if event["kind"] == "end":
            self.ended.add(event["name"])
            return True
        return event.get("seat") == self.seat + 1 and event["name"] not in self.ended


def _is_sure(happening: Happening, seat: int, unsure: frozenset[Place]) -> bool:
    """Whether a seat knows beforehand that something happens as it does."""
    event = happening.event
    if (event["file"], event["line"]) in unsure or seat in happening.uncovers:
        return False
    return event["kind"] not in ("roll", "pick", "shuffle", "reveal")


# -- what depends on hidden things
def _after_hidden(game: Game) -> frozenset[Place]:
    """Return the lines of statements that may depend on what is hidden, or that come after such a one."""
    program, index = game.program, index_of(game.program)
    looking = Looking(program, index, Problems())
    unsure: set[Unit] = set()
    found: set[Place] = set()
    size = -1
    # What calls something unsure is unsure from there on.
    while len(unsure) > size:
        size = len(unsure)
        for unit, body in index.bodies.items():
            if _mark(body, looking, unsure, found):
                unsure.add(unit)
    return frozenset(found)


def _mark(
    body: StBlock, looking: Looking, unsure: set[Unit], found: set[Place], *, after: bool = False
) -> bool:
    """Note the lines of a block from where something hidden is read; returns whether it is."""
    for s in body:
        reads = any(looking.unseen(ex, ME) is not None for ex in expressions_in(s))
        calls = looking.index.called(("block",), [s]) & unsure
        if after or reads:
            found.update((each.position.file, each.position.line) for each in statements_in([s]))
        inside = [_mark(block, looking, unsure, found, after=after or reads) for block in blocks_in(s)]
        after = after or reads or bool(calls) or any(inside)
    return after
