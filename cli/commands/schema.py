"""`rulewright schema`: the JSON Schemas of the files, for editors."""

from __future__ import annotations

import json

import click

from cli.exit_status import DONE
from cli.show.screen import say

# Which files an editor knows by their names; parts name their schema in their first line.
_PATTERNS = {"ruleset": "**/ruleset.yaml", "overlay": "**/overlay.yaml", "scenario": "**/scenarios/*.yaml"}


@click.command("schema")
@click.argument("name", required=False)
@click.option("--path", is_flag=True, help="Print the path of the schema instead of its content.")
@click.option("--vscode", is_flag=True, help="Print settings for VS Code that use these schemas.")
def command(name: str | None, path: bool, vscode: bool) -> int:
    """Print a JSON Schema of the files of a ruleset, for editors.

    NAME is ruleset, part, overlay, overlay-part or scenario; without NAME, all are listed.

    \b
    Example: rulewright schema ruleset --path
    Example: rulewright schema --vscode > .vscode/settings.json
    """
    from interpreter import SCHEMA_NAMES, nearest, schema_file

    if vscode:
        files = {schema_file(each).as_uri(): pattern for each, pattern in _PATTERNS.items()}
        say(json.dumps({"yaml.schemas": files}, indent=2))
    elif name is None:
        paths = {each: schema_file(each) for each in SCHEMA_NAMES}
        width = max(map(len, paths))
        say("\n".join(str(file) if path else f"{each:<{width}}  {file}" for each, file in paths.items()))
    elif name in SCHEMA_NAMES:
        file = schema_file(name)
        say(str(file) if path else file.read_text(encoding="utf-8").rstrip())
    else:
        near = nearest(name, SCHEMA_NAMES)
        hint = f"did you mean '{near}'?" if near else f"there are {', '.join(SCHEMA_NAMES)}"
        raise click.BadParameter(f"there is no schema '{name}'; {hint}", param_hint="'NAME'")
    return DONE
