"""What was chosen in a game so far, told so that others can follow it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cli.show.decision import choice_text, seat_name
from cli.show.ink import Line, Run, running, wrapped
from cli.show.pieces import joined, owner_colour, person_words, things_line

if TYPE_CHECKING:
    from interpreter import Game, State


Roll = tuple[str, str, list[str]]
# Whose choices, their words, and what was rolled then.
Sentence = tuple[int, list[str], list[Roll]]


@dataclass(frozen=True, slots=True)
class Done:
    """A choice that was made.

    seat: whose; text: what, in words; opens: it begins something; secret: the step that keeps it to its end;
    told: the seats that may know what it was; veiled: what all others are told; rolled: the dice that were
    then rolled: a zone, which of its family, the faces.
    """

    seat: int
    text: str
    opens: bool
    secret: str
    told: frozenset[int]
    veiled: str
    rolled: Sequence[Roll] = ()

    def text_for(self, seats: Collection[int], step: str) -> str:
        """Return what all of these seats may read of it while a step goes on."""
        if self.secret and self.secret == step and set(seats) != {self.seat}:
            return "something secret"
        return self.text if self.told.issuperset(seats) else self.veiled


@dataclass
class Log:
    """All choices of a game that stand, one for each line of its journal.

    before: the state from before the last choice.
    """

    done: list[Done] = field(default_factory=list)
    before: State | None = None

    @classmethod
    def of(cls, game: Game, seed: int, choices: Sequence[str]) -> tuple[Log, State]:
        """Play choices from the beginning; returns what was done and the state reached."""
        log, state = cls(), game.new(seed)
        for choice in choices:
            log.add(state, choice)
            state.choose(choice)
            log.note_rolls(state)
        return log, state

    def add(self, state: State, choice: int | str) -> Done:
        """Note a choice that is about to be made, and return it."""
        decision = state.decision
        assert decision is not None, "a finished game asks nobody"
        option = decision.options[decision.index(choice)]
        step = state.game.steps.get(state.step)
        secret = state.step if step is not None and step.secretly else ""
        seats = range(state.game.players)
        told = seats if secret else [seat for seat in seats if state.tells(seat)]
        texts = choice_text(decision, option), choice_text(decision, None)
        self.done.append(
            Done(decision.seat, texts[0], not decision.site.name, secret, frozenset(told), texts[1])
        )
        self.before = state.fork()
        return self.done[-1]

    def note_rolls(self, state: State) -> None:
        """Note what was rolled when the choice was made that was noted last."""
        from interpreter import rolled_zones

        assert self.before is not None, "a choice has been noted"
        zones = state.game.zones
        rolled = [roll for roll in rolled_zones(state, self.before) if zones[roll[0]].drawn]
        self.done[-1] = replace(self.done[-1], rolled=rolled)

    def told(self, state: State, seat: int, seats: Sequence[str], width: int, back: int = 0) -> list[Line]:
        """Return what the others did since a seat's last choice, or the last `back` choices; and rolls.

        What was chosen secretly is told when its step is over, what came from a hidden place never.
        """
        since = len(self.done)
        while since > 0 and self.done[since - 1].seat != seat:
            since -= 1
        since = max(len(self.done) - back, 0) if back else since
        # What a seat's own choice led to belongs to what came after it.
        lines = _rolls_told(state.game, self.done[since - 1].rolled, width) if since and not back else []
        for who, texts, rolled in _sentences(self.done[since:], [seat], state.step):
            name = seat_name(who) + (f" ({seats[who]})" if who < len(seats) else "")
            told = wrapped(", ".join(texts), f"{name}: ", width)
            told[0][0] = Run(told[0][0].text, owner_colour(f"p{who + 1}"))
            lines += [*told, *_rolls_told(state.game, rolled, width)]
        return lines

    def sentences(self, seats: Collection[int], step: str) -> list[Sentence]:
        """Return all that was done as all of these seats may read it while a step goes on."""
        return _sentences(self.done, seats, step)

    def others(self, seat: int) -> int:
        """Count the choices of all other seats."""
        return sum(done.seat != seat for done in self.done)


def _rolls_told(game: Game, rolled: Sequence[Roll], width: int) -> list[Line]:
    words = []
    for name, place, faces in rolled:
        owner, _, rest = place.partition(" ")
        called = f"{name} {person_words(owner)} {rest}".replace("_", " ").strip()
        told = joined(things_line(game, game.zones[name].holds, faces), " ")
        words.append([Run(f"{called} ", "dim"), *told])
    return running(words, [Run("Rolled: ")], width) if words else []


def _sentences(done: Sequence[Done], seats: Collection[int], step: str) -> list[Sentence]:
    """Return choices gathered: what one seat chose for one thing that it began, up to a roll."""
    found: list[Sentence] = []
    for each in done:
        text = each.text_for(seats, step)
        if not found or found[-1][0] != each.seat or each.opens or found[-1][2]:
            found.append((each.seat, [], []))
        found[-1][1].append(text)
        found[-1][2].extend(each.rolled)
    return found
