"""Bots that look no further than the action at hand, and what all bots have in common."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import thread_time
from typing import NamedTuple, Protocol

from interpreter.bots.position import SearchPosition, guess_of
from interpreter.bots.temperature import taken_of
from interpreter.play.ends import MAX_ENDS, MOST_WRONG, tried_of
from interpreter.play.faults import RuleFault


class Thought(NamedTuple):
    """How many decisions a bot has thought about, how many options it took on trial, and for how long."""

    decisions: int
    steps: int
    seconds: float


NO_THOUGHT = Thought(0, 0, 0.0)


class Bot(Protocol):
    """Decides for one seat of one play; what it has found out it may keep for later decisions.

    It looks at the state only through what its seat sees and through guesses.
    """

    @property
    def thought(self) -> Thought:
        """What it has thought so far."""

    def choose(self, state: SearchPosition, chance: Random) -> int:
        """Return the place of the option to take; the state asks the bot's seat."""

    def stop(self) -> None:
        """Let it take what it holds for best by now, if another thread is in `choose`."""


class RandomBot:
    """Takes any option in canonical order; where others are left out and one remains, without chance."""

    @property
    def thought(self) -> Thought:
        """None at all."""
        return NO_THOUGHT

    def choose(self, state: SearchPosition, chance: Random) -> int:
        """Return the place of the option to take."""
        ways = state.ways
        if len(ways) == 1 < state.option_count:
            return ways[0]
        return ways[int(chance.random() * len(ways))]

    def stop(self) -> None:
        """Nothing: it does not think."""


class Thinker(Protocol):
    """What thinks; steps: how many options it has taken on trial so far."""

    steps: int

    def choose(self, state: SearchPosition, chance: Random) -> int:
        """Return the place of the option to take."""

    def stop(self) -> None:
        """Let it come to an end at once, if another thread is in `choose`."""


class Measured:
    """A bot that thinks, and knows how much."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._decisions, self._seconds = 0, 0.0

    @property
    def thought(self) -> Thought:
        """What it has thought so far."""
        return Thought(self._decisions, self._thinker.steps, self._seconds)

    def choose(self, state: SearchPosition, chance: Random) -> int:
        """Return the place of the option to take; where there is but one it need not think."""
        if len(state.ways) == 1:
            return state.ways[0]
        start = thread_time()
        try:
            option = self._thinker.choose(state, chance)
        except RuleFault:
            # Whatever is tried out goes wrong, or takes more work than there may be.
            option = state.ways[int(chance.random() * len(state.ways))]
        self._decisions += 1
        self._seconds += thread_time() - start
        return option

    def stop(self) -> None:
        """Let it take what it holds for best by now, if another thread is in `choose`."""
        self._thinker.stop()


class GreedyBot:
    """Takes the option after which one's own points, counted as if the game ended now, are most.

    To these comes what the ruleset's `outlook` holds a position to be worth. An option is judged where the
    action it begins is over: what else is asked within it is tried, a bounded number of ways. Options that
    are alike are drawn among. In a secret step, where nothing counts before all have chosen, the others are
    thought to take their first option. What goes wrong on trial, or takes too much work, is left aside: on a
    guess it may where it does not in truth.
    """

    def __init__(self, temperature: float = 0.0) -> None:
        self.steps = 0
        self._temperature = temperature
        self._wrong = 0

    def choose(self, state: SearchPosition, chance: Random) -> int:
        """Return the place of the option to take."""
        seat, ways = state.seat, state.ways
        if len(ways) == 1:
            return ways[0]
        trial = guess_of(state, chance.getrandbits(48))
        self._wrong = 0
        worths = self._worths(trial, seat, [(option, MAX_ENDS) for option in ways])
        return taken_of(worths, self._temperature, chance)

    def stop(self) -> None:
        """Nothing: it is quick."""

    def _worths(self, state: SearchPosition, seat: int, tried: Sequence[tuple[int, int]]) -> dict[int, int]:
        """What options are worth to a seat; tried: each with how many ends may be looked at behind it.

        Raises RuleFault where each of them goes wrong.
        """
        found, wrong = dict[int, int](), RuleFault("nothing more is tried")
        for option, ends in tried:
            if self._wrong >= MOST_WRONG:
                break
            self.steps += 1
            try:
                trial = state.fork()
                trial.choose(option)
                found[option] = self._best_within(trial, seat, ends)
            except RuleFault as fault:
                self._wrong, wrong = self._wrong + 1, fault
        if not found:
            raise wrong
        return found

    def _best_within(self, state: SearchPosition, seat: int, ends: int) -> int:
        """The best that a seat can reach within its action; ends: how many may be looked at.

        The state is its own to play on.
        """
        while state.inside and (len(state.ways) == 1 if state.seat == seat else state.secret):
            self.steps += 1
            state.choose(state.ways[0])
        if state.seat != seat or not state.inside:
            return state.outlook(seat)
        return max(self._worths(state, seat, tried_of(state.ways, ends)).values())
