"""`rulewright simulate`: many games between bots, and figures at the end."""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.exit_status import DONE, FAULTS, INTERNAL, INTERRUPTED
from cli.journals import place_for
from cli.options import (
    GameChoice,
    engine_option,
    game_options,
    json_option,
    quiet_option,
    seats_option,
    seed_option,
)
from cli.seats import name_seats
from cli.seen.pieces import seat_name
from cli.session.seats import drawn_seed
from cli.show.decision import mates_text
from cli.show.score import table_text
from cli.show.screen import say
from cli.workers import chosen_workers, cluster_option, jobs_option, progress, refusals_are_usage

if TYPE_CHECKING:
    from interpreter import Game, Listener, Played, Seeds, Simulation

_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)
_KEPT = re.compile("longest|closest|[1-9][0-9]*")
_GAMES = 100


def _named_games(_context: click.Context, _option: click.Parameter, words: Sequence[str]) -> Sequence[str]:
    """Refuse what names no game to keep."""
    for word in words:
        if not _KEPT.fullmatch(word):
            raise click.BadParameter(f"'{word}' is none of longest, closest and a game's number from 1")
    return words


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
@jobs_option(1)
@cluster_option
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
    cluster: str | None,
    engine: str,
    keep: Sequence[str],
    table: Path | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Play many games between bots and show the figures.

    Intervals are 95 % confidence intervals. If interrupted, it shows the figures of the games played so far.
    A game is stopped after 100,000 decisions. Games that were stopped or failed are left out of the figures;
    their journals are kept, and the exit status is 1. `rulewright report` says what games show a designer.

    \b
    Example: rulewright simulate burgundy --games 1000 --seat greedy --seat random
    """
    if game_seed is not None and (games is not None or seed is not None):
        raise click.UsageError("--game-seed plays one game again; --games and --seed cannot be used with it.")
    games = 1 if game_seed is not None else games or _GAMES
    if beyond := next((word for word in keep if word.isdigit() and int(word) > games), None):
        raise click.BadParameter(f"there is no game {beyond} among {games}", param_hint="'--keep'")
    with chosen_workers(jobs, cluster, games, quiet=quiet) as workers:
        from interpreter import HASHES, Seeds, simulate_seeds

        game = choice.for_seats(seats).load_game()
        alone = len(seats) == 1 < game.players
        bots = name_seats([*seats] * game.players if alone else seats, game.players, ["random"], people=False)
        if alone:
            _notice(f"one seat is named: {seats[0]} takes every seat", quiet=quiet)
        if game_seed is None:
            seed = drawn_seed() if seed is None else seed
        seeds = [game_seed] if game_seed is not None else Seeds(seed or 0, games)
        if not as_json:
            what = f"{games} games, seed {seed}" if game_seed is None else f"the game of seed {game_seed}"
            _notice(f"{game.title}: {what}", quiet=quiet)
        hashes = games if table is not None else HASHES
        with (
            _table(table, game.players) as write,
            progress(games, quiet=quiet) as show,
            refusals_are_usage(),
        ):
            found = simulate_seeds(game, bots, seeds, 1, write, engine, hashes, workers=workers, note=show)
    figures = found.as_json(game, bots, seed, game_seed)
    if "greedy" in bots and not game.has_outlook:
        went = "went by points alone" if game.has_points else "chose by chance, for there are no points"
        _notice(f"{game.title} has no `outlook`: greedy {went}", quiet=quiet)
    if found.stopped is not None:
        say(f"{found.stopped} after {found.games} of {games} games", err=True)
    if found.engine == "wasm":
        _notice("played in WebAssembly", quiet=quiet)
    elif found.reason is not None:
        _notice(f"played in Python: {found.reason}", quiet=quiet)
    say(json.dumps(figures) if as_json else _figures_text(figures))
    if sys.stderr.isatty():
        _notice(f"what games show a designer: rulewright report {choice.target}", quiet=quiet or as_json)
    for word in dict.fromkeys(keep):
        say(_best(word, game, bots, seeds, found), err=True)
    for number, its_seed, played in found.failed:
        say(f"game {number}: {_kept(game, bots, its_seed, played)}", err=True)
    if found.stopped is not None:
        return INTERRUPTED if found.stopped == "interrupted" else INTERNAL
    return FAULTS if found.failed else DONE


def _best(word: str, game: Game, bots: Sequence[str], seeds: Sequence[int] | Seeds, found: Simulation) -> str:
    """Play a game that `--keep` names again and keep its journal; return what was kept."""
    from interpreter import play_one

    number = {"longest": found.longest, "closest": found.closest}.get(word)
    name = f"game {word}" if number is None else f"{word}, game {number}"
    if number is None:
        number = int(word) if int(word) <= found.games else 0
    if not number:
        return f"{word}: there was no such game"
    seed = seeds[number - 1]
    return f"{name}: {_kept(game, bots, seed, play_one(game, bots, seed))}"


def _notice(text: str, *, quiet: bool) -> None:
    """Show what is neither a figure nor a fault."""
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
def _table(file: Path | None, players: int) -> Iterator[Listener | None]:
    """Give a function to call with each game, which writes a line of a table; None where none is wanted."""
    if file is None:
        yield None
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


def _figures_text(figures: dict[str, Any]) -> str:
    """Return the figures as a table of the seats, and one line of totals.

    Each finished game is in one line of the table, or with teams in one for each of the winning team.
    """
    rows = [["", "bot", "mean", "95 %", "sd", "min", "max", "wins", "share", "95 %"]]
    for bot, line in zip(figures["bots"], figures["scores"], strict=True):
        shown = [
            f"{line['mean']:.1f}",
            _interval_text(line["mean_interval"], 1),
            f"{line['sd']:.1f}",
            *(str(line[key]) for key in ("min", "max", "alone")),
            _share_text(line["alone"], figures["finished"]),
            _interval_text(line["alone_interval"], 0, 100),
        ]
        rows.append([seat_name(line["seat"] - 1), bot, *shown])
    won = sum(line["alone"] for line in figures["scores"][: figures["teams"]])
    nobody = figures["finished"] - figures["ties"] - won
    for name, count in (("tied", figures["ties"]), ("no player", nobody)):
        if count:
            rows.append([name, *[""] * 6, str(count), _share_text(count, figures["finished"]), ""])
    seeds = f"seed {figures['seed']}" if figures["game_seed"] is None else f"game seed {figures['game_seed']}"
    totals = (
        f"{figures['finished']} of {figures['games']} games finished; "
        f"{figures['decisions']} decisions in {figures['seconds']:.1f} s, "
        f"{figures['games_per_second']:.1f} games a second; {seeds}"
    )
    unfinished = {cause: count for cause, count in figures["endings"].items() if cause != "finished"}
    width = max((len(str(count)) for count in unfinished.values()), default=0)
    causes = [f"  {count:>{width}}  {cause}" for cause, count in unfinished.items()]
    lines = [
        totals,
        *_length_lines(figures),
        *_starter_lines(figures),
        *_teams_lines(figures),
        *(["not finished, and counted for nobody:", *causes] if causes else []),
        *_stops_lines(figures),
    ]
    return "\n".join([*([table_text(rows)] if figures["finished"] else []), *lines])


def _length_lines(figures: dict[str, Any]) -> list[str]:
    """Return how long the games were."""
    rounds, turns = figures["rounds"], figures["turns"]
    parts = []
    if rounds is not None:
        step = "" if rounds["step"] == "round" else f" (the step '{rounds['step']}')"
        ends = f"from {rounds['min']:.0f} to {rounds['max']:.0f}"
        parts.append(f"{rounds['mean']:.1f} rounds{step} in a game, {ends}")
    if turns is not None:
        within = "" if parts else " in a game"
        ends = f"from {turns['min']:.1f} to {turns['max']:.1f}"
        parts.append(f"{turns['mean']:.1f} turns each{within}, {ends}")
    return ["; ".join(parts)] if parts else []


def _starter_lines(figures: dict[str, Any]) -> list[str]:
    """Return how often whoever had the first turn won, where that was not always the same seat."""
    found = figures["starter"]
    if found is None:
        return []
    share, interval = f"{100 * found['win_share']:.0f} %", _interval_text(found["win_share_interval"], 0, 100)
    return [f"who had the first turn won {found['wins']} of {found['games']} games, {share} ({interval})"]


def _stops_lines(figures: dict[str, Any]) -> list[str]:
    """Return where counters stopped at their bounds, though a rule set them to more or less."""
    return [
        f"{place}: `set` stopped at a bound of its counter, {count:,} times"
        for place, count in figures["stopped_at_bounds"].items()
    ]


def _teams_lines(figures: dict[str, Any]) -> list[str]:
    """Return who plays together, where a victory is a team's."""
    mates = mates_text(figures["players"], figures["teams"])
    return [f"wins and ties are those of teams: {mates}"] if mates else []


def _share_text(count: int, games: int) -> str:
    return f"{100 * count / games:.0f} %" if games else "-"


def _interval_text(interval: tuple[float, float] | None, digits: int, factor: int = 1) -> str:
    """Return an interval as `from..to`, or a dash where it is not known."""
    if interval is None:
        return "-"
    return "..".join(f"{factor * end:.{digits}f}" for end in interval)
