"""What players were offered and took, as both engines write it down."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Decided, Game, Played, PointsBySource, Standing, play_one, record_entries, simulate
from tests.playing import ROOT, SHIPPED, game_with, sampled

CLASSICS = [ROOT / "rulesets" / "classics" / name for name in ("goofspiel", "gin_rummy")]


def _game(ruleset: Path) -> Game:
    game = game_with(ruleset, (), 2)
    assert game is not None
    return game


def recorded(game: Game, bot: str, engine: str, games: int = 2) -> list[Played]:
    kept: list[Played] = []
    bots = [bot] * game.players
    simulate(game, bots, games, 5, 1, lambda _n, _seed, played: kept.append(played), engine, recorded=True)
    return kept


@pytest.mark.parametrize("ruleset", sampled([*CLASSICS, *SHIPPED], 6), ids=lambda path: path.name)
def test_both_engines_write_the_same(ruleset: Path) -> None:
    """And it ends with the points that the game ended with; being written down changes nothing."""
    pytest.importorskip("wasmtime")
    game = _game(ruleset)
    here, there = (recorded(game, "random", engine) for engine in ("python", "wasm"))
    assert [played.record for played in here] == [played.record for played in there]
    for played in there:
        *entries, last = record_entries(game, played.record)
        assert sum(isinstance(entry, Decided) for entry in entries) == played.decisions
        assert isinstance(entries[0], Standing) and isinstance(last, PointsBySource)
        if game.has_points:
            assert [sum(points) for points in zip(*last.points, strict=True)][: game.players] == [
                *played.scores
            ]
    bots = ["random"] * game.players
    plain, also = play_one(game, bots, 9), play_one(game, bots, 9, recorded=True)
    assert plain.hash == also.hash and plain.record == b"" != also.record


def test_bots_that_look_ahead_record_what_they_do_not_what_they_try() -> None:
    pytest.importorskip("wasmtime")
    game = _game(CLASSICS[0])
    here, there = (recorded(game, "greedy", engine) for engine in ("python", "wasm"))
    assert [played.record for played in here] == [played.record for played in there]
    taken = [entry.place for entry in record_entries(game, here[0].record) if isinstance(entry, Decided)]
    assert len(taken) == here[0].decisions
