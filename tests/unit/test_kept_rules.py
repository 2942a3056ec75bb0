"""Rules kept on disk are those of the files as they are now, and make the same game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from interpreter import Loaded, load
from interpreter.loading import kept_rules
from interpreter.wasm.cache import key_of
from tests.playing import ROOT, TOYS


@pytest.fixture(name="folder")
def ruleset_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset that is worth keeping, however fast this machine is."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(kept_rules, "_QUICK", -1)
    return copytree(TOYS[0], tmp_path / "toy")


def kept(folder: Path) -> list[Path]:
    return sorted(folder.parent.glob("cache/rulewright/rules/*"))


def seen(loaded: Loaded) -> tuple[object, ...]:
    assert loaded.game is not None
    return key_of(loaded.game), loaded.game.made_of, loaded.problems, loaded.folders


@pytest.mark.usefixtures("folder")
def test_a_kept_game_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    first = load(ROOT / "rulesets/dragon_castle", players=3)
    monkeypatch.setattr("interpreter.loading.loaded.read_sources", None)
    again = load(ROOT / "rulesets/dragon_castle", players=3)
    assert seen(again) == seen(first)
    assert first.game is not None and again.game is not None
    assert again.game.new(4).hash() == first.game.new(4).hash()
    with pytest.raises(TypeError):  # another request is read
        load(ROOT / "rulesets/dragon_castle", players=2)


def changed(folder: Path) -> None:
    file = folder / "ruleset.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("steps(me) >= 10", "steps(me) >= 12"), encoding="utf-8"
    )


def joined(folder: Path) -> None:
    overlay = folder / "expansions/longer/overlay.yaml"
    overlay.parent.mkdir(parents=True)
    text = f"id: longer\nkind: variant\nbase: {folder.name}\nautomatic: players > 1\nrenamed: {{}}\n"
    overlay.write_text(text, encoding="utf-8")


def damaged(folder: Path) -> None:
    (file,) = kept(folder)
    file.write_bytes(file.read_bytes()[:-9])


@pytest.mark.parametrize("happens", [changed, joined, damaged])
def test_what_has_changed_is_read_again(folder: Path, happens: Callable[[Path], None]) -> None:
    load(folder, players=2)
    assert len(kept(folder)) == 1
    happens(folder)
    found = load(folder, players=2)
    for file in kept(folder):
        file.unlink()
    assert found.game is not None or found.problems
    fresh = load(folder, players=2)
    assert (found.ok, found.problems) == (fresh.ok, fresh.problems)
    if found.ok:
        assert seen(found) == seen(fresh)


def test_what_is_wrong_is_not_kept(folder: Path) -> None:
    (folder / "ruleset.yaml").write_text("id: faulty\n", encoding="utf-8")
    assert not load(folder).ok
    assert not kept(folder)
