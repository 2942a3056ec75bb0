"""`rulewright rules`: the numbered rules, and what shows that each is there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cli.options import GameChoice, game_options, json_option

if TYPE_CHECKING:
    from interpreter import Rule


@click.command("rules")
@game_options()
@click.option("--missing", is_flag=True, help="Only the rules without an element or a scenario.")
@json_option
def command(choice: GameChoice, missing: bool, as_json: bool) -> int:
    """Show the numbered rules, with the data that implements and the scenarios that show each.

    `--with all` counts the base and every overlay.

    \b
    Example: rulewright rules GAME --with all --missing
    """
    from interpreter import read_rules

    game = choice.load_game()
    rules = read_rules(game)
    lacking = [rule for rule in rules if not (rule.elements and rule.scenarios)]
    if as_json:
        figures = {
            "game": game.id,
            "rules": len(rules),
            "with_element": sum(bool(rule.elements) for rule in rules),
            "with_scenario": sum(bool(rule.scenarios) for rule in rules),
            "missing": [rule.id for rule in lacking],
            "reconstructed": [rule.id for rule in rules if rule.reconstructed],
        }
        click.echo(json.dumps(figures))
    else:
        click.echo(_rules_text(lacking if missing else rules, total=len(rules), lacking=len(lacking)))
    return 0


def _rules_text(rules: Sequence[Rule], *, total: int, lacking: int) -> str:
    lines = []
    for rule in rules:
        lines.append(f"{rule.id}  {rule.text}")
        lines.append(f"    elements: {', '.join(map(str, rule.elements)) or 'none'}")
        lines.append(f"    scenarios: {', '.join(map(str, rule.scenarios)) or 'none'}")
        if rule.reconstructed:
            lines.append("    reconstructed: no source gives it")
    lines.append(f"{total} rules, {lacking} without an element or a scenario")
    return "\n".join(lines)
