"""Puts the examples of the table of codes on disk and tells what is found wrong with them."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from interpreter import (
    JournalFault,
    Loaded,
    Position,
    Problem,
    check,
    check_scenarios,
    load,
    played_findings,
    read_rules,
    render,
    replay,
    try_out_ruleset,
)
from interpreter.problems.codes import ADDED, FINGERPRINT, Example
from interpreter.reading.yaml_reader import split_lines

OVERLAYS = "expansions"
JOURNAL_SUFFIX = ".jsonl"
# What games by chance show: nobody plays the other examples.
PLAYED = {"not-offered", "not-reached", "idle-turns", "past-bound", "no-end", "no-decisions"}


def write(example: Example, files: Mapping[str, str], folder: Path) -> Path:
    """Write the files of an example into a folder of its own; return that folder."""
    home = folder / "tiny"
    if home.exists():
        shutil.rmtree(home)
    for name, text in files.items():
        file = home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(example.written(text).encode(example.encoding))
    for journal in home.glob(f"*{JOURNAL_SUFFIX}"):
        game = load(home).game
        if game is not None:
            text = journal.read_text(encoding="utf-8").replace(FINGERPRINT, game.fingerprint)
            journal.write_text(text, encoding="utf-8")
    return home


def findings(home: Path, chosen: Mapping[str, str] | None = None, *, about: str) -> list[Problem]:
    """Everything wrong with a ruleset and all its overlays, scenarios and journals.

    about: the code that it is an example of. So small a ruleset has no use for most of what is in it: that is
    left out unless the example is about just that. Positions bear the names that files have in the example.
    """
    journals = sorted(home.glob(f"*{JOURNAL_SUFFIX}"))
    # Of rules with faults a journal tells no more than that.
    loaded = _loaded(home, chosen) if not journals else None
    found = [
        p for p in (loaded.problems if loaded is not None else ()) if about == "unused" or p.code != "unused"
    ]
    if about in PLAYED and loaded is not None:
        found += [p for p in try_out_ruleset(loaded, 200)[0] if p.code == about]
    if (home / "scenarios").is_dir():
        found += check_scenarios(home)
    elif not found and loaded is not None and loaded.game is not None:
        found += played_findings(loaded.game)
    if (home / "rules.md").is_file():
        found += read_rules(home).problems
    for journal in journals:
        found += _journal_findings(journal)
    return [_seen_from(home, problem) for problem in found]


def _journal_findings(journal: Path) -> list[Problem]:
    try:
        outcome = replay(journal, [journal.parent.parent])
        added = journal.with_name(journal.name + ADDED)
        if added.is_file():
            journal.write_bytes(journal.read_bytes() + added.read_bytes())
            outcome.journal.undo(1)
    except JournalFault as fault:
        return [fault.problem]
    return outcome.notices


def messages(home: Path, chosen: Mapping[str, str] | None = None, *, about: str) -> list[str]:
    """The findings as they are shown at the terminal."""

    def lines_of(file: str) -> list[str] | None:
        path = home / file
        if not path.is_file():
            return None
        return split_lines(path.read_bytes().decode("utf-8", "replace"))

    return [
        line
        for problem in findings(home, chosen, about=about)
        for line in render(problem, lines_of).split("\n")
    ]


def _loaded(home: Path, chosen: Mapping[str, str] | None) -> Loaded:
    overlays = sorted(str(path) for path in (home / OVERLAYS).glob("*"))
    if chosen:
        options = {
            name: str(home / value) if value.endswith(".yaml") else value for name, value in chosen.items()
        }
        return load(home, overlays=overlays, options=options, search=[home.parent])
    return check(home, overlays=overlays, search=[home.parent], with_game=True, counting=True)


def _seen_from(home: Path, problem: Problem) -> Problem:
    def place(position: Position) -> Position:
        return replace(position, file=_inside(position.file, home))

    message = problem.message.replace(f"{home}/", "").replace(str(home), home.name)
    return replace(
        problem,
        message=message,
        position=place(problem.position),
        also=tuple(place(position) for position in problem.also),
    )


def _inside(file: str, home: Path) -> str:
    return Path(file).resolve().relative_to(home.resolve()).as_posix()
