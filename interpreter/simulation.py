"""Many games between bots.

Game i uses a seed of its own made from the seed and i, so the number of jobs changes nothing.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from multiprocessing import get_context
from random import Random

from interpreter.bots import BOTS
from interpreter.play.game import Game

MAX_DECISIONS = 100_000
CHUNK = 8
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game; finished False: it was stopped after MAX_DECISIONS."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    finished: bool
    hash: str


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """Points of one seat (from 1) over all games; wins count shared victories too."""

    seat: int
    mean: float
    sd: float
    min: int
    max: int
    wins: int


@dataclass(frozen=True, slots=True)
class Simulation:
    """The figures of a batch of games."""

    games: int
    finished: int
    decisions: int
    seconds: float
    scores: tuple[SeatFigures, ...]
    ties: int
    hashes: tuple[str, ...]


def derived_seed(*parts: int) -> int:
    """A seed made from numbers, equal on every machine."""
    digest = blake2b(" ".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 11


def play_one(game: Game, bots: Sequence[str], seed: int) -> Played:
    """Play one game to its end."""
    state = game.new(seed)
    chances = [Random(derived_seed(seed, seat)) for seat in range(len(bots))]
    players = [BOTS[name] for name in bots]
    while (seat := state.seat) >= 0 and state.decisions < MAX_DECISIONS:
        state.choose(players[seat](state, chances[seat]))
    return Played(
        tuple(state.scores()), tuple(state.winners()), state.decisions, state.finished, state.hash()
    )


def simulate(  # noqa: PLR0917 - the names of the four that must be given are plain at the call
    game: Game, bots: Sequence[str], games: int, seed: int, jobs: int = 1, progress: Progress | None = None
) -> Simulation:
    """Play games between bots (one name for each seat) and count. `progress` is told how many are done.

    Interrupted (KeyboardInterrupt) it raises that; nothing needs cleaning up.
    """
    start = time.perf_counter()
    played: list[Played] = []
    for result in _results(game, bots, games, seed, jobs):
        played.append(result)
        if progress is not None:
            progress(len(played))
    return figures(played, time.perf_counter() - start, game.players)


def _results(game: Game, bots: Sequence[str], games: int, seed: int, jobs: int) -> Iterator[Played]:
    seeds = [derived_seed(seed, number) for number in range(games)]
    if jobs == 1 or games == 1:
        for one in seeds:
            yield play_one(game, bots, one)
        return
    global _shared  # noqa: PLW0603 - workers are forked: they find the game here
    _shared = (game, tuple(bots))
    chunks = [seeds[at : at + CHUNK] for at in range(0, games, CHUNK)]
    # Compiled functions cannot be sent to another process: a forked one has them already.
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork"), initializer=_deaf_to_interrupts) as pool:
        for results in pool.map(_play_chunk, chunks):
            yield from results


_shared: tuple[Game, tuple[str, ...]] | None = None


def _deaf_to_interrupts() -> None:
    """Ctrl-C is for the process that counts; its helpers end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_chunk(seeds: list[int]) -> list[Played]:
    assert _shared is not None
    game, bots = _shared
    return [play_one(game, bots, seed) for seed in seeds]


def figures(played: Sequence[Played], seconds: float, players: int) -> Simulation:
    """Count a batch."""
    lines = []
    for seat in range(players):
        points = [p.scores[seat] for p in played]
        mean = sum(points) / len(points) if points else 0.0
        spread = (sum((x - mean) ** 2 for x in points) / (len(points) - 1)) ** 0.5 if len(points) > 1 else 0.0
        wins = sum(seat in p.winners for p in played)
        lines.append(
            SeatFigures(
                seat + 1,
                round(mean, 3),
                round(spread, 3),
                min(points, default=0),
                max(points, default=0),
                wins,
            )
        )
    return Simulation(
        games=len(played),
        finished=sum(p.finished for p in played),
        decisions=sum(p.decisions for p in played),
        seconds=seconds,
        scores=tuple(lines),
        ties=sum(len(p.winners) > 1 for p in played),
        hashes=tuple(p.hash for p in played),
    )
