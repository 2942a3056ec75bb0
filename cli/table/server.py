"""The server: one page for each link, a stream of changes, and two requests that make some."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Collection
from contextlib import AbstractAsyncContextManager
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from urllib.parse import parse_qs

import uvicorn
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cli.draw.colours import seat_styles
from cli.table.clicks import ALONE, THEN
from cli.table.feed import Known, deflate, delta
from cli.table.hosted import Hosted
from cli.table.limits import REPLAY_COST, Connection, Doors, Limits, Refused
from cli.table.names import name_styles
from cli.table.page import signs_page, whole_page

# So many bytes the head of a request has at most.
_HEAD = 16_384
# So many connections the system holds for a server that is busy: a second's worth of a table.
_BACKLOG = 100
# A form that chooses has two short numbers.
MAX_BODY, MAX_FIELDS = 4096, 8
# Nothing that can be asked about has a longer name.
MAX_NAME = 200
# A comment so often keeps a stream from being taken for dead.
_ALIVE = 20.0
# How a packed stream begins; it never ends, so nothing is added up.
GZIP = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def application(hosted: Hosted, hosts: Collection[str]) -> ASGIApp:
    """Return the server as an application.

    hosts: the names with ports by which it may be asked, beside the address that a connection came to.
    """

    @contextlib.asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        hosted.start_bots()
        try:
            yield
        finally:
            hosted.close()

    def names(_request: Request) -> Response:
        return Response(name_styles(hosted.session.game), media_type="text/css")

    handler = _Handler(hosted)
    routes = [
        Route("/t/{token}/", handler.page),
        Route("/t/{token}/events", handler.events),
        Route("/t/{token}/news", handler.news),
        Route("/t/{token}/why", handler.why),
        Route("/t/{token}/rules", handler.rules),
        Route("/t/{token}/look", handler.look),
        Route("/t/{token}/signs", handler.signs),
        Route("/t/{token}/at", handler.past),
        Route("/t/{token}/image/{digest}", handler.image),
        Route("/t/{token}/choose", handler.choose, methods=["POST"]),
        Route("/t/{token}/undo", handler.back_or_forth, methods=["POST"]),
        Route("/t/{token}/redo", handler.back_or_forth, methods=["POST"]),
        Route("/t/{token}/again", handler.again, methods=["POST"]),
        Route("/t/{token}/stand_in", handler.stand_in, methods=["POST"]),
        Route("/t/{token}/level", handler.level, methods=["POST"]),
        Route("/t/{token}/analyse", handler.analyse, methods=["POST"]),
        Route("/static/seats.css", _seats),
        Route("/static/names.css", names),
        Mount("/static", StaticFiles(directory=Path(__file__).with_name("static"))),
    ]
    handlers = {Refused: _refusal, ClientDisconnect: _nobody_there, Exception: _error}
    app = Starlette(routes=routes, lifespan=running, exception_handlers=handlers)
    return _Guard(GZipMiddleware(app), frozenset(hosts), hosted)


def _seats(_request: Request) -> Response:
    return Response(seat_styles(), media_type="text/css")


def _refusal(_request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Refused)
    return PlainTextResponse(str(fault), fault.status)


def _nobody_there(_request: Request, _fault: Exception) -> Response:
    """Return what nobody will read: a request was broken off."""
    return Response(status_code=400)


def _error(_request: Request, _fault: Exception) -> Response:
    return PlainTextResponse("this could not be answered: an error of the program, which is reported", 500)


class _Stream(StreamingResponse):
    """A stream of events to an open page."""

    def __init__(self, events: AsyncIterator[bytes], page: AbstractAsyncContextManager[None]) -> None:
        # Every browser that has EventSource reads gzip; the middleware leaves streams alone.
        super().__init__(events, media_type="text/event-stream", headers={"Content-Encoding": "gzip"})
        self.page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self.page:
            await super().__call__(scope, receive, send)


async def _events(table: Hosted, seat: int | None, before: Known | None) -> AsyncIterator[bytes]:
    """Yield the pieces of a stream, until the table closes; before: what the page shows."""
    changes = table.feed.changes(seat, before)
    yield GZIP + deflate("retry: 1000\n\n")
    following = asyncio.ensure_future(anext(changes))
    closing = asyncio.ensure_future(table.closing.wait())
    try:
        while not closing.done():
            await asyncio.wait([following, closing], timeout=_ALIVE, return_when=asyncio.FIRST_COMPLETED)
            if not following.done():
                yield deflate(": here\n\n")
                continue
            now = following.result()
            event, before = table.feed.delta_for(seat, before, now), now
            yield event
            following = asyncio.ensure_future(anext(changes))
    finally:
        closing.cancel()
        following.cancel()
        with contextlib.suppress(asyncio.CancelledError, Refused):
            await following
        await changes.aclose()


class _Guard:
    """Refuses requests for other hosts or from other sites, and says in each answer what a page may do.

    Errors of ours are reported at the terminal; the game goes on.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str], hosted: Hosted) -> None:
        self.app, self.hosts, self.hosted = app, hosts, hosted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = {key for key, _ in message["headers"]}
                ours = ((key.lower().encode(), value.encode()) for key, value in _HEADERS.items())
                message["headers"] += [(key, value) for key, value in ours if key not in said]
            await send(message)

        request = Request(scope)
        host, origin = request.headers.get("host", ""), request.headers.get("origin", "")
        address = place_of(*scope["server"]) if scope.get("server") else ""
        # A name that leads here without being ours may be another site's; so may a form without our origin.
        if _with_port(host) not in (self.hosts | {address}):
            await PlainTextResponse("this host is not served here", 403)(scope, receive, send_guarded)
        elif request.method == "POST" and origin != f"http://{host}":
            await PlainTextResponse("this comes from another site", 403)(scope, receive, send_guarded)
        else:
            try:
                await self.app(scope, receive, send_guarded)
            # Only errors of ours come here, after an answer that says so.
            except Exception as error:
                self.hosted.note_error(error)


def place_of(host: str, port: int) -> str:
    """Return an address or name with a port, as links have it."""
    try:
        address = ip_address(host)
    except ValueError:
        return f"{host.lower()}:{port}"
    # What listens for both kinds of addresses has those of the fourth version in the sixth.
    address = getattr(address, "ipv4_mapped", None) or address
    return f"[{address}]:{port}" if address.version == 6 else f"{address}:{port}"


def _with_port(host: str) -> str:
    """Return the place that a browser asks for: it leaves the port of HTTP out."""
    return host.lower() if re.search(r":\d+$", host) else f"{host.lower()}:80"


class _Handler:
    """What is done for each kind of request."""

    def __init__(self, hosted: Hosted) -> None:
        self.hosted = hosted

    def _asked(self, request: Request, cost: int = 1) -> tuple[Hosted, int | None]:
        """Return the table and the seat of the link that is used.

        cost: how many requests this one counts as. Raises Refused where it is no link, or used too often.
        """
        token = request.path_params["token"]
        found = self.hosted.table_of(token)
        self.hosted.rates.spend(token, cost)
        return found

    async def page(self, request: Request) -> Response:
        table, seat = self._asked(request)
        shown = table.feed.shown(seat)
        return HTMLResponse(
            whole_page(table.session, seat, shown.revision, parts=shown.parts, note=table.note)
        )

    async def news(self, request: Request) -> Response:
        table, seat = self._asked(request)
        await table.presence.look_in(request.path_params["token"])
        before, now = table.feed.known(seat, request.query_params.get("revision", "")), table.feed.shown(seat)
        if before is not None and before.revision == now.revision:
            return Response(status_code=204)
        return Response(delta(before, now), media_type="application/json")

    async def events(self, request: Request) -> Response:
        table, seat = self._asked(request)
        # What the page shows already is not sent again; a browser that connects again says what came last.
        revision = request.headers.get("last-event-id") or request.query_params.get("revision", "")
        stream = _events(table, seat, table.feed.known(seat, revision))
        return _Stream(stream, table.presence.open_page(request.path_params["token"]))

    async def choose(self, request: Request) -> Response:
        table, seat = self._asked(request)
        form = await _form(request)
        at = _number("at", form.get("at", [""])[0])
        if "many" in form:
            await table.choose(seat, at, _many(form["many"][0]), read=True, hold="hold" in form)
            return _done(request)
        click = form.get("o", [""])[0]
        option, *then = click.removesuffix(ALONE).split(THEN)
        number = _number("o", option)
        marks = {each: each in form for each in ("sure", "read", "hold", "dear")}
        await table.choose(seat, at, number, then, alone=click.endswith(ALONE), **marks)
        return _done(request)

    async def past(self, request: Request) -> Response:
        table, seat = self._asked(request, REPLAY_COST)
        last = len(table.session.journal.entries)
        number = _number("n", request.query_params.get("n", str(last)))
        session = await table.explainer.looked_back(number)
        return HTMLResponse(whole_page(session, seat, table.feed.revision, past=True, note=table.note))

    async def why(self, request: Request) -> Response:
        table, seat = self._asked(request)
        what = request.query_params.get("what", "").strip()
        if not 0 < len(what) <= MAX_NAME:
            raise Refused(400, "'what' should be the name of an action or option")
        return PlainTextResponse(table.explainer.why(seat, what))

    async def image(self, request: Request) -> Response:
        table, _ = self._asked(request)
        pictures = table.session.game.pictures.values()
        found = next((each for each in pictures if each.digest == request.path_params["digest"]), None)
        try:
            data = found.data() if found is not None else b""
        except OSError:
            data = b""
        if found is None or not data:
            raise Refused(404, "there is no such picture")
        # The name is that of its bytes, so it never changes.
        return Response(data, media_type=found.media, headers={"cache-control": "private, max-age=604800"})

    async def rules(self, request: Request) -> Response:
        table, seat = self._asked(request)
        option, *then = request.query_params.get("o", "").split(THEN)
        number = _number("o", option) if option else None
        if number is not None and "final" in request.query_params:
            return PlainTextResponse(table.explainer.final(seat, number, then))
        if number is not None and "does" in request.query_params:
            return PlainTextResponse(table.explainer.does(seat, number))
        return PlainTextResponse(table.explainer.rules(seat, number))

    async def look(self, request: Request) -> Response:
        what, number = request.query_params.get("what", ""), request.query_params.get("n")
        table, seat = self._asked(request, 1 if number is None else REPLAY_COST)
        if not 0 < len(what) <= MAX_NAME:
            raise Refused(400, "'what' should say what to look at")
        after = None if number is None else _number("n", number)
        brief = "brief" in request.query_params
        return PlainTextResponse(await table.explainer.look(seat, after, what.split("/"), brief=brief))

    async def signs(self, request: Request) -> Response:
        table, _ = self._asked(request, REPLAY_COST)
        return HTMLResponse(signs_page(table.session.game))

    async def back_or_forth(self, request: Request) -> Response:
        table, seat = self._asked(request)
        go = table.undo if request.url.path.endswith("/undo") else table.redo
        await go(seat, _at(await _form(request)))
        return _done(request)

    async def again(self, request: Request) -> Response:
        table, seat = self._asked(request, REPLAY_COST)
        await table.again(seat)
        return _done(request)

    async def stand_in(self, request: Request) -> Response:
        table, seat = self._asked(request)
        form = await _form(request)
        await table.stand_in(seat, _number("seat", form.get("seat", [""])[0]))
        return _done(request)

    async def level(self, request: Request) -> Response:
        table, seat = self._asked(request)
        form = await _form(request)
        of = _number("seat", form.get("seat", [""])[0])
        await table.set_level(seat, of, form.get("level", [""])[0])
        return _done(request)

    async def analyse(self, request: Request) -> Response:
        table, seat = self._asked(request, REPLAY_COST)
        form = await _form(request)
        number = _number("n", form.get("n", [""])[0])
        if table is not self.hosted:
            raise Refused(409, "this is a copy already")
        link = await table.analyse(request.path_params["token"], seat, number)
        return RedirectResponse(f"../{link}/", 303)


async def _form(request: Request) -> dict[str, list[str]]:
    """Return the fields of a form, of which no more is read than one may have."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY:
            raise Refused(413, "that is too much")
    try:
        return parse_qs(body.decode("ascii", "replace"), max_num_fields=MAX_FIELDS)
    except ValueError:
        raise Refused(400, "a form has a few fields") from None


def _number(name: str, text: str) -> int:
    """Return a number of a form, of at most 9 digits."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refused(400, f"'{name}' should be a number")
    return int(text)


def _many(text: str) -> dict[int, int]:
    """Return how many of which options a form wants: `0x2 3x1`, or nothing."""
    pairs = [each.split("x") for each in text.split()]
    if any(len(pair) != 2 for pair in pairs):
        raise Refused(400, "'many' should be how many of which")
    return {_number("many", option): _number("many", count) for option, count in pairs}


def _at(form: dict[str, list[str]]) -> int | None:
    """Return after how many choices something is wanted, if a form says so."""
    return _number("at", form["at"][0]) if "at" in form else None


def _done(request: Request) -> Response:
    """Return to the page where a form was sent without a script."""
    if "application/json" in request.headers.get("accept", ""):
        return Response(status_code=204)
    return RedirectResponse("./", 303)


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
