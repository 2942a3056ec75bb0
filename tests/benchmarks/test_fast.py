"""Speed of games in WebAssembly, measured and not asserted: `make bench`.

Every shipped ruleset with two players, in one thread.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import fast_states, simulate
from interpreter.wasm.module import module_of
from tests.playing import SHIPPED, game_of

wasmtime = pytest.importorskip("wasmtime")
each_ruleset = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)


@each_ruleset
@pytest.mark.parametrize(("bot", "games"), [("random", 200), ("greedy", 5)])
def test_games(benchmark, path: Path, bot: str, games: int) -> None:  # type: ignore[no-untyped-def]
    """A batch of games; the module is made before."""
    game = game_of(path, 2)
    benchmark(lambda: simulate(game, [bot, bot], games, 1, engine="wasm"))


@each_ruleset
@pytest.mark.parametrize("what", ["call", "fork", "guess", "choose", "playout"])
def test_held_positions(benchmark, path: Path, what: str) -> None:  # type: ignore[no-untyped-def]
    """Single operations on a position after 60 decisions; each has a call, a choice has a fork besides."""
    position = fast_states(game_of(path, 2)).new(1)
    while position.decisions < 60:
        position.choose(position.ways[-1])
    operations: dict[str, Callable[[], object]] = {
        "call": lambda: position.ways,
        "fork": position.fork,
        "guess": lambda: position.guess(position.seat, 5),
        "choose": lambda: position.fork().choose(position.ways[0]),
        "playout": lambda: position.playouts(1, 5),
    }
    benchmark(operations[what])


@each_ruleset
def test_ready(benchmark, path: Path) -> None:  # type: ignore[no-untyped-def]
    """Printing and compiling a module, without the cache."""
    game, engine = game_of(path, 2), wasmtime.Engine()
    benchmark(lambda: wasmtime.Module(engine, wasmtime.wat2wasm(module_of(game).text)))
