"""The connections of a server: how long a request may take to arrive, and how many there may be of whom.

uvicorn sets no time for a request that is sent slowly, and its own bound on connections shuts out everybody
alike. Here whoever has shown a link has room apart from all others; and where strangers are too many, the one
who has been there longest goes, so that a new connection always has the time that a link takes to be shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import ClassVar

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cli.table.hosted import MAX_PAGES, Hosted
from cli.table.server import application

# So many bytes the head of a request has at most.
_HEAD = 16_384
# So many connections the system holds for a server that is busy: a second's worth of a table.
_BACKLOG = 100


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


class Server(uvicorn.Server):
    """The server of a table; it ends the streams of open pages before it waits for them."""

    def __init__(self, hosted: Hosted, hosts: set[str], limits: Limits | None = None) -> None:
        self.hosted, self.doors = hosted, Doors(hosted.is_link, limits or Limits())
        super().__init__(
            uvicorn.Config(
                application(hosted, hosts),
                http=type("TableConnection", (Connection,), {"doors": self.doors}),
                # Nothing upgrades a connection, so each keeps its limits.
                ws="none",
                proxy_headers=False,
                # Errors of ours are reported by the table, in a line.
                log_level="critical",
                lifespan="on",
                backlog=_BACKLOG,
                timeout_keep_alive=int(self.doors.limits.head),
                timeout_graceful_shutdown=1,
                h11_max_incomplete_event_size=_HEAD,
                server_header=False,
            )
        )

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End all streams, for uvicorn waits for answers that are not complete."""
        super().handle_exit(sig, frame)
        self.hosted.close()
