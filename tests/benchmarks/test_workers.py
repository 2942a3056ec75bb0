"""Games a second by one process, two, and two workers of a cluster; measured, not asserted: `make bench`.

A hundred thousand games of one ruleset; workers make the game, and processes begin, while the clock runs.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from interpreter import LocalWorkers, Workers, simulate
from tests.playing import SHIPPED, game_of

pytest.importorskip("wasmtime")
pytest.importorskip("distributed")

from rulewright.cluster import connect

GAMES = 100_000
# Games a second of each way, so that each line has the ratio to the one before.
seen: dict[str, float] = {}


@pytest.fixture(scope="module", name="cluster")
def cluster_fixture() -> Iterator[Workers]:
    with connect("local:2") as workers:
        yield workers


@pytest.mark.parametrize("way", ["1 process", "2 jobs", "2 Dask workers"])
def test_games_a_second(benchmark, way: str, cluster: Workers) -> None:  # type: ignore[no-untyped-def]
    """The same figures in three ways."""
    game = game_of(SHIPPED[0], 2)

    def play() -> float:
        if way == "2 jobs":
            with LocalWorkers(2) as jobs:
                return simulate(game, ["random"] * 2, GAMES, 5, workers=jobs).seconds
        workers = cluster if way == "2 Dask workers" else None
        return simulate(game, ["random"] * 2, GAMES, 5, workers=workers).seconds

    seconds = benchmark.pedantic(play, rounds=1)
    seen[way] = GAMES / seconds
    benchmark.extra_info["games a second"] = round(seen[way])
    if "2 jobs" in seen:
        benchmark.extra_info["of 2 jobs"] = round(seen[way] / seen["2 jobs"], 3)
    print(f"{way}: {benchmark.extra_info}")
