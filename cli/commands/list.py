"""`rulewright list`: the games found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.options import json_option, rulesets_option
from cli.show.decision import credits_text, players_text
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import RulesetInfo


@click.command("list")
@rulesets_option
@json_option
def command(rulesets: Sequence[Path], as_json: bool) -> int:
    """Show the games found, with their players, expansions and variants.

    \b
    Example: rulewright list --rulesets ./mine
    """
    from interpreter import find_rulesets

    found = find_rulesets(tuple(rulesets))
    if as_json:
        say(json.dumps([info.as_json() for info in found]))
    elif found:
        say("\n".join(_in_groups(found)))
    else:
        say("no rulesets found; --rulesets DIR adds a place to look in", err=True)
    return 0


def _in_groups(found: Sequence[RulesetInfo]) -> list[str]:
    """The games that stand by themselves in full, then each group by its name, a line a game."""
    lines = [_as_text(info) for info in found if info.group is None]
    for group in sorted({info.group for info in found if info.group is not None}):
        lines.append(f"{group}:")
        lines += [f"  {_heading(info)}{_credits(info, '; ')}" for info in found if info.group == group]
    return lines


def _credits(info: RulesetInfo, before: str) -> str:
    text = credits_text(info.credits)
    return before + text if text else ""


def _heading(info: RulesetInfo) -> str:
    return f"{info.id}  {info.title}, {players_text(info.min_players, info.max_players)}"


def _as_text(info: RulesetInfo) -> str:
    lines = [_heading(info) + _credits(info, "\n  ")]
    for name in ("expansions", "variants", "options"):
        if ids := getattr(info, name):
            lines.append(f"  {name}: {', '.join(ids)}")
    return "\n".join([*lines, f"  {info.path}"])
