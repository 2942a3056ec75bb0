"""What the whole resolving stage shares: the definitions it reads, the model it fills, what must wait."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from interpreter.model.declarations import Model
from interpreter.problems.problem import Problems
from interpreter.reading.located_value import Located


@dataclass(slots=True)
class Resolving:
    """One resolving of a ruleset, and how far it has come.

    chosen: what was given for options; later: what can be looked up only when everything is declared;
    unfilled: boards whose fields are not read yet; next_token, next_space: the first number that no piece, no
    space has; read_letters: how many letters of rule texts were read, read_texts: which; told_letters:
    whether it is reported that they are too many.
    """

    root: Located
    model: Model
    problems: Problems
    chosen: Mapping[str, str]
    later: list[Callable[[], None]] = field(default_factory=list)
    unfilled: list[Callable[[], None]] = field(default_factory=list)
    next_token: int = 0
    next_space: int = 0
    read_letters: int = 0
    read_texts: set[str] = field(default_factory=set)
    told_letters: bool = False
