"""Who plays many games: processes of this machine, or a cluster; and how far they are."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from cli.options import Command
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import Workers

# More processes than any machine has processors only use its memory up.
_MOST_JOBS = 256
# So often a second the bar is drawn again, at most.
_REFRESH = 10
# After so many seconds without workers somebody should know.
_PATIENCE = 5.0
Show = Callable[[int, int], None]

cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on a Dask cluster: tcp://HOST:PORT, tls://HOST:PORT, a scheduler file, or local[:N], which "
    "starts one on this machine; see docs/machines.md.",
)


def jobs_option(default: int) -> Callable[[Command], Command]:
    """Add --jobs with a default."""
    usual = "0, the default: one for each processor" if default == 0 else "0 means one for each processor"
    return click.option(
        "--jobs",
        type=click.IntRange(min=0, max=_MOST_JOBS),
        metavar="N",
        default=default,
        show_default=default != 0,
        help=f"Number of processes; {usual}.",
    )


@contextmanager
def chosen_workers(jobs: int, cluster: str | None, games: int, *, quiet: bool) -> Iterator[Workers | None]:
    """Give those who play; None: this process alone. A cluster that is not there ends the command.

    Best entered before anything is imported or loaded, for processes take their time to begin.
    """
    from interpreter import begin_processes, cores

    if cluster is None:
        jobs = min(jobs or cores(), games)
        if jobs == 1:
            yield None
            return
        # Before anything else is imported: they import the same meanwhile.
        begin_processes()
        from interpreter import LocalWorkers

        with LocalWorkers(jobs) as workers:
            yield workers
        return
    with _cluster(cluster) as workers:
        if not quiet:
            workers.notice = lambda sentence: say(sentence, err=True)
        yield workers


def _cluster(address: str) -> Workers:
    from interpreter import WorkersLost, to_install

    try:
        from rulewright.cluster import connect
    except ImportError as why:
        message = f"a cluster needs Dask: {to_install('cluster')} ({why})"
        raise click.BadParameter(message, param_hint="'--cluster'") from None
    try:
        return connect(address)
    except WorkersLost as why:
        raise click.BadParameter(str(why), param_hint="'--cluster'") from None


@contextmanager
def refusals_are_usage() -> Iterator[None]:
    """End the command where an engine or a cluster was asked for that will not play these games."""
    from interpreter import NoEngine, Refused

    try:
        yield
    except NoEngine as why:
        raise click.UsageError(f"--engine wasm: {why}") from None
    except Refused as why:
        raise click.BadParameter(str(why), param_hint="'--cluster'") from None


@contextmanager
def progress(games: int, *, quiet: bool) -> Iterator[Show]:
    """Give a function to call with the number of games done and of ranges being played.

    It moves a bar where a terminal can show one; anywhere it says if there are no workers.
    """
    with _bar(games, shown=not quiet and sys.stderr.isatty()) as bar:
        alone_since: float | None = None

        def show(done: int, workers: int) -> None:
            nonlocal alone_since
            bar(done, workers)
            if workers:
                alone_since = None
            elif alone_since is None:
                alone_since = time.monotonic()
            elif not quiet and time.monotonic() - alone_since > _PATIENCE:
                say("the cluster has no workers; waiting for some", err=True)
                alone_since = float("inf")

        yield show


@contextmanager
def _bar(games: int, *, shown: bool) -> Iterator[Show]:
    if not shown:
        yield lambda _done, _workers: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    words = TextColumn("{task.fields[pace]}")
    columns = (BarColumn(), MofNCompleteColumn(), words, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task("games", total=games, pace="")
        drawn = 0.0

        def show(done: int, workers: int) -> None:
            nonlocal drawn
            if (now := time.monotonic()) - drawn >= 1 / _REFRESH:
                speed = bar.tasks[0].speed
                pace = f"{speed:,.0f} a second, " if speed else ""
                bar.update(task, completed=done, pace=f"{pace}{workers} at work", refresh=True)
                drawn = now

        yield show
