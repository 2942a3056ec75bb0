"""What the tests of whole games share: all of tools/playing.py, and how much of it a run takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tools.playing import (
    CLASSICS,
    READING,
    REFUSALS,
    ROOT,
    SHIPPED,
    TOYS,
    Company,
    all_games,
    counts_of,
    counts_with,
    drawn_options,
    everything,
    game_of,
    game_with,
    games_of,
    identity,
    must_be_asked,
    overlays_of,
    pieces,
    random_play,
)

__all__ = [
    "CLASSICS",
    "READING",
    "REFUSALS",
    "ROOT",
    "SHIPPED",
    "TOYS",
    "Company",
    "all_games",
    "counts_of",
    "counts_with",
    "drawn_options",
    "everything",
    "game_of",
    "game_with",
    "games_of",
    "identity",
    "must_be_asked",
    "overlays_of",
    "pieces",
    "random_play",
    "sampled",
]


def sampled(cases: Sequence[Any], every: int, start: int = 0) -> list[Any]:
    """Cases of a parametrized test: `make test` takes one of so many, `make test-long` all others."""
    return [
        case
        if number % every == start % every
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
        for number, case in enumerate(cases)
    ]
