"""Options that look best are played on, on many guesses, until it is clear which of them is best.

On each guess the turn that an option begins is searched to its end, and from there everybody plays one turn
more, each by a narrow search of it: so an option counts by what it leaves to do. All that are left have the
same chance then, so what they share cancels out (common random numbers). An option is given up when it is
surely worse than the best (a race: Maron and Moore, 1994); the one that looked best before gives way only to
what is better by more than noise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from math import sqrt
from queue import SimpleQueue
from random import Random

from interpreter.bots.budget import Spending
from interpreter.bots.position import SearchPosition, guess_of
from interpreter.bots.rollouts import in_other_memories
from interpreter.bots.standing import judged, lead
from interpreter.bots.turn_beam import TurnBeam
from interpreter.play.faults import RuleFault
from interpreter.play.standings import VICTORY

# So many guesses are looked at between two looks at who is left, however many threads look at them.
ROUND = 4
# An option is given up where it is worse by so many standard errors, and taken where it is better by so
# many; not before so many rounds.
GIVEN_UP, TAKEN, ROUNDS = 2.5, 2.0, 2
# So many options at most are played on.
CANDIDATES = 5
# How many positions of each depth are looked into in a turn that is played on.
BEAM_OF_PLAY = 2
# Such a turn is about so much cheaper than a search of one's own; only until it has been measured.
_CHEAPER = 2

# The seeds of a guess, and of what is to come in it.
_Seeds = tuple[int, int]
# What each option that is left comes to on a guess; None where the guess went wrong.
_Worths = list[float] | None


class Pace:
    """What playing on takes, which a bot learns from one decision to the next."""

    def __init__(self) -> None:
        # What one option on one guess takes of a whole budget; nothing is known yet.
        self._share = 0.0

    def bearable(self, turns: int, left: float, beam: float) -> int:
        """How many options can be played on, for so many turns, on as many guesses as tell them apart.

        left: what is left of the budget; beam: what of it the search of a turn takes.
        """
        share = self._share or turns * beam / _CHEAPER
        return min(int((left / (ROUND * ROUNDS) - beam) / share), CANDIDATES) if share else 0

    def learn(self, played: int, share: float) -> None:
        """Options were played on so many times in all, and took so much of the budget."""
        found = share / played
        self._share = (3 * self._share + found) / 4 if self._share else found


class PlayOff:
    """The play-off of one decision between options, the first of which looked best before."""

    def __init__(
        self, state: SearchPosition, candidates: Sequence[int], spending: Spending, pace: Pace
    ) -> None:
        self.seat, self.candidates, self.spending, self.pace = state.seat, candidates, spending, pace
        self.turns = state.game.players
        self.states = in_other_memories(state, spending.jobs if len(candidates) > 1 else 1)
        self.found: dict[int, list[float]] = {option: [] for option in candidates}

    def best(self, chance: Random) -> int:
        """Play on until the budget is spent or one option is left; return the place of the best."""
        left = list(self.candidates)
        rounds, begun = 0, self.spending.spent
        with _threads(self.states) as on_each:
            while len(left) > 1 and not self.spending.over:
                seeds = [(chance.getrandbits(48), chance.getrandbits(48)) for _ in range(ROUND)]
                found = [each for each in on_each(self._look, left, seeds) if each is not None]
                if not found:
                    break
                for option, worths in zip(left, zip(*found, strict=True), strict=True):
                    self.found[option] += worths
                rounds += 1
                if rounds >= ROUNDS:
                    left = self._still_open(left)
        played = sum(map(len, self.found.values()))
        if played:
            self.pace.learn(played, self.spending.spent - begun)
        first, best = self.candidates[0], max(left, key=self._total)
        if rounds < ROUNDS or self._errors(best, first) <= TAKEN:
            return first
        return best

    def _look(self, state: SearchPosition, options: Sequence[int], seeds: _Seeds) -> _Worths:
        """What options come to on one guess; nothing if time is over."""
        spending = self.spending.without_end()
        found = list[float]()
        try:
            beam = TurnBeam(guess_of(state, seeds[0]), spending)
            ends = beam.positions()
            for option in options:
                end = ends[option][1]
                # What was not followed to the end of the turn has the rest of it to play besides.
                turns = self.turns + (end.turn == beam.turn)
                found.append(self._played_on(end.reseeded(seeds[1]), turns, spending))
        except (RuleFault, KeyError):
            # Something goes wrong on this guess, perhaps with one of the options alone.
            spending.waste()
        self.spending.take(spending)
        return found if len(found) == len(options) and not self.spending.out_of_time else None

    def _played_on(self, position: SearchPosition, turns: int, spending: Spending) -> float:
        """By how much the seat is ahead so many turns later; the position is its own to play on."""
        turn = position.turn
        while not position.finished and not spending.over:
            if position.turn != turn:
                turn, turns = position.turn, turns - 1
                if turns <= 0:
                    break
            if len(position.ways) == 1:
                spending.steps += 1
                position.choose(position.ways[0])
            else:
                position = TurnBeam(position, spending, BEAM_OF_PLAY).best()
        return _points(lead(position.game, judged(position), self.seat))

    def _total(self, option: int) -> float:
        return sum(self.found[option])

    def _still_open(self, left: Sequence[int]) -> list[int]:
        """The options that may yet be the best."""
        best = max(left, key=self._total)
        return [each for each in left if each == best or self._errors(best, each) < GIVEN_UP]

    def _errors(self, one: int, other: int) -> float:
        """By how many standard errors one option is better than another, where both were played on."""
        pairs = [a - b for a, b in zip(self.found[one], self.found[other], strict=False)]
        mean = sum(pairs) / len(pairs)
        variance = sum((each - mean) ** 2 for each in pairs) / max(1, len(pairs) - 1)
        return mean / sqrt(variance / len(pairs)) if variance else mean * 1e9


def _points(ahead: int) -> float:
    """A lead as a number in which a victory counts no more than its points."""
    if abs(ahead) < VICTORY // 2:
        return float(ahead)
    return float(ahead - VICTORY if ahead > 0 else ahead + VICTORY)


_OnEach = Callable[
    [Callable[[SearchPosition, Sequence[int], _Seeds], _Worths], Sequence[int], Sequence[_Seeds]],
    list[_Worths],
]


@contextmanager
def _threads(states: Sequence[SearchPosition]) -> Iterator[_OnEach]:
    """A way to look at several guesses at a time, each thread on a position in a memory of its own."""
    if len(states) == 1:
        yield lambda look, options, seeds: [look(states[0], options, each) for each in seeds]
        return
    free: SimpleQueue[SearchPosition] = SimpleQueue()
    for state in states:
        free.put(state)
    with ThreadPoolExecutor(len(states)) as pool:

        def on_each(
            look: Callable[[SearchPosition, Sequence[int], _Seeds], _Worths],
            options: Sequence[int],
            seeds: Sequence[_Seeds],
        ) -> list[_Worths]:
            def one(each: _Seeds) -> _Worths:
                state = free.get()
                try:
                    return look(state, options, each)
                finally:
                    free.put(state)

            return list(pool.map(one, seeds))

        yield on_each
