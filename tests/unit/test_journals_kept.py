"""The folder of journals that nobody named a place for: it keeps so many, and nothing else is touched."""

from __future__ import annotations

import os
from pathlib import Path

from cli.journals import MOST_KEPT, prune


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
