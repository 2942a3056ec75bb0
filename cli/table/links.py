"""The links of a table: who has one sees what its seat sees."""

from __future__ import annotations

import hmac
import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cli.session.session import Session

SPECTATOR = "spectator"


def new_link() -> str:
    """Return a word that nobody can guess."""
    return secrets.token_urlsafe(16)


def name_of(tokens: Mapping[str, str], token: str) -> str:
    """Return whose link a word is, `p1` or `spectator`; empty: it is none."""
    found = (name for known, name in tokens.items() if hmac.compare_digest(known.encode(), token.encode()))
    return next(found, "")


def seat_of(name: str) -> int | None:
    """Return the seat of a link's name, from 0; None: a spectator."""
    return None if name == SPECTATOR else int(name.removeprefix("p")) - 1


def tokens_of(session: Session) -> dict[str, str]:
    """Return the links of a game by their secret: those beside its journal, and new ones for what has none.

    Who is given a link sees what its seat sees, so nobody else may read the file.
    """
    wanted = [*(f"p{seat + 1}" for seat in session.people), SPECTATOR]
    file = session.journal.path.with_name(f"{session.journal.path.name}.links")
    kept: dict[str, str] = {}
    with suppress(OSError, ValueError):
        found = json.loads(file.read_text(encoding="utf-8"))
        kept = {str(name): str(token) for name, token in found.items()} if isinstance(found, dict) else {}
    tokens = {name: kept.get(name) or new_link() for name in wanted}
    _write_private(file, json.dumps(tokens))
    return {token: name for name, token in tokens.items()}


def _write_private(file: Path, text: str) -> None:
    """Write a file that only its owner may read."""
    with suppress(FileNotFoundError):
        file.unlink()
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
