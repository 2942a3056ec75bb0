"""How a play stands: points by source, what a position is worth, and who has won.

In: a game and the slots of a position. Out: numbers by person: the seats,
behind them automata that are scored. Rules are run and nothing is changed; faults get their place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

from interpreter.layout import FINISHED, NOT_SAID, UNDECIDED, WON, WORK
from interpreter.play.compiled import CompiledGame, FinalLine, WorthLines
from interpreter.play.fault_places import placed
from interpreter.play.faults import FAULTS
from interpreter.play.runtime import unless_changed
from interpreter.play.shared import measured

# What a victory adds to the worth of a position; no number of the rules comes near it.
VICTORY = 2**60


Answer = TypeVar("Answer")


def _aside(question: Callable[..., Answer]) -> Callable[..., Answer]:
    """A question about a position that runs rules: faults get their place, its work counts for nothing."""

    @wraps(question)
    def asked(game: CompiledGame, slots: list[Any], *arguments: Any) -> Answer:
        try:
            return question(game, slots, *arguments)
        except FAULTS as fault:
            raise placed(fault, game, slots) from fault
        finally:
            slots[WORK] = 0

    return asked


def scores(game: CompiledGame, slots: list[Any]) -> list[int]:
    """Points: with the final scoring when the game is over, else what is scored so far."""
    if slots[FINISHED]:
        return [preview(game, slots, person) for person in range(game.scored)]
    first = game.layout.counters["points"]
    return list(slots[first : first + game.scored])


def preview(game: CompiledGame, slots: list[Any], person: int) -> int:
    """Points so far plus the final scoring as if the game ended now."""
    points: int = slots[game.layout.counters["points"] + person]
    return measured(points + sum(value for _, value in final_points(game, slots, person)))


@_aside
def outlook(game: CompiledGame, slots: list[Any], person: int) -> int:
    """The preview and what the ruleset's `outlook` adds, by their weights.

    A game broken off is a defeat; a victory that a rule has named counts as one, for a team once points do.
    """
    weights = game.weights
    final, found = slots[game.layout.counters["points"] + person], 0
    for lines in game.worth:
        if lines.kept is None:
            points, others = _worked_out(slots, game, lines, person)
        else:
            points, others = unless_changed(slots, lines.kept, person, _worked_out, (game, lines, person))
        final += points
        for place, value in zip(lines.places, others, strict=True):
            found += weights[place] * value
    found += weights[0] * measured(final)
    if not slots[FINISHED]:
        return found
    won = slots[WON]
    if won == UNDECIDED:
        return found - VICTORY
    named = won != NOT_SAID and game.model.team_size == 1 and won >> person & 1
    return found + VICTORY if named else found


def _worked_out(
    slots: list[Any], game: CompiledGame, lines: WorthLines, person: int
) -> tuple[int, Sequence[int]]:
    """What some lines come to: those of the final scoring together, each of the outlook."""
    final = sum(value for _, value in _in_force(game, lines.final, slots, person))
    return final, [points(slots, person) for points in lines.outlook]


def standings(game: CompiledGame, slots: list[Any]) -> list[int]:
    """What a position is worth to each; when the game is over, a victory counts more than all else."""
    outlooks = [outlook(game, slots, person) for person in range(game.scored)]
    judged = game.scored > 1 or slots[WON] != NOT_SAID
    return standings_of(game, outlooks, winners(game, slots) if slots[FINISHED] and judged else ())


@_aside
def final_points(game: CompiledGame, slots: list[Any], person: int) -> list[tuple[FinalLine, int]]:
    """The lines of the final scoring that count for somebody now, with their points."""
    return _in_force(game, game.final, slots, person)


def _in_force(
    game: CompiledGame, final: Sequence[FinalLine], slots: list[Any], person: int
) -> list[tuple[FinalLine, int]]:
    found = []
    masks, owners, table = game.layout.masks, game.layout.owners, game.model.persons
    for line in final:
        count = 1
        if line.rule is not None:
            word, bit = line.rule
            first = masks + word * owners
            if not (slots[first + person] | (slots[first + table] if line.on_table else 0)) & bit:
                continue
            if line.copies >= 0:
                count = slots[line.copies + person] + (slots[line.copies + table] if line.on_table else 0)
        found.append((line, count * line.points(slots, person)))
    return found


@_aside
def breakdown(game: CompiledGame, slots: list[Any]) -> list[dict[str, Any]]:
    """What `State.breakdown` returns."""
    found: list[dict[str, Any]] = []
    for person in range(game.scored):
        seat = person + 1 if person < game.players else game.person(person)[0]
        lines = {
            source: {"seat": seat, "source": source, "points": slots[first + person]}
            for source, first in game.layout.sources.items()
        }
        for line, value in final_points(game, slots, person) if slots[FINISHED] else ():
            lines[line.source]["points"] += value
            if line.shows is not None and value:
                shown = game.shown(line.shown, line.shows(slots, person))
                before = lines[line.source].get("shows")
                lines[line.source]["shows"] = f"{before}, {shown}" if before else shown
        found += [line for line in lines.values() if line["points"]]
    return found


@_aside
def winners(game: CompiledGame, slots: list[Any]) -> list[int]:
    """The seats that have won a game that is over."""
    if slots[WON] == UNDECIDED:
        return []
    return winners_of(
        game,
        slots[WON],
        lambda: with_mates(game, scores(game, slots)),
        lambda tie, person: game.ties[tie][1](slots, person),
    )


def standings_of(game: CompiledGame, outlooks: Sequence[int], winners: Sequence[int]) -> list[int]:
    """What a position is worth to each who is scored; winners: who has won, if the game is over."""
    worth = with_mates(game, outlooks)
    for seat in winners:
        # A victory that a rule has named is in the outlook already.
        if worth[seat] < VICTORY // 2:
            worth[seat] += VICTORY
    return worth


def final_standings(
    game: CompiledGame, scores: Sequence[int], winners: Sequence[int], *, broken_off: bool
) -> list[int]:
    """What a game that is over is worth to each: points and who has won; no outlook, nothing is to come."""
    lost = VICTORY if broken_off else 0
    return standings_of(game, [game.weights[0] * each - lost for each in scores], winners)


def winners_of(
    game: CompiledGame,
    won: int,
    totals_of: Callable[[], Sequence[int]],
    measure: Callable[[int, int], int],
) -> list[int]:
    """The seats that have won a game that was not broken off, given its outcome.

    won: what its end said; totals_of: points with those of mates; measure: of a tie-break and a person.
    """
    if won != NOT_SAID:
        teams = {person % game.model.teams for person in range(game.players) if won >> person & 1}
        return [seat for seat in range(game.players) if seat % game.model.teams in teams]
    if game.model.judgement and game.scored == 1:
        return []
    totals = totals_of()
    worth = max(totals)
    best = [person for person in range(game.scored) if totals[person] == worth]
    for tie, (most, _) in enumerate(game.ties):
        values = {one: measure(tie, one) if most else -measure(tie, one) for one in best}
        worth = max(values.values())
        best = [one for one in best if values[one] == worth]
    return [person for person in best if person < game.players]


def with_mates(game: CompiledGame, points: Sequence[int]) -> list[int]:
    """Points by seat, those of team mates added."""
    teams = game.model.teams
    if game.model.team_size == 1:
        return list(points)
    return [sum(points[seat % teams :: teams]) for seat in range(len(points))]
