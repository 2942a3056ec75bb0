"""Simulation: figures and their intervals, several processes, interrupts, and the table of all games."""

from __future__ import annotations

import csv
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import rulewright
from interpreter import Game, LocalWorkers, Played, Simulation, load, replay, simulate
from interpreter.simulation import CUT, FINISHED, derived_seed, figures, mean_interval, share_interval
from interpreter.simulation import played as module
from tests.language.small_rulesets import game_of

ROOT = Path(__file__).parents[2]
RACE = ROOT / "tests" / "cases" / "toy" / "race"
MISHAPS = ROOT / "tests" / "cases" / "mishaps"
BOTS = ["random", "random"]
Start = Callable[..., subprocess.Popen[str]]
# A rule that goes wrong for some seeds only.
BRITTLE = """
id: brittle
title: Brittle
players: 2
flow:
  - step: turn
    players: players
    do: |
      one of:
        stay: score 1 as way
        go: score 2 as way
  - step: risk
    players: players
    do: |
      pick n at random in 0..19
      score 20 / n as luck
"""


@pytest.fixture(scope="module")
def game() -> Game:
    """A toy with a little chance."""
    loaded = load(RACE)
    assert loaded.game is not None
    return loaded.game


@pytest.fixture
def brittle(tmp_path: Path) -> Path:
    """A ruleset with a fault that shows in one game of ten."""
    (tmp_path / "brittle").mkdir()
    (tmp_path / "brittle" / "ruleset.yaml").write_text(BRITTLE, encoding="utf-8")
    return tmp_path / "brittle"


def played(*scores: tuple[int, int], first: int = 0) -> figures.Tally:
    """Count games, some of which have been played before."""
    tally = figures.Tally(2, 2, 100)
    for number, pair in enumerate(scores, first + 1):
        winners = tuple(seat for seat in range(2) if pair[seat] == max(pair))
        tally.add(number, [0], 0, Played(pair, winners, 10 + number % 3, FINISHED, "x", turns=sum(pair)))
    return tally


# -- figures
def test_figures() -> None:
    """Means, spreads, shared victories, and the intervals of textbooks."""
    found = played((10, 0), (12, 12), (14, 20), (16, 0)).figures(1.0)
    first = found.scores[0]
    assert (first.mean, first.min, first.max, first.wins, found.ties) == (13, 10, 16, 3, 1)
    assert [line.alone for line in found.scores] == [2, 1]
    assert first.alone_interval == pytest.approx((0.15, 0.85), abs=0.0001)
    assert (found.longest, found.closest) == (2, 2)
    assert first.mean_interval == pytest.approx((8.892, 17.108), abs=0.001)
    assert first.win_share == 0.75
    assert first.win_share_interval == pytest.approx((0.3006, 0.9544), abs=0.0001)


def test_figures_of_too_few_games() -> None:
    """Nothing is made up where nothing is known."""
    none, one = (games.figures(1.0).scores[0] for games in (played(), played((3, 1))))
    assert (none.mean, none.mean_interval, none.win_share_interval) == (0, None, None)
    assert (one.mean, one.mean_interval) == (3, None)
    assert one.win_share_interval is not None


@pytest.mark.parametrize(
    ("freedom", "value"),
    [(1, 12.706), (2, 4.303), (9, 2.262), (10, 2.228), (20, 2.086), (30, 2.042), (100, 1.984), (10**6, 1.96)],
)
def test_student(freedom: int, value: float) -> None:
    """The series goes on where the table ends."""
    assert figures.student_t(freedom) == pytest.approx(value, abs=0.001)


def test_intervals_hold_what_they_promise() -> None:
    """Of many samples, about 95 in 100 give an interval that holds the truth."""
    chance = Random(3)
    held_mean = held_share = 0
    for _ in range(1000):
        sample = [chance.gauss(50, 9) for _ in range(12)]
        mean = sum(sample) / 12
        sd = (sum((x - mean) ** 2 for x in sample) / 11) ** 0.5
        low, high = mean_interval(mean, sd, 12) or (0.0, 0.0)
        held_mean += low <= 50 <= high
        low, high = share_interval(sum(chance.random() < 0.3 for _ in range(50)), 50) or (0.0, 0.0)
        held_share += low <= 0.3 <= high
    assert 925 <= held_mean <= 975
    assert 920 <= held_share <= 980


@pytest.mark.parametrize("cuts", [(0, 40), (1, 2, 40), (13, 26), (39,), (40, 40)])
def test_figures_are_the_same_however_games_are_divided(cuts: tuple[int, ...]) -> None:
    """To the last digit: sums, spreads, ends, causes in their order, and the first of equal games."""
    chance = Random(1)
    scores = [(chance.randrange(-50, 10**6), chance.randrange(9)) for _ in range(40)]
    whole, merged = played(*scores), figures.Tally(2, 2, 100)
    for low, high in zip((0, *cuts), (*cuts, 40), strict=True):
        part = played(*scores[low:high], first=low)
        merged.merge(figures.Tally(2, 2, 100, json.loads(json.dumps(part.plain))))
    assert merged.figures(1.0) == whole.figures(1.0)


def test_a_spread_is_that_of_the_statistics_module() -> None:
    """Of large numbers close to each other too, where sums of floats would lose all digits."""
    points = [10**9 + number % 7 for number in range(1000)]
    [first, _] = played(*((point, 0) for point in points)).figures(1.0).scores
    assert (first.mean, first.sd) == (round(fmean(points), 3), round(stdev(points), 3))


# -- several processes
@pytest.mark.parametrize(
    ("jobs", "games"), [(0, 40), (3, 40), (6, 4), pytest.param(50, 40, marks=pytest.mark.slow)]
)
def test_the_number_of_jobs_changes_nothing(game: Game, jobs: int, games: int) -> None:
    """The same games in the same order, each told of once."""
    told: list[tuple[int, int, str]] = []
    outcome = simulate(game, BOTS, games, 7, jobs, lambda *one: told.append((one[0], one[1], one[2].hash)))
    alone = simulate(game, BOTS, games, 7)
    assert (outcome.hashes, outcome.scores, outcome.stopped) == (alone.hashes, alone.scores, None)
    assert [number for number, _, _ in told] == list(range(1, games + 1))
    assert tuple(name for _, _, name in told) == alone.hashes
    assert len({seed for _, seed, _ in told}) == games


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_game_that_fails_does_not_end_the_batch(brittle: Path, jobs: int) -> None:
    """It counts under its cause, with its place in the rules, and for nobody, for any number of jobs."""
    loaded = load(brittle)
    assert loaded.game is not None, loaded.problems
    games: list[Played] = []
    outcome = simulate(loaded.game, BOTS, 60, 1, jobs, lambda *one: games.append(one[2]), "python")
    [cause] = set(outcome.endings) - {FINISHED}
    assert re.fullmatch(r".*ruleset\.yaml:\d+:\d+: division by zero", cause)
    assert outcome.endings == {FINISHED: outcome.finished, cause: 60 - outcome.finished}
    assert 0 < outcome.finished < 60 == outcome.games
    assert {one.winners for one in games if not one.finished} == {()}
    alone = simulate(loaded.game, BOTS, 60, 1, engine="python")
    assert outcome.failed == alone.failed
    assert [one.played.choices != () for one in outcome.failed] == [True] * len(outcome.failed)
    whole = [one.scores[0] for one in games if one.finished]
    assert outcome.scores[0].mean == pytest.approx(sum(whole) / len(whole), abs=0.001)


def test_a_game_without_end_is_cut(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts for nobody, and its journal holds it up to there."""
    monkeypatch.setattr(module, "MAX_DECISIONS", 1)
    games: list[Played] = []
    outcome = simulate(game, BOTS, 4, 7, 1, lambda *one: games.append(one[2]))
    assert outcome.endings == {CUT: 4}
    assert (outcome.finished, outcome.ties, outcome.scores[0].wins) == (0, 0, 0)
    assert [one.decisions for one in games] == [1] * 4


def test_the_journal_of_a_game_played(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It leads to where the game was left."""
    monkeypatch.setattr(module, "MAX_DECISIONS", 1)
    left = module.play_one(game, BOTS, 11)
    module.keep_journal(tmp_path / "game.jsonl", game, BOTS, 11, left.choices)
    again = replay(tmp_path / "game.jsonl")
    assert (again.departed, again.state.hash(), again.journal.seats) == (None, left.hash, ("random",) * 2)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_gives_the_games_done(game: Game, jobs: int) -> None:
    """They are the first ones, whatever the helpers were at."""

    def interrupt(number: int, *_: object) -> None:
        if number == 5:
            raise KeyboardInterrupt

    outcome = simulate(game, BOTS, 1000, 7, jobs, interrupt, "python")
    assert (outcome.games, outcome.stopped) == (5, "interrupted")
    assert outcome.hashes == simulate(game, BOTS, 5, 7).hashes


@pytest.fixture(name="mishap")
def mishap_fixture() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a command where something goes wrong in one game, the tenth of those of seed 7."""

    def run(how: str, *command: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join([str(MISHAPS), str(ROOT)])
        env = {**os.environ, "PYTHONPATH": path, "RULEWRIGHT_MISHAP": f"{how}:{derived_seed(7, 9)}"}
        call = [sys.executable, *command]
        return subprocess.run(
            call, capture_output=True, text=True, env=env, cwd=ROOT, timeout=60, check=False
        )

    return run


SIMULATE = ("-m", "cli", "simulate", str(RACE), "--games", "60", "--seed", "7", "--engine", "python")


@pytest.mark.slow
def test_a_game_that_kills_its_process_is_named(game: Game, mishap: Callable[..., Any]) -> None:
    """After its second try; all others count, each once."""
    result = mishap("kill", *SIMULATE, "--jobs", "2", "--json")
    assert result.returncode == 1, result.stderr
    assert "game 10: it ended its process twice (SIGKILL)" in result.stderr
    assert f"again: --game-seed {derived_seed(7, 9)}" in result.stderr
    found, usual = json.loads(result.stdout), simulate(game, BOTS, 60, 7)
    assert found["endings"] == {FINISHED: 59, "it ended its process twice (SIGKILL)": 1}
    assert found["hashes"] == [*usual.hashes[:9], "", *usual.hashes[10:]]


@pytest.mark.slow
def test_a_game_without_end_is_named(mishap: Callable[..., Any]) -> None:
    """A process that does not answer is ended, and its games are played once more, one by one."""
    program = (
        "from interpreter import LocalWorkers, load, simulate\n"
        f"game = load({str(RACE)!r}).game\n"
        "with LocalWorkers(2) as workers:\n"
        "    workers.patience = 1\n"
        "    print(simulate(game, ['random'] * 2, 60, 7, engine='python', workers=workers).endings)\n"
    )
    result = mishap("hang", "-c", program)
    assert result.stdout == str({FINISHED: 59, "it did not end in time, twice": 1}) + "\n", result.stderr


def test_an_error_in_a_worker_is_one_line(mishap: Callable[..., Any]) -> None:
    """Even one that nobody foresaw."""
    result = mishap("raise", *SIMULATE, "--jobs", "2", "--quiet")
    assert result.returncode == 3
    assert result.stderr.count("\n") == 1
    assert f"KeyError: 'nothing'; in the game of --game-seed {derived_seed(7, 9)}" in result.stderr


def test_workers_are_lost_and_nothing_with_them(game: Game) -> None:
    """Processes killed from outside, again and again: the figures are those of one process."""
    killed: list[int] = []

    def kill(number: int, *_: object) -> None:
        if number in (100, 300):
            victim = multiprocessing.active_children()[0]
            assert victim.pid is not None
            os.kill(victim.pid, signal.SIGKILL)
            killed.append(number)

    with LocalWorkers(2) as workers:
        found = simulate(game, BOTS, 400, 7, listener=kill, engine="python", workers=workers)
    assert killed == [100, 300]
    assert replace(found, seconds=0) == replace(simulate(game, BOTS, 400, 7, engine="python"), seconds=0)


def test_a_program_need_not_be_written_for_being_imported_again(tmp_path: Path) -> None:
    """Workers begin without the main module, so that one without a guard runs once."""
    program = tmp_path / "program.py"
    program.write_text(
        f"from interpreter import load, simulate\ngame = load({str(RACE)!r}).game\n"
        "print(simulate(game, ['random'] * 2, 20, seed=7, jobs=2).games)\n",
        encoding="utf-8",
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, env=env, timeout=60, check=False
    )
    assert (run.stdout, run.stderr) == ("20\n", "")


# -- the command
def test_a_cluster_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line says what to install."""
    monkeypatch.setitem(sys.modules, "rulewright.cluster", None)
    result = CliRunner().invoke(rulewright, ["simulate", str(RACE), "--cluster", "local"])
    assert result.exit_code == 2
    assert "a cluster needs Dask: pip install '" in result.output and "[cluster]'" in result.output


def test_every_game_has_a_line_in_the_table(tmp_path: Path) -> None:
    """Seeds, points, winners and the numbers of decisions, which add up to the figures."""
    file = tmp_path / "games.csv"
    arguments = ["simulate", str(RACE), "--games", "30", "--seed", "7", "--players", "3", "--json", "--csv"]
    result = CliRunner().invoke(rulewright, [*arguments, str(file)])
    figures = json.loads(result.stdout)
    with file.open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text))
    assert [int(row["game"]) for row in rows] == list(range(1, 31))
    assert [row["hash"] for row in rows] == figures["hashes"]
    assert sum(int(row["decisions"]) for row in rows) == figures["decisions"]
    for line in figures["scores"]:
        seat = str(line["seat"])
        assert sum(seat in row["winners"].split() for row in rows) == line["wins"]
        assert max(int(row[f"score_{seat}"]) for row in rows) == line["max"]


def test_a_table_that_cannot_be_written(tmp_path: Path) -> None:
    """It is told before the first game is played."""
    result = CliRunner().invoke(rulewright, ["simulate", str(RACE), "--csv", str(tmp_path / "no" / "x.csv")])
    assert result.exit_code == 2
    assert "x.csv cannot be written" in result.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_table_on_a_full_disk(jobs: str, started: Start) -> None:
    """One line, which names the file."""
    run = started("--jobs", jobs, "--csv", "/dev/full")
    told = run.communicate(timeout=60)[1]
    assert run.returncode == 1
    assert "/dev/full: No space left on device" in told.splitlines()[-1]
    assert "Traceback" not in told


@pytest.fixture
def started() -> Iterator[Start]:
    """Starts simulations without end in their own process groups, as a terminal does, and ends them."""
    runs: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        run = subprocess.Popen(
            [
                *(sys.executable, "-m", "cli", "simulate", str(RACE), "--engine", "python"),
                *("--games", "10000000", "--seed", "7", *arguments),
            ],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True,
        )  # fmt: skip
        runs.append(run)
        return run

    yield start
    for run in runs:
        # A test that fails leaves it running; the helpers of a process that is gone may still be there.
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
        run.wait(timeout=30)


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_ctrl_c_shows_the_figures_of_the_games_done(
    game: Game, tmp_path: Path, jobs: str, started: Start
) -> None:
    """As at a terminal, where all processes hear it: figures, status 130, and no word from a helper."""
    file = tmp_path / "games.csv"
    run = started("--jobs", jobs, "--json", "--csv", str(file))
    until = time.monotonic() + 60
    while not (file.exists() and file.read_text(encoding="utf-8").count("\n") > 30):
        assert time.monotonic() < until
        time.sleep(0.02)
    os.killpg(run.pid, signal.SIGINT)
    out, told = run.communicate(timeout=30)
    assert run.returncode == 130
    figures = json.loads(out)
    assert figures["stopped"] == "interrupted"
    assert told.splitlines() == [f"interrupted after {figures['games']} of 10000000 games"]
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) - 1 <= figures["games"] <= len(lines)
    assert list(simulate(game, BOTS, 30, 7).hashes) == figures["hashes"][:30]
    assert_ended(run.pid)


def assert_ended(group: int) -> None:
    """Wait until no process of a group is left."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("processes are still there")


@pytest.mark.slow
def test_workers_end_with_the_process_that_counts(tmp_path: Path, started: Start) -> None:
    """Killed with SIGKILL it can tell them nothing; they find out."""
    file = tmp_path / "games.csv"
    run = started("--jobs", "2", "--csv", str(file))
    until = time.monotonic() + 60
    while not (file.exists() and file.read_text(encoding="utf-8").count("\n") > 30):
        assert time.monotonic() < until
        time.sleep(0.02)
    run.kill()
    told = run.communicate(timeout=60)[1]
    assert "Traceback" not in told
    assert_ended(run.pid)


def test_what_the_simulation_returns_is_plain(game: Game) -> None:
    """Figures can be compared and kept."""
    outcome = simulate(game, BOTS, 3, 1)
    assert isinstance(outcome, Simulation)
    assert outcome.stopped is None


@pytest.mark.parametrize("engine", ["python", "wasm"])
def test_where_a_counter_stops_at_a_bound_is_counted(tmp_path: Path, engine: str) -> None:
    """A bound may depend on whose counter it is; one of two workers counts what the other does not."""
    if engine == "wasm":
        pytest.importorskip("wasmtime")
    text = """\
counters: {hope: {per: player, start: 2, min: 0, max: 4 + player.index}}
flow:
  - step: turn
    players: players
    do: |
      choose n in 1..2:
        set hope to hope(me) + n * 9
        set hope to hope(me) - 1
scoring: {final: [{source: hope, points: hope(me)}]}
"""
    found = simulate(game_of(tmp_path, text, base=""), ["random", "random"], 10, 1, engine=engine)
    assert [line.mean for line in found.scores] == [4, 5]
    ((place, count),) = found.stopped_at_bounds.items()
    assert place.endswith("own.yaml:7:9")
    assert count == 20
