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
    from interpreter import Game, Loaded

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
    places, begun = [*game.counted], time.process_time()
    counted: Counter[int] = Counter()
    for number, choices in found.choices.items():
        counted[_rule_of(game, Seeds(found.seed, number)[number - 1], choices)] += 1
        if time.process_time() - begun > _SECONDS:
            break
    made, total = list[Ending](), counted.total()
    for place, games in counted.most_common():
        share, at = share_of(games, total), places[place].place if place >= 0 else None
        lines = (loaded.lines_of(at.file) or []) if at is not None else []
        line = lines[at.line - 1][at.column - 1 :].strip() if at is not None and lines else ""
        where = f"{at.file}:{at.line}" if at is not None else ""
        made.append(Ending(line or _FLOW, where, games, share))
    return made


def _rule_of(game: Game, seed: int, choices: list[int]) -> int:
    """The place in `Game.counted` of what ended a game; -1: nothing did, it came to its end."""
    state = game.new(seed)
    for choice in choices:
        state.choose(choice)
    times = game.course([state.slots[slot] for slot in game.course_slots]).counted
    rules = (place for place, of in enumerate(game.counted) if of.what == "end")
    # A rule may say that the game ends later; another can end it before.
    return next((place for place in rules if times[place]), -1)
