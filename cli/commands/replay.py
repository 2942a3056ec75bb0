"""`rulewright replay`: a journal run again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.exit_status import DONE, FAULTS
from cli.options import json_option, quiet_option, rulesets_option
from cli.seen.as_json import seen_json
from cli.seen.lines import plain
from cli.seen.log import Log
from cli.seen.questions import question_for
from cli.seen.score import outcome_json, scores_of
from cli.seen.seeing import see
from cli.seen.sight import Sight
from cli.seen.story import event_words
from cli.show.decision import question_lines
from cli.show.ink import WIDTH
from cli.show.log import happened_lines, passages_lines
from cli.show.position import position_lines, position_text
from cli.show.problems import journal_text
from cli.show.score import outcome_text
from cli.show.screen import say

if TYPE_CHECKING:
    from cli.seen.model import Seen
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
    help="With --events or --seen: as this seat saw it; by default as a spectator.",
)
@click.option(
    "--seen", "with_seen", is_flag=True, help="Show what the seat sees and is asked; with --json as data."
)
@rulesets_option
@json_option
@quiet_option
def command(
    *,
    file: Path,
    to: int | None,
    with_events: bool,
    with_seen: bool,
    seat: int | None,
    rulesets: Sequence[Path],
    as_json: bool,
    quiet: bool,
) -> int:
    """Run a journal again and show the position.

    It runs to the end of the journal, or to a choice with --to. With --seen --json it prints all that a seat
    sees and is asked, for programs that show a game or play it.

    \b
    Example: rulewright replay game.jsonl --to 12
    """
    from interpreter import replay

    outcome = replay(file, tuple(rulesets), to)
    # The last notice of a journal that departs says why: that is its fault, and shown in any case.
    for notice in outcome.notices:
        if outcome.departed is not None or not quiet:
            say(journal_text(notice), err=True)
    if seat is not None and seat > outcome.game.players:
        raise click.BadParameter(f"there are {outcome.game.players} seats", param_hint="--as")
    found, text = outcome_json(outcome.state), ""
    if with_seen or with_events:
        choices = [entry.choice for entry in outcome.journal.entries[: outcome.state.decisions]]
        log, state = Log.of(outcome.game, outcome.journal.header.seed, choices)
        reader = None if seat is None else seat - 1
        if with_seen:
            seen = see(state, reader, log)
            found, text = seen_json(seen), _seen_text(seen)
        else:
            seats = [] if reader is None else [reader]
            found["events"] = _events(outcome.game, log, seats)
            text = plain(passages_lines(outcome.game, log.passages(seats), seats, (), WIDTH, state=state))
    say(json.dumps(found) if as_json else text or _text(outcome.state))
    return DONE if outcome.departed is None else FAULTS


def _events(game: Game, log: Log, seats: Sequence[int]) -> list[dict[str, Any]]:
    """Return all events that a seat may see, each with the number of the choice that led to it."""
    return [
        {"decision": number, **event, "text": event_words(game, event)}
        for number, events in enumerate(log.seen(seats))
        for event in events
    ]


def _text(state: State) -> str:
    """Return the position as a spectator sees it, and what is asked now or how the game ended."""
    asked = question_for(Sight(state, state.seat)) if state.decision is not None else None
    now = plain(question_lines(asked)) if asked is not None else outcome_text(scores_of(state))
    return f"After {state.decisions} choices\n\n{position_text(state, None)}\n\n{now}"


def _seen_text(seen: Seen) -> str:
    """Return what a seat sees, what happened since its last choice, and what it is asked."""
    asked = plain(question_lines(seen.question)) if seen.question is not None else ""
    over = outcome_text(seen.scores) if seen.decides < 0 else ""
    parts = [position_lines(seen, owners=None), happened_lines(seen.log, (), WIDTH)]
    return "\n\n".join(filter(None, [f"After {seen.decisions} choices", *map(plain, parts), asked or over]))
