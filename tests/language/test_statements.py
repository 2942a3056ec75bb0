"""What statements do: the cases of statements.yaml, each the body of an action; no form is without one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from interpreter import RuleFault
from interpreter.language import parser
from interpreter.language import tree as t
from interpreter.problems import Problems
from tests.language.small_rulesets import TABLE, case_rules, cases, game_of, ids, placed, play, value
from tests.language.test_values import words_in

FOUND: list[dict[str, Any]] = cases("statements.yaml")["cases"]

# Words of patterns, which test_rules_in_play.py is for.
EVENTS = {"gained", "lost", "entered", "left", "began", "ended"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all cases: the texts of the table are parsed once where they bear the same places."""
    return tmp_path_factory.mktemp("case")


@pytest.mark.parametrize("case", FOUND, ids=lambda case: case["name"])
def test_a_statement_does_what_its_case_says(case: dict[str, Any], folder: Path) -> None:
    state = game_of(folder, case_rules(case), base=TABLE).new(case.get("seed", 1))
    *before, last = case.get("choose", ["act"])
    play(state, before)
    if "fault" in case:
        stood = state.key()
        with pytest.raises(RuleFault, match=case["fault"]):
            state.choose(last)
        assert state.key() == stood
    elif last is not None:
        state.choose(last)
    assert {text: value(state, text) for text in case.get("then", {})} == case.get("then", {})
    if "offered" in case:
        assert ids(state) == case["offered"]
    assert state.seat == case.get("seat", 1) - 1


def test_every_form_of_statement_and_every_word_of_the_grammar_has_a_case() -> None:
    problems = Problems()
    trees = [parser.parse_block(placed(case["do"]), problems) for case in FOUND]
    assert not list(problems)
    forms = {made.__name__ for made in t.Statement.__subclasses__()} | {
        "LastingModifier",
        "LastingTrigger",
        "LastingGrant",
        "Branch",
        "Quantity",
    }
    assert not forms - {word for tree in trees for word in words_in(tree)}
    grammar = Path(parser.__file__).with_name("effects.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'"([a-z]+)"', grammar)) - {"then"} - EVENTS
    assert not words - {word for case in FOUND for word in re.findall("[a-z]+", case["do"])}
