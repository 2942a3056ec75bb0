"""Search over the rest of one's turn, for games where a turn is several decisions.

The rest of the turn is searched on several guesses; the option that is worth most in the mean is taken. If
the budget can bear it, the best options are then played on further, against each other.
"""

from __future__ import annotations

from random import Random

from interpreter.bots.budget import Budget, Spending
from interpreter.bots.play_off import Pace, PlayOff
from interpreter.bots.position import SearchPosition, guess_of
from interpreter.bots.temperature import taken_of
from interpreter.bots.turn_beam import BEAM, TurnBeam
from interpreter.play.faults import RuleFault

# A decision is made on at most so many guesses. One that is seen to the end of the turn is worth more than
# several that are cut short, so the next begins only if the budget can bear it.
GUESSES = 4
# Where one guess takes no more than this share of the budget, the search is wider and sees more guesses.
# Where it takes no more than the second share, it does so only if there is not enough to play on.
PLENTY, ENOUGH, WIDE_BEAM, MANY_GUESSES = 1 / 50, 1 / 10, 24, 16


class TurnSearch:
    """Decides for one seat by searching the rest of its turn."""

    def __init__(self, budget: Budget, temperature: float = 0.0) -> None:
        self.steps = 0
        self._budget, self._temperature = budget, temperature
        self._spending = Spending(budget)
        self._pace = Pace()

    def stop(self) -> None:
        """Let it take what it holds for best by now."""
        self._spending.stopped = True

    def choose(self, state: SearchPosition, chance: Random) -> int:
        """Return the place of the option to take."""
        ways = state.ways
        if len(ways) == 1:
            return ways[0]
        spending = self._spending = Spending(self._budget)
        looks = _Looks(state, spending, chance)
        looks.look(1, BEAM)
        beam = looks.dearest
        if beam <= PLENTY:
            looks.look(MANY_GUESSES, WIDE_BEAM)
        else:
            looks.look(GUESSES - 1, BEAM)
        bearable = self._pace.bearable(state.game.players, 1 - spending.spent, beam)
        if bearable < 2 and PLENTY < beam <= ENOUGH:
            looks.look(MANY_GUESSES, WIDE_BEAM)
        totals = looks.totals
        first = taken_of(totals, self._temperature, chance)
        if bearable > 1 and not self._temperature and not spending.over:
            ranked = sorted(totals, key=lambda option: (option == first, totals[option]), reverse=True)
            first = PlayOff(state, ranked[:bearable], spending, self._pace).best(chance)
        self.steps += spending.steps
        return first


class _Looks:
    """What options are worth on the guesses looked at so far.

    totals: what each option is worth, added up; dearest: what share of the budget one guess took at most.
    """

    def __init__(self, state: SearchPosition, spending: Spending, chance: Random) -> None:
        self.totals: dict[int, int] = dict.fromkeys(state.ways, 0)
        self.dearest = 0.0
        self._state, self._spending, self._chance = state, spending, chance

    def look(self, guesses: int, beam: int) -> None:
        """Search the rest of the turn on so many guesses more, as far as the budget can bear it."""
        spending, totals = self._spending, self.totals
        for _ in range(guesses):
            begun = spending.spent
            if begun + self.dearest > 1:
                break
            try:
                guess = guess_of(self._state, self._chance.getrandbits(48))
            except RuleFault:
                spending.waste()
                continue
            worths = TurnBeam(guess, spending, beam).worths()
            # What goes wrong on a guess is left aside, if anything else is to be had.
            kept = [option for option in totals if option in worths] or [*totals]
            totals = self.totals = {option: totals[option] + worths.get(option, 0) for option in kept}
            self.dearest = max(self.dearest, spending.spent - begun)
