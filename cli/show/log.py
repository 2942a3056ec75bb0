"""What was chosen in a game so far, told so that others can follow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cli.show.decision import choice_text, seat_name
from cli.show.ink import Line, Run, wrapped
from cli.show.pieces import owner_colour

if TYPE_CHECKING:
    from interpreter import Game, State


@dataclass(frozen=True, slots=True)
class Done:
    """A choice that was made: whose, in words; opens: it begins something; secret: the step that keeps it."""

    seat: int
    text: str
    opens: bool
    secret: str


@dataclass
class Log:
    """All choices of a game that stand, one for each line of its journal."""

    done: list[Done] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game, seed: int, choices: Sequence[str]) -> tuple[Log, State]:
        """Play choices from the beginning; returns what was done and the state reached."""
        log, state = cls(), game.new(seed)
        for choice in choices:
            log.add(state, choice)
            state.choose(choice)
        return log, state

    def add(self, state: State, choice: int | str) -> Done:
        """Note a choice that is about to be made, and return it."""
        decision = state.decision
        assert decision is not None, "a finished game asks nobody"
        option = decision.options[decision.index(choice)]
        step = state.game.model.steps.get(state.step)
        secret = state.step if step is not None and step.secretly else ""
        self.done.append(Done(decision.seat, choice_text(decision, option), not decision.site.name, secret))
        return self.done[-1]

    def told(self, state: State, seat: int, seats: Sequence[str], width: int, back: int = 0) -> list[Line]:
        """Return what the others did since a seat's last choice, or the last `back` choices of all.

        What was chosen secretly is told when its step is over.
        """
        since = len(self.done)
        while since > 0 and self.done[since - 1].seat != seat:
            since -= 1
        since = max(len(self.done) - back, 0) if back else since
        lines: list[Line] = []
        for who, texts in _sentences(self.done[since:], state.step):
            name = seat_name(who) + (f" ({seats[who]})" if who < len(seats) else "")
            told = wrapped(", ".join(texts), f"{name}: ", width)
            told[0][0] = Run(told[0][0].text, owner_colour(f"p{who + 1}"))
            lines += told
        return lines

    def others(self, seat: int) -> int:
        """Count the choices of all other seats."""
        return sum(done.seat != seat for done in self.done)


def _sentences(done: Sequence[Done], step: str) -> list[tuple[int, list[str]]]:
    """Return choices gathered: what one seat chose for one thing that it began."""
    found: list[tuple[int, list[str]]] = []
    for each in done:
        text = "something secret" if each.secret and each.secret == step else each.text
        if found and found[-1][0] == each.seat and not each.opens:
            found[-1][1].append(text)
        else:
            found.append((each.seat, [text]))
    return found
