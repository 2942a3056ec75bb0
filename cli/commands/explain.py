"""`rulewright explain`: where a thing comes from, what changed it, and who listens to it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from cli.options import GameChoice, find_named, game_options, json_option
from cli.show.declaration import Declared, Listener, changes_of, listeners_of, rules_carried_by
from cli.show.problems import place_json

if TYPE_CHECKING:
    from interpreter import Loaded


@click.command("explain")
@game_options()
@click.argument("name")
@json_option
def command(choice: GameChoice, name: str, as_json: bool) -> int:
    """Tell where a thing comes from: file and line, which overlay changed it, and who listens to it.

    \b
    Example: rulewright explain GAME NAME --with EXPANSION
    """
    loaded = choice.load()
    things = [_explained(thing, loaded) for thing in find_named(loaded, name)]
    if as_json:
        click.echo(json.dumps({"name": name, "found": things}))
    else:
        click.echo("\n\n".join(_explained_text(thing) for thing in things))
    return 0


def _explained(thing: Declared, loaded: Loaded) -> dict[str, Any]:
    game = loaded.game
    assert game is not None
    return {
        "kind": thing.word,
        "name": thing.name,
        **place_json(thing.position),
        "rules": list(thing.declaration.about.rules),
        "changes": [
            {"overlay": change.overlay, "operation": change.operation, **place_json(change.position)}
            for change in changes_of(loaded, thing)
        ],
        "listeners": [_listener_json(each) for each in listeners_of(game, thing.name)],
        "carries": [_listener_json(each) for each in rules_carried_by(game, thing.name)],
    }


def _listener_json(listener: Listener) -> dict[str, Any]:
    return {"kind": listener.word, "carrier": listener.carrier, **place_json(listener.position)}


def _explained_text(thing: dict[str, Any]) -> str:
    lines = [f"{thing['kind']} {thing['name']}", f"  defined at {_place_text(thing)}"]
    lines += [f"  implements {', '.join(thing['rules'])}"] if thing["rules"] else []
    lines += [
        f"  overlay {each['overlay']}: {each['operation']} at {_place_text(each)}"
        for each in thing["changes"]
    ]
    lines += [
        f"  heard by a {each['kind']} of {each['carrier']} at {_place_text(each)}"
        for each in thing["listeners"]
    ]
    lines += [f"  carries a {each['kind']} at {_place_text(each)}" for each in thing["carries"]]
    return "\n".join(lines)


def _place_text(place: dict[str, Any]) -> str:
    return f"{place['file']}:{place['line']}"
