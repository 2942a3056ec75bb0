"""Numbers that stay within their bounds, and the work that is counted."""

from __future__ import annotations

from typing import Any

from interpreter.layout import DEPTH, WORK
from interpreter.play.runtime import MAX_DEPTH, MAX_WORK, TRY_WORK
from interpreter.reading.yaml_reader import MAX_NUMBER
from interpreter.wasm.dialect import Numbers, State, fail
from interpreter.wasm.library.memory import sure


def measured(number: int) -> int:
    if number > MAX_NUMBER or number < -MAX_NUMBER:
        fail()
    return number


def divided(number: int, by: int) -> int:
    if by == 0:
        fail()
    found = number // by
    if found * by != number and (number < 0) != (by < 0):
        found = found - 1
    return found


def remainder(number: int, by: int) -> int:
    return number - divided(number, by) * by


def least_of(a: int, b: int) -> int:
    if b < a:
        return b
    return a


def most_of(a: int, b: int) -> int:
    if b > a:
        return b
    return a


def size_of(number: int) -> int:
    if number < 0:
        return -number
    return number


def there(value: int) -> int:
    if value < 0:
        fail()
    return value


def kept(value: Any) -> Any:
    return sure(value)


def step_within(members: int, value: int, steps: int) -> int:
    if value + steps >= 0 and value + steps < members:
        return value + steps
    return -1


def within_limit(zone: Numbers, most: int) -> None:
    if len(zone) >= most:
        fail()


def count_work(s: State, steps: int) -> None:
    s[WORK] = s[WORK] + steps
    if s[WORK] > MAX_WORK:
        fail()


def counted(s: State, values: Numbers, steps: int) -> Numbers:
    count_work(s, len(values) * steps + 1)
    return values


def tried(s: State, steps: int) -> None:
    s[WORK] = s[WORK] + TRY_WORK + steps
    if s[WORK] > MAX_WORK:
        fail()


def deeper(s: State, steps: int) -> None:
    count_work(s, steps)
    s[DEPTH] = s[DEPTH] + 1
    if s[DEPTH] > MAX_DEPTH:
        fail()


def product(a: int, b: int) -> int:
    """A product that fits."""
    if a < 2147483648 and a > -2147483648 and b < 2147483648 and b > -2147483648:
        return a * b
    if a == 0 or b == 0:
        return 0
    found = a * b
    if found // b != a or found > 2305843009213693952 or found < -2305843009213693952:
        fail()
    return found


def difference(a: int, b: int) -> int:
    """A difference that fits."""
    return sum_of(a, 0 - b)


def sum_of(now: int, one: int) -> int:
    """A sum that fits."""
    found = now + one
    if found > 2305843009213693952 or found < -2305843009213693952:
        fail()
    return found
