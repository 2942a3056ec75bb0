"""Search over the rest of one's turn, for games where a turn is several decisions.

The rest of the turn is searched on several guesses; the option that is worth most in the mean is taken. If
the budget can bear it, the best options are then played on further, against each other.
"""

from __future__ import annotations

from random import Random

from interpreter.bots.budget import Budget, Spending
from interpreter.bots.play_off import Horizon, PlayOff
from interpreter.bots.position import SearchPosition, guess_of
from interpreter.bots.temperature import taken_of
from interpreter.bots.turn_beam import BEAM, TurnBeam
from interpreter.play.faults import RuleFault

# A decision is made on at most so many guesses. One that is seen to the end of the turn is worth more than
# several that are cut short, so the next begins only if the budget can bear it.
GUESSES = 4
# Where one guess takes no more than this share of the budget, the search is wider and sees more guesses.
PLENTY, WIDE_BEAM, MANY_GUESSES = 1 / 50, 24, 16
# So many options at most are played on.
CANDIDATES = 5


class TurnSearch:
    """Decides for one seat by searching the rest of its turn."""

    def __init__(self, budget: Budget, temperature: float = 0.0) -> None:
        self.steps = 0
        self._budget, self._temperature = budget, temperature
        self._spending = Spending(budget)
        self._horizon = Horizon()

    def stop(self) -> None:
        """Let it take what it holds for best by now."""
        self._spending.stopped = True

    def choose(self, state: SearchPosition, chance: Random) -> int:
        """Return the place of the option to take."""
        ways = state.ways
        if len(ways) == 1:
            return ways[0]
        spending = self._spending = Spending(self._budget)
        totals = dict.fromkeys(ways, 0)
        dearest = 0.0
        guesses, beam = GUESSES, BEAM
        while guesses:
            begun = spending.spent
            if begun + dearest > 1:
                break
            guesses -= 1
            try:
                guess = guess_of(state, chance.getrandbits(48))
            except RuleFault:
                spending.waste()
                continue
            worths = TurnBeam(guess, spending, beam).worths()
            # What goes wrong on a guess is left aside, if anything else is to be had.
            kept = [option for option in totals if option in worths] or [*totals]
            totals = {option: totals[option] + worths.get(option, 0) for option in kept}
            dearest = max(dearest, spending.spent - begun)
            if beam == BEAM and dearest <= PLENTY:
                guesses, beam = MANY_GUESSES, WIDE_BEAM
        first = taken_of(totals, self._temperature, chance)
        if not self._temperature and not spending.over:
            ranked = sorted(totals, key=lambda option: (option == first, totals[option]), reverse=True)
            first = PlayOff(state, ranked[:CANDIDATES], spending, self._horizon, dearest).best(chance)
        self.steps += spending.steps
        return first
