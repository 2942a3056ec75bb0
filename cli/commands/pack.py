"""`rulewright pack`: a ruleset or overlay as one file, to be handed on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from cli.exit_status import DONE, FAULTS
from cli.options import json_option, quiet_option, rulesets_option
from cli.show.problems import count_text, problem_json
from cli.show.screen import say


@click.command("pack")
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="The file to write; by default ID-VERSION.rulewright in this folder.",
)
@rulesets_option
@json_option
@quiet_option
def command(
    *, folder: Path, output: Path | None, rulesets: Sequence[Path], as_json: bool, quiet: bool
) -> int:
    """Pack a ruleset or an overlay into one file.

    DIR is its folder. It is checked first, as `validate` does; scenarios, expansions and pictures go along.
    play, table, validate and all other commands open the file in place of a name. docs/sharing.md has more.

    \b
    Example: rulewright pack ./my-game
    """
    from interpreter import PACK_SUFFIX, lines_reader, packed, render

    made = packed(folder, tuple(rulesets))
    errors = [problem for problem in made.problems if problem.severity == "error"]
    if output is None:
        output = Path(f"{made.name}{PACK_SUFFIX}")
    if not errors:
        output.write_bytes(made.content)
    if as_json:
        answer = {
            "id": made.id,
            "version": made.version,
            "licence": made.licence,
            "fingerprint": made.fingerprint,
            "file": None if errors else str(output),
            "bytes": len(made.content),
            "files": list(made.files),
            "left_out": list(made.left_out),
            "errors": list(map(problem_json, errors)),
        }
        say(json.dumps(answer))
        return FAULTS if errors else DONE
    lines_of = lines_reader()
    for problem in made.problems:
        say(f"{render(problem, lines_of)}\n", err=True)
    if errors:
        say("nothing is packed: mend these first", err=True)
        return FAULTS
    for name in made.left_out:
        say(f"left out, as no ruleset needs it: {name}", err=True)
    for key in ("version", "licence"):
        if not getattr(made, key):
            say(f"it says no `{key}:`; those who get it would like to know", err=True)
    if not quiet:
        size = f"{count_text(len(made.files), 'file')}, {max(len(made.content) // 1000, 1)} kB"
        say(f"{output}: {size}, fingerprint {made.fingerprint}")
    return DONE
