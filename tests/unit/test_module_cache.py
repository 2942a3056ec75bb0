"""Compiled modules on disk are found again, and only where everything that they are made of is the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.wasm.cache import key_of
from interpreter.wasm.engine import Engine
from tests.playing import ROOT, TOYS

pytest.importorskip("wasmtime")
SEATS = (3, (1, 2))


@pytest.fixture(name="cache")
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rulewright" / "modules"


def game_of(path: Path, players: int = 2) -> Game:
    game = load(path, players=players).game
    assert game is not None
    return game


def test_a_module_is_made_once(cache: Path) -> None:
    game = game_of(TOYS[0])
    made = Engine(game).choices(SEATS)
    (file,) = cache.iterdir()
    written = file.stat().st_ino
    assert Engine(game_of(TOYS[0])).choices(SEATS) == made
    (again,) = cache.iterdir()
    assert again.stat().st_ino == written


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda content: content[:-9],
    "empty": lambda content: b"",
    "changed": lambda content: content[:40] + b"?" + content[41:],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_made_again(cache: Path, damage: str) -> None:
    game = game_of(TOYS[0])
    made = Engine(game).choices(SEATS)
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(DAMAGE[damage](whole))
    assert Engine(game).choices(SEATS) == made
    assert len(file.read_bytes()) == len(whole)


def test_where_nothing_can_be_kept_it_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert Engine(game_of(TOYS[0])).choices(SEATS)


def test_the_key_is_of_all_that_counts(tmp_path: Path) -> None:
    text = (TOYS[0] / "ruleset.yaml").read_text(encoding="utf-8")
    changed = tmp_path / "ruleset.yaml"
    changed.write_text(text, encoding="utf-8")
    before = key_of(game_of(tmp_path))
    assert key_of(game_of(tmp_path)) == before != key_of(game_of(tmp_path, 3))
    changed.write_text(text.replace("steps(me) >= 10", "steps(me) >= 11"), encoding="utf-8")
    assert key_of(game_of(tmp_path)) != before


@pytest.mark.parametrize(
    "folder", ["tests/cases/toy/race", pytest.param("rulesets/red_cathedral", marks=pytest.mark.slow)]
)
def test_the_key_is_the_same_in_every_process(folder: str) -> None:
    """Sets and objects have other orders and places there."""
    program = (
        "from pathlib import Path; from interpreter import load; from interpreter.wasm.cache import key_of; "
    )
    program += f"print(key_of(load(Path({folder!r})).game))"
    keys = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(keys) == 1


def test_the_engine_is_let_go_without_a_word() -> None:
    """At the end of a process, where what it is made of may go in any order."""
    command = [sys.executable, "-m", "cli", "simulate", str(TOYS[0]), "--games", "60", "--seed", "1"]
    run = subprocess.run([*command, "--quiet"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout
    assert run.stderr == ""


def test_a_program_edited_while_it_runs_keeps_nothing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it makes comes of what was read before, and would be found by the name of what is there now."""
    monkeypatch.setattr("interpreter.kept_files._BEGUN", 0.0)
    assert Engine(game_of(TOYS[0])).choices(SEATS)
    assert not cache.exists()
