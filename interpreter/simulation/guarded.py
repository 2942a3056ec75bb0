"""A second try: games played one by one in a process of their own, which they may end.

A range whose worker was lost is played here, so that a game which ends its process or does not end itself is
found, and the worker goes on with the next.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from select import select
from typing import Any

from interpreter.simulation.tasks import Kept, Task
from interpreter.wasm.engine import NoEngine

# How such a game ends.
ENDED_PROCESS = "it ended its process twice"
NEVER_ENDED = "it did not end in time, twice"
_BLOCK = 65_536


def play_guarded(parcel: bytes, kept: Kept, task: Task, patience: float | None) -> dict[str, Any]:
    """Play a task as `Task.play` does; patience: seconds after which a game counts as endless, None: never.

    Raises RuntimeError where the other process cannot begin, or fails by itself.
    """
    rows: list[Any] = []
    while len(rows) < len(task):
        with _Child(parcel, [task.one(number) for number in range(len(rows), len(task))]) as child:
            try:
                rows += child.rows(patience)
            except TimeoutError:
                rows += [*child.done, task.lost(kept, NEVER_ENDED)]
            except EOFError:
                rows += [*child.done, task.lost(kept, f"{ENDED_PROCESS} ({child.ending()})")]
    return task.with_rows(kept, rows)


class _Child:
    """The other process: it is sent a parcel and tasks of one game each, and answers each with a line."""

    def __init__(self, parcel: bytes, tasks: list[Task]) -> None:
        self.done: list[Any] = []
        self._wanted = len(tasks)
        self._unread = b""
        # What it imports, it finds where this process does. A Ctrl-C at the terminal is not for it.
        self._process = subprocess.Popen(
            [sys.executable, "-m", f"{__package__}.second_try"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path))},
            start_new_session=True,
        )
        sent = {"parcel": base64.b64encode(parcel).decode(), "tasks": [task.plain for task in tasks]}
        with suppress(BrokenPipeError):
            assert self._process.stdin is not None, "it was asked for"
            self._process.stdin.write(json.dumps(sent).encode() + b"\n")
            self._process.stdin.flush()

    def __enter__(self) -> _Child:
        return self

    def __exit__(self, *_: object) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                assert pipe is not None, "it was asked for"
                pipe.close()

    def rows(self, patience: float | None) -> list[Any]:
        """Return the rows of all games; after a TimeoutError or EOFError `done` has those before."""
        try:
            ready = self._line(None)
        except EOFError:
            raise RuntimeError(f"a process for a second try did not begin: {self.ending()}") from None
        _raise_what_went_wrong(ready)
        while len(self.done) < self._wanted:
            answer = self._line(patience)
            _raise_what_went_wrong(answer)
            self.done += answer["rows"]
        return self.done

    def _line(self, patience: float | None) -> Any:
        """Return what it says next."""
        assert self._process.stdout is not None, "it was asked for"
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._unread:
            if not select([pipe], [], [], patience)[0]:
                raise TimeoutError
            block = os.read(pipe, _BLOCK)
            if not block:
                raise EOFError
            self._unread += block
        line, _, self._unread = self._unread.partition(b"\n")
        return json.loads(line)

    def ending(self) -> str:
        """How it ended: the name of a signal, or its status."""
        status = self._process.wait()
        with suppress(ValueError):
            return signal.Signals(-status).name
        return f"status {status}"


def _raise_what_went_wrong(answer: Mapping[str, Any]) -> None:
    if "no_engine" in answer:
        raise NoEngine(answer["no_engine"])
    if "failed" in answer:
        raise RuntimeError(answer["failed"])
