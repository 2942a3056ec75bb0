"""Games as data: what is made of a parcel is the same game, and a parcel can do nothing but be refused."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hatch_build import with_prefix
from interpreter import Game, Played, load
from interpreter.reading import SourceTexts
from interpreter.simulation import parcel as module
from interpreter.simulation import preloaded
from interpreter.simulation.parcel import FORMAT, Refused, Version, own_version, pack, unpack
from interpreter.simulation.playing import play_range
from interpreter.simulation.tasks import GamesTask
from tests.playing import ROOT, SHIPPED, TOYS

pytest.importorskip("wasmtime")
from interpreter.wasm.cache import key_of

RACE = next(path for path in TOYS if path.name == "race")


def game_of(*given: Any, **named: Any) -> Game:
    game = load(*given, **named).game
    assert game is not None
    return game


def changed(game: Game, change: Callable[[dict[str, Any]], None]) -> bytes:
    """A parcel with other content."""
    content = json.loads(zlib.decompress(pack(game)))
    change(content)
    return zlib.compress(json.dumps(content).encode())


@pytest.mark.parametrize("path", [*TOYS, *SHIPPED], ids=lambda path: path.name)
def test_the_game_is_the_same(path: Path) -> None:
    """Code, tables, first position and the places that faults name: all that a module is made of."""
    game = game_of(path)
    made = unpack(pack(game))
    assert (key_of(made), made.start, made.players) == (key_of(game), game.start, game.players)
    assert pack(made) == pack(game)


def test_overlays_and_options_go_with_it() -> None:
    """Those that join by themselves too."""
    named = ["trade_routes", "shields"]
    game = game_of("burgundy", players=3, overlays=named, options={"first_player": "p2"})
    made = unpack(pack(game))
    assert (key_of(made), made.overlays, made.options) == (key_of(game), game.overlays, game.options)


CASTLE = """
layouts:
  mine:
    board: castle
    title: Mine
    picture: |
      . . . 1 2 2 1 . . .
      . . 1 1 2 2 1 1 . .
      . 1 1 2 2 2 2 1 1 .
      . 1 1 2 3 3 2 1 1 .
      1 1 1 3 3 3 3 1 1 1
      1 1 1 3 3 3 3 1 1 1
      . 1 1 2 3 3 2 1 1 .
      . 1 1 2 2 2 2 1 1 .
      . . 1 1 2 2 1 1 . .
      . . . 1 2 2 1 . . .
"""


def test_the_value_of_an_option_may_be_a_file(tmp_path: Path) -> None:
    """Its text goes with the game: the file may be gone."""
    file = tmp_path / "mine.yaml"
    file.write_text(CASTLE, encoding="utf-8")
    loaded = load("dragon_castle", options={"castle": str(file)})
    assert loaded.game is not None, loaded.problems
    sent = pack(loaded.game)
    file.unlink()
    made = unpack(sent)
    assert made.model.options["castle"].chosen == "mine"
    assert (made.fingerprint, made.start) == (loaded.game.fingerprint, loaded.game.start)


def test_weights_go_with_it() -> None:
    """Such as those that are being tuned."""
    game = game_of("pig")
    assert unpack(pack(replace(game, weights=(7, 9)))).weights == (7, 9)


OTHER = own_version()._replace(number="9.9")
HARM: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "version": (lambda all: all.update(version=OTHER), "from Rulewright 9.9"),
    "format": (lambda all: all.update(version=own_version()._replace(format=99)), r"\(format 99\)"),
    "code": (lambda all: all.update(version=own_version()._replace(code="0")), "with other code"),
    "fingerprint": (lambda all: all.update(fingerprint="0"), "makes another game"),
    "key": (lambda all: all.pop("sources"), "cannot read the ruleset"),
    "players": (lambda all: all.update(players=99), "not for 99 players"),
    "option": (lambda all: all.update(options={"nothing": "1"}), "no option"),
    "weights": (lambda all: all.update(weights=[1, 2, 3]), "weights for another game"),
    "kind": (lambda all: all["sources"][0].__setitem__(0, "module"), "no ruleset"),
    "yaml": (lambda all: all["sources"][0][2][0].__setitem__(2, "id: [\n"), "cannot make the game"),
    "path": (
        lambda all: all["sources"][0][2][0].__setitem__(2, "id: x\ntitle: X\nfiles: [/etc/passwd]\n"),
        "there is no file '/etc/passwd'",
    ),
    "python": (
        lambda all: all["sources"][0][2][0].__setitem__(2, "!!python/object/apply:os.system [true]\n"),
        "cannot make the game",
    ),
}


@pytest.mark.parametrize("harm", HARM)
def test_a_parcel_that_is_refused(harm: str) -> None:
    """With a sentence, whatever is wrong."""
    change, sentence = HARM[harm]
    with pytest.raises(Refused, match=sentence) as refused:
        unpack(changed(game_of(RACE), change))
    assert str(refused.value).startswith("this worker ")


@pytest.mark.parametrize("parcel", [b"", b"x", pack(game_of(RACE))[:-9], zlib.compress(b"[1]")])
def test_bytes_that_are_no_parcel(parcel: bytes) -> None:
    with pytest.raises(Refused, match="something that is no game"):
        unpack(parcel)


def test_a_parcel_cannot_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is unpacked up to a bound."""
    monkeypatch.setattr(module, "MAX_UNPACKED", 1000)
    with pytest.raises(Refused, match="something that is no game"):
        unpack(zlib.compress(json.dumps({"version": "x" * 10_000}).encode()))


def test_a_worker_says_which_versions_differ() -> None:
    own, sent = Version("0.2.0", FORMAT, "abc"), Version("0.3.0", FORMAT + 1, "def")
    assert sent.refusal_by(own) == (
        f"this worker has Rulewright 0.2.0 (format {FORMAT}), and the games come from Rulewright 0.3.0 "
        f"(format {FORMAT + 1}): install the same version on both"
    )


def test_what_is_installed_has_the_same_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout may play on machines where a wheel is installed: its imports alone are written otherwise."""
    for file in (ROOT / "interpreter").rglob("*.*"):
        if file.suffix in (".py", ".lark", ".yaml"):
            copy = tmp_path / file.relative_to(ROOT / "interpreter")
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text(encoding="utf-8")
            copy.write_text(with_prefix(text) if file.suffix == ".py" else text, encoding="utf-8")
    assert "from rulewright.interpreter" in (tmp_path / "simulation" / "parcel.py").read_text("utf-8")
    monkeypatch.setattr(module, "_TOP", tmp_path)
    assert own_version.__wrapped__() == own_version()
    (tmp_path / "collecting.py").write_text("", encoding="utf-8")
    assert own_version.__wrapped__() != own_version()


TASKS: dict[str, dict[str, Any]] = {
    "what": {"what": "import"},
    "bot": {"bots": ["exec:ls", "random"]},
    "seats": {"bots": ["random"]},
    "engine": {"engine": "/bin/sh"},
    "seeds": {"seeds": ["x"]},
    "missing": {"seeds": None},
}


@pytest.mark.parametrize("task", TASKS)
def test_a_task_that_is_refused(task: str) -> None:
    """Every part of it is looked at."""
    plain = GamesTask(("random", "random"), [1, 2], 0, "python", 2, rows=True).plain
    parcel = pack(game_of(RACE))
    assert len([Played.of(row) for row in play_range(parcel, plain)["rows"]]) == 2
    result = play_range(parcel, {**plain, **TASKS[task]})
    assert result.keys() == {"refused"}
    assert result["refused"].startswith("this worker was sent")


def test_what_workers_are_forked_from_has_made_a_game() -> None:
    """If it were refused there, each worker would take longer to begin, and nobody would know."""
    game = module.game_from([SourceTexts("ruleset", "first", preloaded._FIRST)], 2, {})
    assert (game.id, list(game.boards)) == ("first", ["row"])
