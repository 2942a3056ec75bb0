"""Where journals go that nobody names a place for."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Game


def place_for(game: Game, seed: int) -> Path:
    """Return a new file name in the user's folder for things that programs keep."""
    state_home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    name = f"{game.id}-{datetime.now():%Y%m%d-%H%M%S-%f}-{seed}.jsonl"
    return Path(state_home) / "rulewright" / name
