"""What is printed and what simulators get: sheets of pages, pictures with a manifest, saved objects."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from PIL import Image, ImageChops

from cli.draw.browser import chromium, write_pages
from cli.draw.images import MANIFEST, types_of, write_images
from cli.draw.paper import Backs, Paper
from cli.draw.sheets import other_sides, sheets_html
from cli.draw.tabletop import saved_object
from cli.draw.written import whole_file, whole_folder
from cli.main import rulewright
from interpreter import Game, load
from tests.playing import ROOT, SHIPPED, game_of, sampled

SAVED = json.loads((ROOT / "tests/cases/tabletop/saved_object.schema.json").read_text(encoding="utf-8"))
with_browser = pytest.mark.skipif(
    shutil.which("chromium") is None, reason="no browser: install Debian's package chromium"
)
SMALL = """\
id: small
title: Small
players: 2
flow: [{step: turn, players: players, do: move all from box(card) to deck}]
enums: {duty: [rests, works]}
zones: {deck: {holds: card, order: stack, visible: nobody}, yard: {holds: worker}}
boards: {path: {shape: track, spaces: [a, b, c], holds: mark}}
components:
  card:
    accept: [unused]
    draw: {form: card, size: [63, 88], BACK}
    kinds:
      rose: {title: Rose, about: Two points., copies: 2, image: red.png}
      lily: {title: Lily, image: red.png}
  worker: {draw: {form: token}, states: {duty: duty}, kinds: {farmer: {copies: 3}}}
  mark: {draw: {form: tile}, kinds: {stone: {}}}
"""
BACK = "back: blue.png"


def small_game(folder: Path, text: str = SMALL) -> Game:
    # The upper half is of one colour, the lower of another.
    for name, upper, lower in (("red", (255, 0, 0), (120, 0, 0)), ("blue", (0, 0, 255), (0, 0, 120))):
        picture = Image.new("RGB", (126, 176), upper)
        picture.paste(lower, (0, 88, 126, 176))
        picture.save(folder / f"{name}.png")
    (folder / "ruleset.yaml").write_text(text.replace("BACK", BACK), encoding="utf-8")
    loaded = load(folder)
    assert loaded.game is not None, loaded.problems
    return loaded.game


def test_backs_do_not_give_away_which_piece_it_is(tmp_path: Path) -> None:
    for text in (SMALL, SMALL.replace(", BACK", ""), SMALL.replace("BACK", "back: {words: {text: Card}}")):
        types = {each.made.name: each for each in types_of(small_game(tmp_path, text))}
        assert types["card"].one_back
        assert types["card"].back(types["card"].faces[1]) == "card/back.png"


def test_backs_differ_where_everybody_sees_a_field_of_them(tmp_path: Path) -> None:
    fields = "    fields: {duty: duty}\n    back: duty\n    accept: [unused]"
    text = SMALL.replace("    accept: [unused]", fields, 1).replace(", BACK", "")
    text = text.replace("copies: 2,", "copies: 2, duty: rests,").replace(
        "title: Lily,", "title: Lily, duty: works,"
    )
    game = small_game(tmp_path, text)
    (cards, *_) = types_of(game)
    assert [cards.back(face) for face in cards.faces] == ["card/rose-back.png", "card/lily-back.png"]
    (deck, *_) = saved_object(game, "https://example.org")["ObjectStates"]
    assert deck["CustomDeck"]["1"]["BackURL"] == "https://example.org/card/sheet-1-backs.png"
    assert deck["CustomDeck"]["1"]["UniqueBack"]


def test_what_never_leaves_its_box_is_not_printed(tmp_path: Path) -> None:
    assert [each.made.name for each in types_of(small_game(tmp_path))] == ["card", "worker", "mark"]
    text = SMALL.replace(", yard: {holds: worker}", "")
    assert [each.made.name for each in types_of(small_game(tmp_path, text))] == ["card", "mark"]
    text = re.sub("(?m)^(zones|boards):.*\n", "", text)
    text = text.replace("move all from box(card) to deck", "score 1 as x")
    assert [each.made.name for each in types_of(small_game(tmp_path, text))] == ["card", "worker", "mark"]


def test_a_colour_is_given_by_a_field(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(SMALL.replace("BACK", "color: red"), encoding="utf-8")
    assert "'card' has no field 'red'" in [problem.message for problem in load(tmp_path).problems]


@pytest.mark.parametrize("said", ["suit", "{suit: red}"])
def test_corners_with_a_dot_are_a_list_of_numbers(tmp_path: Path, said: str) -> None:
    """A field of words was an internal error where the piece was drawn."""
    text = SMALL.replace("BACK", f"corners: {said}}}\n    fields: {{suit: duty")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert "'suit' is not a list of numbers" in [problem.message for problem in load(tmp_path).problems]


def pages(html: str) -> list[str]:
    """The heading of each page, or `first` for the one that has none."""
    found = re.findall(r'<section class="page[^"]*">(?:<h2>([^<]*)</h2>)?', html)
    return [heading or "first" for heading in found]


@pytest.mark.parametrize("backs", ["long", "fold", "none"])
def test_backs_come_behind_their_fronts(tmp_path: Path, backs: Backs) -> None:
    found = pages(sheets_html(small_game(tmp_path), Paper(backs=backs)))
    cards, workers, marks = "Card (1 to 3 of 3)", "Worker (1 to 3 of 3)", "Mark (1 to 1 of 1)"
    if backs == "long":
        assert found == [
            "first", "This side stays empty.", cards, f"Backs of: {cards}", workers, f"Backs of: {workers}",
            marks, "This side stays empty.", "Path", "This side stays empty.",
        ]  # fmt: skip
    else:
        assert found == ["first", cards, workers, marks, "Path"]


def test_a_piece_with_two_faces_has_the_other_on_its_back(tmp_path: Path) -> None:
    made = small_game(tmp_path).components["worker"]
    (face,) = (
        each
        for group in types_of(small_game(tmp_path))
        if group.made.name == "worker"
        for each in group.faces
    )
    assert [each.called for each in other_sides(made, face)] == ["farmer-works"]


@pytest.mark.parametrize("path", sampled([*SHIPPED, ROOT / "rulesets/classics/gin_rummy"], 3))
def test_a_saved_object_is_as_the_documentation_says(path: Path) -> None:
    game = game_of(path)
    saved = saved_object(game, "https://example.org/pictures")
    found = Draft202012Validator(SAVED).iter_errors(saved)
    assert not [f"{'/'.join(map(str, each.path))}: {each.message}" for each in found]
    for deck in saved["ObjectStates"]:
        if deck["Name"] == "DeckCustom":
            check_deck(game, deck)
    guids = Counter(each["GUID"] for each in everything(saved["ObjectStates"]))
    assert max(guids.values()) == 1


def everything(objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All objects, and what is in them."""
    return [one for each in objects for one in (each, *everything(each.get("ContainedObjects", [])))]


def check_deck(game: Game, deck: dict[str, Any]) -> None:
    """A deck has its cards in order, as many as there are copies, each at its place of a sheet."""
    assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
    for card in deck["ContainedObjects"]:
        sheet = deck["CustomDeck"][str(card["CardID"] // 100)]
        # The last place is the program's own.
        assert card["CardID"] % 100 < sheet["NumWidth"] * sheet["NumHeight"] - 1
        assert card["CustomDeck"] == {str(card["CardID"] // 100): sheet}


def test_a_saved_object_has_what_the_game_has(tmp_path: Path) -> None:
    saved = saved_object(small_game(tmp_path), "https://example.org/a")["ObjectStates"]
    assert [(each["Name"], each["Nickname"], len(each.get("ContainedObjects", ()))) for each in saved] == [
        ("DeckCustom", "Card", 3), ("Bag", "Worker", 3), ("Custom_Tile", "stone", 0),
        ("Custom_Board", "Path", 0),
    ]  # fmt: skip
    rose = saved[0]["ContainedObjects"][0]
    assert (rose["Nickname"], rose["Description"], rose["CardID"]) == ("Rose", "Two points.", 100)
    assert saved[0]["DeckIDs"] == [100, 100, 101]
    assert saved[0]["CustomDeck"]["1"]["FaceURL"] == "https://example.org/a/card/sheet-1.png"
    works = saved[1]["ContainedObjects"][0]["States"]["2"]
    assert works["CustomImage"]["ImageURL"] == "https://example.org/a/worker/farmer-works.png"


def test_nothing_is_half_written(tmp_path: Path) -> None:
    kept = tmp_path / "kept.pdf"
    kept.write_text("before", encoding="utf-8")
    for write, place in ((whole_file, kept), (whole_folder, tmp_path / "new" / "folder")):
        with pytest.raises(RuntimeError), write(place) as made:
            (made / "a.png" if write is whole_folder else made).write_text("half", encoding="utf-8")
            raise RuntimeError
    assert [file.name for file in tmp_path.iterdir()] == ["kept.pdf"]
    assert kept.read_text(encoding="utf-8") == "before"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--paper", "a9"], "'a9' is none of a3, a4"),
        (["--url", "https://example.org"], "--url is for --tts"),
        (["--bleed", "9"], "--bleed"),
    ],
)
def test_wrong_uses_are_refused(tmp_path: Path, more: list[str], said: str) -> None:
    result = CliRunner().invoke(rulewright, ["draw", "catan", "--sheets", str(tmp_path / "a.html"), *more])
    assert result.exit_code == 2
    assert said in result.output
    assert not list(tmp_path.iterdir())


# --- In a browser -----------------------------------------------------------------------------------


DOTS = 300 / 25.4


def coloured(page: Image.Image, band: int) -> tuple[float, ...]:
    """Left, top, right and bottom of what is of one colour alone on a page, in mm."""
    strong = page.getchannel(band).point([255 if value > 90 else 0 for value in range(256)])
    for other in {0, 1, 2} - {band}:
        weak = page.getchannel(other).point([255 if value < 60 else 0 for value in range(256)])
        strong = ImageChops.multiply(strong, weak)
    box = strong.getbbox()
    assert box is not None
    return tuple(edge / DOTS for edge in box)


def is_upright(page: Image.Image, box: tuple[float, ...], band: int) -> bool:
    """Whether the lighter half of the first card in a box is above."""
    values = page.getchannel(band)
    spots = ((int((box[0] + 9) * DOTS), int((box[1] + down) * DOTS)) for down in (20, 70))
    above, below = (values.crop((x, y, x + 1, y + 1)).tobytes() for x, y in spots)
    return above > below


def printed(folder: Path, paper: str, backs: str) -> tuple[Image.Image, Image.Image]:
    """The first page of pieces of a folder's game and the page with their backs, 300 dots an inch."""
    pdf, out = folder / "sheets.pdf", folder / "pages"
    sides = ["--backs", backs, "--paper", paper, "--bleed", "0"]
    result = CliRunner().invoke(rulewright, ["draw", str(folder), "--pdf", str(pdf), *sides, "-q"])
    assert result.exit_code == 0, result.output
    out.mkdir()
    write_pages(pdf, out)
    names = ["page-02.png"] * 2 if backs == "fold" else ["page-03.png", "page-04.png"]
    front, back = (Image.open(out / name).convert("RGB") for name in names)
    return front, back


@pytest.mark.slow
@with_browser
@pytest.mark.parametrize(
    ("paper", "backs"), [("a4", "long"), ("letter", "long"), ("a4", "short"), ("a4", "fold")]
)
def test_backs_lie_on_their_fronts_within_half_a_millimetre(tmp_path: Path, paper: str, backs: str) -> None:
    small_game(tmp_path)
    front, back = printed(tmp_path, paper, backs)
    wide, high = (side / DOTS for side in front.size)
    red, (left, top, right, bottom) = coloured(front, 0), coloured(back, 2)
    # Three cards: they leave room at one side, so a page that is mirrored wrongly shows.
    assert sorted((red[2] - red[0], red[3] - red[1])) == pytest.approx([88, 189], abs=0.2)
    if backs == "short":
        assert red == pytest.approx((left, high - bottom, right, high - top), abs=0.5)
        assert is_upright(front, red, 0) != is_upright(back, (left, top, right, bottom), 2)
    else:
        assert red == pytest.approx((wide - right, top, wide - left, bottom), abs=0.5)
    if backs == "long":
        assert is_upright(front, red, 0)
        assert is_upright(back, (left, top, right, bottom), 2)


@pytest.mark.slow
@with_browser
@pytest.mark.parametrize(("form", "backs"), [("hex", "long"), ("hex", "short"), ("token", "fold")])
def test_backs_of_hexes_and_tokens_lie_on_their_fronts(tmp_path: Path, form: str, backs: str) -> None:
    small_game(tmp_path, SMALL.replace("{form: card, size: [63, 88]", f"{{form: {form}, size: [40, 40]"))
    front, back = printed(tmp_path, "a4", backs)
    wide, high = (side / DOTS for side in front.size)
    red, (left, top, right, bottom) = coloured(front, 0), coloured(back, 2)
    assert red[3] - red[1] >= 39
    if backs == "short" or (backs == "fold" and red[3] < top):
        assert red == pytest.approx((left, high - bottom, right, high - top), abs=0.5)
    else:
        assert red == pytest.approx((wide - right, top, wide - left, bottom), abs=0.5)


@pytest.mark.slow
@with_browser
def test_pictures_are_made_again_only_where_they_changed(tmp_path: Path) -> None:
    game, out = small_game(tmp_path), tmp_path / "out"

    def drawn(game: Game) -> dict[str, int]:
        with chromium() as browser, whole_folder(out) as made:
            write_images(game, browser, made, out)
        return {str(file.relative_to(out)): file.stat().st_mtime_ns for file in out.rglob("*.png")}

    first = drawn(game)
    assert set(first) == {
        "card/rose.png", "card/lily.png", "card/back.png", "worker/farmer-rests.png",
        "worker/farmer-works.png", "worker/back.png", "mark/stone.png", "mark/back.png", "boards/path.png",
    }  # fmt: skip
    assert Image.open(out / "card/rose.png").size == (744, 1039)
    # A round piece has nothing around it.
    assert Image.open(out / "worker/farmer-rests.png").getpixel((0, 0)) == (0, 0, 0, 0)
    manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
    assert [each["copies"] for each in manifest["types"][0]["pieces"]] == [2, 1]
    again = drawn(small_game(tmp_path, SMALL.replace("kinds: {stone: {}}", "kinds: {stone: {color: red}}")))
    assert {file for file in first if first[file] != again[file]} == {"mark/stone.png"}


@pytest.mark.slow
@with_browser
def test_watch_draws_what_changed_when_the_sheet_is_saved(tmp_path: Path) -> None:
    folder, out, log = tmp_path / "game", tmp_path / "out", tmp_path / "log"
    folder.mkdir()
    sheet = "Card,Price\nRose,1\nLily,2\n"
    rules = SMALL.replace("image: red.png", "").replace(", }", "}").replace(", BACK", "")
    start = rules.index("      rose:")
    kinds = "      - {file: cards.csv, columns: {Card: title, Price: price}}\n"
    rules = rules[:start] + kinds + rules[rules.index("  worker:") :]
    rules = rules.replace("    accept: [unused]\n", "    accept: [unused]\n    fields: {price: number}\n")
    (folder / "ruleset.yaml").write_text(rules, encoding="utf-8")
    (folder / "cards.csv").write_text(sheet, encoding="utf-8")

    def said(words: str) -> str:
        for _ in range(600):
            text = log.read_text(encoding="utf-8")
            if words in text:
                return text
            sleep(0.1)
        raise AssertionError(log.read_text(encoding="utf-8"))

    command = [sys.executable, "-u", "-m", "rulewright", "watch", str(folder), "--draw", str(out)]
    with log.open("w") as heard, subprocess.Popen(command, stdout=heard, stderr=heard, cwd=ROOT) as running:
        try:
            said("Watching")
            first = {file: file.stat().st_mtime_ns for file in out.rglob("*.png")}
            (folder / "cards.csv").write_text(sheet.replace("Lily,2", "Lily,3"), encoding="utf-8")
            said("1 picture drawn: card/lily.png")
            second = {file: file.stat().st_mtime_ns for file in out.rglob("*.png")}
            assert {file.name for file in first if first[file] != second[file]} == {"lily.png"}
            (folder / "cards.csv").write_text(sheet.replace("Lily,2", "Lily,much"), encoding="utf-8")
            said("'much' is not a number (\"Price\", row 3 of cards.csv)")
            (folder / "cards.csv").write_text(sheet.replace("Lily,2\n", ""), encoding="utf-8")
            said("0 pictures drawn")
            assert not (out / "card" / "lily.png").exists()
        finally:
            running.send_signal(signal.SIGINT)
    assert running.returncode == 0
