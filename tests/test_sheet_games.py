"""Sheets of other people, as they keep them, become games: played to the end, printed, for a simulator, seen.

`steading` is one CSV with a designer's headers. `harbour` is a workbook as programs for cards have it: with
headers in two rows, several sheets that make one type, a column of pictures, totals that are formulas, notes,
words with spaces that mean something.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from openpyxl import Workbook
from openpyxl.styles import Font
from PIL import Image

from cli.draw.browser import chromium, write_pages
from cli.draw.tabletop import saved_object
from cli.main import rulewright
from interpreter import Game, load
from tests.playing import ROOT
from tests.test_printing import SAVED, with_browser
from tests.test_table_in_browser import opened, served

SHEETS = ROOT / "tests/cases/sheets"
GAMES = ("harbour", "harbour_in_ten_lines", "steading")
# On each sheet of the workbook, below its two rows of headers.
ROWS = {
    "Boats": [
        ["B1", "Rowing Boat", "Boat", 1, None, 1, None, "rowing.png", "Fish every turn", 3],
        ["B2", "Trawler", "Boat", 3, 1, 2, None, "trawler.png", "Two fish every turn", 2, "art from Eve"],
        ["B3", "Ferry to the Far Islands", "Boat", 2, 2, 4, None, "ferry.png", None, 2],
        ["B4", "Wreck", "Boat", 0, None, -1, None, None, "Wood every turn", 1],
    ],
    "Houses": [
        ["H1", "Net Loft", "House", 2, 0, 2, None, "loft.png", "Boats count", 2, "tbc"],
        ["H2", "Fish Market", "House", 1, 3, 5, None, "market.png", None, 2],
        ["H3", "Saw Mill", "House", 0, 2, 1, None, "mill.png", "Wood every turn", 3],
        ["H4", "The Harbour Master's Watch House", "House", 3, 3, 6, None, None, "Boats count", 1],
    ],
}
UPPER = ["Card", None, None, "Price", None, "Worth", None, "Art", "What it does", "Number\nof cards", "To do"]
LOWER = ["No", "Name", "Kind", "Wood", "Fish", "Stars", None, "File"]


def workbook(folder: Path) -> None:
    """Write the workbook and its pictures."""
    book = Workbook()
    notes = book.active
    assert notes is not None
    notes.title = "Read me"
    notes.append(["Boats and Houses are the cards; Counts is for the printer."])
    for name, rows in ROWS.items():
        page = book.create_sheet(name)
        for row in ([f"{name} (final?)"], UPPER, LOWER, *rows, []):
            page.append(row)
        page.merge_cells("A2:C2")
        page.merge_cells("D2:E2")
        page["A2"].font = Font(bold=True)
        page.append(["Total", *[None] * 8, f"=SUM(J4:J{3 + len(rows)})"])
        page.append([None] * 10 + ["Ask Ben about prices"])
        for file in (row[7] for row in rows if row[7]):
            (folder / "art").mkdir(exist_ok=True)
            Image.new("RGB", (300, 200), (250, 0, 250)).save(folder / "art" / str(file))
    book.create_sheet("Counts").append(["Boats", 8])
    book.save(folder / "Harbour Nights v12.xlsx")


@pytest.fixture(scope="module", params=GAMES)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("games") / request.param
    shutil.copytree(SHEETS / request.param, made)
    if request.param.startswith("harbour"):
        workbook(made)
    return made


@pytest.fixture
def game(folder: Path) -> Game:
    found = load(folder)
    assert found.game is not None, found.problems
    assert not found.problems
    return found.game


def test_the_cards_are_those_of_the_sheet(game: Game) -> None:
    made = game.components["card"]
    if game.id == "steading":
        assert (len(made.kinds), sum(kind.copies for kind in made.kinds)) == (40, 55)
        return
    titles = [(kind.about.title, kind.copies) for kind in made.kinds]
    assert titles == [(row[1], row[9]) for rows in ROWS.values() for row in rows]
    pictured = {key[3] for key in game.pictures if key[:3] == ("card", "face", "sign")}
    assert pictured == {kind.name for kind in made.kinds} - {"wreck", "the_harbour_master_s_watch_house"}


def test_it_is_played_at_the_prompt_to_its_end(folder: Path) -> None:
    seats = ["--seat", "human", "--seat", "human"]
    command = ["play", str(folder), "--seed", "3", *seats, "--save", str(folder / "journal.jsonl")]
    result = CliRunner().invoke(rulewright, command, input="1\n" * 400)
    assert result.exit_code == 0, result.output
    assert "points in the final scoring" in result.output
    assert "wins with" in result.output


def test_it_becomes_a_saved_object(game: Game) -> None:
    saved = saved_object(game, "https://example.org/pictures")
    found = Draft202012Validator(SAVED).iter_errors(saved)
    assert not [f"{'/'.join(map(str, each.path))}: {each.message}" for each in found]
    (deck,) = saved["ObjectStates"]
    copies = [kind.about.title for kind in game.components["card"].kinds for _ in range(kind.copies)]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == copies


@pytest.mark.slow
@with_browser
def test_it_is_printed_and_comes_to_the_table(folder: Path, tmp_path: Path) -> None:
    pdf, tts = tmp_path / "cards.pdf", tmp_path / "tts"
    for option, place in (("--pdf", pdf), ("--tts", tts)):
        result = CliRunner().invoke(rulewright, ["draw", str(folder), option, str(place), "-q"])
        assert result.exit_code == 0, result.output
    # The first page with its back, nine cards a page with their backs, the rules.
    write_pages(pdf, tmp_path)
    cards = 16 if folder.name.startswith("harbour") else 55
    assert len(list(tmp_path.glob("page-*.png"))) == 2 + 2 * -(-cards // 9) + 1
    saved = json.loads(next(tts.glob("*.json")).read_text(encoding="utf-8"))
    assert Path(saved["ObjectStates"][0]["CustomDeck"]["1"]["FaceURL"].removeprefix("file://")).exists()
    table = [str(folder), "--seed", "3", "--seat", "human", "--seat", "random"]
    with (
        served(tmp_path / "j", *table, "--save", str(tmp_path / "j.jsonl")) as links,
        chromium() as browser,
        opened(browser, links[0], "phone") as page,
    ):
        shown = page.locator(".thing.card .words").all_inner_texts()
        titles = {kind.about.title for kind in load(folder).game.components["card"].kinds}  # type: ignore[union-attr]
        assert len(shown) >= 3
        assert {each.split("\n")[0] for each in shown} <= titles
