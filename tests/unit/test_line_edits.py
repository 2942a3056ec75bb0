"""Overlays that change single lines of a rule text, found by a label or a pattern."""

from __future__ import annotations

from itertools import permutations
from time import process_time

import pytest

from interpreter.overlays import MergedRuleset, apply_overlays
from interpreter.overlays.copies import copied_texts
from interpreter.overlays.rule_text import statements_in
from interpreter.problems import Problem, Problems
from interpreter.reading import Located, read_yaml

BASE = """\
id: base
title: Base
effects:
  give: gain 1 coins
  found(player p): {do: "score 1 as towns"}
components:
  card: {kinds: {rose: {effect: score 1 as roses}}}
flow: [{step: turn, do: gain 2 coins}]
actions:
  build:
    do: |
      require coins(me) > 0   # or not
      paid: pay 1 coins
      choose home in {1, 2}
          as "Which # home?"
      if home == 1:
        gain 1 coins
      elif home == 2:
        gain 2 coins
      else:
        gain 3 coins
      # the end
      one of:
        rest as "rest": gain 4 coins
        work: gain 5 coins
"""
WHOLE = """\
require coins(me) > 0   # or not
paid: pay 1 coins
choose home in {1, 2}
    as "Which # home?"
if home == 1:
  gain 1 coins
elif home == 2:
  gain 2 coins
else:
  gain 3 coins
# the end
one of:
  rest as "rest": gain 4 coins
  work: gain 5 coins
"""


def read(text: str, file: str) -> Located:
    problems = Problems()
    placed = read_yaml(text, file, problems)
    assert placed is not None
    assert problems.ok
    return placed


def merge(*overlays: str, names: str = "abcdefgh") -> tuple[MergedRuleset, list[Problem]]:
    """Merge overlays a, b, c, ...: each the lines of `do` of the action, or a whole overlay."""
    whole = [text if "\nchange:" in f"\n{text}" else of_build(text) for text in overlays]
    named = [(name, read(text, f"{name}.yaml")) for name, text in zip(names, whole, strict=False)]
    problems = Problems()
    return apply_overlays(read(BASE, "base.yaml"), named, problems), problems.sorted()


def of_build(edits: str) -> str:
    head = [line for line in edits.splitlines() if line.startswith(("base:", "needs:"))]
    rest = [f"        {line}" for line in edits.splitlines() if line not in head]
    return "\n".join([*head, "change:", "  actions:", "    build:", "      do:", *rest, ""])


def text_of(merged: MergedRuleset) -> Located:
    actions = merged.get("actions")
    assert actions is not None
    build = actions.get("build")
    assert build is not None
    text = build.get("do")
    assert text is not None
    return text


def changed(*overlays: str, names: str = "abcdefgh") -> str:
    merged, problems = merge(*overlays, names=names)
    assert not problems, problems
    return str(text_of(merged).value)


def only(*overlays: str) -> Problem:
    problems = merge(*overlays)[1]
    assert len(problems) == 1, problems
    return problems[0]


def without(text: str, *lines: str) -> str:
    for line in lines:
        assert line in text
        text = text.replace(line, "")
    return text


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        ("- {after: paid, do: gain 9 coins}", "pay 1 coins\n", "pay 1 coins\ngain 9 coins\n"),
        ("- {before: paid, do: gain 9 coins}", "paid:", "gain 9 coins\npaid:"),
        ("- {instead: paid, do: gain 9 coins}", "paid: pay 1 coins\n", "gain 9 coins\n"),
        ("- {remove: paid}", "paid: pay 1 coins\n", ""),
        ("- {after: pay *, do: gain 9 coins}", "pay 1 coins\n", "pay 1 coins\ngain 9 coins\n"),
        ("- {after: 'paid: pay 1 coins', do: gain 9 coins}", "pay 1 coins\n", "pay 1 coins\ngain 9 coins\n"),
        ("- {before: gain 3*, do: gain 9 coins}", "  gain 3", "  gain 9 coins\n  gain 3"),
        ("- {remove: 'choose home in * home?\"'}", 'choose home in {1, 2}\n    as "Which # home?"\n', ""),
        ("- {after: if home == 1, do: say \"hi\"}", "# the end", 'say "hi"\n# the end'),
        ("- {after: rest, do: 'idle: gain 6 coins'}", "  work:", "  idle: gain 6 coins\n  work:"),
        ("- {instead: 'require*', do: require true}", "require coins(me) > 0   # or not", "require true"),
    ],
)  # fmt: skip
def test_an_edit(edit: str, old: str, new: str) -> None:
    assert old in WHOLE
    assert changed(edit) == WHOLE.replace(old, new)


def test_a_block_takes_the_indentation_of_its_new_place() -> None:
    edit = "- after: gain 1 coins\n  do: |\n    if true:\n      gain 7 coins\n"
    inside = "  gain 1 coins\n  if true:\n    gain 7 coins\n"
    assert changed(edit) == WHOLE.replace("  gain 1 coins\n", inside)


def test_each_line_keeps_its_place() -> None:
    text = text_of(merge("- {after: gain 3 coins, do: gain 9 coins}")[0])
    lines = str(text.value).splitlines()
    assert lines[10] == "  gain 9 coins"
    assert str(text.position_in_text(11, 3)) == "a.yaml:5:37"
    assert str(text.position_in_text(11, 8)) == "a.yaml:5:42"
    assert str(text.position_in_text(10, 3)) == "base.yaml:21:9"
    assert str(text.position_in_text(13, 3)) == "base.yaml:23:9"


def test_every_rule_text_has_lines() -> None:
    merged, problems = merge(
        "change:\n  effects:\n    give: {do: [{after: gain *, do: gain 2 coins}]}\n"
        "    found: {do: [{before: score *, do: gain 3 coins}]}\n"
        "  kinds:\n    rose: {effect: [{instead: score *, do: score 2 as roses}]}\n"
        "  steps:\n    turn: {do: [{after: gain *, do: gain 4 coins}]}\n"
    )
    assert not problems
    plain = merged.plain()
    assert isinstance(plain, dict)
    assert plain["effects"] == {
        "give": {"do": "gain 1 coins\ngain 2 coins\n"},
        "found(player p)": {"do": "gain 3 coins\nscore 1 as towns\n"},
    }
    assert plain["components"] == {"card": {"kinds": {"rose": {"effect": "score 2 as roses\n"}}}}
    assert plain["flow"] == [{"step": "turn", "do": "gain 2 coins\ngain 4 coins\n"}]


# --- What is not there


def test_a_line_that_is_gone_is_shown_as_it_is_now() -> None:
    problem = only("- {instead: pay 2 coins*, do: gain 9 coins}")
    assert problem.code == "overlay-line"
    assert problem.message == "no line of actions/build is `pay 2 coins*`"
    assert problem.hint == "now there is `paid: pay 1 coins`"
    assert (str(problem.position), [str(place) for place in problem.also]) == (
        "a.yaml:5:21",
        ["base.yaml:13:7"],
    )


def test_names_of_lines_are_listed() -> None:
    problem = only("- {after: payment, do: gain 9 coins}")
    assert problem.message == "no line of actions/build is called 'payment'"
    assert problem.hint is not None
    assert "`paid: pay 1 coins`" in problem.hint


def test_a_pattern_fits_one_statement() -> None:
    problem = only("- {after: gain *, do: gain 9 coins}")
    assert problem.message == "`gain *` fits 4 statements of actions/build"
    assert len(problem.also) == 4


def test_who_changed_the_line_before_is_named() -> None:
    first, second = "- {instead: paid, do: gain 8 coins}", "base: a\n- {after: paid, do: gain 9 coins}"
    problem = only(first, second)
    assert problem.message == "no line of actions/build is called 'paid': 'a' has changed it"
    assert str(problem.also[0]).startswith("a.yaml:5")
    assert changed(first, second.replace("paid", "gain 8*")) == WHOLE.replace(
        "paid: pay 1 coins\n", "gain 8 coins\ngain 9 coins\n"
    )


def test_an_overlay_finds_the_text_as_it_was_before_it() -> None:
    """Not its own lines, and its edits in any order."""
    edits = ["- {after: paid, do: gain 9 coins}", "- {before: paid, do: gain 8 coins}"]
    assert changed("\n".join(edits)) == changed("\n".join(reversed(edits)))
    assert only("\n".join([edits[0], "- {after: gain 9*, do: gain 8 coins}"])).code == "overlay-line"
    twice = only("- {instead: paid, do: gain 8 coins}\n- {remove: pay *}")
    assert twice.message == "`pay *` is changed here already, by this overlay itself"


# --- Overlays that know nothing of each other


@pytest.mark.parametrize("names", ["".join(order) for order in permutations("abc")])
def test_whatever_their_order(names: str) -> None:
    found = changed(
        "- {instead: paid, do: gain 7 coins}",
        "- {before: paid, do: gain 6 coins}\n- {remove: one of}",
        "- {after: pay *, do: gain 8 coins}",
        names=names,
    )
    lines = WHOLE.replace("paid: pay 1 coins\n", "gain 6 coins\ngain 7 coins\ngain 8 coins\n")
    assert found == lines[: lines.index("one of")]


CLASHES = [
    ("- {instead: paid, do: gain 7 coins}", "- {instead: paid, do: gain 8 coins}"),
    ("- {remove: paid}", "- {instead: paid, do: gain 8 coins}"),
    ("- {remove: paid}", "- {after: paid, do: gain 8 coins}"),
    ("- {instead: if *, do: gain 7 coins}", "- {after: gain 3*, do: gain 8 coins}"),
    ("- {instead: one of, do: gain 7 coins}", "- {remove: work}"),
    ("change: {actions: {build: {do: gain 7 coins}}}", "- {after: paid, do: gain 8 coins}"),
    ("change:\nremove: {actions: [build]}", "- {after: paid, do: gain 8 coins}"),
]


@pytest.mark.parametrize(("one", "other"), CLASHES)
@pytest.mark.parametrize("names", ["ab", "ba"])
def test_what_cannot_both_hold(one: str, other: str, names: str) -> None:
    problems = merge(one, other, names=names)[1]
    assert [problem.code for problem in problems] == ["overlay-conflict"]
    assert {place.file for place in (problems[0].position, *problems[0].also)} == {"a.yaml", "b.yaml"}


def test_equal_edits_are_made_once() -> None:
    edit = "- {instead: paid, do: gain 7 coins}"
    assert changed(edit, edit) == changed(edit)


# --- Copies


COPY = """\
change:
  actions:
    build:
      do: |
        require coins(me) > 0
        pay 1 coins
        gain 6 coins
"""
SHORT = """\
change:
  actions:
    build:
      do: |
        gain 6 coins
        gain 7 coins
        pay 2 coins
"""


def test_a_copy_is_found_with_what_it_drops() -> None:
    first = "- {instead: choose *, do: 'gain 5 coins'}\n- {remove: if *}\n- {remove: one of}\n"
    first += "- {instead: paid, do: pay 1 coins}\n- {after: 'require *', do: call toll()}"
    merged, problems = merge(first, f"base: a\n{COPY}")
    assert not problems
    warnings = copied_texts(merged, lambda place: place.file == "b.yaml")
    assert [problem.message for problem in warnings] == [
        "2 of 3 lines equal those of 'a': change the others where they are",
        "this copy of actions/build leaves out `call toll()`, which 'a' adds",
        "this copy of actions/build leaves out `gain 5 coins`, which 'a' adds",
    ]
    assert {str(problem.position) for problem in warnings} == {"b.yaml:5:11"}
    assert copied_texts(merged, lambda place: place.file == "a.yaml") == []


def test_a_text_of_its_own_is_no_copy() -> None:
    merged, problems = merge(SHORT)
    assert not problems
    assert copied_texts(merged, lambda place: True) == []


# --- Hostile input


def test_many_lines_and_stars_cost_little() -> None:
    lines = [f"{' ' * (n % 17)}gain {n} coins" for n in range(1_500)]
    base = BASE.replace("      # the end\n", "".join(f"      {line}\n" for line in lines)[:19_000])
    stars = "*".join(["gain"] * 120)
    edits = "\n".join(f"- {{after: 'gain*{n}*{stars}x*', do: gain 1 coins}}" for n in range(600))
    begin, problems = process_time(), Problems()
    apply_overlays(read(base, "base.yaml"), [("a", read(of_build(edits), "a.yaml"))], problems)
    assert {problem.code for problem in problems} <= {"overlay-line", "too-large"}
    assert process_time() - begin < 60  # seconds of the processor, as for other hostile input


def test_more_edits_than_allowed_are_refused() -> None:
    edits = "\n".join("- {after: paid, do: gain 1 coins}" for _ in range(1_001))
    assert only(edits).code == "too-large"


@pytest.mark.parametrize(
    "text", ["(", "a\n  b\n c", "if x:\n", '"', "else:\notherwise:\n", ")))\n)", "# x", ""]
)
def test_text_that_is_no_rule_has_statements_all_the_same(text: str) -> None:
    for statement in statements_in(text.split("\n")):
        assert 0 <= statement.first <= statement.last < len(text.split("\n"))
