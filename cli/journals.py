"""Where journals go that nobody names a place for."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Game


# Journals that nobody named a place for; of more the oldest go.
MOST_KEPT = 500
# As place_for names them: what lies there besides is left alone.
_OURS = re.compile(r".+-\d{8}-\d{6}-\d{6}-\d+\.jsonl")


def place_for(game: Game, seed: int) -> Path:
    """Return a new file name in the user's folder for things that programs keep."""
    state_home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    name = f"{game.id}-{datetime.now():%Y%m%d-%H%M%S-%f}-{seed}.jsonl"
    return Path(state_home) / "rulewright" / name


def prune(folder: Path) -> int:
    """Remove the oldest journals of a folder where there are more than MOST_KEPT; return how many."""
    with suppress(OSError):
        ours = [file for file in folder.iterdir() if _OURS.fullmatch(file.name)]
        oldest = sorted(ours, key=lambda file: file.stat().st_mtime)[: max(len(ours) - MOST_KEPT, 0)]
        for file in oldest:
            file.unlink(missing_ok=True)
        return len(oldest)
    return 0
