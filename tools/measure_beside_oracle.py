"""Random games a second of the classics beside OpenSpiel's, in turns: a table for docs/performance.md.

    .venv/bin/python -m tools.measure_beside_oracle [GAME...]

Both are driven by the same loop in Python: ask what can be done, pick one at random, do it. OpenSpiel's games
are written in C++; two of them also in Python. Besides, the same games here as `simulate` plays them, in
WebAssembly, where the loop is compiled too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

from interpreter import simulate
from tools.oracle.games import TWINS
from tools.oracle.games_of_chance import TWINS_OF_CHANCE
from tools.oracle.in_step import Twin

ROUNDS, SECONDS = 7, 0.25
# Their games in Python that are the same game.
IN_PYTHON = {"tic_tac_toe": "python_tic_tac_toe", "kuhn_poker": "python_kuhn_poker"}
pyspiel = import_module("pyspiel")
# This registers them.
import_module("open_spiel.python.games")


# Plays games, and returns how many.
Playing = Callable[[Random], int]


def ours(twin: Twin) -> Playing:
    def play(chance: Random) -> int:
        state = twin.game.new(chance.randrange(1 << 30))
        while state.option_count:
            state.choose(int(chance.random() * state.option_count))
        return 1

    return play


def compiled(twin: Twin) -> Playing:
    games = 1

    def play(chance: Random) -> int:
        nonlocal games
        begin, played = process_time(), games
        simulate(twin.game, ["random"] * twin.players, played, chance.randrange(1 << 30), engine="wasm")
        # So many at once that beginning and ending them takes next to nothing.
        if process_time() - begin < SECONDS / 2:
            games *= 2
        return played

    return play


def theirs(name: str) -> Playing:
    game: Any = pyspiel.load_game(name)

    def play(chance: Random) -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, odds)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
        return 1

    return play


def rate(play: Playing, chance: Random) -> float:
    """Games a second, over a short while."""
    begin, played = process_time(), 0
    while process_time() - begin < SECONDS:
        played += play(chance)
    return played / (process_time() - begin)


def main(wanted: list[str]) -> None:
    print("| game | here | OpenSpiel, C++ | OpenSpiel, Python | here, WebAssembly |")
    print("| --- | --- | --- | --- | --- |")
    seen = set()
    for twin in TWINS + TWINS_OF_CHANCE:
        if twin.ruleset in seen or (wanted and twin.ruleset not in wanted):
            continue
        seen.add(twin.ruleset)
        players = {"here": ours(twin), "C++": theirs(twin.oracle), "WebAssembly": compiled(twin)}
        if twin.ruleset in IN_PYTHON:
            players["Python"] = theirs(IN_PYTHON[twin.ruleset])
        rates: dict[str, list[float]] = {name: [] for name in players}
        for play in players.values():
            rate(play, Random(ROUNDS))  # what is made at the first use is made now
        for turn in range(ROUNDS):
            for name, play in players.items():
                rates[name].append(rate(play, Random(turn)))
        cells = [
            f"{median(rates[name]):,.0f}" if name in rates else ""
            for name in ("here", "C++", "Python", "WebAssembly")
        ]
        print("|", " | ".join([twin.game.title, *cells]), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
