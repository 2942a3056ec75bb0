"""The parse tables that ship: up to date, and left alone where they are not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.language import parse_tables
from tests.tools.write_parse_tables import tables


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    parse_tables.effect_parser.cache_clear()
    yield
    parse_tables.effect_parser.cache_clear()


def parsed(text: str) -> str:
    return str(parse_tables.effect_parser().parse(text + "\n", start="block").data)


def test_the_tables_that_ship_are_those_of_the_grammar() -> None:
    shipped = parse_tables.TABLES.read_text(encoding="utf-8")
    assert shipped == tables(), "run: .venv/bin/python -m tests.tools.write_parse_tables"


def test_the_tables_that_ship_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(parse_tables, "build")
    assert parsed("gain 1 coin") == "block"


@pytest.mark.parametrize("content", ["", "<<<<<<< HEAD", "{}", "[]", '{"made_for": "another grammar"}'])
def test_other_tables_are_not_used(content: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "tables.json"
    other.write_text(content, encoding="utf-8")
    monkeypatch.setattr(parse_tables, "TABLES", other)
    assert parsed("gain 1 coin") == "block"


def test_tables_may_be_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(parse_tables, "TABLES", tmp_path / "tables.json")
    assert parsed("gain 1 coin") == "block"


def test_a_changed_grammar_counts_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    changed = tmp_path / "effects.lark"
    text = parse_tables.GRAMMAR.read_text(encoding="utf-8")
    changed.write_text(text.replace('"gain" sum', '"obtain" sum'), encoding="utf-8")
    monkeypatch.setattr(parse_tables, "GRAMMAR", changed)
    assert parsed("obtain 1 coin") == "block"
