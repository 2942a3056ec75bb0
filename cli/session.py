"""A game that is being played, without a screen: its position, journal, log and seats.

`play` shows one at the terminal, `table` in the browser.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.journals import MOST_KEPT, place_for, prune
from cli.options import GameChoice, drawn_seed
from cli.seats import HUMAN, choose_as_bot, name_seats
from cli.seen.log import Log
from cli.show.problems import count_text, journal_text
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import Game, Journal, Loaded, State

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
    help="Continue the game of a journal, with its seats; --seat replaces one. GAME is not needed.",
)


class Departed(click.ClickException):
    """A journal holds a choice that the rules do not allow."""

    exit_code = 1


@dataclass
class Session:
    """A game being played, and who sits where; `loaded` is what it was made of.

    undone: what was taken back last and can be made again, the next choice last; begun: the state that a copy
    began at; stand_ins: the bots that choose for people who have gone, by seat.
    """

    state: State
    journal: Journal
    seats: Sequence[str]
    log: Log
    loaded: Loaded
    undone: list[str] = field(default_factory=list)
    begun: State | None = None
    # What was made for pages last, each with all that it shows.
    drawn: dict[tuple[str, ...], tuple[Any, str]] = field(default_factory=dict, repr=False)
    stand_ins: dict[int, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def people(self) -> list[int]:
        """The seats of people, from 0."""
        return [seat for seat, name in enumerate(self.seats) if name == HUMAN]

    @property
    def name(self) -> str:
        """Who decides now: a person, a bot by its name, or nobody any more (empty)."""
        if self.state.decision is None:
            return ""
        return self.stand_ins.get(self.state.seat) or self.seats[self.state.seat]

    def take(self, index: int) -> None:
        """Make a choice, which the journal then holds, and the log."""
        seat = self.state.seat
        chosen = self.journal.play(self.state, index)
        self.log.done.append((seat, self.state.happened))
        # Whoever goes another way than before cannot go on with what was taken back.
        if self.undone and self.undone.pop() != chosen:
            self.undone.clear()

    def take_as_bot(self) -> None:
        """Make the choice of the bot that decides now."""
        self.take(choose_as_bot(self.name, self.state, self.journal.header.seed))

    def undo(self, seat: int, times: int = 1) -> int:
        """Take a person's last choices back, by playing the game again up to there; returns how many."""
        taken = 0
        while taken < times and (count := self.journal.undoable(seat)):
            self.undone += [entry.choice for entry in reversed(self.journal.entries[-count:])]
            self.journal.undo(count)
            taken += 1
        if taken:
            self.log, self.state = self.played(len(self.journal.entries))
        return taken

    def played(self, number: int) -> tuple[Log, State]:
        """Return the log and the state after so many choices, played again from the start."""
        choices = [entry.choice for entry in self.journal.entries[:number]]
        return Log.of(self.game, self.journal.header.seed, choices, self.begun)

    def copy_for(self, seat: int, number: int, seed: int) -> Session:
        """Return a copy to try things out from the position after so many choices, against bots.

        What the seat could not see there is dealt again, and future chance is new; no file keeps it.
        """
        from interpreter import Journal

        _, state = self.played(number)
        begun = state.guess(seat, seed)
        seats = [HUMAN if each == seat else "greedy" for each in range(self.game.players)]
        log, state = Log.of(self.game, seed, (), begun)
        journal = Journal.unwritten(self.game, seed, seats)
        return Session(state, journal, seats, log, self.loaded, begun=begun)

    def redo(self, seat: int) -> int:
        """Make again what was taken back, up to a person's next question; returns how many choices."""
        made = 0
        while self.undone and self.state.decision is not None and not (made and self.state.seat == seat):
            self.take(self.state.decision.index(self.undone[-1]))
            made += 1
        return made

    def where(self, command: str) -> str:
        """Tell what is kept of a game that stops here, and how it goes on; the file itself is asked."""
        from interpreter import Journal, JournalFault

        path = self.journal.path
        if not self.journal.written:
            return "a game from a scenario is not kept"
        try:
            found = Journal.open(path)
        except (OSError, JournalFault):
            return f"nothing of this game is kept: there is no journal at {path} any more"
        kept = "the journal is safe"
        # One of an older format leaves choices out, until it is written again with the next.
        if found.header.format == self.journal.header.format and len(found.entries) < self.state.decisions:
            kept = f"the journal holds the game up to choice {len(found.entries)}, the last one is lost"
        return f"{kept}; go on with: rulewright {command} --resume {shlex.quote(str(path))}"


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
    from interpreter import Journal

    if not choice.target:
        raise click.UsageError("Missing argument 'GAME'.")
    loaded = choice.for_seats(seats).load()
    game = loaded.game
    assert game is not None, "what is loaded is a game, or the command has ended"
    names = name_seats(seats, game.players, default)
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
        raise click.UsageError(f"{path} is there already; --resume goes on with its game.") from None
    except OSError as error:
        raise click.UsageError(f"the journal cannot be written: {error}; --save FILE names a place") from None
    notice(f"{game.title}: seed {seed}, journal {path}")
    if save is None and (gone := prune(path.parent)):
        notice(
            f"{path.parent} keeps {MOST_KEPT} journals: the {gone} oldest are removed; --save FILE keeps one"
        )
    return Session(state, journal, names, log, loaded)


def begin_at(
    choice: GameChoice, seats: Sequence[str], place: str, *, seed: int | None, after: bool
) -> Session:
    """Begin at a scenario, FILE:NAME: where its `when` begins, or after it; nothing of it is kept.

    A person takes the seat that is asked first, greedy the others, unless `seats` says so.
    """
    from interpreter import Journal, scenario_state

    file, colon, name = place.rpartition(":")
    if not colon:
        raise click.UsageError(f"--from takes FILE:SCENARIO, not '{place}'.")
    loaded, state = scenario_state(file, name.strip(), choice.search, after=after)
    seed = drawn_seed() if seed is None else seed
    begun = state.reseeded(seed)
    default = [HUMAN if seat == max(state.seat, 0) else "greedy" for seat in range(state.game.players)]
    names = name_seats(seats, state.game.players, default[len(seats) :] or [HUMAN])
    log, state = Log.of(state.game, seed, (), begun)
    journal = Journal.unwritten(state.game, seed, names)
    return Session(state, journal, names, log, loaded, begun=begun)


def resume(choice: GameChoice, seats: Sequence[str], file: Path, notice: Callable[[str], Any]) -> Session:
    """Take a game up where its journal ends; what was set up then stays, but seats may change hands."""
    from interpreter import replay

    outcome = replay(file, choice.search)
    game, journal = outcome.game, outcome.journal
    for fault in outcome.notices:
        notice(journal_text(fault))
    if outcome.departed is not None:
        raise Departed(f"{file}:{outcome.departed}: from here on the journal departs from the rules")
    names = journal.seats = name_seats(seats, game.players, journal.header.seats or [HUMAN])
    notice(f"{game.title}: resumed after {len(journal.entries)} choices, journal {file}")
    log, state = Log.of(game, journal.header.seed, [entry.choice for entry in journal.entries])
    return Session(state, journal, names, log, outcome.loaded)


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
        raise click.exceptions.Exit(1)
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
