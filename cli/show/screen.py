"""Where text goes, coloured on a terminal that has colours, plain elsewhere; and where lines come from.

All that commands write passes `say` or `Screen`: what rulesets and journals hold is cleaned here.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from threading import Event, Timer
from typing import TYPE_CHECKING, Any

import click

from cli.seen.lines import Line, clean, plain
from cli.show.ink import WIDTH

if TYPE_CHECKING:
    from rich.console import Console

_PROMPT = "> "
_NARROWEST, _BROADEST = 32, 160
# So many seconds pass before it is said that somebody is waited for.
_A_WHILE = 0.5


def say(text: str, *, line_end: bool = True, err: bool = False) -> None:
    """Write a text to standard output or standard error, cleaned of what a terminal would obey."""
    click.echo(clean(text), nl=line_end, err=err)


@dataclass(frozen=True)
class Screen:
    """Text of the game goes to standard output, or to standard error where a program reads the other."""

    errors: bool
    quiet: bool
    plain: bool = False

    @cached_property
    def terminal(self) -> bool:
        """Whether a person reads here and types."""
        stream = sys.stderr if self.errors else sys.stdout
        return all(each is not None and each.isatty() for each in (stream, sys.stdin))

    @property
    def width(self) -> int:
        """How many columns a line may have: those of the terminal now."""
        if not self.terminal:
            return WIDTH
        return min(max(shutil.get_terminal_size((WIDTH, 24)).columns - 1, _NARROWEST), _BROADEST)

    @cached_property
    def _console(self) -> Console | None:
        """What writes colours; None where there are none, and nothing need be loaded."""
        if self.plain or not self.terminal or os.environ.get("TERM", "dumb") in ("dumb", "unknown"):
            return None
        from rich.console import Console

        # Rich itself heeds NO_COLOR and how many colours a terminal has.
        return Console(
            stderr=self.errors, highlight=False, markup=False, emoji=False, soft_wrap=True, width=10_000
        )

    def say(self, text: str, *, line_end: bool = True) -> None:
        """Show a text that belongs to the game."""
        say(text, line_end=line_end, err=self.errors)

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Say at a terminal what is waited for, if it takes a while; it is gone when it is over."""
        if not self.terminal:
            yield
            return
        shown = Event()

        def show() -> None:
            shown.set()
            say(f"{text} ...", line_end=False, err=True)

        timer = Timer(_A_WHILE, show)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if shown.is_set():
                click.echo("\r" + " " * (len(text) + 4) + "\r", nl=False, err=True)

    def show(self, lines: Sequence[Line]) -> None:
        """Show lines that belong to the game, in their styles where that can be."""
        if self._console is None:
            self.say(plain(lines))
            return
        from rich.text import Text

        for line in lines:
            text = Text.assemble(*((clean(run.text), run.style) for run in line))
            text.rstrip()
            self._console.print(text)

    def notice(self, text: str) -> None:
        """Show a text about the game."""
        if not self.quiet:
            say(text, err=True)

    def ask(self, words: Sequence[str], behind: Mapping[str, Sequence[str]]) -> str | None:
        """Return a line that is typed or read, None at the end.

        On a terminal Tab completes `words`, and what may follow one of them.
        """
        if self.terminal and not self.errors:
            with suppress(EOFError), _shown_again():
                _complete(words, behind)
                return input(_PROMPT)
            return None
        self.say(_PROMPT, line_end=False)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if line and not self.terminal:
            # What a person types is on the screen already.
            self.say(line.strip())
        return line or None


@contextmanager
def _shown_again() -> Iterator[None]:
    """Show the prompt and what is typed behind it again when the program was stopped and goes on."""
    if not hasattr(signal, "SIGCONT"):
        yield
        return

    def show(*_: object) -> None:
        readline = sys.modules.get("readline")
        typed = readline.get_line_buffer() if readline is not None else ""
        say(f"{_PROMPT}{typed}", line_end=False)

    before = signal.signal(signal.SIGCONT, show)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)


def _complete(words: Sequence[str], behind: Mapping[str, Sequence[str]]) -> None:
    """Let Tab complete some words, and the cursor keys find what was typed, where Python has readline."""
    try:
        import readline
    except ImportError:
        return

    def completed(begun: str, number: int) -> Any:
        first = readline.get_line_buffer()[: readline.get_begidx()].strip()
        known = behind.get(first, words) if first else words
        found = [word for word in known if word.lower().startswith(begun.lower())]
        return found[number] if number < len(found) else None

    readline.set_completer(completed)
    readline.set_completer_delims(" ")
    readline.parse_and_bind(
        "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
    )
