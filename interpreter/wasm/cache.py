"""Compiled modules kept on disk, so that the next process need not make them again.

A module is kept under a hash of all that it is made of: the game's compiled code and tables, the texts of
this program, the versions of wasmtime and Python. So it cannot be stale: what is made of other things has
another name.
"""

from __future__ import annotations

import json
import marshal
import re
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from math import inf
from pathlib import Path
from typing import Any

from interpreter.collecting import nothing_collected
from interpreter.kept_files import cache_folder, changed_meanwhile, hash_of_program, keep, kept
from interpreter.play.game import Game
from interpreter.wasm.body import Unsupported
from interpreter.wasm.module import Module

# So many modules are kept, those that were used last; each has about half a megabyte.
MOST = 40
_DIGEST = 16
# So many letters a function may have in a module that is made for a check: compiling it takes room and time.
_LONGEST_COUNTED = 800_000


def compiled(game: Game, engine: Any, wasmtime: Any, make: Callable[[], Module]) -> tuple[Any, Module]:
    """The compiled module of a game, and what its host must know; made, and kept, where it is not there.

    Nothing is kept of code that counts.
    """
    if game.counts:  # it is played once
        return _made(engine, wasmtime, make, _LONGEST_COUNTED)
    file = cache_folder("modules") / f"{key_of(game)}.module"
    with suppress(OSError, ValueError, KeyError, wasmtime.WasmtimeError):
        return _read(file, engine, wasmtime)
    built, module = _made(engine, wasmtime, make)
    with suppress(OSError):
        if not changed_meanwhile():
            _write(file, built.serialize(), module)
    return built, module


def _made(engine: Any, wasmtime: Any, make: Callable[[], Module], longest: float = inf) -> tuple[Any, Module]:
    with nothing_collected():
        module = make()
        functions = module.text.partition("(data ")[0].split("(func ")
        if max(map(len, functions)) > longest:
            raise Unsupported("a function of its module is too long for games that nobody asked for")
        return wasmtime.Module(engine, bytes(wasmtime.wat2wasm(module.text))), module


def _read(file: Path, engine: Any, wasmtime: Any) -> tuple[Any, Module]:
    """Read what was kept; raises ValueError where it is not whole."""
    content = kept(file)
    if content is None:
        raise ValueError(file)
    size, rest = int.from_bytes(content[:8], "big"), content[8:]
    known = json.loads(rest[:size])
    built = wasmtime.Module.deserialize(engine, rest[size:])
    return built, Module("", known["places"], known["end_numbers"])


def _write(file: Path, built: bytes, module: Module) -> None:
    known = json.dumps({"places": dict(module.places), "end_numbers": module.end_numbers}).encode()
    keep(file, len(known).to_bytes(8, "big") + known + built, MOST)


def key_of(game: Game) -> str:
    """A hash of all that the module of a game is made of."""
    found = blake2b(hash_of_program().encode(), digest_size=_DIGEST)
    for part in (game.fingerprint, game.players, game.overlays, game.options, game.weights, game.start):
        found.update(repr(part).encode())
    compiled = game.compiled
    for table in (compiled.tables, compiled.effects, compiled.agenda, compiled.points):
        # Where in memory a function lies says nothing of it.
        found.update(re.sub(" at 0x[0-9a-f]+", "", repr(table)).encode())
    for name in compiled.functions:
        # In the second version of its format equal code has equal bytes.
        found.update(marshal.dumps(game.namespace[name].__code__, 2))
    return found.hexdigest()
