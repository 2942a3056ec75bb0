"""`rulewright replay`: a journal run again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.options import json_option, quiet_option, rulesets_option
from cli.seen.lines import plain
from cli.seen.log import Log
from cli.seen.questions import question_for
from cli.seen.score import outcome_json, scores_of
from cli.seen.sight import Sight
from cli.seen.story import event_words
from cli.show.decision import question_lines
from cli.show.ink import WIDTH
from cli.show.log import passages_lines
from cli.show.position import position_text
from cli.show.problems import journal_text
from cli.show.score import outcome_text
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import Game, State


@click.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--to", type=click.IntRange(min=0), metavar="N", help="Stop after N choices.")
@click.option(
    "--events", "with_events", is_flag=True, help="Show everything that happened, choice by choice."
)
@click.option(
    "--as",
    "seat",
    type=click.IntRange(min=1),
    metavar="SEAT",
    help="With --events: as this seat saw it; by default as an onlooker.",
)
@rulesets_option
@json_option
@quiet_option
def command(
    *,
    file: Path,
    to: int | None,
    with_events: bool,
    seat: int | None,
    rulesets: Sequence[Path],
    as_json: bool,
    quiet: bool,
) -> int:
    """Run a journal again and show the position.

    It runs to the end of the journal, or to a choice with --to.

    \b
    Example: rulewright replay game.jsonl --to 12
    """
    from interpreter import replay

    outcome = replay(file, tuple(rulesets), to)
    # The last notice of a journal that departs says why: that is its fault, and shown in any case.
    for notice in outcome.notices:
        if outcome.departed is not None or not quiet:
            say(journal_text(notice), err=True)
    found = outcome_json(outcome.state)
    if with_events:
        if seat is not None and seat > outcome.game.players:
            raise click.BadParameter(f"there are {outcome.game.players} seats", param_hint="--as")
        choices = [entry.choice for entry in outcome.journal.entries[: outcome.state.decisions]]
        log, _ = Log.of(outcome.game, outcome.journal.header.seed, choices)
        seats = [] if seat is None else [seat - 1]
        if not as_json:
            say(plain(passages_lines(outcome.game, log.passages(seats), seats, (), WIDTH)))
        found["events"] = _events(outcome.game, log, seats)
    if as_json:
        say(json.dumps(found))
    elif not with_events:
        say(_text(outcome.state))
    return 0 if outcome.departed is None else 1


def _events(game: Game, log: Log, seats: Sequence[int]) -> list[dict[str, Any]]:
    """Return all events that a seat may see, each with the number of the choice that led to it."""
    return [
        {"decision": number, **event, "text": event_words(game, event)}
        for number, events in enumerate(log.seen(seats))
        for event in events
    ]


def _text(state: State) -> str:
    """Return the position as an onlooker sees it, and what is asked now or how the game ended."""
    asked = question_for(Sight(state, state.seat)) if state.decision is not None else None
    now = outcome_text(scores_of(state)) if asked is None else plain(question_lines(asked))
    return f"After {state.decisions} choices\n\n{position_text(state, None)}\n\n{now}"
