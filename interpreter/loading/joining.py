"""Overlays that join by themselves, for the number of players that a game has."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from interpreter.language import parser
from interpreter.language.constant_value import holds
from interpreter.loading.reading_once import Reading
from interpreter.model.placed_data import entries_of
from interpreter.problems.problem import Problems
from interpreter.reading import RulesetFolder, RulesetSource, read_overlay

_CONSTANT = "`automatic` may compare only `players` with numbers"


def automatic_overlays(
    path: Path, chosen: Sequence[RulesetSource], players: int, reading: Reading, problems: Problems
) -> list[RulesetSource]:
    """Overlays that join by themselves for this number of players, if what they are written for is there."""
    joined: list[RulesetSource] = []
    overlays = {folder.id for folder in RulesetFolder(path).overlays()}
    for source in may_join(path, chosen, reading):
        there = {other.id for other in (*chosen, *joined)}
        needed = [source.main.get("base"), *entries_of(source.main, "needs")]
        missing = any(n is not None and n.value in overlays and n.value not in there for n in needed)
        if not missing and applies_by_itself(source, players, problems):
            reading.check(source, problems)
            joined.append(source)
    return joined


def may_join(path: Path, chosen: Sequence[RulesetSource], reading: Reading) -> list[RulesetSource]:
    """Return the overlays of a ruleset, not chosen yet, that say when they join by themselves."""
    known = {source.id for source in chosen}
    folders = [f for f in RulesetFolder(path).overlays() if f.may_join and f.id not in known]
    sources = [reading.source(read_overlay, folder.path, Problems()) for folder in folders]
    return [source for source in sources if source.main.get("automatic") is not None]


def applies_by_itself(source: RulesetSource, players: int, problems: Problems) -> bool:
    """Whether what an overlay says under `automatic` holds."""
    condition = source.main.get("automatic")
    parsed = parser.parse_expression(condition, problems) if condition is not None else None
    return parsed is not None and holds(parsed, {"players": players}, _CONSTANT, problems)
