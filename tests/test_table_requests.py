"""Requests that no page sends: each is answered or refused by itself, and the table goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Mount

from cli.session.seats import Thinking
from cli.table.explaining import Explainer
from cli.table.hosted import Hosted
from cli.table.limits import Refused
from cli.table.links import SPECTATOR, tokens_of
from cli.table.server import application
from interpreter import Game, RuleFault
from tests.test_table import HOST, SHIPPED, session_of

# What a request can be answered by.
ANSWERS = {200, 204, 303, 400, 403, 404, 405, 409, 413, 429}


@dataclass(frozen=True)
class Asked:
    """A request as it is sent; cut: it is broken off within its body."""

    method: str
    path: str
    query: str = ""
    body: bytes = b""
    cut: bool = False
    headers: tuple[tuple[str, str], ...] = ()


@dataclass
class Answer:
    """What came back; status 0: nothing."""

    status: int = 0
    body: bytes = b""


async def answer_to(app: Callable[..., Any], asked: Asked) -> Answer:
    """Send a request to the application itself; of a stream the first piece is taken."""
    headers = {"host": HOST, "origin": f"http://{HOST}", "accept": "application/json", **dict(asked.headers)}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": asked.method,
        "scheme": "http",
        "path": asked.path,
        "raw_path": quote(asked.path).encode(),
        "query_string": asked.query.encode("latin-1", "replace"),
        "root_path": "",
        "headers": [(key.encode(), value.encode("latin-1", "replace")) for key, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 5000),
    }
    told, done, parts = Answer(), asyncio.Event(), iter([asked.body])

    async def receive() -> dict[str, Any]:
        for part in parts:
            return {"type": "http.request", "body": part, "more_body": asked.cut}
        if not asked.cut:
            await done.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        told.status = message.get("status", told.status)
        told.body += message.get("body", b"")
        if message["type"] == "http.response.body" and (told.body or not message.get("more_body")):
            done.set()

    await app(scope, receive, send)
    return told


def numbers() -> st.SearchStrategy[str]:
    """Numbers, and what only looks like one."""
    odd = ["", "-1", "0x1", "1e3", "٣", "²", "00", "9" * 9, "9" * 5000, "1/", "0/x", "0/-1", "true"]
    return st.one_of(st.integers(0, 30).map(str), st.sampled_from(odd))


def kinds_of(game: Game, component: str) -> list[str]:
    """How pieces of a component may be called: as they are, as another's, in states that there are not."""
    made = game.components[component]
    names = [f"p1-{name}" if made.per is not None else name for name in list(made.by_name)[:8]]
    return [*names, *(f"{name}-x" for name in names), *(f"p2-{name}-down-up" for name in made.by_name)]


def named_by_pages(game: Game) -> list[list[str]]:
    """What pages ask about by name, and what is like it, of three kinds."""
    zones = {name: zone.holds.name for name, zone in game.zones.items() if zone.holds.kind == "component"}
    things = [f"{each.section}/{each.name}" for each in game.things]
    pieces = [f"piece/{zone}/{called}" for zone, of in zones.items() for called in kinds_of(game, of)]
    spaces = [
        f"space/{name}/{owner}/{node.name}"
        for name, board in game.boards.items()
        for owner in ("all", "p1", "p9", "")
        for node in board.layouts[0].nodes[:6]
    ]
    return [each for each in (things, pieces, spaces) if each]


def whats(game: Game) -> st.SearchStrategy[str]:
    """What can be looked at or asked about, as pages name it, something like it, or anything."""
    right = st.one_of(*map(st.sampled_from, named_by_pages(game)))
    word = st.one_of(
        right.flatmap(lambda each: st.sampled_from(each.split("/"))), st.text(max_size=12), numbers()
    )
    joined = st.lists(word, max_size=5).map("/".join)
    return st.one_of(right, right, joined, word, st.builds("{}={}".format, word, word))


def requests(game: Game, links: Sequence[str], routes: Sequence[Any]) -> st.SearchStrategy[Asked]:
    """Requests to every route, with the fields that pages send and others."""
    keys = st.sampled_from(["what", "n", "o", "at", "seat", "revision", "x"])
    values = st.one_of(numbers(), whats(game))
    likely = st.fixed_dictionaries(
        {"what": whats(game)}, optional=dict.fromkeys(["n", "o", "at", "seat"], numbers())
    )
    fields = st.one_of(
        likely.map(lambda each: list(each.items())), st.lists(st.tuples(keys, values), max_size=12)
    )
    encoded = fields.map(lambda each: urlencode(each, errors="replace"))
    tokens = st.one_of(*[st.sampled_from(list(links))] * 5, st.text(max_size=8))
    names = st.sampled_from(["table.js", "icon.svg", "../server.py", "%2e%2e", "\x00", ""])
    headers = st.lists(
        st.sampled_from(
            [
                ("accept", "text/html"), ("host", "evil.example"), ("host", ""), ("origin", "null"),
                ("last-event-id", "x-1"), ("last-event-id", "ÿ" * 400), ("content-type", "a/b"),
                ("content-length", "-1"), ("accept-encoding", "gzip"), ("cookie", "\x00"),
            ]
        ),
        max_size=2,
    )  # fmt: skip
    looking = st.sampled_from([route for route in routes if route.path.endswith(("look", "why"))])
    return st.builds(
        lambda route, token, name, method, *others: Asked(
            method or ("GET" if isinstance(route, Mount) else sorted(route.methods)[0]),
            (route.path + "/{name}" * isinstance(route, Mount)).format(token=token, name=name, digest=name),
            *others,
        ),
        st.one_of(st.sampled_from(routes), looking), tokens, names,
        st.sampled_from(["", "", "", "", "GET", "POST", "HEAD", "PUT"]),
        encoded,
        st.one_of(encoded.map(str.encode), st.binary(max_size=60), st.just(b"o=" + b"1" * 5000)),
        st.sampled_from([False, False, False, True]),
        headers.map(tuple),
    )  # fmt: skip


def table_of(folder: Path, name: str) -> tuple[Hosted, Any, list[str]]:
    """A table of two people whose game has gone on for a while, its application, and what it reports."""
    session, reported = session_of(folder, name, "human", "human", choices=40), list[str]()
    hosted = Hosted(session, tokens_of(session), report=reported.append)
    hosted.rates.clock = count(step=1000).__next__
    return hosted, application(hosted, {HOST}), reported


def link_of(hosted: Hosted, name: str) -> str:
    return next(f"/t/{token}/" for token, each in hosted.tokens.items() if each == name)


def send_many(folder: Path, name: str, examples: int) -> None:
    """Send so many requests to a table of a game that has gone on for a while."""
    hosted, app, reported = table_of(folder, name)
    session = hosted.session
    with asyncio.Runner() as runner:

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
            report_multiple_bugs=False,
        )
        @given(requests(session.game, list(hosted.tokens), app.app.app.routes))
        def every_answer_is_for_its_request(asked: Asked) -> None:
            before = session.state.decisions
            told = runner.run(asyncio.wait_for(answer_to(app, asked), 60))
            # Nobody waits for a file any more whose request was broken off.
            gone = asked.cut and asked.path.startswith("/static")
            assert told.status in ANSWERS or (gone and not told.status), (told, reported)
            assert not reported
            assert hosted.fault is None
            if told.status >= 400 or asked.method in ("GET", "HEAD"):
                assert session.state.decisions == before

        every_answer_is_for_its_request()
        hosted.close()


@pytest.mark.parametrize("name", SHIPPED)
def test_any_request_is_answered_by_itself(tmp_path: Path, name: str) -> None:
    send_many(tmp_path, name, 80)


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_like_a_name_is_an_error(tmp_path: Path, name: str) -> None:
    hosted, _, _ = table_of(tmp_path, name)

    async def looked() -> int:
        seen = 0
        for names in named_by_pages(hosted.session.game):
            for what in names[:: max(1, len(names) // 60)]:
                with suppress(Refused):
                    seen += bool(await hosted.explainer.look(None, None, what.split("/")))
        return seen

    assert asyncio.run(looked())


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_many_requests_are_answered_by_themselves(tmp_path: Path, name: str) -> None:
    send_many(tmp_path, name, 1_500)


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (Asked("POST", "choose", body=b"&".join(b"f%d=1" % each for each in range(9))), 400),
        (Asked("POST", "choose", body=b"o=" + b"1" * 5000), 413),
        (Asked("POST", "choose", body=b"at=1", cut=True), 400),
        (Asked("GET", "look", "what=piece/hand/ore-x"), 200),
        (Asked("GET", "look", "what=piece/development_hand/knight-knight-x"), 404),
    ],
    ids=lambda each: "" if isinstance(each, int) else f"{each.path} {each.query or each.body[:9]!r}",
)
@pytest.mark.parametrize("who", ["p1", SPECTATOR])
def test_a_faulty_request_ends_nothing(tmp_path: Path, asked: Asked, status: int, who: str) -> None:
    hosted, app, reported = table_of(tmp_path, "catan")
    told = asyncio.run(answer_to(app, replace(asked, path=link_of(hosted, who) + asked.path)))
    assert told.status == status
    assert (reported, hosted.fault) == ([], None)


def test_an_error_of_the_program_is_reported_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one who asked gets 500, the terminal a line for each error, and no traceback."""
    hosted, app, reported = table_of(tmp_path, "catan")
    seat = hosted.session.state.seat

    def wrong(*_: object) -> str:
        raise ZeroDivisionError("1 / 0")

    async def played() -> list[int]:
        monkeypatch.setattr(Explainer, "why", wrong)
        mine = link_of(hosted, f"p{seat + 1}")
        asked = [await answer_to(app, Asked("GET", f"{mine}why", "what=x")) for _ in range(3)]
        form = f"at={hosted.session.state.decisions}&o=0".encode()
        return [
            each.status for each in (*asked, await answer_to(app, Asked("POST", f"{mine}choose", body=form)))
        ]

    assert asyncio.run(played()) == [500, 500, 500, 204]
    assert len(reported) == 1
    assert reported[0].startswith(
        "a request could not be answered: internal error, please report it: ZeroDivi"
    )
    assert hosted.fault is None


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (RuleFault("there is nothing to choose here"), "A rule of the game has a fault."),
        (
            OSError(28, "No space left on device", "/home/somebody/game.jsonl"),
            "Its journal cannot be written.",
        ),
        (ZeroDivisionError("1 / 0"), "The program has a fault."),
    ],
    ids=["rule", "disk", "program"],
)
@pytest.mark.parametrize("by", ["person", "bot"])
def test_a_fault_of_the_game_or_of_a_bot_stops_play_and_pages_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str, fault: Exception, told: str
) -> None:
    vars(fault).pop("__notes__", None)  # of the case before, which has the same fault
    hosted, app, reported = table_of(tmp_path, "catan")
    session = hosted.session
    at, seat = session.state.decisions, session.state.seat
    mine, other = link_of(hosted, f"p{seat + 1}"), link_of(hosted, f"p{2 - seat}")

    def wrong(*_: object) -> int:
        raise fault

    async def played() -> None:
        form = Asked("POST", f"{mine}choose", body=f"at={at}&o=0".encode())
        if by == "bot":
            monkeypatch.setattr(Thinking, "choose", wrong)
            session.seats = ["greedy", "greedy"]
            await hosted.play_bots()
        else:
            monkeypatch.setattr(session, "take", wrong)
            assert (await answer_to(app, form)).status == 500
        # Nothing can be chosen or taken back, and everything can be read.
        for path in ("choose", "undo", "redo", "stand_in"):
            body = {"choose": form.body, "stand_in": b"seat=0"}.get(path, b"")
            assert (await answer_to(app, Asked("POST", mine + path, body=body))).status == 409
        for path in (mine, other, f"{other}at", f"{link_of(hosted, SPECTATOR)}at"):
            page = await answer_to(app, Asked("GET", path))
            assert page.status == 200
            assert (told in page.body.decode()) == (not path.endswith("at"))
            assert b'id="choose"' not in page.body
            assert b"/home/somebody" not in page.body
            assert b"Let a bot" not in page.body

    asyncio.run(asyncio.wait_for(played(), 60))
    assert hosted.fault is fault
    assert session.state.decisions == at
    assert [line.partition(":")[0] for line in reported] == [
        "the game has stopped",
        "until Ctrl-C its pages can be read; the journal is safe; go on with",
    ]
    assert ("the bot greedy could not choose" in reported[0]) == (by == "bot")
