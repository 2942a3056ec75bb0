"""How the classes of the trees are made: cheaply, for there are a hundred, and every start makes them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(made: type[Made]) -> type[Made]:
    """Make a class of nodes: a dataclass that is equal only to itself.

    That nothing is assigned to its fields is left to mypy: to guard it, dataclasses would make
    several methods more for each class, and slots would make the class a second time.
    """
    return dataclass(eq=False, repr=False)(made)
