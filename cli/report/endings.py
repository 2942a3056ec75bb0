"""Endings by cause: which `end game` of the rules ended the games of the bots.

The first games are played again, choice by choice, in code that counts.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.report.gathered import Gathered
from cli.report.statistics import Estimate, share_of
from interpreter import Seeds

if TYPE_CHECKING:
    from interpreter import Game, Loaded, Position

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


def endings(loaded: Loaded, found: Gathered) -> list[Ending]:
    """By cause how many games ended, the most frequent first; loaded: a ruleset checked with counting."""
    game = loaded.counting.game(found.game.players, drawing=False) if loaded.counting is not None else None
    if game is None:
        return []
    begun = time.process_time()
    counted: Counter[Position | None] = Counter()
    for number, choices in found.choices.items():
        counted[_rule_of(game, Seeds(found.seed, number)[number - 1], choices)] += 1
        if time.process_time() - begun > _SECONDS:
            break
    made, total = list[Ending](), counted.total()
    for at, games in counted.most_common():
        share = share_of(games, total)
        lines = (loaded.lines_of(at.file) or []) if at is not None else []
        line = lines[at.line - 1][at.column - 1 :].strip() if at is not None and lines else ""
        where = f"{at.file}:{at.line}" if at is not None else ""
        made.append(Ending(line or _FLOW, where, games, share))
    return made


def _rule_of(game: Game, seed: int, choices: list[int]) -> Position | None:
    """Where the rule is that ended a game; none: the flow came to its end."""
    state = game.new(seed)
    for choice in choices:
        state.choose(choice)
    # A rule may say that the game ends later; another can end it before.
    return next((of.place for of, times in state.counted().items() if of.what == "end" and times), None)
