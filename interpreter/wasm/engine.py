"""Modules run by wasmtime: games between bots, each wholly inside.

Where a module cannot go on, as where rules go wrong, the game is played again in Python, which says what is
wrong and where; so both engines tell the same of every game.
"""

from __future__ import annotations

import atexit
import ctypes
import struct
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from itertools import islice
from threading import Event, Thread, local
from time import perf_counter, process_time
from typing import Any, NamedTuple

from interpreter.bots import Thought
from interpreter.extras import to_install
from interpreter.play.chance import MASK64
from interpreter.play.game import Game
from interpreter.wasm.body import Unsupported
from interpreter.wasm.cache import compiled
from interpreter.wasm.module import BOTS, EXPORTS, Module, module_of

# So few games are not worth making a module for.
FEW = 50


class NoEngine(Exception):
    """The reason why games cannot be played in WebAssembly."""


# A batch takes about so long at most, in seconds, so that what came of games is told now and then; and it has
# so many games at first.
_LONG = 0.05
_FIRST_BATCH = 16
# So often, in seconds, it is looked whether play has taken too long.
_WATCHED = 0.05


class Ended(NamedTuple):
    """A finished game: its decisions, the hash of its last position if asked for, the numbers of its end.

    thoughts: what each seat's bot has thought; for how long is its share of what the batch took; record:
    as in `play/record.py`, where games are recorded.
    """

    decisions: int
    hash: str
    ending: tuple[int, ...]
    thoughts: tuple[Thought, ...]
    record: bytes = b""


# The seed of a game, and those of its seats.
Seats = tuple[int, Sequence[int]]


class Instance:
    """A memory and the functions of a module, called without a look at their types: all are the same."""

    def __init__(self, wasmtime: Any, engine: Any, compiled: Any) -> None:
        self._ffi: Any = wasmtime._ffi
        self._store = wasmtime.Store(engine)
        self._context = self._store._context()
        exports = wasmtime.Instance(self._store, compiled, []).exports(self._store)
        # These last as long as the store, and so does the memory's place: the engine's memories do not move.
        self._functions = {name: ctypes.byref(exports[name]._func) for name in EXPORTS}
        self.base = ctypes.cast(exports["memory"].data_ptr(self._store), ctypes.c_void_p).value or 0
        self._values = (self._ffi.wasmtime_val_raw_t * 4)()
        # Each value has the room of two numbers; the first is its own.
        self._numbers = (ctypes.c_int64 * 8).from_buffer(self._values)
        self._trap = ctypes.POINTER(self._ffi.wasm_trap_t)()
        self._stopped = ctypes.byref(self._trap)

    def call(self, name: str, *given: int) -> int | None:
        """Call a function with numbers; None where it stops because rules go wrong."""
        numbers, ffi, place = self._numbers, self._ffi, 0
        for number in given:
            numbers[place] = number
            place += 2
        failed = ffi.wasmtime_func_call_unchecked(
            self._context, self._functions[name], self._values, len(self._values), self._stopped
        )
        if failed:
            ffi.wasmtime_error_delete(failed)
            return None
        if self._trap:
            ffi.wasm_trap_delete(self._trap)
            self._trap = ctypes.POINTER(ffi.wasm_trap_t)()
            self._stopped = ctypes.byref(self._trap)
            return None
        return numbers[0]


class Engine:
    """One game's module, compiled; each thread that plays has its own memory."""

    def __init__(self, game: Game) -> None:
        """Make and compile it; raises NoEngine."""
        import wasmtime  # noqa: PLC0415 - an extra

        self.game = game
        self._wasmtime: Any = wasmtime
        config = wasmtime.Config()
        config.memory_may_move = False
        # What is only counted may be rules of a stranger that nobody asked to play: it can be stopped.
        config.epoch_interruption = game.counts
        self._engine = wasmtime.Engine(config)
        self.module: Module
        try:
            self._compiled, self.module = compiled(game, self._engine, wasmtime, lambda: module_of(game))
        except Unsupported as what:
            raise NoEngine(f"this cannot be done in WebAssembly yet: {what}") from None
        self._of_thread = local()
        self._size = _FIRST_BATCH
        # Whether it was stopped: nothing is played any more.
        self.over = False
        try:
            self._instance()
        except wasmtime.WasmtimeError:
            raise NoEngine("this machine has no room for the memory of a module") from None

    @contextmanager
    def stopped_after(self, seconds: float) -> Iterator[None]:
        """Play no longer than so many seconds of the processor: what has not ended then cannot be played.

        Only of a game whose code counts.
        """
        until, done = process_time() + seconds, Event()

        def watch() -> None:
            while not done.wait(_WATCHED):
                if process_time() > until:
                    self.over = True
                    self._engine.increment_epoch()
                    return

        Thread(target=watch, daemon=True).start()
        try:
            yield
        finally:
            done.set()

    def play(
        self,
        seeds: Iterable[Seats],
        bots: Sequence[str] = (),
        hashes: int | None = None,
        *,
        recorded: bool = False,
    ) -> Generator[Ended | None, None, None]:
        """Play games between bots, in order; None stands for a game that Python must play.

        bots: one for each seat, all of them random if nothing is said; hashes: of how many games, the first
        ones, the last position is hashed, of all if nothing is said; recorded: whether each has its record.
        """
        for batch, hashed in self._batches(iter(seeds), hashes):
            yield from self._batch(batch, bots, hashed, recorded=recorded)

    def _batches(self, seeds: Iterator[Seats], hashes: int | None) -> Iterator[tuple[list[Seats], int]]:
        """Games that are played in one call, as many as do not take long, and of how many to tell a hash."""
        begun = 0
        self._size = _FIRST_BATCH
        while batch := list(islice(seeds, self._size)):
            yield batch, len(batch) if hashes is None else max(0, hashes - begun)
            begun += len(batch)

    def _batch(
        self, seeds: Sequence[Seats], bots: Sequence[str], hashed: int, *, recorded: bool = False
    ) -> list[Ended | None]:
        """Play a batch in this thread's own memory."""
        kinds = [BOTS[bot] for bot in bots] or [0] * self.game.players
        ended: list[Ended | None] = []
        while len(ended) < len(seeds):
            if self.over:
                return [*ended, *([None] * (len(seeds) - len(ended)))]
            left = seeds[len(ended) :]
            store, memory, play = self._instance()
            numbers = [number & MASK64 for seed, seats in left for number in (seed, *seats)]
            memory.write(store, struct.pack(f"<{len(numbers)}Q", *numbers), self.module.places["IN"])
            memory.write(store, struct.pack(f"<{len(kinds)}q", *kinds), self.module.places["BOTS"])
            memory.write(store, bytes(16), self.module.places["DONE"])
            failed, start = False, perf_counter()
            try:
                play(store, len(left), hashed - len(ended), int(recorded))
            except (self._wasmtime.Trap, self._wasmtime.WasmtimeError):
                failed = True
            seconds = perf_counter() - start
            ended += _timed(self._games_ended(store, memory, recorded=recorded), seconds)
            if failed:
                ended.append(None)
                self._of_thread.instance = None
            elif seconds < _LONG / 2 and len(left) == self._size:
                self._size = min(2 * self._size, self.module.places["BATCH"])
        return ended

    def instance(self) -> Instance:
        """A memory of its own."""
        return Instance(self._wasmtime, self._engine, self._compiled)

    def _instance(self) -> tuple[Any, Any, Any]:
        """The store, the memory and the entry of this thread."""
        found: tuple[Any, Any, Any] | None = getattr(self._of_thread, "instance", None)
        if found is None:
            store = self._wasmtime.Store(self._engine)
            if self.game.counts:
                store.set_epoch_deadline(1)
            exports = self._wasmtime.Instance(store, self._compiled, []).exports(store)
            found = self._of_thread.instance = (store, exports["memory"], exports["play_many"])
        return found

    def _games_ended(self, store: Any, memory: Any, *, recorded: bool) -> list[Ended]:
        """The outcomes of the games that are done."""
        places, end_numbers, players = self.module.places, self.module.end_numbers, self.game.players
        done, end = struct.unpack("<2q", memory.read(store, places["DONE"], places["DONE"] + 16))
        text = bytes(memory.read(store, places["OUT"], end)) if done else b""
        numbers, at, found = struct.Struct(f"<{2 + end_numbers + 2 * players}q"), 0, []
        for _ in range(done):
            decisions, length, *more = numbers.unpack_from(text, at)
            at += numbers.size
            digest = blake2b(text[at : at + length], digest_size=16).hexdigest() if length else ""
            at += (length + 7) // 8 * 8
            record = b""
            if recorded:
                size = int.from_bytes(text[at : at + 8], "little")
                record = text[at + 8 : at + 8 + size]
                at += 8 + (size + 7) // 8 * 8
            thoughts = [
                Thought(more[place], more[place + 1], 0.0) for place in range(end_numbers, len(more), 2)
            ]
            found.append(Ended(decisions, digest, tuple(more[:end_numbers]), tuple(thoughts), record))
        return found

    def choices(self, seed: Seats, bots: Sequence[str] = ()) -> list[int]:
        """Play one game and return the options taken, as their places; empty where it cannot be played."""
        (ended,) = self._batch([seed], bots, 0)
        if ended is None:
            return []
        store, memory, _ = self._instance()
        at = self.module.places["CHOICES"]
        return list(struct.unpack(f"<{ended.decisions}i", memory.read(store, at, at + 4 * ended.decisions)))


def _timed(ended: Sequence[Ended], seconds: float) -> list[Ended]:
    """Games with how long their bots have thought: of what all took together, as much as they looked at."""
    steps = sum(thought.steps for each in ended for thought in each.thoughts)
    if not steps:
        return list(ended)
    return [
        each._replace(
            thoughts=tuple(
                thought._replace(seconds=seconds * thought.steps / steps) for thought in each.thoughts
            )
        )
        for each in ended
    ]


def plays_alone(bots: Sequence[str]) -> bool:
    """Whether a module has these bots, and plays whole games between them."""
    return all(bot in BOTS for bot in bots)


def engine_for(game: Game) -> Engine:
    """The engine for a game; raises NoEngine with the reason why there is none."""
    _need_wasmtime()
    return _engine_of(game)


def built_module(game: Game) -> bytes:
    """A game as a module for other hosts (docs/module.md); raises NoEngine."""
    _need_wasmtime()
    from wasmtime import wat2wasm  # noqa: PLC0415 - an extra

    try:
        return bytes(wat2wasm(module_of(game, host_api=True).text))
    except Unsupported as what:
        raise NoEngine(f"this cannot be done in WebAssembly yet: {what}") from None


def _need_wasmtime() -> None:
    if find_spec("wasmtime") is None:
        raise NoEngine(f"wasmtime is not installed: {to_install('fast')}")


@lru_cache(2)
def _engine_of(game: Game) -> Engine:
    return Engine(game)


# What is freed only after the modules of wasmtime are gone makes them complain.
atexit.register(_engine_of.cache_clear)
