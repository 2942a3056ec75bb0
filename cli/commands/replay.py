"""`rulewright replay`: a journal run again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.options import json_option, quiet_option, rulesets_option
from cli.show.decision import decision_text
from cli.show.position import position_text
from cli.show.problems import journal_text
from cli.show.score import outcome_json, outcome_text
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import State


@click.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--to", type=click.IntRange(min=0), metavar="N", help="Stop after N choices.")
@rulesets_option
@json_option
@quiet_option
def command(file: Path, to: int | None, rulesets: Sequence[Path], as_json: bool, quiet: bool) -> int:
    """Run a journal again, to its end or to a choice, and show the position.

    \b
    Example: rulewright replay game.jsonl --to 12
    """
    from interpreter import replay

    outcome = replay(file, tuple(rulesets), to)
    # The last notice of a journal that departs tells why: that is its fault, and told in any case.
    for notice in outcome.notices:
        if outcome.departed is not None or not quiet:
            say(journal_text(notice), err=True)
    say(json.dumps(outcome_json(outcome.state)) if as_json else _text(outcome.state))
    return 0 if outcome.departed is None else 1


def _text(state: State) -> str:
    """Return the position as an onlooker sees it, and what is asked now or how the game ended."""
    now = outcome_text(state) if state.decision is None else decision_text(state.decision)
    return f"After {state.decisions} choices\n\n{position_text(state, None)}\n\n{now}"
