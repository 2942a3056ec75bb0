"""`rulewright validate`: everything that can be known to be wrong with a ruleset without playing it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.options import (
    json_option,
    overlays_option,
    quiet_option,
    refuse_choices,
    rulesets_option,
    settings_of,
    settings_option,
    split_list,
)
from cli.show.problems import count_text, gathered, problem_json
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import Loaded, Problem, Reading

# An overlay that needs others cannot be checked without them.
_NEEDS_OTHERS = "overlay-needs"


@click.command("validate")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@overlays_option
@settings_option
@click.option("--alone", is_flag=True, help="Check the ruleset itself, not each of its overlays: faster.")
@click.option("--scenarios", is_flag=True, help="Check the names and texts of the scenario files too.")
@click.option("--deep", is_flag=True, help="Also play games, and report what goes wrong.")
@rulesets_option
@json_option
@quiet_option
def command(
    *,
    targets: Sequence[str],
    overlays: Sequence[str],
    settings: Sequence[str],
    alone: bool,
    scenarios: bool,
    deep: bool,
    rulesets: Sequence[Path],
    as_json: bool,
    quiet: bool,
) -> int:
    """Check rulesets and report all problems in one run.

    TARGET is the id or the folder of a ruleset, or a group of games such as classics; by default all rulesets
    found. Without --with, each overlay that comes with a ruleset is also checked by itself; with --alone none
    is. --scenarios checks scenario files without running them; `rulewright test` runs them. --deep takes
    longer: it plays a few games at random, reports rules that fail, and warns of steps in which many ways of
    choosing end in the same position, as when a number is asked for before the branch that needs it.

    \b
    Example: rulewright validate ./my-game
    """
    from interpreter import MAX_PROBLEMS, Reading, check, check_scenarios, named_rulesets, render

    search = tuple(rulesets)
    chosen = named_rulesets(targets, search)
    checked: list[Loaded] = []
    for target in chosen:
        options, reading = settings_of(settings), Reading()
        names = split_list(overlays)
        checked.append(check(target, overlays=names, options=options, search=search, reading=reading))
        refuse_choices(checked[-1].problems)
        if not overlays and not alone:
            checked += _check_overlays(target, search, reading, quiet)
    # What is wrong with a ruleset is wrong with each of its overlays again, and told once.
    found = {problem: loaded.lines_of for loaded in reversed(checked) for problem in loaded.problems}
    problems = list(dict.fromkeys(problem for loaded in checked for problem in loaded.problems))
    # Of scenarios of faulty rules nothing can be said but that.
    if scenarios and all(loaded.ok for loaded in checked):
        told_of = {problem: _lines_of for target in chosen for problem in check_scenarios(target, search)}
        problems += told_of
        found |= told_of
    for loaded in checked if deep else ():
        told_of = {problem: loaded.lines_of for problem in _played(loaded) if problem not in found}
        problems += told_of
        found |= told_of
    errors = [problem for problem in problems if problem.severity == "error"]
    warnings = [problem for problem in problems if problem.severity != "error"]
    if as_json:
        told = {"errors": list(map(problem_json, errors)), "warnings": list(map(problem_json, warnings))}
        say(json.dumps({"ok": not errors, **told}))
    elif problems:
        say("\n\n".join(render(shown, found[problem]) for problem, shown in gathered(problems).items()))
    if len(problems) >= MAX_PROBLEMS:
        say(f"there may be more problems than these; each check reports the first {MAX_PROBLEMS}", err=True)
    if not quiet:
        counts = f"{count_text(len(errors), 'error')}, {count_text(len(warnings), 'warning')}"
        say(f"{count_text(len(chosen), 'ruleset')} checked: {counts}", err=True)
    return 1 if errors else 0


def _played(loaded: Loaded) -> list[Problem]:
    """Return what random games show of rules that go wrong, and of choices that make no difference."""
    from interpreter import played_findings

    return loaded.not_accepted(played_findings(loaded.game)) if loaded.game is not None else []


def _lines_of(file: str) -> list[str] | None:
    """Return the lines of a scenario file, for showing problems."""
    try:
        return Path(file).read_text(encoding="utf-8").split("\n")
    except (OSError, ValueError):
        return None


def _check_overlays(target: str, search: Sequence[Path], reading: Reading, quiet: bool) -> list[Loaded]:
    """Check a ruleset with each of its overlays alone."""
    from interpreter import check, find_rulesets

    place = Path(target)
    infos = find_rulesets((place, *search))
    info = next((info for info in infos if info.id == target or info.path.resolve() == place.resolve()), None)
    checked = []
    for name in (*info.expansions, *info.variants) if info is not None else ():
        loaded = check(target, overlays=[name], search=search, reading=reading)
        if not any(problem.code == _NEEDS_OTHERS for problem in loaded.problems):
            checked.append(loaded)
        elif not quiet:
            say(f"{name} needs other overlays: check it with --with", err=True)
    return checked
