"""What happened, as lines of a width."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from cli.colours import owner_colour
from cli.seen.beside import Known
from cli.seen.lines import Line, Run
from cli.seen.log import Passage, gathered, in_words
from cli.seen.model import Happened
from cli.seen.pieces import seat_name
from cli.seen.sight import Sight
from cli.show.ink import wrapped_line

if TYPE_CHECKING:
    from interpreter import Event, Game, State


def happened_lines(passages: Iterable[Happened], seats: Sequence[str], width: int) -> list[Line]:
    """Return who chose what, and what came of it; seats: who sits there, where that is worth saying."""
    lines: list[Line] = []
    for each in passages:
        who, came = each.seat, list(each.came)
        if who >= 0:
            name = seat_name(who) + (f" ({seats[who]})" if who < len(seats) and seats[who] else "")
            heading = [Run(f"{name}: ", owner_colour(f"p{who + 1}")), Run(each.said)]
            # What came of it first goes on in the line.
            first = came.pop(0) if came else []
            heading += [*([Run(": ")] if each.chosen and first else []), *first]
            lines += wrapped_line(heading, "", width)
        indent = "  " if who >= 0 else ""
        lines += (line for one in came for line in wrapped_line(one, indent, width))
    return lines


def passages_lines(
    game: Game,
    passages: Iterable[Passage],
    readers: Collection[int],
    seats: Sequence[str],
    width: int,
    *,
    state: State | None = None,
) -> list[Line]:
    """Return passages as all of some seats may read them (none: a spectator).

    state: the position that is reached, by which corners and sides are known.
    """
    reader = next(iter(readers)) if len(readers) == 1 else -1
    known = Known(Sight(state, reader if reader >= 0 else None)) if state is not None else None
    words = [in_words(game, each, reader, known=known) for each in passages]
    return happened_lines(words, seats, width)


def outcome_lines(game: Game, led: Iterable[tuple[int, Sequence[Event]]], width: int) -> list[Line]:
    """Return what choices led to; led: who chose (from 0), and the events."""
    passages = gathered([(0, seat, events) for seat, events in led], game.loops)
    return passages_lines(game, passages, (), (), width)
