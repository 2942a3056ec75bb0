"""Points as a table: one line a source, one column a seat, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cli.show.decision import seat_name

if TYPE_CHECKING:
    from interpreter import State


def outcome_json(state: State) -> dict[str, Any]:
    """Return where a game stands with the keys that other tools rely on."""
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


def outcome_text(state: State) -> str:
    """Return the points of a finished game, who won, and what the ruleset says of the points."""
    return "\n".join([score_text(state), *ending(state)])


def ending(state: State) -> list[str]:
    """Return the sentences about the result."""
    players = state.game.players
    if state.broken_off:
        return ["The game was broken off."]
    verdicts = [state.judgement(seat) for seat in range(players)]
    if players == 1 and verdicts[0]:
        return verdicts
    told = [f"{seat_name(seat)}: {verdict}" for seat, verdict in enumerate(verdicts) if verdict]
    return [winners_text(state.winners(), players), *told]


def score_text(state: State) -> str:
    """Return a table of the points of each source and their total, one column a seat or automaton."""
    return table_text(score_rows(state))


def score_rows(state: State) -> list[list[str]]:
    """Return the rows of that table, the heads first."""
    scores, players = state.scores(), state.game.players
    names = [state.game.person(person)[0] for person in range(players, len(scores))]
    columns: list[int | str] = [*range(1, players + 1), *names]
    sources: dict[str, dict[int | str, str]] = {}
    for line in state.breakdown():
        shown = f" ({line['shows']})" if "shows" in line else ""
        sources.setdefault(str(line["source"]), {})[line["seat"]] = f"{line['points']}{shown}"
    rows = [["", *(seat_name(seat) for seat in range(players)), *names]]
    rows += [
        [source.replace("_", " "), *(cells.get(seat, "0") for seat in columns)]
        for source, cells in sources.items()
    ]
    rows.append(["total", *map(str, scores)])
    return rows


def winners_text(winners: Sequence[int], players: int) -> str:
    """Return who won; several share a victory, and alone one can also lose."""
    if not winners:
        return "The game is lost." if players == 1 else "Nobody wins."
    if players == 1:
        return "The game is won."
    *others, last = [seat_name(seat) for seat in winners]
    return f"{', '.join(others)} and {last} share the victory." if others else f"{last} wins."


def table_text(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as aligned columns: the first to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([f"{first:<{widths[0]}}", *cells]).rstrip())
    return "\n".join(lines)
