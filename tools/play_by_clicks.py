"""Whole games by clicks, with pictures of every question: `python -m tools.play_by_clicks FOLDER [GAME...]`.

The first seat is played at a page of 1440x900 by clicks, as `greedy` would choose and now and then by chance,
against `greedy` bots; beside it the same link is open at 1280x720 and at the size of a phone. In FOLDER come
a picture of each kind of question at each size, of the end, and `GAME.txt`: each question as it was read,
and the log. Each position is held to the page's own measures too: what is not in view is printed, and what
axe finds at some of the pictures. GAME may be the folder of a ruleset. Needs what `make test-table` needs.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from axe_playwright_python.sync_playwright import Axe

from cli.draw.browser import chromium
from interpreter import Game, State, bot_for, load
from tools.pictures import GAMES

SIZES = {"large": (1440, 900), "mid": (1280, 720), "phone": (390, 844)}
_ASKED, _OVER = "#choose input[name=at]", "#ask .over"
# At one picture of so many axe looks at the pages.
_AXE = 6
# One choice of so many is made by chance, so that other questions come than a bot leads to.
_BY_CHANCE = 5
# What must be in view and is not, by the page's own measures: the question, its answers, one's own, the log.
_OUT_OF_VIEW = """() => {
  const found = [];
  for (const name of ["#ask h2", "#ask .options, #ask summary", ".own", "#log li"]) {
    const each = document.querySelector(name), at = each && each.getBoundingClientRect();
    if (each && (at.bottom <= 0 || at.top >= innerHeight || !at.height)) found.push(name);
  }
  const wide = document.documentElement.scrollWidth, ask = document.querySelector("#ask");
  if (wide > innerWidth + 1) found.push(`${wide} wide`);
  const hidden = ask.scrollHeight - ask.clientHeight;
  if (hidden > 4) found.push(`question scrolls by ${hidden}`);
  return found;
}"""


class Player:
    """One person's game at several pages."""

    def __init__(self, name: str, game: Game, folder: Path, chance: Random) -> None:
        self.name, self.game, self.folder, self.chance = name, game, folder, chance
        self.state: State = game.new(7)
        self.bot = bot_for(game, "greedy")
        self.kinds: set[str] = set()
        self.told: list[str] = []
        self.trouble: dict[str, str] = {}
        self.read = 1

    def catch_up(self, journal: Path) -> None:
        """Bring the own state to where the table is."""
        lines = journal.read_text(encoding="utf-8").splitlines()
        for line in lines[self.read :]:
            self.state.choose(json.loads(line)["choice"])
        self.read = len(lines)

    def look(self, pages: dict[str, Any], kind: str) -> None:
        """Take pictures of a kind of question that was not seen yet."""
        self.kinds.add(kind)
        number = len(self.kinds)
        for size, page in pages.items():
            page.wait_for_timeout(150)
            page.screenshot(path=self.folder / f"{self.name}-{number:02}-{size}.png")
            if number % _AXE == 0 or kind == "the end":
                for found in Axe().run(page).response["violations"]:
                    what = f"{found['id']}: {found['nodes'][0]['html'][:150]}"
                    self.trouble.setdefault(f"{size}: axe {found['id']}", what)
        self.told.append(f"== picture {number:02}")

    def choose(self) -> int:
        """Return the number of the option to take."""
        decision = self.state.decision
        assert decision is not None
        if not self.chance.randrange(_BY_CHANCE):
            return self.chance.randrange(len(decision.values))
        return self.bot.choose(self.state, self.chance)

    def put_together(self, page: Any) -> None:
        """Pick several things by plus, as the player would one after the other, and send them at once."""
        state, wanted = self.state.fork(), list[str]()
        decision = state.decision
        assert decision is not None
        ids = [option.id for option in decision.options]
        subset = decision.subset
        while decision is not None and decision.subset is subset:
            picked = decision.options[self.bot.choose(state, self.chance)].id
            wanted.append(picked)
            state.choose(picked)
            decision = state.decision
        for each in filter(ids.__contains__, wanted):
            page.locator(f"#choose [data-o='{ids.index(each)}']").first.dispatch_event("click")
        page.locator("#enough").dispatch_event("click")

    def turn(self, pages: dict[str, Any], journal: Path) -> None:
        """Answer one question by a click."""
        page = pages["large"]
        at = page.get_attribute(_ASKED, "value")
        self.catch_up(journal)
        for other in pages.values():
            other.wait_for_selector(f"{_ASKED}[value='{at}']", state="attached", timeout=20_000)
        asked = page.locator("#ask").inner_text()
        prompt = page.locator("#ask h2").inner_text()
        about = page.get_attribute("#choose", "data-about")
        self.told.append(f"-- {at} [{about}]\n" + re.sub(r"\n+", "\n", asked))
        kind = re.sub(r"\d+|Player \w+", "", f"{about} {prompt}")
        if kind not in self.kinds:
            self.look(pages, kind)
        for size, each in pages.items():
            for out in each.evaluate(_OUT_OF_VIEW):
                self.trouble.setdefault(f"{size}: {re.sub(r'[0-9]+', 'N', out)}", f"{out} at {at}: {prompt}")
        if page.locator("#choose .amounts").count():
            self.put_together(page)
        else:
            click(page, self.choose())
        gone_on = f"{_ASKED}:not([value='{at}']), #ask .waiting, {_OVER}"
        page.wait_for_selector(f"{gone_on}, #choose input[name=sure]", state="attached", timeout=60_000)
        if page.locator("#choose input[name=sure]").count() and page.get_attribute(_ASKED, "value") == at:
            if "sure" not in self.kinds:
                self.look(pages, "sure")
            page.locator("#choose button").first.click()
            page.wait_for_selector(gone_on, state="attached", timeout=60_000)

    def play(self, pages: dict[str, Any], journal: Path, most: int) -> None:
        """Play until the end, or so many choices."""
        page = pages["large"]
        for _ in range(most):
            page.wait_for_selector(f"{_ASKED}, {_OVER}", state="attached", timeout=60_000)
            if page.locator(_OVER).count():
                break
            self.turn(pages, journal)
        self.look(pages, "the end")
        self.told.append(page.locator("#ask").inner_text())


def click(page: Any, option: int) -> None:
    """Click where an option lies, else its button."""
    place = page.locator(f"#boards .opt[data-o='{option}'], .own .opt[data-o='{option}']")
    if place.count():
        place.first.dispatch_event("click")
    else:
        page.locator(f"#choose button[data-o='{option}']").dispatch_event("click")


def whole_game(named: str, folder: Path, most: int, seed: int) -> None:
    """Play a game, write pictures and what was read, and print what was out of view."""
    players, overlays = GAMES.get(named, (2, []))
    loaded = load(named, players=min(players, 3), overlays=overlays)
    assert loaded.game is not None, loaded.problems
    name = Path(named).name
    player = Player(name, loaded.game, folder, Random(seed))
    with tempfile.TemporaryDirectory() as home, chromium() as browser:
        journal = Path(home, "game.jsonl")
        given = [part for overlay in overlays for part in ("--with", overlay)]
        seats = ["--seat", "human", *["--seat", "greedy"] * (loaded.game.players - 1)]
        command = [sys.executable, "-m", "cli", "table", named, "--players", str(loaded.game.players), *given]
        command += [*seats, "--seed", "7", "--save", str(journal), "--no-open", "--sole", "never"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
            assert run.stdout is not None
            link = next(line for line in run.stdout if "http" in line).split(": ", 1)[1].strip()
            pages = {}
            for size, (wide, high) in SIZES.items():
                pages[size] = browser.new_page(
                    viewport={"width": wide, "height": high}, reduced_motion="reduce"
                )
                pages[size].add_init_script("localStorage.setItem('rulewright-hold', 'no')")
                pages[size].goto(link)
            try:
                player.play(pages, journal, most)
            finally:
                read = pages["large"].locator("#log li").all_inner_texts()
                (folder / f"{name}.txt").write_text(
                    "\n".join([*player.told, "== log", *read]), encoding="utf-8"
                )
                run.send_signal(signal.SIGINT)
    print(f"{name}: {player.read - 1} choices, {len(player.kinds)} kinds of questions", flush=True)
    for where, what in player.trouble.items():
        print(f"  {where}: {what}")


def main() -> None:
    """Play the games that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--most", type=int, default=2000, help="so many choices of the person at most")
    parser.add_argument("--seed", type=int, default=7, help="of what is chosen by chance")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for game in given.games:
        whole_game(game, given.folder, given.most, given.seed)


if __name__ == "__main__":
    main()
