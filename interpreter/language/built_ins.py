"""The built-in functions: their words, parameters, result and sentence.

The checker, the reference page and completion read this. A parameter is one of: number, truth, player, space,
spaces (one or a set of them), piece, set, zone, value (anything), place (a space that holds something, or a
zone), field (a field's name),
node_type (a name of spaces), or a word out of a list `a|b`; `?` marks one that may be left out. The result is
a type word, or `same as N` (the type of argument N), `element of N`, `set of N`, `held by N` (what lies on
the space or in the zone).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """One built-in function; the example stands alone, in a ruleset that declares the names it uses."""

    name: str
    parameters: tuple[str, ...]
    result: str
    sentence: str
    example: str


BUILT_INS: dict[str, BuiltIn] = {
    b.name: b
    for b in (
        BuiltIn("size", ("set",), "number", "How many there are.", "size(hand(me))"),
        BuiltIn("empty", ("place",), "truth", "Nothing lies there.", "empty(field(c1))"),
        BuiltIn("occupied", ("place",), "truth", "Something lies there.", "occupied(field(a1))"),
        BuiltIn(
            "on",
            ("space",),
            "held by 1",
            "What lies on a space that holds one piece; none if nothing does.",
            "on(field(a1))",
        ),
        BuiltIn(
            "top",
            ("place",),
            "held by 1",
            "The top piece of a stack or zone; none if there is none. Of numbers that is a fault.",
            "top(deck)",
        ),
        BuiltIn(
            "front",
            ("zone",),
            "held by 1",
            "The first piece of a zone; none if there is none. Of numbers that is a fault.",
            "front(offer)",
        ),
        BuiltIn(
            "at",
            ("zone", "number"),
            "held by 1",
            (
                "The piece at a place of a zone, counted from 1; none if there is none. Of numbers that "
                "is a fault."
            ),
            "at(offer, 2)",
        ),
        BuiltIn(
            "height", ("space",), "number", "How many pieces are stacked on a space.", "height(tower(a1))"
        ),
        BuiltIn(
            "stack",
            ("space",),
            "set held by 1",
            "The pieces stacked on a space, lowest first.",
            "stack(tower(a1))",
        ),
        BuiltIn("abs", ("number",), "number", "The number without its sign.", "abs(1 - 3)"),
        BuiltIn("min", ("number", "number"), "number", "The smaller of two numbers.", "min(2, 3)"),
        BuiltIn("max", ("number", "number"), "number", "The greater of two numbers.", "max(2, 3)"),
        BuiltIn(
            "neighbours",
            ("spaces", "node_type?"),
            "set of spaces 2",
            (
                "The spaces next to a space, of the same kind or of the named kind; of a set, those next to "
                "any of it that are not of it."
            ),
            "neighbours(group(field(a1), field))",
        ),
        BuiltIn(
            "neighbour",
            ("space", "number"),
            "same as 1",
            "The space next to a space in a direction, counted clockwise from 1; none at the edge.",
            "neighbour(field(a1), 2)",
        ),
        BuiltIn(
            "adjacent",
            ("space", "space"),
            "truth",
            "The two spaces are next to each other.",
            "adjacent(field(a1), field(a2))",
        ),
        BuiltIn(
            "distance",
            ("space", "space"),
            "number",
            (
                "The steps from one space to another of its kind. That there is no way is a fault: "
                "`B in group(A, BOARD)` says whether there is one."
            ),
            "distance(field(a1), field(b2))",
        ),
        BuiltIn(
            "region",
            ("space", "field"),
            "set of 1",
            "The spaces joined to a space that have the same value in a field, itself too.",
            "region(field(a2), colour)",
        ),
        BuiltIn(
            "regions",
            ("set", "field"),
            "same as 1",
            "The first space of each region of a board.",
            "regions(field, colour)",
        ),
        BuiltIn(
            "group",
            ("space", "set"),
            "same as 2",
            "The spaces of a set that are joined to a space through spaces of the set.",
            "group(field(a1), set(x for x in field where x.colour != green))",
        ),
        BuiltIn(
            "groups",
            ("set",),
            "same as 1",
            "The first space of each group of joined spaces in a set.",
            "groups(set(x for x in field where x.colour == green))",
        ),
        BuiltIn(
            "longest_trail",
            ("set", "set"),
            "number",
            "The longest way along sides of the set, none twice, that passes no blocked corner.",
            (
                "longest_trail(set(x for x in path where on(x).owner == me), set(v for v in corner where "
                "occupied(v)))"
            ),
        ),
        BuiltIn(
            "reach",
            ("space", "set", "set"),
            "same as 3",
            (
                "The corners that can be reached from a corner along sides of the first set; a corner of the "
                "second set can be reached, not passed."
            ),
            (
                "reach(corner(V1), set(x for x in path where occupied(x)), set(v for v in corner where "
                "occupied(v)))"
            ),
        ),
        BuiltIn(
            "direction",
            ("space", "space"),
            "number",
            "The direction in which a neighbour of a grid's space lies; 0 if it is none.",
            "direction(field(a1), field(a2))",
        ),
        BuiltIn(
            "ray",
            ("space", "number", "set"),
            "same as 3",
            (
                "The spaces that follow a space of a grid in a direction, nearest first, as long as they are "
                "of the set; the space itself is left out."
            ),
            "ray(field(a1), 2, field)",
        ),
        BuiltIn(
            "reflect",
            ("space", "rows|columns"),
            "same as 1",
            (
                "The mirror image of a space: `rows` swaps top and bottom, `columns` left and right; none "
                "where there is no such space."
            ),
            "reflect(tower(a1), rows)",
        ),
        BuiltIn(
            "next",
            ("value", "number?"),
            "same as 1",
            (
                "The next space of a ring or track, player in seat order or member of an enum; none past the "
                "end of a track or the last member. `none` has no next: asking for it is a fault."
            ),
            "next(me)",
        ),
        BuiltIn("previous", ("value", "number?"), "same as 1", "The one before.", "previous(me)"),
        BuiltIn(
            "players_from",
            ("player",),
            "set of 1",
            "All players in seat order, this one first.",
            "players_from(me)",
        ),
        BuiltIn(
            "others",
            ("player",),
            "set of 1",
            "All other players in seat order, from the one after this.",
            "others(me)",
        ),
        BuiltIn(
            "mates", ("player",), "set of 1", "The players of a player's team, in seat order.", "mates(me)"
        ),
        BuiltIn("team", ("player",), "team", "The team of a player.", "team(me)"),
        BuiltIn(
            "union",
            ("set", "set"),
            "same as 1",
            "What is in one set or the other, each once, in order.",
            "union(1..3, 2..5)",
        ),
        BuiltIn("both", ("set", "set"), "same as 1", "What is in both sets.", "both(1..3, 2..5)"),
        BuiltIn(
            "without",
            ("set", "set"),
            "same as 1",
            "What is in the first set and not in the second.",
            "without(1..5, 2..3)",
        ),
        BuiltIn(
            "final_points",
            ("piece", "player"),
            "number",
            "What the scoring lines of a piece would give a player now.",
            "final_points(mill, me)",
        ),
        BuiltIn(
            "copies",
            ("piece", "set?"),
            "number",
            "How many copies of a kind the game has; with a set, how many of that piece are in it.",
            "copies(rose, hand(me))",
        ),
        BuiltIn(
            "same_kind",
            ("piece", "piece"),
            "truth",
            "Two pieces are of one kind, whatever their states.",
            "same_kind(on(field(a1)), on(field(b2)))",
        ),
        BuiltIn(
            "ordered",
            ("piece",),
            "number",
            "The place of a kind in its component type, or of a member in its enum, counted from 1.",
            "ordered(dog)",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Gathering:
    """`name(element for x in SET where condition by key)`: element says what the element must be."""

    name: str
    element: str
    sentence: str
    example: str


GATHERINGS: dict[str, Gathering] = {
    g.name: g
    for g in (
        Gathering("any", "truth", "True if it holds for one at least.", "any(c == fern for c in hand(me))"),
        Gathering(
            "all",
            "truth",
            "True if it holds for every one.",
            "all(empty(x) for x in field where x.colour == red)",
        ),
        Gathering(
            "count",
            "truth",
            "For how many it holds.",
            "count(x.colour == y.colour for x in field for y in field)",
        ),
        Gathering("sum", "number", "The sum.", "sum(c.worth for c in hand(me))"),
        Gathering("min", "number", "The smallest; 0 if there is none.", "min(coins(p) for p in players)"),
        Gathering("max", "number", "The greatest; 0 if there is none.", "max(height(x) for x in tower)"),
        Gathering("set", "value", "The different values, in order.", "set(c.colour for c in hand(me))"),
        Gathering(
            "first",
            "value",
            (
                "The first one; with `by`, the one for which that number is smallest; none if there is none. "
                "Of numbers, that there is none is a fault."
            ),
            "first(c for c in hand(me) by -c.worth)",
        ),
        Gathering(
            "sorted",
            "value",
            (
                "All of them in the order of the number after `by`, smallest first; where it is equal, "
                "of the next number."
            ),
            "sorted(p for p in players by coins(p), -p.index)",
        ),
        Gathering(
            "leaders",
            "value",
            "All for which the number after `by` is smallest, in order; several numbers as in `sorted`.",
            "leaders(p for p in players where coins(p) > 0 by -coins(p))",
        ),
    )
}
