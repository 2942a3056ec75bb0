"""The types of the effect language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """number, truth, player, team, text, nothing, a set, or an enum, component or space by its name."""

    kind: str
    name: str = ""
    of: Type | None = None

    def __str__(self) -> str:
        """Name the type as authors do."""
        if self.kind == "set":
            return f"set of {self.of}"
        if self.kind == "nothing":
            return "none"
        return self.name or self.kind


def phrase(of: Type) -> str:
    """Name a type inside a sentence: `a number`, `an enemy`, `true or false`, `a set of card`."""
    words = {"truth": "true or false", "nothing": "none"}
    return words.get(of.kind) or f"{'an' if str(of)[0] in 'aeiou' else 'a'} {of}"


# So many effects may call, and so many values read, one another in a chain.
MAX_CHAIN = 60
# So many numbers may a range hold.
MAX_NUMBERS = 10_000

NUMBER = Type("number")
TRUTH = Type("truth")
PLAYER = Type("player")
TEAM = Type("team")
TEXT = Type("text")
NOTHING = Type("nothing")
# Those that every ruleset has, by name.
SIMPLE_TYPES = {"number": NUMBER, "truth": TRUTH, "player": PLAYER, "team": TEAM}
ANY = Type("any")  # stands where an error was already reported


def enum(name: str) -> Type:
    """Return the type of an enum's members."""
    return Type("enum", name)


def component(name: str) -> Type:
    """Return the type of a component type's pieces."""
    return Type("component", name)


def space(name: str) -> Type:
    """Return the type of a board's spaces (or of its corners or sides, by their own name)."""
    return Type("space", name)


def set_of(element: Type) -> Type:
    """Return the type of sets of the element."""
    return Type("set", of=element)


def fits(found: Type, wanted: Type) -> bool:
    """Tell whether a value of the found type may stand where the wanted type is needed."""
    if found == wanted or ANY in (found, wanted):
        return True
    if found == NOTHING:
        return wanted.kind in ("player", "team", "component", "space", "enum")
    if found.kind == "set" and wanted.kind == "set":
        assert found.of is not None and wanted.of is not None
        return fits(found.of, wanted.of)
    return False


def joined(left: Type, right: Type) -> Type | None:
    """Return the type that holds values of both, or None."""
    if fits(left, right):
        return right
    if fits(right, left):
        return left
    return None
