"""What an expression reads of the spaces, zones and counters of one person alone.

In: an expression, and the variable in it that is this person or a space of theirs. Out: what it reads, as
the layout names it, and whether of that person alone. So one player's board may change without anything being
worked out again for the others.
"""

from __future__ import annotations

from interpreter.language.checked import (
    BuiltInEx,
    ConditionalEx,
    CounterEx,
    Ex,
    FieldEx,
    GatherEx,
    LocalEx,
    MeEx,
    SpaceEx,
    SpacesEx,
    ValueCallEx,
    ZoneEx,
)
from interpreter.language.facts import expressions_in
from interpreter.language.program import Program
from interpreter.language.reads import changes_of, rules_in_play, things_in
from interpreter.language.types import Type

# How `me` is called among the variables.
ME = "me"
_Answers = dict[tuple[str, tuple[bool, ...]], bool]


def own_reads(program: Program, ex: Ex, variable: str) -> dict[str, bool]:
    """What an expression reads, and whether only of the person in a variable, or of the space's owner."""
    found = dict[str, bool]()
    _Look(program, found, {}).is_own(ex, frozenset({variable}))
    return found


class _Look:
    """A look through an expression and the rule values that it asks.

    found: what they read; answers: whether a value, given which of its arguments are own, is so too.
    """

    def __init__(self, program: Program, found: dict[str, bool], answers: _Answers) -> None:
        self.program, self.found, self.answers = program, found, answers

    def is_own(self, ex: Ex, own: frozenset[str]) -> bool:
        """Note what is read; whether it surely is that person, or none but spaces of theirs.

        own: the variables of which this is known.
        """
        if isinstance(ex, MeEx):
            return ME in own
        if isinstance(ex, LocalEx):
            return ex.name in own
        if isinstance(ex, ValueCallEx):
            return self._is_called_own(ex, own)
        if isinstance(ex, GatherEx):
            return self._is_gathered_own(ex, own)
        parts = [(part, self.is_own(part, own)) for part in expressions_in(ex)]
        if isinstance(ex, CounterEx | ZoneEx):
            self._note(ex, bool(parts) and parts[0][1])
            return False
        spaces = [is_own for part, is_own in parts if _is_place(part.type)]
        self._note(ex, bool(spaces) and all(spaces))
        if isinstance(ex, ConditionalEx):
            return all(is_own for _, is_own in parts[1:])
        if isinstance(ex, BuiltInEx):
            return _is_place(ex.type) and bool(spaces) and all(spaces)
        if isinstance(ex, SpacesEx | SpaceEx):
            return ex.owner is not None and self.is_own(ex.owner, own)
        return isinstance(ex, FieldEx) and ex.name == "owner" and bool(spaces) and all(spaces)

    def _note(self, ex: Ex, own: bool) -> None:
        for thing in things_in(ex):
            self.found[thing] = own and self.found.get(thing, True)

    def _is_gathered_own(self, ex: GatherEx, own: frozenset[str]) -> bool:
        for clause in ex.clauses:
            if self.is_own(clause.source, own):
                own |= {clause.variable}
            else:
                own -= {clause.variable}
        for part in (ex.where, *ex.by):
            if part is not None:
                self.is_own(part, own)
        return self.is_own(ex.element, own) and _is_place(ex.type)

    def _is_called_own(self, ex: ValueCallEx, own: frozenset[str]) -> bool:
        given = tuple([self.is_own(argument, own) for argument in ex.arguments])
        if (ex.name, given) not in self.answers:
            self.answers[ex.name, given] = False
            value = self.program.values[ex.name]
            names = [each.python for each, is_own in zip(value.parameters, given, strict=True) if is_own]
            result = self.is_own(value.body, frozenset(names))
            changes = [self.is_own(each, frozenset()) for each in changes_of(self.program, ex.name)]
            self.found.update(dict.fromkeys(rules_in_play(self.program, ex.name), False))
            self.answers[ex.name, given] = result and not changes
        return self.answers[ex.name, given]


def _is_place(type_: Type) -> bool:
    """Whether it is a space, or several."""
    return (type_.of if type_.kind == "set" and type_.of is not None else type_).kind == "space"
