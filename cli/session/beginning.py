"""Begins a game, or takes one up where its journal ends; faults are exceptions of the interpreter's kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.journals import MOST_KEPT, place_for, prune
from cli.seen.log import Log
from cli.session.seats import drawn_seed
from cli.session.session import Session

if TYPE_CHECKING:
    from interpreter import Game, Journal, Loaded, Replay, State

Notice = Callable[[str], Any]


class Departed(Exception):
    """A journal holds a choice that the rules do not allow."""


def begin(
    loaded: Loaded, names: Sequence[str], *, seed: int | None, save: Path | None, notice: Notice
) -> Session:
    """Set a new game up, with its journal; names: who takes each seat.

    Raises UsageFault where the journal cannot be written.
    """
    assert loaded.game is not None, "a game is loaded, or the command has ended"
    state, journal, log = _begun(loaded.game, names, seed, save, notice)
    return Session(state, journal, names, log, loaded)


def begin_again(session: Session, notice: Notice) -> None:
    """Begin the same game with the same people at the same seats, in place of one that is over.

    Raises UsageFault where the journal cannot be written.
    """
    made = _begun(session.game, session.seats, None, None, notice)
    session.state, session.journal, session.log = made
    session.begun = None
    session.undone.clear()
    session.stand_ins.clear()


def _begun(
    game: Game, names: Sequence[str], seed: int | None, save: Path | None, notice: Notice
) -> tuple[State, Journal, Log]:
    """Make a new game, with its journal."""
    from interpreter import Journal, UsageFault

    seed = drawn_seed() if seed is None else seed
    log, state = Log.of(game, seed, ())
    path = save or place_for(game, seed)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if save is None:
            # One of an earlier version, or another user's, who then answers for it.
            with suppress(PermissionError):
                path.parent.chmod(0o700)
        journal = Journal.create(path, game, seed, names)
    except FileExistsError:
        raise UsageFault(f"{path} is there already; --resume goes on with its game.") from None
    except OSError as error:
        raise UsageFault(f"the journal cannot be written: {error}; --save FILE names a place") from None
    notice(f"{game.title}: seed {seed}, journal {path}")
    if save is None and (gone := prune(path.parent)):
        notice(
            f"{path.parent} keeps {MOST_KEPT} journals: the {gone} oldest are removed; --save FILE keeps one"
        )
    return state, journal, log


def begin_at(loaded: Loaded, begun: State, names: Sequence[str], seed: int | None) -> Session:
    """Begin at a state that something else has made; nothing of the game is kept."""
    from interpreter import Journal

    seed = drawn_seed() if seed is None else seed
    begun = begun.reseeded(seed)
    log, state = Log.of(begun.game, seed, (), begun)
    return Session(state, Journal.unwritten(begun.game, seed, names), names, log, loaded, begun=begun)


def take_up(outcome: Replay, file: Path, names: Sequence[str], notice: Notice) -> Session:
    """Take a game up where its journal ends; what was set up then stays, but seats may change hands.

    Raises Departed where the journal does not hold the rules.
    """
    if outcome.departed is not None:
        raise Departed(f"{file}:{outcome.departed}: from here on the journal departs from the rules")
    game, journal = outcome.game, outcome.journal
    journal.seats = tuple(names)
    notice(f"{game.title}: resumed after {len(journal.entries)} choices, journal {file}")
    log, state = Log.of(game, journal.header.seed, [entry.choice for entry in journal.entries])
    return Session(state, journal, names, log, outcome.loaded)
