"""The parse tables that ship are up to date, and left alone where they are not; what parsing remembers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.language import parse_tables, parser
from interpreter.language.parser import parse_block
from interpreter.model.resolve_names import FIXED, FREE, reserved
from interpreter.problems import Position, Problems
from interpreter.reading import Located
from tests.playing import sampled
from tools.write_parse_tables import tables


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    parse_tables.effect_parser.cache_clear()
    yield
    parse_tables.effect_parser.cache_clear()


def parsed(text: str) -> str:
    return str(parse_tables.effect_parser().parse(text + "\n", start="block").data)


def test_the_tables_that_ship_are_those_of_the_grammar() -> None:
    shipped = parse_tables.TABLES.read_text(encoding="utf-8")
    assert shipped == tables(), "run: .venv/bin/python -m tools.write_parse_tables"


def test_names_are_refused_that_open_a_statement_or_belong_to_expressions() -> None:
    assert {"gain", "must", "settle", "and", "in", "none", "me", "if"} <= reserved()
    assert not {"may", "one", "front", "claimant", "game", "size"} & reserved()
    words = parse_tables.keywords()
    assert words.simple | words.compound | words.expressions >= FREE
    assert not (words.simple | words.compound | words.expressions) & FIXED


def test_every_rule_of_the_grammar_makes_something() -> None:
    """A rule without a method is one with the name of a class, which has a field for each of its parts."""
    rules = parse_tables.effect_parser().rules
    made = {rule.alias or rule.origin.name for rule in rules if not inlined(rule)}
    without = {name for name in made if not hasattr(parser._Build, name)}
    assert without <= {*parser.CLASSES}
    assert {"swap", "shuffle", "for_some"} <= without


def inlined(rule: Any) -> bool:
    """Whether the parts of a rule go to the rule around it."""
    return rule.origin.name.startswith("_") or (rule.options.expand1 and not rule.alias)


def test_the_tables_that_ship_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(parse_tables, "build")
    assert parsed("gain 1 coin") == "block"


@pytest.mark.parametrize(
    "content", ['{"made_for": "another grammar"}', *sampled(["<<<<<<< HEAD", "", "{}", "[]"], 4)]
)
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


def test_equal_texts_at_other_places_have_other_positions() -> None:
    for line in (3, 8):
        text = Located(Position("a.yaml", line, 5), "gain 1 coin", text_lines=(line, 5))
        block = parse_block(text, Problems())
        assert block is not None and block[0].position.line == line


def test_a_fault_is_told_every_time() -> None:
    for _ in range(2):
        problems = Problems()
        parse_block(Located(Position("a.yaml", 3, 5), "gain gain"), problems)
        assert not problems.ok
