"""What happened in a game so far, in passages that others can follow."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from cli.seen.choices import PASS, begins_anew, choice_words, depth_after, disclosed, left_open
from cli.seen.lines import Line, plain
from cli.seen.model import Happened, Place
from cli.seen.pieces import called, person_words, seat_name
from cli.seen.story import Story

if TYPE_CHECKING:
    from cli.seen.beside import Known
    from interpreter import Event, Game, Happening, State


_ENDS = ("zone", "of", "board", "owner", "space")
# What somebody reads before the end of a turn of theirs that they were not asked about.
_NOTHING_ELSE = "Nothing else can be done."
_NOTHING_SAID: Event = {"kind": "say", "text": _NOTHING_ELSE}


@dataclass(frozen=True, slots=True)
class Passage:
    """What one seat (from 0; -1: nobody) chose for one thing that it began, and what happened then.

    first: the choice of the log at which it begins; depth: how many effects had begun before and not ended.
    """

    seat: int
    choices: list[Event]
    events: list[Event]
    first: int = 0
    depth: int = 0

    def ends_unasked(self, seat: int) -> bool:
        """Whether a turn of a seat ends here of itself: what is said to it alone says so."""
        return any(event["kind"] == "say" and event.get("seat") == seat + 1 for event in self.events)

    @property
    def chosen(self) -> list[str]:
        """What was chosen, each so that it can be understood without the question."""
        return [choice_words(each) for each in self.choices]


@dataclass
class Log:
    """All that happened: for each choice of the journal who made it and what it led to; first the set-up.

    loops: the counters that steps of the flow are repeated for; turns: the steps that players take in turn;
    kept: what readers may see of each choice, and what was made of it, as long as this log is there.
    """

    done: list[tuple[int, Sequence[Happening]]] = field(default_factory=list)
    loops: Sequence[str] = ()
    turns: Collection[str] = ()
    kept: dict[Any, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls, game: Game, seed: int, choices: Sequence[str], begun: State | None = None
    ) -> tuple[Log, State]:
        """Play choices from the beginning, or from a state; returns what was done and the state reached."""
        state = game.new(seed, listen=True) if begun is None else begun.fork()
        state.listen()
        log = cls([(-1, state.happened)], game.loops, game.turns)
        for choice in choices:
            seat = state.seat
            state.choose(choice)
            log.done.append((seat, state.happened))
        return log, state

    def seen(self, seats: Collection[int], since: int = 0, end: int | None = None) -> list[list[Event]]:
        """Return what all of these seats (none: a spectator) may see of each choice."""
        from interpreter import seen_by

        who, wanted = tuple(seats), range(len(self.done))[since:end]
        for at in wanted:
            if (who, at) not in self.kept:
                # In the set-up nobody chooses anything.
                turns = self.turns if at else ()
                seat, happened = self.done[at]
                self.kept[who, at] = with_idle_turns(seen_by(happened, *seats), seat, turns)
        return [self.kept[who, at] for at in wanted]

    def passages(self, seats: Collection[int], since: int = 0) -> list[Passage]:
        """Return what was done as all of these seats may read it, gathered by what each began."""
        seen = zip(range(len(self.done))[since:], self.seen(seats, since), strict=True)
        done = [(at, self.done[at][0], events) for at, events in seen]
        return gathered(done, self.loops, self._depth_before(seats, done[0][0]) if done else 0)

    def _depth_before(self, seats: Collection[int], end: int) -> int:
        """Return how many effects have begun and not ended before a choice of the log."""
        begun = end - 1
        while begun > 0 and not any(each.get("what") == "step" for each in self.seen(seats, begun, end)[0]):
            begun -= 1
        events = [event for happened in self.seen(seats, max(begun, 0), end) for event in happened]
        return reduce(depth_after, events, 0)

    def opening(self, seats: Collection[int]) -> list[Passage]:
        """Return what the set-up says; how it lays things out one sees."""
        first = (event for events in self.seen(seats, 0, 1) for event in events)
        said = [event for event in first if event["kind"] == "say"]
        return [Passage(-1, [], said)] if said else []

    def since(self, seat: int, back: int = 0) -> list[Passage]:
        """Return what happened since a seat's last choice, or with the last `back` choices."""
        first = max(len(self.done) - (back or self._after(seat) + 1), 1)
        passages = self.passages([seat], first)
        if not back and self._after(seat) == len(self.done):
            return [*self.opening([seat]), *passages]
        if passages and not back and self.done[first][0] == seat:
            passages[0].choices.clear()  # one knows what one has chosen, not what it led to
        return passages

    def news(self, game: Game, seat: int, back: int = 0, *, known: Known | None = None) -> list[Happened]:
        """Return what happened since a seat's last choice, or with the last `back` choices, in words."""
        return [self.in_words(game, each, seat, known=known) for each in self.since(seat, back)]

    def led_to(self, game: Game, seat: int, known: Known | None = None) -> list[Line]:
        """Return what a seat's last choice led to."""
        events = self.seen([seat], len(self.done) - 1)[0] if self.done else []
        return Story(game, known=known).came(events, self._depth_before([seat], len(self.done) - 1))

    def in_words(
        self, game: Game, passage: Passage, reader: int, place: str = "", known: Known | None = None
    ) -> Happened:
        """Return a passage as somebody (a seat, else -1) reads it, made once."""
        # The log keeps the events, so each has its own id.
        names = known is not None, known is not None and known.named
        key = (reader, passage.seat, place, names, tuple(passage.chosen), *map(id, passage.events))
        if key not in self.kept:
            self.kept[key] = in_words(game, passage, reader, place, known)
        found: Happened = self.kept[key]
        return found

    def places(self, seat: int | None, since: int | None = None) -> set[Place]:
        """Return where something happened since a seat's last choice, counters too, as far as it may see it.

        None: a spectator, for whom it is the last choice of all. since: from this choice of the log on.
        """
        first = self.reached(seat) if since is None else max(since, 1)
        found = set[Place]()
        for events in self.seen([seat] if seat is not None else [], first):
            found |= {(each["counter"], each["of"]) for each in events if each["kind"] == "count"}
            for place in (event.get(end) for event in events for end in ("at", "to")):
                if isinstance(place, dict):
                    found.add(tuple(str(place[key]) for key in _ENDS if place.get(key)))
        return found

    def reached(self, seat: int | None) -> int:
        """Return the choice of the log after a seat's last one; of a spectator after all but the last."""
        return max(len(self.done) - (self._after(seat) if seat is not None else 1), 1)

    def _after(self, seat: int) -> int:
        """Count the choices since a seat's last one."""
        return sum(1 for _ in takewhile(lambda done: done[0] != seat, reversed(self.done)))

    def why_over(self, state: State) -> str:
        """Return why the game is over, as a sentence; empty if that is not known, or it goes on.

        That is the title of what ended it, else what the flow went through to its last.
        """
        from interpreter import lowered

        if state.decision is not None or not self.done:
            return ""
        game, events = state.game, self.seen([], len(self.done) - 1)[0]
        within: list[Event] = []
        for event in events:
            if event["kind"] == "begin":
                within.append(event)
            elif event["kind"] == "end" and within:
                within.pop()
            elif event["kind"] == "over" and within:
                return f"The game is over: {lowered(within[-1]['title'])}."
        counts = (each for one in reversed(self.seen([])) for each in reversed(one))
        outermost = self.loops[-1:]
        if last := next((each for each in counts if each.get("counter") in outermost), None):
            return f"The game is over: {called(game.counters[last['counter']])} {last['after']} was the last."
        steps = [each["name"] for each in events if each["kind"] == "end" and each["what"] == "step"]
        return "The game is over: the last round has been played." if "round" in steps else ""

    def others(self, seat: int) -> int:
        """Count the choices of all other seats."""
        return sum(who not in (seat, -1) for who, _ in self.done)


def gathered(
    done: Iterable[tuple[int, int, Sequence[Event]]], loops: Sequence[str], within: int = 0
) -> list[Passage]:
    """Gather what choices led to by what each seat began.

    done: the number of each choice, who made it, and the events. loops: as in a log; within: how many effects
    have begun before them that have not ended.
    """
    done = list(done)
    kept = {id(event) for event in disclosed([event for _, _, events in done for event in events])}
    found: list[Passage] = []
    for number, (at, seat, events) in enumerate(done):
        turn, free = -1, False  # who chose last, and whether they have chosen freely since others did
        after = done[number + 1][1] if number + 1 < len(done) else None
        noted: Passage | None = None  # where it is said that nothing else can be done
        for place, event in enumerate(each for each in events if id(each) in kept):
            if _is_new(event, loops) and found and found[-1].seat >= 0:
                found.append(Passage(-1, [], [], at, within))
            if event["kind"] == "choice":
                who = event["seat"] - 1 if isinstance(event["seat"], int) else -1
                begins = begins_anew(event) and not event["forced"] and place == 0 and within == 0
                turn, free = who, not event["forced"] or (free and turn == who)
                # Whoever has done something and passes only ends the turn.
                ends = event["options"] == [PASS] and bool(found) and found[-1].seat == who
                if not found or found[-1].seat != who or (begins and not ends):
                    found.append(Passage(who, [], [], at, within))
                if not event.get("said") and not ends:
                    found[-1].choices.append(event)
                # What one's turn ends with of itself comes after one's own choice.
                if (
                    event["forced"]
                    and begins_anew(event)
                    and within == 0
                    and free
                    and after not in (None, who)
                ):
                    # Of several such things it is the last that ends the turn.
                    if noted is not None and noted.seat == who:
                        noted.events.remove(_NOTHING_SAID)
                    noted = found[-1]
                    noted.events.append(_NOTHING_SAID)
            elif not found:
                found.append(Passage(seat, [], [], at, within))
            within = depth_after(within, event)
            found[-1].events.append(event)
    return found


def _unasked(seat: int, words: str) -> Event:
    """What is said to a seat whose turn ends of itself; to others it could tell what the seat hides."""
    return {"kind": "say", "text": f"{seat_name(seat)} {words} in this turn.", "seat": seat + 1}


def with_idle_turns(events: Sequence[Event], who: int, turns: Collection[str]) -> list[Event]:
    """Return what a choice of a seat led to, with a sentence where a turn of another ended of itself.

    That is a turn that goes on with another's answer no more, or one that begins and ends with it after the
    turn of who chose; turns: as in a log.
    """
    found: list[Event] = []
    ended, begun, idle = set[str](), "", True
    begun_at, within = dict[int | str, int](), 0  # where each began last to do something
    for event in events:
        if event["kind"] == "choice":
            idle = False
        elif event.get("what") == "step" and event["name"] in turns and "seat" in event:
            if event["kind"] == "begin":
                begun, idle = event["name"], True
            elif begun != event["name"]:
                ended.add(event["name"])
                if event["seat"] != who + 1:
                    # What the turn ends with of itself comes after it.
                    at = begun_at.get(event["seat"], len(found))
                    found.insert(at, _unasked(int(event["seat"]) - 1, "could do nothing more"))
            elif begun in ended:
                words = "could do nothing" if idle else "had no choice"
                found.append(_unasked(int(event["seat"]) - 1, words))
        if event["kind"] == "begin" and event["what"] == "effect" and not within and "seat" in event:
            begun_at[event["seat"]] = len(found)
        within = depth_after(within, event)
        found.append(event)
    return found


def _is_new(event: Event, loops: Sequence[str]) -> bool:
    """Whether with an event something else begins than what was chosen: a step, or a round."""
    begins = event["kind"] == "begin" and event["what"] == "step"
    return begins or event.get("counter") in loops


def in_words(
    game: Game, passage: Passage, reader: int, place: str = "", known: Known | None = None
) -> Happened:
    """Return who chose what, and what came of it, as somebody (a seat, else -1) reads it.

    Of what was chosen only that which what came of it leaves open. Nobody is `you` in it: sentences of a
    ruleset name everybody. known: what the reader knows corners and sides by.
    """
    who = passage.seat
    # A sentence that is for one seat alone says so; those of a ruleset are for all.
    own = reader + 1
    kept = [event for event in passage.events if event["kind"] != "say" or event.get("seat", own) == own]
    if who != reader:
        kept = [event for event in kept if event.get("text") != _NOTHING_ELSE]
    passage = replace(passage, events=kept)
    doer = f"p{who + 1}" if who >= 0 else ""

    def led_to(*, named: bool = False, known: Known | None = known) -> list[Line]:
        story = Story(game, doer=doer, named=named, known=known)
        return _without_idle(story.came(passage.events, passage.depth))

    # Where sentences say it all, nobody is named before them.
    if who < 0 or not passage.choices or Story(game, doer=doer).is_said(passage.events, passage.depth):
        came = led_to()
        if came or who < 0:
            return Happened(-1, [], came, place)
    came = led_to(named=True)
    # What was chosen is looked for by its name.
    by_name = plain(led_to(named=True, known=None)) if known is not None else plain(came)
    named = list(dict.fromkeys(left_open(passage.choices, by_name)))
    named = [known.sentence(each) for each in named] if known is not None else named
    if came and not named:
        # What came of it says all that was chosen, where it begins with who did it.
        alone = led_to()
        if alone[0][0].text == person_words(doer):
            return Happened(-1, [], alone, place)
    return Happened(who if named or came else -1, named, came, place)


def _without_idle(lines: Sequence[Line]) -> list[Line]:
    """Return lines without those that nothing else could be done, where nothing follows."""
    nothing = [plain([line]) == _NOTHING_ELSE for line in lines] + [True]
    return [line for at, line in enumerate(lines) if not (nothing[at] and nothing[at + 1])]
