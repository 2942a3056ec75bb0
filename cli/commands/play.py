"""`rulewright play`: a game at the terminal, any seat a person or a bot."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.journals import place_for
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
from cli.show.changes import changes
from cli.show.decision import decision_lines, seat_name, words_text
from cli.show.explained import Rulebook
from cli.show.ink import Line, Run, lines_of, wrapped
from cli.show.log import Log
from cli.show.position import draw_boards, draw_offered, draw_position, space_notes
from cli.show.problems import journal_text
from cli.show.score import outcome_json, outcome_text, score_text
from cli.show.screen import Screen, say
from cli.show.why import why_text

if TYPE_CHECKING:
    from interpreter import Decision, Game, Journal, State


# So many choices `log` tells.
_LOG = 40
# An answer of more lines drives the question off the screen, so that is asked again.
_FAR = 8
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
    """A game being played: its position, its journal, who sits where, and what was done.

    turn: the turn of a person that was last shown; seen: what that person saw then; rulebook: what answers
    `?`.
    """

    state: State
    journal: Journal
    seats: Sequence[str]
    log: Log
    rulebook: Rulebook
    turn: tuple[Any, ...] = field(default=())
    seen: Mapping[str, Any] = field(default_factory=dict)


@click.command("play")
@game_options(required=False)
@seats_option
@seed_option
@click.option("--save", type=_FILE, help="Where the journal goes; a folder of the user's if not given.")
@click.option(
    "--resume",
    type=_EXISTING_FILE,
    help="Go on with the game of a journal, with its seats; --seat hands one over. GAME is not needed.",
)
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

    Without a terminal the choices of people are read as lines; where a new game names no seats, greedy plays
    them all. Ended early, it says where the journal lies: status 0 after quit, 2 at the end of the input, 130
    after Ctrl-C or SIGTERM.

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
        _show_end(table, screen)
    else:
        screen.notice(_where(table))
    if as_json:
        winners = [seat + 1 for seat in table.state.winners()] if finished else []
        told = {"seed": table.journal.header.seed, "winners": winners, "journal": str(table.journal.path)}
        say(json.dumps({**outcome_json(table.state), **told}))
    return 0


def _begin(
    choice: GameChoice, seats: Sequence[str], seed: int | None, save: Path | None, screen: Screen
) -> Table:
    """Set a new game up, with its journal."""
    from interpreter import Journal

    if not choice.target:
        raise click.UsageError("Missing argument 'GAME'.")
    loaded = choice.for_seats(seats).load()
    game = loaded.game
    assert game is not None, "what is loaded is a game, or the command has ended"
    names = name_seats(seats, game.players, [HUMAN, "greedy"] if stdin_is_terminal() else ["greedy"])
    if not seats and not stdin_is_terminal():
        screen.notice("standard input is no terminal: greedy plays for people (--seat human reads lines)")
    seed = drawn_seed() if seed is None else seed
    state = game.new(seed)
    path = save or place_for(game, seed)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        journal = Journal.create(path, game, seed, names)
    except FileExistsError:
        raise click.UsageError(f"{path} is there already; --resume goes on with its game.") from None
    except OSError as error:
        raise click.UsageError(f"the journal cannot be written: {error}; --save FILE names a place") from None
    screen.notice(f"{game.title}: seed {seed}, journal {path}")
    return Table(state, journal, names, Log(), Rulebook(game, loaded))


def _resume(choice: GameChoice, seats: Sequence[str], file: Path, screen: Screen) -> Table:
    """Take a game up where its journal ends; what was set up then stays, but seats may change hands."""
    from interpreter import replay

    outcome = replay(file, choice.search)
    game, journal = outcome.game, outcome.journal
    for notice in outcome.notices:
        screen.notice(journal_text(notice))
    if outcome.departed is not None:
        raise Departed(f"{file}:{outcome.departed}: from here on the journal departs from the rules")
    names = journal.seats = name_seats(seats, game.players, journal.header.seats or [HUMAN])
    screen.notice(f"{game.title}: resumed after {len(journal.entries)} choices, journal {file}")
    log, state = Log.of(game, journal.header.seed, [entry.choice for entry in journal.entries])
    return Table(state, journal, names, log, Rulebook(game, outcome.loaded))


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
    done = table.log.add(table.state, index)
    try:
        table.journal.play(table.state, index)
    except BaseException:
        table.log.done.pop()
        raise
    table.log.note_rolls(table.state)
    name = table.seats[decision.seat]
    # A person at a terminal reads it all at the beginning of the own turn.
    if name != HUMAN and not (screen.terminal and HUMAN in table.seats):
        people = [seat for seat, who in enumerate(table.seats) if who == HUMAN]
        text = done.text_for(people, done.secret) if people else done.text
        screen.say(f"{seat_name(decision.seat)} ({name}): {text}")


def _undo(table: Table, seat: int, screen: Screen) -> None:
    """Take a person's last choice back, by playing the game again up to there."""
    count = table.journal.undoable(seat)
    if not count:
        screen.say("Nothing can be taken back past chance, a reveal, or another person's choice.")
        return
    table.journal.undo(count)
    choices = [entry.choice for entry in table.journal.entries]
    table.log, table.state = Log.of(table.state.game, table.journal.header.seed, choices)


def _ask(table: Table, decision: Decision, screen: Screen) -> Choice | Word:
    """Ask a person until a choice is made, or undo or quit is wanted; answer questions meanwhile."""
    if screen.terminal:
        screen.show(_shown_first(table, decision.seat, screen.width))
    question = [[], *decision_lines(decision, screen.width, space_notes(table.state, decision.seat))]
    screen.show(question)
    while True:
        line = screen.ask(*_completions(table.state.game, decision))
        if line is None and not stdin_is_terminal():
            raise InputEnded("the input ended before the game did")
        if line is None:
            return Word("quit")
        answer = read_answer(line, decision)
        if isinstance(answer, Choice) or answer in (Word("undo"), Word("quit")):
            return answer
        told = _told(answer, table, decision, screen.width)
        screen.show(told)
        if screen.terminal and len(told) > _FAR:
            screen.show(question)


def _completions(game: Game, decision: Decision) -> tuple[list[str], dict[str, list[str]]]:
    """Return what may be typed, and what may stand behind a word."""
    options = [option.id for option in decision.options]
    actions = [effect.name for effect in game.program.effects.values() if effect.action]
    behind = {"why": [*actions, "pass"], "board": ["all", "names", *game.model.boards], "?": options}
    return [*options, *WORDS], behind


def _shown_first(table: Table, seat: int, width: int) -> list[Line]:
    """Return what a person sees at a terminal before a question: all of it when the turn begins."""
    view = table.state.view(seat)
    counters, seen, table.seen = view["counters"], table.seen, view
    loops = [counters.get(step.loop.name) for step in table.state.game.model.steps.values() if step.loop]
    turn = (seat, table.log.others(seat), *map(str, loops))
    if turn == table.turn:
        rolled = [roll[:2] for roll in table.log.done[-1].rolled] if table.log.done else []
        changed = changes(table.state.game, seat, seen, view, width, rolled=rolled)
        offered = draw_offered(table.state, seat, width)
        return [*changed, *([[], *offered] if offered else [])]
    table.turn = turn
    position = draw_position(table.state, seat, owners=[f"p{seat + 1}"], width=width)
    return [[], [Run("=" * width, "dim")], *position, *_since(table, seat, width)]


def _since(table: Table, seat: int, width: int) -> list[Line]:
    """Return what the others did since a seat's last choice, if they did anything."""
    told = table.log.told(table.state, seat, table.seats, width)
    return [[], [Run("Since your last choice", "bold")], *told] if told else []


def _show_end(table: Table, screen: Screen) -> None:
    """Show how the game ended: what the last choices were, the points of each source, and who won."""
    if screen.terminal and HUMAN in table.seats:
        people = [seat for seat, name in enumerate(table.seats) if name == HUMAN]
        screen.show(_since(table, people[0], screen.width) if len(people) == 1 else [])
        screen.say("")
    screen.say(outcome_text(table.state))


def _told(answer: Word | Mistake, table: Table, decision: Decision, width: int) -> list[Line]:
    """Return the answer to a question, or what was wrong with a line."""
    if isinstance(answer, Mistake):
        return lines_of(answer.message, "red")
    if answer.word == "board":
        return _board(answer.about, table.state, decision.seat, width)
    if answer.word == "log":
        return table.log.told(table.state, decision.seat, table.seats, width, _LOG) or lines_of(
            "Nothing yet."
        )
    if answer.word == "why":
        if not answer.about:
            return lines_of("Why what? Type `why` and the name of an action or option.")
        return [
            line
            for text in why_text(table.state, answer.about).splitlines()
            for line in wrapped(text.strip(), " " * (len(text) - len(text.lstrip())), width)
        ]
    if answer.word == "score":
        return lines_of(score_text(table.state))
    if answer.word == "reconstructed":
        return table.rulebook.reconstructed(width)
    if not answer.about:
        return [*table.rulebook.question(decision, width), [], *lines_of(words_text(WORDS))]
    meant = read_answer(answer.about, decision)
    if isinstance(meant, Choice):
        return table.rulebook.option(decision, decision.options[meant.index], width)
    return _told(meant, table, decision, width) if isinstance(meant, Mistake) else lines_of(words_text(WORDS))


def _board(about: str, state: State, seat: int, width: int) -> list[Line]:
    """Return the position, with the boards of those named, or one board."""
    seats = {str(number + 1): [f"p{number + 1}"] for number in range(state.game.players)}
    owners = {"": [f"p{seat + 1}"], "all": None, **seats}
    if about.removeprefix("p") in owners:
        return draw_position(state, seat, owners=owners[about.removeprefix("p")], width=width)
    boards = state.game.model.boards
    found = [name for name in boards if name.startswith(about.replace(" ", "_"))]
    if about == "names" or found:
        return draw_boards(state, seat, "" if about == "names" else found[0], width)
    known = ["all", "names", *seats, *boards]
    return wrapped(f"There is no board '{about}'. Known are {', '.join(known)}.", width=width, style="red")


def _where(table: Table) -> str:
    """Tell what is kept of a game that stops here, and how it goes on; the file itself is asked."""
    from interpreter import Journal, JournalFault

    path = table.journal.path
    try:
        found = Journal.open(path)
    except (OSError, JournalFault):
        return f"nothing of this game is kept: there is no journal at {path} any more"
    kept = "the journal is safe"
    # One of an older format leaves choices out, until it is written again with the next.
    if found.header.format == table.journal.header.format and len(found.entries) < table.state.decisions:
        kept = f"the journal holds the game up to choice {len(found.entries)}, the last one is lost"
    return f"{kept}; go on with: rulewright play --resume {shlex.quote(str(path))}"


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
