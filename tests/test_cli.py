"""Runs the command scripts in cases/scripts/: command lines with the output and exit status they promise.

A script is read line by line: `== FILE` begins a file, which a lone `==` ends; `$ rulewright ...` is a
command, after which `< TEXT` is a line of its input, `[exit N]` its status (0 if not said), and every other
line is output. `...` in a line of output stands for any text, alone on a line for any lines. Standard output
and error are compared together; with `2>/dev/null` after the command, only standard output. `# ` begins a
comment. A script runs in a folder of its own, which holds a copy of cases/toy/.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from cli.main import COMMANDS, rulewright

CASES = Path(__file__).parent / "cases"
SCHEMAS = Path(__file__).parent.parent / "schemas" / "output"
SCRIPTS = sorted((CASES / "scripts").glob("*.txt"))
NO_ERRORS = " 2>/dev/null"


@dataclass
class Step:
    """One command of a script, with what it reads and what it promises."""

    command: str
    line: int
    stdin: list[str] = field(default_factory=list)
    output: list[str] = field(default_factory=list)
    status: int = 0


def read_script(script: Path) -> tuple[dict[str, list[str]], list[Step]]:
    """Return the files of a script, by name, and its commands."""
    files: dict[str, list[str]] = {}
    steps: list[Step] = []
    inside: list[str] | None = None
    for number, line in enumerate(script.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("=="):
            inside = files.setdefault(line[3:], []) if line[3:] else None
        elif inside is not None:
            inside.append(line)
        elif line.startswith("$ rulewright"):
            steps.append(Step(line.removeprefix("$ rulewright"), number))
        elif steps and line.startswith("< "):
            steps[-1].stdin.append(line[2:])
        elif steps and (status := re.fullmatch(r"\[exit (\d+)\]", line)):
            steps[-1].status = int(status[1])
        elif steps and not line.startswith("# "):
            steps[-1].output.append(line)
    return files, steps


def as_pattern(lines: list[str]) -> str:
    """Return a regular expression for output with wildcards; blank lines at its ends do not count."""
    text = "\n".join(lines).strip("\n") + "\n" if any(lines) else ""
    any_lines = re.sub(r"^\.\.\.\n", "\0", text, flags=re.MULTILINE)
    return "\n*" + re.escape(any_lines).replace("\0", "(?:.*\n)*?").replace(r"\.\.\.", ".*") + "\n*"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_script(script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of a script prints what it promises and ends with the status it promises."""
    files, steps = read_script(script)
    shutil.copytree(CASES / "toy", tmp_path / "toy")
    for name, lines in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("\n".join([*lines, ""]), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("RULEWRIGHT_PATH", raising=False)
    for step in steps:
        arguments = shlex.split(step.command.removesuffix(NO_ERRORS))
        result = CliRunner().invoke(rulewright, arguments, "".join(f"{line}\n" for line in step.stdin))
        if "--json" in arguments and result.exit_code in (0, 1):
            held_to_its_schema("seen" if "--seen" in arguments else arguments[0], result.stdout)
        output = result.stdout if step.command.endswith(NO_ERRORS) else result.output
        if not re.fullmatch(as_pattern(step.output), output) or result.exit_code != step.status:
            pytest.fail(f"{script.name}:{step.line}: got\n{output}[exit {result.exit_code}]", pytrace=False)


def held_to_its_schema(command: str, printed: str) -> None:
    """What a command prints with --json fits the schema that programs rely on."""
    folder = SCHEMAS.parent / "seen" if command == "seen" else SCHEMAS
    schema = json.loads((folder / f"{command}.schema.json").read_text(encoding="utf-8"))
    error = best_match(Draft202012Validator(schema).iter_errors(json.loads(printed)))
    assert error is None, f"{command} --json: {error.json_path}: {error.message}"


def test_json_of_the_games_fits_the_schemas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the scripts have only toys: real games, with rules, options and credits."""
    monkeypatch.chdir(tmp_path)
    for line in (
        "list",
        "show burgundy",
        "show burgundy BUR-2",
        "show burgundy take",
        "rules burgundy",
        "play tic_tac_toe --seat random --seat random --seed 1 --save game.jsonl",
        "replay game.jsonl --to 3",
        "explain tic_tac_toe place --at game.jsonl:3",
        "explain burgundy workers",
        "simulate hex --games 1 --seed 1",
        "draw tic_tac_toe --svg pictures",
    ):
        arguments = [*line.split(), "--json"]
        held_to_its_schema(arguments[0], CliRunner().invoke(rulewright, arguments).stdout)


def test_every_json_has_a_schema_and_every_key_in_it_a_word() -> None:
    """docs/commands.md shows these words; a schema whose command is gone would stay unseen."""
    commands = {name: rulewright.get_command(click.Context(rulewright), name) for name in COMMANDS}
    with_json = {
        name
        for name, command in commands.items()
        if command is not None and any(option.name == "as_json" for option in command.params)
    }
    assert {file.name.removesuffix(".schema.json") for file in SCHEMAS.iterdir()} == with_json
    for file in (*SCHEMAS.iterdir(), SCHEMAS.parent / "seen" / "seen.schema.json"):
        schema = json.loads(file.read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(schema)
        assert list(without_words(schema)) == [], file.name


def without_words(schema: Any) -> Iterator[str]:
    """Yield the keys of a schema that neither they nor what they refer to describes."""
    if isinstance(schema, dict):
        for key, value in schema.get("properties", {}).items():
            if isinstance(value, dict) and "description" not in value and "properties" not in value:
                yield key
        for value in schema.values():
            yield from without_words(value)


def test_every_command_has_a_script() -> None:
    """No command goes without a script of its name."""
    assert set(COMMANDS) <= {script.stem for script in SCRIPTS}


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (KeyboardInterrupt(), 130, "interrupted; the journal is safe; go on with: "),
        (KeyError("nothing"), 3, "internal error, please report it: KeyError: 'nothing' (test_cli.py:"),
    ],
)
def test_the_journal_is_told_of(
    error: BaseException, status: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that is broken off ends with its status and one line, which tells where the journal lies."""

    def break_off(*_: object) -> None:
        raise error

    monkeypatch.setattr("cli.commands.play.read_answers", break_off)
    journal = tmp_path / "game.jsonl"
    arguments = ["play", str(CASES / "toy" / "race"), "--seat", "human", "--quiet", "--save", str(journal)]
    result = CliRunner().invoke(rulewright, arguments, "1\n")
    assert result.exit_code == status
    last_line = result.stderr.splitlines()[-1]
    assert last_line.startswith(told)
    assert last_line.endswith(f"rulewright play --resume {journal}")
    assert journal.read_text(encoding="utf-8").endswith("}\n")


def test_help_says_all_in_its_lines() -> None:
    """One line a command that is not cut, examples of real games, and a plain N where a number goes."""
    context = click.Context(rulewright)
    listed = CliRunner().invoke(rulewright, ["--help"]).output.partition("Commands:")[2]
    assert listed and "..." not in listed
    for name in COMMANDS:
        command = rulewright.get_command(context, name)
        assert command is not None
        text = command.get_help(click.Context(command, info_name=name, parent=context))
        assert COMMANDS[name] == command.get_short_help_str(200), name
        assert "INTEGER" not in text, name
        assert max(map(len, text.splitlines())) <= 80, name
        examples = re.findall(r"^ *Example: rulewright .*$", text, re.MULTILINE)
        assert examples and not [line for line in examples if re.search(r"\b[A-Z]{4,}\b", line)], name


def test_help_is_fast() -> None:
    """The help page loads neither the interpreter nor a command, nor what draws on the terminal."""
    code = "from cli.main import rulewright; rulewright.main(['--help'])"
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=CASES.parents[1],
    )
    assert "Commands:" in run.stdout
    heavy = r"interpreter|rich|lark|networkx|cli\.commands\..*|cli\.seen\.(?!lines).*"
    assert not re.search(rf"\| +({heavy})$", run.stderr, re.MULTILINE)


def test_rulesets_are_validated_one_after_the_other_where_games_are_played_fast(tmp_path: Path) -> None:
    """Helpers are forked from a process that has compiled nothing: they would wait for its threads."""
    for name, overlays in {"one": ["red"], "two": ["red", "blue"]}.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "ruleset.yaml").write_text(
            f"id: {name}\ntitle: {name}\nplayers: 2\ncounters: {{coins: {{per: player}}}}\n"
            "flow:\n  - {step: turn, players: players, actions: [one, two]}\n"
            "actions: {one: {do: gain 1 coins}, two: {do: gain 2 coins}}\n",
            encoding="utf-8",
        )
        for overlay in overlays:
            place = folder / "expansions" / overlay
            place.mkdir(parents=True)
            (place / "overlay.yaml").write_text(
                f"id: {overlay}\ntitle: {overlay}\nfor: {name}\n"
                "add: {counters: {gems: {per: player, accept: [unused]}}}\n",
                encoding="utf-8",
            )
    run = subprocess.run(
        [sys.executable, "-m", "rulewright", "validate", str(tmp_path / "one"), str(tmp_path / "two")],
        cwd=CASES.parents[1],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.stderr.startswith("2 rulesets checked: 0 errors"), run
