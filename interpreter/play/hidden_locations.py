"""Where a game can hide things from a seat, and what those places can hold.

In: a model and its layout. Out: the hidden zones and covered stacks (HiddenLocation), and the hidden
counters, made once for each game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from interpreter.language.types import Type
from interpreter.layout import SlotLayout
from interpreter.model.declarations import NONE, CounterDecl, Model, ZoneDecl


@dataclass(frozen=True, slots=True)
class Limit:
    """What a hidden counter can hold at least or at most: a fixed number, or what a function finds."""

    value: int = 0
    function: Callable[..., int] | None = None
    arguments: tuple[int, ...] = ()

    def __call__(self, slots: list[object]) -> int:
        """Return it as it is in some slots."""
        return self.value if self.function is None else int(self.function(slots, *self.arguments))


@dataclass(frozen=True, slots=True, eq=False)
class HiddenLocation:
    """One place that not everybody sees: a zone or, with zone None, a stack of which the top alone is seen.

    place: which of the zone family; pool: its pieces are dealt among the hidden places with the same; values:
    by back all that can lie there, where no piece has to lie elsewhere for it (dice, members, copies);
    in_force: for whom the rules of pieces there are in force.
    """

    slot: int
    zone: ZoneDecl | None
    place: int
    pool: tuple[str, str]
    ordered: bool
    values: Mapping[str, tuple[int, ...]] | None = None
    in_force: tuple[int, ...] = ()

    @property
    def pieces(self) -> bool:
        """Whether pieces lie there, not numbers or members."""
        return self.zone is None or self.zone.holds.kind == "component"


@dataclass(frozen=True, slots=True)
class HiddenCounter:
    """One counter that its owner alone sees.

    share: the counters that have one supply with it, as their sum is seen; None without a supply; values: all
    it can hold; for a number without them, least and most.
    """

    slot: int
    owner: int
    share: tuple[object, ...] | None
    values: tuple[int, ...] | None
    least: Limit
    most: Limit | None


def hidden_locations(model: Model, layout: SlotLayout, backs: Sequence[str]) -> tuple[HiddenLocation, ...]:
    """All places that somebody does not see; backs: what each token's shows."""
    found = []
    for name, zone in model.zones.items():
        if zone.visible != "everyone":
            pool = (zone.holds.name or zone.holds.kind, zone.pool)
            values, ordered = _free_values(model, zone, backs), zone.order != "set"
            found += [
                HiddenLocation(layout.zones[name] + place, zone, place, pool, ordered, values, in_force)
                for place, in_force in enumerate(_in_force(model, layout, zone))
            ]
    for board in model.boards.values():
        first = layout.spaces.get(board.name, 0)
        for place in range(board.size) if board.covered else ():
            node_type = next(n.nodes[place].type for n in board.layouts if place < len(n.nodes))
            if node_type in board.stacked:
                slots = range(first + place, first + board.owners * board.size, board.size)
                pool = (board.holds[node_type], "")
                found += [HiddenLocation(slot, None, 0, pool, ordered=True) for slot in slots]
    return tuple(found)


def _in_force(model: Model, layout: SlotLayout, zone: ZoneDecl) -> Iterator[tuple[int, ...]]:
    """For each zone of a family for whom the rules of what lies there are in force."""
    active = zone.active and zone.holds.kind == "component" and layout.carries_rules(zone.holds.name)
    for indexes in product(*(range(model.index_size(index)) for index in zone.per)):
        pairs = zip(zone.per, indexes, strict=True)
        holder = next((pair for pair in pairs if pair[0].kind in ("player", "team")), None)
        if not active:
            yield ()
        elif holder is None:
            yield (model.persons,)
        elif holder[0].kind == "player":
            yield (holder[1],)
        else:
            yield tuple(range(holder[1], model.players, model.teams))


def _free_values(model: Model, zone: ZoneDecl, backs: Sequence[str]) -> Mapping[str, tuple[int, ...]] | None:
    """What can lie in a zone whatever lies elsewhere, by back; None: what lies there is part of a whole."""
    if zone.holds.kind == "component":
        if not zone.copies:
            return None
        made = model.components[zone.holds.name]
        found: dict[str, tuple[int, ...]] = {}
        for kind in made.kinds:
            back = backs[made.token(kind)]
            found[back] = (*found.get(back, ()), made.token(kind))
        return found
    faces = zone.faces or tuple(values_of(model, zone.holds) or ())
    return {"": faces} if faces else None


def values_of(model: Model, type_: Type) -> tuple[int, ...] | None:
    """All values of a type; None where they cannot be counted or are not the same at all times."""
    if type_.kind == "truth":
        return (0, 1)
    if type_.kind == "component":
        made = model.components[type_.name]
        return tuple(made.token(kind) for kind in made.kinds)
    if type_.kind == "space":
        board = model.node_boards[type_.name]
        nodes = board.layouts[0].nodes
        return None if board.several else tuple(
            board.space(owner, 0, place)
            for owner in range(board.owners)
            for place, node in enumerate(nodes)
            if node.type == type_.name
        )  # fmt: skip
    return tuple(range(model.index_size(type_))) if type_.kind in ("player", "team", "enum") else None


def counter_values(model: Model, counter: CounterDecl) -> tuple[int, ...] | None:
    """All that a counter can hold that is no number; None where that is not known."""
    values = values_of(model, counter.type)
    starts_empty = counter.start is None and counter.type.kind not in ("truth", "enum")
    return (NONE, *values) if values is not None and starts_empty else values
