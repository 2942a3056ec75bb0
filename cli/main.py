"""The group of all commands, and the one place that turns an exception into a line and an exit status."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn, cast

import click

from cli.endings import ending_of
from cli.exit_status import DONE, USAGE

# Each is a file in cli/commands/, in the order of the help page, which says this of each and loads none.
COMMANDS = {
    "list": "Show the games found, with players, expansions and options.",
    "show": "Show a game at a glance, or one part of it as it is written.",
    "validate": "Check rulesets and report all problems in one run.",
    "play": "Play a game at the terminal, against people or bots.",
    "simulate": "Play many games between bots and show the figures.",
    "report": "Show a designer what many games between bots show, as a page.",
    "arena": "Let bots play each other: a round robin with ratings.",
    "tune": "Fit the weights of a game's outlook by self-play.",
    "replay": "Run a journal again and show the position.",
    "test": "Run the scenarios of rulesets.",
    "upgrade": "Bring a ruleset or overlay up to date, its scenarios too.",
    "rules": "Show the numbered rules, and the data and scenarios for each.",
    "explain": "Explain a thing of a game, or the code of an error.",
    "schema": "Print a JSON Schema of the files of a ruleset, for editors.",
    "draw": "Write pictures, sheets to print and cut out, or what simulators need.",
    "watch": "Check a game whenever one of its files is saved, and draw it.",
    "table": "Play a game in the browser, one link for each person.",
    "build": "Write a game as a WebAssembly module for Node and browsers.",
    "pack": "Pack a ruleset or an overlay into one file.",
}


class CommandGroup(click.Group):
    """Loads a command's file when it is asked for, and ends the process with the promised status."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Name all commands, in the order of the help page."""
        return list(COMMANDS)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands on the help page without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command by its name."""
        if cmd_name not in COMMANDS:
            return None
        return cast(click.Command, import_module(f".commands.{cmd_name}", __package__).command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; a misspelt one is reported with the nearest."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise click.UsageError(f"there is no command '{args[0]}'{hint}", ctx)
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, *others: Any, **extra: Any) -> NoReturn:
        """Run, print what went wrong (of a journal with its line), and leave with the status."""
        extra["standalone_mode"] = False
        try:
            status = super().main(args, *others, **extra)
        # Whatever it is: nobody above could say more of it than one line, and no traceback reaches a user.
        except Exception as error:
            status, message = ending_of(error)
            with suppress(OSError, ValueError):
                click.echo(message, err=True)
            _give_up_full_outputs()
        sys.exit(status or DONE)


def _give_up_full_outputs() -> None:
    """Let go of output that cannot be written, or Python would try again at its end and complain too."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        except (AttributeError, ValueError):  # closed, or none at all
            pass


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    """Show the version of the installed package; a checkout that is not installed has none."""
    if not wanted or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        click.echo(f"rulewright {version('rulewright')}")
    except PackageNotFoundError:
        click.echo("rulewright, not installed")
    ctx.exit()


_HELP_NAMES = {"help_option_names": ["-h", "--help"]}


@click.group(cls=CommandGroup, invoke_without_command=True, context_settings=_HELP_NAMES)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def rulewright(ctx: click.Context) -> None:
    """Rules of board games as data: play them, check them, try them out.

    \b
    Begin with: rulewright list
                rulewright play burgundy
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(USAGE)


def main() -> NoReturn:
    """Run the command line of this process; a request to end it is heeded as Ctrl-C is."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # Nearly all that a command makes at its start it keeps: nothing is gained by looking for garbage often.
    gc.set_threshold(100_000)
    try:
        rulewright.main(prog_name="rulewright")
    finally:
        # Or Python goes through everything once more at its end: a fifth of a short command's time. What the
        # engine and the table have made must be let go in order, and these commands are not short.
        if sys.modules.keys().isdisjoint({"wasmtime", "asyncio"}):
            gc.freeze()
