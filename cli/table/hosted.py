"""A game at a table on this machine: choices that come by links, bots that play on, and what stops it."""

from __future__ import annotations

import asyncio
import secrets
import traceback
from collections import Counter as Counted
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from cli.endings import ending_of
from cli.seen.sight import Sight
from cli.seen.ways import find_ways
from cli.session.beginning import begin_again
from cli.session.seats import HUMAN, Thinking
from cli.session.session import Session
from cli.show.screen import say
from cli.table.explaining import Explainer
from cli.table.feed import Feed
from cli.table.limits import Rates, Refused
from cli.table.links import name_of, new_link, seat_of
from cli.table.page import Company, Kept, parts_of
from cli.table.presence import Presence

if TYPE_CHECKING:
    from cli.seen.model import Way
    from interpreter import State

# The pages of the one who chose are made before bots think.
_BEFORE_BOTS = 0.005
# Pages show what is asked before it is looked for where several choices lead.
_BEFORE_WAYS = 0.06
# So many different errors of the program are reported while a table runs.
_REPORTED = 20
_STOPPED = "the game has stopped"
_WHAT_TO_DO = "The terminal of who runs this table says what went wrong and how the game goes on."


def _at_the_terminal(line: str) -> None:
    say(line, err=True)


class Hosted:
    """A session whose seats are reached by links; all of it runs in one event loop.

    tokens: the name of each link, `p1` or `spectator`; note: what a page says of a game that is a copy;
    report: takes lines for who runs the table; fault: what stopped the game before its end, if anything did;
    copies: by the link that asked for one; closing: set where the server ends, and then the streams of all
    pages do.
    """

    def __init__(
        self,
        session: Session,
        tokens: dict[str, str],
        note: str = "",
        report: Callable[[str], object] = _at_the_terminal,
    ) -> None:
        self.session, self.tokens, self.report, self.note = session, tokens, report, note
        self.fault: Exception | None = None
        self.copies: dict[str, Hosted] = {}
        self.bots: asyncio.Task[None] | None = None
        self.closing = asyncio.Event()
        self.feed = Feed(
            self._parts, self._goes_first, lambda: sum(self.presence.pages.values()), self._bot_chooses
        )
        self.presence = Presence(session, tokens, self.feed.notify)
        self.explainer, self.rates = Explainer(session), Rates()
        self._errors: set[str] = set()
        self._kept: Kept = {}
        # What can be reached by several choices, and where: in which state after so many choices.
        self._ways: Sequence[Way] = ()
        self._looked: tuple[State, int] | None = None
        self._looking: asyncio.Future[None] | None = None
        self._last_actor: int | None = None

    def table_of(self, token: str) -> tuple[Hosted, int | None]:
        """Return this table or a copy, and the seat of a link (None: a spectator).

        Raises Refused where it is no link.
        """
        for table in (self, *self.copies.values()):
            if name := name_of(table.tokens, token):
                return table, seat_of(name)
        raise Refused(404, "there is no such table")

    def is_link(self, token: str) -> bool:
        """Whether a word is the link of this table or of a copy."""
        with suppress(Refused):
            self.table_of(token)
            return True
        return False

    def company(self) -> Company:
        """Return who is here, and who has consented to what."""
        return self.presence.company(stopped_by(self.fault))

    def _parts(self, seat: int | None) -> Mapping[str, str]:
        """Return the parts of a seat's page; what several choices lead to comes a little later."""
        here, ways = self._here(), self._ways
        if seat is None or here[0].seat != seat or self._looked != here:
            ways = ()
        if seat is not None and here[0].seat == seat and self._looked != here:
            self._looking = asyncio.ensure_future(self._look_ahead(here))
        return parts_of(self.session, seat, company=self.company(), kept=self._kept, ways=ways)

    def _here(self) -> tuple[State, int]:
        """Return where the game is: undoing makes another state."""
        return self.session.state, self.session.state.decisions

    async def _look_ahead(self, here: tuple[State, int]) -> None:
        """Look for what the seat that is asked can reach by several choices, if it is asked still."""
        await asyncio.sleep(_BEFORE_WAYS)
        if here != self._here() or self._looked == here:
            return
        self._looked, self._ways = here, ()
        state = here[0].fork()
        ways = await asyncio.to_thread(find_ways, Sight(state, state.seat))
        if ways and here == self._here():
            self._ways = ways
            await self.feed.notify()

    def _goes_first(self, seat: int | None) -> bool:
        """Whether a seat chose last or is asked: its pages get news at once."""
        decision = self.session.state.decision
        return seat == self._last_actor or (decision is not None and decision.seat == seat)

    def _bot_chooses(self) -> bool:
        return self.session.name not in ("", HUMAN)

    async def analyse(self, token: str, seat: int | None, number: int) -> str:
        """Make a copy of the game after so many choices, for one seat against bots; return its link.

        One link has one copy at a time. Raises Refused where nobody could choose in it.
        """
        copy = await self.explainer.copy_for(seat, number, secrets.randbits(32))
        if token in self.copies:
            self.copies.pop(token).close()
        link = new_link()
        note = f"A copy to try things out, from choice {number} on, against bots."
        note = f"{note} What you could not see is dealt again."
        if copy.state.contradicts:
            note = f"{note} No deal was found that fits all that you know: this one comes nearest."
        self.copies[token] = Hosted(copy, {link: self.tokens[token]}, note, self.report)
        self.copies[token].start_bots()
        return link

    def start_bots(self) -> None:
        """Let bots play, until the table is closed."""
        self.bots = asyncio.create_task(self.play_bots())

    def close(self) -> None:
        """End the streams of all pages, and bots."""
        for table in (self, *self.copies.values()):
            table.closing.set()
            table.presence.close()
            if table.bots is not None:
                table.bots.cancel()

    async def choose(
        self,
        seat: int | None,
        at: int,
        option: int | Mapping[int, int],
        then: Sequence[str] = (),
        *,
        sure: bool = False,
        read: bool = False,
        hold: bool = False,
        alone: bool = False,
        dear: bool = False,
    ) -> None:
        """Make a choice for a seat after so many choices; raises Refused where it is not its turn.

        option: by its place; where several things are asked for, how many of what each option is: these are
        picked, and nothing where they will not do.
        then: the ids of what the seat answers to the questions after it, up to one that does not offer that.
        sure: it answers whether a choice that is held is meant (0: yes); read: it was chosen from the list;
        hold: one that ends the turn, or that cannot be taken back, is held; alone: it is the only thing that
        can be chosen with the option that was clicked; dear: it was clicked where something is paid for it,
        and elsewhere nothing.
        """
        decision = self.session.state.decision
        if decision is None or not self._is_asked(seat, at):
            raise Refused(409, "that question is not asked any more")
        if isinstance(option, Mapping):
            option, then = _picks(self.session.state.fork(), option)
        if not 0 <= option < len(decision.values):
            raise Refused(400, "that is not offered")
        self._last_actor = seat
        held, self.session.held = self.session.held, None
        if sure:
            if held is None:
                raise Refused(409, "that question is not asked any more")
            if option:
                await self.feed.notify()
                return
            option, then = held.option, held.then
        else:
            costs = self._costs(option, then, dear=dear)
            marks = {"read": read, "ends": hold, "alone": alone, "costs": costs, "final": hold}
            if self.session.hold(option, then, **marks) is not None:
                await self.feed.notify()
                return
        first, following = option, then
        await self._do(lambda: self._take_all(seat, first, following))

    def _take_all(self, seat: int | None, option: int, then: Sequence[str]) -> None:
        """Make a choice, and those after it as long as the seat is offered them; they are undone at once."""
        session, first = self.session, len(self.session.journal.entries)
        session.take(option)
        for each in then:
            following = session.state.decision
            offered = [one.id for one in following.options] if following is not None else []
            if following is None or following.seat != seat or each not in offered:
                break
            session.take(offered.index(each))
        if (last := len(session.journal.entries) - 1) > first:
            session.tie(first, last)

    def _costs(self, option: int, then: Sequence[str], *, dear: bool) -> bool:
        """Whether what several choices do costs something that is said before; of a dear place always."""
        ways = self._ways if (dear or len(then) > 1) and self._looked == self._here() else ()
        return any(each.costs for each in ways if (each.first, each.then) == (option, tuple(then)))

    def _is_asked(self, seat: int | None, at: int) -> bool:
        """Whether a seat is asked for its choice after so many choices."""
        decision = self.session.state.decision
        asked = decision is not None and decision.seat == seat and seat not in self.session.stand_ins
        return asked and at == self.session.state.decisions

    async def undo(self, seat: int | None, at: int | None = None) -> None:
        """Take a seat's last choice back; at: only after so many choices; raises Refused where it cannot."""
        self._check_at(at)
        if seat is None or not self.session.journal.undoable(seat):
            raise Refused(409, "nothing can be taken back")
        self._last_actor = seat
        await self._do(lambda: self.session.undo(seat))

    async def redo(self, seat: int | None, at: int | None = None) -> None:
        """Make again what a seat has taken back; at: only after so many choices.

        Raises Refused where nothing was, or it is not its turn.
        """
        self._check_at(at)
        decision = self.session.state.decision
        if decision is None or decision.seat != seat or not self.session.undone:
            raise Refused(409, "nothing was taken back")
        await self._do(lambda: self.session.redo(decision.seat))

    async def again(self, seat: int | None) -> None:
        """Begin the same game with the same people; raises Refused where this one is not over."""
        session = self.session
        if seat not in session.people or session.state.decision is not None or not session.journal.written:
            raise Refused(409, "the game is not over")
        self._last_actor = seat
        await self._do(lambda: begin_again(session, self.report))
        for copy in self.copies.values():
            copy.close()
        self.copies.clear()

    def _check_at(self, at: int | None) -> None:
        """Raise Refused where a page speaks of another position, such as one that asks a second time."""
        if at is not None and at != self.session.state.decisions:
            raise Refused(409, "the game has gone on meanwhile")

    async def stand_in(self, seat: int | None, absent: int) -> None:
        """Let a bot choose for a person who has gone, as `Presence.stand_in`; raises Refused likewise."""
        self._check_going_on()
        await self.presence.stand_in(seat, absent)

    async def set_level(self, seat: int | None, of: int, level: str) -> None:
        """Let a bot play on another level; raises Refused where that is not for who asks, or it has none."""
        from interpreter import LEVELS

        self._check_going_on()
        seats = list(self.session.seats)
        if seat not in self.session.people or not 0 <= of < len(seats) or not {seats[of], level} <= {*LEVELS}:
            raise Refused(409, "people choose the level of a bot that has one")
        seats[of] = level
        self.session.seats = seats
        await self.feed.notify()

    async def _take(self, option: int) -> None:
        """Make a choice."""
        await self._do(lambda: self.session.take(option))

    async def _do(self, change: Callable[[], object]) -> None:
        """Change the game; where a rule goes wrong or the journal cannot be written, play stops.

        Raises Refused where it has.
        """
        self._check_going_on()
        try:
            change()
        # Errors of ours too: the journal may no longer be the game.
        except Exception as error:
            await self._stop(error)
            raise Refused(500, _STOPPED) from error
        await self.feed.notify()

    def _check_going_on(self) -> None:
        """Raise Refused where play has stopped."""
        if self.fault is not None:
            raise Refused(409, _STOPPED)

    async def _stop(self, fault: Exception) -> None:
        """Play no further: pages stay to be read, and who runs the table reads what to do."""
        self.fault = fault
        self.report(f"the game has stopped: {ending_of(fault)[1]}")
        if self.session.journal.written:
            self.report(f"until Ctrl-C its pages can be read; {self.session.where('table')}")
        await self.feed.notify()

    def note_error(self, error: Exception) -> None:
        """Report what went wrong in answering a request, once for each place; the game goes on."""
        message = ending_of(error)[1]
        place = traceback.extract_tb(error.__traceback__)[-1:]
        key = f"{type(error).__name__} {place}"
        if key not in self._errors and len(self._errors) < _REPORTED:
            self._errors.add(key)
            self.report(f"a request could not be answered: {message}")

    async def play_bots(self) -> None:
        """Choose for bots whenever they are to choose, until the server ends; they think on a copy."""
        while self.fault is None:
            state, name = self.session.state, self.session.name
            if not self._bot_chooses():
                await self.feed.other_than(self.feed.revision)
                continue
            at, seed = state.decisions, self.session.journal.header.seed
            await asyncio.sleep(_BEFORE_BOTS)
            try:
                index = await self._thought(Thinking(name, state.fork(), seed))
            # Nobody awaits this task, so an error of ours would be lost, and everybody wait for the bot.
            except Exception as error:
                error.add_note(f"the bot {name} could not choose; --seat gives its seat to another")
                await self._stop(error)
                return
            if self.session.state is state and state.decisions == at:
                with suppress(Refused):
                    await self._take(index)

    async def _thought(self, thinking: Thinking) -> int:
        """Return what a bot chooses, which thinks in another thread; it ends if the server does."""
        try:
            return await asyncio.to_thread(thinking.choose)
        except asyncio.CancelledError:
            thinking.stop()
            raise


def _picks(state: State, many: Mapping[int, int]) -> tuple[int, list[str]]:
    """Return the choices that pick so many of each option and no more: the first by its place, then ids.

    The state goes on with them. Raises Refused where they cannot be.
    """
    decision = state.decision
    subset = decision.subset if decision is not None else None
    if decision is None or subset is None:
        raise Refused(400, "several things are not asked for")
    if any(not 0 <= option < len(decision.values) for option in many):
        raise Refused(400, "that is not offered")
    wanted = Counted(decision.so_far)
    wanted.update({decision.values[option]: count for option, count in many.items()})
    few = wanted.total() <= subset.size
    if not few or subset.in_order(tuple(wanted.elements())) not in subset:
        raise Refused(400, "these things together are not offered")
    first, ids = -1, list[str]()
    # What must be picked besides is picked of itself, and the last may be the whole answer.
    while decision is not None and decision.subset is subset:
        left = wanted - Counted(decision.so_far)
        places = [place for place, value in enumerate(decision.values) if left[value]]
        places += [place for place, value in enumerate(decision.values) if value is None and not left]
        first = places[0] if first < 0 else first
        ids.append(decision.options[places[0]].id)
        state.choose(ids[-1])
        decision = state.decision
    return first, ids[1:]


def stopped_by(fault: Exception | None) -> str:
    """Return what pages say of what stopped the game, or nothing: no file is named to who has only a link."""
    from interpreter import JournalFault, RuleFault

    match fault:
        case None:
            return ""
        case RuleFault():
            why = "A rule of the game has a fault."
        case OSError() | JournalFault():
            why = "Its journal cannot be written."
        case _:
            why = "The program has a fault."
    return f"{why} Nothing can be chosen any more, but all can be read and looked back at. {_WHAT_TO_DO}"
