"""Endings by cause: which `end game` of the rules ended the games of the bots.

The first games are played once more in code that counts. Where bots look ahead, both engines take the counts
back with the position.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.report.gathered import Gathered
from cli.report.statistics import Estimate, share_of
from interpreter import Seeds, simulate_seeds

if TYPE_CHECKING:
    from interpreter import Loaded, Played

# So many games are played, or as many as were begun within so many seconds.
GAMES, _PORTION, _SECONDS = 200, 20, 15.0
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
    rules = [place for place, of in enumerate(game.counted) if of.what == "end"]
    places = [*game.counted]
    counted: Counter[int] = Counter()

    def note(_number: int, _seed: int, played: Played) -> None:
        if played.finished:
            # A rule may say that the game ends later; another can end it before.
            counted[next((place for place in rules if played.counted[place]), -1)] += 1

    begun = time.monotonic()
    for first in range(0, GAMES, _PORTION):
        part = Seeds(found.seed, _PORTION, first)
        played = simulate_seeds(game, found.bots, part, 1, note, found.engine, 0)
        if played.stopped or not rules or time.monotonic() - begun > _SECONDS:
            break
    made, total = list[Ending](), counted.total()
    for place, games in counted.most_common():
        share, at = share_of(games, total), places[place].place if place >= 0 else None
        line = ((loaded.lines_of(at.file) or [""] * at.line)[at.line - 1]).strip() if at is not None else ""
        where = f"{at.file}:{at.line}" if at is not None else ""
        made.append(Ending(line.lstrip("- ") or _FLOW, where, games, share))
    return made
