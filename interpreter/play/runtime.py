"""What compiled rules call. `s` is the flat list of a state; nothing here knows a model.

In: slots, tokens and numbers of spaces, as rules have worked them out. Out: values for rules, and changes
made in place. `NAMES` holds what the namespace of compiled rules begins with, chance and graphs too.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import chain, starmap
from operator import itemgetter
from typing import Any

from interpreter.layout import AGENDA, CROWD, ENDING, OVER, PENDING, SECRET, WORK
from interpreter.play.chance import (
    below,
    order_late,
    picked,
    rolled,
    shuffle_late,
    shuffled,
    size_late,
    take_late,
)
from interpreter.play.faults import Nothing, RuleFault
from interpreter.play.graph_queries import (
    border,
    distance,
    group,
    groups,
    ray,
    ray_size,
    walk,
)
from interpreter.play.shared import (
    State,
    allotted,
    at,
    both,
    bounds,
    count_work,
    deeper,
    first,
    game_over,
    granted,
    last,
    lift_from,
    measured,
    metered,
    next_in_turn,
    nth,
    payable,
    players_mask,
    repeated,
    settle_on,
    span,
    spent,
    step_within,
    there,
    times_over,
    tried,
    union,
    within_limit,
    without,
)
from interpreter.play.subset import Fitting, Subset, subsets
from interpreter.play.trails import longest_trail, reach

# What a rule has at hand where it asks: the list, `me`, its variables; of a split payment also the slots of
# the counters that are still to pay, and how much.
Bindings = tuple[Any, ...]
# Who is asked, where in the rules, what (options, or a subset of a pool), and the scope.
Request = tuple[int, int, Sequence[Any] | Subset, Bindings]
# Steps of work where the flow goes on by itself, over all steps that follow each other without a question.
MAX_FLOW_WORK = 115_000_000
# Actions that wait, and times that one lasting rule is in force.
MAX_WAITING = 10_000
# What kept values have read in other positions than the last is remembered for so many slots and cells.
MOST_REMEMBERED = 500_000
# A value that reads nothing but its arguments is kept for so many of them.
MOST_KEYS = 10_000
Row = dict[int, tuple[Any, int]]
_key = itemgetter(0)


# ---- asking


def ask(by: int, site: int, options: Sequence[Any], scope: Bindings) -> Request:
    """Make the request that a rule yields; no options is a fault of the rules."""
    if not options:
        raise RuleFault("there is nothing to choose here")
    return (by, site, options, scope)


def choose_many(  # noqa: PLR0917 - compiled rules call it by position
    s: State,
    by: int,
    site: int,
    pool: Sequence[int],
    low: int | None,
    high: int | None,
    greedy: bool,
    scope: Bindings,
) -> Generator[Request, Any, tuple[int, ...]]:
    """Ask for a subset, unless only one is possible; returns it in the order of the pool."""
    least, most = bounds(len(pool), low, high, greedy)
    if least > len(pool) or least > most:
        raise RuleFault(f"{least} should be chosen, but there are {min(most, len(pool))}")
    subset = Subset(pool, least, most, secret=bool(s[SECRET]))
    return (yield from _answer_of(s, by, site, subset, scope))


def _answer_of(
    s: State, by: int, site: int, subset: Subset, scope: Bindings
) -> Generator[Request, Any, tuple[int, ...]]:
    """What is chosen, asked for unless only one subset is possible."""
    if subset.first_options:
        chosen: tuple[int, ...] = yield (by, site, subset, scope)
        return chosen
    heard(s, by, site, subset.first, forced=True)
    return subset.first


def choose_fitting(  # noqa: PLR0917 - compiled rules call it by position
    s: State,
    by: int,
    site: int,
    pool: Sequence[int],
    low: int | None,
    high: int | None,
    greedy: bool,
    scope: Bindings,
    rest: Callable[..., bool],
    steps: int,
) -> Generator[Request, Any, tuple[int, ...]]:
    """As `choose_many`, but only for a subset with which the rest of a precondition can be done."""
    good = list(_fitting(s, pool, low, high, greedy, rest, scope, steps))
    if not good:
        raise RuleFault("there is nothing to choose here")
    _, most = bounds(len(pool), low, high, greedy)
    subset = Fitting(pool, good, most, secret=bool(s[SECRET]))
    return (yield from _answer_of(s, by, site, subset, scope))


def some_fitting(  # noqa: PLR0917 - compiled rules call it by position
    s: State,
    pool: Sequence[int],
    low: int | None,
    high: int | None,
    greedy: bool,
    rest: Callable[..., bool],
    arguments: Sequence[Any],
    steps: int,
) -> bool:
    """Whether there is a subset with which the rest of a precondition can be done."""
    return any(True for _ in _fitting(s, pool, low, high, greedy, rest, arguments, steps))


def _fitting(  # noqa: PLR0917 - as both that it is for
    s: State,
    pool: Sequence[int],
    low: int | None,
    high: int | None,
    greedy: bool,
    rest: Callable[..., bool],
    arguments: Sequence[Any],
    steps: int,
) -> Iterator[tuple[int, ...]]:
    least, most = bounds(len(pool), low, high, greedy)
    if least <= len(pool) and least <= most:
        for subset in subsets(pool, least, most, lambda: tried(s, steps)):
            if rest(*arguments, subset):
                yield subset


def heard(s: State, by: int, site: int, answer: Any, *, forced: bool = False) -> None:
    """Note an answer that the code does not tell, where somebody listens."""
    if type(s) is not list:
        s.chose(by, site, answer, forced=forced)  # type: ignore[attr-defined]  # slots that are heard


def secretly(
    s: State, players: Sequence[int], body: Callable[[State, int], Any]
) -> Generator[Request, Any, None]:
    """Ask every player on a copy of what there is now; when all have answered, carry all answers out."""
    s[SECRET] = 1
    answers = []
    for player in players:
        given: list[Any] = []
        asking = body(s[:], player)
        request = next(asking, None)
        while request is not None:
            given.append((yield request))
            try:
                request = asking.send(given[-1])
            except StopIteration:
                request = None
        answers.append(given)
    for player, given in zip(players, answers, strict=True):
        doing = body(s, player)
        request = next(doing, None)
        for answer in given:
            assert request is not None, "as much is asked now as was on the copy"
            heard(s, request[0], request[1], answer)
            try:
                request = doing.send(answer)
            except StopIteration:
                break
        if s[ENDING] == OVER:
            break
    s[SECRET] = 0


def imagined(  # noqa: PLR0917 - compiled rules call it by position
    s: State,
    steps: int,
    can: Callable[..., bool] | None,
    do: Callable[..., None],
    arguments: Sequence[int],
    value: Callable[[State], Any],
) -> Any:
    """What a value would be after an effect, which is done in a copy of the position if it can be done.

    steps: what copying and doing it take. The work counts, and so does how deep one is in such thoughts.
    """
    made = s[:]
    deeper(made, steps)
    if can is None or can(made, *arguments):
        do(made, *arguments)
    found = value(made)
    s[WORK] = made[WORK]
    return found


class Reading:
    """Slots that some kept values read, and what was found for what lay there.

    A row has the results for one content of the slots, by the number of the cell: what was found, and the
    work of finding it. Positions share the rows: what is found depends on nothing else. A search goes to and
    fro between positions, so the rows of before are kept too.
    """

    __slots__ = ("before", "cells", "last", "read", "several")

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        """Begin with nothing worked out."""
        # What lies in the slots: a list for an only span, else a list for each.
        self.read: Callable[[State], Any] = itemgetter(*starmap(slice, spans or [(0, 0)]))
        self.several = len(spans) > 1
        self.cells = 0
        self.before: dict[tuple[Any, ...], Row] = {}
        self.last: tuple[Any, Row] = None, {}

    def turned_to(self, now: Any) -> Row:
        """The row of what lies in the slots now."""
        key = tuple(chain.from_iterable(now) if self.several else now)
        row = self.before.get(key)
        if row is None:
            if len(self.before) * (len(key) + self.cells) > MOST_REMEMBERED:
                self.before.clear()
            row = self.before[key] = {}
        # One assignment, for several threads may look.
        self.last = now, row
        return row


class Kept:
    """A kept value: for each of its cells what it reads, and the number of the cell there.

    A cell is its arguments as one number; spans: all that it reads with any arguments.
    """

    __slots__ = ("cells", "spans")

    def __init__(self, readings: Sequence[Reading], spans: Sequence[tuple[int, int]]) -> None:
        """Take a place for each cell behind those of others that read the same."""
        self.spans = spans
        self.cells: list[tuple[Reading, int]] = []
        for reading in readings:
            self.cells.append((reading, reading.cells))
            reading.cells += 1


def unless_changed(
    s: State, kept: Kept, cell: int, work_out: Callable[..., Any], arguments: Sequence[Any]
) -> Any:
    """A kept value: worked out only if something that it reads has changed; its work counts each time."""
    reading, number = kept.cells[cell]
    now = reading.read(s)
    before, row = reading.last
    if before != now:
        row = reading.turned_to(now)
    found = row.get(number)
    if found is None:
        done = s[WORK]
        value = work_out(s, *arguments)
        row[number] = value, s[WORK] - done
        return value
    if found[1]:
        count_work(s, found[1])
    return found[0]


def by_arguments(work_out: Callable[..., Any]) -> Callable[..., Any]:
    """A kept value that reads nothing but its arguments, which may be sets; its work counts each time."""
    found: dict[tuple[Any, ...], tuple[Any, int]] = {}

    def value(s: State, *arguments: Any) -> Any:
        key = tuple([each if isinstance(each, int) else tuple(each) for each in arguments])
        known = found.get(key)
        if known is None:
            done = s[WORK]
            result = work_out(s, *arguments)
            if len(found) > MOST_KEYS:
                found.clear()
            found[key] = result, s[WORK] - done
            return result
        if known[1]:
            count_work(s, known[1])
        return known[0]

    return value


def fingerprint(s: State, spans: Sequence[tuple[int, int]], player: int) -> int:
    """A number of 52 bits for what stands in some spans of slots, and for a player; equal where they are."""
    count_work(s, sum(30 + end - first for first, end in spans))
    text = repr(([s[first:end] for first, end in spans], player))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") >> 12


def too_early() -> None:
    """Refuse to try anything out while the counters get their start."""
    raise RuleFault("nothing can be tried out before the game is set up")


def longest_trail_of(
    s: State,
    corners_of: Sequence[Any],
    sides: Sequence[int],
    blocked: Iterable[int],
    weights: Sequence[int],
) -> int:
    """The longest trail along sides of a board, the work of looking for it being counted."""
    return longest_trail(corners_of, sides, blocked, lambda steps: count_work(s, steps), weights)


# ---- sets and zones


def distinct(values: Iterable[int]) -> tuple[int, ...]:
    """The different values, in order."""
    return tuple(sorted(set(values)))


def least(pairs: Sequence[tuple[int, int]]) -> int:
    """The value with the smallest key, the first of equal ones; none if there is none."""
    return min(pairs, key=_key)[1] if pairs else -1


def leaders(pairs: Sequence[tuple[Any, int]]) -> tuple[int, ...]:
    """The values with the smallest key, in their order."""
    best = min(pairs, key=_key)[0] if pairs else None
    return tuple(value for key, value in pairs if key == best)


def in_order(pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The values in the order of their keys."""
    return tuple(value for _, value in sorted(pairs, key=_key))


def place_in(values: Sequence[int], value: int) -> int:
    """The place of a value, counted from 1; 0 if it is not there."""
    return values.index(value) + 1 if value in values else 0


def added(zone: tuple[int, ...], piece: int) -> tuple[int, ...]:
    """A sorted zone with one piece more."""
    place = bisect(zone, piece)
    return (*zone[:place], piece, *zone[place:])


def removed(zone: tuple[int, ...], piece: int) -> tuple[int, ...]:
    """A zone with one piece less, which must be there."""
    try:
        place = zone.index(piece)
    except ValueError:
        raise RuleFault("the piece to be moved is not there", piece=piece) from None
    return zone[:place] + zone[place + 1 :]


def added_some(zone: tuple[int, ...], amount: int, piece: int) -> tuple[int, ...]:
    """A sorted zone with some equal pieces more."""
    place = bisect(zone, piece)
    return zone[:place] + (piece,) * amount + zone[place:]


def removed_some(zone: tuple[int, ...], amount: int, piece: int) -> tuple[int, ...]:
    """A zone with some equal pieces less, which must be there; they mostly lie side by side."""
    if amount <= 0:
        return zone
    if piece in zone:
        place = zone.index(piece)
        end = place + amount
        if zone[place:end].count(piece) == amount:
            return zone[:place] + zone[end:]
    for _ in range(amount):
        zone = removed(zone, piece)
    return zone


def removed_last(zone: tuple[int, ...], piece: int) -> tuple[int, ...]:
    """A stack with its uppermost such piece taken out."""
    for place in range(len(zone) - 1, -1, -1):
        if zone[place] == piece:
            return zone[:place] + zone[place + 1 :]
    raise RuleFault("the piece to be moved is not there", piece=piece)


def place_of(zone: tuple[int, ...], piece: int, lowest: bool) -> int:
    """The place of the first such piece, or of the last."""
    if piece not in zone:
        raise RuleFault("the piece to be changed is not there", piece=piece)
    return zone.index(piece) if lowest else len(zone) - 1 - zone[::-1].index(piece)


def exchanged(zone: tuple[int, ...], place: int, piece: int) -> tuple[int, ...]:
    """A zone with another piece at a place."""
    if not 0 <= place < len(zone):
        raise RuleFault("the piece to be changed is not there")
    return (*zone[:place], piece, *zone[place + 1 :])


def merged(zone: tuple[int, ...], pieces: Iterable[int]) -> tuple[int, ...]:
    """A sorted zone with several pieces more."""
    return tuple(sorted((*zone, *pieces)))


def drawn_from(s: State, slot: int, order: str, amount: int, stream: int) -> tuple[int, ...]:
    """Take up to so many pieces out: at random from a set, the front of a row, the top of a stack."""
    zone: tuple[int, ...] = s[slot]
    amount = min(max(amount, 0), len(zone))
    if order == "row":
        taken, s[slot] = zone[:amount], zone[amount:]
    elif order == "stack":
        cut = len(zone) - amount
        taken, s[slot] = zone[cut:][::-1], zone[:cut]
    else:
        found = []
        for _ in range(amount):
            place = below(s, len(zone), stream)
            found.append(zone[place])
            zone = zone[:place] + zone[place + 1 :]
        taken, s[slot] = tuple(found), zone
    return taken


def drawn_late(s: State, slot: int, order: str, amount: int, stream: int) -> tuple[int, ...]:
    """The same of a stack whose order may not be decided yet."""
    taken = take_late(s, slot, min(max(amount, 0), size_late(s, slot)))
    return drawn_from(s, slot, order, amount, stream) if taken is None else taken


def kept(value: Any) -> Any:
    """A value that is about to be kept, which must be there."""
    return int(value) if isinstance(value, Nothing) else value


def divided(number: int, by: int) -> int:
    """A quotient, rounded down."""
    if not by:
        raise RuleFault("division by zero")
    return number // by


def remainder(number: int, by: int) -> int:
    """What a division leaves, never negative where the divisor is not."""
    if not by:
        raise RuleFault("division by zero")
    return number % by


class Rows(dict[int, int]):
    """The rows of a table; a look-up without a row is a fault of the rules."""

    def __init__(self, rows: Mapping[int, int], name: str, title: Callable[[int], str]) -> None:
        """Name the table; title: what a key is called."""
        super().__init__(rows)
        self.name = name
        self.title = title

    def __missing__(self, key: int) -> int:
        """Tell which row there is not."""
        raise RuleFault(f"the table '{self.name}' has no row for {self.title(key)}")


# ---- counters


def anything(*_: Any) -> bool:
    """The rest of a precondition that can always be done."""
    return True


def pay_split(  # noqa: PLR0917 - compiled rules call it by position
    s: State,
    by: int,
    amount: int,
    sites: Sequence[int],
    slots: Sequence[int],
    scope: Bindings,
    rest: Callable[..., bool] = anything,
    steps: int = 0,
) -> Generator[Request, Any, None]:
    """Pay with several counters, in a way after which the rest can be done.

    How much with each but the last is asked where there is a choice. Less than nothing is nothing.
    """
    left = max(0, amount)
    for place, slot in enumerate(slots[:-1]):
        others = slots[place + 1 :]
        options = []
        for part in span(max(0, left - sum(s[other] for other in others)), min(left, s[slot])):
            s[slot] -= part
            if rest is anything or payable(s, left - part, others, rest, scope, steps):
                options.append(part)
            s[slot] += part
        if len(options) == 1 and not s[SECRET]:
            part = options[0]
        else:
            part = yield ask(by, sites[place], options, (*scope, slots[place:], left))
        spent(s, slot, part)
        left -= part
    spent(s, slots[-1], left)


# What is claimed in a `settle`: the target's slot, that of the supply or zone, the piece or -1, how much;
# then two functions with what they are given before how much comes of it: one that moves pieces where more
# than a sorted zone changes, and one that tells; None where there is no need of one.
Claim = tuple[int, int, int, int, Any, Any]


def shares(s: State, claims: Sequence[Claim], rule: str) -> list[int]:
    """How much comes of each claim: too little for all goes to nobody, a sole claimant, or in order."""
    wanted: dict[tuple[int, int], int] = {}
    for claim in claims:
        if claim[3] > 0:
            key = claim[1], claim[2]
            wanted[key] = wanted.get(key, 0) + claim[3]
    left = {}
    for key, total in wanted.items():
        source, piece = key
        there_are = s[source] if piece < 0 else s[source].count(piece)
        if total > there_are:
            claimants = {claim[0] for claim in claims if claim[1:3] == key and claim[3] > 0}
            nothing = rule == "none" or (rule == "sole claimant" and len(claimants) > 1)
            left[key] = 0 if nothing else there_are
    found = []
    for claim in claims:
        got = claim[3]
        if left and got > 0 and (key := (claim[1], claim[2])) in left:
            got = min(got, left[key])
            left[key] -= got
        found.append(got)
    return found


def hand_out(s: State, claims: Sequence[Claim], given: Sequence[int]) -> list[tuple[Any, int]]:
    """Give what comes of each claim; returns whom to tell and of how much, where somebody listens."""
    heard = []
    for (target, source, piece, _, way, tell), got in zip(claims, given, strict=True):
        if got <= 0:
            continue
        if piece < 0:
            s[source] -= got
            s[target] += got
        elif way is None:
            s[source] = removed_some(s[source], got, piece)
            s[target] = added_some(s[target], got, piece)
        else:
            way[0](s, *way[1], got)
        if tell is not None:
            heard.append((tell, got))
    return heard


def settle(s: State, claims: Sequence[Claim], rule: str) -> list[tuple[Any, int]]:
    """Give out what was claimed; returns whom to tell and of how much, where somebody listens."""
    if len(claims) == 1:
        target, source, piece, amount, *ways = claims[0]
        if piece >= 0 and ways == [None, None]:
            there_are = s[source].count(piece)
            if amount <= there_are or rule != "none":
                s[source] = removed_some(s[source], got := min(amount, there_are), piece)
                s[target] = added_some(s[target], got, piece)
            return []
    return hand_out(s, claims, shares(s, claims, rule))


def rule_in(s: State, masks: int, owners: int, entry: tuple[int, int, int] | None, owner: int) -> None:
    """A component that carries rules came into play for an owner."""
    if entry is not None:
        word, bit, counts = entry
        if counts == CROWD:
            s[word + owner] = added(s[word + owner], bit)
            return
        if counts >= 0:
            s[counts + owner] += 1
        s[masks + word * owners + owner] |= bit


def rule_out(s: State, masks: int, owners: int, entry: tuple[int, int, int] | None, owner: int) -> None:
    """A component that carries rules left play."""
    if entry is not None:
        word, bit, counts = entry
        if counts == CROWD:
            row = s[word + owner]
            place = row.index(bit)
            s[word + owner] = row[:place] + row[place + 1 :]
            return
        if counts >= 0:
            s[counts + owner] -= 1
            if s[counts + owner]:
                return
        s[masks + word * owners + owner] &= ~bit


def wait(s: State, entry: tuple[int, ...]) -> None:
    """Put an action on the agenda; it runs when the current step is over, unless the game is."""
    if s[ENDING] == OVER:
        return
    numbers = tuple(map(int, entry))
    if len(s[PENDING]) + len(s[AGENDA]) > MAX_WAITING:
        raise RuleFault(f"too many actions wait: with what they are for they are more than {MAX_WAITING:,}")
    s[PENDING] += numbers


def piled(entries: tuple[int, ...], values: tuple[int, ...]) -> tuple[int, ...]:
    """What a lasting rule keeps for each time it is in force, with one time more."""
    if len(entries) > MAX_WAITING:
        raise RuleFault(f"this rule is in force too many times: more than {MAX_WAITING:,}")
    return entries + tuple(map(int, values))


NAMES: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        below, ask, choose_many, choose_fitting, some_fitting, repeated, distinct, first, last, at, nth,
        least, leaders, in_order, union,
        both, without, added, added_some, removed, removed_last, removed_some, merged, drawn_from, rolled,
        picked, shuffled, shuffle_late, size_late, order_late, drawn_late,
        settle_on, lift_from, spent, allotted, granted, settle, rule_in, rule_out, wait, game_over,
        players_mask,
        border, group, groups, distance, longest_trail_of, ray, ray_size, reach, place_in, walk,
        step_within, span, times_over, divided, remainder, kept, pay_split, payable, place_of,
        exchanged, there, measured, next_in_turn, within_limit, secretly, tried, deeper, count_work, metered,
        piled, imagined, too_early, fingerprint, unless_changed,
    )
}  # fmt: skip
NAMES["RuleFault"] = RuleFault
