"""Where `guarded` has games played: a parcel and tasks come in, and a line for each game goes out."""

from __future__ import annotations

import base64
import json
import os
import sys
from collections.abc import Iterator
from threading import Thread
from typing import Any

from interpreter.simulation.tasks import in_one_line, kept_game, task_of
from interpreter.wasm.engine import NoEngine


def _answers(sent: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Play what was sent; the first answer says that the game is made."""
    try:
        kept = kept_game(base64.b64decode(sent["parcel"]))
        yield {"ready": True}
        for plain in sent["tasks"]:
            yield {"rows": task_of(plain).play(kept)["rows"]}
    except NoEngine as why:
        yield {"no_engine": str(why)}
    except Exception as error:
        yield {"failed": in_one_line(error)}


def _end_with_the_other() -> None:
    """End when the process that wants to know is gone."""
    sys.stdin.buffer.read()
    os._exit(1)


def main() -> None:
    """Play what comes on standard input."""
    # Nothing but answers goes to standard output.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sent = json.loads(sys.stdin.buffer.readline())
    Thread(target=_end_with_the_other, daemon=True).start()
    for answer in _answers(sent):
        out.write(json.dumps(answer) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
