"""What each person has left of their pieces, which lie in a box of all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.seen.model import Zone
from cli.seen.pieces import called, piece_look

if TYPE_CHECKING:
    from cli.seen.sight import Sight


def stocks_of(sight: Sight) -> Iterator[Zone]:
    """Yield for each person the pieces of a type that are left, as a zone of theirs."""
    for made in sight.game.components.values():
        box = sight.game.zones[f"box_{made.name}"]
        held = sight.view["zones"][box.name] if made.per is not None and box.drawn else 0
        things = sight.arranged(box, held) if isinstance(held, list) else ()
        whose = {thing: piece_look(sight.game, made.name, thing).owner for thing in things}
        for person in sight.persons:
            if own := tuple(thing for thing in things if whose[thing] == person):
                yield Zone(box, f"{called(box)} left", person, "", "", 1, own, 0, new=False, left=True)
