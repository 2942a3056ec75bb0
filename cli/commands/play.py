"""`rulewright play`: a game at the terminal, any seat a person or a bot."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.options import (
    GameChoice,
    drawn_seed,
    game_options,
    json_option,
    quiet_option,
    seats_option,
    seed_option,
)
from cli.seats import (
    HUMAN,
    WORDS,
    Choice,
    Mistake,
    Word,
    choose_as_bot,
    name_seats,
    read_answer,
    stdin_is_terminal,
)
from cli.show.board import position_text
from cli.show.decision import choice_text, decision_text, seat_name, words_text
from cli.show.score import outcome_json, outcome_text, score_text

if TYPE_CHECKING:
    from interpreter import Decision, Game, Journal, State


_FILE = click.Path(dir_okay=False, path_type=Path)
_EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


class InputEnded(click.ClickException):
    """Standard input ended before the game did."""

    exit_code = 2


class Departed(click.ClickException):
    """A journal holds a choice that the rules do not allow."""

    exit_code = 1


@dataclass
class Table:
    """A game being played: its position, its journal, and who sits where."""

    state: State
    journal: Journal
    seats: Sequence[str]


@click.command("play")
@game_options(required=False)
@seats_option
@seed_option
@click.option("--save", type=_FILE, help="Where the journal goes; a folder of the user's if not given.")
@click.option("--resume", type=_EXISTING_FILE, help="Go on with the game of a journal; GAME is not needed.")
@json_option
@quiet_option
def command(
    *,
    choice: GameChoice,
    seats: Sequence[str],
    seed: int | None,
    save: Path | None,
    resume: Path | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Play a game at the terminal; any seat is a person (human) or a bot.

    \b
    Example: rulewright play GAME --players 3 --seat human --seat greedy
    """
    screen = Screen(errors=as_json, quiet=quiet)
    if resume is not None:
        _refuse_settings(choice, seed, save)
        table = _resume(choice, seats, resume, screen)
    else:
        table = _begin(choice, seats, seed, save, screen)
    try:
        finished = _play(table, screen)
    except BaseException as error:
        error.add_note(_where(table))
        raise
    if finished:
        screen.say(outcome_text(table.state))
    else:
        screen.notice(_where(table))
    if as_json:
        winners = [seat + 1 for seat in table.state.winners()] if finished else []
        told = {"seed": table.journal.header.seed, "winners": winners, "journal": str(table.journal.path)}
        click.echo(json.dumps({**outcome_json(table.state), **told}))
    return 0


@dataclass(frozen=True, slots=True)
class Screen:
    """Where text goes: to standard error where a program reads the other; notices only where wanted."""

    errors: bool
    quiet: bool

    def say(self, text: str, *, line_end: bool = True) -> None:
        """Show a text that belongs to the game."""
        click.echo(text, nl=line_end, err=self.errors)

    def notice(self, text: str) -> None:
        """Show a text about the game."""
        if not self.quiet:
            click.echo(text, err=True)


def _begin(
    choice: GameChoice, seats: Sequence[str], seed: int | None, save: Path | None, screen: Screen
) -> Table:
    """Set a new game up, with its journal."""
    from interpreter import Journal

    if not choice.target:
        raise click.UsageError("Missing argument 'GAME'.")
    game = choice.load_game()
    names = _seat(seats, [HUMAN, "greedy"], game.players, screen)
    seed = drawn_seed() if seed is None else seed
    state = game.new(seed)
    path = save or _place_for(game, seed)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        journal = Journal.create(path, game, seed, names)
    except FileExistsError:
        raise click.UsageError(f"{path} is there already; --resume goes on with its game.") from None
    except OSError as error:
        raise click.UsageError(f"the journal cannot be written: {error}; --save FILE names a place") from None
    screen.notice(f"{game.title}: seed {seed}, journal {path}")
    return Table(state, journal, names)


def _resume(choice: GameChoice, seats: Sequence[str], file: Path, screen: Screen) -> Table:
    """Take a game up where its journal ends; what was set up then stays, but seats may change hands."""
    from interpreter import replay

    outcome = replay(file, choice.search)
    game, journal = outcome.game, outcome.journal
    for notice in outcome.notices:
        screen.notice(notice)
    if outcome.departed is not None:
        raise Departed(f"{file}:{outcome.departed}: from here on the journal departs from the rules")
    names = _seat(seats, journal.header.seats, game.players, screen)
    screen.notice(f"{game.title}: resumed after {len(journal.entries)} choices, journal {file}")
    return Table(outcome.state, journal, names)


def _seat(given: Sequence[str], default: Sequence[str], players: int, screen: Screen) -> tuple[str, ...]:
    """Return who sits where; with no terminal, greedy takes the place of people nobody asked for."""
    waiting = default[len(given) : players]
    if HUMAN in waiting and not stdin_is_terminal():
        screen.notice("standard input is no terminal: greedy plays for people (--seat human reads lines)")
        default = ["greedy" if name == HUMAN else name for name in default]
    return name_seats(given, players, default)


def _place_for(game: Game, seed: int) -> Path:
    """Return a new file name in the user's folder for things that programs keep."""
    state_home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    name = f"{game.id}-{datetime.now():%Y%m%d-%H%M%S-%f}-{seed}.jsonl"
    return Path(state_home) / "rulewright" / name


def _play(table: Table, screen: Screen) -> bool:
    """Ask seat after seat until the game ends, or a person leaves; tell whether it ended."""
    while (decision := table.state.decision) is not None:
        name = table.seats[decision.seat]
        if name != HUMAN:
            _take(table, choose_as_bot(name, table.state, table.journal.header.seed), screen)
            continue
        answer = _ask(table, decision, screen)
        if isinstance(answer, Choice):
            _take(table, answer.index, screen)
        elif answer.word == "undo":
            _undo(table, decision.seat, screen)
        else:
            return False
    return True


def _take(table: Table, index: int, screen: Screen) -> None:
    """Make a choice, which the journal then holds, and tell of it."""
    decision = table.state.decision
    assert decision is not None
    option = decision.options[index]
    table.journal.play(table.state, index)
    name = table.seats[decision.seat]
    if name != HUMAN:
        screen.say(f"{seat_name(decision.seat)} ({name}): {choice_text(decision, option)}")


def _undo(table: Table, seat: int, screen: Screen) -> None:
    """Take a person's last choice back, by playing the game again up to there."""
    count = table.journal.undoable(seat)
    if not count:
        screen.say("Nothing can be taken back past chance, something revealed, or another person's choice.")
        return
    table.journal.undo(count)
    table.state = table.state.game.new(table.journal.header.seed)
    for entry in table.journal.entries:
        table.state.choose(entry.choice)


def _ask(table: Table, decision: Decision, screen: Screen) -> Choice | Word:
    """Ask a person until a choice is made, or undo or quit is wanted; answer questions meanwhile."""
    screen.say(f"\n{decision_text(decision)}")
    while True:
        screen.say("> ", line_end=False)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line and not stdin_is_terminal():
            raise InputEnded("the input ended before the game did")
        if not line:
            return Word("quit")
        if not stdin_is_terminal():
            # What a person types is on the screen already.
            screen.say(line.strip())
        answer = read_answer(line, decision)
        if isinstance(answer, Choice) or answer in (Word("undo"), Word("quit")):
            return answer
        screen.say(_told(answer, table, decision))


def _told(answer: Word | Mistake, table: Table, decision: Decision) -> str:
    """Return the answer to a question, or what was wrong with a line."""
    if isinstance(answer, Mistake):
        return answer.message
    if answer.word == "board":
        return position_text(table.state, decision.seat)
    if answer.word == "score":
        return score_text(table.state.scores(), table.state.breakdown())
    return words_text(WORDS)


def _where(table: Table) -> str:
    return f"the journal is safe; go on with: rulewright play --resume {shlex.quote(str(table.journal.path))}"


def _refuse_settings(choice: GameChoice, seed: int | None, save: Path | None) -> None:
    """Refuse what the journal of a resumed game has settled already."""
    settled = {
        "--players": choice.players,
        "--with": choice.overlays or None,
        "--set": choice.settings or None,
        "--seed": seed,
        "--save": save,
    }
    given = [name for name, value in settled.items() if value is not None]
    if given:
        raise click.UsageError(f"{', '.join(given)} cannot be used with --resume: the journal settles it.")
