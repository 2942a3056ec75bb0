"""Playing at the terminal: what is drawn, what is typed, what `?` answers, with and without colours."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from cli.commands.play import Table, unchanged
from cli.main import rulewright
from cli.seats import Choice, Mistake, Word, read_answer
from cli.seen.boards import Content, empty_board
from cli.seen.lines import Run, clean, plain
from cli.seen.log import Log
from cli.seen.model import Question
from cli.seen.pieces import beginnings, piece_look, signs
from cli.seen.questions import question_for
from cli.seen.seeing import see
from cli.seen.sight import Sight
from cli.session.session import Session
from cli.show.board import board_text, draw_board
from cli.show.decision import question_lines
from cli.show.explained import Rulebook
from cli.show.ink import running
from cli.show.log import happened_lines
from cli.show.picture import Cell, picture
from cli.show.position import draw_boards, offered_lines, position_lines, position_text
from interpreter import Game, Journal, State, load, marked_spaces, related_spaces
from tests.playing import ROOT, all_games, game_of, random_play, sampled

BURGUNDY = ROOT / "rulesets" / "burgundy"
P1_FIRST = ("first_player", "p1")
HARD = sorted(path.parent for path in (ROOT / "tests" / "cases" / "hard").glob("*/ruleset.yaml"))
WIDE = 80

BOARDS = """
id: boards
title: Boards
players: 2
enums:
  ground: [grass, gravel, water]
components:
  hut:
    per: player
    states: {side: [up, down]}
    kinds: {hut: {copies: 3}}
  flag: {states: {side: [up, down]}, kinds: {red: {copies: 2}, blue: {copies: 2}}}
  arrow: {states: {way: [east, north_east, north_west, west]}, kinds: {arrow: {}}}
  chip:
    kinds: {coin: {copies: 4, glyph: $, color: yellow}, card: {copies: 2}, cart: {copies: 2}}
boards:
  field:
    shape: hex
    holds: hut
    fields: {ground: ground, worth: number}
    legend: {ground: {G: grass, S: gravel, W: water}}
    draw: {label: worth, letters: {grass: "'"}, legend: {grass: meadow}, color: {water: blue}}
    picture:
      ground: |
        W G W
         G S
      worth: |
        3 4 5
         1 2
  loop: {shape: ring, spaces: 6}
  road:
    shape: graph
    spaces: [inn, ford, mill]
    links: [[inn, ford], [ford, mill]]
    draw:
      picture: |
        inn ---- ford
                  |
                 mill
  heap: {shape: square, holds: stack of chip, picture: {kind: "1 1"}, fields: {kind: number}}
  secret: {shape: track, spaces: 3, draw: false}
  island:
    {shape: hex, corners: corner, sides: path, holds: {corner: chip, path: chip}, fields: {n: number},
     picture: {n: "1 2"}, draw: {label: [n, quay]}}
  wheel: {shape: ring, holds: chip, spaces: {top: {cost: 1}, low: {cost: 2}}, fields: {cost: number},
          draw: {beside: cost, marks: {bare: {glyph: "'", title: nothing lies there}}, pawns: {stands: pips}}}
  wall: {shape: square, per: player, holds: stack of flag, fields: {n: number}, picture: {n: "WALL"},
         draw: {label: n, glyph: {down: "##"}}}
zones:
  stall: {per: road, holds: chip, order: row}
  hand: {per: player, holds: chip, visible: owner}
counters:
  walker: {per: player, type: loop, start: loop(2)}
  ghost: {type: loop, start: loop(5)}
  spot: {type: secret, start: secret(1)}
  quay: {per: path, type: ground}
  owed: {per: wheel}
  stands: {per: ground, type: wheel, start: wheel(1)}
  rider: {per: [player, ground], type: wheel, start: wheel(1)}
  prize: {per: wheel, type: chip, start: coin}
  pips: {per: ground}
  ruler: {type: player, start: p1}
values:
  bare(wheel s): empty(s)
flow:
  - step: turn
    for: year in 1..9
    steps:
      - step: place
        players: players
        when: year == 9
        do: |
          choose v in corner where empty(v):
            move cart from box(chip) to v
      - step: go
        players: players
        do: |
          choose x in field where empty(x):
            move hut(me) from box(hut) to x
            if year == 1 and me == p1:
              move 2 coin from box(chip) to heap(a1)
              move card from box(chip) to stall(road(ford))
              move card from box(chip) to hand(p2)
              move coin from box(chip) to corner(V1)
              set on(x).side to down
              set quay(path(E1)) to water
              set owed(wheel(low)) to 7
              move cart from box(chip) to wheel(low)
              set stands(gravel) to wheel(low)
              set pips(gravel) to 4
              set ruler to p2
              move red from box(flag) to wall(p1, a1)
              move blue from box(flag) to wall(p1, a1)
              set top(wall(p1, a1)).side to down
""".replace("WALL", "1 " * 11 + "1")


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game_from(tmp_path_factory.mktemp("boards"), BOARDS)


def game_from(folder: Path, text: str) -> Game:
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(folder)
    assert loaded.game is not None, loaded.problems
    return loaded.game


# -- pictures


def test_cells_are_centred_and_never_touch() -> None:
    """A picture grows until its cells fit, and is none where it would be too wide."""
    cells = [Cell(0, 0, [Run("one")]), Cell(4, 0, [Run("three")]), Cell(2, 1, [Run("two")])]
    drawn = picture(cells, WIDE)
    assert drawn is not None
    assert plain(drawn) == "one  three\n   two"
    assert picture(cells, 5) is None
    assert picture([cells[0], cells[0]], WIDE) is None


def test_blanks_that_make_cells_even_give_way() -> None:
    """What is too wide with them is drawn without; equal distances stay equal."""
    cells = [
        Cell(x, 0, [Run(text)]) for x, text in ((1, "a1 12345"), (3, "r1"), (5, "b1      "), (7, "r2:xyz"))
    ]
    drawn = picture(cells, 28)
    assert drawn is not None
    assert plain(drawn) == "a1 12345 r1    b1  r2:xyz"
    wide = picture(cells, 40)
    assert wide is not None
    assert plain(wide).startswith("a1 12345   r1")


def test_names_stay_where_labels_have_no_room(tmp_path: Path) -> None:
    """Who asks for the names of corners and sides gets them in a picture, with the pieces."""
    text = BOARDS.replace('picture: {n: "1 2"}', 'picture: {n: "100 200"}')
    text = text.replace("[n, quay]}", "[n, quay], marks: {wet: wet}}")
    text = text.replace("values:", "values:\n  wet(path s): true")
    game = game_from(tmp_path, text)
    content = Content(held={"V1": "coin"}, marked={"wet": ["E8"]})
    seen = replace(empty_board(game, "island"), content=content)
    drawn = plain(draw_board(game, seen, 40, names=True))
    assert "a1 100" in drawn and "E8:wet" in drawn
    drawn = plain(draw_board(game, seen, 20, names=True))
    assert "V1:$" in drawn and "E8" in drawn
    assert "100" not in drawn and "wet" not in drawn


def test_short_forms_tell_names_apart() -> None:
    """Beginnings where they are short, the letters of the words where they are not; never two alike."""
    assert beginnings(["grass", "gravel", "water"]) == {
        "grass": "Gras",
        "gravel": "Grav",
        "water": "Water"[:1],
    }
    found = signs(["red_house", "red_hut", "garden_12", "garden_2", "pig"])
    assert len(set(found.values())) == len(found)
    assert found["pig"] == "p"
    assert found["garden_12"] == "g12"


def test_states_of_pieces_are_told_apart(boards: Game) -> None:
    """By the first letters of their words where one letter is not enough."""
    drawn = [piece_look(boards, "arrow", f"arrow-{way}").sign for way in ("north_east", "west", "north_west")]
    assert drawn == ["a.ne", "a.w", "a.nw"]


def test_lines_are_broken_where_they_are_full() -> None:
    """What is longer than a line is broken at its spaces."""
    lines = running([[Run("a " * 30 + "b")], [Run("c")]], [Run("x: ")], 40)
    assert all(len(line) <= 40 for line in plain(lines).splitlines())
    listed = [Run("word"), Run(", "), Run("word"), Run(", "), Run("word")]
    assert plain(running([listed], width=11, indent=" ")) == "word,\nword,\nword"
    signed = [Run("[x]"), Run(" "), Run("twelve letters")]
    assert plain(running([signed], width=17)) == "[x] twelve\nletters"
    assert clean("a\x1b[2Jb\nc") == "a\ufffd[2Jb\nc"


def test_a_board_is_drawn_by_its_hints(boards: Game) -> None:
    """Letters, legend and pictures as they are said."""
    drawn = "a1 W3     a2 '4     a3 W5\n     b1 '1     b2 Grav2\n' meadow  Grav gravel  W water"
    assert board_text(boards, "field") == drawn
    assert board_text(boards, "road").split() == ["inn", "----", "ford", "|", "mill"]
    assert board_text(boards, "loop").split() == ["1", "2", "3", "6", "5", "4"]
    assert "/" in board_text(boards, "island")


def test_letters_may_stand_for_numbers(tmp_path: Path) -> None:
    """Such as nothing for zero; a word that is no number and no member stays a fault."""
    text = BOARDS.replace('letters: {grass: "\'"}', 'letters: {grass: "\'", "3": \'\', "5": V}')
    drawn = board_text(game_from(tmp_path, text), "field")
    assert drawn.splitlines()[0].split() == ["a1", "W", "a2", "'4", "a3", "WV"]
    assert "V 5" in drawn
    (tmp_path / "ruleset.yaml").write_text(text.replace('"5": V', "gras: V"), encoding="utf-8")
    assert [problem.code for problem in load(tmp_path).problems] == ["unknown-name"]


def test_a_position_shows_pieces_people_and_zones(boards: Game) -> None:
    """Owners and states of pieces, stacks, who stands where, what lies beside a space; nothing hidden."""
    state = boards.new(1)
    assert "*" in plain(offered_lines(state, 0))
    state.choose("x=a2")
    text = position_text(state, 0)
    assert "year 1 - Player 2 to choose" in text
    assert "a2[h1.d]" in text
    assert "[h1.d] hut of Player 1 (down)" in text
    assert "a1[$/2]" in text
    assert re.search(r"2<12>", text)
    assert re.search(r"5<gh>", text)
    assert "ford  stall: card" in text
    assert "Player 2:  hand: 1 hidden" in text
    assert "Player 2 (you):  hand: card" in position_text(state, 1)
    assert "Secret" not in text
    assert "spot: 1" in text


def test_marks_counters_and_pawns_are_drawn_where_they_are_said(boards: Game) -> None:
    """Behind a piece stand fields and counters, a mark, and who stands there with a number."""
    state = boards.new(1)
    state.choose("x=a2")
    text = position_text(state, 0)
    assert "top $1'<Gras W 1 2> low[c1]2.7$<Grav4>" in text
    assert "' nothing lies there" in text
    assert "$ coin" in text
    assert "<Grav> gravel" in text


def test_a_state_can_have_a_sign_and_a_wide_board_two_lines(boards: Game) -> None:
    """What lies face down shows nothing of its kind; names stand above where a line would be too long."""
    state = boards.new(1)
    state.choose("x=a2")
    drawn = plain(draw_boards(state, 0, "wall", WIDE)).splitlines()
    assert drawn[1].split() == [f"a{number}" for number in range(1, 13)]
    assert drawn[2].split() == ["##/2", *["1"] * 11]
    assert drawn[-1] == "[##] down"
    assert drawn[1].index("a7") == drawn[2].index("1", drawn[1].index("a6") + 2)
    beside = plain(draw_boards(state, 0, "wall", 3 * WIDE)).splitlines()
    assert beside[0].startswith("Wall of Player 1 (you)  ")
    assert beside[0].endswith("Wall of Player 2")


def test_corners_and_sides_tell_what_is_there_and_their_names(boards: Game) -> None:
    """A piece, a counter that is not as it was at the start; names when they are asked for."""
    state = boards.new(1)
    state.choose("x=a2")
    named = plain(draw_boards(state, 0, "island", WIDE)).split()
    assert {"V1:$", "V2", "E1:W", "E2"} <= set(named)
    plainly = position_text(state, 0)
    assert "V2" not in plainly
    assert re.search(r"W   \\   /   \\", plainly)
    assert "V9" in board_text(boards, "island", names=True)
    assert "V9" not in board_text(boards, "island")


def test_corners_are_told_with_the_hexes_they_touch(tmp_path: Path) -> None:
    """That is what one chooses by; a hex is told with the fields of its label only."""
    text = BOARDS.replace("year == 9", "year == 1").replace("draw: {label: worth,", "draw: {label: [],")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.game is not None, loaded.problems
    state = loaded.game.new(1)
    decision = state.decision
    assert decision is not None
    told = plain(question_lines(asked(state), WIDE))
    assert re.search(r"V4: 1 2\b", told)
    assert re.search(r"V1: 1\b", told)
    state.choose("v=V1")
    state.choose("v=V2")
    assert state.decision is not None
    assert [option.title for option in state.decision.options][:2] == ["a1", "a2"]


def test_places_bear_the_names_of_the_layout_in_use(tmp_path: Path) -> None:
    """What is told of spaces is told of the right ones in layouts of other sizes, and only of those."""
    text = (
        "id: sizes\ntitle: Sizes\nplayers: 2\nenums: {hue: [red, blue]}\nboards:\n"
        "  lane:\n    {shape: track, per: player, fields: {hue: hue}, draw: {label: n}, layouts: {\n"
        "     small: {spaces: {x1: {hue: red}, x2: {hue: red}}},\n"
        "     large: {spaces: {y1: {hue: red}, x1: {hue: blue}, x2: {hue: blue}}}}}\n"
        "counters: {n: {per: lane}, m: {per: [player, lane]}}\nflow:\n"
        "  - step: first\n    players: players\n    do: |\n"
        "      choose x in 1..2:\n        set lane_layout(p1) to large\n"
        "        set n(lane(p1, y1)) to 1\n        set n(lane(p1, x1)) to 2\n"
        "        set n(lane(p1, x2)) to 3\n        set n(lane(p2, x2)) to 4\n"
    )
    state = game_from(tmp_path, text).new(1, listen=True)
    before = state.view(0)
    assert before["counters"]["n"] == {"p1 x1": 0, "p1 x2": 0, "p2 x1": 0, "p2 x2": 0}
    state.choose("x=1")
    after = state.view(0)
    assert after["counters"]["n"] == {"p1 y1": 1, "p1 x1": 2, "p1 x2": 3, "p2 x1": 0, "p2 x2": 4}
    assert len(after["counters"]["m"]) == 10
    text = position_text(state, 0)
    assert "y1 R1 x1 B2 x2 B3 " in text
    assert " x1 R x2 R4" in text
    told = came(state, 0)
    assert (
        "Player 1 gets 1 n on y1 (now 1), 2 n on x1 (now 2) and 3 n on x2 (now 3); "
        "Player 2 gets 4 n on x2 (now 4)" in told
    )
    assert "m" not in told


def test_each_space_is_marked_for_itself(tmp_path: Path) -> None:
    """What it costs to look at many spaces adds up to nothing, and is not left on the position."""
    text = (
        "id: dear\ntitle: Dear\nplayers: 1\nboards:\n"
        "  row: {shape: track, spaces: 40, draw: {marks: {dear: D}}}\n"
        "values:\n  dear(row s): sum(sum(n for n in 1..500) for m in 1..500) > 0\n"
        "flow:\n  - step: first\n    players: players\n    do: |\n      choose x in 1..2: gain x points\n"
    )
    state = game_from(tmp_path, text).new(1)
    before = state.slots[:]
    assert len(marked_spaces(state, "row", 0, "dear")) == 40
    assert state.slots == before


def test_a_value_with_a_title_says_which_spaces_belong_to_one(tmp_path: Path) -> None:
    """Of the space's own type, where it says something; what fails is left out."""
    text = (
        "id: road\ntitle: Road\nplayers: 1\ncomponents: {disc: {kinds: {ace: {}}}}\n"
        "boards: {way: {shape: track, spaces: 5, holds: disc}}\nvalues:\n"
        "  beyond(way x): {title: Two beyond, is: set(y for y in way where y.index == x.index + 2)}\n"
        "  untitled(way x): set(y for y in way)\n"
        "  broken(way x): {title: Broken, is: set(y for y in way where 1 / (x.index - 2) == 9)}\n"
        "flow:\n  - {step: first, players: players, do: 'choose x in way: move ace from box(disc) to x'}\n"
    )
    state = game_from(tmp_path, text).new(1)
    assert related_spaces(state, "way", 0, "2") == {"Two beyond": ["4"]}
    assert related_spaces(state, "way", 0, "5") == {}


def test_places_of_a_drawn_board_are_not_listed_beside_it(tmp_path: Path) -> None:
    """Where they are very many: `?` lists them."""
    text = (
        "id: road\ntitle: Road\nplayers: 1\ncomponents: {disc: {kinds: {ace: {}}}}\n"
        "boards: {way: {shape: track, spaces: 30, holds: disc}}\n"
        "flow:\n  - {step: first, players: players, do: 'choose x in way: move ace from box(disc) to x'}\n"
    )
    question = asked(game_from(tmp_path, text).new(1))
    assert "type the name of one of 30 places" in plain(question_lines(question, WIDE, drawn=True))
    assert "30  30" in plain(question_lines(question, WIDE))


def test_marks_that_were_found_before_are_those_of_the_position(tmp_path: Path) -> None:
    """They are kept while what they were made of stays: by counters, by pieces and by the layout in use."""
    text = (
        "id: kept\ntitle: Kept\nplayers: 1\nboards:\n"
        "  row: {shape: track, spaces: 4, holds: hut, draw: {marks: {near: n, full: f}}}\n"
        "components: {hut: {kinds: {cabin: {copies: 4}}}}\n"
        "counters:\n  edge: {max: 4}\n"
        "values:\n  near(row s): edge > 2 and occupied(s)\n  full(row s): occupied(s)\n"
        "flow:\n  - step: first\n    players: players\n    actions: [lay, shift]\n"
        "actions:\n"
        "  lay:\n    do: |\n      choose s in row where not occupied(s)\n"
        "      move cabin from box(hut) to s\n"
        "  shift:\n    do: |\n      choose x in 0..4\n      set edge to x\n"
    )
    game = game_from(tmp_path, text)
    positions, chance = [game.new(1)], Random(1)
    for _ in range(30):
        positions.append(positions[-1].fork())
        decision = positions[-1].decision
        assert decision is not None
        positions[-1].choose(chance.randrange(len(decision.values)))

    for state in chance.sample(positions, len(positions)):
        board = state.view(None)["boards"]["row"]["all"]
        assert marked_spaces(state, "row", 0, "full") == sorted(board)
        edge = state.view(None)["counters"]["edge"]
        assert marked_spaces(state, "row", 0, "near") == (sorted(board) if edge > 2 else [])


def test_drawing_with_what_is_not_there_is_a_fault(tmp_path: Path) -> None:
    """Names in `draw` are checked, with the nearest right one."""
    cases = {
        "label: [n, quay]": "label: [n, kuay]",
        "beside: cost": "beside: owe",
        "{bare: {glyph": "{bar: {glyph",
        "pawns: {stands: pips}": "pawns: {owed: pip}",
        "glyph: {down": "glyph: {dawn",
    }
    text = BOARDS
    for right, wrong in cases.items():
        assert right in text
        text = text.replace(right, wrong)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(tmp_path)
    assert [problem.code for problem in loaded.problems] == ["unknown-name"] * 6
    lines = text.splitlines()
    named = ["kuay", "owe", "bar", "owed", "pip", "dawn"]
    for problem, name in zip(loaded.problems, named, strict=True):
        assert f"'{name}'" in problem.message
        place = problem.position
        assert lines[place.line - 1][place.column - 1 :].startswith(name)
    hints = [problem.hint for problem in loaded.problems]
    assert (
        "did you mean 'quay'?" in hints
        and "did you mean 'bare'?" in hints
        and "did you mean 'down'?" in hints
    )


def test_notes_call_kinds_by_their_titles(tmp_path: Path) -> None:
    """What a counter tells of a space that can be chosen is told in the words of the legend."""
    text = (
        "id: notes\ntitle: Notes\nplayers: 1\nenums: {way: [far_off, near]}\n"
        "components: {chip: {kinds: {open_port: {title: any port}}}}\n"
        "boards: {row: {shape: track, spaces: 2}}\n"
        "counters: {port: {per: row, type: chip, start: open_port}, lies: {per: row, type: way}}\n"
        "flow:\n  - step: first\n    players: players\n    do: |\n      choose x in row: gain 1 points\n"
    )
    options = asked(game_from(tmp_path, text).new(1)).options
    assert [option.note for option in options] == ["any port, lies far off"] * 2


def test_a_mark_is_true_or_false_of_a_space(tmp_path: Path) -> None:
    """A number marks nothing."""
    text = BOARDS.replace("bare(wheel s): empty(s)", "bare(wheel s): s.cost")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(tmp_path)
    assert [problem.code for problem in loaded.problems] == ["type"]


@pytest.mark.parametrize(
    ("path", "players"), sampled([*all_games(), *((path, 3) for path in HARD)], 6), ids=str
)
def test_every_position_fits_the_terminal(path: Path, players: int) -> None:
    """Positions and questions of all games, however they came about, in 80 columns."""
    game = game_of(path, players)
    for state in islice(random_play(game, 1), 0, 500, 20):
        for seat in (None, 0):
            text = plain(position_lines(see(state, seat, ahead=False), owners=None))
            assert max(map(len, text.splitlines())) <= WIDE, text
        if state.seat >= 0:
            assert plain(offered_lines(state, state.seat)).count("*") <= state.option_count + 1


# -- what is typed


def test_short_typing() -> None:
    """A number, an id, its value, a title, or the beginning of one; and words with what follows them."""
    decision = game_of(BURGUNDY, 2, P1_FIRST).new(3).decision
    assert decision is not None
    for typed in ("2", "sell", "SE", "Sell goods", "sell g"):
        assert read_answer(typed, decision) == Choice(1), typed
    assert read_answer("take w", decision) == Choice(2)
    assert read_answer("?", decision) == Word("help")
    assert read_answer("? 2", decision) == Word("help", "2")
    assert read_answer("?sell", decision) == Word("help", "sell")
    assert read_answer("board 2", decision) == Word("board", "2")
    assert isinstance(read_answer("fly", decision), Mistake)


# -- what is explained and told


def test_explanations_name_rule_words_and_place() -> None:
    """The question, an action, a piece and a space: each with its numbered rules and where it stands."""
    state = game_of(BURGUNDY, 2, P1_FIRST).new(3)
    book = Rulebook(state.game)
    decision = state.decision
    assert decision is not None
    asked = plain(book.question(decision, WIDE))
    assert "BUR-63  In a turn a player carries out two actions" in asked
    assert re.search(r"step turn at .*flow\.yaml:\d+", asked)
    action = plain(book.option(decision, decision.options[0], WIDE))
    assert re.search(r"seeds/burgundy\.md:\d+", action)
    assert re.search(r"action take at .*actions\.yaml:\d+", action)
    for choice in ("take", "die=5", "from_depot=4"):
        state.choose(choice)
    decision = state.decision
    assert decision is not None
    ship = plain(book.option(decision, decision.options[decision.index("tile=ship")], WIDE))
    assert "BUR-82" in ship
    assert re.search(r"tile ship at .*tiles\.yaml:\d+", ship)


def test_what_is_reconstructed_is_listed(tmp_path: Path) -> None:
    """Rules in words, elements by name; what is declared with another thing does not come twice."""
    text = (
        "id: dice\ntitle: Dice\nplayers: 2\n"
        "components:\n  card: {kinds: {ace: {source: reconstructed}, king: {}}}\n"
        "  coin: {source: reconstructed, kinds: {cent: {}}}\n"
        "flow: [{step: deal, do: draw 1 from box(card) to hand}]\nzones: {hand: {holds: card}}\n"
    )
    (tmp_path / "rules.md").write_text("- **DIC-1** Aces are high. (reconstructed)\n- **DIC-2** Kings too.\n")
    told = plain(Rulebook(game_from(tmp_path, text)).reconstructed(WIDE))
    assert "DIC-1  Aces are high." in told and "DIC-2" not in told
    assert "card  ace" in told and "component  coin" in told
    assert "king" not in told and "box" not in told
    bare = tmp_path / "bare"
    bare.mkdir()
    nothing = Rulebook(game_from(bare, text.replace("reconstructed", "seen")))
    assert plain(nothing.reconstructed(WIDE)) == "Nothing in this game is marked as reconstructed."


def test_the_log_tells_what_the_others_did() -> None:
    """Since one's last choice, gathered by what was begun; and again after the game was played anew."""
    game = game_of(BURGUNDY, 2, P1_FIRST)
    log, _ = Log.of(game, 3, ["gain_workers", "die=5", "gain_workers", "gain_workers", "die=3"])
    first, second = "Player 1 takes 2 workers with a 5.", "Player 1 takes 2 workers with a 6."
    others = "Player 2 takes 2 workers with a 3."

    def told(*asked: int) -> list[str]:
        return plain(happened_lines(log.news(game, *asked), ("human", "greedy"), WIDE)).splitlines()

    assert told(0) == [second, others]
    assert told(1) == [others]
    assert told(0, 4) == [first, second, others]


def test_the_log_tells_what_was_rolled(tmp_path: Path) -> None:
    """Also after one's own last choice, and the same faces again; not what only lies there."""
    text = (
        "id: dice\ntitle: Dice\nplayers: 2\nzones:\n  dice: {holds: number, faces: [4]}\n"
        "  own: {per: player, holds: number, faces: 6}\n  cup: {holds: number, faces: 6, visible: nobody}\n"
        "flow:\n  - step: turn\n    for: round in 1..9\n    steps:\n"
        "      - step: roll\n        players: players\n        do: |\n"
        "          if round != 2:\n            roll 2 into dice\n            roll 1 into cup\n"
        "          if round == 3: roll 1 into own(me)\n          choose n in 1..3: gain n points\n"
    )
    game = game_from(tmp_path, text)

    def told(*choices: str) -> str:
        log, state = Log.of(game, 1, choices)
        return plain(happened_lines(log.news(game, state.seat), (), WIDE))

    assert told() == ""
    rolled = "Roll: [4] [4]; cup: ?."
    assert told() == ""
    assert told("n=1").splitlines() == ["Player 1 gets 1 point (now 1).", rolled]
    two = ["Player 1 gets 1 point (now 1).", rolled, "Player 2 gets 2 points (now 2).", "Round 2"]
    assert told("n=1", "n=2").splitlines() == two
    assert "Roll" not in told("n=1", "n=2", "n=3")
    third = told("n=1", "n=2", "n=1", "n=2", "n=3").splitlines()
    assert re.fullmatch(re.escape(rolled.removesuffix(".")) + r"; Player 2 rolls \[[1-6]\]\.", third[-1])


def test_a_secret_choice_is_not_told_before_its_step_is_over(tmp_path: Path) -> None:
    """Nobody reads in the log what is chosen secretly."""
    text = (
        "id: bids\ntitle: Bids\nplayers: 2\ncounters: {bid: {per: player}}\nflow:\n"
        "  - step: bidding\n    secretly: true\n    players: players\n"
        "    do: |\n      choose n in 1..3:\n        gain n bid\n"
        "  - step: after\n    players: players\n    do: |\n      choose n in 1..3:\n        gain n bid\n"
    )
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    game = load(tmp_path).game
    assert game is not None
    log, _ = Log.of(game, 1, ["n=2"])
    assert plain(happened_lines(log.news(game, 1), (), WIDE)) == "Player 1: something secret."
    log, _ = Log.of(game, 1, ["n=2", "n=3"])
    assert plain(happened_lines(log.news(game, 1, 2), (), WIDE)).splitlines() == [
        "Player 1 gets 2 bid (now 2).",
        "Player 2 gets 3 bid (now 3).",
    ]


def asked(state: State) -> Question:
    """What is asked, as whoever decides sees it."""
    found = question_for(Sight(state, state.seat))
    assert found is not None
    return found


def came(state: State, seat: int) -> str:
    """What a seat is told that the last choice led to."""
    led_to = Log([(seat, state.happened)]).led_to(state.game, seat)
    return plain([[Run("  "), *line] for line in led_to])


def test_what_a_choice_changed_is_told_in_short(boards: Game) -> None:
    """Counters with the difference, zones and boards that are other than before, and nothing unseen."""
    state = boards.new(1, listen=True)
    state.choose("x=a2")
    told, other = came(state, 0), came(state, 1)
    assert "Hut (down) of Player 1 goes to field a2" in told
    assert "card goes to stall ford" in told and "Player 2 gets 1 card" in told
    assert "coin goes to V1" in told and "cart goes to wheel low" in told
    assert "owed: 7 on low" in told
    assert "ruler: Player 2" in told
    assert "player 2 gets 1 card" in other.lower()
    assert "Player 1's wall a1" in other


SHIFTS = """
id: shifts
title: Shifts
players: 1
components:
  disc: {states: {side: [up, down]}, kinds: {ace: {copies: 2}, king: {}, queen: {copies: 9}}}
zones: {hand: {holds: disc, order: row}, gone: {holds: disc, order: row}}
boards: {row: {shape: track, spaces: 8, holds: disc}}
flow:
  - step: first
    players: players
    do: |
      choose x in 1..2:
        move ace from box(disc) to hand
        let a = first(d for d in hand)
        move a from hand to gone
        set at(gone, 1).side to down
        move king from box(disc) to row(8)
      choose y in 1..2:
        for n in 1..y * 2: move queen from box(disc) to row(n)
      choose z in 1..2:
        for n in 1..z + 2: move top(row(5 - n)) from row(5 - n) to row(6 - n)
"""


def test_moves_are_told_from_where_they_began_to_where_they_ended(tmp_path: Path) -> None:
    """In the state in which pieces lie there in the end; many within a board only as so many."""
    state = game_from(tmp_path, SHIFTS).new(1, listen=True)
    state.choose("x=1")
    assert came(state, 0).strip() == "Ace (down) goes to the gone; king goes to 8."
    state.choose("y=2")
    fork = state.fork()
    fork.listen()
    state.choose("z=1")
    assert "Queen goes from 4 to 5" in came(state, 0)
    fork.choose("z=2")
    assert came(fork, 0).strip() == "4 pieces move on row."


def test_many_things_of_few_kinds_are_told_by_kind(tmp_path: Path) -> None:
    """Of a box in common and of a zone in which much lies; else it is told how many there are."""
    text = (
        "id: bank\ntitle: Bank\nplayers: 1\ncomponents:\n"
        "  card: {kinds: {wood: {copies: 19}, ore: {copies: 19}}}\n"
        "  sign: {kinds: {sun: {copies: 2}, moon: {copies: 2}}}\n"
        "zones: {heap: {holds: card, order: row}}\nflow:\n  - step: first\n    players: players\n"
        "    do: |\n      choose x in 1..2:\n        for n in 1..7:\n"
        "          move ore from box(card) to heap\n          move wood from box(card) to heap\n"
    )
    state = game_from(tmp_path, text).new(1)
    assert position_text(state, 0).endswith("card in the box: 19 woods, 19 ores")
    state.choose("x=1")
    assert "heap: 7 ores, 7 woods" in position_text(state, 0)
    assert "card in the box: 12 woods, 12 ores" in position_text(state, 0)


STALL = """
id: stall
title: Stall
players: 1
components:
  card:
    fields: {cost: number, worn: truth, gives: list of card}
    defaults: {cost: 0, worn: false, gives: []}
    kinds:
      hat: {title: Grey hat, cost: 12, copies: 3}
      pin: {cost: 3, worn: true, gives: [hat, hat]}
zones: {stall: {title: For sale, holds: card, draw: {as: cards}}}
flow:
  - step: first
    players: players
    do: |
      for c in {hat, pin}: move all c from box(card) to stall
      choose x in 1..2: gain x points
"""


def test_open_cards_are_a_table_of_their_fields(tmp_path: Path) -> None:
    """Of a zone that is shown as cards; too wide a table is a list, and so it is for who sees no tables."""
    state = game_from(tmp_path, STALL).new(1)
    table = [
        "For sale     cost  worn  gives",
        "3x Grey hat    12",
        "pin             3  yes   Grey hat, Grey hat",
    ]
    shown = plain(position_lines(see(state, 0, ahead=False), width=WIDE)).splitlines()
    at = shown.index(table[0])
    assert [line.rstrip() for line in shown[at : at + 3]] == table
    for narrow, listed in ((30, False), (WIDE, True)):
        found = plain(position_lines(see(state, 0, ahead=False), width=narrow, listed=listed))
        assert table[0] not in found and "For sale: 3 Grey hats, pin" in found


def test_what_only_the_rules_need_is_not_drawn(tmp_path: Path) -> None:
    """Counters and zones may be left out of positions and of what has changed; the view has them."""
    hidden = "draw: false"
    text = BOARDS
    for family in (
        "spot: {type: secret",
        "owed: {per: wheel",
        "walker: {per: player",
        "stall: {per: road",
        "hand: {per: player",
    ):
        assert family in text
        text = text.replace(family, f"{family}, {hidden}")
    state = game_from(tmp_path, text).new(1, listen=True)
    state.choose("x=a2")
    after, shown = state.view(1), position_text(state, 1)
    told = came(state, 1)
    assert "hut in the box" in shown and "cart goes to wheel low" in told
    for word in ("spot", "1.7", "<12>", "stall", "hand"):
        assert word not in shown, word
    for word in ("stall", "hand", "owed"):
        assert word not in told, word
    assert (after["counters"]["owed"]["low"], after["zones"]["hand"]["p2"]) == (7, ["card"])


def test_options_that_are_spaces_tell_what_lies_there() -> None:
    """A bare number is told from the number of the option, and the note stands behind it."""
    state = game_of(BURGUNDY, 2, P1_FIRST).new(5)
    state.choose("take")
    decision = state.decision
    assert decision is not None
    text = plain(question_lines(asked(state), WIDE))
    assert "1  from depot 1: carpenter's workshop, ship\n" in text
    assert all(len(line) <= WIDE for line in text.splitlines())
    narrow = plain(question_lines(asked(state), 44))
    assert all(len(line) <= 44 for line in narrow.splitlines())
    assert "..." not in narrow, "what does not fit goes on below"


# -- a real terminal


def at_terminal(arguments: list[str], typed: list[str], **environment: str) -> str:
    """Play at a pseudo-terminal of 80 columns; returns all that stood there."""
    pid, terminal = pty.fork()
    if pid == 0:
        code = "from cli.main import main; main()"
        settings = {"PATH": os.environ["PATH"], "COLUMNS": "80", "LINES": "50", **environment}
        os.chdir(ROOT)
        os.execve(sys.executable, [sys.executable, "-c", code, *arguments], settings)
    shown = b""
    waiting = [f"{line}\n".encode() for line in typed]
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        shown += data
        if waiting and shown.endswith(b"> "):
            shown += b"\0"
            os.write(terminal, waiting.pop(0))
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    assert status == 0, shown.decode()
    return shown.decode().replace("\r\n", "\n").replace("\0", "")


def test_a_game_that_is_over_can_be_played_again(tmp_path: Path) -> None:
    """With the same people; `again` begins it, anything else leaves."""
    game = "id: brief\ntitle: Brief\nplayers: 1\nflow:\n  - step: turn\n    players: players\n    do: |\n"
    (tmp_path / "ruleset.yaml").write_text(f"{game}      choose n in 1..2: gain n points\n", encoding="utf-8")
    seats = ["--seat", "human", "--seed", "3"]
    shown = at_terminal(
        ["play", str(tmp_path), *seats], ["2", "again", "1", ""], XDG_STATE_HOME=str(tmp_path)
    )
    first, second = shown.split("> again")
    assert "with the same people" in first and "total         2" not in second
    assert "Player 1 gets 2" not in second and "with the same people" in second


TYPED = ["gain_workers", "5", "gain_workers", "? 1", "undo", "quit"]


def play_at_terminal(tmp_path: Path, **environment: str) -> str:
    seats = ["--seat", "human", "--seat", "greedy"]
    journal = ["--save", str(tmp_path / "game.jsonl")]
    return at_terminal(["play", str(BURGUNDY), "--seed", "3", *seats, *journal], TYPED, **environment)


def test_a_terminal_shows_the_board_in_colour(tmp_path: Path) -> None:
    """When a turn begins the board, the dice, what the others did; the colours are those of the ruleset."""
    shown = play_at_terminal(tmp_path, TERM="xterm-256color", COLORTERM="truecolor")
    assert "\x1b[38;2;95;135;255m" in shown
    bare = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    assert bare.count("Numbered depots") == 2
    assert "Estate of Player 1 (you)" in bare
    assert "Estate of Player 2" not in bare
    assert re.search(r"Since your last choice\n(?:.+\n)*?Player 2 takes \w+", bare)
    assert "BUR-71" in bare
    assert "the journal is safe" in bare
    lines = (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[1])["choice"] == "gain_workers"


@pytest.mark.parametrize(
    "environment", [{"TERM": "dumb"}, {"TERM": "xterm-256color", "NO_COLOR": "1"}], ids=["dumb", "no colour"]
)
def test_a_terminal_without_colours(environment: dict[str, str], tmp_path: Path) -> None:
    """The same in plain text: no colour is asked for, and every line fits."""
    shown = play_at_terminal(tmp_path, **environment)
    assert not re.search(r"\x1b\[[0-9;]*(3|4|9|10)[0-9](;[0-9;]*)?m", shown)
    if environment["TERM"] == "dumb":
        assert "\x1b[" not in shown.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "")
        assert [each for each in shown.splitlines() if len(each) > WIDE and "journal" not in each] == []
    assert "d4[ca]" in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)


def test_words_are_completed_and_long_answers_followed_by_the_question(tmp_path: Path) -> None:
    """Tab completes an action behind `why`; boards can be named; after much text the question comes again."""
    seats = ["--seat", "human", "--save", str(tmp_path / "game.jsonl"), "--seed", "3"]
    typed = ["why bu\t", "board bri", "board nowhere", "?", "quit"]
    shown = at_terminal(["play", str(BURGUNDY), *seats], typed, TERM="dumb")
    assert "> why buy" in shown
    assert "'Buy a tile for 2 silver' is not offered" in shown
    assert shown.count("The bridge") == 2
    assert "Nothing is called 'nowhere'. Boards are depot, slot, bridge, estate." in shown
    assert shown.count("Player 1: Turn: What do you do?") == 2


def test_a_pipe_reads_the_same_without_colours(tmp_path: Path) -> None:
    """With no terminal nothing is drawn that was not asked for."""
    command = [
        sys.executable,
        "-c",
        "from cli.main import main; main()",
        "play",
        str(BURGUNDY),
        "--seed",
        "3",
    ]
    command += ["--seat", "human", "--save", str(tmp_path / "game.jsonl")]
    run = subprocess.run(command, input="board\nquit\n", capture_output=True, text=True, check=True, cwd=ROOT)
    assert "\x1b" not in run.stdout
    assert run.stdout.count("Numbered depots") == 1
    assert run.stdout.isascii()


TRADE = f"{ROOT / 'rulesets' / 'catan' / 'scenarios' / 'trade.yaml'}:the bank gives one card"


def typed(*lines: str, place: str = TRADE, more: tuple[str, ...] = ()) -> tuple[int, str]:
    """What a person sees who begins at a scenario and types lines."""
    arguments = ["play", "--from", place, "--seed", "1", "--seat", "human", *more]
    result = CliRunner().invoke(rulewright, arguments, input="\n".join(lines) + "\n")
    return result.exit_code, result.output


def test_a_game_begins_at_a_scenario_or_after_it() -> None:
    status, told = typed("trade_with_bank", "quit")
    assert status == 0
    assert "What do you want for 4 ore?" in " ".join(told.split())
    assert "a game from a scenario is not kept" in told
    assert "trade_with_bank" not in typed("quit", more=("--after",))[1], "all four are given away"


@pytest.mark.parametrize(
    ("place", "more", "says"),
    [
        ("trade.yaml", (), "--from takes FILE:SCENARIO"),
        (TRADE.replace("the bank", "the bunk"), (), "has no scenario 'the bunk gives one card'"),
        (TRADE.replace("the bank gives one card", "the"), (), "scenarios 'the'"),
        (TRADE, ("--players", "4"), "--players cannot be used with --from: the scenario settles it"),
    ],
)
def test_where_to_begin_must_be_one_scenario(place: str, more: tuple[str, ...], says: str) -> None:
    status, told = typed("quit", place=place, more=more)
    assert (status, says in " ".join(told.split())) == (2, True), told


def test_one_question_later_why_tells_what_was_taken_instead() -> None:
    told = " ".join(typed("trade_with_bank", "why finish", "why build_city", "quit")[1].split())
    trade = "'Trade with the bank for a card of your choice'"
    assert f"finish was offered before you chose {trade}; `undo` goes back" in told
    assert "'Turn a settlement into a city' is not offered: " in told
    assert f"Nor was it offered before you chose {trade}." in told


def test_why_takes_an_option_by_its_value_alone() -> None:
    told = " ".join(typed("trade_with_bank", "why ore", "why nonsense", "quit")[1].split())
    assert "> why ore ore is not offered: " in told
    assert "'nonsense' is neither an action nor an option here" in told


def test_why_answers_to_the_words_of_players() -> None:
    """A word of a title, a place, and a thing that nobody chooses."""
    asked = ("why settlement", "why V25", "why desert", "quit")
    told = " ".join(typed(*asked)[1].split())
    assert "> why settlement 'Build a settlement' " in told
    assert "> why V25 V25 " in told
    assert "> why desert 'desert' is nothing that is chosen here; `? desert` says what it is." in told


def test_a_branch_without_a_text_says_what_it_does(tmp_path: Path) -> None:
    text = """
id: branches
title: Branches
players: 2
counters: {coins: {per: player, start: 3}, stones: {per: player}}
flow:
  - step: turn
    players: players
    do: |
      one of:
        coin: gain 1 coins
        mason:
          pay 2 coins
          gain 1 stones
        sleep as "a nap": gain 0 coins
"""
    asked = question_for(Sight(game_from(tmp_path, text).new(1), 0))
    assert asked is not None
    assert [each.title for each in asked.options] == [
        "gain 1 coin",
        "mason: pay 2 coins, then gain 1 stone",
        "a nap",
    ]


def test_things_are_counted_in_the_plural_that_a_kind_has(tmp_path: Path) -> None:
    text = (
        "id: heaps\ntitle: Heaps\nplayers: 1\n"
        "components:\n  thing:\n    kinds:\n      pearl: {copies: 4, title: sea pearl}\n"
        "      wool: {copies: 4, plural: wool}\n"
        "zones: {heap: {holds: thing}}\nflow:\n  - step: turn\n    players: players\n    do: |\n"
        '      move all from box(thing) to heap\n      choose n in 1..2 as "Which of {heap}?"\n'
    )
    state = game_from(tmp_path, text).new(1)
    assert "heap: 4 sea pearls, 4 wool" in position_text(state, 0)
    asked = question_for(Sight(state, 0))
    assert asked is not None and asked.prompt.endswith("Which of 4 sea pearls and 4 wool?")


def test_boards_without_news_are_only_named() -> None:
    state = game_of(BURGUNDY, 2, P1_FIRST).new(5)
    whole = plain(position_lines(see(state, 0, ahead=False), width=WIDE))
    boards = [name for name in state.game.boards if state.game.boards[name].per is None]
    short = plain(position_lines(see(state, 0, ahead=False), width=WIDE, without=boards[:1]))
    title = state.game.boards[boards[0]].about.title
    assert f"Unchanged: {title} (".lower() in short.lower()
    assert title in whole and len(short.splitlines()) < len(whole.splitlines())


PICKS = """
id: picks
title: Picks
players: 2
components: {card: {kinds: {ace: {}, king: {}, queen: {}, jack: {}}}}
zones: {hand: {holds: card}, gone: {holds: card}}
flow:
  - step: turn
    players: players
    do: |
      if size(hand) == 0: move all from box(card) to hand
      choose exactly 2 cards in hand as "Which two go?":
        move cards to gone
"""


def test_one_of_several_things_picked_is_taken_back(tmp_path: Path) -> None:
    """`undo` takes back the last pick alone; what was picked before stays."""
    (tmp_path / "ruleset.yaml").write_text(PICKS, encoding="utf-8")
    arguments = ["play", str(tmp_path), "--seed", "1", "--seat", "human", "--seat", "human"]
    result = CliRunner().invoke(rulewright, arguments, input="king\nundo\nace\nquit\n")
    assert result.exit_code == 0, result.output
    first, back, again = result.output.split("> ")[1:4]
    assert "picked so far: king (1 of 2)" in first
    assert "picked so far: nothing (0 of 2)" in back
    assert "picked so far: ace (1 of 2)" in again


@pytest.mark.parametrize("name", ["red_cathedral", pytest.param("praga", marks=pytest.mark.slow)])
def test_what_is_called_unchanged_is(name: str) -> None:
    """A board looks as it did before one saw it last, pawns that counters place included; so with zones."""
    state = game_of(ROOT / "rulesets" / name, 3).new(4, listen=True)
    seats = ["human", "greedy", "greedy"]
    log = Log([(-1, state.happened)], state.game.loops)
    loaded = load(ROOT / "rulesets" / name, players=3)
    session = Session(state, Journal.unwritten(state.game, 4, seats), seats, log, loaded)
    table, chance = Table(session, Rulebook(state.game, loaded)), Random(4)
    before: dict[str, object] | None = None
    named = 0
    for _ in range(80):
        if state.finished:
            break
        if state.seat == 0:
            names = [*state.game.boards, *state.game.zones]
            now = {each: looks(state, each) for each in names}
            for each in unchanged(table, 0) if before is not None else ():
                assert before is not None and now[each] == before[each], each
                named += 1
            before = now
            table.shown[0] = len(log.done)
        session.take(chance.randrange(state.option_count))
    assert named > 50


def looks(state: State, name: str) -> object:
    """How one's own board looks, or what one sees in a zone."""
    if name in state.game.zones:
        return state.view(0)["zones"][name]
    boards = plain(
        position_lines(
            see(state, 0, ahead=False), owners=["p1"], without=[b for b in state.game.boards if b != name]
        )
    )
    return boards.partition("Unchanged")[0].partition("\n")[2]
