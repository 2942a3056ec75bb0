"""`rulewright simulate`: many games between bots, and figures at the end."""

from __future__ import annotations

import csv
import json
import math
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.journals import place_for
from cli.options import (
    GameChoice,
    drawn_seed,
    engine_option,
    game_options,
    json_option,
    quiet_option,
    seats_option,
    seed_option,
)
from cli.seats import name_seats
from cli.show.decision import seat_name
from cli.show.score import table_text
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import Game, Played, Simulation

_SEAT_FIGURES = (
    "seat", "mean", "sd", "min", "max", "wins", "mean_interval", "win_share", "win_share_interval",
)  # fmt: skip
_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)
# So often a second the bar is drawn again, at most.
_REFRESH = 10
# More processes than any machine has processors only use its memory up.
_MOST_JOBS = 256
_KEPT = re.compile("longest|closest|[1-9][0-9]*")
_FAULTS, _INTERRUPTED, _INTERNAL = 1, 130, 3
# Journals of games that were cut or went wrong are kept of the first ones only: each may be long.
_MOST_KEPT = 5
_GAMES = 100
# Of so many games the hash of the last position is in the figures; a table has all of them.
_HASHES = 100


def _named_games(_context: click.Context, _option: click.Parameter, words: Sequence[str]) -> Sequence[str]:
    """Refuse what names no game to keep."""
    for word in words:
        if not _KEPT.fullmatch(word):
            raise click.BadParameter(f"'{word}' is none of longest, closest and a game's number from 1")
    return words


@dataclass(slots=True)
class _Best:
    """The game of a batch that `--keep` names; of several that are as long or as close, the first."""

    word: str
    measure: float = -math.inf
    number: int = 0
    seed: int = 0

    def see(self, number: int, seed: int, played: Played) -> None:
        """Look at a game that is over."""
        if self.word.isdigit():
            measure = 0.0 if number == int(self.word) else -math.inf
        elif self.word == "longest":
            measure = played.decisions
        else:
            *_, second, first = (-math.inf, *sorted(played.scores))
            measure = second - first if played.finished else -math.inf
        if measure > self.measure:
            self.measure, self.number, self.seed = measure, number, seed

    def told(self, game: Game, bots: Sequence[str]) -> str:
        """Play the game again and keep its journal; return what was kept."""
        from interpreter import play_one

        if not self.number:
            return f"{self.word}: there was no such game"
        name = f"game {self.number}" if self.word.isdigit() else f"{self.word}, game {self.number}"
        return f"{name}: {_kept(game, bots, self.seed, play_one(game, bots, self.seed))}"


@click.command("simulate")
@game_options()
@seats_option
@seed_option
@click.option(
    "--games", type=click.IntRange(min=1), metavar="N", help=f"Number of games; {_GAMES} by default."
)
@click.option(
    "--game-seed", type=click.IntRange(min=0), metavar="S", help="Play one game again, by its seed."
)
@click.option(
    "--jobs",
    type=click.IntRange(min=0, max=_MOST_JOBS),
    metavar="N",
    default=1,
    show_default=True,
    help="Number of processes; 0 means one for each processor.",
)
@engine_option
@click.option(
    "--keep",
    multiple=True,
    metavar="WHICH",
    callback=_named_games,
    help="Keep the journal of a game: longest, closest, or its number; may be repeated.",
)
@click.option("--csv", "table", type=_FILE, help="Write one line per game to this file.")
@json_option
@quiet_option
def command(
    *,
    choice: GameChoice,
    seats: Sequence[str],
    seed: int | None,
    games: int | None,
    game_seed: int | None,
    jobs: int,
    engine: str,
    keep: Sequence[str],
    table: Path | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Play many games between bots and show the figures.

    Intervals are 95 % confidence intervals. If interrupted, it shows the figures of the games played so far.
    A game is stopped after 100,000 decisions. Games that were stopped or failed are left out of the figures;
    their journals are kept, and the exit status is 1.

    \b
    Example: rulewright simulate burgundy --games 1000 --seat greedy --seat random
    """
    from interpreter import NoEngine, Seeds, simulate_seeds

    if game_seed is not None and (games is not None or seed is not None):
        raise click.UsageError("--game-seed plays one game again; --games and --seed cannot be used with it.")
    game = choice.for_seats(seats).load_game()
    alone = len(seats) == 1 < game.players
    bots = name_seats([*seats] * game.players if alone else seats, game.players, ["random"], people=False)
    if alone:
        _notice(f"one seat is named: {seats[0]} takes every seat", quiet=quiet)
    if game_seed is None:
        seed = drawn_seed() if seed is None else seed
    seeds = [game_seed] if game_seed is not None else Seeds(seed or 0, games or _GAMES)
    if beyond := next((word for word in keep if word.isdigit() and int(word) > len(seeds)), None):
        raise click.BadParameter(f"there is no game {beyond} among {len(seeds)}", param_hint="'--keep'")
    if not as_json:
        told = f"{len(seeds)} games, seed {seed}" if game_seed is None else f"the game of seed {game_seed}"
        _notice(f"{game.title}: {told}", quiet=quiet)
    failed: list[tuple[int, int, Played]] = []
    kept = {word: _Best(word) for word in keep}
    with _table(table, game.players) as write, _progress(len(seeds), shown=not quiet) as show:

        def listen(number: int, seed: int, played: Played) -> None:
            write(number, seed, played)
            show(number)
            for best in kept.values():
                best.see(number, seed, played)
            if played.failed and len(failed) < _MOST_KEPT:
                failed.append((number, seed, played))

        try:
            hashes = len(seeds) if table is not None else _HASHES
            outcome = simulate_seeds(game, bots, seeds, jobs, listen, engine, hashes)
        except NoEngine as why:
            raise click.UsageError(f"--engine wasm: {why}") from None
    figures = _figures(game, outcome, bots, seed, game_seed)
    if outcome.stopped is not None:
        say(f"{outcome.stopped} after {outcome.games} of {len(seeds)} games", err=True)
    if outcome.engine == "wasm":
        _notice("played in WebAssembly", quiet=quiet)
    elif outcome.reason is not None:
        _notice(f"played in Python: {outcome.reason}", quiet=quiet)
    say(json.dumps(figures) if as_json else _figures_text(figures))
    for best in kept.values():
        say(best.told(game, bots), err=True)
    for number, its_seed, played in failed:
        say(f"game {number}: {_kept(game, bots, its_seed, played)}", err=True)
    if outcome.stopped is not None:
        return _INTERRUPTED if outcome.stopped == "interrupted" else _INTERNAL
    return _FAULTS if failed else 0


def _notice(text: str, *, quiet: bool) -> None:
    """Tell what is neither a figure nor a fault."""
    if not quiet:
        say(text, err=True)


def _kept(game: Game, bots: Sequence[str], seed: int, played: Played) -> str:
    """Keep the journal of a game; return how it ended and how to see it again."""
    from interpreter import keep_journal

    path = place_for(game, seed)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        keep_journal(path, game, bots, seed, played.choices)
        kept = f"journal: {path}"
    except OSError as error:
        kept = f"the journal cannot be kept: {error}"
    return f"{played.ending}\n  again: --game-seed {seed}\n  {kept}"


@contextmanager
def _progress(games: int, *, shown: bool) -> Iterator[Callable[[int], None]]:
    """Give a function to call with the number of games done: it moves a bar where a terminal can show one."""
    if not (shown and sys.stderr.isatty()):
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Without a thread that refreshes it: processes are forked while the bar is shown.
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task("games", total=games)
        drawn = 0.0

        def show(done: int) -> None:
            nonlocal drawn
            if (now := time.monotonic()) - drawn >= 1 / _REFRESH:
                bar.update(task, completed=done, refresh=True)
                drawn = now

        yield show


@dataclass(frozen=True, slots=True)
class _Unbuffered:
    """A file for csv.writer that has each line on the disk at once, and names itself where it cannot."""

    file: FileIO

    def write(self, text: str) -> None:
        left = memoryview(text.encode())
        try:
            while left:
                left = left[self.file.write(left) :]
        except OSError as error:
            error.filename = self.file.name
            raise


@contextmanager
def _table(file: Path | None, players: int) -> Iterator[Callable[[int, int, Played], None]]:
    """Give a function to call with each game, which writes a line of a table."""
    if file is None:
        yield lambda _number, _seed, _played: None
        return
    try:
        out = file.open("wb", buffering=0)
    except OSError as error:
        raise click.BadParameter(
            f"{file} cannot be written: {error.strerror}", param_hint="'--csv'"
        ) from None
    with out:
        writer = csv.writer(_Unbuffered(out), lineterminator="\n")
        points = [f"score_{seat + 1}" for seat in range(players)]
        writer.writerow(["game", "seed", *points, "winners", "decisions", "finished", "hash"])

        def write(number: int, seed: int, played: Played) -> None:
            winners = " ".join(str(seat + 1) for seat in played.winners)
            end = [winners, played.decisions, int(played.finished), played.hash]
            writer.writerow([number, seed, *played.scores, *end])

        yield write


def _figures(
    game: Game, outcome: Simulation, bots: Sequence[str], seed: int | None, game_seed: int | None
) -> dict[str, Any]:
    """Return the figures with the keys that other tools rely on; `seed` is None for one game played again."""
    return {
        "game": game.id,
        "fingerprint": game.fingerprint,
        "players": game.players,
        "with": list(game.overlays),
        "options": dict(game.options),
        "seed": seed,
        "game_seed": game_seed,
        "bots": list(bots),
        "games": outcome.games,
        "finished": outcome.finished,
        "decisions": outcome.decisions,
        "seconds": round(outcome.seconds, 3),
        "games_per_second": round(outcome.games / outcome.seconds, 1) if outcome.seconds else 0.0,
        "scores": [{key: getattr(line, key) for key in _SEAT_FIGURES} for line in outcome.scores],
        "ties": outcome.ties,
        "rounds": asdict(outcome.rounds) if outcome.rounds is not None else None,
        "endings": dict(outcome.endings),
        "teams": game.teams,
        "stopped": outcome.stopped,
        "engine": outcome.engine,
        "hashes": list(outcome.hashes[:_HASHES]),
    }


def _figures_text(figures: dict[str, Any]) -> str:
    """Return the figures as a table of the seats, and one line of totals."""
    rows = [["", "bot", "mean", "95 %", "sd", "min", "max", "wins", "share", "95 %"]]
    for bot, line in zip(figures["bots"], figures["scores"], strict=True):
        shown = [
            f"{line['mean']:.1f}",
            _interval_text(line["mean_interval"], 1),
            f"{line['sd']:.1f}",
            *(str(line[key]) for key in ("min", "max", "wins")),
            f"{100 * line['win_share']:.0f} %",
            _interval_text(line["win_share_interval"], 0, 100),
        ]
        rows.append([seat_name(line["seat"] - 1), bot, *shown])
    seeds = f"seed {figures['seed']}" if figures["game_seed"] is None else f"game seed {figures['game_seed']}"
    totals = (
        f"{figures['finished']} of {figures['games']} games finished, {figures['ties']} tied; "
        f"{figures['decisions']} decisions in {figures['seconds']:.1f} s, "
        f"{figures['games_per_second']:.1f} games a second; {seeds}"
    )
    unfinished = {cause: count for cause, count in figures["endings"].items() if cause != "finished"}
    width = max((len(str(count)) for count in unfinished.values()), default=0)
    causes = [f"  {count:>{width}}  {cause}" for cause, count in unfinished.items()]
    told = [
        totals,
        *_rounds_told(figures),
        *_teams_told(figures),
        *(["not finished, and counted for nobody:", *causes] if causes else []),
    ]
    return "\n".join([*([table_text(rows)] if figures["finished"] else []), *told])


def _rounds_told(figures: dict[str, Any]) -> list[str]:
    """Return how long the games were."""
    rounds = figures["rounds"]
    if rounds is None:
        return []
    return [f"{rounds['mean']:.1f} rounds a game, from {rounds['min']:.1f} to {rounds['max']:.1f}"]


def _teams_told(figures: dict[str, Any]) -> list[str]:
    """Return who plays together, where a victory is a team's."""
    players, teams = figures["players"], figures["teams"]
    if teams == players:
        return []
    mates = [" and ".join(str(seat + 1) for seat in range(team, players, teams)) for team in range(teams)]
    return [f"wins and ties are those of teams: players {', '.join(mates)}"]


def _interval_text(interval: tuple[float, float] | None, digits: int, factor: int = 1) -> str:
    """Return an interval as `from..to`, or a dash where it is not known."""
    if interval is None:
        return "-"
    return "..".join(f"{factor * end:.{digits}f}" for end in interval)
