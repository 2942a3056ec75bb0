"""Games on other machines: the workers of a Dask cluster (docs/machines.md).

It needs `rulewright[cluster]`, and is all that knows of Dask.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from secrets import token_hex
from signal import SIGINT
from typing import Any

import distributed
from distributed.utils import sync

from interpreter import Workers, WorkersLost, cores, play_range
from interpreter.processes import interrupts_held_back

# A scheduler that has not answered after so many seconds is not there: with imports that is under five.
CONNECT = 3.0
# So often, in seconds, the scheduler is asked which workers there are.
LOOK = 1.0
_LOCAL = "local"


def connect(address: str) -> DaskWorkers:
    """Return the workers of a cluster: at tcp://HOST:PORT or tls://HOST:PORT, of a file, or local[:N].

    The file is one that a scheduler has written. The last begins N workers on this machine, one for each
    processor by default, and ends them when it is closed. Certificates are those that the configuration of
    Dask names. Raises WorkersLost where there is no such cluster.
    """
    kind, _, number = address.partition(":")
    if kind == _LOCAL:
        if number and not (number.isascii() and number.isdigit() and 0 < int(number) < 1000):
            raise WorkersLost(f"'{address}' should read local or local:N, with a number of workers")
        return DaskWorkers(_begun_here(int(number or cores())), address)
    found: dict[str, Any] = {"address": address}
    if "://" not in address:
        if not Path(address).is_file():
            raise WorkersLost(
                f"'{address}' is no cluster: write tcp://HOST:PORT, tls://HOST:PORT, the name of a scheduler "
                f"file, or local[:N]"
            )
        found = {"scheduler_file": address}
    if kind == "tls" and distributed.Security().get_connection_args("client").get("ssl_context") is None:
        raise WorkersLost(
            f"{address} needs certificates, and the configuration of Dask names none (distributed.comm.tls)"
        )
    try:
        client = distributed.Client(**found, timeout=CONNECT, set_as_default=False, name="rulewright")
    except Exception as error:
        why = f" ({error})" if str(error) else ""
        raise WorkersLost(f"no Dask scheduler answers at {address}{why}") from None
    return DaskWorkers(client, address)


def _begun_here(workers: int) -> distributed.Client:
    """Begin a cluster on this machine, which nobody else can reach."""
    # A Ctrl-C at the terminal is for the command; Dask ends its workers by asking them.
    with interrupts_held_back(SIGINT):
        cluster = distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
    return distributed.Client(cluster, set_as_default=False, name="rulewright")


def play(parcel: bytes, task: Mapping[str, Any], tries: int, patience: float | None, run: list[str]) -> Any:
    """Play a range in a worker of a cluster; run: under which name the scheduler notes that it has begun.

    Dask itself gives the tasks of a worker that was lost to others. A task that finds itself begun before is
    a second try, and is played with care.
    """
    worker = distributed.get_worker()
    begun = sync(worker.loop, worker.scheduler.get_metadata, keys=run, default=0)
    sync(worker.loop, worker.scheduler.set_metadata, keys=run, value=begun + 1)
    return {**play_range(parcel, task, tries + begun, patience), "worker": worker.address}


class DaskWorkers(Workers):
    """The workers of a Dask cluster, which come and go."""

    def __init__(self, client: distributed.Client, address: str) -> None:
        """Take a client that is connected; it is closed with these."""
        super().__init__()
        self._client, self._address = client, address
        self._executor = client.get_executor(pure=False)
        self._run = f"rulewright-{token_hex(8)}"
        self._there: Mapping[str, int] = {}
        self._looked = 0.0
        # Who has refused to play, who has not answered, and when each has answered last.
        self._refused: set[str] = set()
        self._silent: set[str] = set()
        self._heard: dict[str, float] = {}
        self._look()

    def _look(self) -> None:
        """Learn, now and then, which workers there are."""
        now = time.monotonic()
        if now - self._looked < LOOK and self._there:
            return
        if self._client.status != "running":
            raise WorkersLost(f"the Dask scheduler at {self._address} is gone")
        with suppress(OSError):
            self._there = dict(self._client.nthreads())
        self._looked = now

    def _players(self) -> list[str]:
        return [worker for worker in self._there if worker not in self._refused | self._silent]

    @property
    def count(self) -> int:
        """How many threads the workers have that play."""
        self._look()
        return sum(self._there[worker] for worker in self._players())

    def submit(
        self, name: str, parcel: bytes, task: Mapping[str, Any], tries: int, patience: float | None
    ) -> Future[dict[str, Any]]:
        """Let Dask choose a worker."""
        self._look()
        only = self._players() if self._refused or self._silent else None
        key = f"{self._run}-{name}"
        future: Future[dict[str, Any]] = self._executor.submit(
            play, parcel, task, tries, patience, [self._run, name], key=key, workers=only or None
        )
        future.add_done_callback(self._note_who)
        return future

    def _note_who(self, future: Future[dict[str, Any]]) -> None:
        """A worker that answers is there."""
        if not future.cancelled() and future.exception() is None:
            worker = future.result()["worker"]
            self._heard[worker] = time.monotonic()
            self._silent.discard(worker)

    def is_loss(self, error: Exception) -> bool:
        """Whether workers were lost over a task; raises WorkersLost where they cannot play at all."""
        if isinstance(error, ImportError):
            raise WorkersLost(
                f"a worker of the cluster cannot load Rulewright ({error}): "
                f"install rulewright {version('rulewright')} there"
            ) from None
        return isinstance(error, (distributed.KilledWorker, OSError))

    def lost(self, waiting: Mapping[str, float]) -> Iterable[str]:
        """Of workers that have answered nothing for so long, the ranges."""
        now = time.monotonic()
        for name, worker in self._where(waiting):
            if now - self._heard.get(worker, 0.0) > waiting[name]:
                if worker not in self._silent:
                    self.notice(f"{worker} does not answer; others play what it had")
                self._silent.add(worker)
                yield name

    def _where(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Which worker has which of these ranges: to be played, or its result."""
        keys = {f"{self._run}-{name}": name for name in names}
        client: Any = self._client
        with suppress(OSError):
            for worker, playing in client.processing().items():
                yield from ((keys[key], worker) for key in playing if key in keys)
            for key, holders in client.sync(client.scheduler.who_has, keys=list(keys)).items():
                yield from ((keys[key], worker) for worker in holders)

    def refused(self, result: Mapping[str, Any]) -> bool:
        """Leave a worker out."""
        if result["worker"] not in self._refused:
            self.notice(f"{result['worker']} is left out: {result['refused']}")
        self._refused.add(result["worker"])
        return bool(self._players())

    def close(self) -> None:
        """Cancel what is out, and leave the cluster."""
        with suppress(Exception):
            self._executor.shutdown(wait=False)
            if self._client.status == "running":
                self._client.set_metadata([self._run], None)
        cluster = self._client.cluster
        self._client.close(timeout=2)
        if cluster is not None:
            cluster.close(timeout=10)
