"""Speed, measured and not asserted: `make bench`.

Every shipped ruleset and each of its overlays, for every number of players.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter import Problems, check, load
from interpreter.reading import read_yaml
from interpreter.schema_check import check_against
from tests.playing import (
    SHIPPED,
    Company,
    all_games,
    counts_of,
    game_of,
    game_with,
    overlays_of,
    random_play,
)  # fmt: skip
from tools.measure_speed import cold

GAMES = [(path, (), players) for path, players in all_games() if path in SHIPPED]
WITH_OVERLAYS = [
    pytest.param(path, (name,), players, marks=pytest.mark.slow)
    for path in SHIPPED
    for name in overlays_of(path)
    for players in counts_of(path)
]
each_game = pytest.mark.parametrize(
    ("path", "company", "players"),
    [*GAMES, *WITH_OVERLAYS],
    ids=lambda value: getattr(value, "name", "+".join(value) if isinstance(value, tuple) else str(value)),
)
each_ruleset = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)


@each_game
def test_random_games(benchmark, path: Path, company: Company, players: int) -> None:  # type: ignore[no-untyped-def]
    """One random game from set-up to its last decision."""
    game, seeds = game_with(path, company, players), iter(range(10**9))
    if game is None:
        pytest.skip("not for so many")

    def play() -> int:
        state, chance = game.new(seed := next(seeds)), Random(seed)
        while state.seat >= 0:
            state.choose(int(chance.random() * state.option_count))
        return state.decisions

    benchmark(play)


@each_ruleset
@pytest.mark.parametrize("inside", [False, True], ids=["at_a_step", "inside_a_step"])
def test_fork(benchmark, path: Path, inside: bool) -> None:  # type: ignore[no-untyped-def]
    """A fork where a step begins, and one with choices of the step already made."""
    for state in random_play(game_of(path, 2), 1):
        if state.decisions > 60 and bool(state.snapshot()["choices"]) == inside:
            break
    benchmark(state.fork)


@each_ruleset
@pytest.mark.parametrize("what", ["hash", "view", "key"])
def test_reading(benchmark, path: Path, what: str) -> None:  # type: ignore[no-untyped-def]
    """The shown hash, a seat's view, the key of equality."""
    state = game_of(path, 2).new(1)
    benchmark({"hash": state.hash, "view": lambda: state.view(0), "key": state.key}[what])


@each_ruleset
def test_load(benchmark, path: Path) -> None:  # type: ignore[no-untyped-def]
    """Reading, checking and compiling for one number of players."""
    benchmark(lambda: load(path))


@each_ruleset
def test_validate(benchmark, path: Path) -> None:  # type: ignore[no-untyped-def]
    """The same for every number of players."""
    benchmark(lambda: check(path))


COLD = {"help": ["--help"], "list": ["list"]} | {
    f"validate {p.name}": ["validate", "--games", "0", str(p)] for p in SHIPPED
}


@pytest.mark.parametrize("arguments", COLD.values(), ids=COLD.keys())
def test_cold_start(benchmark, arguments: list[str]) -> None:  # type: ignore[no-untyped-def]
    """A command in a process of its own."""
    benchmark(cold(*arguments))


def test_schemas(benchmark) -> None:  # type: ignore[no-untyped-def]
    """A ruleset of 3,000 lines against its schema."""
    kinds = "".join(
        f"      k{n}:\n        copies: 2\n        hue: red\n        rule: SAM-{n}\n        worth: 3\n"
        "        triggers:\n          - on: take(me)\n            do: |\n"
        "              gain 1 points\n              lose 2 points\n"
        for n in range(300)
    )
    text = f"id: x\ntitle: X\nplayers: 2\ncomponents:\n  card:\n    kinds:\n{kinds}"
    problems = Problems()
    placed = read_yaml(text, "ruleset.yaml", problems)
    benchmark(check_against, placed, "ruleset", problems)
    assert problems.ok
