"""Many games with their records, and of each what the report is made from.

In: a game, bots, seeds. Out: `Gathered`: a `GameSeen` for each finished game, with what each seat took.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from interpreter import Decided, PointsBySource, Standing, record_entries, simulate_seeds

if TYPE_CHECKING:
    from interpreter import Game, Played, Seeds, Simulation, Site, Workers

# So many games are played between two looks at the clock.
PORTION = 200
# Of so many games, the first, the choices are kept.
CHOICES = 200


@dataclass(frozen=True, slots=True)
class Thing:
    """What can be taken: in which question, its sort (`option`, `kind`, `space`), its name and title."""

    group: str
    sort: str
    name: str
    title: str


@dataclass(slots=True)
class GameSeen:
    """A finished game; number: its place among all that were played, from 1.

    taken: for each thing how often each seat took it; offered: likewise;
    first: for each thing when somebody first took it, as a share of all decisions; standings: where a round
    of turns began, everybody's points as if the game ended now; sources: points by source and seat; options:
    how many a decision had, in the mean.
    """

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    starter: int
    rounds: int
    turns: float
    decisions: int
    options: float
    standings: list[tuple[int, ...]]
    sources: tuple[tuple[int, ...], ...]
    taken: dict[int, list[int]]
    offered: dict[int, list[int]]
    first: dict[int, float]


@dataclass(slots=True)
class Gathered:
    """All that was played. endings: games by cause; choices: of the first games, by their numbers."""

    game: Game
    bots: Sequence[str]
    seed: int
    things: list[Thing] = field(default_factory=list)
    games: list[GameSeen] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    played: int = 0
    unrecorded: int = 0
    seconds: float = 0.0
    engine: str = "python"
    stopped: str | None = None
    choices: dict[int, list[int]] = field(default_factory=dict)
    numbers: dict[tuple[int, int | None], int] = field(default_factory=dict)

    def add(self, played: Played) -> None:
        """Count a game."""
        self.played += 1
        self.endings[played.ending] += 1
        if not played.finished:
            return
        if not played.record:
            self.unrecorded += 1
            return
        self.games.append(self._seen(played))

    def _seen(self, played: Played) -> GameSeen:
        players = self.game.players
        found = GameSeen(
            self.played,
            played.scores, tuple(seat for seat in played.winners if seat < players), played.starter,
            played.rounds, played.turns / players, played.decisions, 0.0, [], (), {}, {}, {},
        )  # fmt: skip
        decided = options = 0
        choices: list[int] = []
        if len(self.choices) < CHOICES:
            self.choices[self.played] = choices
        for entry in record_entries(self.game, played.record):
            if isinstance(entry, Decided):
                decided += 1
                options += len(entry.values)
                choices.append(entry.place)
                self._count(found, entry, decided / max(1, played.decisions))
            elif isinstance(entry, Standing):
                found.standings.append(entry.points[:players])
            elif isinstance(entry, PointsBySource):
                found.sources = tuple(points[:players] for points in entry.points)
        found.options = options / max(1, decided)
        return found

    def _count(self, found: GameSeen, entry: Decided, when: float) -> None:
        site, seat, numbers = entry.site, entry.seat, self.numbers
        for value in entry.values:
            number = numbers.get((site, value))
            if number is None:
                number = self._number(site, value)
            if number >= 0:
                counts = found.offered.get(number)
                if counts is None:
                    counts = found.offered[number] = [0] * self.game.players
                counts[seat] += 1
        number = numbers[site, entry.values[entry.place]]
        if number >= 0:
            found.taken.setdefault(number, [0] * self.game.players)[seat] += 1
            found.first.setdefault(number, when)

    def _number(self, site: int, value: int | None) -> int:
        """The place of a thing in `things`; -1: none worth a line, such as a player."""
        made = thing_of(self.game, self.game.sites[site], value)
        if made is None:
            number = -1
        elif made in self.things:
            number = self.things.index(made)
        else:
            number = len(self.things)
            self.things.append(made)
        self.numbers[site, value] = number
        return number


def thing_of(game: Game, site: Site, value: int | None) -> Thing | None:
    """What an option of a question is; None: nothing that is counted."""
    if value is None:
        return None
    group = site.title or site.name.replace("_", " ")
    if site.labels:
        title = site.titles[value] if site.titles else site.labels[value].replace("_", " ")
        return Thing(group, "option", site.labels[value], title)
    if site.type is None:
        return None
    if site.type.kind == "component":
        kind = game.components[site.type.name].kind_of(value)
        return Thing(group, "kind", f"{site.type.name}.{kind.name}", kind.about.title)
    word, title = game.label(site.type, value)
    if site.type.kind == "space":
        return Thing(site.type.name, "space", f"{_layout_of(game, value)}{word}", title)
    if site.type.kind == "enum" or (site.type.kind == "number" and 0 <= value <= 12):
        return Thing(f"{group}: {site.name.replace('_', ' ')}", "option", word, title)
    return None


def _layout_of(game: Game, space: int) -> str:
    """Which layout of its board a space belongs to, before its name; nothing where there is one alone."""
    for board in game.boards.values():
        if space in board.ids and len(board.layouts) > 1:
            return f"{board.layouts[board.locate(space)[1]].name}/"
    return ""


def _noted(note: Callable[[int, int], None], before: int, done: int, busy: int) -> None:
    """Say how many games are done, with those of the portions before."""
    note(before + done, busy)


def gather(
    game: Game,
    bots: Sequence[str],
    seeds: Seeds,
    most_seconds: float | None = None,
    *,
    engine: str = "auto",
    workers: Workers | None = None,
    note: Callable[[int, int], None] = lambda _done, _busy: None,
) -> Gathered:
    """Play a game of each seed, or as many as there is time for; a portion that was begun is played."""
    found, begun = Gathered(game, bots, seeds.seed), time.monotonic()
    for first in range(0, len(seeds), PORTION):
        part = seeds.part(first, min(PORTION, len(seeds) - first))
        figures: Simulation = simulate_seeds(
            game, bots, part, 1, lambda _number, _seed, played: found.add(played), engine, 0,
            workers=workers, note=partial(_noted, note, first), recorded=True,
        )  # fmt: skip
        found.engine = figures.engine
        found.stopped = figures.stopped
        if figures.stopped or (most_seconds is not None and time.monotonic() - begun > most_seconds):
            break
    found.seconds = time.monotonic() - begun
    return found
