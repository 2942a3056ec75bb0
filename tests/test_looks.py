"""Whatever rules keep apart looks different, also where there are no colours."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from cli.draw.board import board_svg
from cli.draw.canvas import Canvas, mark_sign
from cli.draw.contents import contained
from cli.draw.faces import faces_of
from cli.draw.pieces import piece
from cli.draw.signs import sign_named
from cli.seen.boards import Standing
from cli.seen.hints import hints_of
from cli.seen.sight import Sight
from interpreter import Game, load
from tests import playing
from tests.playing import CLASSICS, SHIPPED

# So many owners are compared, and so many ways to lie.
_OWNERS, _TURNS = 2, 2


def without_colours(drawn: str) -> str:
    """Return a drawing without its words for who points at it, its colours and how thick lines are."""
    return re.sub(r"<title>[^<]*</title>| (fill|stroke)(-opacity|-width)?=\"[^\"]*\"", "", drawn)


def pieces_of(game: Game, component: str) -> Iterator[tuple[str, str]]:
    """Yield each kind of a type in each state and of each owner: as a view calls it, and what sets it apart.

    What lies face down is known by its back alone, and what is alike on all sides is not turned.
    """
    made = game.components[component]
    owners = [f"p{number + 1}-" for number in range(_OWNERS)] if made.per is not None else [""]
    states = [members for state, members in made.states.items() if made.per is None or state != "owner"]
    states = [members[:_TURNS] if len(members) > 3 else members for members in states]
    for owner, kind, said in product(owners, made.kinds, product(*states)):
        called = owner + "-".join([kind.name, *said])
        face = faces_of(game, component)[kind.name]
        turned = not made.draw.get("sides") or face.sides or face.corners
        down = {"down", "face_down", "hidden"} & set(said)
        yield called, "back" if down else called if turned else kind.name


def looks_of(game: Game) -> dict[str, set[str]]:
    """Return which pieces share a drawing, by the drawing."""
    found: dict[str, set[str]] = defaultdict(set)
    for component in game.components:
        for called, apart in pieces_of(game, component):
            drawn = piece(game, component, called, (0, 0), 20)
            found[without_colours(drawn)].add(f"{component} {apart}")
    return found


WITH = [(path, (overlay,)) for path in SHIPPED for overlay in playing.overlays_of(path)]
CASES = [
    *((path, ()) for path in SHIPPED),
    *(
        pytest.param(path, with_, marks=pytest.mark.slow)
        for path, with_ in [*WITH, *((path, ()) for path in CLASSICS)]
    ),
]


@pytest.mark.parametrize(("path", "company"), CASES)
def test_no_two_pieces_of_a_game_are_drawn_alike(path: Path, company: playing.Company) -> None:
    game = playing.game_with(path, company, playing.counts_with(path, company)[0])
    assert game is not None
    looks = looks_of(game)
    assert [alike for alike in looks.values() if len(alike) > 1] == []
    assert [drawn for drawn in looks if re.search(r'<path[^>]* d="[^Mm]', drawn)] == [], "no path at all"


@pytest.mark.parametrize(("path", "company"), CASES)
def test_no_two_marks_on_a_space_are_drawn_alike(path: Path, company: playing.Company) -> None:
    """What a board marks on spaces of one type differs by its sign, not by its colour alone."""
    game = playing.game_with(path, company, playing.counts_with(path, company)[0])
    assert game is not None
    for board in game.boards:
        hints, found = hints_of(game, board), defaultdict[tuple[str, str], set[str]](set)
        for name, mark in hints.marks.items():
            where = game.program.values[name].parameters[0].type.name
            drawn = without_colours(mark_sign(mark, (0, 0), sign_named(hints.icons.get(name, ""))))
            found[where, drawn].add(name)
        assert [alike for alike in found.values() if len(alike) > 1] == [], board


HINTED = """\
format: 1
id: hinted
title: Hinted
players: 1
components:
  good: {draw: {form: token}, kinds: {wood: {copies: 4}, stone: {copies: 4}}}
  wish:
    fields: {wants: list of good}
    draw: {form: tile, face: {wants: {field: wants}}}
    kinds: {first: {wants: 2 wood stone}}
zones:
  brought: {per: yard, holds: good}
counters:
  done: {per: yard, type: truth}
values:
  is_done(yard y): done(y)
tables:
  worth_of_row: {1: 7, 2: 3}
boards:
  yard:
    shape: square
    holds: wish
    picture: |
      x x
      x x
    draw:
      lines: {rows: {1: costs 2 coins}, columns: [1]}
      margins: {rows: worth_of_row}
      covers: {brought: wants}
      marks: {is_done: {glyph: "=", form: faded}}
      tables: [worth_of_row]
actions:
  bring:
    do: |
      move first from box(wish) to yard(a1)
      move wood from box(good) to brought(yard(a1))
  finish: {do: set done(yard(a1)) to true}
flow:
  - step: day
    for: day in 1..3
    steps:
      - {step: turn, players: players, one_of: [bring, finish]}
"""


def test_a_board_shows_lines_margins_and_what_is_covered_or_faded(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(HINTED, encoding="utf-8")
    loaded = load(str(tmp_path))
    assert loaded.game is not None, loaded.problems
    assert hints_of(loaded.game, "yard").tables == {"worth of row": [("1", "7"), ("2", "3")]}
    state = loaded.game.new(1)

    def drawn() -> str:
        return board_svg(state.game, Sight(state, None).board("yard", "all"))

    empty = drawn()
    assert empty.count('stroke-width="3.5"') == 2
    assert all(f">{words}</text>" in empty for words in ("costs 2 coins", "7", "3"))
    state.choose("bring")
    brought = drawn()
    assert brought.count('<g opacity="0.3"') == 1
    assert brought.count("<title>wood</title>") == 2
    state.choose("finish")
    assert drawn().count('<g opacity="0.4"') == brought.count('<g opacity="0.4"') + 1


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("covers: {braught: wants}", "no zone 'braught'"),
        ("marks: {is_dune: {glyph: x, form: faded}}", "no value 'is_dune'"),
        ("margins: {rows: worth}", "no figures in a table 'worth'"),
        ("tables: [worth]", "no table 'worth'"),
    ],
)
def test_hints_name_what_there_is(tmp_path: Path, wrong: str, message: str) -> None:
    key = wrong.partition(":")[0]
    text = re.sub(rf"      {key}: .*", f"      {wrong}", HINTED)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert any(message in problem.message for problem in load(str(tmp_path)).problems)


def test_who_and_what_is_on_a_space_differs_without_colours() -> None:
    """Two players' pawns there, and two dice that show the same number."""
    game = playing.game_of(next(path for path in SHIPPED if path.name == "red_cathedral"))
    assert game is not None
    seen = Sight(game.new(1), None).board("market", "all")
    canvas = Canvas(game, seen, brief=True)
    place = canvas.geometry.places[0]
    looks = []
    for who, sign, person in (
        ("p1", "1", True),
        ("p2", "2", True),
        ("red", "R", False),
        ("blue", "B", False),
    ):
        one = Standing(who, "place_of", sign, "" if person else "3", person, person, who)
        canvas.seen = replace(seen, standing={place.space.name: [one]})
        looks.append(without_colours(contained(canvas, place)))
    assert len(set(looks)) == len(looks)
