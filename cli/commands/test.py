"""`rulewright test`: the scenario files of rulesets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from cli.options import json_option, quiet_option, rulesets_option
from cli.show.screen import say


@click.command("test")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@rulesets_option
@json_option
@quiet_option
def command(targets: Sequence[str], rulesets: Sequence[Path], as_json: bool, quiet: bool) -> int:
    """Run the scenarios of rulesets.

    TARGET is the id or the folder of a ruleset, or a group of games such as classics; by default all rulesets
    found.

    \b
    Example: rulewright test ./my-game
    """
    from interpreter import named_rulesets, run_scenarios

    search = tuple(rulesets)
    chosen = named_rulesets(targets, search)
    results = [result for target in chosen for result in run_scenarios(target, search)]
    failures = [result for result in results if not result.passed]
    passed = len(results) - len(failures)
    if as_json:
        told = [
            {"scenario": each.name, "file": each.file, "line": each.line, "message": each.message}
            for each in failures
        ]
        say(json.dumps({"passed": passed, "failed": len(failures), "failures": told}))
    else:
        for each in failures:
            say(f"{each.file}:{each.line}: {each.name}\n    " + each.message.replace("\n", "\n    "))
    if not quiet:
        say(f"{passed} passed, {len(failures)} failed", err=True)
    return 1 if failures else 0
