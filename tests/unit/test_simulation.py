"""Simulation: figures and their intervals, several processes, interrupts, and the table of all games."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from cli.main import rulewright
from interpreter import Game, Played, Simulation, load, replay, simulate
from interpreter import simulation as module
from interpreter.simulation import CUT, FINISHED

ROOT = Path(__file__).parents[2]
RACE = ROOT / "tests" / "cases" / "toy" / "race"
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


def played(*scores: tuple[int, int]) -> list[Played]:
    found = []
    for pair in scores:
        winners = tuple(seat for seat in range(2) if pair[seat] == max(pair))
        found.append(Played(pair, winners, 10, FINISHED, "x"))
    return found


# -- figures
def test_figures(game: Game) -> None:
    """Means, spreads, shared victories, and the intervals of textbooks."""
    figures = module.figures(played((10, 0), (12, 12), (14, 20), (16, 0)), 1.0, game)
    first = figures.scores[0]
    assert (first.mean, first.min, first.max, first.wins, figures.ties) == (13, 10, 16, 3, 1)
    assert first.mean_interval == pytest.approx((8.892, 17.108), abs=0.001)
    assert first.win_share == 0.75
    assert first.win_share_interval == pytest.approx((0.3006, 0.9544), abs=0.0001)


def test_figures_of_too_few_games(game: Game) -> None:
    """Nothing is made up where nothing is known."""
    none, one = (module.figures(games, 1.0, game).scores[0] for games in ([], played((3, 1))))
    assert (none.mean, none.mean_interval, none.win_share_interval) == (0, None, None)
    assert (one.mean, one.mean_interval) == (3, None)
    assert one.win_share_interval is not None


@pytest.mark.parametrize(
    ("freedom", "value"),
    [(1, 12.706), (2, 4.303), (9, 2.262), (10, 2.228), (20, 2.086), (30, 2.042), (100, 1.984), (10**6, 1.96)],
)
def test_student(freedom: int, value: float) -> None:
    """The series goes on where the table ends."""
    assert module.student_t(freedom) == pytest.approx(value, abs=0.001)


def test_intervals_hold_what_they_promise() -> None:
    """Of many samples, about 95 in 100 give an interval that holds the truth."""
    chance = Random(3)
    held_mean = held_share = 0
    for _ in range(1000):
        sample = [chance.gauss(50, 9) for _ in range(12)]
        mean = sum(sample) / 12
        sd = (sum((x - mean) ** 2 for x in sample) / 11) ** 0.5
        low, high = module.mean_interval(mean, sd, 12) or (0.0, 0.0)
        held_mean += low <= 50 <= high
        low, high = module.share_interval(sum(chance.random() < 0.3 for _ in range(50)), 50) or (0.0, 0.0)
        held_share += low <= 0.3 <= high
    assert 925 <= held_mean <= 975
    assert 920 <= held_share <= 980


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


def test_a_helper_that_is_killed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is noticed at once, and the figures so far stand."""
    parent = os.getpid()
    before = module.play_one

    def deadly(*arguments: object) -> Played:
        if arguments[2] == module.derived_seed(7, 9) and os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        return before(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "play_one", deadly)
    outcome = simulate(game, BOTS, 1000, 7, 2, engine="python")
    assert outcome.stopped == module.HELPER_LOST
    assert outcome.games <= 9


def test_an_error_in_a_helper_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even one that nobody foresaw."""

    def broken(*_: object) -> Played:
        raise KeyError("nothing")

    monkeypatch.setattr(module, "play_one", broken)
    result = CliRunner().invoke(
        rulewright, ["simulate", str(RACE), "--jobs", "2", "--quiet", "--engine", "python"]
    )
    assert result.exit_code == 3
    assert result.output.count("\n") == 1
    assert "KeyError: 'nothing'" in result.output


# -- the command
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
    with pytest.raises(ProcessLookupError):
        os.killpg(run.pid, 0)


def test_helpers_end_with_the_process_that_counts(tmp_path: Path, started: Start) -> None:
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
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            os.killpg(run.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("helpers are still there")


def test_what_the_simulation_returns_is_plain(game: Game) -> None:
    """Figures can be compared and kept."""
    outcome = simulate(game, BOTS, 3, 1)
    assert isinstance(outcome, Simulation)
    assert outcome.stopped is None
