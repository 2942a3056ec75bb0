"""Measures what docs/performance.md tells, and prints tables.

    python -m tools.measure_speed [GAME [NAME=VALUE]...]
    python -m tools.measure_speed all

Every figure is the median of several runs, with the least and the greatest beside it, for other programs
disturb single runs. `make bench` measures the same single operations with pytest-benchmark.
"""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median

from interpreter import Game, State, check, load, simulate
from tools.playing import SHIPPED, counts_of, everything, game_with

ROOT = Path(__file__).parents[1]
RUNS = 7
GAMES = 300


def line(name: str, values: Sequence[float], digits: int) -> None:
    """Print one figure: the median, and the spread."""
    low, high = min(values), max(values)
    print(f"| {name} | {median(values):,.{digits}f} | {low:,.{digits}f} to {high:,.{digits}f} |", flush=True)


def head(title: str, unit: str) -> None:
    print(f"\n| {title} | {unit}, median | spread of {RUNS} runs |\n| --- | --- | --- |")


def game_of(target: str, players: int) -> Game:
    loaded = load(target, players=players, options=dict(word.split("=", 1) for word in sys.argv[2:]))
    assert loaded.game is not None, loaded.problems
    return loaded.game


def whole_games(target: str) -> None:
    """Random games on one core and on two."""
    games = {players: game_of(target, players) for players in (2, 3, 4)}
    speeds: dict[tuple[int, int], list[float]] = {}
    choices: dict[tuple[int, int], list[float]] = {}
    # Round after round, so that what else runs on the machine meets all kinds alike.
    for _ in range(RUNS):
        for players, game in games.items():
            for jobs in (1, 2):
                outcome = simulate(game, ["random"] * players, GAMES * jobs, 1, jobs)
                speeds.setdefault((players, jobs), []).append(outcome.games / outcome.seconds)
                choices.setdefault((players, jobs), []).append(outcome.decisions / outcome.seconds)
    for title, found in (("games", speeds), ("decisions", choices)):
        head(f"{title} of random bots", f"{title} a second")
        for (players, jobs), values in found.items():
            line(f"{players} players, --jobs {jobs}", values, 0)
    head("two cores", "times one core")
    for players in games:
        pairs = zip(speeds[players, 2], speeds[players, 1], strict=True)
        line(f"{players} players", [two / one for two, one in pairs], 2)


def every_game() -> None:
    """Random games of every ruleset on one core: alone, and with all its overlays that go together."""
    print("\n| game | players | games a second | decisions a second | decisions a game |")
    print("| --- | --- | --- | --- | --- |")
    for path in SHIPPED:
        for players in counts_of(path):
            for company in dict.fromkeys([(), everything(path, players)]):
                game = game_with(path, company, players)
                if game is None:
                    continue
                runs = [simulate(game, ["random"] * players, 60, run) for run in range(3)]
                speed = median(run.games / run.seconds for run in runs)
                decisions = sum(run.decisions for run in runs) / sum(run.games for run in runs)
                name = f"{path.name} with all overlays" if company else path.name
                row = f"| {name} | {players} | {speed:,.0f} | {speed * decisions:,.0f} | {decisions:,.0f} |"
                print(row, flush=True)


def position(game: Game, *, inside: bool) -> State:
    """A position of the middle of a game, at the start of a step or after choices in it."""
    state, chance = game.new(1), Random(1)
    while state.decisions <= 60 or bool(state.snapshot()["choices"]) != inside:
        state.choose(int(chance.random() * state.option_count))
    return state


def micros(run: Callable[[], object], times: int = 2000) -> list[float]:
    """Microseconds of one call, over several runs."""
    found = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        for _ in range(times):
            run()
        found.append((time.perf_counter() - begun) / times * 1e6)
    return found


def forked_and_chosen(state: State) -> Callable[[], None]:
    """A fork that then chooses: only then is a step that was left inside run again."""

    def run() -> None:
        state.fork().choose(0)

    return run


def single_operations(target: str) -> None:
    """What a program that looks ahead does most."""
    game = game_of(target, 2)
    step, within = position(game, inside=False), position(game, inside=True)
    head("single operations, 2 players", "µs")
    line("fork at a step", micros(step.fork), 2)
    line("fork inside a step", micros(within.fork), 2)
    line("fork at a step, and a choice", micros(forked_and_chosen(step)), 1)
    line("fork inside a step, and a choice", micros(forked_and_chosen(within)), 1)
    line("hash", micros(step.hash), 1)
    line("view of a seat", micros(lambda: step.view(0), 500), 1)
    line("guess of a seat (what a bot looks ahead on)", micros(lambda: step.guess(0, 7), 500), 1)


def seconds(run: Callable[[], object]) -> list[float]:
    """Seconds of processor time, user and system, here and in processes that were started."""

    def spent() -> float:
        both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(usage.ru_utime + usage.ru_stime for usage in both)

    found = []
    for _ in range(RUNS):
        begun = spent()
        run()
        found.append(spent() - begun)
    return found


def cold(*arguments: str) -> Callable[[], object]:
    """A command in a process of its own, with compiled modules on disk, as after any first use."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def run() -> object:
        command = [sys.executable, "-m", "cli", *arguments]
        return subprocess.run(command, capture_output=True, check=True, cwd=ROOT, env=environment)

    run()
    return run


def starting(target: str) -> None:
    """Commands from cold, and loading in a process that has everything imported."""
    head("start", "s of processor time")
    line("`python -c pass`", seconds(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True)), 3)
    line("`rulewright --help`", seconds(cold("--help")), 3)
    line("`rulewright list`", seconds(cold("list")), 3)
    line(f"`rulewright validate {target} --alone`", seconds(cold("validate", target, "--alone")), 3)
    line(f"`rulewright validate {target}`, with its overlays", seconds(cold("validate", target)), 3)
    line(f"`load('{target}')`, again in one process", seconds(lambda: load(target)), 3)
    line(f"`check('{target}')`, again in one process", seconds(lambda: check(target)), 3)


def main() -> None:
    """Measure one game; the first that ships if none is named."""
    target = sys.argv[1] if len(sys.argv) > 1 else min(path.name for path in (ROOT / "rulesets").iterdir())
    print(
        f"{target}; {platform.python_implementation()} {platform.python_version()} on {platform.platform()}"
    )
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    print(
        ", ".join(f"{name} {version(name)}" for name in ("lark", "networkx", "jsonschema", "PyYAML", "click"))
    )
    if target == "all":
        every_game()
    else:
        whole_games(target)
        single_operations(target)
        starting(target)
    print(f"\nload {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
