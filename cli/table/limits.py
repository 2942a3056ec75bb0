"""What a table lets anybody do: how many requests, pages and connections, and how long a request may take.

uvicorn sets no time for a request that is sent slowly, and its own bound on connections shuts out everybody
alike. Here whoever has shown a link has room apart from all others; and where strangers are too many, the one
who has been there longest goes, so that a new connection always has the time that a link takes to be shown.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

# So many pages one link may have open at once.
MAX_PAGES = 10
# So many requests one link may make in a row, and a second from then on; one for which the game is played
# again counts as several.
MAX_REQUESTS, _A_SECOND, REPLAY_COST = 200, 40, 8


class Refused(Exception):
    """A request that cannot be followed, with the status that says so."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Rates:
    """How many requests each link has left, and since when."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def spend(self, token: str, cost: int = 1) -> None:
        """Raise Refused where a link makes more requests than people do; cost: how many one counts as."""
        now = self.clock()
        left, since = self._left.get(token, (float(MAX_REQUESTS), now))
        left = min(MAX_REQUESTS, left + (now - since) * _A_SECOND)
        if left < cost:
            raise Refused(429, "too many requests")
        self._left[token] = left - cost, now


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on connections.

    head: the seconds from when a connection opens, or from its last answer, to the end of the head of its
    next request; body: the seconds that the rest of it takes at most; unread: the seconds in which some of
    what is sent must be taken. of_address: how many connections an address may have on which no link was
    shown; of_strangers: all addresses together; of_link: how many on which the same link was shown first.
    """

    head: float = 15.0
    body: float = 10.0
    unread: float = 30.0
    of_address: int = 50
    of_strangers: int = 100
    of_link: int = MAX_PAGES + 20


@dataclass
class Doors:
    """All connections of a server, the oldest first; is_link: whether a word is one of its links."""

    is_link: Callable[[str], bool]
    limits: Limits = field(default_factory=Limits)
    strangers: dict[Connection, str] = field(default_factory=dict)
    guests: dict[Connection, str] = field(default_factory=dict)

    def enter(self, connection: Connection, address: str) -> None:
        """Let a connection in; one of too many strangers goes, the oldest of its address first."""
        self.strangers[connection] = address
        neighbours = [each for each, at in self.strangers.items() if at == address]
        if len(neighbours) > self.limits.of_address:
            neighbours[0].drop()
        elif len(self.strangers) > self.limits.of_strangers:
            next(iter(self.strangers)).drop()

    def asked_for(self, connection: Connection, path: str) -> None:
        """Note the path of a request: where it shows a link, the connection is no stranger's any more."""
        link = path.removeprefix("/t/").partition("/")[0]
        if connection not in self.strangers or not self.is_link(link):
            return
        del self.strangers[connection]
        self.guests[connection] = link
        alike = [each for each, shown in self.guests.items() if shown == link]
        if len(alike) > self.limits.of_link:
            next((each for each in alike if not each.answering), alike[0]).drop()

    def leave(self, connection: Connection) -> None:
        """Forget a connection."""
        self.strangers.pop(connection, None)
        self.guests.pop(connection, None)


class Connection(H11Protocol):
    """A connection that does not wait for ever."""

    doors: ClassVar[Doors]
    _state: object = None
    _ends: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    @property
    def answering(self) -> bool:
        """Whether a request has come whole and its answer has not gone."""
        return self.conn.their_state is h11.DONE and not self.cycle.response_complete

    def drop(self) -> None:
        """Close at once."""
        self.doors.leave(self)
        self.transport.abort()

    # uvicorn gives it no other kind of transport.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; whatever is sent and not taken counts as unread."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)
        self.doors.enter(self, self.client[0] if self.client is not None else "")
        self._heed()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.doors.leave(self)
        for timer in (self._ends, self._unread):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what was sent; who goes on after having been refused is not answered again."""
        try:
            super().data_received(data)
        except h11.LocalProtocolError:
            self.drop()
            return
        if self.scope is not None:
            self.doors.asked_for(self, self.scope["path"])
        self._heed()

    def on_response_complete(self) -> None:
        """Wait for the next request, which may have come already."""
        super().on_response_complete()
        self._heed()

    def pause_writing(self) -> None:
        """Wait until what was sent is taken."""
        super().pause_writing()
        self._wait_for_reading()

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()

    def _wait_for_reading(self) -> None:
        """Drop the connection where nothing more is taken of what was sent."""
        left = self.transport.get_write_buffer_size()

        def look() -> None:
            if self.transport.get_write_buffer_size() < left:
                self._wait_for_reading()
            else:
                self.drop()

        self._unread = self.loop.call_later(self.doors.limits.unread, look)

    def _heed(self) -> None:
        """Set the time for what is to come next; what trickles in does not lengthen it."""
        state = self.conn.their_state
        if state is self._state:
            return
        self._state = state
        if self._ends is not None:
            self._ends.cancel()
        limits = self.doors.limits
        seconds = {h11.IDLE: limits.head, h11.SEND_BODY: limits.body}.get(state)
        self._ends = self.loop.call_later(seconds, self.drop) if seconds is not None else None
