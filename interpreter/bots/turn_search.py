"""Search over the rest of one's turn, for games where a turn is several decisions.

A beam: of the positions that are so many decisions deep, the best are looked into, and two orders of the same
decisions lead to one position. Where the turn ends, all standings tell its worth. This is done on several
guesses; the option whose best ends are worth most in the mean is taken. Others who are asked within the turn
answer as is best for them at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from interpreter.bots.budget import Budget, Spending
from interpreter.bots.position import SearchPosition, guess_of
from interpreter.bots.standing import lead
from interpreter.play.faults import RuleFault

# How many positions of each depth are looked into.
BEAM = 8
# A decision is made on at most so many guesses. One that is seen to the end of the turn is worth more than
# several that are cut short, so the next begins only if the budget can bear it.
GUESSES = 4
# So many answers of others are tried before a position is judged as it is.
MAX_ANSWERS = 6
# A point outweighs any number of decisions; of ends that are worth the same the shorter way is better.
POINT = 64


class TurnSearch:
    """Decides for one seat by searching the rest of its turn."""

    def __init__(self, budget: Budget) -> None:
        self.steps = 0
        self._budget = budget

    def choose(self, state: SearchPosition, chance: Random) -> int:
        """Return the place of the option to take."""
        ways = state.ways
        if len(ways) == 1:
            return ways[0]
        spending = Spending(self._budget)
        totals = dict.fromkeys(ways, 0)
        dearest = 0.0
        for _ in range(GUESSES):
            begun = spending.spent
            if begun + dearest > 1:
                break
            try:
                guess = guess_of(state, chance.getrandbits(48))
            except RuleFault:
                spending.waste()
                continue
            worths = _TurnOnGuess(guess, spending).worths()
            # What goes wrong on a guess is left aside, if anything else is to be had.
            kept = [option for option in totals if option in worths] or [*totals]
            totals = {option: totals[option] + worths.get(option, 0) for option in kept}
            dearest = max(dearest, spending.spent - begun)
        self.steps += spending.steps
        best = [option for option in totals if totals[option] == max(totals.values())]
        return best[int(chance.random() * len(best))]


@dataclass(slots=True)
class _Node:
    """A position within the turn, what it is worth, and the first options that lead to it."""

    state: SearchPosition
    worth: int
    roots: set[int]


_Layer = dict[Hashable, _Node]


class _TurnOnGuess:
    """The search of one guess.

    ends: the best end of the turn that was found behind each first option; others: the best position within
    the turn that was not looked into.
    """

    def __init__(self, guess: SearchPosition, spending: Spending) -> None:
        self.guess, self.seat, self.turn = guess, guess.seat, guess.turn
        # What others do with a secret answer is theirs to say; it is judged by itself.
        self.answers_only = guess.secret
        self.spending = spending
        self.ends: dict[int, int] = {}
        self.others: dict[int, int] = {}

    def worths(self) -> dict[int, int]:
        """What each first option is worth."""
        first: _Layer = {}
        self._follow(self.guess, None, 1, first)
        self._look_into(first)
        return {**self.others, **self.ends}

    def _look_into(self, layer: _Layer) -> None:
        """Go on from the best positions of a layer, and so on to the end of the turn."""
        depth = 1
        while layer:
            depth += 1
            following: _Layer = {}
            for place, node in enumerate(sorted(layer.values(), key=_worth, reverse=True)):
                if place >= BEAM or self.spending.over:
                    _raise(self.others, node.roots, node.worth)
                    continue
                if not self._follow(node.state, node.roots, depth, following):
                    _raise(self.others, node.roots, node.worth)
            layer = following

    def _follow(self, state: SearchPosition, roots: set[int] | None, depth: int, layer: _Layer) -> bool:
        """Judge what can come of a position; roots: the first options that led to it, none if it has its own.

        Whether anything can: what goes wrong on trial is left aside.
        """
        found = False
        try:
            ends, steps = state.ends()
            self.spending.steps += steps
        except RuleFault:
            self.spending.waste()
            return False
        for end in ends:
            try:
                self._reach(end.position, {end.option} if roots is None else roots, depth, layer)
                found = True
            except RuleFault:
                self.spending.waste()
        return found

    def _reach(self, end: SearchPosition, roots: set[int], depth: int, layer: _Layer) -> None:
        """Judge where an action is over; what is within the turn goes into the layer."""
        state = end if self.answers_only else self._answered(end)
        worth = POINT * lead(state.game, state.standings(), self.seat) - min(depth, POINT - 1)
        if self.answers_only or state.seat != self.seat or state.turn != self.turn:
            _raise(self.ends, roots, worth)
            return
        node = layer.setdefault(state.key(), _Node(state, worth, set()))
        node.roots |= roots

    def _answered(self, state: SearchPosition) -> SearchPosition:
        """The position where the seat next has a choice in its turn, or the turn is over.

        Others who are asked within it take what is best for them at once.
        """
        answers = 0
        while state.turn == self.turn and not state.finished and state.seat != self.seat:
            answers += 1
            if answers > MAX_ANSWERS or self.spending.over:
                break
            answers_now, steps = state.ends()
            self.spending.steps += steps
            mover = state.seat
            best = max(answers_now, key=lambda end: lead(state.game, end.position.standings(), mover))
            self._take(state, best.values)
            while state.seat == self.seat and state.turn == self.turn and len(state.ways) == 1:
                self.spending.steps += 1
                state.choose(state.ways[0])
        return state

    def _take(self, state: SearchPosition, values: Sequence[Any]) -> None:
        """Take the options of an action; in a secret step the next to answer is asked then."""
        for place, value in enumerate(values):
            while place and len(state.ways) == 1:
                self.spending.steps += 1
                state.choose(state.ways[0])
            self.spending.steps += 1
            state.choose(state.values.index(value))


def _worth(node: _Node) -> int:
    return node.worth


def _raise(worths: dict[int, int], roots: set[int], worth: int) -> None:
    """Note a worth for options that had less."""
    for root in roots:
        worths[root] = max(worth, worths.get(root, worth))
