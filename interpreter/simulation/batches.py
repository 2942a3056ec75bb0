"""Batches of games, played in this process or by workers; what comes of them is the same."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import NamedTuple

from interpreter.play.game import Game
from interpreter.processes import cores
from interpreter.simulation.figures import Tally, tally_for
from interpreter.simulation.parcel import pack
from interpreter.simulation.played import GameSeeds, Played, Seeds
from interpreter.simulation.ranges import Note, play_in_ranges
from interpreter.simulation.runner import Runner
from interpreter.simulation.tasks import GamesTask, loaded_stays
from interpreter.simulation.workers import LocalWorkers, Workers
from interpreter.wasm.engine import plays_alone

# Of a batch of which every game is wanted a range has so many at most: they are kept until their turn comes.
_MOST_ROWS = 2_000
_MOST_COUNTED = 1_000_000
# So many games the first ranges have between bots that do not think long.
_BEGIN_ALONE = 32


@dataclass(frozen=True, slots=True)
class GamesBatch:
    """Games between bots, one for each seed; the rest as in `GamesTask`."""

    bots: tuple[str, ...]
    seeds: GameSeeds
    engine: str
    hashes: int
    rows: bool
    recorded: bool = False

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def most(self) -> int:
        """Games in a range at most."""
        return _MOST_ROWS if self.rows else _MOST_COUNTED

    @property
    def begin(self) -> int:
        """Games in the first ranges: bots that think may take long for each."""
        return _BEGIN_ALONE if plays_alone(self.bots) else 1

    def task(self, first: int, games: int) -> GamesTask:
        """The task to play a range."""
        seeds: GameSeeds = (
            self.seeds.part(first, games)
            if isinstance(self.seeds, Seeds)
            else [self.seeds[number] for number in range(first, first + games)]
        )
        hashes = max(0, min(games, self.hashes - first))
        return GamesTask(self.bots, seeds, first, self.engine, hashes, self.rows, self.recorded)


class PlayedPart(NamedTuple):
    """A game, or what was counted of a range: its batch by its place, and its first game, both from 0.

    engine and reason: as in `Simulation`.
    """

    batch: int
    first: int
    what: Played | Tally
    engine: str
    reason: str | None


def play_batches(
    game: Game, batches: Sequence[GamesBatch], jobs: int, workers: Workers | None, note: Note
) -> Generator[PlayedPart, None, None]:
    """Play batches of games, in order, by workers or in so many processes.

    Raises NoEngine, Refused and WorkersLost.
    """
    with ExitStack() as stack:
        jobs = min(jobs or cores(), sum(map(len, batches)))
        if workers is None and jobs > 1:
            workers = stack.enter_context(LocalWorkers(jobs))
        if workers is None:
            yield from _played_here(game, batches, note)
        else:
            yield from _played_there(game, batches, workers, note)


def _played_here(game: Game, batches: Sequence[GamesBatch], note: Note) -> Generator[PlayedPart, None, None]:
    runners: dict[str, Runner] = {}
    done = 0
    for place, batch in enumerate(batches):
        if batch.engine not in runners:
            runners[batch.engine] = Runner(game, batch.engine)
        runner = runners[batch.engine]
        found = runner.games(batch.bots, batch.seeds, batch.hashes, recorded=batch.recorded)
        with loaded_stays(), closing(found) as games:
            for number, played in enumerate(games):
                yield PlayedPart(place, number, played, runner.engine, runner.reason)
                done += 1
                note(done, 1)


def _played_there(
    game: Game, batches: Sequence[GamesBatch], workers: Workers, note: Note
) -> Generator[PlayedPart, None, None]:
    with closing(play_in_ranges(workers, pack(game), batches, note)) as parts:
        for place, first, _, result in parts:
            by = result["engine"], result["reason"]
            if "tally" in result:
                yield PlayedPart(place, first, tally_for(game, batches[place].hashes, result["tally"]), *by)
            for number, row in enumerate(result.get("rows", ()), first):
                yield PlayedPart(place, number, Played.of(row), *by)
