"""All lowerings: importing this fills the tables of context.py.

Raises LookupError, with the names, where a kind of node or a built-in has none.
"""

from interpreter.compiler import built_in_code, counters, expressions, pieces, statements
from interpreter.compiler.context import missing

MODULES = (expressions, built_in_code, counters, pieces, statements)

if missing():
    raise LookupError(f"nothing lowers {', '.join(missing())}")
