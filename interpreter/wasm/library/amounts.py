"""Numbers that stay within their bounds, and the work that is counted."""

from __future__ import annotations

from typing import Any

from interpreter.wasm.dialect import fail
from interpreter.wasm.library.memory import sure


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


def kept(value: Any) -> Any:
    return sure(value)


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
