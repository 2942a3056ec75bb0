"""Counts how much rule text rulesets hold: their lines, and the letters of bodies, conditions and values.

.venv/bin/python -m tools.count_rules [GAME...]    (all in rulesets/ unless some are named)

Lines are those of all YAML and CSV files of a ruleset and its overlays, scenarios left out. Letters are those
of each text that the parser is given, once; white space, comments and what is quoted, for people, are none.
The last line is what an author has to learn: keys, forms of statements, functions.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from interpreter import check
from interpreter.language import parser
from interpreter.language.built_ins import BUILT_INS, GATHERINGS
from interpreter.language.constructs import CONSTRUCTS, STATEMENT_GROUPS
from interpreter.problems import Position

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = ROOT / "schemas" / "part.schema.json"
# What is no letter of a rule: words for people, comments, then white space.
_SILENT = re.compile(r'"[^"\n]*"|#[^\n]*|\s+')


def files_of(folder: Path) -> Iterator[Path]:
    """Yield the files of a ruleset and its overlays, scenarios left out."""
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".yaml", ".csv") and "scenarios" not in file.relative_to(folder).parts:
            yield file


def texts_of(folder: Path) -> dict[Position, str]:
    """The rule texts of a ruleset with each of its overlays, by their places."""
    found: dict[Position, str] = {}
    plain = parser._parse

    def kept(text: Any, start: str, problems: Any) -> Any:
        inside = Path(text.position.file).resolve().is_relative_to(folder.resolve())
        if inside and start in ("block", "expression") and text.kind == "text":
            found[text.position] = str(text.value)
        return plain(text, start, problems)

    overlays = sorted((folder / "expansions").glob("*/overlay.yaml"))
    with patch.object(parser, "_parse", kept):
        for overlay in (None, *overlays):
            check(folder, overlays=[overlay.parent.name] if overlay is not None else [])
    return found


def keys() -> set[str]:
    """Every key that the schema of a ruleset's parts knows, wherever it stands."""
    found = set[str]()

    def walk(part: object) -> None:
        if isinstance(part, dict):
            named = part.get("properties")
            found.update(named if isinstance(named, dict) else ())
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            walk(inner)

    walk(json.loads(SCHEMA.read_text(encoding="utf-8")))
    return found


def statements() -> list[str]:
    """The forms of statements, as the reference lists them."""
    return [entry.name for entry in CONSTRUCTS if entry.group in STATEMENT_GROUPS]


def letters(text: str) -> int:
    """The letters of a rule text that say something."""
    return len(_SILENT.sub("", text))


def main(games: list[str]) -> None:
    """Print a line for each game and the sum."""
    folders = [ROOT / "rulesets" / name for name in games] or [
        file.parent for file in sorted((ROOT / "rulesets").glob("*/ruleset.yaml"))
    ]
    sums = [0, 0]
    print(f"{'game':20}{'lines':>8}{'letters':>10}")
    for folder in folders:
        lines = sum(len(file.read_text("utf-8").splitlines()) for file in files_of(folder))
        counted = sum(map(letters, texts_of(folder).values()))
        sums = [sums[0] + lines, sums[1] + counted]
        print(f"{folder.name:20}{lines:8,}{counted:10,}")
    print(f"{'all':20}{sums[0]:8,}{sums[1]:10,}")
    words = {"keys": len(keys()), "statements": len(statements()), "functions": len(BUILT_INS)}
    print(
        "to learn:",
        ", ".join(f"{number} {word}" for word, number in words.items()),
        f"and {len(GATHERINGS)} for sets",
    )


if __name__ == "__main__":
    main(sys.argv[1:])
