"""Processes of this machine that work for this one: how they begin and end.

They are forked from a process that has no threads and has imported what they need. It begins early, and
imports while this one does something else; so this module itself imports little.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.forkserver
import os
import signal
import sys
from contextlib import suppress
from multiprocessing import resource_tracker
from multiprocessing.context import ForkServerContext, ForkServerProcess
from threading import Thread
from types import ModuleType
from typing import Any

_PRELOADED = "simulation.preloaded"


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def begin_processes() -> None:
    """Begin the process from which workers are forked, if it is not there; returns at once."""
    multiprocessing.set_forkserver_preload([f"{__package__}.{_PRELOADED}"])
    with interrupts_held_back():
        multiprocessing.forkserver.ensure_running()


class _Process(ForkServerProcess):
    """A process that does not begin with the main module of this one.

    It needs nothing of it, and a program need not be written so that it can be imported again.
    """

    def start(self) -> None:
        """Begin, while there seems to be an empty main module."""
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            super().start()
        finally:
            sys.modules["__main__"] = main


class WorkerContext(ForkServerContext):
    """Makes the processes of a pool, and knows them."""

    def __init__(self) -> None:
        super().__init__()
        self._made: list[_Process] = []

    def Process(self, *given: Any, **named: Any) -> _Process:  # type: ignore[override]  # noqa: N802
        """Make a process."""
        made = _Process(*given, **named)
        self._made.append(made)
        return made

    def kill(self) -> None:
        """End all processes, whatever they do."""
        for process in self._made:
            if process.pid is not None:
                with suppress(ValueError):  # closed already
                    process.kill()
        self._made.clear()


def begin_worker() -> None:
    """Begin a process of the pool: an interrupt is not for it, and it ends with the one that made it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class interrupts_held_back:  # noqa: N801 - it is used as a function
    """Holds back what ends a batch; processes begun meanwhile never hear it, for it is not for them."""

    def __init__(self, *signals: signal.Signals) -> None:
        """Take what is held back, if not a Ctrl-C and a request to end."""
        self._signals = signals or (signal.SIGINT, signal.SIGTERM)

    def __enter__(self) -> None:
        # Where Python begins this helper first, it lets through again what is held back.
        resource_tracker.ensure_running()
        self._before = signal.pthread_sigmask(signal.SIG_BLOCK, self._signals)

    def __exit__(self, *_: object) -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, self._before)
