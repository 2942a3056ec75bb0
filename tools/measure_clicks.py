"""How long a click at the table takes until it is painted: `python -m tools.measure_clicks [GAME...]`.

For each game a table with a person and random bots, played by clicks on what glows and on buttons; each is
timed in the page, from the click to the first paint of what it led to. Server and browser share whatever
cores there are. Prints one line a game: clicks, median and 95th of 100 in ms, the processor time a click of
server, bots and browser together, the largest page as it travels in kB, and how busy the machine was.
`--pages 10` keeps so many pages open: those of spectators too. Needs what `make test-table` needs.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from cli.draw.browser import chromium
from tools.pictures import GAMES

# Clicks one thing that sends one choice, and answers with the ms until what came of it was painted.
_CLICK = """(number) => new Promise((resolve) => {
  const places = [...document.querySelectorAll("#boards .opt, #choose button[data-o]")];
  const single = places.filter((each) => !each.dataset.o.includes("|"));
  let chosen = single[number % single.length];
  const enough = document.querySelector("#enough");
  const kinds = [...document.querySelectorAll(".amount > :first-child")];
  if (enough) {
    for (let step = 0; step < 40 && (enough.disabled || !step); step++) kinds[step % kinds.length].click();
    chosen = enough;
  }
  const begun = performance.now();
  const seen = new MutationObserver(() => {
    seen.disconnect();
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => resolve(performance.now() - begun);
      after.port2.postMessage(0);
    });
  });
  const all = {childList: true, subtree: true, attributes: true, characterData: true};
  seen.observe(document.getElementById("ask"), all);
  chosen.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
})"""
_ASKED, _OVER = "#choose input[name=at]", "#ask .over"


def travelling(link: str) -> int:
    """Return how many bytes a page has as it travels."""
    parts = urlsplit(link)
    asked = http.client.HTTPConnection(parts.netloc)
    asked.request("GET", parts.path, headers={"Accept-Encoding": "gzip"})
    return len(asked.getresponse().read())


def spent() -> float:
    """Return the ms of processor time that all processes below this one have taken, as Linux counts them."""
    parents, taken = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            number, _, told = file.read_text(encoding="utf-8", errors="replace").rpartition(")")
            fields = told.split()
            pid = int(number.split(" ", 1)[0])
            parents[pid] = int(fields[1])
            taken[pid] = 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_below(pid: int) -> bool:
        above = parents.get(pid, 0)
        return above == os.getpid() or (above > 1 and is_below(above))

    return sum(ms for pid, ms in taken.items() if is_below(pid))


def clicked(page: Any, link: str, clicks: int, chance: Random) -> tuple[list[float], int]:
    """Make so many clicks, or as many as the game has; return the ms of each and the largest page."""
    times: list[float] = []
    largest = travelling(link)
    while len(times) < clicks:
        page.wait_for_selector(f"{_ASKED}, {_OVER}", state="attached", timeout=120_000)
        if page.locator(_OVER).count():
            break
        times.append(page.evaluate(_CLICK, chance.randrange(10_000)))
        if len(times) % 10 == 0:
            largest = max(largest, travelling(link))
    return times, largest


def measure(game: str, clicks: int, pages: int) -> None:
    """Print the figures of one game."""
    players, overlays = GAMES[game]
    given = [part for overlay in overlays for part in ("--with", overlay)]
    seats = ["--seat", "human", "--seat", "random"]
    with tempfile.TemporaryDirectory() as home, chromium() as browser:
        command = [sys.executable, "-m", "cli", "table", game, "--players", str(players), *given, *seats]
        command += ["--seed", "7", "--save", str(Path(home, "game.jsonl")), "--no-open", "--quiet"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
            assert run.stdout is not None
            links = []
            for line in run.stdout:
                links.append(line.split(": ", 1)[1].strip())
                if line.startswith("spectators"):
                    break
            others = [browser.new_page() for _ in range(pages - 1)]
            for other in others:
                other.goto(links[-1])
            page = browser.new_page(viewport={"width": 1280, "height": 820})
            page.add_init_script("localStorage.setItem('rulewright-hold', 'no')")
            page.goto(links[0])
            before = spent()
            try:
                times, largest = clicked(page, links[0], clicks, Random(7))
                work = (spent() - before) / len(times)
            finally:
                run.send_signal(signal.SIGINT)
    times.sort()
    high = times[int(len(times) * 0.95)]
    busy = " ".join(f"{load:.1f}" for load in os.getloadavg())
    quick = f"median {statistics.median(times):.0f} ms, 95 of 100 {high:.0f} ms"
    told = f"{quick}, work {work:.0f} ms, page {largest / 1000:.1f} kB"
    print(f"{game}: {len(times)} clicks, {pages} pages, {told}, load {busy}", flush=True)


def main() -> None:
    """Measure the games that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--clicks", type=int, default=200)
    parser.add_argument("--pages", type=int, default=1)
    given = parser.parse_args()
    for game in given.games:
        measure(game, given.clicks, given.pages)


if __name__ == "__main__":
    main()
