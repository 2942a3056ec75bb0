"""Points by source and seat, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cli.seen.lines import Line, Run
from cli.seen.model import Rank, Scores
from cli.seen.pieces import person_words, seat_name

if TYPE_CHECKING:
    from interpreter import State


# Of so many things that points are for, only the first and the last are named.
_MANY = 4


def outcome_json(state: State) -> dict[str, Any]:
    """Return how far a game is, with the keys that other tools rely on."""
    return {
        "game": state.game.id,
        "with": list(state.game.overlays),
        "options": dict(state.game.options),
        "decisions": state.decisions,
        "finished": state.finished,
        "scores": state.scores(),
        "breakdown": state.breakdown(),
        "hash": state.hash(),
    }


def scores_of(state: State, ended: str = "") -> Scores:
    """Return the points of each source and their total, one column a seat or automaton.

    ended: why the game is over, as a sentence.
    """
    scores, players = state.scores(), state.game.players
    names = [state.game.person(person)[0] for person in range(players, len(scores))]
    columns: list[int | str] = [*range(1, players + 1), *names]
    sources: dict[str, dict[int | str, str]] = {}
    numbers: dict[str, dict[int | str, int]] = {}
    for line in state.breakdown():
        shown = f" ({_in_short(line['shows'])})" if "shows" in line else ""
        sources.setdefault(str(line["source"]), {})[line["seat"]] = f"{line['points']}{shown}"
        numbers.setdefault(str(line["source"]), {})[line["seat"]] = line["points"]
    rows = [
        (_headed(state, source), [cells.get(seat, "0") for seat in columns])
        for source, cells in sources.items()
    ]
    heads = [*(seat_name(seat) for seat in range(players)), *(person_words(name) for name in names)]
    if state.game.has_points:
        rows.append(("Total", list(map(str, scores))))
    counted = [
        (_headed(state, source), [cells.get(seat, 0) for seat in columns])
        for source, cells in numbers.items()
    ]
    if state.decision is not None:
        return Scores(heads, rows, [], counted)
    ranking = [] if state.broken_off else _ranking(state, heads)
    final, ended = _final(state, len(scores)), "" if state.broken_off else ended
    return Scores(heads, rows, _verdict(state, ranking), counted, ranking, final, ended)


def _called(state: State, source: str) -> str:
    """Return what points come from, as within a sentence."""
    from interpreter import lowered

    return lowered(state.game.source_title(source))


def _headed(state: State, source: str) -> str:
    """Return what points come from, as the head of a row."""
    title = state.game.source_title(source)
    return title[:1].upper() + title[1:]


def _in_short(shown: str) -> str:
    """Return what points are for: of many things the first and the last."""
    things = shown.split(", ")
    return shown if len(things) < _MANY else f"{things[0]} … {things[-1]}"


def _ranking(state: State, heads: Sequence[str]) -> list[Rank]:
    """Return how everybody did: who has won, then by points, those of mates added."""
    totals, winners = state.team_totals(), state.winners()
    done = [(person not in winners, -points) for person, points in enumerate(totals)]
    return [
        Rank(
            1 + sum(each < done[person] for each in done),
            _id_of(state, person),
            heads[person],
            totals[person],
        )
        for person in sorted(range(len(totals)), key=lambda person: done[person])
    ]


def _id_of(state: State, person: int) -> str:
    players = state.game.players
    return f"p{person + 1}" if person < players else str(state.game.person(person)[0])


def _final(state: State, scored: int) -> list[tuple[str, Sequence[int]]]:
    """Return the points that the final scoring brought, by source."""
    found: dict[str, list[int]] = {}
    for person in range(scored):
        for line, points in state.final_points(person) if not state.broken_off else ():
            found.setdefault(_called(state, line.source), [0] * scored)[person] += points
    return [(source, points) for source, points in found.items() if any(points)]


def final_scoring(scores: Scores) -> list[Line]:
    """Return why the game is over and what the final scoring brought to each; nothing before the end."""
    found = [[Run(scores.ended)]] if scores.ended else []
    for column, name in enumerate(scores.heads):
        brought = [(source, points[column]) for source, points in scores.final if points[column]]
        if not brought:
            continue
        parts = [f"{points} for {source}" for source, points in brought]
        total = sum(points for _, points in brought)
        much = f"{name} gets {total} {'point' if total == 1 else 'points'} in the final scoring"
        found.append(
            [Run(f"{much}: {', '.join(parts)}." if len(parts) > 1 else f"{much}, for {brought[0][0]}.")]
        )
    return found


def _verdict(state: State, ranking: Sequence[Rank]) -> list[str]:
    """Return the sentences about the result."""
    players = state.game.players
    if state.broken_off:
        return ["The game was broken off."]
    verdicts = [state.judgement(seat) for seat in range(players)]
    if players == 1 and verdicts[0]:
        return verdicts
    judged = [f"{seat_name(seat)}: {verdict}" for seat, verdict in enumerate(verdicts) if verdict]
    return [_winners_text(state.winners(), players, ranking), *judged]


def _winners_text(winners: Sequence[int], players: int, ranking: Sequence[Rank]) -> str:
    """Return who won, and where points decide with how many; several share a victory, alone one can lose."""
    if not winners:
        return "The game is lost." if players == 1 else "Nobody wins."
    if players == 1:
        return "The game is won."
    *others, last = [seat_name(seat) for seat in winners]
    won = f"{', '.join(others)} and {last} share the victory" if others else f"{last} wins"
    most, behind = ranking[0].points, ranking[len(winners) :]
    if not most or most < max(each.points for each in ranking):
        return f"{won}."
    much = f"{won} with {most} {'point' if most == 1 else 'points'}"
    if tied := [each.name for each in behind if each.points == most]:
        # Something else than points decides.
        have, lose = ("has", "loses") if len(tied) == 1 else ("have", "lose")
        much += f"; {' and '.join(tied)} {have} as many and {lose} the tie"
        behind = behind[len(tied) :]
    return (
        "; ".join([much, ", ".join(f"{each.name} has {each.points}" for each in behind)]).rstrip("; ") + "."
    )
