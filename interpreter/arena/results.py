"""The file of an arena's results: a line that says of what they are, then one for each game."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from interpreter.arena.matches import Arena, Meeting, Met
from interpreter.problems.usage_fault import UsageFault


class ArenaResults:
    """Games of an arena that a file keeps, line by line, so that it can go on with them; a context manager.

    seed: that of the games it holds, None where there are none. Raises ValueError where the file holds
    something else than results; a last line that was cut short is left out.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._lines = path, list[dict[str, Any]]()
        self._file: IO[str] | None = None
        if path.exists():
            self._read(path.read_text(encoding="utf-8"))
        seed = self._lines[0].get("seed") if self._lines else None
        self.seed = seed if isinstance(seed, int) else None

    def __enter__(self) -> ArenaResults:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def take_up(self, arena: Arena) -> None:
        """Count the games that were played before, and open the file for more.

        Raises UsageFault where they are of another game, ValueError where they are no results.
        """
        header, lines = _header(arena), self._lines
        if lines and lines[0] != header:
            other = ", ".join(key for key in header if lines[0].get(key) != header[key])
            raise UsageFault(f"{self.path} holds the results of something else: {other} differ")
        places = {(arena.bots[a], arena.bots[b]): (a, b) for a, b in arena.pairs}
        try:
            for line in lines[1:]:
                pair = places.get((line["a"], line["b"]))
                if pair is not None and line["number"] < arena.numbers:
                    own, others = line["thought"]
                    met = Met(line["share"], line["difference"], (tuple(own), tuple(others)), line["failed"])
                    arena.met[Meeting(pair, line["rotation"], line["number"])] = met
        except (KeyError, TypeError, ValueError):
            raise ValueError(self._refusal) from None
        self._file = self.path.open("a", encoding="utf-8")
        if not lines:
            self._write(header)

    def keep(self, arena: Arena, meeting: Meeting, met: Met) -> None:
        """Write what came of a game."""
        a, b = meeting.pair
        place = {"rotation": meeting.rotation, "number": meeting.number}
        self._write({"a": arena.bots[a], "b": arena.bots[b], **place, **asdict(met)})

    @property
    def _refusal(self) -> str:
        return f"{self.path} is no file of results of an arena"

    def _read(self, text: str) -> None:
        lines = text.split("\n")[:-1]
        try:
            found = [json.loads(line) for line in lines]
        except ValueError:
            found = [None]
        if not all(isinstance(line, dict) for line in found):
            raise ValueError(self._refusal)
        if not text.endswith("\n") and text:
            self.path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        self._lines = found

    def _write(self, line: dict[str, Any]) -> None:
        assert self._file is not None, "it was taken up"
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


def _header(arena: Arena) -> dict[str, Any]:
    """Return what the games are of."""
    game = arena.game
    return {
        "game": game.id,
        "fingerprint": game.fingerprint,
        "players": game.players,
        "with": list(game.overlays),
        "options": dict(game.options),
        "seed": arena.seeds.seed,
    }
