"""What a player is asked: a decision with its legal options, each with a stable, readable id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from interpreter.language.checked import Asking
from interpreter.language.index import Unit
from interpreter.language.plan import Stage
from interpreter.language.types import Type
from interpreter.play.faults import UnknownOption
from interpreter.play.subset import DONE, Picked, Subset
from interpreter.play.texts import Labeller, filled
from interpreter.problems.nearest_name import nearest
from interpreter.problems.position import Position


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen: its id (`space=c2`), a readable title, the value the rules receive.

    canonical: whether it picks the next of several things in their own order, as anything does that is no
    pick. With these options alone every subset is reached, and once.
    """

    id: str
    title: str
    value: Any
    canonical: bool = True


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the rules where something is asked.

    name: what is chosen (`tile`), or empty for named branches; labels: the branches' names by number; unit:
    what of the program asks; stage: the statement that asks, with what must still be possible afterwards;
    scope: the names of the variables that a request carries behind the list and `me`; asking: how the ruleset
    asks, if it says so; default: the branch that Enter takes; said: a sentence of the log says what comes.
    """

    name: str
    type: Type | None
    labels: tuple[str, ...]
    title: str
    position: Position
    titles: tuple[str, ...] = ()
    unit: Unit = ()
    stage: Stage | None = None
    scope: tuple[str, ...] = ()
    asking: Asking | None = None
    default: str = ""
    said: bool = False

    @property
    def yes_or_no(self) -> bool:
        """Whether it asks for yes or no."""
        return self.labels == ("no", "yes")

    @property
    def worded(self) -> bool:
        """Whether the ruleset asks in words of its own."""
        return self.asking is not None and self.asking.question is not None

    @property
    def says_values(self) -> bool:
        """Whether these words have values in them, such as what was chosen before."""
        question = self.asking.question if self.asking is not None else None
        return question is not None and any(not isinstance(part, str) for part in question.parts)

    def option(self, value: Any, label: Labeller, *, canonical: bool = True) -> Option:
        """Return the option that stands for a value; label: the id and title of one that is no branch."""
        if value is DONE:
            return Option("done", "done", value, canonical)
        if self.labels:
            return Option(self.labels[value], self.title_of(value), value)
        word, title = label(self.type, value)
        return Option(f"{self.name}={word}", title, value, canonical)

    def title_of(self, branch: int) -> str:
        """Return the title of a branch; `why/question.py` works out one with values where it is asked."""
        said = self.asking.titles[branch] if self.asking is not None and self.asking.titles else None
        if said is not None and all(isinstance(part, str) for part in said.parts):
            return "".join(map(str, said.parts))
        return self.titles[branch] if self.titles else self.labels[branch].replace("_", " ")


@dataclass(frozen=True)
class Decision:
    """Who decides (seats count from 0), what, and among which options.

    subset: where several things are asked for, one after the other, how many of which; so_far: the values
    that are picked already.
    """

    seat: int
    site: Site
    values: Sequence[Any]
    label: Labeller = field(repr=False)
    subset: Subset | None = field(default=None, repr=False)
    so_far: Picked = ()

    @property
    def name(self) -> str:
        """What is chosen, in one word."""
        return self.site.name or "action"

    @property
    def prompt(self) -> str:
        """What is asked, in a few words; `question` in `why` knows the values in it too."""
        asking = self.site.asking
        if asking is not None and asking.question is not None:
            return self.headed(filled(asking.question, lambda _: "", missing="..."))
        if self.site.yes_or_no and self.site.title:
            return f"{self.site.title}?"
        if self.site.name:
            return self.headed(f"{self.site.name.replace('_', ' ')}?")
        return self.headed("choose an action" if self.site.titles else "choose one")

    def headed(self, words: str) -> str:
        """Return what is asked behind the title of what asks it."""
        return f"{self.site.title}: {words}" if self.site.title else words

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The legal options, in the order of the rules."""
        if self.subset is None:
            return tuple(self.option(value) for value in self.values)
        ways = self.subset.ways(self.so_far, self.values)
        return tuple(self.option(value, canonical=place in ways) for place, value in enumerate(self.values))

    @property
    def picked(self) -> tuple[Option, ...]:
        """Where several things are asked for, those picked so far, in their own order."""
        return tuple(self.option(value) for value in self.so_far)

    def option(self, value: Any, *, canonical: bool = True) -> Option:
        """Return the option that stands for a value."""
        return self.site.option(value, self.label, canonical=canonical)

    def index(self, choice: int | str) -> int:
        """Return the place of an option given by place or id; raises UnknownOption."""
        if isinstance(choice, int):
            if 0 <= choice < len(self.values):
                return choice
            raise UnknownOption(f"there are {len(self.values)} options, not {choice + 1}")
        ids = [option.id for option in self.options]
        if choice in ids:
            return ids.index(choice)
        found = nearest(choice, ids)
        raise UnknownOption(f"'{choice}' is not offered here", f"did you mean '{found}'?" if found else None)
