"""What `rulewright build` writes says what Python says; the program of docs/module.md plays it in Node."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, State, built_module
from tests.language.small_rulesets import game_of
from tests.playing import CLASSICS, ROOT, SHIPPED, TOYS, counts_of, everything, game_with

wasmtime = pytest.importorskip("wasmtime")


class Host:
    """A host of a module, with nothing but what docs/module.md says."""

    def __init__(self, module: bytes) -> None:
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        self.exports = wasmtime.Instance(self.store, wasmtime.Module(engine, module), []).exports(self.store)

    def call(self, name: str, *given: int) -> int:
        found: int = self.exports[name](self.store, *given)
        return found

    def text(self, name: str, *given: int) -> str:
        size, at = self.call(name, *given), self.call("out")
        return bytes(self.exports["memory"].read(self.store, at, at + size)).decode()


def tells_alike(host: Host, position: int, state: State) -> None:
    assert host.call("seat", position) == state.seat
    assert host.text("hash", position) == state.hash()
    decision = state.decision
    if decision is not None:
        shown = [{"id": option.id, "title": option.title} for option in decision.options]
        assert json.loads(host.text("options", position)) == shown
    for seat in range(-1, state.game.players):
        seen = json.loads(json.dumps(state.view(None if seat < 0 else seat)))
        assert json.loads(host.text("view", position, seat)) == seen


def plays_alike(game: Game, most: int) -> None:
    host, chance = Host(built_module(game)), Random(3)
    state, position = game.new(11), host.call("new", 11)
    while state.seat >= 0 and state.decisions < most:
        if state.decisions % 6 == 0:
            tells_alike(host, position, state)
        option = chance.randrange(state.option_count)
        state.choose(option)
        host.call("choose", position, option)
    tells_alike(host, position, state)
    about = json.loads(host.text("about"))
    assert (about["game"], about["fingerprint"]) == (game.id, game.fingerprint)
    assert (about["players"], about["with"]) == (game.players, list(game.overlays))


SAMPLE = [*TOYS, *(path for path in CLASSICS if path.name in ("hearts", "leduc_poker"))]


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.name)
def test_a_module_says_what_python_says(path: Path) -> None:
    game = next(filter(None, (game_with(path, (), players) for players in reversed(counts_of(path)))))
    plays_alike(game, 40)


TITLED = """
counters:
  horses: {per: player}
actions:
  act:
    do: |
      one of:
        buy as "buy a horse": gain 1 horses
        sell_all as "sell them": set horses to 0
      end turn
flow:
  - step: round
    for: number in 1..3
    steps: [{step: turn, players: players, actions: [act]}]
"""


def test_branches_have_the_titles_that_the_ruleset_gives_them(tmp_path: Path) -> None:
    plays_alike(game_of(tmp_path, TITLED, base="", players=2), 6)


@pytest.mark.slow
@pytest.mark.parametrize("path", (*SHIPPED, *CLASSICS), ids=lambda path: path.name)
def test_every_module_says_what_python_says(path: Path) -> None:
    for players in counts_of(path):
        for company in ((), everything(path, players)) if path in SHIPPED else ((),):
            game = game_with(path, company, players, keep=False)
            if game is not None:
                plays_alike(game, 200)


def test_what_cannot_be_changes_nothing() -> None:
    game = game_with(TOYS[0], (), 2)
    assert game is not None
    host = Host(built_module(game))
    position = host.call("new", 1)
    before, fork = host.text("hash", position), host.call("fork", position)
    for place in (-1, host.call("count", position)):
        with pytest.raises(wasmtime.Trap):
            host.call("choose", position, place)
    assert host.text("hash", position) == host.text("hash", fork) == before
    host.call("choose", fork, 0)
    assert host.text("hash", position) == before


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize("name", ["whispers", "red_cathedral"])
def test_the_program_of_the_page_plays_in_node(name: str, tmp_path: Path) -> None:
    """Its trace is Python's: who decides, the options, the hashes, the last view."""
    path = next(path for path in (*TOYS, *SHIPPED) if path.name == name)
    game = game_with(path, (), 2)
    assert game is not None
    page = (ROOT / "docs" / "module.md").read_text(encoding="utf-8")
    program = re.search(r"```js\n(.*?)```", page, re.DOTALL)
    assert program is not None
    (tmp_path / "play.mjs").write_text(program[1], encoding="utf-8")
    (tmp_path / "game.wasm").write_bytes(built_module(game))
    done = subprocess.run(
        ["node", "play.mjs", "game.wasm", "7"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    *trace, last, view, about = done.stdout.splitlines()
    state = game.new(7)
    expected = []
    while (decision := state.decision) is not None:
        ids = " ".join(option.id for option in decision.options)
        expected.append(f"{state.seat} {state.hash()} {ids}")
        state.choose(state.decisions * 7 % state.option_count)
    assert trace == expected
    assert last == state.hash()
    assert json.loads(view) == json.loads(json.dumps(state.view(0)))
    assert json.loads(about)["fingerprint"] == game.fingerprint
