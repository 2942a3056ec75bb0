"""The script that shows that a change of the code changes no game finds a change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.playing import TOYS
from tools.keep_journals import replay, write

RACE = next(path for path in TOYS if path.name == "race")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write(tmp_path, 2, (RACE, "", 2))
    return tmp_path / "race-2.jsonl"


def test_games_that_nothing_has_changed_are_equal(file: Path) -> None:
    assert replay(file) == "race-2: 2 games equal"


@pytest.mark.parametrize(
    ("key", "damaged", "told"),
    [
        ("choices", lambda found: ["fly", *found[1:]], "choice 1, fly: 'fly' is not offered here"),
        ("offered", lambda found: [found[0] + 1, *found[1:]], "2 options, not 3"),
        ("scores", lambda found: [*found[1:], -1], "ends with"),
    ],
)
def test_a_difference_is_found_and_told(file: Path, key: str, damaged: Any, told: str) -> None:
    head, first, last = map(json.loads, file.read_text().splitlines())
    last[key] = damaged(last[key])
    file.write_text("\n".join(map(json.dumps, (head, first, last))))
    found = replay(file)
    assert found.startswith("DIFFERENT race-2: seed 1")
    assert told in found


def test_a_difference_of_hashes_alone_is_told_as_that(file: Path) -> None:
    head, *games = map(json.loads, file.read_text().splitlines())
    games[0]["hash"] = ""
    file.write_text("\n".join(map(json.dumps, (head, *games))))
    assert replay(file) == "DIFFERENT race-2: all choices and scores are equal, hashes are not"
