"""`rulewright rules`: the numbered rules, and what shows that each is there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from cli.exit_status import DONE, FAULTS
from cli.options import json_option, overlays_option, quiet_option, rulesets_option, split_list
from cli.show.rule import reconstructed_text, rule_text
from cli.show.screen import say


@click.command("rules")
@click.argument("game", metavar="GAME")
@overlays_option
@rulesets_option
@click.option("--missing", is_flag=True, help="Show only rules that no data implements or no scenario shows.")
@json_option
@quiet_option
def command(
    *, game: str, overlays: Sequence[str], rulesets: Sequence[Path], missing: bool, as_json: bool, quiet: bool
) -> int:
    """Show the numbered rules, and the data and scenarios for each.

    `--with all` covers the base game and every overlay.

    \b
    Example: rulewright rules burgundy --with all --missing
    """
    from interpreter import PAGE_FORM, overlays_of, read_rules, render

    report = read_rules(game, overlays=split_list(overlays), search=tuple(rulesets))
    if as_json:
        say(json.dumps(report.as_json()))
    else:
        for rule in report.missing if missing else report:
            say(rule_text(rule))
        for place in () if missing else report.reconstructed:
            say(f"reconstructed: {place}")
    if not (quiet or missing):
        say(f"{len(report)} rules, {len(report.missing)} without an element or a scenario", err=True)
        if not overlays and overlays_of(game, tuple(rulesets)):
            whole = len(read_rules(game, overlays=["all"], search=tuple(rulesets)))
            if whole > len(report):
                say(f"these are the base game's; with its overlays there are {whole}: --with all", err=True)
        if report.reconstructed:
            say(reconstructed_text(report), err=True)
    faults = [render(problem, report.lines_of) for problem in report.problems]
    for name, place in report.unknown:
        faults.append(f"{place.file}:{place.line}: {place.what} cites {name}, which no page has")
    if report.unknown:
        faults.append(f"hint: {PAGE_FORM}")
    for fault in faults:
        say(fault, err=True)
    return FAULTS if faults else DONE
