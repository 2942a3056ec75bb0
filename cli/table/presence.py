"""Who is at a table: which links have pages open, who has gone, and whom a bot plays for meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any

from cli.session.seats import OPPONENT
from cli.session.session import Session
from cli.table.limits import MAX_PAGES, Refused
from cli.table.links import seat_of
from cli.table.page import Company

# How many seconds without a page make one gone, and how many without
# news that a hidden page asks for: browsers let it do so once a minute.
_AWAY, _HIDDEN = 10.0, 100.0


class Presence:
    """Who is here.

    tokens: the name of each link; changed: lets pages know; gone: the seats of people who have had no page
    open for a while; consent: for each of these who of the others wants a bot to play for it.
    """

    def __init__(
        self, session: Session, tokens: Mapping[str, str], changed: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        self.session, self.tokens, self._changed = session, tokens, changed
        self.pages, self._until = dict.fromkeys(tokens, 0), dict[str, float]()
        self.gone = set(session.people)
        self.consent: dict[int, set[int]] = {}
        self._closed = False

    def company(self, stopped: str) -> Company:
        """Return who is here, and who has consented to what; stopped: why the game cannot go on."""
        consent = {seat: frozenset(who) for seat, who in self.consent.items()}
        return Company(frozenset(self.gone), consent, stopped)

    def close(self) -> None:
        """Heed nobody's leaving any more."""
        self._closed = True

    @asynccontextmanager
    async def open_page(self, token: str) -> AsyncIterator[None]:
        """Count a page of a link while it is open; raises Refused where there are as many as there may be."""
        if self.pages[token] >= MAX_PAGES:
            raise Refused(429, f"this link has {MAX_PAGES} pages open, and no more get news at once")
        self.pages[token] += 1
        try:
            await self._arrive(token)
            yield
        finally:
            self.pages[token] -= 1
            # Who loads the page again is not gone.
            self._stay(token, _AWAY)

    async def look_in(self, token: str) -> None:
        """Note that a page of a link asks for news, as one does that is hidden."""
        await self._arrive(token)
        self._stay(token, _HIDDEN)

    async def stand_in(self, seat: int | None, absent: int) -> None:
        """Let a bot choose for a person who has gone, once all others who are here want it.

        About one's own seat it says that one is back. Raises Refused where a seat is no person's, or its
        person is here.
        """
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
        await self._changed()

    def _agree(self) -> None:
        """Let a bot choose for each of those who have gone, where all who are here want it."""
        here = {each for each in self.session.people if each not in self.gone}
        for absent in [each for each, who in self.consent.items() if here and who >= here]:
            del self.consent[absent]
            self.session.stand_ins[absent] = OPPONENT

    async def _arrive(self, token: str) -> None:
        """Note that a page of a link is open."""
        seat = seat_of(self.tokens[token])
        if seat in self.gone:
            self.gone.discard(seat)
            self.consent.pop(seat, None)
            await self._changed()

    def _stay(self, token: str, seconds: float) -> None:
        """Count who has a link as here for so long, whatever pages are open then."""
        loop = asyncio.get_running_loop()
        self._until[token] = max(self._until.get(token, 0.0), loop.time() + seconds)
        # A clock that is read a little early finds nobody gone.
        loop.call_at(self._until[token] + 0.01, self._leave, token)

    def _leave(self, token: str) -> None:
        """Note that a person has gone, if no page is open and none has asked for news."""
        seat, now = seat_of(self.tokens[token]), asyncio.get_running_loop().time()
        if seat is None or self.pages[token] or now < self._until[token] or self._closed:
            return
        self.gone.add(seat)
        self._agree()
        self._leaving = asyncio.create_task(self._changed())
