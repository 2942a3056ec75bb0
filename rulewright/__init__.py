"""Rules of board games as data: load, check, play and search games; docs/library.md shows how.

Everything public of the interpreter is here under one name. A name is fetched when it is first asked for, so
the command, which lies in this package once it is installed, shows its help without loading the interpreter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import *

    __version__: str
else:

    def __getattr__(name):
        """Fetch a public name of the interpreter, or the version of what is installed."""
        if name == "__version__":
            from importlib.metadata import version

            return version("rulewright")
        import interpreter as face

        if name == "__all__":
            return [*face.__all__, "__version__"]
        if name in face.__all__:
            return getattr(face, name)
        raise AttributeError(f"module 'rulewright' has no attribute '{name}'")

    def __dir__():
        """Name what there is, for those who ask."""
        return sorted([*globals(), *__getattr__("__all__")])
