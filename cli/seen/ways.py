"""Where several choices lead that a seat makes one after the other: what lies there can be taken in one go.

In: a position that asks a seat. Out: ways to places on the table. They are looked for on a guess, as far as
the seat surely knows what happens, so they show nothing that it cannot know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.seen.model import Place, Way
from cli.seen.outcomes import along
from cli.seen.questions import option_title, places_of
from cli.seen.sight import Sight

if TYPE_CHECKING:
    from interpreter import Event, State

# So many choices follow one another, and so many options are tried out to find them: the nearest first.
CHOICES, _TRIED = 4, 60


@dataclass(frozen=True, slots=True)
class _Stage:
    """A question on the way: the first option, what was chosen since, its titles, and what happened."""

    state: State
    first: int = -1
    then: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    events: Sequence[Event] = ()


def find_ways(sight: Sight, choices: int = CHOICES) -> list[Way]:
    """Return the ways of at least two choices to places, at most so many choices long; the shortest first."""
    from interpreter import RuleFault, after_option

    state, seat = sight.state, sight.seat
    if seat is None or state.seat != seat or state.secret:
        return []
    try:
        guess = state.guess(seat, 0)
    except RuleFault:
        return []
    stages, found, left = [_Stage(guess)] if not guess.contradicts else [], list[Way](), _TRIED
    for _ in range(choices):
        following = list[_Stage]()
        for stage in stages:
            decision = stage.state.decision
            if decision is None or decision.subset is not None:
                continue
            lies = places_of(Sight(stage.state, seat), decision) if stage.first >= 0 else {}
            for number, option in enumerate(decision.options):
                on, events = after_option(stage.state, number) if left else (None, ())
                left -= left > 0
                title = option_title(sight.game, decision, option.title or option.id)
                beyond = stage.first >= 0
                reached = _Stage(
                    on or stage.state,
                    stage.first if beyond else number,
                    (*stage.then, option.id) if beyond else (),
                    (*stage.titles, title),
                    (*stage.events, *events),
                )
                if number in lies:
                    found.append(_way(sight, reached, lies[number]))
                if on is not None:
                    following.append(reached)
        stages = following
    return found


def _way(sight: Sight, stage: _Stage, places: Sequence[Place]) -> Way:
    """Return the way that ends with the last choice of a stage."""
    title, *titles = stage.titles
    named = f"{title}: {', '.join(titles)}"
    at = tuple(_chosen_among(places, stage.then[:-1]))
    does, costs = along(sight, stage.events, at, named)
    return Way(stage.first, stage.then, named, does, costs, at)


def _chosen_among(places: Sequence[Place], chosen: Iterable[str]) -> Sequence[Place]:
    """Return the places that a choice before has named, such as one of several rows with the same thing."""
    named = {each.partition("=")[2] for each in chosen}
    at = [each for each in places if each[0] != "player" and named & {*each[2].split(" "), each[-1]}]
    return at or places
