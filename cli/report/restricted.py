"""What an action is worth to a bot that may not use it, and whether more thought wins: a ladder of bots.

Each action is forbidden to the first seat by an overlay made for it, and the same seeds are played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from cli.report.gathered import gather
from cli.report.measures import ahead_of_others
from cli.report.statistics import CERTAIN, Estimate, holm, mean_of
from interpreter import Arena, Seeds

if TYPE_CHECKING:
    from interpreter import Game, Workers

# The bots of the ladder, each against the next.
RUNGS = ("random", "greedy", "search:250", "search:1000", "search:4000")
_OVERLAY = """\
id: without_{action}
title: Without {action} for the first seat
base: {game}
add:
  forbids:
    - {{of: {action}(player p), where: p == p1, because: it is tried without}}
"""


@dataclass(frozen=True, slots=True)
class Restricted:
    """An action. worth: by how much further the first seat is ahead of the others where it may take it.

    In points, without points in hundredths of a victory; refused: why it could not be tried without.
    """

    name: str
    title: str
    games: int
    worth: Estimate | None
    sure: bool
    refused: str = ""

    @property
    def sentence(self) -> str:
        """What it is worth, in words."""
        name = f"“{self.title or self.name}”"
        if self.worth is None:
            return f"{name} cannot be tried without: {self.refused}."
        interval = f"{self.worth.value:+.1f} (95 %: {self.worth.low:+.1f} to {self.worth.high:+.1f})"
        return f"{name} is worth {interval} to a bot that may not take it, in {self.games} games."


@dataclass(frozen=True, slots=True)
class Rung:
    """A bot against the one below it; share: of victories; even: that of equals."""

    bot: str
    against: str
    games: int
    share: float
    low: float
    high: float
    even: float

    @property
    def sentence(self) -> str:
        """How often it wins, in words."""
        share = f"{100 * self.share:.0f} % (95 %: {100 * self.low:.0f} to {100 * self.high:.0f})"
        even = f"equals would win {100 * self.even:.0f} %"
        return f"{self.bot} wins {share} of {self.games} games against {self.against}; {even}."


Loader = Callable[[Path | None], "Game"]


def restricted(
    load: Loader, bots: Sequence[str], seed: int, games: int, workers: Workers | None
) -> list[Restricted]:
    """Each action of a game; load: gives the game with an overlay of a folder, or without."""
    usual = load(None)
    base = gather(usual, bots, Seeds(seed, games), workers=workers)
    made = []
    with TemporaryDirectory() as folder:
        for action in (each for each in usual.things if each.section == "actions"):
            overlay = Path(folder, f"without_{action.name}")
            overlay.mkdir()
            text = _OVERLAY.format(action=action.name, game=usual.id)
            (overlay / "overlay.yaml").write_text(text, encoding="utf-8")
            try:
                there = gather(load(overlay), bots, Seeds(seed, games), workers=workers)
            except ValueError as why:
                made.append(Restricted(action.name, action.about.title, 0, None, False, str(why)))
                continue
            if [game.number for game in there.games] != [game.number for game in base.games]:
                why_not = (
                    f"{len(base.games)} games ended with it, and not the same {len(there.games)} without it"
                )
                made.append(Restricted(action.name, action.about.title, 0, None, False, why_not))
                continue
            points = usual.has_points
            with_it, without = (ahead_of_others(each.games, points=points)[:, 0] for each in (base, there))
            worth = mean_of(np.subtract(with_it, without))
            made.append(Restricted(action.name, action.about.title, len(with_it), worth, False))
    chances = holm([each.worth.p if each.worth is not None else 1.0 for each in made])
    judged = [
        Restricted(each.name, each.title, each.games, each.worth, p < CERTAIN, each.refused)
        for each, p in zip(made, chances, strict=True)
    ]
    return sorted(judged, key=lambda each: -(each.worth.value if each.worth is not None else -1e9))


def ladder(game: Game, seed: int, games: int, workers: Workers | None) -> Iterator[Rung]:
    """Each bot of the ladder against the one below it."""
    for below, bot in pairwise(RUNGS):
        arena = Arena(game, [bot, below], games, seed)
        arena.play(1, lambda _meeting, _met: None, workers=workers)
        pair = arena.pair_figures(arena.pairs[0])
        yield Rung(bot, below, pair.games, pair.share, pair.low, pair.high, pair.even)
