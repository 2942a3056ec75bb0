"""What reaches a terminal: nothing that it would obey; and it echoes again when the program is ended."""

from __future__ import annotations

import errno
import os
import pty
import re
import select
import signal
import sys
import termios
import time
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import COMMANDS, rulewright

ROOT = Path(__file__).parents[1]
RACE = ROOT / "tests" / "cases" / "toy" / "race"
# A carriage return, a new direction, and what has no width.
BAD = r"\r\u202e\u200b\u2066"
RULESET = f"""
id: trap
title: "Tr{BAD}ap"
about: "Ab{BAD}out"
players: 2
enums:
  hues: {{title: "Hu{BAD}es", members: [red, blue]}}
components:
  gem:
    kinds: {{ruby: {{title: "Ru{BAD}by", about: "Dear{BAD}", copies: 2}}}}
zones:
  bag: {{holds: gem}}
actions:
  act:
    title: "Ac{BAD}t"
    about: "Do{BAD} it"
    rule: TRAP-1
    source: "a{BAD} book"
    do: |
      score 1 as one
flow:
  - step: turn
    title: "Tu{BAD}rn"
    for: n in 1..2
    steps:
      - step: move
        players: players
        do: |
          one of:
            act: call act()
            rest: score 1 as rest
bots:
  outlook:
    hopes: points(me)
"""
SCENARIO = f"""
- scenario: "na{BAD}me"
  rules: [TRAP-1]
  when: [act]
  then: ["points(p1) == 7"]
"""
RULES = "# Rules\n\n## Base\n\n- **TRAP-1** one\r\x1b[31m\u202e\u200b text\n"


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A ruleset that wants more of a terminal than to be read."""
    folder = tmp_path / "trap"
    (folder / "scenarios").mkdir(parents=True)
    for name, text in (
        ("ruleset.yaml", RULESET),
        ("scenarios/s.yaml", SCENARIO),
        ("rules.md", RULES),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_no_text_of_a_ruleset_commands_the_terminal(trap: Path, tmp_path: Path) -> None:
    journal = str(tmp_path / "game.jsonl")
    target = str(trap)
    played = {
        "list": [["--rulesets", str(tmp_path)]],
        "show": [[target], *([target, name] for name in ("act", "ruby", "hues", "turn", "TRAP-1"))],
        "validate": [[target]],
        "play": [[target, "--seat", "human", "--seat", "human", "--save", journal]],
        "simulate": [[target, "--games", "2"]],
        "replay": [[journal]],
        "test": [[target]],
        "rules": [[target]],
        "schema": [["ruleset"]],
        "explain": [[target, "act"], [target, "act", "--at", f"{journal}:1"]],
        "draw": [[target, "--svg", str(tmp_path / "pictures")]],
        "upgrade": [[target, "--dry-run"]],
        "build": [[target, "-o", str(tmp_path / "game.wasm")]],
        "pack": [[target, "-o", str(tmp_path / "trap.zip")]],
        "report": [[target, "--games", "2", "--html", str(tmp_path / "report.html")]],
        "tune": [[target, "--rounds", "1", "--held-out", "2", "--out", str(tmp_path / "weights.yaml")]],
    }
    # test_arena.py, test_table.py and test_printing.py try these.
    assert set(played) == set(COMMANDS) - {"arena", "table", "watch"}
    for command, calls in played.items():
        for arguments in calls:
            result = CliRunner().invoke(
                rulewright, [command, *arguments], "?\n? 1\nboard\nwhy act\nlog\n1\n" * 4
            )
            assert result.exit_code in (0, 1), (arguments, result.output)
            odd = {letter for letter in result.output if not letter.isprintable()} - {"\n", "\t"}
            assert not odd, (command, arguments, odd)


def test_text_goes_out_in_one_place() -> None:
    """Commands write by way of `say`, which cleans it; `main` prints its own words and the help.

    A screen also takes away a line that said who is waited for.
    """
    for file in (ROOT / "cli").rglob("*.py"):
        calls = len(
            re.findall(r"click\.echo\(|\bprint\(|sys\.std(?:out|err)\.write", file.read_text("utf-8"))
        )
        allowed = {"main.py": 4, "screen.py": 3}.get(file.name, 0)
        assert calls <= allowed, file


def _read(terminal: int, wait: float = 0.5) -> str:
    """What a terminal shows next; nothing if nothing comes in time, or nobody is there any more."""
    with suppress(OSError):
        if select.select([terminal], [], [], wait)[0]:
            return os.read(terminal, 65_536).decode()
    return ""


def test_a_request_to_end_gives_the_terminal_back(tmp_path: Path) -> None:
    """SIGTERM at a prompt: echo is on again, the journal is told of, and the status is that of Ctrl-C."""
    journal = tmp_path / "game.jsonl"
    process, terminal = pty.fork()
    if not process:
        command = [sys.executable, "-m", "cli", "play", str(RACE), "--save", str(journal)]
        os.chdir(ROOT)
        os.execve(command[0], command, {**os.environ, "TERM": "xterm"})
    shown = ""
    until = time.monotonic() + 60
    while not shown.endswith("> "):
        assert time.monotonic() < until, shown
        shown += _read(terminal)
    while termios.tcgetattr(terminal)[3] & termios.ECHO:
        assert time.monotonic() < until, "the prompt reads letter by letter"
        time.sleep(0.02)
    os.kill(process, signal.SIGTERM)
    status, told, again = None, "", time.monotonic() + 5
    while status is None:
        assert time.monotonic() < until, told
        told += _read(terminal)
        if not told and time.monotonic() > again:
            # Readline misses a signal that comes just before it waits for a key, until the next one.
            os.kill(process, signal.SIGTERM)
            again = until
        ended, code = os.waitpid(process, os.WNOHANG)
        status = os.waitstatus_to_exitcode(code) if ended else None
    assert termios.tcgetattr(terminal)[3] & termios.ECHO
    os.close(terminal)
    assert status == 130
    assert f"rulewright play --resume {journal}" in told


@pytest.mark.parametrize("error", [MemoryError(), OSError(errno.ENOMEM, "Cannot allocate memory")])
def test_too_little_memory_is_one_line(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("interpreter.load", greedy)
    result = CliRunner().invoke(rulewright, ["simulate", str(RACE)])
    assert (result.exit_code, result.output) == (3, "internal error: there is not enough memory\n")
