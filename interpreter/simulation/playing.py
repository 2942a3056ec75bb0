"""What a worker does: it makes a game of a parcel, plays a range of games and says what came of them."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from interpreter.simulation.guarded import play_guarded
from interpreter.simulation.parcel import Refused
from interpreter.simulation.tasks import Plain, in_one_line, kept_game, loaded_stays, task_of
from interpreter.wasm.engine import NoEngine


def play_range(
    parcel: bytes, plain: Mapping[str, Any], tries: int = 0, patience: float | None = None
) -> Plain:
    """Play a range of games; tries: how often its worker was lost, patience: seconds for each game then.

    Never raises: the result has `rows` or `tally`, `seconds` and `tries`; or, as a sentence, `refused`, as
    this worker will not play them, `no_engine` or `failed`, as nobody could.
    """
    try:
        task = task_of(plain)
        kept = kept_game(parcel)
        task.prepare(kept)
        start = perf_counter()
        with loaded_stays():
            result = play_guarded(parcel, kept, task, patience) if tries else task.play(kept)
        return {**result, "seconds": perf_counter() - start, "tries": tries}
    except Refused as why:
        return {"refused": str(why)}
    except NoEngine as why:
        return {"no_engine": str(why)}
    except Exception as error:
        return {"failed": in_one_line(error)}
