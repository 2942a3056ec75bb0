"""Sees a position for a seat, once for all that is made from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cli.seen.log import Log
from cli.seen.model import Happened, Scores, Seen
from cli.seen.pieces import person_words
from cli.seen.questions import question_for
from cli.seen.score import final_scoring, scores_of
from cli.seen.sight import Sight
from cli.seen.ways import find_ways

if TYPE_CHECKING:
    from cli.seen.model import Way
    from interpreter import State

# So many choices may lead up to a question.
_PATH = 12


def see(
    state: State,
    seat: int | None,
    log: Log | None = None,
    *,
    asks: bool = True,
    ahead: bool = True,
    ways: Sequence[Way] | None = None,
) -> Seen:
    """Return what a seat (None: a spectator) sees of a position and is asked.

    log: what happened so far, for what is new; asks: whether anything can be chosen; ahead: whether options
    say what they would lead to; ways: what can be reached by several choices, if that is known already: else
    what lies two choices away is looked for where actions are asked for.
    """
    sight = Sight(state, seat, log.places(seat) if log is not None else ())
    scores = scores_of(state)
    about = _chosen_already(state, seat, log) if log is not None and asks else []
    question = question_for(sight, about, ahead=ahead) if asks else None
    if question is not None and ahead:
        if ways is None:
            ways = find_ways(sight, 2) if not question.name else ()
        question = replace(question, ways=ways)
    return Seen(
        game=state.game,
        seat=seat,
        decisions=state.decisions,
        where=sight.whereabouts(),
        decides=state.seat,
        persons={person: person_words(person) for person in sight.persons},
        question=question,
        boards=list(sight.boards()),
        counters=list(sight.counters()),
        zones=list(sight.zones()),
        supplies=list(sight.supplies()),
        log=[*(log.news(state.game, seat) if log is not None and seat is not None else []), *ended(scores)],
        scores=scores,
        turn="" if state.whose_turn is None else sight.persons[state.whose_turn],
        since=log.reached(seat) - 1 if log is not None else 0,
    )


def ended(scores: Scores) -> list[Happened]:
    """Return the final scoring as the last that happened; nothing before the end."""
    lines = final_scoring(scores)
    return [Happened(-1, [], lines, "end")] if lines else []


def _chosen_already(state: State, seat: int | None, log: Log) -> list[str]:
    """Return what a seat chose already for what is being done."""
    if seat is None or state.seat != seat or not state.inside:
        return []
    passages = log.passages([seat], -_PATH)
    return passages[-1].chosen if passages and passages[-1].seat == seat else []
