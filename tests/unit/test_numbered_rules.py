"""The numbered rules of a small ruleset: what cites them is found, what is missing is told.

And the list of games, which is told from the same heads of files.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.show.rule import rule_text
from interpreter.catalogue import find_rulesets
from interpreter.loading import UsageFault, load
from interpreter.numbered_rules.coverage import Grounds, RulesReport, read_rules
from interpreter.problems import render

RULESET = """\
id: fair
title: The Fair
players: {min: 2, max: 4}
files: [parts.yaml]
counters:
  coins: {per: player, start: 1, rule: FAIR-1}
  steps: {per: player}
flow:
  - step: round
    for: round in 1..2
    rule: [FAIR-2, FAIR-9]
    steps:
      - step: turn
        players: players
        do: gain 1 coins
scoring:
  final:
    - {source: money, points: coins(me), rule: FAIR-3}
    - {source: reconstructed, points: 0}
  ties:
    - {most: steps(me), rule: FAIR-4}
"""
PARTS = """\
components:
  toy:
    fields: {points: number}
    kinds:
      drum:
        source: reconstructed
        points: 1
        copies: 2
        scoring: [{source: reconstructed_toys, points: 1}]
        triggers:
          - {on: 'gained coins(me)', do: gain 1 steps, rule: FAIR-5}
options:
  price: {type: number, min: 1, max: 3, default: 2, rule: FAIR-5}
"""
RULES = """\
# The Fair
## Base game
### Money
- **FAIR-1** All begin with
  one coin. (source: page 2 (top)) (reading)
- **FAIR-2** There are two rounds. (source: page 3)
- **FAIR-3** Coins are points.
### Ties
- **FAIR-4** Steps break ties (all of them). (source: page 4) (reading) (reconstructed)
- **FAIR-5** Drums are loud.
- **FAIR-6** Nobody wrote this down.

## Overlay: rain
- **FAIR-7** It rains.
## Overlay: snow
- **FAIR-8** It snows.
"""
SCENARIOS = """\
rules: [FAIR-1]
scenarios:
  - {name: all begin with one coin, then: [true]}
  - {name: two rounds, rules: [FAIR-2, FAIR-10], then: [true]}
  - {name: rain, rules: FAIR-7, then: [true]}
"""
OVERLAY = """\
id: rain
title: Rain
base: fair
kind: variant
change: {counters: {coins: {start: 0, rule: FAIR-7}}}
"""


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    folder = tmp_path / "fair"
    for name, text in (
        ("ruleset.yaml", RULESET),
        ("parts.yaml", PARTS),
        ("rules.md", RULES),
        ("scenarios/some.yaml", SCENARIOS),
        ("expansions/rain/overlay.yaml", OVERLAY),
    ):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def elements(report: RulesReport, rule: str) -> list[tuple[str, str, int]]:
    found = next(each for each in report if each.id == rule)
    return [(place.what, Path(place.file).name, place.line) for place in found.elements]


def test_a_rule_is_read_with_its_marks(fair: Path) -> None:
    report = read_rules(fair)
    assert [rule.id for rule in report] == [f"FAIR-{number}" for number in range(1, 7)]
    first, fourth = report.rules[0], report.rules[3]
    assert (first.text, first.source, first.section) == ("All begin with one coin.", "page 2 (top)", "Money")
    assert (first.reading, first.reconstructed, first.overlay, first.line) == (True, False, "", 4)
    assert (fourth.text, fourth.source) == ("Steps break ties (all of them).", "page 4")
    assert (fourth.reading, fourth.reconstructed) == (True, True)


def test_everything_that_cites_a_rule_is_found_with_what_it_is(fair: Path) -> None:
    report = read_rules(fair)
    assert elements(report, "FAIR-1") == [("counter coins", "ruleset.yaml", 6)]
    assert elements(report, "FAIR-2") == [("step round", "ruleset.yaml", 9)]
    assert elements(report, "FAIR-3") == [("score money", "ruleset.yaml", 18)]
    assert elements(report, "FAIR-4") == [("tie-break steps(me)", "ruleset.yaml", 21)]
    assert elements(report, "FAIR-5") == [
        ("trigger gained coins(me) of kind drum", "parts.yaml", 11),
        ("option price", "parts.yaml", 13),
    ]
    assert elements(report, "FAIR-6") == []


def test_scenarios_show_rules_by_their_own_list_or_that_of_the_file(fair: Path) -> None:
    shown = {rule.id: [place.what for place in rule.scenarios] for rule in read_rules(fair)}
    assert shown["FAIR-1"] == ["all begin with one coin"]
    assert shown["FAIR-2"] == ["two rounds"]
    assert shown["FAIR-3"] == []


def test_what_is_missing_unknown_or_reconstructed_is_told(fair: Path) -> None:
    report = read_rules(fair)
    assert [rule.id for rule in report.missing] == ["FAIR-3", "FAIR-4", "FAIR-5", "FAIR-6"]
    assert [rule.id for rule in report.without_element] == ["FAIR-6"]
    assert [(rule, place.what) for rule, place in report.unknown] == [
        ("FAIR-9", "step round"),
        ("FAIR-10", "two rounds"),
    ]
    assert [place.what for place in report.reconstructed] == ["rule FAIR-4", "kind drum"]
    told = report.as_json()
    assert (told["game"], told["rules"], told["with_element"], told["with_scenario"]) == ("fair", 6, 5, 2)
    assert told["missing"] == ["FAIR-3", "FAIR-4", "FAIR-5", "FAIR-6"]


def test_overlays_bring_their_rules(fair: Path) -> None:
    report = read_rules(fair, overlays=["rain"])
    assert [rule.id for rule in report][-1] == "FAIR-7"
    assert elements(report, "FAIR-7") == [("counter coins", "overlay.yaml", 5)]
    assert [rule.id for rule in report.missing][-1] == "FAIR-6"
    # `all` counts what nobody wrote yet, too.
    assert [rule.id for rule in read_rules(fair, overlays=["all"]).missing][-1] == "FAIR-8"
    with pytest.raises(UsageFault):
        read_rules(fair, overlays=["fog"])


def test_a_loaded_game_tells_of_its_own_overlays(fair: Path) -> None:
    loaded = load(fair, overlays=["rain"])
    assert loaded.game is not None, loaded.problems
    assert [rule.id for rule in read_rules(loaded)][-1] == "FAIR-7"
    assert [rule.id for rule in read_rules(loaded.game)][-1] == "FAIR-7"


def test_a_rule_that_stands_twice_is_a_problem(fair: Path) -> None:
    with (fair / "rules.md").open("a", encoding="utf-8") as page:
        page.write("- **FAIR-1** Again.\n")
    (problem,) = read_rules(fair).problems
    assert (problem.code, problem.also[0].line) == ("defined-twice", 4)


def read_page(fair: Path, text: str) -> RulesReport:
    (fair / "rules.md").write_text(text, encoding="utf-8")
    return read_rules(fair)


GROUNDS = """\
- **FAIR-1** All begin with
  one coin. (reading)
  *Rulebook:* "Money" names a purse. *We:* give
  one coin (not two). *Because:* one is the least.
- **FAIR-2** There are two rounds. (reading)
"""


def test_a_reading_is_given_its_grounds(fair: Path) -> None:
    report = read_page(fair, GROUNDS)
    first, second = report.readings
    assert (first.text, first.reading, second.grounds) == ("All begin with one coin.", True, None)
    assert first.grounds == Grounds('"Money" names a purse.', "give one coin (not two).", "one is the least.")
    assert report.without_grounds == [second]
    assert report.problems == []
    grounds = {
        "rulebook": '"Money" names a purse.',
        "we": "give one coin (not two).",
        "because": "one is the least.",
    }
    assert report.as_json()["readings"] == [
        {"rule": "FAIR-1", "grounds": grounds},
        {"rule": "FAIR-2", "grounds": None},
    ]
    assert "    because   one is the least.\n" in rule_text(first)


@pytest.mark.parametrize(
    ("mark", "grounds", "message"),
    [
        (" (reading)", "*Rulebook:* a. *We:* b.", "the grounds of FAIR-1 are not three parts"),
        (" (reading)", "*Rulebook:* a. *Because:* c. *We:* b.", "the grounds of FAIR-1 are not three parts"),
        (" (reading)", "*Rulebook:* *We:* b. *Because:* c.", "the grounds of FAIR-1 are not three parts"),
        (
            " (reading)",
            "*Rulebook:* a. *We:* b. *We:* b. *Because:* c.",
            "the grounds of FAIR-1 are not three",
        ),
        (
            " (reading)",
            "**Rulebook:** a. *We:* b. *Because:* c.",
            "the grounds of FAIR-1 are not three parts",
        ),
        (" (reading)", "*we*: b.", "the grounds of FAIR-1 are not three parts"),
        ("", "*Rulebook:* a. *We:* b. *Because:* c.", "FAIR-1 has grounds, but is not marked (reading)"),
    ],
)
def test_grounds_that_are_not_whole_are_reported(fair: Path, mark: str, grounds: str, message: str) -> None:
    report = read_page(fair, f"- **FAIR-1** All begin.{mark}\n  {grounds}\n")
    (problem,) = report.problems
    assert (problem.code, problem.position.line, problem.position.column) == ("reading-grounds", 2, 3)
    assert message in problem.message
    assert grounds in render(problem, report.lines_of)
    assert [(rule.text, rule.grounds) for rule in report] == [("All begin.", None)]


def test_grounds_below_no_rule_are_reported(fair: Path) -> None:
    line = "*Rulebook:* a. *We:* b. *Because:* c."
    for text in (
        f"{line}\n",
        f"- **FAIR-1** All begin. (reading)\n{line}\n",
        f"- **FAIR-1** All. (reading)\n\n  {line}\n",
    ):
        (problem,) = read_page(fair, text).problems
        assert (problem.code, problem.position.line) == ("reading-grounds", text.count("\n"))


def test_a_ruleset_without_a_page_has_no_rules(fair: Path) -> None:
    (fair / "rules.md").unlink()
    report = read_rules(fair)
    assert (len(report), report.missing) == (0, [])


# --- The list of games ------------------------------------------------------------------------


def test_a_game_is_listed_with_what_its_head_says(fair: Path) -> None:
    info = next(each for each in find_rulesets([fair.parent]) if each.id == "fair")
    assert (info.title, info.min_players, info.max_players) == ("The Fair", 2, 4)
    assert (info.expansions, info.variants, info.path) == ((), ("rain",), fair)
    assert info.options == {"price": {"type": "number", "default": 2, "min": 1, "max": 3}}
    assert info.as_json()["players"] == [2, 4]


def test_a_faulty_ruleset_is_listed_with_what_can_be_read(fair: Path) -> None:
    (fair / "ruleset.yaml").write_text("id: fair\ntitle: [broken\nplayers: 3\nfiles: 7\n", encoding="utf-8")
    info = next(each for each in find_rulesets([fair.parent]) if each.id == "fair")
    assert (info.title, info.min_players, info.max_players) == ("fair", 3, 3)
