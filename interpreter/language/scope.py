"""The names an effect text may use where it stands: local variables, `me`, and how many of each were made."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.language.checked import Ex, Variable
from interpreter.language.facts import is_known_range, lacks_none
from interpreter.language.types import Type


class Scope:
    """A chain of local names; variables get names that are unique within one compiled function."""

    __slots__ = ("_counter", "has_me", "names", "parent")

    def __init__(self, *, has_me: bool, parent: Scope | None = None) -> None:
        self.parent = parent
        self.names: dict[str, Variable] = {}
        self.has_me = has_me
        self._counter: list[int] = parent._counter if parent is not None else [0]

    def inner(self) -> Scope:
        """Open a block: it sees these names, what it adds ends with it."""
        return Scope(has_me=self.has_me, parent=self)

    def add(
        self, name: str, variable_type: Type, origin: Ex | None = None, source: Ex | None = None
    ) -> Variable:
        """Make a variable; source: the set whose members it stands for, one after another."""
        self._counter[0] += 1
        made = Variable(name, f"{name}_{self._counter[0]}", variable_type, origin)
        if source is not None:
            made.bounded, made.present = is_known_range(source), lacks_none(source)
        self.names[name] = made
        return made

    def find(self, name: str) -> Variable | None:
        """Look a variable up, innermost first."""
        at: Scope | None = self
        while at is not None:
            if name in at.names:
                return at.names[name]
            at = at.parent
        return None

    def all(self) -> Iterable[Variable]:
        """Yield every variable in sight, outermost first, hidden ones left out."""
        seen: dict[str, Variable] = {}
        chain = []
        at: Scope | None = self
        while at is not None:
            chain.append(at)
            at = at.parent
        for scope in reversed(chain):
            seen.update(scope.names)
        return seen.values()
