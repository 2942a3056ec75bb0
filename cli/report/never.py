"""What never happened in games by chance, as `validate` finds it: offered, affordable, reached, scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.report.summary import Never
from interpreter import try_out_ruleset

if TYPE_CHECKING:
    from interpreter import Loaded

# What is never seen in so many games happens in fewer than one of a hundred (95 %, by the rule of three).
GAMES = 300
_CODES = ("not-offered", "not-reached")
# What is proved before anything is played.
_PROVED = ("never-true", "never-paid")


def never_happened(loaded: Loaded, games: int = GAMES) -> list[Never]:
    """What nothing in these games has shown; loaded: a ruleset checked with counting."""
    problems, _ = try_out_ruleset(loaded, games)
    return [
        Never(each.code, each.message, f"{each.position.file}:{each.position.line}")
        for each in (*loaded.problems, *problems)
        if each.code in (*_CODES, *_PROVED)
    ]
