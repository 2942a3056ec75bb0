"""`rulewright list`: the games found."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.exit_status import DONE
from cli.options import json_option, rulesets_option
from cli.seen.lines import plain
from cli.show.decision import credits_text, players_text
from cli.show.ink import WIDTH, wrapped
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import RulesetInfo


@click.command("list")
@rulesets_option
@json_option
def command(rulesets: Sequence[Path], as_json: bool) -> int:
    """Show the games found, with players, expansions and options.

    \b
    Example: rulewright list --rulesets ./my-games
    """
    from interpreter import find_rulesets

    found = find_rulesets(tuple(rulesets))
    if as_json:
        say(json.dumps([info.as_json() for info in found]))
    elif found:
        say("\n".join(_in_groups(found, rulesets)))
    else:
        say("no rulesets found; --rulesets DIR adds a place to look in", err=True)
    return DONE


def _in_groups(found: Sequence[RulesetInfo], search: Sequence[Path]) -> list[str]:
    """The games that belong to no group in full, then each group by its name, a line a game."""
    lines = [_as_text(info, search) for info in found if info.group is None]
    for group in sorted({info.group for info in found if info.group is not None}):
        lines.append(f"{group}:")
        lines += [f"  {_heading(info)}{_credits(info, '; ')}" for info in found if info.group == group]
    return lines


def _credits(info: RulesetInfo, before: str) -> str:
    text = credits_text(info.credits)
    return before + text if text else ""


def _heading(info: RulesetInfo) -> str:
    return f"{info.id}  {info.title}, {players_text(info.min_players, info.max_players)}"


def _as_text(info: RulesetInfo, search: Sequence[Path]) -> str:
    from interpreter import overlays_said

    said = overlays_said(info.path, search)
    lines = [_heading(info) + _credits(info, "\n  ")]
    for name in ("expansions", "variants"):
        if ids := getattr(info, name):
            lines += [f"  {name}:", *(_below(_overlay(info, each), said.get(each, "")) for each in ids)]
    lines += ["  options:"] if info.options else []
    lines += [_below(name, _choices(option)) for name, option in info.options.items()]
    return "\n".join([*lines, f"  {info.path}"])


def _below(name: str, said: str) -> str:
    """Return what is said of a name, in lines that fit."""
    return plain(wrapped(said, f"    {name}  ", WIDTH))


def _overlay(info: RulesetInfo, name: str) -> str:
    """Return an overlay, with the players it is for where the game alone is for others."""
    players = info.overlay_players.get(name)
    return name if players is None else f"{name} ({players_text(*players)})"


def _choices(option: Mapping[str, Any]) -> str:
    """Return what an option can be, what draws it, and the default."""
    choices = option.get("choices")
    if option.get("type") == "truth":
        said = "true or false"
    elif isinstance(choices, list) and choices:
        said = ", ".join(str(choice) for choice in choices)
        if str(option.get("type")).startswith("set of "):
            said = f"some of {said}"
    elif option.get("type") == "player":
        said = "a player, such as p2"
    elif "min" in option and "max" in option and option.get("type") == "number":
        said = f"{option['min']} to {option['max']}"
    else:
        said = str(option.get("type", ""))
    if draw := option.get("random"):
        several = str(option.get("type")).startswith("set of ")
        said += f", or {'random' if draw is True else draw}, which draws {'them' if several else 'one'}"
    default = option.get("default")
    return said if isinstance(default, list | dict) else f"{said}; {_word(default)} by default"


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
