"""What a choice has changed, as a seat sees it: counters, zones and boards that are other than before."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.show.hints import hints_of
from cli.show.ink import Line, Run, running
from cli.show.pieces import drawn_piece, joined, owner_colour, person_words, things_line

if TYPE_CHECKING:
    from interpreter import Game

# More changes than these are what a whole round brings; the position tells them better.
_MOST = 12
# So many things of a place are named.
_NAMED = 6
# What is in a place where nothing is.
_NOTHING: Sequence[Any] = (0, "none", "false", [])


def changes(
    game: Game,
    seat: int,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    width: int,
    *,
    rolled: Collection[tuple[str, str]] = (),
) -> list[Line]:
    """Return what differs between two views of one seat, in few words; nothing where it is too much.

    rolled: zones, and which of their families, into which dice were rolled, be they the same faces again.
    """
    words = [
        *_counters(game, seat, before["counters"], after["counters"]),
        *_zones(game, seat, before["zones"], after["zones"], rolled),
        *_boards(game, seat, before["boards"], after["boards"]),
    ]
    return running(words, [Run("  ")], width) if 0 < len(words) <= _MOST else []


def _counters(game: Game, seat: int, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Line]:
    for name, place, was, now in _places(before, after):
        if was != now and now is not None and game.counters[name].drawn:
            difference = f" ({now - was:+})" if _is_number(was) and _is_number(now) else ""
            told = person_words(now) if game.counters[name].type.kind == "player" else f"{now}"
            yield [_heading(game, seat, name, place), Run(told, "bold"), Run(difference, "dim")]


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _zones(
    game: Game,
    seat: int,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    rolled: Collection[tuple[str, str]],
) -> Iterator[Line]:
    for name, place, was, now in _places(before, after):
        if not game.zones[name].drawn:
            continue
        # The box is where nothing is in play, and a number alone tells little.
        same = was == now and (name, place) not in rolled
        if same or isinstance(now, int) or name.removeprefix("box_") in game.components:
            continue
        things = things_line(game, game.zones[name].holds, now)
        told = joined(things) if len(things) <= _NAMED else [Run(f"{len(now)}")]
        yield [_heading(game, seat, name, place), *(told or [Run("nothing", "dim")])]


def _boards(game: Game, seat: int, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Line]:
    for name, owner, was, now in _places(before, after):
        board = game.boards[name]
        for space in dict.fromkeys([*was, *now]):
            if was.get(space) == now.get(space):
                continue
            pieces = now.get(space)
            top = pieces[-1] if isinstance(pieces, list) else pieces
            holds = next(
                board.holds[node.type]
                for layout in board.layouts
                for node in layout.nodes
                if node.name == space
            )
            told = Run(
                drawn_piece(game, holds, top, hints_of(game, name).glyphs).words if top else "nothing",
                "" if top else "dim",
            )
            title = board.about.title or name.replace("_", " ")
            yield [_heading(game, seat, title, "" if owner == "all" else owner, f" {space}"), told]


def _places(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, str, Any, Any]]:
    """Yield each place of each family: its name, what it is of, and what is told of it before and after."""
    for name, now in after.items():
        was = before[name]
        if not isinstance(now, dict):
            yield name, "", was, now
            continue
        for place, value in now.items():
            # A space of a layout that has come into use only now was not seen before.
            if place in was or value not in _NOTHING:
                yield name, place, was.get(place), value


def _heading(game: Game, seat: int, name: str, place: str, space: str = "") -> Run:
    """Return what a change is of; what is the seat's own goes without saying."""
    owner, _, rest = place.partition(" ")
    people = [f"p{number + 1}" for number in range(game.players)]
    if owner not in people:
        owner, rest = "", place
    whose = f"{person_words(owner)} " if owner and owner != f"p{seat + 1}" else ""
    return Run(
        f"{whose}{name} {rest}".strip().replace("_", " ") + f"{space}: ",
        owner_colour(owner) if whose else "dim",
    )
