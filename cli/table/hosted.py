"""A game at a table on this machine: who may see which seat, who waits for news, and bots that play on."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import secrets
import time
import traceback
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from cli.endings import ending_of
from cli.seen.lines import Line, plain
from cli.session.seats import HUMAN, choose_as_bot
from cli.session.session import Session
from cli.show.explained import Rulebook
from cli.show.look import Looking
from cli.show.position import spaced
from cli.show.screen import say
from cli.table.page import Company, Kept, parts_of

ONLOOKER = "onlooker"
# So many pages one link may have open at once.
MAX_PAGES = 10
# So many requests one link may make in a row, and a second from then on; one for which the game is played
# again counts as several.
MAX_REQUESTS, _A_SECOND, PLAYED_AGAIN = 200, 40, 8
# So many letters a line of rules has.
_WIDTH = 72
# So many seconds of what bots do are told at once.
_TOLD_AT_ONCE = 0.08
# The pages of who neither chose nor is asked are told one after the other, with so many seconds between them,
# and at once what happened in so long for each open page: on a small machine they would take the processors
# from the one who plays.
_APART = 0.05
# The pages of the one who chose are made before bots think.
_BEFORE_BOTS = 0.005
# So many pieces of streams are kept for further pages that show the same.
_KEPT = 16
# So many different errors of the program are reported while a table runs.
_REPORTED = 20
# So many revisions are known by which a page can say what it shows.
_REMEMBERED = 50
# Who chooses for a person who has gone; how many seconds without a page make one gone, and how many without
# news that a hidden page asks for: browsers let it do so once a minute.
STAND_IN, _AWAY, _HIDDEN = "greedy", 10.0, 100.0


_STOPPED = "the game has stopped"
_WHAT_TO_DO = "The terminal of who runs this table says what went wrong and how the game goes on."


def _at_the_terminal(line: str) -> None:
    say(line, err=True)


class Refused(Exception):
    """A request that cannot be followed, with the status that says so."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class Known:
    """What a page of a seat shows, by a mark of each part; number: how many changes there were before."""

    number: int
    revision: str
    marks: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Shown(Known):
    """What the pages of a seat show at a revision, with the parts themselves."""

    parts: Mapping[str, str]


@dataclass
class _Wave:
    """Pages of a seat that are told the same; due: when the first is, in the seconds of the loop."""

    due: float
    pages: int = 0
    shown: Shown | None = None


class Hosted:
    """A session whose seats are reached by links; all of it runs in one event loop.

    tokens: the name of each link, `p1` or `onlooker`; note: what a page says of a game that is a copy;
    report: takes lines for who runs the table; fault: what stopped the game before its end, if anything did;
    gone: the seats of people who have no page open, for a while; consent: for each of these who of the others
    wants a bot to play for it; copies: by the link that asked for one.
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
        self._errors: set[str] = set()
        self.pages, self._until = dict.fromkeys(self.tokens, 0), dict[str, float]()
        self.gone = set(session.people)
        self.consent: dict[int, set[int]] = {}
        self.copies: dict[str, Hosted] = {}
        self.bots: asyncio.Task[None] | None = None
        self.book = Rulebook(session.game, session.loaded, places=False)
        self._boot, self._count = secrets.token_hex(4), 0
        self._changed = asyncio.Condition()
        # Set where the server ends: then the streams of all pages do.
        self.closing = asyncio.Event()
        self._looking = asyncio.Lock()
        # What the pages of each seat showed last, and what is sent to those that show another revision: many
        # may show the same.
        self._shown: dict[int | None, Shown] = {}
        self._known: dict[int | None, dict[str, Known]] = {}
        self._sent: dict[tuple[int | None, str, str], bytes] = {}
        self._waves: dict[int | None, _Wave] = {}
        self._kept: Kept = {}
        # How many requests each link may make at once, and since when.
        self._left: dict[str, tuple[float, float]] = {}
        self.clock: Callable[[], float] = time.monotonic
        # Who chose last: their own pages are told first.
        self.first: int | None = None

    @property
    def revision(self) -> str:
        """What tells two positions apart, also of two runs of the server."""
        return f"{self._boot}-{self._count}"

    def table_of(self, token: str) -> tuple[Hosted, int | None]:
        """Return this table or a copy, and the seat of a link (None: an onlooker).

        Raises Refused where it is no link.
        """
        for table in (self, *self.copies.values()):
            for known, name in table.tokens.items():
                if hmac.compare_digest(known.encode(), token.encode()):
                    return table, None if name == ONLOOKER else int(name.removeprefix("p")) - 1
        raise Refused(404, "there is no such table")

    def is_link(self, token: str) -> bool:
        """Whether a word is the link of this table or of a copy."""
        with suppress(Refused):
            self.table_of(token)
            return True
        return False

    def shown(self, seat: int | None) -> Shown:
        """Return what a seat's pages show now, made once for each revision."""
        made = self._shown.get(seat)
        if made is None or made.number != self._count:
            parts = parts_of(self.session, seat, company=self.company(), kept=self._kept)
            marks = {name: hash(part) for name, part in parts.items()}
            made = self._shown[seat] = Shown(self._count, self.revision, marks, parts)
            known = self._known.setdefault(seat, {})
            known[made.revision] = Known(made.number, made.revision, marks)
            while len(known) > _REMEMBERED:
                del known[next(iter(known))]
        return made

    def known(self, seat: int | None, revision: str) -> Known | None:
        """Return what a page shows that has come to a revision, if that is remembered."""
        return self._known.get(seat, {}).get(revision)

    def packed(self, seat: int | None, before: Known | None, now: Shown) -> bytes:
        """Return the event for a seat's pages that show something else, or nothing; packed once for all."""
        key = (seat, before.revision if before is not None else "", now.revision)
        if key not in self._sent:
            self._sent[key] = packed(f"id: {now.revision}\ndata: {told(before, now)}\n\n")
            while len(self._sent) > _KEPT:
                del self._sent[next(iter(self._sent))]
        return self._sent[key]

    def company(self) -> Company:
        """Return who is here, and who has consented to what."""
        consent = {seat: frozenset(who) for seat, who in self.consent.items()}
        return Company(frozenset(self.gone), consent, stopped_by(self.fault))

    async def analyse(self, token: str, seat: int | None, number: int) -> str:
        """Make a copy of the game after so many choices, for one seat against bots; return its link.

        One link has one copy at a time. Raises Refused where nobody could choose in it.
        """
        from interpreter import RuleFault

        if seat is None:
            raise Refused(409, "who looks on has no seat to try things out with")
        try:
            async with self._looking:
                copy = await asyncio.to_thread(self.session.copy_for, seat, number, secrets.randbits(32))
        except RuleFault as fault:
            raise Refused(409, fault.message) from fault
        if copy.state.decision is None:
            raise Refused(409, "the game is over there")
        if token in self.copies:
            self.copies.pop(token).close()
        link = secrets.token_urlsafe(16)
        note = f"A copy to try things out, from choice {number} on, against bots."
        note = f"{note} What you could not see is dealt again."
        if copy.state.contradicts:
            note = f"{note} No deal was found that fits all that you know: this one comes nearest."
        self.copies[token] = Hosted(copy, {link: f"p{seat + 1}"}, note, self.report)
        self.copies[token].start_bots()
        return link

    def start_bots(self) -> None:
        """Let bots play, until the table is closed."""
        self.bots = asyncio.create_task(self.play_bots())

    def close(self) -> None:
        """End the streams of all pages, and bots."""
        for table in (self, *self.copies.values()):
            table.closing.set()
            if table.bots is not None:
                table.bots.cancel()

    async def choose(self, seat: int | None, at: int, option: int, then: str = "") -> None:
        """Make a choice for a seat after so many choices; raises Refused where it is not its turn.

        then: the id of what the seat answers to the next question; where that is not offered, it is asked.
        """
        decision = self.session.state.decision
        asked = decision is not None and decision.seat == seat and seat not in self.session.stand_ins
        if decision is None or not asked or at != self.session.state.decisions:
            raise Refused(409, "that question is not asked any more")
        if not 0 <= option < len(decision.values):
            raise Refused(400, "that is not offered")
        self.first = seat
        await self._take(option)
        following = self.session.state.decision
        offered = [each.id for each in following.options] if following is not None and then else []
        if following is not None and following.seat == seat and then in offered:
            await self._take(offered.index(then))

    async def undo(self, seat: int | None, at: int | None = None) -> None:
        """Take a seat's last choice back; at: only after so many choices; raises Refused where it cannot."""
        self._check_at(at)
        if seat is None or not self.session.journal.undoable(seat):
            raise Refused(409, "nothing can be taken back")
        self.first = seat
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

    def _check_at(self, at: int | None) -> None:
        """Raise Refused where a page speaks of another position, such as one that asks a second time."""
        if at is not None and at != self.session.state.decisions:
            raise Refused(409, "the game has gone on meanwhile")

    async def stand_in(self, seat: int | None, absent: int) -> None:
        """Let a bot choose for a person who has gone, once all others who are here want it.

        About one's own seat it says that one is back. Raises Refused where a seat is no person's, or its
        person is here.
        """
        self._check_going_on()
        people = self.session.people
        if seat not in people or absent not in people:
            raise Refused(409, "only people agree, and only about people")
        if seat == absent:
            self.session.stand_ins.pop(seat, None)
        elif absent not in self.gone:
            raise Refused(409, "whose seat that is is here")
        else:
            self.consent.setdefault(absent, set()).add(seat)
            self._agree()
        await self._tell()

    def _agree(self) -> None:
        """Let a bot choose for each of those who have gone, where all who are here want it."""
        here = {each for each in self.session.people if each not in self.gone}
        for absent in [each for each, who in self.consent.items() if here and who >= here]:
            del self.consent[absent]
            self.session.stand_ins[absent] = STAND_IN

    def why(self, seat: int | None, what: str) -> str:
        """Return why something is not offered to a seat; raises Refused where it is not asked."""
        decision = self.session.state.decision
        if decision is None or decision.seat != seat:
            raise Refused(409, "nothing is asked of you now")
        return self.session.why_not(decision.seat, what, places=False)

    def rules(self, seat: int | None, option: int | None) -> str:
        """Return the rules behind what a seat is asked, or behind an option; raises Refused likewise."""
        decision = self.session.state.decision
        if decision is None or decision.seat != seat:
            raise Refused(409, "nothing is asked of you now")
        if option is None:
            return plain(self.book.question(decision, _WIDTH))
        if option >= len(decision.options):
            raise Refused(400, "that is not offered")
        return plain(self.book.option(decision, decision.options[option], _WIDTH))

    async def look(self, seat: int | None, number: int | None, what: Sequence[str]) -> str:
        """Return what a thing on the table is, with its numbered rules, as a seat sees it.

        number: after so many choices; what: `space` with board, owner and name, `piece` with zone and id, or
        a section of the ruleset with a name. Raises Refused where there is no such thing.
        """
        state = self.session.state if number is None else (await self.looked_back(number)).state
        looking, lines = Looking(state, seat, self.book, _WIDTH, listed=False), list[Line]()
        match what:
            case ["space", board, owner, name]:
                lines = looking.space(board, owner, name)
            case ["piece", zone, piece] if zone in state.game.zones:
                holds = state.game.zones[zone].holds
                known = looking.lying(holds.name, piece) if holds.kind == "component" else []
                lines = spaced([known, looking.declared("zones", zone)])
            case [section, name]:
                lines = looking.declared(section, name)
        if not lines:
            raise Refused(404, "there is no such thing on the table")
        return plain(lines)

    async def looked_back(self, number: int) -> Session:
        """Return the game as it stood after so many choices; one is made at a time."""
        async with self._looking:
            log, state = await asyncio.to_thread(self.session.played, number)
        return replace(self.session, state=state, log=log)

    def check_often(self, token: str, as_many: int = 1) -> None:
        """Raise Refused where a link makes more requests than people do; as_many: how many one counts as."""
        now = self.clock()
        left, since = self._left.get(token, (float(MAX_REQUESTS), now))
        left = min(MAX_REQUESTS, left + (now - since) * _A_SECOND)
        if left < as_many:
            raise Refused(429, "too many requests")
        self._left[token] = left - as_many, now

    @asynccontextmanager
    async def open_page(self, token: str) -> AsyncIterator[None]:
        """Count a page of a link while it is open; raises Refused where there are as many as there may be."""
        if self.pages[token] >= MAX_PAGES:
            raise Refused(429, f"this link has {MAX_PAGES} pages open, and no more get news at once")
        self.pages[token] += 1
        try:
            await self._here(token)
            yield
        finally:
            self.pages[token] -= 1
            # Who loads the page again is not gone.
            self._stays(token, _AWAY)

    async def look_in(self, token: str) -> None:
        """Note that a page of a link asks for news, as one does that is hidden."""
        await self._here(token)
        self._stays(token, _HIDDEN)

    async def _other_than(self, known: str) -> str:
        """Wait for a revision that is not the known one, and return it."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.revision != known)
            return self.revision

    async def _turn(self, seat: int | None, known: int) -> Shown:
        """Wait until a page of a seat is told what changed, and return what it shows then.

        The pages of who chose last and of who is asked are told at once. Those of any other seat are told the
        same, one after the other.
        """
        decision = self.session.state.decision
        if seat == self.first or (decision is not None and decision.seat == seat):
            return self.shown(seat)
        now = asyncio.get_running_loop().time()
        wave = self._waves.get(seat)
        if wave is None or wave.due <= now:
            wave = self._waves[seat] = _Wave(now + _APART * sum(self.pages.values()))
        place, wave.pages = wave.pages, wave.pages + 1
        await asyncio.sleep(wave.due + place * _APART - now)
        if wave.shown is None or wave.shown.number <= known:
            wave.shown = self.shown(seat)
        return wave.shown

    async def changes(self, seat: int | None, before: Known | None) -> AsyncGenerator[Shown, None]:
        """Yield what a seat's page shows whenever that is not what it showed before.

        While bots play, pages are told several choices at once.
        """
        while True:
            await self._other_than(before.revision if before is not None else "")
            before = now = await self._turn(seat, before.number if before is not None else -1)
            yield now
            if self.session.name not in ("", HUMAN):
                await asyncio.sleep(_TOLD_AT_ONCE)

    async def _here(self, token: str) -> None:
        """Note that a page of a link is open."""
        seat = self.table_of(token)[1]
        if seat in self.gone:
            self.gone.discard(seat)
            self.consent.pop(seat, None)
            await self._tell()

    def _stays(self, token: str, seconds: float) -> None:
        """Count who has a link as here for so long, whatever pages are open then."""
        loop = asyncio.get_running_loop()
        self._until[token] = max(self._until.get(token, 0.0), loop.time() + seconds)
        # A clock that is read a little early finds nobody gone.
        loop.call_at(self._until[token] + 0.01, self._leave, token)

    def _leave(self, token: str) -> None:
        """Note that a person has gone, if no page is open and none has asked for news."""
        seat, now = self.table_of(token)[1], asyncio.get_running_loop().time()
        if seat is None or self.pages[token] or now < self._until[token] or self.closing.is_set():
            return
        self.gone.add(seat)
        self._agree()
        self._leaving = asyncio.create_task(self._tell())

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
        await self._tell()

    def _check_going_on(self) -> None:
        """Raise Refused where play has stopped."""
        if self.fault is not None:
            raise Refused(409, _STOPPED)

    async def _stop(self, fault: Exception) -> None:
        """Play no further: pages stay to be read, and who runs the table is told what to do."""
        self.fault = fault
        self.report(f"the game has stopped: {ending_of(fault)[1]}")
        if self.session.journal.written:
            self.report(f"until Ctrl-C its pages can be read; {self.session.where('table')}")
        await self._tell()

    def note_error(self, error: Exception) -> None:
        """Report what went wrong in answering a request, once for each place; the game goes on."""
        told = ending_of(error)[1]
        place = traceback.extract_tb(error.__traceback__)[-1:]
        key = f"{type(error).__name__} {place}"
        if key not in self._errors and len(self._errors) < _REPORTED:
            self._errors.add(key)
            self.report(f"a request could not be answered: {told}")

    async def _tell(self) -> None:
        self._count += 1
        async with self._changed:
            self._changed.notify_all()

    async def play_bots(self) -> None:
        """Choose for bots whenever they are to choose, until the server ends; they think on a copy."""
        while self.fault is None:
            state, name = self.session.state, self.session.name
            if name in ("", HUMAN):
                await self._other_than(self.revision)
                continue
            at, seed = state.decisions, self.session.journal.header.seed
            await asyncio.sleep(_BEFORE_BOTS)
            try:
                index = await asyncio.to_thread(choose_as_bot, name, state.fork(), seed)
            # Nobody awaits this task, so an error of ours would be lost, and everybody wait for the bot.
            except Exception as error:
                error.add_note(f"the bot {name} could not choose; --seat gives its seat to another")
                await self._stop(error)
                return
            if self.session.state is state and state.decisions == at:
                with suppress(Refused):
                    await self._take(index)


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


def told(before: Known | None, now: Shown) -> str:
    """Return what a page is told that shows something else, or nothing, as JSON."""
    marks = before.marks if before is not None else {}
    gone = {name: "" for name in marks if name not in now.parts}
    new = {name: part for name, part in now.parts.items() if marks.get(name) != now.marks[name]}
    return json.dumps({"revision": now.revision, "whole": not marks, "parts": {**gone, **new}})


def packed(text: str) -> bytes:
    """Return text as a piece of a packed stream, which can follow any other piece: it looks back at none."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(text.encode()) + packer.flush(zlib.Z_FULL_FLUSH)


def tokens_of(session: Session) -> dict[str, str]:
    """Return the links of a game by their secret: those beside its journal, and new ones for what has none.

    Who is given a link sees what its seat sees, so nobody else may read the file.
    """
    wanted = [*(f"p{seat + 1}" for seat in session.people), ONLOOKER]
    file = session.journal.path.with_name(f"{session.journal.path.name}.links")
    kept: dict[str, str] = {}
    with suppress(OSError, ValueError):
        told = json.loads(file.read_text(encoding="utf-8"))
        kept = {str(name): str(token) for name, token in told.items()} if isinstance(told, dict) else {}
    tokens = {name: kept.get(name) or secrets.token_urlsafe(16) for name in wanted}
    _write_private(file, json.dumps(tokens))
    return {token: name for name, token in tokens.items()}


def _write_private(file: Path, text: str) -> None:
    """Write a file that only its owner may read."""
    with suppress(FileNotFoundError):
        file.unlink()
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
