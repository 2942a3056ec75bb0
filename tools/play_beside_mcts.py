"""`search` against OpenSpiel's MCTS in classics: a table for docs/performance.md.

    .venv/bin/python -m tools.play_beside_mcts [--number N] [--steps N] [--games N] [GAME...]

There a decision has a number of simulations (random play to the end); here it has as many steps, if nothing
else is said. A walk to a new position takes a step for each of its options and for each game by chance, so
for as many walks as simulations a game of ten options wants fourteen times as many steps. Seats are rotated.
The game is played in step in both, as the tests in tests/oracle do.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

from interpreter import bot_for, fast_states
from interpreter.simulation import share_interval
from tools.oracle.games import TWINS
from tools.oracle.in_step import Twin, ways_of

GAMES = ("breakthrough", "connect_four", "clobber", "reversi", "kalah", "lines_of_action")
NUMBER, ROUNDS = 500, 20
# What OpenSpiel's own examples use.
CURIOSITY, MEMORY = 2.0, 200
pyspiel = import_module("pyspiel")


class Seconds:
    """Processor time of each side, and how many decisions it was for."""

    def __init__(self) -> None:
        self.spent, self.decided = [0.0, 0.0], [0, 0]

    def add(self, side: int, begun: float) -> None:
        self.spent[side] += process_time() - begun
        self.decided[side] += 1

    def ms(self, side: int) -> float:
        return 1000 * self.spent[side] / max(1, self.decided[side])


def play(twin: Twin, numbers: tuple[int, int], seed: int, seat: int, seconds: Seconds) -> float:
    """One game with ours in a seat of theirs; returns its share of the victory.

    numbers: of their simulations and of our steps for a decision.
    """
    number, steps = numbers
    oracle: Any = pyspiel.load_game(twin.oracle)
    theirs, ours = oracle.new_initial_state(), twin.game.new(seed)
    fast = fast_states(twin.game).new(seed)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    mcts = pyspiel.MCTSBot(oracle, evaluator, CURIOSITY, number, MEMORY, True, seed, False)
    bot, chance = bot_for(twin.game, f"search:{steps}"), Random(seed)
    while not theirs.is_terminal():
        ways = ways_of(twin, ours, theirs)
        begun = process_time()
        if theirs.current_player() == seat:
            taken: tuple[str, ...] = ()
            while (action := next((each for each, ids in ways.items() if ids == taken), None)) is None:
                place = bot.choose(fast, chance)
                assert ours.decision is not None
                taken = (*taken, ours.decision.options[place].id)
                ours.choose(place)
                fast.choose(place)
            seconds.add(0, begun)
        else:
            action = mcts.step(theirs)
            seconds.add(1, begun)
            for name in ways[action]:
                assert ours.decision is not None
                place = ours.decision.index(name)
                ours.choose(place)
                fast.choose(place)
        theirs.apply_action(action)
    return float(theirs.returns()[seat] + 1) / 2


def main(wanted: Sequence[str]) -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--number", type=int, default=NUMBER)
    given.add_argument("--steps", type=int, default=0)
    given.add_argument("--games", type=int, default=ROUNDS)
    given.add_argument("game", nargs="*", default=GAMES)
    asked = given.parse_args(wanted)
    print("| game | won | of | 95 % | ms here | ms there |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in asked.game:
        twin = next(each for each in TWINS if each.ruleset == name)
        seconds = Seconds()
        numbers = asked.number, asked.steps or asked.number
        won = sum(play(twin, numbers, game // 2, game % 2, seconds) for game in range(asked.games))
        low, high = share_interval(won, asked.games) or (0.0, 1.0)
        cells = [name, f"{won:g}", str(asked.games), f"{low:.2f} to {high:.2f}"]
        cells += [f"{seconds.ms(side):.1f}" for side in (0, 1)]
        print("|", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
