"""The built-in functions, one row each: how they are called, what they say, cost and read.

The checker, hints, phrases, bounds, lints, the compiler and the reference page read this; what each compiles
to is entered in compiler/built_in_code.py. A row that lacks what its kind needs stops the import.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from math import inf
from typing import Literal


@dataclass(frozen=True, slots=True)
class Cost:
    """The steps of a call beside one and those of its arguments; compiler/work.py adds them up.

    members: for each member of its sets; spaces: for each space of the largest board among its arguments;
    lines: those of the scoring lines of its piece; counted: it counts its own steps in play.
    """

    members: int = 0
    spaces: int = 0
    lines: bool = False
    counted: bool = False


FIXED = Cost()


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """One built-in function.

    call: its name and parameters. A parameter is one of number, truth, player, space, spaces (one or a set of
    them), piece, set, zone, value (anything), place (a space that holds something, or a zone), field (a
    field's name), node_type (a name of spaces), or a word out of a list `a|b`, or weights
    (numbers for the members of the first set, given as `by VALUE`); `?` marks one that may be left out.
    result: a type word, or `same as N` (the type of argument N), `set of N`, `set of spaces N` (of the type
    that argument N names), `held by N` (what lies on the space or in the zone), `set held by N`.
    phrase: the call in words, `{0}` is its first argument; cost: see Cost; sentence: what it gives; example:
    makes sense alone, in a ruleset that declares the names it uses.
    fault: when asking for it is a fault; "": never.
    members: how many its set may have at most: as many as all its sets together, as there are players, as its
    first set, as a space holds, as a space has neighbours, or as its board has spaces; None: it is no set.
    least: the smallest number it gives; None: it is no number.
    reads: what of the position it reads beside its arguments: the pieces that lie on spaces, or anything.
    only_counts: of a hidden zone it shows only how much lies there; may_repeat: its set may hold equal
    pieces; looked_up: it is one look-up in a table fixed before play; successive: it goes along players,
    members of an enum, or the spaces of a ring or track; as_field: it is written after what it is of,
    as `card.index`; longer: it is a short way to write something longer, and has no code itself.
    also: what it is called in other languages, as patterns.
    """

    call: str
    result: str
    phrase: str
    cost: Cost
    sentence: str
    example: str
    _: KW_ONLY
    fault: str = ""
    members: Literal["all", "players", "first", "stack", "neighbours", "spaces"] | None = None
    least: float | None = None
    reads: Literal["pieces", "anything"] | None = None
    only_counts: bool = False
    may_repeat: bool = False
    looked_up: bool = False
    successive: bool = False
    as_field: bool = False
    longer: bool = False
    also: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The word that is called."""
        return self.call.partition("(")[0]

    @property
    def parameters(self) -> tuple[str, ...]:
        """What it takes, a word each."""
        return tuple(self.call.partition("(")[2].rstrip(")").split(", "))

    @property
    def written(self) -> str:
        """How it is asked for, with words for its arguments."""
        words = [f"[{p[:-1]}]" if p.endswith("?") else p for p in self.parameters]
        return f"{words[0]}.{self.name}" if self.as_field else f"{self.name}({', '.join(words)})"

    @property
    def runs_over_things(self) -> bool:
        """Whether its work grows with a set or with a board."""
        return self.cost.members > 0 or self.cost.spaces > 0

    @property
    def gives_piece(self) -> bool:
        """Whether it gives the piece at a place that its first argument names."""
        return self.result == "held by 1"

    @property
    def gives_stack(self) -> bool:
        """Whether it gives all pieces on a space."""
        return self.result == "set held by 1"


BUILT_INS: dict[str, BuiltIn] = {
    b.name: b
    for b in (
        BuiltIn(
            "size(place)", "number", "the number of {0}", FIXED,
            "How many there are in a set or zone, or how many pieces lie on a space.",
            "size(hand(me))",
            least=0, reads="pieces", only_counts=True, also=("len", "length", "cardinality"),
        ),
        BuiltIn(
            "empty(place)", "truth", "{0} is empty", FIXED,
            "Nothing lies there, or nothing is in the set.",
            "empty(field(c1))",
            reads="pieces", only_counts=True,
        ),
        BuiltIn(
            "occupied(place)", "truth", "{0} is occupied", FIXED,
            "Something lies on the space. Of a zone or another set one writes `not empty(hand(me))`.",
            "occupied(field(a1))",
            reads="pieces", only_counts=True,
        ),
        BuiltIn(
            "places(piece, set)", "same as 2", "the spaces of {1} with {0}", FIXED,
            "The spaces of a set on which a piece like this one lies.",
            "places(dog, field)",
            members="first", longer=True, also=("positions", "locations", "where_is", "spaces_with"),
        ),
        BuiltIn(
            "on(space)", "held by 1", "what lies on {0}", FIXED,
            "What lies on a space that holds one piece; none if nothing does.",
            "on(field(a1))",
            reads="pieces",
        ),
        BuiltIn(
            "top(place)", "held by 1", "the top of {0}", FIXED,
            "The top piece of a stack or zone; none if there is none.",
            "top(deck)",
            fault="a zone of numbers is empty",
            reads="pieces",
        ),
        BuiltIn(
            "first(set)", "held by 1", "the first of {0}", FIXED,
            "The first of a zone or another set; none if there is none.",
            "first(offer)",
            fault="a zone of numbers is empty",
        ),
        BuiltIn(
            "at(zone, number)", "held by 1", "number {1} of {0}", FIXED,
            "The piece at a place of a zone, counted from 1 (the bottom of a stack); none if there is none.",
            "at(offer, 2)",
            fault="a zone of numbers has no such place",
        ),
        BuiltIn(
            "stack(space)", "set held by 1", "the stack on {0}", FIXED,
            "The pieces stacked on a space, lowest first.",
            "stack(tower(a1))",
            members="stack", reads="pieces", may_repeat=True,
        ),
        BuiltIn(
            "abs(number)", "number", "the size of {0}", FIXED,
            "The number without its sign.",
            "abs(1 - 3)",
            least=0,
        ),
        BuiltIn(
            "min(number, number)", "number", "the smaller of {0} and {1}", FIXED,
            "The smaller of two numbers.",
            "min(2, 3)",
            least=-inf,
        ),
        BuiltIn(
            "max(number, number)", "number", "the greater of {0} and {1}", FIXED,
            "The greater of two numbers.",
            "max(2, 3)",
            least=-inf,
        ),
        BuiltIn(
            "neighbours(spaces, node_type?)", "set of spaces 2", "the neighbours of {0}", Cost(members=8),
            (
                "The spaces next to a space, of the same kind or of the named kind; of a set, those next to "
                "any of it that are not of it."
            ),
            "neighbours(group(field(a1), field))",
            members="neighbours", looked_up=True, also=("neighbors", "adjacent_to"),
        ),
        BuiltIn(
            "neighbour(space, number)", "same as 1", "the neighbour of {0} in direction {1}", FIXED,
            "The space next to a space in a direction, counted clockwise from 1; none at the edge.",
            "neighbour(field(a1), 2)",
            also=("neighbor",),
        ),
        BuiltIn(
            "distance(space, space)", "number", "the distance from {0} to {1}", Cost(spaces=15),
            "The steps from one space to another of its kind.",
            "distance(field(a1), field(b2))",
            fault="there is no way: `B in group(A, BOARD)` says whether there is one",
            least=0,
        ),
        BuiltIn(
            "region(space, field)", "set of 1", "the region of {0} with the same {1}", FIXED,
            "The spaces joined to a space that have the same value in a field, itself too.",
            "region(field(a2), colour)",
            members="spaces", looked_up=True,
        ),
        BuiltIn(
            "group(space, set)", "same as 2", "the group of {0} among {1}", Cost(spaces=20),
            "The spaces of a set that are joined to a space through spaces of the set.",
            "group(field(a1), set(x for x in field where x.colour != green))",
            members="spaces",
        ),
        BuiltIn(
            "groups(set)", "same as 1", "the groups of {0}", Cost(spaces=25),
            "The first space of each group of joined spaces in a set.",
            "groups(set(x for x in field where x.colour == green))",
            members="spaces",
        ),
        BuiltIn(
            "longest_trail(set, set, weights?)", "number", "the longest way over {0}, not through {1}",
            Cost(spaces=50, counted=True),
            (
                "The longest way along sides of the set, none twice, that passes no blocked corner. With "
                "`by` and a value that takes a side, such as `longest_trail(path, corner by length)`, a "
                "side counts as much as this says, 0 or more; without, 1."
            ),
            (
                "longest_trail(set(x for x in path where on(x).owner == me), set(v for v in corner where "
                "occupied(v)) by length)"
            ),
            least=0,
        ),
        BuiltIn(
            "reach(space, set, set)", "same as 3", "what can be reached from {0} over {1}, not through {2}",
            Cost(spaces=15),
            (
                "The corners that can be reached from a corner along sides of the first set; a corner of the "
                "second set can be reached, not passed."
            ),
            (
                "reach(corner(V1), set(x for x in path where occupied(x)), set(v for v in corner where "
                "occupied(v)))"
            ),
            members="spaces",
        ),
        BuiltIn(
            "direction(space, space)", "number", "the direction from {0} to {1}", FIXED,
            (
                "The direction in which a neighbour, corner or side of a grid's space lies; 0 if it is none. "
                "Corner 1 of a hex comes after side 1, clockwise."
            ),
            "direction(field(a1), field(a2))",
            least=0,
        ),
        BuiltIn(
            "ray(space, number, set)", "same as 3", "{2} in direction {1} from {0}", Cost(spaces=2),
            (
                "The spaces that follow a space of a grid in a direction, nearest first, as long as they are "
                "of the set; the space itself is left out."
            ),
            "ray(field(a1), 2, field)",
            members="spaces",
        ),
        BuiltIn(
            "reflect(space, rows|columns)", "same as 1", "the mirror image of {0}", FIXED,
            (
                "The mirror image of a space: `rows` swaps top and bottom, `columns` left and right; none "
                "where there is no such space."
            ),
            "reflect(tower(a1), rows)",
            looked_up=True,
        ),
        BuiltIn(
            "next(value, number?)", "same as 1", "the one after {0}", FIXED,
            (
                "The next space of a ring or track, player in seat order or member of an enum; none past the "
                "end of a track or the last member."
            ),
            "next(me)",
            successive=True, also=("succ", "following"),
        ),
        BuiltIn(
            "previous(value, number?)", "same as 1", "the one before {0}", FIXED,
            "The one before.",
            "previous(me)",
            successive=True, also=("pred", "prev", "predecessor"),
        ),
        BuiltIn(
            "players_from(player)", "set of 1", "all players from {0} on", FIXED,
            "All players in seat order, this one first.",
            "players_from(me)",
            members="players", looked_up=True,
        ),
        BuiltIn(
            "others(player)", "set of 1", "the players other than {0}", FIXED,
            "All other players in seat order, from the one after this.",
            "others(me)",
            members="players", looked_up=True, also=("opponents?", "other"),
        ),
        BuiltIn(
            "mates(player)", "set of 1", "the team of {0}", FIXED,
            "The players of a player's team, in seat order.",
            "mates(me)",
            members="players", looked_up=True, also=("teammates?", "partners?"),
        ),
        BuiltIn(
            "team(player)", "team", "the team of {0}", FIXED,
            "The team of a player.",
            "team(me)",
        ),
        BuiltIn(
            "union(set, set)", "same as 1", "{0} or {1}", Cost(members=1),
            "What is in one set or the other, each once, in order.",
            "union(1..3, 2..5)",
            members="all",
        ),
        BuiltIn(
            "both(set, set)", "same as 1", "what is in both {0} and {1}", Cost(members=1),
            "What is in both sets.",
            "both(1..3, 2..5)",
            members="first", may_repeat=True, also=("intersection", "intersect"),
        ),
        BuiltIn(
            "without(set, set)", "same as 1", "{0} without {1}", Cost(members=1),
            "What is in the first set and not in the second.",
            "without(1..5, 2..3)",
            members="first", may_repeat=True, also=("difference", "minus", "except_for"),
        ),
        BuiltIn(
            "final_points(piece, player)", "number", "the points that {0} brings {1}", Cost(lines=True),
            "What the scoring lines of a piece would give a player now.",
            "final_points(mill, me)",
            fault="there is no such piece, or one of its lines is at fault",
            least=-inf, reads="anything",
        ),
        BuiltIn(
            "copies(piece, set?)", "number", "the number of {0}", FIXED,
            "How many copies of a kind the game has; with a set, how many of that piece are in it.",
            "copies(rose, hand(me))",
            least=0, looked_up=True,
        ),
        BuiltIn(
            "index(piece)", "number", "the rank of {0}", FIXED,
            "The place of a kind in its component type, or of a member in its enum, counted from 1.",
            "dog.index",
            least=1, as_field=True, also=("ordered", "ordinal", "rank_of"),
        ),
    )
}  # fmt: skip

# What built-ins were called once, as `renamed` of a ruleset has it: the new name, or what to write instead.
FORMER = {
    "front": "first",
    "height": "size",
    "adjacent": "`A in neighbours(B)` says whether two spaces are next to each other",
    "regions": "`groups(set(x for x in BOARD where x.FIELD == VALUE))` gives a space of each",
    "same_kind": "`A == B`, or whatever their states, `A.index == B.index`",
}


@dataclass(frozen=True, slots=True)
class Gathering:
    """`name(element for x in SET where condition by key)`.

    element: what the element must be; result: what it gives: element (one of them), or set (several);
    phrase: in words, `{0}` the element and `{1}` the variables with where they come from; alone: the same
    where the element is the variable itself; by: whether keys are written; says_way: whether the first key
    says `most` or `least`. For the others see BuiltIn.
    """

    name: str
    element: Literal["truth", "number", "value"]
    result: Literal["truth", "number", "element", "set"]
    phrase: str
    sentence: str
    example: str
    _: KW_ONLY
    fault: str = ""
    alone: str = ""
    by: Literal["never", "may", "must"] = "never"
    may_repeat: bool = False
    says_way: bool = False


GATHERINGS: dict[str, Gathering] = {
    g.name: g
    for g in (
        Gathering(
            "any", "truth", "truth", "{0} for some {1}",
            "True if it holds for one at least.",
            "any(c == fern for c in hand(me))",
        ),
        Gathering(
            "all", "truth", "truth", "{0} for every {1}",
            "True if it holds for every one.",
            "all(empty(x) for x in field where x.colour == red)",
        ),
        Gathering(
            "count", "truth", "number", "how often {0} for {1}",
            "For how many it holds.",
            "count(x.colour == y.colour for x in field for y in field)",
            alone="the number of {1}",
        ),
        Gathering(
            "sum", "number", "number", "the sum of {0} for each {1}",
            "The sum; `sum(SET)` is that of the numbers of a set.",
            "sum(c.worth for c in hand(me))",
        ),
        Gathering(
            "min", "number", "number", "the smallest of {0} for {1}",
            "The smallest, `min(SET)` of the numbers of a set; 0 if there is none.",
            "min(coins(p) for p in players)",
        ),
        Gathering(
            "max", "number", "number", "the greatest of {0} for {1}",
            "The greatest, `max(SET)` of the numbers of a set; 0 if there is none.",
            "max(size(x) for x in tower)",
        ),
        Gathering(
            "set", "value", "set", "{0} for each {1}",
            (
                "The different values, in the order of their type, whatever that of the set: members and "
                "kinds as they are declared, players by seat. `sorted` keeps another order."
            ),
            "set(c.colour for c in hand(me))",
            alone="every {1}",
        ),
        Gathering(
            "first", "value", "element", "{0} for the first {1}",
            (
                "The first one; with `by most NUMBER` the one with the most, with `by least NUMBER` the one "
                "with the least; none if there is none."
            ),
            "first(c for c in hand(me) by most c.worth)",
            fault="there is none, of numbers",
            alone="the first {1}", by="may",
        ),
        Gathering(
            "sorted", "value", "set", "{0} for each {1}",
            (
                "All of them in the order of the number after `by`, the smallest first, or with `by most` "
                "the greatest; where it is equal, of the next number."
            ),
            "sorted(p for p in players by coins(p), most p.index)",
            alone="every {1}", by="must", may_repeat=True,
        ),
        Gathering(
            "leaders", "value", "set", "{0} for the leading {1}",
            (
                "All that have the most, or with `by least` the least, of the number after `by`, in order; "
                "several numbers as in `sorted`."
            ),
            "leaders(p for p in players where coins(p) > 0 by most coins(p))",
            alone="the leading {1}", by="must", may_repeat=True, says_way=True,
        ),
    )
}  # fmt: skip


def lacking() -> list[str]:
    """Name the rows that leave out how large their number or their set may be."""
    return [row.name for row in BUILT_INS.values() if _lacks_size(row)]


def _lacks_size(row: BuiltIn) -> bool:
    word, *place = row.result.split()
    gives = row.parameters[int(place[-1]) - 1] if word == "same" else word
    return (gives == "number") != (row.least is not None) or (gives == "set") != (row.members is not None)


if lacking():
    raise LookupError(f"it is not known how large these may be: {', '.join(lacking())}")
