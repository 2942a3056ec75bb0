"""The folder of journals that nobody named a place for: it keeps so many, and nothing else is touched."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.journals import MOST_KEPT, prune
from cli.main import rulewright
from interpreter import Journal, load, replay


def test_only_the_oldest_of_too_many_journals_go(tmp_path: Path) -> None:
    names = [f"race-20260101-000000-{number:06}-1.jsonl" for number in range(MOST_KEPT + 2)]
    for age, name in enumerate(reversed(names)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1_000_000 - age, 1_000_000 - age))
    (tmp_path / "mine.jsonl").touch()
    os.utime(tmp_path / "mine.jsonl", (0, 0))
    assert prune(tmp_path) == 2
    assert {file.name for file in tmp_path.iterdir()} == {"mine.jsonl", *names[2:]}
    assert prune(tmp_path) == 0


def test_a_folder_that_is_not_there_keeps_nothing(tmp_path: Path) -> None:
    assert prune(tmp_path / "nowhere") == 0


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_reads_a_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds the seed, and so all that is hidden; its folder of before is closed too."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    ours = tmp_path / "rulewright"
    ours.mkdir(mode=0o755)
    play = ["play", "tic_tac_toe", "--seat", "human", "--seat", "human", "--quiet"]
    before = os.umask(0o022)
    try:
        assert CliRunner().invoke(rulewright, play, input="quit\n").exit_code == 0
        named = [*play, "--save", str(tmp_path / "new" / "game.jsonl")]
        assert CliRunner().invoke(rulewright, named, input="quit\n").exit_code == 0
    finally:
        os.umask(before)
    assert rights(ours) == rights(tmp_path / "new") == 0o700
    assert {rights(file) for folder in (ours, tmp_path / "new") for file in folder.iterdir()} == {0o600}


def test_a_journal_that_is_renewed_is_private(tmp_path: Path) -> None:
    game = load("tic_tac_toe").game
    assert game is not None
    file = tmp_path / "game.jsonl"
    Journal.create(file, game, 1, ["human", "human"])
    old = file.read_text(encoding="utf-8").replace('{"rulewright": 3', '{"rulewright": 1')
    file.write_text(old, encoding="utf-8")
    file.chmod(0o644)
    Journal.open(file).record(0, "place=a1")
    assert '{"rulewright": 3' in file.read_text(encoding="utf-8")
    assert rights(file) == 0o600


def test_a_journal_with_the_former_names_of_squares_is_followed_and_renewed(tmp_path: Path) -> None:
    """Journals of format 2 call squares by row and place: their a1 is the upper left one, chess's a8."""
    game = load("chess").game
    assert game is not None
    file = tmp_path / "game.jsonl"
    Journal.create(file, game, 1, ["human", "human"])
    old = file.read_text(encoding="utf-8").replace('{"rulewright": 3', '{"rulewright": 2')
    moves = [(1, "from_square=g5"), (1, "to=e5"), (2, "from_square=b4"), (2, "to=d4")]
    lines = [json.dumps({"by": seat, "choice": choice}) + "\n" for seat, choice in moves]
    file.write_text(old + "".join(lines), encoding="utf-8")
    found = replay(file)
    assert (found.notices, found.state.decisions) == ([], 4)
    found.journal.record(0, "from_square=e4")
    header, *choices = file.read_text(encoding="utf-8").splitlines()
    assert header.startswith('{"rulewright": 3')
    now = [json.loads(line)["choice"] for line in choices]
    assert now == ["from_square=e2", "to=e4", "from_square=d7", "to=d5", "from_square=e4"]
