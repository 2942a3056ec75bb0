"""Tree search with the answers of others, for games where a turn is one decision or two.

Walks go down one guess each of what is hidden and to come; what they learn is kept by what the seat sees, for
all guesses and for later decisions (information set search: Cowling, Powley and Whitehouse, 2012). A position
reached for the first time is judged by the standings, half as they are and half as they are at the end of the
best action that can be taken. What a position is worth comes from its actions, the best of them for who
decides, as in implicit minimax (Lanctot and others, 2014); where chance or hidden things lead an action to
several positions, it is worth their mean. Where a ruleset says so, chance also plays each new position to the
end some times, and an action's share of these games counts beside what it is worth. Where all know all and
nothing is left to chance, ends are carried back as proofs, and walks leave alone what is proved (MCTS-Solver:
Winands, Björnsson and Saito, 2008). Numbers are only added, multiplied, divided and put under a root, so
machines agree.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from operator import add
from random import Random
from typing import Any

from interpreter.bots.budget import Budget, Spending
from interpreter.bots.position import SearchPosition, guess_of
from interpreter.bots.rollouts import chances
from interpreter.bots.shape import is_certain
from interpreter.bots.standing import lead
from interpreter.bots.temperature import taken_of
from interpreter.play.ends import MOST_SOLE, End
from interpreter.play.faults import RuleFault
from interpreter.play.standings import VICTORY

# How much is tried that looks worse.
CURIOSITY = 1.4
# A walk ends where so many turns are over.
TURNS = 8
# A lead counts as far as so many deviations from the mean; a victory counts more than WON, the more the
# sooner it comes: of what it counts more than that, each action before it takes away a share.
FAR, WON, WON_NOW = 4.0, 8.0, 9.0
LATER = 0.9
# Of games by chance so many are played from a new position; each counts as a step.
PLAYS = 4
# No more positions than this are kept between decisions.
MOST_KEPT = 5_000

Worth = Sequence[float]
_UNKNOWN = object()


@dataclass(slots=True)
class _Way:
    """An option of a position.

    first: what it was worth, by seat, when it was first tried; worth: what it is worth by what is known now;
    proved: whether that is how the game ends with best play; ends: the positions that it has led to, and how
    often; shares: by seat the sum of what games by chance came to behind it, -1 to 1 at each visit.
    """

    first: Worth
    worth: Worth
    proved: bool = False
    visits: int = 0
    shares: list[float] = field(default_factory=list)
    ends: dict[Hashable, list[Any]] = field(default_factory=dict)


@dataclass(slots=True)
class _Node:
    """A position with its options by their values; visits: how many walks have come through it."""

    mover: int
    ways: dict[tuple[Any, ...], _Way] = field(default_factory=dict)
    visits: int = 0

    @property
    def proved(self) -> bool:
        """Whether it is known how the game ends from here: one option wins for sure, or all are known."""
        ways = self.ways.values()
        return any(way.proved and way.worth[self.mover] > WON for way in ways) or (
            bool(ways) and all(way.proved for way in ways)
        )


class TreeSearch:
    """Decides for one seat by a tree, which it keeps for its next decisions.

    What it decides on is a whole action; what is asked within it is then answered as was planned, if nothing
    has come to light since.
    """

    def __init__(self, budget: Budget, temperature: float = 0.0) -> None:
        self.steps = 0
        self._budget, self._temperature = budget, temperature
        self._spending = Spending(budget)
        self._nodes: dict[Hashable, _Node] = {}
        self._scale: _Scale | None = None
        self._plan: dict[Hashable, Any] = {}

    def stop(self) -> None:
        """Let it take what it holds for best by now."""
        self._spending.stopped = True

    def choose(self, state: SearchPosition, chance: Random) -> int:
        """Return the place of the option to take."""
        ways, seat = state.ways, state.seat
        if len(ways) == 1:
            return ways[0]
        planned = self._plan.get(state.appearance(seat), _UNKNOWN) if state.inside else _UNKNOWN
        if planned is not _UNKNOWN:
            return state.values.index(planned)
        guess = guess_of(state, chance.getrandbits(48))
        spending = self._spending = Spending(self._budget)
        ends, steps = guess.ends()
        spending.steps += steps
        judged = [(end, worth) for end in ends if (worth := _standings(end.position)) is not None]
        if not judged:
            raise RuleFault("nothing that can be reached can be judged")
        ends = [end for end, _ in judged]
        scale = _Scale([worth for _, worth in judged], state)
        if self._scale is None or not scale.near(self._scale) or len(self._nodes) > MOST_KEPT:
            self._nodes.clear()
            self._scale = scale
        root = _Walks(state, spending, self._nodes, self._scale, chance).walk_all(guess, ends)
        self.steps += spending.steps
        by_chance = state.game.model.by_chance
        found = {end.values: root.ways[end.values] for end in ends}
        worths = {each: _worth_taken(way, seat, by_chance) for each, way in found.items()}
        merits = [(way.visits > 0 or way.proved, worths[each], way.visits) for each, way in found.items()]
        best = [values for values, merit in zip(found, merits, strict=True) if merit == max(merits)]
        values = best[int(chance.random() * len(best))]
        if self._temperature:
            known = {each: worths[each] for each, way in found.items() if way.visits} or {values: 0.0}
            values = [*known][taken_of(dict(enumerate(known.values())), self._temperature, chance)]
        self._plan = _planned(guess, seat, values)
        return state.values.index(values[0])


def _standings(position: SearchPosition) -> Sequence[int] | None:
    """What a position is worth to each; None where its rules go wrong."""
    try:
        return position.standings()
    except RuleFault:
        return None


def _planned(guess: SearchPosition, seat: int, values: tuple[Any, ...]) -> dict[Hashable, Any]:
    """What is to be chosen where, by what the seat sees then."""
    found: dict[Hashable, Any] = {}
    for value, following in pairwise(values):
        guess.choose(guess.values.index(value))
        while guess.seat == seat and len(guess.ways) == 1:
            guess.choose(guess.ways[0])
        found[guess.appearance(seat)] = following
    return found


class _Scale:
    """Which leads are usual for each seat: numbers between -1 and 1 for most of them."""

    def __init__(self, standings: Sequence[Sequence[int]], state: SearchPosition) -> None:
        self.game, self.seats = state.game, range(state.game.players)
        self.middles, self.spreads = [], []
        for seat in self.seats:
            leads = [lead(self.game, each, seat) for each in standings]
            usual = [float(each) for each in leads if abs(each) < VICTORY // 2]
            middle = sum(usual) / max(1, len(usual))
            variance = sum((each - middle) ** 2 for each in usual) / max(1, len(usual))
            self.middles.append(middle)
            self.spreads.append(sqrt(variance) if variance > 1e-9 else 1.0)

    def near(self, other: _Scale) -> bool:
        """Whether what was measured on another scale can be used on this one."""
        return all(
            own < 2 * theirs and theirs < 2 * own and abs(middle - before) < FAR * own / 2
            for own, theirs, middle, before in zip(
                self.spreads, other.spreads, self.middles, other.middles, strict=True
            )
        )

    def worth(self, standings: Sequence[int]) -> Worth:
        """What a position is worth to each seat."""
        found = []
        for seat in self.seats:
            ahead = lead(self.game, standings, seat)
            if abs(ahead) >= VICTORY // 2:
                found.append(WON_NOW if ahead > 0 else -WON_NOW)
            else:
                found.append(min(max((ahead - self.middles[seat]) / self.spreads[seat], -FAR), FAR))
        return found


class _Walks:
    """The walks of one decision."""

    def __init__(
        self,
        state: SearchPosition,
        spending: Spending,
        nodes: dict[Hashable, _Node],
        scale: _Scale,
        chance: Random,
    ) -> None:
        self.state, self.seat = state, state.seat
        self.spending, self.nodes, self.scale = spending, nodes, scale
        self.by_chance, self.chance = state.game.model.by_chance, chance
        self.certain = is_certain(state.game)

    def walk_all(self, guess: SearchPosition, ends: list[End[Any]]) -> _Node:
        """Walk until the budget is spent; return the node of the decision."""
        root = self.nodes.setdefault(guess.appearance(self.seat), _Node(self.seat))
        self._judge(root, ends)
        while not self.spending.over and not root.proved:
            try:
                self._walk(guess_of(self.state, self.chance.getrandbits(48)), root)
            except RuleFault:  # in this guess something goes wrong
                self.spending.waste()
        return root

    def _walk(self, state: SearchPosition, root: _Node) -> None:
        """Go down the tree to a position not known yet, and take what it is worth back to the root."""
        node, path = root, list[tuple[_Node, _Way, Hashable]]()
        turns, proved = 0, False
        worth: Worth | None = None
        while worth is None:
            values = self._promising(node, state.values)
            turns += self._follow(state, values)
            over = state.finished or turns >= TURNS
            key = None if over else state.appearance(self.seat)
            path.append((node, node.ways[values], key))
            if over:
                worth, proved = self.scale.worth(state.standings()), self.certain and state.finished
                break
            node = self.nodes.setdefault(key, _Node(state.seat))
            if not any(values[0] in state.values for values in node.ways):
                ends, steps = state.ends()
                self.spending.steps += steps
                self._judge(node, ends)
                # What the best option promises is half believed: the answer to it is not known yet.
                worth = [(old + new) / 2 for old, new in zip(path[-1][1].first, _best(node), strict=True)]
            if node.proved:
                worth, proved = _best(node), True
        shares = self._by_chance(state, worth, proved)
        for node, way, key in reversed(path):
            way.proved = proved
            _learn(way, key, _later(worth))
            way.shares = [*map(add, way.shares, shares)] if way.shares else shares
            node.visits += 1
            worth, proved = _best(node), node.proved

    def _by_chance(self, state: SearchPosition, worth: Worth, proved: bool) -> list[float]:
        """What games by chance from here come to for each seat; nothing where they do not count."""
        if not self.by_chance:
            return []
        if proved:
            return [(each > WON) - (each < -WON) for each in worth]
        self.spending.steps += PLAYS
        return chances(state, PLAYS, self.chance.getrandbits(48))

    def _follow(self, state: SearchPosition, values: tuple[Any, ...]) -> int:
        """Take the options of an action, and what is sole after it; return how many turns are over."""
        turns, turn, seat = 0, state.turn, state.seat
        left = list(values)
        for _ in range(MOST_SOLE):
            if state.finished:
                break
            if len(state.ways) == 1:
                state.choose(state.ways[0])
            elif left and state.seat == seat and left[0] in state.values:
                state.choose(state.values.index(left.pop(0)))
            else:
                break
            self.spending.steps += 1
            turns += state.turn != turn
            turn = state.turn
        return turns

    def _judge(self, node: _Node, ends: list[End[Any]]) -> None:
        """Judge the options of a position that its node lacks."""
        for end in ends:
            if end.values not in node.ways:
                worth = self.scale.worth(end.position.standings())
                node.ways[end.values] = _Way(worth, worth, self.certain and end.position.finished)

    def _promising(self, node: _Node, offered: Sequence[Any]) -> tuple[Any, ...]:
        """The values of the options to look at next."""
        mover, loss = node.mover, _loss(node)
        offers = [each for each in node.ways.items() if each[0][0] in offered]
        ways = [each for each in offers if not each[1].proved] or offers
        ways.sort(key=lambda each: -each[1].first[mover])
        visits = sqrt(1 + sum(way.visits for _, way in ways))
        best, found = None, ways[0][0]
        for rank, (values, way) in enumerate(ways):
            known = _merit(way, mover, self.by_chance) if way.visits else _near(_expected(way, mover, loss))
            merit = known / 2 + CURIOSITY * visits / (1 + rank) / (1 + way.visits)
            if best is None or merit > best:
                best, found = merit, values
        return found


def _near(worth: float) -> float:
    """A worth between -1 and 1."""
    return worth / sqrt(1 + worth * worth)


def _merit(way: _Way, seat: int, by_chance: int) -> float:
    """What an option that was looked into is worth to a seat, between -1 and 1; a sure end counts alone."""
    worth = way.worth[seat]
    near = _near(worth)
    if not way.shares or abs(worth) > WON:
        return near
    return near + by_chance / 100 * (way.shares[seat] / way.visits - near)


def _worth_taken(way: _Way, seat: int, by_chance: int) -> float:
    """What an option is worth to a seat that takes one; only games by chance need it between -1 and 1."""
    return _merit(way, seat, by_chance) if by_chance else way.worth[seat]


def _learn(way: _Way, key: Hashable, worth: Worth) -> None:
    """An option has led to a position once more, which is now held to be worth so much."""
    end = way.ends.setdefault(key, [0, worth])
    if key is None:
        # The game is over, or the walk was: each time somewhere else.
        end[1] = [(old * end[0] + new) / (end[0] + 1) for old, new in zip(end[1], worth, strict=True)]
    else:
        end[1] = worth
    end[0] += 1
    way.visits += 1
    way.worth = (
        end[1]
        if len(way.ends) == 1
        else [
            sum(count * each[seat] for count, each in way.ends.values()) / way.visits
            for seat in range(len(worth))
        ]
    )


def _later(worth: Worth) -> Worth:
    """What it is worth that something comes an action later."""
    return [
        each if abs(each) <= WON else each - (1 - LATER) * (each - WON if each > 0 else each + WON)
        for each in worth
    ]


def _expected(way: _Way, seat: int, loss: float) -> float:
    """What an option is worth to a seat; what was not looked into is taken to lose as much as others did."""
    if way.visits or abs(way.first[seat]) > WON:
        return way.worth[seat]
    return min(max(way.first[seat] - loss, -WON), WON)


def _loss(node: _Node) -> float:
    """How much less than at first sight the options that were looked into are worth, in the mean."""
    losses = [way.first[node.mover] - way.worth[node.mover] for way in node.ways.values() if way.visits]
    return sum(losses) / len(losses) if losses else 0.0


def _best(node: _Node) -> Worth:
    """What a position is worth: the option that is best for who decides."""
    mover, loss = node.mover, _loss(node)
    best, found = None, None
    for way in node.ways.values():
        merit = _expected(way, mover, loss)
        if best is None or merit > best:
            best, found = merit, way
    assert found is not None
    if found.visits or not loss or abs(found.worth[mover]) > WON:
        return found.worth
    return [each - loss if seat == mover else each + loss for seat, each in enumerate(found.worth)]
