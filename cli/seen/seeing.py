"""Sees a position for a seat, once for all that is made from it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cli.seen.beside import Known
from cli.seen.choices import choice_words, opens
from cli.seen.log import Log
from cli.seen.model import Happened, Question, Scores, Seen
from cli.seen.outcomes import by_what_it_lies_at
from cli.seen.pieces import person_words
from cli.seen.questions import places_chosen, question_for
from cli.seen.score import final_scoring, scores_of
from cli.seen.sight import Sight
from cli.seen.stocks import stocks_of
from cli.seen.ways import find_ways

if TYPE_CHECKING:
    from cli.seen.model import Place, Way
    from interpreter import Event, State

# So many choices may lead up to a question.
_PATH = 12
# What a variable is called that says where something comes from.
_ORIGIN = re.compile("^(from|to) ")


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
    scores = scores_of(state, log.why_over(state) if log is not None else "")
    already = _chosen_already(state, seat, log) if log is not None and asks else []
    question = question_for(sight, ahead=ahead) if asks else None
    if question is not None and already:
        chosen = frozenset(place for each in already for place in places_chosen(sight, each))
        # What was done before a step of its own is in the log.
        about = _in_short(sight, question, already) if state.inside else []
        options = [replace(each, places=_at_chosen(each.places, chosen)) for each in question.options]
        question = replace(question, about=about, chosen=chosen, options=options)
    if question is not None and ahead:
        if ways is None:
            ways = find_ways(sight, 2) if not question.name else ()
        question = replace(question, ways=ways)
    known = Known(sight)
    news = log.news(state.game, seat, known=known) if log is not None and seat is not None else []
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
        stocks=list(stocks_of(sight)),
        log=[*news, *ended(scores)],
        scores=scores,
        turn="" if state.whose_turn is None else sight.persons[state.whose_turn],
        since=log.reached(seat) - 1 if log is not None else 0,
    )


def _at_chosen(places: Sequence[Place], chosen: Collection[Place]) -> Sequence[Place]:
    """Return of the places of equal things those on a space that was chosen before, if there are any."""
    spaces = {each[3] for each in chosen if each[0] == "space"}
    at = [
        each
        for each in places
        if each in chosen or (each[0] == "thing" and spaces.intersection(each[2].split(" ")))
    ]
    return at or places


def ended(scores: Scores) -> list[Happened]:
    """Return the final scoring as the last that happened; nothing before the end."""
    lines = final_scoring(scores)
    return [Happened(-1, [], lines, "end")] if lines else []


def _chosen_already(state: State, seat: int | None, log: Log) -> list[Event]:
    """Return the choices of a seat for what is being done, from the action on that it has begun."""
    if seat is None or state.seat != seat or state.decision is None:
        return []
    actions = {thing.name for thing in state.game.things if thing.section == "actions"}
    # What an action goes on with in a step of its own belongs to it too.
    if not state.inside and any(option.id in actions for option in state.decision.options):
        return []
    passages = log.passages([seat], -_PATH)
    if not passages or passages[-1].seat != seat:
        return []
    own = [each for each in passages[-1].events if each["kind"] == "choice" and each["seat"] == seat + 1]
    # What waited goes on with what was chosen before.
    begun = [
        at
        for at, each in enumerate(own)
        if not each.get("performed") and actions.intersection(each["options"])
    ]
    own = own[begun[-1] + 1 if begun else 0 :]
    # Where the same is asked again, what was answered before is done; of several things more are picked.
    same = [at for at, each in enumerate(own) if each["asked"] == state.decision.name]
    return own[: same[0]] if same and state.decision.subset is None else own


def _in_short(sight: Sight, question: Question, choices: Sequence[Event]) -> list[str]:
    """Return what was chosen, without what the question says itself, and ways that nobody has chosen.

    Corners and sides go by what they lie beside.
    """
    unsaid = (
        each
        for each in choices
        if each["asked"] != question.name
        and not (opens(each) and each["forced"])
        and not all(title.lower() in question.prompt.lower() for title in each["titles"])
    )
    placed = (by_what_it_lies_at(sight, each, places_chosen(sight, each)) for each in unsaid)
    return list(filter(None, (_as_said(sight, each) for each in placed)))


def _as_said(sight: Sight, choice: Event) -> str:
    """Return what was chosen as people say it on the way: `row 6`."""
    from interpreter import lowered

    words, asked = choice_words(choice), choice["asked"]
    # That one said yes goes without saying, and nothing that was paid.
    if choice["options"] == ["yes"] or (asked in sight.game.counters and choice["titles"] == ["0"]):
        return ""
    if asked == "action" or not words.startswith(f"{asked.replace('_', ' ')}: "):
        return lowered(words)
    titles = ", ".join(choice["titles"])
    if asked in sight.game.counters:
        return f"{titles} {asked.replace('_', ' ')}"
    # Where a thing is taken from is said by what that is.
    return f"{_ORIGIN.sub('', asked.replace('_', ' '))} {titles}"
