"""A short game in a real browser: by clicks, with its journal equal to the same game without a page."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

from cli.draw.browser import chromium
from interpreter import Journal, load, replay
from tests.language.small_rulesets import ids

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
# A job that has to run these sets it: then a missing browser is a failure.
REQUIRED = bool(os.environ.get("RULEWRIGHT_BROWSER"))
CHOICES = 14
SIZES = {"large": (1600, 1000), "middle": (1100, 800), "phone": (390, 800)}
ASKED, WAITING, OVER = "#choose input[name=at]", "#ask .waiting", "#ask .over"
# Where it is asked whether what brings a sole possibility along is meant.
SURE = "#choose input[name=sure]"
GAMES = ["burgundy", "catan", "dragon_castle", "praga", "red_cathedral"]


def missing() -> str:
    """What is not there, in one line."""
    if BROWSER is None:
        return "no browser: install Debian's package chromium"
    try:
        import playwright  # noqa: F401, PLC0415
    except ModuleNotFoundError:
        return "no playwright: pip install 'rulewright[browser]'"
    return ""


pytestmark = pytest.mark.skipif(bool(missing()) and not REQUIRED, reason=missing())


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    assert not missing(), missing()
    with chromium() as started:
        yield started


@contextmanager
def served(journal: Path, *arguments: str, ends: signal.Signals = signal.SIGINT) -> Iterator[list[str]]:
    """The links of a table that runs meanwhile: of people, then of spectators; ends: how it is ended."""
    command = [sys.executable, "-m", "cli", "table", *arguments, "--no-open", "--quiet"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        links = []
        for line in run.stdout:
            links.append(line.split(": ", 1)[1].strip())
            if line.startswith("spectators"):
                break
        assert links, journal
        try:
            yield links
        finally:
            run.send_signal(ends)
            assert run.wait(60) == (0 if ends == signal.SIGINT else -ends)
            assert "Traceback" not in run.stderr.read()


@contextmanager
def opened(browser: Any, link: str, size: str, *, touch: bool = False) -> Iterator[Any]:
    """A page; no message of its console may be seen while it is open; touch: by fingers alone."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch)
    page.add_init_script("localStorage.setItem('rulewright-hold', 'no')")
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.goto(link)
    yield page
    page.close()
    assert messages == []


def play(page: Any, choices: int, *, keys: bool = False) -> int:
    """Make so many choices, by clicks or by keys, or as many as there are; return how many."""
    for number in range(choices):
        page.wait_for_selector(f"{ASKED}, {OVER}", state="attached", timeout=60_000)
        if page.locator(OVER).count():
            return number
        at = page.get_attribute(ASKED, "value")
        glowing = page.locator("#boards .opt")
        if page.locator("#choose .amounts").count():
            put_together(page, keys=keys)
        elif glowing.count() and keys:
            glowing.nth(number % glowing.count()).focus()
            page.keyboard.press("Enter")
        elif glowing.count():
            glowing.nth(number % glowing.count()).dispatch_event("click")
        elif keys:
            # Always the first option need not end a game: it may offer a trade for ever.
            page.keyboard.press(str(1 + number % min(9, page.locator("#choose button").count())))
        elif number % 2:
            page.keyboard.press("1")
        else:
            page.locator("#choose button").last.dispatch_event("click")
        if page.locator("dialog[open]").count():
            page.locator("dialog[open] button").first.click()
        gone_on = f"{ASKED}:not([value='{at}']), {WAITING}, {OVER}"
        page.wait_for_selector(f"{gone_on}, {SURE}", state="attached", timeout=60_000)
        if page.locator(SURE).count():
            page.locator("#choose button").first.dispatch_event("click")
            page.wait_for_selector(gone_on, state="attached", timeout=60_000)
    return choices


def put_together(page: Any, *, keys: bool = False) -> None:
    """Pick of several things as many as must be, by plus, and send them as one answer."""
    enough, kinds = page.locator("#enough"), page.locator("#choose .amount > :first-child")
    for step in range(40):
        if enough.is_enabled() and step:
            break
        kind = kinds.nth(step % kinds.count())
        if keys:
            page.keyboard.press(str(1 + int(kind.get_attribute("data-o"))))
        else:
            kind.click()
    page.wait_for_timeout(250)  # a click counts for a question that somebody can have read
    enough.click()


def check_journal(journal: Path, least: int) -> None:
    """The game of a journal played without the page ends as it did there."""
    outcome = replay(journal)
    assert outcome.departed is None
    assert len(outcome.journal.entries) >= least
    state = outcome.game.new(outcome.journal.header.seed)
    for entry in outcome.journal.entries:
        state.choose(entry.choice)
    assert state.hash() == outcome.state.hash()


@pytest.mark.slow
def test_a_game_by_clicks_is_the_game_of_its_journal(tmp_path: Path, browser: Any) -> None:
    journal = tmp_path / "game.jsonl"
    arguments = ["burgundy", "--seed", "5", "--seat", "human", "--seat", "greedy", "--save", str(journal)]
    with (
        served(journal, *arguments) as links,
        opened(browser, links[0], "middle") as page,
        opened(browser, links[-1], "phone") as spectator,
    ):
        play(page, CHOICES)
        assert not spectator.locator("#choose").count()
        told = page.locator("#log li").first.inner_text()
        spectator.wait_for_selector(f"#log li:has-text({told[-20:]!r})", state="attached", timeout=20_000)
    check_journal(journal, CHOICES)


# What has the focus, and what has it when its part of the page was put there again.
FOCUS_KEPT = """() => {
    const option = [...document.querySelectorAll("[data-o]")].at(-1);
    option.focus();
    const part = option.closest("#ask, [id^=board-]");
    put(part.id, part.innerHTML);
    return [option.dataset.o, document.activeElement.dataset.o];
}"""


@pytest.mark.slow
def test_a_small_game_to_its_end(tmp_path: Path, browser: Any) -> None:
    """Played whole by keys, two people at two pages; the focus stays where it was, and axe finds nothing."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - only browsers need it

    journal = tmp_path / "game.jsonl"
    people = ["--players", "2", "--seat", "human", "--seat", "human"]
    with (
        served(journal, "tic_tac_toe", "--seed", "6", *people, "--save", str(journal)) as links,
        opened(browser, links[0], "middle") as first,
        opened(browser, links[1], "phone") as second,
    ):
        pages = [first, second]
        while not first.locator(OVER).count():
            asked = next((page for page in pages if page.locator(ASKED).count()), None)
            if asked is None:
                first.wait_for_timeout(20)
                continue
            held, after = asked.evaluate(FOCUS_KEPT)
            assert held == after
            play(asked, 1, keys=True)
        assert [Axe().run(page).violations_count for page in pages] == [0, 0]
        said = first.locator("#log li").all_inner_texts()
        # A page that is told everything at once shows each line once.
        first.evaluate("""async () => follow(await (await fetch("news?revision=")).json())""")
        assert first.locator("#log li").all_inner_texts() == said
        assert len(said) >= 5
    check_journal(journal, 5)
    assert replay(journal).state.finished


@pytest.mark.slow
@pytest.mark.parametrize("how", ["clicks", "keys"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(tmp_path: Path, browser: Any, game: str, how: str) -> None:
    """Played to its end in the browser, nothing but the page used."""
    keys, journal = how == "keys", tmp_path / "game.jsonl"
    size = list(SIZES)[(GAMES.index(game) + keys) % len(SIZES)]
    people = ["--players", "2", "--seat", "human", "--seat", "random"]
    with (
        served(journal, game, "--seed", "6", *people, "--save", str(journal)) as links,
        opened(browser, links[0], size) as page,
    ):
        made = play(page, 3_000, keys=keys)
        page.wait_for_selector(OVER, timeout=60_000)
    check_journal(journal, made)
    assert replay(journal).state.finished


@pytest.mark.slow
def test_two_people_and_an_spectator(tmp_path: Path, browser: Any) -> None:
    journal = tmp_path / "game.jsonl"
    people = ["--players", "2", "--seat", "human", "--seat", "human"]
    with (
        served(journal, "dragon_castle", "--seed", "6", *people, "--save", str(journal)) as links,
        opened(browser, links[0], "large") as first,
        opened(browser, links[1], "middle") as second,
        opened(browser, links[2], "phone") as spectator,
    ):
        for _ in range(12):
            for page in (first, second):
                if page.locator(ASKED).count():
                    play(page, 1)
                    page.wait_for_timeout(300)
        assert first.locator("#log li").count() == spectator.locator("#log li").count() > 5
        assert not spectator.locator("#choose").count()
    check_journal(journal, 12)


def play_to(journal: Path, name: str, choices: int) -> None:
    """Write a game of so many random choices, and on to a question to the first seat or to the end."""
    game = load(name).game
    assert game is not None
    kept, state, chance = Journal.create(journal, game, 6, ["human", "greedy"]), game.new(6), Random(6)
    while state.decision is not None and (state.decisions < choices or state.seat != 0):
        kept.play(state, chance.randrange(len(state.decision.values)))


@pytest.mark.slow
@pytest.mark.parametrize("choices", [0, 60, 260], ids=["early", "middle", "late"])
@pytest.mark.parametrize("game", [*GAMES, "chess"])
def test_a_page_is_accessible(tmp_path: Path, browser: Any, game: str, choices: int) -> None:
    """axe-core finds nothing, at any size, light and dark."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - only browsers need it

    journal = tmp_path / "game.jsonl"
    play_to(journal, game, choices)
    with served(journal, "--resume", str(journal)) as links, opened(browser, links[0], "large") as page:
        page.wait_for_selector(f"{ASKED}, {OVER}", state="attached", timeout=60_000)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                found = Axe().run(page)
                assert found.violations_count == 0, (size, scheme, found.generate_report())


@pytest.mark.slow
def test_a_bot_takes_over_by_the_others_consent_and_hands_back(tmp_path: Path, browser: Any) -> None:
    journal, letting = tmp_path / "game.jsonl", "button:has-text('Let a bot play for them')"
    people = [part for _ in range(3) for part in ("--seat", "human")]
    new = ["dragon_castle", "--players", "3", *people, "--seed", "6", "--save", str(journal)]
    with (
        served(journal, *new) as links,
        opened(browser, links[0], "large") as first,
        opened(browser, links[1], "phone") as second,
    ):
        second.wait_for_selector(f"#player-p3 {letting}", state="attached")
        first.wait_for_selector(f"#player-p2:not(:has-text('not here')) ~ #player-p3 {letting}")
        first.click(f"#player-p3 {letting}")
        first.wait_for_selector("#player-p3:has-text('1 more must want it')")
        second.locator(f"#player-p3 {letting}").dispatch_event("click")
        first.wait_for_selector("#player-p3:has-text('normal plays for them')")
        for _ in range(60):
            asked = next((page for page in (first, second) if page.locator(ASKED).count()), None)
            if asked is not None:
                play(asked, 1)
            if first.locator("#log li:has-text('Player 3')").count():
                break
            first.wait_for_timeout(200)
        assert first.locator("#log li:has-text('Player 3')").count()
        with opened(browser, links[2], "middle") as third:
            third.click("text=take your seat back")
            first.wait_for_selector("#player-p3:not(:has-text('normal plays for them'))")
            third.wait_for_selector("text=take your seat back", state="detached")
    check_journal(journal, 2)


@pytest.mark.slow
def test_what_is_not_offered_says_why_and_things_say_their_rules(tmp_path: Path, browser: Any) -> None:
    """By the mouse: on a space that does not glow, on an action that is not offered, and by `?` on things."""
    journal = tmp_path / "game.jsonl"
    new = ["dragon_castle", "--seed", "6", "--seat", "human", "--seat", "greedy", "--save", str(journal)]

    def told(page: Any) -> str:
        page.wait_for_selector("dialog[open]")
        words = str(page.locator("dialog[open]").inner_text())
        page.click("dialog[open] button")
        return words

    with served(journal, *new) as links, opened(browser, links[0], "large") as page:
        page.wait_for_selector(ASKED, state="attached")
        while page.get_attribute("#choose", "data-about") == "" or not page.locator("#boards .opt").count():
            play(page, 1)
            page.wait_for_selector(ASKED, state="attached", timeout=60_000)
        dark = page.evaluate("""() => {
          for (const each of document.querySelectorAll("svg.board:has(.opt) [data-n]")) {
            const box = each.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
            if (each.contains(document.elementFromPoint(x, y))) return [x, y];
          }
        }""")
        page.mouse.click(*dark)
        page.wait_for_selector(f"{TROUBLE}:has-text('Not this one')")
        why = str(page.locator(TROUBLE).inner_text())
        assert why.strip()
        page.mouse.move(*dark)
        page.keyboard.press("?")
        assert told(page).strip() not in ("", why)
        page.locator("#boards .opt").first.hover(force=True)
        page.keyboard.press("?")
        assert told(page).strip() not in ("", why)
        while not page.locator("#why").count():
            play(page, 1)
            page.wait_for_selector(ASKED, state="attached", timeout=60_000)
        if not page.locator("#why button").first.is_visible():
            page.click("#why summary")
        called = str(page.locator("#why button").first.inner_text()).splitlines()[0]
        page.locator("#why button").first.click()
        page.wait_for_selector(f'{TROUBLE}:has-text("{called}: ")')


@pytest.mark.slow
@pytest.mark.parametrize("ends", [signal.SIGINT, signal.SIGKILL])
def test_a_table_that_was_ended_goes_on_at_the_same_link(
    tmp_path: Path, browser: Any, ends: signal.Signals
) -> None:
    """Stopped or killed, the open page finds the table again by itself where it goes on at the same port."""
    journal = tmp_path / "game.jsonl"
    new = ["burgundy", "--seed", "5", "--seat", "human", "--seat", "greedy", "--save", str(journal)]
    page = browser.new_page()
    with served(journal, *new, ends=ends) as links:
        page.goto(links[0])
        play(page, 2)
        at = page.get_attribute(ASKED, "value")
    port = re.search(r":(\d+)/", links[0])
    assert port
    with served(journal, "--resume", str(journal), "--port", port[1]) as again:
        assert again == links
        with opened(browser, links[0], "phone") as other:
            assert other.get_attribute(ASKED, "value") == at
            play(other, 1)
            page.wait_for_selector(f"{ASKED}:not([value='{at}']), {WAITING}, {OVER}", state="attached")
    page.close()
    check_journal(journal, 3)


@pytest.mark.slow
def test_a_game_goes_from_the_terminal_to_the_page_and_back(tmp_path: Path, browser: Any) -> None:
    journal = tmp_path / "game.jsonl"

    def at_the_terminal(*arguments: str, typed: str = "1\n1") -> int:
        command = [sys.executable, "-m", "cli", "play", *arguments, "--quiet"]
        run = subprocess.run(command, input=f"{typed}\nquit\n", text=True, capture_output=True, check=False)
        assert "Traceback" not in run.stderr
        assert replay(journal).departed is None
        return len(replay(journal).journal.entries)

    begun = at_the_terminal(
        "burgundy", "--seed", "5", "--seat", "human", "--seat", "greedy", "--save", str(journal)
    )
    assert begun >= 2
    with served(journal, "--resume", str(journal)) as links, opened(browser, links[0], "middle") as page:
        play(page, 3)
        # What the other does then is done before one goes on elsewhere.
        page.wait_for_selector(ASKED, state="attached")
    check_journal(journal, begun + 3)
    there = len(replay(journal).journal.entries)
    # The first option by its name: where dice are to choose from, their numbers are those to type.
    state, first = replay(journal).state, []
    for _ in range(2):
        first.append(ids(state)[0])
        state.choose(0)
    assert at_the_terminal("--resume", str(journal), typed="\n".join(first)) >= there + 2


@pytest.mark.slow
def test_trying_things_out_beside_the_game(tmp_path: Path, browser: Any) -> None:
    """A copy opens in a tab of its own and plays against bots; the game is as it was."""
    journal = tmp_path / "game.jsonl"
    new = ["burgundy", "--seed", "5", "--seat", "human", "--seat", "greedy", "--save", str(journal)]
    with served(journal, *new) as links, opened(browser, links[0], "middle") as page:
        play(page, 4)
        # Bots choose until the first seat is asked again, and then nothing more is written.
        page.wait_for_selector(ASKED, state="attached", timeout=60_000)
        before = journal.read_bytes()
        page.click("nav a:has-text('Look back')")
        page.wait_for_selector("#back")
        with page.expect_popup() as opening:
            page.click("text=Analyse from here")
        copy = opening.value
        copy.wait_for_selector(".note")
        play(copy, 6)
        assert copy.locator("#log li").count() > 1
        assert journal.read_bytes() == before
        copy.close()


@pytest.mark.slow
def test_a_choice_is_taken_back_and_made_again(tmp_path: Path, browser: Any) -> None:
    journal = tmp_path / "game.jsonl"
    new = ["burgundy", "--seed", "5", "--seat", "human", "--seat", "greedy", "--save", str(journal)]
    with served(journal, *new) as links, opened(browser, links[0], "large") as page:
        play(page, 1)
        at, words = page.get_attribute(ASKED, "value"), page.locator("#ask h2").inner_text()
        page.keyboard.press("u")
        page.wait_for_selector("#redo")
        assert page.locator("#ask h2").inner_text() != words
        page.keyboard.press("r")
        page.wait_for_selector(f"{ASKED}[value='{at}']", state="attached")
        assert page.locator("#ask h2").inner_text() == words
        assert not page.locator("#redo").count()


TROUBLE = "#trouble:not([hidden])"


def two_people(journal: Path) -> list[str]:
    people = ["--players", "2", "--seat", "human", "--seat", "human"]
    return ["burgundy", "--seed", "5", *people, "--save", str(journal)]


@contextmanager
def tabs(browser: Any, links: list[str]) -> Iterator[list[Any]]:
    """Pages of one browser, which shares the six connections that it makes to a server."""
    context = browser.new_context()
    # What a tab says of itself where another one lies over it.
    context.add_init_script("""
      Object.defineProperty(document, "hidden", {get: () => Boolean(window.covered)});
      window.cover = (is) => { window.covered = is; document.dispatchEvent(new Event("visibilitychange")); };
    """)
    opened = []
    for link in links:
        opened.append(context.new_page())
        opened[-1].goto(link)
    yield opened
    context.close()


@pytest.mark.slow
def test_a_click_comes_through_with_six_tabs_open(tmp_path: Path, browser: Any) -> None:
    journal = tmp_path / "game.jsonl"
    with served(journal, *two_people(journal)) as links, tabs(browser, [*links, *links]) as pages:
        for page in pages:
            page.wait_for_timeout(200)
        first = next(page for page in pages if page.locator(ASKED).count())
        play(first, 2)
        at = first.get_attribute(ASKED, "value") if first.locator(ASKED).count() else ""
        for page in pages:
            if at and page.url == first.url:
                page.wait_for_selector(f"{ASKED}[value='{at}']", state="attached")
        assert not [page for page in pages if page.locator(TROUBLE).count()]
    check_journal(journal, 2)


@pytest.mark.slow
def test_a_hidden_page_gives_up_its_stream_and_stays_here(tmp_path: Path, browser: Any) -> None:
    """Ten that are hidden leave room for one that is seen; seen again, one is told what it missed."""
    journal = tmp_path / "game.jsonl"
    with served(journal, *two_people(journal)) as links, tabs(browser, []) as pages:
        for _ in range(10):
            pages.append(browser.contexts[-1].new_page())
            pages[-1].goto(links[0])
            pages[-1].evaluate("cover(true)")
        with opened(browser, links[0], "middle") as seen, opened(browser, links[1], "middle") as other:
            seen.wait_for_timeout(6_000)
            assert not seen.locator(TROUBLE).count()
            chooses = next(page for page in (seen, other) if page.locator(ASKED).count())
            before = pages[0].get_attribute("body", "data-revision")
            play(chooses, 1)
            seen.wait_for_selector("#log li")
            assert pages[0].get_attribute("body", "data-revision") == before
            pages[0].evaluate("cover(false)")
            pages[0].wait_for_selector("#log li")
            # A page that is hidden is still a page.
            seen.close()
            other.wait_for_timeout(11_000)
            assert not other.locator("text=not here").count()


@pytest.mark.slow
def test_a_page_says_what_did_not_work_and_tries_again(tmp_path: Path, browser: Any) -> None:
    journal = tmp_path / "game.jsonl"
    with served(journal, *two_people(journal)) as links, tabs(browser, links[:2]) as pages:
        page = next(each for each in pages if each.locator(ASKED).count())

        def failing(answer: Any, words: str) -> None:
            at = page.get_attribute(ASKED, "value")
            page.route("**/choose", answer)
            page.keyboard.press("1")
            page.wait_for_selector(f"{TROUBLE}:has-text('{words}')")
            assert page.get_attribute(ASKED, "value") == at
            page.unroute("**/choose")
            page.click(f"{TROUBLE} button")
            page.wait_for_selector(f"{ASKED}:not([value='{at}']), {WAITING}", state="attached")
            page.wait_for_selector(TROUBLE, state="hidden")

        failing(lambda route: route.abort(), "does not answer")
        page = next(each for each in pages if each.locator(ASKED).count())
        failing(lambda route: route.fulfill(status=429, body="too many requests"), "wait a moment")
        # Another tab of the same seat, which hears of nothing, answers a question that has been answered.
        page = next(each for each in pages if each.locator(ASKED).count())
        late = browser.contexts[-1].new_page()
        heard: list[bool] = []
        late.route("**/events*", lambda route: route.continue_() if heard else None)
        late.goto(page.url)
        late.wait_for_selector(ASKED, state="attached")
        at = page.get_attribute(ASKED, "value")
        play(page, 1)
        assert late.get_attribute(ASKED, "value") == at
        heard.append(True)
        late.keyboard.press("1")
        late.wait_for_selector(f"{TROUBLE}:has-text('not asked any more')")
        late.wait_for_selector(f"{ASKED}:not([value='{at}']), {WAITING}", state="attached")
        late.wait_for_selector(TROUBLE, state="hidden", timeout=15_000)


@pytest.mark.slow
def test_a_page_without_room_for_its_stream_gets_news_all_the_same(tmp_path: Path, browser: Any) -> None:
    journal = tmp_path / "game.jsonl"
    with served(journal, *two_people(journal)) as links:
        place = urlsplit(links[-1])
        held = [HTTPConnection(place.netloc) for _ in range(10)]
        for each in held:
            each.request("GET", f"{place.path}events")
            assert each.getresponse().status == 200
        with tabs(browser, [links[-1], *links[:2]]) as (spectator, *people):
            spectator.wait_for_selector(f"{TROUBLE}:has-text('many pages open')")
            known = spectator.get_attribute("body", "data-revision")
            play(next(page for page in people if page.locator(ASKED).count()), 1)
            spectator.wait_for_function("known => document.body.dataset.revision !== known", arg=known)
            for each in held:
                each.close()
            spectator.wait_for_selector(TROUBLE, state="hidden")


@pytest.mark.slow
def test_a_page_looks_for_a_table_that_is_lost(tmp_path: Path, browser: Any) -> None:
    journal = tmp_path / "game.jsonl"
    with tabs(browser, []) as pages:
        with served(journal, *two_people(journal)) as links:
            pages.append(browser.contexts[-1].new_page())
            pages[0].goto(links[0])
        port = re.search(r":(\d+)/", links[0])
        assert port
        pages[0].wait_for_selector(f"{TROUBLE}:has-text('connection to the table is lost')")
        with served(journal, "--resume", str(journal), "--port", port[1]):
            pages[0].wait_for_selector(TROUBLE, state="hidden", timeout=30_000)


FAULTY = """
id: faulty
title: Faulty
players: 2
counters:
  coins: {per: player}
actions:
  wait: {do: end turn}
  divide: {do: gain 1 / (1 - coins(me)) coins}
flow:
  - {step: turn, players: players, actions: [wait, divide]}
"""


@pytest.mark.slow
def test_a_page_says_that_the_game_has_stopped(tmp_path: Path, browser: Any) -> None:
    journal = tmp_path / "game.jsonl"
    (tmp_path / "ruleset.yaml").write_text(FAULTY, encoding="utf-8")
    new = [str(tmp_path), "--seed", "5", "--seat", "human", "--seat", "human", "--save", str(journal)]
    command = [sys.executable, "-m", "cli", "table", *new, "--no-open", "--quiet"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        links = [run.stdout.readline().split(": ", 1)[1].strip() for _ in range(3)]
        with tabs(browser, links) as pages:
            for page in pages:
                page.wait_for_load_state()
            first = next(page for page in pages if page.locator(ASKED).count())
            for _ in range(2):
                first.locator("#choose button").last.click()
                first.wait_for_timeout(300)
            for page in pages:
                page.wait_for_selector("#ask .over:has-text('The game has stopped')")
                assert "A rule of the game has a fault." in page.locator("#ask").inner_text()
                assert not page.locator("#choose, #undo").count()
            pages[-1].click("nav a:has-text('Look back')")
            pages[-1].wait_for_selector("#back")
        run.send_signal(signal.SIGINT)
        told = run.stderr.read()
        assert run.wait(60) == 1
    assert told.startswith("the game has stopped: ")
    assert f"go on with: rulewright table --resume {journal}" in told
    assert "Traceback" not in told


# What must be seen without scrolling, and what of it lies outside the window or is covered by something else.
OUT_OF_SIGHT = """() => {
    const wanted = {
        question: "#ask h2", option: "#choose button, #choose summary",
        turn: "#turn .whose", dice: "#turn .thing",
        own: ".own .player", counter: ".own dl div", thing: ".own .zone .thing", log: "#log li:last-child",
    };
    const missing = [];
    for (const [name, selector] of Object.entries(wanted)) {
        const each = document.querySelector(selector);
        if (!each) continue;
        const box = each.getBoundingClientRect();
        // Of what one has a phone shows what the question needs; the rest is a tap away.
        if (!box.width && each.closest(".own") && document.querySelector(".own .all").offsetWidth) continue;
        const x = box.x + Math.min(box.width / 2, 40), down = Math.min(box.height / 2, 12);
        // Of the latest in the log one sees the end.
        const y = name === "log" ? box.bottom - down : box.y + down;
        const there = document.elementFromPoint(x, y);
        if (!there || !(each.contains(there) || there.contains(each))) missing.push(name);
    }
    return missing;
}"""
VIEWS, NARROW = [(1440, 900), (1280, 720), (390, 844)], 600


# How much of the window lies below the boards, and what of it does not fit there.
BELOW = """() => {
    const box = (each) => document.querySelector(each).getBoundingClientRect();
    const ask = box("#ask"), aside = box("aside"), log = document.getElementById("log");
    return {
        share: aside.height / innerHeight,
        wide: document.scrollingElement.scrollWidth - innerWidth,
        long: document.querySelector("#ask").scrollHeight - ask.height,
        unread: log.scrollHeight - log.clientHeight > 4,
        fresh: [...log.querySelectorAll(".fresh")].filter((each) => !each.offsetHeight).length,
        more: document.getElementById("whole").textContent,
    };
}"""


def check_low(page: Any) -> None:
    """What is below the boards is low, and all that was done since one's choice is there or a tap away."""
    seen = page.evaluate(BELOW)
    assert seen["share"] < 0.53
    assert seen["wide"] <= 0
    assert seen["long"] <= 4
    assert seen["fresh"] == 0
    assert ("More" in seen["more"]) == seen["unread"]


def check_in_sight(tmp_path: Path, browser: Any, game: str, choices: int) -> None:
    """The question, whose turn it is, what was rolled, one's own things and the log are in the window."""
    journal = tmp_path / "game.jsonl"
    play_to(journal, game, choices)
    with served(journal, "--resume", str(journal)) as links, opened(browser, links[0], "large") as page:
        page.wait_for_selector(f"{ASKED}, {OVER}", state="attached", timeout=60_000)
        for width, height in VIEWS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(250)
            assert page.evaluate(OUT_OF_SIGHT) == [], (width, height)
            if width < NARROW:
                check_low(page)


def test_what_one_must_know_is_in_sight(tmp_path: Path, browser: Any) -> None:
    check_in_sight(tmp_path, browser, "catan", 60)


@pytest.mark.slow
@pytest.mark.parametrize("choices", [0, 40, 100], ids=["early", "middle", "late"])
@pytest.mark.parametrize("game", GAMES)
def test_what_one_must_know_is_in_sight_in_every_game(
    tmp_path: Path, browser: Any, game: str, choices: int
) -> None:
    check_in_sight(tmp_path, browser, game, choices)


def test_a_click_counts_for_the_question_that_was_in_view(tmp_path: Path, browser: Any) -> None:
    """One that began before it changed chooses nothing; one made while a request is on its way is kept."""
    journal = tmp_path / "game.jsonl"
    people = ["--players", "2", "--seat", "human", "--seat", "greedy", "--save", str(journal)]
    with (
        served(journal, "tic_tac_toe", "--seed", "6", *people) as links,
        opened(browser, links[0], "middle") as page,
    ):
        page.wait_for_selector(ASKED, state="attached")
        page.wait_for_timeout(300)
        at = page.get_attribute(ASKED, "value")
        box = page.locator("#boards .opt").first.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.evaluate("() => { asked = 'another'; begun = 'another'; }")
        page.mouse.up()
        page.wait_for_selector("#trouble:has-text('has changed meanwhile')")
        assert page.get_attribute(ASKED, "value") == at
        sent = page.evaluate("""async () => {
            const made = [];
            const before = window.fetch;
            window.fetch = async (page) => {
                if (page === "choose") made.push(1);
                await new Promise((done) => setTimeout(done, 60));
                return new Response("", {status: 200});
            };
            const at = document.querySelector("#choose input[name=at]").value;
            const first = send("choose", {at, o: 0});
            send("choose", {at, o: 1});
            await first;
            window.fetch = before;
            return made.length;
        }""")
        assert sent == 2


@pytest.mark.slow
def test_keys_can_be_switched_off(tmp_path: Path, browser: Any) -> None:
    journal = tmp_path / "game.jsonl"
    people = ["--players", "2", "--seat", "human", "--seat", "human", "--save", str(journal)]
    with (
        served(journal, "tic_tac_toe", "--seed", "6", *people) as links,
        opened(browser, links[0], "middle") as page,
    ):
        page.wait_for_selector(ASKED, state="attached")
        page.click("#settings")
        page.uncheck("dialog[open] label:has-text('Keys') input")
        page.click("dialog[open] button")
        page.keyboard.press("1")
        page.keyboard.press("?")
        page.wait_for_timeout(300)
        assert not page.locator("dialog[open]").count()
        assert page.get_attribute(ASKED, "value") == "0"


@pytest.mark.slow
def test_a_click_that_costs_something_where_others_do_not_is_asked_about(
    tmp_path: Path, browser: Any
) -> None:
    """Also one that is two choices alone, as there is but one die left."""
    journal = tmp_path / "game.jsonl"
    people = ["--seed", "5", "--seat", "human", "--seat", "greedy", "--save", str(journal)]
    with served(journal, "burgundy", *people) as links, opened(browser, links[0], "middle") as page:
        page.wait_for_selector("#choose button:has-text('Take workers')", timeout=60_000)
        page.wait_for_timeout(400)
        page.click("#choose button:has-text('Take workers')")
        page.wait_for_selector("#ask h2:has-text('Which die?')")
        page.wait_for_timeout(300)
        page.click("#choose button >> nth=0")
        good = page.locator(".own .thing.paid").last
        good.wait_for()
        page.wait_for_timeout(400)
        assert (good.get_attribute("data-o") or "").count("/") == 1
        good.click()
        page.wait_for_selector("#ask h2:has-text('Go on?')")


@pytest.mark.slow
def test_pointing_at_a_thing_says_what_it_is(tmp_path: Path, browser: Any) -> None:
    """While it is an answer too; what it is comes first, then what choosing it does."""
    journal = tmp_path / "game.jsonl"
    play_to(journal, "catan", 0)
    with served(journal, "--resume", str(journal)) as links, opened(browser, links[0], "large") as page:
        page.wait_for_selector(ASKED, state="attached", timeout=60_000)
        page.locator("svg.board .opt").first.hover(force=True)
        page.wait_for_selector("#help:not([hidden])")
        said = page.locator("#help p").all_inner_texts()
        assert said[0] and not said[0].startswith("Choosing it: ")
        assert any(each.startswith("Choosing it: ") for each in said)
        assert len(said) > 1
        page.mouse.move(2, 2)
        page.wait_for_selector("#help", state="hidden")


@pytest.mark.slow
def test_what_closes_a_long_text_lies_over_none_of_it(tmp_path: Path, browser: Any) -> None:
    journal = tmp_path / "game.jsonl"
    play_to(journal, "burgundy", 0)
    with served(journal, "--resume", str(journal)) as links, opened(browser, links[0], "middle") as page:
        page.wait_for_selector(ASKED, state="attached", timeout=60_000)
        page.locator("#legend").click()
        page.wait_for_selector("dialog[open] #signs")
        text, button = (page.locator(f"dialog[open] > {each}").bounding_box() for each in ("div", "button"))
        assert text["y"] + text["height"] <= button["y"]
        page.locator("dialog[open] li").last.scroll_into_view_if_needed()
        page.locator("dialog[open] > button").click()
        page.wait_for_selector("dialog", state="detached")


@pytest.mark.slow
def test_of_a_place_with_several_things_that_is_said_which_is_pointed_at(
    tmp_path: Path, browser: Any
) -> None:
    """A click there takes that thing."""
    journal = tmp_path / "game.jsonl"
    play_to(journal, "burgundy", 0)
    with served(journal, "--resume", str(journal)) as links, opened(browser, links[0], "large") as page:
        page.wait_for_selector("#board-depot-all .opt", state="attached", timeout=60_000)
        depot = page.locator("#board-depot-all .opt").first.get_attribute("data-n")
        things = page.locator(f'#board-depot-all [data-n="{depot}"] [data-thing]')
        heads = set()
        for number in range(things.count()):
            page.mouse.move(2, 2)
            page.wait_for_selector("#help", state="hidden")
            things.nth(number).hover(force=True)
            page.wait_for_selector("#help:not([hidden])")
            said = page.locator("#help p").all_inner_texts()
            heads.add(said[0])
            assert sum(each.startswith("Choosing it: ") for each in said) == 1
        assert len(heads) == things.count() > 1


BOXES = """() => [...document.querySelectorAll("svg.board")].map((each) => {
    const box = each.getBoundingClientRect();
    return [box.x, box.y, box.width, box.height].map(Math.round);
})"""


@pytest.mark.slow
def test_boards_stay_where_they_are(tmp_path: Path, browser: Any) -> None:
    """From question to question, whatever others have and whatever the log says."""
    journal = tmp_path / "game.jsonl"
    play_to(journal, "catan", 60)
    with served(journal, "--resume", str(journal)) as links, opened(browser, links[0], "large") as page:
        page.wait_for_selector(ASKED, state="attached", timeout=60_000)
        page.set_viewport_size({"width": 1440, "height": 900})
        page.wait_for_timeout(300)
        before = page.evaluate(BOXES)
        play(page, 6)
        assert page.evaluate(BOXES) == before


# Where what is said of a touched thing lies, and what it may not lie over.
TIP = """() => {
    const box = (each) => document.querySelector(each).getBoundingClientRect();
    return [box("header").bottom, box("#help").top, box("#help").bottom, box("aside").top];
}"""

# How far the page moves to what is asked about: from where it is, and back from its end.
MOVES = """() => {
    const here = scrollY, low = document.querySelector("aside").getBoundingClientRect().top + 1;
    const box = (each) => each.getBoundingClientRect(), all = [...document.querySelectorAll("#boards .opt")];
    const glows = () => all.filter((each) => box(each).top > 0 && box(each).bottom <= low).length;
    look();
    const first = scrollY - here, seen = glows();
    scrollTo(0, document.scrollingElement.scrollHeight);
    look();
    return [first, seen, glows()];
}"""


def test_a_phone_shows_what_the_question_needs(tmp_path: Path, browser: Any) -> None:
    journal = tmp_path / "game.jsonl"
    play_to(journal, "burgundy", 30)
    with (
        served(journal, "--resume", str(journal)) as links,
        opened(browser, links[0], "phone", touch=True) as page,
    ):
        page.wait_for_selector(ASKED, state="attached", timeout=60_000)
        page.wait_for_timeout(300)
        at = page.get_attribute(ASKED, "value")
        check_low(page)
        moved, seen, again = page.evaluate(MOVES)
        assert moved == 0
        assert seen and again
        page.tap("#log", position={"x": 4, "y": 40})  # beside names, which say what they are
        lines = page.locator("#log li")
        assert all(lines.nth(number).is_visible() for number in range(lines.count()))
        page.tap("#whole")
        assert not page.locator(".log.read").count()
        page.tap(".own .all")
        page.wait_for_selector("dialog[open] .player")
        page.tap("dialog[open] > button")
        if page.locator("#why details:not([open])").count():
            page.tap("#why summary")
            page.wait_for_selector("dialog[open] .refusals dd:not(:empty)")
            page.tap("dialog[open] > button")
        check_touched(page)
        small = page.locator("figure.mine svg.board").bounding_box()["width"]
        page.locator("figure.mine .larger").dispatch_event("click")
        assert page.locator("figure.mine svg.board").bounding_box()["width"] > 1.8 * small
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        assert page.get_attribute(ASKED, "value") == at


def check_touched(page: Any) -> None:
    """What a finger touches is said beside the question."""
    for touched in (
        ".own .you > dl > div:first-child",
        "svg.board .piece:not(.opt)",
        ".own .thing:not(.opt)",
    ):
        found = [each for each in page.locator(touched).all() if each.is_visible()]
        if not found:
            continue
        found[0].tap(force=True)
        page.wait_for_selector("#help:not([hidden])")
        bar, top, low, question = page.evaluate(TIP)
        assert bar <= top < low <= question, touched


def test_a_list_stays_open_on_a_phone(tmp_path: Path, browser: Any) -> None:
    """Though its window changes, as when the bar of a browser goes; and what is in it can be chosen."""
    journal = tmp_path / "game.jsonl"
    people = ["--players", "2", "--seat", "human", "--seat", "human", "--save", str(journal)]
    with (
        served(journal, "tic_tac_toe", "--seed", "6", *people) as links,
        opened(browser, links[0], "phone", touch=True) as page,
    ):
        page.wait_for_selector(ASKED, state="attached")
        summary = page.locator("#choose summary")
        if page.locator("#choose details:not([open])").count():
            summary.tap()
        for width, height in [(390, 640), (412, 640)]:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(250)
            assert page.locator("#choose details[open]").count() == 1, (width, height)
        page.locator("#choose .options button").last.tap()
        page.wait_for_selector(WAITING, state="attached")


@pytest.mark.slow
def test_the_bar_is_as_high_while_one_is_asked_in_the_turn_of_another(tmp_path: Path, browser: Any) -> None:
    """Nothing below it moves when its words become as long as they can be."""
    arguments = ["burgundy", "--save", str(tmp_path / "bar.jsonl"), "--seed", "4"]
    with served(tmp_path, *arguments, "--seat", "human", "--seat", "greedy") as links:
        page = browser.new_page(viewport={"width": 1100, "height": 800})
        page.goto(links[0])
        page.wait_for_selector(ASKED, state="attached")
        height = "document.querySelector('header').offsetHeight"
        before = page.evaluate(height)
        longest = "document.querySelector('#turn .whose').textContent = 'x Turn of Player 2: you are asked'"
        page.evaluate(longest)
        assert page.evaluate(height) == before
        page.close()
