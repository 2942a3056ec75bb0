"""What stands inside a checked expression.

In: an expression. Out: the expressions directly inside it, or whether a variable is read anywhere in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.language.checked import Ex


def children(ex: Ex) -> Iterable[Ex]:
    """Yield the expressions directly inside an expression."""
    for part in ex.parts:
        if isinstance(part, Ex):
            yield part
        elif isinstance(part, tuple):
            for inner in part:
                source = getattr(inner, "source", inner)
                if isinstance(source, Ex):
                    yield source


def within(ex: Ex) -> Iterable[Ex]:
    """Yield an expression and all that stands inside it, at any depth."""
    yield ex
    for inner in children(ex):
        yield from within(inner)


def mentions(ex: Ex, variable: str) -> bool:
    """Tell whether an expression reads a local variable."""
    return any(part.op == "var" and part.parts[0] == variable for part in within(ex))
