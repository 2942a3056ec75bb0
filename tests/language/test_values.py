"""What expressions are worth: the table of cases in values.yaml; no word of the language is without one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from interpreter import RuleFault, State, load
from interpreter.compiler.snippets import SnippetError
from interpreter.language import parser
from interpreter.language.built_ins import BUILT_INS, GATHERINGS
from interpreter.problems import Problems
from tests.language.small_rulesets import TABLE, case_rules, cases, game_of, placed, value

# How a case's value begins that is a fault of play.
FAULT = "case:1:1: "
GROUPS: list[dict[str, Any]] = cases("values.yaml")["groups"]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group["name"])
def test_an_expression_is_worth_what_its_case_says(group: dict[str, Any], tmp_path: Path) -> None:
    base = group.get("head", "") + TABLE
    state = game_of(tmp_path, case_rules(group), base=base, players=group.get("players", 2)).new(1)
    assert {text: worth(state, text) for text in group["values"]} == group["values"]


def worth(state: State, text: str) -> Any:
    """Return a value, or what is wrong with the text, so that one faulty case does not hide the others."""
    try:
        return value(state, text)
    except (SnippetError, RuleFault) as fault:
        return str(fault)


def words_in(node: Any) -> Iterator[str]:
    """Name the forms, operators and functions of a parse tree."""
    if is_dataclass(node):
        yield type(node).__name__
        yield from (
            f"{type(node).__name__} {getattr(node, key)}"
            for key in ("operator", "negated")
            if hasattr(node, key)
        )
        if type(node).__name__ in ("Call", "Comprehension", "Field"):
            yield getattr(node, "name", "") or f"{getattr(node, 'word', '')}(for)"
        for part in fields(node):
            yield from words_in(getattr(node, part.name))
    elif isinstance(node, tuple):
        for inner in node:
            yield from words_in(inner)


def test_every_fault_that_the_reference_names_has_a_case() -> None:
    rows = [row for table in (BUILT_INS, GATHERINGS) for row in table.values() if row.fault]
    cases = [case for group in GROUPS for case in group["values"].items()]
    faults = [str(text) for text, result in cases if FAULT in str(result)]
    assert [row.name for row in rows if not any(text.startswith(f"{row.name}(") for text in faults)] == []


def test_a_phrase_has_a_place_for_each_argument_at_most() -> None:
    for row in BUILT_INS.values():
        places = {int(place) for place in re.findall(r"\{(\d)\}", row.phrase)}
        assert places <= set(range(len(row.parameters))), row.name
        assert 0 in places, row.name


def test_every_word_of_expressions_has_a_case() -> None:
    problems = Problems()
    trees = [
        parser.parse_expression(placed(str(text)), problems) for group in GROUPS for text in group["values"]
    ]
    said = {word for tree in trees for word in words_in(tree)}
    operators = {f"Arithmetic {sign}" for sign in ("+", "-", "*", "/", "mod")}
    operators |= {f"Comparison {sign}" for sign in ("==", "!=", "<", "<=", ">", ">=")}
    forms = {"Number", "Truth", "Nothing", "Name", "Field", "Not", "Negative", "Choice", "Range"}
    forms |= {"Logic and", "Logic or", "Inside True", "Inside False", "box", "times"}
    wanted = {*BUILT_INS, *(f"{word}(for)" for word in GATHERINGS), *operators, *forms}
    assert not wanted - said
    assert not list(problems)


def test_what_a_ruleset_declares_goes_before_a_word_for_sets(tmp_path: Path) -> None:
    """A counter called `sum` or `max` is that counter, for whom it is asked."""
    text = (
        "id: own\ntitle: Own\nplayers: 2\ncounters: {sum: {per: player}, max: {per: player}}\nflow:\n"
        "  - step: turn\n    players: players\n    do: |\n"
        "      gain 2 sum\n      choose n in 1..2\n      gain sum(me) + n max\n      score max(me) as x\n"
    )
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    game = load(tmp_path).game
    assert game is not None
    state = game.new(1)
    state.choose("n=1")
    assert state.view(0)["counters"]["points"] == {"p1": 3, "p2": 0}
