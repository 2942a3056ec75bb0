"""Dealing anew what a seat does not see.

In: the slots of a state and a seat. Out: what both of two states show a seat, and slots in which the hidden
pieces and counters are others that look the same. The deal depends on nothing but what the seat sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from interpreter.layout import DRAWN, DRAWS, RESEEDS, SEED, UNSEEN, WORK
from interpreter.play.chance import Dealing
from interpreter.play.compiled import CompiledGame
from interpreter.play.hidden_locations import HiddenCounter, HiddenLocation
from interpreter.play.runtime import rule_in, rule_out
from interpreter.play.shared import gone
from interpreter.play.view import sees_zone

Contents = list[tuple[HiddenLocation, tuple[int, ...]]]


def hidden_from(game: CompiledGame, slots: list[Any], seat: int) -> Contents:
    """All places that a seat does not see, with what lies there; of covered stacks all but the top."""
    found: Contents = []
    for cover in game.hidden_locations:
        if cover.zone is None:
            found.append((cover, slots[cover.slot][:-1]))
        elif not sees_zone(game, slots, cover.zone, cover.place, seat):
            found.append((cover, slots[cover.slot]))
    return found


def seen(game: CompiledGame, slots: list[Any], seat: int) -> list[Any]:
    """The slots as a seat sees them: of what is hidden the backs, of chance nothing."""
    found, backs = slots[:], game.backs
    for cover, content in hidden_from(game, slots, seat):
        shown = list(map(backs.__getitem__, content)) if cover.pieces else [""] * len(content)
        if not cover.ordered:
            shown.sort()
        found[cover.slot] = (tuple(shown), slots[cover.slot][len(content) :])
    for counter in game.hidden_counters:
        if counter.owner != seat:
            found[counter.slot] = None
    for slot in (SEED, UNSEEN, DRAWS, RESEEDS, DRAWN, WORK):
        found[slot] = None
    if any(cover.in_force for cover in game.hidden_locations):
        for first, count in game.layout.slots_of_rules():
            found[first : first + count] = [None] * count
    return found


def revealed(game: CompiledGame, before: list[Any], now: list[Any], seat: int) -> Counter[int]:
    """The pieces that a seat did not see before and sees now."""
    was, still = (dict(hidden_from(game, slots, seat)) for slots in (before, now))
    counts = Counter[int](), Counter[int]()
    for cover in was.keys() | still.keys():
        contents = was.get(cover, ()), still.get(cover, ())
        # What is the same need not be counted: a deck may have thousands of pieces.
        if cover.pieces and contents[0] != contents[1]:
            for count, content in zip(counts, contents, strict=True):
                count.update(content)
    return counts[0] - counts[1]


def redeal(  # noqa: PLR0917 - a deal needs all of these
    game: CompiledGame,
    slots: list[Any],
    now: list[Any],
    seat: int,
    chance: Dealing,
    kept: Collection[int] | None = None,
) -> None:
    """Deal anew what a seat does not see in `slots`, so that `now` can still come of it.

    A piece that has left its place since and is seen now stays where it was. kept: so does all that lies in a
    place that has changed since, or that holds one of these pieces.
    """
    before, later = hidden_from(game, slots, seat), dict(hidden_from(game, now, seat))
    known = revealed(game, slots, now, seat)
    pools: dict[tuple[Any, ...], list[int]] = {}
    open_places: list[tuple[HiddenLocation, tuple[int, ...], set[int]]] = []
    for cover, content in before:
        if kept is not None and (slots[cover.slot] != now[cover.slot] or not set(content).isdisjoint(kept)):
            continue
        if cover.values is None and not cover.pieces:
            continue  # nothing tells what may lie there; `validate` warns of it
        left = later.get(cover, ())
        fixed = {
            place
            for place, has_left in enumerate(gone(content, left, cover.ordered) if content != left else ())
            if has_left and (not cover.pieces or _taken(known, content[place]))
        }
        open_places.append((cover, content, fixed))
        if cover.values is None:
            lots = _lots(game, cover, content, pools)
            for place, piece in enumerate(content):
                if place not in fixed:
                    lots[game.backs[piece]].append(piece)
    for lot in pools.values():
        # Sorted first: the deal may not depend on how the pieces lie in truth.
        lot.sort()
        chance.shuffle(lot)
    for cover, content, fixed in open_places:
        lots, backs = _lots(game, cover, content, pools), game.backs
        dealt = [
            piece
            if place in fixed
            else lots[backs[piece]].pop()
            if cover.values is None
            else chance.choice(cover.values[backs[piece] if cover.pieces else ""])
            for place, piece in enumerate(content)
        ]
        _lay(game, slots, cover, content, dealt)
    _deal_counters(game.hidden_counters, slots, seat, chance)


def _taken(known: Counter[int], piece: int) -> bool:
    """Whether a piece is among those known; there is one less of it then."""
    known[piece] -= 1
    return known[piece] >= 0


def _lots(
    game: CompiledGame, cover: HiddenLocation, content: Sequence[int], pools: dict[tuple[Any, ...], list[int]]
) -> dict[str, list[int]]:
    """What the hidden pieces of a place are dealt among, by their backs."""
    if cover.values is not None:
        return {}
    backs = {game.backs[piece] for piece in content}
    return {back: pools.setdefault((*cover.pool, back), []) for back in backs}


def _lay(
    game: CompiledGame, slots: list[Any], cover: HiddenLocation, content: tuple[int, ...], dealt: list[int]
) -> None:
    """Put what was dealt into its place, and the rules of the pieces into force."""
    layout = game.layout
    rules: Any = layout.rule_table if cover.in_force else ()
    for owner in cover.in_force:
        for piece in content:
            rule_out(slots, layout.masks, layout.owners, rules[piece], owner)
        for piece in dealt:
            rule_in(slots, layout.masks, layout.owners, rules[piece], owner)
    slots[cover.slot] = (*(dealt if cover.ordered else sorted(dealt)), *slots[cover.slot][len(content) :])


def _deal_counters(counters: Sequence[HiddenCounter], slots: list[Any], seat: int, chance: Dealing) -> None:
    """Give the counters that a seat does not see other values; those that share a supply keep their sum."""
    shares: dict[tuple[object, ...], list[HiddenCounter]] = {}
    for counter in counters:
        if counter.owner == seat:
            continue
        if counter.share is not None:
            shares.setdefault(counter.share, []).append(counter)
        elif counter.values is not None:
            slots[counter.slot] = chance.choice(counter.values)
        elif counter.most is not None:
            least = counter.least(slots)
            slots[counter.slot] = chance.between(least, max(least, counter.most(slots)))
    for share in shares.values():
        _deal_share(share, slots, chance)


def _deal_share(share: list[HiddenCounter], slots: list[Any], chance: Dealing) -> None:
    """Deal the sum of some counters among them, to each between its least and its most."""
    total = sum(slots[counter.slot] for counter in share)
    least = [counter.least(slots) for counter in share]
    most = [total if counter.most is None else counter.most(slots) for counter in share]
    order = list(range(len(share)))
    chance.shuffle(order)
    for number, place in enumerate(order):
        rest = order[number + 1 :]
        low = max(least[place], total - sum(most[other] for other in rest))
        high = min(most[place], total - sum(least[other] for other in rest))
        slots[share[place].slot] = chance.between(low, max(low, high))
        total -= slots[share[place].slot]
