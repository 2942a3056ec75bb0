"""The second back end: the intermediate representation as WebAssembly's text format."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.wasm import calls, expressions, gathering, statements, truths
from interpreter.wasm.emitting import emitted, function

# Each enters how it emits what it is for.
MODULES = (calls, expressions, gathering, statements, truths)

# What only Python's code has, and what is emitted with what it stands in.
_WITHIN_OTHERS = {"Pair", "Tracer"}
if missing := ir.kinds() - _WITHIN_OTHERS - emitted():
    raise LookupError(f"nothing emits {', '.join(sorted(missing))}")

__all__ = ["MODULES", "function"]
