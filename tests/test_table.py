"""The page and its server, without a browser: options, links, what is refused, and what stays hidden."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import stat
import subprocess
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from cli.main import rulewright
from cli.opening import begin, resume
from cli.options import GameChoice
from cli.seen.lines import plain
from cli.seen.log import Log
from cli.seen.questions import question_for
from cli.seen.seeing import see
from cli.seen.sight import Sight
from cli.seen.ways import find_ways
from cli.session.session import Session
from cli.table.clicks import ALONE, THEN, Clicks
from cli.table.explaining import Explainer
from cli.table.feed import Shown, delta
from cli.table.hosted import Hosted
from cli.table.limits import MAX_REQUESTS, REPLAY_COST, Refused
from cli.table.links import SPECTATOR, tokens_of
from cli.table.page import parts_of, whole_page
from cli.table.server import GZIP, application, place_of
from interpreter import Loaded, State, load, replay, to_install
from tests.test_drawing import pictured

SHIPPED = ["burgundy", "catan", "dragon_castle", "praga", "red_cathedral"]
# The largest pages are looked at in `make test-long`.
FAST_OF_SHIPPED = [*SHIPPED[:2], *(pytest.param(game, marks=pytest.mark.slow) for game in SHIPPED[2:])]
HOST = "127.0.0.1:5000"
HEADERS = {"host": HOST, "origin": f"http://{HOST}", "accept": "application/json"}


@cache
def loaded_once(game: str, players: int | None) -> Loaded:
    """The game of many tables."""
    return GameChoice(game, players).load()


class KnownGame(GameChoice):
    """A choice of a game that is loaded once for all tests of a process."""

    def load(self) -> Loaded:
        return loaded_once(self.target, self.players)


def session_of(folder: Path, game: str, *seats: str, choices: int = 0, seed: int = 4) -> Session:
    choice = KnownGame(game, players=max(len(seats), 2))
    session = begin(choice, seats, ["human"], seed=seed, save=folder / "game.jsonl", notice=lambda _: None)
    chance = Random(seed)
    for _ in range(choices):
        if session.state.decision is not None:
            session.take(chance.randrange(session.state.option_count))
    return session


@contextmanager
def client_of(session: Session) -> Iterator[tuple[TestClient, dict[str, str]]]:
    """A client of a server for a session, and the path of each link by its name."""
    hosted = Hosted(session, tokens_of(session))
    with TestClient(application(hosted, {HOST}), base_url=f"http://{HOST}") as client:
        yield client, {name: f"/t/{token}" for token, name in hosted.tokens.items()}


# -- the page
@pytest.mark.parametrize("game", FAST_OF_SHIPPED)
def test_every_option_has_one_button_and_every_space_a_target(tmp_path: Path, game: str) -> None:
    session = session_of(tmp_path, game)
    chance, spaces = Random(1), 0
    for _ in range(60):
        decision = session.state.decision
        if decision is None:
            break
        page = whole_page(session, decision.seat, "1-1")
        asked = page[page.index('<form id="choose"') :].partition("</form>")[0]
        places = [int(found) for found in re.findall(r'<button name="o" value="(\d+)"', asked)]
        assert places == list(range(len(decision.options)))
        kind = decision.site.type
        if kind is not None and kind.kind == "space":
            for place, value in enumerate(decision.values):
                if isinstance(value, int) and value in session.game.model.node_boards[kind.name].ids:
                    spaces += 1
                    targets = re.findall(r'class="opt" data-o="([\d|]+)"', page)
                    assert any(str(place) in told.split("|") for told in targets), (decision.prompt, place)
        for picture in re.findall(r"<svg.*?</svg>", page, re.S):
            ElementTree.fromstring(picture)
        session.take(chance.randrange(len(decision.options)))
    assert spaces


def clicks_of(session: Session) -> Clicks:
    """What can be clicked by whoever is asked."""
    sight = Sight(session.state, session.state.seat)
    question = question_for(sight, ahead=True)
    assert question is not None
    return Clicks(replace(question, ways=find_ways(sight)))


def lies_somewhere(session: Session, option: int) -> bool:
    """Whether an option is of a kind that lies on the table: a space, a player, what a zone holds, a pawn."""
    decision, game = session.state.decision, session.game
    assert decision is not None
    kind, value = decision.site.type, decision.values[option]
    if kind is None or decision.site.labels or not isinstance(value, int) or value < 0:
        return False
    if kind.kind == "space":
        return value in game.model.node_boards[kind.name].ids
    holding = [zone for zone in game.zones_offered(decision.site) if game.zones[zone].holds == kind]
    stands = [each for each in game.counters.values() if each.type.kind == "space" and kind in each.per[-1:]]
    return kind.kind == "player" or bool(holding) or (kind.kind == "enum" and bool(stands))


@pytest.mark.parametrize("game", FAST_OF_SHIPPED)
def test_every_option_that_lies_on_the_table_can_be_clicked_there(tmp_path: Path, game: str) -> None:
    session = session_of(tmp_path, game, "human", "human", "human")
    chance, clicked = Random(2), 0
    for _ in range(150):
        decision = session.state.decision
        if decision is None:
            break
        options = range(len(decision.options))
        targets = clicks_of(session)
        lying = {option for option in options if lies_somewhere(session, option)}
        assert lying <= targets.mapped, (
            decision.prompt,
            [decision.options[each].id for each in lying - targets.mapped],
        )
        clicked += len(lying)
        session.take(chance.randrange(len(options)))
    assert clicked


def test_only_who_decides_is_asked(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy")
    decides = session.state.seat
    assert 'id="choose"' in whole_page(session, decides, "1-1")
    assert "<title>Your turn – " in whole_page(session, decides, "1-1")
    for seat in (1 - decides, None):
        page = whole_page(session, seat, "1-1")
        assert 'id="choose"' not in page
        assert "data-o" not in page
        assert f"<title>Player {decides + 1} is choosing – " in page


def test_a_page_that_follows_shows_what_one_loaded_anew_does(tmp_path: Path) -> None:
    """Over choices and one that is taken back: the pieces of a stream, put in one after the other."""
    session = session_of(tmp_path, "dragon_castle")
    hosted = Hosted(session, tokens_of(session))
    shown: dict[str, str] = {}
    before: Shown | None = None
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    unpacker.decompress(GZIP)

    async def played() -> None:
        nonlocal before, shown
        chance = Random(2)
        for number in range(25):
            decision = session.state.decision
            assert decision is not None
            if number % 6 == 5 and session.journal.undoable(0):
                await hosted.undo(0)
            else:
                await hosted.choose(
                    decision.seat, session.state.decisions, chance.randrange(len(decision.values))
                )
            now_shown = hosted.feed.shown(0)
            piece = unpacker.decompress(hosted.feed.delta_for(0, before, now_shown)).decode()
            name, data = piece.strip().split("\n")
            assert name == f"id: {now_shown.revision}"
            told = json.loads(data.removeprefix("data: "))
            assert told["whole"] == (not shown)
            shown = {name: part for name, part in {**shown, **told["parts"]}.items() if part}
            before = now_shown
            now = parts_of(session, 0, company=hosted.company())
            assert shown == {name: part for name, part in now.items() if part}

    asyncio.run(asyncio.wait_for(played(), 60))


def test_what_is_picked_so_far_is_told(tmp_path: Path) -> None:
    session = session_of(tmp_path, "catan")
    chance = Random(3)
    for _ in range(400):
        decision = session.state.decision
        assert decision is not None
        if decision.subset is not None and decision.picked:
            assert decision.picked[0].title in parts_of(session, decision.seat)["ask"]
            return
        session.take(chance.randrange(session.state.option_count))
    pytest.fail("nothing was picked")


def test_several_things_are_picked_by_one_request_or_none_of_them(tmp_path: Path) -> None:
    """What the page puts together with plus and minus is what single picks are; the rest changes nothing."""
    session = session_of(tmp_path, "catan")
    chance, found = Random(3), 0
    while found < 6:
        state, decision = session.state, session.state.decision
        assert decision is not None
        if decision.subset is None or decision.picked:
            session.take(chance.randrange(session.state.option_count))
            continue
        found += 1
        asked = question_for(Sight(state, decision.seat))
        assert asked is not None
        assert asked.amounts is not None
        wanted: dict[int, int] = {}
        single = state.fork()
        while single.decision is not None and single.decision.subset is decision.subset:
            options = [option.id for option in single.decision.options]
            picked = "done" if "done" in options and wanted else options[0]
            place = [option.id for option in decision.options].index(picked) if picked != "done" else -1
            if place >= 0:
                wanted[place] = wanted.get(place, 0) + 1
            single.choose(picked)
        assert sum(wanted.values()) >= min(asked.amounts.least, 1)
        assert "as a list" not in parts_of(session, decision.seat)["ask"]
        assert all(count <= asked.amounts.left[place] for place, count in wanted.items())
        with client_of(session) as (client, links):
            mine, at = f"{links[f'p{decision.seat + 1}']}/choose", str(state.decisions)
            for many, status in {"0x99": 400, "99x1": 400, "0": 400, "0x1x1": 400}.items():
                sent = client.post(mine, data={"at": at, "many": many}, headers=HEADERS)
                assert (sent.status_code, session.state.decisions) == (status, int(at))
            many = " ".join(f"{place}x{count}" for place, count in wanted.items())
            assert client.post(mine, data={"at": at, "many": many}, headers=HEADERS).status_code == 204
            assert client.post(mine, data={"at": at, "many": many}, headers=HEADERS).status_code == 409
        assert session.state.hash() == single.hash()


def test_the_bank_is_seen_by_kind(tmp_path: Path) -> None:
    supplies = parts_of(session_of(tmp_path, "catan"), None)["supplies"]
    assert "19 lumber, 19 brick, 19 wool, 19 grain, 19 ore" in supplies


@pytest.mark.parametrize("game", SHIPPED)
def test_what_several_choices_lead_to_is_offered_by_each(tmp_path: Path, game: str) -> None:
    session = session_of(tmp_path, game)
    chance, found = Random(3), set[int]()
    for _ in range(200):
        decision = session.state.decision
        if decision is None or len(found) > 1:
            break
        targets = clicks_of(session)
        for click in {click for clicks in targets.at.values() for click in clicks if THEN in click}:
            option, *then = click.split(THEN)
            after = session.state.fork()
            after.choose(int(option))
            for each in then:
                assert after.decision is not None
                assert after.decision.seat == decision.seat
                assert each in [one.id for one in after.decision.options], click
                after.choose(each)
            found.add(len(then))
        session.take(chance.randrange(len(decision.options)))
    assert found


def test_a_tile_of_a_depot_is_taken_by_one_click_that_says_what_it_costs(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy")
    ways = clicks_of(session).ways.values()
    tiles = [way for way in ways if way.then[-1].startswith("tile=") and len(way.then) == 3]
    assert tiles
    for way in tiles:
        die, depot = (int(each.partition("=")[2]) for each in way.then[:2])
        away = min((die - depot) % 6, (depot - die) % 6)
        assert way.costs == bool(away)
        assert (f"pay {away} worker" in way.does) == bool(away), way.does
        # A tile that lies in two depots is taken from the one that was named.
        assert {place[2] for place in way.places if place[0] == "thing"} == {str(depot)}


def test_an_action_says_what_it_may_cost_besides_what_it_is_done_with(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy", seed=1)
    question = question_for(Sight(session.state, session.state.seat), ahead=True)
    assert question is not None
    assert {option.id: option.does for option in question.options}["take"] == "costs 0 or 1 worker"


def test_what_one_thing_can_be_used_for_is_named_alike(tmp_path: Path) -> None:
    """Also where all else is chosen of itself after it."""
    session = session_of(tmp_path, "burgundy", seed=3)
    chance, seen = Random(3), 0
    for _ in range(60):
        decision, targets = session.state.decision, clicks_of(session)
        assert decision is not None
        ways = [
            targets.words[click]
            for place, clicks in targets.at.items()
            for click in clicks
            if place[1] == "dice" and click.count(THEN) == 1
        ]
        assert all(": with a die of " in each for each in ways), ways
        seen += len(ways)
        session.take(chance.randrange(len(decision.options)))
    assert seen


def test_one_click_lays_a_piece_and_leaves_what_that_brings(tmp_path: Path) -> None:
    """Or places would glow for it where nothing is to be had; the space that is the only one glows."""
    session = session_of(tmp_path, "burgundy", seed=4)
    chance, sole = Random(4), False
    for _ in range(70):
        decision, placing = session.state.decision, session.state.fork()
        assert decision is not None
        if "place" in [option.id for option in decision.options]:
            placing.choose("place")
            if placing.decision is not None and placing.decision.name == "die":
                targets = clicks_of(replace(session, state=placing))
                assert "depot" not in {place[1] for place in targets.at if place[0] == "space"}
                sole = sole or any(click.endswith(ALONE) for click in targets.words)
        session.take(chance.randrange(len(decision.options)))
    assert sole


def test_a_space_goes_by_its_note_only_where_each_has_one(tmp_path: Path) -> None:
    """What a tile would join on some squares is not what these are."""
    session = session_of(tmp_path, "dragon_castle", seed=1)
    chance, joined = Random(1), 0
    while session.state.decision is not None and not joined:
        session.take(chance.randrange(session.state.option_count))
        question = question_for(Sight(session.state, session.state.seat))
        joined = sum("makes a group" in each.note for each in question.options) if question else 0
    shown = parts_of(session, session.state.seat)["ask"]
    assert shown.count("<small>makes a group of ") == joined > 0


def test_a_space_is_a_target_unless_only_things_on_it_are_meant(tmp_path: Path) -> None:
    """A depot is chosen as a whole; of its tiles each is a target, and sent as its own answer."""
    session = session_of(tmp_path, "burgundy")
    asked = []
    for _ in range(4):
        assert session.state.decision is not None
        options = [option.id for option in session.state.decision.options]
        asked.append((options, clicks_of(session).on_board("depot", "all")))
        session.take(0)
    *_, (depots, whole), (tiles, (offered,)) = [(options, targets.items()) for options, targets in asked]
    assert {f"from_depot={space}" for space, target in whole if not target.things} == set(depots)
    assert f"from_depot={offered[0]}" == depots[0]
    assert {f"tile={thing}": [*target.clicks] for thing, target in offered[1].things.items()} == {
        tile: [str(number)] for number, tile in enumerate(tiles)
    }


def test_what_is_chosen_of_itself_can_be_clicked_and_is_taken_back_with_it(tmp_path: Path) -> None:
    """A sole space is an answer where it lies; one click is one thing to take back, whatever it chose."""
    session = session_of(tmp_path, "burgundy")
    chance, sole = Random(5), False
    with client_of(session) as (client, links):
        for _ in range(60):
            decision = session.state.decision
            if decision is None:
                break
            targets, at = clicks_of(session), session.state.decisions
            placed = [
                key
                for key, clicks in targets.at.items()
                if key[:2] == ("space", "estate") and any(click.rstrip(ALONE).isdigit() for click in clicks)
            ]
            sole = sole or (bool(placed) and not decision.site.type)
            several = [click for clicks in targets.at.values() for click in clicks if click.count(THEN) > 1]
            mine = links[f"p{session.state.seat + 1}"]
            if several:
                sent = client.post(f"{mine}/choose", data={"at": str(at), "o": several[0]}, headers=HEADERS)
                assert sent.status_code == 204
                made = session.state.decisions
                if made > at + 1 and session.journal.undoable(decision.seat):
                    # And made again as one.
                    for way, now, then in (("undo", made, at), ("redo", at, made), ("undo", made, at)):
                        client.post(f"{mine}/{way}", data={"at": str(now)}, headers=HEADERS)
                        assert session.state.decisions == then
            if session.state.decisions == at:
                session.take(chance.randrange(len(decision.options)))
    assert sole


def test_one_click_makes_several_choices_if_all_are_offered(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy")
    decision = session.state.decision
    assert decision is not None
    targets = clicks_of(session)
    click = next(click for clicks in targets.at.values() for click in clicks if THEN in click)
    with client_of(session) as (client, links):
        mine = f"{links[f'p{decision.seat + 1}']}/choose"
        assert client.post(mine, data={"at": "0", "o": click}, headers=HEADERS).status_code == 204
        option, *then = click.split(THEN)
        made = [entry.choice for entry in session.journal.entries]
        assert made == [decision.options[int(option)].id, *then]
        at = session.state.decisions
        mine = f"{links[f'p{session.state.seat + 1}']}/choose"
        sent = client.post(mine, data={"at": str(at), "o": f"0{THEN}nothing=of the kind"}, headers=HEADERS)
        assert (sent.status_code, session.state.decisions) == (204, at + 1)


def test_zones_go_by_their_titles(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy", choices=40)
    page = whole_page(session, 0, "1-1")
    heads = set(re.findall(r'<b class="head">(.*?)</b>', page))
    titles = [zone.about.title for zone in session.game.zones.values() if zone.about.title]
    assert heads
    assert all(any(head.startswith(title) for title in titles) for head in heads), heads


def test_why_not_is_told_to_who_is_asked(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy")
    seat = session.state.seat
    with client_of(session) as (client, links):
        mine, other = links[f"p{seat + 1}"], links[f"p{2 - seat}"]
        closed = re.search(r'name="what" value="(\w+)"', client.get(f"{mine}/", headers=HEADERS).text)
        assert closed
        told = client.get(f"{mine}/why", params={"what": closed[1]}, headers=HEADERS)
        assert told.status_code == 200
        assert told.headers["content-type"].startswith("text/plain")
        assert "is offered" not in told.text.splitlines()[0]
        assert "rulesets/" not in told.text
        unknown = client.get(f"{mine}/why", params={"what": "no_such"}, headers=HEADERS).text
        assert unknown.startswith("'no_such' is neither")
        assert client.get(f"{other}/why", params={"what": "sell"}, headers=HEADERS).status_code == 409
        assert client.get(f"{mine}/why", params={"what": "x" * 500}, headers=HEADERS).status_code == 400


def test_rules_are_told_to_who_is_asked(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy")
    seat, decision = session.state.seat, session.state.decision
    assert decision is not None
    with client_of(session) as (client, links):
        mine, other = links[f"p{seat + 1}"], links[f"p{2 - seat}"]
        asked = client.get(f"{mine}/rules", headers=HEADERS)
        assert (asked.status_code, asked.text.splitlines()[0]) == (200, decision.prompt)
        option = client.get(f"{mine}/rules?o=0", headers=HEADERS).text
        assert option.startswith(decision.options[0].title)
        assert not re.search(r"BUR-\d|`", asked.text + option)
        assert ".yaml" not in asked.text + option
        assert client.get(f"{mine}/rules?o=99", headers=HEADERS).status_code == 400
        assert client.get(f"{other}/rules", headers=HEADERS).status_code == 409


@pytest.mark.parametrize("game", FAST_OF_SHIPPED)
def test_every_thing_on_a_page_says_what_it_is(tmp_path: Path, game: str) -> None:
    """Each space, piece, counter, zone and board that a page names can be asked about, by spectators too."""
    session = session_of(tmp_path, game, choices=60)
    hosted = Hosted(session, tokens_of(session))
    for seat in (0, None):
        parts, asked = parts_of(session, seat), set[str]()
        for name, part in parts.items():
            asked |= set(re.findall(r'data-look="([^"]*)"', part))
            if name.startswith("board-"):
                board, owner = name.split("-")[1:]
                drawn = part.split('"within"')[0]
                asked |= {f"space/{board}/{owner}/{at}" for at in re.findall(r'data-n="([^"]*)"', drawn)}
            for zone in part.split('<div class="zone')[1:]:
                at = re.search(r'data-look="zones/([^"]*)"', zone)
                assert at
                things = re.findall(r'class="thing[^>]*data-n="([^"]*)"', zone)
                asked |= {f"piece/{at[1]}/{thing}" for thing in things}
        assert {what.partition("/")[0] for what in asked} >= {"space", "boards", "counters"}
        for what in asked:
            told = asyncio.run(hosted.explainer.look(seat, None, what.split("/")))
            assert ".yaml" not in told
            # Numbers of rules are for authors.
            assert not re.search(r"\b[A-Z]{3}-\d", told)


def test_what_was_chosen_stays_marked_while_the_next_question_is_asked(tmp_path: Path) -> None:
    session = session_of(tmp_path, "red_cathedral")
    assert 'class="chosen"' not in whole_page(session, 0, "1-1")
    decision = session.state.decision
    assert decision is not None
    session.take(decision.index("claim"))
    assert session.state.decision is not None
    session.take(session.state.decision.index("section=d2"))
    for _ in range(2):  # the second question is one of a step of its own
        question = see(session.state, 0, session.log).question
        assert question is not None and question.chosen == {("space", "cathedral", "all", "d2")}
        assert parts_of(session, 0)["board-cathedral-all"].count('class="chosen"') == 1
        session.take(0)


def test_the_place_of_undo_says_why_there_is_none(tmp_path: Path) -> None:
    session = session_of(tmp_path, "dragon_castle")
    assert (session.why_no_undo(0), "no-undo" in parts_of(session, 0)["ask"]) == ("", False)
    decision = session.state.decision
    assert decision is not None
    session.take(0)
    assert session.why_no_undo(0) == "something was revealed"
    assert "Cannot be undone: something was revealed." in parts_of(session, 0)["ask"]


def test_looking_shows_no_more_than_the_page(tmp_path: Path) -> None:
    session = session_of(tmp_path, "catan", choices=40)
    other: State = session.state.guess(0, 7)
    told = Session(other, session.journal, session.seats, session.log, session.loaded)
    pages = [Hosted(each, {}) for each in (session, told)]
    for what in ("zones/hand", "piece/hand/ore", "counters/longest_road", "kinds/settlement", "boards/hex"):
        first, second = (asyncio.run(page.explainer.look(0, None, what.split("/"))) for page in pages)
        assert first == second


@pytest.mark.parametrize(
    ("what", "status"),
    [
        ("boards/hex", 200),
        ("space/hex/all/no_such", 404),
        ("space/hex/p9/a1", 404),
        ("space/no_such/all/a1", 404),
        ("piece/no_such/ore", 404),
        ("boards/<script>", 404),
        ("boards/hex/a/b/c/d", 404),
        ("", 400),
        ("boards/" + "x" * 500, 400),
        ("../../../etc/passwd", 404),
    ],
)
def test_looking_at_what_is_not_there_is_refused(tmp_path: Path, what: str, status: int) -> None:
    session = session_of(tmp_path, "catan")
    with client_of(session) as (client, links):
        told = client.get(f"{links[SPECTATOR]}/look", params={"what": what}, headers=HEADERS)
        assert told.status_code == status
        assert told.headers["content-type"].startswith("text/plain")
        assert (
            client.get(
                f"{links[SPECTATOR]}/look", params={"what": "boards/hex", "n": "9"}, headers=HEADERS
            ).status_code
            == 404
        )


def test_the_same_position_gives_the_same_parts(tmp_path: Path) -> None:
    session = session_of(tmp_path, "red_cathedral", choices=30)
    assert parts_of(session, 0) == parts_of(session, 0)


@pytest.mark.parametrize("game", SHIPPED)
def test_a_page_is_the_same_whatever_its_seat_cannot_see(tmp_path: Path, game: str) -> None:
    """Hidden things dealt again change nothing on a page, nor does what another may choose among."""
    session = session_of(tmp_path, game)
    chance, compared = Random(5), 0
    for number in range(90):
        decision = session.state.decision
        if decision is None:
            break
        if number % 15 == 0:
            for seat in range(session.game.players):
                other: State = session.state.guess(seat, 7)
                assert other.view(seat) == session.state.view(seat)
                told = Session(other, session.journal, session.seats, session.log, session.loaded)
                assert whole_page(told, seat, "1-1") == whole_page(session, seat, "1-1")
                compared += 1
        session.take(chance.randrange(session.state.option_count))
    assert compared


def test_titles_are_only_text(tmp_path: Path) -> None:
    session = session_of(tmp_path, "catan", choices=6)
    hostile = "</title><script>alert(1)</script>"
    session.log = Log([])
    session.seats = [hostile, hostile]
    page = whole_page(session, 0, '"><script>alert(2)</script>')
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


# -- the server
def test_a_choice_is_made_and_kept(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy")
    with client_of(session) as (client, links):
        mine = links[f"p{session.state.seat + 1}"]
        page = client.get(f"{mine}/", headers=HEADERS)
        assert page.status_code == 200
        assert "script-src 'self'" in page.headers["content-security-policy"]
        assert "unsafe" not in page.headers["content-security-policy"]
        assert not re.search(r"<script(?! src)|<style|\sstyle=|\son\w+=", page.text)
        sent = client.post(f"{mine}/choose", data={"at": "0", "o": "0"}, headers=HEADERS)
        assert sent.status_code == 204
        form = {**HEADERS, "accept": "text/html"}
        mine = links[f"p{session.state.seat + 1}"]
        sent = client.post(f"{mine}/choose", data={"at": "1", "o": "0"}, headers=form, follow_redirects=False)
        assert (sent.status_code, sent.headers["location"]) == (303, "./")
        assert client.get("/static/table.js", headers=HEADERS).status_code == 200
    assert replay(tmp_path / "game.jsonl").state.hash() == session.state.hash()


@pytest.mark.parametrize(
    ("link", "form", "status"),
    [
        ("mine", {"at": "5", "o": "0"}, 409),
        ("mine", {"at": "0", "o": "999"}, 400),
        ("mine", {"at": "0", "o": "-1"}, 400),
        ("mine", {"at": "0"}, 400),
        ("mine", {"at": "0", "o": "1" * 5000}, 413),
        ("other", {"at": "0", "o": "0"}, 409),
        ("spectator", {"at": "0", "o": "0"}, 409),
        ("none", {"at": "0", "o": "0"}, 404),
    ],
)
def test_what_cannot_be_chosen_is_refused(
    tmp_path: Path, link: str, form: dict[str, str], status: int
) -> None:
    session = session_of(tmp_path, "burgundy")
    with client_of(session) as (client, links):
        seat = session.state.seat
        names = {"mine": f"p{seat + 1}", "other": f"p{2 - seat}", "spectator": SPECTATOR}
        path = links[names[link]] if link in names else "/t/AAAAAAAAAAAAAAAAAAAAAA"
        assert client.post(f"{path}/choose", data=form, headers=HEADERS).status_code == status
    assert session.state.decisions == 0


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "evil.example", "origin": "http://evil.example"},
        {"host": HOST, "origin": "http://evil.example"},
        {"host": HOST, "origin": "null"},
        {"host": HOST},
    ],
)
def test_other_hosts_and_sites_are_refused(tmp_path: Path, headers: dict[str, str]) -> None:
    session = session_of(tmp_path, "burgundy")
    with client_of(session) as (client, links):
        mine = links[f"p{session.state.seat + 1}"]
        sent = client.post(f"{mine}/choose", data={"at": "0", "o": "0"}, headers=headers)
        assert sent.status_code == 403
        assert client.get(f"{mine}/", headers={"host": "evil.example"}).status_code == 403
        for path in ("/static/../server.py", "/static/page.py", "/static/%2e%2e/server.py", "/", "/t/"):
            assert client.get(path, headers=HEADERS).status_code == 404
    assert session.state.decisions == 0


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])
def test_links_work_as_printed_and_by_the_names_of_this_machine(tmp_path: Path, host: str) -> None:
    save = ["--no-open", "--save", str(tmp_path / "game.jsonl")]
    command = [sys.executable, "-m", "cli", "table", "tic_tac_toe", "--seat", "human", "--host", host, *save]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        link = urlsplit(run.stdout.readline().split(": ", 1)[1].strip())

        def status(reached: str, said: str) -> int:
            asked = HTTPConnection(reached, link.port, timeout=20)
            asked.request("GET", link.path, headers={"Host": said})
            return asked.getresponse().status

        names = ["127.0.0.1", "localhost", "LocalHost"]
        assert link.hostname != "0.0.0.0"
        assert status(str(link.hostname), link.netloc) == 200
        assert [status("127.0.0.1", f"{name}:{link.port}") for name in names] == [200] * 3
        others = [f"evil.example:{link.port}", "127.0.0.1:1", f"0.0.0.0:{link.port}", "127.0.0.1", ""]
        assert [status("127.0.0.1", name) for name in others] == [403] * 5
        run.send_signal(signal.SIGINT)
        run.stdout.read()
        assert ("over the network" in run.stderr.read()) == (host == "0.0.0.0")
    assert run.returncode == 0


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("127.0.0.1", "127.0.0.1:80"),
        ("::1", "[::1]:80"),
        ("::ffff:10.0.0.7", "10.0.0.7:80"),
        ("Table.Local", "table.local:80"),
    ],
)
def test_places_are_written_as_in_links(address: str, place: str) -> None:
    assert place_of(address, 80) == place


def test_a_browser_leaves_out_the_port_of_http(tmp_path: Path) -> None:
    session = session_of(tmp_path, "tic_tac_toe")
    hosted = Hosted(session, tokens_of(session))
    link = next(iter(hosted.tokens))
    with TestClient(application(hosted, {"table.local:80"}), base_url="http://table.local") as client:
        assert client.get(f"/t/{link}/", headers={"host": "table.local"}).status_code == 200
        assert client.get(f"/t/{link}/", headers={"host": "table.local:81"}).status_code == 403


def test_undo_goes_as_far_as_the_journal_allows(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy")
    with client_of(session) as (client, links):
        mine = links[f"p{session.state.seat + 1}"]
        assert client.post(f"{mine}/undo", headers=HEADERS).status_code == 409
        asked = session.state.hash()
        client.post(f"{mine}/choose", data={"at": "0", "o": "0"}, headers=HEADERS)
        if session.journal.undoable(int(mine != links["p1"])):
            assert client.post(f"{mine}/undo", headers=HEADERS).status_code == 204
            assert session.state.hash() == asked
        assert client.post(f"{links[SPECTATOR]}/undo", headers=HEADERS).status_code == 409


def test_changes_are_told_and_bots_play(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy")
    person = 1 - session.state.seat
    session.seats = ["human" if seat == person else "greedy" for seat in range(2)]
    hosted = Hosted(session, tokens_of(session))

    async def waited() -> list[Shown]:
        bots = asyncio.create_task(hosted.play_bots())
        found = []
        async for shown in hosted.feed.changes(person, hosted.feed.shown(person)):
            found.append(shown)
            if session.state.seat == person:
                break
        bots.cancel()
        return found

    assert asyncio.run(asyncio.wait_for(waited(), 60))
    assert session.state.seat == person
    assert session.state.decisions > 0


def test_many_spectators_are_told_the_same_and_at_last_what_is(tmp_path: Path) -> None:
    """What is made for their pages is made a few times in all, and each ends with the position as it is."""
    session = session_of(tmp_path, "dragon_castle")
    hosted = Hosted(session, tokens_of(session))

    watcher = next(token for token, name in hosted.tokens.items() if name == SPECTATOR)

    async def looked() -> list[Shown]:
        told, before = list[Shown](), hosted.feed.shown(None)
        async with hosted.presence.open_page(watcher):
            async for shown in hosted.feed.changes(None, before):
                assert shown.number > (told[-1] if told else before).number
                told.append(shown)
                if session.state.decisions == 12 and shown.revision == hosted.feed.revision:
                    break
        return told

    async def played() -> list[list[Shown]]:
        watching = [asyncio.create_task(looked()) for _ in range(6)]
        await asyncio.sleep(0.01)
        for _ in range(12):
            await hosted.choose(session.state.seat, session.state.decisions, 0)
            await asyncio.sleep(0.05)
        return await asyncio.gather(*watching)

    all_told = asyncio.run(asyncio.wait_for(played(), 60))
    assert {told[-1].revision for told in all_told} == {hosted.feed.revision}
    assert all_told[0][-1].parts == parts_of(session, None, company=hosted.company())
    made = {shown.number for told in all_told for shown in told}
    assert len(made) < 9
    assert max(map(len, all_told)) < 6


def test_play_stops_where_its_journal_cannot_be_written(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy")
    reported: list[str] = []
    hosted = Hosted(session, tokens_of(session), report=reported.append)
    (tmp_path / "game.jsonl").unlink()
    (tmp_path / "game.jsonl").mkdir()
    token = next(token for token, name in hosted.tokens.items() if name == f"p{session.state.seat + 1}")
    with TestClient(application(hosted, {HOST}), base_url=f"http://{HOST}") as client:
        sent = client.post(f"/t/{token}/choose", data={"at": "0", "o": "0"}, headers=HEADERS)
        assert sent.status_code == 500
        page = client.get(f"/t/{token}/", headers=HEADERS).text
    assert "<title>The game has stopped" in page
    assert "Its journal cannot be written." in page
    assert str(tmp_path) not in page
    assert "Is a directory" in reported[0]
    assert "there is no journal at" in reported[1]


def test_a_link_that_asks_too_often_is_refused(tmp_path: Path) -> None:
    """Neither its requests nor those for which the game is played again go on for ever; other links go on."""
    hosted = Hosted(session_of(tmp_path, "dragon_castle"), {"A": "p1", "B": "p2", "C": SPECTATOR})
    passed = 0.0
    hosted.rates.clock = lambda: passed
    with TestClient(application(hosted, {HOST}), base_url=f"http://{HOST}") as client:
        asked = [client.get("/t/A/why", headers=HEADERS).status_code for _ in range(MAX_REQUESTS + 3)]
        assert asked == [400] * MAX_REQUESTS + [429] * 3
        back = [client.get("/t/B/look?what=no/such&n=0", headers=HEADERS).status_code for _ in range(27)]
        assert back == [404] * (MAX_REQUESTS // REPLAY_COST) + [429] * 2
        assert client.get("/t/C/why", headers=HEADERS).status_code == 400
        passed = 1.0
        assert client.get("/t/A/why", headers=HEADERS).status_code == 400


def test_links_stay_with_the_journal_and_are_private(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy")
    tokens = Hosted(session, tokens_of(session)).tokens
    assert sorted(tokens.values()) == ["p1", "p2", SPECTATOR]
    assert len(set(tokens)) == 3
    file = tmp_path / "game.jsonl.links"
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = resume(GameChoice(""), (), tmp_path / "game.jsonl", lambda _: None)
    assert Hosted(again, tokens_of(again)).tokens == tokens
    file.write_text("[]", encoding="utf-8")
    assert not set(Hosted(again, tokens_of(again)).tokens) & set(tokens)


def test_a_game_goes_on_at_the_terminal(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy")
    with client_of(session) as (client, links):
        client.post(
            f"{links[f'p{session.state.seat + 1}']}/choose", data={"at": "0", "o": "0"}, headers=HEADERS
        )
    arguments = ["play", "--resume", str(tmp_path / "game.jsonl"), "--json"]
    result = CliRunner().invoke(rulewright, [*arguments, "--seat", "human"], input="quit\n")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["decisions"] == 1


# -- the command
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["burgundy", "--port", "99999"], "--port"),
        (["burgundy", "--host", "no such address"], "cannot be used"),
        ([], "GAME"),
    ],
)
def test_wrong_use_is_told(tmp_path: Path, arguments: list[str], says: str) -> None:
    told = CliRunner().invoke(
        rulewright, ["table", *arguments, "--no-open", "--save", str(tmp_path / "g.jsonl")]
    )
    assert told.exit_code == 2
    assert says in told.output
    assert "Traceback" not in told.output


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "cli.table.server", raising=False)
    told = CliRunner().invoke(rulewright, ["table", "burgundy", "--no-open"])
    assert told.exit_code == 2
    assert to_install("table") in told.output


def test_a_zone_is_shown_as_its_ruleset_says(tmp_path: Path) -> None:
    text = """
id: heaps
title: Heaps
players: 2
components:
  hut: {kinds: {cabin: {copies: 9}}}
zones:
  heap: {holds: hut, order: stack, draw: {as: stack}}
  pile: {holds: hut, draw: {as: count}}
  line: {holds: hut, order: row, draw: {as: row}}
actions:
  wait: {do: end turn}
flow:
  - step: setup
    do: |
      move 4 cabin from box(hut) to heap
      move 3 cabin from box(hut) to pile
      move 2 cabin from box(hut) to line
  - {step: turn, players: players, actions: [wait]}
"""
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    parts = parts_of(session_of(tmp_path, str(tmp_path)), 0)
    common = parts["common"]
    shown = {
        name: (len(re.findall(r'class="thing[ "]', zone)), re.findall(r'class="many">(\d)<', zone))
        for name, zone in re.findall(r'<b class="head">(\w+)</b>(.*?)</div></div>', common, re.S)
    }
    assert shown == {"heap": (1, ["4"]), "pile": (0, ["3"]), "line": (2, [])}


def test_a_game_can_be_looked_back_at(tmp_path: Path) -> None:
    """The page is that of the position then and asks nothing; it goes no further than the game."""
    session = session_of(tmp_path, "burgundy", choices=9)
    (tmp_path / "then").mkdir()
    begun = session_of(tmp_path / "then", "burgundy", choices=4)
    with client_of(session) as (client, links):
        mine = links["p1"]
        then = client.get(f"{mine}/at?n=4", headers=HEADERS).text
        assert "After choice <output>4</output> of 9" in then
        assert '<form id="choose"' not in then
        assert 'class="opt' not in then
        for part in ("player-p1", "player-p2", "common", "score"):
            assert parts_of(begun, 0, past=True)[part] in then
        assert client.get(f"{mine}/at", headers=HEADERS).status_code == 200
        assert client.get(f"{mine}/at?n=10", headers=HEADERS).status_code == 404
        assert client.get(f"{mine}/at?n=x", headers=HEADERS).status_code == 400


def test_what_happened_since_ones_last_choice_is_marked(tmp_path: Path) -> None:
    session = session_of(tmp_path, "dragon_castle")
    first = session.state.seat
    while session.state.seat == first:
        session.take(0)
    second = session.state.seat
    moved = [event["at"] for events in session.log.seen([second], 1) for event in events if "pieces" in event]
    spaces = {(at["board"], at["owner"], at["space"]) for at in moved if "board" in at}
    assert spaces
    assert spaces <= session.log.places(second)
    marked = "".join(part for name, part in parts_of(session, second).items() if name.startswith("board-"))
    assert marked.count('class="news"') == sum(len(place) == 3 for place in session.log.places(second))
    session.take(0)
    assert session.log.places(second) == set()


def test_pictures_of_a_ruleset_are_served_to_its_links(tmp_path: Path) -> None:
    game = pictured(tmp_path)
    session = session_of(tmp_path, str(tmp_path))
    rose = game.pictures["kind", "card", "rose"]
    with client_of(session) as (client, links):
        mine = links["p1"]
        page = client.get(f"{mine}/", headers=HEADERS).text
        shown = set(re.findall(r'href="(image/\w+)"', page))
        assert f"image/{rose.digest}" in shown
        for name in shown:
            answer = client.get(f"{mine}/{name}", headers=HEADERS)
            assert (answer.status_code, answer.headers["x-content-type-options"]) == (200, "nosniff")
        answer = client.get(f"{mine}/image/{rose.digest}", headers=HEADERS)
        assert (answer.content, answer.headers["content-type"]) == (rose.data(), "image/png")
        rose.path.write_bytes(b"other")
        for gone in (f"{mine}/image/{rose.digest}", f"{mine}/image/rose.png", f"/t/none/image/{rose.digest}"):
            assert client.get(gone, headers=HEADERS).status_code == 404


def test_one_of_many_options_says_what_it_does_when_it_is_pointed_at(tmp_path: Path) -> None:
    """The road beside the first settlement, as one of too many options is asked for."""
    session = session_of(tmp_path, "catan", choices=1)
    with client_of(session) as (client, links):
        assert "settlement" in client.get(f"{links['p1']}/rules?does=1&o=0", headers=HEADERS).text
        assert client.get(f"{links['p1']}/rules?does=1&o=99", headers=HEADERS).status_code == 400
        assert client.get(f"{links['p2']}/rules?does=1&o=0", headers=HEADERS).status_code == 409


def test_every_sign_is_said_with_what_it_means(tmp_path: Path) -> None:
    """The workshop tiles of a game, and that they lie face down: each with its own picture."""
    session = session_of(tmp_path, "red_cathedral")
    with client_of(session) as (client, links):
        assert 'href="signs"' in client.get(f"{links['p1']}/", headers=HEADERS).text
        page = client.get(f"{links['p1']}/signs", headers=HEADERS).text
    kinds = [kind.about.title for made in session.game.components.values() for kind in made.kinds]
    signs = dict(re.findall(r"<li>(<svg.*?</svg>)<span>(.*?)(?=<)", page))
    words = [*signs.values()]
    assert [title for title in kinds if title and title not in words] == []
    assert "down" in words
    assert len(signs) > len(kinds), "no picture means two things"


def test_what_was_taken_back_can_be_made_again(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy")
    seat = session.state.seat
    with client_of(session) as (client, links):
        mine, other = links[f"p{seat + 1}"], links[f"p{2 - seat}"]
        assert client.post(f"{mine}/redo", headers=HEADERS).status_code == 409
        client.post(f"{mine}/choose", data={"at": "0", "o": "0"}, headers=HEADERS)
        chosen = session.state.hash()
        assert client.post(f"{mine}/undo", headers=HEADERS).status_code == 204
        assert 'action="redo"' in client.get(f"{mine}/", headers=HEADERS).text
        assert client.post(f"{other}/redo", headers=HEADERS).status_code == 409
        assert client.post(f"{mine}/redo", headers=HEADERS).status_code == 204
        assert session.state.hash() == chosen
        assert 'action="redo"' not in client.get(f"{mine}/", headers=HEADERS).text


@pytest.mark.parametrize("same", [True, False], ids=["the same way", "another way"])
def test_what_was_taken_back_is_kept_on_the_same_way_only(tmp_path: Path, same: bool) -> None:
    """Two choices are taken back; whoever makes the first of them again can still make the second."""
    session = session_of(tmp_path, "burgundy", "human", "human")
    seat, made = session.state.seat, list[str]()
    while len(made) < 2:
        assert session.state.decision is not None
        made.append(session.state.decision.options[0].id)
        session.take(0)
        assert session.state.seat == seat
    assert session.undo(seat, 2) == 2
    session.take(0 if same else 1)
    assert session.undone == (made[1:] if same else [])
    with client_of(session) as (client, links):
        again = client.post(f"{links[f'p{seat + 1}']}/redo", headers=HEADERS)
    assert again.status_code == (204 if same else 409)
    kept = [entry.choice for entry in session.journal.entries]
    assert kept == (made if same else kept[:1])


@pytest.mark.parametrize("game", ["burgundy", "catan"])
def test_a_copy_can_be_made_to_try_things_out(tmp_path: Path, game: str) -> None:
    """It looks to its seat as the game did then, is marked, has no file, and the game is left alone."""
    session = session_of(tmp_path, game, choices=40)
    number = next(n for n in range(20, 40) if session.log.done[n + 1][0] == 0)
    before, seen = session.state.hash(), session.played(number)[1].view(0)
    files = sorted(tmp_path.iterdir())
    with client_of(session) as (client, links):
        files = sorted(tmp_path.iterdir())
        made = f"{links['p1']}/analyse"
        sent = client.post(made, data={"n": str(number)}, headers=HEADERS, follow_redirects=False)
        assert sent.status_code == 303
        copy = f"{links['p1']}/{sent.headers['location']}"
        page = client.get(copy, headers=HEADERS).text
        assert "A copy to try things out" in page
        assert 'id="choose"' in page
        at = re.search(r'name="at" value="(\d+)"', page)
        assert at
        assert client.post(f"{copy}choose", data={"at": at[1], "o": "0"}, headers=HEADERS).status_code == 204
        assert client.get(f"{copy}at?n=0", headers=HEADERS).status_code == 200
        assert client.post(f"{copy}analyse", data={"n": "0"}, headers=HEADERS).status_code == 409
        # Another copy takes the place of the first.
        client.post(made, data={"n": str(number)}, headers=HEADERS, follow_redirects=False)
        assert client.get(copy, headers=HEADERS).status_code == 404
        assert client.post(made, data={"n": "99"}, headers=HEADERS).status_code == 404
        spectator = f"{links[SPECTATOR]}/analyse"
        assert client.post(spectator, data={"n": "0"}, headers=HEADERS).status_code == 409
    assert (session.state.hash(), sorted(tmp_path.iterdir())) == (before, files)
    copied = session.copy_for(0, number, 5)
    assert copied.state.view(0) == seen
    assert copied.seats == ["human", "normal"]


def test_a_bot_takes_over_by_the_others_consent_and_hands_back(tmp_path: Path) -> None:
    """Two of three people are here: the bot plays once both want it, until its person is back."""
    session = session_of(tmp_path, "burgundy", "human", "human", "human")
    hosted = Hosted(session, tokens_of(session))
    absent = session.state.seat
    here = [seat for seat in range(3) if seat != absent]

    async def played() -> None:
        with pytest.raises(Refused):
            await hosted.stand_in(None, absent)
        hosted.presence.gone = {absent}
        with pytest.raises(Refused):
            await hosted.stand_in(here[0], here[1])
        await hosted.stand_in(here[0], absent)
        assert not session.stand_ins
        asked = {seat: whole_page(session, seat, "1-1", company=hosted.company()) for seat in (*here, None)}
        assert "1 more must want it" in asked[here[0]]
        assert "Let a bot play for them" in asked[here[1]]
        assert "Let a bot" not in asked[None]
        await hosted.stand_in(here[1], absent)
        assert session.name == "normal"
        assert 'id="choose"' not in whole_page(session, absent, "1-1")
        with pytest.raises(Refused):
            await hosted.choose(absent, 0, 0)
        bots = asyncio.create_task(hosted.play_bots())
        while session.state.decisions < 2:
            await asyncio.sleep(0.05)
        assert "take your seat back" in whole_page(session, absent, "1-1")
        await hosted.stand_in(absent, absent)
        assert not session.stand_ins
        bots.cancel()

    asyncio.run(asyncio.wait_for(played(), 120))
    assert replay(tmp_path / "game.jsonl").journal.header.seats == ("human",) * 3


def test_who_opens_a_page_is_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of(tmp_path, "burgundy")
    hosted = Hosted(session, tokens_of(session))
    token = next(token for token, name in hosted.tokens.items() if name == "p1")
    assert "not here" in parts_of(session, 1, company=hosted.company())["player-p1"]

    async def seen() -> None:
        async with hosted.presence.open_page(token):
            assert hosted.presence.gone == {1}
            hosted.presence._leave(token)
        assert hosted.presence.gone == {1}
        hosted.presence._leave(token)
        assert hosted.presence.gone == {1}
        # Nobody waits so long here.
        hosted.presence._until[token] = 0
        hosted.presence._leave(token)
        assert hosted.presence.gone == {0, 1}
        # A page that is hidden has no stream, and asks for news.
        await hosted.presence.look_in(token)
        assert hosted.presence.gone == {1}
        async with hosted.presence.open_page(token):
            pass
        assert hosted.presence._until[token] > asyncio.get_running_loop().time() + 60

    asyncio.run(seen())


@pytest.mark.parametrize("leaves", ["who has not agreed", "who has"])
def test_who_leaves_keeps_nobody_waiting_for_their_consent(tmp_path: Path, leaves: str) -> None:
    """Of four one has gone and one wants a bot to play; then another goes, or the one who wanted it."""
    session = session_of(tmp_path, "burgundy", "human", "human", "human", "human")
    hosted = Hosted(session, tokens_of(session))
    tokens = {name: token for token, name in hosted.tokens.items()}

    async def left(seat: int) -> None:
        hosted.presence._until[tokens[f"p{seat + 1}"]] = 0
        hosted.presence._leave(tokens[f"p{seat + 1}"])

    def shown(seat: int) -> str:
        return parts_of(session, seat, company=hosted.company())["player-p4"]

    async def played() -> None:
        hosted.presence.gone = {3}
        await hosted.stand_in(0, 3)
        assert "2 more must want it" in shown(0)
        if leaves == "who has":
            await left(0)
            await hosted.stand_in(1, 3)
            assert "1 more must want it" in shown(1)
            assert "Let a bot" in shown(2)
            await left(1)
            assert not session.stand_ins
            await left(2)
            # Nobody is here, so nobody agrees.
            assert not session.stand_ins
        else:
            await left(1)
            assert "1 more must want it" in shown(0)
            assert not session.stand_ins
            await left(2)
            assert session.stand_ins == {3: "normal"}
            assert "must want it" not in shown(0)

    asyncio.run(asyncio.wait_for(played(), 60))


@pytest.mark.parametrize("game", SHIPPED)
def test_no_line_of_the_log_is_empty(tmp_path: Path, game: str) -> None:
    """What is said by nothing has no line; what a sentence says alone has no empty heading."""
    session = session_of(tmp_path, game, choices=40)
    for seat in (0, None):
        lines = [part for name, part in parts_of(session, seat).items() if name.startswith("log-")]
        words = [re.sub(r"<[^>]+>", "", part).strip() for part in lines]
        assert len(words) > 3
        assert all(words)
        assert not any(part.startswith("<b") and "></b>" in part for part in lines)


def test_consent_counts_for_one_absence_only(tmp_path: Path) -> None:
    """Who comes back and goes again is asked about again."""
    session = session_of(tmp_path, "burgundy", "human", "human", "human")
    hosted = Hosted(session, tokens_of(session))
    token = next(token for token, name in hosted.tokens.items() if name == "p3")

    async def played() -> None:
        hosted.presence.gone = {2}
        await hosted.stand_in(0, 2)
        await hosted.presence.look_in(token)
        assert hosted.company().consent == {}
        hosted.presence.gone = {2}
        await hosted.stand_in(1, 2)
        assert not session.stand_ins
        await hosted.stand_in(0, 2)
        assert session.stand_ins == {2: "normal"}

    asyncio.run(asyncio.wait_for(played(), 60))


def test_nobody_is_absent_from_the_past(tmp_path: Path) -> None:
    """A page of an earlier position says nothing of who is here now."""
    session = session_of(tmp_path, "burgundy", choices=10)
    hosted = Hosted(session, tokens_of(session))
    hosted.presence.gone = {1}
    now, before = (
        parts_of(session, 0, company=hosted.company(), past=past)["player-p2"] for past in (False, True)
    )
    assert ("not here" in now, "Let a bot" in now) == (True, True)
    assert ("not here" in before, "Let a bot" in before) == (False, False)


def test_people_choose_the_level_of_a_bot(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy", "human", "normal", "greedy")
    hosted = Hosted(session, tokens_of(session))
    links = {name: f"/t/{token}" for token, name in hosted.tokens.items()}
    with TestClient(application(hosted, {HOST}), base_url=f"http://{HOST}") as client:

        def asked(name: str, **form: str) -> int:
            return int(client.post(f"{links[name]}/level", data=form, headers=HEADERS).status_code)

        assert 'aria-pressed="true">normal' in client.get(f"{links['p1']}/").text
        assert 'action="level"' not in client.get(f"{links[SPECTATOR]}/").text
        for name, seat, level in (
            (SPECTATOR, "1", "hard"),
            ("p1", "0", "hard"),
            ("p1", "2", "hard"),
            ("p1", "1", "greedy"),
            ("p1", "1", "human"),
            ("p1", "9", "hard"),
        ):
            assert asked(name, seat=seat, level=level) == 409, (name, seat, level)
        assert asked("p1", seat="1", level="hard") == 204
        assert list(session.seats) == ["human", "hard", "greedy"]
        assert 'aria-pressed="true">hard' in client.get(f"{links['p1']}/").text


def test_a_bot_is_let_play_by_a_request(tmp_path: Path) -> None:
    session = session_of(tmp_path, "burgundy", "human", "human", "human")
    hosted = Hosted(session, tokens_of(session))
    links = {name: f"/t/{token}" for token, name in hosted.tokens.items()}
    with TestClient(application(hosted, {HOST}), base_url=f"http://{HOST}") as client:

        def asked(name: str, **form: str) -> int:
            return int(client.post(f"{links[name]}/stand_in", data=form, headers=HEADERS).status_code)

        hosted.presence.gone = {2}
        assert [asked("p1", seat=word) for word in ("", "x", "1", "7")] == [400, 400, 409, 409]
        assert asked(SPECTATOR, seat="2") == 409
        assert (asked("p1", seat="2"), session.stand_ins) == (204, {})
        assert (asked("p2", seat="2"), session.stand_ins) == (204, {2: "normal"})
        assert (asked("p3", seat="2"), session.stand_ins) == (204, {})


def test_what_is_asked_twice_is_done_once(tmp_path: Path) -> None:
    """A page that has had no answer may ask again: undo and redo say after which choice."""
    session = session_of(tmp_path, "burgundy")
    seat = session.state.seat
    with client_of(session) as (client, links):
        mine = links[f"p{seat + 1}"]
        for _ in range(2):
            form = {"at": str(session.state.decisions), "o": "0"}
            assert client.post(f"{mine}/choose", data=form, headers=HEADERS).status_code == 204
        at = session.state.decisions
        assert f'<input type="hidden" name="at" value="{at}">' in client.get(f"{mine}/", headers=HEADERS).text
        for path, statuses in (("undo", [204, 409]), ("redo", [409])):
            sent = [client.post(f"{mine}/{path}", data={"at": str(at)}, headers=HEADERS) for _ in statuses]
            assert [each.status_code for each in sent] == statuses
        assert session.state.decisions == at - 1


def test_a_page_that_comes_back_is_told_what_it_lacks(tmp_path: Path) -> None:
    """By news and by a stream, from any revision that is remembered; of another it is told everything."""
    session = session_of(tmp_path, "dragon_castle")
    hosted = Hosted(session, tokens_of(session))
    token = next(token for token, name in hosted.tokens.items() if name == SPECTATOR)

    async def played() -> None:
        begun = hosted.feed.shown(None)
        for _ in range(3):
            await hosted.choose(session.state.seat, session.state.decisions, 0)
        middle = hosted.feed.shown(None)
        await hosted.choose(session.state.seat, session.state.decisions, 0)
        now = hosted.feed.shown(None)
        for before in (begun, middle):
            known = hosted.feed.known(None, before.revision)
            assert known is not None
            news = json.loads(delta(known, now))
            assert not news["whole"]
            assert {**before.parts, **news["parts"]} == {**dict.fromkeys(before.parts, ""), **now.parts}
            assert news["parts"].keys() < now.parts.keys() | before.parts.keys()
        for unknown in ("", "1-1", f"{begun.revision}0"):
            assert hosted.feed.known(None, unknown) is None
        assert json.loads(delta(None, now))["whole"]
        for _ in range(60):
            await hosted.feed.notify()
            hosted.feed.shown(None)
        assert hosted.feed.known(None, begun.revision) is None

    asyncio.run(asyncio.wait_for(played(), 60))
    with TestClient(application(hosted, {HOST}), base_url=f"http://{HOST}") as client:
        asked = f"/t/{token}/news?revision="
        first = client.get(asked, headers=HEADERS)
        assert (first.status_code, first.json()["whole"]) == (200, True)
        assert client.get(f"{asked}{first.json()['revision']}", headers=HEADERS).status_code == 204


PLACED = """
id: placed
title: Placed
players: 2
components:
  hut: {kinds: {cabin: {copies: 9}}}
boards:
  meadow: {shape: ring, spaces: [a, b, c], holds: hut}
zones:
  heap: {holds: hut}
  pool: {holds: hut}
  den: {holds: hut}
  hand: {per: player, holds: hut}
counters:
  coins: {per: player, start: 3}
  spent: {per: player, start: 1}
  turns: {start: 4}
  rain: {start: 5}
actions:
  buy:
    do: |
      require coins(me) > 0
      pay 1 coins
      choose hut in pool
      move hut from pool to hand(me)
  wait: {do: end turn}
flow:
  - step: setup
    do: |
      move 2 cabin from box(hut) to heap
      move 2 cabin from box(hut) to pool
      move 1 cabin from box(hut) to den
  - {step: turn, players: players, actions: [buy, wait]}
"""


def placed(folder: Path, page: str) -> Mapping[str, str]:
    """The parts of a page of a game that says where things are."""
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(PLACED + page, encoding="utf-8")
    return parts_of(session_of(folder, str(folder)), 0)


def test_what_rules_read_that_people_are_asked_by_comes_first(tmp_path: Path) -> None:
    """Bookkeeping of nobody is folded; what one chooses from is drawn among the boards."""
    parts = placed(tmp_path / "derived", "")
    assert parts["player-p1"].index("coins") < parts["player-p1"].index("spent")
    assert "laid-pool" in parts
    assert "turns" not in parts["turn"] + parts["common"]
    assert "turns" in parts["folded"]
    assert "Heap" in parts["common"].title()


def test_a_ruleset_says_where_things_are_on_the_page(tmp_path: Path) -> None:
    page = "page: {rain: first, pool: last, heap: {in: meadow}, den: board, coins: never, spent: first}\n"
    parts = placed(tmp_path / "said", page)
    assert "rain" in parts["turn"]
    assert "laid-pool" not in parts
    assert "laid-den" in parts
    assert 'class="within"' in parts["board-meadow-all"]
    assert "heap" in parts["board-meadow-all"]
    assert "coins" not in parts["player-p1"]
    assert "spent" in parts["player-p1"]


SET_UP = """\
format: 1
id: set_up_game
title: Set up
players: 2
components:
  chip: {draw: false, kinds: {red: {copies: 20}, blue: {copies: 20}}}
  gem: {kinds: {ruby: {copies: 20}, opal: {copies: 20}}}
zones:
  line: {holds: chip, order: row, draw: {as: cards}}
actions:
  take: {do: move red from box(chip) to line}
  wait: {do: say "Nothing."}
flow:
  - step: set_up
    do: |
      move red from box(chip) to line
      move blue from box(chip) to line
      move red from box(chip) to line
      say "The first player is {first(p for p in players)}."
  - {step: round, for: round in 1..9, steps: [{step: turn, players: players, one_of: [take, wait]}]}
"""


def test_a_row_shows_each_card_a_box_can_be_hidden_and_the_set_up_speaks(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(SET_UP, encoding="utf-8")
    session = session_of(tmp_path, str(tmp_path), "human", "human")
    parts = parts_of(session, 0)
    assert parts["common"].count('data-n="red"') == 2
    assert "gem" in parts["supplies"]
    assert "chip" not in parts["supplies"]
    assert parts["log-0-0"].strip() == "The first player is Player 1."
    assert [plain(each.came) for each in session.log.news(session.game, 0)] == [parts["log-0-0"].strip()]
    session.take(0)
    news = [plain(each.came) for each in session.log.news(session.game, 0)]
    assert news[0].startswith("Red ")


def test_a_counter_can_be_a_track(tmp_path: Path) -> None:
    """With who is where, and the spaces that a table names."""
    table = "tables: {prize: {1: 4, 2: 9}}\n"
    parts = placed(tmp_path / "tracked", f"{table}page: {{coins: {{track: 9, marks: prize}}}}\n")
    track = parts["laid-coins-track"]
    assert [f">{at}</text>" in track for at in range(11)] == [True] * 10 + [False]
    assert track.count('fill="#f2d27a"') == 2
    assert "Player 1: " in track
    assert "coins" in parts["player-p1"]


def test_a_zone_has_the_empty_places_that_a_counter_says(tmp_path: Path) -> None:
    parts = placed(tmp_path / "places", "page: {hand: {places: coins}}\n")
    assert "3 empty places" in parts["player-p1"]
    assert parts["player-p1"].count("<i></i>") == 3


def test_a_page_has_its_boards_in_the_order_of_the_ruleset(tmp_path: Path) -> None:
    for number, (first, second) in enumerate((("den", "pool"), ("pool", "den"))):
        parts = placed(tmp_path / str(number), f"page: {{{first}: board, {second}: board}}\n")
        laid = [name for name in parts if name.startswith("laid-")]
        assert laid == [f"laid-{first}", f"laid-{second}"]


@pytest.mark.parametrize(
    ("entry", "code", "hint"),
    [
        ("cions: first", "unknown-name", "coins"),
        ("coins: board", "wrong-kind-of-name", "`first`"),
        ("hand: {in: meadow}", "wrong-kind-of-name", "`board`"),
        ("heap: {in: medow}", "unknown-name", "meadow"),
        ("heap: {track: 9}", "wrong-kind-of-name", "counter"),
        ("coins: {places: coins}", "wrong-kind-of-name", "`first`"),
        ("hand: {places: cions}", "unknown-name", "coins"),
        ("coins: banner", "unknown-name", "buy"),
        ("buy: first", "wrong-kind-of-name", "`banner`"),
    ],
)
def test_a_page_names_what_there_is(tmp_path: Path, entry: str, code: str, hint: str) -> None:
    (tmp_path / "ruleset.yaml").write_text(f"{PLACED}page:\n  {entry}\n", encoding="utf-8")
    (problem,) = load(tmp_path).problems
    assert (problem.code, problem.position.line) == (code, PLACED.count("\n") + 2)
    assert hint in (problem.hint or "")


def test_what_concerns_all_is_read_over_the_page(tmp_path: Path) -> None:
    """What an effect says itself, or its title; what lies in it is in the log."""
    storm = """
effects:
  storm:
    title: A storm
    log: A storm of {rain}.
    do: |
      say "All huts hold."
      call dry()
  dry: {title: It is dry, log: It is dry again., do: set rain to 0}
"""
    wait = "  wait:\n    do: |\n      call storm()\n      end turn\n"
    text = PLACED.replace("  wait: {do: end turn}\n", wait)
    (tmp_path / "ruleset.yaml").write_text(f"{text}{storm}page: {{storm: banner}}\n", encoding="utf-8")
    session = session_of(tmp_path, str(tmp_path))
    assert session.state.decision is not None
    session.take([each.id for each in session.state.decision.options].index("wait"))
    log = "".join(each for name, each in parts_of(session, 0).items() if name.startswith("log-"))
    assert 'data-banner="A storm of 5.\nAll huts hold."' in log
    assert "It is dry again." in log


def test_what_an_overlay_removes_has_no_place_on_the_page(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(f"{PLACED}page: {{rain: first, turns: never}}\n", encoding="utf-8")
    (tmp_path / "expansions" / "dry").mkdir(parents=True)
    overlay = "id: dry\nbase: placed\ntitle: Dry\nremove: {counters: [rain]}\n"
    overlay += "replace: {page: {turns: first}}\n"
    (tmp_path / "expansions" / "dry" / "overlay.yaml").write_text(overlay, encoding="utf-8")
    game = load(tmp_path, overlays=[str(tmp_path / "expansions" / "dry")]).game
    assert game is not None
    assert game.page == {"turns": "first"}


def test_a_page_says_whose_turn_it_is_apart_from_who_is_asked(tmp_path: Path) -> None:
    """While somebody answers an offer, it is still the turn of who made it."""
    session = session_of(tmp_path, "catan")
    chance = Random(6)
    while session.state.decision is not None and session.state.seat == session.state.whose_turn:
        session.take(chance.randrange(len(session.state.decision.values)))
    assert session.state.whose_turn is not None
    name = f"Turn of Player {session.state.whose_turn + 1}"
    asked = parts_of(session, session.state.seat)
    assert name in asked["turn"]
    assert asked["status"] == "You are asked"


def test_a_choice_that_ends_the_turn_can_be_held(tmp_path: Path) -> None:
    """Nothing is chosen until it is sent without `hold`; other choices are made at once."""
    folder = tmp_path / "held"
    folder.mkdir()
    made = PLACED.replace("wait: {do: end turn}", r'wait: {do: "gain 1 coins\nend turn"}')
    (folder / "ruleset.yaml").write_text(made, encoding="utf-8")
    with client_of(session_of(folder, str(folder))) as (client, links):
        mine = links["p1"]

        def send(at: int, option: int, more: Mapping[str, str]) -> int:
            form = {"at": str(at), "o": str(option), **more}
            return client.post(f"{mine}/choose", data=form, headers=HEADERS).status_code

        assert send(0, 0, {"hold": "1"}) == 204
        assert send(1, 1, {"hold": "1"}) == 204
        asked = client.get(f"{mine}/", headers=HEADERS).text
        assert "That ends your turn" in asked and 'name="at" value="1"' in asked
        assert 'class="opt' in asked or 'opt"' in asked, "what was clicked can be clicked again"
        assert send(1, 1, {"sure": "1"}) == 204, "it is chosen again"
        assert "ends your turn" not in client.get(f"{mine}/", headers=HEADERS).text
        assert send(1, 1, {"hold": "1"}) == send(1, 0, {"sure": "1"}) == 204
        # A turn of one choice is not held.
        other = {"at": "2", "o": "1", "hold": "1"}
        assert client.post(f"{links['p2']}/choose", data=other, headers=HEADERS).status_code == 204


@pytest.mark.parametrize(
    ("after", "is_held"),
    [("end turn", True), ("if n > 1: end turn", False), ("", False)],
    ids=["for certain", "perhaps", "never"],
)
def test_chance_that_ends_the_turn_for_certain_is_held(tmp_path: Path, after: str, *, is_held: bool) -> None:
    """It cannot be taken back; one that may end the turn says nothing of what chance would bring."""
    rolls = rf'wait: {{do: "pick n at random in 0..6\nset rain to n\n{after}"}}'
    more = PLACED.replace("move 2 cabin from box(hut) to pool", "move 5 cabin from box(hut) to pool")
    (tmp_path / "ruleset.yaml").write_text(more.replace("wait: {do: end turn}", rolls), encoding="utf-8")
    session = session_of(tmp_path, str(tmp_path))
    session.take(0)
    assert (session.hold(1, ends=True) is not None) == is_held


def test_a_tap_that_cannot_be_taken_back_is_held_unless_it_was_read(tmp_path: Path) -> None:
    chance = PLACED.replace("wait: {do: end turn}", r'wait: {do: "pick n at random in 0..6\nset rain to n"}')
    # While something can be bought waiting is not all that is left.
    more = chance.replace("move 2 cabin from box(hut) to pool", "move 5 cabin from box(hut) to pool")
    (tmp_path / "ruleset.yaml").write_text(more, encoding="utf-8")
    session = session_of(tmp_path, str(tmp_path))
    session.take(0)
    assert session.hold(1, ends=True) is None
    assert session.hold(1, ends=True, read=True, final=True) is None
    held = session.hold(1, ends=True, final=True)
    assert held is not None and held.final
    assert "cannot be taken back, as chance decides" in parts_of(session, session.state.seat)["ask"]
    asked = [Explainer(session).final(session.state.seat, each, ()) for each in (0, 1)]
    assert asked == ["", "chance decides"], "who points at it reads so"


def test_what_a_sole_way_of_an_action_leads_to_glows_with_the_action(tmp_path: Path) -> None:
    """The branch that is left is part of what was begun, as an action that follows is not."""
    ways = r"""  buy:
    title: Buy
    do: |
      one of as "What with?":
        with_coins:
          pay 1 coins
          choose hut in pool
          move hut from pool to hand(me)
        with_rain:
          require rain > 9
          gain 1 coins
"""
    start = PLACED.index("  buy:")
    text = PLACED[:start] + ways + PLACED[PLACED.index("  wait:") :]
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    session = session_of(tmp_path, str(tmp_path))
    sight = Sight(session.state, session.state.seat)
    assert [(way.first, way.does) for way in find_ways(sight)] == [(0, "pay 1 coin (then 2)")]


LYING = """\
format: 1
id: lying
title: Lying
players: 2
enums:
  deed: [sow, reap]
components:
  hut: {kinds: {cabin: {copies: 9}}}
boards:
  field:
    shape: graph
    per: player
    holds: hut
    fields: {deed: "deed?"}
    spaces: {left: {deed: sow}, right: {deed: reap}, middle: {}}
zones:
  rest: {per: deed, holds: hut}
actions:
  work:
    do: |
      one of as "What is done?":
        sow: say "Sown."
        reap: say "Reaped."
  take:
    do: |
      choose which in deed as "Which one?"
      move 1 cabin from rest(which) to box(hut)
flow:
  - step: set_up
    do: |
      for d in deed:
        move 2 cabin from box(hut) to rest(d)
  - {step: turn, players: players, one_of: [work, take]}
"""


def test_of_equal_things_only_those_that_a_click_takes_glow(tmp_path: Path) -> None:
    """The row is chosen of itself here, and the other one has the same things."""
    text = LYING.replace("{cabin: {copies: 9}}", "{cabin: {copies: 9}, lodge: {copies: 9}}")
    text = text.replace("  rest:", "  own: {per: player, holds: hut}\n  rest:")
    text = text.replace("which in deed as", "which in deed where which == reap as")
    moves = "choose h in rest(which)\n      move h to own(me)"
    text = text.replace("move 1 cabin from rest(which) to box(hut)", moves)
    text = text.replace("to rest(d)", "to rest(d)\n        move 2 lodge from box(hut) to rest(d)")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    session = session_of(tmp_path, str(tmp_path))
    lit = [place for place in clicks_of(session).at if place[:2] == ("thing", "rest")]
    assert lit == [("thing", "rest", "reap", "cabin"), ("thing", "rest", "reap", "lodge")]


def test_a_choice_lies_where_its_value_is_written_and_at_its_row(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(LYING, encoding="utf-8")
    for first in (0, 1):
        (tmp_path / str(first)).mkdir()
        session = session_of(tmp_path / str(first), str(tmp_path), "human", "human")
        session.take(first)
        question = question_for(Sight(session.state, 0))
        assert question is not None
        places = [each.places for each in question.options]
        spaces = [[place for place in each if place[0] == "space"] for each in places]
        assert spaces == [[("space", "field", "p1", each)] for each in ("left", "right")]
        things = [[place for place in each if place[0] == "thing"] for each in places]
        rows = [[("thing", "rest", deed, "cabin")] for deed in ("sow", "reap")]
        assert things == (rows if first else [[], []])


def test_a_line_of_the_log_knows_on_whose_board_it_was(tmp_path: Path) -> None:
    """A space that several boards have is ringed where something happened, for whoever reads it."""
    session = session_of(tmp_path, "dragon_castle", "human", "human", choices=30)
    for seat in (0, 1, None):
        lines = [part for name, part in parts_of(session, seat).items() if name.startswith("log-")]
        placed = [line for line in lines if " on a1" in line]
        assert placed and all("realm-p2/a1" in line and "realm-p1/a1" not in line for line in placed)


def test_a_sole_thing_under_which_another_is_uncovered_is_named_and_glows(tmp_path: Path) -> None:
    """What its move uncovers is unsure, and another board may have a space of its name."""
    session = session_of(tmp_path, "dragon_castle", seed=2)
    chance = Random(2)
    while session.state.decision is not None and session.state.decisions < 400:
        options = [each.id for each in session.state.decision.options]
        sight = Sight(session.state, session.state.seat)
        question = question_for(sight, ahead=True)
        assert question is not None
        named = [each for each in question.options if re.search(r" on [a-z]\d$", each.note)]
        if named and len(options) > 1:
            place = named[0].note[-2:]
            ways = [way for way in find_ways(sight) if way.first == options.index(named[0].id)]
            assert [each.places for each in ways] == [(("space", "castle", "all", place),)]
            return
        session.take(chance.randrange(len(options)))
    pytest.fail("nothing sole was found")
