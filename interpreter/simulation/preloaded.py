"""What a worker process imports, in the process from which all of them are forked."""

from contextlib import suppress

from interpreter.simulation import playing

with suppress(ImportError):
    import wasmtime

__all__ = ["playing", "wasmtime"]
