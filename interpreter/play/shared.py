"""What both engines run, over numbers, sequences and slots, in the small Python that `wasm.machine` reads.

Here they run as they stand; a module has them as WebAssembly. A parameter that is a text is for what a fault
says, and a module has none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from interpreter.language.types import MAX_NUMBERS
from interpreter.layout import AGENDA, DEPTH, ENDING, OVER, PENDING, STEP, WON, WORK
from interpreter.play.faults import RuleFault
from interpreter.reading.yaml_reader import MAX_NUMBER

State = list[Any]
# What there is for each space; for none it lies behind them.
BySpace = Sequence[Any]
# A set of spaces, which a module has as a mark on each of them.
Marks = set[int]
# Steps of work between two questions; a step is about one operation of an expression, 10 to 25 nanoseconds.
MAX_WORK = 30_000_000
# What looking through one combination of choices costs besides what is worked out for it.
TRY_WORK = 600
MAX_DEPTH = 100


def measured(number: int) -> int:
    """A number within the bounds that all numbers have."""
    if -MAX_NUMBER <= number <= MAX_NUMBER:
        return number
    raise RuleFault("a number beyond 2^53")


def step_within(members: int, value: int, steps: int) -> int:
    """So many members on in an enum; none past its end."""
    return value + steps if 0 <= value + steps < members else -1


def there(value: int, message: str) -> int:
    """A value that may not be none: what is none has no counters and no zones, and does nothing."""
    if value < 0:
        raise RuleFault(message)
    return value


def first(values: Sequence[int]) -> int:
    """The first value, or none."""
    return values[0] if values else -1


def next_in_turn(kinds: Sequence[int], firsts: Sequence[int], last: int) -> int:
    """What comes after the last one of what some kinds have, or none.

    kinds: in order; firsts: the number of the first that each kind has, and behind the last kind how many
    there are.
    """
    for kind in kinds:
        here = firsts[kind + 1]
        if here > last + 1 and here > firsts[kind]:
            return max(firsts[kind], last + 1)
    return -1


def last(values: Sequence[int]) -> int:
    """The last value, or none."""
    return values[-1] if values else -1


def at(values: Sequence[int], number: int) -> int:
    """The value at a place counted from 1, or none."""
    return values[number - 1] if 0 < number <= len(values) else -1


def nth(values: Sequence[int], number: int, what: str = "space") -> int:
    """What has a number, which must be there; what: a space, or a place of a zone or set."""
    if 0 < number <= len(values):
        return values[number - 1]
    raise RuleFault(f"there is no {what} {number} here")


def players_mask(players: Iterable[int]) -> int:
    """The sum of 2 ** player, each player once; nobody is nobody."""
    found = 0
    for player in players:
        if player >= 0:
            found |= 1 << player
    return found


def union(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    """What is in one or the other, each once, sorted."""
    return tuple(sorted({*a, *b}))


def both(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    """What of the first is in the second too, in the first's order."""
    kept = set(b)
    return tuple(each for each in a if each in kept)


def without(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    """What of the first is not in the second, in the first's order."""
    gone = set(b)
    return tuple(each for each in a if each not in gone)


def span(low: int, high: int) -> range:
    """The numbers from low to high, of which there may not be too many."""
    if high - low >= MAX_NUMBERS:
        raise RuleFault(f"a set of more than {MAX_NUMBERS} numbers")
    return range(low, high + 1)


def times_over(amount: int) -> range:
    """So many rounds of a `repeat`, which may not be too many."""
    return span(1, amount)


def repeated(candidates: Sequence[int], times: int) -> tuple[int, ...]:
    """Each candidate so often, for a choice with repeats; of all together there may not be too many."""
    span(1, len(candidates) * times)
    return tuple(each for each in candidates for _ in range(times))


def bounds(size: int, low: int | None, high: int | None, greedy: bool) -> tuple[int, int]:
    """How many of so many things may be chosen: at least, at most; greedy: as many as possible."""
    most = size if high is None else high
    if greedy:
        return (min(most, size), min(most, size))
    return (0 if low is None else low, most)


def holds_all(values: Sequence[int], some: Sequence[int]) -> bool:
    """Whether a sequence holds all of another in its order."""
    place = 0
    for value in values:
        if place < len(some) and some[place] == value:
            place += 1
    return place == len(some)


def gone(before: Sequence[int], now: Sequence[int], ordered: bool) -> tuple[bool, ...]:
    """For each piece whether it has left; in an order, all between what is still at both ends.

    Without an order both are sorted.
    """
    size = len(before)
    most = min(size, len(now))
    head = 0
    tail = 0
    if ordered:
        while head < most and before[head] == now[head]:
            head += 1
        while tail < most - head and before[size - 1 - tail] == now[len(now) - 1 - tail]:
            tail += 1
        return tuple(head <= place < size - tail for place in range(size))
    flags: list[bool] = []
    for piece in before:
        while head < len(now) and now[head] < piece:
            head += 1
        left = head == len(now) or now[head] != piece
        flags.append(left)
        if not left:
            head += 1
    return tuple(flags)


def count_work(s: State, steps: int) -> None:
    """Count work that is about to be done, of which there may not be too much between two questions."""
    s[WORK] += steps
    if s[WORK] > MAX_WORK:
        raise RuleFault(f"too much work: more than {MAX_WORK:,} steps without a question")


def metered(s: State, values: Sequence[int], steps: int) -> Sequence[int]:
    """The values that a loop is about to run over; the work for all of them is counted."""
    count_work(s, len(values) * steps + 1)
    return values


def tried(s: State, steps: int) -> None:
    """Count one more combination of choices that is looked through, of which there may not be too many."""
    s[WORK] += TRY_WORK + steps
    if s[WORK] > MAX_WORK:
        raise RuleFault(
            f"too many combinations of choices must be tried here: they take more than {MAX_WORK:,} steps"
        )


def deeper(s: State, steps: int) -> None:
    """Count one more call within calls of rules that can call each other, and its work."""
    count_work(s, steps)
    s[DEPTH] += 1
    if s[DEPTH] > MAX_DEPTH:
        raise RuleFault(
            f"these rules call each other without end: more than {MAX_DEPTH} calls are within each other"
        )


def settle_on(s: State, slot: int, piece: int) -> None:
    """Lay a piece on a space that holds one."""
    if s[slot] >= 0:
        raise RuleFault("this space is taken")
    s[slot] = piece


def lift_from(s: State, slot: int, piece: int) -> None:
    """Take the piece off a space that holds one."""
    if s[slot] != piece or piece < 0:
        raise RuleFault("the piece to be moved is not there", piece=piece)
    s[slot] = -1


def within_limit(zone: tuple[int, ...], most: int) -> None:
    """A zone that says how many it can hold may not get more."""
    if len(zone) >= most:
        raise RuleFault(f"at most {most} can lie here")


def spent(s: State, slot: int, amount: int) -> None:
    """Pay out of a counter."""
    if s[slot] < amount:
        raise RuleFault("there is not enough to pay with")
    s[slot] = measured(s[slot] - amount)


def payable(  # noqa: PLR0917 - compiled rules call it by position
    s: State,
    wanted: int,
    slots: Sequence[int],
    rest: Callable[..., bool],
    arguments: Sequence[Any],
    steps: int,
) -> bool:
    """Whether so much can be paid with these counters in a way after which the rest can be done.

    steps: what looking through one way takes.
    """
    slot = slots[0]
    others = slots[1:]
    amount = max(0, wanted)
    for part in range(max(0, amount - sum(s[other] for other in others)), min(amount, s[slot]) + 1):
        count_work(s, steps)
        s[slot] -= part
        fine = payable(s, amount - part, others, rest, arguments, steps) if others else rest(*arguments)
        s[slot] += part
        if fine:
            return True
    return False


def allotted(s: State, slot: int, supply: int, amount: int) -> None:
    """Set a counter that has a limited supply: what it has more or less comes from there or goes there."""
    more = amount - s[slot]
    if more > s[supply]:
        raise RuleFault(f"there are only {s[supply]} more to be had")
    s[supply] -= more
    s[slot] = amount


def granted(s: State, slot: int, supply: int, amount: int, all_or_none: bool) -> int:
    """Gain out of a limited supply; returns how many came."""
    amount = max(amount, 0)
    if s[supply] < amount:
        amount = 0 if all_or_none else s[supply]
    s[supply] -= amount
    s[slot] += amount
    return amount


def game_over(s: State, finish: int, won: int) -> None:
    """End the game: the flow goes to its last operation, and what waits is not carried out.

    won: who has won, if that was said; the first end counts.
    """
    if s[ENDING] != OVER:
        s[WON] = won
    s[STEP] = finish
    s[ENDING] = OVER
    s[AGENDA] = ()
    s[PENDING] = ()
