"""`rulewright replay`: a journal run again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.options import json_option, quiet_option, rulesets_option
from cli.show.board import position_text
from cli.show.decision import decision_text
from cli.show.score import outcome_json, outcome_text

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
    for notice in outcome.notices:
        if not quiet:
            click.echo(notice, err=True)
    click.echo(json.dumps(outcome_json(outcome.state)) if as_json else _text(outcome.state))
    if outcome.departed is not None:
        click.echo(f"{file}:{outcome.departed}: from this line on the journal departs from the rules", err=True)
        return 1
    return 0
