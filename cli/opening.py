"""From the options of a command to a game that is played, or to a position of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.exit_status import FAULTS
from cli.options import GameChoice
from cli.seats import name_seats
from cli.session.beginning import begin as begin_session
from cli.session.beginning import begin_at as begin_session_at
from cli.session.beginning import take_up
from cli.session.seats import HUMAN, OPPONENT
from cli.session.session import ASKS_SOLE, COSTS, Session
from cli.show.problems import count_text, journal_text
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import State

FILE = click.Path(dir_okay=False, path_type=Path)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
# So much of a wrong name is shown; so many digits of a number of choices are read.
_NAME_SHOWN, _DIGITS = 80, 12

save_option = click.option(
    "--save", type=FILE, help="Where to save the journal; by default in your data folder."
)
resume_option = click.option(
    "--resume",
    type=EXISTING_FILE,
    help="Continue the game of a journal, with its seats; --seat replaces one. No GAME is needed then.",
)
sole_option = click.option(
    "--sole",
    type=click.Choice(ASKS_SOLE),
    default=COSTS,
    help="Whether people are asked before an option that brings a sole possibility along: always, where it "
    "costs something that they have not read in the list (the default), or never.",
)


def begin(
    choice: GameChoice,
    seats: Sequence[str],
    default: Sequence[str],
    *,
    seed: int | None,
    save: Path | None,
    notice: Callable[[str], Any],
) -> Session:
    """Set a new game up, with its journal; default: who takes the seats that are not given."""
    if not choice.target:
        raise click.UsageError("Missing argument 'GAME'.")
    loaded = choice.for_seats(seats).load()
    assert loaded.game is not None, "a game is loaded, or the command has ended"
    names = name_seats(seats, loaded.game.players, default)
    return begin_session(loaded, names, seed=seed, save=save, notice=notice)


def begin_at(
    choice: GameChoice, seats: Sequence[str], place: str, *, seed: int | None, after: bool
) -> Session:
    """Begin at a scenario, FILE:NAME: where its `when` begins, or after it; nothing of it is kept.

    A person takes the seat that is asked first, bots the others, unless `seats` says so.
    """
    from interpreter import scenario_state

    file, colon, name = place.rpartition(":")
    if not colon:
        raise click.UsageError(f"--from takes FILE:SCENARIO, not '{place}'.")
    loaded, state = scenario_state(file, name.strip(), choice.search, after=after)
    default = [HUMAN if seat == max(state.seat, 0) else OPPONENT for seat in range(state.game.players)]
    names = name_seats(seats, state.game.players, default[len(seats) :] or [HUMAN])
    return begin_session_at(loaded, state, names, seed)


def resume(choice: GameChoice, seats: Sequence[str], file: Path, notice: Callable[[str], Any]) -> Session:
    """Take a game up where its journal ends, with its seats; those that are given replace them."""
    from interpreter import replay

    outcome = replay(file, choice.search)
    for fault in outcome.notices:
        notice(journal_text(fault))
    names = name_seats(seats, outcome.game.players, outcome.journal.header.seats or [HUMAN])
    return take_up(outcome, file, names, notice)


def position_at(choice: GameChoice, at: str, seed: int | None = None, *, quiet: bool = False) -> State:
    """Return the position that JOURNAL[:N] names, in a game that must be the one chosen.

    A journal that departs from the rules is reported and ends the command.
    """
    from interpreter import Journal, replay

    file, number = _journal_and_number(at)
    refuse_settings(choice, seed, None, by="--at")
    holds = len(Journal.open(file).entries)
    if number is not None and number > holds:
        message = f"{file} holds {count_text(holds, 'choice')}: N is at most {holds}"
        raise click.BadParameter(message, param_hint="'--at'")
    outcome = replay(file, choice.search, number)
    for notice in outcome.notices:
        if outcome.departed is not None or not quiet:
            say(journal_text(notice), err=True)
    if outcome.departed is not None:
        raise click.exceptions.Exit(FAULTS)
    game = outcome.game
    if choice.target != game.id and Path(choice.target).resolve() != Path(game.path).resolve():
        message = f"{file} is a journal of '{game.id}', not of '{choice.target}'"
        raise click.BadParameter(message, param_hint="'--at'")
    return outcome.state


def _journal_and_number(at: str) -> tuple[Path, int | None]:
    """Return the file and the number of JOURNAL[:N]; a file whose name ends so is that file."""
    name, colon, number = at.rpartition(":")
    if _is_file(at) or not colon:
        name, colon = at, ""
    if not _is_file(name):
        raise click.BadParameter(f"there is no journal {name[:_NAME_SHOWN]}", param_hint="'--at'")
    if not colon:
        return Path(name), None
    if not (number.isascii() and number.isdigit()):
        message = f"'{number[:_NAME_SHOWN]}' should be a number of choices, as in {name}:12"
        raise click.BadParameter(message, param_hint="'--at'")
    # No journal has more lines than its digits can count.
    return Path(name), int(number.lstrip("0")[:_DIGITS] or "0")


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # such as one that is too long for a name
        return False


def refuse_settings(
    choice: GameChoice, seed: int | None, save: Path | None, by: str = "--resume", holds: str = "the journal"
) -> None:
    """Refuse what the journal of a resumed game has settled already, or the scenario that one begins at."""
    settled = {
        "--players": choice.players,
        "--with": choice.overlays or None,
        "--set": choice.settings or None,
        "--seed": seed,
        "--save": save,
    }
    given = [name for name, value in settled.items() if value is not None]
    if given:
        raise click.UsageError(f"{', '.join(given)} cannot be used with {by}: {holds} settles it.")
