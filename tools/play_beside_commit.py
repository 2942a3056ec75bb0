"""Bots of today against those of an older commit, each in its own program: a table for docs/bots.md.

    .venv/bin/python -m tools.play_beside_commit COMMIT GAME [--seat BOT] [--rival BOT] [--games N] [--seed N]

Two programs play one game in step: each makes all choices, and is asked for those of its own seat. Where they
offer different options, since a rule or a name has changed, the game is left out and counted.
`--option NAME=VALUE` is for today's ruleset alone, where an older one had nothing to choose.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from tempfile import TemporaryDirectory

from interpreter import bot_for, fast_states, load
from interpreter.simulation import share_interval

ROOT = Path(__file__).resolve().parents[1]
GAMES, SEED = 100, 900
# Between the ids of options in an answer.
_BETWEEN = "\x1f"


def side(game: str, bot: str, options: Sequence[str]) -> None:
    """Play what is read, a line for each command, and say after each what is offered, or the points."""
    chosen = dict(option.split("=", 1) for option in options)
    loaded = load(ROOT / "rulesets" / game, options=chosen).game
    assert loaded is not None, "a shipped ruleset has no faults"
    fast, seed, state, player = fast_states(loaded), 0, loaded.new(0), bot_for(loaded, bot)
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "ask":
            chance = Random(f"{seed}/{state.seat}/{state.decisions}")
            decision = state.decision
            assert decision is not None
            option = decision.options[player.choose(fast.restore(state), chance)]
            print(option.id, flush=True)
            continue
        if word == "new":
            seed, state, player = int(rest), loaded.new(int(rest)), bot_for(loaded, bot)
        else:
            state.choose(rest)
        found = state.decision
        if found is None:
            print("over", *state.scores(), flush=True)
        else:
            print(state.seat, _BETWEEN.join(option.id for option in found.options), flush=True)


class Side:
    """One of the two programs."""

    def __init__(self, tree: Path, arguments: Sequence[str]) -> None:
        # The older commit knows nothing of this file, which needs no more of it than public names.
        command = [sys.executable, str(tree / "tools" / Path(__file__).name), "--side", *arguments]
        pipe = subprocess.PIPE
        self.program = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, text=True, cwd=tree, env={"PYTHONPATH": str(tree)}
        )

    def tell(self, command: str) -> str:
        """Give a command; return the answer."""
        assert self.program.stdin is not None and self.program.stdout is not None
        print(command, file=self.program.stdin, flush=True)
        return self.program.stdout.readline().rstrip("\n")


def play(today: Side, older: Side, seed: int, seat: int) -> float | None:
    """Play one game with today's bot in a seat of two; return by how many points it leads.

    None: the two programs did not offer the same all the way.
    """
    offered = [each.tell(f"new {seed}") for each in (today, older)]
    while not offered[0].startswith("over"):
        if offered[0] != offered[1]:
            return None
        turn = int(offered[0].partition(" ")[0])
        option = (today if turn == seat else older).tell("ask")
        offered = [each.tell(f"take {option}") for each in (today, older)]
    if offered[0] != offered[1]:
        return None
    points = [float(each) for each in offered[0].split()[1:]]
    return points[seat] - points[1 - seat]


def beside(commit: str, arguments: argparse.Namespace) -> None:
    """Play both seats of each seed, and print what came of it."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "older"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", tree, commit], cwd=ROOT, check=True)
        try:
            (tree / "tools" / Path(__file__).name).write_bytes(Path(__file__).read_bytes())
            today = Side(ROOT, [arguments.game, arguments.seat, *arguments.option])
            older = Side(tree, [arguments.game, arguments.rival])
            played = [
                play(today, older, arguments.seed + number // 2, number % 2)
                for number in range(arguments.games)
            ]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)
    leads = [lead for lead in played if lead is not None]
    shares = [1.0 if lead > 0 else 0.5 if lead == 0 else 0.0 for lead in leads]
    won, count = sum(shares), len(shares)
    low, high = share_interval(won, count) or (0.0, 1.0)
    spread = 1.96 * stdev(leads) / len(leads) ** 0.5
    print(
        f"| {arguments.game} | {arguments.seat} | {won:g} of {count} | {low:.2f} to {high:.2f} |"
        f" {fmean(leads):+.1f} ± {spread:.1f} | {len(played) - len(leads)} |"
    )


def main() -> None:
    if sys.argv[1:2] == ["--side"]:
        side(sys.argv[2], sys.argv[3], sys.argv[4:])
        return
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("commit")
    reader.add_argument("game")
    reader.add_argument("--seat", default="search")
    reader.add_argument("--rival", default="search")
    reader.add_argument("--games", type=int, default=GAMES)
    reader.add_argument("--seed", type=int, default=SEED)
    reader.add_argument("--option", action="append", default=[])
    arguments = reader.parse_args()
    beside(arguments.commit, arguments)


if __name__ == "__main__":
    main()
