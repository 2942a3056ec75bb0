"""A scenario with its game as it stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.compiler.snippets import Snippets
from interpreter.play.game import Game
from interpreter.play.state import State
from interpreter.scenario.files import Scenario


@dataclass(slots=True)
class Stage:
    """What a scenario is played on; state: there is one once the position is set up; told: what it shows."""

    scenario: Scenario
    game: Game
    snippets: Snippets
    state: State = field(init=False)
    told: list[str] = field(default_factory=list)

    @property
    def me(self) -> int:
        """Who `me` is in the texts: whoever decides, else the first player."""
        return max(self.state.seat, 0)
