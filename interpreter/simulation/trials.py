"""What came of games by chance of a ruleset, and how it is kept until something in the rules changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from interpreter.kept_files import cache_folder, changed_meanwhile, hash_of_program, keep, kept
from interpreter.layout import Counted
from interpreter.problems.position import Position
from interpreter.reading import SourceTexts

# So many are kept, those that were used last; each has some tens of kilobytes.
MOST = 400
_DIGEST = 16


@dataclass(frozen=True, slots=True)
class Trial:
    """Games by chance: for how many players, how many, by which engine, and what came of them.

    wanted: how many were asked for; reason: why not in WebAssembly; counted: how often happened what is
    counted, in all games; decisions: of each game; endings: how many games ended for which cause; settings:
    for each cause that is a fault, the options of a game that were drawn otherwise than they are, in words.
    """

    players: int
    wanted: int
    games: int
    engine: str
    reason: str | None
    counted: Mapping[Counted, int]
    decisions: tuple[int, ...]
    endings: Mapping[str, int]
    settings: Mapping[str, str] = field(default_factory=dict)


def file_of(read: Iterable[SourceTexts], *played: object) -> Path:
    """Where the trial of a ruleset is kept: under a hash of its texts, with the names that positions bear.

    played: what else it depends on, in words that are the same in every process.
    """
    found = blake2b(hash_of_program().encode(), digest_size=_DIGEST)
    for source in read:
        for name, file in sorted(source.files.items()):
            found.update(repr((source.kind, source.name, name, file.shown, file.text)).encode())
    found.update(repr(played).encode())
    return cache_folder("trials") / f"{found.hexdigest()}.trial"


def kept_trial(file: Path) -> Trial | None:
    """What was kept there; None where there is nothing, or not all of it."""
    content = kept(file)
    return _of(json.loads(content)) if content is not None else None


def keep_trial(file: Path, trial: Trial) -> None:
    """Keep a trial, where that can be and there was one worth it: Python may have had no time for more."""
    if trial.engine == "wasm" and trial.games and not changed_meanwhile():
        content = json.dumps(_plain(trial)).encode()
        with suppress(OSError):
            keep(file, content, MOST)


def _plain(trial: Trial) -> dict[str, Any]:
    names = ("file", "line", "column", "end_column", "end_line")
    places = {of: [getattr(of.place, name) for name in names] for of in trial.counted}
    return {
        "players": trial.players,
        "wanted": trial.wanted,
        "games": trial.games,
        "engine": trial.engine,
        "counted": [(of.what, places[of], of.name, count) for of, count in trial.counted.items()],
        "decisions": trial.decisions,
        "endings": dict(trial.endings),
        "settings": dict(trial.settings),
    }


def _of(plain: Mapping[str, Any]) -> Trial:
    counted = {Counted(what, Position(*place), name): count for what, place, name, count in plain["counted"]}
    return Trial(
        plain["players"], plain["wanted"], plain["games"], plain["engine"], None, counted,
        tuple(plain["decisions"]), dict(plain["endings"]), dict(plain["settings"]),
    )  # fmt: skip
