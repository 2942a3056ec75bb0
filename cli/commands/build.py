"""`rulewright build`: a game as a WebAssembly module, for programs that are not Python."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cli.exit_status import DONE
from cli.options import GameChoice, game_options, json_option, quiet_option
from cli.show.screen import say


@click.command("build")
@game_options()
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="The file to write, such as game.wasm.",
)
@json_option
@quiet_option
def command(*, choice: GameChoice, output: Path, as_json: bool, quiet: bool) -> int:
    """Write a game as a WebAssembly module for Node and browsers.

    It holds the game for the given players, overlays and options, and needs nothing else. docs/module.md
    says what it offers.

    \b
    Example: rulewright build burgundy --players 3 -o burgundy.wasm
    """
    from interpreter import NoEngine, built_module

    game = choice.load_game()
    try:
        made = built_module(game)
    except NoEngine as why:
        raise click.UsageError(str(why)) from None
    try:
        output.write_bytes(made)
    except OSError as error:
        raise click.BadParameter(f"{output}: {error.strerror}", param_hint="'-o'") from None
    built = {
        "game": game.id,
        "fingerprint": game.fingerprint,
        "players": game.players,
        "with": list(game.overlays),
        "options": game.options,
        "file": str(output),
        "bytes": len(made),
    }
    if as_json:
        say(json.dumps(built))
    elif not quiet:
        say(f"{game.title} for {game.players}: {output}, {len(made) // 1000} kB")
    return DONE
