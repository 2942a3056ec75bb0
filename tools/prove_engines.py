"""Plays games in both engines and compares them: options taken, hashes, points, winners, endings.

    .venv/bin/python -m tools.prove_engines [--games N] [--minutes M] [--bots random] [--rows FILE] [GAME...]

Every ruleset, with each overlay alone and with all that go together, for every number of players. A row for
each: how many games and decisions were compared, and how many differed. Then a row for each ruleset and one
for all. Ends with 1 if any differed, or if one ended in Python alone.

--rows FILE: rows are added to this file, and those that are there are not played again, so a long run may be
broken off and go on.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter import Game
from interpreter.simulation import derived_seed, play_one
from interpreter.wasm.engine import Engine
from interpreter.wasm.outcome import outcome_of
from tools.playing import CLASSICS, SHIPPED, Company, counts_of, everything, game_with, overlays_of


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

    def add(self, other: Row) -> None:
        """Count what was compared there as well."""
        self.games += other.games
        self.decisions += other.decisions
        self.different += other.different
        self.alone += other.alone


def read_row(line: str) -> Row:
    """A row as it was printed."""
    name, *numbers = (part.strip() for part in line.strip().strip("|").split("|"))
    return Row(name, *(int(number.replace(",", "")) for number in numbers))


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
        (found,) = engine.play([seats], bots)
        row.games += 1
        row.decisions += expected.decisions
        if found is None:
            row.alone += not expected.failed
        elif expected.failed:
            row.different += 1
        else:
            outcome = outcome_of(game, found.ending)
            same = (expected.hash, expected.decisions, expected.scores, expected.winners) == (
                found.hash, found.decisions, outcome.scores[: game.players], outcome.winners,
            )  # fmt: skip
            row.different += not same
    return row


def rows_of(
    path: Path, kinds: Sequence[str], games: int, deadline: float, known: Mapping[str, Row]
) -> Iterator[tuple[Row, bool]]:
    """The rows of a ruleset, and whether each was played now; those whose games are known are not."""
    for players in counts_of(path):
        bots = [kinds[seat % len(kinds)] for seat in range(players)]
        for company in companies_of(path, players):
            name = " ".join([path.name, str(players), *company])
            if name in known:
                yield known[name], False
            elif time.monotonic() < deadline:
                game = game_with(path, company, players, keep=False)
                if game is not None:
                    yield compare(game, name, bots, games, deadline), True


def main() -> int:
    """Compare what is asked for and print the rows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="folders of rulesets; all if none is named")
    parser.add_argument("--games", type=int, default=1000, help="games for each row")
    parser.add_argument("--minutes", type=float, default=1e6, help="when to stop, in all")
    parser.add_argument("--bots", default="random", help="who takes the seats, in turn: random,greedy")
    parser.add_argument(
        "--rows", type=Path, default=Path(os.devnull), help="a file of rows, read and added to"
    )
    given = parser.parse_args()
    deadline = time.monotonic() + 60 * given.minutes
    done = given.rows.read_text().splitlines() if given.rows.exists() else []
    known = {row.name: row for row in map(read_row, done)}
    paths = [path for path in (*SHIPPED, *CLASSICS) if not given.names or path.name in given.names]
    total, totals = Row("all"), []
    print("| game | games | decisions | different | Python alone |\n| --- | --- | --- | --- | --- |")
    with given.rows.open("a") as file:
        for path in paths:
            totals.append(Row(f"{path.name}, all of it"))
            for row, new in rows_of(path, given.bots.split(","), given.games, deadline, known):
                print(row, flush=True)
                totals[-1].add(row)
                if new and row.games == given.games:
                    print(row, file=file, flush=True)
            total.add(totals[-1])
    print(*totals, total, sep="\n")
    return int(bool(total.different or total.alone))


if __name__ == "__main__":
    raise SystemExit(main())
