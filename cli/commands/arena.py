"""`rulewright arena`: a round robin of bots, with ratings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
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
    from interpreter import Arena, Game, Meeting, Met

_GAMES = 100
_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)
_PAIR_KEYS = ("a", "b", "games", "share", "low", "high", "even", "score_difference", "difference_interval")


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
        kept = _kept(results) if results is not None else []
        seed = _settled_seed(seed, kept)
        arena = Arena(game, seats, games, seed)
        header = {
            "game": game.id,
            "fingerprint": game.fingerprint,
            "players": game.players,
            "with": list(game.overlays),
            "options": dict(game.options),
            "seed": seed,
        }
        file = None
        if results is not None:
            _take_up(arena, header, kept, results)
            file = stack.enter_context(results.open("a", encoding="utf-8"))
            if not kept:
                file.write(json.dumps(header) + "\n")

        def note(meeting: Meeting, met: Met) -> None:
            if file is not None:
                file.write(json.dumps(_line(arena, meeting, met)) + "\n")
                file.flush()

        if not as_json and not quiet:
            done = f", {len(arena.met)} of them played before" if arena.met else ""
            say(f"{game.title}: {arena.total} games{done}, seed {seed}", err=True)
        with progress(arena.total - len(arena.met), quiet=quiet) as show, refusals_are_usage():
            stopped = arena.play(1, note, engine, workers=workers, note=show)
    if stopped is not None:
        say(f"{stopped} after {len(arena.met)} of {arena.total} games", err=True)
    figures = _figures(arena, game, seed)
    say(json.dumps(figures) if as_json else _text(arena, figures))
    for cause in sorted({met.failed for met in arena.failures.values()}):
        say(f"a game that counts for nobody: {cause}", err=True)
    if stopped is not None:
        return INTERRUPTED if stopped == "interrupted" else INTERNAL
    return FAULTS if arena.failures else DONE


# -- the file of results: a line that says of what, then one for each game
def _kept(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file of results, none where there is no file; one cut short is left out."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")[:-1]
    try:
        found = [json.loads(line) for line in lines]
    except ValueError:
        found = [None]
    if not all(isinstance(line, dict) for line in found):
        raise click.ClickException(f"{path} is no file of results of an arena")
    if not text.endswith("\n") and text:
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return found


def _settled_seed(seed: int | None, kept: Sequence[dict[str, Any]]) -> int:
    """Return the seed: as given, or that of the results, or one that is drawn."""
    if seed is None and kept and isinstance(kept[0].get("seed"), int):
        return int(kept[0]["seed"])
    return drawn_seed() if seed is None else seed


def _take_up(arena: Arena, header: dict[str, Any], kept: Sequence[dict[str, Any]], path: Path) -> None:
    """Count the games that were played before; results of something else are refused."""
    from interpreter import Meeting, Met

    if kept and kept[0] != header:
        other = [key for key in header if kept[0].get(key) != header[key]]
        raise click.UsageError(f"{path} holds the results of something else: {', '.join(other)} differ")
    places = {(arena.bots[a], arena.bots[b]): (a, b) for a, b in arena.pairs}
    try:
        for line in kept[1:]:
            pair = places.get((line["a"], line["b"]))
            if pair is None or line["number"] >= arena.numbers:
                continue
            own, others = line["thought"]
            met = Met(line["share"], line["difference"], (tuple(own), tuple(others)), line["failed"])
            arena.met[Meeting(pair, line["rotation"], line["number"])] = met
    except (KeyError, TypeError, ValueError):
        raise click.ClickException(f"{path} is no file of results of an arena") from None


def _line(arena: Arena, meeting: Meeting, met: Met) -> dict[str, Any]:
    """Return what is kept of a game."""
    a, b = meeting.pair
    place = {"rotation": meeting.rotation, "number": meeting.number}
    return {"a": arena.bots[a], "b": arena.bots[b], **place, **asdict(met)}


# -- figures
def _figures(arena: Arena, game: Game, seed: int) -> dict[str, Any]:
    """Return the figures with the keys that other tools rely on."""
    pairs = [arena.pair_figures(pair) for pair in arena.pairs]
    return {
        "game": game.id,
        "players": game.players,
        "seed": seed,
        "games": len(arena.met),
        "reproducible": arena.reproducible,
        "bots": [asdict(bot) for bot in arena.bot_figures()],
        "pairs": [
            {**{key: getattr(pair, key) for key in _PAIR_KEYS}, "told_apart": pair.told_apart}
            for pair in pairs
        ],
    }


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
