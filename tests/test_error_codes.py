"""Each code of the table: its example has that fault alone, at the line marked; the mended one has none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.problems import Position, Problem
from interpreter.problems.codes import MARK, Code, codes
from tools.error_examples import findings, write
from tools.write_errors import FOLDER, PAGE, pages

ROOT = Path(__file__).resolve().parents[1]
ALL = list(codes().values())
# A code is made where its name stands as a text of its own, outside the table.
STRING = re.compile(r'"([a-z0-9]+(?:-[a-z0-9]+)*)"')


@pytest.mark.parametrize("code", ALL, ids=lambda code: code.code)
def test_the_example_has_this_fault_alone(code: Code, tmp_path: Path) -> None:
    home = write(code.example, code.example.files, tmp_path)
    found = findings(home, code.example.chosen, about=code.code)
    told = [(one.code, one.severity, one.position.file, one.position.line) for one in found]
    assert told == [(code.code, code.severity, *code.example.place)]


@pytest.mark.parametrize("code", ALL, ids=lambda code: code.code)
def test_the_mended_example_has_none(code: Code, tmp_path: Path) -> None:
    mended = code.example.mended
    assert mended != code.example.files
    assert not any(MARK in text for text in mended.values())
    home = write(code.example, mended, tmp_path)
    assert findings(home, code.example.chosen, about=code.code) == []


def test_a_problem_says_what_all_of_its_kind_say_unless_more_is_known() -> None:
    place = Position("ruleset.yaml", 1, 1)
    said = codes()["no-effect"].hint
    assert said
    assert Problem("no-effect", "", place).hint == said
    assert Problem("no-effect", "", place, hint="do this").hint == "do this"
    assert Problem("layout-check", "", place).hint is None


def test_every_code_is_used() -> None:
    """A code that nothing in the interpreter says is taken out of the table."""
    files = (ROOT / "interpreter").rglob("*.py")
    said = {word for file in files for word in STRING.findall(file.read_text(encoding="utf-8"))}
    assert set(codes()) - said == set()


def test_the_pages_are_written_from_the_table() -> None:
    """docs/errors.md and docs/errors/ are what the table gives, and no page of a gone group is left."""
    found = {file: file.read_text(encoding="utf-8") for file in (PAGE, *FOLDER.iterdir())}
    assert found == pages(), "run: .venv/bin/python -m tools.write_errors"
