"""Runs the command scripts in cases/scripts/: command lines with the output and exit status they promise.

A script is read line by line: `== FILE` begins a file, which a lone `==` ends; `$ rulewright ...` is a
command, after which `< TEXT` is a line of its input, `[exit N]` its status (0 if not said), and every other
line is output. `...` in a line of output stands for any text, alone on a line for any lines. Standard output
and error are compared together; with `2>/dev/null` after the command, only standard output. Lines before the
first command are comments. A script runs in a folder of its own, which holds a copy of cases/toy/.
"""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import COMMANDS, rulewright

CASES = Path(__file__).parent / "cases"
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


def read_script(script: Path, folder: Path) -> list[Step]:
    """Write the files of a script into the folder and return its commands."""
    steps: list[Step] = []
    file: Path | None = None
    for number, line in enumerate(script.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("=="):
            file = folder / line[2:].strip() if line != "==" else None
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("", encoding="utf-8")
        elif file is not None:
            file.write_text(file.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
        elif line.startswith("$ rulewright"):
            steps.append(Step(line.removeprefix("$ rulewright"), number))
        elif steps and line.startswith("< "):
            steps[-1].stdin.append(line[2:])
        elif steps and (status := re.fullmatch(r"\[exit (\d+)\]", line)):
            steps[-1].status = int(status[1])
        elif steps:
            steps[-1].output.append(line)
    return steps


def as_pattern(expected: str) -> str:
    """Return a regular expression for output with wildcards."""
    lines = re.escape(expected).replace(r"\.\.\.", "[^\n]*")
    return (
        re.sub(r"^\[\^\n\]\*\n", "(?:[^\n]*\n)*?", lines.replace("\\\n", "\n"), flags=re.MULTILINE) + r"\n*"
    )


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_script(script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of a script prints what it promises and ends with the status it promises."""
    shutil.copytree(CASES / "toy", tmp_path / "toy")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("RULEWRIGHT_PATH", raising=False)
    for step in read_script(script, tmp_path):
        arguments = shlex.split(step.command.removesuffix(NO_ERRORS))
        result = CliRunner().invoke(rulewright, arguments, "".join(f"{line}\n" for line in step.stdin))
        output = result.stdout if step.command.endswith(NO_ERRORS) else result.output
        expected = "\n".join(step.output).strip("\n") + "\n"
        place = f"{script.name}:{step.line}: "
        if not re.fullmatch(as_pattern(expected), output):
            pytest.fail(f"{place}expected\n{expected}\nbut got\n{output}", pytrace=False)
        assert result.exit_code == step.status, f"{place}exit status {result.exit_code}"


def test_every_command_has_a_script() -> None:
    """No command goes without a script of its name."""
    assert set(COMMANDS) <= {script.stem for script in SCRIPTS}
