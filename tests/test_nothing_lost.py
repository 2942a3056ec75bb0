"""A game in play loses nothing: killed at any moment, on a full disk, in a folder that goes away.

`play` runs in a pseudo-terminal, as people use it, and is killed with SIGKILL at random moments. A choice
counts as made when the question after it is on the screen: from then on the journal must hold it.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from interpreter import Journal, replay
from tests.playing import sampled

ROOT = Path(__file__).parent.parent
PATIENCE = 30
# Each answer leads to the other question, so the screen tells that it was taken.
RULES = """
id: crossing
title: Crossing
players: 1
flow:
  - step: round
    for: round in 1..10000
    steps:
      - step: head
        players: players
        do: |
          one of:
            northward: score 1 as way
            southward: score 2 as way
      - step: tail
        players: players
        do: |
          one of:
            eastward: score 1 as way
            westward: score 2 as way
"""
ASKED = (b"northward", b"eastward")
CHOSEN = tuple(word.decode() for word in ASKED)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A long game for one person, without chance."""
    folder = tmp_path / "crossing"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    return folder


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "cli", *arguments]


# -- killed
@dataclass
class Player:
    """A person at a terminal who always types 1 and return, as soon as the next question is shown."""

    arguments: list[str]
    shown: bytes = b""
    terminal: int = field(default=-1, init=False)

    def __post_init__(self) -> None:
        self.terminal, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "TERM": "xterm"}
        self.process = subprocess.Popen(
            command(*self.arguments), stdin=inner, stdout=inner, stderr=inner, cwd=ROOT,
            start_new_session=True, env=environment,
        )  # fmt: skip
        os.close(inner)

    def see(self, word: bytes, until: float) -> bool:
        """Read the screen until a word is on it; False when the time is up, or the program has ended."""
        while word not in self.shown:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.terminal], [], [], left)[0]:
                return False
            try:
                self.shown += os.read(self.terminal, 65536)
            except OSError:
                return False
        return True

    def type(self, text: bytes) -> None:
        """Type, and look only at what comes after it."""
        self.shown = b""
        os.write(self.terminal, text + b"\r")

    def leave(self) -> int:
        """Read what is left on the screen, and return the status of the program."""
        self.see(b"\0never\0", time.monotonic() + PATIENCE)
        status = self.process.wait(PATIENCE)
        os.close(self.terminal)
        return status

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.terminal)


def play_and_kill(rules: Path, journal: Path, held: int, chance: Random) -> int:
    """Play on after `held` choices and be killed; returns how many choices were surely made before it.

    One time in four the moment is anywhere from the start of the process, else anywhere in quick play.
    """
    begun = journal.exists() and journal.stat().st_size > 0
    where = ["--resume", str(journal)] if begun else [str(rules), "--seed", "1", "--save", str(journal)]
    player = Player(["play", *where, "--seat", "human"])
    early = chance.random() < 0.25
    until = time.monotonic() + (chance.uniform(0, 0.8) if early else PATIENCE)
    last, made = held + chance.randrange(1, 40), held
    asked = player.see(ASKED[made % 2], until)
    assert asked or early, f"the question was never shown, but {player.shown!r}"
    while asked:
        if made == last:
            until = min(until, time.monotonic() + chance.uniform(0, 0.005))
        player.type(b"1")
        asked = player.see(ASKED[(made + 1) % 2], until)
        made += asked
    player.kill()
    return made


def kill_and_resume(rules: Path, journal: Path, times: int, seed: int) -> None:
    """The journal holds each choice that was surely made, at most the one being typed more, all in order."""
    chance, held = Random(seed), 0
    for _ in range(times):
        made = play_and_kill(rules, journal, held, chance)
        if not journal.exists() or not journal.stat().st_size:
            assert made == 0
            continue
        entries = Journal.open(journal).entries
        assert made <= len(entries) <= made + 1
        held = len(entries)
        assert [entry.choice for entry in entries] == [CHOSEN[at % 2] for at in range(held)]
    assert held > times // 2
    player = Player(["play", "--resume", str(journal), "--seat", "human"])
    assert player.see(ASKED[held % 2], time.monotonic() + PATIENCE)
    player.type(b"quit")
    assert player.leave() == 0
    outcome = replay(journal)
    assert (outcome.departed, outcome.notices, outcome.state.decisions) == (None, [], held)


@pytest.mark.slow
def test_killed_five_times(rules: Path, tmp_path: Path) -> None:
    """A game at a terminal goes on after SIGKILL with every choice that was made."""
    kill_and_resume(rules, tmp_path / "game.jsonl", 5, 1)


@pytest.mark.slow
def test_killed_a_hundred_times(rules: Path, tmp_path: Path) -> None:
    """The same, longer."""
    kill_and_resume(rules, tmp_path / "game.jsonl", 100, 2)


def test_killed_before_its_first_line(rules: Path, tmp_path: Path) -> None:
    """A journal killed between its making and its first line is an empty file, and is begun anew."""
    journal = tmp_path / "game.jsonl"
    journal.touch()
    run = typed(["play", str(rules), "--seat", "human", "--save", str(journal)], ["1"])
    assert run.returncode == 2, run.stderr
    assert [entry.choice for entry in Journal.open(journal).entries][:1] == ["northward"]


# -- no room, no folder
def typed(
    arguments: list[str], lines: list[str], *, room: int | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command with lines as its input; room: so many bytes a file may have, as on a full disk."""
    start = [sys.executable, "-c"]
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room})); " if room else ""
    return subprocess.run(
        [*start, f"{limit}from cli.main import main; main()", *arguments],
        input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, cwd=ROOT, check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, timeout=60,
    )  # fmt: skip


def last_line(run: subprocess.CompletedProcess[str]) -> str:
    """The one line that tells what went wrong; no traceback anywhere."""
    assert "Traceback" not in run.stdout + run.stderr
    return run.stderr.splitlines()[-1]


@pytest.mark.parametrize("spare", [0, *sampled([7, 30, 31, 50], 4, 2)])
def test_a_full_disk_keeps_what_was_there(rules: Path, tmp_path: Path, spare: int) -> None:
    """Wherever in a line the room ends, the lines before it stay whole; with room the game goes on."""
    journal = tmp_path / "game.jsonl"
    people = ["--seat", "human"]
    assert typed(["play", str(rules), *people, "--save", str(journal)], ["1", "2"]).returncode == 2
    before = journal.read_bytes()
    run = typed(["play", "--resume", str(journal), *people], ["1"] * 9, room=len(before) + spare)
    assert run.returncode == 1
    assert "File too large" in last_line(run)
    assert "the last one is lost; go on with: " in last_line(run)
    assert str(journal) in last_line(run)
    after = journal.read_bytes()
    assert after.startswith(before)
    assert after.endswith(b"\n")
    held = len(Journal.open(journal).entries)
    assert held == 2 + spare // len(b'{"by": 1, "choice": "eastward"}\n')
    typed(["play", "--resume", str(journal), *people], ["1"])
    assert len(Journal.open(journal).entries) == held + 1


def test_no_room_for_the_first_line(rules: Path, tmp_path: Path) -> None:
    """A game that cannot be written down does not begin, and its file can be used when there is room."""
    journal = tmp_path / "game.jsonl"
    run = typed(["play", str(rules), "--seat", "human", "--save", str(journal)], ["1"], room=20)
    assert run.returncode == 2
    assert str(journal) in last_line(run)
    assert journal.read_bytes() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_output_to_a_full_disk(rules: Path, tmp_path: Path) -> None:
    """Text that cannot be shown ends the game with one line; the journal is whole."""
    journal = tmp_path / "game.jsonl"
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        run = subprocess.run(
            command("play", str(rules), "--seat", "human", "--save", str(journal)),
            input="1\n", stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False, timeout=60,
        )  # fmt: skip
    assert run.returncode == 1
    assert "No space left on device" in run.stderr.splitlines()[-1]
    assert str(journal) in run.stderr.splitlines()[-1]
    assert "Exception" not in run.stderr
    assert Journal.open(journal).entries == []


@pytest.mark.parametrize("loss", ["removed", "moved", "read only", "another program"])
def test_a_journal_that_cannot_be_reached(rules: Path, tmp_path: Path, loss: str) -> None:
    """A folder that goes away while a game is played ends it with one line; what was there is as it was."""
    folder = tmp_path / "saved"
    folder.mkdir()
    journal = folder / "game.jsonl"
    player = Player(["play", str(rules), "--seed", "1", "--seat", "human", "--save", str(journal)])
    assert player.see(ASKED[0], time.monotonic() + PATIENCE)
    before = journal.read_bytes()
    moved = tmp_path / "elsewhere"
    if loss == "removed":
        shutil.rmtree(folder)
    elif loss == "moved":
        folder.rename(moved)
    elif loss == "read only":
        journal.unlink()
        journal.mkdir()
    else:
        journal.write_bytes(before + b'{"by": 1, "choice": "southward"}\n')
    player.type(b"1")
    player.see(b"\0never\0", time.monotonic() + PATIENCE)
    assert player.leave() == 1
    assert b"Traceback" not in player.shown
    told = player.shown.replace(b"\r\n", b"")
    assert b"game.jsonl" in told
    assert (b"nothing of this game is kept" in told) == (loss != "another program")
    assert b"is safe" not in told or loss == "another program"
    if loss == "moved":
        assert (moved / "game.jsonl").read_bytes() == before
    if loss == "another program":
        assert journal.read_bytes().count(b"\n") == 2
