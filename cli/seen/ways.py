"""Where several choices lead that a seat makes one after the other: what lies there can be taken in one go.

In: a position that asks a seat. Out: ways to places on the table. They are looked for on a guess, as far as
the seat surely knows what happens, so they show nothing that it cannot know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.seen.model import Place, Way
from cli.seen.outcomes import along, chosen_of_itself, is_laid, up_to_the_next
from cli.seen.pieces import boxed
from cli.seen.questions import beside_words, option_title, places_of
from cli.seen.sight import Sight

if TYPE_CHECKING:
    from interpreter import Decision, Event, Game, State

# So many choices follow one another, and so many options are tried out to find them: the nearest first.
CHOICES, _TRIED = 4, 90


@dataclass(frozen=True, slots=True)
class _Stage:
    """A question on the way: the first option, what was chosen since, its titles, and what happened.

    named: the values chosen on the way in order, those too that were chosen of themselves.
    """

    state: State
    first: int = -1
    then: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    events: Sequence[Event] = ()
    named: tuple[str, ...] = ()


def find_ways(sight: Sight, choices: int = CHOICES) -> list[Way]:
    """Return the ways to places, at most so many choices long, the shortest first.

    A way of one choice leads to what is chosen of itself with it. Where spaces of a board are asked for, no
    way leads to others of it.
    """
    from interpreter import RuleFault

    state, seat = sight.state, sight.seat
    if seat is None or state.seat != seat or state.secret:
        return []
    try:
        guess = state.guess(seat, 0)
    except RuleFault:
        return []
    stages, found = [_Stage(guess)] if not guess.contradicts else [], list[Way]()
    asked = guess.decision
    direct = places_of(sight, asked) if asked is not None else {}
    boards = {place[1] for places in direct.values() for place in places if place[0] == "space"}
    left = _TRIED
    for _ in range(choices):
        following = list[_Stage]()
        for stage in stages:
            decision = stage.state.decision
            if decision is None or decision.subset is not None or _is_amount(stage, decision):
                continue
            for way, reached in _from(sight, stage, decision, left):
                left -= 1
                found += [way] if way is not None and not (boards & _on_boards(way)) else []
                following += [reached] if reached is not None else []
        stages = following
    return found


def _is_amount(stage: _Stage, decision: Decision) -> bool:
    """Whether on the way it is asked how much, such as of what is paid: no place says that."""
    numbers = all(_value(option.id).isdecimal() for option in decision.options)
    return stage.first >= 0 and numbers and not places_of(Sight(stage.state, decision.seat), decision)


def _on_boards(way: Way) -> set[str]:
    return {place[1] for place in way.places if place[0] == "space"}


def _from(
    sight: Sight, stage: _Stage, decision: Decision, left: int
) -> Iterator[tuple[Way | None, _Stage | None]]:
    """Yield for each option of a question its way, if it leads to a place, and the question after it."""
    from interpreter import after_option, question

    seat, beyond = decision.seat, stage.first >= 0
    here = Sight(stage.state, seat)
    lies = places_of(here, decision) if beyond else {}
    notes = question(stage.state).notes if lies else [""] * len(decision.options)
    for number, option in enumerate(decision.options):
        on, happens = after_option(stage.state, number) if number < left else (None, [])
        events = up_to_the_next(sight, happens)
        if len(events) < len(happens) or is_laid(events):
            on = None  # it is over: another action begins of itself, or what a piece brings where it lies
        words = beside_words(here, decision, number)
        title = f"beside {words}" if words else option_title(sight.game, decision, option.title or option.id)
        title = _as_used(sight.game, decision, title) if beyond else title
        reached = _Stage(
            on or stage.state,
            stage.first if beyond else number,
            (*stage.then, option.id) if beyond else (),
            (*stage.titles, f"{title} ({notes[number]})" if notes[number] else title),
            (*stage.events, *events),
            (*stage.named, _value(option.id), *_forced(events)),
        )
        # Who clicks a thing means that thing, not the row that it lies in.
        itself = (each for each in lies.get(number, ()) if each[0] != "thing" or each[3] == _value(option.id))
        named = (*stage.named, *_forced(events))
        of_itself = list(dict.fromkeys(chosen_of_itself(sight, events)))
        found = dict.fromkeys([*_chosen_among(list(itself), named), *_chosen_among(of_itself, named)])
        places = [each for each in found if not _is_lost(sight, each, events)]
        way = _way(sight, reached, places) if places else None
        yield way, reached if on is not None else None


def _is_lost(sight: Sight, place: Place, events: Iterable[Event]) -> bool:
    """Whether a thing leaves the table by a choice: who clicks a thing means to do something with it."""
    if place[0] != "thing" or sight.game.zones[place[1]].holds.kind != "component":
        return False
    gone = (
        each for each in events if each["kind"] == "move" and place[3] in each.get("were", each["pieces"])
    )
    return any(
        each["at"].get("zone") == place[1]
        and (not each.get("to") or boxed(sight.game, each["to"].get("zone", "")) is not None)
        for each in gone
    )


def _as_used(game: Game, decision: Decision, title: str) -> str:
    """Return what is chosen on the way in words; that a number is used that lies somewhere, as on a die."""
    from interpreter import article

    lies = any(game.zones[zone].holds.kind == "number" for zone in game.zones_offered(decision.site))
    name, _, number = title.rpartition(" ")
    return f"with {article(name)}{name} of {number}" if lies and name and number.isdigit() else title


def _way(sight: Sight, stage: _Stage, places: Sequence[Place]) -> Way:
    """Return the way that ends with the last choice of a stage."""
    does, paid = along(sight, stage.events, places, " ".join(stage.titles))
    return Way(stage.first, stage.then, stage.titles, does, paid, tuple(places))


def _value(option: str) -> str:
    return option.partition("=")[2]


def _forced(events: Iterable[Event]) -> Iterator[str]:
    """Yield the values that are chosen because nothing else can be."""
    for event in events:
        if event["kind"] == "choice" and event["forced"]:
            yield from map(_value, event["options"])


def _chosen_among(places: Sequence[Place], named: Sequence[str]) -> Sequence[Place]:
    """Return the places that were named on the way last, such as one of several rows with the same thing."""
    for name in reversed(named):
        at = [each for each in places if _is_named(each, name)]
        if at:
            return at
    return places


def _is_named(place: Place, name: str) -> bool:
    """Whether it is a space of that name, or a thing that lies there."""
    return name == place[-1] if place[0] == "space" else place[0] == "thing" and name in place[2].split(" ")
