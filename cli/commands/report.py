"""`rulewright report`: what many games between bots show a designer, as sentences, figures and a page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

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
    split_list,
)
from cli.seats import name_seats
from cli.session.seats import drawn_seed
from cli.show.screen import say
from cli.workers import chosen_workers, cluster_option, jobs_option, progress, refusals_are_usage

if TYPE_CHECKING:
    from cli.report.gathered import Gathered
    from cli.report.restricted import Restricted, Rung
    from interpreter import Game, Loaded, Seeds, Workers

_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)
_GAMES, _FULL = 2000, 20_000
# After so many seconds no more games are begun, unless `--full` or a number of games asks for them.
_SECONDS = 120.0


@click.command("report")
@game_options()
@seats_option
@seed_option
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"Number of games; {_GAMES:,} by default, fewer if they take long.",
)
@click.option(
    "--full", is_flag=True, help=f"{_FULL:,} games if --games does not say how many, however long they take."
)
@click.option(
    "--against",
    metavar="OTHER",
    help="Compare with other rules on the same seeds: a game, an overlay of this one, or GAME@REVISION, "
    "as it was in Git.",
)
@jobs_option(0)
@cluster_option
@engine_option
@click.option(
    "--restricted",
    type=click.IntRange(min=30),
    metavar="N",
    help="Also say what each action, kind and module is worth to a bot that may not use it, by N games "
    "of each.",
)
@click.option(
    "--ladder",
    type=click.IntRange(min=2),
    metavar="N",
    help="Also play bots that think more against those that think less, N games for each two.",
)
@click.option("--check", is_flag=True, help="Exit with 1 where a target of the ruleset does not hold.")
@click.option("--html", "html", type=_FILE, help="Write the page to this file; GAME-report.html by default.")
@json_option
@quiet_option
def command(
    *,
    choice: GameChoice,
    seats: Sequence[str],
    seed: int | None,
    games: int | None,
    full: bool,
    against: str | None,
    jobs: int,
    cluster: str | None,
    engine: str,
    restricted: int | None,
    ladder: int | None,
    check: bool,
    html: Path | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Show a designer what many games between bots show, as a page.

    The bots are greedy where --seat names no others. The summary is printed, what is certain first, and a
    page with all figures and plots is written; with --json figures are printed, and a page is written only
    if --html names one.

    \b
    Example: rulewright report burgundy --players 2 --html burgundy.html
    """
    try:
        from cli.report.page import page as page_of
    except ImportError as why:
        from interpreter import to_install

        raise click.UsageError(
            f"the report needs plots and statistics: {to_install('report')} ({why})"
        ) from None
    from cli.report.as_json import as_json as figures_of
    from cli.report.compared import compared
    from cli.report.endings import played_again
    from cli.report.never import never_happened
    from cli.report.summary import Said, summary, tried_said, ways_said
    from cli.report.targets import judged
    from cli.report.ways import Ways, ways
    from cli.report.whole import Report

    wanted = games or (_FULL if full else _GAMES)
    limit = None if games or full else _SECONDS
    seed = drawn_seed() if seed is None else seed
    with (
        TemporaryDirectory() as before,
        chosen_workers(jobs, cluster, wanted, quiet=quiet) as workers,
    ):
        from cli.report.gathered import gather
        from interpreter import Seeds

        choice = choice.for_seats(seats)
        chosen = [choice, *([_other(choice, against, Path(before))] if against is not None else [])]
        gathered: list[Gathered] = []
        for each in chosen:
            game = each.load_game()
            alone = len(seats) == 1 < game.players
            bots = name_seats(
                [*seats] * game.players if alone else seats, game.players, ["greedy"], people=False
            )
            if not quiet:
                say(f"{_title(game)}: up to {wanted:,} games of {', '.join(bots)}, seed {seed}", err=True)
            with progress(wanted, quiet=quiet) as show, refusals_are_usage():
                played = gather(
                    game, bots, Seeds(seed, wanted), limit, engine=engine, workers=workers, note=show
                )  # fmt: skip
            gathered.append(played)
        without = (
            _without(choice, gathered[0].bots, Seeds(seed, restricted), workers, quiet=quiet)
            if restricted
            else []
        )
        rungs = list(_ladder(gathered[0].game, seed, ladder, workers)) if ladder else []
    found, checked = gathered[0], _checked(choice)
    again = played_again(checked, found)
    never = never_happened(checked, found, again)
    differences = compared(*gathered) if len(gathered) > 1 else []
    said = [
        *(Said("against", each.sentence, "certain") for each in differences if each.sure),
        *summary(found, never),
        *tried_said(without, rungs),
    ]
    played_ways = ways(found) if found.game.players > 1 else Ways()
    said += ways_said(played_ways)
    said.sort(key=lambda each: each.sure != "certain")
    report = Report(
        found, said, sample_of(found, wanted), never, differences,
        judged(found) if not found.game.overlays else [],
        without, rungs, played_ways, again.endings,
    )  # fmt: skip
    file = html or (None if as_json else Path(f"{found.game.id}-report.html"))
    if file is not None:
        _write(file, page_of(report))
    if as_json:
        say(json.dumps(figures_of(report)))
    else:
        lines = (f"{each.sure if each.sure == 'certain' else '':>7}  {each.sentence}" for each in said)
        say("\n".join([report.sample, *lines]))
    broken = [target for target in report.targets if not target.holds]
    for target in broken if as_json else report.targets:
        say(f"target  {target.sentence}", err=as_json)
    if file is not None and not quiet:
        say(f"the whole report: {file}", err=True)
    if found.stopped is not None:
        say(f"{found.stopped} after {found.played} of {wanted} games", err=True)
        return INTERRUPTED if found.stopped == "interrupted" else INTERNAL
    return FAULTS if check and broken else DONE


def _without(
    choice: GameChoice, bots: Sequence[str], seeds: Seeds, workers: Workers | None, *, quiet: bool
) -> list[Restricted]:
    """Play without each action, kind and module."""
    from cli.report.restricted import restricted
    from interpreter import load

    def note(done: int, every: int, title: str) -> None:
        if not quiet:
            say(f"without {title} ({done + 1} of {every}): {len(seeds)} games", err=True)

    def made(overlay: Path | None, less: str | None) -> Game:
        overlays = [each for each in choice.overlays if each != less]
        overlays += [str(overlay)] if overlay is not None else []
        loaded = load(
            choice.target, players=len(bots), overlays=overlays, options=choice.settings, search=choice.search
        )
        if loaded.game is None:
            raise ValueError(loaded.problems[0].message)
        return loaded.game

    return restricted(made, bots, seeds, workers, note=note)


def _ladder(game: Game, seed: int, games: int, workers: Workers | None) -> Iterator[Rung]:
    from cli.report.restricted import ladder

    if game.teams < 2:
        raise click.UsageError("a ladder of bots needs rivals at the table")
    return ladder(game, seed, games, workers)


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"{file} cannot be written: {error.strerror}"
        raise click.BadParameter(message, param_hint="'--html'") from None


def _title(game: Game) -> str:
    return " + ".join([game.title, *game.overlays])


def _other(choice: GameChoice, named: str, folder: Path) -> GameChoice:
    """The rules that `--against` names: an overlay of the game, another ruleset, or one as it was.

    folder: an empty one, for the files of another revision.
    """
    from cli.report.revision import at_revision
    from interpreter import find_rulesets, overlays_of

    game, _, revision = named.rpartition("@")
    if revision and "@" in named and not Path(named).exists():
        game = game or choice.target
        by_id = {each.id: each.path for each in find_rulesets(choice.search)}
        now = Path(game) if Path(game).is_dir() else by_id.get(game)
        if now is None:
            raise click.BadParameter(f"there is no ruleset '{game}'", param_hint="'--against'")
        return replace(choice, target=str(at_revision(named, now, folder)))

    known = overlays_of(choice.target, choice.search)
    if all(name in known or (Path(name) / "overlay.yaml").is_file() for name in split_list([named])):
        return replace(choice, overlays=(*choice.overlays, *split_list([named])))
    return replace(choice, target=named, overlays=())


def _checked(choice: GameChoice) -> Loaded:
    from interpreter import check

    return check(
        choice.target, overlays=choice.overlays, options=choice.settings, search=choice.search, counting=True
    )


def sample_of(found: Gathered, wanted: int) -> str:
    """What was played, in a sentence."""
    bots = (
        ", ".join(found.bots)
        if len(set(found.bots)) > 1
        else f"{found.bots[0]} in all {len(found.bots)} seats"
    )
    if len(found.bots) == 1:
        bots = found.bots[0]
    fewer = f" of {wanted:,} asked for, for they took long; --full plays all" if found.played < wanted else ""
    left = f"; {found.unrecorded} were too long to be looked into" if found.unrecorded else ""
    games = f"{found.played:,} games{fewer}, {len(found.games):,} finished"
    return f"{games}, of {_title(found.game)} with {bots}{left}; seed {found.seed}."
