"""Kinds and layouts in groups: what all share, products, tables; faults stand where they were written."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, Loaded, State, load
from interpreter.problems import Problems
from interpreter.reading import read_ruleset

HEAD = "id: small\ntitle: Small\nplayers: 2\n"
FIELDS = "enums: {suit: [leaf, moon, new_moon]}\ncomponents:\n  card:\n"
DEFAULTS = "    fields: {suit: suit?, worth: number?, cost: list of suit}\n    defaults: {cost: []}\n"
FLOW = "flow: [{step: turn, players: players, do: score 1 as steps}]\n"


def loaded(folder: Path, kinds: str, more: str = "") -> Loaded:
    """Load a ruleset with these kinds of cards, indented by four."""
    text = HEAD + FIELDS + DEFAULTS + f"    kinds:\n{kinds}" + more + FLOW
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return load(folder)


def game_of(folder: Path, kinds: str) -> Game:
    found = loaded(folder, kinds)
    assert found.game is not None, found.problems
    return found.game


def kinds_of(game: Game) -> dict[str, tuple[str, int, object, object]]:
    """Title, copies, suit and worth of each kind."""
    made = game.model.components["card"]
    return {
        kind.name: (kind.about.title, kind.copies, kind.values["suit"], kind.values["worth"])
        for kind in made.kinds
    }


def test_a_product_makes_a_kind_for_each_combination(tmp_path: Path) -> None:
    kinds = """\
      - each: {copies: 2, title: "{worth} of {suit}"}
        over: {suit: [leaf, moon], worth: 1..2}
        name: "{suit}_{worth}"
      - kinds: {joker: {title: joker}}
"""
    assert kinds_of(game_of(tmp_path, kinds)) == {
        "leaf_1": ("1 of leaf", 2, 0, 1),
        "leaf_2": ("2 of leaf", 2, 0, 2),
        "moon_1": ("1 of moon", 2, 1, 1),
        "moon_2": ("2 of moon", 2, 1, 2),
        "joker": ("joker", 1, -1, -1),
    }


def test_a_product_goes_over_an_enum_of_the_same_file(tmp_path: Path) -> None:
    kinds = '      - {each: {worth: 4}, over: {suit: suit}, name: "{suit}_four"}\n'
    made = kinds_of(game_of(tmp_path, kinds))
    assert list(made) == ["leaf_four", "moon_four", "new_moon_four"]
    assert [suit for _, _, suit, _ in made.values()] == [0, 1, 2]


def test_a_product_goes_over_an_enum_that_says_more(tmp_path: Path) -> None:
    told = FIELDS.replace("[leaf, moon, new_moon]", "{members: [leaf, moon, new_moon], title: Suits}")
    kinds = '      - {over: {suit: suit}, name: "{suit}_card"}\n'
    (tmp_path / "ruleset.yaml").write_text(
        HEAD + told + DEFAULTS + f"    kinds:\n{kinds}" + FLOW, encoding="utf-8"
    )
    game = load(tmp_path).game
    assert game is not None
    assert list(kinds_of(game)) == ["leaf_card", "moon_card", "new_moon_card"]


def test_a_value_of_several_words_is_one_word_in_a_name(tmp_path: Path) -> None:
    kinds = '      - {each: {title: "the {suit}"}, over: {suit: [new_moon]}, name: "card_{suit}"}\n'
    assert kinds_of(game_of(tmp_path, kinds)) == {"card_new_moon": ("the new moon", 1, 2, -1)}


def test_what_a_kind_says_itself_counts_more_than_what_all_share(tmp_path: Path) -> None:
    kinds = "      - {each: {copies: 3, worth: 5}, kinds: {sun: {worth: 7}, star: {copies: 1}, rain: }}\n"
    assert [found[1:] for found in kinds_of(game_of(tmp_path, kinds)).values()] == [
        (3, -1, 7),
        (1, -1, 5),
        (3, -1, 5),
    ]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_file_of_rows_is_read_as_spreadsheets_write_it(tmp_path: Path, mark: str) -> None:
    rows = [
        "name,copies,suit,worth,cost,title",
        'a1,4,leaf,3,2 leaf moon,"A, the first"',
        "",
        "b,,,,,",
        "# more",
    ]
    if mark != ",":
        rows = [row.replace(",", mark).replace(f"A{mark}", "A,") for row in rows]
    (tmp_path / "cards.csv").write_text("\ufeff" + "\r\n".join(rows), encoding="utf-8")
    game = game_of(tmp_path, "      - file: cards.csv\n")
    assert kinds_of(game) == {"a1": ("A, the first", 4, 0, 3), "b": ("b", 1, -1, -1)}
    assert game.model.components["card"].by_name["a1"].values["cost"] == (0, 0, 1)


def test_what_is_in_brackets_falls_away_with_its_fields(tmp_path: Path) -> None:
    kinds = """\
      - each: {title: "card[ of {suit}][ worth {worth}][ for {cost}]"}
        kinds: {one: {suit: moon, cost: [leaf, leaf]}, two: {worth: 0}, three: {worth: 2}}
"""
    titles = [found[0] for found in kinds_of(game_of(tmp_path, kinds)).values()]
    assert titles == ["card of moon for 2 leaf", "card", "card worth 2"]


def test_a_word_in_two_forms_agrees_with_the_number_before_it(tmp_path: Path) -> None:
    kinds = """\
      - each: {title: "card worth {worth} point(|s)[ with {old}] (of {suit}|of old)"}
        kinds: {one: {suit: moon, worth: 1}, two: {suit: moon, worth: 2}}
"""
    titles = [found[0] for found in kinds_of(game_of(tmp_path, kinds)).values()]
    assert titles == ["card worth 1 point (of moon|of old)", "card worth 2 points (of moon|of old)"]


def test_names_of_several_words_in_a_list_are_told_apart(tmp_path: Path) -> None:
    kinds = '      - {each: {title: "card for {cost}"}, kinds: {one: {cost: [new_moon, leaf, new_moon]}}}\n'
    assert kinds_of(game_of(tmp_path, kinds))["one"][0] == "card for 2 new moon and leaf"


def test_rules_that_a_group_shares_know_their_kind(tmp_path: Path) -> None:
    text = """\
      - each: {scoring: [{source: this, points: 10 * this.worth}]}
        kinds: {one: {worth: 1}, two: {worth: 2}}
"""
    more = "zones: {table: {per: player, holds: card, active: true}}\n"
    start = "flow:\n  - {step: begin, do: 'for p in players: move all from box(card) to table(p)'}\n"
    text = HEAD + FIELDS + DEFAULTS + f"    kinds:\n{text}" + more + start
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = load(tmp_path)
    assert found.game is not None, found.problems
    state: State = found.game.new(1)
    assert state.finished
    assert {line["source"]: line["points"] for line in state.breakdown()} == {"one": 10, "two": 20}


@pytest.mark.parametrize(
    ("kinds", "code", "line", "column"),
    [
        ("      - {each: {copies: 2}}\n", "wrong-shape", 10, 9),
        ("      - {kinds: {a: {}}, rows: x}\n", "wrong-shape", 10, 9),
        ("      - {kinds: {a: {}}, eech: {}}\n", "unknown-key", 10, 26),
        ("      - 7\n", "wrong-shape", 10, 9),
        ("      - {over: {suit: [leaf]}}\n", "wrong-shape", 10, 16),
        ("      - {over: {suit: leaf}, name: x}\n", "wrong-type", 10, 23),
        ("      - {over: {worth: 1..2}, name: x}\n", "defined-twice", 10, 37),
        ("      - {over: {worth: 1..900, suit: 1..900}, name: x}\n", "too-many-values", 10, 16),
        ('      - {each: {title: "{wroth}"}, kinds: {a: {worth: 1}}}\n', "unknown-name", 10, 24),
        ("      - {file: missing.csv}\n", "file-not-found", 10, 16),
        ("      - {file: ../cards.csv}\n", "outside-folder", 10, 16),
        ("      - rows: |\n          kind, worth\n          a, 1\n", "wrong-shape", 11, 11),
        ("      - rows: |\n          name, worth\n          a, 1, 2\n", "wrong-length", 12, 17),
        ("      - rows: |\n          name, suit\n          a, leav\n", "wrong-kind-of-name", 12, 14),
        ("      - rows: |\n          name, wroth\n          a, 3\n", "unknown-key", 12, 14),
        ("      - rows: |\n          name, worth\n          a, 3\n          ,\n", "missing-key", 13, 11),
    ],
)
def test_faults_stand_where_they_were_written(
    tmp_path: Path, kinds: str, code: str, line: int, column: int
) -> None:
    found = [(p.code, p.position.line, p.position.column) for p in loaded(tmp_path, kinds).problems]
    assert (code, line, column) in found


def test_a_fault_in_a_file_of_rows_shows_row_and_column(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name;suit;worth\na;leaf;1\nb;moom;2\n", encoding="utf-8")
    found = loaded(tmp_path, "      - file: cards.csv\n")
    places = [(Path(p.position.file).name, p.position.line, p.position.column) for p in found.problems]
    assert places == [("cards.csv", 3, 3)]
    assert found.problems[0].hint == "did you mean 'moon'?"


def test_rows_without_a_name_are_said_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,suit,worth\n# dear ones\na,leaf,1\n,,\n,,1\n", encoding="utf-8")
    problems = loaded(tmp_path, "      - file: cards.csv\n").problems
    found = [(p.message, p.position.line) for p in problems]
    assert found == [("this row is empty", 4), ("this row has no name", 5)]
    assert problems[0].hint == "leave out rows that are empty, or that hold totals"


def test_overlays_and_parts_see_plain_kinds(tmp_path: Path) -> None:
    text = (
        HEAD
        + FIELDS
        + DEFAULTS
        + "kinds:\n  - {each: {component: card}, kinds: {a: {worth: 1}, b: {}}}\n"
        + FLOW
    )
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    problems = Problems()
    merged = read_ruleset(tmp_path, problems).merged.plain()
    assert problems.ok
    assert merged["components"]["card"]["kinds"] == {"a": {"worth": 1}, "b": {}}  # type: ignore[index,call-overload]


BOARD = HEAD + FLOW + "boards:\n  map:\n    shape: square\n    fields: {height: number, wet: truth}\n"


def test_what_a_layout_says_itself_counts_more_than_what_all_share(tmp_path: Path) -> None:
    """A text alone is the picture of the first field."""
    layouts = """\
    layouts:
      - each: {picture: 1 2, spaces: {a1: {wet: true}, a2: {wet: false}}}
        layouts:
          low: {}
          high: {picture: 8 9}
      - layouts:
          dry: {picture: {wet: no no, height: 3 4}}
"""
    (tmp_path / "ruleset.yaml").write_text(BOARD + "    legend: {wet: {no: false}}\n" + layouts, "utf-8")
    found = load(tmp_path)
    assert found.game is not None, found.problems
    told = {
        layout.name: [(n.values["height"], n.values["wet"]) for n in layout.nodes]
        for layout in found.game.model.boards["map"].layouts
    }
    assert told == {"low": [(1, 1), (2, 0)], "high": [(8, 1), (9, 0)], "dry": [(3, 0), (4, 0)]}


@pytest.mark.parametrize(
    ("group", "code", "column"),
    [
        ("{each: {picture: 1 2}}", "wrong-shape", 9),
        ("{layouts: {a: {picture: 1 2}}, over: {}}", "unknown-key", 40),
        ("{layouts: {a: {picture: 1 x}}}", "wrong-type", 35),
    ],
)
def test_faults_in_groups_of_layouts_stand_where_they_were_written(
    tmp_path: Path, group: str, code: str, column: int
) -> None:
    text = BOARD + f"    layouts:\n      - {group}\n"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = [(p.code, p.position.line, p.position.column) for p in load(tmp_path).problems]
    assert (code, 10, column) in found
