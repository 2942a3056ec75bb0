"""Points by source and seat, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cli.seen.model import Scores
from cli.seen.pieces import seat_name

if TYPE_CHECKING:
    from interpreter import State


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


def scores_of(state: State) -> Scores:
    """Return the points of each source and their total, one column a seat or automaton."""
    scores, players = state.scores(), state.game.players
    names = [state.game.person(person)[0] for person in range(players, len(scores))]
    columns: list[int | str] = [*range(1, players + 1), *names]
    sources: dict[str, dict[int | str, str]] = {}
    for line in state.breakdown():
        shown = f" ({line['shows']})" if "shows" in line else ""
        sources.setdefault(str(line["source"]), {})[line["seat"]] = f"{line['points']}{shown}"
    rows = [
        (source.replace("_", " "), [cells.get(seat, "0") for seat in columns])
        for source, cells in sources.items()
    ]
    heads = [*(seat_name(seat) for seat in range(players)), *names]
    verdict = _verdict(state) if state.decision is None else []
    return Scores(heads, [*rows, ("total", list(map(str, scores)))], verdict)


def _verdict(state: State) -> list[str]:
    """Return the sentences about the result."""
    players = state.game.players
    if state.broken_off:
        return ["The game was broken off."]
    verdicts = [state.judgement(seat) for seat in range(players)]
    if players == 1 and verdicts[0]:
        return verdicts
    judged = [f"{seat_name(seat)}: {verdict}" for seat, verdict in enumerate(verdicts) if verdict]
    return [_winners_text(state.winners(), players), *judged]


def _winners_text(winners: Sequence[int], players: int) -> str:
    """Return who won; several share a victory, and alone one can also lose."""
    if not winners:
        return "The game is lost." if players == 1 else "Nobody wins."
    if players == 1:
        return "The game is won."
    *others, last = [seat_name(seat) for seat in winners]
    return f"{', '.join(others)} and {last} share the victory." if others else f"{last} wins."
