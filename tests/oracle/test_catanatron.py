"""Base Catan without trade beside catanatron: in the same positions both allow the same."""

from __future__ import annotations

import pytest

pytest.importorskip("catanatron")

from tools.play_beside_catanatron import play_pairing


@pytest.mark.parametrize(
    ("players", "kind"), [(2, "WeightedRandom"), pytest.param(4, "VictoryPoint", marks=pytest.mark.slow)]
)
def test_both_allow_the_same(players: int, kind: str) -> None:
    tally = play_pairing(players, kind, "greedy", players)
    assert tally.games == players, tally.stopped
    assert tally.asked > 10 * players
    assert (tally.only_ours, tally.only_theirs) == (0, 0)
