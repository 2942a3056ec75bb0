"""The table's server under connections that are silent, slow or too many, over real sockets on loopback."""

from __future__ import annotations

import asyncio
import json
import socket
import zlib
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.table.hosted import Hosted
from cli.table.limits import MAX_PAGES, Limits
from cli.table.links import SPECTATOR, tokens_of
from cli.table.server import Server
from tests.test_table import session_of

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
SHORT = Limits(head=0.3, body=0.3, unread=0.3)


class Served:
    """A table that listens on a free port; errors: what the event loop met that nobody handled."""

    def __init__(self, server: Server, hosted: Hosted, port: int, errors: list[Any]) -> None:
        self.server, self.hosted, self.port, self.errors = server, hosted, port, errors

    def head(self, method: str, path: str, *more: str) -> bytes:
        place = f"127.0.0.1:{self.port}"
        lines = [f"{method} {path} HTTP/1.1", f"Host: {place}", f"Origin: http://{place}", *more, "", ""]
        return "\r\n".join(lines).encode()

    def link(self, name: str) -> str:
        return next(f"/t/{token}/" for token, each in self.hosted.tokens.items() if each == name)

    async def sent(self, data: bytes) -> Streams:
        """A new connection on which something was sent."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(data)
        await writer.drain()
        return reader, writer

    async def answer(self, method: str, path: str, body: str = "") -> int:
        """The status of the answer to a whole request."""
        head = self.head(method, path, f"Content-Length: {len(body)}", "Connection: close")
        reader, writer = await self.sent(head + body.encode())
        status = int((await reader.readline()).split()[1])
        await reader.read()
        writer.close()
        return status


@asynccontextmanager
async def served(folder: Path, limits: Limits | None = None) -> AsyncIterator[Served]:
    session, errors = session_of(folder, "tic_tac_toe", "human", "human"), list[Any]()
    hosted = Hosted(session, tokens_of(session), report=errors.append)
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        server = Server(hosted, {f"127.0.0.1:{port}"}, limits)
        running = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        yield Served(server, hosted, port, errors)
        hosted.close()
        server.should_exit = True
        await running


def run(played: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(played(), 60))


async def ended(streams: Streams) -> None:
    """Wait until the other side has closed."""
    with suppress(ConnectionError):
        while await streams[0].read(65_536):
            pass
    streams[1].close()


async def events_of(reader: asyncio.StreamReader) -> AsyncIterator[str]:
    """The events of a page's stream, from its answer's head on."""
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    await reader.readuntil(b"\r\n\r\n")
    while size := int(await reader.readline(), 16):
        yield unpacker.decompress(await reader.readexactly(size)).decode()
        await reader.readline()


async def until(met: Callable[[], object]) -> None:
    while not met():
        await asyncio.sleep(0.01)


def test_people_play_on_while_others_hold_connections_open(tmp_path: Path) -> None:
    """150 of them, silent or half-sent: those with a link get in and are told what happens."""

    async def played() -> None:
        async with served(tmp_path) as table:
            doors, session = table.server.doors, table.hosted.session
            mine, other = (
                table.link(f"p{seat + 1}") for seat in (session.state.seat, 1 - session.state.seat)
            )
            watching = await table.sent(table.head("GET", f"{other}events"))
            events = events_of(watching[0])
            assert "retry" in await anext(events)
            assert "revision" in await anext(events)
            half = ["", "GET / HT", table.head("POST", "/t/x/choose", "Content-Length: 9").decode() + "at=1"]
            held = [await table.sent(half[number % 3].encode()) for number in range(150)]
            assert await table.answer("GET", mine) == 200
            assert await table.answer("GET", "/static/table.js") == 200
            assert await table.answer("POST", f"{mine}choose", "at=0&o=0") == 303
            assert "revision" in await anext(events)
            assert len(doors.strangers) <= doors.limits.of_address
            for _, writer in (*held, watching):
                writer.close()
            await until(lambda: not doors.strangers and not doors.guests)
            assert table.errors == []

    run(played)


@pytest.mark.parametrize(
    "begun",
    [
        lambda table: b"",
        lambda table: b"GET / HTTP/1.1\r\nHost: x",
        lambda table: table.head("POST", f"{table.link('p1')}choose", "Content-Length: 9") + b"at=1",
        lambda table: (
            table.head("POST", f"{table.link('p1')}choose", "Transfer-Encoding: chunked") + b"9\r\n"
        ),
        # Another one that is half-sent comes with one that is whole.
        lambda table: (
            table.head("GET", "/static/icon.svg")
            + table.head("POST", f"{table.link('p1')}choose", "Content-Length: 9")
        ),
        # Nothing comes after one that is answered.
        lambda table: table.head("GET", "/static/icon.svg"),
        lambda table: table.head("GET", f"{table.link('p1')}events", "Content-Length: 9"),
        # It was refused before all of it had come.
        lambda table: b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",
    ],
    ids=["silent", "head", "body", "chunks", "second", "idle", "stream", "refused"],
)
def test_a_request_that_does_not_arrive_is_not_waited_for(
    tmp_path: Path, begun: Callable[[Served], bytes]
) -> None:
    async def played() -> None:
        async with served(tmp_path, SHORT) as table:
            await ended(await table.sent(begun(table)))
            await until(lambda: not table.server.doors.strangers and not table.server.doors.guests)
            await until(lambda: not any(table.hosted.presence.pages.values()))
            assert table.errors == []

    run(played)


def test_what_trickles_in_does_not_lengthen_the_time(tmp_path: Path) -> None:
    async def played() -> None:
        async with served(tmp_path, SHORT) as table:
            _, writer = await table.sent(b"GET / HTTP/1.1\r\n")
            with suppress(ConnectionError):
                while not writer.is_closing():
                    writer.write(b"a: b\r\n")
                    await writer.drain()
                    await asyncio.sleep(0.05)
            assert not table.server.doors.strangers

    run(played)


def test_who_does_not_take_what_is_sent_is_dropped(tmp_path: Path) -> None:
    async def played() -> None:
        async with served(tmp_path, SHORT) as table:
            asking = table.head("GET", "/static/table.js") * 2_000
            reader, writer = await asyncio.open_connection("127.0.0.1", table.port, limit=1)
            writer.write(asking)
            await until(lambda: table.server.doors.strangers)
            await until(lambda: not table.server.doors.strangers)
            writer.close()
            assert not reader.at_eof()

    run(played)


def test_a_stream_outlasts_the_time_of_requests(tmp_path: Path) -> None:
    async def played() -> None:
        async with served(tmp_path, SHORT) as table:
            reader, writer = await table.sent(table.head("GET", f"{table.link('p1')}events"))
            await reader.readuntil(b"\r\n\r\n")
            await ended(await table.sent(b""))
            await ended(await table.sent(b""))
            assert list(table.server.doors.guests.values()) == [table.link("p1").split("/")[2]]
            writer.close()

    run(played)


def test_one_link_has_so_many_connections_and_its_pages_stay(tmp_path: Path) -> None:
    async def played() -> None:
        async with served(tmp_path, Limits(of_link=5)) as table:
            watching = table.link(SPECTATOR)
            stream = await table.sent(table.head("GET", f"{watching}events"))
            await stream[0].readuntil(b"\r\n\r\n")
            others = []
            for _ in range(12):
                others.append(await table.sent(table.head("GET", f"{watching}why")))
                assert b"400" in await others[-1][0].readline()
            assert await table.answer("GET", table.link("p1")) == 200
            assert len(table.server.doors.guests) == 5
            assert list(table.hosted.presence.pages.values()).count(1) == 1
            for _, writer in (*others, stream):
                writer.close()

    run(played)


def test_a_link_has_ten_pages_at_most_when_sixty_come_together(tmp_path: Path) -> None:
    """Ten get a stream, the others are refused at once, and room comes back where a page is closed."""

    async def played() -> None:
        async with served(tmp_path, Limits(of_link=100, of_address=100)) as table:
            asking = table.head("GET", f"{table.link(SPECTATOR)}events")
            streams = await asyncio.gather(*(table.sent(asking) for _ in range(60)))
            told = [int((await reader.readline()).split()[1]) for reader, _ in streams]
            assert sorted(told) == [200] * MAX_PAGES + [429] * (60 - MAX_PAGES)
            assert max(table.hosted.presence.pages.values()) == MAX_PAGES
            for _, writer in streams:
                writer.close()
            await until(lambda: not any(table.hosted.presence.pages.values()))
            assert await opened_page(table) == 200
            assert table.errors == []

    async def opened_page(table: Served) -> int:
        reader, writer = await table.sent(table.head("GET", f"{table.link(SPECTATOR)}events"))
        status = int((await reader.readline()).split()[1])
        writer.close()
        return status

    run(played)


def test_a_stream_that_broke_goes_on_where_it_was(tmp_path: Path) -> None:
    """A browser says by the id of the last event what it has; nothing of that is sent again."""

    async def played() -> None:
        async with served(tmp_path) as table:
            session, path = table.hosted.session, f"{table.link(SPECTATOR)}events"

            async def first_event(*more: str) -> tuple[str, dict[str, Any]]:
                reader, writer = await table.sent(table.head("GET", path, *more))
                events = events_of(reader)
                await anext(events)
                name, _, data = (await anext(events)).strip().partition("\n")
                writer.close()
                return name.removeprefix("id: "), json.loads(data.removeprefix("data: "))

            name, begun = await first_event()
            assert begun["whole"]
            await table.hosted.choose(session.state.seat, session.state.decisions, 0)
            later, changed = await first_event(f"Last-Event-ID: {name}")
            assert not changed["whole"]
            assert changed["revision"] == later != name
            assert {"common", "score"} <= begun["parts"].keys() - changed["parts"].keys()
            assert "status" in changed["parts"]
            assert (await first_event("Last-Event-ID: 1-1"))[1]["whole"]

    run(played)


def damaged(request: bytes, chance: Random) -> bytes:
    """A request in which a few bytes are others, gone or doubled."""
    data = bytearray(request)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(data))
        other = chance.choice(
            [b"", b"\0", b"\r\n", b"\n", b" ", b"/", b"\xff", b"9" * 30, bytes(data[at : at + 20])]
        )
        data[at : at + chance.randrange(4)] = other
    return bytes(data)


def test_bytes_that_are_no_request_are_no_error(tmp_path: Path) -> None:
    """Odd targets, and requests damaged at random: the connection ends, nothing is reported, play goes on."""

    async def played() -> None:
        async with served(tmp_path, SHORT) as table:
            link, chance = table.link(SPECTATOR), Random(1)
            targets = [
                "/t",
                "/t/",
                "//t/x",
                "*",
                f"http://x{link}",
                f"{link}?%",
                "/%00",
                "/t/%ff/",
                link[:-1],
            ]
            sent = [table.head(method, each) for each in targets for method in ("GET", "OPTIONS", "X")]
            begun = [
                table.head("GET", f"{link}look?what=boards/field", "Accept-Encoding: gzip"),
                table.head("POST", f"{link}choose", "Content-Length: 8") + b"at=0&o=0",
                table.head("POST", f"{link}choose", "Transfer-Encoding: chunked") + b"4\r\nat=0\r\n0\r\n\r\n",
                table.head("GET", f"{link}why", "Connection: Upgrade", "Upgrade: websocket"),
            ]
            sent += [damaged(chance.choice(begun), chance) for _ in range(150)]
            await asyncio.gather(*[ended(await table.sent(each)) for each in sent])
            assert table.errors == []
            assert await table.answer("GET", link) == 200

    run(played)


def test_what_comes_after_a_refusal_is_no_error(tmp_path: Path) -> None:
    async def played() -> None:
        async with served(tmp_path) as table:
            reader, writer = await table.sent(
                b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            assert b"403" in await reader.readline()
            writer.write(b"zz\r\n")
            await ended((reader, writer))
            assert table.errors == []

    run(played)
