"""The nodes of both trees, the parsed and the checked one: how they are made, and how one goes through them.

What stands inside a node is found from its fields, so a new kind of node needs no walk of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar, dataclass_transform

from interpreter.problems.position import Position

Made = TypeVar("Made")
N = TypeVar("N", bound="Node")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(made: type[Made]) -> type[Made]:
    """Make a class of nodes: a dataclass that is equal only to itself.

    That nothing is assigned to its fields is left to mypy: to guard it, dataclasses would make
    several methods more for each class, and slots would make the class a second time.
    """
    return dataclass(eq=False, repr=False)(made)


@node
class Node:
    """Anything that stands at a place in a rule file."""

    position: Position

    def children(self) -> list[Node]:
        """Return the nodes directly inside this one, in the order of its fields."""
        found: list[Node] = []
        for name in _fields(type(self)):
            value = getattr(self, name)
            if isinstance(value, Node):
                found.append(value)
            elif isinstance(value, tuple):
                _add_nodes(value, found)
        return found


# What holds no node; programs are walked over so often that it pays to leave these out.
_PLAIN = {"Position", "Type", "None", "str", "int", "bool"}
_known_fields: dict[type, tuple[str, ...]] = {}


def _fields(kind: type) -> tuple[str, ...]:
    """The fields that may hold nodes, for each kind of node seen so far."""
    if kind not in _known_fields:
        held = (each.name for each in fields(kind) if not {*str(each.type).split(" | ")} <= _PLAIN)
        _known_fields[kind] = tuple(held)
    return _known_fields[kind]


def _add_nodes(values: tuple[object, ...], found: list[Node]) -> None:
    for each in values:
        if isinstance(each, Node):
            found.append(each)
        elif isinstance(each, tuple):
            _add_nodes(each, found)


def walk(start: Node | Iterable[Node]) -> Iterator[Node]:
    """Yield nodes and all that stands inside them, at any depth, outer ones first."""
    waiting = [start] if isinstance(start, Node) else [*start][::-1]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += each.children()[::-1]


def find(start: Node | Iterable[Node], kind: type[N]) -> Iterator[N]:
    """Yield those nodes of a walk that are of a kind."""
    return (each for each in walk(start) if isinstance(each, kind))


def transform(start: N, change: Callable[[Node], Node]) -> N:
    """Copy a tree with each node changed, inner ones first; what nothing changes is not copied."""
    made: dict[str, Any] = {}
    for name in _fields(type(start)):
        value = getattr(start, name)
        copied = _transformed(value, change)
        if copied is not value:
            made[name] = copied
    changed = change(replace(start, **made) if made else start)
    assert isinstance(changed, Node)
    return changed  # type: ignore[return-value]  # a change keeps to the kinds that fit where a node stands


def _transformed(value: Any, change: Callable[[Node], Node]) -> Any:
    if isinstance(value, Node):
        return transform(value, change)
    if isinstance(value, tuple):
        copied = tuple(_transformed(each, change) for each in value)
        return copied if any(a is not b for a, b in zip(copied, value, strict=True)) else value
    return value


def moved(value: Any, place: Callable[[Position], Position]) -> Any:
    """A tree, or several, with other places, which are found from those that it has."""
    if isinstance(value, Node):
        copy = object.__new__(type(value))
        copy.__dict__.update({name: moved(part, place) for name, part in vars(value).items()})
        return copy
    if isinstance(value, tuple):
        return tuple([moved(each, place) for each in value])
    return place(value) if isinstance(value, Position) else value
