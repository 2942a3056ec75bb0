"""Tree search with the answers of others, for games where a turn is one decision or two.

UCT over determinizations (Cowling, Powley and Whitehouse, 2012): each walk goes down one guess of what is
hidden and to come, and what it learns is kept by what the seat sees, for all guesses and for later decisions.
A position that is reached for the first time is judged by the standings behind each of its options; nothing
is played out at random. Numbers are only added, multiplied, divided and put under a root, so machines agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from interpreter.bots.budget import Budget, Spending
from interpreter.bots.standing import lead
from interpreter.play.state import VICTORY, State

# How much is tried that looks worse.
CURIOSITY = 0.7
# A walk ends where so many turns are over.
TURNS = 8
# A lead counts as far as so many deviations from the mean, and so does a victory.
FAR = 4.0
# No more positions than this are kept between decisions.
MOST_KEPT = 5_000


@dataclass(slots=True)
class _Way:
    """An option of a position: how often it was taken, and the sum of the leads that came of it."""

    visits: int = 0
    total: float = 0.0


# The options of a position by their values.
_Node = dict[Any, _Way]


class _Usual:
    """Which leads are usual for a seat in this search."""

    __slots__ = ("count", "squares", "total")

    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, 0.0, 0.0

    def note(self, value: int) -> None:
        """Count a lead; a victory is none."""
        if abs(value) < VICTORY // 2:
            self.count += 1
            self.total += value
            self.squares += value * value

    @property
    def middle_and_spread(self) -> tuple[float, float]:
        """Mean and standard deviation; 1 where there is none."""
        if not self.count:
            return 0.0, 1.0
        middle = self.total / self.count
        variance = self.squares / self.count - middle * middle
        return middle, sqrt(variance) if variance > 1e-9 else 1.0


class TreeSearch:
    """Decides for one seat by a tree, which it keeps for its next decisions."""

    def __init__(self, budget: Budget) -> None:
        self.steps = 0
        self._budget = budget
        self._nodes: dict[tuple[Any, ...], _Node] = {}

    def choose(self, state: State, chance: Random) -> int:
        """Return the place of the option to take."""
        ways = state.ways
        if len(ways) == 1:
            return ways[0]
        if len(self._nodes) > MOST_KEPT:
            self._nodes.clear()
        search = _Walks(state, Spending(self._budget), self._nodes)
        root = search.walk_all(chance)
        self.steps += search.spending.steps
        found = [root[value] for value in _values(state)]
        merits = [(way.visits, way.total / way.visits) for way in found]
        best = [option for option, merit in zip(ways, merits, strict=True) if merit == max(merits)]
        return best[int(chance.random() * len(best))]


class _Walks:
    """The walks of one decision."""

    def __init__(self, state: State, spending: Spending, nodes: dict[tuple[Any, ...], _Node]) -> None:
        self.state, self.seat = state, state.seat
        self.spending = spending
        self.nodes = nodes
        self.usual = [_Usual() for _ in range(state.game.players)]

    def walk_all(self, chance: Random) -> _Node:
        """Walk until the budget is spent; return the options of the decision."""
        guess = self.state.guess(self.seat, chance.getrandbits(48))
        root = self.nodes.setdefault(guess.appearance(self.seat), {})
        self._standings_behind(guess, root)
        while not self.spending.over:
            self._walk(self.state.guess(self.seat, chance.getrandbits(48)), root)
        return root

    def _walk(self, state: State, root: _Node) -> None:
        """Go down the tree to a position not known yet, and take its standings back to the root."""
        node: _Node | None = root
        path: list[tuple[_Way, int]] = []
        turn, turns = state.turn, 0
        standings: list[int] | None = None
        while standings is None:
            mover, values = state.seat, _values(state)
            if len(values) > 1:
                if node is None:
                    node = self.nodes.setdefault(state.appearance(self.seat), {})
                standings = self._standings_behind(state, node)
                if standings is not None:
                    break
                value = self._promising(node, values, mover)
                path.append((node[value], mover))
            else:
                value = values[0]
            state.play(value)
            self.spending.steps += 1
            node = None
            turns += state.turn != turn
            turn = state.turn
            if state.finished or turns >= TURNS:
                standings = state.standings()
                self._note(state, standings)
        for way, mover in path:
            way.visits += 1
            way.total += self._bounded(lead(state.game, standings, mover), mover)

    def _standings_behind(self, state: State, node: _Node) -> list[int] | None:
        """Judge the options of a position that its node lacks; return the standings behind the best of them.

        None where the node knows them all.
        """
        mover = state.seat
        best: tuple[float, list[int]] | None = None
        for value in _values(state):
            if value in node:
                continue
            child = state.fork()
            child.play(value)
            self.spending.steps += 1
            standings = child.standings()
            self._note(child, standings)
            worth = lead(state.game, standings, mover)
            node[value] = _Way(1, self._bounded(worth, mover))
            if best is None or worth > best[0]:
                best = worth, standings
        return None if best is None else best[1]

    def _promising(self, node: _Node, values: list[Any], mover: int) -> Any:
        """The value of the option to look at next."""
        middle, spread = self.usual[mover].middle_and_spread
        ways = [node[value] for value in values]
        curiosity = CURIOSITY * sqrt(sum(way.visits for way in ways)) / len(ways)

        def merit(way: _Way) -> float:
            far = (way.total / way.visits - middle) / spread
            return far / sqrt(1 + far * far) / 2 + curiosity / (1 + way.visits)

        return max(zip(values, ways, strict=True), key=lambda pair: merit(pair[1]))[0]

    def _note(self, state: State, standings: list[int]) -> None:
        for seat, usual in enumerate(self.usual):
            usual.note(lead(state.game, standings, seat))

    def _bounded(self, value: int, seat: int) -> float:
        """A lead, not further from the usual ones than a victory counts."""
        middle, spread = self.usual[seat].middle_and_spread
        return min(max(value, middle - FAR * spread), middle + FAR * spread)


def _values(state: State) -> list[Any]:
    """The values of the options in canonical order."""
    decision = state.decision
    assert decision is not None
    return [decision.values[way] for way in state.ways]
