"""`rulewright simulate`: many games between bots, and figures at the end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from cli.options import (
    GameChoice,
    drawn_seed,
    game_options,
    json_option,
    quiet_option,
    seats_option,
    seed_option,
)
from cli.seats import name_seats
from cli.show.decision import seat_name
from cli.show.score import table_text

if TYPE_CHECKING:
    from interpreter import Game, Simulation

_SEAT_FIGURES = ("seat", "mean", "sd", "min", "max", "wins")


@click.command("simulate")
@game_options()
@seats_option
@seed_option
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many games.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="How many processes.")
@json_option
@quiet_option
def command(
    *,
    choice: GameChoice,
    seats: Sequence[str],
    seed: int | None,
    games: int,
    jobs: int,
    as_json: bool,
    quiet: bool,
) -> int:
    """Play many games between bots and show the figures.

    \b
    Example: rulewright simulate GAME --games 1000 --seat greedy --seat random
    """
    from interpreter import simulate

    game = choice.load_game()
    bots = name_seats(seats, game.players, ["random"], people=False)
    seed = drawn_seed() if seed is None else seed
    if not (quiet or as_json):
        click.echo(f"{game.title}: {games} games, seed {seed}", err=True)
    with _progress(games, shown=not quiet) as progress:
        outcome = simulate(game, bots, games, seed, jobs, progress)
    figures = _figures(game, outcome, seed, bots)
    click.echo(json.dumps(figures) if as_json else _figures_text(figures))
    return 0


@contextmanager
def _progress(games: int, *, shown: bool) -> Iterator[Callable[[int], None] | None]:
    """Give a function to call with the number of games done: it moves a bar where a terminal can show one."""
    import sys

    if not (shown and sys.stderr.isatty()):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)


def _figures(game: Game, outcome: Simulation, seed: int, bots: Sequence[str]) -> dict[str, Any]:
    """Return the figures with the keys that other tools rely on."""
    return {
        "game": game.id,
        "fingerprint": game.fingerprint,
        "players": game.players,
        "with": list(game.overlays),
        "options": dict(game.options),
        "seed": seed,
        "bots": list(bots),
        "games": outcome.games,
        "finished": outcome.finished,
        "decisions": outcome.decisions,
        "seconds": round(outcome.seconds, 3),
        "games_per_second": round(outcome.games / outcome.seconds, 1) if outcome.seconds else 0.0,
        "scores": [{key: getattr(line, key) for key in _SEAT_FIGURES} for line in outcome.scores],
        "ties": outcome.ties,
        "hashes": list(outcome.hashes[:100]),
    }


def _figures_text(figures: dict[str, Any]) -> str:
    """Return the figures as a table of the seats, and one line of totals."""
    rows = [["", "bot", "mean", "sd", "min", "max", "wins"]]
    for bot, line in zip(figures["bots"], figures["scores"], strict=True):
        shown = [
            f"{line['mean']:.1f}",
            f"{line['sd']:.1f}",
            *(str(line[key]) for key in ("min", "max", "wins")),
        ]
        rows.append([seat_name(line["seat"] - 1), bot, *shown])
    totals = (
        f"{figures['finished']} of {figures['games']} games finished, {figures['ties']} tied; "
        f"{figures['decisions']} decisions in {figures['seconds']:.1f} s, "
        f"{figures['games_per_second']:.1f} games a second; seed {figures['seed']}"
    )
    return f"{table_text(rows)}\n{totals}"
