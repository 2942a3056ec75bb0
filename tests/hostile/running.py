"""Runs the command line on hostile input as a stranger's victim would, and measures what it takes.

A run has a process of its own, an address space with a limit, and a folder; everything else under the test's
folder is compared before and after.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What the machine's owner is promised. Seconds are of the processor: others may use the machine too.
SECONDS, MEGABYTES = 5, 300
# Runs that only wait take no time of the processor; they are ended after so long.
_PATIENCE = 60
_CPU = 4 * SECONDS
# The process tells its own most memory: what the system counts of a child begins with what its parent has.
_MEASURED = """
import atexit, resource, sys
def told():
    sys.stdout.flush()
    try:
        most = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
    except OSError:  # macOS, which counts in bytes
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stderr.write(f"\\nmost memory {most}")
atexit.register(told)
from cli.main import main
main()
"""


@dataclass(frozen=True)
class Run:
    """What came of a run: seconds of the processor, most memory in megabytes."""

    status: int
    out: str
    err: str
    seconds: float
    megabytes: float

    @property
    def text(self) -> str:
        return self.out + self.err


def run(folder: Path, arguments: Sequence[str], typed: str = "", **environment: str) -> Run:
    """Run `rulewright` with a folder as the working folder."""
    out, err = folder.parent / "out", folder.parent / "err"
    with out.open("wb") as out_file, err.open("wb") as err_file:
        process = subprocess.Popen(
            [sys.executable, "-c", _MEASURED, *arguments],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=out_file,
            stderr=err_file,
            env={**_environment(folder), **environment},
            preexec_fn=_limited,  # noqa: PLW1509 - nothing runs beside it
        )
        assert process.stdin is not None
        process.stdin.write(typed.encode())
        process.stdin.close()
        ending = threading.Timer(_PATIENCE, process.kill)
        ending.start()
        _, waited, usage = os.wait4(process.pid, 0)
        ending.cancel()
        process.returncode = os.waitstatus_to_exitcode(waited)
    told, _, most = err.read_text("utf-8", "replace").rpartition("\nmost memory ")
    found = Run(
        process.returncode,
        out.read_text("utf-8", "replace"),
        told,
        usage.ru_utime + usage.ru_stime,
        int(most) / 1024 if most.isdigit() else 0.0,
    )
    out.unlink()
    err.unlink()
    return found


def _environment(folder: Path) -> Mapping[str, str]:
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    return {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONIOENCODING": "utf-8",
        "HOME": str(home),
        "TMPDIR": str(home),
    }


def _limited() -> None:
    """Let the system end what no check of ours would: an endless loop, a memory that grows and grows."""
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CPU, (_CPU, _CPU))
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


def contents(folder: Path) -> dict[str, tuple[int, int]]:
    """Everything under a folder: kind and size, and when it was written; links are not followed."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        found[str(path.relative_to(folder))] = (status.st_mode, 0 if path.is_dir() else status.st_mtime_ns)
    return found
