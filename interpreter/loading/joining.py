"""Overlays that join by themselves, for the number of players that a game has and the other overlays."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from interpreter.language import parser
from interpreter.language import tree as t
from interpreter.language.constant_value import holds
from interpreter.language.node import Node, transform
from interpreter.loading.reading_once import Reading
from interpreter.model.located_data import entries_of
from interpreter.problems.problem import Problems
from interpreter.reading import RulesetFolder, RulesetSource, read_overlay
from interpreter.reading.search_path import overlays_in

_CONSTANT = "`automatic` may compare only `players` with numbers, or ask for an overlay: `with(ID)`"


def automatic_overlays(
    path: Path, chosen: Sequence[RulesetSource], players: int, reading: Reading, problems: Problems
) -> list[RulesetSource]:
    """Overlays that join by themselves in this company, if what they are written for is there."""
    joined: list[RulesetSource] = []
    waiting = may_join(path, chosen, reading)
    overlays = {source.id for source in waiting} | {folder.id for folder in RulesetFolder(path).overlays()}
    while True:  # one more may be what another waits for
        there = {other.id for other in (*chosen, *joined)}
        ready = next((each for each in waiting if _goes_with(each, overlays, there, players, problems)), None)
        if ready is None:
            return joined
        waiting.remove(ready)
        reading.check(ready, problems)
        joined.append(ready)


def _goes_with(
    source: RulesetSource, overlays: Collection[str], there: Collection[str], players: int, problems: Problems
) -> bool:
    needed = [source.main.get("base"), *entries_of(source.main, "needs")]
    missing = any(n is not None and n.value in overlays and n.value not in there for n in needed)
    return not missing and applies_by_itself(source, there, players, problems)


def may_join(path: Path, chosen: Sequence[RulesetSource], reading: Reading) -> list[RulesetSource]:
    """Return the overlays, not chosen yet, that say when they join by themselves.

    These are those of the ruleset and, beside those that were chosen, such as ask for others.
    """
    known = {source.id for source in chosen}
    own = list(RulesetFolder(path).overlays())
    folders = {source.path.resolve().parent for source in chosen if source.kind == "overlay"}
    beside = [each for folder in sorted(folders) for each in overlays_in(folder)]
    found: dict[str, RulesetSource] = {}
    for folder in (*own, *beside):
        if folder.may_join and folder.id not in known and folder.id not in found:
            source = reading.source(read_overlay, folder.path, Problems())
            condition = source.main.get("automatic")
            if condition is not None and (folder in own or "with(" in str(condition.value)):
                found[folder.id] = source
    return list(found.values())


def applies_by_itself(
    source: RulesetSource, there: Collection[str], players: int, problems: Problems
) -> bool:
    """Whether what an overlay says under `automatic` holds; there: the ids of the other overlays."""
    condition = source.main.get("automatic")
    parsed = parser.parse_expression(condition, problems) if condition is not None else None
    if parsed is None:
        return False

    def answered(node: Node) -> Node:
        if isinstance(node, t.Call) and node.name == "with" and len(node.arguments) == 1:
            asked = node.arguments[0]
            if isinstance(asked, t.Name):
                return t.Truth(node.position, asked.name in there)
        return node

    return holds(transform(parsed, answered), {"players": players}, _CONSTANT, problems)
