"""`rulewright play`: a game at the terminal, any seat a person or a bot."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.exit_status import DONE, USAGE
from cli.opening import begin, begin_at, refuse_settings, resume_option, save_option, sole_option
from cli.opening import resume as take_up
from cli.options import GameChoice, game_options, json_option, quiet_option, seats_option, seed_option
from cli.seats import WORDS, Choice, Mistake, Word, read_answer, read_answers, stdin_is_terminal
from cli.seen.beside import Known
from cli.seen.hints import counters_on, hints_of, zones_on
from cli.seen.lines import Line, Run
from cli.seen.pieces import seat_name
from cli.seen.questions import option_numbers, question_for
from cli.seen.score import outcome_json, scores_of
from cli.seen.seeing import see
from cli.seen.sight import Sight
from cli.session.beginning import begin_again
from cli.session.seats import HUMAN, OPPONENT
from cli.session.session import NEVER, Session, others_in
from cli.show.decision import mates_text, only_drawn, options_lines, question_lines, words_text
from cli.show.explained import Rulebook
from cli.show.ink import lines_of, wrapped, wrapped_line
from cli.show.log import happened_lines, passages_lines
from cli.show.look import Looking
from cli.show.position import draw_boards, offered_lines, position_lines
from cli.show.score import outcome_text, score_text
from cli.show.screen import Screen, say

if TYPE_CHECKING:
    from cli.seen.log import Passage
    from interpreter import Decision, Game, State


# So many choices `log` shows.
_LOG = 40
# An answer of more lines drives the question off the screen, so that is asked again.
_FAR = 8
# A position of more lines is shown whole once, then without boards and zones in which nothing happened.
_LONG = 60


class InputEnded(click.ClickException):
    """Standard input ended before the game did."""

    exit_code = USAGE


@dataclass
class Table:
    """A game as the terminal shows it.

    turn: the turn of a person that was last shown; rulebook: what answers `?`; typed: answers that were typed
    ahead; person: who sat at the terminal last; listed: boards are lists in words; shown: who has seen the
    position, and of how many choices of the log; written: from which choice of the log what was done is
    on the screen (0: nothing is, not even the set-up), and how many passages of it were; begun: the lines
    of the passage after these that a person has read already, as it went on when they were asked.
    """

    session: Session
    rulebook: Rulebook
    turn: tuple[Any, ...] = field(default=())
    typed: str = ""
    person: int = -1
    listed: bool = False
    shown: dict[int, int] = field(default_factory=dict)
    written: tuple[int, int] = (0, 0)
    begun: list[Line] = field(default_factory=list)

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def bots(self) -> list[str]:
        """Which bot each seat has; empty for a person."""
        return ["" if seat == HUMAN else seat for seat in self.session.seats]


@click.command("play")
@game_options(required=False)
@seats_option
@seed_option
@save_option
@resume_option
@sole_option
@click.option(
    "--from",
    "scenario",
    metavar="FILE:SCENARIO",
    help="Begin at the position of a scenario, before its choices.",
)
@click.option("--after", is_flag=True, help="With --from: begin after the scenario's choices.")
@click.option("--plain", is_flag=True, help="No pictures, no colours: boards as lists, for screen readers.")
@json_option
@quiet_option
def command(
    *,
    choice: GameChoice,
    seats: Sequence[str],
    seed: int | None,
    save: Path | None,
    resume: Path | None,
    sole: str,
    scenario: str | None,
    after: bool,
    plain: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Play a game at the terminal, against people or bots.

    Each seat is a person (human) or a bot. By default you sit first and play against
    bots of the level normal; easy and hard are others.

    If you leave early, it says where the journal is and how to go on. Without a terminal, people sit only
    where --seat says human, and their choices are read as lines. Exit status: 0 after quit, 2 at the end of
    the input, 130 after Ctrl-C or SIGTERM.

    \b
    Example: rulewright play burgundy --players 3 --seat human --seat greedy
    """
    screen = Screen(errors=as_json, quiet=quiet, plain=plain)
    if resume is not None:
        refuse_settings(choice, seed, save)
        session = take_up(choice, seats, resume, screen.notice)
    elif scenario is not None:
        refuse_settings(choice, None, save, "--from", "the scenario")
        session = begin_at(choice, seats, scenario, seed=seed, after=after)
    else:
        default = [HUMAN, OPPONENT] if stdin_is_terminal() else [OPPONENT]
        session = begin(choice, seats, default, seed=seed, save=save, notice=screen.notice)
        if not seats and not stdin_is_terminal():
            screen.notice("not a terminal, so bots play the human seats too (--seat human reads lines)")
    # Lines that are read are not asked about.
    session.asks_sole = sole if stdin_is_terminal() else NEVER
    rulebook, done = Rulebook(session.game, session.loaded), len(session.log.done)
    table = Table(session, rulebook, listed=plain, written=(done if done > 1 else 0, 0))
    if table.rulebook.has_reconstructed():
        screen.notice("some figures are reconstructed: `reconstructed` lists them")
    if mates := mates_text(session.game.players, session.game.teams):
        screen.notice(f"teams: {mates}")
    if session.state.decisions == 0 and HUMAN in session.seats:
        screen.notice("`?` says what is asked and what you can type, `? 1` what an option means")
    try:
        while finished := _play(table, screen):
            _show_end(table, screen)
            if not _again(table, screen):
                break
    except BaseException as error:
        error.add_note(session.where("play"))
        raise
    if not finished:
        screen.notice(session.where("play"))
    # A person may want to look back or show a game; of one between bots the seed says all.
    kept = not finished or bool(table.session.people) or save is not None or resume is not None
    if not kept and session.journal.written:
        session.journal.path.unlink(missing_ok=True)
        screen.notice("only bots played, so the journal is not kept; --save FILE keeps it")
    if not session.journal.written:
        kept = False
    if as_json:
        winners = [seat + 1 for seat in table.state.winners()] if finished else []
        journal = str(session.journal.path) if kept else None
        kept_as = {"seed": session.journal.header.seed, "winners": winners, "journal": journal}
        say(json.dumps({**outcome_json(table.state), **kept_as}))
    return DONE


def _play(table: Table, screen: Screen) -> bool:
    """Ask seat after seat until the game ends, or a person leaves; return whether it ended."""
    session = table.session
    while (decision := session.state.decision) is not None:
        if session.name != HUMAN:
            with screen.waiting(f"{seat_name(session.state.seat)} is thinking"):
                session.take_as_bot()
            _show_done(table, screen)
            continue
        _show_done(table, screen)
        chosen_by = [entry.seat for entry in session.journal.entries]
        answer = _ask(table, decision, screen)
        if isinstance(answer, Choice):
            if _means(session, answer.index, screen):
                session.take(answer.index)
        elif answer.word == "quit":
            return False
        elif answer.word == "redo":
            if not session.redo(decision.seat):
                screen.say("There is nothing to repeat.")
        elif session.undo(decision.seat, int(answer.about or 1)):
            if others := others_in(chosen_by[len(session.journal.entries) :], decision.seat):
                screen.say(f"What {' and '.join(others)} did since is taken back too.")
            table.shown.clear()  # boards went back to what they were
            table.written, table.begun = (len(session.log.done), 0), []
        else:
            reason = session.why_no_undo(decision.seat)
            screen.say(f"That cannot be undone: {reason}." if reason else "There is nothing to undo.")
    return True


def _means(session: Session, index: int, screen: Screen) -> bool:
    """Whether a person means an option with which something else is chosen of itself; most need no asking."""
    held = session.hold(index, read=True)
    if held is None:
        return True
    asked = f"There is only one way: {held.outcome.text}. Press Enter to go on; type `no` to go back."
    screen.show(wrapped(asked, width=screen.width))
    answer = screen.ask(["no"], {})
    return answer is not None and answer.strip().lower() in ("", "y", "yes")


def _hand_over(table: Table, seat: int, screen: Screen) -> None:
    """Clear the screen before another person sits down, where there is something only they may see."""
    game, before, table.person = table.state.game, table.person, seat
    own = [zone.visible == "owner" for zone in game.zones.values()]
    own += [counter.visible == "owner" for counter in game.counters.values()]
    hidden = any(own) or any(step.secretly for step in game.steps.values())
    if screen.terminal and hidden and before not in (-1, seat):
        click.clear()
        screen.say(f"{seat_name(seat)}, it is your turn. Press Enter when nobody else looks.")
        screen.ask((), {})


def _show_done(table: Table, screen: Screen) -> None:
    """Show what was done, where no person reads it at the beginning of the own turn.

    What was begun last is shown when something else begins, a person is asked, or the game is over.
    """
    session, log, (since, shown) = table.session, table.session.log, table.written
    if screen.terminal and session.people:
        return
    readers = session.people or range(session.game.players)

    def written(passages: Sequence[Passage]) -> list[Line]:
        return passages_lines(session.game, passages, readers, table.bots, screen.width, state=session.state)

    opening = written(log.opening(readers)) if since == 0 else []
    since = max(since, 1)
    passages = log.passages(readers, since)
    goes_on = session.state.decision is not None and session.name != HUMAN
    new = passages[shown:-1] if goes_on else passages[shown:]
    lines = written(new)
    if table.begun and lines[: len(table.begun)] == table.begun:
        del lines[: len(table.begun)]
    if opening or lines:
        screen.show([*opening, *lines])
    if new:
        # What the person chooses now may go on in the last one.
        asked = session.state.decision is not None and not goes_on
        table.begun = written(new[-1:]) if asked else []
        shown += len(new) - asked
    table.written = (since, shown)
    last = passages[-1] if passages else None
    if (
        goes_on
        and last is not None
        and last.events[:1] == log.seen(readers, last.first, last.first + 1)[0][:1]
    ):
        table.written = (last.first, 0)  # it need not be gathered again from further back


def _ask(table: Table, decision: Decision, screen: Screen) -> Choice | Word:
    """Ask a person until a choice is made, or undo or quit is wanted; answer questions meanwhile."""
    if table.person != decision.seat:
        table.typed = ""
    _hand_over(table, decision.seat, screen)
    if screen.terminal:
        screen.show(_shown_first(table, decision.seat, screen.width))
    asked = question_for(Sight(table.state, decision.seat), ahead=True)
    assert asked is not None
    lines = [[], *question_lines(asked, screen.width, drawn=screen.terminal and not table.listed)]
    screen.show(lines)
    while True:
        line: str | None = table.typed
        if line:
            screen.say(f"> {line}")
        else:
            line = screen.ask(*_completions(table.state.game, decision))
        if line is None and not stdin_is_terminal():
            raise InputEnded("the input ended before the game did")
        if line is None:
            return Word("quit")
        answer, table.typed = read_answers(line, decision, asked.default)
        if isinstance(answer, Choice):
            return answer
        if isinstance(answer, Word) and answer.word in ("quit", "redo", "undo"):
            if not answer.about or answer.about.isdigit():
                return answer
            answer = Mistake("`undo 3` takes the last three choices back.")
        named = line.strip().lower().replace(" ", "_")
        if isinstance(answer, Mistake) and named in _actions(table.state.game):
            answer = Mistake(f"'{line.strip()}' is not offered now; `why {named}` says why.")
        answered = _answer(answer, table, decision, screen.width)
        screen.show(answered)
        if screen.terminal and len(answered) > _FAR:
            screen.show(lines)


def _actions(game: Game) -> list[str]:
    return [thing.name for thing in game.things if thing.section == "actions"]


def _completions(game: Game, decision: Decision) -> tuple[list[str], dict[str, list[str]]]:
    """Return what may be typed, and what may follow a word."""
    options = [option.id for option in decision.options]
    behind = {"why": [*_actions(game), "pass"], "board": ["all", "names", *game.boards], "?": options}
    return [*options, *WORDS], behind


def _shown_first(table: Table, seat: int, width: int) -> list[Line]:
    """Return what a person sees at a terminal before a question: all of it when the turn begins."""
    counters, decision = table.state.view(seat)["counters"], table.state.decision
    loops = [counters.get(name) for name in table.state.game.loops]
    log = table.session.log
    turn = (seat, log.others(seat), *map(str, loops))
    if turn == table.turn:
        led_to = log.led_to(table.state.game, seat, Known(Sight(table.state, seat)))
        changed = [line for each in led_to for line in wrapped_line(each, "  ", width)]
        offered = offered_lines(table.state, seat, width)
        return [*changed, *([[], *offered] if offered and not table.listed else [])]
    table.turn = turn
    own, seen = [f"p{seat + 1}"], see(table.state, seat, ahead=False)
    # The board on which something is chosen lies next to the question.
    offered = [] if table.listed else offered_lines(table.state, seat, width)
    asked = table.state.game.board_with(decision.site.type) if offered and decision is not None else None
    apart = [asked.name] if asked is not None and asked.per is None else []

    def drawn(without: Collection[str]) -> list[Line]:
        return position_lines(
            seen, owners=own, width=width, listed=table.listed, without=without, apart=apart
        )

    position = drawn(())
    # Where that is long, a board or zone in which nothing happened since the seat saw it is only named.
    if len(position) > _LONG and seat in table.shown:
        position = drawn(unchanged(table, seat))
    table.shown[seat] = len(table.session.log.done)
    offered = [[], *offered] if apart else []
    return [[], [Run("=" * width, "dim")], *position, *_since(table, seat, width), *offered]


def unchanged(table: Table, seat: int) -> list[str]:
    """Return the boards and zones in which nothing happened since a seat saw them, nor is chosen now.

    Of boards that each player has only the seat's own is looked at.
    """
    state, decision, sight = table.state, table.state.decision, Sight(table.state, seat)
    happened = table.session.log.places(seat, table.shown[seat])
    asked = state.game.board_with(decision.site.type) if decision is not None else None
    found = []
    for name in sight.board_names():
        board, pawns = state.game.boards[name], hints_of(state.game, name).pawns
        own = [*zones_on(state.game, name), *counters_on(state.game, name), *pawns, *pawns.values()]
        seen = (place for place in happened if board.per is None or sight.me in " ".join(place[1:]).split())
        if board is not asked and not any(place[0] in (name, *own) for place in seen):
            found.append(name)
    changed = {place[0] for place in happened}
    zones = (zone for zone in sight.zones() if zone.count and zone.declared.visible == "everyone")
    names = dict.fromkeys(zone.declared.name for zone in zones)
    return [*found, *(name for name in names if name not in changed)]


def _since(table: Table, seat: int, width: int) -> list[Line]:
    """Return what the others did since a seat's last choice, if they did anything."""
    known = Known(Sight(table.state, seat))
    news = table.session.log.news(table.state.game, seat, known=known)
    lines = happened_lines(news, table.bots, width)
    return [[], [Run("Since your last choice", "bold")], *lines] if lines else []


def _show_end(table: Table, screen: Screen) -> None:
    """Show how the game ended: what the last choices were, the points of each source, and who won."""
    people = table.session.people
    if screen.terminal and people:
        screen.show(_since(table, people[0], screen.width) if len(people) == 1 else [])
        screen.say("")
    screen.say(outcome_text(scores_of(table.state, table.session.log.why_over(table.state)), screen.width))


def _again(table: Table, screen: Screen) -> bool:
    """Begin the same game with the same people, if a person at a terminal wants to."""
    if not screen.terminal or screen.errors or not table.session.people:
        return False
    screen.say("Type `again` for a new game with the same people, or press Enter to leave.")
    answer = screen.ask(["again"], {})
    if answer is None or answer.strip().lower() != "again":
        return False
    begin_again(table.session, screen.notice)
    table.turn, table.typed, table.person, table.written = (), "", -1, (0, 0)
    table.shown.clear()
    return True


def _answer(answer: Word | Mistake, table: Table, decision: Decision, width: int) -> list[Line]:
    """Return the answer to a question, or what was wrong with a line."""
    if isinstance(answer, Mistake):
        return lines_of(answer.message, "red")
    if answer.word == "board":
        return _board(answer.about, table, decision.seat, width)
    if answer.word == "log":
        back = int(answer.about) if answer.about.isdigit() else _LOG
        known = Known(Sight(table.state, decision.seat))
        news = table.session.log.news(table.state.game, decision.seat, back, known=known)
        return happened_lines(news, table.bots, width) or lines_of("Nothing yet.")
    if answer.word == "why":
        return _why(answer.about, table, decision, width)
    if answer.word == "score":
        scores = scores_of(table.state)
        return lines_of(score_text(scores) if scores.rows else "This game has no points.")
    if answer.word == "reconstructed":
        return table.rulebook.reconstructed(width)
    if not answer.about:
        from interpreter import question

        asked = question(table.state).prompt
        full = question_for(Sight(table.state, decision.seat))
        listed = [[], *options_lines(full, width)] if full is not None and only_drawn(full) else []
        explained = table.rulebook.question(decision, width, asked)
        return [*explained, *listed, [], *lines_of(words_text(WORDS))]
    meant, looking = read_answer(answer.about, decision), _looking(table, decision.seat, width)
    if isinstance(meant, Choice):
        return looking.option(decision, decision.options[meant.index])
    if isinstance(meant, Mistake):
        return looking.at(answer.about) or _unknown(answer.about, table.state.game, width)
    return lines_of(words_text(WORDS))


def _why(about: str, table: Table, decision: Decision, width: int) -> list[Line]:
    """Return why something is not offered; of a number, what it stands for."""
    from interpreter import question

    if not about:
        return lines_of("Why what? Type `why` and the name of an action or option.")
    numbers = option_numbers(decision)
    if about.isdecimal() and int(about) in numbers:
        place = numbers.index(int(about))
        title = question(table.state).titles[place] or decision.options[place].id
        return wrapped(f"{about} can be chosen now: {title}.", width=width)
    return [
        line
        for text in table.session.why_not(decision.seat, about).splitlines()
        for line in wrapped(text.strip(), " " * (len(text) - len(text.lstrip())), width)
    ]


def _looking(table: Table, seat: int, width: int) -> Looking:
    return Looking(table.state, seat, table.rulebook, width, listed=table.listed)


def _unknown(word: str, game: Game, width: int) -> list[Line]:
    """Return what can be looked at, to somebody who named what is not there."""
    from interpreter import nearest

    near = nearest(word.replace(" ", "_"), [thing.name for thing in game.things])
    hint = (
        f"; did you mean '{near}'?"
        if near
        else f". Boards are {', '.join(game.boards)}."
        if game.boards
        else "."
    )
    return wrapped(f"Nothing is called '{word}'{hint}", width=width, style="red")


def _board(about: str, table: Table, seat: int, width: int) -> list[Line]:
    """Return the position, with the boards of those named, or one board."""
    state, listed = table.state, table.listed
    seats = {str(number + 1): [f"p{number + 1}"] for number in range(state.game.players)}
    owners = {"": [f"p{seat + 1}"], "all": None, **seats}
    if about.removeprefix("p") in owners:
        whose = owners[about.removeprefix("p")]
        return position_lines(see(state, seat, ahead=False), owners=whose, width=width, listed=listed)
    boards = state.game.boards
    found = [name for name in boards if name.startswith(about.replace(" ", "_"))]
    if about == "names" or found:
        return draw_boards(state, seat, "" if about == "names" else found[0], width, listed=listed)
    return _looking(table, seat, width).at(about) or _unknown(about, state.game, width)
