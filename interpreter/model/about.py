"""What every named thing of a ruleset may carry for people and for tracing."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.problems.position import Position


@dataclass(frozen=True, slots=True)
class About:
    """What every named thing may carry for people and for tracing."""

    position: Position
    title: str = ""
    about: str = ""
    rules: tuple[str, ...] = ()
    source: str = ""
