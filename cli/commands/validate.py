"""`rulewright validate`: everything that can be known to be wrong with a ruleset without playing it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from cli.options import json_option, overlays_option, quiet_option, rulesets_option, split_list
from cli.show.problems import count_text, problem_json, problems_text


@click.command("validate")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@overlays_option
@rulesets_option
@json_option
@quiet_option
def command(
    targets: Sequence[str], overlays: Sequence[str], rulesets: Sequence[Path], as_json: bool, quiet: bool
) -> int:
    """Check rulesets, whole; all faults are told in one run.

    TARGET is the id or the folder of a ruleset; none means all that are found.

    \b
    Example: rulewright validate ./my-game
    """
    from interpreter import check, find_rulesets

    search = tuple(rulesets)
    chosen = targets or [str(info.path) for info in find_rulesets(search)]
    checked = [check(target, overlays=split_list(overlays), search=search) for target in chosen]
    found = [problem for loaded in checked for problem in loaded.problems]
    errors = [problem for problem in found if problem.severity == "error"]
    warnings = [problem for problem in found if problem.severity != "error"]
    if as_json:
        told = {"errors": list(map(problem_json, errors)), "warnings": list(map(problem_json, warnings))}
        click.echo(json.dumps({"ok": not errors, **told}))
    elif found:
        click.echo("\n\n".join(problems_text(loaded) for loaded in checked if loaded.problems))
    if not quiet:
        counts = f"{count_text(len(errors), 'error')}, {count_text(len(warnings), 'warning')}"
        click.echo(f"{count_text(len(chosen), 'ruleset')} checked: {counts}", err=True)
    return 1 if errors else 0
