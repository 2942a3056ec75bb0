"""`rulewright explain`: where a thing comes from, what changed it, and who listens to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from cli.options import GameChoice, find_named, game_options, json_option
from cli.show.declaration import Declared, Listener, listeners_of, rules_carried_by


@click.command("explain")
@game_options()
@click.argument("name")
@json_option
def command(choice: GameChoice, name: str, as_json: bool) -> int:
    """Tell where a thing comes from: file and line, which overlay changed it, and who listens to it.

    \b
    Example: rulewright explain GAME NAME --with EXPANSION
    """
    game = choice.load_game()
    explained = [
        {
            "kind": thing.word,
            "name": thing.name,
            "file": thing.position.file,
            "line": thing.position.line,
            "rules": list(thing.declaration.about.rules),
            "listeners": [_listener_json(each) for each in listeners_of(game, name)],
            "carries": [_listener_json(each) for each in rules_carried_by(game, name)],
        }
        for thing in find_named(game, name)
    ]
    if as_json:
        click.echo(json.dumps(explained))
    else:
        click.echo("\n\n".join(_explained_text(each) for each in explained))
    return 0


def _listener_json(listener: Listener) -> dict[str, Any]:
    place = listener.position
    return {"kind": listener.word, "carrier": listener.carrier, "file": place.file, "line": place.line}


def _explained_text(explained: dict[str, Any]) -> str:
    lines = [f"{explained['kind']} {explained['name']}", f"  defined at {explained['file']}:{explained['line']}"]
    if explained["rules"]:
        lines.append(f"  implements {', '.join(explained['rules'])}")
    for heading, key in (("listens", "listeners"), ("is a rule of it", "carries")):
        for each in explained[key]:
            lines.append(f"  {each['kind']} of {each['carrier']} {heading}: {each['file']}:{each['line']}")
    return "\n".join(lines)
