"""From a name or a path to a Game. Bad input gives problems, never an exception.

The stages, each of which hands a value to the next: `finding` (a Target), `reading_once` (RulesetSources),
`joining` (the overlays that go with them), `sources` (merged), `making` (resolved, checked, compiled: a
Game). `checking` does this for every number of players.
"""

from interpreter.loading.checking import check
from interpreter.loading.finding import Target, find_target, no_such_game
from interpreter.loading.loaded import Loaded, load
from interpreter.loading.making import model_of
from interpreter.loading.reading_once import Reading
from interpreter.loading.sources import Sources, read_sources
from interpreter.problems.usage_fault import UsageFault

__all__ = [
    "Loaded",
    "Reading",
    "Sources",
    "Target",
    "UsageFault",
    "check",
    "find_target",
    "load",
    "model_of",
    "no_such_game",
    "read_sources",
]
