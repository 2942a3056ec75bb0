"""Sheets as their owners keep them: own headers, notes, totals, several sheets, words with a meaning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from openpyxl import Workbook

from interpreter import Game, Loaded, load, packed, render
from interpreter.reading.sheet import slug

HEAD = """\
id: small
title: Small
players: 2
flow: [{step: turn, players: players, do: score size(hand(me)) as cards}]
enums: {sort: [Farm, Mine], ability: [GRAIN, SCORE]}
zones: {hand: {per: player, holds: card, active: true}}
counters: {grain: {per: player, accept: [unused]}}
components:
  card:
    accept: [rows-passed-over]
    fields: {cost_ore: number?, cost_grain: number?, sort: sort?, ability: ability?}
    kinds:
      - each:
          about: "Costs[ {cost_ore} ore][ {cost_grain} grain].[ {text}.]"
          scoring: [{source: all, points: 1}]
        COLUMNS
        by:
          ability:
            GRAIN: {text: Brings grain, triggers: [{on: began turn(me), do: gain 1 grain}]}
            SCORE: {text: Two points, scoring: [{source: this, points: 2}]}
"""
COLUMNS = """columns:
          {Card name: title, Cost Ore: cost_ore, Cost  grain: cost_grain, KIND: sort, Ability: ability,
           No.: copies}"""
SHEET = """\
My game; third try;;;;;;

Art;Card name;Cost Ore;Cost Grain;Kind;Ability;No.;Set
tbd;Old Mill;1;2;Farm;GRAIN;2;base
;"Mine, deep";3;;Mine;SCORE;;base
# a comment
;7 Dwarfs;;;Mine;;4;more
ask Ann;;;;;;;
;Total;4;2;;;6;
"""


def loaded(folder: Path, source: str, sheet: str = SHEET) -> Loaded:
    (folder / "cards.csv").write_text(sheet, encoding="utf-8")
    (folder / "ruleset.yaml").write_text(HEAD.replace("COLUMNS", source), encoding="utf-8")
    return load(folder)


def game_of(folder: Path, source: str, sheet: str = SHEET) -> Game:
    found = loaded(folder, source, sheet)
    assert found.game is not None, found.problems
    return found.game


def kinds_of(game: Game) -> dict[str, tuple[str, int, str]]:
    """Title, copies and about of each kind."""
    kinds = game.model.components["card"].kinds
    return {kind.name: (kind.about.title, kind.copies, kind.about.about) for kind in kinds}


EXPECTED = {
    "old_mill": ("Old Mill", 2, "Costs 1 ore 2 grain. Brings grain."),
    "mine_deep": ("Mine, deep", 1, "Costs 3 ore. Two points."),
    "n7_dwarfs": ("7 Dwarfs", 4, "Costs."),
}


def test_headers_are_as_their_owner_wrote_them_and_what_is_no_card_is_passed_over(tmp_path: Path) -> None:
    assert kinds_of(game_of(tmp_path, f"{COLUMNS}\n        file: cards.csv")) == EXPECTED


def test_a_word_in_a_field_brings_its_rules_beside_those_of_all(tmp_path: Path) -> None:
    game = game_of(tmp_path, f"{COLUMNS}\n        file: cards.csv")
    scored = [(line.source, line.carrier[1]) for line in game.program.final if line.carrier is not None]
    assert sorted(scored) == [
        ("all", "mine_deep"), ("all", "n7_dwarfs"), ("all", "old_mill"), ("mine_deep", "mine_deep")
    ]  # fmt: skip


def test_a_field_may_be_called_text(tmp_path: Path) -> None:
    source = "columns: {Card name: title, Kind: text}\n        file: cards.csv"
    head = HEAD.replace("sort: sort?,", "sort: sort?, text: sort?,")
    (tmp_path / "cards.csv").write_text(SHEET, encoding="utf-8")
    (tmp_path / "ruleset.yaml").write_text(head.replace("COLUMNS", source), encoding="utf-8")
    game = load(tmp_path).game
    assert game is not None
    assert [kind.values["text"] for kind in game.model.components["card"].kinds] == [0, 1, 1]


def test_a_cell_is_written_as_people_do(tmp_path: Path) -> None:
    mill, well = 'Old Mill,deep Mine,A grain,"2 Farm, deep mine",TRUE', "Well,FARM,,,FALSE"
    sheet = f"Name,Kind,Does,Needs,Closed\n{mill}\n{well}\n"
    (tmp_path / "cards.csv").write_text(sheet, encoding="utf-8")
    (tmp_path / "ruleset.yaml").write_text(
        """\
id: small
title: Small
players: 2
flow: [{step: turn, players: players, do: score size(hand(me)) as cards}]
enums: {sort: [Farm, deep_mine], does: [a_grain]}
zones: {hand: {per: player, holds: card, active: true}}
components:
  card:
    accept: [unused]
    fields: {sort: sort, does: does?, needs: list of sort, closed: truth}
    defaults: {needs: []}
    kinds:
      - file: cards.csv
        columns: {Name: title, Kind: sort, Does: does, Needs: needs, Closed: closed}
        by: {does: {A Grain: {triggers: [{on: began turn(me), do: score 1 as x}]}}}
""",
        encoding="utf-8",
    )
    found = load(tmp_path)
    assert found.game is not None, found.problems
    first, second = found.game.components["card"].kinds
    assert dict(first.values) == {"sort": 1, "does": 0, "needs": (0, 0, 1), "closed": 1}
    assert dict(second.values) == {"sort": 0, "does": -1, "needs": (), "closed": 0}


def test_one_sheet_serves_two_games(tmp_path: Path) -> None:
    made = kinds_of(game_of(tmp_path, f"{COLUMNS}\n        only: {{Set: more}}\n        file: cards.csv"))
    assert list(made) == ["n7_dwarfs"]


def workbook(folder: Path, grain: str | None = None) -> None:
    book = Workbook()
    farms = book.active
    assert farms is not None
    farms.title = "Farms"
    mines = book.create_sheet("Mines")
    for page in (farms, mines):
        page.append(["Card name", "Cost", None, "Kind", "Ability", "No.", "Picture"])
        page.append([None, "Ore", "Grain"])
    farms.append(["Old Mill", 1.0, 2, "Farm", "GRAIN", 2, "mill.png"])
    mines.append(["Mine, deep", 3, grain, "Mine", "SCORE"])
    mines.append(["7 Dwarfs", None, None, "Mine", None, 4])
    book.save(folder / "cards.xlsx")


def test_several_sheets_with_headers_of_two_rows_make_one_type(tmp_path: Path) -> None:
    workbook(tmp_path)
    source = f"{COLUMNS}\n        file: cards.xlsx\n        sheet: [Farms, Mines]"
    assert kinds_of(game_of(tmp_path, source)) == EXPECTED


@pytest.mark.parametrize(
    ("source", "code", "said"),
    [
        (
            "file: cards.csv\n        columns: {Name of card: title}",
            "unknown-name",
            "no column 'Name of card'",
        ),
        ("file: cards.csv\n        columns: {Ability: ability}", "missing-key", "`title`"),
        (
            "file: cards.xlsx\n        sheet: Farm\n        columns: {Card name: title}",
            "unknown-name",
            "no sheet 'Farm'",
        ),
        (
            "file: cards.csv\n        columns: {Card name: title, Kind: ability}",
            "unknown-name",
            "'Farm' means",
        ),
        ("file: cards.ods\n        columns: {Card name: title}", "file-unreadable", "is not read"),
        ("file: broken.xlsx\n        columns: {Card name: title}", "file-unreadable", "no workbook"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, source: str, code: str, said: str) -> None:
    workbook(tmp_path)
    for name in ("broken.xlsx", "cards.ods"):
        (tmp_path / name).write_text("no zip", encoding="utf-8")
    found = [problem for problem in loaded(tmp_path, source).problems if problem.code == code]
    assert found
    assert said in found[0].message


@pytest.mark.parametrize(
    ("source", "change", "cell"),
    [
        (f"{COLUMNS}\n        file: cards.csv", ("3;;Mine", "x;;Mine"), '"Cost Ore", row 5 of cards.csv'),
        (f"{COLUMNS}\n        file: cards.csv", ("GRAIN;2", "GRAIN;x"), '"No.", row 4 of cards.csv'),
        (f"{COLUMNS}\n        file: cards.csv", ("SCORE", "SCORES"), '"Ability", row 5 of cards.csv'),
        (
            f"{COLUMNS}\n        file: cards.xlsx\n        sheet: [Farms, Mines]",
            ("", ""),
            '"Cost Grain", row 3 of cards.xlsx, sheet Mines',
        ),
        ("file: plain.csv", ("", ""), '"cost_ore", row 3 of plain.csv'),
        # A place inside of a rule text is still that of its cell.
        (
            "file: rules.csv\n        columns: {Title: title, Does: effect}",
            ("", ""),
            '"Does", row 2 of rules.csv',
        ),
    ],
)
def test_a_bad_cell_is_known_by_its_header_row_and_sheet(
    tmp_path: Path, source: str, change: tuple[str, str], cell: str
) -> None:
    if "xlsx" in source:
        workbook(tmp_path, grain="many")
    (tmp_path / "plain.csv").write_text("name,cost_ore\nrose,1\nlily,two\n", encoding="utf-8")
    (tmp_path / "rules.csv").write_text("Title,Does\nRose,gain gain grain\n", encoding="utf-8")
    found = loaded(tmp_path, source, SHEET.replace(*change)).problems
    assert found[0].position.cell == cell
    assert f"({cell})" in render(found[0], lambda _: None)


def test_a_cell_may_go_over_several_lines_and_a_header_may_be_a_sign(tmp_path: Path) -> None:
    sheet = '#,Card name,Text\n2,"Old\nMill","one ""two"", three\nfour"\n# a comment\n3,5" nail,x\n,"Well,y\n'
    columns = 'columns: {Card name: title, "#": copies}\n        file: cards.csv'
    made = game_of(tmp_path, columns, sheet).components["card"].kinds
    expected = [("Old Mill", 2), ('5" nail', 3), ("Well,y", 1)]
    assert [(kind.about.title, kind.copies) for kind in made] == expected


def test_an_expansion_takes_its_part_of_the_sheet_of_its_game(tmp_path: Path) -> None:
    game_of(tmp_path, f"{COLUMNS}\n        only: {{Set: base}}\n        file: cards.csv")
    folder = tmp_path / "expansions" / "more"
    folder.mkdir(parents=True)
    kinds = "[{file: cards.csv, only: {Set: more}, columns: {Card name: title, No.: copies}}]"
    text = f"id: more\ntitle: More\nbase: small\nextend: {{components: {{card: {{kinds: {kinds}}}}}}}\n"
    (folder / "overlay.yaml").write_text(text, encoding="utf-8")
    found = load(tmp_path, overlays=["more"])
    assert found.game is not None, found.problems
    assert list(found.game.components["card"].by_name) == ["old_mill", "mine_deep", "n7_dwarfs"]
    made = packed(folder, search=(tmp_path.parent,))
    assert made.files == ("cards.csv", "overlay.yaml")


def test_the_page_about_spreadsheets_is_right(tmp_path: Path) -> None:
    page = Path("docs/spreadsheets.md").read_text(encoding="utf-8")
    sheet, said, ruleset = (
        re.search(rf"```{start}\n(.*?)```", page, re.DOTALL)[1]  # type: ignore[index]
        for start in ("text(?=\nVillage)", "text(?=\ncards.csv)", "yaml")
    )
    (tmp_path / "cards.csv").write_text(sheet, encoding="utf-8")
    (tmp_path / "ruleset.yaml").write_text(ruleset, encoding="utf-8")
    found = load(tmp_path)
    assert found.game is not None, found.problems
    assert [problem.code for problem in found.problems] == ["rows-passed-over"]
    assert [(name, copies) for name, (_, copies, _) in kinds_of(found.game).items()] == [
        ("old_mill", 2), ("quarry", 2), ("guild_hall", 1)
    ]  # fmt: skip
    assert len(ruleset.splitlines()) == 10
    (tmp_path / "cards.csv").write_text(sheet.replace("Quarry,0,2", "Quarry,0,two"), encoding="utf-8")
    problem = load(tmp_path).problems[0]
    assert render(problem, lambda _: None).replace(str(tmp_path) + "/", "") == said.strip()


@pytest.mark.parametrize(
    ("title", "name"), [("Élan vital!", "elan_vital"), ("3 in a row", "n3_in_a_row"), ("  A--b ", "a_b")]
)
def test_a_title_becomes_a_name(title: str, name: str) -> None:
    assert slug(title) == name
