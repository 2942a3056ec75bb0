"""Random games a second of the classics beside OpenSpiel's, in turns: a table for docs/performance.md.

    .venv/bin/python -m tools.measure_beside_oracle [GAME...]

Both are driven by the same loop in Python: ask what can be done, pick one at random, do it. OpenSpiel's games
are written in C++; two of them also in Python.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from tests.oracle.games import TWINS
from tests.oracle.games_of_chance import TWINS_OF_CHANCE
from tests.oracle.in_step import Twin

ROUNDS, SECONDS = 7, 0.25
# Their games in Python that are the same game.
IN_PYTHON = {"tic_tac_toe": "python_tic_tac_toe", "kuhn_poker": "python_kuhn_poker"}
pyspiel = import_module("pyspiel")
# This registers them.
import_module("open_spiel.python.games")


def ours(twin: Twin) -> Callable[[Random], None]:
    def play(chance: Random) -> None:
        state = twin.game.new(chance.randrange(1 << 30))
        while state.option_count:
            state.choose(int(chance.random() * state.option_count))

    return play


def theirs(name: str) -> Callable[[Random], None]:
    game: Any = pyspiel.load_game(name)

    def play(chance: Random) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, odds)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))

    return play


def rate(play: Callable[[Random], None], chance: Random) -> float:
    """Games a second, over a short while."""
    begin, played = perf_counter(), 0
    while perf_counter() - begin < SECONDS:
        play(chance)
        played += 1
    return played / (perf_counter() - begin)


def main(wanted: list[str]) -> None:
    print("| game | here | OpenSpiel, C++ | OpenSpiel, Python |\n| --- | --- | --- | --- |")
    seen = set()
    for twin in TWINS + TWINS_OF_CHANCE:
        if twin.ruleset in seen or (wanted and twin.ruleset not in wanted):
            continue
        seen.add(twin.ruleset)
        players = [ours(twin), theirs(twin.oracle)]
        if twin.ruleset in IN_PYTHON:
            players.append(theirs(IN_PYTHON[twin.ruleset]))
        rates: list[list[float]] = [[] for _ in players]
        for turn in range(ROUNDS):
            for player, found in zip(players, rates, strict=True):
                found.append(rate(player, Random(turn)))
        cells = [f"{median(found):,.0f}" for found in rates]
        print("|", " | ".join([twin.game.title, *cells, *[""] * (3 - len(cells))]), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
