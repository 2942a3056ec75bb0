"""Which dice were rolled by a choice, for those who tell people what has happened."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.model.declarations import ZoneDecl
from interpreter.play.state import State
from interpreter.play.view import places, sees_zone


def rolled_zones(state: State, before: State) -> list[tuple[str, str, list[str]]]:
    """The zones that everyone sees into which the last choice led to a roll, and the faces that lie there.

    before: a fork of the state from before the choice. A family's zone is told with the words of its
    place. What was rolled and has changed since is not told.
    """
    game, slots, found = state.game, state.seen_slots, []
    earlier = before.seen_slots
    for name, zone in game.model.zones.items():
        for place, words in places(game, slots, zone.per) if zone.faces else ():
            slot = game.layout.zones[name] + place
            # A roll of the same faces makes another tuple of them, and is told too.
            written = slots[slot] is not earlier[slot] and sees_zone(game, slots, zone, place, -1)
            if written and _gave(zone, state.drawn, slots[slot]):
                found.append((name, words, [game.value_id(zone.holds, face) for face in slots[slot]]))
    return found


def _gave(zone: ZoneDecl, drawn: Sequence[int], held: tuple[int, ...]) -> bool:
    """Whether draws that follow each other gave what lies in a zone; it may also have been put there."""
    for start in range(len(drawn) - len(held) + 1) if held else ():
        draws = drawn[start : start + len(held)]
        faces = [zone.faces[draw] for draw in draws if draw < len(zone.faces)]
        if tuple(sorted(faces) if zone.order == "set" else faces) == held:
            return True
    return False
