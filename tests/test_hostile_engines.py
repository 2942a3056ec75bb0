"""Hostile rulesets say the same in both engines: what goes wrong in a game, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, NoEngine, UsageFault, load, simulate
from tests.hostile.attacks import ATTACKS, Attack, lay_out
from tests.playing import sampled

pytest.importorskip("wasmtime")
PLAYED = [attack for attack in ATTACKS if attack.command[:2] == ("simulate", "game")]


def loaded(attack: Attack, folder: Path) -> Game | None:
    lay_out(attack, folder)
    try:
        return load(folder / "game").game
    except UsageFault:
        return None


@pytest.mark.parametrize("attack", sampled(PLAYED, 24, 8), ids=lambda attack: attack.name)
def test_both_engines_say_the_same(attack: Attack, tmp_path: Path) -> None:
    game = loaded(attack, tmp_path)
    if game is None:
        return  # it is refused before anybody plays it
    bots = ["random"] * game.players
    expected = simulate(game, bots, 2, 1, engine="python")
    try:
        found = simulate(game, bots, 2, 1, engine="wasm")
    except NoEngine as why:
        assert "too large" in str(why)
        return
    assert (found.endings, found.hashes, found.scores) == (expected.endings, expected.hashes, expected.scores)
