"""Boards as pictures: every shape, every space in its frame, and nothing that a ruleset says runs."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from cli.colours import hex_of
from cli.draw.board import ClickTarget, board_svg
from cli.draw.browser import chromium
from cli.draw.colours import ink_on
from cli.draw.geometry import geometry_of
from cli.draw.paper import Paper
from cli.draw.payments import payment_row
from cli.draw.pieces import die, form_of, pawn, piece, size_of
from cli.draw.sheets import behind, faces_of, sheets_html, types_printed
from cli.draw.signs import sign_for
from cli.main import rulewright
from cli.seen.sight import Sight
from interpreter import Game, Journal, Payment, State, load
from tests import playing
from tests.hostile.attacks import png
from tests.playing import CLASSICS, SHIPPED, sampled

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [path.name for path in (*SHIPPED, *CLASSICS)]
HOSTILE = '</svg><script>alert(1)</script>" onload="alert(2)\' &amp; \x1b[31m'


def game_of(name: str) -> Game:
    return playing.game_of(next(path for path in (*SHIPPED, *CLASSICS) if path.name == name))


def played(game: Game, choices: int) -> State:
    state, chance = game.new(7), Random(7)
    for _ in range(choices):
        if state.decision is not None:
            state.choose(chance.randrange(state.option_count))
    return state


def pictures(state: State) -> dict[str, str]:
    sight = Sight(state, None)
    return {
        f"{name} {owner}": board_svg(state.game, sight.board(name, owner))
        for name in sight.board_names()
        for owner in sight.owners(state.game.model.boards[name])
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_board_is_a_well_formed_picture_that_shows_every_space(name: str) -> None:
    game = game_of(name)
    assert game is not None
    for choices in (0, 60):
        state = played(game, choices)
        sight = Sight(state, None)
        for board in sight.board_names():
            for owner in sight.owners(game.model.boards[board]):
                seen = sight.board(board, owner)
                root = ElementTree.fromstring(board_svg(game, seen))
                titles = [title.text or "" for title in root.iter(f"{SVG}title")]
                for node in (each for each in seen.layout.nodes if each.type not in seen.board.bare):
                    called = node.name.replace("_", " ")
                    assert any(title.split(", ")[0] == called for title in titles), (board, node.name)


@pytest.mark.parametrize("name", NAMES)
def test_every_space_of_every_layout_lies_in_the_frame(name: str) -> None:
    game = game_of(name)
    assert game is not None
    for board in game.model.boards.values():
        for layout in board.layouts:
            for roomy in (False, True):
                geometry = geometry_of(board, layout, roomy=roomy)
                left, top, width, height = geometry.frame
                drawn = [node.name for node in layout.nodes if node.type not in board.bare]
                assert [place.space.name for place in geometry.places] == drawn
                for place in geometry.places:
                    for x, y in [(place.x, place.y), *place.outline]:
                        assert left <= x <= left + width, place
                        assert top <= y <= top + height, place


@pytest.mark.parametrize("name", NAMES)
def test_no_two_spaces_of_a_kind_lie_on_each_other(name: str) -> None:
    game = game_of(name)
    assert game is not None
    for board in game.model.boards.values():
        for layout in board.layouts:
            places = geometry_of(board, layout).places
            spots = {(place.form, round(place.x), round(place.y)) for place in places}
            assert len(spots) == len(places)


def test_a_target_is_a_button_with_words() -> None:
    game = game_of("catan")
    assert game is not None
    board = next(iter(game.model.boards))
    seen = Sight(game.new(1), None).board(board, "all")
    nodes = seen.layout.nodes
    targets = {node.name: ClickTarget([str(number)], f"place {number}") for number, node in enumerate(nodes)}
    root = ElementTree.fromstring(board_svg(game, seen, targets))
    buttons = [each for each in root.iter() if each.get("role") == "button"]
    assert sorted(int(each.get("data-o", "")) for each in buttons) == list(range(len(targets)))
    assert all(each.get("aria-label") for each in buttons)


def test_what_can_be_chosen_leaves_what_lies_at_corners_in_sight() -> None:
    """The target of a hex is drawn below the pieces at its corners, that of a corner above them."""
    game = game_of("catan")
    assert game is not None
    seen = Sight(played(game, 60), None).board("hex", "all")
    nodes = {part: [n.name for n in seen.layout.nodes if n.part == part] for part in ("space", "corner")}
    held = next(name for name in nodes["corner"] if seen.content.held.get(name))
    both = {name: ClickTarget(["0"], "here") for name in (nodes["space"][0], held)}
    drawn = board_svg(game, seen, both)
    hexes, piece_there, corner = (
        drawn.index('aria-label="here"'),
        drawn.rindex(f'data-n="{held}"'),
        drawn.rindex('aria-label="here"'),
    )
    assert hexes < piece_there < corner


def test_things_that_are_meant_are_ringed_and_their_space_is_not() -> None:
    """Each of several things on a space is its own target; without all of them in sight the space is."""
    game = game_of("burgundy")
    assert game is not None
    seen = Sight(game.new(1), None).board("depot", "all")
    space, things = next((space, things) for space, things in seen.content.zones["offer"].items() if things)
    assert len(set(things)) > 1
    meant = {thing: ClickTarget([str(number)], thing) for number, thing in enumerate(things)}
    whole = ClickTarget([str(number) for number in range(len(things))], "all", things=meant)
    rings = targets_in(board_svg(game, seen, {space: whole}))
    assert [(each["data-thing"], each["data-o"], each["aria-label"]) for each in rings] == [
        (thing, str(number), thing) for number, thing in enumerate(things)
    ]
    assert {each["data-n"] for each in rings} == {space}
    assert len({(each["data-x"], each["data-y"]) for each in rings}) == len(things), "arrows find each"
    unseen = replace(whole, things={**meant, "nowhere": ClickTarget(["9"], "nowhere")})
    (only,) = targets_in(board_svg(game, seen, {space: unseen}))
    assert "data-thing" not in only and only["aria-label"] == "all"


def test_what_glows_covers_no_piece() -> None:
    """Around what lies on a space, side or corner is only an edge."""
    game = game_of("catan")
    assert game is not None
    seen = Sight(played(game, 60), None).board("hex", "all")
    for part in ("corner", "side"):
        held = next(n.name for n in seen.layout.nodes if n.part == part and seen.pieces(n.name))
        root = ElementTree.fromstring(board_svg(game, seen, {held: ClickTarget(["0"], "here")}))
        target = next(each for each in root.iter() if each.get("role") == "button")
        shapes = [each for each in target.iter() if each.tag != f"{SVG}g"]
        assert shapes and all(
            each.get("fill") == "none" or each.get("fill-opacity") == "0" for each in shapes
        )
        assert all(each.get("stroke-linecap") is None for each in shapes), "a line along a bar would hide it"


def targets_in(drawn: str) -> list[dict[str, str]]:
    """The attributes of what can be clicked in a picture."""
    return [each.attrib for each in ElementTree.fromstring(drawn).iter() if each.get("role") == "button"]


def test_pictures_are_the_same_for_the_same_position() -> None:
    game = game_of("burgundy")
    assert game is not None
    assert pictures(played(game, 40)) == pictures(played(game, 40))


def test_the_letter_of_a_ground_is_not_written_where_other_spaces_say_more() -> None:
    game = game_of("praga")
    assert game is not None
    written = re.findall(r">([A-Z])<", pictures(played(game, 52))["crane all"])
    assert written == []


def test_what_is_printed_on_a_tile_is_drawn_once_with_its_corners_in_their_colours() -> None:
    game = game_of("praga")
    boards = pictures(played(game, 60))
    own = [boards[f"action_board {name}"] for name in ("p1", "p2")]
    assert not any("red corner<" in each for each in own)
    wall, building = (piece(game, "tile", name, (0, 0), 20) for name in ("rampart_4", "cottage_1"))
    assert f'fill="{hex_of("red", "")}"' in wall
    assert f'fill="{hex_of("blue", "")}"' in building


def test_beside_a_choice_of_what_one_pays_in_the_rest_is_kept_apart() -> None:
    game = game_of("praga")
    gold, either = Payment(1, "", ("gold_windows",)), Payment(1, "", ("silver_windows", "gold_windows"))
    assert payment_row(game, [gold, either]).count("<i>+</i>") == 1
    assert "<i>+</i>" not in payment_row(game, [gold, gold])


def test_hostile_titles_are_only_text() -> None:
    standing = pawn((0, 0), 20, "#000000", sign=HOSTILE, number="", words=HOSTILE)
    for told in (board_of(HOSTILE), standing, f"<g>{die(HOSTILE, 0, 0, 9)}</g>"):
        assert "<script" not in told
        assert "\x1b" not in told
        for each in ElementTree.fromstring(told).iter():
            assert not [key for key in each.attrib if key.startswith("on")]


def board_of(words: str) -> str:
    """A shipped board whose title and heading are other words."""
    game = game_of("dragon_castle")
    assert game is not None
    sight = Sight(game.new(1), None)
    name = sight.board_names()[0]
    seen = replace(sight.board(name, "all"), title=words, layout_title=words)
    return board_svg(game, seen, {seen.layout.nodes[0].name: ClickTarget(["0"], words)})


@pytest.mark.parametrize("colour", ["red", "#a1B2c3", "dark_green", "no colour", 'x" onload="y', ""])
def test_a_colour_is_six_hex_digits_or_nothing(colour: str) -> None:
    assert re.fullmatch(r"(#[0-9a-f]{6})?", hex_of(colour))


def test_ink_can_be_read_on_any_ground() -> None:
    assert ink_on("#ffffff") != ink_on("#000000")


@pytest.mark.parametrize(
    ("name", "found"), [("dark_forest", True), ("ships", True), ("cow3", True), ("xyz", False)]
)
def test_a_word_of_a_name_has_a_sign(name: str, found: bool) -> None:
    assert bool(sign_for(name)) == found


def test_signs_are_paths_of_checked_letters() -> None:
    told = json.loads((Path(__file__).parents[1] / "cli" / "draw" / "signs.json").read_text(encoding="utf-8"))
    words = [word for sign in told.values() for word in sign["words"].split()]
    assert len(words) == len(set(words))
    assert all(re.fullmatch(r"[MLHVACQZ0-9 .-]{5,2000}", sign["path"]) for sign in told.values())


# -- the command
def drawn(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(rulewright, ["draw", *arguments])
    return result.exit_code, result.output


def test_draw_writes_a_file_for_each_board(tmp_path: Path) -> None:
    status, told = drawn("burgundy", "--seed", "1", "--svg", str(tmp_path / "new" / "folder"), "--json")
    assert status == 0
    files = [Path(file) for file in json.loads(told)["files"]]
    assert sorted(file.name for file in files) == [
        "bridge.svg",
        "depot.svg",
        "estate-p1.svg",
        "estate-p2.svg",
    ]
    for file in files:
        assert ElementTree.parse(file).getroot().tag == f"{SVG}svg"


def test_draw_takes_a_position_of_a_journal(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    play = ["play", "burgundy", "--seat", "random", "--seat", "random", "--seed", "3", "--save", str(journal)]
    assert CliRunner().invoke(rulewright, [*play, "--quiet"]).exit_code == 0
    told = {}
    for at in (str(journal), f"{journal}:0", f"{journal}:40"):
        status, text = drawn("burgundy", "--at", at, "--svg", str(tmp_path / "out"), "--json")
        assert status == 0, text
        told[at] = json.loads(text)["decisions"]
    assert list(told.values())[1:] == [0, 40]
    assert told[str(journal)] > 40


@pytest.mark.parametrize("command", [["draw", "--svg", "out"], ["explain", "place"]], ids=["draw", "explain"])
@pytest.mark.parametrize(
    ("game", "at", "told"),
    [
        ("./rulesets/classics/tic_tac_toe", "{journal}:2", ""),
        ("tic_tac_toe", "{journal}:002", ""),
        ("tic_tac_toe", "{named}", ""),
        ("tic_tac_toe", "{journal}:" + "9" * 5000, "holds 3 choices: N is at most 3"),
        ("tic_tac_toe", "{journal}:4", "holds 3 choices: N is at most 3"),
        ("tic_tac_toe", "{journal}:-1", "'-1' should be a number of choices"),
        ("tic_tac_toe", "{journal}:", "should be a number of choices"),
        ("tic_tac_toe", "x" * 5000, "there is no journal xxx"),
        ("tic_tac_toe", "nothing:" + "9" * 5000, "there is no journal nothing"),
        ("chess", "{journal}:2", "is a journal of 'tic_tac_toe', not of 'chess'"),
    ],
)
def test_a_position_is_named_alike_everywhere(
    tmp_path: Path, command: list[str], game: str, at: str, told: str
) -> None:
    made = load("tic_tac_toe").game
    assert made is not None
    files = {"journal": tmp_path / "game.jsonl", "named": tmp_path / "game:7"}
    for file in files.values():
        journal, state = Journal.create(file, made, 1, ["human", "human"]), made.new(1)
        for _ in range(3):
            journal.play(state, 0)
    more = [str(tmp_path / word) if word == "out" else word for word in command[1:]]
    result = CliRunner().invoke(rulewright, [command[0], game, *more, "--at", at.format(**files)])
    assert result.exit_code == (2 if told else 0), result.output
    assert told in result.output


@pytest.mark.parametrize("name", sampled(NAMES, 3))
def test_sheets_hold_every_copy_of_every_kind_and_every_board(tmp_path: Path, name: str) -> None:
    file = tmp_path / "sheets.html"
    status, told = drawn(name, "--sheets", str(file), "--json")
    assert status == 0, told
    assert json.loads(told)["files"] == [str(file)]
    page = file.read_text(encoding="utf-8")
    game = game_of(name)
    assert game is not None
    faces = [face for made in types_printed(game) for face in faces_of(made)]
    backs = [behind(game, game.components[face.component], face) for face in faces]
    printed = sum(face.copies for face in faces) + sum(
        face.copies for face, back in zip(faces, backs, strict=True) if back is not None
    )
    assert len(re.findall(r'<div class="piece', page)) == printed
    sight = Sight(game.new(0), None)
    boards = sum(len(sight.owners(game.model.boards[board])) for board in sight.board_names())
    assert page.count('<section class="page board">') >= boards
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_draw_wants_something_to_write() -> None:
    status, told = drawn("burgundy")
    assert status == 2
    assert "--svg DIR, --sheets FILE, --pdf FILE, --png DIR, --images DIR or --tts DIR" in told


@pytest.mark.parametrize(
    "more",
    [
        ["--at", "nothing.jsonl"],
        ["--at", "{journal}", "--players", "3"],
        ["--at", "{journal}", "--seed", "3"],
    ],
)
def test_draw_refuses_what_makes_no_sense(tmp_path: Path, more: list[str]) -> None:
    journal = tmp_path / "game.jsonl"
    play = ["play", "dragon_castle", "--seat", "human", "--seed", "3", "--save", str(journal)]
    CliRunner().invoke(rulewright, [*play, "--players", "2", "--quiet"], input="quit\n")
    assert journal.is_file()
    arguments = [part.replace("{journal}", str(journal)) for part in more]
    status, told = drawn("dragon_castle", *arguments, "--svg", str(tmp_path / "out"))
    assert status == 2, told
    assert "Traceback" not in told


def test_draw_refuses_a_journal_of_another_game(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    play = ["play", "dragon_castle", "--seat", "human", "--seat", "human", "--save", str(journal), "--quiet"]
    CliRunner().invoke(rulewright, play, input="quit\n")
    status, told = drawn("burgundy", "--at", str(journal), "--svg", str(tmp_path / "out"))
    assert status == 2
    assert "dragon_castle" in told


def test_a_game_without_boards_says_so(tmp_path: Path) -> None:
    status, told = drawn("gin_rummy", "--svg", str(tmp_path / "pictures"))
    assert (status, told) == (0, "Gin Rummy has no boards to draw; --sheets writes its cards and pieces.\n")
    assert not (tmp_path / "pictures").exists()


HINTED = """
id: hinted
title: Hinted
players: 2
components:
  hut:
    draw: {form: token, size: [18, 20]}
    kinds: {cabin: {icon: house, copies: 9}, tent: {icon: "M3 21 12 4 21 21Z"}}
boards:
  way:
    shape: graph
    fields: {price: number}
    spaces: {inn: {price: 6}, mill: {price: 5}}
    links: [[inn, mill]]
    draw: {ground: "#a8cfe4", place: side, dots: {price: chance}, at: {inn: [0, 0], mill: [3, 1]}}
tables:
  chance: {5: 4, 6: 5}
zones:
  heap: {holds: hut, order: stack, draw: {as: stack}}
counters:
  coins: {per: player}
flow:
  - {step: turn, players: players, do: gain 1 coins}
"""


def test_a_zone_may_be_called_as_what_it_holds(tmp_path: Path) -> None:
    """It is no box: it lies on its board, and is not counted among the supplies."""
    text = HINTED.replace("  heap: {holds: hut", "  hut: {per: way, holds: hut}\n  heap: {holds: hut")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(str(tmp_path))
    assert loaded.game is not None, loaded.problems
    sight = Sight(loaded.game.new(1), None)
    assert [zone.declared.name for zone in sight.supplies()] == ["box_hut"]


def test_hints_are_followed(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(HINTED, encoding="utf-8")
    loaded = load(str(tmp_path))
    assert loaded.game is not None, loaded.problems
    way = Sight(loaded.game.new(1), None).board("way", "all")
    drawn = board_svg(loaded.game, way)
    assert 'fill="#a8cfe4"' in drawn
    assert re.findall(r'fill="#b3261e">(\d+)<', drawn) == ["6"]
    assert len(re.findall(r'<circle [^>]*fill="#b3261e"', drawn)) == 5
    inn, mill = geometry_of(way.board, way.layout, at={"inn": (0, 0), "mill": (3, 1)}).places
    assert (mill.x - inn.x, mill.y - inn.y) == (3 * (66 + 8), 58 + 8)
    huts = loaded.game.components["hut"]
    assert form_of(loaded.game, "hut") == "token"
    assert size_of(loaded.game, huts) == (18, 20)
    assert 'd="M3 21 12 4 21 21Z"' in piece(loaded.game, "hut", "tent", (0, 0), 20)


@pytest.mark.parametrize("icon", ["M0 0<script>", "Mhref", "House", "M" + "1" * 2000, ":egg", ":a:" * 7])
def test_an_icon_is_a_name_or_a_path(tmp_path: Path, icon: str) -> None:
    text = HINTED.replace("M3 21 12 4 21 21Z", icon)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(str(tmp_path))
    assert loaded.game is None
    assert [problem.code for problem in loaded.problems] == ["wrong-shape"]


FACED = """
id: faced
title: Faced
players: 2
enums: {season: [spring, winter]}
components:
  hut: {kinds: {cabin: {icon: house}, tent: {copies: 2}}}
  wish:
    fields: {wants: list of hut, when: season, worth: number}
    draw: {face: {wants: {field: wants}, when: {field: when}, worth: {field: worth}}, form: tile}
    kinds:
      first: {wants: [cabin, tent], when: winter, worth: 7}
      second: {wants: [tent], when: spring, worth: 1}
zones:
  row: {holds: wish}
counters:
  coins: {per: player}
flow:
  - {step: turn, players: players, do: gain 1 coins}
"""


def test_a_face_shows_what_fields_hold(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(FACED, encoding="utf-8")
    game = load(str(tmp_path)).game
    assert game is not None
    first, second = (piece(game, "wish", name, (0, 0), 20) for name in ("first", "second"))
    titles = [re.findall(r"<title>([^<]*)</title>", drawn) for drawn in (first, second)]
    assert titles == [["first", "cabin", "tent"], ["second", "tent"]]
    assert [sign_for(season) in drawn for drawn in (first, second) for season in ("spring", "winter")] == [
        False,
        True,
        True,
        False,
    ]
    assert [">7</text>" in drawn for drawn in (first, second)] == [True, False]


def test_who_stands_on_a_space_leaves_its_number_readable() -> None:
    """The number of a space and the pawns that stand there do not lie on each other."""
    game = game_of("praga")
    assert game is not None
    root = ElementTree.fromstring(pictures(played(game, 60))["track_space all"])
    pawns = [
        (float(each.get("cx", "")), float(each.get("cy", "")) - float(each.get("r", "")))
        for each in root.iter(f"{SVG}circle")
        if each.get("stroke") == "#ffffff"
    ]
    lowest = []
    for written in root.iter(f"{SVG}g"):
        moved = re.fullmatch(
            r"translate\((\S+) (\S+)\) scale\((\S+)\) translate\((\S+) (\S+)\)", written.get("transform", "")
        )
        if moved:
            x, y, scale, _, up = map(float, moved.groups())
            for disc in written.iter(f"{SVG}circle"):
                middle, room = float(disc.get("cy", "")) + up, float(disc.get("r", ""))
                beside = [top for across, top in pawns if abs(across - x) < 33 and 0 < top - y < 30]
                lowest.append((y + scale * (middle + room), min(beside)))
    assert lowest
    assert all(number <= pawn + 1 for number, pawn in lowest), lowest


def test_the_icon_of_a_component_is_that_of_kinds_without_one(tmp_path: Path) -> None:
    text = FACED.replace("hut: {kinds", "hut: {draw: {icon: scroll}, kinds")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    game = load(str(tmp_path)).game
    assert game is not None
    cabin, tent = (piece(game, "hut", name, (0, 0), 20) for name in ("cabin", "tent"))
    assert sign_for("house") in cabin
    assert sign_for("scroll") not in cabin
    assert sign_for("scroll") in tent
    assert ">t<" in tent


def test_a_face_names_fields_that_there_are(tmp_path: Path) -> None:
    text = FACED.replace("{field: worth}", "{field: wroth}")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    (problem,) = load(str(tmp_path)).problems
    assert (problem.code, problem.hint) == ("unknown-name", "did you mean 'worth'?")


PICTURED = """
id: pictured
title: Pictured
players: 2
components:
  card: {draw: {back: "art/back.png"}, kinds: {rose: {image: "art/rose.png", copies: 5}, fern: {copies: 2}}}
  hut: {per: player, kinds: {tent: {image: tent.jpg}}}
boards:
  meadow:
    {shape: square, holds: hut, picture: {n: "1 2"}, fields: {n: number}, draw: {image: "art/meadow.png"}}
zones:
  deck: {holds: card, visible: nobody}
  row: {holds: card}
counters:
  coins: {per: player}
flow:
  - {step: begin, do: "move all from box(card) to row"}
  - {step: turn, players: players, do: gain 1 coins}
"""
JPEG = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x0b\x08\0\x20\0\x30\x01\x01\x11\0\xff\xd9"


def pictured(folder: Path) -> Game:
    """A game with pictures of its own: of a kind, a back, a board."""
    (folder / "art").mkdir()
    for number, name in enumerate(("rose", "back", "meadow")):
        (folder / "art" / f"{name}.png").write_bytes(png(20 + number, 30))
    (folder / "tent.jpg").write_bytes(JPEG)
    (folder / "ruleset.yaml").write_text(PICTURED, encoding="utf-8")
    loaded = load(str(folder))
    assert loaded.game is not None, loaded.problems
    return loaded.game


def test_pictures_of_a_ruleset_are_found_and_measured(tmp_path: Path) -> None:
    found = pictured(tmp_path).pictures
    assert {shown: (each.media, each.width, each.height) for shown, each in found.items()} == {
        ("kind", "card", "rose"): ("image/png", 20, 30),
        ("card", "back", "picture", "rose"): ("image/png", 21, 30),
        ("card", "back", "picture", "fern"): ("image/png", 21, 30),
        ("kind", "hut", "tent"): ("image/jpeg", 48, 32),
        ("board", "meadow"): ("image/png", 22, 30),
    }


def test_files_hold_each_picture_once(tmp_path: Path) -> None:
    """Each place that shows a picture means the one that the file holds; nothing is fetched."""
    game = pictured(tmp_path)
    out = tmp_path / "out"
    status, told = drawn(str(tmp_path), "--svg", str(out), "--sheets", str(tmp_path / "sheets.html"))
    assert status == 0, told
    meadow = (out / "meadow.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(meadow)
    assert [each.get("href") for each in root.iter(f"{SVG}use")] == [
        f"#image-{game.pictures['board', 'meadow'].digest}"
    ]
    page = (tmp_path / "sheets.html").read_text(encoding="utf-8")
    shown = ("kind", "card", "rose"), ("card", "back", "picture", "rose")
    used = [game.pictures[each].digest for each in shown]
    assert [page.count(f'href="#image-{digest}"') for digest in used] == [5, 7]
    assert [page.count(f'id="image-{digest}"') for digest in used] == [1, 1]
    assert page.count('href="data:image/') == len({each.digest for each in game.pictures.values()})
    assert 'href="image/' not in page


def test_a_picture_that_was_changed_meanwhile_is_not_used(tmp_path: Path) -> None:
    game = pictured(tmp_path)
    (tmp_path / "art" / "rose.png").write_bytes(b"other")
    assert game.pictures["card", "back", "picture", "rose"].data() == png(21, 30)
    with pytest.raises(OSError, match=r"rose\.png"):
        game.pictures["kind", "card", "rose"].data()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="no browser: install Debian's package chromium")
@pytest.mark.parametrize("name", NAMES)
def test_nothing_on_a_sheet_is_cut_off(name: str) -> None:
    """Text shrinks until it fits what is cut out."""
    game = game_of(name)
    assert game is not None
    # Of texts on pieces that are rectangles: those that reach beyond their piece.
    outside = """[...document.querySelectorAll('.piece:not(.hex):not(.round) text')].filter((text) => {
        const one = text.getBoundingClientRect(), all = text.closest('.piece').getBoundingClientRect();
        return one.left < all.left || one.right > all.right || one.top < all.top || one.bottom > all.bottom;
    }).map((text) => text.textContent)"""
    with chromium() as browser:
        page = browser.new_page()
        page.set_content(sheets_html(game, Paper(bleed=0)))
        assert (page.locator(".piece").count() > 0) == any(
            face.copies for made in types_printed(game) for face in faces_of(made)
        )
        assert page.evaluate(outside) == []
