"""Plays games in both engines and compares them: options taken, hashes, points, winners, endings.

    .venv/bin/python -m tools.prove_engines [--games N] [--minutes M] [--bots random] [GAME...]

Every ruleset, with each overlay alone and with all that go together, for every number of players. A row for
each: how many games and decisions were compared, and how many differed. Ends with 1 if any did, or if one
ended in Python alone.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter import Game
from interpreter.simulation import derived_seed, play_one
from interpreter.wasm.engine import Engine
from interpreter.wasm.outcome import outcome_of
from tests.playing import CLASSICS, SHIPPED, Company, counts_of, everything, game_with, overlays_of


@dataclass
class Row:
    """What was compared of one game; alone: games that the module could not play and Python could."""

    name: str
    games: int = 0
    decisions: int = 0
    different: int = 0
    alone: int = 0

    def __str__(self) -> str:
        return f"| {self.name} | {self.games:,} | {self.decisions:,} | {self.different} | {self.alone} |"


def companies_of(path: Path, players: int) -> Iterator[Company]:
    """Without overlays, with each alone, with all that go together."""
    found: list[Company] = [(), *((name,) for name in overlays_of(path)), everything(path, players)]
    yield from dict.fromkeys(found)


def compare(game: Game, name: str, bots: Sequence[str], games: int, deadline: float) -> Row:
    """Play games of the seeds from 0 on in both engines, until the time is up."""
    row, engine = Row(name), Engine(game)
    for seed in range(games):
        if time.monotonic() > deadline:
            break
        expected = play_one(game, bots, seed)
        seats = (seed, [derived_seed(seed, seat) for seat in range(game.players)])
        (found,) = engine.play([seats], 1, bots)
        row.games += 1
        row.decisions += expected.decisions
        if found is None:
            row.alone += not expected.failed
        elif expected.failed:
            row.different += 1
        else:
            outcome = outcome_of(game, found.told)
            same = (expected.hash, expected.decisions, expected.scores, expected.winners) == (
                found.hash, found.decisions, outcome.scores[: game.players], outcome.winners,
            )  # fmt: skip
            row.different += not same
    return row


def main() -> int:
    """Compare what is asked for and print the rows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="folders of rulesets; all if none is named")
    parser.add_argument("--games", type=int, default=1000, help="games for each row")
    parser.add_argument("--minutes", type=float, default=1e6, help="when to stop, in all")
    parser.add_argument("--bots", default="random", help="who takes the seats, in turn: random,greedy")
    given = parser.parse_args()
    kinds, end = given.bots.split(","), time.monotonic() + 60 * given.minutes
    paths = [path for path in (*SHIPPED, *CLASSICS) if not given.names or path.name in given.names]
    total = Row("all")
    print("| game | games | decisions | different | Python alone |\n| --- | --- | --- | --- | --- |")
    for path in paths:
        for players in counts_of(path):
            for company in companies_of(path, players):
                game = game_with.__wrapped__(path, company, players)
                if game is None or time.monotonic() > end:
                    continue
                bots = [kinds[seat % len(kinds)] for seat in range(players)]
                row = compare(game, " ".join([path.name, str(players), *company]), bots, given.games, end)
                print(row, flush=True)
                for field in ("games", "decisions", "different", "alone"):
                    setattr(total, field, getattr(total, field) + getattr(row, field))
    print(total)
    return int(bool(total.different or total.alone))


if __name__ == "__main__":
    raise SystemExit(main())
