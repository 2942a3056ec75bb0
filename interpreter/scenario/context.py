"""A scenario with its game as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.compiler.snippets import Snippets
from interpreter.play.event import Event
from interpreter.play.game import Game, State
from interpreter.reading import Located
from interpreter.scenario.files import Scenario

# Who chose (from 0), and all that it led to, whoever may see it.
Led = tuple[int, tuple[Event, ...]]
KINDS = ("roll", "draw", "pick")


@dataclass(frozen=True, slots=True)
class Wish:
    """One thing that chance is to give: by a roll, draw or pick; in which step or effect, if that is said."""

    kind: str
    text: Located
    inside: Located | None = None


def wishes_of(owner: Located) -> Iterator[Wish]:
    """What an entry, or a scenario, says that chance is to give."""
    said = owner.get("chance")
    for each in (said.entries() or [said]) if said is not None else ():
        for kind in KINDS:
            values = each.get(kind)
            if values is not None:
                yield from (Wish(kind, text, each.get("in")) for text in values.entries() or [values])


@dataclass(slots=True)
class ScenarioContext:
    """What a scenario is played on; state: there is one once the position is set up; told: what it shows.

    wishes: what chance is still to give, in order. entry: the choice or step that `when` last named; heard:
    the choices made for it and what they led to, if anybody wants to know.
    """

    scenario: Scenario
    game: Game
    snippets: Snippets
    state: State = field(init=False)
    told: list[str] = field(default_factory=list)
    wishes: list[Wish] = field(default_factory=list)
    entry: str = ""
    heard: list[Led] | None = None

    @property
    def me(self) -> int:
        """Who `me` is in the texts: whoever decides, else the first player."""
        return max(self.state.seat, 0)
