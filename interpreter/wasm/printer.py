"""The second printer of the intermediate form: WebAssembly text.

In: functions of a verified form, or of `library`, whose dialect is smaller and nearer to the machine. Out:
functions in WebAssembly's text format.
"""

from __future__ import annotations

from interpreter.wasm import calls, expressions, gathering, statements
from interpreter.wasm.printing import function

# Each enters how it prints what it is for.
MODULES = (calls, expressions, gathering, statements)

__all__ = ["MODULES", "function"]
