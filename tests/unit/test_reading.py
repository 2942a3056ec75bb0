"""The YAML reader and the ruleset folder: places are exact, words stay words, nothing escapes the folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from interpreter.problems import Position, Problem, Problems, hint_for, nearest, render
from interpreter.reading import (
    Located,
    RulesetFolder,
    find_overlay,
    find_ruleset,
    fingerprint,
    list_rulesets,
    read_overlay,
    read_ruleset,
    read_yaml,
)
from interpreter.reading.indentation import misplaced_line
from interpreter.reading.yaml_reader import MAX_BYTES, MAX_DEPTH
from tests.playing import ROOT


def read(text: str) -> tuple[Located, Problems]:
    problems = Problems()
    placed = read_yaml(text, "f.yaml", problems)
    assert placed is not None, problems
    return placed, problems


def faults(text: str) -> list[tuple[str, int, int]]:
    problems = Problems()
    read_yaml(text, "f.yaml", problems)
    return [(p.code, p.position.line, p.position.column) for p in problems.sorted()]


def at(placed: Located, *path: str) -> Located:
    for key in path:
        found = placed.get(key)
        assert found is not None, key
        placed = found
    return placed


# --- Scalars


@pytest.mark.parametrize(
    "word", ["on", "off", "yes", "no", "y", "True", "NULL", "2026-01-01", "1_000", "12:30"]
)
def test_words_of_yaml_1_1_are_texts(word: str) -> None:
    placed, problems = read(f"a: {word}\n{word}: b\n")
    assert placed.plain() == {"a": word, word: "b"}
    assert not len(problems)


def test_core_scalars() -> None:
    placed, problems = read("[true, false, null, ~, 7, -7, +7, 007, '7', \"true\", ]")
    assert placed.plain() == [True, False, None, None, 7, -7, 7, 7, "7", "true"]
    kinds = [entry.kind for entry in placed.entries()]
    assert kinds == ["truth", "truth", "null", "null", *["number"] * 4, "text", "text"]
    assert problems.ok


@pytest.mark.parametrize("number", ["1.5", ".5", "1e3", "0x1F", "0o17", ".inf", "-.inf", ".nan"])
def test_numbers_that_are_not_decimal_and_whole_are_errors(number: str) -> None:
    assert faults(f"a: {number}") == [("number-not-whole", 1, 4)]
    assert faults(f"a: '{number}'") == []


def test_numbers_end_at_two_to_the_53rd() -> None:
    assert faults(f"[{2**53}, -{2**53}]") == []
    assert faults(f"[{2**53 + 1}]") == [("number-too-large", 1, 2)]
    assert faults(f"a: -{'9' * 10_000}") == [("number-too-large", 1, 4)]


def test_number_keys_become_texts_and_collide_with_them() -> None:
    placed, problems = read("3: a\n04: b\n")
    assert placed.plain() == {"3": "a", "4": "b"}
    assert problems.ok
    assert faults("3: a\n'3': b\n") == [("duplicate-key", 2, 1)]


@pytest.mark.parametrize("key", ["true", "null", "~", "[a]", "{a: b}"])
def test_other_keys_are_refused(key: str) -> None:
    assert [code for code, _, _ in faults(f"? {key}\n: b\n")] == ["bad-key"]


# --- Positions


def test_positions_of_keys_and_values() -> None:
    placed, _ = read("a:\n  bc: def\n  list:\n    - x\n    - {y: 'zz'}\n")
    assert placed.get("a") is not None
    inner = at(placed, "a")
    assert inner.key_positions["bc"] == Position("f.yaml", 2, 3, 5)
    assert at(inner, "bc").position == Position("f.yaml", 2, 7, 10)
    entry = at(inner, "list").entries()[1]
    assert entry.position == Position("f.yaml", 5, 7)
    assert at(entry, "y").position == Position("f.yaml", 5, 11, 15)


def test_columns_count_letters_not_bytes() -> None:
    placed, _ = read("é: 'ß' # 🎲\n'🎲': {größe: x}\n")
    assert at(placed, "é").position == Position("f.yaml", 1, 4, 7)
    assert at(placed, "🎲", "größe").position == Position("f.yaml", 2, 14, 15)


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("do: |\n  abc\n    def\n", 1, 1, (2, 3)),
        ("do: |\n  abc\n    def\n", 2, 3, (3, 5)),
        ("do: |  # remark\n    abc\n", 1, 2, (2, 6)),
        ("do: |-\n\n\n      abc\n", 3, 1, (4, 7)),
        ("do: |2\n     abc\n  def\n", 1, 4, (2, 6)),
        ("do: |2\n     abc\n  def\n", 2, 1, (3, 3)),
        ("- do: |\n    abc\n\n    def\n", 3, 2, (4, 6)),
        ("do: abc def\n", 1, 5, (1, 9)),
        ("do: 'abc def'\n", 1, 5, (1, 10)),
        ('do: "abc def"\n', 1, 1, (1, 6)),
    ],
)
def test_places_inside_texts(text: str, line: int, column: int, expected: tuple[int, int]) -> None:
    placed, problems = read(text)
    assert problems.ok
    owner = placed.entries()[0] if placed.kind == "list" else placed
    place = at(owner, "do").position_in_text(line, column)
    assert (place.line, place.column) == expected


@pytest.mark.parametrize(
    "text", ["do: >\n  abc\n  def\n", "do: 'it''s'\n", "do: abc\n  def\n", 'do: "a\\tb"\n']
)
def test_texts_that_are_not_in_the_file_letter_by_letter_keep_their_start(text: str) -> None:
    placed, _ = read(text)
    do = at(placed, "do")
    assert do.position_in_text(1, 4) == do.position
    assert do.position_in_text(2, 4) == do.position


def test_styles() -> None:
    placed, _ = read("[a, 'a', \"a\"]")
    assert [entry.style for entry in placed.entries()] == ["plain", "quoted", "quoted"]
    placed, _ = read("a: |\n  x\nb: >\n  x\n")
    assert (at(placed, "a").style, at(placed, "b").style) == ("literal", "folded")


def test_windows_line_ends_and_byte_order_mark() -> None:
    placed, problems = read("\ufeffa: 1\r\ndo: |\r\n  x\r\n  yz\r\n")
    assert problems.ok
    assert placed.plain() == {"a": 1, "do": "x\nyz\n"}
    assert at(placed, "do").position_in_text(2, 2) == Position("f.yaml", 4, 4)


# --- Faults


def test_duplicate_key_names_both_places_and_the_first_one_counts() -> None:
    placed, problems = read("a: 1\nb: 2\na: {c: 3}\n")
    [problem] = problems.errors
    assert problem.code == "duplicate-key"
    assert problem.position == Position("f.yaml", 3, 1, 2)
    assert problem.also == (Position("f.yaml", 1, 1, 2),)
    assert placed.plain() == {"a": 1, "b": 2}


def test_aliases_anchors_and_merge_keys_are_refused() -> None:
    assert faults("a: &x {b: 1}\nc: *x\nd: {<<: {e: 1}}\n") == [
        ("alias", 1, 4),
        ("alias", 2, 4),
        ("alias", 3, 5),
    ]
    placed, _ = read("a: &x 1\nc: {d: *x, *x : 2, e: 3}\n")
    assert placed.plain() == {"a": 1, "c": {"d": None, "e": 3}}


def test_a_bomb_of_aliases_is_read_in_no_time() -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 40)]
    assert {code for code, _, _ in faults("\n".join(lines))} == {"alias"}


def test_tags_are_refused() -> None:
    assert [code for code, _, _ in faults("[!!python/object:os.system x, !mine y, !!str 3]")] == ["tag"] * 3


def test_depth_is_limited() -> None:
    assert faults("[" * MAX_DEPTH + "]" * MAX_DEPTH) == []
    assert faults("[" * 900) == [("too-deep", 1, MAX_DEPTH + 1)]
    assert [code for code, _, _ in faults("[" * 100_000)] == ["too-deep"]


def test_size_is_limited() -> None:
    assert faults("a: " + "x" * MAX_BYTES) == [("file-too-large", 1, 1)]
    assert faults("a: " + "é" * (MAX_BYTES // 2)) == [("file-too-large", 1, 1)]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: b: c\n", 1, 5),
        ("a:\n\t- x\n", 2, 1),
        ("a: 1\nb\n", 2, 1),
        ("a: [1, 2\n\n", 1, 4),
        ("a: 1\nb: {c: '}'\nd: [e]\n", 2, 4),
        ('a: "x\nb: 1\nc: 2\n', 1, 4),
        ("a: {b: 1}}\n", 1, 10),
        ("- a\nb: c\n", 2, 1),
        ("--- a\n--- b\n", 2, 1),
    ],
)
def test_syntax_errors_have_a_place_that_exists(text: str, line: int, column: int) -> None:
    problems = Problems()
    assert read_yaml(text, "f.yaml", problems) is None
    [problem] = problems.errors
    assert (problem.code, problem.position.line, problem.position.column) == ("yaml-syntax", line, column)


@pytest.mark.parametrize("text", ["a: x\x07", "ab\n c\x1b[31m", 'a: "\\e"', "a: \u2028b"])
def test_control_characters_are_refused(text: str) -> None:
    assert "bad-character" in [code for code, _, _ in faults(text)]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("a:\n\t- x\n", "indent with spaces, not with tabs"),
        ("a: {b: |\n  c}\n", "a block is not allowed inside { } or [ ]"),
        ("a: @b\n", "a text that begins with @ needs quotes"),
        ("a: b: c\n", "a text with ': ' in it needs quotes; a rule text of several lines goes below `do: |`"),
        ("a: 'b\n", "put the other one"),
        ("a: {b: 1\nc: [d]\n", "put a `}`"),
        ("a: {b: 1}}\n", "take it away"),
        ("a: {b: c d: e}\n", "inside { } and [ ] a text with a comma, colon or bracket in it needs quotes"),
        ("a: [max(b, 3)]\n", "inside { } and [ ] a text with a comma, colon or bracket in it needs quotes"),
        ("x: 1\na:b\nc: d\n", "a key ends with a colon, and a space follows"),
    ],
)
def test_common_slips_get_a_hint(text: str, hint: str) -> None:
    problems = Problems()
    read_yaml(text, "f.yaml", problems)
    assert problems.errors[0].hint == hint


_ACTION = (
    "actions:\n  go:\n    title: Go\n    do: |\n      gain 1 coins\n      end turn\n  stay: {}\nflow: []\n"
)


@pytest.mark.parametrize(
    ("good", "bad", "place", "says", "seen_by"),
    [
        ("    do: |", "     do: |", (4, 6), "'do' is indented more than 'title' above it", 3),
        (
            "    title:",
            "     title:",
            (4, 5),
            "'title' in line 3 begins in column 6, 'go' in line 2 in column 3",
            3,
        ),
        ("    title:", "  title:", (4, 5), "'do' is indented more than 'title' above it", 3),
        (
            "  stay:",
            "   stay:",
            (7, 4),
            "'title' in line 3 begins in column 5, 'go' in line 2 in column 3",
            3,
        ),
        ("      end", "     end", (6, 6), "the text of 'do' that it follows", 4),
        ("      gain", "    gain", (5, 5), "the text of 'do' that it follows", 4),
        ("      end", "    end", (6, 5), "the lines of that text begin in column 7", 4),
        ("flow:", " flow:", (8, 2), "'go' in line 2 begins in column 3, 'actions' in line 1 in column 1", 2),
    ],
)
def test_wrong_indentation_is_found_where_it_is(
    good: str, bad: str, place: tuple[int, int], says: str, seen_by: int
) -> None:
    assert good in _ACTION
    problems = Problems()
    assert read_yaml(_ACTION.replace(good, bad), "f.yaml", problems) is None
    [problem] = problems.errors
    assert (problem.position.line, problem.position.column) == place
    assert says in f"{problem.message}: {problem.hint}"
    assert [each.line for each in problem.also] == [seen_by]


def test_the_shipped_files_are_indented_rightly() -> None:
    """What is looked for where a file cannot be read is not found where it can."""
    files = [file for folder in ("rulesets", "examples") for file in (ROOT / folder).rglob("*.yaml")]
    assert files
    for file in files:
        lines = file.read_text(encoding="utf-8").split("\n")
        assert misplaced_line(lines, len(lines)) is None, file


def test_empty_file_is_nothing() -> None:
    placed, problems = read("# only a remark\n")
    assert placed.kind == "null"
    assert problems.ok


# --- Problems


def test_render_shows_line_caret_hint_and_other_places() -> None:
    problem = Problem(
        "unknown-key",
        "no 'ab'",
        Position("f", 2, 3, 5),
        hint="did you mean 'abc'?",
        also=(Position("g", 1, 1),),
    )
    lines = {"f": ["x", "\t ab: 1\x1b[31m"]}
    shown = render(problem, lines.get)
    assert shown.split("\n") == [
        "f:2:3: error [unknown-key] no 'ab'",
        "    \t ab: 1\ufffd[31m",
        "    \t ^^",
        "  hint: did you mean 'abc'?",
        "  see also g:1:1",
    ]


def test_render_survives_places_beyond_the_file() -> None:
    problem = Problem("yaml-syntax", "x", Position("f", 9, 9, 99), also=(Position("f", 1, 50, 60),))
    assert "f:9:9" in render(problem, lambda _: ["ab"])


def test_problems_are_sorted_kept_once_and_their_codes_known() -> None:
    problems = Problems()
    for line in (3, 1, 3):
        problems.error("alias", "x", Position("f", line, 1))
    problems.warning("tag", "y", Position("a", 9, 9))
    assert [(p.position.file, p.position.line) for p in problems.sorted()] == [("a", 9), ("f", 1), ("f", 3)]
    assert (len(problems.errors), len(problems.warnings), problems.ok) == (2, 1, False)
    with pytest.raises(AssertionError):
        problems.error("no-such-code", "x", Position("f", 1, 1))


def test_nearest_name() -> None:
    names = {"choose", "call", "storage", "triggers", "sold_goods"}
    assert nearest("chose", names) == "choose"
    assert nearest("trigger", names) == "triggers"
    assert nearest("Sold-Goods", names) == "sold_goods"
    assert nearest("zzz", names) is None
    assert hint_for("storge", names) == "did you mean 'storage'?"
    assert hint_for("storage", {"storage"}) is None


# --- Folders


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def codes(problems: Problems) -> list[str]:
    return [problem.code for problem in problems.sorted()]


def test_parts_are_merged_and_keep_their_own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = write(
        tmp_path / "g",
        ruleset="id: g\nfiles: [a.yaml, sub/b.yaml]\ncounters: {x: {}}\ntriggers: [1]\n",
        a="counters: {y: {}}\ntriggers: [2]\nscoring: {final: [p]}\n",
        sub__b="\nflow: [s]\nscoring: {final: [q], pieces: false}\n",
    )
    monkeypatch.chdir(tmp_path)
    problems = Problems()
    source = read_ruleset(game, problems)
    assert problems.ok, problems
    assert source.merged.plain() == {
        "id": "g",
        "files": ["a.yaml", "sub/b.yaml"],
        "counters": {"x": {}, "y": {}},
        "triggers": [1, 2],
        "scoring": {"final": ["p", "q"], "pieces": False},
        "flow": ["s"],
    }
    assert at(source.merged, "counters").key_positions["y"] == Position("g/a.yaml", 1, 12, 13)
    assert at(source.merged, "flow").position == Position("g/sub/b.yaml", 2, 7)
    assert at(source.main, "counters").plain() == {"x": {}}
    assert at(source.main, "triggers").plain() == [1]
    assert at(source.parts[0], "scoring", "final").plain() == ["p"]
    assert source.lines_of("g/a.yaml") is not None
    assert source.lines_of("/etc/passwd") is None


def test_files_elsewhere_have_absolute_names(tmp_path: Path) -> None:
    game = write(tmp_path / "g", ruleset="id: g\na: b: c\n")
    problems = Problems()
    read_ruleset(game, problems)
    assert problems.errors[0].position.file == str(game / "ruleset.yaml")


def test_a_name_defined_twice_names_both_places(tmp_path: Path) -> None:
    game = write(
        tmp_path,
        ruleset="id: g\nfiles: [a.yaml]\ncounters: {x: {}}\neffects: {f(number n): a, f: b}\nflow: [s]\n",
        a="counters: {x: {}}\neffects: {f(player p): c}\nflow: [t]\n",
    )
    problems = Problems()
    source = read_ruleset(game, problems)
    found = [(p.code, p.message.split()[0], p.position.line, p.also[0].line) for p in problems.sorted()]
    assert found == [
        ("defined-twice", "'x'", 1, 3),
        ("defined-twice", "'f'", 2, 4),
        ("defined-twice", "'flow'", 3, 5),
        ("defined-twice", "'f'", 4, 4),
    ]
    assert at(source.merged, "flow").plain() == ["s"]


def test_no_file_outside_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("counters: {x: {}}")
    game = write(tmp_path / "g", inner__ok="counters: {y: {}}\n")
    (game / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (game / "linked").symlink_to(tmp_path)
    (game / "good_link.yaml").symlink_to(game / "inner" / "ok.yaml")
    names = [str(tmp_path / "secret.yaml"), "../secret.yaml", "inner/../../secret.yaml", "link.yaml"]
    names += ["linked/secret.yaml", "..\\\\secret.yaml"]
    listed = ", ".join(f'"{name}"' for name in names)
    write(game, ruleset=f"id: g\nfiles: [{listed}, good_link.yaml, inner, missing.yaml]\n")
    problems = Problems()
    source = read_ruleset(game, problems)
    assert codes(problems) == ["outside-folder"] * len(names) + ["file-not-found"] * 2
    assert source.merged.get("counters") is not None
    assert at(source.merged, "counters").plain() == {"y": {}}


def test_devices_pipes_and_impossible_names_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    write(tmp_path, ruleset=f'id: g\nfiles: [pipe.yaml, {"x" * 5000}, "a\\0b"]\n')
    problems = Problems()
    read_ruleset(tmp_path, problems)
    assert sorted(codes(problems)) == ["bad-character", *["file-not-found"] * 3]


def test_a_missing_or_broken_ruleset_is_an_empty_one(tmp_path: Path) -> None:
    problems = Problems()
    assert read_ruleset(tmp_path / "nowhere", problems).merged.plain() == {}
    assert codes(problems) == ["file-not-found"]
    problems = Problems()
    (tmp_path / "ruleset.yaml").write_bytes(b"id: g\ntitle: \xff\n")
    assert read_ruleset(tmp_path, problems).merged.plain() == {}
    [problem] = problems.errors
    assert (problem.code, problem.position.line, problem.position.column) == ("not-utf-8", 2, 8)


def test_a_file_is_read_once(tmp_path: Path) -> None:
    write(tmp_path, ruleset="id: g\nfiles: [a.yaml, ./a.yaml, ruleset.yaml]\n", a="counters: {x: {}}\n")
    problems = Problems()
    read_ruleset(tmp_path, problems)
    assert codes(problems) == ["defined-twice"] * 2


def test_all_files_together_are_limited(tmp_path: Path) -> None:
    big = "a: " + "x" * (MAX_BYTES * 2 // 3)
    write(tmp_path, ruleset="id: g\nfiles: [a.yaml, b.yaml]\n", a=big, b=big)
    problems = Problems()
    read_ruleset(tmp_path, problems)
    assert codes(problems) == ["file-too-large"]


def test_operations_of_overlay_files_are_merged(tmp_path: Path) -> None:
    write(
        tmp_path,
        overlay="id: o\nfiles: [a.yaml, b.yaml]\nadd: {counters: {x: {}}}\n",
        a="add: {counters: {y: {}}, triggers: [1]}\nremove: {zones: [a]}\n",
        b="add: {triggers: [2]}\nremove: {zones: [b]}\ninsert: [i]\n",
    )
    problems = Problems()
    source = read_overlay(tmp_path, problems)
    assert problems.ok, problems
    plain = source.merged.plain()
    assert isinstance(plain, dict)
    assert plain["add"] == {"counters": {"x": {}, "y": {}}, "triggers": [1, 2]}
    assert plain["remove"] == {"zones": ["a", "b"]}
    assert plain["insert"] == ["i"]
    assert source.parts[0].plain() == {
        "add": {"counters": {"y": {}}, "triggers": [1]},
        "remove": {"zones": ["a"]},
    }


def test_fingerprint_depends_on_data_and_its_order_alone() -> None:
    one = fingerprint(read("a: 1\nb: [x, 'y']\n")[0])
    assert one == fingerprint(read("# remark\n{a: 001, 'b': [x, y]}\n")[0])
    assert one != fingerprint(read("a: '1'\nb: [x, y]\n")[0])
    assert one != fingerprint(read("b: [x, y]\na: 1\n")[0])
    assert len(one) == 32


# --- Search path


def test_search_path_and_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "one" / "folder", ruleset="id: gee\n", expansions__oo__overlay="id: ex\n")
    write(tmp_path / "two" / "gee", ruleset="id: gee\n")
    write(tmp_path / "two" / "other", ruleset="title: has no id\n")
    write(tmp_path / "here" / "gee", ruleset="id: elsewhere\n")
    monkeypatch.setenv("RULEWRIGHT_PATH", f"{tmp_path / 'two'}{os.pathsep}{tmp_path / 'no such'}")
    extra = [tmp_path / "one"]
    found = {ruleset.id: ruleset.path for ruleset in list_rulesets(extra)}
    assert found["gee"] == tmp_path / "one" / "folder"
    assert found["other"] == tmp_path / "two" / "other"
    assert find_ruleset("gee") == tmp_path / "two" / "gee"
    assert find_ruleset("gee", extra) == tmp_path / "one" / "folder"
    assert find_ruleset("nothing", extra) is None
    assert find_ruleset(str(tmp_path / "two" / "gee" / "ruleset.yaml")) == tmp_path / "two" / "gee"
    assert find_overlay("ex", None, extra) == tmp_path / "one" / "folder" / "expansions" / "oo"
    assert find_overlay("ex", tmp_path / "two" / "gee") is None
    assert (
        find_overlay("ex", tmp_path / "one" / "folder") == tmp_path / "one" / "folder" / "expansions" / "oo"
    )
    write(tmp_path / "here" / "ex", overlay="id: ex\n")
    monkeypatch.chdir(tmp_path / "here")
    assert (
        find_overlay("ex", tmp_path / "one" / "folder") == tmp_path / "one" / "folder" / "expansions" / "oo"
    )
    assert find_overlay("./ex", tmp_path / "one" / "folder") == Path("ex")
    assert find_overlay("ex", tmp_path / "two" / "gee") == Path("ex")
    path = find_ruleset("gee", extra)
    assert path is not None
    assert RulesetFolder(path).id == "elsewhere"


def test_the_order_of_rulesets_and_overlays_is_that_of_their_names(tmp_path: Path) -> None:
    for name in ("c", "a", "b"):
        write(tmp_path / "g" / "expansions" / name, overlay=f"id: {name}\n")
    write(tmp_path / "g", ruleset="id: g\n")
    assert [overlay.id for overlay in RulesetFolder(tmp_path / "g").overlays()] == ["a", "b", "c"]
