"""The rest of a turn on one guess: a beam.

Of the positions that are so many decisions deep, the best are looked into: half of them the best of all, the
others, as far as there are any, the best that begin otherwise than these. Two orders of the same decisions
lead to one position. Where the turn ends, all standings say what it is worth. Others who are asked
within the turn answer as is best for them at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.bots.budget import Spending
from interpreter.bots.position import SearchPosition
from interpreter.bots.standing import lead
from interpreter.play.faults import RuleFault

# How many positions of each depth are looked into, if nothing else is said.
BEAM = 8
# Of more positions of a depth than this only those are held that would be looked into: memory has an end.
CROWD = 600
# So many answers of others are tried before a position is judged as it is.
MAX_ANSWERS = 6
# A point outweighs any number of decisions; of ends that are worth the same the shorter way is better.
POINT = 64


@dataclass(slots=True)
class _Node:
    """A position within the turn, what it is worth, and the first options that lead to it."""

    state: SearchPosition
    worth: int
    roots: set[int]


_Layer = dict[Hashable, _Node]
# What first options are worth, and the positions that say so.
_Found = dict[int, tuple[int, SearchPosition]]


class TurnBeam:
    """The search of the rest of a turn on one guess.

    ends: the best end of the turn that was found behind each first option, and what it is worth; others: the
    best position within the turn that was not looked into.
    """

    def __init__(self, guess: SearchPosition, spending: Spending, beam: int = BEAM) -> None:
        self.guess, self.seat, self.turn = guess, guess.seat, guess.turn
        # What others do with a secret answer is theirs to say; it is judged by itself.
        self.answers_only = guess.secret
        self.spending, self.beam = spending, beam
        self.ends: _Found = {}
        self.others: _Found = {}

    def worths(self) -> dict[int, int]:
        """What each first option is worth."""
        return {option: worth for option, (worth, _) in self.positions().items()}

    def positions(self) -> _Found:
        """What each first option is worth, and the position that says so: the end of the turn, if seen."""
        first: _Layer = {}
        self._follow(self.guess, None, 1, first)
        self._look_into(first)
        return {**self.others, **self.ends}

    def best(self) -> SearchPosition:
        """The position that is worth most, at the end of the turn or as near to it as was looked.

        Raises RuleFault where all goes wrong.
        """
        found = self.positions()
        if not found:
            raise RuleFault("nothing that can be reached can be judged")
        return max(found.values(), key=lambda each: each[0])[1]

    def _look_into(self, layer: _Layer) -> None:
        """Go on from the best positions of a layer, and so on to the end of the turn."""
        depth = 1
        while layer:
            depth += 1
            following: _Layer = {}
            layer = self._thinned(layer)
            for node in layer.values():
                if self.spending.over or not self._follow(node.state, node.roots, depth, following):
                    _raise(self.others, node.roots, node.worth, node.state)
                if len(following) > CROWD:
                    following = self._thinned(following)
            layer = following

    def _thinned(self, layer: _Layer) -> _Layer:
        """The positions that are to be looked into, the best first; it is noted what others are worth."""
        ranked = _ranked(layer, (self.beam + 1) // 2)
        for _, node in ranked[self.beam :]:
            _raise(self.others, node.roots, node.worth, node.state)
        return dict(ranked[: self.beam])

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
            _raise(self.ends, roots, worth, state)
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


def _ranked(layer: _Layer, best_of_all: int) -> list[tuple[Hashable, _Node]]:
    """The best positions, then the best that others of the first options lead to, then the rest.

    What a turn is worth is often seen late in it, so what begins well must not be crowded out.
    """
    ranked = sorted(layer.items(), key=lambda each: each[1].worth, reverse=True)
    best = ranked[:best_of_all]
    seen = set[int]().union(*(node.roots for _, node in best))
    other_roots, rest = list[tuple[Hashable, _Node]](), list[tuple[Hashable, _Node]]()
    for each in ranked[best_of_all:]:
        roots = each[1].roots
        (rest if roots <= seen else other_roots).append(each)
        seen |= roots
    return [*best, *other_roots, *rest]


def _raise(found: _Found, roots: set[int], worth: int, state: SearchPosition) -> None:
    """Note a position for options that had none worth as much."""
    for root in roots:
        if root not in found or found[root][0] < worth:
            found[root] = worth, state
