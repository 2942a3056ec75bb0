"""`rulewright test`: the scenario files of rulesets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.exit_status import DONE, FAULTS
from cli.options import json_option, overlays_option, quiet_option, rulesets_option, split_list
from cli.seen.lines import plain
from cli.show.ink import WIDTH
from cli.show.log import outcome_lines
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import ScenarioResult

# Below a failed scenario are so many lines of what happened, of this width.
_MOST, _WIDTH = 16, WIDTH - 6


@click.command("test")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@overlays_option
@rulesets_option
@json_option
@quiet_option
def command(
    targets: Sequence[str], overlays: Sequence[str], rulesets: Sequence[Path], as_json: bool, quiet: bool
) -> int:
    """Run the scenarios of rulesets.

    TARGET is the id or the folder of a ruleset, or a group of games such as classics; by default the ruleset
    whose folder this is, or those in this folder, or else all that are found.

    With --with, these overlays are added to each scenario. One that passes without them and not with them is
    set aside: they change what it is about. What ends in a fault of their rules has failed.

    \b
    Example: rulewright test ./my-game
    """
    from interpreter import load, named_rulesets, rulesets_here, run_scenarios

    search = tuple(rulesets)
    chosen = named_rulesets(targets or rulesets_here(), search)
    more = split_list(overlays)
    for target in chosen if more else ():
        load(target, overlays=more, search=search)  # one that is not there is wrong usage, and said once
    results = [result for target in chosen for result in run_scenarios(target, search, overlays=more)]
    aside = [result for result in results if result.set_aside]
    failures = [result for result in results if not result.passed and not result.set_aside]
    passed = len(results) - len(failures) - len(aside)
    if as_json:
        shown = [
            {
                "scenario": each.name,
                "file": each.file,
                "line": each.line,
                "message": each.message,
                "entry": each.entry,
                "events": [{"by": seat + 1, **event} for seat, events in each.happened for event in events],
            }
            for each in failures
        ]
        set_aside = [
            {"scenario": each.name, "file": each.file, "line": each.line, "message": each.message}
            for each in aside
        ]
        counts = {"passed": passed, "failed": len(failures), "failures": shown}
        say(json.dumps({**counts, "set_aside": set_aside} if more else counts))
    else:
        for each in results:
            for line in each.told:
                say(f"{each.file}:{each.line}: {each.name}: {line}")
        for each in failures:
            lines = [*each.message.splitlines(), *_led(each)]
            say("\n    ".join([f"{each.file}:{each.line}: {each.name}", *lines]))
        for each in aside:
            reason = each.message.splitlines()[0]
            say(f"set aside: {each.file}:{each.line}: {each.name}: {reason}")
        rules = dict.fromkeys(rule for each in (*failures, *aside) for rule in each.rules)
        if more and rules:
            say(f"rules that {', '.join(more)} changes: {', '.join(rules)}")
    if not quiet:
        others = f", {len(aside)} set aside" if more else ""
        say(f"{passed} passed, {len(failures)} failed{others}", err=True)
    return FAULTS if failures else DONE


def _led(failed: ScenarioResult) -> list[str]:
    """Return what the entry of `when` that a scenario failed at led to, the last lines of it."""
    if failed.game is None or not failed.happened:
        return []
    lines = plain(outcome_lines(failed.game, failed.happened, _WIDTH)).splitlines()
    left = ["  ..."] if len(lines) > _MOST else []
    return [f"'{failed.entry}' led to:", *left, *(f"  {line}" for line in lines[-_MOST:])]
