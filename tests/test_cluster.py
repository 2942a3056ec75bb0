"""Games on a Dask cluster: a scheduler and workers on this machine, which are killed, stopped and added."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("distributed")

from cli.main import rulewright
from interpreter import Arena, Game, Meeting, Met, Played, Refused, Simulation, load, simulate, tune
from interpreter.simulation import FINISHED, derived_seed
from rulewright import cluster as module
from rulewright.cluster import DaskWorkers, connect
from tests.playing import ROOT

RACE = ROOT / "tests" / "cases" / "toy" / "race"
MISHAPS = ROOT / "tests" / "cases" / "mishaps"
BOTS = ["random", "random"]
# To begin a scheduler and workers takes seconds, and hardly anything else touches this adapter.
pytestmark = pytest.mark.slow
# Of this seed the tenth game ends the worker that plays it.
DEADLY = 99
SCHEDULER = "--port 0 --host 127.0.0.1 --no-dashboard --no-show --scheduler-file"
WORKER = "--nthreads 1 --no-nanny --no-dashboard --host 127.0.0.1 --death-timeout 60 --scheduler-file"


class Cluster:
    """A scheduler and the workers that were begun, by process."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(MISHAPS), str(ROOT)]),
            "RULEWRIGHT_MISHAP": f"kill:{derived_seed(DEADLY, 9)}",
            "DASK_DISTRIBUTED__WORKER__USE_FILE_LOCKING": "False",
            "DASK_TEMPORARY_DIRECTORY": str(folder),
        }
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._begin("scheduler", SCHEDULER, self.env)

    def _begin(self, what: str, options: str, env: dict[str, str]) -> subprocess.Popen[bytes]:
        call = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options.split(), str(self.file)]
        return subprocess.Popen(call, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def add(self, **env: str) -> subprocess.Popen[bytes]:
        """Begin a worker."""
        worker = self._begin("worker", WORKER, {**self.env, **env})
        self.workers.append(worker)
        return worker

    def has(self, least: int, workers: DaskWorkers) -> None:
        """See that so many workers live, and wait until all that live can be used."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        for _ in range(least - len(self.workers)):
            self.add()
        until = time.monotonic() + 60
        while workers.count != len(self.workers):
            assert time.monotonic() < until, f"{workers.count} workers, not {len(self.workers)}"
            time.sleep(0.05)

    def end(self) -> None:
        """End all."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module", name="cluster")
def cluster_fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster that has begun to begin."""
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    for _ in range(3):
        made.add()
    until = time.monotonic() + 60
    while not made.file.exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    yield made
    made.end()


@pytest.fixture(name="workers")
def workers_fixture(cluster: Cluster) -> Iterator[DaskWorkers]:
    """Three workers, or two where tests have ended one."""
    with connect(str(cluster.file)) as workers:
        cluster.has(2, workers)
        yield workers


@pytest.fixture(scope="module", name="game")
def game_fixture() -> Game:
    game = load(RACE).game
    assert game is not None
    return game


def same(found: Simulation, expected: Simulation) -> bool:
    """Whether all but the time is equal."""
    return replace(found, seconds=0) == replace(expected, seconds=0)


def test_figures_are_those_of_one_process(game: Game, workers: DaskWorkers) -> None:
    """Counted there, game by game, and in WebAssembly."""
    alone = simulate(game, BOTS, 300, 7, engine="python")
    seen: list[tuple[int, int, Played]] = []
    listened = simulate(
        game, BOTS, 300, 7, listener=lambda *one: seen.append(one), engine="python", workers=workers
    )
    assert same(simulate(game, BOTS, 300, 7, engine="python", workers=workers), alone)
    assert same(listened, alone)
    assert [number for number, _, _ in seen] == list(range(1, 301))
    assert same(simulate(game, BOTS, 3000, 7, workers=workers), simulate(game, BOTS, 3000, 7))


def test_an_arena_and_weights_are_those_of_one_process(game: Game, workers: DaskWorkers) -> None:
    """They go by ranges too."""
    arenas = [Arena(game, ["random", "greedy"], 30, 7) for _ in range(2)]
    order: list[list[Meeting]] = [[], []]
    for arena, seen, who in zip(arenas, order, (None, workers), strict=True):

        def listen(meeting: Meeting, _met: Met, seen: list[Meeting] = seen) -> None:
            seen.append(meeting)

        assert arena.play(1, listen, "python", workers=who) is None
    here, there = ([replace(bot, ms=0) for bot in arena.bot_figures()] for arena in arenas)
    assert here == there
    assert order[0] == order[1]
    pig = load("pig", options={"goal": "30"}).game
    assert pig is not None
    found = tune(pig, rounds=1, games=4, held_out=10, seed=5, workers=workers)
    assert found == tune(pig, rounds=1, games=4, held_out=10, seed=5)


def test_a_worker_that_is_killed(game: Game, cluster: Cluster, workers: DaskWorkers) -> None:
    """What it had others play, and nothing is counted twice."""

    def kill(done: int, _workers: int) -> None:
        if done:
            cluster.workers[0].kill()

    found = simulate(game, BOTS, 1500, 7, note=kill, engine="python", workers=workers)
    assert same(found, simulate(game, BOTS, 1500, 7, engine="python"))
    assert cluster.workers[0].wait() == -signal.SIGKILL


@pytest.mark.slow
def test_a_worker_that_does_not_answer(game: Game, cluster: Cluster, workers: DaskWorkers) -> None:
    """It is stopped, and goes on when all is over: what it says then is not counted."""
    notices: list[str] = []
    workers.patience, workers.notice = 1.0, notices.append
    stopped = cluster.workers[0]

    def stop(done: int, _workers: int) -> None:
        if done:
            stopped.send_signal(signal.SIGSTOP)

    games = 1500
    while not notices:
        try:
            found = simulate(game, BOTS, games, 7, note=stop, engine="python", workers=workers)
        finally:
            stopped.send_signal(signal.SIGCONT)
        assert same(found, simulate(game, BOTS, games, 7, engine="python"))
        games *= 2
    # On a busy machine another may have been slow.
    assert {notice.partition(" ")[2] for notice in notices} == {"does not answer; others play what it had"}


@pytest.mark.slow
def test_a_worker_that_joins_late(game: Game, cluster: Cluster, workers: DaskWorkers) -> None:
    """It is given work; so are those of a cluster that had none."""
    counts: list[int] = []
    joined: list[subprocess.Popen[bytes]] = []

    def join(_done: int, count: int) -> None:
        counts.append(count)
        if not joined:
            joined.append(cluster.add())

    games, before = 500, workers.count
    while max(counts, default=0) <= before:
        found = simulate(game, BOTS, games, 7, engine="python", workers=workers, note=join)
        assert same(found, simulate(game, BOTS, games, 7, engine="python"))
        games *= 2
    joined[0].kill()
    joined[0].wait()


def test_a_game_that_kills_its_worker_is_named(game: Game, cluster: Cluster, workers: DaskWorkers) -> None:
    """One worker is lost over it; its second try is played with care."""
    found = simulate(game, BOTS, 100, DEADLY, engine="python", workers=workers)
    usual = simulate(game, BOTS, 100, DEADLY, engine="python")
    assert found.endings == {FINISHED: 99, "it ended its process twice (SIGKILL)": 1}
    assert [(number, seed) for number, seed, _ in found.failed] == [(10, derived_seed(DEADLY, 9))]
    assert found.hashes == (*usual.hashes[:9], "", *usual.hashes[10:])
    assert sum(worker.poll() is not None for worker in cluster.workers) == 1


@pytest.mark.slow
def test_a_worker_of_another_version(
    game: Game, cluster: Cluster, workers: DaskWorkers, tmp_path: Path
) -> None:
    """It is left out, with a sentence that names both versions; where there is no other, nobody plays."""
    info = tmp_path / "rulewright-9.9.dist-info"
    info.mkdir()
    lines = "Metadata-Version: 2.1\nName: rulewright\nVersion: 9.9\n"
    (info / "METADATA").write_text(lines, encoding="utf-8")
    notices: list[str] = []
    workers.notice = notices.append
    other = cluster.add(PYTHONPATH=os.pathsep.join([str(tmp_path), cluster.env["PYTHONPATH"]]))
    cluster.has(2, workers)
    games = 500
    while not notices:
        found = simulate(game, BOTS, games, 7, engine="python", workers=workers)
        assert same(found, simulate(game, BOTS, games, 7, engine="python"))
        games *= 2
    [notice] = notices
    assert "this worker has Rulewright 9.9 (format 1), and the games come from Rulewright 0" in notice
    for worker in cluster.workers:
        if worker is not other:
            worker.kill()
            worker.wait()
    with connect(str(cluster.file)) as alone:
        cluster.workers = [other]
        cluster.has(1, alone)
        with pytest.raises(Refused, match=r"has Rulewright 9\.9"):
            simulate(game, BOTS, 60, 7, engine="python", workers=alone)
    other.kill()
    other.wait()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("tcp://127.0.0.1:9", "no Dask scheduler answers at tcp://127.0.0.1:9"),
        ("tls://127.0.0.1:9", "tls://127.0.0.1:9 needs certificates"),
        ("local:0", "'local:0' should read local or local:N"),
        ("somewhere", "'somewhere' is no cluster: write tcp://HOST:PORT"),
    ],
)
def test_a_cluster_that_is_not_there(address: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, soon."""
    assert module.CONNECT < 5
    monkeypatch.setattr(module, "CONNECT", 0.5)
    result = CliRunner().invoke(rulewright, ["simulate", str(RACE), "--cluster", address])
    assert result.exit_code == 2
    assert sentence in result.output
    assert result.output.count("\n") == 1


@pytest.mark.slow
def test_the_command_on_a_cluster_that_it_begins() -> None:
    """Equal figures, and not a word about how they came."""
    command = [sys.executable, "-m", "cli", "simulate", str(RACE), "--seed", "7", "--json", "--quiet"]
    command += ["--games", "200", "--cluster", "local:2"]
    whole = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    alone = simulate(load(RACE).game or pytest.fail(), BOTS, 200, 7)
    found = json.loads(whole.stdout)
    assert (found["hashes"], found["decisions"]) == (list(alone.hashes), alone.decisions)
    assert whole.stderr == ""


@pytest.mark.slow
def test_an_interrupt_shows_the_figures_so_far(game: Game, tmp_path: Path) -> None:
    """As at a terminal, where all processes hear it; no process is left, and none says a word."""
    file = tmp_path / "games.csv"
    command = [sys.executable, "-m", "cli", "simulate", str(RACE), "--seed", "7", "--json", "--quiet"]
    command += ["--games", "10000000", "--csv", str(file), "--cluster", "local:2"]
    run = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True
    )
    until = time.monotonic() + 60
    while not (file.exists() and file.read_text(encoding="utf-8").count("\n") > 30):
        assert time.monotonic() < until
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGINT)
    out, said = run.communicate(timeout=60)
    found = json.loads(out)
    assert (run.returncode, found["stopped"]) == (130, "interrupted")
    assert said.splitlines() == [f"interrupted after {found['games']} of 10000000 games"]
    assert list(simulate(game, BOTS, 30, 7).hashes) == found["hashes"][:30]


@pytest.mark.slow
def test_a_scheduler_that_ends(game: Game, tmp_path: Path) -> None:
    """The figures so far are there, with the reason."""
    other = Cluster(tmp_path)
    other.add()
    until = time.monotonic() + 60
    while not other.file.exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    try:
        with connect(str(other.file)) as workers:
            other.has(1, workers)

            def end(number: int, *_: object) -> None:
                if number == 200:
                    other.scheduler.kill()

            found = simulate(game, BOTS, 10**6, 7, listener=end, engine="python", workers=workers)
    finally:
        other.end()
    assert found.stopped is not None
    assert found.stopped.endswith("is gone")
    assert found.hashes == simulate(game, BOTS, 200, 7).hashes
