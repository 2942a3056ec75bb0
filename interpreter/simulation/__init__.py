"""Many games between bots.

Game i uses its own seed made from the seed and i, so nothing depends on who plays it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing

from interpreter.play.game import Game
from interpreter.simulation.batches import GamesBatch, play_batches
from interpreter.simulation.figures import (
    HASHES,
    FailedGame,
    Length,
    SeatFigures,
    Simulation,
    StarterFigures,
    Tally,
    mean_interval,
    share_interval,
    tally_for,
)
from interpreter.simulation.parcel import Refused
from interpreter.simulation.played import (
    CUT,
    FINISHED,
    GameSeeds,
    Played,
    Seeds,
    derived_seed,
    keep_journal,
    play_one,
)
from interpreter.simulation.playing import play_range
from interpreter.simulation.ranges import Note
from interpreter.simulation.runner import engine_wanted
from interpreter.simulation.workers import LocalWorkers, Workers, WorkersLost

# Is called with each game, in order, as soon as it is done: its number (from 1), its seed, its outcome.
Listener = Callable[[int, int, Played], None]
INTERRUPTED = "interrupted"


def simulate(  # noqa: PLR0917 - the names of the four that must be given are plain at the call
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 1,
    listener: Listener | None = None,
    engine: str = "auto",
    hashes: int = HASHES,
    *,
    workers: Workers | None = None,
    note: Note = lambda _done, _workers: None,
    recorded: bool = False,
) -> Simulation:
    """Play games between bots (one name for each seat) and count; jobs 0: one for each processor.

    A game that is cut or goes wrong counts under its cause in `endings`, and the next is played.
    Interrupted (KeyboardInterrupt) it returns the figures of the games done so far, and says that it was
    stopped; they are the first ones, so they equal those of that many games.

    engine: `python`; `wasm`, which raises NoEngine where it cannot play these; `auto`: `wasm` where there
    are many games and it can. The figures are the same. hashes: of how many games, the first ones, the last
    position is hashed; that takes a tenth of the time of a quick game. workers: who plays, in place of `jobs`
    processes that begin and end with this call; raises Refused where none of them will. note: is called now
    and then with how many games are done, and how many ranges of them are being played.
    recorded: each game that the listener is given has its record.
    """
    return simulate_seeds(
        game, bots, Seeds(seed, games), jobs, listener, engine, hashes, workers=workers, note=note,
        recorded=recorded,
    )  # fmt: skip


def simulate_seeds(  # noqa: PLR0917 - as `simulate`
    game: Game,
    bots: Sequence[str],
    seeds: GameSeeds,
    jobs: int = 1,
    listener: Listener | None = None,
    engine: str = "auto",
    hashes: int = HASHES,
    *,
    workers: Workers | None = None,
    note: Note = lambda _done, _workers: None,
    recorded: bool = False,
) -> Simulation:
    """Play one game of each seed; for the rest as `simulate`."""
    start = time.perf_counter()
    wanted = engine_wanted(bots, len(seeds), engine)
    batch = GamesBatch(tuple(bots), seeds, wanted, hashes, listener is not None, recorded)
    tally, stopped = tally_for(game, hashes), None
    by: tuple[str, str | None] = ("python", None)
    try:
        with closing(play_batches(game, [batch], jobs, workers, note)) as parts:
            for part in parts:
                first, what = part.first, part.what
                # Where one worker has no engine, that is what is said of all.
                if not first or part.engine == "python":
                    by = part.engine, part.reason
                if isinstance(what, Tally):
                    tally.merge(what)
                    continue
                tally.add(first + 1, seeds, first, what)
                if listener is not None:
                    listener(first + 1, seeds[first], what)
    except KeyboardInterrupt:
        stopped = INTERRUPTED
    except WorkersLost as why:
        stopped = str(why)
    return tally.figures(time.perf_counter() - start, stopped, *by)


__all__ = [
    "CUT",
    "FINISHED",
    "HASHES",
    "INTERRUPTED",
    "FailedGame",
    "GameSeeds",
    "GamesBatch",
    "Length",
    "Listener",
    "LocalWorkers",
    "Note",
    "Played",
    "Refused",
    "SeatFigures",
    "Seeds",
    "Simulation",
    "StarterFigures",
    "Workers",
    "WorkersLost",
    "derived_seed",
    "engine_wanted",
    "keep_journal",
    "mean_interval",
    "play_batches",
    "play_one",
    "play_range",
    "share_interval",
    "simulate",
    "simulate_seeds",
]
