"""What is said of an exception that nobody handled, in one line, and the exit status that goes with it."""

from __future__ import annotations

import errno
import traceback
from pathlib import Path

import click

from cli.exit_status import FAULTS, INTERNAL, INTERRUPTED, USAGE
from cli.seen.lines import clean


def ending_of(error: Exception) -> tuple[int, str]:
    """Return the exit status and the message, with its notes, for an exception that nobody handled."""
    status, message = _ending_of_commands(error) or _ending_of_rules(error) or _ending_of_a_bug(error)
    notes = [_in_one_line(note) for note in _notes(error)]
    # Of a journal's fault the lines are shown as well, and what follows gets a line for itself.
    return status, ("\n" if "\n" in message else "; ").join([message, *notes])


def _ending_of_commands(error: Exception) -> tuple[int, str] | None:
    """Return how it ends where the interpreter has no part in it; None where it may have."""
    # Where it was would have to be read from files, for which there may be no memory.
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return INTERNAL, "internal error: there is not enough memory"
    if isinstance(error, click.Abort):
        return INTERRUPTED, "interrupted"
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "rulewright"
        return USAGE, _in_one_line(f"{error.format_message()} (see '{path} --help')")
    if isinstance(error, click.ClickException):
        return error.exit_code, _in_one_line(error.format_message())
    if isinstance(error, OSError) and error.strerror:
        where = error.filename if isinstance(error.filename, str) else "input or output failed"
        return FAULTS, _in_one_line(f"{where}: {error.strerror}")
    return None


def _ending_of_rules(error: Exception) -> tuple[int, str] | None:
    """Return how it ends by a fault of what was given to the interpreter; None for any other."""
    try:
        from cli.session.beginning import Departed
        from cli.show.problems import journal_text
        from interpreter import JournalFault, PackFault, RuleFault, UsageFault
    # A damaged installation may raise anything here, and is then the reason why it ends.
    except Exception:
        return None
    if isinstance(error, JournalFault):
        return FAULTS, journal_text(error.problem)
    if not isinstance(error, UsageFault | RuleFault | Departed):
        return None
    hint = getattr(error, "hint", None)
    status = USAGE if isinstance(error, UsageFault) and not isinstance(error, PackFault) else FAULTS
    return status, _in_one_line(f"{error}; {hint}" if hint else str(error))


def _ending_of_a_bug(error: Exception) -> tuple[int, str]:
    message = f"internal error, please report it: {type(error).__name__}: {error} ({_place_of(error)})"
    return INTERNAL, _in_one_line(message)


def _notes(error: BaseException) -> list[str]:
    """Return the notes that commands left on an exception, such as where the journal lies."""
    # click turns an interrupt into its own exception, caused by the one that bears the notes.
    cause = error.__cause__ if isinstance(error, click.Abort) else None
    return [*getattr(error, "__notes__", ()), *getattr(cause, "__notes__", ())]


def _place_of(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "no place known"


def _in_one_line(message: str) -> str:
    """Join the lines of a message and replace control characters, which a terminal would obey."""
    return clean(" ".join(message.split()))
