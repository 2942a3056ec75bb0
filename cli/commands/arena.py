"""`rulewright arena`: a round robin of bots, with ratings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.exit_status import DONE, FAULTS, INTERNAL, INTERRUPTED
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
from cli.session.seats import drawn_seed
from cli.show.score import table_text
from cli.show.screen import say
from cli.workers import chosen_workers, cluster_option, jobs_option, progress, refusals_are_usage

if TYPE_CHECKING:
    from interpreter import Arena, ArenaResults, Meeting, Met

_GAMES = 100
_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command("arena")
@game_options()
@seats_option
@seed_option
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    default=_GAMES,
    show_default=True,
    help="Games for each pair, rounded up so that each bot plays every seat.",
)
@jobs_option(0)
@cluster_option
@engine_option
@click.option(
    "--results", type=_FILE, help="Keep each game in this file; continue from the games it already holds."
)
@json_option
@quiet_option
def command(
    *,
    choice: GameChoice,
    seats: Sequence[str],
    seed: int | None,
    games: int,
    jobs: int,
    cluster: str | None,
    engine: str,
    results: Path | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Let bots play each other: a round robin with ratings.

    Each --seat names an entrant; --players is the number of seats at the table.

    Each pair plays every seed once in each seating. At a table of three or more, one bot plays against copies
    of the other, and then the other way round. Intervals are 95 % confidence intervals. The greedy bot is
    rated 1000; without it, the first entrant is.

    \b
    Example: rulewright arena burgundy --seat greedy --seat search --games 40
    """
    if len(set(seats)) != len(seats) or len(seats) < 2:
        raise click.UsageError("an arena needs two different entrants at least: --seat A --seat B")
    name_seats(seats, len(seats), seats, people=False)
    with ExitStack() as stack:
        workers = stack.enter_context(chosen_workers(jobs, cluster, games, quiet=quiet))
        from interpreter import Arena

        game = choice.load_game()
        if game.teams < 2:
            raise click.UsageError(
                "an arena needs rivals at the table; `simulate` shows the points of one alone"
            )
        kept = stack.enter_context(_kept_in(results)) if results is not None else None
        if seed is None:
            seed = (kept.seed if kept is not None else None) or drawn_seed()
        arena = Arena(game, seats, games, seed)
        if kept is not None:
            kept.take_up(arena)

        def note(meeting: Meeting, met: Met) -> None:
            if kept is not None:
                kept.keep(arena, meeting, met)

        if not as_json and not quiet:
            done = f", {len(arena.met)} of them played before" if arena.met else ""
            say(f"{game.title}: {arena.total} games{done}, seed {seed}", err=True)
        with progress(arena.total - len(arena.met), quiet=quiet) as show, refusals_are_usage():
            stopped = arena.play(1, note, engine, workers=workers, note=show)
    if stopped is not None:
        say(f"{stopped} after {len(arena.met)} of {arena.total} games", err=True)
    figures = arena.as_json()
    say(json.dumps(figures) if as_json else _text(arena, figures))
    for cause in sorted({met.failed for met in arena.failures.values()}):
        say(f"a game that counts for nobody: {cause}", err=True)
    if stopped is not None:
        return INTERRUPTED if stopped == "interrupted" else INTERNAL
    return FAULTS if arena.failures else DONE


def _text(arena: Arena, figures: dict[str, Any]) -> str:
    """Return the figures as two tables, of the entrants and of the pairs."""
    entrants = [["", "rating", "95 %", "share", "95 %", "games", "steps", "ms"]]
    for bot in figures["bots"]:
        rating = [f"{bot['rating']:.0f}", f"{bot['rating_low']:.0f}..{bot['rating_high']:.0f}"]
        entrants.append(
            [bot["bot"], *rating, *_shares(bot), str(bot["games"]), f"{bot['steps']:.0f}", f"{bot['ms']:.1f}"]
        )
    pairs = [["", "share", "95 %", "points", "95 %", ""]]
    for pair in figures["pairs"]:
        interval = pair["difference_interval"]
        shown = "-" if interval is None else f"{interval[0]:.1f}..{interval[1]:.1f}"
        verdict = "" if pair["told_apart"] else "too close to call"
        name = f"{pair['a']} against {pair['b']}"
        pairs.append([name, *_shares(pair), f"{pair['score_difference']:+.1f}", shown, verdict])
    even = f"equals would have {100 / arena.sides:.0f} %; seed {figures['seed']}"
    if not figures["reproducible"]:
        even += "; a bot plays by time, so other runs differ"
    return "\n".join([table_text(entrants), "", table_text(pairs), even])


def _shares(line: dict[str, Any]) -> list[str]:
    return [f"{100 * line['share']:.0f} %", f"{100 * line['low']:.0f}..{100 * line['high']:.0f}"]


@contextmanager
def _kept_in(file: Path) -> Iterator[ArenaResults]:
    """Give the results that a file holds; one of something else ends the command."""
    from interpreter import ArenaResults

    try:
        with ArenaResults(file) as results:
            yield results
    except ValueError as fault:
        raise click.ClickException(str(fault)) from None
