"""Pictures of tables, as a browser shows them: `python -m tools.pictures FOLDER [GAME...]`.

`make pictures` writes those of the README and the docs. Needs Debian's chromium and `rulewright[browser]`.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from cli.draw.browser import chromium
from interpreter import Journal, bot_for, load

GAMES = {
    "burgundy": (4, []),
    "praga": (4, []),
    "red_cathedral": (3, []),
    "dragon_castle": (3, []),
    "catan": (4, ["cities_and_knights"]),
}


def played(game: str, choices: int, file: Path) -> None:
    """Write a journal of so many choices between bots, and on to a question to the first seat."""
    players, overlays = GAMES.get(game, (2, []))
    loaded = load(game, players=players, overlays=overlays)
    assert loaded.game is not None, loaded.problems
    journal = Journal.create(file, loaded.game, 7, ["human", *["greedy"] * (players - 1)])
    state, chance = loaded.game.new(7), Random(7)
    bots = [bot_for(loaded.game, "greedy") for _ in range(players)]
    while not state.finished and (state.decisions < choices or state.seat != 0):
        decision = state.decision
        assert decision is not None
        journal.play(state, bots[state.seat].choose(state, chance))


def take(folder: Path, game: str, sizes: list[tuple[int, int]], choices: int, dark: bool) -> None:
    """Save a picture of the first seat's page for each size."""
    with tempfile.TemporaryDirectory() as home:
        file = Path(home, "game.jsonl")
        played(game, choices, file)
        command = [sys.executable, "-m", "cli", "table", "--resume", str(file), "--no-open"]
        with (
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run,
            chromium() as browser,
        ):
            assert run.stdout is not None
            link = next(line for line in run.stdout if "http" in line).split(": ", 1)[1].strip()
            for wide, high in sizes:
                page = browser.new_page(
                    viewport={"width": wide, "height": high}, color_scheme="dark" if dark else "light"
                )
                page.goto(link)
                page.wait_for_selector("#ask")
                size = f"_{wide}" if len(sizes) > 1 else ""
                page.screenshot(path=folder / f"{game}{size}{'_dark' if dark else ''}.png")
            run.send_signal(signal.SIGINT)


def main() -> None:
    """Take the pictures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--size", action="append", default=[])
    parser.add_argument("--choices", type=int, default=60)
    parser.add_argument("--dark", action="store_true")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    sizes = [(int(size.split("x")[0]), int(size.split("x")[1])) for size in given.size or ["1280x820"]]
    for game in given.games:
        take(given.folder, game, sizes, given.choices, given.dark)


if __name__ == "__main__":
    main()
