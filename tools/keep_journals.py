"""Keeps random games of every ruleset and plays them again: to show that a change of the code changes none.

    python -m tools.keep_journals write FOLDER [--games 20] [--jobs 1] [--only WORD]...
    python -m tools.keep_journals replay FOLDER [--jobs 1] [--only WORD]...

It writes so many games for each ruleset alone, with each of its overlays and with all that go together, for
every number of players, and as many with options drawn at random; `--only`: files whose name holds one of the
words. Write before the change and replay after it. Of each file the first difference is shown: a choice that
is not offered any more, another number of options, other scores at the end. Where nothing but the hash of the
last position differs, the slots of a position have changed. With any difference the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from interpreter import Game, RuleFault, UnknownOption, load
from tools.playing import (
    CLASSICS,
    ROOT,
    SHIPPED,
    TOYS,
    counts_of,
    everything,
    game_with,
    games_of,
    overlays_of,
)  # fmt: skip

MAX_DECISIONS = 20_000
ALL = "all"
ONLY_HASH = "all choices and scores are equal, hashes are not"
# A ruleset, the overlay (none, or all of them), how many players.
Target = tuple[Path, str, int]


def name_of(target: Target) -> str:
    path, overlay, players = target
    return f"{path.name}{'+' if overlay else ''}{overlay}-{players}"


def targets() -> Iterator[Target]:
    """Everything that is kept."""
    for path in (*SHIPPED, *CLASSICS, *TOYS):
        overlays = overlays_of(path)
        for overlay in ("", *overlays, *([ALL] if len(overlays) > 1 else [])):
            for players in counts_of(path):
                yield path, overlay, players


def played(game: Game, seed: int) -> dict[str, Any]:
    """Play a game at random; returns its choices, how many options there were each time, and its end."""
    state, chance = game.new(seed), Random(seed)
    choices: list[str] = []
    offered: list[int] = []
    while (decision := state.decision) is not None and len(choices) < MAX_DECISIONS:
        offered.append(len(decision.values))
        option = int(chance.random() * offered[-1])
        choices.append(decision.option(decision.values[option]).id)
        state.choose(option)
    end = {"scores": state.scores(), "hash": state.hash()}
    return {"seed": seed, "choices": choices, "offered": offered, **end}


def difference(game: Game, kept: dict[str, Any]) -> str | None:
    """Play a kept game again; returns what is different, if anything is."""
    state = game.new(kept["seed"])
    for number, (choice, offered) in enumerate(zip(kept["choices"], kept["offered"], strict=True), 1):
        place = f"seed {kept['seed']}, choice {number}, {choice}"
        if state.option_count != offered:
            return f"{place}: {state.option_count} options, not {offered}"
        try:
            state.choose(choice)
        except (UnknownOption, RuleFault) as fault:
            return f"{place}: {fault}"
    if state.scores() != kept["scores"]:
        return f"seed {kept['seed']}: ends with {state.scores()}, not {kept['scores']}"
    return None if state.hash() == kept["hash"] else ONLY_HASH


def write(folder: Path, games: int, target: Target) -> str:
    """Write the files of a target; returns a line that says what was done."""
    path, overlay, players = target
    company = everything(path, players) if overlay == ALL else (overlay,) if overlay else ()
    if game_with(path, company, players) is None or (overlay == ALL and not company):
        return f"{name_of(target)}: not for so many"
    for kind, game in zip(("", "-drawn"), games_of(path, company, players, 2), strict=True):
        head = {"path": str(path.relative_to(ROOT)), "with": company, "players": players}
        records = [{**head, "options": game.chosen}, *(played(game, seed) for seed in range(games))]
        text = "".join(f"{json.dumps(record)}\n" for record in records)
        (folder / f"{name_of(target)}{kind}.jsonl").write_text(text)
    return f"{name_of(target)}: written"


def replay(file: Path) -> str:
    """Play the games of a file again; returns a line that says what came of it."""
    head, *records = map(json.loads, file.read_text().splitlines())
    path = ROOT / head["path"]
    loaded = load(path, players=head["players"], overlays=head["with"], options=head["options"])
    if loaded.game is None:
        return f"DIFFERENT {file.stem}: it does not load"
    found = [told for kept in records if (told := difference(loaded.game, kept)) is not None]
    first = min(found, key=lambda one: one == ONLY_HASH, default=None)
    return f"DIFFERENT {file.stem}: {first}" if first else f"{file.stem}: {len(records)} games equal"


def main() -> int:
    """Write or replay a folder; returns the exit status."""
    parser = argparse.ArgumentParser(prog="tools.keep_journals")
    parser.add_argument("task", choices=("write", "replay"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", action="append", metavar="WORD")
    asked = parser.parse_args()

    def wanted(name: str) -> bool:
        return not asked.only or any(word in name for word in asked.only)

    asked.folder.mkdir(parents=True, exist_ok=True)
    different = 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        if asked.task == "write":
            chosen = [target for target in targets() if wanted(name_of(target))]
            lines = pool.map(partial(write, asked.folder, asked.games), chosen)
        else:
            files = [file for file in sorted(asked.folder.glob("*.jsonl")) if wanted(file.stem)]
            lines = pool.map(replay, files)
        for line in lines:
            print(line, flush=True)
            different += line.startswith("DIFFERENT")
    print(f"{different} files differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
