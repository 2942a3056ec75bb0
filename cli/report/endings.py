"""The first games of the bots once more, choice by choice, in code that counts.

What happened in them, and which `end game` of the rules ended them.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cli.report.gathered import Gathered
from cli.report.statistics import Estimate, share_of
from interpreter import Seeds

if TYPE_CHECKING:
    from interpreter import Counted, Loaded, Position, State

# No more games are begun after so many seconds of the processor.
_SECONDS = 15.0
_FLOW = "the flow came to its end"


@dataclass(frozen=True, slots=True)
class Ending:
    """Why games ended. cause: the rule as it is written; place: its file and line; share: of the games."""

    cause: str
    place: str
    games: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class Again:
    """Games that were played again: how many, how often happened what is counted, how they ended."""

    games: int = 0
    counted: Counter[Counted] = field(default_factory=Counter)
    endings: Sequence[Ending] = ()


NOT_AGAIN = Again()


def played_again(loaded: Loaded, found: Gathered) -> Again:
    """Play the first games again; the most frequent ending comes first. loaded: checked with counting."""
    game = loaded.counting.game(found.game.players, drawing=False) if loaded.counting is not None else None
    if game is None:
        return NOT_AGAIN
    begun = time.process_time()
    counted: Counter[Counted] = Counter()
    ends: Counter[Position | None] = Counter()
    for number, choices in found.choices.items():
        state = game.new(Seeds(found.seed, number)[number - 1])
        for choice in choices:
            state.choose(choice)
        ends[_rule_of(state)] += 1
        counted.update(state.counted())
        if time.process_time() - begun > _SECONDS:
            break
    return Again(ends.total(), counted, [_ending(loaded, *each, ends.total()) for each in ends.most_common()])


def _ending(loaded: Loaded, at: Position | None, games: int, total: int) -> Ending:
    lines = (loaded.lines_of(at.file) or []) if at is not None else []
    line = lines[at.line - 1][at.column - 1 :].strip() if at is not None and lines else ""
    where = f"{at.file}:{at.line}" if at is not None else ""
    return Ending(line or _FLOW, where, games, share_of(games, total))


def _rule_of(state: State) -> Position | None:
    """Where the rule is that ended a game; none: the flow came to its end."""
    # A rule may say that the game ends later; another can end it before.
    return next((of.place for of, times in state.counted().items() if of.what == "end" and times), None)
