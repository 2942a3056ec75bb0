"""On PYTHONPATH, this lets games go wrong as no ruleset can: RULEWRIGHT_MISHAP says how, and in which game.

`kill:SEED` ends the process that plays the game of this seed, `hang:SEED` never ends the game, and
`raise:SEED` is a bug in us. Python imports this file in every process; it changes one function.
"""

import os
import signal
import sys
import time
from importlib.machinery import ModuleSpec, PathFinder

CHANGED = "interpreter.simulation.played"


class Mishaps:
    """Finds one module and changes it."""

    def __init__(self, how: str, seed: int) -> None:
        self.how, self.seed = how, seed

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        """Python asks here first."""
        if name != CHANGED:
            return None
        spec = PathFinder.find_spec(name, path)  # type: ignore[arg-type]
        assert spec is not None
        assert spec.loader is not None
        run = spec.loader.exec_module

        def changed(module) -> None:  # type: ignore[no-untyped-def]
            run(module)
            before = module.play_one

            def play_one(game, bots, seed, *others, **more):  # type: ignore[no-untyped-def]
                if seed == self.seed:
                    self.go_wrong()
                return before(game, bots, seed, *others, **more)

            module.play_one = play_one

        spec.loader.exec_module = changed  # type: ignore[method-assign]
        return spec

    def go_wrong(self) -> None:
        """As wanted."""
        if self.how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.how == "raise":
            raise KeyError("nothing")
        time.sleep(10_000)


if "RULEWRIGHT_MISHAP" in os.environ:
    HOW, _, SEED = os.environ["RULEWRIGHT_MISHAP"].partition(":")
    sys.meta_path.insert(0, Mishaps(HOW, int(SEED)))
