"""Games with overlays: each alone, every pair, and all that go together load, play and end.

Nothing here knows which overlays there are. A company that the overlays themselves refuse, or a number of
players that they do not allow, is passed over; `make test-long` plays every subset.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from interpreter import Game, State
from interpreter.wasm.module import module_of
from tests.playing import (
    SHIPPED,
    Company,
    counts_of,
    counts_with,
    everything,
    game_with,
    must_be_asked,
    overlays_of,
    pieces,
    random_play,
    sampled,
)  # fmt: skip


def companies(size: int) -> Iterator[tuple[Path, Company]]:
    """Each overlay alone, or every pair."""
    return ((path, company) for path in SHIPPED for company in combinations(overlays_of(path), size))


def play(game: Game, seed: int) -> None:
    at_start = pieces(State(game, list(game.start)))
    for state in random_play(game, seed):
        assert state.finished or must_be_asked(state)
    assert pieces(state) == at_start


@pytest.mark.parametrize(
    ("path", "company"),
    [*companies(1), *sampled([*companies(2)], 24)],
    ids=lambda v: v.name if isinstance(v, Path) else "+".join(v),
)
def test_each_alone_and_every_pair(path: Path, company: Company) -> None:
    """For the least and the greatest number of players that they allow; of a pair, for one number.

    Each has a module in WebAssembly, too, for the greatest.
    """
    numbers = counts_with(path, company)
    start = sum(map(len, company)) % max(len(numbers), 1)
    for players in {numbers[0], numbers[-1]} if len(company) == 1 else numbers[start : start + 1]:
        game = game_with(path, company, players)
        assert game is not None
        assert players < max(numbers) or module_of(game).text
        play(game, len(numbers))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_all_together(path: Path) -> None:
    for players in counts_of(path)[1::2]:
        company = everything(path, players)
        game = game_with(path, company, players)
        if game is not None:
            play(game, 1)


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_every_subset(path: Path) -> None:
    names = overlays_of(path)
    for size in range(1, len(names) + 1):
        for company in combinations(names, size):
            for players in counts_of(path):
                game = game_with(path, company, players, keep=False)
                if game is not None:
                    play(game, size)
