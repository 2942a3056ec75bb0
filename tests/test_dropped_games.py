"""A game that nobody holds any more dies: what was found out about it lives no longer than it does.

A server, a notebook or a search over rulesets loads very many games in one process.
"""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from random import Random

import pytest

from cli.opening import begin
from cli.options import GameChoice
from cli.show.position import position_text
from cli.table.page import whole_page
from interpreter import Game, bot_for, question, simulate, why_not
from tests.playing import ROOT

GAMES = ("classics/gem_guild", "classics/nine_mens_morris", "classics/way_home", "classics/gin_rummy")
# For so many engines of WebAssembly, which are large, there is room; each holds its game.
ENGINES = 2


def played_and_drawn(path: Path, folder: Path) -> weakref.ref[Game]:
    """Load a game afresh, look at it in all ways, play a bit of it, and let it go."""
    choice = GameChoice(str(path), players=2)
    file = folder / f"{path.name}.jsonl"
    session = begin(choice, ["human", "human"], ["human"], seed=3, save=file, notice=lambda _: None)
    game, state = session.game, session.state
    simulate(game, ["random", "random"], 2, 1, engine="wasm")
    for seat in (0, 1):
        whole_page(session, seat, "1-1")
        position_text(state, seat)
    question(state)
    assert state.decision is not None
    why_not(state, state.decision.options[0].id)
    session.take(bot_for(game, "search:2000").choose(state, Random(1)))
    return weakref.ref(game)


@pytest.mark.slow
def test_games_that_nobody_holds_die(tmp_path: Path) -> None:
    dropped = [played_and_drawn(ROOT / "rulesets" / path, tmp_path) for path in GAMES]
    gc.collect()
    left = [game for each in dropped if (game := each()) is not None]
    assert len(left) <= ENGINES
