"""`rulewright upgrade`: rulesets written for earlier words, brought up to date."""

from __future__ import annotations

import json
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.exit_status import DONE, FAULTS
from cli.options import json_option, quiet_option, rulesets_option
from cli.show.problems import count_text, place_json, problem_json
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import Upgrade


@click.command("upgrade")
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option("--dry-run", is_flag=True, help="Show what would change, but write nothing.")
@rulesets_option
@json_option
@quiet_option
def command(
    *, targets: Sequence[str], dry_run: bool, rulesets: Sequence[Path], as_json: bool, quiet: bool
) -> int:
    """Bring a ruleset or overlay up to date, its scenarios too.

    TARGET is the id or the folder of a ruleset or an overlay. Names and words that have been replaced are
    rewritten; comments and layout stay. A ruleset lists the names it has changed under `renamed`. Anything
    else that is wrong is reported and left to you.

    \b
    Example: rulewright upgrade ./my-overlay --dry-run
    """
    from interpreter import named_rulesets, upgraded

    search = tuple(rulesets)
    found = [upgraded(target, search) for target in named_rulesets(targets, search)]
    if not dry_run:
        for each in found:
            each.write()
    edits = [edit for each in found for edit in each.edits]
    left = [problem for each in found for problem in each.left]
    if as_json:
        changes = [
            {**place_json(edit.position), "before": edit.before, "after": edit.after} for edit in edits
        ]
        say(json.dumps({"written": not dry_run, "changes": changes, "errors": list(map(problem_json, left))}))
    else:
        for each in found:
            say(_patch(each), line_end=False)
        for problem in left:
            say(f"{problem.position}: {problem.message}")
    if not quiet:
        verb = "to make" if dry_run else "made"
        counts = f"{count_text(len(edits), 'change')} {verb}, {count_text(len(left), 'error')} left"
        say(counts, err=True)
    return FAULTS if left else DONE


def _patch(upgrade: Upgrade) -> str:
    """What is changed, as a patch."""
    lines: list[str] = []
    for file, before in upgrade.before.items():
        after = upgrade.after[file]
        lines += unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), file, file)
    return "".join(lines)
