"""What the checker says of texts: the cases of problems.yaml, wrong ones with code, line and column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game
from interpreter.compiler.snippets import SnippetError, Snippets
from interpreter.problems import Problem
from tests.language.small_rulesets import TABLE, case_rules, cases, game_of, loaded, placed, shown

FOUND: dict[str, list[dict[str, Any]]] = cases("problems.yaml")


def title(case: dict[str, Any]) -> str:
    return str(case.get("name", case["text"]))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game_of(tmp_path_factory.mktemp("table"), case_rules({}), base=TABLE)


def said(check: Callable[[], object]) -> list[Problem]:
    try:
        check()
    except SnippetError as error:
        return error.problems
    return []


def compare(found: Sequence[Problem], case: dict[str, Any]) -> None:
    """Compare problems with what a case wants: their codes and places, and perhaps words of the texts."""
    assert [shown(problem) for problem in found] == wanted(case)
    told = "\n".join(f"{problem.message} = {problem.hint}" for problem in found)
    for words in [case["says"]] if isinstance(case.get("says"), str) else case.get("says", []):
        assert words in told, told


def wanted(case: dict[str, Any]) -> list[str]:
    return [case["problem"]] if isinstance(case.get("problem"), str) else case.get("problem", [])


@pytest.mark.parametrize("case", FOUND["expressions"], ids=title)
def test_an_expression(case: dict[str, Any], game: Game) -> None:
    compare(said(lambda: Snippets(game).expression(placed(case["text"]))), case)


@pytest.mark.parametrize("case", FOUND["blocks"], ids=title)
def test_a_block(case: dict[str, Any], game: Game) -> None:
    compare(said(lambda: Snippets(game).block(placed(case["text"]))), case)


@pytest.mark.parametrize("case", FOUND["rulesets"], ids=title)
def test_a_ruleset(case: dict[str, Any], tmp_path: Path) -> None:
    found = loaded(tmp_path, case["text"], base=case.get("base", ""))
    compare(found.problems, case)
    assert (found.game is None) == any(problem.severity == "error" for problem in found.problems)


def test_a_problem_in_a_text_bears_the_files_own_line_and_column(tmp_path: Path) -> None:
    text = (
        "counters:\n"
        "  coins: {per: player}\n"
        "effects:\n"
        "  lucky: |\n"
        "    # a line that says nothing\n"
        "    if true:\n"
        "      gain 1 coin\n"
    )
    (problem,) = loaded(tmp_path, text, base="flow: [{step: only, do: gain 1 coins(p1)}]\n").problems
    p = problem.position
    assert (Path(p.file).name, p.line, p.column, p.end_column) == ("own.yaml", 7, 14, 18)
    assert "coins" in (problem.hint or "")


def test_every_fault_of_a_ruleset_is_reported_in_one_run(tmp_path: Path) -> None:
    text = "effects:\n  one: gain 1 a\n  two: gain 1 b\n  three: require 1\n  four: gain (\n"
    found = loaded(tmp_path, text, base="flow: [{step: only, do: score 1 as x for p1}]\n")
    assert [p.position.line for p in found.problems] == [2, 3, 4, 5]
    assert {Path(p.position.file).name for p in found.problems} == {"own.yaml"}
