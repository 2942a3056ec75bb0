"""A ruleset and the same game of OpenSpiel, played in step.

In: a twin, which says how the moves of the two correspond. Out: nothing; an assertion that fails tells the
seed and the moves so far.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from interpreter import Game, State
from tools.playing import ROOT, game_of

Way = tuple[str, ...]
Luck = Callable[[State, list[int], Any], str]


def won_or_lost(state: State) -> Sequence[float]:
    """What OpenSpiel gives in a game that is only won: 1 and -1, or all 0 where nobody has won alone."""
    winners = state.winners()
    if len(winners) != 1:
        return [0.0] * state.game.players
    return [1.0 if seat in winners else -1.0 for seat in range(state.game.players)]


@dataclass(frozen=True)
class Twin:
    """How a ruleset and a game of OpenSpiel correspond.

    ruleset: a folder in rulesets/classics; oracle: the game, as OpenSpiel's load_game takes it; ids: the ids
    of ours that a move of theirs is (such as are not asked, as there is no choice, are left out);
    part: instead, the next id after the beginning of a way, and whether it may be the last, from their move,
    from ours as it is there and from theirs; none where the way is at its end;
    counts: how many ways there are to make one move, two moves, and so on; set: options of ours.
    luck: the name of theirs for what chance did in ours, from the state of ours, the numbers that it has
    drawn and theirs has not (luck takes off what it uses), and the state of theirs; returns: what theirs
    gives for the end of ours; one_order: where several things are picked, theirs names them in one order;
    called: what an action of theirs is called, where its own name says too little; seats: our seats in the
    order of theirs, where it is another; few: how many games are soon played; favours: how good a move of
    theirs is, where games at random come to nothing; at_fault: whether theirs has come to where it is known
    to be wrong, and the game is left.
    """

    ruleset: str
    oracle: str
    ids: Callable[[str], Sequence[str]]
    counts: tuple[int, ...] = ()
    set: Mapping[str, str] = field(default_factory=dict)
    players: int = 2
    luck: Luck | None = None
    part: Callable[[str, State, Any], tuple[str, bool] | None] | None = None
    returns: Callable[[State], Sequence[float]] = won_or_lost
    one_order: bool = False
    called: Callable[[Any, int], str] = lambda theirs, action: str(theirs.action_to_string(action))
    seats: tuple[int, ...] = tuple(range(10))
    few: int = 2
    favours: Callable[[Any, int], float] | None = None
    at_fault: Callable[[Any], bool] = lambda theirs: False

    @property
    def game(self) -> Game:
        return game_of(ROOT / "rulesets" / "classics" / self.ruleset, self.players, *self.set.items())


def play_in_step(twin: Twin, oracle: Any, seed: int) -> int:
    """Play one game at random in both; returns how many moves were made."""
    ours, theirs, chance, moves = twin.game.new(seed), oracle.new_initial_state(), Random(seed), list[str]()
    drawn = [*ours.drawn]
    try:
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                action = drawn_in_both(twin, ours, drawn, theirs)
            else:
                ways = ways_of(twin, ours, theirs)
                action = picked(twin, theirs, list(ways), chance)
                drawn += take(ours, ways[action])
            moves.append(twin.called(theirs, action))
            theirs.apply_action(action)
            if twin.at_fault(theirs):
                return len(moves)
        while ours.option_count == 1:
            # A last secret step asks though there is no choice.
            ours.choose(0)
        assert ours.finished, f"ours goes on: {offered(ours)}"
        found = twin.returns(ours)
        found = [found[seat] for seat in twin.seats[: len(found)]]
        assert found == theirs.returns(), f"{found} is not {theirs.returns()}"
    except AssertionError as different:
        raise AssertionError(f"seed {seed}: {', '.join(moves)}\n{theirs}\n{different}") from different
    return len(moves)


def picked(twin: Twin, theirs: Any, actions: Sequence[int], chance: Random) -> int:
    """One of their actions at random; two times in three among the best, where some are said to be better."""
    if twin.favours is not None and chance.random() < 2 / 3:
        worths = [twin.favours(theirs, action) for action in actions]
        actions = [action for action, worth in zip(actions, worths, strict=True) if worth == max(worths)]
    return chance.choice(actions)


def drawn_in_both(twin: Twin, ours: State, drawn: list[int], theirs: Any) -> int:
    """Their action for what chance has done in ours."""
    assert twin.luck is not None, "theirs asks chance, ours does not"
    name = twin.luck(ours, drawn, theirs)
    named = [action for action in theirs.legal_actions() if theirs.action_to_string(-1, action) == name]
    assert named, f"chance cannot give {name}"
    return int(named[0])


def count_in_step(twin: Twin, ours: State, theirs: Any, depth: int) -> int:
    """Count the ways to make so many moves, trying all of them in both."""
    if theirs.is_terminal():
        return 0
    ways = ways_of(twin, ours, theirs)
    if depth == 1:
        return len(ways)
    total = 0
    for action, ids in ways.items():
        mine = ours.fork()
        take(mine, ids)
        total += count_in_step(twin, mine, theirs.child(action), depth - 1)
    return total


def ways_of(twin: Twin, ours: State, theirs: Any) -> dict[int, Way]:
    """Each legal action of theirs with the ids that ours asks for; together they are all that ours offers.

    Where theirs has one action only, ours has gone on without asking.
    """
    player = twin.seats[theirs.current_player()]
    actions = theirs.legal_actions()
    if len(actions) == 1:
        # A secret step of ours asks all the same.
        secret = ours.seat == player and ours.option_count == 1
        return {actions[0]: tuple(offered(ours)) if secret else ()}
    assert not ours.finished, "ours is over"
    assert ours.seat == player, f"ours asks player {ours.seat}"
    asked = Asked(ours, twin.one_order)
    ways = {action: way_of(twin, twin.called(theirs, action), asked, theirs) for action in actions}
    assert len(set(ways.values())) == len(ways), f"two of their actions are one of ours: {ways}"
    assert not {*asked.left} & set(ways.values()), f"an action of theirs is the beginning of another: {ways}"
    more = [(*begun, name) for begun, left in asked.left.items() for name in left]
    assert not more, f"only ours offers {more}"
    return ways


def way_of(twin: Twin, move: str, asked: Asked, theirs: Any) -> Way:
    """What ours is asked for one move of theirs."""
    taken: Way = ()
    if twin.part is None:
        for name in twin.ids(move):
            taken = asked.after(taken, name)
        return taken
    while asked.goes_on(taken):
        found = twin.part(move, asked.states[taken], theirs)
        if found is None:
            break
        before, (name, last) = taken, found
        taken = asked.after(taken, name)
        assert taken != before, f"{move}: ours does not offer {name}"
        if last:
            break
    return taken


class Asked:
    """What ours asks after the beginnings of its ways, each run once; left: what nobody has taken."""

    def __init__(self, state: State, one_order: bool) -> None:
        self.one_order = one_order
        self.states: dict[Way, State] = {(): state}
        self.offered: dict[Way, frozenset[str]] = {}
        self.left: dict[Way, set[str]] = {}

    def goes_on(self, taken: Way) -> bool:
        """Run ours so far; whether it asks in the same turn: what a later one asks may be called the same."""
        if taken not in self.states:
            self.states[taken] = self.states[taken[:-1]].fork()
            self.states[taken].choose(taken[-1])
        return self.states[taken].turn == self.states[()].turn

    def after(self, taken: Way, name: str) -> Way:
        """The beginning with one more id, if that is asked for there."""
        if taken not in self.offered:
            self.offered[taken] = frozenset(
                offered(self.states[taken], self.one_order) if self.goes_on(taken) else ()
            )
        if name not in self.offered[taken]:
            return taken
        self.left.setdefault(taken, {*self.offered[taken]}).discard(name)
        return (*taken, name)


def take(state: State, ids: Sequence[str]) -> list[int]:
    """Choose one after the other; returns what chance gave."""
    drawn: list[int] = []
    for name in ids:
        state.choose(name)
        drawn += state.drawn
    return drawn


def offered(state: State, one_order: bool = False) -> list[str]:
    """The ids of the options; of picks in one order only those that lead to each subset once."""
    options = state.decision.options if state.decision is not None else []
    return [option.id for option in options if option.canonical or not one_order]
